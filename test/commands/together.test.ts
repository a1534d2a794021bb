import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { falsePart } from '../../src/commands/simulate/expressions.ts'
import { parseWorkflow, type WorkflowSource } from '../../src/commands/workflow-source.ts'
import { commandLine } from './command-line.ts'

/** All examples together in one repository: who starts on what, and what they do to each other. */

const EXAMPLES = resolve(import.meta.dirname, '../../.github/examples')

const textOf = (name: string) => readFileSync(join(EXAMPLES, `${name}.yml`), 'utf8')

const incumbent = (name: string) => readFileSync(resolve(import.meta.dirname, `../fakes/workflows/${name}.yml`), 'utf8')

function sourceOf(name: string, text = textOf(name)): WorkflowSource {
  const parsed = parseWorkflow(`.github/workflows/${name}.yml`, text)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.source
}

/** The jobs that start on an event, by their workflow. */
const startedBy = (sources: readonly WorkflowSource[], name: string, event: object): string[] =>
  sources
    .filter(({ events }) => events.has(name))
    .flatMap(({ file, jobs }) =>
      jobs.flatMap(({ job }) => (falsePart(job.if, { github: { event } }) === undefined ? [file] : [])),
    )
    .map((file) => file.replace(/^.*\/|\.yml$/g, ''))

const CODE = 'XZ23456789'

const comments: [body: string, owner: string | undefined][] = [
  ['@gemini-cli why does this fail?', 'mention'],
  ['@gemini-cli /review the parser', 'mention'],
  ['@gemini-cli /triage', 'mention'],
  ['@gemini-cli what does /fix do?', 'mention'],
  ['@gemini-cli look at src/plan/fix.ts', 'mention'],
  ['@gemini-cli, /fix it', 'mention'],
  ['@gemini-cli /fix', 'fix'],
  ['@gemini-cli /FIX the emoji', 'fix'],
  ['Please, @Gemini-CLI /fix it', 'fix'],
  ['@gemini-cli /plan a cache', 'fix'],
  [`@gemini-cli /approve ${CODE}`, 'fix'],
  [`@gemini-cli /allow once ${CODE}`, 'fix'],
  [`@gemini-cli /allow always ${CODE}`, 'fix'],
  ['Thanks!', undefined],
  ['/fix', undefined],
]

const places: [event: string, of: object][] = [
  ['issue_comment', { issue: { number: 3 } }],
  ['issue_comment', { issue: { number: 7, pull_request: {} } }],
  ['pull_request_review_comment', { pull_request: { number: 7 } }],
]

test('all examples together: one comment starts one of them, or none', async () => {
  const names = (await readdir(EXAMPLES)).map((name) => name.replace('.yml', ''))
  const all = names.map((name) => sourceOf(name))
  for (const [event, of] of places)
    for (const [body, owner] of comments)
      expect(startedBy(all, event, { ...of, comment: { body } }), `${event}: ${body}`).toEqual(owner ? [owner] : [])
})

/** What a run writes with the token of an App, as the first column of the table in docs/workflows.md says it. */
const byApp: Record<string, [event: string, payload: object]> = {
  'a pull request, or a commit to one': ['pull_request', { pull_request: { number: 50, head: { ref: 'sluice/x' } } }],
  'the label `needs-triage`': ['issues', { issue: { number: 3 }, label: { name: 'needs-triage' } }],
  'another label': ['issues', { issue: { number: 3 }, label: { name: 'bug' } }],
  'an answer with the code of a plan or of a call': [
    'issue_comment',
    { issue: { number: 3 }, comment: { body: `Reply \`@gemini-cli /approve ${CODE}\` to carry it out.` } },
  ],
  'another answer': ['issue_comment', { issue: { number: 3 }, comment: { body: '**Done.** 1 tool call.' } }],
}
test('the page says what the writes of an App start', async () => {
  const names = (await readdir(EXAMPLES)).map((name) => name.replace('.yml', ''))
  const all = names.map((name) => sourceOf(name))
  const page = await readFile(resolve(EXAMPLES, '../../docs/workflows.md'), 'utf8')
  const rows = /<!-- app -->\n(?:.*\n){2}([\s\S]*?)<!-- \/app -->/.exec(page)?.[1]?.trim().split('\n')
  const expected = Object.entries(byApp).map(([written, [event, payload]]) => {
    const started = startedBy(all, event, payload).toSorted()
    const jobs =
      started.length === 0
        ? '–'
        : started
            .map((name) => `\`${name}.yml\``)
            .toSorted()
            .join(', ')
    return `| ${written} | ${jobs} | – | ${started.length === 0 ? 'nothing' : 'a runner'} |`
  })
  expect(rows).toEqual(expected)
})

