import { join } from 'node:path'
import { type Announced, announce, pendingFor } from './delivery/announce.ts'
import { type Delivered, deliver } from './delivery/deliver.ts'
import type { DeliveryKit } from './delivery/delivery-kit.ts'
import type { Proposal } from './delivery/intent.ts'
import { type Outputs, outputsOf } from './delivery/outputs.ts'
import { connectGitHub, type GitHub } from './github/client.ts'
import type { Task } from './github/task.ts'
import type { Change } from './host/files.ts'
import type { Filter } from './host/secrets.ts'
import type { Inputs } from './inputs.ts'
import type { Machine } from './machine.ts'
import type { CallRecord, Ending, Outcome } from './record/events.ts'
import { outcomeOf } from './record/outcome.ts'
import type { Transcript } from './record/transcript.ts'
import { usedBy } from './record/usage.ts'
import { VERSION } from './version.ts'

/** How a run ended, and what became of everything it had to say. */
export type Finished = { outcome: Outcome; ending: Ending; delivered: Delivered; outputs: Outputs }

/** Where a run's papers lie: the way to GitHub, the transcript, and how its end is told. */
export type Desk = {
  github: GitHub
  filter: Filter
  transcript: Transcript
  /** One sentence for the log and, folded, for the comment. */
  notice(text: string): void
  /** The same for a wait or a change of model that the back end forced on us. */
  waited(notice: { text: string }): void
  /** Says "working" where the answer will be. Never rejects. */
  announce(task: Task): Promise<Announced>
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

/** Names of the state a post step reads. */
export const STATE = { pending: 'pending', finished: 'finished' } as const

type Tell = {
  saveState(name: string, value: string): void
  writeSummary(text: string): Promise<void>
}

export function openDesk(inputs: Inputs, machine: Machine, transcript: Transcript, filter: Filter, tell: Tell): Desk {
  const { env } = machine
  const started = machine.now()
  const notice = (text: string) => transcript.emit({ type: 'notice', level: 'info', text })
  const github = connectGitHub({
    repository: machine.event.repository,
    ...githubAddress(env),
    token: inputs.github_token,
    notice,
  })
  const kit: DeliveryKit = {
    ...(inputs.github_token === '' ? {} : { github }),
    filter,
    emit: transcript.emit,
    place: placeOf(inputs, machine),
    comment: inputs.comment,
    review: inputs.review,
    changes: inputs.changes,
    branchPrefix: inputs.branch_prefix,
    ...(env.GITHUB_REF === undefined ? {} : { ref: env.GITHUB_REF }),
    checkRun: inputs.check_run,
    failOn: inputs.fail_on as readonly Outcome[], // each was checked when it was read
    dryRun: inputs.dry_run,
    patchPath: join(machine.scratch, 'changes.patch'),
    writeSummary: tell.writeSummary,
  }

  return {
    github,
    filter,
    transcript,
    notice,
    waited: ({ text }) => transcript.emit({ type: 'notice', level: 'warning', text }),
    announce(task) {
      const pending = pendingFor(task, kit)
      // Saved first: a run that is killed at once must not leave a comment that says "working" for ever.
      if (pending !== undefined) tell.saveState(STATE.pending, JSON.stringify(pending))
      return announce(task, kit)
    },
    async finish(ending, about) {
      const { changes = [], proposals = [], announced = {} } = about ?? {}
      const ms = machine.now() - started
      const told = {
        outcome: outcomeOf(ending, callsIn(transcript)),
        ending,
        events: transcript.events(),
        changes,
        proposals,
        ms,
        session: machine.session,
      }
      const delivered = await deliver(about?.task, told, announced, kit)
      const undelivered = whyUndelivered(told.outcome, delivered)
      const also = undelivered === undefined ? [] : [undelivered.outcome]
      const outcome = outcomeOf(ending, callsIn(transcript), also)
      transcript.emit({ type: 'run_ended', outcome, ending: ending.end, ...usedBy(transcript.events()), ms })
      const facts = {
        ending,
        events: transcript.events(),
        transcript: transcript.path,
        ...(undelivered === undefined ? {} : { undelivered: undelivered.why }),
      }
      const report = { ...delivered.report, outcome }
      return { outcome, ending, delivered, outputs: outputsOf({ ...delivered, report }, facts, filter) }
    },
  }
}

/** An answer nobody gets to see because of a missing permission must not be green; nor a secret on its way out in a file. */
function whyUndelivered(
  before: Outcome,
  { report, receipts }: Delivered,
): { outcome: 'config' | 'security'; why: string } | undefined {
  const stopped = receipts.find(({ intent }) => intent.kind === 'commit' && intent.not?.isSecret === true)
  if (report.outcome === 'security' && before !== 'security')
    return { outcome: 'security', why: `The change was not committed: ${stopped?.why ?? 'it held a secret'}.` }
  const forbidden = receipts.find((receipt) => receipt.forbidden)
  if (forbidden === undefined) return undefined
  return { outcome: 'config', why: `${forbidden.why}. Check the job's permissions.` }
}

/** Where GitHub is, from the runner's own variables; a file of the repository never changes it. */
export function githubAddress(env: Machine['env']) {
  const graphqlUrl = env.GITHUB_GRAPHQL_URL
  return {
    apiUrl: env.GITHUB_API_URL || 'https://api.github.com',
    ...(graphqlUrl === undefined || graphqlUrl === '' ? {} : { graphqlUrl }),
    userAgent: `sluice/${VERSION}`,
  }
}

function placeOf(inputs: Inputs, { env, event, session }: Machine): DeliveryKit['place'] {
  const server = env.GITHUB_SERVER_URL || 'https://github.com'
  const run = env.GITHUB_RUN_ID === undefined ? session : `${env.GITHUB_RUN_ID}.${env.GITHUB_RUN_ATTEMPT ?? '1'}`
  return {
    server,
    repository: event.repository,
    workflow: inputs.workflow_name || env.GITHUB_WORKFLOW || '',
    // Two steps of one job, or two jobs of a matrix, keep two comments only if they are told apart by name.
    job: env.GITHUB_JOB ?? '',
    run,
    ...(env.GITHUB_RUN_ID === undefined
      ? {}
      : { runUrl: `${server}/${event.repository}/actions/runs/${env.GITHUB_RUN_ID}` }),
  }
}

const callsIn = (transcript: Transcript): CallRecord[] =>
  transcript.events().flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
