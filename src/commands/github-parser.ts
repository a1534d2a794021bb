import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DescriptionDictionary, data, type Expr, FeatureFlags, Lexer, Parser } from '@actions/expressions'
import { getWorkflowContext, type WorkflowContext } from '@actions/languageservice/context/workflow-context'
import { getInputsContext } from '@actions/languageservice/context-providers/inputs'
import { getJobContext } from '@actions/languageservice/context-providers/job'
import { getJobsContext } from '@actions/languageservice/context-providers/jobs'
import { getNeedsContext } from '@actions/languageservice/context-providers/needs'
import { getStepsContext } from '@actions/languageservice/context-providers/steps'
import { wrapDictionary } from '@actions/languageservice/expression-validation/error-dictionary'
import { ValidationEvaluator } from '@actions/languageservice/expression-validation/evaluator'
import { validatorFunctions } from '@actions/languageservice/expression-validation/functions'
import { findToken, type TokenResult } from '@actions/languageservice/utils/find-token'
import { hasFormatWithLiteralText } from '@actions/languageservice/utils/validate-if'
import { validateFormatCalls } from '@actions/languageservice/validate-format-string'
import {
  convertWorkflowTemplate,
  isBasicExpression,
  isMapping,
  isSequence,
  isString,
  NoOperationTraceWriter,
  parseWorkflow,
} from '@actions/workflow-parser'
import { parseAction } from '@actions/workflow-parser/actions/action-parser'
import { getActionSchema } from '@actions/workflow-parser/actions/action-schema'
import { ErrorPolicy } from '@actions/workflow-parser/model/convert'
import { ensureStatusFunction } from '@actions/workflow-parser/model/converter/if-condition'
import { isReusableWorkflowJob } from '@actions/workflow-parser/model/type-guards'
import { splitAllowedContext } from '@actions/workflow-parser/templates/allowed-context'
import { BooleanDefinition } from '@actions/workflow-parser/templates/schema/boolean-definition'
import type { Definition } from '@actions/workflow-parser/templates/schema/definition'
import { MappingDefinition } from '@actions/workflow-parser/templates/schema/mapping-definition'
import { NumberDefinition } from '@actions/workflow-parser/templates/schema/number-definition'
import { OneOfDefinition } from '@actions/workflow-parser/templates/schema/one-of-definition'
import { StringDefinition } from '@actions/workflow-parser/templates/schema/string-definition'
import { TemplateContext, TemplateValidationErrors } from '@actions/workflow-parser/templates/template-context'
import { TemplateToken } from '@actions/workflow-parser/templates/tokens/template-token'
import type { FileProvider } from '@actions/workflow-parser/workflows/file-provider'
import { getWorkflowSchema } from '@actions/workflow-parser/workflows/workflow-schema'
import type { TextEdit } from '../text/text-edit.ts'
import { nearWord } from './misspelling.ts'

// GitHub's parser and schema, and of its language service the checks of expressions. The package's `validate` would bring 600 kB of
// event payloads; so what an event has below `github.event` is not checked.

/**
 * A mistake that GitHub's parser finds. `isRefused`: GitHub starts no run of this file; else a value is always empty. `edits`: what is
 * certainly meant.
 */
export type WorkflowMistake = {
  line: number
  column: number
  isRefused: boolean
  /** It keeps a run from starting. */
  isIdle?: boolean
  problem: string
  fix: string
  edits?: readonly TextEdit[]
}

