import type { World } from './world.ts'

/** One parsed request. `params` are the decoded parts of the path. */
export type ApiCall = {
  world: World
  /** Those of the token that the request came with. */
  permissions: World['tokenPermissions']
  /** Base URL of the REST API, without a trailing slash. */
  api: string
  method: string
  /** Path below the API's base, e.g. `/repos/o/r/issues/1`. */
  path: string
  params: Record<string, string>
  query: URLSearchParams
  /** The parsed JSON; undefined without a body. */
  body: unknown
  accept: string
  /** ISO 8601 in whole seconds, as GitHub writes it. */
  now: string
}

export type ApiAnswer = { status: number; body?: unknown; headers?: Record<string, string> }

export type Route = { method: string; pattern: string; answer(call: ApiCall): ApiAnswer | Promise<ApiAnswer> }

/** Thrown to answer with an error in GitHub's JSON format. */
export class ErrorAnswer extends Error {
  readonly status: number
  readonly errors: unknown[] | undefined

  constructor(status: number, message: string, errors?: unknown[]) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

export const notFound = () => new ErrorAnswer(404, 'Not Found')

export const invalid = (resource: string, field: string, code: string, message?: string) =>
  new ErrorAnswer(422, 'Validation Failed', [{ resource, field, code, message }])

export const ok = (body: unknown): ApiAnswer => ({ status: 200, body })
export const created = (body: unknown): ApiAnswer => ({ status: 201, body })
export const noContent = (): ApiAnswer => ({ status: 204 })
export const textAnswer = (body: string, type: string): ApiAnswer => ({
  status: 200,
  body,
  headers: { 'content-type': type },
})

export function toErrorAnswer(refusal: ErrorAnswer): ApiAnswer {
  return {
    status: refusal.status,
    body: {
      message: refusal.message,
      errors: refusal.errors,
      documentation_url: 'https://docs.github.com/rest',
      status: String(refusal.status),
    },
  }
}

/** A path parameter that must be a whole number; throws 404 otherwise. */
export function numeric(call: ApiCall, name: string): number {
  const value = call.params[name] ?? ''
  if (!/^\d{1,15}$/.test(value)) throw notFound()
  return Number(value)
}

/**
 * One page of a list with GitHub's Link header: `per_page` up to 100, 30 by default, pages from 1.
 * Source: GitHub REST docs, "Using pagination".
 */
export function paged(
  call: ApiCall,
  items: readonly unknown[],
  wrap: (page: unknown[]) => unknown = (page) => page,
): ApiAnswer {
  const size = Math.min(100, Math.max(1, wholeNumber(call.query.get('per_page'), 30)))
  const page = Math.max(1, wholeNumber(call.query.get('page'), 1))
  const last = Math.max(1, Math.ceil(items.length / size))
  const links = [
    page > 1 ? link(call, Math.min(page - 1, last), 'prev') : '',
    page < last ? link(call, page + 1, 'next') : '',
    page < last ? link(call, last, 'last') : '',
    page > 1 ? link(call, 1, 'first') : '',
  ].filter((entry) => entry !== '')
  return {
    status: 200,
    body: wrap(items.slice((page - 1) * size, page * size)),
    headers: links.length === 0 ? {} : { link: links.join(', ') },
  }
}

function link(call: ApiCall, page: number, rel: string): string {
  const query = new URLSearchParams(call.query)
  query.set('page', String(page))
  return `<${call.api}${call.path}?${query.toString()}>; rel="${rel}"`
}

function wholeNumber(text: string | null, fallback: number): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : fallback
}

/** Whether the client accepts one of GitHub's media types: `diff`, `patch`, `raw`, `sha`, `object`. */
export const wants = (call: ApiCall, kind: string): boolean =>
  new RegExp(`application/vnd\\.github\\.(v3\\.)?${kind}\\b`).test(call.accept)
