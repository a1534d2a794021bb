import { expect, test } from 'vitest'
import { attributesOf, itemsIn, startCollector } from '../fakes/collector.ts'
import { requestType } from '../fakes/otlp-messages.ts'

const TIME = '1800000000000000000'
const log = (more: object) => ({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ timeUnixNano: TIME, ...more }] }] }] })
const attribute = (value: object) => log({ attributes: [{ key: 'k', value }] })
const span = (more: object) => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              traceId: 'a'.repeat(32),
              spanId: 'b'.repeat(16),
              name: 'n',
              kind: 1,
              startTimeUnixNano: TIME,
              endTimeUnixNano: TIME,
              ...more,
            },
          ],
        },
      ],
    },
  ],
})

const refused: [name: string, path: string, body: unknown, problem: RegExp][] = [
  ['an unknown path', '/v1/events', {}, /there is no POST/],
  ['an empty request', '/v1/logs', { resourceLogs: [] }, /nothing in it/],
  ['a field that the definitions do not have', '/v1/logs', log({ level: 'info' }), /level is unknown to LogRecord/],
  ['a value of another type', '/v1/logs', log({ severityNumber: 'INFO' }), /severityNumber is no/],
  ['an attribute without a type', '/v1/logs', attribute({}), /is one of stringValue/],
  ['an attribute of two types', '/v1/logs', attribute({ stringValue: 'a', intValue: 1 }), /is one of stringValue/],
  ['a number as text', '/v1/logs', attribute({ doubleValue: 'many' }), /doubleValue is no double/],
  [
    'a key twice',
    '/v1/logs',
    log({ attributes: ['a', 'b'].map((stringValue) => ({ key: 'k', value: { stringValue } })) }),
    /has a key twice/,
  ],
  ['a time in milliseconds', '/v1/logs', log({ timeUnixNano: '1800000000000' }), /is no time/],
  ['an id in base64', '/v1/traces', span({ spanId: 'u7u7u7u7u7s=' }), /spanId is no id/],
  ['an id of zeros', '/v1/traces', span({ traceId: '0'.repeat(32) }), /traceId is no id/],
  ['an end before the start', '/v1/traces', span({ endTimeUnixNano: '1700000000000000000' }), /ends before it starts/],
  [
    'a metric without data',
    '/v1/metrics',
    { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm' }] }] }] },
    /has no data/,
  ],
]
for (const [name, path, body, problem] of refused)
  test(`the collector refuses ${name}`, async () => {
    await using collector = await startCollector()
    expect(await post(collector.url + path, 'application/json', JSON.stringify(body))).toBe(400)
    expect(collector.problems.join('\n')).toMatch(problem)
  })

test('the collector decodes both forms of OTLP over HTTP to the same record', async () => {
  await using collector = await startCollector()
  const value = {
    kvlistValue: {
      values: [{ key: 'lines', value: { arrayValue: { values: [{ intValue: '3' }, { boolValue: true }] } } }],
    },
  }
  const json = log({
    eventName: 'e',
    traceId: 'a'.repeat(32),
    body: { stringValue: 'b' },
    attributes: [{ key: 'k', value }],
  })
  const url = `${collector.url}/v1/logs`
  expect(await post(url, 'application/json', JSON.stringify(json))).toBe(200)
  expect(await post(url, 'application/x-protobuf', binary(json))).toBe(200)
  const [first, second] = collector.exports.map(({ body }) => itemsIn(body, '/v1/logs'))
  expect(second).toEqual(first)
  expect(first).toHaveLength(1)
  expect(first?.[0]).toMatchObject({ timeUnixNano: TIME, eventName: 'e', traceId: 'a'.repeat(32) })
  expect(first?.map(attributesOf)).toEqual([{ k: { lines: [3, true] } }])
})

test('the collector refuses a binary field that the definitions do not have', async () => {
  await using collector = await startCollector()
  // Field 99, a varint of 1.
  const unknown = Buffer.concat([binary(log({ eventName: 'e' })), Buffer.from([0x98, 0x06, 0x01])])
  expect(await post(`${collector.url}/v1/logs`, 'application/x-protobuf', unknown)).toBe(400)
  expect(collector.problems).toEqual(['3 bytes are of unknown fields'])
})

function binary(json: { resourceLogs: unknown[] }): Buffer {
  const type = requestType('/v1/logs')
  if (type === undefined) throw new Error('the definitions have logs')
  const ids = JSON.parse(JSON.stringify(json), (key, value) =>
    key === 'traceId' ? Buffer.from(value, 'hex').toString('base64') : value,
  )
  return Buffer.from(type.encode(type.fromObject(ids)).finish())
}

const post = async (url: string, contentType: string, body: string | Buffer) =>
  (await fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body: new Blob([body]) })).status
