import type { Task } from '../github/task.ts'
import { messageOf } from '../host/errors.ts'
import { abandonCheck, type CheckGitHub, checkOf, LEFT, type LeftBy, startCheck } from './check-run.ts'
import {
  type CommentGitHub,
  findOurs,
  keyOf,
  type Mark,
  markLine,
  oursAmong,
  post,
  type SeenComments,
} from './comment.ts'
import { type DeliveryGitHub, type DeliveryKit, writerOf } from './delivery-kit.ts'
import type { CheckName } from './intent.ts'

import { runNumber } from './note.ts'

/** What the post step needs to finish what a killed run left at "working". Plain JSON. `number`: where the comment is. */
export type Pending = { number?: number; key: string; run: string; runUrl?: string; check?: CheckName }

/** What says that we are at it; `why` when there is no comment although there should be. `isFirst`: we looked, and there is none of ours. */
export type Announced = { id?: number; url?: string; isFirst?: boolean; why?: string; check?: { id: number } }

/** What to save before announcing, so that even a run that is killed at once leaves nothing at "working". */
export function pendingFor(
  task: Task,
  { place, comment, checkRun, dryRun, github, quiet }: DeliveryKit,
): Pending | undefined {
  if (dryRun || github === undefined || quiet === true) return undefined
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
 * Says that we are at it: the comment, the check run, and a reaction on the comment that asked. `seeing`: comments that
 * somebody reads anyway, so that they are not asked for twice. Never rejects: a run is not worth less for it.
 */
export async function announce(
  task: Task,
  kit: DeliveryKit,
  seeing?: Promise<SeenComments> | undefined,
): Promise<Announced> {
  const { github, dryRun } = kit
  if (kit.quiet === true) return look(task, kit, seeing)
  if (github === undefined || dryRun) return {}
  const pending = pendingFor(task, kit)
  const [commented, checked] = await Promise.all([
    pending && comment(pending, github, kit, seeing),
    pending && check(pending, github, kit),
    acknowledge(task, github),
  ])
  return { ...commented, ...checked }
}

/** Only looks where the result will go. Not knowing is no reason to stop: delivery looks again. */
async function look({ number }: Task, kit: DeliveryKit, seeing: Seeing): Promise<Announced> {
  const { github, comment, dryRun } = kit
  if (github === undefined || number === undefined || comment === 'off' || dryRun) return {}
  try {
    const seen = await seenOf(seeing, kit)
    if (seen !== undefined) return seen
    const ours = await findOurs(github, number, replacedBy(kit))
    return ours === undefined ? { isFirst: true } : { id: ours.id, url: ours.url }
  } catch {
    return {}
  }
}

type Seeing = Promise<SeenComments> | undefined

/** What the others have seen of ours. Not having seen anything, they leave it to us to look. */
const seenOf = async (seeing: Seeing, kit: DeliveryKit) => {
  const seen = await seeing?.catch(() => undefined)
  return seen && oursAmong(seen, replacedBy(kit))
}

async function comment(pending: Pending, github: DeliveryGitHub, kit: DeliveryKit, seeing: Seeing): Promise<Announced> {
  if (pending.number === undefined) return {}
  try {
    const body = `${mark(kit, 'working')}\n_Working on it …${pending.runUrl === undefined ? '' : ` ([run](<${encodeURI(pending.runUrl)}>))`}_`
    const seen = await seenOf(seeing, kit)
    const { id, url } = await post(github, { number: pending.number, body, replaces: replacedBy(kit), ...seen })
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
  emit({ type: 'notice', level: 'info', text: `The ${what} that says "working" could not be posted: ${why}` })
  return why
}

async function acknowledge({ comment }: Task, github: Pick<DeliveryGitHub, 'addReaction'>): Promise<void> {
  if (comment === undefined || comment.kind === 'pull_request_review') return
  await github.addReaction({ id: comment.id, kind: comment.kind }, 'eyes').catch(() => undefined) // a courtesy, no more
}

/** For the post step: ends what the run left at "working". True when there was something. Rejects with GitHubError. */
export async function finishAbandoned(
  pending: Pending,
  github: CommentGitHub & CheckGitHub,
  by: LeftBy = 'killed',
): Promise<boolean> {
  const ended = await Promise.allSettled([
    pending.check !== undefined && abandonCheck(pending.check, github, by),
    abandonComment(pending, github, by),
  ])
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  return ended.some((each) => each.status === 'fulfilled' && each.value)
}

async function abandonComment(
  { number, key, run, runUrl }: Pending,
  github: CommentGitHub,
  by: LeftBy,
): Promise<boolean> {
  if (number === undefined) return false
  const isOurs = (found: Mark) => found.key === key && found.run === markedRun(run)
  const left = await findOurs(github, number, (found) => isOurs(found) && found.state === 'working')
  if (left === undefined) return false
  const where = runUrl === undefined ? '' : ` The log of the [run](<${encodeURI(runUrl)}>) has what there is.`
  const body = `${markLine({ key, run, state: 'done' })}\n**${LEFT[by].title}.** ${LEFT[by].text}${where}`
  await post(github, { number, body, id: left.id, replaces: isOurs })
  return true
}

/** The first line of our comment. */
export const mark = ({ place }: Pick<DeliveryKit, 'place'>, state: Mark['state']) =>
  markLine({ key: keyOf(place.workflow, place.job), run: place.run, state })

/** Which of our comments the result goes into: the one of this job, or in `new` mode only what this run itself wrote. */
export const replacedBy = ({ place, comment }: Pick<DeliveryKit, 'place' | 'comment'>) => {
  const key = keyOf(place.workflow, place.job)
  const run = runNumber(markedRun(place.run))
  // A run that is started again says the same thing again, not another.
  return (found: Mark) => found.key === key && (comment === 'sticky' || runNumber(found.run) === run)
}

const markedRun = (run: string) => run.replace(/[^\w.-]/g, '-')
