import { execFileSync } from 'node:child_process'
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
  return blocks.flatMap(({ path, oldPath, isDiff, content }) => {
    const isSubmodule = content.includes('Subproject commit ')
    const rows = content.split('\n').flatMap((line) => {
      const [, number, text = ''] = NUMBERED.exec(line) ?? []
      if (number === undefined) return []
      const isOld = isDiff && text.startsWith('-')
      return [{ number: Number(number), isOld, text: visible(isDiff ? text.slice(1) : text) }]
    })
    const wrongIn = (isOld: boolean) => {
      const own = rows.filter((row) => row.isOld === isOld)
      const wrong = commits.map((commit) => {
        const name = isOld ? oldPath : path
        const lines = files.get(`${commit}:${name}`) ?? (isSubmodule ? submoduleAt(commit, name) : undefined)
        return own.filter(({ number, text }) => lines?.[number - 1] !== text && !text.includes('[redacted]'))
      })
      return wrong.toSorted((one, other) => one.length - other.length)[0] ?? own
    }
    const wrong = [...wrongIn(false), ...wrongIn(true)]
    return wrong.map(({ number, isOld, text }) => `${path}:${number}${isOld ? ' (old)' : ''} ${text}`)
  })
}

/** The lines of each object that exists, by name. One process reads them all. */
function readObjects(names: readonly string[], batch: (input: string) => Buffer): Map<string, string[]> {
  const output = batch(`${names.join('\n')}\n`)
  const files = new Map<string, string[]>()
  let at = 0
  for (const name of names) {
    const end = output.indexOf('\n', at)
    const [, kind, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(output.subarray(at, end).toString()) ?? []
    at = end + 1
    if (size === undefined) continue
    const text = output.subarray(at, at + Number(size)).toString()
    if (kind === 'blob') files.set(name, text.split('\n').map(visible))
    at += Number(size) + 1
  }
  return files
}
