import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shortHash } from '../github/comment-marker.ts'
import type { ScaleItem } from './shard-spec.ts'

/** Names the content of a file item; undefined for what is no file. A changed file is a new item. */
export async function fileVersion(workspace: string, item: ScaleItem): Promise<string | undefined> {
  if (typeof item === 'number') return undefined
  const text = await readFile(join(workspace, item), 'latin1').catch(() => undefined)
  return text === undefined ? undefined : shortHash(text)
}
