import type { Candidate, GroundingMetadata, UrlContextMetadata } from '@google/genai/web'
import type { Grounding } from './types.ts'

const NOTHING: Grounding = { sources: [], supports: [], pages: [] }

/**
 * What the answer rests on so far, with what one more chunk of the stream says of it; undefined while nothing does.
 * Chunks bring only sources not named before, while indices count all of them; some bring the whole list again.
 * Source: Gemini API reference, GroundingMetadata and UrlContextMetadata.
 */
export function grown(before: Grounding | undefined, candidate: Candidate | undefined): Grounding | undefined {
  const { groundingMetadata, urlContextMetadata } = candidate ?? {}
  if (groundingMetadata === undefined && urlContextMetadata === undefined) return before
  const { sources, supports, pages } = before ?? NOTHING
  return {
    sources: joined(sources, sourcesIn(groundingMetadata)),
    supports: joined(supports, supportsIn(groundingMetadata)),
    pages: joined(pages, pagesIn(urlContextMetadata)),
  }
}

function sourcesIn(metadata: GroundingMetadata | undefined): Grounding['sources'] {
  return (metadata?.groundingChunks ?? []).map(({ web, retrievedContext, maps }) => {
    const { title, uri } = web ?? retrievedContext ?? maps ?? {}
    return { ...(title === undefined ? {} : { title }), ...(uri === undefined ? {} : { uri }) }
  })
}

function supportsIn(metadata: GroundingMetadata | undefined): Grounding['supports'] {
  return (metadata?.groundingSupports ?? []).flatMap(({ segment, groundingChunkIndices: sources = [] }) => {
    const { endIndex: end, text } = segment ?? {}
    if (end === undefined || sources.length === 0) return []
    return [{ end, ...(text === undefined ? {} : { text }), sources }]
  })
}

function pagesIn(metadata: UrlContextMetadata | undefined): Grounding['pages'] {
  return (metadata?.urlMetadata ?? []).flatMap(({ retrievedUrl: url, urlRetrievalStatus: status }) =>
    url === undefined ? [] : [{ url, read: status === 'URL_RETRIEVAL_STATUS_SUCCESS' }],
  )
}

/** One list behind the other, unless the second one begins with all of the first. */
function joined<Item>(before: readonly Item[], now: readonly Item[]): readonly Item[] {
  const repeats = before.every((item, index) => JSON.stringify(item) === JSON.stringify(now[index]))
  return repeats ? now : [...before, ...now]
}
