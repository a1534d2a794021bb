import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { analyzeShellLine } from '../../src/policy/shell/shell.ts'
import { isFull } from '../sample.ts'
import { prefix, rule, rulesFrom, verdict } from './rules.ts'

/** A forbidden command, hidden in generated shell lines. The same seed gives the same lines. */
const FORBIDDEN = 'forbidden'
const LINES = isFull ? 1500 : 150
const SEED = 20260917

type Dice = (sides: number) => number

function dice(seed: number): Dice {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

const quoted = (script: string): string => `'${script.replaceAll("'", `'\\''`)}'`
const doubled = (script: string): string => `"${script.replace(/[\\"$`]/g, '\\$&')}"`

/** Ways to write the name of a program. */
const SPELLINGS: readonly ((name: string, roll: Dice) => string)[] = [
  (name) => name,
  (name) => `"${name}"`,
  (name) => `'${name}'`,
  (name, roll) => name.replace(new RegExp(`^.{${1 + roll(5)}}`), '$&""'),
  (name) => `\\${name}`,
  (name) => `${name.slice(0, 3)}\\${name.slice(3)}`,
  (name) => `$'${[...name].map((char) => `\\x${char.charCodeAt(0).toString(16)}`).join('')}'`,
  (name) => `$'${[...name].map((char) => `\\${char.charCodeAt(0).toString(8)}`).join('')}'`,
  (name) => `${name.slice(0, 4)}\${nothing}${name.slice(4)}`,
  (name) => `$(echo ${name})`,
  (name) => `\`echo ${name}\``,
]

/** Programs that run their arguments. */
const WRAPPERS = [
  'env',
  'env -i PATH="$PATH"',
  'env A=1',
  'sudo',
  'sudo -u root',
  'timeout 9',
  'timeout -k 1 9',
  'nice',
  'nice -n 1',
  'nohup',
  'command',
  'exec',
  'stdbuf -o0',
  'time',
  'A=1',
  'xargs',
  'find . -maxdepth 0 -exec',
  'eval',
] as const

const INNOCENT = ['true', 'echo a "b c"', 'x=1', 'echo $x', ': "$(true)"', 'test -d .', 'cat /dev/null'] as const

/** Lines around a statement that runs it. */
const AROUND: readonly ((inner: string, other: string, roll: Dice) => string)[] = [
  (inner, other) => `${other}; ${inner}`,
  (inner, other) => `${inner}\n${other}`,
  (inner, other) => `${other} && ${inner}`,
  (inner, other) => `false || ${other} && ${inner}`,
  (inner, other) => `${other} | { ${inner}\n}`,
  (inner, other) => `{ ${inner}\n} | ${other}`,
  (inner, other) => `${other} & ${inner}`,
  (inner) => `( ${inner}\n)`,
  (inner) => `{ ${inner}\n}`,
  (inner) => `! { ${inner}\n}`,
  (inner) => `if true; then ${inner}\nfi`,
  (inner) => `if ${inner}\nthen :; fi`,
  (inner) => `if false; then :; else ${inner}\nfi`,
  (inner) => `for f in a b; do ${inner}\ndone`,
  (inner) => `while true; do ${inner}\nbreak; done`,
  (inner) => `until ${inner}\ndo break; done`,
  (inner) => `case a in a) ${inner}\n;; esac`,
  (inner) => `case $( ${inner}\n) in *) :;; esac`,
  (inner) => `f() { ${inner}\n}; f`,
  (inner) => `echo $( ${inner}\n)`,
  (inner) => `echo "a $( ${inner}\n) b"`,
  (inner) => `y=$( ${inner}\n)`,
  (inner) => `y=$( ${inner}\n) true`,
  (inner) => `export y="$( ${inner}\n)"`,
  (inner) => `echo \${nothing:-$( ${inner}\n)}`,
  (inner) => `[ -n "$( ${inner}\n)" ]`,
  (inner) => `[[ -n $( ${inner}\n) ]]`,
  (inner) => `cat <( ${inner}\n)`,
  (inner) => `cat <<< "$( ${inner}\n)"`,
  (inner) => (inner.includes('EOF') ? `( ${inner}\n)` : `cat <<EOF\nhello $( ${inner}\n)\nEOF`),
  (inner) => `a=(1 "$( ${inner}\n)")`,
  (inner, _, roll) => `${['bash', '/bin/bash', 'bash -e', 'bash -o pipefail'][roll(4)]} -c ${quoted(inner)}`,
  (inner) => `bash -c ${doubled(inner)}`,
  (inner) => `eval ${quoted(inner)}`,
  (inner) => (inner.includes('trap') ? `( ${inner}\n)` : `trap ${quoted(inner)} EXIT`),
  (inner) => `{ ${inner}\n} 2>&1 >/dev/null`,
  (inner) => `{ ${inner}\n} # and a comment`,
]

function hiding(roll: Dice): string {
  const spelled = (SPELLINGS[roll(SPELLINGS.length)] ?? String)(FORBIDDEN, roll)
  let line = `${spelled} x`
  if (roll(2) === 0) line = `${WRAPPERS[roll(WRAPPERS.length)]} ${line}`.replace(/^(find .*)$/, '$1 \\;')
  for (let depth = roll(4); depth > 0; depth--) {
    const other = INNOCENT[roll(INNOCENT.length)] ?? 'true'
    line = (AROUND[roll(AROUND.length)] ?? String)(line, other, roll)
  }
  return line
}

const roll = dice(SEED)
const lines = [...new Set(Array.from({ length: LINES }, () => hiding(roll)))]

const everything = rulesFrom(rule({ toolName: 'run_shell_command', allowRedirection: true }))
const butOne = rulesFrom(
  rule({ toolName: 'run_shell_command', allowRedirection: true }) +
    prefix(FORBIDDEN, { decision: 'deny', priority: 200 }),
)
const narrow = rulesFrom(
  prefix(
    [
      'echo',
      'cat',
      'true',
      'test',
      '[',
      '[[',
      ':',
      'export',
      'f',
      'bash',
      'sh',
      'env',
      'sudo',
      'xargs',
      'find',
      'eval',
      'exec',
      'trap',
      'break',
    ],
    { allowRedirection: true },
  ),
)

test('a forbidden command is found wherever it hides', async () => {
  const passed: string[] = []
  for (const line of lines) if ((await verdict(butOne, `$ ${line}`)) === 'allow') passed.push(line)
  expect(passed).toEqual([])
})

test('a command that no rule allows is found wherever it hides', async () => {
  const passed: string[] = []
  for (const line of lines) if ((await verdict(narrow, `$ ${line}`)) === 'allow') passed.push(line)
  expect(passed).toEqual([])
})

test('with everything allowed, every line is allowed', async () => {
  for (const line of lines) expect(await verdict(everything, `$ ${line}`), line).toBe('allow')
})

const bin = mkdtempSync(join(tmpdir(), 'hidden-'))
afterAll(() => rmSync(bin, { recursive: true, force: true }))

test.runIf(existsSync('/bin/bash'))('the lines do run it: a shell says so', () => {
  const mark = join(bin, 'mark')
  for (const [name, script] of [
    [FORBIDDEN, `echo ran > ${mark}`],
    ['sudo', '[ "$1" = -u ] && shift 2; exec "$@"'],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  for (const name of ['bash', 'sh', 'env', 'timeout', 'nice', 'nohup', 'stdbuf', 'xargs', 'find', 'cat'])
    symlinkSync(`/usr/bin/${name}`, join(bin, name))
  const idle = lines
    .filter((_, at) => at % 10 === 0)
    .filter((line) => {
      rmSync(mark, { force: true })
      spawnSync('/bin/bash', ['-c', line], {
        cwd: bin,
        env: { PATH: bin },
        timeout: 60_000,
        stdio: ['ignore', 'ignore', 'ignore'],
      })
      return !existsSync(mark)
    })
  expect(idle).toEqual([])
})

test('most of the lines are understood, not merely refused', async () => {
  const readings = await Promise.all(lines.map((line) => analyzeShellLine(line)))
  const found = readings.filter(
    ({ unsure, commands }) =>
      unsure.length === 0 && commands.some(({ forms }) => forms.some(([program]) => program?.text === FORBIDDEN)),
  )
  expect(found.length / lines.length).toBeGreaterThan(0.6)
})
