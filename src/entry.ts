/** What dist/index.js, dist/post.js and dist/cli.js start. `dist` is the folder they lie in. */
import './platform/interpret-schemas.ts'
import { join } from 'node:path'
import { action } from './action.ts'
import { favorShortRuns } from './platform/heap.ts'
import { beforeFirstConnection } from './platform/net/fetch-events.ts'
import { setGrammarFolder } from './policy/shell/grammar-folder.ts'

export { post } from './action.ts'

export const main = (dist: string): Promise<void> => {
  beforeFirstConnection(favorShortRuns)
  setGrammarFolder(join(dist, 'wasm'))
  return action(dist)
}

export const commandLine = async (dist: string): Promise<void> => {
  setGrammarFolder(join(dist, 'wasm'))
  return (await import('./cli.ts')).cli(dist)
}
