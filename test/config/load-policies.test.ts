import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadRules } from '../../src/config/load-policies.ts'
import { UserError } from '../../src/platform/errors.ts'
import { hidingRule } from '../../src/policy/rules/decide.ts'
import { lintRules } from '../../src/policy/rules/lint.ts'
import { readPolicyTests, runPolicyTest } from '../../src/policy/rules/policy-test.ts'
import type { Mode } from '../../src/policy/rules/rule.ts'
import { commitOf } from '../fakes/commit.ts'
import { builtinRules, profileRules, verdict } from '../policy/rules.ts'

const shipped = await builtinRules()
const PROFILES = ['review', 'triage', 'maintain'] as const

test('the built-in policies have no lint findings', async () => {
  expect(lintRules(shipped)).toEqual([])
  for (const profile of PROFILES) expect(lintRules(await profileRules(profile)), profile).toEqual([])
})

const tables = join(import.meta.dirname, '../policies')
for (const name of (await readdir(tables)).filter((each) => each.endsWith('.toml'))) {
  const table = readPolicyTests(await readFile(join(tables, name), 'utf8'), `test/policies/${name}`)
  const profiles = table.policies.map((each) => each.replace(/^profile:/, ''))
  const rules = [...shipped, ...(await Promise.all(profiles.map(profileRules))).flat()]
  for (const each of table.cases)
    test(`${name}:${each.line} ${each.name ?? each.command ?? `${each.tool} ${JSON.stringify(each.args)}`} in ${each.mode}: ${each.expect}`, async () =>
      expect(await runPolicyTest(rules, each)).toEqual({ ok: true }))
}

/** The decision for each tool without user rules: default, autoEdit, yolo, plan; `-` means hidden from the model. */
const effect: [call: string, ...verdicts: string[]][] = [
  ['read_file {"file_path":"a"}', 'allow', 'allow', 'allow', 'allow'],
  ['read_many_files {"paths":["a"]}', 'allow', 'allow', 'allow', 'allow'],
  ['glob {"pattern":"*"}', 'allow', 'allow', 'allow', 'allow'],
  ['search_file_content {"pattern":"x"}', 'allow', 'allow', 'allow', 'allow'],
  ['list_directory {"dir_path":"."}', 'allow', 'allow', 'allow', 'allow'],
  ['google_web_search {"query":"x"}', 'allow', 'allow', 'allow', 'allow'],
  ['get_internal_docs', 'allow', 'allow', 'allow', 'allow'],
  ['list_background_processes', 'allow', 'allow', 'allow', 'allow'],
  ['write_todos', 'allow', 'allow', 'allow', 'allow'],
  ['complete_task', 'allow', 'allow', 'allow', 'allow'],
  ['delegate_to_agent {"agent_name":"x"}', 'allow', 'allow', 'allow', 'allow'],
  ['github__get_issue', 'allow', 'allow', 'allow', 'allow'],
  ['github__comment {"body":"x"}', 'allow', 'allow', 'allow', 'allow'],
  ['write_file {"file_path":"src/a.ts"}', 'ask_user', 'allow', 'allow', 'deny'],
  ['replace {"file_path":"src/a.ts"}', 'ask_user', 'allow', 'allow', 'deny'],
  ['save_memory {"fact":"x"}', 'ask_user', 'ask_user', 'ask_user', '-'],
  ['web_fetch {"prompt":"x"}', 'ask_user', 'allow', 'allow', '-'],
  ['run_shell_command {"command":"ls"}', 'ask_user', 'ask_user', 'allow', '-'],
  ['activate_skill {"name":"x"}', 'ask_user', 'ask_user', 'allow', '-'],
  ['discovered_tool_x', 'ask_user', 'ask_user', 'allow', '-'],
  ['other__tool', 'deny', 'deny', 'allow', '-'],
  ['ask_user {"questions":[]}', '-', '-', '-', '-'],
  ['enter_plan_mode', '-', '-', '-', '-'],
  ['exit_plan_mode', '-', '-', '-', '-'],
]
const MODES: Mode[] = ['default', 'autoEdit', 'yolo', 'plan']
for (const [call, ...verdicts] of effect)
  for (const [at, mode] of MODES.entries())
    test(`built-in: ${call} in ${mode}`, async () => {
      const [name = ''] = call.split(' ')
      const server = /^(\w+?)__/.exec(name)?.[1]
      const tool = { name, annotations: {}, server }
      const shut = hidingRule(shipped, tool, mode) !== undefined
      const said = await verdict(shipped, call, mode)
      expect(said).toBe(verdicts[at] === '-' ? 'deny' : verdicts[at])
      // Ask denies here, so a tool that always asks is hidden.
      if (verdicts[at] === '-' || (said === 'ask_user' && !call.startsWith('save_memory'))) expect(shut).toBe(true)
      if (said === 'allow') expect(shut).toBe(false)
    })

