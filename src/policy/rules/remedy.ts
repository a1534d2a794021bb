import { normalizePath } from '../../platform/paths.ts'
import { argsText } from '../../text/json.ts'
import { ellipsize } from '../../text/write-markdown.ts'
import { programName } from '../shell/dangers.ts'
import type { ProgramSpec } from '../shell/program-spec.ts'
import { PROGRAMS } from '../shell/programs.ts'
import type { SimpleCommand, Word } from '../shell/shell-types.ts'
import type { Decision, RefusedPart } from './decide.ts'
import { riskOf } from './risky-allows.ts'
import type { CallFacts, Rule } from './rule.ts'
import { DELIVER_FILE, isKnownToolName, nearestTool, SHELL_TOOL, toolIdentity } from './tool-names.ts'
import { type ProgramLimits, unworkable } from './unworkable.ts'

/** A report shows a rule whole, or not at all. */
const MAX_RULE_CHARACTERS = 1500

/**
 * How to allow a call that was denied or needs confirmation: the smallest TOML rule for the user tier, or a sentence that
 * says why no rule can or should allow it. `limits` are those of the run.
 */
export function remedyFor(decision: Decision, facts: CallFacts, limits?: ProgramLimits): string {
  const text = unworkable(facts, limits) ?? ruleFor(decision, facts)
  return text.length <= MAX_RULE_CHARACTERS
    ? text
    : 'A rule for just this call is too long to show. Write one with a pattern, or split the call.'
}

function ruleFor(decision: Decision, facts: CallFacts): string {
  const near = facts.server === undefined && !isKnownToolName(facts.tool) ? nearestTool(facts.tool) : undefined
  if (near !== undefined) return `No tool is named ${facts.tool}, so no rule can allow it. Did you mean ${near}?`
  const refusals = decision.refused ?? [{ rule: decision.rule }]
  const admin = refusals.map(({ rule }) => rule).find((rule) => rule?.tier === 'admin')
  if (admin !== undefined)
    return `An admin rule forbids this (${admin.file}:${admin.line}). Rules of the repository or the workflow cannot override it.`
  const strongest = strongestOf(refusals)
  if (strongest !== undefined && strongest.tier === 'user' && strongest.priority >= 999)
    return `${strongest.file}:${strongest.line} has the highest possible priority. To allow this call, change that rule.`
  const priority = strongest?.tier === 'user' ? strongest.priority + 1 : 100
  if (facts.writes !== undefined && (decision.ofFile === true || decision.edit !== undefined)) {
    const edit = { ...facts, tool: 'write_file', args: { file_path: facts.writes }, writes: undefined }
    const refusedEdit = decision.edit ?? decision
    const ofEdit = ruleFor({ ...refusedEdit, ofFile: undefined }, edit)
    const ofTool =
      decision.ofFile === true ? '' : ruleFor({ ...decision, edit: undefined }, { ...facts, writes: undefined })
    // Both are needed; a sentence says why there is none.
    return (
      [ofTool, ofEdit].find((text) => !/^\[\[rule\]\]|^$/.test(text)) ?? [ofTool, ofEdit].filter(Boolean).join('\n\n')
    )
  }
  if (facts.shell === undefined) return allowRuleToml(toolConditions(facts, decision), priority)
  if (typeof facts.args.command !== 'string')
    return 'The arguments name no command, so no rule can allow it. Write them as {"command":"git log"}.'
  return shellRemedy(refusals, facts, priority)
}

const allowRuleToml = (conditions: readonly string[], priority: number): string =>
  ['[[rule]]', ...conditions, 'decision = "allow"', `priority = ${priority}`].join('\n')

/** The rule that delivers these paths, whoever changes them. */
export function deliverRuleToml(paths: readonly string[], priority: number): string {
  const names = paths.map((path) => escapeRegex(JSON.stringify(path).slice(1, -1)))
  const name = names.length === 1 ? names[0] : `(${names.join('|')})`
  const pattern = `\\x00"file_path":"${name}"\\x00`
  return allowRuleToml([`toolName = "${DELIVER_FILE}"`, `argsPattern = ${quoteToml(pattern)}`], priority)
}

