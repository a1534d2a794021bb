import { type Budget, openBudget } from '../agent/budget.ts'
import type { ContextLimits } from '../agent/kit.ts'
import { afterTurns, type Stop } from '../agent/stops.ts'
import type { Inputs } from '../inputs.ts'
import { resolveModel, windowOf } from '../model/models.ts'
import { withPrices } from '../model/prices.ts'
import type { Settings } from '../settings/settings.ts'
import { OUTPUT_CHARACTERS } from '../tools/long-output.ts'

/** What the run may cost. Throws UserError for a price that is none. */
export const budgetFor = (inputs: Inputs, settings: Settings, model: string, notice: (text: string) => void): Budget =>
  openBudget(
    {
      tokens: inputs.max_tokens,
      usd: inputs.max_cost_usd,
      prices: withPrices(settings.model?.prices, 'settings: model.prices'),
      model: resolveModel(model),
    },
    notice,
  )

/** The part of the model's window from which the past is summed up. */
const COMPRESSED_FROM = 0.5

/** Characters of a tool's answer that the model gets to see; 0: all of them. */
export const longestOf = (settings: Settings): number =>
  settings.tools?.truncateToolOutputThreshold ?? OUTPUT_CHARACTERS

/** How a conversation is kept within its model's window. */
export const contextOf = (
  settings: Settings,
  model: string,
  means: Pick<ContextLimits, 'aside' | 'save' | 'count'>,
): ContextLimits => ({
  window: windowOf(model),
  threshold: settings.model?.compressionThreshold ?? COMPRESSED_FROM,
  longest: Math.max(0, longestOf(settings)) || OUTPUT_CHARACTERS,
  ...means,
})

/** Limits beside time and money. */
export function stopsFor(inputs: Inputs, settings: Settings): Stop[] {
  const session = settings.model?.maxSessionTurns ?? -1
  const turns = session >= 0 ? Math.min(session, inputs.max_turns ?? session) : inputs.max_turns
  return turns === undefined ? [] : [afterTurns(turns)]
}
