import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
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
 * the place it came from. Throws UserError when it is none. Formats such as `date` are not checked.
 */
export function formOf(text: string, at: string): Form {
  const schema = schemaIn(text, at)
  const check = checkFor(schema, at)
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

const OPTIONS = { strict: false, allErrors: true, validateFormats: false, logger: false } as const

/** Says what does not fit; nothing when all does. */
function checkFor(schema: Record<string, unknown>, at: string): (value: unknown) => string | undefined {
  const ajv = validatorFor(schema.$schema)
  try {
    const check = ajv.compile({ ...schema, $async: false })
    return (value) =>
      check(value)
        ? undefined
        : ajv.errorsText((check.errors ?? []).slice(0, 10), { dataVar: 'answer', separator: '; ' })
  } catch (cause) {
    throw new UserError(`${at} is not a JSON Schema that can be checked: ${messageOf(cause)}`, { cause })
  }
}

function validatorFor(draft: unknown) {
  if (typeof draft === 'string' && /draft-0[467]/.test(draft)) return new Ajv(OPTIONS)
  if (typeof draft === 'string' && draft.includes('2019-09')) return new Ajv2019(OPTIONS)
  return new Ajv2020(OPTIONS)
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
