import { data, Evaluator, type Expr, Lexer, Parser } from '@actions/expressions'
import {
  Binary,
  ContextAccess,
  FunctionCall,
  Grouping,
  IndexAccess,
  Literal,
  Logical,
  Unary,
} from '@actions/expressions/ast'
import { TokenType } from '@actions/expressions/lexer'
import { truthy } from '@actions/expressions/result'
import { messageOf, UserError } from '../../platform/errors.ts'

/** The contexts of a workflow by name: `github`, `secrets`, `steps` … */
export type ExpressionContexts = Readonly<Record<string, unknown>>

const NAMES = [
  'github',
  'env',
  'vars',
  'secrets',
  'inputs',
  'steps',
  'needs',
  'matrix',
  'strategy',
  'runner',
  'job',
  'jobs',
]

/** A simulated job never fails. */
const STATUS: Readonly<Record<string, boolean>> = { success: true, always: true, failure: false, cancelled: false }

const functions = [
  ...Object.entries(STATUS).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  })),
  { name: 'hashfiles', minArgs: 1, maxArgs: 255, call: () => new data.StringData('') },
]

type Evaluated = { expr: Expr; evaluate(part: Expr): data.ExpressionData }

/** Parses an expression. Both throw UserError for what fails in a run, too. */
function evaluated(expression: string, contexts: ExpressionContexts): Evaluated {
  const explained = <T>(action: () => T): T => {
    try {
      return action()
    } catch (error) {
      throw new UserError(`\${{ ${expression.trim()} }} fails: ${messageOf(error)}.`, { cause: error })
    }
  }
  const expr = explained(() => new Parser(new Lexer(expression).lex().tokens, NAMES, functions).parse())
  const known = new data.Dictionary(...NAMES.map((key) => ({ key, value: toData(contexts[key] ?? {}) })))
  const definitions = new Map(functions.map((each) => [each.name, each]))
  return { expr, evaluate: (part) => explained(() => new Evaluator(part, known, definitions).evaluate()) }
}

function toData(value: unknown): data.ExpressionData {
  if (typeof value === 'string') return new data.StringData(value)
  if (typeof value === 'number') return new data.NumberData(value)
  if (typeof value === 'boolean') return new data.BooleanData(value)
  if (Array.isArray(value)) return new data.Array(...value.map(toData))
  if (typeof value !== 'object' || value === null) return new data.Null()
  return new data.Dictionary(...Object.entries(value).map(([key, each]) => ({ key, value: toData(each) })))
}

/** A text with its expressions replaced by their values. */
export const evaluateText = (text: string, contexts: ExpressionContexts): string =>
  text.replace(/\$\{\{([\s\S]*?)\}\}/g, (_, expression: string) => {
    const { expr, evaluate } = evaluated(expression, contexts)
    return evaluate(expr).coerceString()
  })

/** The part of an `if` that is false, with what it reads; undefined when the condition holds, or there is none. */
export function falsePart(condition: unknown, contexts: ExpressionContexts): string | undefined {
  const text = String(condition ?? '').trim()
  if (text === '') return undefined
  const inside = /^\$\{\{([\s\S]*)\}\}$/.exec(text)?.[1]
  const isWhole = inside !== undefined && !inside.includes('${{')
  // Text around expressions makes a condition a text, which is false only when it is empty.
  if (!isWhole && text.includes('${{')) return evaluateText(text, contexts) === '' ? text : undefined
  const { expr, evaluate } = evaluated(isWhole ? inside : text, contexts)
  if (truthy(evaluate(expr))) return undefined
  const part = decisivePart(expr, evaluate)
  const read = part instanceof Binary ? part.left : part instanceof FunctionCall ? part.args[0] : undefined
  if (read === undefined || read instanceof Literal) return textOf(part)
  const value = evaluate(read)
  const shown = value.primitive ? JSON.stringify(shortened(value.coerceString())) : undefined
  return shown === undefined ? textOf(part) : `${textOf(part)}, where ${textOf(read)} is ${shown}`
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** Of parts that must all hold, the first that does not. */
function decisivePart(expr: Expr, evaluate: Evaluated['evaluate']): Expr {
  if (expr instanceof Grouping) return decisivePart(expr.group, evaluate)
  if (!(expr instanceof Logical) || expr.operator.type !== TokenType.AND) return expr
  const part = expr.args.find((each) => !truthy(evaluate(each)))
  return part === undefined ? expr : decisivePart(part, evaluate)
}

function textOf(expr: Expr): string {
  if (expr instanceof Literal) return expr.token.lexeme
  if (expr instanceof ContextAccess) return expr.name.lexeme
  if (expr instanceof Grouping) return `(${textOf(expr.group)})`
  if (expr instanceof Unary) return `${expr.operator.lexeme}${textOf(expr.expr)}`
  if (expr instanceof Binary) return `${textOf(expr.left)} ${expr.operator.lexeme} ${textOf(expr.right)}`
  if (expr instanceof Logical) return expr.args.map(textOf).join(` ${expr.operator.lexeme} `)
  if (expr instanceof FunctionCall) return `${expr.functionName.lexeme}(${expr.args.map(textOf).join(', ')})`
  if (!(expr instanceof IndexAccess)) return '*'
  const isName = expr.index instanceof Literal && expr.index.token.type === TokenType.IDENTIFIER
  const index = textOf(expr.index)
  return isName || index === '*' ? `${textOf(expr.expr)}.${index}` : `${textOf(expr.expr)}[${index}]`
}
