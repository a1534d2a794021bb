import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { UserError } from '../../src/platform/errors.ts'
import type { Argv } from '../../src/platform/process/run-program.ts'
import { type CheckerOptions, createSafetyCheck, type HistoryTurn } from '../../src/policy/checkers.ts'
import { formatProblem, loadPolicies } from '../../src/policy/rules/load.ts'
import { factsFrom } from './rules.ts'

const CHECKER: Argv = [process.execPath, join(import.meta.dirname, '../fakes/bin/checker.js')]
const PATH = process.env.PATH ?? ''

let cwd: string
beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-checkers-')))
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const kitWith = (given: Partial<CheckerOptions> = {}): CheckerOptions => ({
  cwd,
  workspaces: [cwd],
  env: { PATH },
  program: () => CHECKER,
  ...given,
})

/** `[[safety_checker]]` in TOML, without mistakes. */
function checkersFrom(...tables: string[]) {
  const { checkers, problems } = loadPolicies([{ tier: 'user', file: 'p.toml', text: tables.join('\n') }])
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join('\n'))
  return checkers
}
const external = (does: string, more = 'toolName = "*"') => `[[safety_checker]]
${more}
[safety_checker.checker]
type = "external"
name = "${does.toLowerCase()}"
config = { does = "${does}" }`
const inProcess = (config = '') => `[[safety_checker]]
toolName = "*"
[safety_checker.checker]
type = "in-process"
name = "allowed-path"
${config}`

/** The result of all checkers of these tables for a call, in one line. */
async function said(
  tables: string[],
  call: string,
  kit: CheckerOptions = kitWith(),
  mode: 'default' | 'yolo' = 'default',
) {
  const check = createSafetyCheck(checkersFrom(...tables), kit)
  const objection = await check?.(await factsFrom(call, mode), () => [], new AbortController().signal)
  return objection === undefined ? 'allow' : `${objection.verdict}: ${objection.reason}`
}

const ANSWERS: [does: string, expected: string | RegExp, kit?: Partial<CheckerOptions>][] = [
  ['allow', 'allow'],
  ['allowAndMore', 'allow'],
  ['deny', 'deny: not here'],
  ['ask', 'ask: are you sure?'],
  ['fail', 'deny: Safety checker "fail" exited with code 1: boom'],
  ['die', 'deny: Safety checker "die" was ended by SIGKILL'],
  ['denyWithoutReason', /^deny: Failed to parse output from safety checker "denywithoutreason": .*reason/s],
  ['askWithEmptyReason', /^deny: Failed to parse output/],
  ['unknownDecision', /^deny: Failed to parse output/],
  ['noJson', /^deny: Failed to parse output from safety checker "nojson": .*JSON/],
  ['jsonAndMore', /^deny: Failed to parse output/],
  ['twoAnswers', /^deny: Failed to parse output/],
  ['list', /^deny: Failed to parse output/],
  ['nothing', /^deny: Failed to parse output/],
  ['hang', 'deny: Safety checker "hang" timed out after 500ms', { timeoutMs: 500 }],
  ['hangForGood', 'deny: Safety checker "hangforgood" timed out after 500ms', { timeoutMs: 500 }],
  ['flood', 'deny: Safety checker "flood" printed more than 1048576 bytes'],
  ['allow', 'allow', { env: { PATH, CHECKER_DEAF: 'yes' } }],
  [
    'notThere',
    /^deny: Failed to spawn safety checker "notthere": .*ENOENT/,
    { program: () => ['/nonexistent/checker'] },
  ],
  ['noFolder', /^deny: Failed to spawn safety checker "nofolder": .*does not exist/, { cwd: '/nonexistent' }],
  [
    'noIsolation',
    'deny: Failed to run safety checker "noisolation": no such thing here',
    { isolate: () => Promise.reject(new Error('no such thing here')) },
  ],
]
describe('an external checker', () => {
  test.concurrent.each(ANSWERS.map(([does, expected, kit], row) => ({ row, does, expected, kit })))(
    '$row: $does',
    async ({ does, expected, kit }) => {
      const answer = await said([external(does)], 'read_file {"file_path":"a"}', kitWith(kit))
      if (typeof expected === 'string') expect(answer).toBe(expected)
      else expect(answer).toMatch(expected)
    },
  )

  test('a stopped run is not an approval', async () => {
    const check = createSafetyCheck(checkersFrom(external('allow')), kitWith())
    const objection = await check?.(await factsFrom('glob {}'), () => [], AbortSignal.abort())
    expect(objection).toMatchObject({ verdict: 'deny', reason: expect.stringContaining('stopped before') })
  })

  const history: HistoryTurn[] = [
    { user: { text: 'fix it' }, model: { text: 'sure', toolCalls: [{ name: 'glob', args: { a: 1 } }] } },
  ]
  const CONTEXTS: [name: string, required: string, context: object][] = [
    ['all of the context', '', { environment: true, history: true }],
    ['only the environment', 'required_context = ["environment"]', { environment: true }],
    ['only the history', 'required_context = ["history"]', { history: true }],
    ['none of it', 'required_context = []', {}],
  ]
  test.each(CONTEXTS)('gets its input: %s', async (_, required, context) => {
    const table = external('repeat').replace('config =', `${required}\nconfig =`)
    const isolate = async () => ({ wrap: (argv: Argv): Argv => ['env', 'WRAPPED=yes', ...argv] })
    const redact = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[redacted]'))
    const check = createSafetyCheck(
      checkersFrom(table),
      kitWith({ env: { PATH, ONLY: 'this' }, workspaces: ['/a', '/b'], isolate, redact }),
    )
    const call = await factsFrom('write_file {"file_path":"a b","content":"hunter2"}')
    const objection = await check?.(call, () => history, new AbortController().signal)
    const { question, env, cwd: at } = JSON.parse(objection?.reason ?? '')
    expect(question).toEqual({
      protocolVersion: '1.0.0',
      toolCall: { name: 'write_file', args: { file_path: 'a b', content: '[redacted]' } },
      context: {
        environment: 'environment' in context ? { cwd, workspaces: ['/a', '/b'] } : undefined,
        history: 'history' in context ? { turns: history } : undefined,
      },
      config: { does: 'repeat' },
    })
    expect(at).toBe(cwd)
    expect(Object.keys(env).sort()).toEqual(['ONLY', 'PATH', 'SLUICE_COMMAND', 'WRAPPED'])
  })
})

