import type { HookOutput, ToolChoice } from './hook-output.ts'

/**
 * Merges the outputs of the hooks of one event; undefined without outputs. The strictest decision wins. Edits are combined;
 * later ones override earlier ones.
 */
export function mergeHookOutputs(outputs: readonly HookOutput[]): HookOutput | undefined {
  if (outputs.length === 0) return undefined
  const stopped = outputs.some((output) => output.continue === false)
  const decision = strictest(outputs) ?? (stopped ? undefined : 'allow')
  return withoutUndefined({
    continue: !stopped,
    suppressOutput: outputs.some((output) => output.suppressOutput === true),
    decision,
    stopReason: joinTexts(outputs.map(({ stopReason }) => stopReason)),
    reason: joinTexts(outputs.map(({ reason }) => reason)),
    systemMessage: joinTexts(outputs.map(({ systemMessage }) => systemMessage)),
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
  return withoutUndefined({
    ...mergeObjects(all),
    tool_input: mergeObjects(all.map(({ tool_input }) => tool_input)),
    llm_request: mergeObjects(all.map(({ llm_request }) => llm_request)),
    additionalContext: joinTexts(all.map(({ additionalContext }) => additionalContext)),
    clearContext: all.some(({ clearContext }) => clearContext === true) || undefined,
    toolConfig: mergeChoices(present(all.map(({ toolConfig }) => toolConfig))),
  })
}

/** Merges objects. Later fields override earlier ones; undefined fields are ignored. */
function mergeObjects<Type extends object>(all: readonly (Type | undefined)[]): Type | undefined {
  const defined = present(all)
  return defined.length === 0 ? undefined : objectFrom<Type>(defined.flatMap((each) => Object.entries(each)))
}

/** NONE overrides ANY, ANY overrides AUTO. Names are combined. Undefined without a choice. */
function mergeChoices(choices: readonly ToolChoice[]): ToolChoice | undefined {
  if (choices.length === 0) return undefined
  if (choices.some(({ mode }) => mode === 'NONE')) return { mode: 'NONE', allowedFunctionNames: [] }
  const names = new Set(choices.flatMap(({ allowedFunctionNames }) => allowedFunctionNames ?? []))
  const mode = choices.some((choice) => choice.mode === 'ANY') ? 'ANY' : 'AUTO'
  return { mode, allowedFunctionNames: [...names].sort() }
}

const joinTexts = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.filter((text) => text !== undefined && text !== '').join('\n') || undefined

const present = <Type>(all: readonly (Type | undefined)[]): Type[] => all.filter((each) => each !== undefined)

const withoutUndefined = <Type extends object>(value: Type): Type => objectFrom(Object.entries(value))

/** Uses fromEntries, because assigning a key __proto__ would change the prototype. */
const objectFrom = <Type extends object>(entries: readonly [string, unknown][]): Type =>
  Object.fromEntries(entries.filter(([, each]) => each !== undefined)) as Type // the entries of a Type

/** The reason of a stop or block. */
export const hookReason = (output: HookOutput): string => output.stopReason ?? output.reason ?? 'No reason provided'
