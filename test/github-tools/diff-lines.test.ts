import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { expect, test } from 'vitest'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { pull } from '../../src/emulators/github/world.ts'
import { connectGitHub } from '../../src/github/api/github.ts'
import type { NewReviewComment } from '../../src/github/api/reviews.ts'
import { parsePatch } from '../../src/github/patch-rows.ts'
import { locateLines, type RequestedLines } from '../../src/github-tools/diff-lines.ts'
import { parseSuggestion, suggestionBlock } from '../../src/review/suggestion.ts'
import { chance, diffOf, linesOf, someLines, somePairs } from '../delivery/diffs.ts'

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

const placements: [name: string, asked: RequestedLines, expected: object][] = [
  ['an added line', { line: 2 }, { ok: true, location: { side: 'RIGHT', line: 2 }, code: ['2'] }],
  ['a line around', { line: 4 }, { ok: true, location: { side: 'RIGHT', line: 4 }, code: ['three'] }],
  ['a removed line', { line: 2, side: 'LEFT' }, { ok: true, location: { side: 'LEFT', line: 2 }, code: ['two'] }],
  [
    'several lines',
    { start_line: 1, line: 3 },
    { ok: true, location: { side: 'RIGHT', start: 1, line: 3 }, code: ['one', '2', '2b'] },
  ],
  ['several lines, the wrong way round', { start_line: 3, line: 1 }, { ok: true, location: { start: 1, line: 3 } }],
  ['the same line twice', { start_line: 2, line: 2 }, { ok: true, location: { side: 'RIGHT', line: 2 } }],
  [
    'an unchanged line of the old file stands on the new side',
    { line: 21, side: 'LEFT' },
    { ok: true, location: { side: 'LEFT', line: 21 } },
  ],
  [
    'an unchanged line of the old file, in the new file’s number',
    { line: 3, side: 'LEFT' },
    { ok: true, location: { side: 'RIGHT', line: 4 }, code: ['three'] },
  ],
  [
    'removed lines with what stands before them',
    { start_line: 1, line: 2, side: 'LEFT' },
    { ok: true, location: { side: 'LEFT', start: 1, line: 2 }, code: ['one', 'two'] },
  ],
  [
    'a line that is not in the diff',
    { line: 12 },
    {
      ok: false,
      reason: 'Line 12 of the new file is not part of the diff.',
      accepted: '1-5, 21-22 on side RIGHT',
    },
  ],
  [
    'a line of the other side',
    { line: 20 },
    { ok: false, reason: 'Line 20 of the new file is not part of the diff. On side LEFT it is.' },
  ],
  [
    'lines of two hunks',
    { start_line: 3, line: 21 },
    {
      ok: false,
      reason:
        'Lines 3 to 21 of the new file are not part of the diff. All lines of a comment must be in the same hunk.',
    },
  ],
]
for (const [name, asked, expected] of placements)
  test(`placing: ${name}`, () => expect(locateLines(parsePatch(PATCH), asked)).toMatchObject(expected))

test('placing: a place is told from others of its kind by its neighbours', () => {
  const brace = locateLines(parsePatch(PATCH), { line: 5 })
  expect(brace).toMatchObject({ ok: true, code: ['}'] })
  if (brace.ok) expect(brace.context.join('')).toContain('three')
  const telling = '@@ -1,2 +1,3 @@\n a\n+const characters = [...text]\n b'
  const own = locateLines(parsePatch(telling), { line: 2 })
  if (own.ok) expect(own.context).toEqual(['const characters = [...text]'])
})

const patches: [name: string, patch: string, hunks: object][] = [
  ['nothing', '', []],
  [
    'one line each',
    '@@ -1 +1 @@\n-a\n+b',
    [
      [
        { text: 'a', oldLine: 1 },
        { text: 'b', newLine: 1 },
      ],
    ],
  ],
  [
    'a new file',
    '@@ -0,0 +1,2 @@\n+a\n+b',
    [
      [
        { text: 'a', newLine: 1 },
        { text: 'b', newLine: 2 },
      ],
    ],
  ],
  [
    'no newline at the end',
    '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a',
    [
      [
        { text: 'a', oldLine: 1 },
        { text: 'a', newLine: 1 },
      ],
    ],
  ],
  ['lines that end in CR LF', '@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r', [[{ text: 'a' }, { text: 'b' }, { text: 'c' }]]],
  [
    'what looks like a header',
    '@@ -1,2 +1,2 @@\n @@ -9 +9 @@\n-@@ -8 +8 @@\n+--- a',
    [[{ text: '@@ -9 +9 @@', oldLine: 1, newLine: 1 }, {}, { text: '--- a', newLine: 2 }]],
  ],
  [
    'an empty line that lost its blank',
    '@@ -1,3 +1,3 @@\n a\n\n-b\n+c',
    [[{}, { text: '', oldLine: 2, newLine: 2 }, { oldLine: 3 }, { newLine: 3 }]],
  ],
  ['a truncated patch', '@@ -1,9 +1,9 @@\n a\n-b', [[{ oldLine: 1, newLine: 1 }, { oldLine: 2 }]]],
]
for (const [name, patch, hunks] of patches)
  test(`a patch with ${name}`, () => expect(parsePatch(patch)).toMatchObject(hunks))

