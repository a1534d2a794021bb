import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Task } from '../../github/events/task.ts'
import { applyGitPatch } from '../../github/git/apply-patch.ts'
import { openGit } from '../../github/git/git.ts'
import { restoreCheckout } from '../../github/git/restore-checkout.ts'
import { UserError } from '../../platform/errors.ts'
import { openChangeAccounting } from '../../session/run-changes.ts'
import type { RunResult } from '../../session/run-session.ts'
import { pluralize, tableRow } from '../../text/write-markdown.ts'
import { type BatchContext, itemRunner } from '../batch.ts'
import { itemName, type ScaleItem } from '../shard-spec.ts'
import type { ItemPatch } from './reduction.ts'

/** The delivered change of one group. `leftOut`: items whose patch does not apply. */
export type DeliveredGroup = { folder: string; result: RunResult; leftOut: Map<ScaleItem, string> }

const MAX_LISTED = 100

/**
 * Applies the patches of one group to the checkout and delivers the difference, as the input `changes` says: one branch and one pull request.
 * Then the checkout is as before. Throws UserError without a clean checkout.
 */
export async function deliverPatches(
  folder: string,
  patches: readonly ItemPatch[],
  task: Task,
  { inputs, runtime, runner, startRun }: BatchContext,
): Promise<DeliveredGroup> {
  const git = openGit(runtime.workspace, runtime.childEnv)
  const before = await git.status()
  if (before === undefined)
    throw new UserError('mode: reduce needs a checkout of the repository to deliver the patches. Add actions/checkout.')
  const leftOut = new Map<ScaleItem, string>()
  const slug = folder.replace(/[^\w-]+/g, '-').replace(/^-|-$/g, '')
  const scratch = join(runtime.scratch, `group-${slug || 'all'}`)
  const groupInputs = {
    ...inputs,
    comment: 'off' as const,
    check_run: false,
    upload_artifacts: false,
    resume: false,
    branch_prefix: slug === '' ? inputs.branch_prefix : `${inputs.branch_prefix}${slug.slice(0, 40)}/`,
  }
  const groupRuntime = { ...runtime, scratch }
  const result = await startRun(groupInputs, groupRuntime, itemRunner(folder || 'All', runner, new Set()), {
    async story(_inputs, storyRuntime, session) {
      const accounting = openChangeAccounting(task, storyRuntime)
      await accounting.recordBegin()
      for (const { item } of await applyAll(patches, scratch, runtime))
        leftOut.set(item, 'Its patch does not apply to this commit. The next run works on it again.')
      const applied = patches.filter(({ item }) => !leftOut.has(item))
      const work = await accounting.finish([], session.notice)
      return session.finish({ end: 'answered', text: describeGroup(folder, applied) }, { task, ...work })
    },
  })
  await restoreCheckout(runtime.workspace, runtime.childEnv, { changes: (await git.status()) ?? [], before })
  return { folder, result, leftOut }
}

/** Applies all patches at once or, when one of them does not apply, each by itself. Returns those that do not apply. */
async function applyAll(
  patches: readonly ItemPatch[],
  scratch: string,
  { workspace, childEnv }: Pick<BatchContext['runtime'], 'workspace' | 'childEnv'>,
): Promise<ItemPatch[]> {
  await mkdir(scratch, { recursive: true })
  const path = join(scratch, 'shards.patch')
  const apply = async (text: string) => {
    await writeFile(path, text, { mode: 0o600 })
    return applyGitPatch(path, workspace, childEnv)
  }
  if (await apply(patches.map(({ text }) => text).join(''))) return []
  const refused: ItemPatch[] = []
  for (const patch of patches) if (!(await apply(patch.text))) refused.push(patch)
  return refused
}

function describeGroup(folder: string, patches: readonly ItemPatch[]): string {
  const rows = patches.slice(0, MAX_LISTED).map(({ item, shard }) => tableRow([`\`${itemName(item)}\``, String(shard)]))
  const more = patches.length > MAX_LISTED ? `\n\n${patches.length - MAX_LISTED} more items are in the diff.` : ''
  const place = folder === '' ? '' : ` in \`${folder}\``
  return `The patches of ${pluralize(patches.length, 'item')}${place}, one conversation each.\n\n| Item | Shard |\n|---|---|\n${rows.join('\n')}${more}`
}
