import { type ApiAnswer, type ApiCall, ok } from './answer.ts'
import { gitOutput } from './git.ts'

type PinnedQuery = { query: string; variables: Record<string, unknown> }

/** Aliased repositories, each with one object by its expression `SHA:path`, as one query. */
export async function pinnedObjects({ world }: Pick<ApiCall, 'world'>, request: PinnedQuery): Promise<ApiAnswer> {
  const errors: unknown[] = []
  const value = (name: string) => String(request.variables[name])
  const fields = request.query.matchAll(
    /(\w+): repository\(owner: \$(\w+), name: \$(\w+)\) \{\s*object\(expression: \$(\w+)\)/g,
  )
  const entries = await Promise.all(
    [...fields].map(async ([, alias = '', owner = '', name = '', expression = '']) => {
      const repository = `${value(owner)}/${value(name)}`
      const isOwn = repository === `${world.owner}/${world.repo}`
      const gitDir = isOwn ? world.gitDir : world.otherRepositories?.[repository]
      if (gitDir !== undefined) return [alias, { object: await objectAt(gitDir, value(expression)) }]
      const message = `Could not resolve to a Repository with the name '${repository}'.`
      errors.push({ type: 'NOT_FOUND', path: [alias], message })
      return [alias, null]
    }),
  )
  return ok({ data: Object.fromEntries(entries), errors: errors.length === 0 ? undefined : errors })
}

async function objectAt(gitDir: string, expression: string): Promise<unknown> {
  const sha = await run(gitDir, 'rev-parse', '--verify', '--quiet', '--end-of-options', expression)
  const type = sha === undefined ? undefined : await run(gitDir, 'cat-file', '-t', sha)
  if (sha === undefined || type === undefined) return null
  if (type === 'blob') return blobAt(gitDir, sha)
  const lines = (await run(gitDir, 'ls-tree', sha))?.split('\n') ?? []
  const entries = lines.filter(Boolean).map(async (line) => {
    const [, mode = '', kind = '', oid = '', name = ''] = /^(\d+) (\w+) ([0-9a-f]+)\t(.*)$/.exec(line) ?? []
    return { name, mode: Number.parseInt(mode, 8), object: kind === 'blob' ? await blobAt(gitDir, oid) : {} }
  })
  return { entries: await Promise.all(entries) }
}

async function blobAt(gitDir: string, oid: string) {
  const bytes = await gitOutput(gitDir, ['cat-file', 'blob', oid])
  const isBinary = bytes === undefined || bytes.includes(0)
  return { oid, text: isBinary ? null : bytes.toString('utf8'), isTruncated: false }
}

const run = async (gitDir: string, ...args: string[]) => (await gitOutput(gitDir, args))?.toString('utf8').trim()
