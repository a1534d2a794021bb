import { accessSync, constants, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readSmallFile } from '../files/open-path.ts'
import { isFolderAt, isInside, statsAt } from '../paths.ts'
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
    ...(context.replaced === undefined ? namesIn(workspace) : [])
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
 * restricted, databases and name resolution are hidden too: they lead out of the namespace.
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
    return isFile(path) ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}

/** Maximum depth of submodule folders under `.git/modules`. */
const MAX_MODULE_DEPTH = 5

/**
 * Git configuration files of a checkout that contain credentials, for example from actions/checkout, with their text
 * without the credentials. Unreadable files are skipped.
 */
export function findConfigsWithCredentials(workspace: string): { path: string; clean: string }[] {
  const folders = gitFolders(workspace)
  const paths = folders.flatMap((folder) => [join(folder, 'config'), join(folder, 'config.worktree')])
  const modules = folders.flatMap((folder) => configsUnder(join(folder, 'modules'), MAX_MODULE_DEPTH))
  return [...new Set([...paths, ...modules])].flatMap((path) => {
    const text = gitFileText(path)
    const clean = removeCredentials(text)
    return clean === text ? [] : [{ path, clean }]
  })
}

/**
 * Files of a checkout that make git run programs in a later step: configurations and hooks. `folders` contain them and must
 * not be moved away and replaced. Creates a missing hooks folder, as `git init` does.
 */
export function gitExecutionPaths(workspace: string): { folders: string[]; paths: string[] } {
  const folders = gitFolders(workspace).filter((folder) => isFolderAt(join(folder, 'objects')))
  for (const folder of folders) makeHooks(folder)
  const modules = folders.flatMap((folder) => configsUnder(join(folder, 'modules'), MAX_MODULE_DEPTH)).map(dirname)
  const all = [...folders, ...modules]
  const paths = all.flatMap((folder) => ['config', 'config.worktree', 'hooks'].map((name) => join(folder, name)))
  const gitPath = join(workspace, '.git')
  return { folders: all, paths: isFolderAt(gitPath) ? paths : [gitPath, ...paths] }
}

function makeHooks(folder: string): void {
  try {
    mkdirSync(join(folder, 'hooks'), { recursive: true })
  } catch {
    // Another user owns the repository, so the model's programs cannot write there either.
  }
}

/** The text of a git configuration without headers, helpers and passwords. */
export const removeCredentials = (text: string): string =>
  text
    .replace(
      /^[^\S\n]*(?:extraheader|helper|password|cookiefile|token|oauth\w*)[^\S\n]*=(?:[^\n]*\\\n)*[^\n]*(?:\n|$)/gim,
      '',
    )
    .replace(/\b(https?:\/\/)[^\s/"@]+@/gi, '$1')

/** git's folders: `.git`, or for a worktree or submodule the folder that the file `.git` names and its common folder. */
function gitFolders(workspace: string): string[] {
  const gitPath = join(workspace, '.git')
  const gitDir = /^gitdir:\s*(.+)$/m.exec(gitFileText(gitPath))?.[1]?.trim()
  if (gitDir === undefined) return [gitPath]
  const folder = resolve(workspace, gitDir)
  const common = gitFileText(join(folder, 'commondir')).trim()
  return common === '' ? [folder] : [folder, resolve(folder, common)]
}

function configsUnder(folder: string, maxDepth: number): string[] {
  if (maxDepth === 0) return []
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  // A folder with a HEAD is a repository; its objects contain no configuration.
  if (names.includes('HEAD')) return [join(folder, 'config'), ...configsUnder(join(folder, 'modules'), maxDepth - 1)]
  return names.flatMap((name) => configsUnder(join(folder, name), maxDepth - 1))
}

const MAX_CONFIG_BYTES = 1024 * 1024

export function gitFileText(path: string): string {
  try {
    const real = realpathSync(path)
    // A pipe in its place must not stop the run.
    return readSmallFile(dirname(real), basename(real), MAX_CONFIG_BYTES) ?? ''
  } catch {
    return ''
  }
}

/** All folders with a mount, from the kernel's list, which writes white space in octal. */
export function mountPoints(): string[] {
  const points = readFileSync('/proc/self/mountinfo', 'utf8').split('\n').filter(Boolean)
  const paths = points.map((each) =>
    (each.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    ),
  )
  return [...new Set(paths)].filter((path) => isFolderAt(path))
}
