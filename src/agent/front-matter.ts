import { parse } from 'yaml'
import { messageOf } from '../platform/errors.ts'

/** Splits a Markdown file into its YAML front matter and its body; undefined without front matter. */
export function splitFrontMatter(text: string): { yaml: string; body: string } | undefined {
  const match = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text.replace(/^\uFEFF/, ''))
  return match === null ? undefined : { yaml: match[1] ?? '', body: (match[2] ?? '').trim() }
}

/** Parses YAML. Never rejects. The parser limits alias expansion. */
export function readYaml(text: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: parse(text, { logLevel: 'error' }) }
  } catch (error) {
    return { ok: false, reason: messageOf(error).split('\n', 1)[0] ?? '' }
  }
}
