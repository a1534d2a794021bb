import { fromBuiltin } from './shell-assigning.ts'
import { conditionWords, evaluatesOperands } from './shell-conditions.ts'
import type { Node } from './shell-tree.ts'
import type { Word } from './shell-types.ts'
import { isOfShell, mayBeAddress, plainValue, type Values } from './shell-values.ts'
import { knownWord, wordOf } from './shell-words.ts'

/** One simple command as it stands in the line, before anybody asked what it does. */
export type Found = {
  words: Word[]
  /** Each word as written. */
  sources: string[]
  /** Assignments before the program's name; `value` as a word. */
  assignments: { name: string; value: Word }[]
  /** Redirections that write, as written. */
  writes: string[]
}

export type Walked = { found: Found[]; assigned: Found['assignments']; unsure: string[] }

/** Everything a parsed line runs, writes and assigns, wherever it stands; and what of it cannot be known. */
export function walkLine(root: Node, line: string): Walked {
  const walk: Walk = {
    line,
    found: [],
    byNode: new Map(),
    assigned: [],
    evaluated: new Set(),
    worded: new Map(),
    values: new Map(),
    sources: [],
    unsure: new Set(),
  }
  visit(root, walk)
  for (const name of walk.evaluated)
    if (!isNumber(name, walk)) walk.unsure.add(`arithmetic runs what the variable ${name} holds`)
  const values: Values = (name) => (isOfShell(name) || isNamed(name, walk) ? undefined : walk.values.get(name))
  for (const { word, shown, found } of walk.sources) if (mayBeAddress(word, values)) found.writes.push(shown)
  if (!splitsOtherwise(walk))
    for (const { words } of walk.found) for (const [at, word] of words.entries()) words[at] = plainValue(word, values)
  return { found: walk.found, assigned: walk.assigned, unsure: [...walk.unsure] }
}

type Walk = {
  line: string
  found: Found[]
  byNode: Map<Node, Found>
  /** Assignments that stand alone and so last for the rest of the line. */
  assigned: Found['assignments']
  /** Variables whose content arithmetic evaluates. */
  evaluated: Set<string>
  /** For each variable the line assigns: whether every value is a number. */
  worded: Map<string, boolean>
  /** What the line gives each variable by assignment or loop. */
  values: Map<string, Word[]>
  /** Files read by redirection whose names are not known. */
  sources: { word: Word; shown: string; found: Found }[]
  unsure: Set<string>
}

const textOf = ({ start, end }: Node, { line }: Walk): string => line.slice(start, end)

/** Nodes that only hold others. */
const HOLDERS = new Set(
  (
    'program list pipeline subshell if_statement elif_clause else_clause while_statement for_statement do_group case_statement case_item ' +
    'function_definition negated_command command_substitution process_substitution variable_assignments string translated_string ' +
    'concatenation array heredoc_body command_name brace_expression herestring_redirect'
  ).split(' '),
)
/** Leaves that say nothing by themselves. */
const LEAVES = new Set(
  (
    'word raw_string ansi_c_string number comment file_descriptor heredoc_start heredoc_end heredoc_content variable_name ' +
    'special_variable_name string_content test_operator regex extglob_pattern simple_expansion'
  ).split(' '),
)

type Visit = (node: Node, walk: Walk) => void

const VISITS: Readonly<Record<string, Visit>> = {
  command: visitCommand,
  declaration_command: visitDeclaration,
  unset_command: visitDeclaration,
  test_command: visitTest,
  redirected_statement: visitRedirected,
  // One that belongs to no command, such as the one of a function, still writes.
  file_redirect: (node, walk) => visitRedirects([node], [newFound(walk)], walk),
  heredoc_redirect: (node, walk) => visitRedirects([node], [newFound(walk)], walk),
  variable_assignment(node, walk) {
    walk.assigned.push(assignment(node, walk))
    visitParts(node, walk)
  },
  for_statement(node, walk) {
    const variable = node.children.find(({ field }) => field === 'variable')
    const values = node.children.filter(({ field }) => field === 'value').map((value) => wordOf(value, walk.line))
    if (variable !== undefined) give(textOf(variable, walk), values.length > 0 ? values : [ANYTHING], walk)
    visitParts(node, walk)
  },
  compound_statement(node, walk) {
    if (node.children[0]?.type === '((') evaluate(node, walk)
    visitParts(node, walk)
  },
  c_style_for_statement(node, walk) {
    for (const child of node.children) if (child.field !== 'body') evaluate(child, walk)
    visitParts(node, walk)
  },
  arithmetic_expansion(node, walk) {
    evaluate(node, walk)
    visitParts(node, walk)
  },
  expansion(node, walk) {
    visitExpansion(node, walk)
    visitParts(node, walk)
  },
  subscript(node, walk) {
    for (const child of node.children) if (child.field === 'index') evaluate(child, walk)
    visitParts(node, walk)
  },
}

