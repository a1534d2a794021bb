import { expect, test } from 'vitest'
import type { GeminiRequest } from '../../src/standin/gemini.ts'
import { call, type GeminiStep, say, turn } from '../../src/standin/gemini-steps.ts'
import { canBeHadAgain } from './checks.ts'
import { improvise } from './improvised.ts'

/** About five hundred tokens a page; the model reads page after page and would never come to an end by itself. */
const page = (nth: number) =>
  Array.from({ length: 20 }, (_, line) => `${nth}.${line}: ${'word '.repeat(18)}`).join('\n')
const repo = Object.fromEntries(Array.from({ length: 60 }, (_, nth) => [`pages/${nth}.txt`, page(nth)]))
const ANSWER = 'Every page read so far says nothing but words; the others were not looked at.'

test.concurrent.each([10_000, 60_000])(
  'a session that runs away ends below %i tokens, with what it has found',
  (most) => {
    let paid = 0
    let turns = 0
    /** Counts what it is really asked, at four characters a token. */
    const model = ({ raw }: GeminiRequest): GeminiStep => {
      const tokens = { prompt: Math.ceil(raw.length / 4), candidates: 60 }
      paid += tokens.prompt + tokens.candidates
      const mayCall = raw.includes('"functionDeclarations"') && !raw.includes('"mode":"NONE"')
      if (!mayCall) return say(ANSWER, tokens)
      turns += 1
      return turn(
        [{ text: `Page ${turns} is next.` }, call('read_file', { file_path: `pages/${turns % 60}.txt` })],
        tokens,
      )
    }
    const step = { inputs: { max_tokens: String(most), max_turns: '500', prompt: 'Read everything.' } }
    return improvise({ turns: model, repo, step }, async (run) => {
      const { last, gemini, github } = run
      expect([last.outputs.outcome, last.exitCode], last.log).toEqual(['budget', 0])
      expect(gemini.problems).toEqual([])
      expect(paid).toBeLessThan(most)
      expect(paid).toBeGreaterThan(most / 2)
      const ours = github.world.comments.filter(({ user }) => user === github.world.viewer)
      expect(ours).toHaveLength(1)
      expect(ours[0]?.body).toContain('Stopped at the limit of tokens.')
      expect(ours[0]?.body).toContain(ANSWER)
      await canBeHadAgain(run)
    })
  },
)
