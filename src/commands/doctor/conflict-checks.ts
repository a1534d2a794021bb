import { mapOf, mapText } from '../../config/workflow-file.ts'
import { REVIEW_CHECK } from '../../delivery/post/review-check.ts'
import { findRequest } from '../../github/events/trigger-rules.ts'
import { jobKey } from '../../github/result-marker.ts'
import { globList } from '../../text/glob-list.ts'
import { falsePart } from '../simulate/expressions.ts'
import { type Situation, situationsOf } from '../simulate/situations.ts'
import { agentOf, agentSteps, type JobSource, type StepSource, type WorkflowSource } from '../workflow-source.ts'
import { type Conflict, docsPage } from './doctor-problem.ts'
import {
  agentWorkflows,
  COMMENTS,
  deadlocks,
  githubOf,
  groupsBeforeConditions,
  groupsOfOthers,
  nameOf,
  sharedGroup,
} from './limit-checks.ts'

/** A step with an agent. */
type AgentStep = { source: WorkflowSource; job: JobSource; step: StepSource }

/** Finds what workflows with an agent do to each other: two answers, shared groups and reports, labels that start another one. */
export async function workflowConflicts(sources: readonly WorkflowSource[]): Promise<Conflict[]> {
  const agents = sources.flatMap((source) =>
    source.jobs.flatMap((job) => agentSteps(job).map((step) => ({ source, job, step }))),
  )
  const conflicts: Conflict[] = agentWorkflows(sources).flatMap((source) => [
    ...groupsBeforeConditions(source),
    ...groupsOfOthers(source),
  ])
  for (const [first, second] of pairsOf(agents)) {
    if (first.source === second.source && first.job === second.job) continue
    conflicts.push(
      ...(await twoAnswers(first, second)),
      ...sharedReport(first, second),
      ...sharedLabel(first, second),
      ...labelChain(first, second),
    )
  }
  const dispatchers = sources.flatMap((source) => dispatcherOf(source, agents) ?? [])
  for (const [index, first] of dispatchers.entries())
    for (const second of [...agents, ...dispatchers.slice(index + 1)])
      if (first.source !== second.source) conflicts.push(...(await twoAnswers(first, second)))
  for (const agent of agents)
    conflicts.push(
      ...labelLoop(agent),
      ...codeLoop(agent),
      ...staleGate(agent),
      ...lostRequests(agent),
      ...reportOfMatrix(agent),
    )
  for (const source of sources) conflicts.push(...deadlocks(source, sources))
  conflicts.push(...sharedTasks(sources))
  if (agents.some(isGate)) conflicts.push(...sources.flatMap(gateNames))
  // A called workflow has the name and the events of its caller.
  const started = sources.filter(({ events }) => [...events.keys()].some((event) => event !== 'workflow_call'))
  for (const [first, second] of pairsOf(started)) conflicts.push(...sharedGroup(first, second))
  return conflicts
}

/**
 * A workflow that hands comments on to workflows with an agent, as the dispatcher of run-gemini-cli does. Where the job that calls waits for
 * another one, that one decides what is answered.
 */
function dispatcherOf(source: WorkflowSource, agents: readonly AgentStep[]): AgentStep | undefined {
  for (const job of source.jobs) {
    const file = /^\.\/(.+)$/.exec(String(job.job.uses ?? ''))?.[1]
    const called = file && agents.find((agent) => agent.source.file.endsWith(file.split('/').at(-1) ?? file))
    if (!called) continue
    const [needed] = [job.job.needs ?? []].flat()
    return { source, job: source.jobs.find(({ id }) => id === needed) ?? job, step: called.step }
  }
  return undefined
}

const pairsOf = <Value>(values: readonly Value[]): [Value, Value][] =>
  values.flatMap((first, index) => values.slice(index + 1).map((second): [Value, Value] => [first, second]))

/** What people ask: in their own words, with our commands, and with whatever the conditions name. */
const COMMANDS = ['/review', '/fix', '/plan', '/triage', '/approve XZ23456789', '/allow once XZ23456789']

