/** What dist/index.js, dist/post.js and dist/cli.js start. `dist` is the folder they lie in. */
import { join } from 'node:path'
import { z } from 'zod'
import { action as runAction } from './main.ts'
import { grammarFrom } from './policy/shell.ts'

export { post } from './main.ts'

// zod would compile a function for every schema at its first use, which pays only in programs that live longer.
z.config({ jitless: true })

export const action = (dist: string): Promise<void> => {
  grammarFrom(join(dist, 'wasm'))
  return runAction(dist)
}

export const cli = async (dist: string): Promise<void> => {
  grammarFrom(join(dist, 'wasm'))
  return (await import('./cli.ts')).cli(dist)
}
