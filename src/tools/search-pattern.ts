/** The lines a search looks for: a regular expression in JavaScript's dialect, or plain text. */
export type SearchPattern = { source: string; fixed: boolean; cased: boolean }

export const regexOf = ({ source, fixed, cased }: SearchPattern): RegExp =>
  new RegExp(fixed ? source.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') : source, cased ? '' : 'i')

/** One character beyond ASCII as bytes: whole in UTF-8, one byte in older encodings. Atomic, or long lines never end. */
const HIGH = '(?>[\\xc0-\\xff][\\x80-\\xbf]*|[\\x80-\\xbf])'
const oneOf = (set: string): string => `(?:[${set}]|${HIGH})`
const noneOf = (set: string): string => `(?:[^${set}\\x80-\\xff]|${HIGH})`

const WORD = 'A-Za-z0-9_'
const ESCAPES: Readonly<Record<string, string>> = {
  d: '[0-9]',
  w: `[${WORD}]`,
  s: oneOf('\\s'),
  D: noneOf('0-9'),
  W: noneOf(WORD),
  S: noneOf('\\s'),
  b: '\\b',
  B: '\\B',
  t: '\\t',
  r: '\\r',
  n: '\\n',
  f: '\\f',
}

/**
 * A PCRE over bytes, as git uses them, that finds every line this expression finds. It may find more: whoever uses it asks
 * the expression itself again. undefined when there is a construct not known to mean the same to both.
 */
export function toPcre(source: string): string | undefined {
  if (!/^[\x20-\x7e\t]*$/.test(source)) return undefined
  let pcre = ''
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at)
    const token = TOKEN.exec(rest)
    if (token === null) return undefined
    const [whole, letter, set, negated, members = ''] = token
    if (letter !== undefined) pcre += ESCAPES[letter] ?? ''
    else if (set !== undefined)
      pcre += negated
        ? noneOf(bracketed(members))
        : /\\[DWSs]/.test(members)
          ? oneOf(bracketed(members))
          : `[${bracketed(members)}]`
    else pcre += whole === '.' ? noneOf('\\r\\n') : whole
    at += whole.length
  }
  return pcre
}

/** What may stand in an expression, one at a time. Not here: back-references, look-behind, \u, \p, \c, a brace by itself. */
const TOKEN = new RegExp(
  [
    String.raw`^(?:\\([dDwWsSbBtrnf])`,
    String.raw`(\[(?!\^?\])(\^?)((?:\\[dDwWsStrnf]|\\x[0-7][0-9a-fA-F]|\\[^A-Za-z0-9]|[^\\\]])+)\])`,
    String.raw`\\x[0-7][0-9a-fA-F]|\\[^A-Za-z0-9]`,
    String.raw`\((?:\?(?:[:=!]|<[A-Za-z_]\w*>))?(?!\?|\*)`,
    String.raw`\{\d+(?:,\d*)?\}`,
    String.raw`[^\\[({]|\.)`,
  ].join('|'),
)

/** A bracket within brackets is a letter to JavaScript and may start a class of names for PCRE. */
const bracketed = (members: string): string =>
  members.replace(/(\\.)|\[/g, (_, escaped: string | undefined) => escaped ?? '\\[')

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
