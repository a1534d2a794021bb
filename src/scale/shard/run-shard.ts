import { readFile } from 'node:fs/promises'
import type { Inputs } from '../../config/inputs/inputs.ts'
import type { Runtime } from '../../config/runtime.ts'
import type { ArtifactFile } from '../../delivery/post/run-artifact.ts'
import type { GitHub } from '../../github/api/github.ts'
import { openGit } from '../../github/git/git.ts'
import { restoreCheckout } from '../../github/git/restore-checkout.ts'
import type { Runner } from '../../github/runner.ts'
import { messageOf, UserError } from '../../platform/errors.ts'
import { type BatchContext, type BatchRuns, openBatch } from '../batch.ts'
import { shardConcurrency } from '../concurrency.ts'
import { fileVersion } from '../file-version.ts'
import { finishedOnGitHub } from '../finished-on-github.ts'
import { formatResults, type ItemResult, isFinished, parseResults } from '../item-result.ts'
import {
  fileText,
  readArtifactName,
  readScaleArtifact,
  SCALE_FILES,
  scaleKey,
  shardArtifact,
  uploadScaleFiles,
} from '../scale-artifact.ts'
import { type ScaleResult, shardResult } from '../scale-outputs.ts'
import { itemName, parseShard, type ScaleItem, type ShardSpec } from '../shard-spec.ts'
import { itemInputs, resultOf } from './item-run.ts'
import { openModelPace } from './model-pace.ts'
import { type ItemAllowance, workShard } from './work-shard.ts'

/** How often the results of a shard are kept before its end, where GitHub holds no comments as their state. */
const PARTS = 10

/** Works on one entry of the matrix: one conversation an item. Throws UserError for a broken entry. */
export async function runShard({ inputs, runtime, runner, startRun }: BatchContext): Promise<ScaleResult> {
  const spec = parseShard(inputs.shard)
  const pace = openModelPace(runtime, sharedLimits(spec), (spec.shard - 1) / spec.parallel)
  const shardRuntime: Runtime = { ...runtime, modelPace: pace }
  const share = { parallel: spec.parallel, isPaced: spec.limits.paced }
  const batch = openBatch({ inputs, runtime: shardRuntime, runner, startRun, share })
  const key = scaleKey(inputs, runtime)
  const finished = await finishedItems(spec, key, { github: batch.github, runtime, runner })
  const mayEdit = spec.kind === 'text' && inputs.changes !== 'off'
  const items = await openItems(spec, { inputs, runtime, batch, mayEdit })
  const keeper = openKeeper(spec, key, { inputs, runtime, runner }, items.patches)
  const results = await workShard(spec, {
    clock: runtime,
    signal: runtime.signal,
    concurrency: mayEdit ? 1 : shardConcurrency(spec.parallel),
    finished,
    work: items.work,
    stopReason: () => batch.stopReason()?.reason,
    async keep(soFar) {
      runner.log(
        `${itemName(soFar.at(-1)?.item ?? '')}: ${soFar.at(-1)?.state} (${soFar.length} of ${spec.items.length})`,
      )
      if (spec.kind === 'text' || inputs.comment === 'off') await keeper.keepPart(soFar)
    },
  })
  await keeper.keepAll(results)
  const result = shardResult(spec, results, batch.stopReason()?.outcome, runtime.session)
  await runner.summary(result.page)
  return result
}

const sharedLimits = ({ limits, parallel }: ShardSpec) => ({
  modelRequestsPerMinute: divided(limits.modelRequestsPerMinute, parallel),
  modelTokensPerMinute: divided(limits.modelTokensPerMinute, parallel),
})
const divided = (limit: number | undefined, by: number) => (limit === undefined ? undefined : limit / by)

type ShardServices = { github: GitHub; runtime: Runtime; runner: Runner }

/**
 * What needs no further work, by item: GitHub's own state, and the artifacts of earlier attempts of this run. A state that cannot be read
 * counts as unfinished, and the comment's marker still prevents a second answer.
 */
