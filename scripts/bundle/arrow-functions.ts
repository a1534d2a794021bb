import { parse } from '@babel/parser'

type SyntaxNode = { type: string; start: number; end: number }
type ArrowFunction = SyntaxNode & { async: boolean; params: SyntaxNode[]; body: SyntaxNode }

/** Replaces the text from `start` to before `end`. */
type Edit = { start: number; end: number; text: string }

/** In a shorter function the longer text costs more than it saves. */
const MIN_LENGTH = 30

/**
 * Writes arrow functions as function expressions. V8 skims a function expression until its first call, but it parses an arrow
 * function inside of another function in full when it loads the file, and once more at the first call. In the bundle every
 * module is a function. Arrow functions that need the `this` or `arguments` around them stay.
 *
 * `code`: a module with a semicolon after every statement, as the minifier writes it.
 */
export function withoutArrowFunctions(code: string): string {
  const { program } = parse(code, { sourceType: 'module' })
  const edits = [...nodesIn(program as SyntaxNode)]
    .filter(isArrowFunction)
    .filter((arrow) => arrow.end - arrow.start >= MIN_LENGTH && !usesOuterThis(arrow))
    .flatMap((arrow) => functionEdits(arrow, code))
  const written = applyEdits(code, edits)
  parse(written, { sourceType: 'module' }) // throws where an arrow function stood as a function cannot
  return written
}

const isArrowFunction = (node: SyntaxNode): node is ArrowFunction => node.type === 'ArrowFunctionExpression'

/** `async x=>x+1` becomes `async function(x){return x+1}`. */
function functionEdits({ start, end, async, params, body }: ArrowFunction, code: string): Edit[] {
  const head = start + (async ? 'async'.length : 0)
  const first = params[0]
  const arrow = code.indexOf('=>', params.at(-1)?.end ?? head)
  const isBare = first !== undefined && !/^\s*\(/.test(code.slice(head, arrow))
  const isBlock = body.type === 'BlockStatement'
  const space = async || /[\w$]/.test(code[start - 1] ?? '') ? ' ' : ''
  return [
    { start: head, end: isBare ? first.start : head, text: `${space}function${isBare ? '(' : ''}` },
    { start: arrow, end: arrow + '=>'.length, text: `${isBare ? ')' : ''}${isBlock ? '' : '{return '}` },
    ...(isBlock ? [] : [{ start: end, end, text: '}' }]),
  ]
}

function usesOuterThis(arrow: SyntaxNode): boolean {
  return [...nodesIn(arrow, hasOwnThis)].some(
    (node) =>
      ['ThisExpression', 'Super', 'MetaProperty'].includes(node.type) ||
      (node.type === 'Identifier' && 'name' in node && (node.name === 'arguments' || node.name === 'eval')),
  )
}

const OWN_THIS =
  /^(?:Function(?:Expression|Declaration)|(?:Object|Class|ClassPrivate)Method|Class(?:Private)?Property)$/

/** The computed name of a member belongs to the code around it. */
const hasOwnThis = (node: SyntaxNode): boolean => OWN_THIS.test(node.type) && !('computed' in node && node.computed)

/** The node and those below it, without what lies in a node that `skipped` names. */
function* nodesIn(node: SyntaxNode, skipped: (node: SyntaxNode) => boolean = () => false): Generator<SyntaxNode> {
  if (skipped(node)) return
  yield node
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesIn(child, skipped)
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

function applyEdits(code: string, edits: readonly Edit[]): string {
  let at = 0
  let text = ''
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + code.slice(at)
}
