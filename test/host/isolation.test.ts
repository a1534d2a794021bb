import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IsolationError } from '../../src/host/errors.ts'
import { type IsolationPlace, openIsolation } from '../../src/host/isolation.ts'
import { gitConfigs, withoutCredentials } from '../../src/host/isolation-git.ts'
import { run } from '../../src/host/process.ts'
import { isolated, type Job, type Told } from './isolated.ts'

const SECRET = 'the-job-secret-in-the-environment'
const TOKEN = 'the-token-in-a-file'
const me = process.getuid?.()
/** A user that is not root and owns nothing else. */
const SOMEBODY = 41_234

/** Is there, by the plainest of means, such a thing here as the isolation under test? */
const works = (argv: string[], as?: number): boolean =>
  process.platform === 'linux' &&
  spawnSync(argv[0] ?? '', argv.slice(1), { stdio: 'ignore', ...(as === undefined ? {} : { uid: as, gid: as }) })
    .status === 0
const asRoot = ['unshare', '--mount', '--pid', '--fork', '--mount-proc', 'true']
const asUser = ['unshare', '--user', '--map-root-user', '--mount', '--pid', '--fork', '--mount-proc', 'true']

let base: string
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'sluice-isolation-'))
  chmodSync(base, 0o755)
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

const put = (path: string, text = '', mode = 0o644) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode })
}

/** A job as a runner leaves it: a checkout, credentials in usual places, the runner's own files. */
function machine(name: string, options: { workspace?: string; folders?: string[]; env?: Record<string, string> } = {}) {
  const at = (path: string) => join(base, name, path)
  const workspace = at(options.workspace ?? 'work/repo')
  mkdirSync(workspace, { recursive: true })
  put(join(workspace, 'code.txt'), 'code\n')
  put(join(workspace, '.git/HEAD'), 'ref: refs/heads/main\n')
  put(
    join(workspace, '.git/config'),
    `[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic ${TOKEN}\n[remote "origin"]\n\turl = https://x:${TOKEN}@github.com/o/r\n`,
  )
  put(join(workspace, 'gha-creds-0123.json'), TOKEN)
  put(at('home/.ssh/id_ed25519'), TOKEN)
  put(at('home/.docker/config.json'), TOKEN)
  put(at('home/.npmrc'), `//registry.npmjs.org/:_authToken=${TOKEN}\n`)
  put(at('home/.wgetrc'), 'timestamping = on\n')
  put(at('temp/_runner_file_commands/env'), '')
  put(at('temp/_github_workflow/event.json'), TOKEN)
  put(at('temp/scratch/transcript.jsonl'), 'transcript\n')
  put(at('other/key.json'), TOKEN)
  put(at('actions/us/index.js'), 'code\n')
  const place: Job['place'] = {
    platform: process.platform,
    env: {
      HOME: at('home'),
      RUNNER_TEMP: at('temp'),
      GITHUB_ENV: at('temp/_runner_file_commands/env'),
      GITHUB_EVENT_PATH: at('temp/_github_workflow/event.json'),
      GOOGLE_APPLICATION_CREDENTIALS: at('other/key.json'),
      ...options.env,
    },
    workspace,
    scratch: at('temp/scratch'),
    program: [at('actions')],
    ...(options.folders ? { folders: options.folders } : {}),
  }
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: at('home'),
    BASE: at('.'),
    NODE: process.execPath,
  }
  return { at, place, env }
}

const own = (path: string, uid: number | undefined) => {
  if (uid !== undefined) spawnSync('chown', ['-R', `${uid}:${uid}`, path])
}

const SYSTEM = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']

/** A sudo without a password: it clears the environment, and its setpriv is what sudo is, a program of root with the setuid bit. */
function passwordlessSudo(): string {
  const folder = join(base, 'bin')
  const setpriv = join(folder, 'setpriv-of-root')
  put(
    join(folder, 'sudo'),
    `#!/bin/bash -p
[[ $1 = -n ]] && shift; [[ $1 = -- ]] && shift
exec /usr/bin/timeout --foreground 0 ${setpriv} --reuid=0 --regid=0 --clear-groups -- /usr/bin/env -i PATH=/usr/bin:/bin HOME=/root SUDO_USER=x "$@"\n`,
    0o755,
  )
  const original = SYSTEM.map((place) => join(place, 'setpriv')).find((path) => existsSync(path))
  if (original !== undefined) {
    copyFileSync(original, setpriv)
    chmodSync(setpriv, 0o4755)
  }
  return folder
}

