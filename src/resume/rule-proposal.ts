import { parseRules } from '../config/load-policies.ts'
import type { RunIdentity } from '../config/run-identity.ts'
import type { Settings } from '../config/settings/settings.ts'
import type { Intent } from '../delivery/plan/intent.ts'
import type { GitHub } from '../github/api/github.ts'
import { shortHash } from '../github/comment-marker.ts'
import type { Task } from '../github/events/task.ts'
import { claimedMark, jobKey } from '../github/result-marker.ts'
import type { Environment } from '../platform/environment.ts'
import { callFacts, decide } from '../policy/rules/decide.ts'
import { lintRules } from '../policy/rules/lint.ts'
import type { PolicySource } from '../policy/rules/load.ts'
import { allowRules } from '../policy/rules/remedy.ts'
import type { Mode, Rule } from '../policy/rules/rule.ts'
import type { CallRecord } from '../record/events.ts'
import { fencedBlock, inlineCode, pluralize } from '../text/write-markdown.ts'
import { exactCallKey } from './call-once.ts'
import { type FoundRecord, fetchRecord } from './resume-record.ts'
import type { OwnAnswer } from './thread-answers.ts'

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
export const readCorpus = (identity: RunIdentity, github: GitHub, env: Environment): Promise<RecordedCorpus> =>
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
