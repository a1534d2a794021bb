import type { Task } from '../github/task.ts'
import type { Tool } from '../tools/tool.ts'
import type { Proposal } from './intent.ts'
import { plural } from './markdown.ts'
import { issueTools } from './outbox-issues.ts'
import { pullRequestTools } from './outbox-reviews.ts'
import type { OutboxGitHub, OutboxOptions } from './propose.ts'
import { openTray } from './tray.ts'

/** The tools by which the agent proposes, and what it has proposed so far. Nothing here writes to GitHub. */
export type Outbox = {
  tools: Tool[]
  intents(): readonly Proposal[]
  /** What was proposed, in a sentence; empty when nothing was. */
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
    inWords: () => inWords(tray.all()),
  }
}

const NAMES: Record<Proposal['kind'], string> = {
  extra_comment: 'comment',
  review_comment: 'remark',
  add_labels: 'change of labels',
  remove_labels: 'change of labels',
  assign: 'assignment',
  update_issue: 'change of an issue',
  create_issue: 'new issue',
  create_pull_request: 'pull request',
  reply: 'reply',
  resolve_thread: 'resolved thread',
}
const MANY: Record<string, string> = { reply: 'replies', 'change of labels': 'changes of labels' }

function inWords(proposals: readonly Proposal[]): string {
  if (proposals.length === 0) return ''
  const counts = [...Map.groupBy(proposals, ({ kind }) => NAMES[kind])].map(([name, each]) =>
    plural(
      each.length,
      name,
      MANY[name] ?? name.replace(/^change of an issue$/, 'changes of issues').replace(/([^s])$/, '$1s'),
    ),
  )
  return `The model wrote no answer, but proposed: ${counts.join(', ')}.`
}
