import { posix } from 'node:path'
import type { CommitReader } from '../platform/files/workspace.ts'
import { normalizePath } from '../platform/paths.ts'
import { analyzeShellLine } from '../policy/shell/shell.ts'

type CommitFiles = Pick<CommitReader, 'read'>

/** Programs that run the file that an argument names. */
const INTERPRETERS =
  /^(?:ba|da|k|z|fi)?sh$|^(?:node|deno|bun|tsx|ts-node|python[\d.]*|pypy3?|ruby|perl|php|lua|pwsh|source|\.|exec|env|uv|poetry|npx|sudo|timeout|nice)$/

/** The checkout, as a command may spell it before a path. */
const CHECKOUT = /"?\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR|GITHUB_WORKSPACE|PWD)\}?"?\//g

/** The files of the commit that a command runs: its program, or the scripts of an interpreter. */
export async function programsOf(command: string, files: CommitFiles): Promise<string[]> {
  const { commands } = await analyzeShellLine(command.replace(CHECKOUT, './'))
  const candidates = commands.flatMap(({ words: [program, ...args] }) => {
    const name = posix.basename(program?.text ?? '')
    const scripts = INTERPRETERS.test(name) ? args.map(({ text }) => text.replace(/^--?[\w-]+=/, '')) : []
    return [program?.text ?? '', ...scripts].filter((text) => /[./]/.test(text))
  })
  const paths = [...new Set(candidates.map(normalizePath))].filter((path) => !/^(?:\.\.?$|\.\.\/|\/)/.test(path))
  const texts = await Promise.all(paths.map((path) => files.read(path)))
  return paths.filter((_, index) => texts[index] !== undefined)
}

/** Files that programs load; others that a text names are data. */
const CODE = /\.(?:[cm]?[jt]sx?|json|sh|bash|zsh|py|rb|pl|pm|lua|php|jq|awk|sed)$/

const MAX_FILES = 200

/**
 * The text of programs, and of the files of the commit that they load, as far as their texts name them: relative to the file or to the
 * top of the repository.
 */
export async function withLoadedFiles(paths: readonly string[], files: CommitFiles): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const open = [...paths]
  const seenPaths = new Set(open)
  for (let path = open.pop(); path !== undefined && texts.size < MAX_FILES; path = open.pop()) {
    const text = await files.read(path)
    if (text === undefined) continue
    texts.set(path, text)
    for (const candidate of namedFiles(path, text).filter((each) => !seenPaths.has(each))) {
      seenPaths.add(candidate)
      if (seenPaths.size < 10 * MAX_FILES) open.push(candidate)
    }
  }
  return texts
}

function namedFiles(path: string, text: string): string[] {
  const folder = posix.dirname(path)
  const modules = path.endsWith('.py')
    ? Array.from(text.matchAll(/^\s*(?:from|import)\s+([\w.]+)/gm), ([, name = '']) => name.replaceAll('.', '/'))
    : []
  const imports = Array.from(
    text.matchAll(/(?:from|import|require)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g),
    ([, name = '']) => name,
  )
  const words = (text.match(/[\w.@+-]*(?:\/[\w.@+-]+)+|[\w@+-][\w.@+-]*\.\w+/g) ?? []).map((word) =>
    word.replace(/^\/+/, ''),
  )
  const candidates = [
    ...words.filter((word) => CODE.test(word)),
    ...modules.flatMap((name) => [`${name}.py`, `${name}/__init__.py`]),
    ...imports.flatMap((name) =>
      ['', '.js', '.ts', '.mjs', '.cjs', '.json', '/index.js', '/index.ts'].map((end) => name + end),
    ),
  ]
  return [...new Set(candidates.flatMap((name) => [posix.join(folder, name), posix.normalize(name)]))].filter(
    (each) => !each.startsWith('../') && !each.startsWith('/') && CODE.test(each),
  )
}
