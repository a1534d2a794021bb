/** What dist/index.js, dist/post.js and dist/cli.js start. `dist` is the folder they lie in. */
import { join } from 'node:path'
import { action } from './action.ts'
import { setParserFolder } from './policy/shell/parser-folder.ts'
import { postStep } from './session/failed-run.ts'
import { stepProcess } from './session/step-process.ts'

export const main = (dist: string): Promise<void> => {
  setParserFolder(join(dist, 'parser'))
  return action(dist)
}

export const commandLine = async (dist: string): Promise<void> => {
  setParserFolder(join(dist, 'parser'))
  return (await import('./cli.ts')).cli(dist)
}

export const post = (): Promise<void> => postStep(stepProcess(process.env))
