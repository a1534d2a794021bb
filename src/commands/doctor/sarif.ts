import { VERSION } from '../../platform/version.ts'
import type { FileFindings } from './examine.ts'

/** The findings as SARIF 2.1.0, for GitHub's code scanning. */
export function toSarif(files: readonly FileFindings[]): string {
  const all = files.flatMap(({ file, findings }) => findings.map((finding) => ({ file, ...finding })))
  const ids = [...new Set(all.map(({ check }) => check))].toSorted()
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'sluice doctor', version: VERSION, rules: ids.map((id) => ({ id, name: id })) } },
        results: all.map(({ file, check, level, line, problem, fix }) => ({
          ruleId: check,
          level,
          message: { text: `${problem} Fix: ${fix}` },
          locations: [
            {
              physicalLocation: { artifactLocation: { uri: file.replaceAll('\\', '/') }, region: { startLine: line } },
            },
          ],
        })),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}
