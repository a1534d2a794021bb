import { parseRules } from '../config/load-policies.ts'
import { type RunIdentity, runIdentity } from '../config/run-identity.ts'
import type { Settings } from '../config/settings/settings.ts'
import { writerOf } from '../delivery/delivery-context.ts'
import { runTrailer } from '../delivery/plan/commit-plan.ts'
import type { Intent } from '../delivery/plan/intent.ts'
import type { GitHub } from '../github/api/github.ts'
import { GitHubError } from '../github/api/github-error.ts'
import { shortHash } from '../github/comment-marker.ts'
import { triggeringAccounts, WRITE_PERMISSIONS } from '../github/events/account-check.ts'
import type { Task } from '../github/events/task.ts'
import { isBotName } from '../github/events/trigger-rules.ts'
import { claimedMark, jobKey } from '../github/result-marker.ts'
import type { Environment } from '../platform/environment.ts'
import { messageOf } from '../platform/errors.ts'
import { callFacts, decide } from '../policy/rules/decide.ts'
import { lintRules } from '../policy/rules/lint.ts'
import type { PolicySource } from '../policy/rules/load.ts'
import { allowRules } from '../policy/rules/remedy.ts'
import type { Mode, Rule } from '../policy/rules/rule.ts'
import type { CallRecord } from '../record/events.ts'
import { fencedBlock, inlineCode, pluralize } from '../text/write-markdown.ts'
import { exactCallKey } from './call-once.ts'
import { fitOf, recordedTask, resumed } from './continued-run.ts'
import type { ReplyCommand } from './reply-command.ts'
import { type FoundRecord, fetchRecord, offeredCall, type RecordSearch } from './resume-record.ts'
import type { OpenedReply, RequestedChange, ResumeRefusal, ResumeServices } from './resumption.ts'
import { isConfirmedAnswer, isOfThisRun, type OwnAnswer, threadAnswers } from './thread-answers.ts'

/** Only a person with write permission learns why a reply has no effect. */
export async function openEntitledReply(
  reply: ReplyCommand | { problem: string },
  task: Task,
  services: ResumeServices,
): Promise<OpenedReply> {
  const unentitled = await unentitledReason(task, services.session.github)
  if (unentitled !== undefined) return { reason: unentitled, isTold: false }
  try {
    return await openReply(reply, task, services)
  } catch (error) {
    return { reason: uncheckedReason(error), isTold: true }
  }
}

export const uncheckedReason = (error: unknown) =>
  `The reply could not be checked, so nothing ran. Try again. (${messageOf(error)})`

/** Checks the reply first, then which answer offers the code, then whether its record still fits. */
async function openReply(
  reply: ReplyCommand | { problem: string },
  task: Task,
  services: ResumeServices,
): Promise<OpenedReply> {
  const { inputs, runtime, session, trust } = services
  const { github } = session
  const refuse = (reason: string): ResumeRefusal => ({ reason, isTold: true })
  if (task.comment === undefined || task.number === undefined || task.place !== undefined)
    return refuse('Use a code in a comment below the answer that offers it.')
  if ('problem' in reply) return refuse(reply.problem)
  const { answers, otherAnswers, viewer } = await threadAnswers(task, runIdentity(inputs, runtime), github)
  if (!answers.some(containsCode(reply.code)) && (await isOffered(reply.code, otherAnswers, viewer, github)))
    return { reason: 'This code belongs to another workflow, which answers it.', isTold: false }
  const unusable = unusableReason(services)
  if (unusable !== undefined) return refuse(unusable)
  if (trust.level !== 'trusted')
    return refuse('Codes work only in a trusted run; this one works on code from outside the repository.')
  const changed = await changedReplyReason(task, runtime.event.payload, github)
  if (changed !== undefined) return changed
  // `/allow always` works even after the call was allowed once.
  const use = reply.kind === 'always' ? undefined : answers.find(({ marker }) => marker.used === reply.code)
  // GitHub delivered the comment twice, or someone started the run again: the answer already exists.
  if (use !== undefined && isOfThisRun(use.marker.run, inputs, runtime))
    return { reason: 'This comment was already answered.', isTold: false }
  if (use !== undefined) return refuse(`The code was already used in ${use.comment.url}.`)
  const search = await findOffer(reply.code, answers, services)
  if (search === undefined) return refuse('No answer in this thread offers this code.')
  if (!search.ok) return refuse(`The code cannot be used: ${search.reason}.`)
  const isAnswered = ({ marker }: OwnAnswer) => marker.state === 'done' && isOfThisRun(marker.run, inputs, runtime)
  if (reply.kind === 'always' && answers.some(isAnswered))
    return { reason: 'This comment was already answered.', isTold: false }
  return openOffer(reply, { record: search.record, answers }, task, services)
}

