/**
 * Changes one condition at a time and looks whether a test notices: `node scripts/mutate.ts [COUNT] [SEED] [FOLDER ...]`. The folders
 * are those of src/ that hold a wall: trust, delivery, filter, budget, isolation, shell reader. Works in a copy of the checkout, so
 * the files here stay as they are. A change meets the tests of its own folder first, then all that import the file; with
 * `--scenarios`, what is still unnoticed also meets the scenarios, over a bundle built from it. Prints each change that no test
 * notices and ends with 1 if fewer than 95 of 100 are noticed. Needs Node 24.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parse } from '@babel/parser'
import { dice } from '../test/policy/shell/line-generator.ts'

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
const TEST_MS = 300_000

const OPPOSITES: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
}

/** One change of a file: the text between two offsets, and what stands there instead. */
type Change = { file: string; start: number; end: number; instead: string }

const isPositional = (arg: string) => !arg.startsWith('--')
const [count = '100', seed = '1', ...folders] = process.argv.slice(2).filter(isPositional)
const withScenarios = process.argv.includes('--scenarios')
const root = resolve(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'mutate-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
for (const name of readdirSync(root))
  if (!['node_modules', 'build', '.cache'].includes(name))
    cpSync(join(root, name), join(copy, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const all = (folders.length === 0 ? WALLS : folders).flatMap(sourceFiles).flatMap(changesOf)
const roll = dice(Number(seed))
const chosen = Array.from({ length: Math.min(Number(count), all.length) }, () => all.splice(roll(all.length), 1)[0])
const report = (text: string) => process.stdout.write(`${text}\n`)
report(`# ${chosen.length} of ${chosen.length + all.length} conditions`)
let unnoticed = 0
for (const [index, change] of chosen.entries()) {
  if (change === undefined || isNoticed(change)) continue
  unnoticed += 1
  report(`${index + 1}: ${placeOf(change)}`)
}
const share = 1 - unnoticed / Math.max(1, chosen.length)
report(`# ${chosen.length - unnoticed} of ${chosen.length} noticed`)
process.exitCode = share < ENOUGH ? 1 : 0

function sourceFiles(path: string): string[] {
  if (path.endsWith('.ts')) return [path]
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${path}/${name}`)
}

/** Every comparison, `&&`, `||` and `!` of a file, turned into its opposite. */
function changesOf(file: string): Change[] {
  const text = readFileSync(join(root, file), 'utf8')
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript', 'estree'] })
  const changes: Change[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, operator, left, right, argument, start } = node as Record<string, unknown>
    const instead = OPPOSITES[String(operator)]
    if ((type === 'BinaryExpression' || type === 'LogicalExpression') && instead !== undefined) {
      const from = offset(left, 'end')
      const at = text.indexOf(String(operator), from)
      if (at < offset(right, 'start')) changes.push({ file, start: at, end: at + String(operator).length, instead })
    }
    if (type === 'UnaryExpression' && operator === '!')
      changes.push({ file, start: Number(start), end: offset(argument, 'start'), instead: '' })
    for (const [key, value] of Object.entries(node)) {
      if (key === 'typeAnnotation' || key === 'loc') continue
      if (Array.isArray(value)) value.forEach(visit)
      else visit(value)
    }
  }
  visit(program)
  return changes
}

function offset(node: unknown, side: 'start' | 'end'): number {
  return Number((node as Record<string, unknown>)[side])
}

function placeOf({ file, start, end, instead }: Change): string {
  const text = readFileSync(join(root, file), 'utf8')
  const line = text.slice(0, start).split('\n').length
  return `${file}:${line} \`${text.slice(start, end)}\` → \`${instead}\`: ${text.split('\n')[line - 1]?.trim()}`
}

/** Whether tests fail with the change that pass without it. */
function isNoticed({ file, start, end, instead }: Change): boolean {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  const changed = text.slice(0, start) + instead + text.slice(end)
  return testsOf(file).some((runTests) => {
    writeFileSync(path, changed)
    const isPassed = runTests()
    writeFileSync(path, text)
    return !isPassed && runTests()
  })
}

/** The tests for a file, the quickest first. Each tells whether all passed. */
function testsOf(file: string): (() => boolean)[] {
  const own = dirname(file).replace(/^src/, 'test')
  return [
    ...(existsSync(join(copy, own)) ? [() => passes('run', own)] : []),
    () => passes('related', file, '--run', '--exclude', 'test/scenarios/**'),
    ...(withScenarios ? [() => tool('scripts/build.ts') && passes('run', 'test/scenarios')] : []),
  ]
}

function passes(...args: string[]): boolean {
  return tool(join('node_modules', 'vitest', 'vitest.mjs'), ...args, '--maxWorkers=1', '--bail=1', '--reporter=dot')
}

/** Whether a program of the copy ends well. A change that makes it hang is noticed. */
function tool(...args: string[]): boolean {
  const { status } = spawnSync(process.execPath, args, {
    cwd: copy,
    stdio: 'ignore',
    timeout: TEST_MS,
    killSignal: 'SIGKILL',
  })
  return status === 0
}
