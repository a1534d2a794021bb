import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Finished } from '../desk.ts'
import { openGit } from '../github/git.ts'
import { openRunner, type Runner } from '../github/runner.ts'
import { childEnvironment } from '../host/environment.ts'
import { messageOf, UserError, whyUnread } from '../host/errors.ts'
import { readInputs } from '../inputs.ts'
import { type Env, incomingEvent, machineFor, personsHome, stopSignal } from '../machine.ts'
import { runOn } from '../main.ts'
import { outputFormat, project } from '../record/projection.ts'
import { readTranscript } from '../record/transcript.ts'
import type { FakeGitHub } from '../standin/github.ts'
import { type CommandIo, isFolder, wrongUsage } from './command-io.ts'
import { sampleSession } from './sample-session.ts'
import { sampleWorld } from './sample-world.ts'

const HELP = `sluice run [--event FILE --event-name NAME] [--prompt TEXT] [--workspace DIR] [--replay FILE] [--record FILE]
           [--output-format FORMAT] [--live-github]

The same run as the action's, on this machine; prints what would be posted.

  --event FILE        payload of a GitHub event, as JSON; --event-name says which event (pull_request, issue_comment …)
  --prompt TEXT       the task; without --event it is all there is
  --workspace DIR     a git repository; default: the current folder
  --replay FILE       take the model's answers from a recorded session
  --record FILE       keep the transcript, for --replay and for sluice replay
  --output-format FORMAT, -o
                      print the session as the reference would, in place of what would be posted: text, json, stream-json
  --live-github       with --event: talk to the real GitHub with GITHUB_TOKEN; otherwise to an embedded stand-in

Other inputs of the action are read from INPUT_* variables. With GEMINI_API_KEY set and no --replay the real model answers.
Exit codes: 0 fine, 1 an outcome that fails the step, 2 wrong usage, 42 bad input, 53 turn limit.
`

