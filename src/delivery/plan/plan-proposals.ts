import type { StartingLabel } from '../../github/events/trigger-rules.ts'
import type { LabelChange, Proposal } from '../../github-tools/proposal.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import { linkNamedLines, type NamedFiles } from '../../text/permalinks.ts'
import { type Host, toPlainLine } from '../../text/references.ts'
import { type SafeMarkdown, sanitizeAndRedact } from '../../text/sanitize-outbound.ts'
import { COMMENT_CHARACTERS } from '../../text/write-markdown.ts'
import type { Intent, Receipt } from './intent.ts'

/** Characters reserved for what delivery adds to a model's text: a marker, a suggestion's fence, a footer. */
const RESERVED_CHARACTERS = 2_000
/** GitHub's limit for a title. */
const TITLE_CHARACTERS = 256

/**
 * The proposals without secrets and with Markdown that is safe to post. Labels that look like a secret are dropped. Comments link the lines
 * of code that they name.
 */
export async function sanitizeProposals(
  proposals: readonly Proposal[],
  host: Host,
  filter: SecretFilter,
  namedFiles?: NamedFiles,
): Promise<Proposal[]> {
  const sanitized: Proposal[] = []
  for (const proposal of proposals) {
    if (proposal.kind === 'branch')
      sanitized.push(proposal) // its files are checked like those of a commit
    else if (proposal.kind === 'update_issue') sanitized.push(await withSafeUpdate(proposal, host, filter))
    else if ('body' in proposal) sanitized.push(await withSafeText(proposal, host, filter))
    else if ('labels' in proposal) sanitized.push({ ...proposal, labels: withoutSecretLabels(proposal.labels, filter) })
    else sanitized.push(filter.deep(proposal))
  }
  const linked = await Promise.all(sanitized.map((each) => (namedFiles ? withLinks(each, namedFiles, host) : each)))
  return linked.filter(
    (proposal) => !('labels' in proposal) || proposal.kind === 'create_issue' || proposal.labels.length > 0,
  )
}

const COMMENT_KINDS: readonly Proposal['kind'][] = ['review_comment', 'review_overview', 'extra_comment', 'reply']

async function withLinks(proposal: Proposal, namedFiles: NamedFiles, host: Host): Promise<Proposal> {
  if (!COMMENT_KINDS.includes(proposal.kind) || !('body' in proposal)) return proposal
  const body = await linkNamedLines(proposal.body as SafeMarkdown, namedFiles, host) // withSafeText() made it safe
  const suggestion = 'suggestion' in proposal ? (proposal.suggestion?.join('\n') ?? '') : ''
  const isTooLong = body.length + suggestion.length > COMMENT_CHARACTERS - RESERVED_CHARACTERS
  return isTooLong ? proposal : { ...proposal, body }
}

type WithText = Exclude<Extract<Proposal, { body: string }>, { kind: 'update_issue' }>

async function withSafeText<Kind extends WithText>(proposal: Kind, host: Host, filter: SecretFilter): Promise<Kind> {
  const maxCharacters = COMMENT_CHARACTERS - RESERVED_CHARACTERS
  if (proposal.kind === 'review_comment') {
    const safe = withSafeTitle(proposal, host, filter)
    const { suggestion, note, ...comment } = safe
    const text = suggestion?.join('\n') ?? ''
    // A click commits a suggestion as it is, so a suggestion with a redacted secret must not be posted.
    const isClean = filter.text(text) === text
    // Apart from the text of the model, in which a fence or fold may be open.
    const added = isClean
      ? await sanitizeToFit(note ?? '', host, filter, maxCharacters / 2)
      : '_Suggestion omitted: it contained what looks like a secret._'
    const own = await sanitizeToFit(comment.body, host, filter, maxCharacters - text.length - added.length)
    const body = [own, added].filter((part) => part !== '').join('\n\n')
    return { ...comment, suggestion: isClean ? suggestion : undefined, body } as Kind // without its optional parts
  }
  const body = await sanitizeToFit(proposal.body, host, filter, maxCharacters)
  if (proposal.kind === 'create_issue')
    return {
      ...proposal,
      title: filter.text(toPlainLine(filter.text(proposal.title), host, TITLE_CHARACTERS)) || 'Untitled',
      labels: withoutSecretLabels(proposal.labels, filter),
      body,
    }
  return 'title' in proposal ? { ...proposal, title: filter.text(proposal.title), body } : { ...proposal, body }
}

function withSafeTitle<Comment extends Extract<Proposal, { kind: 'review_comment' }>>(
  comment: Comment,
  host: Host,
  filter: SecretFilter,
): Comment {
  const { finding } = comment
  if (finding?.title === undefined) return comment
  const title = filter.text(toPlainLine(filter.text(finding.title), host, TITLE_CHARACTERS))
  return { ...comment, finding: { ...finding, title } }
}

/** A proposed title or text that sanitizes to nothing is dropped: the issue keeps its own. */
async function withSafeUpdate(
  proposal: Extract<Proposal, { kind: 'update_issue' }>,
  host: Host,
  filter: SecretFilter,
): Promise<Proposal> {
  const { title: proposed, body: text, ...rest } = filter.deep(proposal)
  const title = toPlainLine(proposed ?? '', host, TITLE_CHARACTERS)
  const body =
    text === undefined ? '' : await sanitizeToFit(text, host, filter, COMMENT_CHARACTERS - RESERVED_CHARACTERS)
  return { ...rest, title: title === '' ? undefined : title, body: body === '' ? undefined : body }
}

