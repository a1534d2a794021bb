import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadRunMemory } from '../../src/config/resolve-settings.ts'
import { commitOf } from '../fakes/commit.ts'

test('a run loads memory of the trusted home, then of the commit; a home in the checkout is not used', async () => {
  const home = await mkdtemp(join(tmpdir(), 'sluice-home-'))
  try {
    await mkdir(join(home, '.gemini'))
    await writeFile(join(home, '.gemini/AGENTS.md'), 'of the owner')
    const commit = commitOf({ 'AGENTS.md': 'of the repository' })
    const heard = async (runtime: { home: string | undefined; workspace: string }) =>
      (
        await loadRunMemory(commit, { settings: { context: { fileName: 'AGENTS.md' } }, extensions: [] }, runtime)
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
  ['AGENT.md', ['The setting context.fileName names AGENT.md, but no such file exists.']],
  [['A.md', 'B.md'], ['The setting context.fileName names A.md, B.md, but no such file exists.']],
  [
    ['../shared/RULES.md', 'RULES.md'],
    ['The setting context.fileName names ../shared/RULES.md, which is outside the repository, so it is not read.'],
  ],
]
for (const [fileName, notes] of named)
  test(`context.fileName: ${fileName}`, async () => {
    const commit = commitOf({ 'below/RULES.md': 'x', 'docs/MORE.md': 'y', 'GEMINI.md': 'z' })
    const given = { settings: { context: { fileName } }, extensions: [] }
    expect((await loadRunMemory(commit, given, { home: undefined, workspace: '/srv/pond' })).notes).toEqual(notes)
  })
