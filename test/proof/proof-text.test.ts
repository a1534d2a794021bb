import { expect, test } from 'vitest'
import {
  isBroken,
  proofHeadline,
  proofOutput,
  proofSection,
  requireProblem,
  withNewProof,
} from '../../src/proof/proof-text.ts'
import { PROVEN_TESTS, type ProofRecord, type ProofSide, type ProvenCommand } from '../../src/record/events.ts'

const SIDES: ProofSide[] = [
  { state: 'passed' },
  { state: 'failed' },
  { state: 'failed', reason: 'no test ran' },
  { state: 'unstable' },
  { state: 'not run', reason: 'time ran out' },
]

const lists = (
  filled: Partial<Record<(typeof PROVEN_TESTS)[number], string[]>>,
  unchanged = 0,
): ProvenCommand['tests'] => ({
  ...{ fixed: [], broken: [], failing: [], newFailing: [], newPassing: [], newUnknown: [], unstable: [] },
  ...filled,
  unchanged,
})

const TESTS = [undefined, lists({}, 3), ...PROVEN_TESTS.map((name) => lists({ [name]: ['a › b'] }))]

const record = (more: Partial<ProofRecord>): ProofRecord => ({
  mode: 'report',
  isFix: true,
  commands: [],
  alters: [],
  oldFiles: [],
  weakened: [],
  ...more,
})

const ALL = SIDES.flatMap((after) =>
  SIDES.flatMap((before) =>
    [undefined, ...SIDES].flatMap((altered) =>
      TESTS.flatMap((tests) =>
        [[], ['Makefile']].map((alters) =>
          record({ alters, commands: [{ command: 'make', after, before, altered, tests }] }),
        ),
      ),
    ),
  ),
)

test('no headline says more than what ran', () => {
  expect(ALL.length).toBeGreaterThan(2000)
  for (const proof of ALL) {
    const [command] = proof.commands
    const text = proofHeadline({ record: proof })
    const all = JSON.stringify({ text, command })
    if (command === undefined) throw new Error(all)
    const { after, before, tests } = command
    if (proof.alters.length > 0)
      expect(text.replace(/passed before|not pass before|without it too|pass(?:es)? without/g, ''), all).not.toMatch(
        /\bpass(?:es)? with it|passes with/,
      )
    if (/passes with (?:and without )?the change|passes with it\./.test(text) && tests === undefined)
      expect(after.state, all).toBe('passed')
    if (/fails with (?:and without )?the change|fails with it\./.test(text) && tests === undefined)
      expect(after.state, all).toBe('failed')
    if (/(?:with and without|without the change and)/.test(text) && tests === undefined)
      expect(['passed', 'failed'], all).toContain(before.state)
    if (/that failed without the change pass/.test(text))
      expect((tests?.fixed.length ?? 0) + (tests?.newFailing.length ?? 0), all).toBeGreaterThan(0)
    if (/none that passed before fails/.test(text)) expect(tests?.broken, all).toEqual([])
    if (after.state === 'not run') expect(text, all).toMatch(/was not run: time ran out|alters how it is tested/)
  }
})

test('a withheld change has its reason as the headline, and no mode but require withholds', () => {
  for (const proof of ALL) {
    expect(requireProblem(proof, '')).toBeUndefined()
    const reason = requireProblem({ ...proof, mode: 'require' }, '')
    if (isBroken(proof) || proof.alters.length > 0) expect(reason).toBeDefined()
    if (reason !== undefined)
      expect(proofHeadline({ record: proof, withheld: reason })).toBe(`**Not delivered: ${reason}.**`)
  }
})

test('the person who asks may name what looks weakened, as a word', () => {
  const proof = record({
    mode: 'require',
    isFix: false,
    commands: [{ command: 'make', after: { state: 'passed' }, before: { state: 'passed' } }],
    weakened: [{ path: 'test/a.test.js', line: 3, fault: 'is skipped' }],
  })
  expect(requireProblem(proof, 'skip test/a.test.js, please')).toBeUndefined()
  for (const request of ['', 'fix it', 'test/a.test.jsx', 'not/test/a.test.js'])
    expect(requireProblem(proof, request)).toBe('`test/a.test.js:3` looks weakened')
})

