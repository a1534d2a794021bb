import { normalizeFileName } from '../../platform/files/paths.ts'
import type { CallFacts } from './decide.ts'
import { type CompiledPattern, ignoreCase, type PatternBudget, type Ternary, testPattern } from './patterns.ts'
import { argsText } from './stable-json.ts'

/** Matches names of arguments that contain paths. */
export const PATH_ARGUMENT_NAME = /path|paths|directory|folder|file|files|source|destination/i

/** The texts of a call with folded paths, for one decision: of all arguments, and of those that contain paths. */
export type FoldedTexts = { all: readonly string[]; paths: readonly string[] }

/** Calls without a path have no texts. */
export function foldedTexts(calls: readonly CallFacts['args'][]): FoldedTexts[] {
  const textsOf = (args: CallFacts['args']) => [true, false].map((delimited) => argsText(args, delimited).text)
  return calls.flatMap((args) => {
    const paths = foldPaths(args)
    return Object.keys(paths).length === 0 ? [] : [{ all: textsOf({ ...args, ...paths }), paths: textsOf(paths) }]
  })
}

/**
 * Whether a pattern of a rule that denies or asks matches the paths of a call, read as a file system reads them that ignores
 * letter case and Unicode form. Other arguments keep their letter case: they count only for a pattern that names a path.
 */
export function matchFoldedPaths(
  pattern: CompiledPattern,
  texts: readonly FoldedTexts[],
  budget: PatternBudget,
): Ternary {
  let answer: Ternary = 'no'
  const folded = foldedPattern(pattern)
  for (const { all, paths } of texts)
    for (const text of NAMES_PATH.test(pattern.source) ? all : paths) {
      const match = testPattern(folded, text, budget)
      if (match === 'yes') return 'yes'
      if (match === 'maybe') answer = 'maybe'
    }
  return answer
}

const NAMES_PATH = /"\w*(?:path|directory|folder|file|source|destination)\w*"/i

const patterns = new WeakMap<CompiledPattern, CompiledPattern>()

function foldedPattern(pattern: CompiledPattern): CompiledPattern {
  const cached = patterns.get(pattern)
  if (cached !== undefined) return cached
  const folded = ignoreCase(pattern)
  patterns.set(pattern, folded)
  return folded
}

/** The arguments that contain paths, folded. */
function foldPaths(args: CallFacts['args']): CallFacts['args'] {
  const paths: CallFacts['args'] = {}
  for (const [key, value] of Object.entries(args)) {
    if (!PATH_ARGUMENT_NAME.test(key)) continue
    if (typeof value === 'string') paths[key] = foldPath(value)
    else if (Array.isArray(value)) paths[key] = value.map((each) => (typeof each === 'string' ? foldPath(each) : each))
  }
  return paths
}

const foldPath = (path: string): string =>
  path
    .split(/[\\/]/)
    .map((segment) => (/^\.{0,2}$/.test(segment) ? segment : normalizeFileName(segment)))
    .join('/')
