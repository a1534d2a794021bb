import { expect, test } from 'vitest'
import { type ProofChange, testingRoles, weakenedTests } from '../../src/proof/testing-files.ts'

const change = (path: string, before: string | null, after: string | null, previousPath?: string): ProofChange => ({
  path,
  previousPath,
  before: before === null ? null : Buffer.from(before),
  after: after === null ? null : Buffer.from(after),
  mode: '100644',
  isLeftOut: false,
})

const STARTERS = ['sh ci.sh', '{ "scripts": { "test": "./bin/go && node src/cli.js" } }']
const roleOf = (path: string, before = '', after = 'x\n') => testingRoles([], STARTERS)(change(path, before, after))

test.each([
  [
    'test',
    'src/a.test.ts src/a.spec.jsx test-a.mjs test_pond.py pond_test.py tests.py a_test.go a_spec.rb src/test/PondTest.java TestPond.kt PondTests.cs a.bats sum_test.sh',
  ],
  [
    'support',
    'test/helper.js spec/spec_helper.rb __fixtures__/a.json testdata/a.txt src/__snapshots__/a.test.ts.snap a.snap tests/__init__.py',
  ],
  [
    'configuration',
    'Makefile build/rules.mk vitest.config.ts jest.config.json tsconfig.build.json .mocharc.yml conftest.py test/conftest.py pytest.ini pyproject.toml sitecustomize.py unittest/__init__.py vitest.js go.mod Cargo.toml build.rs pom.xml gradlew .github/workflows/ci.yml .gitlab-ci.yml scripts/build.sh ci.sh bin/go run-tests node_modules/vitest/index.js setupTests.ts .npmrc',
  ],
  [
    'code',
    'src/a.ts src/cli.js latest.py contest.go README.md sum.sh src/setup/install.ts docs/testing.md src/configuration.ts',
  ],
])('the role %s', (role, paths) => {
  for (const path of paths.split(' ')) expect(roleOf(path), path).toBe(role)
})

test('a file in a folder of tests is a test if it has one', () => {
  expect(roleOf('test/sum.js', '', "test('a', () => {})\n")).toBe('test')
  expect(roleOf('tests/sum.py', 'def test_a():\n', '')).toBe('test')
})

test('globs take the place of names', () => {
  const role = testingRoles(['checks/**', '!checks/data/**'], [])
  expect(role(change('checks/a.js', '', 'x'))).toBe('test')
  expect(role(change('src/a.test.js', '', 'x'))).toBe('code')
})

test.each([
  ['{"scripts":{"test":"a"}}', '{"scripts":{"test":"b"}}', 'configuration'],
  ['{"name":"a"}', '{"name":"a","jest":{}}', 'configuration'],
  ['{"name":"a"}', '{', 'configuration'],
  ['{"version":"1"}', '{"version":"2","dependencies":{"a":"1"}}', 'code'],
])('package.json from %s to %s is %s', (before, after, role) =>
  expect(roleOf('package.json', before, after)).toBe(role),
)

const JS = "test('a', () => {\n  expect(f()).toBe(1)\n})\n"
const PY = 'def test_a():\n    assert f() == 1\n'

