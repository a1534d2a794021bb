import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pull, type World } from '../../src/emulators/github/world.ts'
import { sample } from '../sample.ts'
import { type Improvisation, type Improvised, improvise } from './improvised.ts'
import { ours, payloadOf } from './played-examples.ts'

/** Each event about a pull request, in the checkout that its job can have, also while the pull request changes. */

const BASE_FILES = { 'src/shorten.js': 'export const shorten = 1\n', 'README.md': '# pond\n' }
const HEAD_FILES = { 'src/shorten.js': 'export const shorten = 2\n', 'src/head.js': 'export const head = 1\n' }

const read = (file_path: string) => ({ tool: 'read_file', args: { file_path } })
const shell = (command: string) => ({ tool: 'run_shell_command', args: { command } })
const write = (file_path: string, content: string) => ({ tool: 'write_file', args: { file_path, content } })

const WENDY = { login: 'wendy', id: 44420878, type: 'User' }
const TIME = '2026-01-05T09:00:00Z'
const opened = payloadOf('pull-request-review')
const asked = payloadOf('mention-on-a-pull-request')
const onPull = { ...opened, sender: WENDY }
const review = { id: 80, body: '@gemini-cli look', user: WENDY, state: 'commented', commit_id: '{{HEAD_SHA}}' }
const line = {
  path: 'src/shorten.js',
  line: 1,
  side: 'RIGHT',
  diff_hunk: '@@ -1 +1 @@\n-a\n+b',
  commit_id: '{{HEAD_SHA}}',
}
const reviewComment = { ...line, id: 81, body: '@gemini-cli look', user: WENDY, pull_request_review_id: 80 }
const times = { created_at: TIME, updated_at: TIME, submitted_at: TIME, author_association: 'COLLABORATOR' }
const urls = { html_url: 'https://github.com/octo/pond/pull/7#r81', original_commit_id: '{{HEAD_SHA}}' }

const EVENTS: Record<string, object> = {
  issue_comment: { ...asked, comment: { ...(asked.comment as object), body: '@gemini-cli look' } },
  pull_request_review: { ...onPull, action: 'submitted', review: { ...review, ...times, ...urls } },
  pull_request_review_comment: { ...onPull, action: 'created', comment: { ...reviewComment, ...times, ...urls } },
  pull_request_target: onPull,
  pull_request: onPull,
}

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim()

/** The branch of the pull request in each payload. */
const headBranch = (eventName: string) => (eventName === 'issue_comment' ? 'topic' : 'shorten-ellipsis')

const about = (eventName: string, step: NonNullable<Improvised['step']> = {}): Omit<Improvised, 'turns'> => ({
  payload: EVENTS[eventName] ?? {},
  repo: BASE_FILES,
  head: HEAD_FILES,
  step: { eventName, ...step },
})

/** The file on the branch of the pull request after the run. */
const onBranch = ({ repository: { origin } }: Improvisation, branch: string, path: string) =>
  git(origin, 'show', `refs/heads/${branch}:${path}`)

const PLACES = ['base', 'merge', 'head', 'none'] as const

for (const [nth, eventName] of Object.keys(EVENTS).entries())
  for (const at of sample(PLACES, 1, nth))
    test.concurrent(`${eventName}, checkout: ${at}: read, run and commit on the head`, () =>
      improvise(
        {
          ...about(eventName, { checkout: { at, depth: 'one' }, inputs: { changes: 'commit' } }),
          turns: [
            [read('src/head.js'), shell('cat src/shorten.js'), write('src/shorten.js', 'export const shorten = 3\n')],
          ],
        },
        (run) => {
          const [file, printed] = run.said[0] ?? []
          const isFetched = at === 'base' || at === 'none'
          expect(file, run.last.log).toContain('head = 1')
          expect(printed).toContain('shorten = 2')
          expect([run.last.outputs.outcome, run.last.outputs.branch]).toEqual(['ok', headBranch(eventName)])
          expect(onBranch(run, headBranch(eventName), 'src/shorten.js')).toBe('export const shorten = 3')
          expect(onBranch(run, 'main', 'src/shorten.js')).toBe('export const shorten = 1')
          expect(answersOf(run)).toMatch(/\*\*Done\.\*\*/)
          if (at !== 'none') {
            const status = git(run.repository.workspace, 'status', '--porcelain')
            expect(status).toBe(isFetched ? '' : 'M src/shorten.js')
          }
        },
      ))

/** Our comments, also those in review threads. */
const answersOf = (run: Improvisation): string => {
  const { reviewComments, viewer } = run.github.world
  return [...ours(run), ...reviewComments.filter(({ user }) => user === viewer)].map(({ body }) => body).join('\n')
}

