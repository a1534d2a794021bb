import { lstat, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Ignore } from 'ignore'
import { repositoryTop } from './git.ts'
import { type Candidate, ignoredIn, listedByGit, MANY, sharedFolder, tracked } from './ignore-git.ts'
import { slashed } from './paths.ts'

/** Which of the two kinds of rules to apply. Both, unless a call says otherwise. */
export type IgnoreUse = { git?: boolean; gemini?: boolean }

/** What git and `.geminiignore` keep out of sight. */
export type IgnoreRules = {
  /**
   * Of these paths, those that are hidden. As in git, what lies in a hidden folder is hidden whatever later rules say, and
   * what is tracked is never hidden by `.gitignore`: a change under review must not be able to hide its own files.
   */
  hidden(candidates: readonly Candidate[], use?: IgnoreUse): Promise<ReadonlySet<string>>
  /** Says that the entries of a folder with very many are about to be asked for, so that git looks while they are read. */
  expect(folder: string): void
  /** True when `.geminiignore` shows again (`!pattern`) what git hides, so that git's own listing would miss it. */
  shows: boolean
  /** Is there a `.geminiignore` at all? */
  filters: boolean
}

export type IgnoreOptions = {
  /** The text of `.geminiignore`. It steers the run, so it comes from a trusted commit and not from the worktree. */
  geminiText?: string
  platform?: NodeJS.Platform
}

/** git reads no larger ignore file of ours, and none that is a link. */
const LARGEST_IGNORE_FILE = 1024 * 1024

type Judgement = 'shown' | 'hidden' | 'hidden by git'
type Layer = { folder: string; rules: Ignore }

/** Rules for one workspace. Ignore files are read when a path first asks for them, each once. */
export async function loadIgnore(root: string, options: IgnoreOptions = {}): Promise<IgnoreRules> {
  const { default: ignore } = await import('ignore')
  const ignorecase = ['win32', 'darwin'].includes(options.platform ?? process.platform)
  const compile: Compile = (text, before) => {
    const rules = ignore({ ignorecase, allowRelativePaths: true })
    return (before === undefined ? rules : rules.add(before)).add(text)
  }
  const gemini = options.geminiText === undefined ? undefined : compile(options.geminiText)
  // Where the repository starts. Outside a repository git has no say.
  const top = await repositoryTop(root)
  const judge = judgeBy(gemini, top === undefined ? undefined : gitRules(root, top, compile), compile)
  const folders = new Map<string, Promise<ReadonlySet<string> | undefined>>()

  /** What git hides directly in a folder, asked once; undefined where its answer says nothing about what lies there. */
  function hiddenIn(folder: string): Promise<ReadonlySet<string> | undefined> {
    let answer = folders.get(folder)
    if (answer === undefined) {
      answer = ask(folder)
      folders.set(folder, answer)
    }
    return answer
  }

  async function ask(folder: string): Promise<ReadonlySet<string> | undefined> {
    if (top === undefined) return undefined
    const answer = ignoredIn({ top }, root, folder)
    // In a hidden folder everything is hidden, and a repository inside this one has rules that git does not read here.
    const plain =
      folder === '' ||
      ((await judge({ path: folder, folder: true }, { git: true, gemini: false })) === 'shown' &&
        (await repositoryTop(join(root, folder))) === top)
    return plain ? answer : undefined
  }

  /** Tells what git tracks, or else does not ignore, where asking it is quicker than judging one after the other. */
  async function shownByGit(candidates: readonly Candidate[]): Promise<((path: string) => boolean) | undefined> {
    if (top === undefined || candidates.length < MANY) return undefined
    const folder = sharedFolder(candidates)
    const few = folder === undefined ? undefined : await hiddenIn(folder)
    if (few !== undefined) return (path) => !few.has(path)
    const all = await listedByGit({ top }, root, candidates.length, folder)
    return (path) => all.has(path)
  }

  async function hidden(candidates: readonly Candidate[], use: IgnoreUse = {}): Promise<ReadonlySet<string>> {
    const both = { git: use.git ?? true, gemini: use.gemini ?? true }
    const result = new Set<string>()
    // Most calls of large searches: nothing to ask, and asking fifty thousand times takes a moment.
    if (!(both.git && top !== undefined) && !(both.gemini && gemini)) candidates = candidates.filter(isGits)
    const shown = both.git ? await shownByGit(candidates) : undefined
    // What git shows, nothing but .geminiignore can hide, and its own files are never among it; most files of a large
    // folder need not be judged at all.
    if (shown !== undefined && gemini === undefined) candidates = candidates.filter(({ path }) => !shown(path))
    const byGit: string[] = []
    for (const candidate of candidates) {
      const judgement = await judge(candidate, shown?.(candidate.path) ? { ...both, git: false } : both)
      if (judgement !== 'shown') result.add(candidate.path)
      if (judgement === 'hidden by git') byGit.push(candidate.path)
    }
    if (top !== undefined && byGit.length > 0)
      for (const path of await tracked({ top }, root, byGit)) result.delete(path)
    return result
  }

  return {
    hidden,
    expect: (folder) => void hiddenIn(folder === '.' ? '' : folder),
    shows: /^!/m.test(options.geminiText ?? ''),
    filters: gemini !== undefined,
  }
}

