import type { CommandDanger, Word } from './shell-types.ts'

type Assignment = { name: string; value: Word }

const words = (text: string): readonly string[] => text.split(' ')

/** Values without blanks, paths or pattern characters. */
const PLAIN_VALUE = /^[\w.,:@%+=-]*$/

/**
 * Variables that no program takes a command, a file to load or a way to another machine from, with the values that are
 * harmless. Every other variable before a command, or one that is exported, is not known to be harmless.
 */
const HARMLESS: Readonly<Record<string, RegExp | readonly string[]>> = {
  ...Object.fromEntries(
    words(
      'LANG LANGUAGE LC_ALL LC_CTYPE LC_COLLATE LC_MESSAGES LC_NUMERIC LC_TIME LC_MONETARY NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE ' +
        'COLORTERM TERM CI COLUMNS LINES DEBUG VERBOSE LOG_LEVEL RUST_LOG RUST_BACKTRACE CARGO_TERM_COLOR NODE_ENV APP_ENV RAILS_ENV ' +
        'RACK_ENV PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED PYTHONHASHSEED NODE_NO_WARNINGS SOURCE_DATE_EPOCH CGO_ENABLED GOOS GOARCH ' +
        'GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_LITERAL_PATHSPECS DOTNET_NOLOGO DOTNET_CLI_TELEMETRY_OPTOUT DO_NOT_TRACK ' +
        'HUSKY FOO BAR BAZ A B',
    ).map((name) => [name, PLAIN_VALUE] as const),
  ),
  TZ: /^[\w/:+-]*$/,
  DEBUG: /^[\w.,:*-]*$/,
  PAGER: ['cat', ''],
  GIT_PAGER: ['cat', ''],
  MANPAGER: ['cat', ''],
  GIT_EDITOR: ['true', ':'],
  EDITOR: ['true', ':'],
  GOFLAGS: [''],
}

/** Variables that change what programs run, load or trust. A trailing `*` matches any rest; letter case makes no difference with an underscore. */
const DANGEROUS = words(
  'PATH BASH_CMDS BASH_ALIASES POSIXLY_CORRECT LD_* DYLD_* GCONV_PATH GLIBC_TUNABLES LOCPATH NLSPATH BASH_ENV ENV SHELLOPTS BASHOPTS ' +
    'BASH_FUNC_* BASH_LOADABLES_PATH BASH_COMPAT EXECIGNORE PS0 PS1 PS2 PS3 PS4 PROMPT_COMMAND SHELL ' +
    'HOME CDPATH XDG_* EDITOR VISUAL PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE LESS GIT_* SSH_* SUDO_* NODE_* NPM_* YARN_* PNPM_* ' +
    'BUN_* DENO_* PYTHON* VIRTUAL_ENV PIP_* PERL* RUBY* GEM_* BUNDLE_* JAVA_* _JAVA_OPTIONS JDK_* CLASSPATH MAVEN_* GRADLE_* PHP* LUA_* ' +
    'TCLLIBPATH R_* GO GO1* GOROOT GOPATH GOBIN GOFLAGS GOENV GOPROXY GOTOOL* GOEXPERIMENT CGO_* CARGO_* RUST* CC CXX CPP LD AR AS CFLAGS CXXFLAGS ' +
    'LDFLAGS MAKE* MFLAGS GNUMAKE* CMAKE_* PKG_CONFIG* AWKPATH AWKLIBPATH TAR_OPTIONS GREP_OPTIONS RIPGREP_CONFIG_PATH RSYNC_RSH CVS_RSH ' +
    'VIMINIT EXINIT VIM* EMACS* TERMINFO* TERMCAP HISTFILE PYTEST_* ESLINT_* TS_NODE_* DOCKER_* KUBECONFIG OPENSSL_* SSL_* CURL_* WGETRC ' +
    'HTTP_PROXY HTTPS_PROXY ALL_PROXY GCC_* COMPILER_PATH DISPLAY BASH_XTRACEFD GNUPGHOME GPG_* DOTNET_* MSBUILD* NUGET_* COMPlus_* SPEC_OPTS ' +
    'TOX_* RSPEC_* MOCHA_* JEST_* VITEST* BABEL_* ELECTRON_* COMPOSER_* MIX_* ERL_* GHC* STACK_* OPAM* CONDA_* UV_* POETRY_* TMPDIR MAILPATH ' +
    'INPUTRC HOSTALIASES RES_OPTIONS FCEDIT TIMEFORMAT FUNCNEST GLOBIGNORE HISTTIMEFORMAT',
)

/** Variables whose values a shell evaluates as arithmetic, which can run commands. */
const NUMERIC = words('BASHPID HISTCMD LINENO OPTIND RANDOM SECONDS SRANDOM')

const isHarmless = ({ name, value }: Assignment): boolean => {
  const values = Object.hasOwn(HARMLESS, name) ? HARMLESS[name] : undefined
  if (values === undefined || value.kind === 'many') return false
  const texts = value.kind === 'known' ? [value.text] : (value.values ?? [])
  return (
    texts.length > 0 && texts.every((text) => (values instanceof RegExp ? values.test(text) : values.includes(text)))
  )
}

/** Dangers of assignments that last for the rest of the line. No rule can spell these out. */
export function assignmentDangers(assignments: readonly Assignment[]): CommandDanger[] {
  return assignments.flatMap((assignment): CommandDanger[] => {
    const { name, value } = assignment
    if (isHarmless(assignment)) return []
    if (isDangerousName(name)) return [{ effect: 'runs', reason: `the variable ${name} changes what programs run` }]
    if (!NUMERIC.includes(name) || value.isNumber || (value.kind === 'known' && /^\d*$/.test(value.text))) return []
    return [{ effect: 'runs', reason: `the value of ${name} is evaluated as arithmetic, which can run commands` }]
  })
}

/** Dangers of variables that a program receives. `IFS` only matters to a shell. */
export function environmentDangers(assignments: readonly Assignment[], program: string): CommandDanger[] {
  return assignments.flatMap((assignment): CommandDanger[] => {
    const known = assignmentDangers([assignment])
    if (known.length > 0 || isHarmless(assignment)) return known
    if (assignment.name === 'IFS' && /^(?:read|mapfile|readarray)$/.test(program)) return []
    return [{ effect: 'unknown', reason: `the variable ${assignment.name} is not known to be harmless for a program` }]
  })
}

const isDangerousName = (name: string): boolean => {
  // Some programs ignore case in names with an underscore. `path` and `home` mean nothing to a program.
  const upper = name.includes('_') ? name.toUpperCase() : name
  return DANGEROUS.some((each) => {
    const pattern = name.includes('_') ? each.toUpperCase() : each
    return pattern.endsWith('*') ? upper.startsWith(pattern.slice(0, -1)) : upper === pattern
  })
}
