/** How paths are matched with picomatch: those of hidden files too, in any case, line breaks in names included. */
export const MATCHING = { dot: true, nocase: true, flags: 'is' }

/** Paths relative to the workspace that a filter lets through; `wanted` undefined: every one that is not unwanted. */
export type Filter = { wanted: string[] | undefined; unwanted: string[] }

/** What an include filter means in a folder: globs separated by commas, those with `!` before them are left out. */
export function filterOf(include: string, folder: string): Filter {
  const parts = splitCommas(include).map((part) => part.trim())
  const wanted = parts.filter((part) => !part.startsWith('!')).flatMap((part) => includeGlobs(part, folder))
  const unwanted = parts.filter((part) => part.startsWith('!')).flatMap((part) => includeGlobs(part.slice(1), folder))
  return { wanted: wanted.length === 0 ? undefined : wanted, unwanted }
}

/**
 * The globs, relative to the workspace, that an include filter means in a folder. As in .gitignore: without a slash it is
 * a name at any depth, with one it starts at the folder, and a folder means everything in it. Several are separated by
 * commas; braces are spelled out, since git's own patterns have none. A path may also be written from the root.
 */
export function includeGlobs(include: string, folder: string): string[] {
  const base = folder === '.' ? '' : `${escapedGlob(folder)}/`
  return splitCommas(include)
    .map((part) => part.trim().replace(/^(?:\.\/)+/, ''))
    .filter((part) => !/^[./]?$/.test(part))
    .flatMap(spellOut)
    .flatMap(withLiteralBrackets)
    .flatMap((part) => {
      const bare = part.replace(/^\//, '').replace(/\/$/, '')
      const fromRoot = base !== '' && bare.startsWith(base) ? [bare] : []
      const globs = [base + (part.replace(/\/$/, '').includes('/') ? bare : `**/${bare}`), ...fromRoot]
      return globs.flatMap((glob) =>
        part.endsWith('/') || /\/\*\*$/.test(glob) ? [glob.replace(/(?:\/\*\*)?$/, '/**')] : [glob, `${glob}/**`],
      )
    })
}

/** The glob that means this path and no other. */
export const escapedGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@]/g, '\\$&')

/** `[id]` is a class of characters to git, and a folder of some web frameworks. */
const withLiteralBrackets = (glob: string): string[] => {
  const plain = literalParens(glob)
  return /[[\]]/.test(plain) ? [plain, plain.replace(/(?<!\\)[[\]]/g, '\\$&')] : [plain]
}

/** `(group)` as the name it is; `@(a|b)` and `(a|b)` stay alternatives. */
export const literalParens = (glob: string): string => glob.replace(/(?<![!?+*@\\])\(([^()|]*)\)/g, '\\($1\\)')

/** Alternatives in parentheses mean nothing to git. */
export const isBeyondGit = (glob: string): boolean => /(?<!\\)\(/.test(glob)

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
