import type { Inputs } from '../config/inputs.ts'
import { childEnvFor, type Runtime } from '../config/runtime.ts'
import type { Settings } from '../config/settings/settings.ts'
import type { Trust } from '../github/events/task.ts'
import {
  CONFIDENCES,
  type InlineComment,
  type Proposal,
  type ProposedComment,
  SEVERITIES,
  type Severity,
} from '../github-tools/proposal.ts'
import { UserError } from '../platform/errors.ts'
import { shellSyntaxError, stopAtFailure } from '../platform/process/shell-words.ts'
import { TESTS_PLACE, verifyCommands } from '../proof/prove.ts'
import { DEFAULT_DETAILS } from './finding.ts'
import { isAtLeast, type Threshold } from './verdict.ts'

/** What inputs and settings say about reviews. `verify`: the command that proves suggestions; empty without one. `dismissOwn`: whether the author of a pull request may dismiss its findings. */
export type ReviewOptions = { verify: string; limits: ReviewLimits; dismissOwn: boolean }

type ReviewInputs = Pick<Inputs, 'verify'> & Partial<Pick<Inputs, 'fail_on_findings'>>

type ReviewSettings = Pick<Settings, 'sluice'>

type CheckContext = {
  trust: Pick<Trust, 'level'>
  runtime: Pick<Runtime, 'env' | 'childEnv' | 'taskNames' | 'workspace' | 'signal'>
}

/** Those that need no test files of a change, one after the other. */
function suggestionCommand(commands: readonly string[]): string {
  const [first = '', ...others] = commands.filter((command) => !command.includes(TESTS_PLACE))
  const alone = (command: string) => `(set +e\n${stopAtFailure(command)}\n)`
  return others.length === 0 ? first : [first, ...others].map(alone).join('\n')
}

/** The input `verify` wins over the setting. */
export const reviewOptions = (inputs: ReviewInputs, settings: ReviewSettings): ReviewOptions => ({
  verify: suggestionCommand(verifyCommands(inputs, settings)),
  limits: { ...reviewLimits(settings), blocking: inputs.fail_on_findings },
  dismissOwn: settings.sluice?.review?.dismissOwn !== false,
})

/**
 * The options of a run, before it asks the model anything. Throws UserError when the shell cannot parse the command `verify`; a run that
 * ignores the command does not check it.
 */
export async function checkedReviewOptions(
  inputs: ReviewInputs,
  settings: ReviewSettings,
  { trust, runtime }: CheckContext,
): Promise<ReviewOptions> {
  const options = reviewOptions(inputs, settings)
  if (trust.level !== 'trusted') return options
  const env = childEnvFor(runtime)
  const limits = { signal: runtime.signal, timeoutMs: 30_000, maxBytes: 10_000 }
  for (const command of verifyCommands(inputs, settings)) {
    const reason = await shellSyntaxError(command, { cwd: runtime.workspace, env, ...limits })
    if (reason === undefined) continue
    const [name, place] = inputs.verify === '' ? ['sluice.verify', 'the settings'] : ['verify', 'the input']
    throw new UserError(`${name}: the shell cannot parse this command (${reason}). Correct it in ${place}.`)
  }
  return options
}

/**
 * How many findings one review posts as inline comments at most, and the lowest severity it posts. No limit holds back one that blocks, from
 * the severity `blocking`, unless the second look refutes it: without a thread it could not be dismissed, and no later run would know it.
 */
export type ReviewLimits = { maxFindings: number; minSeverity: Severity; blocking?: Threshold }

export const DEFAULT_LIMITS: ReviewLimits = { maxFindings: 10, minSeverity: 'low' }

/** The limits of `sluice.review` in the settings. */
export const reviewLimits = ({ sluice }: Pick<Settings, 'sluice'>): ReviewLimits => {
  const { maxFindings, minSeverity } = { ...DEFAULT_LIMITS, ...sluice?.review }
  return { maxFindings, minSeverity }
}

/**
 * Removes the inline comments that the limits do not admit: those below the severity, of low confidence and in existing code, then the least severe
 * and least certain ones above the number. The rest keep their order. Pure.
 */
export function limitFindings(
  proposals: readonly Proposal[],
  { maxFindings, minSeverity, blocking = 'off' }: ReviewLimits,
): { admitted: Proposal[]; folded: ProposedComment[] } {
  const ranked = proposals
    .filter((proposal) => proposal.kind === 'review_comment')
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  const best = ranked
    .filter((comment) => isWithin(comment, minSeverity) && comment.foldedAs === undefined)
    .slice(0, maxFindings)
  const blockers = ranked.filter(
    (comment) => isAtLeast(severityOf(comment), blocking) && comment.foldedAs !== 'refuted',
  )
  const posted = new Set<Proposal>([...best, ...blockers])
  return {
    admitted: proposals.flatMap((proposal): Proposal[] =>
      proposal.kind !== 'review_comment' ? [proposal] : posted.has(proposal) ? [unfolded(proposal)] : [],
    ),
    folded: ranked.filter((comment) => !posted.has(comment)),
  }
}

const isWithin = (comment: InlineComment, minSeverity: Severity): boolean =>
  SEVERITIES.indexOf(severityOf(comment)) <= SEVERITIES.indexOf(minSeverity) && comment.finding?.confidence !== 'low'

/** A finding that the limits would fold, as an inline comment that says why. */
function unfolded(comment: ProposedComment): ProposedComment {
  const { foldedAs, lookNote = '', ...posted } = comment
  const place = foldedAs === 'existing' ? 'No changed line has or causes this. ' : ''
  const doubt = foldedAs === 'unsure' || lookNote !== '' ? `The second look is not sure. ${lookNote}` : ''
  const note = `${place}${doubt}`.trim()
  return note === '' ? comment : { ...posted, body: `${posted.body}\n\n_${note}_` }
}

/**
 * Whether a finding that the limits fold is open all the same: a severe one, one above the number, and one that the second look is not sure
 * of. Only what that refutes is closed.
 */
export function isOpenThoughFolded(comment: InlineComment, { minSeverity, blocking = 'off' }: ReviewLimits): boolean {
  const { foldedAs } = comment
  if (foldedAs === 'unsure' || foldedAs === 'refuted') return foldedAs === 'unsure'
  const isSevere = (['high', blocking] as const).some((threshold) => isAtLeast(severityOf(comment), threshold))
  return isSevere || (foldedAs === undefined && isWithin(comment, minSeverity))
}

const severityOf = ({ finding }: InlineComment): Severity => finding?.severity ?? DEFAULT_DETAILS.severity

/** Lower is more important: by severity, then by confidence. */
const rankOf = (comment: InlineComment): number =>
  SEVERITIES.indexOf(severityOf(comment)) * CONFIDENCES.length +
  CONFIDENCES.indexOf(comment.finding?.confidence ?? 'medium')
