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

const STARTERS = [
  'sh ci.sh; test "$(sh sum.sh 1)" = 1; ./add.sh | grep -q 3',
  '{ "scripts": { "test": "./bin/go && node --import ./src/env.js run.js", "start": "node src/cli.js" } }',
  'demo:\n\tpython3 app.py\ntest:\n\tpython3 tools/all.py\n\ttest "$$(sh total.sh)" = 3\n',
]
const roleOf = (path: string, before = '', after = 'x\n') => testingRoles([], STARTERS)(change(path, before, after))

test.each([
  [
    'test',
    'src/a.test.ts src/a.spec.jsx test-a.mjs test_pond.py pond_test.py tests.py a_test.go a_spec.rb src/test/PondTest.java TestPond.kt PondTests.cs a.bats sum_test.sh test-utils.test.js',
  ],
  [
    'support',
    'test/helper.js spec/spec_helper.rb __fixtures__/a.json testdata/a.txt src/__snapshots__/a.test.ts.snap a.snap tests/__init__.py src/testUtils.ts src/test-helpers.js test_helpers.py testutil.go src/a.fixture.json src/mocks/a.ts out.golden',
  ],
  [
    'configuration',
    'Makefile build/rules.mk vitest.config.ts jest.config.json tsconfig.build.json .mocharc.yml conftest.py test/conftest.py pytest.ini pyproject.toml sitecustomize.py unittest/__init__.py vitest.js go.mod Cargo.toml build.rs pom.xml gradlew .github/workflows/ci.yml .gitlab-ci.yml scripts/build.sh ci.sh bin/go run-tests node_modules/vitest/index.js setupTests.ts .npmrc run.js src/env.js tools/all.py .pytest.ini ruff.toml .flake8 biome.json .golangci.yml codecov.yml .config/nextest.toml pnpm-workspace.yaml deno.json pond.csproj .eslintignore',
  ],
  [
    'code',
    'src/a.ts src/cli.js latest.py contest.go README.md sum.sh add.sh total.sh app.py src/fixture-list.ts src/setup/install.ts docs/testing.md src/configuration.ts',
  ],
])('the role %s', (role, paths) => {
  for (const path of paths.split(' ')) expect(roleOf(path), path).toBe(role)
})

test('a file in a folder of tests is a test if it has one', () => {
  expect(roleOf('test/sum.js', '', "test('a', () => {})\n")).toBe('test')
  expect(roleOf('tests/sum.py', 'def test_a():\n', '')).toBe('test')
})

