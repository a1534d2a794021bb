import { isUtf8 } from 'node:buffer'
import * as z from 'zod'
import type { RepositoryContent } from '../github/api/code.ts'
import { MAX_COMPARED_FILES } from '../github/api/github.ts'
import { refProblem } from '../github/branch-name.ts'
import { countGroups, type GroupedFile, groupChangedFiles, readChangedFiles } from '../github/context/changed-files.ts'
import { INCOMPLETE_COMPARISON } from '../github/context/context.ts'
import { DIFF_PAGE, describeFile, diffAttributes, diffPages, missingPatchReason } from '../github/context/diff.ts'
import { isInPrompt, markShown } from '../github/context/diff-coverage.ts'
import type { PromptData } from '../github/context/prompt-data.ts'
import type { Task } from '../github/events/task.ts'
import { numberLines } from '../github/patch-rows.ts'
import { recordDiff, recordLines, withoutNumbers } from '../github/shown-lines.ts'
import { textPage } from '../text/format-text.ts'
import type { Tool } from '../tools/tool.ts'
import {
  commitOfTask,
  type DefineReadTool,
  type IsRepeated,
  listPage,
  numberedToolDefiner,
  pageParameter,
  type ReadGitHub,
  standsAbove,
  writePageNumbers,
} from './read-tool.ts'

const FILE_PAGE = 20_000
/** The number of paths on a page. */
const FILES_PAGE = 50
/** Larger files are not fetched. */
const MAX_FILE_BYTES = 5_000_000
const MAX_MESSAGE_CHARACTERS = 2_000

const numberParameter = z
  .int()
  .min(1)
  .optional()
  .describe("Number of the pull request. Default: the number of this run's pull request.")

