import { once } from './once.ts'
import { shapesIn } from './secret-shapes.ts'
import { collectSecrets, makeFilter } from './secrets.ts'

/** What any program needs to find itself, its home and its language. */
const SYSTEM = new Set(
  `PATH HOME LANG SHELL TMPDIR USER LOGNAME TERM COLORTERM
   SYSTEMROOT COMSPEC PATHEXT WINDIR TEMP TMP USERPROFILE SYSTEMDRIVE`.split(/\s+/),
)

/** What workflows written for Gemini CLI hand to its shell: the task, as text. */
const TASK = new Set(
  `ADDITIONAL_CONTEXT AVAILABLE_LABELS BRANCH_NAME DESCRIPTION EVENT_NAME IS_PULL_REQUEST ISSUES_TO_TRIAGE ISSUE_BODY
   ISSUE_NUMBER ISSUE_TITLE PULL_REQUEST_NUMBER REPOSITORY TITLE TRIGGERING_ACTOR`.split(/\s+/),
)

/**
 * Never handed on, whoever allows it: the runner's file channels and credentials, our inputs, and variables by which an
 * earlier step could make every program load code of its choice.
 */
const NEVER = [
  /^GITHUB_(ENV|PATH|OUTPUT|STATE|STEP_SUMMARY|TOKEN)$/,
  /^(ACTIONS|INPUT|STATE|RUNNER_OIDC)_/,
  /^(GH_TOKEN|GH_ENTERPRISE_TOKEN|GITHUB_ENTERPRISE_TOKEN|GEMINI_API_KEY|GOOGLE_API_KEY|GOOGLE_APPLICATION_CREDENTIALS)$/,
  /^(GOOGLE_GHA_CREDS_PATH|GOOGLE_CLOUD_ACCESS_TOKEN|CLOUDSDK_AUTH_.*)$/,
  /^(LD_|DYLD_|GIT_|SSH_ASKPASS|BASH_FUNC_|BASH_ENV$|ENV$|SHELLOPTS$|BASHOPTS$|PS4$|IFS$|CDPATH$|PROMPT_COMMAND$)/,
  /^(NODE_OPTIONS|NODE_REPL_.*|PYTHON(STARTUP|PATH|HOME|INSPECT|BREAKPOINT|USERBASE)|PERL5?(OPT|LIB|DB)|RUBY(OPT|LIB))$/,
  /^(_?JAVA_(TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|MAVEN_OPTS|GRADLE_OPTS|DOTNET_STARTUP_HOOKS|LUA_INIT.*)$/,
  /^(NPM_CONFIG_|YARN_|PNPM_|BUNDLE_|PIP_|CARGO_|RUSTC_WRAPPER|GOFLAGS|MAKEFLAGS|EDITOR|VISUAL|LESSOPEN|LESSCLOSE)/,
]

/**
 * Git and friends never ask, page, or run what a repository's configuration names. Pairs of `git -c`.
 * Not here: `diff.external`, which has no value that means "none", so that every `git diff` would fail.
 */
const gitConfig = (server: string): readonly (readonly [string, string])[] => [
  ['credential.helper', ''],
  // actions/checkout leaves the job's token here. Empty means: forget all headers so far.
  [`http.${server}/.extraheader`, ''],
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.sshCommand', 'ssh'],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['sequence.editor', 'true'],
  // A folder of a commit can look like a repository, with a configuration of its own that runs programs.
  ['safe.bareRepository', 'explicit'],
  // The user's own list of safe folders went with the global configuration, and in a container the checkout is often
  // another user's. What the check guards against, configuration that runs programs, is what the lines above turn off.
  ['safe.directory', '*'],
]

const UNATTENDED: Readonly<Record<string, string>> = {
  CI: 'true',
  GEMINI_CLI: '1',
  TERM: 'xterm-256color',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GH_PROMPT_DISABLED: '1',
  GCM_INTERACTIVE: 'never',
  DISPLAY: '',
  DBUS_SESSION_BUS_ADDRESS: '',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
}

function gitVariables(server: string): Record<string, string> {
  const pairs = gitConfig(server.replace(/\/+$/, ''))
  const numbered = pairs.flatMap(([key, value], n) => [
    [`GIT_CONFIG_KEY_${n}`, key],
    [`GIT_CONFIG_VALUE_${n}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(pairs.length), ...Object.fromEntries(numbered) }
}

/**
 * The environment of everything the model can start: a short list of names, `GEMINI_CLI_*`, and the names in `allowed`
 * (exact, without regard to case), made fit for a run that nobody watches.
 * Text that quotes a secret of `env`, or something shaped like a token, has it replaced by `[redacted]`.
 * Source: spec of Gemini CLI's strict mode, which it enters whenever GITHUB_SHA is set.
 */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  allowed: readonly string[],
): Record<string, string> {
  const named = new Set(allowed.map((name) => name.trim().toUpperCase()))
  // Most runs name no variables and hand over no task by one; building a filter takes milliseconds.
  const quoted = once(() => {
    // A task's text that quotes a token is not itself a secret; all other values are looked at.
    const others = Object.entries(env).filter(([name]) => !isTask(name.toUpperCase()))
    return makeFilter(collectSecrets(Object.fromEntries(others), []))
  })
  const shaped = once(() => makeFilter([]))
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    const upper = name.toUpperCase()
    if (value === undefined || NEVER.some((pattern) => pattern.test(upper))) continue
    // Paths and names; what is shaped like a token has been put there by mistake.
    if (SYSTEM.has(upper)) kept[name] = shapesIn(value).length === 0 ? value : shaped().text(value)
    // Named by whoever configured the run, so a password may be meant; what is shaped like a token never is.
    else if (named.has(upper)) kept[name] = shaped().text(value)
    else if (isTask(upper)) kept[name] = quoted().text(value)
  }
  return { ...kept, ...UNATTENDED, ...gitVariables(env.GITHUB_SERVER_URL || 'https://github.com') }
}

const isTask = (name: string): boolean => TASK.has(name) || name.startsWith('GEMINI_CLI_')
