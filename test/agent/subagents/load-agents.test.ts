import { expect, test } from 'vitest'
import { type AgentSettings, loadAgents, parseAgentFile } from '../../../src/agent/subagents/load-agents.ts'
import type { Subagent } from '../../../src/agent/subagents/subagent.ts'
import { loadSettings } from '../../../src/config/settings/settings.ts'
import { commitOf } from '../../fakes/commit.ts'

const md = (front: string, body = 'You are good.') => `---\n${front}\n---\n${body}\n`
const SCOUT = 'name: scout\ndescription: Looks around'

/** A definition, or its error. */
async function reading(path: string, text: string): Promise<Subagent | string> {
  const read = parseAgentFile(path, text)
  return read.ok ? read.agent : read.reason
}

const DEFAULTS = { name: 'scout', description: 'Looks around', inputName: 'query', model: 'inherit', query: '${query}' }

const agents: [name: string, path: string, text: string, agent: Subagent][] = [
  [
    '15: Markdown and its defaults',
    'a.md',
    md(SCOUT),
    { ...DEFAULTS, systemPrompt: 'You are good.', turns: 30, minutes: 10 },
  ],
  [
    'Markdown behind a byte-order mark',
    'a.md',
    `\uFEFF${md(SCOUT)}`,
    { ...DEFAULTS, systemPrompt: 'You are good.', turns: 30, minutes: 10 },
  ],
  [
    'TOML behind a byte-order mark',
    'a.toml',
    '\uFEFFname = "scout"\ndescription = "Looks around"\n[prompts]\nsystem_prompt = "You are good."',
    { ...DEFAULTS, systemPrompt: 'You are good.', minutes: 5 },
  ],
  [
    'Markdown with everything',
    'a.md',
    md(
      `${SCOUT}\nkind: local\ndisplay_name: Scout\ntools:\n  - read_file\n  - grep_search\n  - mcp_*\n  - mcp_docs_*\n  - docs__*\n  - docs__find\n  - discovered_tool_x\nmodel: flash\ntemperature: 0.2\nmax_turns: 5\ntimeout_mins: 2`,
      '\n  # One\n\nTwo ---\n---\n',
    ),
    {
      ...DEFAULTS,
      systemPrompt: '# One\n\nTwo ---\n---',
      tools: ['read_file', 'grep_search', 'mcp_*', 'mcp_docs_*', 'docs__*', 'docs__find', 'discovered_tool_x'],
      model: 'flash',
      sampling: { temperature: 0.2, topP: 0.95 },
      turns: 5,
      minutes: 2,
    },
  ],
  [
    'servers of its own, as agent files write them',
    'a.md',
    md(
      `${SCOUT}\nmcp_servers:\n  docs:\n    command: docs\n    args: [1]\n    include_tools: [find]\n    trust: true\n  web:\n    http_url: https://docs.example/mcp\n    auth: { type: oauth, client_id: me, client_secret: $SECRET, token_url: 'https://a.example/t' }\n  google:\n    url: https://x.googleapis.com/mcp\n    auth: { type: google-credentials, scopes: [a] }`,
    ),
    {
      ...DEFAULTS,
      systemPrompt: 'You are good.',
      turns: 30,
      minutes: 10,
      servers: {
        docs: { command: 'docs', args: [1], includeTools: ['find'], trust: true },
        web: {
          httpUrl: 'https://docs.example/mcp',
          oauth: { enabled: true, clientId: 'me', clientSecret: '$SECRET', tokenUrl: 'https://a.example/t' },
        },
        google: {
          url: 'https://x.googleapis.com/mcp',
          authProviderType: 'google_credentials',
          oauth: { scopes: ['a'] },
        },
      },
    },
  ],
  [
    'servers of its own, as settings write them',
    'a.md',
    md(`${SCOUT}\nmcpServers:\n  docs:\n    httpUrl: https://docs.example/mcp\n    excludeTools: [find]`),
    {
      ...DEFAULTS,
      systemPrompt: 'You are good.',
      turns: 30,
      minutes: 10,
      servers: { docs: { httpUrl: 'https://docs.example/mcp', excludeTools: ['find'] } },
    },
  ],
  [
    'Markdown with carriage returns',
    'a.md',
    md(SCOUT).replaceAll('\n', '\r\n'),
    { ...DEFAULTS, systemPrompt: 'You are good.', turns: 30, minutes: 10 },
  ],
  [
    '17: TOML and its defaults',
    'a.toml',
    'name = "scout"\ndescription = "Looks around"\n[prompts]\nsystem_prompt = "Be good."\n',
    { ...DEFAULTS, systemPrompt: 'Be good.', minutes: 5 },
  ],
  [
    'TOML with everything',
    'a.toml',
    'name = "scout"\ndescription = "Looks around"\ndisplay_name = "Scout"\ntools = ["read_file", "glob"]\n[prompts]\nsystem_prompt = "Be good."\nquery = "Look at ${query}."\n[model]\nmodel = "pro"\ntemperature = 0\n[run]\nmax_turns = 3\ntimeout_mins = 1\n',
    {
      ...DEFAULTS,
      systemPrompt: 'Be good.',
      query: 'Look at ${query}.',
      tools: ['read_file', 'glob'],
      model: 'pro',
      sampling: { temperature: 0, topP: 0.95 },
      turns: 3,
      minutes: 1,
    },
  ],
]
for (const [name, path, text, agent] of agents)
  test(`definition: ${name}`, async () => expect(await reading(path, text)).toEqual(agent))

