import { z } from 'zod'
import type { Issue } from '../github/answers.ts'
import { GitHubError } from '../github/github-error.ts'
import { CLOSE_REASONS } from '../github/issue-calls.ts'
import type { Task } from '../github/task.ts'
import { askOnce } from '../host/once.ts'
import { done, type Tool, type ToolResult } from '../tools/tool.ts'
import { readUpdate } from './issue-update.ts'
import { chooseLabels } from './labels.ts'
import { type OutboxGitHub, type OutboxOptions, propose, titleOf } from './propose.ts'
import { overQuota, refuse, type Tray, whyNotText } from './tray.ts'

const LATER = 'It is done when the run has ended.'
const number = z.int().min(1).optional().describe("Number of the issue or pull request; default: the run's own.")

/** What the proposals about issues share: each issue is asked for once a run, and so are the labels. */
type Shared = {
  github: OutboxGitHub
  options: OutboxOptions
  tray: Tray
  issue(number: number): Promise<Issue>
  labels(): Promise<string[]>
  target(wanted: number | undefined): Promise<Target>
}

/** Proposals about issues; a pull request is one where GitHub takes it for one. */
export function issueTools(task: Task, github: OutboxGitHub, options: OutboxOptions, tray: Tray): Tool[] {
  const issues = new Map<number, () => Promise<Issue>>()
  const issue = (wanted: number) => {
    const ask = issues.get(wanted) ?? askOnce(() => github.issue(wanted))
    issues.set(wanted, ask)
    return ask()
  }
  const target = targetFinder(task, issue, options)
  const shared = { github, options, tray, issue, labels: askOnce(github.labels), target }
  return [comment, addLabels, removeLabels, assign, updateIssue, createIssue].map((tool) => tool(shared))
}

const comment = ({ target, tray }: Shared): Tool =>
  propose({
    name: 'comment',
    description: `Proposes a further comment beside the answer, which is posted anyway. ${LATER}`,
    input: z.object({ body: z.string().describe('GitHub Markdown.'), number }),
    async run({ body, number: wanted }) {
      const at = await target(wanted)
      if (!at.ok) return refuse(at.why)
      const why = whyNotText(body)
      if (why !== undefined) return refuse(why)
      const earlier = tray.of('extra_comment')
      if (earlier.some((each) => each.number === at.number && each.body.trim() === body.trim()))
        return refuse(`The same comment on #${at.number} is proposed already.`)
      if (tray.left('extra_comment') === 0) return overQuota('extra_comment', 'comments')
      const nth = earlier.filter((each) => each.number === at.number).length + 1
      tray.keep({ kind: 'extra_comment', number: at.number, body, nth }, 'extra_comment')
      return done(`Proposed: a comment on #${at.number}. ${LATER}`)
    },
  })

const addLabels = ({ issue, labels, target, options, tray }: Shared): Tool =>
  propose({
    name: 'add_labels',
    description: `Proposes labels for an issue or pull request; those it has stay. ${LATER}`,
    input: z.object({ labels: z.array(z.string()).min(1), number }),
    async run({ labels: wanted, number: about }) {
      const at = await target(about)
      if (!at.ok) return refuse(at.why)
      const has = (await issue(at.number)).labels
      const chosen = await chooseLabels(wanted, { known: await labels(), allowed: options.allowedLabels, has })
      const room = tray.left('labels')
      const kept = chosen.kept.slice(0, room)
      if (kept.length > 0) tray.keep({ kind: 'add_labels', number: at.number, labels: kept }, 'labels', kept.length)
      const over = chosen.kept.slice(room).map((name) => `${name}: over the number of labels one run may propose`)
      return partly(`to #${at.number}: ${quotedList(kept)}`, kept.length, [...chosen.refused, ...over])
    },
  })

const removeLabels = ({ issue, target, options, tray }: Shared): Tool =>
  propose({
    name: 'remove_labels',
    description: `Proposes to take labels off an issue or pull request. ${LATER}`,
    input: z.object({ labels: z.array(z.string()).min(1), number }),
    async run({ labels: wanted, number: about }) {
      const at = await target(about)
      if (!at.ok) return refuse(at.why)
      const has = (await issue(at.number)).labels
      const chosen = await chooseLabels(wanted, { known: has, allowed: options.allowedLabels, has: [] })
      const room = tray.left('labels')
      const kept = chosen.kept.filter((name) => has.includes(name)).slice(0, room)
      const missing = chosen.kept
        .filter((name) => !has.includes(name))
        .map((name) => `${name}: #${at.number} does not have it`)
      const over = chosen.kept
        .filter((name) => has.includes(name))
        .slice(room)
        .map((name) => `${name}: over the number of labels one run may propose`)
      if (kept.length > 0) tray.keep({ kind: 'remove_labels', number: at.number, labels: kept }, 'labels', kept.length)
      return partly(`off #${at.number}: ${quotedList(kept)}`, kept.length, [...chosen.refused, ...missing, ...over])
    },
  })

