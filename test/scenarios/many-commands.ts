import { isFull } from '../sample.ts'
import type { Wish } from './improvised.ts'

/** Separates the answers of commands that one call runs. */
const MARK = '@@@'
const TOGETHER = 15

/** Calls of the shell that run these commands: a call for each in `npm run test:full`, some in one call otherwise. */
export function callsFor(commands: readonly string[]): Wish[] {
  const texts = isFull
    ? commands
    : Array.from({ length: Math.ceil(commands.length / TOGETHER) }, (_, nth) =>
        commands
          .slice(nth * TOGETHER, (nth + 1) * TOGETHER)
          .map((command) => `echo '${MARK}'; printf 'Output: '; { ${command}\n} 2>&1 || echo "Exit Code: $?"`)
          .join('\n'),
      )
  return texts.map((command) => ({ tool: 'run_shell_command', args: { command } }))
}

/** What each of them printed. */
export const answersTo = (said: readonly string[]): readonly string[] =>
  isFull ? said : said.flatMap((text) => text.split(`${MARK}\n`).slice(1))
