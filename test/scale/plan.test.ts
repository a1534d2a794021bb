import { expect, test } from 'vitest'
import { labelFilter, parseItems } from '../../src/scale/find-items.ts'
import { makePlan, type PlanInput } from '../../src/scale/plan-shards.ts'
import { groupPatches, reduceShards, unitePatches } from '../../src/scale/run-reduce.ts'
import { readArtifactName, resultsArtifact, shardArtifact } from '../../src/scale/scale-artifact.ts'
import {
  finishedOnGitHub,
  parseMatrix,
  parseResults,
  parseShard,
  type ShardMatrix,
} from '../../src/scale/shard-spec.ts'
import { ours } from '../github/own-text-fixture.ts'

test.each([
  ['[3, 1, 3]', { from: 'list', items: [3, 1], kind: 'issue' }],
  ['["src/a.ts", "b"]', { from: 'list', items: ['src/a.ts', 'b'], kind: 'text' }],
  ['is:issue  no:label\nauthor:octo', { from: 'search', query: 'is:issue no:label author:octo', kind: 'issue' }],
  ['type:pr is:open', { from: 'search', query: 'type:pr is:open', kind: 'pull_request' }],
  [
    'src/**/*.ts\n# tests\n!**/*.test.ts\n',
    { from: 'files', patterns: ['src/**/*.ts', '!**/*.test.ts'], kind: 'text' },
  ],
  ['src/this:issue.md', { from: 'files', patterns: ['src/this:issue.md'], kind: 'text' }],
])('items: %s', (text, source) => expect(parseItems(text)).toEqual(source))

test.each([
  ['', /needs items/],
  ['[1, "a"]', /mixes numbers and texts/],
  ['[0]', /entry 1/],
  ['[1.5]', /entry 1/],
  ['[" "]', /entry 1/],
  ['[1', /not a JSON array/],
])('items that are wrong: %s', (text, problem) => expect(() => parseItems(text)).toThrow(problem))

test.each([
  ['is:issue no:label', { skipLabels: [], unlabeled: true }],
  ['is:issue -label:"Area: API" -label:bug label:x', { skipLabels: ['area: api', 'bug'], unlabeled: false }],
  ['[1]', { skipLabels: [], unlabeled: false }],
])('labels that a query skips: %s', (text, labels) => expect(labelFilter(parseItems(text))).toEqual(labels))

const KEY = 'triage-scale.0123456789ab'
const comment = (state: string, key = KEY) => ({
  id: 1,
  url: 'https://x/1',
  text: ours(`<!-- sluice:v1 key=${key} run=1.1 state=${state} -->\nA bug.`),
})
test.each([
  ['an answer', [comment('done')], [], true],
  ['an answer that is not complete', [comment('partial')], [], false],
  ['an answer that is being written', [comment('working')], [], false],
  ['an answer of another workflow', [comment('done', 'other.000000000000')], [], false],
  ['a quoted marker', [{ ...comment('done'), text: ours(`> ${comment('done').text}`) }], [], false],
  ['a label that the query skips', [], ['Bug'], true],
  ['another label', [], ['question'], false],
])('finished on GitHub: %s', (_, answers, labels, isFinished) => {
  const state = { number: 7, labels, answers }
  expect(finishedOnGitHub(state, KEY, { skipLabels: ['bug'], unlabeled: false }) !== undefined).toBe(isFinished)
})

const input = (
  count: number,
  more: { limits?: object; estimate?: object; isSequential?: boolean } = {},
): PlanInput => ({
  plan: '0123abcd',
  kind: 'issue',
  labels: { skipLabels: [], unlabeled: false },
  isSequential: more.isSequential ?? false,
  items: Array.from({ length: count }, (_, index) => index + 1),
  limits: {
    parallel: 8,
    shards: undefined,
    jobMinutes: 330,
    requestsPerHour: 750,
    tokens: undefined,
    usd: undefined,
    modelRequestsPerMinute: undefined,
    modelTokensPerMinute: undefined,
    ...more.limits,
  },
  estimate: { minutes: 0.5, tokens: 20_000, usd: 0.01, modelRequests: 2, requests: 3, writes: 2, ...more.estimate },
})

