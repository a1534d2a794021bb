import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import type { HookOptions, Hooks } from '../../src/agent/hooks/hook-types.ts'
import { createHooks } from '../../src/agent/hooks/hooks.ts'
import { childEnvironment } from '../../src/platform/process/child-environment.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { SHARED_FOLDER } from '../shared-folder.ts'

const root = mkdtempSync(join(process.env[SHARED_FOLDER] ?? tmpdir(), 'hooks-'))

const PROGRAM = resolve(import.meta.dirname, '../fakes/bin/hook.js')
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A command that says this and ends so. */
export const says = (answer: unknown, code = 0): string =>
  `printf %s ${quoted(typeof answer === 'string' ? answer : JSON.stringify(answer))}; exit ${code}`

export type Workshop = {
  hooks: Hooks
  events: RunEvent[]
  /** The inputs of `noting` commands, in order. */
  told(): Record<string, unknown>[]
  warnings(): string[]
}

/** A separate program that records its input in the workshop, then prints this. */
export const noting = (answer: unknown = '', code = 0) =>
  `node ${quoted(PROGRAM)} "$NOTES" ${quoted(typeof answer === 'string' ? answer : JSON.stringify(answer))} ${code}`

/** The same in a shell. */
export const notingQuickly = (answer: unknown = ''): string => `{ cat; } >> "$NOTES"; ${says(answer)}`

let shops = 0

/** Hooks with real programs, from settings. `entries` per event: a command, or a definition. */
export async function workshop(
  entries: Record<string, (string | object)[]>,
  given: { options?: Partial<HookOptions>; settings?: object } = {},
): Promise<Workshop> {
  const notes = join(root, `notes-${++shops}.jsonl`)
  const events: RunEvent[] = []
  const env = { NOTES: notes }
  const definition = (entry: string | object) => {
    if (typeof entry === 'object' && 'hooks' in entry) return entry
    const hook = typeof entry === 'string' ? { command: entry } : entry
    return { hooks: [{ type: 'command', env, ...hook }] }
  }
  const hooks = Object.fromEntries(Object.entries(entries).map(([event, all]) => [event, all.map(definition)]))
  const made = await createHooks(
    { hooks, ...given.settings },
    {
      cwd: root,
      env: childEnvironment(process.env, []),
      session: 'session-1',
      transcriptPath: join(root, 'transcript.jsonl'),
      now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
      emit: (event) => void events.push(event),
      ...given.options,
    },
  )
  if (made === undefined) expect.fail('no hooks')
  return {
    hooks: made,
    events,
    told: () =>
      readFileSync(notes, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    warnings: () =>
      events.flatMap((event) => (event.type === 'notice' && event.level === 'warning' ? [event.text] : [])),
  }
}

export const COMMON = {
  session_id: 'session-1',
  transcript_path: join(root, 'transcript.jsonl'),
  cwd: root,
  timestamp: '2026-01-02T03:04:05.000Z',
}
