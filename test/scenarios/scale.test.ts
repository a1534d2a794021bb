import { type ChildProcess, execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createPatches, joinPatches } from '../../src/delivery/plan/patch.ts'
import type { GeminiRequest } from '../../src/emulators/gemini/gemini.ts'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { pull } from '../../src/emulators/github/world.ts'
import { jobKey, markerLine } from '../../src/github/result-marker.ts'
import { shardArtifact } from '../../src/scale/scale-artifact.ts'
import { formatResults, parseShard, shardConcurrency } from '../../src/scale/shard-spec.ts'
import { isFull } from '../sample.ts'
import { ALLOW_ALL } from './improvised.ts'
import { openIssues, RUN, withScaleJobs } from './scale-jobs.ts'

const git = promisify(execFile)

/** The issue that a request to the model is about. */
const issueOf = ({ raw }: GeminiRequest) => Number(/issue #(\d+)/.exec(raw)?.[1])
const answer = (request: GeminiRequest) => say(`Looked at ${issueOf(request)}.`)
const TRIAGE = { prompt: 'Triage this issue.' }

test('a list of issues: a plan, two shards and one table', () =>
  withScaleJobs(
    {
      model: answer,
      world: { issues: openIssues(5) },
      inputs: { ...TRIAGE, settings: '{"sluice":{"scale":{"maxParallel":2}}}' },
    },
    async ({ job, entries, github, gemini }) => {
      const plan = await job({ mode: 'plan', items: '[1, 2, 3, 4, 5]' })
      expect([plan.exitCode, plan.outputs.outcome], plan.log).toEqual([0, 'ok'])
      expect(plan.summary).toContain('5 items in 2 shards')
      const shards = entries(plan)
      expect(shards).toHaveLength(2)
      for (const shard of shards) {
        const run = await job({ mode: 'shard', shard })
        expect([run.exitCode, run.outputs.outcome], run.log).toEqual([0, 'ok'])
      }
      expect(github.world.comments.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4, 5])
      expect(gemini.requests).toHaveLength(5)
      const reduce = await job({ mode: 'reduce', items: plan.outputs.matrix ?? '' })
      expect([reduce.exitCode, reduce.outputs.outcome], reduce.log).toEqual([0, 'ok'])
      expect(reduce.summary).toContain('All shards: 5 done.')
      expect(reduce.summary).toContain('Done.')
      expect(JSON.parse(reduce.outputs.batch ?? '')).toHaveLength(5)
      expect(github.problems).toEqual([])
      // What is finished is left out.
      const again = await job({ mode: 'plan', items: '[1, 2, 3, 4, 5]' }, { run: 17_000_000_002 })
      expect(again.outputs.matrix, again.log).toBe('')
      expect(again.summary).toContain('Nothing to do: 5 items found, 5 finished.')
    },
  ))

test('a mark of our account that GitHub does not confirm finishes no item', () =>
  withScaleJobs(
    { model: answer, world: { issues: openIssues(3) }, inputs: TRIAGE },
    async ({ job, entries, github }) => {
      const { comments, workflowRuns, viewer, tokenPermissions } = github.world
      const createdAt = new Date(Date.now() - 60_000).toISOString()
      const key = jobKey('Sluice', 'scale')
      const ran = { actor: 'octo', conclusion: null, createdAt }
      workflowRuns.push({ ...ran, id: 5, workflow: 'greet.yml' }, { ...ran, id: 6, workflow: 'scale.yml' })
      // By another workflow, by a run that does not exist, and by a run of this workflow.
      for (const [index, run] of ['5.1', '4.1', '6.1'].entries()) {
        const body = `${markerLine({ key, run, state: 'done' })}\nDone.`
        comments.push({ id: 8000 + index, number: index + 1, user: viewer, body, createdAt, updatedAt: createdAt })
      }
      const plan = await job({ mode: 'plan', items: '[1, 2, 3]' })
      expect(
        entries(plan).flatMap((shard) => parseShard(shard).items),
        plan.log,
      ).toEqual([1, 2])
      expect(plan.log).toContain('Skipped, because a run of this workflow already answered: #3 (')
      tokenPermissions.actions = 'none'
      const blind = await job({ mode: 'plan', items: '[1, 2, 3]' })
      expect(
        entries(blind)
          .flatMap((shard) => parseShard(shard).items)
          .toSorted(),
        blind.log,
      ).toEqual([1, 2, 3])
    },
  ))

