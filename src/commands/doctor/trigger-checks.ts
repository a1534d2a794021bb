import { mapOf, mapText, textsIn, type WorkflowMap } from '../../config/workflow-file.ts'
import { guardsForks } from '../../emulators/github/checkout.ts'
import { pathGlob } from '../../text/glob-list.ts'
import { nearWord } from '../misspelling.ts'
import { activityTypes, defaultTypes, eventsWith, knownEvents } from '../workflow-events.ts'
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
export const triggerChecks: WorkflowCheck = (source) => [
  ...daysThatNeverCome(source),
  ...deadPatterns(source),
  ...source.jobs.flatMap((job) => [
    ...strangersWithSecrets(source, job),
    ...workflowRunOfForks(source, job),
    ...commentsOfStrangers(source, job),
    ...otherPhrases(source, job),
    ...checkoutsOfHeads(source, job),
    ...inheritedSecrets(source, job),
    ...impossibleValues(source, job),
  ]),
]

/** Patterns of filters that match no branch, tag or file. Source: GitHub docs, "Filter pattern cheat sheet". */
function deadPatterns(source: WorkflowSource): DoctorProblem[] {
  return [...source.events].flatMap(([event, options]) =>
    Object.entries(options).flatMap(([filter, entries]) =>
      [entries].flat().flatMap((entry): DoctorProblem[] => {
        const pattern = String(entry).trim()
        const replacement = correctPattern(filter, pattern)
        if (replacement === undefined) return []
        return [
          {
            check: 'never-runs',
            level: 'error',
            line: source.lineOf(['on', event, filter]),
            problem:
              replacement === ''
                ? `${filter} of ${event} leaves nothing out of ${pattern}, so the event starts no run.`
                : `${pattern} in ${filter} of ${event} matches nothing: ${filter.startsWith('paths') ? 'a path begins at the root, and a folder is not its files' : 'GitHub compares the name without refs/'}.`,
            fix: replacement === '' ? `Name what ${event} shall ignore.` : `Write '${replacement}'.`,
          },
        ]
      }),
    ),
  )
}