function strongestOf(refusals: readonly RefusedPart[]): Rule | undefined {
  const users = refusals.flatMap(({ rule }) => (rule?.tier === 'user' ? [rule] : []))
  return users.sort((a, b) => b.priority - a.priority)[0]
}

function toolConditions(facts: CallFacts, { rule, isProtected, linkName }: Decision): string[] {
  const { server, short } = toolIdentity(facts)
  if (server !== undefined)
    return [
      `mcpName = ${quoteToml(server)}`,
      `toolName = ${quoteToml(short ?? facts.tool)}`,
      ...targetsCondition(facts),
      ...subagentCondition(facts),
    ]
  const path = linkName ?? (facts.resolved?.linked ? facts.resolved.args.file_path : facts.args.file_path)
  // When the rule that decided applies to some files only, allow this file alone, by the path that rules match.
  const isOfPath = isProtected === true || rule?.match.args !== undefined
  const fileCondition =
    isOfPath && typeof path === 'string'
      ? [`argsPattern = ${quoteToml(`"file_path":${escapeRegex(JSON.stringify(normalizePath(path)))}`)}`]
      : []
  return [`toolName = ${quoteToml(facts.tool)}`, ...fileCondition, ...subagentCondition(facts)]
}

/** A call of a sub-agent is allowed for that sub-agent only. */
const subagentCondition = ({ agent }: CallFacts): string[] =>
  agent === undefined ? [] : [`subagent = ${quoteToml(agent)}`]

/** What the run may not write by itself needs a rule that says so. */
const targetsCondition = ({ beyond }: CallFacts): string[] => (beyond === undefined ? [] : ['targets = "any"'])

function shellRemedy(refusals: readonly RefusedPart[], facts: CallFacts, priority: number): string {
  const commands = refusals.map(({ command }) => command)
  const doesWrite = (command: SimpleCommand | undefined) => (command?.writes.length ?? 0) > 0
  if (commands.some(doesWrite) && facts.mode === 'plan') return 'Plan mode allows no writes. No rule can change that.'
  const parts = commands.map((command) => ({ command, prefix: command === undefined ? undefined : prefixFor(command) }))
  const obstacle = parts.find(({ prefix }) => prefix === undefined)
  if (obstacle !== undefined) {
    const { reason, advice } = obstacleOf(obstacle.command, facts)
    return `No rule allows just this line: ${ellipsize(onOneLine(reason), 300)}. To get a command that a rule can name, ${advice}.`
  }
  // Only the commands that write a file may write one.
  const isWrite = (prefix: string | undefined) =>
    parts.some((each) => each.prefix === prefix && doesWrite(each.command))
  const prefixes = [...new Set(parts.map(({ prefix = '' }) => prefix))]
  return [prefixes.filter((prefix) => !isWrite(prefix)), prefixes.filter(isWrite)]
    .filter(({ length }) => length > 0)
    .map((each) => {
      const list = each.map(quoteToml)
      const conditions = [
        `toolName = "${SHELL_TOOL}"`,
        `commandPrefix = ${list.length === 1 ? list[0] : `[${list.join(', ')}]`}`,
        ...(isWrite(each[0]) ? ['allowRedirection = true'] : []),
        ...subagentCondition(facts),
      ]
      return allowRuleToml(conditions, priority)
    })
    .join('\n\n')
}

