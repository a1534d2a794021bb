import { annotationsHold, applies, type Case, isConditional, isOpaque, openCase, type Part } from './match.ts'
import type { Pattern } from './patterns.ts'
import { aboutPrograms, inForce, ranked, speaksTo } from './rank.ts'
import type { ShellReading, SimpleCommand } from './shell-types.ts'
import { factsIdentity, namesCall } from './tool-names.ts'

export type Verdict = 'allow' | 'ask' | 'deny'

const STRICTNESS: Record<Verdict, number> = { allow: 0, ask: 1, deny: 2 }

export const stricter = (a: Verdict, b: Verdict): Verdict => (STRICTNESS[a] >= STRICTNESS[b] ? a : b)

/** Who wrote a rule, from weakest to strongest. */
export type Tier = 'default' | 'extension' | 'user' | 'admin'

export const MODES = ['default', 'autoEdit', 'yolo', 'plan'] as const
export type Mode = (typeof MODES)[number]

/** A commandPrefix: the text as written and the words it stands for. */
export type Prefix = { text: string; words: readonly string[] }

/** What a call must be for a rule to speak of it. All parts that are present must hold. */
export type Match = {
  /** Names as written: `*`, a tool, `server__*`, `mcp_server_*`, `mcp_*`, or a beginning that ends in `*`. Absent: any. */
  tools?: readonly string[]
  /** Name of the server a tool must come from; `*` is any server. */
  server?: string
  /** Only tools that come from no server. */
  builtin?: true
  args?: Pattern
  prefixes?: readonly Prefix[]
  regex?: Pattern
  modes?: readonly Mode[]
  interactive?: boolean
  annotations?: Readonly<Record<string, unknown>>
  agent?: string
}

/** One rule. `file` is the name its user knows, `line` (from 1) where it starts; `priority` is 0 to 999. */
export type Rule = {
  verdict: Verdict
  tier: Tier
  priority: number
  file: string
  line: number
  message?: string
  /** An allow that also covers commands which write to a file by redirection. */
  allowRedirection?: true
  match: Match
}

/**
 * A call's arguments with each path as it lies in the workspace, links followed, where that is not what was written.
 * `linked`: some path leads elsewhere by a link, and what was written must not help it pass.
 */
export type Places = { args: Record<string, unknown>; linked: boolean }

/** Everything a decision may depend on. `commands` is there for shell calls only. */
export type Facts = {
  tool: string
  aliases?: readonly string[]
  server?: string
  /** The server's own name for the tool; absent: what its full name says. */
  short?: string
  /** The sub-agent that calls, `outer/inner` when nested. */
  agent?: string
  args: Record<string, unknown>
  places?: Places
  annotations: Readonly<Record<string, unknown>>
  mode: Mode
  /** Whether a person could be asked. */
  interactive: boolean
  commands?: ShellReading
}

/**
 * `rule` is absent when no rule spoke. `message` is a sentence for the model and for people, or empty. `refused` are the
 * parts of a shell line that were not allowed, each with the rule that said so.
 */
export type Decision = { verdict: Verdict; rule?: Rule; message: string; refused?: readonly Refusal[] }
export type Refusal = { rule?: Rule; command?: SimpleCommand }

/**
 * May this call run? The highest rule that matches decides: tier, then priority, then strictness, then file order.
 * A shell line is decided command by command, and the strictest answer wins. `otherwise` is for calls no rule speaks of.
 * Depends on nothing but its arguments and never throws.
 */
export function decide(rules: readonly Rule[], facts: Facts, otherwise: Verdict): Decision {
  const speaking = speaksTo(rules, facts)
  const at = openCase(facts)
  let strictest: Decision | undefined
  const refused: Refusal[] = []
  for (const part of partsOf(facts)) {
    const decision = decidePart(speaking, part, at, otherwise)
    if (decision === undefined) continue
    if (decision.verdict !== 'allow')
      refused.push({ ...(decision.rule && { rule: decision.rule }), ...(part.command && { command: part.command }) })
    if (strictest === undefined || STRICTNESS[decision.verdict] > STRICTNESS[strictest.verdict]) strictest = decision
  }
  if (strictest === undefined) return { verdict: otherwise, message: '' }
  return refused.length === 0 || facts.commands === undefined ? strictest : { ...strictest, refused }
}

