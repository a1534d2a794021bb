/** A file or folder of a repository at a full commit SHA: `OWNER/REPO@SHA:path`. `entry` is the text that names it. */
export type PinnedLocation = { entry: string; owner: string; name: string; sha: string; path: string }

/** Whether an entry names a file of a repository at a commit or branch, rightly or not. */
export const looksPinned = (entry: string): boolean =>
  /^[\w.-]+\/[\w.-]+@(?:[^\s/:]*:|[0-9a-f]{40}$)/i.test(entry.trim())

/** The location that an entry names, or why it cannot be used, as the end of a sentence. */
export function parsePinnedLocation(entry: string): PinnedLocation | { problem: string } {
  const [, owner = '', name = '', ref = '', path = ''] = /^([\w.-]+)\/([\w.-]+)@([^:]*):?(.*)$/.exec(entry.trim()) ?? []
  if (!/^[0-9a-f]{40}$/.test(ref))
    return {
      problem: 'which is not pinned to a commit. Write the full SHA (40 digits, a to f in lower case) behind the @',
    }
  const location = { entry: entry.trim(), owner, name, sha: ref, path: path.replace(/\/+$/, '') }
  return isPinnable(location)
    ? location
    : { problem: 'which has no path of a file or folder. Write it behind the colon, from the root of that repository' }
}

/** Whether the location has a full SHA and a plain path, so that nobody can move what it names. */
export const isPinnable = ({ owner, name, sha, path }: PinnedLocation): boolean =>
  /^[0-9a-f]{40}$/.test(sha) &&
  [owner, name].every((each) => /^[\w.-]+$/.test(each) && !/^\.+$/.test(each)) &&
  path !== '' &&
  path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
