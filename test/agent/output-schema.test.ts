import { expect, test } from 'vitest'
import { runConversation } from '../../src/agent/loop.ts'
import { outputSchemaPrompt, parseOutputSchema } from '../../src/agent/output-schema.ts'
import { turnLimit } from '../../src/agent/stop-conditions.ts'
import { type Generate, ModelError, type ModelReply, type ModelRequest } from '../../src/model/types.ts'
import { MAX_STRUCTURED_CHARACTERS } from '../../src/record/events.ts'
import { callReply as calls, testContext, textReply, toolCall } from './test-context.ts'

const SCHEMA = {
  type: 'object',
  properties: { verdict: { enum: ['good', 'bad'] }, lines: { type: 'array', items: { type: 'integer' } } },
  required: ['verdict'],
  additionalProperties: false,
}
const quiet = () => undefined
const form = parseOutputSchema(JSON.stringify(SCHEMA), 'output_schema', quiet)
const GOOD = '{"verdict":"good","lines":[1,2]}'
const VALUE = { verdict: 'good', lines: [1, 2] }

const answers: [name: string, text: string, problem: RegExp | undefined][] = [
  ['JSON alone', GOOD, undefined],
  ['with space around it', `\n  ${GOOD}\n`, undefined],
  ['in a code block', `\`\`\`json\n${GOOD}\n\`\`\``, undefined],
  ['in a code block with words around it', `Here it is:\n\n\`\`\`json\n${GOOD}\n\`\`\`\n\nThat is all.`, undefined],
  ['in an indented block of tildes', `  ~~~\n${GOOD}\n  ~~~`, undefined],
  ['the last of two code blocks', `\`\`\`js\nlet x\n\`\`\`\n\`\`\`json\n${GOOD}\n\`\`\``, undefined],
  ['words', 'All is well.', /^the answer is not JSON: /],
  ['nothing', '', /^the answer is not JSON: /],
  ['JSON that was cut', GOOD.slice(0, 20), /^the answer is not JSON: /],
  ['a value that is not allowed', '{"verdict":"so so"}', /answer\/verdict must be equal to one of the allowed values/],
  ['two mistakes', '{"lines":["x"]}', /required property 'verdict'; .*lines\/0 must be integer/],
  ['something more', '{"verdict":"bad","why":1}', /must NOT have additional properties/],
]
for (const [name, text, problem] of answers)
  test(`an answer: ${name}`, () => {
    const read = form.parseAnswer(text)
    if (problem === undefined) expect(read).toEqual({ ok: true, value: VALUE })
    else expect(read).toEqual({ ok: false, problem: expect.stringMatching(problem) })
  })

test('an answer longer than an output is invalid', () => {
  const any = parseOutputSchema('{}', 'output_schema', quiet)
  expect(any.parseAnswer(JSON.stringify('x'.repeat(MAX_STRUCTURED_CHARACTERS - 2)))).toMatchObject({ ok: true })
  expect(any.parseAnswer(JSON.stringify('x'.repeat(MAX_STRUCTURED_CHARACTERS)))).toMatchObject({ ok: false })
})

const drafts: [name: string, schema: object, good: unknown, bad: unknown][] = [
  ['2020-12 without being named', { prefixItems: [{ type: 'string' }], items: false }, ['a'], ['a', 'b']],
  [
    'draft 7',
    { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }], additionalItems: false },
    ['a'],
    ['a', 'b'],
  ],
  [
    '2019-09',
    { $schema: 'https://json-schema.org/draft/2019-09/schema', properties: { a: {} }, unevaluatedProperties: false },
    { a: 1 },
    { b: 1 },
  ],
  ['references within', { $defs: { n: { type: 'number' } }, items: { $ref: '#/$defs/n' } }, [1], ['x']],
]
for (const [name, schema, good, bad] of drafts)
  test(`schema: ${name}`, () => {
    const { parseAnswer } = parseOutputSchema(JSON.stringify(schema), 'here', quiet)
    expect(parseAnswer(JSON.stringify(good)).ok).toBe(true)
    expect(parseAnswer(JSON.stringify(bad)).ok).toBe(false)
  })

const formats: [format: string, good: string, bad: string][] = [
  ['date', '2026-02-28', '2026-02-30'],
  ['date-time', '2026-02-28T12:00:00Z', '2026-02-28 noon'],
  ['email', 'wendy@pond.test', 'wendy at pond'],
  ['uri', 'https://pond.test/a?b', 'pond'],
  ['ipv4', '10.0.0.1', '10.0.0.256'],
  ['uuid', '2b3cf0a5-9e0c-4e4f-8a14-0a5a0a9f1e11', '2b3cf0a5'],
  ['duration', 'P1DT2H', '1 day'],
  ['regex', '^a+$', '(a'],
  ['json-pointer', '/a/0', 'a/0'],
]
for (const $schema of [
  undefined,
  'https://json-schema.org/draft/2019-09/schema',
  'http://json-schema.org/draft-07/schema#',
])
  test(`formats are checked, by ${$schema ?? 'the draft without a name'}`, () => {
    const heard: string[] = []
    for (const [format, good, bad] of formats) {
      const schema = { $schema, properties: { at: { type: 'string', format } } }
      const { parseAnswer } = parseOutputSchema(JSON.stringify(schema), 'here', (text) => heard.push(text))
      expect(parseAnswer(JSON.stringify({ at: good })), format).toEqual({ ok: true, value: { at: good } })
      expect(parseAnswer(JSON.stringify({ at: bad }))).toEqual({
        ok: false,
        problem: `answer/at must match format "${format}"`,
      })
    }
    expect(heard).toEqual([])
  })

