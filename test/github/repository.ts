import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { childEnvironment } from '../../src/platform/process/child-environment.ts'

const execute = promisify(execFile)

export const childEnv = childEnvironment({ PATH: process.env.PATH, HOME: tmpdir() }, [])

export type TestRepository = {
  dir: string
  git(...args: string[]): Promise<string>
  /** Writes files and commits them. Modes other than those of plain files, and names the disk may refuse, go through `index`. */
  commit(files: Record<string, string>, index?: { path: string; mode: string; content: string }[]): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

/** A real repository in its own folder. */
export async function testRepository(): Promise<TestRepository> {
  const repository = repositoryAt(await newFolder())
  await repository.git('init', '--quiet', '--initial-branch=main')
  return repository
}

/** Builds a repository once and copies it for each test, because git processes are slow. The copies have the same SHAs. */
export function preparedRepository<Facts extends object>(build: (repository: TestRepository) => Promise<Facts>) {
  const prepare = async () => {
    const repository = await testRepository()
    process.once('exit', () => rmSync(repository.dir, { recursive: true, force: true }))
    return { dir: repository.dir, facts: await build(repository) }
  }
  let prepared: ReturnType<typeof prepare> | undefined
  return async (): Promise<TestRepository & Facts> => {
    prepared ??= prepare()
    const { dir, facts } = await prepared
    const copy = await newFolder()
    await cp(dir, copy, { recursive: true, verbatimSymlinks: true })
    return { ...repositoryAt(copy), ...facts }
  }
}

const newFolder = () => mkdtemp(join(tmpdir(), 'sluice-github-'))

function repositoryAt(dir: string): TestRepository {
  const git = async (...args: string[]) => {
    const identity = [
      '-c',
      'user.name=Ada',
      '-c',
      'user.email=ada@example.com',
      '-c',
      'commit.gpgsign=false',
      '-c',
      'core.precomposeUnicode=false',
    ]
    const running = execute('git', [...identity, ...args], { cwd: dir, env: childEnv })
    return (await running).stdout.trim()
  }
  return {
    dir,
    git,
    async commit(files, index = []) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(dir, path)), { recursive: true })
        await writeFile(join(dir, path), content)
      }
      if (Object.keys(files).length > 0) await git('add', '--force', '--', ...Object.keys(files))
      for (const { path, mode, content } of index) {
        const sha = mode === '160000' ? content : await hash(git, dir, content)
        await git('update-index', '--add', '--cacheinfo', `${mode},${sha},${path}`)
      }
      await git('commit', '--quiet', '--allow-empty', '-m', 'A commit')
      return git('rev-parse', 'HEAD')
    },
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  }
}

async function hash(git: TestRepository['git'], dir: string, content: string): Promise<string> {
  const path = join(dir, '.git', 'blob-to-hash')
  await writeFile(path, content)
  return git('hash-object', '-w', '--no-filters', path)
}