/** What GitHub's parser says about a workflow of the repository in `root`. */
export async function findWorkflowMistakes(file: string, text: string, root: string): Promise<WorkflowMistake[]> {
  const context = new TemplateContext(new TemplateValidationErrors(), getWorkflowSchema(), new NoOperationTraceWriter())
  const featureFlags = new FeatureFlags({ all: true })
  context.state.featureFlags = featureFlags
  const { value } = parseWorkflow({ name: file, content: text }, context)
  const values: WorkflowMistake[] = []
  if (value !== undefined) {
    const template = await convertWorkflowTemplate(context, value, localWorkflows(root), {
      fetchReusableWorkflowDepth: 1,
      errorPolicy: ErrorPolicy.TryConversion,
      featureFlags,
    })
    for (const expression of expressionsOf(value)) {
      const { start } = expression.range
      const { path } = findToken({ line: start.line - 1, character: start.column - 1 }, value)
      const place = getWorkflowContext(file, template, path)
      values.push(...valueMistakes(expression, place).map((each) => ({ ...each, ...start })))
    }
  }
  const refusals = context.errors.getErrors().flatMap(({ rawMessage, prefix, range }) => {
    if (prefix !== undefined && !prefix.startsWith(file)) return []
    const start = range?.start ?? { line: 1, column: 1 }
    const place = findToken({ line: start.line - 1, character: start.column - 1 }, value)
    if (isFaultOfSchema(rawMessage, place)) return []
    const words = wordsAt(place)
    return [
      {
        ...start,
        isRefused: true,
        ...refusalText(rawMessage, words, kindAt(place)),
        edits: correction(text, start, rawMessage, words),
      },
    ]
  })
  // A tab makes the lines around it look broken, too, and a broken job looks like none.
  const tabs = refusals.filter(({ problem }) => problem.includes('Tabs are not allowed'))
  const others = refusals.filter(({ problem }) => !problem.includes('at least one job with no dependencies'))
  const told = [tabs, others, refusals].find(({ length }) => length > 0) ?? []
  return [...told.filter(isFirstOfItsLine), ...values].toSorted((a, b) => a.line - b.line || a.column - b.column)
}

/** What GitHub's parser says about the `action.yml` of an action. */
export function findActionMistakes(file: string, text: string): WorkflowMistake[] {
  const context = new TemplateContext(new TemplateValidationErrors(), getActionSchema(), new NoOperationTraceWriter())
  parseAction({ name: file, content: text }, context)
  return context.errors.getErrors().map(({ rawMessage, range }) => {
    const start = range?.start ?? { line: 1, column: 1 }
    return { ...start, isRefused: true, ...refusalText(rawMessage, [], undefined) }
  })
}

/**
 * The schema of @actions/workflow-parser 0.3.61 has an empty definition of `repository_dispatch` as a text, so it refuses
 * `on: repository_dispatch`, which GitHub takes.
 */
const isFaultOfSchema = (message: string, { path: [root, key] }: TokenResult): boolean =>
  message === "Unexpected value 'repository_dispatch'" &&
  [root, key].some((token) => token !== undefined && isString(token) && token.value === 'on')

/** Called workflows of this repository; those of others are unknown, so what a job gives them is not checked. */
const localWorkflows = (root: string): FileProvider => ({
  async getFileContent(reference) {
    if ('repository' in reference) return { name: '', content: '' }
    return { name: reference.path, content: await readFile(join(root, reference.path), 'utf8') }
  },
})

type PlacedExpression = {
  text: string
  /** As the file has it. */
  sourceText: string
  range: { start: { line: number; column: number } }
  allowed: readonly string[]
  isCondition: boolean
}

const CONDITIONS = ['job-if', 'step-if', 'snapshot-if']

function* expressionsOf(root: TemplateToken): Generator<PlacedExpression> {
  for (const [parent, token, key] of TemplateToken.traverse(root)) {
    const { range } = token
    if (range === undefined) continue
    const allowed = (key ?? parent ?? token).definitionInfo?.allowedContext ?? []
    if (isBasicExpression(token)) {
      const isCondition = CONDITIONS.includes(key?.definition?.key ?? token.definition?.key ?? '')
      for (const { expression, range: inner } of token.originalExpressions ?? [token])
        yield { text: expression, sourceText: expression, range: inner ?? range, allowed, isCondition }
      // `if: ${{ a }} && b` is a format of both, so it is never empty.
      if (isCondition && token.originalExpressions !== undefined)
        yield { text: token.expression, sourceText: token.expression, range, allowed, isCondition }
    } else if (isString(token) && CONDITIONS.includes(token.definition?.key ?? '') && token.value.trim() !== '')
      yield {
        text: ensureStatusFunction(token.value.trim(), token.definitionInfo),
        sourceText: token.value.trim(),
        range,
        allowed,
        isCondition: true,
      }
  }
}

type Mistake = Pick<WorkflowMistake, 'isRefused' | 'problem' | 'fix'>

