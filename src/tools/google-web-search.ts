import * as z from 'zod'
import { messageOf } from '../platform/errors.ts'
import { wrapUntrusted } from '../text/clean-inbound.ts'
import { addCitations, type GenerateGrounded, type GroundedAnswer } from './grounding.ts'
import { defineTool, done, failed } from './tool.ts'

export type WebSearchCapability = {
  groundedGenerate: GenerateGrounded
  /** Whether a text contains a secret of this run. */
  leaks(text: string): boolean
}

/** Searches the web with the provider's search tool. */
export const googleWebSearch = ({ groundedGenerate, leaks }: WebSearchCapability) =>
  defineTool({
    name: 'google_web_search',
    description:
      'Searches the web with Google and returns a summary with its sources. Use it for information that is not in the repository: documentation, releases, error messages of other software.',
    annotations: { readOnlyHint: true, openWorldHint: true },
    input: z.object({
      query: z
        .string()
        .refine((query) => query.trim() !== '', "The 'query' parameter cannot be empty.")
        .describe('What to search for.'),
    }),
    async run({ query }, signal) {
      if (leaks(query))
        return failed(
          'web_search_failed',
          'The query contains a secret of this run, so it was not sent. Search without it.',
        )
      let answer: GroundedAnswer
      try {
        answer = await groundedGenerate({ tool: 'google_search', model: 'web-search', text: query }, signal)
      } catch (error) {
        signal.throwIfAborted()
        return failed('web_search_failed', `Error during web search for query "${query}": ${messageOf(error)}`)
      }
      if (answer.text.trim() === '')
        return done(`No search results or information found for query: "${query}"`, 'No information found.')
      return done(
        wrapUntrusted(`Web search results for "${query}":\n\n${addCitations(answer, 'No URI')}`),
        `Search results for "${query}" returned.`,
      )
    },
  })
