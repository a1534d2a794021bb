import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { bodySource } from '../../src/gh/gh-call.ts'

const root = resolve('/home/runner/work/pond')
const view = resolve('/home/runner/_temp/view')
const request = (cwd: string) => ({ key: 'k', argv: [], cwd })

/** The working directory, the path of --body-file, and the folder and file that are read; an error otherwise. */
const FILES: [cwd: string, path: string, from: [folder: string, file: string] | RegExp][] = [
  [root, 'a.md', [root, 'a.md']],
  [join(root, 'src'), '../a.md', [root, 'a.md']],
  [view, 'a.md', [view, 'a.md']],
  [join(view, 'src'), 'a.md', [view, 'src/a.md']],
  // The model knows the checkout by its path only.
  [view, join(root, 'src/a.md'), [view, 'src/a.md']],
  [view, '../a.md', /is outside the checkout/],
  [root, join(view, 'a.md'), /is outside the checkout/],
  [view, '.git/config', /is protected, because of \.git/],
  [view, join(root, '.env'), /is protected, because of \.env/],
]
test.each(FILES)('in %s, --body-file %s', (cwd, path, from) => {
  const read = () => bodySource(path, request(cwd), { root, view })
  if (from instanceof RegExp) expect(read).toThrow(from)
  else expect(read()).toEqual({ kind: 'file', root: from[0], path: join(...from) })
})

test('without a folder that stands for the checkout, only the checkout is read', () => {
  expect(bodySource('a.md', request(root), { root })).toEqual({ kind: 'file', root, path: join(root, 'a.md') })
  expect(() => bodySource('a.md', request(view), { root })).toThrow(/is outside the checkout/)
})
