import * as z from 'zod'
import type { RepositoryClient } from './repository-client.ts'

/** Calls about the artifacts of earlier runs. Every one rejects with GitHubError. */
export type ArtifactCalls = {
  artifact(id: number): Promise<StoredArtifact>
  /** The zip file of an artifact; undefined when it has more bytes. */
  artifactZip(id: number, maxBytes: number): Promise<Uint8Array | undefined>
}

/** `run`, `repositoryId` and `headRepositoryId` are those of the run that uploaded it. */
export type StoredArtifact = {
  name: string
  bytes: number
  isExpired: boolean
  createdAt: string
  run: number | undefined
  repositoryId: number | undefined
  headRepositoryId: number | undefined
}

const ArtifactResponse = z.lazy(() =>
  z
    .object({
      name: z.string(),
      size_in_bytes: z.number(),
      expired: z.boolean(),
      created_at: z.string().nullish(),
      workflow_run: z
        .object({
          id: z.number().optional(),
          repository_id: z.number().optional(),
          head_repository_id: z.number().optional(),
        })
        .nullish(),
    })
    .transform(
      ({ name, size_in_bytes, expired, created_at, workflow_run: run }): StoredArtifact => ({
        name,
        bytes: size_in_bytes,
        isExpired: expired,
        createdAt: created_at ?? '',
        run: run?.id,
        repositoryId: run?.repository_id,
        headRepositoryId: run?.head_repository_id,
      }),
    ),
)

export function artifactCalls({ request, requestBytes }: RepositoryClient): ArtifactCalls {
  return {
    artifact: (artifact_id) =>
      request(({ actions }, repository) => actions.getArtifact({ ...repository, artifact_id }), ArtifactResponse),
    artifactZip: (artifact_id, maxBytes) =>
      requestBytes(
        ({ actions }, repository, options) =>
          actions.downloadArtifact({ ...repository, artifact_id, archive_format: 'zip', ...options }),
        maxBytes,
      ),
  }
}
