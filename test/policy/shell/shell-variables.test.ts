import { expect, test } from 'vitest'
import type { Word } from '../../../src/policy/shell/shell-types.ts'
import { assignedByName, isShellVariable } from '../../../src/policy/shell/variables.ts'
import { knownWord } from '../../../src/policy/shell/words.ts'

const one = (text: string, start = ''): Word => ({ text, kind: 'one', start, option: start === '' })
/** Words of a line: a word with `$` is unknown. */
const wordsOf = (line: string): Word[] =>
  line.split(' ').map((text) => (text.includes('$') ? one(text, text.slice(0, text.indexOf('$'))) : knownWord(text)))

const named: [line: string, names: string][] = [
  ...['export', 'declare', 'typeset', 'readonly', 'local', 'unset', 'read', 'mapfile', 'readarray', 'getopts'].map(
    (name): [string, string] => [`${name} PATH`, 'PATH'],
  ),
  ['read -r A B', 'A B'],
  ['export A=1 B=2', 'A B'],
  ['export A+=1', 'A'],
  ['declare A[0]=1', 'A'],
  ['declare A[10]=1 -x', 'A'],
  ['unset A[1]', 'A'],
  ['export A=$x', 'A'],
  ['read $x', ''],
  ['printf -v A x', 'A'],
  ['printf -vA x', 'A'],
  ['printf -v', ''],
  ['printf A B', ''],
  ['wait -p A', 'A'],
  ['wait A', ''],
  ['command read A', 'A'],
  ['builtin printf -v A x', 'A'],
  ['command -p -- read A', 'A'],
  ['time -p read A', 'A'],
  ['commander read A', ''],
  ['timed read A', ''],
  ['xcommand read A', ''],
  ['$x read A', ''],
  ['command', ''],
  ['reader A', ''],
  ['xread A', ''],
  ['echo A', ''],
  ['read a-b .c', ''],
]
for (const [line, names] of named)
  test(`assigned by name: ${line}`, () =>
    expect(assignedByName({ words: wordsOf(line) }).map(({ name }) => name)).toEqual(names.split(' ').filter(Boolean)))

test('a value behind a name is known where the word is', () => {
  const values = (line: string) => assignedByName({ words: wordsOf(line) }).map(({ value }) => [value.kind, value.text])
  expect(values('export A=1')).toEqual([['known', '1']])
  expect(values('export A=1\n2')).toEqual([['known', '1\n2']])
  expect(values('export A')).toEqual([['one', 'A']])
  expect(values('export A=$x')).toEqual([['one', 'A=$x']])
  expect(values('printf -vA x')).toEqual([['one', 'A']])
})

test('variables a shell sets by itself', () => {
  const own =
    '_ REPLY PWD OLDPWD DIRSTACK BASH BASH_REMATCH FUNCNAME OPTARG OPTIND MAPFILE COPROC COPROC_PID PIPESTATUS GROUPS LINENO RANDOM ' +
    'SRANDOM SECONDS EPOCHSECONDS EPOCHREALTIME HISTCMD COMP_WORDS COMPREPLY READLINE_LINE LINES COLUMNS'
  for (const name of own.split(' ')) expect([name, isShellVariable(name)]).toEqual([name, true])
  for (const name of ['x', 'REPLY2', 'MYPWD', 'a_', 'EPOCH', 'XBASH'])
    expect([name, isShellVariable(name)]).toEqual([name, false])
})