const LOCAL = 'Validation failed: Agent Definition:\n(Local Agent) '
const broken: [name: string, path: string, text: string, reason: RegExp | string][] = [
  ['1: no frontmatter', 'a.md', '# Scout', /Missing mandatory YAML frontmatter.*\n.*name: my-agent/],
  ['frontmatter that does not come first', 'a.md', `\n${md(SCOUT)}`, /Missing mandatory YAML frontmatter/],
  ['frontmatter without an end', 'a.md', `---\n${SCOUT}\n`, /Missing mandatory YAML frontmatter/],
  ['2: no YAML', 'a.md', md('name: [scout'), /^YAML frontmatter parsing failed: ./],
  ['a name said twice', 'a.md', md(`${SCOUT}\nname: b`), /^YAML frontmatter parsing failed: .*unique/i],
  [
    '3: a name of two words',
    'a.md',
    md('name: Invalid Name\ndescription: x'),
    `${LOCAL}name: Name must be a valid slug: lowercase letters, digits, hyphens and underscores`,
  ],
  ['4: local, no description', 'a.md', md('kind: local\nname: a'), `${LOCAL}description: Required`],
  ['5: no kind, tools, no description', 'a.md', md('name: a\ntools: [read_file]'), `${LOCAL}description: Required`],
  ['an empty description', 'a.md', md('name: a\ndescription: ""'), `${LOCAL}description: must not be empty`],
  [
    '8: an unknown key',
    'a.md',
    md(`${SCOUT}\nunknown_field: 1`),
    `${LOCAL}Unrecognized key(s) in object: 'unknown_field'`,
  ],
  [
    'several mistakes',
    'a.md',
    md('name: a\nmax_turns: 0\ntimeout_mins: 1.5'),
    `${LOCAL}description: Required\n(Local Agent) max_turns: must be above 0\n(Local Agent) timeout_mins: must be a whole number`,
  ],
  [
    'a tool nobody has',
    'a.md',
    md(`${SCOUT}\ntools: [read_file, teleport]`),
    /^Validation failed.*\n\(Local Agent\) tools\.1: Invalid tool name "teleport"\. Name a built-in tool/,
  ],
  [
    'servers with mistakes',
    'a.md',
    md(`${SCOUT}\nmcp_servers:\n  docs:\n    command: 3\n    tools: [x]\n    auth: { type: basic }`),
    /mcp_servers\.docs\.command: .*\n.*mcp_servers\.docs\.auth.*\n.*mcp_servers\.docs: Unrecognized key\(s\) in object: 'tools'/,
  ],
  ['tools in one text', 'a.md', md(`${SCOUT}\ntools: read_file`), `${LOCAL}tools: expected array, received string`],
  [
    'nothing but frontmatter',
    'a.md',
    `---\n${SCOUT}\n---`,
    /the system prompt is missing\. Write it below the frontmatter\./,
  ],
  ['frontmatter that is no object', 'a.md', md('scout'), `${LOCAL}expected object, received string`],
  ['6: a remote agent', 'a.md', md('name: a\nauth:\n  type: http'), /^Remote agents \(A2A\) are not supported/],
  ['9: a remote agent by its card', 'a.md', md('name: a\nagent_card_json: "{"'), /^Remote agents/],
  ['11: a list of remote agents', 'a.md', md('- kind: remote\n  name: a\n- kind: remote\n  name: b'), /^Remote agents/],
  ['12: a remote agent without a body', 'a.md', '---\nkind: remote\nname: a\n---', /^Remote agents/],
  ['no TOML', 'a.toml', 'name = ', /^TOML parsing failed: ./],
  ['TOML without prompts', 'a.toml', 'name = "a"\ndescription = "b"', 'Validation failed: prompts: Required'],
  [
    'TOML: a wrong name and an unknown key',
    'a.toml',
    'name = "A b"\ndescription = "b"\ntimeout = 3\n[prompts]\nsystem_prompt = "x"\n[run]\nmax_turns = "3"',
    "Validation failed: name: Name must be a valid slug: lowercase letters, digits, hyphens and underscores, run.max_turns: must be a whole number, Unrecognized key(s) in object: 'timeout'",
  ],
  [
    '16: TOML that delegates',
    'a.toml',
    'name = "a"\ndescription = "b"\ntools = ["read_file", "delegate_to_agent"]\n[prompts]\nsystem_prompt = "x"',
    "Validation failed: tools list cannot include 'delegate_to_agent'. Sub-agents cannot delegate to other agents.",
  ],
]
for (const [name, path, text, reason] of broken)
  test(`invalid definition: ${name}`, async () => {
    const read = await reading(path, text)
    if (typeof reason === 'string') expect(read).toBe(reason)
    else expect(read).toMatch(reason)
  })

