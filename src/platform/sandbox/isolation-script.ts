import { type Argv, NOT_RUN } from '../process/run-program.ts'
import { shellQuote } from '../process/shell-words.ts'
import type { ReplacedFolder } from './isolation-context.ts'

/** A command's view of the file system, as input for `mount`. */
export type MountPlan = {
  /**
   * Paths of tables for `mount --all`: first the changes, then the hiding. They are separate because the changes need files that
   * are hidden afterwards, and because a table with a failed line is mounted a second time.
   */
  tables: readonly string[]
  /** Opened before anything is hidden, and mounted again afterwards. */
  visible: readonly { path: string; folder: boolean; writable: boolean }[]
  /** Arguments of final `mount` calls that a table cannot express, in order. */
  after: readonly (readonly string[])[]
  /** A folder that the command sees at another path. */
  replaced?: ReplacedFolder
  /** Whether the command gets a network of its own, with nothing in it. */
  withoutNetwork?: boolean
}

/** The plan where nothing can be mounted. */
export const NO_MOUNTS: MountPlan = { tables: [], visible: [], after: [] }

/** How namespaces are entered: as root, as root through sudo, or with a new user namespace. */
export type NamespaceMethod = 'root' | 'sudo' | 'user'

/** Paths of the programs that isolation needs, mostly from util-linux. */
export type IsolationTools = Readonly<Record<'bash' | 'unshare' | 'setpriv' | 'mount' | 'env' | 'mkdir', string>> & {
  sudo?: string
  timeout?: string
}

/**
 * The user that commands run as, and how their namespaces are made. `withoutMounts`: they see the files and processes of the
 * machine, because nothing can be mounted.
 */
export type IsolatedUser = {
  uid: number
  gid: number
  method: NamespaceMethod
  entry?: NamespaceEntry
  withoutMounts?: boolean
}

/**
 * Existing namespaces that a command enters before it gets its own, and the environment that it needs there.
 * `argv` ends where the next program follows, for example `nsenter --target 12 --net --`. Through sudo it runs as root. In a
 * user namespace a program loses its capabilities on exec, so the command gets another user namespace inside.
 */
export type NamespaceEntry = { argv: readonly string[]; env: Readonly<Record<string, string>> }

/** Capabilities that root keeps: enough for builds, without access to other processes or the kernel. */
const ROOT_CAPABILITIES = '+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+net_bind_service'

/**
 * The argv that runs a command in a new PID, IPC and mount namespace without new privileges.
 *
 * Four steps, each execs the next: (1) a bash that knows the folder, sudo, if needed, the entry, and `unshare`; (2) a bash outside the new PID namespace, whose first
 * child is the namespace's init and waits for the end of a pipe that only the next step holds; (3) a program that starts
 * the second child and ends with the same code or signal, after which init sees the end of the pipe and ends the whole
 * namespace; (4) in that child the mounts, `setpriv` and the command.
 * The command is not the init itself, because then signals that it sends to itself would have no effect. bash reads no
 * startup file: `-p` skips BASH_ENV, `--norc` skips the file that bash reads when its input is a socket.
 */
export function isolatedArgv(tools: IsolationTools, user: IsolatedUser, plan: MountPlan, argv: Argv): Argv {
  const { bash, unshare, sudo = 'sudo' } = tools
  const { method, entry } = user
  const bashArgs = [bash, '--norc', '-p', '-c']
  const program = [
    ...(method === 'sudo' ? [sudo, '-n', '--'] : []),
    ...(entry?.argv ?? []),
    unshare,
    ...(method === 'user' ? ['--user', '--map-current-user', '--keep-caps'] : []),
    // Queues and shared memory would otherwise outlive the command, and those of other programs could be read.
    ...(user.withoutMounts ? [] : ['--mount', '--propagation', 'private']),
    ...(plan.withoutNetwork ? ['--net'] : []),
    ...['--pid', '--ipc', '--', ...bashArgs],
  ]
  // Entering a mount namespace changes the folder, so the command gets it by its path.
  const place = plan.replaced && { from: plan.replaced.folder, to: plan.replaced.original }
  const enter = `${CLOSE_DESCRIPTORS}\ncd -P . && ${movedFolder(place)} && exec ${program.map(shellQuote).join(' ')} "$1" sluice ${method === 'sudo' ? '$$ ' : ''}"$2" sluice "$folder" "\${@:3}"`
  const outer = `${method === 'sudo' ? READ_SUDO_ENVIRONMENT : ''}${outsideScript(tools)}`
  const visible = plan.visible.map(({ path }) => path)
  return [bash, ...bashArgs.slice(1), enter, 'sluice', outer, insideScript(tools, user, plan), ...visible, ...argv]
}

/** Sets `folder` to the working directory, or to the same place in the folder that stands for it. */
const movedFolder = (place: { from: string; to: string } | undefined): string =>
  place === undefined
    ? 'folder=$PWD'
    : `{ folder=$PWD; from=${shellQuote(place.from)}; to=${shellQuote(place.to)}; [[ $folder/ != "$from"/* ]] || folder=$to\${folder#"$from"}; }`

/** The argv that runs a program in the folder that stands for the checkout, where nothing can be mounted. */
export const argvInFolder = (bash: string, { original, folder }: ReplacedFolder, argv: Argv): Argv => [
  ...([bash, '--norc', '-p', '-c'] as const),
  `cd -P . && ${movedFolder({ from: original, to: folder })} && cd -- "$folder" && exec "$@"`,
  'sluice',
  ...argv,
]

