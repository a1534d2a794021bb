import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import { messageOf } from '../../platform/errors.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import { type ArtifactService, uploadArtifact } from './artifact-service.ts'

/** The run that the artifact belongs to. `server`: GitHub's web address. */
export type ArtifactRun = { server: string; job: string; session: string; runUrl?: string }

/** A file of the artifact: from a path, or with a text. Omitted when either is empty. `name` may contain folders. */
export type ArtifactFile = { name: string } & ({ path: string } | { text: string })

export type ArtifactUpload = { ok: true; text: string; id: string } | { ok: false; reason: string }

/**
 * Uploads the files as an artifact of the run, with secrets removed. Never rejects. The service's URL and token are empty
 * outside a runner.
 */
export async function uploadFiles(
  files: readonly ArtifactFile[],
  run: ArtifactRun,
  service: ArtifactService,
  filter: Pick<SecretFilter, 'text'>,
): Promise<ArtifactUpload> {
  if (service.resultsUrl === '' || service.token === '')
    return { ok: false, reason: 'the runner provides no artifact service' }
  try {
    if (!supportsArtifacts(run.server))
      return { ok: false, reason: 'GitHub Enterprise Server does not support artifacts v4' }
    const { name, id, bytes } = await uploadArtifact(artifactName(run), await zipOf(files, filter), service)
    const url = run.runUrl === undefined ? '' : `: ${run.runUrl}/artifacts/${encodeURIComponent(id)}`
    return { ok: true, id, text: `Uploaded the artifact ${name} (${bytes} bytes)${url}` }
  } catch (error) {
    return { ok: false, reason: filter.text(messageOf(error)) }
  }
}

/** GitHub Enterprise Server only supports artifacts v3. Loopback counts as GitHub, for local tests. */
function supportsArtifacts(server: string): boolean {
  const { hostname } = new URL(server)
  return ['github.com', 'localhost', '127.0.0.1'].includes(hostname) || /\.(?:ghe\.com|localhost)$/.test(hostname)
}

/** A name that is unique in the run, whose jobs and steps share its artifacts, and valid on GitHub. */
function artifactName({ job, session }: ArtifactRun): string {
  const readable = job.replace(/[^\w.-]+/g, '-').slice(0, 60)
  return ['sluice', readable, session.slice(0, 8)].filter(Boolean).join('-')
}

async function zipOf(files: readonly ArtifactFile[], filter: Pick<SecretFilter, 'text'>): Promise<Uint8Array> {
  const entries: Record<string, Uint8Array> = {}
  for (const file of files) {
    const text = 'text' in file ? file.text : await readText(file.path)
    if (text !== '') entries[file.name] = strToU8(filter.text(text))
  }
  return zipSync(entries, { level: 6 })
}

const readText = async (path: string): Promise<string> => (path === '' ? '' : await readFile(path, 'utf8'))
