import { expect, test } from 'vitest'
import { breaksInDraftMode, isBroken, isFixShown, proofHeadline, requireProblem } from '../../src/proof/proof-text.ts'
import type { ProofRecord, ProofSide } from '../../src/record/events.ts'
import { sample } from '../sample.ts'
import { CHANGES } from './changes.ts'
import { HELD_OUT_CHANGES } from './held-out-changes.ts'
import { OUTSIDER_CHANGES, READERS_CHANGES } from './outsider-changes.ts'
import { tryChange } from './tried-change.ts'

const deliveryIn = (mode: ProofRecord['mode'], proof: ProofRecord) => {
  const record = { ...proof, mode }
  return requireProblem(record, '') !== undefined ? 'withheld' : breaksInDraftMode({ record }) ? 'draft' : 'delivered'
}

/** How often a command ran for one side: what does not pass runs twice, if there is time. */
const costOf = ({ state, reason = '' }: ProofSide) =>
  state === 'not run' ? 0 : state === 'passed' || reason.startsWith('it did not end within') ? 1 : 2

/** Each in a real repository, with real programs in the real sandbox. */
test
  .skipIf(process.platform !== 'linux')
  .each(sample([...CHANGES, ...OUTSIDER_CHANGES, ...HELD_OUT_CHANGES, ...READERS_CHANGES], 2, 1))(
  '$name',
  async (row) => {
    const { proof, off, left, commitTree } = await tryChange(row.tried)
    const said = JSON.stringify(proof, null, 1)
    if (proof === undefined) throw new Error('nothing was proven')
    expect(proofHeadline({ record: proof }), said).toMatch(row.headline)
    expect(isBroken(proof), said).toBe(row.broken ?? false)
    const isKept =
      row.withheld === undefined
        ? isBroken(proof) ||
          proof.alters.length + proof.weakened.length > 0 ||
          (row.tried.isFix !== false && !isFixShown(proof))
        : row.withheld !== ''
    const modes = (['report', 'draft', 'require'] as const).map((mode) => deliveryIn(mode, proof))
    expect(modes, said).toEqual([
      'delivered',
      row.broken === true ? 'draft' : 'delivered',
      isKept ? 'withheld' : 'delivered',
    ])
    expect(off).toBeUndefined()
    for (const { after, before, altered, runs } of proof.commands) {
      const cost = costOf(after) + costOf(before) + (altered === undefined ? 0 : costOf(altered))
      // With old files that decide how it is tested, it runs once more.
      if (proof.alters.length + proof.oldFiles.length === 0) expect(runs, said).toBe(cost)
      expect(runs, said).toBeLessThanOrEqual(8)
    }
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
