import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryFor } from '../../src/steering/layers.ts'
import { commitOf } from '../fakes/commit.ts'

test('a run hears the home folder that counts, then the commit; a home in the checkout is nobody’s', async () => {
  const home = await mkdtemp(join(tmpdir(), 'sluice-home-'))
  try {
    await mkdir(join(home, '.gemini'))
    await writeFile(join(home, '.gemini/AGENTS.md'), 'of the owner')
    const commit = commitOf({ 'AGENTS.md': 'of the repository' })
    const heard = async (machine: { home: string | undefined; workspace: string }) =>
      (
        await memoryFor(commit, { settings: { context: { fileName: 'AGENTS.md' } }, extensions: [] }, machine)
      ).files.map(({ path }) => path)
    expect(await heard({ home, workspace: '/srv/pond' })).toEqual(['~/.gemini/AGENTS.md', 'AGENTS.md'])
    expect(await heard({ home: undefined, workspace: '/srv/pond' })).toEqual(['AGENTS.md'])
    expect(await heard({ home, workspace: home })).toEqual(['AGENTS.md'])
  } finally {
    await rm(home, { recursive: true })
  }
})
