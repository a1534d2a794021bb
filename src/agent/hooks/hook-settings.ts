import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { UserError, zodIssueMessage } from '../../platform/errors.ts'
import type { CommitReader } from '../../platform/files/workspace.ts'
import { type CompiledPattern, compilePattern, newPatternBudget, testPattern } from '../../policy/rules/patterns.ts'
import { copyPrograms, isCopyable, programsOf } from '../committed-programs.ts'

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

/** One hook. `name` defaults to the command. Without `matcher` the hook matches everything. */
export type Hook = {
  event: HookEvent
  name: string
  command: string
  matcher?: CompiledPattern
  sequential: boolean
  timeoutMs: number
  env: Readonly<Record<string, string>>
  /** The effect of a failure of the hook. Default: depends on the event (DENY_ON_FAILURE in hook-runner.ts). */
  onFailure?: 'deny' | 'allow'
  /** Programs of the repository that the command runs as copies of the trusted commit. */
  copies?: readonly string[]
}

/** Names a hook at the start of a message. Shortens commands that serve as names. */
export function hookLabel({ name, event }: Hook): string {
  const [line = ''] = name.trim().split('\n', 1)
  return `The hook "${line.length > 80 ? `${line.slice(0, 80)}…` : line}" (${event})`
}

const TIMEOUT_MS = 60_000

const Entry = z.looseObject({
  matcher: z.string().optional(),
  sequential: z.boolean().optional(),
  hooks: z.array(
    z.looseObject({
      type: z.enum(['command', 'plugin'], { error: 'must be "command"' }),
      command: z.string().refine((text) => text.trim() !== '', 'must not be empty'),
      name: z.string().optional(),
      timeout: z.number().positive().optional(),
      env: z.record(z.string(), z.string()).optional(),
      onFailure: z.enum(['deny', 'allow']).optional(),
    }),
  ),
})

const names = z.array(z.string()).optional()

const Switches = z.looseObject({ enabled: z.boolean().optional(), disabled: names })

const Shape = z.looseObject({
  hooks: z.looseObject({ enabled: z.boolean().optional(), disabled: names }).optional(),
  hooksConfig: Switches.optional(),
  tools: z.looseObject({ enableHooks: z.boolean().optional() }).optional(),
  enableHooks: z.boolean().optional(),
})

/** Keys of older settings, besides the events. */
const OTHER_KEYS = ['enabled', 'disabled', 'notifications']

/**
 * Reads the hooks from the settings, in order, with notices about ignored entries. Throws UserError with the field for an
 * invalid hook: a skipped hook might have denied a call.
 */
export function parseHookSettings(settings: unknown): { hooks: Hook[]; notices: string[] } {
  const { hooks: table = {}, hooksConfig = {}, tools = {}, enableHooks } = parseWith(Shape, settings ?? {}, [])
  const enabled = hooksConfig.enabled ?? table.enabled ?? tools.enableHooks ?? enableHooks ?? true
  if (!enabled) return { hooks: [], notices: [] }

  const disabled = new Set([...(hooksConfig.disabled ?? []), ...(table.disabled ?? [])])
  const hooks: Hook[] = []
  const notes: string[] = []
  for (const [key, value] of Object.entries(table)) {
    if (OTHER_KEYS.includes(key)) continue
    const event = HOOK_EVENTS.find((candidate) => candidate === key)
    if (event === undefined) notes.push(`Settings: unknown hook event "${key}"; its hooks are ignored.`)
    else
      hooks.push(
        ...hooksForEvent(event, value).filter(({ name, command }) => !disabled.has(name) && !disabled.has(command)),
      )
  }
  return { hooks, notices: notes }
}

function hooksForEvent(event: HookEvent, value: unknown): Hook[] {
  return parseWith(z.array(Entry), value, ['hooks', event]).flatMap(({ matcher, sequential = false, hooks }, index) => {
    const compiled = compileMatcher(matcher, `hooks.${event}.${index}.matcher`)
    return hooks.map(({ name, command, timeout, env, onFailure }) => ({
      event,
      name: name || command,
      command,
      sequential,
      timeoutMs: timeout ?? TIMEOUT_MS,
      env: env ?? {},
      matcher: compiled,
      onFailure,
    }))
  })
}

/** Compiles a matcher. Triggers are compared as words, but each of them is also a valid pattern. */
function compileMatcher(matcher: string | undefined, field: string): CompiledPattern | undefined {
  if (matcher === undefined || ['', '*'].includes(matcher.trim())) return undefined
  const compiled = compilePattern(matcher, false)
  if (compiled.ok) return compiled.pattern
  throw new UserError(`The hook settings are invalid:\n- ${field}: ${JSON.stringify(matcher)} ${compiled.reason}`)
}

function parseWith<Type extends z.ZodType>(type: Type, value: unknown, path: readonly string[]): z.output<Type> {
  const result = type.safeParse(value)
  if (result.success) return result.data
  const lines = result.error.issues.map(
    (issue) => `- ${zodIssueMessage({ path: [...path, ...issue.path], message: issue.message })}`,
  )
  throw new UserError(`The hook settings are invalid:\n${lines.join('\n')}`)
}

