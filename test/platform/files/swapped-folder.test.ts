import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorkspace } from '../../../src/platform/files/workspace.ts'
import { isFull } from '../../sample.ts'

/** Swaps the folder for a link to another one and back, as fast as it can, from `+` to `-`. */
const SWAP = `
const { renameSync, rmSync, symlinkSync, unlinkSync } = require('node:fs')
const [folder, outside] = process.argv.slice(1)
let isOn = false
// A writer may create the folder in the moment in which it is away.
const attempt = (step) => { try { step() } catch {} }
const swap = () => {
  for (let n = 0; n < 50; n++) {
    attempt(() => renameSync(folder, folder + '.away'))
    attempt(() => symlinkSync(outside, folder))
    attempt(() => unlinkSync(folder))
    attempt(() => rmSync(folder, { recursive: true }))
    attempt(() => renameSync(folder + '.away', folder))
  }
  if (isOn) setImmediate(swap)
  else process.stdout.write('off')
}
process.stdin.on('data', (word) => {
  isOn = String(word) === '+'
  if (!isOn) return
  process.stdout.write('on')
  swap()
})
process.stdin.on('end', () => process.exit())
`

/** How often a write must get through, and how often it must be refused. */
const ENDS = isFull ? 50 : 15

const CASES: [name: string, path: (n: number) => string][] = [
  ['a file', () => 'sub/file.txt'],
  ['a new file', (n) => `sub/file-${n}.txt`],
  ['a file in a new folder', (n) => `sub/new-${n}/deep/file.txt`],
]

for (const [name, path] of CASES)
  test.skipIf(process.platform !== 'linux')(
    `${name} below a folder that is swapped for a link stays inside`,
    async () => {
      const base = await realpath(await mkdtemp(join(tmpdir(), 'sluice-swap-')))
      const [root, outside] = [join(base, 'work'), join(base, 'outside')]
      await mkdir(join(root, 'sub'), { recursive: true })
      await mkdir(outside)
      await writeFile(join(root, 'sub/file.txt'), 'old')
      const child = spawn(process.execPath, ['-e', SWAP, join(root, 'sub'), outside], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      try {
        const files = await openWorkspace(root)
        const ends = { written: 0, refused: 0 }
        // Both ends must be seen many times, or the folder was not swapped while it was written to.
        for (let n = 0; ends.written < ENDS || ends.refused < ENDS; n++) {
          // Every second write has the folder to itself, so that as many get through on a busy machine.
          const heard = once(child.stdout, 'data')
          child.stdin.write(n % 2 === 0 ? '+' : '-')
          await heard
          const target = await files.resolve(path(n), 'write')
          const result = target.ok ? await files.write(target, Buffer.from('new')) : target
          ends[result.ok ? 'written' : 'refused'] += 1
        }
        expect(await readdir(outside)).toEqual([])
      } finally {
        const exited = once(child, 'exit')
        child.kill('SIGKILL')
        await exited
        await rm(base, { recursive: true, force: true })
      }
    },
  )

test('a link in place of a folder is not followed, and no folder is created behind it', async () => {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'sluice-swap-')))
  try {
    const [root, outside] = [join(base, 'work'), join(base, 'outside')]
    await mkdir(join(root, 'sub'), { recursive: true })
    await mkdir(outside)
    const files = await openWorkspace(root)
    const target = await files.resolve('sub/new/file.txt', 'write')
    await rm(join(root, 'sub'), { recursive: true })
    await symlink(outside, join(root, 'sub'))
    if (!target.ok) throw new Error(target.text)
    expect(await files.write(target, Buffer.from('x'))).toMatchObject({ ok: false, reason: 'path_not_in_workspace' })
    if (process.platform === 'linux') expect(await readdir(outside)).toEqual([])
  } finally {
    await rm(base, { recursive: true, force: true })
  }
})
