import { expect, test } from 'vitest'
import { retryAfterMs, toModelError } from '../../src/model/model-errors.ts'
import { ModelError } from '../../src/model/types.ts'

type Judged = { fault: ModelError['fault']; retry: ModelError['retry']; waitMs?: number }

const detail = (type: string, fields: object) => ({ '@type': `type.googleapis.com/google.rpc.${type}`, ...fields })
const retryIn = (retryDelay: string) => detail('RetryInfo', { retryDelay })
const reason = (name: string, metadata: object = {}) =>
  detail('ErrorInfo', { reason: name, domain: 'googleapis.com', metadata })
const cloudCode = (name: string, domain = 'cloudcode-pa.googleapis.com', metadata: object = {}) =>
  detail('ErrorInfo', { reason: name, domain, metadata })
const quota = (quotaId: string) => detail('QuotaFailure', { violations: [{ quotaMetric: 'm', quotaId }] })

/** As the SDK throws it: the body as JSON text, the HTTP status beside it. */
const api = (code: number, message: string, ...details: object[]) =>
  Object.assign(new Error(JSON.stringify({ error: { code, message, status: 'S', details } })), { status: code })
const raw = (status: number, text: string) => Object.assign(new Error(text), { status })
const network = (message: string, code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })

const later = (waitMs?: number): Judged => ({ fault: 'quota', retry: 'later', waitMs })
const spent = (waitMs?: number): Judged => ({ fault: 'quota', retry: 'other-model', waitMs })
const trouble: Judged = { fault: 'unavailable', retry: 'later' }
const refusal: Judged = { fault: 'request', retry: 'never' }
const locked: Judged = { fault: 'auth', retry: 'never' }

