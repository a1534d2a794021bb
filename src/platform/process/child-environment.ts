import { plainLineEnds } from '../../text/format-text.ts'
import { githubServer } from '../environment.ts'
import { lazy } from '../lazy.ts'
import { collectSecrets, createSecretFilter } from '../redact/redact.ts'
import { findTokenShapes } from '../redact/secret-shapes.ts'

/** Variables that every program needs: PATH, home, language, temporary folder. */
const SYSTEM_VARIABLES = new Set(
  `PATH HOME LANG SHELL TMPDIR USER LOGNAME TERM COLORTERM
   SYSTEMROOT COMSPEC PATHEXT WINDIR TEMP TMP USERPROFILE SYSTEMDRIVE`.split(/\s+/),
)

/** Variables with which workflows written for Gemini CLI pass the task to its shell. */
const TASK_VARIABLES = new Set(
  `ADDITIONAL_CONTEXT AVAILABLE_LABELS BRANCH_NAME DESCRIPTION EVENT_NAME IS_PULL_REQUEST ISSUES_TO_TRIAGE ISSUE_BODY
   ISSUE_NUMBER ISSUE_TITLE PULL_REQUEST_NUMBER REPOSITORY TITLE TRIGGERING_ACTOR`.split(/\s+/),
)

/**
 * Never passed on, even when a setting allows them: the runner's command files and credentials, the action's inputs, and
 * variables with which an earlier step could make every program load its code.
 */