const PERSON = { sender: { type: 'User' } }
const member = (body: string) => ({ comment: { body, author_association: 'MEMBER' } })
const INSIDE = { pull_request: { number: 7, head: { repo: { fork: false, full_name: 'octo/example' } } } }

/** The published dispatcher of run-gemini-cli beside all examples, as docs/workflows.md says it. */
const besideIncumbent: [event: string, payload: object, started: string[]][] = [
  ['issue_comment', member('@gemini-cli why does this fail?'), ['dispatch', 'mention']],
  ['issue_comment', member('@gemini-cli /fix'), ['dispatch', 'fix']],
  ['issue_comment', member('Please, @gemini-cli /fix it'), ['fix']],
  ['issue_comment', member('I agree, @gemini-cli?'), ['mention']],
  ['pull_request_review_comment', member('@gemini-cli why?'), ['dispatch', 'mention']],
  ['pull_request_review', { review: { body: '@gemini-cli why?', author_association: 'MEMBER' } }, ['dispatch']],
  ['pull_request', { action: 'opened', ...INSIDE }, ['dispatch', 'review', 'review-sarif']],
  ['issues', { action: 'opened', issue: { body: 'It fails.', author_association: 'NONE' } }, ['dispatch']],
]
test.each(besideIncumbent)('the dispatcher of run-gemini-cli beside ours: %s', async (name, payload, started) => {
  const names = (await readdir(EXAMPLES)).map((file) => file.replace('.yml', ''))
  const sources = [
    ...names.filter((each) => each !== 'dependabot').map((each) => sourceOf(each)),
    sourceOf('dispatch', incumbent('dispatch')),
  ]
  const event = { ...PERSON, ...payload }
  const running = sources
    .filter(({ events }) => events.has(name))
    .filter(({ events }) => {
      const { types } = events.get(name) ?? {}
      return !('action' in payload) || !Array.isArray(types) || types.includes(payload.action)
    })
    .filter(({ jobs }) =>
      jobs.some(({ id, job }) => {
        if (id === 'debugger' || job.needs !== undefined) return false
        return (
          falsePart(job.if, { github: { event, event_name: name, repository: 'octo/example', actor: 'ada' } }) ===
          undefined
        )
      }),
    )
  expect(running.map(({ file }) => file.replace(/^.*\/|\.yml$/g, '')).toSorted()).toEqual(started.toSorted())
})

const initialized = async (templates: readonly string[], present: readonly string[] = []) => {
  const repository = await mkdtemp(join(tmpdir(), 'sluice-together-'))
  const folder = join(repository, '.github/workflows')
  await mkdir(folder, { recursive: true })
  for (const name of present) await writeFile(join(folder, `${name}.yml`), textOf(name))
  const { exit, out } = await commandLine(repository, ['init', ...templates, '--yes'])
  expect(exit).toBe(0)
  const files = await readdir(folder)
  const texts = files.map(
    async (file) => [file.replace('.yml', ''), await readFile(join(folder, file), 'utf8')] as const,
  )
  return { repository, out, texts: new Map(await Promise.all(texts)) }
}

test('init writes a variant of mention.yml that answers all where there is no fix.yml', async () => {
  const { texts, repository } = await initialized(['mention'])
  const alone = sourceOf('mention', texts.get('mention'))
  for (const [body, owner] of comments)
    expect(startedBy([alone], 'issue_comment', { comment: { body } }), body).toEqual(owner ? ['mention'] : [])
  expect(texts.get('mention')).not.toMatch(/offerCodes|fix\.yml/)
  expect((await commandLine(repository, ['doctor'])).out).toContain('no problems found')
})

test.each([
  { templates: ['mention', 'fix'], present: [] },
  { templates: ['fix', 'mention'], present: [] },
  { templates: ['mention'], present: ['fix'] },
  { templates: ['fix'], present: ['mention'] },
])('init $templates beside $present: each comment has one owner', async ({ templates, present }) => {
  const { texts, out } = await initialized(templates, present)
  expect(Object.fromEntries(texts)).toMatchObject({ fix: textOf('fix'), mention: textOf('mention') })
  expect(out).not.toContain('Fix:')
})

