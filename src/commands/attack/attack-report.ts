import { VERSION } from '../../platform/version.ts'
import { type AcceptedAttack, ATTACK_KINDS, type Attack } from './attack-file.ts'

export const ATTACK_FORMATS = ['table', 'json', 'sarif', 'junit', 'badge'] as const

/** A place that lets an attack succeed, and the change that stops it. */
export type AttackCause = { place: string; fix: string }

/** What came of one attack on one step. `isProven`: it succeeds with the wall switched off. */
export type AttackRow = { attack: Attack; file: string; job: string } & (
  | { result: 'held'; isProven: boolean }
  | { result: 'fell'; situation: string; effects: readonly string[]; causes: readonly AttackCause[] }
  | { result: 'does not apply'; reason: string }
)

type Fall = Extract<AttackRow, { result: 'fell' }>

/** The attacks that succeeded and are not accepted today, by a date such as 2027-03-31. */
export const newFalls = (rows: readonly AttackRow[], accepted: readonly AcceptedAttack[], today: string): Fall[] =>
  rows.flatMap((row) => {
    const isAccepted = accepted.some(
      ({ attack, workflow, until }) => attack === row.attack.id && isWorkflow(row.file, workflow) && today <= until,
    )
    return row.result === 'fell' && !isAccepted ? [row] : []
  })

/** `name`: the file, with or without its folder. */
const isWorkflow = (file: string, name: string): boolean => file === name || file.endsWith(`/${name}`)

export function formatAttacks(
  format: (typeof ATTACK_FORMATS)[number],
  rows: readonly AttackRow[],
  falls: readonly Fall[],
): string {
  switch (format) {
    case 'table':
      return table(rows, falls)
    case 'json':
      return `${JSON.stringify(rows.map(jsonRow), undefined, 2)}\n`
    case 'sarif':
      return `${JSON.stringify(sarif(falls), undefined, 2)}\n`
    case 'junit':
      return junit(rows, falls)
    case 'badge':
      return `${JSON.stringify(badge(rows, falls))}\n`
  }
}

const count = (rows: readonly AttackRow[], result: AttackRow['result']): number =>
  rows.filter((row) => row.result === result).length

function table(rows: readonly AttackRow[], falls: readonly Fall[]): string {
  const steps = Map.groupBy(rows, ({ file, job }) => `${file}, job ${job}`)
  const tables = [...steps].map(([title, all]) => {
    const lines = ATTACK_KINDS.map((kind) => [kind, all.filter(({ attack }) => attack.kind === kind)] as const)
      .filter(([, of]) => of.length > 0)
      .map(([kind, of]) => [kind, count(of, 'held'), count(of, 'fell'), count(of, 'does not apply')])
    const cells = [['kind', 'held', 'fell', 'does not apply'], ...lines]
    return `${title}\n\n${cells.map(([kind, ...numbers]) => `${String(kind).padEnd(26)}${numbers.map((each) => String(each).padStart(6)).join('  ')}`).join('\n')}\n`
  })
  const details = rows.flatMap((row) => {
    if (row.result !== 'fell') return []
    const suffix = falls.includes(row) ? '' : ' (accepted)'
    return [
      `FELL${suffix}  ${row.attack.id}: ${row.attack.mechanism}\n  ${row.situation}; ${row.file}, job ${row.job}\n${row.effects.map((effect) => `  - ${effect}\n`).join('')}${row.causes.map(({ place, fix }) => `  To stop it: ${fix} (${place}).\n`).join('')}`,
    ]
  })
  const unproven = rows.filter((row) => row.result === 'held' && !row.isProven).length
  const tried = rows.length - count(rows, 'does not apply')
  const sum =
    tried === 0
      ? 'Nothing was tried: no attack applies to these workflows.\n'
      : `${count(rows, 'held')} of ${tried} attacks held. ${unproven === 0 ? 'Each' : `Each but ${unproven}`} succeeds with its wall switched off${unproven === 0 ? '' : '; the others have walls that no input switches off'}.\n`
  return [...tables, ...details, sum].join('\n')
}

const jsonRow = (row: AttackRow) => {
  const { attack, ...rest } = row
  return { attack: attack.id, kind: attack.kind, mechanism: attack.mechanism, wall: attack.wall, ...rest }
}

const fixes = (causes: readonly AttackCause[]): string =>
  causes.map(({ place, fix }) => `${fix} (${place})`).join(', or ')

/** Source: SARIF 2.1.0. */
const sarif = (falls: readonly Fall[]) => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'sluice attack',
          version: VERSION,
          rules: [...new Set(falls.map(({ attack }) => attack))].map(({ id, mechanism }) => ({
            id,
            shortDescription: { text: mechanism },
          })),
        },
      },
      results: falls.map(({ attack, effects, causes }) => {
        const [first] = causes
        const [, uri = first?.place ?? '', line = '1'] = /^(.*):(\d+)$/.exec(first?.place ?? '') ?? []
        return {
          ruleId: attack.id,
          level: 'error',
          message: { text: `${attack.mechanism} ${effects.join('; ')}. To stop it: ${fixes(causes)}.` },
          locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: Number(line) } } }],
        }
      }),
    },
  ],
})

const escaped = (text: string): string =>
  text
    .replace(/[<>&"'\n]/g, (char) => `&#${char.charCodeAt(0)};`)
    .replace(/[^\x20-\x7e\u0080-\ud7ff\ue000-\ufffd]/g, '?')

function junit(rows: readonly AttackRow[], falls: readonly Fall[]): string {
  const suites = [...Map.groupBy(rows, ({ file, job }) => `${file}, job ${job}`)].map(([name, all]) => {
    const cases = all.map((row) => {
      const inner =
        row.result === 'does not apply'
          ? `<skipped message="${escaped(row.reason)}"/>`
          : row.result === 'fell' && falls.includes(row)
            ? `<failure message="${escaped(row.effects.join('; '))}">${escaped(fixes(row.causes))}</failure>`
            : ''
      return `    <testcase classname="${escaped(row.attack.kind)}" name="${escaped(row.attack.id)}">${inner}</testcase>`
    })
    const failures = all.filter((row) => row.result === 'fell' && falls.includes(row)).length
    return `  <testsuite name="${escaped(name)}" tests="${all.length}" failures="${failures}" skipped="${count(all, 'does not apply')}">\n${cases.join('\n')}\n  </testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`
}

/** Source: shields.io, endpoint badge. */
function badge(rows: readonly AttackRow[], falls: readonly Fall[]) {
  const tried = rows.length - count(rows, 'does not apply')
  const message = tried === 0 ? 'nothing tried' : `${count(rows, 'held')}/${tried} held`
  return {
    schemaVersion: 1,
    label: 'sluice attack',
    message,
    color: tried === 0 ? 'lightgrey' : falls.length > 0 ? 'red' : 'brightgreen',
  }
}
