import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { ThreadState } from '../github/api/bulk.ts'
import type { GitHub } from '../github/api/github.ts'
import { shortHash } from '../github/comment-marker.ts'
import { confirmTexts, type OwnText, type OwnTextGitHub } from '../github/own-text.ts'
import { parseMarker } from '../github/result-marker.ts'
import { UserError } from '../platform/errors.ts'
import { OUTCOMES } from '../record/events.ts'

/** One thing to work on: the number of an issue or a pull request, or a text, usually the path of a file. */
export type ScaleItem = number | string

export const itemName = (item: ScaleItem): string => (typeof item === 'number' ? `#${item}` : item)

export const ITEM_KINDS = ['issue', 'pull_request', 'text'] as const

export type ItemKind = (typeof ITEM_KINDS)[number]

/** The share of one shard. What is absent has no known limit. */
export type ShardLimits = z.output<typeof LimitsShape>

const LimitsShape = z.object({
  /** Minutes after which no item starts. */
  minutes: z.number(),
  /** Whether content writes are spread over the hour. */
  paced: z.boolean(),
  tokens: z.number().optional(),
  usd: z.number().optional(),
  modelRequestsPerMinute: z.number().optional(),
  modelTokensPerMinute: z.number().optional(),
})

/**
 * One entry of the matrix: everything that a shard needs to know. `of`: the number of shards; `parallel`: how many run at once; `plan`:
 * names the plan; `itemMinutes`: the estimate for one item; `skipLabels` and `unlabeled`: what the search query left out by labels.
 */
export type ShardSpec = z.output<typeof SpecShape>

const SpecShape = z.object({
  shard: z.int().positive(),
  of: z.int().positive(),
  parallel: z.int().positive(),
  plan: z.string().regex(/^[0-9a-f]{8}$/),
  kind: z.enum(ITEM_KINDS),
  itemMinutes: z.number(),
  limits: LimitsShape,
  skipLabels: z.array(z.string()),
  unlabeled: z.boolean(),
  items: z.array(z.union([z.int().positive(), z.string().min(1)])),
})

const MatrixShape = z.object({ include: z.array(SpecShape).min(1) })

/** The value of `matrix` in a job: one combination for each shard. */
export type ShardMatrix = { include: ShardSpec[] }

/** Throws UserError. */
export const parseShard = (text: string): ShardSpec =>
  parseInput(text, SpecShape, 'The input shard must be the entry of the plan: `${{ toJSON(matrix) }}`')

/** Throws UserError. */
export const parseMatrix = (text: string): ShardMatrix =>
  parseInput(text, MatrixShape, 'The input items must be the matrix of the plan: `${{ needs.plan.outputs.matrix }}`')

function parseInput<Schema extends z.ZodType>(text: string, schema: Schema, problem: string): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UserError(`${problem}. It is not JSON.`)
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new UserError(`${problem}. ${issue?.path.join('.') || 'It'}: ${issue?.message}.`)
}

/**
 * What became of one item. `done`: worked on and delivered; `earlier`: an earlier attempt or run did it; `failed`: it was tried; `later`: it did
 * not start, for `reason`. `usd`: absent when the model has no price. `note`: the first words of `answer`. `version`: of a file's content, before. `patch`: the name of its patch in the
 * shard's artifact; `paths`: the files that patch touches.
 */
export type ItemResult = z.output<typeof ResultShape>

const ResultShape = z.object({
  item: z.union([z.number(), z.string()]),
  state: z.enum(['done', 'earlier', 'failed', 'later']),
  outcome: z.enum(OUTCOMES).optional(),
  reason: z.string().optional(),
  url: z.string().optional(),
  note: z.string().optional(),
  answer: z.string().optional(),
  tokens: z.number().optional(),
  usd: z.number().optional(),
  ms: z.number().optional(),
  version: z.string().optional(),
  patch: z.string().optional(),
  paths: z.array(z.string()).optional(),
})

