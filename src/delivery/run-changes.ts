import { realpath, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Runtime } from '../config/runtime.ts'
import type { Task } from '../github/events/task.ts'
import type { CommitMismatch, RunFiles } from '../github/run-files.ts'
import { machineReason } from '../platform/errors.ts'
import type { FileChange } from '../platform/files/workspace.ts'
import { lazy } from '../platform/lazy.ts'
import { isInside, toForwardSlashes } from '../platform/paths.ts'
import { type CheckoutLocation, findCheckout } from '../platform/snapshot/git-repository.ts'
import { filesBeside, GIT_IGNORES_IT, type TreeChangeKind } from '../platform/snapshot/ignored-files.ts'
import { type GitPlace, type RestoreResult, restoreFiles, restorePlaces } from '../platform/snapshot/restore-files.ts'
import { compareWithBegin, type TreeDifference } from '../platform/snapshot/tree-changes.ts'
import { takeSnapshot, type WorktreeSnapshot } from '../platform/snapshot/worktree-snapshot.ts'
import type { RunEvent } from '../record/events.ts'
import { pluralize } from '../text/write-markdown.ts'
import type { DeliveryContext } from './delivery-context.ts'
import type { Receipt } from './plan/intent.ts'
import { type EditedFile, kindOfChange, type UndeliveredFile, undeliveredFile } from './plan/patch.ts'
import type { RunReport } from './run-report.ts'

/** What a run changed. Paths are relative to the top of the checkout. */
export type RunChanges = {
  changes: readonly EditedFile[]
  /** Changes that no patch can contain. */
  undelivered?: readonly UndeliveredFile[]
  /** Why nothing can be committed. */
  commitProblem?: string
  /** The commit that was checked out when the run began, where a program or an edit could change that. */
  beginCommit?: string
  /** What kept the checkout from being compared with the start of the run, and what became of it. */
  damage?: string
  /** Where `.git` keeps files of the run. */
  places?: readonly GitPlace[]
  /** The checkout that was compared. `beganMs`: when the run began to change it. `isMixed`: earlier steps had changed it. */
  compared?: { top: string; beganMs: number; isMixed: boolean }
  /** Undoes these changes in the checkout and in `.git`. Absent where the run worked on a view of another commit. */
  restore?: RestoreCheckout
}

export type RestoreCheckout = (changes: readonly EditedFile[], places: readonly GitPlace[]) => Promise<RestoreResult>

/** Reports what a run changed by any means: the difference of the checkout between its first program or write and its end. */
export type ChangeAccounting = {
  /** Records the checkout before it changes. Every program and write waits for it. Never rejects. */
  recordBegin(): Promise<unknown>
  /** Programs that still run: they could swap files while git reads the checkout by name. */
  recordSurvivors(programs: readonly string[]): void
  survivors(): readonly string[]
  /** The changes until now, in the middle of the run, when no program runs. `mustOpen`: also where nothing can have changed. Undefined where they cannot be told. Never rejects. */
  look(toolChanges: readonly FileChange[], mustOpen: boolean): Promise<RunChanges | undefined>
  /** The changes in the end. `toolChanges`: what the file tools wrote. Never rejects. */
  finish(toolChanges: readonly FileChange[], notice: (text: string) => void): Promise<RunChanges>
}

/** `root`: the real path of the workspace. `neighbors`: its files outside of the checkout. */
type Begin = {
  root: string
  location: CheckoutLocation
  beganMs?: number
  snapshot?: WorktreeSnapshot
  neighbors?: ReadonlyMap<string, string>
  problem?: string
}

const VIEW_EDITS =
  "The edits are on the head of the pull request. The job's workspace is unchanged: later steps find the edits in the patch (output `patch`)."

/** After SIGTERM a runner waits only a few seconds. */
const CANCELLED_MS = 1500
const FINISH_MS = 120_000

