const words = (text: string): readonly string[] => text.split(' ')

const SHELLS = words('sh bash zsh dash ksh ash fish mksh rbash csh tcsh')

/** Builtins that evaluate a subscript in a name they are given: `unset 'a[$(x)]'`. */
export const TAKES_NAMES: ReadonlySet<string> = new Set(
  words('unset read printf [[ declare typeset local export readonly wait mapfile readarray getopts'),
)

/** A program whose work is to run the command in its arguments. An option that is not here makes it unsure what runs. */
export type Wrapper = {
  /** Options whose value is the next word, or stands behind them. */
  takes?: readonly string[]
  /** Options without a value that make no difference to what runs. */
  flags?: readonly string[]
  /** Options that can have a value, but only behind them. */
  attached?: readonly string[]
  /** Of these: options after which nothing of the environment is left. */
  bare?: readonly string[]
  /** Options that take the variable of this name away. */
  drops?: readonly string[]
  /** Options whose value is a text in the command that is replaced. */
  replaces?: readonly string[]
  /** How many words stand before the command. */
  skip?: number
  /** `NAME=value` words before the command are assignments. */
  assigns?: true
  /** It changes nothing about what runs: allowed when what it runs is. */
  passes?: true
  /** All words together are one shell line. */
  joined?: true
  /** It adds words of its own behind the command's. */
  appends?: true
  /** Options with which it only talks about the command. */
  talks?: readonly string[]
  /** What it runs when no command is given is harmless. */
  alone?: true
}

const TIMEOUT: Wrapper = {
  takes: words('-s --signal -k --kill-after'),
  flags: words('-v --verbose -f --foreground -p --preserve-status'),
  skip: 1,
  passes: true,
}

export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: {
    takes: words('-u --unset -C --chdir'),
    flags: words('-i --ignore-environment -0 --null -v --debug'),
    bare: words('-i --ignore-environment'),
    drops: words('-u --unset'),
    assigns: true,
    passes: true,
  },
  timeout: TIMEOUT,
  gtimeout: TIMEOUT,
  nice: { takes: words('-n --adjustment'), flags: words('-0 -1 -2 -3 -4 -5 -6 -7 -8 -9'), passes: true },
  ionice: { takes: words('-c --class -n --classdata -p --pid -P -u'), flags: words('-t --ignore'), passes: true },
  nohup: { passes: true },
  stdbuf: { takes: words('-i --input -o --output -e --error'), passes: true },
  // To a shell it is grammar: assignments may follow. As a program it can write a file with -o.
  time: { flags: ['-p'], assigns: true, passes: true },
  command: { flags: ['-p'], passes: true, talks: words('-v -V') },
  builtin: { passes: true },
  setsid: { flags: words('-c --ctty -f --fork -w --wait'), passes: true },
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
    alone: true,
  },
  doas: { takes: words('-u -C -a'), flags: words('-n -L'), alone: true },
  busybox: {},
  toybox: {},
  xargs: {
    takes: words('-a --arg-file -d --delimiter -E -I -L -n --max-args -P --max-procs -s --max-chars -S -R -J'),
    flags: words('-0 --null -o --open-tty -p --interactive -r --no-run-if-empty -t --verbose -x --exit --show-limits'),
    attached: words('-i --replace -l --max-lines -e --eof'),
    replaces: words('-I -i --replace -J'),
    appends: true,
    alone: true,
  },
  eval: { joined: true, alone: true },
  ...Object.fromEntries(SHELLS.map((name) => [name, {}] as const)),
}

export const isShell = (name: string): boolean => SHELLS.includes(name)

/** Options of find behind which a command stands. */
export const FIND_RUNS: readonly string[] = words('-exec -execdir -ok -okdir')

/** Variables that decide what programs run, load or trust. A trailing `*` stands for anything. */
export const DANGEROUS_VARIABLES: readonly string[] = words(
  'PATH BASH_CMDS BASH_ALIASES POSIXLY_CORRECT LD_* DYLD_* GCONV_PATH GLIBC_TUNABLES LOCPATH NLSPATH BASH_ENV ENV SHELLOPTS BASHOPTS BASH_FUNC_* BASH_LOADABLES_PATH PS4 PROMPT_COMMAND SHELL ' +
    'HOME CDPATH XDG_* EDITOR VISUAL PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE LESS GIT_* SSH_* SUDO_* NODE_* NPM_* npm_* YARN_* PNPM_* ' +
    'BUN_* DENO_* PYTHON* VIRTUAL_ENV PIP_* PERL* RUBY* GEM_* BUNDLE_* JAVA_* _JAVA_OPTIONS JDK_* CLASSPATH MAVEN_* GRADLE_* PHP* LUA_* ' +
    'TCLLIBPATH R_* GO* CGO_* CARGO_* RUST* CC CXX CPP LD AR AS CFLAGS CXXFLAGS LDFLAGS MAKE* MFLAGS CMAKE_* PKG_CONFIG* AWKPATH ' +
    'AWKLIBPATH TAR_OPTIONS GREP_OPTIONS RIPGREP_CONFIG_PATH RSYNC_RSH CVS_RSH VIMINIT EXINIT VIM* EMACS* TERMINFO* HISTFILE ' +
    'PYTEST_* ESLINT_* TS_NODE_* DOCKER_* KUBECONFIG OPENSSL_* SSL_* CURL_* WGETRC HTTP_PROXY HTTPS_PROXY ALL_PROXY ' +
    'http_proxy https_proxy all_proxy GCC_* COMPILER_PATH DISPLAY BASH_XTRACEFD',
)

/** Variables a shell takes for numbers: what they are given is arithmetic, which can run commands. */
export const NUMERIC_VARIABLES: readonly string[] = words('BASHPID HISTCMD LINENO OPTIND RANDOM SECONDS SRANDOM')

/** Values with which such a variable does no harm. */
export const HARMLESS_VALUES: Readonly<Record<string, readonly string[]>> = {
  PAGER: ['cat', ''],
  GIT_PAGER: ['cat', ''],
  MANPAGER: ['cat', ''],
  GIT_TERMINAL_PROMPT: ['0'],
  GIT_OPTIONAL_LOCKS: ['0'],
  GIT_EDITOR: ['true', ':'],
  EDITOR: ['true', ':'],
  NODE_ENV: ['test', 'production', 'development'],
  NODE_NO_WARNINGS: ['1'],
  GOFLAGS: [''],
  RUST_BACKTRACE: ['0', '1', 'full'],
  PYTHONDONTWRITEBYTECODE: ['1'],
  PYTHONUNBUFFERED: ['1'],
}