test.each([
  ['nothing', input(0), 0, 0, undefined],
  ['fewer items than jobs', input(3), 3, 0, undefined],
  ['as many shards as jobs', input(100), 8, 0, undefined],
  ['more shards than jobs', input(100, { limits: { shards: 20 } }), 20, 0, undefined],
  [
    'no more than 256',
    input(1000, { limits: { shards: 1000 }, estimate: { writes: 0, requests: 0 } }),
    256,
    0,
    undefined,
  ],
  ['tokens for some', input(100, { limits: { tokens: 400_000 } }), 8, 80, 'of max_tokens'],
  ['money for some', input(100, { limits: { usd: 0.255 } }), 8, 75, 'of max_cost_usd'],
  ['time for some', input(5000), 8, 5000 - 1096, 'a job has 330 minutes'],
  [
    'one at a time',
    input(8, { isSequential: true, estimate: { minutes: 200, writes: 0, requests: 0 } }),
    8,
    0,
    undefined,
  ],
])('a plan for %s', (_, planInput, shards, later, laterReason) => {
  const plan = makePlan(planInput)
  const entries = plan.matrix?.include ?? []
  expect([entries.length, plan.later, plan.laterReason]).toEqual([shards, later, laterReason])
  const items = entries.flatMap((entry) => entry.items).toSorted((a, b) => Number(a) - Number(b))
  expect(items).toEqual(planInput.items.slice(0, planInput.items.length - later))
  const sizes = entries.map((entry) => entry.items.length)
  expect(Math.max(0, ...sizes) - Math.min(...sizes, Math.max(0, ...sizes))).toBeLessThanOrEqual(1)
  // Shards together have no more than the whole.
  const { tokens = Number.POSITIVE_INFINITY, usd = Number.POSITIVE_INFINITY } = planInput.limits
  expect(entries.reduce((sum, { limits }) => sum + (limits.tokens ?? 0), 0)).toBeLessThanOrEqual(tokens)
  expect(entries.reduce((sum, { limits }) => sum + (limits.usd ?? 0), 0)).toBeLessThanOrEqual(usd + 1e-9)
  for (const entry of entries) expect(parseShard(JSON.stringify(entry))).toEqual(entry)
})

test('a matrix that is too long for an output keeps the rest for the next run', () => {
  const items = Array.from({ length: 5000 }, (_, index) => `${'folder/'.repeat(20)}${index}.ts`)
  const free = { writes: 0, requests: 0, minutes: 0.001 }
  const { matrix, later, laterReason } = makePlan({ ...input(0, { estimate: free }), items, kind: 'text' })
  expect([JSON.stringify(matrix).length < 400_000, later > 0, laterReason]).toEqual([
    true,
    true,
    'the output would be too long',
  ])
})

test.each(['', '{}', '[]', '{"include":[]}', '{"include":[{"shard":0}]}'])('no matrix: %s', (text) => {
  expect(() => parseMatrix(text)).toThrow(/must be the matrix of the plan/)
  expect(() => parseShard(text)).toThrow(/must be the entry of the plan/)
})

test('names of artifacts say workflow, plan, shard and attempt', () => {
  const shard = `sluice-${shardArtifact(KEY, '0123abcd', 12)}-a3p4`
  expect(readArtifactName(shard, KEY)).toEqual({ kind: 'shard', plan: '0123abcd', shard: 12, attempt: 3, part: 4 })
  expect(readArtifactName(`${shard}-2`, KEY)).toMatchObject({ attempt: 3, part: 4 })
  expect(readArtifactName(`sluice-${resultsArtifact(KEY, '0123abcd')}-a1p0`, KEY)).toMatchObject({ kind: 'results' })
  for (const name of ['sluice-triage-1234', shard.replace('-a3p4', ''), `x${shard}`])
    expect(readArtifactName(name, KEY)).toBeUndefined()
  expect(readArtifactName(shard, 'other')).toBeUndefined()
})

const matrix = makePlan(input(4, { limits: { parallel: 2 } })).matrix as ShardMatrix // four items give one
const report = (shard: number, attempt: number, lines: object[], part = 0) => ({
  shard,
  attempt,
  part,
  patches: new Map([['a.patch', `patch ${shard}.${attempt}`]]),
  results: parseResults(lines.map((line) => JSON.stringify(line)).join('\n')),
})

test('the reduction: one result each, the finished one of any attempt, and nothing of an item that is not planned', () => {
  const { results, patches } = reduceShards(matrix, [
    report(1, 2, [
      { item: 1, state: 'earlier' },
      { item: 3, state: 'done', patch: 'a.patch', paths: ['x'] },
      { item: 99, state: 'done' },
    ]),
    report(1, 1, [
      { item: 1, state: 'done', tokens: 5 },
      { item: 3, state: 'failed' },
      { item: 3, state: 'no such state' },
    ]),
    report(3, 1, [{ item: 2, state: 'done' }]),
  ])
  expect(results).toEqual([
    { item: 1, state: 'done', tokens: 5 },
    { item: 2, state: 'later', reason: 'Its shard uploaded no results.' },
    { item: 3, state: 'done', patch: 'a.patch', paths: ['x'] },
    { item: 4, state: 'later', reason: 'Its shard uploaded no results.' },
  ])
  expect(patches).toEqual([{ item: 3, shard: 1, text: 'patch 1.2', paths: ['x'] }])
})

test('patches that touch one file: the second is named as a whole', () => {
  const patch = (item: string, shard: number, ...paths: string[]) => ({ item, shard, text: '', paths })
  const { patches, leftOut } = unitePatches([patch('a', 1, 'a', 'x'), patch('b', 2, 'b', 'x'), patch('c', 1, 'b')])
  expect(patches.map(({ item }) => item)).toEqual(['a', 'c'])
  expect([...leftOut]).toEqual([['b', expect.stringContaining('touches x, which a of shard 1 already changes')]])
  const folders = groupPatches([patch('s/t/a', 1), patch('s/b', 1), patch('c', 1)], 'folder')
  expect([...folders.keys()]).toEqual(['s/t', 's', ''])
  expect([...groupPatches([patch('s/b', 1), patch('c', 1)], 'one').keys()]).toEqual([''])
})
