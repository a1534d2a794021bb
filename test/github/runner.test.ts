import { appendFile, link, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { localRunner } from '../../src/commands/run.ts'
import { escapeWorkflowCommands, openRunner } from '../../src/github/runner.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-runner-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const { write } = process.stdout
const environment = { ...process.env }
afterEach(() => {
  process.stdout.write = write
  process.env = { ...environment }
})

/** The runner of this process, with empty files, and what it prints until the end of the test. */
async function open(name: string) {
  const path = (kind: string) => join(folder, `${name}-${kind}`)
  const env = {
    GITHUB_OUTPUT: path('output'),
    GITHUB_STATE: path('state'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary'), // @actions/core finds it once a process
    STATE_phase: 'announced',
  }
  for (const file of [env.GITHUB_OUTPUT, env.GITHUB_STATE, env.GITHUB_STEP_SUMMARY]) await writeFile(file, '')
  Object.assign(process.env, env)
  const printed: string[] = []
  process.stdout.write = (text: string | Uint8Array) => printed.push(String(text)) > 0
  return {
    runner: openRunner(process.env),
    printed,
    read: (kind: string) => readFile(kind === 'summary' ? env.GITHUB_STEP_SUMMARY : path(kind), 'utf8'),
    file: path,
  }
}

/** Parses a file like the runner: `NAME<<DELIMITER`, lines, the delimiter. */
function pairs(text: string): [string, string][] {
  const outputs: [string, string][] = []
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at++) {
    const [, name, delimiter] = /^(.+?)<<(.+)$/.exec(lines[at] ?? '') ?? []
    if (name === undefined || delimiter === undefined) continue
    const end = lines.indexOf(delimiter, at + 1)
    outputs.push([name, lines.slice(at + 1, end).join('\n')])
    at = end
  }
  return outputs
}

test('outputs are stored as they were set, whatever they contain', async () => {
  const { runner, read } = await open('outputs')
  const values = {
    plain: 'x',
    empty: '',
    lines: 'a\nb\n\nc',
    forged: 'x\nsluice_0\nother<<EOF\nevil\nEOF\n',
    json: '{"a":"<<"}',
  }
  for (const [name, value] of Object.entries(values)) runner.setOutput(name, value)
  expect(pairs(await read('output'))).toEqual(Object.entries(values))
})

test('two outputs never share a delimiter', async () => {
  const { runner, read } = await open('delimiters')
  runner.setOutput('a', '1')
  runner.setOutput('b', '2')
  const delimiters = [...(await read('output')).matchAll(/<<(.+)/g)].map(([, delimiter]) => delimiter)
  expect(new Set(delimiters).size).toBe(2)
})

test('all outputs together stay within GitHub’s limit: text is truncated, JSON replaced, both with a warning', async () => {
  const { runner, printed, read } = await open('limits')
  runner.setOutput('text', '😀'.repeat(300_000))
  runner.setOutput('stats', JSON.stringify({ a: 'x'.repeat(600_000) }), '{}')
  runner.setOutput('small', 'kept')
  const found = Object.fromEntries(pairs(await read('output')))
  const total = Object.entries(found).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  expect(total).toBeLessThanOrEqual(500_000)
  expect(found.text).toMatch(/^(?:😀)+\n… \(truncated\)$/u)
  expect(found.stats).toBe('{}')
  expect(found.small).toBe('kept')
  expect(printed.join('')).toMatch(
    /^::warning::The output text has 600000 characters.*truncated\.\r?\n::warning::The output stats has .*left out\.\r?\n$/,
  )
})

test('state goes to its file and comes back from the environment', async () => {
  const { runner, read } = await open('state')
  runner.saveState('comment', '17')
  expect(pairs(await read('state'))).toEqual([['comment', '17']])
  expect(runner.getState('phase')).toBe('announced')
  expect(runner.getState('nothing')).toBe('')
})

test('a summary is appended', async () => {
  const { runner, read } = await open('summary')
  await runner.summary('# One')
  await runner.summary('Two')
  expect(await read('summary')).toBe('# One\nTwo\n')
})

test('a summary that is too long is truncated between lines, with fences and details closed', async () => {
  const { runner, read } = await open('long-summary')
  await runner.summary('kept')
  await runner.summary(
    `<details><summary>log</summary>\n\n\`\`\`\`\n${'</details> ünï\n'.repeat(100_000)}\`\`\`\`\n</details>`,
  )
  await runner.summary('no room left for this, and nothing is broken')
  const text = await read('summary')
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000)
  expect(Buffer.byteLength(text)).toBeGreaterThan(900_000)
  expect(text).toContain('\n</details> ünï\n````\n</details>\n\nThe summary was truncated here')
})

