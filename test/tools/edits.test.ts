import { chmodSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findByTokens } from '../../src/tools/files/match-text.ts'
import { createToolHarness, resultText } from './tool-harness.ts'

type Edit = [
  name: string,
  before: string,
  old: string,
  replacement: string,
  after: string,
  more?: Record<string, unknown>,
]

const EDITS: Edit[] = [
  ['a word', 'hello world', 'world', 'moon', 'hello moon'],
  ['lines', 'a\nb\nc\n', 'a\nb', 'x', 'x\nc\n'],
  ['deletion', 'a\nb\nc\n', 'b\n', '', 'a\nc\n'],
  ['every occurrence', 'foo foo foo', 'foo', 'bar', 'bar bar bar', { allow_multiple: true }],
  ['as many as expected', 'foo foo', 'foo', 'bar', 'bar bar', { expected_replacements: 2 }],
  ['one of one expected', 'foo', 'foo', 'bar', 'bar', { expected_replacements: 1 }],
  ['occurrences that touch', 'aaaa', 'aa', 'b', 'bb', { allow_multiple: true }],
  ["dollar signs mean nothing: $'", 'foo', 'foo', "bar$'baz", "bar$'baz"],
  ['dollar signs mean nothing: $&', 'foo', 'foo', '$&-x', '$&-x'],
  ['dollar signs mean nothing: $`', 'foo', 'foo', 'new$`c', 'new$`c'],
  ['dollar signs mean nothing: $1$2', 'foo', 'foo', '$1$2r', '$1$2r'],
  ['dollar signs mean nothing: $$', 'foo', 'foo', '$$100', '$$100'],
  ['the final line end removed', 'a\nb\n', 'b\n', 'b', 'a\nb'],
  ['a final line end added', 'a\nb', 'b', 'b\n', 'a\nb\n'],
  ['CRLF kept', 'line one\r\nline two\r\n', 'line two', 'line 2', 'line one\r\nline 2\r\n'],
  ['CRLF over several lines', 'a\r\nb\r\nc\r\n', 'a\nb\n', 'x\ny\nz\n', 'x\r\ny\r\nz\r\nc\r\n'],
  ['CRLF in a new line within a line', 'a\r\nb\r\n', 'b', 'b\nc', 'a\r\nb\r\nc\r\n'],
  ['mixed line ends outside stay', 'a\r\nb\nc\r\nd\n', 'c', 'x', 'a\r\nb\nx\r\nd\n'],
  ['mixed line ends inside follow the place', 'a\nb\nc\r\nd\r\n', 'a\nb', 'x\ny', 'x\ny\nc\r\nd\r\n'],
  ['CRLF to LF on purpose', 'a\r\nb\r\n', 'a\r\nb\r\n', 'a\nb\n', 'a\nb\n'],
  ['LF to CRLF on purpose', 'a\nb\n', 'a\nb', 'a\r\nb', 'a\r\nb\n'],
  ['an old_string with CRLF for a file without', 'a\nb\n', 'a\r\nb', 'x', 'x\n'],
  ['an old_string with CRLF for a file without, and a new one', 'a\nb\nc\n', 'a\r\nb\r\n', 'x\r\ny\r\n', 'x\ny\nc\n'],
  ['letters in parts', 'un cafe\u0301 noir\n', 'caf\u00e9', 'th\u00e9', 'un the\u0301 noir\n'],
  ['letters put together', 'un caf\u00e9 noir\n', 'cafe\u0301 noir', 'the\u0301', 'un the\u0301\n'],
  ['some in parts, some not', 'e\u0301\u00e9\n', '\u00e9\u00e9', '\u00e9', '\u00e9\n'],
  ['syllables in parts', '\u1112\u1161\u11ab\u1100\u1173\u11af\n', '\ud55c', 'x', 'x\u1100\u1173\u11af\n'],
  ['each letter in parts', 'e\u0301 e\u0301', '\u00e9', 'o', 'o o', { allow_multiple: true }],
  ['quotes escaped once too often', 'say "hi" to all\n', 'say \\"hi\\" to all', 'say \\"ho\\\\n\\"', 'say "ho\\\\n"\n'],
  [
    'line breaks escaped once too often',
    'a\n  b("x")\nc\n',
    'a\\n  b(\\"x\\")',
    'a\\n  c(\\"y\\t\\")',
    'a\n  c("y\\t")\nc\n',
  ],
  ['everything escaped once too often', 'p("a\\n")\nq\n', 'p(\\"a\\\\n\\")\\nq', 'p(\\"b\\\\n\\")', 'p("b\\n")\n'],
  ['escapes that are in the file', 'p("a\\n")\n', 'p("a\\n")', 'p("b\\n")', 'p("b\\n")\n'],
  ['escaped and not indented', '  a("x")\n  b\n', 'a(\\"x\\")\nb', 'a(\\"y\\")\nb', '  a("y")\n  b\n'],
  ['a carriage return alone is a character', 'a\rb', '\r', '-', 'a-b'],
  // Whitespace-tolerant.
  ['indentation found', '  hello\n    world\n', 'hello\nworld', 'goodbye\nmoon', '  goodbye\n  moon\n'],
  ['trailing spaces', 'a  \nb\n', 'a\nb', 'x\ny', 'x\ny\n'],
  ['tabs for spaces', '\tif (a) {\n\t\tb\n\t}\n', 'if (a) {\n  b\n}', 'if (c) {\n\tb\n}', '\tif (c) {\n\t\tb\n\t}\n'],
  [
    'no double indentation',
    '    if (a) {\n        b\n    }\n',
    'if (a) {\nb\n}',
    'if (a) {\n    c\n}',
    '    if (a) {\n        c\n    }\n',
  ],
  ['a replacement indented already', '    f() {\n    }\n', 'f() {\n}', '    g() {\n    }', '    g() {\n    }\n'],
  ['the line after is not glued on', '  a\n  b\nc\n', 'a\nb\n', 'x', '  x\nc\n'],
  ['deleted lines leave nothing', '  a\n  b\nc\n', 'a\nb\n', '', 'c\n'],
  [
    'a leading blank line stays',
    '\n  function old() {\n  }\n',
    '\nfunction old() {\n}',
    '\nfunction fresh() {\n}',
    '\n  function fresh() {\n  }\n',
  ],
  [
    'a blank line between',
    '  // some comment\n\n  function oldFunc() {}',
    '\nfunction oldFunc() {}',
    '\n  function newFunc() {}',
    '  // some comment\n\n  function newFunc() {}',
  ],
  [
    'several blocks',
    '  match1\n  match2\n  match1\n  match2\n',
    'match1\nmatch2',
    'a\nb\nc',
    '  a\n  b\n  c\n  a\n  b\n  c\n',
    { allow_multiple: true },
  ],
  ['CRLF and indentation', '  a\r\n  b\r\nc\r\n', 'a\nb', 'x\ny', '  x\r\n  y\r\nc\r\n'],
  ['blank lines inside stay blank', '  a\n\n  b\n', 'a\n\nb', 'a\n\nc', '  a\n\n  c\n'],
]
const FUNCTION = `  function  myFunc( a, b ) {\n    return a + b;\n  }\n`
const LOOSE_EDITS: Edit[] = [
  [
    'two places, each indented',
    '  match1\n  match2\n  match1\n  match2\n',
    'match1\nmatch2',
    'new1\nnew2\nnew3',
    '  new1\n  new2\n  new3\n  new1\n  new2\n  new3\n',
    { allow_multiple: true },
  ],
  [
    'a blank line before, in both',
    '  // some comment\n\n  function oldFunc() {}',
    '\nfunction oldFunc() {}',
    '\n  function newFunc() {}',
    '  // some comment\n\n  function newFunc() {}',
  ],
  [
    'other space between tokens',
    FUNCTION,
    'function myFunc(a, b) {',
    'const yourFunc = (a, b) => {',
    FUNCTION.replace('function  myFunc( a, b ) {', 'const yourFunc = (a, b) => {'),
  ],
  [
    'a doubled space, a blank line before',
    '\n  function oldFunc() {\n    // body\n  }\n',
    'function  oldFunc() {',
    'function newFunc() {\n  // new',
    '\n  function newFunc() {\n    // new\n    // body\n  }\n',
  ],
  ['a call written on one line', 'x\n  call(\n    a,\n    b\n  )\ny\n', 'call(a, b)', 'call(b)', 'x\n  call(b)\ny\n'],
  ['what follows on the line stays', 'if ( a ) { b }; c\n', 'if (a) {b}', 'd', 'd; c\n'],
  ['whole lines for whole lines', '  f( a );\n  g();\n', 'f(a);\n', 'h();\n', '  h();\n  g();\n'],
  ['whole lines away', '  f( a );\n  g();\n', 'f(a);\n', '', '  g();\n'],
  [
    'a missing comma',
    'const o = {\n  name: "a",\n  value: 1,\n  other: 2\n}\n',
    'const o = {\n  name: "a",\n  value: 1\n  other: 2\n}\n',
    'const o = {}\n',
    'const o = {}\n',
  ],
  [
    'other quotes, twice',
    'function a() {\n  return "hello"\n}\nx\nfunction a() {\n  return "hello"\n}\n',
    "function a() {\n  return 'hello'\n}",
    'gone',
    'gone\nx\ngone\n',
    { allow_multiple: true },
  ],
  [
    'the better guess second',
    'const greeting = "hello" ;\nb\nconst greeting = "hello";\n',
    "const greeting = 'hello';",
    'x',
    'x\nb\nx\n',
    { allow_multiple: true },
  ],
  [
    'CRLF with other quotes',
    'const greeting = "hello";\r\nnext\r\n',
    "const greeting = 'hello';",
    'const greeting = 1;\nmore',
    'const greeting = 1;\r\nmore\r\nnext\r\n',
  ],
]
for (const [name, before, old_string, new_string, after, more] of [...EDITS, ...LOOSE_EDITS])
  test(`replace: ${name}`, async () => {
    using shop = await createToolHarness({ 'f.txt': before })
    const result = await shop.call('replace', { file_path: 'f.txt', old_string, new_string, ...more })
    expect(shop.text('f.txt'), resultText(result)).toBe(after)
    expect(result.ok).toBe(true)
  })

