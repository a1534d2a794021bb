import { constants } from 'node:fs'
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvFor, type Runtime } from '../config/runtime.ts'
import { messageOf } from '../platform/errors.ts'
import { HARDENED_OPTIONS, hardenedGitEnvironment } from '../platform/process/git.ts'
import { type Argv, runProgram } from '../platform/process/run-program.ts'
import { trustedProgramPath } from '../platform/process/trusted-programs.ts'
import { missingParts } from '../platform/sandbox/isolation-rows.ts'
import { NO_HOSTS } from '../platform/sandbox/network/allowed-hosts.ts'
import { openSandboxSession, type SandboxSession } from '../platform/sandbox/sandbox-session.ts'
import type { SuggestedFiles, VerifyResult } from './try-suggestions.ts'

/** For all runs of the command together. */
const TOTAL_MS = 10 * 60_000

const LIMITS = { processes: 4096, fileBytes: 4 * 1024 * 1024 * 1024 }

/** The output is read by no one. */
const OUTPUT_BYTES = 1024

/** Runs a command on the head with suggestions, in a copy that is dropped, in a sandbox without network. */
export type VerifyCommand = AsyncDisposable & { run(files: SuggestedFiles): Promise<VerifyResult> }

type Copy = { folder: string; sandbox: SandboxSession }

/** Copies the checkout when the command first runs. */
export function openVerifyCommand(command: string, runtime: Runtime): VerifyCommand {
  const deadline = runtime.now() + TOTAL_MS
  let copy: Promise<Copy> | undefined

  async function run(files: SuggestedFiles): Promise<VerifyResult> {
    const timeoutMs = deadline - runtime.now()
    if (runtime.signal.aborted || timeoutMs <= 0) return untested('the time was over')
    copy ??= makeCopy(runtime)
    const { folder, sandbox } = await copy
    const { wrap, level, rows } = await sandbox.isolate()
    if (wrap === undefined || level !== 'namespaces' || missingParts(rows).length > 0)
      return untested('programs cannot be isolated from the network on this machine')
    const problem = await writeSuggested(folder, files, runtime)
    if (problem !== undefined) return untested(problem)
    const ended = await runProgram(
      { shell: command },
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
    if (ended.aborted || ended.timedOut === 'total') return untested('the time was over')
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

const untested = (reason: string): VerifyResult => ({ state: 'untested', reason })

/** The whole checkout, with what earlier steps installed in it. */
async function makeCopy(runtime: Runtime): Promise<Copy> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sluice-verify-')))
  await cp(runtime.workspace, folder, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
  })
  const { env, scratch, dist } = runtime
  const context = { env, dist, workspace: folder, scratch: join(scratch, 'verify'), allowedHosts: NO_HOSTS }
  const sandbox = openSandboxSession('auto', context, () => undefined)
  sandbox.allowEdits()
  return { folder, sandbox }
}

/** Resets the copy to its commit and writes the suggested files; returns why that cannot be done. */
async function writeSuggested(folder: string, files: SuggestedFiles, runtime: Runtime): Promise<string | undefined> {
  for (const args of [
    ['reset', '--quiet', '--hard', 'HEAD'],
    ['clean', '--quiet', '--force', '-d'],
  ])
    if (!(await runGit(folder, args, runtime))) return 'the checkout could not be copied'
  for (const [path, { before, after }] of files) {
    const file = join(folder, path)
    const isReal = (await realpath(file).catch(() => undefined)) === file
    if (!isReal || (await readFile(file, 'utf8')) !== before) return `the checkout has another version of ${path}`
    await writeFile(file, after)
  }
  return undefined
}

async function runGit(folder: string, args: readonly string[], { childEnv, signal }: Runtime): Promise<boolean> {
  const argv: Argv = [trustedProgramPath('git'), ...HARDENED_OPTIONS, ...args]
  const env = hardenedGitEnvironment(childEnv)
  const { code } = await runProgram(
    { argv },
    { cwd: folder, env, signal, timeoutMs: 60_000, leavesNothingRunning: true },
  )
  return code === 0
}
