import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { MessagePart } from '../../../src/model/types.ts'
import type { Workspace, WorkspaceOptions } from '../../../src/platform/files/workspace.ts'
import type { Argv } from '../../../src/platform/process/run-program.ts'
import { openIsolation } from '../../../src/platform/sandbox/isolation.ts'
import type { Capabilities } from '../../../src/tools/builtins.ts'
import type { Tool } from '../../../src/tools/tool.ts'

/** What stands outside: bytes, names and a size that must never be seen. */
const BYTES = 'OUTSIDE-BYTES'
const NAME = 'outside-name.txt'
/** The start of a picture. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64')
const SIZE = 54_321

/** The folders that the attacker swaps. Each has the file `file.txt`, inside and outside. */
const FOLDERS = ['sub', 'file', 'link', 'hard', 'pipe', 'tree/deep', 'nested', 'Twin', 'twin']

export type RacingGround = Disposable & { base: string; work: string; outside: string }

/** A checkout, and beside it a folder that looks the same with other content. */
export function racingGround(): RacingGround {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-race-')))
  const [work, outside, outsideWork] = ['work', 'outside', 'outside-work'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ] // three names
  const put = (path: string, text: string | Buffer) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const foreign = BYTES.padEnd(SIZE, '.')
  for (const folder of FOLDERS.filter((name) => name !== 'link')) {
    put(join(work, folder, 'file.txt'), 'inside\n')
    put(join(work, folder, 'picture.png'), PICTURE)
    put(join(outsideWork, folder, 'picture.png'), Buffer.concat([PICTURE, Buffer.from(BYTES)]))
    for (const name of ['file.txt', NAME]) put(join(outsideWork, folder, name), foreign)
  }
  for (const folder of ['', 'deep', 'tree', 'tree/deep', 'nested']) {
    for (const name of ['file.txt', NAME]) put(join(outside, folder, name), foreign)
    put(join(outside, folder, 'picture.png'), Buffer.concat([PICTURE, Buffer.from(BYTES)]))
  }
  for (const folder of ['run', 'outside-run']) put(join(base, folder, 'transcript.jsonl'), 'inside\n')
  for (const name of ['transcript.jsonl', NAME]) put(join(base, 'outside-run', name), foreign)
  put(join(outside, '.gitignore'), `*.txt\n${BYTES}\n`)
  symlinkSync('sub', join(work, 'link'))
  execFileSync('mkfifo', [join(work, 'pipe.ready')])
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' })
  for (const folder of [work, outsideWork, join(work, 'nested'), join(outside, 'nested')]) git(folder, 'init', '-q')
  git(work, 'add', 'sub', 'file', 'hard', 'tree')
  return { base, work, outside, [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }) }
}

/** `reader`: what read. `ok` and `refused`: how often. */
/** The readers, the cheap ones first. The last three start git or ripgrep. */
export const RACING_READERS = [
  ...['read', 'read a foreign name', 'kind', 'list', 'inspect', 'walk', 'ignore file', 'write', 'changes', 'artifact'],
  ...[
    'read_file',
    'read_file of a picture',
    'list_directory',
    'replace',
    'write_file',
    'read_many_files',
    'glob',
    'search_file_content',
  ],
]

export type RaceReport = { counts: Record<string, { ok: number; refused: number }>; leaks: string[] }

type Answer = { ok: boolean; text: string }

type Reader = (round: number) => Promise<Answer>

/** The sources under test: our own, or a copy with a planted fault. */
type Sources = {
  workspace: typeof import('../../../src/platform/files/workspace.ts')
  openPath: typeof import('../../../src/platform/files/open-path.ts')
  artifact: typeof import('../../../src/delivery/post/run-artifact.ts')
  builtins: typeof import('../../../src/tools/builtins.ts')
}

async function load(folder: string): Promise<Sources> {
  return {
    workspace: await import(join(folder, 'platform/files/workspace.ts')),
    openPath: await import(join(folder, 'platform/files/open-path.ts')),
    artifact: await import(join(folder, 'delivery/post/run-artifact.ts')),
    builtins: await import(join(folder, 'tools/builtins.ts')),
  }
}

/**
 * `sources`: the folder of the sources. Each reader is called `count` times, or for `seconds`. Absent `kinds` or `only`: all.
 * `sharesView`: git and ripgrep enter one sandbox in turn, which takes a fifth of the time that a sandbox for each takes.
 */
export type RaceOptions = Pick<RacingGround, 'work' | 'outside'> & {
  sources: string
  seconds: number
  count?: number
  kinds?: readonly string[]
  only?: readonly string[]
  isolated?: boolean
  sharesView?: boolean
}