const FAILED: [name: string, args: Record<string, unknown>, reason: string, text: RegExp][] = [
  [
    'nothing like it',
    { old_string: 'zzz', new_string: 'y' },
    'edit_no_occurrence_found',
    /0 occurrences found for old_string in f\.txt/,
  ],
  [
    'nothing like it, all wanted',
    { old_string: 'zzz', new_string: 'y', allow_multiple: true },
    'edit_no_occurrence_found',
    /0 occ/,
  ],
  [
    'something near it',
    { old_string: 'second line\nother', new_string: 'y' },
    'edit_no_occurrence_found',
    /closest text starts at line 2:\nsecond line\nfoo foo/,
  ],
  [
    'two for one',
    { old_string: 'foo', new_string: 'y' },
    'edit_expected_occurrence_mismatch',
    /Expected 1 occurrence but found 2 .*lines 3, 3\. .*allow_multiple/,
  ],
  [
    'two for three',
    { old_string: 'foo', new_string: 'y', expected_replacements: 3 },
    'edit_expected_occurrence_mismatch',
    /Expected 3 occurrences but found 2/,
  ],
  [
    'two for the one expected',
    { old_string: 'foo', new_string: 'y', expected_replacements: 1, allow_multiple: true },
    'edit_expected_occurrence_mismatch',
    /found 2 .*set 'expected_replacements' to 2/,
  ],
  ['the same', { old_string: 'foo', new_string: 'foo' }, 'edit_no_change', /identical/],
  [
    'there already',
    { old_string: '', new_string: 'x' },
    'attempt_to_create_existing_file',
    /File already exists, cannot create: f\.txt/,
  ],
  ['no file', { file_path: 'none', old_string: 'a', new_string: 'b' }, 'file_not_found', /File not found: none/],
  ['a folder', { file_path: 'src', old_string: 'a', new_string: 'b' }, 'target_is_directory', /directory/],
  ['binary', { file_path: 'b.bin', old_string: 'a', new_string: 'b' }, 'read_content_failure', /binary/],
  ['outside', { file_path: '../x', old_string: '', new_string: 'b' }, 'path_not_in_workspace', /outside/],
  [
    'git’s own',
    { file_path: '.git/hooks/pre-commit', old_string: '', new_string: '#!/bin/sh' },
    'path_not_in_workspace',
    /\.git/,
  ],
  [
    'a placeholder',
    { old_string: 'foo foo', new_string: '(rest of methods ...)' },
    'invalid_tool_params',
    /omission placeholder.*rest of methods \.\.\./,
  ],
  [
    'no path',
    { file_path: '', old_string: 'a', new_string: 'b' },
    'invalid_tool_params',
    /'file_path' parameter must be non-empty/,
  ],
  [
    'no strings',
    { old_string: 1 },
    'invalid_tool_params',
    /^params\/old_string must be string, params must have required property 'new_string'$/,
  ],
  [
    'none expected',
    { old_string: 'a', new_string: 'b', expected_replacements: 0 },
    'invalid_tool_params',
    /must be >= 1/,
  ],
]
for (const [name, args, reason, text] of FAILED)
  test(`replace: ${name}`, async () => {
    using shop = await createToolHarness({
      'f.txt': 'first\nsecond line\nfoo foo\n',
      'src/a': '',
      'b.bin': Buffer.of(0, 1),
    })
    const result = await shop.call('replace', { file_path: 'f.txt', ...args })
    expect(result).toMatchObject({ ok: false, reason })
    expect(resultText(result)).toMatch(text)
    expect(shop.text('f.txt')).toBe('first\nsecond line\nfoo foo\n')
    expect(shop.files.changes()).toEqual([])
  })

