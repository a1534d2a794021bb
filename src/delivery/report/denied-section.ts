import type { CallRecord } from '../../record/events.ts'
import {
  detailsBlock,
  escapedLine,
  fencedBlock,
  inlineCode,
  pluralize,
  truncateAtLine,
} from '../../text/write-markdown.ts'
import type { RunReport } from '../run-report.ts'
import { callText, isDenied, MIN_ROOM, ruleLink } from './sections.ts'

export function deniedSection(report: RunReport, room: number): string {
  const { calls, offers } = report
  const denied = calls.filter(isDenied)
  if (denied.length === 0) return ''
  const groups = Map.groupBy(denied, (call) => JSON.stringify([call.name, call.args, call.rule]))
  const entries: string[] = []
  let length = 0
  for (const [call, ...again] of groups.values()) {
    if (call === undefined) continue
    const entry = [deniedEntry(call, again.length + 1, report), offerText([call, ...again], offers)]
      .filter(Boolean)
      .join('\n\n')
    length += entry.length + 2
    if (length > room - MIN_ROOM) break
    entries.push(entry)
  }
  const omitted = groups.size - entries.length
  const note = omitted === 0 ? '' : `_${omitted} more in the output \`denied\`._`
  return detailsBlock(`Denied: ${pluralize(denied.length, 'call')}`, [...entries, note].filter(Boolean).join('\n\n'))
}

/** How a person who may write the repository allows the call in a reply. */
function offerText(calls: readonly CallRecord[], offers: RunReport['offers']): string {
  const code = offers?.codes.find(({ id }) => calls.some((call) => call.id === id))?.code
  if (code === undefined || offers === undefined) return ''
  const reply = (word: string) => inlineCode(`${offers.phrase} /allow ${word} ${code}`)
  return `To allow it, reply ${reply('once')}: this call runs once. Or reply ${reply('always')}: a pull request with the rule.`
}

/** How a person who may write the repository approves the plan that the run ended with. */
export function approvalLine({ offers }: RunReport): string {
  const code = offers?.codes.find(({ id }) => id === undefined)?.code
  if (code === undefined || offers === undefined) return ''
  return `To carry out this plan, reply ${inlineCode(`${offers.phrase} /approve ${code}`)}.`
}

function deniedEntry(call: CallRecord, times: number, report: RunReport): string {
  const { rule, remedy = '' } = call
  const isToml = /^\s*\[\[?[\w.-]+\]\]?\s*$/m.test(remedy)
  // Without a rule, the remedy explains the denial.
  const byRule = rule !== undefined || isToml || remedy === ''
  const asks = rule?.verdict === 'ask_user' ? ', which asks for confirmation, and a job cannot answer' : ''
  const reason =
    rule === undefined
      ? 'No rule allows it.'
      : `Denied by ${ruleLink(rule, report)} (tier ${rule.tier}, priority ${rule.priority})${asks}.`
  const explanation = [byRule ? reason : '', call.message === undefined ? '' : escapedLine(call.message, 500)]
    .filter(Boolean)
    .join(' ')
  const subject = callText(call) + (times === 1 ? '' : ` (${times} times)`)
  if (remedy === '') return `${subject}\n${explanation}`
  const fix = isToml
    ? `To allow it, add this to the input \`policies\` or to a file in \`.gemini/policies\`:\n\n${fencedBlock(truncateAtLine(remedy, 1500), 'toml')}`
    : escapedLine(remedy, 500)
  return `${subject}\n${explanation} ${fix}`
}
