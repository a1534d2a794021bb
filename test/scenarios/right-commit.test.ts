import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sample } from '../sample.ts'
import { type Improvisation, type Improvised, improvise } from './improvised.ts'
import { ours, payloadOf } from './played-examples.ts'

/** A run about a pull request works on its head, whatever commit the job checked out. */

const comment = (body = '@gemini-cli look') => {
  const event = payloadOf('mention-on-a-pull-request')
  return { ...event, comment: { ...(event.comment as object), body } }
}

const read = (file_path: string) => ({ tool: 'read_file', args: { file_path } })
const shell = (command: string) => ({ tool: 'run_shell_command', args: { command } })
const write = (file_path: string, content: string) => ({ tool: 'write_file', args: { file_path, content } })

/** What git says about the checkout. */
const checkoutOf = ({ repository }: Pick<Improvisation, 'repository'>) => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository.workspace, encoding: 'utf8' }).trim()
  return { head: git('rev-parse', 'HEAD'), status: git('status', '--porcelain') }
}

const HEAD_FILES = { 'src/only-in-head.js': 'export const here = 1\n', 'src/shorten.js': 'export const shorten = 2\n' }
const BASE_FILES = { 'src/shorten.js': 'export const shorten = 1\n', '.gitignore': 'node_modules/\n' }

const asked = (more: Improvised['step'] & object = {}) => ({
  payload: comment(),
  repo: BASE_FILES,
  head: HEAD_FILES,
  step: { eventName: 'issue_comment', ...more },
})

test('a comment on a pull request: tools, search, memory of folders and commands agree on its head', () =>
  improvise(
    {
      ...asked({ written: { 'node_modules/left/index.js': 'left', 'notes.txt': 'of an earlier step' } }),
      turns: [
        [
          read('src/only-in-head.js'),
          { tool: 'search_file_content', args: { pattern: 'shorten = ' } },
          { tool: 'glob', args: { pattern: '**/*.js' } },
          { tool: 'list_directory', args: { dir_path: 'src' } },
          shell('cat src/shorten.js node_modules/left/index.js notes.txt; git rev-parse HEAD; git status --short'),
          shell('cd src && pwd'),
        ],
      ],
    },
    (run) => {
      const [file, found, globbed, listed, printed, place] = run.said[0] ?? []
      expect(file).toContain('here = 1')
      expect(found).toContain('shorten = 2')
      expect(found).not.toContain('shorten = 1')
      expect(globbed).toContain(`${run.repository.workspace}/src/only-in-head.js`)
      expect(listed).toContain('only-in-head.js')
      expect(printed).toContain(`shorten = 2\nleftof an earlier step${run.repository.head}\n?? notes.txt`)
      // The path of the checkout, where isolation puts the head there.
      const isIsolated = run.last.log.includes('are isolated with separate namespaces')
      expect(place).toMatch(isIsolated ? `Output: ${run.repository.workspace}/src\n` : /Output: \S+\/view\/src\n/)
      expect(run.last.outputs.outcome).toBe('ok')
      expect(ours(run)[0]?.body).toContain('**Done.**')
      expect(checkoutOf(run)).toEqual({ head: run.repository.base, status: '?? notes.txt' })
    },
  ))

test('edits go to the head, as a commit on its branch; the checkout stays as it is', () =>
  improvise(
    {
      ...asked({ inputs: { changes: 'commit' } }),
      turns: [[write('src/new.js', 'export {}\n'), shell('echo "export const shorten = 3" > src/shorten.js')]],
    },
    (run) => {
      expect(run.last.outputs.outcome, run.last.log).toBe('ok')
      expect(run.last.outputs.branch).toBe('topic')
      expect(checkoutOf(run)).toEqual({ head: run.repository.base, status: '' })
      expect(ours(run)[0]?.body).toContain('**Done.**')
    },
  ))

test('only a report: the summary names the patch', () =>
  improvise({ ...asked(), turns: [[write('src/new.js', 'export {}\n')]] }, (run) => {
    expect(run.patch).toContain('+++ b/src/new.js')
    expect(run.last.summary).toContain('later steps find the edits in the patch')
    expect(checkoutOf(run).status).toBe('')
  }))

