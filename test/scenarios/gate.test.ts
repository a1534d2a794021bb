import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { improvise, type Wish } from './improvised.ts'

const read = (file_path: string): Wish => ({ tool: 'read_file', args: { file_path } })
const write = (file_path: string): Wish => ({ tool: 'write_file', args: { file_path, content: 'planted' } })
const shell = (command: string): Wish => ({ tool: 'run_shell_command', args: { command } })

/** Each call with its result. */
type Row = readonly [wish: Wish, told: string | RegExp]

function expectTold(rows: readonly Row[], said: readonly string[] | undefined) {
  const heard = rows.map(([wish, told], at) => ({ wish, told: said?.[at] ?? '', wanted: told }))
  const wrong = heard.filter(({ told, wanted }) =>
    typeof wanted === 'string' ? !told.includes(wanted) : !wanted.test(told),
  )
  expect(wrong).toEqual([])
}

test.concurrent('F01, F03, F09: no path leads out of the workspace, whatever a rule allows', async () => {
  const out = /Path not in workspace|Invalid path|tools cannot access/
  const rows: Row[] = [
    [read('secret-link'), out],
    [write('secret-link'), out],
    [read('folder-link/event.json'), out],
    [write('folder-link/planted.txt'), out],
    [{ tool: 'list_directory', args: { dir_path: 'folder-link' } }, out],
    [{ tool: 'search_file_content', args: { pattern: 'root', dir_path: 'folder-link' } }, out],
    [{ tool: 'glob', args: { pattern: '*', dir_path: '../_temp' } }, out],
    [read('/proc/self/root/etc/passwd'), out],
    [read('/proc/self/environ'), out],
    [read('/dev/fd/0'), out],
    [read('../_temp/home'), out],
    [read('twin.txt'), /hard link/i],
    [write('twin.txt'), /hard link/i],
    [read('a\u0000b'), out],
    [write('line\nbreak.txt'), out],
    [write('..\\..\\up.txt'), out],
    [write('file.txt::$DATA'), out],
  ]
  const turns = [
    [shell('ln /etc/hostname twin.txt 2>/dev/null || ln package.json twin.txt; echo linked')],
    rows.map(([wish]) => wish),
  ]
  const prepare = (folder: string) => {
    mkdirSync(join(folder, 'head'), { recursive: true })
    symlinkSync('/etc/passwd', join(folder, 'head/secret-link'))
    symlinkSync('../_temp', join(folder, 'head/folder-link'))
  }
  await improvise(
    { turns, repo: { 'package.json': '{}' }, prepare, step: { inputs: { sandbox: 'off' } } },
    ({ last, said, repository, gemini }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      expectTold(rows, said[1])
      expect(JSON.stringify(gemini.requests)).not.toContain('root:x:0')
      expect(readdirSync(join(repository.workspace, '../_temp'))).not.toContain('planted.txt')
      expect(readdirSync(join(repository.workspace, '..')).filter((name) => /up\.txt/.test(name))).toEqual([])
    },
  )
})