const phraseOf = (agent: AgentStep): string => inputOf(agent, 'trigger_phrase') || '@gemini-cli'

const conditionsOfAgent = ({ job, step }: AgentStep): string[] =>
  [job.job.if, step.step.if].map((each) => String(each ?? ''))

/** Requests for both, each with the words of their conditions. */
function requestsFor(agents: readonly AgentStep[]): string[] {
  const phrases = new Set(agents.map(phraseOf))
  const literals = agents.flatMap(conditionsOfAgent).flatMap((text) => text.match(/'(?:[^']|'')*'/g) ?? [])
  const words = literals
    .map((literal) => literal.slice(1, -1).replaceAll("''", "'"))
    .filter((word) => /[@/]/.test(word))
  return [...phrases].flatMap((phrase) => [
    `${phrase} why does this fail?`,
    ...[...new Set([...COMMANDS, ...words])].map((word) => (word.startsWith(phrase) ? word : `${phrase} ${word}`)),
  ])
}

async function twoAnswers(first: AgentStep, second: AgentStep): Promise<Conflict[]> {
  const shared = [...first.source.events.keys()].filter((event) => second.source.events.has(event))
  const events = new Map(shared.map((event) => [event, mapOf(first.source.events.get(event))]))
  const situations = situationsOf(events, first.job, first.step).filter(
    ({ event, type, actor }) => actor === 'writer' && hasType(second.source, event, type),
  )
  const found = [first, second]
  for (const situation of situations) {
    for (const { words, situation: each } of askedOf(situation, found)) {
      if ((await answers(first, each)) && (await answers(second, each)))
        return [twoAnswersProblem(second, first, each, words)]
    }
  }
  return []
}

type Asked = { words: string; situation: Situation }

/** What of an event two jobs must not both answer. */
function askedOf(situation: Situation, agents: readonly AgentStep[]): Asked[] {
  const { event, type, payload } = situation
  if (COMMENTS.includes(event)) return requestsFor(agents).map((body) => withBody(situation, body))
  if (type === 'labeled') return labelsOf(agents).map((name) => withLabel(situation, name))
  if (type === 'assigned')
    return agents
      .flatMap((agent) => listOf(inputOf(agent, 'assignee_trigger')))
      .map((login) => ({
        words: `the assignment of ${login}`,
        situation: { ...situation, payload: { ...payload, assignee: { login } } },
      }))
  if (event === 'workflow_run') {
    const [first, second] = agents.map(({ source }) => [mapOf(source.events.get(event)).workflows].flat().map(String))
    const name = first?.find((each) => second?.includes(each))
    return name !== undefined && agents.every(deliversChanges)
      ? [{ words: `a failed run of "${name}" with a pull request`, situation }]
      : []
  }
  const [prompt, other] = agents.map((agent) => inputOf(agent, 'prompt').trim())
  const isForEach = /^(?:issues|discussion)$/.test(event)
  const isOnTime = /^(?:schedule|push)$/.test(event) && prompt !== '' && agents.every(leavesSomething)
  if (prompt !== other || !(isForEach || isOnTime)) return []
  const each = isOnTime ? `each ${event}` : `each ${event === 'issues' ? 'issue' : event}`
  return [{ words: prompt === '' ? `${each} with the phrase` : `${each} with "${prompt}"`, situation }]
}

const inputOf = ({ step }: AgentStep, name: string): string => mapText(mapOf(step.step.with), name)

const deliversChanges = (agent: AgentStep): boolean => ['commit', 'pull_request'].includes(inputOf(agent, 'changes'))

const leavesSomething = (agent: AgentStep): boolean => deliversChanges(agent) || inputOf(agent, 'report_to') !== ''

function withBody(situation: Situation, body: string): Asked {
  const { payload } = situation
  const key = situation.event === 'pull_request_review' ? 'review' : 'comment'
  return {
    words: `"${body}"`,
    situation: { ...situation, payload: { ...payload, [key]: { ...mapOf(payload[key]), body } } },
  }
}

