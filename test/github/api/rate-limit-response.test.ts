import { expect, test } from 'vitest'
import { DEFAULT_MAX_WAIT_MS, openWaitPolicy, rateLimitWaitSeconds } from '../../../src/github/api/rate-limits.ts'

const NOW_S = 1_000_000
const USED_UP = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW_S + 90) }

const table: [name: string, status: number, message: string, headers: Record<string, string>, seconds?: number][] = [
  ['the hour is used up', 403, 'API rate limit exceeded for installation', USED_UP, 91],
  ['the hour is used up, with status 429', 429, 'API rate limit exceeded', USED_UP, 91],
  ['the hour is over by now', 403, 'x', { ...USED_UP, 'x-ratelimit-reset': String(NOW_S - 90) }, 0],
  ['the named time comes first', 403, 'x', { ...USED_UP, 'retry-after': '7' }, 7],
  ['a time in parts of a second', 429, 'x', { 'retry-after': '0.2' }, 1],
  ['a secondary limit without a time', 403, 'You have exceeded a secondary rate limit.', {}, 60],
  ['a secondary limit while some are left', 429, 'a secondary rate limit', { 'x-ratelimit-remaining': '12' }, 60],
  ['no end is named', 403, 'API rate limit exceeded', { 'x-ratelimit-remaining': '0' }, 60],
  ['forbidden', 403, 'Resource not accessible by integration', { 'x-ratelimit-remaining': '12' }],
  ['too many requests, and nothing else', 429, 'Too Many Requests', { 'retry-after': '0' }],
  ['a server that is down for a while', 503, 'Unavailable', { 'retry-after': '7' }],
]
for (const [name, status, message, headers, seconds] of table)
  test(`${name}: ${seconds}`, () =>
    expect(rateLimitWaitSeconds({ status, message, headers }, NOW_S * 1000)).toBe(seconds))

const waits: [
  name: string,
  maxWaitMs: number,
  requests: [seconds: number, earlierWaits: number][],
  waits: boolean[],
][] = [
  [
    'once, and a minute at most',
    DEFAULT_MAX_WAIT_MS,
    [
      [60, 0],
      [60, 1],
      [61, 0],
    ],
    [true, false, false],
  ],
  ['five minutes in all', DEFAULT_MAX_WAIT_MS, Array(6).fill([60, 0]), [true, true, true, true, true, false]],
  [
    'a long maximum: five times',
    3_600_000,
    [
      [3600, 0],
      [3600, 4],
      [3600, 5],
      [3601, 0],
    ],
    [true, true, false, false],
  ],
]
for (const [name, maxWaitMs, requests, expected] of waits)
  test(`waits: ${name}`, () => {
    const isWorthWaiting = openWaitPolicy(maxWaitMs)
    expect(requests.map(([seconds, earlierWaits]) => isWorthWaiting(seconds, earlierWaits))).toEqual(expected)
  })
