import type { GitHub } from '../api/github.ts'

/** The text of a blob, by its SHA. Rejects with GitHubError. */
export type BlobReader = (sha: string) => Promise<string>

const MAX_BATCH = 50

/** Reads blobs through the API. What is asked for at the same time is one query; each blob is read once. */
export function openBlobReader(github: Pick<GitHub, 'blob' | 'blobTexts'>): BlobReader {
  const texts = new Map<string, Promise<string>>()
  let waiting: { sha: string; resolve: (text: string) => void; reject: (error: unknown) => void }[] = []

  const readAlone = async (sha: string) => withoutBom(Buffer.from(await github.blob(sha)).toString('utf8'))
  async function flush() {
    const all = waiting
    waiting = []
    for (let start = 0; start < all.length; start += MAX_BATCH) {
      const batch = all.slice(start, start + MAX_BATCH)
      // A single blob needs no query, and a token without access to GraphQL still reads one after the other.
      const found =
        batch.length === 1 ? undefined : await github.blobTexts(batch.map(({ sha }) => sha)).catch(() => undefined)
      for (const { sha, resolve, reject } of batch) {
        const text = found?.get(sha)
        if (text === undefined) readAlone(sha).then(resolve, reject)
        else resolve(withoutBom(text))
      }
    }
  }

  return (sha) => {
    const known = texts.get(sha)
    if (known !== undefined) return known
    const text = new Promise<string>((resolve, reject) => {
      if (waiting.push({ sha, resolve, reject }) === 1) setImmediate(() => void flush())
    })
    texts.set(sha, text)
    return text
  }
}

export const withoutBom = (text: string) => text.replace(/^\uFEFF/, '')
