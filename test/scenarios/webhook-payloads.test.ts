import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startGemini } from '../../src/emulators/gemini/gemini.ts'
import { say } from '../../src/emulators/gemini/steps.ts'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { comment, issue, pull, type WorldDiscussion, type WorldPull } from '../../src/emulators/github/world.ts'
import { sample } from '../sample.ts'
import { runStep } from './action.ts'
import { misnumberedLines } from './prompt-lines.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Payload = { [key: string]: Json }

const EXAMPLES: { name: string; examples: Payload[] }[] = createRequire(import.meta.url)(
  '@octokit/webhooks-examples/api.github.com/index.json',
)

/** What the first request says of each event that a workflow can be triggered by: paths in its payload. */
const FACTS: Record<string, string> = {
  branch_protection_rule: 'rule.name sender.login',
  check_run: 'check_run.name check_run.head_sha check_run.status check_run.conclusion',
  check_suite: 'check_suite.head_sha check_suite.status check_suite.conclusion check_suite.head_commit.message',
  create: 'ref ref_type sender.login',
  delete: 'ref ref_type sender.login',
  deployment: 'deployment.environment deployment.ref deployment.sha deployment.task',
  deployment_status: 'deployment_status.state deployment_status.environment deployment.ref deployment.sha',
  discussion: 'discussion.title discussion.body discussion.user.login',
  discussion_comment: 'discussion.title discussion.body comment.body',
  fork: 'forkee.full_name sender.login',
  gollum: 'pages.0.title pages.0.action',
  issue_comment: 'issue.title issue.body comment.body comment.user.login',
  issues: 'issue.title issue.body issue.number issue.user.login',
  label: 'label.name label.color',
  merge_group: 'merge_group.head_sha merge_group.head_ref merge_group.base_ref',
  milestone: 'milestone.title milestone.description milestone.due_on',
  package: 'package.name package.package_type package.package_version.version',
  page_build: 'build.status build.commit',
  public: 'sender.login',
  pull_request:
    'pull_request.title pull_request.body pull_request.number pull_request.head.ref pull_request.head.sha pull_request.base.sha',
  pull_request_review: 'pull_request.title pull_request.number review.body',
  pull_request_review_comment: 'pull_request.title comment.body comment.path',
  push: 'ref before after commits.0.message pusher.name',
  release: 'release.tag_name release.name release.body',
  repository_dispatch: 'action client_payload.unit branch',
  status: 'sha state context',
  watch: 'sender.login',
  workflow_dispatch: 'inputs.name ref',
  workflow_run: 'workflow_run.name workflow_run.head_branch workflow_run.head_sha workflow_run.conclusion',
}

const NO_TRIGGERS =
  'code_scanning_alert commit_comment dependabot_alert deploy_key deployment_review github_app_authorization installation ' +
  'installation_repositories marketplace_purchase member membership meta organization org_block ping project project_card ' +
  'project_column projects_v2_item pull_request_review_thread repository repository_import repository_vulnerability_alert ' +
  'security_advisory sponsorship star team team_add workflow_job'

test('every event of the package is in the table or triggers no workflow', () => {
  const names = EXAMPLES.map(({ name }) => name)
  expect([...Object.keys(FACTS), ...NO_TRIGGERS.split(' ')].toSorted()).toEqual(names.toSorted())
})

const workspace = mkdtempSync(join(tmpdir(), 'sluice-payloads-'))
afterAll(() => rmSync(workspace, { recursive: true, force: true }))
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=p', '-c', 'user.email=p@p', ...args], {
    cwd: workspace,
    encoding: 'utf8',
  }).trim()
const commit = (text: string) => {
  writeFileSync(join(workspace, 'pond.txt'), text)
  git('add', '-A')
  git('commit', '-qm', text)
  return git('rev-parse', 'HEAD')
}
git('init', '-q', '-b', 'main')
const BASE = commit('before\n')
const HEAD = commit('after\n')

const PHRASE = '@gemini-cli'
const KEY = 'key-of-the-payload-tests'
const TOKEN = 'ghs_tokenOfThePayloadTests0000000000000'
const NO_COMMIT = /^0+$/

