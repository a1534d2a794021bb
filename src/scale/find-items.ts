import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Runtime } from '../config/runtime.ts'
import type { GitHub } from '../github/api/github.ts'
import { openGit } from '../github/git.ts'
import { asSentence, messageOf, UserError } from '../platform/errors.ts'
import { globList, pathGlob } from '../text/glob-list.ts'
import { fileText, readArtifactName, readScaleArtifact, SCALE_FILES } from './scale-artifact.ts'
import {
  confirmedStates,
  fileVersion,
  finishedOnGitHub,
  type ItemKind,
  type ItemResult,
  isFinished,
  type LabelFilter,
  parseResults,
  type ScaleItem,
  type StatesGitHub,
} from './shard-spec.ts'

/** Items in their order, with the characters of the text that each begins with. `isComplete`: whether the search returned all. */
export type FoundItems = { items: FoundItem[]; isComplete: boolean }

export type FoundItem = { item: ScaleItem; characters: number }

/** GitHub returns the first 1,000 results of a search. */
const MAX_RESULTS = 1000

/** A round reads 1,000 results; a repository with more matches continues with the next run. */
const MAX_ROUNDS = 50

const PAGE = 100

/** The characters assumed for an item whose text was not read. */
const UNREAD_CHARACTERS = 2_000

export type ItemReader = {
  github: Pick<GitHub, 'searchOldest'>
  /** The files of the repository that match any of the patterns, with their size. */
  matchingFiles(patterns: readonly string[]): Promise<{ path: string; bytes: number }[]>
}

export async function findItems(source: ItemSource, reader: ItemReader): Promise<FoundItems> {
  switch (source.from) {
    case 'list':
      return { items: source.items.map((item) => ({ item, characters: UNREAD_CHARACTERS })), isComplete: true }
    case 'files': {
      const files = await reader.matchingFiles(source.patterns)
      return { items: files.map(({ path, bytes }) => ({ item: path, characters: bytes })), isComplete: true }
    }
    case 'search':
      return searchItems(source.query, reader.github)
  }
}

/** All matches, oldest first: after 1,000 results the search continues with those created since the last one. */
async function searchItems(query: string, github: ItemReader['github']): Promise<FoundItems> {
  const byNumber = new Map<number, FoundItem>()
  let since: string | undefined
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = byNumber.size
    let last = ''
    let results = 0
    for (let page = 1; page <= MAX_RESULTS / PAGE; page += 1) {
      const scoped = since === undefined ? query : `${query} created:>=${since}`
      const { items, total } = await github.searchOldest(scoped, page)
      for (const { number, title, body, createdAt } of items) {
        byNumber.set(number, { item: number, characters: title.length + body.length })
        last = createdAt
      }
      results += items.length
      if (items.length < PAGE || results >= total) return { items: [...byNumber.values()], isComplete: true }
    }
    // If 1,000 issues have the same second, the same ones would come back without end.
    if (byNumber.size === before || last === since) break
    since = last
  }
  return { items: [...byNumber.values()], isComplete: false }
}

/** Results of earlier runs. `finished`: those that count, by item. */
export type EarlierResults = { all: ItemResult[]; finished: ReadonlyMap<ScaleItem, ItemResult> }

/** Pages of 100 artifacts, newest first. */
const MAX_PAGES = 3

/** Artifacts of earlier runs that are read; the table of a run holds all of its items. */
const MAX_ARTIFACTS = 10

type EarlierServices = {
  github: Pick<GitHub, 'newestArtifacts' | 'artifactZip'>
  runtime: Pick<Runtime, 'env'>
  notice(text: string): void
}

/** Reads the tables of earlier runs of this workflow. Without `actions: read` there are none. Never rejects. */
export async function earlierResults(key: string, { github, notice }: EarlierServices): Promise<EarlierResults> {
  const all: ItemResult[] = []
  const finished = new Map<ScaleItem, ItemResult>()
  try {
    let read = 0
    for (let page = 1; page <= MAX_PAGES && read < MAX_ARTIFACTS; page += 1) {
      const artifacts = await github.newestArtifacts(page)
      for (const artifact of artifacts) {
        if (readArtifactName(artifact.name, key)?.kind !== 'results' || read === MAX_ARTIFACTS) continue
        read += 1
        const contents = await readScaleArtifact(artifact, github)
        if (!contents.ok) continue
        const results = parseResults(fileText(contents.files, SCALE_FILES.results))
        all.push(...results)
        for (const result of results)
          if (isFinished(result) && !finished.has(result.item)) finished.set(result.item, result)
      }
      if (artifacts.length < 100) break
    }
  } catch (error) {
    notice(
      `Could not read the results of earlier runs: ${asSentence(messageOf(error))} The job needs \`actions: read\`.`,
    )
  }
  return { all, finished }
}

