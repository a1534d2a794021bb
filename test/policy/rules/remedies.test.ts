import { expect, test } from 'vitest'
import { adviceInstead } from '../../../src/gh/gh-commands.ts'
import { parseAllowedHosts } from '../../../src/platform/sandbox/allowed-hosts.ts'
import { callFacts, decide, type PolicyCall } from '../../../src/policy/rules/decide.ts'
import { lintRules } from '../../../src/policy/rules/lint.ts'
import { remedyFor } from '../../../src/policy/rules/remedy.ts'
import { MODES } from '../../../src/policy/rules/rule.ts'
import type { ProgramLimits } from '../../../src/policy/rules/unworkable.ts'
import { sample } from '../../sample.ts'
import { builtinRules, callFrom, prefix, profileRules, rule, rulesFrom } from '../rules.ts'
import { dice } from '../shell/line-generator.ts'

// A remedy, added to the policies, allows the call and its like, and nothing that a remedy never opens. What no rule can make work has none.

const shipped = await builtinRules()

const PROGRAMS = [
  ...[
    'rm',
    'rm -rf',
    'git log',
    'git push',
    'git -C x status',
    'npm test',
    'npm run build',
    'npx',
    'node',
    'node -e',
    'python3 -c',
  ],
  ...[
    'python3',
    'bash',
    'bash -c',
    'sh',
    'sudo',
    'sudo rm',
    'curl',
    'curl -s',
    'wget',
    'find . -name x',
    'find . -exec rm {} +',
  ],
  ...[
    'find . -delete',
    'sort -o',
    'sed -i',
    'sed -n',
    'cat',
    'ls',
    'echo',
    'timeout 5 make',
    'env A=1 make',
    'make',
    'docker run',
    'docker',
  ],
  ...[
    'gh issue close',
    'gh pr comment',
    'go test',
    'cargo test',
    'pip install',
    'ssh',
    'git fetch',
    'git clone',
    './x.sh',
    'chmod',
    'dd',
  ],
  ...[
    'git reset --hard',
    'git clean',
    'xargs',
    'eval',
    '$X',
    '"$(which x)"',
    '"a b"',
    'kubectl get pods',
    'tee',
    'cp',
    'mv',
    'ln -s',
  ],
]
const WORDS = [
  ...[
    'x',
    '-v',
    '--all',
    'build',
    'src/one.ts',
    '"$F"',
    '$F',
    '*.ts',
    "'a b'",
    '"q\\"x"',
    'https://example.com/a',
    '--force',
    '-',
  ],
  ...[
    '--output=x',
    '/etc/passwd',
    '../x',
    'a@b.c:d',
    '{a,b}',
    '~',
    '$(cat f)',
    '`id`',
    'ünï',
    '-m "two words"',
    '--',
    '5',
  ],
]
const JOINTS = [' && ', ' | ', '; ', ' || ', '\n']
const TAILS = ['', '', '', ' > out', ' >> log', ' 2>&1', ' < f', ' &']

const roll = dice(7)
const pick = <T>(values: readonly T[]): T => values[roll(values.length)] as T

const command = () => [pick(PROGRAMS), ...Array.from({ length: roll(3) }, () => pick(WORDS))].join(' ') + pick(TAILS)

const lines = Array.from({ length: 3000 }, () =>
  Array.from({ length: 1 + (roll(3) === 0 ? 1 + roll(2) : 0) }, command).reduce(
    (line, next) => line + pick(JOINTS) + next,
  ),
).map((line) => `$ ${line}`)

const NAMES = [
  'a.md',
  'package.json',
  'GEMINI.md',
  'x.ts',
  'Makefile',
  'q"x.yml',
  "it's",
  'back\\slash',
  'new\nline',
  '$^.*+?()[]{}|',
  '.env',
  '.git',
]
const FOLDERS = [
  '',
  'src/',
  '.github/workflows/',
  '.git/',
  './',
  '../',
  'a/../',
  '.gemini/',
  'ünï/',
  'A/B/',
  '/etc/',
  'src//',
]
const files = FOLDERS.flatMap((folder) =>
  NAMES.flatMap((name) =>
    ['write_file', 'replace', 'read_file'].map(
      (tool) => `${tool} ${JSON.stringify({ file_path: folder + name, content: '"file_path":"package.json"' })}`,
    ),
  ),
)

const others = [
  ...[
    'tracker__close {"id":5}',
    'tracker__delete',
    'github__comment {"number":5,"body":"x"}',
    'github__create_issue {"title":"x"}',
  ],
  ...[
    'github__add_labels {"labels":["x"]}',
    'web_fetch {"prompt":"read https://example.com"}',
    'web_fetch {"prompt":"http://127.0.0.1/"}',
  ],
  ...[
    'save_memory {"fact":"x"}',
    'ask_user {"question":"x"}',
    'activate_skill {"name":"x"}',
    'delegate_to_agent {"agent_name":"x"}',
  ],
  ...[
    'discovered_tool_x {"a":1}',
    'write_todos {"todos":[]}',
    'glob {"pattern":"*"}',
    'web_fetch {"prompt":"http://169.254.169.254/x"}',
  ],
]

