import { posix } from 'node:path'
import * as z from 'zod'
import type { CommitReader } from '../platform/files/workspace.ts'
import { keepStart } from '../text/format-text.ts'
import { globList } from '../text/glob-list.ts'
import { readYaml, splitFrontMatter } from './front-matter.ts'

/** A text that applies to the files that its globs name. `source`: where it stands. */
export type PlaceInstruction = { paths: readonly string[]; text: string; source: string }

/** The instructions that apply to files, each once until `reset`. */
export type PlaceInstructions = {
  /** The instructions that apply to one of the paths and that the model does not have yet. */
  take(paths: readonly string[]): readonly PlaceInstruction[]
  reset(): void
}

/** Paths are relative to the root, with forward slashes. */
export function openPlaceInstructions(instructions: readonly PlaceInstruction[]): PlaceInstructions {
  const all = instructions.map((instruction) => ({
    instruction,
    applies: globList(instruction.paths, { dot: true, basename: false }),
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
  until: z.union([z.string(), z.date()]).optional(),
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
    const end =
      until === undefined ? undefined : Date.parse(String(until instanceof Date ? until.toISOString() : until))
    if (end !== undefined && !(nowMs < end + DAY_MS))
      notes.push(`${path} no longer applies: its date \`until\` is past, or is no date.`)
    else instructions.push({ paths, text: keepStart(parts.body, MAX_LEARNINGS.characters), source: path })
  }
  return { instructions, notes }
}

const DAY_MS = 86_400_000
