import type { ContextWindow } from '../agent/agent-context.ts'
import { type Budget, type CostReason, openBudget } from '../agent/budget.ts'
import { type StopCondition, turnLimit } from '../agent/stop-conditions.ts'
import type { Inputs } from '../config/inputs/inputs.ts'
import type { Settings } from '../config/settings/settings.ts'
import { contextWindow, resolveModel } from '../model/catalog/models.ts'
import { mergePrices } from '../model/catalog/prices.ts'
import { MAX_OUTPUT_CHARACTERS } from '../tools/shell/long-output.ts'

/** The run's budget of tokens and money. Throws UserError for an invalid price. */
export const openRunBudget = (
  { inputs, settings, costReason }: { inputs: Inputs; settings: Settings; costReason?: CostReason },
  model: string,
  notice: (text: string) => void,
): Budget =>
  openBudget(
    {
      tokens: inputs.max_tokens,
      usd: inputs.max_cost_usd,
      costReason,
      prices: mergePrices(settings.model?.prices, 'settings: model.prices'),
      model: resolveModel(model),
    },
    notice,
  )

/** The fraction of the context window at which the conversation is compressed. */
const DEFAULT_COMPRESSION_THRESHOLD = 0.5

/** The longest tool output the model sees, in characters; 0 or less: no limit. */
export const maxOutputCharacters = (settings: Settings): number =>
  settings.tools?.truncateToolOutputThreshold ?? MAX_OUTPUT_CHARACTERS

/** Limits that keep a conversation within its model's context window. */
export const contextWindowFor = (
  settings: Settings,
  model: string,
  services: Pick<ContextWindow, 'utilityGenerate' | 'saveOutput' | 'countTokens'>,
): ContextWindow => ({
  windowTokens: contextWindow(model),
  threshold: settings.model?.compressionThreshold ?? DEFAULT_COMPRESSION_THRESHOLD,
  maxOutputCharacters: Math.max(0, maxOutputCharacters(settings)) || MAX_OUTPUT_CHARACTERS,
  ...services,
})

/** The turn limit. Time and money are limited elsewhere. */
export function stopConditions(inputs: Inputs, settings: Settings): StopCondition[] {
  const session = settings.model?.maxSessionTurns ?? -1
  const { max_turns: input } = inputs
  if (session >= 0 && (input === undefined || session < input)) return [turnLimit(session, 'session_turns')]
  return input === undefined ? [] : [turnLimit(input)]
}
