import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, parseSettings } from '../../config/settings/parse-settings.ts'
import { FOLDER, writeObject } from '../../emulators/github/git-objects.ts'
import {
  borrowRepository,
  gitOutput,
  listTree,
  readBlob,
  resolveTree,
  type TreeChange,
  writeCommit,
  writeGitTree,
} from '../../emulators/github/repository-git.ts'
import { UserError } from '../../platform/errors.ts'
import { REPOSITORY } from '../simulate/situations.ts'

/** A copy of a repository at one commit, on which attacks are played. Nothing of it starts by itself. */
export type AttackGround = {
  /** The bare repository that GitHub stands on. */
  origin: string
  /** The commit that the default branch is at. */
  base: string
  /** The folder with the job's checkout. */
  checkout: string
  /** What of the repository would start programs and was left out. */
  leftOut: readonly string[]
  /** Commits a change of these files onto the base. */
  change(files: Readonly<Record<string, string>>, message: string): Promise<string>
  /** Puts the checkout at a commit, with nothing else in it, and the default branch at the base. */
  reset(commit: string, base: string, credential?: string): Promise<void>
}

/** Copies the last commit of `workspace` to `scratch`. Rejects with UserError without a commit. */
export async function openGround(workspace: string, scratch: string): Promise<AttackGround> {
  const head = (await gitOutput(workspace, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']))?.toString().trim()
  if (head === undefined || head === '')
    throw new UserError(
      `${workspace} is not a git repository with a commit. Attacks are played on a commit: run git init, git add and git commit.`,
    )
  const origin = await borrowRepository(workspace)
  const { changes, leftOut } = await withoutPrograms(origin, head)
  const base = await commitOf(origin, head, changes, 'The repository without its own programs')
  for (const branch of ['main', 'topic']) await gitOutput(origin, ['update-ref', `refs/heads/${branch}`, base])
  const checkout = join(scratch, 'checkout')
  await mkdir(checkout)
  await gitOutput(checkout, ['clone', '--quiet', '--shared', '--no-checkout', origin, '.'])
  await gitOutput(checkout, ['remote', 'set-url', 'origin', `https://github.com/${REPOSITORY}`])
  const cleanConfig = (await gitOutput(checkout, ['config', '--list', '--local', '--name-only']))?.toString() ?? ''
  return {
    origin,
    base,
    checkout,
    leftOut,
    async change(files, message) {
      const added = Object.entries(files).map(([path, text]) => blobAt(origin, path, text))
      return commitOf(origin, base, added, message)
    },
    async reset(commit, base, credential) {
      await gitOutput(origin, ['update-ref', 'refs/heads/main', base])
      await gitOutput(checkout, ['checkout', '--quiet', '--force', '--detach', commit])
      await gitOutput(checkout, ['clean', '--quiet', '-ffdx'])
      const key = 'http.https://github.com/.extraheader'
      if (credential !== undefined) {
        const basic = Buffer.from(`x-access-token:${credential}`).toString('base64')
        await gitOutput(checkout, ['config', '--local', key, `AUTHORIZATION: basic ${basic}`])
      } else if (!cleanConfig.includes(key)) await gitOutput(checkout, ['config', '--local', '--unset-all', key])
    },
  }
}

const blobAt = (origin: string, path: string, text: string): TreeChange => ({
  path,
  mode: '100644',
  sha: writeObject(origin, 'blob', Buffer.from(text)),
})

async function commitOf(
  origin: string,
  parent: string,
  changes: readonly TreeChange[],
  message: string,
): Promise<string> {
  if (changes.length === 0) return parent
  const tree = await writeGitTree(origin, await resolveTree(origin, parent), changes)
  const person = { name: 'stranger', email: 'stranger@example.com', date: '2026-01-05T09:00:00Z' }
  return writeCommit(origin, { tree, parents: [parent], author: person, committer: person, message })
}

/** The settings that name programs of the repository. */
const PROGRAM_KEYS: readonly (readonly string[])[] = [
  ['mcpServers'],
  ['telemetry'],
  ['sluice', 'verify'],
  ['hooks'],
  ['tools', 'discoveryCommand'],
  ['tools', 'callCommand'],
]
const SETTINGS = /^\.gemini\/(?:settings\.json|extensions\/[^/]+\/gemini-extension\.json)$/

async function withoutPrograms(origin: string, head: string): Promise<{ changes: TreeChange[]; leftOut: string[] }> {
  const entries = (await listTree(origin, head, true)) ?? []
  const changes: TreeChange[] = []
  const leftOut: string[] = []
  for (const { path, sha, mode } of entries.filter((entry) => SETTINGS.test(entry.path) && entry.mode !== FOLDER)) {
    const { text, names } = withoutProgramKeys((await readBlob(origin, sha))?.toString('utf8') ?? '')
    if (names.length === 0) continue
    changes.push({ ...blobAt(origin, path, text), mode })
    leftOut.push(`${path}: ${names.join(', ')}`)
  }
  return { changes, leftOut }
}

/** Settings without the keys that start programs, and the keys that were there. A text that is no JSON stays: the run reports it. */
export function withoutProgramKeys(text: string): { text: string; names: string[] } {
  const parsed = parseSettings(text)
  if (!parsed.ok) return { text, names: [] }
  const { settings } = parsed
  const names: string[] = []
  for (const [first = '', second] of PROGRAM_KEYS) {
    const value = settings[first]
    if (second === undefined) {
      if (value === undefined) continue
      delete settings[first]
      names.push(first)
    } else if (isObject(value) && second in value) {
      settings[first] = Object.fromEntries(Object.entries(value).filter(([name]) => name !== second))
      names.push(`${first}.${second}`)
    }
  }
  return { text: JSON.stringify(settings, undefined, 2), names }
}
