import { expect, test } from 'vitest'
import { analyzeShellLine } from '../../../src/policy/shell/shell.ts'
import type { SimpleCommand } from '../../../src/policy/shell/shell-types.ts'

/** A command as its words: unknown words in angle brackets, wrappers in parentheses. */
const shown = ({ words, isTransparent }: SimpleCommand): string => {
  const text = words.map((word) => (word.kind === 'known' ? word.text : `<${word.kind} ${word.start}>`)).join('|')
  return isTransparent ? `(${text})` : text
}

const table: [line: string, ...commands: string[]][] = [
  ['ls', 'ls'],
  ['', ...[]],
  ['   ', ...[]],
  ['a | b; c & d', 'a', 'b', 'c', 'd'],
  ['a && b || c\nd', 'a', 'b', 'c', 'd'],
  ['a;;b', 'a', 'b'],
  ['echo $(rm x)', 'echo|<many >', 'rm|x'],
  ['echo `rm x`', 'echo|<many >', 'rm|x'],
  ['echo "$(rm x)"', 'echo|<one >', 'rm|x'],
  ['diff <(git log) <(rm x)', 'diff|<one >|<one >', 'git|log', 'rm|x'],
  ['(cd x; rm y)', 'cd|x', 'rm|y'],
  ['{ a; b; }', 'a', 'b'],
  ['f() { rm x; }; f', 'rm|x', 'f'],
  ['function f { rm x; }', 'rm|x'],
  ['if true; then rm x; elif a; then b; else c; fi', 'true', 'rm|x', 'a', 'b', 'c'],
  ['for f in *; do rm $f; done', 'rm|<many >'],
  ['while a; do b; done', 'a', 'b'],
  ['until a; do b; done', 'a', 'b'],
  ['select x in a; do b; done', 'b'],
  ['case x in a) rm;; b|c) ls;; esac', 'rm', 'ls'],
  ['for ((i=0;i<3;i++)); do ls; done', 'ls'],
  ['cat <<EOF\nhi $(rm x)\nEOF\nls', 'cat', 'rm|x', 'ls'],
  ["cat <<'EOF'\nhi $(rm x) `y`\nEOF\nls", 'cat', 'ls'],
  ['cat <<EOF extra && rm x\nhi\nEOF', '?'],
  ['cat <<EOF word\nhi\nEOF', 'cat|word'],
  ['cat <<EOF | sh x\nhi\nEOF', 'cat', 'sh|x'],
  ['python3 - <<PY\nx\nPY', '?'],
  ['[[ -f x ]] && echo y', '[[|<many >', 'echo|y'],
  ['[ -f x ]', '[|-f|x|]'],
  ['export A=1 B', 'export|A=1|B'],
  ['export A=$B', 'export|<many A=>'],
  ['unset A', 'unset|A'],
  ['! ls', 'ls'],
  ['ls &', 'ls'],
  ['x=$(rm y)', 'rm|y'],
  ['A=1 B=$(c) d', 'd', 'c'],
  ['FOO=bar', ...[]],
  ['# nothing', ...[]],
  ['ls # rm x', 'ls'],
  ['ls a#b', 'ls|a#b'],
  ['ls |& rm x', 'ls', 'rm|x'],
  ['(( 1 + 2 ))', ...[]],
  ['x=1; (( x > 0 )) && ls', 'ls'],
  ['ls > f x y', 'ls|x|y'],
  ['> f ls x', 'ls|x'],
  ['> f > g x', 'x'],
  ['a && b > f c', 'a', 'b|c'],
  // Words.
  ['a "b c" \'d e\' f\\ g', 'a|b c|d e|f g'],
  ['a b"c"\'d\'e', 'a|bcde'],
  ["a $'x\\ty\\'z' $'\\x41\\102\\u00e9'", "a|x\ty'z|ABé"],
  ["a $'\\cA' $'\\xff' $'\\0'", 'a|<one >|<one >|<one >'],
  ['a "x\\"y\\$z\\q"', 'a|x"y$z\\q'],
  ['a ""', 'a|'],
  ['a "b$c" b$c "$@" ${d[@]}', 'a|<one b>|<many >|<many >|<many >'],
  ['a *.ts src/* "*"', 'a|<many >|<many src/>|*'],
  ['a {b,c} x{1..3}', 'a|<many >|<many >'],
  ['a "b"~c b=~/x y$$', 'a|b~c|<one >|<one y>'],
  ["a $'\\x7f' $'\\U0010ffff'", 'a|\x7f|\u{10ffff}'],
  ['a ~ ~/x b~c', 'a|<one >|<one >|b~c'],
  ['a \\\n b', 'a|b'],
  ['a $$ $? "$#"', 'a|<many >|<many >|<one >'],
  ['a "$(git rev-parse HEAD)" $(git merge-base a b)..c', 'a|<one >|<one >', 'git|rev-parse|HEAD', 'git|merge-base|a|b'],
  // Wrappers, as deep as they go.
  ['env -u A B=1 rm x', '(env|-u|A|B=1|rm|x)', 'rm|x'],
  ['timeout -s KILL 5 nice -n 3 rm x', '(timeout|-s|KILL|5|nice|-n|3|rm|x)', '(nice|-n|3|rm|x)', 'rm|x'],
  ['timeout --signal=KILL 5 rm x', '(timeout|--signal=KILL|5|rm|x)', 'rm|x'],
  ['timeout --sig KILL 5 rm x', 'timeout|--sig|KILL|5|rm|x'],
  ['sudo -u x rm y', 'sudo|-u|x|rm|y', 'rm|y'],
  ['xargs -0 -n 1 rm -f', 'xargs|-0|-n|1|rm|-f', 'rm|-f|<many >'],
  [
    'find . -exec rm {} \\; -name x -execdir a {}b +',
    'find|.|-exec|rm|{}|;|-name|x|-execdir|a|{}b|+',
    'rm|<many >',
    'a|<many >|+',
  ],
  ['find . -exec a + b {} + -print', 'find|.|-exec|a|+|b|{}|+|-print', 'a|+|b|<many >'],
  ['bash -euo pipefail -c "rm x; ls"', 'bash|-euo|pipefail|-c|rm x; ls', 'rm|x', 'ls'],
  ['bash -c \'bash -c "rm x"\'', 'bash|-c|bash -c "rm x"', 'bash|-c|rm x', 'rm|x'],
  ['eval rm "x y"', 'eval|rm|x y', 'rm|x|y'],
  ['command -v rm', 'command|-v|rm'],
  ['trap - EXIT', 'trap|-|EXIT'],
  ['trap -- "rm x" EXIT', 'trap|--|rm x|EXIT', 'rm|x'],
  ['time rm x', '(time|rm|x)', 'rm|x'],
]
for (const [line, ...commands] of table)
  test(`reads ${JSON.stringify(line)}`, async () => {
    const reading = await analyzeShellLine(line)
    if (commands[0] === '?') expect(reading.unsure).not.toEqual([])
    else expect([...reading.unsure, ...reading.commands.map(shown)]).toEqual(commands)
  })

