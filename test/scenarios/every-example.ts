import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { mapOf } from '../../src/config/workflow-file.ts'
import type { GeminiRequest } from '../../src/emulators/gemini/gemini.ts'
import { call, type GeminiStep, say, turn } from '../../src/emulators/gemini/steps.ts'
import { issue, pull } from '../../src/emulators/github/world.ts'
import { isLook } from './finding-verifier.ts'
import {
  exampleTexts,
  type Happening,
  HOME,
  type PlayedJob,
  type WorkflowWorld,
  withWorkflowWorld,
} from './workflow-world.ts'
import { comments, labels, ours, pulls, repositoryOf } from './world-events.ts'

/**
 * Plays one workflow, alone in a repository with a submodule, files of Git LFS and installed dependencies, for one event by one person, and
 * says in one line each what people and GitHub see of it.
 */

const PAGES = resolve(import.meta.dirname, '../../docs')

/** The whole workflows of the pages. The one of the README is review.yml. */
const shown = (page: string): string =>
  /^```yaml\n(name: .*?)^```$/ms.exec(readFileSync(resolve(PAGES, page), 'utf8'))?.[1] ?? ''

export const workflowTexts = (): Record<string, string> => ({
  ...exampleTexts(),
  'docs/gate.md': shown('gate.md'),
  'docs/conversation.md': shown('conversation.md'),
  'docs/instructions.md': shown('instructions.md'),
  'docs/pictures.md': shown('pictures.md'),
})

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0a'.repeat(32)}\nsize 12345\n`
/** Each reads the dependency that an earlier step installed. */
const TEST = "if (require('left') !== 'left') throw new Error('no dependency')\n"
const FILES = {
  '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
  '.gitignore': 'node_modules/\n',
  '.gitmodules': '[submodule "vendor/lib"]\n\tpath = vendor/lib\n\turl = https://github.com/octo/lib\n',
  'art/pond.bin': POINTER,
  'package.json': '{ "scripts": { "test": "node test.js" } }\n',
  'package-lock.json': '{ "lockfileVersion": 3, "packages": {} }\n',
  'test.js': TEST,
  'src/which.js': '// main\n',
  'src/later.js': '// before\n',
  'src/page.ts': '// main\n',
}
const LIB = '5'.repeat(40)
/** As on the machines of GitHub, but a filter that would load a file fails. */
const LFS = '[filter "lfs"]\n\tclean = cat\n\tsmudge = false\n\trequired = true\n'

/** The numbers of what is there from the start. */
const ISSUE = 3
const OWN = 20
const FORK = 21
const DEPENDABOT = 22

export type PlayedRow = {
  /** The commit of each checkout, by its branch. */
  checkouts: string
  /** What the model read of two files, one of which main has changed since the other branches began. */
  read: string
  /** What GitHub has after the run, with what is wrong in it. */
  delivered: string
  outcome: string
  /** What people read: first on the page, then in the summary. */
  said: string
}

type Maker = (world: WorkflowWorld) => Happening | Promise<Happening>

const account = (login: string) => ({ login, id: 1, type: login.endsWith('[bot]') ? 'Bot' : 'User' })

const onPull =
  (number: number, action: string, user: string): Maker =>
  (world) =>
    pulls(world, number, action, user)

const comment =
  (number: number, user: string, body: string): Maker =>
  (world) =>
    comments(world, number, user, body)

/** A comment on a line of the diff. */
const lineComment =
  (number: number, user: string, body: string): Maker =>
  (world) => {
    const { payload } = pulls(world, number, 'created', user)
    const { html_url: page, head } = mapOf(payload.pull_request)
    const { sha } = mapOf(head)
    const time = new Date(world.now()).toISOString()
    const id = 81
    world.world.reviewComments.push({
      id,
      number,
      review: null,
      user,
      body,
      path: 'src/which.js',
      commitId: String(sha),
      line: 1,
      startLine: null,
      side: 'RIGHT',
      inReplyTo: null,
      createdAt: time,
    })
    const line = { path: 'src/which.js', line: 1, side: 'RIGHT', commit_id: sha, original_commit_id: sha }
    const texts = { id, body, user: account(user), html_url: `${page}#r${id}`, diff_hunk: '@@ -1 +1 @@\n-a\n+b' }
    const times = { created_at: time, updated_at: time, author_association: user === 'stan' ? 'NONE' : 'MEMBER' }
    return {
      name: 'pull_request_review_comment',
      actor: user,
      payload: { ...payload, comment: { ...line, ...texts, ...times, pull_request_review_id: 80 } },
    }
  }

