import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { HookResult } from '../../../src/agent/hooks/hook-output.ts'
import { runHookProgram } from '../../../src/agent/hooks/hook-runner.ts'
import { childEnvironment } from '../../../src/platform/process/child-environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'hooks-'))
const spaced = join(folder, 'a b')
mkdirSync(spaced)
afterAll(() => rmSync(folder, { recursive: true }))

const place = {
  cwd: folder,
  env: childEnvironment(process.env, []),
  session: 'session-1',
  transcriptPath: join(folder, 'run', 'transcript.jsonl'),
}
const hear = (command: string, given: { input?: object; timeoutMs?: number; env?: object; cwd?: string } = {}) =>
  runHookProgram(
    { command, timeoutMs: given.timeoutMs ?? 20_000, env: { ...given.env } },
    { ...given.input },
    { ...place, cwd: given.cwd ?? place.cwd },
  )

const crashed = (reason: string) => ({ reason, crashed: true })
const unheard = (reason: string) => ({ reason, crashed: false })
const allow = (systemMessage: string) => ({ decision: 'allow' as const, systemMessage })
const deny = (reason: string) => ({ decision: 'deny' as const, reason })
const json = (value: unknown) => `printf %s '${JSON.stringify(value)}'`

const answers: [row: string, command: string, heard: HookResult][] = [
  ['1: text', 'echo hello', { ok: true, output: allow('hello') }],
  [
    '2: text and 1 is a warning',
    'echo hello; exit 1',
    { ok: false, output: allow('Warning: hello'), failure: crashed('hello') },
  ],
  ['3: text and 2 is a no', 'echo hello; exit 2', { ok: false, output: deny('hello') }],
  ['4: stderr where stdout is blank', 'echo oops >&2; exit 2', { ok: false, output: deny('oops') }],
  ['5: stderr also with 0', 'echo oops >&2', { ok: true, output: allow('oops') }],
  ['6: a silent 2 is a no', 'exit 2', { ok: false, output: { decision: 'deny' } }],
  ['6: a silent 1', 'exit 1', { ok: false, failure: crashed('It ended with exit code 1.') }],
  ['6: a silent 3', 'exit 3', { ok: false, failure: crashed('It ended with exit code 3.') }],
  ['text and 3 is a no', 'echo hello; exit 3', { ok: false, output: deny('hello') }],
  ['8: JSON', json({ decision: 'deny' }), { ok: true, output: { decision: 'deny' } }],
  [
    '9: 2 is a no, whatever the JSON says',
    `${json({ decision: 'allow' })}; exit 2`,
    { ok: false, output: { decision: 'deny' } },
  ],
  ['9: JSON goes before 3', `${json({ decision: 'allow' })}; exit 3`, { ok: false, output: { decision: 'allow' } }],
  ['10: JSON and 1', `${json(deny('no'))}; exit 1`, { ok: false, output: deny('no') }],
  ['11: JSON on stderr', `${json(deny('no'))} >&2; exit 2`, { ok: false, output: deny('no') }],
  ['12: an array says nothing', 'echo "[1,2]"', { ok: true, output: {} }],
  ['13: a number says nothing', 'echo 42', { ok: true }],
  ['13: null says nothing', 'echo null', { ok: true }],
  ['13: true says nothing', 'echo true', { ok: true }],
  ['13: a number and 2', 'echo 42; exit 2', { ok: false, output: { decision: 'deny' } }],
  ['14: JSON in JSON', json(JSON.stringify(deny('twice'))), { ok: true, output: deny('twice') }],
  ['15: a JSON string is text', `printf %s '"plain"'`, { ok: true, output: allow('"plain"') }],
  ['16: not quite JSON', "echo '{bad json'", { ok: true, output: allow('{bad json') }],
  [
    '17: a log line before JSON',
    `echo starting; ${json({ decision: 'deny' })}`,
    { ok: true, output: { decision: 'deny' } },
  ],
  [
    'colors',
    String.raw`printf '\033[1;39m{\033[0m\033[34;1m"decision"\033[0m: \033[32m"deny"\033[0m}'`,
    { ok: true, output: { decision: 'deny' } },
  ],
  ['UTF-16', `printf '${[...'{"decision":"deny"}'].join('\\000')}'`, { ok: true, output: { decision: 'deny' } }],
  [
    'JSON without a key is a message',
    json({ level: 'info' }),
    { ok: true, output: { level: 'info', systemMessage: '{"level":"info"}' } },
  ],
  ['18: stdout goes before stderr', 'echo out; echo err >&2; exit 2', { ok: false, output: deny('out') }],
  ['20: too slow', 'sleep 5', { ok: false, failure: unheard('Hook timed out after 200ms') }],
  [
    '20: too slow, whatever it said',
    'echo hello; sleep 5',
    { ok: false, failure: unheard('Hook timed out after 200ms') },
  ],
  ['21: killed', 'kill -9 $$', { ok: false, failure: unheard('It was terminated by SIGKILL.') }],
  [
    'killed below a shell',
    "sh -c 'kill -9 $$'; exit $?",
    { ok: false, failure: unheard('It was terminated by signal 9.') },
  ],
  [
    '21: killed after a no',
    `${json({ decision: 'deny' })}; kill -9 $$`,
    { ok: false, output: { decision: 'deny' }, failure: unheard('It was terminated by SIGKILL.') },
  ],
  ['a log line after JSON', `${json(deny('no'))}; echo; echo done`, { ok: true, output: deny('no') }],
  ['an open brace in a log line', `echo 'a {'; echo done`, { ok: true, output: allow('a {\ndone') }],
  [
    'of several objects the strictest',
    `echo '{"decision":"allow"} {"decision":"deny","reason":"no"} {"decision":"allow"}'`,
    { ok: true, output: deny('no') },
  ],
  ['of several objects one that stops', `echo '{"a":1}{"continue":false}'`, { ok: true, output: { continue: false } }],
  ['a list of decisions', json([deny('no'), { decision: 'allow' }]), { ok: true, output: deny('no') }],
  [
    'JSON without a decision',
    `echo 'log {"level":"info","reason":"x"}'`,
    { ok: true, output: allow('log {"level":"info","reason":"x"}') },
  ],
  ['a key below what a program prints', json({ input: { decision: 'x' } }), { ok: true, output: {} }],
  ['null is absent', json({ decision: null, reason: null }), { ok: true, output: {} }],
  [
    'the older place of a verdict',
    json({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'old' } }),
    { ok: true, output: deny('old') },
  ],
  [
    'the older place cannot take a no back',
    json({ decision: 'block', reason: 'new', hookSpecificOutput: { permissionDecision: 'allow' } }),
    { ok: true, output: { decision: 'block', reason: 'new' } },
  ],
  [
    'the older place may ask',
    json({ decision: 'allow', hookSpecificOutput: { permissionDecision: 'ask' } }),
    { ok: true, output: { decision: 'ask' } },
  ],
]
for (const [row, command, heard] of answers)
  test.concurrent(`hook answers: ${row}`, async () =>
    expect(await hear(command, row.startsWith('20') ? { timeoutMs: 200 } : {})).toMatchObject(heard))

