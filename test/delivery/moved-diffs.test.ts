import { expect, test } from 'vitest'
import { deliver } from '../../src/delivery/deliver.ts'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { type PullFile, pull } from '../../src/emulators/github/world.ts'
import type { Task } from '../../src/github/events/task.ts'
import { parsePatch } from '../../src/github/patch-rows.ts'
import { locateLines } from '../../src/github-tools/diff-lines.ts'
import type { Proposal } from '../../src/github-tools/proposal.ts'
import { parseSuggestion } from '../../src/review/suggestion.ts'
import { BOT, createTestContext, finished, TOKEN, task } from './delivery-fixture.ts'
import { type Chance, chance, diffOf, linesOf, somePairs } from './diffs.ts'

const base = { ref: 'main', sha: 'a'.repeat(40), repo: 'octo/pond' }
const head = { ref: 'topic', sha: 'b'.repeat(40), repo: 'octo/pond' }
const about: Task = { ...task, kind: 'pull_request', number: 5, base, head }

/** A diff after another push: the same, cut to its first hunk, without a patch, or gone. */
function moved(file: PullFile, random: Chance): PullFile[] {
  const { patch, ...rest } = file
  if (patch === undefined || random.is(0.5)) return [file]
  const second = patch.indexOf('\n@@ ', 1)
  if (random.is(0.4)) return [{ ...rest, patch: second < 0 ? patch : patch.slice(0, second) }]
  return random.is(0.5) ? [rest] : []
}

/** Valid inline comments: on lines of the diff that was read, some with a suggestion. */
function remarksOn(files: readonly PullFile[], news: ReadonlyMap<string, string[]>, random: Chance): Proposal[] {
  const remarks: Proposal[] = []
  for (const { filename, patch } of files) {
    const hunks = parsePatch(patch ?? '')
    const lines = news.get(filename) ?? []
    for (let ask = 0; ask < 12 && remarks.length < 40; ask += 1) {
      const line = 1 + random.below(lines.length + 1)
      const side = random.is(0.3) ? 'LEFT' : 'RIGHT'
      const placed = locateLines(hunks, { line, side, start_line: random.is(0.4) ? Math.max(1, line - 2) : line })
      if (!placed.ok) continue
      const read = parseSuggestion(`better ${ask}\n`, placed.code, placed.location.side)
      const linesHash = `at-${remarks.length}`
      const remark = { path: filename, location: placed.location, body: `Remark number ${remarks.length}.`, linesHash }
      const suggestion = read.ok && random.is(0.5) ? { suggestion: read.lines } : {}
      remarks.push({ kind: 'review_comment', number: 5, commit: head.sha, ...remark, ...suggestion })
    }
  }
  return remarks
}

for (const seed of [11, 12, 13])
  test(`a diff that changes before delivery: one review, and every inline comment appears once (${seed})`, async () => {
    const random = chance(seed)
    const pairs = somePairs(random, 14)
    const files = await diffOf(pairs)
    const news = new Map(pairs.map(({ path, after }) => [path, linesOf(after)]))
    const proposals = remarksOn(files, news, random)
    expect(proposals.length).toBeGreaterThan(20)
    const now = files.flatMap((file) => moved(file, random))
    await using server = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      pulls: [pull({ number: 5, base, head: { ...head, sha: 'c'.repeat(40) }, files: now })],
    })
    const context = createTestContext(server)
    const { receipts } = await deliver(about, { ...finished(), proposals }, {}, context)

    expect(receipts.find(({ intent }) => intent.kind === 'review')).toMatchObject({ state: 'posted' })
    const { reviews, reviewComments } = server.world
    expect(reviews).toMatchObject([{ state: 'COMMENTED' }])
    const read = [...reviewComments.map(({ body }) => body), reviews[0]?.body ?? ''].join('\n')
    const counts = proposals.map((_, nth) => read.split(`Remark number ${nth}.`).length - 1)
    expect(counts).toEqual(proposals.map(() => 1))
    expect(reviewComments.length).toBeGreaterThan(0)
    expect(reviewComments.length).toBeLessThan(proposals.length)
    expect(server.problems).toEqual([])
  })
