import type { Budget } from '../agent/budget.ts'
import type { Inputs } from '../config/inputs/inputs.ts'
import type { RunConfig } from '../config/load-run-config.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Settings } from '../config/settings/settings.ts'
import { connectModel } from '../model/connect.ts'
import type { CountTokens, Generate } from '../model/types.ts'
import { replyUsage } from '../model/usage.ts'
import type { Environment } from '../platform/environment.ts'
import { nextRequestSent } from '../platform/net/fetch-events.ts'
import { modelOptions } from './model-options.ts'
import { openRunBudget } from './run-limits.ts'
import type { RunSession } from './run-session.ts'
import type { SpendingLimit } from './spending/open-spending.ts'

/** The model of a run and its budget. */
export type ModelClient = {
  model: string
  /** Counts toward the budget. */
  generate: Generate
  countTokens: CountTokens | undefined
  budget: Budget
}

/** Opens the model that inputs, environment and settings select. Throws UserError for an invalid credential or price. */
export function openModelClient(
  { inputs, costReason, meter }: Pick<SpendingLimit, 'inputs' | 'costReason' | 'meter'>,
  { env, settings }: Pick<RunConfig, 'env' | 'settings'>,
  runtime: Runtime,
  { reportRetry }: Pick<RunSession, 'reportRetry'>,
): ModelClient {
  const model = modelName(inputs, env, settings)
  const budget = openRunBudget({ inputs, settings, costReason }, model, (text) => reportRetry({ text }))
  meter(budget)
  const { canAfford } = budget
  const options = { ...modelOptions(inputs, model, settings, runtime.session), canAfford }
  const { generate, countTokens } = connectModel(options, env, { clock: runtime, report: reportRetry })
  return { model, generate: budget.metered(paced(generate, runtime)), countTokens, budget }
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

/** Does the work once, while the first answer of the model is awaited and a run has nothing else to do. Disposed of, it begins no more. */
export function whileModelThinks(generate: Generate, work: () => void): Disposable & { generate: Generate } {
  let isAsked = false
  let isOver = false
  return {
    generate(request, signal) {
      if (!isAsked) void nextRequestSent().then(() => isOver || work())
      isAsked = true
      return generate(request, signal)
    },
    [Symbol.dispose]() {
      isOver = true
    },
  }
}

const DEFAULT_MODEL = 'auto'

/** Selects the model: input, then environment, then settings, then default. */
export const modelName = (inputs: Inputs, env: Environment, settings: Settings): string =>
  inputs.gemini_model || env.GEMINI_MODEL || settings.model?.name || DEFAULT_MODEL
