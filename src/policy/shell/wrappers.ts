const words = (text: string): readonly string[] => text.split(' ')

const SHELLS = words('sh bash zsh dash ksh ash fish mksh rbash csh tcsh')

/** A program that runs the command in its arguments. With an option that is not listed, it is unknown what runs. */
export type Wrapper = {
  /** Options whose value is the next word or attached. */
  takes?: readonly string[]
  /** Options without a value that do not change what runs. */
  flags?: readonly string[]
  /** Options that can have an attached value only. */
  attached?: readonly string[]
  /** Options that clear the environment. */
  bare?: readonly string[]
  /** Options that unset the variable of this name. */
  drops?: readonly string[]
  /** Options whose value is a placeholder in the command. */
  replaces?: readonly string[]
  /** Number of operands before the command. */
  skip?: number
  /** `NAME=value` words before the command are assignments. */
  assigns?: true
  /** It does not change what runs, so it is allowed when the command it runs is. */
  isTransparent?: true
  /** All words together form one shell line. */
  joined?: true
  /** It appends words to the command. */
  appends?: true
  /** Options with which it only prints information about the command. */
  infoOptions?: readonly string[]
  /** It is harmless without a command. */
  harmlessAlone?: true
}

export const TIMEOUT: Wrapper = {
  takes: words('-s --signal -k --kill-after'),
  flags: words('-v --verbose -f --foreground -p --preserve-status'),
  skip: 1,
  isTransparent: true,
}

export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: {
    takes: words('-u --unset -C --chdir'),
    flags: words('-i --ignore-environment -0 --null -v --debug'),
    bare: words('-i --ignore-environment'),
    drops: words('-u --unset'),
    assigns: true,
    isTransparent: true,
  },
  timeout: TIMEOUT,
  gtimeout: TIMEOUT,
  nice: { takes: words('-n --adjustment'), flags: words('-0 -1 -2 -3 -4 -5 -6 -7 -8 -9'), isTransparent: true },
  ionice: {
    takes: words('-c --class -n --classdata -p --pid -P -u'),
    flags: words('-t --ignore'),
    isTransparent: true,
  },
  nohup: { isTransparent: true },
  stdbuf: { takes: words('-i --input -o --output -e --error'), isTransparent: true },
  // As a shell keyword, assignments may follow it. As a program it can write a file with -o.
  time: { flags: ['-p'], assigns: true, isTransparent: true },
  command: { flags: ['-p'], isTransparent: true, infoOptions: words('-v -V') },
  builtin: { isTransparent: true },
  setsid: { flags: words('-c --ctty -f --fork -w --wait'), isTransparent: true },
  exec: { takes: ['-a'], flags: words('-c -l'), bare: ['-c'] },
  sudo: {
    takes: words(
      '-u --user -g --group -h --host -p --prompt -C --close-from -r --role -t --type -T --command-timeout -U --other-user -D --chdir -R --chroot',
    ),
    flags: words(
      '-A --askpass -b --background -B --bell -E -H --set-home -k --reset-timestamp -n --non-interactive -N -P --preserve-groups -S --stdin',
    ),
    attached: ['--preserve-env'],
    assigns: true,
    harmlessAlone: true,
  },
  doas: { takes: words('-u -C -a'), flags: words('-n -L'), harmlessAlone: true },
  busybox: {},
  toybox: {},
  xargs: {
    takes: words('-a --arg-file -d --delimiter -E -I -L -n --max-args -P --max-procs -s --max-chars -S -R -J'),
    flags: words('-0 --null -o --open-tty -p --interactive -r --no-run-if-empty -t --verbose -x --exit --show-limits'),
    attached: words('-i --replace -l --max-lines -e --eof'),
    replaces: words('-I -i --replace -J'),
    appends: true,
    harmlessAlone: true,
  },
  eval: { joined: true, harmlessAlone: true },
  ...Object.fromEntries(SHELLS.map((name) => [name, {}] as const)),
}

export const isShell = (name: string): boolean => SHELLS.includes(name)

/** Options of find that are followed by a command. */
export const FIND_RUNS: readonly string[] = words('-exec -execdir -ok -okdir')
