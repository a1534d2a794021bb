import { join, resolve } from 'node:path'
import { type Announced, announce, pendingFor } from './delivery/announce.ts'
import type { SeenComments } from './delivery/comment.ts'
import { type Delivered, deliver } from './delivery/deliver.ts'
import type { DeliveryKit } from './delivery/delivery-kit.ts'
import type { Proposal } from './delivery/intent.ts'
import { type Outputs, outputsOf } from './delivery/outputs.ts'
import { askedBy } from './github/asked-by.ts'
import { connectGitHub, type GitHub } from './github/client.ts'
import { type Git, openGit } from './github/git.ts'
import type { Shared } from './github/remembering.ts'
import type { Task } from './github/task.ts'
import type { Change } from './host/files.ts'
import type { Filter } from './host/secrets.ts'
import type { Inputs } from './inputs.ts'
import type { Machine } from './machine.ts'
import type { Report } from './model/fallback.ts'
import type { CallRecord, Ending, Outcome, RunEvent } from './record/events.ts'
import { outcomeOf } from './record/outcome.ts'
import type { Transcript } from './record/transcript.ts'
import { usedBy } from './record/usage.ts'
import type { Telemetry, Asked as TelemetryAsked } from './telemetry-settings.ts'
import { VERSION } from './version.ts'

/** How a run ended, and what became of everything it had to say. */
export type Finished = { outcome: Outcome; ending: Ending; delivered: Delivered; outputs: Outputs }

/** Where a run's papers lie: the way to GitHub, the transcript, and how its end is told. */
export type Desk = {
  github: GitHub
  /** The checked-out repository, read only. */
  git: Git
  filter: Filter
  transcript: Transcript
  /** Whether other runs go on beside this one, in the same workspace. */
  isOneOfMany: boolean
  /** One sentence for the log and, folded, for the comment. */
  notice(text: string): void
  /** The same for a wait or a change of model that the back end forced on us. */
  waited: Report
  /** Says "working" where the answer will be, `seeing` what is there. Never rejects. */
  announce(task: Task, seeing: Promise<SeenComments> | undefined): Promise<Announced>
  /** Has telemetry of this run sent when it has ended, if that was asked for. */
  measure(asked: TelemetryAsked): void
  /** Tells how the run ended, everywhere it should be told. Never rejects. */
  finish(ending: Ending, about?: About): Promise<Finished>
}

/** What the run was about and what it leaves to deliver. */
export type About = {
  task: Task
  announced?: Announced
  changes?: readonly Change[]
  proposals?: readonly Proposal[]
}

/** Where it may still say "working" when the result could not be written. */
const SAID_WORKING = new Set<string>(['comment', 'check_run'])

/** Names of the state a post step reads. */
export const STATE = { pending: 'pending', finished: 'finished', untold: 'untold' } as const

type Tell = {
  saveState(name: string, value: string): void
  writeSummary(text: string): Promise<void>
}

/** `shared`: what the runs of a batch have in common. */
export function openDesk(
  inputs: Inputs,
  machine: Machine,
  transcript: Transcript,
  filter: Filter,
  tell: Tell,
  shared?: Shared,
): Desk {
  const started = machine.now()
  let telemetry: Telemetry | undefined
  const notice = (text: string) => transcript.emit({ type: 'notice', level: 'info', text })
  const github = shared?.github ?? connectGitHub({ ...githubOptions(inputs, machine), notice })
  const kit: DeliveryKit = {
    ...deliveryAsked(inputs, machine),
    ...(inputs.github_token === '' ? {} : { github }),
    filter,
    emit: transcript.emit,
    quiet: shared !== undefined,
    writeSummary: tell.writeSummary,
  }

  return {
    github,
    git: shared?.git ?? openGit(machine.workspace, machine.childEnv),
    filter,
    transcript,
    isOneOfMany: shared !== undefined,
    notice,
    waited({ text, ...attempt }) {
      // That the same model was asked again concerns nobody once it has answered; another model, or a hint about the
      // configuration, does.
      transcript.emit({ type: 'notice', level: attempt.waitMs === undefined ? 'warning' : 'info', text })
      if (attempt.model !== undefined) transcript.emit({ type: 'model_failed', turn: 0, text, ...attempt })
    },
    announce(task, seeing) {
      const pending = pendingFor(task, kit)
      // Saved first: a run that is killed at once must not leave a comment that says "working" for ever.
      if (pending !== undefined) tell.saveState(STATE.pending, JSON.stringify(pending))
      return announce(task, kit, seeing)
    },
    measure({ telemetry: asked, why }) {
      if (why !== undefined) notice(why)
      telemetry = asked
    },
    finish: (ending, about) => finish(ending, about, { kit, filter, transcript, machine, tell, started, telemetry }),
  }
}

/** What a run is ended with. `started`: when it began, by the machine's clock. */
type AtTheEnd = {
  kit: DeliveryKit
  filter: Filter
  transcript: Transcript
  machine: Machine
  tell: Tell
  started: number
  telemetry: Telemetry | undefined
}

