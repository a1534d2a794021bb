import { toForwardSlashes } from '../platform/paths.ts'
import { startedScripts } from '../platform/process/shell-words.ts'
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
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testing|fixtures?|__fixtures__|test[-_]?(?:data|utils?|helpers?|support|lib)|__snapshots__|__mocks__|mocks|goldens?|cypress)\//i

/** Names of helpers and fixtures, which may stand beside the code. */
const SUPPORT_NAME =
  /(?:^|[._-])(?:tests?|specs?)[._-]?(?:utils?|helpers?|support|lib|kit|data|fixtures?|base|common)\.\w+$|\.(?:fixtures?|mocks?|stubs?|golden)(?:\.\w+)?$|^(?:fixtures?|mocks?)\.\w+$/i

/** A file without tests that loads what only tests need helps them. */
const LOADS_RUNNER =
  /['"](?:node:test|vitest|@jest\/globals|mocha|chai|@testing-library\/[\w-]+)['"]|^\s*(?:import|from)\s+(?:unittest|pytest)\b|^\s*(?:import\s+)?"testing"$/

const INTERPRETED = new RegExp(`\\.(?:${SCRIPT}|py|rb|pl|php)$`)

/** Fixtures of these kinds hold no statements. */
const DATA = /\.(?:json|jsonl|txt|ya?ml|toml|csv|tsv|xml|html?|md|svg)$/i

/** Whether a file beside tests may do something when they load it. */
export const hasStatements = (path: string): boolean => !DATA.test(path)

const SNAPSHOT = /(?:^|\/)__snapshots__\/|\.(?:snap|ambr|golden|(?:approved|verified)\.\w+)$/

/** Files that decide how tests run, what is built for them and which of them count. */
const CONFIGURATION = new RegExp(
  [
    '(?:^|/)(?:Makefile|GNUmakefile|makefile|justfile|Justfile|Rakefile|Gemfile|Jenkinsfile|CMakeLists\\.txt|Taskfile\\.ya?ml)$|\\.mk$|\\.cmake$',
    `(?:^|/)[\\w.-]+\\.(?:config|conf|setup|workspace)\\.(?:${SCRIPT}|json)$`,
    `(?:^|/)(?:setup-?[tT]ests?|test-?setup|global-?setup|global-?teardown)\\.${SCRIPT}$`,
    '(?:^|/)(?:tsconfig|jsconfig)[\\w.-]*\\.json$|(?:^|/)\\.(?:babelrc|swcrc|mocharc|nycrc|c8rc|taprc|npmrc|eslintrc|jestrc)[\\w.-]*$',
    '(?:^|/)(?:conftest|setup|noxfile|sitecustomize|usercustomize)\\.py$|\\.pth$|(?:^|/)(?:pytest\\.ini|tox\\.ini|setup\\.cfg|pyproject\\.toml|\\.coveragerc)$',
    // A module of this name at the top takes the place of the runner.
    '^(?:argparse|ast|asyncio|collections|contextlib|copy|difflib|dis|enum|fnmatch|functools|importlib|inspect|io|json|logging|os|pathlib|pdb|platform|pprint|re|runpy|shlex|shutil|signal|site|sys|tempfile|textwrap|threading|time|tokenize|traceback|types|typing|warnings|weakref)(?:\\.py$|/__init__\\.py$)',
    `^(?:unittest|pytest|_pytest|doctest|coverage|vitest|jest|mocha)(?:/|\\.(?:py|${SCRIPT})$)|(?:^|/)node_modules/`,
    '(?:^|/)(?:go\\.mod|go\\.sum|go\\.work|Cargo\\.toml|Cargo\\.lock|build\\.rs|rust-toolchain(?:\\.toml)?)$|(?:^|/)\\.cargo/',
    '(?:^|/)(?:pom\\.xml|build\\.gradle(?:\\.kts)?|settings\\.gradle(?:\\.kts)?|gradle\\.properties|gradlew|mvnw|build\\.sbt|phpunit\\.xml(?:\\.dist)?|\\.rspec)$|(?:^|/)\\.mvn/|(?:^|/)gradle/',
    '(?:^|/)\\.?(?:pytest|tox|ruff|mypy|clippy|nextest|codecov|golangci|rubocop\\w*|coveralls|codeclimate|pre-commit-config|swiftlint|detekt|oxlintrc|pyrightconfig|biome|deno|bunfig|nx|turbo|lerna|pnpm-workspace|mise|composer|psalm|checkstyle)\\.(?:ini|toml|ya?ml|jsonc?|xml)$',
    '(?:^|/)(?:\\.flake8|\\.?pylintrc|\\.eslintignore|\\.stylelintrc[\\w.]*|\\.yarnrc(?:\\.yml)?|\\.pnp\\.c?js|\\.pnpmfile\\.cjs|phpstan[\\w.-]*\\.neon|sonar-project\\.properties|\\.simplecov|\\.luacheckrc|\\.busted|mix\\.exs|Package\\.swift|magefile\\.go|build\\.xml|meson\\.build|\\.bazelrc|BUILD(?:\\.bazel)?|WORKSPACE|Taskfile\\.dist\\.ya?ml|Makefile\\.(?:am|in)|configure(?:\\.ac)?|Directory\\.Build\\.(?:props|targets)|[^/]+\\.(?:[cf]sproj|vbproj|runsettings))$',
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

/** The roles of changed files. `globs`: the test files, in place of those that their names tell. `starters`: texts that start the tests. */
export function testingRoles(globs: readonly string[], starters: readonly string[]) {
  const isNamed = globs.length === 0 ? undefined : globList(globs, { dot: true })
  const { words, runners } = startedScripts(starters)
  const isTest = (path: string, texts: readonly (Buffer | null)[]) =>
    isNamed?.(path) ??
    ((TEST_NAME.test(baseOf(path)) && !isHelper(path, texts)) ||
      (TEST_FOLDER.test(path) && !CONFIGURATION.test(path) && hasLine(texts, TEST_CASE)))
  const roleAt = (path: string, change: ProofChange): TestingRole => {
    if (isTest(path, [change.before, change.after])) return 'test'
    if (baseOf(path) === 'package.json') return configuresTests(change) ? 'configuration' : 'code'
    if (
      CONFIGURATION.test(path) ||
      runners.has(path) ||
      (words.has(path) && /(?:\.(?:sh|bash|zsh|ps1|cmd|bat)|(?:^|\/)[^./]+)$/.test(path))
    )
      return 'configuration'
    const isSupport =
      [SUPPORT_FOLDER, SNAPSHOT].some((each) => each.test(path)) ||
      SUPPORT_NAME.test(baseOf(path)) ||
      (isNamed === undefined && TEST_NAME.test(baseOf(path)))
    const loadsRunner = INTERPRETED.test(path) || path.endsWith('.go') ? hasLine([change.before], LOADS_RUNNER) : false
    return isSupport || loadsRunner ? 'support' : 'code'
  }
  return (change: ProofChange): TestingRole => {
    const [role, earlier] = [change.path, change.previousPath ?? change.path].map((path) => roleAt(path, change))
    return role === 'code' ? (earlier ?? 'code') : (role ?? 'code')
  }
}

const hasLine = (texts: readonly (Buffer | null)[], ...patterns: RegExp[]): boolean =>
  texts.some((bytes) => lines(bytes).some((line) => patterns.some((pattern) => pattern.test(line))))

/** Whether a file that is named like a test has none, and helps or starts the others. */
const isHelper = (path: string, texts: readonly (Buffer | null)[]): boolean =>
  SUPPORT_NAME.test(baseOf(path))
    ? !hasLine(texts, TEST_CASE)
    : INTERPRETED.test(path) && texts[0] != null && texts[0].length > 0 && !hasLine([texts[0]], TEST_CASE, ASSERTION)

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

const SWALLOWED = anyOf(LIST.swallowed)
const ENDS_EARLY = anyOf(LIST.endsEarly)
const TOLERANT = new RegExp(LIST.tolerant)
const COLLECTED = anyOf(LIST.collected)
const STRICT = anyOf(LIST.strict)
const SELECTION = new RegExp(LIST.selection)

/** Marks of a test that it did not have. */
const MARKS: readonly LinePattern[] = [
  [ENDS_EARLY, 'ends before its assertions'],
  [anyOf(LIST.conditional), 'asserts only under a condition'],
  [anyOf(LIST.unawaited), 'does not wait for its assertion'],
  [anyOf(LIST.untyped), 'turns a check off'],
]
const MOCKS = LIST.mocks.map((pattern) => new RegExp(pattern))

/** A number after which a test accepts more than before. `endless`: a value that stands for no limit. */
type Limit = {
  fault: string
  isHigherWeaker: boolean
  endless: number | undefined
  pattern: RegExp
  /** What counts where no number stands. */
  standard: number | undefined
  isOfConfiguration: boolean
}

const LIMITS: readonly Limit[] = LIST.limits.flatMap(({ fault, weaker, patterns, ...more }) =>
  patterns.map((each): Limit => {
    const { pattern, default: standard, only }: { pattern: string; default?: number; only?: string } = each
    const endless = 'isEndless' in more ? more.isEndless : undefined
    const [isHigherWeaker, isOfConfiguration] = [weaker === 'higher', only === 'configuration']
    return { fault, isHigherWeaker, endless, pattern: new RegExp(pattern), standard, isOfConfiguration }
  }),
)

const COMMENT = /^\s*(?:\/\/|#(?![[!])|\*|\/\*|--\s|<!--)/

/** What looks weaker in delivered changes, by the closed list in weakened-tests.json. */
export function weakenedTests(
  changes: readonly ProofChange[],
  roleOf: (change: ProofChange) => TestingRole,
): WeakenedTest[] {
  return changes.flatMap((change) => {
    const { path, previousPath = path, before, after } = change
    const role = roleOf(change)
    const textsOf = (bytes: Buffer | null) =>
      role === 'code'
        ? testsInCode(path, bytes)
        : role === 'test' || role === 'support'
          ? withoutBlocks(lines(bytes))
          : lines(bytes)
    return weaknesses(change, role, textsOf(before), textsOf(after)).map(({ isOld, line, fault }) => {
      return { path: toForwardSlashes(isOld === true ? previousPath : path), line, fault }
    })
  })
}

/** `isOld`: whether the line is one of the old text. */
type Weakness = { line: number; fault: string; isOld?: true }

function weaknesses(
  { path, previousPath = path, before, after }: ProofChange,
  role: TestingRole,
  old: readonly string[],
  now: readonly string[],
): Weakness[] {
  const [removed, added] = [difference(old, now), difference(now, old)]
  const fewer = (pattern: RegExp, fault: string, [was, is] = [old, now]): Weakness[] => {
    const first = removed.find(({ text }) => matches(pattern, text))
    return first === undefined || count(is, pattern) >= count(was, pattern)
      ? []
      : [{ line: first.line, fault, isOld: true }]
  }
  const anywhere = addedLines(ADDED_ANYWHERE, lines(before), lines(after))
  const wholeFile = (texts: readonly string[]): TestCase => ({ line: 1, first: 0, texts })
  if (role === 'configuration')
    return [
      ...addedLines(ADDED_TO_CONFIGURATION, old, now),
      ...anywhere,
      ...lowered(removed, added).map((line) => ({ line, fault: 'lowers a threshold' })),
      ...fewer(THRESHOLD, 'is a threshold that is removed'),
      ...fewer(CHECK, 'is a check that is removed'),
      ...fewer(STRICT, 'is a check that is removed'),
      ...(before === null ? [] : narrowed(path, removed, added)),
      ...(before === null ? [] : looserLimits(wholeFile(old), wholeFile(now), true)),
    ]
  if (before !== null && SNAPSHOT.test(previousPath))
    return [{ line: 1, fault: after === null ? 'is deleted' : 'is a snapshot that is rewritten' }]
  if (role === 'test' && before !== null && after === null) return [{ line: 1, fault: 'is deleted' }]
  if (previousPath !== path && TEST_NAME.test(baseOf(previousPath)) && !TEST_NAME.test(baseOf(path)))
    return [{ line: 1, fault: 'is no longer named like a test' }]
  if (role === 'support' && DATA.test(path)) return []
  if (role === 'code' && old.every((text) => text === '')) return anywhere
  const removedTests = [
    ...fewer(TEST_CASE, 'is a test that is removed'),
    ...fewer(COLLECTED, 'is a test that is removed'),
    ...(/\.(?:sh|bash|bats)$/.test(path) ? fewer(STRICT, 'no longer stops at a failure') : []),
  ]
  const lost = fewer(ASSERTION, 'is an assertion that is removed', [withHelpers(old, old), withHelpers(now, now)])
  const pairs = pairCases(casesOf(old), casesOf(now))
  const weak: Weakness[] = [
    ...addedLines(ADDED_TO_TESTS, old, now),
    ...anywhere,
    ...pairs.flatMap(([earlier, later]) => [
      ...markedCase(earlier, later),
      ...looserLimits(earlier, later, false),
      ...swallowing(earlier, later),
      ...rewritten(earlier, later),
    ]),
    ...(before === null ? [] : mocked(path, old, now)),
    ...removedTests,
    ...(lost.length > 0 ? lost : pairs.flatMap(([earlier, later]) => weakerCase(earlier, later))),
  ]
  // Where assertions came before it, a script may say so at its end.
  const end = now.findLastIndex((text) => text.trim() !== '') + 1
  const isEnd = (line: number) => line === end && now[end - 1]?.trim() === 'exit 0' && count(now, ASSERTION) > 0
  return weak.filter(
    ({ line, fault, isOld }, index) =>
      !isEnd(line) &&
      weak.findIndex((each) => each.line === line && each.fault === fault && each.isOld === isOld) === index,
  )
}

/** The lines of patterns that stand in the new text more often. */
function addedLines(patterns: readonly LinePattern[], old: readonly string[], now: readonly string[]): Weakness[] {
  const added = difference(now, old)
  return patterns.flatMap(([pattern, fault], index) =>
    countAll(now, pattern) <= countAll(old, pattern)
      ? []
      : added.flatMap(({ text, line }) =>
          pattern.test(text) && !patterns.slice(0, index).some(([earlier]) => earlier.test(text))
            ? [{ line, fault }]
            : [],
        ),
  )
}

/** Without the lines of comments, and of texts that stand for themselves, over several lines. */
function withoutBlocks(texts: readonly string[]): string[] {
  let end: string | undefined
  return texts.map((text) => {
    const [, mark = ''] = end === undefined ? (/^\s*(\/\*|"{3}|'{3})/.exec(text) ?? []) : []
    const start = end === undefined && mark !== '' ? text.indexOf(mark) + mark.length : 0
    const wanted = end ?? (mark === '' ? undefined : mark === '/*' ? '*/' : mark)
    if (wanted === undefined) return text
    end = text.includes(wanted, start) ? undefined : wanted
    return ''
  })
}

/** Lines of the configuration that select fewer files, tests or checks. */
function narrowed(path: string, removed: readonly NumberedLine[], added: readonly NumberedLine[]): Weakness[] {
  if (/ignore$/.test(path))
    return added.flatMap(({ text, line }) =>
      COMMENT.test(text) || text.trim() === '' ? [] : [{ line, fault: 'keeps files from being checked' }],
    )
  const wordsOf = ({ text }: NumberedLine) => text.match(/[\w./*{}-]+/g) ?? []
  return removed.flatMap((old) => {
    const name = SELECTION.exec(old.text)?.[0]
    const now = added.find(({ text }) => name !== undefined && SELECTION.exec(text)?.[0] === name)
    if (now === undefined) return []
    const [wide, narrow] = /^(?:exclude|ignore|omit)/.test(name ?? '') ? [now, old] : [old, now]
    const kept = new Set(wordsOf(narrow))
    return wordsOf(wide).every((word) => kept.has(word)) ? [] : [{ line: now.line, fault: 'selects less than before' }]
  })
}

/** A test with fewer rows of data, or whose snapshot in the text is another one. */
function rewritten(earlier: TestCase, { line, first, texts }: TestCase): Weakness[] {
  const [old, now] = [earlier.texts, texts].map((each) => each.join('\n'))
  const commas = (text = '') => (ROWS.exec(text)?.[1]?.match(/,/g) ?? []).length
  const snapshots = (text = '') => [...text.matchAll(INLINE_SNAPSHOT)].map(([, content]) => content)
  const [was, is] = [snapshots(old), snapshots(now)]
  const place = texts.findIndex((text) => text.includes('toMatchInlineSnapshot('))
  return [
    ...(ROWS.test(now ?? '') && commas(now) < commas(old) ? [{ line, fault: 'is a test with fewer cases' }] : []),
    ...(place !== -1 && was.some((content) => content !== '' && !is.includes(content))
      ? [{ line: first + place + 1, fault: 'is a snapshot that is rewritten' }]
      : []),
  ]
}

const ROWS = /(?:\.each|\bparametrize|\bparameterized\.expand|@(?:CsvSource|ValueSource))\s*\(([\s\S]*?)\)\s*(?:\(|\n)/

const INLINE_SNAPSHOT = /toMatchInlineSnapshot\(([\s\S]*?)\)\s*(?:;|\n|\})/g

/** The lines of code that belong to its tests, others empty: of Rust, those below `#[cfg(test)]`; else all of a file that has tests or asserts. */
function testsInCode(path: string, bytes: Buffer | null): string[] {
  const all = lines(bytes)
  if (!path.endsWith('.rs')) return hasLine([bytes], TEST_CASE, LOADS_ASSERTIONS) ? all : []
  const start = all.findIndex((text) => /^\s*#\[cfg\(test\)\]/.test(text))
  return start === -1 ? [] : all.map((text, index) => (index < start ? '' : text))
}

const LOADS_ASSERTIONS = /^\s*(?:import|from|const|var|let)\b.*\bassert\b/

const matches = (pattern: RegExp, text: string) => !COMMENT.test(text) && pattern.test(text)

const count = (texts: readonly string[], pattern: RegExp) => texts.filter((text) => matches(pattern, text)).length

/** With comments, which can turn a check off. */
const countAll = (texts: readonly string[], pattern: RegExp) => texts.filter((text) => pattern.test(text)).length

/**
 * One test of a text. `line`: where it begins; `first`: the index of its first text, which may be a decorator. `isHead`: what stands
 * before the first test. `full`: with the functions of the file that it calls.
 */
type TestCase = { line: number; first: number; texts: readonly string[]; isHead?: boolean; full?: readonly string[] }

const DEFINITION =
  /^\s*(?:export\s+)?(?:(?:async\s+)?(?:def|function)|func|fn|const|let)\s+(\w+)\s*(?:\(|=.*(?:=>|\bfunction\b))/

/** Texts with the functions of their file that they call, each below its call. */
function withHelpers(texts: readonly string[], file: readonly string[]): string[] {
  const indent = (text = '') => text.search(/\S|$/)
  const helpers = file.flatMap((text, index): [string, string[]][] => {
    const name = TEST_CASE.test(text) ? undefined : DEFINITION.exec(text)?.[1]
    if (name === undefined) return []
    const end = file.findIndex((each, next) => next > index && each.trim() !== '' && indent(each) <= indent(text))
    return [[name, file.slice(index, end === -1 ? undefined : end)]]
  })
  const bodies = new Map(helpers.filter(([, body]) => count(body, ASSERTION) > 0))
  const called = (text: string) => (DEFINITION.test(text) ? [] : (text.match(/\w+(?=\()/g) ?? []))
  return texts.flatMap((text) => [text, ...called(text).flatMap((name) => bodies.get(name) ?? [])])
}

/** A test that asserts less than before: fewer assertions, or as many that say less. */
function weakerCase(earlier: TestCase, { line, first, texts, isHead, full = texts }: TestCase): Weakness[] {
  if (isHead === true || earlier.isHead === true) return []
  const more = (pattern: RegExp) => count(full, pattern) - count(earlier.full ?? earlier.texts, pattern)
  if (more(ASSERTION) < 0) return [{ line, fault: 'is a test with fewer assertions' }]
  const known = new Set(earlier.texts.map((text) => text.trim()))
  const lineOf = (pattern: RegExp) => {
    const index = texts.findIndex((text) => matches(pattern, text) && !known.has(text.trim()))
    return index === -1 ? line : first + index + 1
  }
  if (more(ASSERTION) === 0 && more(TOLERANT) > 0 && more(STRONG_ASSERTION) <= 0)
    return [{ line: lineOf(TOLERANT), fault: 'allows a larger difference' }]
  return more(STRONG_ASSERTION) < 0
    ? [{ line: lineOf(ASSERTION), fault: 'is an assertion that says less than before' }]
    : []
}

/** Marks that one test got and another one lost, so that the text has as many as before, and ends before the assertions. */
function markedCase(earlier: TestCase, { first, texts }: TestCase): Weakness[] {
  const isTest = texts.some((text) => matches(TEST_CASE, text))
  const marks = isTest ? [...ADDED_TO_TESTS, ...MARKS] : ADDED_TO_TESTS
  return marks.flatMap(([pattern, fault]) =>
    countAll(texts, pattern) <= countAll(earlier.texts, pattern)
      ? []
      : [{ line: first + texts.findIndex((text) => pattern.test(text)) + 1, fault }],
  )
}

/** Failures that a test catches and drops, which two lines say. */
function swallowing(earlier: TestCase, { first, texts }: TestCase): Weakness[] {
  const places = (all: readonly string[]) =>
    all.flatMap((text, index) => (SWALLOWED.test(`${text}\n${all[index + 1] ?? ''}`) ? [index] : []))
  const [place] = places(texts).length > places(earlier.texts).length ? places(texts).slice(-1) : []
  return place === undefined ? [] : [{ line: first + place + 1, fault: 'asserts nothing' }]
}

/** The numbers that let a test accept more than before. */
function looserLimits(earlier: TestCase, later: TestCase, isConfiguration: boolean): Weakness[] {
  return LIMITS.filter(({ isOfConfiguration }) => isConfiguration || !isOfConfiguration).flatMap((limit) => {
    const [old, now] = [limitsIn(earlier, limit), limitsIn(later, limit)]
    const left = [...old]
    return now.flatMap(({ value, line, context }, index) => {
      const same = left.findIndex((each) => each.context === context)
      const place = same === -1 && old.length === now.length ? left.indexOf(old[index] ?? { ...NO_LIMIT }) : same
      const was = place === -1 ? limit.standard : left.splice(place, 1)[0]?.value
      return was !== undefined && (limit.isHigherWeaker ? value > was : value < was)
        ? [{ line, fault: limit.fault }]
        : []
    })
  })
}

const NO_LIMIT = { value: 0, line: 0, context: '' }

/** The numbers of a kind, each with what stands before it on its line. */
function limitsIn({ first, texts }: TestCase, { pattern, standard = Number.NaN, endless }: Limit): (typeof NO_LIMIT)[] {
  return texts.flatMap((text, index) => {
    const match = COMMENT.test(text) ? null : pattern.exec(text)
    if (match === null) return []
    const number = match.slice(1).find((group) => group !== undefined)
    const value = number?.split('*').reduce((product, each) => product * Number(each.replaceAll('_', '').trim()), 1)
    const given = value ?? standard
    if (Number.isNaN(given)) return []
    const context = text.slice(0, match.index).trim()
    return [{ value: given === endless ? Number.POSITIVE_INFINITY : given, line: first + index + 1, context }]
  })
}

/** The lines that put a mock in the place of what the test imports, or of the class that it is named for. */
function mocked(path: string, old: readonly string[], now: readonly string[]): Weakness[] {
  const isTested = (name: string) =>
    baseOf(path).startsWith(`${name}Test`) ||
    /^(?:described_class|subject)$/.test(name) ||
    now.some(
      (text) =>
        /\b(?:import|require|from)\b/.test(text) && !MOCKS.some((each) => each.test(text)) && hasName(text, name),
    )
  const mocksIn = (texts: readonly string[]) =>
    texts.flatMap((text, index) => {
      const name = MOCKS.map((pattern) => pattern.exec(text)?.slice(1).find(Boolean)).find((each) => each !== undefined)
      return name !== undefined && !COMMENT.test(text) && isTested(name) ? [{ line: index + 1, text: text.trim() }] : []
    })
  const known = new Set(mocksIn(old).map(({ text }) => text))
  return mocksIn(now).flatMap(({ line, text }) =>
    known.has(text) ? [] : [{ line, fault: 'puts a mock in the place of what it tests' }],
  )
}

const hasName = (text: string, name: string) =>
  /\W/.test(name) ? /['"]([^'"]*)['"]\)?\s*;?\s*$/.exec(text)?.[1] === name : text.split(/\W+/).includes(name)

/** Decorators above a test belong to it. */
const DECORATOR = /^\s*(?:@(?!test\s)\w|#\[|\[\w)/

/** The tests of a text by name, each up to the next one, and what stands before the first one. A name that occurs twice is left out. */
function casesOf(texts: readonly string[]): Map<string, TestCase> {
  const starts = texts.flatMap((text, index) => (matches(TEST_CASE, text) ? [index] : []))
  const firsts = starts.map((start, nth) => {
    let first = start
    while (first > (starts[nth - 1] ?? -1) + 1 && DECORATOR.test(texts[first - 1] ?? '')) first -= 1
    return first
  })
  const cases = new Map<string, TestCase>([
    ['', { line: 1, first: 0, texts: texts.slice(0, firsts[0]), isHead: firsts.length > 0 }],
  ])
  const twice = new Set<string>()
  for (const [nth, first] of firsts.entries()) {
    const own = texts.slice(first, firsts[nth + 1])
    const name = own.map(nameIn).find((each) => each !== undefined) ?? '?'
    if (cases.has(name)) twice.add(name)
    cases.set(name, { line: (starts[nth] ?? first) + 1, first, texts: own, full: withHelpers(own, texts) })
  }
  for (const name of twice) cases.delete(name)
  return cases
}

/** The tests of both texts. Those with new names are taken for the old ones in their order, where there are as many. */
function pairCases(old: ReadonlyMap<string, TestCase>, now: ReadonlyMap<string, TestCase>): [TestCase, TestCase][] {
  const same = [...now].flatMap(([name, later]): [TestCase, TestCase][] => {
    const earlier = old.get(name)
    return earlier === undefined ? [] : [[earlier, later]]
  })
  const gone = [...old].filter(([name]) => !now.has(name))
  const fresh = [...now].filter(([name]) => !old.has(name))
  const renamed = gone.flatMap(([, earlier], index): [TestCase, TestCase][] => {
    const later = gone.length === fresh.length ? fresh[index]?.[1] : undefined
    return later === undefined ? [] : [[earlier, later]]
  })
  return [...same, ...renamed]
}

/** The name of the test that begins on this line. */
const nameIn = (text: string): string | undefined =>
  /^\s*(?:it|test|specify|@test)\b[^'"`]*(['"`])(.*?)\1/.exec(text)?.[2] ??
  /(?:\bdef|\bfunc|\bfn|\bvoid|\bfun|\bfunction|\bTask)\s+(\w+)/.exec(text)?.[1]

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