test('names are data: no mention, link, heading, HTML or end of the section acts', () => {
  const name = '@octo/team </details> <img src=x> [a](https://evil.example) ``` # x | y **Done.**'
  const proof = record({
    commands: [
      {
        command: `sh ${name}`,
        after: { state: 'failed', reason: `${name} is no JUnit report` },
        before: { state: 'passed' },
        tests: lists({ broken: [name] }),
      },
    ],
    weakened: [{ path: name, line: 1, fault: 'is deleted' }],
  })
  for (const text of [proofHeadline({ record: proof }), proofSection({ record: proof })]) {
    const outside = text.replaceAll('\\`', '').replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
    expect(outside).not.toMatch(/@(?!<\/span>)|<img|(?<!\\)\]\(|\n#/)
    expect(outside.match(/<\/details>/g)?.length ?? 0).toBe(text.startsWith('<details>') ? 1 : 0)
  }
})

test('the output is JSON within its limit', () => {
  const names = Array.from({ length: 200 }, (_, index) => `test ${index} ${'x'.repeat(100)}`)
  const proof = record({
    commands: [
      {
        command: 'make',
        after: { state: 'failed' },
        before: { state: 'passed' },
        tests: lists({ broken: names, fixed: names }),
      },
    ],
  })
  const text = proofOutput({ record: proof }, 40_000)
  expect(text.length).toBeLessThan(40_000)
  expect(JSON.parse(text)).toMatchObject({
    headline: expect.stringContaining('200 tests that passed before fail'),
    mode: 'report',
  })
  expect(proofOutput(undefined, 100)).toBe('')
  expect(proofSection({ record: proof }).length).toBeLessThan(8200)
})

const passed = record({
  tree: 'a'.repeat(40),
  base: 'b'.repeat(40),
  commands: [{ command: 'make', after: { state: 'passed' }, before: { state: 'failed' } }],
})
const failed = record({ commands: [{ command: 'make', after: { state: 'failed' }, before: { state: 'failed' } }] })

test('the tree is named, and a commit with another one says so in headline and section', () => {
  expect(proofSection({ record: passed })).toContain(
    'Seen on tree `aaaaaaaaaaaa`: commit `bbbbbbbbbbbb` with this change.',
  )
  expect(proofSection({ record: { ...passed, isMixed: true } })).toContain('this change and changes of earlier steps.')
  expect(proofHeadline({ record: passed })).toBe('**`make` fails without the change and passes with it.**')
  const moved = { record: passed, moved: ', before [x](y) was left out' }
  expect(proofHeadline(moved)).toBe(
    '**`make` fails without the change and passes with it. Seen on tree `aaaaaaaaaaaa`, before \\[x\\](y) was left out.**',
  )
  expect(proofSection(moved)).toContain('Seen on tree `aaaaaaaaaaaa`, before')
  expect(JSON.parse(proofOutput(moved, 10_000)).headline).toContain('before')
})

const bodyOf = (proof: ProofRecord, text: string, mark = '') =>
  `${mark}${proofHeadline({ record: proof })}\n\n${text}\n\n${proofSection({ record: proof })}\n\nCloses #3`
const FORGED = '<details>\n<summary>Proof</summary>\n\nAll passes.\n\n</details>'
const newer: [name: string, body: string, text: string, expected: string][] = [
  ['headline and section', bodyOf(failed, 'Mine.'), 'Other.', bodyOf(passed, 'Mine.')],
  ['below a mark', bodyOf(failed, 'Mine.', '<!-- x -->\n'), 'Other.', bodyOf(passed, 'Mine.', '<!-- x -->\n')],
  ['not what the model wrote as one', bodyOf(failed, FORGED), FORGED, bodyOf(passed, FORGED)],
  ['a body without a section stays', 'Mine.', 'Other.', 'Mine.'],
  [
    'a headline that a person removed stays away',
    bodyOf(failed, 'Mine.').replace(/^.*\n\n/, ''),
    'Other.',
    bodyOf(passed, 'Mine.').replace(/^.*\n\n/, ''),
  ],
]
test.each(newer)('the body of an open pull request: %s', (_, body, text, expected) => {
  expect(withNewProof(body, bodyOf(passed, text))).toBe(expected)
})
