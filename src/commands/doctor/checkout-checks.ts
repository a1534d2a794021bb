import { mapOf, mapText } from '../../config/workflow-file.ts'
import { type RunCommit, runCommit } from '../../emulators/github/checkout.ts'
import { nearWord } from '../misspelling.ts'
import {
  agentOf,
  agentSteps,
  isCheckout,
  type JobSource,
  type StepSource,
  type WorkflowSource,
} from '../workflow-source.ts'
import { conditionsOf, type DoctorProblem, docsPage, eachStep, type WorkflowCheck } from './doctor-problem.ts'

/** Finds checkouts that cannot fit the event, or the steps after a run that edits. */
export const checkoutChecks: WorkflowCheck = (source) => [
  ...eachStep(source, (step) => unknownInputs(source, step)),
  ...source.jobs
    .filter((job) => agentSteps(job).some(({ step }) => agentOf(step) === 'sluice'))
    .flatMap((job) => [...emptyRefs(source, job), ...editsElsewhere(source, job)]),
]

/** Source: action.yml of actions/checkout. */
const INPUTS =
  'allow-unsafe-pr-checkout clean fetch-depth fetch-tags filter github-server-url lfs path persist-credentials ref repository set-safe-directory show-progress sparse-checkout sparse-checkout-cone-mode ssh-key ssh-known-hosts ssh-strict ssh-user submodules token'.split(
    ' ',
  )

/** Inputs that the action does not have: the runner warns and goes on without them. */
function unknownInputs(source: WorkflowSource, step: StepSource): DoctorProblem[] {
  if (!isCheckout(step)) return []
  const names = Object.keys(mapOf(step.step.with)).filter((name) => !INPUTS.includes(name.toLowerCase()))
  return names.map((name) => {
    const near = nearWord(name, INPUTS)
    const { offset } = source.startOf([...step.path, 'with', name])
    return {
      check: 'unknown-input',
      level: 'error' as const,
      line: source.lineOf([...step.path, 'with', name]),
      problem: `actions/checkout has no input ${name}, so GitHub ignores it.`,
      fix: near === undefined ? `Remove it. It has ${INPUTS.join(', ')}.` : `Write ${near.word}.`,
      edits: near?.isCertain === true ? [{ start: offset, end: offset + name.length, text: near.word }] : undefined,
    }
  })
}

const ON_PULL_REQUEST = ['pull_request', 'pull_request_target', 'pull_request_review', 'pull_request_review_comment']

/** Values that only some events have. On others they are empty. Source: GitHub docs, "Contexts" and "Webhook events and payloads". */
const VALUES: readonly (readonly [value: RegExp, events: readonly string[]])[] = [
  [/\bgithub\.event\.pull_request\b/, ON_PULL_REQUEST],
  [/\bgithub\.(?:head|base)_ref\b/, ['pull_request', 'pull_request_target']],
  [/\bgithub\.event\.workflow_run\b/, ['workflow_run']],
  [/\bgithub\.event\.issue\b/, ['issues', 'issue_comment']],
  [/\bgithub\.event\.release\b/, ['release']],
  [/\bgithub\.event\.(?:inputs|client_payload)\b/, ['workflow_dispatch', 'repository_dispatch']],
]

const COMMITS: Readonly<Record<RunCommit, string>> = {
  merge: 'the merge of the pull request',
  event: 'the commit of the event',
  default: 'the default branch',
}

/** A ref that is empty on an event checks out another commit without a word. */
function emptyRefs(source: WorkflowSource, job: JobSource): DoctorProblem[] {
  return job.steps.filter(isCheckout).flatMap((step) => {
    const ref = mapText(mapOf(step.step.with), 'ref')
    const [value, events] = VALUES.find(([pattern]) => pattern.test(ref)) ?? []
    const name = value?.exec(ref)?.[0]
    // Another value follows, or a condition tells the events apart.
    if (name === undefined || ref.includes('||') || choosesEvent(job, step)) return []
    const without = [...source.events.keys()].filter((event) => event !== 'workflow_call' && !events?.includes(event))
    const [first] = without
    if (first === undefined) return []
    return [
      {
        check: 'unfit-checkout',
        level: 'warning' as const,
        line: source.lineOf([...step.path, 'with', 'ref']),
        problem: `On ${without.join(', ')} there is no ${name}, so this step checks out ${COMMITS[runCommit(first)]}, or fails.`,
        fix: `Remove ref: a run about a pull request works on its head, whatever is checked out (${docsPage('workflows')}, Which files a run works on). Or name a value for the other events: \${{ ${name}… || github.sha }}.`,
      },
    ]
  })
}

const choosesEvent = (job: JobSource, { step }: StepSource): boolean =>
  /github\.event_name|github\.event\.(?:pull_request|issue\.pull_request)/.test(conditionsOf(job.job, step))

/** Events of a pull request on which `actions/checkout` leaves another commit than its head. */
const ELSEWHERE = [...ON_PULL_REQUEST, 'issue_comment', 'workflow_run']

const USES_EDITS =
  /^(?:peter-evans\/create-pull-request|stefanzweifel\/git-auto-commit-action|EndBug\/add-and-commit|planetscale\/ghcommit-action)@/i
const COMMITS_EDITS = /\bgit\s+(?:add|commit|stash|diff\s+--(?:quiet|exit-code))\b/

/** A step that commits what the run edited finds nothing, because the edits are on the head. */
function editsElsewhere(source: WorkflowSource, job: JobSource): DoctorProblem[] {
  const event = ELSEWHERE.find((name) => source.events.has(name))
  const run = job.steps.findIndex(({ step }) => agentOf(step) === 'sluice')
  const checkout = job.steps.slice(0, run).find(isCheckout)
  if (event === undefined || checkout === undefined) return []
  if (/head|refs\/pull\/.*\/head/.test(mapText(mapOf(checkout.step.with), 'ref'))) return []
  return job.steps.slice(run + 1).flatMap((step) => {
    const uses = mapText(step.step, 'uses')
    const text = mapText(step.step, 'run')
    const usesEdits = USES_EDITS.test(uses) || (COMMITS_EDITS.test(text) && !/\bgit\s+apply\b/.test(text))
    if (!usesEdits || choosesEvent(job, step)) return []
    return [
      {
        check: 'unfit-checkout',
        level: 'warning' as const,
        line: source.lineOf([...step.path, USES_EDITS.test(uses) ? 'uses' : 'run']),
        problem: `On ${event} about a pull request, the run edits the head of the pull request, which this job did not check out: this step finds no edits.`,
        fix: 'Let Sluice deliver them: remove this step and set changes: commit or changes: pull_request. Or apply the patch first: git apply "$PATCH", with PATCH: ${{ steps.ID.outputs.patch }} in env.',
      },
    ]
  })
}
