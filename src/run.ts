import { randomBytes } from 'node:crypto'
import { openSession } from './agent/hooks.ts'
import { converse } from './agent/loop.ts'
import { reasonOf } from './agent/stops.ts'
import { briefing } from './briefing.ts'
import { openOutbox } from './delivery/outbox.ts'
import { readTools } from './delivery/read-tools.ts'
import type { Desk, Finished } from './desk.ts'
import { equip } from './equipment/equip.ts'
import { equipmentOf } from './equipment/equipped.ts'
import { modelOptions, openLine } from './equipment/line.ts'
import { outputForm } from './equipment/output-form.ts'
import { startOutside } from './equipment/outside.ts'
import { powersFor } from './equipment/powers.ts'
import { fetchContext, readConversation } from './github/context.ts'
import { readTask } from './github/event.ts'
import { GitHubError } from './github/github-error.ts'
import { whyUntouched } from './github/skip.ts'
import type { Task } from './github/task.ts'
import { judgeTrust } from './github/trust.ts'
import { IsolationError, messageOf, UserError } from './host/errors.ts'
import type { Inputs } from './inputs.ts'
import { type Machine, outputFolder, withDeadline } from './machine.ts'
import { hasCredential } from './model/connect.ts'
import { preloadClient } from './model/preload.ts'
import { ModelError } from './model/types.ts'
import { startPrograms } from './programs.ts'
import type { Ending } from './record/events.ts'
import { govern } from './steering/govern.ts'
import { taskText } from './task-text.ts'
import { telemetryAsked } from './telemetry-settings.ts'
import type { Powers } from './tools/builtins.ts'
import { VERSION } from './version.ts'

/** One run, from the event that woke us to the last thing we posted. Read this first. */
export async function run(inputs: Inputs, machine: Machine, desk: Desk): Promise<Finished> {
  const { github, git, transcript, filter } = desk
  const { emit } = transcript

  // Who asked, for what, and may they?
  const intake = await readTask(machine.event, intakeOptions(inputs))
  if (!intake.go) return desk.finish(skipped('noop', intake.why))
  const keyless = whyWithoutKey(inputs, machine, intake.task)
  if (keyless !== undefined) return desk.finish(skipped('noop', keyless), { task: intake.task })
  void git.treeOf(intake.task.base?.sha ?? intake.task.sha) // most likely needed next, and GitHub is about to be waited for
  const judged = await judgeTrust(intake.task, github, trustOptions(inputs, machine))
  const { task, trust } = judged
  if (trust.level === 'refused') return desk.finish(skipped('refused', trust.why), { task })
  const untouched = await whyUntouched(task, github, inputs.skip_paths)
  if (untouched !== undefined) return desk.finish(skipped('noop', untouched), { task })

  if (trust.level === 'limited' && !judged.powers.shell) desk.notice(shellWithheld(trust.why, inputs.config_source))
  emit(startOf(inputs, machine, task))
  using limit = withDeadline(inputs.timeout_minutes, machine.signal)
  const conversation = readConversation(task, github)
  const announcing = desk.announce(task, conversation)
  void preloadClient(modelOptions(inputs, ''), machine.env)
  const nonce = randomBytes(12).toString('hex')
  const reading = fetchContext(task, github, nonce, conversation)
  const outbox = openOutbox(task, github, { ...outboxOptions(inputs), elsewhere: trust.level === 'trusted' })
  let powers: Powers | undefined
  let ending: Ending
  try {
    // What governs it? Files that steer us are read from one commit somebody trusted wrote.
    await using programs = startPrograms(inputs.sandbox, machine, emit)
    if (inputs.sandbox === 'required') programs.prepare()
    const governed = await govern(judged, git, inputs, machine, desk, programs)
    desk.measure(telemetryAsked(governed.settings.telemetry, governed.env))
    const { form, said } = await outputForm(inputs.output_schema, governed.steering, desk.notice)

    // With what? A limited run is handed fewer powers, so no rule has to take them away.
    const line = openLine(inputs, governed, machine, desk)
    const may = { ...judged.powers, ...(desk.isOneOfMany ? ONE_OF_MANY : {}) }
    powers = await powersFor(may, machine, governed, programs, filter)
    await using outside = startOutside({ governed, inputs, machine, desk, programs, powers, signal: limit.signal })
    const further = inputs.github_token === '' ? [] : [...readTools(task, github, nonce), ...outbox.tools]
    const served = await outside.ready
    const steered = { ...governed, memory: [governed.memory, served.instructions].filter(Boolean).join('\n\n') }
    const { serve } = outside
    const hands = { powers, further, served, serve, form, wordless: outbox.inWords, outputs: outputFolder(machine) }
    const kit = equip({ inputs, ...steered, ...line, ...hands, soon: limit.soon, filter, emit, now: machine.now })
    emit({ type: 'equipped', ...equipmentOf(inputs, steered, kit, hands.outputs) })

    // Think and act.
    await using session = await openSession(governed.hooks, limit.signal)
    if (inputs.sandbox === 'required') await programs.isolate()
    else if (powers.shell !== undefined) programs.prepare()
    const injecting = { kit, powers, served, notice: desk.notice }
    const asked = await taskText(inputs.prompt, task, governed.invoked, injecting, limit.signal)
    const prompt = briefing(asked.task, asked.prompt, await reading, machine.now(), session.context)
    ending = await converse(filter.deep([...prompt, ...asked.attached, ...said]), kit, limit.signal)
  } catch (error) {
    ending = stoppedBy(limit.signal, error) ?? failure(error) // whatever broke, the comment that says "working" is still replaced below
  }

  // Say so. Tools only ever proposed; announce() and finish() are all that writes to GitHub.
  const changes = powers?.files.changes() ?? []
  return desk.finish(ending, { task, announced: await announcing, changes, proposals: outbox.intents() })
}

