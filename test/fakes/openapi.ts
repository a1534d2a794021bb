import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

/** A request as an emulator recorded it; `path` is below the API's base and still percent-encoded. */
export type Exchange = { method: string; path: string; query: string; body: unknown; status: number; answer: unknown }

type Schema = { [key: string]: unknown }
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema; $ref?: string }
type Media = { schema?: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media>; $ref?: string }>
}
type Description = {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

export type OpenApi = {
  /** Violations of GitHub's description in a request: address, parameters, body. */
  requestProblems(exchange: Exchange): string[]
  /** Violations of GitHub's description in an answer with its status. */
  answerProblems(exchange: Exchange): string[]
}

/** github.com, or the oldest Enterprise Server that GitHub still describes. */
export type Edition = 'api.github.com' | 'ghes-3.17'

const loading = new Map<Edition, Promise<OpenApi>>()

/** GitHub's published description of its REST API, read once per process (13 MB). */
export function openApi(edition: Edition = 'api.github.com'): Promise<OpenApi> {
  const api = loading.get(edition) ?? load(edition)
  loading.set(edition, api)
  return api
}

/** Every problem of every request; GraphQL is not described there and is passed over. */
export async function requestProblems(exchanges: readonly Exchange[], edition?: Edition): Promise<string[]> {
  const api = await openApi(edition)
  return exchanges.filter(({ path }) => path !== '/graphql').flatMap((exchange) => api.requestProblems(exchange))
}

async function load(edition: Edition): Promise<OpenApi> {
  const path = createRequire(import.meta.url).resolve(`@octokit/openapi/generated/${edition}.json`)
  const description = JSON.parse(await readFile(path, 'utf8')) as Description // GitHub's own file, of this form
  // Optimized code takes twice as long to make, and most of it runs once.
  const code = { optimize: false }
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, coerceTypes: false, code })
  addFormats.default(ajv)
  const compiled = new Map<string, ValidateFunction>()
  const validator = (key: string, schema: Schema): ValidateFunction => {
    const known = compiled.get(key)
    if (known !== undefined) return known
    const made = ajv.compile(standalone(description, schema))
    compiled.set(key, made)
    return made
  }
  const errorsOf = (validate: ValidateFunction, value: unknown, where: string): string[] =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message, params }) => `${where}${instancePath} ${message} ${JSON.stringify(params)}`,
        )

  return {
    requestProblems(exchange) {
      const at = `${exchange.method} ${exchange.path}`
      const found = findOperation(description, exchange)
      if (found === undefined) return [`${at}: GitHub has no such address`]
      const { operation, template, values } = found
      const parameters = (operation.parameters ?? []).map((given) => follow<Parameter>(description, given))
      return [
        ...parameterProblems(parameters, values, new URLSearchParams(exchange.query), (name, schema, value) =>
          errorsOf(validator(`${exchange.method} ${template} ?${name}`, schema), value, name),
        ),
        ...bodyProblems(exchange),
      ].map((problem) => `${at}: ${problem}`)

      function bodyProblems({ body, method }: Exchange): string[] {
        const schema = operation.requestBody?.content['application/json']?.schema
        if (schema === undefined) return body === undefined ? [] : ['a body where GitHub takes none']
        if (body === undefined) return operation.requestBody?.required ? ['no body'] : []
        const invalid = errorsOf(validator(`${method} ${template} body`, schema), body, 'body')
        return [...invalid, ...unknownKeys(description, schema, body, 'body')]
      }
    },

    answerProblems(exchange) {
      const at = `${exchange.method} ${exchange.path} -> ${exchange.status}`
      const found = findOperation(description, exchange)
      if (found === undefined) return exchange.status === 404 ? [] : [`${at}: GitHub has no such address`]
      const { operation, template } = found
      const declared = operation.responses[String(exchange.status)]
      // Few operations list 401 and 403; GitHub answers them everywhere, in the form of its basic error.
      const fallback = exchange.status >= 400 ? { content: { 'application/json': { schema: BASIC_ERROR } } } : undefined
      const response =
        declared === undefined ? fallback : follow<{ content?: Record<string, Media> }>(description, declared)
      if (response === undefined) return [`${at}: GitHub does not answer this status here`]
      if (typeof exchange.answer === 'string') return [] // diff, patch, raw and sha are plain text
      const schema = response.content?.['application/json']?.schema
      if (schema === undefined) return exchange.answer === undefined ? [] : [`${at}: a body where GitHub sends none`]
      const validate = validator(`${exchange.method} ${template} ${exchange.status}`, schema)
      return errorsOf(validate, exchange.answer, 'answer').map((problem) => `${at}: ${problem}`)
    },
  }
}

const BASIC_ERROR = { $ref: '#/components/schemas/basic-error' }

/** Parameters of these names take the rest of the path, slashes and all. */
const LONG = new Set(['{path}', '{ref}', '{basehead}', '{branch}'])

type Found = { operation: Operation; template: string; values: Record<string, string> }

type Template = { template: string; operations: Description['paths'][string]; parts: string[]; literal: number }

const templates = new WeakMap<Description, Template[]>()

