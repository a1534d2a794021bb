import type { World } from './github-world.ts'

/** One request, parsed as far as routing needs it. `params` are the parts of the path, decoded. */
export type Call = {
  world: World
  /** Base of the REST API as the client sees it, without a trailing slash. */
  api: string
  method: string
  /** Path below the API's base, e.g. `/repos/o/r/issues/1`. */
  path: string
  params: Record<string, string>
  query: URLSearchParams
  /** The JSON body, or undefined when there was none. */
  body: unknown
  /** The Accept header. */
  accept: string
  /** ISO 8601 in whole seconds, as GitHub writes it. */
  now: string
}

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

export type Route = { method: string; pattern: string; answer(call: Call): Answer | Promise<Answer> }

/** An answer that is an error, in GitHub's JSON form. */
export class Refusal extends Error {
  readonly status: number
  readonly errors: unknown[] | undefined

  constructor(status: number, message: string, errors?: unknown[]) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

export const notFound = () => new Refusal(404, 'Not Found')

export const invalid = (resource: string, field: string, code: string, message?: string) =>
  new Refusal(422, 'Validation Failed', [{ resource, field, code, ...(message === undefined ? {} : { message }) }])

export const ok = (body: unknown): Answer => ({ status: 200, body })
export const created = (body: unknown): Answer => ({ status: 201, body })
export const gone = (): Answer => ({ status: 204 })
export const text = (body: string, type: string): Answer => ({ status: 200, body, headers: { 'content-type': type } })

export function refusalAnswer(refusal: Refusal): Answer {
  return {
    status: refusal.status,
    body: {
      message: refusal.message,
      ...(refusal.errors === undefined ? {} : { errors: refusal.errors }),
      documentation_url: 'https://docs.github.com/rest',
      status: String(refusal.status),
    },
  }
}

/** A path parameter that must be a whole number; anything else is an address GitHub does not have. */
export function numeric(call: Call, name: string): number {
  const value = call.params[name] ?? ''
  if (!/^\d{1,15}$/.test(value)) throw notFound()
  return Number(value)
}

/**
 * One page of a list with GitHub's Link header: `per_page` up to 100, 30 by default, pages from 1.
 * Source: GitHub REST docs, "Using pagination".
 */
export function paged(
  call: Call,
  items: readonly unknown[],
  wrap: (page: unknown[]) => unknown = (page) => page,
): Answer {
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

function link(call: Call, page: number, rel: string): string {
  const query = new URLSearchParams(call.query)
  query.set('page', String(page))
  return `<${call.api}${call.path}?${query.toString()}>; rel="${rel}"`
}

function wholeNumber(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : otherwise
}

/** Whether the client asked for one of GitHub's media types: `diff`, `patch`, `raw`, `sha`, `object`. */
export const wants = (call: Call, kind: string): boolean =>
  new RegExp(`application/vnd\\.github\\.(v3\\.)?${kind}\\b`).test(call.accept)
