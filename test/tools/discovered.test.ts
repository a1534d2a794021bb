import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { childEnvironment } from '../../src/platform/process/child-environment.ts'
import { splitCommandLine } from '../../src/platform/process/shell-words.ts'
import { discoverTools } from '../../src/tools/discovered.ts'
import { passTime } from '../fakes/pass-time.ts'

const PANTRY = resolve(import.meta.dirname, '../fakes/bin/pantry.js')
const outputDir = mkdtempSync(join(tmpdir(), 'mcp-discovered-'))
afterAll(() => rmSync(outputDir, { recursive: true }))
const never = new AbortController().signal
const place = {
  cwd: outputDir,
  env: childEnvironment({ PATH: process.env.PATH, GITHUB_TOKEN: 'a-token-of-the-job' }, []),
  outputDir,
  timeoutMs: 60_000,
}
const command = (rest: string) => `"${process.execPath}" '${PANTRY}' ${rest}`

async function found(manner: string, call = `"${process.execPath}" '${PANTRY}'`) {
  const said: string[] = []
  const tools = await discoverTools(
    { discovery: command(`list ${manner}`), call },
    place,
    (text) => said.push(text),
    never,
  )
  const tool = (name: string) => tools.find((each) => each.name === name) ?? expect.fail(`there is no ${name}`)
  return { tools, said, tool }
}

test.each(['bare', 'older', 'newer', 'gemini'])('declarations are understood in the form: %s', async (manner) => {
  const { tools, said } = await found(manner)
  expect(tools.map(({ name, shortName }) => [name, shortName])).toEqual([
    ['discovered_tool_weigh', 'weigh'],
    ['discovered_tool_spill', 'spill'],
  ])
  const [weigh, spill] = tools
  expect(weigh?.declare().parameters).toEqual({
    type: 'object',
    properties: { thing: { type: 'string' } },
    required: ['thing'],
  })
  expect(weigh?.declare().description).toMatch(
    /^Weighs a thing\.\n\nThis tool comes from the repository's discovery command/,
  )
  expect(spill?.declare().parameters).toEqual({ type: 'object', properties: {} })
  expect(spill?.declare().description).toMatch(/^The repository gives this tool no description\.\n\n/)
  expect(said).toEqual(
    manner === 'newer'
      ? [
          'Discovered 2 tools with no name. Skipping.',
          'Discovered two tools named discovered_tool_weigh. Using the first.',
        ]
      : [],
  )
})

test('a call gets its parameters as JSON, no credential, and answers with its output', async () => {
  const weigh = (await found('bare')).tool('discovered_tool_weigh')
  expect(weigh.parse({ wait_for_previous: true })).toEqual({
    ok: false,
    text: "params must have required property 'thing'",
  })
  expect(weigh.parse({ thing: 'flour', wait_for_previous: true })).toEqual({ ok: true, args: { thing: 'flour' } })
  expect(await weigh.run({ thing: 'flour "white"' }, never)).toMatchObject({
    ok: true,
    content: '<untrusted_context>\nflour "white" weighs 3 stone; no token\n</untrusted_context>',
  })
  const long = await weigh.run({ thing: 'x'.repeat(60_000) }, never)
  expect(long).toMatchObject({ ok: true, content: expect.stringContaining('Output too large.') })
  expect(long.shortened?.length).toBeGreaterThan(60_000)
  expect(long).toMatchObject({ content: expect.stringContaining(join(outputDir, 'discovered_tool_weigh-2.txt')) })
})

