import { expect, test } from 'vitest'
import { generationFor, readModelConfigs } from '../../src/model/models.ts'
import { UserError } from '../../src/platform/errors.ts'

const read = (settings: unknown, notices: string[] = []) =>
  readModelConfigs(settings, (text) => void notices.push(text))
const CHAT = { temperature: 1, topP: 0.95, topK: 64 }

const families: [model: string, thinking: object | undefined][] = [
  ['gemini-2.5-pro', { includeThoughts: true, thinkingBudget: 8192 }],
  ['models/gemini-2.5-flash-lite', { includeThoughts: true, thinkingBudget: 8192 }],
  ['gemini-3.1-pro-preview', { includeThoughts: true, thinkingLevel: 'HIGH' }],
  ['gemini-3-flash-preview', { includeThoughts: true, thinkingLevel: 'HIGH' }],
  ['gemma-4-31b-it', { includeThoughts: true, thinkingLevel: 'HIGH' }],
  ['my-custom-model', { includeThoughts: true }],
  ['gemini-2.0-flash', undefined],
  ['gemini-1.5-pro', undefined],
  ['constructor', { includeThoughts: true }],
]

for (const [model, thinking] of families)
  test(`a chat with ${model}`, () =>
    expect(generationFor({ name: model })).toEqual({ model, config: { ...CHAT, thinkingConfig: thinking } }))

const helpers: [alias: string, model: string, config: object][] = [
  ['classifier', 'flash-lite', { temperature: 0, topP: 1, maxOutputTokens: 1024 }],
  ['edit-corrector', 'flash-lite', { temperature: 0, topP: 1 }],
  ['summarizer-shell', 'flash-lite', { temperature: 0, topP: 1, maxOutputTokens: 2000 }],
  ['loop-detection', 'flash', { temperature: 0, topP: 1 }],
  ['loop-detection-double-check', 'pro', { temperature: 0, topP: 1 }],
  ['next-speaker-checker', 'flash', { temperature: 0, topP: 1 }],
  ['chat-compression-default', 'pro', {}],
  ['chat-compression-2.5-flash', 'gemini-2.5-flash', {}],
  ['gemini-2.5-flash-base', 'gemini-2.5-flash', { temperature: 0, topP: 1 }],
  ['fast-ack-helper', 'flash-lite', { temperature: 0.2, topP: 1, maxOutputTokens: 120 }],
  ['prompt-completion', 'flash-lite', { temperature: 0.3, topP: 1, maxOutputTokens: 16_000 }],
]
for (const [alias, model, config] of helpers)
  test(`the alias ${alias}`, () => expect(generationFor({ name: alias })).toEqual({ model, config }))

const alias = (modelConfig: object, parent?: string) => ({ modelConfig, extends: parent })
const generate = (generateContentConfig: object, more: object = {}) => ({ generateContentConfig, ...more })

test('an alias adds to what it extends: objects are merged, the rest is replaced, null takes away', () => {
  const configs = read({
    customAliases: {
      parent: alias(
        generate({ temperature: 0.5, stopSequences: ['a', 'b'] }, { model: 'gemini-2.5-pro' }),
        'chat-base-2.5',
      ),
      child: alias(generate({ stopSequences: ['c'], topK: null, thinkingConfig: { thinkingBudget: 1 } }), 'parent'),
    },
  })
  expect(generationFor({ name: 'child' }, configs)).toEqual({
    model: 'gemini-2.5-pro',
    config: {
      temperature: 0.5,
      topP: 0.95,
      stopSequences: ['c'],
      thinkingConfig: { includeThoughts: true, thinkingBudget: 1 },
    },
  })
})

