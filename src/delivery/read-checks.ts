import { z } from 'zod'
import type { CheckRun } from '../github/code-calls.ts'
import { logLines } from '../github/log-lines.ts'
import { oneLine, type Page } from '../github/page.ts'
import type { Task } from '../github/task.ts'
import type { Tool } from '../tools/tool.ts'
import { type Look, ownCommit, pageParameter, type ReadGitHub, sliceText, whyNoRef } from './look.ts'

const RUNS_A_PAGE = 50
/** Of how many failed runs the annotations are fetched with the list, and how many of each are shown. */
const ANNOTATED = 5
const ANNOTATIONS = 15
const MOST = { summary: 2_000, message: 600 }
/** The end of a log is where it failed; what lies further back than this is not fetched. */
const LOG_BYTES = 4_000_000
const LOG_PAGE = 20_000
const AROUND = 3

/** What became of the code: check runs and the logs of jobs. */
export function checkTools(task: Task, github: ReadGitHub, look: Look): Tool[] {
  return [
    look({
      name: 'get_check_runs',
      description:
        'Lists the check runs of a commit, failed ones first with their annotations; the ids of jobs are for github__get_job_log.',
      needs: 'checks: read',
      input: z.object({
        ref: z.string().optional().describe("Commit, branch or tag; default: the pull request's head."),
        page: pageParameter,
      }),
      async read({ ref = ownCommit(task), page: nth = 1 }, page) {
        const mistake = whyNoRef(ref)
        if (mistake !== undefined) return mistake
        const { items, total } = await github.checkRuns(ref, nth)
        if (items.length === 0) return void page.note(nth > 1 ? 'There is no such page.' : `No checks ran on ${ref}.`)
        const sorted = items.toSorted((a, b) => Number(isBad(b)) - Number(isBad(a)))
        const annotated = sorted.filter((run) => isBad(run) && run.annotations > 0).slice(0, ANNOTATED)
        for (const run of sorted) await writeRun(run, annotated.includes(run), github, page)
        if (total > nth * RUNS_A_PAGE) page.note(`There is more: page ${nth + 1}.`)
      },
    }),
    look({
      name: 'get_job_log',
      description:
        'Reads the log of a job, from its end: page 1 is the last part. With `search` only the lines that hold the text, with what stands around them.',
      needs: 'actions: read',
      input: z.object({
        job_id: z.int().min(1).describe('Id of the job, as github__get_check_runs tells it.'),
        search: z.string().optional().describe('Text to look for, regardless of case.'),
        page: pageParameter,
      }),
      async read({ job_id, search, page: nth = 1 }, page) {
        const { text, bytes } = await github.jobLog(job_id, LOG_BYTES)
        const cut = bytes > LOG_BYTES
        const lines = logLines(cut ? text.slice(text.indexOf('\n') + 1) : text)
        if (cut) page.note(`The log has ${bytes} bytes; only the last ${LOG_BYTES} of them can be read.`)
        if (search !== undefined && search !== '') return void writeMatches(lines, search, nth, page)
        const { pages } = sliceText(lines.join('\n'), LOG_PAGE, 1)
        const { shown } = sliceText(lines.join('\n'), LOG_PAGE, pages - nth + 1)
        if (nth > pages) return void page.note(`There is no page ${nth}; page ${pages} is the beginning.`)
        page.data('log', { job: job_id }, page.code(shown, LOG_PAGE))
        if (pages > 1) page.note(`Page ${nth} of ${pages}, counted from the end.`)
      },
    }),
  ]
}

const BAD = new Set(['failure', 'timed_out', 'cancelled', 'action_required', 'startup_failure'])
const isBad = ({ conclusion }: CheckRun) => conclusion !== undefined && BAD.has(conclusion)

async function writeRun(run: CheckRun, annotated: boolean, github: ReadGitHub, page: Page): Promise<void> {
  const text = [run.title, run.summary].filter((part) => part.trim() !== '').join('\n')
  const lines = [text === '' ? '' : await page.prose(text, MOST.summary)]
  if (annotated) {
    const found = await github.annotations(run.id)
    for (const { path, line, level, title, message } of found.slice(0, ANNOTATIONS))
      lines.push(
        `${level} ${oneLine(path)}:${line} ${oneLine(page.code([title, message].filter(Boolean).join(': '), MOST.message))}`,
      )
    if (run.annotations > ANNOTATIONS) lines.push(`(${run.annotations - ANNOTATIONS} more annotations)`)
  }
  const isJob = run.app === 'github-actions'
  const facts = {
    name: run.name,
    id: run.id,
    job_id: isJob ? run.id : undefined,
    app: run.app,
    state: run.conclusion ?? run.status,
  }
  page.data('check-run', facts, lines.filter((line) => line !== '').join('\n') || '(says nothing)')
}

function writeMatches(lines: readonly string[], search: string, nth: number, page: Page): void {
  const wanted = search.toLowerCase()
  const near = new Set<number>()
  let count = 0
  for (const [at, line] of lines.entries()) {
    if (!line.toLowerCase().includes(wanted)) continue
    count += 1
    for (let around = at - AROUND; around <= at + AROUND; around += 1) near.add(around)
  }
  const shown = lines.flatMap((line, at) =>
    near.has(at) ? [`${near.has(at - 1) ? '' : '…\n'}${at + 1}: ${line}`] : [],
  )
  const { shown: text, pages } = sliceText(shown.join('\n'), LOG_PAGE, nth)
  if (count === 0) page.note('No line holds that text.')
  else page.data('log', { lines_found: count }, page.code(text, LOG_PAGE))
  if (pages > 1) page.note(`Page ${nth} of ${pages}.`)
}
