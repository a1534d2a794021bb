import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { expect, test } from 'vitest'
import { type Asked, placeRemark, readPatch } from '../../src/delivery/diff-lines.ts'
import { readSuggestion, suggestionBlock } from '../../src/delivery/suggestion.ts'
import { connectGitHub } from '../../src/github/client.ts'
import type { NewRemark } from '../../src/github/review-calls.ts'
import { startGitHub } from '../../src/standin/github.ts'
import { pull } from '../../src/standin/github-world.ts'
import { chance, diffOf, linesOf, someLines, somePairs } from './diffs.ts'

const PATCH = [
  '@@ -1,4 +1,5 @@ function shorten',
  ' one',
  '-two',
  '+2',
  '+2b',
  ' three',
  ' }',
  '@@ -20,3 +21,2 @@',
  ' twenty',
  '-twenty-one',
  ' twenty-two',
].join('\n')

const placements: [name: string, asked: Asked, expected: object][] = [
  ['an added line', { line: 2 }, { ok: true, spot: { side: 'RIGHT', line: 2 }, code: ['2'] }],
  ['a line around', { line: 4 }, { ok: true, spot: { side: 'RIGHT', line: 4 }, code: ['three'] }],
  ['a removed line', { line: 2, side: 'LEFT' }, { ok: true, spot: { side: 'LEFT', line: 2 }, code: ['two'] }],
  [
    'several lines',
    { start_line: 1, line: 3 },
    { ok: true, spot: { side: 'RIGHT', start: 1, line: 3 }, code: ['one', '2', '2b'] },
  ],
  ['several lines, the wrong way round', { start_line: 3, line: 1 }, { ok: true, spot: { start: 1, line: 3 } }],
  ['the same line twice', { start_line: 2, line: 2 }, { ok: true, spot: { side: 'RIGHT', line: 2 } }],
  [
    'an unchanged line of the old file stands on the new side',
    { line: 21, side: 'LEFT' },
    { ok: true, spot: { side: 'LEFT', line: 21 } },
  ],
  [
    'an unchanged line of the old file, in the new file’s number',
    { line: 3, side: 'LEFT' },
    { ok: true, spot: { side: 'RIGHT', line: 4 }, code: ['three'] },
  ],
  [
    'removed lines with what stands before them',
    { start_line: 1, line: 2, side: 'LEFT' },
    { ok: true, spot: { side: 'LEFT', start: 1, line: 2 }, code: ['one', 'two'] },
  ],
  [
    'a line that is not in the diff',
    { line: 12 },
    {
      ok: false,
      why: 'Line 12 of the new file is not part of the diff.',
      accepted: '1-5, 21-22 on side RIGHT',
    },
  ],
  [
    'a line of the other side',
    { line: 20 },
    { ok: false, why: 'Line 20 of the new file is not part of the diff. On side LEFT it is.' },
  ],
  [
    'lines of two hunks',
    { start_line: 3, line: 21 },
    {
      ok: false,
      why: 'Lines 3 to 21 of the new file are not part of the diff. The lines of one remark must be in the same hunk.',
    },
  ],
]
for (const [name, asked, expected] of placements)
  test(`placing: ${name}`, () => expect(placeRemark(readPatch(PATCH), asked)).toMatchObject(expected))

test('placing: a place is told from others of its kind by its neighbours', () => {
  const brace = placeRemark(readPatch(PATCH), { line: 5 })
  expect(brace).toMatchObject({ ok: true, code: ['}'] })
  if (brace.ok) expect(brace.around.join('')).toContain('three')
  const telling = '@@ -1,2 +1,3 @@\n a\n+const characters = [...text]\n b'
  const own = placeRemark(readPatch(telling), { line: 2 })
  if (own.ok) expect(own.around).toEqual(['const characters = [...text]'])
})

