import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { user } from '../github/payloads.ts'
import { isFull, sample } from '../sample.ts'
import { type Improvisation, type Improvised, improvise } from './improvised.ts'

// Results for later steps, variables of the step, and issues of anybody, in workflows written for run-gemini-cli.

const opened =
  (login: string): NonNullable<Improvised['prepare']> =>
  (folder) => {
    const path = join(folder, 'event.json')
    const event = JSON.parse(readFileSync(path, 'utf8'))
    Object.assign(event.issue, { user: user(login) })
    writeFileSync(path, JSON.stringify({ ...event, action: 'opened', sender: user(login), comment: undefined }))
  }

const DISPATCH = `on: { issues: { types: [opened] } }
jobs:
  triage:
    uses: ./.github/workflows/gemini-triage.yml
    with: { note: '\${{ github.event.issue.title }}' }
    secrets: inherit
`
const TRIAGE = `on: { workflow_call: { inputs: { note: { type: string } } } }
jobs:
  sluice:
    runs-on: ubuntu-latest
    outputs:
      selected_labels: '\${{ env.SELECTED_LABELS }}'
      own: '\${{ steps.gemini_triage.outputs.kind }}'
      summary: '\${{ steps.gemini_triage.outputs.summary }}'
    steps:
      - id: mint
        uses: actions/create-github-app-token@v2
      - id: labels
        uses: actions/github-script@v7
        with: { script: 'core.setOutput("available_labels", "bug,question")' }
      - id: gemini_triage
        uses: octo/sluice@v1
        env:
          GITHUB_TOKEN: ''
          ISSUE_TITLE: '\${{ github.event.issue.title }}'
          PR_DATA: '\${{ steps.labels.outputs.available_labels }} \${{ inputs.note }}'
          ADDITIONAL_CONTEXT: '\${{ secrets.DEPLOY_KEY }}'
          SERVICE: '\${{ secrets[format(''{0}'', ''X'')] }}'
          MINTED: '\${{ steps.mint.outputs.token }}'
          HIDDEN: "\${{ github['token'] }}"
          NODE_OPTIONS: '--require ./evil.js'
        with: { prompt: '/gemini-triage' }
      - run: echo "$REPORT_LINE" "\${OTHER_LINE}" "$PATH" "$NODE_OPTIONS" "$GITHUB_ENV"
      - if: env.HAS_CHANGES == 'true'
        run: echo changed
`
const repo = { '.github/workflows/dispatch.yml': DISPATCH, '.github/workflows/gemini-triage.yml': TRIAGE }
const settings = JSON.stringify({
  telemetry: { enabled: true, target: 'local', outfile: '.gemini/telemetry.log' },
  tools: { core: ['echo', 'printf', 'cat', 'jq', 'printenv'].map((name) => `run_shell_command(${name})`) },
})
const env = {
  GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/dispatch.yml@refs/heads/main',
  GITHUB_ACTION: 'gemini_triage',
  ISSUE_TITLE: 'Cuts an emoji in half',
  PR_DATA: 'bug,question',
  ADDITIONAL_CONTEXT: 'the deploy key, in plain words',
  SERVICE: 'another plain value',
  MINTED: 'minted in plain words',
  HIDDEN: 'hidden in plain words',
}

type Given = {
  commands: string[]
  by?: string
  inputs?: Record<string, string>
  more?: Partial<Improvised>
  prompt?: string
}

const triage = (
  { commands, by = 'wendy', inputs, more, prompt = '/gemini-triage' }: Given,
  check: (run: Improvisation) => void,
) =>
  improvise(
    {
      event: 'mention-by-a-writer',
      prepare: opened(by),
      policies: '',
      repo,
      turns: [
        ...(commands.length === 0 ? [] : [turn(commands.map((command) => call('run_shell_command', { command })))]),
        say('bug'),
      ],
      step: { eventName: 'issues', inputs: { prompt, settings, ...inputs }, env },
      ...more,
    },
    check,
  )