/** Delivers, says what became of it, and closes the account. */
async function finish(ending: Ending, about: About | undefined, at: AtTheEnd): Promise<Finished> {
  const { changes = [], proposals = [], announced = {} } = about ?? {}
  const { kit, filter, transcript, machine, tell } = at
  const { session } = machine
  const ms = machine.now() - at.started
  const events = transcript.events()
  const told = { outcome: outcomeOf(ending, callsIn(events)), ending, events, changes, proposals, ms, session }
  const delivered = await deliver(about?.task, told, announced, kit)
  if (delivered.receipts.some(({ intent, state }) => SAID_WORKING.has(intent.kind) && state === 'failed'))
    tell.saveState(STATE.untold, 'true')
  const { outcome } = delivered
  const why = ending.end === 'stopped' ? { why: ending.why } : {}
  const end = { outcome, ending: ending.end, ...why, text: ending.text }
  transcript.emit({ type: 'run_ended', ...end, ...usedBy(transcript.events()), ms })
  if (at.telemetry !== undefined) await sendOff(at.telemetry, machine, transcript)
  const facts = { ending, events: transcript.events(), transcript: transcript.path }
  return { outcome, ending, delivered, outputs: outputsOf(delivered, facts, filter) }
}

/** How long telemetry may take. A runner that ends a job kills it 2.5 seconds after SIGTERM. */
const SENDING_MS = { usually: 4000, whenStopped: 2000 }

/** What inputs and machine say of delivery. */
const deliveryAsked = (inputs: Inputs, machine: Machine) => ({
  place: placeOf(inputs, machine),
  comment: inputs.comment,
  review: inputs.review,
  changes: inputs.changes,
  branchPrefix: inputs.branch_prefix,
  ...(machine.env.GITHUB_REF === undefined ? {} : { ref: machine.env.GITHUB_REF }),
  checkRun: inputs.check_run,
  failOn: inputs.fail_on as readonly Outcome[], // each was checked when it was read
  dryRun: inputs.dry_run,
  patchPath: join(machine.scratch, 'changes.patch'),
})

/** Most runs send none, and load nothing for it. */
async function sendOff(
  telemetry: Telemetry,
  { session, workspace, signal }: Machine,
  transcript: Transcript,
): Promise<void> {
  const [{ measurementsOf }, { sendTelemetry }] = await Promise.all([
    import('./record/measurements.ts'),
    import('./telemetry.ts'),
  ])
  const found = measurementsOf(transcript.events(), transcript.times(), telemetry.content)
  const { to } = telemetry
  const place = 'file' in to ? { file: resolve(workspace, to.file) } : to
  const mostMs = signal.aborted ? SENDING_MS.whenStopped : SENDING_MS.usually
  const problem = await sendTelemetry(found, { ...telemetry, to: place }, { session, version: VERSION, mostMs })
  if (problem === undefined) return
  const text = `Telemetry could not be sent (telemetry.otlpEndpoint, telemetry.outfile): ${problem}`
  transcript.emit({ type: 'notice', level: 'warning', text })
}

export const githubOptions = (inputs: Inputs, { env, event, now, sleep }: Machine) => ({
  repository: event.repository,
  ...githubAddress(env),
  token: inputs.github_token,
  clock: { now, sleep },
})

/** Where GitHub is, from the runner's own variables; a file of the repository never changes it. */
export function githubAddress(env: Machine['env']) {
  const graphqlUrl = env.GITHUB_GRAPHQL_URL
  return {
    apiUrl: env.GITHUB_API_URL || 'https://api.github.com',
    ...(graphqlUrl === undefined || graphqlUrl === '' ? {} : { graphqlUrl }),
    userAgent: `sluice/${VERSION}`,
  }
}

/** The web pages of GitHub, and the page of this run where there is one. */
export function runPlace(env: Machine['env']): { server: string; runUrl?: string } {
  const server = env.GITHUB_SERVER_URL || 'https://github.com'
  const { GITHUB_RUN_ID: id, GITHUB_REPOSITORY: repository = '' } = env
  return id === undefined ? { server } : { server, runUrl: `${server}/${repository}/actions/runs/${id}` }
}

export function placeOf(inputs: Inputs, { env, event, session }: Machine): DeliveryKit['place'] {
  // What was asked once is answered once, also by a second run: GitHub's deliveries may come twice.
  const id = env.GITHUB_RUN_ID && (askedBy(event) ?? env.GITHUB_RUN_ID)
  const run = id ? `${id}.${env.GITHUB_RUN_ATTEMPT ?? '1'}` : session
  return {
    ...runPlace(env),
    repository: event.repository,
    workflow: inputs.workflow_name || env.GITHUB_WORKFLOW || '',
    // Two steps of one job, or two jobs of a matrix, keep two comments only if they are told apart by name.
    job: env.GITHUB_JOB ?? '',
    run,
  }
}

const callsIn = (events: readonly RunEvent[]): CallRecord[] =>
  events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
