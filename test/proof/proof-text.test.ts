import { expect, test } from 'vitest'
import {
  ALTERED,
  hasResult,
  isBroken,
  proofHeadline,
  proofOutput,
  proofSection,
  requireProblem,
  withNewProof,
} from '../../src/proof/proof-text.ts'
import { proveCommand } from '../../src/proof/prove.ts'
import { runOf, type TreeRun } from '../../src/proof/trees.ts'
import { PROVEN_TESTS, type ProofRecord, type ProofSide, type ProvenCommand } from '../../src/record/events.ts'

const SIDES: ProofSide[] = [
  { state: 'passed' },
  { state: 'failed' },
  { state: 'failed', reason: 'no test ran' },
  { state: 'unstable' },
  { state: 'not run', reason: 'time ran out' },
  { state: 'no result', reason: 'it was killed by SIGKILL' },
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
    [undefined, ...SIDES.slice(0, 2), SIDES.at(-1)].flatMap((altered) =>
      TESTS.flatMap((tests) =>
        [[], ['Makefile']].map((alters) =>
          record({ alters, commands: [{ command: 'make', after, before, altered, tests }] }),
        ),
      ),
    ),
  ),
)

/** Everything that a headline can say of a command, and when it is true. What is none of these is no sentence of ours. */
type Claim = readonly [
  text: RegExp,
  isTrue: (command: ProvenCommand, found: RegExpExecArray, proof: ProofRecord) => boolean,
]

const states = ({ after, before }: ProvenCommand) => `${before.state} > ${after.state}`
const WORDS: Record<string, string> = { passes: 'passed', fails: 'failed' }
const WITHOUT: Record<string, string> = {
  ...WORDS,
  'failed once and passed once': 'unstable',
  'gave none: it was killed by SIGKILL': 'no result',
}
const PARTS: readonly Claim[] = [
  [
    /^(\d+) tests? that failed without the change pass(?:es)? with it$/,
    ({ tests }, [, n]) => Number(n) > 0 && Number(n) === (tests?.fixed.length ?? 0) + (tests?.newFailing.length ?? 0),
  ],
  [/^none that passed before fails$/, ({ tests }) => tests?.broken.length === 0],
  [
    /^(\d+) tests? pass(?:es)? with and without the change$/,
    ({ tests }, [, n]) => Number(n) > 0 && tests?.unchanged === Number(n),
  ],
  [/^(\d+) tests? that passed before fails?$/, ({ tests }, [, n]) => tests?.broken.length === Number(n)],
  [/^(\d+) fails? with the change and did not pass before$/, ({ tests }, [, n]) => tests?.failing.length === Number(n)],
  [/^(\d+) new tests? pass(?:es)? without it too$/, ({ tests }, [, n]) => tests?.newPassing.length === Number(n)],
  [/^(\d+) could not run without it$/, ({ tests }, [, n]) => tests?.newUnknown.length === Number(n)],
  [/^(\d+) (?:is|are) unstable$/, ({ tests }, [, n]) => tests?.unstable.length === Number(n)],
  [
    /^(\d+) that passed before no longer runs?$/,
    (_, [, n], { weakened }) => weakened.filter(({ line }) => line === 0).length === Number(n),
  ],
  [
    /^no test ran, so it fails with the change( and passes without it)?$/,
    ({ after, before }, [, without]) =>
      after.reason === 'no test ran' && (before.state === 'passed') === (without !== undefined),
  ],
  [/^no test ran with and without the change$/, ({ tests }) => tests?.unchanged === 0],
  [
    /^the command itself fails without the change and passes with it$/,
    (command) => states(command) === 'failed > passed',
  ],
  [
    /^the command itself fails with the change$/,
    (command) => command.after.state === 'failed' && command.before.state !== 'passed',
  ],
  [
    /^the command itself fails with the change and passes without it$/,
    (command) => states(command) === 'passed > failed',
  ],
]
const WHY = '(?:; no test ran)?'
const CLAIMS: readonly Claim[] = [
  [/^`make` was not run: time ran out\.$/, ({ after }) => after.state === 'not run'],
  [
    /^`make` gave no result with the change: it was killed by SIGKILL\.$/,
    ({ after, before }, _, { alters }) =>
      after.state === 'no result' && (before.state === 'not run' || alters.length > 0),
  ],
  [
    /^`make` gave no result with the change: it was killed by SIGKILL; without it, it (passes|fails|failed once and passed once|gave none: it was killed by SIGKILL)\.$/,
    (command, [, word = '']) => states(command) === `${WITHOUT[word]} > no result`,
  ],
  [
    new RegExp(
      `^\`make\` (passes|fails) with the change${WHY}; without it, it gave none: it was killed by SIGKILL\\.$`,
    ),
    (command, [, word = '']) => states(command) === `no result > ${WORDS[word]}`,
  ],
  [/^`make` failed once and passed once with the change\.$/, ({ after }) => after.state === 'unstable'],
  [
    new RegExp(`^\`make\` (passes|fails) with the change${WHY}; not compared: time ran out\\.$`),
    (command, [, word = '']) => states(command) === `not run > ${WORDS[word]}`,
  ],
  [
    new RegExp(`^\`make\` (passes|fails) with the change${WHY}; without it, it failed once and passed once\\.$`),
    (command, [, word = '']) => states(command) === `unstable > ${WORDS[word]}`,
  ],
  [
    new RegExp(`^\`make\` fails with and without the change${WHY}; what fails was not compared\\.$`),
    (command) => states(command) === 'failed > failed',
  ],
  [/^`make` passes with and without the change\.$/, (command) => states(command) === 'passed > passed'],
  [
    /^With the new and changed tests on the old code, it (passes too|fails)\.$/,
    ({ after, altered }, [, word], { isFix }) =>
      after.state === 'passed' && altered?.state === (word === 'fails' ? 'failed' : 'passed') && isFix,
  ],
  [/^`make` fails without the change and passes with it\.$/, (command) => states(command) === 'failed > passed'],
  [
    new RegExp(`^\`make\` passes without the change and fails with it${WHY}\\.$`),
    (command) => states(command) === 'passed > failed',
  ],
  [
    /^The change alters how it is tested: `Makefile`( and 1 more file)?\.$/,
    (_, [, more], { alters }) => alters.length === (more === undefined ? 1 : 2),
  ],
  [/^`make` fails with the change\.$/, ({ after }, _, { alters }) => after.state === 'failed' && alters.length > 0],
  [/^The change is of tests only\.$/, (_c, _f, { isTestsOnly, alters }) => isTestsOnly === true && alters.length === 0],
  [/^Seen on tree `aaaaaaaaaaaa`, before it was moved\.$/, (_c, _f, { tree }) => tree !== undefined],
]

