import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { startGitHub } from '../../../src/emulators/github/github.ts'
import { pull } from '../../../src/emulators/github/world.ts'
import { connectGitHub } from '../../../src/github/api/github.ts'
import { withRunCache } from '../../../src/github/cached-client.ts'
import { fetchContext } from '../../../src/github/context/context.ts'
import type { Task } from '../../../src/github/events/task.ts'
import { skipPathsReason } from '../../../src/github/events/trigger-rules.ts'
import { parsePatch } from '../../../src/github/patch-rows.ts'
import { readTools } from '../../../src/github-tools/read-tools.ts'
import type { Tool } from '../../../src/tools/tool.ts'
import { hastyClock } from '../../fakes/clock.ts'
import { sample } from '../../sample.ts'
import { resultText } from '../../tools/tool-harness.ts'
import { childEnv, preparedRepository } from '../repository.ts'

const NONCE = '7f3a9c'

const lines = (name: string, count = 30) => Array.from({ length: count }, (_, at) => `${name} ${at + 1}\n`).join('')

/** `main` and, from it, `topic`, which changes two files. The first review is of that. */
const prepared = preparedRepository(async (repository) => {
  const base = await repository.commit({ 'a.ts': lines('a'), 'b.ts': lines('b'), 'main.ts': lines('main') })
  await repository.git('switch', '--quiet', '-c', 'topic')
  const first = await repository.commit({
    'a.ts': lines('a').replace('a 5\n', 'a five\nguard(a)\nuse(a)\n'),
    'new.ts': lines('new', 12),
  })
  return { base, first }
})

type History = {
  git(...args: string[]): string
  write(branch: string, files: Record<string, string>): string
  base: string
  first: string
}

/** What became of the pull request. `event`: the head in the event; else the head now. */
type Outcome = {
  event?: string
  baseRef?: string
  merged?: boolean
  state?: 'closed'
  isGone?: boolean
  before?: string
}

const onMain = (at: History, text = 'main one') =>
  at.write('main', { 'main.ts': lines('main').replace('main 1', text), 'b.ts': lines('b').replace('b 29', 'b nine') })
const onTopic = (at: History) => at.write('topic', { 'new.ts': lines('new', 12).replace('new 7', 'new seven') })

function takeBackGuard(at: History): Outcome {
  at.write('topic', { 'a.ts': lines('a').replace('a 5\n', 'a five\nuse(a)\n') })
  return {}
}

function changeWithoutLines(at: History): Outcome {
  at.write('topic', { 'empty.ts': '', 'logo.png': '\0\x01' })
  at.git('mv', 'b.ts', 'moved.ts')
  at.git('update-index', '--chmod=+x', 'main.ts')
  at.git('update-index', '--add', '--cacheinfo', `160000,${at.base},sub`)
  at.git('commit', '-qm', 'kinds')
  at.git('reset', '-q', '--hard')
  return {}
}

/** The same, and files whose lines GitHub does not show: one becomes a link, and one is too large. */
function hideLines(at: History): Outcome {
  changeWithoutLines(at)
  at.write('topic', { 'target.txt': 'new.ts', 'big.ts': 'line\n'.repeat(20_001) })
  at.git('update-index', '--cacheinfo', `120000,${at.git('rev-parse', 'HEAD:target.txt')},a.ts`)
  at.git('commit', '-qm', 'link')
  at.git('reset', '-q', '--hard')
  return {}
}

