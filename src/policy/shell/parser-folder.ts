import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** The parser's module and its grammar of bash, as paths. In dist/ the grammar is compressed. */
export type ParserFiles = { module: string; grammar: string }

let parserFolder: string | undefined

/** Sets the folder of the built action with the parser's files. By default they are those of the installed packages. */
export function setParserFolder(path: string): void {
  parserFolder = path
}

export function parserFiles(): ParserFiles {
  if (parserFolder !== undefined)
    return {
      module: join(parserFolder, 'web-tree-sitter.cjs'),
      grammar: join(parserFolder, 'tree-sitter-bash.wasm.br'),
    }
  const { resolve } = createRequire(import.meta.url)
  return { module: resolve('web-tree-sitter'), grammar: resolve('tree-sitter-bash/tree-sitter-bash.wasm') }
}

/** Loads the parser by its path, because it reads the WebAssembly beside its file: a bundle would separate the two. */
export const requireParser = ({ module }: ParserFiles) =>
  createRequire(module)(module) as typeof import('web-tree-sitter') // the package, or its copy in dist/

export async function readGrammar({ grammar }: ParserFiles): Promise<Uint8Array> {
  const bytes = await readFile(grammar)
  return grammar.endsWith('.br') ? brotliDecompressSync(bytes) : bytes
}
