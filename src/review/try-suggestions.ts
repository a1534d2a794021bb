import { isUtf8 } from 'node:buffer'
import { constants, lstatSync } from 'node:fs'
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import nodeModule from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { parseAllDocuments } from 'yaml'
import { builtInProtectedPaths } from '../config/load-policies.ts'
import { childEnvFor, type Runtime } from '../config/runtime.ts'
import type { GitHub } from '../github/api/github.ts'
import type { Trust } from '../github/events/task.ts'
import type { Proposal } from '../github-tools/proposal.ts'
import { messageOf } from '../platform/errors.ts'
import { isFileAt } from '../platform/paths.ts'
import { HARDENED_OPTIONS, hardenedGitEnvironment } from '../platform/process/run-git.ts'
import { type Argv, runProgram } from '../platform/process/run-program.ts'
import { stopAtFailure } from '../platform/process/shell-words.ts'
import { trustedProgramPath } from '../platform/process/trusted-programs.ts'
import { NO_HOSTS } from '../platform/sandbox/allowed-hosts.ts'
import { missingParts } from '../platform/sandbox/isolation-context.ts'
import { openSandboxSession, type SandboxSession } from '../platform/sandbox/sandbox-session.ts'
import { GIT_IGNORES_IT } from '../platform/snapshot/ignored-files.ts'
import type { PathList } from '../policy/rules/rule.ts'
import { ignoredState, isIgnoredFile } from '../proof/trees.ts'
import { inlineCode } from '../text/write-markdown.ts'
import {
  applySuggestions,
  isSuggestion,
  overlap,
  replacedLines,
  type SuggestionComment,
  suggestionNote,
} from './suggestion.ts'
import { safeSuggestion } from './suggestion-button.ts'

/** The files of the head with suggestions applied, by path, and as they are in the head. */
export type SuggestedFiles = ReadonlyMap<string, { before: string; after: string }>

/** `untested`: why the command did not run to its end. */
export type VerifyResult = { state: 'passed' | 'failed' } | { state: 'untested'; reason: string }

/** `other`: a submodule, a link or a folder, which no suggestion can change. */
export type HeadFile = string | { kind: 'other' } | undefined

export type SuggestionTrial = {
  /** The text of a file at a commit; undefined when it cannot be read. */
  read(path: string, commit: string): Promise<HeadFile>
  /** Absent when no command proves suggestions. */
  verify?: { command: string; protectedPaths?: PathList; run(files: SuggestedFiles): Promise<VerifyResult> }
}

/** `tried`: the command that a posted suggestion passed. `problem`: why it is not offered as a commit. */
type TrialResult = { tried: string } | { problem: string }

/**
 * Tries the suggestions of inline comments on the head: alone, together, and with the repository's own command, which runs once for
 * all and, when that fails, once for each. A suggestion that fails or stays untested becomes prose. Never rejects.
 */
export async function trySuggestions(proposals: readonly Proposal[], trial: SuggestionTrial): Promise<Proposal[]> {
  const verdicts = await judgeSuggestions(proposals.filter(isSuggestion), trial)
  return proposals.map((proposal) => {
    const verdict = isSuggestion(proposal) ? verdicts.get(proposal) : undefined
    return verdict === undefined || !isSuggestion(proposal) ? proposal : withVerdict(proposal, verdict)
  })
}

type TrialResults = Map<SuggestionComment, TrialResult>

type Texts = ReadonlyMap<string, HeadFile>

const textOf = (texts: Texts, path: string): string | undefined => {
  const file = texts.get(path)
  return typeof file === 'string' ? file : undefined
}

async function judgeSuggestions(
  suggestions: readonly SuggestionComment[],
  trial: SuggestionTrial,
): Promise<TrialResults> {
  const paths = new Map(suggestions.map(({ path, commit }) => [path, commit]))
  const texts: Texts = new Map(
    await Promise.all([...paths].map(async ([path, commit]) => [path, await trial.read(path, commit)] as const)),
  )
  const verdicts: TrialResults = new Map()
  const applying: SuggestionComment[] = []
  for (const suggestion of suggestions) {
    const file = texts.get(suggestion.path)
    const problem = applyProblem(suggestion, applying, file)
    if (problem === undefined) applying.push(suggestion)
    else verdicts.set(suggestion, { problem })
  }
  const { verify } = trial
  const testable = applying.filter(({ path }) => verify?.protectedPaths?.has(path) !== true && !isTestFile(path))
  if (verify === undefined || testable.length === 0) return verdicts
  for (const [suggestion, verdict] of await verifyAll(testable, texts, verify)) verdicts.set(suggestion, verdict)
  return verdicts
}

