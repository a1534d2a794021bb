import type { AgentContext } from '../agent/agent-context.ts'
import { type Budget, openBudget } from '../agent/budget.ts'
import { findingVerifier } from '../agent/subagents/built-in.ts'
import { runAgent } from '../agent/subagents/run-agent.ts'
import type { Settings } from '../config/settings/settings.ts'
import type { GitHub } from '../github/api/github.ts'
import { openPromptData } from '../github/context/prompt-data.ts'
import type { Task, Trust } from '../github/events/task.ts'
import { numberSome } from '../github/patch-rows.ts'
import {
  type Proposal,
  type ProposalStore,
  type ProposedComment,
  SEVERITIES,
  type Severity,
} from '../github-tools/proposal.ts'
import { messageOf } from '../platform/errors.ts'
import { VERSION } from '../platform/version.ts'
import { computeCost, credibleTokens } from '../record/cost.ts'
import type { Ending, RunEvent } from '../record/events.ts'
import type { ReviewDiff } from './pull-request-proposals.ts'
import { plainLine } from './similar-lines.ts'
import type { LookResult, LookVerdict, SecondLook } from './summarize-review.ts'

type LookedRun = {
  task: Task
  config: { settings: Settings }
  github: GitHub
  store: ProposalStore
  nonce: string
  signal: AbortSignal
  transcript: { events(): readonly RunEvent[] }
  change(): Promise<ReviewDiff>
}

/** The share of the tokens of a review that its second look may use. */
const SHARE = 0.3

const SERIOUS = SEVERITIES.indexOf('medium')

/** The comments that get a second look: those whose model says that they are of medium severity or worse, in existing code too. */
const isSerious = ({ finding, hasSeverity }: ProposedComment): boolean =>
  hasSeverity === true && finding !== undefined && SEVERITIES.indexOf(finding.severity) <= SERIOUS

/**
 * Has a fresh conversation check the serious findings of a run, file by file, with reading tools only. It does not see how they came
 * about. Undefined when there is nothing to check. Never rejects.
 */
export async function takeSecondLook(
  ending: Ending,
  agent: AgentContext,
  run: LookedRun,
): Promise<SecondLook | undefined> {
  const { review } = run.config.settings.sluice ?? {}
  const { number } = run.task
  const serious = run.store.ofKind('review_comment').filter((each) => each.number === number && isSerious(each))
  if (review?.secondLook === 'off' || serious.length === 0) return undefined
  const verdicts: Map<string, LookResult> = new Map()
  const ids = serious.flatMap(({ finding }) => finding?.id ?? [])
  const lookSpending = () => lookCost(run.transcript.events())
  const allowance = Math.floor(SHARE * credibleTokens(run.transcript.events()))
  let problem = problemBefore(ending, agent, allowance)
  const files = [...Map.groupBy(worstFirst(serious), ({ path }) => path)]
  for (const [path, comments] of problem === undefined ? files : []) {
    if (isTimeUp(agent, run)) problem = NO_TIME
    if (problem !== undefined && problem !== NO_VERDICT) break
    const budget = budgetWithin(() => allowance - lookSpending().tokens, agent.budget)
    try {
      const looked = await lookAt(path, comments, { agent, run, model: review?.secondLookModel, budget })
      if (looked.size === 0) problem ??= budget.isUsedUp() ? NO_TOKENS : isTimeUp(agent, run) ? NO_TIME : NO_VERDICT
      for (const [id, verdict] of looked) verdicts.set(id, verdict)
    } catch (error) {
      problem = `the second look failed (${messageOf(error).split('\n', 1)[0]})`
    }
  }
  return { verdicts, ids, ...lookSpending(), problem }
}

const NO_TOKENS = 'the second look has used its share of the tokens'
const NO_TIME = 'the time of the run is nearly up'
const NO_VERDICT = 'the second look ended without a verdict'

const isTimeUp = ({ wrapUpSignal }: AgentContext, { signal }: LookedRun) =>
  signal.aborted || wrapUpSignal?.aborted === true