test('replace: blank lines alone match no others', async () => {
  using shop = await createToolHarness({ 'f.txt': 'a\n\n\nb\n' })
  expect(await shop.call('replace', { file_path: 'f.txt', old_string: ' \n \n', new_string: 'x' })).toMatchObject({
    ok: false,
  })
})

const UNLIKE: [name: string, before: string, old: string][] = [
  ['quite another text', 'function add(a, b) {\n  return a + b\n}\n', 'class Shape {\n  area() {}\n}'],
  ['a short text that is nearly there', 'let x = 1\n', 'let y = 1'],
  ['more than a tenth different', 'const first = compute(alpha)\n', 'const third = compute(omega)'],
  ['too much to compare', `${'x'.repeat(2000)}\n`.repeat(200), `${'x'.repeat(2000)}y`],
]
for (const [name, before, old_string] of UNLIKE)
  test(`replace: ${name} is not taken for it`, async () => {
    using shop = await createToolHarness({ 'f.txt': before })
    expect(await shop.call('replace', { file_path: 'f.txt', old_string, new_string: 'z' })).toMatchObject({
      ok: false,
      reason: 'edit_no_occurrence_found',
    })
    expect(shop.text('f.txt')).toBe(before)
  })

test('replace: joined words and split operators are different tokens', () => {
  expect(findByTokens('returnx + y\n', 'return x + y', 'z')).toEqual([])
  expect(findByTokens('total += amount\n', 'total + = amount', 'z')).toEqual([])
  expect(findByTokens('total +=  amount\n', 'total += amount', 'z')).toHaveLength(1)
})

