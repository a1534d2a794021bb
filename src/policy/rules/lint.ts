import { decisionName, rankRules } from './decide.ts'
import { isConditional } from './match.ts'
import { riskyAllows } from './risky-allows.ts'
import type { Rule, RuleMatch } from './rule.ts'
import { isTargetTool, SHELL_TOOL, toolNameProblems } from './tool-names.ts'

/** A possible mistake in a rule that loads. `line` counts from 1. */
export type LintProblem = { file: string; line: number; text: string }

/** Finds likely mistakes: rules that never decide, patterns that can hang, allow rules that are broader than they look. */
export function lintRules(rules: readonly Rule[]): LintProblem[] {
  const strongestFirst = rankRules(rules)
  const problems = rules.flatMap((rule) => {
    const texts = [
      ...unreachableRule(rule, strongestFirst),
      ...shadowedDeny(rule, strongestFirst),
      ...impossiblePatterns(rule),
      ...ineffectiveFields(rule),
      ...slowPatterns(rule),
      ...riskyAllows(rule),
      ...toolNameProblems(rule),
    ]
    return texts.map((text) => ({ file: rule.file, line: rule.line, text }))
  })
  return problems.filter(
    ({ file, line, text }, index) =>
      problems.findIndex((each) => each.file === file && each.line === line && each.text === text) === index,
  )
}

function unreachableRule(rule: Rule, strongestFirst: readonly Rule[]): string[] {
  // The list of protected paths applies after the rules that allow.
  if (rule.match.paths !== undefined) return []
  const before = strongestFirst.slice(0, strongestFirst.indexOf(rule)).find((each) => covers(each, rule))
  if (before === undefined) return []
  const stronger = `${before.file}:${before.line}`
  return before.verdict === rule.verdict
    ? [`never decides: ${stronger} comes first, matches all the same calls and makes the same decision`]
    : [`never decides: ${stronger} (${decisionName(before.verdict)}) comes first and matches all the same calls`]
}

/** A deny or ask that a stronger allow for a shorter prefix, or for every command, decides first. */
function shadowedDeny(rule: Rule, strongestFirst: readonly Rule[]): string[] {
  if (rule.verdict === 'allow' || !narrowsCommands(rule.match)) return []
  const stronger = strongestFirst.slice(0, strongestFirst.indexOf(rule)).filter(({ verdict }) => verdict === 'allow')
  const shadow = stronger.find(
    (each) =>
      covers({ ...each, match: withoutCommands(each.match) }, { ...rule, match: withoutCommands(rule.match) }) &&
      allowsAll(each, rule),
  )
  if (shadow === undefined || strongestFirst.slice(0, strongestFirst.indexOf(rule)).some((each) => covers(each, rule)))
    return []
  return [
    `does not ${decisionName(rule.verdict) === 'deny' ? 'deny' : 'ask'}: ${shadow.file}:${shadow.line} (allow, priority ${shadow.priority}) allows the same commands and comes first; give this rule a higher priority`,
  ]
}

const withoutCommands = ({ prefixes: _, regex: __, args: ___, ...rest }: RuleMatch): RuleMatch => rest

/** Whether a rule is about some commands; `.*` at a low priority is about all others. */
function narrowsCommands({ prefixes, regex, args, tools }: RuleMatch): boolean {
  const pattern = regex ?? (tools?.includes(SHELL_TOOL) ? args : undefined)
  return prefixes !== undefined || (pattern !== undefined && !/^\^?\(*\.[*+]\)*\$?$/.test(pattern.source))
}

/** The words with which the commands of a rule start, as far as the rule shows them. */
function commandStarts({ prefixes, regex, args }: RuleMatch): readonly (readonly string[])[] | undefined {
  if (prefixes !== undefined) return prefixes.map(({ words }) => words)
  const start = '"command":"'
  const heads =
    regex?.heads ?? args?.heads?.filter((head) => head.startsWith(start)).map((head) => head.slice(start.length))
  return heads === undefined || heads.length === 0 ? undefined : heads.map((head) => head.trim().split(/\s+/))
}

/** Whether an allow rule matches the commands that another rule names, apart from dangers that it does not spell out. */
function allowsAll(allow: Rule, { match }: Rule): boolean {
  const heads = commandStarts(match)
  // A deny for a text anywhere in a command is an exception to every allow.
  if (heads === undefined) return isConditional(allow)
  const { prefixes, regex, args } = allow.match
  if (args !== undefined)
    return heads.some((words) => new RegExp(args.source, 's').test(JSON.stringify({ command: words.join(' ') })))
  if (regex !== undefined) {
    const { source } = regex
    return heads.some((words) => new RegExp(`^(?:${source})`, 's').test(words.join(' ')))
  }
  if (prefixes === undefined) return true
  return heads.some((words) => prefixes.some((each) => each.words.every((word, index) => words[index] === word)))
}