test.each<[string, ProofChange, string[]]>([
  ['deleted', change('a.test.js', JS, null), ['a.test.js:1 is deleted']],
  ['skipped', change('a.test.js', JS, JS.replace('test(', 'test.skip(')), ['a.test.js:1 is skipped']],
  ['skipped in Python', change('test_a.py', PY, `@pytest.mark.skip\n${PY}`), ['test_a.py:1 is skipped']],
  [
    'skipped in Go',
    change('a_test.go', 'func TestA(t *testing.T) {\n}\n', 'func TestA(t *testing.T) {\n\tt.Skip()\n}\n'),
    ['a_test.go:2 is skipped'],
  ],
  [
    'ignored in Rust',
    change('tests/a.rs', '#[test]\nfn a() {}\n', '#[test]\n#[ignore]\nfn a() {}\n'),
    ['tests/a.rs:2 is skipped'],
  ],
  [
    'an expected failure',
    change('test_a.py', PY, `@unittest.expectedFailure\n${PY}`),
    ['test_a.py:1 is marked as an expected failure'],
  ],
  ['alone', change('a.test.js', JS, JS.replace('test(', 'test.only(')), ['a.test.js:1 keeps other tests from running']],
  ['no longer named like a test', change('a.js', JS, JS, 'a.test.js'), ['a.js:1 is no longer named like a test']],
  [
    'an assertion removed',
    change('a.test.js', JS, JS.replace('  expect(f()).toBe(1)\n', '')),
    ['a.test.js:2 is an assertion that is removed'],
  ],
  [
    'an assertion of nothing',
    change('a.test.js', JS, JS.replace('f()', 'true').replace('toBe(1)', 'toBe(true)')),
    ['a.test.js:2 asserts nothing'],
  ],
  [
    'a test case removed',
    change('test_a.py', `${PY}def test_b():\n    pass\n`, PY),
    ['test_a.py:3 is a test that is removed'],
  ],
  [
    'a snapshot rewritten',
    change('__snapshots__/a.snap', 'a\n', 'b\n'),
    ['__snapshots__/a.snap:1 is a snapshot that is rewritten'],
  ],
  [
    'a threshold lowered',
    change('vitest.config.ts', 'lines: 90,\n', 'lines: 40,\n'),
    ['vitest.config.ts:1 lowers a threshold'],
  ],
  [
    'more warnings',
    change('Makefile', '\teslint --max-warnings 0\n', '\teslint --max-warnings 99\n'),
    ['Makefile:1 lowers a threshold'],
  ],
  ['no types', change('tsconfig.json', '{}\n', '{ "strict": false }\n'), ['tsconfig.json:1 checks less']],
  [
    'CI goes on',
    change('.github/workflows/ci.yml', 'run: a\n', 'run: a\ncontinue-on-error: true\n'),
    ['.github/workflows/ci.yml:2 lets a failure pass'],
  ],
  [
    'a failure passes',
    change('Makefile', 'test:\n\tsh t\n', 'test:\n\tsh t || true\n'),
    ['Makefile:2 lets a failure pass'],
  ],
  [
    'not collected',
    change('pytest.ini', '[pytest]\n', '[pytest]\naddopts = --ignore=tests/a\n'),
    ['pytest.ini:2 keeps tests from being collected'],
  ],
  ['types ignored in code', change('src/a.ts', 'a\n', '// @ts-ignore\na\n'), ['src/a.ts:1 turns a check off']],
  [
    'as many assertions that say less',
    change('a.test.js', JS, JS.replace('toBe(1)', 'toBeDefined()')),
    ['a.test.js:2 is an assertion that says less than before'],
  ],
  [
    'one that takes anything',
    change('a.test.js', JS, JS.replace('toBe(1)', 'toEqual(expect.anything())')),
    ['a.test.js:2 is an assertion that says less than before'],
  ],
  [
    'a weaker one in Python',
    change('test_a.py', PY, PY.replace('assert f() == 1', 'assert f() is not None')),
    ['test_a.py:2 is an assertion that says less than before'],
  ],
  [
    'a weaker one in unittest',
    change(
      'test_a.py',
      'def test_a(self):\n  self.assertEqual(f(), 1)\n',
      'def test_a(self):\n  self.assertTrue(f())\n',
    ),
    ['test_a.py:2 is an assertion that says less than before'],
  ],
  [
    'a weaker one in Go',
    change(
      'a_test.go',
      'func TestA(t *testing.T) {\n\trequire.Equal(t, 1, f())\n}\n',
      'func TestA(t *testing.T) {\n\trequire.NotNil(t, f())\n}\n',
    ),
    ['a_test.go:2 is an assertion that says less than before'],
  ],
  [
    'a weaker one in Rust',
    change(
      'tests/a.rs',
      '#[test]\nfn a() {\n  assert_eq!(f(), 1);\n}\n',
      '#[test]\nfn a() {\n  assert!(f() > 0);\n}\n',
    ),
    ['tests/a.rs:3 is an assertion that says less than before'],
  ],
  [
    'a weaker one in a shell',
    change('sum_test.sh', 'test "$(sh sum.sh)" = 3\n', 'test -n "$(sh sum.sh)"\n'),
    ['sum_test.sh:1 is an assertion that says less than before'],
  ],
  [
    'nothing in a shell',
    change('sum_test.sh', 'test 1 = 3\n', 'true\n'),
    ['sum_test.sh:1 asserts nothing', 'sum_test.sh:1 is an assertion that is removed'],
  ],
  [
    'an assertion that is a comment now',
    change('a.test.js', JS, JS.replace('  expect', '  // expect')),
    ['a.test.js:2 is an assertion that is removed'],
  ],
  [
    'one test loses what another gets',
    change(
      'a.test.js',
      `${JS.replace('toBe(1)\n', 'toBe(1)\n  expect(g()).toBe(2)\n')}`,
      `${JS}${JS.replace("'a'", "'b'")}`,
    ),
    ['a.test.js:1 is a test with fewer assertions'],
  ],
  [
    'a threshold removed',
    change('vitest.config.ts', 'lines: 90,\nother: 1,\n', 'other: 1,\n'),
    ['vitest.config.ts:1 is a threshold that is removed'],
  ],
  [
    'a step of CI removed',
    change(
      '.github/workflows/ci.yml',
      'steps:\n  - run: npm test\n  - run: npm run lint\n',
      'steps:\n  - run: npm test\n',
    ),
    ['.github/workflows/ci.yml:3 is a check that is removed'],
  ],
  [
    'a rule of the linter off',
    change('eslint.config.js', 'rules: {\n', "rules: {\n  'no-undef': 'off',\n"),
    ['eslint.config.js:2 checks less'],
  ],
  [
    'a job that never runs',
    change('.github/workflows/ci.yml', 'a:\n', 'a:\n  if: false\n'),
    ['.github/workflows/ci.yml:2 lets a failure pass'],
  ],
  // Not weaker.
  ['a stronger one', change('a.test.js', JS.replace('toBe(1)', 'toBeDefined()'), JS), []],
  [
    'an assertion in another test',
    change('a.test.js', JS, `${JS}${JS.replace("'a'", "'b'").replace('toBe(1)', 'toBeDefined()')}`),
    [],
  ],
  [
    'another step of CI',
    change('.github/workflows/ci.yml', '  - run: npm test\n', '  - run: npm test -- --coverage\n'),
    [],
  ],
  ['a new test', change('a.test.js', null, JS), []],
  ['one more test', change('a.test.js', JS, `${JS}${JS.replace("'a'", "'b'")}`), []],
  ['another expectation', change('a.test.js', JS, JS.replace('toBe(1)', 'toBe(2)')), []],
  ['a test renamed', change('a.test.js', JS, JS.replace("'a'", "'b'")), []],
  ['a file of tests renamed', change('b.test.js', JS, JS, 'a.test.js'), []],
  ['only moved lines', change('a.test.js', JS, JS.replace('  expect', '    expect')), []],
  ['a higher threshold', change('vitest.config.ts', 'lines: 40,\n', 'lines: 90,\n'), []],
  ['a word in code', change('src/skip.js', 'a\n', 'list.skip(1)\n'), []],
])('%s', (_, each, expected) =>
  expect(
    weakenedTests([each], testingRoles([], [])).map(({ path, line, fault }) => `${path}:${line} ${fault}`),
  ).toEqual(expected),
)
