export type Entry = { path: string; mode: string; sha: string }

/** The files of a commit that may be read, and why the others may not. */
export type Sorted = { files: Map<string, Entry>; refused: Map<string, string> }

/**
 * Links lead elsewhere, submodules are another repository, and of two names that a file system may take for one nobody
 * can say which is meant. All of them are refused, with everything below them.
 */
export function sortOut(entries: readonly Entry[]): Sorted {
  const twins = findTwins(entries)
  const files = new Map<string, Entry>()
  const refused = new Map<string, string>()
  for (const entry of entries) {
    if (entry.mode === '040000') continue
    const why = whyRefused(entry, twins)
    if (why === undefined) files.set(entry.path, entry)
    else refused.set(entry.path, why)
  }
  return { files, refused }
}

function whyRefused({ path, mode }: Entry, twins: ReadonlySet<string>): string | undefined {
  if (mode === '120000') return 'is a symbolic link'
  if (mode === '160000') return 'is a submodule'
  if (!isRegular(mode)) return `has the unknown mode ${mode}`
  for (let at = twins.size === 0 ? '' : path; at !== ''; at = folderOf(at))
    if (twins.has(at)) return `has a twin: another name differs from ${at} only in case or Unicode form`
  return undefined
}

/** Files and folders, as spelled, that share their folded name with another. */
function findTwins(entries: readonly Entry[]): Set<string> {
  return areAllPlain(entries) ? new Set() : comparedTwins(entries)
}

/**
 * Most commits have no such names, and comparing them one by one takes a moment for fifty thousand files. Of names in ASCII,
 * only those with capitals can be another's twin.
 */
function areAllPlain(entries: readonly Entry[]): boolean {
  const capital = new Map<string, string>()
  for (const { path } of entries) {
    if (UNUSUAL.test(path)) return false
    for (let at = path; CAPITAL.test(at); at = folderOf(at)) {
      const other = capital.get(at.toLowerCase())
      if (other === at) break
      if (other !== undefined) return false
      capital.set(at.toLowerCase(), at)
    }
  }
  if (capital.size === 0) return true
  const folders = new Set<string>()
  for (const { path } of entries)
    for (let at = path; at !== '' && !folders.has(at); at = folderOf(at)) {
      if (at !== path) folders.add(at)
      if (capital.has(at)) return false
    }
  return true
}

const CAPITAL = /[A-Z]/
/** Beyond ASCII, or a part that ends in a dot or a space. */
const UNUSUAL = /[^\x20-\x7e]|[. ](?:\/|$)/

function comparedTwins(entries: readonly Entry[]): Set<string> {
  const spelled = new Map<string, string>()
  const twins = new Set<string>()
  const folded = new Map<string, string>([['', '']])

  const note = (path: string): string => {
    const known = folded.get(path)
    if (known !== undefined) return known
    const folder = folderOf(path)
    const name = folder === '' ? path : path.slice(folder.length + 1)
    const key = `${note(folder)}/${fold(name)}`
    const other = spelled.get(key)
    if (other === undefined) spelled.set(key, path)
    else twins.add(other).add(path)
    folded.set(path, key)
    return key
  }
  for (const { path } of entries) note(path)
  return twins
}

const isRegular = (mode: string) => mode === '100644' || mode === '100755'

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** What file systems ignore in a name: case, Unicode form, invisible characters, and on Windows trailing dots and spaces. */
function fold(name: string): string {
  const plain = /^[\x20-\x7e]*$/.test(name)
    ? name
    : name
        .normalize('NFKC')
        .replace(/\p{Cf}|\p{Variation_Selector}/gu, '')
        .toUpperCase()
  return plain.toLowerCase().replace(/[. ]+$/, '')
}
