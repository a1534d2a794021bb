/**
 * Changes one condition at a time and looks whether a test notices: `node scripts/mutate.ts [COUNT] [SEED] [FOLDER ...]`. The folders
 * are those of src/ that hold a wall: trust, delivery, filter, budget, isolation, shell reader. Works in a copy of the checkout, in
 * which every condition has a switch. First all tests run once, and the copy notes which conditions each test file evaluates; then
 * each change meets the test files that evaluate it, the quickest first, up to the first failure. With `--scenarios` the scenarios
 * count too, over a bundle with the same switches. `--tests=PATH,...` takes only test files below these paths.
 * Prints each change that no test notices and ends with 1 if fewer than 95 of 100 are noticed. Changes in mutate/equivalent.ts
 * are not made. Needs Node 24.
 *
 * Repeat the sample of a hundred: `node scripts/mutate.ts 100 2311`. Take a new seed after mending what it shows.
 */

import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { dice } from '../test/policy/shell/line-generator.ts'
import { type Condition, switchConditions, switchSource } from './mutate/conditions.ts'
import { EQUIVALENT, type Equivalent } from './mutate/equivalent.ts'
import { runBaseline, startComparison } from './mutate/test-runs.ts'

const WALLS = [
  'src/github/events',
  'src/delivery',
  'src/platform/redact',
  'src/text',
  'src/agent/budget.ts',
  'src/platform/sandbox',
  'src/policy/shell',
]
const ENOUGH = 0.95

const isPositional = (arg: string) => !arg.startsWith('--')
const [count = '100', seed = '1', ...folders] = process.argv.slice(2).filter(isPositional)
const withScenarios = process.argv.includes('--scenarios')
const testPaths = process.argv
  .find((arg) => arg.startsWith('--tests='))
  ?.slice('--tests='.length)
  .split(',')
const root = resolve(import.meta.dirname, '..')
const work = mkdtempSync(join(tmpdir(), 'mutate-'))
const copy = join(work, 'checkout')
// Tests of the isolation start programs of other users.
chmodSync(work, 0o755)
process.on('exit', () => rmSync(work, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
copyCheckout()

const all = switchFiles()
const open = all.filter((each) => !EQUIVALENT.some((equivalent) => isMeant(equivalent, each)))
for (const each of EQUIVALENT)
  if (all.some(({ file }) => file === each.file) && !all.some((condition) => isMeant(each, condition)))
    report(`# equivalent.ts names no condition: ${each.file}: ${each.code}`)
const roll = dice(Number(seed))
const chosen = Array.from({ length: Math.min(Number(count), open.length) }, () =>
  open.splice(roll(open.length), 1),
).flat()
report(`# ${chosen.length} of ${all.length} conditions`)
if (withScenarios) buildCopy()
const tests = (await runBaseline(copy, work, testPaths ?? testFolders())).toSorted(
  (a, b) => a.milliseconds - b.milliseconds,
)
report(`# ${tests.length} test files pass without a change`)
const findFailure = await startComparison(copy, work)
let unnoticed = 0
for (const [index, condition] of chosen.entries()) {
  const paths = tests.filter(({ reached }) => reached.has(condition.id)).map(({ path }) => path)
  const isNoticed = paths.length > 0 && (await findFailure(condition.id, paths)) !== undefined
  if (isNoticed) continue
  unnoticed += 1
  const { file, line, operator, opposite, code } = condition
  report(`${index + 1}: ${file}:${line} \`${operator}\` → \`${opposite}\` (${paths.length} test files): ${code}`)
}
report(`# ${chosen.length - unnoticed} of ${chosen.length} noticed`)
process.exit(1 - unnoticed / Math.max(1, chosen.length) < ENOUGH ? 1 : 0)

function report(text: string) {
  process.stdout.write(`${text}\n`)
}

function copyCheckout() {
  for (const name of readdirSync(root))
    if (!['.git', 'node_modules', 'build', '.cache'].includes(name))
      cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

/** Gives every condition of the folders a switch. */
function switchFiles(): Condition[] {
  const all: Condition[] = []
  for (const file of (folders.length === 0 ? WALLS : folders).flatMap(sourceFiles)) {
    const { conditions, text } = switchConditions(file, readFileSync(join(root, file), 'utf8'), all.length)
    writeFileSync(join(copy, file), switchSource(work) + text)
    all.push(...conditions)
  }
  return all
}

function sourceFiles(path: string): string[] {
  if (path.endsWith('.ts')) return [path]
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${path}/${name}`)
}

/** Whether an equivalent change is of this condition. */
function isMeant({ nth = 1, ...equivalent }: Equivalent, { file, line, column, code, operator }: Condition): boolean {
  if (equivalent.file !== file || equivalent.code !== code || equivalent.operator !== operator) return false
  const upTo = (each: Condition) => each.file === file && each.line === line && each.column <= column
  return all.filter((each) => upTo(each) && each.operator === operator).length === nth
}

/** The folders of test/ whose tests look at behavior: not the tests of the checkout's text. */
function testFolders(): string[] {
  return readdirSync(join(root, 'test'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && (withScenarios || entry.name !== 'scenarios'))
    .map((entry) => `test/${entry.name}/`)
}

function buildCopy() {
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: copy, stdio: 'inherit' })
  if (status !== 0) throw new Error('The bundle with the switches cannot be built.')
}
