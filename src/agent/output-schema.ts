import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { MessagePart } from '../model/types.ts'
import { messageOf, UserError } from '../platform/errors.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import { MAX_STRUCTURED_CHARACTERS } from '../record/events.ts'

/** The JSON Schema that an answer must match. */
export type OutputSchema = {
  schema: Record<string, unknown>
  /** The value in an answer, or a description of the problem. */
  parseAnswer(text: string): { ok: true; value: unknown } | { ok: false; problem: string }
}

/**
 * Parses a JSON Schema (draft 7, 2019-09 or 2020-12 by its `$schema`; default 2020-12). `origin` names its source in
 * errors. Checks formats (`date`); calls `notice` with unknown formats, which are not checked. Throws UserError for an
 * invalid schema.
 */
export function parseOutputSchema(text: string, origin: string, notice: (text: string) => void): OutputSchema {
  const schema = parseSchema(text, origin)
  const check = compileCheck(schema, origin, notice)
  return {
    schema,
    parseAnswer(answer) {
      const parsed = parseJsonAnswer(answer)
      if ('problem' in parsed) return { ok: false, problem: parsed.problem }
      const problem = check(parsed.value) ?? lengthProblem(parsed.value)
      return problem === undefined ? { ok: true, value: parsed.value } : { ok: false, problem }
    },
  }
}

/** The prompt that describes the schema to the model. */
export const outputSchemaPrompt = ({ schema }: OutputSchema): string =>
  `# Answer format\n\nA program reads your final answer. This overrides other instructions about the answer: give one JSON value that matches this JSON Schema, without any text around it:\n\n${JSON.stringify(schema)}`

function parseSchema(text: string, origin: string): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    throw new UserError(`${origin} is not JSON: ${messageOf(cause)}`, { cause })
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  throw new UserError(`${origin} must be a JSON Schema, which is a JSON object.`)
}

/** Returns a function that describes what does not match; undefined when everything does. */
function compileCheck(
  schema: Record<string, unknown>,
  origin: string,
  notice: (text: string) => void,
): (value: unknown) => string | undefined {
  const unknown = new Set<string>()
  const ajv = validatorFor(schema.$schema, (text) => {
    const format = /^unknown format "([^"]+)" ignored/.exec(text)?.[1]
    if (format !== undefined) unknown.add(format)
  })
  try {
    const check = ajv.compile({ ...schema, $async: false })
    if (unknown.size > 0) notice(`${origin} uses unknown formats, which are not checked: ${[...unknown].join(', ')}.`)
    return (value) =>
      check(value)
        ? undefined
        : ajv.errorsText((check.errors ?? []).slice(0, 10), { dataVar: 'answer', separator: '; ' })
  } catch (cause) {
    throw new UserError(`${origin} is not a valid JSON Schema: ${messageOf(cause)}`, { cause })
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
  // A CommonJS module that is its own default export: bundler and Node resolve the import differently.
  return formats.default(new Validator({ strict: false, allErrors: true, logger }))
}

const lengthProblem = (value: unknown): string | undefined =>
  JSON.stringify(value).length <= MAX_STRUCTURED_CHARACTERS
    ? undefined
    : `it is longer than the ${MAX_STRUCTURED_CHARACTERS} characters an output can hold`

/** The JSON of an answer: the whole answer, or the last code block that parses. */
function parseJsonAnswer(answer: string): { value: unknown } | { problem: string } {
  const blocks = [...answer.matchAll(/^[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm)].map(
    (block) => block[2] ?? '',
  )
  let problem = 'no JSON found'
  for (const candidate of [answer, ...blocks.reverse()])
    try {
      return { value: JSON.parse(candidate) }
    } catch (error) {
      if (candidate === answer || problem === 'no JSON found') problem = messageOf(error)
    }
  return { problem: `the answer is not JSON: ${problem}` }
}

/** Validates a report. Returns the problems as JSON, in general and by field; undefined for a valid report. */
export function reportProblems(report: unknown, schema: Record<string, unknown>): string | undefined {
  const ajv = new Ajv({ allErrors: true, strict: false, logger: false })
  if (ajv.validate(schema, report)) return undefined
  const formErrors: string[] = []
  const fieldErrors = new Map<string, string[]>()
  for (const { instancePath, message = 'is wrong' } of ajv.errors ?? []) {
    const path = instancePath.slice(1)
    if (path === '') formErrors.push(message)
    else fieldErrors.set(path, [...(fieldErrors.get(path) ?? []), message])
  }
  return JSON.stringify({ formErrors, fieldErrors: Object.fromEntries(fieldErrors) })
}

/** The schema of the answer, and the prompt that explains it to the model. */
export type AnswerSchema = { outputSchema: OutputSchema | undefined; schemaPrompt: MessagePart[] }

/**
 * Loads the schema that the input `output_schema` contains or names: a JSON Schema, or a path to one in the steering commit.
 * Throws UserError.
 */
export async function loadAnswerSchema(
  input: string,
  steering: Pick<CommitReader, 'read'>,
  notice: (text: string) => void,
): Promise<AnswerSchema> {
  if (input === '') return { outputSchema: undefined, schemaPrompt: [] }
  const outputSchema = input.startsWith('{')
    ? parseOutputSchema(input, 'output_schema', notice)
    : parseOutputSchema(await readSchemaFile(input, steering), `output_schema: ${input}`, notice)
  return { outputSchema, schemaPrompt: [{ kind: 'text', text: outputSchemaPrompt(outputSchema) }] }
}

async function readSchemaFile(path: string, steering: Pick<CommitReader, 'read'>): Promise<string> {
  const text = await steering.read(path.replace(/^(?:\.\/)+/, ''))
  if (text !== undefined) return text
  throw new UserError(
    `output_schema: the steering commit has no file ${path}. Use a path relative to the repository root, or the schema itself.`,
  )
}
