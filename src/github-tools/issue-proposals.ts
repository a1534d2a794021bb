import * as z from 'zod'
import { GitHubError } from '../github/api/github-error.ts'
import { CLOSE_REASONS } from '../github/api/issues.ts'
import type { Issue } from '../github/api/response-schemas.ts'
import { labelMatcher } from '../github/context/issue-facts.ts'
import type { Task } from '../github/events/task.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import { lazyAsync } from '../platform/lazy.ts'
import { sortGlobs } from '../text/glob-list.ts'
import { done, type Tool, type ToolResult } from '../tools/tool.ts'
import {
  alreadyInPlace,
  defineProposalTool,
  type IssueUpdate,
  normalizeTitle,
  type ProposalGitHub,
  type ProposalOptions,
  type ProposalStore,
  quotaReached,
  refuseProposal,
  textProblem,
} from './proposal.ts'
import { missingNumberReason } from './read-tool.ts'

const WHEN = 'It is done after the run.'

const numberParameter = z
  .int()
  .min(1)
  .optional()
  .describe("Number of the issue or pull request. Default: the number of this run's issue or pull request.")

/** What the proposal tools about issues share. Issues and labels are fetched once a run. */
type IssueToolContext = {
  github: ProposalGitHub
  options: ProposalOptions
  store: ProposalStore
  issue(number: number): Promise<Issue>
  labels(): Promise<string[]>
  target(number: number | undefined): Promise<ProposalTarget>
  taskNumber: number | undefined
}

/** The proposal tools about issues, and about pull requests where GitHub treats them as issues. */
export function issueProposalTools(
  task: Task,
  github: ProposalGitHub,
  options: ProposalOptions,
  store: ProposalStore,
): Tool[] {
  const issues = new Map<number, () => Promise<Issue>>()
  const issue = (number: number) => {
    const fetchIssue = issues.get(number) ?? lazyAsync(() => github.issue(number))
    issues.set(number, fetchIssue)
    return fetchIssue()
  }
  const target = targetResolver(task, issue, options)
  const labels = lazyAsync(async () => (await github.labels()).map(({ name }) => name))
  const context = { github, options, store, issue, labels, target, taskNumber: task.number }
  return [comment, addLabels, removeLabels, assign, updateIssue, createIssue].map((tool) => tool(context))
}

const comment = ({ target, store, options: { authority } }: IssueToolContext): Tool =>
  defineProposalTool({
    name: 'comment',
    description: `Proposes a comment in addition to the answer, which is always posted. ${WHEN}`,
    input: z.object({
      body: z.string().describe('GitHub Markdown.'),
      number: numberParameter,
      edit_last: z.boolean().optional().describe('Replaces the text of the last comment that this run proposed there.'),
    }),
    beyond: async ({ number }) => authority.item(number),
    async run({ body, number: requestedNumber, edit_last: editsLast = false }) {
      const subject = await target(requestedNumber)
      if (!subject.ok) return refuseProposal(subject.reason)
      const problem = textProblem(body)
      if (problem !== undefined) return refuseProposal(problem)
      const earlier = store.ofKind('extra_comment').filter((each) => each.number === subject.number)
      if (earlier.some((each) => each.body.trim() === body.trim()))
        return alreadyInPlace(`The same comment on #${subject.number} is already proposed.`)
      const last = editsLast ? earlier.at(-1) : undefined
      if (last !== undefined) {
        store.withdraw((each) => each === last)
        store.add({ ...last, body }, 'extra_comment', 0)
        return done(`Proposed: the new text of that comment on #${subject.number}. ${WHEN}`)
      }
      if (store.remaining('extra_comment') === 0) return quotaReached('extra_comment', 'comments')
      store.add({ kind: 'extra_comment', number: subject.number, body, nth: earlier.length + 1 }, 'extra_comment')
      return done(`Proposed: a comment on #${subject.number}. ${WHEN}`)
    },
  })

const addLabels = ({ issue, labels, target, options, store }: IssueToolContext): Tool =>
  defineProposalTool({
    name: 'add_labels',
    description: `Proposes labels to add to an issue or pull request. ${WHEN}`,
    input: z.object({ labels: z.array(z.string()).min(1), number: numberParameter }),
    beyond: async ({ number }) => labelsBeyond(number, options),
    async run({ labels: requestedLabels, number: requestedNumber }) {
      const limit = labelLimit(options)
      if (limit !== undefined) return refuseProposal(limit)
      const subject = await target(requestedNumber)
      if (!subject.ok) return refuseProposal(subject.reason)
      const current = (await issue(subject.number)).labels
      const rules = { existing: await labels(), allowed: options.allowedLabels, current }
      const chosen = await chooseLabels(requestedLabels, rules)
      const room = store.remaining('labels')
      const added = chosen.accepted.slice(0, room)
      if (added.length > 0)
        store.add({ kind: 'add_labels', number: subject.number, labels: added }, 'labels', added.length)
      return partialResult(`for #${subject.number}`, added, [
        ...chosen.refused,
        ...beyondQuota(chosen.accepted.slice(room)),
      ])
    },
  })

