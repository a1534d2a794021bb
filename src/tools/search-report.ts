import { withinTime } from '../host/bounded.ts'
import { endOf } from '../host/cut.ts'
import type { Workspace } from '../host/files.ts'
import type { Place } from '../host/place.ts'
import { LINE_CHARACTERS, linesOf, shorten } from './line-ends.ts'
import { onOneLine } from './one-line.ts'
import { type Hit, textAt } from './search-backends.ts'
import { done, type ToolResult } from './tool.ts'

/** What of a call decides how its matches are shown. */
type Asked = {
  pattern: string
  dir_path?: string | undefined
  include?: string | undefined
  names_only?: boolean | undefined
  context?: number | undefined
  before?: number | undefined
  after?: number | undefined
  total_max_matches?: number | undefined
}

/** Few matches are shown with this much around them, which saves the model a read. */
const AROUND_ONE = 50
const AROUND_FEW = 15
const FEW = 3

/** Matches by file, each file's in order; `cut` says that there may be more, `note` what there is to say where there are none. */
export async function reportHits(
  files: Workspace,
  folder: Place,
  { hits, cut, note }: { hits: readonly Hit[]; cut: boolean; note: string },
  regex: RegExp,
  args: Asked,
): Promise<ToolResult> {
  const where = args.dir_path === undefined ? 'in the workspace directory' : `in path "${args.dir_path}"`
  const filter = args.include === undefined ? '' : ` (filter: "${args.include}")`
  const what = `for pattern "${args.pattern}" ${where}${filter}`
  if (hits.length === 0) return done(`No matches found ${what}.${note}`, 'No matches found')

  const byFile = Map.groupBy(hits, (hit) => hit.path)
  const total = args.total_max_matches
  const limited = cut ? ` (results limited to ${total ?? hits.length} matches for performance)` : ''
  if (args.names_only) {
    const names = [...byFile.keys()].sort().map(onOneLine)
    return done(
      [`Found ${names.length} ${names.length === 1 ? 'file' : 'files'} with matches ${what}${limited}:`, ...names].join(
        '\n',
      ),
      `Found ${names.length} file(s)`,
    )
  }
  const around = contextOf(args, hits.length)
  const blocks = await Promise.all(
    [...byFile].map(async ([path, inFile]) => {
      const lines = around.before + around.after === 0 ? undefined : await textAt(files, path)
      return [`File: ${nameOf(path)}`, ...withContext(inFile, lines, around, regex), '---']
    }),
  )
  const count = `${hits.length} ${hits.length === 1 ? 'match' : 'matches'}`
  return done([`Found ${count} ${what}${limited}:`, '---', ...blocks.flat()].join('\n'), `Found ${count}${limited}`)

  /** Relative to the folder searched, as the reference has it; the file itself when only that was searched. */
  function nameOf(path: string): string {
    const name = folder.shown === '.' || path === folder.shown ? path : path.slice(folder.shown.length + 1)
    return onOneLine(name)
  }
}

type Around = { before: number; after: number }

function contextOf({ context, before, after }: Asked, matches: number): Around {
  if (context !== undefined || before !== undefined || after !== undefined)
    return { before: before ?? context ?? 0, after: after ?? context ?? 0 }
  const lines = matches === 1 ? AROUND_ONE : matches <= FEW ? AROUND_FEW : 0
  return { before: lines, after: lines }
}

/** `L12: text` for a match, `L11- text` for a line near one; a gap between them is left blank. */
function withContext(
  hits: readonly Hit[],
  text: string | undefined,
  { before, after }: Around,
  regex: RegExp,
): string[] {
  const matched = new Map(hits.map((hit) => [hit.line, hit.text]))
  const all = text === undefined ? [] : linesOf(text)
  const shown = new Map<number, string>()
  for (const hit of hits)
    for (let line = hit.line - before; line <= hit.line + after; line++) {
      const content = matched.get(line) ?? all[line - 1]
      if (content !== undefined && line > 0) shown.set(line, content)
    }
  return [...shown]
    .sort(([a], [b]) => a - b)
    .map(([line, content]) => {
      const shown = content.toWellFormed().trimEnd()
      return matched.has(line) ? `L${line}: ${aroundMatch(shown, regex)}` : `L${line}- ${shorten(shown)}`
    })
}

const FINDING_MS = 1500
/** What is shown before a match far behind in a very long line. */
const LEAD = 200

/** A line with a match; of a very long one, as generated files have it, the stretch the match is in. */
function aroundMatch(line: string, regex: RegExp): string {
  if (line.length <= LINE_CHARACTERS) return line
  const at = withinTime(FINDING_MS, () => regex.exec(line)?.index)?.value ?? 0
  const start = at - LEAD
  return at < LINE_CHARACTERS - LEAD
    ? shorten(line)
    : `[${start} characters] ...${shorten(endOf(line, line.length - start))}`
}