const repository = repositoryOf(HOME)

const dispatch =
  (branch: string): Maker =>
  () => ({
    name: 'workflow_dispatch',
    actor: 'wendy',
    payload: { ref: `refs/heads/${branch}`, inputs: {}, repository, sender: account('wendy') },
  })

const nightly =
  (cron: string): Maker =>
  () => ({ name: 'schedule', actor: 'octo', payload: { schedule: cron, repository } })

/** The end of a run of another workflow. */
const ended =
  (
    name: string,
    { branch, repo = HOME, conclusion }: { branch: string; repo?: string; conclusion: 'failure' | 'success' },
  ): Maker =>
  async ({ world, git, now }) => {
    const sha = await git('rev-parse', repo === HOME ? branch : `refs/pull/${FORK}/head`)
    const by = repo === HOME ? 'wendy' : 'stan'
    const createdAt = new Date(now()).toISOString()
    const file = `${name.toLowerCase()}.yml`
    const id = 18_000_000_001
    const event = branch === 'main' ? 'push' : 'pull_request'
    const run = { id, workflow: file, actor: by, conclusion, createdAt, event, branch }
    world.workflowRuns.push({ ...run, headSha: sha, headRepo: repo })
    if (conclusion === 'failure') {
      world.jobs.push({ id: id + 1, run: id, name: 'test', conclusion, headSha: sha })
      world.jobLogs[id + 1] = 'expected 3 but got 4\n'
    }
    const upstream = {
      ...{ id, name, event, conclusion, head_branch: branch, head_sha: sha, pull_requests: [] },
      html_url: `https://github.com/${HOME}/actions/runs/${id}`,
      path: `.github/workflows/${file}`,
      actor: account(by),
      triggering_actor: account(by),
      head_repository: repositoryOf(repo),
    }
    return {
      name: 'workflow_run',
      actor: by,
      payload: {
        action: 'completed',
        workflow_run: upstream,
        workflow: { id: 1, name },
        repository,
        sender: account(by),
      },
    }
  }

const EVENTS: Record<string, (words: string) => Maker> = {
  ...Object.fromEntries(
    ['opened', 'synchronize', 'reopened', 'ready_for_review', 'edited'].flatMap((action) => [
      [`${action}: branch of a member`, () => onPull(OWN, action, 'wendy')],
      [`${action}: fork of a stranger`, () => onPull(FORK, action, 'stan')],
      [`${action}: Dependabot`, () => onPull(DEPENDABOT, action, 'dependabot[bot]')],
    ]),
  ),
  'comment on an issue by a member': (words) => comment(ISSUE, 'wendy', words),
  'comment on an issue by a stranger': (words) => comment(ISSUE, 'stan', words),
  'comment on a pull request by a member': (words) => comment(OWN, 'wendy', words),
  'comment on a pull request by a stranger': (words) => comment(OWN, 'stan', words),
  'comment on a fork by a member': (words) => comment(FORK, 'wendy', words),
  'comment on a fork by its author': (words) => comment(FORK, 'stan', words),
  'comment on a line by a member': (words) => lineComment(OWN, 'wendy', words),
  'comment on a line by a stranger': (words) => lineComment(OWN, 'stan', words),
  'comment on a line of a fork by a member': (words) => lineComment(FORK, 'wendy', words),
  'comment on a line of a fork by its author': (words) => lineComment(FORK, 'stan', words),
  'label by a member': (words) => (world) => labels(world, ISSUE, 'wendy', words),
  schedule: (cron) => nightly(cron),
  'start on main': () => dispatch('main'),
  'start on release': () => dispatch('release'),
  'CI failed on main': () => ended('CI', { branch: 'main', conclusion: 'failure' }),
  'CI failed on the branch of a member': () => ended('CI', { branch: 'topic', conclusion: 'failure' }),
  'CI failed on a fork': () => ended('CI', { branch: 'patch-1', repo: 'stan/pond', conclusion: 'failure' }),
  'CI succeeded on main': () => ended('CI', { branch: 'main', conclusion: 'success' }),
  'Review of a branch of a member': () => ended('Review', { branch: 'topic', conclusion: 'success' }),
  'Review of a fork': () => ended('Review', { branch: 'patch-1', repo: 'stan/pond', conclusion: 'success' }),
}