const assign = ({ issue, target, github, tray }: Shared): Tool =>
  propose({
    name: 'assign',
    description: `Proposes people to assign to an issue or pull request. ${LATER}`,
    input: z.object({ users: z.array(z.string()).min(1), number }),
    async run({ users, number: about }) {
      const at = await target(about)
      if (!at.ok) return refuse(at.why)
      const has = (await issue(at.number)).assignees
      const kept: string[] = []
      const refused: string[] = []
      for (const user of new Set(users.map((name) => name.trim().replace(/^@/, '')))) {
        const why = await whyNotAssign(user, has, kept.length, tray.left('users'), github)
        if (why === undefined) kept.push(user)
        else refused.push(`${user}: ${why}`)
      }
      if (kept.length > 0) tray.keep({ kind: 'assign', number: at.number, users: kept }, 'users', kept.length)
      return partly(`to #${at.number}: ${quotedList(kept)}`, kept.length, refused)
    },
  })

const updateIssue = ({ issue, target, tray }: Shared): Tool =>
  propose({
    name: 'update_issue',
    description: `Proposes a title, closing, reopening or marking as a duplicate. ${LATER}`,
    input: z.object({
      number,
      title: z.string().optional(),
      state: z.enum(['open', 'closed']).optional(),
      state_reason: z.enum([...CLOSE_REASONS, 'reopened']).optional(),
      duplicate_of: z.int().min(1).optional().describe('Number of the issue this one repeats; closes this one.'),
    }),
    async run({ number: about, ...wanted }) {
      const at = await target(about)
      if (!at.ok) return refuse(at.why)
      const change = await readUpdate(await issue(at.number), wanted, issue)
      if (!change.ok) return refuse(change.why)
      if (tray.left('update_issue') === 0) return overQuota('update_issue', 'changes of issues')
      tray.keep({ kind: 'update_issue', number: at.number, ...change.update }, 'update_issue')
      return done(`Proposed: a change of #${at.number}. ${LATER}`)
    },
  })

const createIssue = ({ labels, github, options, tray }: Shared): Tool =>
  propose({
    name: 'create_issue',
    description: `Proposes a new issue. Search for an existing one first. ${LATER}`,
    input: z.object({
      title: z.string(),
      body: z.string().describe('GitHub Markdown.'),
      labels: z.array(z.string()).optional(),
    }),
    async run({ title: given, body, labels: wanted = [] }) {
      const title = titleOf(given)
      const why = title === '' ? 'The title is empty.' : whyNotText(body)
      if (why !== undefined) return refuse(why)
      const same = (other: string) => other.toLowerCase() === title.toLowerCase()
      if (tray.of('create_issue').some((each) => same(each.title)))
        return refuse('An issue with this title is proposed already.')
      const open = (await github.openedBy(await github.viewer())).find(
        (each) => each.state === 'open' && same(each.title),
      )
      if (open !== undefined) return refuse(`#${open.number} has this title and is open; comment there instead.`)
      if (tray.left('create_issue') === 0) return overQuota('create_issue', 'issues')
      const chosen =
        wanted.length === 0
          ? { kept: [], refused: [] }
          : await chooseLabels(wanted, { known: await labels(), allowed: options.allowedLabels, has: [] })
      tray.keep({ kind: 'create_issue', title, body, labels: chosen.kept }, 'create_issue')
      const without = chosen.refused.length === 0 ? '' : `\nNot accepted:\n${listed(chosen.refused)}`
      return done(`Proposed: the issue "${title}". ${LATER}${without}`)
    },
  })

type Target = { ok: true; number: number } | { ok: false; why: string }

function targetFinder(task: Task, issue: (number: number) => Promise<Issue>, { elsewhere }: OutboxOptions) {
  return async (wanted: number | undefined): Promise<Target> => {
    const chosen = wanted ?? task.number
    if (chosen === undefined)
      return { ok: false, why: 'This run is about no issue or pull request of its own: give a number.' }
    if (chosen === task.number) return { ok: true, number: chosen }
    if (!elsewhere)
      return {
        ok: false,
        why: `This run works on code from outside, so it may write to ${task.number === undefined ? 'nothing else' : `#${task.number} alone`}.`,
      }
    try {
      await issue(chosen)
      return { ok: true, number: chosen }
    } catch (error) {
      if (error instanceof GitHubError && (error.status === 404 || error.status === 410))
        return { ok: false, why: `There is no issue or pull request #${chosen} here.` }
      throw error
    }
  }
}

const MOST_ASSIGNEES = 10

async function whyNotAssign(user: string, has: readonly string[], more: number, left: number, github: OutboxGitHub) {
  if (has.some((name) => name.toLowerCase() === user.toLowerCase())) return 'is assigned already'
  if (has.length + more >= MOST_ASSIGNEES) return `GitHub takes ${MOST_ASSIGNEES} at most`
  if (more >= left) return 'over the number of people one run may propose'
  if (!/^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(user) || !(await github.assignable(user)))
    return 'cannot be assigned here; only people with access to the repository can'
  return undefined
}

const listed = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n')
const quotedList = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(', ')

/** What was kept and, by name, what was not. */
function partly(what: string, kept: number, refused: readonly string[]): ToolResult {
  const no = refused.length === 0 ? '' : `Not accepted:\n${listed(refused)}`
  if (kept === 0) return refuse(no)
  return done([`Proposed ${what}. ${LATER}`, no].filter(Boolean).join('\n'))
}
