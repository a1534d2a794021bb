/** Names of the state that the post step reads. */
export const STATE = { pending: 'pending', finished: 'finished', undelivered: 'undelivered' } as const