/** What GitHub does instead of starting a job. */
export type NotStarted = 'no run' | 'each job is skipped'

/** `words`: the text of a comment, the name of a label or the line of a schedule. */
export async function playRow(file: string, event: string, words: string): Promise<PlayedRow | NotStarted> {
  let played: PlayedRow | NotStarted = 'no run'
  const text = workflowTexts()[file]
  const make = EVENTS[event]?.(words)
  if (text === undefined || make === undefined) throw new Error(`${file}, ${event}: not there`)
  const reads: string[] = []
  await withWorkflowWorld(
    {
      workflows: { [file.replace(/^docs\/(.*)\.md$/, '$1.yml')]: text },
      // The workflow whose runs fork-review.yml follows is on the default branch.
      files: { ...FILES, '.github/workflows/review.yml': workflowTexts()['review.yml'] ?? '' },
      hasDependabotKey: true,
      gitConfig: LFS,
      world: {
        labels: ['bug', 'needs-triage', 'later', 'area: api'].map((name, index) => ({
          ...{ id: index + 1, name, color: 'f00000', description: null },
        })),
        issues: [issue({ number: ISSUE, title: 'It leaks', user: 'stan' })],
        environments: { 'fork-review': { hasReviewers: true } },
        approvals: [{ run: 17_000_000_001, environment: 'fork-review', state: 'approved', user: 'wendy' }],
      },
      model: (job, request) => answer(job, request, reads),
    },
    async (world) => {
      await prepare(world)
      const before = await refsOf(world)
      const earlier = world.world.workflowRuns.length
      const happening = await make(world)
      const ofOthers = world.world.workflowRuns.length - earlier
      world.start(happening)
      await world.settle()
      const steps = world.jobs.flatMap((job) => job.steps)
      if (world.world.workflowRuns.length > earlier + ofOthers) played = 'each job is skipped'
      if (steps.length === 0) return
      const delivered = [...(await deliveredIn(world, before)), ...world.github.problems, ...world.gemini.problems]
      const checkouts = await Promise.all((world.jobs[0]?.checkedOut ?? []).map((sha) => nameOf(world, sha)))
      const last = steps.at(-1)?.ran
      played = {
        checkouts: checkouts.join(', '),
        read: [...new Set(reads)].toSorted().join('; '),
        delivered: delivered.join('; '),
        outcome: [...new Set(steps.map(({ ran: { outputs } }) => outputs.outcome))].join(', '),
        said: [...saidIn(world), last?.outputs.summary ?? '', last?.summary ?? ''].join('\n'),
      }
    },
  )
  return played
}

async function prepare(world: WorkflowWorld): Promise<void> {
  const { git, push } = world
  await git('update-index', '--add', '--cacheinfo', `160000,${LIB},vendor/lib`)
  await git('commit', '--quiet', '-m', 'Lib')
  const topic = await push('topic', { 'src/which.js': '// topic\n' }, 'main')
  const bump = await push('dependabot/left-2', { 'src/which.js': '// bump\n' }, 'main')
  await push('release', { 'src/which.js': '// release\n' }, 'main')
  const fork = await push('patch-1', { 'src/which.js': '// fork\n' }, 'main')
  await git('update-ref', `refs/pull/${FORK}/head`, fork)
  const base = await push('main', { 'src/later.js': '// after\n' })
  await git('checkout', '--quiet', 'main')
  await git('branch', '-D', 'patch-1')
  const main = { ref: 'main', sha: base, repo: HOME }
  world.world.pulls.push(
    pull({ number: OWN, user: 'wendy', base: main, head: { ref: 'topic', sha: topic, repo: HOME } }),
    pull({ number: FORK, user: 'stan', base: main, head: { ref: 'patch-1', sha: fork, repo: 'stan/pond' } }),
    pull({
      ...{ number: DEPENDABOT, user: 'dependabot[bot]', base: main },
      head: { ref: 'dependabot/left-2', sha: bump, repo: HOME },
    }),
  )
}

