import { expect, test } from 'vitest'
import { simulate } from './simulation.ts'

// scripts/scale.ts prints the figures of such runs.

test.each([0, 10])(
  '10,000 issues in 64 shards, %i of them killed: no limit is broken, one answer each',
  async (kills) => {
    const { violations, wrong, items } = await simulate({ issues: 10_000, parallel: 64, seed: 1, kills })
    expect({ violations, wrong, items }).toEqual({ violations: [], wrong: [], items: 10_000 })
  },
)
