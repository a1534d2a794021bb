import { openPromptData } from '../github/context/prompt-data.ts'
import type { PlacedFinding } from './place-finding.ts'

const MAX_LISTED = 60

/** The findings of earlier reviews for the first message; empty without any. Their texts are data: they came from a model. */
export function findingsText(placed: readonly PlacedFinding[], nonce: string): string {
  if (placed.length === 0) return ''
  const output = openPromptData(nonce)
  for (const { finding, state, path, line, isTouched } of placed.slice(0, MAX_LISTED)) {
    const { id, severity, category, title, thread } = finding
    const code = line === undefined ? 'gone' : isTouched ? 'changed' : 'unchanged'
    const [first = ''] = thread.comments
    const text = title ?? (first === '' ? '' : first.body.split('\n').slice(1).join(' ').slice(0, 200))
    output.data(
      'finding',
      { id, thread: thread.id || undefined, state, path, line, severity, category, code },
      output.code(text, 300),
    )
  }
  const isCut = placed.length > MAX_LISTED ? ` ${placed.length - MAX_LISTED} more are not listed.` : ''
  output.note(`${RULES}${isCut}`)
  return output.text('# Findings of earlier reviews')
}

const RULES =
  'Do not propose these findings again; dismissed ones stay dismissed. For each open, moved, outdated or regressed one whose code changed or is gone, read the code, and call github__resolve_thread with its thread if it is fixed. If you are not sure, leave it open. Propose a fixed one again only if it is back.'
