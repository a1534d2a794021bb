import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { commandName, listCommandFiles, readCommandFile } from '../../src/agent/slash-command-files.ts'
import { hasArgsPlaceholder, parseTemplate } from '../../src/agent/slash-command-text.ts'
import { commandProfile, readInvocations } from '../../src/config/slash-invocations.ts'
import { worktreeReader } from '../../src/config/worktree-reader.ts'
import { UserError } from '../../src/platform/errors.ts'
import { type CommitReader, indexFolders } from '../../src/platform/files/workspace.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const reader = (files: Record<string, string>): CommitReader => ({
  ref: 'base',
  read: async (path) => files[path],
  entries: async (folder) => indexFolders(Object.keys(files))(folder),
  list: async (folder) => Object.keys(files).filter((path) => folder === '' || path.startsWith(`${folder}/`)),
  loaded: () => [],
})
type Given = {
  steering?: Record<string, string>
  home?: Record<string, string>
  inside?: true
  request?: string
  hasServers?: boolean
}

async function invoke(prompt: string, { steering = {}, home, inside, request, hasServers = false }: Given = {}) {
  const temp = await mkdtemp(join(tmpdir(), 'sluice-invocations-'))
  try {
    const [workspace, own] = [join(temp, 'work'), join(temp, inside ? 'work/home' : 'home')]
    mkdirSync(workspace)
    for (const [path, text] of Object.entries(home ?? {})) {
      mkdirSync(dirname(join(own, path)), { recursive: true })
      writeFileSync(join(own, path), text)
    }
    const notices: string[] = []
    const [, name, args = ''] = /^\/(\S+)\s*(.*)$/s.exec(request ?? '') ?? []
    const invoked = await readInvocations(
      prompt,
      { request, command: name ? { name, args } : undefined },
      {
        dist: ROOT,
        home: home && own,
        workspace,
        steering: reader(steering),
        notice: (text) => void notices.push(text),
        hasServers,
      },
    )
    return { ...invoked, notices }
  } finally {
    await rm(temp, { recursive: true })
  }
}

test('plain text calls no command', async () => {
  for (const prompt of ['', 'Please /review', '/etc/passwd is readable', '// a comment'])
    expect(await invoke(prompt)).toEqual({ notices: [] })
})
test('a built-in command brings its profile', async () => {
  const { prompt } = await invoke('/review focus on X')
  expect(prompt).toMatchObject({
    slash: { name: 'review', args: 'focus on X', raw: '/review focus on X' },
    command: { name: 'review', file: 'commands/review.toml', profile: 'review' },
  })
})
const known: [called: string, name: string, profile: string | undefined][] = [
  ['/gemini-review', 'gemini-review', 'review'],
  ['/gemini-pr-review x', 'gemini-review', 'review'],
  ['/pr-code-review', 'pr-code-review', 'review'],
  ['/gemini-invoke', 'gemini-invoke', undefined],
  ['/gemini-plan-execute', 'gemini-plan-execute', 'maintain'],
  ['/gemini-triage', 'gemini-triage', undefined],
  ['/gemini-issue-automated-triage', 'gemini-triage', undefined],
  ['/gemini-scheduled-triage', 'gemini-scheduled-triage', undefined],
  ['/gemini-issue-fixer', 'gemini-issue-fixer', 'maintain'],
  ['/gemini-issue-cleanup', 'gemini-issue-cleanup', undefined],
]
for (const [called, name, profile] of known)
  test(`${called} of run-gemini-cli's workflows is built in, unless the repository has its own`, async () => {
    const { prompt, notices } = await invoke(called)
    expect([prompt?.command.name, prompt?.command.profile, prompt?.isBuiltIn, notices]).toEqual([
      name,
      profile,
      true,
      [],
    ])
    const [, word = ''] = /^\/(\S+)/.exec(called) ?? []
    const own = await invoke(called, { steering: { [`.gemini/commands/${word}.toml`]: 'prompt = "ours"' } })
    expect([own.prompt?.command.prompt, own.prompt?.command.profile, own.prompt?.isBuiltIn]).toEqual([
      'ours',
      undefined,
      undefined,
    ])
  })
test('a command file in .github/commands, which is never read, is named', async () => {
  const steering = { '.github/commands/gemini-triage.toml': 'prompt = "theirs"' }
  const { prompt, notices } = await invoke('/gemini-triage', { steering })
  expect(prompt?.isBuiltIn).toBe(true)
  expect(notices).toEqual([
    '.github/commands/gemini-triage.toml is not read: commands are in .gemini/commands. The built-in /gemini-triage runs. To use the file, move it there.',
  ])
  expect((await invoke('/gemini-review', { steering })).notices).toEqual([])
  const both = { ...steering, '.gemini/commands/gemini-triage.toml': 'prompt = "ours"' }
  expect((await invoke('/gemini-triage', { steering: both })).notices).toEqual([])
})

const OWN = { '.gemini/commands/review.toml': 'prompt = "ours"\nprofile = "maintain"' }
const USERS = { '.gemini/commands/review.toml': 'prompt = "mine"', '.gemini/commands/git/log.toml': 'prompt = "log"' }
test('the repository’s command wins over the user’s and the built-in one; only a built-in one brings a profile', async () => {
  const ours = await invoke('/review', { steering: OWN, home: USERS })
  expect(ours.prompt?.command).toEqual({
    name: 'review',
    file: '.gemini/commands/review.toml',
    prompt: 'ours',
    description: 'Custom command from review.toml',
  })
  expect((await invoke('/review', { home: USERS })).prompt?.command).toMatchObject({
    prompt: 'mine',
    file: '~/.gemini/commands/review.toml',
  })
  expect((await invoke('/git:log', { home: USERS })).prompt?.command.prompt).toBe('log')
})
test('a home inside the checkout has no commands', async () =>
  expect((await invoke('/review', { home: USERS, inside: true })).prompt?.command.file).toBe('commands/review.toml'))

