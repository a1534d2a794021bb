import { expect, test } from 'vitest'
import { isFull, SAMPLE_SEED, sample } from '../sample.ts'
import { type Fault, playWeek } from './whole-weeks.ts'

/** `SLUICE_WEEK=7,8` plays the weeks of these seeds alone. */
const { SLUICE_WEEK } = process.env
const seeds = Array.from({ length: 50 }, (_, index) => SAMPLE_SEED * 1000 + index)
const played = SLUICE_WEEK === undefined ? sample(seeds, 1) : SLUICE_WEEK.split(',').map(Number)

test.each(played)(
  'a week of all examples in one repository, seed %i',
  async (seed) => {
    expect(await playWeek(seed, isFull || SLUICE_WEEK !== undefined ? 14 : 5)).toEqual([])
  },
  240_000,
)

/** Events that broke something once. */
const lives: Record<string, string[]> = {
  'a triage is killed before it asks anything': ['needs triage +is killed@github 1', 'needs triage'],
  'a triage is killed while it sets labels': ['needs triage +is killed@github 9', 'needs triage'],
  'a triage is canceled while it asks the model': ['needs triage +is canceled@model 1', 'needs triage'],
  'a fix in a thread is killed before it says that it works': ['fix in a thread +is killed@github 9', 'a run again'],
  'a request goes and its run starts again': [
    'fix of an issue +is canceled@model 1',
    'a person edits their request away',
    'a run again',
    'fix of an issue +is canceled@github 3',
    'a person deletes their request',
    'a run again',
    'a run again',
  ],
  'the topic changes while it is reviewed and fixed': [
    'opened topic +goes on&the topic goes to another base@model 1',
    'push to the topic',
    'fix in a thread +goes on&the topic is merged&the topic is merged@model 1',
    'fix in a thread +goes on&the branch of the topic is deleted&the branch of the topic is deleted@model 1',
    'push to the topic',
  ],
  'issues are locked while runs work on them': [
    'fix of an issue +goes on&an issue is locked&an issue is locked@model 1',
    'needs triage +goes on&an issue is locked@model 1',
    'night',
    'question +goes on&an issue is locked&an issue is locked@model 1',
  ],
  'upkeep is killed between its push and its pull request': ['Monday +is killed@github 9', 'Monday', 'Monday'],
  'a person takes part in what a later run would replace': [
    'failed CI',
    'a person pushes to ours',
    'a person reviews ours',
    'failed CI',
    'failed CI',
  ],
  'plans are approved, and approved again': [
    'question',
    'plan',
    'approval',
    'plan',
    'approval',
    'approval',
    'a run again',
  ],
  'nights come while a triage works, and after it was killed': [
    'needs triage +goes on&night&night of all issues@model 1',
    'needs triage +is killed&night@model 1',
    'needs triage +is killed@github 1',
    'night',
    'night',
  ],
  'a fix of an issue is killed that somebody deletes': ['fix of an issue +is killed&an issue is deleted@github 11'],
}

test.each(sample(Object.entries(lives), 1))(
  'a week in which %s',
  async (_, events) => expect(await playWeek(11, events)).toEqual([]),
  240_000,
)

/**
 * What somebody may break, written before the invariants were: each shows in its events, which hold without it. `[events, fault]`; after
 * `+`, how a run ends that is held `@` a request, and what happens meanwhile.
 */
const replaced =
  (file: string, from: string | RegExp, to: string): Fault['workflows'] =>
  (texts) => {
    const text = texts[file]?.replace(from, to) ?? ''
    if (text === texts[file]) throw new Error(`${file} is as it was`)
    return { ...texts, [file]: text }
  }
