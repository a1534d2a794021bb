import { appendFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { harmless, openRunner } from '../../src/github/runner.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-runner-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A runner with empty files, and what it printed. */
async function open(name: string) {
  const path = (kind: string) => join(folder, `${name}-${kind}`)
  const env = {
    GITHUB_OUTPUT: path('output'),
    GITHUB_STATE: path('state'),
    GITHUB_STEP_SUMMARY: path('summary'),
    STATE_phase: 'announced',
  }
  for (const file of [env.GITHUB_OUTPUT, env.GITHUB_STATE, env.GITHUB_STEP_SUMMARY]) await writeFile(file, '')
  const printed: string[] = []
  return {
    runner: openRunner(env, (text) => printed.push(text)),
    printed,
    read: (kind: string) => readFile(path(kind), 'utf8'),
    file: path,
  }
}

/** What the runner would read: `NAME<<DELIMITER`, lines, the delimiter. */
function pairs(text: string): [string, string][] {
  const found: [string, string][] = []
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at++) {
    const [, name, delimiter] = /^(.+?)<<(.+)$/.exec(lines[at] ?? '') ?? []
    if (name === undefined || delimiter === undefined) continue
    const end = lines.indexOf(delimiter, at + 1)
    found.push([name, lines.slice(at + 1, end).join('\n')])
    at = end
  }
  return found
}

test('outputs come back as they were set, whatever they hold', async () => {
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

test('outputs stay within what GitHub takes together; text is cut, JSON replaced, and both are said', async () => {
  const { runner, printed, read } = await open('limits')
  runner.setOutput('text', '😀'.repeat(300_000))
  runner.setOutput('stats', JSON.stringify({ a: 'x'.repeat(600_000) }), '{}')
  runner.setOutput('small', 'kept')
  const found = Object.fromEntries(pairs(await read('output')))
  const total = Object.entries(found).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  expect(total).toBeLessThanOrEqual(500_000)
  expect(found.text).toMatch(/^(?:😀)+\n… \(cut\)$/u)
  expect(found.stats).toBe('{}')
  expect(found.small).toBe('kept')
  expect(printed.join('')).toMatch(
    /^::warning::The output text has 600000 characters.*cut\.\r?\n::warning::The output stats has .*left out\.\r?\n$/,
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
  runner.summary('# One')
  runner.summary('Two')
  expect(await read('summary')).toBe('# One\nTwo\n')
})

test('a summary that is too long is cut between lines, with fences and folds closed', async () => {
  const { runner, read } = await open('long-summary')
  runner.summary('kept')
  runner.summary(
    `<details><summary>log</summary>\n\n\`\`\`\`\n${'</details> ünï\n'.repeat(100_000)}\`\`\`\`\n</details>`,
  )
  runner.summary('no room left for this, and nothing is broken')
  const text = await read('summary')
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000)
  expect(Buffer.byteLength(text)).toBeGreaterThan(900_000)
  expect(text).toContain('\n</details> ünï\n````\n</details>\n\nThe summary was cut here')
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
  test(`no command is left in ${JSON.stringify(text)}`, () => {
    expect(commandsIn(text)).not.toEqual([])
    expect(commandsIn(harmless(text))).toEqual([])
    expect(harmless(text).replaceAll('\u200b', '')).toBe(text)
  })

for (const text of ['a::b', 'std::vector<int>', 'x ::y', '## [link]', '# heading\n\n1: 2'])
  test(`log leaves ${JSON.stringify(text)} alone`, async () => expect(harmless(text)).toBe(text))

test('logged text is never a command', async () => {
  const { runner, printed } = await open('log')
  runner.log('::error::x')
  expect(commandsIn(printed.join(''))).toEqual([])
})

test('without a runner nothing is written and nothing fails', () => {
  const printed: string[] = []
  const runner = openRunner({}, (text) => printed.push(text))
  runner.setOutput('a', 'b')
  runner.saveState('a', 'b')
  runner.summary('x')
  expect(printed).toEqual([])
})

const tampering: [name: string, tamper: (path: string) => Promise<unknown>][] = [
  ['appended to', (path) => appendFile(path, 'EVIL=1\n')],
  ['emptied', (path) => writeFile(path, '')],
  ['gone', (path) => rm(path)],
  ['a link to elsewhere', (path) => rm(path).then(() => symlink(join(folder, 'elsewhere'), path))],
  ['a folder', (path) => rm(path).then(() => mkdir(path))],
]
for (const [name, tamper] of tampering)
  test(`a file of the runner that is ${name} is put back as we left it`, async () => {
    const { runner, printed, read, file } = await open(`tampered ${name}`)
    runner.setOutput('before', '1')
    runner.restore()
    expect(printed).toEqual([])
    const whole = await read('output')
    await tamper(file('output'))
    runner.setOutput('between', '1½')
    runner.restore()
    expect((await read('output')).startsWith(whole)).toBe(true)
    expect(printed.join('')).toMatch(/^::warning::Something .* wrote to GITHUB_OUTPUT\. It was undone/)
    runner.setOutput('after', '2')
    expect(pairs(await read('output'))).toEqual([
      ['before', '1'],
      ['between', '1½'],
      ['after', '2'],
    ])
  })