const nonsense: [what: string, command: string, reason: RegExp][] = [
  ['7: a program that is not there', 'no-such-program-anywhere', /command not found/],
  ['7: a program that cannot run', '/etc/passwd', /[Pp]ermission denied/],
  ['an unknown decision', json({ decision: 'perhaps' }), /output is invalid: decision/],
  ['a word for a boolean', json({ continue: 'false' }), /output is invalid: continue/],
  ['arguments that are a list', json({ hookSpecificOutput: { tool_input: [1] } }), /hookSpecificOutput\.tool_input/],
  ['a quotation mark in the reason', `printf %s '{"decision":"deny","reason":"not rm "x""}'`, /looks like a decision/],
  ['a line break in the reason', `printf '{"decision":"deny","reason":"a\\nb"}'`, /looks like a decision/],
  ['a trailing comma', `echo '{"decision":"deny",}'`, /looks like a decision/],
  ['a cut answer', `echo '{"decision":"deny","rea'; exit 1`, /looks like a decision/],
  ['a cut answer after a whole one', `echo '{"decision":"allow"} {"continue": fal'`, /looks like a decision/],
  ['an answer in the notation of Python', `echo "{'decision': 'deny'}"`, /looks like a decision/],
  ['an answer in YAML', `printf 'log\ndecision: deny\n'`, /looks like a decision/],
  ['quoted JSON after a log line', `printf '%s' 'log "{\\"decision\\":\\"deny\\"}"'`, /looks like a decision/],
  ['an answer in a comment', `echo '{"reason":""} // ","decision":"deny"}'`, /looks like a decision/],
  ['a bare word', 'echo DENY', /looks like a decision/],
  ['a bare word in quotation marks', `echo '"block"'`, /looks like a decision/],
  [
    'a decision that the command replaces',
    `echo '{"decision":"deny","reason":"","decision":"allow","x":""}'`,
    /a key twice/,
  ],
  [
    'a decision that an escaped key replaces',
    `printf %s '{"decision":"deny","\\u0064ecision":"allow"}'`,
    /a key twice/,
  ],
  [
    'an older decision that the command replaces',
    `echo '{"hookSpecificOutput":{"permissionDecision":"deny","a":"","permissionDecision":"allow"}}'`,
    /a key twice/,
  ],
  ['a key in capital letters', json({ Decision: 'deny' }), /unknown key "Decision"/],
  ['a key in the wrong place', json({ permissionDecision: 'deny' }), /"permissionDecision" in the wrong place/],
  ['a key below another', json({ hookSpecificOutput: { continue: false } }), /"continue" in the wrong place/],
  ['quotation marks of a text processor', 'echo "{“decision”: “deny”}"', /looks like a decision/],
  ['a page', `echo '{&quot;decision&quot;: &quot;deny&quot;}'`, /looks like a decision/],
  ['the word in a list', `echo '["deny"],'`, /looks like a decision/],
  [
    'an invalid object among others',
    `echo '{"decision":"allow"}{"decision":"perhaps"}'`,
    /output is invalid: decision/,
  ],
  ['an answer of megabytes', 'head -c 3000000 /dev/zero', /more than 1048576 bytes/],
]
for (const [what, command, reason] of nonsense)
  test.concurrent(`no answer: ${what}`, async () =>
    expect(await hear(command)).toMatchObject({ failure: { crashed: false, reason: expect.stringMatching(reason) } }))

