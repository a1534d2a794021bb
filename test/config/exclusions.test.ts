import { expect, test } from 'vitest'
import { INPUTS, readInputs } from '../../src/config/inputs.ts'
import { SettingsShape, supportedKeys } from '../../src/config/settings/settings-shape.ts'
import type { Task } from '../../src/github/events/task.ts'
import { skipPathsReason } from '../../src/github/events/trigger-rules.ts'
import { chooseLabels } from '../../src/github-tools/issue-proposals.ts'
import { UserError } from '../../src/platform/errors.ts'
import { loadPolicies } from '../../src/policy/rules/load.ts'
import { globList } from '../../src/text/glob-list.ts'
import { parseIncludeFilter } from '../../src/tools/search/globs.ts'

/** Every input, setting and parameter that is a list of globs or patterns: an entry with `!` excludes, and never widens the list. */

const inputs = (given: Record<string, string>) => readInputs({}, (name) => given[name] ?? '')

const PULL = { event: 'pull_request', action: 'opened', number: 7, head: { sha: 'h', ref: 'topic', repo: 'octo/pond' } }

const skips = async (list: string, path: string) => {
  const file = { path, status: 'modified', additions: 1, deletions: 0, patch: '@@ -1 +1 @@\n-a\n+b', sha: 's' }
  const github = {
    files: async () => [file],
    pullAtStart: async () => ({ head: { sha: 'h' }, base: { ref: 'main' }, isMerged: false, changedFiles: 1 }),
  }
  // what the function reads of them
  const reason = await skipPathsReason(PULL as Task, github as never, inputs({ skip_paths: list }).skip_paths)
  return reason !== undefined
}

const labels = async (list: string, name: string) => {
  const { allowed_labels: allowed } = inputs({ allowed_labels: list })
  return (await chooseLabels([name], { existing: [], allowed, current: [] })).accepted.length > 0
}

const searches = async (list: string, path: string) => {
  const { included, excluded } = parseIncludeFilter(list, '.')
  return globList([...(included ?? ['**']), ...excluded.map((glob) => `!${glob}`)], { dot: true })(path)
}

type Names = (list: string, text: string) => Promise<boolean>

/** `list` names `named`; its exclusion takes `excluded` out; `other` is in neither. `alone`: what only the exclusion means. */
const LISTS: {
  name: string
  names: Names
  entry: string
  exclusion: string
  named: string
  excluded: string
  other: string
  alone: 'all but these' | 'mistake'
}[] = [
  {
    ...{ name: 'skip_paths', names: skips, entry: 'docs/**', exclusion: '!docs/api/**' },
    ...{ named: 'docs/a.md', excluded: 'docs/api/b.md', other: 'src/x.js', alone: 'all but these' },
  },
  {
    ...{ name: 'allowed_labels', names: labels, entry: 'area/*', exclusion: '!area/private' },
    ...{ named: 'area/docs', excluded: 'area/private', other: 'bug', alone: 'mistake' },
  },
  {
    ...{ name: 'include of a search', names: searches, entry: 'src/**', exclusion: '!src/gen/**' },
    ...{ named: 'src/a.js', excluded: 'src/gen/b.js', other: 'docs/a.md', alone: 'all but these' },
  },
]

for (const { name, names, entry, exclusion, named, excluded, other, alone } of LISTS) {
  test(`${name}: an exclusion narrows, in each place of the list`, async () => {
    for (const list of [
      `${entry},${exclusion}`,
      `${exclusion},${entry}`,
      `${entry}\n${exclusion}`,
      `${entry},!${exclusion}`,
    ])
      expect([list, await names(list, named), await names(list, excluded), await names(list, other)]).toEqual([
        ...[list, true, false, false],
      ])
    expect(await names(entry, excluded)).toBe(true)
  })

  test(`${name}: only an exclusion: ${alone}`, async () => {
    if (alone === 'mistake') await expect(async () => names(exclusion, other)).rejects.toThrow(/only excludes/)
    else expect([await names(exclusion, other), await names(exclusion, excluded)]).toEqual([true, false])
  })
}