/** What must be allowed for the call to run: the call itself, or each simple command of a shell line. */
export function partsOf({ tool, commands }: Facts): Part[] {
  if (commands === undefined) return [{ shown: tool }]
  const known: Part[] = commands.commands.map((command) => ({ shown: command.source, command }))
  if (commands.unsure.length > 0) return [...known, { shown: commands.line }]
  return known.length > 0 ? known : [{ shown: commands.line, command: NOTHING }]
}

const NOTHING: SimpleCommand = {
  source: '',
  quoted: '',
  words: [],
  forms: [],
  sameForms: [],
  writes: [],
  dangers: [],
  unsure: [],
  passes: false,
}

/** Undefined when a part has no say: a wrapper that no rule singles out stands for the command it runs. */
function decidePart(speaking: readonly Rule[], part: Part, at: Case, otherwise: Verdict): Decision | undefined {
  const rule = mayApply(speaking, part, at).find((each) => applies(each, part, at))
  const singledOut = rule !== undefined && rule.verdict !== 'allow' && isConditional(rule)
  if (part.command?.passes && !singledOut) return undefined
  if (rule === undefined) return { verdict: otherwise, message: aboutPart(part, at) }
  if (rule.verdict !== 'allow')
    return { verdict: rule.verdict, rule, message: sentences(rule.message, aboutPart(part, at)) }
  const [redirection] = part.command?.writes ?? []
  if (redirection === undefined || (rule.allowRedirection && at.facts.mode !== 'plan'))
    return { verdict: 'allow', rule, message: '' }
  const why =
    at.facts.mode === 'plan'
      ? 'nothing is written in plan mode.'
      : 'the rule that allows the command does not set allowRedirection = true.'
  const does = redirection.startsWith('<')
    ? 'may be an address in the network (name the file as an argument, or begin its name with ./)'
    : 'writes to a file'
  return { verdict: 'ask', rule, message: `\`${redirection}\` ${does}, and ${why}` }
}