export function openChangeAccounting(
  task: Task,
  runtime: Runtime,
  runFiles: Promise<Pick<RunFiles, 'view' | 'mismatch'>> = Promise.resolve({}),
): ChangeAccounting {
  const folder = join(runtime.scratch, 'snapshot')
  const begin = lazy(() =>
    recordBegin(task, runtime, runFiles, folder).catch(
      (error: unknown): Begin => ({
        root: runtime.workspace,
        location: { ok: false, reason: 'the workspace cannot be read', isEmpty: true },
        problem: machineReason(error),
      }),
    ),
  )
  let mayHaveChanged = false
  let survivors: readonly string[] = []
  let damage: string | undefined
  const changesNow = async (
    toolChanges: readonly FileChange[],
    notice: (text: string) => void,
  ): Promise<RunChanges> => {
    const { root, location, ...rest } = await begin()
    const { snapshot, beganMs = 0 } = rest
    const compared =
      location.ok && snapshot !== undefined
        ? { top: location.top, beganMs, isMixed: snapshot.begin.tree !== snapshot.repository.headTree }
        : undefined
    const all = await finishAccounting({ root, location, ...rest }, toolChanges, survivors, runtime, notice)
    const { view, mismatch } = await runFiles
    if (all.changes.length > 0 && view !== undefined) notice(VIEW_EDITS)
    const deliverable = mismatch === undefined ? all : await withoutOtherFiles(all, mismatch)
    return { ...deliverable, compared }
  }
  return {
    recordSurvivors(programs) {
      survivors = programs
    },
    survivors: () => survivors,
    recordBegin() {
      mayHaveChanged = true
      return begin()
    },
    async look(toolChanges, mustOpen) {
      if (!mayHaveChanged && !mustOpen) return { changes: [] }
      mayHaveChanged = true
      const changes = await changesNow(toolChanges, () => undefined)
      damage ??= changes.damage
      return damage === undefined ? changes : undefined
    },
    async finish(toolChanges, notice) {
      if (!mayHaveChanged) return { changes: [] }
      const { root, location } = await begin()
      const { view } = await runFiles
      const changesAtEnd = await changesNow(toolChanges, notice)
      const changes = { ...changesAtEnd, damage: changesAtEnd.damage ?? damage }
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
      if (view !== undefined) return changes
      const restore: RestoreCheckout = async (heldChanges, places) => {
        if (!location.ok) return restoreFiles(root, heldChanges, undefined)
        const { headCommit } = await location.parts()
        const { failed, reset } = await restorePlaces(location.top, places, headCommit)
        const restored = await restoreFiles(location.top, heldChanges, headCommit)
        return {
          failed: [...restored.failed, ...failed.map((name) => `${name}: git refused`)],
          isUncommitted: restored.isUncommitted || reset.length > 0,
        }
      }
      return { ...changes, restore }
    },
  }
}

/** Puts the checkout from what a run left into what it had left before, and returns that. */
export async function replaceChanges(
  from: RunChanges,
  to: RunChanges,
  notice: (text: string) => void,
): Promise<RunChanges> {
  const earlier = to.changes.map((change): EditedFile => {
    const { path, previousPath = path, before, after, mode, modeBefore = mode } = change
    return {
      ...change,
      path: previousPath,
      previousPath: path,
      before: after,
      after: before,
      mode: modeBefore,
      modeBefore: mode,
    }
  })
  const { failed = [] } = (await from.restore?.(from.changes, from.places ?? [])) ?? {}
  const { failed: others = [] } = (await from.restore?.(earlier, [])) ?? {}
  const problems = [...failed, ...others]
  if (problems.length > 0)
    notice(`These files of the checkout are not those of the commit: ${problems.slice(0, 3).join('; ')}`)
  return { ...from, changes: to.changes, undelivered: to.undelivered, commitProblem: to.commitProblem, places: [] }
}

/** A change of a file that is another one in the commit that the run is about fits no file there, so no patch has it. */
async function withoutOtherFiles(
  { changes, undelivered = [], ...rest }: RunChanges,
  { changeProblem }: Pick<CommitMismatch, 'changeProblem'>,
): Promise<RunChanges> {
  const deliverable: EditedFile[] = []
  const others: UndeliveredFile[] = []
  for (const change of changes) {
    const { path, previousPath = path } = change
    const reason = (await changeProblem(path)) ?? (await changeProblem(previousPath))
    if (reason === undefined) deliverable.push(change)
    else others.push(undeliveredFile(change, reason))
  }
  return { ...rest, changes: deliverable, undelivered: [...undelivered, ...others] }
}

async function recordBegin(
  task: Task,
  { workspace }: Runtime,
  runFiles: Promise<Pick<RunFiles, 'view'>>,
  folder: string,
): Promise<Begin> {
  const { view } = await runFiles
  const root = await realpath(view?.workspace ?? workspace)
  const commits = [task.head?.sha, task.upstream?.sha, task.sha].filter((sha) => sha !== undefined)
  const location = await findCheckout({ workspace: root, repository: `${task.repo.owner}/${task.repo.name}`, commits })
  if (!location.ok) return { root, location }
  // The clock of a file system is behind by some milliseconds. Taking the snapshot takes longer.
  const beganMs = Date.now() - 20
  try {
    const isBelow = root !== location.top && isInside(root, location.top)
    const neighbors = isBelow ? await filesBeside(root, location.top) : undefined
    return { root, location, beganMs, snapshot: await takeSnapshot(location, folder), neighbors }
  } catch (error) {
    return { root, location, problem: machineReason(error) }
  }
}