const removeLabels = ({ issue, target, options, store }: IssueToolContext): Tool =>
  defineProposalTool({
    name: 'remove_labels',
    description: `Proposes labels to remove from an issue or pull request. ${WHEN}`,
    input: z.object({ labels: z.array(z.string()).min(1), number: numberParameter }),
    beyond: async ({ number }) => labelsBeyond(number, options),
    async run({ labels: requestedLabels, number: requestedNumber }) {
      const limit = labelLimit(options)
      if (limit !== undefined) return refuseProposal(limit)
      const subject = await target(requestedNumber)
      if (!subject.ok) return refuseProposal(subject.reason)
      const current = (await issue(subject.number)).labels
      const chosen = await chooseLabels(requestedLabels, {
        existing: current,
        allowed: options.allowedLabels,
        current: [],
      })
      const removable = chosen.accepted.filter((name) => current.includes(name))
      const missing = chosen.accepted
        .filter((name) => !current.includes(name))
        .map((name) => `${name}: #${subject.number} does not have it`)
      const room = store.remaining('labels')
      const removed = removable.slice(0, room)
      if (removed.length > 0)
        store.add({ kind: 'remove_labels', number: subject.number, labels: removed }, 'labels', removed.length)
      const refused = [...chosen.refused, ...missing, ...beyondQuota(removable.slice(room))]
      return partialResult(`for removal from #${subject.number}`, removed, refused)
    },
  })

const ONLY_ALLOWED_LABELS = 'sets and removes only labels that the input allowed_labels names'

const labelLimit = ({ authority, allowedLabels }: ProposalOptions): string | undefined =>
  allowedLabels.length > 0 ? undefined : authority.limit(ONLY_ALLOWED_LABELS)

const labelsBeyond = async (number: number | undefined, { authority, allowedLabels }: ProposalOptions) =>
  authority.item(number) ?? (allowedLabels.length > 0 ? undefined : authority.byText(ONLY_ALLOWED_LABELS))

const beyondQuota = (labels: readonly string[]) =>
  labels.map((name) => `${name}: exceeds the number of labels that one run may propose`)

const ASSIGNS_NOBODY = 'assigns nobody'

const assign = ({ issue, target, github, store, options: { authority } }: IssueToolContext): Tool =>
  defineProposalTool({
    name: 'assign',
    description: `Proposes users to assign to an issue or pull request. ${WHEN}`,
    input: z.object({ users: z.array(z.string()).min(1), number: numberParameter }),
    beyond: async ({ number }) => authority.item(number) ?? authority.byText(ASSIGNS_NOBODY),
    async run({ users, number: requestedNumber }) {
      const limit = authority.limit(ASSIGNS_NOBODY)
      if (limit !== undefined) return refuseProposal(limit)
      const subject = await target(requestedNumber)
      if (!subject.ok) return refuseProposal(subject.reason)
      const current = (await issue(subject.number)).assignees
      const accepted: string[] = []
      const refused: string[] = []
      for (const user of new Set(users.map((name) => name.trim().replace(/^@/, '')))) {
        const quota = store.remaining('users') - accepted.length
        const problem = await assigneeProblem(user, { current, accepted, quota }, github)
        if (problem === undefined) accepted.push(user)
        else refused.push(`${user}: ${problem}`)
      }
      if (accepted.length > 0)
        store.add({ kind: 'assign', number: subject.number, users: accepted }, 'users', accepted.length)
      return partialResult(`for #${subject.number}`, accepted, refused)
    },
  })

const CHANGES_NO_ITEM = 'closes and reopens nothing, and changes no title and no text'

