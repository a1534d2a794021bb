import { readFile } from 'node:fs/promises'
import { messageOf } from '../host/errors.ts'
import type { Filter } from '../host/secrets.ts'
import { type ArtifactService, uploadArtifact } from './artifact-service.ts'

/** `server` is GITHUB_SERVER_URL; `runUrl` the page of the run, when there is one. */
export type ArtifactPlace = { server: string; job: string; session: string; runUrl?: string }

/** A file of the artifact: what stands at a path, or a text. Where either is empty there is none. `name` may have folders. */
export type Paper = { name: string } & ({ path: string } | { text: string })

export type Kept = { ok: true; text: string } | { ok: false; why: string }

/**
 * Keeps the papers of a run as an artifact of it, each through the filter once more. Never rejects; a run is not worth less for it. A service without address or token: no runner is around us.
 */
export async function keepPapers(
  papers: readonly Paper[],
  place: ArtifactPlace,
  service: ArtifactService,
  filter: Filter,
): Promise<Kept> {
  if (service.resultsUrl === '' || service.token === '')
    return { ok: false, why: 'the runner offers no artifact service here' }
  try {
    if (!takesThisForm(place.server))
      return { ok: false, why: 'GitHub Enterprise Server does not take this form of artifact' }
    const { name, id, bytes } = await uploadArtifact(artifactName(place), await zipOf(papers, filter), service)
    const where = place.runUrl === undefined ? '' : `: ${place.runUrl}/artifacts/${encodeURIComponent(id)}`
    return { ok: true, text: `Kept as artifact ${name} (${bytes} bytes)${where}` }
  } catch (error) {
    return { ok: false, why: filter.text(messageOf(error)) }
  }
}

/** Unlike the others, a server of one's own still takes only the older form. Loopback counts as GitHub for trying things. */
function takesThisForm(server: string): boolean {
  const { hostname } = new URL(server)
  return ['github.com', 'localhost', '127.0.0.1'].includes(hostname) || /\.(?:ghe\.com|localhost)$/.test(hostname)
}

/** Unique in a run, as jobs of a matrix and steps of a job share its artifacts; without what GitHub forbids in names. */
function artifactName({ job, session }: ArtifactPlace): string {
  const readable = job.replace(/[^\w.-]+/g, '-').slice(0, 60)
  return ['sluice', readable, session.slice(0, 8)].filter(Boolean).join('-')
}

async function zipOf(papers: readonly Paper[], filter: Filter): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate')
  const files: Record<string, Uint8Array> = {}
  for (const paper of papers) {
    const text = 'text' in paper ? paper.text : await textAt(paper.path)
    if (text !== '') files[paper.name] = strToU8(filter.text(text))
  }
  return zipSync(files, { level: 6 })
}

const textAt = async (path: string): Promise<string> => (path === '' ? '' : await readFile(path, 'utf8'))
