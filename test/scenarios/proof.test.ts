import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sample } from '../sample.ts'
import { type Improvisation, improvise, type Wish } from './improvised.ts'

/** The proof of a change in whole runs: what is pushed, and what people read. What each change shows is in test/proof/. */

const write = (file_path: string, content: string): Wish => ({ tool: 'write_file', args: { file_path, content } })

const git = async (cwd: string, ...args: string[]) => (await promisify(execFile)('git', args, { cwd })).stdout.trim()

const FILES = { 'sum.sh': 'echo $(($1 - $2))\n', 'sum_test.sh': 'test "$(sh sum.sh 1 2)" = 3\n', 'README.md': 'Sum.\n' }
const FIX = write('sum.sh', 'echo $(($1 + $2))\n')
const WORSE = write('sum.sh', 'exit 1\n')

type Case = { turns: Wish[]; files?: Record<string, string>; proof?: object; inputs?: Record<string, string> }

const proven = (
  { turns, files = FILES, proof = {}, inputs = {} }: Case,
  check: (run: Improvisation & { comment: string; branches: string[] }) => void | Promise<void>,
) =>
  improvise(
    {
      turns: [turns],
      repo: files,
      head: { ...files, 'NEWS.md': 'News.\n' },
      step: {
        inputs: {
          changes: 'commit',
          verify: 'sh sum_test.sh',
          settings: JSON.stringify({ sluice: { proof } }),
          ...inputs,
        },
      },
    },
    async (run) => {
      const { comments, viewer } = run.github.world
      const comment = comments.find(({ user }) => user === viewer)?.body ?? ''
      const branches = (
        await git(run.repository.origin, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/sluice')
      )
        .split('\n')
        .filter(Boolean)
      await check({ ...run, comment, branches })
    },
  )

const PASSES = { ...FILES, 'sum.sh': 'echo $(($1 + $2))\n' }

const said = (run: { last: { log: string }; comment: string }) => `${run.comment.slice(0, 900)}\n${run.last.log}`

test('the comment starts with what the command showed, and names the tree of the commit', () =>
  proven({ turns: [FIX] }, async ({ last, comment, repository }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(comment, said({ last, comment })).toMatch(
      /^<!-- [^\n]* -->\n\*\*`sh sum_test\.sh` fails without the change and passes with it\.\*\*\n\n/,
    )
    expect(comment).toContain('<summary>Proof</summary>')
    const tree = await git(repository.origin, 'rev-parse', 'shorten-ellipsis^{tree}')
    expect(comment).toContain(`Seen on tree \`${tree.slice(0, 12)}\``)
    const output = JSON.parse(last.outputs.proof ?? '')
    expect(output).toMatchObject({
      mode: 'report',
      tree,
      headline: '`sh sum_test.sh` fails without the change and passes with it.',
    })
  }))

test('draft: a change that breaks something becomes a draft onto the branch that it was for', () =>
  proven(
    { turns: [WORSE], files: PASSES, proof: { mode: 'draft' } },
    async ({ last, comment, branches, github, repository }) => {
      expect(comment, said({ last, comment })).toContain(
        '**`sh sum_test.sh` passes without the change and fails with it.**',
      )
      expect(branches).toHaveLength(1)
      expect(await git(repository.origin, 'log', '-1', '--format=%s', 'shorten-ellipsis')).not.toContain(
        'Change 1 file',
      )
      const [opened] = github.world.pulls.filter(({ head }) => head.ref === branches[0])
      expect(opened).toMatchObject({ draft: true, base: { ref: 'shorten-ellipsis' } })
      expect(opened?.body).toContain('passes without the change and fails with it')
    },
  ))

test('require: what breaks something is a patch only, and the checkout is as before', () =>
  proven(
    { turns: [WORSE], files: PASSES, proof: { mode: 'require' } },
    async ({ last, comment, branches, repository }) => {
      expect(last.outputs.outcome, said({ last, comment })).toBe('denied')
      expect(comment).toContain('**Not delivered: `sh sum_test.sh` passes without the change and fails with it.**')
      expect(branches).toEqual([])
      expect(await git(repository.workspace, 'status', '--porcelain')).toBe('')
      expect(last.outputs.patch).not.toBe('')
      expect(JSON.parse(last.outputs.proof ?? '').headline).toMatch(/^Not delivered: /)
    },
  ))

test.each(
  sample(
    [
      ['off', { proof: { mode: 'off' } }],
      ['no command', { inputs: { verify: '' } }],
      ['no changes to deliver', { inputs: { changes: 'off' } }],
    ] as const,
    1,
  ),
)('%s: no command runs and no text changes', (_, given) =>
  proven({ turns: [FIX], ...given }, ({ last, comment }) => {
    expect(comment, last.log).toMatch(/^<!-- [^\n]* -->\n\*\*No open findings\.\*\*\n\nThat was all\./)
    expect(comment).not.toContain('Proof')
    expect(last.outputs.proof).toBe('')
  }),
)