test('a file that is named like a test and has none helps others, as does one that loads the runner', () => {
  expect(roleOf('scripts/all-tests.mjs', 'spawnSync(process.execPath, ["--test"])\n')).toBe('support')
  expect(roleOf('test.js', 'assert(f())\n')).toBe('test')
  expect(roleOf('src/same.js', "import { expect } from 'vitest'\n")).toBe('support')
  expect(roleOf('pond/check.go', 'import (\n\t"testing"\n)\n')).toBe('support')
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
  ['an assertion replaced', change('a.test.js', JS, `assert.equal = () => {}\n${JS}`), ['a.test.js:1 asserts nothing']],
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

/** Old text, new text, and what is named. The way back makes a test stronger, so it is named nowhere. */
const LOOSER: readonly [name: string, path: string, old: string, now: string, expected: string[]][] = [
  [
    'fewer digits',
    'a.test.js',
    "test('a', () => {\n  expect(f()).toBeCloseTo(0.3, 5)\n})\n",
    "test('a', () => {\n  expect(f()).toBeCloseTo(0.3, 1)\n})\n",
    ['2 allows a larger difference'],
  ],
  [
    'the digits left out',
    'a.test.js',
    "test('a', () => {\n  expect(f()).toBeCloseTo(0.3, 5)\n})\n",
    "test('a', () => {\n  expect(f()).toBeCloseTo(0.3)\n})\n",
    ['2 allows a larger difference'],
  ],
  [
    'a tolerance in place of equality',
    'a.test.js',
    "test('a', () => {\n  expect(f()).toBe(0.3)\n})\n",
    "test('a', () => {\n  expect(f()).toBeCloseTo(0.3, 1)\n})\n",
    ['2 allows a larger difference'],
  ],
  [
    'fewer places',
    'test_a.py',
    'def test_a(self):\n    self.assertAlmostEqual(f(), 0.3, places=7)\n',
    'def test_a(self):\n    self.assertAlmostEqual(f(), 0.3, places=1)\n',
    ['2 allows a larger difference'],
  ],
  [
    'fewer places without the name',
    'test_a.py',
    'def test_a(self):\n    self.assertAlmostEqual(f(), 0.3, 7)\n',
    'def test_a(self):\n    self.assertAlmostEqual(f(), 0.3, 1)\n',
    ['2 allows a larger difference'],
  ],
  [
    'a larger delta',
    'test_a.py',
    'def test_a(self):\n    self.assertAlmostEqual(f(), 0.3, delta=0.01)\n',
    'def test_a(self):\n    self.assertAlmostEqual(f(), 0.3, delta=0.5)\n',
    ['2 allows a larger difference'],
  ],
  [
    'a larger rel',
    'test_a.py',
    'def test_a():\n    assert f() == approx(1, rel=1e-6)\n',
    'def test_a():\n    assert f() == approx(1, rel=1e-1)\n',
    ['2 allows a larger difference'],
  ],
  [
    'a larger abs',
    'test_a.py',
    'def test_a():\n    assert f() == approx(1, abs=0.001)\n',
    'def test_a():\n    assert f() == approx(1, abs=1)\n',
    ['2 allows a larger difference'],
  ],
  [
    'approx in place of equality',
    'test_a.py',
    'def test_a():\n    assert f() == 1\n',
    'def test_a():\n    assert f() == pytest.approx(1, abs=5)\n',
    ['2 allows a larger difference'],
  ],
  [
    'a larger atol',
    'test_a.py',
    'def test_a():\n    np.testing.assert_allclose(f(), 1, atol=1e-8)\n',
    'def test_a():\n    np.testing.assert_allclose(f(), 1, atol=1e-1)\n',
    ['2 allows a larger difference'],
  ],
  [
    'a larger atol on its own line',
    'test_a.py',
    'def test_a():\n    assert_allclose(\n        f(),\n        1,\n        atol=1e-8,\n    )\n',
    'def test_a():\n    assert_allclose(\n        f(),\n        1,\n        atol=1,\n    )\n',
    ['5 allows a larger difference'],
  ],
  [
    'a larger bound',
    'test_a.py',
    'def test_a():\n    assert abs(f() - 1) < 0.001\n',
    'def test_a():\n    assert abs(f() - 1) < 0.9\n',
    ['2 allows a larger difference'],
  ],
  [
    'a larger InDelta',
    'a_test.go',
    'func TestA(t *testing.T) {\n\tassert.InDelta(t, 1.0, f(), 0.01)\n}\n',
    'func TestA(t *testing.T) {\n\tassert.InDelta(t, 1.0, f(), 0.9)\n}\n',
    ['2 allows a larger difference'],
  ],
  [
    'a larger delta in Java',
    'ATest.java',
    '  @Test\n  void adds() {\n    assertEquals(1.0, f(), 0.001);\n  }\n',
    '  @Test\n  void adds() {\n    assertEquals(1.0, f(), 0.9);\n  }\n',
    ['3 allows a larger difference'],
  ],
  [
    'closeTo',
    'a.test.js',
    "test('a', () => {\n  expect(f()).to.be.closeTo(1, 0.01)\n})\n",
    "test('a', () => {\n  expect(f()).to.be.closeTo(1, 0.5)\n})\n",
    ['2 allows a larger difference'],
  ],
  [
    'a later time out',
    'a.test.js',
    "test('a', () => {\n  expect(f()).toBe(1)\n})\n",
    "test('a', () => {\n  expect(f()).toBe(1)\n}, 60_000)\n",
    ['3 waits longer than before'],
  ],
  [
    'a longer time out in its options',
    'a.test.js',
    "test('a', { timeout: 100 }, () => {\n  expect(f()).toBe(1)\n})\n",
    "test('a', { timeout: 90000 }, () => {\n  expect(f()).toBe(1)\n})\n",
    ['1 waits longer than before'],
  ],
  [
    'a longer time out of the file',
    'a.test.js',
    "test('a', () => {\n  expect(f()).toBe(1)\n})\n",
    "jest.setTimeout(60 * 1000)\ntest('a', () => {\n  expect(f()).toBe(1)\n})\n",
    ['1 waits longer than before'],
  ],
  [
    'no time out in mocha',
    'a.test.js',
    "it('a', function () {\n  assert.equal(f(), 1)\n})\n",
    "it('a', function () {\n  this.timeout(0)\n  assert.equal(f(), 1)\n})\n",
    ['2 waits longer than before'],
  ],
  [
    'a longer time out in pytest',
    'test_a.py',
    '@pytest.mark.timeout(1)\ndef test_a():\n    assert f() == 1\n',
    '@pytest.mark.timeout(60)\ndef test_a():\n    assert f() == 1\n',
    ['1 waits longer than before'],
  ],
  [
    'a longer time out of the runner',
    'vitest.config.ts',
    'test: { testTimeout: 1000 },\n',
    'test: { testTimeout: 90_000 },\n',
    ['1 waits longer than before'],
  ],
  [
    'retries',
    'a.test.js',
    "test('a', () => {\n  expect(f()).toBe(1)\n})\n",
    "test('a', { retry: 3 }, () => {\n  expect(f()).toBe(1)\n})\n",
    ['1 runs again when it fails'],
  ],
  [
    'more retries of the runner',
    'playwright.config.ts',
    'retries: 1,\n',
    'retries: 5,\n',
    ['1 runs again when it fails'],
  ],
  ['retries of the runner', 'vitest.config.ts', 'test: {\n', 'test: {\n  retry: 2,\n', ['2 runs again when it fails']],
  [
    '--retries in a script',
    'package.json',
    '{"scripts":{"test":"playwright test"}}',
    '{"scripts":{"test":"playwright test --retries 3"}}',
    ['1 runs again when it fails'],
  ],
  [
    '--reruns',
    'pytest.ini',
    '[pytest]\naddopts = -q\n',
    '[pytest]\naddopts = -q --reruns 5\n',
    ['2 runs again when it fails'],
  ],
  [
    'a flaky test',
    'test_a.py',
    'def test_a():\n    assert f() == 1\n',
    '@pytest.mark.flaky(reruns=3)\ndef test_a():\n    assert f() == 1\n',
    ['1 runs again when it fails'],
  ],
  [
    'a flaky test without a number',
    'test_a.py',
    'def test_a():\n    assert f() == 1\n',
    '@flaky\ndef test_a():\n    assert f() == 1\n',
    ['1 runs again when it fails'],
  ],
  [
    'mocha retries',
    'a.test.js',
    "it('a', function () {\n  assert.equal(f(), 1)\n})\n",
    "it('a', function () {\n  this.retries(4)\n  assert.equal(f(), 1)\n})\n",
    ['2 runs again when it fails'],
  ],
  [
    'retries in Maven',
    'pom.xml',
    '<configuration>\n',
    '<configuration>\n<rerunFailingTestsCount>3</rerunFailingTestsCount>\n',
    ['2 runs again when it fails'],
  ],
  [
    'a loop in CI',
    '.github/workflows/ci.yml',
    'run: npm test\n',
    'run: for i in 1 2 3; do npm test && break; done\n',
    ['1 runs again when it fails'],
  ],
  ['|| true in a script', 'scripts/test.sh', 'npm test\n', 'npm test || true\n', ['1 lets a failure pass']],
  [
    'xfail',
    'test_a.py',
    'def test_a():\n    assert f() == 1\n',
    '@pytest.mark.xfail(strict=False)\ndef test_a():\n    assert f() == 1\n',
    ['1 is marked as an expected failure'],
  ],
  [
    'skipIf(true)',
    'a.test.js',
    "test('a', () => {\n  expect(f()).toBe(1)\n})\n",
    "test.skipIf(true)('a', () => {\n  expect(f()).toBe(1)\n})\n",
    ['1 is skipped'],
  ],
  [
    'unittest.skipIf',
    'test_a.py',
    'def test_a(self):\n    self.assertEqual(f(), 1)\n',
    '@unittest.skipIf(True, "later")\ndef test_a(self):\n    self.assertEqual(f(), 1)\n',
    ['1 is skipped'],
  ],
  [
    'skip by its own name',
    'test_a.py',
    'def test_a(self):\n    self.assertEqual(f(), 1)\n',
    '@skip("later")\ndef test_a(self):\n    self.assertEqual(f(), 1)\n',
    ['1 is skipped'],
  ],
  [
    'todo',
    'a.test.js',
    "test('a', () => {\n  expect(f()).toBe(1)\n})\n",
    "test.todo('a', () => {\n  expect(f()).toBe(1)\n})\n",
    ['1 is skipped'],
  ],
  [
    'disabled in Java',
    'ATest.java',
    '  @Test\n  void adds() {\n    assertEquals(1, f());\n  }\n',
    '  @Disabled("later")\n  @Test\n  void adds() {\n    assertEquals(1, f());\n  }\n',
    ['1 is skipped'],
  ],
  [
    'not enabled in TestNG',
    'ATest.java',
    '  @Test\n  void adds() {\n    assertEquals(1, f());\n  }\n',
    '  @Test(enabled = false)\n  void adds() {\n    assertEquals(1, f());\n  }\n',
    ['1 is skipped'],
  ],
  [
    'skipped in C#',
    'ATests.cs',
    '  [Fact]\n  public void Adds()\n  {\n    Assert.Equal(1, f());\n  }\n',
    '  [Fact(Skip = "later")]\n  public void Adds()\n  {\n    Assert.Equal(1, f());\n  }\n',
    ['1 is skipped'],
  ],
  [
    'skipped in Ruby',
    'a_spec.rb',
    "it 'adds' do\n  expect(f).to eq(1)\nend\n",
    "xit 'adds' do\n  expect(f).to eq(1)\nend\n",
    ['1 is skipped', '1 is a test that is removed'],
  ],
  [
    'skipped in PHP',
    'ATest.php',
    '  public function testAdds() {\n    $this->assertSame(1, f());\n  }\n',
    '  public function testAdds() {\n    $this->markTestSkipped();\n    $this->assertSame(1, f());\n  }\n',
    ['2 is skipped'],
  ],
  [
    'skipped in Swift',
    'ATests.swift',
    '  func testAdds() throws {\n    XCTAssertEqual(f(), 1)\n  }\n',
    '  func testAdds() throws {\n    throw XCTSkip("later")\n    XCTAssertEqual(f(), 1)\n  }\n',
    ['2 is skipped'],
  ],
  [
    'skipped in Elixir',
    'a_test.exs',
    'test "adds" do\n  assert f() == 1\nend\n',
    '@tag :skip\ntest "adds" do\n  assert f() == 1\nend\n',
    ['1 is skipped'],
  ],
  [
    'anything',
    'a.test.js',
    "test('a', () => {\n  expect(f()).toEqual({ a: 1 })\n})\n",
    "test('a', () => {\n  expect(f()).toEqual({ a: expect.anything() })\n})\n",
    ['2 is an assertion that says less than before'],
  ],
  [
    'an error that a test drops',
    'test_a.py',
    'def test_a():\n    assert f() == 1\n',
    'def test_a():\n    try:\n        assert f() == 1\n    except Exception:\n        pass\n',
    ['4 asserts nothing'],
  ],
  [
    'an error that a test drops on one line',
    'test_a.py',
    'def test_a():\n    assert f() == 1\n',
    'def test_a():\n    try:\n        assert f() == 1\n    except: pass\n',
    ['4 asserts nothing'],
  ],
  [
    'an error that a test drops in JavaScript',
    'a.test.js',
    "test('a', () => {\n  expect(f()).toBe(1)\n})\n",
    "test('a', () => {\n  try {\n    expect(f()).toBe(1)\n  } catch (error) {\n  }\n})\n",
    ['4 asserts nothing'],
  ],
  [
    'suppress',
    'test_a.py',
    'def test_a():\n    assert f() == 1\n',
    'def test_a():\n    with suppress(AssertionError):\n        assert f() == 1\n',
    ['2 asserts nothing'],
  ],
  [
    'an early return',
    'a.test.js',
    "test('a', () => {\n  expect(f()).toBe(1)\n})\n",
    "test('a', () => {\n  return\n  expect(f()).toBe(1)\n})\n",
    ['2 ends before its assertions'],
  ],
  [
    'an early return in Python',
    'test_a.py',
    'def test_a():\n    assert f() == 1\n',
    'def test_a():\n    return\n    assert f() == 1\n',
    ['2 ends before its assertions'],
  ],
  [
    'if (false)',
    'a.test.js',
    "test('a', () => {\n  expect(f()).toBe(1)\n})\n",
    "test('a', () => {\n  if (false) {\n  expect(f()).toBe(1)\n  }\n})\n",
    ['2 asserts nothing'],
  ],
  [
    'a comment over several lines',
    'a.test.js',
    JS,
    `/*\n${JS}*/\n`,
    ['1 is a test that is removed', '2 is an assertion that is removed'],
  ],
  ['what equals itself', 'a.test.js', JS, JS.replace('toBe(1)', 'toBe(f())'), ['2 asserts nothing']],
  ['what equals itself in Python', 'test_a.py', PY, PY.replace('== 1', '== f()'), ['2 asserts nothing']],
  ['or True', 'test_a.py', PY, PY.replace('== 1', '== 1 or True'), ['2 asserts nothing']],
  [
    'an if around it',
    'a.test.js',
    JS,
    JS.replace('  expect', '  if (f()) expect'),
    ['2 asserts only under a condition'],
  ],
  [
    'a return in CI',
    'a.test.js',
    JS,
    JS.replace('  expect', '  if (process.env.CI) return\n  expect'),
    ['2 ends before its assertions'],
  ],
  [
    'no wait',
    'a.test.js',
    JS.replace('expect(f())', 'await expect(f()).resolves'),
    JS.replace('expect(f())', 'expect(f()).resolves'),
    ['2 does not wait for its assertion'],
  ],
  [
    'a failure that is only printed',
    'a.test.js',
    JS,
    "test('a', () => {\n  try {\n    expect(f()).toBe(1)\n  } catch (error) {\n    console.log(error)\n  }\n})\n",
    ['4 asserts nothing'],
  ],
  [
    'fewer rows',
    'a.test.js',
    "test.each([[1, 2], [2, 4]])('%i', (a, b) => {\n  expect(f(a)).toBe(b)\n})\n",
    "test.each([[1, 2]])('%i', (a, b) => {\n  expect(f(a)).toBe(b)\n})\n",
    ['1 is a test with fewer cases'],
  ],
  [
    'fewer rows in Python',
    'test_a.py',
    `@pytest.mark.parametrize('a', [1, 2])\n${PY}`,
    `@pytest.mark.parametrize('a', [1])\n${PY}`,
    ['2 is a test with fewer cases'],
  ],
  [
    'its kind only',
    'a.test.js',
    JS,
    JS.replace('f()).toBe(1)', "typeof f()).toBe('number')"),
    ['2 is an assertion that says less than before'],
  ],
  [
    'a part of it',
    'a.test.js',
    JS.replace('toBe(1)', 'toEqual([1, 2])'),
    JS.replace('toBe(1)', 'toEqual(expect.arrayContaining([1]))'),
    ['2 is an assertion that says less than before'],
  ],
  [
    'any error',
    'test_a.py',
    'def test_a():\n    with pytest.raises(ValueError):\n        f()\n',
    'def test_a():\n    with pytest.raises(Exception):\n        f()\n',
    ['2 is an assertion that says less than before'],
  ],
  [
    'skip by another name',
    'a.test.js',
    `import { test } from 'vitest'\n${JS}`,
    `import { skip as test } from 'vitest'\n${JS}`,
    ['1 is skipped'],
  ],
  [
    'a class without its name',
    'test_a.py',
    `class TestA:\n  ${PY.replace('\n', '\n  ')}`,
    `class A:\n  ${PY.replace('\n', '\n  ')}`,
    ['1 is a test that is removed'],
  ],
  ['no stop at a failure', 'sum_test.sh', 'set -e\ntest 1 = 1\n', 'test 1 = 1\n', ['1 no longer stops at a failure']],
  ['a failure that is only said', 'sum_test.sh', 'test 1 = 1\n', 'test 1 = 1 || echo bad\n', ['1 asserts nothing']],
  [
    'a tag of the build',
    'a_test.go',
    'package a\nfunc TestA(t *testing.T) {\n}\n',
    '//go:build integration\npackage a\nfunc TestA(t *testing.T) {\n}\n',
    ['1 keeps tests from being collected'],
  ],
  [
    'the end of the run',
    'a_test.go',
    'package a\nfunc TestA(t *testing.T) {\n}\n',
    'package a\nfunc TestA(t *testing.T) {\n}\nfunc TestMain(m *testing.M) {\n\tos.Exit(0)\n}\n',
    ['5 ends the run of the tests'],
  ],
  [
    'fewer folders',
    'pytest.ini',
    '[pytest]\ntestpaths = tests more\n',
    '[pytest]\ntestpaths = more\n',
    ['2 selects less than before'],
  ],
  [
    'a file for the linter to leave out',
    '.eslintignore',
    'dist\n',
    'dist\nsrc\n',
    ['2 keeps files from being checked'],
  ],
  [
    'a rule that only warns',
    'eslint.config.js',
    "'no-undef': 'error',\n",
    "'no-undef': 'warn',\n",
    ['1 is a check that is removed'],
  ],
  [
    'types less strict',
    'tsconfig.json',
    '{\n"strict": true,\n"a": 1 }\n',
    '{\n"a": 1 }\n',
    ['2 is a check that is removed'],
  ],
  [
    'no run for pull requests',
    '.github/workflows/ci.yml',
    'on: [push, pull_request]\n',
    'on: [workflow_dispatch]\n',
    ['1 is a check that is removed'],
  ],
  ['less coverage', 'codecov.yml', 'target: 90%\n', 'target: 10%\n', ['1 lowers a threshold']],
  [
    'types of Python',
    'mypy.ini',
    'strict = True\n',
    'strict = False\n',
    ['1 checks less', '1 is a check that is removed'],
  ],
  [
    'a mock of the code',
    'a.test.js',
    "import { f } from '../src/f.js'\ntest('a', () => {\n  expect(f()).toBe(1)\n})\n",
    "import { f } from '../src/f.js'\nvi.mock('../src/f.js', () => ({ f: () => 1 }))\ntest('a', () => {\n  expect(f()).toBe(1)\n})\n",
    ['2 puts a mock in the place of what it tests'],
  ],
  [
    'a mock of the code in Python',
    'test_a.py',
    'from pond import add\ndef test_a():\n    assert add(1, 2) == 3\n',
    'from pond import add\n@patch("pond.add")\ndef test_a():\n    assert add(1, 2) == 3\n',
    ['2 puts a mock in the place of what it tests'],
  ],
  [
    'monkeypatch',
    'test_a.py',
    'import pond\ndef test_a():\n    assert pond.add(1, 2) == 3\n',
    'import pond\ndef test_a():\n    monkeypatch.setattr(pond, "add", lambda a, b: 3)\n    assert pond.add(1, 2) == 3\n',
    ['3 puts a mock in the place of what it tests'],
  ],
  [
    'a mock of the class',
    'PondTest.java',
    '  @Test\n  void adds() {\n    assertEquals(1, new Pond().f());\n  }\n',
    '  @Test\n  void adds() {\n    Pond pond = mock(Pond.class);\n    assertEquals(1, pond.f());\n  }\n',
    ['3 puts a mock in the place of what it tests'],
  ],
  [
    'a test in code of Rust',
    'src/lib.rs',
    'fn f() {}\n#[cfg(test)]\nmod tests {\n  #[test]\n  fn adds() { assert_eq!(f(), 1); }\n}\n',
    'fn f() {}\n#[cfg(test)]\nmod tests {\n  #[test]\n  #[ignore]\n  fn adds() { assert_eq!(f(), 1); }\n}\n',
    ['5 is skipped'],
  ],
  [
    'an assertion of a part',
    'a.test.js',
    JS.replace('toBe(1)', 'toEqual({ a: 1, b: 2 })'),
    JS.replace('toBe(1)', 'toMatchObject({ a: 1 })'),
    ['2 allows a larger difference'],
  ],
  [
    'a loop over nothing',
    'a.test.js',
    "test('a', () => {\n  for (const each of [1, 2])\n    expect(f(each)).toBe(1)\n})\n",
    "test('a', () => {\n  for (const each of [])\n    expect(f(each)).toBe(1)\n})\n",
    ['2 asserts nothing'],
  ],
  [
    'a loop over nothing in Python',
    'test_a.py',
    'def test_a():\n    for x in [1, 2]:\n        assert f(x) == 1\n',
    'def test_a():\n    for x in []:\n        assert f(x) == 1\n',
    ['2 asserts nothing'],
  ],
  [
    'cases that are none',
    'a.test.js',
    "const CASES = [1, 2]\ntest('a', () => {\n  for (const each of CASES) expect(f(each)).toBe(1)\n})\n",
    "const CASES = []\ntest('a', () => {\n  for (const each of CASES) expect(f(each)).toBe(1)\n})\n",
    ['1 asserts nothing'],
  ],
  [
    'files that the compiler leaves out',
    'tsconfig.json',
    '{\n"include": ["src"]\n}\n',
    '{\n"include": ["src"],\n"exclude": ["src/a.ts"]\n}\n',
    ['3 keeps tests from being collected'],
  ],
  [
    'one more of them',
    'tsconfig.json',
    '{\n"exclude": ["dist"]\n}\n',
    '{\n"exclude": ["dist", "src/a.ts"]\n}\n',
    ['2 selects less than before'],
  ],
  [
    'a value without its type',
    'a.test.ts',
    JS.replace('f()', 'f({ a: 1 })'),
    JS.replace('f()', 'f({ b: 1 } as any)'),
    ['2 turns a check off'],
  ],
  [
    'a helper that asserts less',
    'a.test.js',
    "const check = (x) => {\n  expect(x).toBe(1)\n}\ntest('a', () => {\n  check(f())\n})\n",
    "const check = (x) => {\n  expect(x).toBeDefined()\n}\ntest('a', () => {\n  check(f())\n})\n",
    ['4 is an assertion that says less than before'],
  ],
]

test.each(LOOSER)('%s', (_, path, old, now, expected) => {
  const named = (one: string, other: string) =>
    weakenedTests([change(path, one, other)], testingRoles([], [])).map(({ line, fault }) => `${line} ${fault}`)
  expect(named(old, now)).toEqual(expected)
  expect(named(now, old)).toEqual([])
})

/** Nothing of it weakens a test that was there. */
test.each([
  [
    'a new test with retries',
    'a.test.js',
    JS,
    `${JS}test('b', { retry: 2, timeout: 90000 }, () => {\n  expect(g()).toBe(1)\n})\n`,
  ],
  [
    'a skipped test with another name',
    'a.test.js',
    JS.replace('test(', 'test.skip('),
    JS.replace("test('a'", "test.skip('b'"),
  ],
  ['retries of the code', 'a.test.js', JS.replace('f()', 'f({ retries: 1 })'), JS.replace('f()', 'f({ retries: 3 })')],
  [
    'a delta of the code',
    'test_a.py',
    'def test_a():\n    x = f(delta=1)\n    assert x == 1\n',
    'def test_a():\n    x = f(delta=2)\n    assert x == 2\n',
  ],
  [
    'a mock of the network',
    'test_a.py',
    'import requests\nfrom pond import add\ndef test_a():\n    assert add() == 3\n',
    'import requests\nfrom pond import add\n@patch("pond.requests")\ndef test_a():\n    assert add() == 3\n',
  ],
  [
    'a mock of a package',
    'a.test.js',
    `import axios from 'axios'\n${JS}`,
    `import axios from 'axios'\nvi.mock('axios')\n${JS}`,
  ],
  [
    'assertions that move into a helper of the file',
    'a.test.js',
    `${JS}${JS.replace("'a'", "'b'")}`,
    "const check = (x) => {\n  expect(x).toBe(1)\n}\ntest('a', () => {\n  check(f())\n})\ntest('b', () => {\n  check(f())\n})\n",
  ],
  [
    'the same in Python',
    'test_a.py',
    `${PY}def test_b():\n    assert g() == 2\n`,
    'def same(one, other):\n    assert one == other\n\ndef test_a():\n    same(f(), 1)\ndef test_b():\n    same(g(), 2)\n',
  ],
  ['a new test with a cast', 'a.test.ts', JS, `${JS}test('b', () => {\n  expect(g(1 as any)).toBe(1)\n})\n`],
  [
    'a part instead of a truth',
    'a.test.js',
    JS.replace('toBe(1)', 'toBeTruthy()'),
    JS.replace('toBe(1)', 'toMatchObject({ a: 1 })'),
  ],
  ['an error that code drops', 'src/a.js', 'f()\n', 'try {\n  f()\n} catch {}\nif (false) g()\nprocess.exit(0)\n'],
  ['the end of a script that asserts', 'b_test.sh', '', 'test 1 = 1 || exit 1\nexit 0\n'],
  ['another branch that CI runs for', '.github/workflows/ci.yml', 'on: push\n', 'on: [push, pull_request]\n'],
  ['more folders', 'pytest.ini', 'testpaths = tests\n', 'testpaths = tests more\n'],
  ['a check that code no longer makes', 'src/a.py', 'assert x\nf()\n', 'f()\n'],
  ['a shorter job', '.github/workflows/ci.yml', 'timeout-minutes: 5\n', 'timeout-minutes: 30\n'],
  [
    'a test that expects an error',
    'test_a.py',
    'def test_a():\n    assert f() == 1\n',
    'def test_a():\n    assert f() == 1\n    with pytest.raises(ValueError):\n        f(2)\n',
  ],
  [
    'a return in a helper',
    'test/helper.js',
    'export const f = () => 1\n',
    'export const f = (x) => {\n  if (x) return\n  return\n}\n',
  ],
] as const)('%s', (_, path, old, now) =>
  expect(weakenedTests([change(path, old, now)], testingRoles([], []))).toEqual([]),
)

test('a mark of one test that moves to another one', () => {
  const [first, second] = ['def test_a():\n    assert f() == 1\n', 'def test_b():\n    assert g() == 1\n']
  const moved = change('test_a.py', `@pytest.mark.skip\n${first}${second}`, `${first}@pytest.mark.skip\n${second}`)
  expect(weakenedTests([moved], testingRoles([], []))).toEqual([{ path: 'test_a.py', line: 3, fault: 'is skipped' }])
})
