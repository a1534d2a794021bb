import type { GitHub } from '../github/client.ts'
import type { Task } from '../github/task.ts'
import type { Tool } from '../tools/tool.ts'
import { lookWith } from './look.ts'
import { checkTools } from './read-checks.ts'
import { codeTools } from './read-code.ts'
import { issueReadTools } from './read-issues.ts'

export type ReadGitHub = Pick<
  GitHub,
  | 'issue'
  | 'pull'
  | 'compare'
  | 'files'
  | 'blob'
  | 'commentsPage'
  | 'filesPage'
  | 'threads'
  | 'viewer'
  | 'pullCommits'
  | 'commits'
  | 'checkRuns'
  | 'annotations'
  | 'jobLog'
  | 'search'
  | 'content'
>

/**
 * The tools by which the agent looks at GitHub while it thinks: this repository only, as it is at that moment, page by page.
 * What people wrote comes back as data between fences that carry `nonce`, hidden text taken out and counted.
 */
export function readTools(task: Task, github: ReadGitHub, nonce: string): Tool[] {
  const look = lookWith(nonce)
  return [...issueReadTools(task, github, look), ...codeTools(task, github, look), ...checkTools(task, github, look)]
}

/** The commit the run is about: the head of its pull request, what woke it, or what it runs for. */
export const ownCommit = (task: Task): string => task.head?.sha ?? task.upstream?.sha ?? task.sha

/** Why a ref cannot be one, or undefined. Source: git-check-ref-format; a revision's operators are not for the API. */
export const whyNoRef = (ref: string): string | undefined =>
  /^[^-/\s][^\s~^:?*[\\\p{Cc}]*$/u.test(ref) && !/\.\.|@\{|\/\/|\/$/.test(ref)
    ? undefined
    : `${JSON.stringify(ref)} is no branch, tag or commit.`
