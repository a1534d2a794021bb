import type { Decision, Facts, Refusal, Rule } from './decide.ts'
import { plainPath } from './match.ts'
import { programName } from './shell-dangers.ts'
import { PROGRAMS } from './shell-knowledge.ts'
import type { SimpleCommand, Word } from './shell-types.ts'
import { factsIdentity, SHELL } from './tool-names.ts'

/**
 * What would allow a call that was denied or would be asked for: the smallest TOML, for the user tier, or the sentence that
 * says why no rule can, or should.
 */
export function remedyFor(decision: Decision, facts: Facts): string {
  const refusals = decision.refused ?? [decision.rule === undefined ? {} : { rule: decision.rule }]
  const admin = refusals.map(({ rule }) => rule).find((rule) => rule?.tier === 'admin')
  if (admin !== undefined)
    return `An admin rule forbids it (${admin.file}:${admin.line}); no rule of the repository or the workflow can change that.`
  const strongest = strongestOf(refusals)
  if (strongest !== undefined && strongest.tier === 'user' && strongest.priority >= 999)
    return `${strongest.file}:${strongest.line} has the highest priority there is; to allow this, change that rule.`
  const priority = strongest?.tier === 'user' ? strongest.priority + 1 : 100
  if (facts.commands === undefined) return toml(naming(facts, decision.rule), priority)
  return forShell(refusals, facts, priority)
}

const toml = (conditions: readonly string[], priority: number): string =>
  ['[[rule]]', ...conditions, 'decision = "allow"', `priority = ${priority}`].join('\n')

function strongestOf(refusals: readonly Refusal[]): Rule | undefined {
  const users = refusals.flatMap(({ rule }) => (rule?.tier === 'user' ? [rule] : []))
  return users.sort((a, b) => b.priority - a.priority)[0]
}

function naming(facts: Facts, rule: Rule | undefined): string[] {
  const { server, short } = factsIdentity(facts)
  if (server !== undefined)
    return [`mcpName = ${quote(server)}`, `toolName = ${quote(short ?? facts.tool)}`, ...whose(facts)]
  const path = facts.places?.linked ? facts.places.args.file_path : facts.args.file_path
  // Where a rule singles out some files, the way around it is for this file alone, by the name under which rules see it.
  const only =
    rule?.match.args !== undefined && typeof path === 'string'
      ? [`argsPattern = ${quote(`"file_path":${escaped(JSON.stringify(plainPath(path)))}`)}`]
      : []
  return [`toolName = ${quote(facts.tool)}`, ...only, ...whose(facts)]
}

/** What a sub-agent may do the main conversation need not, and the other way round. */
const whose = ({ agent }: Facts): string[] => (agent === undefined ? [] : [`subagent = ${quote(agent)}`])

function forShell(refusals: readonly Refusal[], facts: Facts, priority: number): string {
  const commands = refusals.map(({ command }) => command)
  const writes = commands.some((command) => (command?.writes.length ?? 0) > 0)
  if (writes && facts.mode === 'plan') return 'Nothing is written in plan mode, whatever the rules say.'
  const redirection = writes ? ['allowRedirection = true'] : []
  const prefixes = commands.map((command) => (command === undefined ? undefined : prefixFor(command)))
  const known = prefixes.filter((prefix) => prefix !== undefined)
  if (known.length < prefixes.length)
    return [
      '# It cannot be told what this line runs, so only a rule for every command would allow it.',
      '# Better: write the command plainly, without variables, substitutions or code in its arguments.',
      toml([`toolName = "${SHELL}"`, ...redirection, ...whose(facts)], priority),
    ].join('\n')
  const each = [...new Set(known)].map(quote)
  return toml(
    [
      `toolName = "${SHELL}"`,
      `commandPrefix = ${each.length === 1 ? each[0] : `[${each.join(', ')}]`}`,
      ...redirection,
      ...whose(facts),
    ],
    priority,
  )
}

/** Programs whose second word says what they do, beside those whose subcommands are known. */
const SPEAKS_TWICE =
  /^(?:make|just|rake|npx|bunx|mvn|gradle|gradlew|dotnet|bundle|composer|poetry|uv|pip|pip3|rustup|docker|kubectl|terraform)$/

/** The words a prefix must spell out: what the program is asked to do, and every option that needs a rule's consent. */
function prefixFor({ words, dangers, unsure }: SimpleCommand): string | undefined {
  const [program] = words
  if (program?.kind !== 'known' || program.text === '' || unsure.length > 0) return undefined
  const last = dangers.map(({ word }) => (word === undefined ? -1 : words.indexOf(word)))
  if (last.includes(-1)) return undefined
  const name = programName(program)
  const about = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined
  const nested = about?.of !== undefined || about?.subcommands !== undefined || SPEAKS_TWICE.test(name)
  const scripted = nested && /^(?:run|run-script)$/.test(words[1]?.text ?? '') ? 3 : 2
  const wanted = Math.max(nested ? scripted : 1, ...last.map((index) => index + 1))
  const spelled = words.slice(0, Math.min(wanted, words.length))
  return spelled.some(({ kind }) => kind !== 'known') ? undefined : spelled.map(shellWord).join(' ')
}

const shellWord = ({ text }: Word): string =>
  /^[\w./:=@%+,~^-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A TOML string: literal where that is easier to read. TOML does without one control character more than JSON. */
const quote = (text: string): string =>
  /^[^'\n\r\p{Cc}]*["\\][^'\n\r\p{Cc}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text).replaceAll('\x7f', '\\u007f')
