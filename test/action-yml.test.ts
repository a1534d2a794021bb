import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { actionYml, costTables, effectsTable, settingsLists, tables } from '../scripts/docs.ts'
import { INPUTS } from '../src/config/inputs.ts'
import { PACKAGE_NAME, VERSION } from '../src/platform/version.ts'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '..', path), 'utf8')

/** Inputs of existing run-gemini-cli workflows. */
const DROP_IN = `gcp_location gcp_project_id gcp_service_account gcp_workload_identity_provider gcp_token_format
  gcp_access_token_scopes gemini_api_key gemini_cli_version gemini_debug gemini_model google_api_key prompt settings
  use_gemini_code_assist use_vertex_ai extensions upload_artifacts use_pnpm workflow_name github_pr_number github_issue_number`.split(
  /\s+/,
)

test('action.yml names the inputs and outputs of inputs.ts', () => expect(read('action.yml')).toBe(actionYml()))

test('the tables of inputs and outputs are current', () => {
  const reference = read('docs/reference.md')
  expect(reference).toBe(tables(reference))
})

test('the lists of settings are current', () => {
  const configuration = read('docs/configuration.md')
  expect(configuration).toBe(settingsLists(configuration))
})

test('the figures of docs/cost.md are those of the price list', () => {
  const cost = read('docs/cost.md')
  expect(cost).toBe(costTables(cost))
})

test('every input of run-gemini-cli is accepted', () => {
  expect(DROP_IN).toHaveLength(21)
  expect(DROP_IN.filter((name) => !(name in INPUTS))).toEqual([])
})

test('version and name are those of package.json', () =>
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: VERSION, name: PACKAGE_NAME }))

test('docs/workflows.md says what each event does in all examples together', async () => {
  const workflows = readFileSync(resolve(import.meta.dirname, '../docs/workflows.md'), 'utf8')
  expect(workflows).toBe(await effectsTable(workflows))
})
