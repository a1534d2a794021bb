import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'

/** One file of src/. `file` is relative to src/ with `/`; `folder` is its first segment, or '' for an entry. */
export type SourceFile = { file: string; folder: string; text: string }

const SRC = resolve(import.meta.dirname, '../src')

export const sourceFile = (file: string, text: string): SourceFile => ({
  file,
  folder: file.includes('/') ? (file.split('/')[0] ?? '') : '',
  text,
})

export const readSources = (): SourceFile[] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => sourceFile(file.split(sep).join('/'), readFileSync(join(SRC, file), 'utf8')))

/** The files that one imports, relative to src/. Every form counts: static, type-only, dynamic, re-export. */
export const importsOf = ({ file, text }: SourceFile): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(([, specifier = '']) =>
    targetOf(file, specifier),
  )

export const targetOf = (file: string, specifier: string): string =>
  relative(SRC, resolve(SRC, file, '..', specifier))
    .split(sep)
    .join('/')