const STRATEGIES: [strategy: string, before: string, old: string][] = [
  ['exact', 'a word here\n', 'word'],
  ['flexible', '  hello\n    world\n', 'hello\nworld'],
  ['regex', 'total +=  amount\n', 'total += amount'],
  ['fuzzy', 'a\nconst greeting = "hello";\nb\n', "const greeting = 'hello';"],
]
for (const [strategy, before, old_string] of STRATEGIES)
  test(`replace: how it found the text, for the record: ${strategy}`, async () => {
    using shop = await createToolHarness({ 'f.txt': before })
    const result = await shop.call('replace', { file_path: 'f.txt', old_string, new_string: 'x' })
    expect(result).toMatchObject({ ok: true, editStrategy: strategy })
  })

test('replace: a similar match is reported, and two similar matches are refused', async () => {
  const before = 'a\nconst greeting = "hello";\nb\nc\n'
  using shop = await createToolHarness({ 'f.txt': before, 'g.txt': before + before })
  const args = { old_string: "const greeting = 'hello';", new_string: 'x' }
  expect(resultText(await shop.call('replace', { file_path: 'f.txt', ...args }))).toContain(
    'Applied fuzzy match at line 2.',
  )
  expect(await shop.call('replace', { file_path: 'g.txt', ...args })).toMatchObject({
    reason: 'edit_expected_occurrence_mismatch',
  })
  const both = await shop.call('replace', { file_path: 'g.txt', ...args, allow_multiple: true })
  expect(resultText(both)).toContain('Applied fuzzy match at lines 2, 6.')
})