const table: [name: string, error: unknown, judged: Judged, text?: RegExp][] = [
  ['429 bare', api(429, 'Too many'), later()],
  ['429 with RetryInfo', api(429, 'Too many', retryIn('45.123s')), later(45_123)],
  ['429 with RetryInfo in milliseconds', api(429, 'Too many', retryIn('900ms')), later(900)],
  ['429 with RetryInfo of nothing', api(429, 'Too many', retryIn('0s')), later()],
  ['429 with a sentence', api(429, 'Quota. Please retry in 44.097740004s.'), later(44_097.740_004)],
  ['429 with a sentence in milliseconds', raw(429, 'Please retry in 900.2ms'), later(900.2)],
  ['429, 300 s', api(429, 'x', retryIn('300s')), later(300_000)],
  ['429, 301 s', api(429, 'x', retryIn('301s')), spent(301_000)],
  ['429, a sentence of 400 s', api(429, 'Please retry in 400s'), spent(400_000)],
  [
    '429 per day, whatever the delay',
    api(429, 'x', quota('GenerateRequestsPerDayPerProjectPerModel-FreeTier'), retryIn('10s')),
    spent(),
    /daily quota/,
  ],
  ['429 per minute', api(429, 'x', quota('GenerateRequestsPerMinutePerProject')), later(60_000)],
  [
    '429 per minute with a delay',
    api(429, 'x', quota('GenerateRequestsPerMinutePerProject'), retryIn('56s')),
    later(56_000),
  ],
  [
    '429 per minute in metadata',
    api(429, 'x', reason('RATE_LIMIT_EXCEEDED', { quota_limit: 'RequestsPerMinute' })),
    later(60_000),
  ],
  ['429 per day in metadata', api(429, 'x', reason('RATE_LIMIT_EXCEEDED', { quota_limit: 'RequestsPerDay' })), spent()],
  ['429 with other reasons', api(429, 'x', reason('QUOTA_EXCEEDED')), later()],
  [
    'limit: 0',
    api(429, 'Quota exceeded, limit: 0, model: m. Please retry in 10s', retryIn('10s')),
    spent(),
    /has no quota for/,
  ],
  ['limit: 0 at the end of a line', api(429, 'limit: 0\nmore'), spent()],
  ['limit: 0.5', api(429, 'limit: 0.5'), later()],
  ['limit: 05', api(429, 'limit: 05'), later()],
  ['limit: 0 behind a 503', api(503, 'limit: 0'), spent()],
  ['short of machines', api(429, 'x', reason('MODEL_CAPACITY_EXHAUSTED'), retryIn('9s')), { ...trouble, waitMs: 9000 }],
  ['short of machines, in words', api(429, 'You have exhausted your capacity on this model.'), trouble],
  ['Code Assist, a delay', api(429, 'x', cloudCode('RATE_LIMIT_EXCEEDED'), retryIn('0.5s')), later(500)],
  ['Code Assist, a long delay', api(429, 'x', cloudCode('RATE_LIMIT_EXCEEDED'), retryIn('600s')), spent(600_000)],
  ['Code Assist, no delay', api(429, 'x', cloudCode('RATE_LIMIT_EXCEEDED')), spent()],
  ['Code Assist, spent', api(429, 'x', cloudCode('QUOTA_EXHAUSTED'), retryIn('0.5s')), spent(500)],
  [
    'Code Assist, untidy',
    api(429, 'x', cloudCode('RATE_LIMIT_EXCEEDED', 'cloudcode-pa.googleapis.com,')),
    spent(),
    /quota for gemini-x is exhausted: x/,
  ],
  ['Code Assist, staging', api(429, 'x', cloudCode('QUOTA_EXHAUSTED', 'staging-cloudcode-pa.googleapis.com')), spent()],
  ['the same reason elsewhere', api(429, 'x', cloudCode('RATE_LIMIT_EXCEEDED', 'googleapis.com')), later()],
  [
    'Code Assist, the reset of a quota as its details write it',
    api(
      429,
      'You have exhausted your capacity on this model. Your quota will reset after 161h39m41s.',
      cloudCode('QUOTA_EXHAUSTED', undefined, { quotaResetDelay: '161h39m41.5s' }),
    ),
    spent(581_981_500),
    /quota for gemini-x is exhausted/,
  ],
  [
    'Code Assist, a near reset in seconds and in milliseconds',
    api(429, 'x', cloudCode('RATE_LIMIT_EXCEEDED', undefined, { quotaResetDelay: '539.4775ms' })),
    later(539.4775),
  ],
  [
    'Code Assist, the time of the reset',
    api(429, 'x', cloudCode('RATE_LIMIT_EXCEEDED', undefined, { quotaResetTimeStamp: '2026-01-01T00:01:30Z' })),
    later(90_000),
  ],
  [
    'Code Assist, a reset that is over',
    api(429, 'x', cloudCode('RATE_LIMIT_EXCEEDED', undefined, { quotaResetTimeStamp: '2025-12-31T00:00:00Z' })),
    spent(),
  ],
  [
    'Code Assist, RetryInfo before the reset',
    api(429, 'x', retryIn('3s'), cloudCode('RATE_LIMIT_EXCEEDED', undefined, { quotaResetDelay: '9h' })),
    later(3000),
  ],
  ['the reset in words', api(429, 'Individual quota reached. Resets in 9h22m20s.'), spent(33_740_000)],
  ['the reset in other words', api(429, 'Your quota will reset after 2m5s.'), later(125_000)],
  ['out of capacity for hours', api(429, 'You have exhausted your capacity. Resets in 2h.'), spent(7_200_000)],
  ['a delay that is no duration', api(429, 'x', retryIn('soon'), retryIn('1.2.3s'), retryIn('5')), later()],
  ['no credits', api(429, 'x', reason('INSUFFICIENT_G1_CREDITS_BALANCE')), spent()],
  ['limit: 0 before a full stop', api(429, 'limit: 0. Please retry in 5s'), spent()],
  ['500 with details', api(500, 'x', reason('ANYTHING')), trouble],
  ['500', api(500, 'Internal'), trouble],
  ['503', api(503, 'overloaded'), trouble],
  ['503 with a delay', api(503, 'overloaded', retryIn('2s')), { ...trouble, waitMs: 2000 }],
  [
    '503 with a delay beyond reason',
    api(503, 'overloaded', retryIn('1000s')),
    { fault: 'unavailable', retry: 'other-model', waitMs: 1_000_000 },
  ],
  ['503, 300 s', api(503, 'overloaded', retryIn('300s')), { ...trouble, waitMs: 300_000 }],
  ['504', api(504, 'deadline'), trouble],
  ['499', api(499, 'cancelled'), trouble],
  ['408', raw(408, 'timeout'), trouble],
  [
    '502 with a page',
    raw(502, `<html>${' '.repeat(5000)}<b>Bad\n gateway</b></html>`),
    trouble,
    /<html> <b>Bad gateway/,
  ],
  ['400', api(400, 'Bad field'), refusal, /Bad field \(HTTP 400\)/],
  ['400 about the place', api(400, 'User location is not supported for the API use.'), refusal],
  ['a wrong key', api(400, 'API key not valid. Please pass a valid API key.', reason('API_KEY_INVALID')), locked],
  ['a wrong key, reason only', api(400, 'x', reason('API_KEY_INVALID')), locked],
  ['an expired key', api(400, 'API key expired. Please renew the API key.'), locked],
  ['401', api(401, 'no'), locked],
  ['403', api(403, 'Permission denied'), locked],
  [
    'an account to be verified',
    api(403, 'x', cloudCode('VALIDATION_REQUIRED'), detail('Help', { links: [{ url: 'https://verify.test/a' }] })),
    locked,
    /^Verify the account at https:\/\/verify\.test\/a first/,
  ],
  [
    'an account to be verified, without help',
    api(403, 'x', cloudCode('VALIDATION_REQUIRED', undefined, { validation_link: 'https://verify.test/b' })),
    locked,
    /at https:\/\/verify\.test\/b/,
  ],
  [
    'an account to be verified, at an address nobody should go to',
    api(
      403,
      'x',
      cloudCode('VALIDATION_REQUIRED', undefined, { validation_link: 'https://verify.test/b' }),
      detail('Help', { links: [{ url: 'http://verify.test/a' }, { url: 7 }] }),
    ),
    locked,
    /at https:\/\/verify\.test\/b/,
  ],
  [
    'verification for another service',
    api(403, 'x', cloudCode('VALIDATION_REQUIRED', 'googleapis.com', { validation_link: 'https://verify.test/c' })),
    locked,
    /^The credential has no permission/,
  ],
  ['access denied', api(403, 'x', cloudCode('ACCESS_DENIED')), locked, /^The credential has no permission/],
  ['404', api(404, 'models/x is not found'), { fault: 'request', retry: 'other-model' }, /no model "gemini-x"/],
  [
    '404 in a message in a body',
    raw(
      404,
      JSON.stringify({ error: { message: JSON.stringify({ error: { code: 404, message: 'models/x is gone' } }) } }),
    ),
    { fault: 'request', retry: 'other-model' },
    /models\/x is gone \(HTTP 404\)/,
  ],
  ['404 without a word', raw(404, ''), { fault: 'request', retry: 'other-model' }, /no explanation \(HTTP 404\)/],
  ['a status that is text', Object.assign(new Error('busy'), { status: '503' }), trouble, /busy \(HTTP 503\)/],
  [
    'a status that is no number',
    Object.assign(new Error('busy'), { status: 'abc' }),
    refusal,
    /could not be sent: busy/,
  ],
  ['a code that is no HTTP status', raw(429, '{"error":{"code":8,"message":"slow"}}'), later(), /slow \(HTTP 429\)/],
  ['a code beyond HTTP', raw(503, '{"error":{"code":600,"message":"slow"}}'), trouble, /slow \(HTTP 503\)/],
  ['a code just of HTTP', raw(500, '{"error":{"code":400,"message":"bad"}}'), refusal, /bad \(HTTP 400\)/],
  [
    'details around a message that has none',
    raw(
      429,
      JSON.stringify({
        error: { message: JSON.stringify({ error: { code: 429, message: 'x' } }), details: [retryIn('4s')] },
      }),
    ),
    later(4000),
  ],
  [
    'a detail that only looks like one',
    raw(429, '{"error":{"code":429,"message":"x","details":[{"type":"google.rpc.RetryInfo","retryDelay":"4s"}]}}'),
    later(),
  ],
  ['a body that is a list', raw(429, '[{"error":{"code":429,"message":"Please retry in 3s"}}]'), later(3000)],
  [
    'a body in a message in a body',
    raw(
      400,
      JSON.stringify({ error: { message: JSON.stringify({ error: { code: 429, message: 'Please retry in 2s' } }) } }),
    ),
    later(2000),
  ],
  [
    'an error inside the stream',
    raw(503, 'got status: UNAVAILABLE. {"error":{"code":503,"message":"busy"}}'),
    trouble,
    /busy \(HTTP 503\)/,
  ],
  [
    'blanks around @type',
    raw(
      429,
      '{"error":{"code":429,"message":"x","details":[{" @type ":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"4s"}]}}',
    ),
    later(4000),
  ],
  ['details that are text', raw(429, '{"error":{"code":429,"message":"x","details":"y"}}'), later()],
  ['an empty body', raw(500, ''), trouble, /no explanation/],

  ['reset', network('read ECONNRESET', 'ECONNRESET'), trouble, /ECONNRESET/],
  ['refused', network('connect ECONNREFUSED', 'ECONNREFUSED'), trouble],
  ['no such host', network('getaddrinfo ENOTFOUND x', 'ENOTFOUND'), trouble, /cannot be resolved/],
  ['too late', network('connect ETIMEDOUT', 'ETIMEDOUT'), trouble],
  ['closed too early', network('Premature close', 'ERR_STREAM_PREMATURE_CLOSE'), trouble],
  ['a body that stops', network('Body Timeout Error', 'UND_ERR_BODY_TIMEOUT'), trouble],
  ['handshake', network('ssl', 'EPROTO'), trouble],
  ['headers in time', network('Headers Timeout Error', 'UND_ERR_HEADERS_TIMEOUT'), trouble],
  ['a bad record', network('bad record mac', 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC'), trouble],
  ['terminated', new TypeError('terminated', { cause: new Error('other side closed') }), trouble],
  [
    'three causes deep',
    new Error('a', { cause: new Error('b', { cause: Object.assign(new Error('c'), { code: 'EPIPE' }) }) }),
    trouble,
  ],
  [
    'an unknown certificate',
    network('self signed', 'SELF_SIGNED_CERT_IN_CHAIN'),
    { fault: 'unavailable', retry: 'never' },
    /NODE_EXTRA_CA_CERTS/,
  ],
  ['an expired certificate', network('expired', 'CERT_HAS_EXPIRED'), { fault: 'unavailable', retry: 'never' }],
  ['half a record', new Error('Incomplete JSON segment at the end'), { fault: 'unusable', retry: 'later' }],
  ['no JSON', new SyntaxError('Unexpected token'), { fault: 'unusable', retry: 'later' }],
  ['anything else', new Error('invalid model parameter'), refusal],
  ['no error at all', 'oops', refusal, /oops/],
]

for (const [name, error, judged, text] of table)
  test(`judged: ${name}`, () => {
    const found = toModelError(error, { model: 'gemini-x', secrets: [], now })
    expect(found).toBeInstanceOf(ModelError)
    expect({ fault: found.fault, retry: found.retry, waitMs: found.waitMs }).toEqual(judged)
    if (text !== undefined) expect(found.message).toMatch(text)
    expect(found.message.length).toBeLessThan(1200)
  })

test('the delay in the body beats the header, the header beats nothing', () => {
  const facts = { model: 'm', secrets: [], retryAfterMs: 7000 }
  expect(toModelError(api(503, 'x'), facts).waitMs).toBe(7000)
  expect(toModelError(api(429, 'x', retryIn('2s')), facts).waitMs).toBe(2000)
})

test('credentials appear in no message and no cause', () => {
  const secrets = ['', 'AIza-secret', 'token-secret']
  const facts = { model: 'm', secrets }
  const told = toModelError(api(400, 'key AIza-secret and AIza-secret, token-secret'), facts)
  expect(told.message).toContain('key *** and ***, ***')
  const header = toModelError(new TypeError('Headers.append: "AIza-secret" is an invalid header value.'), facts)
  expect([header.message.includes('secret'), header.cause]).toEqual([false, undefined])
  const harmless = network('read ECONNRESET', 'ECONNRESET')
  expect(toModelError(harmless, facts).cause).toBe(harmless)
})

test('an error about the credential says where it was set', () => {
  const facts = { model: 'm', credentialSource: 'gemini_api_key', secrets: [] }
  for (const error of [api(400, 'API key not valid.'), api(401, 'no'), api(403, 'no')])
    expect(toModelError(error, facts).message).toMatch(/ Check gemini_api_key\.$/)
})

test('a ModelError stays itself', () => {
  const error = new ModelError('x', { fault: 'unusable', retry: 'later' })
  expect(toModelError(error, { model: 'm', secrets: [] })).toBe(error)
})

const now = Date.UTC(2026, 0, 1)
for (const [header, ms] of [
  [null, undefined],
  ['', undefined],
  ['5', 5000],
  ['0', undefined],
  ['-1', undefined],
  ['Thu, 01 Jan 2026 00:00:09 GMT', 9000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', undefined],
  ['soon', undefined],
] as const)
  test(`Retry-After: ${header}`, () => expect(retryAfterMs(header, now)).toBe(ms))
