import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf } from '../host/errors.ts'
import { slashed } from '../host/paths.ts'
import { defineTool, done, failed } from './tool.ts'

/** Folders of dist/ that hold what people read of us. */
const FOLDERS = ['docs', 'policies']

/** Reads our own documentation and the shipped policies. `dist` is the folder they lie in. */
export const getInternalDocs = (dist: string) =>
  defineTool({
    name: 'get_internal_docs',
    aliases: ['GetInternalDocs', 'GetInternalDocsTool'],
    description:
      'Reads the documentation of Sluice, the program you run in: how policies, settings and limits work, which inputs and outputs there are, and the shipped policy files. Without a path it lists what there is.',
    annotations: { readOnlyHint: true },
    input: z.object({ path: z.string().optional().describe('One of the listed files. Absent: list them.') }),
    async run({ path }) {
      try {
        const known = await listDocs(dist)
        if (path === undefined || path.trim() === '')
          return done(`Available Sluice documentation files:\n\n${known.map((name) => `- ${name}`).join('\n')}`)
        const wanted = path.trim().replace(/^(?:\.\/)+/, '')
        // Only what is listed can be read, so no path leads anywhere else.
        const name = known.find((one) => one === wanted) ?? known.find((one) => one === `docs/${wanted}`)
        if (name !== undefined) return done(await readFile(join(dist, name), 'utf8'), `Read ${name}`)
        const climbs = wanted.split(/[\\/]/).includes('..') || /^(?:[\\/]|[a-z]:)/i.test(wanted)
        const why = climbs
          ? 'Access denied: Requested path is outside the documentation directory.'
          : `There is no ${wanted}.`
        return failed('execution_failed', `${why} The files are: ${known.join(', ')}`)
      } catch (error) {
        return failed('execution_failed', `Error accessing internal documentation: ${messageOf(error)}`)
      }
    },
  })

async function listDocs(dist: string): Promise<string[]> {
  const lists = await Promise.all(
    FOLDERS.map(async (folder) => {
      const entries = await readdir(join(dist, folder), { recursive: true })
      return entries.filter((name) => /\.(?:md|toml)$/.test(name)).map((name) => `${folder}/${slashed(name)}`)
    }),
  )
  return lists.flat().sort()
}
