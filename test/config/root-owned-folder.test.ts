import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRootOwnedFolder } from '../../src/config/load-policies.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policies-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const isRoot = process.getuid?.() === 0
const modes: [mode: number, isSafe: boolean][] = [
  [0o755, isRoot],
  [0o700, isRoot],
  [0o775, false],
  [0o757, false],
  [0o777, false],
]
for (const [mode, isSafe] of modes)
  test(`a folder with mode ${mode.toString(8)} is ${isSafe ? 'used' : 'refused'}`, async () => {
    await chmod(folder, mode)
    const isUsed = isRootOwnedFolder(folder)
    if (isSafe) expect(await isUsed).toBe(true)
    else await expect(isUsed).rejects.toThrow('must be a folder that root owns and only root can write')
  })

test('a link to such a folder is refused, and one that does not exist is not used', async () => {
  const link = `${folder}-link`
  await symlink(folder, link)
  try {
    await expect(isRootOwnedFolder(link)).rejects.toThrow('must be a folder that root owns')
    expect(await isRootOwnedFolder(join(folder, 'missing'))).toBe(false)
  } finally {
    await rm(link)
  }
})
