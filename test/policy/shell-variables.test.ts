import { expect, test } from 'vitest'
import { assignedByName } from '../../src/policy/shell-assigning.ts'
import type { Word } from '../../src/policy/shell-types.ts'
import { isOfShell, mayBeAddress, plainValue } from '../../src/policy/shell-values.ts'
import { knownWord } from '../../src/policy/shell-words.ts'

const one = (text: string, start = ''): Word => ({ text, kind: 'one', start, option: start === '' })
const many = (text: string): Word => ({ text, kind: 'many', start: '', option: true })
/** Words as a line would have them: what holds a `$` is not known. */
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

const held =
  (...words: Word[]) =>
  (name: string) =>
    name === 'x' ? words : undefined

const plain: [name: string, word: Word, values: Word[] | undefined, kind: Word['kind'], option?: boolean][] = [
  ['a plain value', many('$x'), [knownWord('a/b-1')], 'one', false],
  ['all that is plain', many('$x'), [knownWord('a.b:c=d@e%f+g,h/i-j_k')], 'one', false],
  ['in braces', many('${x}'), [knownWord('a')], 'one', false],
  ['several values', many('$x'), [knownWord('a'), knownWord('b')], 'one', false],
  ['one of them an option', many('$x'), [knownWord('a'), knownWord('-b')], 'one', true],
  ['a commit', many('$x'), [one('$(git rev-parse HEAD)')], 'one', false],
  ['a number of lines', many('$x'), [one('$(cat f | wc -l)')], 'one', false],
  ['a value with a space', many('$x'), [knownWord('a b')], 'many', true],
  ['one of them with a space', many('$x'), [knownWord('a'), knownWord('a b')], 'many', true],
  ['a value with a star', many('$x'), [knownWord('a*')], 'many', true],
  ['an empty value', many('$x'), [knownWord('')], 'many', true],
  ['a value not known', many('$x'), [one('"$y"')], 'many', true],
  ['words not known', many('$x'), [many('$(git rev-parse HEAD)')], 'many', true],
  ['a commit and more', many('$x'), [one('$(git rev-parse HEAD)" -o"')], 'many', true],
  ['no value', many('$x'), undefined, 'many', true],
  ['another variable', many('$y'), [knownWord('a')], 'many', true],
  ['more than the variable', many('$x$y'), [knownWord('a')], 'many', true],
  ['a part of the variable', many('${x#a}'), [knownWord('a')], 'many', true],
  ['something before it', many('a$x'), [knownWord('a')], 'many', true],
]
for (const [name, word, values, kind, option] of plain)
  test(`an unquoted variable: ${name}`, () => {
    const found = plainValue(word, values === undefined ? () => undefined : held(...values))
    expect([found.kind, found.option]).toEqual([kind, option ?? false])
  })

test('a word in quotes stays what it is', () => expect(plainValue(one('$x'), held(knownWord('a')))).toEqual(one('$x')))

const addresses: [name: string, word: Word, values: Word[], may: boolean][] = [
  ['a name that begins with a letter', one('f$x', 'f'), [], false],
  ['a folder', one('./$x', './'), [], false],
  ['the root', one('/$x', '/'), [], true],
  ['a device', one('/dev/$x', '/dev/'), [], true],
  ['an address', one('/dev/tcp/h/$x', '/dev/tcp/h/'), [], true],
  ['another address', one('/dev/udp/h/$x', '/dev/udp/h/'), [], true],
  ['another device', one('/dev/shm/$x', '/dev/shm/'), [], false],
  ['a home folder', one('~/f'), [], false],
  ['nothing known', one('$(f)'), [], true],
  ['an unknown variable', one('$y'), [knownWord('f')], true],
  ['a variable with a name', one('"$x"'), [knownWord('f')], false],
  ['in braces', one('"${x}"'), [knownWord('f')], false],
  ['with something behind it', one('${x}.txt'), [knownWord('f')], false],
  ['the rest of it', one('${x#f}/dev/tcp/h/1'), [knownWord('f')], true],
  ['instead of it', one('${x:+/dev/tcp/h/1}'), [knownWord('f')], true],
  [
    'a variable with a pattern',
    one('$x'),
    [many('*.ts'), many('[a]'), many('?'), knownWord('.f'), knownWord('-f')],
    false,
  ],
  ['a variable with an address', one('$x'), [knownWord('f'), knownWord('/dev/tcp/h/1')], true],
  ['a variable with a path', one('$x'), [knownWord('/etc/f')], false],
  ['a variable with the root alone', one('$x'), [knownWord('/')], true],
  ['a variable with nothing', one('$x'), [knownWord('')], true],
  ['a variable with a variable', one('$x'), [one('$y')], true],
  [
    'files of the checkout',
    one('$x'),
    [many("$(git ls-files -z '*.ts')"), many('$(find . -type f -name a -not -path b)')],
    false,
  ],
  ['files of a folder', one('$x'), [many('$(git ls-files -- src)')], false],
  ['an address before files', one('$x'), [many("''/dev/tcp/h/$(find .)")], true],
  ['an address behind no files', one('$x'), [many('$(find . -name none)/dev/tcp/h/1')], true],
  ['files of anywhere', one('$x'), [many('$(find / -type f)')], true],
  ['files in another form', one('$x'), [many('$(git ls-files --format=/dev/tcp/h/1)')], true],
]
for (const [name, word, values, may] of addresses)
  test(`a file that is read ${may ? 'may be' : 'is not'} an address: ${name}`, () =>
    expect(mayBeAddress(word, held(...values))).toBe(may))

test('variables a shell sets by itself', () => {
  const own =
    '_ REPLY PWD OLDPWD DIRSTACK BASH BASH_REMATCH FUNCNAME OPTARG OPTIND MAPFILE COPROC COPROC_PID PIPESTATUS GROUPS LINENO RANDOM ' +
    'SRANDOM SECONDS EPOCHSECONDS EPOCHREALTIME HISTCMD COMP_WORDS COMPREPLY READLINE_LINE LINES COLUMNS'
  for (const name of own.split(' ')) expect([name, isOfShell(name)]).toEqual([name, true])
  for (const name of ['x', 'REPLY2', 'MYPWD', 'a_', 'EPOCH', 'XBASH'])
    expect([name, isOfShell(name)]).toEqual([name, false])
})
