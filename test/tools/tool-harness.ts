import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openWorkspace, type Workspace } from '../../src/platform/files/workspace.ts'
import { childEnvironment } from '../../src/platform/process/child-environment.ts'
import { builtins, type Capabilities } from '../../src/tools/builtins.ts'
import type { ToolResult } from '../../src/tools/tool.ts'
import { makeToolbox, type Toolbox } from '../../src/tools/toolbox.ts'
import { SHARED_FOLDER } from '../shared-folder.ts'

/** A real folder with the real tools over it, reached as the model reaches them: by name, with arguments to be parsed. */
export type ToolHarness = {
  root: string
  files: Workspace
  toolbox: Toolbox
  /** The result of one call; arguments that do not parse are a result too. */
  call(name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<ToolResult>
  put(contents: Record<string, string | Buffer>): void
  bytes(path: string): Buffer
  text(path: string): string
  git(...args: string[]): string
  [Symbol.dispose](): void
}

export type ToolHarnessOptions = Partial<Omit<Capabilities, 'files' | 'shell'>> & {
  repository?: boolean
  /** Everything put there at first is in git's index. */
  tracked?: boolean
  idleMs?: number
  timeoutMs?: number
  maxOutputCharacters?: number
  /** PATH of commands. */
  path?: string
}

export async function createToolHarness(
  contents: Record<string, string | Buffer> = {},
  options: ToolHarnessOptions = {},
): Promise<ToolHarness> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-tools-')))
  const root = join(base, 'work')
  const outputDir = join(base, 'output')
  mkdirSync(root)
  const {
    repository = false,
    tracked = false,
    idleMs = 60_000,
    timeoutMs = 60_000,
    maxOutputCharacters,
    path = process.env.PATH,
    ...powers
  } = options
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const put = (more: Record<string, string | Buffer>) => {
    for (const [path, content] of Object.entries(more)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
    }
  }
  if (repository || tracked) cpSync(emptyRepository(), join(root, '.git'), { recursive: true })
  put(contents)
  if (tracked) git('add', '-f', '.')
  const files = await openWorkspace(root, { readable: [outputDir] })
  const shell = { env: childEnvironment({ PATH: path }, []), outputDir, timeoutMs, idleMs, maxOutputCharacters }
  const toolbox = makeToolbox(builtins({ ...powers, files, shell }))
  return {
    root,
    files,
    toolbox,
    async call(name, args, signal = new AbortController().signal) {
      const tool = toolbox.find(name)
      if (tool === undefined) throw new Error(`no tool ${name}`)
      const parsed = tool.parse(args)
      return parsed.ok ? tool.run(parsed.args, signal) : { ok: false, reason: 'invalid_tool_params', text: parsed.text }
    },
    put,
    bytes: (path) => readFileSync(join(root, path)),
    text: (path) => readFileSync(join(root, path), 'utf8'),
    git,
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  }
}

let empty: string | undefined

/** What `git init` makes, once: starting git takes longer than a copy. */
function emptyRepository(): string {
  if (empty !== undefined) return empty
  // Not where this test file has its temporary files: the next one in the process copies it too.
  const folder = mkdtempSync(join(process.env[SHARED_FOLDER] ?? tmpdir(), 'empty-'))
  execFileSync('git', ['init', '-q', '--template='], { cwd: folder })
  mkdirSync(join(folder, '.git/info'))
  empty = join(folder, '.git')
  return empty
}

/** The text of a result for the model. */
export const resultText = (result: ToolResult): string =>
  !result.ok ? result.text : typeof result.content === 'string' ? result.content : JSON.stringify(result.content)