export const isFinished = ({ state }: ItemResult): boolean => state === 'done' || state === 'earlier'

/** One line for each result, as the artifacts hold them. */
export const formatResults = (results: readonly ItemResult[]): string =>
  results.map((result) => `${JSON.stringify(result)}\n`).join('')

/** Lines of another form are skipped: only complete ones count. */
export const parseResults = (text: string): ItemResult[] =>
  text.split('\n').flatMap((line) => {
    if (line.trim() === '') return []
    try {
      const parsed = ResultShape.safeParse(JSON.parse(line))
      return parsed.success ? [parsed.data] : []
    } catch {
      return []
    }
  })

export type ResultTotals = { done: number; earlier: number; failed: number; later: number; tokens: number; usd: number }

/** `usd`: of the items whose cost is known. */
export function totalResults(results: readonly ItemResult[]): ResultTotals {
  const count = (state: ItemResult['state']) => results.filter((each) => each.state === state).length
  const sum = (field: 'tokens' | 'usd') => results.reduce((total, each) => total + (each[field] ?? 0), 0)
  return {
    done: count('done'),
    earlier: count('earlier'),
    failed: count('failed'),
    later: count('later'),
    tokens: sum('tokens'),
    usd: sum('usd'),
  }
}

/** Labels that the plan's search left out: an item that has one now is finished. */
export type LabelFilter = Pick<ShardSpec, 'skipLabels' | 'unlabeled'>

export type StatesGitHub = OwnTextGitHub & Pick<GitHub, 'threadStates'>

/** The state of a thread. `answers`: the comments of this workflow in it, whose marks GitHub confirms, oldest first. */
export type ConfirmedState = Pick<ThreadState, 'number' | 'labels'> & {
  answers: { id: number; url: string; text: OwnText }[]
}

/** Rejects with GitHubError when the threads cannot be read. */
export async function confirmedStates(numbers: readonly number[], github: StatesGitHub): Promise<ConfirmedState[]> {
  const states = numbers.length === 0 ? [] : await github.threadStates(numbers)
  const ownTexts = await confirmTexts(
    states.flatMap(({ ownComments }) => ownComments),
    github,
  )
  return states.map(({ number, labels, ownComments }) => ({
    number,
    labels,
    answers: ownComments.flatMap((each) => {
      const text = ownTexts.of(each)
      return text === undefined ? [] : [{ id: each.id, url: each.url, text }]
    }),
  }))
}

/** The result of an issue or pull request that is finished on GitHub: our complete answer, or a label that the search left out. */
export function finishedOnGitHub(state: ConfirmedState, key: string, labels: LabelFilter): ItemResult | undefined {
  const { number: item, answers } = state
  const answer = answers.find(({ text }) => {
    const marker = parseMarker(text)
    return marker?.key === key && marker.state === 'done'
  })
  if (answer !== undefined) return { item, state: 'earlier', url: answer.url, note: 'It has an answer.' }
  const skipped = state.labels.find((label) => labels.unlabeled || labels.skipLabels.includes(label.toLowerCase()))
  return skipped === undefined ? undefined : { item, state: 'earlier', note: `It has the label ${skipped}.` }
}

/** Names the content of a file item; undefined for an item that is not a file. A changed file is a new item. */
export async function fileVersion(workspace: string, item: ScaleItem): Promise<string | undefined> {
  if (typeof item === 'number') return undefined
  const text = await readFile(join(workspace, item), 'latin1').catch(() => undefined)
  return text === undefined ? undefined : shortHash(text)
}

/** Items at a time in all shards together, when there are fewer shards. */
export const MAX_TOGETHER = 16

/** Items at a time in one shard. */
const MAX_CONCURRENCY = 4

export const shardConcurrency = (parallel: number): number =>
  Math.max(1, Math.min(MAX_CONCURRENCY, Math.floor(MAX_TOGETHER / parallel)))
