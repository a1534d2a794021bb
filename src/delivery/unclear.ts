import { GitHubError } from '../github/github-error.ts'

/** No answer, or one from a server in trouble: the thing may have been done. */
export const isUnclear = (error: unknown) => error instanceof GitHubError && (error.status === 0 || error.status >= 500)

/**
 * Makes something that must not be there twice: when the answer is lost, it is looked for before it is made again, and
 * after. Rejects with what GitHub said.
 */
export async function createOnce<Made>(
  create: () => Promise<Made>,
  find: () => Promise<Made | undefined>,
): Promise<Made> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await create()
    } catch (error) {
      if (!isUnclear(error)) throw error
      const made = await find()
      if (made !== undefined) return made
      if (attempt === 2) throw error
    }
  }
}

/** Does something that may as well be done twice: once more when the answer is lost. */
export const repeatOnce = <Answer>(write: () => Promise<Answer>): Promise<Answer> =>
  write().catch((error: unknown) => {
    if (!isUnclear(error)) throw error
    return write()
  })
