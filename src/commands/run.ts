import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readInputs } from '../config/inputs.ts'
import { createRuntime, stopSignal, userHome } from '../config/runtime.ts'
import { type GitHubEmulator, startGitHub } from '../emulators/github/github.ts'
import { borrowRepository, currentBranch } from '../emulators/github/repository-git.ts'
import { openGit } from '../github/git.ts'
import { escapeWorkflowCommands, type Runner } from '../github/runner.ts'
import type { Environment } from '../platform/environment.ts'
import { messageOf, readErrorReason, UserError } from '../platform/errors.ts'
import { childEnvironment } from '../platform/process/child-environment.ts'
import { formatRun, parseOutputFormat } from '../record/output-format.ts'
import { readTranscript } from '../record/transcript-line.ts'
import type { RunResult, StartRun } from '../session/run-session.ts'
import { type CommandIo, isFolder, reportUsageError } from './command-io.ts'
import { sampleSession, sampleWorld } from './sample-run.ts'

const HELP = `sluice run [--event FILE --event-name NAME] [--prompt TEXT] [--workspace DIR] [--replay FILE] [--record FILE]
           [--output-format FORMAT] [--live-github]

Runs the action locally and prints what it would post.

  --event FILE        payload of a GitHub event as JSON; --event-name names the event (pull_request, issue_comment …)
  --prompt TEXT       the task; required without --event
  --workspace DIR     a git repository; default: the current folder
  --replay FILE       take the model's answers from a recorded session
  --record FILE       save the transcript, for --replay and for sluice replay
  --output-format FORMAT, -o
                      print the session in the format of Gemini CLI instead: text, json, stream-json
  --live-github       with --event: use the real GitHub with GITHUB_TOKEN instead of the built-in emulator

Set other inputs of the action as INPUT_* variables. With GEMINI_API_KEY set and without --replay, the real model answers.
Exit codes: 0 success, 1 an outcome that fails the step, 2 wrong usage, 42 bad input, 53 turn limit.
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

type Options = ReturnType<typeof parseOptions>

const parseOptions = (args: string[]) => parseArgs({ args, options: OPTIONS }).values

/** `startRun` performs one run; the command line passes the action's function. */
export type RunIo = CommandIo & { startRun: StartRun }

export async function runCommand(argv: string[], io: RunIo): Promise<number> {
  let options: Options
  try {
    options = parseOptions(argv)
    parseOutputFormat(options['output-format'])
    if ((options.event === undefined) !== (options['event-name'] === undefined))
      throw new Error('--event and --event-name go together')
    if (options['live-github'] && options.event === undefined)
      throw new Error('--live-github needs --event and --event-name, which name the repository and the actor')
  } catch (error) {
    return reportUsageError(io, 'run', error, HELP)
  }
  if (options.help) {
    io.out(HELP)
    return 0
  }
  if (options.event === undefined && !options.prompt)
    throw new UserError('No task given: use --prompt, or --event with --event-name.')
  if (options['live-github'] && !io.env.GITHUB_TOKEN)
    throw new UserError('--live-github needs a token in the variable GITHUB_TOKEN.')
  if (options.record !== undefined) await checkRecordPath(resolve(io.cwd, options.record))
  return runEvent(options, io)
}

async function runEvent(options: Options, io: RunIo): Promise<number> {
  const workspace = resolve(io.cwd, options.workspace ?? '.')
  await using folder = await temporaryFolder()
  const payload = options.event === undefined ? {} : await readJson(resolve(io.cwd, options.event))
  const sha = await openGit(workspace, childEnvironment(io.env, [])).revParse('HEAD')
  if (sha === undefined)
    throw new UserError(
      `${workspace} is not a git repository with a commit. A run reads policies and GEMINI.md from a commit: run git init, git add and git commit.`,
    )

  const token = options['live-github'] ? (io.env.GITHUB_TOKEN ?? '') : `emulator-${randomUUID()}`
  // The emulator writes to a separate repository, which reads the objects of the workspace.
  const borrowed = options['live-github'] ? undefined : await borrowRepository(workspace)
  await using _borrowed = { [Symbol.asyncDispose]: () => removeFolder(borrowed) }
  const branch = await currentBranch(workspace)
  const head = { ref: branch ?? 'main', sha }
  const { world, repository, actor } = sampleWorld(payload, { token, gitDir: borrowed ?? workspace, head })
  await using github = options['live-github'] ? undefined : await startGitHub(world)
  await using model = await sampleSession(
    options.replay === undefined ? undefined : resolve(io.cwd, options.replay),
    io.env,
  )
  const env: Environment = {
    ...io.env,
    ...model?.env,
    GITHUB_API_URL: github?.url ?? io.env.GITHUB_API_URL,
    GITHUB_GRAPHQL_URL: github?.graphqlUrl ?? io.env.GITHUB_GRAPHQL_URL,
    INPUT_GITHUB_TOKEN: token,
    INPUT_PROMPT: options.prompt ?? io.env.INPUT_PROMPT,
    ...(await runnerVariables(options, payload, folder.path)),
    GITHUB_REPOSITORY: repository,
    GITHUB_SHA: sha,
    GITHUB_REF: branch === undefined ? io.env.GITHUB_REF : `refs/heads/${branch}`,
    GITHUB_ACTOR: actor,
    GITHUB_TRIGGERING_ACTOR: actor,
  }
  const inputs = readInputs(env)
  const home = userHome(io.env)
  const { runner, summary } = localRunner(io.err)
  const runtime = createRuntime({
    env,
    dist: io.dist,
    workspace,
    session: randomUUID(),
    event: {
      name: options['event-name'] ?? 'workflow_dispatch',
      payload,
      repository,
      sha,
      actor,
      triggeringActor: actor,
    },
    signal: stopSignal(),
    log: runner.log,
    home,
  })
  const finished = await io.startRun(inputs, runtime, runner)

  io.out(await formatResult(finished, options, github, summary()))
  if (options.record !== undefined) await saveTranscript(finished.outputs.transcript, resolve(io.cwd, options.record))
  io.err(`outcome: ${finished.outcome}; transcript: ${options.record ?? 'not saved (use --record FILE)'}\n`)
  for (const problem of [...(github?.problems ?? []), ...(model?.problems() ?? [])]) io.err(`emulator: ${problem}\n`)
  if (!inputs.fail_on.includes(finished.outcome)) return 0
  return finished.ending.end === 'stopped' && finished.ending.reason === 'turns' ? 53 : 1
}

/** Writes the event to a folder, and returns the runner's variables for files in it. */
async function runnerVariables(options: Options, payload: unknown, folder: string): Promise<Environment> {
  const event = join(folder, 'event.json')
  await writeFile(event, JSON.stringify(payload))
  return {
    GITHUB_EVENT_NAME: options['event-name'] ?? 'workflow_dispatch',
    GITHUB_EVENT_PATH: event,
    RUNNER_TEMP: folder,
  }
}

/** What would be posted, or the session in the chosen output format. */
async function formatResult(
  finished: RunResult,
  options: Options,
  github: GitHubEmulator | undefined,
  summary: string,
): Promise<string> {
  const format = parseOutputFormat(options['output-format'])
  if (format === undefined) return `${readPosted(github, summary)}\n`
  const recorded = readTranscript(await readFile(finished.outputs.transcript, 'utf8'))
  return formatRun(
    format,
    recorded.map(({ event }) => event),
    recorded.map(({ timeMs }) => timeMs),
  )
}

/**
 * The last posted comment, else the job summary, which lists what was written and what failed; then the inline comments and the pull
 * requests.
 */
function readPosted(github: GitHubEmulator | undefined, summary: string): string {
  if (github === undefined) return summary.trimEnd()
  const { viewer, comments, reviewComments, pulls } = github.world
  const isOwn = ({ user }: { user: string }) => user === viewer
  const inline = reviewComments.filter(isOwn).map(({ path, startLine, line, body }) => {
    const lines = [startLine, line].filter((number) => number !== null).join('-')
    return `Inline comment on ${path}:${lines}\n${body}`
  })
  const opened = pulls
    .filter(isOwn)
    .map(({ title, head, base, body }) => `Pull request "${title}" from ${head.ref} to ${base.ref}\n${body ?? ''}`)
  return [comments.filter(isOwn).at(-1)?.body ?? summary.trimEnd(), ...inline, ...opened].join('\n\n')
}

/** Checks the path before the run, so that a wrong folder does not waste a paid run. Throws UserError. */
async function checkRecordPath(path: string): Promise<void> {
  const problem = (await isFolder(path))
    ? 'it is a folder'
    : (await isFolder(dirname(path)))
      ? undefined
      : `there is no folder ${dirname(path)}`
  if (problem !== undefined) throw new UserError(`Cannot save the transcript as ${path}: ${problem}`)
}

async function saveTranscript(transcript: string, path: string): Promise<void> {
  await copyFile(transcript, path).catch((cause: unknown) => {
    throw new UserError(`Cannot save the transcript as ${path}: ${messageOf(cause)}`, { cause })
  })
}

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'sluice-'))
  return { path, [Symbol.asyncDispose]: () => removeFolder(path) }
}

const removeFolder = async (folder: string | undefined): Promise<void> =>
  folder === undefined ? undefined : rm(folder, { recursive: true, force: true })

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UserError(`The event ${path} cannot be read: ${readErrorReason(cause)}`, { cause })
  })
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UserError(`The event ${path} is not JSON: ${messageOf(cause)}`, { cause })
  }
}

/** Stands for the runner where there is none: prints log and annotations, and keeps the summary. Outputs go nowhere. */
export function localRunner(print: (text: string) => void): { runner: Runner; summary(): string } {
  let summary = ''
  const runner: Runner = {
    setOutput: () => undefined,
    setResult: () => undefined,
    async summary(markdown) {
      summary += `${markdown}\n`
    },
    mask: () => undefined,
    annotate: (level, text) => print(`${level}: ${text}\n`),
    log: (text) => print(`${escapeWorkflowCommands(text)}\n`),
    saveState: () => undefined,
    getState: () => '',
    isBroken: () => false,
    restore: () => undefined,
  }
  return { runner, summary: () => summary }
}
