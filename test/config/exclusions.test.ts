import { expect, test } from 'vitest'
import { readInputs } from '../../src/config/inputs.ts'
import type { Task } from '../../src/github/events/task.ts'
import { skipPathsReason } from '../../src/github/events/trigger-rules.ts'
import { chooseLabels } from '../../src/github-tools/issue-proposals.ts'
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