/** Why no rule can name the command, and how to write the line instead. */
function obstacleOf(command: SimpleCommand | undefined, facts: CallFacts): { reason: string; advice: string } {
  const advice = 'write the command without variables, substitutions or code in its arguments'
  if (command === undefined) return { reason: facts.shell?.unsure.join('; ') ?? 'it cannot be parsed', advice }
  const [unsure] = command.unsure
  if (unsure !== undefined) return { reason: unsure, advice }
  const danger = command.dangers.find(({ word }) => word === undefined || word.kind !== 'known')
  const [program] = command.words
  if (danger === undefined && program?.kind === 'known' && program.text !== '') {
    const unknown = command.words.find(({ kind }) => kind !== 'known')
    const name = shortened(program.text)
    const reason = `${name} ${riskOf(program.text) ?? 'can do harm'}, and`
    if (unknown === undefined)
      return { reason: `${reason} a rule for this line would allow all it does`, advice: 'spell out its arguments' }
    const open = shortened(unknown.text)
    return { reason: `${reason} ${open} is only known at run time`, advice: `write the value instead of ${open}` }
  }
  if (danger === undefined) return { reason: 'the program is only known at run time', advice }
  const { word, reason } = danger
  if (word !== undefined)
    return {
      reason: `${word.text} ${reason}`,
      advice: word.text.includes('$')
        ? `write the value instead of ${shortened(word.text)}, set it in the line (NAME=value; …), or start the name of a file with ./`
        : `write the words that ${shortened(word.text)} stands for`,
    }
  if (reason.includes('variable'))
    return { reason, advice: 'leave the variable out, or set it with env: in the workflow' }
  if (reason.includes('standard input'))
    return { reason, advice: 'save the script in a file, read it, and run that file' }
  return { reason, advice }
}

const onOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ')

const shortened = (text: string): string => ellipsize(onOneLine(text), 100)

/** Programs with subcommands, besides those in PROGRAMS. */
const HAS_SUBCOMMANDS =
  /^(?:make|just|rake|npx|bunx|mvn|gradle|gradlew|dotnet|bundle|composer|poetry|uv|uvx|pip|pip3|pipx|conda|mamba|rustup|docker|kubectl|aws|gcloud|az|vercel|netlify|flutter|dart|nx|turbo|mise|asdf|hatch|pdm|pixi|mix|rails|swift|pod|terraform|apt|apt-get|brew|gem|helm|systemctl)$/

/** Commands whose third word selects what they do. */
const HAS_ACTIONS =
  /^(?:gh [\w-]+|kubectl [\w-]+|aws [\w-]+|gcloud [\w-]+|docker (?:compose|image|container|volume)|(?:npm|pnpm|yarn|bun|docker) run|npm run-script|git (?:stash|remote|worktree|submodule|bisect|notes|reflog|bundle)|go (?:mod|work|tool)|uv (?:run|pip|tool)|poetry run|bundle exec|dotnet (?:tool|nuget))$/

/** The words that a prefix must spell out: the program, its subcommand, and every option that a rule must allow explicitly. */
function prefixFor({ words, dangers, unsure }: SimpleCommand): string | undefined {
  const [program] = words
  if (program?.kind !== 'known' || program.text === '' || unsure.length > 0) return undefined
  const last = dangers.map(({ word }) => (word === undefined ? -1 : words.indexOf(word)))
  if (last.includes(-1)) return undefined
  const name = programName(program)
  const spec = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined
  const nested = spec?.of !== undefined || spec?.subcommands !== undefined || HAS_SUBCOMMANDS.test(name)
  const leading = leadingKnown(words)
  const text = leading.map((word) => word.text).join(' ')
  // A rule for a risky command spells out all of it.
  const isRisky =
    riskOf(text) !== undefined ||
    WRITES_FILES.test(
      `${name} ${leading
        .slice(1)
        .map((word) => word.text)
        .join(' ')}`,
    )
  const names = (word: Word) => nested || !word.option
  if (isRisky && !words.slice(nested ? 2 : 1).some(names)) return undefined
  const length = isRisky
    ? words.length
    : Math.max(
        nested ? subcommandLength(leading) : dangers.length === 0 ? scriptLength(leading, spec) : 1,
        ...last.map((index) => index + 1),
      )
  const [, option = '', module = ''] = leading.map((word) => word.text)
  const isModule = option === '-m' && module !== ''
  // `git -C`, `npx -y` and `make -C` alone would allow everything that they start.
  const isOpenEnded = !isModule && nested && option.startsWith('-') && words[length - 1]?.text === option
  const enough = isModule ? Math.max(length, 3) : isOpenEnded ? words.length : length
  const spelled = words.slice(0, Math.min(enough, words.length))
  return spelled.some(({ kind }) => kind !== 'known') ? undefined : spelled.map(quoteShellWord).join(' ')
}