const HISTORIES: Record<string, (at: History) => Outcome> = {
  'nothing happened': () => ({}),
  'the base went on': (at) => {
    onMain(at)
    return {}
  },
  'the author merged the base': (at) => {
    onMain(at)
    at.git('checkout', '-q', 'topic')
    at.git('merge', '-q', 'main', '-m', 'merge')
    return {}
  },
  'update branch, then a commit': (at) => {
    onMain(at)
    at.git('checkout', '-q', 'topic')
    at.git('merge', '-q', '--no-ff', 'main', '-m', "Merge branch 'main' into topic")
    onTopic(at)
    return {}
  },
  'the base was merged twice, and went on': (at) => {
    onMain(at)
    at.git('checkout', '-q', 'topic')
    at.git('merge', '-q', 'main', '-m', 'one')
    onMain(at, 'main uno')
    at.git('checkout', '-q', 'topic')
    at.git('merge', '-q', 'main', '-m', 'two')
    onMain(at, 'main eins')
    return {}
  },
  'a conflict was resolved': (at) => {
    at.write('main', { 'a.ts': lines('a').replace('a 5\n', 'a FIVE\n').replace('a 20', 'a twenty') })
    at.git('checkout', '-q', 'topic')
    try {
      at.git('merge', '-q', 'main', '-m', 'merge')
    } catch {
      // the conflict
    }
    at.write('topic', { 'a.ts': lines('a').replace('a 5\n', 'a FIVE five\n').replace('a 20', 'a twenty') })
    return {}
  },
  'a commit of the base was cherry-picked': (at) => {
    const picked = onMain(at)
    at.git('checkout', '-q', 'topic')
    at.git('cherry-pick', picked)
    return {}
  },
  'the pull request has another base now': (at) => {
    at.git('checkout', '-q', '-b', 'release', at.base)
    at.write('release', { 'b.ts': lines('b').replace('b 2\n', 'b two\n') })
    at.git('checkout', '-q', 'topic')
    at.git('merge', '-q', 'release', '-m', 'release')
    return { baseRef: 'release' }
  },
  'the base of a stack was merged': (at) => {
    at.git('checkout', '-q', '-b', 'lower', at.base)
    at.write('lower', { 'b.ts': lines('b').replace('b 3\n', 'b three\n') })
    at.git('checkout', '-q', 'topic')
    at.git('merge', '-q', 'lower', '-m', 'onto lower')
    at.git('checkout', '-q', 'main')
    at.git('merge', '-q', '--no-ff', 'lower', '-m', 'Merge lower')
    at.git('branch', '-q', '-D', 'lower')
    return {}
  },
  'the base of a stack was squashed': (at) => {
    at.git('checkout', '-q', '-b', 'lower', at.base)
    const text = lines('b').replace('b 3\n', 'b three\n')
    at.write('lower', { 'b.ts': text })
    at.git('checkout', '-q', 'topic')
    at.git('merge', '-q', 'lower', '-m', 'onto lower')
    at.write('main', { 'b.ts': text })
    return {}
  },
  'the branch was rebased': (at) => {
    onMain(at)
    at.git('checkout', '-q', 'topic')
    at.git('rebase', '-q', 'main')
    return {}
  },
  'a commit was taken back': (at) => {
    onTopic(at)
    at.git('checkout', '-q', 'topic')
    at.git('revert', '--no-edit', 'HEAD')
    return {}
  },
  'a line of the first push was taken back': takeBackGuard,
  'the run is run again after pushes and a merge of the base': (at) => {
    onMain(at)
    at.git('checkout', '-q', 'topic')
    at.git('merge', '-q', 'main', '-m', 'merge')
    const event = onTopic(at)
    at.write('topic', { 'later.ts': lines('later', 3) })
    return { event }
  },
  'it is merged': (at) => {
    onMain(at)
    at.git('checkout', '-q', 'topic')
    at.git('merge', '-q', 'main', '-m', 'merge')
    const before = at.git('rev-parse', 'main')
    at.git('checkout', '-q', 'main')
    at.git('merge', '-q', '--no-ff', 'topic', '-m', 'Merge topic')
    return { merged: true, state: 'closed', before }
  },
  'it is squashed, and the base went on': (at) => {
    const before = onMain(at)
    at.git('checkout', '-q', 'main')
    at.git('merge', '-q', '--squash', 'topic')
    at.git('commit', '-qm', 'Squash')
    return { merged: true, state: 'closed', before }
  },
  'it is closed': (at) => {
    onMain(at)
    at.git('checkout', '-q', 'topic')
    at.git('merge', '-q', 'main', '-m', 'merge')
    return { state: 'closed' }
  },
  'its base is gone': (at) => {
    at.git('checkout', '-q', '-b', 'gone', 'main')
    onMain(at)
    at.git('checkout', '-q', 'topic')
    at.git('branch', '-q', '-D', 'gone')
    return { baseRef: 'gone', isGone: true }
  },
  'it has 301 files': (at) => {
    onMain(at)
    at.write('topic', Object.fromEntries(Array.from({ length: 299 }, (_, nth) => [`many/${nth}.ts`, 'one\n'])))
    at.git('merge', '-q', 'main', '-m', 'merge')
    return {}
  },
  'files without lines': changeWithoutLines,
  'two branches were merged at once': (at) => {
    onMain(at)
    at.git('checkout', '-q', '-b', 'other', at.base)
    at.write('other', { 'other.ts': lines('other', 4) })
    at.git('checkout', '-q', 'topic')
    at.git('merge', '-q', 'main', 'other', '-m', 'octopus')
    return {}
  },
  'a revert was reverted': (at) => {
    onTopic(at)
    at.git('checkout', '-q', 'topic')
    at.git('revert', '--no-edit', 'HEAD')
    at.git('revert', '--no-edit', 'HEAD')
    return {}
  },
  'a file was renamed and edited, and one renamed in letter case': (at) => {
    onMain(at)
    at.git('checkout', '-q', 'topic')
    at.git('merge', '-q', 'main', '-m', 'merge')
    at.git('mv', 'b.ts', 'moved.ts')
    at.git('mv', 'main.ts', 'Main.ts')
    at.write('topic', { 'moved.ts': lines('b').replace('b 29', 'b nine').replace('b 15\n', 'b fifteen\n') })
    return {}
  },
  'lines of any kind': (at) => {
    const odd = [
      '10 PRINT "POND"',
      '11|piped',
      '- 1. a list',
      '+++ b/odd.txt',
      '@@ -1 +1 @@',
      'a form\ffeed',
      'a line\u2028separator 12|+x',
      'a lone\rreturn 13|+y',
      'long '.repeat(1_200),
      '',
      'the end',
    ]
    at.write('topic', { 'odd.txt': odd.join('\n'), 'dos.txt': `${lines('dos', 40).replaceAll('\n', '\r\n')}end\n` })
    onMain(at)
    at.write('topic', {
      'dos.txt': `${lines('dos', 40).replace('dos 20\n', 'dos twenty\n').replaceAll('\n', '\r\n')}end\n`,
    })
    return {}
  },
  'text became binary': (at) => {
    at.write('topic', { 'b.ts': '\0\x01\x02', 'late.ts': 'late\n' })
    return {}
  },
  'it is cherry-picked from a fork of the base that went on, with a conflict in another file': (at) => {
    at.git('checkout', '-q', '-b', 'hotfix', at.base)
    const fix = at.write('hotfix', { 'b.ts': lines('b').replace('b 12\n', 'b twelve\n') })
    at.git('checkout', '-q', 'main')
    at.git('cherry-pick', fix)
    onMain(at)
    at.git('checkout', '-q', 'topic')
    at.git('cherry-pick', fix)
    onTopic(at)
    return {}
  },
  'a run of an earlier push, after a rebase': (at) => {
    const event = onTopic(at)
    onMain(at)
    at.git('checkout', '-q', 'topic')
    at.git('rebase', '-q', 'main')
    return { event }
  },
}