const shell = (conditions: string) => `toolName = "run_shell_command"\n${conditions}`
const MATCHING: [name: string, conditions: string, call: string, asked: boolean, mode?: 'yolo'][] = [
  ['every tool', 'toolName = "*"', 'glob {}', true],
  ['the tool', 'toolName = "glob"', 'glob {}', true],
  ['another tool', 'toolName = "read_file"', 'glob {}', false],
  ['one of some tools', 'toolName = ["read_file", "glob"]', 'glob {}', true],
  ['an older name', 'toolName = "edit"', 'replace {}', true],
  ['the server', 'mcpName = "s"', 's__do {}', true],
  ['another server', 'mcpName = "t"', 's__do {}', false],
  ['a tool of no server', 'mcpName = "*"', 'glob {}', false],
  ['the arguments', `toolName = "glob"\nargsPattern = '"pattern":"\\.env'`, 'glob {"pattern":".env*"}', true],
  ['other arguments', `toolName = "glob"\nargsPattern = '"pattern":"\\.env'`, 'glob {"pattern":"src"}', false],
  ['the command', shell('commandPrefix = "git push"'), '$ git push origin', true],
  ['another command', shell('commandPrefix = "git push"'), '$ git pull', false],
  ['a command among others', shell('commandPrefix = "git push"'), '$ ls && (git push)', true],
  ['a command that cannot be known', shell('commandPrefix = "git push"'), '$ $RUN push', true],
  ['the mode', 'toolName = "*"\nmodes = ["yolo"]', 'glob {}', true, 'yolo'],
  ['another mode', 'toolName = "*"\nmodes = ["yolo"]', 'glob {}', false],
]
test.concurrent.each(MATCHING)('a checker for %s', async (_, conditions, call, asked, mode = undefined) => {
  expect(await said([external('deny', conditions)], call, kitWith(), mode)).toBe(asked ? 'deny: not here' : 'allow')
})

const weak = (does: string) => external(does, 'toolName = "*"\npriority = 1')
const strong = (does: string) => external(does, 'toolName = "*"\npriority = 900')
const SEVERAL: [name: string, tables: string[], expected: string][] = [
  ['all agree', [weak('allow'), strong('allowAndMore')], 'allow'],
  ['a denial is a denial, whoever agrees', [strong('allow'), weak('deny')], 'deny: not here'],
  ['a denial beats a question', [strong('ask'), weak('deny')], 'deny: not here'],
  ['a question beats agreement', [strong('ask'), weak('allow')], 'ask: are you sure?'],
  [
    'the strongest speaks first',
    [weak('deny'), strong('fail')],
    'deny: Safety checker "fail" exited with code 1: boom',
  ],
]
test.concurrent.each(SEVERAL)('several checkers: %s', async (_, tables, expected) => {
  expect(await said(tables, 'glob {}')).toBe(expected)
})