/** What stands outside while commands run inside. */
async function outside(name: string) {
  const sleeper = spawn('sleep', ['987654'], { stdio: 'ignore' })
  const socket = join(base, name, 'other/control.sock')
  const server: Server = createServer((connection) => connection.end('obeyed')).listen(socket)
  await new Promise((resolve) => server.once('listening', resolve))
  chmodSync(socket, 0o777)
  return {
    pid: sleeper.pid ?? 0,
    [Symbol.dispose]() {
      sleeper.kill('SIGKILL')
      server.close()
    },
  }
}

/** A name nobody else's process has. */
const DAEMON_NAME = `sluice-daemon-${randomBytes(6).toString('hex')}`
const DAEMON = `exec -a ${DAEMON_NAME} sleep 987653`
/** In a session of its own and without the mark by which commands' processes are known: only its namespace can end it. */
const LEAVE = 'setsid env -i /bin/bash -c'
/** Processes of this name anywhere on the machine; those that are ending are waited for. */
async function daemonsLeft(name: string): Promise<number[]> {
  for (let tries = 0; ; tries++) {
    const found = readdirSync('/proc').filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith(name)
      } catch {
        return false
      }
    })
    if (found.length === 0 || tries > 300) return found.map(Number)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

type Row = [name: string, command: Job['commands'][number], expected: (ran: Told['ran'][number]) => void]
const sh = (shell: string) => ({ shell })
const prints = (text: string) => (ran: Told['ran'][number]) => expect(ran.stdout).toBe(text)
const SHOW_STATUS = `grep -E '^(NoNewPrivs|Uid)' /proc/self/status | tr '\\t' ' '`

