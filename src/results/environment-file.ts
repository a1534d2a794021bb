/** One entry of an environment file. `problem`: why it does not count. */
export type ParsedEntry = { name: string; value: string; problem?: string }

const NAME = /^[A-Za-z_][\w-]*$/

/**
 * The entries of a file in the runner's format: `NAME=value`, or `NAME<<DELIMITER`, lines and the delimiter. A bad line is an
 * entry with a problem and never spoils the others.
 */
export function parseEntries(text: string): ParsedEntry[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const entries: ParsedEntry[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line.trim() === '') continue
    const equals = line.indexOf('=')
    const heredoc = line.indexOf('<<')
    const isHeredoc = heredoc > 0 && (equals < 0 || heredoc < equals)
    if (!isHeredoc) {
      entries.push(entryOf(equals < 0 ? line : line.slice(0, equals), line.slice(equals + 1), equals > 0))
      continue
    }
    const [name, delimiter] = [line.slice(0, heredoc), line.slice(heredoc + 2)]
    const end = delimiter === '' ? -1 : lines.indexOf(delimiter, index + 1)
    if (end < 0) {
      entries.push({ name, value: '', problem: 'its delimiter is missing' })
      continue
    }
    const body = lines.slice(index + 1, end)
    if (body.length > 1) entries.push({ name, value: '', problem: 'it is not one line' })
    else entries.push(entryOf(name, body[0] ?? '', true))
    index = end
  }
  return entries
}

const entryOf = (name: string, value: string, hasName: boolean): ParsedEntry =>
  hasName && NAME.test(name) ? { name, value } : { name, value: '', problem: 'it is not NAME=value' }
