import type { Inputs } from '../../config/inputs/inputs.ts'
import type { RunConfig } from '../../config/load-run-config.ts'
import type { Settings } from '../../config/settings/settings.ts'
import type { GitHub } from '../../github/api/github.ts'
import type { Task, Trust } from '../../github/events/task.ts'
import { mcpToolNames, withMcpTools } from '../../github-tools/mcp-tools.ts'
import { readTools } from '../../github-tools/read-tools.ts'
import type { StepResults } from '../../results/step-results.ts'
import { visitorGithubTools, visitorResultTool } from '../../results/visitor-config.ts'
import type { Tool } from '../../tools/tool.ts'
import type { ProposalTools } from '../proposals.ts'
import { branchOptions, callJudge } from './judge-call.ts'

export type GithubToolsOptions = {
  task: Task
  trust: Trust
  inputs: Inputs
  github: GitHub
  nonce: string
  config: Pick<RunConfig, 'rules' | 'mode' | 'invocations'>
  /** The settings before a visitor's run loses its servers: they name tools of GitHub's MCP server. */
  settings: Settings
  proposals: ProposalTools
  results: Pick<StepResults, 'append'>
}

/** The tools about GitHub of a run. A visitor's run gets those that read, labels where the workflow names them, and one for results. */
export function runGithubTools(options: GithubToolsOptions): Tool[] {
  const { task, trust, inputs, github, nonce, config, settings, proposals, results } = options
  const visitorTools = trust.level === 'visitor' ? [visitorResultTool(results)] : []
  if (inputs.github_token === '') return visitorTools
  const tools = withMcpTools([...readTools(task, github, nonce), ...proposals.tools], {
    task,
    github,
    nonce,
    store: proposals.store,
    judge: callJudge(config),
    branches: branchOptions({ ...config, settings }, trust, inputs),
    declaredNames: mcpToolNames(settings, inputs.prompt, config.invocations),
  })
  return [...(trust.level === 'visitor' ? visitorGithubTools(tools, inputs.allowed_labels) : tools), ...visitorTools]
}