const withLabel = (situation: Situation, name: string): Asked => ({
  words: `the label "${name}"`,
  situation: { ...situation, payload: { ...situation.payload, label: { name } } },
})

const labelsOf = (agents: readonly AgentStep[]): string[] => [...new Set(agents.flatMap(triggerLabels))]

const triggerLabels = (agent: AgentStep): string[] => [
  ...listOf(inputOf(agent, 'label_trigger')),
  ...conditionsOfAgent(agent).flatMap((text) => /label\.name\s*==\s*'([^']+)'/.exec(text)?.[1] ?? []),
]

const listOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.includes('${{'))

function hasType({ events }: WorkflowSource, event: string, type: string | undefined): boolean {
  const { types } = mapOf(events.get(event))
  return (
    type === undefined || types === undefined || (Array.isArray(types) ? types : [types]).map(String).includes(type)
  )
}

/** Whether a job's conditions let an event through, and the action takes it for a request. */
async function answers(agent: AgentStep, situation: Situation): Promise<boolean> {
  if (!conditionsOfAgent(agent).every((condition) => holds(condition, agent.source, situation))) return false
  const { payload, type, event } = situation
  const starts = (input: string, name: unknown) => {
    const names = listOf(inputOf(agent, input)).map((each) => each.toLowerCase())
    return names.length === 0 || names.includes(String(name).toLowerCase())
  }
  if (type === 'labeled') return starts('label_trigger', mapOf(payload.label).name)
  if (type === 'assigned') return starts('assignee_trigger', mapOf(payload.assignee).login)
  if (!COMMENTS.includes(event)) return true
  if (agentOf(agent.step.step) !== 'sluice') return true
  const { body } = mapOf(payload.comment ?? payload.review)
  return (await findRequest(String(body), phraseOf(agent))) !== undefined
}

/** A condition that fails here, or reads what only a run knows, lets nothing through. */
function holds(condition: string, source: WorkflowSource, situation: Situation): boolean {
  try {
    return falsePart(condition, { github: githubOf(source, situation) }) === undefined
  } catch {
    return false
  }
}

function twoAnswersProblem(agent: AgentStep, other: AgentStep, { event }: Situation, words: string): Conflict {
  const { source, job } = agent
  return {
    file: source.file,
    check: 'two-answers',
    level: 'warning',
    line: source.lineOf([...job.path, 'if']),
    problem: `The job "${job.id}" and the job "${other.job.id}" of ${other.source.file} both answer ${words} (${event}): two runs, two costs, two answers.`,
    fix: "Let the if: of one job leave out what the other answers, for example !contains(github.event.comment.body, '@gemini-cli /fix'). Or set another trigger_phrase.",
  }
}

/** A group in which one request of a person ends another. */
function lostRequests(agent: AgentStep): Conflict[] {
  const { source, job, step } = agent
  const events = [...source.events.keys()]
  if (agentOf(step.step) !== 'sluice' || !events.some((event) => COMMENTS.includes(event))) return []
  const { 'cancel-in-progress': cancels, queue, group } = mapOf(job.job.concurrency ?? source.workflow.concurrency)
  const isPlain = typeof (job.job.concurrency ?? source.workflow.concurrency) === 'string'
  if ((group === undefined && !isPlain) || String(group).includes('comment.id') || queue === 'max') return []
  const loss =
    cancels === true ? 'cancels the one that runs' : 'takes the place of the one that waits, which then gets no answer'
  return [
    {
      file: source.file,
      check: 'lost-request',
      level: 'warning',
      line: source.lineOf(job.job.concurrency === undefined ? ['concurrency'] : [...job.path, 'concurrency']),
      problem: `A new request for the job "${job.id}" ${loss}.`,
      fix: 'Write queue: max in the place of cancel-in-progress. Where GitHub Enterprise Server does not know it, remove the group.',
    },
  ]
}

