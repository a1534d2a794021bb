import type { SimulatedRow } from './simulate-job.ts'

const HEADINGS = ['event', 'actor', 'code', 'result', 'trust', 'tools', 'rules', 'limits'] as const

/** A table for each job. Rows that differ only in the type of the event stand on one line. */
export function formatSimulation(rows: readonly SimulatedRow[]): string {
  if (rows.length === 0) return 'No workflow here uses Sluice.\n'
  const jobs = Map.groupBy(rows, ({ file, job }) => `${file}, job ${job}`)
  return [...jobs].map(([title, each]) => `${title}\n\n${formatTable(mergedRows(each))}`).join('\n')
}

type TableRow = { event: string; types: string[]; cells: string[]; reason: string }

function mergedRows(rows: readonly SimulatedRow[]): TableRow[] {
  const merged = new Map<string, TableRow>()
  for (const row of rows) {
    const { cells, reason } = cellsOf(row)
    const type = row.detail ?? row.type
    const key = JSON.stringify([row.event, ...cells, reason])
    const same = merged.get(key)
    if (same === undefined)
      merged.set(key, { event: row.event, types: type === undefined ? [] : [type], cells, reason })
    else if (type !== undefined && !same.types.includes(type)) same.types.push(type)
  }
  return [...merged.values()]
}

function cellsOf(row: SimulatedRow): { cells: string[]; reason: string } {
  const code = row.code ?? '-'
  const { reason } = row
  if (row.result !== 'runs') return { cells: [row.actor, code, row.result, '', '', '', ''], reason }
  const tools = `${row.tools.length}: ${powersOf(row).join(', ')}`
  return {
    cells: [row.actor, code, 'runs', row.trust, tools, row.policies.join(', ') || 'built-in', row.limits],
    reason,
  }
}

const POWERS: readonly (readonly [name: string, tools: RegExp])[] = [
  ['read', /^read_file$/],
  ['edit', /^(?:write_file|replace)$/],
  ['shell', /^run_shell_command$/],
  ['web', /^web_fetch$/],
  ['search', /^google_web_search$/],
  ['comments', /^github__(?:comment|review_comment|reply)$/],
  ['labels', /^github__add_labels$/],
  ['issues', /^github__(?:create_issue|update_issue)$/],
  ['pull requests', /^github__create_pull_request$/],
]

const powersOf = ({ tools, servers, trust }: Extract<SimulatedRow, { result: 'runs' }>): string[] => [
  ...POWERS.flatMap(([name, pattern]) => (tools.some((tool) => pattern.test(tool)) ? [name] : [])).map((name) =>
    // A visitor's run has a tool of this name that starts no program.
    name === 'shell' && trust === 'visitor' ? 'results' : name,
  ),
  ...servers.map((name) => `server ${name}`),
]

function formatTable(rows: readonly TableRow[]): string {
  const lines = rows.map(({ event, types, cells }) => [[event, types.join(' ')].filter(Boolean).join(': '), ...cells])
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...lines.map((line) => line[column]?.length ?? 0)),
  )
  const format = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const body = lines.map((line, index) => {
    const reason = rows[index]?.reason ?? ''
    return `${format(line)}\n${reason === '' ? '' : `    ${reason}\n`}`
  })
  return `${format(HEADINGS)}\n${body.join('')}`
}