function problemBefore(ending: Ending, agent: AgentContext, allowance: number): string | undefined {
  if (ending.end === 'stopped') return 'the run reached a limit'
  if (ending.end !== 'answered') return 'the run failed'
  const room = agent.budget?.allowanceFor({ input: allowance, growth: 0, first: true }) ?? { kind: 'continue' }
  return room.kind === 'continue' ? undefined : 'the budget of the run has no room for it'
}

/** A shorter report says nothing. */
const MIN_REPORT_TOKENS = 300
/** Factor by which estimates of requests may be too low. */
const ESTIMATE_MARGIN = 1.15

/** The budget of the second look: each request, with the longest answer that it permits, fits into what is left of the share. */
type LookBudget = Budget & { tokensLeft(): number; isUsedUp(): boolean }

function budgetWithin(tokensLeft: () => number, base: Budget = UNLIMITED): LookBudget {
  let isUsedUp = false
  return {
    ...base,
    tokensLeft,
    isUsedUp: () => isUsedUp,
    allowanceFor(forecast) {
      const room = Math.floor(tokensLeft() - forecast.input * ESTIMATE_MARGIN)
      isUsedUp = room < MIN_REPORT_TOKENS
      if (isUsedUp) return { kind: 'stop', reason: 'tokens' }
      const allowance = base.allowanceFor(forecast)
      if (allowance.kind !== 'continue') return allowance
      return { kind: 'continue', maxTokens: Math.min(room, allowance.maxTokens ?? room) }
    },
  }
}

const UNLIMITED = openBudget({ prices: {}, model: '' }, () => {})

function lookCost(events: readonly RunEvent[]): { tokens: number; usd: number | undefined } {
  const isOwn = (event: RunEvent) =>
    event.type === 'run_snapshot' || ('agent' in event && event.agent === findingVerifier.name)
  const { usage, usd } = computeCost(events.filter(isOwn))
  return { tokens: usage.total, usd }
}

const worstFirst = (comments: readonly ProposedComment[]) =>
  comments.toSorted((a, b) => severityRank(a) - severityRank(b))

const severityRank = ({ finding }: ProposedComment) =>
  finding === undefined ? SERIOUS : SEVERITIES.indexOf(finding.severity)

type LookOptions = { agent: AgentContext; run: LookedRun; model: string | undefined; budget: LookBudget }

/** The verdicts about the findings of one file. Empty when the conversation ends without a report. */
async function lookAt(
  path: string,
  comments: readonly ProposedComment[],
  { agent, run, model = findingVerifier.model, budget }: LookOptions,
): Promise<SecondLook['verdicts']> {
  const [commit = ''] = comments.map((each) => each.commit)
  const head = headReader(commit, run.github)
  const { files } = await run.change()
  const patch = files.find((file) => file.path === path)?.patch ?? ''
  let report: unknown
  const verifier = {
    ...findingVerifier,
    model,
    output: {
      ...findingVerifier.output,
      present(value: unknown) {
        report = value
        return JSON.stringify(value)
      },
    },
  }
  const context: AgentContext = { ...agent, outputSchema: undefined, budget }
  const maxCharacters = Math.min(MAX_CHARACTERS, budget.tokensLeft())
  const material = await describe(path, comments, { patch, text: await head(path), nonce: run.nonce, maxCharacters })
  const situation = {
    context,
    memory: '',
    subdirectoryMemory: async () => undefined,
    sections: () => [],
    version: VERSION,
  }
  await runAgent(verifier, material, situation, run.signal)
  return judge(report, comments, head)
}

type HeadText = (path: string) => Promise<string | undefined>

function headReader(commit: string, github: Pick<GitHub, 'content'>): HeadText {
  const texts = new Map<string, Promise<string | undefined>>()
  const read = async (path: string) => {
    const content = await github.content(path, commit).catch(() => undefined)
    return content?.kind === 'file' ? content.bytes?.toString('utf8') : undefined
  }
  return (path) => {
    const text = texts.get(path) ?? read(path)
    texts.set(path, text)
    return text
  }
}

