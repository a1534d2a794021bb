import type { Task } from '../github/task.ts'
import type { Filter } from '../host/secrets.ts'
import type { CallRecord } from '../record/events.ts'
import { branchFor, whyNotBranch } from './branch-name.ts'
import { forbiddenPaths } from './guarded-paths.ts'
import type { CommitIntent, Intent, Proposal } from './intent.ts'
import { code, cut, plural } from './markdown.ts'
import { withNewSecrets } from './new-secrets.ts'
import { runNumber } from './note.ts'
import type { Change } from './patch.ts'
import { plainLine } from './plain-line.ts'
import type { Host } from './references.ts'
import type { Report } from './report.ts'

/** What a commit may hold. GitHub takes more; people do not read it. */
const MOST_FILES = 500
const MOST_BYTES = 20_000_000
/** The longest file, in bytes. */
const MOST_FILE_BYTES = 10_000_000

export type CommitOptions = {
  changes: 'report' | 'commit' | 'pull_request' | 'off'
  branchPrefix: string
  /** GITHUB_REF: the branch the workflow runs for, when it is one. */
  ref: string | undefined
  place: Host & { workflow: string; runUrl?: string }
  writer: { key: string; run: string }
}

type Request = Extract<Proposal, { kind: 'create_pull_request' }>

/**
 * What becomes of edited files beyond the patch: one commit and, where that is wanted, one pull request. Whatever speaks
 * against it is found here, before anything is written. Pure.
 */
export function planCommit(
  task: Task | undefined,
  changes: readonly Change[],
  report: Pick<Report, 'outcome' | 'calls' | 'answer'>,
  request: Request | undefined,
  options: CommitOptions,
  filter: Filter,
): Intent[] {
  const wanted = options.changes === 'commit' || options.changes === 'pull_request'
  if (!wanted || task === undefined || (changes.length === 0 && request === undefined)) return []
  const proposed = request ?? (options.changes === 'pull_request' ? ownRequest(task, report, options) : undefined)
  const intents: Intent[] = []
  if (changes.length > 0) intents.push(commitOf(task, changes, report, request, options, filter))
  if (proposed !== undefined)
    intents.push({
      ...proposed,
      title: plainLine(proposed.title, options.place, 200) || ownTitle(task, options),
      body: `${proposed.body}\n\n${origin(task, options)}`,
    })
  return intents
}

function commitOf(
  task: Task,
  changes: readonly Change[],
  report: Pick<Report, 'outcome' | 'calls'>,
  request: Request | undefined,
  options: CommitOptions,
  filter: Filter,
): CommitIntent {
  const { writer } = options
  const branch = branchFor(options.branchPrefix, task, writer)
  const against = whyNot(task, changes, report, branch, filter)
  const requester = requesterOf(task)
  const ours = options.changes === 'commit' ? ownBranch(task) : undefined
  return {
    kind: 'commit',
    files: changes,
    grounds: groundsOf(task, options.ref),
    ...(ours === undefined ? {} : { onto: ours }),
    branch,
    message: filter.text(messageOf(task, changes.length, request, options)),
    ...(requester === undefined ? {} : { requester }),
    trailer: trailerOf(writer),
    ...(against === undefined ? {} : { not: against }),
  }
}

/** Why these changes are not committed, or undefined. */
function whyNot(
  task: Task,
  changes: readonly Change[],
  { outcome, calls }: { outcome: Report['outcome']; calls: readonly CallRecord[] },
  branch: string,
  filter: Filter,
): CommitIntent['not'] {
  const bytes = changes.reduce((sum, { after }) => sum + (after?.length ?? 0), 0)
  if (changes.length > MOST_FILES)
    return {
      why: `${plural(changes.length, 'file')} were edited and a commit takes ${MOST_FILES}; the patch has them all`,
    }
  const large = changes.filter(({ after }) => (after?.length ?? 0) > MOST_FILE_BYTES)
  if (large.length > 0 || bytes > MOST_BYTES)
    return {
      why: `the edited files have ${plural(bytes, 'byte')}${large.length === 0 ? '' : ` (${named(large)} over ${MOST_FILE_BYTES})`} and a commit takes ${MOST_BYTES}`,
    }
  const secret = withNewSecrets(changes, filter)
  if (secret.length > 0 || filter.text(branch) !== branch)
    return {
      why: `${secret.length === 0 ? 'the name of the branch' : named(secret.map((path) => ({ path: filter.text(path) })))} would hold what looks like a secret`,
      isSecret: true,
    }
  if (outcome !== 'ok' && outcome !== 'denied')
    return { why: 'the run ended before it was done; the patch has what there is' }
  const odd = whyNotBranch(branch)
  if (odd !== undefined) return { why: `the name ${code(branch)} for a new branch ${odd}; mend branch_prefix` }
  const elsewhere = otherRepository(task)
  if (elsewhere !== undefined)
    return { why: `the pull request comes from ${elsewhere}, where this token may not write; the patch has the change` }
  const forbidden = forbiddenPaths(
    changes.map(({ path }) => path),
    calls,
  )
  return forbidden.length === 0
    ? undefined
    : {
        why: `${named(forbidden.map((path) => ({ path })))} may only be changed when a rule of users or administrators allows it; the patch has the change`,
      }
}

