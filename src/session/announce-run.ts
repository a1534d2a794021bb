import { randomBytes } from 'node:crypto'
import { settingsAtStart } from '../config/admin-settings.ts'
import type { Inputs } from '../config/inputs.ts'
import { githubEndpoints, runLocation } from '../config/run-identity.ts'
import { type Runtime, withDeadline } from '../config/runtime.ts'
import type { Announcement } from '../delivery/post/announce.ts'
import { type Pictures, readPictures } from '../github/context/pictures.ts'
import { describeItems } from '../github/events/listed-items.ts'
import type { Trust } from '../github/events/task.ts'
import { openResume } from '../resume/open-resume.ts'
import type { Resumption } from '../resume/resumption.ts'
import { type AdmittedRun, notStarted, type RunNotStarted } from './admit-run.ts'
import type { RunSession } from './run-session.ts'
import { runStarted } from './run-snapshot.ts'

/** An admitted run and the conversation that it continues. */
export type ResumedRun = AdmittedRun & { resumed: Resumption }

/** A run that says where its answer will be. Disposing it ends its time limit. */
export type AnnouncedRun = ResumedRun & {
  trust: Trust
  runtime: Runtime
  session: RunSession
  /** Ends the run. */
  signal: AbortSignal
  /** Aborts when only time for a final answer remains. */
  wrapUpSignal?: AbortSignal | undefined
  /** When its time ends, by the clock of the runtime. */
  endsAt: number
  /** The comment and the check run that say "working". */
  announcement: Promise<Announcement>
  /** What GitHub knows about the issue or pull request. */
  context: Promise<string>
  /** The pictures in it. */
  pictures: Promise<Pictures>
  /** Marks text from outside in this run. It is new for each run, so that no text can forge the end of its own mark. */
  nonce: string
}

/** The run with the conversation that it continues, or its end when the reply may not be used or needs no model. */
export async function continueConversation(
  admitted: AdmittedRun,
  runtime: Runtime,
  session: RunSession,
): Promise<ResumedRun | RunNotStarted> {
  const { task, inputs, assessment } = admitted
  const settings = () => settingsAtStart(assessment.steering.sha, { inputs, runtime, ...session })
  const opened = await openResume(task, { inputs, runtime, trust: assessment.trust, session, settings })
  if ('reason' in opened) return notStarted('refused', opened.reason, { task, isTold: opened.isTold })
  if ('requested' in opened) {
    const { text, structured, requested } = opened
    return { ending: { end: 'answered', text, structured }, work: { task, requested } }
  }
  return { ...admitted, task: opened.task, inputs: opened.inputs, resumed: opened }
}

/** Says "working" where the answer will be, and reads the issue or pull request while GitHub posts that. */
export function announceRun(run: ResumedRun, runtime: Runtime, session: RunSession): AnnouncedRun & Disposable {
  const { task, inputs, assessment, conversation, resumed } = run
  const { trust, capabilities } = assessment
  if (trust.level === 'limited' && !capabilities.shell) session.notice(noShellNotice(trust.reason, inputs))
  if (trust.level === 'visitor') session.notice(visitorNotice(trust.reason))
  if (task.items !== undefined) session.notice(describeItems(task.items))
  session.transcript.emit(runStarted(inputs, runtime, task))
  const deadline = withDeadline(inputs.timeout_minutes, runtime)
  const endsAt = runtime.now() + (inputs.timeout_minutes ?? Number.POSITIVE_INFINITY) * 60_000
  const announcement = session.announce(task, conversation, resumed.claim, inputs.comment)
  const nonce = randomBytes(12).toString('hex')
  const context = resumed.context(nonce, conversation)
  // A conversation that goes on has the earlier ones.
  const only = resumed.agent.history === undefined ? undefined : (task.comment?.id ?? 0)
  const hosts = { ...runLocation(runtime.env), ...githubEndpoints(runtime.env) }
  const pictures = readPictures(task, conversation, { github: session.github, hosts, only })
  return { ...run, ...deadline, endsAt, trust, runtime, session, announcement, context, pictures, nonce }
}

const visitorNotice = (reason: string): string =>
  `${reason} This run answers the issue with reading tools only: no shell, no edits, no network, and no proposals except labels that allowed_labels names.`

const noShellNotice = (reason: string, { config_source }: Inputs): string =>
  `${reason} The shell is off for this run; the input \`run_pr_code\` turns it on.${config_source === 'head' ? ' Settings and policies come from the base, although config_source is "head".' : ''}`