function valueMistakes(
  { text, sourceText, allowed, isCondition }: PlacedExpression,
  place: WorkflowContext,
): Mistake[] {
  const { namedContexts, functions } = splitAllowedContext([...allowed])
  let parsed: Expr
  try {
    parsed = new Parser(new Lexer(text).lex().tokens, namedContexts, functions).parse()
  } catch {
    // The parser of the file has said so.
    return []
  }
  const contexts = new DescriptionDictionary()
  for (const name of namedContexts) contexts.add(name, contextOf(name, place))
  const evaluator = new ValidationEvaluator(parsed, wrapDictionary(contexts), validatorFunctions)
  evaluator.validate()
  return [
    ...(isCondition && hasFormatWithLiteralText(parsed) ? [ALWAYS_TRUE] : []),
    ...validateFormatCalls(parsed).map((mistake) => ({
      isRefused: true,
      problem:
        mistake.type === 'invalid-syntax'
          ? `The text of format() is wrong: ${mistake.message}.`
          : `The text of format() has the place {${mistake.expected - 1}}, but only ${mistake.provided} values follow.`,
      fix: 'Give format() one value for each place, and write {{ for a brace.',
    })),
    ...brokenJson(text),
    ...evaluator.errors.map(({ message }) => valueText(message, sourceText)),
  ]
}

/** Constant texts that fromJSON() cannot read. */
const brokenJson = (expression: string): Mistake[] =>
  [...expression.matchAll(/\bfromJSON\(\s*'((?:[^']|'')*)'\s*\)/gi)]
    .map(([, json = '']) => json.replaceAll("''", "'"))
    .flatMap((json) => {
      try {
        JSON.parse(json)
        return []
      } catch {
        const problem = `fromJSON cannot read '${json}', so the job fails.`
        return [{ isRefused: false, problem, fix: 'Write JSON: keys and texts in double quotes.' }]
      }
    })

const ALWAYS_TRUE: Mistake = {
  isRefused: false,
  problem: 'This condition is always true: text stands outside ${{ }}.',
  fix: 'Put the whole condition inside one ${{ }}, or write it without.',
}

/** What an expression can read at a place of the file. Names that only a run knows are in an incomplete map. */
function contextOf(name: string, place: WorkflowContext): data.ExpressionData {
  switch (name) {
    case 'github':
      return githubContext()
    case 'inputs':
      return getInputsContext(place)
    case 'needs':
      return needsContext(place)
    case 'steps':
      return getStepsContext(place)
    case 'jobs':
      return getJobsContext(place)
    case 'job':
      return jobContext(place)
    case 'matrix':
      return matrixContext(place)
    case 'runner':
      return namesOnly(['arch', 'debug', 'environment', 'name', 'os', 'temp', 'tool_cache', 'workspace'])
    case 'strategy':
      return namesOnly(['fail-fast', 'job-index', 'job-total', 'max-parallel'])
    default:
      return unknown()
  }
}

const namesOnly = (names: readonly string[]) =>
  new DescriptionDictionary(...names.map((key) => ({ key, value: new data.Null() })))

function unknown(): DescriptionDictionary {
  const map = new DescriptionDictionary()
  map.complete = false
  return map
}

const GITHUB_NAMES =
  'action action_path action_ref action_repository action_status actor actor_id api_url base_ref env event_name event_path graphql_url head_ref job path ref ref_name ref_protected ref_type repository repository_id repository_owner repository_owner_id repositoryUrl retention_days run_id run_number run_attempt secret_source server_url sha token triggering_actor workflow workflow_ref workflow_sha workspace'

function githubContext(): DescriptionDictionary {
  const map = namesOnly(GITHUB_NAMES.split(' '))
  map.add('event', unknown())
  return map
}

/** The outputs of a workflow in another repository are unknown. */
function needsContext(place: WorkflowContext): DescriptionDictionary {
  const foreign = (place.template?.jobs ?? []).filter((job) => isReusableWorkflowJob(job) && job.outputs === undefined)
  const needs = new DescriptionDictionary()
  for (const { key, value } of getNeedsContext(place).pairs())
    needs.add(key, foreign.some(({ id }) => id.value === key) ? unknown() : value)
  return needs
}

/** The package does not know a container that is only an image, nor ports with a protocol. */
function jobContext(place: WorkflowContext): DescriptionDictionary {
  const map = new DescriptionDictionary()
  for (const { key, value } of getJobContext(place).pairs()) map.add(key, key === 'services' ? unknown() : value)
  if (place.job?.container !== undefined && map.get('container') === undefined) map.add('container', unknown())
  return map
}

