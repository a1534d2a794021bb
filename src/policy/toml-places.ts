/** Where something stands in a file, both counted from 1. */
export type Place = { line: number; column: number }

/** The keys of one table: the table's own place, and that of each key written in it. */
export type TablePlaces = Place & { keys: Map<string, Place & { value: Place }> }

/**
 * Where the tables of each array of tables (`[[rule]]`) and their keys stand. The parser gives values without places;
 * this reads only as much of TOML as is needed to find them: headers and keys outside strings, comments and brackets.
 */
export function tablePlaces(text: string): Map<string, TablePlaces[]> {
  const found = new Map<string, TablePlaces[]>()
  let open: TablePlaces | undefined
  let within = ''
  for (const { line, column, text: start } of statements(text)) {
    const header = /^\[\[\s*([\w-]+|"[^"]*"|'[^']*')\s*\]\]/.exec(start)?.[1]
    if (header !== undefined) {
      open = { line, column, keys: new Map() }
      within = ''
      const name = bare(header)
      found.set(name, [...(found.get(name) ?? []), open])
      continue
    }
    const table = /^\[\s*([^[\]]+)\]/.exec(start)?.[1]
    if (table !== undefined) {
      // `[rule.toolAnnotations]` belongs to the rule above it; any other table ends it.
      const [first = '', ...rest] = table.split('.').map(bare)
      if (rest.length === 0 || !found.has(first)) open = undefined
      within = rest.join('.')
      const last = found.get(first)?.at(-1)
      if (rest.length > 0 && last !== undefined) {
        open = last
        last.keys.set(within, { line, column, value: { line, column } })
      }
      continue
    }
    const key = /^((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*/.exec(start)
    if (key === null || open === undefined) continue
    const [whole, name = ''] = key
    const parts = name.split('.').map(bare)
    const path = within === '' ? parts : [within, ...parts]
    const place = { line, column, value: { line, column: column + whole.length } }
    for (let end = 1; end <= path.length; end++) {
      const key = path.slice(0, end).join('.')
      if (!open.keys.has(key)) open.keys.set(key, place)
    }
  }
  return found
}

const bare = (name: string): string => name.trim().replace(/^(["'])(.*)\1$/, '$2')

/** Lines on which a header or a key can begin: outside brackets and strings of several lines. */
function* statements(text: string): Generator<{ line: number; column: number; text: string }> {
  let open = ''
  let depth = 0
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (open === '' && depth === 0) {
      const start = line.search(/\S/)
      if (start >= 0 && line[start] !== '#') yield { line: index + 1, column: start + 1, text: line.slice(start) }
      if (/^\s*\[/.test(line)) continue
    }
    ;({ open, depth } = after(line, open, depth))
  }
}

/** Which string is still open, and how many brackets, at the end of a line. */
function after(line: string, before: string, depthBefore: number): { open: string; depth: number } {
  let open = before
  let depth = depthBefore
  for (let at = 0; at < line.length; at++) {
    if (open !== '') {
      if (line[at] === '\\' && open[0] === '"') at += 1
      else if (line.startsWith(open, at)) {
        at += open.length - 1
        open = ''
      }
      continue
    }
    const quotes = /^("""|'''|"|')/.exec(line.slice(at, at + 3))?.[0]
    if (quotes !== undefined) {
      open = quotes
      at += quotes.length - 1
    } else if (line[at] === '#') break
    else if (line[at] === '[' || line[at] === '{') depth += 1
    else if (line[at] === ']' || line[at] === '}') depth -= 1
  }
  // A one-line string that is not closed is the parser's to report.
  return { open: open.length === 3 ? open : '', depth: Math.max(0, depth) }
}
