import { expect, test } from 'vitest'
import { parsePatch } from '../../src/github/patch-rows.ts'
import {
  contradictedPlace,
  findLines,
  findLinesInHead,
  placeCode,
  type SideRange,
} from '../../src/review/comment-lines.ts'
import { splitSuggestion } from '../../src/review/suggestion.ts'
import { placeSuggestion } from '../../src/review/suggestion-button.ts'
import { fitIndentation } from '../../src/review/suggestion-indentation.ts'

const ADDED = [
  'export function send(orders) {',
  '  const sent = []',
  '  log.insert(orders.length)',
  '  for (let at = 0; at <= orders.length; at += 1) {',
  '    mail(orders[at])',
  '  }',
  '  if (sent.length > 0) {',
  '    audit(sent)',
  '  }',
  '  return sent',
  '}',
]
const patchOf = (lines: readonly string[], from = 27) =>
  `@@ -${from},0 +${from},${lines.length} @@\n${lines.map((line) => `+${line}`).join('\n')}`
const HUNKS = parsePatch(patchOf(ADDED))
const at = (first: number, last = first): SideRange => ({ side: 'RIGHT', first, last })
const LOOP = ADDED.slice(3, 6)

test.each([
  ['where it is said', LOOP, at(30, 32), at(30, 32)],
  ['a line early', LOOP, at(29, 31), at(30, 32)],
  ['one line too many', LOOP, at(29, 32), at(30, 32)],
  ['counted in the hunk', LOOP, at(4, 6), at(30, 32)],
  ['without its indentation', LOOP.map((line) => line.trim()), at(31), at(30, 32)],
  ['with the signs of the diff', LOOP.map((line) => `+${line}`), at(31), at(30, 32)],
  ['with numbers of lines', LOOP.map((line, nth) => `${nth + 30}: ${line}`), at(31), at(30, 32)],
  ['in other words', ['  for (let i = 0; i <= orders.length; i += 1) {'], at(32), at(30)],
  ['in other words, far away', ['  for (let i = 0; i <= orders.length; i += 1) {'], at(90), undefined],
  ['twice, once at the given line', ['  }'], at(32), at(32)],
  ['twice, at neither', ['  }'], at(33), undefined],
  ['nowhere', ['return charge(card)'], at(31), undefined],
] as const)('code that stands %s', (_, code, requested, place) => {
  const placed = placeCode(HUNKS, code, requested)
  expect(placed).toMatchObject(place === undefined ? { kind: 'unclear' } : { kind: 'placed', ...place })
})

const HEAD = [
  ...Array.from({ length: 26 }, (_, nth) => `before(${nth})`),
  ...ADDED,
  ...Array.from({ length: 12 }, (_, nth) => `after(${nth})`),
  '  return sent',
  '  for (let i = 0; i <= orders.length; i += 1) {',
  '}',
]
test.each([
  ['where it stands, outside of the diff', 50, '  return sent', undefined],
  ['near to where it stands outside of the diff', 52, '  return sent', undefined],
  ['near to where it stands in the diff', 37, '  return sent', 36],
  ['far from both', 120, '  return sent', 36],
  ['counted in the hunk', 10, '  return sent', 36],
  [
    'outside, beside lines of the diff that are like it',
    38,
    '  for (let i = 0; i <= orders.length; i += 1) {',
    undefined,
  ],
  ['outside, where only signs of a diff differ', 50, '+  return sent', undefined],
] as const)('code that the model places %s is not moved to its copy', async (_, line, quoted, first) => {
  const found = await findLinesInHead(HUNKS, { line }, { quoted, path: 'a.js' }, async () => HEAD.join('\r\n'))
  expect(found.ok ? found.requested.location.line : undefined).toBe(first)
  if (!found.ok) expect(found.reason).toMatch(/Line 5[01] .*not part of the diff.*accept comments: 27-37/)
  const unread = await findLinesInHead(HUNKS, { line }, { quoted, path: 'a.js' }, async () => undefined)
  expect(unread).toEqual(findLines(HUNKS, { line }, quoted, 'a.js'))
})

