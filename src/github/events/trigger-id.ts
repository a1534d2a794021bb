import * as z from 'zod'

const TriggerPayloadFields = z.lazy(() => {
  const comment = z.object({ id: z.int().positive(), updated_at: z.string().optional() }).optional()
  return z.object({ action: z.string().optional(), comment, review: comment })
})

/**
 * An id of the comment or review that triggered the run, and of its edit when the edit triggered it. The same when GitHub delivers
 * an event twice. Undefined for events without a comment or review.
 */
export function triggerId({ name, payload }: { name: string; payload: unknown }): string | undefined {
  const { data } = TriggerPayloadFields.safeParse(payload)
  const comment = data?.comment ?? data?.review
  if (data === undefined || comment === undefined) return undefined
  const edit = data.action === 'edited' ? `-${Date.parse(comment.updated_at ?? '') || 0}` : ''
  return `${name.replaceAll('_', '-')}-${comment.id}${edit}`
}

/** Whether a run's id is the id of a comment or review, so that the run answers somebody. */
export const isTriggerId = (run: string): boolean =>
  /^(?:issue-comment|discussion-comment|commit-comment|pull-request-review(?:-comment)?)-\d/.test(run)
