import type { CostReason } from '../agent/budget.ts'

/** A limit of money over several runs is used up, or unknown, so the model is not asked. `message` is for people. */
export class SpendingError extends Error {
  override readonly name = 'SpendingError'
  readonly reason: CostReason
  constructor(reason: CostReason, message: string) {
    super(message)
    this.reason = reason
  }
}