function visit(node: Node, walk: Walk): void {
  const special = VISITS[node.type]
  if (special !== undefined) special(node, walk)
  else if (node.named && !LEAVES.has(node.type)) {
    if (!HOLDERS.has(node.type) && !/_expression$/.test(node.type))
      walk.unsure.add(`what ${node.type} does is not known`)
    visitParts(node, walk)
  }
}

function visitParts(node: Node, walk: Walk): void {
  for (const child of node.children) visit(child, walk)
}

function newFound(walk: Walk, node?: Node): Found {
  const found: Found = { words: [], sources: [], assignments: [], writes: [] }
  walk.found.push(found)
  if (node !== undefined) walk.byNode.set(node, found)
  return found
}

function visitCommand(node: Node, walk: Walk): void {
  const found = newFound(walk, node)
  for (const child of node.children) {
    if (child.type === 'variable_assignment') found.assignments.push(assignment(child, walk))
    else if (child.type === 'file_redirect' || child.type === 'herestring_redirect') {
      visitRedirects([child], [found], walk)
      continue
    } else addWord(found, child, walk)
    visitWord(child, walk)
  }
}

/** Words hold commands, too; an assignment in front of a program lasts no longer than the program. */
function visitWord(node: Node, walk: Walk): void {
  if (node.type === 'variable_assignment') visitParts(node, walk)
  else visit(node, walk)
}

function addWord(found: Found, node: Node, walk: Walk): void {
  const word = wordOf(node, walk.line)
  found.words.push(word)
  found.sources.push(textOf(node, walk))
}

function visitDeclaration(node: Node, walk: Walk): void {
  const found = newFound(walk, node)
  for (const child of node.children) {
    if (child.type === 'variable_assignment') {
      const { name, value } = assignment(child, walk)
      // `export` and its like take options and values that are worked out; nothing assigned so is a plain number.
      walk.worded.set(name, false)
      const text = textOf(child, walk)
      found.words.push(
        value.kind === 'known'
          ? knownWord(`${name}=${value.text}`)
          : { text, kind: value.kind, start: `${name}=`, option: false },
      )
      found.sources.push(text)
    } else {
      addWord(found, child, walk)
    }
    visitWord(child, walk)
  }
}

function visitTest(node: Node, walk: Walk): void {
  const found = newFound(walk, node)
  const text = textOf(node, walk)
  const open = text.startsWith('[[') ? '[[' : '['
  const rest = text.slice(open.length).trim()
  const words = open === '[' ? conditionWords(node, walk.line) : undefined
  if (words === undefined && open === '[') walk.unsure.add('to a shell the words of [ end somewhere else')
  found.words.push(knownWord(open), ...(words ?? [{ text: rest, kind: 'many' as const, start: '', option: true }]))
  found.sources.push(open, rest)
  if (open === '[[' && evaluatesOperands(rest)) evaluate(node, walk)
  visitParts(node, walk)
}

/** A value nothing is known of. */
const ANYTHING: Word = { text: '…', kind: 'many', start: '', option: true }

/** Notes what a variable gets for the rest of the line. */
function give(name: string, values: readonly Word[], walk: Walk): void {
  walk.worded.set(name, false)
  walk.values.set(name, [...(walk.values.get(name) ?? []), ...values])
  walk.assigned.push({ name, value: ANYTHING })
}

function visitRedirected(node: Node, walk: Walk): void {
  const body = node.children.find(({ field }) => field === 'body')
  const redirects = node.children.filter((child) => child !== body)
  const before = walk.found.length
  if (body === undefined) newFound(walk)
  else visit(body, walk)
  const inside = walk.found.slice(before)
  visitRedirects(redirects, body === undefined ? inside : redirectedBy(body, inside, walk), walk)
}

/** The commands a redirection behind a statement is for: the last one of a list or pipeline, all of a compound. */
function redirectedBy(body: Node, all: Found[], walk: Walk): Found[] {
  const own = walk.byNode.get(body)
  if (own !== undefined) return [own]
  if (!['list', 'pipeline', 'negated_command'].includes(body.type)) return all
  const last = body.children.at(-1)
  return last === undefined ? all : redirectedBy(last, all, walk)
}

/** Files that take what is written without keeping it. */
const NOWHERE = new Set(['/dev/null', '/dev/stdout', '/dev/stderr'])

function visitRedirects(redirects: readonly Node[], targets: readonly Found[], walk: Walk): void {
  for (const redirect of redirects) {
    if (redirect.type === 'file_redirect') visitFileRedirect(redirect, targets, walk)
    else if (redirect.type === 'heredoc_redirect') visitHeredoc(redirect, targets, walk)
    else visit(redirect, walk)
  }
}

