import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { sample } from '../../sample.ts'
import { isolated } from '../isolated.ts'
import {
  asRoot,
  asUser,
  base,
  cleanUp,
  machine,
  me,
  own,
  passwordlessSudo,
  put,
  SECRET,
  SOMEBODY,
  SYSTEM,
  works,
} from '../isolation-machine.ts'

afterAll(cleanUp)

const isRoot = me === 0
const WAYS: { name: string; as?: number; sudo?: boolean; holds: boolean }[] = [
  { name: isRoot ? 'root' : 'the user of the tests', holds: works(isRoot ? asRoot : asUser) },
  ...(isRoot ? [{ name: 'an ordinary user', as: SOMEBODY, holds: works(asUser, SOMEBODY) }] : []),
  ...(isRoot ? [{ name: 'sudo', as: SOMEBODY, sudo: true, holds: works(asRoot) }] : []),
]

/** What a command could leave behind for a later step, each with its file. */
const LEFT_BEHIND: [command: string, path: (at: (path: string) => string) => string][] = [
  ['echo x > ~/.bashrc', (at) => at('home/.bashrc')],
  ['mkdir -p ~/.local/bin && echo x > ~/.local/bin/git', (at) => at('home/.local/bin/git')],
  ['echo x > "$BASE/tools/node"', (at) => at('tools/node')],
  ['echo x > "$BASE/actions/other.js"', (at) => at('actions/other.js')],
  ['mkdir -p "$BASE/work/next" && echo x > "$BASE/work/next/Makefile"', (at) => at('work/next/Makefile')],
  ['echo x > /tmp/$NAME', () => `/tmp/${NAME}`],
  ['echo x > /var/tmp/$NAME', () => `/var/tmp/${NAME}`],
  ['echo x > /dev/shm/$NAME', () => `/dev/shm/${NAME}`],
  ['echo x > /usr/local/bin/$NAME', () => `/usr/local/bin/${NAME}`],
]
const NAME = `sluice-left-${process.pid}`

/** Files that git obeys and that are not there yet. */
const OBEYED = [
  'commondir',
  'config.worktree',
  'info/attributes',
  'info/grafts',
  'hooks/post-commit',
  'modules/x/config',
  'worktrees/x/gitdir',
  'remotes/origin',
  'branches/main',
  'objects/info/alternates',
  'refs/replace/0123456789abcdef0123456789abcdef01234567',
]