/** Calls each reader in turn while the attacker runs, until each got through. Stops at the first leak. */
export async function race({ work, outside, seconds, count = Infinity, ...options }: RaceOptions): Promise<RaceReport> {
  const { only } = options
  const sources = await load(options.sources)
  let view: Attacker['view']
  // A run opens the checkout before its first program starts. Later its name may lead elsewhere.
  const files = await sources.workspace.openWorkspace(work, { readerView: async () => view?.() })
  await using attacker = await startAttacker({ work, outside, ...options })
  view = attacker.view
  const all = { ...plainReaders(files, sources), ...toolReaders(sources.builtins.builtins({ files } as Capabilities)) } // the rest is optional
  const readers = Object.entries(all).filter(([name]) => only === undefined || only.includes(name))
  const report: RaceReport = { counts: {}, leaks: [] }
  const before = namesBelow(outside)
  const end = Date.now() + seconds * 1000
  // On a busy machine a reader may need a few turns more to get through once.
  const isDue = () => Date.now() < end || readers.some(([name]) => !report.counts[name]?.ok)
  for (let round = 0; round < count && isDue() && report.leaks.length === 0; round++) {
    for (const [name, read] of readers) {
      const { ok, text } = await read(round)
      report.counts[name] ??= { ok: 0, refused: 0 }
      report.counts[name][ok ? 'ok' : 'refused']++
      if ([BYTES, NAME, String(SIZE)].some((trace) => text.includes(trace))) report.leaks.push(`${name}: ${text}`)
    }
    if (round % 20 === 0) report.leaks.push(...newNames(outside, before))
  }
  report.leaks.push(...newNames(outside, before))
  return report
}

/** `view`: how git and rg start beside an isolated program. */
type Attacker = AsyncDisposable & { view: WorkspaceOptions['readerView'] }

async function startAttacker({
  work,
  outside,
  kinds = [],
  isolated = false,
  sharesView = false,
}: Pick<RaceOptions, 'work' | 'outside' | 'kinds' | 'isolated' | 'sharesView'>): Promise<Attacker> {
  const scratch = join(dirname(work), 'scratch')
  mkdirSync(scratch, { recursive: true })
  const machine = { platform: process.platform, uid: process.getuid?.(), gid: process.getgid?.() }
  const program = [import.meta.dirname, process.execPath]
  const isolation = isolated
    ? await openIsolation('required', {
        ...machine,
        env: { PATH: process.env.PATH },
        workspace: work,
        scratch,
        program,
      })
    : undefined
  const argv: Argv = [process.execPath, join(import.meta.dirname, 'racing-attacker.mjs'), work, outside, ...kinds]
  const [file, ...args] = isolation?.wrap?.(argv) ?? argv
  // Outside of the checkout, whose folder may be away for a moment.
  const child = spawn(file, args, { cwd: isolated ? work : '/', stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const shared = sharesView && isolation?.wrapReader ? await openView(isolation.wrapReader, work) : undefined
  const wrapReader = shared?.wrap ?? isolation?.wrapReader
  return {
    view: isolation && (async () => wrapReader),
    async [Symbol.asyncDispose]() {
      shared?.[Symbol.dispose]()
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      await isolation?.close?.()
    },
  }
}

/** One sandbox of a reader, and how programs enter it. */
async function openView(
  wrapReader: (argv: Argv) => Argv,
  cwd: string,
): Promise<Disposable & { wrap(argv: Argv): Argv }> {
  const waiting: Argv = ['/bin/bash', '-c', 'echo ready; read _', basename(cwd)]
  const [file, ...args] = wrapReader(waiting)
  const holder = spawn(file, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  const isHolder = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `${waiting.join('\0')}\0`
    } catch {
      return false
    }
  }
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isHolder(name))
  if (pid === undefined) throw new Error('the sandbox of the readers did not start')
  const enter = ['nsenter', '--target', pid, '--mount', '--net', '--pid', '--ipc', `--wdns=${cwd}`, '--'] as const
  return { wrap: (argv) => [...enter, ...argv], [Symbol.dispose]: () => void holder.stdin.end() }
}

/** What was written outside. The attacker itself moves a folder there for a moment. */
const newNames = (outside: string, before: readonly string[]): string[] =>
  namesBelow(outside)
    .filter((name) => !before.includes(name) && !name.includes('.away'))
    .map((name) => `written outside: ${name}`)

const namesBelow = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String).sort()

const fileOf = (round: number): string => `${FOLDERS[round % FOLDERS.length]}/file.txt`
const folderOf = (round: number): string => FOLDERS[round % FOLDERS.length] ?? 'sub'

/** The text of an answer without the name that was asked for. */
const withoutName = (text: string): string => text.replaceAll(NAME, '')