const named: [what: string, policyPaths: string[] | undefined, files: string[]][] = [
  ['no setting', undefined, ['~/.gemini/policies/mine.toml', '.gemini/policies/ours.toml']],
  ['an empty list', [], ['~/.gemini/policies/mine.toml', '.gemini/policies/ours.toml']],
  ['a file', ['rules/extra.toml'], ['.gemini/policies/ours.toml', 'rules/extra.toml']],
  ['a folder', ['./rules/'], ['.gemini/policies/ours.toml', 'rules/extra.toml']],
]
for (const [what, policyPaths, files] of named)
  test(`policyPaths: ${what}`, async () => {
    const home = await mkdtemp(join(tmpdir(), 'sluice-home-'))
    try {
      const text = '[[rule]]\ntoolName = "glob"\ndecision = "deny"\npriority = 1\n'
      await mkdir(join(home, '.gemini/policies'), { recursive: true })
      await writeFile(join(home, '.gemini/policies/mine.toml'), text)
      await writeFile(join(home, 'built-in.toml'), '# no rule\n')
      const commit = commitOf({ '.gemini/policies/ours.toml': text, 'rules/extra.toml': text })
      const places = {
        extensions: [],
        builtIn: home,
        home,
        system: join(home, 'none'),
        user: '',
        admin: '',
      }
      const { rules } = await loadRules(places, policyPaths === undefined ? {} : { policyPaths }, commit)
      expect(rules.map(({ file, tier }) => [file, tier])).toEqual(files.map((file) => [file, 'user']))
    } finally {
      await rm(home, { recursive: true })
    }
  })

test('each place has its tier', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-tiers-'))
  try {
    const ruleOf = (toolName: string) => `[[rule]]\ntoolName = "${toolName}"\ndecision = "deny"\npriority = 1\n`
    for (const [path, tool] of [
      ['built-in/a.toml', 'built_in'],
      ['home/.gemini/policies/b.toml', 'of_the_home'],
      ['home/.gemini/policies/notes.md', 'no_rule'],
    ] as const) {
      await mkdir(join(folder, path, '..'), { recursive: true })
      await writeFile(join(folder, path), ruleOf(tool))
    }
    const places = {
      extensions: [],
      builtIn: join(folder, 'built-in'),
      home: join(folder, 'home'),
      system: join(folder, 'none'),
      user: ruleOf('of_the_input'),
      admin: ruleOf('of_the_admin'),
    }
    const { rules } = await loadRules(places, {}, commitOf({ '.gemini/policies/c.toml': ruleOf('of_the_repository') }))
    expect(rules.map(({ match, tier }) => [match.tools?.[0], tier]).toSorted()).toEqual([
      ['built_in', 'default'],
      ['of_the_admin', 'admin'],
      ['of_the_home', 'user'],
      ['of_the_input', 'user'],
      ['of_the_repository', 'user'],
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Rules that two files share must be identical. */
test('rules shared by profiles are identical', async () => {
  const [maintain, review] = [await profileRules('maintain'), await profileRules('review')]
  const commands = (rules: typeof maintain) =>
    rules.flatMap(({ match }) => match.prefixes?.map(({ text }) => text) ?? [])
  expect(commands(maintain)).toEqual(expect.arrayContaining(commands(review)))
})

test('without the built-in policies no run starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-built-in-'))
  try {
    const builtIn = join(folder, 'policies')
    const places = { extensions: [], builtIn, home: undefined, system: join(folder, 'none'), user: '', admin: '' }
    await expect(loadRules(places, {}, commitOf({}))).rejects.toThrow(
      `The built-in policies are missing from ${builtIn}.`,
    )
    await writeFile(builtIn, 'a file')
    await expect(loadRules(places, {}, commitOf({}))).rejects.toThrow('The built-in policies are missing')
    await rm(builtIn)
    await mkdir(builtIn)
    await writeFile(join(builtIn, 'a.toml'), '[[rule]]\ntoolName = "glob"\ndecision = "deny"\npriority = 1\n')
    expect((await loadRules(places, {}, commitOf({}))).rules).toHaveLength(1)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a policy file that cannot be read is named, and no file without rules', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-unreadable-'))
  try {
    const home = join(folder, '.gemini/policies')
    await mkdir(join(home, 'folder.toml'), { recursive: true })
    await writeFile(join(folder, 'built-in.toml'), '# no rule\n')
    const places = { extensions: [], builtIn: folder, home: folder, system: join(folder, 'none'), user: '', admin: '' }
    const rules = () => loadRules(places, {}, commitOf({}))
    await expect(rules()).rejects.toThrow(
      new UserError(
        `The policy file ${join(home, 'folder.toml')} cannot be read: it is a folder. Fix it or delete it.`,
      ),
    )
    await rm(join(home, 'folder.toml'), { recursive: true })
    await symlink('gone', join(home, 'link.toml'))
    await expect(rules()).rejects.toThrow(/link\.toml cannot be read: there is no such file\. Fix it or delete it\.$/)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a policy folder that cannot be read is no folder without rules', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-loop-'))
  try {
    await mkdir(join(folder, '.gemini'))
    await symlink('policies', join(folder, '.gemini/policies'))
    await writeFile(join(folder, 'built-in.toml'), '# no rule\n')
    const places = { extensions: [], builtIn: folder, home: folder, system: join(folder, 'none'), user: '', admin: '' }
    await expect(loadRules(places, {}, commitOf({}))).rejects.toThrow(/^The policies in .*policies cannot be read: /)
    const system = join(folder, '.gemini/policies/of-the-administrator')
    await expect(loadRules({ ...places, home: undefined, system }, {}, commitOf({}))).rejects.toThrow(
      /of-the-administrator cannot be read: .*Let every user read it\./,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})
