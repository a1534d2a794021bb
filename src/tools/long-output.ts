import { appendFileSync, mkdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { groupThousands, keepEnd, keepStart } from '../text/format-text.ts'

/** Limit of one tool result, about ten thousand tokens. */
export const MAX_OUTPUT_CHARACTERS = 40_000

/**
 * Truncates a long text to its start (a fifth of the limit) and its end, and says how much is missing and which file has
 * the full text.
 */
export function truncateOutput(text: string, file: string | undefined, maxCharacters = MAX_OUTPUT_CHARACTERS): string {
  if (text.length <= maxCharacters) return text
  const head = keepStart(text, Math.floor(maxCharacters / 5))
  const tail = keepEnd(text, maxCharacters - Math.floor(maxCharacters / 5))
  const count = groupThousands
  const fileNote = file === undefined ? '' : ` For full output see: ${file}`
  return `Output too large. Showing first ${count(head.length)} and last ${count(tail.length)} characters.${fileNote}
${head}

... [${count(text.length - head.length - tail.length)} characters omitted] ...

${tail}`
}

/** Lengths in UTF-16 units. `file` has the full text. */
export type ShortenedOutput = { length: number; keptLength: number; file?: string }

/** The text, truncated if it is longer than the limit; 0 or less: no limit. `shortened` says what was left out. */
export function shortenOutput(
  text: string,
  file: string | undefined,
  maxCharacters = MAX_OUTPUT_CHARACTERS,
): { text: string; shortened?: ShortenedOutput } {
  if (maxCharacters <= 0 || text.length <= maxCharacters) return { text }
  const kept = truncateOutput(text, file, maxCharacters)
  return { text: kept, shortened: { length: text.length, keptLength: kept.length, file } }
}

/** Writes output to a file once it is too long for a tool result. */
export type OutputSpill = { write(chunk: Buffer): void; file(): string | undefined }

/** Creates the folder on the first write. An error while writing does not fail the command. */
export function openOutputSpill(folder: string, name: string, maxCharacters = MAX_OUTPUT_CHARACTERS): OutputSpill {
  const path = join(folder, name)
  let pending: Buffer[] = []
  let total = 0
  let state: 'waiting' | 'writing' | 'failed' = 'waiting'
  return {
    write(chunk) {
      total += chunk.length
      pending.push(chunk)
      if (state === 'failed' || maxCharacters <= 0 || total <= maxCharacters) return
      try {
        if (state === 'waiting') mkdirSync(folder, { recursive: true, mode: 0o700 })
        appendFileSync(path, Buffer.concat(pending), { mode: 0o600 })
        state = 'writing'
      } catch {
        state = 'failed'
      }
      pending = []
    },
    file: () => (state === 'writing' ? path : undefined),
  }
}

/** The path where saveText saves a text. */
export const savedTextPath = (folder: string, name: string): string =>
  join(
    folder,
    `${name
      .toLowerCase()
      .replace(/[^a-z0-9_-]/g, '_')
      .slice(0, 120)}.txt`,
  )

/**
 * Saves a text in a folder, which it creates if needed, and resolves to the path. Converts `name` to a valid file name.
 * Rejects when writing fails.
 */
export async function saveText(folder: string, name: string, text: string): Promise<string> {
  const path = savedTextPath(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path, text, { mode: 0o600 })
  return path
}

/** The output of a program, followed by the hosts that the network rules blocked for it. */
export const withRefusals = (output: string, refusals: readonly string[]): string =>
  [output, ...unmentioned(output, refusals)].filter(Boolean).join('\n')

/** curl and other programs already print the same sentence, from the response of the gateway. */
const unmentioned = (output: string, refusals: readonly string[]) =>
  refusals.filter((refusal) => !output.includes(refusal))
