import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parsePatch } from '../src/github/patch-rows.ts'
import { chance } from '../test/delivery/diffs.ts'
import {
  type ChangedFile,
  judge,
  judgeRepeats,
  MISTAKES,
  meantComments,
  type RepeatVerdict,
  type Verdict,
} from '../test/review/sloppy-reviewer.ts'

/**
 * `node scripts/measure-findings.ts`: lets the scripted sloppy reviewer of test/review/sloppy-reviewer.ts comment on changes of this
 * repository and between published versions of packages, and prints what became of its comments and buttons. Reads the packages with npm.
 */
const { values: options } = parseArgs({
  options: {
    hunks: { type: 'string', default: '2400' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '0' },
    own: { type: 'boolean', default: false },
    /** The share of the mistakes that each comment meets. */
    share: { type: 'string', default: '0.5' },
  },
})

/** Two versions each, with sources in C, C++, CSS, Go, Java, JavaScript, Kotlin, Objective-C, PHP, Python, Ruby, Sass and YAML. */
const PACKAGES: [name: string, from: string, to: string][] = [
  ['node-gyp', '9.4.1', '11.0.0'],
  ['@wordpress/block-library', '8.0.0', '9.0.0'],
  ['bootstrap', '5.2.3', '5.3.3'],
  ['serverless', '1.40.0', '1.83.3'],
  ['react-native', '0.72.0', '0.73.0'],
]

const run = (program: string, args: readonly string[], cwd: string) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] })

const git = (cwd: string, ...args: string[]) =>
  run('git', ['-c', 'user.name=m', '-c', 'user.email=m@x.y', '-c', 'core.autocrlf=false', ...args], cwd)

/** Generated, copied or not written by lines. */
const LEFT_OUT =
  /(?:^|\/)(?:dist|build|build-module|vendor|node_modules|__snapshots__)\/|\.min\.|\.map$|\.(?:snap|lock|svg|txt|json|md)$|lock\.json$/

/** The changed text files between two commits of a repository. */
function changesBetween(folder: string, from: string, to: string): ChangedFile[] {
  const diff = git(folder, 'diff', '--no-color', '--no-ext-diff', '--no-renames', '--diff-filter=M', '-U3', from, to)
  return diff.split(/^diff --git /m).flatMap((part) => {
    const path = /^\+\+\+ b\/(.+)$/m.exec(part)?.[1]?.replace(/\t$/, '')
    const start = part.search(/^@@ /m)
    if (path === undefined || start < 0 || LEFT_OUT.test(path)) return []
    const patch = part.slice(start).replace(/\n$/, '')
    if (patch.split('\n').some((line) => line.length > 600)) return []
    return [{ path, patch, text: () => git(folder, 'show', `${to}:${path}`) }].map(({ text, ...rest }) => ({
      ...rest,
      get text() {
        return text()
      },
    }))
  })
}

function changesOfRepository(): ChangedFile[] {
  const folder = join(import.meta.dirname, '..')
  const commits = git(folder, 'log', '--no-merges', '--format=%H', '-n', '600').trim().split('\n').slice(0, -1)
  return commits.filter((_, nth) => nth % 3 === 0).flatMap((commit) => changesBetween(folder, `${commit}^`, commit))
}

function changesOfPackage([name, ...versions]: (typeof PACKAGES)[number], temp: string): ChangedFile[] {
  const folder = mkdtempSync(join(temp, 'package-'))
  git(folder, 'init', '--quiet')
  for (const version of versions) {
    const unpacked = mkdtempSync(join(temp, 'unpacked-'))
    const file =
      run('npm', ['pack', '--silent', `${name}@${version}`], unpacked)
        .trim()
        .split('\n')
        .at(-1) ?? ''
    run('tar', ['xzf', file], unpacked)
    for (const entry of readdirSync(folder)) if (entry !== '.git') rmSync(join(folder, entry), { recursive: true })
    cpSync(join(unpacked, 'package'), folder, { recursive: true })
    rmSync(unpacked, { recursive: true, force: true })
    git(folder, 'add', '--all', '--force')
    git(folder, 'commit', '--quiet', '--no-verify', '-m', version)
  }
  return changesBetween(folder, 'HEAD^', 'HEAD')
}

/** The same change of a file with carriage returns. */
const withReturns = ({ path, patch, text }: ChangedFile): ChangedFile => ({
  path,
  patch: patch.replace(/^(?!@@|\\)(.*?)\r?$(?!\n\\)/gm, '$1\r'),
  text: text.replace(/\r?\n/g, '\r\n'),
})

