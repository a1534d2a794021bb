import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { say } from '../../src/emulators/gemini/steps.ts'
import { sample } from '../sample.ts'
import { github, world } from './github-wishes.ts'
import { improvise } from './improvised.ts'

const suggest = (line: number, suggestion: string, code?: string) =>
  github('review_comment', { path: 'src/shorten.js', line, body: `About line ${line}.`, suggestion, code })

const RIGHT =
  '/** The first characters of a text, with an ellipsis when something was cut; at most `length` of them. */'

/** Fails for a file that says "wrong", prints what no one may read, and leaves a file behind. */
const VERIFY =
  'echo "printed by verify"; touch left-behind; node --check src/shorten.js && ! grep -q wrong src/shorten.js'

/** Where the command stands. For each as a table: test/review/review-options.test.ts. */
const declared: [place: string, inputs: Record<string, string>][] = [
  ['the input', { verify: VERIFY }],
  ['the settings', { settings: JSON.stringify({ sluice: { verify: VERIFY } }) }],
  ['the input, which wins over the settings,', { verify: VERIFY, settings: '{"sluice":{"verify":"true"}}' }],
]
test.skipIf(process.platform !== 'linux').each(sample(declared, 1))(
  'the command of %s proves suggestions',
  (_, inputs) =>
    improvise(
      {
        turns: [
          [
            suggest(
              1,
              RIGHT,
              '/** The first characters of a text, with an ellipsis when something was cut; at most `length` in all. */',
            ),
            suggest(2, 'export function shorten(text, length) { // wrong'),
            suggest(3, '  if (text.length < length return text', '  if (text.length <= length) return text'),
          ],
        ],
        policies: '',
        world: { issues: world.issues },
        step: { inputs: { ...inputs, allowed_hosts: '*' } },
      },
      ({ last, github: { world: after }, gemini, repository, said }) => {
        expect(last.outputs.outcome, `${last.log}\n${JSON.stringify(said)}`).toBe('ok')
        const bodies = after.reviewComments.map(({ body, line }) => ({ line, body }))
        const bodyOf = (line: number) => bodies.find((each) => each.line === line)?.body ?? ''
        expect(bodyOf(1), JSON.stringify(bodies)).toContain(`\`\`\`suggestion\n${RIGHT}\n\`\`\``)
        expect(bodyOf(1)).toContain('Tried: the suggestion passes `echo')
        expect(bodyOf(2)).not.toContain('```suggestion')
        expect(bodyOf(2)).toContain('not offered as a commit: `echo')
        expect(bodyOf(3)).not.toContain('```suggestion')
        expect(bodyOf(3)).toContain('not offered as a commit: the file would no longer parse')
        expect(existsSync(join(repository.workspace, 'left-behind'))).toBe(false)
        expect(JSON.stringify(gemini.requests)).not.toContain('printed by verify')
        expect(last.log).not.toMatch(/^printed by verify/m)
      },
    ),
)

test.skipIf(process.platform !== 'linux')('what the run edited proves no suggestion', () => {
  const check = '! grep -q wrong src/shorten.js\n'
  const shell = (command: string) => ({ tool: 'run_shell_command', args: { command } })
  return improvise(
    {
      turns: [
        [
          shell('echo true > a.sh; git -c user.name=a -c user.email=a@b commit -qam a'),
          shell('echo true > b.sh; git update-index --assume-unchanged b.sh'),
          shell('echo true > c.sh; git update-index --skip-worktree c.sh; echo true > d.sh; git add d.sh'),
          shell('mkdir -p node_modules/.bin; echo true > node_modules/.bin/lint'),
        ],
        [suggest(2, 'load(names, wrong)', 'load(names, 1)')],
      ],
      repo: {
        '.gitignore': 'node_modules\n',
        'a.sh': check,
        'b.sh': check,
        'c.sh': check,
        'src/shorten.js': 'first()\nlast()\n',
      },
      head: { 'src/shorten.js': 'first()\nload(names, 1)\nlast()\n' },
      step: {
        inputs: {
          verify: 'sh a.sh || sh b.sh || sh c.sh || sh d.sh || sh node_modules/.bin/lint',
          changes: 'report',
        },
      },
    },
    ({ last, github: { world: after }, said }) => {
      expect(said.flat().join('\n')).not.toMatch(/denied|fatal|could not|cannot/i)
      const [comment] = after.reviewComments
      expect(comment?.body, last.log).toContain('not offered as a commit: `sh a.sh')
    },
  )
})

