import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The two files of the parser, by their names in the built action. */
export const GRAMMAR_FILES = ['web-tree-sitter.wasm', 'tree-sitter-bash.wasm'] as const

let grammarFolder: string | undefined

/** Sets the folder of the grammar files. By default they are resolved from the installed packages. */
export function setGrammarFolder(path: string): void {
  grammarFolder = path
}

/** Paths of the grammar files in the installed packages; the build copies them. */
export function installedGrammarFiles(): string[] {
  const { resolve } = createRequire(import.meta.url)
  return [resolve('web-tree-sitter/web-tree-sitter.wasm'), resolve('tree-sitter-bash/tree-sitter-bash.wasm')]
}

/** The paths of GRAMMAR_FILES. */
export function grammarFiles(): string[] {
  const folder = grammarFolder
  return folder === undefined ? installedGrammarFiles() : GRAMMAR_FILES.map((name) => join(folder, name))
}
