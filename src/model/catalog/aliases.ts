/** A named model configuration: model, sampling and thinking, merged over the alias it extends. `null` removes a value. */
export type ModelAlias = { extends?: string; model?: string; generationConfig?: Record<string, unknown> }

const CHAT = { temperature: 1, topP: 0.95, topK: 64 }

/**
 * The reference's names, so that settings that extend or override them keep working. Models are short names of models.ts.
 * Utility requests for one small answer use a small model at temperature 0. Dated data: 2026-08.
 */
export const ALIASES: Readonly<Record<string, ModelAlias>> = {
  base: { generationConfig: { temperature: 0, topP: 1 } },
  'chat-base': {
    extends: 'base',
    generationConfig: { ...CHAT, thinkingConfig: { includeThoughts: true } },
  },
  // Models before 2.5 refuse a thinkingConfig.
  'chat-base-2.0': { extends: 'chat-base', generationConfig: { thinkingConfig: null } },
  'chat-base-2.5': { extends: 'chat-base', generationConfig: { thinkingConfig: { thinkingBudget: 8192 } } },
  'chat-base-3': { extends: 'chat-base', generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } } },
  'gemini-2.5-flash-base': { extends: 'base', model: 'gemini-2.5-flash' },
  'gemini-3-flash-base': { extends: 'base', model: 'flash' },
  'gemini-3.5-flash-base': { extends: 'base', model: 'gemini-3.5-flash' },
  classifier: { extends: 'base', model: 'flash-lite', generationConfig: { maxOutputTokens: 1024 } },
  'prompt-completion': {
    extends: 'base',
    model: 'flash-lite',
    generationConfig: { temperature: 0.3, maxOutputTokens: 16_000 },
  },
  'fast-ack-helper': {
    extends: 'base',
    model: 'flash-lite',
    generationConfig: { temperature: 0.2, maxOutputTokens: 120 },
  },
  'edit-corrector': { extends: 'base', model: 'flash-lite' },
  'summarizer-default': { extends: 'base', model: 'flash-lite', generationConfig: { maxOutputTokens: 2000 } },
  'summarizer-shell': { extends: 'base', model: 'flash-lite', generationConfig: { maxOutputTokens: 2000 } },
  'web-search': { extends: 'gemini-3-flash-base' },
  'web-fetch': { extends: 'gemini-3-flash-base' },
  'web-fetch-fallback': { extends: 'gemini-3-flash-base' },
  'loop-detection': { extends: 'gemini-3-flash-base' },
  'loop-detection-double-check': { extends: 'base', model: 'pro' },
  'llm-edit-fixer': { extends: 'gemini-3-flash-base' },
  'next-speaker-checker': { extends: 'gemini-3-flash-base' },
  'context-snapshotter': {
    extends: 'gemini-3-flash-base',
    generationConfig: { ...CHAT, thinkingConfig: { thinkingLevel: 'HIGH' } },
  },
  'agent-history-provider-summarizer': { model: 'flash' },
  'chat-compression-default': { model: 'pro' },
  'chat-compression-3-pro': { model: 'gemini-3-pro-preview' },
  'chat-compression-3-flash': { model: 'gemini-3-flash-preview' },
  'chat-compression-3.1-flash-lite': { model: 'gemini-3.1-flash-lite' },
  'chat-compression-2.5-pro': { model: 'gemini-2.5-pro' },
  'chat-compression-2.5-flash': { model: 'gemini-2.5-flash' },
  'chat-compression-2.5-flash-lite': { model: 'gemini-2.5-flash-lite' },
}

/** The built-in alias of that name. Every model id is an alias that extends the one of its family. */
export function builtInAlias(name: string): ModelAlias | undefined {
  if (Object.hasOwn(ALIASES, name)) return ALIASES[name]
  return isModelId(name) ? { extends: familyAlias(name), model: name } : undefined
}

/** Whether a name is the id of a Google model. */
export const isModelId = (name: string): boolean => /^(?:models\/)?gem(?:ini|ma)-\d/.test(name)

/** The alias with the sampling for chats with a model. Source: Gemini API docs, "Thinking". */
export function familyAlias(model: string): string {
  const id = model.split('/').at(-1) ?? model
  if (/^gemini-(?:1|2\.0)/.test(id)) return 'chat-base-2.0'
  if (/^gemini-2\.5/.test(id)) return 'chat-base-2.5'
  if (/^gemini-(?:[3-9]|\d\d)(?:[.-]|$)|^gemma-4/.test(id)) return 'chat-base-3'
  return 'chat-base'
}
