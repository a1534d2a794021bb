import type { Tried } from './tried-change.ts'

/**
 * Changes of small repositories of five kinds, and what the proof says of each. `headline`: what it starts with. `broken`: whether a draft
 * is made of it. `withheld`: why `require` keeps it back, in a run that fixes something; empty when it delivers.
 */
export type ScriptedChange = {
  name: string
  tried: Tried
  headline: RegExp
  broken?: boolean
  withheld?: RegExp | ''
  weakened?: string[]
}

const NODE_TEST = `import { test } from 'node:test'
import assert from 'node:assert'
import { sum } from '../src/sum.js'
test('zero', () => assert.equal(sum(1, 0), 1))
`
const ADDS = "test('adds', () => assert.equal(sum(1, 2), 3))\n"
const NODE = {
  'package.json': '{ "name": "pond", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/sum.js': 'export const sum = (a, b) => a - b\n',
  'test/sum.test.js': NODE_TEST,
  'README.md': 'Sum.\n',
}
const WITH_REPORTS = {
  commands: ['node --test --test-reporter=junit --test-reporter-destination=reports/junit.xml'],
  reports: ['reports/*.xml'],
}
const RIGHT = { 'src/sum.js': 'export const sum = (a, b) => a + b\n' }

const node = (change: Tried['change'], more: Partial<Tried> = {}): Tried => ({
  files: NODE,
  ignored: { 'reports/.keep': '' },
  change,
  options: WITH_REPORTS,
  ...more,
})

const SHELL = {
  Makefile: '.PHONY: test\ntest:\n\t@sh test/sum_test.sh\n',
  'sum.sh': 'echo $(($1 - $2))\n',
  'test/sum_test.sh': 'test "$(sh sum.sh 1 2)" = 3\n',
}
const make = (change: Tried['change'], more: Partial<Tried> = {}): Tried => ({
  files: SHELL,
  change,
  options: { commands: ['make test'] },
  ...more,
})
const ADDING = { 'sum.sh': 'echo $(($1 + $2))\n' }
const GOOD_SHELL = { ...SHELL, ...ADDING }
const WORSE = { 'sum.sh': 'exit 1\n' }

const PYTHON = {
  'pond.py': 'def add(a, b):\n    return a - b\n',
  'test_pond.py':
    'import unittest\nfrom pond import add\n\nclass Adds(unittest.TestCase):\n    def test_zero(self):\n        self.assertEqual(add(1, 0), 1)\n',
}
const python = (change: Tried['change'], more: Partial<Tried> = {}): Tried => ({
  files: PYTHON,
  change,
  options: { commands: ['python3 -m unittest -q'] },
  ...more,
})
const PYTHON_TEST = `${PYTHON['test_pond.py']}    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n`

const PERL = {
  'Pond.pm': 'package Pond;\nsub add { return $_[0] - $_[1] }\n1;\n',
  't/add.t': 'use Test::More tests => 1;\nuse lib ".";\nuse Pond;\nis(Pond::add(1, 2), 3);\n',
}

const ROOT_MODULES = `${process.cwd()}/node_modules`
const VITEST = {
  'src/sum.ts': 'export const sum = (a: number, b: number) => a - b\n',
  'src/sum.test.ts':
    "import { expect, test } from 'vitest'\nimport { sum } from './sum'\ntest('zero', () => expect(sum(1, 0)).toBe(1))\n",
}
const vitest = (change: Tried['change']): Tried => ({
  files: VITEST,
  change,
  options: {
    commands: [`node ${ROOT_MODULES}/vitest/vitest.mjs run --root . --reporter=junit --outputFile=reports/junit.xml`],
    reports: ['reports/**/*.xml'],
  },
  ignored: { 'reports/.keep': '' },
})

const FIXED = /: 1 test that failed without the change passes with it; none that passed before fails\.\*\*$/
const NO_FIX = /no test or command that failed/
const ALTERS = (path: string) =>
  new RegExp(`^\\*\\*The change alters how it is tested: \`${path.replaceAll('.', '\\.')}\``)