test('init names what a new workflow does to those that are there', async () => {
  const { repository } = await initialized(['mention'])
  const { out } = await commandLine(repository, ['init', 'fix', '--yes'])
  expect(out).toMatch(/fix\.yml: .*mention\.yml both answer "@gemini-cli \/fix"/)
})

test('an event that starts no job claims no group, and no two workflows have one group', async () => {
  for (const file of await readdir(EXAMPLES))
    expect(sourceOf(file, textOf(file.replace('.yml', ''))).workflow).not.toHaveProperty('concurrency')
})

/** The workflows of the page about the gate. */
const [GATE = '', FORKS = '', QUEUE = ''] = [
  ...readFileSync(resolve(import.meta.dirname, '../../docs/gate.md'), 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```/gm),
].map(([, text = '']) => text)
const gated = () => textOf('review').replace('prompt: /review\n', 'prompt: /review\n          fail_on_findings: high\n')

/** An example for another event, in a group of its own and without a condition. */
const onlyOn = (example: string, event: string, type: string, name: string) =>
  textOf(example)
    .replace(/^name: .*/m, `name: ${name}`)
    .replace(/^on:\n(?: .*\n)+/m, `on:\n  ${event}:\n    types: [${type}]\n`)
    .replace(/ {4}(?:#.*\n {4})?if: (?:>-\n(?: {6}.*\n)+|.*\n)/, '')
    .replace(/(group|concurrency): [a-z]+-/, `$1: ${name}-`)

/** What a workflow is changed to, so that it and the other examples get in each other's way. */
const planted: Record<string, { files: Record<string, string>; finds: RegExp }> = {
  'mention.yml without its exceptions': {
    files: { mention: textOf('mention').replace(/ &&(?:\n +!contains.*)+/, '') },
    finds: /mention\.yml.*fix\.yml both answer "@gemini-cli \/fix".*\[two-answers\]/,
  },
  'fix.yml for all comments': {
    files: {
      fix: textOf('fix').replace(
        /if: >-\n(?: +contains.*\n)+/,
        "if: contains(github.event.comment.body, '@gemini-cli')\n",
      ),
    },
    finds: /"@gemini-cli why does this fail\?".*\[two-answers\]/,
  },
  'a second workflow for a command': {
    files: {
      plan: textOf('fix')
        .replace('name: Fix', 'name: Plan')
        .replace(/ {6}contains.*\/fix'\) \|\|\n/, '')
        .replaceAll('group: fix', 'group: plan'),
    },
    finds: /"@gemini-cli \/plan".*\[two-answers\]/,
  },
  'a second workflow without a condition': {
    files: {
      all: textOf('mention')
        .replace('name: Mention', 'name: All')
        .replace(/if: >-\n(?: +!?contains.*\n)+ {4}/, '')
        .replace('group: mention', 'group: all'),
    },
    finds: /\[two-answers\]/,
  },
  'the answers of run-gemini-cli beside ours': {
    files: {
      old: `name: Old\non: { issue_comment: { types: [created] } }\npermissions: {}\njobs:\n  old:\n    if: startsWith(github.event.comment.body, '@gemini-cli')\n    runs-on: ubuntu-latest\n    timeout-minutes: 5\n    steps:\n      - uses: google-github-actions/run-gemini-cli@${'a'.repeat(40)} # v0\n`,
    },
    finds: /old\.yml.*\[two-answers\]/,
  },
  'the dispatcher of run-gemini-cli beside ours': {
    files: Object.fromEntries(
      ['dispatch', 'gemini-review', 'gemini-triage', 'gemini-invoke'].map((name) => [name, incumbent(name)]),
    ),
    finds: /dispatch\.yml.*"@gemini-cli why does this fail\?".*\[two-answers\]/,
  },
  'commits of an App that start the same job': {
    files: {
      lint: textOf('fix-ci')
        .replace('name: Fix CI', 'name: Lint')
        .replace(/run-name: .*\n/, '')
        .replace(/on:\n {2}workflow_run:\n(?: {4}.*\n)+/, 'on: pull_request\n')
        .replace(/ {4}if: >-\n(?: {6}.*\n)+/, '')
        .replace(/group: fix-ci-.*/, 'group: lint-${{ github.event.number }}')
        .replace(
          'changes: pull_request',
          'changes: commit\n          github_token: ${{ secrets.APP_TOKEN }}\n          allowed_bots: our-app[bot]',
        ),
    },
    finds: /lint\.yml.*start it again \(pull_request\), because allowed_bots names our-app\[bot\].*\[app-loop\]/,
  },
  'one label for two workflows': {
    files: {
      again: textOf('triage')
        .replace('name: Triage', 'name: Again')
        .replace('group: triage', 'group: again')
        .replace('concurrency: triage', 'concurrency: again'),
    },
    finds: /the label "needs-triage".*\[two-answers\]/,
  },
  'the group of another workflow': {
    files: { 'review-sarif': textOf('review-sarif').replace('group: review-sarif-', 'group: review-') },
    finds: /\[shared-group\]/,
  },
  'the same group in other words': {
    files: {
      'review-sarif': textOf('review-sarif').replace(
        /group: review-sarif-.*/,
        'group: Review-${{ github.event.number }}',
      ),
    },
    finds: /\[shared-group\]/,
  },
  'a group at the workflow': {
    files: {
      'fix-ci': textOf('fix-ci').replace(
        'jobs:\n',
        'concurrency: ci-${{ github.event.workflow_run.head_branch }}\njobs:\n',
      ),
    },
    finds: /fix-ci\.yml:\d+: warning: GitHub claims.*\[group-before-condition\]/,
  },
  'the names of another workflow': {
    files: { 'review-sarif': textOf('review-sarif').replace('name: Review with code scanning', 'name: Review') },
    finds: /\[shared-report\]/,
  },
  'a label that starts another run, with the token of an App': {
    files: {
      'triage-scheduled': textOf('triage-scheduled').replace(
        'allowed_labels: bug',
        'github_token: ${{ secrets.APP_TOKEN }}\n          allowed_labels: needs-triage, bug',
      ),
    },
    finds: /triage-scheduled\.yml.*starts the job "triage" of .*triage\.yml.*\[label-chain\]/,
  },
  'two that set one label on the same event': {
    files: {
      sort: textOf('triage')
        .replace('name: Triage', 'name: Sort')
        .replace(/label_trigger: .*\n/, 'label_trigger: sort-it\n')
        .replace(/group: triage-/, 'group: sort-'),
    },
    finds: /\[shared-label\]/,
  },
  'a gate that does not know when the base changes': {
    files: { review: gated() },
    finds: /review\.yml:\d+: warning: The job "review" decides .* changes the base .*\[stale-verdict\]/,
  },
  'a gate in a merge queue': {
    files: { review: gated().replace('on:\n', 'on:\n  merge_group:\n') },
    finds: /review\.yml:\d+: warning: The job "review" decides .*merge queue.*\[stale-verdict\]/,
  },
  'a job with the name of the check run': {
    files: { review: gated().replace('  review:\n', '  review:\n    name: Sluice review\n') },
    finds: /review\.yml:\d+: error: The job "review" has the name of the check run.*\[forged-verdict\]/,
  },
  'the check of the merge queue in a workflow that starts on pull requests, too': {
    files: { review: gated(), queue: QUEUE.replace('on: merge_group', 'on: [merge_group, pull_request]') },
    finds: /queue\.yml:\d+: error: The job "passed" has the name of the check run.*\[forged-verdict\]/,
  },
  'two answers to a text of a review': {
    files: {
      first: onlyOn('mention', 'pull_request_review', 'submitted', 'First'),
      second: onlyOn('mention', 'pull_request_review', 'submitted', 'Second'),
    },
    finds: /"@gemini-cli why does this fail\?" \(pull_request_review\).*\[two-answers\]/,
  },
  'two triages of each new issue': {
    files: {
      first: onlyOn('triage', 'issues', 'opened', 'First').replace(/label_trigger: .*/, 'allowed_bots: renovate[bot]'),
      second: onlyOn('triage', 'issues', 'opened', 'Second').replace(/label_trigger: .*\n.*/, 'allowed_labels: size'),
    },
    finds: /both answer each issue with "\/triage".*\[two-answers\]/,
  },
  'one assignee for two workflows': {
    files: Object.fromEntries(
      ['first', 'second'].map((name) => [
        name,
        onlyOn('triage', 'issues', 'assigned', name)
          .replace(/label_trigger: .*/, 'assignee_trigger: our-bot')
          .replace('bug, enhancement, question, duplicate', name),
      ]),
    ),
    finds: /both answer the assignment of our-bot.*\[two-answers\]/,
  },
  'one label in two letter cases': {
    files: {
      again: onlyOn('triage', 'issues', 'labeled', 'Again')
        .replace('label_trigger: needs', 'label_trigger: Needs')
        .replace('bug, enhancement, question, duplicate', 'x'),
    },
    finds: /both answer the label "[Nn]eeds-[Tt]riage".*\[two-answers\]/,
  },
  'two fixes of one failed run': {
    files: {
      again: textOf('fix-ci').replace('name: Fix CI', 'name: Again').replace('group: fix-ci-', 'group: again-'),
    },
    finds: /both answer a failed run of "CI" with a pull request.*\[two-answers\]/,
  },
  'two jobs of one file that cancel each other': {
    files: { review: textOf('review') + textOf('review').replace(/^[\s\S]*?jobs:\n {2}review:/, '  style:') },
    finds: /The jobs "review" and "style" have one concurrency group.*\[shared-group\]/,
  },
  'a job that waits for the group of its own workflow': {
    files: {
      'triage-scheduled': textOf('triage-scheduled').replace('jobs:\n', 'concurrency: Triage-backlog\njobs:\n'),
    },
    finds:
      /error: The job "triage" waits for the concurrency group triage-backlog, which its own run holds.*\[shared-group\]/,
  },
  'a called workflow that waits for the group of its caller': {
    files: {
      outer:
        'name: Outer\non: { schedule: [{ cron: "5 5 * * *" }] }\npermissions: { actions: read, contents: read, issues: write }\nconcurrency: ${{ github.workflow }}\njobs:\n  call:\n    uses: ./.github/workflows/inner.yml\n    secrets: inherit\n',
      inner: textOf('triage-scheduled')
        .replace(/on:\n(?: {2}.*\n)+/, 'on: workflow_call\n')
        .replace('concurrency: triage-backlog', 'concurrency: ${{ github.workflow }}'),
    },
    finds: /outer\.yml:\d+: error: The job "call" waits for the concurrency group.*\[shared-group\]/,
  },
  'all labels for a triage with the token of an App': {
    files: {
      'triage-scheduled': textOf('triage-scheduled').replace(
        /allowed_labels: .*/,
        'github_token: ${{ secrets.APP_TOKEN }}',
      ),
    },
    finds: /triage-scheduled\.yml.*starts the job "triage" of .*triage\.yml.*\[label-chain\]/,
  },
  'the name of another workflow as an input': {
    files: {
      'review-sarif': textOf('review-sarif').replace(
        'prompt: /review',
        'prompt: /review\n          workflow_name: Review',
      ),
    },
    finds: /The workflow "Review" and its job "review".*\[shared-report\]/,
  },
  'one report of a matrix': {
    files: {
      maintain: textOf('maintain')
        .replace('    runs-on', '    strategy: { matrix: { area: [api, ui] } }\n    runs-on')
        .replace(/( +)changes: .*/, '$1report_to: issue'),
    },
    finds: /The jobs that the matrix of "\w+" makes write one report.*\[shared-report\]/,
  },
  'a request that cancels the one before': {
    files: { fix: textOf('fix').replace('queue: max', 'cancel-in-progress: true') },
    finds: /A new request for the job "fix" cancels the one that runs\..*\[lost-request\]/,
  },
  'a request that takes the place of a waiting one': {
    files: { mention: textOf('mention').replace('      queue: max\n', '') },
    finds: /A new request for the job "answer" takes the place.*\[lost-request\]/,
  },
  'a workflow that starts itself': {
    files: {
      triage: textOf('triage').replace(
        'allowed_labels: bug',
        'github_token: ${{ steps.app.outputs.token }}\n          allowed_labels: "*"\n          # bug',
      ),
    },
    finds: /starts this job again.*\[label-chain\]/,
  },
}

