import { expect, test } from 'vitest'
import { formInWords, formOf } from '../../src/agent/form.ts'
import { converse } from '../../src/agent/loop.ts'
import { afterTurns } from '../../src/agent/stops.ts'
import { type Ask, ModelError, type ModelReply, type ModelRequest } from '../../src/model/types.ts'
import { STRUCTURED_CHARACTERS } from '../../src/record/events.ts'
import { ask as calls, kitFor, say, wish } from './kit.ts'

const SCHEMA = {
  type: 'object',
  properties: { verdict: { enum: ['good', 'bad'] }, lines: { type: 'array', items: { type: 'integer' } } },
  required: ['verdict'],
  additionalProperties: false,
}
const quiet = () => undefined
const form = formOf(JSON.stringify(SCHEMA), 'output_schema', quiet)
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
    const read = form.read(text)
    if (problem === undefined) expect(read).toEqual({ ok: true, value: VALUE })
    else expect(read).toEqual({ ok: false, problem: expect.stringMatching(problem) })
  })

test('an answer longer than an output is none', () => {
  const any = formOf('{}', 'output_schema', quiet)
  expect(any.read(JSON.stringify('x'.repeat(STRUCTURED_CHARACTERS - 2)))).toMatchObject({ ok: true })
  expect(any.read(JSON.stringify('x'.repeat(STRUCTURED_CHARACTERS)))).toMatchObject({ ok: false })
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
    const { read } = formOf(JSON.stringify(schema), 'here', quiet)
    expect(read(JSON.stringify(good)).ok).toBe(true)
    expect(read(JSON.stringify(bad)).ok).toBe(false)
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
      const schema = { ...($schema && { $schema }), properties: { at: { type: 'string', format } } }
      const { read } = formOf(JSON.stringify(schema), 'here', (text) => heard.push(text))
      expect(read(JSON.stringify({ at: good })), format).toEqual({ ok: true, value: { at: good } })
      expect(read(JSON.stringify({ at: bad }))).toEqual({
        ok: false,
        problem: `answer/at must match format "${format}"`,
      })
    }
    expect(heard).toEqual([])
  })

test('formats that nobody knows are left unchecked, and that is said once', () => {
  const heard: string[] = []
  const named = (format: string) => ({ type: 'string', format })
  // `format` is also a name like any other.
  const schema = {
    properties: { a: named('sha'), b: named('sha'), format: named('branch'), c: { const: { format: 'x' } } },
  }
  const { read } = formOf(JSON.stringify(schema), 'output_schema', (text) => heard.push(text))
  expect(read('{"a":"?","b":"?","format":"?"}').ok).toBe(true)
  expect(heard).toEqual(['output_schema names formats that are not checked, as nobody here knows them: sha, branch.'])
})

const broken: [name: string, text: string, complaint: RegExp][] = [
  ['no JSON', 'schemas/answer.json', /^here is not JSON/],
  ['no object', '[]', /^here must hold a JSON Schema/],
  ['no schema', '{"type":"objekt"}', /^here is not a JSON Schema that can be checked: .*type/],
  ['a reference to nowhere', '{"$ref":"#/$defs/x"}', /can't resolve reference/],
  ['a reference to somewhere else', '{"$ref":"https://a.test/x.json"}', /can't resolve reference/],
]
for (const [name, text, complaint] of broken)
  test(`schema: ${name} is refused`, () => expect(() => formOf(text, 'here', quiet)).toThrow(complaint))

test('the model is told the schema itself', () => expect(formInWords(form)).toContain(JSON.stringify(SCHEMA)))

/** A conversation that has to end in the form. */
async function talk(replies: (ModelReply | ModelError)[], stops = [afterTurns(9)]) {
  const asked: ModelRequest[] = []
  const ask: Ask = async (request) => {
    asked.push({ ...request, messages: [...request.messages] })
    const reply = replies.shift() ?? say('too many')
    if (reply instanceof ModelError) throw reply
    return reply
  }
  const { kit } = kitFor({ kit: { ask, form, stops } })
  const ending = await converse([{ kind: 'text', text: 'go' }], kit, new AbortController().signal)
  return { ending, asked }
}
const SHOWN = '```json\n{\n  "verdict": "good",\n  "lines": [\n    1,\n    2\n  ]\n}\n```'
const refused = new ModelError('bad schema', { fault: 'request', retry: 'never', status: 400 })
const down = new ModelError('down', { fault: 'unavailable', retry: 'later', status: 503 })

test('an answer in the form is a value, and readable', async () => {
  const { ending, asked } = await talk([say(GOOD)])
  expect(ending).toEqual({ end: 'answered', text: SHOWN, structured: VALUE })
  expect(asked).toHaveLength(1)
})

test('one that is not is asked for once more, bound by the API, without tools', async () => {
  const { ending, asked } = await talk([calls(wish('look', { at: 'a' })), say('Good.'), say(GOOD)])
  expect(ending).toMatchObject({ end: 'answered', structured: VALUE })
  expect(asked[2]).toMatchObject({ tools: [], schema: SCHEMA })
  expect(JSON.stringify(asked[2]?.messages.at(-1))).toContain('the answer is not JSON')
  expect(asked[2]?.messages.slice(0, 4)).toEqual(
    asked[1]?.messages.concat([{ role: 'model', parts: say('Good.').parts }]),
  )
})

test('twice wrong is a failure of the model that says why and keeps the answer', async () => {
  const { ending, asked } = await talk([say('Good.'), say('{"verdict":"so so"}')])
  expect(ending).toMatchObject({ end: 'failed', outcome: 'model' })
  expect(ending.text).toMatch(/does not fit output_schema: answer\/verdict must be equal[\s\S]*so so/)
  expect(asked).toHaveLength(2)
})

test('a schema that the API refuses is asked for in words', async () => {
  const { ending, asked } = await talk([say('Good.'), refused, say(GOOD)])
  expect(ending).toMatchObject({ end: 'answered', structured: VALUE })
  expect(asked[2]?.schema).toBeUndefined()
  expect(asked[2]).toMatchObject({ choice: { mode: 'none' } })
})

test('a second try that fails leaves the first answer and its mistake', async () => {
  const { ending } = await talk([say('Good.'), down])
  expect(ending).toMatchObject({ end: 'failed', outcome: 'model', text: expect.stringContaining('Good.') })
})

test('what a limit cut short may still have the form, and is not asked for again', async () => {
  const again = calls(wish('look', { at: 'a' }))
  const six = [again, again, again, again, again, again]
  expect((await talk([...six, say(GOOD)])).ending).toMatchObject({
    end: 'stopped',
    why: 'repeating',
    structured: VALUE,
  })
  const { ending, asked } = await talk([...six, say('Half.')])
  expect(ending).toEqual({ end: 'stopped', why: 'repeating', text: 'Half.' })
  expect(asked).toHaveLength(7)
})

test("a sub-agent's answer has no form", async () => {
  const { kit } = kitFor({ replies: [say('Good.')], kit: { form, agent: 'scout' } })
  const ending = await converse([{ kind: 'text', text: 'go' }], kit, new AbortController().signal)
  expect(ending).toEqual({ end: 'answered', text: 'Good.' })
})
