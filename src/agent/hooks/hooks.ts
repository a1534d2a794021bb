import { buildHooks } from './hook-events.ts'
import { parseHookSettings, withTrustedPrograms } from './hook-settings.ts'
import type { HookOptions, Hooks } from './hook-types.ts'

/**
 * Creates the hooks from the settings; undefined without hooks. Rejects with UserError, which names the field, for invalid
 * hook settings.
 */
export async function createHooks(settings: unknown, options: HookOptions): Promise<Hooks | undefined> {
  if (!hasHooks(settings)) return undefined
  const { hooks, notices } = parseHookSettings(settings)
  for (const text of notices) options.emit({ type: 'notice', level: 'warning', text })
  if (hooks.length === 0) return undefined
  return buildHooks(
    options.trustedFiles === undefined ? hooks : await withTrustedPrograms(hooks, options.trustedFiles),
    settings,
    options,
  )
}

/** Runs the SessionStart hooks, and the SessionEnd hooks on disposal. `context` is text for the model before the task. */
export async function startHookSession(
  hooks: Hooks | undefined,
  signal: AbortSignal,
): Promise<{ context: string; [Symbol.asyncDispose](): Promise<void> }> {
  return {
    context: (await hooks?.sessionStart('startup', signal)) ?? '',
    // A canceled job has a few seconds left, and the results still have to be posted.
    [Symbol.asyncDispose]: async () => hooks?.sessionEnd('exit', signal.aborted ? 2000 : 60_000),
  }
}

export const hasHooks = (settings: unknown): boolean =>
  typeof settings === 'object' && settings !== null && 'hooks' in settings