const withoutSecretLabels = (labels: readonly string[], filter: SecretFilter) =>
  labels.filter((label) => filter.text(label) === label)

/** Sanitizing can make a text longer, so a text that does not fit is truncated more and sanitized again. */
async function sanitizeToFit(
  text: string,
  host: Host,
  filter: SecretFilter,
  maxCharacters: number,
): Promise<SafeMarkdown> {
  let limit = maxCharacters
  for (;;) {
    const safe = await sanitizeAndRedact(text, host, filter, limit)
    if (safe.length <= maxCharacters) return safe
    limit = Math.floor((limit * maxCharacters * 0.95) / safe.length)
  }
}

/**
 * The proposals as intents: the inline comments of a commit become one review, and changes of one issue are merged. Pull
 * requests are planned with the commit (commit-plan.ts). Pure.
 */
export function planProposals(proposals: readonly Proposal[], { review }: { review: 'comment' | 'off' }): Intent[] {
  const reviewTexts = [...ofKind(proposals, 'review_comment'), ...ofKind(proposals, 'review_overview')]
  const reviews = [
    ...Map.groupBy(review === 'off' ? [] : reviewTexts, ({ number, commit }) => `${number} ${commit}`).values(),
  ].flatMap((group): Intent[] => {
    const [first] = group
    if (first === undefined) return []
    const { number, commit } = first
    const comments = ofKind(group, 'review_comment').map(toInlineComment)
    const overview = ofKind(group, 'review_overview').map(({ body }) => body)
    return [
      { kind: 'review', number, commit, comments, overview: overview.length === 0 ? undefined : overview.join('\n\n') },
    ]
  })
  return [
    ...reviews,
    ...ofKind(proposals, 'reply'),
    ...ofKind(proposals, 'resolve_thread'),
    ...ofKind(proposals, 'extra_comment'),
    ...labelChanges(proposals),
    ...mergeByNumber(ofKind(proposals, 'assign'), (one, next) => ({
      ...one,
      users: [...new Set([...one.users, ...next.users])],
    })),
    ...mergeByNumber(ofKind(proposals, 'update_issue'), mergeUpdates),
    ...ofKind(proposals, 'create_issue'),
  ]
}

const ofKind = <Kind extends Proposal['kind']>(proposals: readonly Proposal[], kind: Kind) =>
  proposals.filter((proposal): proposal is Extract<Proposal, { kind: Kind }> => proposal.kind === kind)

function toInlineComment({
  path,
  location,
  body,
  suggestion,
  linesHash,
  finding,
}: Extract<Proposal, { kind: 'review_comment' }>) {
  return { path, location, body, linesHash, suggestion, finding }
}

type UpdateProposal = Extract<Proposal, { kind: 'update_issue' }>

/** The later change wins where both change the same. */
const mergeUpdates = (one: UpdateProposal, next: UpdateProposal): UpdateProposal => ({
  ...one,
  title: next.title ?? one.title,
  body: next.body ?? one.body,
  state: next.state ?? one.state,
  stateReason: next.stateReason ?? one.stateReason,
  duplicateOf: next.duplicateOf ?? one.duplicateOf,
})

/** Label changes, grouped by issue. The last change of a label wins. */
function labelChanges(proposals: readonly Proposal[]): Intent[] {
  const byIssue = new Map<number, Map<string, LabelChange['kind']>>()
  for (const { kind, number, labels } of [...proposals].filter(isLabels)) {
    const changes = byIssue.get(number) ?? new Map<string, LabelChange['kind']>()
    byIssue.set(number, changes)
    for (const label of labels) changes.set(label, kind)
  }
  return [...byIssue].flatMap(([number, changes]) =>
    (['add_labels', 'remove_labels'] as const).flatMap((kind): Intent[] => {
      const labels = [...changes].flatMap(([label, change]) => (change === kind ? [label] : []))
      return labels.length === 0 ? [] : [{ kind, number, labels }]
    }),
  )
}

const isLabels = (proposal: Proposal): proposal is LabelChange =>
  proposal.kind === 'add_labels' || proposal.kind === 'remove_labels'

function mergeByNumber<Each extends { number: number }>(
  proposals: readonly Each[],
  join: (one: Each, next: Each) => Each,
): Each[] {
  return [...Map.groupBy(proposals, ({ number }) => number).values()].map((each) => each.reduce(join))
}

/** Removes the label that started a run. */
export const triggerRemoval = (startedBy: StartingLabel | undefined): Intent[] =>
  startedBy === undefined
    ? []
    : [{ kind: 'remove_labels', number: startedBy.number, labels: [startedBy.label], isTrigger: true }]

/** Whether that label is gone, or the token may not remove it. */
export const isTriggerRemoved = ({ intent, state }: Receipt): boolean =>
  intent.kind === 'remove_labels' && intent.isTrigger === true && state !== 'failed'

/** The labels that proposals set on an item and remove from it. The last change of a label wins. */
export function changedLabels(proposals: readonly Proposal[], number: number | undefined) {
  const changes = labelChanges(proposals.filter((each) => 'number' in each && each.number === number))
  const labelsOf = (kind: LabelChange['kind']) =>
    changes.flatMap((each) => (each.kind === kind && 'labels' in each ? each.labels : []))
  return { added: labelsOf('add_labels'), removed: labelsOf('remove_labels') }
}
