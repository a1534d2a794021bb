import { expect, test } from 'vitest'
import { readInputs } from '../../src/config/inputs.ts'
import { loadSettings } from '../../src/config/settings/settings.ts'
import { generationFor, readModelConfigs } from '../../src/model/models.ts'
import { modelOptions } from '../../src/session/run-options.ts'
import { commitOf } from '../fakes/commit.ts'

/** The thinking settings of the sub-agent of this name. */
async function thinking(given: Record<string, unknown>, scope?: string) {
  const notices: string[] = []
  const settings = await loadSettings(given, commitOf({}), (text) => notices.push(text))
  const { modelConfigs } = modelOptions(readInputs({}), 'gemini-2.5-pro', settings)
  const configs = readModelConfigs(modelConfigs, (text) => notices.push(text))
  const { config } = generationFor({ name: 'gemini-2.5-pro', scope }, configs)
  return { budget: config.thinkingConfig?.thinkingBudget, seed: config.seed, notices }
}

const ofScout = (thinkingBudget: number) => ({
  agents: { overrides: { scout: { modelConfig: { generateContentConfig: { thinkingConfig: { thinkingBudget } } } } } },
})

test('thinking settings of a sub-agent apply only to it', async () => {
  expect(await thinking(ofScout(99), 'scout')).toEqual({ budget: 99, seed: undefined, notices: [] })
  expect(await thinking(ofScout(99), 'other')).toMatchObject({ budget: 8192 })
  expect(await thinking(ofScout(99))).toMatchObject({ budget: 8192 })
})

test('they follow the model overrides in the settings', async () => {
  const modelConfigs = {
    customOverrides: [
      {
        match: { overrideScope: 'scout' },
        modelConfig: { generateContentConfig: { seed: 7, thinkingConfig: { thinkingBudget: 1 } } },
      },
    ],
  }
  expect(await thinking({ ...ofScout(99), modelConfigs }, 'scout')).toMatchObject({ budget: 99, seed: 7 })
  expect(await thinking({ modelConfigs }, 'scout')).toMatchObject({ budget: 1, seed: 7 })
})

test('the budget setting of earlier versions still applies to the investigator', async () => {
  const settings = { experimental: { codebaseInvestigatorSettings: { thinkingBudget: 512 } } }
  expect(await thinking(settings, 'codebase_investigator')).toMatchObject({ budget: 512 })
})