/** Runs that go on beside each other would edit each other's files. */
const ONE_OF_MANY = { shell: false, edit: false }

const skipped = (outcome: 'noop' | 'refused', text: string): Ending => ({ end: 'skipped', outcome, text })

const intakeOptions = (inputs: Inputs) => ({
  prompt: inputs.prompt,
  triggerPhrase: inputs.trigger_phrase,
  allowedBots: inputs.allowed_bots,
  answerEdits: inputs.answer_edits,
  triggerLabels: inputs.label_trigger,
  triggerAssignees: inputs.assignee_trigger,
  skipLabels: inputs.skip_labels,
  skipAuthors: inputs.skip_authors,
  skipDrafts: inputs.skip_drafts,
  ...(inputs.github_pr_number[0] === undefined ? {} : { prNumber: inputs.github_pr_number[0] }),
  ...(inputs.github_issue_number.length === 0 ? {} : { issueNumbers: inputs.github_issue_number }),
})

const trustOptions = (inputs: Inputs, { env, now }: Machine) => ({
  allowedUsers: inputs.allowed_users,
  allowedBots: inputs.allowed_bots,
  runPrCode: inputs.run_pr_code,
  configSource: inputs.config_source,
  ...(inputs.runs_per_hour === undefined
    ? {}
    : { crowd: { most: inputs.runs_per_hour, workflow: workflowFile(env), now: now() } }),
})

/** `OWNER/REPO/.github/workflows/FILE@REF`, of which the API takes the file's name. */
const workflowFile = ({ GITHUB_WORKFLOW_REF: ref = '' }: Machine['env']) => /([^/]+)@/.exec(ref)?.[1] ?? ''

const outboxOptions = ({ allowed_labels, review, changes }: Inputs) => ({
  allowedLabels: allowed_labels,
  review,
  changes,
})

const shellWithheld = (why: string, source: Inputs['config_source']): string =>
  `${why} So no shell was offered; the input \`run_pr_code\` offers one.${source === 'head' ? ' Nor does its head steer the run, as config_source asks.' : ''}`

const startOf = (inputs: Inputs, { env, session }: Machine, task: Task) =>
  ({
    type: 'run_started',
    session,
    version: VERSION,
    event: task.event,
    model: inputs.gemini_model || env.GEMINI_MODEL || '',
    task: { ...task, body: undefined },
  }) as const

/** GitHub gives no secrets to runs for forks and for Dependabot. That is no mistake of anybody's. */
function whyWithoutKey(inputs: Inputs, { env }: Machine, task: Task): string | undefined {
  if (hasCredential(modelOptions(inputs, ''), env)) return undefined
  const here = `${task.repo.owner}/${task.repo.name}`
  const fork = task.head !== undefined && task.head.repo !== here
  const dependabot = [task.actor, task.triggeringActor].includes('dependabot[bot]')
  if (!fork && !dependabot) return undefined
  const whom = fork ? `pull requests from other repositories (${task.head?.repo ?? 'a deleted fork'})` : 'Dependabot'
  return `There is no credential for the model: GitHub gives no secrets to runs for ${whom}.`
}

/** What breaks because the run was told to end says nothing of its own. */
function stoppedBy(signal: AbortSignal, error: unknown): Ending | undefined {
  const why = error instanceof UserError || error instanceof IsolationError ? undefined : reasonOf(signal)
  return why === undefined ? undefined : { end: 'stopped', why, text: '' }
}

const isTrouble = ({ status }: GitHubError) => status === 0 || status === 429 || status >= 500

function failure(error: unknown): Ending {
  if (error instanceof UserError) return { end: 'failed', outcome: 'config', text: error.message }
  if (error instanceof IsolationError) return { end: 'failed', outcome: 'security', text: error.message }
  if (error instanceof ModelError) return { end: 'failed', outcome: 'model', text: error.message }
  if (error instanceof GitHubError && [401, 403, 404].includes(error.status ?? 0))
    return { end: 'failed', outcome: 'config', text: `${error.message}. Check the job's permissions and github_token.` }
  if (error instanceof GitHubError && isTrouble(error))
    return { end: 'failed', outcome: 'internal', github: true, text: error.message }
  return { end: 'failed', outcome: 'internal', text: `Sluice failed: ${messageOf(error)}` }
}
