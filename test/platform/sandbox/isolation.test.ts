import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isolated, type Job, type Told } from '../isolated.ts'
import {
  asRoot,
  asUser,
  base,
  cleanUp,
  DAEMON,
  DAEMON_NAME,
  daemonsLeft,
  LEAVE,
  machine,
  me,
  outside,
  own,
  passwordlessSudo,
  SECRET,
  SHOW_STATUS,
  SOMEBODY,
  SYSTEM,
  TOKEN,
  works,
} from '../isolation-machine.ts'

afterAll(cleanUp)

type Row = [name: string, command: Job['commands'][number], expected: (ran: Told['ran'][number]) => void]
const sh = (shell: string) => ({ shell })
const prints = (text: string) => (ran: Told['ran'][number]) => expect(ran.stdout).toBe(text)
/** Checks that hold inside every kind of isolation. */
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
    'nothing around them can be moved away to put something else in its place',
    sh(
      `for f in "$BASE" "$BASE/work" "$BASE/work/repo" "$BASE/home" .git; do mv "$(realpath "$f")" "$(realpath "$f").away" 2>/dev/null && echo "moved $f"; done; ls -d "$BASE"/*.away .git.away 2>/dev/null`,
    ),
    prints(''),
  ],
  [
    'the runner, which later jobs get their environment from',
    sh(
      'cat "$BASE/runner/.credentials"; cd "$BASE/runner"; echo LD_PRELOAD=/x >> .env; mv .env old; echo x > .new && mv -f .new .env; echo bad > externals/node24/bin/node',
    ),
    ({ stdout }) => {
      expect(stdout).toBe('')
      expect(readFileSync(at('runner/.env'), 'utf8')).toBe('LANG=C.UTF-8\n')
      expect(readFileSync(at('runner/externals/node24/bin/node'), 'utf8')).toBe('node\n')
    },
  ],
  [
    'what a later git of the job would run',
    sh(
      'echo bad > .git/hooks/pre-push; mkdir -p x && mv x .git/hooks; printf "[core]\n\tfsmonitor = bad\n" >> .git/config; cp .git/config c && mv -f c .git/config; rm -rf .git/hooks; cat .git/hooks/* c 2>/dev/null | grep -c bad',
    ),
    () => {
      expect(readdirSync(at('work/repo/.git/hooks'))).toEqual([])
      expect(readFileSync(at('work/repo/.git/config'), 'utf8')).not.toContain('bad')
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
  [
    'queues and shared memory of the machine',
    sh('ipcmk -M 7654321 >/dev/null && ipcs -m | grep -c 7654321'),
    (ran) => {
      expect(ran.stdout).toBe('1\n')
      expect(readFileSync('/proc/sysvipc/shm', 'utf8')).not.toContain('7654321')
    },
  ],
  ['no open file but its own', sh('cd /proc/self/fd && printf "%s " *'), prints('0 1 2 3 ')],
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
    'a stop ends it all',
    {
      shell: `(${LEAVE} "trap '' TERM; ${DAEMON}" &) ; trap '' TERM; echo on; while :; do sleep 1; done`,
      stopAt: 'on\n',
    },
    (ran) => expect(ran).toMatchObject({ stdout: 'on\n', aborted: true, signal: 'SIGKILL', code: null }),
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
      expect(told.description).toMatch(sudo ? /through sudo/ : /isolated with/)
    } else {
      expect(told.level).not.toBe('namespaces')
      expect(told.description).toMatch(/not isolated/)
    }
    expect(told.description).toMatch(/network access/)
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
    // Without namespaces the report says so and promises nothing.
    if (there) expected(ran)
    else expect(told.level).not.toBe('namespaces')
  })
})