const patches: [name: string, patch: string, hunks: object][] = [
  ['nothing', '', []],
  [
    'one line each',
    '@@ -1 +1 @@\n-a\n+b',
    [
      [
        { text: 'a', left: 1 },
        { text: 'b', right: 1 },
      ],
    ],
  ],
  [
    'a new file',
    '@@ -0,0 +1,2 @@\n+a\n+b',
    [
      [
        { text: 'a', right: 1 },
        { text: 'b', right: 2 },
      ],
    ],
  ],
  [
    'no newline at the end',
    '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a',
    [
      [
        { text: 'a', left: 1 },
        { text: 'a', right: 1 },
      ],
    ],
  ],
  ['lines that end in CR LF', '@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r', [[{ text: 'a' }, { text: 'b' }, { text: 'c' }]]],
  [
    'what looks like a header',
    '@@ -1,2 +1,2 @@\n @@ -9 +9 @@\n-@@ -8 +8 @@\n+--- a',
    [[{ text: '@@ -9 +9 @@', left: 1, right: 1 }, {}, { text: '--- a', right: 2 }]],
  ],
  [
    'an empty line that lost its blank',
    '@@ -1,3 +1,3 @@\n a\n\n-b\n+c',
    [[{}, { text: '', left: 2, right: 2 }, { left: 3 }, { right: 3 }]],
  ],
  ['a patch that was cut off', '@@ -1,9 +1,9 @@\n a\n-b', [[{ left: 1, right: 1 }, { left: 2 }]]],
]
for (const [name, patch, hunks] of patches)
  test(`a patch with ${name}`, () => expect(readPatch(patch)).toMatchObject(hunks))

test('any line of a huge patch is found at once', () => {
  const count = 50_000
  const patch = `@@ -0,0 +1,${count} @@\n${Array.from({ length: count }, (_, at) => `+line ${at}`).join('\n')}`
  expect(placeRemark(readPatch(patch), { start_line: 2, line: count })).toMatchObject({
    ok: true,
    code: { length: count - 1 },
  })
})

