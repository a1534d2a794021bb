import type { Parser } from 'web-tree-sitter'
import { type TimeLimit, timeLimit } from '../../platform/time.ts'
import { arithmeticProblems, conditionProblems, conditionWords } from './conditions.ts'
import {
  HOLDERS,
  LEAVES,
  PLAIN_EXPANSION_OPERATORS,
  parseShellLine,
  type ShellNode,
  type SpecialKind,
} from './parse.ts'
import { parserFiles, readGrammar, requireParser } from './parser-folder.ts'
import { withoutResultWrites } from './result-files.ts'
import type { ParsedCommand, ParsedLine, ShellAnalysis, Word } from './shell-types.ts'
import { type AnalyzeScript, analyzeCommand } from './simple-command.ts'
import {
  assignedByName,
  assignmentDangers,
  environmentDangers,
  exportedByName,
  lineContext,
  mayBeAddress,
} from './variables.ts'
import { knownWord, type LineContext, shellWord, UNKNOWN_WORDS } from './words.ts'

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
  parser.setLanguage(await Language.load(await readGrammar(files)))
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

/** Everything a parsed line runs, writes and assigns, and what cannot be known about it. */
export function walkLine(root: ShellNode, line: string): ParsedLine {
  // What the variables hold depends on the commands that can set them, so read the commands without it first.
  const { commands } = walkWith(root, { line, resolve: () => undefined, splitsAtBlanks: true })
  return walkWith(root, lineContext(root, line, commands))
}

function walkWith(root: ShellNode, context: LineContext): ParsedLine {
  const walk: Walk = { context, commands: [], byNode: new Map(), assigned: [], unsure: new Set() }
  visit(root, walk)
  return { commands: walk.commands, assigned: walk.assigned, unsure: [...walk.unsure] }
}

type Walk = {
  context: LineContext
  commands: ParsedCommand[]
  byNode: Map<ShellNode, ParsedCommand>
  /** Assignments without a command; they last for the rest of the line. */
  assigned: ParsedCommand['assignments']
  unsure: Set<string>
}

const textOf = ({ start, end }: ShellNode, { context }: Walk): string => context.line.slice(start, end)

type Visit = (node: ShellNode, walk: Walk) => void

