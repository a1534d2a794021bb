import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Inputs } from '../config/inputs.ts'
import { loadRules } from '../config/load-policies.ts'
import { openPinnedConfig } from '../config/pinned-config.ts'
import { policyLocationsFor, resolveApprovalMode, resolveSettings } from '../config/resolve-settings.ts'
import type { Runtime } from '../config/runtime.ts'
import type { DeliveryRules } from '../delivery/plan/held-changes.ts'
import { openChangeAccounting } from '../delivery/run-changes.ts'
import type { GitHub } from '../github/api/github.ts'
import type { Task } from '../github/events/task.ts'
import { applyGitPatch, openGit, restoreCheckout } from '../github/git.ts'
import { parseMarker } from '../github/result-marker.ts'
import type { Runner } from '../github/runner.ts'
import { steeringReader } from '../github/steering-reader.ts'
import { messageOf, UserError } from '../platform/errors.ts'
import { OUTCOMES } from '../record/events.ts'
import { type AdmittedRun, admitRun } from '../session/admit-run.ts'
import type { RunResult, RunSession, RunStory } from '../session/run-session.ts'
import { pluralize, tableRow } from '../text/write-markdown.ts'
import { type BatchContext, itemRunner } from './batch.ts'
import {
  fileText,
  readArtifactName,
  readScaleArtifact,
  resultsArtifact,
  SCALE_FILES,
  scaleKey,
  uploadScaleFiles,
} from './scale-artifact.ts'
import { batchList, errorOfItems, outcomeOfItems, resultsPage, unfinishedText } from './scale-outputs.ts'
import {
  confirmedStates,
  formatResults,
  type ItemResult,
  isFinished,
  itemName,
  parseMatrix,
  parseResults,
  type ScaleItem,
  type ShardMatrix,
  type StatesGitHub,
  totalResults,
} from './shard-spec.ts'

/**
 * Gathers what the shards uploaded, delivers their patches, reports all as one table, and keeps it as an artifact. Throws UserError for a broken
 * matrix.
 */
export const runReduce = (context: BatchContext): Promise<RunResult> => {
  const { inputs, runtime, runner, startRun } = context
  const tableInputs: Inputs = { ...inputs, check_run: false, resume: false, changes: 'off', upload_artifacts: false }
  return startRun(tableInputs, runtime, runner, { story: reduceStory(context) })
}

const reduceStory =
  (context: BatchContext): RunStory =>
  async (inputs, runtime, session) => {
    const matrix = parseMatrix(inputs.items)
    const plan = matrix.include[0]?.plan ?? ''
    const admitted = await admitRun({ ...inputs, prompt: inputs.prompt || 'reduce' }, runtime, session)
    if ('ending' in admitted) return session.finish(admitted.ending, admitted.work)
    const { github, notice } = session
    const key = scaleKey(inputs, runtime)
    const run = Number(runtime.env.GITHUB_RUN_ID)
    const reports = await fetchReports(run, { github, key, plan, notice })
    const reduction = reduceShards(matrix, reports)
    const isDelivered = context.inputs.changes === 'commit' || context.inputs.changes === 'pull_request'
    const delivered = isDelivered
      ? await deliverAll(reduction, { admitted, session, context })
      : { results: reduction.results, groups: [] }
    const { results, groups } = delivered
    await removeDuplicates(results, { github, key, notice })
    const links = groups.flatMap(({ folder, result }) => groupLine(folder, result))
    const page = [resultsPage('All shards', results), ...links].join('\n\n')
    const ending = { end: 'answered' as const, text: page, incomplete: unfinishedText(results) }
    const result = await session.finish(ending, { task: admitted.task })
    await keepTable({ name: resultsArtifact(key, plan), results, page }, { inputs, runtime, runner: context.runner })
    return withTable(result, { plan, results, groups })
  }

type DeliveryServices = { admitted: AdmittedRun; session: RunSession; context: BatchContext }

/** Delivers the union of the patches, in groups. An item whose patch is not part of it is not done. */
async function deliverAll(
  { results, patches }: Reduction,
  { admitted, session, context }: DeliveryServices,
): Promise<{ results: ItemResult[]; groups: DeliveredGroup[] }> {
  const { inputs, runtime } = context
  const { github, git, notice } = session
  const steering = steeringReader(admitted.assessment.steering.sha, { git, github })
  const pinned = openPinnedConfig(inputs, github)
  const resolved = await resolveSettings(inputs, steering, { ...runtime, pinned }, notice)
  const { settings } = resolved
  const { rules } = await loadRules(await policyLocationsFor(inputs, runtime, resolved), settings, steering)
  const deliveryRules = { rules, mode: resolveApprovalMode(inputs.approval_mode, settings) }
  const union = unitePatches(patches)
  const groups: DeliveredGroup[] = []
  const undelivered = new Map(union.leftOut)
  for (const [folder, group] of groupPatches(union.patches, settings.sluice?.scale?.pullRequests ?? 'one')) {
    const delivered = await deliverPatches(folder, group, admitted.task, { ...context, deliveryRules })
    groups.push(delivered)
    for (const [item, reason] of delivered.leftOut) undelivered.set(item, reason)
    const { outcome, outputs } = delivered.result
    if (outputs.branch === '' && outcome !== 'ok')
      for (const { item } of group)
        undelivered.set(item, `Its patch was not committed: ${outputs.summary.split('\n')[0]}`)
  }
  return { results: withLeftOutItems(results, undelivered), groups }
}

