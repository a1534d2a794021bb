import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openWorkspace } from '../../src/platform/files/workspace.ts'
import { openSandboxSession } from '../../src/platform/sandbox/sandbox-session.ts'
import { asRoot, asUser, cleanUp, machine, works } from './isolation-machine.ts'

afterAll(cleanUp)

/** The checkout is recorded in the background: what a run changes before that would not be seen. */
test('no file is written and no program starts before the checkout is recorded', async () => {
  const root = await mkdtemp(join(tmpdir(), 'sluice-after-'))
  try {
    const recorded = Promise.withResolvers<void>()
    const files = await openWorkspace(root, { beforeWrites: () => recorded.promise })
    const context = { env: {}, workspace: root, scratch: root, dist: root, beforePrograms: () => recorded.promise }
    await using sandbox = openSandboxSession('off', context, () => undefined)
    const target = await files.resolve('new.txt', 'write')
    const other = await files.resolve('other.txt', 'write')
    if (!target.ok || !other.ok) throw new Error('the workspace takes no file')
    const notHeld = await openWorkspace(root)
    await using free = openSandboxSession('off', { ...context, beforePrograms: undefined }, () => undefined)
    await free.isolate()
    const done: string[] = []
    const both = Promise.all([
      files.write(target, Buffer.from('new')).then(() => done.push('written')),
      sandbox.isolate().then(() => done.push('isolated')),
    ])
    // As long as what is not held back takes several times.
    for (let turn = 0; turn < 5; turn += 1)
      await Promise.all([notHeld.write(other, Buffer.from(`${turn}`)), free.isolate()])
    expect(done).toEqual([])
    expect(existsSync(join(root, 'new.txt'))).toBe(false)
    recorded.resolve()
    await both
    expect(done.toSorted()).toEqual(['isolated', 'written'])
    expect(existsSync(join(root, 'new.txt'))).toBe(true)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})

test('a reader of ours gets the view of the programs once one may have started, and not before', async () => {
  const { env, workspace, scratch } = machine('reader-view').place
  const opened: string[] = []
  const survivors: string[] = []
  const context = {
    env,
    workspace,
    scratch,
    dist: scratch,
    onSurvivors: (names: readonly string[]) => survivors.push(...names),
  }
  {
    await using sandbox = openSandboxSession('auto', context, ({ text }) => opened.push(text))
    expect(await sandbox.readerView()).toBeUndefined()
    expect(opened).toEqual([])
    const { wrapReader } = await sandbox.isolate()
    expect(await sandbox.readerView()).toBe(wrapReader)
    expect(wrapReader !== undefined).toBe(works(asRoot) || works(asUser))
  }
  expect(survivors).toEqual([])
})
