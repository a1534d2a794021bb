import { expect, test } from 'vitest'
import type { GeminiRequest } from '../../src/emulators/gemini/gemini.ts'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { openIssues, type ScaleJobs, type ScaleWorld, withScaleJobs } from './scale-jobs.ts'
import { type PlayedScale, playScale } from './scale-workflows.ts'

// The reusable workflow and its examples, each job over the built action with the permissions that it has.

const labels = ['bug', 'question', 'area: api', 'area: docs'].map((name, index) => ({
  id: index + 1,
  name,
  color: 'f00000',
  description: null,
}))
const labeling =
  (label: string) =>
  ({ raw }: GeminiRequest) =>
    raw.includes('"functionResponse"') ? say('It leaks.') : turn([call('github__add_labels', { labels: [label] })])

const play = (name: string, world: ScaleWorld, check: (played: PlayedScale, jobs: ScaleJobs) => void | Promise<void>) =>
  withScaleJobs(world, async (jobs) => {
    const played = await playScale(`examples/${name}`, jobs)
    for (const run of [played.plan, ...played.shards, played.reduce])
      expect([run.exitCode, run.outputs.outcome], run.log).toEqual([0, 'ok'])
    expect(jobs.github.problems).toEqual([])
    await check(played, jobs)
  })

test('scale-triage.yml: each issue without a label gets a label and an answer', () =>
  play(
    'scale-triage.yml',
    {
      model: labeling('bug'),
      world: { issues: openIssues(6, (number) => ({ labels: number === 6 ? ['question'] : [] })), labels },
    },
    ({ plan, shards, reduce }, { github }) => {
      expect(plan.summary).toContain('5 items in 5 shards')
      expect(shards).toHaveLength(5)
      expect(github.world.issues.map((issue) => issue.labels)).toEqual([...Array(5).fill(['bug']), ['question']])
      expect(github.world.comments).toHaveLength(5)
      expect(reduce.summary).toContain('All shards: 5 done.')
    },
  ))

test('scale-label.yml: a label and no comment; a second run finds nothing to do', () =>
  play(
    'scale-label.yml',
    {
      model: labeling('area: api'),
      world: { issues: openIssues(4, (number) => ({ labels: number === 4 ? ['area: docs'] : [] })), labels },
    },
    async ({ reduce }, jobs) => {
      const { world } = jobs.github
      expect(world.issues.map((issue) => issue.labels)).toEqual([...Array(3).fill(['area: api']), ['area: docs']])
      expect(world.comments).toEqual([])
      expect(reduce.summary).toContain('All shards: 3 done.')
      const again = await jobs.job({ mode: 'plan', items: 'is:issue is:open -label:"area: api" -label:"area: docs"' })
      expect(again.outputs.matrix).toBe('')
    },
  ))

test('scale-review.yml: an answer for each file in one table, and nothing is written', () =>
  play(
    'scale-review.yml',
    {
      model: ({ raw }) => say(`No defect in ${/Read (\S+) and/.exec(raw)?.[1]}.`),
      files: {
        'src/a.ts': 'export const a = 1\n',
        'src/b.ts': 'export const b = 2\n',
        'src/b.test.ts': '\n',
        'README.md': 'x\n',
      },
    },
    ({ reduce }, { github }) => {
      expect(reduce.summary).toContain('| `src/a.ts` | `done` | No defect in src/a.ts. |')
      expect(JSON.parse(reduce.outputs.batch ?? '').map(({ item }: { item: string }) => item)).toEqual([
        'src/a.ts',
        'src/b.ts',
      ])
      expect(github.requests.filter(({ method, path }) => method !== 'GET' && path !== '/graphql')).toEqual([])
    },
  ))

test('scale-migrate.yml: shards that may write nothing, and one pull request', () =>
  play(
    'scale-migrate.yml',
    {
      files: { 'src/a.js': 'oldCall()\n', 'src/b.js': 'oldCall(1)\n' },
      model({ raw }) {
        const path = /oldCall in (\S+) by/.exec(raw)?.[1] ?? ''
        if (raw.includes('"functionResponse"')) return say('Migrated.')
        return turn([call('write_file', { file_path: path, content: 'newCall()\n' })])
      },
    },
    ({ reduce }, { github }) => {
      expect(github.world.pulls).toHaveLength(1)
      expect(reduce.outputs.pull_request_url).not.toBe('')
      expect(JSON.parse(reduce.outputs.changes ?? '').map(({ path }: { path: string }) => path)).toEqual([
        'src/a.js',
        'src/b.js',
      ])
    },
  ))