test('a deleted working folder gives no answer', async () =>
  expect((await hear('echo hello', { cwd: join(folder, 'gone') })).failure?.reason).toMatch(/could not be started/))

test('19: a hook that echoes its input changes nothing', async () =>
  expect(await hear('cat', { input: { hook_event_name: 'BeforeTool', tool_input: { a: 1 } } })).toMatchObject({
    ok: true,
    output: { hook_event_name: 'BeforeTool', tool_input: { a: 1 } },
  }))

const variables: [row: string, command: string, printed: string][] = [
  ['23: unquoted', 'echo $GEMINI_PROJECT_DIR/x', `${spaced}/x`],
  [
    '23: unquoted it is one word',
    'printf "<%s>" $GEMINI_PROJECT_DIR/x $CLAUDE_PROJECT_DIR',
    `<${spaced}/x><${spaced}>`,
  ],
  ['24: in double quotes', 'echo "$GEMINI_PROJECT_DIR/x"', `${spaced}/x`],
  ['25: in braces', 'echo "${GEMINI_PROJECT_DIR}/x"', `${spaced}/x`],
  ['in single quotes it is text', "echo '$GEMINI_CWD'", '$GEMINI_CWD'],
  ['escaped it is text', 'echo \\$GEMINI_CWD', '$GEMINI_CWD'],
  ['26: a longer name is another variable', 'echo "<$GEMINI_CWDX>"', '<>'],
  ['session and plans', 'echo $GEMINI_SESSION_ID $GEMINI_PLANS_DIR', `session-1 ${join(folder, 'run', 'plans')}`],
  ["the hook's own come last", 'echo $GEMINI_CWD $MINE', 'elsewhere yes'],
]
for (const [row, command, printed] of variables)
  test.concurrent(`variables of a hook: ${row}`, async () => {
    const env = row.startsWith('the hook') ? { GEMINI_CWD: 'elsewhere', MINE: 'yes' } : {}
    expect((await hear(command, { cwd: spaced, env })).output?.systemMessage).toBe(printed)
  })

test('27, E01, E03: a hook gets no secrets, runner files or variables that load code', async () => {
  const env = childEnvironment(
    {
      PATH: process.env.PATH,
      GITHUB_SHA: 'abc',
      MY_SECRET: 's',
      FOO_BAR: 'f',
      GEMINI_API_KEY: 'k',
      INPUT_GITHUB_TOKEN: 't',
      ACTIONS_RUNTIME_TOKEN: 'r',
      GITHUB_ENV: '/tmp/env',
      LD_PRELOAD: '/tmp/x.so',
      BASH_ENV: '/tmp/x.sh',
      NODE_OPTIONS: '--require /tmp/x.js',
      PYTHONSTARTUP: '/tmp/x.py',
      npm_config_prefix: '/tmp',
    },
    [],
  )
  const { output } = await runHookProgram({ command: 'env', timeoutMs: 60_000, env: {} }, {}, { ...place, env })
  const names = (output?.systemMessage ?? '').split('\n').map((line) => line.split('=', 1)[0])
  expect(names).toContain('PATH')
  expect(names).toContain('GEMINI_PROJECT_DIR')
  expect(
    names.filter((name) =>
      /SECRET|FOO|API_KEY|INPUT_|ACTIONS_|GITHUB_|LD_|BASH_ENV|NODE_|PYTHON|npm_/.test(name ?? ''),
    ),
  ).toEqual([])
})

test('a hook may ignore its input', async () =>
  expect(await hear('echo hello', { input: { big: 'x'.repeat(1_000_000) } })).toMatchObject({ ok: true }))

test('a hook runs in the isolation that it gets', async () => {
  const heard = await runHookProgram(
    { command: 'echo hello', timeoutMs: 60_000, env: {} },
    {},
    { ...place, wrap: (argv) => ['env', 'WRAPPED=yes', 'sh', '-c', '"$@"; echo $WRAPPED', 'sh', ...argv] },
  )
  expect(heard.output?.systemMessage).toBe('hello\nyes')
})

test('K13: no process of a hook survives its timeout or its answer', async () => {
  const beat = join(folder, 'beat')
  const daemon = `(while :; do date +%s%N > '${beat}'; sleep 0.05; done) >/dev/null 2>&1 &`
  await hear(`${daemon} sleep 5`, { timeoutMs: 200 })
  await hear(`${daemon} echo done`)
  await hear(`setsid sh -c "${daemon.replaceAll('"', '')} wait" >/dev/null 2>&1 & sleep 0.2; echo done`)
  writeFileSync(beat, 'still')
  await sleep(200)
  expect(readFileSync(beat, 'utf8')).toBe('still')
})
