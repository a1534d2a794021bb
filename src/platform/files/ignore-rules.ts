import { join, relative } from 'node:path'
import type { Ignore } from 'ignore'
import ignore from 'ignore'
import { toForwardSlashes } from '../paths.ts'
import { findRepositoryTop, type GitRepository, runGit, splitNulFields } from '../process/run-git.ts'
import { smallFileReader } from './open-path.ts'

/** Which of the two kinds of rules to apply. Default: both. */
export type IgnoreSources = { git?: boolean; gemini?: boolean }

/** The ignore rules of git and of `.geminiignore`. */
export type IgnoreRules = {
  /**
   * The hidden paths among the candidates. As in git, everything in a hidden folder is hidden, whatever later rules match.
   * `.gitignore` never hides a tracked file: a change under review must not be able to hide its own files.
   */
  hidden(candidates: readonly PathCandidate[], use?: IgnoreSources): Promise<ReadonlySet<string>>
  /** Starts git for a large folder early, so that it runs while the entries are read. */
  prefetch(folder: string): void
  /** True when `.geminiignore` re-includes files (`!pattern`) that git hides, which git's own listing would miss. */
  reincludes: boolean
  /** Whether there is a `.geminiignore`. */
  hasGeminiIgnore: boolean
}

export type IgnoreOptions = {
  /** The text of `.geminiignore`. It configures the run, so it comes from a trusted commit and not from the worktree. */
  geminiText?: string
  /** What an earlier call read. It is read again only where it changed. */
  memory?: IgnoreMemory
  platform?: NodeJS.Platform
}

/** The ignore files that were read, and their compiled rules by the name of their file. */
export type IgnoreMemory = { read: ReturnType<typeof smallFileReader>; compiled: Map<string, CompiledText> }

type CompiledText = { text: string; rules: Ignore }

export const ignoreMemory = (): IgnoreMemory => ({ read: smallFileReader(), compiled: new Map() })

/** Larger ignore files and links are not read. */
const MAX_IGNORE_FILE_BYTES = 1024 * 1024

type IgnoreResult = 'shown' | 'hidden' | 'hidden by git'

type Layer = { folder: string; rules: Ignore }

/** Loads the rules of one workspace. Each ignore file is read once, when a path first needs it. */
export async function loadIgnore(root: string, options: IgnoreOptions = {}): Promise<IgnoreRules> {
  const ignorecase = ['win32', 'darwin'].includes(options.platform ?? process.platform)
  const { geminiText, memory = ignoreMemory() } = options
  const compile: Compile = (text, before) => {
    const rules = ignore({ ignorecase, allowRelativePaths: true })
    return (before === undefined ? rules : rules.add(before)).add(text)
  }
  const compileOnce = (name: string, text: string): Ignore => {
    const before = memory.compiled.get(name)
    if (before?.text === text) return before.rules
    const rules = compile(text)
    memory.compiled.set(name, { text, rules })
    return rules
  }
  const readLayer = (top: string, folder: string): Layer | undefined => {
    const text = readRules(memory.read, top, folder)
    return text === undefined ? undefined : { folder, rules: compileOnce(join(top, folder), text) }
  }
  const gemini = geminiText === undefined ? undefined : compileOnce('.geminiignore', geminiText)
  // Undefined outside a repository: then no git rules apply.
  const top = await findRepositoryTop(root)
  const checkPath = makePathCheck(
    gemini,
    top === undefined ? undefined : gitRules(root, top, readLayer, compile),
    compile,
  )
  const folders = new Map<string, Promise<ReadonlySet<string> | undefined>>()

  /** Direct entries of a folder that git ignores, cached. Undefined when git's answer does not apply to that folder. */
  function ignoredByGitIn(folder: string): Promise<ReadonlySet<string> | undefined> {
    let answer = folders.get(folder)
    if (answer === undefined) {
      answer = queryGit(folder)
      folders.set(folder, answer)
    }
    return answer
  }

  async function queryGit(folder: string): Promise<ReadonlySet<string> | undefined> {
    if (top === undefined) return undefined
    const answer = listIgnoredChildren({ top }, root, folder)
    // git's answer does not apply in a hidden folder, where everything is hidden, nor in a nested repository.
    const plain =
      folder === '' ||
      ((await checkPath({ path: folder, folder: true }, { git: true, gemini: false })) === 'shown' &&
        (await findRepositoryTop(join(root, folder))) === top)
    return plain ? answer : undefined
  }

  /** A check for paths that git tracks or does not ignore. Undefined when checking them one by one is faster. */
  async function findVisibleToGit(
    candidates: readonly PathCandidate[],
  ): Promise<((path: string) => boolean) | undefined> {
    if (top === undefined || candidates.length < BATCH_THRESHOLD) return undefined
    const folder = commonFolder(candidates)
    const ignored = folder === undefined ? undefined : await ignoredByGitIn(folder)
    if (ignored !== undefined) return (path) => !ignored.has(path)
    const visible = await listFilesVisibleToGit({ top }, root, candidates.length, folder)
    return (path) => visible.has(path)
  }

  async function hidden(candidates: readonly PathCandidate[], use: IgnoreSources = {}): Promise<ReadonlySet<string>> {
    const both = { git: use.git ?? true, gemini: use.gemini ?? true }
    const result = new Set<string>()
    // Large searches call this often. Without rules, only git's own files can be hidden.
    if (!(both.git && top !== undefined) && !(both.gemini && gemini)) candidates = candidates.filter(isGitInternal)
    const isVisible = both.git ? await findVisibleToGit(candidates) : undefined
    // Only .geminiignore can hide what git shows, and git never shows its own files. So most files of a large folder need
    // no check.
    if (isVisible !== undefined && gemini === undefined) candidates = candidates.filter(({ path }) => !isVisible(path))
    const byGit: string[] = []
    for (const candidate of candidates) {
      const outcome = await checkPath(candidate, isVisible?.(candidate.path) ? { ...both, git: false } : both)
      if (outcome !== 'shown') result.add(candidate.path)
      if (outcome === 'hidden by git') byGit.push(candidate.path)
    }
    if (top !== undefined && byGit.length > 0)
      for (const path of await filterTracked({ top }, root, byGit)) result.delete(path)
    return result
  }

  return {
    hidden,
    prefetch: (folder) => void ignoredByGitIn(folder === '.' ? '' : folder),
    reincludes: /^!/m.test(geminiText ?? ''),
    hasGeminiIgnore: gemini !== undefined,
  }
}

