import type { Match, Rule, Verdict } from './decide.ts'
import { misspelt } from './misspelt.ts'
import { ranked } from './rank.ts'
import { examine } from './shell-dangers.ts'
import { knownWord } from './shell-words.ts'
import { isShell, WRAPPERS } from './shell-wrappers.ts'
import { SHELL } from './tool-names.ts'

/** Something to think about in rules that load. `line` counts from 1. */
export type Finding = { file: string; line: number; text: string }

/** What is probably not meant: rules that never decide, patterns that can hang, allows that are wider than they look. */
export function lint(rules: readonly Rule[]): Finding[] {
  const strongestFirst = ranked(rules)
  const found = rules.flatMap((rule) => {
    const texts = [
      ...neverDecides(rule, strongestFirst),
      ...idle(rule),
      ...slow(rule),
      ...wide(rule),
      ...misspelt(rule),
    ]
    return texts.map((text) => ({ file: rule.file, line: rule.line, text }))
  })
  return found.filter(
    ({ file, line, text }, at) =>
      found.findIndex((each) => each.file === file && each.line === line && each.text === text) === at,
  )
}

function neverDecides(rule: Rule, strongestFirst: readonly Rule[]): string[] {
  const stronger = strongestFirst.slice(0, strongestFirst.indexOf(rule))
  const before = stronger.find((each) => covers(each, rule))
  if (before === undefined) return []
  const where = `${before.file}:${before.line}`
  return before.verdict === rule.verdict
    ? [`never decides: ${where} says the same of every call it matches, and comes first`]
    : [`never decides: ${where} (${word(before.verdict)}) matches every call it matches, and comes first`]
}

const word = (verdict: Verdict): string => (verdict === 'ask' ? 'ask_user' : verdict)

/** Whether one rule surely matches every call another one matches. */
function covers(wide: Rule, narrow: Rule): boolean {
  const a = wide.match
  const b = narrow.match
  if (a.agent !== undefined && a.agent !== b.agent) return false
  if (a.interactive !== undefined && a.interactive !== b.interactive) return false
  if (
    a.modes !== undefined &&
    !(b.modes ?? ['default', 'autoEdit', 'yolo', 'plan']).every((mode) => a.modes?.includes(mode))
  )
    return false
  if (Object.entries(a.annotations ?? {}).some(([key, value]) => b.annotations?.[key] !== value)) return false
  return coversTools(a, b) && coversArguments(wide, narrow)
}

function coversTools(a: Match, b: Match): boolean {
  if (a.builtin && !b.builtin) return false
  if (a.server !== undefined && a.server !== b.server && !(a.server === '*' && b.server !== undefined)) return false
  if (
    a.tools === undefined ||
    (a.tools.includes('*') && a.server === undefined) ||
    (a.tools.includes('*') && a.server !== undefined)
  )
    return true
  if (a.server === undefined && b.server !== undefined) return a.tools.includes(`${b.server}__*`)
  return b.tools?.every((tool) => a.tools?.includes(tool)) ?? false
}

function coversArguments(wide: Rule, narrow: Rule): boolean {
  const a = wide.match
  const b = narrow.match
  if (a.args === undefined && a.regex === undefined && a.prefixes === undefined) return true
  if (a.args?.source !== b.args?.source || a.regex?.source !== b.regex?.source) return false
  if (a.prefixes === undefined) return true
  // An allow for a shorter prefix leaves the dangerous options to the longer one.
  if (wide.verdict === 'allow')
    return b.prefixes?.every(({ text }) => a.prefixes?.some((each) => each.text.trim() === text.trim())) ?? false
  return (
    b.prefixes?.every(({ words }) => a.prefixes?.some((each) => each.words.every((word, at) => words[at] === word))) ??
    false
  )
}

function idle(rule: Rule): string[] {
  const { match, verdict } = rule
  const found: string[] = []
  if (rule.allowRedirection && verdict !== 'allow')
    found.push('allowRedirection has no effect: the rule allows nothing')
  if (rule.allowRedirection && match.tools !== undefined && !match.tools.some((tool) => tool === '*' || tool === SHELL))
    found.push(`allowRedirection has no effect: it is about ${SHELL} only`)
  if (rule.message !== undefined && verdict === 'allow')
    found.push('denyMessage has no effect: the rule denies nothing')
  if (match.interactive === true) found.push('applies only where a person can be asked, so never in an unattended run')
  for (const { text, words } of match.prefixes ?? [])
    if (verdict === 'allow' && words.some((each) => /^(?:&&?|\|\|?|;|[<>]+)$|[;&|]$/.test(each)))
      found.push(
        `commandPrefix ${JSON.stringify(text)} never matches: each command of a line is judged by itself, so write a rule for each`,
      )
  return found
}

function slow({ match }: Rule): string[] {
  const patterns = [['argsPattern', match.args] as const, ['commandRegex', match.regex] as const]
  return patterns.flatMap(([name, pattern]) => {
    if (pattern === undefined) return []
    if (pattern.cost.explodes)
      return [
        `${name} ${JSON.stringify(pattern.source)} repeats alternatives and can take exponential time; where it does, it counts against the call`,
      ]
    if (pattern.cost.steps > 3)
      return [
        `${name} ${JSON.stringify(pattern.source)} repeats ${pattern.cost.steps} times and can backtrack for long`,
      ]
    return []
  })
}

function wide(rule: Rule): string[] {
  if (rule.verdict !== 'allow') return []
  const { tools, prefixes, regex, args, modes, annotations, server } = rule.match
  const conditional = prefixes !== undefined || regex !== undefined || args !== undefined || annotations !== undefined
  const found: string[] = []
  if (!conditional && server === undefined && tools?.includes('*') && modes?.join() !== 'yolo')
    found.push('allows every tool; name the tools, or use the mode yolo')
  if (!conditional && tools?.includes(SHELL))
    found.push('allows every command, also what cannot be read; commandPrefix makes it narrower')
  for (const prefix of prefixes ?? []) {
    const spelled = prefix.words.map(knownWord)
    const [program = ''] = prefix.words
    const bare = prefix.words.length === 1
    const { dangers } = examine(spelled)
    // What a bare program does without arguments (reading code from its input) is not excused by its name.
    // `python -m pytest` says which module; `python -m` leaves it open.
    const last = spelled.at(-1)
    const [danger] = dangers.filter(
      ({ does, word: each }) => does === 'runs' && (each === last || (each === undefined && bare)),
    )
    if (danger !== undefined)
      found.push(
        `allows ${JSON.stringify(prefix.text)}, which ${danger.word === undefined ? 'takes code to run' : danger.why}`,
      )
    else if (bare && (isShell(program) || program === 'sudo' || program === 'doas'))
      found.push(`allows ${JSON.stringify(prefix.text)} to run scripts, which are not looked into`)
    else if (bare && Object.hasOwn(WRAPPERS, program) && !WRAPPERS[program]?.alone && WRAPPERS[program]?.passes)
      found.push(`commandPrefix ${JSON.stringify(prefix.text)} is not needed: what it runs is judged by itself`)
  }
  return found
}