async function doctorOfAll(changed: Record<string, string> = {}): Promise<string> {
  const repository = await mkdtemp(join(tmpdir(), 'sluice-together-'))
  const folder = join(repository, '.github/workflows')
  await mkdir(folder, { recursive: true })
  const names = (await readdir(EXAMPLES)).map((name) => name.replace('.yml', ''))
  const texts = { ...Object.fromEntries(names.map((name) => [name, textOf(name)])), ...changed }
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, `${name}.yml`), text)
  return (await commandLine(repository, ['doctor'])).out
}

test('doctor finds nothing in all examples together', async () => {
  expect(await doctorOfAll()).toMatch(/^\d+ files checked, no problems found\.\n$/)
})

test('doctor finds nothing in the workflows of the gate, and names no job like its check run without one', async () => {
  expect(await doctorOfAll({ review: GATE, forks: FORKS, queue: QUEUE })).not.toMatch(
    /-verdict\]|needless|other-phrase/,
  )
  const named = textOf('review').replace('  review:\n', '  review:\n    name: Sluice review\n')
  expect(await doctorOfAll({ review: named })).not.toMatch(/-verdict\]/)
})

const upkeep = (prompt: string) =>
  textOf('maintain')
    .replace('name: Maintain', 'name: Upkeep')
    .replace('concurrency: maintain', 'concurrency: upkeep')
    .replace("'17 4 * * 1'", "'5 5 * * *'")
    .replace('outdated documentation', prompt)
