/** Writes inputs, outputs and settings into action.yml, the README's tables and .github/CONFIGURATION.md; a test compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { INPUTS, OUTPUTS } from '../src/inputs.ts'
import { IGNORED } from '../src/settings/ignored.ts'
import { obeyedKeys } from '../src/settings/shape.ts'

const root = resolve(import.meta.dirname, '..')

export function actionYml(): string {
  const inputs = Object.entries(INPUTS).map(
    ([name, { about, default: fallback }]) =>
      `  ${name}:\n    description: ${quoted(about)}\n    required: false\n    default: ${quoted(fallback)}`,
  )
  const outputs = Object.entries(OUTPUTS).map(([name, about]) => `  ${name}:\n    description: ${quoted(about)}`)
  return `# Inputs and outputs are written by \`npm run docs\` from src/inputs.ts.
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

export function tables(readme: string): string {
  const inputs = Object.entries(INPUTS).map(
    ([name, spec]) =>
      `| \`${name}\` | ${spec.default === '' ? '' : `\`${cell(spec.default)}\``} | ${cell(spec.about)} |`,
  )
  const outputs = Object.entries(OUTPUTS).map(([name, about]) => `| \`${name}\` | ${cell(about)} |`)
  return between(
    between(readme, 'inputs', ['| Input | Default | Meaning |', '|---|---|---|', ...inputs].join('\n')),
    'outputs',
    ['| Output | Meaning |', '|---|---|', ...outputs].join('\n'),
  )
}

/** The lists of settings in .github/CONFIGURATION.md. */
export function settingsLists(configuration: string): string {
  const obeyed = obeyedKeys()
    .map((key) => `\`${key}\``)
    .join(', ')
  const ignored = Object.entries(IGNORED).map(([key, why]) => `| \`${key}\` | ${cell(why)} |`)
  return between(
    between(configuration, 'obeyed', `${obeyed}.`),
    'ignored',
    ['| Key | Why |', '|---|---|', ...ignored].join('\n'),
  )
}

const cell = (text: string) => text.replaceAll('|', '\\|')

function between(text: string, name: string, middle: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < 0) throw new Error(`the file lacks the markers ${start} and ${end}`)
  return `${text.slice(0, from + start.length)}\n${middle}\n${text.slice(to)}`
}

if (import.meta.main) {
  const readme = resolve(root, 'README.md')
  writeFileSync(resolve(root, 'action.yml'), actionYml())
  writeFileSync(readme, tables(readFileSync(readme, 'utf8')))
  const configuration = resolve(root, '.github/CONFIGURATION.md')
  writeFileSync(configuration, settingsLists(readFileSync(configuration, 'utf8')))
}
