import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sample } from '../sample.ts'
import { improvise } from './improvised.ts'
import { playInRounds } from './rounds.ts'
import { type Scenario, scenarios } from './scenario.ts'

// An organization keeps policies and settings in a repository of its own, and workflows name them at a commit.

const folder = mkdtempSync(join(tmpdir(), 'sluice-organization-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder })
    .toString()
    .trim()
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
write('agents/push.toml', '[[rule]]\ncommandPrefix = "git push"\ndecision = "deny"\npriority = 1\n')
write('agents/web.toml', '[[rule]]\ntoolName = "web_fetch"\ndecision = "deny"\npriority = 1\n')
write('broken/a.toml', '[[rule]]\ntoolName = 1\n')
write('settings.json', '{ "tools": { "exclude": ["write_file"] } }')
git('init', '-q')
git('add', '.')
git('commit', '-qm', 'one')
const SHA = git('rev-parse', 'HEAD')
// The branch moves on; runs do not.
write('agents/push.toml', '')
git('commit', '-qam', 'two')

const world = { otherRepositories: { 'acme/agents': folder } }
const AT = `acme/agents@${SHA.slice(0, 12)}`

test.concurrent('what the organization denies stays denied, although the repository allows everything', () =>
  improvise(
    {
      world,
      step: {
        inputs: { admin_policies: `acme/agents@${SHA}:agents`, admin_settings: `acme/agents@${SHA}:settings.json` },
      },
      turns: [
        [
          { tool: 'run_shell_command', args: { command: 'git status && git push origin HEAD' } },
          { tool: 'write_file', args: { file_path: 'a.txt', content: 'x' } },
          { tool: 'list_directory', args: { path: '.' } },
        ],
      ],
    },
    ({ last, said, github, transcript }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      const [[push, write, list] = []] = said
      expect(push).toContain('git push')
      expect(push).toMatch(/denied|policy/i)
      expect(write).toContain('The settings of the organization deny it')
      expect(list).toContain('src')
      const denied: { tool: string; file: string }[] = JSON.parse(last.outputs.denied ?? '[]')
      expect(denied.map(({ tool, file }) => [tool, file])).toEqual([
        ['run_shell_command', `${AT}:agents/push.toml`],
        ['write_file', 'admin_settings'],
      ])
      expect(transcript).toContain(`${AT}:agents/web.toml`)
      // One query for all files of the organization; another one reads who owns the files of this repository.
      const queries = github.requests.map(({ body }) => JSON.stringify(body) ?? '')
      expect(queries.filter((text) => /object\(expression[\s\S]*"acme"/.test(text))).toHaveLength(1)
      expect(github.problems).toEqual([])
    },
  ))

const UNUSABLE: [name: string, entry: string, reason: RegExp][] = [
  ['a branch', 'acme/agents@main:agents', /not pinned to a commit/],
  ['a commit that is gone', `acme/agents@${'1'.repeat(40)}:agents`, /commit does not exist/],
  ['a repository that the token may not read', `acme/hidden@${SHA}:agents`, /github_token may not read it/],
  ['a broken rule', `acme/agents@${SHA}:broken`, /broken\/a\.toml:/],
]
test.concurrent.each(sample(UNUSABLE, 2))('%s ends the run as config before the model is paid', (_, entry, reason) =>
  improvise({ world, turns: [], step: { inputs: { admin_policies: entry } } }, ({ last, gemini }) => {
    expect(last.outputs.outcome, last.log).toBe('config')
    expect(JSON.parse(last.outputs.error ?? '{}').message).toMatch(reason)
    expect(gemini.requests).toEqual([])
  }),
)

test.skipIf(process.platform !== 'linux')('the run waits no longer for them than without them', async () => {
  const scenario = scenarios().find(({ name }) => name === 'pull-request-review') as Scenario // one of the folders
  const inputs = { ...scenario.step.inputs, admin_policies: `acme/agents@${SHA}:agents` }
  const { beforeModel, text } = await playInRounds(
    { ...scenario, step: { ...scenario.step, inputs }, world },
    () => undefined,
  )
  // waits.test.ts holds the same without them.
  expect(beforeModel, text).toBe(2)
})
