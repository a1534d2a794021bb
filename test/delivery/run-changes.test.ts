import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Runtime } from '../../src/config/runtime.ts'
import { createPatches, joinPatches } from '../../src/delivery/plan/patch.ts'
import { openChangeAccounting, type RunChanges } from '../../src/delivery/run-changes.ts'
import type { Task } from '../../src/github/events/task.ts'
import type { FileChange } from '../../src/platform/files/workspace.ts'
import { sample } from '../sample.ts'

/** Kinds of workspaces, each with what a run does in it and what is delivered and named then. */

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sluice-workspace-'))
})
afterEach(async () => {
  for (const folder of [root, `${root}-main`, `${root}-clone`]) await rm(folder, { recursive: true, force: true })
})

const ENV: NodeJS.ProcessEnv = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull }
const shell = (cwd: string, command: string, input?: string) =>
  execFileSync('bash', ['-euc', command], { cwd, env: ENV, encoding: 'utf8', input })

const SETUP = `git config user.name a; git config user.email a@b; git config commit.gpgsign false; git config maintenance.auto false
git remote add origin https://github.com/octo/pond
printf 'one\\ntwo\\n' > a.txt; mkdir -p src; echo s > src/s.txt; echo d > d.txt; printf 'ignored.txt\\nout/\\n' > .gitignore
git add -A; git commit -qm base`

function accountingOf(workspace: string, scratch: string) {
  const task = { repo: { owner: 'octo', name: 'pond' }, sha: '' } as Task // all that is read of it
  const runtime = { workspace, scratch, signal: new AbortController().signal } as Runtime // likewise
  return openChangeAccounting(task, runtime)
}

