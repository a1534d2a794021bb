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
import type { Job } from './isolated.ts'

export const SECRET = 'the-job-secret-in-the-environment'
export const TOKEN = 'the-token-in-a-file'
export const me = process.getuid?.()
/** A user that is not root and owns nothing else. */
export const SOMEBODY = 41_234

/** Whether this machine supports the isolation under test, checked by simple means. */
export const works = (argv: string[], as?: number): boolean =>
  process.platform === 'linux' &&
  spawnSync(argv[0] ?? '', argv.slice(1), { stdio: 'ignore', uid: as, gid: as }).status === 0
export const asRoot = ['unshare', '--mount', '--pid', '--fork', '--mount-proc', 'true']
export const asUser = ['unshare', '--user', '--map-root-user', '--mount', '--pid', '--fork', '--mount-proc', 'true']

/** A folder for everything the tests of one file make; removed by `cleanUp`. */
export const base = mkdtempSync(join(tmpdir(), 'sluice-isolation-'))
chmodSync(base, 0o755)
export const cleanUp = () => rmSync(base, { recursive: true, force: true })

export const put = (path: string, text = '', mode = 0o644) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode })
}

/** A job as a runner leaves it: a checkout, credentials in usual places, the runner's own files. */
export function machine(
  name: string,
  options: { workspace?: string; folders?: string[]; env?: Record<string, string> } = {},
) {
  const at = (path: string) => join(base, name, path)
  const workspace = at(options.workspace ?? 'work/repo')
  mkdirSync(workspace, { recursive: true })
  put(join(workspace, 'code.txt'), 'code\n')
  put(join(workspace, '.git/HEAD'), 'ref: refs/heads/main\n')
  mkdirSync(join(workspace, '.git/objects'), { recursive: true })
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
  put(at('runner/externals/node24/bin/node'), 'node\n')
  put(at('runner/.env'), 'LANG=C.UTF-8\n')
  put(at('runner/.credentials'), TOKEN)
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
    program: [at('actions'), at('runner/externals/node24/bin/node')],
    folders: options.folders,
  }
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: at('home'),
    BASE: at('.'),
    NODE: process.execPath,
  }
  return { at, place, env }
}

export const own = (path: string, uid: number | undefined) => {
  if (uid !== undefined) spawnSync('chown', ['-R', `${uid}:${uid}`, path])
}

export const SYSTEM = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']

/** A passwordless sudo: it clears the environment, and its setpriv is a setuid root program, like sudo. */
export function passwordlessSudo(): string {
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

/** What exists outside while commands run inside. */
export async function outside(name: string) {
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

/** A process name that is unique on the machine. */
export const DAEMON_NAME = `sluice-daemon-${randomBytes(6).toString('hex')}`
export const DAEMON = `exec -a ${DAEMON_NAME} sleep 987653`
/** In its own session and without the marker of command processes: only its namespace can end it. */
export const LEAVE = 'setsid env -i /bin/bash -c'
/** Processes of this name anywhere on the machine; those that are ending are waited for. */
export async function daemonsLeft(name: string): Promise<number[]> {
  for (let tries = 0; ; tries++) {
    const found = readdirSync('/proc').filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith(name)
      } catch {
        return false
      }
    })
    if (found.length === 0 || tries > 6000) return found.map(Number)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export const SHOW_STATUS = `grep -E '^(NoNewPrivs|Uid)' /proc/self/status | tr '\\t' ' '`
