/** How a test ended. `unloaded`: it failed because what it needs is not there, so it says nothing about behavior. */
export type TestState = 'passed' | 'failed' | 'unloaded' | 'unstable' | 'skipped'

/** The tests of one run by file, suites, class and name. Ambiguous ones are left out. `count`: all that ran. */
export type TestResults = { tests: ReadonlyMap<string, TestState>; count: number; failed: number }

/** One kind of token each: a comment or an instruction, CDATA, a tag. Everything else is text. */
const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y

const ATTRIBUTE = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? entity
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** What a failure says when code that the test needs does not exist or does not compile. */
const UNLOADED =
  /\b(?:ImportError|ModuleNotFoundError|SyntaxError|ReferenceError|NameError|NoSuchMethodError|NoClassDefFoundError|ClassNotFoundException|ERR_MODULE_NOT_FOUND|ERR_REQUIRE_ESM)\b|Cannot find module|cannot import name|has no attribute|is not a function|is not a constructor|is not defined|does not provide an export|undefined: \w|build failed|compil(?:ation|e) (?:failed|error)/i

type OpenTest = { name: string; state: TestState; text: string }

/** Undefined for what is not a JUnit report. Reads no DOCTYPE, so no entity of its own. `top`: the folder that paths in it lose. */
export function readTestReport(xml: string, top: string): [id: string, state: TestState][] | undefined {
  if (/<!(?!--|\[CDATA\[)/.test(xml.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g, ''))) return undefined
  const tests: [string, TestState][] = []
  const open: string[] = []
  const suites: string[] = []
  let test: OpenTest | undefined
  let position = 0
  const within = (text: string) => text.replaceAll(`${top}/`, '').replaceAll(top, '.')
  const endTest = () => {
    if (test?.state === 'failed' && UNLOADED.test(test.text)) test.state = 'unloaded'
    if (test !== undefined) tests.push([test.name, test.state])
    test = undefined
  }
  while (position < xml.length) {
    const next = xml.indexOf('<', position)
    const text = xml.slice(position, next === -1 ? undefined : next)
    if (test !== undefined && test.text.length < MAX_TEXT) test.text += decoded(text)
    if (next === -1) break
    TOKEN.lastIndex = next
    const match = TOKEN.exec(xml)
    if (match === null) return undefined
    position = TOKEN.lastIndex
    const [, data, closes, name, attributeText = '', isEmpty] = match
    if (data !== undefined && test !== undefined && test.text.length < MAX_TEXT) test.text += data
    if (name === undefined) continue
    if (closes === '/') {
      if (open.pop() !== name) return undefined
      if (name === 'testsuite') suites.pop()
      if (name === 'testcase') endTest()
      continue
    }
    if (open.length === 0 && name !== 'testsuites' && name !== 'testsuite') return undefined
    const attributes = new Map(
      [...attributeText.matchAll(ATTRIBUTE)].map(([, key = '', double, single]) => [
        key,
        decoded(double ?? single ?? ''),
      ]),
    )
    const attribute = (key: string) => within(attributes.get(key) ?? '')
    if (name === 'testsuite' && isEmpty !== '/') suites.push(attribute('name'))
    if (name === 'testcase') {
      const parts = [attribute('file'), ...suites, attribute('classname'), attribute('name')]
      test = { name: [...new Set(parts.filter(Boolean))].join(' › '), state: 'passed', text: '' }
    } else if (test !== undefined && open.at(-1) === 'testcase') {
      if (name === 'failure' || name === 'error') test.state = 'failed'
      if (name === 'skipped' && test.state === 'passed') test.state = 'skipped'
      if (/^flaky(?:Failure|Error)$/.test(name) && test.state === 'passed') test.state = 'unstable'
      test.text += ` ${attributes.get('type') ?? ''} ${attributes.get('message') ?? ''} `
    }
    if (isEmpty !== '/') open.push(name)
    else if (name === 'testcase') endTest()
  }
  return open.length === 0 && position > 0 ? tests : undefined
}

const MAX_TEXT = 4000

/** The tests of all reports of one run. */
export function joinResults(reports: readonly (readonly [id: string, state: TestState][])[]): TestResults {
  const all = reports.flat()
  const groups = Map.groupBy(all, ([id]) => id)
  const tests = new Map(
    [...groups].flatMap(([id, same]) => (same.length === 1 && same[0] ? [[id, same[0][1]] as const] : [])),
  )
  const count = (...states: TestState[]) => all.filter(([, state]) => states.includes(state)).length
  return { tests, count: all.length - count('skipped'), failed: count('failed', 'unloaded') }
}
