/**
 * Writes inputs, outputs and settings into action.yml, docs/reference.md and docs/configuration.md, what events do in all examples together
 * into docs/workflows.md, and schemas/; tests compare.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type EventEffect, eventEffects, simulateStep } from '../src/commands/simulate/simulate-job.ts'
import { agentSteps, parseWorkflow } from '../src/commands/workflow-source.ts'
import { INPUTS } from '../src/config/inputs.ts'
import { OUTPUT_DESCRIPTIONS } from '../src/config/output-descriptions.ts'
import { IGNORED_SETTINGS } from '../src/config/settings/ignored-keys.ts'
import { supportedKeys } from '../src/config/settings/settings-shape.ts'
import { PRICES_MONTH } from '../src/model/prices.ts'
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

/** The tables of inputs and outputs, and the month of the prices, in docs/reference.md. */
export function tables(reference: string): string {
  const inputs = Object.entries(INPUTS).map(
    ([name, spec]) =>
      `| \`${name}\` | ${spec.default === '' ? '' : `\`${cell(spec.default)}\``} | ${cell(spec.description)} |`,
  )
  const outputs = Object.entries(OUTPUT_DESCRIPTIONS).map(
    ([name, description]) => `| \`${name}\` | ${cell(description)} |`,
  )
  const prices = `The built-in prices are those of ${PRICES_MONTH}; the service may have changed them since.`
  const withInputs = between(
    reference,
    'inputs',
    ['| Input | Default | Meaning |', '|---|---|---|', ...inputs].join('\n'),
  )
  const withOutputs = between(withInputs, 'outputs', ['| Output | Meaning |', '|---|---|', ...outputs].join('\n'))
  return between(withOutputs, 'prices', prices)
}

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
  const workflows = resolve(root, 'docs/workflows.md')
  writeFileSync(workflows, await effectsTable(readFileSync(workflows, 'utf8')))
  writeSchemas()
}