const updateIssue = ({ issue, target, store, options: { authority }, taskNumber }: IssueToolContext): Tool =>
  defineProposalTool({
    name: 'update_issue',
    description: `Proposes a new title or text, or to close, reopen or mark an issue as a duplicate. ${WHEN}`,
    input: z.object({
      number: numberParameter,
      title: z.string().optional(),
      body: z.string().optional().describe('Replaces the text, in GitHub Markdown.'),
      state: z.enum(['open', 'closed']).optional(),
      state_reason: z.enum([...CLOSE_REASONS, 'reopened']).optional(),
      duplicate_of: z.int().min(1).optional().describe('Number of the original issue. Closes this issue.'),
    }),
    async beyond({ number = taskNumber, title, body }) {
      const reason = authority.item(number) ?? (await authority.byText(CHANGES_NO_ITEM))
      if (reason !== undefined || number === undefined || (title ?? body) === undefined) return reason
      return authority.rewrite(await issue(number), { title, body })
    },
    async run({ number: requestedNumber, ...args }) {
      const limit = authority.limit(CHANGES_NO_ITEM)
      if (limit !== undefined) return refuseProposal(limit)
      const subject = await target(requestedNumber)
      if (!subject.ok) return refuseProposal(subject.reason)
      const change = await resolveIssueUpdate(await issue(subject.number), args, issue)
      if (!change.ok) return refuseProposal(change.reason)
      if (store.remaining('update_issue') === 0) return quotaReached('update_issue', 'issue updates')
      store.add({ kind: 'update_issue', number: subject.number, ...change.update }, 'update_issue')
      return done(`Proposed: an update of #${subject.number}. ${WHEN}`)
    },
  })

const OPENS_NO_ISSUE = 'opens no issue'

const createIssue = ({ labels, github, options, store }: IssueToolContext): Tool =>
  defineProposalTool({
    name: 'create_issue',
    description: `Proposes a new issue. Search for an existing one first. ${WHEN}`,
    input: z.object({
      title: z.string(),
      body: z.string().describe('GitHub Markdown.'),
      labels: z.array(z.string()).optional(),
    }),
    beyond: options.authority.newIssue,
    async run({ title: requestedTitle, body, labels: requestedLabels = [] }) {
      const limit = options.authority.limit(OPENS_NO_ISSUE)
      if (limit !== undefined) return refuseProposal(limit)
      const title = normalizeTitle(requestedTitle)
      const problem = title === '' ? 'The title is empty.' : textProblem(body)
      if (problem !== undefined) return refuseProposal(problem)
      const isSameTitle = (other: string) => other.toLowerCase() === title.toLowerCase()
      if (store.ofKind('create_issue').some((each) => isSameTitle(each.title)))
        return alreadyInPlace('An issue with this title is already proposed.')
      const existing = (await github.issuesOpenedBy(await github.viewer())).find(
        (each) => each.state === 'open' && isSameTitle(each.title),
      )
      if (existing !== undefined)
        return alreadyInPlace(`#${existing.number} is open and has this title. Comment there instead.`)
      if (store.remaining('create_issue') === 0) return quotaReached('create_issue', 'issues')
      const chosen =
        requestedLabels.length === 0
          ? { accepted: [], refused: [] }
          : await chooseLabels(requestedLabels, {
              existing: await labels(),
              allowed: options.allowedLabels,
              current: [],
            })
      store.add({ kind: 'create_issue', title, body, labels: chosen.accepted }, 'create_issue')
      const refused = chosen.refused.length === 0 ? '' : `\n${refusedList(chosen.refused)}`
      return done(`Proposed: the issue "${title}". ${WHEN}${refused}`)
    },
  })

type ProposalTarget = { ok: true; number: number } | { ok: false; reason: string }

/** Resolves the number of a call: by default the task's, otherwise an existing one that the run may write to. */
function targetResolver(task: Task, issue: (number: number) => Promise<Issue>, { authority }: ProposalOptions) {
  return async (requestedNumber: number | undefined): Promise<ProposalTarget> => {
    const number = requestedNumber ?? task.number
    if (number === undefined) return { ok: false, reason: missingNumberReason(task) }
    if (number === task.number) return { ok: true, number }
    const isListed = task.items?.some((item) => item.number === number) === true
    const limit = isListed ? undefined : authority.limit(`may write to ${ownNames(task)}`)
    if (limit !== undefined) return { ok: false, reason: limit }
    try {
      await issue(number)
      return { ok: true, number }
    } catch (error) {
      if (error instanceof GitHubError && (error.status === 404 || error.status === 410))
        return { ok: false, reason: `There is no issue or pull request #${number} in this repository.` }
      throw error
    }
  }
}

const ownNames = ({ number, items }: Task): string => {
  const numbers = items?.map((item) => item.number) ?? (number === undefined ? [] : [number])
  return numbers.length === 0 ? 'no issue or pull request' : `${numbers.map((each) => `#${each}`).join(', ')} only`
}

const MAX_ASSIGNEES = 10

