import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { say } from '../../src/emulators/gemini/steps.ts'
import { issue, pull, type World } from '../../src/emulators/github/world.ts'
import { sample } from '../sample.ts'
import { type Improvisation, type Improvised, improvise, type Wish } from './improvised.ts'

/** A list of issues is one run with one JSON array where a later step takes its answer; otherwise each has a run. */

const READS_SUMMARY = `      - uses: actions/github-script@v7
        env: { TRIAGED: '\${{ steps.analysis.outputs.summary }}' }
        with: { script: 'for (const { issue_number } of JSON.parse(process.env.TRIAGED)) core.info(issue_number)' }`

/** The shape of the incumbent's scheduled triage: a step finds issues, one answers, one parses the answer. */
const workflow = (later: string, prompt: string) => `on: { schedule: [{ cron: '0 * * * *' }] }
jobs:
  triage:
    runs-on: ubuntu-latest
    steps:
      - { id: find, run: 'echo "numbers=3,4" >> "$GITHUB_OUTPUT"' }
      - id: analysis
        uses: octo/sluice@v1
        with:
          prompt: ${JSON.stringify(prompt)}
          github_issue_number: '\${{ steps.find.outputs.numbers }}'
${later}
`

const STEP_ENV = {
  GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/triage.yml@refs/heads/main',
  GITHUB_JOB: 'triage',
  GITHUB_ACTION: 'analysis',
  GITHUB_ACTION_REPOSITORY: 'octo/sluice',
}

const ISSUES = [
  issue({ number: 3, title: 'It leaks', body: 'Water is lost at three.', user: 'rita' }),
  issue({ number: 4, title: 'Dry', body: 'Nothing is lost at four. <!-- obey -->', user: 'rita' }),
  issue({ number: 5, title: 'Old', body: 'Closed long ago.', user: 'rita', state: 'closed' }),
]
const COMMENT = { id: 41, number: 4, user: 'rita', body: 'Said on four.' }
const TIMES = { createdAt: '2026-01-05T09:00:00Z', updatedAt: '2026-01-05T09:00:00Z' }

type List = Omit<Improvised, 'turns'> & {
  numbers?: string
  later?: string
  prompt?: string
  inputs?: Record<string, string>
  turns?: readonly (readonly Wish[])[]
  /** The last words of each run; several when each issue has a run. */
  answers?: readonly string[]
}

const ARRAY = '[{"issue_number":3,"labels_to_set":["bug"]},{"issue_number":4,"labels_to_set":[]}]'

const list = (
  {
    numbers = '3,4',
    later = READS_SUMMARY,
    prompt = 'Choose labels for each issue.',
    inputs,
    turns = [],
    answers = [ARRAY],
    world,
    ...more
  }: List,
  check: (run: Improvisation) => void | Promise<void>,
) =>
  improvise(
    {
      event: 'schedule-without-a-pull-request',
      repo: { '.github/workflows/triage.yml': workflow(later, prompt) },
      world: { issues: ISSUES, comments: [{ ...COMMENT, ...TIMES }], ...world } as Partial<World>,
      step: { eventName: 'schedule', env: STEP_ENV, inputs: { github_issue_number: numbers, prompt, ...inputs } },
      turns: [...turns, ...answers.map((text) => say(text))],
      ...more,
    },
    check,
  )

type Asked = { contents: { parts: { text?: string }[] }[] }

const firstMessage = ({ gemini }: Improvisation): string => {
  const asked = gemini.requests[0]?.body as Asked | undefined // the emulator checked it
  return (asked?.contents[0]?.parts ?? []).map(({ text = '' }) => text).join('\n')
}

const summaryOf = ({ last }: Improvisation) => last.summary.replaceAll('\\#', '#')

/** What the later step of the workflow gets. */
const parsed = ({ last }: Improvisation): unknown => JSON.parse(last.outputs.summary ?? '')

test('the built action: one run, one array that the later step parses, the texts of all issues as data', () =>
  list({ built: true }, (run) => {
    expect([run.last.outputs.outcome, run.last.exitCode], run.last.log).toEqual(['ok', 0])
    expect(run.gemini.requests).toHaveLength(1)
    expect(parsed(run)).toEqual(JSON.parse(ARRAY))
    expect(JSON.parse(run.last.outputs.structured_output ?? '')).toEqual(JSON.parse(ARRAY))
    expect(run.last.outputs.batch).toBe('')
    const text = firstMessage(run)
    for (const [number, words] of [
      [3, 'Water is lost at three.'],
      [4, 'Nothing is lost at four.'],
      [4, 'Said on four.'],
    ] as const)
      expect(text).toMatch(new RegExp(`<data-\\w+ kind="\\w+" of="#${number}"[^>]*>\\n${words}\\s*\\n</data-`))
    expect(text).not.toContain('obey')
    expect(run.github.world.comments).toHaveLength(1)
    expect(summaryOf(run)).toContain('one answer about #3, #4')
  }))

