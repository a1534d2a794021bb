import type { Intent, Receipt } from './intent.ts'
import { code, details, firstLines, plural, prose } from './markdown.ts'
import { onePage } from './report.ts'
import { inText } from './review.ts'

/** What else was written beside the result, and what was not. Empty when there is nothing. */
export function alsoWritten(receipts: readonly Receipt[]): string {
  const about = receipts.filter((receipt) => isTold(receipt) && !needsNoWord(receipt))
  const lines = (state: Receipt['state']) => about.filter((receipt) => receipt.state === state).map(line)
  return [
    listed('Written:', lines('posted')),
    listed('**Could not be written:**', lines('failed')),
    listed('**Proposed, but not written:**', lines('skipped')),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Nobody asked for it, so nobody misses it; or the report says it, because it decided the outcome. */
const needsNoWord = ({ intent, state }: Receipt) =>
  (intent.kind === 'resolve_fixed' && state === 'skipped') ||
  (intent.kind === 'commit' && intent.not?.isSecret === true)

/** The result itself: that it is there can be seen, that it is not has to be told. */
const RESULT: readonly Intent['kind'][] = ['patch', 'comment', 'check_run', 'summary']
const isTold = ({ intent, state }: Receipt) => state === 'failed' || !RESULT.includes(intent.kind)

/** Each of the three lists, beside the result: all of them fit into what it leaves of a comment. */
const ROOM = 1500

function listed(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  const { text, left } = firstLines(lines, ROOM)
  return [title, text, left === 0 ? '' : `- ${left} more in the output \`receipts\``].filter(Boolean).join('\n')
}

function line({ intent, url, why, made }: Receipt): string {
  const link = url === undefined ? whatItIs(intent) : `[${whatItIs(intent)}](<${encodeURI(url)}>)`
  const what = made === undefined ? link : `${link} on ${code(made.branch)}`
  return why === undefined ? `- ${what}` : `- ${what}: ${prose(why, 300)}`
}

/**
 * What the summary says about what came before it: what was written, as there may be no comment to say where; then what was
 * not, with the text nobody got to read. Empty when there is nothing.
 */
export function toldInSummary(receipts: readonly Receipt[]): string {
  const about = receipts.filter((receipt) => receipt.intent.kind !== 'summary' && !needsNoWord(receipt))
  const written = about.filter((receipt) => receipt.state === 'posted' && isTold(receipt)).map(line)
  const missing = about.filter(({ state, why }) => state !== 'posted' || why !== undefined).flatMap(missed)
  return [...missing, listed('Written:', written)].filter(Boolean).join('\n\n')
}

function missed({ intent, state, why = '' }: Receipt): string[] {
  const verdict = state === 'failed' ? 'Not delivered' : 'Not written'
  const text = textOf(intent)
  return [
    ...(state === 'posted' ? [] : [`> **${verdict}:** the ${whatItIs(intent)}: ${prose(why, 500)}`]),
    ...(text === '' ? [] : [details(`The text of the ${plainWords(intent)}`, text)]),
  ]
}

export const plainWords = (intent: Intent): string => whatItIs(intent).replaceAll('`', '')

/** One intent in a few words, with what somebody chose in it as code. */
export function whatItIs(intent: Intent): string {
  switch (intent.kind) {
    case 'comment':
      return `comment on #${intent.number} (${plural(onePage(intent.page).length, 'character')})`
    case 'patch':
      return 'patch file'
    case 'summary':
      return 'summary'
    case 'review':
      return `review of #${intent.number} with ${plural(intent.remarks.length, 'remark')}`
    case 'extra_comment':
      return `further comment on #${intent.number}`
    case 'reply':
      return `reply in a thread of #${intent.number}`
    case 'resolve_fixed':
      return `resolving of settled threads on #${intent.number}`
    case 'resolve_thread':
      return `resolving of a thread on ${code(intent.path)}`
    case 'add_labels':
      return `${labelled(intent.labels)} added to #${intent.number}`
    case 'remove_labels':
      return `${labelled(intent.labels)} taken off #${intent.number}`
    case 'assign':
      return `assignment of #${intent.number} to ${intent.users.map(code).join(', ')}`
    case 'update_issue':
      return `change of #${intent.number}${changes(intent)}`
    case 'create_issue':
      return `issue ${code(intent.title)}`
    case 'create_pull_request':
      return `pull request ${code(intent.title)}`
    case 'check_run':
      return `check run ${code(intent.name)}`
    case 'commit':
      return `commit of ${plural(intent.files.length, 'file')}`
  }
}

/** How many names are read before they are only counted. */
const NAMES = 10

function labelled(labels: readonly string[]): string {
  const names = labels.slice(0, NAMES).map(code).join(', ')
  const more = labels.length > NAMES ? ` and ${labels.length - NAMES} more` : ''
  return `${labels.length === 1 ? 'label' : 'labels'} ${names}${more}`
}

function changes({ title, state, reason, duplicateOf }: Extract<Intent, { kind: 'update_issue' }>): string {
  const facts = [
    title === undefined ? '' : `title ${code(title)}`,
    state === undefined
      ? ''
      : state === 'open'
        ? 'reopened'
        : `closed${reason === undefined ? '' : ` as ${reason.replace('_', ' ')}`}`,
    duplicateOf === undefined ? '' : `of #${duplicateOf.number}`,
  ].filter(Boolean)
  return facts.length === 0 ? '' : ` (${facts.join(', ').replace('duplicate, of', 'duplicate of')})`
}

/** The words of the model in it. The result itself stands in the summary anyway. */
function textOf(intent: Intent): string {
  switch (intent.kind) {
    case 'review':
      return intent.remarks.map(inText).join('\n\n')
    case 'extra_comment':
    case 'reply':
    case 'create_issue':
    case 'create_pull_request':
      return intent.body
    default:
      return ''
  }
}