function expectClaims(text: string, proof: ProofRecord): void {
  const [command] = proof.commands
  if (command === undefined) throw new Error(text)
  const check = (claims: readonly Claim[], said: string) => {
    const [known] = claims.flatMap(([pattern, isTrue]) => {
      const found = pattern.exec(said)
      return found === null ? [] : [() => isTrue(command, found, proof)]
    })
    const all = JSON.stringify({ said, proof })
    expect(known, all).toBeDefined()
    expect(known?.(), all).toBe(true)
  }
  for (const sentence of text.split(/(?<=\.) (?=[A-Z`])/)) {
    const parts = /^`make`: (.*)\.$/.exec(sentence)?.[1]
    if (parts === undefined) check(CLAIMS, sentence)
    else for (const part of parts.split('; ')) check(PARTS, part)
  }
}

const LOST = [{ path: 'a › b', line: 0, fault: 'passed before and no longer runs' }]

test('no headline says more than what ran', () => {
  expect(ALL.length).toBeGreaterThan(2000)
  for (const each of ALL)
    for (const more of [
      {},
      { alters: [...each.alters, 'Makefile', 'ci.sh'].slice(-2) },
      { isTestsOnly: true, weakened: LOST },
      { isFix: false, tree: 'a'.repeat(40) },
    ]) {
      const proof = { ...each, ...more }
      const moved = proof.tree === undefined ? undefined : ', before it was moved'
      const text = proofHeadline({ record: proof, moved }).slice(2, -2)
      expectClaims(text, proof)
      const [command] = proof.commands
      // What breaks, and a way of testing that changed, is never silent.
      if (isBroken(proof) && command !== undefined && hasResult(command.after))
        expect(text, JSON.stringify(command)).toMatch(/passed before fail|fails with (?:it|the change)|alters how/)
      if (proof.alters.length > 0) expect(text).not.toMatch(/pass(?:es)? with/)
    }
})

const LIMIT_MS = 450_000
const exit = (code: number | null, more: Partial<Parameters<typeof runOf>[0]> = {}) =>
  runOf(
    { failure: undefined, aborted: false, timedOut: false, signal: null, output: '', code, ...more },
    LIMIT_MS,
    2500,
  )

/** How a command can end, and whether that can be compared. */
const ENDS = {
  passed: exit(0),
  failed: exit(1),
  crashed: exit(139),
  killed: exit(null, { signal: 'SIGKILL' }),
  'killed below the shell': exit(143),
  'without a program': exit(127),
  late: exit(null, { timedOut: 'total' }),
  stopped: exit(null, { aborted: true }),
  flood: exit(null, { timedOut: 'flood' }),
  'not started': exit(null, { failure: 'ENOENT' }),
} satisfies Record<string, TreeRun>
type End = keyof typeof ENDS

/** What happened with the change. */
const ENDED: Record<End, RegExp> = {
  passed: /`make` (?:passes with|fails without the change and passes with)/,
  failed: /fails with (?:it|the change|and without the change)/,
  crashed: /fails with (?:it|the change|and without the change).*the command crashed \(SIGSEGV\)/,
  killed: /it was killed by SIGKILL/,
  'killed below the shell': /it was killed by SIGTERM/,
  'without a program': /the shell did not find a program of it \(exit code 127\)/,
  late: /it did not end within 7 min 30 s/,
  stopped: /gave no result with the change: the run was stopped\.$/,
  flood: /gave no result with the change: it printed too much\.$/,
  'not started': /was not run: the command could not be started\.$/,
}
const FAULTS: readonly End[] = ['failed', 'crashed', 'killed', 'killed below the shell', 'without a program', 'late']
const names = Object.keys(ENDS) as End[] // its own keys

test.each(names)('a headline says what happened with the change: %s', async (after) => {
  for (const before of names) {
    const change = { path: 'a.js', before: Buffer.from('1'), after: Buffer.from('2'), mode: '100644', isLeftOut: false }
    const asked: [End, number | undefined][] = []
    const { proven } = await proveCommand('make', {
      runOn: async (keeps, _, share) => {
        const end = keeps(change) ? after : before
        asked.push([end, share])
        return ENDS[end]
      },
      delivered: [change],
      roleOf: () => 'code',
      subject: { isFix: false, checkout: { shownTop: '/pond' }, runtime: { workspace: '/pond' } },
    })
    const proof = record({ commands: [proven] })
    const text = proofHeadline({ record: proof }).slice(2, -2)
    expect(text).toMatch(ENDED[after])
    expect(isBroken(proof)).toBe(before === 'passed' && FAULTS.includes(after))
    // Only what never started was not run.
    expect(/\bwas not run\b/.test(text)).toBe(after === 'not started')
    expect(/passes (?:with|and)|and passes/.test(text.replaceAll('passes without', ''))).toBe(after === 'passed')
    const endless = 'passes without the change in 3.0 s, and not with it: it did not end within 7 min 30 s.'
    expect(text.includes(endless)).toBe(after === 'late' && before === 'passed')
    // A run that takes too long is not repeated, and leaves time for the other side.
    expect(asked.filter(([end]) => end === 'late').length).toBeLessThanOrEqual(
      [after, before].filter((end) => end === 'late').length,
    )
    expect(asked[0]?.[1]).toBeLessThan(1)
    const started = asked.filter(([end]) => end !== 'not started').length
    expect(proven.runs).toBe(started)
  }
})

test('with a branch beside the checkout, the headline has what each of them has', () => {
  for (const [index, record] of ALL.entries()) {
    if (index % 20 !== 0) continue
    const branchProof = { record: { ...(ALL[ALL.length - 1 - index] ?? record), branch: 'sluice/better' } }
    const [one, other] = [{ record }, branchProof].map((each) => proofHeadline(each).slice(2, -2))
    expect(proofHeadline({ record, branchProof })).toBe(`**Checkout: ${one} Branch \`sluice/better\`: ${other}**`)
    expect(proofHeadline({ record, branchProof: { ...branchProof, withheld: 'it breaks' } })).toBe(
      `**Checkout: ${one} Branch \`sluice/better\`: Not delivered: it breaks.**`,
    )
  }
})

test('a section says "seen" only of what ran, and "passed" of nothing whose testing the change alters', () => {
  const late = { state: 'not run', reason: 'time ran out' } as const
  const nothing = { state: 'not run', reason: 'there is nothing to compare' } as const
  const section = (after: ProofSide, before: ProofSide, more: Partial<ProofRecord> = {}) =>
    proofSection({ record: record({ tree: 'a'.repeat(40), commands: [{ command: 'make', after, before }], ...more }) })
  expect(section(late, nothing)).toContain('\n\n- `make`: not run (time ran out)\n')
  expect(section(late, nothing)).not.toContain('Seen on')
  const altered = section({ state: 'not run', reason: ALTERED }, { state: 'failed' }, { alters: ['Makefile'] })
  expect(altered).toContain(
    '- `make`: not compared (the change alters how it is tested) with the change, failed without it',
  )
  expect(altered).not.toContain('pass')
  const counts = [1, 2, 3].map((count) => section(late, nothing, { rounds: { count, choice: count } }))
  expect(counts.map((text) => /to the model (.*?)\./.exec(text)?.[1])).toEqual(['once', 'twice', '3 times'])
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
  for (const request of ['Remove test/a.test.js.', 'Skip **test/a.test.js**: [it](./test/a.test.js) is slow!'])
    expect(requireProblem(proof, request)).toBeUndefined()
  for (const request of ['', 'fix it', 'test/a.test.jsx', 'not/test/a.test.js', 'test/a.test.js.snap'])
    expect(requireProblem(proof, request)).toBe('`test/a.test.js:3` looks weakened')
})

const NAMES = [
  '@octo/team </details> <img src=x> [a](https://evil.example) ``` # x | y **Done.**',
  '::set-output name=a::b',
  '##[error]x',
  '<!-- sluice:v1 state=done --> <!-- x',
  '\u001b[31mred\u001b[0m',
  'one\ntwo\r\n::error::three\u2028four',
  '\u202eevil\u200b',
  'Closes #1, fixes octo/pond#2, /allow @x',
  '**`make` passes.**',
  '</code></pre>`` ` ',
]

test.each(NAMES)('a name, a path, a reason and a command are data: %j', (name) => {
  const cleaned = { state: 'failed' as const, reason: `${name} is no JUnit report` }
  const proof = record({
    tree: 'a'.repeat(40),
    alters: [name],
    oldFiles: [name],
    branch: name,
    commands: [
      {
        command: `sh ${name}`,
        after: cleaned,
        before: { state: 'passed' },
        tests: lists({ broken: [name], failing: [name] }),
      },
    ],
    weakened: [{ path: name, line: 1, fault: 'is deleted' }],
  })
  const plain = { ...proof, alters: [] }
  const texts = [proof, plain].flatMap((each) => {
    const both = {
      record: { ...each, branch: undefined },
      branchProof: { record: each },
      moved: `, before ${name} was left out`,
    }
    return [proofHeadline({ record: each }), proofSection({ record: each }), proofHeadline(both), proofSection(both)]
  })
  for (const text of texts) {
    const outside = text.replaceAll('\\`', '').replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
    expect(outside).not.toMatch(/@(?!<\/span>)|<img|(?<!\\)\]\(|\n#|<!--|(?<![\\\w])#\d/)
    expect(outside.match(/<\/details>/g)?.length ?? 0).toBe(text.startsWith('<details>') ? 1 : 0)
    expect(text).not.toMatch(/^(?:::|##\[)/m)
    expect([...text].filter((each) => /[^\P{C}\n]/u.test(each))).toEqual([])
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