/** What a remedy for another call never opens. */
const NEVER = [
  ...[
    'rm -rf /',
    'rm x',
    'sudo reboot',
    'curl https://evil.example',
    'bash -c "curl x"',
    'node -e 2',
    'python3 -c 2',
    'git push --force',
    'zzz',
  ],
  ...[
    'cat x > .bashrc',
    'docker run evil',
    'eval "$EVIL"',
    '$EVIL',
    'find / -delete',
    'chmod 777 /',
    'npx evil',
    'xargs rm',
    'echo "x',
  ],
].map((line) => `$ ${line}`)
const NEVER_PATHS = [
  '.github/workflows/evil.yml',
  'evil/package.json',
  '.gemini/settings.json',
  'evil/GEMINI.md',
  '.husky/evil',
]
const NEVER_TOOLS = [
  'write_file {"file_path":"zzz"}',
  'replace {"file_path":"zzz"}',
  'evil__tool',
  'github__assign {"users":["evil"]}',
]
const never = [
  ...NEVER,
  ...NEVER_TOOLS,
  ...NEVER_PATHS.flatMap((path) =>
    ['write_file', 'replace'].map((tool) => `${tool} ${JSON.stringify({ file_path: path })}`),
  ),
]

const USER_RULES = [
  '',
  prefix('git', { priority: 50 }),
  rule({ toolName: 'run_shell_command', decision: 'deny', priority: 998 }),
  rule({ toolName: '*', decision: 'ask_user', priority: 500 }),
  rule({ toolName: ['write_file', 'replace'], argsPattern: '"file_path":"src/', decision: 'deny', priority: 200 }),
  rule({ toolName: ['write_file', 'replace'], decision: 'ask_user', priority: 300 }),
  rule({ mcpName: 'tracker', decision: 'deny', priority: 200 }),
  rule({ toolName: 'run_shell_command', commandRegex: '.*push', decision: 'deny', priority: 300 }),
]
const PROFILES = await Promise.all(['review', 'triage', 'maintain'].map(profileRules))

const NO_NETWORK: ProgramLimits = {
  isIsolated: true,
  hosts: parseAllowedHosts([]),
  canAddHosts: true,
  ghAdvice: adviceInstead,
}

async function judge(rules: ReturnType<typeof rulesFrom>, call: PolicyCall, mode: (typeof MODES)[number]) {
  const facts = await callFacts(call, mode, false)
  return { facts, decision: decide(rules, facts, 'deny') }
}

const asked = new Map<string, PolicyCall>()
const callOf = (text: string): PolicyCall => {
  const known = asked.get(text) ?? callFrom(text)
  asked.set(text, known)
  return known
}

/** The program of a line that stands alone, or the name of the tool. */
const kindOf = (text: string) =>
  text.startsWith('$ ') ? (/^\$ (\S+)/.exec(text)?.[1] ?? '') : (text.split(' ')[0] ?? '')

