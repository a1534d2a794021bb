import { expect, test } from 'vitest'
import type { GeminiRequest } from '../../src/emulators/gemini/gemini.ts'
import { say } from '../../src/emulators/gemini/steps.ts'
import { openIssues, withScaleJobs } from './scale-jobs.ts'

/** The issue that a request to the model is about. */
const issueOf = ({ raw }: GeminiRequest) => Number(/issue #(\d+)/.exec(raw)?.[1])
const answer = (request: GeminiRequest) => say(`Looked at ${issueOf(request)}.`)
const TRIAGE = { prompt: 'Triage this issue.' }

test('a list of issues: a plan, two shards and one table', () =>
  withScaleJobs(
    {
      model: answer,
      world: { issues: openIssues(5) },
      inputs: { ...TRIAGE, settings: '{"sluice":{"scale":{"maxParallel":2}}}' },
    },
    async ({ job, entries, github, gemini }) => {
      const plan = await job({ mode: 'plan', items: '[1, 2, 3, 4, 5]' })
      expect([plan.exitCode, plan.outputs.outcome], plan.log).toEqual([0, 'ok'])
      expect(plan.summary).toContain('5 items in 2 shards')
      const shards = entries(plan)
      expect(shards).toHaveLength(2)
      for (const shard of shards) {
        const run = await job({ mode: 'shard', shard })
        expect([run.exitCode, run.outputs.outcome], run.log).toEqual([0, 'ok'])
      }
      expect(github.world.comments.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4, 5])
      expect(gemini.requests).toHaveLength(5)
      const reduce = await job({ mode: 'reduce', items: plan.outputs.matrix ?? '' })
      expect([reduce.exitCode, reduce.outputs.outcome], reduce.log).toEqual([0, 'ok'])
      expect(reduce.summary).toContain('All shards: 5 done.')
      expect(JSON.parse(reduce.outputs.batch ?? '')).toHaveLength(5)
      expect(github.problems).toEqual([])
      // What is finished is left out.
      const again = await job({ mode: 'plan', items: '[1, 2, 3, 4, 5]' }, { run: 17_000_000_002 })
      expect(again.outputs.matrix, again.log).toBe('')
      expect(again.summary).toContain('Nothing to do: 5 items found, 5 finished.')
    },
  ))