/** Why a suggestion cannot be applied to the head beside those before it, or undefined. */
function applyProblem(
  suggestion: SuggestionComment,
  earlier: readonly SuggestionComment[],
  text: HeadFile,
): string | undefined {
  if (text === undefined) return 'the file could not be read'
  if (typeof text !== 'string') return 'it would change a link or a submodule'
  const unsafe = headProblem(suggestion, text)
  if (unsafe !== undefined) return unsafe
  const alone = applySuggestions(text, [suggestion])
  if (alone === undefined) return 'it does not apply'
  if (earlier.some((each) => overlap(each, suggestion))) return 'it overlaps with another suggestion'
  const sameFile = earlier.filter(({ path }) => path === suggestion.path)
  const together = applySuggestions(text, [...sameFile, suggestion]) ?? alone
  const syntax = parseProblem(suggestion.path, text, alone) ?? parseProblem(suggestion.path, text, together)
  return syntax === undefined ? undefined : 'the file would no longer parse'
}

/** Why a button would change more of the file in the head than the suggestion says; undefined when it would not. */
function headProblem(suggestion: SuggestionComment, text: string): string | undefined {
  if (/(?<!\r)\n/.test(text) && text.includes('\r\n')) return 'the file mixes line ends'
  const { path, replaced } = suggestion
  if (replaced === undefined) return undefined
  const { first, last } = replacedLines(suggestion)
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  const [before, code, after] = [lines.slice(0, first - 1), lines.slice(first - 1, last), lines.slice(last)]
  if (code.join('\n') !== replaced.code.join('\n')) return 'the head has other lines there'
  // The diff shows only some of the lines around it.
  const { isQuoted } = replaced
  const safe = safeSuggestion(suggestion.suggestion, { path, before, code, after, isQuoted, words: suggestion.body })
  if (!safe.ok) return safe.problem
  return safe.lines.join('\n') === suggestion.suggestion.join('\n')
    ? undefined
    : 'it repeats lines that stand beside it'
}

async function verifyAll(
  suggestions: readonly SuggestionComment[],
  texts: Texts,
  { command, run }: NonNullable<SuggestionTrial['verify']>,
): Promise<TrialResults> {
  const verdictOf = (result: VerifyResult): TrialResult => {
    if (result.state === 'untested') return { problem: `it was not tested: ${result.reason}` }
    return result.state === 'passed' ? { tried: command } : { problem: `${inlineCode(command)} fails with it` }
  }
  const whole = await run(suggestedFiles(suggestions, texts))
  const isDecided = whole.state !== 'failed' || suggestions.length === 1
  if (isDecided) return new Map(suggestions.map((suggestion) => [suggestion, verdictOf(whole)]))
  const verdicts: TrialResults = new Map()
  for (const suggestion of suggestions)
    verdicts.set(suggestion, verdictOf(await run(suggestedFiles([suggestion], texts))))
  return verdicts
}

function suggestedFiles(suggestions: readonly SuggestionComment[], texts: Texts): SuggestedFiles {
  const files = new Map<string, { before: string; after: string }>()
  for (const { path } of suggestions) {
    const before = textOf(texts, path) ?? ''
    const own = suggestions.filter((each) => each.path === path)
    files.set(path, { before, after: applySuggestions(before, own) ?? before })
  }
  return files
}

