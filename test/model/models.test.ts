import { expect, test } from 'vitest'
import { modelChain, resolveModel, successorNotice } from '../../src/model/models.ts'

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
  expect(successorNotice('gemini-3-pro-preview')).toContain('gemini-3.1-pro-preview')
  expect(successorNotice('gemini-3.1-pro-preview')).toBeUndefined()
})
