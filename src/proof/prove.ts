import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'
import type { Inputs } from '../config/inputs.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Settings } from '../config/settings/settings.ts'
import { readSmallFile } from '../platform/files/open-path.ts'
import { runGit, splitNulFields } from '../platform/process/run-git.ts'
import { shellQuote } from '../platform/process/shell-words.ts'
import { PROVEN_TESTS, type ProofRecord, type ProofSide, type ProvenCommand } from '../record/events.ts'
import { toOneLine } from '../text/format-text.ts'
import { dropInvisible } from '../text/invisible.ts'
import { ellipsize } from '../text/write-markdown.ts'
import { ALTERED, hasResult } from './proof-text.ts'
import { hasStatements, type ProofChange, type TestingRole, testingRoles, weakenedTests } from './testing-files.ts'
import {
  openTrees,
  type RunOnTree,
  type TestResults,
  type TestState,
  type TreeRun,
  type TriedCheckout,
} from './trees.ts'

/** What inputs and settings say about the proof of a change. No command: nothing is proven. */
export type ProofOptions = {
  mode: ProofRecord['mode'] | 'off'
  commands: readonly string[]
  minutes: number
  /** How often a change that breaks something goes back to the model. */
  rounds: number
  reports: readonly string[]
  tests: readonly string[]
}

/** In a command: the test files of the change. */
export const TESTS_PLACE = '{tests}'

const asList = (value: string | readonly string[] = []): string[] =>
  (typeof value === 'string' ? [value] : [...value]).map((each) => each.trim()).filter(Boolean)

/** The commands that `verify` names. The input wins over the setting. */
export const verifyCommands = ({ verify }: Pick<Inputs, 'verify'>, { sluice }: Pick<Settings, 'sluice'>): string[] =>
  verify.trim() === '' ? asList(sluice?.verify) : [verify.trim()]

export function proofOptions(
  inputs: Pick<Inputs, 'verify'>,
  settings: Pick<Settings, 'sluice' | 'mcpServers'>,
): ProofOptions {
  const { mode = 'report', minutes = 10, rounds = 1, report, tests } = settings.sluice?.proof ?? {}
  const commands = verifyCommands(inputs, settings)
  // A program of the repository that serves the whole run can change files while git reads them.
  const isServed = Object.values(settings.mcpServers ?? {}).some((server) => Object.hasOwn(Object(server), 'command'))
  return { mode, commands, minutes, rounds: isServed ? 0 : rounds, reports: asList(report), tests: asList(tests) }
}

export type ProofSubject = {
  options: ProofOptions
  /** The changes of the run, with those that its delivery leaves out. */
  changes: readonly ProofChange[]
  checkout: TriedCheckout
  /** Paths whose earlier content is not known, so that no tree can be without their change. */
  unknown: readonly string[]
  isFix: boolean
  /** The branch that the model proposed with these changes, and the commit on which it starts. */
  branch?: { name: string; sha: string }
  /** Whether the checkout also had changes of earlier steps. */
  isMixed: boolean
  /** Why no command runs. */
  problem?: string
  runtime: Runtime
  /** When the time of the run ends, in the time of the runtime. */
  endsAt: number
  /** How commands ended without the change, for later attempts of the same run. */
  seenBefore?: Map<string, TreeRun>
  /** Receives the output of a command that fails with the change. */
  onOutput?(command: string, text: string): void
}

/** Kept of the run's time for the delivery. */
export const DELIVERY_MS = 3 * 60_000

/**
 * Runs the commands of `verify` on the tree that would be delivered and on the one that the run started from, and compares. Undefined
 * where there is nothing to prove. Never rejects.
 */
