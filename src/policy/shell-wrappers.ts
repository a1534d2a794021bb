const words = (text: string): readonly string[] => text.split(' ')

const SHELLS = words('sh bash zsh dash ksh ash fish mksh rbash csh tcsh')

/** Builtins that evaluate a subscript in a name they are given: `unset 'a[$(x)]'`. */
export const TAKES_NAMES: ReadonlySet<string> = new Set(
  words('unset read printf test [ [[ declare typeset local export readonly wait mapfile readarray getopts'),
)

/** A program whose work is to run the command in its arguments. */
export type Wrapper = {
  /** Options whose value is the next word. */
  takes?: readonly string[]
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
  /** Options after which it is not known what runs. */
  unsure?: readonly string[]
  /** Options with which it only talks about the command. */
  talks?: readonly string[]
  /** What it runs when no command is given is harmless. */
  alone?: true
}

export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: { takes: words('-u --unset -C --chdir'), assigns: true, passes: true, unsure: words('-S --split-string') },
  timeout: { takes: words('-s --signal -k --kill-after'), skip: 1, passes: true },
  gtimeout: { takes: words('-s --signal -k --kill-after'), skip: 1, passes: true },
  nice: { takes: words('-n --adjustment'), passes: true },
  ionice: { takes: words('-c --class -n --classdata -p --pid -P -u'), passes: true },
  nohup: { passes: true },
  stdbuf: { takes: words('-i --input -o --output -e --error'), passes: true },
  // To a shell these two are grammar: assignments may follow.
  time: { takes: words('-f --format -o --output'), assigns: true, passes: true },
  coproc: { assigns: true, passes: true },
  command: { passes: true, talks: words('-v -V') },
  builtin: { passes: true },
  setsid: { passes: true },
  exec: { takes: ['-a'] },
  sudo: {
    takes: words(
      '-u --user -g --group -h --host -p --prompt -C --close-from -r --role -t --type -T --command-timeout -U --other-user -D --chdir -R --chroot',
    ),
    assigns: true,
    unsure: words('-s --shell -i --login -e --edit'),
    alone: true,
  },
  doas: { takes: words('-u -C -a'), unsure: words('-s'), alone: true },
  busybox: {},
  toybox: {},
  xargs: {
    takes: words(
      '-a --arg-file -d --delimiter -E -I -L --max-lines -n --max-args -P --max-procs -s --max-chars --process-slot-var -S -R -J',
    ),
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
  'PATH LD_* DYLD_* GCONV_PATH GLIBC_TUNABLES LOCPATH NLSPATH BASH_ENV ENV SHELLOPTS BASHOPTS BASH_FUNC_* BASH_LOADABLES_PATH PS4 PROMPT_COMMAND SHELL ' +
    'HOME CDPATH XDG_* EDITOR VISUAL PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE LESS GIT_* SSH_* SUDO_* NODE_* NPM_* npm_* YARN_* PNPM_* ' +
    'BUN_* DENO_* PYTHON* VIRTUAL_ENV PIP_* PERL* RUBY* GEM_* BUNDLE_* JAVA_* _JAVA_OPTIONS JDK_* CLASSPATH MAVEN_* GRADLE_* PHP* LUA_* ' +
    'TCLLIBPATH R_* GO* CGO_* CARGO_* RUST* CC CXX CPP LD AR AS CFLAGS CXXFLAGS LDFLAGS MAKE* MFLAGS CMAKE_* PKG_CONFIG* AWKPATH ' +
    'AWKLIBPATH TAR_OPTIONS GREP_OPTIONS RIPGREP_CONFIG_PATH RSYNC_RSH CVS_RSH VIMINIT EXINIT VIM* EMACS* TERMINFO* HISTFILE ' +
    'PYTEST_* ESLINT_* TS_NODE_* DOCKER_* KUBECONFIG OPENSSL_* SSL_* CURL_* WGETRC HTTP_PROXY HTTPS_PROXY ALL_PROXY ' +
    'http_proxy https_proxy all_proxy GCC_* COMPILER_PATH DISPLAY BASH_XTRACEFD',
)

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