/** What git takes for a submodule at a commit. */
function writeSubmodule(folder: string, commit: string): void {
  for (const name of ['objects', 'refs']) {
    mkdirSync(join(folder, '.git', name), { recursive: true })
    writeFileSync(join(folder, '.git', name, 'keep'), '')
  }
  writeFileSync(join(folder, '.git/HEAD'), `${commit}\n`)
}

const LIST = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`)
const CHANGED = [...LIST.slice(0, 4), 'five', 'six', ...LIST.slice(6, 9), ...LIST.slice(10)]

test('a suggestion over a removed line gets a smaller range or no button, and an open fence swallows nothing', () => {
  const over = (start_line: number, line: number, suggestion: string, body: string) =>
    github('review_comment', {
      path: 'list.txt',
      start_line,
      line,
      code: CHANGED.slice(start_line - 1, line).join('\n'),
      suggestion,
      body,
    })
  return improvise(
    {
      turns: [
        [
          over(4, 6, 'line 4\nFIVE\nsix', 'Smaller.'),
          over(8, 11, 'EIGHT\nline 9\nline 11\nTWELVE', 'Not offered.\n\n```js\nopen()'),
          over(3, 3, 'line 3 or THREE', 'Folded.\n\n<details>\n\n~~~\nopen'),
        ],
      ],
      repo: { 'list.txt': `${LIST.join('\n')}\n` },
      head: { 'list.txt': `${CHANGED.join('\n')}\n` },
    },
    ({ last, github: { world: after }, said }) => {
      expect(last.outputs.outcome, `${last.log}\n${JSON.stringify(said)}`).toBe('ok')
      expect(said[0]?.[1]).toContain('with the change as text: GitHub commits no suggestion over removed lines')
      const [smaller, text, folded] = after.reviewComments
      expect(smaller).toMatchObject({
        line: 5,
        startLine: null,
        body: expect.stringContaining('suggestion\nFIVE\n```'),
      })
      expect(text).toMatchObject({ startLine: 8, line: 11 })
      expect(text?.body).toMatch(
        /open\(\)\n```\n\n_Proposed change, not offered as a commit: GitHub commits no suggestion/,
      )
      expect(text?.body).toMatch(/```\nEIGHT\nline 9\nline 11\nTWELVE\n```$/)
      expect(folded?.body).toMatch(/<\/details>\n\n```suggestion\nline 3 or THREE\n```$/)
      expect(after.reviewComments.map(({ suggestionRefusal }) => suggestionRefusal)).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    },
  )
})

test('a button keeps the line ends, tabs and last line of its file, follows a rename, and changes no link and no submodule', () => {
  const files = (name: string) => ({
    'crlf.js': `first()\r\nload(${name}, 1)\r\nlast()\r\n`,
    Makefile: `all: app\n\tgcc -o app ${name}.c\n`,
    'open.js': `first()\nload(${name}, 1)`,
  })
  const renamed = (name: string) =>
    `${Array.from({ length: 5 }, (_, at) => `step(${at})\n`).join('')}load(${name}, 1)\n`
  const better = (path: string, line: number, code: string, suggestion: string) =>
    github('review_comment', {
      path,
      line,
      code,
      suggestion,
      body: `About ${path}: ${suggestion.trim().replaceAll('\n', ' and ')}`,
    })
  return improvise(
    {
      turns: [
        [
          better('crlf.js', 2, 'load(b, 1)', 'load(b, 2)\r\n'),
          better('Makefile', 2, '\tgcc -o app b.c', '    gcc -O2 -o app b.c'),
          better('Makefile', 2, '\tgcc -o app b.c', '    gcc -c b.c\ngcc -o app b.o'),
          better('open.js', 2, 'load(b, 1)', 'load(b, 2)\n'),
          better('link', 1, 'open.js', './open.js'),
          better('sub', 1, `Subproject commit ${'2'.repeat(40)}`, `Subproject commit ${'3'.repeat(40)}`),
          better('old.js', 6, 'load(b, 1)', 'load(b, 2)'),
        ],
      ],
      repo: { ...files('a'), 'old.js': renamed('a') },
      head: { ...files('b'), 'new.js': renamed('b') },
      prepare(folder) {
        symlinkSync('open.js', join(folder, 'head/link'))
        mkdirSync(join(folder, 'gone'))
        writeFileSync(join(folder, 'gone/old.js'), '')
        writeSubmodule(join(folder, 'repo/sub'), '1'.repeat(40))
        writeSubmodule(join(folder, 'head/sub'), '2'.repeat(40))
      },
    },
    ({ last, github: { world: after }, said }) => {
      expect(last.outputs.outcome, `${last.log}\n${JSON.stringify(said)}`).toBe('ok')
      const bodies = after.reviewComments.map(
        ({ path, body }) => `${path}: ${/```suggestion\n[\s\S]*/.exec(body)?.[0] ?? ''}`,
      )
      expect(bodies.toSorted()).toEqual([
        'Makefile: ',
        'Makefile: ```suggestion\n\tgcc -O2 -o app b.c\n```',
        'crlf.js: ```suggestion\nload(b, 2)\n```',
        'link: ',
        'new.js: ```suggestion\nload(b, 2)\n```',
        'open.js: ```suggestion\nload(b, 2)\n```',
        'sub: ',
      ])
      expect(after.reviewComments.map(({ suggestionRefusal }) => suggestionRefusal).filter(Boolean)).toEqual([])
    },
  )
})

