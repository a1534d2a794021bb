import type { Candidate, GroundingMetadata, UrlContextMetadata } from '@google/genai/web'
import type { Grounding } from '../types.ts'

const NO_GROUNDING: Grounding = { sources: [], supports: [], pages: [] }

/**
 * Adds the sources of one more stream chunk; undefined while there are none.
 * A chunk contains only new sources, while indices count all of them. Some chunks repeat the whole list.
 * Source: Gemini API reference, GroundingMetadata and UrlContextMetadata.
 */
export function mergeGrounding(before: Grounding | undefined, candidate: Candidate | undefined): Grounding | undefined {
  const { groundingMetadata, urlContextMetadata } = candidate ?? {}
  if (groundingMetadata === undefined && urlContextMetadata === undefined) return before
  const { sources, supports, pages } = before ?? NO_GROUNDING
  return {
    sources: joinLists(sources, sourcesIn(groundingMetadata)),
    supports: joinLists(supports, supportsIn(groundingMetadata)),
    pages: joinLists(pages, pagesIn(urlContextMetadata)),
  }
}

function sourcesIn(metadata: GroundingMetadata | undefined): Grounding['sources'] {
  return (metadata?.groundingChunks ?? []).map(({ web, retrievedContext, maps }) => {
    const { title, uri } = web ?? retrievedContext ?? maps ?? {}
    return { title, uri }
  })
}

function supportsIn(metadata: GroundingMetadata | undefined): Grounding['supports'] {
  return (metadata?.groundingSupports ?? []).flatMap(({ segment, groundingChunkIndices: sources = [] }) => {
    const { endIndex: end, text } = segment ?? {}
    if (end === undefined || sources.length === 0) return []
    return [{ end, text, sources }]
  })
}

function pagesIn(metadata: UrlContextMetadata | undefined): Grounding['pages'] {
  return (metadata?.urlMetadata ?? []).flatMap(({ retrievedUrl: url, urlRetrievalStatus: status }) =>
    url === undefined ? [] : [{ url, read: status === 'URL_RETRIEVAL_STATUS_SUCCESS' }],
  )
}

/** Concatenates two lists, unless the second one starts with all of the first. */
function joinLists<Item>(before: readonly Item[], next: readonly Item[]): readonly Item[] {
  const repeats = before.every((item, index) => JSON.stringify(item) === JSON.stringify(next[index]))
  return repeats ? next : [...before, ...next]
}
