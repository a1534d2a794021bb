import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseRecording } from '../../src/commands/replay/recording.ts'
import { proofOf } from '../../src/delivery/last-checks.ts'
import { proofSection } from '../../src/proof/proof-text.ts'
import { commandLine } from '../commands/command-line.ts'
import { sample } from '../sample.ts'
import { type Improvisation, improvise, type Wish } from './improvised.ts'
import { SECRETS } from './scenario.ts'

/** The proof of a change in whole runs: what is pushed, and what people read. What each change shows is in test/proof/. */

const write = (file_path: string, content: string): Wish => ({ tool: 'write_file', args: { file_path, content } })

const git = async (cwd: string, ...args: string[]) => (await promisify(execFile)('git', args, { cwd })).stdout.trim()

const FILES = { 'sum.sh': 'echo $(($1 - $2))\n', 'sum_test.sh': 'test "$(sh sum.sh 1 2)" = 3\n', 'README.md': 'Sum.\n' }
const FIX = write('sum.sh', 'echo $(($1 + $2))\n')
const WORSE = write('sum.sh', 'exit 1\n')

type Case = {
  turns: Wish[]
  files?: Record<string, string>
  proof?: object
  inputs?: Record<string, string>
  built?: boolean
}

const proven = (
  { turns, files = FILES, proof = {}, inputs = {}, built }: Case,
  check: (run: Improvisation & { comment: string; branches: string[] }) => void | Promise<void>,
) =>
  improvise(
    {
      turns: [turns],
      built,
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

/** Made here, because a literal would trigger secret scanners. */
const TOKEN = ['ghp', 'a1B2'.repeat(9)].join('_')

/** A test whose report names it by two secrets, and which prints them. */
const [head = '', tail = ''] = [SECRETS['the API key'].slice(0, 8), SECRETS['the API key'].slice(8)]
const REPORTING = `name=$(printf '%s%s %s%s' '${head}' '${tail}' 'ghp' '${TOKEN.slice(3)}')
echo "$name"
state=passed; text=
test "$(sh sum.sh 1 2)" = 3 || { state=failed; text='<failure/>'; }
echo "<testsuite name='s'><testcase name='adds $name'>$text</testcase></testsuite>" >junit.xml
test $state = passed
`

test('the built action proves a fix, filters secrets in names, and its transcript replays the same text', () =>
  proven(
    { turns: [FIX], files: { ...FILES, 'sum_test.sh': REPORTING }, proof: { report: '*.xml' }, built: true },
    async ({ last, comment, transcript }) => {
      const headline =
        '`sh sum_test.sh`: 1 test that failed without the change passes with it; none that passed before fails.'
      expect(comment, said({ last, comment })).toContain(`**${headline}**`)
      expect(comment).toMatch(/Failed without the change, pass with it: `s › adds [^`]*\[[^`]*`/)
      const output = JSON.parse(last.outputs.proof ?? '')
      expect(output.headline).toBe(headline)
      expect(JSON.stringify(output) + comment + transcript).not.toContain(TOKEN)
      const recording = parseRecording(transcript, 'run.jsonl')
      expect(proofSection(proofOf(recording.events))).not.toBe('')
      expect(comment).toContain(proofSection(proofOf(recording.events)))
      const folder = await mkdtemp(join(tmpdir(), 'sluice-proof-'))
      try {
        await writeFile(join(folder, 'run.jsonl'), transcript)
        const { exit, out } = await commandLine(folder, ['replay', 'run.jsonl'])
        expect([exit, out]).toEqual([0, expect.stringContaining(`\nProof: ${headline}\n`)])
        const json = await commandLine(folder, ['replay', 'run.jsonl', '--format', 'json'])
        expect(JSON.parse(json.out)).toMatchObject({ same: true, proof: headline })
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  ))

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

test('require: a fix must show that something failed without it, also where the workflow asks for it', () =>
  proven(
    {
      turns: [write('README.md', 'Adds.\n')],
      files: PASSES,
      proof: { mode: 'require' },
      inputs: { prompt: '/fix the sum' },
    },
    ({ last, comment }) => {
      expect(last.outputs.outcome, said({ last, comment })).toBe('denied')
      expect(comment).toContain(
        'Not delivered: no test or command that failed without the change is seen to pass with it',
      )
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
