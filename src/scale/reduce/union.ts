import type { ItemResult } from '../item-result.ts'
import { itemName, type ScaleItem } from '../shard-spec.ts'
import type { ItemPatch } from './reduction.ts'

/** Patches that touch no file of each other, and the items whose patch was left out, with the reason. */
export type PatchUnion = { patches: ItemPatch[]; leftOut: Map<ScaleItem, string> }

/** Finds the patches that touch a file which an earlier one touches. The first keeps it; the second is left out as a whole. Pure. */
export function unitePatches(patches: readonly ItemPatch[]): PatchUnion {
  const owners = new Map<string, ItemPatch>()
  const united: ItemPatch[] = []
  const leftOut = new Map<ScaleItem, string>()
  for (const patch of patches) {
    const shared = patch.paths.find((path) => owners.has(path))
    const owner = shared === undefined ? undefined : owners.get(shared)
    if (owner === undefined) {
      united.push(patch)
      for (const path of patch.paths) owners.set(path, patch)
    } else leftOut.set(patch.item, conflictReason(shared ?? '', owner))
  }
  return { patches: united, leftOut }
}

const conflictReason = (path: string, { item, shard }: ItemPatch): string =>
  `Its patch touches ${path}, which ${itemName(item)} of shard ${shard} changes already. The next run works on it again.`

/** The results, with the items whose patch was left out as failed. */
export const withLeftOutItems = (
  results: readonly ItemResult[],
  leftOut: ReadonlyMap<ScaleItem, string>,
): ItemResult[] =>
  results.map((result) => {
    const reason = leftOut.get(result.item)
    return reason === undefined ? result : { ...result, state: 'failed', outcome: 'denied', reason }
  })

/** The patches by the folder of their item; all in one group of the name '' unless each folder gets a pull request of its own. */
export function groupPatches(patches: readonly ItemPatch[], by: 'one' | 'folder'): Map<string, ItemPatch[]> {
  return Map.groupBy(patches, ({ item }) => (by === 'one' ? '' : folderOf(itemName(item))))
}

const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')
