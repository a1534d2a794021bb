import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { issue, pull } from '../../src/emulators/github/world.ts'
import { commandLine } from '../commands/command-line.ts'
import { type Improvisation, improvise } from './improvised.ts'

/** Every situation of `sluice simulate` for the example workflows, each really played over the built action. */

const ROOT = resolve(import.meta.dirname, '../..')
const EXAMPLES = '.github/examples'

/** A stranger's issue, which no example answers. */
const VISITED = `on:
  issues:
    types: [opened]
jobs:
  sort:
    runs-on: ubuntu-latest
    permissions: { contents: read, issues: write }
    steps:
      - uses: a/sluice@v0
        with:
          gemini_api_key: \${{ secrets.GEMINI_API_KEY }}
          prompt: Sort this issue.
          allowed_labels: bug
`

const Row = z.looseObject({
  file: z.string(),
  event: z.string(),
  type: z.string().optional(),
  detail: z.string().optional(),
  actor: z.string(),
  code: z.enum(['own', 'fork']).optional(),
  result: z.string(),
  reason: z.string(),
  trust: z.string().optional(),
  limits: z.string().optional(),
  tools: z.array(z.string()).default([]),
  inputs: z.record(z.string(), z.string()),
  payload: z.record(z.string(), z.unknown()),
})
type Row = z.infer<typeof Row>

async function simulated(...files: string[]): Promise<Row[]> {
  const { out } = await commandLine(ROOT, ['simulate', ...files, '--json'])
  return out
    .trim()
    .split('\n')
    .map((line) => Row.parse(JSON.parse(line)))
}

async function simulatedText(text: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-simulated-'))
  try {
    const file = join(folder, 'w.yml')
    writeFileSync(file, text)
    return await simulated(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const nameOf = ({ file, event, type, detail, actor, code }: Row) =>
  [file.split('/').at(-1), event, type, detail, actor, code].filter((each) => each !== undefined).join(' ')

const rows = [
  ...(await simulated(...readdirSync(join(ROOT, EXAMPLES)).map((name) => join(EXAMPLES, name)))),
  ...(await simulatedText(VISITED)),
]

/** Jobs that GitHub itself does not start: what the conditions in the files say, read by a person. */
const SKIPPED = [
  'fix-ci.yml workflow_run completed failure stranger fork',
  'fix-ci.yml workflow_run completed success writer own',
  'fix-ci.yml workflow_run completed success stranger fork',
  'review-fork.yml workflow_run completed failure writer own',
  'review-fork.yml workflow_run completed failure stranger fork',
  'review-fork.yml workflow_run completed success writer own',
]

test('the simulation has every example, and skips what the conditions exclude', () => {
  expect(rows.length).toBeGreaterThanOrEqual(60)
  expect(new Set(rows.map(({ file }) => file)).size).toBe(readdirSync(join(ROOT, EXAMPLES)).length + 1)
  expect(rows.filter(({ result }) => result === 'skipped').map(nameOf)).toEqual(SKIPPED)
})

const played = (text: string) => text.replaceAll('octo/example', 'octo/pond')
const inScenario = (value: unknown) =>
  JSON.parse(
    played(JSON.stringify(value)).replaceAll('b'.repeat(40), '{{BASE_SHA}}').replaceAll('c'.repeat(40), '{{HEAD_SHA}}'),
  )

const Declared = z.object({
  tools: z.array(z.object({ functionDeclarations: z.array(z.object({ name: z.string() })).default([]) })),
})

function declaredTools({ gemini }: Improvisation): string[] {
  const [first] = gemini.requests
  if (first === undefined) return []
  return Declared.parse(first.body).tools.flatMap((each) => each.functionDeclarations.map(({ name }) => name))
}

const trustIn = (log: string): string =>
  log.includes('The shell is off for this run') ? 'limited' : log.includes('reading tools only') ? 'visitor' : ''

/** The runner's id of the played run. */
const RUN_ID = 17_000_000_001
/** The workflow of the first phase, which the second phase looks for. */
const FIRST_PHASE = { path: '.github/workflows/first-phase.yml', mode: '100644', text: 'on: pull_request\n' } as const

const Subject = z.object({ number: z.number(), user: z.object({ login: z.string() }) })

/** What GitHub knows besides the event: the people, and the pull request or issue that the event is about. */
function worldOf({ code, payload, inputs }: Row) {
  const subject = Subject.safeParse(payload.pull_request ?? payload.issue)
  const author = subject.success ? { user: subject.data.user.login } : {}
  const base = { ref: 'main', sha: '{{BASE_SHA}}', repo: 'octo/pond' }
  const head = { ref: 'topic', sha: '{{HEAD_SHA}}', repo: code === 'fork' ? 'stranger/example' : 'octo/pond' }
  const environment = inputs.fork_environment
  return {
    ...(environment === undefined
      ? {}
      : { approvals: [{ run: RUN_ID, environment, state: 'approved' as const, user: 'writer' }] }),
    permissions: { writer: 'write', stranger: 'none' } as const,
    visibility: 'public' as const,
    ...(code === undefined ? {} : { pulls: [{ ...pull({ number: 7, base, head }), ...author }] }),
    ...(code === undefined && !subject.success ? { issues: [issue({ number: 5 })] } : {}),
  }
}

for (const row of rows.filter(({ result }) => result !== 'skipped'))
  test.concurrent(nameOf(row), async () => {
    const { gemini_api_key: key = '', ...inputs } = row.inputs
    const sender = z.object({ login: z.string() }).parse(row.payload.sender).login
    await improvise(
      {
        turns: [],
        payload: inScenario(row.payload),
        repo: { 'README.md': 'An empty project.\n' },
        step: {
          eventName: row.event,
          inputs: { policies: '', ...inputs },
          key: key !== '',
          actor: sender,
          entries: [FIRST_PHASE],
        },
        world: worldOf(row),
      },
      (run) => {
        const { outputs, log } = run.last
        expect(outputs.outcome, log).toBe(row.result === 'runs' ? 'ok' : row.result)
        expect(declaredTools(run).toSorted()).toEqual(row.tools.toSorted())
        // A person reads why: nothing ran, or what the run may not do.
        expect(log).toContain(played(row.reason))
        expect(trustIn(log)).toBe(row.trust === 'limited' || row.trust === 'visitor' ? row.trust : '')
      },
    )
  })
