import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { GitHubEmulator } from '../../src/emulators/github/github.ts'
import { type Played, play, type Scenario } from './scenario.ts'

/** `rounds`: the requests to GitHub that waited at the same time. `beforeModel`: the rounds before the first model request. */
export type Waits = { rounds: string[][]; beforeModel: number | undefined; text: string }

/** Plays a scenario and answers GitHub's requests only while the run does nothing else: each round is one wait of the run. */
export async function playInRounds(scenario: Scenario, check: (played: Played) => void): Promise<Waits> {
  const rounds: string[][] = []
  let pending: { request: string; answer: () => void }[] = []
  let action: number | undefined
  let emulator: GitHubEmulator | undefined
  let isRunning = true
  let beforeModel: number | undefined
  const watch = (async () => {
    while (isRunning) {
      await wait(20)
      // An answer that the emulator still prepares is no wait of the run.
      const isAnswering = () => (emulator?.requests ?? []).filter(({ status }) => status === 0).length > pending.length
      if (pending.length === 0 || action === undefined || isAnswering() || !(await isIdle(action))) continue
      if (isAnswering()) continue
      // The run does nothing until one of these is answered.
      rounds.push(pending.map(({ request }) => request))
      const answered = pending
      pending = []
      for (const { answer } of answered) answer()
    }
  })()
  const held: Scenario = {
    ...scenario,
    hold: ({ method, path }) => new Promise((answer) => pending.push({ request: `${method} ${path}`, answer })),
    onStart: (child, github) => {
      action = child.pid
      emulator = github
      scenario.onStart?.(child, github)
    },
    onModelRequest: () => {
      beforeModel ??= rounds.length
    },
  }
  await play(held, check).finally(() => {
    isRunning = false
  })
  await watch
  const text = rounds.map((requests, index) => `${index + 1}: ${requests.join(', ')}`).join('\n')
  return { rounds, beforeModel, text }
}

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
