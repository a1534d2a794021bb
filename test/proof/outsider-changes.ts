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
    weakened: ['spec/price.spec.js:6'],
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
