import { expect, test } from 'vitest'
import { attributesOf, itemsIn, startCollector } from '../fakes/collector.ts'
import { endsWell } from './checks.ts'
import { leaksIn } from './leaks.ts'
import { lastOf, play, type Scenario, SECRETS, scenarios } from './scenario.ts'

const reporting = (telemetry: object, of = 'pull-request-review'): Scenario => {
  const scenario = scenarios().find(({ name }) => name === of) as Scenario // of this folder
  const { step } = scenario
  return { ...scenario, step: { ...step, inputs: { ...step.inputs, settings: JSON.stringify({ telemetry }) } } }
}

test("telemetry uses the reference's names and contains no text", async () => {
  await using collector = await startCollector()
  const scenario = reporting({ enabled: true, otlpEndpoint: collector.url, otlpProtocol: 'http', traces: true })
  await play(scenario, (played) => endsWell(scenario, played))
  expect(collector.problems).toEqual([])

  const of = (path: string) =>
    collector.exports.filter((one) => one.path === path).flatMap(({ body }) => itemsIn(body, path))
  const logs = of('/v1/logs').map(attributesOf)
  const events = logs.map((log) => log['event.name'])
  for (const name of ['config', 'user_prompt', 'api_request', 'api_response', 'tool_call', 'conversation_finished'])
    expect(events).toContain(`gemini_cli.${name}`)
  expect(events.filter((name) => name === 'gemini_cli.api_response')).toHaveLength(5)
  const denied = logs.find((log) => log.function_name === 'run_shell_command' && log.success === false)
  expect(denied).toMatchObject({ error_type: 'policy_violation', tool_type: 'native' })
  // In the reference, a confirmation makes the decision.
  expect(denied).not.toHaveProperty('decision')
  expect(new Set(logs.map((log) => log['session.id'])).size).toBe(1)

  const metrics = of('/v1/metrics').map(({ name }) => name)
  for (const name of [
    'session.count',
    'api.request.count',
    'api.request.latency',
    'token.usage',
    'tool.call.count',
    'lines.changed',
  ])
    expect(metrics).toContain(`gemini_cli.${name}`)
  expect(metrics).toContain('gen_ai.client.token.usage')

  const spans = of('/v1/traces')
  const root = spans.find(({ name }) => name === 'invoke_agent')
  expect(spans.filter(({ name }) => name === 'chat auto')).toHaveLength(5)
  for (const span of spans) if (span !== root) expect(span.parentSpanId).toBe(root?.spanId)

  const all = JSON.stringify(collector.exports)
  expect(leaksIn(all, SECRETS)).toEqual([])
  for (const said of ['The cut is measured', 'git push origin', 'src/shorten.js', 'Shorten with an ellipsis'])
    expect(all).not.toContain(said)
})

test('a missing collector does not affect the run', async () => {
  await using collector = await startCollector('refuse')
  const scenario = reporting({ enabled: true, otlpEndpoint: collector.url, logPrompts: true })
  await play(scenario, async (played) => {
    await endsWell(scenario, played)
    expect(lastOf(played.runs).log).toContain('Could not send telemetry')
    expect(JSON.stringify(collector.exports)).toContain('The cut is measured')
    expect(leaksIn(JSON.stringify(collector.exports), SECRETS)).toEqual([])
  })
})

test('a stopped run exports its telemetry', async () => {
  await using collector = await startCollector()
  const scenario = reporting({ enabled: true, otlpEndpoint: collector.url }, 'sigterm-while-the-model-thinks')
  await play(scenario, (played) => endsWell(scenario, played))
  expect(collector.problems).toEqual([])
  const logs = collector.exports
    .filter(({ path }) => path === '/v1/logs')
    .flatMap(({ body }) => itemsIn(body, '/v1/logs'))
  const events = logs.map((log) => attributesOf(log)['event.name'])
  for (const name of ['api_response', 'tool_call', 'conversation_finished'])
    expect(events).toContain(`gemini_cli.${name}`)
})

test('a stopped run posts its answer before it waits for a collector, briefly', async () => {
  await using collector = await startCollector('silence')
  const scenario = reporting({ enabled: true, otlpEndpoint: collector.url }, 'sigterm-while-the-model-thinks')
  await play(scenario, async (played) => {
    await endsWell(scenario, played)
    expect(lastOf(played.runs).log).toMatch(/Could not send telemetry .*timed out/)
  })
})
