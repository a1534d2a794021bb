import { posix } from 'node:path'
import type { Facts, Prefix, Rule } from './decide.ts'
import { type Answer, type Budget, newBudget, type Pattern, search } from './patterns.ts'
import type { SimpleCommand, Word } from './shell-types.ts'
import { type ArgsText, argsText } from './stable-json.ts'

/** One thing to be judged: a call, or one simple command of a shell call. */
export type Part = {
  /** What people are shown of it. */
  shown: string
  /** For shell calls; absent when not even that is known. */
  command?: SimpleCommand
}

/** One call while it is judged: what all rules and parts share, computed once. */
export type Case = {
  facts: Facts
  /** The whole shell line, without the spaces around it. */
  line: string
  texts: Map<string, Texts>
  wholes: Map<Rule, boolean>
  budget: Budget
}

/** The argument texts of a part: `sure` for rules that allow, `any` beside them for rules that deny or ask. */
type Texts = { sure: readonly ArgsText[]; any: readonly ArgsText[] }

export const openCase = (facts: Facts): Case => ({
  facts,
  line: facts.commands?.line.trim() ?? '',
  texts: new Map(),
  wholes: new Map(),
  budget: newBudget(),
})

/** Whether a rule restricts arguments or commands, and so does not speak of every call of its tools. */
export const isConditional = ({ match }: Rule): boolean =>
  match.args !== undefined || match.prefixes !== undefined || match.regex !== undefined

/**
 * Whether a rule that speaks of this tool speaks of this part. What is not known counts against the call: a rule that
 * denies or asks matches what it could match, a rule that allows only what it surely matches.
 */
export function applies(rule: Rule, part: Part, at: Case): boolean {
  const { annotations } = rule.match
  if (annotations !== undefined && !annotationsHold(annotations, at.facts.annotations)) return false
  if (!isConditional(rule)) return true
  if (at.facts.commands === undefined) {
    if (rule.match.args === undefined) return rule.verdict !== 'allow'
    return pick(rule, argsAnswer(rule, at.facts.args, undefined, at))
  }
  if (rule.verdict === 'allow') return part.command !== undefined && allowsCommand(rule, part.command, at)
  if (part.command === undefined || forbidsCommand(rule, part.command, at)) return true
  // A line that is one command was just tried.
  return part.command.source !== at.line && forbidsLine(rule, at)
}

/** What runs something unseen could run whatever a rule forbids. */
export const isOpaque = ({ unsure, dangers }: SimpleCommand): boolean =>
  unsure.length > 0 || dangers.some(({ does }) => does === 'runs')

const pick = (rule: Rule, answer: Answer): boolean =>
  answer === 'yes' || (answer === 'maybe' && rule.verdict !== 'allow')

export function annotationsHold(
  wanted: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(wanted).every(([key, value]) => Object.hasOwn(given, key) && given[key] === value)
}

function allowsCommand(rule: Rule, command: SimpleCommand, at: Case): boolean {
  if (command.unsure.length > 0) return false
  const { prefixes, regex, args } = rule.match
  if (prefixes !== undefined) {
    const covers = (prefix: Prefix) =>
      command.sameForms.some((words) => prefixAnswer(prefix, words) === 'yes' && spellsOut(prefix, words, command))
    return prefixes.some(covers)
  }
  // A pattern says nothing of words it cannot see.
  if (command.words.some((word) => word.kind !== 'known')) return false
  if (command.dangers.some((danger) => !namesDanger(regex ?? args, danger.word))) return false
  if (regex !== undefined) return textsOf(command).sure.some((text) => search(regex, text, at.budget) === 'yes')
  return argsAnswer(rule, at.facts.args, command, at) === 'yes'
}

/** A prefix allows an option that runs programs or writes files only when it spells the option out. */
function spellsOut(prefix: Prefix, words: readonly Word[], command: SimpleCommand): boolean {
  const named = words.slice(0, prefix.words.length)
  return command.dangers.every(({ word }) => word !== undefined && named.includes(word))
}

function namesDanger(pattern: Pattern | undefined, word: Word | undefined): boolean {
  if (pattern === undefined || word === undefined || word.kind !== 'known') return false
  return holdsWord(pattern.source.replaceAll('\\', ''), word.text.replaceAll('\\', ''))
}

/** A word as one: the `n` of `uniq` names no file. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\w-]$/.test(text.slice(0, at)) && !/^[\w-]/.test(text.slice(at + word.length))) return true
  return false
}

function forbidsCommand(rule: Rule, command: SimpleCommand, at: Case): boolean {
  const { prefixes, regex, args } = rule.match
  if (isOpaque(command)) return true
  if (prefixes !== undefined)
    return prefixes.some((prefix) => command.forms.some((words) => prefixAnswer(prefix, words) !== 'no'))
  const unknown = command.words.some((word) => word.kind !== 'known')
  if (regex !== undefined) {
    if (unknown && couldStart(regex.heads, command)) return true
    return textsOf(command).any.some((text) => search(regex, text, at.budget) !== 'no')
  }
  if (args !== undefined && unknown && couldStart(headsInCommand(args), command)) return true
  return argsAnswer(rule, at.facts.args, command, at) !== 'no'
}

/** Rules that deny or ask are tried on the whole line, too, as if it were one command. */
function forbidsLine(rule: Rule, at: Case): boolean {
  const known = at.wholes.get(rule)
  if (known !== undefined) return known
  const { line } = at
  const { prefixes, regex } = rule.match
  const found =
    prefixes !== undefined
      ? prefixes.some(({ text }) => startsLine(text.trim(), line))
      : regex !== undefined
        ? search(regex, line, at.budget) !== 'no'
        : argsAnswer(rule, at.facts.args, undefined, at) !== 'no'
  at.wholes.set(rule, found)
  return found
}

