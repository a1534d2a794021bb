import { randomBytes } from 'node:crypto'
import { openSession } from './agent/hooks.ts'
import { converse } from './agent/loop.ts'
import { briefing } from './briefing.ts'
import { openOutbox } from './delivery/outbox.ts'
import { readTools } from './delivery/read-tools.ts'
import type { Desk, Finished } from './desk.ts'
import { equip, modelName, modelOptions, powersFor } from './equip.ts'
import { fetchContext } from './github/context.ts'
import { readTask } from './github/event.ts'
import { openGit } from './github/git.ts'
import { GitHubError } from './github/github-error.ts'
import type { Task } from './github/task.ts'
import { judgeTrust } from './github/trust.ts'
import { govern } from './govern.ts'
import { IsolationError, messageOf, UserError } from './host/errors.ts'
import type { Inputs } from './inputs.ts'
import { type Machine, withDeadline } from './machine.ts'
import { connectModel, hasCredential } from './model/connect.ts'
import { preloadClient } from './model/preload.ts'
import { type Ask, ModelError } from './model/types.ts'
import { startPrograms } from './programs.ts'
import type { Ending } from './record/events.ts'
import type { Powers } from './tools/builtins.ts'
import { VERSION } from './version.ts'

/** One run, from the event that woke us to the last thing we posted. Read this first. */
export async function run(inputs: Inputs, machine: Machine, desk: Desk, recorded?: Ask): Promise<Finished> {
  const { github, transcript, filter } = desk
  const { emit } = transcript

  // Who asked, for what, and may they?
  const intake = await readTask(machine.event, intakeOptions(inputs))
  if (!intake.go) return desk.finish(skipped('noop', intake.why))
  const keyless = whyWithoutKey(inputs, machine, intake.task)
  if (keyless !== undefined) return desk.finish(skipped('noop', keyless), { task: intake.task })
  const git = openGit(machine.workspace, machine.childEnv)
  void git.tree(intake.task.base?.sha ?? intake.task.sha) // most likely needed next, and GitHub is about to be waited for
  const judged = await judgeTrust(intake.task, github, trustOptions(inputs))
  const { task, trust } = judged
  if (trust.level === 'refused') return desk.finish(skipped('refused', trust.why), { task })

  if (task.batch !== undefined) desk.notice('Only the first of several issue numbers is worked on in this version.')
  emit(startOf(inputs, machine, task))
  using limit = withDeadline(inputs.timeout_minutes, machine.signal)
  const announcing = desk.announce(task)
  if (recorded === undefined) void preloadClient(modelOptions(inputs, ''), machine.env)
  const nonce = randomBytes(12).toString('hex')
  const reading = fetchContext(task, github, nonce)
  const outbox = openOutbox(task, github, { ...outboxOptions(inputs), elsewhere: trust.level === 'trusted' })
  let powers: Powers | undefined
  let ending: Ending
  try {
    // What governs it? Files that steer us are read from one commit somebody trusted wrote.
    await using programs = startPrograms(inputs.sandbox, machine, emit)
    if (inputs.sandbox === 'required') programs.prepare()
    const governed = await govern(judged, git, inputs, machine, desk, programs)

    // With what? A limited run is handed fewer powers, so no rule has to take them away.
    const model = modelName(inputs, machine.env, governed.settings)
    const options = modelOptions(inputs, model, governed.settings, machine.session)
    const ask = recorded ?? connectModel(options, machine.env, machine, desk.waited)
    powers = await powersFor(judged.powers, machine, governed, programs, filter)
    const further = inputs.github_token === '' ? [] : [...readTools(task, github, nonce), ...outbox.tools]
    const { now } = machine
    const kit = equip({ inputs, ...governed, powers, further, wordless: outbox.inWords, ask, model, filter, emit, now })

    // Think and act.
    await using session = await openSession(governed.hooks, limit.signal)
    if (inputs.sandbox === 'required') await programs.isolate()
    else if (powers.shell !== undefined) programs.prepare()
    const prompt = briefing(task, inputs.prompt, await reading, machine.now(), session.context)
    ending = await converse(filter.deep(prompt), kit, limit.signal)
  } catch (error) {
    ending = failure(error) // whatever broke, the comment that says "working" is still replaced below
  }

  // Say so. Tools only ever proposed; announce() and finish() are all that writes to GitHub.
  const changes = powers?.files.changes() ?? []
  return desk.finish(ending, { task, announced: await announcing, changes, proposals: outbox.intents() })
}

const skipped = (outcome: 'noop' | 'refused', text: string): Ending => ({ end: 'skipped', outcome, text })

const intakeOptions = (inputs: Inputs) => ({
  prompt: inputs.prompt,
  triggerPhrase: inputs.trigger_phrase,
  allowedBots: inputs.allowed_bots,
  ...(inputs.github_pr_number[0] === undefined ? {} : { prNumber: inputs.github_pr_number[0] }),
  ...(inputs.github_issue_number.length === 0 ? {} : { issueNumbers: inputs.github_issue_number }),
})

const trustOptions = (inputs: Inputs) => ({
  allowedUsers: inputs.allowed_users,
  allowedBots: inputs.allowed_bots,
  runPrCode: inputs.run_pr_code,
  configSource: inputs.config_source,
})

const outboxOptions = ({ allowed_labels, review, changes }: Inputs) => ({
  allowedLabels: allowed_labels,
  review,
  changes,
})

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
  return `There is no credential for the model: GitHub gives no secrets to runs for ${whom}. Nothing ran.`
}

function failure(error: unknown): Ending {
  if (error instanceof UserError) return { end: 'failed', outcome: 'config', text: error.message }
  if (error instanceof IsolationError) return { end: 'failed', outcome: 'security', text: error.message }
  if (error instanceof ModelError) return { end: 'failed', outcome: 'model', text: error.message }
  if (error instanceof GitHubError && [401, 403, 404].includes(error.status ?? 0))
    return { end: 'failed', outcome: 'config', text: `${error.message}. Check the job's permissions and github_token.` }
  return { end: 'failed', outcome: 'internal', text: `Sluice failed: ${messageOf(error)}` }
}
