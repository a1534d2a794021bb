import type { Inputs } from '../../config/inputs/inputs.ts'
import { openPinnedConfig } from '../../config/pinned/pinned-config.ts'
import { resolveSettings } from '../../config/resolve-settings.ts'
import type { Runtime } from '../../config/runtime.ts'
import { steeringReader } from '../../github/git/steering-reader.ts'
import type { Runner } from '../../github/runner.ts'
import { OUTCOMES } from '../../record/events.ts'
import type { RunResult, RunSession, RunStory } from '../../session/run-session.ts'
import { type AdmittedRun, admitRun } from '../../session/start/admit-run.ts'
import type { BatchContext } from '../batch.ts'
import { formatResults, type ItemResult, totalResults } from '../item-result.ts'
import { resultsArtifact, SCALE_FILES, scaleKey, uploadScaleFiles } from '../scale-artifact.ts'
import { batchList, errorOfItems, outcomeOfItems, resultsPage, unfinishedText } from '../scale-outputs.ts'
import { parseMatrix } from '../shard-spec.ts'
import { type DeliveredGroup, deliverPatches } from './deliver-patches.ts'
import { fetchReports } from './fetch-reports.ts'
import { type Reduction, reduceShards } from './reduction.ts'
import { removeDuplicates } from './remove-duplicates.ts'
import { groupPatches, unitePatches, withLeftOutItems } from './union.ts'

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
  const { settings } = await resolveSettings(inputs, steering, { ...runtime, pinned }, notice)
  const union = unitePatches(patches)
  const groups: DeliveredGroup[] = []
  const undelivered = new Map(union.leftOut)
  for (const [folder, group] of groupPatches(union.patches, settings.sluice?.scale?.pullRequests ?? 'one')) {
    const delivered = await deliverPatches(folder, group, admitted.task, context)
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
