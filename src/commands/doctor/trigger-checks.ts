import { mapOf, mapText, textsIn, type WorkflowMap } from '../../config/workflow-file.ts'
import { guardsForks } from '../../emulators/github/checkout.ts'
import { eventsWith } from '../workflow-events.ts'
import {
  agentOf,
  agentSteps,
  isCheckout,
  type JobSource,
  pinnedVersion,
  type StepSource,
  type WorkflowSource,
} from '../workflow-source.ts'
import {
  checksAuthor,
  checksOrigin,
  conditionsOf,
  type DoctorProblem,
  docsPage,
  keepsCredential,
  type WorkflowCheck,
} from './doctor-problem.ts'

/** Finds triggers that give outsiders a token or secrets, and checkouts of their code. */
export const triggerChecks: WorkflowCheck = (source) =>
  source.jobs.flatMap((job) => [
    ...strangersWithSecrets(source, job),
    ...workflowRunOfForks(source, job),
    ...commentsOfStrangers(source, job),
    ...otherPhrases(source, job),
    ...checkoutsOfHeads(source, job),
    ...inheritedSecrets(source, job),
  ])

function strangersWithSecrets(source: WorkflowSource, job: JobSource): DoctorProblem[] {
  const target = source.events.get('pull_request_target')
  if (target === undefined || isByWriters(target.types)) return []
  const hasAgent = agentSteps(job).length > 0
  if (!hasAgent && !usesSecrets(job.job)) return []
  const guarded = agentSteps(job).some(({ step }) => checksOrigin(conditionsOf(job.job, step)))
  if (guarded || checksOrigin(conditionsOf(job.job)) || job.job.environment !== undefined) return []
  return [
    {
      check: 'stranger-trigger',
      level: 'error',
      line: source.lineOf(['on', 'pull_request_target']),
      problem: `pull_request_target gives the job "${job.id}" secrets and a token that can write, even for pull requests from forks. Anyone can start it.`,
      fix: `Use pull_request. For forks, review in a second workflow on workflow_run behind an environment with required reviewers (${docsPage('workflows')}, Forks).`,
    },
  ]
}

/** Types of events that only people with write access cause. */
const BY_WRITERS = ['labeled', 'unlabeled', 'assigned', 'unassigned', 'milestoned']
const isByWriters = (types: unknown): boolean =>
  Array.isArray(types) && types.length > 0 && types.every((type) => BY_WRITERS.includes(String(type)))