/** The tools that read diffs, files and commits. */
export function codeReadTools(
  task: Task,
  github: ReadGitHub,
  defineReadTool: DefineReadTool,
  isRepeated: IsRepeated,
): Tool[] {
  const defineNumberedTool = numberedToolDefiner(task, defineReadTool)
  const isNewInPrompt = async (path: string, ref: string) => {
    if (task.kind !== 'pull_request' || task.number === undefined || ref !== commitOfTask(task)) return false
    const { files } = await readDiff({ number: task.number }, task, github)
    return files.some((file) => file.path === path && file.status === 'added' && isInPrompt(file))
  }
  return [
    defineReadTool({
      name: 'get_diff',
      description:
        'Reads the diff of a pull request, or of two branches, tags or commits from their merge base on, page by page or of one file. Each line begins with its number and "|": in the new file, or in the old one for removed lines.',
      needs: 'pull-requests: read',
      input: z.object({
        number: numberParameter,
        base: z.string().optional().describe('Branch, tag or commit to compare with, instead of a pull request.'),
        head: z.string().optional().describe("Branch, tag or commit with the changes. Default: this run's commit."),
        path: z.string().optional().describe('Only this file.'),
        page: pageParameter,
      }),
      async read({ path, page = 1, ...requested }, output) {
        const subject = diffSubject(requested, task)
        if (typeof subject === 'string') return subject
        const { files: all, note } = await readDiff(subject, task, github)
        if (note !== undefined) output.note(note)
        const files = path === undefined ? all : all.filter((file) => file.path === path || file.previousPath === path)
        if (files.length === 0 && path !== undefined)
          return `${JSON.stringify(path)} is not part of the diff.${'number' in subject ? ' github__list_files lists its files.' : ''}`
        if (files.length === 0) output.note('No files are changed.')
        const pages = diffPages(files)
        const isOwn = 'number' in subject && subject.number === task.number
        const paths = (pages[page - 1] ?? []).flatMap(({ file }) => (isOwn && isInPrompt(file) ? [file.path] : []))
        if (paths.length > 0 && paths.length === pages[page - 1]?.length && isRepeated(`diff ${paths.join('\n')}`))
          return void output.note(standsAbove(path === undefined ? 'This part of the diff' : 'The diff of this file'))
        for (const { file, patch, ...part } of pages[page - 1] ?? []) {
          output.data(
            'diff',
            diffAttributes(file),
            patch === undefined ? `(no diff: ${missingPatchReason(file)})` : output.code(patch, DIFF_PAGE),
          )
          if (patch === undefined) continue
          recordDiff(file, patch, github)
          markShown(file, part)
        }
        writePageNumbers(output, page, pages.length)
      },
    }),
    defineNumberedTool({
      name: 'list_files',
      description:
        'Lists the files that a pull request changes, 50 a page, with the number of lines added and removed.',
      needs: 'pull-requests: read',
      input: z.object({ number: numberParameter, page: pageParameter }),
      async read(number, { page = 1 }, output) {
        const { files, note } = await readDiff({ number }, task, github)
        if (note !== undefined) output.note(note)
        if (number === task.number && files.length > 0 && files.every(isInPrompt) && isRepeated('files'))
          return void output.note(standsAbove('The diff of each changed file'))
        const { items, pages } = listPage(files, FILES_PAGE, page)
        if (items.length === 0) return void output.note(page > 1 ? 'There is no such page.' : 'No files are changed.')
        if (page === 1 && pages > 1) output.note(`${files.length} files are changed: ${countGroups(files)}.`)
        output.data('changed-files', { files: items.length }, items.map(describeFile).join('\n'))
        writePageNumbers(output, page, pages)
      },
    }),
    defineReadTool({
      name: 'list_commits',
      description:
        'Lists the commits of a pull request, oldest first, or the history of a ref, newest first, 50 a page.',
      needs: 'contents: read',
      input: z.object({
        number: numberParameter,
        ref: z.string().optional().describe('Branch, tag or commit, instead of a pull request.'),
        path: z.string().optional().describe('Only commits that change this file or folder. Not combined with number.'),
        page: pageParameter,
      }),
      async read({ number: requestedNumber, ref, path, page = 1 }, output) {
        const problem = ref === undefined ? undefined : refProblem(ref)
        if (problem !== undefined) return problem
        const taskNumber = task.kind === 'pull_request' ? task.number : undefined
        const pull = ref === undefined && path === undefined ? (requestedNumber ?? taskNumber) : undefined
        const { items, pages } =
          pull === undefined
            ? await github.commits(ref ?? commitOfTask(task), path, page)
            : await github.pullCommits(pull, page)
        if (items.length === 0) return void output.note(page > 1 ? 'There is no such page.' : 'There are no commits.')
        for (const { sha, message, author, date } of items)
          output.data(
            'commit',
            { sha, author, date },
            output.code(message, MAX_MESSAGE_CHARACTERS, `with github__get_commit and sha ${sha}`),
          )
        writePageNumbers(output, page, pages)
      },
    }),
    defineReadTool({
      name: 'get_file',
      description:
        "Reads a file or folder at a commit, branch or tag. Default: the pull request's head. Each line begins with its number and '|'. For the working copy, read_file is faster.",
      needs: 'contents: read',
      input: z.object({
        path: z.string().describe('Path from the root of the repository.'),
        ref: z.string().optional(),
        page: pageParameter,
      }),
      async read({ path: requestedPath, ref = commitOfTask(task), page = 1 }, output) {
        const path = requestedPath.replace(/^(?:\.?\/)+|\/+$/g, '')
        const problem = refProblem(ref) ?? repositoryPathProblem(path)
        if (problem !== undefined) return problem
        if ((await isNewInPrompt(path, ref)) && isRepeated(`file ${path}`))
          return void output.note(standsAbove('This file is new: its diff, which is all of it,'))
        const content = await github.content(path, ref)
        await writeContent({ path, ref, content, page }, github, output)
      },
    }),
  ]
}

type DiffRequest = { number?: number; base?: string; head?: string }
type DiffSubject = { number: number } | { base: string; head: string }

/** What to compare, or the reason why the arguments do not say so. */
function diffSubject({ number, base, head }: DiffRequest, task: Task): DiffSubject | string {
  if (number !== undefined && (base !== undefined || head !== undefined)) return 'Give either number, or base and head.'
  const { compared } = task
  if (base === undefined && head === undefined) {
    const subject = number ?? task.number
    if (subject !== undefined) return { number: subject }
    return compared ?? 'This run is not about a pull request: give a number, or base and head.'
  }
  const from = base ?? task.base?.sha ?? compared?.base ?? task.defaultBranch
  if (from === undefined) return 'Give base, too.'
  const refs = { base: from, head: head ?? compared?.head ?? commitOfTask(task) }
  return refProblem(refs.base) ?? refProblem(refs.head) ?? refs
}

/** The change up to the event's commit for the task's pull request, the current diff for others. */
async function readDiff(
  subject: DiffSubject,
  { number: taskNumber, base, head }: Task,
  github: ReadGitHub,
): Promise<{ files: GroupedFile[]; note?: string }> {
  if ('base' in subject) {
    const { mergeBase, files } = await github.compare(subject.base, subject.head)
    const grouped = await groupChangedFiles(files, mergeBase, github)
    return { files: grouped, note: files.length < MAX_COMPARED_FILES ? undefined : INCOMPLETE_COMPARISON }
  }
  const commits = subject.number === taskNumber ? { base: base?.sha, head: head?.sha } : {}
  const { files, missing } = await readChangedFiles({ number: subject.number, ...commits }, github)
  return { files, note: missing }
}