test('where the head cannot be fetched, the model and people are told, and differing files stay', () =>
  improvise(
    {
      ...asked({ refusesFetch: true, inputs: { changes: 'commit' } }),
      turns: [
        [
          read('src/only-in-head.js'),
          write('src/shorten.js', 'export const shorten = 4\n'),
          write('README.md', '# Same in both\n'),
        ],
      ],
    },
    (run) => {
      const [file, refused, edited] = run.said[0] ?? []
      const note = `those of commit ${run.repository.base.slice(0, 10)}, not those of ${run.repository.head.slice(0, 10)}, the head of pull request #7`
      expect(JSON.stringify(run.gemini.requests[0]?.body).split(note)).toHaveLength(3)
      expect(file).toContain(note)
      expect(refused).toContain('The file was not edited: src/shorten.js')
      expect(edited).not.toContain('not edited')
      expect(ours(run)[0]?.body).toContain(`> **Note:** The files here are ${note}`.replace('#', '\\#'))
      expect(ours(run)[0]?.body).not.toContain('Done.')
    },
  ))

test('with isolation, commands see the head at the path of the checkout, in each folder of it', () =>
  improvise(
    {
      ...asked({
        written: { 'node_modules/left/index.js': 'left' },
        inputs: { sandbox: 'required', changes: 'commit' },
      }),
      turns: [
        [
          shell('pwd; cat src/shorten.js node_modules/left/index.js'),
          { tool: 'run_shell_command', args: { command: 'pwd; ls', dir_path: 'src' } },
          shell('echo 3 > src/shorten.js; echo right > node_modules/left/index.js; mkdir deep; echo 4 > deep/new.js'),
        ],
        [read('deep/new.js'), read('node_modules/left/index.js')],
      ],
    },
    (run) => {
      const { workspace } = run.repository
      const [place, folder] = run.said[0] ?? []
      expect(place, run.last.log).toContain(`${workspace}\nexport const shorten = 2\nleft`)
      expect(folder).toContain(`${workspace}/src\n`)
      expect(folder).toContain('only-in-head.js')
      expect(run.said[1]?.[0]).toContain('4')
      expect(readFileSync(join(workspace, 'node_modules/left/index.js'), 'utf8')).toBe('left')
      expect(checkoutOf(run)).toEqual({ head: run.repository.base, status: '' })
      expect(JSON.parse(run.last.outputs.changes ?? '')).toMatchObject([
        { path: 'deep/new.js', delivered: true },
        { path: 'src/shorten.js', delivered: true },
        { path: 'node_modules/left/index.js', delivered: false },
      ])
    },
  ))

const PACKAGES = Array.from({ length: 1001 }, (_, n) => [`node_modules/p${n}/index.js`, `module.exports = ${n}`])
const LARGE_FOLDERS = {
  ...Object.fromEntries(PACKAGES),
  ...Object.fromEntries(PACKAGES.map(([path, text]) => [`packages/a/${path}`, text])),
  ...Object.fromEntries(PACKAGES.map(([path = '', text = '']) => [path.replace('node_modules', '.venv'), text])),
}

for (const sandbox of sample(['required', 'off'], 1))
  test(`large ignored folders are there for tests of the head, and no write reaches those of the job (${sandbox})`, () =>
    improvise(
      {
        ...asked({ written: LARGE_FOLDERS, inputs: { sandbox, changes: 'commit' } }),
        repo: { ...BASE_FILES, '.gitignore': 'node_modules/\n.venv/\n', 'packages/a/package.json': '{}' },
        head: {
          ...HEAD_FILES,
          'packages/a/package.json': '{ "scripts": { "test": "node test.js" } }',
          'packages/a/test.js': "console.log('sum', require('p7') + require('p9'))\n",
        },
        turns: [
          [
            shell('cd packages/a && npm test --silent'),
            shell('for each in node_modules packages/a/node_modules .venv; do echo 5 > $each/p5/index.js; done'),
            shell('rm -r packages/a/node_modules/p6 && echo new > packages/a/node_modules/new.js'),
            shell('cat .venv/p5/index.js packages/a/node_modules/new.js; git status --short'),
            {
              tool: 'read_many_files',
              args: {
                include: ['.venv/p4/*'],
                useDefaultExcludes: false,
                file_filtering_options: { respect_git_ignore: false },
              },
            },
            shell('echo export > src/new.js'),
          ],
        ],
      },
      (run) => {
        const { workspace } = run.repository
        const [tested, , , printed, file] = run.said[0] ?? []
        expect(tested, run.last.log).toContain('sum 16')
        expect(printed).toMatch(/Output: 5\nnew\n(?:Error|$)/m)
        expect(file).toContain('module.exports = 4')
        for (const [path, text] of Object.entries(LARGE_FOLDERS))
          expect(readFileSync(join(workspace, path), 'utf8')).toBe(text)
        expect(checkoutOf(run)).toEqual({ head: run.repository.base, status: '' })
        expect(run.last.outputs.outcome).toBe('ok')
        expect(ours(run)[0]?.body).toContain('commit of 1 file')
      },
    ))

