import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type Improvisation, improvise, type Wish } from './improvised.ts'

const shell = (command: string, description?: string): Wish => ({
  tool: 'run_shell_command',
  args: { command, description },
})
const git = async (cwd: string, ...args: string[]) => (await promisify(execFile)('git', args, { cwd })).stdout.trim()

const FILES = { 'gen.txt': '1\n', 'old.txt': 'old\n', 'run.sh': 'echo hi\n', 'docs/page.md': 'a\nb\nc\nd\n' }

/** The changes of our branch's tip: `MODE STATUS PATH`. */
async function pushed({ repository: { origin }, last }: Improvisation): Promise<string[]> {
  const { branch = '' } = last.outputs
  if (branch === '') return []
  const raw = await git(origin, '-c', 'core.quotePath=true', 'diff', '--raw', '--no-abbrev', '-M', `${branch}^`, branch)
  return raw.split('\n').map((line) => line.replace(/^:\d+ (\d+) \w+ \w+ (\w)\d*\t/, '$1 $2 '))
}

const scene = (command: string | Wish[], changes: string, check: (run: Improvisation) => Promise<void> | void) =>
  improvise(
    {
      turns: [typeof command === 'string' ? [shell(command)] : command],
      repo: FILES,
      step: { inputs: { changes, sandbox: 'off' } },
    },
    check,
  )

test('what a command created, changed and deleted becomes a pull request', () =>
  scene('echo 2 > gen.txt; rm old.txt; echo n > new.txt', 'pull_request', async (run) => {
    expect(await pushed(run), run.last.log).toEqual(['100644 M gen.txt', '100644 A new.txt', '000000 D old.txt'])
    expect(run.last.outputs.outcome).toBe('ok')
    expect(run.last.outputs.pull_request_url).not.toBe('')
    expect(JSON.parse(run.last.outputs.changes ?? '')).toMatchObject([
      { path: 'gen.txt', kind: 'changed', added: 1, removed: 1, delivered: true },
      { path: 'new.txt', kind: 'created', delivered: true },
      { path: 'old.txt', kind: 'deleted', delivered: true },
    ])
  }))

test('commits, renames, modes, links, binary and odd names of a command are delivered', () =>
  scene(
    `git mv docs/page.md docs/moved.md; chmod +x run.sh; ln -s gen.txt link; printf '\\0\\1' > bin; echo q > 'odd "name'; : > empty; git add -A; git -c user.name=a -c user.email=a@b commit -qm mine; git status --short`,
    'commit',
    async (run) => {
      expect(await pushed(run), run.last.log).toEqual([
        '100644 A bin',
        '100644 R docs/page.md\tdocs/moved.md',
        '100644 A empty',
        '120000 A link',
        '100644 A "odd \\"name"',
        '100755 M run.sh',
      ])
      expect(run.last.outputs.outcome).toBe('ok')
    },
  ))

test('a protected path, a link out and a nested repository are named, and the outcome is not ok', () =>
  scene(
    'mkdir -p .github/workflows .GitHub/Workﬂows; echo x > .github/workflows/x.yml; echo y > .GitHub/Workﬂows/y.yml; ln -s /etc/passwd out; git init -q inner; echo n > new.txt',
    'commit',
    async (run) => {
      expect(await pushed(run), run.last.log).toEqual(['100644 A new.txt'])
      expect(run.last.outputs.outcome).toBe('denied')
      const { comments, viewer } = run.github.world
      const body = comments.find(({ user }) => user === viewer)?.body ?? ''
      expect(body).not.toContain('**Done')
      for (const path of ['.github/workflows/x.yml', '.GitHub/Workﬂows/y.yml', 'out', 'inner'])
        expect(body).toContain(`\`${path}\``)
    },
  ))

for (const changes of ['commit', 'report'])
  test(`changes: ${changes}: a secret that a command wrote stops the run for safety`, () =>
    scene(
      'printf "ghp_%s\\n" 0123456789abcdefghijABCDEFGHIJ012345 > token.txt; echo n > new.txt',
      changes,
      async (run) => {
        expect(await pushed(run)).toEqual([])
        expect(run.last.outputs.outcome, run.last.log).toBe('security')
        const { comments, viewer } = run.github.world
        expect(comments.find(({ user }) => user === viewer)?.body).toContain('token.txt')
        expect(run.patch).not.toContain('0123456789abcdefghijABCDEFGHIJ012345')
        expect(run.patch).toContain('new.txt')
      },
    ))

test('a run with changes off still reports changed files, and a failed command looks failed', () =>
  improvise(
    {
      turns: [[shell('echo n > new.txt; exit 3', 'Run the tests')]],
      step: { inputs: { changes: 'off', sandbox: 'off' } },
    },
    (run) => {
      const { comments, viewer } = run.github.world
      const body = comments.find(({ user }) => user === viewer)?.body ?? ''
      expect(body).toContain('Finished, but 1 command failed.')
      expect(body).toContain('exit code 3')
      expect(body).toContain('Run the tests')
      expect(body).toContain('new.txt')
      expect(run.last.outputs.patch).toBe('')
    },
  ))
