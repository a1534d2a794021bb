import { expect, test } from 'vitest'
import { numberLines, numberPatch, numberSome } from '../../src/github/patch-rows.ts'
import { recordLines, withoutNumbers } from '../../src/github/shown-lines.ts'
import { withMcpTools } from '../../src/github-tools/mcp-tools.ts'
import { withPlainEdits } from '../../src/github-tools/read-code.ts'
import { makeToolbox } from '../../src/tools/toolbox.ts'
import { createToolHarness } from '../tools/tool-harness.ts'

const PATCH = `@@ -10,4 +10,5 @@ function pond() {
 ten
-eleven
+  ELEVEN
+  twelve
 
 end
\\ No newline at end of file
@@ -30 +31 @@
-@@ -1 +1 @@
+@@ -2 +2 @@`

const NUMBERED = `@@ -10,4 +10,5 @@ function pond() {
10| ten
11|-eleven
11|+  ELEVEN
12|+  twelve
13| 
14| end
\\ No newline at end of file
@@ -30 +31 @@
30|-@@ -1 +1 @@
31|+@@ -2 +2 @@`

test.each([
  ['a carriage return', '\r', '\\r'],
  ['a line separator', '\u2028', '\\u2028'],
  ['a paragraph separator', '\u2029', '\\u2029'],
])('%s in a line imitates no second number', (_, end, shown) => {
  expect(numberPatch(`@@ -1,1 +1,2 @@ f(${end}7|+x)\n one\r\n+two${end}9|+three`)).toBe(
    `@@ -1,1 +1,2 @@ f(${shown}7|+x)\n1| one\r\n2|+two${shown}9|+three`,
  )
  expect(numberLines(`one${end}9|two\r\nthree\n`)).toBe(`1|one${shown}9|two\r\n2|three\n`)
  expect(numberSome([`one${end}9|two`], [1])).toBe(`1|one${shown}9|two`)
})

test('each line of a patch has its number: in the new file, or in the old one for removed lines', () => {
  expect(numberPatch(PATCH)).toBe(NUMBERED)
  expect(numberPatch('@@ -0,0 +1,2 @@\n+one\n+two')).toBe('@@ -0,0 +1,2 @@\n1|+one\n2|+two')
})

test('each line of a file has its number', () => {
  expect(numberLines('one\n\nthree\n')).toBe('1|one\n2|\n3|three\n')
  expect(numberLines('one')).toBe('1|one')
})

/** A client whose run showed the patch as a diff, the file below, and a file whose lines begin with numbers. */
function shown() {
  const github = { repo: { owner: 'octo', name: 'pond' } }
  recordLines('src/pond.ts', 'diff', NUMBERED, github)
  recordLines('src/lake.ts', 'file', numberLines('one\n  two\n+ three\n'), github)
  recordLines('data.txt', 'file', numberLines('1|ada\n2|bob\n'), github)
  return github
}

const TEXTS: [name: string, path: string, text: string, plain: string][] = [
  ['added lines of a diff', 'src/pond.ts', '11|+  ELEVEN\n12|+  twelve', '  ELEVEN\n  twelve'],
  ['a removed line', 'src/pond.ts', '11|-eleven', 'eleven'],
  ['new lines in place of them', 'src/pond.ts', '11|+  eleven!\n12|+  twelve!', '  eleven!\n  twelve!'],
  ['without the signs', 'src/pond.ts', '11|  eleven!\n12|  twelve!', '  eleven!\n  twelve!'],
  ['context and added lines', 'src/pond.ts', '10| ten\n11|+  ELEVEN\n13|', 'ten\n  ELEVEN\n'],
  ['lines of a file', 'src/lake.ts', '1|one\n2|  two\n3|+ three\n', 'one\n  two\n+ three\n'],
  ['a line without a number', 'src/lake.ts', '1|one\n  two', '1|one\n  two'],
  ['a number that the run did not show', 'src/lake.ts', '3|three\n4|four', '3|three\n4|four'],
  ['numbers of another path', 'src/other.ts', '1|one', '1|one'],
  ['a path that only ends alike', 'xsrc/lake.ts', '1|one', '1|one'],
  ['a file of the same name in another folder', 'packages/src/lake.ts', '1|one', '1|one'],
  ['lines that begin with numbers', 'data.txt', '1|adam\n2|bob', '1|adam\n2|bob'],
  ['no numbers', 'src/lake.ts', 'one', 'one'],
]
for (const [name, path, text, plain] of TEXTS)
  test(`a copied text, ${name}`, () => expect(withoutNumbers(path, text, shown())).toBe(plain))

test('numbers far from the lines of a comment are rows of a table', () => {
  expect(withoutNumbers('src/pond.ts', '11|ada\n12|bob', shown(), 12)).toBe('ada\nbob')
  expect(withoutNumbers('src/pond.ts', '11|ada\n12|bob', shown(), 60)).toBe('11|ada\n12|bob')
})