/** The pull request of a fork by somebody without write permission. */
const FORK: Partial<World> = {
  pulls: [
    pull({
      number: 7,
      user: 'stan',
      title: 'Shorten',
      base: { ref: 'main', sha: '{{BASE_SHA}}', repo: 'octo/pond' },
      head: { ref: 'topic', sha: '{{HEAD_SHA}}', repo: 'stan/pond' },
    }),
  ],
}

test.concurrent('a comment on a pull request of a fork: the files of the fork, no shell, a patch and no commit', () =>
  improvise(
    {
      ...about('issue_comment', { inputs: { changes: 'commit' } }),
      world: FORK,
      turns: [[read('src/head.js'), shell('id'), write('src/shorten.js', 'export const shorten = 3\n')]],
    },
    (run) => {
      const [file, command] = run.said[0] ?? []
      expect(file, run.last.log).toContain('head = 1')
      expect(command).toMatch(/not found|not available|denied/i)
      expect(run.patch).toContain('-export const shorten = 2\n+export const shorten = 3')
      expect(onBranch(run, 'topic', 'src/shorten.js')).toBe('export const shorten = 2')
      expect(ours(run)[0]?.body).not.toContain('**Done.**')
    },
  ))

const WRITER = 'export GIT_AUTHOR_NAME=w GIT_AUTHOR_EMAIL=w@x GIT_COMMITTER_NAME=w GIT_COMMITTER_EMAIL=w@x'

/** What somebody does with the branch of the pull request during the run, in the repository that GitHub has. */
const meanwhile = (command: string) =>
  shell(`${WRITER}; until [ -d origin/.git ]; do cd ..; done; cd origin && ${command} && echo changed`)

const COMMITS = { inputs: { changes: 'commit', sandbox: 'off' } }

const push = (path: string) =>
  `git switch -q topic && echo "late = 1" > ${path} && git add -A && git commit -qm Late && git switch -q main`

test.concurrent('the head moves during the run, elsewhere: the commit goes on top of it', () =>
  improvise(
    {
      ...about('issue_comment', COMMITS),
      turns: [[meanwhile(push('src/late.js'))], [write('src/shorten.js', 'export const shorten = 3\n')]],
    },
    (run) => {
      expect(run.said[0]?.[0], run.last.log).toContain('changed')
      expect(onBranch(run, 'topic', 'src/shorten.js')).toBe('export const shorten = 3')
      expect(onBranch(run, 'topic', 'src/late.js')).toBe('late = 1')
    },
  ))

test.concurrent('the head moves during the run, in the same file: the other push stays', () =>
  improvise(
    {
      ...about('issue_comment', COMMITS),
      turns: [[meanwhile(push('src/shorten.js'))], [write('src/shorten.js', 'export const shorten = 3\n')]],
    },
    (run) => {
      expect(run.said[0]?.[0], run.last.log).toContain('changed')
      expect(onBranch(run, 'topic', 'src/shorten.js')).toBe('late = 1')
      expect(ours(run)[0]?.body).toMatch(
        /commit of 1 file.* on `sluice\/.*topic received another push at the same time/,
      )
    },
  ))

test.concurrent('the branch of the pull request is deleted during the run: it stays deleted, and the patch has the change', () =>
  improvise(
    {
      ...about('issue_comment', COMMITS),
      turns: [[meanwhile('git branch -q -D topic')], [read('src/head.js'), write('src/x.js', 'export {}\n')]],
    },
    (run) => {
      expect(run.said[0]?.[0], run.last.log).toContain('changed')
      expect(run.said[1]?.[0]).toContain('head = 1')
      expect(git(run.repository.origin, 'for-each-ref', '--format=%(refname)', 'refs/heads/topic')).toBe('')
      expect(ours(run)[0]?.body).toMatch(/commit of 1 file: topic was deleted or renamed/)
      expect(ours(run)[0]?.body).toContain('Finished, but the change was not committed.')
      expect(ours(run)[0]?.body).not.toContain('Done.')
    },
  ))

test.concurrent('the checkout is in a folder of the workspace: the same files, with the path that the job uses', () =>
  improvise(
    {
      ...about('issue_comment', { checkout: { at: 'base', depth: 'one', folder: 'code' } }),
      turns: [[read('code/src/head.js'), shell('cat code/src/shorten.js'), write('code/src/new.js', 'export {}\n')]],
    },
    (run) => {
      expect(run.said[0]?.[0], run.last.log).toContain('head = 1')
      expect(run.said[0]?.[1]).toContain('shorten = 2')
      expect(run.patch).toContain('+++ b/src/new.js')
      expect(git(join(run.repository.workspace, 'code'), 'status', '--porcelain')).toBe('')
    },
  ))
