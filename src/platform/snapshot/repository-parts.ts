import { isAbsolute } from 'node:path'
import { runGit } from '../process/git.ts'
import { parseReferences, REFERENCE_ARGS, type References, readReferences } from './references.ts'

/** Where git keeps the parts of a repository, as absolute paths, and what it points at. */
export type RepositoryParts = {
  /** The folders of the repository itself. A worktree has two. */
  gitFolders: readonly string[]
  objects: string
  index: string
  exclude: string
  attributes: string
  /** Of object names: sha1 or sha256. */
  format: string
  /** The commit that is checked out; undefined before the first commit. */
  headCommit: string | undefined
  headTree: string | undefined
  references: References
}

const PLACES = [
  ...['--absolute-git-dir', '--git-common-dir'],
  ...['--git-path', 'objects', '--git-path', 'index', '--git-path', 'info/exclude', '--git-path', 'info/attributes'],
  '--show-object-format',
]

/** Asks git, in most repositories once. Rejects when `top` is not the top of a readable repository. */
export async function readRepositoryParts(top: string): Promise<RepositoryParts> {
  const parse = (head: readonly string[]) =>
    gitLines(top, ['rev-parse', '--path-format=absolute', ...PLACES, ...head, ...REFERENCE_ARGS])
  const { lines, hasHead } = await parse(['HEAD^{commit}', 'HEAD^{tree}']).then(
    (all) => ({ lines: all, hasHead: true }),
    // Before the first commit.
    async () => ({ lines: await parse([]), hasHead: false }),
  )
  const [gitFolder, commonFolder, objects, index, exclude, attributes, format, ...rest] = lines
  const [headCommit, headTree] = hasHead ? rest : []
  if (
    gitFolder === undefined ||
    commonFolder === undefined ||
    objects === undefined ||
    index === undefined ||
    exclude === undefined ||
    attributes === undefined
  )
    throw new Error('git did not say where the parts of the repository are')
  // Each part has one line of its own, unless a path has a line break. What follows are names and ids.
  if (rest.some(isAbsolute)) throw new Error('the path of the repository contains a line break')
  const references = parseReferences(hasHead ? rest.slice(2) : rest) ?? (await readReferences(top))
  const gitFolders = [gitFolder, commonFolder]
  return { gitFolders, objects, index, exclude, attributes, format: format ?? 'sha1', headCommit, headTree, references }
}

async function gitLines(top: string, args: readonly string[]): Promise<string[]> {
  const { code, stdout, stderr, failure } = await runGit({ top }, args)
  if (code !== 0) throw new Error(failure ?? (stderr.trim() || `git ${args[0]} failed`))
  return stdout.replace(/\n$/, '').split('\n')
}