async function finishedItems(
  spec: ShardSpec,
  key: string,
  { github, runtime, runner }: ShardServices,
): Promise<Map<ScaleItem, ItemResult>> {
  const finished = new Map<ScaleItem, ItemResult>()
  if (Number(runtime.env.GITHUB_RUN_ATTEMPT ?? '1') < 2) return finished
  const numbers = spec.items.filter((item) => typeof item === 'number')
  try {
    for (const state of await github.threadStates(numbers)) {
      const result = finishedOnGitHub(state, key, spec)
      if (result !== undefined) finished.set(state.number, result)
    }
    const artifacts = await github.listArtifacts(Number(runtime.env.GITHUB_RUN_ID))
    for (const artifact of artifacts) {
      const label = readArtifactName(artifact.name, key)
      if (label?.kind !== 'shard' || label.plan !== spec.plan || label.shard !== spec.shard) continue
      const read = await readScaleArtifact(artifact, github)
      if (!read.ok) runner.log(`Ignored the artifact ${artifact.name}: ${read.reason}.`)
      else
        for (const result of parseResults(fileText(read.files, SCALE_FILES.results)))
          if (isFinished(result)) finished.set(result.item, result)
    }
  } catch (error) {
    runner.annotate('warning', `Could not read what an earlier attempt finished: ${messageOf(error)}`)
  }
  return finished
}

type ItemServices = { inputs: Inputs; runtime: Runtime; batch: BatchRuns; mayEdit: boolean }

/** The work on one item, and the patches by name. */
type ShardItems = {
  work(item: ScaleItem, allowance: ItemAllowance): Promise<ItemResult>
  patches: Map<string, string>
}

async function openItems(spec: ShardSpec, { inputs, runtime, batch, mayEdit }: ItemServices): Promise<ShardItems> {
  const git = openGit(runtime.workspace, runtime.childEnv)
  const patches = new Map<string, string>()
  const before = mayEdit ? await git.status() : []
  if (before === undefined)
    throw new UserError('mode: shard edits files, so it needs a checkout of the repository. Add actions/checkout.')
  const restore = async () => {
    const changes = (await git.status()) ?? []
    return restoreCheckout(runtime.workspace, runtime.childEnv, { changes, before })
  }
  return {
    patches,
    async work(item, allowance) {
      const started = runtime.now()
      const index = spec.items.indexOf(item)
      const version = await fileVersion(runtime.workspace, item)
      const number = typeof item === 'number' ? item : index + 1
      const { outputs } = await batch.run({
        number,
        name: itemName(item),
        folder: `item-${index + 1}`,
        inputs: itemInputs(spec.kind, item, inputs, allowance),
        mayEdit,
      })
      const result = { ...resultOf(item, outputs, runtime.now() - started), version }
      if (!mayEdit) return result
      const text = outputs.patch === '' ? '' : await readFile(outputs.patch, 'utf8')
      if (!(await restore())) throw new Error('The checkout could not be restored after this item.')
      if (text === '' || result.state !== 'done') return result
      const name = `${String(index + 1).padStart(4, '0')}.patch`
      patches.set(name, text)
      return { ...result, patch: name, paths: changedPaths(outputs.changes) }
    },
  }
}

const changedPaths = (changes: string): string[] => {
  const list: { path: string; previous_path?: string }[] = changes === '' ? [] : JSON.parse(changes)
  return list.flatMap(({ path, previous_path: previous }) => (previous === undefined ? [path] : [path, previous]))
}

type KeeperServices = { inputs: Inputs; runtime: Runtime; runner: Runner }

/** Uploads the results so far, and at the end all of them. A failed upload is a warning: the next run repeats what GitHub does not show. */
function openKeeper(
  spec: ShardSpec,
  key: string,
  { inputs, runtime, runner }: KeeperServices,
  patches: ReadonlyMap<string, string>,
) {
  const step = Math.max(1, Math.ceil(spec.items.length / PARTS))
  let part = 0
  let keptItems = 0
  const upload = async (results: readonly ItemResult[]) => {
    const files: ArtifactFile[] = [
      { name: SCALE_FILES.results, text: formatResults(results) },
      ...[...patches].map(([name, text]) => ({ name: `patches/${name}`, text })),
    ]
    const label = { name: shardArtifact(key, spec.plan, spec.shard), part: part++ }
    const uploaded = await uploadScaleFiles(label, files, inputs, runtime)
    if (uploaded.ok) runner.log(uploaded.text)
    else runner.annotate('warning', `Could not upload the results of this shard: ${uploaded.reason}.`)
  }
  return {
    async keepPart(results: readonly ItemResult[]) {
      if (results.length - keptItems < step || results.length === spec.items.length) return
      keptItems = results.length
      await upload(results)
    },
    keepAll: upload,
  }
}