const usesSecrets = (job: WorkflowMap): boolean =>
  textsIn(job).some((text) => /\$\{\{[^}]*\bsecrets\s*[.[](?!\s*'?GITHUB_TOKEN)/i.test(text))

function workflowRunOfForks(source: WorkflowSource, job: JobSource): DoctorProblem[] {
  if (!source.events.has('workflow_run') || agentSteps(job).length === 0) return []
  if (checksOrigin(conditionsOf(job.job)) || job.job.environment !== undefined) return []
  return [
    {
      check: 'stranger-trigger',
      level: 'error',
      line: source.lineOf(['on', 'workflow_run']),
      problem: `workflow_run starts the job "${job.id}" with secrets even after runs for forks. Anyone can start it with a pull request.`,
      fix: 'Add to the job: if: github.event.workflow_run.head_repository.full_name == github.repository. Or protect it with an environment that has required reviewers.',
    },
  ]
}

/** Sluice checks for write permission itself; other agents start for everyone whom the workflow lets through. */
function commentsOfStrangers(source: WorkflowSource, job: JobSource): DoctorProblem[] {
  const agent = agentSteps(job).find(({ step }) => agentOf(step) === 'gemini')
  const event = eventsWith('open').find((name) => source.events.has(name))
  if (agent === undefined || event === undefined || checksAuthor(conditionsOf(job.job, agent.step))) return []
  return [
    {
      check: 'stranger-trigger',
      level: 'error',
      line: source.lineOf(['on', event]),
      problem: `Anyone can start the job "${job.id}" with ${event}. It has secrets, and nothing checks who wrote the text.`,
      fix: `Add to the job: if: contains(fromJSON('["OWNER", "MEMBER", "COLLABORATOR"]'), github.event.${event === 'issues' ? 'issue' : event === 'pull_request_review' ? 'review' : 'comment'}.author_association). Or run \`sluice import\`: Sluice asks GitHub for write permission.`,
    },
  ]
}

const COMMENTS = ['issue_comment', 'pull_request_review_comment', 'pull_request_review']
const BODY_TEST =
  /(!\s*)?\b(?:contains|startsWith|endsWith)\(\s*github\.event\.(?:comment|review)\.body\s*,\s*'((?:[^']|'')*)'\s*\)/gi

/** A comment must contain the trigger phrase, so a condition that lets other comments through starts runs that do nothing. */
function otherPhrases(source: WorkflowSource, job: JobSource): DoctorProblem[] {
  if (!COMMENTS.some((event) => source.events.has(event))) return []
  return agentSteps(job).flatMap(({ step }) => {
    const phrase = String(mapOf(step.with).trigger_phrase ?? '@gemini-cli').toLowerCase()
    const asked = [...conditionsOf(job.job, step).matchAll(BODY_TEST)]
      .filter(([, negation]) => negation === undefined)
      .map(([, , text = '']) => text.trim().replaceAll("''", "'"))
    const fits = (text: string) => text.toLowerCase().includes(phrase) || phrase.includes(text.toLowerCase())
    const [first] = asked
    if (agentOf(step) !== 'sluice' || first === undefined || phrase.includes('${{') || asked.some(fits)) return []
    return [
      {
        check: 'other-phrase',
        level: 'error' as const,
        line: source.lineOf([...job.path, 'if']),
        problem: `The condition asks for ${first} in a comment, but a run starts only with ${phrase}: a comment with ${first} alone starts a job that does nothing.`,
        fix: `Write trigger_phrase: ${JSON.stringify(first)}, or ask for ${phrase} in the condition.`,
      },
    ]
  })
}

const HEAD_REF =
  /github\.head_ref|pull_request\.head\.(?:sha|ref)|workflow_run\.(?:head_sha|head_branch|head_commit)|refs\/pull\/|pull_request\.merge_commit_sha/
const HEAD_COMMAND = /\bgh pr checkout\b|\bgit fetch\b[^\n]*\bpull\/|\bgit checkout\b[^\n]*(?:FETCH_HEAD|head_ref)/

function checkoutsOfHeads(source: WorkflowSource, job: JobSource): DoctorProblem[] {
  const event = eventsWith('privileged').find((name) => source.events.has(name))
  if (event === undefined) return []
  return job.steps.flatMap((step) => {
    if (!checksOutHead(step)) return []
    const condition = conditionsOf(job.job, step.step)
    if (checksOrigin(condition)) return []
    const credentials = keepsCredential(step)
    const anyone = event === 'pull_request_target' || event === 'workflow_run'
    // After a comment by a person whom the workflow checks, a job may check out a head, but without a credential beside it.
    if (!credentials && !anyone && (checksAuthor(condition) || isReadAsData(job))) return []
    const failure = anyone ? forkFailure(source, step) : undefined
    if (failure !== undefined)
      return [
        {
          check: 'untrusted-checkout',
          level: 'error' as const,
          line: source.lineOf([...step.path, 'with', 'ref']),
          problem: `On ${event}, ${failure}: for every pull request from ${failure === NO_BRANCH ? 'a fork' : 'one'}, the job fails at this step.`,
          fix: 'Check out the base: remove ref and repository. Sluice reads the diff and files of the pull request from the API.',
        },
      ]
    return [
      {
        check: 'untrusted-checkout',
        level: 'error' as const,
        line: source.lineOf(isCheckout(step) ? [...step.path, 'with', 'ref'] : [...step.path, 'run']),
        problem: `${event} runs with secrets, and this step checks out the head of a pull request${credentials ? ', with the token in .git/config' : ''}: any step that runs its code (install, build, test) exposes them.`,
        fix: `Check out the base: remove ref${credentials ? ' and set persist-credentials: false' : ''}. Sluice reads the diff and files of the pull request from the API. Or limit the job to heads of this repository.`,
      },
    ]
  })
}

function checksOutHead(step: StepSource): boolean {
  const { step: values } = step
  if (!isCheckout(step)) return HEAD_COMMAND.test(mapText(values, 'run'))
  const options = mapOf(values.with)
  return (
    HEAD_REF.test(`${mapText(options, 'ref')} ${mapText(options, 'repository')}`) ||
    /head\.repo\.full_name/.test(mapText(options, 'repository'))
  )
}

/** What actions/checkout compares with the head of the pull request. A branch of the same name in this repository is none. */
const FORK_REF = /pull_request\.head\.sha|merge_commit_sha|workflow_run\.(?:head_sha|head_commit)|refs\/pull\//
const FORK_REPOSITORY = /(?:head\.repo|head_repository)\.full_name/

/** The name of a branch, which is looked up in this repository. */
const BRANCH_REF =
  /^(?:refs\/heads\/)?\$\{\{\s*github\.(?:head_ref|event\.(?:pull_request\.head\.ref|workflow_run\.head_branch))\s*\}\}$/
const NO_BRANCH = 'actions/checkout looks for the branch in this repository'

/** Why this checkout fails for a fork. */
function forkFailure(source: WorkflowSource, place: StepSource): string | undefined {
  const { step } = place
  if (!isCheckout(place)) return undefined
  const options = mapOf(step.with)
  const [ref, repository] = [mapText(options, 'ref'), mapText(options, 'repository')]
  if (BRANCH_REF.test(ref.trim()) && repository === '') return NO_BRANCH
  const isHead = FORK_REF.test(ref) || FORK_REPOSITORY.test(repository)
  const isAllowed = String(options['allow-unsafe-pr-checkout'] ?? 'false').toLowerCase() === 'true'
  const isGuarded = guardsForks(mapText(step, 'uses'), pinnedVersion(source, place)) === true
  return isHead && !isAllowed && isGuarded ? 'actions/checkout refuses the code of a fork' : undefined
}

/** Whether nothing after a checkout runs a program of it. */
const isReadAsData = ({ steps }: JobSource): boolean => steps.every(({ step }) => typeof step.run !== 'string')

function inheritedSecrets(source: WorkflowSource, { job, path }: JobSource): DoctorProblem[] {
  const uses = mapText(job, 'uses')
  if (job.secrets !== 'inherit' || uses === '' || uses.startsWith('./')) return []
  return [
    {
      check: 'inherited-secrets',
      level: 'warning',
      line: source.lineOf([...path, 'secrets']),
      problem: `secrets: inherit gives every secret of the repository to ${uses.split('@')[0]}.`,
      fix: 'Name the secrets that the called workflow needs, one per line.',
    },
  ]
}
