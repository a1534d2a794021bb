import type { MountPlan } from './isolation-mounts.ts'
import type { Argv } from './process.ts'

/** How namespaces are entered: as root, as root through sudo, or with a user namespace of one's own. */
export type Way = 'root' | 'sudo' | 'user'

/** Paths of the programs of util-linux and friends that isolation is made of. */
export type Programs = Readonly<Record<'bash' | 'unshare' | 'setpriv' | 'mount' | 'env' | 'mkdir', string>> & {
  sudo?: string
  timeout?: string
}

/** What a root without namespaces of its own keeps: enough for builds, nothing that reaches into other processes or the kernel. */
const ROOT_KEEPS = '+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+net_bind_service'

/**
 * A command in a PID and mount namespace of its own, without a way to more privileges.
 *
 * Four steps, each becoming the next: (1) sudo, where it is needed, and `unshare`; (2) a bash outside of the new PID
 * namespace, whose first child is the namespace's init and waits for the end of a pipe that only the next step holds; (3)
 * a program that starts the second child and ends just as it does, by the same code or signal, whereupon init sees the
 * pipe's end and takes the whole namespace with it; (4) in that child the mounts, `setpriv`, and the command.
 * The command is not itself the init, because signals that it sends itself would then do nothing. bash reads no start-up
 * file: `-p` is for BASH_ENV, `--norc` for the one it reads when its input is a socket.
 */
export function isolatedArgv(
  programs: Programs,
  user: { uid: number; gid: number; way: Way },
  plan: MountPlan,
  argv: Argv,
): Argv {
  const { bash, unshare } = programs
  const inner = [insideScript(programs, user, plan), 'sluice', ...plan.shown.map(({ path }) => path), ...argv]
  if (user.way === 'sudo') {
    const { sudo = 'sudo' } = programs
    const enter = `exec ${sudo} -n -- ${unshare} --mount --pid --propagation private -- ${bash} --norc -p -c "$1" sluice $$ "\${@:2}"`
    return [bash, '--norc', '-p', '-c', enter, 'sluice', FROM_SUDO + outsideScript(programs), ...inner]
  }
  const own = user.way === 'user' ? ['--user', '--map-current-user', '--keep-caps'] : []
  return [
    unshare,
    ...own,
    '--mount',
    '--pid',
    '--propagation',
    'private',
    '--',
    bash,
    '--norc',
    '-p',
    '-c',
    outsideScript(programs),
    'sluice',
    ...inner,
  ]
}

/**
 * sudo clears the environment, and a command line is no place for one. $1 is the process that became sudo, so its
 * environment is the one the command was to get; it is opened here, as root, and read when root is gone. Where sudo did not
 * fork, that process would be this one.
 */
const FROM_SUDO = `[[ $1 != $$ ]] && exec 8<"/proc/$1/environ" || { echo 'sluice: the environment is out of reach' >&2; exit 125; }
shift
`

/**
 * GNU `timeout` without a time ends exactly as its child does. So does a newer `unshare --fork`; up to util-linux 2.38 it
 * makes a child that was killed into an exit code of 1.
 */
const outsideScript = ({ bash, unshare, timeout }: Programs): string => `exec 9> >(exec 8<&-; read -r _)
exec ${timeout === undefined ? `${unshare} --fork --` : `${timeout} --foreground 0`} ${bash} --norc -p -c "$1" "\${@:2}"`

function insideScript(
  programs: Programs,
  { uid, gid, way }: { uid: number; gid: number; way: Way },
  plan: MountPlan,
): string {
  const { bash, mount, mkdir, setpriv, env } = programs
  const none = '--no-new-privs --inh-caps=-all --ambient-caps=-all'
  const become = {
    root: `${setpriv} ${none} --bounding-set=-all,${ROOT_KEEPS} --`,
    user: `${setpriv} ${none} --bounding-set=-all --`,
    sudo: `${setpriv} --reuid=${uid} --regid=${gid} --clear-groups ${none} --bounding-set=-all -- ${bash} --norc -p -c 'mapfile -d "" -t all <&8; exec 8<&-; exec ${env} -i "\${all[@]}" "$@"' sluice`,
  }[way]
  const table = (path: string) => `${mount} -a -T ${quoted(path)} || fail mounts`
  const first = plan.tables.slice(0, -1)
  return [
    'exec 9>&-',
    `fail() { echo "sluice: the command was not run, because its isolation failed ($1)" >&2; exit 125; }`,
    // Afterwards the way here leads through what was mounted; before, the folder itself is known.
    'cd -P . || fail cwd',
    'held=(); paths=()',
    ...first.map(table),
    ...plan.shown.map(() => 'exec {fd}<"$1" || fail "$1"; held+=($fd); paths+=("$1"); shift'),
    ...plan.tables.slice(-1).map(table),
    ...plan.shown.map(({ folder, writable }, n) =>
      [
        `path=\${paths[${n}]}; fd=\${held[${n}]}`,
        folder ? `${mkdir} -p "$path"` : `${mkdir} -p "\${path%/*}" && : >"$path"`,
        `${mount} --no-canonicalize --rbind${writable ? '' : ' -o ro'} "/proc/self/fd/$fd" "$path" || fail "$path"`,
        'exec {fd}<&-',
      ].join('\n'),
    ),
    ...plan.after.map((args) => `${mount} ${args.map(quoted).join(' ')} || fail ${quoted(args.at(-1) ?? '')}`),
    'cd "$PWD" || fail cwd',
    `exec ${become} "$@"`,
  ].join('\n')
}

/** A command that cannot gain privileges; one of root's also loses those that reach into other processes. */
export function privilegedArgv({ setpriv }: Programs, uid: number, argv: Argv): Argv {
  const less = uid === 0 ? ['--inh-caps=-all', `--bounding-set=-all,${ROOT_KEEPS}`] : []
  return [setpriv, '--no-new-privs', ...less, '--', ...argv]
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