function visitFileRedirect(redirect: Node, targets: readonly Found[], walk: Walk): void {
  const [target, ...more] = redirect.children.filter(({ field }) => field === 'destination')
  const operator = redirect.children.find(({ named }) => !named)?.type ?? ''
  const word = target === undefined ? undefined : wordOf(target, walk.line)
  const copies =
    /^[<>]&-?$/.test(operator) && (word === undefined || (word.kind === 'known' && /^(?:\d+-?|-)$/.test(word.text)))
  const kept = word === undefined || word.kind !== 'known' || !NOWHERE.has(word.text)
  const network = word?.kind === 'known' && /^\/dev\/(?:tcp|udp)\//.test(word.text)
  const shown = `${operator} ${target === undefined ? '' : textOf(target, walk)}`.trim()
  if ((/>/.test(operator) && !copies && kept) || network) for (const found of targets) found.writes.push(shown)
  else if (word !== undefined && word.kind !== 'known' && !copies && target?.type !== 'process_substitution')
    for (const found of targets) walk.sources.push({ word, shown, found })
  // The grammar takes words behind a redirection for more targets; to a shell they are words of the command.
  addBehind(more, targets, walk)
  visitParts(redirect, walk)
}

function visitHeredoc(redirect: Node, targets: readonly Found[], walk: Walk): void {
  addBehind(
    redirect.children.filter(({ field }) => field === 'argument'),
    targets,
    walk,
  )
  for (const child of redirect.children) {
    if (child.type === 'file_redirect') visitFileRedirect(child, targets, walk)
    else visit(child, walk)
  }
}

function addBehind(words: readonly Node[], targets: readonly Found[], walk: Walk): void {
  if (words.length === 0) return
  const [only, another] = targets
  if (only === undefined || another !== undefined || only.words.length === 0) {
    walk.unsure.add('words stand behind a redirection that belongs to no command')
    return
  }
  for (const word of words) addWord(only, word, walk)
}

function assignment(node: Node, walk: Walk): { name: string; value: Word } {
  const target = node.children.find(({ field }) => field === 'name')
  const value = node.children.find(({ field }) => field === 'value')
  const name = target === undefined ? '' : textOf(target, walk)
  const number = value?.type === 'number' || value?.type === 'arithmetic_expansion'
  walk.worded.set(name, number && walk.worded.get(name) !== false)
  const word = value === undefined ? knownWord('') : wordOf(value, walk.line)
  const base = name.replace(/\[.*$/s, '')
  const given = isAppended(node) ? ANYTHING : value?.type === 'arithmetic_expansion' ? knownWord('0') : word
  walk.values.set(base, [...(walk.values.get(base) ?? []), given])
  return { name: base, value: word }
}

const isAppended = ({ children }: Node): boolean => children.some(({ type }) => type === '+=')

const PLAIN_OPERATORS = new Set('${ } :- - := = :? ? :+ + # ## % %% / // /# /% ^ ^^ , ,, " ( )'.split(' '))

/** Expansions that only give a value are fine; some evaluate what a variable holds. */
function visitExpansion(node: Node, walk: Walk): void {
  const operators = node.children.filter(({ named }) => !named).map(({ type }) => type)
  const [special] = operators.filter((type) => !PLAIN_OPERATORS.has(type))
  if (special === ':') {
    const from = node.children.findIndex(({ type }) => type === ':')
    for (const child of node.children.slice(from)) evaluate(child, walk)
  } else if (special !== undefined) walk.unsure.add(`${textOf(node, walk)} can run what a variable holds`)
  const name = node.children.find(({ type }) => type === 'variable_name')
  if (name !== undefined && operators.some((type) => /^:?=$/.test(type))) give(textOf(name, walk), [ANYTHING], walk)
}

/** Notes the variables that arithmetic would read, because their content is arithmetic again and can run commands. */
function evaluate(node: Node, walk: Walk): void {
  if (node.type === 'command_substitution') {
    walk.evaluated.add(textOf(node, walk))
    return
  }
  if (['variable_name', 'word', 'string_content', 'raw_string'].includes(node.type)) {
    const text = textOf(node, walk)
    // As a variable `1` is an argument.
    const names = node.type === 'variable_name' ? /\w+/g : /[A-Za-z_]\w*/g
    for (const [name] of text.matchAll(names)) walk.evaluated.add(name)
  } else if (node.type === 'special_variable_name' && !/^[#?$!]$/.test(textOf(node, walk)))
    walk.evaluated.add(textOf(node, walk))
  for (const child of node.children) evaluate(child, walk)
}

/** Commands that can give a variable any content. */
const ASSIGNING =
  /^(?:read|mapfile|readarray|printf|getopts|declare|typeset|local|export|readonly|let|eval|source|\.|wait|coproc)$/

const isNumber = (name: string, walk: Walk): boolean =>
  walk.worded.get(name) === true && !isOfShell(name) && !isNamed(name, walk)

/** Whether a command of the line could give this variable any content. */
const isNamed = (name: string, { found }: Walk): boolean =>
  found.some(({ words }) => {
    const [program, ...rest] = fromBuiltin(words)
    return ASSIGNING.test(program?.text ?? '') && rest.some(({ text, kind }) => kind !== 'known' || text.includes(name))
  })

/** Whether words may be split at other characters than spaces. Before `read` that is so for this command only. */
const splitsOtherwise = (walk: Walk): boolean =>
  isNamed('IFS', walk) ||
  walk.assigned.some(({ name }) => name === 'IFS') ||
  walk.found.some(
    ({ words: [program], assignments }) => program?.text !== 'read' && assignments.some(({ name }) => name === 'IFS'),
  )
