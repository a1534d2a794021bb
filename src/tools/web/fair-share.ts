/** Divides a budget evenly. What one need does not use goes to the others. In the order of `needs`. */
export function fairShares(needs: readonly number[], budget: number): number[] {
  const shares = needs.map(() => 0)
  let remaining = budget
  let unserved = needs.length
  for (const [index, need] of [...needs.entries()].sort(([, a], [, b]) => a - b)) {
    const share = Math.min(need, Math.floor(remaining / unserved))
    shares[index] = share
    remaining -= share
    unserved--
  }
  return shares
}
