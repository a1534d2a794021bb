import { readFile } from 'node:fs/promises'
import { type Inputs, issueInputs } from '../config/inputs.ts'
import type { StepOutputs } from '../config/output-descriptions.ts'
import type { Runtime } from '../config/runtime.ts'
import type { ArtifactFile } from '../delivery/post/run-artifact.ts'
import type { GitHub } from '../github/api/github.ts'
import { openGit, restoreCheckout } from '../github/git.ts'
import type { Runner } from '../github/runner.ts'
import { messageOf, UserError } from '../platform/errors.ts'
import type { Clock } from '../platform/time.ts'
import { ellipsize } from '../text/write-markdown.ts'
import { type BatchContext, type BatchRuns, openBatch } from './batch.ts'
import {
  fileText,
  readArtifactName,
  readScaleArtifact,
  SCALE_FILES,
  scaleKey,
  shardArtifact,
  uploadScaleFiles,
} from './scale-artifact.ts'
import { type ScaleResult, shardResult } from './scale-outputs.ts'
import {
  confirmedStates,
  fileVersion,
  finishedOnGitHub,
  formatResults,
  type ItemKind,
  type ItemResult,
  isFinished,
  itemName,
  parseResults,
  parseShard,
  type ScaleItem,
  type ShardSpec,
  shardConcurrency,
} from './shard-spec.ts'