/** Whether an answer contains a code. Its first line names the codes that a run used, not those that it offers. */
export const containsCode =
  (code: string) =>
  ({ comment: { body } }: OwnAnswer): boolean =>
    body.slice(body.indexOf('\n')).includes(code)

/** Whether a confirmed answer of another workflow or job offers a code, which then belongs to it. */
async function isOffered(code: string, others: readonly OwnAnswer[], viewer: string, github: GitHub): Promise<boolean> {
  for (const answer of others.filter(containsCode(code)))
    if (await isConfirmedAnswer(answer, viewer, github)) return true
  return false
}

/** The record whose run offered a code. A later answer can repeat the code, so each answer that contains it is read. */
async function findOffer(
  code: string,
  answers: readonly OwnAnswer[],
  { runtime, session: { github } }: ResumeServices,
): Promise<RecordSearch | undefined> {
  let last: RecordSearch | undefined
  for (const answer of answers.filter((each) => each.marker.record !== undefined && containsCode(code)(each))) {
    const found = await fetchRecord(answer, { github, env: runtime.env })
    if (found.ok && found.record.point.offers.some((offer) => offer.code === code)) return found
    if (last === undefined || !found.ok) last = found
  }
  return last
}

async function openOffer(
  { kind, code }: ReplyCommand,
  { record, answers }: { record: FoundRecord; answers: readonly OwnAnswer[] },
  task: Task,
  services: ResumeServices,
): Promise<OpenedReply> {
  const refuse = (reason: string): ResumeRefusal => ({ reason, isTold: true })
  const recorded = recordedTask(record)
  if (recorded.number !== task.number || !isSameRepository(recorded, task))
    return refuse('The code belongs to another thread.')
  const offer = record.point.offers.find((each) => each.code === code)
  const call = offer && offeredCall(record, offer)
  if (
    offer === undefined ||
    (offer.id === undefined) !== (kind === 'approve') ||
    (kind !== 'approve' && call === undefined)
  )
    return refuse(`The code does not work with \`/${kind === 'approve' ? 'approve' : `allow ${kind}`}\`.`)
  if (kind === 'always' && call !== undefined) return requestRule(call, record, task, services)
  const fit = fitOf(record, task)
  if ('problem' in fit) return refuse(`The code cannot be used: ${fit.problem}.`)
  const laterCalls = await callsOfOtherCodes(record, answers, services)
  if (laterCalls === undefined)
    return refuse('Another code from that answer was used, and the record of its run cannot be read. Ask again.')
  const underApproval = kind === 'approve' || record.resumed?.underApproval === true
  const admitted = call && { name: call.name, args: call.args }
  const continued = { record, laterCalls, underApproval, needsPatch: fit.needsPatch, code, admitted }
  return resumed({ ...continued, kind: kind === 'approve' ? 'approve' : 'allow' }, task, services)
}