test('lines that the model copies with their numbers are posted without them', () => {
  const copied = (start_line: number, line: number, code: string, suggestion: string, body: string) =>
    github('review_comment', { path: 'list.txt', start_line, line, code, suggestion, body })
  return improvise(
    {
      turns: [
        [
          copied(5, 6, '5|+five\n6|+six', '5|+FIVE\n6|+SIX', 'From the diff.'),
          copied(9, 9, '9| line 9', '9|nine', 'With one of them.'),
          copied(4, 4, '4| line 4', '40|four', 'With a number that no line has.'),
        ],
      ],
      repo: { 'list.txt': `${LIST.join('\n')}\n` },
      head: { 'list.txt': `${CHANGED.join('\n')}\n` },
    },
    ({ last, github: { world: after }, gemini }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      expect(JSON.stringify(gemini.requests[0]?.raw)).toContain('5|-line 5')
      const bodies = after.reviewComments.map(({ body }) => body)
      expect(bodies[0]).toContain('```suggestion\nFIVE\nSIX\n```')
      expect(bodies[1]).toContain('```suggestion\nnine\n```')
      expect(bodies[2]).toContain('40|four')
    },
  )
})

const UNPARSED: [name: string, place: string, inputs: Record<string, string>][] = [
  ['verify', 'the input', { verify: 'npm test &&' }],
  ['sluice.verify', 'the settings', { settings: '{"sluice":{"verify":"npm test &&"}}' }],
]
test.each(sample(UNPARSED, 1))(
  '%s that no shell can parse ends the run before the model is asked',
  (name, place, inputs) =>
    improvise({ turns: () => say('Never asked.'), policies: '', step: { inputs } }, ({ last, gemini }) => {
      expect(last.outputs.outcome, last.log).toBe('config')
      expect(last.log).toContain(`${name}: the shell cannot parse this command (`)
      expect(last.log).toContain(`Correct it in ${place}.`)
      expect(gemini.requests).toEqual([])
    }),
)

test('a run on code from outside ignores verify, even an invalid one, and says so', () =>
  improvise(
    {
      event: 'fork-gets-a-patch',
      turns: [
        [
          suggest(
            1,
            RIGHT,
            '/** The first characters of a text, with an ellipsis when something was cut; at most `length` in all. */',
          ),
        ],
      ],
      policies: '',
      world: { issues: world.issues },
      step: { inputs: { verify: 'npm test &&' } },
    },
    ({ last, github: { world: after } }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      expect(last.log).toContain('The command `verify` is ignored in this run, because its code comes from outside.')
      expect(after.reviewComments.map(({ body }) => body)).toEqual([expect.stringContaining('```suggestion')])
    },
  ))