/** The path becomes part of a URL, in which `.` and `..` would change the address. */
export const repositoryPathProblem = (path: string): string | undefined =>
  path.split('/').some((part) => part === '.' || part === '..') || /\p{Cc}/u.test(path)
    ? `${JSON.stringify(path)} is not a valid path from the root of the repository.`
    : undefined

type FileRequest = { path: string; ref: string; content: RepositoryContent; page: number }

async function writeContent(
  { path, ref, content, page }: FileRequest,
  github: ReadGitHub,
  output: PromptData,
): Promise<void> {
  switch (content.kind) {
    case 'folder': {
      const lines = content.entries.map(({ name, kind, size }) =>
        kind === 'dir'
          ? `[DIR] ${JSON.stringify(name)}`
          : `${JSON.stringify(name)} (${kind === 'file' ? `${size} bytes` : kind})`,
      )
      return void output.data('folder', { path, ref }, lines.join('\n'))
    }
    case 'other':
      return void output.note(`${path} is a ${content.type}, which has no text.`)
    case 'file': {
      if (content.size > MAX_FILE_BYTES)
        return void output.note(`${path} is too large for this tool (${content.size} bytes).`)
      const bytes = content.bytes ?? Buffer.from(await github.blob(content.blob))
      if (!isUtf8(bytes) || bytes.includes(0)) return void output.note(`${path} is binary (${content.size} bytes).`)
      const numbered = numberLines(output.code(bytes.toString('utf8'), MAX_FILE_BYTES))
      const { text, pages } = textPage(numbered, FILE_PAGE, page)
      recordLines(path, 'file', text, github)
      output.data('file', { path, ref, bytes: content.size }, text)
      writePageNumbers(output, page, pages)
    }
  }
}

/** A call that names a file, and those of its parameters that are lines of it. */
type FileEdit = { path: string; texts: readonly string[] }

const ONE_FILE: FileEdit = { path: 'path', texts: ['content'] }

/** The tools that take lines of files. `list`: the parameter that has several files. */
const EDITS: Readonly<Record<string, FileEdit & { list?: string }>> = {
  replace: { path: 'file_path', texts: ['old_string', 'new_string'] },
  write_file: { path: 'file_path', texts: ['content'] },
  github__create_or_update_file: ONE_FILE,
  github__push_files: { ...ONE_FILE, list: 'files' },
}

/**
 * The tools, whose edits leave out the numbers that the model copied with the lines. What a rule judges has none either. `roots`: the
 * folders that an absolute path of the repository starts with.
 */
export const withPlainEdits = (
  tools: readonly Tool[],
  github: Pick<ReadGitHub, 'repo'>,
  roots: readonly string[] = [],
): Tool[] => {
  const plain = (path: string, text: string) => {
    const root = roots.find((each) => /^[\\/]/.test(path.slice(each.length)) && path.startsWith(each))
    return withoutNumbers(root === undefined ? path : path.slice(root.length + 1), text, github)
  }
  return tools.map((tool) => {
    const edit = tool.server === undefined || tool.server === 'github' ? EDITS[tool.name] : undefined
    return edit === undefined ? tool : withPlainLines(tool, edit, plain)
  })
}

function withPlainLines(
  tool: Tool,
  edit: FileEdit & { list?: string },
  plainText: (path: string, text: string) => string,
): Tool {
  const { path, texts, list } = edit
  const plainFile = (file: Record<string, unknown>) => {
    const quoted = texts.length > 1 ? file[texts[0] ?? ''] : undefined
    // Who quotes lines without numbers writes new ones without them, too: rows of a table may begin like that.
    if (typeof quoted === 'string' && quoted !== '' && plainText(String(file[path]), quoted) === quoted) return file
    const plain = texts.flatMap((name) => {
      const text = file[name]
      return typeof text === 'string' ? [[name, plainText(String(file[path]), text)]] : []
    })
    return { ...file, ...Object.fromEntries(plain) }
  }
  return {
    ...tool,
    variant: tool.variant && ((alias) => withPlainLines(tool.variant?.(alias) ?? tool, edit, plainText)),
    parse(args) {
      const parsed = tool.parse(args)
      if (!parsed.ok) return parsed
      const files = list === undefined ? undefined : parsed.args[list]
      if (list === undefined || !Array.isArray(files)) return { ok: true, args: plainFile(parsed.args) }
      return { ok: true, args: { ...parsed.args, [list]: files.map(plainFile) } }
    },
  }
}