/** How often a shard saves its results before it ends, when no comments on GitHub show what it has done. */
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
    for (const state of await confirmedStates(numbers, github)) {
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
      const url = typeof item === 'number' && spec.kind === 'issue' ? await batch.unchanged(item) : undefined
      if (url !== undefined) return { item, state: 'earlier', url, note: 'It has an answer and did not change since.' }
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

/** What one item may use: the rest of the shard's share, divided by the items at a time. */
export type ItemAllowance = { tokens: number | undefined; usd: number | undefined }

export type ShardWork = {
  clock: Clock
  signal: AbortSignal
  /** Items at a time. */
  concurrency: number
  /** What is finished, according to GitHub and the artifacts of earlier attempts. */
  finished: ReadonlyMap<ScaleItem, ItemResult>
  /** Works on one item. A rejection is a failure of that item only. */
  work(item: ScaleItem, allowance: ItemAllowance): Promise<ItemResult>
  /** Why no further item can succeed, asked after each item. */
  stopReason(): string | undefined
  /** Keeps the results so far, after each item. */
  keep(results: readonly ItemResult[]): Promise<void>
}

/** An item starts only if at least this share of the mean of the earlier items is left. */
const MIN_SHARE = 0.5

const MINUTE = 60_000

/**
 * Works on the items of one shard, a bounded number at a time. Every item gets exactly one result: done, failed, or left to the next run
 * with the reason. Never rejects.
 */
export async function workShard(spec: ShardSpec, shard: ShardWork): Promise<ItemResult[]> {
  const { clock, signal, concurrency, finished } = shard
  const { limits } = spec
  const results: ItemResult[] = []
  const endMs = clock.now() + limits.minutes * MINUTE
  let reserved = 0
  const used = { tokens: 0, usd: 0, items: 0 }

  /** What one more item may use of a limit; undefined without the limit. */
  const share = (limit: number | undefined, name: 'tokens' | 'usd'): number | undefined => {
    if (limit === undefined) return undefined
    const mean = used.items === 0 ? 0 : used[name] / used.items
    return Math.max(0, (limit - used[name] - reserved * mean) / Math.max(1, concurrency - reserved))
  }
  const whyLater = (allowance: ItemAllowance): string | undefined => {
    if (signal.aborted) return 'The run was cancelled.'
    const stopped = shard.stopReason()
    if (stopped !== undefined) return stopped
    if (clock.now() + spec.itemMinutes * MINUTE > endMs) return 'The job ran out of time.'
    const lacks = (rest: number | undefined, name: 'tokens' | 'usd') =>
      rest !== undefined && rest <= MIN_SHARE * (used.items === 0 ? 0 : used[name] / used.items)
    if (lacks(allowance.tokens, 'tokens')) return "The shard's share of max_tokens is used up."
    if (lacks(allowance.usd, 'usd')) return "The shard's share of max_cost_usd is used up."
    return undefined
  }

  async function workOn(item: ScaleItem): Promise<void> {
    const earlier = finished.get(item)
    if (earlier !== undefined) return void results.push({ ...earlier, state: 'earlier' })
    const allowance = { tokens: share(limits.tokens, 'tokens'), usd: share(limits.usd, 'usd') }
    const reason = whyLater(allowance)
    if (reason !== undefined) return void results.push({ item, state: 'later', reason })
    reserved += 1
    const result = await shard
      .work(item, allowance)
      .catch((error: unknown): ItemResult => ({ item, state: 'failed', reason: messageOf(error) }))
    reserved -= 1
    used.items += 1
    used.tokens += result.tokens ?? 0
    used.usd += result.usd ?? 0
    results.push(result)
    await shard.keep(results)
  }

  const queue = [...spec.items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await workOn(item)
  }
  // The first runs alone, so that an error that affects all of them is reported once.
  const first = queue.shift()
  if (first !== undefined) await workOn(first)
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}

const MAX_NOTE = 160

const MAX_ANSWER = 8_000

/** Outcomes after which an item is not tried again. */
const DELIVERED: readonly string[] = ['ok', 'noop', 'denied']

/** The inputs of the run for one item. `{{item}}` in the prompt becomes the item; without it the prompt ends with the item. */
export function itemInputs(kind: ItemKind, item: ScaleItem, inputs: Inputs, allowance: ItemAllowance): Inputs {
  const limits = { max_tokens: wholeTokens(allowance.tokens), max_cost_usd: allowance.usd }
  // The mode stays: it is part of the key of the comments.
  if (typeof item === 'number') {
    const issue = { ...issueInputs(inputs, item), ...limits }
    return kind === 'pull_request' ? { ...issue, github_issue_number: [], github_pr_number: [item] } : issue
  }
  return {
    ...issueInputs(inputs, 0),
    ...limits,
    github_issue_number: [],
    prompt: promptFor(inputs.prompt, item),
    changes: inputs.changes === 'off' ? 'off' : 'report',
  }
}

const wholeTokens = (tokens: number | undefined) => (tokens === undefined ? undefined : Math.max(1, Math.floor(tokens)))

function promptFor(prompt: string, item: string): string {
  if (prompt.includes('{{item}}')) return prompt.replaceAll('{{item}}', () => item)
  return `${prompt}\n\nWork on this item only: ${item}`.trim()
}

/** What one run says about its item. */
export function resultOf(item: ScaleItem, outputs: StepOutputs, ms: number): ItemResult {
  const { outcome, comment_url: url, summary, structured_output } = outputs
  const isDone = DELIVERED.includes(outcome) && !hasFailedWrite(outputs)
  const answer = structured_output || summary
  const { tokens, usd } = usageOf(outputs)
  return {
    item,
    state: isDone ? 'done' : 'failed',
    outcome: outcome as ItemResult['outcome'] & string, // one of the outcomes, as every run ends
    reason: isDone ? undefined : ellipsize(errorOf(outputs), MAX_NOTE),
    url: url === '' ? undefined : url,
    note: ellipsize(firstLine(summary), MAX_NOTE),
    answer: ellipsize(answer, MAX_ANSWER),
    tokens,
    usd,
    ms,
  }
}

const firstLine = (text: string): string =>
  text.split('\n').find((line) => line.trim() !== '' && !/^\s*#/.test(line)) ?? ''

function errorOf({ error, summary, outcome }: StepOutputs): string {
  const parsed: unknown = error === '' ? {} : JSON.parse(error)
  const message = typeof parsed === 'object' && parsed !== null && 'message' in parsed ? String(parsed.message) : ''
  return message || firstLine(summary) || outcome
}

const hasFailedWrite = ({ receipts }: StepOutputs): boolean => /"state":"failed"/.test(receipts)

/** Tokens from the statistics of a run, and its cost. `usd`: undefined when a model has no price. */
function usageOf({ stats, cost_usd }: StepOutputs): { tokens: number; usd: number | undefined } {
  const parsed: { models?: Record<string, { tokens: { total: number } }> } = stats === '' ? {} : JSON.parse(stats)
  const tokens = Object.values(parsed.models ?? {}).reduce((sum, model) => sum + model.tokens.total, 0)
  return { tokens, usd: cost_usd === '' ? undefined : Number(cost_usd) }
}

/** Keeps the model requests of one shard within its share of the requests and tokens a minute. */
export type ModelPace = {
  /** Resolves when a request may be sent. */
  acquire(): Promise<void>
  /** The tokens of a request that was answered, or 0. */
  release(tokens: number): void
}

type PaceLimits = { modelRequestsPerMinute?: number; modelTokensPerMinute?: number }

/** Until the first answer, each request counts as this many tokens. */
const FIRST_TOKENS = 10_000

/** Requests of an earlier attempt may still count, so less than the share is used. */
const USABLE = 0.8

/** `phase`: from 0 to 1, where this shard begins within the gap of its first request, so that not all begin at once. */
export function openModelPace({ now, sleep }: Clock, limits: PaceLimits, phase: number): ModelPace {
  const gapMs = limits.modelRequestsPerMinute === undefined ? 0 : MINUTE / (limits.modelRequestsPerMinute * USABLE)
  const tokensPerMs =
    limits.modelTokensPerMinute === undefined ? undefined : (limits.modelTokensPerMinute * USABLE) / MINUTE
  let expected = FIRST_TOKENS
  const gap = () => Math.max(gapMs, tokensPerMs === undefined ? 0 : expected / tokensPerMs)
  let nextMs = now() + phase * gap()
  const pending: number[] = []

  return {
    async acquire() {
      const startMs = Math.max(now(), nextMs)
      pending.push(expected)
      nextMs = startMs + gap()
      if (startMs > now()) await sleep(startMs - now())
    },
    release(tokens) {
      const reserved = pending.shift() ?? expected
      if (tokens === 0) return
      // What a request used beyond its reservation delays the next one; what it did not use is given back.
      if (tokensPerMs !== undefined) nextMs += (tokens - reserved) / tokensPerMs
      expected = tokens
    },
  }
}