type Compile = (text: string, before?: Ignore) => Ignore

/** Makes a check of one path that also checks the folders above it. */
function makePathCheck(
  gemini: Ignore | undefined,
  hiddenByGit: ((path: string) => Promise<boolean>) | undefined,
  compile: Compile,
): (candidate: PathCandidate, use: Required<IgnoreSources>) => Promise<IgnoreResult> {
  const answers = new Map<string, Promise<IgnoreResult>>()

  /** Checks one path whose parent folders are already checked. A trailing slash marks a folder. */
  async function checkPrefix(path: string, use: Required<IgnoreSources>): Promise<IgnoreResult> {
    if (isGitInternal({ path })) return 'hidden'
    const byGemini = use.gemini && gemini ? matchExactPath(gemini, path, (more) => compile(more, gemini)) : undefined
    if (byGemini !== undefined) return byGemini ? 'hidden' : 'shown'
    return use.git && (await hiddenByGit?.(path)) ? 'hidden by git' : 'shown'
  }

  return async ({ path, folder }, use) => {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.')
    let worst: IgnoreResult = 'shown'
    for (let depth = 1; depth <= parts.length; depth++) {
      const prefix = parts.slice(0, depth).join('/') + (depth === parts.length && !folder ? '' : '/')
      const key = `${use.git}${use.gemini}${prefix}`
      const answer: Promise<IgnoreResult> = answers.get(key) ?? checkPrefix(prefix, use)
      // Each file is checked once, a folder for every entry in it.
      if (prefix.endsWith('/')) answers.set(key, answer)
      const outcome = await answer
      if (outcome === 'hidden') return 'hidden'
      if (outcome === 'hidden by git') worst = outcome
    }
    return worst
  }
}

/** Makes a check whether git's rules hide a path of the workspace. Includes the rules of the folders above the workspace. */
function gitRules(
  root: string,
  top: string,
  readLayer: (top: string, folder: string) => Layer | undefined,
  compile: Compile,
): (path: string) => Promise<boolean> {
  const workspacePrefix = toForwardSlashes(relative(top, root))
  const layers = new Map<string, Layer | undefined>()

  /** The rules of one folder. `folder` is relative to the top of the repository. */
  function layerOf(folder: string): Layer | undefined {
    if (!layers.has(folder)) layers.set(folder, readLayer(top, folder))
    return layers.get(folder)
  }

  return async (path) => {
    const repositoryPath = workspacePrefix === '' ? path : `${workspacePrefix}/${path}`
    for (const folder of ancestorFolders(repositoryPath)) {
      const layer = layerOf(folder)
      const relativePath = folder === '' ? repositoryPath : repositoryPath.slice(folder.length + 1)
      const isIgnored = layer && matchExactPath(layer.rules, relativePath, (more) => compile(more, layer.rules))
      if (isIgnored !== undefined) return isIgnored
    }
    return false
  }
}

const isGitInternal = ({ path }: { path: string }): boolean => /(?:^|\/)\.git(?:\/|$)/.test(path)

