import * as z from 'zod'
import type { CheckRun } from '../github/api/checks.ts'
import { refProblem } from '../github/branch-name.ts'
import { logLines } from '../github/context/failed-logs.ts'
import type { PromptData } from '../github/context/prompt-data.ts'
import type { Task } from '../github/events/task.ts'
import { textPage, toOneLine } from '../text/format-text.ts'
import type { Tool } from '../tools/tool.ts'
import { codeReadTools } from './read-code.ts'
import { issueReadTools } from './read-issues.ts'
import {
  commitOfTask,
  type DefineReadTool,
  type IsRepeated,
  pageParameter,
  type ReadGitHub,
  readToolDefiner,
} from './read-tool.ts'

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

const RUNS_A_PAGE = 50
/** The number of failed check runs whose annotations are listed, and of annotations listed for each. */
const MAX_ANNOTATED_RUNS = 5
const MAX_ANNOTATIONS = 15
const MAX_CHARACTERS = { summary: 2_000, message: 600 }
/** Only the end of a log is fetched, because the failure is there. */
const LOG_BYTES = 4_000_000
const LOG_PAGE = 20_000
const CONTEXT_LINES = 3

/** The tools that read check runs and job logs. */
export function checkReadTools(task: Task, github: ReadGitHub, defineReadTool: DefineReadTool): Tool[] {
  return [
    defineReadTool({
      name: 'get_check_runs',
      description:
        'Lists the check runs of a commit, failed ones first with their annotations, and the job ids for github__get_job_log.',
      needs: 'checks: read',
      input: z.object({
        ref: z.string().optional().describe("Commit, branch or tag. Default: the pull request's head."),
        page: pageParameter,
      }),
      async read({ ref = commitOfTask(task), page = 1 }, output) {
        const problem = refProblem(ref)
        if (problem !== undefined) return problem
        const { items, total } = await github.checkRuns(ref, page)
        if (items.length === 0)
          return void output.note(page > 1 ? 'There is no such page.' : `No checks ran on ${ref}.`)
        const sorted = items.toSorted((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)))
        const annotated = sorted.filter((run) => hasFailed(run) && run.annotations > 0).slice(0, MAX_ANNOTATED_RUNS)
        for (const run of sorted) await writeRun(run, annotated.includes(run), github, output)
        if (total > page * RUNS_A_PAGE) output.note(`More results: page ${page + 1}.`)
      },
    }),
    defineReadTool({
      name: 'get_job_log',
      description:
        'Reads the log of a job from its end: page 1 is the last part. With `search`, only the lines that contain the text, with context lines.',
      needs: 'actions: read',
      input: z.object({
        job_id: z.int().min(1).describe('Job id from github__get_check_runs.'),
        search: z.string().optional().describe('Text to search for; case is ignored.'),
        page: pageParameter,
      }),
      async read({ job_id, search, page = 1 }, output) {
        const { text, bytes } = await github.jobLog(job_id, LOG_BYTES)
        const isTruncated = bytes > LOG_BYTES
        const lines = logLines(isTruncated ? text.slice(text.indexOf('\n') + 1) : text)
        if (isTruncated) output.note(`The log has ${bytes} bytes; only the last ${LOG_BYTES} can be read.`)
        if (search !== undefined && search !== '') return void writeMatches(lines, search, page, output)
        const { pages } = textPage(lines.join('\n'), LOG_PAGE, 1)
        const part = textPage(lines.join('\n'), LOG_PAGE, pages - page + 1)
        if (page > pages) return void output.note(`There is no page ${page}; page ${pages} is the start of the log.`)
        output.data('log', { job: job_id }, output.code(part.text, LOG_PAGE))
        if (pages > 1) output.note(`Page ${page} of ${pages}, counted from the end.`)
      },
    }),
  ]
}

const FAILED_CONCLUSIONS = new Set(['failure', 'timed_out', 'cancelled', 'action_required', 'startup_failure'])
const hasFailed = ({ conclusion }: CheckRun) => conclusion !== undefined && FAILED_CONCLUSIONS.has(conclusion)

async function writeRun(run: CheckRun, isAnnotated: boolean, github: ReadGitHub, output: PromptData): Promise<void> {
  const text = [run.title, run.summary].filter((part) => part.trim() !== '').join('\n')
  const lines = [text === '' ? '' : await output.prose(text, MAX_CHARACTERS.summary, 'on GitHub')]
  if (isAnnotated) {
    const annotations = await github.annotations(run.id)
    for (const { path, line, level, title, message } of annotations.slice(0, MAX_ANNOTATIONS))
      lines.push(
        `${level} ${toOneLine(path)}:${line} ${toOneLine(output.code([title, message].filter(Boolean).join(': '), MAX_CHARACTERS.message, 'on GitHub'))}`,
      )
    if (run.annotations > MAX_ANNOTATIONS)
      lines.push(`(${run.annotations - MAX_ANNOTATIONS} more annotations, on GitHub)`)
  }
  const isJob = run.app === 'github-actions'
  const attributes = {
    name: run.name,
    id: run.id,
    job_id: isJob ? run.id : undefined,
    app: run.app,
    state: run.conclusion ?? run.status,
  }
  output.data('check-run', attributes, lines.filter((line) => line !== '').join('\n') || '(no output)')
}

function writeMatches(lines: readonly string[], search: string, page: number, output: PromptData): void {
  const lowerSearch = search.toLowerCase()
  const near = new Set<number>()
  let count = 0
  for (const [index, line] of lines.entries()) {
    if (!line.toLowerCase().includes(lowerSearch)) continue
    count += 1
    for (let each = index - CONTEXT_LINES; each <= index + CONTEXT_LINES; each += 1) near.add(each)
  }
  const matches = lines.flatMap((line, index) =>
    near.has(index) ? [`${near.has(index - 1) ? '' : '…\n'}${index + 1}: ${line}`] : [],
  )
  const { text, pages } = textPage(matches.join('\n'), LOG_PAGE, page)
  if (count === 0) output.note('No line contains that text.')
  else output.data('log', { lines_found: count }, output.code(text, LOG_PAGE))
  if (pages > 1) output.note(`Page ${page} of ${pages}.`)
}
