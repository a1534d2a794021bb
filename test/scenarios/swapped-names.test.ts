import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFull } from '../sample.ts'
import { improvise, type Wish } from './improvised.ts'

const ROUNDS = isFull ? 12 : 4

/** What the model asks for while a background command swaps the folder `sub` for a link to another one. */
const READS: Wish[] = [
  { tool: 'read_file', args: { file_path: 'sub/file.txt' } },
  { tool: 'read_many_files', args: { include: ['sub/**'] } },
  { tool: 'list_directory', args: { dir_path: 'sub' } },
  { tool: 'glob', args: { pattern: '**/*.txt' } },
  { tool: 'search_file_content', args: { pattern: 'file|inside' } },
  { tool: 'write_file', args: { file_path: 'sub/file.txt', content: 'inside\n' } },
]

for (const sandbox of ['auto', 'off'])
  test.skipIf(process.platform !== 'linux')(
    `sandbox ${sandbox}: a background command that swaps a folder for a link shows the model nothing from outside`,
    async () => {
      const outside = mkdtempSync(join(tmpdir(), 'sluice-outside-'))
      try {
        mkdirSync(join(outside, 'deep'))
        for (const name of ['file.txt', 'deep/secret-name.txt']) writeFileSync(join(outside, name), 'file OUTSIDE\n')
        const swap = `while [ ! -e stop ]; do mv -T sub .away; ln -sT ${outside} sub; rm -f sub; [ ! -d .away ] || rm -rf sub; mv -T .away sub; done 2>/dev/null; rm stop`
        const shell = (command: string, is_background?: true): Wish => ({
          tool: 'run_shell_command',
          args: { command, is_background },
        })
        const end = shell(`touch stop; while [ -e stop ]; do sleep 0.05; done; printf 'inside\\n' > sub/file.txt`)
        const turns = [[shell(swap, true)], ...Array.from({ length: ROUNDS }, () => READS), [end]]
        await improvise(
          { turns, repo: { 'sub/file.txt': 'inside\n' }, step: { inputs: { sandbox } } },
          ({ last, said }) => {
            expect(last.log).not.toContain('OUTSIDE')
            const reads = said.slice(1, -1)
            expect(reads.flat().filter((text) => /OUTSIDE|secret-name/.test(text))).toEqual([])
            expect(reads.flat().some((text) => text.includes('inside'))).toBe(true)
            expect(reads.flat().filter((text) => text.includes('Try again')).length).toBeGreaterThan(0)
          },
        )
      } finally {
        rmSync(outside, { recursive: true, force: true })
      }
    },
  )
