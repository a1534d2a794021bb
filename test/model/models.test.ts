import { expect, test } from 'vitest'
import { generationFor, modelChain, renamingOf, resolveModel, type Thinking } from '../../src/model/models.ts'

for (const [name, model] of [
  ['auto', 'gemini-3.1-pro-preview'],
  ['', 'gemini-3.1-pro-preview'],
  ['pro', 'gemini-3.1-pro-preview'],
  ['auto-gemini-2.5', 'gemini-2.5-pro'],
  ['flash', 'gemini-3.5-flash'],
  ['flash-lite', 'gemini-3.1-flash-lite'],
  [' gemini-2.5-flash ', 'gemini-2.5-flash'],
  ['gemini-3-pro-preview', 'gemini-3-pro-preview'],
  ['my-custom-model', 'my-custom-model'],
  ['constructor', 'constructor'],
])
  test(`${name} is ${model}`, () => expect(resolveModel(name ?? '')).toBe(model))

test('chains: a short name brings one along, a full id does not, a declared one wins', () => {
  expect(modelChain('auto')).toEqual(['gemini-3.1-pro-preview', 'gemini-3.5-flash', 'gemini-3.1-flash-lite'])
  expect(modelChain('gemini-2.5-pro')).toEqual(['gemini-2.5-pro'])
  expect(modelChain('gemini-2.5-pro', ['flash', 'gemini-2.5-pro'])).toEqual(['gemini-2.5-pro', 'gemini-3.5-flash'])
  expect(modelChain('auto', [])).toEqual(['gemini-3.1-pro-preview'])
})

test('a model with a successor is named, others are not', () => {
  expect(renamingOf('gemini-3-pro-preview')).toContain('gemini-3.1-pro-preview')
  expect(renamingOf('gemini-3.1-pro-preview')).toBeUndefined()
})

const thinking: [model: string, asked: Thinking | undefined, config: object | undefined][] = [
  ['gemini-2.5-pro', undefined, { includeThoughts: true, thinkingBudget: 8192 }],
  ['models/gemini-2.5-flash-lite', undefined, { includeThoughts: true, thinkingBudget: 8192 }],
  ['gemini-3.1-pro-preview', undefined, { includeThoughts: true, thinkingLevel: 'HIGH' }],
  ['gemini-3-flash-preview', undefined, { includeThoughts: true, thinkingLevel: 'HIGH' }],
  ['gemma-4-31b-it', undefined, { includeThoughts: true, thinkingLevel: 'HIGH' }],
  ['my-custom-model', undefined, { includeThoughts: true }],
  ['gemini-2.0-flash', { budget: 5 }, undefined],
  ['gemini-2.5-pro', { budget: 128 }, { includeThoughts: true, thinkingBudget: 128 }],
  ['gemini-3.5-flash', { level: 'LOW' }, { includeThoughts: true, thinkingLevel: 'LOW' }],
]

for (const [model, asked, config] of thinking)
  test(`thinking of ${model} ${JSON.stringify(asked) ?? ''}`, () =>
    expect(generationFor(model, asked)).toEqual({
      temperature: 1,
      topP: 0.95,
      topK: 64,
      ...(config && { thinkingConfig: config }),
    }))