/** What to write instead of a pattern that matches nothing; empty for one that ignores everything. */
function correctPattern(filter: string, pattern: string): string | undefined {
  if (/^(?:branches|paths)-ignore$/.test(filter) && pattern === '**') return ''
  const isPath = /^paths(?:-ignore)?$/.test(filter)
  if (!isPath && !/^(?:branches|tags)(?:-ignore)?$/.test(filter)) return undefined
  const fixed = isPath ? pathGlob(pattern) : pattern.replace(/^(!?)refs\/(?:heads|tags)\//, '$1')
  // GitHub takes ** before a name as every such file.
  return fixed === pattern || (isPath && !/^!?\.?\/|\/$/.test(pattern)) ? undefined : fixed
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** A schedule for a day that its month does not have. */
function daysThatNeverCome(source: WorkflowSource): DoctorProblem[] {
  const schedule = mapOf(source.workflow.on).schedule
  const times = Array.isArray(schedule) ? schedule.map((each) => mapText(mapOf(each), 'cron')) : []
  return times.flatMap((cron, index): DoctorProblem[] => {
    const [, , day = '', month = '', weekday] = cron.trim().split(/\s+/)
    const isPlain = /^\d+(?:,\d+)*$/.test(day) && /^\d+(?:,\d+)*$/.test(month) && weekday === '*'
    const days = day.split(',').map(Number)
    const comes = month.split(',').some((each) => days.some((date) => date <= (DAYS[Number(each) - 1] ?? 31)))
    if (!isPlain || comes) return []
    return [
      {
        check: 'never-runs',
        level: 'error',
        line: source.lineOf(['on', 'schedule', index, 'cron']),
        problem: `No month of ${cron} has that day, so the schedule starts no run.`,
        fix: 'Write a day that the month has, or 1 for its first.',
      },
    ]
  })
}

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
    const askedPhrases = [...conditionsOf(job.job, step).matchAll(BODY_TEST)]
      .filter(([, negation]) => negation === undefined)
      .map(([, , text = '']) => text.trim().replaceAll("''", "'"))
    // In the thread of a finding, two words need no phrase.
    const fits = (text: string) =>
      text.toLowerCase().includes(phrase) ||
      phrase.includes(text.toLowerCase()) ||
      /^(?:\/dismiss\b|remember:)/i.test(text)
    const [first] = askedPhrases
    if (agentOf(step) !== 'sluice' || first === undefined || phrase.includes('${{') || askedPhrases.some(fits))
      return []
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

const RESULTS = ['success', 'failure', 'cancelled', 'skipped']

/**
 * What a value of a context can be. GitHub compares without regard to upper and lower case. Source: GitHub docs, "Contexts", "Webhook
 * events and payloads" and the enum CommentAuthorAssociation.
 */
const VALUES: readonly (readonly [reference: RegExp, values: readonly string[]])[] = [
  [
    /^github\.event\.(?:\w+\.)?author_association$/,
    ['COLLABORATOR', 'CONTRIBUTOR', 'FIRST_TIMER', 'FIRST_TIME_CONTRIBUTOR', 'MANNEQUIN', 'MEMBER', 'NONE', 'OWNER'],
  ],
  [
    /^github\.event\.(?:workflow_run|check_run|check_suite|workflow_job)\.conclusion$/,
    [...RESULTS, 'neutral', 'timed_out', 'action_required', 'stale', 'startup_failure'],
  ],
  [/^github\.event\.review\.state$/, ['approved', 'changes_requested', 'commented', 'dismissed', 'pending']],
  [/^github\.event\.(?:pull_request|issue)\.state$/, ['open', 'closed']],
  [/^github\.event\.(?:\w+\.)?(?:sender|user)\.type$/, ['User', 'Bot', 'Organization', 'Mannequin']],
  [/^github\.ref_type$/, ['branch', 'tag']],
  [/^runner\.os$/, ['Linux', 'Windows', 'macOS']],
  [/^runner\.arch$/, ['X86', 'X64', 'ARM', 'ARM64']],
  [/^job\.status$/, ['success', 'failure', 'cancelled']],
  [/^steps\.[\w-]+\.(?:outcome|conclusion)$/, RESULTS],
  [/^needs\.[\w-]+\.result$/, RESULTS],
]

/** Accounts of apps, whose login ends in [bot]. */
const BOTS = ['dependabot', 'github-actions']
const LOGIN = /^github\.(?:actor|triggering_actor|event\.(?:[\w.]+\.)?login)$/

const COMPARED =
  /([a-z_][\w-]*(?:\.[\w-]+)+)\s*[!=]=\s*'((?:[^']|'')*)'|'((?:[^']|'')*)'\s*[!=]=\s*([a-z_][\w-]*(?:\.[\w-]+)+)/gi
const LISTED = /\bcontains\(\s*fromJSON\(\s*'(\[[^']*\])'\s*\)\s*,\s*([a-z_][\w-]*(?:\.[\w-]+)+)\s*\)/gi
const PREFIX = /\bstartsWith\(\s*github\.ref\s*,\s*'((?:[^']|'')*)'\s*\)/gi

/** `isSoft`: it may name a value that this workflow does not have now, as `!=` and lists do. */
type Comparison = { reference: string; value: string; index: number; isPrefix?: true; isSoft?: boolean }

function comparisonsIn(condition: string): Comparison[] {
  const compared = [...condition.matchAll(COMPARED)].map((match) => ({
    reference: match[1] ?? match[4] ?? '',
    value: match[2] ?? match[3] ?? '',
    index: match.index,
    isSoft: match[0].includes('!='),
  }))
  const listed = [...condition.matchAll(LISTED)].flatMap(({ 1: list = '', 2: reference = '', index }) =>
    [...list.matchAll(/"([^"\\]*)"/g)].map(([, value = '']) => ({ reference, value, index, isSoft: true })),
  )
  const prefixes = [...condition.matchAll(PREFIX)].map(({ 1: value = '', index }) => ({
    reference: 'github.ref',
    value,
    index,
    isPrefix: true as const,
  }))
  return [...compared, ...listed, ...prefixes]
}

