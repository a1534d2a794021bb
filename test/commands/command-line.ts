import { resolve } from 'node:path'
import { dispatch } from '../../src/cli.ts'

/** The output of a command line in a folder, and its exit status. The built-in files are those of the sources. */
export async function commandLine(
  cwd: string,
  argv: string[],
  env: Record<string, string | undefined> = {},
  input = '',
) {
  const said = { out: '', err: '' }
  const exit = await dispatch(argv, {
    stdin: (async function* () {
      yield input
    })(),
    out(text) {
      said.out += text
    },
    err(text) {
      said.err += text
    },
    cwd,
    env,
    dist: resolve(import.meta.dirname, '../..'), // policies/ lies there as in dist/
  })
  return { exit, ...said }
}
