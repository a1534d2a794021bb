import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { GeminiRequest } from '../../src/emulators/gemini/gemini.ts'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { isFull, sample } from '../sample.ts'
import { improvise, type Wish } from './improvised.ts'

/** At least; more follow until each thing that can happen has happened. */
const ROUNDS = isFull ? 12 : 4
const MAX_ROUNDS = 200

/** What the model asks for while a background command swaps the folder `sub` for a link to another one. */
const READS: Wish[] = [
  { tool: 'read_file', args: { file_path: 'sub/file.txt' } },
  { tool: 'read_many_files', args: { include: ['sub/**'] } },
  { tool: 'list_directory', args: { dir_path: 'sub' } },
  { tool: 'glob', args: { pattern: '**/*.txt' } },
  { tool: 'search_file_content', args: { pattern: 'file|inside' } },
  { tool: 'write_file', args: { file_path: 'sub/file.txt', content: 'inside\n' } },
]

/** The results of all calls so far. */
function resultsIn({ body }: GeminiRequest): string {
  const { contents } = body as { contents: { parts: { functionResponse?: unknown }[] }[] } // the emulator checked it
  return contents
    .flatMap(({ parts }) => parts.flatMap(({ functionResponse }) => JSON.stringify(functionResponse) ?? []))
    .join('\n')
}

for (const sandbox of sample(['auto', 'off'], 1))
  test.skipIf(process.platform !== 'linux')(
    `sandbox ${sandbox}: a background command that swaps a folder for a link shows the model nothing from outside`,
    async () => {
      const outside = mkdtempSync(join(tmpdir(), 'sluice-outside-'))
      try {
        mkdirSync(join(outside, 'deep'))
        for (const name of ['file.txt', 'deep/secret-name.txt']) writeFileSync(join(outside, name), 'file OUTSIDE\n')
        const swap = `while [ ! -e stop ]; do mv -T sub .away; ln -sT ${outside} sub; rm -f sub; [ ! -d .away ] || rm -rf sub; mv -T .away sub; [ -e begun ] || touch begun; done 2>/dev/null; rm stop`
        const shell = (command: string, is_background?: true): Wish => ({
          tool: 'run_shell_command',
          args: { command, is_background },
        })
        const begin = [shell(swap, true), shell('while [ ! -e begun ]; do sleep 0.05; done')]
        const end = shell(`touch stop; while [ -e stop ]; do sleep 0.05; done; printf 'inside\\n' > sub/file.txt`)
        const wishes = (wished: readonly Wish[]) => turn(wished.map(({ tool, args }) => call(tool, args)))
        let rounds = 0
        let hasEnded = false
        const turns = (request: GeminiRequest) => {
          const results = resultsIn(request)
          if (results === '') return wishes(begin)
          const isSeen = results.includes('Try again') && results.includes('inside')
          if (rounds < ROUNDS || (!isSeen && rounds < MAX_ROUNDS)) {
            rounds += 1
            return wishes(READS)
          }
          if (hasEnded) return say('That was all.')
          hasEnded = true
          return wishes([end])
        }
        const settings = JSON.stringify({ model: { disableLoopDetection: true } })
        const inputs = { sandbox, settings, max_turns: String(MAX_ROUNDS + 3) }
        await improvise({ turns, repo: { 'sub/file.txt': 'inside\n' }, step: { inputs } }, ({ last, said }) => {
          expect(last.log).not.toContain('OUTSIDE')
          const reads = said.slice(1, -1)
          expect(reads.flat().filter((text) => /OUTSIDE|secret-name/.test(text))).toEqual([])
          expect(reads.flat().some((text) => text.includes('inside'))).toBe(true)
          expect(reads.flat().filter((text) => text.includes('Try again')).length).toBeGreaterThan(0)
        })
      } finally {
        rmSync(outside, { recursive: true, force: true })
      }
    },
  )
