import { data, Evaluator, Lexer, Parser } from '@actions/expressions'

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

/** A simulated job has not failed. */
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

function evaluate(expression: string, contexts: ExpressionContexts): data.ExpressionData {
  const { tokens } = new Lexer(expression).lex()
  const parsed = new Parser(tokens, NAMES, functions).parse()
  const known = toData(Object.fromEntries(NAMES.map((name) => [name, contexts[name] ?? {}])))
  if (!(known instanceof data.Dictionary)) throw new Error('the contexts are a map')
  return new Evaluator(parsed, known, new Map(functions.map((each) => [each.name, each]))).evaluate()
}

function toData(value: unknown): data.ExpressionData {
  if (typeof value === 'string') return new data.StringData(value)
  if (typeof value === 'number') return new data.NumberData(value)
  if (typeof value === 'boolean') return new data.BooleanData(value)
  if (Array.isArray(value)) return JSON.parse(JSON.stringify(value), data.reviver) as data.ExpressionData // what the reviver makes
  if (typeof value !== 'object' || value === null) return new data.Null()
  return new data.Dictionary(...Object.entries(value).map(([key, each]) => ({ key, value: toData(each) })))
}

/** A text with its expressions replaced by their values. */
export const evaluateText = (text: string, contexts: ExpressionContexts): string =>
  text.replace(/\$\{\{([\s\S]*?)\}\}/g, (_, expression: string) => evaluate(expression, contexts).coerceString())

/** Whether an `if` holds. Without a condition it does. */
export function holds(condition: unknown, contexts: ExpressionContexts): boolean {
  const text = String(condition ?? '').trim()
  if (text === '') return true
  const inside = /^\$\{\{([\s\S]*)\}\}$/.exec(text)?.[1]
  const isWhole = inside !== undefined && !inside.includes('${{')
  const value =
    isWhole || !text.includes('${{')
      ? evaluate(isWhole ? inside : text, contexts)
      : new data.StringData(evaluateText(text, contexts))
  return !['', 'false', '0', 'null'].includes(value.coerceString())
}
