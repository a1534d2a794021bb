import { type ApiAnswer, type ApiCall, ErrorAnswer, invalid, ok, paged } from './answer.ts'
import { gitOutput, listTree, resolveCommit } from './repository-git.ts'
import { repository, repoUrl } from './shapes.ts'
import { issueJson } from './thread-shapes.ts'
import { isPull, type WorldIssue, type WorldPull } from './world.ts'

/**
 * Issues and pull requests that contain all words and match all qualifiers; supports a few qualifiers. A query must name one
 * of the two kinds, as GitHub requires of Apps. Source: GitHub docs, "Searching issues and pull requests".
 */
export function searchIssues(call: ApiCall): ApiAnswer {
  const query = call.query.get('q') ?? ''
  if (query.trim() === '') throw invalid('Search', 'q', 'missing')
  const terms = [...query.matchAll(/(-?)(?:([a-z-]+):)?(?:"([^"]*)"|(\S+))/gi)].map(
    ([, negated, qualifier, quoted, plain]) => ({
      negated: negated === '-',
      qualifier: qualifier?.toLowerCase(),
      value: (quoted ?? plain ?? '').toLowerCase(),
    }),
  )
  const kinds = terms.filter(({ qualifier, value }) => (qualifier === 'is' || qualifier === 'type') && isKind(value))
  if (kinds.length === 0) throw invalid('Search', 'q', 'invalid', "Query must include 'is:issue' or 'is:pull-request'")
  const matches = [...call.world.issues, ...call.world.pulls].filter(
    (subject) =>
      call.world.goneIssues?.[subject.number] === undefined &&
      terms.every(({ negated, qualifier, value }) => fits(call, subject, qualifier, value) !== negated),
  )
  const isOldestFirst = call.query.get('sort') === 'created' && call.query.get('order') === 'asc'
  const first = (Number(call.query.get('page') ?? 1) - 1) * Number(call.query.get('per_page') ?? 30)
  if (first >= MAX_RESULTS) throw new ErrorAnswer(422, 'Only the first 1000 search results are available')
  return paged(
    call,
    matches
      .toSorted((a, b) => (isOldestFirst ? byAge(a, b) : b.number - a.number))
      .slice(0, MAX_RESULTS)
      .map((subject) => ({ ...issueJson(call, subject), body: subject.body ?? '', score: 1 })),
    (items) => ({ total_count: matches.length, incomplete_results: false, search_type: 'lexical', items }),
  )
}

const MAX_RESULTS = 1000
const byAge = (a: WorldIssue, b: WorldIssue) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.number - b.number

const isKind = (value: string) => ['issue', 'pr', 'pull-request'].includes(value)

function fits(
  { world }: ApiCall,
  subject: WorldIssue | WorldPull,
  qualifier: string | undefined,
  value: string,
): boolean {
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
    case 'no':
      return value === 'label' && subject.labels.length === 0
    case 'created':
      return value.startsWith('>=') && Date.parse(subject.createdAt) >= Date.parse(value.slice(2))
    case 'in':
      return true
    case undefined:
      return `${subject.title}\n${subject.body ?? ''}`.toLowerCase().includes(value)
    default:
      return false
  }
}

/** Files of the default branch that contain all words. Qualifiers other than `repo` are not supported. Source: GitHub docs, "Searching code". */
export async function searchCode(call: ApiCall): Promise<ApiAnswer> {
  const { world, query } = call
  const words = (query.get('q') ?? '').split(/\s+/).filter((word) => word !== '')
  const terms = words.filter((word) => !/^[a-z]+:/i.test(word)).map((word) => word.replaceAll('"', ''))
  if (terms.length === 0) throw invalid('Search', 'q', 'missing')
  const isHere = words.some((word) => word.toLowerCase() === `repo:${world.owner}/${world.repo}`.toLowerCase())
  const commit = world.gitDir === undefined ? undefined : await resolveCommit(world.gitDir, world.defaultBranch)
  if (world.gitDir === undefined || commit === undefined || !isHere)
    return ok({ total_count: 0, incomplete_results: false, items: [] })
  const patterns = terms.flatMap((term, index) => [...(index === 0 ? [] : ['--and']), '-e', term])
  const matches = await gitOutput(world.gitDir, [
    'grep',
    '-l',
    '-z',
    '-I',
    '-i',
    '-F',
    '--all-match',
    ...patterns,
    commit,
  ])
  const paths = new Set((matches?.toString() ?? '').split('\0').map((line) => line.slice(commit.length + 1)))
  const entries = (await listTree(world.gitDir, commit, true)) ?? []
  const items = entries
    .filter(({ path }) => paths.has(path))
    .map(({ path, sha }) => ({
      name: path.slice(path.lastIndexOf('/') + 1),
      path,
      sha,
      url: `${repoUrl(call)}/contents/${encodeURI(path)}?ref=${commit}`,
      git_url: `${repoUrl(call)}/git/blobs/${sha}`,
      html_url: `${world.pages}/${world.owner}/${world.repo}/blob/${commit}/${encodeURI(path)}`,
      repository: repository(call),
      score: 1,
    }))
  return paged(call, items, (page) => ({ total_count: items.length, incomplete_results: false, items: page }))
}
