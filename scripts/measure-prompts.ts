/**
 * Prints what the first prompt and the whole run send to the model, in characters and in tokens of four: a small, a middle and a large
 * review, a triage, a batch and a fix of CI. `node scripts/measure-prompts.ts ../before/dist dist` compares built actions. The model of each
 * run calls a tool only for what it needs and has not read yet, so a prompt that has it saves the call.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type GeminiStep, startGemini } from '../src/emulators/gemini/gemini.ts'
import { call, say, turn } from '../src/emulators/gemini/steps.ts'
import { startGitHub } from '../src/emulators/github/github.ts'
import { comment, issue, pull, type WorldSeed } from '../src/emulators/github/world.ts'

const ROOT = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'prompts-'))
const workspace = join(folder, 'repo')
const [KEY, TOKEN] = ['stand-in-for-a-key', 'stand-in-for-a-token']
const AT = '2026-01-05T09:00:00Z'
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', ...args], {
    cwd: workspace,
    encoding: 'utf8',
  }).trim()

/** A text that the model must have read, and the calls that read it, in the order in which it tries them. */
type Need = { text: string; calls: [tool: string, args: Record<string, unknown>][] }
type Work = {
  event: 'pull_request' | 'issues' | 'schedule' | 'workflow_run'
  inputs: Record<string, string>
  files?: Record<string, string>
  needs: Need[]
  runs?: number
}

const method = (name: string, changed: boolean) =>
  `  ${name}(depth) {\n${Array.from({ length: 24 }, (_, at) => `    this.${name}${at}(depth${changed && at === 12 ? ' + 1' : ''})`).join('\n')}\n  }\n`
const source = (nth: number, changed: boolean) =>
  `class Pond${nth} {\n${method(`fill${nth}x`, changed)}${method(`seal${nth}x`, false)}}\n`
const sources = (count: number, changed: boolean) =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [`src/pond${nth}.js`, source(nth, changed)]))
const lock = (version: number) =>
  JSON.stringify(
    {
      packages: Object.fromEntries(
        Array.from({ length: 300 }, (_, at) => [
          `node_modules/p${at}`,
          {
            version: `${version}.0.${at}`,
            resolved: `https://registry.npmjs.org/p${at}/-/p${at}-${version}.0.${at}.tgz`,
            integrity: `sha512-${'x'.repeat(60)}${version}${at}`,
          },
        ]),
      ),
    },
    null,
    2,
  )
const REVIEW_NEEDS: Need[] = [
  { text: 'this.fill0x12(depth + 1)', calls: [['github__get_diff', {}]] },
  { text: 'fill0x(depth) {', calls: [['github__get_file', { path: 'src/pond0.js' }]] },
  { text: 'It must work at night.', calls: [['github__list_comments', { number: 7 }]] },
  { text: 'expected 3 to be 4', calls: [['github__get_check_runs', {}]] },
]
const LABEL_NEEDS: Need[] = [
  { text: 'area/water', calls: [['github__list_label', {}]] },
  { text: '@octo/water', calls: [['github__get_file', { path: '.github/CODEOWNERS', ref: 'main' }]] },
]
const REVIEW = { prompt: '/review', policies: 'profile:review' }
const TRIAGE = { prompt: '/triage', policies: 'profile:triage', allowed_labels: 'bug, area/*' }
const LARGE = Object.fromEntries(
  Array.from({ length: 300 }, (_, at) => [
    `lib/large${at}.js`,
    `export const x = [\n${`  call(${at}),\n`.repeat(60)}]\n`,
  ]),
)

const WORKS: Record<string, Work> = {
  'small review': { event: 'pull_request', inputs: REVIEW, files: sources(2, true), needs: REVIEW_NEEDS },
  'middle review, with a lock file': {
    event: 'pull_request',
    inputs: REVIEW,
    files: { ...sources(20, true), 'package-lock.json': lock(2) },
    needs: REVIEW_NEEDS,
  },
  'large review': {
    event: 'pull_request',
    inputs: REVIEW,
    files: { ...sources(60, true), ...LARGE },
    needs: REVIEW_NEEDS,
  },
  triage: {
    event: 'issues',
    inputs: TRIAGE,
    needs: [
      ...LABEL_NEEDS,
      { text: 'The pond overflows in spring', calls: [['github__search_issues', { query: 'overflows' }]] },
    ],
  },
  'batch of three issues': {
    event: 'schedule',
    inputs: { ...TRIAGE, github_issue_number: '21,22,23' },
    needs: LABEL_NEEDS,
    runs: 3,
  },
  'fix of CI': {
    event: 'workflow_run',
    inputs: { prompt: 'CI has failed. Find the cause and fix it.', policies: 'profile:maintain' },
    files: sources(2, true),
    needs: [
      {
        text: 'AssertionError: expected 3 to be 4',
        calls: [
          ['github__get_job_log', { job_id: 61 }],
          ['github__get_job_log', { job_id: 61, search: 'error' }],
        ],
      },
      { text: 'this.fill0x12(depth + 1)', calls: [['github__get_diff', { number: 2 }]] },
    ],
  },
}

