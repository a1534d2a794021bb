import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const REVIEW = await readFile(resolve(import.meta.dirname, '../../.github/examples/review.yml'), 'utf8')

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-simulate-'))
  await writeFile(join(folder, 'good.yml'), REVIEW)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function simulated(text: string) {
  await writeFile(join(folder, 'w.yml'), text)
  return commandLine(folder, ['simulate', 'w.yml', 'good.yml'])
}
const withCondition = (condition: string) => REVIEW.replace('    runs-on', `    if: ${condition}\n    runs-on`)

test.for([
  ['an unknown context', REVIEW.replace('secrets.GEMINI', 'secret.GEMINI'), "'secret'"],
  ['an expression without an end', REVIEW.replace('GEMINI_API_KEY }}', 'GEMINI_API_KEY }'), 'not closed'],
  ['a function with too few values', withCondition("contains('a')"), 'contains'],
  ['no YAML', `${REVIEW}\t- x`, ''],
  ['a list', '- a\n', ''],
  ['nothing', '', ''],
] as const)('says what GitHub refuses, and goes on: %s', async ([, text, word]) => {
  const { exit, err, out } = await simulated(text)
  expect(err).toMatch(/^w\.yml:\d+:\d+: GitHub refuses this file: .*\. Fix: /)
  expect(err).toContain(word)
  expect({ exit, out }).toEqual({ exit: 0, out: expect.stringMatching(/^good\.yml, job review\n/) })
})

test.for([
  ["github.event_name == 'push'", 'github.event_name == \'push\', where github.event_name is "pull_request"'],
  [
    "github.actor != '' && (github.event.number == 5 && true)",
    'github.event.number == 5, where github.event.number is "7"',
  ],
  [
    "${{ github.event.pull_request.draft || github.event.action == 'x' }}",
    "github.event.pull_request.draft || github.event.action == 'x'",
  ],
  [
    "contains(github.event.pull_request.labels.*.name, 'ai')",
    "contains(github.event.pull_request.labels.*.name, 'ai')",
  ],
  [
    "startsWith(github.head_ref, 'x') && !cancelled()",
    'startsWith(github.head_ref, \'x\'), where github.head_ref is "topic"',
  ],
  ['!success()', '!success()'],
  ["github['event']['missing']", "github['event']['missing']"],
] as const)('names the part of a condition that is false: %s', async ([condition, part]) => {
  const { out } = await simulated(withCondition(JSON.stringify(condition)))
  expect(out).toContain(`the condition of the job is false: ${part}\n`)
})

test.for([
  ['prompt: /review', 'prompt: ${{ fromJSON(vars.NONE).x }}'],
  ['runs-on', 'if: fromJSON(github.event.pull_request.body)\n    runs-on'],
  ['prompt: /review', 'prompt: ${{ toJSON(fromJSON(github.head_ref)) }}'],
] as const)('an expression that fails in a run is a row of the table: %s → %s', async ([from, to]) => {
  const { exit, out, err } = await simulated(REVIEW.replace(from, to))
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
  expect(out).toMatch(/^pull_request: .* config\n {4}\$\{\{ .* \}\} fails: .*\.\n/m)
})

const TRIAGE = (prompt: string) => `name: triage
on:
  issues:
    types: [opened]
  schedule:
    - cron: '0 3 * * *'
permissions:
  contents: read
  issues: write
jobs:
  triage:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: ultramarine-labs/sluice@v1
        with:
          gemini_api_key: \${{ secrets.GEMINI_API_KEY }}
          allowed_labels: bug
          prompt: ${JSON.stringify(prompt)}
`

test('shows whose text the prompt contains, and what a run writes by itself', async () => {
  const uses = /uses: (\S*sluice\S*)/.exec(REVIEW)?.[1] ?? ''
  const rows = async (prompt: string) => {
    await writeFile(join(folder, 't.yml'), TRIAGE(prompt).replace('ultramarine-labs/sluice@v1', uses))
    const { out } = await commandLine(folder, ['simulate', 't.yml', '--json'])
    return out
      .trim()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
  }
  const pick = (row: Record<string, unknown>) => [
    row.event,
    row.actor,
    row.result,
    row.writes ?? '',
    row.notes ?? row.reason,
  ]
  const mixed = (await rows('Triage: ${{ github.event.issue.body }}')).map(pick)
  expect(mixed).toContainEqual(['schedule', 'writer', 'runs', 'its own item, new issues', []])
  const stranger = mixed.filter(([event, actor]) => event === 'issues' && actor === 'stranger')
  expect(stranger).toEqual([
    ['issues', 'stranger', 'runs', 'allowed labels', [expect.stringContaining('becomes data')]],
  ])
  const writer = mixed.filter(([event, actor]) => event === 'issues' && actor === 'writer')
  expect(writer).toEqual([
    ['issues', 'writer', 'runs', 'its own item', ['The prompt contains github.event.issue.body, which writer wrote.']],
  ])
  const alone = (await rows('${{ github.event.issue.body }}')).map(pick)
  expect(alone.filter(([event, actor]) => event === 'issues' && actor === 'stranger')).toEqual([
    ['issues', 'stranger', 'refused', '', expect.stringContaining('Write the task into the input `prompt`')],
  ])
})

test('says that GitHub refuses the files, where no other is left', async () => {
  await writeFile(join(folder, 'w.yml'), REVIEW.replace('secrets.GEMINI', 'secret.GEMINI'))
  expect(await commandLine(folder, ['simulate', 'w.yml'])).toMatchObject({
    exit: 1,
    out: 'Nothing to simulate: GitHub refuses w.yml. Correct the mistakes above first.\n',
  })
})

