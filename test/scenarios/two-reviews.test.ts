import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { pull } from '../../src/emulators/github/world.ts'
import { acceptedRun } from '../review/sarif-checks.ts'
import { confirmAll, findingIds, isLook } from './finding-verifier.ts'
import { exampleTexts, HOME, type PlayedJob, type WorkflowWorld, withWorkflowWorld } from './workflow-world.ts'
import { ours, pulls } from './world-events.ts'

// review.yml and review-sarif.yml as they are written, on one pull request: each posts its own findings and knows of the other's.

const wrong = (line: number, severity: string) =>
  call('github__review_comment', {
    path: 'src/p.js',
    line,
    severity,
    title: `Wrong ${line}`,
    body: `${line} is wrong.`,
  })

/** Severity of line 1 by review.yml, and of line 3 by review-sarif.yml. */
const FOUND: Record<string, [number, string]> = { 'review.yml': [1, 'high'], 'review-sarif.yml': [3, 'low'] }

async function withTwoReviews(play: (world: WorkflowWorld) => Promise<void>): Promise<void> {
  const { 'review.yml': review = '', 'review-sarif.yml': sarif = '' } = exampleTexts()
  const gated = (text: string, at: string) =>
    text
      .replace('prompt: /review', `prompt: /review\n          fail_on_findings: ${at}`)
      .replace('  checks: read # to know which checks failed', '  checks: write')
  await withWorkflowWorld(
    {
      workflows: { 'review.yml': gated(review, 'high'), 'review-sarif.yml': gated(sarif, 'high') },
      files: { 'README.md': '# Pond\n' },
      model: ({ run, modelRequests }, { raw }) => {
        if (isLook(raw)) return confirmAll(findingIds(raw))
        const [line, severity] = FOUND[run.workflow] ?? [1, 'low']
        return modelRequests.length > 1 ? say('That was all.') : turn([wrong(line, severity)])
      },
    },
    async (world) => {
      const sha = await world.push('topic', { 'src/p.js': 'one\ntwo\nthree\n' }, 'main')
      const base = { ref: 'main', sha: await world.tip('main'), repo: HOME }
      world.world.pulls.push(pull({ number: 20, user: 'wendy', base, head: { ref: 'topic', sha, repo: HOME } }))
      await play(world)
    },
  )
}

const last = ({ jobs }: WorkflowWorld, workflow: string): PlayedJob => {
  const job = jobs.findLast(({ run }) => run.workflow === workflow)
  if (job === undefined) throw new Error(`${workflow} did not run`)
  return job
}

const sarifOf = ({ steps }: PlayedJob) =>
  acceptedRun(steps[0]?.sarif ?? '').results.map(({ message, properties }) => [
    message.text,
    String(properties.producer).replace(/\.[0-9a-f]+$/, ''),
  ])

const outputOf = (job: PlayedJob, name: string) => job.steps[0]?.ran.outputs[name] ?? ''

const findingsOf = (job: PlayedJob) =>
  (JSON.parse(outputOf(job, 'findings')) as { title: string; producer: string }[]).map(({ title, producer }) => [
    title,
    producer.replace(/\.[0-9a-f]+$/, ''),
  ])

const EVERYTHING = [
  ['Wrong 1', 'review-review'],
  ['Wrong 3', 'review-with-code-scanning-review'],
]

test('each review has all findings in SARIF and in its output, and its own in comment and verdict', () =>
  withTwoReviews(async (world) => {
    world.start(pulls(world, 20, 'opened', 'wendy'))
    await world.settle()
    for (const action of ['synchronize', 'opened']) {
      // First a new head, then the same head, as when somebody starts an old run again.
      if (action === 'synchronize') await world.push('topic', { 'docs/page.md': 'New.\n' })
      world.start(pulls(world, 20, action, 'wendy'))
      await world.settle()
      for (const workflow of Object.keys(FOUND)) {
        const job = last(world, workflow)
        expect(findingsOf(job).toSorted(), `${workflow} ${action}`).toEqual(EVERYTHING)
        expect(sarifOf(job).toSorted(), `${workflow} ${action}`).toEqual(EVERYTHING)
      }
      const [review, sarif] = ['review.yml', 'review-sarif.yml'].map((name) => last(world, name)) as [
        PlayedJob,
        PlayedJob,
      ] // both have run
      expect([outputOf(review, 'verdict'), outputOf(sarif, 'verdict')]).toEqual(['block', 'warn'])
      expect([outputOf(review, 'open_findings'), outputOf(sarif, 'open_findings')]).toEqual(['1', '1'])
    }
    const reports = ours(world).filter(({ number }) => number === 20)
    expect(reports).toHaveLength(2)
    for (const { body } of reports) {
      expect(body.match(/Other reviews of this pull request have 1 open finding\./g)).toHaveLength(1)
      expect(['Wrong 1', 'Wrong 3'].filter((title) => body.includes(title))).toHaveLength(1)
    }
    expect(world.world.reviewComments.map(({ body }) => /Wrong \d/.exec(body)?.[0]).toSorted()).toEqual([
      'Wrong 1',
      'Wrong 3',
    ])
    const head = await world.tip('topic')
    const checks = world.world.checkRuns.filter(({ headSha, name }) => headSha === head && name === 'Sluice review')
    expect(checks.map(({ conclusion }) => conclusion).toSorted()).toEqual(['failure', 'success'])
    expect(world.github.problems).toEqual([])
  }))