/** `path +text` and `path -text` of every changed line, with its number. */
function changedLines(path: string, patch: string): string[] {
  return parsePatch(patch).flatMap((hunk) =>
    hunk.flatMap(({ text, oldLine, newLine }) =>
      oldLine !== undefined && newLine !== undefined
        ? []
        : [newLine === undefined ? `${path} -${oldLine} ${text}` : `${path} +${newLine} ${text}`],
    ),
  )
}

function linesOfGit(diff: string): string[] {
  return diff.split(/^diff --git /m).flatMap((file) => {
    const path = /^\+\+\+ b\/(.*)$/m.exec(file)?.[1] ?? /^--- a\/(.*)$/m.exec(file)?.[1] ?? ''
    const start = file.search(/^@@ /m)
    return start < 0 ? [] : changedLines(path, file.slice(start).replace(/\n$/, ''))
  })
}

/** A line of a diff with its number. */
const NUMBERED = /^(\d+)\|(.*)$/s

const withoutGutter = (patch: string) =>
  patch
    .split('\n')
    .map((line) => line.replace(NUMBERED, '$2'))
    .join('\n')

/** The model reads no form feeds, and what looks like the end of a line as an escape. */
const readable = (text: string) =>
  text
    .replaceAll('\f', '')
    .replace(/\r(?!\n|$)/g, '\\r')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