/** Comparisons with a text that the value never is, so that GitHub skips what waits for it. */
function impossibleValues(source: WorkflowSource, job: JobSource): DoctorProblem[] {
  const places = [
    { condition: job.job.if, path: job.path },
    ...job.steps.map(({ step, path }) => ({ condition: step.if, path })),
  ]
  return places.flatMap(({ condition, path }) => {
    if (typeof condition !== 'string') return []
    return comparisonsIn(condition).flatMap(({ reference, value, index, isPrefix, isSoft }): DoctorProblem[] => {
      const correction = correctValue(
        reference.toLowerCase(),
        value,
        source,
        isSoft || condition.includes('||'),
        isPrefix,
      )
      if (correction === undefined) return []
      const inner = condition.slice(0, index).split('\n').length
      return [
        {
          check: 'impossible-value',
          level: 'error',
          line: source.lineInside([...path, 'if'], inner),
          problem: `${reference} ${isPrefix ? 'never begins with' : 'is never'} '${value}'${correction.reason}.`,
          fix: correction.fix,
        },
      ]
    })
  })
}

type ValueCorrection = { reason: string; fix: string }

/** What to write instead, if `reference` can never be `value`. `hasOthers`: the condition has other ways to be true. */
function correctValue(
  reference: string,
  value: string,
  source: WorkflowSource,
  hasOthers: boolean,
  isPrefix?: true,
): ValueCorrection | undefined {
  if (value === '') return undefined
  const word = value.toLowerCase()
  const oneOf = (words: readonly string[]): string => {
    const near = nearWord(value, words)?.word
    return near === undefined ? `Write one of ${words.join(', ')}.` : `Write '${near}'.`
  }
  if (reference === 'github.ref') {
    const isWhole = word.startsWith('refs/') || (isPrefix === true && 'refs/'.startsWith(word))
    return isWhole
      ? undefined
      : {
          reason: ': it begins with refs/heads/, refs/tags/ or refs/pull/',
          fix: `Compare github.ref_name, or write 'refs/heads/${value}'.`,
        }
  }
  if (LOGIN.test(reference) && BOTS.includes(word))
    return { reason: ': the account of an app ends in [bot]', fix: `Write '${value}[bot]'.` }
  const values = VALUES.find(([pattern]) => pattern.test(reference))?.[1]
  if (values !== undefined)
    return values.some((each) => each.toLowerCase() === word) ? undefined : { reason: '', fix: oneOf(values) }
  // A called workflow gets the event of its caller.
  const isCalled = source.events.has('workflow_call')
  const names = [...source.events.keys()]
  if (reference === 'github.event_name') {
    if (!knownEvents().includes(word))
      return { reason: ', for GitHub has no such event', fix: oneOf(isCalled ? knownEvents() : names) }
    return names.includes(word) || isCalled || hasOthers
      ? undefined
      : { reason: ' here', fix: `Add ${word} to on, or write one of ${names.join(', ')}.` }
  }
  if (reference !== 'github.event.action' || isCalled) return undefined
  const all = names.flatMap(activityTypes)
  // An event without types of GitHub's own, such as repository_dispatch.
  if (all.length === 0 || names.includes('repository_dispatch')) return undefined
  if (!all.includes(word)) return { reason: ' on the events of this workflow', fix: oneOf(all) }
  const started = names.flatMap((name) => {
    const { types } = source.events.get(name) ?? {}
    if (types !== undefined) return [types].flat().map(String)
    return name.startsWith('pull_request') ? [...(defaultTypes(name) ?? activityTypes(name))] : activityTypes(name)
  })
  return started.includes(word) || hasOthers || started.some((each) => each.includes('${{'))
    ? undefined
    : { reason: ' here', fix: `Add ${word} to types, or write one of ${started.join(', ')}.` }
}
