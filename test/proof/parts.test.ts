import { expect, test } from 'vitest'
import { withholdChanges, withProof } from '../../src/delivery/last-checks.ts'
import { planCommits } from '../../src/delivery/plan/commit-plan.ts'
import { planProofCheck, withProofResult } from '../../src/delivery/post/check-run.ts'
import { createSecretFilter } from '../../src/platform/redact/redact.ts'
import { proofHeadline, proofOutput, requireProblem, type ShownProof } from '../../src/proof/proof-text.ts'
import type { ProofRecord } from '../../src/record/events.ts'
import { task } from '../delivery/delivery-fixture.ts'
import { edit, host } from '../delivery/plan/plan-values.ts'

const STATES = { good: 'passed', bad: 'failed' } as const
const GOOD = '`make` passes with and without the change.'
const BAD = '`make` passes without the change and fails with it.'
const NOT = `Not delivered: ${BAD}`
const identity = { ...host, workflow: 'Fix', key: 'k', run: '100.1', sha: 'c'.repeat(40) }
const files = [edit('b.ts')]
const branch = { kind: 'branch', branch: 'better', base: { sha: 'd'.repeat(40), branch: 'main' }, message: 'B', files }
const pull = { kind: 'create_pull_request', title: 'B', body: 'It adds.', draft: false, branch: 'better' }

/** A change of the checkout, and a branch that the model proposes beside it: what goes out of each, and how. */
test.each([
  ['report', 'good', 'bad', [GOOD, BAD], [false, false]],
  ['report', 'bad', 'good', [BAD, GOOD], [false, false]],
  ['draft', 'good', 'bad', [GOOD, BAD], [false, true]],
  ['draft', 'bad', 'good', [BAD, GOOD], [true, false]],
  ['draft', 'bad', 'bad', [BAD, BAD], [true, true]],
  ['require', 'good', 'bad', [GOOD, NOT], [false, undefined]],
  ['require', 'bad', 'good', [NOT, GOOD], [undefined, false]],
] as const)('%s: a %s change of the checkout beside a %s branch', async (mode, own, other, headlines, drafts) => {
  const part = (state: 'good' | 'bad', name?: string): ShownProof => {
    const record: ProofRecord = {
      mode,
      branch: name,
      isFix: false,
      tree: 'a'.repeat(40),
      commands: [{ command: 'make', after: { state: STATES[state] }, before: { state: 'passed' } }],
      alters: [],
      oldFiles: [],
      weakened: [],
    }
    return { record, withheld: requireProblem(record, '') }
  }
  const proof = { ...part(own), branchProof: part(other, 'better') }
  expect(proofHeadline(proof)).toBe(`**Checkout: ${headlines[0]} Branch \`better\`: ${headlines[1]}**`)
  expect(JSON.parse(proofOutput(proof, 10_000))).toMatchObject({
    headline: expect.stringContaining('Checkout: '),
    branchProof: { branch: 'better', headline: expect.stringContaining(headlines[1]) },
  })

  const filter = createSecretFilter([])
  const given = { changes: 'pull_request', branchPrefix: 'sluice/', identity, filter, emit: () => undefined }
  const context = withProof(proof, given as never) // the fields that a plan reads
  let isRestored = false
  const restore = async () => {
    isRestored = true
    return { failed: [] }
  }
  const ended = { outcome: 'ok', changes: [edit()], proposals: [branch, pull], restore }
  const held = await withholdChanges(ended as never, proof, context)
  const { outcome, proposals } = held as unknown as { outcome: string; proposals: never[] } // as given above
  const answer = { short: 'Done.', full: 'Done.', isTruncated: false }
  const report = { outcome, calls: [], answer, proof } as never
  const intents = planCommits({ task, changes: [edit()], report, proposals }, context)
  expect([outcome, isRestored]).toEqual([mode === 'require' ? 'denied' : 'ok', drafts[0] === undefined])

  for (const [index, isProposed] of [undefined, true].entries()) {
    const commit = intents.find((intent) => intent.kind === 'commit' && intent.isProposed === isProposed)
    // A pull request is that of the commit before it.
    const next = commit && intents[intents.indexOf(commit) + 1]
    const opened = next?.kind === 'create_pull_request' ? next : undefined
    expect(opened?.draft).toBe(drafts[index])
    if (drafts[index] === undefined) {
      // The commit below has nothing of it.
      expect(planProofCheck({ proof }, identity as never, { key: 'k', run: '1.1' })[index]?.conclusion).toBe('neutral')
      expect(commit === undefined || (commit.kind === 'commit' && commit.blocked !== undefined)).toBe(true)
      continue
    }
    expect(opened?.body).toMatch(new RegExp(`^(?:<!-- .* -->\\n)*\\*\\*${headlines[index]}`))
    expect(opened?.body).not.toMatch(/Checkout:|Branch `/)
    const check = planProofCheck({ proof }, identity as never, { key: 'k', run: '1.1' })[index]
    expect(check?.name).toBe(`Sluice proof${index === 0 ? '' : ' of the proposed branch'}`)
    const pushed = { state: 'posted', intent: commit, pushed: { sha: 'e'.repeat(40), branch: 'x', isNew: true } }
    const shown = check && withProofResult(check as never, { proof }, [pushed] as never)
    expect(shown).toMatchObject({
      conclusion: headlines[index] === BAD ? 'failure' : 'success',
      sha: 'e'.repeat(40),
    })
  }
})