/** Closes files that the runner left open. An open folder outside would be a way around all mounts. */
export const CLOSE_DESCRIPTORS =
  'for fd in /proc/self/fd/*; do fd=${fd##*/}; [[ $fd = [012] || $fd = *[!0-9]* ]] || exec {fd}>&-; done'

/**
 * sudo clears the environment, and a command line would expose it. $1 is the pid of the process that became sudo, so it has
 * the environment for the command. Root opens that file here; it is read after root's privileges are dropped. If sudo did
 * not fork, $1 is this process, which has the cleared environment.
 */
const READ_SUDO_ENVIRONMENT = `[[ $1 != $$ ]] && exec 8<"/proc/$1/environ" || { echo 'sluice: cannot read the environment' >&2; exit 125; }
shift
`

/**
 * GNU `timeout` with time 0 ends exactly like its child. So does a newer `unshare --fork`; up to util-linux 2.38 it turns a
 * killed child into exit code 1.
 */
const outsideScript = ({ bash, unshare, timeout }: IsolationTools): string => `exec 9> >(exec 8<&-; read -r _)
exec ${timeout === undefined ? `${unshare} --fork --` : `${timeout} --foreground 0`} ${bash} --norc -p -c "$1" "\${@:2}"`

function insideScript(tools: IsolationTools, { uid, gid, method, entry }: IsolatedUser, plan: MountPlan): string {
  const { bash, mount, mkdir, setpriv, env } = tools
  const noCapabilities = '--no-new-privs --inh-caps=-all --ambient-caps=-all'
  const variables = Object.entries(entry?.env ?? {}).map(([name, value]) => `${name}=${value}`)
  const readEnvironment = `mapfile -d "" -t all <&8; exec 8<&-; exec ${env} -i "\${all[@]}" ${[...variables.map(shellQuote), ''].join(' ')}"$@"`
  const execPrefix = {
    root: `${setpriv} ${noCapabilities} --bounding-set=-all,${ROOT_CAPABILITIES} --`,
    user: `${setpriv} ${noCapabilities} --bounding-set=-all --`,
    sudo: `${setpriv} --reuid=${uid} --regid=${gid} --clear-groups ${noCapabilities} --bounding-set=-all -- ${bash} --norc -p -c ${shellQuote(readEnvironment)} sluice`,
  }[method]
  const table = (path: string) => `mountTable ${shellQuote(path)} || fail mounts`
  const first = plan.tables.slice(0, -1)
  return [
    'exec 9>&-',
    `fail() { echo "${NOT_RUN.line}its isolation failed ($1)" >&2; exit ${NOT_RUN.code}; }`,
    mountTable(mount),
    IS_MOUNTED,
    'folder=$1; shift',
    'held=(); paths=()',
    ...first.map(table),
    ...plan.visible.map(() => 'exec {fd}<"$1" || fail "$1"; held+=($fd); paths+=("$1"); shift'),
    ...plan.tables.slice(-1).map(table),
    ...plan.visible.map(({ folder, writable }, n) =>
      [
        `path=\${paths[${n}]}; fd=\${held[${n}]}`,
        folder ? `${mkdir} -p "$path"` : `${mkdir} -p "\${path%/*}" && : >"$path"`,
        `${mount} --no-canonicalize --rbind${writable ? '' : ' -o ro'} "/proc/self/fd/$fd" "$path" || fail "$path"`,
        'exec {fd}<&-',
      ].join('\n'),
    ),
    ...plan.after.map((args) => {
      const path = shellQuote(args.at(-1) ?? '')
      // If it was unmounted meanwhile, it is part of the mount above, which becomes read-only too.
      const mayBeGone = args.includes('remount,bind,ro') ? `! isMounted ${path} || ` : ''
      return `${mount} ${args.map(shellQuote).join(' ')} || ${mayBeGone}fail ${path}`
    }),
    'cd -- "$folder" || fail cwd',
    ...(method === 'sudo' ? [] : variables.map((variable) => `export ${shellQuote(variable)}`)),
    `exec ${execPrefix} "$@"`,
  ].join('\n')
}

/** Whether a path is a mount point, from the kernel's list, which writes white space in octal. */
const IS_MOUNTED = `isMounted() {
  while read -r _ _ _ _ point _; do
    printf -v point %b "$point"
    [[ $point = "$1" ]] && return
  done </proc/self/mountinfo
  return 1
}`

/**
 * Mounts what a table lists. If that fails, for example because a socket of another program is gone, mounts each line by itself:
 * what does not exist needs no hiding. So no line may need what another one hides. The table is read first, because a mount may hide
 * it, and `mount` reads tables from regular files only.
 */
const mountTable = (mount: string): string => `mountEach() {
  while read -r source target type options _; do
    printf -v from %b. "$source"; printf -v to %b. "$target"
    from=\${from%.}; to=\${to%.}
    [ ! -e "$to" ] || ${mount} -t "$type" -o "$options" "$from" "$to" || [ ! -e "$to" ] || return 1
  done
}
mountTable() {
  table=$(<"$1")
  ${mount} -a -T "$1" 2>/dev/null || mountEach <<<"$table"
}`

/** The argv that runs a command without new privileges. As root it also drops access to other processes. */
export function privilegedArgv({ setpriv }: IsolationTools, uid: number, argv: Argv): Argv {
  const rootOptions = uid === 0 ? ['--inh-caps=-all', `--bounding-set=-all,${ROOT_CAPABILITIES}`] : []
  return [setpriv, '--no-new-privs', ...rootOptions, '--', ...argv]
}
