import { join } from 'node:path'
import { openGit } from '../../github/git/git.ts'
import { steeringReader } from '../../github/git/steering-reader.ts'
import { githubServer } from '../../platform/environment.ts'
import { UserError } from '../../platform/errors.ts'
import { type CommitReader, readerInFolder } from '../../platform/files/workspace.ts'
import { HARDENED_OPTIONS, hardenedGitEnvironment } from '../../platform/process/git.ts'
import { runProgram } from '../../platform/process/run-program.ts'
import { trustedProgramPath } from '../../platform/process/trusted-programs.ts'
import { compilePattern, newPatternBudget, testPattern } from '../../policy/rules/patterns.ts'
import type { Runtime } from '../runtime.ts'
import type { Settings } from '../settings/settings.ts'

type RemoteExtension = { url: string; label: string; sha: string }
type SourceContext = { steering: CommitReader; runtime: Pick<Runtime, 'env' | 'childEnv' | 'scratch'> }

/** Locates an entry of the `extensions` input. Throws UserError when it does not exist or is not pinned to a commit. */
export async function locateExtension(
  entry: string,
  { steering, runtime }: SourceContext,
): Promise<{ from: string; files: CommitReader }> {
  const remote = parseRemote(entry, githubServer(runtime.env))
  if (remote !== undefined) return { from: remote.label, files: await fetchExtension(remote, runtime) }
  const folder = entry.replace(/^\.\//, '').replace(/\/+$/, '')
  if ((await steering.read(`${folder}/gemini-extension.json`)) === undefined)
    throw new UserError(
      `The input extensions names ${entry}, but commit ${steering.ref.slice(0, 12)} has no ${folder}/gemini-extension.json. Paths start at the repository root. Write an extension on GitHub as https://github.com/OWNER/REPO@ and its full commit SHA.`,
    )
  return { from: folder, files: readerInFolder(steering, folder) }
}

/** Why the settings forbid a source, as the end of a sentence; undefined when they allow it. */
export async function extensionSourceProblem(
  entry: string,
  { blockGitExtensions, allowedExtensions }: NonNullable<Settings['security']>,
): Promise<string | undefined> {
  if (blockGitExtensions && looksRemote(entry))
    return 'but the setting security.blockGitExtensions forbids extensions from GitHub.'
  if (allowedExtensions === undefined || allowedExtensions.length === 0) return undefined
  for (const pattern of allowedExtensions) {
    const compiled = compilePattern(pattern, false)
    if (!compiled.ok)
      throw new UserError(`settings: security.allowedExtensions: ${JSON.stringify(pattern)} ${compiled.reason}`)
    if (testPattern(compiled.pattern, entry, newPatternBudget()) === 'yes') return undefined
  }
  return 'but no pattern of the setting security.allowedExtensions matches it.'
}

/** Whether an entry is the unpinned address of the code-review extension, whose command is built in. */
export function isBuiltInExtension(entry: string): boolean {
  const [, ref = ''] =
    /^https:\/\/github\.com\/gemini-cli-extensions\/code-review(?:\.git)?\/?((?:[@#]|tree\/).*)?$/i.exec(
      entry.trim(),
    ) ?? ['', 'none']
  return ref !== 'none' && !/[0-9a-f]{40}$/.test(ref)
}

const looksRemote = (entry: string): boolean => /:\/\/|^[\w.-]+@|^[\w.-]+\/[\w.-]+@/.test(entry)

/** A repository on GitHub with a full commit SHA: `URL@SHA`, `URL#SHA`, `URL/tree/SHA`, `URL/commit/SHA`. */
function parseRemote(entry: string, server: string): RemoteExtension | undefined {
  if (!looksRemote(entry)) return undefined
  const refuse = (reason: string): never => {
    throw new UserError(
      `The input extensions names ${entry}, ${reason} Write https://github.com/OWNER/REPO@ and the full commit SHA (40 digits) that you reviewed, so that the code cannot change unnoticed.`,
    )
  }
  const [, address = '', sha = ''] = /^(.*?)(?:[@#]|\/(?:tree|commit)\/)([0-9a-f]{40})$/.exec(entry) ?? []
  if (sha === '') return refuse('which is not pinned to a commit.')
  const full = address.includes('://') ? address : `${server}/${address}`
  if (!URL.canParse(full)) return refuse('which is not a valid URL.')
  const { origin, pathname, username, password, search } = new URL(full)
  if (![new URL(server).origin, 'https://github.com'].includes(origin) || username + password + search !== '')
    return refuse('which is not on GitHub.')
  const [, path] = /^\/([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(pathname) ?? []
  if (path === undefined) return refuse('which is not a repository.')
  return { url: `${origin}/${path}.git`, label: `${origin}/${path}@${sha.slice(0, 12)}`, sha }
}

/** Makes git refuse malformed objects, for example a file named `..`. */
const FSCK = ['-c', 'fetch.fsckObjects=true']
const FETCH_MS = 2 * 60_000
const PROXY_VARIABLES = /^(https?|no|all)_proxy$/i

/** Fetches the commit and returns a reader for its files. Nothing is checked out, and no code of it runs. */
async function fetchExtension(
  { url, label, sha }: RemoteExtension,
  { env, childEnv, scratch }: SourceContext['runtime'],
): Promise<CommitReader> {
  const folder = join(scratch, 'extension-commits', sha)
  const proxies = Object.entries(env).flatMap(([name, value]) =>
    PROXY_VARIABLES.test(name) && value ? [[name, value]] : [],
  )
  const { protocol } = new URL(url)
  const options = {
    cwd: scratch,
    env: {
      ...hardenedGitEnvironment(childEnv),
      ...Object.fromEntries(proxies),
      GIT_ALLOW_PROTOCOL: protocol.slice(0, -1),
    },
    timeoutMs: FETCH_MS,
    leavesNothingRunning: true,
  }
  const git = (...args: string[]) =>
    runProgram({ argv: [trustedProgramPath('git'), ...HARDENED_OPTIONS, ...args] }, options)
  const init = await git('init', '-q', folder)
  const result =
    init.code === 0 ? await git('-C', folder, ...FSCK, 'fetch', '-q', '--depth=1', '--no-tags', url, sha) : init
  if (result.code !== 0) {
    const message = result.failure ?? result.stderr.trim().split('\n').at(-1) ?? ''
    throw new UserError(`Could not fetch the extension ${label}: ${message || 'git gave no reason'}`)
  }
  return steeringReader(sha, { git: openGit(folder, childEnv) })
}
