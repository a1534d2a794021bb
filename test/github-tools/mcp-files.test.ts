import { expect, test } from 'vitest'
import { deliver } from '../../src/delivery/deliver.ts'
import { withMcpTools } from '../../src/github-tools/mcp-tools.ts'
import { readTools } from '../../src/github-tools/read-tools.ts'
import type { Rule } from '../../src/policy/rules/rule.ts'
import { settingsRules } from '../../src/policy/rules/settings-rules.ts'
import { branchOptions, callJudge, openProposalTools } from '../../src/session/run-github-tools.ts'
import { makeToolbox } from '../../src/tools/toolbox.ts'
import { connect, createTestContext, finished, SECRET } from '../delivery/delivery-fixture.ts'
import { issueTask, makeRepository, startGitGitHub } from '../delivery/git-fixture.ts'
import { builtinRules } from '../policy/rules.ts'
import { sample } from '../sample.ts'
import { authorityOf } from './test-authority.ts'

const NAMES = ['create_branch', 'create_or_update_file', 'push_files', 'delete_file', 'create_pull_request']
const INPUTS = { changes: 'report', branch_prefix: 'sluice/', prompt: '/gemini-invoke' } as const
const YOLO: Rule = {
  verdict: 'allow',
  tier: 'default',
  priority: 998,
  file: 'yolo.toml',
  line: 1,
  match: { tools: ['*'] },
}

const BUILT_IN = await builtinRules()

type Options = {
  level?: 'trusted' | 'limited'
  names?: string[]
  changes?: 'report' | 'off'
  prompt?: string
  excludeTools?: string[]
  rules?: Rule[]
}

async function onRepository(
  calls: [name: string, args: Record<string, unknown>][],
  { level = 'trusted', names = NAMES, changes = 'report', prompt = '', excludeTools, rules = [YOLO] }: Options = {},
) {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const github = connect(server)
  const task = issueTask(repository)
  const proposals = openProposalTools(task, github, {
    allowedLabels: [],
    review: 'comment',
    authority: authorityOf(task, github),
    changes,
  } as const)
  const settings = { mcpServers: { github: { command: 'docker', includeTools: names, excludeTools } } }
  const config = { rules, mode: 'default', settings, invocations: {} } as never
  const trust = level === 'trusted' ? { level } : { level, reason: 'x' }
  const box = makeToolbox(
    withMcpTools([...readTools(task, github, 'nonce'), ...proposals.tools], {
      task,
      github,
      nonce: 'nonce',
      declaredNames: new Set(names),
      store: proposals.store,
      judge: callJudge(config),
      branches: branchOptions(config, trust, { ...INPUTS, changes, prompt }),
    }),
  )
  const texts: string[] = []
  for (const [name, args] of calls) {
    const tool = box.find(`mcp__github__${name}`)
    const parsed = tool?.parse(args)
    const result = parsed?.ok === true ? await tool?.run(parsed.args, new AbortController().signal) : parsed
    texts.push(JSON.stringify(result))
  }
  const context = createTestContext(server, {
    changes,
    branchPrefix: 'sluice/',
    ref: 'refs/heads/main',
    patchPath: '/dev/null',
  })
  const ended = { ...finished(), changes: [], proposals: proposals.proposals() }
  const deliveryRules = { rules: [...rules, ...BUILT_IN], mode: 'default' } as const
  const delivered = await deliver(task, { ...ended, deliveryRules }, {}, context)
  const branches = (await repository.git('for-each-ref', 'refs/heads', '--format=%(refname:short)'))
    .trim()
    .split('\n')
    .sort()
  const show = (path: string) => repository.git('show', path).catch(() => undefined)
  return {
    texts,
    text: texts.join('\n'),
    delivered,
    branches,
    summary: context.summary(),
    pulls: server.world.pulls,
    main: (await repository.git('rev-parse', 'main')).trim() === repository.base,
    topic: (await repository.git('rev-parse', 'topic')).trim() === repository.head,
    file: async (path: string) => show(path),
    changed: branches.includes('sluice/fix')
      ? (await repository.git('diff', '--name-status', 'main', 'sluice/fix')).trim().split('\n')
      : [],
  }
}

const files = [
  { path: 'src/b.ts', content: 'export const b = 3\n' },
  { path: 'src/new.ts', content: 'new\n' },
]