/** What holds inside, by whatever way one got there. */
const rows = (at: (path: string) => string, uid: number | undefined): Row[] => [
  ['the own user, no new privileges', sh(SHOW_STATUS), prints(`Uid: ${uid} ${uid} ${uid} ${uid}\nNoNewPrivs: 1\n`)],
  ['no secret in the environment', sh('env'), ({ stdout }) => expect(stdout).not.toContain(SECRET)],
  [
    'the environment as it was given',
    sh('printf "%s|" "$HOME" "$ODD"; env | grep -c ^SUDO'),
    prints(`${at('home')}|two words\nand a line|0\n`),
  ],
  [
    'no secret in any environment in sight',
    sh(`cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep -c SECRET`),
    prints('0\n'),
  ],
  [
    'no process but its own',
    sh(`[ -e /proc/$OUTSIDE ] && echo seen; ls -d /proc/[0-9]* | wc -l`),
    ({ stdout }) => expect(Number(stdout)).toBeLessThan(7),
  ],
  ['ps shows no other either', sh('ps -e -o args 2>/dev/null | grep -c "[9]87654"'), prints('0\n')],
  ['no way out to a process by its number', sh('kill -9 $OUTSIDE 2>&1 | grep -c "No such process"'), prints('1\n')],
  [
    'no way to more through sudo',
    sh(`"$BASE/../bin/sudo" -n grep -E '^(Uid|CapEff)' /proc/self/status | tr '\\t' ' '`),
    ({ stdout }) => expect(stdout).toBe(uid === 0 ? 'Uid: 0 0 0 0\nCapEff: 00000000000004fb\n' : ''),
  ],
  ['credentials in a home', sh('cat ~/.ssh/* ~/.docker/config.json ~/.npmrc 2>/dev/null; ls -A ~/.ssh'), prints('')],
  ['but not other configuration', sh('cat ~/.wgetrc'), prints('timestamping = on\n')],
  ['credentials named by a variable', sh('cat "$BASE/other/key.json"'), prints('')],
  ['credentials that google-github-actions/auth left', sh('cat gha-creds-*.json'), prints('')],
  [
    'credentials that actions/checkout left',
    sh('cat .git/config'),
    prints('[http "https://github.com/"]\n[remote "origin"]\n\turl = https://github.com/o/r\n'),
  ],
  ['the files of the runner', sh('find "$BASE/temp"'), prints(`${at('temp')}\n`)],
  [
    'the channels of the runner',
    sh(
      'echo A=b >> "$BASE/temp/_runner_file_commands/env"; mkdir -p "$BASE/temp/_runner_file_commands"; echo A=b > "$BASE/temp/_runner_file_commands/env"',
    ),
    () => expect(readFileSync(at('temp/_runner_file_commands/env'), 'utf8')).toBe(''),
  ],
  [
    'the code of this run',
    sh('echo bad > "$BASE/actions/us/index.js"; rm -rf "$BASE/actions"; mv "$BASE/actions" "$BASE/away"'),
    ({ stderr }) => {
      expect(stderr).toMatch(/Read-only file system/)
      expect(readFileSync(at('actions/us/index.js'), 'utf8')).toBe('code\n')
    },
  ],
  [
    'no mounts can be changed',
    sh(
      'umount -l "$BASE/temp" ~/.ssh /proc 2>/dev/null && echo changed; mount -o remount,rw "$BASE/actions" 2>/dev/null && echo changed',
    ),
    prints(''),
  ],
  [
    'the workspace: where one is, and writable',
    sh('pwd; echo new > new.txt; cat code.txt new.txt'),
    (ran) => {
      expect(ran.stdout).toBe(`${at('work/repo')}\ncode\nnew\n`)
      expect(readFileSync(at('work/repo/new.txt'), 'utf8')).toBe('new\n')
    },
  ],
  ['temporary files', sh('f=$(mktemp) && echo x > "$f" && cat "$f" && rm "$f"'), prints('x\n')],
  ['devices', sh('echo x > /dev/null && head -c 4 /dev/urandom | wc -c'), prints('4\n')],
  [
    'a socket of another program',
    sh(
      `"$NODE" -e 'require("net").connect(process.env.BASE + "/other/control.sock").on("data", (d) => console.log(String(d))).on("error", () => console.log("refused"))'`,
    ),
    prints('refused\n'),
  ],
  ['what is not shown', sh('cat "$BASE/temp/scratch/transcript.jsonl"'), ({ code }) => expect(code).toBe(1)],
  [
    'what is shown can be read, not written',
    {
      shell: 'cat "$BASE/temp/scratch/transcript.jsonl"; echo x >> "$BASE/temp/scratch/transcript.jsonl"',
      shown: [at('temp/scratch/transcript.jsonl')],
    },
    (ran) => {
      expect(ran.stdout).toBe('transcript\n')
      expect(ran.code).not.toBe(0)
      expect(readFileSync(at('temp/scratch/transcript.jsonl'), 'utf8')).toBe('transcript\n')
    },
  ],
  [
    'a folder can be shown',
    {
      shell: 'cat "$BASE/temp/_github_workflow/event.json"; touch "$BASE/temp/_github_workflow/x" || echo no',
      shown: [at('temp/_github_workflow')],
    },
    prints(`${TOKEN}no\n`),
  ],
  ['an exit code', sh('exit 7'), (ran) => expect(ran).toMatchObject({ code: 7, signal: null })],
  [
    'an exit code like that of a signal',
    sh('exit 143'),
    (ran) => expect(ran).toMatchObject({ code: 143, signal: null }),
  ],
  [
    'a signal it sends itself',
    sh('kill -TERM $$'),
    (ran) => expect(ran).toMatchObject({ code: null, signal: 'SIGTERM' }),
  ],
  [
    'a signal nobody survives',
    sh('kill -KILL $$'),
    (ran) => expect(ran).toMatchObject({ code: null, signal: 'SIGKILL' }),
  ],
  ['a program that does not exist', { argv: ['/nonexistent/program'] }, (ran) => expect(ran.code).not.toBe(0)],
  ['arguments by the letter', { argv: ['printf', '%s|', '--', '$HOME', "a'b", ''] }, prints(`--|$HOME|a'b||`)],
  ['no input', sh('cat; echo end'), prints('end\n')],
  ['input', { shell: 'cat', stdin: 'in\n' }, prints('in\n')],
  [
    'both streams, as they come',
    sh('echo a; sleep 0.2; echo b; echo c >&2'),
    (ran) => {
      expect(ran).toMatchObject({ stdout: 'a\nb\n', stderr: 'c\n' })
      expect(ran.chunks).toBeGreaterThan(1)
    },
  ],
  [
    'a daemon does not outlive its command',
    sh(
      `${LEAVE} '${DAEMON}' >/dev/null 2>&1 & sleep 0.1; ls /proc/[0-9]*/cmdline | xargs grep -al ${DAEMON_NAME} | wc -l`,
    ),
    ({ stdout, backgroundPids }) => {
      expect(Number(stdout)).toBeGreaterThan(0)
      expect(backgroundPids).toEqual([])
    },
  ],
  ['nor what holds its output open', sh(`(trap '' HUP TERM; ${DAEMON}) & disown; echo started`), prints('started\n')],
  [
    'time ends it all',
    {
      shell: `(${LEAVE} "trap '' TERM; ${DAEMON}" &) ; trap '' TERM; echo on; while :; do sleep 1; done`,
      timeoutMs: 700,
    },
    (ran) => expect(ran).toMatchObject({ stdout: 'on\n', timedOut: 'total', signal: 'SIGKILL', code: null }),
  ],
]

