import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names a folder for files that several test files share. */
export const SHARED_FOLDER = 'SLUICE_TESTS_SHARE'

/** The variable by which a run of dist/ finds the compile cache that all of them share. */
export const COMPILE_CACHE = 'NODE_COMPILE_CACHE'

/** Makes it before the first test and removes it after the last. */
export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-tests-'))
  process.env[SHARED_FOLDER] = folder
  // Node.js compiles dist/ once, not anew for each of a thousand runs.
  process.env[COMPILE_CACHE] = join(folder, 'compile-cache')
  return () => rmSync(folder, { recursive: true, force: true })
}
