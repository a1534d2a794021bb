import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Parser } from 'web-tree-sitter'
import { type Limit, limitOf } from './cpu.ts'
import { assignedByName } from './shell-assigning.ts'
import { describe, type ReadScript } from './shell-command.ts'
import { assignmentDangers } from './shell-dangers.ts'
import { parseLine } from './shell-tree.ts'
import type { ShellReading } from './shell-types.ts'
import { type Walked, walkLine } from './shell-walk.ts'
import { knownWord } from './shell-words.ts'

/** The two files the parser needs, by the names they keep when they are shipped side by side. */
export const GRAMMAR_FILES = ['web-tree-sitter.wasm', 'tree-sitter-bash.wasm'] as const

/** Longer lines are not read; nobody writes them by hand. In UTF-16 units. */
const LONGEST = 16_000
/** What reading one line may take altogether, in milliseconds. */
const MOST_MS = 25
/** Finishing the tree of a long pipeline is the one thing the parser cannot be interrupted in. */
const MOST_PIPES = 1000
/** How deep scripts may stand in scripts. */
const DEEPEST = 8
const MOST_REMEMBERED = 2000

let folder: string | undefined
let loading: Promise<Parser> | undefined
const remembered = new Map<string, ShellReading>()

/** Says where the grammar files lie; without it they are looked for among the installed packages. */
export function grammarFrom(path: string): void {
  folder = path
}

/** Where the grammar files lie among the installed packages: what a build has to copy. */
export function grammarFiles(): string[] {
  const { resolve } = createRequire(import.meta.url)
  return [resolve('web-tree-sitter/web-tree-sitter.wasm'), resolve('tree-sitter-bash/tree-sitter-bash.wasm')]
}

/**
 * Every simple command of a shell line, wherever it hides, with what it writes and what of it cannot be known. Takes
 * bounded time: what takes too long is not understood. Lines of plain words are read without the parser, which is not even
 * loaded for them.
 */
export async function readCommand(line: string): Promise<ShellReading> {
  const known = remembered.get(line)
  if (known !== undefined) return known
  // A script inside plain words is plain, so a plain line never needs the parser.
  if (!isPlain(line)) loading ??= loadParser()
  const parser = isPlain(line) ? undefined : await loading
  const { commands, unsure } = read(line, parser, limitOf(MOST_MS), 0)
  const reading = { line, commands, unsure }
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(line, reading)
  return reading
}

async function loadParser(): Promise<Parser> {
  const paths = folder === undefined ? grammarFiles() : GRAMMAR_FILES.map((name) => join(folder ?? '', name))
  const [{ Parser, Language }, runtime, grammar] = await Promise.all([
    import('web-tree-sitter'),
    readFile(paths[0] ?? ''),
    readFile(paths[1] ?? ''),
  ])
  await Parser.init({ wasmBinary: runtime })
  const parser = new Parser()
  parser.setLanguage(await Language.load(grammar))
  return parser
}

type Read = ReturnType<ReadScript>
const notRead = (why: string): Read => ({ commands: [], unsure: [why], around: [] })

function read(line: string, parser: Parser | undefined, late: Limit, depth: number): Read {
  if (line.trim() === '') return { commands: [], unsure: [], around: [] }
  if (line.length > LONGEST) return notRead('it is too long')
  if (line.split('|').length > MOST_PIPES) return notRead('it has too many pipes')
  if (depth > DEEPEST) return notRead('scripts stand in scripts too deeply')
  if (CONTROL.test(line)) return notRead('it holds control characters')
  const walked = isPlain(line) ? plainCommand(line) : parsed(line, parser, late)
  if (!('found' in walked)) return walked

  // What the line assigns or exports anywhere counts for all of it.
  const around = assignmentDangers([...walked.assigned, ...walked.found.flatMap(assignedByName)])
  const unsure = [...walked.unsure]
  const commands = walked.found.flatMap((found) => {
    const described = describe(found, around, (script) => read(script, parser, late, depth + 1))
    unsure.push(...described.unsure)
    return described.commands
  })
  if (late()) return notRead('reading it takes too long')
  return { commands, unsure: [...new Set(unsure)], around }
}

function parsed(line: string, parser: Parser | undefined, late: Limit): Walked | Read {
  if (parser === undefined) return notRead('it needs the parser')
  const tree = parseLine(parser, line, late)
  return tree.ok ? walkLine(tree.root, line) : notRead(tree.why)
}

/** Characters that end words for some readers and not for a shell, or the other way round. */
const CONTROL = /[\p{Cc}--[\t\n\u{80}-\u{9f}]]/v

/** Words in which nothing is special to a shell. */
const PLAIN = /^[ \t]*[\w./:=@%+,-]+(?:[ \t]+[\w./:=@%+,-]+)*[ \t]*$/
const SPECIAL_FIRST =
  /^(?:if|then|else|elif|fi|do|done|case|esac|while|until|for|in|function|time|coproc|select|[A-Za-z_]\w*\+?=.*)$/

const plainWords = (line: string): string[] => line.trim().split(/[ \t]+/)
const isPlain = (line: string): boolean =>
  line.trim() === '' || (PLAIN.test(line) && !SPECIAL_FIRST.test(plainWords(line)[0] ?? ''))

function plainCommand(line: string): Walked {
  const sources = plainWords(line)
  return { found: [{ words: sources.map(knownWord), sources, assignments: [], writes: [] }], assigned: [], unsure: [] }
}
