import { join, relative } from 'node:path'
import type { Runtime } from '../config/runtime.ts'
import type { ReplacedFolder } from '../platform/sandbox/isolation-context.ts'
import type { Ending, ProofRecord } from '../record/events.ts'
import { pluralize } from '../text/write-markdown.ts'
import { brokenCount, hasResult, isBroken, isFixShown, proofLine, requireProblem } from './proof-text.ts'
import { DELIVERY_MS, type ProofOptions, type ProofSubject, proveChanges } from './prove.ts'
import type { ProofChange } from './testing-files.ts'
import { isIgnoredFile, type TreeRun } from './trees.ts'

type LeftChange = Omit<ProofChange, 'isLeftOut'> & { heldBy?: object; obstacle?: string }

/** What a run has changed so far. `restore`: absent where the run works on a view of another commit. */
type LeftWork = {
  changes: readonly LeftChange[]
  undelivered?: readonly { path: string; reason: string; kind: string }[]
  damage?: string
  compared?: { top: string; beganMs: number; isMixed: boolean }
}

type ProposedFiles = {
  branch: string
  base: { sha: string }
  files: readonly Pick<ProofChange, 'path' | 'before' | 'after' | 'mode'>[]
}

/** What the model left when it ended: files, answer and proposals. `proof`: that of all parts. */
type Attempt<Left, Proposals> = { state: Left; ending: Ending; proposals: Proposals; parts: Proven; proof: ProofRecord }

/** What was seen of the checkout's change, and of the branch that the model proposed. */
type Proven = readonly [ProofRecord, ...ProofRecord[]]

type RoundsOptions<Left extends LeftWork, Proposals> = {
  options: ProofOptions
  isFix: boolean
  /** What the people who asked wrote; they have write permission. */
  request: string
  runtime: Runtime
  /** When the time of the run ends, in the time of the runtime. */
  endsAt: number
  view: Promise<(ReplacedFolder & { folder: string; original: string }) | undefined>
  /** The changes, with the rules that hold them back. */
  judge(changes: Left['changes'] | ProposedFiles['files']): Promise<readonly LeftChange[]>
  /** What the run has changed until now; undefined where programs of the run may still change it. */
  look(): Promise<Left | undefined>
  /** The branch that the model has proposed, with its files. */
  staged(): ProposedFiles | undefined
  /** Puts the checkout from one state into the other. */
  replace(from: Left, to: Left): Promise<Left>
  /** Puts these proposals in place of those so far, which it returns. */
  exchange(proposals: Proposals | undefined): Proposals
  /** Called for each part of the change. */
  record(proof: ProofRecord, withheld: string | undefined): void
  notice(text: string): void
}

/** What the agent may still do. */
type RoundLimits = {
  /** Whether its limits leave room for more turns. */
  hasRoom(): boolean
  /** Whether the rules allow the model exactly this command. */
  mayRun(command: string): Promise<boolean>
  /** The result as data: the kind, and its text. */
  quote(kind: string, text: string): void
}

/** Proves what a run leaves, and lets the model try again where that shows a fault. */
export type ProofRounds<Left> = {
  /** What the model is told of a change that breaks something, or whose new tests show nothing; undefined where it stands. */
  question(ending: Ending, limits: RoundLimits): Promise<string | undefined>
  /** The better one of all attempts, and its proof in the record. Never rejects. */
  settle(ending: Ending, state: Left): Promise<{ ending: Ending; state: Left }>
}

/** Of the output, for the model. */
const OUTPUT_CHARACTERS = 4000

const MAX_NAMES = 20

