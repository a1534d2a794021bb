import { expect, test } from 'vitest'
import { adminSettingsPolicy } from '../../../src/config/admin-settings.ts'
import type { Settings } from '../../../src/config/settings/settings.ts'
import { decide, hiddenTools, isAskable, type PolicyCall } from '../../../src/policy/rules/decide.ts'
import { MODES, type Mode, type Rule } from '../../../src/policy/rules/rule.ts'
import { settingsRules } from '../../../src/policy/rules/settings-rules.ts'
import { visitorConfig } from '../../../src/results/visitor-run.ts'
import { isFull } from '../../sample.ts'
import { seededRandom } from '../../text/markdown-generator.ts'
import { builtinRules, factsFrom, rule, rulesFrom } from '../rules.ts'

// No rule, mode or setting of a repository allows a call that the rules or settings of the administrator deny.

const CASES = isFull ? 600 : 100
const builtIn = await builtinRules()

type Fields = Record<string, unknown>
type Line = { fields: Fields; decision: 'allow' | 'deny' | 'ask_user'; priority: number }

const CALLS: (PolicyCall & { command?: string })[] = [
  ...['git push', 'git status', 'npm test', 'rm -rf build'].map((command) => ({
    tool: 'run_shell_command',
    args: { command },
    annotations: {},
    command,
  })),
  { tool: 'write_file', args: { file_path: 'src/a.ts', content: 'x' }, annotations: {} },
  { tool: 'read_file', args: { file_path: 'secret/key.txt' }, annotations: { readOnlyHint: true } },
  { tool: 'web_fetch', args: { prompt: 'https://example.com' }, annotations: {} },
  { tool: 'write_todos', args: {}, annotations: {} },
  { tool: 'jira__close', server: 'jira', args: { id: 1 }, annotations: { destructiveHint: true } },
  { tool: 'jira__find', server: 'jira', args: { id: 2 }, annotations: { readOnlyHint: true } },
  { tool: 'github__comment', server: 'github', args: { body: 'x' }, annotations: {} },
]
/** Compound commands, which only the engine can judge. */
const LINES = [
  'npm test && git push',
  'bash -c "git push"',
  'echo $(rm -rf build)',
  'timeout 5 git push',
  'git status > out',
]
const facts = new Map(
  await Promise.all(
    MODES.flatMap((mode) =>
      [...CALLS, ...LINES.map((line) => `$ ${line}`)].map(
        async (call) => [`${mode} ${JSON.stringify(call)}`, await factsFrom(call, mode)] as const,
      ),
    ),
  ),
)
const factsOf = (call: PolicyCall | string, mode: Mode) => {
  const found = facts.get(`${mode} ${JSON.stringify(call)}`)
  if (found === undefined) throw new Error('no facts')
  return found
}

/** Conditions, with a matcher of our own for the simple calls above. */
const CONDITIONS: { fields: Fields; matches(call: (typeof CALLS)[number]): boolean }[] = [
  { fields: { toolName: '*' }, matches: () => true },
  { fields: { toolName: 'run_shell_command' }, matches: ({ command }) => command !== undefined },
  { fields: { commandPrefix: 'git' }, matches: ({ command }) => command?.startsWith('git ') === true },
  { fields: { commandPrefix: 'git push' }, matches: ({ command }) => command === 'git push' },
  { fields: { commandRegex: '(rm|npm) ' }, matches: ({ command = '' }) => /^(rm|npm) /.test(command) },
  { fields: { toolName: ['write_file', 'replace'] }, matches: ({ tool }) => tool === 'write_file' },
  { fields: { toolName: 'read_file', argsPattern: 'secret/' }, matches: ({ tool }) => tool === 'read_file' },
  { fields: { toolName: 'web_fetch' }, matches: ({ tool }) => tool === 'web_fetch' },
  { fields: { toolName: 'jira__*' }, matches: ({ server }) => server === 'jira' },
  { fields: { mcpName: 'jira' }, matches: ({ server }) => server === 'jira' },
  { fields: { mcpName: 'jira', toolName: 'close' }, matches: ({ tool }) => tool === 'jira__close' },
  {
    fields: { toolName: '*', toolAnnotations: { readOnlyHint: true } },
    matches: ({ annotations }) => annotations.readOnlyHint === true,
  },
]

function generate(seed: number) {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item // never empty
  const some = <Item>(items: readonly Item[], chance: number) => items.filter(() => random() < chance)
  const lines = (most: number, decisions: readonly Line['decision'][]) =>
    Array.from({ length: 1 + below(most) }, () => ({
      condition: pick(CONDITIONS),
      decision: pick(decisions),
      priority: pick([0, 1, 500, 998, 999]),
      modes: random() < 0.3 ? some(MODES, 0.5) : undefined,
    })).map((each) => ({ ...each, modes: each.modes?.length === 0 ? undefined : each.modes }))
  const admin = lines(4, ['deny', 'deny', 'ask_user', 'allow'])
  const repository = lines(8, ['allow', 'allow', 'allow', 'deny'])
  const names = [
    'run_shell_command',
    'run_shell_command(git)',
    'write_file',
    'read_file',
    'web_fetch',
    'write_todos',
    'jira__close',
  ]
  const settings: Settings = {
    tools: { allowed: some(names, 0.5), core: random() < 0.3 ? some(names, 0.8) : undefined },
    mcp: { allowed: some(['jira', 'github'], 0.5) },
    mcpServers: { jira: { trust: random() < 0.7 } },
  }
  const plain = names.filter((name) => !name.includes('('))
  const adminSettings: Settings = {
    tools: {
      exclude: some(names, 0.15),
      confirmationRequired: some(names, 0.1),
      core: random() < 0.2 ? some(plain, 0.5) : undefined,
    },
    mcp: { excluded: some(['jira', 'JIRA'], 0.15) },
    useWriteTodos: random() < 0.2 ? false : undefined,
  }
  return { admin, repository, settings, adminSettings, isVisitor: random() < 0.3 }
}