test('unknown formats are not checked, which is reported once', () => {
  const heard: string[] = []
  const named = (format: string) => ({ type: 'string', format })
  // `format` is also a name like any other.
  const schema = {
    properties: { a: named('sha'), b: named('sha'), format: named('branch'), c: { const: { format: 'x' } } },
  }
  const { parseAnswer } = parseOutputSchema(JSON.stringify(schema), 'output_schema', (text) => heard.push(text))
  expect(parseAnswer('{"a":"?","b":"?","format":"?"}').ok).toBe(true)
  expect(heard).toEqual(['output_schema uses unknown formats, which are not checked: sha, branch.'])
})

const broken: [name: string, text: string, complaint: RegExp][] = [
  ['no JSON', 'schemas/answer.json', /^here is not JSON/],
  ['no object', '[]', /^here must be a JSON Schema/],
  ['no schema', '{"type":"objekt"}', /^here is not a valid JSON Schema: .*type/],
  ['a reference to nowhere', '{"$ref":"#/$defs/x"}', /can't resolve reference/],
  ['a reference to somewhere else', '{"$ref":"https://a.test/x.json"}', /can't resolve reference/],
]
for (const [name, text, complaint] of broken)
  test(`schema: ${name} is refused`, () => expect(() => parseOutputSchema(text, 'here', quiet)).toThrow(complaint))

test('the prompt contains the schema', () => expect(outputSchemaPrompt(form)).toContain(JSON.stringify(SCHEMA)))

/** A conversation that has to end in the form. */
async function talk(replies: (ModelReply | ModelError)[], stops = [turnLimit(9)]) {
  const asked: ModelRequest[] = []
  const ask: Generate = async (request) => {
    asked.push({ ...request, messages: [...request.messages] })
    const reply = replies.shift() ?? textReply('too many')
    if (reply instanceof ModelError) throw reply
    return reply
  }
  const { context } = testContext({ overrides: { generate: ask, outputSchema: form, stopConditions: stops } })
  const ending = await runConversation([{ kind: 'text', text: 'go' }], context, new AbortController().signal)
  return { ending, asked }
}
const SHOWN = '```json\n{\n  "verdict": "good",\n  "lines": [\n    1,\n    2\n  ]\n}\n```'
const refused = new ModelError('bad schema', { fault: 'request', retry: 'never', status: 400 })
const down = new ModelError('down', { fault: 'unavailable', retry: 'later', status: 503 })

test('an answer that matches the schema is a value and readable', async () => {
  const { ending, asked } = await talk([textReply(GOOD)])
  expect(ending).toEqual({ end: 'answered', text: SHOWN, structured: VALUE })
  expect(asked).toHaveLength(1)
})

test('an invalid answer is requested once more, with the API schema, without tools', async () => {
  const { ending, asked } = await talk([calls(toolCall('look', { at: 'a' })), textReply('Good.'), textReply(GOOD)])
  expect(ending).toMatchObject({ end: 'answered', structured: VALUE })
  expect(asked[2]).toMatchObject({ tools: [], schema: SCHEMA })
  expect(JSON.stringify(asked[2]?.messages.at(-1))).toContain('the answer is not JSON')
  expect(asked[2]?.messages.slice(0, 4)).toEqual(
    asked[1]?.messages.concat([{ role: 'model', parts: textReply('Good.').parts }]),
  )
})

test('a second invalid answer is a model error with the reason and the answer', async () => {
  const { ending, asked } = await talk([textReply('Good.'), textReply('{"verdict":"so so"}')])
  expect(ending).toMatchObject({ end: 'failed', outcome: 'model' })
  expect(ending.text).toMatch(/does not match output_schema: answer\/verdict must be equal[\s\S]*so so/)
  expect(asked).toHaveLength(2)
})

test('a schema that the API refuses goes into the prompt', async () => {
  const { ending, asked } = await talk([textReply('Good.'), refused, textReply(GOOD)])
  expect(ending).toMatchObject({ end: 'answered', structured: VALUE })
  expect(asked[2]?.schema).toBeUndefined()
  expect(asked[2]).toMatchObject({ choice: { mode: 'none' } })
})

test('a failed second request keeps the first answer and its error', async () => {
  const { ending } = await talk([textReply('Good.'), down])
  expect(ending).toMatchObject({ end: 'failed', outcome: 'model', text: expect.stringContaining('Good.') })
})

test('an answer cut by a limit may match the schema, and is not requested again', async () => {
  const again = calls(toolCall('look', { at: 'a' }))
  const six = [again, again, again, again, again, again]
  expect((await talk([...six, textReply(GOOD)])).ending).toMatchObject({
    end: 'stopped',
    reason: 'repeating',
    structured: VALUE,
  })
  const { ending, asked } = await talk([...six, textReply('Half.')])
  expect(ending).toEqual({ end: 'stopped', reason: 'repeating', text: 'Half.' })
  expect(asked).toHaveLength(7)
})

test("a sub-agent's answer has no schema", async () => {
  const { context } = testContext({ replies: [textReply('Good.')], overrides: { outputSchema: form, agent: 'scout' } })
  const ending = await runConversation([{ kind: 'text', text: 'go' }], context, new AbortController().signal)
  expect(ending).toEqual({ end: 'answered', text: 'Good.' })
})
