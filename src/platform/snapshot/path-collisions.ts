/**
 * The created paths that are another existing path on a file system that ignores letter case or Unicode form, with that path.
 * Folders count. Paths are latin1 text of their bytes; `existing` contains the created paths.
 */
export function findCollisions(created: readonly string[], existing: readonly string[]): Map<string, string> {
  const newNames = new Map<string, string[]>()
  for (const path of created)
    for (const prefix of prefixesOf(path)) {
      const folded = foldPath(prefix)
      const same = newNames.get(folded)
      if (same === undefined) newNames.set(folded, [prefix])
      else if (!same.includes(prefix)) same.push(prefix)
    }
  const existingNames = new Map<string, string>()
  const seenFolders = new Set<string>()
  const isCreated = new Set(created)
  for (const path of existing) {
    if (isCreated.has(path)) continue
    for (const prefix of prefixesOf(path)) {
      if (prefix !== path) {
        if (seenFolders.has(prefix)) continue
        seenFolders.add(prefix)
      }
      const folded = foldPath(prefix)
      if (newNames.has(folded) && !existingNames.has(folded)) existingNames.set(folded, prefix)
    }
  }
  const collisions = new Map<string, string>()
  const first = new Map<string, string>()
  for (const path of created)
    for (const prefix of prefixesOf(path)) {
      const folded = foldPath(prefix)
      const other = existingNames.get(folded) ?? first.get(folded)
      const isNew = other !== undefined && other !== prefix && !seenFolders.has(prefix)
      if (isNew && !collisions.has(path)) collisions.set(path, other)
      if (!first.has(folded)) first.set(folded, prefix)
    }
  return collisions
}

/** The path and every folder above it, the path last. */
const prefixesOf = (path: string): string[] => [
  ...Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index)),
  path,
]

const foldPath = (path: string): string => {
  const text = Buffer.from(path, 'latin1').toString('utf8')
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC')
}
