import { type Answer, type Call, invalid, paged } from './github-answer.ts'
import { issueJson } from './github-thread-shapes.ts'
import { type Issue, isPull, type Pull } from './github-world.ts'

/**
 * Issues and pull requests that hold all words and fit all qualifiers; the few qualifiers that are used. A query has to say
 * which of the two it wants, as Apps have to. Source: GitHub docs, "Searching issues and pull requests".
 */
export function searchIssues(call: Call): Answer {
  const query = call.query.get('q') ?? ''
  if (query.trim() === '') throw invalid('Search', 'q', 'missing')
  const terms = [...query.matchAll(/(-?)(?:([a-z-]+):)?(?:"([^"]*)"|(\S+))/gi)].map(
    ([, not, qualifier, quoted, plain]) => ({
      not: not === '-',
      qualifier: qualifier?.toLowerCase(),
      value: (quoted ?? plain ?? '').toLowerCase(),
    }),
  )
  const kinds = terms.filter(({ qualifier, value }) => (qualifier === 'is' || qualifier === 'type') && isKind(value))
  if (kinds.length === 0) throw invalid('Search', 'q', 'invalid', "Query must include 'is:issue' or 'is:pull-request'")
  const found = [...call.world.issues, ...call.world.pulls].filter((subject) =>
    terms.every(({ not, qualifier, value }) => fits(call, subject, qualifier, value) !== not),
  )
  return paged(
    call,
    found
      .toSorted((a, b) => b.number - a.number)
      .map((subject) => ({ ...issueJson(call, subject), body: subject.body ?? '', score: 1 })),
    (items) => ({ total_count: found.length, incomplete_results: false, search_type: 'lexical', items }),
  )
}

const isKind = (value: string) => ['issue', 'pr', 'pull-request'].includes(value)

function fits({ world }: Call, subject: Issue | Pull, qualifier: string | undefined, value: string): boolean {
  switch (qualifier) {
    case 'is':
    case 'type':
      if (value === 'issue') return !isPull(subject)
      if (isKind(value)) return isPull(subject)
      return subject.state === value
    case 'state':
      return subject.state === value
    case 'repo':
      return value === `${world.owner}/${world.repo}`.toLowerCase()
    case 'label':
      return subject.labels.some((name) => name.toLowerCase() === value)
    case 'author':
      return subject.user.toLowerCase() === value
    case 'in':
      return true
    case undefined:
      return `${subject.title}\n${subject.body ?? ''}`.toLowerCase().includes(value)
    default:
      return false
  }
}
