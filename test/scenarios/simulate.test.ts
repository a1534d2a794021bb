import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { commandLine } from '../commands/command-line.ts'
import { improvise } from './improvised.ts'

/** Situations of `sluice simulate`, each really played over the built action. */

const ROOT = resolve(import.meta.dirname, '../..')

const VISITED = `on:
  issues:
    types: [opened]
jobs:
  sort:
    runs-on: ubuntu-latest
    permissions: { contents: read, issues: write }
    steps:
      - uses: a/sluice@v0
        with:
          gemini_api_key: \${{ secrets.GEMINI_API_KEY }}
          prompt: Sort this issue.
          allowed_labels: bug
`

const Row = z.looseObject({
  event: z.string(),
  type: z.string().optional(),
  actor: z.string(),
  code: z.string().optional(),
  result: z.string(),
  tools: z.array(z.string()).default([]),
  inputs: z.record(z.string(), z.string()),
  payload: z.unknown(),
})

async function simulated(file: string, situation: Record<string, unknown>) {
  const { out } = await commandLine(ROOT, ['simulate', file, '--json'])
  const rows = out
    .trim()
    .split('\n')
    .map((line) => Row.parse(JSON.parse(line)))
  const row = rows.find((each) => Object.entries(situation).every(([key, value]) => each[key] === value))
  if (row === undefined) throw new Error(`no such situation: ${JSON.stringify(situation)}`)
  return row
}

const Declared = z.object({
  tools: z.array(z.object({ functionDeclarations: z.array(z.object({ name: z.string() })).default([]) })),
})

const EXAMPLES = '.github/examples'
const situations: [file: string, situation: Record<string, unknown>, result: string][] = [
  [`${EXAMPLES}/review.yml`, { type: 'opened', actor: 'writer', code: 'own' }, 'runs'],
  [`${EXAMPLES}/review.yml`, { type: 'opened', actor: 'stranger', code: 'fork' }, 'noop'],
  [`${EXAMPLES}/mention.yml`, { event: 'issue_comment', actor: 'stranger', code: undefined }, 'refused'],
  [`${EXAMPLES}/triage.yml`, { type: 'labeled', actor: 'writer' }, 'runs'],
  ['visited', { actor: 'stranger' }, 'runs'],
]
test.for(situations)('%s %j', async ([name, situation, result]) => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-simulated-'))
  const file = name === 'visited' ? join(folder, 'w.yml') : name
  if (name === 'visited') writeFileSync(file, VISITED)
  const row = await simulated(file, situation)
  rmSync(folder, { recursive: true })
  expect(row.result).toBe(result)
  const { gemini_api_key: key = '', ...inputs } = row.inputs
  const payload = JSON.parse(
    JSON.stringify(row.payload)
      .replaceAll('octo/example', 'octo/pond')
      .replaceAll('b'.repeat(40), '{{BASE_SHA}}')
      .replaceAll('c'.repeat(40), '{{HEAD_SHA}}'),
  )
  await improvise(
    {
      turns: [],
      payload,
      repo: { 'README.md': 'An empty project.\n' },
      step: { eventName: row.event, inputs: { policies: '', ...inputs }, key: key !== '' },
      world: { permissions: { writer: 'write', stranger: 'none' }, visibility: 'public' },
    },
    ({ last, gemini }) => {
      expect(last.outputs.outcome).toBe(result === 'runs' ? 'ok' : result)
      const tools = gemini.requests
        .slice(0, 1)
        .flatMap(({ body }) => Declared.parse(body).tools.flatMap((each) => each.functionDeclarations))
      expect(tools.map((each) => each.name).toSorted()).toEqual(row.tools.toSorted())
    },
  )
})
