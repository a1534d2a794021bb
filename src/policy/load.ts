import { parse, TomlError } from 'smol-toml'
import type { z } from 'zod'
import { messageOf, UserError } from '../host/errors.ts'
import type { Match, Rule, Tier, Verdict } from './decide.ts'
import type { Pattern } from './patterns.ts'
import { checkerSchema, ruleSchema } from './rule-schema.ts'
import { type Place, type TablePlaces, tablePlaces } from './toml-places.ts'
import { canonical, SHELL } from './tool-names.ts'

/** One policy file: `file` is the name its user knows it by. */
export type PolicySource = { tier: Tier; file: string; text: string }

/** A mistake, and where it stands; line and column count from 1. */
export type Problem = { file: string; line: number; column: number; text: string }

/** One `[[safety_checker]]`: which calls it judges, and the program or function that does. */
export type CheckerRule = {
  tier: Tier
  priority: number
  file: string
  line: number
  match: Match
  checker: {
    type: 'in-process' | 'external'
    name: string
    requiredContext?: readonly ('environment' | 'history')[]
    config: Readonly<Record<string, unknown>>
  }
}

/** `leftOut`: rules of extensions that would allow. An extension may take away, never give. */
export type Policies = { rules: Rule[]; checkers: CheckerRule[]; problems: Problem[]; leftOut: Rule[] }

/**
 * Rules and checkers of all files, in file order. What is wrong is in `problems`, all of it; a rule with a mistake is not
 * among the rules, so nothing may run while there are problems.
 */
export function loadPolicies(sources: readonly PolicySource[]): Policies {
  const all: Policies = { rules: [], checkers: [], problems: [], leftOut: [] }
  for (const source of sources) loadFile(source, all)
  return all
}

/** One error for people, with a line per mistake. */
export function problemsError(problems: readonly Problem[]): UserError {
  const lines = problems.map((problem) => `- ${describeProblem(problem)}`)
  const many = lines.length === 1 ? 'a mistake' : `${lines.length} mistakes`
  return new UserError(`The policies have ${many}; nothing runs until they are mended:\n${lines.join('\n')}`)
}

export const describeProblem = ({ file, line, column, text }: Problem): string => `${file}:${line}:${column}: ${text}`

function loadFile(source: PolicySource, all: Policies): void {
  const wrong = (place: Place, text: string) =>
    all.problems.push({ file: source.file, line: place.line, column: place.column, text })
  let tables: Record<string, unknown>
  try {
    tables = parse(source.text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const place = error instanceof TomlError ? { line: error.line, column: error.column } : { line: 1, column: 1 }
    wrong(place, messageOf(error).split('\n')[0] ?? 'is not TOML')
    return
  }
  const places = tablePlaces(source.text)
  for (const key of Object.keys(tables))
    if (key !== 'rule' && key !== 'safety_checker') wrong(placeOfKey(source.text, key), unknownTable(key))

  for (const each of entries(tables, 'rule', places, source, wrong)) {
    const rule = checked(ruleSchema, each, wrong)
    if (rule === undefined) continue
    const isLeftOut = source.tier === 'extension' && rule.decision === 'allow'
    all[isLeftOut ? 'leftOut' : 'rules'].push(toRule(rule, source, each.place.line))
  }
  for (const each of entries(tables, 'safety_checker', places, source, wrong)) {
    const checker = checked(checkerSchema, each, wrong)
    if (checker !== undefined) all.checkers.push(toChecker(checker, source, each.place.line))
  }
}

type Wrong = (place: Place, text: string) => void
type Entry = { value: unknown; place: Place; keys: TablePlaces['keys']; called: string }

function entries(
  tables: Record<string, unknown>,
  name: string,
  places: Map<string, TablePlaces[]>,
  source: PolicySource,
  wrong: Wrong,
): Entry[] {
  const value = tables[name]
  if (value === undefined) return []
  const fallback = placeOfKey(source.text, name)
  if (!Array.isArray(value)) {
    wrong(fallback, `must be written [[${name}]], with two brackets: each rule is one of a list`)
    return []
  }
  return value.map((each, index) => {
    const found = places.get(name)?.[index]
    return { value: each, place: found ?? fallback, keys: found?.keys ?? new Map(), called: `${name} ${index + 1}` }
  })
}

/** The value as its schema gives it, or undefined after every mistake in it was reported. */
function checked<Schema extends z.ZodType>(schema: Schema, entry: Entry, wrong: Wrong): z.output<Schema> | undefined {
  const result = schema.safeParse(entry.value)
  if (result.success) return result.data
  for (const issue of result.error.issues.flatMap(deepest)) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const path = [...issue.path, key].join('.')
        wrong(entry.keys.get(path) ?? entry.place, `${entry.called}: unknown key ${JSON.stringify(path)}${meant(key)}`)
      }
      continue
    }
    const path = issue.path.filter((part) => typeof part === 'string').join('.')
    const text = path === '' || issue.message.startsWith(path) ? issue.message : `${path} ${issue.message}`
    wrong(valuePlace(entry, path), `${entry.called}: ${text}`)
  }
  return undefined
}

