import { isStillAbove } from '../agent/compression.ts'
import type { Inputs } from '../config/inputs.ts'
import type { RunConfig } from '../config/load-run-config.ts'
import type { Settings } from '../config/settings/settings.ts'
import { callsBuiltIn } from '../config/slash-invocations.ts'
import type { GitHub } from '../github/api/github.ts'
import type { Task, Trust } from '../github/events/task.ts'
import { issueProposalTools, withCodeOwners } from '../github-tools/issue-proposals.ts'
import { mcpToolNames, withMcpTools } from '../github-tools/mcp-tools.ts'
import type { JudgeCall } from '../github-tools/mcp-writes.ts'
import {
  openProposalStore,
  type Proposal,
  type ProposalGitHub,
  type ProposalOptions,
  type ProposalStore,
} from '../github-tools/proposal.ts'
import { readTools } from '../github-tools/read-tools.ts'
import type { BranchOptions } from '../github-tools/staged-branch.ts'
import { type ReadTexts, recordCode, recordReadTexts, type WriteAuthority } from '../github-tools/write-authority.ts'
import { decide } from '../policy/rules/decide.ts'
import { mayEditCheckout } from '../policy/rules/reachable.ts'
import type { Mode, Rule } from '../policy/rules/rule.ts'
import { SHELL_TOOL } from '../policy/rules/tool-names.ts'
import type { StepResults } from '../results/step-results.ts'
import { visitorGithubTools, visitorResultTool } from '../results/visitor-run.ts'
import { type AnswerCheck, openAnswerCheck } from '../review/answer-findings.ts'
import type { PlacedFinding } from '../review/earlier-findings.ts'
import { pullRequestProposalTools, type ReviewDiff } from '../review/pull-request-proposals.ts'
import type { Tool } from '../tools/tool.ts'

export type GithubToolsOptions = {
  task: Task
  trust: Trust
  inputs: Inputs
  github: GitHub
  nonce: string
  config: Pick<RunConfig, 'rules' | 'mode' | 'invocations' | 'steering'>
  /** The settings before a visitor's run loses its servers: they name tools of GitHub's MCP server. */
  settings: Settings
  proposals: ProposalTools
  results: Pick<StepResults, 'append'>
}

/** The tools about GitHub of a run. A visitor's run gets those that read, labels where the workflow names them, and one for results. */
export function runGithubTools(options: GithubToolsOptions): Tool[] {
  const { task, trust, inputs, nonce, config, settings, proposals, results } = options
  const github = recordReadTexts(options.github, proposals.texts)
  const visitorTools = trust.level === 'visitor' ? [visitorResultTool(results)] : []
  if (inputs.github_token === '') return visitorTools
  const stillAbove = callsBuiltIn(config.invocations) ? isStillAbove : undefined
  const allTools = withMcpTools(
    [...readTools(task, github, nonce, stillAbove), ...withCodeOwners(proposals.tools, config)],
    {
      task,
      github,
      nonce,
      store: proposals.store,
      judge: callJudge(config),
      branches: branchOptions({ ...config, settings }, trust, inputs),
      declaredNames: mcpToolNames(settings, inputs.prompt, config.invocations),
    },
  )
  const tools = recordCode(allTools, proposals.texts, inputs.branch_prefix)
  return [...(trust.level === 'visitor' ? visitorGithubTools(tools, inputs.allowed_labels) : tools), ...visitorTools]
}

type JudgeConfig = Pick<RunConfig, 'rules' | 'mode'>

/** Judges a tool's call of another tool by the rules of the run, as if the model had made it. The gate has judged its target. */
export const callJudge =
  ({ rules, mode }: JudgeConfig): JudgeCall =>
  ({ name, aliases, server, annotations }, args) => {
    const facts = { tool: name, aliases, server, annotations, args, mode, interactive: false }
    const { verdict, rule, message } = decide(rules, facts, 'deny')
    if (verdict === 'allow') return undefined
    return [`${name} is not allowed by ${rule === undefined ? 'any rule' : `${rule.file}:${rule.line}`}.`, message]
      .join(' ')
      .trim()
  }

/**
 * Judges a file that a tool of the server `github` proposes, by the rules about edits. That the tool is allowed replaces the general
 * consent to edits; everything that names files, tools or protected paths applies as for an edit in the checkout.
 */
export const editJudge =
  ({ rules, mode }: JudgeConfig): BranchOptions['judgeEdit'] =>
  (path, content) => {
    const judgedMode: Mode = mode === 'plan' ? 'plan' : 'yolo'
    const args = { file_path: path, content }
    const facts = { tool: 'write_file', annotations: {}, args, mode: judgedMode, interactive: false }
    const { verdict, rule, message } = decide(rules.filter(appliesToServers), facts, 'deny')
    if (verdict === 'allow') return undefined
    const source = rule === undefined ? 'no rule allows it' : `${rule.file}:${rule.line} forbids it`
    return [`${path} may not be written: ${source}.`, message].join(' ').trim()
  }

