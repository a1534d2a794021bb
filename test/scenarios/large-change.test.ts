import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { playInRounds } from './rounds.ts'
import { type Scenario, scenarios } from './scenario.ts'

/** 3,100 changed files: GitHub lists 3,000 of them. */
const GROUPS: [folder: string, files: number][] = [
  ['dist', 900],
  ['node_modules/pond', 1000],
  ['src', 1200],
]

test.skipIf(process.platform !== 'linux')(
  '3,100 changed files: few requests, and all that is left out is counted',
  async () => {
    const review = scenarios().find(({ name }) => name === 'pull-request-review') as Scenario // one of the folders
    const folder = await mkdtemp(join(tmpdir(), 'large-change-'))
    try {
      await cp(review.folder, folder, { recursive: true })
      for (const [name, files] of GROUPS) {
        await mkdir(join(folder, 'head', name), { recursive: true })
        for (let index = 0; index < files; index++)
          await writeFile(
            join(folder, 'head', name, `${index}.js`),
            `export const pond${index} = ${'1 + '.repeat(40)}1\n`,
          )
      }
      // 311 of the files in src at the base; what the change itself writes there marks none.
      for (const [side, marked] of [
        ['repo', '1*.js'],
        ['head', '*'],
      ] as const) {
        await mkdir(join(folder, side, 'src'), { recursive: true })
        await writeFile(join(folder, side, 'src', '.gitattributes'), `${marked} linguist-generated\n`)
      }
      const asked: string[] = []
      const scenario: Scenario = {
        ...review,
        folder,
        model: ({ raw }) => {
          asked.push(raw)
          const page = asked.length
          return page < 3 ? turn([call('github__get_diff', { page })]) : say('Nothing to object to.')
        },
      }
      let requests: string[] = []
      const { beforeModel, text } = await playInRounds(scenario, ({ runs, github }) => {
        expect(github.problems).toEqual([])
        expect(runs[0]?.outputs.outcome).toBe('ok')
        const comment = github.world.comments.find(({ user }) => user === github.world.viewer)
        expect(comment?.body).toMatch(
          /Looked at \d+ of 3,000 changed files at `[0-9a-f]{10}`\. Not seen in full: \d+ source, 1211 generated, 1000 vendored \(/,
        )
        expect(comment?.body.match(/103 of the 3103 changed files are missing here/g)).toHaveLength(1)
        requests = github.requests.map(({ method, path, query }) => `${method} ${path}${query}`)
      })
      expect(beforeModel, text).toBeLessThanOrEqual(8)
      expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(45)
      expect(asked).toHaveLength(3)
      expect(asked[2]).toContain('Page 2 of')
      expect(asked[0]).toContain('of the 3103 changed files are missing here')
      expect(asked[0]).toMatch(
        /\d+ of 3000 changed files are listed without their diff; .* They are: \d+ source, 1211 generated, 1000 vendored\./,
      )
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
