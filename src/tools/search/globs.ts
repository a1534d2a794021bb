import { MAX_GLOB_CHARACTERS, sortGlobs, splitGlobs } from '../../text/glob-list.ts'

/** Options for picomatch: include hidden files, ignore case, match line breaks in names. */
export const GLOB_OPTIONS = { dot: true, nocase: true, flags: 'is', maxLength: MAX_GLOB_CHARACTERS }

/** Globs relative to the workspace. `included` undefined: all paths that are not excluded. */
export type IncludeFilter = { included: string[] | undefined; excluded: string[] }

/** Parses an include filter for a folder: globs separated by commas; `!` excludes. */
export function parseIncludeFilter(include: string, folder: string): IncludeFilter {
  const sorted = sortGlobs(splitGlobs(include))
  const [included, excluded] = [sorted.included, sorted.excluded].map((globs) =>
    globs.flatMap((glob) => includeGlobs(glob, folder)),
  )
  return { included: included?.length === 0 ? undefined : included, excluded: excluded ?? [] }
}

/**
 * Translates an include filter for a folder to globs relative to the workspace. As in .gitignore: a glob without a slash
 * matches a name at any depth, a glob with a slash starts at the folder, and a folder matches all files in it. Commas
 * separate globs. Braces are expanded, because git's patterns have none. A path may also be relative to the root.
 */
export function includeGlobs(include: string, folder: string): string[] {
  const base = folder === '.' ? '' : `${escapeGlob(folder)}/`
  return splitGlobs(include)
    .map((part) => part.trim().replace(/^(?:\.\/)+/, ''))
    .filter((part) => !/^[./]?$/.test(part))
    .flatMap(expandBraces)
    .flatMap(addLiteralBrackets)
    .flatMap((part) => {
      const bare = part.replace(/^\//, '').replace(/\/$/, '')
      const fromRoot = base !== '' && bare.startsWith(base) ? [bare] : []
      const globs = [base + (part.replace(/\/$/, '').includes('/') ? bare : `**/${bare}`), ...fromRoot]
      return globs.flatMap((glob) =>
        part.endsWith('/') || /\/\*\*$/.test(glob) ? [glob.replace(/(?:\/\*\*)?$/, '/**')] : [glob, `${glob}/**`],
      )
    })
}

/** The glob that matches only this path. */
export const escapeGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@]/g, '\\$&')

/** `[id]` is a character class in git, and a folder name in some web frameworks: adds the literal name. */
const addLiteralBrackets = (glob: string): string[] => {
  const plain = escapeLiteralParens(glob)
  return /[[\]]/.test(plain) ? [plain, plain.replace(/(?<!\\)[[\]]/g, '\\$&')] : [plain]
}

/** Escapes `(group)`, which is a folder name; `@(a|b)` and `(a|b)` stay alternatives. */
export const escapeLiteralParens = (glob: string): string => glob.replace(/(?<![!?+*@\\])\(([^()|]*)\)/g, '\\($1\\)')

/** git does not support alternatives in parentheses. */
export const isUnsupportedByGit = (glob: string): boolean => /(?<!\\)\(/.test(glob)

const MAX_EXPANSIONS = 100

/** `a{b,c}d` → `abd`, `acd`; also nested braces. */
function expandBraces(glob: string): string[] {
  const expanded: string[] = []
  const pending = [glob]
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    // The innermost group, which contains no other group.
    const group = /\{([^{}]*,[^{}]*)\}/.exec(next)
    if (group === null || pending.length + expanded.length > MAX_EXPANSIONS) expanded.push(next)
    else
      for (const choice of (group[1] ?? '').split(','))
        pending.push(next.slice(0, group.index) + choice + next.slice(group.index + group[0].length))
  }
  return [...new Set(expanded)]
}