export function openProofRounds<Left extends LeftWork, Proposals>(
  rounds: RoundsOptions<Left, Proposals>,
): ProofRounds<Left> {
  const { options, isFix, request, runtime, endsAt, record, notice } = rounds
  const attempts: Attempt<Left, Proposals>[] = []
  const seenBefore = new Map<string, TreeRun>()
  let spentMs = 0
  let last:
    | { changes: readonly ProofChange[]; branch: string | undefined; proven: Proven | undefined; ms: number }
    | undefined
  let outputs: [command: string, text: string][] = []

  /** Proves what a state delivers, once for the same changes: the checkout's change, and the branch that the model proposed. */
  async function prove({ changes, undelivered = [], compared, damage }: Left): Promise<Proven | undefined> {
    const staged = rounds.staged()
    const delivered = [...changes, ...(staged?.files ?? [])]
    if (compared === undefined || delivered.length === 0) return undefined
    const [ofCheckout, ofBranch] = await Promise.all([judged(changes, undefined), judged(staged?.files ?? [], true)])
    const all = [...ofCheckout, ...ofBranch]
    if (last !== undefined && last.branch === staged?.branch && areSame(last.changes, all)) return last.proven
    const { top, beganMs, isMixed } = compared
    const view = await rounds.view
    const shownTop = view === undefined ? top : join(view.original, relative(view.folder, top))
    const began = runtime.now()
    outputs = []
    const provePart = (part: readonly ProofChange[], branch: ProofSubject['branch']) =>
      proveChanges({
        options: { ...options, minutes: options.minutes - (spentMs + runtime.now() - began) / 60_000 },
        changes: part,
        checkout: { top, shownTop, view, beganMs },
        unknown: undelivered.flatMap(({ path, reason, kind }) => (isIgnoredFile(reason, kind, path) ? [] : [path])),
        isFix,
        branch,
        isMixed,
        problem: damage === undefined ? undefined : 'a command damaged the checkout',
        runtime,
        endsAt,
        seenBefore,
        onOutput: (command, text) => outputs.push([command, text]),
      })
    const first = await provePart(ofCheckout, undefined)
    // The tree of a branch has nothing of the checkout's change.
    const undone = ofCheckout.map((change): ProofChange => ({ ...change, isLeftOut: true }))
    const second = staged && (await provePart([...undone, ...ofBranch], { name: staged.branch, sha: staged.base.sha }))
    const [one, ...others] = [first, second].filter((part) => part !== undefined)
    const ms = runtime.now() - began
    spentMs += ms
    last = { changes: all, branch: staged?.branch, proven: one && [one, ...others], ms }
    return last.proven
  }

  const judged = async (changes: Left['changes'] | ProposedFiles['files'], isStaged: true | undefined) =>
    (await rounds.judge(changes)).map((change): ProofChange => {
      const isLeftOut = change.heldBy !== undefined || change.obstacle !== undefined
      return { ...change, isLeftOut, isStaged }
    })

  /** Records each part, with how often the change went back. */
  const recordParts = (parts: Proven, choice: number) => {
    for (const part of parts) {
      const full = attempts.length === 0 ? part : { ...part, rounds: { count: attempts.length, choice } }
      record(full, requireProblem(full, request))
    }
  }

  /** Whether there is time to run the commands once more. */
  const hasTime = (ms: number) =>
    Math.min(options.minutes * 60_000 - spentMs, endsAt - DELIVERY_MS - runtime.now()) > ms && !runtime.signal.aborted

  return {
    async question(ending, { hasRoom, mayRun, quote }) {
      if (ending.end !== 'answered' || attempts.length >= options.rounds || !hasRoom()) return undefined
      const state = await rounds.look()
      // Without a proof the change stands, and the end of the run says why.
      const parts = state && (await prove(state).catch(() => undefined))
      const proof = parts && proofOfAll(parts)
      const fault = proof && roundFault(proof)
      if (state === undefined || parts === undefined || proof === undefined || fault === undefined) return undefined
      if (!hasRoom() || !hasTime(last?.ms ?? 0)) return undefined
      attempts.push({ state, ending, parts, proof, proposals: rounds.exchange(undefined) })
      quote('proof', roundResult(...parts))
      for (const [command, text] of outputs) if (await mayRun(command)) quote('output', text.slice(-OUTPUT_CHARACTERS))
      return `${fault} This is round ${attempts.length} of at most ${options.rounds}. Your answer and your proposals so far do not count: answer again, and repeat what still holds.`
    },
    async settle(ending, state) {
      const isAnswered = ending.end === 'answered'
      const isCancelled = ending.end === 'stopped' && ending.reason === 'cancelled'
      if (isCancelled || (attempts.length === 0 && !isAnswered)) return { ending, state }
      const parts = isAnswered ? await prove(state) : undefined
      if (!isAnswered) notice('The last round of the proof ended early, so the attempt before it counts.')
      const hasNothing = isAnswered && state.changes.length === 0 && rounds.staged() === undefined
      const best = bestAttempt(attempts, parts && proofOfAll(parts), hasNothing)
      if (best === undefined) {
        if (parts !== undefined) recordParts(parts, attempts.length)
        return { ending, state }
      }
      rounds.exchange(best.proposals)
      const replaced = await rounds.replace(state, best.state)
      recordParts(best.parts, attempts.indexOf(best))
      return { ending: best.ending, state: replaced }
    },
  }
}

