import type { GitHub } from '../../src/github/api/github.ts'
import type { Task } from '../../src/github/events/task.ts'
import type { ProposalOptions } from '../../src/github-tools/proposal-tool.ts'
import { openProposalTools } from '../../src/github-tools/proposals.ts'
import { readTools } from '../../src/github-tools/read-tools.ts'
import { openWorkspace } from '../../src/platform/files/workspace.ts'
import { builtins, type Capabilities } from '../../src/tools/builtins.ts'
import type { Tool } from '../../src/tools/tool.ts'

export type RecordedToolOptions = ProposalOptions & Pick<Capabilities, 'ignoreText' | 'gitIgnore'>

const EVERY_TOOL: RecordedToolOptions = {
  allowedLabels: [],
  review: 'comment',
  changes: 'commit',
  allowOtherTargets: true,
}

/** The tools whose input is the same in every run. They are only declared: none of them is called. */
export async function recordedTools(folder: string, options: Partial<RecordedToolOptions> = {}): Promise<Tool[]> {
  const given = { ...EVERY_TOOL, ...options }
  const isNotCalled = () => Promise.reject(new Error('A recorded tool is only declared.'))
  const github = {} as GitHub
  const task = {} as Task
  return [
    ...builtins({
      ...given,
      files: await openWorkspace(folder),
      shell: { env: {}, outputDir: folder, timeoutMs: 60_000, idleMs: 60_000 },
      fetch: { web: isNotCalled, leaks: () => false },
      search: { groundedGenerate: isNotCalled, leaks: () => false },
      contextFiles: ['GEMINI.md'],
      docs: folder,
    }),
    ...readTools(task, github, ''),
    ...openProposalTools(task, github, given).tools,
  ]
}

/**
 * The module that takes the place of src/tools/recorded-parameters.ts in the bundle. Converting some forty inputs takes a run fifteen
 * milliseconds, most of it for code that runs once; a JSON text takes less than one.
 */
export async function recordedParametersModule(folder: string): Promise<string> {
  const tools = await recordedTools(folder)
  const parameters = Object.fromEntries(tools.map((tool) => [tool.name, tool.declare().parameters]))
  const text = JSON.stringify(JSON.stringify(parameters))
  return `let parameters\nexport const recordedParameters = () => (parameters ??= JSON.parse(${text}))\n`
}
