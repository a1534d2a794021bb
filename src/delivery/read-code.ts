import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import type { DiffFile } from '../github/answers.ts'
import { changedBetween } from '../github/compared.ts'
import { describeFile, diffFacts, whyNoPatch } from '../github/context.ts'
import type { Page } from '../github/page.ts'
import type { Task } from '../github/task.ts'
import type { Tool } from '../tools/tool.ts'
import {
  type Look,
  lookAtNumber,
  notePages,
  ownCommit,
  pageParameter,
  type ReadGitHub,
  sliceText,
  whyNoRef,
} from './look.ts'

const DIFF_PAGE = 40_000
const FILE_PAGE = 20_000
/** Larger files are not fetched to be read page by page. */
const MOST_FILE_BYTES = 5_000_000
const MESSAGE = 2_000

const number = z.int().min(1).optional().describe("Number of the pull request; default: the run's own.")

/** What is in the code: diff, files, commits. */
export function codeTools(task: Task, github: ReadGitHub, look: Look): Tool[] {
  const about = lookAtNumber(task, look)
  return [
    about({
      name: 'get_diff',
      description: "Reads a pull request's diff, all of it page by page or one file's.",
      needs: 'pull-requests: read',
      input: z.object({ number, path: z.string().optional().describe('Only this file.'), page: pageParameter }),
      async read(number, { path, page: nth = 1 }, page) {
        const all = await diffOf(number, task, github)
        const files = path === undefined ? all : all.filter((file) => file.path === path || file.previousPath === path)
        if (files.length === 0 && path !== undefined)
          return `${JSON.stringify(path)} is not part of the diff; github__list_files has the names.`
        if (files.length === 0) page.note('No files are changed.')
        const pages = pagesOf(files)
        for (const { file, patch } of pages[nth - 1] ?? [])
          page.data(
            'diff',
            diffFacts(file),
            patch === undefined ? `(no diff: ${whyNoPatch(file)})` : page.code(patch, DIFF_PAGE),
          )
        notePages(page, nth, pages.length)
      },
    }),
    about({
      name: 'list_files',
      description: 'Lists the files a pull request changes, 50 a page, with the number of lines added and removed.',
      needs: 'pull-requests: read',
      input: z.object({ number, page: pageParameter }),
      async read(number, { page: nth = 1 }, page) {
        const { items, pages } = await github.filesPage(number, nth)
        if (items.length === 0) return void page.note(nth > 1 ? 'There is no such page.' : 'No files are changed.')
        page.data('changed-files', { files: items.length }, items.map(describeFile).join('\n'))
        notePages(page, nth, pages)
      },
    }),
    look({
      name: 'list_commits',
      description:
        'Lists commits: of a pull request, oldest first, or those that lead to a ref, newest first; 50 a page.',
      needs: 'contents: read',
      input: z.object({
        number,
        ref: z.string().optional().describe('Branch, tag or commit, instead of a pull request.'),
        path: z.string().optional().describe('Only commits that touch this file or folder; needs no number.'),
        page: pageParameter,
      }),
      async read({ number: wanted, ref, path, page: nth = 1 }, page) {
        const mistake = ref === undefined ? undefined : whyNoRef(ref)
        if (mistake !== undefined) return mistake
        const own = task.about === 'pull_request' ? task.number : undefined
        const pull = ref === undefined && path === undefined ? (wanted ?? own) : undefined
        const { items, pages } =
          pull === undefined
            ? await github.commits(ref ?? ownCommit(task), path, nth)
            : await github.pullCommits(pull, nth)
        if (items.length === 0) return void page.note(nth > 1 ? 'There is no such page.' : 'There are no commits.')
        for (const { sha, message, author, date } of items)
          page.data('commit', { sha, author, date }, page.code(message, MESSAGE))
        notePages(page, nth, pages)
      },
    }),
    look({
      name: 'get_file',
      description:
        "Reads a file or folder at any commit, branch or tag; default: the pull request's head. The working copy is read faster with read_file.",
      needs: 'contents: read',
      input: z.object({
        path: z.string().describe('Path from the root of the repository.'),
        ref: z.string().optional(),
        page: pageParameter,
      }),
      async read({ path: given, ref = ownCommit(task), page: nth = 1 }, page) {
        const path = given.replace(/^(?:\.?\/)+|\/+$/g, '')
        const mistake = whyNoRef(ref) ?? whyNoPath(path)
        if (mistake !== undefined) return mistake
        await writeContent(path, ref, nth, github, page)
      },
    }),
  ]
}

/** The commits the event names for the run's own pull request, what it has now for others. */
async function diffOf(wanted: number, { number: own, base, head }: Task, github: ReadGitHub): Promise<DiffFile[]> {
  const bound = wanted === own && base && head ? await changedBetween(base.sha, head.sha, github) : undefined
  return bound ?? github.files(wanted)
}

type Piece = { file: DiffFile; patch: string | undefined }

/** Whole files together while there is room; a file that is longer than a page goes on over several. */
function pagesOf(files: readonly DiffFile[]): Piece[][] {
  const pages: Piece[][] = []
  let room = 0
  for (const file of files) {
    const { patch } = file
    const count = patch === undefined ? 1 : sliceText(patch, DIFF_PAGE, 1).pages
    for (let nth = 1; nth <= count; nth += 1) {
      const piece = patch === undefined ? undefined : sliceText(patch, DIFF_PAGE, nth).shown
      const size = (piece ?? '').length + 200
      if (size > room) {
        pages.push([])
        room = DIFF_PAGE + 200
      }
      pages.at(-1)?.push({ file, patch: piece })
      room -= size
    }
  }
  return pages
}

/** A URL is built from it, and one with dots for folders would lead elsewhere. */
const whyNoPath = (path: string): string | undefined =>
  path.split('/').some((part) => part === '.' || part === '..') || /\p{Cc}/u.test(path)
    ? `${JSON.stringify(path)} is no path from the root of the repository.`
    : undefined

async function writeContent(path: string, ref: string, nth: number, github: ReadGitHub, page: Page): Promise<void> {
  const content = await github.content(path, ref)
  switch (content.kind) {
    case 'folder': {
      const lines = content.entries.map(({ name, kind, size }) =>
        kind === 'dir'
          ? `[DIR] ${JSON.stringify(name)}`
          : `${JSON.stringify(name)} (${kind === 'file' ? `${size} bytes` : kind})`,
      )
      return void page.data('folder', { path, ref }, lines.join('\n'))
    }
    case 'other':
      return void page.note(`${path} is a ${content.what}, which holds no text of its own.`)
    case 'file': {
      if (content.size > MOST_FILE_BYTES)
        return void page.note(`${path} has ${content.size} bytes, too many to be read here.`)
      const bytes = content.bytes ?? Buffer.from(await github.blob(content.blob))
      if (!isUtf8(bytes) || bytes.includes(0)) return void page.note(`${path} is binary (${content.size} bytes).`)
      const { shown, pages } = sliceText(page.code(bytes.toString('utf8'), MOST_FILE_BYTES), FILE_PAGE, nth)
      page.data('file', { path, ref, bytes: content.size }, shown)
      notePages(page, nth, pages)
    }
  }
}