export async function proveChanges(subject: ProofSubject): Promise<ProofRecord | undefined> {
  const { options, changes, checkout, runtime, isFix } = subject
  const { mode, commands } = options
  const delivered = changes.filter(({ isLeftOut }) => !isLeftOut)
  if (mode === 'off' || commands.length === 0 || delivered.length === 0) return undefined
  const deadline = Math.min(runtime.now() + options.minutes * 60_000, subject.endsAt - DELIVERY_MS)
  const roleOf = testingRoles(options.tests, [...commands, ...startersIn(checkout.top)])
  const base = await headId(checkout.top).catch(() => undefined)
  const problem =
    subject.problem ??
    (subject.branch !== undefined && subject.branch.sha !== base ? OTHER_COMMIT : undefined) ??
    (subject.unknown[0] === undefined ? undefined : `${subject.unknown[0]} changed and cannot be put back`)
  const runOn =
    problem === undefined ? openTrees({ checkout, changes, reports: options.reports, runtime, deadline }) : undefined
  const context = {
    runOn: runOn ?? (async () => ({ state: 'not run', reason: problem })),
    delivered,
    roleOf,
    subject,
  }
  const proven: ProvenCommand[] = []
  const alters = new Set<string>()
  const oldFiles = new Set<string>()
  const weakened = weakenedTests(delivered, roleOf)
  for (const command of commands) {
    const result = await proveCommand(command, context)
    proven.push(result.proven)
    for (const path of result.alters) alters.add(path)
    for (const path of result.oldFiles) oldFiles.add(path)
    weakened.push(...result.lost.map((name) => ({ path: name, line: 0, fault: 'passed before and no longer runs' })))
  }
  const isElsewhere = problem === OTHER_COMMIT
  const tree = isElsewhere ? undefined : await treeId(checkout.top, delivered).catch(() => undefined)
  const lists = { alters: [...alters], oldFiles: [...oldFiles], weakened: weakened.slice(0, MAX_NAMES) }
  const isTestsOnly = delivered.every((change) => /^(?:test|support)$/.test(roleOf(change))) || undefined
  const of = { isMixed: subject.isMixed || undefined, branch: subject.branch?.name, isFix, isTestsOnly }
  return { mode, tree, base: isElsewhere ? undefined : base, ...of, commands: proven, ...lists }
}

const OTHER_COMMIT = 'the proposed branch starts at another commit than the checkout'

/** Texts of the repository that start tests and may name scripts. */
const startersIn = (top: string): string[] =>
  ['package.json', 'Makefile', 'makefile', 'GNUmakefile', 'justfile', 'tox.ini'].flatMap(
    (path) => readSmallFile(top, path, 1_000_000) ?? [],
  )

type ProofContext = {
  runOn: RunOnTree
  delivered: readonly ProofChange[]
  roleOf: (change: ProofChange) => TestingRole
  subject: Pick<ProofSubject, 'isFix' | 'seenBefore' | 'onOutput'> & {
    checkout: Pick<TriedCheckout, 'shownTop'>
    runtime: Pick<Runtime, 'workspace'>
  }
}

/** Runs a command that fails, or ends in another way, a second time: a failure in one of two runs is unstable. One that takes too long has no time for that. */
const twice =
  (runOn: RunOnTree): RunOnTree =>
  async (keeps, command, share) => {
    const first = await runOn(keeps, command, share)
    if (first.state !== 'failed' && first.end !== 'other') return first
    const second = await runOn(keeps, command, share)
    if (second.end === 'other') return first
    if (second.state === 'not run' || second.state === 'no result')
      return {
        state: 'no result',
        reason: `${first.reason ?? 'it failed'}, and did not run to an end a second time: ${second.reason}`,
      }
    if (first.end !== undefined && second.state === 'failed') return second
    const tests = first.tests && second.tests && joinRepeats(first.tests, second.tests)
    const states = [...(tests?.tests.values() ?? [])]
    // Where no test failed in both, what failed is unstable, or no test at all failed the command.
    const isStable = first.reason !== undefined || states.some(isFailure) || !states.includes('unstable')
    if (second.state === 'failed' && isStable) return { ...first, tests }
    return { state: 'unstable', tests }
  }

const isFailure = (state: TestState | undefined) => state === 'failed' || state === 'unloaded'

function joinRepeats(first: TestResults, second: TestResults): TestResults {
  const tests = new Map<string, TestState>()
  for (const [id, state] of first.tests) {
    const other = second.tests.get(id)
    tests.set(id, other === undefined || isFailure(state) === isFailure(other) ? state : 'unstable')
  }
  return { ...first, tests }
}

type CommandProof = { proven: ProvenCommand; alters: string[]; oldFiles: string[]; lost: string[] }

/** Of the time that is left, for the run with the change: one that never ends leaves some to see that it ended before. */
const TRIAL_SHARE = 0.75

