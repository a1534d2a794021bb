import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { GeminiRequest, GeminiStep } from '../../src/emulators/gemini/gemini.ts'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { BOT } from '../../src/emulators/github/world.ts'
import { confirmAll, findingIds, isLook } from './finding-verifier.ts'
import { type Played, play, type Scenario, scenarios } from './scenario.ts'

/** The files of the change: together more than the first message and one reader have room for. */
const FILES = 60
/** Every one of these has a problem on this line. */
const [EVERY, LINE] = [8, 3]

const codeOf = (file: number) =>
  Array.from({ length: 150 }, (_, index) =>
    index + 1 === LINE && file % EVERY === 0
      ? `export const leak${file} = readSecret(${file})`
      : `export const value${file}x${index} = ${'compute() + '.repeat(5)}${index}`,
  ).join('\n')

type Content = { parts: { text?: string; functionResponse?: { response: unknown } }[] }
const contentsOf = ({ body }: GeminiRequest) => (body as { contents: Content[] }).contents
const partsOf = (request: GeminiRequest) => contentsOf(request).flatMap(({ parts }) => parts)
const textsOf = (request: GeminiRequest) =>
  partsOf(request)
    .map(({ text = '' }) => text)
    .join('\n')
const repliesOf = (request: GeminiRequest) =>
  partsOf(request).flatMap(({ functionResponse }) =>
    functionResponse === undefined ? [] : [(functionResponse.response as { output?: string }).output ?? ''],
  )
const isReader = ({ raw }: GeminiRequest) => raw.includes('You are the change reviewer')
const pagesOf = (range: string): number[] => {
  const [first = 0, last = first] = range.match(/\d+/g)?.map(Number) ?? []
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** A reader of one part: reads its pages and reports the problems on them. `skips`: a page that it does not read. */
function readPart(request: GeminiRequest, skips: number | undefined): GeminiStep {
  const pages = pagesOf(/<part>\n(pages? [\d to]+)/.exec(textsOf(request))?.[1] ?? '')
  const replies = repliesOf(request)
  if (replies.length === 0)
    return turn(pages.filter((page) => page !== skips).map((page) => call('github__get_diff', { page })))
  const found = replies.flatMap((text) => [...text.matchAll(/leak(\d+) =/g)].map(([, file]) => file))
  const findings = found.map((file) => ({
    path: `src/${file}.js`,
    line: LINE,
    severity: 'high',
    category: 'security',
    title: `Leak ${file}`,
    explanation: 'The secret is exported.',
  }))
  return turn([call('complete_task', { report: { findings, notRead: [] } })])
}

/** The main conversation: delegates each part, then posts one list of what was reported. */
function review(request: GeminiRequest): GeminiStep {
  const ranges = [...textsOf(request).matchAll(/part \d+ is (pages? \d+(?: to \d+)?)/g)].map(([, range = '']) => range)
  const replies = repliesOf(request)
  if (replies.length === 0)
    return turn(
      ranges.map((range) =>
        call('delegate_to_agent', { agent_name: 'change_reviewer', prompt: `${range}, for leaks` }),
      ),
    )
  if (replies.length > ranges.length) return say('Secrets are exported.')
  const reported = replies.flatMap((text) => [...text.matchAll(/"title": "(Leak (\d+))"/g)])
  const findings = [...new Map(reported.map(([, title, file]) => [file, title]))]
  return turn(
    findings.map(([file, title]) =>
      call('github__review_comment', {
        path: `src/${file}.js`,
        line: LINE,
        severity: 'high',
        category: 'security',
        title,
        body: `leak${file} is exported.`,
      }),
    ),
  )
}

async function reviewLargeChange(skips: number | undefined, check: (played: Played) => void) {
  const scenario = scenarios().find(({ name }) => name === 'pull-request-review') as Scenario // one of the folders
  const folder = await mkdtemp(join(tmpdir(), 'large-change-parts-'))
  try {
    await cp(scenario.folder, folder, { recursive: true })
    await mkdir(join(folder, 'head', 'src'), { recursive: true })
    for (let file = 1; file <= FILES; file++)
      await writeFile(join(folder, 'head', 'src', `${file}.js`), `${codeOf(file)}\n`)
    const model = (request: GeminiRequest) =>
      isReader(request)
        ? readPart(request, skips)
        : isLook(request.raw)
          ? confirmAll(findingIds(request.raw))
          : review(request)
    await play({ ...scenario, folder, model }, check)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('a change that does not fit one conversation is read in parts, and its findings are one list', async () => {
  await reviewLargeChange(undefined, ({ runs, github, gemini, transcript }) => {
    expect([github.problems, gemini.problems]).toEqual([[], []])
    expect(runs[0]?.outputs.outcome).toBe('ok')
    const own = gemini.requests.filter((request) => !isReader(request) && !isLook(request.raw))
    expect(own).toHaveLength(3)
    const material = textsOf(own[0] as GeminiRequest)
    expect(material).toContain('Delegate each part to the sub-agent change_reviewer')
    const ended = transcript.split('\n').filter((line) => line.includes('"agent_finished"'))
    expect(ended.length).toBeGreaterThanOrEqual(3)
    expect(ended.every((line) => line.includes('"reason":"GOAL"'))).toBe(true)

    // The parts were read by the readers alone: the main conversation has their reports and no more diffs.
    const shown = Array.from({ length: FILES }, (_, index) => index + 1).filter((file) =>
      material.includes(`value${file}x100 `),
    )
    const inParts = Array.from({ length: FILES / EVERY }, (_, index) => EVERY * (index + 1)).filter(
      (file) => !shown.includes(file),
    )
    expect(shown.length).toBeLessThan(FILES / 3)
    expect(inParts.length).toBeGreaterThan(3)
    for (const file of inParts) expect(own.at(-1)?.raw).not.toContain(`value${file}x100 `)
    const posted = github.world.reviewComments.map(({ path, line }) => `${path}:${line}`)
    expect(posted.toSorted()).toEqual(inParts.map((file) => `src/${file}.js:${LINE}`).toSorted())

    const comment = github.world.comments.find(({ user }) => user === BOT)?.body
    expect(comment?.match(/^\| high \|/gm)).toHaveLength(inParts.length)
    expect(comment).toMatch(/Looked at \d+ changed files at/)
    expect(comment).not.toContain('Not seen')
  })
})

test('what no reader of a part read is counted as not seen', async () => {
  await reviewLargeChange(6, ({ runs, github }) => {
    expect(runs[0]?.outputs.outcome).toBe('ok')
    const comment = github.world.comments.find(({ user }) => user === BOT)?.body
    expect(comment).toMatch(/Looked at \d+ of \d+ changed files at `[0-9a-f]{10}`\. Not seen in full: \d source \(/)
  })
})