test('a job without a checkout works on the head, and says so', () =>
  improvise(
    {
      ...asked({ checkout: { at: 'none', depth: 'one' }, inputs: { changes: 'commit' } }),
      turns: [
        [
          read('src/only-in-head.js'),
          shell('git rev-parse HEAD'),
          write('src/shorten.js', 'export const shorten = 5\n'),
        ],
      ],
    },
    (run) => {
      expect(run.last.outputs.outcome, run.last.log).toBe('ok')
      expect(run.said[0]?.[0]).toContain('here = 1')
      expect(run.said[0]?.[1]).toContain(run.repository.head)
      expect(run.last.outputs.branch).toBe('topic')
      expect(run.last.summary).toContain('The job has no checkout of the repository. The run has the files of')
      expect(JSON.stringify(run.gemini.requests[0]?.body)).toContain('# The files')
      expect(readdirSync(run.repository.workspace)).toEqual([])
    },
  ))

test('a job without a checkout that cannot fetch the head is not done', () =>
  improvise(
    {
      ...asked({ checkout: { at: 'none', depth: 'one' }, refusesFetch: true }),
      turns: [[read('src/only-in-head.js'), write('src/shorten.js', 'x')]],
    },
    (run) => {
      expect(run.said[0]?.[0]).toContain('This job has no checkout: the files here are not those of')
      expect(run.said[0]?.[1]).toContain('The file was not edited')
      expect(ours(run)[0]?.body).not.toContain('Done.')
    },
  ))

test('a run about an issue in a job without a checkout: the model and people know that there are no files', () =>
  improvise(
    {
      event: 'mention-by-a-writer',
      turns: [],
      step: { eventName: 'issue_comment', checkout: { at: 'none', depth: 'one' } },
    },
    (run) => {
      expect(JSON.stringify(run.gemini.requests[0]?.body)).toContain('This job has no checkout')
      expect(run.last.summary).toContain(
        'The job has no checkout, so the run saw files of the repository only through GitHub.',
      )
      expect(run.last.outputs.outcome).toBe('ok')
    },
  ))

test('changes of earlier steps to tracked files are named', () =>
  improvise({ ...asked({ written: { 'src/shorten.js': 'export const shorten = 9\n' } }), turns: [] }, (run) => {
    const words =
      /lacks changes that earlier steps of the job made\. It has these files as in \w{10}, the head of pull request \\*#7: src\/shorten\.js/
    expect(JSON.stringify(run.gemini.requests[0]?.body)).toMatch(words)
    expect(run.last.summary).toMatch(words)
    expect(checkoutOf(run).status).toBe('M src/shorten.js')
  }))

test('where no view is possible, what commands changed in differing files is in no patch', () =>
  improvise(
    {
      ...asked({ refusesFetch: true }),
      turns: [[shell('echo "export const shorten = 8" > src/shorten.js; echo same >> .gitignore; echo new > new.txt')]],
    },
    (run) => {
      expect(run.patch).toContain('b/.gitignore')
      expect(run.patch).toContain('b/new.txt')
      expect(run.patch).not.toContain('shorten.js')
      const body = ours(run)[0]?.body ?? ''
      expect(body).toMatch(/Finished, but the files were .*not every changed file was delivered/)
      expect(body).toMatch(/src\/shorten\.js.* is another file in \w{10}, the head of pull request \\#7/s)
    },
  ))

for (const sandbox of ['off', 'required'])
  test(`gh --body-file reads what the run wrote, and hooks work on the head, also by the path in their variables (sandbox: ${sandbox})`, () => {
    const command = 'cat "$GEMINI_PROJECT_DIR/src/shorten.js" src/only-in-head.js >&2; exit 2'
    const settings = { hooks: { BeforeTool: [{ matcher: 'read_file', hooks: [{ type: 'command', command }] }] } }
    return improvise(
      {
        ...asked({ inputs: { sandbox, settings: JSON.stringify({ ...settings, tools: { enableHooks: true } }) } }),
        turns: [
          [read('README.md'), write('src/body.md', 'Written on the head.')],
          [shell('cd src && gh pr comment 7 --body-file body.md')],
        ],
      },
      (run) => {
        expect(run.said[0]?.[0], run.last.log).toContain('shorten = 2')
        expect(run.said[0]?.[0]).toContain('here = 1')
        expect(run.said[1]?.[0], run.last.log).toContain('Proposed: a comment on #7.')
        expect(run.github.world.comments.map(({ body }) => body).join('\n')).toContain('Written on the head.')
      },
    )
  })