const BLOCKED_VARIABLES = [
  /^GITHUB_(ENV|PATH|OUTPUT|STATE|STEP_SUMMARY|TOKEN)$/,
  /^(ACTIONS|INPUT|STATE|RUNNER_OIDC)_/,
  /^(GH_TOKEN|GH_ENTERPRISE_TOKEN|GITHUB_ENTERPRISE_TOKEN|GEMINI_API_KEY|GOOGLE_API_KEY|GOOGLE_APPLICATION_CREDENTIALS)$/,
  /^(GOOGLE_GHA_CREDS_PATH|GOOGLE_CLOUD_ACCESS_TOKEN|CLOUDSDK_AUTH_.*)$/,
  /^(LD_|DYLD_|GIT_|SSH_ASKPASS|BASH_FUNC_|BASH_ENV$|ENV$|SHELLOPTS$|BASHOPTS$|PS4$|IFS$|CDPATH$|PROMPT_COMMAND$)/,
  /^(NODE_OPTIONS|NODE_REPL_.*|PYTHON(STARTUP|PATH|HOME|INSPECT|BREAKPOINT|USERBASE)|PERL5?(OPT|LIB|DB)|RUBY(OPT|LIB))$/,
  /^(_?JAVA_(TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|MAVEN_OPTS|GRADLE_OPTS|DOTNET_STARTUP_HOOKS|LUA_INIT.*)$/,
  /^(NPM_CONFIG_|YARN_|PNPM_|BUNDLE_|PIP_|CARGO_|RUSTC_WRAPPER|GOFLAGS|MAKEFLAGS|EDITOR|VISUAL|LESSOPEN|LESSCLOSE)/,
]

/** More names that make a later step, a program or a shell run something else. */
const STEERING_VARIABLE =
  /^(LD|DYLD|NODE|GIT|PYTHON|PERL5?|RUBY|JAVA|JDK|GITHUB|RUNNER|ACTIONS|INPUT|STATE|BASH|SSH|SSL|CURL|DOCKER|AWS|AZURE|GOOGLE|GCP|GEMINI|CLOUDSDK|NPM|YARN|PNPM|PIP|UV|CARGO|RUST|GO|MAVEN|GRADLE|DOTNET|COMPOSER|GEM|GH|LC|TERM|XDG|KUBE|HELM|TF|MSBUILD|POWERSHELL|PS|ZDOTDIR|OPENSSL|GLIBC|MALLOC|LUA|PHP|ELECTRON|DENO|BUN|COREPACK|HOMEBREW)_|^(NODE|PYTHON|GIT|BASH|PERL|RUBY|JAVA)[A-Z0-9]*$|^PS[0-9]$|^(PATH|ENV|HOME|SHELL|IFS|TMPDIR|TEMP|TMP|CDPATH|CI|LANG|LANGUAGE|USER|LOGNAME|PAGER|EDITOR|VISUAL|BROWSER|TERM|PWD|OLDPWD|UID|EUID|PPID|HOSTNAME|FCEDIT|POSIXLY_CORRECT|CLASSPATH|MAKEFLAGS|CC|CXX|CFLAGS|LDFLAGS|FUNCNAME|GLOBIGNORE|FIGNORE|HISTFILE|INPUTRC|MANPATH|COMSPEC|PATHEXT|SYSTEMROOT|WINDIR|USERPROFILE|APPDATA|PSMODULEPATH)$|_PROXY$|_OPTIONS$|_OPTS$|PRELOAD|(^|_)(TOKEN|SECRET|PASSWORD|CREDENTIALS|API_KEY)$/

/** Whether a variable changes how programs run or authenticates them, so that text of a task must not set it. */
export const isSteeringVariable = (name: string): boolean => {
  const upper = name.toUpperCase()
  return (
    STEERING_VARIABLE.test(upper) ||
    SYSTEM_VARIABLES.has(upper) ||
    BLOCKED_VARIABLES.some((pattern) => pattern.test(upper)) ||
    Object.hasOwn(UNATTENDED_VARIABLES, upper)
  )
}

/**
 * Keys and values for `git -c`: git does not prompt, use a pager, or run programs from a repository's configuration.
 * Omitted: `diff.external`. It has no value for "none", so every `git diff` would fail.
 */
const gitConfig = (server: string): readonly (readonly [string, string])[] => [
  ['credential.helper', ''],
  // actions/checkout stores the job's token here. An empty value clears all earlier headers.
  [`http.${server}/.extraheader`, ''],
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.sshCommand', 'ssh'],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['sequence.editor', 'true'],
  // A folder of a commit can look like a bare repository whose configuration runs programs.
  ['safe.bareRepository', 'explicit'],
  // The global configuration with the user's safe folders is not read, and in a container another user often owns the
  // checkout. The check guards against configuration that runs programs, which the lines above already disable.
  ['safe.directory', '*'],
]

const UNATTENDED_VARIABLES: Readonly<Record<string, string>> = {
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
  const pairs = gitConfig(server)
  const numbered = pairs.flatMap(([key, value], n) => [
    [`GIT_CONFIG_KEY_${n}`, key],
    [`GIT_CONFIG_VALUE_${n}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(pairs.length), ...Object.fromEntries(numbered) }
}

/**
 * The environment of every program that the model can start: a short list of names, `GEMINI_CLI_*`, and the names in
 * `allowed` (exact, ignoring case), with prompts and pagers turned off.
 * Secrets of `env` and texts that look like tokens are replaced by `[redacted]`.
 * Source: Gemini CLI's strict mode, which is active whenever GITHUB_SHA is set.
 */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  allowed: readonly string[],
  { open = [], closed = [] }: TaskNames = {},
): Record<string, string> {
  const isTaskVariable = (name: string) => (isKnownTaskVariable(name) || open.includes(name)) && !closed.includes(name)
  const allowedNames = new Set(allowed.map((name) => name.trim().toUpperCase()))
  // Most runs need neither filter, and building one takes milliseconds.
  const taskFilter = lazy(() => {
    // The text of a task may quote a token but is not a secret itself, so collect secrets from all other values.
    const others = Object.entries(env).filter(([name]) => !isTaskVariable(name.toUpperCase()))
    return createSecretFilter(collectSecrets(Object.fromEntries(others), []))
  })
  const tokenFilter = lazy(() => createSecretFilter([]))
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    const upper = name.toUpperCase()
    if (value === undefined || BLOCKED_VARIABLES.some((pattern) => pattern.test(upper))) continue
    // These hold paths and names, so a text that looks like a token is there by mistake.
    if (SYSTEM_VARIABLES.has(upper))
      result[name] = findTokenShapes(value).length === 0 ? value : tokenFilter().text(value)
    // The configuration allows this variable, so it may be a password on purpose, but never a token.
    else if (allowedNames.has(upper)) result[name] = tokenFilter().text(value)
    else if (isTaskVariable(upper)) result[name] = taskFilter().text(plainLineEnds(value))
  }
  return { ...result, ...UNATTENDED_VARIABLES, ...gitVariables(githubServer(env)) }
}

/** Names that the workflow gives the step, upper-case. `open`: data of the task. `closed`: not passed on as data. */
export type TaskNames = { open?: readonly string[]; closed?: readonly string[] }

const isKnownTaskVariable = (name: string): boolean => TASK_VARIABLES.has(name) || name.startsWith('GEMINI_CLI_')

/** The variables of a child environment that describe the task. */
export const taskVariables = (
  childEnv: Readonly<Record<string, string>>,
  { open = [] }: TaskNames = {},
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(childEnv).filter(
      ([name]) => TASK_VARIABLES.has(name.toUpperCase()) || open.includes(name.toUpperCase()),
    ),
  )