test('a misspelled command in the workflow is an error, in a comment it is text', async () => {
  await expect(invoke('/reveiw', { steering: { '.gemini/commands/own.toml': 'prompt = "x"' } })).rejects.toThrow(
    UserError,
  )
  await expect(invoke('/reveiw', { steering: { '.gemini/commands/own.toml': '' } })).rejects.toThrow(
    /The commands are \/fix, \/gemini-invoke, .*\/maintain, \/own, \/plan, \/pr-code-review, \/review, \/triage\./,
  )
  const { request, notices } = await invoke('', { request: '/reveiw this' })
  expect([request, notices]).toEqual([undefined, ['There is no command /reveiw, so the text itself is the task.']])
})
test('with MCP servers, an unknown command may be a server’s prompt', async () =>
  expect((await invoke('/summary of it', { hasServers: true })).serverPrompt).toMatchObject({
    slash: { name: 'summary', args: 'of it' },
    notFoundMessage: expect.stringContaining('calls /summary, but no such command exists'),
  }))
test('an invalid command is an error only when it is called', async () => {
  const steering = { '.gemini/commands/bad.toml': 'prompt =', '.gemini/commands/good.toml': 'prompt = "x"' }
  await expect(invoke('/bad', { steering })).rejects.toThrow('.gemini/commands/bad.toml:1:')
  expect((await invoke('/good', { steering, request: '/good it' })).request?.slash.args).toBe('it')
})

const profiles: [what: string, prompt: string, policies: string, files: Record<string, string>, profile: object][] = [
  ['nobody says otherwise', '/fix', '', {}, { user: 'profile:maintain' }],
  ['the workflow has policies', '/fix', 'profile:review', {}, {}],
  ['the repository has policies', '/fix', '', { '.gemini/policies/a.toml': '' }, {}],
  ['text', 'fix it', '', {}, {}],
]
for (const [what, prompt, policies, files, profile] of profiles)
  test(`the profile of a command: ${what}`, async () => {
    const notices: string[] = []
    expect(
      await commandProfile(await invoke(prompt), { policies }, reader(files), (text) => notices.push(text)),
    ).toEqual(profile)
    expect(notices).toHaveLength(Object.keys(profile).length)
  })
test('the profile of a command: a comment brings none', async () =>
  expect(await commandProfile(await invoke('', { request: '/fix' }), { policies: '' }, reader({}), () => {})).toEqual(
    {},
  ))

test('built-in commands are well-formed and name tools and profiles that exist', async () => {
  const sources = ['src/tools', 'src/github-tools', 'src/review'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
  )
  const tools = new Set(sources.flatMap((text) => [...text.matchAll(/\bname: '(\w+)'/g)].map(([, name]) => name)))
  const commands = await listCommandFiles([
    { files: worktreeReader(join(ROOT, 'commands')), folder: '', label: 'commands' },
  ])
  const incumbent = known.map(([, name]) => name)
  expect([...commands.keys()].sort()).toEqual(
    [...new Set(['fix', 'maintain', 'plan', 'review', 'triage', ...incumbent])].sort(),
  )
  for (const file of commands.values()) {
    const command = await readCommandFile(file)
    const pieces = parseTemplate(command.prompt, command)
    expect(hasArgsPlaceholder(pieces)).toBe(true)
    expect(pieces.some(({ kind }) => kind === 'shell' || kind === 'file')).toBe(false)
    if (command.profile !== undefined || !incumbent.includes(command.name))
      expect(readdirSync(join(ROOT, 'policies/profiles'))).toContain(`${command.profile}.toml`)
    expect(command.description).not.toMatch(/Custom command|\.\.\.$/)
    const named = [...command.prompt.matchAll(/\bgithub__(\w+)|\b(search_file_content)\b/g)].map(
      ([, ours, own]) => ours ?? own,
    )
    expect(named.filter((name) => !tools.has(name ?? ''))).toEqual([])
  }
})
test('a name in a folder', () => expect(commandName('a/b.toml')).toBe('a:b'))

const SHIPPED = readdirSync(join(ROOT, 'commands')).map((file) => ({
  file,
  text: readFileSync(join(ROOT, 'commands', file), 'utf8').replace(/\s+/g, ' '),
}))

for (const { file, text } of SHIPPED)
  test(`${file} sends nobody to fetch what stands in the prompt`, () => {
    const sentences = text.split(/(?<=[.:;]) /)
    const fetching = sentences.filter((sentence) => /github__(?:get|list|search)_/.test(sentence))
    expect(fetching.filter((each) => !/\b(?:only|if|first|missing|do not repeat)\b|\bSearch with/i.test(each))).toEqual(
      [],
    )
    const reading = sentences.filter((each) =>
      /\bread (?:the|its?) (?:issue|pull request|comments|diff|thread)/i.test(each),
    )
    expect(reading.filter((each) => !/\bbelow\b/.test(each))).toEqual([])
    if (/review/.test(file)) expect(text).toMatch(/closes an issue, which of its requirements are not met or unclear/)
    // A scheduled run has nothing below its task.
    if (file !== 'maintain.toml') expect(text).toMatch(/\bbelow\b/)
  })
