import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { drawPosted, picturePath } from '../scripts/comment-picture.ts'
import { makeSample } from '../scripts/sample.ts'
import { commandLine } from './commands/command-line.ts'
import { isFull } from './sample.ts'

/** What a newcomer does in the first ten minutes: the samples, and the commands of the pages as they are printed. */

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const started = async (...args: string[]): Promise<string> => {
  const env = { ...process.env, GEMINI_API_KEY: '' }
  return (await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/start.ts'), ...args], { env })).stdout
}

test('npm start plays the workflow of the README, and the pictures show what it prints', async () => {
  const printed = await started()
  expect(printed).toMatch(/^<!-- sluice:v1 .*-->\n\*\*Needs work\.\*\* Findings open: 1 high, 1 medium, 1 low\.\n/)
  expect(printed.match(/^Inline comment on .*/gm)).toEqual([
    'Inline comment on src/shorten.js:4',
    'Inline comment on src/shorten.js:3',
    'Inline comment on test/shorten.test.js:5',
  ])
  expect(printed.match(/^```suggestion$/gm)).toHaveLength(2)
  // Times differ from run to run.
  const timeless = (text: string) => text.replace(/\d+(?:\.\d)? m?s\b/g, 'TIME')
  for (const theme of ['light', 'dark'] as const) {
    const picture = readFileSync(picturePath(theme), 'utf8')
    expect(timeless(picture), 'Draw the pictures again, see CONTRIBUTING.md').toBe(timeless(drawPosted(printed, theme)))
    expect(read('README.md')).toContain(`docs/images/review-${theme}.svg`)
  }
  // The picture has everything that a reader of the comment sees at first.
  const words = (text: string) => text.match(/[\p{L}\d]{3,}/gu) ?? []
  const shown = new Set(
    words(
      drawPosted(printed, 'dark')
        .replace(/<style>.*<\/style>/s, '')
        .replace(/<[^>]*>/g, ' '),
    ),
  )
  const hidden = /<!--.*?-->|<details>\n<summary>(.*?)<\/summary>.*?<\/details>|\(<[^>]*>\)|<\/?sub>|---|```\w*/gs
  expect(
    words(printed.replace(/^Inline comment on /gm, '').replace(hidden, ' $1 ')).filter((word) => !shown.has(word)),
  ).toEqual([])
})

test('the second sample shows an edit and a denied command', async () => {
  const printed = await started('edit')
  expect(printed).toContain('<summary>Changes: 1 file, +3 −2</summary>')
  expect(printed).toContain('<summary>Denied: 1 call</summary>')
  expect(printed).toContain('A review never pushes.')
})

test('the sample repository has the workflow and the policy of the README', () => {
  expect(read('samples/pond/.github/workflows/review.yml')).toBe(read('.github/examples/review.yml'))
  const [, policy] = /```toml\n(.*?)```/s.exec(read('README.md').split('## Your first policy')[1] ?? '') ?? []
  expect(read('samples/pond/.gemini/policies/project.toml')).toBe(policy)
})

/** Commands that are only read, each with the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'installs packages from the network; npm start is played above',
  'npm start edit': 'is played above',
  'npm ci && npm test': 'is what runs this test',
  'npx sluice replay transcript.jsonl --sha256 DIGEST': 'DIGEST stands for the digest of a run',
  'npx sluice doctor --runner':
    'exits with 1 where isolation does not work; test/commands/doctor-runner.test.ts runs it',
  'npx sluice report . --accepted': 'asks GitHub, with a token',
  'npx sluice report --workflow review.yml --repository octo/pond --format json': 'asks GitHub, with a token',
  'npx sluice policy explain --tool run_shell_command --args \'{"command":"git push"}\' --admin-policies acme/agent-policies@3f1c2a9b8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a:agents':
    'asks GitHub, with a token',
}
/** How a page makes its sample folder; without a name it is that of most pages. */
const MAKES_SAMPLE = /npm run sample(?: (\w+))? && cd (\w+)/

/** Replays under other rules or another task: 1 says that something differs, which is what one asks. */
const DIFFERS = /^npx sluice replay transcript\.jsonl --(?:policies|admin-policies|prompt) /

const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter((page) =>
  page.endsWith('.md'),
)

/** The commands of a page in their order, without the notes behind them. */
const commandsOf = (page: string): string[] =>
  [...read(page).matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].flatMap(([, language = '', block = '']) =>
    (/^(?:sh|bash)?$/.test(language) ? block : '')
      .split('\n')
      .map((line) => line.replace(/ {2,}#.*$/, '').trim())
      .filter((line) => /^(?:npx|npm|node|git|gh|cd|echo|curl|docker) /.test(line)),
  )

/** What a command of a page shows where programs can be isolated. */
const SHOWS: Readonly<Record<string, string>> = {
  'README.md: npx sluice policy explain --tool run_shell_command --args \'{"command":"npm test"}\'':
    'allow: .gemini/policies/project.toml:1 ',
  // The rule of the sample, and those of its workflow's profile.
  'README.md: npx sluice policy lint': '6 rules, 0 errors, 0 warnings\n',
  'README.md: npx sluice policy test .gemini/policy-tests.toml': '4 passed, 0 failed\n',
  'docs/proof.md: npx sluice run --prompt "/fix the failing test" --replay replies.jsonl --record transcript.jsonl':
    '**`node --test` fails without the change and passes with it.**\n',
  'docs/proof.md: npx sluice replay transcript.jsonl':
    '\nProof: `node --test` fails without the change and passes with it.\n',
}

const withCommands = PAGES.filter((page) => commandsOf(page).length > 0)

test('each page with commands names the sample folder, and at most ten commands are not run', () => {
  expect(withCommands.length).toBeGreaterThanOrEqual(3)
  for (const page of withCommands) {
    const [, name = 'pond', folder] = sampleOf(page)
    expect(read(page), page).toContain(`the sample folder \`${name}\``)
    expect(folder, page).toBe(name)
  }
  expect(Object.keys(NOT_RUN).length).toBeLessThanOrEqual(10)
  const all = withCommands.flatMap(commandsOf)
  expect(Object.keys(NOT_RUN).filter((command) => !all.includes(command))).toEqual([])
  const places = withCommands.flatMap((page) => commandsOf(page).map((command) => `${page}: ${command}`))
  expect(Object.keys(SHOWS).filter((place) => !places.includes(place))).toEqual([])
})

function sampleOf(page: string): RegExpExecArray {
  const found = MAKES_SAMPLE.exec(read(page))
  if (found === null) throw new Error(`${page} makes no sample folder`)
  return found
}

/** Words of a line of the shell: quoted ones without their quotes. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|\S+/g)].map(([word, single, double]) => single ?? double ?? word)

for (const page of withCommands)
  test(`${page}: the commands run in the sample folder, in order`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-pond-'))
    try {
      const [, name = 'pond'] = sampleOf(page)
      makeSample(join(folder, name), name)
      for (const command of commandsOf(page)) {
        if (command in NOT_RUN || MAKES_SAMPLE.test(command)) continue
        const [, input = '', line = ''] = /^(?:echo '(.*)' \| )?npx sluice (.*)$/.exec(command) ?? []
        expect(line, `only sluice runs here: ${command}`).not.toBe('')
        const { exit, out, err } = await commandLine(join(folder, name), wordsOf(line), {}, `${input}\n`)
        expect(DIFFERS.test(command) ? Math.min(exit, 0) : exit, `${command}\n${out}${err}`).toBe(0)
        if (process.platform === 'linux') expect(out).toContain(SHOWS[`${page}: ${command}`] ?? '')
        expect(`${out}${err}`, command).not.toMatch(/\bat \S+ \(|undefined|emulator: /)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

/** In a shell, with npx: the first command in `npm test`, for npx takes a second, and all in `npm run test:full`. */
test.skipIf(process.platform === 'win32')('the policy commands of the README run in a shell, with npx', () => {
  const [block = ''] = read('README.md').match(/^npm run sample[\s\S]*?(?=^```$)/m) ?? []
  expect(block.match(/npx sluice policy/g)).toHaveLength(3)
  const env = { ...process.env, npm_config_update_notifier: 'false', npm_config_offline: 'true' }
  const lines = block.split('\n')
  const script = (isFull ? lines : lines.slice(0, 2)).join('\n')
  const { status, stdout, stderr } = spawnSync('bash', ['-ec', script], { cwd: ROOT, env, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  expect(stdout).toMatch(/^allow: \.gemini\/policies\/project\.toml:1 /m)
  if (!isFull) return
  expect(stdout).toContain('6 rules, 0 errors, 0 warnings\n')
  expect(stdout).toContain('\n4 passed, 0 failed\n')
})