const startsLine = (prefix: string, line: string): boolean =>
  line.startsWith(prefix) && !/^[^\s"';&|()<>`]/.test(line.slice(prefix.length))

/** Whether a command starts with these words. Rules are many and so is this asked often: no iterators here. */
function prefixAnswer({ words: wanted }: Prefix, words: readonly Word[]): Answer {
  for (let at = 0; at < wanted.length; at++) {
    const expected = wanted[at] ?? ''
    const word = words[at]
    if (word === undefined) return 'no'
    if (word.kind !== 'known') return expected.startsWith(word.start) ? 'maybe' : 'no'
    if (word.text !== expected) return 'no'
  }
  return 'yes'
}

type Spoken = { sure: readonly string[]; any: readonly string[] }
const spoken = new WeakMap<SimpleCommand, Spoken>()

/** A command as text: `sure` is what it surely is, `any` is also every other way to put it. */
function textsOf(command: SimpleCommand): Spoken {
  const known = spoken.get(command)
  if (known !== undefined) return known
  const plain = command.forms.map((words) => words.map(({ text }) => text).join(' '))
  // The source is what its author had in mind, unless it has spaces that are none to a shell.
  const sure = /[^\S \t\n]/.test(command.source) ? [command.quoted] : [command.quoted, command.source]
  const texts = { sure: unlike(sure), any: unlike([command.quoted, command.source, ...plain]) }
  spoken.set(command, texts)
  return texts
}

const unlike = (texts: readonly string[]): readonly string[] => texts.filter((text, at) => texts.indexOf(text) === at)

/** Whether a text that starts as far as the command is known could go on to one of these. */
function couldStart(heads: readonly string[] | undefined, { words }: SimpleCommand): boolean {
  if (heads === undefined) return true
  const end = words.findIndex((word) => word.kind !== 'known')
  const known = [...words.slice(0, end).map(({ text }) => text), words[end]?.start ?? ''].join(' ')
  return heads.some((head) => head.startsWith(known) || known.startsWith(head))
}

/** What the command must start with for an argsPattern such as `"command":"(git|npm)`. */
function headsInCommand({ heads }: Pattern): readonly string[] | undefined {
  const start = '"command":"'
  return heads?.every((head) => head.startsWith(start)) ? heads.map((head) => head.slice(start.length)) : undefined
}

function argsAnswer(rule: Rule, args: Facts['args'], command: SimpleCommand | undefined, at: Case): Answer {
  const { args: pattern } = rule.match
  if (pattern === undefined) return 'yes'
  const texts = argTexts(args, command, at)
  const allows = rule.verdict === 'allow'
  let answer: Answer = 'no'
  for (const { text, nested } of allows ? texts.sure : texts.any) {
    // Under a rule that allows, an argument's own fields cannot pass for arguments.
    const outside = (start: number) => !nested.some(([from, to]) => start >= from && start < to)
    const found = search(pattern, text, at.budget, allows ? outside : undefined)
    if (found === 'yes') return 'yes'
    if (found === 'maybe') answer = 'maybe'
  }
  return answer
}

function argTexts(args: Facts['args'], command: SimpleCommand | undefined, at: Case): Texts {
  const key = command?.source ?? ''
  const known = at.texts.get(key)
  if (known !== undefined) return known
  const both = (each: Facts['args']) => [argsText(each, true), argsText(each, false)]
  let texts: Texts
  if (command === undefined) {
    const { plain, differs } = withPlainPaths(args)
    const raw = both(args)
    const written =
      differs === 'no'
        ? { sure: raw, any: raw }
        : { sure: differs === 'climbs' ? both(plain) : [...both(plain), ...raw], any: [...raw, ...both(plain)] }
    const { places } = at.facts
    const real = places === undefined ? [] : both(places.args)
    texts = { sure: places?.linked ? real : [...real, ...written.sure], any: [...written.any, ...real] }
  } else {
    const spoken = textsOf(command)
    const withCommand = (text: string) => both({ ...args, command: text })
    texts = { sure: spoken.sure.flatMap(withCommand), any: spoken.any.flatMap(withCommand) }
  }
  at.texts.set(key, texts)
  return texts
}

/** A path in its shortest form, with slashes. */
export const plainPath = (path: string): string => posix.normalize(path.replaceAll('\\', '/'))

/** Names of arguments that hold paths. */
export const HOLDS_PATHS = /path|paths|directory|folder|file|files|source|destination/i

/**
 * The arguments with their paths in the shortest form, so that `src/../.github/x` is seen for what it is. `climbs`: some
 * path goes up, and its written form must not help it pass.
 */
function withPlainPaths(args: Facts['args']): { plain: Facts['args']; differs: 'no' | 'spelling' | 'climbs' } {
  let differs: 'no' | 'spelling' | 'climbs' = 'no'
  const shorten = (path: string): string => {
    const short = plainPath(path)
    if (short === path || path === '') return path
    if (path.split(/[\\/]/).includes('..')) differs = 'climbs'
    else if (differs === 'no') differs = 'spelling'
    return short
  }
  const plain: Facts['args'] = {}
  for (const [key, value] of Object.entries(args)) {
    if (!HOLDS_PATHS.test(key)) plain[key] = value
    else if (typeof value === 'string') plain[key] = shorten(value)
    else if (Array.isArray(value)) plain[key] = value.map((each) => (typeof each === 'string' ? shorten(each) : each))
    else plain[key] = value
  }
  return { plain, differs }
}
