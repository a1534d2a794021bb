import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { IsolationError } from '../../src/host/errors.ts'
import { openIsolation } from '../../src/host/isolation.ts'
import type { IsolationPlace } from '../../src/host/isolation-hidden.ts'
import { run } from '../../src/host/process.ts'
import { isolated } from './isolated.ts'
import {
  asRoot,
  asUser,
  base,
  cleanUp,
  machine,
  me,
  put,
  SECRET,
  SHOW_STATUS,
  SYSTEM,
  works,
} from './isolation-machine.ts'

afterAll(cleanUp)

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
