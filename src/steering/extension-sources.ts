import { join } from 'node:path'
import { openGit } from '../github/git.ts'
import { steeringReader } from '../github/steering.ts'
import { UserError } from '../host/errors.ts'
import { type Reader, rooted } from '../host/files.ts'
import { HARDENED, hardenedEnv } from '../host/git.ts'
import { run } from '../host/process.ts'
import { ownProgram } from '../host/program.ts'
import type { Machine } from '../machine.ts'
import { compilePattern, newBudget, search } from '../policy/patterns.ts'
import type { Settings } from '../settings/settings.ts'

type Remote = { url: string; shown: string; sha: string }
type Given = { steering: Reader; machine: Pick<Machine, 'env' | 'childEnv' | 'scratch'> }

/** Where an entry of the input leads. Throws UserError for one that is nowhere, or not pinned. */
export async function placeOf(entry: string, { steering, machine }: Given): Promise<{ from: string; files: Reader }> {
  const remote = remoteOf(entry, machine.env.GITHUB_SERVER_URL || 'https://github.com')
  if (remote !== undefined) return { from: remote.shown, files: await fetched(remote, machine) }
  const folder = entry.replace(/^\.\//, '').replace(/\/+$/, '')
  if ((await steering.read(`${folder}/gemini-extension.json`)) === undefined)
    throw new UserError(
      `The input extensions names ${entry}, but commit ${steering.ref.slice(0, 12)} has no ${folder}/gemini-extension.json. Paths start at the repository root; an extension on GitHub is written https://github.com/OWNER/REPO@ and its full commit SHA.`,
    )
  return { from: folder, files: rooted(steering, folder) }
}

/** Why the settings forbid a source, as the end of a sentence. */
export async function whyNotAllowed(
  entry: string,
  { blockGitExtensions, allowedExtensions }: NonNullable<Settings['security']>,
): Promise<string | undefined> {
  if (blockGitExtensions && looksRemote(entry)) return 'and the setting security.blockGitExtensions forbids those.'
  if (allowedExtensions === undefined || allowedExtensions.length === 0) return undefined
  for (const pattern of allowedExtensions) {
    const compiled = compilePattern(pattern, false)
    if (!compiled.ok)
      throw new UserError(`settings: security.allowedExtensions: ${JSON.stringify(pattern)} ${compiled.why}`)
    if (search(compiled.pattern, entry, newBudget()) === 'yes') return undefined
  }
  return 'which no pattern of the setting security.allowedExtensions matches.'
}

const looksRemote = (entry: string): boolean => /:\/\/|^[\w.-]+@|^[\w.-]+\/[\w.-]+@/.test(entry)

/** A repository on GitHub with a full commit SHA: `URL@SHA`, `URL#SHA`, `URL/tree/SHA`, `URL/commit/SHA`. */
function remoteOf(entry: string, server: string): Remote | undefined {
  if (!looksRemote(entry)) return undefined
  const refuse = (why: string): never => {
    throw new UserError(
      `The input extensions names ${entry}, ${why} Write https://github.com/OWNER/REPO@ and the full commit SHA (40 digits) that you have looked at: what runs here must not change by itself.`,
    )
  }
  const [, address = '', sha = ''] = /^(.*?)(?:[@#]|\/(?:tree|commit)\/)([0-9a-f]{40})$/.exec(entry) ?? []
  if (sha === '') return refuse('which is not pinned to a commit.')
  const full = address.includes('://') ? address : `${server}/${address}`
  if (!URL.canParse(full)) return refuse('which is no address.')
  const { origin, pathname, username, password, search } = new URL(full)
  if (![new URL(server).origin, 'https://github.com'].includes(origin) || username + password + search !== '')
    return refuse('which is not on GitHub.')
  const [, path] = /^\/([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(pathname) ?? []
  if (path === undefined) return refuse('which is no repository.')
  return { url: `${origin}/${path}.git`, shown: `${origin}/${path}@${sha.slice(0, 12)}`, sha }
}

/** Objects no honest git makes, such as a file called `..`, are refused. */
const SOUND = ['-c', 'fetch.fsckObjects=true']
const FETCH_MS = 2 * 60_000
const PROXIES = /^(https?|no|all)_proxy$/i

/** The files of that commit. Nothing is checked out and nothing of it runs by being read. */
async function fetched({ url, shown, sha }: Remote, { env, childEnv, scratch }: Given['machine']): Promise<Reader> {
  const folder = join(scratch, 'extension-commits', sha)
  const proxies = Object.entries(env).flatMap(([name, value]) => (PROXIES.test(name) && value ? [[name, value]] : []))
  const { protocol } = new URL(url)
  const options = {
    cwd: scratch,
    env: { ...hardenedEnv(childEnv), ...Object.fromEntries(proxies), GIT_ALLOW_PROTOCOL: protocol.slice(0, -1) },
    timeoutMs: FETCH_MS,
    lone: true,
  }
  const git = (...args: string[]) => run({ argv: [ownProgram('git'), ...HARDENED, ...args] }, options)
  const begun = await git('init', '-q', folder)
  const got =
    begun.code === 0 ? await git('-C', folder, ...SOUND, 'fetch', '-q', '--depth=1', '--no-tags', url, sha) : begun
  if (got.code !== 0) {
    const said = got.failure ?? got.stderr.trim().split('\n').at(-1) ?? ''
    throw new UserError(`The extension ${shown} could not be fetched: ${said || 'git gave no reason'}`)
  }
  return steeringReader(sha, { git: openGit(folder, childEnv) })
}