test('says which secrets a run of Dependabot needs', async () => {
  const { out } = await commandLine(resolve(import.meta.dirname, '../..'), [
    'simulate',
    '.github/examples/dependabot.yml',
  ])
  expect(out).toMatch(
    /dependabot .* runs .*\n {4}.*\n {4}Needs GEMINI_API_KEY in the Dependabot secrets \(Settings → Secrets and variables → Dependabot\): GitHub gives this run no others\.\n/,
  )
  const { out: none } = await simulated(
    REVIEW.replace('gemini_api_key: ${{ secrets.GEMINI_API_KEY }}', 'allowed_bots: dependabot[bot]'),
  )
  expect(none).not.toContain('Needs ')
})

/** A job that reads what was asked, and jobs that wait for it, as published dispatchers have them. */
const DISPATCH = `on:
  issue_comment: { types: [created] }
permissions: { contents: read, issues: write, pull-requests: write }
jobs:
  ask:
    if: contains(fromJSON('["OWNER", "COLLABORATOR"]'), github.event.comment.author_association)
    runs-on: ubuntu-latest
    outputs: { command: '\${{ steps.read.outputs.command }}' }
    steps: [{ id: read, run: 'echo command=review >> "$GITHUB_OUTPUT"' }]
  wait: { needs: ask, runs-on: ubuntu-latest, steps: [{ run: sleep 1 }] }
  review:
    needs: wait
    if: needs.ask.outputs.command == 'review'
    runs-on: ubuntu-latest
    steps:
      - uses: sluice-agent/sluice@v0
        with: { gemini_api_key: '\${{ secrets.GEMINI_API_KEY }}', prompt: /review }
`
test.for([
  [
    'the needed one',
    '',
    /stranger +(?:own|fork|-) +skipped\n {4}the job ask, which it needs, is skipped: contains\(fromJSON/,
  ],
  ['none, after always()', 'always() && ', /stranger +(?:own|fork|-) +refused\n/],
] as const)('a job that compares an output of another runs unless a condition skips %s', async ([, status, words]) => {
  const { out } = await simulated(
    DISPATCH.replace('if: needs', `if: ${status}needs`).replace('needs: wait', 'needs: [wait, ask]'),
  )
  expect(out).toMatch(/writer +- +runs +trusted/)
  expect(out).toMatch(words)
})

const PUBLISHED = resolve(import.meta.dirname, '../fakes/workflows')
const CALLED = ['review', 'triage', 'invoke', 'plan-execute', 'issue-fixer']

/** Whom the published dispatcher lets start a job: anybody with an issue, a pull request of the repository, a comment by a member. */
const isDispatched = ({ event, actor, code }: { event: string; actor: string; code?: string }): boolean =>
  event === 'issues' || (event === 'pull_request' ? code === 'own' : actor === 'writer')

test('the published dispatcher and what it calls: its conditions decide who starts them', async () => {
  const repository = join(folder, 'published')
  const workflows = join(repository, '.github/workflows')
  await mkdir(workflows, { recursive: true })
  for (const name of ['dispatch', ...CALLED.map((each) => `gemini-${each}`), 'gemini-scheduled-triage'])
    await writeFile(join(workflows, `${name}.yml`), await readFile(join(PUBLISHED, `${name}.yml`), 'utf8'))
  const { out, err } = await commandLine(repository, ['simulate', '--json'])
  expect(err).toBe('')
  const rows: { job: string; file: string; event: string; actor: string; code?: string; result: string }[] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const [scheduled = [], called = []] = [true, false].map((isScheduled) =>
    rows.filter(({ file }) => file.includes('scheduled') === isScheduled),
  )
  expect(new Set(called.map(({ file }) => file))).toEqual(
    new Set(CALLED.map((name) => `.github/workflows/gemini-${name}.yml`)),
  )
  expect(new Set(called.map(({ event }) => event)).size).toBe(5)
  const wrong = called.filter((row) => (row.result !== 'skipped') !== isDispatched(row))
  expect(wrong).toEqual([])
  const asked = called.filter(({ event, actor }) => event === 'issue_comment' && actor === 'writer')
  expect(new Set(asked.map(({ result }) => result))).toEqual(new Set(['runs']))
  const started = scheduled.filter(({ event }) => event === 'schedule' || event === 'workflow_dispatch')
  expect(started.map(({ result }) => result)).toEqual(['runs', 'runs'])
})

const listWorkflow = (later: string) => `on: workflow_dispatch
permissions: { contents: write, issues: write }
jobs:
  sort:
    runs-on: ubuntu-latest
    steps:
      - id: ai
        uses: sluice-agent/sluice@v0
        with:
          gemini_api_key: \${{ secrets.GEMINI_API_KEY }}
          policies: profile:maintain
          github_issue_number: 3,4
          prompt: Sort these issues.
${later}`

test.for([
  ['one run', "      - run: echo '${{ steps.ai.outputs.summary }}'\n", true],
  ['a run each', '', false],
] as const)('a list of issues is %s, as a later step asks', async ([, later, isOne]) => {
  const repository = await mkdtemp(join(tmpdir(), 'sluice-simulate-list-'))
  try {
    await mkdir(join(repository, '.github/workflows'), { recursive: true })
    await writeFile(join(repository, '.github/workflows/list.yml'), listWorkflow(later))
    const { out } = await commandLine(repository, ['simulate', '.github/workflows/list.yml', '--json'])
    const row: { result: string; tools: string[]; writes: string } = JSON.parse(out)
    expect(row.result).toBe('runs')
    // No comment belongs to all of the issues.
    expect(/comment/.test(row.writes)).toBe(!isOne)
  } finally {
    await rm(repository, { recursive: true, force: true })
  }
})
