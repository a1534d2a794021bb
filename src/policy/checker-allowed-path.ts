import { relative, resolve } from 'node:path'
import { z } from 'zod'
import { UserError } from '../host/errors.ts'
import { follow, isInside, plainName, protectedSegment } from '../host/paths.ts'
import type { Builtin, Finding, Territory } from './checker-types.ts'

const names = z.array(z.string(), 'must be a list of names').optional()
const configSchema = z.strictObject({ included_args: names, excluded_args: names })

/**
 * Agrees with a call when every argument that is a path by its name leads to a place in the workspace that is nothing to
 * hide. Names are those that hold `path`, `directory` or `file`, however they are written, `source`, `destination`, and
 * those of `included_args`; not those of `excluded_args`. A list's entries go by the name of the list.
 */
export const allowedPath: Builtin = (config) => {
  const parsed = configSchema.safeParse(config)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new UserError(`config of allowed-path: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not right'}`)
  }
  const included = new Set(parsed.data.included_args)
  const excluded = new Set(parsed.data.excluded_args)
  return async (args, territory) => {
    const allowed = await Promise.all([territory.cwd, ...territory.workspaces].map((folder) => follow(resolve(folder))))
    for (const found of pathsIn(args, '', '', { included, excluded })) {
      const finding = await judge(found, territory, allowed)
      if (finding.verdict !== 'allow') return finding
    }
    return { verdict: 'allow', reason: '' }
  }
}

type Found = { name: string; path: string }
type Names = { included: ReadonlySet<string>; excluded: ReadonlySet<string> }

function pathsIn(value: unknown, full: string, leaf: string, chosen: Names): Found[] {
  if (full !== '' && chosen.excluded.has(full)) return []
  if (typeof value === 'string')
    return chosen.included.has(full) || isPathName(leaf) ? [{ name: full, path: value }] : []
  if (typeof value !== 'object' || value === null) return []
  const list = Array.isArray(value)
  const listed = list && chosen.included.has(full)
  return Object.entries(value).flatMap(([key, each]) => {
    const name = full === '' ? key : `${full}.${key}`
    const inside = listed ? { ...chosen, included: new Set([...chosen.included, name]) } : chosen
    return pathsIn(each, name, list ? leaf : key, inside)
  })
}

const isPathName = (name: string): boolean => /path|directory|file/i.test(name) || /^(source|destination)$/i.test(name)

async function judge({ name, path }: Found, { cwd }: Territory, allowed: readonly string[]): Promise<Finding> {
  const deny = (reason: string): Finding => ({ verdict: 'deny', reason })
  let real: string
  try {
    real = await follow(resolve(cwd, path))
  } catch {
    return deny(`Cannot resolve path ${JSON.stringify(path)} in argument "${name}"`)
  }
  const home = allowed.find((folder) => isInside(folder, real))
  if (home === undefined)
    return deny(`Path ${JSON.stringify(path)} in argument "${name}" is outside of the allowed workspace directories.`)
  const way = relative(home, real)
  const segments = way.split(/[\\/]/).map(plainName)
  if (protectedSegment(way) !== undefined || segments.includes('node_modules'))
    return deny(`Access to sensitive path ${JSON.stringify(path)} in argument "${name}" is blocked.`)
  if (segments.includes('.vscode'))
    return { verdict: 'ask', reason: 'Modifying .vscode configuration files requires explicit user confirmation.' }
  return { verdict: 'allow', reason: '' }
}