function named(files: readonly { path: string }[]): string {
  const shown = files.slice(0, 3).map(({ path }) => cut(path, 200))
  return files.length > shown.length ? `${shown.join(', ')} and ${files.length - shown.length} more` : shown.join(', ')
}

const hereOf = ({ repo }: Task) => `${repo.owner}/${repo.name}`.toLowerCase()

/** The repository the code comes from, when that is not this one. */
function otherRepository(task: Task): string | undefined {
  const from = task.head !== undefined ? task.head : task.upstream && { repo: task.upstream.headRepo }
  if (from === undefined || from.repo?.toLowerCase() === hereOf(task)) return undefined
  return from.repo ?? 'a repository that is gone'
}

/** The branch the run's pull request is made from. A default branch is nobody's to commit to just because it is one. */
function ownBranch({ head, upstream, number, defaultBranch }: Task): CommitIntent['onto'] {
  if (number === undefined) return undefined
  const branch = head?.ref ?? upstream?.branch
  return branch === undefined || branch === defaultBranch ? undefined : { number, branch }
}

/**
 * The commits that could have been checked out when the files were edited, the likeliest first; a workflow may check out
 * the merge of a pull request, its head, or the default branch. `into`: the branch that a pull request would go into.
 */
function groundsOf({ head, upstream, sha, event }: Task, ref: string | undefined): CommitIntent['grounds'] {
  const branch = ref?.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
  const isMerge = head !== undefined && /^pull_request(?:_review|_review_comment)?$/.test(event)
  const all = [
    ...(head === undefined ? [] : [{ sha: head.sha, into: head.ref }]),
    ...(head === undefined && upstream !== undefined ? [{ sha: upstream.sha, into: upstream.branch }] : []),
    { sha, into: isMerge ? head?.ref : branch },
  ]
  return all
    .filter((ground, index) => ground.sha !== '' && all.findIndex((each) => each.sha === ground.sha) === index)
    .map(({ sha: at, into }) => (into === undefined ? { sha: at } : { sha: at, into }))
}

/** Who is named beside us: whoever asked. Nobody asks for what a schedule starts. */
function requesterOf({ event, request, author, actor, triggeringActor }: Task): string | undefined {
  if (event === 'schedule' && actor === triggeringActor) return undefined
  const name = request === undefined ? triggeringActor : (author ?? triggeringActor)
  return name === '' || name.endsWith('[bot]') ? undefined : name
}

/** By which a later attempt of the same run knows its own commit. */
const trailerOf = ({ key, run }: CommitOptions['writer']) => `Sluice-Run: ${key}/${runNumber(run)}`

/** The first line and where it comes from. Titles are the model's, made harmless; no text of the event is in it. */
function messageOf(task: Task, files: number, request: Request | undefined, options: CommitOptions): string {
  const { place } = options
  const title = request === undefined ? '' : plainLine(request.title, place, 72)
  const about = task.number === undefined ? '' : ` for #${task.number}`
  const subject = title || `Change ${plural(files, 'file')}${about}`
  const run = place.runUrl === undefined ? '' : `: ${place.runUrl}`
  return `${subject}\n\nMade by a run of Sluice${run}`
}

/** The pull request nobody has written a text for: the answer is one. */
const ownRequest = (task: Task, { answer }: Pick<Report, 'answer'>, options: CommitOptions): Request => ({
  kind: 'create_pull_request',
  title: ownTitle(task, options),
  body: answer.short,
  draft: false,
})

const ownTitle = ({ number }: Task, { place }: CommitOptions) =>
  number === undefined ? `Changes by ${place.workflow || 'Sluice'}` : `Changes for #${number}`

function origin(task: Task, { place }: CommitOptions): string {
  const run = place.runUrl === undefined ? 'a run' : `[a run](<${encodeURI(place.runUrl)}>)`
  const requester = requesterOf(task)
  const asked = requester === undefined ? '' : `, asked for by ${code(requester)}`
  const where = task.number === undefined ? '' : ` on #${task.number}`
  return `<sub>Made by ${run} of Sluice${where}${asked}. Workflows do not start for what is pushed with \`GITHUB_TOKEN\`; closing and reopening this pull request starts them.</sub>`
}
