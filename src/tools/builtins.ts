import * as z from 'zod'
import type { Generate } from '../model/types.ts'
import type { Workspace } from '../platform/files/workspace.ts'
import { backgroundTools, createBackgroundCommands } from './background-commands.ts'
import { createFileVisibility, type FileVisibility } from './files/file-visibility.ts'
import { getInternalDocs } from './get-internal-docs.ts'
import { glob } from './glob.ts'
import { listDirectory } from './list-directory.ts'
import { readFile } from './read-file.ts'
import { readManyFiles } from './read-many-files.ts'
import { replace } from './replace.ts'
import { runShellCommand, type ShellCapability } from './run-shell-command.ts'
import { saveMemory } from './save-memory.ts'
import { searchFileContent } from './search-file-content.ts'
import { defineTool, done, failed, type Tool } from './tool.ts'
import { googleWebSearch, type WebFetchCapability, type WebSearchCapability, webFetch } from './web-fetch.ts'
import { writeFile } from './write-file.ts'

/** What the built-in tools of a run can do. Without a capability, its tools do not exist. */
export type Capabilities = {
  files: Workspace
  /** What errors of the file tools add, when the files are not those that the run is about. */
  fileNote?: string
  /** Whether the tools that write files are missing. */
  readOnly?: boolean
  shell?: ShellCapability
  /** The text of `.geminiignore`, from a trusted commit. */
  ignoreText?: string
  /** false: tools also show files that git ignores, unless a call overrides it. */
  gitIgnore?: boolean
  /** Names of files whose content is part of the system prompt, for example GEMINI.md. */
  contextFiles?: readonly string[]
  /** Reads public web pages. */
  fetch?: WebFetchCapability
  /** Searches the web with the model's provider. */
  search?: WebSearchCapability
  /** Corrects failed edits with a model. */
  generateCorrection?: Generate
  /** The folder with this action's documentation (dist/). */
  docs?: string
  /** Milliseconds since the epoch. */
  now?: () => number
}

/** The built-in tools for these capabilities, in the order of their declarations. */
export function builtins(capabilities: Capabilities): Tool[] {
  const {
    files,
    readOnly = false,
    shell,
    fetch,
    search,
    docs,
    generateCorrection,
    ignoreText,
    gitIgnore,
    contextFiles = [],
    now = Date.now,
  } = capabilities
  const visibility = createFileVisibility(files, ignoreText, gitIgnore)
  const background = createBackgroundCommands()
  // Context files in folders such as .gemini/ are protected, so facts go to one at the root.
  const memoryFile = contextFiles.find((name) => !name.includes('/'))
  const fileTools = [
    listDirectory(files, visibility),
    readFile(files, visibility),
    searchFileContent(files, visibility),
    glob(files, visibility),
    readManyFiles(files, visibility, contextFiles),
    ...(readOnly
      ? []
      : [replace(files, generateCorrection), writeFile(files)].map((tool) =>
          withVisiblePreview(tool, files, visibility),
        )),
  ]
  return [
    ...fileTools.map((tool) => withShownPaths(tool, capabilities)),
    ...(fetch === undefined ? [] : [webFetch(fetch, now)]),
    ...(shell === undefined ? [] : [runShellCommand(files, shell, background), ...backgroundTools(background)]),
    ...(search === undefined ? [] : [googleWebSearch(search)]),
    ...(memoryFile === undefined || readOnly ? [] : [saveMemory(files, memoryFile)]),
    writeTodos(),
    ...(docs === undefined ? [] : [getInternalDocs(docs)]),
  ]
}

/** The preview goes into the record, so it shows only files that the tools may show. */
function withVisiblePreview(tool: Tool, files: Workspace, visibility: FileVisibility): Tool {
  return {
    ...tool,
    async preview(args) {
      const change = await tool.preview?.(args)
      const file = change?.before === undefined ? undefined : await files.resolve(change.path, 'read')
      return file === undefined || (file.ok && !(await visibility.isHidden(file))) ? change : undefined
    },
  }
}

/** The tool with paths as people and programs know them, and with the note in its errors. */
function withShownPaths(tool: Tool, { files, fileNote }: Pick<Capabilities, 'files' | 'fileNote'>): Tool {
  const { root, shownRoot } = files
  if (root === shownRoot && fileNote === undefined) return tool
  const withShownRoot = (text: string) => text.replaceAll(root, shownRoot)
  return {
    ...tool,
    variant: tool.variant && ((alias) => withShownPaths(tool.variant?.(alias) ?? tool, { files, fileNote })),
    async run(args, signal) {
      const result = await tool.run(args, signal)
      if (!result.ok) return { ...result, text: [withShownRoot(result.text), fileNote].filter(Boolean).join('\n') }
      if (typeof result.content === 'string') return { ...result, content: withShownRoot(result.content) }
      const content = result.content.map((part) =>
        part.kind === 'text' ? { ...part, text: withShownRoot(part.text) } : part,
      )
      return { ...result, content }
    },
  }
}

const TODO_STATES = ['pending', 'in_progress', 'completed', 'cancelled', 'blocked'] as const

/** Keeps the agent's list of steps in the conversation. Each call replaces the list. */
const writeTodos = () =>
  defineTool({
    name: 'write_todos',
    description:
      'Records the steps of a larger task and their status. Each call replaces the complete list. At most one step is in_progress. Not for tasks of one or two steps.',
    input: z.strictObject({
      todos: z
        .array(
          z.strictObject({
            description: z
              .string()
              .refine((text) => text.trim() !== '', 'Each todo must have a non-empty description string')
              .describe('What to do, in one sentence.'),
            status: z.enum(TODO_STATES).describe('The status of the step.'),
          }),
        )
        .describe('The complete list, in order. Empty to clear it.'),
    }),
    async run({ todos }) {
      if (todos.filter(({ status }) => status === 'in_progress').length > 1)
        return failed('invalid_tool_params', 'Invalid parameters: Only one task can be "in_progress" at a time.')
      if (todos.length === 0) return done('Successfully cleared the todo list.')
      const list = todos.map(({ status, description }, index) => `${index + 1}. [${status}] ${description}`).join('\n')
      return done(`Successfully updated the todo list. The current list is now:\n${list}`, list)
    },
  })