const writes: [line: string, ...writes: string[]][] = [
  ['a > f', '> f'],
  ['a >f 2>>g', '> f', '>> g'],
  ['a &> f', '&> f'],
  ['a >| f', '>| f'],
  ['a >& f', '>& f'],
  ['a > "$x"', '> "$x"'],
  ['a > /dev/full', '> /dev/full'],
  ['a 2>&1', ...[]],
  ['a >&2 2>&-', ...[]],
  ['a > /dev/null 2> /dev/stderr', ...[]],
  ['a < f', ...[]],
  ['a <<< x', ...[]],
  ['a <<E\nx\nE', ...[]],
  ['a <<E > f\nx\nE', '> f'],
  ['a < /dev/udp/1.1.1.1/53', '< /dev/udp/1.1.1.1/53'],
  ['timeout 5 a > f', '> f', '> f'],
]
for (const [line, ...expected] of writes)
  test(`writes of ${JSON.stringify(line)}`, async () =>
    expect((await analyzeShellLine(line)).commands.flatMap((command) => command.writes)).toEqual(expected))

test('a redirection belongs to the command it stands behind', async () => {
  const who = async (line: string) =>
    (await analyzeShellLine(line)).commands.filter((command) => command.writes.length > 0).map(shown)
  expect(await who('a && b > f')).toEqual(['b'])
  expect(await who('a | b > f')).toEqual(['b'])
  expect(await who('a > f | b')).toEqual(['a'])
  expect(await who('(a; b) > f')).toEqual(['a', 'b'])
  expect(await who('while a; do b; done > f')).toEqual(['a', 'b'])
  expect(await who('if a > f; then b; fi')).toEqual(['a'])
  expect(await who('cat <<E > f\nx\nE')).toEqual(['cat'])
  expect(await who('! a | b > f')).toEqual(['b'])
})

