import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { findingVerifier } from '../src/agent/subagents/built-in.ts'
import { startGitHub } from '../src/emulators/github/github.ts'
import type { DiffFile } from '../src/github/api/response-schemas.ts'
import { openProposalStore } from '../src/github-tools/proposal.ts'
import { estimateRequestTokens } from '../src/model/estimate.ts'
import { type ModelReply, type ModelRequest, NO_USAGE } from '../src/model/types.ts'
import { newFinding } from '../src/review/finding.ts'
import { takeSecondLook } from '../src/review/second-look.ts'
import { defineTool, done } from '../src/tools/tool.ts'
import { callReply, testContext, textReply, toolCall } from '../test/agent/test-context.ts'
import { connect, TOKEN, task } from '../test/delivery/delivery-fixture.ts'
import { testRepository } from '../test/github/repository.ts'

/**
 * `node scripts/measure-second-look.ts`: prints what the second look costs beside its review, for reviews of three sizes. The tokens are
 * estimates of real requests. The model waits as in `npm run bench`, reads two places for each file and then reports.
 */
const MODEL_MS = 400
const REPORT_TOKENS = 150

/** `lines`: of each file. `turns`: of the review, whose first request has its prompt and the whole change. */
type Size = { name: string; files: number; lines: number; findings: number; turns: number }
const SIZES: Size[] = [
  { name: 'small: 1 file, 1 finding', files: 1, lines: 40, findings: 1, turns: 3 },
  { name: 'middle: 5 files, 6 findings', files: 5, lines: 150, findings: 6, turns: 8 },
  { name: 'large: 12 files, 10 findings', files: 12, lines: 500, findings: 10, turns: 20 },
]
/** The budget of `npm run bench` for the first prompt, and what the results of a turn add. */
const PROMPT_TOKENS = 10_000
const TURN_TOKENS = 1500

const textOf = (file: number, lines: number) =>
  Array.from({ length: lines }, (_, nth) => `  const value${nth} = compute(items[${file}].price, ${nth}, options)`)

const addedFile = (path: string, text: readonly string[]): DiffFile => ({
  path,
  previousPath: undefined,
  status: 'added',
  additions: text.length,
  deletions: 0,
  patch: `@@ -0,0 +1,${text.length} @@\n${text.map((line) => `+${line}`).join('\n')}`,
})

const usage = (input: number, output: number) => ({ ...NO_USAGE, input, output, total: input + output })

async function measure({ files, lines, findings, turns }: Size) {
  await using repository = await testRepository()
  const paths = Array.from({ length: files }, (_, nth) => `src/file${nth}.js`)
  const head = await repository.commit(
    Object.fromEntries(paths.map((path, nth) => [path, `${textOf(nth, lines).join('\n')}\n`])),
  )
  await using server = await startGitHub({ owner: 'octo', repo: 'pond', token: TOKEN, gitDir: repository.dir })
  const store = openProposalStore()
  for (let nth = 0; nth < findings; nth += 1) {
    const [file, line] = [nth % files, 5 + 7 * nth]
    const text = textOf(file, lines)
    const around = { code: text.slice(line - 1, line), before: text.slice(0, line - 1), after: text.slice(line) }
    const path = paths[file] ?? ''
    const finding = newFinding(path, { severity: 'high', title: `Wrong price in line ${line}` }, around)
    const body = 'The price of an item may be missing, and the sum is then NaN. '.repeat(4)
    const comment = { number: 7, commit: head, path, location: { side: 'RIGHT', line } as const, body, linesHash: '' }
    store.add({ kind: 'review_comment', ...comment, hasSeverity: true, finding }, 'review_comment')
  }
  let requests = 0
  const generate = async (request: ModelRequest): Promise<ModelReply> => {
    requests += 1
    await sleep(MODEL_MS)
    const ids = [...JSON.stringify(request.messages).matchAll(/kind=\\"finding\\" id=\\"(\w{12})/g)].map(([, id]) => id)
    const isFirst = request.messages.length === 1
    const report = { findings: ids.map((id) => ({ id, verdict: 'confirmed', reason: 'A missing price gives NaN.' })) }
    const reply = isFirst
      ? callReply(toolCall('read_file', { file_path: 'a.js' }), toolCall('search_file_content', { pattern: 'compute' }))
      : callReply(toolCall('complete_task', report))
    return { ...reply, usage: usage(estimateRequestTokens(request), isFirst ? 60 : REPORT_TOKENS * ids.length) }
  }
  const tools = ['read_file', 'search_file_content', 'glob', 'list_directory'].map((name) =>
    defineTool({
      name,
      description: `${name} of the repository, with its options. `.repeat(6),
      annotations: { readOnlyHint: true },
      input: z.object({ file_path: z.string().optional(), pattern: z.string().optional() }),
      run: async () => done(textOf(0, 60).join('\n')),
    }),
  )
  const { context, events } = testContext({ tools, overrides: { generate } })
  const changed = (files * textOf(0, lines).join('\n+').length) / 4
  const review = Array.from({ length: turns }, (_, nth) => PROMPT_TOKENS + changed + nth * TURN_TOKENS)
  const reviewTokens = Math.round(review.reduce((sum, each) => sum + each, 0))
  events.push({ type: 'model_reply', turn: 1, ms: 1, reply: textReply('', { usage: usage(reviewTokens, 0) }) })
  const started = performance.now()
  const sides = { ref: 'topic', sha: head, repo: 'octo/pond' }
  const look = await takeSecondLook({ end: 'answered', text: '' }, context, {
    task: { ...task, event: 'pull_request', kind: 'pull_request', number: 7, head: sides },
    config: { settings: {} },
    github: connect(server),
    store,
    nonce: 'n0',
    signal: new AbortController().signal,
    transcript: { events: () => events },
    change: async () => ({ commit: head, files: paths.map((path, nth) => addedFile(path, textOf(nth, lines))) }),
  })
  const seconds = (performance.now() - started) / 1000
  const tokens = look?.tokens ?? 0
  return {
    'tokens of the review': reviewTokens,
    'second look': tokens,
    share: `${((100 * tokens) / reviewTokens).toFixed(1)} %`,
    requests,
    seconds: Number(seconds.toFixed(1)),
    checked: `${look?.verdicts.size} of ${findings}`,
    problem: look?.problem ?? '',
  }
}

const rows: Record<string, object> = {}
for (const size of SIZES) rows[size.name] = await measure(size)
console.log(`One conversation of ${findingVerifier.name} for each file with a finding; the model takes ${MODEL_MS} ms.`)
console.table(rows)
