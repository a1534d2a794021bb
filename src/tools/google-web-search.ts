import { z } from 'zod'
import { messageOf } from '../host/errors.ts'
import { type AskGrounded, cited, type Grounded } from './grounding.ts'
import { defineTool, done, failed } from './tool.ts'
import { untrusted } from './untrusted.ts'

export type SearchPower = {
  ask: AskGrounded
  /** Would this text carry a secret out? */
  leaks(text: string): boolean
}

/** Searches the web with the back end's own search. */
export const googleWebSearch = ({ ask, leaks }: SearchPower) =>
  defineTool({
    name: 'google_web_search',
    aliases: ['GoogleSearch', 'WebSearchTool', 'web_search'],
    description:
      'Searches the web with Google and answers with a summary and its sources. For what is not in the repository: documentation, releases, error messages of other software.',
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
          'The query carries a secret of this run, so it was not sent. Search without it.',
        )
      let found: Grounded
      try {
        found = await ask({ with: 'google_search', model: 'web-search', text: query }, signal)
      } catch (error) {
        signal.throwIfAborted()
        return failed('web_search_failed', `Error during web search for query "${query}": ${messageOf(error)}`)
      }
      if (found.text.trim() === '')
        return done(`No search results or information found for query: "${query}"`, 'No information found.')
      return done(
        untrusted(`Web search results for "${query}":\n\n${cited(found, 'No URI')}`),
        `Search results for "${query}" returned.`,
      )
    },
  })