const notUnderstood = [
  'echo "unterminated',
  "echo 'a",
  'a &&',
  'git log &&& rm',
  'a | | b',
  'echo ${x@P}',
  'echo ${!x}',
  'echo ${x:y}',
  'echo ${a[y]}',
  'echo $((y))',
  'echo $[ y ]',
  '((y))',
  '[[ y -eq 1 ]]',
  'read x; echo $((x))',
  'x=$y; echo $((x))',
  'x=1; printf -v x "$y"; echo $((x))',
  'exec 3<>f',
  'ls\rrm x',
  'ls \u0001',
  'r\\\nm x',
  'a "b" \\\nc"d"'.replace('b" ', 'b"'),
  'cat <<EOF\n`rm x`\nEOF',
  'a ``b',
  'a x``y',
  'forbidden ``1',
  'echo $"x"',
  "a <<<:''\\101x",
  'a\n\\\n b',
  '(a; b) > f c',
  'x=1; export x=y; echo $((x))',
  'x=1; echo ${x:=y} $((x))',
  'x=1; read x; echo $((x))',
  'x=1; read $y; echo $((x))',
  'a;'.repeat(7000),
  `${'('.repeat(200)}a${')'.repeat(200)}`,
  `${'a|'.repeat(1200)}b`,
  'x={a,b}',
  'a -x2>&1',
  `a ${'x'.repeat(20_000)}`,
  `${'('.repeat(400)}a${')'.repeat(400)}`,
  Array.from({ length: 12 }).reduce<string>((line) => `eval '${line.replaceAll("'", `'\\''`)}'`, 'ls'),
]
for (const line of notUnderstood.filter((each) => each !== 'x={a,b}'))
  test(`not understood: ${JSON.stringify(line.slice(0, 60))}`, async () =>
    expect((await analyzeShellLine(line)).unsure).not.toEqual([]))

const understood = [
  'x=1; read y; echo $((x))',
  'for i in a b\ndo ls; done',
  'a=(1\n2)',
  'echo $((1 + 2 * 3))',
  'i=0; i=$((i + 1)); echo $i',
  'for ((i = 0; i < 3; i++)); do echo $i; done',
  'echo ${x:-y} ${x#y} ${x//a/b} ${#x} ${x:1:2}',
  'echo ${a[0]} ${a[@]}',
  '[[ $# -eq 1 ]]',
  'echo $((${#x} + 1))'.replace('${#x}', '2'),
]
for (const line of understood)
  test(`understood: ${line}`, async () => expect((await analyzeShellLine(line)).unsure).toEqual([]))

test('the longest line that is read, and the longest pipeline', async () => {
  const unsure = async (line: string) => (await analyzeShellLine(line)).unsure
  const word = (length: number) => `echo ${'x'.repeat(length - 'echo '.length)}`
  const pipeline = (programs: number) => Array(programs).fill('ls').join('|')
  expect(await unsure(word(16_000))).not.toContain('it is too long')
  expect(await unsure(word(16_001))).toEqual(['it is too long'])
  expect(await unsure(pipeline(1000))).not.toContain('it has too many pipes')
  expect(await unsure(pipeline(1001))).toEqual(['it has too many pipes'])
})

test('the deepest nesting that is read', async () => {
  const unsure = async (line: string) => {
    const analysis = await analyzeShellLine(line)
    return [...analysis.unsure, ...analysis.commands.flatMap((command) => command.unsure)]
  }
  const subshells = (depth: number) => `${'( '.repeat(depth)}ls x${')'.repeat(depth)}`
  expect(await unsure(subshells(146))).toEqual([])
  expect(await unsure(subshells(147))).toEqual(['it is nested too deeply or too long'])
  expect(await unsure(`${'eval '.repeat(8)}ls`)).toEqual([])
  expect(await unsure(`${'eval '.repeat(9)}ls`)).toEqual(['scripts are nested too deeply'])
  expect(await unsure(`${'timeout 1 '.repeat(11)}ls`)).toEqual([])
  expect(await unsure(`${'timeout 1 '.repeat(12)}ls`)).toEqual(['wrappers are nested too deeply'])
})

const whatIsRead: [line: string, words: string[], writes: string[]][] = [
  ['echo a>f', ['echo', 'a'], ['> f']],
  ['echo "a"2>f', ['echo', 'a2'], ['> f']],
  ['echo x]2>f', ['echo', 'x]2'], ['> f']],
  ['echo a 2>f', ['echo', 'a'], ['> f']],
  ['echo a"b"$', ['echo', 'ab$'], []],
]
for (const [line, words, writes] of whatIsRead)
  test(`read: ${line}`, async () => {
    const { commands, unsure } = await analyzeShellLine(line)
    expect(unsure).toEqual([])
    expect(commands.map((each) => each.words.map(({ kind, text }) => (kind === 'known' ? text : kind)))).toEqual([
      words,
    ])
    expect(commands.flatMap((each) => each.writes)).toEqual(writes)
  })

test('a wrapper around nothing is judged itself, and find runs what stands before the semicolon', async () => {
  expect((await analyzeShellLine('env; git log')).commands.map(({ isTransparent }) => isTransparent)).toEqual([
    false,
    false,
  ])
  expect((await analyzeShellLine('find . -exec \\;')).commands.map(({ words }) => words.length)).toEqual([4, 0])
})
