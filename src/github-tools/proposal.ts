import type * as z from 'zod'
import type { GitHub } from '../github/api/github.ts'
import { GitHubError } from '../github/api/github-error.ts'
import type { CloseReason } from '../github/api/issues.ts'
import { collapseWhitespace, keepStart } from '../text/format-text.ts'
import { dropInvisible } from '../text/invisible.ts'
import { defineTool, failed, type Tool, type ToolResult } from '../tools/tool.ts'
import type { DiffLocation } from './diff-lines.ts'
import { toolAliases } from './mcp-names.ts'
import type { WriteAuthority } from './write-authority.ts'

/** A change on GitHub that the agent proposes during the run. It was checked when it was proposed; its texts are the model's. */
export type Proposal =
  | { kind: 'extra_comment'; number: number; body: string; nth: number }
  | ({ kind: 'review_comment'; number: number; commit: string } & InlineComment)
  /** The text of the review of `commit`, above its inline comments. */
  | { kind: 'review_overview'; number: number; commit: string; body: string }
  | LabelChange
  | { kind: 'assign'; number: number; users: string[] }
  | ({ kind: 'update_issue'; number: number } & IssueUpdate)
  | { kind: 'create_issue'; title: string; body: string; labels: string[] }
  | { kind: 'create_pull_request'; title: string; body: string; draft: boolean; branch?: string }
  | BranchProposal
  /** `reopens`: the finding of the resolved thread is back. */
  | { kind: 'reply'; number: number; thread: string; to: number; body: string; nth: number; reopens?: true }
  | { kind: 'resolve_thread'; number: number; thread: string; path: string; fixed?: FindingFix }

/** The fix of a finding: the comment to answer, and the commit in which the model read it. `isGone`: it did not find the problem again. */
export type FindingFix = { to: number; commit: string; isGone?: boolean }

/** A new branch with files, which starts at a branch of the repository. Files are added while the model works. */
export type BranchProposal = {
  kind: 'branch'
  branch: string
  base: { branch: string; sha: string }
  message: string
  files: StagedFile[]
}

/** `after`: null deletes the file. */
export type StagedFile = { path: string; before: Buffer | null; after: Buffer | null; mode: string }

/** `isTrigger`: the label that started the run, whose removal was not asked for. */
export type LabelChange = {
  kind: 'add_labels' | 'remove_labels'
  number: number
  labels: string[]
  isTrigger?: true
}

/** A proposed comment on lines of the diff. `suggestion` replaces the lines. `linesHash` identifies the lines even after they moved. */
export type InlineComment = {
  path: string
  location: DiffLocation
  body: string
  suggestion?: string[]
  /** The lines that the suggestion replaces, as the diff shows them. `isQuoted`: the model named them word by word. */
  replaced?: { code: readonly string[]; isQuoted: boolean }
  /** What the run adds below the text of the model. */
  note?: string
  linesHash: string
  /** Why it is listed in the comment and not posted on its lines. */
  foldedAs?: FoldReason
  /** What the second look says about it. */
  lookNote?: string
  /** Whether the model stated how severe it is. */
  hasSeverity?: boolean
  /** Absent when another tool than ours proposed the comment. */
  finding?: FindingRecord
}

/** `existing`: no changed line has or causes the problem. `unsure`, `refuted`: the verdict of the second look. */
export type FoldReason = 'existing' | 'unsure' | 'refuted'

/** An inline comment on one pull request's diff. */
export type ProposedComment = Extract<Proposal, { kind: 'review_comment' }>

/** A change of an issue. `duplicateOf` is another issue, with its number for messages and its id for the API. */
export type IssueUpdate = {
  title?: string
  body?: string
  state?: 'open' | 'closed'
  stateReason?: CloseReason | 'reopened'
  duplicateOf?: { number: number; id: number }
}

/** From worst to least. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'nit'] as const

export type Severity = (typeof SEVERITIES)[number]

export const CONFIDENCES = ['high', 'medium', 'low'] as const

export type Confidence = (typeof CONFIDENCES)[number]

/** How a finding is described. `category` is one lower-case word such as `security`. */
export type FindingDetails = { severity: Severity; category: string; confidence?: Confidence; title?: string }

/**
 * The code of a finding, by which it is found again after any history of commits. `lines`, `before` and `after` are hashes of lines
 * without white space; `symbol` is a hash of the enclosing declaration.
 */
export type FindingAnchor = { lines: string[]; before: string[]; after: string[]; symbol?: string }

/** One finding of a review. `id` stays the same when the code moves or the file is renamed. */
export type FindingRecord = FindingDetails & { id: string; anchor: FindingAnchor }

/** The maximum number of proposals of one run. Labels and users are counted one by one. */
export const PROPOSAL_QUOTAS = {
  extra_comment: 10,
  review_comment: 30,
  review_overview: 10,
  labels: 100,
  users: 20,
  update_issue: 30,
  create_issue: 10,
  create_pull_request: 1,
  branch: 1,
  reply: 30,
  resolve_thread: 50,
} as const

export type ProposalQuota = keyof typeof PROPOSAL_QUOTAS

/** The maximum UTF-16 units of one text. GitHub accepts 65,536, and sanitizing can lengthen the text. */
const MAX_TEXT_CHARACTERS = 50_000

