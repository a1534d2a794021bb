/** A parameter that a call repeats as the header `Mcp-Param-NAME`: its path in the arguments and that name. */
export type HeaderParameter = { path: readonly string[]; name: string }

/** RFC 9110, section 5.1. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean']
/** Keywords whose values are schemas by name. */
const SCHEMAS_BY_NAME = new Set(['$defs', 'definitions', 'patternProperties', 'dependentSchemas'])
/** Keywords whose values are data. */
const DATA = new Set(['const', 'default', 'enum', 'examples'])
/** Protects against a schema that is nested without end. */
const MAX_DEPTH = 100

/**
 * Returns the parameters of a tool that are sent as headers too, or says why its schema breaks the rules for them.
 * Source: MCP 2026-07-28, Streamable HTTP, "Custom headers from tool parameters": a client must not use such a tool.
 */
export function headerParameters(inputSchema: unknown): readonly HeaderParameter[] | string {
  const annotated: HeaderParameter[] = []
  const problem = collect(inputSchema, [], annotated)
  if (problem !== undefined) return problem
  const names = annotated.map(({ name }) => name.toLowerCase())
  const twice = annotated.find((_, index) => names.indexOf(names[index] ?? '') !== index)
  return twice === undefined ? annotated : `two parameters have the x-mcp-header ${twice.name}`
}

/** Adds the annotated parameters below a schema. `path` is undefined where no chain of `properties` leads. */
function collect(
  schema: unknown,
  path: readonly string[] | undefined,
  annotated: HeaderParameter[],
  depth = 0,
): string | undefined {
  if (typeof schema !== 'object' || schema === null || depth > MAX_DEPTH) return undefined
  const name: unknown = Reflect.get(schema, 'x-mcp-header')
  if (name !== undefined) {
    const problem = annotationProblem(name, schema, path)
    if (problem !== undefined) return problem
    annotated.push({ path: path ?? [], name: String(name) })
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (DATA.has(keyword) || typeof value !== 'object' || value === null) continue
    const below = keyword === 'properties' || SCHEMAS_BY_NAME.has(keyword) ? Object.entries(value) : [['', value]]
    for (const [key, child] of below) {
      const childPath = keyword === 'properties' && path !== undefined ? [...path, String(key)] : undefined
      const problem = collect(child, childPath, annotated, depth + 1)
      if (problem !== undefined) return problem
    }
  }
  return undefined
}

function annotationProblem(name: unknown, schema: object, path: readonly string[] | undefined): string | undefined {
  if (path === undefined || path.length === 0) return 'an x-mcp-header stands outside of properties'
  const place = path.join('.')
  if (typeof name !== 'string' || !TOKEN.test(name)) return `the x-mcp-header of ${place} is not a header name`
  return TYPES.includes(Reflect.get(schema, 'type'))
    ? undefined
    : `the x-mcp-header of ${place} requires the type string, integer or boolean`
}

/** The headers of a call. An argument that is absent or no scalar has none. */
export function parameterHeaders(
  parameters: readonly HeaderParameter[],
  args: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    parameters.flatMap(({ path, name }) => {
      const value = path.reduce<unknown>(
        (node, key) =>
          typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined,
        args,
      )
      const isSent = typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value)
      return isSent ? [[`Mcp-Param-${name}`, encodeHeaderValue(String(value))]] : []
    }),
  )
}

/** Text that a header cannot carry as it is, or that looks encoded, is sent as base64. */
const encodeHeaderValue = (value: string): string =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value)
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`
