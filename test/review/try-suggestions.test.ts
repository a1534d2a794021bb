import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { Runtime } from '../../src/config/runtime.ts'
import type { Proposal } from '../../src/github-tools/proposal.ts'
import { pathList } from '../../src/policy/protected-paths.ts'
import {
  openVerifyCommand,
  type SuggestedFiles,
  type SuggestionTrial,
  trySuggestions,
  type VerifyContext,
  type VerifyResult,
  verifiedProposals,
} from '../../src/review/try-suggestions.ts'

type Place = { path?: string; start?: number; line: number }
const suggest = ({ path = 'src/a.ts', start, line }: Place, ...suggestion: string[]): Proposal => ({
  kind: 'review_comment',
  number: 7,
  commit: 'c',
  path,
  body: 'Why.',
  suggestion,
  linesHash: 'h',
  location: { side: 'RIGHT', line, start },
})

const HEAD: Record<string, string> = {
  'src/a.ts': 'export const one = 1\nexport const two: number = 2\nexport const three = 3\n',
  'package.json': '{\n  "name": "pond"\n}\n',
  'ci.yml': 'on: push\njobs: {}\n',
  'pond.toml': 'a = 1\n',
  'windows.txt': 'one\r\ntwo\r\n',
  'broken.json': '{ // a comment\n}\n',
  'src/a.test.ts': 'one\n',
  '.github/workflows/ci.yml': 'on: push\n',
}
const read: SuggestionTrial['read'] = async (path) => HEAD[path]
const textOf = (each: Proposal) =>
  each.kind === 'review_comment' ? [each.body, each.note].filter(Boolean).join('\n\n') : ''
const judge = async (...proposals: Proposal[]) =>
  (await trySuggestions(proposals, { read })).map((each) =>
    each.kind === 'review_comment' ? { body: textOf(each), isOffered: each.suggestion !== undefined } : undefined,
  )

test.each([
  ['a line', suggest({ line: 1 }, 'export const one = 1n')],
  ['types', suggest({ line: 2 }, 'export const two: bigint = 2n')],
  ['no lines', suggest({ start: 1, line: 2 })],
  ['JSON', suggest({ path: 'package.json', line: 2 }, '  "name": "lake"')],
  ['a language without a parser', suggest({ path: 'windows.txt', line: 1 }, '{{{')],
  ['a file that did not parse before', suggest({ path: 'broken.json', line: 2 }, '  "a": 1', '}')],
])('%s: applies', async (_, proposal) => {
  expect(await judge(proposal)).toEqual([{ body: 'Why.', isOffered: true }])
})

