import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import {
  type CommandFolder,
  commandName,
  listCommandFiles,
  readCommandFile,
} from '../../src/agent/slash-command-files.ts'
import { hasArgsPlaceholder, insertArgs, parseTemplate } from '../../src/agent/slash-command-text.ts'
import { UserError } from '../../src/platform/errors.ts'

const names: [path: string, name: string][] = [
  ['gcp/pipelines/run.toml', 'gcp:pipelines:run'],
  ['legacy:command.toml', 'legacy_command'],
  ['test.v1.toml', 'test.v1'],
  ['a b/c$d.toml', 'a_b:c_d'],
  [`${'x'.repeat(60)}.toml`, `${'x'.repeat(47)}...`],
  [`${'x'.repeat(50)}.toml`, 'x'.repeat(50)],
]
for (const [path, name] of names) test(`the name of ${path}`, () => expect(commandName(path)).toBe(name))

const folder = (label: string, files: Record<string, string>, extension?: string): CommandFolder => ({
  files: {
    list: async (inside) => Object.keys(files).filter((path) => path.startsWith(inside)),
    read: async (path) => files[path],
  },
  folder: 'commands',
  label,
  extension,
})

test('later folders replace, extensions give way', async () => {
  const commands = await listCommandFiles([
    folder('shipped', { 'commands/review.toml': '', 'commands/plan.toml': '', 'commands/note.md': '' }),
    folder('ours', { 'commands/review.toml': '', 'commands/git/log.toml': '' }),
    folder('one', { 'commands/review.toml': '', 'commands/own.toml': '' }, 'one'),
    folder('two', { 'commands/own.toml': '', 'commands/one.review.toml': '' }, 'two'),
  ])
  expect(Object.fromEntries([...commands].map(([name, { file }]) => [name, file]))).toEqual({
    review: 'ours/review.toml',
    plan: 'shipped/plan.toml',
    'git:log': 'ours/git/log.toml',
    'one.review': 'one/review.toml',
    own: 'one/own.toml',
    'two.own': 'two/own.toml',
    'two.one.review': 'two/one.review.toml',
  })
})

test('a name taken twice gets a number', async () => {
  const taken = folder('ours', { 'commands/a.toml': '', 'commands/e.a.toml': '' })
  const commands = await listCommandFiles([taken, folder('e', { 'commands/a.toml': '' }, 'e')])
  expect([...commands.keys()]).toContain('e.a1')
})

async function readOne(text: string, extension?: string) {
  const commands = await listCommandFiles([folder('ours', { 'commands/a.toml': text }, extension)])
  const [file] = commands.values()
  if (file === undefined) throw new Error('no command')
  return readCommandFile(file)
}
test('a command is read', async () => {
  expect(await readOne('description = "What\\u001b[31m it\\n does"\nprompt = """\nDo it"""', 'ext')).toMatchObject({
    name: 'a',
    file: 'ours/a.toml',
    prompt: 'Do it',
    description: '[ext] What it does',
  })
  expect((await readOne('prompt = "x"')).description).toBe('Custom command from a.toml')
  expect((await readOne(`prompt = "x"\ndescription = "${'y'.repeat(101)}"`)).description).toBe(`${'y'.repeat(97)}...`)
})
const broken: [toml: string, says: string][] = [
  ['prompt = ', 'ours/a.toml:1:10'],
  ['description = "no prompt"', 'ours/a.toml: prompt: '],
  ['prompt = ""', 'ours/a.toml: prompt: must not be empty'],
  ['prompt = 3', 'ours/a.toml: prompt: '],
]
for (const [toml, says] of broken)
  test(`an invalid command: ${toml}`, async () => {
    await expect(readOne(toml)).rejects.toThrow(UserError)
    await expect(readOne(toml)).rejects.toThrow(says)
  })

const owner = { name: 'a', file: 'a.toml' }
const short = (template: string) =>
  parseTemplate(template, owner).map((piece) => {
    switch (piece.kind) {
      case 'text':
        return piece.text
      case 'args':
        return ['args']
      case 'file':
        return ['@', piece.path]
      case 'shell':
        return ['!', piece.command]
      default:
        return piece satisfies never
    }
  })