const EDITS: [name: string, args: Record<string, string>, plain: Record<string, string>][] = [
  ['below the root', { file_path: '/work/pond/src/lake.ts', old_string: '2|  two' }, { old_string: '  two' }],
  ['below another folder', { file_path: '/work/pond/a/src/lake.ts', old_string: '2|  two' }, { old_string: '2|  two' }],
  ['below no root', { file_path: '/work/ponds/src/lake.ts', old_string: '2|  two' }, { old_string: '2|  two' }],
  [
    'rows in place of a line that was quoted without its number',
    { file_path: 'src/lake.ts', old_string: 'one', new_string: '1|ada\n2|bob' },
    { old_string: 'one', new_string: '1|ada\n2|bob' },
  ],
  [
    'lines in place of nothing',
    { file_path: 'src/lake.ts', old_string: '', new_string: '1|ada\n2|bob' },
    { old_string: '', new_string: 'ada\nbob' },
  ],
]
for (const [name, args, plain] of EDITS)
  test(`an edit of a file ${name}`, async () => {
    using harness = await createToolHarness({})
    const tools = [harness.toolbox.find('replace') ?? []].flat()
    const [tool] = withPlainEdits(tools, shown(), ['/work/real/pond', '/work/pond'])
    const parsed = tool?.parse({ instruction: 'Do it.', new_string: 'x', ...args })
    expect(parsed).toMatchObject({ ok: true, args: plain })
  })

test('numbers that another run showed take nothing off', () => {
  shown()
  expect(withoutNumbers('src/lake.ts', '1|one', { repo: { owner: 'octo', name: 'pond' } })).toBe('1|one')
})

const NUMBERED_EDIT = {
  file_path: 'src/lake.ts',
  instruction: 'Shout.',
  old_string: '1|one\n2|  two',
  new_string: '1|ONE\n2|  two',
}

for (const name of ['replace', 'edit', 'smart_edit'])
  test(`an edit with ${name} leaves the numbers out before rules judge it`, async () => {
    using harness = await createToolHarness({ 'src/lake.ts': 'one\n  two\n+ three\n' })
    const tool = harness.toolbox.find('replace')
    if (tool === undefined) throw new Error('there is a tool for edits')
    const replace = makeToolbox(withPlainEdits([tool], shown())).find(name)
    const parsed = replace?.parse(NUMBERED_EDIT)
    expect(parsed).toMatchObject({ ok: true, args: { old_string: 'one\n  two', new_string: 'ONE\n  two' } })
    if (parsed?.ok) await replace?.run(parsed.args, new AbortController().signal)
    expect(harness.text('src/lake.ts')).toBe('ONE\n  two\n+ three\n')
    expect(replace?.parse({ file_path: 'src/lake.ts' }).ok).toBe(false)
  })

const WHOLE_FILES: [name: string, args: Record<string, unknown>, plain: Record<string, unknown>][] = [
  ['write_file', { file_path: 'src/lake.ts', content: '1|one\n' }, { content: 'one\n' }],
  ['write_file', { file_path: 'src/new.ts', content: '1|one\n' }, { content: '1|one\n' }],
  [
    'github__create_or_update_file',
    { path: 'src/lake.ts', content: '1|ONE\n2|  two\n', branch: 'b', message: 'm' },
    { content: 'ONE\n  two\n' },
  ],
  ['github__create_or_update_file', { path: 'a.csv', content: '1|ada\n', branch: 'b' }, { content: '1|ada\n' }],
  [
    'github__push_files',
    {
      branch: 'b',
      files: [
        { path: 'src/lake.ts', content: '1|ONE\n' },
        { path: 'data.txt', content: '1|adam\n2|bob\n' },
      ],
    },
    {
      files: [
        { path: 'src/lake.ts', content: 'ONE\n' },
        { path: 'data.txt', content: '1|adam\n2|bob\n' },
      ],
    },
  ],
]
for (const [name, args, plain] of WHOLE_FILES)
  test(`${name} takes ${JSON.stringify(args)} as a person would write it`, async () => {
    using harness = await createToolHarness({})
    const github = shown()
    // Only what the tools take is looked at here.
    const context = { github, task: { repo: github.repo }, nonce: 'n', store: {}, branches: {} } as never
    const tools = [
      ...['write_file'].flatMap((each) => harness.toolbox.find(each) ?? []),
      ...withMcpTools([], Object.assign(context, { declaredNames: new Set(['create_or_update_file', 'push_files']) })),
    ]
    const tool = makeToolbox(withPlainEdits(tools, github)).find(name)
    expect(tool?.parse(args)).toMatchObject({ ok: true, args: plain })
  })

test('each tool that takes lines of files leaves the numbers out', async () => {
  using harness = await createToolHarness({})
  const github = shown()
  const context = { github, task: { repo: github.repo }, nonce: 'n', store: {}, branches: {} } as never
  const tools = withMcpTools([], Object.assign(context, { declaredNames: new Set() }))
  const takesLines = [...harness.toolbox.declarations(), ...tools.map((tool) => tool.declare())]
    .filter(({ parameters }) => /"(?:content|contents|old_string|new_string)":/.test(JSON.stringify(parameters)))
    .map(({ name }) => name)
  expect([...new Set(takesLines)].toSorted()).toEqual([
    'github__create_or_update_file',
    'github__push_files',
    'replace',
    'write_file',
  ])
})
