import { settingsAtStart } from '../config/admin-settings.ts'
import { type Inputs, workflowFile } from '../config/inputs.ts'
import { runIdentity } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import type { GitHub } from '../github/api/github.ts'
import { claimsMarker } from '../github/comment-marker.ts'
import type { Task } from '../github/events/task.ts'
import type { TrustAssessment } from '../github/events/trust.ts'
import type { Git } from '../github/git.ts'
import { steeringReader } from '../github/steering-reader.ts'
import { pluralize } from '../text/write-markdown.ts'
import { writerOf } from './delivery-context.ts'
import { purposeOf } from './plan/purpose.ts'

/** How often a workflow tries to mend one branch before CI was green there once. */
const DEFAULT_ATTEMPTS = 3

export type AttemptServices = {
  inputs: Inputs
  runtime: Runtime
  git: Git
  github: GitHub
  notice: (text: string) => void
}

/**
 * What earlier runs tried for the branch whose CI failed, if they are as many as a workflow may make. Runs count by the name of the branch in
 * their title (`run-name`); runs whose every job was skipped or that were cancelled do not. Where runs cannot be counted, no limit applies.
 */
export async function attemptsOnBranch(
  { task, steering }: TrustAssessment,
  services: AttemptServices,
): Promise<string | undefined> {
  const { inputs, runtime, github, notice } = services
  const { branch, path = '', conclusion: ended } = task.upstream ?? {}
  const isDelivered = inputs.changes === 'commit' || inputs.changes === 'pull_request'
  if (branch === undefined || ended === 'success' || !isDelivered || inputs.mode !== '') return undefined
  const run = Number(runtime.env.GITHUB_RUN_ID)
  const [settings, runs, green = ''] = await Promise.all([
    settingsAtStart(steeringReader(steering.sha, services), services),
    github.newestRuns(workflowFile(runtime.env)).catch(() => undefined),
    github.lastGreenRun(path.replace(/@.*$/, '').split('/').at(-1) ?? '', branch).catch(() => undefined),
  ])
  if (runs === undefined) return void notice(`${UNCOUNTED} Give the job \`actions: read\`.`)
  const isOnBranch = ({ title }: { title: string }) => title.split(/\s+/).includes(branch)
  if (runs.some((each) => each.id === run && !isOnBranch(each))) return void notice(`${UNCOUNTED} ${RUN_NAME}`)
  const earlier = runs.filter(
    (each) =>
      each.id !== run &&
      isOnBranch(each) &&
      !['skipped', 'cancelled'].includes(each.conclusion ?? '') &&
      Date.parse(each.createdAt) > (Date.parse(green) || 0),
  )
  const max = settings?.sluice?.attempts ?? DEFAULT_ATTEMPTS
  if (earlier.length < max) return undefined
  const { key } = writerOf(runIdentity(inputs, runtime))
  const pulls = await proposedFor(task, key, github).catch(() => [])
  const proposals = pulls.length === 0 ? '' : ` It proposed ${pulls.join(', ')}.`
  const tried = earlier.map(({ url }) => url).slice(0, MAX_NAMED)
  return `This workflow tried ${pluralize(earlier.length, 'time')} to fix CI on ${branch}, and CI did not succeed there since: ${tried.toReversed().join(', ')}.${proposals} It stops until CI succeeds there once (sluice.attempts is ${max}).`
}

const UNCOUNTED = 'The attempts to fix CI on this branch are not counted, so no limit applies.'

const RUN_NAME = 'Write `run-name: Fix CI on ${{ github.event.workflow_run.head_branch }}` in the workflow.'

const MAX_NAMED = 10

/** The open pull requests that this workflow proposed for the same purpose. */
async function proposedFor(task: Task, key: string, github: GitHub): Promise<string[]> {
  const { id } = purposeOf(task, key, false)
  const [viewer, open] = await Promise.all([github.viewer(), github.openPulls()])
  return open
    .filter(({ author, body }) => author === viewer && claimsMarker(body, { kind: 'pull', key, id }))
    .map(({ number }) => `#${number}`)
}
