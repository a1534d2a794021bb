import * as z from 'zod'
import type { RepositoryClient } from './repository-client.ts'

export type BlobTextCalls = {
  /** The texts of blobs in one query, by SHA; without those that are binary or too large for it. Rejects with GitHubError. */
  blobTexts(shas: readonly string[]): Promise<Map<string, string>>
}

const Blob = z.lazy(() =>
  z.object({
    text: z.string().nullish(),
    isBinary: z.boolean().nullish(),
    isTruncated: z.boolean(),
  }),
)
const Response = z.lazy(() => z.object({ repository: z.record(z.string(), Blob.nullish()) }))

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
