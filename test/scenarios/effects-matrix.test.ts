import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isFull } from '../sample.ts'
import { type Improvisation, improvise, type Wish } from './improvised.ts'

/**
 * Every kind of difference, made by a file tool, by a command, and by a command that commits it, in every way of delivery. What
 * arrives is compared with the workspace as git sees it: everything that differs is delivered or named, and nothing else is.
 */

const WRITERS = ['tool', 'command', 'commit'] as const
type Writer = (typeof WRITERS)[number]

const ODD_NAMES = [
  ...[
    'sp ace',
    ' leading',
    'trailing ',
    'two  blanks',
    '"quoted"',
    '"',
    "apostrophe's",
    'new\nline',
    '-dash',
    '--force',
  ],
  ...['composed-é', 'decomposed-o\u0308', `long-${'n'.repeat(220)}`, 'back\\slash', '\\101', 'tab\there', 'bell\u0007'],
  ...[
    'c1-\u0085',
    'emoji-😀',
    'zero-\u200bwidth',
    'line-\u2028separator',
    ':colon',
    ':(glob)x',
    '*?[x]',
    '%41',
    '#hash',
  ],
  ...[
    '~tilde',
    '$dollar`tick`',
    'a => b',
    '{x => y}',
    '@',
    'b',
    '../../ up'.slice(5),
    'carriage\rreturn',
    'CON',
    'x.',
    '...',
  ],
] as const

const BINARY = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256))
const LINES = Array.from({ length: 60 }, (_, line) => `line ${line}`)

