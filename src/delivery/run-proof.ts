import type { Inputs } from '../config/inputs.ts'
import type { RunConfig } from '../config/load-run-config.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Task, Trust } from '../github/events/task.ts'
import type { RunFiles } from '../github/run-files.ts'
import type { Proposal, ProposalStore } from '../github-tools/proposal.ts'
import type { Workspace } from '../platform/files/workspace.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import { proofOptions } from '../proof/prove.ts'
import { openProofRounds, type ProofRounds } from '../proof/rounds.ts'
import { type Emit, finishedCalls, type RunEvent } from '../record/events.ts'
import { type DeliveryRules, withHeldChanges } from './plan/held-changes.ts'
import { type ChangeAccounting, type RunChanges, replaceChanges } from './run-changes.ts'

type RunToProve = {
  task: Task
  inputs: Inputs
  trust: Trust
  config: Pick<RunConfig, 'settings' | 'invocations'>
  runtime: Runtime
  endsAt: number
  session: {
    transcript: { events(): readonly RunEvent[]; emit: Emit }
    filter: SecretFilter
    notice(text: string): void
  }
}

type WorkToProve = {
  proposals: { store: ProposalStore }
  runFiles: Promise<RunFiles>
  files?: Pick<Workspace, 'changes'>
  accounting: ChangeAccounting | undefined
  deliveryRules?: DeliveryRules
}

/** Opens what proves the changes of a run on trusted code. Undefined where there is nothing to run, or nothing to deliver. */
export function openRunProof(
  { task, inputs, trust, session, config, runtime, endsAt }: RunToProve,
  work: WorkToProve,
  programs: { isBusy(): Promise<boolean> },
): ProofRounds<RunChanges> | undefined {
  const { accounting, proposals, runFiles } = work
  const options = proofOptions(inputs, config.settings)
  const isFix = Object.values(config.invocations).some(({ slash }) => slash.name === 'fix')
  const hasBranch = () => proposals.store.ofKind('branch').length > 0
  const isIdle = options.mode === 'off' || options.commands.length === 0 || inputs.changes === 'off'
  if (isIdle || trust.level !== 'trusted' || accounting === undefined) return undefined
  return openProofRounds<RunChanges, readonly Proposal[]>({
    options,
    isFix: isFix || task.upstream !== undefined,
    request: task.request ?? '',
    runtime,
    endsAt,
    view: runFiles.then(({ view }) => view),
    judge: (changes) => withHeldChanges(changes, finishedCalls(session.transcript.events()), work.deliveryRules),
    look: async () =>
      (await programs.isBusy()) ? undefined : accounting.look(work.files?.changes() ?? [], hasBranch()),
    staged: () => proposals.store.ofKind('branch')[0],
    replace: (from, to) => replaceChanges(from, to, session.notice),
    exchange: proposals.store.exchange,
    record: (proof, withheld) => session.transcript.emit(session.filter.deep({ type: 'proof', proof, withheld })),
    notice: session.notice,
  })
}
