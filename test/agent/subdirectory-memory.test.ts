import { expect, test } from 'vitest'
import * as z from 'zod'
import { createSubdirectoryMemory } from '../../src/agent/memory-files.ts'
import { runCalls } from '../../src/agent/scheduler.ts'
import { defineTool, done, failed, type ToolResult } from '../../src/tools/tool.ts'
import { commitOf } from '../fakes/commit.ts'
import { testContext, toolCall } from './test-context.ts'

const FILES: Record<string, string> = {
  'GEMINI.md': 'root',
  'pkg/GEMINI.md': 'package',
  'pkg/deep/GEMINI.md': 'deep',
  'other/GEMINI.md': 'other',
  'other/a.ts': 'code',
  'app/[id]/GEMINI.md': 'page',
}
const ROOT = '/srv/tree'
const never = new AbortController().signal

const joining = (told: string[] = []) =>
  createSubdirectoryMemory(commitOf(FILES), ['GEMINI.md'], { fileNames: ['GEMINI.md'], root: ROOT }, (text) =>
    told.push(text),
  )

const block = (path: string, text: string) =>
  `--- Context from: ${path} ---\n${text}\n--- End of Context from: ${path} ---`

const PLACES: [name: string, tool: string, args: Record<string, unknown>, files: string[]][] = [
  ['a file', 'read_file', { file_path: 'pkg/x.ts' }, ['pkg/GEMINI.md']],
  ['a file by its absolute path', 'read_file', { file_path: `${ROOT}/pkg/x.ts` }, ['pkg/GEMINI.md']],
  ['a file far down', 'replace', { file_path: 'pkg/deep/x/y.ts' }, ['pkg/GEMINI.md', 'pkg/deep/GEMINI.md']],
  ['a new file', 'write_file', { file_path: './pkg/new/z.ts' }, ['pkg/GEMINI.md']],
  ['a folder', 'list_directory', { dir_path: 'pkg/deep' }, ['pkg/GEMINI.md', 'pkg/deep/GEMINI.md']],
  ['several', 'read_many_files', { include: ['pkg/a.ts', 'other/*.ts'] }, ['other/GEMINI.md', 'pkg/GEMINI.md']],
  ['a folder with brackets', 'read_file', { file_path: 'app/[id]/page.tsx' }, ['app/[id]/GEMINI.md']],
  ['a file among others, with brackets', 'read_many_files', { include: ['app/[id]/page.tsx'] }, ['app/[id]/GEMINI.md']],
  ['a file as prompts write it', 'read_file', { file_path: '@pkg/x.ts' }, ['pkg/GEMINI.md']],
  ['a pattern of everything', 'read_many_files', { include: ['**/*.ts'] }, []],
  ['the root, known already', 'list_directory', { dir_path: '.' }, []],
  ['a place outside', 'read_file', { file_path: '../pkg/x.ts' }, []],
  ['another place outside', 'read_file', { file_path: '/etc/pkg/x' }, []],
  ['a search', 'search_file_content', { dir_path: 'pkg' }, []],
  ['a command', 'run_shell_command', { dir_path: 'pkg' }, []],
]
for (const [name, tool, args, files] of PLACES)
  test(`memory is added after ${tool} of ${name}`, async () => {
    const told: string[] = []
    const text = await joining(told)(tool, args)
    if (files.length === 0) return expect([text, told]).toEqual([undefined, []])
    const blocks = files.map((path) => block(path, FILES[path] ?? ''))
    expect(text).toBe(`--- Newly Discovered Project Context ---\n${blocks.join('\n\n')}\n--- End Project Context ---`)
    expect(told).toEqual([`Memory loaded: ${files.join(', ')}`])
  })

const results: Record<string, ToolResult> = {
  ok: done('content'),
  parts: done([{ kind: 'data', mimeType: 'image/png', data: 'AA==' }]),
  failed: failed('file_not_found', 'File not found: x'),
}
const reading = defineTool({
  name: 'read_file',
  description: 'reads',
  annotations: { readOnlyHint: true },
  input: z.object({ file_path: z.string(), gives: z.string().default('ok') }),
  run: async ({ gives }) => results[gives] ?? done(''),
})

test('memory lost to compression is added again, initial memory is not', async () => {
  const memoryOf = joining()
  const read = () => memoryOf('read_file', { file_path: 'pkg/x.ts' })
  const first = await read()
  expect([first, await read()]).toEqual([expect.stringContaining('package'), undefined])
  memoryOf.reset?.()
  expect([await read(), await memoryOf('list_directory', { dir_path: '.' })]).toEqual([first, undefined])
})

test('the scheduler adds memory to a result once, and never to a failure', async () => {
  const { context } = testContext({ tools: [reading], overrides: { subdirectoryMemory: joining() } })
  const ask = async (...calls: Record<string, unknown>[]) =>
    (
      await runCalls(
        calls.map((args) => toolCall('read_file', args)),
        context,
        never,
      )
    ).map(({ response }) => response)
  const contextBlock = (path: string) =>
    `--- Newly Discovered Project Context ---\n${block(path, FILES[path] ?? '')}\n--- End Project Context ---`

  expect(await ask({ file_path: 'pkg/a', gives: 'failed' })).toEqual([{ error: 'File not found: x' }])
  const together = await ask({ file_path: 'pkg/a' }, { file_path: 'pkg/b' })
  expect(together).toEqual([{ output: `content\n\n${contextBlock('pkg/GEMINI.md')}` }, { output: 'content' }])
  expect(await ask({ file_path: 'other/a', gives: 'parts' })).toEqual([{ output: contextBlock('other/GEMINI.md') }])
})
