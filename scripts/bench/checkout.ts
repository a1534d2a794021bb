import { execFileSync } from 'node:child_process'
import { constants, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { openWorkspace, type Workspace } from '../../src/platform/files/workspace.ts'
import { createFileVisibility } from '../../src/tools/files/file-visibility.ts'
import { glob } from '../../src/tools/glob.ts'
import { searchFileContent } from '../../src/tools/search-file-content.ts'

const FOLDERS = 100
const FILES = 100
const TOGETHER = 16

/**
 * Reads, lists and searches 10,000 files with the handles of platform/files, and by name as a program without a race would: opened by
 * name, then compared with the name again. Returns the ratio of the times, each the median of the turns.
 */
export async function compareReading(repeats: number): Promise<{ ratio: number; floorMs: number }> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-checkout-')))
  try {
    const paths = fill(root)
    const files = await openWorkspace(root)
    const times: Record<'handles' | 'names', number[]> = { handles: [], names: [] }
    for (let repeat = 0; repeat <= repeats; repeat++)
      for (const [name, work] of [
        ['names', () => byName(root, paths)],
        ['handles', () => byHandle(files, paths)],
      ] as const) {
        const started = performance.now()
        await work()
        await search(files)
        if (repeat > 0) times[name].push(performance.now() - started)
      }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
    return { ratio: median(times.handles) / median(times.names), floorMs: median(times.names) }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function fill(root: string): string[] {
  const paths: string[] = []
  for (let folder = 0; folder < FOLDERS; folder++) {
    mkdirSync(join(root, `src/part-${folder}`), { recursive: true })
    for (let file = 0; file < FILES; file++) {
      const path = `src/part-${folder}/file-${file}.ts`
      writeFileSync(join(root, path), `export const value${file} = ${folder}\n`.repeat(20))
      paths.push(path)
    }
  }
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
  ])
    execFileSync('git', args, { cwd: root })
  return paths
}

const foldersOf = (paths: readonly string[]) => [...new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/'))))]

async function inGroups(paths: readonly string[], read: (path: string) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < paths.length; start += TOGETHER)
    await Promise.all(paths.slice(start, start + TOGETHER).map(read))
}

async function byHandle(files: Workspace, paths: readonly string[]): Promise<void> {
  const target = async (path: string) => {
    const resolved = await files.resolve(path, 'read')
    if (!resolved.ok) throw new Error(resolved.text)
    return resolved
  }
  await inGroups(paths, async (path) => files.read(await target(path)))
  for (const folder of foldersOf(paths)) {
    const listed = await files.list(await target(folder))
    if (listed.ok) for (const { bytes } of listed.entries) bytes()
  }
  files.inspect(paths)
}

async function byName(root: string, paths: readonly string[]): Promise<void> {
  await inGroups(paths, async (path) => {
    const real = await realpath(join(root, path))
    const handle = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    try {
      const { ino } = await handle.stat()
      if ((await lstat(real)).ino !== ino || (await realpath(real)) !== real) throw new Error(`${real} changed`)
      await handle.readFile()
    } finally {
      await handle.close()
    }
  })
  for (const folder of foldersOf(paths)) {
    const real = await realpath(join(root, folder))
    for (const { name } of await readdir(real, { withFileTypes: true })) lstatSync(join(real, name))
  }
  for (const path of paths) lstatSync(join(root, path))
}

/** The same for both: git does most of it. */
async function search(files: Workspace): Promise<void> {
  const visibility = createFileVisibility(files, undefined)
  const { signal } = new AbortController()
  for (const [tool, args] of [
    [glob(files, visibility), { pattern: '**/*.ts' }],
    [searchFileContent(files, visibility), { pattern: 'value7 = 7' }],
  ] as const) {
    const parsed = tool.parse(args)
    if (!parsed.ok || !(await tool.run(parsed.args, signal)).ok) throw new Error(`${tool.name} failed`)
  }
}
