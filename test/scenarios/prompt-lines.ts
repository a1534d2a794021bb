import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GeminiRequest } from '../../src/emulators/gemini/gemini.ts'

type Sent = { contents?: { role?: string; parts?: { text?: string }[] }[] }

/** The texts of the first message to the model. */
const firstMessage = ({ body }: Pick<GeminiRequest, 'body'>): string => {
  const { contents = [] } = body as Sent // the emulator checked it
  return contents
    .slice(0, 1)
    .flatMap(({ parts = [] }) => parts.map(({ text = '' }) => text))
    .join('\n\n')
}

const BLOCK = /<data-(\w+) kind="(?:diff|declaration)" path=("(?:[^"\\]|\\.)*")([^>]*)>\n([\s\S]*?)\n<\/data-\1>/g
const NUMBERED = /^(\d+)\|(.*)$/

/** What the model reads of a line: no invisible characters, no secrets. */
const visible = (line: string): string => line.replace(/\*{3}/g, '').replace(/[^\x20-\x7e]/g, '')

/** Blocks that were right, by the store whose commits they show. Those never change, and starting git takes longer than all the rest. */
const known = new Set<string>()

/** The store of a prepared repository, from which its copies borrow. */
function preparedStore(gitDir: string): string | undefined {
  const alternates = join(gitDir, '.git/objects/info/alternates')
  return existsSync(alternates) ? readFileSync(alternates, 'utf8') : undefined
}

/**
 * The numbered lines of the first prompts that no commit of a repository has under their number: of the file of a diff or declaration, old
 * lines in one commit and the others in one, too. Asks git alone.
 */
export function misnumberedLines(requests: readonly Pick<GeminiRequest, 'body'>[], gitDir: string): string[] {
  const git = (args: string[], input = '') =>
    execFileSync('git', ['-C', gitDir, ...args], { input, stdio: ['pipe', 'pipe', 'ignore'], maxBuffer: 2 ** 28 })
  const blocks = requests
    .slice(0, 1)
    .map(firstMessage)
    .flatMap((text) => [...text.matchAll(BLOCK)])
    .map(([block, , path = '""', attributes = '', content = '']) => ({
      path: JSON.parse(path) as string,
      oldPath: JSON.parse(/previous_path=("(?:[^"\\]|\\.)*")/.exec(attributes)?.[1] ?? path) as string, // an attribute is a JSON string
      isDiff: block.includes('kind="diff"'),
      content,
    }))
  if (blocks.length === 0) return []
  const store = preparedStore(gitDir)
  const key = JSON.stringify([store, blocks])
  if (store !== undefined && known.has(key)) return []
  const commits = git(['rev-list', '--all']).toString().split('\n').slice(0, 40).filter(Boolean)
  const names = [...new Set(blocks.flatMap(({ path, oldPath }) => [path, oldPath]))].flatMap((path) =>
    commits.map((commit) => `${commit}:${path}`),
  )
  const files = readObjects(names, (input) => git(['cat-file', '--batch'], input))
  /** Git shows a submodule as one line. */
  const submoduleAt = (commit: string, path: string) => {
    const [, sha] = /^160000 commit ([0-9a-f]+)/.exec(git(['ls-tree', commit, '--', path]).toString()) ?? []
    return sha === undefined ? undefined : [`Subproject commit ${sha}`]
  }
  const misnumbered = blocks.flatMap(({ path, oldPath, isDiff, content }) => {
    const isSubmodule = content.includes('Subproject commit ')
    const rows = content.split('\n').flatMap((line) => {
      const [, number, text = ''] = NUMBERED.exec(line) ?? []
      if (number === undefined) return []
      const isOld = isDiff && text.startsWith('-')
      return [{ number: Number(number), isOld, text: visible(isDiff ? text.slice(1) : text) }]
    })
    const wrongIn = (isOld: boolean) => {
      const own = rows.filter((row) => row.isOld === isOld)
      let least = own
      for (const commit of commits) {
        if (least.length === 0) break
        const name = isOld ? oldPath : path
        const lines = files(`${commit}:${name}`) ?? (isSubmodule ? submoduleAt(commit, name) : undefined)
        const wrong = own.filter(({ number, text }) => lines?.[number - 1] !== text && !text.includes('[redacted]'))
        if (wrong.length < least.length) least = wrong
      }
      return least
    }
    const wrong = [...wrongIn(false), ...wrongIn(true)]
    return wrong.map(({ number, isOld, text }) => `${path}:${number}${isOld ? ' (old)' : ''} ${text}`)
  })
  if (misnumbered.length === 0) known.add(key)
  return misnumbered
}

/** Gives the lines of each file that exists, by its name. One process reads them all. */
function readObjects(
  names: readonly string[],
  batch: (input: string) => Buffer,
): (name: string) => readonly string[] | undefined {
  const output = batch(`${names.join('\n')}\n`)
  const blobs = new Map<string, Buffer>()
  let at = 0
  for (const name of names) {
    const end = output.indexOf('\n', at)
    const [, kind, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(output.toString('latin1', at, end)) ?? []
    at = end + 1
    if (size === undefined) continue
    if (kind === 'blob') blobs.set(name, output.subarray(at, at + Number(size)))
    at += Number(size) + 1
  }
  return (name) => blobs.get(name)?.toString().split('\n').map(visible)
}
