import { expect, test } from 'vitest'
import type { Reader } from '../src/host/files.ts'
import { loadSettings } from '../src/settings.ts'

const reader = (settings: object): Reader => ({
  ref: 'base',
  read: async () => JSON.stringify(settings),
  list: async () => [],
  loaded: () => [],
})
const load = (repository: object, workflow: Record<string, unknown>) =>
  loadSettings(workflow, reader(repository), () => undefined)

const layers: [what: string, repository: object, workflow: Record<string, unknown>, merged: object][] = [
  [
    'hooks of both sides are asked, those of the repository first',
    { hooks: { BeforeTool: [1], AfterTool: [3] } },
    { hooks: { BeforeTool: [2] } },
    { hooks: { BeforeTool: [1, 2], AfterTool: [3] } },
  ],
  [
    'either side may switch hooks off by name',
    { hooksConfig: { disabled: ['a'] } },
    { hooksConfig: { disabled: ['b'] } },
    { hooksConfig: { disabled: ['a', 'b'] } },
  ],
  [
    'either side may exclude tools, by old names too',
    { tools: { exclude: ['a'] } },
    { excludeTools: ['b'] },
    { tools: { exclude: ['a', 'b'] } },
  ],
  [
    'of other lists, that of the workflow counts',
    { tools: { allowed: ['a'] } },
    { tools: { allowed: ['b'] } },
    { tools: { allowed: ['b'] } },
  ],
  [
    'switches are replaced',
    { hooksConfig: { enabled: true } },
    { hooksConfig: { enabled: false } },
    { hooksConfig: { enabled: false } },
  ],
]
for (const [what, repository, workflow, merged] of layers)
  test(`layers of settings: ${what}`, async () => expect(await load(repository, workflow)).toEqual(merged))
