import { z } from 'zod'
import { fieldMistake, UserError } from '../host/errors.ts'
import { compilePattern, type Pattern } from '../policy/patterns.ts'

/** What a hook can be told about. The order is that of a run. */
export const HOOK_EVENTS = [
  'SessionStart',
  'SessionEnd',
  'BeforeAgent',
  'AfterAgent',
  'BeforeModel',
  'AfterModel',
  'BeforeToolSelection',
  'BeforeTool',
  'AfterTool',
  'PreCompress',
  'Notification',
] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]

/** One hook. `name` is its own, else its command. `matcher` is absent where everything matches. */
export type Hook = {
  event: HookEvent
  name: string
  command: string
  matcher?: Pattern
  sequential: boolean
  timeoutMs: number
  env: Readonly<Record<string, string>>
  /** What it means when the hook gives no answer. Absent: what its event says (hook-fire.ts). */
  onFailure?: 'deny' | 'allow'
}

/** A hook at the start of a sentence. Those without a name are known by their commands, which can be whole programs. */
export function theHook({ name, event }: Hook): string {
  const [line = ''] = name.trim().split('\n', 1)
  return `The hook "${line.length > 80 ? `${line.slice(0, 80)}…` : line}" (${event})`
}

const TIMEOUT_MS = 60_000

const Entry = z.looseObject({
  matcher: z.string().exactOptional(),
  sequential: z.boolean().exactOptional(),
  hooks: z.array(
    z.looseObject({
      type: z.enum(['command', 'plugin'], { error: 'must be "command"' }),
      command: z.string().refine((text) => text.trim() !== '', 'must not be empty'),
      name: z.string().exactOptional(),
      timeout: z.number().positive().exactOptional(),
      env: z.record(z.string(), z.string()).exactOptional(),
      onFailure: z.enum(['deny', 'allow']).exactOptional(),
    }),
  ),
})

const names = z.array(z.string()).exactOptional()
const Switches = z.looseObject({ enabled: z.boolean().exactOptional(), disabled: names })
const Shape = z.looseObject({
  hooks: z.looseObject({ enabled: z.boolean().exactOptional(), disabled: names }).exactOptional(),
  hooksConfig: Switches.exactOptional(),
  tools: z.looseObject({ enableHooks: z.boolean().exactOptional() }).exactOptional(),
  enableHooks: z.boolean().exactOptional(),
})

/** What stands among the events in older settings without being one. */
const NO_EVENTS = ['enabled', 'disabled', 'notifications']

/**
 * The hooks that settings configure, in their order; `notes` is what there is to say of the rest. Throws UserError that
 * names the field: a hook that went missing could have said no.
 */
export function readHooks(settings: unknown): { hooks: Hook[]; notes: string[] } {
  const { hooks: table = {}, hooksConfig = {}, tools = {}, enableHooks } = parsed(Shape, settings ?? {}, [])
  const enabled = hooksConfig.enabled ?? table.enabled ?? tools.enableHooks ?? enableHooks ?? true
  if (!enabled) return { hooks: [], notes: [] }

  const disabled = new Set([...(hooksConfig.disabled ?? []), ...(table.disabled ?? [])])
  const hooks: Hook[] = []
  const notes: string[] = []
  for (const [key, value] of Object.entries(table)) {
    if (NO_EVENTS.includes(key)) continue
    const event = HOOK_EVENTS.find((known) => known === key)
    if (event === undefined) notes.push(`Settings: there is no hook event "${key}"; its hooks are left out.`)
    else
      hooks.push(...hooksOf(event, value).filter(({ name, command }) => !disabled.has(name) && !disabled.has(command)))
  }
  return { hooks, notes }
}

function hooksOf(event: HookEvent, value: unknown): Hook[] {
  return parsed(z.array(Entry), value, ['hooks', event]).flatMap(({ matcher, sequential = false, hooks }, index) => {
    const compiled = compiledMatcher(matcher, `hooks.${event}.${index}.matcher`)
    return hooks.map(({ name, command, timeout, env, onFailure }) => ({
      event,
      name: name || command,
      command,
      sequential,
      timeoutMs: timeout ?? TIMEOUT_MS,
      env: env ?? {},
      ...(compiled === undefined ? {} : { matcher: compiled }),
      ...(onFailure === undefined ? {} : { onFailure }),
    }))
  })
}

/** Triggers are compared as words, but every one of them is a pattern that compiles, too. */
function compiledMatcher(matcher: string | undefined, field: string): Pattern | undefined {
  if (matcher === undefined || ['', '*'].includes(matcher.trim())) return undefined
  const compiled = compilePattern(matcher, false)
  if (compiled.ok) return compiled.pattern
  throw new UserError(`The settings of hooks need mending:\n- ${field}: ${JSON.stringify(matcher)} ${compiled.why}`)
}

function parsed<Type extends z.ZodType>(type: Type, value: unknown, at: readonly string[]): z.output<Type> {
  const result = type.safeParse(value)
  if (result.success) return result.data
  const lines = result.error.issues.map(({ path, message }) => `- ${fieldMistake({ path: [...at, ...path], message })}`)
  throw new UserError(`The settings of hooks need mending:\n${lines.join('\n')}`)
}
