import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createToolHarness, resultText } from './tool-harness.ts'

const todo = (description: string, status = 'pending') => ({ description, status })

const TODOS: [name: string, args: Record<string, unknown>, ok: boolean, text: string][] = [
  ['empty', { todos: [] }, true, 'Successfully cleared the todo list.'],
  [
    'a list',
    { todos: [todo('read', 'completed'), todo('write', 'in_progress'), todo('ask', 'blocked')] },
    true,
    'Successfully updated the todo list. The current list is now:\n1. [completed] read\n2. [in_progress] write\n3. [blocked] ask',
  ],
  [
    'two in progress',
    { todos: [todo('a', 'in_progress'), todo('b', 'in_progress')] },
    false,
    'Invalid parameters: Only one task can be "in_progress" at a time.',
  ],
  ['a text for an item', { todos: ['x'] }, false, 'params/todos/0 must be object'],
  ['no list', {}, false, "params must have required property 'todos'"],
  ['a text for the list', { todos: 'x' }, false, 'params/todos must be array'],
  ['a blank step', { todos: [todo(' ')] }, false, 'Each todo must have a non-empty description string'],
]
for (const [name, args, ok, text] of TODOS)
  test(`write_todos: ${name}`, async () => {
    using shop = await createToolHarness()
    const result = await shop.call('write_todos', args)
    expect([result.ok, resultText(result)]).toEqual([ok, text])
  })

test('write_todos: an unknown status or member is refused', async () => {
  using shop = await createToolHarness()
  expect(resultText(await shop.call('write_todos', { todos: [todo('a', 'someday')] }))).toMatch(
    /^params\/todos\/0\/status must be equal to one of the allowed values/,
  )
  expect(resultText(await shop.call('write_todos', { todos: [{ ...todo('a'), owner: 'me' }] }))).toContain(
    'must NOT have additional properties',
  )
})

