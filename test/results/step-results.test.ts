import { linkSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStepResults } from '../../src/results/step-results.ts'

const NAMES = {
  env: ['labels', 'path', 'node_options', 'ld_preload', 'bash_env', 'github_token', 'runner_temp'],
  outputs: ['kind'],
}
const SECRET = 'ghs_secretsecretsecret'

/** What is handed on when commands leave this in GITHUB_ENV, and what is said about the rest. */
function handOn(write: (file: string) => void) {
  const scratch = mkdtempSync(join(tmpdir(), 'results-'))
  try {
    const results = openStepResults({ scratch })
    write(results.access.env.GITHUB_ENV ?? '')
    const handed: string[] = []
    const notices: string[] = []
    const count = results.handOn({
      names: NAMES,
      filter: { text: (text) => text.replaceAll(SECRET, '***') },
      set: (channel, name, value) => void handed.push(`${channel} ${name}=${value}`),
      notice: (text) => void notices.push(text),
    })
    expect(count).toBe(handed.length)
    return { handed, said: notices.join('\n') }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const GOOD = 'LABELS=bug'
const LINES: [name: string, text: string, handed: string[], said?: string][] = [
  ['one line', GOOD, ['LABELS=bug']],
  ['the last of two', 'LABELS=bug\nlabels=question', ['labels=question']],
  ['an empty value', 'LABELS=', ['LABELS=']],
  ['a here-document of one line', 'LABELS<<E\nbug\nE', ['LABELS=bug']],
  [
    'a here-document that goes on after its delimiter',
    'LABELS<<E\nbug\nE\nPATH=/tmp\nE',
    ['LABELS=bug'],
    'PATH (it changes how',
  ],
  [
    'a value that ends a here-document of the runner',
    'LABELS=EOF\nghadelimiter_1\nPATH=/tmp',
    ['LABELS=EOF'],
    'PATH (',
  ],
  ['a here-document of two lines', 'LABELS<<E\nbug\nPATH=/tmp\nE', [], 'LABELS (it is not one line'],
  ['a here-document in a here-document', 'LABELS<<A\nNODE_OPTIONS<<B\n-r x\nB\nA', [], 'LABELS (it is not one line'],
  ['a here-document without an end', `LABELS<<E\nbug\n${GOOD}`, ['LABELS=bug'], 'delimiter is missing'],
  ['a carriage return', 'LABELS=bug\rPATH=/tmp', [], 'LABELS (it is not one line'],
  ['a line separator', 'LABELS=bug\u2028PATH=/tmp', [], 'LABELS (it is not one line'],
  ['a zero byte', 'LABELS=bug\0PATH=/tmp', [], 'LABELS (it is not one line'],
  ['a name with spaces', 'LABELS =bug', [], 'without a valid name'],
  ['a command of the runner', '::set-env name=PATH::/tmp', [], 'without a valid name'],
  ['a secret', `LABELS=${SECRET}`, [], 'LABELS (it contains a secret'],
  ['a name that nobody reads', 'OTHER=1', [], 'OTHER (the workflow file does not read it'],
  ['a name that only looks the same', 'LABELЅ=bug', [], 'without a valid name'],
  ['a very long value', `LABELS=${'x'.repeat(300_000)}`, [], 'LABELS (it is too long'],
  ['a very long file', `LABELS=${'x'.repeat(1_100_000)}`, []],
  ...['PATH', 'Path', 'NODE_OPTIONS', 'LD_PRELOAD', 'BASH_ENV', 'GITHUB_TOKEN', 'RUNNER_TEMP'].map(
    (name): [string, string, string[], string] => [
      `the name ${name}`,
      `${name}=x\n${GOOD}`,
      ['LABELS=bug'],
      `${name} (it changes how`,
    ],
  ),
]
test.each(LINES)('what commands write for later steps: %s', (_, text, handed, said = '') => {
  const result = handOn((file) => writeFileSync(file, text))
  expect(result.handed).toEqual(handed.map((each) => `GITHUB_ENV ${each}`))
  expect(result.said).toContain(said)
})

test.each<[string, (file: string) => void]>([
  ['a link to a file', (file) => replaceBy(file, symlinkSync)],
  ['a second name of a file', (file) => replaceBy(file, linkSync)],
  [
    'a folder that was replaced by a link',
    (file) => {
      const folder = join(file, '..')
      renameSync(folder, `${folder}-old`)
      const other = mkdtempSync(join(tmpdir(), 'other-'))
      writeFileSync(join(other, 'env'), GOOD)
      symlinkSync(other, folder)
    },
  ],
])('a file of results that was replaced is not read: %s', (_, replace) => {
  expect(handOn(replace).handed).toEqual([])
})

function replaceBy(file: string, link: (target: string, path: string) => void): void {
  rmSync(file)
  link(outside(), file)
}

function outside(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'outside-')), 'env')
  writeFileSync(path, GOOD)
  expect(readFileSync(path, 'utf8')).toBe(GOOD)
  return path
}
