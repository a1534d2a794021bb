import { parse } from '@babel/parser'

/**
 * One condition of a file and its opposite. `id` numbers the conditions of all files; `code` is the line it stands in, `column` its
 * place there, from 0.
 */
export type Condition = {
  id: number
  file: string
  line: number
  column: number
  code: string
  operator: string
  opposite: string
}

/** A text between two offsets gives way to another. A wrapper that ends at an offset closes before the next one opens. */
type Edit = { offset: number; removed: number; text: string; order: number }

const OPPOSITES: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '!': '',
}

/**
 * Every comparison, `&&`, `||` and `!` of a file, and the file with each of them behind a switch of the object `$mutate`
 * (`switchSource`).
 */
export function switchConditions(
  file: string,
  text: string,
  firstId: number,
): { conditions: Condition[]; text: string } {
  const conditions: Condition[] = []
  const edits: Edit[] = []
  const lines = text.split('\n')
  const add = (operator: string, offset: number) => {
    const line = text.slice(0, offset).split('\n').length
    const code = (lines[line - 1] ?? '').trim()
    const column = offset - (text.lastIndexOf('\n', offset - 1) + 1)
    conditions.push({
      id: firstId + conditions.length,
      file,
      line,
      column,
      code,
      operator,
      opposite: OPPOSITES[operator] ?? '',
    })
    return firstId + conditions.length - 1
  }
  const wrap = (node: SyntaxNode, before: string, after: string) => {
    edits.push({ offset: node.start, removed: 0, text: before, order: text.length - node.end })
    edits.push({ offset: node.end, removed: 0, text: after, order: -node.start - 1 })
  }
  const replace = (offset: number, removed: string, instead: string) =>
    edits.push({ offset, removed: removed.length, text: instead, order: text.length })
  visitNodes(parse(text, { sourceType: 'module', plugins: ['typescript', 'estree'] }).program, (node) => {
    const { type, operator = '', left, right } = node
    if (OPPOSITES[operator] === undefined) return
    if (type === 'UnaryExpression') {
      wrap(node, `$mutate.not(${add(operator, node.start)}, (`, '))')
      replace(node.start, operator, '')
      return
    }
    if (left === undefined || right === undefined) return
    const offset = text.indexOf(operator, left.end)
    const id = add(operator, offset)
    if (type === 'LogicalExpression') {
      wrap(node, `$mutate.value($mutate.${operator === '&&' ? 'and' : 'or'}(${id}, (`, ') : $mutate.left())')
      replace(offset, operator, ')) ? (')
    } else {
      wrap(node, `$mutate.compare(${id}, '${operator}', (`, '))')
      replace(offset, operator, '), (')
    }
  })
  return { conditions, text: applyEdits(text, edits) }
}

type SyntaxNode = { type: string; start: number; end: number; operator?: string; left?: SyntaxNode; right?: SyntaxNode }

function visitNodes(value: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) for (const each of value) visitNodes(each, visit)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  // A value with a type is a node of the parser.
  if ('type' in value) visit(value as SyntaxNode)
  for (const [key, child] of Object.entries(value))
    if (key !== 'typeAnnotation' && key !== 'loc') visitNodes(child, visit)
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let end = 0
  let result = ''
  for (const edit of edits.toSorted((a, b) => a.offset - b.offset || a.order - b.order)) {
    result += text.slice(end, edit.offset) + edit.text
    end = edit.offset + edit.removed
  }
  return result + text.slice(end)
}

/**
 * The code in front of a switchable file, in every process that loads it. `folder` holds the files `active` (the id of the
 * changed condition) and `test` (the name under `reached/` for the conditions that the running test evaluates, or nothing).
 * A change that makes a loop endless throws.
 */
export function switchSource(folder: string): string {
  return `// @ts-nocheck
const $mutate = globalThis.$mutate ??= (() => {
  const { appendFileSync, readFileSync } = process.getBuiltinModule('node:fs')
  const read = (name) => { try { return readFileSync(${JSON.stringify(folder)} + '/' + name, 'utf8').trim() } catch { return '' } }
  const active = Number(read('active') || -1)
  let test = read('test')
  let seen = new Set()
  let evaluated = 0
  let left
  const isOn = (id) => {
    if (test !== '' && !seen.has(id)) {
      seen.add(id)
      try { appendFileSync(${JSON.stringify(folder)} + '/reached/' + test, id + '\\n') } catch {}
    }
    if (active !== -1 && ++evaluated > ${LIMIT_EVALUATIONS}) throw new Error('The changed condition runs on.')
    return id === active
  }
  const compare = (operator, a, b) => {
    switch (operator) {
      case '===': return a === b
      case '!==': return a !== b
      case '<': return a < b
      case '<=': return a <= b
      case '>': return a > b
      default: return a >= b
    }
  }
  const opposites = ${JSON.stringify(OPPOSITES)}
  return {
    startTest() { test = read('test'); seen = new Set(); evaluated = 0 },
    value: (value) => value,
    left: () => left,
    and(id, value) { left = value; return isOn(id) ? !value : value },
    or(id, value) { left = value; return isOn(id) ? value : !value },
    not: (id, value) => isOn(id) ? value : !value,
    compare: (id, operator, a, b) => compare(isOn(id) ? opposites[operator] : operator, a, b),
  }
})();
`
}

const LIMIT_EVALUATIONS = 20_000_000