/** Runs one command on all trees that say something about it. */
export async function proveCommand(
  command: string,
  { runOn, delivered, roleOf, subject }: ProofContext,
): Promise<CommandProof> {
  const { isFix, checkout, runtime, seenBefore = new Map(), onOutput } = subject
  const byRole = (...roles: TestingRole[]) => delivered.filter((change) => roles.includes(roleOf(change)))
  const [deciding, tests, code] = [byRole('support', 'configuration'), byRole('test'), byRole('code')]
  const inTree = (change: ProofChange) => !change.isLeftOut
  const place = (which: 'after' | 'before') => placeTests(command, tests, which, checkout, runtime)
  const [newLine, line] = [place('after'), place('before')]
  const noTests = newLine === undefined ? NO_TESTS : 'its test files are new'
  let runs = 0
  const counted: RunOnTree = async (...args) => {
    const result = await runOn(...args)
    if (result.state !== 'not run') runs += 1
    return result
  }
  const runTwice = twice(counted)
  const run = (
    keeps: (change: ProofChange) => boolean,
    placed: string | undefined,
    share?: number,
  ): Promise<TreeRun> =>
    placed === undefined ? Promise.resolve({ state: 'not run', reason: noTests }) : runTwice(keeps, placed, share)

  const trial = await run(inTree, newLine, TRIAL_SHARE)
  const isPlaced = command.includes(TESTS_PLACE)
  // Tests that were there may load a new helper, such as the `__init__.py` of their folder.
  const existing = deciding.filter(
    (change) =>
      change.before !== null || roleOf(change) === 'configuration' || (code.length > 0 && hasStatements(change.path)),
  )
  // What decides how tests run is tried as it was, with the tests that were there. Where that does not pass, nothing here says "passes".
  const old =
    existing.length === 0 || trial.state !== 'passed'
      ? undefined
      : code.length === 0
        ? notCompared
        : await run((change) => inTree(change) && roleOf(change) === 'code', isPlaced ? line : command)
  const isOpen = old !== undefined && old.state !== 'passed'
  const before =
    trial.state === 'not run' || (trial.state === 'no result' && trial.end === undefined)
      ? notCompared
      : (seenBefore.get(line ?? '') ?? (await run(() => false, line)))
  if (line !== undefined && hasResult(before)) seenBefore.set(line, before)
  // Killed, too late, or without one of its programs: where it passes without the change, the change did that.
  const delivery: TreeRun = trial.end !== undefined && before.state === 'passed' ? { ...trial, state: 'failed' } : trial
  if (delivery.state === 'failed' && delivery.output !== undefined) onOutput?.(newLine ?? command, delivery.output)
  const after = old === undefined || isOpen ? delivery : old
  const isTried = isFix && code.length > 0 && tests.length > 0 && hasResult(delivery) && trial.end !== 'late' && !isOpen
  const isTest = (change: ProofChange) =>
    inTree(change) && (roleOf(change) === 'test' || (roleOf(change) === 'support' && change.before === null))
  const altered = isTried ? await run(isTest, newLine) : undefined
  const paths = existing.map(({ path }) => path)
  const { compared, lost } = compareTests({ delivery, after, before, altered }, tests.length > 0)
  return {
    proven: {
      command,
      after: isOpen ? { state: 'not run', reason: ALTERED } : sideOf(after),
      before: { ...sideOf(before), seconds: trial.end === 'late' ? before.seconds : undefined },
      altered: altered && sideOf(altered),
      tests: isOpen ? undefined : compared,
      runs,
    },
    alters: isOpen ? paths : [],
    oldFiles: old !== undefined && !isOpen ? paths : [],
    lost: isOpen ? [] : lost,
  }
}

const notCompared: TreeRun = { state: 'not run', reason: 'there is nothing to compare' }

const NO_TESTS = 'the change has no test file'

const sideOf = ({ state, reason }: TreeRun): ProofSide => ({
  state,
  reason: reason === undefined ? undefined : cleanName(reason),
})

/** The command with the test files of the change, as a tree has them. Undefined where it has none. */
function placeTests(
  command: string,
  tests: readonly ProofChange[],
  which: 'after' | 'before',
  { shownTop }: Pick<TriedCheckout, 'shownTop'>,
  { workspace }: Pick<Runtime, 'workspace'>,
): string | undefined {
  if (!command.includes(TESTS_PLACE)) return command
  const paths = tests.flatMap(({ path, previousPath = path, before, after }) =>
    which === 'after' ? (after === null ? [] : [path]) : before === null ? [] : [previousPath],
  )
  const names = paths.map((path) => relative(workspace, join(shownTop, path))).filter((name) => !name.startsWith('-'))
  return names.length === 0 ? undefined : command.replaceAll(TESTS_PLACE, () => names.map(shellQuote).join(' '))
}

/** Beyond it, names are only counted. */
const MAX_NAMES = 200

const MAX_NAME = 120

/** A name from a report, as data: one short line. */
const cleanName = (name: string): string => ellipsize(toOneLine(dropInvisible(name).text), MAX_NAME)

/** `delivery`: with the delivered change; `after`: the same, or with the old files that decide how tests run. */
type Runs = { delivery: TreeRun; after: TreeRun; before: TreeRun; altered: TreeRun | undefined }

