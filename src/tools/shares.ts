/** Divides a budget: whoever needs less than an even share leaves the rest to the others. In the order of `needs`. */
export function fairShares(needs: readonly number[], budget: number): number[] {
  const shares = needs.map(() => 0)
  let left = budget
  let waiting = needs.length
  for (const [index, need] of [...needs.entries()].sort(([, a], [, b]) => a - b)) {
    const share = Math.min(need, Math.floor(left / waiting))
    shares[index] = share
    left -= share
    waiting--
  }
  return shares
}
