import { expect, test } from 'vitest'
import { wholeCall } from '../../src/record/outcome.ts'

const CASES: [name: string, args: Record<string, unknown>, shown: RegExp | undefined][] = [
  ['every argument', { file_path: 'a', content: 'x' }, /"file_path": "a",\n {2}"content": "x"/],
  ['a line break', { command: 'echo a\nrm b' }, /"echo a\\nrm b"/],
  ['a control character', { command: 'a\u001b[2Kb\u202e' }, /a\\u001b\[2Kb\\u202e/],
  ['a letter that looks like another', { command: 'r\u0430' }, /r\\u0430/],
  [
    'what stands far to the right',
    { command: `ls${' '.repeat(300)}; rm -rf x` },
    /^(?=.{0,2}\n).*"ls {84,} ↩\n(?: {100} ↩\n)* *; rm -rf x"\n}$/s,
  ],
  ['the same behind escapes', { command: `${'\u00e9'.repeat(60)}; rm -rf x` }, /\\u00e9 ↩\n(?:\\u00e9){2,14}; rm/],
  ['nested arguments of a server', { to: { users: ['eve'], deep: { all: true } } }, /"eve"[\s\S]*"all": true/],
  ['content that does not fit', { file_path: 'a', content: 'x'.repeat(2000) }, undefined],
  ['what the secret filter replaced', { token: '[redacted]' }, undefined],
]
for (const [name, args, shown] of CASES)
  test(`a code needs the whole call: ${name}`, () => {
    if (shown === undefined) expect(wholeCall({ args })).toBeUndefined()
    else expect(wholeCall({ args })).toMatch(shown)
  })