const OPTIONS = {
  event: { type: 'string' },
  'event-name': { type: 'string' },
  prompt: { type: 'string' },
  workspace: { type: 'string' },
  replay: { type: 'string' },
  record: { type: 'string' },
  'output-format': { type: 'string', short: 'o' },
  'live-github': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Options = ReturnType<typeof parse>
const parse = (args: string[]) => parseArgs({ args, options: OPTIONS }).values

export async function runCommand(argv: string[], io: CommandIo): Promise<number> {
  let options: Options
  try {
    options = parse(argv)
    outputFormat(options['output-format'])
    if ((options.event === undefined) !== (options['event-name'] === undefined))
      throw new Error('--event and --event-name go together')
    if (options['live-github'] && options.event === undefined)
      throw new Error('--live-github needs --event and --event-name, which say what repository and who')
  } catch (error) {
    return wrongUsage(io, 'run', error, HELP)
  }
  if (options.help) {
    io.out(HELP)
    return 0
  }
  if (options.event === undefined && !options.prompt)
    throw new UserError('There is nothing to do: give --prompt, or --event with --event-name.')
  if (options['live-github'] && !io.env.GITHUB_TOKEN)
    throw new UserError('--live-github needs a token in the variable GITHUB_TOKEN.')
  if (options.record !== undefined) await keepable(resolve(io.cwd, options.record))
  return perform(options, io)
}

async function perform(options: Options, io: CommandIo): Promise<number> {
  const workspace = resolve(io.cwd, options.workspace ?? '.')
  await using folder = await temporaryFolder()
  const payload = options.event === undefined ? {} : await readJson(resolve(io.cwd, options.event))
  const sha = await openGit(workspace, childEnvironment(io.env, [])).revParse('HEAD')
  if (sha === undefined)
    throw new UserError(
      `${workspace} is not a git repository with a commit, and a run reads policies and GEMINI.md from one: git init, git add, git commit.`,
    )

  const token = options['live-github'] ? (io.env.GITHUB_TOKEN ?? '') : `standin-${randomUUID()}`
  // What the stand-in writes goes into a repository of its own that only reads the workspace's objects.
  const { borrowRepository, currentBranch } = await import('../standin/github-git.ts')
  const borrowed = options['live-github'] ? undefined : await borrowRepository(workspace)
  await using _borrowed = { [Symbol.asyncDispose]: () => removed(borrowed) }
  const branch = await currentBranch(workspace)
  const at = { ref: branch ?? 'main', sha }
  const { world, repository, actor } = sampleWorld(payload, { token, gitDir: borrowed ?? workspace, at })
  const { startGitHub } = await import('../standin/github.ts')
  await using github = options['live-github'] ? undefined : await startGitHub(world)
  await using model = await sampleSession(
    options.replay === undefined ? undefined : resolve(io.cwd, options.replay),
    io.env,
  )
  const env: Env = {
    ...io.env,
    ...model?.env,
    ...(github === undefined ? {} : { GITHUB_API_URL: github.url, GITHUB_GRAPHQL_URL: github.graphqlUrl }),
    INPUT_GITHUB_TOKEN: token,
    ...(await runnerVariables(options, payload, folder.path)),
    GITHUB_REPOSITORY: repository,
    GITHUB_SHA: sha,
    ...(branch === undefined ? {} : { GITHUB_REF: `refs/heads/${branch}` }),
    GITHUB_ACTOR: actor,
    GITHUB_TRIGGERING_ACTOR: actor,
  }
  const inputs = readInputs(env)
  const home = personsHome(io.env)
  // On a person's own machine nobody obeys a runner's commands: they would be printed, masked values too.
  const runner: Runner = {
    ...openRunner(env, io.err),
    mask: () => undefined,
    annotate: (level, text) => io.err(`${level}: ${text}\n`),
  }
  const machine = machineFor({
    env,
    dist: io.dist,
    workspace,
    session: randomUUID(),
    event: incomingEvent(env),
    signal: stopSignal(),
    log: runner.log,
    ...(home === undefined ? {} : { home }),
  })
  const finished = await runOn(inputs, machine, runner)

  io.out(await printed(finished, options, github, env.GITHUB_STEP_SUMMARY ?? ''))
  if (options.record !== undefined) await keep(finished.outputs.transcript, resolve(io.cwd, options.record))
  io.err(`outcome: ${finished.outcome}; transcript: ${options.record ?? 'not kept (--record FILE keeps it)'}\n`)
  for (const problem of [...(github?.problems ?? []), ...(model?.problems() ?? [])]) io.err(`stand-in: ${problem}\n`)
  if (!inputs.fail_on.includes(finished.outcome)) return 0
  return finished.ending.end === 'stopped' && finished.ending.why === 'turns' ? 53 : 1
}

/** The event and the runner's files, in a folder of their own. */
async function runnerVariables(options: Options, payload: unknown, folder: string): Promise<Env> {
  const event = join(folder, 'event.json')
  await writeFile(event, JSON.stringify(payload))
  return {
    ...(options.prompt === undefined ? {} : { INPUT_PROMPT: options.prompt }),
    GITHUB_EVENT_NAME: options['event-name'] ?? 'workflow_dispatch',
    GITHUB_EVENT_PATH: event,
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STATE: join(folder, 'state'),
    RUNNER_TEMP: folder,
  }
}

/** What would be posted, or the session as the reference prints one. */
async function printed(
  finished: Finished,
  options: Options,
  github: FakeGitHub | undefined,
  summary: string,
): Promise<string> {
  const format = outputFormat(options['output-format'])
  if (format === undefined) return `${await postedBy(github, summary)}\n`
  const recorded = readTranscript(await readFile(finished.outputs.transcript, 'utf8'))
  return project(
    format,
    recorded.map(({ event }) => event),
    recorded.map(({ at }) => at),
  )
}

/** The comment, or the page of the step, which also says what was written and what could not be. */
async function postedBy(github: FakeGitHub | undefined, summary: string): Promise<string> {
  const posted = github?.world.comments.filter(({ user }) => user === github.world.viewer).at(-1)
  return posted?.body ?? (await readFile(summary, 'utf8').catch(() => '')).trimEnd()
}

/** Asked before the run: what it costs is not spent twice because of a misspelt folder. */
async function keepable(path: string): Promise<void> {
  const problem = (await isFolder(path))
    ? 'it is a folder'
    : (await isFolder(dirname(path)))
      ? undefined
      : `there is no folder ${dirname(path)}`
  if (problem !== undefined) throw new UserError(`The transcript cannot be kept as ${path}: ${problem}`)
}

async function keep(transcript: string, path: string): Promise<void> {
  await copyFile(transcript, path).catch((cause: unknown) => {
    throw new UserError(`The transcript cannot be kept as ${path}: ${messageOf(cause)}`, { cause })
  })
}

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'sluice-'))
  return { path, [Symbol.asyncDispose]: () => removed(path) }
}

const removed = async (folder: string | undefined): Promise<void> =>
  folder === undefined ? undefined : rm(folder, { recursive: true, force: true })

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UserError(`The event ${path} cannot be read: ${whyUnread(cause)}`, { cause })
  })
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UserError(`The event ${path} is not JSON: ${messageOf(cause)}`, { cause })
  }
}
