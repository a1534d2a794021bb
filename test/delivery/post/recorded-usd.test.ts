import { expect, test } from 'vitest'
import { keepRecordedUsd } from '../../../src/delivery/post/comment.ts'
import { comment } from '../../../src/emulators/github/world.ts'
import { claimedMark, markerLine } from '../../../src/github/result-marker.ts'
import { BOT, connect, startIssueGitHub } from '../delivery-fixture.ts'

const body = (usd?: string) => `${markerLine({ key: 'k', run: '100.1', state: 'done', usd })}\nText`

const written = (usd: string) => ({ body: body(usd), author: BOT, updatedAt: '2026-01-05T09:00:00Z' })

const cases: [name: string, replaced: Parameters<typeof keepRecordedUsd>[1], usd: number][] = [
  ['a comment as it is', { existing: written('0.5'), spentUsd: 0.25 }, 0.75],
  ['a comment as it is, where nothing counts', { existing: written('0.5') }, 0.5],
  ['a comment read again', { id: 9, usd: 0.5, spentUsd: 0.25 }, 1.25],
  ['a comment as it was read, where nothing counts', { id: 9, usd: 0.5 }, 0.5],
  ['a comment that a person deleted', { id: 10, usd: 0.5, spentUsd: 0.25 }, 0.25],
  ['no comment', { spentUsd: 0.25 }, 0.25],
]
for (const [name, replaced, usd] of cases)
  test(`the record after ${name}`, async () => {
    await using server = await startIssueGitHub({}, [comment({ id: 9, number: 7, user: BOT, body: body('1') })])
    expect(Number(claimedMark(await keepRecordedUsd(body(), replaced, connect(server)))?.usd)).toBe(usd)
    expect(server.problems).toEqual([])
  })

test('a comment that cannot be read keeps nothing, so the caller hears of it', async () => {
  await using server = await startIssueGitHub({
    onRequest: ({ method }) => (method === 'GET' ? { status: 403 } : undefined),
  })
  await expect(keepRecordedUsd(body(), { id: 9, spentUsd: 1 }, connect(server))).rejects.toMatchObject({ status: 403 })
})
