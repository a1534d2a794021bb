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
])('%s', async (_, inside, expected) => expect(await read(suite(inside))).toEqual(expected))

test.each([
  ['a DOCTYPE', `<!DOCTYPE testsuites [<!ENTITY a "b">]>${suite('')}`],
  ['an entity', suite('<!ENTITY a SYSTEM "file:///etc/passwd">')],
  ['another root', '<html><testcase name="a"/></html>'],
  ['an open element', '<testsuites><testsuite name="a">'],
  ['ends that cross', '<testsuites><testsuite name="a"></testsuites></testsuite>'],
  ['no XML', 'All tests passed.'],
  ['nothing', ''],
  ['an attribute without quotes', suite('<testcase name=a/>')],
  ['what nests very deep', suite('<a>'.repeat(200_000))],
  ['text before it', 'All passed.<testsuites></testsuites>'],
])('%s is no report', async (_, xml) => expect(await read(xml)).toBeUndefined())

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

test('a long report takes linear time', async () => {
  const tests = Array.from(
    { length: 20_000 },
    (_, index) => `<testcase name="${index}"><failure>${'<'.repeat(0)}${' '.repeat(50)}</failure></testcase>`,
  )
  expect(await read(suite(tests.join('')))).toHaveLength(20_000)
  expect(await read(`<testsuites><testsuite ${'a '.repeat(50_000)}`)).toBeUndefined()
  expect(await read('<!--'.repeat(20_000))).toBeUndefined()
})

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** As each program writes it, with a test that fails, and one that passes, is skipped or could not start. */
test.each<[string, string, [string, string][]]>([
  [
    'pytest',
    `<testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="3" time="0.024" timestamp="2026-11-26T10:00:00.000000+00:00" hostname="box"><testcase classname="tests.test_pond" name="test_add[1-2]" time="0.001"><failure message="assert -1 == 3&#10; +  where -1 = add(1, 2)">def test_add():
&gt;       assert add(1, 2) == 3
E       assert -1 == 3

tests/test_pond.py:4: AssertionError</failure></testcase><testcase classname="" name="tests.test_other" time="0.000"><error message="collection failure">ImportError while importing test module '/work/pond/tests/test_other.py'.</error></testcase><testcase classname="tests.test_pond" name="test_later" time="0.000"><skipped type="pytest.xfail" message="" /></testcase></testsuite></testsuites>`,
    [
      ['pytest › tests.test_pond › test_add[1-2]', 'failed'],
      ['pytest › tests.test_other', 'unloaded'],
      ['pytest › tests.test_pond › test_later', 'skipped'],
    ],
  ],
  [
    'unittest',
    `<testsuite name="test_pond.Adds-20261126100000" tests="2" file="test_pond.py" time="0.001" timestamp="2026-11-26T10:00:00" failures="1" errors="0" skipped="0">
	<testcase classname="test_pond.Adds" name="test_add" time="0.001" timestamp="2026-11-26T10:00:00" file="test_pond.py" line="5">
		<failure type="AssertionError" message="-1 != 3"><![CDATA[Traceback (most recent call last):
AssertionError: -1 != 3
]]></failure>
	</testcase>
	<testcase classname="test_pond.Adds" name="test_zero" time="0.000" timestamp="2026-11-26T10:00:00" file="test_pond.py" line="8"/>
</testsuite>`,
    [
      ['test_pond.py › test_pond.Adds › test_add', 'failed'],
      ['test_pond.py › test_pond.Adds › test_zero', 'passed'],
    ],
  ],
  [
    'go-junit-report',
    `<testsuites tests="2" failures="2">
	<testsuite name="example.com/pond" tests="2" failures="2" errors="0" id="0" hostname="box" time="0.002" timestamp="2026-11-26T10:00:00Z">
		<properties><property name="go.version" value="go1.24.0 linux/amd64"></property></properties>
		<testcase name="TestAdd/one&amp;two" classname="example.com/pond" time="0.000">
			<failure message="Failed"><![CDATA[    pond_test.go:7: got -1]]></failure>
		</testcase>
		<testcase name="[build failed]" classname="example.com/pond" time="0.000"><failure message="Failed"><![CDATA[./pond_test.go:8:5: undefined: Twice]]></failure></testcase>
	</testsuite>
</testsuites>`,
    [
      ['example.com/pond › TestAdd/one&two', 'failed'],
      ['example.com/pond › [build failed]', 'unloaded'],
    ],
  ],
  [
    'cargo nextest',
    `<testsuites name="nextest-run" tests="2" failures="1" errors="0" uuid="6a9e7a7c-0000-4000-8000-000000000000" timestamp="2026-11-26T10:00:00.000+00:00" time="0.010">
    <testsuite name="pond" tests="2" disabled="0" errors="0" failures="1">
        <testcase name="tests::adds" classname="pond" timestamp="2026-11-26T10:00:00.000+00:00" time="0.003">
            <failure message="thread &apos;tests::adds&apos; panicked at src/lib.rs:9:9" type="test failure with exit code 101">assertion \`left == right\` failed
  left: -1
 right: 3</failure>
            <system-out>
running 1 test
test tests::adds ... FAILED
</system-out>
        </testcase>
        <testcase name="tests::zero" classname="pond" timestamp="2026-11-26T10:00:00.000+00:00" time="0.003">
            <flakyFailure timestamp="2026-11-26T10:00:00.000+00:00" time="0.003" message="thread panicked" type="test failure"/>
        </testcase>
    </testsuite>
</testsuites>`,
    [
      ['pond › tests::adds', 'failed'],
      ['pond › tests::zero', 'unstable'],
    ],
  ],
  [
    'surefire',
    `<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report.xsd" version="3.0.2" name="com.example.PondTest" time="0.031" tests="2" errors="1" skipped="0" failures="1">
  <properties>
    <property name="java.class.path" value="/work/pond/target/test-classes:/work/pond/target/classes:"/>
  </properties>
  <testcase name="adds" classname="com.example.PondTest" time="0.012">
    <failure message="expected: &lt;3&gt; but was: &lt;-1&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>
	at com.example.PondTest.adds(PondTest.java:9)]]></failure>
  </testcase>
  <testcase name="twice" classname="com.example.PondTest" time="0.001">
    <error message="'int com.example.Pond.twice(int)'" type="java.lang.NoSuchMethodError"><![CDATA[java.lang.NoSuchMethodError: twice]]></error>
    <system-out><![CDATA[<failure/>]]></system-out>
  </testcase>
</testsuite>`,
    [
      ['com.example.PondTest › adds', 'failed'],
      ['com.example.PondTest › twice', 'unloaded'],
    ],
  ],
  [
    'gradle',
    `<testsuite name="PondTest" tests="2" skipped="1" failures="1" errors="0" timestamp="2026-11-26T10:00:00.000Z" hostname="box" time="0.02">
  <properties/>
  <testcase name="adds()" classname="PondTest" time="0.01">
    <failure message="org.opentest4j.AssertionFailedError: expected: &lt;3&gt; but was: &lt;-1&gt;" type="org.opentest4j.AssertionFailedError">at PondTest.adds(PondTest.java:9)
</failure>
  </testcase>
  <testcase name="later()" classname="PondTest" time="0.0">
    <skipped/>
  </testcase>
  <system-out><![CDATA[]]></system-out>
  <system-err><![CDATA[]]></system-err>
</testsuite>`,
    [
      ['PondTest › adds()', 'failed'],
      ['PondTest › later()', 'skipped'],
    ],
  ],
  [
    'vitest',
    `<testsuites name="vitest tests" tests="2" failures="2" errors="0" time="0.104">
    <testsuite name="src/sum.test.ts" timestamp="2026-11-26T10:00:00.000Z" hostname="box" tests="1" failures="1" errors="0" skipped="0" time="0.004">
        <testcase classname="src/sum.test.ts" name="sum &gt; adds" time="0.003">
            <failure message="expected -1 to be 3 // Object.is equality" type="AssertionError">
AssertionError: expected -1 to be 3 // Object.is equality
 ❯ src/sum.test.ts:3:28
            </failure>
        </testcase>
    </testsuite>
    <testsuite name="src/twice.test.ts" timestamp="2026-11-26T10:00:00.000Z" hostname="box" tests="1" failures="1" errors="0" skipped="0" time="0">
        <testcase classname="src/twice.test.ts" name="src/twice.test.ts" time="0">
            <failure message="Cannot find module &apos;./twice&apos; imported from /work/pond/src/twice.test.ts" type="Error">
            </failure>
        </testcase>
    </testsuite>
</testsuites>`,
    [
      ['src/sum.test.ts › sum > adds', 'failed'],
      ['src/twice.test.ts', 'unloaded'],
    ],
  ],
  [
    'jest',
    `<testsuites name="jest tests" tests="2" failures="1" errors="0" time="0.5">
  <testsuite name="sum" errors="0" failures="1" skipped="1" timestamp="2026-11-26T10:00:00" time="0.2" tests="2">
    <testcase classname="sum adds" name="sum adds" time="0.003">
      <failure>Error: expect(received).toBe(expected) // Object.is equality

Expected: 3
Received: -1
    at Object.&lt;anonymous&gt; (/work/pond/sum.test.js:3:20)</failure>
    </testcase>
    <testcase classname="sum later" name="sum later" time="0">
      <skipped/>
    </testcase>
  </testsuite>
</testsuites>`,
    [
      ['sum › sum adds', 'failed'],
      ['sum › sum later', 'skipped'],
    ],
  ],
  [
    'node',
    `<testsuites>
	<testcase name="adds" time="0.000649" classname="test" file="/work/pond/test/sum.test.js">
		<failure type="testCodeFailure" message="Expected values to be strictly equal:&#10;&#10;-1 !== 3&#10;">
Error [ERR_TEST_FAILURE]: Expected values to be strictly equal
		</failure>
	</testcase>
	<testsuite name="sum" time="0.001" disabled="0" errors="0" tests="1" failures="0" skipped="0" hostname="box">
		<testcase name="zero" time="0.0001" classname="test" file="/work/pond/test/sum.test.js"/>
	</testsuite>
	<!-- tests 2 -->
</testsuites>`,
    [
      ['test/sum.test.js › test › adds', 'failed'],
      ['test/sum.test.js › sum › test › zero', 'passed'],
    ],
  ],
  [
    'mocha',
    `<testsuites name="Mocha Tests" time="0.004" tests="2" failures="1">
  <testsuite name="Root Suite" timestamp="2026-11-26T10:00:00" tests="0" file="/work/pond/test/sum.js" time="0.000" failures="0">
  </testsuite>
  <testsuite name="sum" timestamp="2026-11-26T10:00:00" tests="2" time="0.004" failures="1">
    <testcase name="sum adds" time="0.001" classname="adds">
      <failure message="expected -1 to equal 3" type="AssertionError"><![CDATA[AssertionError: expected -1 to equal 3]]></failure>
    </testcase>
    <testcase name="sum zero" time="0.000" classname="zero"/>
  </testsuite>
</testsuites>`,
    [
      ['sum › adds › sum adds', 'failed'],
      ['sum › zero › sum zero', 'passed'],
    ],
  ],
  [
    'the reporter xunit of mocha',
    `<testsuite name="Mocha Tests" tests="2" failures="0" errors="1" skipped="1" timestamp="Thu, 26 Nov 2026 10:00:00 GMT" time="0.003">
<testcase classname="sum" name="adds" time="0.001"><failure>expected -1 to equal 3&#10;AssertionError</failure></testcase>
<testcase classname="sum" name="later" time="0"><skipped/></testcase>
</testsuite>`,
    [
      ['Mocha Tests › sum › adds', 'failed'],
      ['Mocha Tests › sum › later', 'skipped'],
    ],
  ],
  [
    'phpunit',
    `<testsuites>
  <testsuite name="/work/pond/phpunit.xml" tests="2" assertions="2" errors="0" failures="1" skipped="0" time="0.005">
    <testsuite name="unit" tests="2" assertions="2" errors="0" failures="1" skipped="0" time="0.005">
      <testsuite name="Tests\\PondTest" file="/work/pond/tests/PondTest.php" tests="2" assertions="2" errors="0" failures="1" skipped="0" time="0.005">
        <testcase name="testAdds" file="/work/pond/tests/PondTest.php" line="9" class="Tests\\PondTest" classname="Tests.PondTest" assertions="1" time="0.004">
          <failure type="PHPUnit\\Framework\\ExpectationFailedException">Tests\\PondTest::testAdds
Failed asserting that -1 is identical to 3.</failure>
        </testcase>
        <testcase name="testTwice" file="/work/pond/tests/PondTest.php" line="14" class="Tests\\PondTest" classname="Tests.PondTest" assertions="0" time="0.001">
          <error type="Error">Error: Call to undefined function Pond\\twice()</error>
        </testcase>
      </testsuite>
    </testsuite>
  </testsuite>
</testsuites>`,
    [
      ['tests/PondTest.php › phpunit.xml › unit › Tests\\PondTest › Tests.PondTest › testAdds', 'failed'],
      ['tests/PondTest.php › phpunit.xml › unit › Tests\\PondTest › Tests.PondTest › testTwice', 'unloaded'],
    ],
  ],
  [
    'rspec',
    `<testsuite name="rspec" tests="3" skipped="1" failures="2" errors="0" time="0.01" timestamp="2026-11-26T10:00:00+00:00" hostname="box">
<properties><property name="seed" value="1234"/></properties>
<testcase classname="spec.pond_spec" name="Pond adds" file="./spec/pond_spec.rb" time="0.001"><failure message="expected: 3&#10;     got: -1" type="RSpec::Expectations::ExpectationNotMetError">
expected: 3
     got: -1
</failure></testcase>
<testcase classname="spec.pond_spec" name="Pond doubles" file="./spec/pond_spec.rb" time="0.001"><failure message="undefined method &#39;twice&#39; for module Pond" type="NoMethodError">undefined method</failure></testcase>
<testcase classname="spec.pond_spec" name="Pond later" file="./spec/pond_spec.rb" time="0.0"><skipped/></testcase>
</testsuite>`,
    [
      ['./spec/pond_spec.rb › rspec › spec.pond_spec › Pond adds', 'failed'],
      ['./spec/pond_spec.rb › rspec › spec.pond_spec › Pond doubles', 'unloaded'],
      ['./spec/pond_spec.rb › rspec › spec.pond_spec › Pond later', 'skipped'],
    ],
  ],
  [
    'pytest with a conftest.py that fails',
    `<testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="0" skipped="0" tests="1" time="0.1" timestamp="2026-11-26T10:00:00+00:00" hostname="box"><testcase classname="tests.test_pond" name="test_add" time="0.0"><error message="failed on setup with &quot;fixture 'db' not found&quot;">file /work/pond/tests/test_pond.py, line 3
E       fixture 'db' not found</error></testcase></testsuite></testsuites>`,
    [['pytest › tests.test_pond › test_add', 'unloaded']],
  ],
  [
    'pytest where the body and the teardown fail',
    `<testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="0" tests="2" time="0.1" timestamp="2026-11-26T10:00:00+00:00" hostname="box"><testcase classname="tests.test_pond" name="test_add" time="0.001"><failure message="assert 1 == 2">E assert 1 == 2</failure></testcase><testcase classname="tests.test_pond" name="test_add" time="0.001"><error message="failed on teardown with &quot;RuntimeError&quot;">E RuntimeError</error></testcase></testsuite></testsuites>`,
    [
      ['pytest › tests.test_pond › test_add', 'failed'],
      ['pytest › tests.test_pond › test_add', 'failed'],
    ],
  ],
  [
    'surefire with a rerun',
    `<testsuite name="com.example.PondTest" time="0.031" tests="1" errors="0" skipped="0" failures="0">
  <testcase name="adds" classname="com.example.PondTest" time="0.012">
    <flakyFailure message="expected: &lt;3&gt; but was: &lt;-1&gt;" type="org.opentest4j.AssertionFailedError"><stackTrace><![CDATA[at PondTest.adds]]></stackTrace></flakyFailure>
  </testcase>
</testsuite>`,
    [['com.example.PondTest › adds', 'unstable']],
  ],
])('the report of %s', async (_, xml, expected) => expect(await read(`${XML}${xml}`)).toEqual(expected))