const BROKE = /passes without the change and fails with it\.\*\*$/
const SHOWN = /fails without the change and passes with it\.\*\*$/
const SAME = /passes with and without the change\./

export const CHANGES: ScriptedChange[] = [
  // Right, in each kind of repository.
  {
    name: 'node: a fix with its test',
    tried: node({ ...RIGHT, 'test/sum.test.js': `${NODE_TEST}${ADDS}` }),
    headline: FIXED,
    withheld: '',
  },
  {
    name: 'node: a fix of a test that fails',
    tried: node(RIGHT, { files: { ...NODE, 'test/sum.test.js': `${NODE_TEST}${ADDS}` } }),
    headline: FIXED,
    withheld: '',
  },
  {
    name: 'vitest: a fix with its test',
    tried: vitest({
      'src/sum.ts': 'export const sum = (a: number, b: number) => a + b\n',
      'src/sum.test.ts': `${VITEST['src/sum.test.ts']}test('adds', () => expect(sum(1, 2)).toBe(3))\n`,
    }),
    headline: FIXED,
    withheld: '',
  },
  { name: 'make: a fix', tried: make(ADDING), headline: SHOWN, withheld: '' },
  {
    name: 'python: a fix of a failing test',
    tried: python(
      { 'pond.py': 'def add(a, b):\n    return a + b\n' },
      { files: { ...PYTHON, 'test_pond.py': PYTHON_TEST } },
    ),
    headline: SHOWN,
    withheld: '',
  },
  {
    name: 'perl: a fix',
    tried: {
      files: PERL,
      change: { 'Pond.pm': PERL['Pond.pm'].replace('- $_[1]', '+ $_[1]') },
      options: { commands: ['prove -q t'] },
    },
    headline: SHOWN,
    withheld: '',
  },
  // Wrong.
  {
    name: 'node: breaks a test',
    tried: node({ 'src/sum.js': 'export const sum = () => 7\n' }),
    headline: /: 1 test that passed before fails\.\*\*$/,
    broken: true,
    withheld: /^1 test that passed before fails$/,
  },
  {
    name: 'node: fixes one and breaks another',
    tried: node(
      { 'src/sum.js': 'export const sum = () => 3\n' },
      { files: { ...NODE, 'test/sum.test.js': `${NODE_TEST}${ADDS}` } },
    ),
    headline: /1 test that failed without the change passes with it; 1 test that passed before fails/,
    broken: true,
    withheld: /passed before fails/,
  },
  {
    name: 'make: breaks it',
    tried: make(WORSE, { files: GOOD_SHELL }),
    headline: BROKE,
    broken: true,
    withheld: /passes without the change and fails with it/,
  },
  {
    name: 'python: breaks it',
    tried: python({ 'pond.py': 'def add(a, b):\n    return 0\n' }),
    headline: BROKE,
    broken: true,
    withheld: /fails with it/,
  },
  {
    name: 'make: fails before and after',
    tried: make(WORSE),
    headline: /`make test` fails with and without the change; what fails was not compared\./,
    withheld: NO_FIX,
  },
  {
    name: 'node: still fails',
    tried: node(
      { 'src/sum.js': 'export const sum = (a, b) => a - b - 0\n' },
      { files: { ...NODE, 'test/sum.test.js': `${NODE_TEST}${ADDS}` } },
    ),
    headline: /1 fails with the change and did not pass before/,
    withheld: NO_FIX,
  },
  // New tests.
  {
    name: 'node: a new test that passes without the fix',
    tried: node({ ...RIGHT, 'test/sum.test.js': `${NODE_TEST}test('again', () => assert.equal(sum(2, 0), 2))\n` }),
    headline: /1 new test passes without it too/,
    withheld: NO_FIX,
  },
  {
    name: 'node: a new test that does not load without it',
    tried: node({
      'src/sum.js': `${NODE['src/sum.js']}export const twice = (a) => 2 * a\n`,
      'test/twice.test.js':
        "import { test } from 'node:test'\nimport assert from 'node:assert'\nimport { twice } from '../src/sum.js'\ntest('twice', () => assert.equal(twice(2), 4))\n",
    }),
    headline: /1 could not run without it/,
    withheld: NO_FIX,
  },
  {
    name: 'node: a new test that imports late',
    tried: node({
      'src/sum.js': `${NODE['src/sum.js']}export const twice = (a) => 2 * a\n`,
      'test/twice.test.js':
        "import { test } from 'node:test'\ntest('twice', async () => { const { twice } = await import('../src/sum.js'); if (twice(2) !== 4) throw new Error('no') })\n",
    }),
    headline: /1 could not run without it/,
    withheld: NO_FIX,
  },
  {
    name: 'node: tests only',
    tried: node({ 'test/more.test.js': NODE_TEST.replace('zero', 'more') }),
    headline: /The change is of tests only\.\*\*$/,
    withheld: NO_FIX,
  },
  {
    name: 'make: documents only',
    tried: make({ 'README.md': 'New.\n' }, { files: { ...GOOD_SHELL, 'README.md': 'Old.\n' } }),
    headline: SAME,
    withheld: NO_FIX,
  },
  {
    name: 'make: a feature',
    tried: make({ 'times.sh': 'echo $(($1 * $2))\n' }, { files: GOOD_SHELL, isFix: false }),
    headline: SAME,
  },
  {
    name: 'node: a test gets another name',
    tried: node({ 'test/sum.test.js': NODE_TEST.replace('zero', 'nothing') }, { isFix: false }),
    headline: /tests only/,
    weakened: [],
  },
  // Unstable.
  {
    name: 'make: unstable',
    // The file counts the looks at the clock: two or three before the first run.
    tried: make({ 'sum.sh': 'test "$(cat ../calls)" -ge 4 && echo 3\n' }),
    headline: /`make test` failed once and passed once with the change\./,
    withheld: NO_FIX,
  },
  // What looks weakened.
  {
    name: 'a test is deleted',
    tried: node(
      { 'test/sum.test.js': null, 'src/sum.js': `${NODE['src/sum.js']}// x\n` },
      { files: { ...NODE, 'test/more.test.js': NODE_TEST.replace('zero', 'more') } },
    ),
    headline: /./,
    weakened: ['test/sum.test.js:1'],
    withheld: /looks weakened/,
  },
  {
    name: 'a test is skipped',
    tried: node({ 'test/sum.test.js': NODE_TEST.replace('test(', 'test.skip('), ...RIGHT }),
    headline: /no test ran, so it fails with the change and passes without it/,
    broken: true,
    weakened: ['test/sum.test.js:4'],
    withheld: /passes without the change and fails with it/,
  },
  {
    name: 'a test case is removed',
    tried: node(
      { 'test/sum.test.js': NODE_TEST, ...RIGHT },
      { files: { ...NODE, 'test/sum.test.js': `${NODE_TEST}${ADDS}` } },
    ),
    headline: /./,
    weakened: ['test/sum.test.js:5'],
    withheld: /looks weakened/,
  },
  // What decides the result.
  {
    name: 'a script says exit 0',
    tried: make({ Makefile: '.PHONY: test\ntest:\n\t@true\n', ...WORSE }, { files: GOOD_SHELL }),
    headline: ALTERS('Makefile'),
    withheld: /alters how it is tested/,
  },
  {
    name: 'package.json runs nothing',
    tried: node(
      {
        'package.json': NODE['package.json'].replace('node --test', 'true'),
        'src/sum.js': 'export const sum = () => 7\n',
      },
      { options: { commands: ['npm test'] } },
    ),
    headline: ALTERS('package.json'),
    withheld: /alters how it is tested/,
  },
  {
    name: 'package.json gets another description',
    tried: node({ 'package.json': NODE['package.json'].replace('"name": "pond"', '"name": "lake"') }),
    headline: /: 1 test passes with and without the change/,
    withheld: NO_FIX,
  },
  {
    name: 'a module takes the place of the runner',
    tried: python({
      'unittest/__main__.py': '',
      'unittest/__init__.py': '',
      'pond.py': 'def add(a, b):\n    return 0\n',
    }),
    headline: ALTERS('unittest/__main__.py'),
    withheld: /alters how it is tested/,
  },
  {
    name: 'sitecustomize ends the run',
    tried: python(
      { 'sitecustomize.py': 'import os\nos._exit(0)\n', 'pond.py': 'def add(a, b):\n    return 0\n' },
      { env: { PYTHONPATH: '.' } },
    ),
    headline: /alters how it is tested: `sitecustomize.py`|fails with it/,
    broken: true,
    withheld: /./,
  },
  {
    name: 'a helper decides',
    tried: make(
      { 'test/helper.sh': 'check() { true; }\n', ...WORSE },
      {
        files: {
          ...GOOD_SHELL,
          'test/helper.sh': 'check() { test "$1" = "$2"; }\n',
          'test/sum_test.sh': '. test/helper.sh\ncheck "$(sh sum.sh 1 2)" 3\n',
        },
      },
    ),
    headline: ALTERS('test/helper.sh'),
    withheld: /alters how it is tested/,
  },
  {
    name: 'a fixture decides',
    tried: make(
      { 'fixtures/three': '-1\n', ...WORSE, 'sum.sh': 'echo -1\n' },
      {
        files: {
          ...GOOD_SHELL,
          'fixtures/three': '3\n',
          'test/sum_test.sh': 'test "$(sh sum.sh 1 2)" = "$(cat fixtures/three)"\n',
        },
      },
    ),
    headline: ALTERS('fixtures/three'),
    withheld: /alters how it is tested/,
  },
  {
    name: 'a helper is better, and the old one passes too',
    tried: make(
      { 'test/helper.sh': '# Compares.\ncheck() { test "$1" = "$2"; }\n', ...ADDING },
      {
        files: {
          ...SHELL,
          'test/helper.sh': 'check() { test "$1" = "$2"; }\n',
          'test/sum_test.sh': '. test/helper.sh\ncheck "$(sh sum.sh 1 2)" 3\n',
        },
      },
    ),
    headline: SHOWN,
    withheld: '',
  },
  {
    name: 'a report by hand',
    tried: node(
      { 'reports.js': 'x\n', 'src/sum.js': 'export const sum = () => 7\n' },
      { leaves: { 'reports/junit.xml': '<testsuite name="a"><testcase name="b"/></testsuite>' } },
    ),
    headline: /1 test that passed before fails/,
    broken: true,
  },
  {
    name: 'exit 0 without a report',
    tried: node({ 'src/sum.js': 'export const sum = (a) => a\nprocess.exit(0)\n' }),
    headline: /1 that passed before no longer runs/,
    withheld: /looks weakened/,
  },
  // The machine.
  {
    name: 'no time',
    tried: make(ADDING, { leftMs: 60_000 }),
    headline: /^\*\*`make test` was not run: time ran out\.\*\*$/,
    withheld: NO_FIX,
  },
  {
    name: 'the time runs out',
    tried: make({ 'sum.sh': 'sleep 60\n' }, { leftMs: 3 * 60_000 + 4000 }),
    headline: /^\*\*`make test` gave no result with the change: it did not end within .* s/,
  },
  {
    name: 'a change that never ends',
    tried: make({ 'sum.sh': 'while :; do sleep 1; done\n' }, { files: GOOD_SHELL, leftMs: 3 * 60_000 + 4000 }),
    headline: /^\*\*`make test` passes without the change in .* s, and not with it: it did not end within .* s\.\*\*$/,
    broken: true,
    withheld: /^`make test` passes without the change in .*, and not with it/,
  },
  {
    name: 'never ends on both sides',
    tried: make({ 'x.txt': 'x\n' }, { options: { commands: ['sleep 60'] }, leftMs: 3 * 60_000 + 2000 }),
    headline: /gave no result with the change: it did not end within .* s; without it, it gave none: it did not end/,
  },
  {
    name: 'killed',
    tried: make({ 'x.txt': 'x\n' }, { options: { commands: ['kill -9 $$'] } }),
    headline:
      /gave no result with the change: it was killed by SIGKILL; without it, it gave none: it was killed by SIGKILL/,
  },
  {
    name: 'an editable install',
    tried: {
      files: {
        'lib/pond.py': PYTHON['pond.py'],
        'test_pond.py': PYTHON_TEST,
      },
      // As pip writes it: the absolute path of the checkout.
      ignored: { 'node_modules/site/pond.pth': '{top}/lib\n' },
      change: { 'lib/pond.py': 'def add(a, b):\n    return a + b\n' },
      options: {
        commands: [
          `python3 -c "import site, unittest; site.addsitedir('node_modules/site'); unittest.main(module=None, argv=['x', 'discover', '-q'])"`,
        ],
      },
    },
    headline: /fails without the change and passes with it\./,
    withheld: '',
  },
  {
    name: 'no such command',
    tried: make(ADDING, { options: { commands: ['no-such-runner --all'] } }),
    headline: /gave no result with the change: the shell did not find a program of it/,
  },
  {
    name: 'edits the tree',
    tried: make(ADDING, { options: { commands: ['make test; echo x > made; rm -f Makefile; touch new; true'] } }),
    headline: SAME,
  },
  {
    name: 'waits for the network',
    tried: make(ADDING, { options: { commands: ['! timeout 5 sh -c "exec 3<>/dev/tcp/127.0.0.1/9"'] } }),
    headline: SAME,
  },
  {
    name: 'leaves a child',
    tried: make(ADDING, { options: { commands: ['sleep 300 & make test'] } }),
    headline: SHOWN,
  },
  {
    name: 'an ignored file changed',
    tried: make(ADDING, { ignored: { 'built/tool': 'old\n' }, leaves: { 'built/tool': 'new\n' } }),
    headline: /was not run: built\/tool changed, which git ignores/,
    withheld: NO_FIX,
  },
  {
    name: 'a new ignored file is not there',
    tried: make(ADDING, {
      leaves: { 'built/tool': 'new\n' },
      options: { commands: ['test ! -e built/tool && make test'] },
    }),
    headline: SHOWN,
  },
  {
    name: 'runs at the path of the checkout',
    tried: make(ADDING, { options: { commands: ['case $PWD in */pond) make test;; *) exit 3;; esac'] } }),
    headline: SHOWN,
  },
  {
    name: 'held back by a rule',
    tried: make(
      { ...ADDING, 'deploy.txt': 'x\n' },
      { heldBack: ['deploy.txt'], options: { commands: ['test ! -e deploy.txt && make test'] } },
    ),
    headline: SHOWN,
  },
  // The test files of the change.
  {
    name: '{tests}: those of the change',
    tried: make(
      { ...ADDING, "test/it's_test.sh": 'test "$(sh sum.sh 2 2)" = 4\n' },
      { options: { commands: ['for each in {tests}; do sh "$each" || exit 1; done'] } },
    ),
    headline: /passes with the change; not compared: its test files are new\. With the new .* it fails\./,
    withheld: NO_FIX,
  },
  {
    name: '{tests}: none',
    tried: make(ADDING, { options: { commands: ['sh {tests}'] } }),
    headline: /was not run: the change has no test file/,
  },
  {
    name: '{tests}: never an option',
    tried: make({ '-x_test.sh': 'x\n', ...ADDING }, { options: { commands: ['sh {tests}'] } }),
    headline: /was not run: the change has no test file/,
  },
  {
    name: 'several commands',
    tried: make(ADDING, { options: { commands: ['true', 'make test'] } }),
    headline:
      /^\*\*`true` passes with and without the change\. `make test` fails without the change and passes with it\.\*\*$/,
    withheld: '',
  },
]
