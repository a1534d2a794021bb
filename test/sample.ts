import { dice } from './policy/shell/line-generator.ts'

/** True in `npm run test:full`. */
export const isFull = process.env.MODE === 'full'

/** `SLUICE_TESTS_SEED=7 npm test` takes other samples. */
export const SAMPLE_SEED = Number(process.env.SLUICE_TESTS_SEED ?? 1)

/** Some of the cases, in their order; `npm run test:full` takes all. Another `salt` draws others. */
export function sample<T>(cases: readonly T[], count: number, salt = 0): readonly T[] {
  if (isFull || count >= cases.length) return cases
  const roll = dice(SAMPLE_SEED + salt)
  const left = cases.map((_, index) => index)
  const drawn = new Set(Array.from({ length: count }, () => left.splice(roll(left.length), 1)[0]))
  return cases.filter((_, index) => drawn.has(index))
}
