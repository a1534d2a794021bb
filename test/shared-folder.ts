import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names a folder for what several test files would each make anew. */
export const SHARED_FOLDER = 'SLUICE_TESTS_SHARE'

/** Makes it before the first test and removes it after the last. */
export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-tests-'))
  process.env[SHARED_FOLDER] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