/** The calls of runs that used other codes from the answer, so that nothing is written twice. Undefined when a record cannot be read. */
async function callsOfOtherCodes(
  { point }: FoundRecord,
  answers: readonly OwnAnswer[],
  { runtime, session: { github } }: ResumeServices,
): Promise<CallRecord[] | undefined> {
  const calls: CallRecord[] = []
  for (const { code } of point.offers) {
    // A later answer with the code belongs to a run that came too late.
    const answer = answers.find(({ marker }) => marker.used === code)
    if (answer === undefined) continue
    const search = await fetchRecord(answer, { github, env: runtime.env })
    if (!search.ok) return undefined
    calls.push(...search.record.calls)
  }
  return calls
}

/** `/allow always` asks for a rule, which a person merges. It needs no model, and the commit may have moved. */
async function requestRule(
  call: CallRecord,
  record: FoundRecord,
  task: Task,
  { inputs, runtime, session }: ResumeServices,
): Promise<ResumeRefusal | RequestedChange> {
  const identity = runIdentity(inputs, runtime)
  const corpus = await readCorpus(identity, session.github, runtime.env)
  const rule = await proposeRule(call, record, corpus)
  if ('problem' in rule) return { reason: `There is no rule for this call: ${rule.problem}`, isTold: true }
  const by = task.author ?? task.actor
  const runsUrl = `${identity.server}/${identity.repository}/actions/runs`
  const place = { branchPrefix: inputs.branch_prefix, trailer: runTrailer(writerOf(identity)), runsUrl }
  const request = { call, task, by, ...place }
  const planned = await planRule(rule, request, session.github)
  if ('url' in planned) return { reason: `The pull request ${planned.url} already adds this rule.`, isTold: true }
  return { text: planned.text, requested: planned.intents }
}

/** Why no code works in this workflow; undefined when codes work. */
function unusableReason({ inputs, runtime }: ResumeServices): string | undefined {
  if (!inputs.resume) return 'Codes do not work in this workflow, because it does not set the input `resume`.'
  if (inputs.comment === 'off' || inputs.dry_run || inputs.github_token === '')
    return 'To use a code, a run must post a comment, and this workflow posts none.'
  return runtime.env.GITHUB_RUN_ID === undefined ? 'Codes work only in a job on GitHub.' : undefined
}

const isSameRepository = (recorded: Task, { repo }: Task): boolean =>
  `${recorded.repo.owner}/${recorded.repo.name}`.toLowerCase() === `${repo.owner}/${repo.name}`.toLowerCase()

/** Why an account may not use codes at all; undefined when it may. The refusal is not posted. */
export async function unentitledReason(task: Task, github: GitHub): Promise<string | undefined> {
  const accounts = new Set([...triggeringAccounts(task), ...(task.author === undefined ? [] : [task.author])])
  if (task.senderType === 'Bot' || [...accounts].some(isBotName)) return 'A bot cannot use a code.'
  for (const name of accounts) {
    // allowed_users lets an account start runs, but using a code takes write permission.
    if (!WRITE_PERMISSIONS.has(await github.permission(name)))
      return `${name} may not use a code: it needs write permission.`
  }
  return undefined
}

/** Why the comment is no longer the reply in the event's payload; undefined when it is. */
export async function changedReplyReason(
  { comment }: Task,
  payload: unknown,
  github: GitHub,
): Promise<ResumeRefusal | undefined> {
  if (comment === undefined || comment.kind === 'pull_request_review')
    return { reason: 'Write the reply as a comment, not as a review.', isTold: true }
  const read = comment.kind === 'review' ? github.getReviewComment : github.getComment
  const now = await read(comment.id).catch((error: unknown) => {
    if (error instanceof GitHubError && (error.status === 404 || error.status === 410)) return undefined
    throw error
  })
  if (now === undefined) return { reason: 'The comment was deleted.', isTold: false }
  const { comment: written } = payload as { comment: { body?: string } } // the event was read from it
  if (now.updatedAt !== now.createdAt || now.body !== (written.body ?? ''))
    return { reason: 'The comment was edited after it was written. Write a new one.', isTold: true }
  return undefined
}