test('branch, files and pull request become one pull request with exactly that content', async () => {
  const run = await onRepository([
    ['create_branch', { owner: 'octo', repo: 'pond', branch: 'fix', from_branch: 'main' }],
    ['push_files', { branch: 'fix', message: 'Fix it', files }],
    ['get_file_contents', { owner: 'octo', repo: 'pond', path: 'src/b.ts', ref: 'fix' }],
    ['delete_file', { branch: 'refs/heads/fix', path: 'docs/old.md', message: 'x' }],
    ['create_pull_request', { title: 'Fix', body: 'It leaked.', head: 'fix', base: 'main', draft: true }],
  ])
  expect(run.texts[2]).toContain('export const b = 3')
  expect(run.changed, run.text).toEqual(['D\tdocs/old.md', 'M\tsrc/b.ts', 'A\tsrc/new.ts'])
  expect([run.main, run.topic, run.branches]).toEqual([true, true, ['main', 'sluice/fix', 'topic']])
  expect(run.pulls.filter(({ head }) => head.ref === 'sluice/fix')).toMatchObject([
    { title: 'Fix', base: { ref: 'main' } },
  ])
  expect(run.delivered.outcome).toBe('ok')
})

test('a branch has the same limits as the branch for the changes of a run: 100 characters with the prefix', async () => {
  const branch = 'a'.repeat(93)
  expect((await onRepository([push({ branch })])).branches).toContain(`sluice/${branch}`)
})

const push = (change: object): [string, Record<string, unknown>] => ['push_files', { branch: 'fix', files, ...change }]
const file = (path: string, content = 'x'): [string, Record<string, unknown>] =>
  push({ files: [...files, { path, content }] })
const pullRequest = (more: object): [string, Record<string, unknown>] => [
  'create_pull_request',
  { title: 'T', body: 'B', ...more },
]
const refused: [string, [string, Record<string, unknown>], string, Options?][] = [
  ['the base branch', push({ branch: 'main' }), 'nothing is written to existing branches'],
  ['the base branch by its full name', push({ branch: 'refs/heads/main' }), 'nothing is written to existing branches'],
  ['another branch', push({ branch: 'topic' }), 'nothing is written to existing branches'],
  ['one file to the base', ['create_or_update_file', { branch: 'main', path: 'a', content: 'x' }], 'existing branches'],
  ['deletion on the base', ['delete_file', { branch: 'main', path: 'README.md' }], 'existing branches'],
  ['another repository', push({ owner: 'mallory', repo: 'pond' }), 'only the repository octo/pond'],
  ['a ref of tags', push({ branch: 'refs/tags/v1' }), 'looks like another kind of reference'],
  ['a branch with an operator', push({ branch: 'fix~1' }), 'The branch name'],
  ['a branch with dots', push({ branch: 'a/../main' }), 'two consecutive dots'],
  ['a branch that is too long with its prefix', push({ branch: 'a'.repeat(94) }), 'has more than 100 characters'],
  ['a start that is not there', ['create_branch', { branch: 'fix', from_branch: 'nope' }], 'no branch'],
  ['a start by a revision', ['create_branch', { branch: 'fix', from_branch: 'main~1' }], 'no branch'],
  ['a path above', file('../x'), 'not a valid path'],
  ['a path above inside', file('src/../../x'), 'not a valid path'],
  ['an absolute path', file('/etc/passwd'), 'not a valid file path'],
  ['a path with backslashes', file('..\\x'), 'not a valid file path'],
  ['git itself', file('.git/hooks/pre-commit'), 'may not be written'],
  ['git in other letters', file('.GIT/config'), 'may not be written'],
  ['a control character', file('a\nb'), 'not a valid path'],
  ['a folder', file('src'), 'is a folder'],
  ['a file too large', file('big', 'x'.repeat(1_000_001)), 'at most'],
  ['a file that is not there', ['delete_file', { branch: 'fix', path: 'nope' }], 'does not exist'],
  ['a run from outside', push({}), 'may propose no branch', { level: 'limited' }],
  ['a workflow that wants no changes', push({}), 'sets the input `changes`', { changes: 'off' }],
  ['a tool that settings do not name', push({}), 'does not name push_files', { names: ['create_branch'] }],
  [
    'a tool that the prompt alone names',
    push({}),
    'does not name push_files',
    { names: ['get_issue'], prompt: 'Call push_files' },
  ],
  ['a tool that settings exclude', push({}), 'does not name push_files', { excludeTools: ['push_files'] }],
  [
    'a pull request from an existing branch',
    ['create_pull_request', { title: 'T', head: 'topic', base: 'main' }],
    'proposed no files',
  ],
  [
    'a pull request from a fork',
    ['create_pull_request', { title: 'T', head: 'mallory:fix', base: 'main' }],
    'proposed no files',
  ],
  // A pull request of the files that the run edited in the checkout.
  ['a pull request of the checkout, from outside', pullRequest({}), 'may propose no branch', { level: 'limited' }],
  ['a pull request of the checkout that nothing names', pullRequest({}), 'does not name', { names: ['push_files'] }],
  ['a pull request of the checkout, excluded', pullRequest({}), 'not name', { excludeTools: ['create_pull_request'] }],
  ['a pull request of the checkout without changes', pullRequest({}), 'input `changes`', { changes: 'off' }],
  ['a pull request of the checkout into another base', pullRequest({ base: 'topic' }), 'set base to it'],
  ['a pull request of the checkout from a fork', pullRequest({ head: 'mallory:new' }), 'proposed no files'],
  ['a pull request of the checkout from a branch of others', pullRequest({ head: 'topic' }), 'proposed no files'],
  [
    'a pull request where nothing may be edited',
    pullRequest({}),
    'proposed no files',
    { rules: [YOLO, ...settingsRules({ tools: { core: [] } })] },
  ],
  [
    'a pull request that a rule for every command allows',
    pullRequest({}),
    'does not name',
    { names: [], rules: [YOLO, { ...YOLO, tier: 'user' }] },
  ],
]
test.concurrent.each(sample(refused, 4))('nothing is written: %s', async (_, call, text, options) => {
  const run = await onRepository([call], options)
  expect(run.text).toContain(text)
  expect([run.main, run.topic, run.branches]).toEqual([true, true, ['main', 'topic']])
})