/** The value at a path such as `pages.0.title`; null when there is none. */
const valueAt = (payload: Json | undefined, path: string): Json => {
  const value = path.split('.').reduce<Json | undefined>((part, key) => {
    if (Array.isArray(part)) return part[Number(key)]
    return typeof part === 'object' && part !== null ? part[key] : undefined
  }, payload)
  return value ?? null
}
const textAt = (payload: Payload, path: string) => String(valueAt(payload, path) ?? '')

const HEADS = ['after', 'sha', 'pull_request.head.sha', 'check_run.head_sha', 'check_suite.head_sha']
const OTHER_HEADS = ['workflow_run.head_sha', 'deployment.sha', 'merge_group.head_sha']

/** The payload, about two commits that exist. What people wrote in a comment or review asks the action. */
function toOurRepository(payload: Payload): Payload {
  const heads = new Set([...HEADS, ...OTHER_HEADS].map((path) => textAt(payload, path)))
  const replaced = JSON.stringify(payload).replace(/\b[0-9a-f]{40}\b/g, (sha) =>
    NO_COMMIT.test(sha) ? sha : heads.has(sha) ? HEAD : BASE,
  )
  const ours: Payload = JSON.parse(replaced)
  for (const written of [ours.comment, ours.review])
    if (typeof written === 'object' && written !== null && !Array.isArray(written) && 'body' in written)
      written.body = `${PHRASE} ${written.body ?? 'Is this right?'}`
  return ours
}

