import { messageOf } from '../host/errors.ts'

/** The two halves of a Markdown file that begins with YAML between lines of three dashes; undefined where it does not. */
export function splitFrontMatter(text: string): { yaml: string; body: string } | undefined {
  const found = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text.replace(/^\uFEFF/, ''))
  return found === null ? undefined : { yaml: found[1] ?? '', body: (found[2] ?? '').trim() }
}

/** What YAML says, or why it cannot be read. Aliases cannot blow it up: the parser counts them. */
export async function readYaml(text: string): Promise<{ ok: true; value: unknown } | { ok: false; why: string }> {
  const { parse } = await import('yaml')
  try {
    return { ok: true, value: parse(text, { logLevel: 'error' }) }
  } catch (error) {
    return { ok: false, why: messageOf(error).split('\n', 1)[0] ?? '' }
  }
}