/** Names of the matrix, if the file says them all. A job without a strategy has none. */
function matrixContext({ job, reusableWorkflowJob }: WorkflowContext): data.ExpressionData {
  const strategy = job?.strategy ?? reusableWorkflowJob?.strategy
  const matrix = strategy !== undefined && isMapping(strategy) ? strategy.find('matrix') : undefined
  const names: string[] = []
  if (strategy === undefined && (job ?? reusableWorkflowJob) !== undefined) return new DescriptionDictionary()
  if (matrix === undefined || !isMapping(matrix)) return new data.Null()
  for (const { key, value } of matrix) {
    if (!isString(key)) return new data.Null()
    if (key.value !== 'include') names.push(key.value)
    else if (!isSequence(value)) return new data.Null()
    else
      for (const item of value) {
        if (!isMapping(item)) return new data.Null()
        for (const pair of item) names.push(pair.key.toString())
      }
  }
  const map = unknown()
  map.complete = true
  for (const name of names) if (map.get(name) === undefined) map.add(name, new data.Null())
  return map
}

const WORKFLOW_SYNTAX = 'https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax'
const CONTEXTS = [
  'github',
  'env',
  'vars',
  'job',
  'jobs',
  'steps',
  'runner',
  'secrets',
  'strategy',
  'matrix',
  'needs',
  'inputs',
]

/** A message of GitHub's parser, with what to write instead. `words`: keys and constants that this place may have. */
function refusalText(
  message: string,
  words: readonly string[],
  kind: string | undefined,
): Pick<Mistake, 'problem' | 'fix'> {
  const [first = ''] = message.split('\n')
  const problem = first
    .replace('and and', 'and')
    .replace(/^raw\.\w+ is not a function.*/, 'A key or a value is no text')
    .replace('ErrorExceededMaxLength', 'An expression is longer than 21,000 characters')
  return {
    problem: `GitHub refuses this file: ${problem.replace(/[.:]?$/, '.')}`,
    fix:
      (kind && /^Unexpected (?:value|type)/.test(first) ? `Write ${kind}, or an expression.` : undefined) ??
      refusalFix(first, words),
  }
}

/** The same place in other words: the type of YAML that the parser met. */
const isFirstOfItsLine = (
  { line, problem }: WorkflowMistake,
  index: number,
  all: readonly WorkflowMistake[],
): boolean => !/Unexpected type '\w+Token'/.test(problem) || all.findIndex((each) => each.line === line) === index

