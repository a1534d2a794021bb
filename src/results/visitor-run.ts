import * as z from 'zod'
import type { RunConfig } from '../config/load-run-config.ts'
import type { Rule } from '../policy/rules/rule.ts'
import { defineTool, done, failed, type Tool } from '../tools/tool.ts'
import type { StepResults } from './step-results.ts'

/** The command is data: no program starts, so it needs no permission unless a rule denies it. */
const RESULT_RULE: Rule = {
  verdict: 'allow',
  tier: 'default',
  priority: 60,
  file: 'built-in: results of a visitor run',
  line: 1,
  match: { tools: ['run_shell_command'] },
}

/** The configuration without what starts programs, reaches a network or asks further models. */
export const visitorConfig = (config: RunConfig): RunConfig => {
  const { mcpServers: _servers, ...settings } = config.settings
  const { discoveryCommand: _discovery, callCommand: _call, ...tools } = settings.tools ?? {}
  const { serverCommand: _command, ...mcp } = settings.mcp ?? {}
  return {
    ...config,
    settings: { ...settings, tools, mcp },
    rules: [...config.rules, RESULT_RULE],
    agents: [],
    skills: [],
  }
}

/** Read tools, and labels where the workflow names which. */
export const visitorGithubTools = (tools: readonly Tool[], allowedLabels: readonly string[]): Tool[] =>
  tools.filter(
    ({ name, annotations }) =>
      annotations.readOnlyHint === true || (name === 'github__add_labels' && allowedLabels.length > 0),
  )

const RESULT_LINE =
  /^\s*echo\s+(?:"([A-Za-z_]\w*=[^"`$\\!\r\n]*)"|'([A-Za-z_]\w*=[^'\r\n]*)'|([A-Za-z_]\w*=(?:[\w./:,@%+=-]*|"[^"`$\\!\r\n]*"|'[^'\r\n]*')))\s*>>?\s*(?:"\$GITHUB_(ENV|OUTPUT)"|\$GITHUB_(ENV|OUTPUT)|"\$\{GITHUB_(ENV|OUTPUT)\}"|\$\{GITHUB_(ENV|OUTPUT)\})\s*;?\s*$/

/** The line that `echo NAME=value >> "$GITHUB_ENV"` writes; undefined for every other command. */
export function resultLine(command: string): { channel: 'GITHUB_ENV' | 'GITHUB_OUTPUT'; line: string } | undefined {
  const match = RESULT_LINE.exec(command)
  if (match === null) return undefined
  const [, double, single, bare = '', ...channels] = match
  const line = double ?? single ?? bare.replace(/=(["'])(.*)\1$/, '=$2')
  return { channel: channels.includes('OUTPUT') ? 'GITHUB_OUTPUT' : 'GITHUB_ENV', line }
}

/** Replaces the shell in a visitor's run: stores a result for later steps and starts no program. */
export const visitorResultTool = (results: Pick<StepResults, 'append'>): Tool =>
  defineTool({
    name: 'run_shell_command',
    aliases: ['ShellTool', 'Shell', 'shell', 'run_command', 'bash'],
    description:
      'Stores one result for later steps of the workflow. Takes exactly one form of command, echo NAME=value >> "$GITHUB_ENV", with the value in quotes if it has spaces. No program runs, and no variables are expanded.',
    annotations: { destructiveHint: false },
    input: z.object({
      command: z.string().describe('echo NAME=value >> "$GITHUB_ENV"'),
      description: z.string().optional().describe('What the command does, for the log.'),
    }),
    run: async ({ command }) => {
      const result = resultLine(command)
      if (result === undefined)
        return failed(
          'policy_violation',
          'This run has no shell, because the account that caused the event has no write permission. It takes only echo NAME=value >> "$GITHUB_ENV". The variables of the step are in the prompt.',
        )
      results.append(result.channel, result.line)
      return done('Stored. The workflow receives it at the end of the run if its file reads this name.')
    },
  })