/** A command's result proves nothing about a suggestion that changes the tests it runs. */
const isTestFile = (path: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\/|[._-](?:test|spec)s?\.[^/]+$|(?:^|\/)test_[^/]+$/i.test(path)

function withVerdict({ suggestion, ...comment }: SuggestionComment, verdict: TrialResult): Proposal {
  return 'tried' in verdict
    ? { ...comment, suggestion, note: `_Tried: the suggestion passes ${inlineCode(verdict.tried)}._` }
    : { ...comment, note: suggestionNote(suggestion, verdict.problem) }
}

export type VerifyContext = {
  /** The declared command; empty without one. */
  verify: string
  /** The commit that was checked out when the run began, if the run could change that. */
  beginCommit?: string
  /** The checkout, and when the run began to change it. Absent where the run could not. */
  compared?: { top: string; beganMs: number }
  /** What the run changed and does not deliver. */
  undelivered?: readonly { path: string; kind: string; reason: string }[]
  trust: Trust
  runtime: Runtime
  github: Pick<GitHub, 'content' | 'blob' | 'files'>
  /** Knows the programs that still run. They could lead a copy of the checkout elsewhere. */
  accounting?: { survivors(): readonly string[] }
  notice(text: string): void
}

/** The proposals, in which only tested suggestions offer a commit. Never rejects. */
export async function verifiedProposals(
  proposals: readonly Proposal[],
  context: VerifyContext,
): Promise<readonly Proposal[]> {
  const { verify: declared, beginCommit, trust, runtime, github, accounting, notice } = context
  if (!proposals.some(isSuggestion)) return proposals
  const command = trust.level === 'trusted' ? declared : ''
  if (declared !== command) notice('The command `verify` is ignored in this run, because its code comes from outside.')
  const read = (path: string, commit: string) => readText(path, commit, github)
  if (command === '') return trySuggestions(proposals, { read })
  await using verify = openVerifyCommand(command, runtime, beginCommit, () => ignoredFiles(context))
  const protectedPaths = await builtInProtectedPaths(runtime.dist)
  const [survivor] = accounting?.survivors() ?? []
  const run =
    survivor === undefined ? verify.run : async () => untested(`a program of this run still runs: ${survivor}`)
  return await trySuggestions(proposals, { read, verify: { command, protectedPaths, run } })
}

/** The ignored files that the run created, by absolute path, and why the others are not as they were at its start. */
async function ignoredFiles({ compared, undelivered = [] }: VerifyContext): Promise<FilesGitIgnores> {
  if (compared === undefined) return { created: [] }
  const { created, problem } = await ignoredState(compared)
  const deleted = undelivered.find(
    ({ kind, reason, path }) => reason === GIT_IGNORES_IT && !isIgnoredFile(reason, kind, path),
  )
  return {
    created: created.map((path) => join(compared.top, path)),
    problem: problem ?? (deleted && `the run deleted ${deleted.path}, which git ignores`),
  }
}

type FilesGitIgnores = { created: readonly string[]; problem?: string }

async function readText(path: string, commit: string, github: Pick<GitHub, 'content' | 'blob'>): Promise<HeadFile> {
  try {
    const content = await github.content(path, commit)
    if (content.kind !== 'file') return { kind: 'other' }
    const bytes = content.bytes ?? Buffer.from(await github.blob(content.blob))
    return isUtf8(bytes) ? bytes.toString('utf8') : undefined
  } catch {
    return undefined
  }
}

/** Parses a text. Throws when it has a syntax error. */
type Parse = (text: string) => unknown

/** The parser of a file's language, if there is one. */
function parserOf(path: string): Parse | undefined {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase()
  switch (extension) {
    case 'json':
      return JSON.parse
    case 'yml':
    case 'yaml':
      return (text) => {
        const [error] = parseAllDocuments(text).flatMap((document) => ('errors' in document ? document.errors : []))
        if (error !== undefined) throw error
      }
    case 'toml':
      return parseToml
    case 'js':
    case 'mjs':
    case 'cjs':
    case 'ts':
    case 'mts':
    case 'cts':
      return parseTypeScript
    default:
      return undefined
  }
}

/** Without the warning that this function of Node.js is experimental, which would stand in the job's log. */
function parseTypeScript(text: string): void {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    // The bundler keeps only the default export of a function.
    nodeModule.stripTypeScriptTypes(text)
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Why a file no longer parses after a change, in one line; undefined when it does, or when no parser understands it as it was. */
export function parseProblem(path: string, before: string, after: string): string | undefined {
  const parse = parserOf(path)
  if (parse === undefined || errorOf(parse, before) !== undefined) return undefined
  return errorOf(parse, after)
}

function errorOf(parse: Parse, text: string): string | undefined {
  try {
    parse(text)
    return undefined
  } catch (error) {
    return messageOf(error).split('\n', 1)[0] ?? ''
  }
}

/** For all runs of the command together. */
const TOTAL_MS = 10 * 60_000

const LIMITS = { processes: 4096, fileBytes: 4 * 1024 * 1024 * 1024 }

/** Nothing reads the output. */
const OUTPUT_BYTES = 1024

/** Runs a command on the head with suggestions, in a throwaway copy and in a sandbox without network. */
export type VerifyCommand = AsyncDisposable & { run(files: SuggestedFiles): Promise<VerifyResult> }

type Copy = { folder: string; sandbox: SandboxSession }

/** Copies the checkout when the command first runs. `commit`: what is tested, with the ignored files of the start. */
export function openVerifyCommand(
  command: string,
  runtime: Runtime,
  commit = 'HEAD',
  ignored: () => Promise<FilesGitIgnores> = async () => ({ created: [] }),
): VerifyCommand {
  const deadline = runtime.now() + TOTAL_MS
  const isLate = () => runtime.signal.aborted || runtime.now() >= deadline
  let copy: Promise<Copy> | undefined
  let atStart: Promise<FilesGitIgnores> | undefined

  async function run(files: SuggestedFiles): Promise<VerifyResult> {
    if (isLate()) return untested('time ran out')
    atStart ??= ignored()
    const { created, problem: changed } = await atStart
    if (changed !== undefined) return untested(changed)
    copy ??= makeCopy(runtime, created, isLate)
    const { folder, sandbox } = await copy
    const timeoutMs = Math.max(1, deadline - runtime.now())
    const { wrap, level, rows } = await sandbox.isolate()
    if (wrap === undefined || level !== 'namespaces' || missingParts(rows).length > 0)
      return untested('programs cannot be isolated from the network on this machine')
    const problem = await writeSuggested(folder, commit, files, runtime)
    if (problem !== undefined) return untested(problem)
    const ended = await runProgram(
      { shell: stopAtFailure(command) },
      {
        cwd: folder,
        env: childEnvFor(runtime),
        signal: runtime.signal,
        timeoutMs,
        limits: LIMITS,
        maxBytes: OUTPUT_BYTES,
        endProcessTree: true,
        wrap: (argv: Argv) => wrap(argv),
      },
    )
    if (ended.failure !== undefined) return untested('the command could not be started')
    if (ended.aborted || ended.timedOut === 'total') return untested('time ran out')
    return { state: ended.code === 0 ? 'passed' : 'failed' }
  }

  return {
    run: (files) => run(files).catch((error: unknown) => untested(messageOf(error))),
    async [Symbol.asyncDispose]() {
      const made = await copy?.catch(() => undefined)
      await made?.sandbox[Symbol.asyncDispose]()
      if (made !== undefined) await rm(made.folder, { recursive: true, force: true }).catch(() => undefined)
    },
  }
}

/** A program can make a file of any size without a byte in it, and each byte of its copy would fill the disk. */
const MAX_COPY_BYTES = 20 * 1024 ** 3

/**
 * What to copy. A pipe or a socket, which an earlier step may have left, is no part of what a command tries. Throws when the copy would
 * become too large or time ran out.
 */
function copyFilter(isLate: () => boolean): (path: string) => boolean {
  let bytes = 0
  return (path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats?.isFile()) bytes += stats.size
    if (bytes > MAX_COPY_BYTES) throw new Error(`the checkout has more than ${MAX_COPY_BYTES / 1024 ** 3} GB`)
    if (isLate()) throw new Error('time ran out')
    return stats === undefined || stats.isFile() || stats.isDirectory() || stats.isSymbolicLink()
  }
}

const untested = (reason: string): VerifyResult => ({ state: 'untested', reason })

/** The whole checkout, with what earlier steps installed in it, and without what the run put where git ignores it. */
async function makeCopy(runtime: Runtime, created: readonly string[], isLate: () => boolean): Promise<Copy> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sluice-verify-')))
  const source = await realpath(runtime.view ?? runtime.workspace)
  const isLeftOut = new Set(created)
  const mayCopy = copyFilter(isLate)
  await cp(source, folder, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: (path) => !isLeftOut.has(path) && mayCopy(path),
    mode: constants.COPYFILE_FICLONE,
  })
  const { env, scratch, dist } = runtime
  const context = { env, dist, workspace: folder, scratch: join(scratch, 'verify'), allowedHosts: NO_HOSTS }
  const sandbox = openSandboxSession('auto', context, () => undefined)
  sandbox.allowEdits()
  return { folder, sandbox }
}

