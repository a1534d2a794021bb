import * as z from 'zod'
import type { RepositoryClient } from './repository-client.ts'

/** Calls about the artifacts of earlier runs. Every one rejects with GitHubError. */
export type ArtifactCalls = {
  artifact(id: number): Promise<StoredArtifact>
  listArtifacts(run: number): Promise<ListedArtifact[]>
  /** One page of the repository's artifacts, newest first, 100 a page. */
  newestArtifacts(page: number): Promise<ListedArtifact[]>
  /** The newest artifacts of the repository with this name, newest first. */
  artifactsNamed(name: string): Promise<ListedArtifact[]>
  /** The zip file of an artifact; undefined when it is larger. */
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

/** `digest`: `sha256:` and the hex digest of the zip file, as GitHub computed it; undefined on old GitHub Enterprise Servers. */
export type ListedArtifact = {
  id: number
  name: string
  bytes: number
  isExpired: boolean
  createdAt: string
  digest: string | undefined
  run: number | undefined
  /** Whether code of this repository uploaded it. */
  isOwnCode: boolean
}

const ArtifactResponse = z
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
  )

const ListedArtifactResponse = z
  .object({
    id: z.number(),
    name: z.string(),
    size_in_bytes: z.number(),
    expired: z.boolean(),
    created_at: z.string().nullish(),
    digest: z.string().nullish(),
    workflow_run: z
      .object({
        id: z.number().optional(),
        repository_id: z.number().optional(),
        head_repository_id: z.number().optional(),
      })
      .nullish(),
  })
  .transform(
    ({ id, name, size_in_bytes, expired, created_at, digest, workflow_run: run }): ListedArtifact => ({
      id,
      name,
      bytes: size_in_bytes,
      isExpired: expired,
      createdAt: created_at ?? '',
      digest: digest ?? undefined,
      run: run?.id,
      isOwnCode: run?.repository_id !== undefined && run.repository_id === run.head_repository_id,
    }),
  )
const ArtifactListResponse = z.object({ total_count: z.number(), artifacts: z.array(ListedArtifactResponse) })

export function artifactCalls({ request, requestBytes }: RepositoryClient): ArtifactCalls {
  return {
    artifact: (artifact_id) =>
      request(({ actions }, repository) => actions.getArtifact({ ...repository, artifact_id }), ArtifactResponse),
    async listArtifacts(run_id) {
      const all: ListedArtifact[] = []
      for (let page = 1; ; page += 1) {
        const { artifacts, total_count: total } = await request(
          ({ actions }, repository) => actions.listWorkflowRunArtifacts({ ...repository, run_id, page, per_page: 100 }),
          ArtifactListResponse,
        )
        all.push(...artifacts)
        if (artifacts.length === 0 || all.length >= total) return all
      }
    },
    async newestArtifacts(page) {
      const list = await request(
        ({ actions }, repository) => actions.listArtifactsForRepo({ ...repository, page, per_page: 100 }),
        ArtifactListResponse,
      )
      return list.artifacts
    },
    async artifactsNamed(name) {
      const list = await request(
        ({ actions }, repository) => actions.listArtifactsForRepo({ ...repository, name, per_page: 10 }),
        ArtifactListResponse,
      )
      return list.artifacts
    },
    artifactZip: (artifact_id, maxBytes) =>
      requestBytes(
        ({ actions }, repository, options) =>
          actions.downloadArtifact({ ...repository, artifact_id, archive_format: 'zip', ...options }),
        maxBytes,
      ),
  }
}
