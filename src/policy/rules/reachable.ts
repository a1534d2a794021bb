import { hidingRule } from './decide.ts'
import type { Mode, Rule } from './rule.ts'
import { EDIT_TOOLS } from './tool-names.ts'

/**
 * Whether a rule may allow a call to a tool of this server. When none can, all its tools are hidden and the server need not
 * start. Returns true when in doubt.
 */
export const mayAllowServer = (rules: readonly Rule[], server: string, mode: Mode): boolean =>
  activeAllowRules(rules, mode).some(
    ({ match }) =>
      !match.builtin &&
      (match.server === undefined
        ? (match.tools ?? ['*']).some((name) => mayNameServerTool(name, server))
        : match.server === '*' || match.server === server),
  )

/** A name without a server prefix names a built-in tool. */
const mayNameServerTool = (name: string, server: string): boolean =>
  name === '*' || name.startsWith('mcp_') || name.startsWith('*__') || (name.includes('__') && name.startsWith(server))

/** Whether a rule may allow a call to a tool whose name starts with `start`. Returns true when in doubt. */
export const mayAllowToolPrefix = (rules: readonly Rule[], start: string, mode: Mode): boolean =>
  activeAllowRules(rules, mode).some(
    ({ match }) => match.server === undefined && (match.tools ?? ['*']).some((name) => mayShareStart(name, start)),
  )

export function mayShareStart(name: string, start: string): boolean {
  if (!name.endsWith('*')) return name.startsWith(start)
  const fixedPart = name.slice(0, -1)
  return fixedPart.startsWith(start) || start.startsWith(fixedPart)
}

export const activeAllowRules = (rules: readonly Rule[], mode: Mode): Rule[] =>
  rules.filter(
    ({ verdict, match }) =>
      verdict === 'allow' && match.interactive !== true && (match.modes === undefined || match.modes.includes(mode)),
  )

/**
 * Whether a run with these rules may change the checkout. False when no edit tool can be called and no command
 * that writes is allowed. A rule that denies the edit tools also counts for commands. Returns true when in doubt.
 */
export function mayEditCheckout(rules: readonly Rule[], mode: Mode): boolean {
  // In plan mode, plans are the only files that the edit tools write.
  if (mode === 'plan') return false
  const hiding = EDIT_TOOLS.map((name) => hidingRule(rules, { name, annotations: {} }, mode))
  if (hiding.some((rule) => rule === undefined)) return true
  if (hiding.every((rule) => rule?.verdict === 'deny')) return false
  return mayAllowToolPrefix(rules, 'discovered_tool_', mode) || mayRunWritingCommand(rules, mode)
}

const SHELL_TOOL = 'run_shell_command'

const mayRunWritingCommand = (rules: readonly Rule[], mode: Mode): boolean => {
  const hiding = hidingRule(rules, { name: SHELL_TOOL, annotations: {} }, mode)
  if (hiding !== undefined) return false
  return activeAllowRules(rules, mode).some(({ match, allowRedirection }) => {
    const { server, tools = ['*'], prefixes, regex } = match
    if (server !== undefined || !tools.some((name) => name === SHELL_TOOL || mayShareStart(name, SHELL_TOOL)))
      return false
    if (allowRedirection) return true
    if (prefixes !== undefined) return prefixes.some(({ text }) => !READS_ONLY.test(`${text.trim()} `))
    const start = /^\^?([\w.-]+(?: [\w.-]+)*)/.exec(regex?.source ?? '')?.[1]
    return start === undefined || !READS_ONLY.test(`${start} `)
  })
}

/** Commands, and subcommands of git, that only read, as the profile `review` allows them. Each is followed by a space. */
const READS_ONLY = new RegExp(
  `^(?:${[
    'git (?:log|diff|show|blame|annotate|status|shortlog|describe|rev-parse|rev-list|merge-base|name-rev|range-diff|cherry',
    '|grep|ls-files|ls-tree|ls-remote|cat-file|diff-tree|diff-index|for-each-ref|show-ref|whatchanged|check-ignore|branch',
    '|reflog show|remote get-url|diff-files|count-objects|worktree list|check-attr|stash show|tag (?:--list|-l|--contains)|stash list|remote -v|version|--version)',
    '|cat|head|tail|ls|tree|stat|file|du|df|wc|nl|tac|rev|cut|paste|column|fold|fmt|expand|tr|sort|uniq|comm|join|diff|cmp',
    '|[ef]?grep|rg|find|sed|awk|jq|xargs|md5sum|sha\\d+sum|cksum|base64|od|hexdump|strings|cd|pwd|echo|printf|true|false',
    '|test|\\[\\[?|seq|basename|dirname|realpath|readlink|date|uname|whoami|id|which|type|command -v|read(?: -ra?)?|mapfile -t|readarray -t|:|break|continue|return|shift|local|shopt -s|nproc|expr|numfmt|exit|set',
    '|(?:node|npm) (?:--version|-v)|python3? --version|export \\w+=[\\w.-]+',
    '|sleep|gh (?:pr|issue|run|repo|release|label) (?:view|list|diff|checks|status|comment|review|edit|close|reopen)',
  ].join('')}) `,
)
