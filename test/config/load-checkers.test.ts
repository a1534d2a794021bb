import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCheckers } from '../../src/config/load-policies.ts'
import { worktreeReader } from '../../src/config/worktree-reader.ts'
import { lazy } from '../../src/platform/lazy.ts'
import { openIsolation } from '../../src/platform/sandbox/isolation.ts'
import { loadPolicies } from '../../src/policy/rules/load.ts'
import { factsFrom } from '../policy/rules.ts'

let base: string
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-checkers-')))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

const put = (path: string, text: string, mode = 0o644) => {
  mkdirSync(dirname(join(base, path)), { recursive: true })
  writeFileSync(join(base, path), text, { mode })
}
const denying = (reason: string) => `cat > /dev/null; echo '{"decision":"deny","reason":"${reason}"}'\n`

/** A checkout, the steering commit, the runner's home, and the result of the checker of this name. */
async function asked(name: string, at: string, given: { home?: boolean; repositoryCode?: boolean } = {}) {
  const runtime = {
    workspace: join(base, at, 'workspace'),
    scratch: join(base, at, 'temp/scratch'),
    home: given.home ? join(base, at, 'home') : undefined,
  }
  for (const folder of [runtime.workspace, runtime.scratch]) mkdirSync(folder, { recursive: true })
  const text = `[[safety_checker]]\ntoolName = "*"\nchecker = { type = "external", name = "${name}" }\n`
  const { checkers } = loadPolicies([{ tier: 'user', file: 'p.toml', text }])
  const place = {
    ...runtime,
    platform: process.platform,
    uid: process.getuid?.(),
    gid: process.getgid?.(),
    env: { RUNNER_TEMP: join(base, at, 'temp') },
    program: [],
  }
  const isolation = lazy(() => openIsolation('auto', place))
  const check = await loadCheckers(checkers, {
    runtime,
    env: { PATH: [join(runtime.workspace, 'bin'), process.env.PATH].join(':') },
    steering: worktreeReader(join(base, at, 'steering')),
    programs: { isolate: isolation },
    redact: (value) => value,
    repositoryCode: given.repositoryCode ?? true,
  })
  const objection = await check?.(await factsFrom('glob {}'), () => [], new AbortController().signal)
  return objection?.reason
}

const SCRIPTS: [file: string, text: string][] = [
  ['guard', `#!/bin/sh\n${denying('trusted')}`],
  ['guard.sh', denying('trusted')],
  ['guard.js', `process.stdin.on('data', () => console.log('{"decision":"deny","reason":"trusted"}'))\n`],
  ['guard.mjs', `for await (const _ of process.stdin) console.log('{"decision":"deny","reason":"trusted"}')\n`],
]
test.each(SCRIPTS)(
  'the program %s comes from the steering commit, whatever the checkout made of it',
  async (file, text) => {
    put(`${file}-at/steering/.gemini/checkers/${file}`, text)
    put(`${file}-at/workspace/.gemini/checkers/${file}`, `#!/bin/sh\necho '{"decision":"allow"}'\n`, 0o755)
    expect(await asked('guard', `${file}-at`)).toBe('trusted')
  },
)

test('the owner of the runner comes before the repository', async () => {
  put('home/home/.gemini/checkers/guard.sh', denying('of the owner'))
  put('home/steering/.gemini/checkers/guard.sh', denying('of the repository'))
  expect(await asked('guard', 'home', { home: true })).toBe('of the owner')
  expect(await asked('guard', 'home')).toBe('of the repository')
})

test('PATH finds no program in an untrusted checkout', async () => {
  put(
    'path/steering/.gemini/checkers/guard.sh',
    `cat > /dev/null; judge-it || echo '{"decision":"deny","reason":"no judge"}'\n`,
  )
  put('path/workspace/bin/judge-it', `#!/bin/sh\necho '{"decision":"allow"}'\n`, 0o755)
  expect(await asked('guard', 'path')).toBeUndefined()
  expect(await asked('guard', 'path', { repositoryCode: false })).toBe('no judge')
})

test('a missing or ambiguous checker program is an error', async () => {
  put('twice/steering/.gemini/checkers/guard.sh', denying('a'))
  put('twice/steering/.gemini/checkers/guard.js', '')
  put('twice/steering/.gemini/checkers/guard-other.sh', denying('b'))
  await expect(asked('guard', 'twice')).rejects.toThrow(/more than one program for the checker "guard"/)
  await expect(asked('gone', 'twice')).rejects.toThrow(/^p\.toml:1: Unknown external checker "gone"/)
  await expect(asked('gone', 'nowhere')).rejects.toThrow(/^p\.toml:1: Unknown external checker "gone"/)
})

test('without checkers nothing is loaded', async () =>
  expect(await loadCheckers([], {} as Parameters<typeof loadCheckers>[1])).toBeUndefined()) // nothing of it may be looked at