type FinishedServices = {
  github: StatesGitHub
  key: string
  labels: LabelFilter
  earlier: EarlierResults
  runtime: Pick<Runtime, 'workspace' | 'env'>
  notice(text: string): void
}

/** The items that are left, in their order, and how many are finished. Rejects with GitHubError when the comments cannot be read. */
export async function leaveOutFinished(
  items: readonly FoundItem[],
  { github, key, labels, earlier, runtime, notice }: FinishedServices,
): Promise<{ open: FoundItem[]; finished: number }> {
  const numbers = items.flatMap(({ item }) => (typeof item === 'number' ? [item] : []))
  const states = await confirmedStates(numbers, github)
  const skipped = states.flatMap((state) => finishedOnGitHub(state, key, labels) ?? [])
  const onGitHub = new Set(skipped.map(({ item }) => item))
  const answered = skipped.flatMap(({ item, url }) => (url === undefined ? [] : [`#${item} (${url})`]))
  if (answered.length > 0) {
    const more = answered.length > MAX_NAMED ? ` and ${answered.length - MAX_NAMED} more` : ''
    notice(
      `Skipped, because a run of this workflow already answered: ${answered.slice(0, MAX_NAMED).join(', ')}${more}.`,
    )
  }
  const open: FoundItem[] = []
  for (const each of items) {
    const { item } = each
    const result = earlier.finished.get(item)
    const isDone =
      typeof item === 'number'
        ? onGitHub.has(item) || result !== undefined
        : result !== undefined && result.version === (await fileVersion(runtime.workspace, item))
    if (!isDone) open.push(each)
  }
  return { open, finished: items.length - open.length }
}

/** Items that the log names at most. */
const MAX_NAMED = 100

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
    throw new UserError('The input items starts with [ but is not a JSON array.')
  }
  const list: unknown[] = Array.isArray(value) ? value : []
  const items = list.filter(isItem)
  const wrong = list.findIndex((entry) => !isItem(entry))
  if (wrong >= 0) throw new UserError(`The input items: entry ${wrong + 1} is neither a number above 0 nor text.`)
  const areNumbers = items.every((item) => typeof item === 'number')
  if (!areNumbers && items.some((item) => typeof item === 'number'))
    throw new UserError(
      'The input items mixes numbers and texts. Use only numbers (issues) or only texts (files or other things).',
    )
  return { from: 'list', items: [...new Set(items)], kind: areNumbers ? 'issue' : 'text' }
}

const isItem = (entry: unknown): entry is ScaleItem =>
  typeof entry === 'number'
    ? Number.isSafeInteger(entry) && entry > 0
    : typeof entry === 'string' && entry.trim() !== ''

/** The labels that a search query excludes, in lower case. */
export function labelFilter(source: ItemSource): { skipLabels: string[]; unlabeled: boolean } {
  if (source.from !== 'search') return { skipLabels: [], unlabeled: false }
  const matches = [...source.query.matchAll(/(?:^|\s)-label:(?:"([^"]+)"|(\S+))/gi)]
  return {
    skipLabels: matches.map(([, quoted, plain]) => (quoted ?? plain ?? '').toLowerCase()),
    unlabeled: /(?:^|\s)no:label(?=\s|$)/i.test(source.query),
  }
}

/** The files of the checked-out commit that match the globs, with their size in bytes. A glob with `!` excludes files. Throws UserError. */
export async function matchingFiles(
  patterns: readonly string[],
  { workspace, childEnv }: Pick<Runtime, 'workspace' | 'childEnv'>,
): Promise<{ path: string; bytes: number }[]> {
  const git = openGit(workspace, childEnv)
  const paths = await git.listFiles()
  if (paths === undefined)
    throw new UserError(
      'The input items has globs, so mode: plan needs a checkout of the repository. Add actions/checkout.',
    )
  const isMatch = globList(patterns.map(pathGlob), { dot: true })
  const files = await Promise.all(
    paths
      .filter((path) => isMatch(path))
      .toSorted()
      .map(async (path) => ({ path, bytes: await sizeOf(join(workspace, path)) })),
  )
  return files.flatMap(({ path, bytes }) => (bytes === undefined ? [] : [{ path, bytes }]))
}

const sizeOf = async (path: string): Promise<number | undefined> => {
  const entry = await stat(path).catch(() => undefined)
  return entry?.isFile() === true ? entry.size : undefined
}
