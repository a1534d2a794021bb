import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { parseRecording } from '../../src/commands/replay/recording.ts'
import { replaySession } from '../../src/commands/replay/replay-session.ts'
import { formatReport } from '../../src/commands/replay.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { codeLinksIn } from '../fakes/code-links.ts'
import { type Edition, openApi, requestProblems } from '../fakes/openapi.ts'
import { actionYml } from './action.ts'
import { leaksIn } from './leaks.ts'
import { lastOf, type Played, type Scenario, SECRETS, sinksOf } from './scenario.ts'

const OUTCOMES = ['ok', 'noop', 'refused', 'denied', 'budget', 'quota', 'model', 'config', 'security', 'internal']

/** Checks that hold after every scenario, and this scenario's own. `edition`: the kind of GitHub. */
export async function endsWell(scenario: Scenario, played: Played, edition?: Edition): Promise<void> {
  endsAsExpected(scenario, played)
  if (scenario.expected.outcome !== null) endsInOneOutcome(played)
  leavesNothingWorking(played)
  neverDoneWithNothing(played)
  await changesBranches(scenario, played)
  await keepsToTheApis(played, edition)
  keepsSecrets(played)
  await linksToCode(played)
  await canBeHadAgain(played)
}

function endsAsExpected({ expected }: Scenario, played: Played): void {
  const { runs, gemini, transcript } = played
  const last = lastOf(runs)
  const comments = ourComments(played)
  const got = {
    outcome: last.outputs.outcome ?? null,
    exit: last.exitCode,
    requests: gemini.requests.length,
    comments: comments.length,
  }
  const { outcome, exit, requests } = expected
  expect(got, last.log).toEqual({ outcome, exit, requests, comments: expected.comments ?? 1 })

  const texts: [name: string, text: string, words: typeof expected.comment][] = [
    ['comment', comments.map((comment) => comment.body).join('\n'), expected.comment],
    ['summary', last.summary, expected.summary],
    ['log', last.log, expected.log],
    ['transcript', transcript, expected.transcript],
    ...Object.entries(expected.outputs ?? {}).map(([name, words]): (typeof texts)[number] => [
      name,
      last.outputs[name] ?? '',
      words,
    ]),
    ...Object.entries(expected.asked ?? {}).map(([nth, words]): (typeof texts)[number] => [
      `model request ${nth}`,
      JSON.stringify(gemini.requests[Number(nth) - 1]?.body),
      words,
    ]),
  ]
  const mistakes = texts.flatMap(([name, text, words]) => [
    ...(words?.has ?? []).filter((word) => !text.includes(word)).map((word) => `${name} does not say: ${word}`),
    ...(words?.lacks ?? []).filter((word) => text.includes(word)).map((word) => `${name} says: ${word}`),
  ])
  expect(mistakes, `comment:\n${texts[0]?.[1]}\nlog:\n${last.log}`).toEqual([])
}

const ourComments = ({ github: { world } }: Played) => world.comments.filter((comment) => comment.user === world.viewer)

/** One outcome, every output of action.yml set once, nothing for later steps, nothing left for the post step to do. */
function endsInOneOutcome({ runs, post, github }: Played): void {
  for (const run of runs) {
    const { outputs } = actionYml()
    expect(run.outputCounts, run.log).toEqual(Object.fromEntries(outputs.map((name) => [name, 1])))
    expect(OUTCOMES).toContain(run.outputs.outcome)
    expect(run.summary).not.toBe('')
    // An annotation is red where the step is, and nowhere else.
    expect(run.commands.some(({ name }) => name === 'error')).toBe(run.exitCode !== 0)
    // Beside results, a run sets one variable for later steps: that its files can be text of others.
    const own = /^SLUICE_LEFT_TEXT_OF_OTHERS<<(\S+)\s+true\s+\1\s*$/
    expect(run.leftBehind.replace(own, '')).toBe('')
    const { error = '', outcome } = run.outputs
    const isError = !['ok', 'noop', 'refused', 'denied'].includes(outcome ?? '')
    expect(error === '' ? '' : Object.keys(JSON.parse(error)).toSorted(), 'the error output').toEqual(
      isError ? ['code', 'message', 'type'] : '',
    )
  }
  expect(post.exitCode, post.log).toBe(0)
  for (const comment of github.world.comments) expect(comment.body).not.toMatch(/is working|Working on it/i)
}

function leavesNothingWorking({ github }: Played): void {
  expect(github.world.checkRuns.filter(({ status }) => status !== 'completed')).toEqual([])
}

const WANTS =
  /\bgit\s(?:[^|;&\n]*\s)?push\b|\bgh\s+(?:pr|issue)\s+(?:comment|review|create|edit|close|merge)\b|\bgh\s+api\b.*\s-(?:X|f|F)\b/