test('replace: placeholders the file already has may be moved', async () => {
  using shop = await createToolHarness({ 'f.txt': '// rest of code ...\n// unchanged methods ...\nend\n' })
  const result = await shop.call('replace', {
    file_path: 'f.txt',
    old_string: '// rest of code ...\n// unchanged methods ...',
    new_string: '// unchanged methods ...\n// rest of code ...',
  })
  expect(result.ok).toBe(true)
})

test('replace: the result counts, shows the change and keeps the diff', async () => {
  using shop = await createToolHarness({
    'src/f.txt': Array.from({ length: 100 }, (_, n) => `line ${n + 1}`).join('\n'),
  })
  const result = await shop.call('replace', {
    file_path: 'src/f.txt',
    old_string: 'line 51\n',
    new_string: 'changed\n',
  })
  const text = resultText(result)
  expect(text).toContain(`Successfully modified file: ${join(shop.root, 'src/f.txt')} (1 replacements).`)
  expect(text).toMatch(/Here is the updated code:\n\.\.\.\nline 45\n/)
  expect(text).toMatch(/line 50\nchanged\nline 52/)
  expect(text).not.toMatch(/line 1\n|line 100/)
  expect(result).toMatchObject({ display: { path: 'src/f.txt', added: 1, removed: 1 } })
})

test('replace: creates a file when there is nothing to replace', async () => {
  using shop = await createToolHarness()
  const result = await shop.call('replace', { file_path: 'new/f.txt', old_string: '', new_string: 'a\r\nb' })
  expect(resultText(result)).toBe(`Created new file: ${join(shop.root, 'new/f.txt')} with provided content.`)
  expect(shop.text('new/f.txt')).toBe('a\r\nb')
})

test('smart_edit is replace, and wants to know why', async () => {
  using shop = await createToolHarness({ 'f.txt': 'a' })
  const args = { file_path: 'f.txt', old_string: 'a', new_string: 'b' }
  expect(await shop.call('smart_edit', args)).toMatchObject({
    text: "params must have required property 'instruction'",
  })
  expect(await shop.call('smart_edit', { ...args, instruction: 'because' })).toMatchObject({ ok: true })
  expect(shop.toolbox.find('smart_edit')?.name).toBe('replace')
})

const ENCODED: [name: string, before: Buffer, after: Buffer][] = [
  ['latin-1', Buffer.from('café old\n', 'latin1'), Buffer.from('café nëw\n', 'latin1')],
  ['UTF-16', Buffer.from('\ufeffcafé old\n', 'utf16le'), Buffer.from('\ufeffcafé nëw\n', 'utf16le')],
  [
    'UTF-16 big end first',
    Buffer.from('\ufeffold\n', 'utf16le').swap16(),
    Buffer.from('\ufeffnëw\n', 'utf16le').swap16(),
  ],
  ['a byte-order mark that is spelled out', Buffer.from('\ufeffold\n'), Buffer.from('\ufeffnëw\n')],
  ['a byte-order mark', Buffer.from('\ufeffold\n'), Buffer.from('\ufeffnëw\n')],
  [
    'stray bytes',
    Buffer.concat([Buffer.from('größe old '), Buffer.of(0xe9)]),
    Buffer.concat([Buffer.from('größe nëw '), Buffer.of(0xe9)]),
  ],
]
for (const [name, before, after] of ENCODED)
  test(`edits keep ${name}`, async () => {
    using shop = await createToolHarness({ 'f.txt': before, 'g.txt': before })
    const mark = name.endsWith('spelled out') ? '\ufeff' : ''
    await shop.call('replace', { file_path: 'f.txt', old_string: 'old', new_string: `${mark}nëw` })
    expect(shop.bytes('f.txt').toString('hex')).toBe(after.toString('hex'))
    if (name === 'stray bytes') return
    const whole = resultText(await shop.call('read_file', { file_path: 'g.txt' })).replace('old', 'nëw')
    await shop.call('write_file', { file_path: 'g.txt', content: mark + whole })
    expect(shop.bytes('g.txt').toString('hex')).toBe(after.toString('hex'))
  })

