import { expect, test } from 'vitest'
import { say } from '../../src/emulators/gemini/steps.ts'
import { issue } from '../../src/emulators/github/world.ts'
import { isFull } from '../sample.ts'
import { exampleTexts, type WorkflowWorld, withWorkflowWorld } from './workflow-world.ts'
import { comments, labels, ours, schedule } from './world-events.ts'

/** Nights of three scheduled triages in one repository: each issue in a run of its own, all issues in shards, and one list. */

const { 'triage-scheduled.yml': scheduled = '', 'scale-triage.yml': scale = '' } = exampleTexts()
/** As the published triage of run-gemini-cli: one answer about all issues, which a later step reads. */
const list = scheduled
  .replace('name: Triage backlog', 'name: Sort')
  .replace('23 3 * * *', '5 5 * * *')
  .replace('concurrency: triage-backlog', 'concurrency: sort')
  .replace("- if: steps.find.outputs.numbers != ''\n", "- id: analysis\n        if: steps.find.outputs.numbers != ''\n")
  .concat('      - env:\n          ANSWER: ${{ steps.analysis.outputs.summary }}\n        run: echo "$ANSWER"\n')
const NIGHT = ['23 3 * * *', '17 1 * * *', '5 5 * * *']
const DAY = 24 * 3_600_000

/** What happened before each night, and for which of the workflows the model is asked about how many issues. */
const nights: [before: string, act: (world: WorkflowWorld) => void, asked: Record<string, number>][] = [
  ['the first one', () => undefined, { 'triage-scheduled.yml': 2, 'list.yml': 1 }],
  ['a comment of a stranger', (world) => void comments(world, 3, 'stan', 'Me too.'), {}],
  ['a week', ({ pass }) => pass(7 * DAY), { 'triage-scheduled.yml': 1, 'list.yml': 1 }],
  [
    'a comment of a member',
    (world) => void comments(world, 4, 'wendy', 'See a.ts.'),
    { 'triage-scheduled.yml': 1, 'list.yml': 1 },
  ],
  [
    'a new title',
    ({ world }) => void Object.assign(world.issues[0] ?? {}, { title: 'Another' }),
    { 'triage-scheduled.yml': 1, 'list.yml': 1 },
  ],
  [
    'a label, so that the search leaves the issue out',
    ({ world }) => world.issues[0]?.labels.push('bug'),
    { 'list.yml': 1 },
  ],
  ['its label gone again, as in an earlier night', ({ world }) => world.issues[0]?.labels.splice(0), {}],
  [
    'an issue that somebody deleted',
    ({ world }) => void Object.assign(world, { goneIssues: { 4: 'deleted' } }),
    { 'list.yml': 1 },
  ],
  ['nothing', () => undefined, {}],
  ['another comment of the stranger', (world) => void comments(world, 3, 'stan', 'And I.'), {}],
]

test('nights of three triages ask the model only about what changed', () =>
  withWorkflowWorld(
    {
      workflows: { 'triage-scheduled.yml': scheduled, 'scale-triage.yml': scale, 'list.yml': list },
      files: { 'README.md': '# Pond\n' },
      world: { issues: [3, 4].map((number) => issue({ number, title: `Leak ${number}`, user: 'stan' })) },
      model: ({ run }) => say(run.workflow === 'list.yml' ? '[]' : 'No label fits.'),
    },
    async (world) => {
      for (const [before, act, asked] of isFull ? nights : nights.slice(0, 5)) {
        world.pass(DAY)
        act(world)
        const from = world.jobs.length
        for (const cron of NIGHT) {
          world.start(schedule(cron))
          await world.settle()
        }
        const counts: Record<string, number> = {}
        for (const { run, modelRequests } of world.jobs.slice(from))
          if (modelRequests.length > 0) counts[run.workflow] = (counts[run.workflow] ?? 0) + modelRequests.length
        expect(counts, before).toEqual(asked)
        expect(
          world.jobs.slice(from).flatMap(({ steps }) => steps.map(({ ran }) => ran.outputs.outcome)),
        ).not.toContain('internal')
      }
      expect([...world.github.problems, ...world.gemini.problems]).toEqual([])
    },
  ))

test('the night after a triage whose machine died: the comment no longer says "working", and the issue gets its answer', () => {
  const { 'triage.yml': triage = '' } = exampleTexts()
  let isDead = false
  return withWorkflowWorld(
    {
      workflows: { 'triage.yml': triage, 'triage-scheduled.yml': scheduled },
      files: { 'README.md': '# Pond\n' },
      skipsPost: true,
      world: {
        labels: [{ id: 1, name: 'needs-triage', color: 'f00000', description: null }],
        issues: [3, 4].map((number) => issue({ number, title: `Leak ${number}`, user: 'stan' })),
      },
      model: (job) => {
        if (job.run.workflow === 'triage.yml') {
          job.kill()
          isDead = true
        }
        return say('No label fits.')
      },
    },
    async (world) => {
      world.start(labels(world, 3, 'wendy', 'needs-triage'))
      await world.settle()
      expect(isDead).toBe(true)
      expect(ours(world).map(({ body }) => body)).toEqual([
        expect.stringMatching(/state=working[^\n]*\n_Working on it/),
      ])
      for (const asked of [2, 0]) {
        world.pass(DAY)
        const from = world.jobs.length
        world.start(schedule(NIGHT[0] ?? ''))
        await world.settle()
        expect(world.jobs.slice(from).flatMap(({ modelRequests }) => modelRequests)).toHaveLength(asked)
        expect(world.world.issues.map((each) => each.labels)).toEqual([[], []])
        expect(ours(world).filter(({ body }) => /working/i.test(body))).toEqual([])
        expect(ours(world).map(({ number }) => number)).toEqual([3, 3, 4])
        expect(ours(world)[0]?.body).toMatch(
          /state=partial[^\n]* -->\nThe \[run\]\(<http[^>]+\/actions\/runs\/\d+>\) ended without an answer: to start it again, re-run all jobs on its page, or add its label again\.$/,
        )
      }
      expect([...world.github.problems, ...world.gemini.problems]).toEqual([])
    },
  )
})
