import type { Inputs } from '../../config/inputs/inputs.ts'
import type { Runtime } from '../../config/runtime.ts'
import type { Runner } from '../../github/runner.ts'
import type { BatchContext } from '../../session/batch.ts'
import type { RunResult, RunStory } from '../../session/run-session.ts'
import { admitRun } from '../../session/start/admit-run.ts'
import { formatResults, type ItemResult, totalResults } from '../item-result.ts'
import { resultsArtifact, SCALE_FILES, scaleKey, uploadScaleFiles } from '../scale-artifact.ts'
import { batchList, errorOfItems, outcomeOfItems, resultsPage } from '../scale-outputs.ts'
import { parseMatrix } from '../shard-spec.ts'
import { fetchReports } from './fetch-reports.ts'
import { reduceShards } from './reduction.ts'

/** Gathers what the shards uploaded, reports it as one table, and keeps it as an artifact. Throws UserError for a broken matrix. */
export const runReduce = ({ inputs, runtime, runner, startRun }: BatchContext): Promise<RunResult> =>
  startRun({ ...inputs, check_run: false, resume: false }, runtime, runner, { story: reduceStory(runner) })

const reduceStory =
  (runner: Runner): RunStory =>
  async (inputs, runtime, session) => {
    const matrix = parseMatrix(inputs.items)
    const plan = matrix.include[0]?.plan ?? ''
    const admitted = await admitRun({ ...inputs, prompt: inputs.prompt || 'reduce' }, runtime, session)
    if ('ending' in admitted) return session.finish(admitted.ending, admitted.work)
    const { github, notice } = session
    const key = scaleKey(inputs, runtime)
    const run = Number(runtime.env.GITHUB_RUN_ID)
    const reports = await fetchReports(run, { github, key, plan, notice })
    const { results } = reduceShards(matrix, reports)
    const page = resultsPage('All shards', results)
    const result = await session.finish({ end: 'answered', text: page }, { task: admitted.task })
    await keepTable({ name: resultsArtifact(key, plan), results, page }, { inputs, runtime, runner })
    const outcome = result.outcome === 'ok' ? outcomeOfItems(results) : result.outcome
    return {
      ...result,
      outcome,
      outputs: {
        ...result.outputs,
        outcome,
        error: result.outputs.error || errorOfItems(results, outcome),
        structured_output: JSON.stringify({ plan, ...totalResults(results) }),
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