type Row = Record<Verdict | 'hunks' | 'insertions' | 'deletions', number>
const emptyRow = (): Row => ({
  hunks: 0,
  insertions: 0,
  deletions: 0,
  button: 0,
  text: 0,
  refused: 0,
  harmful: 0,
  misplaced: 0,
})

const temp = mkdtempSync(join(tmpdir(), 'sluice-measure-'))
try {
  const random = chance(Number(options.seed))
  const wanted = Number(options.hunks)
  const pick = <T>(all: readonly T[], count: number): T[] => {
    const left = [...all]
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)).flat()
  }
  type Place = { file: ChangedFile; nth: number }
  const places = (files: readonly ChangedFile[]): Place[] =>
    files.flatMap((file) => parsePatch(file.patch).map((_, nth) => ({ file, nth })))
  const own = places(changesOfRepository())
  const others = options.own ? [] : places(PACKAGES.flatMap((each) => changesOfPackage(each, temp)))
  // As many of each language as there are, at most.
  const languages = [...Map.groupBy(others, ({ file }) => extname(file.path)).values()].toSorted(
    (a, b) => a.length - b.length,
  )
  const chosen: Place[] = options.own ? pick(own, wanted) : pick(own, Math.ceil(wanted / 4))
  for (const [nth, all] of languages.entries())
    chosen.push(...pick(all, Math.ceil((wanted - chosen.length) / (languages.length - nth))))

  const rows = new Map<string, Row>()
  const mistakes = new Map<string, Row>()
  const rowOf = (table: Map<string, Row>, name: string): Row => {
    const row = table.get(name) ?? emptyRow()
    table.set(name, row)
    return row
  }
  const repeats = new Map<RepeatVerdict, number>()
  const wrong: string[] = []
  for (const [index, { file: original, nth }] of chosen.entries()) {
    const file = index % 6 === 5 ? withReturns(original) : { ...original }
    const hunk = parsePatch(file.patch)[nth] ?? []
    const name = file.text.includes('\r\n') ? 'with CRLF' : extname(file.path) || 'no extension'
    const row = rowOf(rows, name)
    row.hunks += 1
    row.insertions += hunk.some(({ oldLine }) => oldLine === undefined) ? 1 : 0
    row.deletions += hunk.some(({ newLine }) => newLine === undefined) ? 1 : 0
    for (const meant of meantComments(hunk, random)) {
      for (const verdict of judgeRepeats(file, meant, random)) repeats.set(verdict, (repeats.get(verdict) ?? 0) + 1)
      for (const [mistake, make] of Object.entries(MISTAKES)) {
        const written = random.is(Number(options.share)) ? make(meant, hunk, random, file) : undefined
        if (written === undefined) continue
        const verdict = await judge(file, meant, written)
        row[verdict] += 1
        rowOf(mistakes, mistake)[verdict] += 1
        if (verdict === 'harmful' || verdict === 'misplaced')
          wrong.push(
            `${file.path}: ${mistake}: ${verdict}\n${JSON.stringify({ meant, written })}\n${hunk.map((line) => `${line.oldLine ?? ''}\t${line.newLine ?? ''}\t${line.text}`).join('\n')}`,
          )
      }
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${index + 1} of ${chosen.length} hunks, ${wrong.length} wrong`)
  }
  const total = emptyRow()
  for (const row of rows.values()) for (const key of Object.keys(total) as (keyof Row)[]) total[key] += row[key]
  console.table(Object.fromEntries([...[...rows].toSorted(([, a], [, b]) => b.hunks - a.hunks), ['all', total]]))
  console.table(
    Object.fromEntries(
      [...mistakes].map(([name, { hunks: _, insertions: __, deletions: ___, ...row }]) => [name, row]),
    ),
  )
  const shifts = [...mistakes].filter(([name]) => /^shifted by -?[123], quoted$/.test(name)).map(([, row]) => row)
  const sum = (key: Verdict) => shifts.reduce((all, row) => all + row[key], 0)
  const right = sum('button') + sum('text')
  const all = right + sum('refused') + sum('misplaced') + sum('harmful')
  console.log(`Shifts by up to 3 with code: ${right} of ${all} stand right (${((100 * right) / all).toFixed(1)} %).`)
  for (const [name, { button, text, refused }] of mistakes)
    if (name.startsWith('none, quoted'))
      console.log(`${name}: ${((100 * button) / (button + text + refused)).toFixed(1)} % have a button.`)
  console.log('Findings again in other words and with another category, on the same code and beside it:')
  console.table(Object.fromEntries(repeats))
  for (const text of wrong.slice(0, Number(options.show))) console.log(`\n${text}`)
} finally {
  rmSync(temp, { recursive: true, force: true })
}
