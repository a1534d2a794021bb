export const shorten = (text, most) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)
