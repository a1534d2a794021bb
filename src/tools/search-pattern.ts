/** The lines a search looks for: a regular expression in JavaScript's dialect, or plain text. */
export type SearchPattern = { source: string; fixed: boolean; cased: boolean }

export const regexOf = ({ source, fixed, cased }: SearchPattern): RegExp =>
  new RegExp(fixed ? source.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') : source, cased ? '' : 'i')

/**
 * Does this expression mean the same to PCRE, which git uses, as to JavaScript? Judged by what is in it: every construct
 * not known to mean the same says no, and the slower search in JavaScript answers instead.
 */
export function sameInPcre({ source, fixed }: SearchPattern): boolean {
  // Outside of ASCII the two fold case and count characters differently.
  if (!/^[\x20-\x7e\t]*$/.test(source)) return false
  if (fixed) return true
  let inClass = false
  for (let at = 0; at < source.length; at++) {
    const char = source[at]
    const rest = source.slice(at)
    if (char === '\\') {
      if (!/^\\(?:[dDwWsStrnf]|[bB](?![^[]*\])|x[0-9a-fA-F]{2}|[^A-Za-z0-9])/.test(rest)) return false
      at++
    } else if (inClass) {
      if (char === ']') inClass = false
      // `[:alpha:]` inside a class is a set of names to one and letters to the other.
      else if (char === '[') return false
    } else if (char === '[') {
      if (/^\[\^?\]/.test(rest)) return false
      inClass = true
    } else if (char === '(' && !/^\((?:\?(?::|=|!|<[A-Za-z_])|[^?*])/.test(rest)) return false
    else if (char === '{' && !/^\{\d+(?:,\d*)?\}/.test(rest)) return false
  }
  return true
}

/**
 * The globs, relative to the workspace, that an include filter means in a folder. As in .gitignore: without a slash it is
 * a name at any depth, with one it starts at the folder, and a folder means everything in it. Several are separated by
 * commas; braces are spelled out, since git's own patterns have none.
 */
export function includeGlobs(include: string, folder: string): string[] {
  const base = folder === '.' ? '' : `${folder.replace(/[\\*?[\]{}()!]/g, '\\$&')}/`
  return splitCommas(include)
    .map((part) => part.trim().replace(/^(?:\.\/)+/, ''))
    .filter((part) => part !== '')
    .flatMap(spellOut)
    .flatMap((part) => {
      const bare = part.replace(/^\//, '').replace(/\/$/, '')
      const glob = base + (part.replace(/\/$/, '').includes('/') ? bare : `**/${bare}`)
      return part.endsWith('/') || /\/\*\*$/.test(glob) ? [glob.replace(/(?:\/\*\*)?$/, '/**')] : [glob, `${glob}/**`]
    })
}

/** At commas that are not within braces. */
function splitCommas(text: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const char of text) {
    if (char === '{') depth++
    if (char === '}') depth--
    if (char === ',' && depth <= 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts
}

const MOST_SPELLED_OUT = 100

/** `a{b,c}d` → `abd`, `acd`; braces within braces too. */
function spellOut(glob: string): string[] {
  const done: string[] = []
  const open = [glob]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    // The innermost group first: it holds no other.
    const group = /\{([^{}]*,[^{}]*)\}/.exec(next)
    if (group === null || open.length + done.length > MOST_SPELLED_OUT) done.push(next)
    else
      for (const choice of (group[1] ?? '').split(','))
        open.push(next.slice(0, group.index) + choice + next.slice(group.index + group[0].length))
  }
  return [...new Set(done)]
}