/** One record of all parts, to judge them together. */
const proofOfAll = (parts: Proven): ProofRecord => ({
  ...parts[0],
  isTestsOnly: parts.every(({ isTestsOnly }) => isTestsOnly === true) || undefined,
  commands: parts.flatMap(({ commands }) => commands),
  alters: parts.flatMap(({ alters }) => alters),
  weakened: parts.flatMap(({ weakened }) => weakened),
})

/**
 * The attempt that is better than what is there in the end; undefined where that one counts. `hasNothing`: the model took its change back,
 * which is better than to break something.
 */
export function bestAttempt<One extends { proof: ProofRecord }>(
  attempts: readonly One[],
  final: ProofRecord | undefined,
  hasNothing = false,
): One | undefined {
  const [first, ...others] = attempts
  if (first === undefined) return undefined
  const best = others.reduce((one, other) => (isAsGood(other.proof, one.proof) ? other : one), first)
  if (hasNothing && isBroken(best.proof)) return undefined
  return final !== undefined && isAsGood(final, best.proof) ? undefined : best
}

/** Whether a later change is at least as good. One that could not be compared, or weakens more, is not. */
function isAsGood(later: ProofRecord, earlier: ProofRecord): boolean {
  const isSeen = later.commands.some(({ after, before }) => hasResult(after) && hasResult(before))
  const weakness = ({ alters, weakened }: ProofRecord) => alters.length + weakened.length
  return isSeen && weakness(later) <= weakness(earlier) && faultCount(later) <= faultCount(earlier)
}

function faultCount(proof: ProofRecord): number {
  const broken = proof.commands.reduce((sum, command) => sum + brokenCount(command), 0)
  return 2 * broken + Number(hasIdleTests(proof))
}

/** Whether a fix has new tests, which pass without it, and nothing else shows it. */
const hasIdleTests = (proof: ProofRecord): boolean =>
  proof.isFix &&
  proof.isTestsOnly !== true &&
  !isFixShown(proof) &&
  proof.commands.some(({ altered, tests }) =>
    tests === undefined ? altered?.state === 'passed' : tests.newPassing.length > 0,
  )

/** What the model is told to repair; undefined where the change stands. */
export function roundFault(proof: ProofRecord): string | undefined {
  if (isBroken(proof))
    return 'The action ran the commands of this repository with your change and without it. The change breaks what worked. Repair it. Do not delete, skip or weaken tests.'
  return hasIdleTests(proof)
    ? 'The action ran the new and changed tests on the old code. They pass there too, so they do not show the fix. Make a test that fails on the old code because of the fault itself, and passes with your change.'
    : undefined
}

/** The result for the model, with the names of few tests. */
export function roundResult(proof: ProofRecord, branchProof?: ProofRecord): string {
  let room = MAX_NAMES
  const listed = (title: string, names: readonly string[] = []) => {
    const shown = names.slice(0, room)
    room -= shown.length
    const more = names.length > shown.length ? [`- and ${pluralize(names.length - shown.length, 'more test')}`] : []
    return names.length === 0 ? [] : [`${title}:`, ...shown.map((name) => `- ${name}`), ...more]
  }
  return [
    proofLine({ record: proof, branchProof: branchProof && { record: branchProof } }),
    ...[proof, ...(branchProof === undefined ? [] : [branchProof])]
      .flatMap(({ commands }) => commands)
      .flatMap(({ tests }) => [
        ...listed('Passed before, fail with the change', tests?.broken),
        ...listed('New, and pass without the change too', tests?.newPassing),
        ...listed('Fail with the change, and did not pass before', tests?.failing),
      ]),
  ].join('\n')
}

const areSame = (ones: readonly ProofChange[], others: readonly ProofChange[]): boolean =>
  ones.length === others.length &&
  ones.every((one, index) => {
    const other = others[index]
    return (
      other !== undefined &&
      one.path === other.path &&
      one.previousPath === other.previousPath &&
      one.mode === other.mode &&
      one.isLeftOut === other.isLeftOut &&
      (one.after === null || other.after === null ? one.after === other.after : one.after.equals(other.after))
    )
  })
