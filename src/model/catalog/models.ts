/** Models and fallbacks of the short names. Dated data: 2026-08. Source: Gemini API docs, "Models". */
const SHORT_NAMES: Readonly<Record<string, { model: string; fallback: readonly string[] }>> = {
  auto: { model: 'gemini-3.1-pro-preview', fallback: ['flash', 'flash-lite'] },
  'auto-gemini-3': { model: 'gemini-3.1-pro-preview', fallback: ['flash', 'flash-lite'] },
  'auto-gemini-2.5': { model: 'gemini-2.5-pro', fallback: ['gemini-2.5-flash'] },
  pro: { model: 'gemini-3.1-pro-preview', fallback: ['flash', 'flash-lite'] },
  flash: { model: 'gemini-3.5-flash', fallback: ['flash-lite'] },
  'flash-lite': { model: 'gemini-3.1-flash-lite', fallback: ['flash'] },
}

/** Ids with a successor in the API. They are still sent as configured. */
const SUCCESSORS: Readonly<Record<string, string>> = { 'gemini-3-pro-preview': 'gemini-3.1-pro-preview' }

const shortName = (name: string) => (Object.hasOwn(SHORT_NAMES, name) ? SHORT_NAMES[name] : undefined)

/** The id to send for a model name. A full id stays as configured; an empty name means `auto`. */
export function resolveModel(name: string): string {
  const requested = name.trim() || 'auto'
  return shortName(requested)?.model ?? requested
}

/**
 * The requested model, then its fallbacks in order. A short name has fallbacks; a full id has none. `declared` replaces
 * them.
 */
export function modelChain(name: string, declared?: readonly string[]): string[] {
  const requested = name.trim() || 'auto'
  const rest = declared ?? shortName(requested)?.fallback ?? []
  return [...new Set([requested, ...rest].map(resolveModel))]
}

/** A notice for users when the API has a successor for the model. */
export function successorNotice(model: string): string | undefined {
  const successor = Object.hasOwn(SUCCESSORS, model) ? SUCCESSORS[model] : undefined
  return successor && `The model ${model} has a successor, ${successor}. It is used as configured.`
}

/** Maximum input tokens of a model. Dated data: 2026-10. Source: Gemini API docs, "Models". */
export function contextWindow(name: string): number {
  const id = resolveModel(name).split('/').at(-1) ?? name
  if (/^gemma-4/.test(id)) return 256_000
  if (/^gemma-/.test(id)) return 131_072
  return /^gemini-1\.5-pro/.test(id) ? 2_097_152 : 1_048_576
}
