/** What dist/index.js, dist/post.js and dist/cli.js start. `dist` is the folder they lie in. */
import './platform/interpret-schemas.ts'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { action } from './action.ts'
import { beforeFirstConnection } from './platform/net/fetch-events.ts'
import { setGrammarFolder } from './policy/shell/grammar-folder.ts'

export { post } from './action.ts'

export const main = (dist: string): Promise<void> => {
  // V8 would optimize WebAssembly that was called often, fetch's HTTP parser first of all. In a run of seconds that only
  // costs: 20 MiB at the peak, a sixth of the whole. V8 ignores a flag that it does not know. The parser is the first
  // WebAssembly. Not earlier: V8 does not use Node's compiled modules once a flag has changed, and compiling fetch takes 25 ms.
  beforeFirstConnection(() => setFlagsFromString('--wasm-tiering-budget=1000000000'))
  setGrammarFolder(join(dist, 'wasm'))
  return action(dist)
}

export const commandLine = async (dist: string): Promise<void> => {
  setGrammarFolder(join(dist, 'wasm'))
  return (await import('./cli.ts')).cli(dist)
}