test.each([
  [
    'an exit code',
    'discovered_tool_spill',
    undefined,
    'Stdout: some went \nStderr: Something went wrong\nError: (none)\nExit Code: 1\nSignal: (none)',
  ],
  [
    'words on standard error alone',
    'discovered_tool_spill',
    command('unknown'),
    'Stdout: (empty)\nStderr: a warning only\nError: (none)\nExit Code: 0\nSignal: (none)',
  ],
  [
    'a signal',
    'discovered_tool_spill',
    command('"odd name!"'),
    'Stdout: (empty)\nStderr: (empty)\nError: (none)\nExit Code: (none)\nSignal: SIGTERM',
  ],
  [
    'no such program',
    'discovered_tool_spill',
    'no-such-program',
    /Error: spawn no-such-program ENOENT\nExit Code: \(none\)\nSignal: \(none\)/,
  ],
])('%s is a failure with five facts', async (_, name, call, report) => {
  const result = await (await found('bare', call)).tool(name).run({}, never)
  expect(result).toMatchObject({ ok: false, reason: 'discovered_tool_execution_error' })
  if (!result.ok) expect(result.text).toMatch(typeof report === 'string' ? `<untrusted_context>\n${report}\n` : report)
})

describe('a failing discovery says how to fix it', () => {
  test.each([
    ['fail', 'Tool discovery command failed with exit code 5. Its standard error: the pantry is locked'],
    ['flood', 'Tool discovery command output exceeded size limit of 10485760 bytes.'],
    ['words', /^Tool discovery command did not return a JSON array of tools: /],
    ['object', 'Tool discovery command did not return a JSON array of tools.'],
  ])('%s', async (manner, message) => {
    await expect(found(manner)).rejects.toThrow(message)
  })

  const LIST = command('list bare')
  test.each([
    ['', LIST, 'Tool discovery command is empty or contains only whitespace.'],
    [' \t', LIST, 'Tool discovery command is empty or contains only whitespace.'],
    ['| cat', LIST, 'Tool discovery command must start with a program name.'],
    [
      'cat tools.json | jq .',
      LIST,
      /Tool discovery command needs a shell.*Put "cat tools\.json \| jq \." into a script/,
    ],
    ['no-such-program', LIST, 'Tool discovery command could not be started: spawn no-such-program ENOENT.'],
    [LIST, undefined, 'tools.callCommand is missing'],
    [LIST, '>x', 'Tool call command must start with a program name.'],
  ])('%j with %j', async (discovery, call, message) => {
    await expect(discoverTools({ discovery, call }, place, () => undefined, never)).rejects.toThrow(message)
  })
})

test('a call that takes too long is ended, and says so', async () => {
  writeFileSync(join(outputDir, 'tools.json'), JSON.stringify([{ name: 'wait', description: 'Waits.' }]))
  writeFileSync(join(outputDir, 'wait.sh'), 'touch waits; exec sleep 300')
  const [wait] = await discoverTools({ discovery: 'cat tools.json', call: 'sh wait.sh' }, place, () => undefined, never)
  const waits = () => existsSync(join(outputDir, 'waits'))
  const result = await passTime(async () => wait?.run({}, never), waits, place.timeoutMs)
  expect(result).toMatchObject({ ok: false, reason: 'discovered_tool_execution_error' })
  expect(result).toMatchObject({ text: expect.stringContaining('Error: It was terminated: it took too long.') })
})

test('a call that is stopped is cancelled', async () => {
  const stop = new AbortController()
  stop.abort()
  const weigh = (await found('bare')).tool('discovered_tool_weigh')
  expect(await weigh.run({ thing: 'flour' }, stop.signal)).toMatchObject({ ok: false, reason: 'cancelled' })
})

test.each<[string, string[] | undefined]>([
  ['python tools.py --all', ['python', 'tools.py', '--all']],
  [`"a b" 'c "d"' e\\ f g"h"'i'`, ['a b', 'c "d"', 'e f', 'ghi']],
  ['echo "a \\"b\\" \\n"', ['echo', 'a "b" \\n']],
  ['list *.json $HOME', ['list', '*.json', '$HOME']],
  ['a; b', undefined],
  ['a && b', undefined],
  ['a $(b)', undefined],
  ['a `b`', undefined],
  ['a "b', undefined],
  ['', undefined],
])('the words of %j', (line, words) => expect(splitCommandLine(line)).toEqual(words))
