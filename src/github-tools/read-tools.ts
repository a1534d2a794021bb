import type { Task } from '../github/events/task.ts'
import type { Tool } from '../tools/tool.ts'
import { checkReadTools } from './read-checks.ts'
import { codeReadTools } from './read-code.ts'
import { issueReadTools } from './read-issues.ts'
import { type IsRepeated, type ReadGitHub, readToolDefiner } from './read-tool.ts'

/**
 * The tools that read this repository on GitHub during the run, page by page. User text is returned in data blocks that carry `nonce`,
 * without hidden text. `isStillAbove`: whether the calling conversation still has a message with a text; what stands there is returned only when it
 * is asked for again.
 */
export function readTools(
  task: Task,
  github: ReadGitHub,
  nonce: string,
  isStillAbove: (text: string) => boolean = () => false,
): Tool[] {
  const defineReadTool = readToolDefiner(nonce)
  const build = (isRepeated: IsRepeated): Tool[] => [
    ...issueReadTools(task, github, defineReadTool, isRepeated),
    ...codeReadTools(task, github, defineReadTool, isRepeated),
    ...checkReadTools(task, github, defineReadTool),
  ]
  const asked = new Set<string>()
  const plainTools = build(() => false)
  // Prompts that use other names expect what GitHub's own server answers.
  return build((name) => {
    if (asked.has(name) || !isStillAbove(`<data-${nonce} `)) return false
    asked.add(name)
    return true
  }).map((tool, index) => ({ ...tool, variant: () => plainTools[index] ?? tool }))
}
