/** Writes inputs, outputs and settings into action.yml, docs/reference.md and docs/configuration.md, and schemas/; tests compare. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
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
  writeSchemas()
}
