import { builtCode, loadedBy } from '../agent/committed-programs.ts'
import { memoryOptions } from '../agent/memory-files.ts'
import { looksPinned } from '../github/api/pinned-files.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import { isInside, normalizePath, toForwardSlashes } from '../platform/paths.ts'
import { shellQuote } from '../platform/process/shell-words.ts'
import type { PolicySource } from '../policy/rules/load.ts'
import type { Inputs } from './inputs.ts'
import type { Runtime } from './runtime.ts'
import type { Settings } from './settings/settings.ts'

type NamingSources = {
  inputs: Pick<
    Inputs,
    'policies' | 'admin_policies' | 'approve_policies' | 'admin_settings' | 'extensions' | 'output_schema'
  >
  settings: Settings
  /** The memory files of the run, with what they import. */
  memoryFiles: readonly string[]
  runtime: Pick<Runtime, 'env' | 'workspace'>
  steering: CommitReader
}

/**
 * The files of the repository that steer runs because the workflow, the settings or the memory name them, as protected paths: an edit of
 * one decides what the next run obeys or runs. So do the files behind links that the run has read by now. Undefined when there are none.
 */
export async function namedFilesSource(sources: NamingSources): Promise<PolicySource | undefined> {
  const { inputs, settings, memoryFiles, runtime, steering } = sources
  const { context } = settings
  const patternsByReason: [reason: string, patterns: readonly string[]][] = [
    ['the input policies names it', inputPaths(inputs.policies)],
    ['the input admin_policies names it', inputPaths(inputs.admin_policies)],
    ['the input approve_policies names it', inputPaths(inputs.approve_policies)],
    ['the input admin_settings names it', inputPaths(inputs.admin_settings)],
    ['the setting policyPaths names it', inputPaths((settings.policyPaths ?? []).join('\n'))],
    ['the input extensions names it', inputPaths(inputs.extensions.join('\n'))],
    ['the input output_schema names it', inputs.output_schema.startsWith('{') ? [] : inputPaths(inputs.output_schema)],
    ['the variable GEMINI_SYSTEM_MD names it', systemPromptPaths(runtime)],
    [
      'the setting context.fileName names it',
      memoryOptions(context)
        .fileNames.filter(isUnusual)
        .map((name) => `**/${name}`),
    ],
    ['it is part of the memory of each run', memoryFiles.filter(isUnusual).map((path) => `/${path}`)],
    [
      'a file that steers runs is a link to it',
      steering
        .loaded()
        .flatMap(({ target = [] }) => target)
        .map((path) => `/${path}`),
    ],
    [
      'the setting context.fileFiltering.customIgnoreFilePaths names it',
      inputPaths((context?.fileFiltering?.customIgnoreFilePaths ?? []).join('\n')),
    ],
    [
      'a hook, a discovered tool or an MCP server runs it',
      (await programFiles(settings, steering)).map((path) => `/${path}`),
    ],
  ]
  const tables = patternsByReason.flatMap(([reason, patterns]) =>
    patterns.length === 0
      ? []
      : [`[[protected]]\nreason = ${JSON.stringify(reason)}\npaths = ${JSON.stringify([...new Set(patterns)])}\n`],
  )
  return tables.length === 0
    ? undefined
    : { tier: 'default', file: 'files that steer this run', text: tables.join('\n') }
}

/** Whether the built-in list lacks a memory file of this name. */
const isUnusual = (path: string) => !/(?:^|\/)(?:GEMINI|AGENTS)\.md$/i.test(path)

/** One path a line, up to the TOML text: the file, and what is in it if it is a folder. */
function inputPaths(input: string): string[] {
  const lines = input.split('\n').map((line) => line.trim())
  const end = lines.findIndex((line) => /^(?:\[|#|[\w."-]+\s*=)/.test(line))
  return (end < 0 ? lines : lines.slice(0, end))
    .filter((line) => line !== '' && !line.startsWith('profile:') && !looksPinned(line) && !line.includes('://'))
    .map((line) => normalizePath(line).replace(/^\/+|\/+$/g, ''))
    .filter((path) => path !== '' && path !== '.' && !path.startsWith('..'))
    .flatMap((path) => [`/${path}`, `/${path}/**`])
}

function systemPromptPaths({ env, workspace }: NamingSources['runtime']): string[] {
  const { GEMINI_SYSTEM_MD: name = '' } = env
  const path = isInside(workspace, name) ? toForwardSlashes(name).slice(toForwardSlashes(workspace).length) : name
  return /^(?:0|1|true|false)?$/i.test(path) || /^[~]/.test(path) ? [] : inputPaths(path)
}

/** The programs of the repository that settings name, the files of the repository that these load, and the code that is built for them. */
async function programFiles(settings: Settings, steering: CommitReader): Promise<string[]> {
  const { discoveryCommand = '', callCommand = '' } = settings.tools ?? {}
  const servers = Object.values(settings.mcpServers ?? {}).map(({ command, args }) =>
    [command, ...(Array.isArray(args) ? args : [])]
      .filter((word) => typeof word === 'string')
      .map(shellQuote)
      .join(' '),
  )
  const commands = [...hookCommands(settings.hooks), discoveryCommand, callCommand, ...servers].filter(
    (each) => each.trim() !== '',
  )
  if (commands.length === 0) return []
  const { files, folders } = await loadedBy(commands, steering)
  const built = await Promise.all(commands.map((command) => builtCode(command, steering)))
  return [...files, ...folders.map((folder) => `${folder}/**`), ...built.flat()]
}

/** Every `command` in the hook settings, whatever their form. */
function hookCommands(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'command' && typeof each === 'string' ? [each] : hookCommands(each),
  )
}
