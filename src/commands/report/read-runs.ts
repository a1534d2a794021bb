import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { messageOf, readErrorReason, UserError } from '../../platform/errors.ts'
import { readTranscript } from '../../record/read-transcript.ts'
import { type RunFigures, runFigures } from './run-figures.ts'

/** No artifact of a run is that large; a zip file can claim anything. */
const MAX_TEXT_BYTES = 512 * 2 ** 20

/** The figures of recorded runs, each run once. `skipped`: files that hold no run, each with the reason. */
export type RecordedRuns = { runs: RunFigures[]; skipped: string[] }

/**
 * Reads transcripts: `*.jsonl` files, zip files of artifacts, and folders with either, at any depth. Throws UserError for a path that
 * does not exist.
 */
export async function readRuns(paths: readonly string[]): Promise<RecordedRuns> {
  const collected = collectRuns()
  for (const path of paths) {
    const files = await filesAt(path)
    for (const file of files) await collected.add(file, await readFile(file))
  }
  return collected.result()
}

export type RunCollector = { add(name: string, bytes: Uint8Array): Promise<void>; result(): RecordedRuns }

/** Takes transcripts and zip files with them. Of two recordings of one run, the longer one counts. */
export function collectRuns(): RunCollector {
  const longest = new Map<string, { run: RunFigures; events: number }>()
  const skipped: string[] = []
  const addText = (name: string, text: string) => {
    try {
      const recorded = readTranscript(text)
      const run = runFigures(recorded)
      if (run === undefined) skipped.push(`${name}: not the transcript of a run`)
      else if ((longest.get(run.session)?.events ?? 0) < recorded.length)
        longest.set(run.session, { run, events: recorded.length })
    } catch (error) {
      skipped.push(`${name}: ${messageOf(error)}`)
    }
  }
  return {
    async add(name, bytes) {
      if (!name.endsWith('.zip')) return addText(name, Buffer.from(bytes).toString('utf8'))
      try {
        const filter = ({ name: inside, originalSize }: { name: string; originalSize: number }) =>
          inside.endsWith('.jsonl') && originalSize <= MAX_TEXT_BYTES
        for (const [inside, text] of Object.entries(unzipSync(bytes, { filter })))
          if (/(?:^|\/)transcript\.jsonl$/.test(inside)) addText(`${name}: ${inside}`, strFromU8(text))
      } catch (error) {
        skipped.push(`${name}: ${messageOf(error)}`)
      }
    },
    result: () => ({ runs: [...longest.values()].map(({ run }) => run), skipped }),
  }
}

async function filesAt(path: string): Promise<string[]> {
  const stats = await stat(path).catch((cause: unknown) => {
    throw new UserError(`Cannot read ${path}: ${readErrorReason(cause)}`, { cause })
  })
  if (!stats.isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(?:jsonl|zip)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