const MARGIN = 30
const MAX_LINES = 400
const MAX_BODY = 3_000
/** Of the code and of the diff, each: with fewer tokens left, a quarter of them. */
const MAX_CHARACTERS = 12_000

/** The findings of a file, its code around them with numbers, and its diff. */
async function describe(
  path: string,
  comments: readonly ProposedComment[],
  {
    patch,
    text,
    nonce,
    maxCharacters,
  }: { patch: string; text: string | undefined; nonce: string; maxCharacters: number },
): Promise<string> {
  const data = openPromptData(nonce)
  for (const { finding, location, body } of comments) {
    const { start = location.line, line, side } = location
    const fields = {
      id: finding?.id,
      severity: finding?.severity,
      path,
      line: start === line ? `${line}` : `${start}-${line}`,
      side,
    }
    data.data(
      'finding',
      fields,
      data.code(body, MAX_BODY, 'from the code: no tool returns a finding before it is posted'),
    )
  }
  const lines = text?.split('\n') ?? []
  const isNear = (number: number) =>
    comments.some(({ location: { start, line } }) => number >= (start ?? line) - MARGIN && number <= line + MARGIN)
  const near = lines.map((_, index) => index + 1).filter(isNear)
  const numbers = near.slice(0, MAX_LINES)
  if (numbers.length > 0)
    data.data(
      'code',
      { path },
      data.code(numberSome(lines, numbers), maxCharacters, `with github__get_file and path ${JSON.stringify(path)}`),
    )
  if (near.length > numbers.length)
    data.note(`${near.length - numbers.length} lines near findings are missing; github__get_file reads them.`)
  data.data('diff', { path }, data.code(patch, maxCharacters, `with github__get_diff and path ${JSON.stringify(path)}`))
  return data.text(`# Findings of a review of ${path}`)
}

type ReportedVerdict = {
  id: string
  verdict: LookVerdict
  reason: string
  severity?: Severity
  path?: string
  line?: number
  code?: string
}

/** The verdicts of a report about these findings. Refuted counts only with code that stands in the head. */
async function judge(
  report: unknown,
  comments: readonly ProposedComment[],
  head: HeadText,
): Promise<SecondLook['verdicts']> {
  const reported = (Array.isArray(report) ? report : []) as ReportedVerdict[] // validated against the schema
  const verdicts = new Map<string, LookResult>()
  for (const comment of comments) {
    const { finding } = comment
    const entry = reported.find(({ id }) => id === finding?.id)
    if (finding === undefined || entry === undefined) continue
    const isProven = entry.verdict !== 'refuted' || (await standsInHead(entry, comment, head))
    const reason = entry.reason.trim()
    verdicts.set(finding.id, {
      verdict: isProven ? entry.verdict : 'unsure',
      reason: isProven ? reason : `${reason} No code that shows it stands there.`,
      severity: entry.severity,
    })
  }
  return verdicts
}

/** Named lines may be off by so many. */
const OFF_BY = 2

/** Files of words, which prove nothing about code. */
const PROSE_FILE =
  /\.(?:md|mdx|mdc|markdown|txt|text|rst|adoc|asciidoc|org|tex|pod|log|csv|tsv|po|pot)$|(?:^|\/)(?:README|LICEN[CS]E|NOTICE|CHANGES|CHANGELOG|AUTHORS|CONTRIBUTING|COPYING|CODEOWNERS)$/i