/** The reason why a user cannot be assigned in addition to the current and accepted ones; undefined when the user can. */
async function assigneeProblem(
  user: string,
  { current, accepted, quota }: { current: readonly string[]; accepted: readonly string[]; quota: number },
  github: ProposalGitHub,
): Promise<string | undefined> {
  if (current.some((name) => name.toLowerCase() === user.toLowerCase())) return 'is already assigned'
  if (current.length + accepted.length >= MAX_ASSIGNEES) return `GitHub accepts at most ${MAX_ASSIGNEES} assignees`
  if (quota <= 0) return 'exceeds the number of users that one run may propose'
  if (!/^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(user) || !(await github.assignable(user)))
    return 'cannot be assigned; only users with access to the repository can'
  return undefined
}

const IN_PLACE = /: (?:is set already|is already assigned|#\d+ does not have it)$/

/** The result for a list of names of which some were proposed: fails when all were refused. */
function partialResult(target: string, proposed: readonly string[], refused: readonly string[]): ToolResult {
  const rest = refused.length === 0 ? '' : refusedList(refused)
  if (proposed.length === 0)
    return refused.every((line) => IN_PLACE.test(line)) ? alreadyInPlace(rest) : refuseProposal(rest)
  const names = proposed.map((name) => JSON.stringify(name)).join(', ')
  return done([`Proposed ${target}: ${names}. ${WHEN}`, rest].filter(Boolean).join('\n'))
}

const refusedList = (lines: readonly string[]) => `Not accepted:\n${lines.map((line) => `- ${line}`).join('\n')}`

type IssueUpdateArgs = {
  title?: string
  body?: string
  state?: 'open' | 'closed'
  state_reason?: IssueUpdate['stateReason']
  duplicate_of?: number
}

type ResolvedIssueUpdate = { ok: true; update: IssueUpdate } | { ok: false; reason: string }

/** The changes that the arguments make to an issue, or the reason why they cannot be made. */
export async function resolveIssueUpdate(
  issue: Issue,
  { title, body, state, state_reason: reason, duplicate_of: original }: IssueUpdateArgs,
  fetchIssue: (number: number) => Promise<Issue>,
): Promise<ResolvedIssueUpdate> {
  const refuse = (reason: string): ResolvedIssueUpdate => ({ ok: false, reason })
  const update: IssueUpdate = {}
  const shouldClose =
    state === 'closed' ||
    original !== undefined ||
    (state === undefined && reason !== undefined && reason !== 'reopened')
  if (title !== undefined) {
    if (normalizeTitle(title) === '') return refuse('The title is empty.')
    if (normalizeTitle(title) !== issue.title) update.title = normalizeTitle(title)
  }
  if (body !== undefined) {
    const problem = textProblem(body)
    if (problem !== undefined) return refuse(problem)
    update.body = body
  }
  if (state === 'open' && (original !== undefined || (reason !== undefined && reason !== 'reopened')))
    return refuse('state_reason and duplicate_of close an issue: omit them, or set state to "closed".')
  if (shouldClose && reason === 'reopened') return refuse('state_reason "reopened" requires state "open".')
  if (reason === 'duplicate' && original === undefined) return refuse('Name the original issue in duplicate_of.')
  if (original !== undefined) {
    if (issue.isPullRequest) return refuse('Only issues can be duplicates.')
    if (original === issue.number) return refuse('An issue cannot be a duplicate of itself.')
    const other = await fetchIssue(original).catch((error: unknown) => {
      if (error instanceof GitHubError && (error.status === 404 || error.status === 410)) return undefined
      throw error
    })
    if (other === undefined || other.isPullRequest) return refuse(`There is no issue #${original} in this repository.`)
    update.duplicateOf = { number: original, id: other.id }
  }
  if (shouldClose && (issue.state !== 'closed' || original !== undefined)) {
    update.state = 'closed'
    if (!issue.isPullRequest)
      update.stateReason = original !== undefined ? 'duplicate' : reason === 'not_planned' ? 'not_planned' : 'completed'
  }
  if ((state === 'open' || reason === 'reopened') && issue.state !== 'open') update.state = 'open'
  if (Object.keys(update).length === 0)
    return refuse(
      `Nothing would change: #${issue.number} is ${issue.state} and has this title. Set another title, body, state or duplicate_of.`,
    )
  return { ok: true, update }
}

export type LabelRules = {
  /** The labels that may be set when `allowed` is empty. */
  existing: readonly string[]
  /** Globs of the labels that may be set. */
  allowed: readonly string[]
  /** The labels that are set already. */
  current: readonly string[]
}

/** GitHub's limit for the name of a label, in characters. */
const MAX_NAME_CHARACTERS = 50

const MAX_LISTED = 40

/** The requested labels that may be set, in the repository's spelling, and the others with the reason. */
export async function chooseLabels(
  requested: readonly string[],
  rules: LabelRules,
): Promise<{ accepted: string[]; refused: string[] }> {
  const { existing, allowed, current } = rules
  const isAllowed = labelMatcher(allowed)
  const accepted: string[] = []
  const refused: string[] = []
  let areLabelsTold = false
  for (const label of new Set(requested.map((name) => name.trim()))) {
    const spelling = existing.find((name) => isSameName(name, label))
    const name = spelling ?? label
    if (accepted.includes(name)) continue
    if (current.some((each) => isSameName(each, name))) refused.push(`${name}: is set already`)
    else if (allowed.length > 0 ? !isAllowed(name) : spelling === undefined) {
      // The labels to choose from are told once, however many are refused.
      refused.push(`${label}: ${areLabelsTold ? 'is not accepted' : describeAccepted(rules)}`)
      areLabelsTold = true
    } else if (!isValidName(name)) refused.push(`${label}: is not a valid label name`)
    else accepted.push(name)
  }
  return { accepted, refused }
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

const isValidName = (name: string) =>
  name !== '' && [...name].length <= MAX_NAME_CHARACTERS && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)

function describeAccepted({ existing, allowed }: LabelRules): string {
  const { included, excluded } = sortGlobs(allowed)
  const names = allowed.length > 0 ? included : existing
  if (names.length === 0) return 'there are no labels to choose from'
  const listed = (list: readonly string[]) => {
    const more = list.length > MAX_LISTED ? ` and ${list.length - MAX_LISTED} more` : ''
    return `${list
      .slice(0, MAX_LISTED)
      .map((name) => JSON.stringify(name))
      .join(', ')}${more}`
  }
  return `is not accepted; accepted are ${listed(names)}${excluded.length > 0 ? `, but not ${listed(excluded)}` : ''}`
}

/** Where GitHub looks for the file. The first one counts. */
const OWNER_FILES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS']

const TRIAGE_PROFILE = 'policies/profiles/triage.toml'

/** The accounts that a CODEOWNERS file names, in lower case. Teams and addresses cannot be assigned. */
function ownersIn(text: string): ReadonlySet<string> {
  const words = text.split(/\r?\n/).flatMap((line) =>
    line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/)
      .slice(1),
  )
  return new Set(words.flatMap((word) => (/^@[a-z\d-]+$/i.test(word) ? [word.slice(1).toLowerCase()] : [])))
}