/** Every address with its parts; split once, because each request is compared with all of a thousand. */
function templatesOf(description: Description): Template[] {
  const known = templates.get(description)
  if (known !== undefined) return known
  const split = Object.entries(description.paths).map(([template, operations]): Template => {
    const parts = template.split('/')
    return { template, operations, parts, literal: parts.filter((part) => !part.startsWith('{')).length }
  })
  templates.set(description, split)
  return split
}

function findOperation(description: Description, { method, path }: Exchange): Found | undefined {
  const given = path.split('/')
  let best: (Found & { literal: number }) | undefined
  for (const { template, operations, parts, literal } of templatesOf(description)) {
    // The first parts say most: `repos`, `orgs`, `user`.
    if (parts[1] !== given[1] && parts[1]?.startsWith('{') !== true) continue
    const operation = operations[method.toLowerCase()]
    if (operation === undefined) continue
    const values = valuesOf(parts, given)
    if (values !== undefined && (best === undefined || literal > best.literal))
      best = { operation, template, values, literal }
  }
  return best
}

function valuesOf(wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  const values: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = given[at]
    if (value === undefined) return undefined
    if (!part.startsWith('{')) {
      if (part !== value) return undefined
      continue
    }
    const name = part.slice(1, -1)
    if (at === wanted.length - 1 && LONG.has(part))
      return { ...values, [name]: given.slice(at).map(decodeURIComponent).join('/') }
    if (value === '') return undefined
    values[name] = decodeURIComponent(value)
  }
  return wanted.length === given.length ? values : undefined
}

function parameterProblems(
  parameters: readonly Parameter[],
  path: Readonly<Record<string, string>>,
  query: URLSearchParams,
  errors: (name: string, schema: Schema, value: unknown) => string[],
): string[] {
  const problems: string[] = []
  const known = new Set(parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name))
  for (const name of query.keys()) if (!known.has(name)) problems.push(`unknown query parameter ${name}`)
  if (Number(query.get('per_page') ?? '1') > 100) problems.push('per_page is over 100')
  for (const { name, in: place, required, schema } of parameters) {
    const text = place === 'path' ? path[name] : place === 'query' ? (query.get(name) ?? undefined) : undefined
    if (text === undefined) {
      if (required && place !== 'header') problems.push(`parameter ${name} is missing`)
    } else if (schema !== undefined) problems.push(...errors(name, schema, asTyped(schema, text)))
  }
  return problems
}

/** A parameter arrives as text; its schema gives its type. */
function asTyped(schema: Schema, text: string): unknown {
  if (schema.type === 'integer' || schema.type === 'number') return text.trim() === '' ? text : Number(text)
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (schema.type === 'array') return text.split(',')
  return text
}

function follow<T>(description: Description, given: { $ref?: string }): T {
  if (given.$ref === undefined) return given as T // the caller names the kind of the place it looked in
  const [, , kind = '', name = ''] = given.$ref.split('/')
  return description.components[kind]?.[name] as T
}

/** Names in a body that its schema does not have. GitHub ignores them; a client that sends one is mistaken. */
function unknownKeys(description: Description, given: Schema, value: unknown, where: string): string[] {
  const schemas = flattened(description, given)
  if (Array.isArray(value)) {
    const items = schemas.flatMap((schema) => (schema.items === undefined ? [] : [schema.items as Schema]))
    return items.length === 0
      ? []
      : value.flatMap((item, at) => unknownKeys(description, { anyOf: items }, item, `${where}/${at}`))
  }
  if (typeof value !== 'object' || value === null) return []
  const known = new Map<string, Schema[]>()
  for (const { properties } of schemas)
    for (const [name, schema] of Object.entries((properties ?? {}) as Record<string, Schema>))
      known.set(name, [...(known.get(name) ?? []), schema])
  if (known.size === 0 || schemas.some(({ additionalProperties }) => additionalProperties)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const schema = known.get(name)
    return schema === undefined
      ? [`${where}/${name} is not a parameter`]
      : unknownKeys(description, { anyOf: schema }, inner, `${where}/${name}`)
  })
}

/** A schema and everything it combines. */
function flattened(description: Description, given: Schema): Schema[] {
  const schema = '$ref' in given ? follow<Schema>(description, given) : given
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => (schema[key] ?? []) as Schema[])
  return [schema, ...parts.flatMap((part) => flattened(description, part))]
}

/** JSON Schema for one place of the description, with the components it reaches; OpenAPI 3.0's `nullable` translated. */
function standalone(description: Description, schema: Schema): Schema {
  const definitions: Record<string, unknown> = {}
  const translate = (given: unknown): unknown => {
    if (Array.isArray(given)) return given.map(translate)
    if (typeof given !== 'object' || given === null) return given
    const { nullable, discriminator, example, examples, ...rest } = given as Schema
    if (typeof rest.$ref === 'string') {
      const name = rest.$ref.split('/').at(-1) ?? ''
      if (!(name in definitions)) {
        definitions[name] = {} // before going on, for a component that holds itself
        definitions[name] = translate(description.components.schemas?.[name])
      }
      return { $ref: `#/definitions/${name}` }
    }
    const plain = Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, key === 'enum' ? value : translate(value)]),
    )
    return nullable === true ? { anyOf: [plain, { type: 'null' }] } : plain
  }
  return { ...(translate(schema) as Schema), definitions }
}
