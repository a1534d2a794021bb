import { posix } from 'node:path'
import * as z from 'zod'
import type { CommitReader } from '../platform/files/workspace.ts'
import { keepStart } from '../text/format-text.ts'
import { globList, pathGlob } from '../text/glob-list.ts'
import { readYaml, splitFrontMatter } from './front-matter.ts'

/** A text that applies to the files that its globs name. `source`: where it stands. */
export type PlaceInstruction = { paths: readonly string[]; text: string; source: string }

/** The instructions that apply to files, each once until `reset`. */
export type PlaceInstructions = {
  /** The instructions that apply to one of the paths and that the model does not have yet. */
  take(paths: readonly string[]): readonly PlaceInstruction[]
  reset(): void
}

/** Whether a path is among those that the globs of an instruction name. Case counts, as in git. */
export const placeGlobs = (globs: readonly string[]): ((path: string) => boolean) =>
  globList(globs.map(pathGlob), { dot: true, basename: false })

/** Paths are relative to the root, with forward slashes. */
export function openPlaceInstructions(instructions: readonly PlaceInstruction[]): PlaceInstructions {
  const all = instructions.map((instruction) => ({
    instruction,
    applies: placeGlobs(instruction.paths),
  }))
  let open = all
  return {
    take(paths) {
      const taken = open.filter(({ applies }) => paths.some((path) => applies(path)))
      open = open.filter((each) => !taken.includes(each))
      return taken.map(({ instruction }) => instruction)
    },
    reset() {
      open = all
    },
  }
}

/** The instructions as a block for the model. */
export const placeInstructionsText = (instructions: readonly PlaceInstruction[]): string =>
  instructions
    .map(
      ({ paths, text, source }) =>
        `--- Instructions for ${paths.join(', ')} (${source}) ---\n${text.trim()}\n--- End of Instructions ---`,
    )
    .join('\n\n')

type ReviewSettings = { sluice?: { review?: { instructions?: readonly { paths: readonly string[]; text: string }[] } } }

/** The instructions of the setting `sluice.review.instructions`. */
export const settingsInstructions = ({ sluice }: ReviewSettings): PlaceInstruction[] =>
  (sluice?.review?.instructions ?? []).map(({ paths, text }) => ({
    paths,
    text,
    source: 'the setting sluice.review.instructions',
  }))

/** Where people keep what reviews learned: one file for each, with front matter. */
const LEARNINGS = '.gemini/learnings'

/** Limits of what learnings add. */
const MAX_LEARNINGS = { files: 100, characters: 4_000 }

const LearningFields = z.object({
  paths: z.union([z.string(), z.array(z.string())]).transform((paths) => [paths].flat()),
  until: z.unknown().optional(),
})

/**
 * The learnings of a commit as instructions by place. `notes` name those that do not apply: past their date, or without globs. Rejects only
 * when the reader cannot list the folder.
 */
export async function readLearnings(
  reader: CommitReader,
  nowMs: number,
): Promise<{ instructions: PlaceInstruction[]; notes: string[] }> {
  const { files } = await reader.entries(LEARNINGS)
  const names = files.filter((name) => name.endsWith('.md')).toSorted()
  const instructions: PlaceInstruction[] = []
  const notes = names.slice(MAX_LEARNINGS.files).map((name) => `${LEARNINGS}/${name} is not read: there are too many.`)
  for (const name of names.slice(0, MAX_LEARNINGS.files)) {
    const path = posix.join(LEARNINGS, name)
    const parts = splitFrontMatter((await reader.read(path).catch(() => undefined)) ?? '')
    const yaml = parts && readYaml(parts.yaml)
    const fields = yaml?.ok === true ? LearningFields.safeParse(yaml.value) : undefined
    if (parts === undefined || fields?.success !== true) {
      notes.push(`${path} does not apply: it needs front matter with \`paths\`.`)
      continue
    }
    const { paths, until } = fields.data
    if (until !== undefined && !isUntil(String(until), nowMs))
      notes.push(`${path} no longer applies: its date \`until\` is past, or is no date.`)
    else instructions.push({ paths, text: keepStart(parts.body, MAX_LEARNINGS.characters), source: path })
  }
  return { instructions, notes }
}

/** Whether a day such as 2027-06-30 is not over in UTC. No such day is over: 31 February, or a date in other words. */
function isUntil(day: string, nowMs: number): boolean {
  const startMs = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  return nowMs < startMs + DAY_MS && new Date(startMs).toISOString().startsWith(day)
}

const DAY_MS = 86_400_000
