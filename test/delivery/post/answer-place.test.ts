import { expect, test } from 'vitest'
import { commentsAt } from '../../../src/delivery/delivery-context.ts'
import { GitHubError } from '../../../src/github/api/github-error.ts'

type Source = Parameters<typeof commentsAt>[0]

test('a comment in a discussion is found by its id among the others, and a deleted one is not there', async () => {
  const listed = [4, 5, 6].map((id) => ({ id, body: `comment ${id}` }))
  const github = { discussionComments: async () => listed } as unknown as Source // all that is called
  const comments = commentsAt(github, { place: { kind: 'discussion', number: 3 } })
  expect(await comments.getComment(5)).toMatchObject({ id: 5, body: 'comment 5' })
  const gone = comments.getComment(7)
  await expect(gone).rejects.toBeInstanceOf(GitHubError)
  await expect(gone).rejects.toMatchObject({ status: 404, message: expect.stringContaining('The comment 7 is gone') })
})