const faults: Record<string, { events: string[]; fault: Fault; breaks: RegExp }> = {
  'the marks of answers are dropped': {
    events: ['fix of an issue'],
    fault: {
      after: (week) => {
        for (const comment of week.world.comments) comment.body = comment.body.replace(/^<!-- sluice:v1 .*-->\n/, '')
      },
    },
    breaks: /^answers: .* has none/,
  },
  'a branch is named by its run, and its pull request has no mark': {
    events: ['fix of an issue', 'fix of an issue', 'fix of an issue', 'fix of an issue'],
    fault: {
      after: async ({ world, git }) => {
        for (const pull of world.pulls) {
          if (!/^sluice\/.*[0-9a-f]{8}$/.test(pull.head.ref)) continue
          await git('branch', '-m', pull.head.ref, `sluice/run-${pull.number}`)
          pull.head.ref = `sluice/run-${pull.number}`
          pull.body = pull.body?.replace(/^<!-- sluice:v1 .*-->\n/gm, '') ?? null
        }
      },
    },
    breaks: /^proposals: .* are the same/,
  },
  'a group stands at the workflow': {
    events: ['failed CI +goes on&green CI@model 1'],
    fault: {
      workflows: replaced(
        'fix-ci.yml',
        'jobs:\n',
        'concurrency:\n  group: ci-${{ github.event.workflow_run.head_branch }}\n  cancel-in-progress: true\njobs:\n',
      ),
    },
    breaks: /^canceled: a run of fix-ci/,
  },
  'mention.yml answers everything': {
    events: ['fix of an issue'],
    fault: { workflows: replaced('mention.yml', / &&(?:\n +!contains.*)+/, '') },
    breaks: /^answers: .* has 2/,
  },
  'two reviews share a group': {
    events: ['opened topic'],
    fault: { workflows: replaced('review-sarif.yml', 'group: review-sarif-', 'group: review-') },
    breaks: /^canceled: a run of review/,
  },
  'a request takes the place of a waiting one': {
    events: ['fix of an issue +goes on&fix of an issue&fix of an issue@model 1'],
    fault: { workflows: replaced('fix.yml', '      queue: max\n', '') },
    breaks: /^answers: .* has none/,
  },
  'runs do not name their branch': {
    events: Array.from({ length: 4 }, () => 'failed CI'),
    fault: { workflows: replaced('fix-ci.yml', /run-name: .*\n/, '') },
    breaks: /^attempts: 4 on main/,
  },
  'the post step of a killed run is missing': {
    events: ['fix of an issue +is killed@model 1'],
    fault: { skipsPost: true },
    breaks: /^working: /,
  },
  'a review cannot confirm its earlier runs': {
    events: ['opened topic', 'opened topic'],
    fault: { workflows: replaced('review.yml', / {2}actions: read.*\n/, '') },
    breaks: /^findings: /,
  },
  'a label keeps standing for its run': {
    events: ['needs triage'],
    fault: { workflows: replaced('triage.yml', / {10}label_trigger: .*\n/, '') },
    breaks: /^labels: .* has .*needs-triage/,
  },
  'a scheduled triage cannot confirm its earlier runs': {
    events: ['night', 'night of all issues', 'night'],
    fault: { workflows: replaced('triage-scheduled.yml', / {2}actions: read.*\n/, '') },
    breaks: /^costs: #\d+ is as it was/,
  },
  'the prompt of a scheduled triage names its run': {
    events: ['night', 'night'],
    fault: {
      workflows: replaced('triage-scheduled.yml', 'prompt: /triage', 'prompt: /triage for run ${{ github.run_id }}'),
    },
    breaks: /^costs: #\d+ is as it was/,
  },
  'all answers of mention.yml are one comment': {
    events: Array.from({ length: 4 }, () => 'question'),
    fault: {
      workflows: replaced(
        'mention.yml',
        'policies: profile:review',
        'policies: profile:review\n          comment: sticky',
      ),
    },
    breaks: /^answers: why\? .* has none/,
  },
  'a review has another name in each run': {
    events: ['opened topic', 'opened topic'],
    fault: {
      workflows: replaced(
        'review.yml',
        'prompt: /review',
        'prompt: /review\n          workflow_name: Review ${{ github.run_id }}',
      ),
    },
    breaks: /^findings: /,
  },
  'two reviews have one name': {
    events: ['opened topic'],
    fault: { workflows: replaced('review-sarif.yml', 'name: Review with code scanning', 'name: Review') },
    breaks: /^findings: /,
  },
  // The next eight were written from the text of the feature, before these tests were read.
  'an answer names another pull request': {
    events: ['failed CI', 'fix of an issue'],
    fault: {
      after: ({ world }) => {
        for (const comment of world.comments) comment.body = comment.body.replace(/\/pull\/2[2-9]>/g, '/pull/21>')
      },
    },
    breaks: /^said: the answer to \/fix it on #3 names #21, which is for fix-ci/,
  },
  'a note stands twice': {
    events: ['fix of an issue'],
    fault: {
      after: ({ world }) => {
        for (const comment of world.comments) comment.body = comment.body.replace(/^(\*\*Done.*)$/m, '$1\n\n$1')
      },
    },
    breaks: /^said: the answer to \/fix it on #3 repeats a note/,
  },
  'a later run closes what a person reviews': {
    events: ['failed CI', 'a person reviews ours'],
    fault: {
      after: ({ world, touched }) => {
        for (const pull of world.pulls) if (touched.has(pull.number)) pull.state = 'closed'
      },
    },
    breaks: /^proposals: #21 closed, in which a person took part/,
  },
  'a later run pushes over a branch': {
    events: ['failed CI', 'a person pushes to ours', 'green CI'],
    fault: {
      after: async ({ world, touched, tip, git }) => {
        for (const { head, number } of world.pulls)
          if (touched.has(number) && world.workflowRuns.some(({ conclusion }) => conclusion === 'success')) {
            head.sha = await tip('main')
            await git('update-ref', `refs/heads/${head.ref}`, head.sha)
          }
      },
    },
    breaks: /^proposals: sluice\/\S+ was forced/,
  },
  'a SARIF file leaves out what another workflow found': {
    events: ['opened topic'],
    fault: {
      after: ({ jobs }) => {
        for (const { steps } of jobs)
          for (const step of steps) step.sarif = step.sarif.replaceAll('Wrong: bad', 'Fine: bad')
      },
    },
    breaks: /^findings: the SARIF file of review\S*\.yml lacks Wrong: bad 1/,
  },
  'a triage takes the label of a person': {
    events: ['another label', 'needs triage'],
    fault: {
      after: ({ world, jobs }) => {
        if (jobs.length > 0)
          for (const subject of world.issues) subject.labels = subject.labels.filter((name) => name !== 'later')
      },
    },
    breaks: /^labels: .* said .*later/,
  },
  'two nightly triages ask for other labels': {
    events: ['night', 'night of all issues'],
    fault: {
      workflows: replaced(
        'scale-triage.yml',
        'allowed_labels: bug, enhancement',
        'allowed_labels: enhancement, bug, x',
      ),
    },
    breaks: /^costs: #\d+ is as it was/,
  },
  'the base of a pull request goes': {
    events: ['failed CI of the topic'],
    fault: { after: async ({ git }) => void (await git('update-ref', '-d', 'refs/heads/topic')) },
    breaks: /^proposals: #21 goes to topic, which is gone/,
  },
  'a triage may set too few labels': {
    events: ['needs triage', 'needs triage', 'needs triage', 'needs triage'],
    fault: {
      workflows: replaced(
        'triage.yml',
        'allowed_labels: bug, enhancement, question, duplicate',
        'allowed_labels: wontfix',
      ),
    },
    breaks: /^labels: /,
  },
}

test.each(sample(Object.entries(faults), 1))(
  'a week shows when %s',
  async (_, { events, fault, breaks }) => {
    const seed = 11
    expect(await playWeek(seed, events, fault)).toContainEqual(expect.stringMatching(breaks))
    // `npm run test:full` also plays them without it.
    if (isFull) expect(await playWeek(seed, events)).toEqual([])
  },
  240_000,
)