test('every line of a secret is masked, and commands carry any text', async () => {
  const { runner, printed } = await open('commands')
  runner.mask('-----BEGIN-----\nabc%\n\n-----END-----')
  runner.annotate('error', '50% of\nlines', { title: 'a:b,c', file: 'src/a.ts', line: 3 })
  runner.annotate('notice', 'plain')
  expect(printed.map((line) => line.trimEnd())).toEqual([
    '::add-mask::-----BEGIN-----%0Aabc%25%0A%0A-----END-----',
    '::add-mask::-----BEGIN-----',
    '::add-mask::abc%25',
    '::add-mask::-----END-----',
    '::error title=a%3Ab%2Cc,file=src/a.ts,line=3::50%25 of%0Alines',
    '::notice::plain',
  ])
})

/** Lines as .NET reads them, and the two forms of commands as the runner looks for them in each. */
const commandsIn = (text: string) =>
  text.split(/\r\n|\r|\n/).filter((line) => /^[\s\u0085]*::/.test(line) || line.includes('##['))

const hostile = [
  '::add-mask::x',
  '  \t::set-output name=a::b',
  'fine\n::stop-commands::x',
  'fine\r::error::x',
  '\u00a0::save-state::x',
  '\u0085::save-state::x',
  ':::::error::x',
  '##[group]x',
  'text before ##[command]x',
  '###[error]x',
  '::add-matcher::/tmp/m.json\r\n##[endgroup]',
]
for (const text of hostile)
  test(`no workflow command remains in ${JSON.stringify(text)}`, () => {
    expect(commandsIn(text)).not.toEqual([])
    expect(commandsIn(escapeWorkflowCommands(text))).toEqual([])
    expect(escapeWorkflowCommands(text).replaceAll('\u200b', '')).toBe(text)
  })

for (const text of ['a::b', 'std::vector<int>', 'x ::y', '## [link]', '# heading\n\n1: 2'])
  test(`log does not change ${JSON.stringify(text)}`, () => expect(escapeWorkflowCommands(text)).toBe(text))

test('logged text is never a command', async () => {
  const { runner, printed } = await open('log')
  runner.log('::error::x')
  expect(commandsIn(printed.join(''))).toEqual([])
})

test('a file that the runner does not have gets nothing, and nothing fails', async () => {
  const { printed } = await open('none')
  for (const name of ['GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY']) delete process.env[name]
  const runner = openRunner(process.env)
  runner.setOutput('a', 'b')
  runner.saveState('a', 'b')
  await runner.summary('x')
  expect(printed).toEqual([])
})

test('a variable for later steps is not set in this process', async () => {
  const { runner, file } = await open('variable')
  process.env.GITHUB_ENV = file('env')
  await writeFile(file('env'), '')
  const own = openRunner(process.env)
  own.setResult('GITHUB_ENV', 'GIT_DIR', '/elsewhere')
  expect(process.env.GIT_DIR).toBeUndefined()
  expect(pairs(await readFile(file('env'), 'utf8'))).toEqual([['GIT_DIR', '/elsewhere']])
  runner.setResult('GITHUB_OUTPUT', 'plan', 'x')
  expect(pairs(await readFile(file('output'), 'utf8'))).toEqual([['plan', 'x']])
})

