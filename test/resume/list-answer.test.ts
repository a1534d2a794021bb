import { expect, test } from 'vitest'
import { readInputs } from '../../src/config/inputs.ts'
import type { Runtime } from '../../src/config/runtime.ts'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { comment, issue, type WorkflowRun, type World, type WorldArtifact } from '../../src/emulators/github/world.ts'
import { readItems } from '../../src/github/events/listed-items.ts'
import type { Ending } from '../../src/record/events.ts'
import { keepListAnswer, unchangedListAnswer } from '../../src/resume/resume-record.ts'
import { connect, TOKEN, task } from '../delivery/delivery-fixture.ts'
import { RUNTIME_TOKEN, startArtifactService } from '../fakes/artifact-service.ts'

/** A scheduled list of issues is answered once: what changes between two nights, and whether the model is asked again. */

const ISSUES = [issue({ number: 3, title: 'Leak' }), issue({ number: 4, title: 'Dry' })]
const NIGHT = Date.parse('2026-03-02T03:00:00Z')
const DAY = 24 * 3_600_000
const ANSWER: Ending = { end: 'answered', text: '[{"issue_number":3}]', structured: [{ issue_number: 3 }] }

type Night = {
  world?: Partial<World>
  inputs?: Record<string, string>
  env?: Record<string, string>
  event?: string
  numbers?: number[]
  /** The runs of both nights are about the issue 3 alone, and this is their `comment`. */
  alone?: 'off' | 'auto'
  isInBatch?: boolean
  laterMs?: number
  run?: Partial<WorkflowRun>
  artifact?: Partial<WorldArtifact>
  /** How the first night ended, and whether its answer is all. */
  ending?: Ending
  isWhole?: boolean
}
const said = (user: string) => ({ comments: [comment({ id: 12, number: 3, user, body: 'Me too.' })] })
const title = { issues: [issue({ number: 3, title: 'Another' }), issue({ number: 4, title: 'Dry' })] }

const nights: [name: string, change: Night, isUsed: boolean][] = [
  ['nothing', {}, true],
  ['nothing, a month later', { laterMs: 30 * DAY }, true],
  ['nothing, and the list has one issue', { alone: 'off' }, true],
  ['its title, and the list has one issue', { alone: 'off', world: title }, false],
  ['nothing, and the answer is a comment', { alone: 'auto' }, false],
  ['nothing, and the run is one of several', { alone: 'off', isInBatch: true }, false],
  ['the title of one issue', { world: title }, false],
  [
    'a label',
    { world: { issues: [issue({ number: 3, title: 'Leak', labels: ['bug'] }), issue({ number: 4, title: 'Dry' })] } },
    false,
  ],
  ['a comment of a member', { world: said('ada') }, false],
  ['a comment of a stranger', { world: said('sam') }, true],
  ['a comment of a stranger, a week later', { world: said('sam'), laterMs: 8 * DAY }, false],
  ['a further issue', { numbers: [3, 4, 5], world: { issues: [...ISSUES, issue({ number: 5 })] } }, false],
  ['an issue less', { numbers: [3] }, false],
  ['the prompt', { inputs: { INPUT_PROMPT: 'Sort by area.' } }, false],
  ['the model', { inputs: { INPUT_GEMINI_MODEL: 'gemini-9' } }, false],
  ['the step', { env: { GITHUB_ACTION: 'other' } }, false],
  ['a person asks by hand', { event: 'workflow_dispatch' }, false],
  ['another workflow kept it', { run: { workflow: 'other.yml' } }, false],
  ['a run of a pull request kept it', { run: { event: 'pull_request' } }, false],
  ['code of a fork kept it', { run: { headRepo: 'stan/pond' } }, false],
  ['it has expired', { artifact: { expired: true } }, false],
  ['it is no answer', { artifact: { zip: new Uint8Array([1, 2, 3]) } }, false],
  ['the first run had an answer with gaps', { ending: { ...ANSWER, incomplete: '1 of 2 items are not done' } }, false],
  ['the first run proposed more than the answer', { isWhole: false }, false],
]

test.each(nights)('a list of issues, and what changed since the last night: %s', async (_, change, isUsed) => {
  const { inputs = {}, env = {}, event = 'schedule', numbers = [3, 4], laterMs = DAY } = change
  const { run, artifact, alone, isInBatch } = change
  await using store = await startArtifactService()
  await using server = await startGitHub({
    owner: 'octo',
    repo: 'pond',
    token: TOKEN,
    permissions: { ada: 'write', sam: 'none' },
    issues: ISSUES.map((each) => ({ ...each })),
    workflowRuns: [
      {
        ...{ id: 41, workflow: 'triage.yml', actor: 'octo', conclusion: 'success', event: 'schedule' },
        createdAt: '2026-03-02T02:59:00Z',
        ...run,
      },
    ],
  })
  const night = async (more: { inputs: object; env: object; event: string; numbers: number[]; now: number }) => {
    const github = connect(server)
    const items = await readItems(
      more.numbers.map((number) => ({ number })),
      github,
    )
    const runtime = {
      env: {
        GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/triage.yml@refs/heads/main',
        GITHUB_ACTION: 'analysis',
        ACTIONS_RESULTS_URL: store.url,
        ACTIONS_RUNTIME_TOKEN: RUNTIME_TOKEN,
        ...more.env,
      },
      event: { name: more.event, repository: 'octo/pond', payload: {} },
      now: () => more.now,
      sleep: async () => undefined,
      session: 's',
    } as unknown as Runtime // what it reads
    const about =
      alone === undefined
        ? { ...task, kind: 'schedule' as const, number: undefined, comment: undefined, items }
        : { ...task, kind: 'issue' as const, number: 3, comment: undefined }
    return {
      task: about,
      inputs: readInputs({ INPUT_PROMPT: '/triage', INPUT_COMMENT: alone ?? 'auto', ...more.inputs }),
      runtime,
      session: { github, isInBatch },
    }
  }
  const first = { inputs: {}, env: {}, event: 'schedule', numbers: [3, 4], now: NIGHT }
  expect(await unchangedListAnswer(await night(first))).toBeUndefined()
  await keepListAnswer(await night(first), change.ending ?? ANSWER, change.isWhole === false ? [{}] : [])
  const isKept =
    change.ending === undefined && change.isWhole === undefined && alone !== 'auto' && isInBatch === undefined
  expect([...store.artifacts.keys()]).toEqual(isKept ? [expect.stringMatching(/^sluice-list-[0-9a-f]{16}$/)] : [])
  for (const [name, zip] of store.artifacts)
    server.world.artifacts.push({ id: 4711, run: 41, name, zip, createdAt: '2026-03-02T03:00:00Z', ...artifact })
  Object.assign(server.world, change.world)
  const used = await unchangedListAnswer(await night({ inputs, env, event, numbers, now: NIGHT + laterMs }))
  expect(used).toEqual(isUsed ? { text: ANSWER.text, structured: [{ issue_number: 3 }], run: 41 } : undefined)
  expect([...server.problems, ...store.problems]).toEqual([])
})
