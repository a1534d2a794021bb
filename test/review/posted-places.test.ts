import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deliver } from '../../src/delivery/deliver.ts'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { pull } from '../../src/emulators/github/world.ts'
import { parseCommentMarker } from '../../src/github/comment-marker.ts'
import type { Task } from '../../src/github/events/task.ts'
import { anchorOf } from '../../src/review/anchor.ts'
import { openProposalTools } from '../../src/session/run-github-tools.ts'
import { BOT, connect, createTestContext, finished, TOKEN, task } from '../delivery/delivery-fixture.ts'
import { chance, linesOf, type Pair, somePairs } from '../delivery/diffs.ts'
import { ours } from '../github/own-text-fixture.ts'
import { type TestRepository, testRepository } from '../github/repository.ts'
import { authorityOf } from '../github-tools/test-authority.ts'

/** Commits the pairs as a base and a head. */
async function commitPairs(repository: TestRepository, pairs: readonly Pair[]) {
  await repository.git('config', 'core.autocrlf', 'false')
  const texts = (side: (pair: Pair) => [string, string | undefined]) =>
    Object.fromEntries(pairs.map(side).filter((entry): entry is [string, string] => entry[1] !== undefined))
  const base = await repository.commit(texts(({ path, formerPath = path, before }) => [formerPath, before]))
  for (const { path, formerPath = path, before, after } of pairs)
    if (before !== undefined && (after === undefined || formerPath !== path)) {
      await rm(join(repository.dir, formerPath), { force: true })
      await repository.git('rm', '-q', '--cached', '--', formerPath)
    }
  const head = await repository.commit(texts(({ path, after }) => [path, after]))
  await repository.git('branch', 'topic', head)
  return { base, head }
}

const OPTIONS = { allowedLabels: [], review: 'comment', changes: 'report' } as const

for (const seed of [21, 22, 23])
  test(`posted inline comments and suggestions are accepted and are on the text they were written for (${seed})`, async () => {
    const random = chance(seed)
    const pairs = somePairs(random, 12)
    await using repository = await testRepository()
    const { base, head } = await commitPairs(repository, pairs)
    const side = (ref: string, sha: string) => ({ ref, sha, repo: 'octo/pond' })
    const sides = { base: side('main', base), head: side('topic', head) }
    await using server = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      gitDir: repository.dir,
      pulls: [pull({ number: 5, user: 'wendy', ...sides })],
    })
    const about: Task = { ...task, event: 'pull_request', action: 'opened', kind: 'pull_request', number: 5, ...sides }
    const github = connect(server)
    const { tools, proposals } = openProposalTools(about, github, {
      ...OPTIONS,
      authority: authorityOf(about, github),
    })
    const tool = tools.find(({ name }) => name === 'github__review_comment')
    const intended = new Map<string, { text: string; suggestion: string | undefined }>()
    for (let nth = 0; nth < 160; nth += 1) {
      const pair = pairs[random.below(pairs.length)]
      if (pair === undefined || pair.after === undefined) continue
      const lines = linesOf(pair.after)
      const first = 1 + random.below(lines.length + 2)
      const last = random.is(0.4) ? first + random.below(4) : first
      // Models give a range in either way.
      const range = random.is(0.5) ? { line: first, end_line: last } : { line: last, start_line: first }
      const code = lines.slice(first - 1, last)
      const better = code.map((line) => `${line} better ${nth}`).join('\n')
      const suggestion = random.is(0.5) ? { suggestion: better, code: `${code.join('\n')}\n` } : {}
      const details = { title: `Title ${nth}.`, severity: 'low', category: `kind-${nth}` }
      const parsed = tool?.parse({ path: pair.path, ...range, body: `Why ${nth}.`, ...suggestion, ...details })
      if (parsed?.ok !== true) throw new Error('The arguments were refused.')
      const result = await tool?.run(parsed.args, new AbortController().signal)
      if (result?.ok !== true) continue
      const text = lines.slice(first - 1, last).join('\n')
      intended.set(`Why ${nth}.`, { text, suggestion: suggestion.suggestion })
    }
    expect(intended.size).toBeGreaterThan(15)
    const { receipts } = await deliver(about, { ...finished(), proposals: proposals() }, {}, createTestContext(server))

    expect(receipts.find(({ intent }) => intent.kind === 'review')).toMatchObject({ state: 'posted' })
    expect(receipts.find(({ intent }) => intent.kind === 'review')?.reason).toBeUndefined()
    expect(server.problems).toEqual([])
    const { reviewComments } = server.world
    expect(reviewComments).toHaveLength(intended.size)
    expect(
      reviewComments.flatMap(({ suggestionRefusal, path, line, startLine }) =>
        suggestionRefusal ? [{ suggestionRefusal, path, line, startLine }] : [],
      ),
    ).toEqual([])
    for (const { path, line, startLine, side: diffSide, body, commitId } of reviewComments) {
      const [why = ''] = /Why \d+\./.exec(body) ?? []
      const expected = intended.get(why)
      const after = pairs.find((pair) => pair.path === path)?.after ?? ''
      const [start, end] = [startLine ?? line ?? 0, line ?? 0]
      expect({ commitId, diffSide }).toEqual({ commitId: head, diffSide: 'RIGHT' })
      expect(
        linesOf(after)
          .slice(start - 1, end)
          .join('\n'),
      ).toBe(expected?.text)
      // Over a removed line, and where code stands twice, the change is text.
      const inText = /not offered as a commit: [^\n]*\n\n(`+)\n([\s\S]*)\n\1/.exec(body)?.[2]
      expect(inText ?? /(```+)suggestion\n([\s\S]*?)\n\1$/m.exec(body)?.[2]).toBe(expected?.suggestion)
      // A later run finds the code by the marker alone.
      const marker = parseCommentMarker(ours(body))
      expect(marker).toMatchObject({ sha: head, ln: String(end), sev: 'low' })
      expect(marker?.code).toBe(anchorOf(linesOf(after).slice(start - 1, end), [], []).lines.join('.'))
    }
  })
