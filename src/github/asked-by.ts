import { z } from 'zod'

const Said = z.object({ id: z.int().positive(), updated_at: z.string().optional() })
const Asked = z.object({ action: z.string().optional(), comment: Said.optional(), review: Said.optional() })

/**
 * A short name of the words that asked: the comment or review, and its edit when that is what asked. The same for a delivery
 * that comes twice, as GitHub's sometimes do. Undefined for events that carry no words.
 */
export function askedBy({ name, payload }: { name: string; payload: unknown }): string | undefined {
  const { data } = Asked.safeParse(payload)
  const said = data?.comment ?? data?.review
  if (data === undefined || said === undefined) return undefined
  const edit = data.action === 'edited' ? `-${Date.parse(said.updated_at ?? '') || 0}` : ''
  return `${name.replaceAll('_', '-')}-${said.id}${edit}`
}