test('a remedy allows the call, and nothing that a remedy never opens', async () => {
  const counts = { rules: 0, sentences: 0 }
  for (const text of sample([...lines, ...files, ...others], 500)) {
    const user = pick(USER_RULES)
    const rules = [...shipped, ...pick([[], ...PROFILES]), ...rulesFrom(user)]
    const mode = pick(MODES)
    const call: PolicyCall = {
      ...callOf(text),
      agent: pick([undefined, undefined, 'scout']),
      beyond: text.startsWith('github__') ? pick([undefined, 'It is another item.']) : undefined,
    }
    const { facts, decision } = await judge(rules, call, mode)
    if (decision.verdict === 'allow') continue
    const remedy = remedyFor(decision, facts, NO_NETWORK)
    const where = `${text} (${mode}, ${user.replaceAll('\n', ' ')})\n${remedy}`
    if (!remedy.startsWith('[[rule]]')) {
      counts.sentences++
      expect(remedy, where).not.toContain('[[rule]]')
      expect(remedy, where).toMatch(/^[A-Z`].*\.$/s)
      continue
    }
    counts.rules++
    const proposed = rulesFrom(remedy, 'user', 'remedy.toml')
    expect(proposed.length, where).toBeLessThanOrEqual(2)
    const more = [...rules, ...proposed]
    expect((await judge(more, call, mode)).decision.verdict, where).toBe('allow')
    // It opens no whole shell and no whole server.
    const problems = lintRules(proposed).map((each) => JSON.stringify(each))
    expect(
      problems.filter((each) => /every (?:command|tool)/.test(each)),
      where,
    ).toEqual([])
    for (const other of sample(never, 12, counts.rules)) {
      if (
        kindOf(other) === kindOf(text) &&
        !other.startsWith('$ ') &&
        !text.includes('.git') &&
        !NEVER_PATHS.some((path) => other.includes(path))
      )
        continue
      if (text.startsWith('$ ') && text.includes(other.slice(2))) continue
      if (other.includes('push') && text.includes('git push')) continue
      if (other.includes('.bashrc') && /\bcat\b[^;&|\n]*>/.test(text)) continue
      if ((await judge(rules, callOf(other), mode)).decision.verdict === 'allow') continue
      const after = (await judge(more, callOf(other), mode)).decision.verdict
      expect(after, `${where}\nopens ${other}`).not.toBe('allow')
    }
  }
  expect(counts.rules).toBeGreaterThan(100)
  expect(counts.sentences).toBeGreaterThan(50)
})

/** Calls that cannot work whatever a rule says, and what their remedy names. */
const UNWORKABLE: [call: string, says: RegExp, hosts?: string[]][] = [
  ['$ curl https://example.com', /have no network.* `example\.com` .*`allowed_hosts`/],
  ['$ curl -sS --fail https://user@example.com:8443/x | jq .', /`example\.com:8443`/],
  ['$ echo x && wget -q example.org/a.tgz', /`example\.org`/],
  ['$ timeout 9 ssh deploy@prod.example.com uptime', /`prod\.example\.com`/],
  ['$ curl "$URL"', /Add|add the host/],
  ['$ curl https://example.com', /do not reach example\.com/, ['npm']],
  ['$ curl http://169.254.169.254/latest', /no setting opens/],
  ['$ git fetch origin', /`github\.com`/],
  ['$ npm install', /have no network.*Add|have no network.*add the host/],
  ['$ cd web && pip install -r requirements.txt', /have no network/],
  ['$ docker pull alpine', /have no network/],
  ['$ go mod download', /have no network/],
  ['$ git clone https://gitlab.com/a/b', /`gitlab\.com`/],
  ['$ git push origin main', /no credential.*`changes`/],
  ['$ npm test && git push', /no credential/],
  ['$ sudo apt-get update', /another user/],
  ['$ systemctl restart nginx', /change the machine/],
  ['$ git -C sub push origin main', /no credential.*`changes`/],
  ['$ git -c a.b=c fetch', /`github\.com`/],
  ['$ git submodule update --init', /have no network/],
  ['$ gh pr merge 5 --squash', /never merges or approves/],
  ['$ gh api -X DELETE repos/a/b', /gh api is not available here/],
  ['$ gh secret set KEY', /Secrets cannot be read or set/],
  ['$ npx -y create-app@latest', /have no network/],
  ['$ npx create-app@2', /have no network/],
  ['$ uvx ruff check', /have no network/],
  ['$ pnpm dlx cowsay', /have no network/],
  ['$ python3 -m pip install requests', /have no network/],
  ['$ go run example.com/tool@latest', /have no network/],
  ['$ twine upload dist/a.whl', /have no network/],
  ['write_file {"file_path":".git/hooks/pre-commit"}', /\.git/],
  ['replace {"file_path":"sub/.GIT/config"}', /credentials or change how git behaves/],
  ['read_file {"file_path":".env"}', /\.env/],
  ['write_file {"file_path":"../other/x"}', /outside of the checkout/],
  ['write_file {"file_path":"/etc/passwd"}', /outside of the checkout/],
  ['web_fetch {"prompt":"summarize http://localhost:3000/x"}', /public internet/],
  ['web_fetch {"prompt":"http://10.0.0.8/x and http://[::1]/"}', /public internet/],
  ['ask_user {"question":"May I?"}', /no person/],
  ['exit_plan_mode {}', /no person/],
]
test.each(UNWORKABLE)('no rule for %s', async (text, says, hosts = []) => {
  const rules = [...shipped, ...rulesFrom(rule({ toolName: '*', decision: 'deny', priority: 300 }))]
  const { facts, decision } = await judge(rules, callFrom(text), 'default')
  const remedy = remedyFor(decision, facts, { ...NO_NETWORK, hosts: parseAllowedHosts(hosts) })
  expect(remedy).toMatch(says)
  expect(remedy).not.toContain('[[rule]]')
})

test.each([
  ['$ curl https://registry.npmjs.org/x', ['npm']],
  ['$ curl https://example.com', ['*']],
  ['$ curl http://localhost:3000/health', []],
  ['$ curl --version', []],
  ['$ curl "$URL"', ['npm']],
  ['$ git push ../backup main', []],
  ['$ git clone ./a b', []],
  ['$ ssh-keygen -l', []],
  ['$ pip install -e .', []],
  ['$ npx eslint .', []],
  ['$ python3 -m pytest', []],
  ['$ git -C sub status', []],
  ['$ gh pr view 5', []],
  ['web_fetch {"prompt":"https://example.com and http://localhost"}', []],
])('a rule for %s where it can work', async (text, hosts) => {
  const { facts, decision } = await judge(shipped, callFrom(text), 'default')
  expect(remedyFor(decision, facts, { ...NO_NETWORK, hosts: parseAllowedHosts(hosts) })).toMatch(
    /^\[\[rule\]\]|^No rule allows just this line/,
  )
})

test('a run on code from outside is told that it gets no network', async () => {
  const { facts, decision } = await judge(shipped, callFrom('$ curl https://example.com'), 'default')
  expect(remedyFor(decision, facts, { ...NO_NETWORK, canAddHosts: false })).toMatch(/no effect on code from outside/)
  expect(remedyFor(decision, facts)).toContain('[[rule]]')
})
