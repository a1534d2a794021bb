import { expect, test } from 'vitest'
import type { ToolHarness } from '../tools/tool-harness.ts'
import { createToolHarness } from '../tools/tool-harness.ts'

type DocumentedTool = {
  /** Every name that the documents of the reference give the tool. */
  names: string[]
  /** Sets of arguments that the documents show, each with every parameter of its version. */
  calls: Record<string, unknown>[]
  /** Whether the documents ask a person before it runs. */
  changes: boolean
}

const DOCUMENTED: Record<string, DocumentedTool> = {
  list_directory: {
    names: ['list_directory', 'ReadFolder', 'LSTool', 'ls'],
    calls: [
      { path: 'src' },
      { path: 'src', ignore: ['*.log'], respect_git_ignore: true },
      { path: 'src', file_filtering_options: { respect_git_ignore: false, respect_gemini_ignore: false } },
    ],
    changes: false,
  },
  read_file: {
    names: ['read_file', 'ReadFile', 'ReadFileTool'],
    calls: [{ path: 'a.ts' }, { absolute_path: 'a.ts', offset: 0, limit: 10 }],
    changes: false,
  },
  write_file: {
    names: ['write_file', 'WriteFile', 'WriteFileTool'],
    calls: [{ file_path: 'b.ts', content: 'x' }],
    changes: true,
  },
  glob: {
    names: ['glob', 'FindFiles', 'GlobTool'],
    calls: [{ pattern: '*.ts' }, { pattern: '*.ts', path: 'src', case_sensitive: true, respect_git_ignore: false }],
    changes: false,
  },
  search_file_content: {
    names: ['search_file_content', 'SearchText', 'GrepTool', 'RipGrepTool', 'grep', 'ripGrep'],
    calls: [{ pattern: 'a' }, { pattern: 'a', path: 'src', include: '*.ts' }],
    changes: false,
  },
  replace: {
    names: ['replace', 'Edit', 'EditTool', 'edit'],
    calls: [
      { file_path: 'a.ts', old_string: 'a', new_string: 'b' },
      { file_path: 'a.ts', old_string: 'a', new_string: 'b', expected_replacements: 1 },
      { file_path: 'a.ts', instruction: 'because', old_string: 'a', new_string: 'b' },
    ],
    changes: true,
  },
  read_many_files: {
    names: ['read_many_files', 'ReadManyFilesTool'],
    calls: [
      { paths: ['a.ts'] },
      {
        paths: ['a.ts'],
        include: ['*.md'],
        exclude: ['*.log'],
        recursive: true,
        useDefaultExcludes: false,
        file_filtering_options: { respect_git_ignore: true, respect_gemini_ignore: true },
      },
    ],
    changes: false,
  },
  run_shell_command: {
    names: ['run_shell_command', 'ShellTool', 'shell'],
    calls: [
      { command: 'true' },
      { command: 'true', description: 'nothing', directory: 'src' },
      { command: 'true', description: 'nothing', dir_path: 'src', is_background: true },
    ],
    changes: true,
  },
  web_fetch: {
    names: ['web_fetch', 'WebFetchTool'],
    calls: [{ prompt: 'Read https://example.com/a' }],
    changes: false,
  },
  google_web_search: {
    names: ['google_web_search', 'WebSearchTool', 'web_search'],
    calls: [{ query: 'a' }],
    changes: false,
  },
  save_memory: { names: ['save_memory', 'MemoryTool', 'memory'], calls: [{ fact: 'a' }], changes: true },
}

const withEveryTool = async (): Promise<ToolHarness> =>
  createToolHarness(
    {},
    {
      fetch: { leaks: () => false, web: () => Promise.reject(new Error('no network')) },
      search: { leaks: () => false, groundedGenerate: () => Promise.reject(new Error('no model')) },
      contextFiles: ['GEMINI.md'],
    },
  )

for (const [name, { names, calls, changes }] of Object.entries(DOCUMENTED)) {
  test(`documented names of ${name}`, async () => {
    using harness = await withEveryTool()
    for (const called of names) expect(harness.toolbox.find(called)?.name, called).toBe(name)
  })

  test(`documented parameters of ${name}`, async () => {
    using harness = await withEveryTool()
    const tool = harness.toolbox.find(name)
    for (const args of calls) expect(tool?.parse(args), JSON.stringify(args)).toMatchObject({ ok: true })
    for (const missing of requiredOf(calls)) {
      const [first = {}] = calls
      const { [missing]: _, ...rest } = first
      expect(tool?.parse(rest), `without ${missing}`).toMatchObject({ ok: false })
    }
  })

  test(`${name} ${changes ? 'changes something and runs alone' : 'only reads'}`, async () => {
    using harness = await withEveryTool()
    expect(harness.toolbox.find(name)?.annotations?.readOnlyHint === true).toBe(!changes)
  })
}

/** The first set of arguments of each tool has its required parameters only. */
const requiredOf = ([first = {}]: readonly Record<string, unknown>[]) => Object.keys(first)
