import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { default as draft04 } from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { MAX_SARIF_RESULTS } from '../../src/review/sarif.ts'

type Log = {
  runs: {
    tool: { driver: { rules: { id: string; properties: Record<string, unknown> }[] } }
    invocations: { toolExecutionNotifications: { message: { text: string } }[] }[]
    results: {
      ruleId: string
      ruleIndex: number
      level: string
      message: { text: string }
      locations: {
        physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number; endLine: number } }
      }[]
      partialFingerprints: Record<string, string>
      properties: Record<string, unknown>
    }[]
  }[]
}

const schemaFile = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
const ajv = new draft04.default({ strict: false, allErrors: true, unicodeRegExp: false })
addFormats.default(ajv)
const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, 'utf8')))

/** The only run of a file that the schema of the standard and the limits of GitHub accept. */
export function acceptedRun(text: string): Log['runs'][0] {
  expect(validate(JSON.parse(text)), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true)
  expect(gzipSync(text).length).toBeLessThan(10_000_000)
  const { runs } = JSON.parse(text) as Log
  expect(runs).toHaveLength(1)
  const [run] = runs as [Log['runs'][0]]
  const { rules } = run.tool.driver
  expect(run.results.length).toBeLessThanOrEqual(MAX_SARIF_RESULTS)
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
  for (const { properties } of rules) expect(properties.tags).toHaveLength(1)
  for (const { ruleId, ruleIndex, locations, partialFingerprints } of run.results) {
    expect(rules[ruleIndex]?.id).toBe(ruleId)
    expect(locations).toHaveLength(1)
    expect(partialFingerprints.primaryLocationLineHash).toMatch(/^[0-9a-f]{6,64}:1$/)
  }
  const fingerprints = run.results.map((each) => each.partialFingerprints.primaryLocationLineHash)
  expect(new Set(fingerprints).size).toBe(fingerprints.length)
  return run
}