const LOG = [
  ...Array.from({ length: 200 }, (_, at) => `ok ${at}`),
  'FAIL test/pond.test.js > seals',
  'AssertionError: expected 3 to be 4',
  ...Array.from(
    { length: 400 },
    (_, at) => `src/file${at}.js   |   90.12 |    80 |   100 |   90.12 | 11,12,13,14,15,16,17,18`,
  ),
  '##[error]Process completed with exit code 1.',
]
  .map((line) => `${AT.replace('Z', '.1234567Z')} ${line}`)
  .join('\n')

type Measured = { first: number; whole: number; requests: number; problem: string }

async function measure(script: string, work: Work): Promise<Measured> {
  const [base, head] = prepare(work.files ?? {})
  const measured: Measured = { first: 0, whole: 0, requests: 0, problem: '' }
  const asked = new Map<string, number>()
  const model = ({ raw }: { raw: string }): GeminiStep => {
    if (measured.requests === 0) measured.first = raw.length
    measured.whole += raw.length
    measured.requests += 1
    for (const { text, calls } of work.needs) {
      const key = `${text} ${/issue #(\d+)/.exec(raw)?.[1]}`
      const next = calls[asked.get(key) ?? 0]
      if (raw.includes(JSON.stringify(text).slice(1, -1)) || next === undefined) continue
      asked.set(key, (asked.get(key) ?? 0) + 1)
      return turn([call(next[0], next[1], { id: `call-${measured.requests}` })])
    }
    return say('All is well.')
  }
  await using gemini = await startGemini(model, { key: KEY })
  await using github = await startGitHub(worldOf(base, head))
  const temp = mkdtempSync(join(folder, 'run-'))
  for (const name of ['output', 'state', 'summary']) writeFileSync(join(temp, name), '')
  writeFileSync(join(temp, 'event.json'), JSON.stringify(payload(work.event, base, head)))
  const inputs = {
    gemini_api_key: KEY,
    github_token: TOKEN,
    sandbox: 'off',
    gemini_model: 'gemini-2.5-flash',
    ...work.inputs,
  }
  const child = spawn(process.execPath, [script], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTOR: 'ada',
      GITHUB_TRIGGERING_ACTOR: 'ada',
      GITHUB_API_URL: github.url,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_EVENT_NAME: work.event,
      GITHUB_EVENT_PATH: join(temp, 'event.json'),
      GITHUB_OUTPUT: join(temp, 'output'),
      GITHUB_REPOSITORY: 'octo/pond',
      GITHUB_RUN_ID: '1',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_SHA: work.event === 'schedule' || work.event === 'issues' ? base : head,
      GITHUB_STATE: join(temp, 'state'),
      GITHUB_STEP_SUMMARY: join(temp, 'summary'),
      GITHUB_WORKSPACE: workspace,
      GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/x.yml@refs/heads/main',
      GOOGLE_GEMINI_BASE_URL: gemini.url,
      RUNNER_TEMP: temp,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stdout.on('data', (data) => (log += data))
  child.stderr.on('data', (data) => (log += data))
  const code = await new Promise((done) => child.on('exit', done))
  if (code !== 0 || measured.requests < (work.runs ?? 1))
    throw new Error(`${script} ended with ${code} after ${measured.requests} requests:\n${log}`)
  const last = gemini.requests.at(-1)?.raw ?? ''
  measured.problem = work.needs
    .filter(({ text }) => !last.includes(JSON.stringify(text).slice(1, -1)))
    .map(({ text }) => text)
    .join('; ')
  return measured
}

/** Makes the repository anew; the head is checked out. Returns base and head. */
function prepare(files: Record<string, string>): [base: string, head: string] {
  rmSync(workspace, { recursive: true, force: true })
  const write = (all: Record<string, string>) => {
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true })
      writeFileSync(join(workspace, path), text)
    }
    git('add', '-A')
    git('commit', '-q', '--allow-empty', '-m', 'change')
    return git('rev-parse', 'HEAD')
  }
  mkdirSync(workspace, { recursive: true })
  git('init', '-q', '-b', 'main')
  const base = write({
    '.github/CODEOWNERS': 'src/ @octo/water\n',
    'package-lock.json': lock(1),
    ...sources(60, false),
  })
  git('checkout', '-q', '-b', 'topic')
  const head = write(files)
  git('update-ref', 'refs/pull/2/head', head)
  return [base, head]
}

const side = (ref: string, sha: string) => ({ ref, sha, repo: 'octo/pond' })

