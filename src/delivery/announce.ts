import type { Task } from '../github/task.ts'
import { messageOf } from '../host/errors.ts'
import { abandonCheck, type CheckGitHub, checkOf, startCheck } from './check-run.ts'
import { type CommentGitHub, findOurs, keyOf, type Mark, markLine, post } from './comment.ts'
import { type DeliveryGitHub, type DeliveryKit, writerOf } from './delivery-kit.ts'
import type { CheckName } from './intent.ts'

/** What the post step needs to finish what a killed run left at "working". Plain JSON. `number`: where the comment is. */
export type Pending = { number?: number; key: string; run: string; runUrl?: string; check?: CheckName }

/** What says that we are at it; `why` when there is no comment although there should be. */
export type Announced = { id?: number; url?: string; why?: string; check?: { id: number } }

/** What to save before announcing, so that even a run that is killed at once leaves nothing at "working". */
export function pendingFor(task: Task, { place, comment, checkRun, dryRun, github }: DeliveryKit): Pending | undefined {
  if (dryRun || github === undefined) return undefined
  const number = comment === 'off' ? undefined : task.number
  const { key, run } = writerOf(place)
  if (number === undefined && !checkRun) return undefined
  return {
    ...(number === undefined ? {} : { number }),
    key,
    run,
    ...(place.runUrl === undefined ? {} : { runUrl: place.runUrl }),
    ...(checkRun ? { check: checkOf(task, place, key) } : {}),
  }
}

/**
 * Says that we are at it: the comment, the check run, and a reaction on the comment that asked. Never rejects: a run is not
 * worth less for it.
 */
export async function announce(task: Task, kit: DeliveryKit): Promise<Announced> {
  const pending = pendingFor(task, kit)
  const { github } = kit
  if (pending === undefined || github === undefined) return {}
  const [commented, checked] = await Promise.all([
    comment(pending, github, kit),
    check(pending, github, kit),
    pending.number === undefined ? undefined : acknowledge(task, github),
  ])
  return { ...commented, ...checked }
}

async function comment(pending: Pending, github: DeliveryGitHub, kit: DeliveryKit): Promise<Announced> {
  if (pending.number === undefined) return {}
  try {
    const body = `${mark(kit, 'working')}\n_Working on it …${pending.runUrl === undefined ? '' : ` ([run](<${encodeURI(pending.runUrl)}>))`}_`
    const { id, url } = await post(github, { number: pending.number, body, replaces: replacedBy(kit) })
    return { id, url }
  } catch (error) {
    return { why: unsaid('comment', error, kit) }
  }
}

async function check(pending: Pending, github: DeliveryGitHub, kit: DeliveryKit): Promise<Announced> {
  if (pending.check === undefined) return {}
  try {
    const { id } = await startCheck(pending.check, pending.runUrl, github)
    return { check: { id } }
  } catch (error) {
    unsaid('check run', error, kit)
    return {}
  }
}

function unsaid(what: string, error: unknown, { filter, emit }: DeliveryKit): string {
  const why = filter.text(messageOf(error))
  emit({ type: 'notice', level: 'info', text: `The ${what} that says we are working could not be posted: ${why}` })
  return why
}

async function acknowledge({ comment }: Task, github: Pick<DeliveryGitHub, 'addReaction'>): Promise<void> {
  if (comment === undefined || comment.kind === 'pull_request_review') return
  await github.addReaction({ id: comment.id, kind: comment.kind }, 'eyes').catch(() => undefined) // a courtesy, no more
}

/** For the post step: ends what the run left at "working". True when there was something. Rejects with GitHubError. */
export async function finishAbandoned(pending: Pending, github: CommentGitHub & CheckGitHub): Promise<boolean> {
  const checked = pending.check !== undefined && (await abandonCheck(pending.check, github))
  const { number, key, run, runUrl } = pending
  if (number === undefined) return checked
  const isOurs = (found: Mark) => found.key === key && found.run === markedRun(run)
  const left = await findOurs(github, number, (found) => isOurs(found) && found.state === 'working')
  if (left === undefined) return checked
  const where = runUrl === undefined ? '' : ` The log of the [run](<${encodeURI(runUrl)}>) has what there is.`
  const body = `${markLine({ key, run, state: 'done' })}\n**Stopped before it could finish.** The run was ended from outside, so there is no answer.${where}`
  await post(github, { number, body, id: left.id, replaces: isOurs })
  return true
}

/** The first line of our comment. */
export const mark = ({ place }: Pick<DeliveryKit, 'place'>, state: Mark['state']) =>
  markLine({ key: keyOf(place.workflow, place.job), run: place.run, state })

/** Which of our comments the result goes into: the one of this job, or in `new` mode only what this run itself wrote. */
export const replacedBy = ({ place, comment }: Pick<DeliveryKit, 'place' | 'comment'>) => {
  const key = keyOf(place.workflow, place.job)
  return (found: Mark) => found.key === key && (comment === 'sticky' || found.run === markedRun(place.run))
}

const markedRun = (run: string) => run.replace(/[^\w.-]/g, '-')