const notes: [name: string, front: string, tools: string[] | undefined, note: RegExp][] = [
  ['Markdown that delegates', `${SCOUT}\ntools: [glob, invoke_agent]`, ['glob'], /cannot delegate/],
]
for (const [name, front, tools, note] of notes)
  test(`definition with a note: ${name}`, async () => {
    const read = parseAgentFile('a.md', md(front))
    expect(read).toMatchObject({ ok: true, notes: [expect.stringMatching(note)] })
    expect(read.ok && read.agent.tools).toEqual(tools)
  })

/** The agents of a repository, the notices, and each agent's run settings. */
async function loaded(files: Record<string, string>, settings: AgentSettings = {}, more: Record<string, string> = {}) {
  const said: string[] = []
  const commit = commitOf(files)
  const places = [
    { files: commit, folder: '.gemini/agents' },
    { files: commitOf(more), folder: '.gemini/agents', label: '~/' },
  ]
  const offered = await loadAgents(places, settings, (text) => said.push(text))
  const defined = await Promise.all(offered.map((one) => one.load()))
  const read = commit.loaded().map(({ path }) => path)
  return { names: offered.map(({ name }) => name), said, defined, read }
}

const OURS = ['codebase_investigator', 'change_reviewer', 'cli_help']

test('19: a repository without sub-agents has the built-in ones, and none of its files are read', async () => {
  const { names, said, read, defined } = await loaded({ 'README.md': 'x' })
  expect({ names, said, read }).toEqual({ names: OURS, said: [], read: [] })
  expect(defined.map(({ name, tools, turns, minutes }) => [name, tools, turns, minutes])).toEqual([
    ['codebase_investigator', ['list_directory', 'read_file', 'glob', 'search_file_content'], 15, 5],
    ['change_reviewer', expect.arrayContaining(['github__get_diff', 'read_file']), 20, 8],
    ['cli_help', ['get_internal_docs'], 10, 3],
  ])
})

test('an extension cannot trust its servers', async () => {
  const agent = md(`${SCOUT}\nmcp_servers:\n  docs:\n    command: docs\n    trust: true`)
  const files = commitOf({ 'agents/scout.md': agent })
  for (const lent of [false, true]) {
    const offered = await loadAgents([{ files, folder: 'agents', ignoreTrust: lent }], {}, () => undefined)
    const { servers } = (await offered.at(-1)?.load()) ?? {}
    expect(servers).toEqual({ docs: { command: 'docs', trust: lent ? undefined : true } })
  }
})

test('18: other files are skipped', async () => {
  const files = {
    '.gemini/agents/agent-1.md': md('name: agent-1\ndescription: x'),
    '.gemini/agents/_hidden.md': md('name: hidden\ndescription: x'),
    '.gemini/agents/notes.txt': 'notes',
    '.gemini/agents/deeper/agent-2.md': md('name: agent-2\ndescription: x'),
    '.gemini/agents.md': md('name: agent-3\ndescription: x'),
  }
  const { names, said, read } = await loaded(files)
  expect({ names, said, read }).toEqual({ names: [...OURS, 'agent-1'], said: [], read: ['.gemini/agents/agent-1.md'] })
})

