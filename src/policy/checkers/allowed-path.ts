import { relative, resolve } from 'node:path'
import * as z from 'zod'
import { UserError } from '../../platform/errors.ts'
import { findProtectedSegment, isInside, normalizeFileName, resolveLinks } from '../../platform/files/paths.ts'
import type { BuiltinChecker, CheckerResult, WorkspaceFolders } from './checker-types.ts'

const nameList = z.array(z.string(), 'must be a list of names').optional()
const configSchema = z.strictObject({ included_args: nameList, excluded_args: nameList })

/**
 * Allows a call when every path argument leads to a file or folder in the workspace that is not sensitive. Path arguments
 * are those whose names contain `path`, `directory` or `file` in any case, `source`, `destination`, and those in
 * `included_args`, without those in `excluded_args`. The entries of a list have the name of the list.
 */
export const allowedPath: BuiltinChecker = (config) => {
  const parsed = configSchema.safeParse(config)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new UserError(`config of allowed-path: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is invalid'}`)
  }
  const included = new Set(parsed.data.included_args)
  const excluded = new Set(parsed.data.excluded_args)
  return async (args, folders) => {
    const allowed = await Promise.all(
      [folders.cwd, ...folders.workspaces].map((folder) => resolveLinks(resolve(folder))),
    )
    for (const argument of pathsIn(args, '', '', { included, excluded })) {
      const finding = await checkPath(argument, folders, allowed)
      if (finding.verdict !== 'allow') return finding
    }
    return { verdict: 'allow', reason: '' }
  }
}

type PathArgument = { name: string; path: string }
type ArgumentNames = { included: ReadonlySet<string>; excluded: ReadonlySet<string> }

function pathsIn(value: unknown, full: string, leaf: string, names: ArgumentNames): PathArgument[] {
  if (full !== '' && names.excluded.has(full)) return []
  if (typeof value === 'string')
    return names.included.has(full) || isPathName(leaf) ? [{ name: full, path: value }] : []
  if (typeof value !== 'object' || value === null) return []
  const list = Array.isArray(value)
  const listed = list && names.included.has(full)
  return Object.entries(value).flatMap(([key, each]) => {
    const name = full === '' ? key : `${full}.${key}`
    const inside = listed ? { ...names, included: new Set([...names.included, name]) } : names
    return pathsIn(each, name, list ? leaf : key, inside)
  })
}

const isPathName = (name: string): boolean => /path|directory|file/i.test(name) || /^(source|destination)$/i.test(name)

async function checkPath(
  { name, path }: PathArgument,
  { cwd }: WorkspaceFolders,
  allowed: readonly string[],
): Promise<CheckerResult> {
  const deny = (reason: string): CheckerResult => ({ verdict: 'deny', reason })
  let real: string
  try {
    real = await resolveLinks(resolve(cwd, path))
  } catch {
    return deny(`Cannot resolve path ${JSON.stringify(path)} in argument "${name}"`)
  }
  const home = allowed.find((folder) => isInside(folder, real))
  if (home === undefined)
    return deny(`Path ${JSON.stringify(path)} in argument "${name}" is outside of the allowed workspace directories.`)
  const relativePath = relative(home, real)
  const segments = relativePath.split(/[\\/]/).map(normalizeFileName)
  if (findProtectedSegment(relativePath) !== undefined || segments.includes('node_modules'))
    return deny(`Access to sensitive path ${JSON.stringify(path)} in argument "${name}" is blocked.`)
  if (segments.includes('.vscode'))
    return { verdict: 'ask', reason: 'Modifying .vscode configuration files requires explicit user confirmation.' }
  return { verdict: 'allow', reason: '' }
}