function groupLine(folder: string, { outputs }: RunResult): string[] {
  const { pull_request_url: pull, branch } = outputs
  const place = folder === '' ? 'The change' : `The change of \`${folder}\``
  if (pull !== '') return [`${place}: ${pull}`]
  return branch === '' ? [] : [`${place} is on the branch \`${branch}\`.`]
}

/** The outputs of the reduction: the table, and of the delivered change what a run without shards would say. */
function withTable(
  result: RunResult,
  { plan, results, groups }: { plan: string; results: readonly ItemResult[]; groups: readonly DeliveredGroup[] },
): RunResult {
  const outcomes = [result.outcome, outcomeOfItems(results), ...groups.map((group) => group.result.outcome)]
  const outcome = OUTCOMES.find((each) => outcomes.includes(each)) ?? result.outcome
  const first = groups[0]?.result.outputs ?? result.outputs
  const { commit_sha, branch, pull_request_url, patch, changes, receipts } = first
  return {
    ...result,
    outcome,
    outputs: {
      ...result.outputs,
      commit_sha,
      branch,
      pull_request_url,
      patch,
      changes,
      receipts,
      outcome,
      error: result.outputs.error || errorOfItems(results, outcome),
      structured_output: JSON.stringify({
        plan,
        ...totalResults(results),
        pull_requests: groups.map((group) => group.result.outputs.pull_request_url),
      }),
      batch: batchList(results),
    },
  }
}

type TableServices = { inputs: Inputs; runtime: Runtime; runner: Runner }

/** The table as JSON, as JSON lines and as Markdown. A failed upload is a warning. */
async function keepTable(
  { name, results, page }: { name: string; results: readonly ItemResult[]; page: string },
  { inputs, runtime, runner }: TableServices,
): Promise<void> {
  const files = [
    { name: SCALE_FILES.results, text: formatResults(results) },
    { name: SCALE_FILES.table, text: `${JSON.stringify(results, null, 2)}\n` },
    { name: SCALE_FILES.page, text: page },
  ]
  const uploaded = await uploadScaleFiles({ name, part: 0 }, files, inputs, runtime)
  if (uploaded.ok) runner.log(uploaded.text)
  else runner.annotate('warning', `Could not upload the table: ${uploaded.reason}.`)
}

type ReportServices = {
  github: Pick<GitHub, 'listArtifacts' | 'artifactZip'>
  key: string
  plan: string
  notice(text: string): void
}

/** The artifacts that the shards of a plan uploaded in a workflow run. Rejects with GitHubError when they cannot be listed. */
export async function fetchReports(run: number, { github, key, plan, notice }: ReportServices): Promise<ShardReport[]> {
  const reports: ShardReport[] = []
  for (const artifact of await github.listArtifacts(run)) {
    const label = readArtifactName(artifact.name, key)
    if (label?.kind !== 'shard' || label.plan !== plan || artifact.run !== run) continue
    const contents = await readScaleArtifact(artifact, github)
    if (!contents.ok) {
      notice(`Ignored the artifact ${artifact.name}: ${contents.reason}.`)
      continue
    }
    const { shard, attempt, part } = label
    const patches = [...contents.files].flatMap(([name, bytes]) =>
      name.startsWith('patches/')
        ? [[name.slice('patches/'.length), Buffer.from(bytes).toString('utf8')] as const]
        : [],
    )
    const results = parseResults(fileText(contents.files, SCALE_FILES.results))
    reports.push({ shard, attempt, part, results, patches: new Map(patches) })
  }
  return reports
}

/** Patches that touch no file of each other, and the items whose patch was left out, with the reason. */
export type PatchUnion = { patches: ItemPatch[]; leftOut: Map<ScaleItem, string> }

/** Finds the patches that touch a file which an earlier one touches. The first keeps it; the second is left out as a whole. Pure. */
export function unitePatches(patches: readonly ItemPatch[]): PatchUnion {
  const owners = new Map<string, ItemPatch>()
  const united: ItemPatch[] = []
  const leftOut = new Map<ScaleItem, string>()
  for (const patch of patches) {
    const shared = patch.paths.find((path) => owners.has(path))
    const owner = shared === undefined ? undefined : owners.get(shared)
    if (owner === undefined) {
      united.push(patch)
      for (const path of patch.paths) owners.set(path, patch)
    } else leftOut.set(patch.item, conflictReason(shared ?? '', owner))
  }
  return { patches: united, leftOut }
}

