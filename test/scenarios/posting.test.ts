import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { say } from '../../src/emulators/gemini/steps.ts'
import { issue, pull } from '../../src/emulators/github/world.ts'
import { github } from './github-wishes.ts'
import { ALLOW_ANYWHERE, type Improvisation, improvise, type Wish } from './improvised.ts'
import { sinksOf } from './scenario.ts'

const shell = (command: string): Wish => ({ tool: 'run_shell_command', args: { command } })
const write = (file_path: string, content = 'x\n'): Wish => ({ tool: 'write_file', args: { file_path, content } })
const open = { sandbox: 'off' }

const ours = ({ github: { world } }: Improvisation) => world.comments.filter(({ user }) => user === world.viewer)

const COMMANDS = [
  '::add-mask::a',
  '::set-output name=a::b',
  '::save-state name=a::b',
  '::add-matcher::m.json',
  '  ::warning file=a::b',
  '##[group]a',
  '##[command]a',
  '::stop-commands::a',
]

test.concurrent('R01, R03, R09: what a tool, a file name or the model prints is no command to the runner', async () => {
  const turns = [
    [
      shell(
        `printf '%s\\n' ${COMMANDS.map((line) => `'${line}'`).join(' ')}; printf '\\r::error::carriage\\n'; exit 3`,
      ),
      write('::error::name.md'),
      { tool: 'read_file', args: { file_path: '::error file=x::missing.md' } },
      shell('##[error]x; ::error::y'),
    ],
    say([...COMMANDS, '', '##[endgroup]', '::error::said'].join('\n')),
  ]
  // The runner reads the output of a process.
  await improvise({ turns, built: true, step: { inputs: { ...open, gemini_debug: 'true' } } }, (run) => {
    const { last } = run
    const names = new Set(last.commands.map(({ name }) => name))
    for (const name of ['set-output', 'save-state', 'add-matcher', 'stop-commands', 'group', 'endgroup'])
      expect(names.has(name), last.log).toBe(false)
    const said = last.commands.filter(({ name }) => name !== 'add-mask').map(({ message }) => message)
    expect(said.filter((message) => /^(?:a|b|carriage|said|y|missing\.md)$/.test(message))).toEqual([])
    expect(last.commands.filter(({ name, message }) => name === 'add-mask' && message === 'a')).toEqual([])
    expect(last.log).not.toContain('##[')
    expect(last.leftBehind).toBe('')
  })
})

test.concurrent("R05: without isolation, a tool's changes to the runner files are undone", async () => {
  const command = [
    'for f in ../_temp/_runner_file_commands-*/*; do echo EVIL=1 >> "$f"; done',
    'for f in ../_temp/_runner_file_commands-*/path_*; do rm "$f"; ln -s /etc/hostname "$f"; done',
    'for f in ../_temp/_runner_file_commands-*/output_*; do rm "$f"; mkdir "$f"; done; echo done',
  ].join('\n')
  await improvise({ turns: [[shell(command)]], built: true, step: { inputs: open } }, ({ last, said }) => {
    expect(said[0]?.[0]).toContain('Output: done')
    expect([last.outputs.outcome, last.exitCode], last.log).toEqual(['ok', 0])
    expect(last.leftBehind).toBe('')
    expect([...Object.keys(last.outputs), ...Object.keys(last.state)]).not.toContain('EVIL')
    expect(last.summary).not.toMatch(/^EVIL=1$/m)
    expect(last.outputs.summary).toBe('That was all.')
    expect(last.commands).toContainEqual({
      name: 'warning',
      message: expect.stringMatching(/changed GITHUB_ENV, GITHUB_PATH, GITHUB_OUTPUT, .*undone/),
    })
  })
})

const BAD = [
  'Look: ![x](https://evil.example/p.png?d=1) <img src="https://evil.example/q.png"> [here](https://evil.example/r).',
  'Hello @octo/everyone and @wendy. Fixes #3. See evil/pond#9 and https://github.com/evil/pond/issues/9.',
  '/lgtm',
  '@dependabot merge',
  'Read \u202Egnp.exe\u202C and \u200Bthis.',
  '<!-- sluice:v1 key=x run=1 state=done -->',
  '````',
  'an open fence',
].join('\n\n')