const shownLines = (text: string) => blocks(text).flatMap(({ path, patch }) => changedLines(path, withoutGutter(patch)))

const blocks = (text: string) =>
  [...text.matchAll(/<data-7f3a9c kind="diff" path="([^"]*)"[^>]*>\n([\s\S]*?)\n<\/data-7f3a9c>/g)].map(
    ([, path = '', patch = '']) => ({ path, patch }),
  )

/** Plays a history, and what a run reads of it, with `base.sha` as at the opening, and as the tip of the base. */
async function play(make: (at: History) => Outcome) {
  const repository = await prepared()
  const { dir, base, first } = repository
  const env = {
    ...childEnv,
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b.c',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b.c',
  }
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: dir,
      env,
      encoding: 'utf8',
      maxBuffer: 2 ** 24,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  const write = (branch: string, files: Record<string, string>) => {
    if (git('symbolic-ref', '--short', 'HEAD') !== branch) git('checkout', '-q', branch)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), text)
    }
    git('add', '-A')
    git('commit', '-q', '-m', 'change')
    return git('rev-parse', 'HEAD')
  }
  const {
    event,
    baseRef = 'main',
    merged = false,
    state = 'open',
    isGone = false,
    before,
  } = make({ git, write, base, first })
  const head = git('rev-parse', 'topic')
  const subject = event ?? head
  const tip = isGone ? base : (before ?? git('rev-parse', baseRef))
  const diff = git('diff', '-M', `${tip}...${subject}`)
  const names = git('diff', '-M', '--name-only', `${tip}...${subject}`).split('\n').filter(Boolean)
  const mergeBase = git('merge-base', tip, subject)
  const isLinear = git('merge-base', first, subject) === first
  const since = new Set(
    linesOfGit(readable(git('diff', '-M', first, subject))).map((line) => line.replace(/^(\S+ -)\d+/, '$1')),
  )
  const truth = { names, expected: linesOfGit(readable(diff)), since, isLinear }
  const textOf = new Map<string, string[]>()
  /** The lines of diffs whose number is not that of git. */
  const misnumbered = (text: string): string[] =>
    blocks(text).flatMap(({ path, patch }) => {
      const old = path === 'moved.ts' ? 'b.ts' : path
      return patch.split('\n').flatMap((line) => {
        const [, number = '', raw = ''] = NUMBERED.exec(line) ?? []
        if (number === '') return /^(?:@@ |\\ |\(no diff: |… \(truncated\) |$)/.test(line) ? [] : [line]
        const blob = raw.startsWith('-') ? `${mergeBase}:${old}` : `${subject}:${path}`
        const lines = textOf.get(blob) ?? (path === 'sub' ? [raw.slice(1)] : readable(git('show', blob)).split('\n'))
        textOf.set(blob, lines)
        return lines[Number(number) - 1] === raw.slice(1) ? [] : [`${path}: ${line}`]
      })
    })
  const told = []
  for (const eventBase of new Set([base, tip])) {
    const side = (ref: string, sha: string) => ({ ref, sha, repo: 'octo/pond' })
    await using server = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: 't',
      gitDir: dir,
      pulls: [pull({ number: 12, state, merged, base: side(baseRef, eventBase), head: side('topic', head) })],
    })
    const { url: apiUrl } = server
    const options = { token: 't', repository: 'octo/pond', apiUrl, userAgent: 'x', clock: hastyClock() }
    const github = withRunCache(connectGitHub({ ...options, notice: () => {} }))
    const task: Task = {
      event: 'pull_request',
      action: 'synchronize',
      kind: 'pull_request',
      number: 12,
      repo: { owner: 'octo', name: 'pond' },
      actor: 'wendy',
      triggeringActor: 'wendy',
      sha: subject,
      requestedAt: '2026-02-03T12:00:00Z',
      title: 'Seal',
      body: '',
      base: side(baseRef, eventBase),
      head: side('topic', subject),
    }
    const text = await fetchContext(task, github, NONCE)
    const later = await fetchContext({ ...task, lastReviewed: first }, github, NONCE)
    const pages = await readPages(readTools(task, github, NONCE))
    const skips = await skipPathsReason(task, github, ['**'])
    const skipsLess = await skipPathsReason(task, github, ['**', `!${names.at(-1)}`])
    expect(server.problems).toEqual([])
    expect([text, later, ...pages].flatMap(misnumbered)).toEqual([])
    told.push({ text, later, pages, skips, skipsLess })
  }
  await repository[Symbol.asyncDispose]()
  return { ...truth, told }
}