/** Where a value stands, or the nearest key around it that is written out. */
function valuePlace({ keys, place }: Entry, path: string): Place {
  for (let around = path; around !== ''; around = around.replace(/(?:^|\.)[^.]*$/, '')) {
    const found = keys.get(around)
    if (found !== undefined) return found.value
  }
  return place
}

/** What went wrong in a value that may be one or a list, said of the form it was written in. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
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
  return chosen.map((each) => ({ ...each, path: [...issue.path, ...each.path] })).flatMap(deepest)
}

type WrittenRule = z.output<typeof ruleSchema>
type WrittenChecker = z.output<typeof checkerSchema>

const VERDICTS: Readonly<Record<WrittenRule['decision'], Verdict>> = { allow: 'allow', deny: 'deny', ask_user: 'ask' }

function toRule(written: WrittenRule, source: PolicySource, line: number): Rule {
  const message = written.denyMessage ?? written.deny_message
  return {
    verdict: VERDICTS[written.decision],
    tier: source.tier,
    priority: written.priority,
    file: source.file,
    line,
    ...(message === undefined ? {} : { message }),
    ...((written.allowRedirection ?? written.allow_redirection) ? { allowRedirection: true } : {}),
    match: {
      ...toMatch(written),
      ...(written.interactive === undefined ? {} : { interactive: written.interactive }),
      ...(written.subagent === undefined ? {} : { agent: written.subagent }),
    },
  }
}

function toMatch(written: WrittenRule | WrittenChecker): Match {
  const { toolName, mcpName, argsPattern, commandPrefix, commandRegex, modes, toolAnnotations } = written
  const onCommands = commandPrefix !== undefined || commandRegex !== undefined
  const tools = onCommands ? [SHELL] : mcpName === undefined ? toolName?.map(canonical) : toolName
  return {
    ...(tools === undefined ? {} : { tools }),
    ...(mcpName === undefined ? {} : { server: mcpName }),
    ...pattern('args', argsPattern),
    ...(commandPrefix === undefined ? {} : { prefixes: commandPrefix }),
    ...pattern('regex', commandRegex),
    ...(modes === undefined || modes.length === 0 ? {} : { modes }),
    ...(toolAnnotations === undefined ? {} : { annotations: toolAnnotations }),
  }
}

const pattern = (key: 'args' | 'regex', value: Pattern | undefined) => (value === undefined ? {} : { [key]: value })

function toChecker(written: WrittenChecker, source: PolicySource, line: number): CheckerRule {
  const { type, name, required_context, config } = written.checker
  return {
    tier: source.tier,
    priority: written.priority,
    file: source.file,
    line,
    match: toMatch(written),
    checker: {
      type,
      name,
      config: config ?? {},
      ...(required_context === undefined ? {} : { requiredContext: required_context }),
    },
  }
}

const KNOWN_KEYS = [...Object.keys(ruleSchema.shape), 'checker']

function meant(key: string): string {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
  const near = KNOWN_KEYS.find(
    (known) => plain(known) === plain(key) || plain(known).startsWith(plain(key).slice(0, 5)),
  )
  return near === undefined ? '' : `; did you mean ${near}?`
}

const unknownTable = (key: string): string =>
  `unknown table ${JSON.stringify(key)}${/^rules?$/i.test(key) ? '; did you mean [[rule]]?' : ''}`

/** Where a top-level key or table of this name first stands. */
function placeOfKey(text: string, key: string): Place {
  const lines = text.split(/\r?\n/)
  const start = new RegExp(`^\\s*\\[{0,2}\\s*["']?${key.replace(/[^\w-]/g, '\\$&')}["']?\\s*[\\].=]`)
  const line = lines.findIndex((each) => start.test(each))
  return line < 0 ? { line: 1, column: 1 } : { line: line + 1, column: (lines[line] ?? '').search(/\S/) + 1 }
}
