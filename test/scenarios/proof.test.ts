import { type ChildProcess, execFile } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseRecording } from '../../src/commands/replay/recording.ts'
import { proofOf } from '../../src/delivery/last-checks.ts'
import { say } from '../../src/emulators/gemini/steps.ts'
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
  /** What the model wants after its first answer, in each round. */
  later?: readonly (Wish[] | ReturnType<typeof say>)[]
  policies?: string
  files?: Record<string, string>
  proof?: object
  settings?: object
  event?: string
  inputs?: Record<string, string>
  built?: boolean
}

const proven = (
  { turns, later = [], policies, files = FILES, proof = {}, settings = {}, event, inputs = {}, built }: Case,
  check: (run: Improvisation & { comment: string; branches: string[] }) => void | Promise<void>,
) =>
  improvise(
    {
      turns: [turns, ...later],
      policies,
      event,
      built,
      repo: files,
      head: { ...files, 'NEWS.md': 'News.\n' },
      step: {
        eventName: event === undefined ? 'pull_request' : 'issue_comment',
        inputs: {
          changes: 'commit',
          verify: 'sh sum_test.sh',
          settings: JSON.stringify({
            ...settings,
            sluice: { proof: { rounds: later.length === 0 ? 0 : 1, ...proof } },
          }),
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
  proven({ turns: [FIX], inputs: { check_run: 'true' } }, async ({ last, comment, github, repository }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(github.world.checkRuns.filter(({ name }) => name === 'Sluice proof')).toMatchObject([
      {
        conclusion: 'success',
        headSha: await git(repository.origin, 'rev-parse', 'shorten-ellipsis'),
        output: {
          title: 'sh sum_test.sh fails without the change and passes with it.',
          text: expect.stringContaining('Seen on tree'),
        },
      },
    ])
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

const READ: Wish = { tool: 'read_file', args: { file_path: 'sum.sh' } }

/** The programs that this process starts meanwhile: how often each. */
async function programsIn(work: () => Promise<void>): Promise<Record<string, number>> {
  const started: ChildProcess[] = []
  const onStart = (message: unknown) => started.push((message as { process: ChildProcess }).process) // as Node documents it
  subscribe('child_process', onStart)
  await work().finally(() => unsubscribe('child_process', onStart))
  // The shell looks at the syntax of `verify` before each run, for suggestions too.
  const counted = started.filter(({ spawnargs = [] }) => !/ -n -c /.test(spawnargs.join(' ')))
  const names = Map.groupBy(counted, ({ spawnargs = [] }) => basename(spawnargs[0] ?? ''))
  return Object.fromEntries([...names].map(([name, all]) => [name, all.length] as const).toSorted())
}

/** What a run sends, starts and says, without what each run has of its own. */
const traces = async (given: Omit<Partial<Case>, 'turns'> & { turns?: readonly Wish[] }): Promise<object> => {
  let trace = {}
  const play = () =>
    proven({ later: [], ...given, turns: [...(given.turns ?? [FIX])] }, ({ last, comment, github, gemini }) => {
      const plain = (value: unknown) =>
        JSON.stringify(value).replace(/\b[0-9a-f]{16,64}\b|sluice-improvised-\w+/g, 'ONCE')
      trace = {
        outputs: [last.outputs.outcome, last.outputs.proof],
        model: gemini.requests.map(({ body }) => plain(body)),
        github: github.requests.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f]{40}/g, 'SHA')}`).sort(),
        comment: comment.replace(/^<!--.*-->|<sub>.*<\/sub>|[0-9a-f]{10,40}|\d+ ms/gm, ''),
      }
      expect(comment).not.toContain('Proof')
    })
  return { programs: await programsIn(play), ...trace }
}

test.each(
  sample(
    [
      ['off', { proof: { mode: 'off' } }, {}],
      ['off, with rounds and a list of commands', { proof: { mode: 'off', rounds: 3 } }, {}],
      ['no changes to deliver', { inputs: { changes: 'off' } }, { changes: 'off' }],
      ['a run that changes nothing', { turns: [READ], proof: { rounds: 3 } }, {}],
      [
        'a run whose only change is taken back',
        { turns: [FIX, write('sum.sh', FILES['sum.sh'])], proof: { rounds: 0 } },
        {},
      ],
    ] as const,
    1,
  ),
)('%s: the same requests and the same text as without a command', async (_, given, inputs) => {
  // The first run of this file also makes the repository.
  await proven({ turns: [READ], proof: { mode: 'off' } }, () => undefined)
  const turns = 'turns' in given ? given.turns : undefined
  expect(await traces(given)).toEqual(await traces({ turns, inputs: { ...inputs, verify: '' } }))
})

/** What the model is sent after its first answer; undefined where it is not. */
const askedAgain = ({ gemini }: Pick<Improvisation, 'gemini'>): string | undefined =>
  gemini.requests
    .map(({ body }) => (body as { contents: { role: string; parts: { text?: string }[] }[] }).contents.at(-1)) // the emulator checked it
    .find((content) => content?.role === 'user' && /This is round \d/.test(content.parts[0]?.text ?? ''))?.parts[0]
    ?.text

const LOUD = { ...PASSES, 'sum_test.sh': `echo checking\n${PASSES['sum_test.sh']}` }

test('a change that breaks something goes back once, with the output, and the better one is delivered', () =>
  proven(
    {
      turns: [WORSE, { tool: 'run_shell_command', args: { command: 'sleep 600', is_background: true, delay_ms: 100 } }],
      later: [say('Broken.'), [FIX]],
      files: { ...LOUD, 'sum.sh': 'echo $(( $1+$2 ))\n' },
    },
    async (run) => {
      const { last, comment, repository, transcript } = run
      expect(last.log).toContain('Sluice ended the background programs of the run to compare the change.')
      expect(last.outputs.outcome, said(run)).toBe('ok')
      const asked = askedAgain(run)
      expect(asked, said(run)).toMatch(/^The action ran .* The change breaks what worked\./)
      expect(asked).toMatch(/kind="proof">\n`sh sum_test\.sh` passes without the change and fails with it\.\n</)
      expect(asked).toMatch(/kind="output">\nchecking\n/)
      expect(comment).toContain('**`sh sum_test.sh` passes with and without the change.**\n')
      expect(comment).toContain('Sluice sent the change back to the model once. This is the change after that.')
      expect(comment).toContain('\nThat was all.\n')
      expect(comment).not.toContain('Broken.')
      expect(await git(repository.origin, 'show', 'shorten-ellipsis:sum.sh')).toBe('echo $(($1 + $2))')
      expect(JSON.parse(last.outputs.proof ?? '')).toMatchObject({ rounds: { count: 1, choice: 1 } })
      await replaysTheSame(transcript)
    },
  ))

async function replaysTheSame(transcript: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-proof-'))
  try {
    await writeFile(join(folder, 'run.jsonl'), transcript)
    const { exit, out } = await commandLine(folder, ['replay', 'run.jsonl', '--format', 'json'])
    expect([exit, JSON.parse(out)]).toEqual([0, expect.objectContaining({ same: true, proof: expect.any(String) })])
  } finally {
    await rm(folder, { recursive: true })
  }
}

const NO_BETTER = () =>
  proven(
    {
      turns: [WORSE, write('NOTES.md', 'First.\n')],
      later: [
        say('It is the first.'),
        [write('sum_test.sh', 'true\n'), write('more.txt', 'More.\n'), write('NOTES.md', 'Second.\n')],
      ],
      files: PASSES,
      policies: '[[rule]]\ntoolName = ["write_file"]\ndecision = "allow"\npriority = 999\n',
    },
    async (run) => {
      const { comment, repository, transcript } = run
      expect(comment, said(run)).toContain('**`sh sum_test.sh` passes without the change and fails with it.**\n')
      expect(comment).toContain('\nIt is the first.\n')
      expect(comment).toContain('What came back was no better, so this is the first change.')
      expect(askedAgain(run)).not.toContain('kind="output"')
      expect(await git(repository.origin, 'show', 'shorten-ellipsis:sum_test.sh')).not.toBe('true')
      expect(await git(repository.origin, 'show', 'shorten-ellipsis:NOTES.md')).toBe('First.')
      expect(await git(repository.origin, 'ls-tree', '--name-only', 'shorten-ellipsis')).not.toContain('more.txt')
      expect(await readFile(join(repository.workspace, 'NOTES.md'), 'utf8')).toBe('First.\n')
      expect(await git(repository.workspace, 'status', '--porcelain')).not.toContain('more.txt')
      await replaysTheSame(transcript)
    },
  )

const mcp = (tool: string, args: Record<string, unknown>): Wish => ({ tool: `mcp__github__${tool}`, args })
const BRANCH_TOOLS = ['create_branch', 'create_or_update_file', 'create_pull_request'].map(
  (name) => `mcp__github__${name}`,
)
const proposed = (content: string, from_branch: string): Wish[] => [
  mcp('create_branch', { branch: 'better', from_branch }),
  mcp('create_or_update_file', { branch: 'better', path: 'sum.sh', content, message: 'Better' }),
  mcp('create_pull_request', { title: 'Better', body: 'It adds.', head: 'better', base: from_branch }),
]

/** A branch that the model proposes with its files, which the checkout does not have. */
const PROPOSED = (
  [
    ['report', 'echo $(($1 + $2))\n', 'mention-by-a-writer', FILES, 'fails without the change and passes with it'],
    ['require', 'exit 1\n', 'mention-by-a-writer', PASSES, 'Not delivered: `sh sum_test.sh` passes without the change'],
    ['draft', 'exit 1\n', 'mention-by-a-writer', PASSES, 'passes without the change and fails with it'],
    ['report', 'exit 1\n', undefined, PASSES, 'was not run: the proposed branch starts at another commit'],
  ] as const
).map(
  ([mode, content, event, files, headline]) =>
    [
      `${mode}: the files of a proposed branch are tried: ${headline}`,
      () =>
        proven(
          {
            turns: proposed(content, 'main'),
            event,
            files,
            proof: { mode },
            settings: { tools: { allowed: BRANCH_TOOLS } },
            inputs: { changes: 'report' },
          },
          async (run) => {
            const { last, comment, branches, github, repository } = run
            expect(comment, said(run)).toContain(headline)
            const opened = github.world.pulls.find(({ title }) => title === 'Better')
            expect(opened?.draft ?? false).toBe(mode === 'draft')
            if (mode === 'require') {
              expect([last.outputs.outcome, branches, opened], said(run)).toEqual(['denied', [], undefined])
              return
            }
            expect(opened?.body, said(run)).toContain(headline)
            if (event === undefined) return
            expect(branches).toEqual(['sluice/better'])
            const tree = await git(repository.origin, 'rev-parse', 'sluice/better^{tree}')
            expect(comment).toContain(`Seen on tree \`${tree.slice(0, 12)}\``)
            expect(comment).toContain('with the files of `sluice/better`')
          },
        ),
    ] as const,
)

/** A change of the checkout, and a branch that the model proposes beside it: each is tried on a tree of its own. What follows is in test/proof/parts.test.ts. */
const CHECKOUT = { good: write('sum.sh', 'echo $(($2 + $1))\n'), bad: WORSE }
const GOOD = 'passes with and without the change'
const BAD = 'passes without the change and fails with it'
const NOT = `Not delivered: \`sh sum_test.sh\` ${BAD}`
const BRANCH = 'Branch `sluice/better`:'

const BESIDE = (
  [
    ['draft', 'good', 'exit 1\n', [GOOD, BAD], [false, true]],
    ['require', 'bad', 'echo $(($1+$2))\n', [NOT, GOOD], [undefined, false]],
  ] as const
).map(
  ([mode, ofCheckout, content, headlines, drafts]) =>
    [
      `${mode}: a ${ofCheckout} change of the checkout beside a branch`,
      () =>
        proven(
          {
            turns: [CHECKOUT[ofCheckout], ...proposed(content, 'main').slice(0, mode === 'draft' ? 2 : 3)],
            event: 'mention-by-a-writer',
            files: PASSES,
            proof: { mode },
            settings: { tools: { allowed: BRANCH_TOOLS } },
            inputs: { changes: 'pull_request', check_run: 'true' },
          },
          async (run) => {
            const { last, comment, github, repository } = run
            expect(comment, said(run)).toMatch(/^<!-- [^\n]* -->\n\*\*Checkout: .*\*\*\n/)
            const [, ofTree = '', ofBranch = ''] =
              /Checkout: (.*?) Branch `sluice\/better`: (.*)\*\*/.exec(comment) ?? []
            expect([ofTree, ofBranch]).toEqual(headlines.map((text) => expect.stringContaining(text)))
            expect(comment).toContain(`\n${BRANCH}\n`)
            const pulls = github.world.pulls.filter(({ head }) => head.ref.startsWith('sluice/'))
            const isOfBranch = ({ head }: (typeof pulls)[number]) => head.ref === 'sluice/better'
            const opened = [pulls.find((pull) => !isOfBranch(pull)), pulls.find(isOfBranch)]
            expect(
              opened.map((pull) => pull?.draft),
              said(run),
            ).toEqual(drafts)
            for (const [index, pull] of opened.entries()) {
              if (pull === undefined) continue
              expect(pull.body).toMatch(new RegExp(`^(?:<!-- .* -->\\n)*\\*\\*\`sh sum_test.sh\` ${headlines[index]}`))
              expect(pull.body).not.toMatch(/Checkout:|Branch `/)
              const tree = await git(repository.origin, 'rev-parse', `${pull.head.ref}^{tree}`)
              for (const text of [pull.body, comment]) expect(text).toContain(`Seen on tree \`${tree.slice(0, 12)}\``)
              const sha = await git(repository.origin, 'rev-parse', pull.head.ref)
              const name = `Sluice proof${index === 0 ? '' : ' of the proposed branch'}`
              const conclusion = headlines[index] === BAD ? 'failure' : 'success'
              expect(github.world.checkRuns).toContainEqual(expect.objectContaining({ name, conclusion, headSha: sha }))
            }
            expect(last.outputs.outcome).toBe(mode === 'require' ? 'denied' : 'ok')
            expect(JSON.parse(last.outputs.proof ?? '')).toMatchObject({
              headline: expect.stringContaining('Checkout: '),
              branchProof: { branch: 'sluice/better', headline: expect.stringContaining(headlines[1]) },
            })
            const isClean = (await git(repository.workspace, 'status', '--porcelain')) === ''
            expect(isClean).toBe(mode === 'require' && ofCheckout === 'bad')
          },
        ),
    ] as const,
)

test.each(
  sample(
    [
      ['where the round makes it no better, the first change and its answer count', NO_BETTER],
      ...PROPOSED,
      ...BESIDE,
    ] as const,
    1,
  ),
)('%s', (_, play) => play())
