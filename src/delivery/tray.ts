import { failed, type ToolResult } from '../tools/tool.ts'
import type { Proposal } from './intent.ts'

/** How much one run may propose. Labels and people are counted one by one, everything else by the proposal. */
export const MOST = {
  extra_comment: 10,
  review_comment: 30,
  labels: 100,
  users: 20,
  update_issue: 30,
  create_issue: 10,
  create_pull_request: 1,
  reply: 30,
  resolve_thread: 50,
} as const
export type Quota = keyof typeof MOST

/** The longest text of one proposal, in UTF-16 units; GitHub takes 65,536 and what makes it safe needs room. */
const MOST_CHARACTERS = 50_000

/** What has been proposed, and how much more may be. */
export type Tray = {
  all(): readonly Proposal[]
  of<Kind extends Proposal['kind']>(kind: Kind): Extract<Proposal, { kind: Kind }>[]
  /** How many more of a kind there may be. */
  left(quota: Quota): number
  keep(proposal: Proposal, quota: Quota, count?: number): void
}

export function openTray(): Tray {
  const kept: Proposal[] = []
  const used = new Map<Quota, number>()
  return {
    all: () => kept,
    of: (kind) =>
      kept.filter((proposal): proposal is Extract<Proposal, { kind: typeof kind }> => proposal.kind === kind),
    left: (quota) => MOST[quota] - (used.get(quota) ?? 0),
    keep(proposal, quota, count = 1) {
      kept.push(proposal)
      used.set(quota, (used.get(quota) ?? 0) + count)
    },
  }
}

/** A proposal that will not be delivered, and what would be. */
export const refuse = (text: string): ToolResult => failed('execution_failed', text)

export const overQuota = (quota: Quota, what: string): ToolResult =>
  refuse(
    `A run may propose ${MOST[quota]} ${what} at most, and that many are proposed. Choose, or put the rest in the answer.`,
  )

/** Why a text cannot be posted, or undefined. */
export function whyNotText(body: string): string | undefined {
  if (body.trim() === '') return 'The text is empty.'
  if (body.length > MOST_CHARACTERS)
    return `The text has ${body.length} characters; at most ${MOST_CHARACTERS} are accepted. Shorten it.`
  return undefined
}
