/**
 * Writes inputs, outputs and settings into action.yml, docs/reference.md and docs/configuration.md, what events do in all examples together
 * into docs/workflows.md, and schemas/; tests compare.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type EventEffect, eventEffects, simulateStep } from '../src/commands/simulate/simulate-job.ts'
import { agentSteps, parseWorkflow } from '../src/commands/workflow-source.ts'
import { INPUTS, type InputName } from '../src/config/inputs.ts'
import { OUTPUT_DESCRIPTIONS } from '../src/config/output-descriptions.ts'
import { IGNORED_SETTINGS } from '../src/config/settings/ignored-keys.ts'
import { supportedKeys } from '../src/config/settings/settings-shape.ts'
import { PRICES_MONTH, usageCost } from '../src/model/prices.ts'
import { writeSchemas } from './schemas.ts'

const root = resolve(import.meta.dirname, '..')

export function actionYml(): string {
  const inputs = Object.entries(INPUTS).map(
    ([name, { description, default: fallback }]) =>
      `  ${name}:\n    description: ${quoted(description)}\n    required: false\n    default: ${quoted(fallback)}`,
  )
  const outputs = Object.entries(OUTPUT_DESCRIPTIONS).map(
    ([name, description]) => `  ${name}:\n    description: ${quoted(description)}`,
  )
  return `# Inputs and outputs are written by \`npm run docs\` from src/config/inputs.ts.
name: Sluice
description: A policy-governed Gemini agent for pull requests, issues and maintenance, in one bundle without an install
author: The Sluice authors
branding:
  icon: filter
  color: blue
inputs:
${inputs.join('\n')}
outputs:
${outputs.join('\n')}
runs:
  using: node24
  main: dist/index.js
  post: dist/post.js
`
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The inputs by task, for docs/reference.md: those to start with first, those without effect last. */
const INPUT_GROUPS: Readonly<Record<string, readonly InputName[]>> = {
  'Start with these': ['prompt', 'gemini_api_key', 'policies', 'changes', 'max_cost_usd'],
  'Choose and pay the model': [
    'gemini_model',
    'google_api_key',
    'use_vertex_ai',
    'use_gemini_code_assist',
    'gcp_project_id',
    'gcp_location',
    'gcp_service_account',
    'gcp_workload_identity_provider',
    'gcp_token_format',
    'gcp_access_token_scopes',
  ],
  'Decide what starts a run': [
    'trigger_phrase',
    'answer_edits',
    'label_trigger',
    'assignee_trigger',
    'skip_labels',
    'skip_authors',
    'skip_drafts',
    'skip_paths',
    'github_pr_number',
    'github_issue_number',
  ],
  'Decide who may start one': ['allowed_users', 'allowed_bots', 'runs_per_hour', 'fork_environment'],
  'Limit what it may do': [
    'github_token',
    'approval_mode',
    'admin_policies',
    'admin_settings',
    'config_source',
    'run_pr_code',
    'sandbox',
    'allowed_hosts',
    'allowed_labels',
    'dry_run',
  ],
  'Limit what it may use up': ['max_turns', 'timeout_minutes', 'max_tokens'],
  'Say where the answer goes': [
    'comment',
    'report_to',
    'review',
    'branch_prefix',
    'check_run',
    'fail_on',
    'fail_on_findings',
    'output_schema',
    'upload_artifacts',
    'workflow_name',
  ],
  'Prove a change, and continue a conversation': ['verify', 'resume', 'approve_policies'],
  'Work on a list': ['mode', 'items', 'shard'],
  'Configure more': ['settings', 'extensions', 'gemini_debug'],
  'Without effect': ['gemini_cli_version', 'gemini_cli_package', 'use_pnpm'],
}

/** The tables of inputs and outputs, and the month of the prices, in docs/reference.md. */
export function tables(reference: string): string {
  const row = (name: InputName) => {
    const { default: fallback, description } = INPUTS[name]
    return `| \`${name}\` | ${fallback === '' ? '' : `\`${cell(fallback)}\``} | ${cell(description)} |`
  }
  const grouped = Object.values(INPUT_GROUPS).flat()
  const missing = Object.keys(INPUTS).filter((name) => grouped.filter((each) => each === name).length !== 1)
  if (missing.length > 0) throw new Error(`INPUT_GROUPS has not exactly one place for ${missing.join(', ')}.`)
  const inputs = Object.entries(INPUT_GROUPS).map(([task, names]) =>
    [`**${task}**`, '', '| Input | Default | Meaning |', '|---|---|---|', ...names.map(row)].join('\n'),
  )
  const outputs = Object.entries(OUTPUT_DESCRIPTIONS).map(
    ([name, description]) => `| \`${name}\` | ${cell(description)} |`,
  )
  const prices = `The built-in prices are those of ${PRICES_MONTH}; the service may have changed them since.`
  const withInputs = between(reference, 'inputs', inputs.join('\n\n'))
  const withOutputs = between(withInputs, 'outputs', ['| Output | Meaning |', '|---|---|', ...outputs].join('\n'))
  return between(withOutputs, 'prices', prices)
}

/** Models of the tables in docs/cost.md. */
const COMPARED = ['gemini-3.1-pro-preview', 'gemini-3.8-flash', 'gemini-3.5-flash-lite']
const PROMPTS = [5_000, 20_000, 100_000]

