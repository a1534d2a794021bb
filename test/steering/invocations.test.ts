import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { commandName, listCommands, readCommandFile } from '../../src/agent/slash.ts'
import { readTemplate, takesArgs } from '../../src/agent/slash-template.ts'
import { entriesOf } from '../../src/host/entries.ts'
import { UserError } from '../../src/host/errors.ts'
import type { Reader } from '../../src/host/files.ts'
import { profileOf, readInvocations } from '../../src/steering/invocations.ts'
import { worktreeReader } from '../../src/steering/worktree.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const reader = (files: Record<string, string>): Reader => ({
  ref: 'base',
  read: async (path) => files[path],
  entries: async (folder) => entriesOf(Object.keys(files))(folder),
  list: async (folder) => Object.keys(files).filter((path) => folder === '' || path.startsWith(`${folder}/`)),
  loaded: () => [],
})
type Given = {
  steering?: Record<string, string>
  home?: Record<string, string>
  inside?: true
  request?: string
  servers?: boolean
}

async function invoke(prompt: string, { steering = {}, home, inside, request, servers = false }: Given = {}) {
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
      { ...(request && { request }), ...(name && { command: { name, args } }) },
      {
        dist: ROOT,
        home: home && own,
        workspace,
        steering: reader(steering),
        notice: (text) => void notices.push(text),
        servers,
      },
    )
    return { ...invoked, notices }
  } finally {
    await rm(temp, { recursive: true })
  }
}

test('text calls nothing', async () => {
  for (const prompt of ['', 'Please /review', '/etc/passwd is readable', '// a comment'])
    expect(await invoke(prompt)).toEqual({ notices: [] })
})
test('a shipped command brings its profile', async () => {
  const { prompt } = await invoke('/review focus on X')
  expect(prompt).toMatchObject({
    slash: { name: 'review', args: 'focus on X', raw: '/review focus on X' },
    command: { name: 'review', file: 'commands/review.toml', profile: 'review' },
  })
})
const known: [called: string, name: string][] = [
  ['/gemini-review', 'review'],
  ['/gemini-pr-review x', 'review'],
  ['/gemini-triage', 'triage'],
  ['/gemini-plan-execute', 'fix'],
]
for (const [called, name] of known)
  test(`${called} of run-gemini-cli's workflows`, async () =>
    expect((await invoke(called)).prompt?.command.name).toBe(name))

const OWN = { '.gemini/commands/review.toml': 'prompt = "ours"\nprofile = "maintain"' }
const USERS = { '.gemini/commands/review.toml': 'prompt = "mine"', '.gemini/commands/git/log.toml': 'prompt = "log"' }
test('the repository’s comes before the user’s, and that before ours; only ours brings a profile', async () => {
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

test('a misspelt command of the workflow is a mistake, one in a comment is text', async () => {
  await expect(invoke('/reveiw', { steering: { '.gemini/commands/own.toml': 'prompt = "x"' } })).rejects.toThrow(
    UserError,
  )
  await expect(invoke('/reveiw', { steering: { '.gemini/commands/own.toml': '' } })).rejects.toThrow(
    /There are \/fix, \/maintain, \/own, \/plan, \/review, \/triage;/,
  )
  const { request, notices } = await invoke('', { request: '/reveiw this' })
  expect([request, notices]).toEqual([undefined, ['There is no command /reveiw, so the text is the task as it is.']])
})
test('where servers are to be started, one of them may have it', async () =>
  expect((await invoke('/summary of it', { servers: true })).elsewhere).toMatchObject({
    slash: { name: 'summary', args: 'of it' },
    otherwise: expect.stringContaining('calls /summary, and there is no such command'),
  }))
test('a broken command is a mistake where it is called, and nowhere else', async () => {
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
    expect(await profileOf(await invoke(prompt), { policies }, reader(files), (text) => notices.push(text))).toEqual(
      profile,
    )
    expect(notices).toHaveLength(Object.keys(profile).length)
  })
test('the profile of a command: a comment brings none', async () =>
  expect(await profileOf(await invoke('', { request: '/fix' }), { policies: '' }, reader({}), () => {})).toEqual({}))

test('shipped commands are well-formed and name tools and profiles that exist', async () => {
  const sources = ['src/tools', 'src/delivery'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
  )
  const tools = new Set(sources.flatMap((text) => [...text.matchAll(/\bname: '(\w+)'/g)].map(([, name]) => name)))
  const commands = await listCommands([
    { files: worktreeReader(join(ROOT, 'commands')), folder: '', label: 'commands' },
  ])
  expect([...commands.keys()].sort()).toEqual(['fix', 'maintain', 'plan', 'review', 'triage'])
  for (const file of commands.values()) {
    const command = await readCommandFile(file)
    const pieces = readTemplate(command.prompt, command)
    expect(takesArgs(pieces)).toBe(true)
    expect(pieces.some(({ kind }) => kind === 'shell' || kind === 'file')).toBe(false)
    expect(readdirSync(join(ROOT, 'policies/profiles'))).toContain(`${command.profile}.toml`)
    expect(command.description).not.toMatch(/Custom command|\.\.\.$/)
    const named = [...command.prompt.matchAll(/\bgithub__(\w+)|\b(search_file_content)\b/g)].map(
      ([, ours, own]) => ours ?? own,
    )
    expect(named.filter((name) => !tools.has(name ?? ''))).toEqual([])
  }
})
test('a name in a folder', () => expect(commandName('a/b.toml')).toBe('a:b'))