/** A policy file with one rule that allows a call. `effects`: what it decides in recorded runs, that of the call first. */
export type ProposedRule = { path: string; toml: string; effects: readonly RuleEffect[]; unread: number | undefined }

/** `decided`: how many calls of the run the rules decided. `allows`: those that were denied and that the rule allows. */
export type RuleEffect = { run: number; decided: number; allows: readonly CallRecord[] }

/**
 * The smallest rule that allows a denied call and no other denied call of the recorded runs; the reason when there is none. Decided with
 * the rules that each run had.
 */
export async function proposeRule(
  call: CallRecord,
  record: FoundRecord,
  corpus: RecordedCorpus,
): Promise<ProposedRule | { problem: string }> {
  const others = corpus.records.filter(({ ref }) => ref.artifact !== record.ref.artifact)
  const facts = await factsOf(call, record)
  const path = `.gemini/policies/allow-${call.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${exactCallKey(call.name, call.args).slice(0, 8)}.toml`
  const priority = Number(/^priority = (\d+)$/m.exec(call.remedy ?? '')?.[1] ?? 100)
  for (const toml of allowRules(facts, priority)) {
    const source: PolicySource = { tier: 'user', file: path, text: `${toml}\n` }
    if (lintRules(rulesWith(source, record).filter(({ file }) => file === path)).length > 0) continue
    const effects = await Promise.all([record, ...others].map((each) => effectOf(source, each)))
    const isSame = ({ name, args }: CallRecord) => exactCallKey(name, args) === exactCallKey(call.name, call.args)
    const isOnly = effects.every(({ allows }) => allows.every(isSame))
    if (effects[0] !== undefined && effects[0].allows.length > 0 && isOnly)
      return { path, toml, effects, unread: corpus.unread }
  }
  return {
    problem:
      call.remedy === undefined ? 'no rule matches only this call' : `no rule matches only this call. ${call.remedy}`,
  }
}

function rulesWith(source: PolicySource, { snapshot }: FoundRecord): readonly Rule[] {
  const sources = snapshot.policies as PolicySource[] // recorded from this type
  const settings = snapshot.settings as Settings // recorded from this type
  return parseRules([...sources, source], settings).rules
}

async function effectOf(source: PolicySource, record: FoundRecord): Promise<RuleEffect> {
  const rules = rulesWith(source, record)
  const decided = record.allCalls.filter(({ verdict }) => verdict !== undefined)
  const allows: CallRecord[] = []
  for (const call of decided)
    if (call.verdict === 'deny' && decide(rules, await factsOf(call, record), 'deny').verdict === 'allow')
      allows.push(call)
  return { run: record.ref.run, decided: decided.length, allows }
}

function factsOf({ name, args, agent, resolved, beyond }: CallRecord, { snapshot }: FoundRecord) {
  const tool = snapshot.tools.find((each) => each.name === name)
  return callFacts(
    {
      tool: name,
      aliases: tool?.aliases ?? [],
      annotations: tool?.annotations ?? {},
      args,
      server: tool?.server,
      short: tool?.shortName,
      agent,
      resolved,
      beyond,
    },
    snapshot.mode as Mode, // recorded from this type
    false,
  )
}

/** `runsUrl`: the page of the repository's runs. */
export type RuleRequest = {
  call: CallRecord
  task: Task
  by: string
  branchPrefix: string
  trailer: string
  runsUrl: string
}

/** What the rule would have decided in the recorded runs. */
function effectsText({ path, effects, unread }: ProposedRule, runsUrl: string): string {
  const lines = effects.map(({ run, decided, allows }) => {
    const change = allows.length === 0 ? 'no change' : `${pluralize(allows.length, 'denied call')} would be allowed`
    return `- [run ${run}](${runsUrl}/${run}): ${pluralize(decided, 'call')}, ${change}`
  })
  const others =
    unread === 0
      ? ''
      : ` ${unread === undefined ? 'Other records' : pluralize(unread, 'other record')} could not be read.`
  return `How it would have decided in the recorded runs of this job:\n\n${lines.join('\n')}\n\nIt allows this call and no other recorded one.${others} Check it with \`sluice replay TRANSCRIPT --policies ${path}\`.`
}

