import type { Task } from '../../src/github/events/task.ts'
import { openWriteAuthority, type WriteAuthority } from '../../src/github-tools/write-authority.ts'
import type { connect } from '../delivery/delivery-fixture.ts'

/** What a run about this task may write by itself; `isOutside`: a run on code from outside. */
export function authorityOf(task: Task, github: ReturnType<typeof connect>, isOutside = false): WriteAuthority {
  const trust = isOutside
    ? ({ level: 'limited', reason: 'The code comes from outside.' } as const)
    : { level: 'trusted' as const }
  return openWriteAuthority({ task, trust, numbers: [], allowedBots: [], conversation: undefined }, github)
}
