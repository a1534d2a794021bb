import { distance } from 'fastest-levenshtein'
import { parse, TomlError } from 'smol-toml'
import type * as z from 'zod'
import { messageOf, UserError } from '../../platform/errors.ts'
import { pathList } from '../protected-paths.ts'
import type { Rule, RuleMatch, Tier, Verdict } from './rule.ts'
import { checkerSchema, protectedSchema, ruleSchema } from './rule-schema.ts'
import { canonicalToolName, DELIVER_FILE, EDIT_TOOLS, SHELL_TOOL } from './tool-names.ts'

/** One policy file. `file` is the name the user knows it by. */
export type PolicySource = { tier: Tier; file: string; text: string }

/** A mistake and its position; line and column count from 1. */
export type PolicyProblem = { file: string; line: number; column: number; text: string }

/** One `[[safety_checker]]`: the calls it checks, and the program or function that checks them. */
export type CheckerRule = {
  tier: Tier
  priority: number
  file: string
  line: number
  match: RuleMatch
  checker: {
    type: 'in-process' | 'external'
    name: string
    requiredContext?: readonly ('environment' | 'history')[]
    config: Readonly<Record<string, unknown>>
  }
}

/** `ignored`: allow rules of extensions. An extension may restrict, never allow. */
export type Policies = { rules: Rule[]; checkers: CheckerRule[]; problems: PolicyProblem[]; ignored: Rule[] }

/**
 * Rules and checkers of all files, in file order. `problems` lists every mistake. A rule with a mistake is missing from
 * `rules`, so the run must not start while there are problems.
 */
export function loadPolicies(sources: readonly PolicySource[]): Policies {
  const files = sources.map(loadFile)
  return {
    rules: files.flatMap(({ rules }) => rules),
    checkers: files.flatMap(({ checkers }) => checkers),
    problems: files.flatMap(({ problems }) => problems),
    ignored: files.flatMap(({ ignored }) => ignored),
  }
}

/** One error with a line per mistake. */
export function policyError(problems: readonly PolicyProblem[]): UserError {
  const lines = problems.map((problem) => `- ${formatProblem(problem)}`)
  const count = lines.length === 1 ? '1 mistake' : `${lines.length} mistakes`
  return new UserError(`The policies have ${count}. Fix them before the run can start:\n${lines.join('\n')}`)
}

export const formatProblem = ({ file, line, column, text }: PolicyProblem): string =>
  `${file}:${line}:${column}: ${text}`

function loadFile(source: PolicySource): Policies {
  const all: Policies = { rules: [], checkers: [], problems: [], ignored: [] }
  const report = (position: TomlPosition, text: string) =>
    all.problems.push({ file: source.file, line: position.line, column: position.column, text })
  let tables: Record<string, unknown>
  try {
    tables = parse(source.text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const single = singleTable(source.text)
    if (single !== undefined) {
      report(single.position, oneBracket(single.name))
      return all
    }
    const position = error instanceof TomlError ? { line: error.line, column: error.column } : { line: 1, column: 1 }
    report(position, messageOf(error).split('\n')[0] ?? 'is not valid TOML')
    return all
  }
  const positions = tablePositions(source.text)
  const arrayNamed = (name: 'rule' | 'safety_checker' | 'protected'): TableArray => ({
    name,
    value: tables[name],
    position: keyPosition(source.text, name),
    elements: positions.get(name) ?? [],
  })
  for (const key of Object.keys(tables))
    if (key !== 'rule' && key !== 'safety_checker' && !(key === 'protected' && source.tier === 'default'))
      report(keyPosition(source.text, key), unknownTable(key))

  for (const each of policyTables(arrayNamed('rule'), report)) {
    const rule = validateTable(ruleSchema, each, report)
    if (rule === undefined) continue
    const target = source.tier === 'extension' && rule.decision === 'allow' ? all.ignored : all.rules
    target.push(createRule(rule, source, each.position.line))
  }
  for (const each of source.tier === 'default' ? policyTables(arrayNamed('protected'), report) : []) {
    const list = validateTable(protectedSchema, each, report)
    if (list !== undefined) all.rules.push(protectionRule(list, source, each.position.line))
  }
  for (const each of policyTables(arrayNamed('safety_checker'), report)) {
    const checker = validateTable(checkerSchema, each, report)
    if (checker !== undefined) all.checkers.push(createCheckerRule(checker, source, each.position.line))
  }
  return all
}

type Report = (position: TomlPosition, text: string) => void

/** `[[name]]` in a policy file: its value, where its name first appears, and the positions of its tables. */
type TableArray = { name: string; value: unknown; position: TomlPosition; elements: readonly TablePositions[] }

type PolicyTable = { value: unknown; position: TomlPosition; keys: TablePositions['keys']; label: string }

function policyTables({ name, value, position, elements }: TableArray, report: Report): PolicyTable[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    report(position, oneBracket(name))
    return []
  }
  return value.map((each, index) => {
    const element = elements[index]
    const label = `${name} ${index + 1}`
    return { value: each, position: element ?? position, keys: element?.keys ?? new Map(), label }
  })
}

