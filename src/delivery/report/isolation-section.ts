import { escapedLine, tableRow } from '../../text/write-markdown.ts'
import type { RunReport } from '../run-report.ts'

type ReportedIsolation = NonNullable<RunReport['isolation']>

/** A table of the four parts where one is not held; otherwise the notes have one line. */
export function isolationTable({ isolation = [] }: RunReport): string {
  if (isolation.every(({ isHeld }) => isHeld)) return ''
  const rows = isolation.map(({ part, isHeld, text }) =>
    tableRow([part, isHeld ? 'held' : '**not held**', escapedLine(text, 300)]),
  )
  return [tableRow(['Isolation of programs', '', '']), tableRow(['---', '---', '---']), ...rows].join('\n')
}

/** The line where every part is held. */
export const isolationLines = (isolation: ReportedIsolation): string[] =>
  isolation.length === 0 || isolation.some(({ isHeld }) => !isHeld)
    ? []
    : [
        `- Programs were isolated: ${isolation.map(({ part, text }) => `${part} (${escapedLine(text, 100)})`).join(', ')}`,
      ]
