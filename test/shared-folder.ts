import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Names a folder for files that several test files share. */
export const SHARED_FOLDER = 'SLUICE_TESTS_SHARE'

/** The variable by which a process that runs dist/ or src/ finds the compile cache that all of them share. */
export const COMPILE_CACHE = 'NODE_COMPILE_CACHE'

const BUILT = 'SLUICE_TESTS_DIST'

/** The path of a file of dist/, in a copy that has no node_modules above it, as where the action and the package run. */
export function builtFile(name: string): string {
  const folder = process.env[BUILT]
  if (folder === undefined) throw new Error(`${BUILT} is not set: run the tests with vitest, which copies dist/ first.`)
  return join(folder, name)
}

/** Makes it before the first test and removes it after the last. */
export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-tests-'))
  // Some tests run dist/ as another user.
  chmodSync(folder, 0o755)
  process.env[SHARED_FOLDER] = folder
  process.env[BUILT] = join(folder, 'action/dist')
  cpSync(resolve(import.meta.dirname, '../dist'), process.env[BUILT], { recursive: true })
  // Node.js compiles dist/ once, not anew for each of a thousand runs.
  process.env[COMPILE_CACHE] = join(folder, 'compile-cache')
  return () => rmSync(folder, { recursive: true, force: true })
}