/** Root could change the machine itself, so it is shown one it cannot change. */
const forRoot: Row[] = [
  [
    'the system is read-only',
    sh('for path in / /etc /usr /proc/sys/kernel/core_pattern /sys/kernel; do test -w $path && echo $path; done'),
    prints(''),
  ],
  ['no capability that reaches beyond', sh(`grep CapBnd /proc/self/status | cut -f2`), prints('00000000000004fb\n')],
  ['no device can be made', sh('mknod disk b 8 0 2>/dev/null || echo no'), prints('no\n')],
  [
    'a terminal can be',
    sh('command -v script >/dev/null || { echo /dev/pts/0; exit; }; script -qc tty /dev/null | tr -d "\\r"'),
    ({ stdout }) => expect(stdout).toMatch(/^\/dev\/pts\/\d+\n$/),
  ],
]

const WAYS: { name: string; as?: number; sudo?: boolean; there: boolean }[] =
  me === 0
    ? [
        { name: 'root', there: works(asRoot) },
        { name: 'user', as: SOMEBODY, there: works(asUser, SOMEBODY) },
        { name: 'sudo', as: SOMEBODY, sudo: true, there: works(asRoot) },
      ]
    : [{ name: 'self', there: works(asUser) || works(['sudo', '-n', ...asRoot]) }]

describe.each(WAYS)('isolation as $name', ({ name, as, sudo, there }) => {
  const uid = as ?? me
  let told: Told
  let list: Row[]

  beforeAll(async () => {
    const folder = passwordlessSudo()
    const { at, place, env } = machine(
      name,
      sudo ? { folders: [folder, ...SYSTEM], env: { RUNNER_ENVIRONMENT: 'github-hosted' } } : {},
    )
    using world = await outside(name)
    own(join(base, name), as)
    list = [...rows(at, uid), ...(uid === 0 ? forRoot : [])]
    const job: Job = {
      place,
      env: { ...env, ODD: 'two words\nand a line', OUTSIDE: String(world.pid) },
      commands: list.map(([, command]) => command),
    }
    told = await isolated(job, SECRET, as)
  })

  test('says what it is', async () => {
    if (there) {
      expect(told.level).toBe('namespaces')
      expect(told.line).toMatch(sudo ? /through sudo/ : /isolated with/)
    } else {
      expect(told.level).not.toBe('namespaces')
      expect(told.line).toMatch(/not isolated/)
    }
    expect(told.line).toMatch(/network access/)
  })

  test('leaves nothing running', async () => {
    if (process.platform !== 'linux') return
    const left = await daemonsLeft(DAEMON_NAME)
    if (there) expect(left).toEqual([])
    for (const pid of left) process.kill(pid, 'SIGKILL')
  })

  // The names are needed before anything has run.
  const names = [...rows(() => '', 0), ...(uid === 0 ? forRoot : [])].map(([name]) => name)
  test.each(names.map((name, index) => [name, index] as const))('%s', (_, index) => {
    const [, , expected] = list[index] ?? []
    const ran = told.ran[index]
    if (expected === undefined || ran === undefined) throw new Error('it did not run')
    // Where the machine has no namespaces, that is what the report said, and nothing else was promised.
    if (there) expected(ran)
    else expect(told.level).not.toBe('namespaces')
  })
})