test('code without a clear place is answered with numbered lines', () => {
  const refused = findLines(HUNKS, { line: 33 }, '  }', 'src/orders.js')
  expect(refused).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/several lines[\s\S]*\n32: {3}\}\n[\s\S]*\n35: {3}\}/),
  })
})

test.each([
  ['quotes the line', 'Use `<` in `for (let at = 0; at <= orders.length; at += 1) {`.', undefined],
  ['quotes another', 'Wrong: `log.insert(orders.length)`.', 'The body quotes line 29'],
  ['quotes another in a fence', 'Wrong:\n```js\nlog.insert(orders.length)\n```', 'The body quotes line 29'],
  ['quotes another as words', 'Here log.insert(orders.length) may throw.', 'The body quotes line 29'],
  ['names the line', 'Line 30 runs too far.', undefined],
  ['names another', 'Line 33 leaks.', 'The body names line 33'],
  ['names another with a colon', 'Line: 33. It leaks.', 'The body names line 33'],
  ['names another with a sign', 'See line #33.', 'The body names line 33'],
  ['names another in bold', '**Line 33**: it leaks.', 'The body names line 33'],
  ['names another in code', 'In line `33` it leaks.', 'The body names line 33'],
  ['names another as GitHub links it', 'It leaks (L33).', 'The body names line 33'],
  ['names others as GitHub links them', 'It leaks: #L33-L35', 'The body names line 33'],
  ['names lines around its own', 'Lines 28–31 leak.', undefined],
  ['names lines around its own with dots', 'L28..L31 leak.', undefined],
  ['names others', 'Lines 33 through 35 leak.', 'The body names line 33'],
  ['names others before and after', 'Lines 28 and 35 disagree.', 'The body names line 28'],
  ['names many, one of them its own', 'Lines 28, 30 and 35 disagree.', undefined],
  ['names a place', '`src/orders.js:33` leaks.', 'The body names line 33'],
  ['names a place by the name of the file', 'orders.js:33 leaks.', 'The body names line 33'],
  ['names its own place', 'src/orders.js:30-32 leaks.', undefined],
  ['names a place in another file', 'As in src/mail.js:33 and src/mail.js#L34.', undefined],
  ['names a line of another file', 'As in line 33 of `src/mail.js`.', undefined],
  ['names a line of its file', 'Line 33 of orders.js leaks.', 'The body names line 33'],
  ['names two, one of them its own', 'Lines 29 and 30 disagree.', undefined],
  ['has other numbers', 'Node 24.1 takes 33 % and 33 lines; port a.b:80, inline 33, L1.5, html5.', undefined],
  ['says nothing of lines', 'Runs once too often.', undefined],
] as const)('a body that %s', (_, body, asked) => {
  expect(contradictedPlace(body, { hunks: HUNKS, path: 'src/orders.js' }, at(30))).toBe(asked)
})

test('a long body without blanks is read at once', () => {
  const long = 'a.'.repeat(40_000)
  expect(contradictedPlace(long, { hunks: HUNKS, path: 'src/orders.js' }, at(30))).toBe(undefined)
})

const lines = (text: string) => text.split('\n')
const FIXED = '  for (const order of orders) {\n    mail(order)\n  }'

/** What a button makes of the hunk; undefined without one. */
function clicked(
  code: string | undefined,
  range: [number, number],
  suggestion: string,
  text = ADDED,
  path = 'a.js',
  words = '',
) {
  const hunks = parsePatch(patchOf(text))
  const found = findLines(hunks, { start_line: range[0], line: range[1] }, code ?? '', path)
  if (!found.ok) return undefined
  const { located = found.requested, lines: offered } = placeSuggestion(lines(suggestion), {
    hunks,
    path,
    words,
    ...found,
  })
  if (offered === undefined) return undefined
  const { start, line } = located.location
  const first = (start ?? line) - 27
  return [...text.slice(0, first), ...offered, ...text.slice(line - 26)].join('\n')
}
const meant = (suggestion: string, first: number, last: number, text = ADDED) =>
  [...text.slice(0, first - 27), ...lines(suggestion), ...text.slice(last - 26)].join('\n')

