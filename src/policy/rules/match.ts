import { foldPath, normalizePath } from '../../platform/paths.ts'
import { type ArgsText, argsText } from '../../text/json.ts'
import type { SimpleCommand, Word } from '../shell/shell-types.ts'
import { quoteWord } from '../shell/words.ts'
import {
  type CompiledPattern,
  ignoreCase,
  newPatternBudget,
  type PatternBudget,
  type Ternary,
  testPattern,
} from './patterns.ts'
import type { CallFacts, Prefix, Rule, RuleMatch } from './rule.ts'

/** What a rule is matched against: a call, or one simple command of a shell call. */
export type CallPart = {
  /** Its text in messages. */
  text: string
  /** For shell calls; absent when the line cannot be parsed. */
  command?: SimpleCommand
}

/** One call during a decision: what all rules and parts share, computed once. */
export type MatchContext = {
  facts: CallFacts
  /** The whole shell line, trimmed. */
  line: string
  argTexts: Map<string, ArgsTexts>
  /** The texts of the same arguments with folded paths. */
  foldedTexts: Map<CallFacts['args'], FoldedTexts[]>
  lineMatches: Map<Rule, boolean>
  budget: PatternBudget
}

/** The argument texts of a part: `certain` for rules that allow, `possible` for rules that deny or ask. */
type ArgsTexts = { certain: readonly ArgsText[]; possible: readonly ArgsText[] }

export const newMatchContext = (facts: CallFacts): MatchContext => ({
  facts,
  line: facts.shell?.line.trim() ?? '',
  argTexts: new Map(),
  foldedTexts: new Map(),
  lineMatches: new Map(),
  budget: newPatternBudget(),
})

/** Whether a rule has a condition on arguments or commands, so that it does not apply to every call of its tools. */
export const isConditional = ({ match }: Rule): boolean =>
  match.args !== undefined || match.paths !== undefined || match.prefixes !== undefined || match.regex !== undefined

/**
 * Why a rule for this tool does not apply to a call, whatever its arguments; undefined when it applies. A new condition that
 * needs no arguments goes here, and its fact of the call into `rulesForCall`.
 */
export function inactiveReason(
  { modes, interactive, agent, annotations }: RuleMatch,
  facts: Pick<CallFacts, 'mode' | 'interactive' | 'agent' | 'annotations'>,
): string | undefined {
  if (modes !== undefined && !modes.includes(facts.mode)) return `only in mode ${modes.join(', ')}`
  if (agent !== undefined && agent !== facts.agent) return `only for the agent ${agent}`
  if (interactive !== undefined && interactive !== facts.interactive)
    return `only when ${interactive ? 'a person can confirm calls' : 'no person can confirm calls'}`
  if (annotations !== undefined && !annotationsMatch(annotations, facts.annotations))
    return `the tool's annotations are not ${JSON.stringify(annotations)}`
  return undefined
}

/**
 * Whether a rule for this tool matches this part. When in doubt, the call is not allowed: a rule that denies or asks matches
 * a possible match, a rule that allows matches only a certain one.
 */
export function ruleMatches(rule: Rule, part: CallPart, context: MatchContext): boolean {
  if (!isConditional(rule)) return true
  const { paths } = rule.match
  if (paths !== undefined) return writtenPaths(context.facts).some((path) => paths.has(path))
  if (context.facts.shell === undefined) {
    if (rule.match.args === undefined) return rule.verdict !== 'allow'
    return countsAsMatch(rule, matchArgs(rule, context.facts.args, undefined, context))
  }
  if (rule.verdict === 'allow') return part.command !== undefined && allowsCommand(rule, part.command, context)
  if (part.command === undefined || forbidsCommand(rule, part.command, context)) return true
  // A line that is a single command was matched above.
  return part.command.source !== context.line && forbidsLine(rule, context)
}

/** The names of the file that a call writes: as the call spells it, and with links followed. */
const writtenPaths = ({ args, resolved }: CallFacts): string[] =>
  [resolved?.args.file_path, args.file_path].filter((path) => typeof path === 'string')