/** The rules worth trying on a part: where it is known what runs, those about other programs are left out. */
function mayApply(speaking: readonly Rule[], { command }: Part, at: Case): readonly Rule[] {
  if (command === undefined || isOpaque(command)) return speaking
  const programs = new Set([...command.forms, ...command.sameForms].map(([first]) => first?.text ?? ''))
  // Rules that deny or ask are tried on the line as a whole, too.
  programs.add(/^[^\s;&|()<>"'`]*/.exec(at.line)?.[0] ?? '')
  return aboutPrograms(speaking, [...programs])
}

/** What people and the model need to know to see why just this was not allowed. */
function aboutPart({ shown, command }: Part, { facts }: Case): string {
  const { commands } = facts
  if (commands === undefined) return ''
  if (command === undefined) return `The command line is not understood: ${commands.unsure.join('; ')}.`
  if (command.unsure.length > 0) return `It is not known what \`${cut(shown)}\` runs: ${command.unsure.join('; ')}.`
  const dangers = command.dangers.map(({ word, why }) => (word === undefined ? why : `${word.text} ${why}`))
  if (dangers.length > 0) return `In \`${cut(shown)}\`, ${dangers.join('; ')}; a rule must spell that out to allow it.`
  return commands.commands.length > 1 ? `This is about its part \`${cut(shown)}\`.` : ''
}

const sentences = (...texts: readonly (string | undefined)[]): string => texts.filter(Boolean).join(' ')
const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

/** Every rule, strongest first, with why it did or did not match. */
export function consider(rules: readonly Rule[], facts: Facts): { rule: Rule; matched: boolean; why: string }[] {
  const identity = factsIdentity(facts)
  const at = openCase(facts)
  const parts = partsOf(facts)
  return ranked(rules).map((rule) => {
    const { match } = rule
    const no = (why: string) => ({ rule, matched: false, why })
    if (!namesCall(match, identity)) return no(`speaks of ${named(match)}`)
    if (!inForce({ match: { ...(match.modes && { modes: match.modes }) } }, facts))
      return no(`only in mode ${match.modes?.join(', ')}`)
    if (!inForce(rule, facts))
      return no(
        match.agent !== undefined && match.agent !== facts.agent
          ? `only for the agent ${match.agent}`
          : `only when ${match.interactive ? 'a person can be asked' : 'nobody can be asked'}`,
      )
    if (match.annotations !== undefined && !annotationsHold(match.annotations, facts.annotations))
      return no(`the tool's annotations are not ${JSON.stringify(match.annotations)}`)
    const hit = parts.filter((part) => applies(rule, part, at))
    if (hit.length === 0) return no(`${condition(match)} does not match${rule.verdict === 'allow' ? ' for sure' : ''}`)
    const which =
      facts.commands === undefined || !isConditional(rule)
        ? 'every condition holds'
        : `matches ${hit.map(({ shown }) => `\`${cut(shown)}\``).join(', ')}`
    return { rule, matched: true, why: which }
  })
}

function named({ tools, server, builtin }: Match): string {
  const from = server === undefined ? (builtin ? ' that no server brings' : '') : ` of server ${server}`
  return `${tools === undefined ? 'tools' : tools.join(', ')}${from}`
}

function condition({ prefixes, regex, args }: Match): string {
  if (prefixes !== undefined) return `commandPrefix ${prefixes.map(({ text }) => JSON.stringify(text)).join(', ')}`
  if (regex !== undefined) return `commandRegex ${JSON.stringify(regex.source)}`
  return `argsPattern ${JSON.stringify(args?.source ?? '')}`
}

type Named = {
  name: string
  aliases?: readonly string[]
  server?: string | undefined
  short?: string | undefined
  annotations: Readonly<Record<string, unknown>>
}

/** Those of some tools that are hidden, by name, each with the rule that hides it. */
export const hiddenAmong = (tools: readonly Named[], rules: readonly Rule[], mode: Mode): ReadonlyMap<string, Rule> =>
  new Map(
    tools.flatMap((tool) => {
      const rule = hidden(rules, tool, mode)
      return rule === undefined ? [] : [[tool.name, rule] as const]
    }),
  )

/**
 * The rule by which every call of a tool is refused whatever its arguments, or undefined when some call may pass. A rule
 * that asks refuses too: where tools are declared, nobody is there to be asked.
 */
export function hidden(rules: readonly Rule[], tool: Named, mode: Mode): Rule | undefined {
  const { name, aliases = [], server, short, annotations } = tool
  const facts: Facts = {
    tool: name,
    aliases,
    args: {},
    annotations,
    mode,
    interactive: false,
    ...(server === undefined ? {} : { server }),
    ...(short === undefined ? {} : { short }),
  }
  const identity = factsIdentity(facts)
  for (const rule of ranked(rules)) {
    const { match } = rule
    if (match.modes !== undefined && !match.modes.includes(mode)) continue
    if (match.interactive === true) continue
    if (!namesCall(match, identity)) continue
    if (match.annotations !== undefined && !annotationsHold(match.annotations, annotations)) continue
    const always =
      match.args === undefined && match.prefixes === undefined && match.regex === undefined && match.agent === undefined
    if (rule.verdict === 'allow') return undefined
    // Nobody can be asked, so to ask is to deny. A rule with a condition leaves the tool's other calls.
    if (always) return rule
  }
  return undefined
}

/** How a verdict is written in policies and answers. */
export const wordOf = (verdict: Verdict): 'allow' | 'ask_user' | 'deny' => (verdict === 'ask' ? 'ask_user' : verdict)

export const ruleRef = (rule: Rule) => ({
  file: rule.file,
  line: rule.line,
  tier: rule.tier,
  priority: rule.priority,
  verdict: wordOf(rule.verdict),
})