const WRITES =
  /^(?:mcp__?)?github__?_?(?:comment|add_|remove_|assign|update_|create_|push_|delete_|reply|resolve_|review_comment|submit_|issue_write|merge_)/
/** What every run writes. */
const OWN: readonly string[] = ['comment', 'summary', 'patch', 'check_run', 'resolve_fixed']

/** Every posted permalink leads to lines of a commit. */
async function linksToCode({ github: { world }, repository }: Played): Promise<void> {
  const posted = [...world.comments, ...world.reviewComments, ...world.reviews].filter(
    ({ user }) => user === world.viewer,
  )
  const links = await codeLinksIn(posted.map(({ body }) => body).join('\n'), repository.origin)
  expect(links.filter(({ lines }) => lines === undefined)).toEqual([])
}

/** A run that was to deliver something and delivered nothing beside its own answer is not called done. */
export function neverDoneWithNothing({ runs, transcript }: Pick<Played, 'runs' | 'transcript'>): void {
  const { outputs, summary } = lastOf(runs)
  if (outputs.outcome !== 'ok' || outputs.plan === undefined) return
  const receipts = JSON.parse(outputs.receipts || '[]') as { kind: string; state: string }[]
  if (receipts.some(({ kind, state }) => !OWN.includes(kind) && state !== 'failed')) return
  const calls = transcript
    .split('\n')
    .filter(Boolean)
    .map((line): RunEvent => JSON.parse(line))
    .flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
  // A rule of the workflow that forbids to push withholds on purpose.
  const isForbidden = ({ verdict, rule }: (typeof calls)[number]) => verdict === 'deny' && rule?.tier !== 'default'
  const wanted = calls.filter(({ name, args, reason, state, ...call }) =>
    name === 'run_shell_command'
      ? !isForbidden({ name, args, state, ...call }) &&
        WANTS.test(String(args.command).replace(/(["'])[^"']*\1/g, '""'))
      : WRITES.test(name) && state === 'error' && reason !== 'edit_no_change',
  )
  expect(
    wanted.map(({ name, args }) => `${name} ${JSON.stringify(args)}`),
    summary,
  ).toEqual([])
}

/** Every branch the run has touched, and nothing broken behind them. */
async function changesBranches({ expected }: Scenario, { repository }: Played): Promise<void> {
  const { origin, base, head } = repository
  const changed: Record<string, string[]> = {}
  for (const [name, tip] of branchesIn(origin)) {
    if (tip === base || tip === head) continue
    changed[name] = (await gitIn(origin, 'diff', '--name-only', `${tip}^`, tip)).split('\n')
  }
  expect(changed).toEqual(expected.branches ?? {})
  if (Object.keys(changed).length > 0) await gitIn(origin, 'fsck', '--strict', '--no-dangling')
}

/** Every branch with its commit. Git writes each into a file of its own, and nothing here packs them. */
function branchesIn(origin: string): [name: string, tip: string][] {
  const heads = join(origin, '.git/refs/heads')
  return readdirSync(heads, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(heads, path).split(sep).join('/'), readFileSync(path, 'utf8').trim()])
}

const gitIn = async (cwd: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)('git', args, { cwd })).stdout.trim()

async function keepsToTheApis({ gemini, github }: Played, edition: Edition | undefined): Promise<void> {
  expect(gemini.problems).toEqual([])
  expect(github.problems).toEqual([])
  expect(await requestProblems(github.requests, edition)).toEqual([])
  // The emulator itself must be correct.
  const api = await openApi(edition)
  const answered = github.requests.filter(({ status, path }) => status !== 0 && path !== '/graphql')
  expect(answered.flatMap((exchange) => api.answerProblems(exchange))).toEqual([])
}

function keepsSecrets(played: Played): void {
  const leaks = Object.entries(sinksOf(played)).flatMap(([sink, text]) =>
    leaksIn(text, SECRETS).map((leak) => `${sink}: ${leak}`),
  )
  expect(leaks).toEqual([])
}

const ROOT = resolve(import.meta.dirname, '../..')

/** Every run with model requests replays from its transcript alone, with the same result. */
export async function canBeHadAgain({ transcript, gemini }: Pick<Played, 'transcript' | 'gemini'>): Promise<void> {
  if (gemini.requests.length === 0 || !transcript.includes('"run_snapshot"')) return
  const recording = parseRecording(transcript, 'transcript.jsonl')
  const replayed = await replaySession(recording, ROOT)
  expect(replayed.divergence === undefined, formatReport(replayed, recording, 'transcript.jsonl')).toBe(true)
  expect(replayed.differing).toEqual([])
  expect(replayed.brokeOff).toBe(!transcript.includes('"type":"run_ended"'))
}
