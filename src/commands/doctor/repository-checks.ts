import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { distance } from 'fastest-levenshtein'
import { loadMemory, memoryWithFallback } from '../../agent/memory-files.ts'
import { migrateSettings } from '../../config/settings/legacy.ts'
import { parseSettings } from '../../config/settings/parse-settings.ts'
import { SettingsShape } from '../../config/settings/settings-shape.ts'
import { worktreeReader } from '../../config/worktree-reader.ts'
import type { DoctorProblem } from './doctor-problem.ts'

/** A problem of a file that is not read as what it is meant to be. */
export type RepositoryProblem = DoctorProblem & { file: string }

/** Finds workflows, policies and other steering files in folders that nothing reads, and imports that lead nowhere. */
export async function repositoryProblems(root: string): Promise<RepositoryProblem[]> {
  return [...(await misplacedFiles(root)), ...(await deadImports(root))]
}

/** Folders whose files GitHub or a run reads, and what the files are called. They read no folder inside them. */
const FOLDERS: Readonly<Record<string, { files: RegExp; isFlat: boolean }>> = {
  '.github/workflows': { files: /\.ya?ml$/, isFlat: true },
  '.gemini/policies': { files: /\.toml$/, isFlat: true },
  '.gemini/commands': { files: /\.toml$/, isFlat: false },
  '.gemini/agents': { files: /\.md$/, isFlat: true },
  '.gemini/skills': { files: /SKILL\.md$/, isFlat: false },
}

const WORKFLOW_FILE = /^\.github\/workflows\/[^/]+\.ya?ml$/

/** Where workflows stand by mistake: beside the folder, in one inside it, without the dot, or with another ending. */
const BESIDE_WORKFLOWS =
  /^(?:\.github\/|(?:\.?github\/)?workflows\/.*)[^/]+\.ya?ml$|^\.github\/workflows\/[^/]+\.txt$|^\.github\/workflows\/[^/.]+$/
/** What people call a folder of workflows that are not to run. */
const SWITCHED_OFF = /\/(?:_?disabled|off|unused|old|deprecated|archived?|backups?|templates?|examples?|drafts?)\//i

async function misplacedFiles(root: string): Promise<RepositoryProblem[]> {
  const lists = await Promise.all(['.github', '.gemini'].map((folder) => filesBelow(root, folder)))
  const hasWorkflows = lists.flat().some((file) => WORKFLOW_FILE.test(file))
  // Where GitHub's folder has workflows, another one of this name is for something else.
  const others = hasWorkflows
    ? []
    : await Promise.all(['github', 'workflows'].map((folder) => filesBelow(root, folder)))
  const files = [...lists, ...others].flat()
  const steering = files.filter((file) => /^\.github\/workflows\/|^\.gemini\/settings\.json$/.test(file))
  const steeringText = (
    await Promise.all(steering.map((file) => readFile(join(root, file), 'utf8').catch(() => '')))
  ).join('\n')
  const problems: RepositoryProblem[] = []
  for (const file of files) {
    const target = await meantPlace(root, file)
    if (target === undefined) continue
    const isRename = dirname(target) === dirname(file)
    // A workflow or the settings may name a folder of their own.
    const places = dirname(file).includes('/') ? [file, dirname(file)] : [file]
    if (!isRename && places.some((place) => steeringText.includes(place))) continue
    problems.push({
      file,
      check: 'unread-file',
      level: 'error',
      line: 1,
      problem: `Nothing reads ${file}: ${target.startsWith('.github') ? 'GitHub reads workflows' : `a run reads ${target}`} only in ${dirname(target)}.`,
      fix: `${isRename ? 'Rename' : 'Move'} it to ${target}.`,
    })
  }
  return problems
}

/** Where a file belongs that lies beside the place where it is read. */
async function meantPlace(root: string, file: string): Promise<string | undefined> {
  const [parent = '', folder = '', ...rest] = file.split('/')
  if (parent === '.gemini' && rest.length === 0)
    return folder !== 'settings.json' && distance(folder, 'settings.json') <= 2 ? '.gemini/settings.json' : undefined
  const name = basename(file)
  if (BESIDE_WORKFLOWS.test(file)) {
    if (WORKFLOW_FILE.test(file) || SWITCHED_OFF.test(file)) return undefined
    const text = await readFile(join(root, file), 'utf8').catch(() => '')
    const isWorkflow = /^["']?on["']?:/m.test(text) && /^jobs:/m.test(text)
    return isWorkflow
      ? `.github/workflows/${name.replace(/(?:\.ya?ml)?(?:\.txt)?$/, '')}${/\.yaml$/.test(name) ? '.yaml' : '.yml'}`
      : undefined
  }
  for (const [place, { files, isFlat }] of Object.entries(FOLDERS)) {
    const [placeParent, placeFolder = ''] = place.split('/')
    if (placeParent !== parent || !files.test(name)) continue
    const isNear = folder !== placeFolder && distance(folder.toLowerCase(), placeFolder) <= 2
    if (isNear || (folder === placeFolder && isFlat && rest.length > 1))
      return `${place}/${isFlat ? name : rest.join('/')}`
  }
  const isPolicy = name.endsWith('.toml') && folder !== 'policies' && folder !== 'extensions'
  const text = isPolicy ? await readFile(join(root, file), 'utf8').catch(() => '') : ''
  return /^\s*\[\[\s*(?:rule|safety_checker)\s*\]\]/m.test(text) ? `.gemini/policies/${name}` : undefined
}

async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted()
}

async function deadImports(root: string): Promise<RepositoryProblem[]> {
  const reader = worktreeReader(root)
  const parsed = parseSettings((await reader.read('.gemini/settings.json')) ?? '{}')
  const shape = SettingsShape.safeParse(parsed.ok ? migrateSettings(parsed.settings).settings : {})
  const { notes } = await loadMemory(reader, { ...memoryWithFallback(shape.data?.context), root })
  const problems: RepositoryProblem[] = []
  for (const note of notes) {
    const [, file, spelling = '', reason] = /^(.+?): @(\S+): (.*)$/.exec(note) ?? []
    if (file === undefined) continue
    const text = (await reader.read(file)) ?? ''
    problems.push({
      file,
      check: 'dead-import',
      level: 'error',
      line: text.slice(0, Math.max(text.indexOf(`@${spelling}`), 0)).split('\n').length,
      problem: `The import @${spelling} leads nowhere (${reason})${reason?.startsWith('Not imported') ? '' : ', so the model gets a comment in its place'}.`,
      fix: 'Correct the path: it is relative to the folder of this file. Or write it in `backticks` if it is no import.',
    })
  }
  return problems
}