test('replace: a character the file’s encoding has not is refused by name', async () => {
  using shop = await createToolHarness({ 'f.txt': Buffer.from('café old\n', 'latin1') })
  const result = await shop.call('replace', { file_path: 'f.txt', old_string: 'old', new_string: '🎉' })
  expect(result).toMatchObject({ ok: false, reason: 'file_write_failure', text: expect.stringContaining('"🎉"') })
  expect(shop.bytes('f.txt').toString('latin1')).toBe('café old\n')
})

test('write_file: such a file becomes UTF-8, and the answer says so', async () => {
  using shop = await createToolHarness({ 'f.txt': Buffer.from('café\n', 'latin1') })
  expect(resultText(await shop.call('write_file', { file_path: 'f.txt', content: 'café 🎉\n' }))).toContain('to UTF-8.')
  expect(shop.text('f.txt')).toBe('café 🎉\n')
})

test('write_file: new, over another, and with nothing to change', async () => {
  using shop = await createToolHarness()
  const write = async (content: string) => shop.call('write_file', { file_path: 'a/b/f.txt', content })
  const path = join(shop.root, 'a/b/f.txt')
  expect(await write('one\n')).toMatchObject({
    content: `Successfully created and wrote to new file: ${path}.`,
    display: { path: 'a/b/f.txt', added: 1, removed: 0 },
  })
  expect(resultText(await write('two\n'))).toBe(`Successfully overwrote file: ${path}. Here is the updated code:\ntwo`)
  expect(resultText(await write('two\n'))).toContain('the same as before')
  expect(shop.text('a/b/f.txt')).toBe('two\n')
  expect(resultText(await write(''))).toBe(`Successfully overwrote file: ${path}. It is empty now.`)
  await write('two\n')
  const emptied = await shop.call('replace', { file_path: 'a/b/f.txt', old_string: 'two\n', new_string: '' })
  expect(resultText(emptied)).toBe(`Successfully modified file: ${path} (1 replacements). The file is empty now.`)
})

test('write_file: only the changed places come back', async () => {
  const lines = Array.from({ length: 100 }, (_, n) => `line ${n + 1}`)
  using shop = await createToolHarness({ 'f.txt': lines.join('\n') })
  const content = lines.with(50, 'changed').join('\n')
  const text = resultText(await shop.call('write_file', { file_path: 'f.txt', content }))
  expect(text).toMatch(/code:\n\.\.\.\nline 45\n[\s\S]*\nline 50\nchanged\nline 52\n[\s\S]*\n\.\.\.$/)
  expect(text).not.toMatch(/line 1\n|line 100/)
})

const WRITTEN: [name: string, before: string, content: string, after: string][] = [
  ['CRLF stays', 'a\r\nb\r\n', 'a\nc\n', 'a\r\nc\r\n'],
  ['the mark stays', '\ufeffa\n', 'b\n', '\ufeffb\n'],
  ['the mark is not doubled', '\ufeffa\n', '\ufeffb\n', '\ufeffb\n'],
  ['a final line end can go', 'a\n', 'a', 'a'],
  [
    'code that mentions a placeholder',
    'a',
    'const note = "(rest of methods ...)";',
    'const note = "(rest of methods ...)";',
  ],
]
for (const [name, before, content, after] of WRITTEN)
  test(`write_file: ${name}`, async () => {
    using shop = await createToolHarness({ 'f.txt': before })
    expect((await shop.call('write_file', { file_path: 'f.txt', content })).ok).toBe(true)
    expect(shop.text('f.txt')).toBe(after)
  })