/** The parsed value, or undefined after every mistake in it was reported. */
function validateTable<Schema extends z.ZodType>(
  schema: Schema,
  entry: PolicyTable,
  report: Report,
): z.output<Schema> | undefined {
  const result = schema.safeParse(entry.value)
  if (result.success) return result.data
  for (const issue of result.error.issues.flatMap(leafIssues)) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const path = [...issue.path, key].join('.')
        report(
          entry.keys.get(path) ?? entry.position,
          `${entry.label}: unknown key ${JSON.stringify(path)}${keySuggestion(key)}`,
        )
      }
      continue
    }
    const path = issue.path.filter((part) => typeof part === 'string').join('.')
    const text = path === '' || issue.message.startsWith(path) ? issue.message : `${path} ${issue.message}`
    report(valuePosition(entry, path), `${entry.label}: ${text}`)
  }
  return undefined
}

/** The position of a value, or of the nearest key above it that is in the file. */
function valuePosition({ keys, position }: PolicyTable, path: string): TomlPosition {
  for (let parentPath = path; parentPath !== ''; parentPath = parentPath.replace(/(?:^|\.)[^.]*$/, '')) {
    const found = keys.get(parentPath)
    if (found !== undefined) return found.value
  }
  return position
}

/** The issues of a value that may be one item or a list, for the form that the file uses. */
function leafIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const forms = issue.errors.filter((issues) =>
    issues.some((each) => each.code !== 'invalid_type' || each.path.length > 0),
  )
  const chosen = forms[0]
  if (chosen === undefined)
    return [
      {
        ...issue,
        message: issue.message === 'Invalid input' ? 'must be a string or a list of strings' : issue.message,
      },
    ]
  return chosen.map((each) => ({ ...each, path: [...issue.path, ...each.path] })).flatMap(leafIssues)
}

type RuleFields = z.output<typeof ruleSchema>

type CheckerFields = z.output<typeof checkerSchema>

const VERDICTS: Readonly<Record<RuleFields['decision'], Verdict>> = { allow: 'allow', deny: 'deny', ask_user: 'ask' }

function createRule(fields: RuleFields, source: PolicySource, line: number): Rule {
  const message = fields.denyMessage ?? fields.deny_message
  return {
    verdict: VERDICTS[fields.decision],
    tier: source.tier,
    priority: fields.priority,
    file: source.file,
    line,
    message,
    allowRedirection: (fields.allowRedirection ?? fields.allow_redirection) ? true : undefined,
    match: { ...createMatch(fields), interactive: fields.interactive, agent: fields.subagent, targets: fields.targets },
  }
}

/** The rule that refuses protected paths. No file can spell it: it applies where other rules allow without naming the path. */
export const protectionRule = (
  { paths, reason }: { paths: readonly string[]; reason: string },
  { tier, file }: Pick<PolicySource, 'tier' | 'file'>,
  line: number,
): Rule => ({
  verdict: 'ask',
  tier,
  priority: 999,
  file,
  line,
  message: `This path is protected: ${reason}.`,
  match: { tools: [...EDIT_TOOLS, DELIVER_FILE], paths: pathList(paths) },
})

function createMatch(fields: RuleFields | CheckerFields): RuleMatch {
  const { toolName, mcpName, argsPattern, commandPrefix, commandRegex, modes, toolAnnotations } = fields
  const onCommands = commandPrefix !== undefined || commandRegex !== undefined
  const tools = onCommands ? [SHELL_TOOL] : mcpName === undefined ? toolName?.map(canonicalToolName) : toolName
  return {
    tools,
    server: mcpName,
    args: argsPattern,
    prefixes: commandPrefix,
    regex: commandRegex,
    modes: modes === undefined || modes.length === 0 ? undefined : modes,
    annotations: toolAnnotations,
  }
}

function createCheckerRule(fields: CheckerFields, source: PolicySource, line: number): CheckerRule {
  const { type, name, required_context, config } = fields.checker
  return {
    tier: source.tier,
    priority: fields.priority,
    file: source.file,
    line,
    match: createMatch(fields),
    checker: { type, name, config: config ?? {}, requiredContext: required_context },
  }
}

const KNOWN_KEYS = [...Object.keys(ruleSchema.shape), 'checker']

/** Words that people write for a key. */
const OTHER_WORDS: Readonly<Record<string, string>> = { action: 'decision', verdict: 'decision', tool: 'toolName' }

function keySuggestion(key: string): string {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
  const near =
    KNOWN_KEYS.find((each) => plain(each) === plain(key)) ??
    (Object.hasOwn(OTHER_WORDS, key) ? OTHER_WORDS[key] : undefined) ??
    KNOWN_KEYS.find((each) => distance(plain(each), plain(key)) <= Math.max(1, key.length / 4)) ??
    KNOWN_KEYS.find((each) => plain(each).startsWith(plain(key).slice(0, 5)))
  return near === undefined ? '' : `; did you mean ${near}?`
}