/** Comments, and strings: those over several lines are words or other code. */
const ASIDE =
  /"{3}[\s\S]*?(?:"{3}|$(?![\s\S]))|'{3}[\s\S]*?(?:'{3}|$(?![\s\S]))|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`]*`?|\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|<!--[\s\S]*?(?:-->|$(?![\s\S]))|^=begin\b[\s\S]*?(?:^=end\b|$(?![\s\S]))|\{-\s[\s\S]*?(?:-\}|$(?![\s\S]))|--\[\[[\s\S]*?(?:\]\]|$(?![\s\S]))|\/\/.*|(?<![^\s;])(?:#(?!\s*(?:if|ifdef|ifndef|else|elif|endif|define|undef|include|pragma|error)\b|\[|!|\w+\s*[(=;])|--\s|;;|REM\b|%).*/gm

const isText = (aside: string) => /^(?!"{3}|'{3})["'`]/.test(aside) && !aside.includes('\n')

/** The lines of a file without what is a comment, a docstring or another text over several lines. */
const codeLines = (text: string): string[] =>
  text
    .replace(ASIDE, (aside) => (isText(aside) ? aside : aside.replace(/[^\n]+/g, ' ')))
    .split('\n')
    .map(plainLine)

/** Whether code is two names and a sign at least, of which each text is one: less than that stands in any file. */
function saysEnough(code: string): boolean {
  const plain = code.replace(ASIDE, '_')
  const names = plain.match(/[\p{L}\p{N}_$]+/gu) ?? []
  return names.length >= 2 && /[^\s\p{L}\p{N}_$]/u.test(plain)
}

/**
 * Whether what refutes a finding stands in the head: whole lines of code near the named line, not only those of the finding. What
 * comments, docstrings and files of words say is no proof, because anyone can write it.
 */
async function standsInHead(
  { path, line, code = '' }: ReportedVerdict,
  finding: ProposedComment,
  head: HeadText,
): Promise<boolean> {
  const proof = code
    .split('\n')
    .map(plainLine)
    .filter((each) => each !== '')
  if (path === undefined || line === undefined || PROSE_FILE.test(path) || proof.length === 0) return false
  const text = (await head(path))?.replace(/\r\n?/g, '\n')
  if (text === undefined) return false
  const codes = codeLines(text)
  const lines = text
    .split('\n')
    .map((each, index) => ({ number: index + 1, text: plainLine(each), code: codes[index] ?? '' }))
  const { start = finding.location.line, line: last, side } = finding.location
  const isOwn = (number: number) => path === finding.path && side === 'RIGHT' && number >= start && number <= last
  const from = Math.max(1, line - OFF_BY)
  return Array.from({ length: 2 * OFF_BY + 1 }, (_, nth) => from + nth).some((first) => {
    const present = lines
      .slice(first - 1)
      .filter((each) => each.text !== '')
      .slice(0, proof.length)
    const stands =
      present.length === proof.length &&
      present[0]?.number === first &&
      present.every((each, nth) => proof[nth] === each.text || proof[nth] === each.code)
    return (
      stands &&
      saysEnough(
        present
          .filter(({ number }) => !isOwn(number))
          .map((each) => each.code)
          .join('\n'),
      )
    )
  })
}

/**
 * The proposals as the second look leaves them: what it refutes or doubts gets no inline comment, and stays listed with the reason. In a
 * run on code from outside what it refutes stays open, because that code may have talked to it.
 */
export function withVerdicts(
  proposals: readonly Proposal[],
  look: SecondLook | undefined,
  { level }: Pick<Trust, 'level'>,
): Proposal[] {
  if (look === undefined) return [...proposals]
  return proposals.map((proposal): Proposal => {
    const looked = proposal.kind === 'review_comment' ? look.verdicts.get(proposal.finding?.id ?? '') : undefined
    if (proposal.kind !== 'review_comment' || looked === undefined) return proposal
    const { verdict, severity = proposal.finding?.severity } = looked
    const rated = severity === proposal.finding?.severity ? '' : `The second look rates this ${severity}.`
    if (verdict === 'confirmed')
      return rated === '' ? proposal : { ...proposal, body: `${proposal.body}\n\n_${rated}_` }
    const reason = `${looked.reason} ${rated}`.trim()
    if (verdict === 'unsure' || level !== 'trusted') {
      const lookNote = verdict === 'unsure' ? reason : `Refuted: ${reason}`
      return { ...proposal, foldedAs: proposal.foldedAs ?? 'unsure', lookNote }
    }
    return { ...proposal, foldedAs: 'refuted', lookNote: reason }
  })
}
