import { expect, test } from 'vitest'
import { createToolHarness, resultText } from '../tool-harness.ts'

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
  test(`${tool}: git-ignored files are visible only if the settings say so`, async () => {
    for (const gitIgnore of [undefined, true, false]) {
      using shop = await createToolHarness(files, { repository: true, gitIgnore })
      const result = await shop.call(tool, args)
      const sees = result.ok && (resultText(result).includes(HIDDEN) || resultText(result) === 'needle\n')
      expect([gitIgnore, sees]).toEqual([gitIgnore, gitIgnore === false])
    }
  })

test('a call overrides the ignore settings', async () => {
  using shop = await createToolHarness(files, { repository: true, gitIgnore: false })
  expect(resultText(await shop.call('glob', { pattern: '*', respect_git_ignore: true }))).not.toContain(HIDDEN)
  const listing = { dir_path: '.', file_filtering_options: { respect_git_ignore: true } }
  expect(resultText(await shop.call('list_directory', listing))).not.toContain(HIDDEN)
})
