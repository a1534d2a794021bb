import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { improvise } from './improvised.ts'

const TODOS = {
  todos: [
    { description: 'Read the parser', status: 'completed' },
    { description: 'Fix it', status: 'in_progress' },
  ],
}
const EDIT = /\/issues\/comments\//

/** Pauses that end when they are told to. */
function heldPauses() {
  const asked: { ms: number; end: () => void }[] = []
  let told: () => void = () => undefined
  const first = new Promise<void>((resolve) => (told = resolve))
  const pause = (ms: number, signal: AbortSignal) =>
    new Promise<void>((end) => {
      asked.push({ ms, end })
      told()
      // An aborted signal tells no listener.
      if (signal.aborted) end()
      else signal.addEventListener('abort', () => end())
    })
  return { asked, first, pause }
}

test.concurrent('a run that takes longer shows its steps after 20 s, and the answer comes last', async () => {
  const { asked, first, pause } = heldPauses()
  let passed = 0
  let isEdited: () => void = () => undefined
  const edited = new Promise<void>((resolve) => (isEdited = resolve))
  let requests = 0
  const turns = async () => {
    requests += 1
    if (requests === 1) return turn([call('write_todos', TODOS)])
    await first
    passed += asked[0]?.ms ?? 0
    asked[0]?.end()
    // Answers once the steps are shown.
    await edited
    return say('All is read, and all is well.')
  }
  const githubFault = ({ method, path }: { method: string; path: string }) => {
    if (method === 'PATCH' && EDIT.test(path)) isEdited()
    return undefined
  }
  const clock = { now: () => Date.now() + passed, pause }
  await improvise({ turns, clock, step: { githubFault } }, ({ last, github }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(asked[0]?.ms).toBe(20_000)
    const bodies = github.requests.flatMap(({ method, path, body }) =>
      method === 'PATCH' && EDIT.test(path) ? [(body as { body: string }).body] : [],
    )
    expect(bodies).toHaveLength(2)
    expect(bodies[0]).toMatch(
      /state=working.*\n_Working on it …[^\n]*_\n\n- \[x\] Read the parser\n- \[ \] \*\*Fix it\*\*\n/,
    )
    expect(bodies[0]).toMatch(/<sub>Step 2 · 1 call · [2-9]\d\.\d s · [\d,]+ tokens<\/sub>$/)
    expect(bodies[1]).toMatch(
      /state=done sha256=[0-9a-f]{64} reviewed=[0-9a-f]{40}\.[0-9a-f]{8} -->\n\*\*No open findings\.\*\*\n\nAll is read, and all is well\./,
    )
  })
})

test.concurrent('a run that takes longer shows none where the settings say so, and the answer comes last', async () => {
  const { asked, pause } = heldPauses()
  const settings = JSON.stringify({ sluice: { progress: false } })
  const turns = [[{ tool: 'write_todos', args: TODOS }]]
  await improvise({ turns, clock: { pause }, step: { inputs: { settings } } }, ({ last, github }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(asked).toEqual([])
    const bodies = github.requests.filter(({ method, path }) => method === 'PATCH' && EDIT.test(path))
    expect(bodies).toMatchObject([
      { body: { body: expect.stringMatching(/state=done.*\n\*\*No open findings\.\*\*\n\nThat was all\./) } },
    ])
  })
})
