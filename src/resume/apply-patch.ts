import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Runtime } from '../config/runtime.ts'
import type { Task } from '../github/events/task.ts'
import { applyGitPatch } from '../github/git/apply-patch.ts'
import { findCheckout } from '../platform/snapshot/find-checkout.ts'

/** Brings back the edits of the recorded run in the checkout; the reason when they do not apply. All or nothing. */
export async function applyRecordedPatch(
  patch: string,
  commit: string,
  task: Task,
  runtime: Runtime,
): Promise<string | undefined> {
  const { workspace, scratch, childEnv } = runtime
  const location = await findCheckout({
    workspace,
    repository: `${task.repo.owner}/${task.repo.name}`,
    commits: [commit],
  })
  if (!location.ok) return location.reason
  const path = join(scratch, 'resumed.patch')
  await writeFile(path, patch, { mode: 0o600 })
  const isApplied = await applyGitPatch(path, location.top, childEnv)
  return isApplied ? undefined : 'the edits of the run before do not apply to this checkout'
}