/** What requests of three sizes cost, and the recorded review of the sample, in docs/cost.md. */
export function costTables(page: string): string {
  const usd = (value: number | undefined) => (value === undefined ? 'unknown' : `$${value.toFixed(4)}`)
  const sizes = PROMPTS.map((input) => `${input.toLocaleString('en-US')} tokens`)
  const request = (input: number) => ({ input, output: 1000, cached: 0, thoughts: 0, tool: 0, total: input + 1000 })
  const requests = COMPARED.map(
    (model) => `| \`${model}\` | ${PROMPTS.map((input) => usd(usageCost(request(input), model))).join(' | ')} |`,
  )
  const recorded = recordedUsage()
  const input = recorded.reduce((sum, usage) => sum + usage.input, 0)
  const output = recorded.reduce((sum, usage) => sum + usage.output + usage.thoughts, 0)
  const sums = COMPARED.map((model) => usd(recorded.reduce((sum, usage) => sum + (usageCost(usage, model) ?? 0), 0)))
  const all = [input, output].map((tokens) => tokens.toLocaleString('en-US'))
  const withRequests = between(
    page,
    'costs',
    [`| Model, ${PRICES_MONTH} | ${sizes.join(' | ')} |`, `|---|${'---:|'.repeat(sizes.length)}`, ...requests].join(
      '\n',
    ),
  )
  return between(
    withRequests,
    'recorded',
    [
      `| Requests | Tokens in | Tokens out | ${COMPARED.map((model) => `\`${model}\``).join(' | ')} |`,
      `|---:|---:|---:|${'---:|'.repeat(COMPARED.length)}`,
      `| ${recorded.length} | ${all.join(' | ')} | ${sums.join(' | ')} |`,
    ].join('\n'),
  )
}

/** The token counts of the review in samples/. */
const recordedUsage = () =>
  [...readFileSync(join(root, 'samples/review/replies.jsonl'), 'utf8').matchAll(/"usageMetadata":(\{[^}]*\})/g)].map(
    ([, json = '']) => {
      const counts: Record<string, number> = JSON.parse(json)
      const { promptTokenCount: input = 0, candidatesTokenCount: output = 0, thoughtsTokenCount: thoughts = 0 } = counts
      return { input, output, thoughts, cached: 0, tool: 0, total: input + output + thoughts }
    },
  )

/** The lists of settings in docs/configuration.md. */
export function settingsLists(configuration: string): string {
  const supported = supportedKeys()
    .map((key) => `\`${key}\``)
    .join(', ')
  const ignored = Object.entries(IGNORED_SETTINGS).map(([key, reason]) => `| \`${key}\` | ${cell(reason)} |`)
  return between(
    between(configuration, 'supported', `${supported}.`),
    'ignored',
    ['| Key | Reason |', '|---|---|', ...ignored].join('\n'),
  )
}

/** What each event does where all examples are installed, in docs/workflows.md. */
export async function effectsTable(workflows: string): Promise<string> {
  const folder = resolve(root, '.github/examples')
  const sources = readdirSync(folder).flatMap((file) => {
    const parsed = parseWorkflow(file, readFileSync(join(folder, file), 'utf8'))
    return parsed.ok ? [parsed.source] : []
  })
  const steps = sources.flatMap((source) =>
    source.jobs.flatMap((job) => agentSteps(job).map((step) => ({ source, job, step, callers: [] }))),
  )
  const scratch = mkdtempSync(join(tmpdir(), 'sluice-docs-'))
  try {
    const folders = { workspace: scratch, scratch, dist: root }
    const rows = (await Promise.all(steps.map((step) => simulateStep(step, folders)))).flat()
    const effects = await eventEffects(steps, rows, folders)
    const lines = Map.groupBy(effects, (each) =>
      JSON.stringify([each.event, each.detail, shownWords(each), each.starts, each.claims, each.answers, each.costs]),
    )
    const head = ['| Event | By | Starts a run of | Claims the group | Answers | Costs |', '|---|---|---|---|---|---|']
    return between(workflows, 'effects', [...head, ...[...lines.values()].map(effectRow)].join('\n'))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const shownWords = ({ words }: EventEffect): string => words.replace(' please look at this', ' …')

function effectRow(same: readonly EventEffect[]): string {
  const [first] = same
  if (first === undefined) return ''
  const words = shownWords(first)
  const types = [...new Set(same.flatMap(({ type, detail }) => detail ?? type ?? []))]
    .map((type) => `\`${type}\``)
    .join(', ')
  const event = [`\`${first.event}\``, types, words === '' ? '' : `"${cell(words)}"`].filter(Boolean).join(' ')
  const people = [...new Set(same.map(({ actor, code }) => (code === 'fork' ? `${actor} (fork)` : actor)))].join(', ')
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ') || '–'
  return `| ${event} | ${people} | ${list(first.starts)} | ${list(first.claims)} | ${list(first.answers)} | ${first.costs} |`
}

const cell = (text: string) => text.replaceAll('|', '\\|')

function between(text: string, name: string, middle: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < 0) throw new Error(`The file lacks the markers ${start} and ${end}.`)
  return `${text.slice(0, from + start.length)}\n${middle}\n${text.slice(to)}`
}

if (import.meta.main) {
  const reference = resolve(root, 'docs/reference.md')
  writeFileSync(resolve(root, 'action.yml'), actionYml())
  writeFileSync(reference, tables(readFileSync(reference, 'utf8')))
  const configuration = resolve(root, 'docs/configuration.md')
  writeFileSync(configuration, settingsLists(readFileSync(configuration, 'utf8')))
  const cost = resolve(root, 'docs/cost.md')
  writeFileSync(cost, costTables(readFileSync(cost, 'utf8')))
  const workflows = resolve(root, 'docs/workflows.md')
  writeFileSync(workflows, await effectsTable(readFileSync(workflows, 'utf8')))
  writeSchemas()
}
