import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { messageOf } from '../platform/errors.ts'
import { toForwardSlashes } from '../platform/paths.ts'
import { defineTool, done, failed } from './tool.ts'

/** Folders of dist/ with documentation. */
const FOLDERS = ['docs', 'policies']

/** Reads this action's documentation and built-in policies from the folder `dist`. */
export const getInternalDocs = (dist: string) =>
  defineTool({
    name: 'get_internal_docs',
    description:
      'Reads the documentation of Sluice, the program that runs you: policies, settings, limits, inputs, outputs, and the built-in policy files. Without a path it lists the files.',
    annotations: { readOnlyHint: true },
    input: z.object({ path: z.string().optional().describe('One of the listed files. Without it, lists the files.') }),
    async run({ path }) {
      try {
        const documents = await listDocs(dist)
        if (path === undefined || path.trim() === '')
          return done(`Available Sluice documentation files:\n\n${documents.map((name) => `- ${name}`).join('\n')}`)
        const requested = path.trim().replace(/^(?:\.\/)+/, '')
        // Only listed files can be read, so a path cannot lead out of the folder.
        const name = documents.find((one) => one === requested) ?? documents.find((one) => one === `docs/${requested}`)
        if (name !== undefined) return done(await readFile(join(dist, name), 'utf8'), `Read ${name}`)
        const isOutside = requested.split(/[\\/]/).includes('..') || /^(?:[\\/]|[a-z]:)/i.test(requested)
        const reason = isOutside
          ? 'Access denied: Requested path is outside the documentation directory.'
          : `There is no ${requested}.`
        return failed('execution_failed', `${reason} The files are: ${documents.join(', ')}`)
      } catch (error) {
        return failed('execution_failed', `Error accessing internal documentation: ${messageOf(error)}`)
      }
    },
  })

async function listDocs(dist: string): Promise<string[]> {
  const lists = await Promise.all(
    FOLDERS.map(async (folder) => {
      const entries = await readdir(join(dist, folder), { recursive: true })
      return entries.filter((name) => /\.(?:md|toml)$/.test(name)).map((name) => `${folder}/${toForwardSlashes(name)}`)
    }),
  )
  return lists.flat().sort()
}