function worldOf(base: string, head: string): WorldSeed {
  const names = Array.from({ length: 38 }, (_, at) => ({
    name: `area/${at}`,
    description: `What belongs to part ${at} of the pond`,
  }))
  return {
    owner: 'octo',
    repo: 'pond',
    token: TOKEN,
    gitDir: workspace,
    playedWorkflow: 'x.yml',
    permissions: { ada: 'admin' },
    labels: [{ name: 'bug', description: 'It is wrong' }, { name: 'area/water', description: 'Water' }, ...names].map(
      (each, id) => ({ ...each, id: id + 1, color: 'ffffff' }),
    ),
    issues: [
      issue({ number: 7, title: 'The lamp is off', body: 'Make it work.', user: 'ada' }),
      issue({ number: 8, title: 'The pond overflows in spring', body: 'Wet.', user: 'stan', state: 'closed' }),
      ...[20, 21, 22, 23].map((number) =>
        issue({ number, title: 'It overflows', body: 'The garden overflows.', user: 'stan' }),
      ),
    ],
    pulls: [
      pull({
        number: 2,
        title: 'Fill it',
        body: 'Closes #7',
        user: 'ada',
        base: side('main', base),
        head: side('topic', head),
        closes: [7],
      }),
    ],
    comments: [
      comment({ id: 1, number: 7, user: 'ada', body: 'It must work at night.', createdAt: AT, updatedAt: AT }),
    ],
    checkRuns: [
      {
        id: 61,
        name: 'test',
        headSha: head,
        status: 'completed',
        conclusion: 'failure',
        startedAt: AT,
        completedAt: AT,
        externalId: null,
        detailsUrl: null,
        output: {
          title: 'One failed',
          summary: null,
          text: null,
          annotations: [
            {
              path: 'src/pond0.js',
              start_line: 3,
              end_line: 3,
              annotation_level: 'failure',
              message: 'expected 3 to be 4',
            },
          ],
        },
      },
    ],
    workflowRuns: [
      {
        id: 50,
        workflow: 'ci.yml',
        actor: 'ada',
        conclusion: 'failure',
        createdAt: AT,
        event: 'pull_request',
        headSha: head,
        branch: 'topic',
      },
    ],
    jobs: [{ id: 61, run: 50, name: 'test', conclusion: 'failure', failedStep: 'npm test', headSha: head }],
    jobLogs: { 61: LOG },
  }
}

function payload(event: Work['event'], base: string, head: string): object {
  const ada = { login: 'ada', id: 1, type: 'User' }
  const repository = { full_name: 'octo/pond', id: 1, default_branch: 'main' }
  const common = { sender: ada, repository }
  const repo = { full_name: 'octo/pond', id: 1, fork: false }
  const subject = (number: number, title: string, body: string, user: object) => ({
    number,
    title,
    body,
    user,
    author_association: 'MEMBER',
    state: 'open',
  })
  if (event === 'schedule') return { ...common, schedule: '0 * * * *' }
  if (event === 'issues')
    return {
      ...common,
      action: 'opened',
      issue: subject(20, 'It overflows', 'The garden overflows.', { ...ada, login: 'stan' }),
    }
  if (event === 'workflow_run')
    return {
      ...common,
      action: 'completed',
      workflow_run: {
        id: 50,
        name: 'CI',
        event: 'pull_request',
        conclusion: 'failure',
        head_branch: 'topic',
        head_sha: head,
        html_url: 'https://github.com/octo/pond/actions/runs/50',
        actor: ada,
        triggering_actor: ada,
        head_repository: repo,
        repository: repo,
        path: '.github/workflows/ci.yml',
        pull_requests: [{ number: 2 }],
      },
    }
  const pull_request = {
    ...subject(2, 'Fill it', 'Closes #7', ada),
    draft: false,
    base: { ...side('main', base), repo },
    head: { ...side('topic', head), repo },
  }
  return { ...common, action: 'opened', number: 2, pull_request }
}

try {
  const dists = process.argv.slice(2).map((dist) => resolve(dist))
  const scripts = (dists.length === 0 ? [join(ROOT, 'dist')] : dists).map((dist, index) => {
    const copy = join(folder, `action-${index}/dist`)
    cpSync(dist, copy, { recursive: true })
    return join(copy, 'index.js')
  })
  const cells = ({ first, whole, requests }: Measured) =>
    `${first} / ${Math.round(first / 4)} | ${whole} / ${Math.round(whole / 4)} | ${requests}`
  console.log('What | first request (characters / tokens) | whole run | requests; once for each action')
  for (const [name, work] of Object.entries(WORKS)) {
    const row: string[] = []
    for (const script of scripts) {
      const measured = await measure(script, work)
      row.push(`${cells(measured)}${measured.problem === '' ? '' : ` (never read: ${measured.problem})`}`)
    }
    console.log([name, ...row].join(' | '))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
