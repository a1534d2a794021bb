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
import { findToken } from '@actions/languageservice/utils/find-token'
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
import { ErrorPolicy } from '@actions/workflow-parser/model/convert'
import { ensureStatusFunction } from '@actions/workflow-parser/model/converter/if-condition'
import { isReusableWorkflowJob } from '@actions/workflow-parser/model/type-guards'
import { splitAllowedContext } from '@actions/workflow-parser/templates/allowed-context'
import type { Definition } from '@actions/workflow-parser/templates/schema/definition'
import { MappingDefinition } from '@actions/workflow-parser/templates/schema/mapping-definition'
import { OneOfDefinition } from '@actions/workflow-parser/templates/schema/one-of-definition'
import { StringDefinition } from '@actions/workflow-parser/templates/schema/string-definition'
import { TemplateContext, TemplateValidationErrors } from '@actions/workflow-parser/templates/template-context'
import { TemplateToken } from '@actions/workflow-parser/templates/tokens/template-token'
import type { FileProvider } from '@actions/workflow-parser/workflows/file-provider'
import { getWorkflowSchema } from '@actions/workflow-parser/workflows/workflow-schema'
import { closest, distance } from 'fastest-levenshtein'

// GitHub's parser and schema, and of its language service the checks of expressions. The package's `validate` would bring 600 kB of
// event payloads; so what an event has below `github.event` is not checked.

/** A mistake that GitHub's parser finds. `isRefused`: GitHub starts no run of this file; else a value is always empty. */
export type WorkflowMistake = { line: number; column: number; isRefused: boolean; problem: string; fix: string }

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
    const { token, parent } = findToken({ line: start.line - 1, character: start.column - 1 }, value)
    return [{ ...start, isRefused: true, ...refusalText(rawMessage, keysOf(token?.definition ?? parent?.definition)) }]
  })
  return [...refusals, ...values].toSorted((a, b) => a.line - b.line || a.column - b.column)
}

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
    ...evaluator.errors.map(({ message }) => valueText(message, sourceText)),
  ]
}

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
      return getJobContext(place)
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

/** Names of the matrix, if the file says them all. */
function matrixContext({ job, reusableWorkflowJob }: WorkflowContext): data.ExpressionData {
  const strategy = job?.strategy ?? reusableWorkflowJob?.strategy
  const matrix = strategy !== undefined && isMapping(strategy) ? strategy.find('matrix') : undefined
  const names: string[] = []
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

/** A message of GitHub's parser, with what to write instead. `keys`: those that the map at this place may have. */
function refusalText(message: string, keys: readonly string[]): Pick<Mistake, 'problem' | 'fix'> {
  const [problem = ''] = message.split('\n')
  return { problem: `GitHub refuses this file: ${problem.replace(/[.:]?$/, '.')}`, fix: refusalFix(problem, keys) }
}

function refusalFix(message: string, keys: readonly string[]): string {
  const value = /^Unexpected value '(.*)'/.exec(message)?.[1]
  if (value !== undefined) return nearest(value, keys)?.fix ?? nearFix(value, schemaWords())
  const name = /^Unrecognized named-value: '(.*?)'/.exec(message)?.[1]
  if (name !== undefined) return nearFix(name, CONTEXTS)
  const missing = /^Required property is missing: (.*)$/.exec(message)?.[1]
  if (missing !== undefined) return `Add ${missing}.`
  if (/^Unexpected symbol: '"/.test(message)) return 'Write texts in single quotes.'
  return /is not closed/.test(message) ? 'End the expression with }}.' : `See ${WORKFLOW_SYNTAX}.`
}

function nearFix(word: string, words: readonly string[]): string {
  if (words.includes(word)) return `Remove ${word} here: GitHub knows it only in other places. See ${WORKFLOW_SYNTAX}.`
  return nearest(word, words)?.fix ?? `See ${WORKFLOW_SYNTAX}.`
}

function valueText(message: string, expression: string): Mistake {
  const name = /^Context access might be invalid: (.*)$/.exec(message)?.[1]
  if (name === undefined)
    return { isRefused: true, problem: `\${{ ${expression} }} fails: ${message}.`, fix: `See ${WORKFLOW_SYNTAX}.` }
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

/** The keys that a map may have, by its definition in the schema. */
function keysOf(definition: Definition | undefined): string[] {
  if (definition instanceof MappingDefinition) return Object.keys(definition.properties)
  const { definitions } = getWorkflowSchema()
  return definition instanceof OneOfDefinition ? definition.oneOf.flatMap((name) => keysOf(definitions[name])) : []
}

const sortedLetters = (word: string) => [...word].toSorted().join('')

/** The word that is meant: the same letters in another order, or one typing mistake for each five letters. */
function nearest(word: string, words: readonly string[]): { fix: string } | undefined {
  if (words.length === 0) return undefined
  const sourceText = word.toLowerCase()
  const swapped = words.find((each) => sortedLetters(each) === sortedLetters(sourceText))
  const near = swapped ?? closest(sourceText, [...words])
  const isNear = swapped !== undefined || distance(sourceText, near) <= Math.max(1, word.length / 5)
  return isNear ? { fix: `Write ${near}.` } : undefined
}