test.each([
  ['past the end', suggest({ line: 4 }, 'x'), 'it does not apply'],
  ['TypeScript', suggest({ line: 1 }, 'export const one = (1'), 'the file would no longer parse'],
  ['JSON', suggest({ path: 'package.json', line: 2 }, '  "name": "lake",'), 'the file would no longer parse'],
  ['YAML', suggest({ path: 'ci.yml', line: 2 }, 'jobs: {'), 'the file would no longer parse'],
  ['TOML', suggest({ path: 'pond.toml', line: 1 }, 'a ='), 'the file would no longer parse'],
])('%s: prose', async (_, proposal, problem) => {
  const [judged] = await judge(proposal)
  expect(judged?.isOffered).toBe(false)
  expect(judged?.body).toMatch(/^Why\.\n\n_Proposed change, not offered as a commit: .*\._\n\n```\n/)
  expect(judged?.body).toContain(problem)
})

test('a file that cannot be read has no button, with a command and without', async () => {
  const proposal = suggest({ path: 'gone.ts', line: 1 }, 'x')
  const run = () => Promise.reject(new Error('ran'))
  for (const verify of [undefined, { command: 'npm test', run }]) {
    const [tried] = await trySuggestions([proposal], { read, verify })
    expect(tried).toMatchObject({ note: expect.stringContaining('the file could not be read') })
    expect(tried).not.toHaveProperty('suggestion')
  }
})

test('a link or a submodule has no button', async () => {
  const [tried] = await trySuggestions([suggest({ path: 'lib', line: 1 }, 'x')], {
    read: async () => ({ kind: 'other' }),
  })
  expect(tried).toMatchObject({ note: expect.stringContaining('it would change a link or a submodule') })
  expect(tried).not.toHaveProperty('suggestion')
})

test('suggestions that overlap: the first is offered', async () => {
  const [first, second, third] = await judge(
    suggest({ start: 1, line: 2 }, 'export const one = 1n'),
    suggest({ line: 2 }, 'export const two = 2n'),
    suggest({ line: 3 }, 'export const three = 3n'),
  )
  expect([first?.isOffered, second?.isOffered, third?.isOffered]).toEqual([true, false, true])
  expect(second?.body).toContain('it overlaps with another suggestion')
})

/** A hundred files with a number each. The command fails for negative numbers; it runs at most `runs` times. */
async function verifyHundred(numbers: readonly number[], runs = 1000) {
  const seen: SuggestedFiles[] = []
  const proposals = numbers.map((number, index) =>
    suggest({ path: `src/${index}.json`, line: number === 0 ? 9 : 1 }, String(number)),
  )
  const run = async (files: SuggestedFiles): Promise<VerifyResult> => {
    if (seen.length === runs) return { state: 'untested', reason: 'time ran out' }
    seen.push(files)
    return { state: [...files.values()].every(({ after }) => JSON.parse(after) > 0) ? 'passed' : 'failed' }
  }
  const tried = await trySuggestions(proposals, { read: async () => '1\n', verify: { command: 'npm test', run } })
  const bodies = tried.map(textOf)
  const offered = tried.flatMap((each, index) => (each.kind === 'review_comment' && each.suggestion ? [index] : []))
  return { offered, bodies, seen }
}

test('a hundred suggestions, half of which fail or do not apply: exactly the others are offered', async () => {
  const numbers = Array.from({ length: 100 }, (_, index) => [-1, 0, 2, 3][index % 4] ?? 0)
  const { offered, bodies, seen } = await verifyHundred(numbers)
  expect(offered).toEqual(numbers.flatMap((number, index) => (number > 0 ? [index] : [])))
  expect(seen).toHaveLength(1 + 75)
  expect(seen[0]?.size).toBe(75)
  expect(bodies[0]).toContain('not offered as a commit: `npm test` fails with it')
  expect(bodies[1]).toContain('not offered as a commit: it does not apply')
  expect(bodies[2]).toContain('_Tried: the suggestion passes `npm test`._')
})

test('when all pass together, the command runs once', async () => {
  const { offered, seen } = await verifyHundred(Array.from({ length: 100 }, () => 5))
  expect([offered.length, seen.length]).toEqual([100, 1])
})

test('what stays untested is prose', async () => {
  const { offered, bodies } = await verifyHundred([5, -1, 6, 7], 2)
  expect(offered).toEqual([0])
  expect(bodies[3]).toContain('not offered as a commit: it was not tested: time ran out')
})

const COMMAND = { verify: 'exit 0', trust: { level: 'trusted' } as const, notice: () => undefined }

test('with a program that still runs, the command does not run on a copy that it could lead elsewhere', async () => {
  const github = { content: async () => ({ kind: 'file', bytes: Buffer.from(HEAD['src/a.ts'] ?? '') }) }
  const accounting = { survivors: () => ['sleep (PID 7)'] }
  const runtime = { dist: resolve('dist'), workspace: '/none', now: Date.now, signal: new AbortController().signal }
  const context = { ...COMMAND, github, accounting, runtime } as unknown as VerifyContext // only what this way needs
  const [tried] = await verifiedProposals([suggest({ line: 1 }, 'export const one = 1n')], context)
  expect(tried).toMatchObject({ note: expect.stringContaining('a program of this run still runs: sleep (PID 7)') })
  expect(tried).not.toHaveProperty('suggestion')
})

test('an ignored file that the run changed or deleted proves nothing', async () => {
  const top = mkdtempSync(join(tmpdir(), 'sluice-ignored-'))
  try {
    const lint = join(top, 'lint')
    spawnSync('git', ['init', '-q'], { cwd: top })
    writeFileSync(join(top, '.gitignore'), 'lint\n')
    writeFileSync(lint, 'exit 1\n')
    const beganMs = statSync(lint).birthtimeMs + 0.5
    const github = { content: async () => ({ kind: 'file', bytes: Buffer.from(HEAD['src/a.ts'] ?? '') }) }
    const runtime = { dist: resolve('dist'), workspace: top, now: Date.now, signal: new AbortController().signal }
    const noteWith = async (more: Partial<VerifyContext>) => {
      const context = { ...COMMAND, github, runtime, ...more } as unknown as VerifyContext // only what this way needs
      const [tried] = await verifiedProposals([suggest({ line: 1 }, 'export const one = 1n')], context)
      expect(tried).not.toHaveProperty('suggestion')
      return tried
    }
    const gone = { path: 'node_modules/x.js', kind: 'deleted', reason: 'git ignores it' }
    expect(await noteWith({ compared: { top, beganMs: Date.now() + 60_000 }, undelivered: [gone] })).toMatchObject({
      note: expect.stringContaining('the run deleted node_modules/x.js, which git ignores'),
    })
    while (statSync(lint).ctimeMs <= beganMs) writeFileSync(lint, 'exit 0\n')
    expect(await noteWith({ compared: { top, beganMs } })).toMatchObject({
      note: expect.stringContaining('lint changed, which git ignores'),
    })
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
})

test('a copy that would fill the disk is not made', async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'sluice-sparse-'))
  try {
    writeFileSync(join(workspace, 'sparse'), '')
    truncateSync(join(workspace, 'sparse'), 30 * 1024 ** 3)
    const runtime = {
      workspace,
      env: {},
      dist: '',
      scratch: workspace,
      now: Date.now,
      signal: AbortSignal.timeout(60_000),
    }
    await using command = openVerifyCommand('exit 0', runtime as unknown as Runtime)
    expect(await command.run(new Map())).toEqual({ state: 'untested', reason: 'the checkout has more than 20 GB' })
  } finally {
    rmSync(workspace, { recursive: true, force: true })
  }
})

test('suggestions for tests and protected files are not run', async () => {
  const proposals = [
    suggest({ path: 'src/a.test.ts', line: 1 }, 'two'),
    suggest({ path: '.github/workflows/ci.yml', line: 1 }, 'on: pull_request'),
  ]
  const run = () => Promise.reject(new Error('ran'))
  const protectedPaths = pathList(['**/.github/workflows/**'])
  const tried = await trySuggestions(proposals, { read, verify: { command: 'npm test', protectedPaths, run } })
  expect(tried.map((each) => each.kind === 'review_comment' && each.note)).toEqual([undefined, undefined])
})

test('the log of a job says nothing of what Node.js calls experimental', () => {
  const module = pathToFileURL(resolve(import.meta.dirname, '../../src/review/try-suggestions.ts')).href
  const program = `const { parseProblem } = await import(${JSON.stringify(module)})
    console.log(['let a = 2', 'let a ='].map((after) => parseProblem('a.ts', 'let a: number = 1', after) ?? 'parses').join())
    process.emitWarning('This one is ours.')`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/^parses,(?!parses)./)
  expect(stderr).toMatch(/^\(node:\d+\) Warning: This one is ours\.\n/)
})