test('an alias may extend a model: it is that model, asked as its family is', () => {
  const configs = read({
    customAliases: {
      exact: alias(generate({ temperature: 0, topP: 1 }), 'gemini-3-pro-preview'),
      brief: alias(generate({ thinkingConfig: { thinkingBudget: 0 } }), 'gemini-2.5-flash'),
      later: alias(generate({ topK: 1 }), 'exact'),
    },
  })
  const thinking = { includeThoughts: true, thinkingLevel: 'HIGH' }
  expect(generationFor({ name: 'exact' }, configs)).toEqual({
    model: 'gemini-3-pro-preview',
    config: { temperature: 0, topP: 1, topK: 64, thinkingConfig: thinking },
  })
  expect(generationFor({ name: 'brief' }, configs)).toEqual({
    model: 'gemini-2.5-flash',
    config: { ...CHAT, thinkingConfig: { includeThoughts: true, thinkingBudget: 0 } },
  })
  expect(generationFor({ name: 'later' }, configs)).toMatchObject({
    model: 'gemini-3-pro-preview',
    config: { topK: 1 },
  })
})

test('settings may redefine what is built in, a model too', () => {
  const configs = read({
    aliases: { base: alias(generate({ temperature: 0.1 })) },
    customAliases: { 'gemini-2.5-pro': alias(generate({ topK: 3 }, { model: 'gemini-2.5-pro' })) },
  })
  expect(generationFor({ name: 'edit-corrector' }, configs).config).toEqual({ temperature: 0.1 })
  expect(generationFor({ name: 'gemini-2.5-pro' }, configs).config).toEqual({ topK: 3 })
})

const override = (match: object, temperature: number, model?: string) => ({
  match,
  modelConfig: generate({ temperature }, model === undefined ? {} : { model }),
})

const overrides: [
  name: string,
  overrides: object[],
  asked: Parameters<typeof generationFor>[0],
  temperature: number,
][] = [
  ['by model', [override({ model: 'gemini-2.5-pro' }, 0.2)], { name: 'gemini-2.5-pro' }, 0.2],
  ['another model', [override({ model: 'gemini-2.5-flash' }, 0.2)], { name: 'gemini-2.5-pro' }, 1],
  ['by an alias it extends', [override({ model: 'chat-base' }, 0.2)], { name: 'gemini-2.5-pro' }, 0.2],
  ['nothing asked for', [override({}, 0.2)], { name: 'gemini-2.5-pro' }, 1],
  [
    'by the model behind an alias',
    [override({ model: 'gemini-3.5-flash' }, 0.2)],
    { name: 'loop-detection', model: 'gemini-3.5-flash' },
    0.2,
  ],
  ['by scope', [override({ overrideScope: 'helper' }, 0.2)], { name: 'gemini-2.5-pro', scope: 'helper' }, 0.2],
  ['by another scope', [override({ overrideScope: 'helper' }, 0.2)], { name: 'gemini-2.5-pro', scope: 'other' }, 1],
  ['core is no scope', [override({ overrideScope: 'core' }, 0.2)], { name: 'gemini-2.5-pro' }, 0.2],
  [
    'all keys have to match',
    [override({ model: 'gemini-2.5-pro', overrideScope: 'x' }, 0.2)],
    { name: 'gemini-2.5-pro' },
    1,
  ],
  [
    'the leaf beats the root, whatever the order',
    [override({ model: 'gemini-2.5-pro' }, 0.2), override({ model: 'base' }, 0.3)],
    { name: 'gemini-2.5-pro' },
    0.2,
  ],
  [
    'an alias beats the bare scope',
    [override({ model: 'base' }, 0.2), override({ overrideScope: 'core' }, 0.3)],
    { name: 'gemini-2.5-pro' },
    0.2,
  ],
  [
    'more keys beat fewer',
    [override({ model: 'base', overrideScope: 'core' }, 0.2), override({ model: 'base' }, 0.3)],
    { name: 'gemini-2.5-pro' },
    0.2,
  ],
  [
    'the later of equals',
    [override({ model: 'base' }, 0.2), override({ model: 'base' }, 0.3)],
    { name: 'gemini-2.5-pro' },
    0.3,
  ],
  ['on a retry', [override({ isRetry: true }, 0.2)], { name: 'edit-corrector', isRetry: true }, 0.2],
  ['only on a retry', [override({ isRetry: true }, 0.2)], { name: 'edit-corrector' }, 0],
  ['only at first', [override({ isRetry: false }, 0.2)], { name: 'edit-corrector', isRetry: true }, 0],
]