function plainReaders(files: Workspace, { openPath, artifact }: Sources): Record<string, Reader> {
  const transcript = join(dirname(files.root), 'run/transcript.jsonl')
  const resolved = async (
    path: string,
    use: (target: { ok: true; path: string; displayPath: string }) => Promise<Answer>,
  ) => {
    const target = await files.resolve(path, 'read')
    return target.ok ? use(target) : target
  }
  const readSmall = openPath.smallFileReader()
  return {
    read: (round) =>
      resolved(fileOf(round), async (target) => {
        const result = await files.read(target)
        return result.ok ? { ok: true, text: result.bytes.toString() } : result
      }),
    'read a foreign name': async (round) => {
      const answer = await resolved(`${folderOf(round)}/${NAME}`, async (target) => {
        const result = await files.read(target)
        return result.ok ? { ok: true, text: BYTES } : result
      })
      return { ok: !answer.ok, text: withoutName(answer.text) }
    },
    kind: (round) =>
      resolved(`${folderOf(round)}/${NAME}`, async (target) => {
        const kind = await files.kind(target)
        return { ok: kind === undefined, text: kind === undefined ? '' : BYTES }
      }).then(({ ok, text }) => ({ ok, text: withoutName(text) })),
    list: (round) =>
      resolved(folderOf(round), async (target) => {
        const listed = await files.list(target)
        if (!listed.ok) return listed
        return { ok: true, text: listed.entries.map(({ name, bytes }) => `${name} ${bytes()}`).join('\n') }
      }),
    inspect: async (round) => {
      const [own, foreign] = files.inspect([fileOf(round), `${folderOf(round)}/${NAME}`])
      return { ok: own !== undefined, text: foreign === undefined ? '' : NAME }
    },
    walk: async () => {
      const paths = await files.walk('.', (name) => name === '.git', new AbortController().signal)
      return { ok: paths.length > 3, text: paths.join('\n') }
    },
    'ignore file': async (round) => {
      const text = readSmall(files.root, `${folderOf(round)}/.gitignore`, 1000)
      return { ok: text === undefined, text: text ?? '' }
    },
    artifact: () =>
      artifact.artifactText({ path: transcript, isOptional: true }).then(
        (text) => ({ ok: text !== '', text }),
        (error: unknown) => ({ ok: false, text: String(error) }),
      ),
    write: (round) =>
      resolved(round % 2 === 0 ? fileOf(round) : `${folderOf(round)}/written.txt`, async (target) => {
        const result = await files.write(target, Buffer.from('inside\n'))
        return result.ok ? { ok: true, text: '' } : result
      }),
    changes: async (round) => {
      const target = await files.resolve(fileOf(round), 'read')
      if (target.ok && round < 200) await files.write(target, Buffer.from(`inside ${round}\n`))
      const changes = files.changes()
      return { ok: true, text: changes.map(({ before, after }) => `${before}${after}`).join('') }
    },
  }
}

function toolReaders(tools: readonly Tool[]): Record<string, Reader> {
  const call =
    (name: string, args: (round: number) => Record<string, unknown>): Reader =>
    async (round) => {
      const tool = tools.find((each) => each.name === name)
      const parsed = tool?.parse(args(round))
      if (tool === undefined || !parsed?.ok) throw new Error(`no call of ${name}`)
      const result = await tool.run(parsed.args, AbortSignal.timeout(60_000))
      return result.ok ? { ok: true, text: contentText(result.content) } : result
    }
  return {
    read_file: call('read_file', (round) => ({ file_path: fileOf(round) })),
    'read_file of a picture': call('read_file', (round) => ({ file_path: `${folderOf(round)}/picture.png` })),
    read_many_files: call('read_many_files', (round) => ({ include: [`${folderOf(round)}/**/*.txt`, 'nested'] })),
    list_directory: call('list_directory', (round) => ({ dir_path: folderOf(round) })),
    glob: call('glob', (round) => ({ pattern: '**/*.txt', respect_git_ignore: round % 2 === 0 })),
    search_file_content: call('search_file_content', (round) => ({
      pattern: 'inside|OUTSIDE',
      dir_path: round % 3 === 0 ? folderOf(round) : '.',
      no_ignore: round % 2 === 0,
    })),
    replace: call('replace', (round) => ({ file_path: fileOf(round), old_string: 'inside', new_string: 'inside ' })),
    write_file: call('write_file', (round) => ({ file_path: fileOf(round), content: 'inside\n' })),
  }
}

/** The text of a result, pictures as text, too. */
const contentText = (content: string | MessagePart[]): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.kind === 'text' ? part.text : JSON.stringify(part, decoded))).join('\n')

const decoded = (_: string, value: unknown) =>
  typeof value === 'string' && /^iVBOR/.test(value) ? Buffer.from(value, 'base64').toString('latin1') : value

/** `node racing-readers.ts OPTIONS` */
if (process.argv[1] === import.meta.filename)
  process.stdout.write(JSON.stringify(await race(JSON.parse(process.argv[2] ?? ''))))