const conflictReason = (path: string, { item, shard }: ItemPatch): string =>
  `Its patch touches ${path}, which ${itemName(item)} of shard ${shard} already changes. The next run tries it again.`

/** The results, with the items whose patch was left out as failed. */
export const withLeftOutItems = (
  results: readonly ItemResult[],
  leftOut: ReadonlyMap<ScaleItem, string>,
): ItemResult[] =>
  results.map((result) => {
    const reason = leftOut.get(result.item)
    return reason === undefined ? result : { ...result, state: 'failed', outcome: 'denied', reason }
  })

/** The patches by the folder of their item; all in one group of the name '' unless each folder gets a pull request of its own. */
export function groupPatches(patches: readonly ItemPatch[], by: 'one' | 'folder'): Map<string, ItemPatch[]> {
  return Map.groupBy(patches, ({ item }) => (by === 'one' ? '' : folderOf(itemName(item))))
}

const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')

type DuplicateServices = {
  github: StatesGitHub & Pick<GitHub, 'deleteComment'>
  key: string
  notice(text: string): void
}

/**
 * Two runs at once may both answer an issue. Of two complete answers of this workflow the first stays. Returns how many were deleted. Never
 * rejects.
 */
export async function removeDuplicates(
  results: readonly ItemResult[],
  { github, key, notice }: DuplicateServices,
): Promise<number> {
  const numbers = results.flatMap(({ item, state, url }) =>
    typeof item === 'number' && state === 'done' && url !== undefined ? [item] : [],
  )
  if (numbers.length === 0) return 0
  let deleted = 0
  try {
    for (const { number, answers } of await confirmedStates(numbers, github)) {
      const complete = answers.filter(({ text }) => {
        const marker = parseMarker(text)
        return marker?.key === key && marker.state === 'done'
      })
      for (const { id } of complete.slice(1)) {
        await github.deleteComment(id)
        deleted += 1
        notice(`#${number} had two answers: deleted the later one. Give the workflow a concurrency group.`)
      }
    }
  } catch (error) {
    notice(`Could not look for issues with two answers: ${messageOf(error)}`)
  }
  return deleted
}

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
  { inputs, runtime, runner, startRun, deliveryRules }: BatchContext & { deliveryRules: DeliveryRules },
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
        leftOut.set(item, 'Its patch does not apply to this commit. The next run tries it again.')
      const applied = patches.filter(({ item }) => !leftOut.has(item))
      const work = await accounting.finish([], session.notice)
      return session.finish({ end: 'answered', text: describeGroup(folder, applied) }, { task, ...work, deliveryRules })
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

/** The content of one artifact of a shard. `patches`: by name. */
export type ShardReport = {
  shard: number
  attempt: number
  part: number
  results: readonly ItemResult[]
  patches: ReadonlyMap<string, string>
}

/** A finished item's patch, the files it touches, and the shard it comes from. */
export type ItemPatch = { item: ScaleItem; shard: number; text: string; paths: readonly string[] }

export type Reduction = { results: ItemResult[]; patches: ItemPatch[] }

/**
 * One result for each planned item: the finished one of any attempt, else the newest; an item that no shard mentions is not done. Items
 * that the plan does not have do not count. Pure.
 */
export function reduceShards(matrix: ShardMatrix, reports: readonly ShardReport[]): Reduction {
  const ordered = reports.toSorted((a, b) => a.attempt - b.attempt || a.part - b.part)
  const results: ItemResult[] = []
  const patches: ItemPatch[] = []
  for (const { shard, items } of matrix.include) {
    const own = ordered.filter((report) => report.shard === shard)
    const lost: string = own.length === 0 ? 'Its shard uploaded no results.' : 'Its shard ended before this item.'
    for (const item of items) {
      const all = own.flatMap((report) =>
        report.results.filter((result) => result.item === item).map((result) => ({ result, report })),
      )
      const best =
        all.findLast(({ result }) => result.state === 'done') ??
        all.findLast(({ result }) => isFinished(result)) ??
        all.at(-1)
      results.push(best?.result ?? { item, state: 'later', reason: lost })
      const text = best?.result.patch === undefined ? undefined : best.report.patches.get(best.result.patch)
      if (text !== undefined && text !== '') patches.push({ item, shard, text, paths: best?.result.paths ?? [] })
    }
  }
  return { results: results.toSorted(byItem), patches: patches.toSorted(byItem) }
}

const byItem = (a: { item: ScaleItem }, b: { item: ScaleItem }): number =>
  typeof a.item === 'number' && typeof b.item === 'number' ? a.item - b.item : String(a.item) < String(b.item) ? -1 : 1
