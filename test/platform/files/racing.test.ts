import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isFull } from '../../sample.ts'
import { asRoot, asUser, works } from '../isolation-machine.ts'
import { RACING_READERS, type RaceOptions, type RaceReport, racingGround } from './racing-readers.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** At least: each reader gets through once. */
const SECONDS = isFull ? 30 : 1
/** A planted fault is found sooner; only one that is not found takes this long. */
const FAULT_SECONDS = 60

/** Reads in its own process, which is killed when a reader hangs. */
async function readWhileSwapped(options: Omit<RaceOptions, 'work' | 'outside'>): Promise<RaceReport> {
  using ground = racingGround()
  const { work, outside } = ground
  const script = join(import.meta.dirname, 'racing-readers.ts')
  const ran = await promisify(execFile)(process.execPath, [script, JSON.stringify({ ...options, work, outside })], {
    timeout: (options.seconds + 90) * 1000,
    killSignal: 'SIGKILL',
  })
  return JSON.parse(ran.stdout)
}

const isLinux = process.platform === 'linux'

for (const isolated of [false, true])
  test.skipIf(!isLinux || (isolated && !works(asRoot) && !works(asUser)))(
    `no reader leaves the checkout while ${isolated ? 'an isolated program' : 'a program'} swaps names in it`,
    async () => {
      const { leaks, counts } = await readWhileSwapped({ sources: join(ROOT, 'src'), seconds: SECONDS, isolated })
      expect(leaks).toEqual([])
      expect(Object.keys(counts).sort()).toEqual(RACING_READERS.toSorted())
      for (const [reader, { ok }] of Object.entries(counts)) expect(ok, `${reader} got through`).toBeGreaterThan(0)
    },
  )

/** `edits`: text in a file of `src/`, and what stands there instead. */
type Fault = { name: string; only: string[]; kinds: string[]; edits: [file: string, from: string, to: string][] }

const OPEN_PATH = 'platform/files/open-path.ts'
const WORKSPACE_PATH = 'platform/files/workspace-path.ts'
const IN_PLACE = `isInPlace: () => !path.endsWith(' (deleted)') && readlinkSync(address) === path,`
const NOT_IN_PLACE: Fault['edits'][number] = [OPEN_PATH, IN_PLACE, 'isInPlace: () => true,']

const FAULTS: Fault[] = [
  {
    name: 'the check of the name again, after opening by name',
    only: ['read'],
    kinds: ['folder and link'],
    edits: [
      [OPEN_PATH, 'const address = `/proc/self/fd/${descriptor}`\n  try', 'const address = path\n  try'],
      [OPEN_PATH, IN_PLACE, 'isInPlace: () => realpathSync(path) === path,'],
      [OPEN_PATH, '  readlinkSync,\n', '  readlinkSync,\n  realpathSync,\n'],
    ],
  },
  {
    name: 'hard links counted without a look at whether the name is still there',
    only: ['read'],
    kinds: ['hard link'],
    edits: [NOT_IN_PLACE],
  },
  {
    name: 'O_NOFOLLOW dropped for folders',
    only: ['read'],
    kinds: ['folder and link'],
    edits: [
      [OPEN_PATH, 'O_PATH | constants.O_NOFOLLOW | constants.O_DIRECTORY', 'O_PATH | constants.O_DIRECTORY'],
      NOT_IN_PLACE,
    ],
  },
  {
    name: 'O_NOFOLLOW dropped for the last name',
    only: ['read'],
    kinds: ['file and link'],
    edits: [
      [
        OPEN_PATH,
        'openSync(within(folder, last), O_PATH | constants.O_NOFOLLOW)',
        'openSync(within(folder, last), O_PATH)',
      ],
      NOT_IN_PLACE,
    ],
  },
  {
    name: 'a path opened at once, and the kernel not asked where it led',
    only: ['kind'],
    kinds: ['folder and link'],
    edits: [[OPEN_PATH, 'if (readlinkSync(`/proc/self/fd/${descriptor}`) === target) return', 'return'], NOT_IN_PLACE],
  },
  {
    name: 'a folder listed by name',
    only: ['list'],
    kinds: ['folder and link'],
    edits: [[WORKSPACE_PATH, 'await readdir(folder.address(),', 'await readdir(target.path,']],
  },
  {
    name: 'files looked at by name',
    only: ['inspect'],
    kinds: ['folder and link'],
    edits: [
      [WORKSPACE_PATH, 'lstatSync(opened.address(name),', 'lstatSync(join(root.path, folder, name),'],
      NOT_IN_PLACE,
    ],
  },
  {
    name: 'folders walked by name',
    only: ['walk'],
    kinds: ['renames of parents'],
    edits: [[WORKSPACE_PATH, 'readdirSync(opened.address(),', 'readdirSync(join(root.path, folder),'], NOT_IN_PLACE],
  },
  {
    name: 'the lines that git printed taken as they are',
    only: ['search_file_content'],
    kinds: ['folder and link'],
    edits: [['tools/search-file-content.ts', 'await confirmHits(files, limitedHits, pattern, signal)', 'limitedHits']],
  },
  {
    name: 'a file written by name',
    only: ['write'],
    kinds: ['folder and link'],
    edits: [
      [
        WORKSPACE_PATH,
        'const temporary = folder.address(temporaryName)',
        'const temporary = join(dirname(target.path), temporaryName)',
      ],
      [WORKSPACE_PATH, 'await rename(temporary, folder.address(name))', 'await rename(temporary, target.path)'],
    ],
  },
  {
    name: 'the folder of an artifact followed',
    only: ['artifact'],
    kinds: ['the folder of the run'],
    edits: [
      [
        'delivery/post/run-artifact.ts',
        'join(await realpath(dirname(folder)), basename(folder))',
        'await realpath(folder)',
      ],
    ],
  },
]

/** The files of `src/` with a fault in them, by path. */
function faultyFiles({ edits }: Fault): Map<string, string> {
  const files = new Map<string, string>()
  for (const [file, from, to] of edits) {
    const text = files.get(file) ?? readFileSync(join(ROOT, 'src', file), 'utf8')
    expect(text, `${file} has ${from}`).toContain(from)
    files.set(
      file,
      text.replace(from, () => to),
    )
  }
  return files
}

/** A copy of the sources with a fault in it. */
function plant(fault: Fault): { sources: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-fault-'))
  const sources = join(folder, 'src')
  cpSync(join(ROOT, 'src'), sources, { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of faultyFiles(fault)) writeFileSync(join(sources, file), text)
  return { sources, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

test('each fault that the race looks for can still be planted', () => {
  for (const fault of FAULTS) expect(faultyFiles(fault).size).toBeGreaterThan(0)
})

// How long the race takes to find one depends on the machine.
for (const fault of isFull ? FAULTS : [])
  test.skipIf(!isLinux)(`the race finds a planted fault: ${fault.name}`, async () => {
    using planted = plant(fault)
    const { sources } = planted
    const { leaks } = await readWhileSwapped({ sources, seconds: FAULT_SECONDS, only: fault.only, kinds: fault.kinds })
    expect(leaks).not.toEqual([])
  })
