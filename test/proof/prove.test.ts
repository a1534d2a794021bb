import { expect, test } from 'vitest'
import { isBroken, proofHeadline, requireProblem } from '../../src/proof/proof-text.ts'
import { sample } from '../sample.ts'
import { CHANGES } from './changes.ts'
import { HELD_OUT_CHANGES } from './held-out-changes.ts'
import { OUTSIDER_CHANGES, READERS_CHANGES } from './outsider-changes.ts'
import { tryChange } from './tried-change.ts'

/** Each in a real repository, with real programs in the real sandbox. */
test
  .skipIf(process.platform !== 'linux')
  .each(sample([...CHANGES, ...OUTSIDER_CHANGES, ...HELD_OUT_CHANGES, ...READERS_CHANGES], 2, 1))(
  '$name',
  async (row) => {
    const { proof, left, commitTree } = await tryChange(row.tried)
    const said = JSON.stringify(proof, null, 1)
    if (proof === undefined) throw new Error('nothing was proven')
    expect(proofHeadline({ record: proof }), said).toMatch(row.headline)
    expect(isBroken(proof), said).toBe(row.broken ?? false)
    if (row.withheld !== undefined)
      expect(requireProblem({ ...proof, mode: 'require' }, '') ?? '', said).toMatch(
        row.withheld === '' ? /^$/ : row.withheld,
      )
    if (row.weakened !== undefined)
      expect(
        [...new Set(proof.weakened.filter(({ line }) => line > 0).map(({ path, line }) => `${path}:${line}`))],
        said,
      ).toEqual(row.weakened)
    // Commands change no file of the checkout.
    for (const [path, text] of Object.entries(row.tried.change)) expect(left(path)).toBe(text ?? undefined)
    if (row.tried.heldBack === undefined) expect(proof.tree).toBe(commitTree())
  },
)
