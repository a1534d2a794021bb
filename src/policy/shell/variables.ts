import type { ShellNode } from './parse.ts'
import type { CommandDanger, ParsedCommand, SimpleCommand, Word } from './shell-types.ts'
import { knownWord, type LineContext, NUMBER_WORD, type Resolve, shellWord, UNKNOWN_WORDS } from './words.ts'

/** A part of the line where a variable certainly has one of the values that the line assigns. */
type Region = { from: number; to: number }

type Variable = { values: ((context: LineContext) => readonly Word[])[]; regions: Region[] }

type ParsedWords = Pick<SimpleCommand, 'words'> & { assignments: readonly { name: string }[] }

/**
 * What the variables of a line can hold. A variable is known where an assignment or a loop certainly came before, and only if
 * every value that any part of the line gives it is known. `commands` are the commands of the line, read without this.
 */
export function lineContext(root: ShellNode, line: string, commands: readonly ParsedWords[]): LineContext {
  const variables = new Map<string, Variable>()
  const variable = (name: string): Variable => {
    const known = variables.get(name) ?? { values: [], regions: [] }
    variables.set(name, known)
    return known
  }
  const text = (node: ShellNode | undefined) => (node === undefined ? '' : line.slice(node.start, node.end))
  const visit = (node: ShellNode, ancestors: readonly ShellNode[]): void => {
    const parent = ancestors.at(-1)
    if (node.type === 'variable_assignment') {
      const target = node.children.find(({ field }) => field === 'name')
      const { values, regions } = variable(text(target).replace(/\[.*$/s, ''))
      values.push(assignedValue(node, parent))
      if (target?.type === 'variable_name') regions.push(...certainRegion(node, ancestors))
    } else if (node.type === 'for_statement') {
      const body = node.children.find(({ field }) => field === 'body')
      const { values, regions } = variable(text(node.children.find(({ field }) => field === 'variable')))
      values.push(loopValues(node))
      if (body !== undefined) regions.push({ from: body.start, to: body.end })
    } else if (node.type === 'expansion' && node.children.some(({ type }) => /^:?=$/.test(type))) {
      for (const name of node.children) if (name.type === 'variable_name') variable(text(name)).values.push(anything)
    }
    if (ARITHMETIC.has(node.type) && /\+\+|--|(?<![=!<>])=(?!=)|(?:<<|>>)=/.test(text(node)))
      for (const [name] of text(node).matchAll(/[A-Za-z_]\w*/g)) variable(name).values.push(() => [NUMBER_WORD])
    for (const child of node.children) visit(child, [...ancestors, node])
  }
  visit(root, [])

  const splitsAtBlanks = !variables.has('IFS') || onlyForRead(variables, commands)
  const pending = new Set<string>()
  const cache = new Map<string, readonly Word[] | undefined>()
  const valuesOf = (name: string): readonly Word[] | undefined => {
    if (cache.has(name)) return cache.get(name)
    // A variable that is built from itself can hold anything.
    if (pending.has(name)) return undefined
    pending.add(name)
    const values = isShellVariable(name) || isSetByCommand(name, commands) ? undefined : variables.get(name)?.values
    const words = values?.flatMap((each) => each(context))
    pending.delete(name)
    const known = words?.every((word) => word.kind !== 'many' || word.isRelative || word.start !== '')
      ? words
      : undefined
    cache.set(name, known)
    return known
  }
  const resolve: Resolve = (name, offset) =>
    variables.get(name)?.regions.some(({ from, to }) => offset >= from && offset < to) ? valuesOf(name) : undefined
  const context: LineContext = {
    line,
    resolve,
    splitsAtBlanks: splitsAtBlanks && !isSetByCommand('IFS', commands),
  }
  return context
}

/** Whether IFS is only ever set before `read`, where it applies to that command alone. */
const onlyForRead = (variables: ReadonlyMap<string, Variable>, commands: readonly ParsedWords[]): boolean =>
  variables.get('IFS')?.values.length ===
  commands.filter(
    ({ words: [program], assignments }) => program?.text === 'read' && assignments.some(({ name }) => name === 'IFS'),
  ).length

const anything = (): readonly Word[] => [UNKNOWN_WORDS]

const ARITHMETIC = new Set([
  'arithmetic_expansion',
  'compound_statement',
  'c_style_for_statement',
  'subscript',
  'expansion',
])

function assignedValue(node: ShellNode, parent: ShellNode | undefined): (context: LineContext) => readonly Word[] {
  const value = node.children.find(({ field }) => field === 'value')
  if (parent?.type === 'c_style_for_statement') return () => [NUMBER_WORD]
  if (node.children.some(({ type }) => type === '+=') || value?.type === 'array') return anything
  if (node.children.some(({ type }) => type === 'subscript')) return anything
  return (context) => {
    const word: Word = value === undefined ? EMPTY : shellWord(value, { ...context, splitsAtBlanks: true })
    // An assignment neither splits words nor expands patterns, so the variable can hold what this would.
    if (word.kind === 'many') return [{ ...UNKNOWN_WORDS }]
    return [word]
  }
}

const EMPTY: Word = { text: '', kind: 'known', start: '', option: false }

function loopValues(node: ShellNode): (context: LineContext) => readonly Word[] {
  const values = node.children.filter(({ field }) => field === 'value')
  // `select` can set it to nothing, and a loop without words takes those of the shell.
  if (values.length === 0 || node.children[0]?.type === 'select') return anything
  return (context) =>
    values.map((value) => {
      const word = shellWord(value, context)
      // Each iteration of the loop gets one of the words.
      return word.kind === 'many' ? { ...word, kind: 'one' as const } : word
    })
}

/** Nodes whose statements run one after the other; what follows in them runs after the assignment. */
const SEQUENCES = new Set(
  'program subshell do_group command_substitution process_substitution case_item elif_clause else_clause while_statement c_style_for_statement'.split(
    ' ',
  ),
)

/** Where a statement has certainly run before, in the same shell. */
function certainRegion(assignment: ShellNode, ancestors: readonly ShellNode[]): Region[] {
  let node = assignment
  let to = assignment.end
  let conditional = false
  for (const parent of [...ancestors].reverse()) {
    const index = parent.children.indexOf(node)
    // With a `&` after it, it runs in another shell.
    if (parent.children[index + 1]?.type === '&') break
    if (parent.type === 'list') {
      const isFirst = parent.children.findIndex(({ isNamed }) => isNamed) === index
      const isAnd = parent.children.some(({ type }) => type === '&&')
      if (conditional && !(isFirst && isAnd)) break
      to = parent.end
      if (!isFirst && !isAnd) break
      conditional ||= !isFirst
    } else if (conditional) break
    else if (SEQUENCES.has(parent.type)) {
      to = parent.end
      break
    } else if (parent.type === 'if_statement') {
      const clause = parent.children.slice(index).find(({ type }) => /^el(?:if|se)_clause$/.test(type))
      to = clause?.start ?? parent.end
      break
    } else if (parent.type === 'compound_statement' && parent.children[0]?.type === '{') to = parent.end
    else if (!/^(?:variable_assignments|negated_command)$/.test(parent.type)) break
    node = parent
  }
  return [{ from: assignment.end, to }]
}

/** Variables that a shell sets itself, whatever the line assigns. */
const SHELL_VARIABLES =
  /^(?:_|REPLY|PWD|OLDPWD|DIRSTACK|BASH\w*|FUNCNAME|OPTARG|OPTIND|MAPFILE|COPROC\w*|PIPESTATUS|GROUPS|LINENO|S?RANDOM|SECONDS|EPOCH\w+|HISTCMD|COMP\w*|READLINE\w*|LINES|COLUMNS|E?UID|PPID|SHELLOPTS)$/

export const isShellVariable = (name: string): boolean => SHELL_VARIABLES.test(name)

/** Builtins that can set or unset the variables they name. */
const SETTING_COMMANDS =
  /^(?:read|mapfile|readarray|getopts|declare|typeset|local|export|readonly|unset|wait|coproc|select)$/

/** Builtins that can set any variable. */
const ANY_NAME = /^(?:eval|source|\.|let|trap|alias|unalias|shopt|enable)$/

/** Whether a command of the line could set this variable to any content. A program that is not known could. */
const isSetByCommand = (name: string, commands: readonly ParsedWords[]): boolean =>
  commands.some(({ words }) => {
    const [program, ...rest] = fromBuiltin(words)
    if (program === undefined) return false
    if (program.kind !== 'known' || ANY_NAME.test(program.text)) return true
    if (program.text === 'printf')
      return (
        /^$|^-/.test(rest[0]?.start ?? ' ') && rest.some(({ kind, text }) => kind !== 'known' || text.includes(name))
      )
    if (!SETTING_COMMANDS.test(program.text)) return false
    return rest.some(({ kind, text, start }) =>
      kind === 'known' || /^\w+=/.test(start) ? (kind === 'known' ? text : start).includes(name) : true,
    )
  })

/**
 * Whether a file that is read by redirection could be one of bash's network addresses. A name that starts otherwise
 * cannot, nor can a variable whose values all do.
 */
export function mayBeAddress({ start, text, values, isRelative }: Word): boolean {
  if (values !== undefined) return values.some((value) => value === '' || couldBeNetworkPath(value))
  if (isRelative) return false
  if (start !== '') return couldBeNetworkPath(start)
  return !/^~\//.test(text)
}

const couldBeNetworkPath = (start: string): boolean =>
  ['/dev/tcp/', '/dev/udp/'].some((folder) => folder.startsWith(start) || start.startsWith(folder))

/** Builtins that set, unset or export variables by name: `read NAME`, `unset NAME`, `export NAME=x`. */
const ASSIGNING_BUILTINS =
  /^(?:export|declare|typeset|readonly|local|unset|read|mapfile|readarray|getopts|wait|printf)$/

/** Builtins of these whose name follows an option. */
const BEHIND_OPTION: Readonly<Record<string, string>> = { printf: '-v', wait: '-p' }

/** The words of a command from its builtin on: after these wrappers, a builtin still runs in the shell itself. */
export function fromBuiltin(words: readonly Word[]): readonly Word[] {
  const index = words.findIndex(({ kind, text }) => kind !== 'known' || !/^(?:command|builtin|time|-p|--)$/.test(text))
  return words.slice(Math.max(0, index))
}

/** The variables that a command changes by name. Every word that could be a name counts. */
export function assignedByName({ words }: Pick<ParsedCommand, 'words'>): ParsedCommand['assignments'] {
  const [program, ...rest] = fromBuiltin(words)
  const name = program?.kind === 'known' ? program.text : ''
  if (!ASSIGNING_BUILTINS.test(name)) return []
  return names(rest, BEHIND_OPTION[name]).flatMap((word) => {
    const [, variable, value] = /^(\w+)(?:\[.*\])?(?:\+?=(.*))?$/s.exec(word.start) ?? []
    if (variable === undefined) return []
    const isKnown = word.kind === 'known' && value !== undefined
    return [{ name: variable, value: isKnown ? knownWord(value) : { ...word, kind: 'one' as const } }]
  })
}

/** The variables that a command exports, so that programs receive them. */
export function exportedByName(command: Pick<ParsedCommand, 'words'>): ParsedCommand['assignments'] {
  const [program, ...options] = fromBuiltin(command.words)
  const exports =
    program?.text === 'export' ||
    (/^(?:declare|typeset|local|readonly)$/.test(program?.text ?? '') &&
      options.some(({ kind, text }) => kind !== 'known' || /^-\w*x/.test(text)))
  return exports ? assignedByName(command) : []
}

function names(rest: readonly Word[], option: string | undefined): readonly Word[] {
  if (option === undefined) return rest
  const index = rest.findIndex(({ start }) => start.startsWith(option))
  const [match, next] = index < 0 ? [] : rest.slice(index)
  if (match === undefined) return []
  if (match.text === option) return next === undefined ? [] : [next]
  const start = match.start.slice(option.length)
  return [{ ...match, text: match.text.slice(option.length), start }]
}

type Assignment = { name: string; value: Word }

const words = (text: string): readonly string[] => text.split(' ')

/** Values without spaces, paths or pattern characters. */
const PLAIN_VALUE = /^[\w.,:@%+=-]*$/

/**
 * Variables from which no program takes a command, a file to load or the address of another machine, with their
 * harmless values. Any other variable that is exported or set before a command is not known to be harmless.
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
