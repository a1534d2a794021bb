import { expect, test } from 'vitest'
import type { CallRecord, RunEvent } from '../../src/record/events.ts'
import { computeStats } from '../../src/record/stats.ts'

const usage = { input: 100, cached: 40, output: 10, thoughts: 5, tool: 1, total: 116 }
const reply = (ms: number, agent?: string): RunEvent => ({
  type: 'model_reply',
  turn: 1,
  ms,
  reply: { parts: [], stop: 'finished', usage, model: 'gemini-2.5-pro' },
  agent,
})
const call = (record: Partial<CallRecord>): RunEvent => ({
  type: 'call_finished',
  reply: {},
  call: { id: '1', name: 'replace', args: {}, state: 'success', ms: 5, bytes: 1, ...record },
})

test('no events give the empty shape of the reference', () => {
  const none = { accept: 0, reject: 0, modify: 0, auto_accept: 0 }
  expect(computeStats([])).toEqual({
    models: {},
    tools: { totalCalls: 0, totalSuccess: 0, totalFail: 0, totalDurationMs: 0, totalDecisions: none, byName: {} },
    files: { totalLinesAdded: 0, totalLinesRemoved: 0 },
  })
})

test('models: requests, errors, tokens, roles', () => {
  const { models } = computeStats([
    { type: 'model_request', turn: 1, model: 'gemini-2.5-pro', system: '', tools: [], messages: [] },
    { type: 'model_failed', turn: 1, text: 'busy', status: 503 },
    { type: 'model_failed', turn: 1, text: 'gone' },
    reply(20),
    reply(30, 'scout'),
  ])
  const tokens = { input: 120, prompt: 200, candidates: 20, total: 232, cached: 80, thoughts: 10, tool: 2 }
  const one = { input: 60, prompt: 100, candidates: 10, total: 116, cached: 40, thoughts: 5, tool: 1 }
  expect(models).toEqual({
    'gemini-2.5-pro': {
      api: { totalRequests: 4, totalErrors: 2, totalLatencyMs: 50, errorsByType: { 503: 1, unknown: 1 } },
      tokens,
      roles: {
        main: { totalRequests: 3, totalErrors: 2, totalLatencyMs: 20, tokens: one },
        subagent: { totalRequests: 1, totalErrors: 0, totalLatencyMs: 30, tokens: one },
      },
    },
  })
})

test('models: utility requests count by purpose', () => {
  const asides = ['web_fetch', 'replace', 'utility_compressor', 'scout', 'toString']
  const { models } = computeStats(asides.map((agent) => reply(1, agent)))
  expect(Object.keys(models['gemini-2.5-pro']?.roles ?? {})).toEqual([
    'utility_tool',
    'utility_edit_corrector',
    'utility_compressor',
    'subagent',
  ])
})

test('models: retried attempts are requests and errors, and their tokens count once', () => {
  const failedUsage = [{ model: 'gemini-2.5-pro', usage }]
  const failed = { type: 'model_failed', turn: 0, text: 'cut' } as const
  const { models } = computeStats([
    { type: 'model_request', turn: 1, model: 'auto', system: '', tools: [], messages: [] },
    { ...failed, model: 'gemini-2.5-pro', waitMs: 1000 },
    { type: 'model_reply', turn: 1, ms: 5, reply: { parts: [], stop: 'finished', usage, model: 'flash', failedUsage } },
    { ...failed, model: 'flash', status: 429, failedUsage: [{ model: 'flash', usage }] },
  ])
  expect(models['gemini-2.5-pro']).toMatchObject({
    api: { totalRequests: 1, totalErrors: 1, errorsByType: { unknown: 1 } },
    tokens: { total: 116 },
    roles: { main: { totalRequests: 1, tokens: { total: 116 } } },
  })
  expect(models.flash).toMatchObject({
    api: { totalRequests: 2, totalErrors: 1, errorsByType: { 429: 1 } },
    tokens: { total: 232, prompt: 200, cached: 80, input: 120 },
  })
  expect(Object.keys(models)).toEqual(['gemini-2.5-pro', 'flash'])
})

test('tools and files: decisions, failures, lines', () => {
  const diff = { path: 'a', diff: '', added: 3, removed: 1 }
  const { tools, files } = computeStats([
    call({ verdict: 'allow', diff }),
    call({ verdict: 'allow', state: 'error', reason: 'edit_no_change', diff }),
    call({ verdict: 'deny', state: 'error', name: 'run_shell_command' }),
    call({ state: 'error', name: '__proto__' }),
  ])
  const none = { accept: 0, reject: 0, modify: 0, auto_accept: 0 }
  expect(tools).toMatchObject({
    totalCalls: 4,
    totalSuccess: 1,
    totalFail: 3,
    totalDurationMs: 20,
    totalDecisions: { ...none, accept: 2 },
  })
  expect(Object.keys(tools.byName)).toEqual(['replace', 'run_shell_command', '__proto__'])
  expect(tools.byName.replace).toEqual({
    count: 2,
    success: 1,
    fail: 1,
    durationMs: 10,
    decisions: { ...none, accept: 2 },
  })
  expect(files).toEqual({ totalLinesAdded: 3, totalLinesRemoved: 1 })
})
