import { toForwardSlashes } from '../platform/paths.ts'
import { globList } from '../text/glob-list.ts'

/** A file that the run changed. `isLeftOut`: the change is not delivered. */
export type ProofChange = {
  path: string
  previousPath?: string
  before: Buffer | null
  after: Buffer | null
  mode: string
  modeBefore?: string
  isLeftOut: boolean
}

/** What a file has to do with tests: it has tests, helps them (helpers, fixtures, snapshots), configures them, or is tested. */
export type TestingRole = 'test' | 'support' | 'configuration' | 'code'

const SCRIPT = '[cm]?[jt]sx?'

/** Names of test files, by language. */
const TEST_NAME = new RegExp(
  [
    `(?:^|[._-])(?:test|spec)s?\\.${SCRIPT}$`,
    `^test-[^/]*\\.${SCRIPT}$`,
    '^test_[^/]*\\.py$|_tests?\\.py$|^tests?\\.py$',
    '_test\\.(?:go|exs|dart|rb)$|_spec\\.rb$',
    '^Test[A-Z][^/]*\\.(?:java|kt)$|(?:Tests?|IT|Spec)\\.(?:java|kt|groovy|scala|cs|php|swift)$',
    '\\.bats$|^tests?[-_][^/]*\\.(?:sh|bash)$|[-_]tests?\\.(?:sh|bash)$',
  ].join('|'),
)

const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testing)\//i

const SUPPORT_FOLDER =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testing|fixtures?|__fixtures__|testdata|test-data|__snapshots__|__mocks__)\//i

const SNAPSHOT = /(?:^|\/)__snapshots__\/|\.(?:snap|ambr|approved\.\w+)$/

/** Files that decide how tests run, what is built for them and which of them count. */
const CONFIGURATION = new RegExp(
  [
    '(?:^|/)(?:Makefile|GNUmakefile|makefile|justfile|Justfile|Rakefile|Gemfile|Jenkinsfile|CMakeLists\\.txt|Taskfile\\.ya?ml)$|\\.mk$|\\.cmake$',
    `(?:^|/)[\\w.-]+\\.(?:config|conf|setup|workspace)\\.(?:${SCRIPT}|json)$`,
    `(?:^|/)(?:setup-?[tT]ests?|test-?setup|global-?setup|global-?teardown)\\.${SCRIPT}$`,
    '(?:^|/)(?:tsconfig|jsconfig)[\\w.-]*\\.json$|(?:^|/)\\.(?:babelrc|swcrc|mocharc|nycrc|c8rc|taprc|npmrc|eslintrc|jestrc)[\\w.-]*$',
    '(?:^|/)(?:conftest|setup|noxfile|sitecustomize|usercustomize)\\.py$|\\.pth$|(?:^|/)(?:pytest\\.ini|tox\\.ini|setup\\.cfg|pyproject\\.toml|\\.coveragerc)$',
    // A module of this name at the top takes the place of the runner.
    `^(?:unittest|pytest|_pytest|doctest|coverage|vitest|jest|mocha)(?:/|\\.(?:py|${SCRIPT})$)|(?:^|/)node_modules/`,
    '(?:^|/)(?:go\\.mod|go\\.sum|go\\.work|Cargo\\.toml|Cargo\\.lock|build\\.rs|rust-toolchain(?:\\.toml)?)$|(?:^|/)\\.cargo/',
    '(?:^|/)(?:pom\\.xml|build\\.gradle(?:\\.kts)?|settings\\.gradle(?:\\.kts)?|gradle\\.properties|gradlew|mvnw|build\\.sbt|phpunit\\.xml(?:\\.dist)?|\\.rspec)$|(?:^|/)\\.mvn/|(?:^|/)gradle/',
    '^\\.github/|^\\.circleci/|^\\.gitlab-ci\\.yml$|^azure-pipelines\\.yml$|(?:^|/)\\.env(?:\\.[\\w-]+)?$|(?:^|/)\\.gitattributes$',
    '(?:^|/)(?:scripts?|ci|hack|tools)/[^/]*\\.(?:sh|bash|zsh|ps1|cmd|bat)$|(?:^|/)(?:run|check|verify|ci)[-_]?tests?(?:\\.\\w+)?$',
  ].join('|'),
)

