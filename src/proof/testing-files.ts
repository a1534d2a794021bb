import { toForwardSlashes } from '../platform/paths.ts'
import { globList } from '../text/glob-list.ts'
import LIST from './weakened-tests.json' with { type: 'json' }

/** A file that the run changed. `isLeftOut`: the change is not delivered. */
export type ProofChange = {
  path: string
  previousPath?: string
  before: Buffer | null
  after: Buffer | null
  mode: string
  modeBefore?: string
  isLeftOut: boolean
  /** Whether the model only proposed it, so that the checkout does not have it. */
  isStaged?: true
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

/** Fixtures of these kinds hold no statements. */
const DATA = /\.(?:json|jsonl|txt|ya?ml|toml|csv|tsv|xml|html?|md|svg)$/i

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
const TEST_CASE = new RegExp(LIST.testCase.join('|'))

/** Fields of package.json that decide nothing about tests. */
const DESCRIPTION =
  /^(?:name|version|description|keywords|author|contributors|license|repository|homepage|bugs|funding|private|files|engines|(?:dev|peer|optional)?[dD]ependencies)$/

const lines = (bytes: Buffer | null): string[] => (bytes === null ? [] : bytes.toString('utf8').split(/\r?\n/))

const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Parts of a command that name a program and do not run it. */
const NOT_RUN = /\b(?:sh|bash|dash|zsh)\s+-n\s+\S+|\b(?:shellcheck|shfmt|chmod|install)\s[^;&|\n]*/g

/** The roles of changed files. `globs`: the test files, in place of those that their names tell. `starters`: texts that start the tests. */
export function testingRoles(globs: readonly string[], starters: readonly string[]) {
  const isNamed = globs.length === 0 ? undefined : globList(globs, { dot: true })
  const words = new Set(
    starters.flatMap((text) =>
      text
        .replace(NOT_RUN, ' ')
        .split(/[\s'"`;&|()<>=@]+/)
        .map((word) => word.replace(/^\.\//, '')),
    ),
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

type LinePattern = readonly [pattern: RegExp, fault: string]

const anyOf = (patterns: readonly string[]) => new RegExp(patterns.join('|'))

const listOf = (list: readonly { fault: string; patterns: readonly string[] }[]): readonly LinePattern[] =>
  list.map(({ fault, patterns }) => [anyOf(patterns), fault])

const ADDED_TO_TESTS = listOf(LIST.addedToTests)
const ADDED_TO_CONFIGURATION = listOf(LIST.addedToConfiguration)
const ADDED_ANYWHERE = listOf(LIST.addedAnywhere)
const ASSERTION = anyOf(LIST.assertion)
const STRONG_ASSERTION = anyOf(LIST.strongAssertion)
const CHECK = new RegExp(LIST.check)
const THRESHOLD = new RegExp(LIST.threshold)
const UPPER_THRESHOLD = new RegExp(LIST.upperThreshold, 'i')

const COMMENT = /^\s*(?:\/\/|#(?![[!])|\*|\/\*|--\s|<!--)/

/** What looks weaker in delivered changes, by the closed list in weakened-tests.json. */
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
    const fewer = (pattern: RegExp, fault: string) => {
      const first = removed.find(({ text }) => matches(pattern, text))
      return before === null || first === undefined || count(now, pattern) >= count(old, pattern)
        ? []
        : [placed(previousPath, first.line, fault)]
    }
    if (role === 'code') return listed(ADDED_ANYWHERE)
    if (role === 'configuration')
      return [
        ...listed([...ADDED_TO_CONFIGURATION, ...ADDED_ANYWHERE]),
        ...lowered(removed, added).map((line) => placed(path, line, 'lowers a threshold')),
        ...fewer(THRESHOLD, 'is a threshold that is removed'),
        ...fewer(CHECK, 'is a check that is removed'),
      ]
    if (before !== null && SNAPSHOT.test(previousPath))
      return [placed(path, 1, after === null ? 'is deleted' : 'is a snapshot that is rewritten')]
    if (role === 'test' && before !== null && after === null) return [placed(path, 1, 'is deleted')]
    if (previousPath !== path && TEST_NAME.test(baseOf(previousPath)) && !TEST_NAME.test(baseOf(path)))
      return [placed(path, 1, 'is no longer named like a test')]
    if (role === 'support' && DATA.test(path)) return []
    const gone = fewer(TEST_CASE, 'is a test that is removed')
    const lost = fewer(ASSERTION, 'is an assertion that is removed')
    return [
      ...listed([...ADDED_TO_TESTS, ...ADDED_ANYWHERE]),
      ...gone,
      ...(lost.length > 0 ? lost : weakerCases(old, now).map(({ line, fault }) => placed(path, line, fault))),
    ]
  })
}

const matches = (pattern: RegExp, text: string) => !COMMENT.test(text) && pattern.test(text)

const count = (texts: readonly string[], pattern: RegExp) => texts.filter((text) => matches(pattern, text)).length

/** The tests that stand in both texts and assert less than before: fewer assertions, or as many that say less. */
function weakerCases(old: readonly string[], now: readonly string[]): { line: number; fault: string }[] {
  const [before, after] = [casesOf(old), casesOf(now)]
  return [...after].flatMap(([name, { line, texts }]) => {
    const earlier = before.get(name)
    if (earlier === undefined) return []
    if (count(texts, ASSERTION) < count(earlier.texts, ASSERTION))
      return [{ line, fault: 'is a test with fewer assertions' }]
    const [strong, wasStrong] = [texts, earlier.texts].map((each) => count(each, STRONG_ASSERTION))
    if ((strong ?? 0) >= (wasStrong ?? 0)) return []
    const known = new Set(earlier.texts.map((text) => text.trim()))
    const offset = texts.findIndex((text) => matches(ASSERTION, text) && !known.has(text.trim()))
    return [{ line: line + Math.max(0, offset), fault: 'is an assertion that says less than before' }]
  })
}

/** The tests of a text by name, each up to the next one. A name that occurs twice is left out; without tests, the text is one. */
function casesOf(texts: readonly string[]): Map<string, { line: number; texts: readonly string[] }> {
  const starts = texts.flatMap((text, index) => (matches(TEST_CASE, text) ? [index] : []))
  const cases = new Map<string, { line: number; texts: readonly string[] }>()
  const twice = new Set<string>()
  for (const [index, start] of [...(starts.length === 0 ? [0] : starts)].entries()) {
    const own = texts.slice(start, starts[index + 1])
    const name = starts.length === 0 ? '' : (own.map(nameIn).find((each) => each !== undefined) ?? '')
    if (cases.has(name)) twice.add(name)
    cases.set(name, { line: start + 1, texts: own })
  }
  for (const name of twice) cases.delete(name)
  return cases
}

/** The name of the test that begins on this line. */
const nameIn = (text: string): string | undefined =>
  /^\s*(?:it|test|specify|@test)\b[^'"`]*(['"`])(.*?)\1/.exec(text)?.[2] ??
  /(?:\bdef|\bfunc|\bfn|\bvoid|\bfun)\s+(\w+)/.exec(text)?.[1]

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
  const worth = (value = '') => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value))
  return added.flatMap((each) => {
    const [, name = '', value] = read(each) ?? []
    const earlier = removed.map(read).find((match) => match?.[1] === name)
    if (value === undefined || earlier === undefined || earlier === null) return []
    const [is, was] = [worth(value), worth(earlier[2])]
    return (UPPER_THRESHOLD.test(name) ? is > was : is < was) ? [each.line] : []
  })
}
