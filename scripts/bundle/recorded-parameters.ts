import type { GitHub } from '../../src/github/api/github.ts'
import type { Task } from '../../src/github/events/task.ts'
import type { ProposalOptions } from '../../src/github-tools/proposal-tool.ts'
import { openProposalTools } from '../../src/github-tools/proposals.ts'
import { readTools } from '../../src/github-tools/read-tools.ts'
import { openWorkspace } from '../../src/platform/files/workspace.ts'
import { builtins, type Capabilities } from '../../src/tools/builtins.ts'
import type { Tool } from '../../src/tools/tool.ts'

/** What the tools of a run are made of. */
export type ToolParts = {
  capabilities: Omit<Capabilities, 'files'>
  task: Task
  nonce: string
  proposals: ProposalOptions
}

const rejectCall = () => Promise.reject(new Error('A recorded tool is only declared.'))

/** Parts with which every tool exists. */
const everyTool = (folder: string): ToolParts => ({
  capabilities: {
    shell: { env: {}, outputDir: folder, timeoutMs: 60_000, idleMs: 60_000 },
    fetch: { web: rejectCall, leaks: () => false },
    search: { groundedGenerate: rejectCall, leaks: () => false },
    contextFiles: ['GEMINI.md'],
    docs: folder,
  },
  // Nothing that a tool declares comes from the task: a test compares with other parts.
  task: {} as Task,
  nonce: '',
  proposals: { allowedLabels: [], review: 'comment', changes: 'commit', allowOtherTargets: true },
})

/** The tools whose input is the same in every run. They are only declared: none of them is called. */
export async function recordedTools(folder: string, parts: Partial<ToolParts> = {}): Promise<Tool[]> {
  const { capabilities, task, nonce, proposals } = { ...everyTool(folder), ...parts }
  const github = {} as GitHub // A tool asks GitHub in a call only.
  return [
    ...builtins({ ...capabilities, files: await openWorkspace(folder) }),
    ...readTools(task, github, nonce),
    ...openProposalTools(task, github, proposals).tools,
  ]
}

/** The JSON text of what these tools declare, by their names. */
export async function recordedParametersText(folder: string): Promise<string> {
  const tools = await recordedTools(folder)
  return JSON.stringify(Object.fromEntries(tools.map((tool) => [tool.name, tool.declare().parameters])))
}

/**
 * The module that takes the place of src/tools/recorded-parameters.ts in the bundle. Converting some forty inputs takes a run fifteen
 * milliseconds, most of it for code that runs once; reading a JSON text takes less than one.
 */
export const recordedParametersModule = (text: string): string =>
  `let parameters\nexport const recordedParameters = () => (parameters ??= JSON.parse(${JSON.stringify(text)}))\n`