/** Under `profile:triage` the tool `assign` takes only accounts that CODEOWNERS names at the commit that configures the run. */
export function withCodeOwners(
  tools: readonly Tool[],
  { rules, steering }: { rules: readonly { file: string }[]; steering: Pick<CommitReader, 'read'> },
): Tool[] {
  if (!rules.some(({ file }) => file === TRIAGE_PROFILE)) return [...tools]
  const owners = lazyAsync(async () => {
    for (const place of OWNER_FILES) {
      const text = await steering.read(place)
      if (text !== undefined) return { place, names: ownersIn(text) }
    }
    return undefined
  })
  return tools.map((tool) => (tool.name === 'github__assign' ? amongOwners(tool, owners) : tool))
}

type Owners = { place: string; names: ReadonlySet<string> } | undefined

const amongOwners = (tool: Tool, owners: () => Promise<Owners>): Tool => ({
  ...tool,
  variant: tool.variant && ((alias) => amongOwners(tool.variant?.(alias) ?? tool, owners)),
  async run(args, signal) {
    const ownersFile = await owners()
    if (ownersFile === undefined)
      return refuseProposal('profile:triage assigns only accounts that CODEOWNERS names, and there is no such file.')
    const users = Array.isArray(args.users) ? args.users.map(String) : []
    const isOwner = (user: string) => ownersFile.names.has(user.trim().replace(/^@/, '').toLowerCase())
    const others = users.filter((user) => !isOwner(user))
    const note = `Not accepted:\n${others.map((user) => `- ${user}: ${ownersFile.place} does not name this account, so profile:triage does not assign it`).join('\n')}`
    if (others.length === users.length) return refuseProposal(note)
    const result = await tool.run({ ...args, users: users.filter(isOwner) }, signal)
    if (others.length === 0 || !result.ok || typeof result.content !== 'string') return result
    return { ...result, content: `${result.content}\n${note}` }
  },
})
