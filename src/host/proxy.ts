import { UserError } from './errors.ts'

/** Never beyond a proxy: this machine itself, and the servers that tell a cloud machine who it is. */
const NEAR = ['localhost', '127.0.0.1', '::1', '169.254.169.254', 'metadata.google.internal']

/**
 * Sends every fetch of this process through the proxy that the environment names, except to hosts in NO_PROXY. Does
 * nothing without one. Returns a sentence for people when this Node is too old to do so by itself.
 * Throws UserError, without the address, which may hold a password.
 * Source: Node.js docs, "Built-in proxy support".
 */
export async function useProxy(env: Readonly<Record<string, string | undefined>>): Promise<string | undefined> {
  const first = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find(
    (name) => given(env[name]) !== undefined,
  )
  if (first === undefined) return undefined
  const http = await import('node:http')
  if (typeof http.setGlobalProxyFromEnv !== 'function')
    return env.NODE_USE_ENV_PROXY === '1'
      ? undefined
      : `This runner's Node ${process.versions.node} takes up a proxy only when told at its start: set NODE_USE_ENV_PROXY to 1 in the job's env.`
  const proxy = address(env[first], first)
  const plain = given(env.HTTP_PROXY) ?? given(env.http_proxy)
  const direct = given(env.NO_PROXY) ?? given(env.no_proxy)
  http.setGlobalProxyFromEnv({
    HTTPS_PROXY: proxy,
    HTTP_PROXY: plain === undefined ? proxy : address(plain, 'HTTP_PROXY'),
    NO_PROXY: [...(direct === undefined ? [] : [direct]), ...NEAR].join(','),
  })
  return undefined
}

function address(value: string | undefined, name: string): string {
  const text = given(value) ?? ''
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new UserError(`${name} is not the address of a proxy, such as http://proxy.example:3128.`)
}

const given = (text: string | undefined): string | undefined => text?.trim() || undefined
