import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { GitHubEmulator } from '../../src/emulators/github/github.ts'
import { play, type Scenario, scenarios } from './scenario.ts'

/** How many answers of GitHub a run awaits one after another: before its first model request, and in all. */
const LIMITS: [scenario: string, before: number, all: number][] = [
  ['pull-request-review', 2, 4],
  ['mention-on-a-pull-request', 2, 4],
]

for (const [name, before, all] of LIMITS)
  test.skipIf(process.platform !== 'linux')(`${name} awaits at most ${before} and ${all} answers`, async () => {
    const scenario = scenarios().find((each) => each.name === name) as Scenario // one of the folders
    const rounds: string[][] = []
    let pending: { request: string; answer: () => void }[] = []
    let action: number | undefined
    let emulator: GitHubEmulator | undefined
    let isRunning = true
    let roundsBeforeModel: number | undefined
    const watch = (async () => {
      while (isRunning) {
        await wait(20)
        // An answer that the emulator still prepares is no wait of the run.
        const isAnswering = () =>
          (emulator?.requests ?? []).filter(({ status }) => status === 0).length > pending.length
        if (pending.length === 0 || action === undefined || isAnswering() || !(await isIdle(action))) continue
        if (isAnswering()) continue
        // The run does nothing until one of these is answered.
        rounds.push(pending.map(({ request }) => request))
        const answered = pending
        pending = []
        for (const { answer } of answered) answer()
      }
    })()
    await play(
      {
        ...scenario,
        hold: ({ method, path }) => new Promise((answer) => pending.push({ request: `${method} ${path}`, answer })),
        onStart: (child, github) => {
          action = child.pid
          emulator = github
        },
        onModelRequest: () => {
          roundsBeforeModel ??= rounds.length
        },
      },
      ({ github: { world, problems } }) => {
        expect(problems).toEqual([])
        expect(world.comments.filter(({ user }) => user === world.viewer)).toHaveLength(1)
      },
    ).finally(() => {
      isRunning = false
    })
    await watch
    const text = rounds.map((requests, index) => `${index + 1}: ${requests.join(', ')}`).join('\n')
    expect(rounds.length).toBeGreaterThan(1)
    expect(roundsBeforeModel, text).toBeLessThanOrEqual(before)
    expect(rounds.length, text).toBeLessThanOrEqual(all)
  })

const POLLS = 6

/** Whether no thread of the process and of its descendants has anything to do, in several looks one after another. */
async function isIdle(pid: number): Promise<boolean> {
  for (let poll = 0; poll < POLLS; poll++) {
    if (poll > 0) await wait(15)
    if (processTree(pid).some((each) => !isAsleep(each))) return false
  }
  return true
}

const isAsleep = (pid: number): boolean => threadsOf(pid).every((thread) => /^[SI]$/.test(stateOf(pid, thread)))

function stateOf(pid: number, thread: string): string {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
  } catch {
    return 'S' // it has ended
  }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

function processTree(pid: number): number[] {
  const children = threadsOf(pid).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number)
    } catch {
      return []
    }
  })
  return [pid, ...children.flatMap(processTree)]
}
