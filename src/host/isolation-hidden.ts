import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isInside } from './paths.ts'

/** What isolation depends on. Everything in here is as it was when the run began. */
export type IsolationPlace = {
  platform: NodeJS.Platform
  /** Absent on Windows. */
  uid: number | undefined
  gid: number | undefined
  env: Readonly<Record<string, string | undefined>>
  /** The checked-out repository: stays writable. */
  workspace: string
  /** The run's private folder: hidden. Needs to exist when something is wrapped. */
  scratch: string
  /** Folders and files with the code of this very run, which nothing it starts may change. */
  program: readonly string[]
  /** Where system programs are looked for. Not PATH: an earlier step could have put anything there. */
  folders?: readonly string[]
}

/** Files and folders of a home that hold nothing but credentials. */
const CREDENTIALS = `
  .ssh .gnupg .aws .azure .kube .password-store .local/share/keyrings .oci .heroku .vault-token .netrc .git-credentials
  .docker/config.json .config/containers/auth.json .config/gh .config/hub .config/glab-cli .config/gcloud .config/doctl
  .config/git/credentials .config/rclone .config/op .config/sops .pypirc .gem/credentials .local/share/gem/credentials
  .cargo/credentials .cargo/credentials.toml .composer/auth.json .config/composer/auth.json .terraform.d/credentials.tfrc.json
  .m2/settings-security.xml .gemini/oauth_creds.json .gemini/google_accounts.json .gemini/mcp-oauth-tokens.json
`.match(/\S+/g) as readonly string[] // the list is not empty

/** Configuration that programs need, but that some people keep passwords in. Hidden when it looks as if. */
const MIXED = `
  .npmrc .yarnrc .yarnrc.yml .config/pip/pip.conf .pip/pip.conf .m2/settings.xml .gradle/gradle.properties .bundle/config
  .nuget/NuGet/NuGet.Config .gitconfig .config/git/config .config/pypoetry/auth.toml .cargo/config.toml .wgetrc .curlrc
`.match(/\S+/g) as readonly string[] // the list is not empty
const LOOKS_SECRET = /auth|token|passw|secret|extraheader|:\/\/[^\s/]+@/i

/** Variables that name files with credentials, or files by which a step speaks to the runner. */
const NAMED = `
  GITHUB_ENV GITHUB_PATH GITHUB_OUTPUT GITHUB_STATE GITHUB_STEP_SUMMARY GITHUB_EVENT_PATH
  GOOGLE_APPLICATION_CREDENTIALS GOOGLE_GHA_CREDS_PATH CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE CLOUDSDK_CONFIG
  AWS_SHARED_CREDENTIALS_FILE AWS_CONFIG_FILE AWS_WEB_IDENTITY_TOKEN_FILE AZURE_FEDERATED_TOKEN_FILE AZURE_CONFIG_DIR
  KUBECONFIG NPM_CONFIG_USERCONFIG NETRC GNUPGHOME SSH_AUTH_SOCK PIP_CONFIG_FILE
`.match(/\S+/g) as readonly string[] // the list is not empty

/** By these, whoever runs as the same user takes over a .NET program, and the runner is one. */
const DEBUGGER = /^(?:dotnet-diagnostic|clr-debug-pipe)-/

/** Everything that programs the model starts have no business to see. Paths as written; many may not exist. */
export function hiddenPaths(place: IsolationPlace, root: boolean): string[] {
  const { env, workspace, scratch } = place
  const named = NAMED.flatMap((name) => (env[name] ?? '').split(':')).filter((path) => path.startsWith('/'))
  const docker = env.DOCKER_CONFIG === undefined ? [] : [join(env.DOCKER_CONFIG, 'config.json')]
  const listed = [
    ...(env.RUNNER_TEMP ? [env.RUNNER_TEMP] : []),
    scratch,
    ...named,
    ...docker,
    ...homes(env.HOME, root).flatMap((home) => [
      ...CREDENTIALS.map((name) => join(home, name)),
      ...MIXED.map((name) => join(home, name)).filter((path) => LOOKS_SECRET.test(textOf(path))),
    ]),
    ...namesIn(workspace)
      .filter((name) => /^gha-creds-.*\.json$/i.test(name))
      .map((name) => join(workspace, name)),
    ...runnerSecrets(place),
    ...[env.TMPDIR ?? '/tmp', '/tmp'].flatMap((folder) =>
      namesIn(folder)
        .filter((name) => DEBUGGER.test(name))
        .map((name) => join(folder, name)),
    ),
    ...(root ? ['/proc/kcore'] : []),
  ]
  return [...listed, ...sockets(workspace)].filter((path) => resolve(path) !== '/')
}

/** Code of this run, of the runner and of the job's other actions: whoever changes it acts with the job's credentials later. */
export function ownPrograms(place: IsolationPlace): string[] {
  const runner = runnerFolder(place)
  const actions = place.env.RUNNER_TEMP ? [join(dirname(place.env.RUNNER_TEMP), '_actions')] : []
  // Its scripts, and .env and .path, which every later job of a runner that stays gets its environment from.
  const files = runner === undefined ? [] : namesIn(runner).filter((name) => isFile(join(runner, name)))
  const parts = runner === undefined ? [] : ['bin', 'externals', ...files].map((name) => join(runner, name))
  return [...place.program, ...actions, ...parts]
}

const homes = (home: string | undefined, root: boolean): string[] => [
  ...(home ? [home] : []),
  ...(root ? ['/root', ...namesIn('/home').map((name) => join('/home', name))] : []),
]

/** The runner's own folder, found by the Node.js that it brings for actions: `<runner>/externals/node24/bin/node`. */
function runnerFolder({ program }: IsolationPlace): string | undefined {
  const found = program.map((path) => /^(.+)\/externals\/node\d+[^/]*\/bin\/node$/.exec(path)?.[1])
  return found.find((path) => path !== undefined)
}

function runnerSecrets(place: IsolationPlace): string[] {
  const runner = runnerFolder(place)
  return runner === undefined
    ? []
    : ['_diag', '.credentials', '.credentials_rsaparams', '.runner', '.credentials_migrated', '.runner_migrated'].map(
        (name) => join(runner, name),
      )
}

/**
 * Sockets other programs listen on, which no PID namespace keeps anybody from: Docker's, systemd's, an ssh agent's. Left are
 * those of databases and such, that tests talk to, of name look-up and logs, and what lies in the workspace.
 */
function sockets(workspace: string): string[] {
  const paths = textOf('/proc/net/unix')
    .split('\n')
    .flatMap((line) => /\s(\/.*)$/.exec(line)?.[1] ?? [])
  return [...new Set(paths)].filter((path) => !HARMLESS.test(path) && !isInside(workspace, path) && canTalkTo(path))
}

const HARMLESS =
  /\/(?:\.s\.PGSQL\.\d+|mysqlx?\.sock|mysqld\.sock|redis[\w.-]*|memcached[\w.-]*|X\d+)$|^\/(?:var\/)?run\/(?:systemd\/(?:resolve|journal)\/|nscd\/|avahi-daemon\/)|^\/dev\//

function canTalkTo(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

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
