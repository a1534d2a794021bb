import type { Filter } from '../host/secrets.ts'
import type { Intent, LabelChange, Proposal } from './intent.ts'
import { COMMENT_CHARACTERS } from './markdown.ts'
import { plainLine } from './plain-line.ts'
import type { Host } from './references.ts'
import { cleanMarkdown, type SafeMarkdown } from './safe-markdown.ts'

/** Room for what we add to a text of the model: a note, a suggestion's fence, a footer. */
const OURS = 2_000
/** GitHub takes as many in a title. */
const TITLE_CHARACTERS = 256

/** Proposals with secrets taken out and their Markdown made safe to post. A label that looks like a secret is no label. */
export async function settle(proposals: readonly Proposal[], host: Host, filter: Filter): Promise<Proposal[]> {
  const settled: Proposal[] = []
  for (const proposal of proposals) {
    if ('body' in proposal) settled.push(await withSafeText(proposal, host, filter))
    else if ('labels' in proposal) settled.push({ ...proposal, labels: clean(proposal.labels, filter) })
    else if (proposal.kind === 'update_issue') settled.push(withPlainTitle(filter.deep(proposal), host))
    else settled.push(filter.deep(proposal))
  }
  return settled.filter(
    (proposal) => !('labels' in proposal) || proposal.kind === 'create_issue' || proposal.labels.length > 0,
  )
}

async function withSafeText<Kind extends Extract<Proposal, { body: string }>>(
  proposal: Kind,
  host: Host,
  filter: Filter,
): Promise<Kind> {
  const room = COMMENT_CHARACTERS - OURS
  if (proposal.kind === 'review_comment') {
    const { suggestion, ...remark } = proposal
    const text = suggestion?.join('\n') ?? ''
    const taken = room - text.length
    const body = await fitted(remark.body, host, filter, taken)
    // What was taken out of it would be committed with a click.
    const isWhole = filter.text(text) === text
    if (suggestion === undefined || isWhole) return { ...proposal, body }
    return { ...remark, body: `${body}\n\n_The suggested text is left out: it held what looks like a secret._` } as Kind // without its optional part
  }
  const body = await fitted(proposal.body, host, filter, room)
  if (proposal.kind === 'create_issue')
    return {
      ...proposal,
      title: filter.text(plainLine(filter.text(proposal.title), host, TITLE_CHARACTERS)) || 'Untitled',
      labels: clean(proposal.labels, filter),
      body,
    }
  return 'title' in proposal ? { ...proposal, title: filter.text(proposal.title), body } : { ...proposal, body }
}

/** A title that was nothing but mentions and references stays as it is on GitHub. */
function withPlainTitle(proposal: Extract<Proposal, { kind: 'update_issue' }>, host: Host): Proposal {
  const { title: given, ...rest } = proposal
  const title = plainLine(given ?? '', host, TITLE_CHARACTERS)
  return title === '' ? rest : { ...rest, title }
}

const clean = (labels: readonly string[], filter: Filter) => labels.filter((label) => filter.text(label) === label)

/** What makes a text safe can make it longer, so what does not fit is cut and made safe again. */
async function fitted(text: string, host: Host, filter: Filter, room: number): Promise<SafeMarkdown> {
  let most = room
  for (;;) {
    const safe = await cleanMarkdown(text, host, filter, most)
    if (safe.length <= room) return safe
    most = Math.floor((most * room * 0.95) / safe.length)
  }
}

/**
 * Proposals as they are written: the remarks on lines as one review, what concerns one issue together. A pull request is part
 * of what becomes of the edited files (commit-plan.ts). Pure.
 */
export function writesOf(proposals: readonly Proposal[], { review }: { review: 'comment' | 'off' }): Intent[] {
  const remarks = review === 'off' ? [] : of(proposals, 'review_comment')
  const reviews = [...Map.groupBy(remarks, ({ number, commit }) => `${number} ${commit}`).values()].flatMap(
    ([first, ...rest]): Intent[] => {
      if (first === undefined) return []
      const { number, commit } = first
      return [{ kind: 'review', number, commit, remarks: [first, ...rest].map(asRemark) }]
    },
  )
  return [
    ...reviews,
    ...of(proposals, 'reply'),
    ...of(proposals, 'resolve_thread'),
    ...of(proposals, 'extra_comment'),
    ...labelChanges(proposals),
    ...merged(of(proposals, 'assign'), (one, next) => ({ ...one, users: [...new Set([...one.users, ...next.users])] })),
    ...merged(of(proposals, 'update_issue'), (one, next) => ({ ...one, ...next })),
    ...of(proposals, 'create_issue'),
  ]
}

const of = <Kind extends Proposal['kind']>(proposals: readonly Proposal[], kind: Kind) =>
  proposals.filter((proposal): proposal is Extract<Proposal, { kind: Kind }> => proposal.kind === kind)

function asRemark({ path, spot, body, suggestion, at }: Extract<Proposal, { kind: 'review_comment' }>) {
  return { path, spot, body, at, ...(suggestion === undefined ? {} : { suggestion }) }
}

/** What was said last of a label holds. */
function labelChanges(proposals: readonly Proposal[]): Intent[] {
  const wanted = new Map<number, Map<string, 'add_labels' | 'remove_labels'>>()
  for (const { kind, number, labels } of [...proposals].filter(isLabels)) {
    const about = wanted.get(number) ?? new Map<string, 'add_labels' | 'remove_labels'>()
    wanted.set(number, about)
    for (const label of labels) about.set(label, kind)
  }
  return [...wanted].flatMap(([number, about]) =>
    (['add_labels', 'remove_labels'] as const).flatMap((kind): Intent[] => {
      const labels = [...about].flatMap(([label, what]) => (what === kind ? [label] : []))
      return labels.length === 0 ? [] : [{ kind, number, labels }]
    }),
  )
}

const isLabels = (proposal: Proposal): proposal is LabelChange =>
  proposal.kind === 'add_labels' || proposal.kind === 'remove_labels'

function merged<Each extends { number: number }>(
  proposals: readonly Each[],
  join: (one: Each, next: Each) => Each,
): Each[] {
  return [...Map.groupBy(proposals, ({ number }) => number).values()].map((each) => each.reduce(join))
}
