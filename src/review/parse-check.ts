import nodeModule from 'node:module'
import { parse as parseToml } from 'smol-toml'
import { parseAllDocuments } from 'yaml'
import { messageOf } from '../platform/errors.ts'

/** Parses a text. Throws when it has a syntax error. */
type Parse = (text: string) => unknown

/** The parser of a file's language, where one is at hand. */
function parserOf(path: string): Parse | undefined {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase()
  switch (extension) {
    case 'json':
      return JSON.parse
    case 'yml':
    case 'yaml':
      return (text) => {
        const [error] = parseAllDocuments(text).flatMap((document) => ('errors' in document ? document.errors : []))
        if (error !== undefined) throw error
      }
    case 'toml':
      return parseToml
    case 'js':
    case 'mjs':
    case 'cjs':
    case 'ts':
    case 'mts':
    case 'cts':
      // Absent before Node 22.13. The bundler keeps only the default export of a function.
      return nodeModule.stripTypeScriptTypes
    default:
      return undefined
  }
}

/** Why a file no longer parses after a change, in one line; undefined when it does, or when no parser understands it as it was. */
export function parseProblem(path: string, before: string, after: string): string | undefined {
  const parse = parserOf(path)
  if (parse === undefined || errorOf(parse, before) !== undefined) return undefined
  return errorOf(parse, after)
}

function errorOf(parse: Parse, text: string): string | undefined {
  try {
    parse(text)
    return undefined
  } catch (error) {
    return messageOf(error).split('\n', 1)[0] ?? ''
  }
}
