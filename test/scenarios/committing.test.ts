import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type Improvisation, improvise, type Wish } from './improvised.ts'

const shell = (command: string): Wish => ({ tool: 'run_shell_command', args: { command } })
const write = (file_path: string, content = 'x\n'): Wish => ({ tool: 'write_file', args: { file_path, content } })

const git = async (cwd: string, ...args: string[]) => (await promisify(execFile)('git', args, { cwd })).stdout.trim()

/** Our branches with the paths that their tips change; and the tip of the pull request's branch. */
async function branchesOf({ repository: { origin } }: Improvisation) {
  const names = (await git(origin, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/sluice'))
    .split('\n')
    .filter(Boolean)
  const made: Record<string, string[]> = {}
  for (const name of names)
    made[name] = (await git(origin, 'diff', '--raw', '--no-abbrev', `${name}^`, name))
      .split('\n')
      .map((line) => line.replace(/^:(\d+) (\d+) \w+ \w+ (\w)\t/, '$2 $3 '))
  return { made: Object.values(made), topic: await git(origin, 'rev-parse', 'shorten-ellipsis') }
}

/** Pushes to the pull request's branch during the run. */
const latePush = (path: string) =>
  shell(
    [
      'export GIT_AUTHOR_NAME=w GIT_AUTHOR_EMAIL=w@x GIT_COMMITTER_NAME=w GIT_COMMITTER_EMAIL=w@x',
      `cd ../origin && git switch -q shorten-ellipsis && mkdir -p "$(dirname ${path})" && echo late >> ${path} && git add -A && git commit -qm Late && git switch -q main && echo pushed`,
    ].join('\n'),
  )

test.concurrent('G05: a later push to the same file is not overwritten, and is reported', () =>
  improvise(
    {
      turns: [[latePush('docs/new.md')], [write('docs/new.md')]],
      step: { inputs: { changes: 'commit', sandbox: 'off' } },
    },
    async (run) => {
      const { repository, last, said } = run
      expect(said[0]?.[0], last.log).toContain('pushed')
      const { made, topic } = await branchesOf(run)
      expect(await git(repository.origin, 'log', '-1', '--format=%s', topic)).toBe('Late')
      expect(made).toEqual([['100644 A docs/new.md']])
      expect(last.outputs.outcome).toBe('ok')
      expect(last.outputs.branch).toMatch(/^sluice\//)
      const { comments, viewer } = run.github.world
      expect(comments.find(({ user }) => user === viewer)?.body).toMatch(
        /commit of 1 file[\s\S]*received another push at the same time/,
      )
    },
  ))

test.concurrent('G07: protected files are not committed in any spelling', () =>
  improvise(
    {
      turns: [
        [
          write('.github/workflows/evil.yml'),
          write('.github/actions/x/action.yml'),
          write('.GitHub/CODEOWNERS'),
          write('CODEOWNERS'),
          write('.gemini/settings.json', '{}'),
          write('sub/.gitattributes'),
          write('docs/new.md'),
        ],
      ],
      policies: '',
      step: { inputs: { changes: 'commit', approval_mode: 'yolo' } },
    },
    async (run) => {
      const { origin } = run.repository
      const tip = await git(origin, 'rev-parse', 'shorten-ellipsis')
      const paths = (await git(origin, 'ls-tree', '-r', '--name-only', tip)).split('\n')
      expect(paths).toContain('docs/new.md')
      expect(JSON.parse(run.last.outputs.denied ?? '')).toHaveLength(6)
      expect(paths.filter((path) => /workflows|actions|codeowners|settings\.json|gitattributes/i.test(path))).toEqual(
        [],
      )
    },
  ))

test.concurrent('G09, G15: links out of the repository and nested repositories are not committed', () =>
  improvise(
    {
      turns: [
        [
          shell(
            'ln -s /etc/passwd link; ln -s ../../.. docs/up; git init -q module; chmod +x src/shorten.js; echo swept > swept.txt; mkdir -p node_modules/a; echo x > node_modules/a/x.js; echo ok',
          ),
          write('docs/new.md'),
          {
            tool: 'replace',
            args: { file_path: 'config.json', old_string: '{', new_string: '{ ', expected_replacements: 1 },
          },
        ],
      ],
      step: { inputs: { changes: 'pull_request', sandbox: 'off' } },
      repo: { 'config.json': '{\n}\n', 'src/shorten.js': 'a\n' },
      head: { 'src/shorten.js': 'b\n' },
    },
    async (run) => {
      const { made } = await branchesOf(run)
      expect(made, run.last.log).toEqual([
        [
          '100644 M config.json',
          '100644 A docs/new.md',
          '100644 A node_modules/a/x.js',
          '100755 M src/shorten.js',
          '100644 A swept.txt',
        ],
      ])
      expect(run.last.outputs.outcome).toBe('denied')
    },
  ))

test.concurrent('G11: more files than a commit takes become no commit, with the count; the patch has them', () =>
  improvise(
    {
      turns: [[shell('mkdir many; for at in $(seq 0 500); do echo $at > many/$at.txt; done')]],
      step: { inputs: { changes: 'commit' } },
    },
    async (run) => {
      expect(await branchesOf(run)).toEqual({ made: [], topic: run.repository.head })
      expect(run.last.outputs.receipts).toContain('501 files were edited, but a commit may contain at most 500')
      expect(run.patch).toContain('many/500.txt')
    },
  ))

test.concurrent('G13: on a pull request from a fork nothing is pushed; the change is a patch and suggestions', () =>
  improvise(
    {
      event: 'fork-gets-a-patch',
      turns: [
        [
          write('docs/new.md'),
          {
            tool: 'github__review_comment',
            args: {
              path: 'src/shorten.js',
              line: 3,
              code: '  if (text.length <= length) return text',
              body: 'Better so.',
              suggestion: '  if (text.length < length) return text\n',
            },
          },
        ],
      ],
      step: { inputs: { changes: 'commit', allowed_users: 'stan' } },
    },
    async (run) => {
      expect((await branchesOf(run)).made).toEqual([])
      expect(run.patch).toContain('docs/new.md')
      expect(run.github.world.reviewComments.at(-1)?.body).toContain(
        'suggestion\n  if (text.length < length) return text',
      )
      expect(run.github.requests.filter(({ method, path }) => method !== 'GET' && path.includes('/git/'))).toEqual([])
    },
  ))
