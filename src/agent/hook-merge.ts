import type { HookOutput, ToolChoice } from './hook-output.ts'

/**
 * What several hooks of one event said, as one answer; undefined when none said anything. One that says no cannot be
 * overruled by another, and edits add up, later ones over earlier ones.
 */
export function merge(outputs: readonly HookOutput[]): HookOutput | undefined {
  if (outputs.length === 0) return undefined
  const stopped = outputs.some((output) => output.continue === false)
  const decision = strictest(outputs) ?? (stopped ? undefined : 'allow')
  return withoutGaps({
    continue: !stopped,
    suppressOutput: outputs.some((output) => output.suppressOutput === true),
    decision,
    stopReason: joined(outputs.map(({ stopReason }) => stopReason)),
    reason: joined(outputs.map(({ reason }) => reason)),
    systemMessage: joined(outputs.map(({ systemMessage }) => systemMessage)),
    hookSpecificOutput: mergeSpecific(present(outputs.map(({ hookSpecificOutput }) => hookSpecificOutput))),
  })
}

function strictest(outputs: readonly HookOutput[]): HookOutput['decision'] {
  const decisions = outputs.map(({ decision }) => decision)
  return (
    decisions.findLast((decision) => decision === 'deny' || decision === 'block') ??
    decisions.find((decision) => decision === 'ask')
  )
}

type Specific = NonNullable<HookOutput['hookSpecificOutput']>

function mergeSpecific(all: readonly Specific[]): Specific | undefined {
  if (all.length === 0) return undefined
  return withoutGaps({
    ...added(all),
    tool_input: added(all.map(({ tool_input }) => tool_input)),
    llm_request: added(all.map(({ llm_request }) => llm_request)),
    additionalContext: joined(all.map(({ additionalContext }) => additionalContext)),
    clearContext: all.some(({ clearContext }) => clearContext === true) || undefined,
    toolConfig: mergeChoices(present(all.map(({ toolConfig }) => toolConfig))),
  })
}

/** Later ones over earlier ones; what is undefined in a later one does not count. */
function added<Type extends object>(all: readonly (Type | undefined)[]): Type | undefined {
  const given = present(all)
  return given.length === 0 ? undefined : filled<Type>(given.flatMap((each) => Object.entries(each)))
}

/** NONE wins over ANY over AUTO; names are put together. Undefined when no hook chose. */
function mergeChoices(choices: readonly ToolChoice[]): ToolChoice | undefined {
  if (choices.length === 0) return undefined
  if (choices.some(({ mode }) => mode === 'NONE')) return { mode: 'NONE', allowedFunctionNames: [] }
  const names = new Set(choices.flatMap(({ allowedFunctionNames }) => allowedFunctionNames ?? []))
  const mode = choices.some((choice) => choice.mode === 'ANY') ? 'ANY' : 'AUTO'
  return { mode, allowedFunctionNames: [...names].sort() }
}

const joined = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.filter((text) => text !== undefined && text !== '').join('\n') || undefined

const present = <Type>(all: readonly (Type | undefined)[]): Type[] => all.filter((each) => each !== undefined)

const withoutGaps = <Type extends object>(value: Type): Type => filled(Object.entries(value))

/** fromEntries, because assigning a key called __proto__ would change what the object inherits. */
const filled = <Type extends object>(entries: readonly [string, unknown][]): Type =>
  Object.fromEntries(entries.filter(([, each]) => each !== undefined)) as Type // entries of that very type

/** Why it stopped or blocked, in the hooks' own words. */
export const reasonIn = (output: HookOutput): string => output.stopReason ?? output.reason ?? 'No reason provided'