/** Jobs of a matrix that write one report, or one comment. */
function reportOfMatrix(agent: AgentStep): Conflict[] {
  const { source, job, step } = agent
  const { matrix } = mapOf(job.job.strategy)
  const hasReport = inputOf(agent, 'report_to') !== ''
  const names = ['workflow_name', hasReport ? 'settings' : 'workflow_name'].map((name) => inputOf(agent, name))
  const isComment = LABELED_EVENTS.some((event) => source.events.has(event)) && inputOf(agent, 'comment') !== 'off'
  const writesOne = hasReport || (isComment && inputOf(agent, 'mode') === '' && agentOf(step.step) === 'sluice')
  if (matrix === undefined || !writesOne || names.some((text) => /matrix\.|strategy\./.test(text))) return []
  return [
    {
      file: source.file,
      check: 'shared-report',
      level: 'warning',
      line: source.lineOf([...step.path, 'with', ...(hasReport ? ['report_to'] : [])]),
      problem: `The jobs that the matrix of "${job.id}" makes write one ${hasReport ? 'report' : 'comment'}: each overwrites that of the others.`,
      fix: hasReport
        ? 'Give each a title with a value of the matrix in sluice.report.title of the settings.'
        : 'Give each a name with a value of the matrix in workflow_name.',
    },
  ]
}

/** Comments belong to a job by the names of its workflow and of the job. */
function sharedReport(first: AgentStep, second: AgentStep): Conflict[] {
  if (first.source === second.source) return []
  if ([first, second].some(({ step }) => agentOf(step.step) !== 'sluice')) return []
  const reportName = (agent: AgentStep) => {
    const name = inputOf(agent, 'workflow_name')
    return name === '' || name.includes('${{') ? nameOf(agent.source) : name
  }
  const keys = [first, second].map((agent) => jobKey(reportName(agent), agent.job.id))
  if (keys[0] !== keys[1]) return []
  const { source, job } = second
  return [
    {
      file: source.file,
      check: 'shared-report',
      level: 'warning',
      line: source.lineOf(['name']),
      problem: `The workflow "${reportName(second)}" and its job "${job.id}" have the names of those in ${first.source.file}: each treats the other's comments as its own and overwrites them.`,
      fix: 'Give one of the two workflows another name.',
    },
  ]
}

/** Calls of the workflows for lists that have one name: their group, their table and their answers. */
function sharedTasks(sources: readonly WorkflowSource[]): Conflict[] {
  const taskJobs = new Map<string, string>()
  return sources.flatMap((source) =>
    source.jobs.flatMap(({ id, job, path }): Conflict[] => {
      if (!/\/sluice\/\.github\/workflows\/scale(?:-changes)?\.yml@/.test(String(job.uses ?? ''))) return []
      const name = mapText(mapOf(job.with), 'name') || nameOf(source)
      const other = taskJobs.get(name.toLowerCase())
      taskJobs.set(name.toLowerCase(), `"${id}" of ${source.file}`)
      if (other === undefined || name.includes('${{')) return []
      return [
        {
          file: source.file,
          check: 'shared-report',
          level: 'warning',
          line: source.lineOf([...path, 'uses']),
          problem: `The job "${id}" and the job ${other} have the task "${name}": they share a concurrency group, and each takes the results of the other for its own.`,
          fix: 'Give each job another name: in its with.',
        },
      ]
    }),
  )
}

/** Events on which a workflow triages by itself. On a schedule, the answer of one is known to the other. */
const LABELED_EVENTS = ['issues', 'pull_request', 'pull_request_target']