async function finishAccounting(
  { root, location, snapshot, neighbors, problem }: Begin,
  toolChanges: readonly FileChange[],
  survivors: readonly string[],
  { signal }: Runtime,
  notice: (text: string) => void,
): Promise<RunChanges> {
  const fallback = (reason: string): RunChanges => {
    notice(`Only changes by file tools are known, not changes by commands: ${reason}`)
    return toolChangesOnly(root, location, toolChanges)
  }
  if (snapshot === undefined) return fallback(problem ?? (location.ok ? 'unknown' : location.reason))
  try {
    if (survivors.length > 0) throw new Error(`programs of this run still run: ${survivors.slice(0, 3).join(', ')}`)
    const difference = await within(signal.aborted ? CANCELLED_MS : FINISH_MS, compareWithBegin(snapshot))
    const all = await withToolChanges(root, snapshot, difference, toolChanges)
    const written = new Set(toolChanges.map(({ path }) => path))
    const others = await changesBeside(root, snapshot.repository.top, neighbors)
    return { ...all, undelivered: [...(all.undelivered ?? []), ...others.filter(({ path }) => !written.has(path))] }
  } catch (error) {
    const changes = fallback(machineReason(error))
    const reason = 'cannot be compared with the start of the run, so what commands changed is unknown'
    const damage = `The checkout ${reason}: ${machineReason(error)}. Its files are not put back, so do not commit them in a later step.`
    return { ...changes, damage, undelivered: [...(changes.undelivered ?? []), { path: '.', kind: 'changed', reason }] }
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`git needed more than ${ms / 1000} seconds`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** The path in the checkout; undefined outside of it. */
function checkoutPath(root: string, top: string, path: string): string | undefined {
  const absolute = join(root, path)
  return isInside(top, absolute) ? toForwardSlashes(relative(top, absolute)) : undefined
}

/** Without a snapshot: what the file tools wrote, if it is known where that is in the repository. */
function toolChangesOnly(root: string, location: CheckoutLocation, toolChanges: readonly FileChange[]): RunChanges {
  const toEdited = ({ path, before, after, mode, overwritten }: FileChange): EditedFile => ({
    path,
    before,
    after,
    mode,
    byCommand: overwritten === true ? true : undefined,
  })
  if (!location.ok)
    return { changes: toolChanges.map(toEdited), commitProblem: location.isEmpty ? undefined : location.reason }
  const changes: EditedFile[] = []
  const undelivered: UndeliveredFile[] = []
  for (const change of toolChanges) {
    const path = checkoutPath(root, location.top, change.path)
    if (path === undefined) undelivered.push(outsideCheckout(change))
    else changes.push({ ...toEdited(change), path, toolPath: change.path })
  }
  return { changes, undelivered }
}

/** What commands wrote in the workspace beside the checkout: it stays there, and nothing delivers it. */
async function changesBeside(
  root: string,
  top: string,
  begin: ReadonlyMap<string, string> | undefined,
): Promise<UndeliveredFile[]> {
  const end = begin && (await filesBeside(root, top))
  if (begin === undefined || end === undefined) return []
  const undeliveredAt = (path: string, kind: UndeliveredFile['kind']): UndeliveredFile => ({
    path: Buffer.from(path, 'latin1').toString(),
    kind,
    reason: OUTSIDE_CHECKOUT,
    expected: true,
  })
  return [
    ...[...end].flatMap(([path, identity]) =>
      begin.get(path) === identity ? [] : [undeliveredAt(path, begin.has(path) ? 'changed' : 'created')],
    ),
    ...[...begin.keys()].flatMap((path) => (end.has(path) ? [] : [undeliveredAt(path, 'deleted')])),
  ]
}

const OUTSIDE_CHECKOUT = 'is outside the checkout of this repository'

const outsideCheckout = ({ path, before, after }: FileChange): UndeliveredFile => ({
  path,
  kind: before === null ? 'created' : after === null ? 'deleted' : 'changed',
  reason: OUTSIDE_CHECKOUT,
})

/** Adds what the file tools know: which content they wrote, and which of their files git ignores. */
async function withToolChanges(
  root: string,
  { repository }: WorktreeSnapshot,
  { changes, unread, places, repairs }: TreeDifference,
  toolChanges: readonly FileChange[],
): Promise<RunChanges> {
  const isSha256 = repository.zeroId.length === 64
  const byTools = new Map<string, FileChange>()
  const undelivered: UndeliveredFile[] = [...unread]
  for (const change of toolChanges) {
    const path = checkoutPath(root, repository.top, change.path)
    if (path === undefined) undelivered.push(outsideCheckout(change))
    else byTools.set(path, change)
  }
  const known = new Set([...changes, ...unread].map(({ path }) => path))
  const hidden = [...byTools].filter(([path]) => !known.has(path))
  if (hidden.length > 0) {
    // A path that begins with a colon is a name, too; this command refuses git's option for that.
    const stdin = Buffer.from(hidden.map(([path]) => `./${path}\0`).join(''))
    const asking = ['--no-literal-pathspecs', 'check-ignore', '-z', '--no-index', '--stdin']
    const ignored = new Set((await repository.git(asking, { stdin })).stdout.toString().split('\0'))
    for (const [path, change] of hidden) {
      const isIgnored = ignored.has(`./${path}`)
      const reason = isIgnored ? GIT_IGNORES_IT : 'is unchanged for git, or is in a submodule or another repository'
      undelivered.push({ ...outsideCheckout(change), path, reason, expected: true })
    }
  }
  const files = changes.map((change): EditedFile => {
    const tool = byTools.get(change.path)
    return tool === undefined || tool.overwritten === true
      ? { ...change, byCommand: true }
      : { ...change, toolPath: tool.path }
  })
  const damage =
    repairs.length === 0 ? undefined : `A command ${repairs.slice(0, 3).join(' and ')}. It is as before the run.`
  const beginCommit = repository.headCommit
  return isSha256
    ? {
        changes: files.map((file) => ({ ...file, objectFormat: 'sha256' })),
        undelivered,
        places,
        damage,
        beginCommit,
        commitProblem: 'the checkout is a SHA-256 repository, which GitHub does not support',
      }
    : { changes: files, undelivered, places, damage, beginCommit }
}

/** A notice that names the changed files when the workflow does not deliver changes. */
export function unusedChangesNotice(
  { changes, undelivered = [] }: { changes: readonly EditedFile[]; undelivered?: readonly UndeliveredFile[] },
  { changes: mode, filter }: DeliveryContext,
): Extract<RunEvent, { type: 'notice' }> | undefined {
  const paths = [...changes, ...undelivered.filter(({ expected }) => expected !== true)].map(({ path }) => path)
  if (mode !== 'off' || paths.length === 0) return undefined
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : ''
  const listed = filter.text(paths.slice(0, 5).join(', '))
  const text = `The input changes is off, so ${pluralize(paths.length, 'changed file')} will not be delivered: ${listed}${more}`
  return { type: 'notice', level: 'warning', text }
}

/** One changed file in the output `changes`. `added` and `removed` are null for a binary file. */
export type ChangeRecord = {
  path: string
  previous_path?: string
  kind: TreeChangeKind
  added: number | null
  removed: number | null
  delivered: boolean
  /** Why it was not delivered. */
  reason?: string
}

type ChangeFacts = { changes: readonly EditedFile[]; undelivered?: readonly UndeliveredFile[] }

/** The changed files, and for each one whether and why it was not delivered. */
export function changeRecords(
  { changes, undelivered = [] }: ChangeFacts,
  { report, receipts }: { report: RunReport; receipts: readonly Receipt[] },
  { changes: mode, filter }: Pick<DeliveryContext, 'changes' | 'filter'>,
): ChangeRecord[] {
  const commit = receipts.find(({ intent }) => intent.kind === 'commit')
  const leftOut = new Map((report.undelivered ?? []).map(({ path, reason }) => [path, reason]))
  const counts = new Map(report.patches.map((patch) => [patch.path, patch]))
  const reasonFor = (path: string): string | undefined => {
    if (mode === 'off') return 'the input changes is off'
    const reason = leftOut.get(path)
    if (reason !== undefined || mode === 'report') return reason
    return commit?.pushed === undefined ? (commit?.reason ?? 'there is no commit') : undefined
  }
  const records = changes.map((change): ChangeRecord => {
    const path = filter.text(change.path)
    const reason = reasonFor(path)
    const patch = counts.get(path)
    const isBinary = patch === undefined ? change.added === undefined : patch.binary
    return {
      path,
      previous_path: change.previousPath === undefined ? undefined : filter.text(change.previousPath),
      kind: kindOfChange(change),
      added: isBinary ? null : (patch?.added ?? change.added ?? null),
      removed: isBinary ? null : (patch?.removed ?? change.removed ?? null),
      delivered: reason === undefined,
      reason,
    }
  })
  const others = undelivered.map(({ path, kind, reason }): ChangeRecord => {
    return { path: filter.text(path), kind, added: null, removed: null, delivered: false, reason }
  })
  return [...records, ...others]
}