test('an objection names its checker', async () => {
  const check = createSafetyCheck(checkersFrom(external('allow'), external('deny')), kitWith())
  const objection = await check?.(await factsFrom('glob {}'), () => [], new AbortController().signal)
  expect(objection?.rule).toMatchObject({ file: 'p.toml', line: 7, checker: { name: 'deny' } })
})

test('an in-process checker that breaks or never answers denies', async () => {
  const ask = async (check: () => Promise<never>) => {
    const checker = createSafetyCheck(checkersFrom(inProcess()), kitWith({ timeoutMs: 50 }), {
      'allowed-path': () => check,
    })
    return checker?.(await factsFrom('glob {}'), () => [], new AbortController().signal)
  }
  expect(await ask(() => new Promise(() => undefined))).toMatchObject({
    verdict: 'deny',
    reason: 'Failed to run in-process checker "allowed-path": Checker timed out after 50ms',
  })
  expect(await ask(() => Promise.reject(new Error('boom')))).toMatchObject({
    verdict: 'deny',
    reason: 'Failed to run in-process checker "allowed-path": boom',
  })
})

test('a checker has five seconds unless the caller says otherwise', async () => {
  vi.useFakeTimers()
  try {
    const silent = createSafetyCheck(checkersFrom(inProcess()), kitWith(), {
      'allowed-path': () => () => new Promise(() => undefined),
    })
    const objection = silent?.(await factsFrom('glob {}'), () => [], new AbortController().signal)
    await vi.advanceTimersByTimeAsync(4999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await objection).toMatchObject({
      verdict: 'deny',
      reason: 'Failed to run in-process checker "allowed-path": Checker timed out after 5000ms',
    })
  } finally {
    vi.useRealTimers()
  }
})

test('without checkers nothing runs', () => expect(createSafetyCheck([], kitWith())).toBeUndefined())

test('invalid checkers are errors, all listed with their positions', () => {
  const rules = checkersFrom(
    inProcess('config = { included_args = "x" }'),
    external('gone'),
    inProcess('config = { exclude_args = ["x"] }'),
  )
  expect(() => createSafetyCheck(rules, kitWith({ program: () => undefined }))).toThrow(
    expect.objectContaining({
      constructor: UserError,
      message: expect.stringMatching(
        /^p\.toml:1: config of allowed-path: included_args must be a list of names\np\.toml:\d+: Unknown external checker "gone".*\np\.toml:\d+: config of allowed-path: .*exclude_args/,
      ),
    }),
  )
})

const NAMES: [type: string, name: string, ok: boolean][] = [
  ['in-process', 'Nope', false],
  ['in-process', 'zzz', false],
  ['in-process', 'allowed-path', true],
  ['external', 'Nope', false],
  ['external', 'a_b', false],
  ['external', '../x', false],
  ['external', '', false],
  ['external', 'zzz', true],
]
test.each(NAMES)('a checker called %s %j', (type, name, ok) => {
  const text = `[[safety_checker]]\ntoolName = "*"\nchecker = { type = "${type}", name = "${name}" }\n`
  const { problems } = loadPolicies([{ tier: 'user', file: 'p.toml', text }])
  expect(problems.map(formatProblem)).toEqual(
    ok ? [] : [expect.stringMatching(/^p\.toml:3:\d+: safety_checker 1: checker\.name /)],
  )
})

