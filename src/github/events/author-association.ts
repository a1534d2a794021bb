import * as z from 'zod'
import type { IncomingEvent } from './read-event.ts'

const Payload = z.lazy(() => {
  const written = z
    .object({ author_association: z.string().catch('') })
    .optional()
    .catch(undefined)
  return z.object({ comment: written, review: written, pull_request: written, issue: written, discussion: written })
})

/** Source: GitHub GraphQL API, CommentAuthorAssociation. Others have no write permission. */
const MEMBERS = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])

/**
 * Whether the author of what started the run probably may start one, as the event says. It grants nothing: it only decides whether the
 * rest is asked together with the permission. Events that no text of a person starts, such as a dispatch, say yes.
 */
export function isProbablyMember({ payload }: Pick<IncomingEvent, 'payload'>): boolean {
  const { comment, review, pull_request, issue, discussion } = Payload.parse(payload)
  const written = comment ?? review ?? pull_request ?? issue ?? discussion
  return written === undefined || MEMBERS.has(written.author_association)
}