/** The proposals of one run, within the quotas. */
export type ProposalStore = {
  all(): readonly Proposal[]
  ofKind<Kind extends Proposal['kind']>(kind: Kind): Extract<Proposal, { kind: Kind }>[]
  remaining(quota: ProposalQuota): number
  add(proposal: Proposal, quota: ProposalQuota, count?: number): void
  /** Takes back the proposals that match and returns their number. Their share of the quota stays used. */
  withdraw(matches: (proposal: Proposal) => boolean): number
  /** Puts these in place of all proposals, with a quota as at the start, and returns the others. */
  exchange(others?: readonly Proposal[]): readonly Proposal[]
  /** Ids of the findings of earlier reviews that the model found again. */
  repeated: Set<string>
  /** Serious problems whose inline comments were refused, with the place that the model gave. */
  refused: RefusedFinding[]
}

export type RefusedFinding = { path: string; line: number; severity: Severity; text: string }

export function openProposalStore(): ProposalStore {
  const proposals: Proposal[] = []
  const used = new Map<ProposalQuota, number>()
  return {
    repeated: new Set(),
    refused: [],
    all: () => proposals,
    ofKind: (kind) =>
      proposals.filter((proposal): proposal is Extract<Proposal, { kind: typeof kind }> => proposal.kind === kind),
    remaining: (quota) => PROPOSAL_QUOTAS[quota] - (used.get(quota) ?? 0),
    add(proposal, quota, count = 1) {
      proposals.push(proposal)
      used.set(quota, (used.get(quota) ?? 0) + count)
    },
    withdraw(matches) {
      const before = proposals.length
      proposals.splice(0, before, ...proposals.filter((proposal) => !matches(proposal)))
      return before - proposals.length
    },
    exchange(others = []) {
      used.clear()
      return proposals.splice(0, proposals.length, ...others)
    },
  }
}

/** The result of a tool whose proposal is not accepted. `text` says why and what to do instead. */
export const refuseProposal = (text: string): ToolResult => failed('execution_failed', text)

/** The result of a tool whose effect is already in place or proposed: it is not missing. */
export const alreadyInPlace = (text: string): ToolResult => failed('edit_no_change', text)

export const quotaReached = (quota: ProposalQuota, plural: string): ToolResult =>
  refuseProposal(
    `A run may propose at most ${PROPOSAL_QUOTAS[quota]} ${plural}, and this run has reached that limit. Put the rest in the answer.`,
  )

/** The reason why a text cannot be posted; undefined when it can. */
export function textProblem(body: string): string | undefined {
  if (body.trim() === '') return 'The text is empty.'
  if (body.length > MAX_TEXT_CHARACTERS)
    return `The text has ${body.length} characters; at most ${MAX_TEXT_CHARACTERS} are accepted. Shorten it.`
  return undefined
}

/** The GitHub calls that check proposals. */
export type ProposalGitHub = Pick<
  GitHub,
  | 'repo'
  | 'issue'
  | 'pull'
  | 'pullAtStart'
  | 'compare'
  | 'files'
  | 'labels'
  | 'assignable'
  | 'issuesOpenedBy'
  | 'ownRun'
  | 'repositoryRun'
  | 'defaultBranch'
  | 'lastEditor'
  | 'threads'
  | 'reviews'
  | 'viewer'
  | 'content'
  | 'permission'
>

export type ProposalOptions = {
  /** Globs of the labels that may be set. An empty list allows the repository's labels. */
  allowedLabels: readonly string[]
  review: 'comment' | 'off'
  /** Whether the run reviews its pull request by a built-in command, so that its comments and not its answer are the review. */
  isReview?: boolean
  changes: 'report' | 'commit' | 'pull_request' | 'off'
  /** What the run may write by itself. */
  authority: WriteAuthority
}

/** Defines a tool of the server `github` that stores a proposal and writes nothing. A GitHubError becomes a failed result. */
export function defineProposalTool<Input extends z.ZodObject>(definition: {
  name: string
  description: string
  input: Input
  /** Why only a rule with `targets = "any"` allows it. A GitHubError becomes the reason. */
  beyond?(args: z.output<Input>): Promise<string | undefined>
  run(args: z.output<Input>): Promise<ToolResult>
}): Tool {
  return defineTool({
    ...definition,
    ...toolAliases(definition.name),
    name: `github__${definition.name}`,
    server: 'github',
    annotations: { readOnlyHint: false, destructiveHint: false },
    beyond: async (args) =>
      definition.beyond?.(args).catch((error: unknown) => {
        if (!(error instanceof GitHubError)) throw error
        return `Whether the run may write this could not be checked: ${error.message}`
      }),
    async run(args) {
      try {
        return await definition.run(args)
      } catch (error) {
        if (!(error instanceof GitHubError)) throw error
        return refuseProposal(`Not accepted, because the proposal could not be checked: ${error.message}`)
      }
    },
  })
}

/** A title in one line, truncated to GitHub's limit of 256. */
export const normalizeTitle = (text: string) => keepStart(collapseWhitespace(dropInvisible(text).text), 256)

/** Internal: the tools of GitHub's MCP server for reviews call it. */
export const REVIEW_OVERVIEW = 'github__review_overview'
