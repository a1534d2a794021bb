import type { OutputSchema } from '../agent/output-schema.ts'
import { outputSchemaPrompt, parseOutputSchema } from '../agent/output-schema.ts'
import type { MessagePart } from '../model/types.ts'
import { UserError } from '../platform/errors.ts'
import type { CommitReader } from '../platform/files/workspace.ts'

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
