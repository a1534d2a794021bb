import type { Budget, CostReason } from '../agent/budget.ts'
import type { Inputs } from '../config/inputs.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Settings } from '../config/settings/settings.ts'
import { connectModel } from '../model/connect.ts'
import { type CountTokens, type Generate, replyUsage } from '../model/types.ts'
import type { Environment } from '../platform/environment.ts'
import { openSpending } from '../spending/spending.ts'
import type { ConfiguredRun } from './configure-run.ts'
import { modelOptions, openRunBudget } from './run-options.ts'

/** The model of a run and its budget. */
export type ModelClient = {
  model: string
  /** Counts toward the budget. */
  generate: Generate
  countTokens: CountTokens | undefined
  budget: Budget
  /** The step's inputs, with the smallest limit of money, and which one it is. */
  inputs: Inputs
  costReason: CostReason | undefined
}

/**
 * Opens the model that inputs, environment and settings select, within what the thread and the day may still cost. Throws UserError for an
 * invalid credential or price, and SpendingError when no money is left.
 */
export async function openModel(run: ConfiguredRun): Promise<ModelClient> {
  const { config, runtime, session } = run
  const { env, settings } = config
  const { reportRetry } = session
  const { inputs, costReason, meter } = await openSpending(run, settings, runtime, session)
  const model = modelName(inputs, env, settings)
  const budget = openRunBudget({ inputs, settings, costReason }, model, (text) => reportRetry({ text }))
  meter(budget)
  const { canAfford } = budget
  const options = { ...modelOptions(inputs, model, settings, runtime.session), canAfford, emptyKeys: run.emptyKeys }
  const { generate, countTokens } = connectModel(options, env, { clock: runtime, report: reportRetry })
  return { model, generate: budget.metered(paced(generate, runtime)), countTokens, budget, inputs, costReason }
}

/** Waits for the share of this job before each request. */
const paced = (generate: Generate, { modelPace: pace }: Runtime): Generate =>
  pace === undefined
    ? generate
    : async (request, signal) => {
        await pace.acquire()
        let tokens = 0
        try {
          const reply = await generate(request, signal)
          tokens = replyUsage(reply).total
          return reply
        } finally {
          pace.release(tokens)
        }
      }

const DEFAULT_MODEL = 'auto'

/** Selects the model: input, then environment, then settings, then default. */
export const modelName = (inputs: Inputs, env: Environment, settings: Settings): string =>
  inputs.gemini_model || env.GEMINI_MODEL || settings.model?.name || DEFAULT_MODEL