const READERS: [name: string, later: string, isOneRun: boolean, prompt?: string][] = [
  ['structured_output', "      - run: 'echo ${{ steps.analysis.outputs.structured_output }}'", true],
  ["outputs['summary']", "      - run: echo ${{ steps.analysis.outputs['summary'] }}", true],
  ['all outputs', "      - run: 'echo ${{ toJSON(steps.analysis.outputs) }}'", true],
  ['a condition', "      - { if: \"steps.analysis.outputs.summary != '[]'\", run: 'true' }", true],
  ['an output that the run sets', "      - run: 'echo ${{ steps.analysis.outputs.labels }}'", true],
  [
    'a variable that the prompt names',
    '      - run: echo "$TRIAGED"',
    true,
    'Write TRIAGED=… to the file GITHUB_ENV names.',
  ],
  ['nothing, but the command answers lists', '', true, '/gemini-scheduled-triage'],
  ['nothing', '', false],
  ['the outcome', "      - run: 'echo ${{ steps.analysis.outputs.outcome }}'", false],
  ['the table of the batch', "      - run: 'echo ${{ steps.analysis.outputs.batch }}'", false],
  ['the summary of another step', "      - run: 'echo ${{ steps.find.outputs.summary }}'", false],
  ['a variable of its own', '      - { env: { LEVEL: x }, run: echo "$LEVEL" }', false],
]
for (const [name, later, isOneRun, prompt] of sample(READERS, 2))
  test.concurrent(`${isOneRun ? 'one run' : 'a run for each'} where later steps read ${name}`, () =>
    list(
      { later, ...(prompt === undefined ? {} : { prompt }), answers: isOneRun ? [ARRAY] : [ARRAY, ARRAY] },
      (run) => {
        expect(run.last.outputs.outcome, run.last.log).toBe('ok')
        expect(run.gemini.requests).toHaveLength(isOneRun ? 1 : 2)
        expect(run.last.outputs.batch === '').toBe(isOneRun)
      },
    ))

test('an answer in a fence or about a foreign issue is no array of this list: the model gets one chance', () =>
  list({ answers: ['Fine:\n```json\n[{"issue_number":99,"labels_to_set":["bug"]}]\n```', ARRAY] }, (run) => {
    expect(run.last.outputs.outcome, run.last.log).toBe('ok')
    expect(run.gemini.requests).toHaveLength(2)
    expect(parsed(run)).toEqual(JSON.parse(ARRAY))
  }))

test('an answer without an array fails instead of breaking the later step', () =>
  list({ answers: ['I chose labels.', 'I did.'] }, ({ last }) => {
    expect(last.outputs.outcome, last.log).toBe('model')
    expect(last.outputs.summary).toBe('')
  }))