/** Programs that write the files which their words name. */
const WRITES_FILES = /^(?:mv|cp|tee|ln|install|patch|touch|mkdir)\b|^(?:sed|perl)\b.* (?:-\w*i|--in-place)/

function leadingKnown(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex(({ kind }) => kind !== 'known')
  return end < 0 ? words : words.slice(0, end)
}

const subcommandLength = (leading: readonly Word[]): number => {
  const [program, subcommand, action] = leading.map(({ text }) => text)
  return HAS_ACTIONS.test(`${program} ${subcommand}`) && action !== undefined && !action.startsWith('-') ? 3 : 2
}

/** Up to the script of an interpreter; only the program for others. */
function scriptLength(leading: readonly Word[], spec: ProgramSpec | undefined): number {
  if (!spec?.readsCode || leading.some(({ text }) => spec.noInputOptions?.includes(text))) return 1
  const script = leading.findIndex(({ text }, index) => index > 0 && !text.startsWith('-'))
  return script < 0 ? 1 : script + 1
}

const quoteShellWord = ({ text }: Word): string =>
  /^[\w./:=@%+,~^-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`

export const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A TOML string, literal where that is easier to read. TOML also requires DEL to be escaped, JSON does not. */
export const quoteToml = (text: string): string =>
  /^[^'\n\r\p{Cc}]*["\\][^'\n\r\p{Cc}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text).replaceAll('\x7f', '\\u007f')

/**
 * Rules that allow a call, from the narrowest to the broadest: first exactly this command or these arguments,
 * then, for a file, any content of it. `priority`: higher than the rule that asks.
 */
export function allowRules(facts: CallFacts, priority: number): string[] {
  if (facts.shell !== undefined) return shellRules(facts.shell, priority)
  const { server, short } = toolIdentity(facts)
  const tool =
    server === undefined
      ? [`toolName = ${quoteToml(facts.tool)}`]
      : [`mcpName = ${quoteToml(server)}`, `toolName = ${quoteToml(short ?? facts.tool)}`, ...targetsCondition(facts)]
  const exact = `^${escapeRegex(argsText(facts.args, false).text)}$`
  const path = facts.args.file_path
  const ofFile = typeof path === 'string' ? [`\\x00"file_path":${escapeRegex(JSON.stringify(path))}\\x00`] : []
  return [...ofFile, exact].map((pattern) => ruleToml([...tool, `argsPattern = ${quoteToml(pattern)}`], priority))
}

/** Each simple command of the line, spelled out; none when it is unclear what the line runs. */
function shellRules({ commands, unsure }: NonNullable<CallFacts['shell']>, priority: number): string[] {
  if (unsure.length > 0 || commands.length === 0) return []
  const sources = [...new Set(commands.map(({ source }) => escapeRegex(source)))]
  const pattern = sources.length === 1 ? `${sources[0]}$` : `(?:${sources.join('|')})$`
  const redirection = commands.some(({ writes }) => writes.length > 0) ? ['allowRedirection = true'] : []
  return [ruleToml([`toolName = "${SHELL_TOOL}"`, `commandRegex = ${quoteToml(pattern)}`, ...redirection], priority)]
}

const ruleToml = (conditions: readonly string[], priority: number): string =>
  ['[[rule]]', ...conditions, 'decision = "allow"', `priority = ${priority}`].join('\n')