test.each(['allowed_users', 'allowed_bots'])('%s takes names and no exclusions', (name) =>
  expect(() => inputs({ [name]: 'wendy,!stan' })).toThrow(/starts with a !/),
)

test.each(['toolName = ["*", "!write_file"]', 'toolName = "!write_file"', 'mcpName = "!github"'])(
  'a rule with %s is a mistake: a deny rule excludes',
  (field) => {
    const text = `[[rule]]\n${field}\ndecision = "allow"\npriority = 100\n`
    const { problems, rules } = loadPolicies([{ tier: 'user', file: 'p.toml', text }])
    expect(JSON.stringify(problems)).toMatch(/takes no !/)
    expect(rules).toEqual([])
  },
)

/** Settings that hold a list and take an entry with `!`, each with what it means there. Every other list of names refuses one. */
const OTHER_LISTS: Record<string, string> = {
  'context.fileName': 'the name of a file',
  'context.fileFiltering.customIgnoreFilePaths': 'the path of a file',
  policyPaths: 'the path of a file; one that does not exist is a mistake',
  'hooksConfig.disabled': 'the command of a hook, which can start with a negation',
  'sluice.verify': 'a command, which can start with a negation',
  'sluice.proof.report': 'the path of a file',
  'sluice.proof.tests': 'globs, and `!` excludes',
  'sluice.report.labels': 'labels, whose names can start with !',
  'mcpServers.*.args': 'an argument',
}

const nested = (path: string, value: unknown): Record<string, unknown> =>
  path
    .split('.')
    .toReversed()
    .reduce<unknown>((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>

const SERVER_LISTS = ['args', 'includeTools', 'excludeTools'].map((key) => `mcpServers.*.${key}`)

const takes = (path: string, value: unknown) => SettingsShape.safeParse(nested(path, value)).success

const settingLists = [...supportedKeys().filter((path) => !path.endsWith('*')), ...SERVER_LISTS].filter(
  (path) => takes(path, ['a']) && !takes(path, [{}]),
)

test.each(settingLists)('the setting %s: an entry with ! is refused, or has a meaning that widens nothing', (path) => {
  const isOther = path in OTHER_LISTS
  for (const list of [['!a'], ['b', '!a'], [' !a']]) expect([list, takes(path, list)]).toEqual([list, isOther])
})

test('the lists of settings that take a ! exist', () => {
  expect(Object.keys(OTHER_LISTS).filter((path) => !settingLists.includes(path))).toEqual([])
})

/** Inputs whose value is a list, and what an entry with `!` is there. */
const INPUT_LISTS: Record<string, 'excludes' | 'mistake' | 'exact'> = {
  skip_paths: 'excludes',
  allowed_labels: 'excludes',
  allowed_hosts: 'excludes',
  assignee_trigger: 'mistake',
  skip_authors: 'mistake',
  allowed_users: 'mistake',
  allowed_bots: 'mistake',
  fail_on: 'mistake',
  github_issue_number: 'mistake',
  github_pr_number: 'mistake',
  // Labels can have names that start with !. Both lists compare whole names.
  label_trigger: 'exact',
  skip_labels: 'exact',
  // Google refuses unknown scopes, and an extension that does not exist is a mistake.
  gcp_access_token_scopes: 'exact',
  extensions: 'exact',
}

test('every input that is a list has its meaning of ! above', () => {
  const isList = (name: string) => {
    const value: unknown = INPUTS[name as keyof typeof INPUTS].schema.safeParse('').data
    return Array.isArray(value) || name === 'allowed_hosts'
  }
  const known = new Set(Object.keys(INPUT_LISTS))
  expect(Object.keys(INPUTS).filter((name) => isList(name) && !known.has(name))).toEqual([])
})

for (const [name, meaning] of Object.entries(INPUT_LISTS))
  test(`the input ${name}: ! ${meaning}`, () => {
    const read = () => inputs({ [name]: name === 'allowed_hosts' ? 'a.example,!b.example' : 'a,!b' })
    if (meaning === 'mistake') expect(read).toThrow(UserError)
    else expect(read).not.toThrow()
  })