function compareTests(
  { delivery, after, before, altered }: Runs,
  mayRename: boolean,
): {
  compared: ProvenCommand['tests']
  lost: string[]
} {
  const [now, was, delivered, onOld] = [after, before, delivery, altered].map((run) => run?.tests?.tests)
  if (now === undefined || was === undefined) return { compared: undefined, lost: [] }
  const lists = Object.fromEntries(PROVEN_TESTS.map((name) => [name, []])) as unknown as Record<
    (typeof PROVEN_TESTS)[number],
    string[]
  > // one list for each name
  let unchanged = 0
  const kindOf = (id: string): (typeof PROVEN_TESTS)[number] | 'unchanged' | undefined => {
    const [is, wasState, old] = [now.get(id) ?? delivered?.get(id), was.get(id), onOld?.get(id)]
    if (is === undefined || is === 'skipped') return undefined
    if (is === 'unstable' || wasState === 'unstable' || old === 'unstable') return 'unstable'
    if (isFailure(is)) return wasState === 'passed' ? 'broken' : 'failing'
    if (wasState !== 'passed' && old === 'passed') return 'newPassing'
    if (wasState === 'failed') return 'fixed'
    // Only a test that ran on the old code and failed shows something.
    if (onOld !== undefined && (wasState === undefined || old === 'failed'))
      return old === 'failed' ? 'newFailing' : old === 'passed' ? 'newPassing' : 'newUnknown'
    return wasState === 'passed' ? 'unchanged' : wasState === 'unloaded' ? 'newUnknown' : undefined
  }
  for (const id of new Set([...now.keys(), ...(delivered?.keys() ?? [])])) {
    const kind = kindOf(id)
    if (kind === 'unchanged') unchanged += 1
    else if (kind !== undefined && lists[kind].length < MAX_NAMES) lists[kind].push(cleanName(id))
  }
  const runs = delivered ?? now
  const absent = [...was].flatMap(([id, state]) =>
    state === 'passed' && (runs.get(id) ?? 'skipped') === 'skipped' ? [id] : [],
  )
  const isNew = [...runs].filter(([id, state]) => !was.has(id) && state !== 'skipped').length
  // Where the change touches tests, as many new ones as lost ones are taken for other names of the same.
  const lost = absent.filter((id) => runs.has(id) || !mayRename || absent.length > isNew).map(cleanName)
  return { compared: { ...lists, unchanged }, lost: hasResult(after) ? lost : [] }
}

async function headId(top: string): Promise<string | undefined> {
  const { code, stdout } = await runGit({ top }, ['rev-parse', '--verify', 'HEAD'])
  return code === 0 ? stdout.toString().trim() : undefined
}

/** Git's id of the commit's tree with these changes: what a commit on this one would have. Undefined for other formats of objects. */
async function treeId(top: string, changes: readonly ProofChange[]): Promise<string | undefined> {
  const { code, stdout } = await runGit({ top }, ['ls-tree', '-r', '-z', '--full-tree', 'HEAD'], {
    maxBytes: 256 * 1024 * 1024,
  })
  if (code !== 0) return undefined
  const files = new Map(
    splitNulFields(stdout).map((entry) => {
      const [mode = '', , id = ''] = entry.split(/[ \t]/)
      return [entry.slice(entry.indexOf('\t') + 1), { mode, id }] as const
    }),
  )
  if ([...files.values()].some(({ id }) => id.length !== 40)) return undefined
  for (const { path, previousPath = path } of changes) for (const each of [path, previousPath]) files.delete(each)
  for (const { path, after, mode } of changes)
    if (after !== null) files.set(path, { mode, id: objectId('blob', after) })
  return folderId([...files].map(([path, file]) => ({ path, ...file })))
}

const objectId = (type: string, bytes: Buffer): string =>
  createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex')

function folderId(files: readonly { path: string; mode: string; id: string }[]): string {
  const names = Map.groupBy(files, ({ path }) => path.split('/', 1)[0] ?? '')
  const entries = [...names].map(([name, inside]) => {
    const [file] = inside
    if (file !== undefined && file.path === name) return { name, mode: file.mode, id: file.id }
    const below = inside.map((each) => ({ ...each, path: each.path.slice(name.length + 1) }))
    return { name, mode: '40000', id: folderId(below) }
  })
  const sortName = ({ name, mode }: { name: string; mode: string }) => Buffer.from(mode === '40000' ? `${name}/` : name)
  const sorted = entries.toSorted((one, other) => Buffer.compare(sortName(one), sortName(other)))
  return objectId(
    'tree',
    Buffer.concat(sorted.flatMap(({ name, mode, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])),
  )
}