/** Whether a command may run something hidden, and so anything that a rule forbids. */
export const isOpaque = ({ unsure, dangers }: SimpleCommand): boolean =>
  unsure.length > 0 || dangers.some(({ effect }) => effect === 'runs')

const countsAsMatch = (rule: Rule, answer: Ternary): boolean =>
  answer === 'yes' || (answer === 'maybe' && rule.verdict !== 'allow')

/**
 * Why an allow rule leaves a call alone that writes more than the run may write by itself. Only a rule of the user or admin tier that
 * says so allows it.
 */
export function targetsReason(
  { verdict, tier, match }: Rule,
  { beyond }: Pick<CallFacts, 'beyond'>,
): string | undefined {
  if (verdict !== 'allow' || beyond === undefined) return undefined
  const isOpen = match.targets === 'any' && (tier === 'user' || tier === 'admin')
  return isOpen ? undefined : 'does not say targets = "any"'
}

function annotationsMatch(
  required: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(required).every(([key, value]) => Object.hasOwn(actual, key) && actual[key] === value)
}

function allowsCommand(rule: Rule, command: SimpleCommand, context: MatchContext): boolean {
  if (command.unsure.length > 0) return false
  const { prefixes, regex, args } = rule.match
  if (prefixes !== undefined) {
    const covers = (prefix: Prefix) =>
      command.sameForms.some((words) => matchPrefix(prefix, words) === 'yes' && spellsOut(prefix, words, command))
    return prefixes.some(covers)
  }
  const pattern = regex ?? args
  if (pattern === undefined) return false
  if (command.dangers.some(({ effect, word }) => effect !== 'project' && !namesDanger(pattern, word))) return false
  const matches = (text: string) =>
    regex !== undefined
      ? [text, ...jsonTexts(text)].some((each) => testPattern(regex, each, context.budget) === 'yes')
      : matchTexts(pattern, argsWith(context.facts.args, text), true, context) === 'yes'
  if (command.words.some((word) => word.kind !== 'known')) return coversUnknownWords(pattern, command, matches)
  return commandTexts(command).certain.some(matches)
}

/** A command as the JSON text of the arguments shows it: some patterns are written for `"command":"git log"`. */
function jsonTexts(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1)
  return [`${json}}`, `${json}\u0000}`]
}

/** A prefix allows an option that runs programs or writes files only when it spells the option out. */
function spellsOut(prefix: Prefix, words: readonly Word[], command: SimpleCommand): boolean {
  const prefixWords = words.slice(0, prefix.words.length)
  return command.dangers.every(
    ({ word, effect, level = 0 }) =>
      effect === 'project' ||
      (effect === 'unknown' && prefix.words.length <= level) ||
      (word !== undefined && prefixWords.includes(word)),
  )
}

function namesDanger(pattern: CompiledPattern | undefined, word: Word | undefined): boolean {
  if (pattern === undefined || word === undefined || word.kind !== 'known') return false
  return containsWord(pattern.source.replaceAll('\\', ''), word.text.replaceAll('\\', ''))
}

/** Whether a text contains this whole word. */
function containsWord(text: string, word: string): boolean {
  for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + 1))
    if (!/[\w-]$/.test(text.slice(0, index)) && !/^[\w-]/.test(text.slice(index + word.length))) return true
  return false
}

function forbidsCommand(rule: Rule, command: SimpleCommand, context: MatchContext): boolean {
  const { prefixes, regex, args } = rule.match
  if (isOpaque(command)) return true
  if (prefixes !== undefined)
    return prefixes.some((prefix) => command.forms.some((words) => matchPrefix(prefix, words) !== 'no'))
  const unknown = command.words.some((word) => word.kind !== 'known')
  if (regex !== undefined) {
    if (unknown && couldStart(regex.heads, command)) return true
    return commandTexts(command).possible.some((text) => mayMatch(regex, text, context))
  }
  if (args !== undefined && unknown && couldStart(commandHeads(args), command)) return true
  return matchArgs(rule, context.facts.args, command, context) !== 'no'
}