/** The one suggestion in a Markdown text, as its readers see it; undefined when there is none or more than one. */
function suggestionIn(markdown: string): string | undefined {
  const found: string[] = []
  const visit = (node: Nodes) => {
    if (node.type === 'code' && node.lang === 'suggestion') found.push(node.value)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(fromMarkdown(markdown))
  return found.length === 1 ? found[0] : undefined
}

const suggestions: [name: string, given: string, lines: string[]][] = [
  ['one line', 'a', ['a']],
  ['one line with its end', 'a\n', ['a']],
  ['an empty line at the end', 'a\n\n', ['a', '']],
  ['nothing: the lines go', '', []],
  ['an empty line', '\n', ['']],
  ['CR LF', 'a\r\n  b\r\n', ['a', '  b']],
  ['fences inside', '```js\na\n````\n', ['```js', 'a', '````']],
  ['blanks', '  a  \n\t', ['  a  ', '\t']],
]
for (const [name, given, lines] of suggestions)
  test(`a suggestion of ${name}`, () => {
    expect(readSuggestion(given, ['old'], 'RIGHT')).toEqual({ ok: true, lines })
    expect(suggestionIn(suggestionBlock(lines))).toBe(lines.join('\n'))
  })

const refused: [name: string, given: string, side: 'LEFT' | 'RIGHT', why: RegExp][] = [
  ['what stands there', 'old one\nold two\n', 'RIGHT', /stands there already/],
  ['what stands there, with other line ends', 'old one\r\nold two', 'RIGHT', /stands there already/],
  ['lines that are gone', 'x', 'LEFT', /side RIGHT/],
  ['what nobody sees', 'if (admin\u202E) {', 'RIGHT', /invisible/],
  ['a command to another bot', 'x\n/lgtm\n', 'RIGHT', /command/],
]
for (const [name, given, side, why] of refused)
  test(`a suggestion of ${name} is refused`, () =>
    expect(readSuggestion(given, ['old one', 'old two'], side)).toEqual({ ok: false, why: expect.stringMatching(why) }))

const TOKEN = 'token-of-the-stand-in-0123456789'

for (const seed of [1, 2, 3])
  test(`whatever a diff looks like, what is placed GitHub takes, and what is refused it refuses (${seed})`, async () => {
    const random = chance(seed)
    const pairs = somePairs(random, 40)
    const files = await diffOf(pairs)
    expect(files.map(({ filename }) => filename).toSorted()).toEqual(
      pairs
        .filter(({ before, after }) => before !== after)
        .map(({ path }) => path)
        .toSorted(),
    )
    const base = { ref: 'main', sha: 'a'.repeat(40), repo: 'octo/pond' }
    await using server = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      pulls: [pull({ number: 2, base, head: { ...base, ref: 'topic', sha: 'b'.repeat(40) }, files })],
    })
    const options = { token: TOKEN, repository: 'octo/pond', userAgent: 'test', notice: () => {} }
    const github = connectGitHub({ ...options, apiUrl: server.url })
    const taken = (remarks: readonly NewRemark[]) =>
      reviewTaken(
        server.url,
        remarks.map(({ startLine, ...remark }) => ({
          ...remark,
          ...(startLine === undefined ? {} : { start_line: startLine, start_side: remark.side }),
        })),
      )

    let placedCount = 0
    let refusedCount = 0
    for (const { path, before, after } of pairs) {
      const file = files.find(({ filename }) => filename === path)
      if (file === undefined) continue
      const hunks = readPatch(file.patch ?? '')
      const old = linesOf(before)
      const fresh = linesOf(after)
      const remarks: NewRemark[] = []
      for (let ask = 0; ask < 60; ask += 1) {
        const side = random.is(0.3) ? 'LEFT' : 'RIGHT'
        const lines = side === 'LEFT' ? old : fresh
        const line = 1 + random.below(lines.length + 2)
        const start = random.is(0.4) ? 1 + random.below(line) : line
        const placed = placeRemark(hunks, { line, start_line: start, side })
        const spelt = { path, body: 'x', line, side, ...(start === line ? {} : { startLine: start }) } as const
        if (!placed.ok) {
          refusedCount += 1
          // Refused means that GitHub would have refused it too.
          if (ask < 4) expect(await taken([spelt]), JSON.stringify(spelt)).toBe(false)
          continue
        }
        placedCount += 1
        const { spot, code } = placed
        const real = (spot.side === 'LEFT' ? old : fresh).slice((spot.start ?? spot.line) - 1, spot.line)
        expect(code).toEqual(real)
        remarks.push({
          ...spelt,
          side: spot.side,
          line: spot.line,
          ...(spot.start === undefined ? {} : { startLine: spot.start }),
        })
        const replacement = someLines(random, random.below(4))
        const read = readSuggestion(replacement.map((text) => `${text}\n`).join(''), code, spot.side)
        if (!read.ok) continue
        expect(suggestionIn(`Because.\n\n${suggestionBlock(read.lines)}`)).toBe(read.lines.join('\n'))
      }
      const exact = remarks.map(({ startLine, ...remark }) =>
        startLine === undefined || startLine === remark.line ? remark : { ...remark, startLine },
      )
      expect(await taken(exact), path).toBe(true)
      if (file.patch === undefined) expect(exact).toEqual([])
    }
    expect(placedCount).toBeGreaterThan(500)
    expect(refusedCount).toBeGreaterThan(100)
    expect(await github.remarks(2)).toHaveLength(placedCount)
  })

async function reviewTaken(url: string, comments: readonly object[]): Promise<boolean> {
  const response = await fetch(`${url}/repos/octo/pond/pulls/2/reviews`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'user-agent': 'test' },
    body: JSON.stringify({ event: 'COMMENT', body: 'Look', comments }),
  })
  await response.arrayBuffer()
  return response.status === 200
}
