import * as z from 'zod'
import type { RepositoryClient } from './repository-client.ts'

/** Calls about what earlier runs left. Every one rejects with GitHubError. */
export type ArtifactCalls = {
  /** One attempt of a workflow run. */
  runAttempt(run: number, attempt: number): Promise<RunAttempt>
  artifact(id: number): Promise<StoredArtifact>
  /** The zip file of an artifact; undefined when it has more bytes. */
  artifactZip(id: number, maxBytes: number): Promise<Uint8Array | undefined>
  /** Who changed a comment last, by the comment's node id; undefined when it was never edited. */
  lastEditor(nodeId: string): Promise<CommentEdit>
}

/** `path`: the workflow's file. `headRepositoryId`: undefined when the fork was deleted. */
export type RunAttempt = {
  id: number
  attempt: number
  event: string
  path: string
  startedAt: string
  /** Undefined while it runs. */
  endedAt?: string
  repositoryId: number
  headRepositoryId: number | undefined
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

/** `isByAuthor`: the author changed the comment last, or it was never edited. */
export type CommentEdit = { editedAt: string | undefined; isByAuthor: boolean; isOwn: boolean }

const RunAttemptResponse = z.lazy(() =>
  z
    .object({
      id: z.number(),
      run_attempt: z.number().default(1),
      event: z.string(),
      path: z.string(),
      run_started_at: z.string().optional(),
      created_at: z.string(),
      updated_at: z.string().optional(),
      status: z.string().nullish(),
      repository: z.object({ id: z.number() }),
      head_repository: z.object({ id: z.number() }).nullish(),
    })
    .transform(
      (run): RunAttempt => ({
        id: run.id,
        attempt: run.run_attempt,
        event: run.event,
        path: run.path,
        startedAt: run.run_started_at ?? run.created_at,
        endedAt: run.status === 'completed' ? run.updated_at : undefined,
        repositoryId: run.repository.id,
        headRepositoryId: run.head_repository?.id,
      }),
    ),
)

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

const Actor = z.lazy(() => z.object({ login: z.string() }).nullish())
const EditorResponse = z.lazy(() =>
  z.object({
    node: z.object({
      viewerDidAuthor: z.boolean(),
      lastEditedAt: z.string().nullish(),
      author: Actor,
      editor: Actor,
    }),
  }),
)
const EDITOR_QUERY = `query ($id: ID!) {
  node(id: $id) { ... on Comment { viewerDidAuthor lastEditedAt author { login } editor { login } } }
}`

export function artifactCalls({ request, requestBytes, graphql }: RepositoryClient): ArtifactCalls {
  return {
    runAttempt: (run_id, attempt_number) =>
      request(
        ({ actions }, repository) => actions.getWorkflowRunAttempt({ ...repository, run_id, attempt_number }),
        RunAttemptResponse,
      ),
    artifact: (artifact_id) =>
      request(({ actions }, repository) => actions.getArtifact({ ...repository, artifact_id }), ArtifactResponse),
    artifactZip: (artifact_id, maxBytes) =>
      requestBytes(
        ({ actions }, repository, options) =>
          actions.downloadArtifact({ ...repository, artifact_id, archive_format: 'zip', ...options }),
        maxBytes,
      ),
    async lastEditor(nodeId) {
      const { node } = await graphql(EDITOR_QUERY, EditorResponse, { id: nodeId })
      const editedAt = node.lastEditedAt ?? undefined
      const isByAuthor =
        editedAt === undefined || (node.author?.login !== undefined && node.author.login === node.editor?.login)
      return { editedAt, isByAuthor, isOwn: node.viewerDidAuthor }
    },
  }
}
