import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRun } from '../../src/action.ts'
import type { ReportTotals } from '../../src/commands/report-totals.ts'
import { runCommand } from '../../src/commands/run.ts'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { issue, pull, type WorldSeed } from '../../src/emulators/github/world.ts'
import { commentMarkerLine } from '../../src/github/comment-marker.ts'
import { NO_USAGE } from '../../src/model/types.ts'
import type { CallRecord, RunEvent } from '../../src/record/events.ts'
import { openTranscript } from '../../src/record/transcript.ts'
import { newFinding } from '../../src/review/finding.ts'
import { findingRecords } from '../../src/review/read-findings.ts'
import { prepareRepository } from '../scenarios/repository.ts'
import { commandLine } from './command-line.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SAMPLE = join(ROOT, 'test/scenarios/pull-request-review')
const folder = mkdtempSync(join(tmpdir(), 'sluice-report-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A name that would break a page or a terminal that did not escape it. */
const HOSTILE = '</td><script>alert(1)</script><img src=x onerror=alert(1)>"\'&amp;\u001b[31m'

const call = (fields: Partial<CallRecord>): RunEvent => ({
  type: 'call_finished',
  reply: {},
  call: { id: 'a', name: 'read_file', args: {}, state: 'success', verdict: 'allow', ms: 120, bytes: 10, ...fields },
})
const denied = (file: string, line: number, name = 'run_shell_command') =>
  call({
    name,
    state: 'error',
    verdict: 'deny',
    rule: { file, line, tier: 'user', priority: 1, verdict: 'deny' },
    ms: 3,
  })
const reply = (turn: number, model: string, input: number, cached: number, agent?: string): RunEvent =>
  ({
    type: 'model_reply',
    turn,
    ms: 900,
    agent,
    reply: { model, parts: [], stop: 'finished', usage: { ...NO_USAGE, input, cached, output: 50, total: input + 50 } },
  }) as unknown as RunEvent
const receipt = (fields: Record<string, unknown>): RunEvent => ({
  type: 'receipt',
  receipt: { state: 'posted', ...fields },
})

/** Writes a transcript as a run does. */
function record(path: string, session: string, day: number, events: readonly RunEvent[]) {
  const now = () => Date.parse(`2026-11-0${day}T08:00:00Z`)
  const transcript = openTranscript(path, { deep: (value) => value }, now)
  transcript.emit({ type: 'run_started', session, version: '0', event: 'issues', model: '', task: {} })
  for (const event of events) transcript.emit(event)
  transcript.close()
}
const ended = (outcome: 'ok' | 'budget' | 'denied', ms: number): RunEvent => ({
  type: 'run_ended',
  outcome,
  ending: 'answered',
  text: '',
  usage: NO_USAGE,
  turns: 1,
  ms,
})

const PULL_URL = 'https://github.com/octo/pond/pull/8'
beforeAll(async () => {
  await recordSample(join(folder, 'runs/real/transcript.jsonl'))
  record(join(folder, 'runs/one.jsonl'), 'one', 1, [
    reply(1, 'gemini-2.5-flash', 10_000, 4000),
    reply(1, 'gemini-2.5-pro', 500, 0, 'helper'),
    call({ name: 'glob', ms: 40 }),
    call({ name: 'glob', ms: 60, state: 'error' }),
    denied('.gemini/policies/a.toml', 3),
    denied('.gemini/policies/a.toml', 3, HOSTILE),
    receipt({ kind: 'create_pull_request', url: PULL_URL }),
    receipt({ kind: 'add_labels', number: 5, labels: ['bug'] }),
    receipt({ kind: 'summary' }),
    receipt({ kind: 'comment', number: 5, state: 'failed' }),
    ended('ok', 61_000),
  ])
  record(join(folder, 'two.jsonl'), 'two', 2, [
    reply(1, 'model-without-a-price', 2000, 0),
    denied(HOSTILE, 1),
    call({ verdict: 'deny', state: 'error', name: 'web_fetch' }),
    receipt({ kind: 'add_labels', number: 6, labels: ['bug', 'old'] }),
    ended('budget', 2500),
  ])
  // Killed before its end; and the same run as it was uploaded earlier, with fewer events.
  record(join(folder, 'three.jsonl'), 'three', 3, [reply(1, 'gemini-2.5-flash', 100, 0), call({ ms: 7 })])
  record(join(folder, 'earlier.jsonl'), 'three', 3, [reply(1, 'gemini-2.5-flash', 100, 0)])
  mkdirSync(join(folder, 'runs/zips'), { recursive: true })
  const texts = { two: read('two.jsonl'), three: read('three.jsonl'), earlier: read('earlier.jsonl') }
  writeFileSync(
    join(folder, 'runs/zips/artifact.zip'),
    zipSync({
      'issue-1/transcript.jsonl': strToU8(texts.two),
      'issue-2/transcript.jsonl': strToU8(texts.earlier),
      'answer.md': strToU8('no transcript'),
    }),
  )
  writeFileSync(join(folder, 'runs/three.jsonl'), texts.three)
  writeFileSync(join(folder, 'runs/broken.jsonl'), '{"type":"nonsense"}\n')
  writeFileSync(join(folder, 'runs/broken.zip'), 'no zip')
})

const read = (path: string) => readFileSync(join(folder, path), 'utf8')

async function recordSample(path: string) {
  mkdirSync(join(folder, 'runs/real'), { recursive: true })
  const event = JSON.parse(readFileSync(join(SAMPLE, 'event.json'), 'utf8'))
  const into = join(folder, 'sample')
  const { number, head } = event.pull_request
  const checkout = { at: 'merge', depth: 'full' } as const
  const repository = await prepareRepository({ from: SAMPLE, into, number, headBranch: head.ref, checkout })
  const payload = join(folder, 'event.json')
  const filled = ['BASE', 'HEAD', 'MERGE'].reduce(
    (text, name) => text.replaceAll(`{{${name}_SHA}}`, repository[name.toLowerCase() as 'base']),
    JSON.stringify(event),
  )
  writeFileSync(payload, filled)
  const argv = ['--event', payload, '--event-name', 'pull_request', '--replay', join(SAMPLE, 'replies.jsonl')]
  const io = { cwd: repository.workspace, env: {}, dist: ROOT, startRun, out: () => undefined, err: () => undefined }
  await runCommand([...argv, '--record', path], io)
}

const report = async (...argv: string[]) => commandLine(folder, ['report', ...argv])
const totalsOf = async (...argv: string[]): Promise<ReportTotals> =>
  JSON.parse((await report(...argv, '--format', 'json')).out)

/** The same figures from the lines of the transcripts, without any code of the report. */
function figuresByHand(texts: readonly string[]) {
  const RATES: Record<string, [fresh: number, cached: number, output: number]> = {
    'gemini-2.5-flash': [0.3, 0.03, 2.5],
    'gemini-2.5-pro': [1.25, 0.125, 10],
  }
  const figures = {
    calls: 0,
    denied: 0,
    delivered: 0,
    pricedResults: 0,
    input: 0,
    cached: 0,
    usd: 0,
    unpriced: 0,
    toolMs: 0,
    turns: 0,
  }
  const denials: Record<string, number> = {}
  const outcomes: Record<string, number> = {}
  for (const text of texts) {
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    let usd = 0
    let isPriced = true
    let outcome = 'unfinished'
    let results = 0
    for (const line of lines) {
      if (line.type === 'run_ended') outcome = line.outcome
      if (line.type === 'model_reply') {
        const { model, usage } = line.reply
        const rate = RATES[model]
        if (rate === undefined) isPriced = false
        else
          usd +=
            ((usage.input - usage.cached) * rate[0] +
              usage.cached * rate[1] +
              (usage.output + usage.thoughts) * rate[2]) /
            1e6
        figures.input += usage.input + usage.tool
        figures.cached += usage.cached
        if (line.agent === undefined) figures.turns += 1
      }
      if (line.type === 'call_finished') {
        figures.calls += 1
        figures.toolMs += line.call.ms
        if (line.call.verdict === 'deny') {
          const rule = line.call.rule ? `${line.call.rule.file}:${line.call.rule.line}` : 'no rule allows it'
          figures.denied += 1
          denials[rule] = (denials[rule] ?? 0) + 1
        }
      }
      if (line.type === 'receipt' && line.receipt.state === 'posted')
        if (!/^(?:patch|summary|check_run|resolve_fixed)$/.test(line.receipt.kind)) results += 1
    }
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    figures.delivered += results
    if (isPriced) {
      figures.usd += usd
      figures.pricedResults += results
    } else figures.unpriced += 1
  }
  return { ...figures, denials, outcomes }
}

test('the figures of recorded runs are those of their transcripts, counted another way', async () => {
  const totals = await totalsOf('runs')
  const texts = ['runs/real/transcript.jsonl', 'runs/one.jsonl', 'two.jsonl', 'three.jsonl'].map(read)
  const byHand = figuresByHand(texts)
  expect(totals.runs).toBe(texts.length)
  expect(totals.outcomes).toEqual(byHand.outcomes)
  expect(totals.cost.usd).toBeCloseTo(byHand.usd, 6)
  expect(totals.cost.unpricedRuns).toBe(byHand.unpriced)
  expect(totals.cost.tokens).toMatchObject({ input: byHand.input, cached: byHand.cached })
  expect(totals.cost.cacheShare).toBeCloseTo(byHand.cached / byHand.input, 3)
  expect(Object.fromEntries(totals.denials.map(({ rule, count }) => [rule, count]))).toEqual(byHand.denials)
  expect(totals.results.delivered).toBe(byHand.delivered)
  expect(totals.results.usdPerDelivered).toBeCloseTo(byHand.usd / byHand.pricedResults, 5)
  expect(totals.results).toMatchObject({ withFate: 0, usdPerAccepted: null })
  const sumOf = (name: 'calls' | 'denied' | 'turns') => totals.list.reduce((sum, run) => sum + run[name], 0)
  expect([sumOf('calls'), sumOf('denied'), sumOf('turns')]).toEqual([byHand.calls, byHand.denied, byHand.turns])
  expect(totals.tools.reduce((sum, { totalMs }) => sum + totalMs, 0)).toBe(byHand.toolMs)
  expect(totals.tools.find(({ name }) => name === 'glob')).toMatchObject({ calls: 2, failed: 1, meanMs: 50, maxMs: 60 })
  expect(totals.tools.map(({ totalMs }) => totalMs)).toEqual(
    totals.tools.map(({ totalMs }) => totalMs).toSorted((a, b) => b - a),
  )
  // The real run called tools and delivered something.
  const real = await totalsOf('runs/real')
  expect(real.results.delivered).toBeGreaterThan(0)
  expect(real.denials.length).toBeGreaterThan(0)
})

test('what holds no run is counted once, and nothing at all is a failure', async () => {
  const { exit, err } = await report('runs')
  expect(exit).toBe(0)
  expect(err).toMatch(
    /^Skipped 2 files without a recorded run: .*broken\.jsonl: Transcript line 1.*; .*broken\.zip: .*\n$/,
  )
  mkdirSync(join(folder, 'many'))
  for (const name of ['a', 'b', 'c', 'd', 'e']) writeFileSync(join(folder, `many/${name}.jsonl`), '{}\n')
  const many = await report('many')
  expect(many).toMatchObject({ exit: 1, err: expect.stringMatching(/^Skipped 5 files .*; and 2 more\n/) })
  expect(many.err.split('\n')).toEqual([expect.any(String), 'No recorded run found.', ''])
  expect((await report('runs/broken.jsonl')).exit).toBe(1)
  expect(await report('nowhere')).toMatchObject({ exit: 42 })
  expect(await report()).toMatchObject({ exit: 2 })
  expect(await report('runs', '--format', 'pdf')).toMatchObject({ exit: 2 })
  expect((await report('--help')).out).toContain('sluice report PATH')
})

type Element = DefaultTreeAdapterTypes.Element
const elementsIn = (node: DefaultTreeAdapterTypes.Node): Element[] => [
  ...('tagName' in node ? [node] : []),
  ...('childNodes' in node ? node.childNodes.flatMap(elementsIn) : []),
]
const textIn = (node: DefaultTreeAdapterTypes.Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textIn).join('') : ''

test('the page is valid, has no script, loads nothing, and has the numbers of the JSON', async () => {
  const totals = await totalsOf('runs')
  await report('runs', '--format', 'html', '--output', 'page.html')
  const page = read('page.html')
  const errors: string[] = []
  const document = parse(page, { onParseError: ({ code }) => errors.push(code) })
  expect(errors).toEqual([])
  const elements = elementsIn(document)
  const names = new Set(elements.map(({ tagName }) => tagName))
  for (const forbidden of ['script', 'img', 'link', 'iframe', 'object', 'embed', 'base', 'form', 'a', 'use', 'image'])
    expect(names, forbidden).not.toContain(forbidden)
  const attributes = elements.flatMap(({ attrs }) => attrs)
  expect(attributes.filter(({ name }) => /^(?:on|src|href|style|data)/.test(name))).toEqual([])
  const policy = attributes.find(({ value }) => value.startsWith('default-src'))?.value
  const style = textIn(elements.find(({ tagName }) => tagName === 'style') as Element)
  const hash = createHash('sha256').update(style).digest('base64')
  expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'`)
  expect(style).not.toMatch(/url\(|@import/)

  const rows = elements.filter(({ tagName }) => tagName === 'tr').map((row) => row.childNodes.map(textIn))
  expect(rows).toContainEqual(['Runs', String(totals.runs)])
  expect(rows).toContainEqual(['Cost', `$${totals.cost.usd?.toFixed(4)}`])
  expect(rows).toContainEqual(['Delivered results', String(totals.results.delivered)])
  expect(rows).toContainEqual(['Tokens in', totals.cost.tokens.input.toLocaleString('en-US')])
  expect(rows).toContainEqual(['Cached share of input', `${(totals.cost.cacheShare * 100).toFixed(1)} %`])
  const visible = (text: string) => text.replace('\u001b', '?')
  for (const [outcome, count] of Object.entries(totals.outcomes)) expect(rows).toContainEqual([outcome, String(count)])
  for (const { rule, count, tools } of totals.denials)
    expect(rows).toContainEqual([visible(rule), String(count), visible(tools.join(', '))])
  for (const { name, calls, failed } of totals.tools)
    expect(rows.map((row) => row.slice(0, 3))).toContainEqual([visible(name), String(calls), String(failed)])
  expect(rows.filter((row) => /^\d{4}-/.test(row[0] ?? ''))).toHaveLength(totals.runs)
  // The bars show the same.
  const [bars] = elements.filter(({ tagName }) => tagName === 'svg')
  expect(
    bars &&
      elementsIn(bars)
        .filter(({ tagName }) => tagName === 'text')
        .map(textIn),
  ).toEqual(Object.entries(totals.outcomes).flatMap(([outcome, count]) => [outcome, String(count)]))
})

test('the text has the same numbers, and no control characters', async () => {
  const { out } = await report('runs')
  const { runs, cost } = await totalsOf('runs')
  expect(out).toMatch(
    new RegExp(`^All runs\\n {2}Figure +Value\\n {2}Runs +${runs}\\n {2}Cost +\\$${cost.usd?.toFixed(4)}\\n`),
  )
  expect(out).toContain('unknown: no data on what became of the results')
  expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

test('a cost without a known price is no amount', async () => {
  const { out } = await report('two.jsonl')
  expect(out).toMatch(/^ {2}Cost +unknown$/m)
  expect(out).not.toContain('$')
  expect((await totalsOf('two.jsonl')).cost).toMatchObject({ usd: null, unpricedRuns: 1 })
  // One more run with a price: its day has a bar with an amount, the other day has none.
  const { out: page } = await report('two.jsonl', 'runs/one.jsonl', '--format', 'html')
  const [, chart = ''] = page.split('<h2>Cost by day</h2>')
  const texts = [...(chart.split('</svg>')[0] ?? '').matchAll(/<text[^>]*>(.*)<\/text>/g)].map(([, text]) => text)
  expect(texts).toEqual(['2026-11-01', expect.stringMatching(/^\$0\.00\d\d$/), '2026-11-02', 'unknown'])
})

const TOKEN = 'a-token'
const world = (more: Partial<WorldSeed> = {}): WorldSeed => {
  const side = { ref: 'main', sha: 'a'.repeat(40), repo: 'octo/pond' }
  const merged = pull({ number: 8, base: side, head: { ...side, ref: 'topic' } })
  return {
    owner: 'octo',
    repo: 'pond',
    token: TOKEN,
    pulls: [{ ...merged, state: 'closed', merged: true }],
    labels: [{ id: 1, name: 'bug', color: 'ff0000', description: null }],
    issues: [issue({ number: 5, labels: ['bug'] }), issue({ number: 6, labels: ['bug'] })],
    ...more,
  }
}
const envOf = (server: { url: string; graphqlUrl: string }) => ({
  GITHUB_TOKEN: TOKEN,
  GITHUB_API_URL: server.url,
  GITHUB_GRAPHQL_URL: server.graphqlUrl,
})

test('with a token, results count as accepted when GitHub says so', async () => {
  await using server = await startGitHub(world())
  const argv = ['report', 'runs/one.jsonl', 'two.jsonl', '--accepted', '--repository', 'octo/pond', '--format', 'json']
  const { exit, out, err } = await commandLine(folder, argv, envOf(server))
  expect(exit, err).toBe(0)
  const totals: ReportTotals = JSON.parse(out)
  // Merged, and a label kept; one of two labels is gone.
  expect(totals.results).toMatchObject({ delivered: 3, withFate: 3, accepted: 2 })
  expect(totals.results.usdPerAccepted).toBeCloseTo(Number(totals.cost.usd) / 2, 6)
  expect(server.problems).toEqual([])
  expect(await commandLine(folder, argv)).toMatchObject({ exit: 42, err: expect.stringContaining('GITHUB_TOKEN') })
})

test.each([
  ['resolved', [4900], 1],
  ['open', [], 0],
])('a review whose thread is %s', async (_, resolved, accepted) => {
  record(join(folder, 'review.jsonl'), 'review', 4, [
    reply(1, 'gemini-2.5-flash', 100, 0),
    receipt({
      kind: 'review',
      number: 8,
      url: `${PULL_URL}#pullrequestreview-1`,
      comments: [{ path: 'a.ts', line: 1 }],
    }),
    ended('ok', 5),
  ])
  const line = { commitId: 'a'.repeat(40), line: 1, startLine: null, side: 'RIGHT', inReplyTo: null } as const
  const thread = (id: number, path: string, body: string) => ({
    id,
    number: 8,
    review: null,
    user: 'github-actions[bot]',
    body,
    path,
    createdAt: '2026-11-01T08:00:00Z',
    ...line,
  })
  const ours = commentMarkerLine({ kind: 'remark', key: 'a.0', run: '1', linesHash: '0' })
  const reviewComments = [
    thread(4900, 'a.ts', `${ours}\nThis loops for ever.`),
    thread(4901, 'a.ts', 'A thread of a person.'),
    thread(4902, 'b.ts', `${ours}\nAnother run.`),
  ]
  await using server = await startGitHub(world({ reviewComments, resolved: [...resolved, 4901, 4902] }))
  const argv = ['report', 'review.jsonl', '--accepted', '--format', 'json']
  const { out, err } = await commandLine(folder, argv, envOf(server))
  expect(err).toBe('')
  expect(JSON.parse(out).results).toMatchObject({ withFate: 1, accepted })
})

test('findings by severity and category: fixed, dismissed, ignored or open', async () => {
  record(join(folder, 'fates.jsonl'), 'fates', 4, [
    receipt({
      kind: 'review',
      number: 8,
      url: `${PULL_URL}#pullrequestreview-1`,
      comments: [{ path: 'a.ts', line: 1 }],
    }),
    ended('ok', 5),
  ])
  const line = { commitId: 'a'.repeat(40), line: 1, startLine: null, side: 'RIGHT' } as const
  const base = { number: 8, review: null, path: 'a.ts', createdAt: '2026-11-01T08:00:00Z', ...line }
  const mark = (kind: 'remark' | 'reply', details: Record<string, string>) =>
    commentMarkerLine({ kind, key: 'a.0', by: '9.1', details })
  const bot = 'github-actions[bot]'
  const opening = (id: number, sev: string, cat: string) => ({
    ...base,
    id,
    user: bot,
    inReplyTo: null,
    body: `${mark('remark', { f: `00000000000${id % 10}`, sev, cat, sha: 'a'.repeat(40), ln: '1' })}\nWrong.`,
  })
  const answer = (id: number, inReplyTo: number, user: string, body: string) => ({ ...base, id, inReplyTo, user, body })
  const reviewComments = [
    opening(4901, 'high', 'security'),
    answer(4911, 4901, bot, `${mark('reply', { st: 'fixed' })}\nFixed.`),
    opening(4902, 'high', 'security'),
    answer(4912, 4902, 'ada', '/dismiss No.'),
    opening(4903, 'high', 'security'),
    answer(4913, 4903, 'mallory', '/dismiss No.'),
    opening(4904, 'low', 'style'),
  ]
  const argv = ['report', 'fates.jsonl', '--accepted', '--format', 'json']
  const rowsOf = async (seed: WorldSeed) => {
    await using server = await startGitHub(seed)
    const { out, err } = await commandLine(folder, argv, envOf(server))
    expect(err).toBe('')
    return JSON.parse(out).findings
  }
  // The review that posted them names one more, whose comment a person deleted.
  const texts = { severity: 'high', category: 'security', title: 'Gone' } as const
  const gone = newFinding('a.ts', texts, { code: ['x'], before: [], after: [] })
  const commit = 'a'.repeat(40)
  const named = findingRecords([{ record: gone, path: 'a.ts', side: 'RIGHT', line: 1 }], { key: 'a.0', commit })
  const body = [commentMarkerLine({ kind: 'review', key: 'a.0', by: '9.1' }), ...named, 'Five inline comments.']
  const review = { id: 77, number: 8, user: bot, state: 'COMMENTED' as const, commitId: commit, body: body.join('\n') }
  const reviews = [{ ...review, submittedAt: base.createdAt }]
  const seed = world({ reviewComments, reviews, resolved: [], permissions: { ada: 'write' } })
  const high = { severity: 'high', category: 'security', fixed: 1, dismissed: 2 }
  const low = { severity: 'low', category: 'style', fixed: 0, dismissed: 0 }
  const pullState = (state: 'open' | 'closed') => ({
    ...seed,
    pulls: seed.pulls?.map((each) => ({ ...each, state })),
  })
  expect(await rowsOf(pullState('closed'))).toEqual([
    { ...high, ignored: 1, open: 0 },
    { ...low, ignored: 1, open: 0 },
  ])
  expect(await rowsOf(pullState('open'))).toEqual([
    { ...high, ignored: 0, open: 1 },
    { ...low, ignored: 0, open: 1 },
  ])
})

test('the runs of a workflow are read from their artifacts', async () => {
  const zip = (text: string) => zipSync({ 'transcript.jsonl': strToU8(text) })
  const run = (id: number) => ({
    id,
    workflow: 'review.yml',
    actor: 'ada',
    conclusion: 'success',
    createdAt: '2026-11-01T08:00:00Z',
  })
  const artifact = (id: number, of: number, name: string, text: string) => ({
    id,
    run: of,
    name,
    zip: zip(text),
    createdAt: '2026-11-01T08:00:00Z',
  })
  const artifacts = [
    artifact(1, 101, 'sluice-review-1', read('runs/one.jsonl')),
    artifact(2, 102, 'sluice-record-review-2', read('earlier.jsonl')),
    artifact(3, 102, 'sluice-review-2', read('three.jsonl')),
    artifact(4, 102, 'sluice-money-2026-11-01-102-1-0a1b2c3d-spent-5', 'none'),
    { ...artifact(5, 103, 'sluice-review-3', read('two.jsonl')), expired: true },
  ]
  await using server = await startGitHub(world({ artifacts, workflowRuns: [run(101), run(102), run(103)] }))
  const argv = ['report', '--workflow', 'review.yml', '--repository', 'octo/pond', '--format', 'json']
  const { exit, out, err } = await commandLine(folder, argv, envOf(server))
  expect(exit, err).toBe(0)
  const totals: ReportTotals = JSON.parse(out)
  expect(totals.list.map(({ session, calls }) => [session, calls])).toEqual([
    ['one', 4],
    ['three', 1],
  ])
  expect(totals.results).toMatchObject({ withFate: 2, accepted: 2 })
  expect(err).toMatch(/^Skipped \d+ artifacts? .*run 103: the artifact sluice-review-3 has expired/)
  const missing = await commandLine(folder, argv.with(2, 'missing.yml'), envOf(server))
  expect(missing).toMatchObject({ exit: 42, err: expect.stringContaining('missing.yml') })
})