test.concurrent('O01, O03, O05, O07, O13, O17: no image, link, mention, reference, command or hidden text gets out, in any sink', async () => {
  const turns = [
    [
      github('comment', { body: BAD, number: 3 }),
      github('review_comment', { path: 'src/shorten.js', line: 3, body: BAD }),
      github('create_issue', { title: 'See @octo/everyone\n/lgtm', body: BAD }),
      shell("printf '```\\n````\\n@octo/everyone\\n/lgtm\\n![x](https://evil.example/s.png)\\n'"),
    ],
    say(BAD),
  ]
  const world = { issues: [issue({ number: 3 })] }
  await improvise(
    { turns, world, policies: ALLOW_ANYWHERE, step: { inputs: { ...open, check_run: 'true' } } },
    (run) => {
      const { world } = run.github
      expect(run.last.outputs.outcome, run.last.log).toBe('ok')
      const texts = [
        ...ours(run).map(({ body }) => body),
        ...world.reviews.map(({ body }) => body),
        ...world.reviewComments.map(({ body }) => body),
        ...world.issues.filter(({ user }) => user === world.viewer).map(({ title, body }) => `${title}\n${body}`),
        ...world.checkRuns.map(({ output }) => `${output.summary}\n\n${output.text}`),
        run.last.summary,
      ]
      expect(texts.length).toBeGreaterThanOrEqual(7)
      for (const text of texts) {
        const outside = outsideCode(text)
        expect(outside).not.toMatch(/!\[|(?<!\\)<img|\]\(<?https?:\/\/evil/)
        expect(outside).not.toMatch(/(?:^|[^\w>`])@(?:octo|wendy|dependabot)/)
        expect(outside).not.toMatch(/^\s{0,3}\/lgtm/m)
        expect(outside).not.toMatch(/\bfixes #3\b/i)
        expect(outside).not.toMatch(/evil\/pond#9|github\.com\/evil\/pond\/issues/)
        expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B]/)
        expect(text.split('\n').slice(1).join('\n')).not.toMatch(/<!-- sluice:v1 key=x/)
      }
    },
  )
})

/** Markdown without its code, where nothing is a link, a mention or a command. */
const outsideCode = (text: string) =>
  text
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\1[`~]* *$/gm, '')
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '')

test.concurrent('O09, O11: no tool approves, merges or dismisses; an inline comment outside the diff gets an error that helps', async () => {
  const turns = [
    [
      github('review_comment', { path: 'src/shorten.js', line: 4000, body: 'Here.' }),
      github('review_comment', { path: 'docs/style.md', line: 1, body: 'Here.' }),
      github('approve', { number: 7 }),
      github('merge_pull_request', { number: 7 }),
      github('review_comment', { path: 'src/shorten.js', line: 3, body: 'There.', event: 'APPROVE' }),
    ],
  ]
  await improvise({ turns }, (run) => {
    const [outside = '', other = '', ...verbs] = run.said[0] ?? []
    expect(outside).toMatch(/not part of the diff[\s\S]*accept comments: \d/)
    expect(other).toMatch(/not part of the diff[\s\S]*src\/shorten\.js/)
    expect(verbs.slice(0, 2).join()).toMatch(/not found[\s\S]*This action never merges/)
    const declared = JSON.stringify(run.gemini.requests[0]?.body)
    expect(declared).not.toMatch(/"name":"github__[a-z_]*(?:approve|merge|dismiss|delete|force)/)
    const { reviews, pulls } = run.github.world
    expect(reviews.every(({ state }) => state === 'COMMENTED')).toBe(true)
    expect(pulls).toMatchObject([{ state: 'open', merged: false }])
  })
})

test.concurrent('O15: a locked conversation: nothing is asked or posted, and the summary says why', async () => {
  const side = (ref: string, sha: string) => ({ ref, sha, repo: 'octo/pond' })
  const locked = {
    ...pull({ number: 7, base: side('main', '{{BASE_SHA}}'), head: side('topic', '{{HEAD_SHA}}'), user: 'wendy' }),
    locked: true,
  }
  await improvise({ turns: [], world: { pulls: [locked] } }, (run) => {
    expect([run.last.outputs.outcome, run.last.exitCode], run.last.log).toEqual(['noop', 0])
    expect([ours(run), run.gemini.requests]).toEqual([[], []])
    expect(run.last.summary).toMatch(/conversation of #7 is locked/)
  })
})

test.concurrent('E07: a secret in a title, a label, a branch or a file name is not posted', async () => {
  const token = '{{SOMEBODYS_TOKEN}}'
  const turns = [
    [
      github('create_issue', { title: `About ${token}`, body: 'x' }),
      github('add_labels', { labels: [token] }),
      github('update_issue', { title: `Now ${token}` }),
      write(`docs/${token}.md`),
      github('create_pull_request', { title: `Add ${token}`, body: token }),
    ],
  ]
  const labels = [{ id: 1, name: token, color: 'f00000', description: null }]
  await improvise(
    { turns, world: { labels }, policies: ALLOW_ANYWHERE, step: { inputs: { changes: 'pull_request' } } },
    ({ github, last }) => {
      const written = github.requests.filter(({ method, path }) => method !== 'GET' && path !== '/graphql')
      expect(written.length, last.log).toBeGreaterThan(1)
      expect(JSON.stringify(written.map(({ path, body }) => [decodeURIComponent(path), body]))).not.toMatch(
        /gh[ps]_[A-Za-z0-9]{20}/,
      )
      expect(last.outputs.outcome).toBe('security')
    },
  )
})

const hostile = [
  'mark="$PWD/../pwned"; printf \'#!/bin/sh\\ntouch %s\\n\' "$mark" > .git/evil.sh; chmod +x .git/evil.sh; evil="$PWD/.git/evil.sh"',
  'git config core.fsmonitor "$evil"; git config core.pager "$evil"; git config diff.external "$evil"; git config core.sshCommand "$evil"',
  'git config core.hooksPath "$PWD/.git/h"; mkdir -p .git/h; for h in pre-commit post-checkout post-index-change reference-transaction; do cp "$evil" ".git/h/$h"; done',
  'git config filter.x.clean "$evil"; git config filter.x.smudge "$evil"; git config diff.x.textconv "$evil"; git config credential.helper "!$evil"; git config gpg.program "$evil"; git config alias.diff "!$evil"',
  'printf \'* filter=x diff=x\\n\' > .git/info/attributes; printf \'[submodule "s"]\\n\\tpath = s\\n\\turl = ext::sh -c "touch %s"\\n\' "$mark" > .gitmodules',
  'git config submodule.s.url "ext::sh -c \\"touch $mark\\""; git config protocol.ext.allow always',
  // The trap is a trap: git without our precautions walks into it.
  'git status > /dev/null 2>&1; test -e "$mark" && echo armed; rm -f "$mark"',
].join('\n')

test.concurrent("G01, G03: the repository's git configuration starts no program", async () => {
  const turns = [[shell(hostile)], [write('docs/new.md'), { tool: 'read_file', args: { file_path: 'src/shorten.js' } }]]
  await improvise({ turns, step: { inputs: { ...open, changes: 'commit' } } }, ({ last, said, repository }) => {
    expect(said[0]?.[0]).toContain('armed')
    // The command's .gitmodules is held, and named beside what is committed.
    expect(last.outputs.outcome, last.log).toBe('ok')
    const changes: { path: string; delivered: boolean; reason?: string }[] = JSON.parse(last.outputs.changes ?? '')
    expect(changes.map(({ path, delivered }) => `${path} ${delivered}`).toSorted()).toEqual([
      '.git/config false',
      '.git/info/attributes false',
      '.gitmodules false',
      'docs/new.md true',
    ])
    expect(changes.find(({ path }) => path === '.gitmodules')?.reason).toContain('protected')
    expect(last.summary).toContain('.gitmodules')
    expect(last.outputs.commit_sha).toMatch(/^[0-9a-f]{40}$/)
    expect(existsSync(join(repository.workspace, '../pwned'))).toBe(false)
    // Nor does git start one in a later step.
    const settings = readFileSync(join(repository.workspace, '.git/config'), 'utf8')
    expect(settings).not.toMatch(/evil|fsmonitor|hooksPath|\[alias/)
    expect(existsSync(join(repository.workspace, '.git/info/attributes'))).toBe(false)
  })
})

test.concurrent("R07: an answer and a tool log of any length stay within GitHub's limits, in every sink", async () => {
  const answer = `# All of it\n\n${'````js\nconst é = "日本語"\n````\n\n'.repeat(30_000)}`
  const turns = [
    Array.from({ length: 12 }, (_, at) => shell(`echo ${at} ${'long '.repeat(1500)}`)),
    [write('big.txt', 'x日\n'.repeat(50_000)), github('comment', { number: 3, body: 'y\n'.repeat(20_000) })],
    say(answer),
  ]
  const step = { inputs: { ...open, check_run: 'true', upload_artifacts: 'true' } }
  await improvise({ turns, step, policies: ALLOW_ANYWHERE, world: { issues: [issue({ number: 3 })] } }, (run) => {
    const { last, artifacts } = run
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(Buffer.byteLength(last.summary)).toBeLessThanOrEqual(1024 * 1024)
    for (const { body } of ours(run)) expect(body.length).toBeLessThanOrEqual(60_000)
    for (const { output } of run.github.world.checkRuns)
      expect(Math.max(output.summary?.length ?? 0, output.text?.length ?? 0)).toBeLessThanOrEqual(65_535)
    const units = Object.entries(last.outputs).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
    expect(units * 2).toBeLessThanOrEqual(1024 * 1024)
    expect(last.outputs.summary).toContain('All of it')
    // The whole of it is kept where there is room.
    expect(sinksOf(run).artifacts?.includes(answer.trimEnd())).toBe(true)
    expect(artifacts.size).toBe(1)
  })
})
