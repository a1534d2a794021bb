import { expect, test } from 'vitest'
import { modelOptions } from '../../src/equipment/line.ts'
import { readInputs } from '../../src/inputs.ts'
import { generationFor } from '../../src/model/generation.ts'
import { readModelConfigs } from '../../src/model/model-configs.ts'
import { loadSettings } from '../../src/settings/settings.ts'
import { commitOf } from '../fakes/commit.ts'

/** What a sub-agent of this name thinks with, by these settings. */
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

test('what settings say of a sub-agent’s thinking is for it alone', async () => {
  expect(await thinking(ofScout(99), 'scout')).toEqual({ budget: 99, seed: undefined, notices: [] })
  expect(await thinking(ofScout(99), 'other')).toMatchObject({ budget: 8192 })
  expect(await thinking(ofScout(99))).toMatchObject({ budget: 8192 })
})

test('it comes after the overrides that settings have of models', async () => {
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

test('the budget of earlier versions’ settings still means the investigator', async () => {
  const settings = { experimental: { codebaseInvestigatorSettings: { thinkingBudget: 512 } } }
  expect(await thinking(settings, 'codebase_investigator')).toMatchObject({ budget: 512 })
})