const place = (given: Partial<IsolationPlace>): IsolationPlace => ({
  platform: process.platform,
  uid: me,
  gid: process.getgid?.(),
  env: {},
  workspace: base,
  scratch: join(base, 'scratch'),
  program: [],
  ...given,
})

/** Folders in which unshare is a program that always fails, as it is in most containers. */
function withoutNamespaces(): string[] {
  put(
    join(base, 'no-unshare/unshare'),
    '#!/bin/sh\necho "unshare: unshare failed: Operation not permitted" >&2\nexit 1\n',
    0o755,
  )
  return [join(base, 'no-unshare'), ...SYSTEM]
}

const WITHOUT: [name: string, given: () => Partial<IsolationPlace>, why: RegExp][] = [
  ['on macOS', () => ({ platform: 'darwin' }), /no means for it on darwin/],
  ['on Windows', () => ({ platform: 'win32', uid: undefined, gid: undefined }), /no means for it on win32/],
  [
    'without util-linux',
    () => ({ platform: 'linux', folders: [join(base, 'empty')] }),
    /bash, unshare, setpriv, mount, env, mkdir is not installed/,
  ],
  [
    'where namespaces are forbidden',
    () => ({ platform: 'linux', folders: withoutNamespaces() }),
    /unshare failed: Operation not permitted/,
  ],
]
for (const [name, given, why] of WITHOUT) {
  if (name === 'where namespaces are forbidden' && process.platform !== 'linux') continue
  test(`isolation ${name}: refused when required, told otherwise`, async () => {
    const refusal = await openIsolation('required', place(given())).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(IsolationError)
    expect(String(refusal)).toMatch(why)
    const { level, line } = await openIsolation('auto', place(given()))
    expect(level).not.toBe('namespaces')
    expect(line).toMatch(why)
    expect(line).toMatch(/not isolated from this job.*no credentials.*network access/)
  })
}

test('isolation: off is off, and says so', async () => {
  const isolation = await openIsolation('off', place({}))
  expect(isolation).toMatchObject({ level: 'environment', line: expect.stringMatching(/not isolated.*sandbox is off/) })
  expect(isolation.wrap).toBeUndefined()
})

test('isolation: without namespaces, privileges still cannot be gained', async () => {
  const { level, wrap } = await openIsolation('auto', place({ folders: withoutNamespaces() }))
  if (process.platform !== 'linux') return expect(level).toBe('environment')
  expect(level).toBe('privileges')
  const ran = await run({ shell: SHOW_STATUS }, { cwd: base, env: {}, ...(wrap && { wrap }) })
  expect(ran.stdout).toContain('NoNewPrivs: 1\n')
  // Root without the capability to look into other processes does not see the job's environment either.
  const spied = await run({ shell: `cat /proc/${process.pid}/environ` }, { cwd: base, env: {}, ...(wrap && { wrap }) })
  if (me === 0) expect(spied).toMatchObject({ stdout: '', stderr: expect.stringContaining('Permission denied') })
})

test('isolation: a workspace among the files of the runner stays what it is', async () => {
  const { place, env } = machine('inside', { workspace: 'temp/repo' })
  const command = { shell: 'pwd; ls; echo new > new.txt; ls ..; grep -c extraheader .git/config' }
  const { level, ran } = await isolated({ place, env, commands: [command] }, SECRET)
  expect(readFileSync(join(place.workspace, 'new.txt'), 'utf8')).toBe('new\n')
  if (level === 'namespaces')
    expect(ran[0]?.stdout).toBe(`${place.workspace}\ncode.txt\ngha-creds-0123.json\nrepo\n0\n`)
})