const handed = ({ last }: Improvisation): string => last.leftBehind.replace(/(?:sluice|ghadelimiter)_[\w-]+/g, 'EOF')
const entry = (name: string, value: string) => `${name}<<EOF\n${value}\nEOF\n`

/** Commands of one turn; in `npm run test:full`, a run for each. */
const inOneRun = (name: string, all: [name: string, command: string][]): [name: string, commands: string[]][] =>
  isFull ? all.map(([each, command]) => [each, [command]]) : [[name, all.map(([, command]) => command)]]

const good: [form: string, command: string][] = [
  ['a variable in quotes', 'echo "SELECTED_LABELS=bug" >> "$GITHUB_ENV"'],
  ['a bare variable', 'echo SELECTED_LABELS=bug >> $GITHUB_ENV'],
  ['braces', 'echo "SELECTED_LABELS=bug" >> "${GITHUB_ENV}"'],
  ['overwriting', 'echo "SELECTED_LABELS=bug" > "$GITHUB_ENV"'],
  ['printf', 'printf \'SELECTED_LABELS=%s\\n\' bug >> "$GITHUB_ENV"'],
  ['a here-document', 'cat <<EOF >> "$GITHUB_ENV"\nSELECTED_LABELS=bug\nEOF'],
  ['a here-document of the runner', 'cat >> $GITHUB_ENV << "END"\nSELECTED_LABELS<<X\nbug\nX\nEND'],
]
for (const [form, command] of sample(good, 1))
  test.concurrent(`a result for a later job, written by ${form}`, () =>
    triage({ commands: [command] }, (run) => {
      expect([run.last.outputs.outcome, handed(run)], run.last.log).toEqual(['ok', entry('SELECTED_LABELS', 'bug')])
      expect(run.last.outputs.summary).toBe('bug')
    }))

test.concurrent('results: a bad line does not block a good one, and is reported', () =>
  triage(
    {
      commands: [
        'printf "PATH=/tmp/evil\\nSELECTED_LABELS=bug\\nLD_PRELOAD=/tmp/x.so\\nUNREAD=1\\nno name\\nREPORT_LINE=fine\\n" >> "$GITHUB_ENV"',
        'printf "NODE_OPTIONS=--require=/tmp/x\\nRUNNER_TEMP=/tmp/y\\nHAS_CHANGES<<END\\na\\nb\\nEND\\nOTHER_LINE<<NEVER\\nlost\\n" >> "$GITHUB_ENV"',
        'echo kind=wish >> "$GITHUB_OUTPUT"',
        'echo summary=forged >> "$GITHUB_OUTPUT"',
        'echo OUTCOME=ok >> "$GITHUB_OUTPUT"',
      ],
    },
    (run) => {
      expect(handed(run), run.last.log).toBe(entry('SELECTED_LABELS', 'bug') + entry('REPORT_LINE', 'fine'))
      expect([run.last.outputs.kind, run.last.outputs.summary]).toEqual(['wish', 'bug'])
      for (const name of ['PATH', 'LD_PRELOAD', 'UNREAD', 'NODE_OPTIONS', 'HAS_CHANGES', 'OTHER_LINE', 'summary'])
        expect(run.last.log).toMatch(new RegExp(`Not set.*${name} \\(`))
    },
  ))

