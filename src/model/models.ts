/** What the short names mean. Dated data: 2026-08. Source: Gemini API docs, "Models". */
const SHORT_NAMES: Readonly<Record<string, { model: string; fallback: readonly string[] }>> = {
  auto: { model: 'gemini-3.1-pro-preview', fallback: ['flash', 'flash-lite'] },
  'auto-gemini-3': { model: 'gemini-3.1-pro-preview', fallback: ['flash', 'flash-lite'] },
  'auto-gemini-2.5': { model: 'gemini-2.5-pro', fallback: ['gemini-2.5-flash'] },
  pro: { model: 'gemini-3.1-pro-preview', fallback: ['flash', 'flash-lite'] },
  flash: { model: 'gemini-3.5-flash', fallback: ['flash-lite'] },
  'flash-lite': { model: 'gemini-3.1-flash-lite', fallback: ['flash'] },
}

/** Ids that the API has a successor for. They are sent as configured all the same. */
const SUCCESSORS: Readonly<Record<string, string>> = { 'gemini-3-pro-preview': 'gemini-3.1-pro-preview' }

const shortName = (name: string) => (Object.hasOwn(SHORT_NAMES, name) ? SHORT_NAMES[name] : undefined)

/** The id that is sent for a model's name. A full id stays as configured; nothing counts as `auto`. */
export function resolveModel(name: string): string {
  const asked = name.trim() || 'auto'
  return shortName(asked)?.model ?? asked
}

/**
 * The model asked for, then those to fall back to, in order. A short name brings its own; a full id means that model
 * and no other. `declared` replaces both.
 */
export function modelChain(name: string, declared?: readonly string[]): string[] {
  const asked = name.trim() || 'auto'
  const rest = declared ?? shortName(asked)?.fallback ?? []
  return [...new Set([asked, ...rest].map(resolveModel))]
}

/** A sentence for people when the API knows the model under a newer name. */
export function renamingOf(model: string): string | undefined {
  const successor = Object.hasOwn(SUCCESSORS, model) ? SUCCESSORS[model] : undefined
  return successor && `The model ${model} has a successor, ${successor}. It is used as configured.`
}

/** Tokens a model reads at most. Dated data: 2026-10. Source: Gemini API docs, "Models". */
export function windowOf(name: string): number {
  const id = resolveModel(name).split('/').at(-1) ?? name
  if (/^gemma-4/.test(id)) return 256_000
  if (/^gemma-/.test(id)) return 131_072
  return /^gemini-1\.5-pro/.test(id) ? 2_097_152 : 1_048_576
}
