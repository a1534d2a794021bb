import { expect, test } from 'vitest'
import { turn } from '../../src/emulators/gemini/steps.ts'
import { improvise } from './improvised.ts'

const TODOS = {
  todos: [
    { description: 'Read the parser', status: 'completed' },
    { description: 'Fix it', status: 'in_progress' },
  ],
}

test.concurrent.each([
  ['shows its steps after 20 s', {}, 1],
  ['shows none where the settings say so', { sluice: { progress: false } }, 0],
])('a run that takes longer %s, and the answer comes last', async (_, settings, edits) => {
  const words = ['All is read, ', 'and all ', 'is well.'].map((text) => ({ text }))
  const slow = { ...turn(words), pauseMs: 12_000 }
  await improvise(
    {
      turns: [[{ tool: 'write_todos', args: TODOS }], slow],
      step: { inputs: { settings: JSON.stringify(settings) } },
    },
    ({ last, github }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      const bodies = github.requests.flatMap(({ method, path, body }) =>
        method === 'PATCH' && /\/issues\/comments\//.test(path) ? [(body as { body: string }).body] : [],
      )
      expect(bodies).toHaveLength(edits + 1)
      if (edits > 0) {
        expect(bodies[0]).toMatch(
          /state=working.*\n_Working on it …[^\n]*_\n\n- \[x\] Read the parser\n- \[ \] \*\*Fix it\*\*\n/,
        )
        expect(bodies[0]).toMatch(/<sub>Step 2 · 1 call · \d\d\.\d s · [\d,]+ tokens<\/sub>$/)
      }
      expect(bodies.at(-1)).toMatch(
        /state=done sha256=[0-9a-f]{64} reviewed=[0-9a-f]{40} -->\nAll is read, and all is well\./,
      )
    },
  )
})