/** The answer to `/allow always`, and the pull request to the default branch, whose rules steer later runs. */
export async function planRule(
  rule: ProposedRule,
  { call, task, by, branchPrefix, trailer, runsUrl }: RuleRequest,
  github: GitHub,
): Promise<{ text: string; intents: Intent[] } | { url: string }> {
  const { path, toml } = rule
  const branch = `${branchPrefix}allow-${shortHash(path, toml).slice(0, 10)}`
  const [open] = await github.pullsFrom(branch)
  if (open !== undefined) return { url: open.url }
  const base = await github.defaultBranch()
  const { sha } = await github.branch(base)
  const title = `Allow ${call.name}${task.number === undefined ? '' : ` as requested in #${task.number}`}`
  const explanation = `${inlineCode(`${call.name} ${JSON.stringify(call.args)}`)} was denied, because no rule allows it. This rule allows it:\n\n${fencedBlock(toml, 'toml')}\n\n${effectsText(rule, runsUrl)}`
  const file = { path, before: null, after: Buffer.from(`${toml}\n`), mode: '100644' }
  return {
    text: `${explanation}\n\nIt takes effect when a person merges it into ${inlineCode(base)} as ${inlineCode(path)}.`,
    intents: [
      {
        kind: 'commit',
        files: [file],
        bases: [{ sha, targetBranch: base }],
        branch,
        isProposed: true,
        message: `${title}\n\nRequested by ${by}`,
        requester: by,
        trailer,
      },
      {
        kind: 'create_pull_request',
        title,
        body: `${explanation}\n\nRequested by ${inlineCode(by)}. It allows nothing until a person merges it.`,
        draft: false,
        branch,
      },
    ],
  }
}

/**
 * Recorded runs of a job. `unread`: how many more there are, without a usable record or beyond the limit; undefined when even that is
 * unknown.
 */
export type RecordedCorpus = { records: readonly FoundRecord[]; unread: number | undefined }

/** Each record takes four requests. */
const MAX_RECORDS = 25

const AT_ONCE = 5

/** The records that the newest comments of the repository name, newest first. Never rejects. */
const readCorpus = (identity: RunIdentity, github: GitHub, env: Environment): Promise<RecordedCorpus> =>
  readRecords(identity, github, env).catch(() => ({ records: [], unread: undefined }))

async function readRecords(identity: RunIdentity, github: GitHub, env: Environment): Promise<RecordedCorpus> {
  const [viewer, comments, replies] = await Promise.all([
    github.viewer(),
    github.recentComments(),
    github.recentReviewComments(),
  ])
  const key = jobKey(identity.workflow, identity.job)
  const answers = [...comments, ...replies]
    .flatMap((comment): OwnAnswer[] => {
      // Its record proves whose it is.
      const marker = comment.author === viewer ? claimedMark(comment.body) : undefined
      return marker?.key === key && marker.record !== undefined ? [{ comment, marker }] : []
    })
    .toSorted((a, b) => b.comment.createdAt.localeCompare(a.comment.createdAt))
  const records: FoundRecord[] = []
  for (let start = 0; start < Math.min(answers.length, MAX_RECORDS); start += AT_ONCE) {
    const part = answers.slice(start, Math.min(start + AT_ONCE, MAX_RECORDS))
    const found = await Promise.all(part.map((answer) => fetchRecord(answer, { github, env })))
    records.push(...found.flatMap((search) => (search.ok ? [search.record] : [])))
  }
  return { records, unread: answers.length - records.length }
}
