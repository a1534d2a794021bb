/** A named way to ask: a model, sampling and thinking, over those of the alias it extends. `null` takes a value away. */
export type Alias = { extends?: string; model?: string; generate?: Record<string, unknown> }

/**
 * The reference's names, so that settings which extend or override them keep working. Models are short names of
 * models.ts. Helpers that are asked for one small answer get a small model and no chance. Dated data: 2026-08.
 */
export const ALIASES: Readonly<Record<string, Alias>> = {
  base: { generate: { temperature: 0, topP: 1 } },
  'chat-base': {
    extends: 'base',
    generate: { temperature: 1, topP: 0.95, topK: 64, thinkingConfig: { includeThoughts: true } },
  },
  // Thinking came with 2.5; what is older refuses the very word.
  'chat-base-2.0': { extends: 'chat-base', generate: { thinkingConfig: null } },
  'chat-base-2.5': { extends: 'chat-base', generate: { thinkingConfig: { thinkingBudget: 8192 } } },
  'chat-base-3': { extends: 'chat-base', generate: { thinkingConfig: { thinkingLevel: 'HIGH' } } },
  'gemini-3-flash-base': { extends: 'base', model: 'flash' },
  classifier: { extends: 'base', model: 'flash-lite', generate: { maxOutputTokens: 1024 } },
  'edit-corrector': { extends: 'base', model: 'flash-lite' },
  'summarizer-default': { extends: 'base', model: 'flash-lite', generate: { maxOutputTokens: 2000 } },
  'summarizer-shell': { extends: 'base', model: 'flash-lite', generate: { maxOutputTokens: 2000 } },
  'web-search': { extends: 'gemini-3-flash-base' },
  'web-fetch': { extends: 'gemini-3-flash-base' },
  'web-fetch-fallback': { extends: 'gemini-3-flash-base' },
  'loop-detection': { extends: 'gemini-3-flash-base' },
  'loop-detection-double-check': { extends: 'base', model: 'pro' },
  'llm-edit-fixer': { extends: 'gemini-3-flash-base' },
  'next-speaker-checker': { extends: 'gemini-3-flash-base' },
  'chat-compression-default': { model: 'pro' },
}

/** The alias that says how a chat with a model of this id is sampled. Source: Gemini API docs, "Thinking". */
export function familyOf(model: string): string {
  const id = model.split('/').at(-1) ?? model
  if (/^gemini-(?:1|2\.0)/.test(id)) return 'chat-base-2.0'
  if (/^gemini-2\.5/.test(id)) return 'chat-base-2.5'
  if (/^gemini-(?:[3-9]|\d\d)(?:[.-]|$)|^gemma-4/.test(id)) return 'chat-base-3'
  return 'chat-base'
}
