import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { GeminiRequest } from '../../src/emulators/gemini/gemini.ts'
import { call, type GeminiStep, say, turn } from '../../src/emulators/gemini/steps.ts'
import type { World } from '../../src/emulators/github/world.ts'
import { neverDoneWithNothing } from './checks.ts'
import { leaksIn } from './leaks.ts'
import { lastOf, type Played, play, type Scenario, SECRETS, type Server, type StepFile, sinksOf } from './scenario.ts'

export type Wish = { tool: string; args: Record<string, unknown> }

/** A run whose model wants these calls, turn by turn, and then says that this was all. */
export type Improvised = {
  /** Also the model's answer to a tool's utility request, or to any request. */
  turns: readonly (readonly Wish[] | GeminiStep)[] | ((request: GeminiRequest) => GeminiStep | Promise<GeminiStep>)
  step?: Partial<StepFile>
  /** A scenario whose event is used; the review of a pull request unless given. */
  event?: string
  /** A payload instead, with the same places filled in. */
  payload?: object
  /** TOML of the workflow; a rule that allows everything unless given. */
  policies?: string
  /** Files of the base and, over it, of the head, by path. `movedBase`: what the base has got since the pull request began. */
  repo?: Record<string, string>
  head?: Record<string, string>
  movedBase?: Record<string, string>
  /** GitHub's data besides the event; `{{HEAD_SHA}}` and similar placeholders are replaced. */
  world?: Partial<World>
  server?: Server
  /** Changes the folders `repo/` and `head/` in ways that a table of texts cannot, such as a link. */
  prepare?: (folder: string) => void
} & Pick<Scenario, 'built' | 'clock' | 'runEarlierSteps'>

export type Improvisation = Played & { last: Played['runs'][number]; said: string[][] }

export const ALLOW_ALL = '[[rule]]\ntoolName = "*"\ndecision = "allow"\npriority = 999\nallowRedirection = true\n'

/** Rules that also allow writes to other items than that of the run. */
export const ALLOW_ANYWHERE = `${ALLOW_ALL}[[rule]]
mcpName = "github"
toolName = ["comment", "add_labels", "remove_labels", "assign", "update_issue", "create_issue", "resolve_thread"]
decision = "allow"
priority = 999
targets = "any"
`

/** Makes the event of a comment on an issue that of the issue, which the sender has just opened. */
export function openedBySender(folder: string): void {
  const path = join(folder, 'event.json')
  const { comment: _, ...event } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...event, action: 'opened', issue: { ...event.issue, user: event.sender } }))
}

/** Runs it and checks for leaks. `said[turn][call]` is the result of each call. */
export async function improvise(
  {
    turns,
    step,
    event = 'pull-request-review',
    payload,
    policies = ALLOW_ALL,
    repo,
    head,
    movedBase,
    world,
    server,
    prepare,
    built,
    clock,
    runEarlierSteps,
  }: Improvised,
  check: (run: Improvisation) => void | Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-improvised-'))
  try {
    if (payload === undefined) cpSync(join(import.meta.dirname, event, 'event.json'), join(folder, 'event.json'))
    else writeFileSync(join(folder, 'event.json'), JSON.stringify(payload))
    for (const [side, files] of Object.entries({ repo, head, later: movedBase }))
      for (const [path, text] of Object.entries(files ?? {})) {
        mkdirSync(dirname(join(folder, side, path)), { recursive: true })
        writeFileSync(join(folder, side, path), text)
      }
    if (world !== undefined) writeFileSync(join(folder, 'world.json'), JSON.stringify(world))
    prepare?.(folder)
    const given = typeof turns === 'function' ? [] : turns
    const steps: GeminiStep[] = [
      ...given.map((each) => ('map' in each ? turn(each.map(({ tool, args }) => call(tool, args))) : each)),
      say('That was all.'),
    ]
    writeFileSync(join(folder, 'replies.jsonl'), steps.map((each) => JSON.stringify(each)).join('\n'))
    const scenario: Scenario = {
      name: 'improvised',
      folder,
      step: { eventName: 'pull_request', ...step, inputs: { policies, ...step?.inputs } },
      expected: { outcome: 'ok', exit: 0, requests: steps.length },
      model: typeof turns === 'function' ? turns : undefined,
      built,
      clock,
      runEarlierSteps,
    }
    await play(
      scenario,
      async (played) => {
        const leaks = Object.entries(sinksOf(played)).flatMap(([sink, text]) =>
          leaksIn(text, SECRETS).map((leak) => `${sink}: ${leak}`),
        )
        if (leaks.length > 0) throw new Error(`secrets got out:\n${leaks.join('\n')}`)
        neverDoneWithNothing(played)
        await check({ ...played, last: lastOf(played.runs), said: saidIn(played) })
      },
      server,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The result of each call, by turn, without the command. */
const saidIn = ({ gemini }: Played): string[][] =>
  gemini.requests.slice(1).map(({ body }) => {
    const { contents } = body as {
      contents: { parts: { functionResponse?: { response: { output?: string; error?: string } } }[] }[]
    } // the emulator checked it
    const replies = (contents.at(-1)?.parts ?? []).flatMap(({ functionResponse }) => functionResponse ?? [])
    return replies.map(({ response }) => (response.output ?? response.error ?? '').replace(/^Command: .*$/m, ''))
  })