test.concurrent.each([
  ['a workflow', '.github/workflows/x.yml', 'on: push'],
  ['a workflow in other letters', '.GitHub/Workflows/x.yml', 'on: push'],
  ['owners', 'CODEOWNERS', '* @mallory'],
  ['attributes', '.gitattributes', '* filter=x'],
])('what no rule allowed is withheld at delivery, and the run is not done: %s', async (_, path, content) => {
  const run = await onRepository([file(path, content), ['create_pull_request', { title: 'T', head: 'fix' }]])
  expect(run.changed.join()).not.toContain(path)
  expect(run.delivered.outcome, run.text).toBe('denied')
})

test('a secret stops the branch', async () => {
  const run = await onRepository([file('a', `key ${SECRET}`), ['create_pull_request', { title: 'T', head: 'fix' }]])
  expect([run.delivered.outcome, run.branches]).toEqual(['security', ['main', 'topic']])
  expect(run.summary).not.toContain(SECRET)
})

const ghRule = (...words: string[]): Rule => ({
  ...YOLO,
  tier: 'user',
  match: { tools: ['run_shell_command'], prefixes: [{ text: words.join(' '), words }] },
})
test.concurrent.each<[string, Options, boolean]>([
  ['the tool is named', {}, true],
  ['gh pr create is allowed', { names: [], rules: [YOLO, ghRule('gh', 'pr', 'create')] }, true],
  ['gh is allowed', { names: [], rules: [YOLO, ghRule('gh')] }, true],
  ['gh pr view is allowed', { names: [], rules: [YOLO, ghRule('gh', 'pr', 'view')] }, false],
])('a pull request of the checkout, and a run that edited nothing is not done: %s', async (_, options, isProposed) => {
  const run = await onRepository([pullRequest({ head: 'new-branch', base: 'main' })], options)
  expect(run.text.includes('from the files that this run has edited')).toBe(isProposed)
  expect(run.branches).toEqual(['main', 'topic'])
  if (isProposed) expect(run.delivered.outcome).toBe('denied')
})

test.concurrent('tools.core says nothing about the files of a branch', async () => {
  const rules = [YOLO, ...settingsRules({ tools: { core: [] } })]
  const run = await onRepository([push({}), pullRequest({ head: 'fix' })], { rules })
  expect([run.delivered.outcome, run.branches], run.text).toEqual(['ok', ['main', 'sluice/fix', 'topic']])
})

test('a second branch is refused', async () => {
  const run = await onRepository([push({}), push({ branch: 'other' })])
  expect(run.texts[1]).toContain('the limit is one branch')
})
