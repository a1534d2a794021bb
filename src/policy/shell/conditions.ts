import type { ShellNode } from './parse.ts'
import type { CommandDanger, Word } from './shell-types.ts'
import { isInteger, isNumberOutput, type LineContext, shellWord } from './words.ts'

/**
 * The words of `[ … ]` as the program receives them, closing bracket included. Undefined when a shell would see one of its
 * own operators, for example a redirection, where the grammar sees an operator of the condition.
 */
export function conditionWords(test: ShellNode, context: LineContext): Word[] | undefined {
  const words: Word[] = []
  for (const node of test.children.slice(1)) {
    if (/_expression$/.test(node.type)) {
      const inner = conditionWords({ ...node, children: [node, ...node.children] }, context)
      if (inner === undefined) return undefined
      words.push(...inner)
    } else if (node.isNamed || PLAIN.has(node.type)) words.push(shellWord(node, context))
    else return undefined
  }
  return words
}

const PLAIN = new Set(['=', '==', '!=', '!', ']'])

const EVALUATING = /(?:^|[\s(!])-(?:eq|ne|lt|le|gt|ge|v|R)(?=\s)/g

/**
 * Why a `[[` could run a command: it evaluates both sides of -eq and its like as arithmetic, and the subscript of a name
 * after -v. Sides that certainly are numbers are harmless.
 */
export function conditionProblems(test: ShellNode, context: LineContext): string[] {
  const text = context.line.slice(test.start, test.end).replaceAll('\\\n', '')
  const problems: string[] = []
  let understood = 0
  const visit = (node: ShellNode): void => {
    if (node.type === 'command_substitution' || node.type === 'process_substitution') return
    const operator = node.children.find(({ type }) => type === 'test_operator')
    if (
      node.type === 'binary_expression' &&
      operator !== undefined &&
      /^-(?:eq|ne|lt|le|gt|ge)$/.test(context.line.slice(operator.start, operator.end))
    ) {
      understood += 1
      for (const side of node.children) if (side !== operator) problems.push(...arithmeticProblems(side, context))
    } else for (const child of node.children) visit(child)
  }
  visit(test)
  if ((text.match(EVALUATING)?.length ?? 0) > understood)
    problems.push('a condition evaluates text as arithmetic or as a name with a subscript, which can run commands')
  return problems
}

/**
 * `-v NAME` evaluates the subscript of a name, so no unknown word of a condition may become `-v`. Each part between -a and
 * -o must be a value, an operator and a value, or two values around an operator, and each value must be one word.
 */
export function conditionDangers(words: readonly Word[]): CommandDanger[] {
  const doubtful = parts(words.filter(({ text }, index) => text !== ']' || index < words.length - 1)).find(
    (part) => !isPlainPart(part),
  )
  const [word] = doubtful?.filter(({ kind }) => kind !== 'known') ?? []
  if (doubtful === undefined) return []
  const text = word?.text ?? doubtful.map(({ text }) => text).join(' ')
  return [{ effect: 'runs', reason: `${text} could be read as -v and a subscript; quote it to make it one value` }]
}

function parts(words: readonly Word[]): Word[][] {
  const all: Word[][] = [[]]
  for (const word of words) {
    const part = all.at(-1) ?? []
    if (word.kind === 'known' && /^-[ao]$/.test(word.text) && part.length > 0) all.push([])
    else if (word.kind !== 'known' || word.text !== '!' || part.length > 0) part.push(word)
  }
  return all
}

function isPlainPart(part: readonly Word[]): boolean {
  if (part.some((word) => word.kind === 'many' && !NUMBER.test(word.text))) return false
  if (part.some(({ values }) => values?.some((value) => /^(?:-[vRao]|[()!\]])$/.test(value)))) return false
  const [first, second, third] = part
  if (first === undefined || second === undefined) return true
  if (third === undefined)
    return first.kind === 'known' && (!/^-[vR]$/.test(first.text) || (second.kind === 'known' && isName(second.text)))
  if (part.length === 3) return second.kind === 'known'
  return part.every(({ kind, text }) => kind === 'known' && !/^-[vR]$/.test(text))
}

const isName = (text: string): boolean => /^\w+$/.test(text)

/** Expansions that are always numbers. */
const NUMBER = /^\$[?#!$]$|^\$\{#\w+\}$/

/** Nodes of arithmetic that only combine others. Everything that is not here or below can run commands. */
export const ARITHMETIC_NODES: ReadonlySet<string> = new Set(
  'binary_expression unary_expression postfix_expression ternary_expression parenthesized_expression arithmetic_expansion'.split(
    ' ',
  ),
)

const OPERATORS = new Set(
  '+ - * / % ** ++ -- == != < > <= >= && || ! ~ & | ^ << >> = += -= *= /= %= &= |= ^= <<= >>= **= ? : , ( ) $(( )) (( ; " =='.split(
    ' ',
  ),
)

/**
 * Why bash could run a command when it evaluates this as arithmetic: bash evaluates the content of each variable and each
 * text again, and runs the substitutions in their subscripts. Numbers, and variables that certainly hold one, are harmless.
 */
export function arithmeticProblems(node: ShellNode, context: LineContext): string[] {
  const text = context.line.slice(node.start, node.end)
  const doubt = [`arithmetic evaluates the variable ${text}, which can run commands; set it to a number in the line`]
  const parts = () => node.children.flatMap((child) => arithmeticProblems(child, context))
  const holdsNumber = (name: string) => context.resolve(name, node.start)?.every(isInteger) ?? false
  switch (node.type) {
    case 'number':
      return /^(?:0[xX][\dA-Fa-f]+|\d+)$/.test(text) ? [] : doubt
    case 'variable_name':
    case 'word':
      return /^(?:0[xX][\dA-Fa-f]+|\d+)$/.test(text) && node.type === 'word' ? [] : holdsNumber(text) ? [] : doubt
    case 'test_operator':
      return []
    case 'simple_expansion': {
      if (/^\$[#?$!]$/.test(text)) return []
      return holdsNumber(text.slice(1)) ? [] : doubt
    }
    case 'expansion': {
      if (/^\$\{#\w+(?:\[[@*]\])?\}$/.test(text)) return []
      const [, name = ''] = /^\$\{([A-Za-z_]\w*)\}$/.exec(text) ?? []
      return holdsNumber(name) ? [] : doubt
    }
    case 'command_substitution':
      return isNumberOutput(text, context.line) ? [] : doubt
    case 'string':
      return node.children.every(({ type }) => type === '"' || /expansion$/.test(type)) && node.children.length === 3
        ? parts()
        : doubt
    default:
      if (!node.isNamed) return OPERATORS.has(node.type) ? [] : doubt
      return ARITHMETIC_NODES.has(node.type) ? parts() : doubt
  }
}