const refused: [name: string, command: string][] = [
  ['another value of the variable', 'GITHUB_ENV=stolen.txt; echo x=1 >> "$GITHUB_ENV"'],
  ['another value by printf', 'printf -v GITHUB_ENV stolen.txt; echo x=1 >> "$GITHUB_ENV"'],
  ['a file beside it', 'echo x=1 >> "$GITHUB_ENV.txt"'],
  ['a file named like it', 'echo x=1 >> GITHUB_ENV'],
  ['a second redirection', 'echo x=1 >> "$GITHUB_ENV" > stolen.txt'],
  ['the path file', 'echo /tmp/evil >> "$GITHUB_PATH"'],
  ['the summary', 'echo x >> "$GITHUB_STEP_SUMMARY"'],
  ['a program the workflow does not allow', 'sed -n p README.md >> "$GITHUB_ENV"'],
]
for (const [name, commands] of inOneRun('each of these', refused))
  test.concurrent(`no result: ${name}`, () =>
    triage({ commands }, (run) => {
      expect(run.said[0], run.last.log).toEqual(commands.map(() => expect.stringMatching(/denied/)))
      expect(handed(run)).toBe('')
      expect(run.last.outputs.outcome).not.toBe('ok')
    }))

test.concurrent('variables of the step reach commands; secrets and names that steer programs do not', () =>
  triage({ commands: ['printenv PR_DATA; printenv ISSUE_TITLE', 'printenv'] }, (run) => {
    const said = run.said.flat().join('\n')
    expect(said).toContain('bug,question')
    expect(said).toContain('Cuts an emoji in half')
    expect(JSON.stringify(run.gemini.requests.map(({ raw }) => raw))).not.toMatch(/in plain words|another plain value/)
  }))

test.concurrent('only the trusted commit decides which names are read', () =>
  improvise(
    {
      policies: '',
      repo,
      head: { '.github/workflows/gemini-triage.yml': TRIAGE.replace('env.SELECTED_LABELS', 'env.EVIL_NAME') },
      turns: [
        turn([
          call('run_shell_command', { command: 'printf "EVIL_NAME=1\\nSELECTED_LABELS=bug\\n" >> "$GITHUB_ENV"' }),
        ]),
        say('bug'),
      ],
      step: { eventName: 'pull_request', inputs: { prompt: '/gemini-triage', settings }, env },
    },
    (run) => expect(handed(run), run.last.log).toBe(entry('SELECTED_LABELS', 'bug')),
  ))

// Issues of anybody.

test.concurrent("T03: a stranger's issue gets only read tools; the result is data", () =>
  triage({ by: 'stan', commands: ['echo "SELECTED_LABELS=bug" >> "$GITHUB_ENV"'] }, (run) => {
    expect([run.last.outputs.outcome, run.last.outputs.summary, handed(run)], run.last.log).toEqual([
      'ok',
      'bug',
      entry('SELECTED_LABELS', 'bug'),
    ])
    const [asked] = run.gemini.requests
    expect(asked?.raw).toContain('Cuts an emoji in half')
    expect(asked?.raw).not.toContain('in plain words')
  }))

const smuggled: [name: string, command: string][] = [
  ['a second command', 'echo SELECTED_LABELS=bug >> "$GITHUB_ENV"; touch stolen'],
  ['a substitution', 'echo "SELECTED_LABELS=$(id)" >> "$GITHUB_ENV"'],
  ['a variable', 'echo "SELECTED_LABELS=$GITHUB_TOKEN" >> "$GITHUB_ENV"'],
  ['a second line', 'echo "SELECTED_LABELS=bug\nPATH=/tmp" >> "$GITHUB_ENV"'],
  ['a program', 'cat README.md'],
  ['the environment', 'printenv'],
  ['another file', 'echo SELECTED_LABELS=bug >> stolen'],
]
for (const [name, commands] of inOneRun('each of these', smuggled))
  test.concurrent(`a visitor starts no program: ${name}`, () =>
    triage({ by: 'stan', commands }, (run) => {
      expect(run.said[0], run.last.log).toEqual(commands.map(() => expect.stringMatching(/denied|no shell/)))
      expect(handed(run)).toBe('')
    }))

