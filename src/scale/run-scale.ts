import type { StepOutputs } from '../config/output-descriptions.ts'
import { UserError } from '../platform/errors.ts'
import type { Outcome } from '../record/events.ts'
import { type BatchContext, runBatch } from './batch.ts'
import { runPlan } from './plan-shards.ts'
import { runReduce } from './run-reduce.ts'
import { runShard } from './run-shard.ts'

/**
 * A run over many items. Read this first. Without a mode one job works on a list of issues (`batch.ts`). Otherwise `plan` finds the items and
 * divides them and the limits by shards; each `shard` is a job that works on its items, one conversation each; `reduce` gathers what the
 * shards uploaded into one table. The jobs share no state but the matrix, GitHub's own (comments, labels) and the artifacts of the workflow run.
 */
export async function runScale(context: BatchContext): Promise<{ outcome: Outcome; outputs: StepOutputs }> {
  const { inputs, runtime, runner, startRun } = context
  switch (inputs.mode) {
    case '':
      return runBatch(inputs, runtime, runner, startRun)
    case 'plan':
      return runPlan(context)
    case 'shard':
      return runShard(context)
    case 'reduce':
      return runReduce(context)
    default:
      throw new UserError('The input mode must be plan, shard or reduce.')
  }
}