type Compile = (text: string, before?: Ignore) => Ignore

/** By whose rule a path is hidden, judged with the folders it lies in. */
function judgeBy(
  gemini: Ignore | undefined,
  hiddenByGit: ((path: string) => Promise<boolean>) | undefined,
  compile: Compile,
): (candidate: Candidate, use: Required<IgnoreUse>) => Promise<Judgement> {
  const answers = new Map<string, Promise<Judgement>>()

  /** One path, its folders judged before. A trailing slash says it is a folder. */
  async function judgeOne(path: string, use: Required<IgnoreUse>): Promise<Judgement> {
    if (isGits({ path })) return 'hidden'
    const first = use.gemini && gemini ? ownVerdict(gemini, path, (more) => compile(more, gemini)) : undefined
    if (first !== undefined) return first ? 'hidden' : 'shown'
    return use.git && (await hiddenByGit?.(path)) ? 'hidden by git' : 'shown'
  }

  return async ({ path, folder }, use) => {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.')
    let worst: Judgement = 'shown'
    for (let depth = 1; depth <= parts.length; depth++) {
      const prefix = parts.slice(0, depth).join('/') + (depth === parts.length && !folder ? '' : '/')
      const key = `${use.git}${use.gemini}${prefix}`
      const answer: Promise<Judgement> = answers.get(key) ?? judgeOne(prefix, use)
      // Files are asked about once, folders for everything in them.
      if (prefix.endsWith('/')) answers.set(key, answer)
      const judgement = await answer
      if (judgement === 'hidden') return 'hidden'
      if (judgement === 'hidden by git') worst = judgement
    }
    return worst
  }
}

/** Whether the rules written for git hide a path of the workspace. Those of the folders above it count too. */
function gitRules(root: string, top: string, compile: Compile): (path: string) => Promise<boolean> {
  const above = slashed(relative(top, root))
  const layers = new Map<string, Promise<Layer | undefined>>()

  /** The rules written in one folder, `folder` being relative to the top of the repository. */
  function layerOf(folder: string): Promise<Layer | undefined> {
    let layer = layers.get(folder)
    if (layer === undefined) {
      layer = readRules(join(top, folder), folder === '').then((text) =>
        text === undefined ? undefined : { folder, rules: compile(text) },
      )
      layers.set(folder, layer)
    }
    return layer
  }

  return async (path) => {
    const full = above === '' ? path : `${above}/${path}`
    for (const folder of foldersAbove(full)) {
      const layer = await layerOf(folder)
      const own = folder === '' ? full : full.slice(folder.length + 1)
      const verdict = layer && ownVerdict(layer.rules, own, (more) => compile(more, layer.rules))
      if (verdict !== undefined) return verdict
    }
    return false
  }
}

const isGits = ({ path }: { path: string }): boolean => /(?:^|\/)\.git(?:\/|$)/.test(path)

/**
 * What these rules say of exactly this path. The matcher also answers "ignored" for everything in an ignored folder. When
 * this is asked the folder is in sight all the same, because a deeper ignore file showed it again; so here it is shown too.
 */
function ownVerdict(rules: Ignore, path: string, compile: (text: string) => Ignore): boolean | undefined {
  const { ignored, unignored } = rules.test(path)
  if (unignored) return false
  if (!ignored) return undefined
  const parts = path.replace(/\/$/, '').split('/')
  const folders = parts.slice(1).map((_, depth) => `${parts.slice(0, depth + 1).join('/')}/`)
  const shownAgain = folders.filter((folder) => rules.test(folder).ignored)
  if (shownAgain.length === 0) return true
  const lines = shownAgain.map((folder) => `!/${folder.replace(/[\\*?[\]! #]/g, '\\$&')}`)
  return compile(lines.join('\n')).test(path).ignored ? true : undefined
}

/** The folders that may speak of a path, nearest first; '' is the top. */
function foldersAbove(path: string): string[] {
  const parts = path.replace(/\/$/, '').split('/').slice(0, -1)
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/')), '']
}

async function readRules(folder: string, top: boolean): Promise<string | undefined> {
  const own = await readSmall(join(folder, '.gitignore'))
  // Weaker than any .gitignore, so its lines come first.
  const excluded = top ? await readSmall(join(folder, '.git', 'info', 'exclude')) : undefined
  return own === undefined && excluded === undefined ? undefined : `${excluded ?? ''}\n${own ?? ''}`
}

/** The text of a file of the repository that is a regular one and small; undefined otherwise. */
export async function readSmall(path: string): Promise<string | undefined> {
  const seen = await lstat(path).catch(() => undefined)
  if (!seen?.isFile() || seen.size > LARGEST_IGNORE_FILE) return undefined
  return (await readFile(path, 'utf8').catch(() => undefined))?.replace(/^\ufeff/, '')
}
