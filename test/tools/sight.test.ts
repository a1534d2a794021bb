import { expect, test } from 'vitest'
import { said, workshop } from './workshop.ts'

const HIDDEN = 'trace.log'
const seeing: [tool: string, args: Record<string, unknown>][] = [
  ['list_directory', { dir_path: '.' }],
  ['glob', { pattern: '*' }],
  ['search_file_content', { pattern: 'needle' }],
  ['read_many_files', { include: ['*'], useDefaultExcludes: false }],
  ['read_file', { file_path: HIDDEN }],
]
const files = { '.gitignore': '*.log\n', [HIDDEN]: 'needle\n', 'a.txt': 'needle\n' }

for (const [tool, args] of seeing)
  test(`${tool}: what git ignores is in sight where the settings say so, and else not`, async () => {
    for (const gitIgnore of [undefined, true, false]) {
      using shop = await workshop(files, { repository: true, ...(gitIgnore === undefined ? {} : { gitIgnore }) })
      const result = await shop.call(tool, args)
      const sees = result.ok && (said(result).includes(HIDDEN) || said(result) === 'needle\n')
      expect([gitIgnore, sees]).toEqual([gitIgnore, gitIgnore === false])
    }
  })

test('a call has the last word on what git ignores', async () => {
  using shop = await workshop(files, { repository: true, gitIgnore: false })
  expect(said(await shop.call('glob', { pattern: '*', respect_git_ignore: true }))).not.toContain(HIDDEN)
  const listing = { dir_path: '.', file_filtering_options: { respect_git_ignore: true } }
  expect(said(await shop.call('list_directory', listing))).not.toContain(HIDDEN)
})
