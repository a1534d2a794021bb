import type { GitHub } from '../../github/api/github.ts'
import type { ScaleItem } from '../shard-spec.ts'
import type { ItemSource } from './item-source.ts'

/** Items in their order, with the characters of the text that each begins with. `isComplete`: whether the search returned all. */
export type FoundItems = { items: FoundItem[]; isComplete: boolean }
export type FoundItem = { item: ScaleItem; characters: number }

/** GitHub returns the first 1,000 results of a search. */
const MAX_RESULTS = 1000
/** A round reads 1,000 results; a repository with more matches continues with the next run. */
const MAX_ROUNDS = 50
const PAGE = 100
/** What an item is assumed to begin with when its text was not read. */
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

/** All matches, oldest first: after 1,000 the search goes on with those created since the last one. */
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
    // 1,000 issues of one second would come again and again.
    if (byNumber.size === before || last === since) break
    since = last
  }
  return { items: [...byNumber.values()], isComplete: false }
}
