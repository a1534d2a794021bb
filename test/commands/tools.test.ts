import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { toolsCommand } from '../../src/commands/tools.ts'
import { splitNote } from '../fakes/note.ts'

/** The output of `sluice tools list` in a folder with these files. */
async function listed(files: Record<string, string>, ...options: string[]) {
  const root = await mkdtemp(join(tmpdir(), 'sluice-tools-'))
  const out: string[] = []
  const err: string[] = []
  const io = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    cwd: root,
    env: { PATH: process.env.PATH },
    dist: resolve(import.meta.dirname, '../..'), // policies/ lies there as in dist/
  }
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(root, path, '..'), { recursive: true })
      await writeFile(join(root, path), text)
    }
    expect(await toolsCommand(['list', ...options], io)).toBe(0)
    const page = out.splice(0).join('')
    err.length = 0
    expect(await toolsCommand(['list', '--json', ...options], io)).toBe(0)
    const tools: { name: string; declared: boolean; verdict: string }[] = JSON.parse(out.join(''))
    const of = (name: string) => tools.find((tool) => tool.name === name)
    return {
      tools,
      page,
      delegation: of('delegate_to_agent'),
      skill: of('activate_skill'),
      err: splitNote(err.join('')).rest,
    }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

test('tools list: delegation is always there, skills where the repository has some', async () => {
  expect(await listed({})).toMatchObject({
    delegation: { declared: true, verdict: 'allow' },
    skill: undefined,
    err: '',
  })
  const skill = { '.gemini/skills/a/SKILL.md': '---\nname: a\ndescription: x\n---\nDo.' }
  expect(await listed(skill)).toMatchObject({ skill: { declared: false, verdict: 'deny' } })
  const allowed = { ...skill, '.gemini/settings.json': '{"tools":{"allowed":["activate_skill"]}}' }
  expect(await listed(allowed)).toMatchObject({ skill: { declared: true, verdict: 'allow' } })
})

test('tools list: names sub-agents, skills, commands and extensions, and counts tools that extensions exclude', async () => {
  const { page, tools } = await listed({
    '.gemini/agents/scout.md': '---\nname: scout\ndescription: x\n---\nDo.',
    '.gemini/skills/ship/SKILL.md': '---\nname: ship\ndescription: x\n---\nDo.',
    '.gemini/commands/git/tidy.toml': 'prompt = "x"',
    '.gemini/extensions/pond/gemini-extension.json': '{"name":"pond","version":"1.0.0","excludeTools":["glob"]}',
    '.gemini/extensions/pond/commands/measure.toml': 'prompt = "x"',
    '.gemini/extensions/pond/agents/diver.md': '---\nname: diver\ndescription: x\n---\nDo.',
  })
  expect(page.slice(page.lastIndexOf('\n\n') + 2)).toBe(
    'Sub-agents: change_reviewer, cli_help, codebase_investigator, diver, scout\nSkills: ship\nCommands: /fix, /gemini-invoke, /gemini-issue-cleanup, /gemini-issue-fixer, /gemini-plan-execute, /gemini-review, /gemini-scheduled-triage, /gemini-triage, /git:tidy, /maintain, /measure, /plan, /pr-code-review, /review, /triage\nExtensions: pond\n',
  )
  expect(tools.find(({ name }) => name === 'glob')).toMatchObject({ declared: false, verdict: 'deny' })
})

test('tools list: without sub-agents there is no delegation; a broken definition gives a notice', async () => {
  const off = { '.gemini/settings.json': '{"experimental":{"enableAgents":false}}' }
  expect((await listed(off)).delegation).toBeUndefined()
  expect((await listed({ '.gemini/agents/a.md': 'oh' })).err).toMatch(/^Agent loading error: .*\.gemini\/agents\/a\.md/)
})

test('tools list: servers and the discovery command start only with --servers', async () => {
  const odd = resolve(import.meta.dirname, '../fakes/bin/odd-mcp-server.js')
  const pantry = resolve(import.meta.dirname, '../fakes/bin/pantry.js')
  const settings = {
    mcpServers: { odd: { command: process.execPath, args: [odd], trust: true, excludeTools: ['die'] } },
    tools: {
      discoveryCommand: `'${process.execPath}' '${pantry}' list bare`,
      callCommand: `'${process.execPath}' '${pantry}'`,
      allowed: ['discovered_tool_weigh'],
      exclude: ['odd__hang'],
    },
  }
  const files = { '.gemini/settings.json': JSON.stringify(settings) }
  const without = await listed(files)
  expect(without.err).toContain('Use --servers to start the servers and include them')
  expect(without.tools.filter(({ name }) => /odd__|discovered_/.test(name))).toEqual([])
  const { tools } = await listed(files, '--servers')
  const verdicts = Object.fromEntries(tools.map(({ name, declared, verdict }) => [name, `${declared} ${verdict}`]))
  expect(verdicts).toMatchObject({
    odd__tell: 'true allow',
    odd__hang: 'false deny',
    discovered_tool_weigh: 'true allow',
    discovered_tool_spill: 'false deny',
  })
  expect(verdicts).not.toHaveProperty('odd__die')
})
