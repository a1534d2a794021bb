import { expect, test } from 'vitest'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { mcpToolNames, withMcpTools } from '../../src/github-tools/mcp-tools.ts'
import { readTools } from '../../src/github-tools/read-tools.ts'
import { openProposalTools } from '../../src/session/run-github-tools.ts'
import { GITHUB_TOOLS } from '../../src/tools/tool-aliases.ts'
import { makeToolbox } from '../../src/tools/toolbox.ts'
import { connect, TOKEN, task } from '../delivery/delivery-fixture.ts'
import { allGithubNames, BRANCHES, onPullRequest } from './mcp-fixture.ts'
import { authorityOf } from './test-authority.ts'

const settings = { mcpServers: { github: { command: 'docker', includeTools: ['issue_read', 'fork_repository'] } } }

async function openBox(run: (box: ReturnType<typeof makeToolbox>) => Promise<void>) {
  await using server = await startGitHub({ owner: 'octo', repo: 'pond', token: TOKEN })
  const github = connect(server)
  const own = { ...task, repo: { owner: 'octo', name: 'pond' } }
  const options = {
    allowedLabels: [],
    review: 'comment',
    changes: 'report',
    authority: authorityOf(own, github),
  } as const
  const proposals = openProposalTools(own, github, options)
  const { store } = proposals
  const tools = [...readTools(own, github, 'nonce'), ...proposals.tools]
  const named = mcpToolNames(settings, 'Call mcp__github__pull_request_read.')
  await run(
    makeToolbox(
      withMcpTools(tools, {
        task: own,
        github,
        nonce: 'nonce',
        declaredNames: named,
        store,
        judge: () => undefined,
        branches: BRANCHES,
      }),
    ),
  )
}

const READS = [
  'pull_request_read',
  'issue_read',
  'get_file_contents',
  'list_issues',
  'get_commit',
  'search_issues',
  'list_commits',
  'search_code',
  'search_pull_requests',
  'list_pull_requests',
  'get_issue',
  'get_issue_comments',
  'get_pull_request',
  'get_pull_request_diff',
  'get_pull_request_files',
  'get_pull_request_comments',
]

test("each reading name of GitHub's MCP server is found short and long, and only named ones are declared", () =>
  openBox(async (box) => {
    for (const name of READS)
      for (const called of [name, `github__${name}`, `mcp__github__${name}`])
        expect(box.find(called)?.annotations.readOnlyHint, called).toBe(true)
    const declared = box.declarations().map(({ name }) => name)
    expect(declared).toContain('github__issue_read')
    expect(declared).toContain('github__pull_request_read')
    expect(declared).not.toContain('github__search_code')
    expect(declared).not.toContain('github__fork_repository')
  }))

test('another repository is refused in every form', () =>
  openBox(async (box) => {
    for (const name of [...READS, 'add_issue_comment', 'create_issue'])
      for (const other of [
        { owner: 'octo', repo: 'sea' },
        { owner: 'mallory', repo: 'pond' },
        { repo: 'mallory/pond' },
        { owner: 'octo/pond', repo: '../..' },
      ]) {
        const tool = box.find(`mcp__github__${name}`)
        const sha = 'main'
        const parsed = tool?.parse({ method: 'get', issue_number: 3, query: 'x', sha, title: 't', body: 'b', ...other })
        const result = parsed?.ok === true ? await tool?.run(parsed.args, new AbortController().signal) : parsed
        expect(JSON.stringify(result), `${name} ${JSON.stringify(other)}`).toContain('only the repository octo/pond')
      }
  }))

test('a tool that this action does not have names the one that does the same', () =>
  openBox(async (box) => {
    const result = await box.find('mcp__github__fork_repository')?.run({}, new AbortController().signal)
    expect(result).toMatchObject({ ok: false, text: expect.stringContaining('create_pull_request') })
  }))

const line = { path: 'src/a.ts', line: 2, side: 'RIGHT', body: 'Why?\n```suggestion\nTWO2\n```', subjectType: 'LINE' }
const CREATED: [string, object] = ['pull_request_review_write', { method: 'create', pullNumber: 5 }]
const ADDED: [string, object] = ['add_comment_to_pending_review', { ...line, pullNumber: 5 }]
const comment = { kind: 'review_comment', number: 5, body: 'Why?', suggestion: ['TWO2'] }
const overview = { kind: 'review_overview', number: 5, body: 'Fine.' }