/** What to write instead of a message that names no word. */
const FIXES: readonly (readonly [message: RegExp, fix: string])[] = [
  [/^Unexpected symbol: '\$\{\{/, 'Remove the inner ${{ and }}: a whole expression stands in one pair.'],
  [/^Input type is not 'choice'/, 'Write type: choice, or remove options.'],
  [/^Unexpected symbol: '"/, 'Write texts in single quotes.'],
  [/^Unexpected symbol: '='/, 'Compare with ==.'],
  [/^Unexpected symbol: '#/, 'Remove the comment: an expression has none.'],
  [/^Unexpected symbol: '(?:and|or|not)'/i, 'Write && for and, || for or, ! for not.'],
  [/is not closed/, 'End the expression with }}.'],
  [/^Tabs are not allowed/, 'Indent with spaces.'],
  [/is already defined$/, 'Keep one of the two.'],
  [/^A sequence was not expected/, 'Write one value, or lines with KEY: VALUE; this is no list.'],
  [/^A mapping was not expected/, 'Begin each entry with "- "; this is a list or one value.'],
  [/The type 'BooleanToken' was expected/, 'Write true or false, without quotes.'],
  [/The type 'NumberToken' was expected/, 'Write a number, without quotes.'],
  [/^A scalar value was not expected|^Unexpected type 'StringToken'/, 'Write a list or lines with KEY: VALUE here.'],
  [/^The identifier .* may not be used more than once/, 'Give each step its own id.'],
  [/^The identifier /, 'Use letters, digits, - and _, and begin with a letter or _.'],
  [/^Too (?:few|many) parameters/, 'Give the function as many values as it takes.'],
  [/^Exceeded max expression depth/, 'Split the expression: let a step or a job set a part of it as an output.'],
  [/^ErrorExceededMaxLength/, 'Move the text to a file or a script.'],
  [/^Invalid cron expression/, "Write five fields: '17 4 * * 1' is Monday at 4:17 UTC."],
  [
    /^Unable to find reusable workflow/,
    'Name a file that exists, as ./.github/workflows/FILE, or one of another repository as OWNER/REPOSITORY/.github/workflows/FILE@COMMIT.',
  ],
  [/^workflow_call key is not defined/, 'Add on: workflow_call to that workflow.'],
  [
    /^(?:Nested mappings are not allowed|Implicit keys need)/,
    'Put a text with ": " in quotes, or correct the indentation.',
  ],
  [/^Missing closing/, 'End the text with the same quote.'],
  [/^Unresolved alias|^Aliased anchor not found/, 'Set the anchor (&NAME) before this line.'],
  [/depends on unknown job/, 'Name a job of this file. Several are a list: needs: [a, b].'],
  [/at least one job with no dependencies|cycle/, 'Let needs name jobs of this file, and let one job need no other.'],
  [/^Missing 'options'/, 'Add options: [A, B].'],
  [/^Container image cannot be empty/, 'Add image.'],
  [/^There's not enough info/, 'Add runs-on and steps, or uses.'],
  [/^Invalid format for steps/, 'Begin each step with "- ".'],
  [/multiple documents/, 'Remove the line ---: a file is one workflow.'],
]

const MAX_LISTED_WORDS = 8

function refusalFix(message: string, words: readonly string[]): string {
  const value = /^Unexpected value '(.*)'/.exec(message)?.[1]
  if (value !== undefined) {
    if (value === '') return 'Write a value, or remove the line.'
    if (value === '<<') return 'Write the keys out: GitHub merges no maps.'
    const near = nearWord(value, words)?.word
    if (near !== undefined) return `Write ${near}.`
    const hint = elsewhereFix(value, schemaWords())
    if (value === 'choice') return 'Write one of string, boolean, number.'
    if (value === 'merged') return 'Write closed, and let a condition ask for github.event.pull_request.merged.'
    // Where only a few words are possible, they tell more than a page.
    const isListed =
      words.length > 0 && words.length <= MAX_LISTED_WORDS && (hint.startsWith('See ') || words.includes('none'))
    return isListed ? `Write one of ${words.join(', ')}.` : hint
  }
  const name = /^Unrecognized named-value: '(.*?)'/.exec(message)?.[1]
  if (name !== undefined) return contextFix(name)
  const called = /^Unrecognized function: '(.*?)'/.exec(message)?.[1]
  if (called !== undefined) return functionFix(called)
  const missing = /^Required property is missing: (.*)$/.exec(message)?.[1]
  if (missing !== undefined) return `Add ${missing}.`
  const [, kind = '', input] = /^(Input|Secret) (\S+) is required, but not provided/.exec(message) ?? []
  if (input !== undefined) return `Add ${input} under ${kind === 'Input' ? 'with' : 'secrets'} of this job.`
  const unknown = /^Invalid (?:input|secret), (\S+) is not defined/.exec(message)?.[1]
  if (unknown !== undefined) return `Remove ${unknown}, or declare it in the called workflow.`
  return FIXES.find(([pattern]) => pattern.test(message))?.[1] ?? `See ${WORKFLOW_SYNTAX}.`
}

const FUNCTIONS =
  'contains startsWith endsWith format join toJSON fromJSON hashFiles case success always cancelled failure'.split(' ')

/** Names that other languages give to functions of GitHub's expressions. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  begins_with: 'startsWith',
  ends_with: 'endsWith',
  starts_with: 'startsWith',
  includes: 'contains',
  concat: 'format',
  if: 'case',
  hash: 'hashFiles',
  canceled: 'cancelled',
}

function functionFix(name: string): string {
  const other = OTHER_NAMES[name.toLowerCase()]
  const fix = other === undefined ? elsewhereFix(name, FUNCTIONS) : `Write ${other}.`
  return fix.startsWith('See ') ? `GitHub has only ${FUNCTIONS.join(', ')}. Do the rest in a script.` : fix
}

function contextFix(name: string): string {
  if (name === 'secrets')
    return 'Put it into env: of the job or step, NAME: ${{ secrets.NAME }}, and let the condition of a step ask for env.NAME.'
  return elsewhereFix(name, CONTEXTS)
}

function elsewhereFix(word: string, words: readonly string[]): string {
  if (words.includes(word)) return `Remove ${word} here: GitHub knows it only in other places. See ${WORKFLOW_SYNTAX}.`
  const near = nearWord(word, words)
  // Short words are near to others by chance.
  return near?.isCertain && word.length > 4 ? `Write ${near.word}.` : `See ${WORKFLOW_SYNTAX}.`
}

/** Puts the word that is certainly meant in the place of the misspelt one. */
function correction(
  text: string,
  { line, column }: { line: number; column: number },
  message: string,
  words: readonly string[],
): TextEdit[] {
  const value = /^Unexpected value '(.*)'/.exec(message)?.[1]
  const [, kind, name = ''] = /^Unrecognized (named-value|function): '(.*?)'/.exec(message) ?? []
  const candidates = kind === undefined ? words : kind === 'function' ? FUNCTIONS : CONTEXTS
  const misspelt = value ?? name
  const near = nearWord(misspelt, candidates)
  // A right word in a wrong place is no misspelling.
  if (near === undefined || !near.isCertain || near.word === misspelt) return []
  const lines = text.split('\n')
  const row = lines[line - 1] ?? ''
  const index = value === undefined ? onlyIndex(row, misspelt) : quotedIndex(row, misspelt, column - 1)
  if (index === undefined) return []
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + index
  return [{ start, end: start + misspelt.length, text: near.word }]
}

/** Where a value begins whose token is at `column`; undefined when another text is there. */
function quotedIndex(line: string, value: string, column: number): number | undefined {
  const start = /['"]/.test(line[column] ?? '') ? column + 1 : column
  return line.startsWith(value, start) ? start : undefined
}

/** Where a name stands that the line has once. */
function onlyIndex(line: string, name: string): number | undefined {
  const places = [...line.matchAll(new RegExp(`(?<![\\w.-])${name.replace(/[^\w]/g, '\\$&')}(?![\\w-])`, 'g'))]
  return places.length === 1 ? places[0]?.index : undefined
}

function valueText(message: string, expression: string): Mistake {
  const name = /^Context access might be invalid: (.*)$/.exec(message)?.[1]
  if (name === undefined)
    return { isRefused: true, problem: `\${{ ${expression} }} fails: ${message}.`, fix: `See ${WORKFLOW_SYNTAX}.` }
  if (new RegExp(`\\bneeds\\.${name.replace(/[^\w-]/g, '')}\\b`).test(expression))
    return {
      isRefused: false,
      problem: `The job does not need ${name}, so \${{ ${expression} }} is always empty.`,
      fix: `Add ${name} to needs of this job.`,
    }
  return {
    isRefused: false,
    problem: `Nothing sets ${name}, which \${{ ${expression} }} reads, so it is always empty.`,
    fix: `Correct the name ${name}, or set it before this place.`,
  }
}

/** Every key and constant of GitHub's schema. */
const schemaWords = (): string[] =>
  Object.values(getWorkflowSchema().definitions).flatMap((definition) =>
    definition instanceof MappingDefinition
      ? Object.keys(definition.properties)
      : definition instanceof StringDefinition && definition.constant
        ? [definition.constant]
        : [],
  )

/** What may stand at a place: the keys of its map, or the constants of the value that its key has. */
function wordsAt({ token, keyToken, parent }: TokenResult): string[] {
  const { definition } = parent ?? {}
  const property =
    keyToken !== null && isString(keyToken) && token !== keyToken && definition instanceof MappingDefinition
      ? definition.properties[keyToken.value]
      : undefined
  if (property === undefined) return wordsOf(token?.definition ?? definition)
  return wordsOf(getWorkflowSchema().definitions[property.type])
}

/** What a value must be when no list of words says it: `a number`, `true or false`. */
function kindAt({ token, keyToken, parent }: TokenResult): string | undefined {
  const { definition } = parent ?? {}
  const property =
    keyToken !== null && isString(keyToken) && token !== keyToken && definition instanceof MappingDefinition
      ? definition.properties[keyToken.value]?.type
      : undefined
  const kinds = kindsOf(property ?? '')
  return kinds.length === 1 ? kinds[0] : undefined
}

function kindsOf(name: string): string[] {
  const { definitions } = getWorkflowSchema()
  const definition = definitions[name]
  if (definition instanceof NumberDefinition) return ['a number']
  if (definition instanceof BooleanDefinition) return ['true or false']
  return definition instanceof OneOfDefinition ? definition.oneOf.flatMap(kindsOf) : []
}

/** The keys that a map may have, and the constants that a value may be, by its definition in the schema. */
export function wordsOf(definition: Definition | undefined): string[] {
  if (definition instanceof MappingDefinition) return Object.keys(definition.properties)
  if (definition instanceof StringDefinition) return definition.constant ? [definition.constant] : []
  const { definitions } = getWorkflowSchema()
  return definition instanceof OneOfDefinition ? definition.oneOf.flatMap((name) => wordsOf(definitions[name])) : []
}
