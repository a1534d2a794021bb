import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import { unboundText } from '../../github/own-text.ts'

/** No answer or a server error: GitHub may have done the write. */
export const isOutcomeUnknown = (error: unknown) =>
  error instanceof GitHubError && (error.status === 0 || error.status >= 500)

/**
 * Creates something that must exist only once. When the answer is lost, `find` looks for it before and after the second
 * attempt. Rejects with GitHub's error.
 */
export async function createOnce<Created>(
  create: () => Promise<Created>,
  find: () => Promise<Created | undefined>,
): Promise<Created> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await create()
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      const existing = await find()
      if (existing !== undefined) return existing
      if (attempt === 2) throw error
    }
  }
}

/** Performs a write that does no harm when it is repeated. Retries once when the answer is lost. */
export const retryOnce = <Answer>(write: () => Promise<Answer>): Promise<Answer> =>
  write().catch((error: unknown) => {
    if (!isOutcomeUnknown(error)) throw error
    return write()
  })

/** What a write with a lost answer created: the newest text of our account that is the same. */
export async function findWritten<Written extends { author: string | undefined; body: string }>(
  github: Pick<GitHub, 'viewer'>,
  body: string,
  list: () => Promise<readonly Written[]>,
): Promise<Written | undefined> {
  const [viewer, all] = await Promise.all([github.viewer(), list()])
  return all.findLast((each) => each.author === viewer && sameText(each.body, body))
}

/** GitHub may change line endings and trailing whitespace, and our client binds the mark to its place. */
export const sameText = (a: string, b: string) => plainText(a) === plainText(b)

const plainText = (text: string) => unboundText(text.replaceAll('\r\n', '\n').trimEnd())
