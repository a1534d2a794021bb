import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { powersFor } from '../../src/equipment/powers.ts'
import { makeFilter } from '../../src/host/secrets.ts'
import { loadSettings } from '../../src/settings/settings.ts'
import { commitOf } from '../fakes/commit.ts'

const neither = { respectGitIgnore: false, respectGeminiIgnore: false }
const table: [name: string, settings: Record<string, unknown>, gitIgnore: boolean, ignoreText: string | undefined][] = [
  ['nothing said', {}, true, 'notes.md\n'],
  ['by today’s names', { context: { fileFiltering: neither } }, false, undefined],
  ['by their old names', { fileFiltering: neither }, false, undefined],
]
for (const [name, given, gitIgnore, ignoreText] of table)
  test(`what tools leave out: ${name}`, async () => {
    const workspace = mkdtempSync(join(tmpdir(), 'sluice-powers-'))
    try {
      const steering = commitOf({ '.geminiignore': 'notes.md\n' })
      const settings = await loadSettings(given, steering, () => undefined)
      const machine = { env: {}, workspace, scratch: workspace, dist: '', home: '', now: () => 0 } as never // no more is asked of it
      const powers = await powersFor({ shell: false }, machine, { settings, steering }, {} as never, makeFilter([]))
      expect([powers.gitIgnore, powers.ignoreText]).toEqual([gitIgnore, ignoreText])
    } finally {
      rmSync(workspace, { recursive: true, force: true })
    }
  })