const inDiscussions = (name: string) =>
  onlyOn('mention', 'discussion', 'created', name).replace('resume: true', 'prompt: Answer it.\n          resume: true')
const withApp = (text: string) =>
  text.replace(
    'changes: pull_request',
    '$&\n          github_token: ${{ secrets.APP }}\n          allowed_bots: our-app[bot]',
  )
const inMatrix = (text: string) =>
  text
    .replace('    runs-on', '    strategy: { matrix: { area: [api, ui] } }\n    runs-on')
    .replace('group: review-', 'group: ${{ matrix.area }}-')

/** Each file gets in the way of the other runs of its own workflow, or of one other. */
const ofOneWorkflow: [name: string, text: string, finds: RegExp][] = [
  [
    'branch',
    textOf('fix-ci')
      .replace('name: Fix CI', 'name: Branch')
      .replace(/group: .*/, "group: ${{ format('branch-{0}', github.event.workflow_run.head_branch) }}"),
    /branch\.yml.* has the name of a branch without its repository \(workflow_run\).*\[shared-group\]/,
  ],
  [
    'head',
    textOf('review')
      .replace('name: Review', 'name: Head')
      .replace(/group: .*/, 'group: h-${{ github.head_ref || github.run_id }}'),
    /head\.yml.* has the name of a branch without its repository \(pull_request\).*\[shared-group\]/,
  ],
  [
    'one',
    textOf('review')
      .replace('name: Review', 'name: One')
      .replace(/group: .*/, 'group: one'),
    /one\.yml.*group one is the same for each pull request \(pull_request\).*\[shared-group\]/,
  ],
  [
    'target',
    textOf('review')
      .replace('name: Review', 'name: Target')
      .replace('pull_request:', 'pull_request_target:')
      .replace(/group: .*/, 'group: t-${{ github.ref }}'),
    /target\.yml.* is the same for each pull request \(pull_request_target\).*\[shared-group\]/,
  ],
  [
    'beside',
    textOf('fix-ci')
      .replace('name: Fix CI', 'name: Beside')
      .replace(/ {4}concurrency:.*\n.*\n/, '')
      .replace(
        'jobs:\n',
        'concurrency: beside\njobs:\n  log:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo\n',
      ),
    /beside\.yml.*\[group-before-condition\]/,
  ],
  [
    'matrix',
    inMatrix(textOf('review').replace('name: Review', 'name: Matrix')),
    /"review" makes write one comment.*\[shared-report\]/,
  ],
  ['upkeep', upkeep('outdated documentation'), /both answer each schedule with "\/maintain outdated.*\[two-answers\]/],
  ['first', inDiscussions('First'), /./],
  ['second', inDiscussions('Second'), /both answer each discussion with "Answer it\.".*\[two-answers\]/],
  [
    'loop',
    withApp(
      textOf('fix-ci')
        .replace('name: Fix CI', 'name: Loop')
        .replace(/ &&\n +!startsWith.*/, ''),
    ),
    /loop\.yml.*start it again \(workflow_run\).*\[app-loop\]/,
  ],
  ['scale-label', textOf('scale-label').replace('      items', '      name: all\n      items'), /./],
  [
    'scale-triage',
    textOf('scale-triage').replace('      items', '      name: All\n      items'),
    /"triage" and the job "label" of .*scale-label\.yml have the task "All".*\[shared-report\]/,
  ],
]
test('doctor finds what runs of one workflow do to each other, and the same twice on a schedule', async () => {
  const out = await doctorOfAll(Object.fromEntries(ofOneWorkflow.map(([name, text]) => [name, text])))
  for (const [, , finds] of ofOneWorkflow) expect(out).toMatch(finds)
})

test('doctor finds nothing where groups, prompts and names tell the runs from each other', async () => {
  const named = inMatrix(textOf('review')).replace(
    'prompt: /review',
    '$&\n          workflow_name: Review ${{ matrix.area }}',
  )
  const out = await doctorOfAll({
    review: named.replace(/group: .*/, 'group: ${{ matrix.area }}-${{ github.ref }}'),
    'fix-ci': withApp(textOf('fix-ci')),
    upkeep: upkeep('dead code'),
  })
  expect(out).not.toMatch(/\[(?:shared-\w+|two-answers|app-loop|group-before-condition)\]/)
})

test.each(Object.entries(planted))('doctor finds: %s', async (_, { files, finds }) => {
  for (const [name, text] of Object.entries(files)) expect(text, 'the mistake is planted').not.toBe(textIfAny(name))
  expect(await doctorOfAll(files)).toMatch(finds)
})

const textIfAny = (name: string): string | undefined => {
  try {
    return textOf(name)
  } catch {
    return undefined
  }
}

test('the group that doctor adds to a job for issues and comments loses no request', async () => {
  const repository = await mkdtemp(join(tmpdir(), 'sluice-together-'))
  const file = join(repository, '.github/workflows/mention.yml')
  await mkdir(join(file, '..'), { recursive: true })
  const both = textOf('mention').replace('on:\n', 'on:\n  issues:\n    types: [opened]\n')
  await writeFile(file, both.replace(/ {4}concurrency:.*\n(?: {6}.*\n)+/, ''))
  expect((await commandLine(repository, ['doctor'])).out).toContain('[missing-concurrency]')
  await commandLine(repository, ['doctor', '--fix'])
  expect(await readFile(file, 'utf8')).toContain('queue: max }')
  expect((await commandLine(repository, ['doctor'])).out).not.toMatch(/-concurrency\]|lost-request|invalid-workflow/)
})

