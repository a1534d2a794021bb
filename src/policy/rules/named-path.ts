import { normalizePath } from '../../platform/paths.ts'
import { argsText } from '../../text/json.ts'
import { type CallPart, newMatchContext, ruleMatches } from './match.ts'
import { type CompiledPattern, newPatternBudget, testPattern } from './patterns.ts'
import type { CallFacts, PathList, Rule } from './rule.ts'

/**
 * Whether a rule that allows a call names the protected path that it writes. A rule without a pattern names no path, nor does one whose
 * pattern matches an unprotected file with other names in the same place, such as every file or every `.md`.
 */
export function namesPath(rule: Rule, part: CallPart, facts: CallFacts, list: PathList): boolean {
  if (rule.match.args === undefined) return false
  const path = facts.resolved?.args.file_path ?? facts.args.file_path
  if (typeof path !== 'string') return false
  const plain = normalizePath(path)
  const sibling = list.has(otherNames(plain, true)) ? otherNames(plain, false) : otherNames(plain, true)
  const other: CallFacts = { ...facts, args: { ...facts.args, file_path: sibling }, resolved: undefined }
  return !ruleMatches(rule, part, newMatchContext(other))
}

/** The path with other letters and digits, except in the ending of the file's name. */
function otherNames(path: string, keepsEnding: boolean): string {
  const ending = keepsEnding ? (/(?<=[^/])\.[^./]+$/.exec(path)?.[0] ?? '') : ''
  return path.slice(0, path.length - ending.length).replace(/[a-z0-9]/gi, exchange) + ending
}

function exchange(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 58) return String.fromCharCode(48 + ((code - 48 + 5) % 10))
  const start = code < 91 ? 65 : 97
  return String.fromCharCode(start + ((code - start + 13) % 26))
}

/** The arguments with which the edit tools would write a file. A pattern on other arguments finds nothing in them. */
export const editsOf = (path: string): CallFacts['args'][] => [
  { file_path: path },
  { content: '', file_path: path },
  { file_path: path, new_string: '', old_string: '' },
]

const pathDependence = new WeakMap<CompiledPattern, boolean>()

/** Whether a pattern decides by the path of a file: one that matches every path, or none, does not. */
export function dependsOnPath(pattern: CompiledPattern): boolean {
  const cached = pathDependence.get(pattern)
  if (cached !== undefined) return cached
  const matched = new Set(samplePaths(pattern).map((path) => matchesEdit(pattern, path)))
  pathDependence.set(pattern, matched.size > 1)
  return matched.size > 1
}

const matchesEdit = (pattern: CompiledPattern, path: string): boolean =>
  editsOf(path).some((args) =>
    [true, false].some(
      (isDelimited) => testPattern(pattern, argsText(args, isDelimited).text, newPatternBudget()) !== 'no',
    ),
  )

const FIRST = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-@ ü'

/** Paths of many kinds, and those that contain a text of the pattern: it may exclude just these. */
function samplePaths({ source }: CompiledPattern): string[] {
  const words = source.replace(/\\([^\w])/g, '$1').match(/[\w./ @-]{2,}/g) ?? []
  return [
    ...[...FIRST].flatMap((letter) => [`${letter}x`, `x/${letter}/y.z`, `x.${letter}y`]),
    ...words.flatMap((word) => [
      word,
      `${word}/x`,
      `${word}x`,
      `x${word}`,
      `x/${word}`,
      `x/${word}/x`,
      word.replace(/^\/|\/$/g, ''),
    ]),
  ]
}