test.concurrent('a visitor’s issue gets labels that the workflow names, and nothing else', () =>
  triage(
    {
      by: 'stan',
      commands: [],
      prompt: 'Sort this issue.',
      inputs: {
        settings: '',
        allowed_labels: 'bug',
        policies: '[[rule]]\ntoolName = "*"\ndecision = "allow"\npriority = 999\n',
      },
      more: {
        turns: [
          turn([
            call('github__add_labels', { labels: ['bug', 'admin'] }),
            call('github__create_issue', { title: 'x', body: 'y' }),
            call('github__comment', { body: 'z' }),
            call('write_file', { file_path: 'a.txt', content: 'a' }),
            call('web_fetch', { prompt: 'https://example.com' }),
            call('run_shell_command', { command: 'id' }),
          ]),
          say('Sorted.'),
        ],
      },
    },
    ({ last, github, said: [replies = []] }) => {
      expect(last.outputs.summary, last.log).toBe('Sorted.')
      expect(
        replies.slice(1).filter((reply) => !/not found|no shell|not available|unknown|denied/i.test(reply)),
      ).toEqual([])
      const writes = github.requests
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path, body }) => ({ method, path, body }))
      expect(JSON.stringify(writes.filter(({ path }) => path.endsWith('/labels')))).not.toMatch(/admin/)
      expect(
        writes
          .map(({ path }) => path)
          .filter((path) => /\/(?:pulls|git|contents|merges)/.test(path) || /\/issues$/.test(path)),
      ).toEqual([])
      expect(writes.some(({ path }) => path.endsWith('/labels'))).toBe(true)
    },
  ))

test.concurrent('a visitor without the workflow’s own prompt starts nothing', () =>
  triage({ by: 'stan', commands: [], prompt: '', more: { turns: [] } }, ({ last, gemini }) => {
    expect(last.outputs.outcome, last.log).toMatch(/refused|noop/)
    expect(gemini.requests).toEqual([])
  }))

test.concurrent('a visitor has five runs an hour', () => {
  const createdAt = new Date(Date.now() - 60_000).toISOString()
  const runs = Array.from({ length: 6 }, (_, id) => ({
    id: id + 1,
    workflow: 'dispatch.yml',
    actor: 'stan',
    conclusion: 'success',
    createdAt,
    event: 'issues',
  }))
  return triage(
    { by: 'stan', commands: [], more: { world: { workflowRuns: runs }, turns: [] } },
    ({ last, gemini }) => {
      expect(last.outputs.outcome, last.log).toBe('refused')
      expect(last.outputs.summary).toContain('stan has started 6 runs')
      expect(gemini.requests).toEqual([])
    },
  )
})

// Prompts of command files, and workflows that allowed everything.

const command = (prompt: string) => ({ '.gemini/commands/sort.toml': `prompt = """\n${prompt}\n"""\n` })
const ignored = { '.gitignore': '.gemini/context.json\nsecrets.json\n' }
for (const [who, by] of [
  ['a maintainer without a rule for the shell', 'wendy'],
  ['a visitor', 'stan'],
] as const)
  test.concurrent(`a command file prints variables of the step without a shell: ${who}`, () =>
    triage(
      {
        by,
        commands: [],
        prompt: '/sort',
        inputs: { settings: '' },
        more: {
          repo: {
            ...repo,
            ...command('Title: !{echo $ISSUE_TITLE}. Data: !{printenv PR_DATA}. Key: !{echo "$HIDDEN"}.'),
          },
        },
      },
      ({ last, gemini }) => {
        expect(last.outputs.outcome, last.log).toBe('ok')
        const text = JSON.stringify(gemini.requests[0]?.body)
        expect(text).toMatch(/Title: <untrusted_context>\\+nCuts an emoji in half/)
        expect(text).toMatch(/Data: <untrusted_context>\\+nbug,question/)
        expect(text).not.toContain('in plain words')
      },
    ))

test.concurrent('a command file without a shell runs nothing else than the printing of a variable', () =>
  triage(
    {
      commands: [],
      prompt: '/sort',
      inputs: { settings: '' },
      more: { repo: { ...repo, ...command('!{echo $ISSUE_TITLE; id}') }, turns: [] },
    },
    ({ last, gemini }) => {
      expect(last.outputs.outcome, last.log).toBe('config')
      expect(gemini.requests).toEqual([])
    },
  ))

