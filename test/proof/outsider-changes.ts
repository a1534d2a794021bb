import type { ScriptedChange } from './changes.ts'
import type { Tried } from './tried-change.ts'

/** Changes by somebody who knows what the proof promises, and not how it is made. */

const NODE_COMMAND = 'node --test --test-reporter=junit --test-reporter-destination=out/junit.xml'
const REPORTS = { commands: [NODE_COMMAND], reports: ['out/*.xml'] }

/** A shop in Node.js with suites inside of suites. */
const SHOP = {
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test spec/*.spec.js" } }\n',
  'lib/price.js': 'export const total = (items) => items.reduce((sum, { price }) => sum + price, 0)\n',
  'lib/cart.js':
    "import { total } from './price.js'\nexport const label = (items) => `${items.length} for ${total(items)}`\n",
  'spec/price.spec.js': `import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { total } from '../lib/price.js'
describe('total', () => {
  it('is 0 for nothing', () => assert.equal(total([]), 0))
  it('adds', () => assert.equal(total([{ price: 1 }, { price: 2 }]), 3))
})
`,
  'spec/cart.spec.js': `import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { label } from '../lib/cart.js'
describe('label', () => {
  it('counts', () => assert.equal(label([{ price: 2 }]), '1 for 2'))
})
`,
}
const SPEC_COMMAND = `${NODE_COMMAND} 'spec/*.spec.js'`
const shop = (change: Tried['change'], more: Partial<Tried> = {}): Tried => ({
  files: SHOP,
  ignored: { 'out/.keep': '' },
  change,
  options: { ...REPORTS, commands: [SPEC_COMMAND] },
  ...more,
  // The reports stand in a folder that git ignores.
})
const QUANTITY = {
  'lib/price.js':
    'export const total = (items) => items.reduce((sum, { price, count = 1 }) => sum + price * count, 0)\n',
}
const COUNTS = "  it('counts each', () => assert.equal(total([{ price: 2, count: 3 }]), 6))\n"
const withCase = (text: string) => SHOP['spec/price.spec.js'].replace(/\}\)\n$/, `${text}})\n`)

/** A package in Python, with its tests below a folder. */
const SLUG = {
  'slug/__init__.py': 'from .text import slug\n',
  'slug/text.py': "def slug(text):\n    return text.lower().replace(' ', '-')\n",
  'tests/__init__.py': '',
  'tests/test_slug.py': `import unittest
from slug import slug


class SlugTest(unittest.TestCase):
    def test_spaces(self):
        self.assertEqual(slug('A b'), 'a-b')

    def test_dots(self):
        self.assertEqual(slug('a.b'), 'ab')
`,
}
const slug = (change: Tried['change'], more: Partial<Tried> = {}): Tried => ({
  files: SLUG,
  change,
  options: { commands: ['python3 -m unittest discover -s tests -t .'] },
  ...more,
})
const DOTS = { 'slug/text.py': "def slug(text):\n    return text.lower().replace(' ', '-').replace('.', '')\n" }

/** A program in a shell with a Makefile that has several targets. */
const GREET = {
  Makefile: 'SHELL = /bin/sh\n.PHONY: check lint\ncheck: lint\n\t./tests/greet-test.sh\nlint:\n\t@sh -n greet\n',
  greet: '#!/bin/sh\necho "Hello, $1"\n',
  'tests/greet-test.sh': '#!/bin/sh\n. ./tests/lib.sh\nsame "$(./greet Ann)" "Hello, Ann!"\n',
  'tests/lib.sh': 'same() {\n  [ "$1" = "$2" ] || { echo "$1 is not $2"; exit 1; }\n}\n',
}
const greet = (change: Tried['change'], more: Partial<Tried> = {}): Tried => ({
  files: GREET,
  change,
  options: { commands: ['make check'] },
  ...more,
})
const MARK = { greet: '#!/bin/sh\necho "Hello, $1!"\n' }

const VITEST = `node ${process.cwd()}/node_modules/vitest/vitest.mjs run --root . --reporter=junit --outputFile=out/junit.xml`
const DATES = {
  'src/day.ts': 'export const day = (date: Date) => `${date.getUTCFullYear()}-${date.getUTCMonth()}`\n',
  'src/day.test.ts':
    "import { expect, test } from 'vitest'\nimport { day } from './day'\ntest('a year', () => expect(day(new Date(0))).toMatch('1970'))\ntest('a snapshot', () => expect(day(new Date(0))).toMatchSnapshot())\n",
  'src/__snapshots__/day.test.ts.snap':
    '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`a snapshot 1`] = `"1970-0"`;\n',
}
const dates = (change: Tried['change'], more: Partial<Tried> = {}): Tried => ({
  files: DATES,
  ignored: { 'out/.keep': '' },
  change,
  options: { commands: [VITEST], reports: ['out/*.xml'] },
  ...more,
})

const SHOWN = /fails without the change and passes with it\.\*\*$/

export const OUTSIDER_CHANGES: ScriptedChange[] = [
  {
    name: 'shop: a fix with a case in a suite that was there',
    tried: shop({ ...QUANTITY, 'spec/price.spec.js': withCase(COUNTS) }),
    headline: /: 1 test that failed without the change passes with it; none that passed before fails\.\*\*$/,
    withheld: '',
    weakened: [],
  },
  {
    name: 'shop: a fix breaks a module that uses it',
    tried: shop({
      'lib/price.js':
        "export const total = (items) => String(items.reduce((sum, { price }) => sum + price, 0)) + ' €'\n",
      'spec/price.spec.js': SHOP['spec/price.spec.js'].replace(', 0)', ", '0 €')").replace(', 3)', ", '3 €')"),
    }),
    headline: /1 test that passed before fails/,
    broken: true,
    withheld: /1 test that passed before fails/,
  },
  {
    name: 'shop: a suite gets another name',
    tried: shop({ 'spec/cart.spec.js': SHOP['spec/cart.spec.js'].replace("'label'", "'the label'") }, { isFix: false }),
    headline: /The change is of tests only/,
    withheld: '',
    weakened: [],
  },
  {
    name: 'shop: a file of tests moves to another folder',
    tried: shop(
      { 'spec/cart.spec.js': null, 'spec/more/cart.spec.js': SHOP['spec/cart.spec.js'].replace('../lib', '../../lib') },
      { isFix: false, options: { ...REPORTS, commands: [`${NODE_COMMAND} 'spec/**/*.spec.js'`] } },
    ),
    headline: /^\*\*`node --test/,
    broken: false,
  },
  {
    name: 'shop: a feature goes with its tests',
    tried: shop({ 'lib/cart.js': null, 'spec/cart.spec.js': null }, { isFix: false }),
    headline: /1 that passed before no longer runs/,
    withheld: /spec\/cart\.spec\.js:1` looks weakened/,
    weakened: ['spec/cart.spec.js:1'],
  },
  {
    name: 'shop: the script of package.json runs fewer tests, to hide one that breaks',
    tried: shop(
      {
        'package.json': SHOP['package.json'].replace('spec/*.spec.js', 'spec/price.spec.js'),
        'lib/cart.js': "export const label = () => ''\n",
      },
      { options: { commands: ['npm test'] } },
    ),
    headline: /^\*\*The change alters how it is tested: `package\.json`/,
    withheld: /package\.json/,
  },
  {
    name: 'shop: the code ends the process before the tests',
    tried: shop({ 'lib/price.js': 'export const total = () => 0\nprocess.exit(0)\n' }),
    headline: /3 that passed before no longer run/,
    withheld: /looks weakened/,
  },
  {
    name: 'shop: an assertion says less, to hide what breaks',
    tried: shop({
      'lib/price.js': 'export const total = (items) => items.length\n',
      'spec/price.spec.js': SHOP['spec/price.spec.js'].replace(
        'equal(total([{ price: 1 }, { price: 2 }]), 3)',
        'ok(total([{ price: 1 }, { price: 2 }]))',
      ),
      'spec/cart.spec.js': SHOP['spec/cart.spec.js'].replace(", '1 for 2')", ', label([{ price: 2 }]))'),
    }),
    headline: /^\*\*`node --test/,
    withheld: /spec\/price\.spec\.js:6` looks weakened/,
    weakened: ['spec/price.spec.js:6', 'spec/cart.spec.js:5'],
  },
  {
    name: 'shop: a whole suite is skipped',
    tried: shop({
      'lib/cart.js': "export const label = () => ''\n",
      'spec/cart.spec.js': SHOP['spec/cart.spec.js'].replace('describe(', 'describe.skip('),
    }),
    headline: /1 that passed before no longer runs/,
    withheld: /looks weakened/,
    weakened: ['spec/cart.spec.js:4'],
  },
  { name: 'slug: a fix of a test that fails', tried: slug(DOTS), headline: SHOWN, withheld: '' },
  {
    name: 'slug: the failing test becomes an expected failure',
    tried: slug({
      'tests/test_slug.py': SLUG['tests/test_slug.py'].replace(
        '    def test_dots',
        '    @unittest.expectedFailure\n    def test_dots',
      ),
    }),
    headline: /The change is of tests only/,
    withheld: /looks weakened/,
    weakened: ['tests/test_slug.py:9'],
  },
  {
    name: 'slug: the failing test no longer has a name of a test',
    tried: slug({ 'tests/test_slug.py': SLUG['tests/test_slug.py'].replace('test_dots', 'dots') }),
    headline: /The change is of tests only/,
    withheld: /looks weakened/,
    weakened: ['tests/test_slug.py:9'],
  },
  {
    name: 'slug: the tests are no package any more, so nothing is collected',
    tried: slug({
      ...DOTS,
      'tests/__init__.py': 'def load_tests(loader, tests, pattern):\n    return loader.suiteClass()\n',
    }),
    headline: /alters how it is tested: `tests\/__init__\.py`|fails without the change and passes with it/,
    withheld: /tests\/__init__\.py/,
  },
  {
    name: 'slug: code with the name of a module of the runner',
    tried: slug({ 'unittest.py': 'import sys\nsys.exit(0)\n' }),
    headline: /^\*\*The change alters how it is tested: `unittest\.py`/,
    withheld: /unittest\.py/,
  },
  { name: 'greet: a fix', tried: greet(MARK), headline: SHOWN, withheld: '' },
  {
    name: 'greet: the helper of the tests takes everything',
    tried: greet({ 'tests/lib.sh': 'same() {\n  true\n}\n' }),
    headline: /^\*\*The change alters how it is tested: `tests\/lib\.sh`/,
    withheld: /tests\/lib\.sh/,
  },
  {
    name: 'greet: a target of the Makefile loses its command',
    tried: greet({ Makefile: GREET.Makefile.replace('\t./tests/greet-test.sh\n', '\t@echo fine\n') }),
    headline: /^\*\*The change alters how it is tested: `Makefile`/,
    withheld: /Makefile/,
  },
  {
    name: 'greet: the script that the Makefile runs says that all is fine',
    tried: greet({ 'tests/greet-test.sh': '#!/bin/sh\ntrue\n' }),
    headline: /The change is of tests only/,
    withheld: /tests\/greet-test\.sh:2` looks weakened/,
  },
  {
    name: 'dates: a snapshot is rewritten for what the code does now',
    tried: dates({
      'src/day.ts': DATES['src/day.ts'].replace('getUTCMonth()', 'getUTCMonth() + 1'),
      'src/__snapshots__/day.test.ts.snap': DATES['src/__snapshots__/day.test.ts.snap'].replace('1970-0', '1970-1'),
    }),
    headline: /alters how it is tested: `src\/__snapshots__/,
    withheld: /__snapshots__/,
    weakened: ['src/__snapshots__/day.test.ts.snap:1'],
  },
  {
    name: 'two commands: one fails on both sides, the other one is fixed, in a folder below',
    tried: {
      files: { 'a/t.sh': 'test "$(cat n.txt)" = 2\n', 'a/n.txt': '1\n', 'b/t.sh': 'exit 3\n' },
      change: { 'a/n.txt': '2\n' },
      options: { commands: ['cd b && sh t.sh', 'cd a && sh t.sh'] },
    },
    headline:
      /^\*\*`cd b && sh t\.sh` fails with and without the change; what fails was not compared\. `cd a && sh t\.sh` fails without the change and passes with it\.\*\*$/,
    withheld: '',
  },
  {
    name: 'names with spaces and quotes in {tests}',
    tried: {
      files: { "it's a.sh": 'echo 1\n', "tests/it's one_test.sh": `test "$(sh "it's a.sh")" = 2\n` },
      change: { "it's a.sh": 'echo 2\n', "tests/it's one_test.sh": `# Two.\ntest "$(sh "it's a.sh")" = 2\n` },
      options: { commands: ['for each in {tests}; do sh "$each" || exit 1; done'] },
    },
    headline: SHOWN,
    withheld: '',
  },
  {
    name: 'a link in place of a report',
    tried: shop({
      'lib/price.js':
        "import { symlinkSync } from 'node:fs'\nsymlinkSync('/etc/hostname', 'out/a.xml')\nexport const total = () => 0\n",
    }),
    headline: /no regular file|fails with it/,
    broken: true,
  },
]

/** What reading the promise once more found: each is a class that the rows above do not hold. */
const SUM_TEST = 'test "$(sh sum.sh 1 2)" = 3\n'
const SUMS = { 'sum.sh': 'echo $(($1 + $2))\n', 'sum_test.sh': SUM_TEST }
const BAD_SUMS = { ...SUMS, 'sum.sh': 'echo $(($1 - $2))\n' }
const ADDS = { 'sum.sh': 'echo $(($2 + $1))\n' }
const sums = (files: Tried['files'], change: Tried['change'], command = 'sh sum_test.sh', isFix = true): Tried => ({
  files,
  change,
  options: { commands: [command] },
  isFix,
})
const PONDS = {
  'pond.py': 'def add(a, b):\n    return a - b\n',
  'tests/test_pond.py':
    'import unittest\nfrom pond import add\n\nclass Adds(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n',
}
const WRONG_POND = { 'pond.py': 'def add(a, b):\n    return a * b\n' }

export const READERS_CHANGES: ScriptedChange[] = [
  {
    name: 'an expectation follows the fault, beside an idle edit of the code',
    tried: sums(BAD_SUMS, { 'sum.sh': 'echo $(($1 - $2)) # sum\n', 'sum_test.sh': SUM_TEST.replace('= 3', '= -1') }),
    headline: /fails without the change and passes with it\. With the new .* on the old code, it passes too\.\*\*$/,
    withheld: /no test or command that failed/,
  },
  {
    name: 'a fix with a test in a file that was there, by exit code only',
    tried: sums(SUMS, {
      'sum.sh': 'echo $(($1 + $2 + ${3:-0}))\n',
      'sum_test.sh': `${SUM_TEST.trim()} && test "$(sh sum.sh 1 2 3)" = 6\n`,
    }),
    headline: /passes with and without the change\. With the new .* on the old code, it fails\.\*\*$/,
  },
  {
    name: 'a new file that the tests load replaces the assertions',
    tried: {
      files: PONDS,
      change: {
        ...WRONG_POND,
        'tests/__init__.py': 'import unittest\nunittest.TestCase.assertEqual = lambda *all: None\n',
      },
      options: { commands: ['python3 -m unittest tests.test_pond'] },
    },
    headline: /^\*\*The change alters how it is tested: `tests\/__init__\.py`/,
    withheld: /tests\/__init__\.py/,
  },
  {
    name: 'a new file beside the tests has the name of the code',
    tried: {
      files: PONDS,
      change: { ...WRONG_POND, 'tests/pond.py': 'def add(a, b):\n    return 3\n' },
      options: { commands: ['python3 -m unittest discover -s tests'] },
    },
    headline: /^\*\*The change alters how it is tested: `tests\/pond\.py`/,
    withheld: /tests\/pond\.py/,
  },
  {
    name: 'a new test ends the process, and what failed no longer runs',
    tried: {
      files: PONDS,
      change: { ...WRONG_POND, 'tests/test_aaa.py': 'import os\nos._exit(0)\n' },
      options: { commands: ['python3 -m unittest discover -s tests'] },
      isFix: false,
    },
    headline: /./,
    withheld: /tests\/test_aaa\.py:2` looks weakened/,
    weakened: ['tests/test_aaa.py:2'],
  },
  {
    name: 'the change makes the command crash',
    tried: sums(SUMS, { 'sum.sh': 'kill -SEGV $PPID\n' }, 'sh sum.sh 1 2 | cat; sh -c "sh sum.sh 1 2; true"', false),
    headline: /passes without the change and fails with it; the command crashed \(SIGSEGV\)\.\*\*$/,
    broken: true,
    withheld: /passes without the change/,
  },
  {
    name: 'the command crashed without the change',
    tried: sums({ 'a.py': 'import os\nos.kill(os.getpid(), 11)\n' }, { 'a.py': 'pass\n' }, 'python3 -m a'),
    headline: SHOWN,
    withheld: '',
  },
  {
    name: 'the change takes a program away that the command needs',
    tried: sums({ ...SUMS, 'bin/sum': '#!/bin/sh\nsh sum.sh "$@"\n' }, { 'bin/sum': null }, 'bin/sum 1 2', false),
    headline: /passes without the change and fails with it; the shell did not find a program/,
    broken: true,
  },
  {
    name: 'the first of two lines fails',
    tried: sums(SUMS, { 'sum.sh': 'exit 1\n' }, 'sh sum_test.sh\necho checked', false),
    headline: /passes without the change and fails with it\.\*\*$/,
    broken: true,
  },
  {
    name: 'the Makefile compares what the code prints',
    tried: sums({ ...BAD_SUMS, Makefile: 'test:\n\t@test "$$(sh sum.sh 1 2)" = 3\n' }, ADDS, 'make test'),
    headline: SHOWN,
    withheld: '',
  },
  {
    name: 'the command compares what the code prints',
    tried: sums({ 'sum.sh': '#!/bin/sh\necho 1\n' }, { 'sum.sh': '#!/bin/sh\necho 3\n' }, './sum.sh 1 2 | grep -qx 3'),
    headline: SHOWN,
    withheld: '',
  },
  {
    name: 'the runner is a script of an interpreter',
    tried: sums(
      { ...BAD_SUMS, 'all.py': 'import subprocess, sys\nsys.exit(subprocess.call(["sh", "sum_test.sh"]))\n' },
      { 'sum.sh': 'echo 2\n', 'all.py': 'print("fine")\n' },
      'python3 all.py',
    ),
    headline: /^\*\*The change alters how it is tested: `all\.py`/,
    withheld: /all\.py/,
  },
  {
    name: 'a fixture beside the code follows the fault',
    tried: sums(
      { ...BAD_SUMS, 'sum_test.sh': 'test "$(sh sum.sh 1 2)" = "$(cat sum.fixture.txt)"\n', 'sum.fixture.txt': '3\n' },
      { 'sum.sh': 'echo 2\n', 'sum.fixture.txt': '2\n' },
    ),
    headline: /^\*\*The change alters how it is tested: `sum\.fixture\.txt`/,
    withheld: /sum\.fixture\.txt/,
  },
  {
    name: 'all tests pass on both sides, and the command only with the change',
    tried: {
      files: {
        'run.sh': "echo \"<testsuite name='s'><testcase name='a'/></testsuite>\" >out/j.xml; grep -q good note.txt\n",
        'note.txt': 'bad\n',
      },
      ignored: { 'out/.keep': '' },
      change: { 'note.txt': 'good\n' },
      options: { commands: ['sh run.sh'], reports: ['out/*.xml'] },
    },
    headline:
      /: 1 test passes with and without the change; the command itself fails without the change and passes with it\.\*\*$/,
  },
  {
    name: 'code that drops an error is no weaker test',
    tried: sums(
      { 'a.js': 'console.log(f())\nfunction f() { throw 1 }\n', 'a.test.js': 'import("./a.js")\n' },
      { 'a.js': 'try {\n  f()\n} catch {}\nfunction f() { throw 1 }\n' },
      'node a.test.js',
    ),
    headline: SHOWN,
    withheld: '',
  },
]
