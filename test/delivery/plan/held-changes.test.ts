import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withHeldChanges } from '../../../src/delivery/plan/held-changes.ts'
import type { EditedFile } from '../../../src/delivery/plan/patch.ts'
import type { TreeChangeKind } from '../../../src/platform/snapshot/ignored-files.ts'
import { createSafetyCheck } from '../../../src/policy/checkers.ts'
import { loadPolicies } from '../../../src/policy/rules/load.ts'
import { MODES, type Mode, type Rule, type Tier } from '../../../src/policy/rules/rule.ts'
import type { CallRecord } from '../../../src/record/events.ts'
import { builtinRules, profileRules, rule, rulesFrom } from '../../policy/rules.ts'
import { isFull } from '../../sample.ts'
import { seededRandom } from '../../text/markdown-generator.ts'
import { call, change } from '../delivery-fixture.ts'

const shipped = await builtinRules()
const maintain = [...shipped, ...(await profileRules('maintain'))]
const COMMAND = call({ name: 'run_shell_command', args: { command: 'npm test' } })
const SERVER = call({ name: 'files__write', args: { path: 'x' } })
const edited = (path: string, more: Partial<CallRecord> = {}) =>
  call({ name: 'write_file', diff: { path, diff: '', added: 1, removed: 0 }, ...more })
const byCommand = (path: string, more: Partial<EditedFile> = {}): EditedFile => ({
  ...change(path, null, 'x\n'),
  byCommand: true,
  ...more,
})

/** The rule that holds the one change: `FILE:LINE`, or `delivered`. */
async function heldBy(
  rules: readonly Rule[],
  file: EditedFile,
  calls: readonly CallRecord[] = [COMMAND],
  mode: Mode = 'default',
) {
  const [each] = await withHeldChanges([file], calls, { rules, mode })
  const { heldBy: by } = each ?? {}
  return by === undefined ? 'delivered' : `${by.rule?.file}:${by.rule?.line}`
}

const path = (pattern: string) => `\\x00"file_path":"${pattern}`
const deny = { decision: 'deny', priority: 100 }
const admin = (text: string) => [...shipped, ...rulesFrom(text, 'admin')]
const user = (...texts: string[]) => [...shipped, ...rulesFrom(texts.join('\n'))]
const WORKFLOW = '.github/workflows/ci.yml'