/** Patterns that can never match, or match only in a way that people rarely intend. */
function impossiblePatterns({ match, verdict }: Rule): string[] {
  const problems: string[] = []
  const { regex, args } = match
  if (regex !== undefined) {
    const source = JSON.stringify(regex.source)
    if (/\\"|"\)|\|"|"command"/.test(regex.source) && !regex.source.includes('"command"'))
      problems.push(
        `commandRegex ${source} is written for the JSON text of the arguments; end it with ( |$) instead of ( |")`,
      )
    if (/^\^?\(?"?"command"|^\^?\{/.test(regex.source))
      problems.push(
        `commandRegex ${source} never matches: it is tried on the command alone; use argsPattern for the arguments`,
      )
    if (/[^\\[(|]\^(?![^[]*\])/.test(regex.source) || /(?<!\\)\$[^)|]/.test(regex.source))
      problems.push(
        `commandRegex ${source} never matches: it has a ^ or $ in the middle; write \\^ or \\$ to match the character itself`,
      )
    if (/^\^?\s/.test(regex.source))
      problems.push(`commandRegex ${source} never matches: a command does not start with a space`)
    if (verdict !== 'allow' && /^\^?(?:\(\?:)?(?:sudo|env|timeout|nohup) /.test(regex.source))
      problems.push(`commandRegex ${source} only matches with this wrapper; the command it runs is decided separately`)
  }
  if (args !== undefined && /^\^?"(?:command|file_path|dir_path)"\s+:|:\s+"/.test(args.source))
    problems.push(
      `argsPattern ${JSON.stringify(args.source)} never matches: the JSON text of the arguments has no space after a colon`,
    )
  for (const { text, words } of match.prefixes ?? [])
    if (/[*?]$|\.\*|\(\*?\)$/.test(text) || words.some((word) => word === '*'))
      problems.push(
        `commandPrefix ${JSON.stringify(text)} is literal text, so ${JSON.stringify('*')} is no wildcard; leave it out, because a prefix already allows more words`,
      )
  return problems
}

/** Whether one rule certainly matches every call that the other one matches. */
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
  return coversTools(a, b) && coversTargets(wide, narrow) && coversArguments(wide, narrow)
}

/** An allow rule without `targets = "any"` leaves calls alone that write more than the run may write by itself. */
const coversTargets = ({ verdict, match }: Rule, narrow: Rule): boolean =>
  verdict !== 'allow' ||
  match.targets === 'any' ||
  (narrow.match.targets !== 'any' &&
    (narrow.verdict === 'allow' ||
      narrow.match.tools?.every((name) => !isTargetTool(name, narrow.match.server)) === true ||
      narrow.match.prefixes !== undefined))

function coversTools(a: RuleMatch, b: RuleMatch): boolean {
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
  if (a.paths !== undefined) return false
  if (a.args === undefined && a.regex === undefined && a.prefixes === undefined) return true
  if (a.args?.source !== b.args?.source || a.regex?.source !== b.regex?.source) return false
  if (a.prefixes === undefined) return true
  // An allow rule for a shorter prefix does not allow the dangerous options that a longer prefix spells out.
  if (wide.verdict === 'allow')
    return b.prefixes?.every(({ text }) => a.prefixes?.some((each) => each.text.trim() === text.trim())) ?? false
  return (
    b.prefixes?.every(({ words }) =>
      a.prefixes?.some((each) => each.words.every((word, index) => words[index] === word)),
    ) ?? false
  )
}

function ineffectiveFields(rule: Rule): string[] {
  const { match, verdict } = rule
  const problems: string[] = []
  if (rule.allowRedirection && verdict !== 'allow')
    problems.push('allowRedirection has no effect: the rule does not allow')
  if (
    rule.allowRedirection &&
    match.tools !== undefined &&
    !match.tools.some((tool) => tool === '*' || tool === SHELL_TOOL)
  )
    problems.push(`allowRedirection has no effect: it only applies to ${SHELL_TOOL}`)
  if (rule.message !== undefined && verdict === 'allow')
    problems.push('denyMessage has no effect: the rule does not deny')
  if (match.interactive === true)
    problems.push('applies only when a person can confirm calls, so never in a workflow run')
  for (const { text, words } of match.prefixes ?? [])
    if (verdict === 'allow' && words.some((each) => /^(?:&&?|\|\|?|;|[<>]+)$|[;&|]$/.test(each)))
      problems.push(
        `commandPrefix ${JSON.stringify(text)} never matches: each command of a line is decided separately, so write one rule for each`,
      )
  return problems
}

function slowPatterns({ match }: Rule): string[] {
  const patterns = [['argsPattern', match.args] as const, ['commandRegex', match.regex] as const]
  return patterns.flatMap(([name, pattern]) => {
    if (pattern === undefined) return []
    if (pattern.cost.explodes)
      return [
        `${name} ${JSON.stringify(pattern.source)} repeats alternatives and can take exponential time; a call on which it times out is not allowed`,
      ]
    if (pattern.cost.steps > 3)
      return [
        `${name} ${JSON.stringify(pattern.source)} has ${pattern.cost.steps} repetitions in a row and can backtrack for a long time`,
      ]
    return []
  })
}
