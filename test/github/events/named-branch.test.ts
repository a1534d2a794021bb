import { expect, test } from 'vitest'
import { acceptEvent } from '../../../src/github/events/task-facts.ts'

const cases: [payload: object, branch: string | undefined][] = [
  [{ release: { target_commitish: 'release/1.x' } }, 'release/1.x'],
  [{ release: { target_commitish: 'a'.repeat(40) } }, undefined],
  [{ release: { target_commitish: null } }, undefined],
  [{ ref: 'refs/tags/v1', base_ref: 'refs/heads/next/one' }, 'next/one'],
  [{ ref: 'refs/tags/v1', base_ref: null }, undefined],
  [{ base_ref: 'refs/tags/v0' }, undefined],
  [{ release: 'v1' }, undefined],
  [{}, undefined],
]

for (const [payload, branch] of cases)
  test(`the branch that the event names: ${JSON.stringify(payload)}`, () => {
    const event = { name: 'release', payload, repository: 'octo/pond', sha: 'b'.repeat(40), actor: 'w' }
    const decision = acceptEvent({ ...event, triggeringActor: 'w' }, {}, { kind: 'other' })
    expect(decision.shouldRun && decision.task.namedBranch).toBe(branch)
  })
