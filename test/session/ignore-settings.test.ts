import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSettings } from '../../src/config/settings/settings.ts'
import { createSecretFilter } from '../../src/platform/redact/redact.ts'
import { capabilitiesFor } from '../../src/session/capabilities.ts'
import { commitOf } from '../fakes/commit.ts'

const neither = { respectGitIgnore: false, respectGeminiIgnore: false }
const table: [name: string, settings: Record<string, unknown>, gitIgnore: boolean, ignoreText: string | undefined][] = [
  ['nothing said', {}, true, 'notes.md\n'],
  ['by today’s names', { context: { fileFiltering: neither } }, false, undefined],
  ['by their old names', { fileFiltering: neither }, false, undefined],
]
for (const [name, given, gitIgnore, ignoreText] of table)
  test(`hidden files: ${name}`, async () => {
    const workspace = mkdtempSync(join(tmpdir(), 'sluice-powers-'))
    try {
      const steering = commitOf({ '.geminiignore': 'notes.md\n' })
      const settings = await loadSettings(given, steering, () => undefined)
      const runtime = { env: {}, workspace, scratch: workspace, dist: '', home: '', now: () => 0 } as never // no more is asked of it
      const capabilities = await capabilitiesFor(
        { shell: false },
        { runtime, config: { settings, steering }, programs: {} as never, filter: createSecretFilter([]) },
      )
      expect([capabilities.gitIgnore, capabilities.ignoreText]).toEqual([gitIgnore, ignoreText])
    } finally {
      rmSync(workspace, { recursive: true, force: true })
    }
  })