test('a search for pull requests: each is worked on as a pull request', () => {
  const numberOf = ({ raw }: GeminiRequest) => Number(/pull request #(\d+)/.exec(raw)?.[1])
  return withScaleJobs(
    {
      model: (request) => say(`Reviewed ${numberOf(request)}.`),
      world: { issues: openIssues(2, (number) => ({ number: number + 10 })) },
      inputs: { prompt: 'Say whether it can be merged.' },
    },
    async ({ job, entries, github, gemini, repository }) => {
      const side = { ref: 'main', sha: repository.base, repo: 'octo/pond' }
      for (const number of [1, 2, 3])
        github.world.pulls.push(pull({ number, title: `Fix ${number}`, base: side, head: { ...side, ref: 'fix' } }))
      const plan = await job({ mode: 'plan', items: 'is:pr is:open' })
      expect(plan.exitCode, plan.log).toBe(0)
      expect(plan.summary).toContain('3 items')
      for (const shard of entries(plan)) {
        const run = await job({ mode: 'shard', shard })
        expect([run.exitCode, run.outputs.outcome], run.log).toEqual([0, 'ok'])
      }
      expect(gemini.requests.map(numberOf).toSorted()).toEqual([1, 2, 3])
      for (const request of gemini.requests) {
        expect(request.raw).toContain(`Fix ${numberOf(request)}`)
        expect(request.raw).toContain('github__review_comment')
      }
      expect(github.world.comments.map(({ number }) => number).toSorted()).toEqual([1, 2, 3])
      const reduce = await job({ mode: 'reduce', items: plan.outputs.matrix ?? '' })
      expect(reduce.summary, reduce.log).toContain('All shards: 3 done.')
      const again = await job({ mode: 'plan', items: 'is:pr is:open' }, { run: 17_000_000_002 })
      expect(again.summary, again.log).toContain('Nothing to do: 3 items found, 3 finished.')
      expect(github.problems).toEqual([])
    },
  )
})

/** The clock runs fast, so a job has more of its minutes. */
const scaleSettings = (scale: object) => ({
  settings: JSON.stringify({ sluice: { scale: { jobMinutes: 100_000, ...scale } } }),
})

const [ISSUES, SHARDS] = isFull ? [200, 8] : [16, 4]
const EACH = ISSUES / SHARDS

test('many issues in shards, one killed and run again: one answer each, within all limits', () => {
  let child: ChildProcess | undefined
  let own = new Set<number>()
  let questions = 0
  const model = (request: GeminiRequest) => {
    if (own.has(issueOf(request)) && ++questions === Math.ceil(EACH / 2)) child?.kill('SIGKILL')
    return answer(request)
  }
  return withScaleJobs(
    {
      model,
      world: { issues: openIssues(ISSUES) },
      limits: true,
      inputs: { ...TRIAGE, ...scaleSettings({ maxParallel: SHARDS }) },
    },
    async ({ job, entries, github, gemini }) => {
      const plan = await job({ mode: 'plan', items: 'is:issue is:open' })
      const shards = entries(plan)
      expect([plan.outputs.outcome, shards.length], plan.log).toEqual(['ok', SHARDS])
      const { comments } = github.world
      own = new Set(JSON.parse(shards[3] ?? '').items)
      const runs = await Promise.all(
        shards.map((shard, index) =>
          job({ mode: 'shard', shard }, index === 3 ? { onStart: (started) => (child = started) } : {}),
        ),
      )
      expect(runs.map(({ signal }) => signal).filter(Boolean)).toEqual(['SIGKILL'])
      // Without the shard that was killed, the table says what is missing.
      const early = await job({ mode: 'reduce', items: plan.outputs.matrix ?? '' })
      expect([early.exitCode, early.outputs.outcome], early.log).toEqual([0, 'budget'])
      expect(early.summary).toContain(`All shards: ${EACH} left to the next run, ${ISSUES - EACH} done.`)
      expect(early.summary).toContain(`Finished, but ${EACH} of ${ISSUES} items are not done.`)
      expect(early.summary).not.toContain('Done.')
      expect(early.summary).toContain('Its shard uploaded no results.')

      const again = await job({ mode: 'shard', shard: shards[3] ?? '' }, { attempt: 2 })
      expect(again.outputs.outcome, again.log).toBe('ok')
      expect(again.summary).toMatch(new RegExp(`Shard 4 of ${SHARDS}: \\d+ done, [1-9]\\d* finished earlier\\.`))
      const reduce = await job({ mode: 'reduce', items: plan.outputs.matrix ?? '' }, { attempt: 2 })
      expect(reduce.outputs.outcome, reduce.log).toBe('ok')
      expect(JSON.parse(reduce.outputs.structured_output ?? '')).toMatchObject({ failed: 0, later: 0 })
      expect(JSON.parse(reduce.outputs.batch ?? '')).toHaveLength(ISSUES)

      expect(github.violations).toEqual([])
      expect(github.problems).toEqual([])
      expect(comments.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
        openIssues(ISSUES).map(({ number }) => number),
      )
      expect(comments.filter(({ number, body }) => !body.includes(`Looked at ${number}.`))).toEqual([])
      // What the killed job had in work is asked again.
      expect(gemini.requests.length).toBeLessThanOrEqual(ISSUES + shardConcurrency(SHARDS))
      const about = github.requests.filter(
        ({ path, body }) => /\/issues\/\d+/.test(path) || /\bissue\(/.test(JSON.stringify(body ?? '')),
      )
      expect(about.length).toBeLessThanOrEqual(3 * ISSUES)
    },
  )
})

test('a cancelled shard says what it did not do, and a re-run does it', () => {
  let asked = 0
  let child: ChildProcess | undefined
  const model = (request: GeminiRequest) => {
    asked += 1
    if (asked === 3) child?.kill('SIGTERM')
    return answer(request)
  }
  const world = { issues: openIssues(12) }
  const inputs = { ...TRIAGE, ...scaleSettings({ maxParallel: 1 }) }
  return withScaleJobs({ model, world, inputs }, async ({ job, entries, github }) => {
    const plan = await job({ mode: 'plan', items: 'is:issue' })
    const [shard = ''] = entries(plan)
    const cancelled = await job({ mode: 'shard', shard }, { onStart: (started) => (child = started) })
    expect([cancelled.exitCode, cancelled.outputs.outcome], cancelled.log).toEqual([0, 'budget'])
    const early = await job({ mode: 'reduce', items: plan.outputs.matrix ?? '' })
    expect(early.summary).toContain('The run was cancelled.')
    const { done, later, failed } = JSON.parse(early.outputs.structured_output ?? '')
    expect([done + later + failed, done < 12]).toEqual([12, true])
    const again = await job({ mode: 'shard', shard }, { attempt: 2 })
    expect(again.outputs.outcome, again.log).toBe('ok')
    const reduce = await job({ mode: 'reduce', items: plan.outputs.matrix ?? '' }, { attempt: 2 })
    expect(reduce.outputs.outcome, reduce.log).toBe('ok')
    const answers = github.world.comments.map(({ number, body }) => [number, body.includes(`Looked at ${number}.`)])
    expect(answers.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual(
      openIssues(12).map(({ number }) => [number, true]),
    )
  })
})

test('two runs at once, without a concurrency group: the later answer goes', () =>
  withScaleJobs(
    { model: answer, world: { issues: openIssues(3) }, inputs: TRIAGE },
    async ({ job, entries, github }) => {
      const ids = [RUN, RUN + 1]
      const plans = await Promise.all(ids.map((run) => job({ mode: 'plan', items: '[1, 2, 3]' }, { run })))
      for (const [index, plan] of plans.entries())
        for (const shard of entries(plan)) {
          // The second run cannot see what the first has written meanwhile.
          const { comments } = github.world
          const hidden = index === 0 ? [] : comments.splice(0)
          expect((await job({ mode: 'shard', shard }, { run: ids[index] ?? 0 })).outputs.outcome).toBe('ok')
          comments.unshift(...hidden)
          for (const [position, comment] of comments.entries()) comment.id = 8_000_000 + position
        }
      expect(github.world.comments).toHaveLength(6)
      for (const [index, plan] of plans.entries()) {
        const reduce = await job({ mode: 'reduce', items: plan.outputs.matrix ?? '' }, { run: ids[index] ?? 0 })
        expect(reduce.outputs.outcome, reduce.log).toBe('ok')
      }
      expect(github.world.comments.map(({ id, number }) => [id, number])).toEqual(
        [1, 2, 3].map((number) => [7_999_999 + number, number]),
      )
    },
  ))

test('an artifact of another run, of a fork or with other bytes does not count', () =>
  withScaleJobs(
    { model: answer, world: { issues: openIssues(2) }, inputs: TRIAGE },
    async ({ job, entries, github }) => {
      const plan = await job({ mode: 'plan', items: '[1, 2]' })
      const matrix = plan.outputs.matrix ?? ''
      for (const entry of entries(plan)) {
        const spec = parseShard(entry)
        const name = `sluice-${shardArtifact(jobKey('Sluice', 'scale'), spec.plan, spec.shard)}-a1p0`
        const results = formatResults(spec.items.map((item) => ({ item, state: 'done' })))
        const zip = zipSync({ 'results.jsonl': strToU8(results) })
        const createdAt = '2026-03-01T09:00:00Z'
        const { artifacts, workflowRuns } = github.world
        workflowRuns.push({
          id: 5,
          workflow: 'other.yml',
          actor: 'octo',
          conclusion: null,
          createdAt,
          headRepo: 'stan/pond',
        })
        artifacts.push({ id: 9100 + spec.shard, run: 5, name, zip, createdAt })
      }
      const reduce = await job({ mode: 'reduce', items: matrix })
      expect(reduce.summary, reduce.log).toContain('All shards: 2 left to the next run.')
      for (const artifact of github.world.artifacts) artifact.run = RUN
      const digests = github.world.artifacts.map((artifact) => ({ ...artifact, digestOf: strToU8('other bytes') }))
      github.world.artifacts.splice(0, digests.length, ...digests)
      const changed = await job({ mode: 'reduce', items: matrix })
      expect(changed.log).toContain('its content does not match the digest that GitHub gives')
      expect(changed.summary).toContain('All shards: 2 left to the next run.')
    },
  ))

const [MIGRATED, PATCHED] = isFull ? [24, 400] : [SHARDS, 16]
const paths = (count: number) => Array.from({ length: count }, (_, index) => `src/part${index % 4}/file${index}.js`)
const filesOf = (all: readonly string[]) => Object.fromEntries(all.map((path) => [path, `oldCall('${path}')\n`]))

/** A model that migrates the file of its item, and says so. `also`: the second file that an item edits. */
const migrating =
  (also: Record<string, string> = {}) =>
  ({ raw }: GeminiRequest) => {
    const path = /Work on this item only: (\S+?\.js)/.exec(raw)?.[1] ?? ''
    if (raw.includes('"functionResponse"')) return say(`Migrated ${path}.`)
    const edited = [path, also[path]].filter((each) => each !== undefined)
    return turn(edited.map((file) => call('write_file', { file_path: file, content: `newCall('${file}')\n` })))
  }

const MIGRATE = { prompt: 'Replace oldCall by newCall.', changes: 'pull_request', policies: ALLOW_ALL }

/** The files of a commit, by path. */
async function treeOf(repository: string, commit: string): Promise<Record<string, string>> {
  const { stdout } = await git('git', ['-C', repository, 'ls-tree', '-r', '--name-only', commit])
  const names = stdout.trim().split('\n')
  const texts = await Promise.all(names.map((name) => git('git', ['-C', repository, 'show', `${commit}:${name}`])))
  return Object.fromEntries(names.map((name, index) => [name, texts[index]?.stdout ?? '']))
}

test('files migrated in shards: one pull request, whose tree is exactly the union of the patches', () => {
  const all = paths(MIGRATED)
  return withScaleJobs(
    { model: migrating(), files: filesOf(all), inputs: { ...MIGRATE, ...scaleSettings({ maxParallel: SHARDS }) } },
    async ({ job, entries, github, repository }) => {
      const plan = await job({ mode: 'plan', items: 'src/**/*.js' })
      const shards = entries(plan)
      expect(shards, plan.log).toHaveLength(SHARDS)
      const runs = await Promise.all(shards.map((shard) => job({ mode: 'shard', shard })))
      for (const run of runs) expect(run.outputs.outcome, run.log).toBe('ok')
      expect(github.world.pulls).toEqual([])
      const reduce = await job({ mode: 'reduce', items: plan.outputs.matrix ?? '' })
      expect([reduce.exitCode, reduce.outputs.outcome], reduce.log).toEqual([0, 'ok'])
      expect(github.world.pulls).toHaveLength(1)
      expect(reduce.summary).toContain(reduce.outputs.pull_request_url)
      const tree = await treeOf(repository.origin, reduce.outputs.commit_sha ?? '')
      expect(tree).toEqual(Object.fromEntries(all.map((path) => [path, `newCall('${path}')\n`])))
      expect(github.problems).toEqual([])
    },
  )
})

test('many files, as 8 shards uploaded them, one for another commit: one pull request, whose tree is exactly the union of the others', () => {
  const all = paths(PATCHED)
  const [stale = ''] = all
  return withScaleJobs(
    { model: [], files: filesOf(all), inputs: { ...MIGRATE, ...scaleSettings({ maxParallel: 8 }) } },
    async ({ job, entries, github, repository }) => {
      const plan = await job({ mode: 'plan', items: 'src/**/*.js' })
      for (const [index, entry] of entries(plan).entries()) {
        const spec = parseShard(entry)
        const edited = spec.items.map(String).map((path) => ({
          path,
          mode: '100644',
          modeBefore: '100644',
          before: Buffer.from(path === stale ? 'as it was\n' : `oldCall('${path}')\n`),
          after: Buffer.from(`newCall('${path}')\n`),
        }))
        const files: Record<string, Uint8Array> = {}
        const results = await Promise.all(
          edited.map(async (file, nth) => {
            const patch = `${nth}.patch`
            files[`patches/${patch}`] = strToU8(joinPatches(createPatches([file])))
            return { item: file.path, state: 'done' as const, patch, paths: [file.path] }
          }),
        )
        files['results.jsonl'] = strToU8(formatResults(results))
        const name = `sluice-${shardArtifact(jobKey('Sluice', 'scale'), spec.plan, spec.shard)}-a1p0`
        github.world.artifacts.push({
          id: 9000 + index,
          run: RUN,
          name,
          zip: zipSync(files),
          createdAt: '2026-03-01T09:00:00Z',
        })
      }
      const reduce = await job({ mode: 'reduce', items: plan.outputs.matrix ?? '' })
      expect([reduce.exitCode, reduce.outputs.outcome], reduce.log).toEqual([0, 'denied'])
      expect(reduce.summary).toContain(
        `| \`${stale}\` | \`failed\` | Its patch does not apply to this commit. The next run tries it again.`,
      )
      expect(github.world.pulls).toHaveLength(1)
      const tree = await treeOf(repository.origin, reduce.outputs.commit_sha ?? '')
      expect(tree).toEqual({
        ...Object.fromEntries(all.map((path) => [path, `newCall('${path}')\n`])),
        ...filesOf([stale]),
      })
    },
  )
})

test('two shards that touch one file: the first is delivered, the second is named', () => {
  const all = paths(3)
  const [first = '', second = ''] = all
  return withScaleJobs(
    {
      model: migrating({ [second]: first }),
      files: filesOf(all),
      inputs: { ...MIGRATE, ...scaleSettings({ maxParallel: 3 }) },
    },
    async ({ job, entries, repository }) => {
      const plan = await job({ mode: 'plan', items: 'src/**/*.js' })
      for (const shard of entries(plan)) expect((await job({ mode: 'shard', shard })).outputs.outcome).toBe('ok')
      const reduce = await job({ mode: 'reduce', items: plan.outputs.matrix ?? '' })
      expect(reduce.outputs.outcome, reduce.log).toBe('denied')
      expect(reduce.summary).toContain(
        `| \`${second}\` | \`failed\` | Its patch touches ${first}, which ${first} of shard 1 already changes.`,
      )
      const tree = await treeOf(repository.origin, reduce.outputs.commit_sha ?? '')
      expect(tree).toEqual({
        ...filesOf([second]),
        ...Object.fromEntries(all.filter((path) => path !== second).map((path) => [path, `newCall('${path}')\n`])),
      })
      // What was not delivered is planned again, the rest is finished.
      const again = await job({ mode: 'plan', items: 'src/**/*.js' }, { run: 17_000_000_002 })
      expect(again.summary).toContain('1 item in 1 shard')
      expect(JSON.parse(again.outputs.matrix ?? '').include[0].items).toEqual([second])
    },
  )
})

test('a folder each: as many pull requests as folders', () => {
  const all = paths(5)
  return withScaleJobs(
    {
      model: migrating(),
      files: filesOf(all),
      inputs: { ...MIGRATE, ...scaleSettings({ maxParallel: 2, pullRequests: 'folder' }) },
    },
    async ({ job, entries, github }) => {
      const plan = await job({ mode: 'plan', items: 'src/**/*.js' })
      for (const shard of entries(plan)) expect((await job({ mode: 'shard', shard })).outputs.outcome).toBe('ok')
      const reduce = await job({ mode: 'reduce', items: plan.outputs.matrix ?? '' })
      expect(reduce.outputs.outcome, reduce.log).toBe('ok')
      expect(github.world.pulls.map(({ head }) => head.ref).toSorted()).toEqual(
        [0, 1, 2, 3].map((part) => expect.stringMatching(new RegExp(`^sluice/src-part${part}/`))),
      )
      expect(JSON.parse(reduce.outputs.structured_output ?? '').pull_requests).toHaveLength(4)
    },
  )
})
