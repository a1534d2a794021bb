import type { Form } from '../agent/form.ts'
import { UserError } from '../host/errors.ts'
import type { Reader } from '../host/files.ts'
import type { Part } from '../model/types.ts'

/** A form for the answer, and what the model is told of it. */
export type OutputForm = { form: Form | undefined; said: Part[] }

/**
 * The form that the input `output_schema` asks for: a JSON Schema, or a path to one in the commit that steers. Throws
 * UserError. Nothing is loaded where no form is asked for.
 */
export async function outputForm(
  given: string,
  steering: Pick<Reader, 'read'>,
  notice: (text: string) => void,
): Promise<OutputForm> {
  if (given === '') return { form: undefined, said: [] }
  const { formInWords, formOf } = await import('../agent/form.ts')
  const form = given.startsWith('{')
    ? formOf(given, 'output_schema', notice)
    : formOf(await fileAt(given, steering), `output_schema: ${given}`, notice)
  return { form, said: [{ kind: 'text', text: formInWords(form) }] }
}

async function fileAt(path: string, steering: Pick<Reader, 'read'>): Promise<string> {
  const text = await steering.read(path.replace(/^(?:\.\/)+/, ''))
  if (text !== undefined) return text
  throw new UserError(
    `output_schema: there is no file ${path} in the commit that steers this run. Give a path relative to the repository's root, or the schema itself.`,
  )
}
