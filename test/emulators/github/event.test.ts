import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { worldFromEvent } from '../../../src/emulators/github/event.ts'
import { borrowRepository, gitOutput, resolveCommit } from '../../../src/emulators/github/repository-git.ts'
import { createWorld } from '../../../src/emulators/github/world.ts'
import { prepareRepository } from '../../scenarios/repository.ts'

const SCENARIOS = resolve(import.meta.dirname, '../../scenarios')
const facts = {
  repository: 'octo/pond',
  token: 'x',
  sides: { base: { ref: 'main', sha: 'b' }, head: { ref: 'topic', sha: 'h' } },
}

test('a world is made from an event', async () => {
  const table: [
    scenario: string,
    issues: number[],
    pulls: [number, string | null][],
    comments: string[],
    people: Record<string, string>,
  ][] = [
    ['pull-request-review', [], [[7, 'octo/pond']], [], { octo: 'admin', wendy: 'write' }],
    ['fork-without-a-key', [], [[7, 'stan/pond']], [], { octo: 'admin', stan: 'none' }],
    [
      'mention-by-a-writer',
      [3],
      [],
      ['@gemini-cli why does this happen?'],
      { octo: 'admin', wendy: 'write', rita: 'write' },
    ],
    [
      'mention-on-a-pull-request',
      [],
      [[7, 'octo/pond']],
      ['Could you look at this, @gemini-cli?'],
      { octo: 'admin', wendy: 'write' },
    ],
    ['schedule-without-a-pull-request', [], [], [], { octo: 'admin' }],
  ]
  for (const [scenario, issues, pulls, comments, people] of table) {
    const event = JSON.parse(await readFile(join(SCENARIOS, scenario, 'event.json'), 'utf8'))
    const world = createWorld(worldFromEvent(event, facts))
    expect(
      world.issues.map(({ number }) => number),
      scenario,
    ).toEqual(issues)
    expect(
      world.pulls.map(({ number, head }) => [number, head.repo]),
      scenario,
    ).toEqual(pulls)
    expect(
      world.comments.map(({ body }) => body),
      scenario,
    ).toEqual(comments)
    expect(world.permissions, scenario).toEqual(people)
  }
})

test('a shallow clone can be borrowed from, and is not written to', async () => {
  const into = await mkdtemp(join(tmpdir(), 'sluice-borrow-'))
  let bare: string | undefined
  try {
    const from = join(SCENARIOS, 'pull-request-review')
    const { workspace, merge } = await prepareRepository({ from, into, checkout: { at: 'merge', depth: 'one' } })
    bare = await borrowRepository(workspace)
    expect(await resolveCommit(bare, merge)).toBe(merge)
    await gitOutput(bare, ['update-ref', 'refs/heads/sluice/1', merge])
    expect(await resolveCommit(bare, 'sluice/1')).toBe(merge)
    expect(await resolveCommit(workspace, 'sluice/1')).toBe(undefined)
  } finally {
    await rm(into, { recursive: true, force: true })
    if (bare !== undefined) await rm(bare, { recursive: true, force: true })
  }
})
