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

const named: [fileName: string | string[], notes: string[]][] = [
  ['RULES.md', []],
  [['AGENTS.md', 'RULES.md'], []],
  [['docs/MORE.md'], []],
  ['AGENT.md', ['The setting context.fileName names AGENT.md, and there is no such file.']],
  [['A.md', 'B.md'], ['The setting context.fileName names A.md, B.md, and there is no such file.']],
  [
    ['../shared/RULES.md', 'RULES.md'],
    ['The setting context.fileName names ../shared/RULES.md, which is no file of the repository, so it is not read.'],
  ],
]
for (const [fileName, notes] of named)
  test(`context.fileName: ${fileName}`, async () => {
    const commit = commitOf({ 'below/RULES.md': 'x', 'docs/MORE.md': 'y', 'GEMINI.md': 'z' })
    const given = { settings: { context: { fileName } }, extensions: [] }
    expect((await memoryFor(commit, given, { home: undefined, workspace: '/srv/pond' })).notes).toEqual(notes)
  })
