import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type GeminiStep, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { worldFromEvent } from '../../src/emulators/github/event.ts'
import { type GitHubEmulator, startGitHub } from '../../src/emulators/github/github.ts'
import { BOT } from '../../src/emulators/github/world.ts'
import { type ActionRun, runAction } from './action.ts'
import { prepareRepository } from './repository.ts'
import { KEY, TOKEN } from './scenario.ts'

const FILES = 60
const PULL = 7
const BRANCH = 'shorten-ellipsis'
const SAMPLE = join(import.meta.dirname, 'pull-request-review')

const code = (nth: number) =>
  Array.from({ length: 40 }, (_, line) => `export const value${nth}x${line} = compute(${nth}, ${line})`).join('\n')

type Review = { run: ActionRun; sent: string[] }
type Pushed = (files: Record<string, string>, review: { replies: GeminiStep[] }) => Promise<Review>

/** A pull request of 60 files in real git, and one run of the built action for each push. */
async function inPullRequest(talk: (push: Pushed, github: GitHubEmulator) => Promise<void>): Promise<void> {
  const temp = await mkdtemp(join(tmpdir(), 're-review-'))
  try {
    const from = join(temp, 'sample')
    await cp(SAMPLE, from, { recursive: true })
    await mkdir(join(from, 'head/lib'), { recursive: true })
    for (let nth = 0; nth < FILES - 2; nth += 1) await writeFile(join(from, `head/lib/f${nth}.js`), code(nth))
    const repository = await prepareRepository({
      ...{ from, into: join(temp, 'git'), number: PULL, headBranch: BRANCH, token: TOKEN },
      checkout: { at: 'head', depth: 'one' },
    })
    const { origin } = repository
    const git = async (...args: string[]) =>
      (
        await promisify(execFile)('git', ['-C', origin, '-c', 'user.name=w', '-c', 'user.email=w@x.y', ...args])
      ).stdout.trim()
    const template = await readFile(join(SAMPLE, 'event.json'), 'utf8')
    const eventAt = (head: string) =>
      JSON.parse(template.replaceAll('{{BASE_SHA}}', repository.base).replaceAll('{{HEAD_SHA}}', head))
    let head = repository.head
    let replies: GeminiStep[] = []
    await using gemini = await startGemini(
      () => replies.shift() ?? { status: 500, body: { error: { code: 500, message: 'no more replies' } } },
      { key: KEY },
    )
    await using github = await startGitHub({
      ...worldFromEvent(eventAt(head), {
        ...{ repository: 'octo/pond', token: TOKEN, gitDir: origin, permissions: { wendy: 'write', octo: 'admin' } },
        sides: { base: { ref: 'main', sha: repository.base }, head: { ref: BRANCH, sha: head } },
      }),
    })
    const runnerTemp = join(temp, '_temp')
    await mkdir(runnerTemp)
    let runId = 17_000_000_000
    const push: Pushed = async (files, review) => {
      const isFirst = runId === 17_000_000_000
      if (!isFirst) {
        await git('checkout', '-q', BRANCH)
        for (const [path, text] of Object.entries(files)) await writeFile(join(origin, path), text)
        await git('commit', '-qam', 'change')
        head = await git('rev-parse', 'HEAD')
        await git('checkout', '-q', 'main')
        await git('update-ref', `refs/pull/${PULL}/head`, head)
        const pull = github.world.pulls.find(({ number }) => number === PULL)
        if (pull !== undefined) pull.head = { ...pull.head, sha: head }
        await promisify(execFile)('git', ['-C', repository.workspace, 'fetch', '-q', origin, BRANCH])
        await promisify(execFile)('git', ['-C', repository.workspace, 'checkout', '-q', '--detach', 'FETCH_HEAD'])
      }
      runId += 1
      replies = [...review.replies]
      const before = gemini.requests.length
      const run = await runAction(
        {
          inputs: { gemini_api_key: KEY },
          ...{ eventName: 'pull_request', event: { ...eventAt(head), action: isFirst ? 'opened' : 'synchronize' } },
          ...{ repository: 'octo/pond', actor: 'wendy', sha: head, ref: `refs/pull/${PULL}/merge` },
          ...{ workspace: repository.workspace, temp: runnerTemp, token: TOKEN, server: 'https://github.com' },
          ...{ apiUrl: github.url, graphqlUrl: github.graphqlUrl, geminiUrl: gemini.url, resultsUrl: '' },
          env: { GITHUB_RUN_ID: String(runId), GITHUB_RUN_ATTEMPT: '1' },
        },
        'index.js',
      )
      expect(run.outputs.outcome, run.log).toBe('ok')
      return { run, sent: gemini.requests.slice(before).map(({ raw }) => raw) }
    }
    await talk(push, github)
    expect(github.problems).toEqual([])
  } finally {
    await rm(temp, { recursive: true, force: true })
  }
}

