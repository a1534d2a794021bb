import { appendFileSync, mkdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endOf, startOf } from '../host/cut.ts'
import { grouped } from '../host/numbers.ts'

/** What one answer may add to the conversation; about ten thousand tokens. */
export const OUTPUT_CHARACTERS = 40_000

/**
 * A long text as its first fifth and its end, with a line that says what is missing and where all of it is.
 * Cut between characters.
 */
export function shortened(text: string, file: string | undefined, most = OUTPUT_CHARACTERS): string {
  if (text.length <= most) return text
  const head = startOf(text, Math.floor(most / 5))
  const tail = endOf(text, most - Math.floor(most / 5))
  const count = grouped
  const where = file === undefined ? '' : ` For full output see: ${file}`
  return `Output too large. Showing first ${count(head.length)} and last ${count(tail.length)} characters.${where}
${head}

... [${count(text.length - head.length - tail.length)} characters omitted] ...

${tail}`
}

/** Keeps output on disk once there is more of it than an answer shows. */
export type Spill = { take(chunk: Buffer): void; file(): string | undefined }

/** `name` makes the file's name; the folder is made when the first byte needs it. Failing to keep output fails no command. */
export function openSpill(folder: string, name: string): Spill {
  const path = join(folder, name)
  let waiting: Buffer[] = []
  let total = 0
  let state: 'waiting' | 'writing' | 'failed' = 'waiting'
  return {
    take(chunk) {
      total += chunk.length
      waiting.push(chunk)
      if (state === 'failed' || total <= OUTPUT_CHARACTERS) return
      try {
        if (state === 'waiting') mkdirSync(folder, { recursive: true, mode: 0o700 })
        appendFileSync(path, Buffer.concat(waiting), { mode: 0o600 })
        state = 'writing'
      } catch {
        state = 'failed'
      }
      waiting = []
    },
    file: () => (state === 'writing' ? path : undefined),
  }
}

/** Where keepText puts a text. */
export const keptAt = (folder: string, name: string): string =>
  join(
    folder,
    `${name
      .toLowerCase()
      .replace(/[^a-z0-9_-]/g, '_')
      .slice(0, 120)}.txt`,
  )

/**
 * Keeps a whole text in a folder of its own, made when first needed, and resolves to its path. `name` is made fit for a
 * file's name. Rejects when the disk does.
 */
export async function keepText(folder: string, name: string, text: string): Promise<string> {
  const path = keptAt(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path, text, { mode: 0o600 })
  return path
}