type Generated = ReturnType<typeof generate>
const toml = (lines: Generated['admin']) =>
  lines
    .map(({ condition, decision, priority, modes }) =>
      rule({ ...condition.fields, decision, priority, modes, allowRedirection: decision === 'allow' || undefined }),
    )
    .join('')
    .replaceAll('allowRedirection = undefined\n', '')

/** All rules of a run, as `loadRules` joins them. */
function rulesOf({ admin, repository, settings, adminSettings, isVisitor }: Generated): {
  all: Rule[]
  ofAdmin: Rule[]
} {
  const fromSettings = adminSettingsPolicy(adminSettings, ['jira'])
  const ofAdmin = [
    ...rulesFrom(toml(admin), 'admin'),
    ...(fromSettings === undefined ? [] : rulesFrom(fromSettings.text, 'admin', fromSettings.file)),
  ]
  const rules = [...builtIn, ...rulesFrom(toml(repository), 'user'), ...ofAdmin, ...settingsRules(settings)]
  const config = { rules, settings, agents: [], skills: [] } as unknown as Parameters<typeof visitorConfig>[0]
  return { all: isVisitor ? [...visitorConfig(config).rules] : rules, ofAdmin }
}

/** What the administrator says about a simple call, without the policy engine: the highest priority, then the strictest. */
function plainVerdict(admin: Generated['admin'], call: (typeof CALLS)[number], mode: Mode): string | undefined {
  const ORDER = ['deny', 'ask_user', 'allow']
  const matching = admin.filter(
    ({ condition, modes }) => (modes === undefined || modes.includes(mode)) && condition.matches(call),
  )
  const [first] = matching.toSorted(
    (a, b) => b.priority - a.priority || ORDER.indexOf(a.decision) - ORDER.indexOf(b.decision),
  )
  return first?.decision
}

/** What the administrator's settings deny, without the policy engine. */
const settingsDeny = (
  { tools = {}, mcp = {}, useWriteTodos }: Settings,
  { tool, server, command }: (typeof CALLS)[number],
) =>
  (server !== undefined && (mcp.excluded ?? []).some((name) => name.toLowerCase() === server)) ||
  [...(tools.exclude ?? []), ...(tools.confirmationRequired ?? [])].some(
    (entry) => entry === tool || (entry.includes('(') && command?.startsWith('git ') === true),
  ) ||
  (useWriteTodos === false && tool === 'write_todos') ||
  (server === undefined && tools.core !== undefined && !tools.core.includes(tool))

test('nothing that an administrator denies is allowed, whatever the repository says', () => {
  let denied = 0
  let allowed = 0
  for (let seed = 1; seed <= CASES; seed += 1) {
    const generated = generate(seed)
    const { all, ofAdmin } = rulesOf(generated)
    for (const mode of MODES)
      for (const call of [...CALLS, ...LINES.map((line) => `$ ${line}`)]) {
        const known = factsOf(call, mode)
        const decision = decide(all, known, 'deny')
        const alone = decide(ofAdmin, known, 'allow')
        const plain =
          typeof call === 'string'
            ? undefined
            : settingsDeny(generated.adminSettings, call)
              ? 'deny'
              : plainVerdict(generated.admin, call, mode)
        const isDenied = alone.verdict !== 'allow' || plain === 'deny' || plain === 'ask_user'
        if (decision.verdict === 'allow') allowed += 1
        if (!isDenied) continue
        denied += 1
        const what = { seed, mode, call, generated: JSON.stringify(generated) }
        expect({ ...what, verdict: decision.verdict }).not.toMatchObject({ verdict: 'allow' })
        // Not even a person may allow once what a rule of the administrator denies.
        if (alone.verdict === 'deny')
          expect({ ...what, askable: isAskable(decision) }).toMatchObject({ askable: false })
      }
  }
  expect(denied).toBeGreaterThan(CASES * 10)
  expect(allowed).toBeGreaterThan(CASES)
})

test('a tool that the administrator denies always is hidden, whatever the repository allows', () => {
  const rules = [
    ...rulesFrom(rule({ toolName: '*', priority: 999 })),
    ...rulesFrom(rule({ toolName: 'web_fetch', decision: 'deny' }), 'admin'),
  ]
  const tool = { name: 'web_fetch', aliases: [], annotations: {} }
  for (const mode of MODES) expect(hiddenTools([tool], rules, mode).has('web_fetch')).toBe(true)
})

test('a list of core tools denies the others to everyone, and cannot name arguments', () => {
  const policy = adminSettingsPolicy({ tools: { core: ['ReadFileTool', 'grep'] } }, [])
  expect(policy?.text).toContain('"run_shell_command"')
  expect(policy?.text).not.toMatch(/"(?:read_file|search_file_content|complete_task)"/)
  expect(() => adminSettingsPolicy({ tools: { core: ['run_shell_command(git)'] } }, [])).toThrow('admin_policies')
  expect(adminSettingsPolicy({ tools: { allowed: ['web_fetch'] } }, [])).toBeUndefined()
})
