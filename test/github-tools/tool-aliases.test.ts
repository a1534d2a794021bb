import { expect, test } from 'vitest'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { readTools } from '../../src/github-tools/read-tools.ts'
import { openProposalTools } from '../../src/session/run-github-tools.ts'
import { makeToolbox } from '../../src/tools/toolbox.ts'
import { connect, TOKEN, task } from '../delivery/delivery-fixture.ts'
import { authorityOf } from './test-authority.ts'

test("prompts for GitHub's MCP server find the tools by all of its names", async () => {
  await using server = await startGitHub({ owner: 'octo', repo: 'pond', token: TOKEN })
  const github = connect(server)
  const outbox = openProposalTools({ ...task, kind: 'pull_request', number: 5 }, github, {
    allowedLabels: [],
    review: 'comment',
    changes: 'report',
    authority: authorityOf(task, github),
  })
  const box = makeToolbox([...readTools(task, github, 'nonce'), ...outbox.tools])
  for (const [called, name] of [
    ['get_issue', 'get_issue'],
    ['mcp__github__get_issue', 'get_issue'],
    ['mcp_github_get_issue', 'get_issue'],
    ['add_issue_comment', 'comment'],
    ['mcp__github__add_issue_comment', 'comment'],
    ['github__get_pull_request_diff', 'get_diff'],
    ['mcp__github__get_file_contents', 'get_file'],
    ['mcp__github__add_comment_to_pending_review', 'review_comment'],
    ['mcp__github__merge_pull_request', undefined],
  ] as const)
    expect(box.find(called)?.name, called).toBe(name === undefined ? undefined : `github__${name}`)

  const comment = box.find('mcp__github__add_issue_comment')
  expect(comment?.parse({ owner: 'octo', repo: 'pond', issue_number: 3, body: 'b' })).toEqual({
    ok: true,
    args: { number: 3, body: 'b' },
  })
})
