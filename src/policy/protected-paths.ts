import { lazy } from '../platform/lazy.ts'
import { foldPath, normalizePath } from '../platform/paths.ts'
import type { PathList, Rule } from './rules/rule.ts'

/**
 * Paths by patterns: `*` within a name, `?` for one character, `**` for folders, `{a,b}` for alternatives. A pattern without a slash is the name of a file
 * in any folder; one with a slash starts at the top. `!` excludes. One expression for all patterns, compiled when first asked: picomatch needs
 * 240 ms for the list of protected paths, and most runs write nothing.
 */
export function pathList(patterns: readonly string[]): PathList {
  const anyOf = (list: readonly string[]) => new RegExp(`^(?:${list.map(toExpression).join('|')})$`, 's')
  const excluded = patterns.flatMap((pattern) => (pattern.startsWith('!') ? [pattern.slice(1)] : []))
  const expression = lazy(() => anyOf(patterns.filter((pattern) => !pattern.startsWith('!'))))
  const exclusion = excluded.length === 0 ? undefined : lazy(() => anyOf(excluded))
  return {
    has(path) {
      const plain = plainPath(path)
      return expression().test(plain) && exclusion?.().test(plain) !== true
    },
  }
}

/** The paths that these rules protect. */
export const protectedPathsOf = (rules: readonly Rule[]): PathList => ({
  has: (path) => rules.some(({ match }) => match.paths?.has(path) === true),
})

function toExpression(pattern: string): string {
  const anywhere = pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`
  let depth = 0
  return anywhere.toLowerCase().replace(/\*\*\/|\*\*|[*{},.+?^$()|[\]\\]/g, (token) => {
    if (token === '**/') return '(?:.*/)?'
    if (token === '**') return '.*'
    if (token === '*') return '[^/]*'
    if (token === '?') return '[^/]'
    if (token === '{') depth += 1
    if (token === '{') return '(?:'
    if (token === ',') return depth > 0 ? '|' : ','
    if (token === '}') depth -= 1
    return token === '}' ? ')' : `\\${token}`
  })
}

/** Whether GitHub accepts a change of this file only from a token with the permission `workflows: write`. */
export const isWorkflow = (path: string) => /^\.github\/workflows\//.test(plainPath(path))

const plainPath = (path: string) => foldPath(normalizePath(path)).replace(/^\/+/, '')