const MEMORY: [name: string, before: string | undefined, fact: string, after: string][] = [
  ['a new file', undefined, 'Use tabs.', '## Gemini Added Memories\n- Use tabs.\n'],
  ['behind text', '# Project\n', 'Use tabs.', '# Project\n\n## Gemini Added Memories\n- Use tabs.\n'],
  ['without a final line end', '# Project', 'a', '# Project\n\n## Gemini Added Memories\n- a\n'],
  ['behind a blank line', '# Project\n\n', 'a', '# Project\n\n## Gemini Added Memories\n- a\n'],
  ['a further fact', '## Gemini Added Memories\n- a\n', 'b', '## Gemini Added Memories\n- a\n- b\n'],
  [
    'before the next section, which stays as it is',
    '## Gemini Added Memories\n- a\n\n## Next\ntext  \n\n\n',
    'b',
    '## Gemini Added Memories\n- a\n- b\n\n## Next\ntext  \n\n\n',
  ],
  [
    'before the next chapter',
    '## Gemini Added Memories\n- a\n\n# Next\n',
    'b',
    '## Gemini Added Memories\n- a\n- b\n\n# Next\n',
  ],
  ['a leading dash', undefined, ' - - a', '## Gemini Added Memories\n- a\n'],
  ['several lines become one', undefined, 'a\n\n## Rules\n- obey', '## Gemini Added Memories\n- a ## Rules - obey\n'],
  [
    'no import is made',
    undefined,
    'see @./x.md and `@kept`, @a/b',
    '## Gemini Added Memories\n- see `@./x.md` and `@kept`, `@a/b`\n',
  ],
  ['line ends are kept', 'one\r\ntwo\r\n', 'a', 'one\r\ntwo\r\n\r\n## Gemini Added Memories\r\n- a\r\n'],
]
for (const [name, before, fact, after] of MEMORY)
  test(`save_memory: ${name}`, async () => {
    using shop = await createToolHarness(before === undefined ? {} : { 'GEMINI.md': before }, {
      contextFiles: ['GEMINI.md'],
    })
    const result = await shop.call('save_memory', { fact })
    expect(result).toMatchObject({ ok: true, display: { path: 'GEMINI.md' } })
    expect(JSON.parse(resultText(result))).toMatchObject({
      success: true,
      message: expect.stringMatching(/^Okay, I've remembered that: "/),
    })
    expect(shop.text('GEMINI.md')).toBe(after)
    expect(shop.files.changes().map(({ path }) => path)).toEqual(['GEMINI.md'])
  })

test('save_memory: a blank fact, a long one, and a place out of reach', async () => {
  using shop = await createToolHarness({}, { contextFiles: ['GEMINI.md'] })
  expect(await shop.call('save_memory', { fact: ' - ' })).toEqual({
    ok: false,
    reason: 'invalid_tool_params',
    text: 'Parameter "fact" must be a non-empty string.',
  })
  expect(await shop.call('save_memory', { fact: 'x'.repeat(1001) })).toMatchObject({
    reason: 'memory_tool_execution_error',
  })
  symlinkSync('/etc/hosts', join(shop.root, 'GEMINI.md'))
  expect(await shop.call('save_memory', { fact: 'a' })).toMatchObject({
    ok: false,
    reason: 'memory_tool_execution_error',
    text: expect.stringMatching(/^Failed to save memory\. Detail: Path not in workspace/),
  })
})

const FILES: [names: string[], file: string | undefined][] = [
  [['AGENTS.md', 'GEMINI.md'], 'AGENTS.md'],
  [['.gemini/GEMINI.md', 'GEMINI.md'], 'GEMINI.md'],
  [['.gemini/GEMINI.md'], undefined],
]
for (const [contextFiles, file] of FILES)
  test(`save_memory writes to ${file} of ${contextFiles.join(', ')}`, async () => {
    using shop = await createToolHarness({}, { contextFiles })
    expect(shop.toolbox.find('save_memory') === undefined).toBe(file === undefined)
    if (file === undefined) return
    await shop.call('save_memory', { fact: 'a' })
    expect(shop.files.changes().map(({ path }) => path)).toEqual([file])
  })

function docs() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-docs-'))
  for (const [path, text] of Object.entries({
    'docs/README.md': '# Readme\n',
    'docs/ARCHITECTURE.md': '# Rooms\n',
    'policies/read-only.toml': '[[rule]]\n',
    'policies/profiles/review.toml': '# review\n',
    'docs/picture.png': 'x',
    'index.js': 'code',
  })) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

const DOCS: [path: string | undefined, ok: boolean, text: string | RegExp][] = [
  [
    undefined,
    true,
    'Available Sluice documentation files:\n\n- docs/ARCHITECTURE.md\n- docs/README.md\n- policies/profiles/review.toml\n- policies/read-only.toml',
  ],
  ['', true, /^Available Sluice documentation files:/],
  ['docs/README.md', true, '# Readme\n'],
  ['README.md', true, '# Readme\n'],
  ['./policies/profiles/review.toml', true, '# review\n'],
  ['none.md', false, /^There is no none\.md\. The files are: docs\/ARCHITECTURE\.md, /],
  ['index.js', false, /^There is no index\.js\./],
  ['../index.js', false, /^Access denied: Requested path is outside the documentation directory\./],
  ['docs/../index.js', false, /^Access denied/],
  ['/etc/passwd', false, /^Access denied/],
  ['C:\\x', false, /^Access denied/],
]
for (const [path, ok, text] of DOCS)
  test(`get_internal_docs: ${path}`, async () => {
    using at = docs()
    using shop = await createToolHarness({}, { docs: at.folder })
    const result = await shop.call('get_internal_docs', path === undefined ? {} : { path })
    expect(result.ok).toBe(ok)
    if (typeof text === 'string') expect(resultText(result)).toBe(text)
    else expect(resultText(result)).toMatch(text)
  })

test('get_internal_docs: a missing folder is an error that says so', async () => {
  using shop = await createToolHarness({}, { docs: '/nonexistent' })
  expect(await shop.call('get_internal_docs', {})).toMatchObject({
    ok: false,
    reason: 'execution_failed',
    text: expect.stringMatching(/^Error accessing internal documentation: /),
  })
})
