import type { GenerateContentConfig, ThinkingLevel } from '@google/genai/web'

/** What the short names mean today. Dated data: 2026-08. Source: Gemini API docs, "Models". */
const ALIASES: Readonly<Record<string, string>> = {
  auto: 'gemini-3.1-pro-preview',
  'auto-gemini-3': 'gemini-3.1-pro-preview',
  'auto-gemini-2.5': 'gemini-2.5-pro',
  pro: 'gemini-3.1-pro-preview',
  flash: 'gemini-3.5-flash',
  'flash-lite': 'gemini-3.1-flash-lite',
}

/** Where to go on when the first model of a short name is exhausted. A full id means that model and no other. */
const CHAINS: Readonly<Record<string, readonly string[]>> = {
  auto: ['flash', 'flash-lite'],
  'auto-gemini-3': ['flash', 'flash-lite'],
  'auto-gemini-2.5': ['gemini-2.5-flash'],
  pro: ['flash', 'flash-lite'],
  flash: ['flash-lite'],
  'flash-lite': ['flash'],
}

/** The id that is sent for a model's name: short names are replaced, everything else stays as configured. */
export function resolveModel(name: string): string {
  const asked = name.trim() || 'auto'
  return Object.hasOwn(ALIASES, asked) ? (ALIASES[asked] ?? asked) : asked
}

/** The model asked for, then those to fall back to, in order. */
export function modelChain(name: string): string[] {
  const asked = name.trim() || 'auto'
  const rest = Object.hasOwn(CHAINS, asked) ? (CHAINS[asked] ?? []) : []
  return [...new Set([asked, ...rest].map(resolveModel))]
}

export type Thinking = { budget?: number; level?: string }

/**
 * Sampling and thinking for a model, by its family. `thinking` replaces the family's own amount.
 * Source: Gemini API docs, "Thinking": budgets for 2.5, levels from 3 on, nothing before 2.5.
 */
export function generationFor(model: string, thinking: Thinking = {}): GenerateContentConfig {
  const id = model.split('/').at(-1) ?? model
  const sampling = { temperature: 1, topP: 0.95, topK: 64 }
  if (/^gemini-(?:1|2\.0)/.test(id)) return sampling
  const amount = thinking.budget !== undefined || thinking.level !== undefined ? thinking : familyThinking(id)
  return {
    ...sampling,
    thinkingConfig: {
      includeThoughts: true,
      ...(amount.budget === undefined ? {} : { thinkingBudget: amount.budget }),
      // The SDK's enum is the set of these strings; settings may name one it does not know yet.
      ...(amount.level === undefined ? {} : { thinkingLevel: amount.level as ThinkingLevel }),
    },
  }
}

function familyThinking(id: string): Thinking {
  if (/^gemini-2\.5/.test(id)) return { budget: 8192 }
  if (/^gemini-(?:[3-9]|\d\d)(?:[.-]|$)|^gemma-4/.test(id)) return { level: 'HIGH' }
  return {}
}