/** tools.core lists built-in tools only, so what it leaves out says nothing about a file that a server's tool writes. */
const appliesToServers = ({ verdict, match }: Rule): boolean => verdict !== 'deny' || match.builtin !== true

/**
 * Whether settings or policies allow the command `gh pr create` by its name, or the shell as a whole. A rule for all tools names
 * nothing.
 */
const namesCommand = ({ verdict, tier, match }: Rule): boolean => {
  const { tools = [], prefixes, regex, args } = match
  if (verdict !== 'allow' || tier === 'default' || tier === 'extension' || regex !== undefined || args !== undefined)
    return false
  if (!tools.includes(SHELL_TOOL)) return false
  return (prefixes ?? [{ words: [] }]).some(({ words }) =>
    words.every((word, index) => OPENS_PULL_REQUEST[index] === word),
  )
}

const OPENS_PULL_REQUEST = ['gh', 'pr', 'create']

/**
 * Who may propose a branch with files through the tools of GitHub's MCP server: a run that a writer started, when the settings or the
 * command name the tool. A prompt counts only if the settings allow every tool of that server, because a prompt can contain other
 * people's text.
 */
export function branchOptions(
  config: JudgeConfig & Pick<RunConfig, 'settings' | 'invocations'>,
  { level }: Trust,
  inputs: Pick<Inputs, 'changes' | 'branch_prefix' | 'prompt'>,
): BranchOptions {
  const { settings, invocations } = config
  const server = (settings.mcpServers?.github ?? {}) as { includeTools?: unknown; excludeTools?: unknown }
  const isWhole = settings.mcpServers?.github !== undefined && server.includeTools === undefined
  const toolNames = mcpToolNames({}, server.includeTools, settings.tools, invocations, isWhole ? inputs.prompt : '')
  const excluded = mcpToolNames({}, server.excludeTools)
  return {
    prefix: inputs.branch_prefix,
    judgeEdit: editJudge(config),
    mayEditCheckout: mayEditCheckout(config.rules, config.mode),
    problem(tool) {
      if (level !== 'trusted')
        return 'This run may propose no branch: a person with write permission did not start it, or its code comes from outside. Put the change in the answer.'
      if (inputs.changes === 'off')
        return 'The workflow sets the input `changes` to "off", so this run may propose no files.'
      if (toolNames.has(tool) && !excluded.has(tool)) return undefined
      if (tool === 'create_pull_request' && !excluded.has(tool) && config.rules.some(namesCommand)) return undefined
      return `The workflow does not name ${tool}, so this run may not use it. Add it to mcpServers.github.includeTools in the settings, or edit files in the checkout and set the input \`changes\`.`
    },
  }
}

/** The tools with which the agent proposes changes on GitHub, and its proposals so far. None of them writes to GitHub. */
export type ProposalTools = {
  tools: Tool[]
  proposals(): readonly Proposal[]
  store: ProposalStore
  /** Whose texts the model has read. */
  texts: ReadTexts
  outsider: WriteAuthority['outsider']
  /** The diff of the task's pull request. Rejects with GitHubError. */
  change(): Promise<ReviewDiff>
  /** Looks in a review's answer for problems without a comment. */
  answers: AnswerCheck
  /** The findings of earlier reviews of the task's pull request, placed in its head. Rejects with GitHubError. */
  earlierFindings(): Promise<readonly PlacedFinding[]>
  /** Whether a thread may be of an earlier review, and GitHub does not say so. */
  isUnsure(): Promise<boolean>
  /** The same of all workflows that use this action. */
  allFindings(action: string): Promise<readonly PlacedFinding[]>
}

/**
 * Opens the proposal tools of one run. Each tool checks its proposal against GitHub, so that the model can correct it; delivery checks
 * it again. A tool that the configuration turns off is missing.
 */
export function openProposalTools(task: Task, github: ProposalGitHub, options: ProposalOptions): ProposalTools {
  const store = openProposalStore()
  const pullRequest = pullRequestProposalTools(task, github, options, store)
  return {
    answers: openAnswerCheck(task, options, { ...pullRequest, store }),
    ...pullRequest,
    tools: [...issueProposalTools(task, github, options, store), ...pullRequest.tools],
    proposals: store.all,
    store,
    texts: options.authority.texts,
    outsider: options.authority.outsider,
  }
}
