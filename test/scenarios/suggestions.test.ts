import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { github, world } from './github-wishes.ts'
import { improvise } from './improvised.ts'

const suggest = (line: number, suggestion: string) =>
  github('review_comment', { path: 'src/shorten.js', line, body: `About line ${line}.`, suggestion })

/** Fails for a file that says "wrong", prints what no one may read, and leaves a file behind. */
const VERIFY =
  'echo "printed by verify"; touch left-behind; node --check src/shorten.js && ! grep -q wrong src/shorten.js'

/** Suggestions over the built action: real git, a real copy, the real sandbox. */
const declared: [place: string, inputs: Record<string, string>][] = [
  ['the input', { verify: VERIFY }],
  ['the settings', { settings: JSON.stringify({ sluice: { verify: VERIFY } }) }],
  ['the input, which wins over the settings,', { verify: VERIFY, settings: '{"sluice":{"verify":"true"}}' }],
]
test.skipIf(process.platform !== 'linux').each(declared)('the command of %s proves suggestions', (_, inputs) =>
  improvise(
    {
      turns: [
        [suggest(1, '// right'), suggest(2, 'export function shorten(text, length) { // wrong'), suggest(3, '  if (')],
      ],
      policies: '',
      world: { issues: world.issues },
      step: { inputs: { ...inputs, allowed_hosts: '*' } },
    },
    ({ last, github: { world: after }, gemini, repository, said }) => {
      expect(last.outputs.outcome, `${last.log}\n${JSON.stringify(said)}`).toBe('ok')
      const bodies = after.reviewComments.map(({ body, line }) => ({ line, body }))
      const bodyOf = (line: number) => bodies.find((each) => each.line === line)?.body ?? ''
      expect(bodyOf(1), JSON.stringify(bodies)).toContain('```suggestion\n// right\n```')
      expect(bodyOf(1)).toContain('Tried: the suggestion applies and passes `echo')
      expect(bodyOf(2)).not.toContain('```suggestion')
      expect(bodyOf(2)).toContain('not offered as a commit: `echo')
      expect(bodyOf(3)).not.toContain('```suggestion')
      expect(bodyOf(3)).toContain('not offered as a commit: the file would not parse with it')
      expect(existsSync(join(repository.workspace, 'left-behind'))).toBe(false)
      expect(JSON.stringify(gemini.requests)).not.toContain('printed by verify')
      expect(last.log).not.toMatch(/^printed by verify/m)
    },
  ),
)
