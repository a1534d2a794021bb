import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foreignInput } from '../../src/commands/doctor/input-checks.ts'
import { INPUTS } from '../../src/config/inputs.ts'
import { commandLine } from './command-line.ts'

/** What doctor finds beside a workflow's own lines, and the fixes it gives. */

const ROOT = resolve(import.meta.dirname, '../..')
const REVIEW = await readFile(join(ROOT, '.github/examples/review.yml'), 'utf8')
const MENTION = await readFile(join(ROOT, '.github/examples/mention.yml'), 'utf8')
const WORKFLOW = '.github/workflows/w.yml'
const RULE = '[[rule]]\ntoolName = "glob"\ndecision = "deny"\npriority = 7\n'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-doctor-repository-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function doctor(files: Record<string, string>, ...flags: string[]) {
  const repository = await mkdtemp(join(folder, 'r-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(repository, path)), { recursive: true })
    await writeFile(join(repository, path), text)
  }
  return { repository, ...(await commandLine(repository, ['doctor', ...flags])) }
}

const PROMPT = '          prompt: /review\n'
const withInput = (text: string, ...lines: string[]) =>
  text.replace(PROMPT, `${PROMPT}${lines.map((line) => `          ${line}\n`).join('')}`)

test.for([
  ['.github/workflow/review.yml', REVIEW, '.github/workflows/review.yml'],
  ['.github/Workflows/review.yaml', REVIEW, '.github/workflows/review.yaml'],
  ['.github/workflows/agents/review.yml', REVIEW, '.github/workflows/review.yml'],
  ['.github/review.yml', REVIEW, '.github/workflows/review.yml'],
  ['github/workflows/review.yml', REVIEW, '.github/workflows/review.yml'],
  ['workflows/review.yaml', REVIEW, '.github/workflows/review.yaml'],
  ['.gemini/policy/a.toml', RULE, '.gemini/policies/a.toml'],
  ['.gemini/policies/team/a.toml', RULE, '.gemini/policies/a.toml'],
  ['.github/agents.toml', RULE, '.gemini/policies/agents.toml'],
  ['.gemini/command/look.toml', 'prompt = "look"\n', '.gemini/commands/look.toml'],
  ['.gemini/agent/a.md', '---\nname: a\n---\n', '.gemini/agents/a.md'],
  ['.gemini/skill/a/SKILL.md', 'x', '.gemini/skills/a/SKILL.md'],
  ['.gemini/setings.json', '{}', '.gemini/settings.json'],
] as const)('finds %s, which nothing reads', async ([file, text, target]) => {
  const { exit, out } = await doctor({ [file]: text })
  expect(exit).toBe(1)
  expect(out).toContain(`${file}:1: error: Nothing reads ${file}`)
  const verb = dirname(file) === dirname(target) ? 'Rename' : 'Move'
  expect(out).toContain(`  Fix: ${verb} it to ${target}.\n`)
})

test.for(['review', 'review.yml.txt', 'review.txt'])(
  'finds the workflow %s, whose name GitHub does not read',
  async (name) => {
    const { exit, out } = await doctor({ [`.github/workflows/${name}`]: REVIEW })
    expect(exit).toBe(1)
    expect(out).toContain('  Fix: Rename it to .github/workflows/review.yml.\n')
  },
)

test('finds nothing wrong with files beside workflows that are no workflows, or that are not to run', async () => {
  const files = {
    [WORKFLOW]: REVIEW,
    '.github/workflows/README.md': '```yaml\non: push\njobs: {}\n```\n',
    '.github/workflows/config/labels.yml': '- name: bug\n',
    '.github/workflows/disabled/old.yml': REVIEW,
    '.github/workflows/old.yml.disabled': REVIEW,
    '.github/dependabot.yml': 'version: 2\nupdates: []\n',
    '.github/workflow-templates/ci.yml': REVIEW,
    'workflows/ours.yml': REVIEW,
  }
  expect(await doctor(files)).toMatchObject({ exit: 0, out: '1 file checked, no problems found.\n' })
})

test('finds nothing wrong with folders that a workflow names, tests of policies, and templates', async () => {
  const files = {
    [WORKFLOW]: REVIEW.replace('policies: profile:review', 'policies: .gemini/policy'),
    '.gemini/policy/a.toml': RULE,
    '.gemini/policy-tests.toml': '[[case]]\ntool = "glob"\nexpect = "deny"\n',
    '.github/examples/review.yml': REVIEW,
    '.github/actions/own/action.yml': 'name: own\ndescription: own\nruns: { using: composite, steps: [] }\n',
    '.gemini/commands/team/look.toml': 'prompt = "look"\n',
    'GEMINI.md': 'Read @docs/style.md and write to @octocat or a@b.example. `@none.md`\n',
    'docs/style.md': 'ours',
  }
  expect(await doctor(files)).toMatchObject({ exit: 0, out: '2 files checked, no problems found.\n' })
})

test.for([
  ['GEMINI.md', 'Ours.\n\nRead @docs/stile.md first.\n', 3],
  ['src/GEMINI.md', '@./none.md\n', 1],
  ['GEMINI.md', '# x\n@../outside.md\n', 2],
] as const)('finds an import in %s that leads nowhere: %j', async ([file, text, line]) => {
  const { exit, out } = await doctor({ [WORKFLOW]: REVIEW, [file]: text })
  expect(exit).toBe(1)
  expect(out).toMatch(new RegExp(`^${file}:${line}: error: The import @\\S+ leads nowhere`, 'm'))
})

test.for([
  [
    { '.github/workflow/review.yml': REVIEW },
    '.github/workflow/review.yml',
    'Nothing reads .github/workflow/review.yml',
  ],
  [{ '.gemini/policy/a.toml': RULE }, '.gemini/policy/a.toml', 'Nothing reads .gemini/policy/a.toml'],
  [{ 'GEMINI.md': 'Read @none.md.\n' }, 'GEMINI.md', 'The import @none.md leads nowhere'],
  [{ 'src/GEMINI.md': '@./none.md\n', '.git/HEAD': 'ref: refs/heads/main\n' }, 'src/GEMINI.md', 'leads nowhere'],
] as const)('says of a named file what it says of the repository: %j', async ([files, file, words]) => {
  const { repository, exit, out } = await doctor({ ...files, 'docs/GEMINI.md': '@./other.md\n' }, file)
  expect(exit).toBe(1)
  expect(out).toContain(`${file}:1: error: `)
  expect(out).toContain(words)
  expect(out).not.toContain('other.md')
  const elsewhere = await commandLine(folder, ['doctor', join(repository, file)])
  expect(elsewhere.out).toContain(words)
})

const COMPOSITE = `name: Agent
description: Starts the agent
inputs: { task: { description: The task, required: true } }
runs:
  using: composite
  steps:
    - uses: sluice-agent/sluice@${'a'.repeat(40)} # v1
      with:
        gemini_api_key: \${{ env.KEY }}
        prompt: Look at the change.
    - shell: bash
      run: npm test
`
test.for([
  ['a misspelt input', 'prompt: Look', 'promt: Look', 10, 'promt is not an input'],
  ['a step without a shell', 'shell: bash\n      ', '', 11, 'names its shell'],
  ['an expression in a script', 'npm test', 'npm test ${{ inputs.task }}', 12, 'becomes part of the script'],
  ['a retired model', 'prompt: Look', 'gemini_model: gemini-1.5-pro\n        prompt: Look', 10, 'shut down'],
] as const)('checks a composite action of the repository: %s', async ([, from, to, line, words]) => {
  for (const file of ['.github/actions/agent/action.yml', 'action.yaml']) {
    const files = { [WORKFLOW]: REVIEW, [file]: COMPOSITE }
    expect(await doctor(files)).toMatchObject({ exit: 0, out: '2 files checked, no problems found.\n' })
    const { exit, out } = await doctor({ ...files, [file]: COMPOSITE.replace(from, () => to) })
    expect(exit).toBe(1)
    expect(out).toMatch(new RegExp(`^${file}:${line}: error: .*${words}`, 'm'))
  }
})

const condition = (text: string) => MENTION.replace(/^ {4}if: .*\n(?: {6}.*\n)*/m, `    if: ${text}\n`)
const STRANGE: Record<string, string> = {
  'another name': condition("contains(github.event.comment.body, '@helper')"),
  'a command alone': condition("startsWith(github.event.comment.body, '/fix') && github.actor != 'x'"),
  'the phrase of the input': condition("contains(github.event.comment.body, '@gemini-cli')").replace(
    '        with:\n          gemini',
    "        with:\n          trigger_phrase: '@robot'\n          gemini",
  ),
}
test.for(Object.entries(STRANGE))('finds a condition that asks for another phrase: %s', async ([, text]) => {
  const { out } = await doctor({ [WORKFLOW]: text })
  expect(out).toMatch(/w\.yml:\d+: error: The condition asks for \S+ in a comment, but a run starts only with @/)
})

test.for([
  ['the phrase with a command', condition("startsWith(github.event.comment.body, '@gemini-cli /fix')")],
  ['the start of the phrase', condition("contains(github.event.comment.body, '@Gemini')")],
  ['what must not be there', condition("!contains(github.event.comment.body, '/skip')")],
  [
    'one of several',
    condition("contains(github.event.comment.body, '@gemini-cli') || contains(github.event.comment.body, '/x')"),
  ],
] as const)('finds nothing wrong with a condition that fits the phrase: %s', async ([, text]) =>
  expect((await doctor({ [WORKFLOW]: text })).out).not.toContain('other-phrase'),
)

test.for([
  [
    { [WORKFLOW]: withInput(REVIEW, 'gemini_model: gemini-1.5-pro') },
    'gemini_model names gemini-1.5-pro',
    'Write pro,',
  ],
  [
    { [WORKFLOW]: withInput(REVIEW, 'gemini_model: gemini-2.0-flash-lite-001') },
    'names gemini-2.0-flash-lite',
    'Write flash-lite,',
  ],
  [
    { [WORKFLOW]: withInput(REVIEW, `settings: '{"model": {"name": "gemini-2.5-flash-preview-05-20"}}'`) },
    'model.name names',
    'Write flash,',
  ],
  [
    { '.gemini/settings.json': '{\n  "model": { "name": "gemini-pro" }\n}\n' },
    'settings.json:2: error: model.name names gemini-pro',
    'Write pro,',
  ],
  [
    { [WORKFLOW]: REVIEW.replace('jobs:', 'env: { GEMINI_MODEL: gemini-3-pro-preview }\njobs:') },
    'GEMINI_MODEL names',
    'Write pro,',
  ],
] as const)('finds a retired model: %s', async ([files, problem, fix]) => {
  const { out } = await doctor({ ...files })
  expect(out).toContain(problem)
  expect(out).toContain(fix)
})

test.for([
  'pro',
  'flash',
  'auto',
  'gemini-3.5-flash',
  'gemini-2.5-pro',
  'gemini-flash-latest',
  'gemini-pro-latest',
  '${{ vars.MODEL }}',
])('finds nothing wrong with the model %s', async (model) =>
  expect(await doctor({ [WORKFLOW]: withInput(REVIEW, `gemini_model: ${model}`) })).toMatchObject({ exit: 0 }),
)

const AGENT = REVIEW.replace('      - uses: sluice-agent', '      - id: agent\n        uses: sluice-agent')
test.for([
  [
    'a job output',
    AGENT.replace('    steps:\n', '    outputs: { answer: "${{ steps.agent.outputs.final-message }}" }\n    steps:\n'),
    'The output answer of the job reads outputs.final-message',
    'Read outputs.summary',
  ],
  [
    'brackets',
    `${AGENT}      - run: echo done\n        if: steps.agent.outputs['execution_file'] != ''\n`,
    'A later step reads outputs.execution_file',
    'Read outputs.transcript',
  ],
  [
    'a value of a step',
    `${AGENT}      - run: echo "$B"\n        env: { B: "\${{ steps.agent.outputs.branch_name }}" }\n`,
    'A later step reads outputs.branch_name',
    'Read outputs.branch',
  ],
] as const)('finds an output of another agent: %s', async ([, text, problem, fix]) => {
  const { out } = await doctor({ [WORKFLOW]: text })
  expect(out).toContain(problem)
  expect(out).toContain(fix)
})

test('an input of another action gets its counterpart from the migration page', async () => {
  const page = await readFile(join(ROOT, 'docs/migration.md'), 'utf8')
  const rows = page.slice(page.indexOf('## From claude-code-action')).matchAll(/^\| ([^|]*) \| ([^|]*) \|$/gm)
  const missing = [...rows].flatMap(([, inputs = '', counterpart = '']) =>
    [...inputs.matchAll(/`([a-z_-]+)`/g)].flatMap(([, name = '']) => {
      const isOurs =
        Object.hasOwn(INPUTS, name) || /^(?:execution_file|branch_name|session_id|structured_output)$/.test(name)
      const fix = foreignInput(name)?.fix ?? ''
      const renamed = /^`([a-z_]+)`/.exec(counterpart)?.[1]
      const fits = renamed === undefined || !Object.hasOwn(INPUTS, renamed) || fix.includes(renamed)
      return isOurs || (fix !== '' && fits) ? [] : [name]
    }),
  )
  expect(missing).toEqual([])
  const { out } = await doctor({ [WORKFLOW]: withInput(REVIEW, 'allowed_tools: Bash(npm test)', 'direct_prompt: x') })
  expect(out).toContain('allowed_tools is an input of claude-code-action, not of this action.')
  expect(out).toContain('Fix: Write policies: rules name tools')
  expect(out).toContain('Fix: Write prompt.\n')
  expect(out).not.toContain('allowed_bots')
})

const LABELED = withInput(REVIEW, 'label_trigger: ready')
const COMMITS = withInput(REVIEW, 'changes: commit', 'branch_prefix: x/').replace('contents: read', 'contents: write')
test.for([
  ['an event', REVIEW, '  pull_request:', '  pull_requst:'],
  ['a type', LABELED.replace('synchronize', 'labeled'), 'labeled', 'labled'],
  ['another input', COMMITS, 'changes: commit', 'chnges: commit'],
  ['a value', COMMITS, 'changes: commit', 'changes: comit'],
  ['a key of a step', COMMITS, '        with:\n          gemini', '        wihth:\n          gemini'],
] as const)(
  '--fix corrects %s that is certainly meant, and deletes nothing that is right under it',
  async ([, right, word, misspelt]) => {
    const text = right.replace(word, misspelt)
    expect((await doctor({ [WORKFLOW]: text })).exit).toBe(1)
    const { repository, exit } = await doctor({ [WORKFLOW]: text }, '--fix')
    expect(await readFile(join(repository, WORKFLOW), 'utf8')).toBe(right)
    expect(exit).toBe(0)
  },
)

test.for([
  ['an event', REVIEW.replace('  pull_request:', '  pull_rq:')],
  ['a type', LABELED.replace('synchronize', 'lab')],
  ['another input', COMMITS.replace('changes: commit', 'deliver: commit')],
  ['a value', COMMITS.replace('changes: commit', 'changes: push')],
] as const)('--fix deletes nothing that is right under a mistake in %s', async ([, text]) => {
  const { repository, exit } = await doctor({ [WORKFLOW]: text }, '--fix')
  expect(exit).toBe(1)
  expect(await readFile(join(repository, WORKFLOW), 'utf8')).toBe(text)
})

test('no fix names a file that only the project has', async () => {
  const files = {
    [WORKFLOW]: withInput(REVIEW, 'max_turns: many', 'polices: x', 'nothing_like_it: 1')
      .replace('pull_request:', 'pull_request_target:')
      .replace(/sluice@v0.*/, `sluice@${'c'.repeat(40)} # v0.0.1`),
    '.gemini/settings.json': '{"model": {"maxSessionTurns": "x"}}',
    '.gemini/policies/a.toml': '[[rule]]\n',
  }
  const { out } = await doctor(files)
  const fixes = [...out.matchAll(/^ {2}Fix: (.*)$/gm)].map(([, fix = '']) => fix)
  expect(fixes.length).toBeGreaterThan(5)
  for (const fix of fixes) expect(fix).not.toMatch(/(?<!blob\/v0\/)docs\/|CHANGELOG/)
})

test.for([
  ['.github/actions/own', "run: echo\n      env: { A: '${{ secrets.X }}' }", 'secrets'],
  ['tools/own', 'run: echo', 'names its shell'],
  ['own', 'uses: ./other\n      wiht: { a: b }', 'wiht'],
])('finds what GitHub refuses in the action in %s, without an agent', async ([place, step, says]) => {
  const { exit, out } = await doctor({
    [WORKFLOW]: `${REVIEW}      - uses: ./${place}\n`,
    [`${place}/action.yml`]: `name: own\ndescription: own\nruns:\n  using: composite\n  steps:\n    - ${step}\n`,
  })
  expect(exit).toBe(1)
  expect(out).toMatch(new RegExp(`^${place}/action\\.yml:\\d+: error: GitHub refuses this file: .*${says}`, 'm'))
})