function unknownTable(key: string): string {
  const near = ['rule', 'safety_checker'].find(
    (each) => distance(each, key.toLowerCase()) <= Math.max(1, key.length / 4),
  )
  return `unknown table ${JSON.stringify(key)}${near === undefined ? '' : `; did you mean [[${near}]]?`}`
}

const oneBracket = (name: string) => `must be written [[${name}]], with two brackets: it is a list of tables`

/** The first `[rule]`, whose second one TOML calls a redefinition. */
function singleTable(text: string): { name: string; position: TomlPosition } | undefined {
  const header = /^[ \t]*\[[ \t]*(rule|safety_checker)[ \t]*\]/m.exec(text)
  if (header?.[1] === undefined) return undefined
  const line = text.slice(0, header.index).split('\n').length
  return { name: header[1], position: { line, column: header[0].indexOf('[') + 1 } }
}

/** The position of the first top-level key or table with this name. */
function keyPosition(text: string, key: string): TomlPosition {
  const lines = text.split(/\r?\n/)
  const start = new RegExp(`^\\s*\\[{0,2}\\s*["']?${key.replace(/[^\w-]/g, '\\$&')}["']?\\s*[\\].=]`)
  const line = lines.findIndex((each) => start.test(each))
  return line < 0 ? { line: 1, column: 1 } : { line: line + 1, column: (lines[line] ?? '').search(/\S/) + 1 }
}

/** A position in a file; both count from 1. */
export type TomlPosition = { line: number; column: number }

/** The position of one table, and of each of its keys and their values. */
export type TablePositions = TomlPosition & { keys: Map<string, TomlPosition & { value: TomlPosition }> }

/**
 * The positions of the tables of each array of tables (`[[rule]]`) and of their keys. The TOML parser returns no positions,
 * so this scans for headers and keys outside strings, comments and brackets.
 */
export function tablePositions(text: string): Map<string, TablePositions[]> {
  const tables = new Map<string, TablePositions[]>()
  let open: TablePositions | undefined
  let subtable = ''
  for (const { line, column, text: start } of statements(text)) {
    const header = /^\[\[\s*([\w-]+|"[^"]*"|'[^']*')\s*\]\]/.exec(start)?.[1]
    if (header !== undefined) {
      open = { line, column, keys: new Map() }
      subtable = ''
      const name = unquote(header)
      tables.set(name, [...(tables.get(name) ?? []), open])
      continue
    }
    const table = /^\[\s*([^[\]]+)\]/.exec(start)?.[1]
    if (table !== undefined) {
      // `[rule.toolAnnotations]` belongs to the rule above it; any other table ends that rule.
      const [first = '', ...rest] = table.split('.').map(unquote)
      if (rest.length === 0 || !tables.has(first)) open = undefined
      subtable = rest.join('.')
      const last = tables.get(first)?.at(-1)
      if (rest.length > 0 && last !== undefined) {
        open = last
        last.keys.set(subtable, { line, column, value: { line, column } })
      }
      continue
    }
    const key = /^((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*/.exec(start)
    if (key === null || open === undefined) continue
    const [whole, name = ''] = key
    const parts = name.split('.').map(unquote)
    const path = subtable === '' ? parts : [subtable, ...parts]
    const position = { line, column, value: { line, column: column + whole.length } }
    for (let end = 1; end <= path.length; end++) {
      const key = path.slice(0, end).join('.')
      if (!open.keys.has(key)) open.keys.set(key, position)
    }
  }
  return tables
}

const unquote = (name: string): string => name.trim().replace(/^(["'])(.*)\1$/, '$2')

/** Lines on which a header or a key can start: those outside multi-line brackets and strings. */
function* statements(text: string): Generator<{ line: number; column: number; text: string }> {
  let open = ''
  let depth = 0
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (open === '' && depth === 0) {
      const start = line.search(/\S/)
      if (start >= 0 && line[start] !== '#') yield { line: index + 1, column: start + 1, text: line.slice(start) }
      if (/^\s*\[/.test(line)) continue
    }
    ;({ open, depth } = lineEndState(line, open, depth))
  }
}

/** The string that is still open at the end of a line, and the number of open brackets. */
function lineEndState(line: string, before: string, depthBefore: number): { open: string; depth: number } {
  let open = before
  let depth = depthBefore
  for (let index = 0; index < line.length; index++) {
    if (open !== '') {
      if (line[index] === '\\' && open[0] === '"') index += 1
      else if (line.startsWith(open, index)) {
        index += open.length - 1
        open = ''
      }
      continue
    }
    const quotes = /^("""|'''|"|')/.exec(line.slice(index, index + 3))?.[0]
    if (quotes !== undefined) {
      open = quotes
      index += quotes.length - 1
    } else if (line[index] === '#') break
    else if (line[index] === '[' || line[index] === '{') depth += 1
    else if (line[index] === ']' || line[index] === '}') depth -= 1
  }
  // The TOML parser reports an unclosed one-line string.
  return { open: open.length === 3 ? open : '', depth: Math.max(0, depth) }
}