const remark = (line: number, more: Record<string, unknown> = {}) =>
  call('github__review_comment', {
    ...{
      path: 'lib/f3.js',
      line,
      body: 'It is wrong.',
      title: `Wrong ${line}`,
      severity: 'high',
      category: 'correctness',
    },
    ...more,
  })

test('a second review reads what is new, resolves what is fixed and repeats nothing', () =>
  inPullRequest(async (push, github) => {
    const first = await push({}, { replies: [turn([remark(5), remark(20)]), say('Two problems.')] })
    const comments = () => github.world.reviewComments
    expect(comments()).toHaveLength(2)
    const [five, twenty] = comments()
    const threadOf = (sent: string, title: string) =>
      new RegExp(`thread=\\\\"([^"\\\\]+)\\\\"[^>]*>\\\\n${title}`).exec(sent)?.[1] ?? ''

    // A small push that fixes one of two findings and moves the other one down.
    const fixed = `// first line\n${code(3).replace('value3x4 = compute(3, 4)', 'value3x4 = computeSafely(3, 4)')}`
    const listed: string[] = []
    const second = await push(
      { 'lib/f3.js': fixed },
      {
        replies: [turn([remark(21, { body: 'In other words.', title: 'Still wrong' })]), say('One is fixed.')],
      },
    )
    listed.push(second.sent[0] ?? '')
    const ratio = (second.sent[0]?.length ?? 0) / (first.sent[0]?.length ?? 1)
    expect(ratio, `${second.sent[0]?.length} of ${first.sent[0]?.length}`).toBeLessThanOrEqual(0.3)
    expect(listed[0]).toContain('Findings of earlier reviews')
    expect(listed[0]).toContain('computeSafely')
    expect(second.sent[1]).toContain('An earlier review has this finding')
    expect(comments()).toHaveLength(2)

    const [threadFive, threadTwenty] = [threadOf(listed[0] ?? '', 'Wrong 5'), threadOf(listed[0] ?? '', 'Wrong 20')]
    expect([threadFive, threadTwenty].filter(Boolean)).toHaveLength(2)
    const third = await push(
      { 'lib/f3.js': `${fixed}\n` },
      {
        replies: [
          turn([
            call('github__resolve_thread', { thread_id: threadFive }),
            call('github__resolve_thread', { thread_id: threadTwenty }),
          ]),
          say('One is fixed.'),
        ],
      },
    )
    expect(third.sent[1]).toContain('The code of this finding is unchanged')
    expect(github.world.resolved).toEqual([five?.id])
    const reply = comments().find(({ inReplyTo }) => inReplyTo === five?.id)
    expect(reply?.body).toMatch(/\nFixed in [0-9a-f]{40}\.$/)
    expect(comments().filter(({ inReplyTo }) => inReplyTo === twenty?.id)).toEqual([])

    // The bug comes back: its own thread opens again.
    const back = `// first line\n${code(3)}\n`
    const fourth = await push({ 'lib/f3.js': back }, { replies: [turn([remark(6)]), say('It is back.')] })
    expect(fourth.sent[0]).toContain('regressed')
    expect(github.world.resolved).toEqual([])
    expect(comments().filter(({ user, inReplyTo }) => user === BOT && inReplyTo === null)).toHaveLength(2)
    expect(comments().findLast(({ inReplyTo }) => inReplyTo === five?.id)?.body).toMatch(/\nBack in /)

    // Nothing to say: the summary is edited, and nothing else is written.
    const written = () =>
      github.requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('graphql')).length
    const before = { requests: written(), summaries: github.world.comments.length }
    await push({ 'lib/f4.js': `${code(4)}\n// end\n` }, { replies: [say('Fine.')] })
    expect(github.world.comments).toHaveLength(before.summaries)
    expect(comments()).toHaveLength(4)
    const edits = github.requests.filter(({ method, path }) => method === 'PATCH' && path.includes('/issues/comments/'))
    expect(written() - before.requests).toBeLessThanOrEqual(edits.length)
  }))
