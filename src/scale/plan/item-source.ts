import { UserError } from '../../platform/errors.ts'
import type { ItemKind, ScaleItem } from '../shard-spec.ts'

/** What the input `items` names. */
export type ItemSource =
  | { from: 'list'; items: ScaleItem[]; kind: ItemKind }
  | { from: 'search'; query: string; kind: 'issue' | 'pull_request' }
  | { from: 'files'; patterns: string[]; kind: 'text' }

/** Reads the input `items`: a JSON array, a search query that names the kind, or globs, one a line. Throws UserError. */
export function parseItems(text: string): ItemSource {
  if (text === '')
    throw new UserError(
      'mode: plan needs items: a search query with is:issue or is:pr, globs of files, or a JSON array.',
    )
  if (text.startsWith('[')) return listSource(text)
  const kind = /(?:^|\s)(?:is|type):(issue|pr|pull-request)(?=\s|$)/i.exec(text)?.[1]?.toLowerCase()
  if (kind !== undefined)
    return { from: 'search', query: text.replace(/\s+/g, ' '), kind: kind === 'issue' ? 'issue' : 'pull_request' }
  const patterns = text.split('\n').map((line) => line.trim())
  return { from: 'files', patterns: patterns.filter((line) => line !== '' && !line.startsWith('#')), kind: 'text' }
}

function listSource(text: string): ItemSource {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UserError('The input items begins with [ but is no JSON array.')
  }
  const list: unknown[] = Array.isArray(value) ? value : []
  const items = list.filter(isItem)
  const wrong = list.findIndex((entry) => !isItem(entry))
  if (wrong >= 0) throw new UserError(`The input items: entry ${wrong + 1} is no number above 0 and no text.`)
  const areNumbers = items.every((item) => typeof item === 'number')
  if (!areNumbers && items.some((item) => typeof item === 'number'))
    throw new UserError(
      'The input items has numbers and texts. Use one of them: numbers are issues, texts are files or other things.',
    )
  return { from: 'list', items: [...new Set(items)], kind: areNumbers ? 'issue' : 'text' }
}

const isItem = (entry: unknown): entry is ScaleItem =>
  typeof entry === 'number'
    ? Number.isSafeInteger(entry) && entry > 0
    : typeof entry === 'string' && entry.trim() !== ''

/** The labels that a search query leaves out, in lower case. */
export function labelFilter(source: ItemSource): { skipLabels: string[]; unlabeled: boolean } {
  if (source.from !== 'search') return { skipLabels: [], unlabeled: false }
  const matches = [...source.query.matchAll(/(?:^|\s)-label:(?:"([^"]+)"|(\S+))/gi)]
  return {
    skipLabels: matches.map(([, quoted, plain]) => (quoted ?? plain ?? '').toLowerCase()),
    unlabeled: /(?:^|\s)no:label(?=\s|$)/i.test(source.query),
  }
}
