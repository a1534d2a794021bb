import { expect, test } from 'vitest'
import { joinResults, readTestReport } from '../../src/proof/trees.ts'

const read = (xml: string) => readTestReport(xml, '/work/pond')
const suite = (inside: string) =>
  `<?xml version="1.0"?><testsuites><testsuite name="s">${inside}</testsuite></testsuites>`

test.each([
  ['a test', '<testcase name="a" classname="c" file="/work/pond/t.js"/>', [['t.js › s › c › a', 'passed']]],
  ['a failure', '<testcase name="a"><failure message="1 != 2">at x</failure></testcase>', [['s › a', 'failed']]],
  ['an error', '<testcase name="a"><error type="E"/></testcase>', [['s › a', 'failed']]],
  ['one that is skipped', '<testcase name="a"><skipped/></testcase>', [['s › a', 'skipped']]],
  ['one that is flaky', '<testcase name="a"><flakyFailure/></testcase>', [['s › a', 'unstable']]],
  [
    'one whose import fails',
    '<testcase name="a"><failure>ImportError: cannot import name b</failure></testcase>',
    [['s › a', 'unloaded']],
  ],
  [
    'one whose function is missing',
    '<testcase name="a"><failure message="x.y is not a function"/></testcase>',
    [['s › a', 'unloaded']],
  ],
  [
    'suites in suites',
    '<testsuite name="u"><testcase name="a"/></testsuite><testcase name="b"/>',
    [
      ['s › u › a', 'passed'],
      ['s › b', 'passed'],
    ],
  ],
  [
    'entities and CDATA',
    '<testcase name="a &lt;b&gt; &#x41;&amp;"><failure><![CDATA[<testcase name="no"/>]]></failure></testcase>',
    [['s › a <b> A&', 'failed']],
  ],
  ['a comment', '<!-- <testcase name="no"/> --><testcase name="a"/>', [['s › a', 'passed']]],
  [
    'output that looks like a test',
    '<testcase name="a"><system-out>&lt;failure/&gt;</system-out></testcase>',
    [['s › a', 'passed']],
  ],
  [
    'a failure inside output',
    '<testcase name="a"><system-out><failure/></system-out></testcase>',
    [['s › a', 'passed']],
  ],
])('%s', (_, inside, expected) => expect(read(suite(inside))).toEqual(expected))

test.each([
  ['a DOCTYPE', `<!DOCTYPE testsuites [<!ENTITY a "b">]>${suite('')}`],
  ['an entity', suite('<!ENTITY a SYSTEM "file:///etc/passwd">')],
  ['another root', '<html><testcase name="a"/></html>'],
  ['an open element', '<testsuites><testsuite name="a">'],
  ['ends that cross', '<testsuites><testsuite name="a"></testsuites></testsuite>'],
  ['no XML', 'All tests passed.'],
  ['nothing', ''],
  ['an attribute without quotes', suite('<testcase name=a/>')],
])('%s is no report', (_, xml) => expect(read(xml)).toBeUndefined())

test('a test that stands twice is not compared, and skipped ones did not run', () => {
  const results = joinResults([
    [
      ['a', 'passed'],
      ['b', 'failed'],
      ['c', 'skipped'],
    ],
    [
      ['a', 'failed'],
      ['d', 'passed'],
    ],
  ])
  expect([...results.tests]).toEqual([
    ['b', 'failed'],
    ['c', 'skipped'],
    ['d', 'passed'],
  ])
  expect(results).toMatchObject({ count: 4, failed: 2 })
})

test('a long report takes linear time', () => {
  const tests = Array.from(
    { length: 20_000 },
    (_, index) => `<testcase name="${index}"><failure>${'<'.repeat(0)}${' '.repeat(50)}</failure></testcase>`,
  )
  expect(read(suite(tests.join('')))).toHaveLength(20_000)
  expect(read(`<testsuites><testsuite ${'a '.repeat(50_000)}`)).toBeUndefined()
  expect(read('<!--'.repeat(20_000))).toBeUndefined()
})