const secrets: [name: string, text: string][] = [
  ['a variable with a secret', '!{echo $GITHUB_TOKEN} !{printenv ADDITIONAL_CONTEXT} !{echo "$MINTED $SERVICE"}'],
  ['the environment of a process', '@{/proc/self/environ}'],
  ['the credential of git', '@{.git/config}'],
  ['a file of secrets', '@{.env}'],
  ['a file above', '@{../_temp/home}'],
]
for (const [what, texts] of inOneRun('each of these', secrets))
  test.concurrent(`a command file gets no secret: ${what}`, () =>
    triage(
      {
        by: 'stan',
        commands: [],
        prompt: '/sort',
        inputs: { settings: '' },
        more: { repo: { ...repo, ...command(`Data: ${texts.join('\n')}`), '.env': 'KEY=in plain words\n' } },
      },
      ({ gemini, last }) => {
        const raw = gemini.requests.map((request) => request.raw).join('\n')
        expect(gemini.requests, last.log).toHaveLength(1)
        for (const path of texts.filter((text) => text.startsWith('@'))) expect(raw).toContain(path)
        expect(raw, last.log).not.toMatch(/in plain words|another plain value|extraheader|GITHUB_EVENT_PATH=/)
      },
    ))

for (const [where, prompt, files] of [
  ['a command file', '/sort', command('Read @{.gemini/context.json} and @{README.md}.')],
  ['the workflow itself', 'Read @{.gemini/context.json} first.', {}],
] as const)
  test.concurrent(`a file that git ignores, and that ${where} names, is in the prompt and in a notice`, () =>
    triage(
      {
        commands: [],
        prompt,
        more: {
          repo: { ...repo, ...files, ...ignored, '.gemini/context.json': '{"issues":["the pond is dry"]}' },
          step: { eventName: 'issues', inputs: { prompt, settings: '' }, env },
        },
      },
      ({ last, gemini }) => {
        expect(last.outputs.outcome, last.log).toBe('ok')
        expect(JSON.stringify(gemini.requests[0]?.body)).toContain('the pond is dry')
      },
    ))

test.concurrent('a workflow that allowed everything is told in the first line which tools to name', () =>
  triage(
    {
      commands: [],
      prompt: 'Fix the issue and push it.',
      inputs: { settings: JSON.stringify({ telemetry: { enabled: false } }) },
      more: {
        turns: [
          turn([
            call('read_file', { file_path: 'README.md' }),
            call('write_file', { file_path: 'a.txt', content: 'a' }),
            call('run_shell_command', { command: 'git push origin HEAD' }),
          ]),
          say('Fixed and pushed.'),
        ],
      },
    },
    ({ last, github }) => {
      expect(last.outputs.outcome, last.log).toBe('denied')
      const comment = github.world.comments.at(-1)?.body ?? ''
      const first = comment.split('\n').find((line) => line.startsWith('**')) ?? ''
      expect(first).toContain('Instead of `git push`, set the input `changes` to `commit` or `pull_request`.')
      expect(first).toContain('See below for the rules that allow what was denied.')
    },
  ))

const bodies: [form: string, answer: string][] = [
  ['CSV', 'kind/bug,area/text'],
  ['bare JSON', '{"labels":["bug"],"reason":"a < b && c > d"}'],
  ['fenced JSON', '```json\n[{"issue_number":7,"labels_to_set":["bug"]}]\n```'],
  ['Markdown', '## Summary\n\n| a | b |\n|---|---|\n| `x` | **y** |\n\n- one\n- two'],
]
for (const [form, answer] of sample(bodies, 1))
  test.concurrent(`outputs.summary is exactly the final answer: ${form}`, () =>
    triage({ commands: [], more: { turns: [say(answer)] } }, ({ last }) =>
      expect(last.outputs.summary, last.log).toBe(answer),
    ))
