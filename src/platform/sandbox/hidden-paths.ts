import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isInside } from '../files/paths.ts'
import { statsAt } from '../stats-at.ts'
import type { IsolationContext } from './isolation-context.ts'

/** Files and folders of a home folder that contain only credentials. */
const CREDENTIAL_FILES = `
  .ssh .gnupg .aws .azure .kube .password-store .local/share/keyrings .oci .heroku .vault-token .netrc .git-credentials
  .docker/config.json .config/containers/auth.json .config/gh .config/hub .config/glab-cli .config/gcloud .config/doctl
  .config/git/credentials .config/rclone .config/op .config/sops .pypirc .gem/credentials .local/share/gem/credentials
  .cargo/credentials .cargo/credentials.toml .composer/auth.json .config/composer/auth.json .terraform.d/credentials.tfrc.json
  .m2/settings-security.xml .gemini/oauth_creds.json .gemini/google_accounts.json .gemini/mcp-oauth-tokens.json
`.match(/\S+/g) as readonly string[] // the list is not empty

/** Configuration files that programs need but that may contain passwords. Hidden when their text looks secret. */
const MIXED_CONFIG_FILES = `
  .npmrc .yarnrc .yarnrc.yml .config/pip/pip.conf .pip/pip.conf .m2/settings.xml .gradle/gradle.properties .bundle/config
  .nuget/NuGet/NuGet.Config .gitconfig .config/git/config .config/pypoetry/auth.toml .cargo/config.toml .wgetrc .curlrc
`.match(/\S+/g) as readonly string[] // the list is not empty
const LOOKS_SECRET = /auth|token|passw|secret|extraheader|:\/\/[^\s/]+@/i

/** Variables that name credential files, or the files with which a step sends commands to the runner. */
const CREDENTIAL_VARIABLES = `
  GITHUB_ENV GITHUB_PATH GITHUB_OUTPUT GITHUB_STATE GITHUB_STEP_SUMMARY GITHUB_EVENT_PATH
  GOOGLE_APPLICATION_CREDENTIALS GOOGLE_GHA_CREDS_PATH CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE CLOUDSDK_CONFIG
  AWS_SHARED_CREDENTIALS_FILE AWS_CONFIG_FILE AWS_WEB_IDENTITY_TOKEN_FILE AZURE_FEDERATED_TOKEN_FILE AZURE_CONFIG_DIR
  KUBECONFIG NPM_CONFIG_USERCONFIG NETRC GNUPGHOME SSH_AUTH_SOCK PIP_CONFIG_FILE
`.match(/\S+/g) as readonly string[] // the list is not empty

/** With these sockets any program of the same user can control a .NET program, and the runner is one. */
const DEBUGGER_SOCKET = /^(?:dotnet-diagnostic|clr-debug-pipe)-/

/** Paths to hide from the model's programs, as written. Many may not exist. */
export function listHiddenPaths(context: IsolationContext, root: boolean): string[] {
  const { env, workspace, scratch } = context
  const variablePaths = CREDENTIAL_VARIABLES.flatMap((name) => (env[name] ?? '').split(':')).filter((path) =>
    path.startsWith('/'),
  )
  const docker = env.DOCKER_CONFIG === undefined ? [] : [join(env.DOCKER_CONFIG, 'config.json')]
  const listed = [
    ...(env.RUNNER_TEMP ? [env.RUNNER_TEMP] : []),
    scratch,
    ...variablePaths,
    ...docker,
    ...homeFolders(env.HOME, root).flatMap((home) => [
      ...CREDENTIAL_FILES.map((name) => join(home, name)),
      ...MIXED_CONFIG_FILES.map((name) => join(home, name)).filter((path) => LOOKS_SECRET.test(textOf(path))),
    ]),
    ...namesIn(workspace)
      .filter((name) => /^gha-creds-.*\.json$/i.test(name))
      .map((name) => join(workspace, name)),
    ...runnerSecrets(context),
    ...[env.TMPDIR ?? '/tmp', '/tmp'].flatMap((folder) =>
      namesIn(folder)
        .filter((name) => DEBUGGER_SOCKET.test(name))
        .map((name) => join(folder, name)),
    ),
    ...(root ? ['/proc/kcore'] : []),
  ]
  const isRestricted = context.allowedHosts !== undefined && !context.allowedHosts.everything
  return [...listed, ...listSockets(workspace, isRestricted ? LOG_SOCKET : HARMLESS_SOCKET)].filter(
    (path) => resolve(path) !== '/',
  )
}

/** Code of this run, of the runner and of the job's other actions. Changed code would later run with the job's credentials. */
export function listRunCode(context: IsolationContext): string[] {
  const runner = runnerFolder(context)
  const actions = context.env.RUNNER_TEMP ? [join(dirname(context.env.RUNNER_TEMP), '_actions')] : []
  // Its scripts, and .env and .path, from which later jobs of a persistent runner get their environment.
  const files = runner === undefined ? [] : namesIn(runner).filter((name) => isFile(join(runner, name)))
  const parts = runner === undefined ? [] : ['bin', 'externals', ...files].map((name) => join(runner, name))
  return [...context.program, ...actions, ...parts]
}

const homeFolders = (home: string | undefined, root: boolean): string[] => [
  ...(home ? [home] : []),
  ...(root ? ['/root', ...namesIn('/home').map((name) => join('/home', name))] : []),
]

/** The runner's folder, derived from the path of its Node.js: `<runner>/externals/node24/bin/node`. */
function runnerFolder({ program }: IsolationContext): string | undefined {
  const folders = program.map((path) => /^(.+)\/externals\/node\d+[^/]*\/bin\/node$/.exec(path)?.[1])
  return folders.find((folder) => folder !== undefined)
}

function runnerSecrets(context: IsolationContext): string[] {
  const runner = runnerFolder(context)
  return runner === undefined
    ? []
    : ['_diag', '.credentials', '.credentials_rsaparams', '.runner', '.credentials_migrated', '.runner_migrated'].map(
        (name) => join(runner, name),
      )
}

/**
 * Sockets of other programs, which a PID namespace does not hide: Docker, systemd, ssh agents. Excluded are sockets that
 * tests need (databases), sockets for name resolution and logs, and sockets in the workspace. Where the network is
 * restricted, databases and name resolution are not excluded: they lead out of the namespace.
 */
function listSockets(workspace: string, harmless: RegExp): string[] {
  const paths = textOf('/proc/net/unix')
    .split('\n')
    .flatMap((line) => /\s(\/.*)$/.exec(line)?.[1] ?? [])
  return [...new Set(paths)].filter((path) => !harmless.test(path) && !isInside(workspace, path) && canConnect(path))
}

const LOG_SOCKET = /^\/(?:var\/)?run\/systemd\/journal\/|^\/dev\/log$/
const HARMLESS_SOCKET =
  /\/(?:\.s\.PGSQL\.\d+|mysqlx?\.sock|mysqld\.sock|redis[\w.-]*|memcached[\w.-]*|X\d+)$|^\/(?:var\/)?run\/(?:systemd\/(?:resolve|journal)\/|nscd\/|avahi-daemon\/)|^\/dev\//

function canConnect(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const isFile = (path: string): boolean => statsAt(path)?.isFile() ?? false

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function textOf(path: string): string {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}