/** One test, by language. */
const TEST_CASE =
  /^\s*(?:it|test|specify)(?:\.\w+)*\s*[(`]|^\s*(?:async\s+)?def\s+test\w*\s*\(|^func\s+Test\w*\s*\(|^\s*#\[(?:\w+::)?test\]|^\s*@(?:Parameterized)?Test\b|^@test\s/

/** Fields of package.json that decide nothing about tests. */
const DESCRIPTION =
  /^(?:name|version|description|keywords|author|contributors|license|repository|homepage|bugs|funding|private|files|engines|(?:dev|peer|optional)?[dD]ependencies)$/

const lines = (bytes: Buffer | null): string[] => (bytes === null ? [] : bytes.toString('utf8').split(/\r?\n/))

const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The roles of changed files. `globs`: the test files, in place of those that their names tell. `starters`: texts that start the tests. */
export function testingRoles(globs: readonly string[], starters: readonly string[]) {
  const isNamed = globs.length === 0 ? undefined : globList(globs, { dot: true })
  const words = new Set(
    starters.flatMap((text) => text.split(/[\s'"`;&|()<>=@]+/).map((word) => word.replace(/^\.\//, ''))),
  )
  const isTest = (path: string, texts: readonly (Buffer | null)[]) =>
    isNamed?.(path) ??
    (TEST_NAME.test(baseOf(path)) ||
      (TEST_FOLDER.test(path) &&
        !CONFIGURATION.test(path) &&
        texts.some((bytes) => lines(bytes).some((line) => TEST_CASE.test(line)))))
  const roleAt = (path: string, change: ProofChange): TestingRole => {
    if (isTest(path, [change.before, change.after])) return 'test'
    if (baseOf(path) === 'package.json') return configuresTests(change) ? 'configuration' : 'code'
    if (CONFIGURATION.test(path) || (words.has(path) && /(?:\.(?:sh|bash|zsh|ps1|cmd|bat)|(?:^|\/)[^./]+)$/.test(path)))
      return 'configuration'
    return SUPPORT_FOLDER.test(path) || SNAPSHOT.test(path) ? 'support' : 'code'
  }
  return (change: ProofChange): TestingRole => {
    const [role, earlier] = [change.path, change.previousPath ?? change.path].map((path) => roleAt(path, change))
    return role === 'code' ? (earlier ?? 'code') : (role ?? 'code')
  }
}

/** Whether a change of package.json is about more than what describes the package. */
function configuresTests({ before, after }: ProofChange): boolean {
  try {
    const [old, now] = [before, after].map(
      (bytes) => JSON.parse(bytes?.toString('utf8') || '{}') as Record<string, unknown>,
    ) // checked below
    const names = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])
    return [...names].some(
      (name) => !DESCRIPTION.test(name) && JSON.stringify(old?.[name]) !== JSON.stringify(now?.[name]),
    )
  } catch {
    return true
  }
}

/** One place where a test looks weaker than before. */
export type WeakenedTest = { path: string; line: number; fault: string }

