import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { childEnvironment } from '../../../src/platform/process/child-environment.ts'
import { runProgram } from '../../../src/platform/process/run-program.ts'

const TOKEN = `ghs_${'a1B2'.repeat(9)}`
const KEY = `AIza${'x9Y_'.repeat(9)}`

test('the environment of a child on a runner', () => {
  const kept = {
    PATH: '/usr/bin:/bin',
    HOME: '/home/runner',
    LANG: 'C.UTF-8',
    TMPDIR: '/tmp',
    ISSUE_TITLE: 'It breaks',
    GEMINI_CLI_TEST: '1',
  }
  const dropped = {
    GITHUB_TOKEN: TOKEN,
    GH_TOKEN: TOKEN,
    GEMINI_API_KEY: KEY,
    GOOGLE_API_KEY: KEY,
    GOOGLE_APPLICATION_CREDENTIALS: '/w/gha-creds-1.json',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x',
    ACTIONS_RUNTIME_TOKEN: 'x',
    INPUT_GITHUB_TOKEN: TOKEN,
    STATE_x: 'x',
    GITHUB_ENV: '/t/env',
    GITHUB_PATH: '/t/path',
    GITHUB_OUTPUT: '/t/out',
    GITHUB_STATE: '/t/state',
    GITHUB_STEP_SUMMARY: '/t/summary',
    GITHUB_REPOSITORY: 'o/r',
    RUNNER_TEMP: '/t',
    DATABASE_URL: 'postgres://u:p@h/d',
    SSH_AUTH_SOCK: '/tmp/agent',
    DOCKER_HOST: 'unix:///run/docker.sock',
    SOMETHING: 'else',
  }
  const env = childEnvironment({ ...kept, ...dropped, UNSET: undefined }, [])
  expect(env).toMatchObject(kept)
  expect(Object.keys(env).filter((name) => name in dropped)).toEqual([])
  expect(JSON.stringify(env)).not.toContain(TOKEN)
})

const INJECTED =
  `LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES BASH_ENV ENV SHELLOPTS BASHOPTS PS4 PROMPT_COMMAND
  NODE_OPTIONS PYTHONSTARTUP PYTHONPATH PERL5OPT PERL5LIB RUBYOPT JAVA_TOOL_OPTIONS _JAVA_OPTIONS npm_config_script_shell
  NPM_CONFIG_USERCONFIG GIT_DIR GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_CONFIG_PARAMETERS GIT_EXEC_PATH GIT_PROXY_COMMAND
  BASH_FUNC_ls%% GITHUB_OUTPUT ACTIONS_RUNTIME_TOKEN INPUT_PROMPT GITHUB_TOKEN`.split(/\s+/)
for (const name of INJECTED)
  test(`${name} reaches no child, even when allowed by name`, () =>
    expect(childEnvironment({ [name]: '/evil' }, [name])).not.toHaveProperty(name))

test('names that settings allow come along, whatever their case; tokens in them do not', () => {
  const env = { npm_registry: 'https://r', DB_PASSWORD: 'hunter2hunter2', OTHER: TOKEN }
  const child = childEnvironment(env, ['NPM_REGISTRY', 'DB_PASSWORD', 'OTHER'])
  expect(child).toMatchObject({ npm_registry: 'https://r', DB_PASSWORD: 'hunter2hunter2', OTHER: '[redacted]' })
})

test('a text that quotes a secret keeps the rest of its words', () => {
  const env = { MY_SECRET: 'correct-horse-battery', ISSUE_BODY: `my token ${TOKEN} and correct-horse-battery leaked` }
  expect(childEnvironment(env, []).ISSUE_BODY).toBe('my token [redacted] and [redacted] leaked')
})

test('no name makes a token harmless', () => {
  const env = childEnvironment({ HOME: TOKEN, PATH: `/bin:${KEY}`, GEMINI_CLI_T: TOKEN, ISSUE_TITLE: '' }, [])
  expect(env).toMatchObject({
    HOME: '[redacted]',
    PATH: '/bin:[redacted]',
    GEMINI_CLI_T: '[redacted]',
    ISSUE_TITLE: '',
  })
})

test('Windows spells Path as it likes', () =>
  expect(childEnvironment({ Path: 'C:\\bin', SystemRoot: 'C:\\Windows' }, [])).toMatchObject({
    Path: 'C:\\bin',
    SystemRoot: 'C:\\Windows',
  }))

test('git in a child never prompts, pages or runs hooks, and still works', async () => {
  const env = childEnvironment({ PATH: process.env.PATH }, [])
  const cwd = mkdtempSync(join(tmpdir(), 'sluice-environment-'))
  const sh = async (shell: string) => (await runProgram({ shell }, { cwd, env, mergeStderr: true })).output
  await sh(
    'git init -q; echo "touch pwned" > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit; echo a > a; git add a',
  )
  await sh('git config core.fsmonitor "touch pwned; false"; git config core.pager "touch pwned; cat"')
  expect(
    await sh(
      'git -c user.name=a -c user.email=a@b commit -qm x; echo b >> a; git diff --stat; git log --format=%s; ls',
    ),
  ).toBe(' a | 1 +\n 1 file changed, 1 insertion(+)\nx\na\n')
  expect(env).toMatchObject({ GIT_TERMINAL_PROMPT: '0', PAGER: 'cat', CI: 'true', GIT_CONFIG_GLOBAL: '/dev/null' })
  rmSync(cwd, { recursive: true })
})

test('a folder of a commit that looks like a repository is none to a child’s git', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'sluice-environment-'))
  const sh = async (shell: string, env: Record<string, string>) => (await runProgram({ shell }, { cwd, env })).output
  const setup = { PATH: process.env.PATH ?? '', HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' }
  await sh(
    'git init -q . && git init -q --bare evil && echo a > f && git --git-dir=evil --work-tree=. add f && ' +
      'git -C evil config core.bare false && git -C evil config core.worktree .. && ' +
      'git -C evil config diff.external "touch ../pwned; touch pwned; true" && echo b > f',
    setup,
  )
  const attack = 'cd evil && git diff --stat && git diff; cd ..; ls'
  expect(await sh(attack, setup)).toMatch(/^pwned$/m)
  await sh('rm -f pwned evil/pwned', setup)
  expect(await sh(attack, childEnvironment({ PATH: process.env.PATH }, []))).not.toMatch(/^pwned$/m)
  rmSync(cwd, { recursive: true })
})

test('the token a checkout left in the repository’s configuration is not sent by a child’s git', async () => {
  const headers: (string | undefined)[] = []
  const server = createServer((request, response) => {
    headers.push(request.headers.authorization)
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const cwd = mkdtempSync(join(tmpdir(), 'sluice-environment-'))
  const setup = { PATH: process.env.PATH ?? '' }
  const key = `http.${url}/.extraheader`
  await runProgram(
    { shell: `git init -q; git config '${key}' 'AUTHORIZATION: basic abc'; git ls-remote ${url}/o/r` },
    { cwd, env: setup },
  )
  const env = childEnvironment({ PATH: process.env.PATH, GITHUB_SERVER_URL: `${url}/` }, [])
  await runProgram({ shell: `git ls-remote ${url}/o/r` }, { cwd, env })
  expect(headers).toEqual(['basic abc', undefined])
  server.close()
  rmSync(cwd, { recursive: true })
})