const UNWRITTEN: [name: string, args: Record<string, unknown>, reason: string, text: RegExp][] = [
  ['null', { file_path: 'f.txt', content: null }, 'invalid_tool_params', /^params\/content must be string$/],
  ['no path', { file_path: '', content: '' }, 'invalid_tool_params', /^Missing or empty "file_path"$/],
  [
    'a placeholder',
    { file_path: 'f.txt', content: 'a\n(rest of methods ...)\n' },
    'invalid_tool_params',
    /`content` contains an omission placeholder/,
  ],
  ['a folder', { file_path: 'src', content: '' }, 'target_is_directory', /directory/],
  ['a folder that is not there', { file_path: 'new/', content: '' }, 'target_is_directory', /is a directory/],
  ['outside', { file_path: '/tmp/x', content: '' }, 'path_not_in_workspace', /outside/],
  ['through a link', { file_path: 'etc/x', content: '' }, 'path_not_in_workspace', /outside/],
  ['below a file', { file_path: 'f.txt/x', content: '' }, 'file_write_failure', /a file, not a directory/],
]
for (const [name, args, reason, text] of UNWRITTEN)
  test(`write_file: ${name}`, async () => {
    using shop = await createToolHarness({ 'f.txt': 'as it was', 'src/a': '' })
    symlinkSync('/etc', join(shop.root, 'etc'))
    const result = await shop.call('write_file', args)
    expect(result).toMatchObject({ ok: false, reason })
    expect(resultText(result)).toMatch(text)
    expect(shop.text('f.txt')).toBe('as it was')
  })

test('edits keep the mode, and a binary file can be overwritten', async () => {
  using shop = await createToolHarness({ 'run.sh': '#!/bin/sh\n', 'b.bin': Buffer.of(0, 1, 2) })
  chmodSync(join(shop.root, 'run.sh'), 0o755)
  await shop.call('replace', { file_path: 'run.sh', old_string: 'sh\n', new_string: 'sh\necho\n' })
  expect(statSync(join(shop.root, 'run.sh')).mode & 0o777).toBe(0o755)
  expect(await shop.call('write_file', { file_path: 'b.bin', content: 'text' })).toMatchObject({ ok: true })
  expect(shop.files.changes().map(({ path, mode }) => [path, mode])).toEqual([
    ['b.bin', '100644'],
    ['run.sh', '100755'],
  ])
})

test('write_file: a file too large to read, and a name as long as names may be', async () => {
  const name = `${'日'.repeat(84)}.md`
  using shop = await createToolHarness({ 'log.txt': Buffer.alloc(20 * 1024 * 1024 + 1, 'a') })
  for (const file_path of ['log.txt', name, name])
    expect(await shop.call('write_file', { file_path, content: 'short' })).toMatchObject({ ok: true })
  expect([shop.text('log.txt'), shop.text(name)]).toEqual(['short', 'short'])
})

test('replace never changes a byte outside the match', async () => {
  let state = 99
  const next = (below: number) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return (state >> 8) % below
  }
  const pieces = ['a', 'b', ' ', '\n', '\r\n', '\t', 'é', '🎉', '$&', 'zz']
  const text = (length: number) => Array.from({ length }, () => pieces[next(pieces.length)] ?? '').join('')
  using shop = await createToolHarness()
  for (let round = 0; round < 150; round++) {
    const [head, tail, replacement] = [text(next(12)), text(next(12)), text(1 + next(6)).replaceAll('\r', '')]
    const mark = `<${round}>`
    shop.put({ 'f.txt': head + mark + tail })
    const result = await shop.call('replace', {
      file_path: 'f.txt',
      old_string: mark,
      new_string: `${mark}${replacement}`,
    })
    const after = shop.text('f.txt')
    expect(result.ok, JSON.stringify([head, tail])).toBe(true)
    expect(after.startsWith(head + mark) && after.endsWith(tail), JSON.stringify([head, tail, after])).toBe(true)
    expect(after.slice(head.length + mark.length, after.length - tail.length).replaceAll('\r\n', '\n')).toBe(
      replacement,
    )
  }
})
