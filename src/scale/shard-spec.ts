import * as z from 'zod'
import { UserError } from '../platform/errors.ts'

/** One thing to work on: the number of an issue or a pull request, or a text: mostly the path of a file. */
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
    throw new UserError(`${problem}. It is no JSON.`)
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new UserError(`${problem}. ${issue?.path.join('.') || 'It'}: ${issue?.message}.`)
}
