import { isSeen } from './diff-coverage.ts'
import { diffPages } from './diff-pages.ts'
import { countGroups, type GroupedFile } from './file-groups.ts'

/** Consecutive pages of github__get_diff, counted from 1, for one reader. `files`: the source files on them that no one has read. */
type ReviewPart = { first: number; last: number; files: readonly GroupedFile[] }

/** About 45,000 tokens: the reader of a part needs room for the code around it. */
const PART_PAGES = 4
const MAX_PARTS = 10

/**
 * Says in which parts the source files that had no room in the first prompt can be read; undefined when one reader can read them all.
 * `files`: all files of the pull request, in the order of github__get_diff. `reviewed`: the files that this review is about.
 */
export function describeReviewParts(
  files: readonly GroupedFile[],
  reviewed: readonly GroupedFile[] = files,
): string | undefined {
  const unread = new Set(reviewed.filter((file) => file.group === 'source' && !isSeen(file)).map(({ path }) => path))
  const parts = planParts(files, unread)
  if (parts.length < 2) return undefined
  const lines = parts
    .slice(0, MAX_PARTS)
    .map(({ first, last, files }, index) => `part ${index + 1} is ${pageRange(first, last)} (${countGroups(files)})`)
  const rest = parts.slice(MAX_PARTS)
  const more =
    rest.length === 0
      ? ''
      : ` ${countGroups([...new Set(rest.flatMap((part) => part.files))])} files are in none of them: say in the answer that they were not reviewed.`
  return `The source files among them are too many to read in this conversation. Review them in ${lines.length} parts, the pages of github__get_diff: ${lines.join('; ')}.${more} Delegate each part to the sub-agent change_reviewer, one part a call, with the pages and what to look for; where you cannot delegate, read the most important pages yourself. Then check what the reports say, merge what they repeat, and make one list of findings, most serious first.`
}

const pageRange = (first: number, last: number) => (first === last ? `page ${first}` : `pages ${first} to ${last}`)

function planParts(files: readonly GroupedFile[], unread: ReadonlySet<string>): ReviewPart[] {
  const parts: { first: number; last: number; files: GroupedFile[] }[] = []
  for (const [index, page] of diffPages(files).entries()) {
    const number = index + 1
    const sources = page.flatMap(({ file, patch }) => (patch !== undefined && unread.has(file.path) ? [file] : []))
    if (sources.length === 0) continue
    const last = parts.at(-1)
    if (last !== undefined && number - last.first < PART_PAGES) {
      last.last = number
      last.files.push(...sources.filter((file) => !last.files.includes(file)))
    } else parts.push({ first: number, last: number, files: sources })
  }
  return parts
}
