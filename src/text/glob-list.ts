import picomatch from 'picomatch'

/** Characters of one glob. The expression of a longer one can use up all memory, which ends the process at once. */
export const MAX_GLOB_CHARACTERS = 2000

/** The globs of a list, and those after a `!`, which exclude. */
export function sortGlobs(entries: readonly string[]): { included: string[]; excluded: string[] } {
  const included: string[] = []
  const excluded: string[] = []
  for (const entry of entries.map((each) => each.trim())) {
    const glob = entry.replace(/^[!\s]+/, '')
    if (glob !== '') (entry.startsWith('!') ? excluded : included).push(glob)
  }
  return { included, excluded }
}

/**
 * Whether a list of globs names a text: a glob matches it, and no glob with `!` does. Only globs with `!` name all other texts; an
 * empty list names none. So an entry with `!` never adds anything to what the other entries name.
 */
export function globList(entries: readonly string[], options: picomatch.PicomatchOptions): (text: string) => boolean {
  const { included, excluded } = sortGlobs(entries)
  if (included.length + excluded.length === 0) return () => false
  return picomatch(included.length === 0 ? ['**'] : included, {
    maxLength: MAX_GLOB_CHARACTERS,
    ...options,
    nonegate: true,
    ignore: excluded,
  })
}

/** Splits at commas and line breaks outside of braces. */
export function splitGlobs(text: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const char of text) {
    if (char === '{') depth++
    if (char === '}') depth--
    if (char === '\n') depth = 0
    if (char === '\n' || (char === ',' && depth <= 0)) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts
}

/**
 * A glob of paths as people write it for GitHub's `paths` and for ignore files: `docs/` is everything below, a leading `/` or `./` is the
 * root, and `**.md` is every such file.
 */
export function pathGlob(entry: string): string {
  const [, excludes = '', glob = ''] = /^([!\s]*)(.*)$/s.exec(entry) ?? []
  const fromRoot = glob.replace(/^(?:\.?\/)+/, '').replace(/(^|\/)\*\*(?=[^*/])/g, '$1**/*')
  return `${excludes}${fromRoot.endsWith('/') ? `${fromRoot}**` : fromRoot}`
}