/** What matchers compare: the names of a tool, or the trigger of the event. */
export type HookSubject = { tool: readonly string[] } | { trigger: string } | undefined

/**
 * Selects the hooks to run, each once. A tool matcher is a regular expression that matches anywhere in a name; a trigger
 * matcher is the exact word; other events have no matchers.
 */
export function planHooks(
  hooks: readonly Hook[],
  event: HookEvent,
  subject: HookSubject,
): { hooks: readonly Hook[]; sequential: boolean } {
  const seen = new Set<string>()
  const chosen = hooks.filter((hook) => {
    const key = JSON.stringify([hook.name, hook.command])
    if (hook.event !== event || seen.has(key) || !matches(hook, subject)) return false
    seen.add(key)
    return true
  })
  return { hooks: chosen, sequential: chosen.some(({ sequential }) => sequential) }
}

function matches({ matcher }: Hook, subject: HookSubject): boolean {
  if (matcher === undefined || subject === undefined) return true
  if ('trigger' in subject) return matcher.source === subject.trigger
  // When matching times out, run the hook.
  return subject.tool.some((name) => testPattern(matcher, name, newPatternBudget()) !== 'no')
}

/**
 * The files of the steering commit, and a folder outside the checkout for copies. `checkout`: set where code of the repository may run;
 * only then programs outside `.gemini/` are copied, and find their packages there.
 */
export type TrustedHookFiles = { files: Pick<CommitReader, 'read' | 'list'>; folder: string; checkout?: string }

/**
 * Copies hook programs of the repository from the steering commit to the folder, and redirects the commands there: those below `.gemini/`
 * with the files beside them, others with the files that they load. Changes to these programs in the checkout, by a pull request or the
 * model, have no effect.
 */
export async function withTrustedPrograms(hooks: readonly Hook[], trusted: TrustedHookFiles): Promise<Hook[]> {
  const { files, folder, checkout } = trusted
  const redirected = await withGeminiPrograms(hooks, trusted)
  if (checkout === undefined) return redirected
  return Promise.all(
    redirected.map(async (hook) => {
      const all = await programsOf(hook.command, files)
      const copyable = await Promise.all(all.map((path) => isCopyable(path, files)))
      const programs = all.filter((_, index) => copyable[index])
      if (programs.length === 0) return hook
      await copyPrograms(programs, { files, folder, checkout })
      const command = programs.reduce(
        (line, path) =>
          line.replace(spelledPath(path), (_, before: string) => before + escapeForShell(join(folder, path))),
        hook.command,
      )
      return { ...hook, command, copies: [...(hook.copies ?? []), ...programs] }
    }),
  )
}

/** A path of the repository at the start of a word, with any spelling of the checkout before it. */
const spelledPath = (path: string): RegExp =>
  new RegExp(
    `(^|[\\s"'=;|&(\`])(?:"\\$\\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR|GITHUB_WORKSPACE|PWD)\\}?"\\/|\\$\\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR|GITHUB_WORKSPACE|PWD)\\}?\\/|(?:\\./)*)${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w./@+-])`,
    'g',
  )

async function withGeminiPrograms(hooks: readonly Hook[], { files, folder }: TrustedHookFiles): Promise<Hook[]> {
  if (!hooks.some(({ command }) => command.includes('.gemini/'))) return [...hooks]
  const paths = new Set(await files.list('.gemini'))
  const folders = new Set<string>()
  const redirected = hooks.map((hook) => {
    const copies: string[] = []
    const command = hook.command.replace(PROGRAM, (match, before: string, path: string) => {
      if (!paths.has(path)) return match
      folders.add(programFolder(path))
      copies.push(path)
      return before + escapeForShell(join(folder, path))
    })
    return copies.length === 0 ? hook : { ...hook, command, copies }
  })
  const copied = [...paths].filter((path) => folders.has(programFolder(path)))
  await Promise.all(copied.map((path) => copyFile(path, files, folder)))
  return redirected
}

/**
 * Matches a path below `.gemini/` at the start of a word, with any spelling of the checkout before it. Quotes around only the
 * checkout are removed with it; quotes around the whole word stay.
 */
const PROGRAM =
  /(^|[\s"'=;|&(`])(?:"\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR)\}?"\/|\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR)\}?\/|\.\/)?(\.gemini\/[\w./-]+)/g

/** The folder that is copied with a program: `.gemini/hooks/…` as a whole, a file directly in `.gemini/` alone. */
const programFolder = (path: string): string => path.split('/').slice(0, 2).join('/')

/** Escapes a path outside quotes. Paths of temporary folders rarely need it; inside quotes it would be wrong. */
const escapeForShell = (path: string): string => path.replaceAll('\\', '/').replace(/[^\w./:~+@%-]/g, '\\$&')

async function copyFile(path: string, files: TrustedHookFiles['files'], folder: string): Promise<void> {
  const text = await files.read(path)
  if (text === undefined) return
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, text, { mode: 0o755 })
}
