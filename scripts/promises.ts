/**
 * Shows that the rows of test/fidelity/promises.tsv are evidence: `node scripts/promises.ts [--draw=COUNT] [--seed=SEED] [TEXT ...]`.
 * In a copy of the checkout it runs the case of each row, which must pass, then applies the row's break and runs the case again, which
 * must fail. Takes all rows with a break, or those that contain a TEXT. `--draw` takes COUNT rows of those that neither differ nor promise
 * a text, and names those without a break. Prints one line a row and ends with 1 if a case passes with its break, or does not exist. Needs Node 24.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type PromiseRow, readPromises } from '../test/fidelity/promise-rows.ts'
import { dice } from '../test/policy/shell/line-generator.ts'

const root = resolve(import.meta.dirname, '..')
const args = process.argv.slice(2)
const option = (name: string, fallback: number) =>
  Number(args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback)
const texts = args.filter((arg) => !arg.startsWith('--'))
const count = option('draw', 0)
const seed = option('seed', 1)

const work = mkdtempSync(join(tmpdir(), 'promises-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
for (const name of readdirSync(root))
  if (!['.git', 'node_modules', 'build', '.cache'].includes(name))
    cpSync(join(root, name), join(work, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'))

const chosen = drawn(readPromises()).filter(({ promise, heading, file }) =>
  texts.length === 0 ? true : texts.some((text) => `${heading} ${promise} ${file}`.includes(text)),
)
const held = chosen.filter(({ broken }) => broken !== undefined)
if (count > 0) {
  report(`# ${chosen.length} rows drawn with seed ${seed}, ${held.length} of them with a break`)
  for (const { heading, promise, broken } of chosen)
    if (broken === undefined) report(`no break  ${heading}: ${promise}`)
}
const whole = runCases(
  [...new Set(held.map(({ test }) => test.file))],
  held.map(({ test }) => test.name),
)
let failures = 0
for (const row of held) {
  const state = whole.get(row.test.name) === 'passed' ? withBreak(row) : 'does not pass without the break'
  if (state !== 'fails') failures += 1
  report(`${state === 'fails' ? 'holds    ' : 'EVIDENCE IS MISSING'} ${row.heading}: ${row.promise}: the case ${state}`)
}
report(`# ${held.length - failures} of ${held.length} rows hold`)
process.exit(failures > 0 ? 1 : 0)

function report(text: string) {
  process.stdout.write(`${text}\n`)
}

function drawn(rows: readonly PromiseRow[]): readonly PromiseRow[] {
  if (count === 0) return rows
  const roll = dice(seed)
  const left = rows.filter(({ kind }) => kind !== 'differs' && kind !== 'text')
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(roll(left.length), 1)).flat()
}

/** The result of the row's case while the line of product code has its replacement. */
function withBreak({ test: { name, file }, broken }: PromiseRow): string {
  if (broken === undefined) return 'has no break'
  const path = join(work, broken.source)
  const source = readFileSync(path, 'utf8')
  if (source.split(broken.line).length !== 2) return `has a break that names no single place of ${broken.source}`
  writeFileSync(
    path,
    source.replace(broken.line, () => broken.replacement),
  )
  try {
    const state = runCases([file], [name]).get(name)
    return state === 'failed' ? 'fails' : `${state ?? 'does not run'} with its break`
  } finally {
    writeFileSync(path, source)
  }
}

/** The states of the cases with these names. */
function runCases(files: readonly string[], names: readonly string[]): Map<string, string> {
  if (files.length === 0) return new Map()
  const output = join(work, 'results.json')
  rmSync(output, { force: true })
  const pattern = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporter = ['--reporter=json', `--outputFile=${output}`]
  spawnSync(process.execPath, [vitest, 'run', ...files, '-t', `^(?:${pattern})$`, ...reporter], { cwd: work })
  const { testResults }: { testResults: { assertionResults: { fullName: string; status: string }[] }[] } = JSON.parse(
    readFileSync(output, 'utf8'),
  )
  const ran = testResults.flatMap(({ assertionResults }) => assertionResults)
  return new Map(
    ran.filter(({ fullName }) => names.includes(fullName)).map(({ fullName, status }) => [fullName, status]),
  )
}
