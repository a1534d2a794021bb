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
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', gitDir, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28,
    })
  const blocks = [...new Set(requests.slice(0, 1).map(firstMessage))].flatMap((text) => [...text.matchAll(BLOCK)])
  if (blocks.length === 0) return []
  const commits = git('rev-list', '--all').split('\n').slice(0, 40).filter(Boolean)
  const files = new Map<string, readonly string[] | undefined>()
  const linesAt = (commit: string, path: string) => {
    const name = `${commit}:${path}`
    if (!files.has(name)) {
      try {
        files.set(
          name,
          git('show', name)
            .split('\n')
            .map((line) => visible(line)),
        )
      } catch {
        files.set(name, undefined)
      }
    }
    return files.get(name)
  }
  return blocks.flatMap(([block, , quotedPath = '""', attributes = '', content = '']) => {
    const path: string = JSON.parse(quotedPath)
    const previous = /previous_path=("(?:[^"\\]|\\.)*")/.exec(attributes)?.[1]
    const oldPath: string = previous === undefined ? path : JSON.parse(previous)
    const isDiff = block.includes('kind="diff"')
    const rows = content.split('\n').flatMap((line) => {
      const [, number, text = ''] = NUMBERED.exec(line) ?? []
      if (number === undefined) return []
      return [
        { number: Number(number), isOld: isDiff && text.startsWith('-'), text: visible(isDiff ? text.slice(1) : text) },
      ]
    })
    const wrongIn = (isOld: boolean) => {
      const own = rows.filter((row) => row.isOld === isOld)
      const wrong = commits.map((commit) => {
        const lines = linesAt(commit, isOld ? oldPath : path)
        return own.filter(({ number, text }) => lines?.[number - 1] !== text)
      })
      return wrong.toSorted((one, other) => one.length - other.length)[0] ?? own
    }
    return [...wrongIn(false), ...wrongIn(true)].map(
      ({ number, isOld, text }) => `${path}:${number}${isOld ? ' (old)' : ''} ${text}`,
    )
  })
}
