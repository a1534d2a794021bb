import type { Task } from '../github/events/task.ts'
import type { Tool } from '../tools/tool.ts'
import { checkReadTools } from './read-checks.ts'
import { codeReadTools } from './read-code.ts'
import { issueReadTools } from './read-issues.ts'
import { type ReadGitHub, readToolDefiner } from './read-tool.ts'

/**
 * The tools that read this repository on GitHub during the run, page by page. User text is returned in data blocks that carry `nonce`,
 * without hidden text.
 */
export function readTools(task: Task, github: ReadGitHub, nonce: string): Tool[] {
  const defineReadTool = readToolDefiner(nonce)
  return [
    ...issueReadTools(task, github, defineReadTool),
    ...codeReadTools(task, github, defineReadTool),
    ...checkReadTools(task, github, defineReadTool),
  ]
}
