import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { messageOf, UserError } from '../host/errors.ts'
import { STRUCTURED_CHARACTERS } from '../record/events.ts'

/** The form an answer must have: a JSON Schema, and whether a text is such JSON. */
export type Form = {
  schema: Record<string, unknown>
  /** The value that a text holds, or what is wrong with it, in words for the model and for people. */
  read(text: string): { ok: true; value: unknown } | { ok: false; problem: string }
}

/**
 * A form from a JSON Schema (draft 7, 2019-09 or 2020-12 by its `$schema`; 2020-12 without one), given as text. `at` names
 * the place it came from. Formats such as `date` are checked; `notice` hears of those nobody knows, which any value has.
 * Throws UserError when it is no schema.
 */
export function formOf(text: string, at: string, notice: (text: string) => void): Form {
  const schema = schemaIn(text, at)
  const check = checkFor(schema, at, notice)
  return {
    schema,
    read(answer) {
      const found = jsonIn(answer)
      if ('problem' in found) return { ok: false, problem: found.problem }
      const problem = check(found.value) ?? tooLong(found.value)
      return problem === undefined ? { ok: true, value: found.value } : { ok: false, problem }
    },
  }
}

/** Said to the model with the task. */
export const formInWords = ({ schema }: Form): string =>
  `# Form of the answer\n\nYour final answer is read by a program. Unlike what is said elsewhere about answers, it must be one JSON value that fits this JSON Schema, without any text around it:\n\n${JSON.stringify(schema)}`

function schemaIn(text: string, at: string): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    throw new UserError(`${at} is not JSON: ${messageOf(cause)}`, { cause })
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  throw new UserError(`${at} must hold a JSON Schema, which is a JSON object.`)
}

/** Says what does not fit; nothing when all does. */
function checkFor(
  schema: Record<string, unknown>,
  at: string,
  notice: (text: string) => void,
): (value: unknown) => string | undefined {
  const unknown = new Set<string>()
  const ajv = validatorFor(schema.$schema, (text) => {
    const format = /^unknown format "([^"]+)" ignored/.exec(text)?.[1]
    if (format !== undefined) unknown.add(format)
  })
  try {
    const check = ajv.compile({ ...schema, $async: false })
    if (unknown.size > 0)
      notice(`${at} names formats that are not checked, as nobody here knows them: ${[...unknown].join(', ')}.`)
    return (value) =>
      check(value)
        ? undefined
        : ajv.errorsText((check.errors ?? []).slice(0, 10), { dataVar: 'answer', separator: '; ' })
  } catch (cause) {
    throw new UserError(`${at} is not a JSON Schema that can be checked: ${messageOf(cause)}`, { cause })
  }
}

function validatorFor(draft: unknown, warn: (text: string) => void) {
  const Validator =
    typeof draft !== 'string'
      ? Ajv2020
      : /draft-0[467]/.test(draft)
        ? Ajv
        : draft.includes('2019-09')
          ? Ajv2019
          : Ajv2020
  const logger = { log() {}, warn, error() {} }
  // CommonJS that is its own default: the bundler and Node disagree on which of the two an import means.
  return formats.default(new Validator({ strict: false, allErrors: true, logger }))
}

const tooLong = (value: unknown): string | undefined =>
  JSON.stringify(value).length <= STRUCTURED_CHARACTERS
    ? undefined
    : `it is longer than the ${STRUCTURED_CHARACTERS} characters an output can hold`

/** The JSON of an answer: all of it, or what its last code block holds. Models like to put both around it. */
function jsonIn(answer: string): { value: unknown } | { problem: string } {
  const blocks = [...answer.matchAll(/^[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm)].map(
    (block) => block[2] ?? '',
  )
  let problem = 'there is none'
  for (const candidate of [answer, ...blocks.reverse()])
    try {
      return { value: JSON.parse(candidate) }
    } catch (error) {
      if (candidate === answer || problem === 'there is none') problem = messageOf(error)
    }
  return { problem: `the answer is not JSON: ${problem}` }
}