/** A run in a workspace: `prepare` before, `act` by a command of the run. */
async function account(
  act: string,
  folder = '.',
  top = root,
  byTools: readonly FileChange[] = [],
): Promise<RunChanges & { notices: string[] }> {
  const scratch = await mkdtemp(join(tmpdir(), 'sluice-scratch-'))
  try {
    const accounting = accountingOf(top, scratch)
    await accounting.recordBegin()
    shell(join(top, folder), act)
    const notices: string[] = []
    return { ...(await accounting.finish(byTools, (text) => notices.push(text))), notices }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const names = ({ changes }: RunChanges) =>
  changes
    .map(({ kind, path, obstacle }) => `${kind} ${path}${obstacle === undefined ? '' : `: ${obstacle}`}`)
    .toSorted()
const named = ({ undelivered = [] }: RunChanges) =>
  undelivered
    .map(({ path, reason, expected }) => `${path}: ${reason}${expected === true ? ' (expected)' : ''}`)
    .toSorted()

/** The patch gives a fresh clone the tree of the workspace. */
async function appliesTo(clone: string, { changes }: RunChanges) {
  const input = joinPatches(createPatches(changes))
  execFileSync('git', ['apply', '--binary', '--index', '-'], { cwd: clone, env: ENV, input })
}

const EDIT = 'echo three >> a.txt; echo new > new.txt; rm d.txt; echo i > ignored.txt'
const EDITED = ['changed a.txt', 'created new.txt', 'deleted d.txt']

const WORKSPACES: [name: string, prepare: string, folder: string][] = [
  ['the repository', SETUP_IN('.'), '.'],
  ['a folder of the workspace', SETUP_IN('code'), 'code'],
  ['a folder deep in the workspace', SETUP_IN('a/b/c'), 'a/b/c'],
  [
    'beside another checkout',
    `${SETUP_IN('code')}\nmkdir ../other; cd ../other; git init -q; git remote add origin https://github.com/octo/lake; echo x > x; git add x; git -c user.name=a -c user.email=a@b commit -qm x`,
    'code',
  ],
  [
    'a worktree of it',
    `top="$PWD"; mkdir "$top-main"; cd "$top-main"; git init -q -b main; ${SETUP}; git worktree add -q "$top/tree" HEAD`,
    'tree',
  ],
  [
    'a shallow clone',
    `${SETUP_IN('full')}\ngit commit -q --allow-empty -m second; cd ..; git clone -q --depth 1 "file://$PWD/full" code; cd code; git remote set-url origin https://github.com/octo/pond; cd ..; rm -rf full`,
    'code',
  ],
  [
    'a split index',
    `${SETUP_IN('.')}\ngit config core.splitIndex true; git update-index --split-index; echo e > e.txt; git add e.txt; git commit -qm e`,
    '.',
  ],
  [
    'a sparse checkout',
    `${SETUP_IN('.')}\nmkdir deep; echo deep > deep/file; git add -A; git commit -qm deep; git sparse-checkout set src >/dev/null`,
    '.',
  ],
  [
    'a sparse index',
    `${SETUP_IN('.')}\nmkdir deep; echo deep > deep/file; git add -A; git commit -qm deep; git sparse-checkout set --sparse-index src >/dev/null`,
    '.',
  ],
  [
    'autocrlf',
    `${SETUP_IN('.')}\ngit config core.autocrlf true; rm a.txt d.txt; git checkout -q -- .; grep -q $'\\r' a.txt`,
    '.',
  ],
  [
    'eol=crlf',
    `${SETUP_IN('.')}\necho '*.txt text=auto eol=crlf' > .gitattributes; git add -A; git commit -qm attributes; rm a.txt d.txt; git checkout -q -- .; grep -q $'\\r' a.txt`,
    '.',
  ],
  [
    'a monitor, hooks and an untracked cache',
    `${SETUP_IN('.')}\ngit config core.fsmonitor 'touch ${'$'}PWD/ran; false'; git config core.untrackedCache true; git config core.hooksPath /nowhere`,
    '.',
  ],
  ['an index of version 4', `${SETUP_IN('.')}\ngit update-index --index-version 4`, '.'],
  ['a repository with reftable or plain refs, packed', `${SETUP_IN('.')}\ngit gc -q; git pack-refs --all`, '.'],
]

/** A copy of one repository, because git processes are slow. The index knows files by facts that are others in a copy. */
function SETUP_IN(folder: string): string {
  return `mkdir -p ${folder}; cd ${folder}; cp -R "$PREPARED/." .; git update-index -q --refresh`
}

beforeAll(async () => {
  ENV.PREPARED = await mkdtemp(join(tmpdir(), 'sluice-prepared-'))
  shell(ENV.PREPARED, `git init -q -b main; ${SETUP}`)
})
afterAll(() => rm(ENV.PREPARED ?? '', { recursive: true, force: true }))

for (const [name, prepare, folder] of sample(WORKSPACES, 2))
  test(`the same edits are the same changes in ${name}`, async () => {
    shell(root, prepare)
    const result = await account(EDIT, folder)
    expect(result.notices).toEqual([])
    expect(existsSync(join(root, folder, 'ran'))).toBe(false)
    expect(names(result)).toEqual(EDITED)
    expect(named(result)).toEqual(['ignored.txt: git ignores it (expected)'])
    expect(result.commitProblem).toBeUndefined()
    const clone = `${root}-clone`
    try {
      shell(root, `git clone -q "file://$PWD/${folder}" ${clone}`)
      await appliesTo(clone, result)
      const index = join(clone, '.git', 'other-index')
      const tree = shell(
        join(root, folder),
        `rm -f ${index}; export GIT_INDEX_FILE=${index}; git config --unset core.fsmonitor || true; git read-tree HEAD; git add -A --sparse 2>/dev/null || git add -A; git write-tree`,
      )
      if (!/sparse/.test(name)) expect(shell(clone, 'git write-tree')).toBe(tree)
    } finally {
      await rm(clone, { recursive: true, force: true })
    }
  })

/** Git reads a file whose time is that of the index again, and trusts an older one. */
test.each([
  ['of now', ''],
  ['of long ago', 'touch -d 2020-01-01 mixed.txt; git update-index --refresh -q;'],
])('a checkout that nothing touched has no change, whatever its settings say about line ends: %s', async (_, age) => {
  shell(
    root,
    `${SETUP_IN('.')}\nprintf 'x\\r\\ny\\n' > mixed.txt; git add -A; git commit -qm mixed; ${age} git config core.autocrlf true; echo '*.txt text' > .git/info/attributes`,
  )
  const result = await account('touch a.txt mixed.txt src/s.txt; cat mixed.txt > t; cat t > mixed.txt; rm t')
  expect([names(result), named(result)]).toEqual([[], []])
})

test('a file that is moved and keeps its bytes is a change, with line ends of Windows too', async () => {
  shell(
    root,
    `${SETUP_IN('.')}\nprintf 'x\\r\\ny\\r\\n' > crlf.txt; printf '\\211PNG\\r\\n\\032\\n\\0' > logo.png; git add -A; git commit -qm files`,
  )
  const result = await account("mv crlf.txt moved.txt; mv logo.png moved.png; echo '*.sh text' > .gitattributes")
  expect(names(result)).toEqual(['created .gitattributes', 'renamed moved.png', 'renamed moved.txt'])
})

test('line ends that a command converts are a change', async () => {
  shell(
    root,
    `${SETUP_IN('.')}\nprintf 'x\\r\\ny\\n' > mixed.txt; git add -A; git commit -qm mixed; touch -d 2020-01-01 mixed.txt; git update-index --refresh -q; echo '*.txt text' > .git/info/attributes`,
  )
  const result = await account("printf 'x\\ny\\n' > mixed.txt")
  expect(result.changes.map(({ path, after }) => [path, after?.toString()])).toEqual([['mixed.txt', 'x\ny\n']])
})

test('a filter that the repository configures does not run, and its files are named', async () => {
  shell(
    root,
    `${SETUP_IN('.')}\necho '*.dat filter=evil' > .gitattributes; echo data > f.dat; git add -A; git commit -qm filter
git config filter.evil.clean 'touch ${root}/ran; cat'; git config filter.evil.smudge 'touch ${root}/ran; cat'; git config filter.evil.process 'touch ${root}/ran'`,
  )
  const result = await account('echo more >> f.dat; echo new > g.dat; echo ok > ok.txt')
  expect(existsSync(join(root, 'ran'))).toBe(false)
  expect(names(result)).toEqual(['created ok.txt'])
  expect(named(result)).toEqual([
    'f.dat: is handled by the git filter "evil"',
    'g.dat: is handled by the git filter "evil"',
  ])
})

test('a file of Git LFS that is checked out is no change', async () => {
  shell(root, SETUP_IN('.'))
  const pointer = (oid: string) => `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 4\n`
  const oid = shell(root, 'printf data | sha256sum | cut -c1-64').trim()
  await writeFile(join(root, 'big.bin'), pointer(oid))
  shell(root, "echo '*.bin filter=lfs diff=lfs merge=lfs -text' > .gitattributes; git add -A; git commit -qm lfs")
  const result = await account('printf data > big.bin')
  expect([names(result), named(result)]).toEqual([[], []])
})

test('without a checkout nothing is committed, and it is said', async () => {
  const result = await account('echo x > x')
  expect(result.changes).toEqual([])
  expect(result.notices.join()).toContain('no checkout of octo/pond')
})

test('a checkout of another repository only: nothing is committed, and it is said', async () => {
  shell(root, `${SETUP_IN('.')}\ngit remote set-url origin https://github.com/octo/lake`)
  const result = await account('echo x > x')
  expect(result.commitProblem).toContain('octo/lake, not of octo/pond')
})

test('a SHA-256 repository: the changes are known, and why they cannot be committed', async () => {
  shell(root, `git init -q -b main --object-format=sha256; ${SETUP}`)
  const result = await account("echo three >> a.txt; printf '\\0\\1' > bin; git mv d.txt e.txt")
  expect(names(result)).toEqual(['changed a.txt', 'created bin', 'renamed e.txt'])
  expect(result.commitProblem).toContain('SHA-256')
  const clone = `${root}-clone`
  try {
    shell(root, `git clone -q . ${clone}`)
    await appliesTo(clone, result)
    expect(shell(clone, 'git write-tree')).toBe(shell(root, 'git add -A; git write-tree'))
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
})

test('what was there before is not delivered, and an edit of it is named', async () => {
  shell(
    root,
    `${SETUP_IN('.')}\necho dirty >> a.txt; echo mine > untracked.txt; echo staged > staged.txt; git add staged.txt; echo same > same.txt; rm d.txt`,
  )
  const result = await account(
    'echo run >> a.txt; echo run >> untracked.txt; echo run >> staged.txt; echo back > d.txt; echo new > new.txt',
  )
  expect(names(result)).toEqual([
    'changed a.txt: already differed from the commit before the run',
    'changed staged.txt: existed before the run, but in no commit',
    'changed untracked.txt: existed before the run, but in no commit',
    'created d.txt: already differed from the commit before the run',
    'created new.txt',
  ])
})

test('a commit of a command changes nothing about what was there before', async () => {
  shell(root, `${SETUP_IN('.')}\necho dirty >> a.txt; echo mine > untracked.txt`)
  const result = await account('echo new > new.txt; git add -A; git commit -qm all')
  expect(names(result)).toEqual(['created new.txt'])
})

test('ignored files are named, also those that a command adds with force, and edits of earlier ones', async () => {
  shell(root, `${SETUP_IN('.')}\nmkdir out; echo o > out/old; echo i > ignored.txt`)
  const result = await account(
    'sleep 0.02; echo more >> ignored.txt; echo x > out/x; mkdir src/out; echo y > src/out/y; cp out/old keep; mv keep out/old2; git add -f src/out/y ignored.txt; git commit -qm forced',
  )
  expect(names(result)).toEqual([])
  expect(named(result)).toEqual([
    'ignored.txt: git ignores it (expected)',
    'out/old2: git ignores it (expected)',
    'out/x: git ignores it (expected)',
    'src/out/: git ignores it (expected)',
  ])
})

test('what a command changes in the workspace beside the checkout is named', async () => {
  shell(root, `${SETUP_IN('code')}\ncd ..; mkdir cache; echo c > cache/c; echo k > cache/kept; echo o > old`)
  const result = await account('echo 漢 > ../漢; echo more >> ../cache/c; rm ../old; echo in > in.txt', 'code')
  expect(names(result)).toEqual(['created in.txt'])
  const reason = 'is outside the checkout of this repository (expected)'
  expect(named(result)).toEqual([`cache/c: ${reason}`, `old: ${reason}`, `漢: ${reason}`])
})

test('what a tool wrote into an ignored folder is named with the reason, however large the folder is', async () => {
  shell(root, `${SETUP_IN('.')}\nmkdir out; cd out; seq -f %g.txt 1 1200 | xargs touch`)
  const after = Buffer.from('n')
  const byTools = [':new', '漢'].map((name) => ({ path: `out/${name}`, before: null, after, mode: '100644' as const }))
  const result = await account('printf n > out/:new; printf n > out/漢', '.', root, byTools)
  expect(named(result)).toEqual(['out/:new: git ignores it (expected)', 'out/漢: git ignores it (expected)'])
})

test('repositories inside, links out and into .git, and names that collide are named', async () => {
  shell(root, SETUP_IN('.'))
  const result =
    await account(`git init -q inner; echo x > inner/x; ln -s ../../etc out-link; ln -s .git/config in-link; echo x > A.txt; mkdir SRC; echo x > SRC/t.txt
ln -s /etc/passwd abs; mkdir .GIT 2>/dev/null && echo x > .GIT/config || true; printf x > $'cafe\\xcc\\x81'; printf y > $'caf\\xc3\\xa9'; git init -q src/deep; echo x > src/deep/x`)
  const all = [...names(result), ...named(result)]
  for (const part of [
    /inner: is a submodule or a nested repository/,
    /src\/deep: is a submodule or a nested repository/,
  ])
    expect(
      all.some((line) => part.test(line)),
      all.join('\n'),
    ).toBe(true)
  expect(names(result).filter((line) => !line.includes(': '))).toHaveLength(1)
  expect(names(result).join('\n')).toMatch(/A\.txt: has the same name as "a\.txt"/)
  expect(names(result).join('\n')).toMatch(/SRC\/t\.txt: has the same name as "src"/)
  expect(all.join('\n')).toContain('.GIT')
})

test('what git would start in a later step is as before the run, who commits and what a branch follows is not', async () => {
  shell(root, SETUP_IN('.'))
  shell(root, 'echo "exit 0" > .git/hooks/pre-push; git config alias.st status; git config user.email old@b')
  const before = shell(root, 'git config --local --list')
  await account(
    [
      'git config core.fsmonitor "touch ran"; git config alias.st "!touch ran"; git config user.email new@b',
      'git switch -qc topic; git config branch.topic.remote origin; git config branch.topic.merge refs/heads/topic',
      'git config branch.main.remote "ext::touch ran"; echo "* filter=x" > .git/info/attributes',
      'echo "touch ran" > .git/hooks/post-commit; chmod +x .git/hooks/*; rm .git/hooks/pre-push; echo x > a.txt',
    ].join('\n'),
  )
  const kept = 'branch.topic.remote=origin\nbranch.topic.merge=refs/heads/topic\n'
  expect(shell(root, 'git config --local --list')).toBe(before.replace('old@b', 'new@b') + kept)
  expect(
    shell(
      root,
      'cat .git/hooks/pre-push; ls .git/hooks | grep -v sample; find .git/hooks -perm -100 -name post-commit',
    ),
  ).toBe('exit 0\npre-push\n')
  expect(existsSync(join(root, '.git/info/attributes'))).toBe(false)
  shell(root, 'git commit -qam later; git status -s; test ! -e ran')
})

test('a file comes with the names that links of the start give it, also where the run removes the link', async () => {
  shell(root, SETUP_IN('.'))
  shell(
    root,
    'ln -s docs/for-agents.md CLAUDE.md; ln -s web/chain .cursorrules; mkdir .husky web; ln -s ../a.txt web/chain',
  )
  shell(root, 'ln -s ../src .husky/_; ln -s ../gone web/none')
  shell(root, 'mkdir docs; echo x > docs/for-agents.md; git add -A; git commit -qm links')
  const { changes } = await account('echo y > docs/for-agents.md; echo y > src/new.txt; echo y > a.txt; rm CLAUDE.md')
  expect(Object.fromEntries(changes.map(({ path, linkNames }) => [path, linkNames]))).toEqual({
    'CLAUDE.md': undefined,
    'a.txt': ['web/chain', '.cursorrules'],
    'docs/for-agents.md': ['CLAUDE.md'],
    'src/new.txt': ['.husky/_/new.txt'],
  })
})

test('the folder of a repository that is replaced by files is delivered only as it may be', async () => {
  shell(root, SETUP_IN('.'))
  await mkdir(join(root, 'inner'))
  shell(root, 'cd inner; git init -q; echo x > x; git add x; git -c user.name=a -c user.email=a@b commit -qm x')
  const result = await account('cd inner; echo y > y; git add y; git -c user.name=a -c user.email=a@b commit -qm y')
  expect(names(result)).toEqual([])
  expect(named(result)).toEqual(['inner: is a submodule or a nested repository'])
})

const REF = 'has commits from this run, but only files in the checkout are delivered'
const GIT = 'is part of .git, which is never delivered'
const SUBMODULE = `inner=$(mktemp -d); git init -q "$inner"; git -C "$inner" -c user.name=a -c user.email=a@b commit -q --allow-empty -m s
git -c protocol.file.allow=always submodule --quiet add "$inner" sm; git commit -qm sm; rm -rf "$inner"`
const CONFLICT =
  'git checkout -q -b x; echo X > a.txt; git commit -qam x; git checkout -q main; echo Y > a.txt; git commit -qam y'

const inRepository = (change: string) =>
  `${change}: is in a folder that git takes for a repository of its own, whose hooks and settings it would obey`

/** What a run can do that git's own status does not show, or not as it is. */
const ODD_CHANGES: [name: string, prepare: string, act: string, delivered: string[], named: string[]][] = [
  [
    'a file becomes a folder',
    '',
    'rm a.txt; mkdir a.txt; echo x > a.txt/in',
    ['created a.txt/in', 'deleted a.txt'],
    [],
  ],
  ['a folder becomes a file', '', 'rm -r src; echo x > src', ['created src', 'deleted src/s.txt'], []],
  ['a folder becomes a link', '', 'mv src lib; ln -s lib src', ['link src', 'renamed lib/s.txt'], []],
  ['a rename of case only', '', 'git mv a.txt A.txt; mv src SRC', ['renamed A.txt', 'renamed SRC/s.txt'], []],
  [
    'letter case where the settings say that it does not count',
    'git config core.ignorecase true',
    'mv a.txt A.txt; echo x > D.TXT',
    ['created D.TXT: has the same name as "d.txt", except for letter case or Unicode form', 'renamed A.txt'],
    [],
  ],
  [
    'files that are not in the encoding that the attributes name',
    "echo '*.u16 text working-tree-encoding=UTF-16LE' > .gitattributes; printf 'a\\0' > good.u16; git add -A; git commit -qm u",
    "printf 'b\\0' > good.u16; for i in 1 2 3; do printf x > bad$i.u16; done; echo n > n",
    ['changed good.u16', 'created n'],
    [1, 2, 3].map((n) => `bad${n}.u16: cannot be read, or is not in the encoding that .gitattributes names`),
  ],
  [
    'pipes and sockets',
    'mkfifo old; sleep 0.2',
    'mkfifo p; mkdir -p q/r; mkfifo q/r/p; rm d.txt; mkfifo d.txt; touch old',
    [],
    ['d.txt: is not a regular file', 'p: is not a regular file', 'q/r/p: is not a regular file'],
  ],
  [
    'a tracked file that becomes huge',
    '',
    'truncate -s 25M a.txt',
    [],
    ['a.txt: has 26214400 bytes, more than 20000000'],
  ],
  [
    'a commit on another branch',
    '',
    'git checkout -q -b other; echo x > x; git add x; git commit -qm x; git checkout -q main; git branch old HEAD',
    [],
    [`refs/heads/other: ${REF}`],
  ],
  [
    'a branch that is merged, and one that is checked out',
    '',
    'git checkout -q -b one; echo x > x; git add x; git commit -qm x; git checkout -q main; git merge -q one; git checkout -q -b two; echo y >> x',
    ['created x'],
    [],
  ],
  [
    'a branch that is written without git, with its earlier time',
    'git branch one',
    'git checkout -q --detach; echo x > x; git add x; git commit -qm x; id=$(git rev-parse HEAD); git checkout -q main; touch -r .git/refs/heads/one ../time; echo $id > .git/refs/heads/one; touch -r ../time .git/refs/heads/one',
    [],
    [`refs/heads/one: ${REF}`],
  ],
  [
    'a commit on a branch of many',
    'for n in $(seq 600); do echo "create refs/tags/t$n HEAD"; done | git update-ref --stdin',
    'git checkout -q -b other; echo x > x; git add x; git commit -qm x; git checkout -q main; git pack-refs --all',
    [],
    [`refs/heads/other: ${REF}`],
  ],
  [
    'a packed branch that is written without git',
    'git branch one; git pack-refs --all',
    'git checkout -q --detach; echo x > x; git add x; git commit -qm x; id=$(git rev-parse HEAD); git checkout -q main; sed -i "s,^[0-9a-f]* refs/heads/one,$id refs/heads/one," .git/packed-refs',
    [],
    [`refs/heads/one: ${REF}`],
  ],
  [
    'a branch in a folder that is a link',
    'git branch far/one; mv .git/refs/heads/far .git/far; ln -s "$(realpath .git/far)" .git/refs/heads/far',
    'git checkout -q --detach; echo x > x; git add x; git commit -qm x; id=$(git rev-parse HEAD); git checkout -q main; echo $id > .git/refs/heads/far/one',
    [],
    [`refs/heads/far/one: ${REF}`],
  ],
  [
    'a branch with the name of a tag',
    'git branch v1; git tag v1',
    'git symbolic-ref HEAD refs/heads/v1; echo y > y; git add y; git commit -qm y; git checkout -q main',
    [],
    [`refs/heads/v1: ${REF}`],
  ],
  [
    'a branch with the name of a tag that nothing touched',
    'git checkout -qb v1; echo x > x; git add x; git commit -qm x; git checkout -q main; git tag v1',
    'git branch other',
    [],
    [],
  ],
  ['a branch without a change', 'git pack-refs --all; git branch one', 'git branch -q -m one two', [], []],
  ['a stash', '', 'echo x >> a.txt; git stash -q', [], [`refs/stash: ${REF}`]],
  ['a stash that is applied again', '', 'echo x >> a.txt; git stash -q; git stash pop -q', ['changed a.txt'], []],
  ['a detached commit', '', 'git checkout -q --detach; echo x >> a.txt; git commit -qam x', ['changed a.txt'], []],
  ['an index that differs', '', 'echo x >> a.txt; git add a.txt; git rm -q --cached d.txt', ['changed a.txt'], []],
  [
    'files that the run asks git to ignore',
    '',
    'git update-index --assume-unchanged a.txt; git update-index --skip-worktree d.txt; echo x >> a.txt; echo x >> d.txt',
    ['changed a.txt', 'changed d.txt'],
    [],
  ],
  [
    'files that git was asked to ignore before',
    'git update-index --assume-unchanged a.txt; git update-index --skip-worktree src/s.txt d.txt; rm d.txt',
    'echo x >> a.txt; echo x >> src/s.txt; echo x > d.txt',
    ['changed a.txt', 'changed src/s.txt', 'created d.txt: already differed from the commit before the run'],
    [],
  ],
  [
    'ignore rules of the run',
    'echo i > ignored.txt',
    "echo '*.new' >> .git/info/exclude; echo x > x.new; printf 'sneaky\\n' > .gitignore; echo x > sneaky",
    ['changed .gitignore', 'created x.new'],
    [
      `.git/info/exclude: ${GIT} (expected)`,
      'ignored.txt: was ignored by git when the run began',
      'sneaky: git ignores it (expected)',
    ],
  ],
  [
    'attributes and line ends of the run',
    '',
    "echo '* filter=evil' > .gitattributes; git config core.autocrlf true; printf 'a\\r\\n' > crlf",
    ['created .gitattributes', 'created crlf'],
    [`.git/config: ${GIT} (expected)`],
  ],
  [
    'parts of git',
    '',
    'mkdir -p .git/refs/replace; echo z > .git/refs/replace/z; echo x > .git/hooks/post-merge; mkdir -p q/.git; echo x > q/.git/config; echo y > q/y',
    ['created q/y'],
    [`.git/hooks/post-merge: ${GIT} (expected)`, `.git/refs/replace/z: ${GIT} (expected)`, `q/.git: ${GIT}`],
  ],
  [
    'parts of git that memory does not hold',
    'git init -q inner; echo x > inner/x',
    'truncate -s 3G .git/hooks/big inner/.git/HEAD; ln -s big .git/hooks/link; echo x > x',
    ['created x'],
    [`.git/hooks/big: ${GIT} (expected)`, `.git/hooks/link: ${GIT} (expected)`],
  ],
  [
    'names that are .git on other systems',
    '',
    "for name in 'git~1' '.Git' '.git ' $'.g\\xe2\\x80\\x8cit'; do mkdir \"$name\"; echo x > \"$name/config\"; done",
    [],
    ['.Git', '.git ', '.g\u200cit', 'git~1'].map((name) => `${name}/config: has a name that git does not accept`),
  ],
  [
    'a pipe that git would wait for',
    '',
    'mkdir -p new/deep; mkfifo new/deep/.gitignore; echo x > x',
    ['created x'],
    ['new/deep/.gitignore: is not a regular file'],
  ],
  ['a submodule that gets a file', SUBMODULE, 'echo x > sm/x', [], ['sm: is a submodule or a nested repository']],
  ['a submodule that nothing touched', SUBMODULE, 'git -C sm status >/dev/null', [], []],
  [
    'a repository inside that gets a file',
    'git init -q inner; echo x > inner/x',
    'echo y > inner/y',
    [],
    ['inner: is a submodule or a nested repository'],
  ],
  [
    'a conflict from before',
    `${CONFLICT}; git merge -q x || true`,
    'echo solved > a.txt; echo n > n',
    ['changed a.txt: already differed from the commit before the run', 'created n'],
    [],
  ],
  [
    'repositories without the name .git',
    `mkdir -p kept/refs kept/objects gone/refs gone/objects; echo 'ref: refs/heads/main' | tee kept/HEAD gone/HEAD; for f in kept gone; do echo x | tee $f/refs/x $f/objects/x $f/config; done; git add -A; git commit -qm k`,
    `git init -q --bare bare; rm -rf bare/hooks; for f in refs objects; do echo bare $f > bare/$f/x; done; echo "bare config" > bare/config; mkdir -p a/b; ln -s ../../src a/b/objects; touch a/b/refs a/b/code; chmod +x a/b/refs; echo 'ref: refs/heads/x' > a/b/hEaD
mkdir -p c d/objects; echo .. > c/commondir; echo 'ref: refs/heads/x' > c/HEAD; echo d1 > d/HEAD; echo d2 > d/objects/x; echo '[core]fsmonitor=x' > kept/config; mv src/s.txt kept/s.txt; rm -r gone`,
    [
      ...['HEAD', 'config', 'objects/x', 'refs/x'].map((name) => `deleted gone/${name}`),
      ...['created d/HEAD', 'created d/objects/x'],
      ...['changed kept/config', 'renamed kept/s.txt', 'created c/HEAD', 'created c/commondir', 'link a/b/objects'].map(
        inRepository,
      ),
      ...[
        'a/b/code',
        'a/b/hEaD',
        'a/b/refs',
        ...['HEAD', 'config', 'description', 'info/exclude', 'objects/x', 'refs/x'].map((name) => `bare/${name}`),
      ].map((path) => inRepository(`created ${path}`)),
    ],
    [],
  ],
  ['a worktree of the run', '', 'git worktree add -q wt -b w', [], ['wt: is a submodule or a nested repository']],
]

for (const [name, prepare, act, delivered, undelivered] of sample(ODD_CHANGES, 4))
  test(`delivered or named: ${name}`, async () => {
    shell(root, `${SETUP_IN('.')}\n${prepare}`)
    const result = await account(act)
    expect([names(result), named(result)]).toEqual([delivered.toSorted(), undelivered.toSorted()])
  })

const COMMIT = 'git add -A; git commit -qm mine'
const PLACES: [name: string, prepare: string, act: string, places: Record<string, string[]>][] = [
  ['nothing', '', 'echo x >> a.txt', {}],
  [
    'a commit',
    '',
    `echo x >> a.txt; ${COMMIT}`,
    { 'refs/heads/main': ['changed a.txt'], 'the index': ['changed a.txt'] },
  ],
  [
    'a commit whose file is gone from the working tree',
    '',
    `echo x > x; ${COMMIT}; rm x`,
    {
      'refs/heads/main': ['created x'],
      'the index': ['created x'],
    },
  ],
  [
    'a branch and back',
    '',
    `git switch -qc b; rm d.txt; ${COMMIT}; git switch -q main`,
    { 'refs/heads/b': ['deleted d.txt'] },
  ],
  [
    'HEAD on no branch',
    '',
    `git switch -q --detach; mv d.txt e.txt; ${COMMIT}`,
    {
      HEAD: ['created e.txt', 'deleted d.txt'],
      'the index': ['created e.txt', 'deleted d.txt'],
    },
  ],
  [
    'a tag with a message, one without, and any reference',
    '',
    `git switch -qc b; echo x > x; ${COMMIT}; git tag -am m t; git tag u; git update-ref refs/remotes/origin/b b; git update-ref refs/odd/b b; git switch -q main; git branch -qD b`,
    Object.fromEntries(
      ['refs/odd/b', 'refs/remotes/origin/b', 'refs/tags/t', 'refs/tags/u'].map((name) => [name, ['created x']]),
    ),
  ],
  [
    'a tag on a tree, and one on a file',
    '',
    'id=$(echo x | git hash-object -w --stdin); git tag file $id; git tag tree $(printf "100644 blob $id\tx\n" | git mktree)',
    {
      'refs/tags/tree': ['created x'],
    },
  ],
  ['a stash', '', 'echo x >> a.txt; git stash -q', { 'refs/stash': ['changed a.txt'] }],
  [
    'a branch of a worktree',
    '',
    `git worktree add -q ../${'$'}{PWD##*/}-clone/w; cd ../${'$'}{PWD##*/}-clone/w; echo x > x; ${COMMIT}`,
    { 'refs/heads/w': ['created x'] },
  ],
  [
    'only the index',
    '',
    'git update-index --add --cacheinfo 100644,$(echo x | git hash-object -w --stdin),x',
    { 'the index': ['created x'] },
  ],
  [
    'what was staged before',
    'echo x > x; git add x',
    'git status -s; git add -A; echo y > y; git add y',
    { 'the index': ['created y'] },
  ],
  [
    'branches of earlier commits, and what the commits of others bring',
    `git switch -qc far; echo x > x; ${COMMIT}; git switch -q main; echo y > y; ${COMMIT}`,
    'git branch near far; git switch -qc mixed; git merge -q -m m far; echo z > z; git add z; git commit -qm z; git switch -q main',
    { 'refs/heads/mixed': ['created z'] },
  ],
  [
    'a branch that is moved back',
    `git branch b; echo y > y; ${COMMIT}`,
    'git branch -f main-before HEAD~1; git branch -f b HEAD',
    {},
  ],
]
test.each(sample(PLACES, 3))('where git keeps files of a run: %s', async (_, prepare, act, expected) => {
  shell(root, `${SETUP_IN('.')}; ${prepare}`)
  const { places = [] } = await account(act)
  const found = places.map(({ name, files }) => [name, files?.map(({ kind, path }) => `${kind} ${path}`).toSorted()])
  expect(Object.fromEntries(found)).toEqual(expected)
})

test('without a program or a write nothing is recorded or compared: git, which here would read a pipe for minutes, never starts', async () => {
  shell(root, `${SETUP_IN('.')}\nmkfifo src/.gitignore`)
  const scratch = await mkdtemp(join(tmpdir(), 'sluice-scratch-'))
  try {
    const accounting = accountingOf(root, scratch)
    const notices: string[] = []
    expect(await accounting.finish([], (text) => notices.push(text))).toEqual({ changes: [] })
    expect(notices).toEqual([])
    expect(existsSync(join(scratch, 'snapshot'))).toBe(false)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
})

/** Ways to keep git from reading the repository, each beside a new file. What is said, and what is in `.git` then. */
const COPY = 'cp -R .git copy; rm -rf .git'
const DAMAGE: [name: string, act: string, said: RegExp, prepare?: string][] = [
  ['removed', 'rm -rf .git', /removed or moved/],
  ['moved out', 'mv .git "../${PWD##*/}-clone"', /removed or moved/],
  [
    'moved out, with 5,000 loose objects',
    'mv .git "../${PWD##*/}-clone"',
    /removed or moved/,
    'mkdir .git/objects/zz; (cd .git/objects/zz; seq 5000 | xargs touch)',
  ],
  ['moved, with a link', 'mv .git other; ln -s other .git', /something else in place/],
  ['moved, with a file', 'mv .git other; echo "gitdir: other" > .git', /something else in place/],
  [
    'replaced by a copy with another branch',
    `${COPY}; mv copy .git; git switch -qc b; echo z > z; ${COMMIT}`,
    /something else/,
  ],
  // Removed instead, it could come again with the same number on the disk.
  ['a new repository', 'mv .git "../${PWD##*/}-clone"; git init -q -b main; git add -A', /something else in place/],
  ['a pipe', 'rm -rf .git; mkfifo .git', /something else in place/],
  ['objects replaced', 'mv .git/objects o; mkdir -p .git/objects/pack', /something else in place/],
  ['objects deleted', 'find .git/objects -type f -delete', /git cannot read it/],
  ['a pipe as HEAD', 'rm .git/HEAD; mkfifo .git/HEAD', /no file in place of `.git\/HEAD`/],
  ['a link to a pipe as index', 'mkfifo p; rm .git/index; ln -s ../p .git/index', /no file in place of `.git\/index`/],
  ['an unreadable HEAD', 'echo x > .git/HEAD', /git cannot read it/],
  ['an unreadable index', 'echo x > .git/index', /git cannot read it/],
  ['an unreadable configuration', "echo '[' > .git/config", /git cannot read it/],
  ['another working tree', 'mkdir w; git config core.worktree ../w', /another working tree/],
  [
    'another working tree by an included file',
    "printf '[core]\\nworktree = /\\n' > .git/c; git config include.path c",
    /working tree/,
  ],
  ['a common folder', 'cp -R .git copy; echo ../copy > .git/commondir', /another repository/],
  [
    'other objects',
    'cp -R .git copy; mkdir -p .git/objects/info; echo "$PWD/copy/objects" > .git/objects/info/alternates',
    /another repository/,
  ],
  [
    'other objects by a link',
    'cp -R .git copy; echo "$PWD/copy/objects" > names; mkdir -p .git/objects/info; ln -s ../../../names .git/objects/info/alternates',
    /another repository/,
  ],
  ['what was staged is staged again', 'rm -rf .git', /removed/, 'echo y > y; git add y'],
  ['references', 'rm -rf .git', /removed/, 'git tag t; git branch b; git pack-refs --all; git branch c'],
  ['a file of a worktree', 'rm .git; git init -q', /something else/, 'worktree'],
  [
    'a file of a worktree that names another',
    'cp -R "$(git rev-parse --git-dir)" copy; echo "gitdir: copy" > .git',
    /rewrote/,
    'worktree',
  ],
]
test.each(sample(DAMAGE, 4))(
  'git is kept from the repository, which is put back: %s',
  async (_, act, said, prepare = '') => {
    const isWorktree = prepare === 'worktree'
    if (isWorktree)
      shell(
        root,
        `rmdir "$PWD"; mkdir "$PWD-main"; cd "$PWD-main"; git init -q -b main; ${SETUP}; git worktree add -q "${root}" HEAD`,
      )
    else shell(root, `${SETUP_IN('.')}; ${prepare}`)
    const state = () => shell(root, 'git rev-parse HEAD; git for-each-ref; git ls-files -s; git config --list')
    const before = state()
    const {
      changes,
      damage = '',
      notices,
    } = await account(`${act}; mkdir -p infra; echo x > infra/x; echo new > a.txt`)
    expect(damage).toMatch(said)
    expect(notices).toEqual([])
    expect(changes.map(({ path }) => path)).toEqual(expect.arrayContaining(['a.txt', 'infra/x']))
    expect(state()).toBe(before)
    expect(shell(root, 'git status --porcelain')).toContain('?? infra/')
  },
)

test('a repository that cannot be put back is named, and what stands in its place is not followed', async () => {
  shell(root, `mkdir main; cd main; git init -q -b main; ${SETUP}; git worktree add -q ../tree HEAD`)
  const top = join(root, 'tree')
  const { damage, undelivered } = await account('rm -rf ../main; rm .git; git init -q; git add -A', '.', top)
  expect(damage).toMatch(/cannot be compared .*something else in place of `\.git`.*Its files are not put back/)
  expect(undelivered).toMatchObject([{ path: '.' }])
  expect(existsSync(join(top, '.git'))).toBe(false)
})

test('while programs of the run still run, git does not read the checkout, and only what tools wrote is delivered', async () => {
  shell(root, SETUP_IN('.'))
  const scratch = await mkdtemp(join(tmpdir(), 'sluice-scratch-'))
  try {
    const accounting = accountingOf(root, scratch)
    await accounting.recordBegin()
    await writeFile(join(root, 'a.txt'), 'by a tool\n')
    await writeFile(join(root, 'd.txt'), 'by a command\n')
    accounting.recordSurvivors(['swapper (PID 12)'])
    const notices: string[] = []
    const written = {
      path: 'a.txt',
      before: Buffer.from('one\ntwo\n'),
      after: Buffer.from('by a tool\n'),
      mode: '100644' as const,
    }
    const { changes, undelivered } = await accounting.finish([written], (text) => notices.push(text))
    expect(changes.map(({ path }) => path)).toEqual(['a.txt'])
    expect(undelivered).toMatchObject([{ path: '.', reason: expect.stringContaining('is unknown') }])
    expect(notices.join()).toContain('programs of this run still run: swapper (PID 12)')
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
})