test('an invalid file is reported and the others load', async () => {
  const files = { '.gemini/agents/a.md': 'oh', '.gemini/agents/b.md': md('name: b\ndescription: x') }
  const { names, said } = await loaded(files)
  expect(names).toEqual([...OURS, 'b'])
  expect(said).toEqual([
    expect.stringMatching(
      /^Agent loading error: Failed to load agent from \.gemini\/agents\/a\.md: Invalid agent definition/,
    ),
  ])
})

test('20, 21: for the same name the first wins: built-in, repository, home', async () => {
  const agent = (name: string, body: string) => md(`name: ${name}\ndescription: x`, body)
  const { names, said, defined } = await loaded(
    { '.gemini/agents/a.md': agent('scout', 'project'), '.gemini/agents/b.md': agent('cli_help', 'project') },
    {},
    { '.gemini/agents/c.md': agent('scout', 'home'), '.gemini/agents/d.md': agent('mine', 'home') },
  )
  expect(names).toEqual([...OURS, 'scout', 'mine'])
  expect(defined.slice(2).map(({ systemPrompt }) => systemPrompt)).toEqual([
    expect.stringContaining('documentation of Sluice'),
    'project',
    'home',
  ])
  expect(said).toEqual(
    ["'cli_help' detected in .gemini/agents/b.md.", "'scout' detected in ~/.gemini/agents/c.md."].map((which) =>
      expect.stringContaining(`Duplicate agent name ${which}`),
    ),
  )
})

test('settings for an unknown sub-agent give a notice; earlier built-in names work', async () => {
  const named = { scout: { enabled: true }, introspection_agent: { enabled: true }, skout: { enabled: false } }
  const { names, said } = await loaded({ '.gemini/agents/scout.md': md(SCOUT) }, { agents: { overrides: named } })
  expect(names).toEqual([...OURS, 'scout'])
  expect(said).toEqual(['The setting agents.overrides names unknown sub-agents: skout.'])
})

test('22: when disabled, there are no sub-agents and nothing is read', async () => {
  const off = { experimental: { enableAgents: false }, agents: { overrides: { cli_help: { enabled: true } } } }
  const { names, read } = await loaded({ '.gemini/agents/a.md': md(SCOUT) }, off)
  expect({ names, read }).toEqual({ names: [], read: [] })
})

const overrides: [name: string, settings: Record<string, unknown>, names: string[], scout: Partial<Subagent>][] = [
  [
    '23: turns, merged with the time of the definition',
    { agents: { overrides: { scout: { runConfig: { maxTurns: 7 } } } } },
    [...OURS, 'scout'],
    { turns: 7, minutes: 10 },
  ],
  [
    'time and model, sampling over the definition’s',
    {
      agents: {
        overrides: {
          scout: {
            runConfig: { maxTimeMinutes: 0.5 },
            modelConfig: {
              model: 'flash',
              generateContentConfig: { topP: 0.5, thinkingConfig: { thinkingBudget: 1 } },
            },
          },
        },
      },
    },
    [...OURS, 'scout'],
    { turns: 30, minutes: 0.5, model: 'flash', sampling: { temperature: 0.2, topP: 0.5 } },
  ],
  [
    'a model left to us',
    { agents: { overrides: { scout: { modelConfig: { model: 'auto' } } } } },
    [...OURS, 'scout'],
    { model: 'inherit' },
  ],
  [
    'one less',
    { agents: { overrides: { codebase_investigator: { enabled: false } } } },
    ['change_reviewer', 'cli_help', 'scout'],
    {},
  ],
  [
    'by a name of another version',
    { agents: { overrides: { introspection_agent: { enabled: false } } } },
    ['codebase_investigator', 'change_reviewer', 'scout'],
    {},
  ],
  [
    'keys of earlier versions',
    {
      experimental: {
        codebaseInvestigatorSettings: { enabled: false },
        introspectionAgentSettings: { enabled: false },
      },
    },
    ['change_reviewer', 'scout'],
    {},
  ],
]
for (const [name, input, names, scout] of overrides)
  test(`settings: ${name}`, async () => {
    const settings = await loadSettings(input, commitOf({}), () => undefined)
    const seen = await loaded({ '.gemini/agents/scout.md': md(`${SCOUT}\ntemperature: 0.2`) }, settings)
    expect(seen.names).toEqual(names)
    expect(seen.defined.at(-1)).toMatchObject(scout)
  })