describe('allowed-path', () => {
  const OUTSIDE = (path: string, name: string) =>
    `deny: Path ${JSON.stringify(path)} in argument "${name}" is outside of the allowed workspace directories.`
  const SENSITIVE = (path: string, name = 'file_path') =>
    `deny: Access to sensitive path ${JSON.stringify(path)} in argument "${name}" is blocked.`
  const VSCODE = 'ask: Modifying .vscode configuration files requires explicit user confirmation.'
  let kit: CheckerOptions
  beforeAll(() => {
    for (const folder of ['w/src', 'w/other', 'elsewhere']) mkdirSync(join(cwd, folder), { recursive: true })
    writeFileSync(join(cwd, 'w/.git-file'), '')
    symlinkSync('/etc', join(cwd, 'w/src/to-etc'))
    symlinkSync(join(cwd, 'elsewhere/new'), join(cwd, 'w/src/dangling'))
    symlinkSync('loop', join(cwd, 'w/src/loop'))
    mkdirSync(join(cwd, 'w/src/.git'))
    symlinkSync('.git', join(cwd, 'w/src/plain-name'))
    symlinkSync(join(cwd, 'w/other'), join(cwd, 'w/src/to-other'))
    kit = kitWith({ cwd: join(cwd, 'w/src'), workspaces: [join(cwd, 'w/other')] })
  })

  const ROWS: [args: object, expected: string, config?: string][] = [
    [{ file_path: 'a.txt' }, 'allow'],
    [{ file_path: 'new/folder/a.txt' }, 'allow'],
    [{ file_path: '../x' }, OUTSIDE('../x', 'file_path')],
    [{ file_path: '/etc/passwd' }, OUTSIDE('/etc/passwd', 'file_path')],
    [{ file_path: 'to-etc/passwd' }, OUTSIDE('to-etc/passwd', 'file_path')],
    [{ file_path: 'dangling' }, OUTSIDE('dangling', 'file_path')],
    [{ file_path: 'loop' }, 'deny: Cannot resolve path "loop" in argument "file_path"'],
    [{ dir_path: '../other/y' }, 'allow'],
    [{ dir_path: 'to-other/y' }, 'allow'],
    [{ dir_path: '../othermore' }, OUTSIDE('../othermore', 'dir_path')],
    [{ source: '/etc' }, OUTSIDE('/etc', 'source')],
    [{ destination: '/etc' }, OUTSIDE('/etc', 'destination')],
    [{ src: '/etc', target: '/etc', content: '/etc', description: '/etc' }, 'allow'],
    [{ Path: '/etc' }, OUTSIDE('/etc', 'Path')],
    [{ FILE: '/etc' }, OUTSIDE('/etc', 'FILE')],
    [{ absolutePath: '/etc' }, OUTSIDE('/etc', 'absolutePath')],
    [{ profile: '/etc' }, OUTSIDE('/etc', 'profile')],
    [{ filename: '/etc' }, OUTSIDE('/etc', 'filename')],
    [{ nested: { file_path: '/etc' } }, OUTSIDE('/etc', 'nested.file_path')],
    [{ files: [{ path: '/etc' }] }, OUTSIDE('/etc', 'files.0.path')],
    [{ paths: ['a', '/etc/passwd'] }, OUTSIDE('/etc/passwd', 'paths.1')],
    [{ paths: [['/etc/passwd']] }, OUTSIDE('/etc/passwd', 'paths.0.0')],
    [{ file_path: '.git/config' }, SENSITIVE('.git/config')],
    [{ file_path: 'plain-name/config' }, SENSITIVE('plain-name/config')],
    [{ file_path: '.env' }, SENSITIVE('.env')],
    [{ file_path: 'a/node_modules/b' }, SENSITIVE('a/node_modules/b')],
    [{ file_path: '.GIT' }, SENSITIVE('.GIT')],
    [{ file_path: '.git.' }, SENSITIVE('.git.')],
    [{ file_path: '.env::$DATA' }, SENSITIVE('.env::$DATA')],
    [{ file_path: '.env.local' }, SENSITIVE('.env.local')],
    [{ file_path: 'gha-creds-1.json' }, SENSITIVE('gha-creds-1.json')],
    [{ file_path: '.gitignore' }, 'allow'],
    [{ file_path: '.vscode/x' }, VSCODE],
    [{ file_path: '.vscode/.git' }, SENSITIVE('.vscode/.git')],
    [{ file_path: '/etc/.vscode/x' }, OUTSIDE('/etc/.vscode/x', 'file_path')],
    [{ one_path: '.vscode/x', two_path: '/etc' }, VSCODE],
    [{ file_path: 'a\0b' }, 'deny: Cannot resolve path "a\\u0000b" in argument "file_path"'],
    [{ file_path: '' }, 'allow'],
    [{ file_path: 123, paths: [null, true], path: null }, 'allow'],
    [{ file_path: '..foo' }, 'allow'],
    [{}, 'allow'],
    [{ custom: '/etc' }, OUTSIDE('/etc', 'custom'), 'included_args = ["custom"]'],
    [
      { nested: { custom: '/etc' }, custom: 'x' },
      OUTSIDE('/etc', 'nested.custom'),
      'included_args = ["nested.custom"]',
    ],
    [{ custom: '/etc' }, 'allow', 'included_args = ["nested.custom"]'],
    [{ list: ['/etc'] }, OUTSIDE('/etc', 'list.0'), 'included_args = ["list"]'],
    [{ file_path: '/etc' }, 'allow', 'excluded_args = ["file_path"]'],
    [{ nested: { file_path: '/etc' } }, 'allow', 'excluded_args = ["nested"]'],
    [{ custom: '/etc' }, 'allow', 'included_args = ["custom"]\nexcluded_args = ["custom"]'],
  ]
  test.each(ROWS)('%j', async (args, expected, config = '') => {
    const table = inProcess(`[safety_checker.checker.config]\n${config}`)
    expect(await said([table], `a_tool ${JSON.stringify(args)}`, kit)).toBe(expected)
  })
})
