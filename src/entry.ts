/** What dist/index.js, dist/post.js and dist/cli.js start. `dist` is the folder they lie in. */
import './platform/interpret-schemas.ts'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { action } from './action.ts'
import { setGrammarFolder } from './policy/shell/grammar-folder.ts'

export { post } from './action.ts'

/** A short run, waits included. */
const SHORT_RUN_MS = 1500

export const main = (dist: string): Promise<void> => {
  // V8 would optimise WebAssembly that was called often, fetch's HTTP parser first of all. In a run of seconds that only
  // costs: 20 MiB at the peak, a sixth of the whole. A flag V8 does not know is ignored.
  setFlagsFromString('--wasm-tiering-budget=1000000000')
  // Marking the small heap of a short run piece by piece costs 15 ms. Later it keeps the peak of a long run small.
  setFlagsFromString('--no-incremental-marking')
  setTimeout(() => setFlagsFromString('--incremental-marking'), SHORT_RUN_MS).unref()
  // Nothing is left to do then. Without it, Node.js would first free the heap piece by piece.
  process.once('beforeExit', () => process.exit())
  setGrammarFolder(join(dist, 'wasm'))
  return action(dist)
}

export const commandLine = async (dist: string): Promise<void> => {
  setGrammarFolder(join(dist, 'wasm'))
  return (await import('./cli.ts')).cli(dist)
}
