import { messageOf } from '../../platform/errors.ts'
import { MAX_COMPARED_FILES } from '../api/compare-commits.ts'
import type { GitHub } from '../api/github.ts'
import { SLUICE_MARKER } from '../events/comment-trigger.ts'
import type { EventFact } from '../events/event-facts.ts'
import type { AnswerPlace, Task } from '../events/task.ts'
import { type AttributesCalls, groupChangedFiles } from './changed-files.ts'
import { writeDiff } from './diff-data.ts'
import type { PromptData } from './prompt-data.ts'

/** The maximum UTF-16 units of each part. */
const MAX_CHARACTERS = { lines: 40_000, prose: 20_000, comment: 4_000 }
const MAX_COMMENTS = 30

/** Writes what the event says, as data. */
export async function writeEventFacts(facts: readonly EventFact[], output: PromptData): Promise<void> {
  for (const { kind, attributes = {}, format, text } of facts) {
    const clean =
      format === 'prose' ? await output.prose(text, MAX_CHARACTERS.prose) : output.code(text, MAX_CHARACTERS.lines)
    output.data(kind, attributes, clean)
  }
}

/** Writes the difference of the two commits of a push or merge group. */
export async function writeCompared(
  { base, head }: NonNullable<Task['compared']>,
  github: Pick<GitHub, 'compare' | AttributesCalls>,
  output: PromptData,
): Promise<void> {
  try {
    const { files } = await github.compare(base, head)
    output.note(`The difference between the merge base of ${base} and ${head}, and ${head}:`)
    const isIncomplete = files.length >= MAX_COMPARED_FILES
    const grouped = await groupChangedFiles(files, base, github)
    writeDiff({ files: grouped, notes: isIncomplete ? [INCOMPLETE_COMPARISON] : [] }, output)
  } catch (error) {
    output.note(`The diff could not be read: ${messageOf(error)}`)
  }
}

export const INCOMPLETE_COMPARISON = `GitHub lists ${MAX_COMPARED_FILES} files of a comparison at most: there may be more.`

/** Writes the comments of the discussion thread or commit from before the event. */
export async function writePlaceComments(
  { requestedAt = '' }: Task,
  place: AnswerPlace,
  github: Pick<GitHub, 'discussionComments' | 'commitComments'>,
  output: PromptData,
): Promise<void> {
  try {
    const comments = await (place.kind === 'commit'
      ? github.commitComments(place.sha)
      : github.discussionComments(place))
    const isEarlier = ({ updatedAt, body }: { updatedAt: string; body: string }) =>
      !SLUICE_MARKER.test(body) && !(Date.parse(updatedAt) >= Date.parse(requestedAt))
    const earlier = comments.filter(isEarlier)
    for (const { author, body, createdAt } of earlier.slice(-MAX_COMMENTS))
      output.data(
        'comment',
        { author: author ?? 'ghost', created: createdAt },
        await output.prose(body, MAX_CHARACTERS.comment),
      )
    const older = earlier.length - MAX_COMMENTS
    if (older > 0) output.note(`${older} older comments were omitted because there is no room for them.`)
  } catch (error) {
    output.note(`The comments could not be read: ${messageOf(error)}`)
  }
}
