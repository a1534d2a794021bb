import { parse } from '@babel/parser'
import type { SourceFile } from './sources.ts'

/** The naming rules of the house: unique names, no bare particles, no needless spreads. See docs/architecture.md. */

/** A particle may name a variable while the reader still sees its origin. */
const MAX_LINES_OF_A_PARTICLE = 5
const PARTICLES = new Set(
  `at why found given said told made taken asked kept left seen heard wanted meant shown known gone spent begun held put
  around about ahead beneath beside elsewhere further here there where whose who whom what how ours theirs own most least
  soon less whole way ways named written judged governed served steered called sent settled brought drawn`.split(/\s+/),
)

type Syntax = { type: string; start: number; end: number; [key: string]: unknown }

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** `parents`: one list for the whole walk. */
function walk(node: Syntax, visit: (node: Syntax, parents: readonly Syntax[]) => void, parents: Syntax[] = []) {
  visit(node, parents)
  parents.push(node)
  for (const key in node) {
    const value = node[key]
    if (Array.isArray(value)) for (const child of value.filter(isSyntax)) walk(child, visit, parents)
    else if (isSyntax(value)) walk(value, visit, parents)
  }
  parents.pop()
}

const programs = new WeakMap<SourceFile, Syntax>()

/** Read once: each rule looks at every file. */
function programOf(source: SourceFile): Syntax {
  const known = programs.get(source)
  if (known !== undefined) return known
  const { file, text } = source
  const { program } = parse(text, { sourceFilename: file, sourceType: 'module', plugins: ['typescript', 'estree'] })
  const syntax = program as unknown as Syntax // read as data
  programs.set(source, syntax)
  return syntax
}

const nameOf = (node: unknown): string | undefined =>
  isSyntax(node) && node.type === 'Identifier' ? String(node.name) : undefined

/** The names that a parameter or a variable binds, those of destructured objects and arrays too. */
function bindings(pattern: unknown): Syntax[] {
  if (!isSyntax(pattern)) return []
  switch (pattern.type) {
    case 'Identifier':
      return [pattern]
    case 'AssignmentPattern':
      return bindings(pattern.left)
    case 'RestElement':
      return bindings(pattern.argument)
    case 'TSParameterProperty':
      return bindings(pattern.parameter)
    case 'ArrayPattern':
      return (pattern.elements as unknown[]).flatMap(bindings)
    case 'ObjectPattern':
      return (pattern.properties as Syntax[]).flatMap((property) => bindings(property.value ?? property.argument))
    default:
      return []
  }
}

const SPELT_OUT = new Set(['ConditionalExpression', 'LogicalExpression', 'ObjectExpression'])

/**
 * Spreads into an object of what is written there: a condition or a group of properties, as `file:line`. Write the properties;
 * absent is undefined.
 */
export function needlessSpreads(source: SourceFile): string[] {
  const found: string[] = []
  walk(programOf(source), ({ type, argument, start }, parents) => {
    if (type !== 'SpreadElement' || parents.at(-1)?.type !== 'ObjectExpression') return
    if (isSyntax(argument) && SPELT_OUT.has(argument.type))
      found.push(`${source.file}:${source.text.slice(0, start).split('\n').length}`)
  })
  return found
}

type Declared = { name: string; file: string; isType: boolean; isExported: boolean }

const TYPES = ['TSTypeAliasDeclaration', 'TSInterfaceDeclaration']

function declarationsIn(source: SourceFile): Declared[] {
  const body = programOf(source).body as Syntax[]
  return body.flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration'
    const declaration = isExported ? statement.declaration : statement
    if (!isSyntax(declaration)) return []
    const nodes =
      declaration.type === 'VariableDeclaration'
        ? (declaration.declarations as Syntax[]).flatMap(({ id }) => bindings(id))
        : bindings(declaration.id)
    const isType = TYPES.includes(declaration.type)
    return nodes.map((node) => ({ name: nameOf(node) ?? '', file: source.file, isType, isExported }))
  })
}

/** Names exported by two files, and names of exported types that another file declares for itself. */
export function duplicateNames(files: readonly SourceFile[]): string[] {
  const declared = files.flatMap(declarationsIn).filter(({ isType, isExported }) => isType || isExported)
  return [...Map.groupBy(declared, ({ name }) => name)].flatMap(([name, all]) => {
    const where = [...new Set(all.map(({ file }) => file))]
    return where.length > 1 && all.some(({ isExported }) => isExported) ? [`${name}: ${where.join(', ')}`] : []
  })
}

const FUNCTIONS = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'TSMethodSignature',
  'TSFunctionType',
  'TSCallSignatureDeclaration',
  'TSDeclareFunction',
]

const parametersOf = (node: Syntax): Syntax[] =>
  FUNCTIONS.includes(node.type) && Array.isArray(node.params) ? (node.params as Syntax[]) : []

const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length

const MEMBERS = ['TSPropertySignature', 'TSMethodSignature', 'PropertyDefinition', 'MethodDefinition']

export function bareParticles(source: SourceFile): string[] {
  const program = programOf(source)
  const findings = declarationsIn(source).flatMap(({ name, isExported }) =>
    isExported && PARTICLES.has(name) ? [`${source.file}: export ${name}`] : [],
  )
  const report = (node: Syntax, kind: string) => {
    const name = nameOf(node) ?? ''
    if (PARTICLES.has(name)) findings.push(`${source.file}:${lineOf(source.text, node.start)}: ${kind} ${name}`)
  }
  walk(program, (node, parents) => {
    for (const parameter of parametersOf(node)) for (const binding of bindings(parameter)) report(binding, 'parameter')
    if (MEMBERS.includes(node.type) && isSyntax(node.key) && !node.computed) report(node.key, 'property')
    if (node.type === 'Property' && parents.at(-1)?.type === 'ObjectExpression' && isSyntax(node.key) && !node.computed)
      report(node.key, 'property')
    if (node.type === 'VariableDeclarator') {
      const block =
        [...parents].reverse().find(({ type }) => type === 'BlockStatement' || type === 'Program') ?? program
      for (const binding of bindings(node.id))
        if (PARTICLES.has(nameOf(binding) ?? '') && linesLived(binding, block, source.text) > MAX_LINES_OF_A_PARTICLE)
          report(binding, 'long-lived variable')
    }
  })
  return findings
}

/** Lines from where a name is bound to where it is last used in the block. */
function linesLived(binding: Syntax, block: Syntax, text: string): number {
  let last = binding.start
  walk(block, (node) => {
    if (nameOf(node) === nameOf(binding)) last = Math.max(last, node.start)
  })
  return lineOf(text, last) - lineOf(text, binding.start)
}
