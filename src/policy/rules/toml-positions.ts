/** A position in a file; both count from 1. */
export type TomlPosition = { line: number; column: number }

/** The position of one table, and of each of its keys and their values. */
export type TablePositions = TomlPosition & { keys: Map<string, TomlPosition & { value: TomlPosition }> }

/**
 * The positions of the tables of each array of tables (`[[rule]]`) and of their keys. The TOML parser returns no positions,
 * so this scans for headers and keys outside strings, comments and brackets.
 */
export function tablePositions(text: string): Map<string, TablePositions[]> {
  const tables = new Map<string, TablePositions[]>()
  let open: TablePositions | undefined
  let subtable = ''
  for (const { line, column, text: start } of statements(text)) {
    const header = /^\[\[\s*([\w-]+|"[^"]*"|'[^']*')\s*\]\]/.exec(start)?.[1]
    if (header !== undefined) {
      open = { line, column, keys: new Map() }
      subtable = ''
      const name = unquote(header)
      tables.set(name, [...(tables.get(name) ?? []), open])
      continue
    }
    const table = /^\[\s*([^[\]]+)\]/.exec(start)?.[1]
    if (table !== undefined) {
      // `[rule.toolAnnotations]` belongs to the rule above it; any other table ends that rule.
      const [first = '', ...rest] = table.split('.').map(unquote)
      if (rest.length === 0 || !tables.has(first)) open = undefined
      subtable = rest.join('.')
      const last = tables.get(first)?.at(-1)
      if (rest.length > 0 && last !== undefined) {
        open = last
        last.keys.set(subtable, { line, column, value: { line, column } })
      }
      continue
    }
    const key = /^((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*/.exec(start)
    if (key === null || open === undefined) continue
    const [whole, name = ''] = key
    const parts = name.split('.').map(unquote)
    const path = subtable === '' ? parts : [subtable, ...parts]
    const position = { line, column, value: { line, column: column + whole.length } }
    for (let end = 1; end <= path.length; end++) {
      const key = path.slice(0, end).join('.')
      if (!open.keys.has(key)) open.keys.set(key, position)
    }
  }
  return tables
}

const unquote = (name: string): string => name.trim().replace(/^(["'])(.*)\1$/, '$2')

/** Lines on which a header or a key can start: those outside multi-line brackets and strings. */
function* statements(text: string): Generator<{ line: number; column: number; text: string }> {
  let open = ''
  let depth = 0
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (open === '' && depth === 0) {
      const start = line.search(/\S/)
      if (start >= 0 && line[start] !== '#') yield { line: index + 1, column: start + 1, text: line.slice(start) }
      if (/^\s*\[/.test(line)) continue
    }
    ;({ open, depth } = lineEndState(line, open, depth))
  }
}

/** The string that is still open at the end of a line, and the number of open brackets. */
function lineEndState(line: string, before: string, depthBefore: number): { open: string; depth: number } {
  let open = before
  let depth = depthBefore
  for (let index = 0; index < line.length; index++) {
    if (open !== '') {
      if (line[index] === '\\' && open[0] === '"') index += 1
      else if (line.startsWith(open, index)) {
        index += open.length - 1
        open = ''
      }
      continue
    }
    const quotes = /^("""|'''|"|')/.exec(line.slice(index, index + 3))?.[0]
    if (quotes !== undefined) {
      open = quotes
      index += quotes.length - 1
    } else if (line[index] === '#') break
    else if (line[index] === '[' || line[index] === '{') depth += 1
    else if (line[index] === ']' || line[index] === '}') depth -= 1
  }
  // The TOML parser reports an unclosed one-line string.
  return { open: open.length === 3 ? open : '', depth: Math.max(0, depth) }
}
