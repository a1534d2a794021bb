import type { Workspace } from '../../platform/files/workspace.ts'
import type { WorkspacePath } from '../../platform/files/workspace-path.ts'
import { runWithTimeout } from '../../platform/run-with-timeout.ts'
import { quoteMultiline } from '../../text/one-line.ts'
import { keepEnd } from '../../text/truncate.ts'
import { linesOf, MAX_LINE_CHARACTERS, truncateLine } from '../edit/line-endings.ts'
import { done, type ToolResult } from '../tool.ts'
import { readSearchText, type SearchHit, type SearchHits } from './search-backends.ts'

/** The parameters of a call that decide how its matches are shown. */
type ReportInput = {
  pattern: string
  dir_path?: string
  include?: string
  names_only?: boolean
  context?: number
  before?: number
  after?: number
  total_max_matches?: number
}

/** A few matches are shown with many lines of context, which saves the model a read. */
const CONTEXT_LINES_FOR_ONE = 50
const CONTEXT_LINES_FOR_FEW = 15
const MAX_FEW = 3

/** Reports the hits by file, in order. `note` explains an empty result. */
export async function reportHits(
  files: Workspace,
  { hits, truncated, note }: SearchHits & { note: string },
  { folder, regex, args }: { folder: WorkspacePath; regex: RegExp; args: ReportInput },
): Promise<ToolResult> {
  const location = args.dir_path === undefined ? 'in the workspace directory' : `in path "${args.dir_path}"`
  const filter = args.include === undefined ? '' : ` (filter: "${args.include}")`
  const searchLabel = `for pattern "${args.pattern}" ${location}${filter}`
  if (hits.length === 0) return done(`No matches found ${searchLabel}.${note}`, 'No matches found')

  const byFile = Map.groupBy(hits, (hit) => hit.path)
  const total = args.total_max_matches
  const limited = truncated ? ` (results limited to ${total ?? hits.length} matches for performance)` : ''
  if (args.names_only) {
    const names = [...byFile.keys()].sort().map(quoteMultiline)
    return done(
      [
        `Found ${names.length} ${names.length === 1 ? 'file' : 'files'} with matches ${searchLabel}${limited}:`,
        ...names,
      ].join('\n'),
      `Found ${names.length} file(s)`,
    )
  }
  const contextLines = contextLinesFor(args, hits.length)
  const blocks = await Promise.all(
    [...byFile].map(async ([path, inFile]) => {
      const lines = contextLines.before + contextLines.after === 0 ? undefined : await readSearchText(files, path)
      return [`File: ${reportedPath(path)}`, ...linesWithContext(inFile, lines, contextLines, regex), '---']
    }),
  )
  const count = `${hits.length} ${hits.length === 1 ? 'match' : 'matches'}`
  return done(
    [`Found ${count} ${searchLabel}${limited}:`, '---', ...blocks.flat()].join('\n'),
    `Found ${count}${limited}`,
  )

  /** Relative to the searched folder, as the reference has it; the whole path if only this file was searched. */
  function reportedPath(path: string): string {
    const name =
      folder.displayPath === '.' || path === folder.displayPath ? path : path.slice(folder.displayPath.length + 1)
    return quoteMultiline(name)
  }
}

type ContextLines = { before: number; after: number }

function contextLinesFor({ context, before, after }: ReportInput, matches: number): ContextLines {
  if (context !== undefined || before !== undefined || after !== undefined)
    return { before: before ?? context ?? 0, after: after ?? context ?? 0 }
  const lines = matches === 1 ? CONTEXT_LINES_FOR_ONE : matches <= MAX_FEW ? CONTEXT_LINES_FOR_FEW : 0
  return { before: lines, after: lines }
}

/** `L12: text` for a match, `L11- text` for a context line. */
function linesWithContext(
  hits: readonly SearchHit[],
  text: string | undefined,
  { before, after }: ContextLines,
  regex: RegExp,
): string[] {
  const matched = new Map(hits.map((hit) => [hit.line, hit.text]))
  const all = text === undefined ? [] : linesOf(text)
  const lines = new Map<number, string>()
  for (const hit of hits)
    for (let line = hit.line - before; line <= hit.line + after; line++) {
      const content = matched.get(line) ?? all[line - 1]
      if (content !== undefined && line > 0) lines.set(line, content)
    }
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([line, content]) => {
      const lineText = content.toWellFormed().trimEnd()
      return matched.has(line)
        ? `L${line}: ${excerptAroundMatch(lineText, regex)}`
        : `L${line}- ${truncateLine(lineText)}`
    })
}

const FINDING_MS = 1500
/** Characters to show before a match in a very long line. */
const LEAD = 200

/** A matching line; for a very long line only the excerpt around the match. */
function excerptAroundMatch(line: string, regex: RegExp): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line
  const matchIndex = runWithTimeout(FINDING_MS, () => regex.exec(line)?.index)?.value ?? 0
  const start = matchIndex - LEAD
  return matchIndex < MAX_LINE_CHARACTERS - LEAD
    ? truncateLine(line)
    : `[${start} characters] ...${truncateLine(keepEnd(line, line.length - start))}`
}
