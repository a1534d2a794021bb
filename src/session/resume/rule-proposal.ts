import { parseRules } from '../../config/load-policies.ts'
import type { Settings } from '../../config/settings/settings.ts'
import type { Intent } from '../../delivery/plan/intent.ts'
import type { GitHub } from '../../github/api/github.ts'
import { shortHash } from '../../github/comment-marker.ts'
import type { Task } from '../../github/events/task.ts'
import { decide, type Mode, type Rule } from '../../policy/rules/decide.ts'
import { allowRules } from '../../policy/rules/exact-rule.ts'
import { callFacts } from '../../policy/rules/facts.ts'
import { lintRules } from '../../policy/rules/lint.ts'
import type { PolicySource } from '../../policy/rules/load.ts'
import type { CallRecord } from '../../record/events.ts'
import { fencedBlock, inlineCode, pluralize } from '../../text/write-markdown.ts'
import { exactCallKey } from './admission.ts'
import type { FoundRecord } from './find-record.ts'

/** A policy file with one rule that allows a call, and what it decides about the recorded calls. */
export type ProposedRule = { path: string; toml: string; allows: readonly CallRecord[] }

/**
 * The smallest rule that allows a denied call and no other denied call of the recorded run; the reason when there is none. Decided with
 * the rules that the run had.
 */
export async function proposeRule(call: CallRecord, record: FoundRecord): Promise<ProposedRule | { problem: string }> {
  const { snapshot, calls } = record
  const sources = snapshot.policies as PolicySource[] // recorded from this type
  const settings = snapshot.settings as Settings // recorded from this type
  const facts = await factsOf(call, record)
  const path = `.gemini/policies/allow-${call.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${exactCallKey(call.name, call.args).slice(0, 8)}.toml`
  const priority = Number(/^priority = (\d+)$/m.exec(call.remedy ?? '')?.[1] ?? 100)
  for (const toml of allowRules(facts, priority)) {
    const source: PolicySource = { tier: 'user', file: path, text: `${toml}\n` }
    const { rules } = parseRules([...sources, source], settings)
    if (lintRules(rules.filter(({ file }) => file === path)).length > 0) continue
    const allowed = await newlyAllowed(calls, rules, record)
    const isOnly = allowed.every(({ name, args }) => exactCallKey(name, args) === exactCallKey(call.name, call.args))
    if (allowed.length > 0 && isOnly) return { path, toml, allows: allowed }
  }
  return {
    problem:
      call.remedy === undefined ? 'no rule can name only this call' : `no rule can name only this call. ${call.remedy}`,
  }
}

/** The denied calls that the rules allow. */
async function newlyAllowed(
  calls: readonly CallRecord[],
  rules: readonly Rule[],
  record: FoundRecord,
): Promise<CallRecord[]> {
  const allowed: CallRecord[] = []
  for (const call of calls)
    if (call.verdict === 'deny' && decide(rules, await factsOf(call, record), 'deny').verdict === 'allow')
      allowed.push(call)
  return allowed
}

function factsOf({ name, args, resolved }: CallRecord, { snapshot }: FoundRecord) {
  const tool = snapshot.tools.find((each) => each.name === name)
  return callFacts(
    {
      ...{ tool: name, aliases: tool?.aliases ?? [], annotations: tool?.annotations ?? {}, args },
      ...(tool?.server === undefined ? {} : { server: tool.server }),
      ...(tool?.shortName === undefined ? {} : { short: tool.shortName }),
      ...(resolved === undefined ? {} : { resolved }),
    },
    snapshot.mode as Mode, // recorded from this type
    false,
  )
}

/** The answer to `/allow always`, and the pull request to the default branch, whose rules steer later runs. */
export async function planRule(
  { path, toml, allows }: ProposedRule,
  {
    call,
    task,
    by,
    branchPrefix,
    trailer,
  }: { call: CallRecord; task: Task; by: string; branchPrefix: string; trailer: string },
  github: GitHub,
): Promise<{ text: string; intents: Intent[] } | { url: string }> {
  const branch = `${branchPrefix}allow-${shortHash(path, toml).slice(0, 10)}`
  const [open] = await github.pullsFrom(branch)
  if (open !== undefined) return { url: open.url }
  const base = await github.defaultBranch()
  const { sha } = await github.branch(base)
  const title = `Allow ${call.name}${task.number === undefined ? '' : ` as asked in #${task.number}`}`
  const explanation = `${inlineCode(`${call.name} ${JSON.stringify(call.args)}`)} was denied, because no rule allows it. This rule allows it:\n\n${fencedBlock(toml, 'toml')}\n\nIn the recorded run it allows ${pluralize(allows.length, 'call')} that ${allows.length === 1 ? 'was' : 'were'} denied, and no other. Check it with \`sluice replay TRANSCRIPT --policies ${path}\`.`
  const file = { path, before: null, after: Buffer.from(`${toml}\n`), mode: '100644' }
  return {
    text: `${explanation}\n\nIt holds once a person merges it into ${inlineCode(base)} as ${inlineCode(path)}.`,
    intents: [
      {
        ...{ kind: 'commit', files: [file], bases: [{ sha, targetBranch: base }], branch, isProposed: true },
        ...{ message: `${title}\n\nAsked for by ${by}`, requester: by, trailer },
      },
      {
        kind: 'create_pull_request',
        title,
        body: `${explanation}\n\nAsked for by ${inlineCode(by)}. Nothing is allowed before this is merged.`,
        draft: false,
        branch,
      },
    ],
  }
}