test.concurrent("F05, F07: git's own files, the runner's files and credential files are out of reach", async () => {
  const out = /tools cannot access|resolves outside the allowed workspace/
  const held = /This path is protected: git /
  const rows: Row[] = [
    [write('.git/hooks/pre-commit'), held],
    [write('.git/config'), held],
    [write('.GIT/info/attributes'), held],
    [{ tool: 'replace', args: { file_path: '.git/HEAD', old_string: 'ref', new_string: 'planted' } }, held],
    [read('.git/config'), out],
    [read('../_temp/_runner_file_commands'), out],
    [read('gha-creds-0123456789abcdef.json'), out],
    [{ tool: 'search_file_content', args: { pattern: 'stolen-refresh-token' } }, /No matches|0 matches/i],
    [{ tool: 'read_many_files', args: { include: ['gha-creds-*.json', '.git/config'] } }, /No files matching|skipped/i],
  ]
  // google-github-actions/auth leaves this file in the workspace.
  const repo = { 'gha-creds-0123456789abcdef.json': '{"refresh_token":"stolen-refresh-token"}' }
  await improvise({ turns: [rows.map(([wish]) => wish)], repo }, ({ last, said, repository, gemini }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expectTold(rows, said[0])
    expect(JSON.stringify(gemini.requests.map(({ body }) => body)).match(/"refresh_token/g)).toBeNull()
    expect(existsSync(join(repository.workspace, '.git/hooks/pre-commit'))).toBe(false)
    expect(readFileSync(join(repository.workspace, '.git/config'), 'utf8')).not.toContain('planted')
  })
})

test.concurrent('P01, P03, P05, P07: an allowed program does not allow another one through it', async () => {
  const denied = /denied|not allowed/i
  const commands = [
    'echo $[ a[$(touch planted)] ]',
    'echo $((a[$(touch planted)]))',
    'echo "${x:=$(touch planted)}"',
    'echo x > planted',
    'echo x >> planted',
    'echo >(touch planted)',
    'cat <(touch planted)',
    'cat <<E\n$(touch planted)\nE',
    'git -c core.pager="touch planted" log',
    'git -c core.sshCommand="touch planted" fetch',
    'git --exec-path=/tmp log',
    'git fetch --upload-pack "touch planted"',
    'git push --receive-pack="touch planted"',
    'git log --output=planted',
    'git -c alias.x="!touch planted" x',
    'git grep --open-files-in-pager="touch planted" x',
    'find . -exec touch planted ;',
    'find . -delete',
    'find . -fprint planted',
    'echo planted | xargs touch',
    `awk 'BEGIN { system("touch planted") }'`,
    `sed -n '1e touch planted' package.json`,
    `sed 'w planted' package.json`,
    'tar -cf /dev/null --checkpoint=1 --checkpoint-action=exec="touch planted" .',
    "env -S 'touch planted'",
    'PATH=.:$PATH echo',
    'LD_PRELOAD=./evil.so echo',
    'GIT_EXTERNAL_DIFF="touch planted" git diff HEAD~1',
    `node -e 'require("fs").writeFileSync("planted", "")'`,
    'npm exec -- touch planted',
    'bash -c "touch planted"',
    'echo ok; touch planted',
    'echo ok && (touch planted)',
    'echo ok | tee planted',
    'e""cho `touch planted`',
    'ec\\ho ok & touch planted',
  ]
  const prefixes = ['echo', 'cat', 'git', 'find', 'awk', 'sed', 'tar', 'env', 'xargs', 'head'].map((word) =>
    JSON.stringify(word),
  )
  const policies = `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = [${prefixes}]\ndecision = "allow"\npriority = 900\n`
  const allowed = ['echo ok', 'cat package.json | head -1', 'git log --oneline', 'find . -name package.json']
  const turns = [commands.map(shell), allowed.map(shell)]
  await improvise(
    { turns, policies, repo: { 'package.json': '{}' }, step: { inputs: { sandbox: 'off' } } },
    ({ last, said, repository }) => {
      expect(commands.filter((_, at) => !denied.test(said[0]?.[at] ?? ''))).toEqual([])
      expect(said[1]?.filter((text) => denied.test(text))).toEqual([])
      expect(said[1]?.[0]).toContain('ok')
      expect(last.outputs.outcome, last.log).toBe('denied') // a `git push` among them was to deliver something
      expect(existsSync(join(repository.workspace, 'planted'))).toBe(false)
    },
  )
})

test.concurrent('P11: output without end, huge files and many processes meet a limit', async () => {
  const turns = ['yes', 'dd if=/dev/zero of=huge bs=1M seek=4096 count=2; ls huge', 'ulimit -u'].map((command) => [
    shell(command),
  ])
  await improvise({ turns }, ({ last, said, gemini }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(said[0]?.[0]).toMatch(/cancelled because it printed more than/)
    expect(said[1]?.[0]).toMatch(/File size limit exceeded|File too large|SIGXFSZ/)
    expect(said[2]?.[0]).toMatch(/^(Output: )?4096$/m)
    expect(JSON.stringify(gemini.requests.at(-1)?.body).length).toBeLessThan(300_000)
  })
})

test.concurrent('P15: a call that needs confirmation is denied, and the comment shows the rule that would allow it', async () => {
  const turns = [[shell('make deploy')]]
  await improvise({ turns, policies: '' }, ({ last, said, github }) => {
    expect(said[0]?.[0]).toMatch(/this run is not interactive/)
    const { body = '' } = github.world.comments.find(({ user }) => user === github.world.viewer) ?? {}
    expect(body).toMatch(/make deploy/)
    expect(body).toMatch(/\[\[rule\]\]\ntoolName = "run_shell_command"\ncommandPrefix = "make deploy"/)
    expect(last.outputs.outcome).toBe('denied')
  })
})

test.concurrent("E03: the environment of earlier steps changes neither our git nor the model's programs", async () => {
  const inherited = {
    BASH_ENV: '/tmp/evil.sh',
    ENV: '/tmp/evil.sh',
    GIT_DIR: '/nowhere',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: 'touch planted',
    GIT_EXTERNAL_DIFF: 'touch planted',
    GIT_SSH_COMMAND: 'touch planted',
    JAVA_TOOL_OPTIONS: '-javaagent:/tmp/evil.jar',
    npm_config_script_shell: '/tmp/evil.sh',
    PERL5OPT: '-MEvil',
    PYTHONSTARTUP: '/tmp/evil.py',
    RUBYOPT: '-revil',
  }
  const turns = [[shell('env'), shell('git status --short; git log --oneline | head -1')]]
  await improvise({ turns, step: { env: inherited }, built: true }, ({ last, said, repository }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(said[0]?.[0]).toContain('PATH=')
    expect(said[0]?.[0]).not.toMatch(/evil|planted|\/nowhere|BASH_ENV|PYTHONSTARTUP/)
    expect(said[0]?.[1]).toMatch(/[0-9a-f]{7} /)
    expect(existsSync(join(repository.workspace, 'planted'))).toBe(false)
  })
})

const PEM = `-----BEGIN PRIVATE KEY-----
${Array.from({ length: 6 }, (_, at) => Buffer.from(`line ${at} of a key that opens nothing, at all.`).toString('base64')).join('\n')}
-----END PRIVATE KEY-----`

test.concurrent('E09, E11: each line of a key is a secret, and a debug run prints none', async () => {
  const lines = PEM.split('\n').slice(1, -1)
  const turns = [[shell('cat key.pem; sed -n 3p key.pem; rev key.pem; base64 -w0 key.pem')]]
  await improvise(
    {
      turns,
      repo: { 'key.pem': `${PEM}\n` },
      step: {
        inputs: { gemini_debug: 'true' },
        env: { ACTIONS_STEP_DEBUG: 'true', RUNNER_DEBUG: '1', DEPLOY_KEY: PEM },
      },
    },
    ({ last, said, transcript, gemini }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      expect(said[0]?.[0]).toContain('[redacted]')
      const seen = [last.log, transcript, last.summary, JSON.stringify(gemini.requests.map(({ body }) => body))].join(
        '\n',
      )
      expect(lines.filter((line) => seen.includes(line))).toEqual([])
    },
  )
})

test.concurrent("C15: a linter that runs the head's configuration is unavailable", async () => {
  const turns = [[shell('npx eslint .'), shell('rubocop'), { tool: 'read_file', args: { file_path: 'package.json' } }]]
  const head = {
    'eslint.config.js': 'require("fs").writeFileSync("planted", "")',
    '.rubocop.yml': 'require: ./evil.rb',
  }
  const step = { inputs: { allowed_users: 'stan' } }
  await improvise(
    { turns, event: 'hooks-on-a-fork', repo: { 'package.json': '{"name":"pond"}' }, head, step },
    ({ last, said, gemini, repository }) => {
      expect(
        said[0]?.slice(0, 2).every((text) => /not found|run_pr_code/.test(text)),
        said[0]?.[0],
      ).toBe(true)
      expect(said[0]?.[2]).toContain('pond')
      expect(JSON.stringify(gemini.requests[0]?.body)).not.toContain('"name":"run_shell_command"')
      expect(existsSync(join(repository.workspace, 'planted'))).toBe(false)
      expect(last.log).toMatch(/run_pr_code/)
    },
  )
})

test.concurrent('E05: a secret is found reversed, encoded, in pieces and without its beginning', async () => {
  const spell = [
    `tr A-Za-z N-ZA-Mn-za-m`,
    'rev',
    'base64 -w0',
    'od -An -tx1 -v',
    'fold -w 9',
    'cut -c 30-',
    `sed 's/+/%2B/g; s,/,%2F,g; s/=/%3D/g'`,
    `sed 's/./&\\n/g'`,
    `awk '{ print "\\"" $0 "\\\\n\\"" }'`,
  ]
  const source = `tr '\\0' '\\n' < /proc/$PPID/environ | grep -E '^INPUT_G(EMINI_API_KEY|ITHUB_TOKEN)='`
  const turns = [spell.map((how) => shell(`${source} | ${how}`))]
  // Without isolation a command can read its parent's environment; the filter redacts it.
  await improvise({ turns, step: { inputs: { sandbox: 'off' } }, built: true }, ({ last, said }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(spell.filter((_, at) => !said[0]?.[at]?.includes('[redacted]'))).toEqual([])
  })
})

test.concurrent('E07: a secret in a file name, a title, a label or a body is not posted', async () => {
  const token = ['ghp', 'aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789'].join('_')
  const turns = [
    [
      { tool: 'write_file', args: { file_path: `docs/${token}.md`, content: 'harmless\n' } },
      { tool: 'github__add_labels', args: { labels: [token] } },
      { tool: 'github__comment', args: { body: `Use ${token}.` } },
      { tool: 'github__create_pull_request', args: { title: `Use ${token}`, body: token } },
    ],
  ]
  await improvise({ turns, step: { inputs: { changes: 'pull_request' } } }, ({ github, last }) => {
    const sent = JSON.stringify(github.requests.filter(({ method }) => method !== 'GET'))
    expect(sent).not.toContain(token)
    expect(sent).not.toContain(Buffer.from(token).toString('base64').slice(2, -2))
    expect(last.log + last.summary).not.toContain(token)
    expect(last.outputs.outcome, last.log).toBe('security')
  })
})