const read = (file_path: string) => call('read_file', { file_path })

const NAMES = ['main', 'topic', 'fork', 'bump', 'release', 'before', 'after']

/** Reads what tells the commits apart; then edits or sets a label, where the workflow is for that. */
function answer({ run: { workflow } }: PlayedJob, { raw, body }: GeminiRequest, reads: string[]): GeminiStep {
  if (isLook(raw)) return say('[]')
  const replies = JSON.stringify(mapOf(body).contents).split('"functionResponse"').slice(1)
  if (replies.length === 0) return turn(['src/which.js', 'src/later.js', 'art/pond.bin'].map(read))
  if (replies.length === 3) {
    const [which = '', later = '', pointer = ''] = replies
    const said = [which, later].map((text) => NAMES.find((name) => text.includes(`// ${name}`)) ?? 'nothing')
    const isNamed = pointer.includes(
      'art/pond.bin is a pointer of Git LFS. This run does not have its content of 12345 bytes.',
    )
    if (raw.includes('the job may lack')) said.push('and the job lacks a permission')
    reads.push(said.join(' ') + (isNamed ? '' : `, and of the pointer ${pointer}`))
    // In a migration each item is a file of its own.
    const item = /oldCall in (src\/\w+\.js)/.exec(raw)?.[1] ?? 'src/new.js'
    if (/^(?:fix|maintain|scale-migrate)/.test(workflow))
      return turn([call('write_file', { file_path: item, content: 'export {}\n' })])
    if (/triage|label/.test(workflow))
      return turn([call('github__add_labels', { labels: [/label/.test(workflow) ? 'area: api' : 'bug'] })])
  }
  return say('The answer.')
}

async function refsOf({ git }: WorkflowWorld): Promise<Map<string, string>> {
  const lines = (await git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads')).split('\n')
  return new Map(lines.map((line) => line.split(' ') as [string, string])) // the format has two fields
}

/** `topic`, `merge of topic`: what a commit is. */
async function nameOf({ git }: WorkflowWorld, sha: string): Promise<string> {
  const parents = (await git('log', '-1', '--format=%P', sha)).split(' ')
  if (parents.length === 2) return `merge of ${await nameOf({ git } as WorkflowWorld, parents[1] ?? '')}`
  const which = (await git('show', `${sha}:src/which.js`)).slice(3)
  return which
}

/** Branches that moved or are new, with their base, their files and what is wrong with them; pull requests and labels. */
async function deliveredIn(world: WorkflowWorld, before: ReadonlyMap<string, string>): Promise<string[]> {
  const { git } = world
  const found: string[] = []
  for (const [ref, sha] of await refsOf(world)) {
    const old = before.get(ref)
    if (old === sha) continue
    const opened = world.world.pulls.find(
      ({ head, user }) => `refs/heads/${head.ref}` === ref && user === world.world.viewer,
    )
    const files = (await git('diff', '--name-only', `${sha}^`, sha)).split('\n').join(', ')
    const parent = await nameOf(world, (await git('rev-parse', `${sha}^`)).trim())
    const tree = await git('ls-tree', '-r', sha)
    const isWhole =
      tree.includes(`160000 commit ${LIB}\tvendor/lib`) &&
      (await git('show', `${sha}:art/pond.bin`)) === POINTER.trimEnd()
    found.push(
      `${old === undefined ? (opened === undefined ? 'branch' : `pull request to ${opened.base.ref}`) : `commit on ${ref.slice(11)}`} from ${parent}: ${files}${isWhole ? '' : ' (not whole)'}`,
    )
  }
  for (const { number, labels: all } of world.world.issues)
    if (all.length > 0) found.push(`labels of ${number}: ${all.join()}`)
  return found
}

/** Our texts on GitHub, without marks. */
const saidIn = (world: WorkflowWorld): string[] =>
  [
    ...ours(world),
    ...world.world.reviewComments.filter(({ user }) => user === world.world.viewer),
    ...world.world.reviews,
  ].map(({ body, number }) => `#${number}: ${body.replaceAll(/<!--.*?-->\n?/gs, '').trim()}`)
