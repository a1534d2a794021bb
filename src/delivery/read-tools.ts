import type { Task } from '../github/task.ts'
import type { Tool } from '../tools/tool.ts'
import { lookWith, type ReadGitHub } from './look.ts'
import { checkTools } from './read-checks.ts'
import { codeTools } from './read-code.ts'
import { issueReadTools } from './read-issues.ts'

/**
 * The tools by which the agent looks at GitHub while it thinks: this repository only, as it is at that moment, page by page.
 * What people wrote comes back as data between fences that carry `nonce`, hidden text taken out and counted.
 */
export function readTools(task: Task, github: ReadGitHub, nonce: string): Tool[] {
  const look = lookWith(nonce)
  return [...issueReadTools(task, github, look), ...codeTools(task, github, look), ...checkTools(task, github, look)]
}
