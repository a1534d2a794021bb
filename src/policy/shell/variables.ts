import { fromBuiltin } from './assignments.ts'
import type { ShellNode } from './parse.ts'
import type { SimpleCommand, Word } from './shell-types.ts'
import { type LineContext, NUMBER_WORD, type Resolve, shellWord, UNKNOWN_WORDS } from './words.ts'

/** A part of the line in which a variable certainly has one of the values that the line gives it. */
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
    // A value that is made of itself can be anything.
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

/** Whether every IFS is one before `read`, which applies to that command only. */
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
      // Each turn of the loop gets one of the words.
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
    // With a `&` behind it, it runs in another shell.
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
const BY_NAME = /^(?:read|mapfile|readarray|getopts|declare|typeset|local|export|readonly|unset|wait|coproc|select)$/
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
    if (!BY_NAME.test(program.text)) return false
    return rest.some(({ kind, text, start }) =>
      kind === 'known' || /^\w+=/.test(start) ? (kind === 'known' ? text : start).includes(name) : true,
    )
  })

/**
 * Whether a file that is read by redirection could be one of bash's network addresses. A name with another start cannot,
 * nor can a variable whose values all have another start.
 */
export function mayBeAddress({ start, text, values, isRelative }: Word): boolean {
  if (values !== undefined) return values.some((value) => value === '' || couldBeNetworkPath(value))
  if (isRelative) return false
  if (start !== '') return couldBeNetworkPath(start)
  return !/^~\//.test(text)
}

const couldBeNetworkPath = (start: string): boolean =>
  ['/dev/tcp/', '/dev/udp/'].some((folder) => folder.startsWith(start) || start.startsWith(folder))