/** Two jobs that one event starts, and that may set the same label: each can undo the other's choice. */
function sharedLabel(first: AgentStep, second: AgentStep): Conflict[] {
  const labels = listOf(mapText(mapOf(second.step.step.with), 'allowed_labels')).filter(
    (name) => !/^!|[*?[{]/.test(name),
  )
  const label = labels.find((name) => setsLabel(first, name) && setsLabel(second, name))
  const events = [...first.source.events].filter(
    ([event]) => LABELED_EVENTS.includes(event) && second.source.events.has(event),
  )
  const isStarted = situationsOf(new Map(events), first.job, first.step)
    .filter(({ actor, event, type }) => actor === 'writer' && hasType(second.source, event, type))
    .flatMap((each) =>
      each.type === 'labeled' ? labelsOf([first, second]).map((name) => withLabel(each, name).situation) : [each],
    )
    .some((each) =>
      [first, second].every((agent) =>
        conditionsOfAgent(agent).every((condition) => holds(condition, agent.source, each)),
      ),
    )
  if (label === undefined || !isStarted) return []
  const { source, job, step } = second
  return [
    {
      file: source.file,
      check: 'shared-label',
      level: 'warning',
      line: source.lineOf([...step.path, 'with', 'allowed_labels']),
      problem: `The job "${job.id}" and the job "${first.job.id}" of ${first.source.file} start on the same event, and both may set the label "${label}".`,
      fix: 'Give each label to one of them in allowed_labels.',
    },
  ]
}

/** Whether what a step writes starts workflows: GitHub starts none for the token of a job. */
function writesAsApp({ step }: AgentStep): boolean {
  const token = mapText(mapOf(step.step.with), 'github_token')
  return agentOf(step.step) === 'sluice' && token !== '' && !/github\.token|secrets\.GITHUB_TOKEN/i.test(token)
}

/** Without a list a triage may set each label of the repository. */
function setsLabel(agent: AgentStep, name: string): boolean {
  const allowed = listOf(inputOf(agent, 'allowed_labels'))
  if (allowed.length === 0) return /profile:triage/.test(inputOf(agent, 'policies'))
  return globList(allowed, { dot: true, nocase: true })(name)
}

const BOTS_OF_OTHERS = ['dependabot[bot]', 'renovate[bot]', 'github-actions[bot]', 'pre-commit-ci[bot]']

/** A job that commits as an App, and that its own commits or pull requests start again: only allowed_bots lets such a run go on. */
function codeLoop(agent: AgentStep): Conflict[] {
  const { source, job, step } = agent
  const bots = listOf(mapText(mapOf(step.step.with), 'allowed_bots')).filter((name) => !BOTS_OF_OTHERS.includes(name))
  const isChecked = conditionsOfAgent(agent).some((text) => /\b(?:actor|sender)\b/.test(text))
  if (!deliversChanges(agent) || bots.length === 0 || isChecked || !writesAsApp(agent)) return []
  const event = [...source.events.keys()].find((name) => {
    const { branches, 'branches-ignore': ignored, tags } = mapOf(source.events.get(name))
    if (name === 'push') return branches === undefined && ignored === undefined && tags === undefined
    if (name === 'workflow_run') return fixesItself(agent)
    return /^pull_request(?:_target)?$/.test(name) && hasType(source, name, 'synchronize')
  })
  if (event === undefined) return []
  return [
    {
      file: source.file,
      check: 'app-loop',
      level: 'warning',
      line: source.lineOf([...step.path, 'with', 'allowed_bots']),
      problem: `The job "${job.id}" commits with the token of an App, and its commits start it again (${event}), because allowed_bots names ${bots.join(', ')}: each run can start another paid one.`,
      fix: 'Leave the App out of allowed_bots. Or use the token of the job, whose commits start nothing.',
    },
  ]
}

/** Whether the failed CI of a branch that a job made starts the job again. */
function fixesItself(agent: AgentStep): boolean {
  const { source, job, step } = agent
  const prefix = inputOf(agent, 'branch_prefix') || 'sluice/'
  return situationsOf(new Map([['workflow_run', {}]]), job, step)
    .filter(({ code, detail }) => code === 'own' && detail === 'failure')
    .map((each) => {
      const upstream = { ...mapOf(each.payload.workflow_run), head_branch: `${prefix}ci-topic-1a2b3c4d` }
      return { ...each, payload: { ...each.payload, workflow_run: upstream } }
    })
    .some((each) => conditionsOfAgent(agent).every((condition) => holds(condition, source, each)))
}

/** Whether a check run says what a step decides. */
const isGate = ({ step }: AgentStep): boolean =>
  agentOf(step.step) === 'sluice' && !['', 'off'].includes(mapText(mapOf(step.step.with), 'fail_on_findings').trim())

/**
 * What leaves a verdict where it does not belong. A change of the base is an edit, which starts no run by default, and the check run is about the
 * head: it stays. On the commit of a merge queue, a review has nothing to read.
 */
function staleGate(agent: AgentStep): Conflict[] {
  const { source, job } = agent
  if (!isGate(agent)) return []
  const common = { file: source.file, level: 'warning' as const }
  const retargets = ['pull_request', 'pull_request_target'].flatMap((event): Conflict[] => {
    const { types } = mapOf(source.events.get(event))
    if (!source.events.has(event) || (types !== undefined && hasType(source, event, 'edited'))) return []
    return [
      {
        ...common,
        check: 'stale-verdict',
        line: source.lineOf(['on', event, 'types']),
        problem: `The job "${job.id}" decides with fail_on_findings, and no run starts when someone changes the base of a pull request: the check run of the smaller change stays green.`,
        fix: "Add edited to the types of the event, and github.event.action != 'edited' || github.event.changes.base to the if: of the job.",
      },
    ]
  })
  if (!source.events.has('merge_group')) return retargets
  return [
    ...retargets,
    {
      ...common,
      check: 'stale-verdict',
      line: source.lineOf(['on', 'merge_group']),
      problem: `The job "${job.id}" decides with fail_on_findings, and a run for a merge queue (merge_group) reviews nothing: it writes no check run, and the queue waits for it.`,
      fix: `Remove merge_group here, and report the check from a workflow of its own: ${docsPage('gate')}#merge-queues.`,
    },
  ]
}

/** Jobs with the name of the check run that decides. In a merge queue, one says that the pull request passed before it got there. */
function gateNames(source: WorkflowSource): Conflict[] {
  const isForQueue = [...source.events.keys()].every((event) => event === 'merge_group')
  return source.jobs.flatMap(({ id, job, path }): Conflict[] => {
    if (isForQueue || String(job.name ?? id).trim() !== REVIEW_CHECK) return []
    return [
      {
        file: source.file,
        check: 'forged-verdict',
        level: 'error',
        line: source.lineOf([...path, 'name']),
        problem: `The job "${id}" has the name of the check run that decides: GitHub counts the newest of that name, and a job that succeeds or is skipped passes.`,
        fix: `Give the job another name. Only a job in a workflow that merge_group alone starts may be called "${REVIEW_CHECK}".`,
      },
    ]
  })
}

const startsOnLabel = ({ source }: AgentStep): boolean =>
  ['issues', 'pull_request', 'pull_request_target'].some(
    (event) =>
      source.events.has(event) &&
      mapOf(source.events.get(event)).types !== undefined &&
      hasType(source, event, 'labeled'),
  )

function labelChain(first: AgentStep, second: AgentStep): Conflict[] {
  return [[first, second] as const, [second, first] as const].flatMap(([setter, started]) => {
    const label = startsOnLabel(started) ? triggerLabels(started).find((name) => setsLabel(setter, name)) : undefined
    if (label === undefined || !writesAsApp(setter)) return []
    return [labelProblem(setter, label, `starts the job "${started.job.id}" of ${started.source.file}`)]
  })
}

function labelLoop(agent: AgentStep): Conflict[] {
  const label = startsOnLabel(agent) ? triggerLabels(agent).find((name) => setsLabel(agent, name)) : undefined
  return label === undefined || !writesAsApp(agent) ? [] : [labelProblem(agent, label, 'starts this job again')]
}

function labelProblem({ source, job, step }: AgentStep, label: string, effect: string): Conflict {
  return {
    file: source.file,
    check: 'label-chain',
    level: 'warning',
    line: source.lineOf([...step.path, 'with', 'allowed_labels']),
    problem: `The job "${job.id}" may set the label "${label}" with the token of an App, which ${effect}: each run can start another paid one.`,
    fix: `Leave "${label}" out of allowed_labels: write !${label} at its end. Or use the token of the job, whose labels start nothing.`,
  }
}