async function readPages(tools: readonly Tool[]): Promise<string[]> {
  const pages: string[] = []
  for (let page = 1; page === 1 || (pages.at(-1) ?? '').includes('kind="diff"'); page += 1) {
    const getDiff = tools.find(({ name }) => name === 'github__get_diff')
    const result = await getDiff?.run({ page }, new AbortController().signal)
    pages.push(result === undefined ? '' : resultText(result))
  }
  return pages
}

const sorted = (all: readonly string[]) => [...all].sort()

for (const [name, make] of sample(Object.entries(HISTORIES), 3))
  test(`${name}: the change is what GitHub shows`, async () => {
    const { names, expected, since, isLinear, told } = await play(make)
    expect(expected.length).toBeGreaterThan(0)
    for (const { text, later, pages, skips, skipsLess } of told) {
      expect(sorted(shownLines(text))).toEqual(sorted(expected))
      const listed = [...text.matchAll(/^"([^"]+)" \w+/gm)].map(([, path = '']) => path)
      expect(sorted([...blocks(text).map(({ path }) => path), ...listed])).toEqual(sorted(names))
      expect(sorted(pages.flatMap(shownLines))).toEqual(sorted(expected))
      expect(skips).toMatch(/skip_paths/)
      expect(skipsLess).toBeUndefined()

      const again = shownLines(later)
      expect(again.filter((line) => !expected.includes(line))).toEqual([])
      if (!isLinear) continue
      const isSince = (line: string) => since.has(line.replace(/^(\S+ -)\d+/, '$1'))
      expect(expected.filter((line) => isSince(line) && !again.includes(line))).toEqual([])
      if (!name.includes('taken back')) expect(again.filter((line) => !isSince(line))).toEqual([])
    }
  })

test('where a guard of an earlier push went, the lines that it guarded are shown again', async () => {
  const { told } = await play(takeBackGuard)
  expect(shownLines(told[0]?.later ?? '')).toContain('a.ts +6 use(a)')
})