function pullOf(payload: Payload, repository: string): WorldPull[] {
  const side = (name: 'base' | 'head') => ({
    ref: textAt(payload, `pull_request.${name}.ref`) || name,
    sha: name === 'base' ? BASE : HEAD,
    repo: textAt(payload, `pull_request.${name}.repo.full_name`) || repository,
  })
  const named = [...JSON.stringify(payload).matchAll(/"pull_requests":\[\{.*?"number":(\d+)/g)].map(
    ([, number]) => number,
  )
  const [, queued] = /\/pr-(\d+)-/.exec(textAt(payload, 'merge_group.head_ref')) ?? []
  const numbers = new Set(
    [valueAt(payload, 'pull_request.number'), queued ?? null, ...named].filter((number) => number !== null),
  )
  return [...numbers].map((number) => pull({ number: Number(number), base: side('base'), head: side('head') }))
}

const commentOf = (payload: Payload) => ({
  id: Number(valueAt(payload, 'comment.id')),
  user: textAt(payload, 'comment.user.login'),
  body: textAt(payload, 'comment.body'),
  createdAt: textAt(payload, 'comment.created_at'),
  updatedAt: textAt(payload, 'comment.updated_at'),
})

const discussionOf = (payload: Payload): WorldDiscussion[] =>
  payload.discussion === undefined
    ? []
    : [
        {
          number: Number(valueAt(payload, 'discussion.number')),
          title: textAt(payload, 'discussion.title'),
          body: textAt(payload, 'discussion.body'),
          user: textAt(payload, 'discussion.user.login'),
          comments: payload.comment === undefined ? [] : [commentOf(payload)],
        },
      ]

async function runPayload(eventName: string, payload: Payload, prompt: string) {
  const temp = mkdtempSync(join(tmpdir(), 'sluice-payload-'))
  const repository = textAt(payload, 'repository.full_name') || 'Codertocat/Hello-World'
  const [owner = '', repo = ''] = repository.split('/')
  const actor = textAt(payload, 'sender.login')
  const number = Number(valueAt(payload, 'issue.number'))
  const author = textAt(payload, 'pull_request.user.login') || owner
  await using gemini = await startGemini(() => say('Looked at it.'), { key: KEY })
  await using github = await startGitHub({
    owner,
    repo,
    token: TOKEN,
    gitDir: workspace,
    permissions: { [actor]: 'admin', [owner]: 'admin', [author]: 'write' },
    issues: payload.issue === undefined ? [] : [issue({ number })],
    comments:
      payload.issue === undefined || payload.comment === undefined ? [] : [comment({ ...commentOf(payload), number })],
    pulls: pullOf(payload, repository),
    discussions: discussionOf(payload),
    reviews:
      payload.review === undefined
        ? []
        : [
            {
              id: Number(valueAt(payload, 'review.id')),
              number: Number(valueAt(payload, 'pull_request.number')),
              user: textAt(payload, 'review.user.login'),
              body: textAt(payload, 'review.body'),
              state: 'COMMENTED',
              commitId: HEAD,
              submittedAt: textAt(payload, 'review.submitted_at'),
            },
          ],
    reviewComments: [
      {
        ...commentOf(payload),
        number: Number(valueAt(payload, 'pull_request.number')),
        review: null,
        path: 'pond.txt',
        commitId: HEAD,
        line: 1,
        startLine: null,
        side: 'RIGHT' as const,
        inReplyTo: null,
      },
    ],
  })
  try {
    const run = await runStep({
      inputs: { gemini_api_key: KEY, prompt },
      eventName,
      event: payload,
      repository,
      sha: HEAD,
      ref: textAt(payload, 'ref') || 'refs/heads/main',
      actor,
      workspace,
      temp,
      token: TOKEN,
      apiUrl: github.url,
      graphqlUrl: github.graphqlUrl,
      geminiUrl: gemini.url,
    })
    expect(misnumberedLines(gemini.requests, workspace)).toEqual([])
    const first = gemini.requests[0]?.body as { contents: { parts: { text?: string }[] }[] } | undefined // the emulator checked it
    const text = first?.contents.flatMap(({ parts }) => parts.map((part) => part.text ?? '')).join('\n')
    return { run, text, problems: [...gemini.problems, ...github.problems] }
  } finally {
    rmSync(temp, { recursive: true, force: true })
  }
}

const withoutSpace = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
/** Why a run that GitHub may start does not ask the model; each is told. */
const NOT_STARTED = /deleted|closed|separate word|fork|prompt|nothing to|transferred|edited|dismissed|is a bot|event/i

type Row = { name: string; index: number; payload: Payload; prompt: string }

/** Plays one payload. Returns whether the model was asked. */
async function endsHonestly({ name, index, payload, prompt }: Row): Promise<boolean> {
  const { run, text, problems } = await runPayload(name, payload, prompt)
  const row = `${name} ${index} ${textAt(payload, 'action')} ${prompt}\n${run.log}`
  expect(problems, row).toEqual([])
  expect(['ok', 'noop', 'refused'], row).toContain(run.outputs.outcome)
  expect(run.log, row).not.toMatch(/^\s+at \S+ ?\(?(?:file|node|\/)/m)
  expect(run.exitCode, row).toBe(0)
  if (text === undefined) {
    expect(run.outputs.outcome, row).not.toBe('ok')
    expect(`${run.outputs.summary}${run.log}`, row).toMatch(NOT_STARTED)
    return false
  }
  const paths = (FACTS[name] ?? '').split(' ')
  const facts = paths.map((path) => withoutSpace(textAt(payload, path).replace(PHRASE, '')))
  const missing = facts.filter((fact) => !withoutSpace(text).includes(fact.slice(0, 80)))
  expect(missing, `${row}\n${text}`).toEqual([])
  return true
}

const PROMPT = 'Say what happened.'
const payloadsOf = (name: string) => EXAMPLES.find((each) => each.name === name)?.examples ?? []
const rows = Object.keys(FACTS).flatMap((name) =>
  payloadsOf(name).flatMap((payload, index) => [PROMPT, ''].map((prompt) => ({ name, index, payload, prompt }))),
)
/** The first payload that starts a run: the first `workflow_run` is of another repository, which starts none. */
const isFirst = ({ name, index, prompt }: Row) => index === (name === 'workflow_run' ? 1 : 0) && prompt === PROMPT

for (const row of rows.filter(isFirst))
  test.concurrent(`${row.name} with a prompt asks the model, which gets the facts of the event`, async () => {
    expect(await endsHonestly({ ...row, payload: toOurRepository(row.payload) })).toBe(true)
  })

const others = rows.filter((row) => !isFirst(row))
for (const row of sample(others, 1))
  test.concurrent(`${row.name}, payload ${row.index} ${row.prompt}: one honest outcome, and the model gets its facts`, async () => {
    await endsHonestly({ ...row, payload: toOurRepository(row.payload) })
  })