const CASES: [name: string, held: () => Promise<string>, expected: string | RegExp][] = [
  ['an ordinary file', () => heldBy(shipped, byCommand('src/a.ts')), 'delivered'],
  ['a protected file', () => heldBy(shipped, byCommand(WORKFLOW)), /^policies\/protected-paths\.toml:\d+$/],
  [
    'a rule about the tool',
    () => heldBy(admin(rule({ toolName: 'write_file', ...deny })), byCommand('a')),
    'delivered',
  ],
  [
    'a rule about the path, by a command',
    () => heldBy(admin(rule({ toolName: 'write_file', argsPattern: path('infra/'), ...deny })), byCommand('infra/x')),
    'admin.toml:1',
  ],
  [
    'by a server',
    () => heldBy(admin(rule({ toolName: 'replace', argsPattern: 'infra/', ...deny })), byCommand('infra/x'), [SERVER]),
    'admin.toml:1',
  ],
  [
    'every path but some',
    () => heldBy(user(rule({ toolName: 'write_file', argsPattern: path('(?!docs/)'), ...deny })), byCommand('src/a')),
    'user.toml:1',
  ],
  [
    'a pattern of every path names none',
    () => heldBy(user(rule({ toolName: 'write_file', argsPattern: path('[^"]*"'), ...deny })), byCommand('src/a')),
    'delivered',
  ],
  [
    'a pattern on another argument is not asked again',
    () => heldBy(user(rule({ toolName: 'write_file', argsPattern: '"content":".*secret', ...deny })), byCommand('a')),
    'delivered',
  ],
  [
    'a moved file counts by both names',
    () =>
      heldBy(
        user(rule({ toolName: 'write_file', argsPattern: path('infra/'), ...deny })),
        byCommand('src/x', { previousPath: 'infra/x', kind: 'renamed' }),
      ),
    'user.toml:1',
  ],
  [
    'a lower rule opens nothing that a higher one forbids',
    () =>
      heldBy(
        [
          ...admin(rule({ toolName: 'write_file', argsPattern: path('infra/'), ...deny })),
          ...rulesFrom(rule({ toolName: 'deliver_file', argsPattern: path('infra/') })),
        ],
        byCommand('infra/x'),
      ),
    'admin.toml:1',
  ],
  [
    'deliver_file before the edit tools',
    () =>
      heldBy(
        user(
          rule({ toolName: 'write_file', argsPattern: path('infra/'), ...deny }),
          rule({ toolName: 'deliver_file', argsPattern: path('infra/x"') }),
        ),
        byCommand('infra/x'),
      ),
    'delivered',
  ],
  [
    'by its writer',
    () =>
      heldBy(user(rule({ toolName: 'deliver_file', argsPattern: '"writer":"server"', ...deny })), byCommand('src/a'), [
        COMMAND,
        SERVER,
      ]),
    'user.toml:1',
  ],
  [
    'by its change',
    () =>
      heldBy(
        user(rule({ toolName: 'deliver_file', argsPattern: '"change":"deleted"', ...deny })),
        byCommand('src/a', { before: Buffer.from('x'), after: null }),
      ),
    'user.toml:1',
  ],
  [
    'allowing every delivery opens no protected path',
    () => heldBy(user(rule({ toolName: 'deliver_file' })), byCommand(WORKFLOW)),
    /protected-paths/,
  ],
  [
    'naming the protected path does',
    () =>
      heldBy(user(rule({ toolName: 'write_file', argsPattern: path('\\.github/workflows/') })), byCommand(WORKFLOW)),
    'delivered',
  ],
  ['a lock file under maintain', () => heldBy(maintain, byCommand('web/package-lock.json')), 'delivered'],
  [
    'by a file tool',
    () => heldBy(maintain, change('web/package-lock.json', 'a', 'b'), [edited('web/package-lock.json')]),
    /protected-paths/,
  ],
  [
    'what a protected link stands for',
    () => heldBy(shipped, byCommand('docs/for-agents.md', { linkNames: ['CLAUDE.md'] })),
    /protected-paths/,
  ],
  [
    'a rule that names the link',
    () =>
      heldBy(
        user(rule({ toolName: 'deliver_file', argsPattern: path('CLAUDE\\.md"') })),
        byCommand('docs/for-agents.md', { linkNames: ['CLAUDE.md'] }),
      ),
    'delivered',
  ],
  [
    'a protected path that a rule names, whatever links to it',
    () =>
      heldBy(
        user(rule({ toolName: 'deliver_file', argsPattern: path('AGENTS\\.md"') })),
        byCommand('AGENTS.md', { linkNames: ['CLAUDE.md'] }),
      ),
    'delivered',
  ],
  ['a manifest under maintain', () => heldBy(maintain, byCommand('web/package.json')), /protected-paths/],
  [
    'an edit that a person allowed',
    () =>
      heldBy(
        user(rule({ toolName: 'write_file', argsPattern: path('infra/'), decision: 'ask_user' })),
        change('infra/x', 'a', 'b'),
        [edited('infra/x', { verdict: 'allow', rule: undefined })],
      ),
    'delivered',
  ],
  [
    'a rule for a sub-agent counts for its edits',
    () =>
      heldBy(
        user(rule({ toolName: 'write_file', argsPattern: path('Makefile"'), subagent: 'builder' })),
        change('Makefile', 'a', 'b'),
        [edited('Makefile', { agent: 'builder' })],
      ),
    'delivered',
  ],
  ...[
    '.GitHub/Workflows/ci.yml',
    '.github/workﬂows/ci.yml',
    '.github/workflow\u017f/ci.yml',
    '.github./workflows /ci.yml',
    '.g\u200dithub/workflows/ci.yml',
    '.GITHUB/CodeOwner\u017f',
    'a/.GEMIN\u0131/settings.json',
    '.GitAttributes',
  ].map((spelled): (typeof CASES)[number] => [
    `spelled otherwise: ${JSON.stringify(spelled)}`,
    () => heldBy(shipped, byCommand(spelled)),
    /protected-paths/,
  ]),
]
for (const [name, held, expected] of CASES)
  test(`what a rule holds back: ${name}`, async () => {
    expect(await held()).toMatch(
      expected instanceof RegExp ? expected : new RegExp(`^${expected.replace('.', '\\.')}$`),
    )
  })