test('a change without lines is told by its kind', async () => {
  const { told } = await play(hideLines)
  const text = told[0]?.text ?? ''
  const kinds = [...text.matchAll(/^"([^"]+)" \w+(?: from "[^"]*")? \+\d+ -\d+ \((.*)\)$/gm)].map(([, path, why]) => [
    path,
    why,
  ])
  expect(Object.fromEntries(kinds)).toEqual({
    'a.ts': 'a file became a link, a link became a file, or a link changed',
    'empty.ts': 'the file is empty',
    'logo.png': 'binary',
    'moved.ts': 'same content',
    'main.ts': 'only the mode of the file changed',
  })
  expect(text).toMatch(/path="sub" [^>]*>\n[^<]*Subproject commit/)
})

/** A lock file of npm with many packages. `release`: of all but the first, whose hash is `hash`. */
function lockFile(release: number, hash: string): string {
  const entry = (name: string, version: string, integrity: string) =>
    `    "node_modules/${name}": {\n      "version": "${version}",\n      "integrity": "${integrity}"\n    }`
  // Few with long hashes: it is the characters that make it too large.
  const others = Array.from({ length: 500 }, (_, at) =>
    entry(`fish-${at}`, `${release}.0.${at}`, `sha512-${release}-${at}-${'x'.repeat(1_100)}`),
  )
  return `{\n  "packages": {\n${[entry('pond', '1.2.0', hash), ...others].join(',\n')}\n  }\n}\n`
}

/** The lock file of `main` changes on `topic` by so much that GitHub leaves its diff out, beside source. */
function upgradeAll(at: History): Outcome {
  at.write('main', { 'package-lock.json': lockFile(1, 'sha512-good') })
  at.git('checkout', '-q', 'topic')
  at.git('merge', '-q', 'main', '-m', 'merge')
  at.write('topic', { 'package-lock.json': lockFile(2, 'sha512-evil') })
  return {}
}

test.each<[name: string, make: (at: History) => Outcome, shown: string]>([
  ['open', upgradeAll, '! "pond" 1.2.0: hash sha512-good → sha512-evil'],
  ['merged', (at) => ({ ...upgradeAll(at), merged: true }), '! "pond" 1.2.0: hash sha512-good → sha512-evil'],
  [
    'with a base that is gone',
    (at) => ({ ...upgradeAll(at), baseRef: 'gone', isGone: true }),
    'too large for GitHub; its packages were not compared',
  ],
  [
    'without anything else',
    (at) => {
      upgradeAll(at)
      at.git('checkout', '-q', '-B', 'topic', 'main')
      at.write('topic', { 'package-lock.json': lockFile(2, 'sha512-evil') })
      return {}
    },
    '! "pond" 1.2.0: hash sha512-good → sha512-evil',
  ],
  [
    'whose base brings a new lock file',
    (at) => {
      at.write('topic', { 'package-lock.json': lockFile(1, 'sha512-good') })
      return {}
    },
    '+ "pond" 1.2.0',
  ],
])('a lock file that is too large for GitHub, in a pull request %s, is read', async (name, make, shown) => {
  const { told } = await play(make)
  // Of a merged pull request, `base.sha` is the tip that it was merged into.
  for (const { text } of name === 'merged' ? told.slice(-1) : told) expect(text).toContain(shown)
})

test('a source file that is too large for GitHub is read as a diff', async () => {
  const code = (name: string) => Array.from({ length: 12_000 }, (_, at) => `${name}(${at})\n`).join('')
  const { told } = await play((at) => {
    at.write('main', { 'big.ts': code('wade') })
    at.git('checkout', '-q', 'topic')
    at.git('merge', '-q', 'main', '-m', 'merge')
    at.write('topic', { 'big.ts': code('swim') })
    return {}
  })
  const [{ text = '', pages = [] } = {}] = told
  expect(text).toContain('missing. Read them with github__get_diff and path "big.ts".')
  expect(pages.join('\n')).toContain('12000|+swim(11999)')
})
