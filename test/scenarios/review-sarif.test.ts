import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { acceptedRun } from '../review/sarif-checks.ts'
import type { ActionRun } from './action.ts'
import { code, finding, inPullRequest } from './pushed-reviews.ts'

const alertsOf = async ({ outputs }: ActionRun) => {
  const { results } = acceptedRun(await readFile(outputs.sarif ?? '', 'utf8'))
  return results.map(({ ruleId, level, message, locations, partialFingerprints }) => {
    const { artifactLocation, region } = locations[0]?.physicalLocation ?? {}
    return {
      ruleId,
      level,
      text: message.text,
      at: `${artifactLocation?.uri}:${region?.startLine}`,
      fingerprint: partialFingerprints.primaryLocationLineHash,
    }
  })
}
const threadOf = (sent: string, title: string) =>
  new RegExp(`thread=\\\\"([^"\\\\]+)\\\\"[^>]*>\\\\n${title}`).exec(sent)?.[1] ?? ''

test('the output sarif has what is open, where it is now, with the fingerprints of before', () =>
  inPullRequest(
    async (push) => {
      const nothing = await push({}, { replies: [say('Nothing to say.')] })
      expect(await alertsOf(nothing.run)).toEqual([])

      const secret = finding(5, { severity: 'critical', category: 'security', title: 'A key: AKIAIOSFODNN7EXAMPLE' })
      const first = await push(
        { 'lib/f4.js': `${code(4)}\n// end\n` },
        { replies: [turn([finding(20), secret, finding(30, { severity: 'nit' })]), say('Problems.')] },
      )
      const before = await alertsOf(first.run)
      expect(before.map(({ fingerprint, ...alert }) => alert)).toEqual([
        { ruleId: 'security/critical', level: 'error', text: expect.not.stringContaining('AKIA'), at: 'lib/f3.js:5' },
        { ruleId: 'correctness', level: 'error', text: 'Wrong 20', at: 'lib/f3.js:20' },
        // Below review.minSeverity: no comment, but an alert.
        { ruleId: 'correctness', level: 'note', text: 'Wrong 30', at: 'lib/f3.js:30' },
      ])

      const fixed = `// first line\n${code(3).replace('value3x4 = compute(3, 4)', 'value3x4 = compute(4, 4)')}`
      const second = await push(
        { 'lib/f3.js': fixed },
        {
          replies: [
            (raw) => turn([call('github__resolve_thread', { thread_id: threadOf(raw, 'A key') })]),
            say('One is fixed.'),
          ],
        },
      )
      const [, twenty] = before
      expect(await alertsOf(second.run)).toEqual([{ ...twenty, at: 'lib/f3.js:21' }])
    },
    { inputs: { settings: '{"sluice":{"review":{"minSeverity":"low"}}}' } },
  ))