/** The files that every writer has at the begin. */
function fillRepository(root: string): void {
  for (const writer of WRITERS) {
    const put = (name: string, content: string | Buffer, mode = 0o644) => {
      const path = join(root, writer, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      chmodSync(path, mode)
    }
    for (const name of ['modify', 'delete', 'rename', 'rename-edit', 'to-link', 'emptied'])
      put(`${name}.txt`, `${writer} ${name}\n${LINES.join('\n')}\n`)
    put('no-newline.txt', 'one\ntwo')
    put('crlf.txt', 'one\r\ntwo\r\n')
    put('run.sh', `#!/bin/sh\necho ${writer}\n`)
    put('unrun.sh', `#!/bin/sh\necho un ${writer}\n`, 0o755)
    put('mode-edit.sh', `#!/bin/sh\necho edit ${writer}\n`)
    put('bytes.bin', BINARY)
    put('bytes-moved.bin', Buffer.concat([BINARY, Buffer.from(writer)]))
    put('was-empty', '')
    put('delete-empty', '')
    put('folder/one.txt', `one ${writer}\n`)
    put('becomes-folder', `file ${writer}\n`)
    put('odd/"old" name\n', `odd ${writer}\n${LINES.join('\n')}\n`)
    put('untouched.txt', `same ${writer}\n`)
    symlinkSync('modify.txt', join(root, writer, 'link'))
    symlinkSync('modify.txt', join(root, writer, 'link-to-file'))
  }
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Every change, as a command in the folder makes it. */
function commandScript(writer: Writer): string {
  return [
    `cd ${writer}`,
    `sed -i 's/line 3$/LINE 3/; s/line 55/LINE 55/' modify.txt`,
    'rm delete.txt delete-empty',
    'mv rename.txt renamed.txt',
    "mv rename-edit.txt renamed-edit.txt; sed -i 's/line 9/NINE/' renamed-edit.txt",
    `mv 'odd/"old" name\n' 'odd/new => "name"'`,
    'mv bytes-moved.bin moved.bin',
    'chmod +x run.sh; chmod -x unrun.sh; chmod +x mode-edit.sh; echo more >> mode-edit.sh',
    'ln -s modify.txt new-link; ln -sfn run.sh link; ln -sfn run.sh to-link.txt; rm link-to-file; echo file > link-to-file',
    "printf '\\0\\377\\1' > new.bin; printf '\\0' >> bytes.bin",
    ': > new-empty; : > emptied.txt; echo full > was-empty',
    "printf 'three' >> no-newline.txt; printf 'three\\r\\n' >> crlf.txt",
    'rm -r folder; echo now > folder; rm becomes-folder; mkdir becomes-folder; echo in > becomes-folder/file',
    'mkdir names',
    ...ODD_NAMES.map((name, index) => `echo ${index} > ./names/${quote(name)}`),
    "echo bytes > names/$'not-utf8-\\xff'",
    ...(writer === 'commit' ? ['git add -A .', 'git -c user.name=a -c user.email=a@b commit -qm mine'] : []),
    'echo all-done',
  ].join('\n')
}

const write = (file_path: string, content: string): Wish => ({ tool: 'write_file', args: { file_path, content } })

const toolCalls: Wish[] = [
  write('tool/created.txt', 'created\n'),
  {
    tool: 'replace',
    args: { file_path: 'tool/modify.txt', old_string: 'line 3\n', new_string: 'LINE 3\n' },
  },
  write('tool/no-newline.txt', 'one\ntwo\nthree'),
  write('tool/crlf.txt', 'one\r\ntwo\r\nthree\r\n'),
  write('tool/new-empty', ''),
  write('tool/emptied.txt', ''),
  write('tool/was-empty', 'full\n'),
  write('tool/unrun.sh', '#!/bin/sh\necho changed\n'),
  ...ODD_NAMES.map((name, index) => write(`tool/names/${name}`, `${index}\n`)),
]

const git = async (cwd: string, args: readonly string[], env: Record<string, string> = {}) =>
  (await promisify(execFile)('git', [...args], { cwd, env: { ...process.env, ...env }, encoding: 'buffer' })).stdout

/** `MODE SHA PATH` of every file of a tree, in latin1. */
async function treeOf(dir: string, tree: string): Promise<Map<string, string>> {
  const fields = (await git(dir, ['ls-tree', '-r', '-z', tree])).toString('latin1').split('\0').filter(Boolean)
  return new Map(fields.map((field) => [field.slice(field.indexOf('\t') + 1), field.slice(0, field.indexOf('\t'))]))
}

/** The workspace as a tree. Git's own index stays as it is. */
async function workspaceTree({ repository }: Improvisation, temp: string): Promise<Map<string, string>> {
  const env = { GIT_INDEX_FILE: join(temp, 'index') }
  const { workspace, merge } = repository
  await git(workspace, ['read-tree', merge], env)
  await git(workspace, ['add', '--all'], env)
  return treeOf(workspace, (await git(workspace, ['write-tree'], env)).toString().trim())
}

/** What the patch makes of a fresh clone. */
async function patchedTree({ repository, last }: Improvisation, temp: string): Promise<Map<string, string>> {
  const clone = join(temp, 'clone')
  await git(temp, ['clone', '--quiet', '--no-checkout', repository.origin, clone])
  await git(clone, ['fetch', '--quiet', 'origin', '+refs/pull/*:refs/pull/*'])
  await git(clone, ['checkout', '--quiet', '--detach', repository.merge])
  await git(clone, ['apply', '--binary', '--index', last.outputs.patch ?? ''])
  return treeOf(clone, (await git(clone, ['write-tree'])).toString().trim())
}

type Named = {
  path: string
  previous_path?: string
  kind: string
  added: number | null
  removed: number | null
  delivered: boolean
  reason?: string
}

const sumOf = (records: readonly Named[], field: 'added' | 'removed') =>
  records.reduce((sum, each) => sum + (each[field] ?? 0), 0)

/** The counts of lines are those of git. */
async function gitCounts({ repository }: Improvisation, temp: string, records: readonly Named[]) {
  const env = { GIT_INDEX_FILE: join(temp, 'index') }
  const listing = await git(
    repository.workspace,
    ['diff-index', '--cached', '--numstat', '-z', '-M', '-l0', repository.merge],
    env,
  )
  const fields = listing.toString().split('\0')
  const counts: Record<string, string> = {}
  for (let index = 0; index < fields.length - 1; index += 1) {
    const [added, removed, path] = (fields[index] ?? '').split('\t')
    if (path === '') index += 2
    counts[path === '' ? (fields[index] ?? '') : (path ?? '')] = `${added} ${removed}`
  }
  for (const { path, added, removed, delivered } of records)
    if (delivered && !path.includes('\t')) expect(`${added ?? '-'} ${removed ?? '-'}`, path).toBe(counts[path])
}

const differing = (from: ReadonlyMap<string, string>, to: ReadonlyMap<string, string>) =>
  [...new Set([...from.keys(), ...to.keys()])].filter((path) => from.get(path) !== to.get(path)).toSorted()

const latin1 = (text: string) => Buffer.from(text).toString('latin1')
const NOT_UTF8 = /not-utf8-\xff$/

/** A pull request begins with a commit, so `npm test` leaves that one out. */
for (const changes of ['report', ...(isFull ? ['commit'] : []), 'pull_request'])
  test.concurrent(`${changes}: every difference is delivered or named, and nothing else`, () =>
    improvise(
      {
        turns: [
          toolCalls,
          [{ tool: 'run_shell_command', args: { command: commandScript('command') } }],
          [{ tool: 'run_shell_command', args: { command: commandScript('commit') } }],
        ],
        // Isolated programs write to a layer over the checkout, from which the changes come.
        step: { inputs: { changes, sandbox: isFull || changes === 'pull_request' ? 'auto' : 'off' } },
        prepare: (folder) => fillRepository(join(folder, 'repo')),
      },
      async (run) => {
        const { repository, last, said } = run
        expect([said[1]?.[0], said[2]?.[0]], last.log).toEqual([
          expect.stringContaining('all-done'),
          expect.stringContaining('all-done'),
        ])
        const temp = await mkdtemp(join(tmpdir(), 'sluice-matrix-'))
        try {
          const begin = await treeOf(repository.workspace, repository.merge)
          const end = await workspaceTree(run, temp)
          const expected = new Map([...end].filter(([path]) => !NOT_UTF8.test(path)))
          const tip = last.outputs.branch ?? ''
          if (changes !== 'report') expect(tip, last.log).not.toBe('')
          const delivered = changes === 'report' ? await patchedTree(run, temp) : await treeOf(repository.origin, tip)
          expect(differing(expected, delivered), last.log).toEqual([])

          const records: Named[] = JSON.parse(last.outputs.changes ?? '[]')
          const named = records.filter((each) => !each.delivered)
          expect(named.map(({ path }) => path).toSorted()).toEqual([
            'command/names/not-utf8-\\377',
            'commit/names/not-utf8-\\377',
          ])
          const paths = records.flatMap(({ path, previous_path, delivered }) =>
            delivered ? [path, ...(previous_path === undefined ? [] : [previous_path])] : [],
          )
          expect(paths.map(latin1).toSorted()).toEqual(differing(begin, expected))
          expect(last.outputs.outcome).toBe(changes === 'report' ? 'ok' : 'denied')
          expect(JSON.parse(last.outputs.stats ?? '{}').files).toEqual({
            totalLinesAdded: sumOf(records, 'added'),
            totalLinesRemoved: sumOf(records, 'removed'),
          })
          expect(sumOf(records, 'added')).toBeGreaterThan(100)
          await gitCounts(run, temp, records)
        } finally {
          await rm(temp, { recursive: true, force: true })
        }
      },
    ))

test.concurrent('a checkout in a folder of the workspace: what an isolated command writes there is delivered', () =>
  improvise(
    {
      turns: [[{ tool: 'run_shell_command', args: { command: 'cd app && echo new > note.md && echo all-done' } }]],
      step: {
        inputs: { changes: 'report', sandbox: 'auto' },
        checkout: { at: 'merge', depth: 'one', folder: 'app' },
      },
    },
    ({ last, said }) => {
      expect(said[0]?.[0], last.log).toContain('all-done')
      expect(JSON.parse(last.outputs.changes ?? '[]')).toMatchObject([{ path: 'note.md', delivered: true }])
    },
  ))

test.concurrent.each([
  ['writes', 'echo new > tools/y && echo y >> README.md && echo all-done', 1],
  ['only reads', 'git -C tools status && ls tools && echo all-done', 0],
])('another repository in the workspace, where an isolated command %s: it is named', (_, command, times) =>
  improvise(
    {
      turns: [[{ tool: 'run_shell_command', args: { command } }]],
      step: {
        inputs: { changes: 'report', sandbox: 'auto' },
        checkout: [
          { at: 'merge', depth: 'one' },
          { at: 'base', depth: 'one', repository: 'octo/tools', folder: 'tools' },
        ],
      },
    },
    ({ last, said }) => {
      expect(said[0]?.[0], last.log).toContain('all-done')
      expect(last.log.split('tools, which is another repository in the workspace').length - 1, last.log).toBe(times)
      expect(JSON.parse(last.outputs.changes ?? '[]').map(({ path }: { path: string }) => path)).toEqual(
        times === 0 ? [] : ['README.md'],
      )
    },
  ),
)
