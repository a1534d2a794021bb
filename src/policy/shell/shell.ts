import type { Parser } from 'web-tree-sitter'
import { type TimeLimit, timeLimit } from '../../platform/time.ts'
import { parseShellLine } from './parse.ts'
import { parserFiles, requireParser } from './parser-folder.ts'
import { withoutResultWrites } from './result-files.ts'
import type { ParsedLine, ShellAnalysis } from './shell-types.ts'
import { type AnalyzeScript, analyzeCommand } from './simple-command.ts'
import { assignedByName, assignmentDangers, environmentDangers, exportedByName } from './variables.ts'
import { walkLine } from './walk.ts'
import { knownWord } from './words.ts'

/** Longer lines are not parsed. In UTF-16 units. */
const MAX_LINE_LENGTH = 16_000
/** Time to analyze one line, in milliseconds. */
const MAX_PARSE_MS = 25
/** The parser cannot be interrupted while it completes the tree of a long pipeline. */
const MAX_PIPES = 1000
/** Nesting of scripts in scripts. */
const MAX_SCRIPT_DEPTH = 8
const MAX_CACHED = 2000

let loading: Promise<Parser> | undefined
const cache = new Map<string, ShellAnalysis>()

/**
 * Every simple command of a shell line, nested ones included, with the files it writes and what cannot be known about it.
 * Time is limited: a line that takes too long is reported as unparsable. Lines of plain words need no parser, so it is
 * not loaded for them.
 */
export async function analyzeShellLine(line: string): Promise<ShellAnalysis> {
  const cached = cache.get(line)
  if (cached !== undefined) return cached
  // A script inside plain words is plain too, so a plain line never needs the parser.
  if (!isPlain(line)) loading ??= loadParser()
  const parser = isPlain(line) ? undefined : await loading
  const { commands, unsure } = analyzeScript(line, parser, timeLimit(MAX_PARSE_MS), 0)
  const analysis = { line, commands, unsure }
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(line, analysis)
  return analysis
}

async function loadParser(): Promise<Parser> {
  const files = parserFiles()
  const { Parser, Language } = requireParser(files)
  await Parser.init()
  const parser = new Parser()
  parser.setLanguage(await Language.load(files.grammar))
  return parser
}

type ScriptAnalysis = ReturnType<AnalyzeScript>
const notUnderstood = (reason: string): ScriptAnalysis => ({ commands: [], unsure: [reason], scriptDangers: [] })

function analyzeScript(line: string, parser: Parser | undefined, isLate: TimeLimit, depth: number): ScriptAnalysis {
  if (line.trim() === '') return { commands: [], unsure: [], scriptDangers: [] }
  if (line.length > MAX_LINE_LENGTH) return notUnderstood('it is too long')
  if (line.split('|').length > MAX_PIPES) return notUnderstood('it has too many pipes')
  if (depth > MAX_SCRIPT_DEPTH) return notUnderstood('scripts are nested too deeply')
  if (CONTROL.test(line)) return notUnderstood('it contains control characters')
  const walked = isPlain(line) ? plainCommand(line) : parseScript(line, parser, isLate)
  if (!('assigned' in walked)) return walked
  const parsed = depth === 0 ? withoutResultWrites(walked, line) : walked

  // Assignments and exports anywhere in the line count for all of its commands.
  const lineDangers = [
    ...assignmentDangers([...parsed.assigned, ...parsed.commands.flatMap(assignedByName)]),
    ...environmentDangers(parsed.commands.flatMap(exportedByName), ''),
  ]
  const unsure = [...parsed.unsure]
  const commands = parsed.commands.flatMap((command) => {
    const analysis = analyzeCommand(command, lineDangers, (script) => analyzeScript(script, parser, isLate, depth + 1))
    unsure.push(...analysis.unsure)
    return analysis.commands
  })
  if (isLate()) return notUnderstood('parsing it takes too long')
  return { commands, unsure: [...new Set(unsure)], scriptDangers: lineDangers }
}

function parseScript(line: string, parser: Parser | undefined, isLate: TimeLimit): ParsedLine | ScriptAnalysis {
  if (parser === undefined) return notUnderstood('it needs the parser')
  const tree = parseShellLine(parser, line, isLate)
  return tree.ok ? walkLine(tree.root, line) : notUnderstood(tree.reason)
}

/** Characters that separate words for some programs but not for a shell, or the reverse. */
const CONTROL = /[\p{Cc}--[\t\n\u{80}-\u{9f}]]/v

/** Words without characters that are special to a shell. */
const PLAIN = /^[ \t]*[\w./:=@%+,-]+(?:[ \t]+[\w./:=@%+,-]+)*[ \t]*$/
const SPECIAL_FIRST =
  /^(?:if|then|else|elif|fi|do|done|case|esac|while|until|for|in|function|time|coproc|select|[A-Za-z_]\w*\+?=.*)$/

const plainWords = (line: string): string[] => line.trim().split(/[ \t]+/)
const isPlain = (line: string): boolean =>
  line.trim() === '' || (PLAIN.test(line) && !SPECIAL_FIRST.test(plainWords(line)[0] ?? ''))

function plainCommand(line: string): ParsedLine {
  const sources = plainWords(line)
  return {
    commands: [{ words: sources.map(knownWord), sources, assignments: [], writes: [] }],
    assigned: [],
    unsure: [],
  }
}