const ASSERTION =
  /\b(?:expect|assert\w*|should|self\.assert\w+|t\.(?:Error|Fatal|Fail)\w*|require\.(?:Equal|NoError|True|Nil|Error)\w*|assert_\w+!?)\b\s*[!(.\s]/

type LinePattern = readonly [pattern: RegExp, fault: string]

/** The closed list for added lines of tests and their helpers. */
const ADDED_TO_TESTS: readonly LinePattern[] = [
  [
    /\b(?:it|test|describe|context|suite)\.(?:fails|failing)\b|\bxfail\b|\bexpectedFailure\b|#\[should_panic/,
    'is marked as an expected failure',
  ],
  [
    /\b(?:it|test|describe|context|suite)\.(?:skip|todo|skipIf|runIf)\b|\bx(?:it|test|describe)\s*\(|\bskip:\s*(?:true|['"])|\btodo:\s*(?:true|['"])|@(?:pytest\.mark|unittest)\.skip|\bskipTest\(|\bpytest\.skip\(|\bt\.Skip|#\[ignore|@(?:Disabled|Ignore)\b|\b(?:this|t|context)\.skip\(/,
    'is skipped',
  ],
  [
    /\b(?:it|test|describe|context|suite)\.only\b|\bf(?:it|describe)\s*\(|\bonly:\s*true\b/,
    'keeps other tests from running',
  ],
  [
    /\bexpect\(\s*(?:true|1)\s*\)\.(?:toBe|toEqual)\(\s*(?:true|1)\s*\)|\bassert\s+True\b|\bassert(?:\.ok)?\(\s*true\s*\)|assertTrue\(\s*[Tt]rue\s*\)/,
    'asserts nothing',
  ],
]

/** The same for added lines of configuration. */
const ADDED_TO_CONFIGURATION: readonly LinePattern[] = [
  [
    /passWithNoTests|\|\|\s*(?:true|:)(?:\W|$)|;\s*(?:true|exit 0)\s*(?:["',]|$)|continue-on-error:\s*true|allow_failure:\s*true|-Dmaven\.test\.(?:skip|failure\.ignore)|ignoreFailures\s*=\s*true/,
    'lets a failure pass',
  ],
  [
    /testPathIgnorePatterns|testIgnore|--(?:ignore|deselect|exclude|test-name-pattern|test-skip-pattern)\b|collect_ignore|norecursedirs|\bexclude\s*[:=]|-k\s+["']?not\b/,
    'keeps tests from being collected',
  ],
  [
    /"?strict\w*"?\s*:\s*false|"?skipLibCheck"?\s*:\s*true|:\s*["']?off["']?\s*,?\s*$|ignore_errors\s*=\s*[Tt]rue/,
    'checks less',
  ],
]

/** And for every other file: what turns a check off for a line or a file. */
const ADDED_ANYWHERE: readonly LinePattern[] = [
  [
    /@ts-(?:ignore|nocheck|expect-error)|eslint-disable|biome-ignore|#\s*type:\s*ignore|#\s*noqa|\bnolint\b|#!?\[allow\(|@SuppressWarnings|istanbul ignore|c8 ignore|v8 ignore|pragma: no cover/,
    'turns a check off',
  ],
]

const THRESHOLD =
  /["']?\b(statements|branches|functions|lines|fail_under|threshold|minimum|cov-fail-under|max-warnings|maxWarnings)\b["']?\s*[:= ]\s*(\d+(?:\.\d+)?)/

/** What looks weaker in delivered changes, by the closed lists above. */
export function weakenedTests(
  changes: readonly ProofChange[],
  roleOf: (change: ProofChange) => TestingRole,
): WeakenedTest[] {
  return changes.flatMap((change) => {
    const { path, previousPath = path, before, after } = change
    const role = roleOf(change)
    const [old, now] = [lines(before), lines(after)]
    const [added, removed] = [difference(now, old), difference(old, now)]
    const placed = (name: string, line: number, fault: string): WeakenedTest => ({
      path: toForwardSlashes(name),
      line,
      fault,
    })
    const listed = (patterns: readonly LinePattern[]) =>
      added.flatMap(({ text, line }) => {
        const fault = patterns.find(([pattern]) => pattern.test(text))?.[1]
        return fault === undefined ? [] : [placed(path, line, fault)]
      })
    if (role === 'code') return listed(ADDED_ANYWHERE)
    if (role === 'configuration')
      return [
        ...listed(ADDED_TO_CONFIGURATION),
        ...lowered(removed, added).map((line) => placed(path, line, 'lowers a threshold')),
      ]
    if (before !== null && SNAPSHOT.test(previousPath))
      return [placed(path, 1, after === null ? 'is deleted' : 'is a snapshot that is rewritten')]
    if (role === 'test' && before !== null && after === null) return [placed(path, 1, 'is deleted')]
    if (previousPath !== path && TEST_NAME.test(baseOf(previousPath)) && !TEST_NAME.test(baseOf(path)))
      return [placed(path, 1, 'is no longer named like a test')]
    const fewer = (pattern: RegExp, fault: string) => {
      const count = (texts: readonly string[]) => texts.filter((text) => pattern.test(text)).length
      const first = removed.find(({ text }) => pattern.test(text))
      return before === null || first === undefined || count(now) >= count(old)
        ? []
        : [placed(previousPath, first.line, fault)]
    }
    return [
      ...listed([...ADDED_TO_TESTS, ...ADDED_ANYWHERE]),
      ...fewer(TEST_CASE, 'is a test that is removed'),
      ...fewer(ASSERTION, 'is an assertion that is removed'),
    ]
  })
}

type NumberedLine = { text: string; line: number }

/** The lines of one text that the other does not have, with their numbers. */
function difference(texts: readonly string[], others: readonly string[]): NumberedLine[] {
  const left = new Map<string, number>()
  for (const text of others) left.set(text.trim(), (left.get(text.trim()) ?? 0) + 1)
  return texts.flatMap((text, index) => {
    const count = left.get(text.trim()) ?? 0
    left.set(text.trim(), count - 1)
    return count > 0 ? [] : [{ text, line: index + 1 }]
  })
}

/** The lines of thresholds that are easier to reach than before. */
function lowered(removed: readonly NumberedLine[], added: readonly NumberedLine[]): number[] {
  const read = ({ text }: NumberedLine) => THRESHOLD.exec(text)
  return added.flatMap((each) => {
    const [, name = '', value] = read(each) ?? []
    const earlier = removed.map(read).find((match) => match?.[1] === name)
    if (value === undefined || earlier === undefined || earlier === null) return []
    const isLower = Number(value) < Number(earlier[2])
    return /warnings/i.test(name) === isLower || value === earlier[2] ? [] : [each.line]
  })
}