const VISITS: Readonly<Record<SpecialKind, Visit>> = {
  command: visitCommand,
  declaration_command: visitDeclaration,
  unset_command: visitDeclaration,
  test_command: visitTest,
  redirected_statement: visitRedirected,
  // A redirection that belongs to no command, for example of a function, still writes.
  file_redirect: (node, walk) => visitRedirects([node], [newCommand(walk)], walk),
  heredoc_redirect: (node, walk) => visitRedirects([node], [newCommand(walk)], walk),
  variable_assignment(node, walk) {
    walk.assigned.push(assignment(node, walk))
    visitParts(node, walk)
  },
  for_statement(node, walk) {
    const variable = node.children.find(({ field }) => field === 'variable')
    if (variable !== undefined) walk.assigned.push({ name: textOf(variable, walk), value: UNKNOWN_WORDS })
    visitParts(node, walk)
  },
  compound_statement(node, walk) {
    if (node.children[0]?.type === '((') for (const child of node.children) evaluate(child, walk)
    visitParts(node, walk)
  },
  c_style_for_statement(node, walk) {
    for (const child of node.children) {
      if (child.field === 'initializer' && child.type === 'variable_assignment') {
        walk.assigned.push({ name: textOf(child, walk).replace(/\W.*$/s, ''), value: UNKNOWN_WORDS })
        for (const each of child.children) if (each.field === 'value') evaluate(each, walk)
        if (!/^\w+\s*=/.test(textOf(child, walk))) walk.unsure.add('a loop evaluates a subscript')
      } else if (['initializer', 'condition', 'update'].includes(child.field ?? '')) evaluate(child, walk)
      else if (!child.isNamed && !/^(?:for|\(\(|\)\)|;|\n|,)$/.test(child.type))
        walk.unsure.add('a loop has a form that the policy cannot read')
      if (child.field !== 'initializer' || child.type !== 'variable_assignment') visit(child, walk)
      else visitParts(child, walk)
    }
  },
  arithmetic_expansion(node, walk) {
    evaluate(node, walk)
    visitParts(node, walk)
  },
  expansion(node, walk) {
    visitExpansion(node, walk)
    visitParts(node, walk)
  },
  subscript(node, walk) {
    for (const child of node.children)
      if (child.field === 'index' && !/^[@*]$/.test(textOf(child, walk))) evaluate(child, walk)
    visitParts(node, walk)
  },
  array(node, walk) {
    // `[subscript]=value` evaluates the subscript, and braces can make one.
    for (const child of node.children)
      if (child.isNamed && /^(?:\[|\{)/.test(textOf(child, walk)) && !/^\[\d+\]=/.test(textOf(child, walk)))
        walk.unsure.add(`the array element ${textOf(child, walk)} may have a subscript, which can run commands`)
    visitParts(node, walk)
  },
}

const VISIT_OF: Readonly<Record<string, Visit | undefined>> = VISITS

function visit(node: ShellNode, walk: Walk): void {
  const special = VISIT_OF[node.type]
  if (special !== undefined) special(node, walk)
  else if (node.isNamed && !LEAVES.has(node.type)) {
    if (!HOLDERS.has(node.type)) walk.unsure.add(`the effect of ${node.type} is unknown`)
    visitParts(node, walk)
  }
}

/** Records why arithmetic could run commands. */
function evaluate(node: ShellNode, walk: Walk): void {
  for (const problem of arithmeticProblems(node, walk.context)) walk.unsure.add(problem)
}

function visitParts(node: ShellNode, walk: Walk): void {
  for (const child of node.children) visit(child, walk)
}

function newCommand(walk: Walk, node?: ShellNode): ParsedCommand {
  const command: ParsedCommand = { words: [], sources: [], assignments: [], writes: [] }
  walk.commands.push(command)
  if (node !== undefined) walk.byNode.set(node, command)
  return command
}

function visitCommand(node: ShellNode, walk: Walk): void {
  const command = newCommand(walk, node)
  for (const child of node.children) {
    if (child.type === 'variable_assignment') command.assignments.push(assignment(child, walk))
    else if (child.type === 'file_redirect' || child.type === 'herestring_redirect') {
      visitRedirects([child], [command], walk)
      continue
    } else addWord(command, child, walk)
    visitWord(child, walk)
  }
}

/** Words can contain commands. An assignment before a program lasts only for that program. */
function visitWord(node: ShellNode, walk: Walk): void {
  if (node.type === 'variable_assignment') visitParts(node, walk)
  else visit(node, walk)
}

function addWord(command: ParsedCommand, node: ShellNode, walk: Walk): void {
  const word = shellWord(node, walk.context)
  command.words.push(word)
  command.sources.push(textOf(node, walk))
}

function visitDeclaration(node: ShellNode, walk: Walk): void {
  const command = newCommand(walk, node)
  for (const child of node.children) {
    if (child.type === 'variable_assignment') {
      const { name, value } = assignment(child, walk)
      const text = textOf(child, walk)
      command.words.push(
        value.kind === 'known'
          ? knownWord(`${name}=${value.text}`)
          : { text, kind: value.kind, start: `${name}=`, option: false },
      )
      command.sources.push(text)
    } else {
      addWord(command, child, walk)
    }
    visitWord(child, walk)
  }
}

function visitTest(node: ShellNode, walk: Walk): void {
  const command = newCommand(walk, node)
  const text = textOf(node, walk)
  const open = text.startsWith('[[') ? '[[' : '['
  const rest = text.slice(open.length).trim()
  const words = open === '[' ? conditionWords(node, walk.context) : undefined
  if (open === '[[') for (const problem of conditionProblems(node, walk.context)) walk.unsure.add(problem)
  if (words === undefined && open === '[') walk.unsure.add('the shell may read the words of [ differently')
  command.words.push(knownWord(open), ...(words ?? [{ text: rest, kind: 'many' as const, start: '', option: true }]))
  command.sources.push(open, rest)
  visitParts(node, walk)
}

function visitRedirected(node: ShellNode, walk: Walk): void {
  const body = node.children.find(({ field }) => field === 'body')
  const redirects = node.children.filter((child) => child !== body)
  const before = walk.commands.length
  if (body === undefined) newCommand(walk)
  else visit(body, walk)
  const inside = walk.commands.slice(before)
  const targets = body === undefined ? inside : redirectedBy(body, inside, walk)
  // A statement without a command, for example an assignment in braces, still writes.
  visitRedirects(redirects, targets.length === 0 ? [newCommand(walk)] : targets, walk)
}

/** The commands that a redirection after a statement applies to: the last of a list or pipeline, all of a compound. */
function redirectedBy(body: ShellNode, all: ParsedCommand[], walk: Walk): ParsedCommand[] {
  const direct = walk.byNode.get(body)
  if (direct !== undefined) return [direct]
  if (!['list', 'pipeline', 'negated_command'].includes(body.type)) return all
  const last = body.children.at(-1)
  return last === undefined ? all : redirectedBy(last, all, walk)
}

/** Files that keep nothing that is written to them. */
const NOWHERE = new Set(['/dev/null', '/dev/stdout', '/dev/stderr'])

function visitRedirects(redirects: readonly ShellNode[], targets: readonly ParsedCommand[], walk: Walk): void {
  for (const redirect of redirects) {
    if (redirect.type === 'file_redirect') visitFileRedirect(redirect, targets, walk)
    else if (redirect.type === 'heredoc_redirect') visitHeredoc(redirect, targets, walk)
    else visit(redirect, walk)
  }
}

function visitFileRedirect(redirect: ShellNode, targets: readonly ParsedCommand[], walk: Walk): void {
  const [target, ...more] = redirect.children.filter(({ field }) => field === 'destination')
  const operator = redirect.children.find(({ isNamed }) => !isNamed)?.type ?? ''
  const word = target === undefined ? undefined : shellWord(target, walk.context)
  const copies =
    /^[<>]&-?$/.test(operator) && (word === undefined || (word.kind === 'known' && /^(?:\d+-?|-)$/.test(word.text)))
  const isKept = word === undefined || word.kind !== 'known' || !NOWHERE.has(word.text)
  const network = word?.kind === 'known' && /^\/dev\/(?:tcp|udp)\//.test(word.text)
  const text = `${operator} ${target === undefined ? '' : textOf(target, walk)}`.trim()
  if ((/>/.test(operator) && !copies && isKept) || network) for (const command of targets) command.writes.push(text)
  else if (word !== undefined && word.kind !== 'known' && !copies && target?.type !== 'process_substitution')
    for (const command of targets) if (mayBeAddress(word)) command.writes.push(text)
  // The grammar treats words after a redirection as more targets; for a shell they are words of the command.
  addTrailingWords(more, targets, walk)
  visitParts(redirect, walk)
}

function visitHeredoc(redirect: ShellNode, targets: readonly ParsedCommand[], walk: Walk): void {
  addTrailingWords(
    redirect.children.filter(({ field }) => field === 'argument'),
    targets,
    walk,
  )
  for (const child of redirect.children) {
    if (child.type === 'file_redirect') visitFileRedirect(child, targets, walk)
    else visit(child, walk)
  }
}

function addTrailingWords(words: readonly ShellNode[], targets: readonly ParsedCommand[], walk: Walk): void {
  if (words.length === 0) return
  const [only, another] = targets
  if (only === undefined || another !== undefined || only.words.length === 0) {
    walk.unsure.add('words follow a redirection that belongs to no command')
    return
  }
  for (const word of words) addWord(only, word, walk)
}

function assignment(node: ShellNode, walk: Walk): { name: string; value: Word } {
  const target = node.children.find(({ field }) => field === 'name')
  const value = node.children.find(({ field }) => field === 'value')
  const name = target === undefined ? '' : textOf(target, walk)
  const word = value === undefined ? knownWord('') : shellWord(value, walk.context)
  const isAppended = node.children.some(({ type }) => type === '+=')
  return { name: name.replace(/\[.*$/s, ''), value: isAppended ? UNKNOWN_WORDS : word }
}

/** Most expansions only return a value; some evaluate the content of a variable. */
function visitExpansion(node: ShellNode, walk: Walk): void {
  const operators = node.children.filter(({ isNamed }) => !isNamed).map(({ type }) => type)
  const [special] = operators.filter((type) => !PLAIN_EXPANSION_OPERATORS.has(type))
  const from = node.children.findIndex(({ type }) => type === ':')
  const evaluates = special === ':' || (special === '-' && from > 0)
  if (evaluates) for (const child of node.children.slice(from + 1)) if (child.type !== '}') evaluate(child, walk)
  if (special !== undefined && !evaluates) walk.unsure.add(`${textOf(node, walk)} can run the content of a variable`)
  const name = node.children.find(({ type }) => type === 'variable_name')
  if (name !== undefined && operators.some((type) => /^:?=$/.test(type)))
    walk.assigned.push({ name: textOf(name, walk), value: UNKNOWN_WORDS })
}