test('there are ten planted conflicts', () => expect(Object.keys(planted).length).toBeGreaterThanOrEqual(10))

test('simulate says of an event which workflows start, which claim a group, and who answers', async () => {
  const repository = await mkdtemp(join(tmpdir(), 'sluice-together-'))
  const folder = join(repository, '.github/workflows')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'fix.yml'), textOf('fix'))
  const mention = textOf('mention')
    .replace('on:\n', 'on:\n  discussion_comment:\n    types: [created]\n')
    .replace('github.event.issue.number', '$& || github.event.discussion.number')
  await writeFile(join(folder, 'mention.yml'), mention)
  const { out } = await commandLine(repository, ['simulate'])
  const together = out.slice(out.indexOf('\nTogether\n'))
  const about = (event: string, people: string) => together.split(`${event} by ${people}\n`)[1]?.split('\n')[0]?.trim()
  const fix = 'issue_comment created "@gemini-cli /fix please look at this"'
  expect(about(fix, 'writer')).toBe('starts fix.yml, mention.yml; claims fix-5; answers fix.yml; costs the model')
  expect(about(fix, 'stranger, bot')).toBe('starts fix.yml, mention.yml; claims fix-5; answers none; costs a runner')
  expect(about('issue_comment created "@gemini-cli please look at this"', 'writer')).toBe(
    'starts fix.yml, mention.yml; claims mention-5; answers mention.yml; costs the model',
  )
  const discussed = 'discussion_comment created "@gemini-cli please look at this"'
  expect(about(discussed, 'writer')).toBe('starts mention.yml; claims mention-5; answers mention.yml; costs the model')
  expect(about(discussed, 'stranger, bot')).toMatch(/answers none; costs a runner$/)
  // One workflow alone has no such part.
  const alone = await commandLine(repository, ['simulate', join(folder, 'fix.yml')])
  expect(alone.out).not.toContain('Together')
})

test('simulate shows a group that is claimed before the condition', async () => {
  const repository = await mkdtemp(join(tmpdir(), 'sluice-together-'))
  const folder = join(repository, '.github/workflows')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'fix.yml'), textOf('fix').replace('jobs:\n', 'concurrency: all\njobs:\n'))
  await writeFile(join(folder, 'mention.yml'), textOf('mention'))
  const { out } = await commandLine(repository, ['simulate'])
  expect(out).toContain('starts fix.yml, mention.yml; claims all, mention-5; answers mention.yml; costs the model')
})