test('closed, missing and repeated numbers are said to the model and to people', () =>
  list({ numbers: '5,3,3,99', answers: ['[{"issue_number":"3"}]'] }, (run) => {
    expect(run.last.outputs.outcome, run.last.log).toBe('ok')
    const text = firstMessage(run)
    expect(text).toContain('state="closed"')
    expect(text).toContain('There is no issue #99')
    expect(text.match(/kind="title"/g)).toHaveLength(2)
    expect(summaryOf(run)).toContain('one answer about #5, #3, #99')
    expect(summaryOf(run)).toMatch(/Closed: #5.*There is no issue #99/)
    expect(summaryOf(run)).toContain('Finished, but #99 could not be read.')
    expect(summaryOf(run)).not.toContain('Done.')
  }))

test('a list of which nothing can be read asks no model', () =>
  list({ numbers: '98,99', answers: [] }, ({ last, gemini }) => {
    expect([last.outputs.outcome, gemini.requests.length]).toEqual(['noop', 0])
    expect(last.summary).toContain('There is no issue #98')
  }))

test('too many numbers are a mistake of the workflow', () =>
  list({ numbers: Array.from({ length: 101 }, (_, index) => index + 1).join(','), answers: [] }, ({ last, gemini }) => {
    expect([last.outputs.outcome, gemini.requests.length]).toEqual(['config', 0])
    expect(last.outputs.error).toContain('One run answers at most 100')
  }))

test('one number from a list is an array, too; one number of another kind is an ordinary run', async () => {
  await list({ numbers: '3,3', answers: ['[{"issue_number":3}]'] }, (run) => {
    expect(parsed(run)).toEqual([{ issue_number: 3 }])
    expect(run.github.world.comments).toHaveLength(1)
  })
  const repo = {
    '.github/workflows/triage.yml': workflow(READS_SUMMARY, 'Triage.').replace('outputs.numbers', 'outputs.number'),
  }
  await list({ numbers: '3', repo, answers: ['It leaks.'] }, (run) => {
    expect(run.last.outputs.summary).toBe('It leaks.')
    expect(run.github.world.comments).toHaveLength(2)
  })
})

test('a list with output_schema keeps the shape of the workflow', () =>
  list(
    { inputs: { output_schema: '{"type":"object","required":["issues"]}' }, answers: ['{"issues":[3,4]}'] },
    ({ last }) => expect(JSON.parse(last.outputs.structured_output ?? '')).toEqual({ issues: [3, 4] }),
  ))

const label = (number?: number): Wish => ({ tool: 'github__add_labels', args: { labels: ['bug'], number } })
const LABELS = [{ id: 1, name: 'bug', color: 'f00000', description: null }]

test('its own numbers are all of the list and no other', () =>
  list(
    {
      turns: [[label(3), label(4), label(5), label(), { tool: 'github__comment', args: { number: 4, body: 'Seen.' } }]],
      world: { labels: LABELS },
      inputs: { allowed_labels: 'bug' },
    },
    (run) => {
      expect(run.last.outputs.outcome, run.last.log).toBe('denied')
      const [, , foreign, unnamed] = run.said[0] ?? []
      expect(foreign).toMatch(/#5 is not the item of this run \(#3, #4\)/)
      expect(unnamed).toContain('This run is about #3, #4: give the number of one of them.')
      expect(run.github.world.issues.map(({ number, labels }) => [number, labels])).toEqual([
        [3, ['bug']],
        [4, ['bug']],
        [5, []],
      ])
      expect(run.github.world.comments.at(-1)).toMatchObject({ number: 4, body: expect.stringContaining('Seen.') })
    },
  ))

test('no text of one item opens an issue: a stranger wrote one of them', () =>
  list(
    { turns: [[{ tool: 'github__create_issue', args: { title: 'New', body: 'By whom?' } }]] },
    ({ said, github, last }) => {
      expect(said[0]?.[0], last.log).toMatch(/read text of rita, without write permission/)
      expect(github.world.issues).toHaveLength(3)
    },
  ))

test('a pull request of a fork among them: no shell, its head is named, its labels only by allowed_labels', () => {
  const fork = { ref: 'topic', sha: '5'.repeat(40), repo: 'stranger/pond' }
  const base = { ref: 'main', sha: '6'.repeat(40), repo: 'octo/pond' }
  const pulls = [pull({ number: 7, title: 'From a fork', user: 'rita', head: fork, base })]
  return list(
    {
      numbers: '3,7',
      turns: [[{ tool: 'run_shell_command', args: { command: 'id' } }, label(3), label(7)]],
      inputs: { allowed_labels: 'bug' },
      world: { pulls, labels: LABELS } as Partial<World>,
      answers: ['[{"issue_number":7}]'],
    },
    (run) => {
      const [shell, first, second] = run.said[0] ?? []
      expect(shell, run.last.log).toMatch(/run_shell_command/)
      expect(run.last.log).toContain('#7: The pull request comes from stranger/pond.')
      expect(firstMessage(run)).toContain('head_repository="stranger/pond"')
      expect([first, second].join('\n')).not.toMatch(/may write to/)
      expect(parsed(run)).toEqual([{ issue_number: 7 }])
    },
  )
})

test("a stranger's issue with a list: reading tools only, all issues as data", () =>
  list(
    {
      event: 'mention-by-a-writer',
      prepare: (folder) => {
        const path = join(folder, 'event.json')
        const { comment: _, ...event } = JSON.parse(readFileSync(path, 'utf8'))
        writeFileSync(path, JSON.stringify({ ...event, action: 'opened', sender: { login: 'stan', type: 'User' } }))
      },
      step: { eventName: 'issues', env: STEP_ENV, inputs: { github_issue_number: '3,4', prompt: 'Choose labels.' } },
      world: { permissions: { stan: 'read', octo: 'admin' } },
      turns: [[{ tool: 'run_shell_command', args: { command: 'id' } }]],
    },
    (run) => {
      expect(run.last.outputs.outcome, run.last.log).toBe('ok')
      expect(run.said[0]?.[0]).toMatch(/This run has no shell/)
      expect(firstMessage(run)).toContain('Nothing is lost at four.')
      expect(parsed(run)).toEqual(JSON.parse(ARRAY))
    },
  ))
