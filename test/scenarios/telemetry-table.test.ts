import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { call, fail, type GeminiStep, say, turn } from '../../src/emulators/gemini/steps.ts'
import { attributesOf, type Export, itemsIn, resourcesIn, startCollector } from '../fakes/collector.ts'
import { isFull } from '../sample.ts'
import { endsWell } from './checks.ts'
import { ALLOW_ALL } from './improvised.ts'
import { play, type Scenario, scenarios, WITH_TELEMETRY } from './scenario.ts'

/**
 * What the built action sends, against the table of what the reference promises. The runs together send every row, so that a
 * missing attribute is noticed, and one that the table does not have.
 */
type Row = { signal: string; name: string; attribute: string; type: string; state: string }

const ROWS: Row[] = readFileSync(new URL('../telemetry/telemetry.table.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .slice(1)
  .map((line) => {
    const [signal = '', name = '', attribute = '', type = '', , state = ''] = line.split('\t')
    return { signal, name, attribute, type, state }
  })

const rowsOf = (...states: string[]) =>
  ROWS.filter(({ state }) => states.includes(state)).map(({ signal, name, attribute, type }) =>
    [signal, name, attribute, type].join(' '),
  )

const named = (name: string): Scenario => scenarios().find((scenario) => scenario.name === name) as Scenario // of this folder

const answering = (steps: GeminiStep[], inputs: Record<string, string>): Scenario => {
  const scenario = named('pull-request-review')
  let nth = 0
  const step = { ...scenario.step, inputs: { ...scenario.step.inputs, policies: ALLOW_ALL, ...inputs } }
  return { ...scenario, step, model: () => steps[nth++] ?? say('Done.') }
}

const QUOTA = 'GenerateRequestsPerDayPerProjectPerModel-FreeTier'
const empty = turn([])
const exhausted = fail(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
  { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: QUOTA }] },
])
const long = `${'A long line of a long file. '.repeat(40)}\n`.repeat(300)
const readLong = (path: string) =>
  turn([call('write_file', { file_path: path, content: long }), call('read_file', { file_path: path })])

/** An output that is too long, an exact edit, one whose correction fails, and a page that the provider does not read. */
const edits = [
  turn([
    call('run_shell_command', { command: 'seq 1 20000' }),
    call('write_file', { file_path: 'a.txt', content: 'one two\n' }),
    call('replace', { file_path: 'a.txt', old_string: 'one', new_string: '1' }),
  ]),
  turn([call('replace', { file_path: 'a.txt', old_string: 'Something else entirely.', new_string: '2' })]),
  say('I cannot correct it.'),
  turn([call('web_fetch', { prompt: 'What does http://pond.invalid/ say?' })]),
  say('I could not open it.'),
]

/** Runs that together send everything, without and with content. */
const RUNS: { content: boolean; scenario: () => Scenario }[] = [
  { content: true, scenario: () => named('pull-request-review') },
  ...[
    ...WITH_TELEMETRY,
    'agent-of-the-repository',
    'mcp-servers',
    // They send what the others send.
    ...(isFull ? ['model-fails', 'pull-request-review'] : []),
  ].map((name) => ({ content: false, scenario: () => named(name) })),
  // The answers of the first model are used up, then two are empty.
  { content: false, scenario: () => answering([exhausted], {}) },
  {
    content: false,
    scenario: () =>
      answering([empty, turn([call('list_directory', { dir_path: '.' })]), empty, empty, empty], {
        gemini_model: 'gemini-2.5-flash-lite',
        settings: '{"general": {"maxAttempts": 2}}',
      }),
  },
  // At the end, old results give way to newer ones.
  {
    content: false,
    scenario: () => answering([...edits, ...['b', 'c', 'd'].map((name) => readLong(`${name}.txt`))], {}),
  },
]

const observed = { without: new Set<string>(), with: new Set<string>() }

for (const [nth, { content, scenario }] of RUNS.entries())
  test(`the table has what the built action sends in run ${nth + 1}: ${scenario().name}`, async () => {
    await using collector = await startCollector()
    const { step, ...rest } = scenario()
    const target = { otlpEndpoint: collector.url, otlpProtocol: 'http', traces: true }
    const telemetry = { enabled: true, ...target, logPrompts: content }
    const settings = JSON.stringify({ ...JSON.parse(step.inputs?.settings ?? '{}'), telemetry })
    const sending = { ...rest, step: { ...step, inputs: { ...step.inputs, settings } } }
    await play(sending, (played) => (WITH_TELEMETRY.includes(sending.name) ? endsWell(sending, played) : undefined))
    expect(collector.problems).toEqual([])
    expect(collector.exports.map(({ path }) => path).toSorted()).toEqual(['/v1/logs', '/v1/metrics', '/v1/traces'])
    const rows = new Set(collector.exports.flatMap(rowsIn))
    for (const row of rows) observed[content ? 'with' : 'without'].add(row)
    const allowed = new Set(rowsOf('sent', 'added', ...(content ? ['content'] : [])))
    expect([...rows].filter((row) => !allowed.has(row))).toEqual([])
  })