/** Matches a rule that denies or asks against the whole line as if it were one command. */
function forbidsLine(rule: Rule, context: MatchContext): boolean {
  const cached = context.lineMatches.get(rule)
  if (cached !== undefined) return cached
  const { line } = context
  const { prefixes, regex } = rule.match
  const matched =
    prefixes !== undefined
      ? prefixes.some(({ text }) => startsLine(text.trim(), line))
      : regex !== undefined
        ? mayMatch(regex, line, context)
        : matchArgs(rule, context.facts.args, undefined, context) !== 'no'
  context.lineMatches.set(rule, matched)
  return matched
}

const mayMatch = (regex: CompiledPattern, text: string, { budget }: MatchContext): boolean =>
  [text, ...jsonTexts(text)].some((each) => testPattern(regex, each, budget) !== 'no')

const startsLine = (prefix: string, line: string): boolean =>
  line.startsWith(prefix) && !/^[^\s"';&|()<>`]/.test(line.slice(prefix.length))

/** Whether a command starts with these words. Runs for many rules, so it avoids iterators. */
function matchPrefix({ words: expectedWords }: Prefix, words: readonly Word[]): Ternary {
  for (let index = 0; index < expectedWords.length; index++) {
    const expected = expectedWords[index] ?? ''
    const word = words[index]
    if (word === undefined) return 'no'
    if (word.values !== undefined && !word.values.includes(expected)) return 'no'
    if (word.kind !== 'known') return expected.startsWith(word.start) ? 'maybe' : 'no'
    if (word.text !== expected) return 'no'
  }
  return 'yes'
}

type CommandTexts = { certain: readonly string[]; possible: readonly string[] }

const textsByCommand = new WeakMap<SimpleCommand, CommandTexts>()

/** A command as text: `certain` is exact, `possible` also contains its equivalent forms. */
function commandTexts(command: SimpleCommand): CommandTexts {
  const cached = textsByCommand.get(command)
  if (cached !== undefined) return cached
  const plain = command.forms.map((words) => words.map(({ text }) => text).join(' '))
  // The source is exact too, unless it contains white space that does not separate words in a shell.
  // Nor does the source show what a variable holds.
  const isExact = !/[^\S \t\n]/.test(command.source) && !command.words.some(({ fromVariable }) => fromVariable)
  const certain = isExact ? [command.quoted, command.source] : [command.quoted]
  const texts = { certain: unique(certain), possible: unique([command.quoted, command.source, ...plain]) }
  textsByCommand.set(command, texts)
  return texts
}

const unique = (texts: readonly string[]): readonly string[] =>
  texts.filter((text, index) => texts.indexOf(text) === index)

/** Whether the known start of the command is compatible with one of these texts. */
function couldStart(heads: readonly string[] | undefined, { words }: SimpleCommand): boolean {
  if (heads === undefined) return true
  const end = words.findIndex((word) => word.kind !== 'known')
  const knownStart = [...words.slice(0, end).map(({ text }) => text), words[end]?.start ?? ''].join(' ')
  return heads.some((head) => head.startsWith(knownStart) || knownStart.startsWith(head))
}

/** The texts that a command must start with to match an argsPattern, for example `"command":"(git|npm)`. */
function commandHeads({ heads }: CompiledPattern): readonly string[] | undefined {
  const start = '"command":"'
  return heads?.every((head) => head.startsWith(start)) ? heads.map((head) => head.slice(start.length)) : undefined
}

function matchArgs(
  rule: Rule,
  args: CallFacts['args'],
  command: SimpleCommand | undefined,
  context: MatchContext,
): Ternary {
  const { args: pattern } = rule.match
  if (pattern === undefined) return 'yes'
  const allows = rule.verdict === 'allow'
  const { certain, possible } = argsTexts(args, command, context)
  const answer = matchTexts(pattern, allows ? certain : possible, allows, context)
  if (allows || answer === 'yes' || command !== undefined) return answer
  const { resolved } = context.facts
  const known = context.foldedTexts.get(args)
  const texts =
    known ?? foldedTexts([normalizePathArgs(args).plain, ...(resolved === undefined ? [] : [resolved.args])])
  if (known === undefined) context.foldedTexts.set(args, texts)
  const folded = matchFoldedPaths(pattern, texts, context.budget)
  return folded === 'no' ? answer : folded
}

function matchTexts(
  pattern: CompiledPattern,
  texts: readonly ArgsText[],
  allows: boolean,
  { budget }: MatchContext,
): Ternary {
  let answer: Ternary = 'no'
  for (const { text, nested } of texts) {
    // A rule that allows must not match a nested field that looks like a top-level argument.
    const outside = (start: number) => !nested.some(([from, to]) => start >= from && start < to)
    const match = testPattern(pattern, text, budget, allows ? outside : undefined)
    if (match === 'yes') return 'yes'
    if (match === 'maybe') answer = 'maybe'
  }
  return answer
}

/** The texts of the arguments with another command. */
const argsWith = (args: CallFacts['args'], command: string): readonly ArgsText[] => [
  argsText({ ...args, command }, true),
  argsText({ ...args, command }, false),
]

function argsTexts(args: CallFacts['args'], command: SimpleCommand | undefined, context: MatchContext): ArgsTexts {
  const key = command?.source ?? ''
  const cached = context.argTexts.get(key)
  if (cached !== undefined) return cached
  const both = (each: CallFacts['args']) => [argsText(each, true), argsText(each, false)]
  let texts: ArgsTexts
  if (command === undefined) {
    const { plain, differs } = normalizePathArgs(args)
    const raw = both(args)
    const fromCall =
      differs === 'no'
        ? { certain: raw, possible: raw }
        : { certain: differs === 'climbs' ? both(plain) : [...both(plain), ...raw], possible: [...raw, ...both(plain)] }
    const { resolved } = context.facts
    const real = resolved === undefined ? [] : both(resolved.args)
    texts = {
      certain: resolved?.linked ? real : [...real, ...fromCall.certain],
      possible: [...fromCall.possible, ...real],
    }
  } else {
    const { certain, possible } = commandTexts(command)
    const withCommand = (text: string) => both({ ...args, command: text })
    texts = { certain: certain.flatMap(withCommand), possible: possible.flatMap(withCommand) }
  }
  context.argTexts.set(key, texts)
  return texts
}

/**
 * The arguments with their paths normalized, so that `src/../.github/x` cannot hide its target. `climbs`: a path contains
 * `..`, so an allow rule must not match its raw form.
 */
function normalizePathArgs(args: CallFacts['args']): {
  plain: CallFacts['args']
  differs: 'no' | 'spelling' | 'climbs'
} {
  let differs: 'no' | 'spelling' | 'climbs' = 'no'
  const normalize = (path: string): string => {
    const short = normalizePath(path)
    if (short === path || path === '') return path
    if (path.split(/[\\/]/).includes('..')) differs = 'climbs'
    else if (differs === 'no') differs = 'spelling'
    return short
  }
  const plain: CallFacts['args'] = {}
  for (const [key, value] of Object.entries(args)) {
    if (!PATH_ARGUMENT_NAME.test(key)) plain[key] = value
    else if (typeof value === 'string') plain[key] = normalize(value)
    else if (Array.isArray(value)) plain[key] = value.map((each) => (typeof each === 'string' ? normalize(each) : each))
    else plain[key] = value
  }
  return { plain, differs }
}

/** Matches names of arguments that contain paths. */
export const PATH_ARGUMENT_NAME = /path|paths|directory|folder|file|files|source|destination/i

/** The texts of a call with folded paths, for one decision: of all arguments, and of those that contain paths. */
export type FoldedTexts = { all: readonly string[]; paths: readonly string[] }

/** Calls without a path have no texts. */
export function foldedTexts(calls: readonly CallFacts['args'][]): FoldedTexts[] {
  const textsOf = (args: CallFacts['args']) => [true, false].map((delimited) => argsText(args, delimited).text)
  return calls.flatMap((args) => {
    const paths = foldPaths(args)
    return Object.keys(paths).length === 0 ? [] : [{ all: textsOf({ ...args, ...paths }), paths: textsOf(paths) }]
  })
}

/**
 * Whether a pattern of a rule that denies or asks matches the paths of a call on a file system that ignores
 * letter case and Unicode form. Other arguments keep their letter case: they count only for a pattern that names a path.
 */
export function matchFoldedPaths(
  pattern: CompiledPattern,
  texts: readonly FoldedTexts[],
  budget: PatternBudget,
): Ternary {
  let answer: Ternary = 'no'
  const folded = foldedPattern(pattern)
  for (const { all, paths } of texts)
    for (const text of NAMES_PATH.test(pattern.source) ? all : paths) {
      const match = testPattern(folded, text, budget)
      if (match === 'yes') return 'yes'
      if (match === 'maybe') answer = 'maybe'
    }
  return answer
}

const NAMES_PATH = /"\w*(?:path|directory|folder|file|source|destination)\w*"/i

const patterns = new WeakMap<CompiledPattern, CompiledPattern>()

function foldedPattern(pattern: CompiledPattern): CompiledPattern {
  const cached = patterns.get(pattern)
  if (cached !== undefined) return cached
  const folded = ignoreCase(pattern)
  patterns.set(pattern, folded)
  return folded
}

/** The arguments that contain paths, folded. */
function foldPaths(args: CallFacts['args']): CallFacts['args'] {
  const paths: CallFacts['args'] = {}
  for (const [key, value] of Object.entries(args)) {
    if (!PATH_ARGUMENT_NAME.test(key)) continue
    if (typeof value === 'string') paths[key] = foldPath(value)
    else if (Array.isArray(value)) paths[key] = value.map((each) => (typeof each === 'string' ? foldPath(each) : each))
  }
  return paths
}

/** Whether a pattern matches a command with this text. */
type Matches = (text: string) => boolean

/** Characters that a word can have without being syntax of a shell. */
const CHARACTERS = ` /.-_:=@%+,~!#*?[]{}^\\abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789`

/** Words that a pattern must match to match whatever a variable holds: all characters, and each of them first and last. */
const PROBES = [...CHARACTERS].map((character) => character + CHARACTERS + character)

/** A pattern whose answer can depend on text that it does not match. */
const LOOKS_AROUND = /\(\?<?[!=]/

/** A pattern of file names, or a home folder, and nothing else that a shell expands. */
const FILE_NAMES = /^[\w./*?[\]@%+,:=~-]+$/

/**
 * Whether a pattern that allows matches a command with words that are only known at run time. It does when it spells the
 * variable out (`echo \$HOME`, `[\w$]+`), when the word only stands for names of files (`*.ts`, `~/x`), or when it matches
 * whatever the word holds (`cat .*`).
 */
export function coversUnknownWords(pattern: CompiledPattern, { words }: SimpleCommand, matches: Matches): boolean {
  if (words[0]?.kind !== 'known') return false
  const text = (each: (word: Word) => string) =>
    words.map((word) => (word.kind === 'known' ? quoteWord(word) : each(word))).join(' ')
  const source = ({ text }: Word) => text
  if (!matches(text(source))) return false
  if (words[0].text === '[[') return true
  if (LOOKS_AROUND.test(pattern.source)) return false
  const open = words.filter((word) => {
    if (word.kind === 'known' || FILE_NAMES.test(word.text)) return false
    const isSpelledOut = !matches(text((each) => (each === word ? each.text.replaceAll('$', '\u0001') : each.text)))
    return word.values !== undefined || !isSpelledOut
  })
  return open.every((word) => {
    const contents = word.values ?? PROBES.map((probe) => word.start + probe)
    return contents.every((content) => matches(text((each) => (each === word ? content : each.text))))
  })
}