const templates: [template: string, pieces: unknown[]][] = [
  ['plain', ['plain']],
  ['', []],
  ['{{args}}', [['args']]],
  [`!{curl -d '{"key": "value"}'}`, [['!', `curl -d '{"key": "value"}'`]]],
  ['Run !{ls -l}} extra', ['Run ', ['!', 'ls -l'], '} extra']],
  ['!{}', [['!', '']]],
  ['@{ a b.md }!', [['@', 'a b.md'], '!']],
  ['!{cat @{x} !{y}}', [['!', 'cat @{x} !{y}']]],
  ['User "({{args}})" !{search {{args}}}', ['User "(', ['args'], ')" ', ['!', 'search {{args}}']]],
  ['@file { } {{x}}', ['@file { } {{x}}']],
]
for (const [template, pieces] of templates)
  test(`a template: ${template}`, () => expect(short(template)).toEqual(pieces))
for (const [template, index] of [
  ['Analyze @{path/with/braces{example.txt}', 8],
  ['!{ls', 0],
] as const)
  test(`a template without an end: ${template}`, () => {
    expect(() => short(template)).toThrow(UserError)
    expect(() => short(template)).toThrow(`index ${index} `)
  })
test('arguments have a place in text and in commands', () => {
  expect(
    ['a', 'a {{args}}', '!{a {{args}}}', '@{ {{args}} }'].map((text) => hasArgsPlaceholder(parseTemplate(text, owner))),
  ).toEqual([false, true, true, false])
})

const nasty = `a'b "c" $(id) \`id\` \\ ; rm\n}`
test('arguments stay one word, whatever their content', () => {
  expect(insertArgs('grep {{args}} .', nasty, owner)).toBe(`grep 'a'\\''b "c" $(id) \`id\` \\ ; rm\n}' .`)
  expect(insertArgs('a {{args}} {{args}}', 'x', owner)).toBe("a 'x' 'x'")
  expect(insertArgs(`echo "it's" 'a"b' \\" {{args}}`, '{{args}}', owner)).toBe(`echo "it's" 'a"b' \\" '{{args}}'`)
  expect(insertArgs('a {{args}}', 'x\0y', owner)).toBe("a 'xy'")
})
for (const command of [
  'grep "{{args}}" .',
  "grep '{{args}}' .",
  'grep "a \\" {{args}}" .',
  'echo `grep {{args}}`',
  'cat <<EOF\n{{args}}\nEOF',
  'cat <<-EOF\n{{args}}\nEOF',
  'echo "$(grep {{args}} .)"',
  'echo \\{{args}}',
  'ls # {{args}}',
  "echo $'a\\' {{args}}",
  'echo $(( {{args}} + 1 ))',
  '(( {{args}} ))',
  'echo $[{{args}}]',
  'echo ${names[{{args}}]}',
  'let {{args}}',
  'true; let a=1 {{args}}',
  '[[ {{args}} -eq 1 ]]',
  '[[ 1 -lt {{args}} ]] && echo less',
])
  test(`arguments have no place in ${command}`, () =>
    expect(() => insertArgs(command, 'x', owner)).toThrow(/write it as a separate word without quotes/))

for (const command of [
  'echo $((1+1)) {{args}}',
  '[[ {{args}} == x ]] && [ 1 -eq 1 ]',
  '[ {{args}} -eq 1 ]',
  'echo ${names[1]} {{args}}',
  'outlet {{args}}',
])
  test(`arguments have a place in ${command}`, () =>
    expect(insertArgs(command, 'x', owner)).toBe(command.replace('{{args}}', "'x'")))

test('bash reads arguments as the word they are', () => {
  const words = [
    nasty,
    '',
    "''",
    "'",
    '\\',
    '\n',
    '$(id)',
    '`id`',
    '; id',
    '-n',
    '{a,b}',
    '~',
    '*',
    '!!',
    '\u00e9\u{1f600}',
    "a'$(id)'b",
  ]
  const script = words.map((word) => insertArgs(`printf '%s\\0' {{args}};`, word, owner)).join('\n')
  const said = execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8', env: { PATH: process.env.PATH } })
  expect(said.split('\0').slice(0, -1)).toEqual(words)
})