/**
 * Gives the copy the files of the commit, whatever the run edited, staged, committed or told git to ignore in the index, and writes the
 * suggested files; returns why that cannot be done.
 */
async function writeSuggested(
  folder: string,
  commit: string,
  files: SuggestedFiles,
  runtime: Runtime,
): Promise<string | undefined> {
  for (const args of [
    ['read-tree', '--reset', '-u', commit],
    ['clean', '--quiet', '--force', '-d'],
  ])
    if (!(await runGit(folder, args, runtime))) return 'the checkout could not be copied'
  for (const [path, { before, after }] of files) {
    const file = join(folder, path)
    const isReal = isFileAt(file) && (await realpath(file).catch(() => undefined)) === file
    if (!isReal || (await readFile(file, 'utf8')) !== before) return `the checkout has a different version of ${path}`
    await writeFile(file, after)
  }
  return undefined
}

async function runGit(
  folder: string,
  args: readonly string[],
  { childEnv, scratch, signal }: Runtime,
): Promise<boolean> {
  const argv: Argv = [trustedProgramPath('git'), `--work-tree=${folder}`, ...HARDENED_OPTIONS, ...args]
  // The index of the checkout says which files git does not look at.
  const env = { ...hardenedGitEnvironment(childEnv), GIT_INDEX_FILE: join(scratch, 'verify.index') }
  const { code } = await runProgram(
    { argv },
    { cwd: folder, env, signal, timeoutMs: 60_000, leavesNothingRunning: true, reads: folder },
  )
  return code === 0
}
