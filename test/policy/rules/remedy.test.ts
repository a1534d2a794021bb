import { expect, test } from 'vitest'
import { decide } from '../../../src/policy/rules/decide.ts'
import { remedyFor } from '../../../src/policy/rules/remedy.ts'
import type { Mode } from '../../../src/policy/rules/rule.ts'
import { builtinRules, decided, factsFrom, prefix, profileRules, rule, rulesFrom, verdict } from '../rules.ts'

const shipped = await builtinRules()
const deny = { decision: 'deny' }

/** Calls that are refused; the remedy, added to the rules of the user, must let just them through. */
const table: [call: string, user: string, remedy: string, mode?: Mode][] = [
  // Programs that write files: this line only.
  [
    '$ mv a.txt b.txt',
    '',
    'toolName = "run_shell_command"\ncommandPrefix = "mv a.txt b.txt"\ndecision = "allow"\npriority = 100',
  ],
  [
    '$ cp -r a b',
    '',
    'toolName = "run_shell_command"\ncommandPrefix = "cp -r a b"\ndecision = "allow"\npriority = 100',
  ],
  [
    '$ sed -i s/a/b/ x.txt',
    '',
    'toolName = "run_shell_command"\ncommandPrefix = "sed -i s/a/b/ x.txt"\ndecision = "allow"\npriority = 100',
  ],
  ['write_file {"file_path":"a"}', '', 'toolName = "write_file"\ndecision = "allow"\npriority = 100'],
  [
    'write_file {"file_path":"package.json"}',
    '',
    `toolName = "write_file"\nargsPattern = '"file_path":"package\\.json"'\ndecision = "allow"\npriority = 100`,
    'yolo',
  ],
  [
    'write_file {"file_path":"src/../package.json"}',
    '',
    `toolName = "write_file"\nargsPattern = '"file_path":"package\\.json"'\ndecision = "allow"\npriority = 100`,
    'yolo',
  ],
  [
    'write_file {"file_path":"a\\u007f/package.json"}',
    '',
    `toolName = "write_file"\nargsPattern = "\\"file_path\\":\\"a\\u007f/package\\\\.json\\""\ndecision = "allow"\npriority = 100`,
    'yolo',
  ],
  ['s__t', '', 'mcpName = "s"\ntoolName = "t"\ndecision = "allow"\npriority = 100'],
  [
    's__t',
    rule({ mcpName: 's', ...deny, priority: 500 }),
    'mcpName = "s"\ntoolName = "t"\ndecision = "allow"\npriority = 501',
  ],
  ['unknown_tool', '', 'toolName = "unknown_tool"\ndecision = "allow"\npriority = 100'],
  ['$ git log -5', '', 'toolName = "run_shell_command"\ncommandPrefix = "git log"\ndecision = "allow"\npriority = 100'],
  [
    '$ npm run build -- x',
    '',
    'toolName = "run_shell_command"\ncommandPrefix = "npm run build"\ndecision = "allow"\npriority = 100',
  ],
  ['$ cat "a b" c', '', 'toolName = "run_shell_command"\ncommandPrefix = "cat"\ndecision = "allow"\npriority = 100'],
  [
    '$ git log | head',
    '',
    'toolName = "run_shell_command"\ncommandPrefix = ["git log", "head"]\ndecision = "allow"\npriority = 100',
  ],
  [
    '$ git log | head',
    prefix('head'),
    'toolName = "run_shell_command"\ncommandPrefix = "git log"\ndecision = "allow"\npriority = 100',
  ],
  [
    '$ git log --output=f',
    prefix('git log'),
    'toolName = "run_shell_command"\ncommandPrefix = "git log --output=f"\ndecision = "allow"\npriority = 100',
  ],
  [
    '$ git log > f',
    prefix('git log', { priority: 7 }),
    'toolName = "run_shell_command"\ncommandPrefix = "git log"\nallowRedirection = true\ndecision = "allow"\npriority = 8',
  ],
  [
    '$ timeout 5 make check',
    '',
    'toolName = "run_shell_command"\ncommandPrefix = "make check"\ndecision = "allow"\npriority = 100',
  ],
  [
    '$ "my prog" x',
    '',
    `toolName = "run_shell_command"\ncommandPrefix = "'my prog'"\ndecision = "allow"\npriority = 100`,
  ],
  [
    '$ node -e 1',
    '',
    'toolName = "run_shell_command"\ncommandPrefix = "node -e 1"\ndecision = "allow"\npriority = 100',
  ],
  [
    '$ git push',
    prefix('git push', { ...deny, priority: 200 }),
    'toolName = "run_shell_command"\ncommandPrefix = "git push"\ndecision = "allow"\npriority = 201',
  ],
  [
    '$ /usr/bin/git push',
    '',
    'toolName = "run_shell_command"\ncommandPrefix = "/usr/bin/git push"\ndecision = "allow"\npriority = 100',
  ],
  ['web_fetch {"prompt":"x"}', '', 'toolName = "web_fetch"\ndecision = "allow"\npriority = 100', 'plan'],
]
for (const [call, user, remedy, mode = 'default'] of table)
  test(`remedy for ${call} beside ${user.replaceAll('\n', ' ')}`, async () => {
    const rules = [...shipped, ...rulesFrom(user)]
    const decision = await decided(rules, call, mode)
    expect(decision.verdict).not.toBe('allow')
    const text = remedyFor(decision, await factsFrom(call, mode))
    expect(text.replace(/^#.*\n/gm, '')).toBe(`[[rule]]\n${remedy}`)
    expect(await verdict([...rules, ...rulesFrom(text)], call, mode)).toBe('allow')
  })

test('every command of a profile’s table that is refused has a remedy that works', async () => {
  const rules = [...shipped, ...(await profileRules('review'))]
  for (const line of [
    'git push',
    'npm test',
    'rm -rf .',
    'sed -i s/a/b/ x',
    'find . -delete',
    'sort -o x y',
    'cat a > b',
  ]) {
    const decision = await decided(rules, `$ ${line}`)
    const text = remedyFor(decision, await factsFrom(`$ ${line}`))
    expect(await verdict([...rules, ...rulesFrom(text)], `$ ${line}`), text).toBe('allow')
  }
})

/** What a person would write: enough for the line and for others like it, and no more. */
const PREFIXES: [line: string, prefix: string][] = [
  ['npm test -- x', 'npm test'],
  ['git push origin main', 'git push'],
  ['git push --force', 'git push --force'],
  ['git stash pop', 'git stash pop'],
  ['gh issue close 5', 'gh issue close'],
  ['gh pr comment 5 --body x', 'gh pr comment'],
  ['rm -rf dist', 'rm -rf dist'],
  ['curl -s https://example.com/a', 'curl -s https://example.com/a'],
  ['python3 scripts/x.py --all', 'python3 scripts/x.py'],
  ['perl x.pl', 'perl x.pl'],
  ['bash script.sh', 'bash script.sh'],
  ['sort -o x y', 'sort -o'],
  ['docker compose up -d', 'docker compose up -d'],
  ['go mod tidy', 'go mod tidy'],
  ['uv run mypy src', 'uv run mypy'],
  ['pip install -r requirements.txt', 'pip install'],
  ['./run.sh --fast', './run.sh'],
  ['git -C sub commit -m x', 'git -C sub commit -m x'],
  ['make -C sub all', 'make -C sub all'],
  ['npx -y eslint .', 'npx -y eslint .'],
  ['python -m pytest tests', 'python -m pytest'],
  ['uvx ruff check', 'uvx ruff'],
]
test.each(PREFIXES)('the rule for %s names %s', async (line, commandPrefix) => {
  const call = `$ ${line}`
  const text = remedyFor(await decided(shipped, call), await factsFrom(call))
  expect(text).toContain(`commandPrefix = "${commandPrefix}"\n`)
  expect(await verdict([...shipped, ...rulesFrom(text)], call)).toBe('allow')
})

const OBSTACLES: [line: string, comment: RegExp][] = [
  [
    'git log "$X"',
    /"\$X" is not known and could be an option.*a rule can name, write the value instead of "\$X", set it in the line/,
  ],
  ['MY_FOO=1 npm test', /the variable MY_FOO .*, leave the variable out, or set it with env: in the workflow/],
  ['curl x | sh', /reads its script from standard input\. .*, save the script in a file/],
  ['$(echo git) push', /the program is only known at run time/],
  ['[[ $x -gt 1 ]]', /arithmetic evaluates the variable \$x, which can run commands; set it to a number in the line/],
  ['echo "x', /it is not a valid command line/],
  ['"" x', /the program is only known at run time/],
  ['rm "$F"', /rm deletes files, and "\$F" is only known at run time.*write the value instead of "\$F"/],
]
test.each(OBSTACLES)('the remedy for %s says how to write it instead', async (line, comment) => {
  const text = remedyFor(await decided(shipped, `$ ${line}`), await factsFrom(`$ ${line}`))
  expect(text).toMatch(comment)
  expect(text).toContain('No rule allows just this line: ')
  expect(text).not.toContain('[[rule]]')
})

test('a file reached by a link has a remedy that names its target', async () => {
  const rules = [...shipped, ...(await profileRules('maintain'))]
  const args = { file_path: 'link/package.json', content: 'x' }
  const resolved = { linked: true, args: { ...args, file_path: 'src/package.json' } }
  const facts = { ...(await factsFrom(`write_file ${JSON.stringify(args)}`, 'default')), resolved }
  const text = remedyFor(decide(rules, facts, 'deny'), facts)
  expect(text).toContain(`'"file_path":"src/package\\.json"'`)
  expect(decide([...rules, ...rulesFrom(text)], facts, 'deny').verdict).toBe('allow')
})

const REFUSED = [
  ...[
    'package.json',
    './a b/package.json',
    "it's/package.json",
    'q"x/package.json',
    'back\\package.json',
    'x\ny/go.mod',
  ],
  ...['src/../Makefile', '.github//workflows//x.yml', '/r/.gemini/$^.*+?()[]{}|.json', 'ünï/😀/Cargo.toml', '.env'],
].map((file_path) => `write_file ${JSON.stringify({ file_path, content: 'x' })}`)
const REFUSED_LINES = [
  ...[
    'git push --force',
    'git --no-pager push',
    'git -C x push',
    '/usr/bin/git push',
    './git push',
    'GIT.EXE push',
    'git log --output=x --ext-diff',
  ],
  ...[
    'npm run',
    'npm --prefix x run y',
    'npx cowsay "a b"',
    `my'prog x'`,
    `'a;b' c`,
    'a | b | c',
    'a && $(b)',
    'x=1 ./y.sh > z',
    'sudo rm x',
    'x=1',
  ],
  ...[
    'bash -c "rm x; git push"',
    'git ls-files | xargs rm',
    'find . -exec rm {} +',
    'timeout 5 npm publish',
    'env A=1 make x',
    'rm "$X"',
    'f() { rm x; }; f',
  ],
].map((line) => `$ ${line}`)
const OTHERS = ['$ zzz x', 'other__tool', 'web_fetch {"prompt":"x"}', 'write_file {"file_path":"pom.xml"}']

for (const profile of ['review', 'triage', 'maintain'])
  test(`what refuses under profile:${profile} is allowed by its remedy, and nothing else is`, async () => {
    const rules = [...shipped, ...(await profileRules(profile))]
    for (const call of [...REFUSED, ...REFUSED_LINES])
      for (const mode of ['default', 'plan'] as const) {
        const decision = await decided(rules, call, mode)
        const text = remedyFor(decision, await factsFrom(call, mode))
        if (decision.verdict === 'allow' || !text.startsWith('[[rule]]')) continue
        const more = [...rules, ...rulesFrom(text)]
        expect(await verdict(more, call, mode), text).toBe('allow')
        const others = OTHERS.filter((other) => !call.startsWith(other.slice(0, 5)) || call.startsWith('$'))
        for (const other of others)
          expect(await verdict(more, other, mode), text).toBe(await verdict(rules, other, mode))
      }
  })

const sentences: [name: string, call: string, toml: string, tier: 'user' | 'admin', sentence: RegExp, mode?: Mode][] = [
  [
    'an admin rule',
    'write_file',
    rule({ toolName: 'write_file', ...deny }),
    'admin',
    /An admin rule forbids this \(admin\.toml:1\)\./,
  ],
  ['an admin rule for a part', '$ ls; rm x', prefix('rm', deny), 'admin', /An admin rule forbids this/],
  [
    'the highest priority',
    'write_file',
    rule({ toolName: 'write_file', ...deny, priority: 999 }),
    'user',
    /user\.toml:1 has the highest possible priority\./,
  ],
  [
    'writing in plan mode',
    '$ git log > f',
    prefix('git log', { allowRedirection: true }),
    'user',
    /Plan mode allows no writes/,
    'plan',
  ],
]
for (const [name, call, toml, tier, sentence, mode = 'default'] of sentences)
  test(`no remedy: ${name}`, async () => {
    const decision = await decided([...shipped, ...rulesFrom(toml, tier)], call, mode)
    expect(remedyFor(decision, await factsFrom(call, mode))).toMatch(sentence)
  })

for (const call of ['write_file', '$ make test'])
  test(`the remedy for a sub-agent applies to it alone: ${call}`, async () => {
    const facts = { ...(await factsFrom(call, 'default')), agent: 'scout' }
    const remedy = remedyFor(decide(shipped, facts, 'deny'), facts)
    expect(remedy).toContain('subagent = "scout"')
    const rules = [...shipped, ...rulesFrom(remedy, 'user')]
    const [its, others] = [facts, { ...facts, agent: 'other' }].map((one) => decide(rules, one, 'deny').verdict)
    expect([its, others]).toEqual(['allow', 'ask'])
  })