/** The names in the list of protected paths that are lock files by their name: `{a,b}.lock` stands for two. */
const LOCK_FILES = readFileSync(join(import.meta.dirname, '../../../policies/protected-paths.toml'), 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .flatMap((line) => [...line.matchAll(/"([^"]+)"/g)])
  .flatMap(([, pattern = '']) => expanded(pattern))
  .filter((name) => /lock|\.sum$|\.resolved$|\.snapshot$|^Manifest\.toml$/i.test(name))
  .map((name) => name.replaceAll('*', 'x'))

function expanded(pattern: string): string[] {
  const [, start = '', choice, end = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  return choice === undefined ? [pattern] : choice.split(',').flatMap((each) => expanded(start + each + end))
}

test('profile:maintain delivers each protected lock file that a command wrote, and holds it from everything else', async () => {
  expect(LOCK_FILES.length).toBeGreaterThan(40)
  for (const name of LOCK_FILES) {
    expect(await heldBy(maintain, byCommand(`web/${name}`)), name).toBe('delivered')
    expect(await heldBy(maintain, byCommand(name), [SERVER]), name).toMatch(/protected-paths/)
    expect(await heldBy(maintain, change(name, 'a', 'b'), [edited(name)]), name).toMatch(/protected-paths/)
  }
})

test('allowed-path looks at what is delivered, and says so', async () => {
  const toml =
    '[[safety_checker]]\ntoolName = "write_file"\n[safety_checker.checker]\ntype = "in-process"\nname = "allowed-path"\n'
  const { checkers } = loadPolicies([{ tier: 'user', file: 'c.toml', text: toml }])
  const folders = { cwd: '/checkout', workspaces: ['/checkout'] }
  const checkDelivery = createSafetyCheck(checkers, { ...folders, program: () => undefined, env: {} })
  const files = [byCommand('src/a'), byCommand('web/node_modules/x/y')]
  const [first, second] = await withHeldChanges(files, [COMMAND], { rules: shipped, mode: 'default', checkDelivery })
  expect(first?.heldBy).toBeUndefined()
  expect(second?.heldBy).toMatchObject({ message: expect.stringMatching(/allowed-path/), isFinal: true })
})

// For generated rules, tiers, modes and changes: nothing is delivered that a rule naming its path denies, and what these rules allow is.

const PATHS = ['src/a.ts', 'infra', 'infra/x.tf', 'infra/deep/y.tf', 'docs/b.md', 'package.json', WORKFLOW, 'yarn.lock']
const PROTECTED = ['package.json', WORKFLOW, 'yarn.lock']
/** From weak to strong. */
const TIERS: Tier[] = ['default', 'extension', 'user', 'admin']
const KINDS: TreeChangeKind[] = ['created', 'changed', 'renamed', 'deleted', 'link', 'mode']
const WRITERS = ['tool', 'command', 'server', 'hook'] as const
type Writer = (typeof WRITERS)[number]

/** What a rule says, with a matcher of our own. `names`: whether it opens a protected path that it matches. */
type Place = { pattern?: string; names: boolean; has(path: string): boolean; change?: TreeChangeKind; writer?: Writer }

const PLACES: Place[] = [
  { names: false, has: () => true },
  { pattern: '.', names: false, has: () => true },
  { pattern: path('[^"]+"'), names: false, has: () => true },
  { pattern: path('infra/'), names: true, has: (each) => each.startsWith('infra/') },
  { pattern: path('infra/x\\.tf"'), names: true, has: (each) => each === 'infra/x.tf' },
  { pattern: path('([^"]*/)?package\\.json"'), names: true, has: (each) => each === 'package.json' },
  { pattern: path('\\.github/'), names: true, has: (each) => each.startsWith('.github/') },
  { pattern: path('(?!infra/)'), names: false, has: (each) => !each.startsWith('infra/') },
]

/** The place, for one kind of change or one writer only. */
const narrowed = ({ pattern, names, has }: Place, change?: TreeChangeKind, writer?: Writer): Place => {
  const file = pattern?.includes('file_path') === true ? pattern : undefined
  const parts = [
    change === undefined ? undefined : `\\x00"change":"${change}"\\x00`,
    file,
    writer === undefined ? undefined : `\\x00"writer":"${writer}"\\x00`,
  ]
  return { pattern: parts.filter((part) => part !== undefined).join('.*'), names, has, change, writer }
}

type Made = {
  tool: string
  tier: Tier
  verdict: 'allow' | 'deny' | 'ask_user'
  priority: number
  modes?: Mode[]
  place: Place
}

test('without rules no file is delivered, whoever changed it and how', async () => {
  const files = KINDS.flatMap((kind) => [
    { ...byCommand('src/a.ts'), kind },
    { ...change('src/a.ts', null, 'x'), kind },
  ])
  for (const { heldBy: by } of await withHeldChanges(files, [COMMAND, edited('src/a.ts')], undefined))
    expect(by?.message).toBe('The run ended before its rules were loaded, so it delivers no file.')
})

type Changed = { path: string; previousPath?: string; kind: TreeChangeKind; writer: Writer }

/** A run: what it changed, whoever did it, and the rules. */
function generate(seed: number) {
  const random = seededRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item // never empty
  const left = [...PATHS]
  const take = () => left.splice(Math.floor(random() * left.length), 1)[0] ?? 'src/a.ts'
  const changed = Array.from({ length: 1 + Math.floor(random() * 4) }, (): Changed => {
    const kind = pick(KINDS)
    return { path: take(), kind, writer: pick(WRITERS), ...(kind === 'renamed' ? { previousPath: take() } : {}) }
  })
  // Rules that meet on a path say more than rules about different ones.
  const [{ path: file }] = changed as [Changed]
  const meeting = PLACES.filter(({ has, pattern }) => has(file) && pattern !== undefined)
  const made = Array.from({ length: 1 + Math.floor(random() * 6) }, (): Made => {
    const tier = pick(TIERS)
    const place = pick(random() < 0.7 ? meeting : PLACES)
    const change = random() < 0.5 ? pick(KINDS) : undefined
    const writer = change === undefined || random() < 0.3 ? pick(['tool', 'command', 'server'] as const) : undefined
    return {
      tool: pick(['write_file', 'replace', 'deliver_file', 'deliver_file', 'deliver_file', '*', 'run_shell_command']),
      tier,
      // An extension allows nothing.
      verdict: tier === 'extension' ? pick(['deny', 'ask_user']) : pick(['allow', 'allow', 'deny', 'ask_user']),
      priority: pick([0, 100, 999]),
      modes: random() < 0.25 ? [pick(MODES)] : undefined,
      place: random() < 0.5 ? place : narrowed(place, change, writer),
    }
  })
  const toml = ({ tool, verdict, priority, modes, place }: Made) =>
    rule({ toolName: tool, argsPattern: place.pattern, decision: verdict, priority, modes })
  const rules = [...shipped, ...made.flatMap((each) => rulesFrom(toml(each), each.tier))]
  return { made, rules, changed, mode: pick(MODES) }
}

/** What the documentation says about one path of a change. */
function isAllowed(made: readonly Made[], each: string, { kind, writer }: Changed, mode: Mode): boolean {
  const isProtected = PROTECTED.includes(each)
  const strict = ['deny', 'ask_user', 'allow']
  const counting = made
    .filter(({ place, modes, verdict }) => {
      const isOpen = verdict !== 'allow' || !isProtected || place.names
      return place.has(each) && (modes?.includes(mode) ?? true) && isOpen
    })
    .toSorted(
      (a, b) =>
        TIERS.indexOf(b.tier) - TIERS.indexOf(a.tier) ||
        b.priority - a.priority ||
        strict.indexOf(a.verdict) - strict.indexOf(b.verdict),
    )
  const own = counting.find(
    ({ tool, place: { change = kind, writer: by = writer } }) =>
      tool === 'deliver_file' && change === kind && by === writer,
  )
  // The edit tools have neither argument. A place that has every path names none.
  const edit = counting.find(
    ({ tool, place: { has, change, writer: by } }) =>
      ['write_file', 'replace', '*'].includes(tool) && change === undefined && by === undefined && !PATHS.every(has),
  )
  const isForbidden = edit !== undefined && edit.verdict !== 'allow'
  if (own === undefined) return edit === undefined ? !isProtected : !isForbidden
  if (own.verdict !== 'allow') return false
  return !(isForbidden && TIERS.indexOf(edit.tier) > TIERS.indexOf(own.tier))
}

/** The changes that the documentation lets go out. */
function expectedOf({
  made,
  changed,
  mode,
}: Pick<ReturnType<typeof generate>, 'made' | 'changed' | 'mode'>): boolean[] {
  const others = changed.map(({ writer }) => writer).filter((writer) => writer !== 'tool')
  const took = new Set(others.map((writer) => (writer === 'hook' ? 'command' : writer)))
  const paths = ({ path, previousPath = path }: Changed) => [path, previousPath]
  const alone = changed.map((each) =>
    (each.writer === 'tool' ? (['tool'] as const) : [...took]).every((writer) =>
      paths(each).every((name) => isAllowed(made, name, { ...each, writer }, mode)),
    ),
  )
  const held = changed.filter((_, at) => alone[at] === false).flatMap(paths)
  // A file cannot stand where a folder with a held file is.
  const isIn = (path: string, folder: string) => path.startsWith(`${folder}/`)
  return changed.map(({ path }, at) => alone[at] === true && !held.some((each) => isIn(each, path) || isIn(path, each)))
}

test('the rules that name a path decide about its delivery, whoever changed it and how', async () => {
  const seen = { held: 0, delivered: 0, beside: 0 }
  for (let seed = 1; seed <= (isFull ? 5_000 : 300); seed += 1) {
    const { made, rules, changed, mode } = generate(seed)
    const files = changed.map(({ path: name, kind, previousPath, writer }): EditedFile => {
      const isDeleted = kind === 'deleted'
      return {
        ...change(name, isDeleted ? 'x' : null, 'x'),
        ...(isDeleted ? { after: null } : {}),
        ...{ kind, previousPath, byCommand: writer === 'tool' ? undefined : true },
      }
    })
    const calls = changed.flatMap(({ path: name, writer }) => CALLS[writer](name))
    const hooks = changed.some(({ writer }) => writer === 'hook') ? {} : undefined
    const judged = await withHeldChanges(files, calls, { rules, mode, hooks })
    const expected = expectedOf({ made, changed, mode })
    const actual = judged.map(({ heldBy: by }) => by === undefined)
    expect(
      actual,
      `seed ${seed}: ${JSON.stringify({ made, changed, mode, judged: judged.map((each) => each.heldBy) })}`,
    ).toEqual(expected)
    for (const isOut of expected) seen[isOut ? 'delivered' : 'held'] += 1
    if (new Set(expected).size === 2) seen.beside += 1
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(50)
})

const CALLS: Readonly<Record<Writer, (name: string) => CallRecord[]>> = {
  tool: (name) => [edited(name)],
  command: () => [COMMAND],
  server: () => [SERVER],
  hook: () => [],
}
