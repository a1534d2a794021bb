/** What dist/index.js, dist/post.js and dist/cli.js start. `dist` is the folder they lie in. */
import { join } from 'node:path'
import { action as runAction } from './main.ts'
import { grammarFrom } from './policy/shell.ts'

export { post } from './main.ts'

export const action = (dist: string): Promise<void> => {
  grammarFrom(join(dist, 'wasm'))
  return runAction(dist)
}

export const cli = async (dist: string): Promise<void> => {
  grammarFrom(join(dist, 'wasm'))
  return (await import('./cli.ts')).cli(dist)
}