test('lines of a huge patch are located fast', () => {
  const count = 50_000
  const patch = `@@ -0,0 +1,${count} @@\n${Array.from({ length: count }, (_, at) => `+line ${at}`).join('\n')}`
  expect(locateLines(parsePatch(patch), { start_line: 2, line: count })).toMatchObject({
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
  ['nothing: deletes the lines', '', []],
  ['an empty line', '\n', ['']],
  ['CR LF', 'a\r\n  b\r\n', ['a', '  b']],
  ['fences inside', '```js\na\n````\n', ['```js', 'a', '````']],
  ['blanks', '  a  \n\t', ['  a  ', '\t']],
]
for (const [name, given, lines] of suggestions)
  test(`a suggestion of ${name}`, () => {
    expect(parseSuggestion(given, ['old'], 'RIGHT')).toEqual({ ok: true, lines })
    expect(suggestionIn(suggestionBlock(lines))).toBe(lines.join('\n'))
  })

const refused: [name: string, given: string, side: 'LEFT' | 'RIGHT', reason: RegExp][] = [
  ['the current lines', 'old one\nold two\n', 'RIGHT', /equals the current lines/],
  ['the current lines with other line ends', 'old one\r\nold two', 'RIGHT', /equals the current lines/],
  ['removed lines', 'x', 'LEFT', /side RIGHT/],
  ['invisible characters', 'if (admin\u202E) {', 'RIGHT', /invisible/],
  ['a command to another bot', 'x\n/lgtm\n', 'RIGHT', /command/],
]
for (const [name, given, side, reason] of refused)
  test(`a suggestion of ${name} is refused`, () =>
    expect(parseSuggestion(given, ['old one', 'old two'], side)).toEqual({
      ok: false,
      reason: expect.stringMatching(reason),
    }))

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
    const areAccepted = (comments: readonly NewReviewComment[]) =>
      reviewTaken(
        server.url,
        comments.map(({ startLine, ...comment }) => ({
          ...comment,
          start_line: startLine,
          start_side: startLine === undefined ? undefined : comment.side,
        })),
      )

    let placedCount = 0
    let refusedCount = 0
    for (const { path, before, after } of pairs) {
      const file = files.find(({ filename }) => filename === path)
      if (file === undefined) continue
      const hunks = parsePatch(file.patch ?? '')
      const old = linesOf(before)
      const fresh = linesOf(after)
      const comments: NewReviewComment[] = []
      for (let ask = 0; ask < 60; ask += 1) {
        const side = random.is(0.3) ? 'LEFT' : 'RIGHT'
        const lines = side === 'LEFT' ? old : fresh
        const line = 1 + random.below(lines.length + 2)
        const start = random.is(0.4) ? 1 + random.below(line) : line
        const placed = locateLines(hunks, { line, start_line: start, side })
        const spelt = { path, body: 'x', line, side, startLine: start === line ? undefined : start } as const
        if (!placed.ok) {
          refusedCount += 1
          // Refused means that GitHub would have refused it too.
          if (ask < 4) expect(await areAccepted([spelt]), JSON.stringify(spelt)).toBe(false)
          continue
        }
        placedCount += 1
        const { location, code } = placed
        const real = (location.side === 'LEFT' ? old : fresh).slice(
          (location.start ?? location.line) - 1,
          location.line,
        )
        expect(code).toEqual(real)
        comments.push({
          ...spelt,
          side: location.side,
          line: location.line,
          startLine: location.start ?? spelt.startLine,
        })
        const replacement = someLines(random, random.below(4))
        const read = parseSuggestion(replacement.map((text) => `${text}\n`).join(''), code, location.side)
        if (!read.ok) continue
        expect(suggestionIn(`Because.\n\n${suggestionBlock(read.lines)}`)).toBe(read.lines.join('\n'))
      }
      const exact = comments.map(({ startLine, ...comment }) =>
        startLine === undefined || startLine === comment.line ? comment : { ...comment, startLine },
      )
      expect(await areAccepted(exact), path).toBe(true)
      if (file.patch === undefined) expect(exact).toEqual([])
    }
    expect(placedCount).toBeGreaterThan(500)
    expect(refusedCount).toBeGreaterThan(100)
    expect(await github.reviewComments(2)).toHaveLength(placedCount)
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