function checkout(name: string, way: (typeof WAYS)[number], mayEdit: boolean) {
  const job = machine(name, {
    env: { RUNNER_ENVIRONMENT: way.sudo ? 'github-hosted' : '' },
    folders: way.sudo ? [passwordlessSudo(), ...SYSTEM] : SYSTEM,
  })
  const { at, place, env } = job
  put(at('tools/README'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', place.workspace, '-c', 'safe.directory=*', ...args], { encoding: 'utf8' })
  execFileSync('git', ['init', '-q', '-b', 'main', place.workspace])
  writeFileSync(at('home/.gitconfig'), '[user]\n\tname = a\n\temail = a@example.com\n')
  git('add', 'code.txt')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'first')
  own(at('.'), way.as)
  place.env = { ...place.env, RUNNER_TOOL_CACHE: at('tools') }
  return { at, git, env: { ...env, NAME }, place: { ...place, mayEdit } }
}

for (const way of sample(WAYS, 1))
  describe(`files, as ${way.name}`, () => {
    const slug = way.name.replaceAll(' ', '-')

    test('where the run may not edit, nothing stays and later commands see what earlier ones wrote', async () => {
      const { at, git, env, place } = checkout(`${slug}-drop`, way, false)
      const commands = [
        ...LEFT_BEHIND.map(([shell]) => ({ shell })),
        { shell: 'echo new > new.txt; rm code.txt; mkdir folder; echo x > .git/commondir; rm .git/commondir' },
        { shell: 'cat new.txt; ls; git add new.txt; git commit -qm second; git log --format=%s' },
      ]
      const { level, description, ran } = await isolated({ place, env, commands }, SECRET, way.as)
      if (!way.holds) {
        expect(description).toMatch(/not isolated from this job/)
        return expect(level).not.toBe('namespaces')
      }
      expect(description).toMatch(/What they write is dropped/)
      expect(LEFT_BEHIND.map(([, path]) => path(at)).filter(existsSync)).toEqual([])
      expect(readdirSync(place.workspace).sort()).toEqual(['.git', 'code.txt', 'gha-creds-0123.json'])
      expect(git('log', '--format=%s')).toBe('first\n')
      expect(ran.at(-1)?.stdout).toBe('new\nfolder\ngha-creds-0123.json\nnew.txt\nsecond\nfirst\n')
    })

    test('where it may, only the checkout changes, and a commit is one', async () => {
      const { at, git, env, place } = checkout(`${slug}-edit`, way, true)
      const commands = [
        ...LEFT_BEHIND.map(([shell]) => ({ shell })),
        ...OBEYED.map((path) => ({ shell: `mkdir -p "$(dirname .git/${path})"; echo bad > .git/${path}; true` })),
        { shell: 'rm -rf .git/commondir .git/worktrees; echo new > new.txt; git add new.txt && git commit -qm second' },
        {
          shell:
            'git pack-refs --all; id=$(git rev-parse HEAD); printf "%s refs/replace/%s\\n^%s\\n" $id $(git rev-parse HEAD~1) $id >> .git/packed-refs',
        },
        { shell: 'git checkout -q -b other; git status --short' },
      ]
      const { level, ran } = await isolated({ place, env, commands }, SECRET, way.as)
      if (!way.holds) return expect(level).not.toBe('namespaces')
      expect(ran.at(-2)).toMatchObject({ code: 0 })
      expect(ran.at(-3)).toMatchObject({ code: 0 })
      expect(LEFT_BEHIND.map(([, path]) => path(at)).filter(existsSync)).toEqual([])
      expect(OBEYED.filter((path) => existsSync(join(place.workspace, '.git', path)))).toEqual([])
      expect(readFileSync(join(place.workspace, 'new.txt'), 'utf8')).toBe('new\n')
      await expect.poll(() => git('log', '--format=%s')).toBe('second\nfirst\n')
      await expect.poll(() => git('symbolic-ref', '--short', 'HEAD')).toBe('other\n')
      await expect.poll(() => git('status', '--short', '--untracked-files=no')).toBe('')
      expect(git('replace', '-l')).toBe('')
      expect(readFileSync(join(place.workspace, '.git/packed-refs'), 'utf8')).toMatch(/^[^^]* refs\/heads\/main\n$/)
    })

    test('where it may, no command moves, removes or replaces .git', async () => {
      const { git, env, place } = checkout(`${slug}-kept`, way, true)
      const attempts = [
        ...['mv .git x', 'mv .git ../x', 'rm -rf .git; test ! -e .git', 'ln -sfn x .git; test -L .git'],
        ...[
          'mkdir x; mv -T x .git',
          "python3 -c \"import os; os.rename('.git', 'x')\"",
          'umount .git',
          'umount -l .git',
        ],
      ]
      const { level, ran } = await isolated(
        { place, env, commands: [{ shell: 'mkdir x; rmdir x' }, ...attempts.map((shell) => ({ shell }))] },
        SECRET,
        way.as,
      )
      if (!way.holds) return expect(level).not.toBe('namespaces')
      const [first, ...others] = ran
      expect(first).toMatchObject({ code: 0 })
      expect(others.map(({ code }, index) => [attempts[index], code === 0])).toEqual(
        attempts.map((attempt) => [attempt, false]),
      )
      // A command can empty it, which the run finds and undoes.
      expect(readdirSync(place.workspace)).toContain('.git')
      expect(git('config', 'core.bare')).toBe('false\n')
    })

    test('a split index is whole after the run, and object stores stay what they are', async () => {
      const { git, env, place } = checkout(`${slug}-split`, way, true)
      git('config', 'core.splitIndex', 'true')
      rmSync(join(place.workspace, '.git/objects/info'), { recursive: true, force: true })
      own(place.workspace, way.as)
      const commands = [
        { shell: 'echo new > new.txt; git update-index --split-index --add new.txt; ls .git/sharedindex.*' },
        { shell: 'mkdir -p .git/objects/info; echo /tmp > .git/objects/info/alternates; ls .git/objects/info' },
      ]
      const { level, ran } = await isolated({ place, env, commands }, SECRET, way.as)
      if (!way.holds) return expect(level).not.toBe('namespaces')
      expect(ran[0]).toMatchObject({ code: 0, stdout: expect.stringContaining('sharedindex.') })
      await expect.poll(() => git('ls-files')).toBe('code.txt\nnew.txt\n')
      const alternates = join(place.workspace, '.git/objects/info/alternates')
      await expect.poll(() => existsSync(alternates)).toBe(false)
    })
  })

test('an isolation that cannot be set up ends the run, whatever the mode', async () => {
  const { place } = machine('full')
  put(join(base, 'full/scratch-file'))
  const { openIsolation } = await import('../../../src/platform/sandbox/isolation.ts')
  const opened = openIsolation('auto', {
    ...place,
    uid: me,
    gid: process.getgid?.(),
    scratch: join(base, 'full/scratch-file'),
  })
  if (!works(isRoot ? asRoot : asUser)) return expect(await opened).not.toMatchObject({ level: 'namespaces' })
  await expect(opened).rejects.toThrow(/could not be set up: .*Nothing ran/)
})
