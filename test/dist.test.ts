import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'

// One of the first tests to start: it builds for as long as many others take.
test('dist/ is what src/ builds to', async () => {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../scripts/build.ts'), '--check'])
})
