import { expect, test } from 'vitest'
import { windowsCommand } from '../../../src/platform/process/start-process.ts'

const env = {
  Path: 'C:\\bin;;C:\\Program Files\\nodejs',
  PathExt: '.EXE;.CMD;.BAT',
  ComSpec: 'C:\\Windows\\System32\\cmd.exe',
}
const there = new Set(
  [
    'C:\\bin\\git.exe',
    'C:\\bin\\both.exe',
    'C:\\bin\\both.cmd',
    'C:\\Program Files\\nodejs\\npx.cmd',
    'C:\\work\\tools\\serve.bat',
    'C:\\work\\npm.cmd',
  ].map((path) => path.toLowerCase()),
)
const commanded = (argv: [string, ...string[]], given: Record<string, string> = env) =>
  windowsCommand(argv, { cwd: 'C:\\work', env: given }, (path) => there.has(path.toLowerCase()))
const NPX = '"C:\\Program Files\\nodejs\\npx.cmd"'

const direct: [argv: [string, ...string[]], file: string][] = [
  [['git', 'a b', '"'], 'C:\\bin\\git.exe'],
  [['git.exe'], 'C:\\bin\\git.exe'],
  [['both'], 'C:\\bin\\both.exe'],
  [['C:\\bin\\git.exe'], 'C:\\bin\\git.exe'],
  // Missing, or only in the current folder: the error is Windows' own.
  [['nothing', '--x'], 'nothing'],
  [['npm'], 'npm'],
]
for (const [argv, file] of direct)
  test(`started as it is: ${argv.join(' ')}`, () =>
    expect(commanded(argv)).toEqual({ file, args: argv.slice(1), verbatim: false }))

const batch: [argv: [string, ...string[]], line: string][] = [
  [['npx', '-y', '@scope/pkg@1.2.3'], `${NPX} "-y" "@scope/pkg@1.2.3"`],
  [['NPX.CMD'], '"C:\\Program Files\\nodejs\\NPX.CMD"'],
  [['both.cmd'], '"C:\\bin\\both.cmd"'],
  [['tools/serve.bat', ''], '"C:\\work\\tools\\serve.bat" ""'],
  [['npx', 'a b', 'a&whoami', '|<>^()!'], `${NPX} "a b" "a&whoami" "|<>^()!"`],
  [['npx', '"&calc'], `${NPX} """&calc"`],
  [['npx', 'say "hi"'], `${NPX} "say ""hi"""`],
  [['npx', 'C:\\folder\\'], `${NPX} "C:\\folder\\\\"`],
  [['npx', 'a\\"b'], `${NPX} "a\\\\""b"`],
  [['npx', '%PATH%', '100%'], `${NPX} "%%cd:~,%PATH%%cd:~,%" "100%%cd:~,%"`],
]
for (const [argv, line] of batch)
  test(`started by cmd.exe: ${argv.join(' ')}`, () =>
    expect(commanded(argv)).toEqual({
      file: env.ComSpec,
      args: ['/e:ON', '/v:OFF', '/d', '/c', `"${line}"`],
      verbatim: true,
    }))

test('line breaks and NUL are refused', () => {
  for (const argument of ['a\nwhoami', 'a\rb', 'a\0b'])
    expect(() => commanded(['npx', argument])).toThrow(
      /npx is a batch file, whose arguments cannot contain line breaks/,
    )
})

test('without variables of its own the usual places count', () => {
  expect(commanded(['C:\\work\\npm'], {}).file).toBe('C:\\Windows\\System32\\cmd.exe')
  expect(commanded(['npx'], {}).file).toBe('npx')
})
