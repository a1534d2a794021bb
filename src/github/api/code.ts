import * as z from 'zod'
import type { RepositoryClient, ResultPage } from './repository-client.ts'
import { nullableText as text } from './response-schemas.ts'

/** Calls about files and commits. Every one rejects with GitHubError. */
export type CodeCalls = {
  /** One page of a pull request's commits, oldest first, 50 a page. GitHub lists 250 at most. */
  pullCommits(number: number, page: number): Promise<ResultPage<CommitSummary>>
  /** One page of the commits that a ref contains, newest first, 50 a page. With `path`, only commits that change it. */
  commits(ref: string, path: string | undefined, page: number): Promise<ResultPage<CommitSummary>>
  /** The file or folder at a path of a commit. Files over 1 MB have no `bytes`; read their `blob` instead. */
  content(path: string, ref: string): Promise<RepositoryContent>
}

/** `date` and `committed`: when the author wrote it, and when it was committed (ISO 8601). */
export type CommitSummary = { sha: string; message: string; author: string; date: string; committed: string }

export type RepositoryContent =
  | { kind: 'file'; bytes: Buffer | undefined; size: number; blob: string }
  | { kind: 'folder'; entries: { name: string; kind: string; size: number }[] }
  | { kind: 'other'; type: string }

const CommitSummaryResponse = z
  .object({
    sha: z.string(),
    commit: z.object({
      message: z.string(),
      author: z.object({ name: text, date: text }).nullish(),
      committer: z.object({ date: text }).nullish(),
    }),
  })
  .transform(
    ({ sha, commit: { message, author, committer } }): CommitSummary => ({
      sha,
      message,
      author: author?.name ?? '',
      date: author?.date ?? '',
      committed: committer?.date ?? '',
    }),
  )

const FolderEntry = z.object({ name: z.string(), type: z.string(), size: z.number() })

const ContentResponse = z.union([
  FolderEntry.array().transform(
    (entries): RepositoryContent => ({
      kind: 'folder',
      entries: entries.map(({ name, type, size }) => ({ name, kind: type, size })),
    }),
  ),
  z
    .object({ type: z.literal('file'), size: z.number(), sha: z.string(), content: text, encoding: z.string() })
    .transform(
      ({ size, sha, content, encoding }): RepositoryContent => ({
        kind: 'file',
        size,
        blob: sha,
        bytes: encoding === 'base64' ? Buffer.from(content, 'base64') : undefined,
      }),
    ),
  z.object({ type: z.string() }).transform(({ type }): RepositoryContent => ({ kind: 'other', type: type })),
])

export function codeCalls({ request, requestPage }: RepositoryClient): CodeCalls {
  const per_page = 50

  return {
    pullCommits: (pull_number, page) =>
      requestPage(
        page,
        ({ pulls }, repository) => pulls.listCommits({ ...repository, pull_number, page, per_page }),
        CommitSummaryResponse,
      ),
    commits: (sha, path, page) =>
      requestPage(
        page,
        ({ repos }, repository) => repos.listCommits({ ...repository, sha, page, per_page, path }),
        CommitSummaryResponse,
      ),
    content: (path, ref) =>
      request(({ repos }, repository) => repos.getContent({ ...repository, path, ref }), ContentResponse),
  }
}

export type BlobTextCalls = {
  /** The texts of blobs in one query, by SHA; without those that are binary or too large for it. Rejects with GitHubError. */
  blobTexts(shas: readonly string[]): Promise<Map<string, string>>
}

const Blob = z.object({
  text: z.string().nullish(),
  isBinary: z.boolean().nullish(),
  isTruncated: z.boolean(),
})

const Response = z.object({ repository: z.record(z.string(), Blob.nullish()) })

export const blobTextCalls = ({ repo, graphql }: RepositoryClient): BlobTextCalls => ({
  async blobTexts(shas) {
    const valid = shas.filter((sha) => /^[0-9a-f]{40,64}$/.test(sha))
    const fields = valid.map(
      (sha, index) => `b${index}: object(oid: "${sha}") { ... on Blob { text isBinary isTruncated } }`,
    )
    const query = `query($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    ${fields.join('\n    ')}
  }
}`
    const { repository } = await graphql(query, Response, repo)
    return new Map(
      valid.flatMap((sha, index) => {
        const blob = repository[`b${index}`]
        return blob?.text == null || blob.isBinary === true || blob.isTruncated ? [] : [[sha, blob.text] as const]
      }),
    )
  },
})