test.each<[string, [name: string, args: object][], object[], string?]>([
  [
    'by method',
    [
      CREATED,
      ADDED,
      ['pull_request_review_write', { method: 'submit_pending', pullNumber: 5, body: 'Fine.', event: 'COMMENT' }],
    ],
    [comment, overview],
  ],
  [
    'by older names',
    [
      ['create_pending_pull_request_review', { pullNumber: 5 }],
      ['add_pull_request_review_comment_to_pending_review', line],
      ['submit_pending_pull_request_review', { event: 'COMMENT', body: 'Fine.' }],
    ],
    [comment, overview],
  ],
  ['never submitted', [CREATED, ADDED], [comment]],
  [
    'with its text at the start, never submitted',
    [['pull_request_review_write', { method: 'create', body: 'Fine.' }]],
    [overview],
  ],
  [
    'in one call',
    [['create_pull_request_review', { body: 'Fine.', event: 'COMMENT', comments: [line] }]],
    [comment, overview],
  ],
  [
    'that approves',
    [['pull_request_review_write', { method: 'submit_pending', body: 'Fine.', event: 'APPROVE' }]],
    [overview],
    'neither approves',
  ],
  [
    'that approves at once',
    [['pull_request_review_write', { method: 'create', body: 'Fine.', event: 'APPROVE' }]],
    [overview],
    'neither approves',
  ],
  [
    'that requests changes',
    [ADDED, ['submit_pending_pull_request_review', { event: 'request_changes' }]],
    [comment],
    'neither approves',
  ],
  ['taken back', [CREATED, ADDED, ['pull_request_review_write', { method: 'delete_pending' }]], [], 'taken back'],
  [
    'on a whole file',
    [['add_comment_to_pending_review', { path: 'src/a.ts', body: 'Long.', subjectType: 'FILE' }]],
    [{ ...overview, body: '**`src/a.ts`**: Long.' }],
  ],
  ['outside the diff', [['add_comment_to_pending_review', { ...line, line: 99 }]], [], 'accept comments'],
  ['that is empty', [CREATED, ['pull_request_review_write', { method: 'submit_pending' }]], [], 'is empty'],
  [
    'of a pull request that does not exist',
    [['submit_pending_pull_request_review', { pullNumber: 99, body: 'x' }]],
    [],
    'A run reviews its own pull request (#5)',
  ],
  [
    'an issue updated',
    [
      [
        'issue_write',
        {
          method: 'update',
          issue_number: 7,
          labels: ['bug', 'docs'],
          state: 'CLOSED',
          state_reason: 'not_planned',
          title: 'Fixed',
          body: 'New',
        },
      ],
    ],
    [
      { kind: 'add_labels', number: 7, labels: ['bug'] },
      { kind: 'update_issue', number: 7, title: 'Fixed', body: 'New', state: 'closed', stateReason: 'not_planned' },
    ],
  ],
  [
    'an issue created',
    [['issue_write', { method: 'create', title: 'T', body: 'B', labels: ['bug', 'nope'], milestone: 3 }]],
    [{ kind: 'create_issue', title: 'T', body: 'B', labels: ['bug'] }],
    'does not set it: milestone',
  ],
  [
    'labels by update_issue',
    [['update_issue', { owner: 'octo', repo: 'pond', issue_number: 7, labels: ['bug'] }]],
    [{ kind: 'add_labels', number: 7 }],
  ],
  [
    'labels by update_issue, without a repository',
    [['update_issue', { issue_number: 7, labels: ['bug'] }]],
    [{ kind: 'add_labels', number: 7 }],
  ],
  [
    'labels by their own tool',
    [['add_labels_to_issue', { issue_number: 7, labels: ['bug'] }]],
    [{ kind: 'add_labels', number: 7 }],
  ],
  ['unknown labels', [['issue_write', { method: 'update', issue_number: 7, labels: ['nope'] }]], [], 'is not accepted'],
  ['nothing', [['issue_write', { method: 'update', issue_number: 7 }]], [], 'Nothing would change'],
  [
    'a comment',
    [['create_or_update_issue_comment', { issue_number: 7, body: 'Hi' }]],
    [{ kind: 'extra_comment', number: 7 }],
  ],
  [
    'a pull request updated',
    [['update_pull_request', { pullNumber: 5, title: 'Better', base: 'release' }]],
    [{ kind: 'update_issue', number: 5, title: 'Better' }],
    'does not set it: base',
  ],
])('what GitHub\u2019s server writes: %s', (_, calls, kept, text) =>
  onPullRequest(async (call, proposals) => {
    let said = ''
    let isOk = true
    for (const [name, args] of calls) ({ text: said, ok: isOk } = await call(name, args as Record<string, unknown>))
    expect(proposals.proposals(), said).toMatchObject(kept)
    // A call that had its effect is no failure: the headline would say so.
    if (kept.length > 0 && proposals.proposals().length === kept.length) expect(isOk, said).toBe(true)
    if (text !== undefined) expect(said).toContain(text)
  }),
)

test('a rule about our tool holds for what another name does with it', () =>
  onPullRequest(
    async (call, proposals) => {
      const update = { method: 'update', issue_number: 7, labels: ['bug'], state: 'closed' }
      const result = await call('issue_write', update)
      expect(result).toMatchObject({ ok: false, text: expect.stringContaining('rules.toml:1') })
      expect(proposals.proposals()).toMatchObject([{ kind: 'add_labels' }])
    },
    { denied: ['github__update_issue'] },
  ))

test('code from outside reaches its own pull request only', () =>
  onPullRequest(
    async (call, proposals) => {
      for (const [name, args] of [
        ['add_comment_to_pending_review', { ...line, pullNumber: 6 }],
        ['submit_pending_pull_request_review', { pullNumber: 6, body: 'x' }],
        ['issue_write', { method: 'update', issue_number: 7, state: 'closed' }],
        ['update_pull_request', { pullNumber: 7, title: 'x' }],
      ] as const)
        expect((await call(name, args)).text, name).toMatch(
          /#5 only|code from outside, so it closes and reopens nothing/,
        )
      expect(proposals.proposals()).toEqual([])
    },
    { isOutside: true },
  ))

test('the names of the server github, by which rules and explain know its tools', async () => {
  expect(await allGithubNames()).toEqual(GITHUB_TOOLS)
})
