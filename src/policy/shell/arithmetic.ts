import type { ShellNode } from './parse.ts'
import { isInteger, isNumberOutput, type LineContext } from './words.ts'

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
