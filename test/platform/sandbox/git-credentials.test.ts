import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findConfigsWithCredentials, removeCredentials } from '../../../src/platform/sandbox/hidden-paths.ts'
import { base, cleanUp, put } from '../isolation-machine.ts'

afterAll(cleanUp)

const CONFIGS: [name: string, text: string, clean: string][] = [
  ['nothing to hide', '[core]\n\tbare = false\n', '[core]\n\tbare = false\n'],
  [
    'a header',
    '[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic eA==\n',
    '[http "https://github.com/"]\n',
  ],
  ['however it is written', '[http]\nExtraHeader=a\n  EXTRAHEADER =\\\n b\n[x]\n', '[http]\n[x]\n'],
  [
    'a helper with a password',
    '[credential]\n\thelper = "!f() { echo password=x; }; f"\n\tuseHttpPath = true',
    '[credential]\n\tuseHttpPath = true',
  ],
  ['an address', '[remote "o"]\n\turl = https://u:p@h/r\n', '[remote "o"]\n\turl = https://h/r\n'],
  [
    'an address in a heading',
    '[url "https://token@h/"]\n\tinsteadOf = https://h/\n',
    '[url "https://h/"]\n\tinsteadOf = https://h/\n',
  ],
  [
    'an address for ssh',
    '[remote "o"]\n\turl = ssh://git@h/r\n\tpushurl = git@h:r\n',
    '[remote "o"]\n\turl = ssh://git@h/r\n\tpushurl = git@h:r\n',
  ],
]
test.each(CONFIGS)('git configuration: %s', (_, text, clean) => expect(removeCredentials(text)).toBe(clean))

test('git configuration: of submodules and worktrees too', () => {
  const secret = '[http]\n\textraheader = x\n'
  const root = join(base, 'git')
  put(join(root, '.git/config'), secret)
  put(join(root, '.git/modules/a/HEAD'))
  put(join(root, '.git/modules/a/config'), secret)
  put(join(root, '.git/modules/folder/b/HEAD'))
  put(join(root, '.git/modules/folder/b/config'), secret)
  put(join(root, '.git/modules/c/HEAD'))
  put(join(root, '.git/modules/c/config'), '[core]\n')
  put(join(root, '.git/worktrees/w/commondir'), '../..\n')
  put(join(root, '.git/worktrees/w/config.worktree'), secret)
  put(join(root, 'tree/.git'), `gitdir: ../.git/worktrees/w\n`)
  const paths = (folder: string) =>
    findConfigsWithCredentials(folder).map(({ path, clean }) => [path.slice(root.length), clean])
  const main = ['/.git/config', '/.git/modules/a/config', '/.git/modules/folder/b/config'].map((path) => [
    path,
    '[http]\n',
  ])
  expect(paths(root)).toEqual(main)
  expect(paths(join(root, 'tree'))).toEqual(
    expect.arrayContaining([...main, ['/.git/worktrees/w/config.worktree', '[http]\n']]),
  )
  expect(findConfigsWithCredentials(join(base, 'nowhere'))).toEqual([])
})