/**
 * Whether these rules ignore exactly this path; undefined when they do not match it. The matcher also answers "ignored" for
 * everything in an ignored folder. Here the folder is visible, because a deeper ignore file re-included it, so the rules
 * for the folder must not count.
 */
function matchExactPath(rules: Ignore, path: string, compile: (text: string) => Ignore): boolean | undefined {
  const { ignored, unignored } = rules.test(path)
  if (unignored) return false
  if (!ignored) return undefined
  const parts = path.replace(/\/$/, '').split('/')
  const folders = parts.slice(1).map((_, depth) => `${parts.slice(0, depth + 1).join('/')}/`)
  const ignoredFolders = folders.filter((folder) => rules.test(folder).ignored)
  if (ignoredFolders.length === 0) return true
  const lines = ignoredFolders.map((folder) => `!/${folder.replace(/[\\*?[\]! #]/g, '\\$&')}`)
  return compile(lines.join('\n')).test(path).ignored ? true : undefined
}

/** The folders whose ignore files apply to a path, nearest first; '' is the top. */
function ancestorFolders(path: string): string[] {
  const parts = path.replace(/\/$/, '').split('/').slice(0, -1)
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/')), '']
}

/** `folder`: relative to the top of the repository. */
function readRules(read: IgnoreMemory['read'], top: string, folder: string): string | undefined {
  const gitignore = read(top, join(folder, '.gitignore'), MAX_IGNORE_FILE_BYTES)
  // It has the lowest precedence, so its lines come first.
  const excluded = folder === '' ? read(top, '.git/info/exclude', MAX_IGNORE_FILE_BYTES) : undefined
  return gitignore === undefined && excluded === undefined ? undefined : `${excluded ?? ''}\n${gitignore ?? ''}`
}

/** A path relative to the workspace, with forward slashes. `folder` matters because the rule `dist/` matches folders only. */
export type PathCandidate = { path: string; folder: boolean }

/** From this many files on, one call of git is faster than checking each file. */
export const BATCH_THRESHOLD = 500

/** Files that git tracks or does not ignore: directly in a folder, or anywhere. */
export async function listFilesVisibleToGit(
  repository: GitRepository,
  root: string,
  count: number,
  folder: string | undefined,
): Promise<ReadonlySet<string>> {
  const list = async (...kinds: string[]) => {
    const { stdout, code } = await runGit(
      repository,
      ['ls-files', '-z', ...kinds, '--', folder === undefined ? '.' : childrenPathspec(folder)],
      { cwd: root, patterns: folder !== undefined },
    )
    return code === 0 ? splitNulFields(stdout) : []
  }
  const visible = new Set(await list('--cached'))
  if (count - visible.size < BATCH_THRESHOLD) return visible
  // git must walk the folders for these, which takes several times as long.
  for (const path of await list('--others', '--exclude-standard')) visible.add(path)
  return visible
}

/** The folder that directly contains all candidates ('' is the root); undefined when there are several. */
export function commonFolder(candidates: readonly PathCandidate[]): string | undefined {
  const first = candidates[0]?.path
  if (first === undefined) return undefined
  const prefix = first.slice(0, first.lastIndexOf('/') + 1)
  return candidates.every(({ path }) => path.lastIndexOf('/') === prefix.length - 1 && path.startsWith(prefix))
    ? prefix.slice(0, -1)
    : undefined
}

/** The pathspec of a folder's direct entries. */
const childrenPathspec = (folder: string): string =>
  `:(glob)${folder === '' ? '' : `${folder.replace(/[\\*?[\]]/g, '\\$&')}/`}*`

/**
 * Direct entries of a folder that are untracked and ignored by git: files, and fully ignored folders. Includes `.git`.
 * Undefined when git fails.
 */
export async function listIgnoredChildren(
  repository: GitRepository,
  root: string,
  folder: string,
): Promise<ReadonlySet<string> | undefined> {
  const kinds = ['--others', '--ignored', '--exclude-standard', '--directory']
  const { stdout, code } = await runGit(repository, ['ls-files', '-z', ...kinds, '--', childrenPathspec(folder)], {
    cwd: root,
    patterns: true,
  })
  if (code !== 0) return undefined
  return new Set([
    ...splitNulFields(stdout).map((path) => path.replace(/\/$/, '')),
    folder === '' ? '.git' : `${folder}/.git`,
  ])
}

/** Those of the paths, relative to `root`, that are in git's index: files, and folders that contain such files. */
export async function filterTracked(
  repository: GitRepository,
  root: string,
  paths: readonly string[],
): Promise<string[]> {
  const { stdout, code } = await runGit(repository, ['ls-files', '-z', '--', ...paths], { cwd: root })
  if (code !== 0) return []
  const files = splitNulFields(stdout)
  const folders = new Set(files.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index))))
  const indexed = new Set(files)
  return paths.filter((path) => indexed.has(path) || folders.has(path))
}
