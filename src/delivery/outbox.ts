import type { Task } from '../github/task.ts'
import type { Tool } from '../tools/tool.ts'
import type { Proposal } from './intent.ts'
import { issueTools } from './outbox-issues.ts'
import { pullRequestTools } from './outbox-reviews.ts'
import type { OutboxGitHub, OutboxOptions } from './propose.ts'
import { writesOf } from './settle.ts'
import { whatItIs } from './told.ts'
import { openTray } from './tray.ts'

/** The tools by which the agent proposes, and what it has proposed so far. Nothing here writes to GitHub. */
export type Outbox = {
  tools: Tool[]
  intents(): readonly Proposal[]
  /** What was proposed, for a run without an answer; empty when nothing was. */
  inWords(): string
}

/**
 * Opens the outbox of one run. Every proposal is checked when it is made, against what GitHub says then, so that the model
 * can still mend it; delivery checks again. A tool for what this run cannot have is not there at all.
 */
export function openOutbox(task: Task, github: OutboxGitHub, options: OutboxOptions): Outbox {
  const tray = openTray()
  return {
    tools: [...issueTools(task, github, options, tray), ...pullRequestTools(task, github, options, tray)],
    intents: tray.all,
    inWords: () => inWords(tray.all(), options),
  }
}

/** How many things are named before they are only counted. */
const NAMED = 8

/** By what it would be, not by how often a tool was called; the writing itself is told beside it. */
function inWords(proposals: readonly Proposal[], options: OutboxOptions): string {
  const writes = [
    ...proposals.filter((proposal) => proposal.kind === 'create_pull_request'),
    ...writesOf(proposals, options),
  ].map(whatItIs)
  if (writes.length === 0) return ''
  const each = [...Map.groupBy(writes, (words) => words)].map(([words, { length }]) =>
    length === 1 ? words : `${words} (${length} times)`,
  )
  const more = each.length - NAMED
  const named = [...each.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])]
  return `The model wrote no answer of its own. What it proposed: ${named.join('; ')}.`
}
