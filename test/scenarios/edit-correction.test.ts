import { expect, test } from 'vitest'
import type { GeminiRequest } from '../../src/emulators/gemini/gemini.ts'
import { call, type GeminiStep, say, turn } from '../../src/emulators/gemini/steps.ts'
import { improvise } from './improvised.ts'

const SOURCE = "export const greeting = 'hello'\n"
const EDIT = { file_path: 'src/greet.js', old_string: 'the greeting constant', new_string: 'unused' }
const CORRECTION = {
  search: "greeting = 'hello'",
  replace: "greeting = 'moin'",
  explanation: 'The text was a description.',
}

const isCorrection = ({ raw }: GeminiRequest) => raw.includes('"correct_edit"')
const isFirst = ({ raw }: GeminiRequest) => !raw.includes('functionResponse')

/** Wants an edit that matches nothing, corrects it when asked to, and then says that this was all. */
const model = (request: GeminiRequest): GeminiStep => {
  if (isCorrection(request)) return turn([call('correct_edit', CORRECTION)])
  return isFirst(request) ? turn([call('replace', EDIT)]) : say('That was all.')
}

const SETTINGS: [what: string, tools: object, corrections: number, result: RegExp][] = [
  ['by default', {}, 1, /Successfully modified file/],
  ['not with tools.disableLLMCorrection', { disableLLMCorrection: true }, 0, /0 occurrences found/],
]
test.concurrent.each(SETTINGS)(
  'a model corrects an edit that matches nothing: %s',
  async (_, tools, corrections, result) => {
    const step = { inputs: { settings: JSON.stringify({ tools }) } }
    await improvise({ turns: model, step, repo: { 'src/greet.js': SOURCE } }, ({ last, gemini }) => {
      expect(gemini.requests.filter(isCorrection), last.log).toHaveLength(corrections)
      expect(gemini.requests.at(-1)?.raw).toMatch(result)
    })
  },
)
