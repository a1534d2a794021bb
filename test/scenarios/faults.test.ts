import { expect, test } from 'vitest'
import { sample } from '../sample.ts'
import { leaksIn } from './leaks.ts'
import { lastOf, play, type Scenario, SECRETS, scenarios, sinksOf } from './scenario.ts'

/** The review, with one request to GitHub going wrong: refused, or done and the answer lost. */

const review = scenarios().find(({ name }) => name === 'pull-request-review') as Scenario // the sample of `npm start`
const faulty = (github: Scenario['step']['github']): Scenario => ({
  ...review,
  // Isolation is most of the work of a run, and asks GitHub nothing.
  step: { ...review.step, inputs: { ...review.step.inputs, sandbox: 'off' }, github },
})

/** More than the review asks; a run that asks less is not disturbed and must simply go well. */
const REQUESTS = 14
const ANSWER = 'The cut is measured in two ways'

const faults = (['refuse', 'lose'] as const).flatMap((fault) =>
  Array.from({ length: REQUESTS }, (_, index) => ({ fault, nth: index + 1 })),
)
for (const { fault, nth } of sample(faults, 2))
  test.concurrent(`${fault} request ${nth}`, async () => {
    await play(faulty({ [nth]: fault }), (played) => {
      const { runs, post, github } = played
      const last = lastOf(runs)
      const ours = github.world.comments.filter((comment) => comment.user === github.world.viewer)
      expect(ours.length, last.log).toBeLessThanOrEqual(1)
      expect(last.outputs.outcome, last.log).toMatch(/^(ok|refused|internal|config)$/)
      expect(post.exitCode, post.log).toBe(0)
      // Without a comment the summary has the result; "working" must not stay.
      const asked = played.gemini.requests.length > 0
      if (asked) expect(last.summary).toContain(ANSWER)
      for (const comment of ours) expect(comment.body).toContain(last.outputs.outcome === 'ok' ? ANSWER : '')
      for (const comment of ours) expect(comment.body).not.toMatch(/working/i)
      if (last.outputs.outcome === 'ok') expect(ours).toHaveLength(1)
      for (const [sink, text] of Object.entries(sinksOf(played))) expect(leaksIn(text, SECRETS), sink).toEqual([])
    })
  })
