import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ReviewThread } from '../../src/github/api/reviews.ts'
import { commentMarkerLine } from '../../src/github/comment-marker.ts'
import { parsePatch } from '../../src/github/patch-rows.ts'
import { locateLines } from '../../src/github-tools/diff-lines.ts'
import type { HeadFiles, ProposedFinding } from '../../src/review/earlier-findings.ts'
import { type EarlierFinding, earlierFinding, newFinding, storedFinding } from '../../src/review/finding.ts'
import { deletedFindings, findingRecords } from '../../src/review/read-findings.ts'
import { allOurs, confirming } from '../github/own-text-fixture.ts'

export const BOT = 'github-actions[bot]'
export const KEY = 'review.0123456789ab'

const CART = `import { db } from './db.ts'

export function total(items) {
  let sum = 0
  for (let i = 0; i <= items.length; i++) {
    sum += items[i].price
  }
  return sum
}

export function discount(user, sum) {
  if (user.level = 'gold') {
    return sum * 0.8
  }
  return sum
}

export async function save(cart) {
  const query = 'INSERT INTO carts VALUES (' + cart.id + ')'
  await db.run(query)
  return cart.id
}

export async function load(id) {
  const query = 'SELECT * FROM carts WHERE id = ' + id
  return db.get(query)
}
`

/** The findings of the first review: their first and last lines in the file, and their category. */
const FIRST = {
  loop: ['for (let i = 0; i <= items.length; i++) {', 1, 'correctness'],
  gold: [`if (user.level = 'gold') {`, 1, 'correctness'],
  insert: ["const query = 'INSERT", 2, 'security'],
  select: ["const query = 'SELECT", 2, 'security'],
} as const
export type Named = keyof typeof FIRST
export const NAMES = Object.keys(FIRST) as Named[]

/** A pull request in a real repository, from its first review to the next one. */
export type History = ReturnType<typeof openHistory>

export function openHistory() {
  prepared ??= prepare()
  const folder = newFolder()
  cpSync(prepared.folder, folder, { recursive: true })
  return { ...historyIn(folder), findings: copyOf(prepared.findings), [Symbol.dispose]: () => remove(folder) }
}

const copyOf = (findings: ReadonlyMap<Named, EarlierFinding>) =>
  new Map(
    [...findings].map(([name, { ownTexts, ...finding }]) => [name, { ...structuredClone(finding), ownTexts }] as const),
  )

let prepared: ReturnType<typeof prepare> | undefined
const newFolder = () => mkdtempSync(join(tmpdir(), 'sluice-history-'))
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** The first review; made once and copied, because git processes are slow. */
function prepare() {
  const folder = newFolder()
  process.once('exit', () => remove(folder))
  const { git, write, commit, earlier } = historyIn(folder)
  git('init', '-q', '-b', 'main')
  write('src/db.ts', 'export const db = open()\n')
  write('README.md', '# Cart\n')
  commit('base')
  git('checkout', '-q', '-b', 'topic')
  write('src/cart.ts', CART)
  commit('cart')
  const findings = new Map(NAMES.map((name) => [name, earlier(name)]))
  git('tag', 'first')
  return { folder, findings }
}

function historyIn(folder: string) {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_SYSTEM: devNull,
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b.c',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b.c',
  }
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const commit = (message = 'change') => {
    git('add', '-A')
    git('commit', '-q', '--allow-empty', '-m', message)
  }
  const edit = (path: string, from: string, to: string) => {
    const text = read(path)
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`)
    write(
      path,
      text.replace(from, () => to),
    )
  }
  const patchOf = (path: string) => {
    const diff = git('diff', '-M', 'main...HEAD', '--', path)
    return diff.slice(Math.max(0, diff.indexOf('\n@@') + 1))
  }
  /** A finding as the tool makes it, on the lines that begin with a text. */
  const propose = (path: string, start: string, count: number, category: string): ProposedFinding => {
    const lines = read(path).split('\n')
    const first = lines.findIndex((line) => line.trim().startsWith(start)) + 1
    const last = first + count - 1
    const located = locateLines(parsePatch(patchOf(path)), { start_line: first, line: last })
    if (!located.ok) throw new Error(located.reason)
    return { path, start: first, line: last, record: newFinding(path, { category, severity: 'high' }, located) }
  }
  const earlier = (name: Named): EarlierFinding => {
    const [start, count, category] = FIRST[name]
    const { record, line, path } = propose('src/cart.ts', start, count, category)
    const details = storedFinding(record, { commit: git('rev-parse', 'HEAD').trim(), line })
    const body = `${commentMarkerLine({ kind: 'remark', key: KEY, details })}\n**Problem ${name}** _high_\n\nIt is wrong.`
    const thread: ReviewThread = {
      id: `T-${name}`,
      path,
      line,
      startLine: undefined,
      side: 'RIGHT',
      isResolved: false,
      isOutdated: false,
      commentCount: 1,
      comments: [commentOf(BOT, body)],
    }
    const finding = earlierFinding(thread, allOurs)
    if (finding === undefined) throw new Error('The marker was not read.')
    return finding
  }
  const head = (): HeadFiles => {
    const renames = new Map<string, string>()
    const paths: string[] = []
    // Against the first review and against the base: a rename shows in one of them.
    for (const range of ['first', 'main...HEAD'])
      for (const row of git('diff', '-M', '--name-status', ...(range === 'first' ? ['first', 'HEAD'] : [range]))
        .split('\n')
        .filter(Boolean)) {
        const [status = '', from = '', to = from] = row.split('\t')
        if (status.startsWith('R')) renames.set(from, to)
        if (status !== 'D') paths.push(to)
      }
    return {
      text: (path) => {
        try {
          return git('show', `HEAD:${path}`)
        } catch {
          return undefined
        }
      },
      renamed: (path) => renames.get(path),
      paths: [...new Set(paths)],
    }
  }
  return {
    git,
    read,
    write,
    commit,
    edit,
    propose,
    earlier,
    head,
    move: (from: string, to: string) => renameSync(join(folder, from), join(folder, to)),
  }
}

export const commentOf = (author: string, body: string): ReviewThread['comments'][number] => ({
  id: 1,
  author,
  body,
  createdAt: '2026-01-05T09:00:00Z',
  editedAt: undefined,
  isHidden: false,
})

/** What later reviews know of a finding whose comment a person deleted: the record in the body of its review. */
export async function deletedFinding(finding: EarlierFinding): Promise<EarlierFinding> {
  const { path, commit, originalLine: line = 0 } = finding
  const records = findingRecords([{ record: finding, path, side: 'RIGHT', line }], { key: KEY, commit })
  const body = [commentMarkerLine({ kind: 'review', key: KEY, by: '1.1' }), ...records, '1 inline comment.'].join('\n')
  const review = {
    id: 1,
    nodeId: 'R',
    author: BOT,
    state: 'COMMENTED',
    body,
    url: '',
    createdAt: '2026-01-05T09:00:00Z',
  }
  const [deleted] = await deletedFindings([review], new Set(), confirming(BOT))
  if (deleted === undefined) throw new Error('The record was not read.')
  return deleted
}

/** Our reply that records what became of a finding. */
export const recorded = (state: 'fixed' | 'regressed', details: Record<string, string | undefined> = { st: state }) =>
  commentOf(BOT, `${commentMarkerLine({ kind: 'reply', key: KEY, details })}\nFixed.`)