test.each([
  ['quoted, a line early', LOOP.join('\n'), [29, 32], FIXED],
  ['quoted, a line late', LOOP.join('\n'), [31, 33], FIXED],
  ['quoted, the block dedented', LOOP.join('\n'), [30, 32], 'for (const order of orders) {\n  mail(order)\n}'],
  ['quoted, the first line trimmed', LOOP.join('\n'), [30, 32], FIXED.trimStart()],
  ['quoted, with the line above', LOOP.join('\n'), [30, 32], `  log.insert(orders.length)\n${FIXED}`],
  ['quoted, with the line below', LOOP.join('\n'), [30, 32], `${FIXED}\n  if (sent.length > 0) {`],
  ['not quoted', undefined, [30, 32], LOOP.join('\n').replace('<=', '<'), LOOP.join('\n').replace('<=', '<')],
] as const)('a button makes what was meant: %s', (_, code, [first, last], suggestion, result = FIXED) => {
  const made = clicked(code, [first, last], suggestion)
  if (/if \(sent|log/.test(suggestion)) expect([undefined, meant(result, 30, 32)]).toContain(made)
  else expect(made).toBe(meant(result, 30, 32))
})

test('a bracket that belongs to the suggestion stays', () => {
  const wrapped = '  if (isLate(today)) {\n    stop()\n  }'
  expect(clicked('  return sent', [36, 36], `${wrapped}\n  return sent`)).toBe(
    meant(`${wrapped}\n  return sent`, 36, 36),
  )
})

const PYTHON = [
  'def pay(order):',
  '    if order.open:',
  '        charge(order)',
  '        close(order)',
  '    return order',
]
const MAKEFILE = ['all: app', '\tgcc -o app app.c', '\tstrip app', '', 'clean:', '\trm app']
test.each([
  ['not quoted, meant for the lines above', undefined, [31, 33], LOOP.join('\n').replace('<=', '<'), ADDED, 'a.js'],
  ['not quoted, unlike the lines', undefined, [30, 30], '  orders.forEach(mail)', ADDED, 'a.js'],
  ['not quoted, to delete them', undefined, [30, 30], '', ADDED, 'a.js'],
  [
    'every line trimmed',
    PYTHON.slice(1, 4).join('\n'),
    [28, 30],
    'if order.open:\ncharge(order, 1)\nclose(order)',
    PYTHON,
    'a.py',
  ],
] as const)('no button: %s', (_, code, [first, last], suggestion, text, path) =>
  expect(clicked(code, [first, last], suggestion, [...text], path)).toBeUndefined(),
)

const YAML = [
  'functions:',
  '  hello:',
  '  # events:',
  '  #    - event:',
  '  #        type: topic.publish',
  '  #        resource: projects/*/topics/my-topic',
  '#resources:',
]
const JAVA = [
  '  public boolean isRegistered(String name) {',
  '    for (final Provider provider : providers) {',
  '      if (provider.has(name)) {',
  '        return true;',
  '      }',
  '    }',
  '    return false;',
  '  }',
]
const SPEC = [
  'Spec.new do |spec|',
  "  spec.source = { :http => 'https://example.org/1.83.0/source.tar.bz2',",
  "                  :sha256 => '6478edfe2f3305127cffe8caf73ea0176c53769f4bf1585be237eb30798c3b8e' }",
  '  spec.requires_arc = false',
]
const SHELL = ['if [ "$msys" = "true" ] ; then', '    ', '    JAVACMD=`cygpath --unix "$JAVACMD"`', '', 'fi']
const PHP = ['array(', "\t'render'    => 'render_part',", "\t'variation' => 'build_variations',", ')']
const JOB = ['jobs:', '  test:', '    runs-on: ubuntu-22.04']
const SQL = ['begin;', 'delete from t where id = 1;', 'commit;']
const LOOPED = ['def f(xs):', '    for i in range(len(xs)):', '        print(xs[i])']
const BARE = ['int f(int *p) {', '  if (!p)', '    return -1;', '  return *p;', '}']
const APPLIED = [
  '\t\tdescribe(',
  '\t\t\treason,',
  "\t\t\t__( 'We are working hard to add more blocks.' ),",
  '\t\t\tblockName',
  '\t\t);',
  '\t\tif ( isClassic ) {',
  '\t\t\tcustomActions = [',
  '\t\t\t\t{',
  '\t\t\t\t\tlabel,',
  '\t\t\t\t},',
  '\t\t\t];',
  '\t\t}',
]
const CALLS = [
  'export const names = read(file)',
  ...Array.from({ length: 12 }, (_, nth) => `step${nth}(${'x'.repeat(nth)})`),
  'export const names2 = read(other)',
]
test.each([
  // Comments keep their depth inside of the sign.
  [
    'comments that lost the first indentation',
    YAML.slice(3, 6),
    [30, 32],
    ['#    - other:', ...YAML.slice(4, 6)],
    YAML,
    'a.yml',
  ],
  // The bracket is that of the line below, not that of the replaced lines.
  [
    'the bracket below repeated',
    JAVA.slice(0, 5),
    [27, 31],
    [
      '  public Wrapper module(String name) {',
      '    Module module = find(name);',
      '    if (module == null) {',
      '      return null;',
      '    }',
    ],
    JAVA,
    'A.java',
  ],
  [
    'the empty line of other blanks',
    SHELL.slice(1, 4),
    [28, 30],
    ['', 'JAVACMD=`cygpath --unix "$other"`', ''],
    SHELL,
    'gradlew',
  ],
  [
    'the line above repeated with other blanks',
    undefined,
    [29, 30],
    ["\t'render' => 'render_part',", "\t'variations' => build_variations(),", ')'],
    PHP,
    'a.php',
  ],
  ['a line that stands alike elsewhere', undefined, [27, 27], ['export const names2 = read(file)'], CALLS, 'a.js'],
  [
    'a line that stands twice',
    [CALLS[0] ?? ''],
    [27, 27],
    ['export const name = read(file)'],
    [...CALLS, CALLS[0] ?? ''],
    'a.js',
  ],
  ['a part of a line', ['  if (sent.length > 0) {'], [33, 33], ['sent.length > 1'], ADDED, 'a.js'],
  [
    'an expression without its statement',
    ['  return charge(sent)'],
    [28, 28],
    ['charge(sent, 1)'],
    ['go()', '  return charge(sent)', '}'],
    'a.js',
  ],
  ['a bracket less', LOOP, [30, 32], ['  for (const order of orders) {', '    mail(order)'], ADDED, 'a.go'],
  ['words about a line', ['  return sent'], [36, 36], ['Use a copy of the list instead.'], ADDED, 'a.js'],
  ['a line beside the quoted one', ['  log.insert(orders.length)'], [29, 29], ['  const sent = [1]'], ADDED, 'a.js'],
  ['half a block deleted', ['  if (sent.length > 0) {'], [33, 33], [], ADDED, 'a.go'],
  ['a comment for the rest', LOOP, [30, 32], [LOOP[0] ?? '', '    // ... existing code ...', '  }'], ADDED, 'a.js'],
  ['dots for the rest', LOOP, [30, 32], [LOOP[0]?.replace('<=', '<') ?? '', '    ...', '  }'], ADDED, 'a.js'],
  ['a fence', ['  return sent'], [36, 36], ['```js', '  return [...sent]', '```'], ADDED, 'a.js'],
  ['signs of a diff', ['  return sent'], [36, 36], ['-  return sent', '+  return [...sent]'], ADDED, 'a.js'],
  ['entities', [LOOP[0] ?? ''], [30, 30], [LOOP[0]?.replace('<=', '&lt;') ?? ''], ADDED, 'a.js'],
  ['escaped line ends', ['  return sent'], [36, 36], ['  audit(sent)\\n  return sent'], ADDED, 'a.js'],
  ['typographic quotes', ['  return sent'], [36, 36], ['  return sent.join(“, ”)'], ADDED, 'a.js'],
  [
    'a new line further out',
    ['        charge(order)'],
    [29, 29],
    ['        charge(order)', '    mark_paid(order)'],
    PYTHON,
    'a.py',
  ],
  [
    'a new line at the margin',
    ['        close(order)'],
    [30, 30],
    ['        close(order)', 'log.info("closed")'],
    PYTHON,
    'a.py',
  ],
  ['a new key of the top', JOB.slice(2), [29, 29], ['    runs-on: ubuntu-24.04', 'permissions: {}'], JOB, 'a.yml'],
  ['a new key one up', JOB.slice(2), [29, 29], ['    runs-on: ubuntu-22.04', '  timeout-minutes: 5'], JOB, 'a.yml'],
  [
    'a command without its tab',
    MAKEFILE.slice(1, 2),
    [28, 28],
    ['\tgcc -c app.c', 'gcc -o app a.o'],
    MAKEFILE,
    'Makefile',
  ],
  [
    'a guard in place of a call',
    ['    mail(orders[at])'],
    [31, 31],
    ['    if (!orders[at]) {', '      continue', '    }'],
    ADDED,
    'a.js',
  ],
  [
    'a new line in place of the quoted one',
    ['    mail(orders[at])'],
    [31, 31],
    ['    if (orders[at] === undefined) continue'],
    ADDED,
    'a.js',
  ],
  [
    'a new command in place of the quoted one',
    ['delete from t where id = 1;'],
    [28, 28],
    ['lock table t;'],
    SQL,
    'a.sql',
  ],
  [
    'the head of a loop with another body',
    [LOOPED[1] ?? ''],
    [28, 28],
    ['    for x in xs:', '        show(x)'],
    LOOPED,
    'a.py',
  ],
  ['a condition with another body', ['  if (!p)'], [28, 28], ['  if (p == NULL)', '    abort();'], BARE, 'a.c'],
  ['a condition with one more line', ['  if (!p)'], [28, 28], ['  if (!p)', '    log("no p");'], BARE, 'a.c'],
  [
    'a remark in brackets for the rest',
    LOOPED.slice(1),
    [28, 29],
    ['    for x in xs:', '        # (rest of loop)'],
    LOOPED,
    'a.py',
  ],
  [
    'a remark for lines that go',
    LOOP,
    [30, 32],
    ['  for (const order of orders) {', '    // mail and append', '  }'],
    ADDED,
    'a.js',
  ],
  ['dots for arguments', ['    mail(orders[at])'], [31, 31], ['    mail(orders[at], ...)'], ADDED, 'a.js'],
  [
    'a lost byte order mark',
    ['\uFEFFusing System;'],
    [27, 27],
    ['using System.Text;'],
    ['\uFEFFusing System;', 'class A {}'],
    'A.cs',
  ],
] as const)('no button for what is not certain: %s', (_, code, [first, last], suggestion, text, path) =>
  expect(clicked(code?.join('\n'), [first, last], suggestion.join('\n'), [...text], path)).toBeUndefined(),
)

const ENTRIES = ["import { a } from './a.js'", 'enum Color {', '  Red = 1,', '  Blue = 3,', '}']
test.each([
  ['a call', '    mail(orders[at])', '    sent.push(orders[at])', 'Add the order to `sent`.', ADDED, false],
  ['an import', ENTRIES[0] ?? '', "import { b } from './b.js'", 'Import `b` too.', ENTRIES, false],
  ['an entry', '  Red = 1,', '  Green = 2,', 'Green is missing.', ENTRIES, false],
  ['a key', '    runs-on: ubuntu-22.04', '    timeout-minutes: 5', 'The job needs a limit.', JOB, false],
  [
    'a line with more in it',
    '    mail(orders[at])',
    '    await mail(orders[at])',
    'The await is missing.',
    ADDED,
    true,
  ],
  ['another line', '  Red = 1,', '  Red = 2,', 'The number is wrong.', ENTRIES, true],
  ['a line and one more', '  Red = 1,', '  Red = 1,\n  Green = 2,', 'Green is missing.', ENTRIES, true],
] as const)(
  'a button for %s never replaces lines that the words leave as they are',
  (_, code, suggestion, words, text, hasButton) => {
    const first = 27 + (text as readonly string[]).indexOf(code)
    const made = clicked(code, [first, first], suggestion, [...text], 'a.ts', words)
    expect(made).toBe(hasButton ? meant(suggestion, first, first, [...text]) : undefined)
  },
)

test.each([
  [
    'a spread',
    ['  return sent'],
    [36, 36],
    ['  return merge(', '    ...sent,', '    ...orders,', '  )'],
    ADDED,
    'a.js',
  ],
  ['an ellipsis of before', ['  // ... more'], [27, 27], ['  // ... and more'], ['  // ... more', 'b()'], 'a.js'],
  ['entities in HTML', ['<p>a</p>'], [27, 27], ['<p>a &lt; b</p>'], ['<p>a</p>', '<div>'], 'a.html'],
  [
    'a line that begins with a plus',
    ['  const a = b', '    + c'],
    [27, 28],
    ['  const a = b', '    + c2'],
    ['  const a = b', '    + c', 'd()'],
    'a.js',
  ],
] as const)('a button for what is meant word by word: %s', (_, code, [first, last], suggestion, text, path) =>
  expect(clicked(code.join('\n'), [first, last], suggestion.join('\n'), [...text], path)).toBe(
    meant(suggestion.join('\n'), first, last, [...text]),
  ),
)

test.each([
  ['a modifier goes', 'export function load(path) {', 'function load(path) {', 'a.js'],
  ['another one goes', '  await save(order)', '  save(order)', 'a.js'],
  ['a string with an escaped line end', "  return t.split('; ')", '  return t.split("\\n").join("\\n ")', 'a.js'],
  ['code that escapes', '  return text', "  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')", 'a.js'],
  ['another kind of loop', '  for (let i = 0; i < xs.length; i += 1) {', '  for (const x of xs) {', 'a.js'],
  ['another kind of loop in Python', '    for i in range(len(xs)):', '    for x in xs:', 'a.py'],
  ['another value of a key', '  path: place,', "  path: [...path, 'runs-on'],", 'a.json5'],
  ['another result', '  return a', '  return merge(...others, fallback(b))', 'a.js'],
  ['another value of a name', '  const size = 3', '  const size = await measure(content)', 'a.js'],
  [
    'a call on one line',
    '  push(\n    ...first(one, two),\n    ...second(one, two),\n  )',
    '  push(...first(one, two), ...second(one, two))',
    'a.js',
  ],
  ['a choice that goes', '  return isNew\n    ? { state: 0 }\n    : { state: 1 }', '  return { state: 1 }', 'a.js'],
  ['lines of one call, in a condition', '  if (a) log(b)\n  if (c) log(d)', '  if (a) log(b)\n  if (c) log(e)', 'a.js'],
  [
    'text over an empty line',
    '\n/** Loads. */\nexport function load() {',
    '\n/** Loads it. */\nexport function load() {',
    'a.js',
  ],
  ['a longer name', '  size', '  size2', 'a.rb'],
  ['a name with capitals', '  max_size,', '  MAX_SIZE,', 'a.rb'],
  ['a name with a sign', '  orders', '  !orders', 'a.rb'],
  ['a name and one more', '  orders,', '  orders,\n  mails,', 'a.py'],
  ['a call that is awaited', '  load()', '  await load()', 'a.js'],
  ['another way out', '  break', '  return null', 'a.php'],
  ['something for nothing', '  pass', '  close(order)', 'a.py'],
  ['a line of a block below', 'import a from "a"\nexport {', 'import b from "b"\nlog("b")\nexport {', 'a.js'],
] as const)('a right change keeps its button: %s', (_, code, suggestion, path) => {
  const text = ['first(1)', ...lines(code), '    last(2)', '}']
  const last = 27 + lines(code).length
  expect(clicked(code, [28, last], suggestion, text, path)).toBe(meant(suggestion, 28, last, text))
})

test.each([
  ['are named', 'Drop `checkAll`, which does nothing.', true],
  ['are not named', 'The list may be empty.', false],
] as const)('fewer lines replace the quoted ones where those that go %s', (_, words, hasButton) => {
  const code = '  checkAll(orders)\n  send(orders, 1)'
  const text = ['first(1)', ...lines(code), '}']
  const made = clicked(code, [28, 29], '  send(orders, 2)', text, 'a.js', words)
  expect(made).toBe(hasButton ? meant('  send(orders, 2)', 28, 29, text) : undefined)
})

test.each([
  ['one line for a block', '  if (a.gift) {\n    wrap(a)\n  }', '  check(a)', 'a.js'],
  ['a check for a rule', 'clean:', 'check(clean)', 'Makefile'],
  ['a key half out', 'jobs:\n  test:\n    steps: []', 'jobs:\n other:\n    steps: []', 'a.yml'],
  ['a new line at the end of a block, further out', '  if (a):\n    b()', '  if (a):\n    b(1)\n  c()', 'a.py'],
  ['other columns for the rest', 'select a,\n  b,\n  c', 'select d,\n  -- other columns\n  c', 'a.sql'],
  ['a new command for a short one', '  flush()', '  log.info("flush", flush)', 'a.swift'],
  ['a new setting for a short one', 'version = "1.1.0"', 'version_checked = true', 'a.toml'],
  ['a check for an instruction', 'WORKDIR /app', 'check(WORKDIR)', 'Dockerfile'],
  ['a new line for a name', '  $total = 0;', '  total_checked = true', 'a.php'],
  ['a guard for a short call', '  wrap(order)', '  if (!wrap) return', 'a.rb'],
  ['a check for a class', 'class Order', 'check(class)', 'a.rb'],
  [
    'a new line for a long one',
    '  root_folder = sdk_root if sdk_root else ""',
    '  log.info("root_folder", root_folder)',
    'a.py',
  ],
  [
    'a new line for a long block',
    '  if (!searchHasResolved) {\n    return\n  }',
    '  searchHasResolved_checked = true',
    'a.js',
  ],
  ['more lines below a head', 'import {', 'import {\n  other,', 'a.js'],
  ['a line for elements', '<template>\n  <p>\n    <b v-if="a">', 'if (!template) return', 'a.vue'],
  ['an element half out', '<template>\n  <div>\n    <b>a</b>', '<template>\n<other>\n    <b>a</b>', 'a.vue'],
  ['an escaped text', '  if (a) b()', '  if (a &amp;&amp; c) b()', 'a.js'],
  ['an expression without its result', '  return load(a, b)', '  load(a, b, c)', 'a.js'],
  [
    'one line for two entries',
    "  'title' => $menu->name,\n  'name' => $menu->slug,",
    "  'title' => $menu->slug,",
    'a.php',
  ],
  ['one line for two rows', "  ['save', 'ask', 'ask'],\n  ['get', 'allow'],", "  ['save', 'allow', 'allow'],", 'a.ts'],
  ['one line for two, the first one too many', '  size = first\n  mail = second', '  mail = first', 'a.rb'],
  ['two lines for three', '  a1(one)\n  b2(two)\n  c3(three)', '  a1(one)\n  b2(three)', 'a.rb'],
  [
    'a joined type, with a line too many',
    'type Verdict = {\n  verdict?: string\n  severity?: string\n  reason?: string\n  path?: string\n  line?: number\n  code?: string\n  id?: string\n}\nconst report =',
    'type Verdict = { verdict?: string; reason?: string; path?: string; line?: number; code?: string; id?: string }',
    'a.ts',
  ],
  ['a check for an argument', '    concrete_outputs', '    check(concrete_outputs)', 'a.py'],
  ['a guard for an entry', '  MODULE_END,', '  if (!MODULE_END) return', 'A.java'],
  ['a guard of three lines for an entry', '  MODULE_END,', '  if (!MODULE_END) {\n    return\n  }', 'A.java'],
  ['a name beside a name', '  module_end,', '  module_end_2,', 'a.rb'],
  ['a check for a text', "  'allowed',", "  check('allowed')", 'a.rb'],
  ['a check for a long call', '  concrete_outputs()', '  check(concrete_outputs)', 'a.rb'],
  ['a check for a letter', '  x', '  check(x)', 'a.py'],
  ['a check for a short statement', '  a = b', '  check(a)', 'a.rb'],
  [
    'a first line without its indentation, with the next one at another depth',
    "  hasGenerator = hasBuilder(\n    function* () {},\n    'GeneratorFunction',\n  );",
    "hasGenerator = hasBuilder(function* () {},\n  'GeneratorFunction');",
    'a.js',
  ],
  ['a new line for a keyword', '  break', '  log.info("break", 1)', 'a.py'],
] as const)('no button: %s', (_, code, suggestion, path) => {
  const last = 27 + lines(code).length
  expect(clicked(code, [28, last], suggestion, ['first(1)', ...lines(code), 'last(2)'], path)).toBeUndefined()
})

test.each([
  ['The check is wrong.', '', 'Bounds', undefined, true],
  ['This call is unused.', '', 'Bounds', '', false],
  ['The check is wrong.', '', 'Remove the debug output', '', false],
  ['The check is wrong.', ' \n', '', undefined, true],
  ['The check is wrong.', 'a()', '', 'a()', false],
  ['Wrong.\n```suggestion\nb()\n```', '', '', 'b()\n', false],
  ['Wrong.\n```suggestion\n```', undefined, '', '', false],
] as const)(
  'an empty suggestion deletes only what the words say: %j, %j',
  (body, suggestion, title, result, isIgnored) =>
    expect(splitSuggestion(body, suggestion, title)).toMatchObject({ suggestion: result, isIgnored }),
)

test('lines aligned with the text above keep their place when the block lost its indentation', () => {
  const better = SPEC.slice(1, 3).map((line) =>
    line.replace('1.83.0', '1.76.0').replace(/'[0-9a-f]{64}'/, "'f0397ba6'"),
  )
  const dedented = better.map((line) => line.slice(2))
  expect(clicked(SPEC.slice(1, 3).join('\n'), [28, 29], dedented.join('\n'), SPEC, 'a.podspec')).toBe(
    meant(better.join('\n'), 28, 29, SPEC),
  )
})

test('of equal lines the one beside the given line is meant, if the others are out of reach', () => {
  const repeated = [...CALLS, '}', ...CALLS]
  const hunks = parsePatch(patchOf(repeated))
  expect(placeCode(hunks, ['step3(xxx)'], at(32))).toEqual({ kind: 'placed', ...at(31), isSure: false })
  expect(placeCode(hunks, ['step3(xxx)'], at(38))).toMatchObject({ kind: 'unclear' })
})

test('blanks become the tabs of the file', () =>
  expect(clicked('\tgcc -o app app.c', [28, 28], '    gcc -O2 -o app app.c', MAKEFILE, 'Makefile')).toBe(
    meant('\tgcc -O2 -o app app.c', 28, 28, MAKEFILE),
  ))

test('a line that closes what began before a suggestion stands further out than its first line', () => {
  const trimmed = [
    "__( 'We are working hard to add more blocks.' )",
    '\t\t);',
    '\t\tconst action = applyFilters(',
    "\t\t\t'native.missing_block_action',",
    "\t\t\t__( 'Edit using web editor' )",
  ]
  const [before, code, after] = [APPLIED.slice(0, 2), APPLIED.slice(2, 4), APPLIED.slice(4)]
  expect(fitIndentation(trimmed, { before, code, after }, 'a.js')).toBeUndefined()
})

test('a submodule has no button', () => {
  const hunks = parsePatch(`@@ -1 +1 @@\n-Subproject commit ${'a'.repeat(40)}\n+Subproject commit ${'b'.repeat(40)}`)
  const code = `Subproject commit ${'b'.repeat(40)}`
  const found = findLines(hunks, { line: 1 }, code, 'sub')
  if (!found.ok) throw new Error(found.reason)
  const suggestion = [`Subproject commit ${'c'.repeat(40)}`]
  expect(placeSuggestion(suggestion, { hunks, path: 'sub', ...found })).toEqual({
    problem: 'it would change a submodule',
  })
})
