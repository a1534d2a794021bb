import { expect, test } from 'vitest'
import { type INPUTS, readInputs } from '../../src/config/inputs.ts'
import { UserError } from '../../src/platform/errors.ts'

const env = (given: Record<string, string>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]))

test('without inputs: the defaults of action.yml, expressions empty', () => {
  const inputs = readInputs({})
  expect(inputs).toMatchObject({
    trigger_phrase: '@gemini-cli',
    max_turns: 50,
    timeout_minutes: 20,
    comment: 'auto',
    github_token: '',
  })
  expect(inputs.fail_on).toEqual(['config', 'security', 'model', 'internal'])
  expect(inputs.notices).toEqual([])
})

const good: [input: keyof typeof INPUTS, given: string, read: unknown][] = [
  ['approval_mode', 'auto_edit', 'autoEdit'],
  ['approval_mode', 'autoEdit', 'autoEdit'],
  ['approval_mode', 'plan', 'plan'],
  ['github_issue_number', '1, 2,3', [1, 2, 3]],
  ['allowed_users', 'ada, grace\nalan', ['ada', 'grace', 'alan']],
  ['skip_paths', 'docs/{api,ref}/**, !docs/api/x.md\n\n*.md', ['docs/{api,ref}/**', '!docs/api/x.md', '*.md']],
  [
    'skip_paths',
    'docs/\r\n! site/\n/LICENSE,./a/**\n**.md, api/**.json',
    ['docs/**', '! site/**', 'LICENSE', 'a/**', '**/*.md', 'api/**/*.json'],
  ],
  ['github_issue_number', '#3\n4 3,5\r\n', [3, 4, 5]],
  ['github_issue_number', '[7, 8]', [7, 8]],
  ['github_pr_number', '', []],
  ['allowed_users', '@ada,\r\ngrace', ['ada', 'grace']],
  ['allowed_labels', 'area/*, !area/private', ['area/*', '!area/private']],
  ['run_pr_code', 'True', true],
  ['run_pr_code', '', false],
  ['timeout_minutes', '0.5', 0.5],
  ['max_tokens', '', undefined],
  ['settings', '{"model":{"name":"flash"}}', { model: { name: 'flash' } }],
  ['fail_on', 'denied', ['denied']],
]
for (const [input, given, read] of good)
  test(`${input}: ${JSON.stringify(given)} is read`, () =>
    expect(readInputs(env({ [input]: given }))[input]).toEqual(read))

const bad: [input: string, given: string, complaint: string][] = [
  ['approval_mode', 'yes', 'approval_mode must be one of default, autoEdit, yolo, plan, not "yes"'],
  ['max_turns', '1.5', 'max_turns must be a whole number above 0'],
  ['max_turns', '0', 'max_turns must be a whole number above 0'],
  ['max_turns', '1e999', 'max_turns must be a whole number above 0'],
  ['dry_run', 'maybe', 'dry_run must be true or false, not "maybe"'],
  [
    'allowed_labels',
    '!area/private',
    'allowed_labels only excludes (!area/private) and allows nothing. Add a glob without ! for what is allowed',
  ],
  ['allowed_labels', '!(bug), ! ', 'allowed_labels only excludes (!(bug), !) and allows nothing'],
  ['allowed_users', 'ada, !grace', 'allowed_users takes exact names, but "!grace" starts with a !'],
  ['allowed_bots', '!renovate[bot]', 'allowed_bots takes exact names, but "!renovate[bot]" starts with a !'],
  ['allowed_users', 'ada grace', 'takes names of accounts, but "ada grace" is none. Separate names by commas or lines'],
  ['allowed_users', '["ada"]', 'but "["ada"]" is none'],
  ['allowed_users', 'octo/admins', 'but "octo/admins" is none'],
  ['skip_authors', "'renovate[bot]'", 'is none'],
  ['github_issue_number', '[[3]]', 'must be a number, or numbers separated by commas, not "[[3]]"'],
  ['github_issue_number', 'octo/pond#3', 'not "octo/pond#3"'],
  ['allowed_hosts', '!evil.example.com', 'allowed_hosts only excludes (!evil.example.com)'],
  ['allowed_bots', '*', 'allowed_bots takes exact names, but "*" contains a *'],
  ['allowed_bots', 'dependabot', 'write "dependabot[bot]" instead of "dependabot"'],
  ['allowed_bots', 'good[bot]\nRenovate', 'write "Renovate[bot]" instead of "Renovate"'],
  ['fail_on', 'green', 'fail_on contains an unknown outcome "green"'],
  ['settings', '[]', 'settings must be a JSON object'],
  ['settings', '{', 'settings is not JSON'],
  ['branch_prefix', 'a b/', 'branch_prefix must be a valid start of a branch name, but "a b/" contains " "'],
  ['branch_prefix', './', 'branch_prefix must be a valid start of a branch name'],
  ['trigger_phrase', 'a b', 'trigger_phrase must be one word'],
  ['github_pr_number', 'x', 'github_pr_number must be a number'],
  ['github_pr_number', '1,2', 'github_pr_number takes one number'],
  ['allowed_user', 'ada', 'allowed_user is not an input of this action'],
]
for (const [input, given, complaint] of bad)
  test(`${input}: ${JSON.stringify(given)} is refused`, () =>
    expect(() => readInputs(env({ [input]: given }))).toThrow(complaint))

test('one error lists all invalid inputs', () => {
  const several = env({ max_turns: 'x', comment: 'loud', use_vertex_ai: 'true', use_gemini_code_assist: 'true' })
  expect(() => readInputs(several)).toThrow(UserError)
  expect(() => readInputs(several)).toThrow(/max_turns[\s\S]*comment[\s\S]*exclude each other/)
})

test('inputs about installing a CLI are answered with a notice', () => {
  expect(readInputs(env({ gemini_cli_version: '0.22.4', use_pnpm: 'true' })).notices).toHaveLength(2)
  expect(readInputs(env({ use_pnpm: 'false' })).notices).toEqual([])
  expect(readInputs(env({ extensions: '[]', upload_artifacts: 'true' })).notices).toEqual([])
})

test('extensions are a JSON array, or one a line', () => {
  expect(readInputs(env({ extensions: '[ "a", "https://github.com/o/r" ]' })).extensions).toEqual([
    'a',
    'https://github.com/o/r',
  ])
  expect(readInputs(env({ extensions: 'a\nb, c' })).extensions).toEqual(['a', 'b', 'c'])
  for (const wrong of ['["a"', '[1]', '[""]'])
    expect(() => readInputs(env({ extensions: wrong }))).toThrow(/JSON array of texts/)
})