test('these runs together send all that the table has', () => {
  expect([...observed.without].toSorted()).toEqual(rowsOf('sent', 'added').toSorted())
  const content = [...observed.with].filter((row) => !observed.without.has(row))
  expect(content.toSorted()).toEqual(rowsOf('content').toSorted())
})

test('the differences page has a line for every row that is absent or added', () => {
  const page = readFileSync(new URL('../../docs/differences.md', import.meta.url), 'utf8')
  const section = /^## Telemetry\n(.*?)^## /ms.exec(page)?.[1] ?? ''
  const isInPage = ({ name, attribute }: Row) => {
    const item = name.replace('gemini_cli.', '')
    const mentions = (text: string) => section.includes(`\`${text}\``)
    return (name === '*' || mentions(item)) && (attribute === '*' || mentions(attribute))
  }
  const differences = ROWS.filter(({ state }) => state === 'absent' || state === 'added')
  expect(differences.filter((row) => !isInPage(row)).map(({ name, attribute }) => `${name} ${attribute}`)).toEqual([])
})

const COMMON = new Set(ROWS.filter(({ signal }) => signal === 'common').map(({ attribute }) => attribute))
const COMMON_OF_LOGS = new Set(ROWS.filter(({ signal }) => signal === 'common log').map(({ attribute }) => attribute))

type Item = Record<string, unknown>

function rowsIn({ path, body }: Export): string[] {
  const resources = resourcesIn(body, path).flatMap((resource) =>
    attributeRows('resource', '*', attributesOf(resource)),
  )
  return [...resources, ...itemsIn(body, path).flatMap((item) => itemRows(path, item))]
}

function itemRows(path: string, item: Item): string[] {
  if (path === '/v1/logs') return logRows(item)
  if (path === '/v1/metrics') return metricRows(item)
  // What comes after the first word is the name of a model, a tool or an agent.
  const [name = ''] = String(item.name).split(' ')
  return attributeRows('span', name, attributesOf(item))
}

function logRows(item: Item): string[] {
  const { metadata, ...attributes } = attributesOf(item)
  const name = String(item.eventName)
  expect(attributes['event.name']).toBe(name)
  expect(BigInt(String(item.timeUnixNano)) / 1_000_000n).toBe(BigInt(Date.parse(String(attributes['event.timestamp']))))
  const details = metadata === undefined ? [] : attributeRows('metadata', name, metadata as Item)
  return [...attributeRows('log', name, metadata === undefined ? attributes : { ...attributes, metadata }), ...details]
}

function metricRows(item: Item): string[] {
  const { name, unit, sum, histogram } = item as { name: string; unit?: string; sum?: Item; histogram?: Item }
  const points = (sum?.dataPoints ?? histogram?.dataPoints ?? []) as Item[]
  expect(points, name).not.toEqual([])
  const kind = sum === undefined ? 'histogram' : 'counter'
  if (sum !== undefined) expect([sum.isMonotonic, sum.aggregationTemporality]).toEqual([true, 2])
  const rows = points.flatMap((point) => attributeRows('metric', name, attributesOf(point)))
  return [['metric', name, '*', unit === undefined || unit === '' ? kind : `${kind} ${unit}`].join(' '), ...rows]
}

/** One row an attribute; what every item has becomes one row of all. */
function attributeRows(signal: string, name: string, attributes: Item): string[] {
  const isItem = signal === 'log' || signal === 'metric'
  if (isItem) for (const attribute of COMMON_SENT) expect(attributes, name).toHaveProperty([attribute])
  return Object.entries(attributes).map(([attribute, value]) => {
    const isCommon = isItem && COMMON.has(attribute)
    const isCommonOfLogs = signal === 'log' && COMMON_OF_LOGS.has(attribute)
    const place = isCommon ? ['common', '*'] : isCommonOfLogs ? ['common log', '*'] : [signal, name]
    return [...place, attribute, typeOf(value)].join(' ')
  })
}

/** `auth_type` is known when the run has got to its configuration. */
const COMMON_SENT = ['session.id', 'interactive', 'auth_type']

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'double'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'object' ? 'map' : 'string'
}
