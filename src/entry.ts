/** What dist/index.js, dist/post.js and dist/cli.js start. `dist` is the folder they lie in. */
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { z } from 'zod'
import { action as runAction } from './main.ts'
import { grammarFrom } from './policy/shell.ts'

export { post } from './main.ts'

// zod would compile a function for every schema at its first use, which pays only in programs that live longer.
z.config({ jitless: true })

export const action = (dist: string): Promise<void> => {
  // V8 would optimise WebAssembly that was called often, fetch's HTTP parser first of all. In a run of seconds that only
  // costs: 20 MiB at the peak, a sixth of the whole. A flag V8 does not know is ignored.
  setFlagsFromString('--wasm-tiering-budget=1000000000')
  grammarFrom(join(dist, 'wasm'))
  return runAction(dist)
}

export const cli = async (dist: string): Promise<void> => {
  grammarFrom(join(dist, 'wasm'))
  return (await import('./cli.ts')).cli(dist)
}