test('without a runner only log and annotations are printed, and the summary is kept', async () => {
  const printed: string[] = []
  const { runner, summary } = localRunner((text) => printed.push(text))
  runner.setOutput('a', 'b')
  runner.mask('secret')
  runner.log('::error::x')
  runner.annotate('warning', 'careful')
  await runner.summary('# One')
  expect(printed).toEqual([':\u200b:error::x\n', 'warning: careful\n'])
  expect(summary()).toBe('# One\n')
})

const tampering: [name: string, tamper: (path: string) => Promise<unknown>][] = [
  ['appended to', (path) => appendFile(path, 'EVIL=1\n')],
  ['emptied', (path) => writeFile(path, '')],
  ['deleted', (path) => rm(path)],
  ['a link to elsewhere', (path) => rm(path).then(() => symlink(join(folder, 'elsewhere'), path))],
  ['a folder', (path) => rm(path).then(() => mkdir(path))],
]
for (const [name, tamper] of tampering)
  test(`a file of the runner that is ${name} is restored`, async () => {
    const { runner, printed, read, file } = await open(`tampered ${name}`)
    runner.setOutput('before', '1')
    runner.restore()
    expect(printed).toEqual([])
    const whole = await read('output')
    await tamper(file('output'))
    runner.setOutput('between', '1½')
    runner.restore()
    expect((await read('output')).startsWith(whole)).toBe(true)
    expect(printed.join('')).toMatch(
      /^::warning::A program of this run changed GITHUB_OUTPUT\. The change was undone\./,
    )
    runner.setOutput('after', '2')
    expect(pairs(await read('output'))).toEqual([
      ['before', '1'],
      ['between', '1½'],
      ['after', '2'],
    ])
  })

test.each([
  ['a folder', (path: string) => mkdir(path), 'it is not a regular file'],
  ['a loop of links', (path: string) => symlink(path, path), 'it is not a regular file'],
  ['in a folder that is not there', () => undefined, 'there is no such file', 'none/file'],
  ['below a file', (path: string) => writeFile(path, ''), 'there is no such file', '/file'],
  ['with a name that is too long', () => undefined, 'ENAMETOOLONG', 'x'.repeat(300)],
])(
  'a file of the runner that cannot be written is one error, and the rest goes on: %s',
  async (name, make, reason, more = '') => {
    const { printed, read } = await open(`broken-${name}`)
    const path = join(folder, `broken ${name}`)
    await make(path)
    process.env.GITHUB_OUTPUT = more.startsWith('/') ? path + more : `${path}${more}`
    const runner = openRunner(process.env)
    runner.setOutput('summary', 'fine')
    runner.setOutput('outcome', 'ok')
    runner.restore()
    await runner.summary('The result.')
    runner.saveState('phase', 'done')
    const errors = printed.filter((line) => line.startsWith('::error'))
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain('GITHUB_OUTPUT (')
    expect(errors[0]).toContain(reason)
    expect(errors[0]).toContain('Later steps do not get the outputs of this run.')
    expect(runner.isBroken()).toBe(true)
    expect(await read('summary')).toContain('The result.')
    expect(await read('state')).toContain('done')
  },
)

test('a file that the runner has not made yet is made', async () => {
  const { file, read } = await open('missing')
  await rm(file('output'))
  const runner = openRunner(process.env)
  runner.setOutput('outcome', 'ok')
  expect(pairs(await read('output'))).toEqual([['outcome', 'ok']])
  expect(runner.isBroken()).toBe(false)
})

test('a file that got another name is not written through it', async () => {
  const { runner, read, file } = await open('linked')
  const other = join(folder, 'other-name')
  await link(file('output'), other)
  runner.setOutput('plain', 'x')
  expect(await readFile(other, 'utf8')).toBe('')
  expect(pairs(await read('output'))).toEqual([['plain', 'x']])
})