for (const [name, customOverrides, asked, temperature] of overrides)
  test(`override: ${name}`, () =>
    expect(generationFor(asked, read({ customOverrides })).config.temperature).toBe(temperature))

test('a repeated chat request gets some randomness at any temperature', () => {
  const name = 'gemini-2.5-pro'
  const configs = read({ customAliases: { [name]: alias(generate({ temperature: 0 }), 'chat-base-2.5') } })
  expect(generationFor({ name }, configs)).toMatchObject({ model: name, config: { temperature: 0 } })
  expect(generationFor({ name, isRetry: true }, configs)).toMatchObject({ model: name, config: { temperature: 1 } })
})

test('an override may name another model', () => {
  const configs = read({ overrides: [override({ model: 'gemini-2.5-pro' }, 0.2, 'gemini-2.5-flash')] })
  expect(generationFor({ name: 'gemini-2.5-pro' }, configs).model).toBe('gemini-2.5-flash')
})

test('forbidden settings are skipped and reported', () => {
  const notices: string[] = []
  const configs = read(
    {
      customAliases: {
        a: alias(
          generate(
            {
              httpOptions: { baseUrl: 'https://evil.example' },
              tools: [{ googleSearch: {} }],
              systemInstruction: 'obey',
              temperature: 0.3,
              thinkingConfig: { thinkingBudget: 5, includeEverything: true },
            },
            { model: 'gemini-2.5-pro' },
          ),
        ),
      },
    },
    notices,
  )
  expect(generationFor({ name: 'a' }, configs).config).toEqual({
    temperature: 0.3,
    thinkingConfig: { thinkingBudget: 5 },
  })
  const at = 'modelConfigs.customAliases.a.modelConfig.generateContentConfig'
  expect(notices).toEqual([
    `${at}.httpOptions is ignored: it cannot be set here.`,
    `${at}.tools is ignored: it cannot be set here.`,
    `${at}.systemInstruction is ignored: it cannot be set here.`,
    `${at}.thinkingConfig.includeEverything is ignored: it cannot be set here.`,
  ])
})

const mistakes: [settings: unknown, text: string][] = [
  [3, 'modelConfigs must be an object'],
  [{ aliases: [] }, 'modelConfigs.aliases must be an object'],
  [{ customAliases: { a: 3 } }, 'modelConfigs.customAliases.a must be an object'],
  [{ customAliases: { a: { extends: 3 } } }, 'modelConfigs.customAliases.a.extends must be a non-empty string'],
  [
    { customAliases: { a: alias({ model: '' }) } },
    'modelConfigs.customAliases.a.modelConfig.model must be a non-empty string',
  ],
  [{ customAliases: { a: alias(generate({ temperature: 'hot' })) } }, '.temperature must be a number'],
  [
    { customAliases: { a: alias(generate({ maxOutputTokens: 0 })) } },
    '.maxOutputTokens must be a whole number above 0',
  ],
  [{ customAliases: { a: alias(generate({ stopSequences: [3] })) } }, '.stopSequences must be a list of strings'],
  [{ customAliases: { a: alias(generate({ thinkingConfig: 3 })) } }, '.thinkingConfig must be an object'],
  [{ customAliases: { a: alias({}, 'b') } }, 'the alias "b" does not exist'],
  [
    { customAliases: { a: alias({}, 'b'), b: alias({}, 'a') } },
    'these aliases extend each other in a cycle: a → b → a',
  ],
  [{ customOverrides: {} }, 'modelConfigs.customOverrides must be a list'],
  [{ overrides: [{ match: { isRetry: 'yes' } }] }, 'modelConfigs.overrides[0].match.isRetry must be true or false'],
]

for (const [settings, text] of mistakes)
  test(`settings refused: ${text}`, () => {
    expect(() => read(settings)).toThrow(UserError)
    expect(() => read(settings)).toThrow(text)
  })

test('an alias that leads to no model', () => {
  expect(() => generationFor({ name: 'base' })).toThrow('the alias "base" has no model')
})
