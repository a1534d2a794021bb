import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sample } from '../sample.ts'
import { type Improvisation, improvise } from './improvised.ts'

/** `kill -9` in the middle of the delivery of what a command changed. */

const git = async (cwd: string, ...args: string[]) => (await promisify(execFile)('git', args, { cwd })).stdout.trim()

/** More than one tree request, and a blob. */
const CHANGE = [
  'mkdir many; for i in {1..250}; do echo $i > many/$i.txt; done',
  "printf '\\0\\1' > bin; rm src/old.txt; git mv src/a.txt src/b.txt; chmod +x src/run.sh; echo changed",
].join('; ')
const FILES = { 'src/old.txt': 'old\n', 'src/a.txt': 'a\nb\nc\n', 'src/run.sh': 'echo hi\n' }

/** Every branch is where it was, or at a commit that has the whole change. */
async function expectWholeCommits({ repository: { origin }, last }: Improvisation, topicBefore: string) {
  const branches = (await git(origin, 'for-each-ref', '--format=%(refname:short)', 'refs/heads')).split('\n')
  const changed: string[] = []
  for (const branch of branches) {
    const tip = await git(origin, 'rev-parse', branch)
    if (branch === 'main' || tip === topicBefore) continue
    changed.push(branch)
    const raw = await git(origin, 'diff', '--raw', '-M', '--abbrev=4', `${branch}^`, branch)
    const lines = raw.split('\n').map((line) => line.replace(/^:\d+ (\d+) \w+ \w+ (\w)\d*\t/, '$1 $2 '))
    expect(lines, last.log).toHaveLength(254)
    expect(lines).toEqual(
      expect.arrayContaining([
        '100644 A bin',
        '100644 A many/250.txt',
        '000000 D src/old.txt',
        '100644 R src/a.txt\tsrc/b.txt',
        '100755 M src/run.sh',
      ]),
    )
  }
  return changed
}

const MOMENTS: [changes: string, onGitHub: RegExp, after: boolean, isPushed: boolean][] = [
  ['commit', /^POST .*\/git\/blobs$/, false, false],
  ['commit', /^POST .*\/git\/commits$/, true, false],
  ['commit', /^PATCH .*\/git\/refs\//, false, false],
  ['commit', /^PATCH .*\/git\/refs\//, true, true],
  ['pull_request', /^POST .*\/git\/refs$/, true, true],
  ['pull_request', /^POST .*\/pulls$/, true, true],
]
for (const [changes, onGitHub, after, isPushed] of sample(MOMENTS, 1))
  test.concurrent(`${changes}: killed ${after ? 'after' : 'before'} ${onGitHub.source}`, () =>
    improvise(
      {
        turns: [[{ tool: 'run_shell_command', args: { command: CHANGE } }]],
        repo: FILES,
        step: { inputs: { changes, sandbox: 'off' }, kill: { signal: 'SIGKILL', onGitHub, after } },
      },
      async (run) => {
        const { last, post, repository, github } = run
        expect([last.exitCode, last.signal], last.log).toEqual([null, 'SIGKILL'])
        const changed = await expectWholeCommits(run, repository.head)
        expect(changed.length > 0, changed.join()).toBe(isPushed)
        expect(github.world.pulls.length).toBe(
          changes === 'pull_request' && isPushed && /pulls/.test(onGitHub.source) && after ? 2 : 1,
        )

        // The post step ends the comment, claims no success, and writes nothing to branches.
        expect(post.exitCode, post.log).toBe(0)
        const { comments, viewer } = github.world
        const bodies = comments.filter(({ user }) => user === viewer).map(({ body }) => body)
        expect(bodies).toHaveLength(1)
        expect(bodies[0]).not.toMatch(/orking|Done/)
        expect(bodies[0]).toMatch(/did not finish|was killed|ended before|interrupted|stopped/i)
        expect(last.outputs.outcome).toBeUndefined()
      },
    ))