test('isolation: what cannot be set up does not run', async () => {
  const { place: given, env } = machine('broken')
  put(
    join(base, 'mount/mount'),
    `#!/bin/sh\n[ -e ${base}/broken-now ] && { echo "no mounts today" >&2; exit 32; }\nexec /usr/bin/mount "$@"\n`,
    0o755,
  )
  const { level, wrap } = await openIsolation('auto', place({ ...given, folders: [join(base, 'mount'), ...SYSTEM] }))
  if (level !== 'namespaces' || wrap === undefined) return expect(works(me === 0 ? asRoot : asUser)).toBe(false)
  const start = () => run({ shell: 'touch ran' }, { cwd: given.workspace, env, wrap })
  put(join(base, 'broken-now'))
  expect(await start()).toMatchObject({
    code: 125,
    stderr: expect.stringMatching(/no mounts today\nsluice: the command was not run/),
  })
  rmSync(given.scratch, { recursive: true })
  put(given.scratch)
  expect(await start()).toMatchObject({ code: null, failure: expect.stringMatching(/EEXIST|ENOTDIR/) })
  expect(existsSync(join(given.workspace, 'ran'))).toBe(false)
})

const CONFIGS: [name: string, text: string, clean: string][] = [
  ['nothing to hide', '[core]\n\tbare = false\n', '[core]\n\tbare = false\n'],
  [
    'a header',
    '[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic eA==\n',
    '[http "https://github.com/"]\n',
  ],
  ['however it is written', '[http]\nExtraHeader=a\n  EXTRAHEADER =\\\n b\n[x]\n', '[http]\n[x]\n'],
  [
    'a helper with a password',
    '[credential]\n\thelper = "!f() { echo password=x; }; f"\n\tuseHttpPath = true',
    '[credential]\n\tuseHttpPath = true',
  ],
  ['an address', '[remote "o"]\n\turl = https://u:p@h/r\n', '[remote "o"]\n\turl = https://h/r\n'],
  [
    'an address in a heading',
    '[url "https://token@h/"]\n\tinsteadOf = https://h/\n',
    '[url "https://h/"]\n\tinsteadOf = https://h/\n',
  ],
  [
    'an address for ssh',
    '[remote "o"]\n\turl = ssh://git@h/r\n\tpushurl = git@h:r\n',
    '[remote "o"]\n\turl = ssh://git@h/r\n\tpushurl = git@h:r\n',
  ],
]
test.each(CONFIGS)('git configuration: %s', (_, text, clean) => expect(withoutCredentials(text)).toBe(clean))

test('git configuration: of submodules and worktrees too', () => {
  const secret = '[http]\n\textraheader = x\n'
  const root = join(base, 'git')
  put(join(root, '.git/config'), secret)
  put(join(root, '.git/modules/a/HEAD'))
  put(join(root, '.git/modules/a/config'), secret)
  put(join(root, '.git/modules/folder/b/HEAD'))
  put(join(root, '.git/modules/folder/b/config'), secret)
  put(join(root, '.git/modules/c/HEAD'))
  put(join(root, '.git/modules/c/config'), '[core]\n')
  put(join(root, '.git/worktrees/w/commondir'), '../..\n')
  put(join(root, '.git/worktrees/w/config.worktree'), secret)
  put(join(root, 'tree/.git'), `gitdir: ../.git/worktrees/w\n`)
  const paths = (folder: string) => gitConfigs(folder).map(({ path, clean }) => [path.slice(root.length), clean])
  const main = ['/.git/config', '/.git/modules/a/config', '/.git/modules/folder/b/config'].map((path) => [
    path,
    '[http]\n',
  ])
  expect(paths(root)).toEqual(main)
  expect(paths(join(root, 'tree'))).toEqual(
    expect.arrayContaining([...main, ['/.git/worktrees/w/config.worktree', '[http]\n']]),
  )
  expect(gitConfigs(join(base, 'nowhere'))).toEqual([])
})
