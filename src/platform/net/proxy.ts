import http from 'node:http'
import { nonBlank } from '../environment.ts'
import { UserError } from '../errors.ts'

/** Hosts that never go through a proxy: this machine, and the metadata servers of clouds. */
const ALWAYS_DIRECT = ['localhost', '127.0.0.1', '::1', '169.254.169.254', 'metadata.google.internal']

/**
 * Sends every fetch of this process through the proxy from the environment, except to hosts in NO_PROXY. Does nothing
 * without a proxy. Returns a message for users when this Node.js is too old for it.
 * Throws UserError without the address, which may contain a password.
 * Source: Node.js docs, "Built-in proxy support".
 */
export function configureProxy(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const first = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find(
    (name) => nonBlank(env[name]) !== undefined,
  )
  if (first === undefined) return undefined
  if (typeof http.setGlobalProxyFromEnv !== 'function')
    return env.NODE_USE_ENV_PROXY === '1'
      ? undefined
      : `Node.js ${process.versions.node} of this runner uses a proxy only if NODE_USE_ENV_PROXY is set when it starts. Set NODE_USE_ENV_PROXY to 1 in the job's env.`
  const proxy = proxyAddress(env[first], first)
  const plain = nonBlank(env.HTTP_PROXY) ?? nonBlank(env.http_proxy)
  const direct = nonBlank(env.NO_PROXY) ?? nonBlank(env.no_proxy)
  http.setGlobalProxyFromEnv({
    HTTPS_PROXY: proxy,
    HTTP_PROXY: plain === undefined ? proxy : proxyAddress(plain, 'HTTP_PROXY'),
    NO_PROXY: [...(direct === undefined ? [] : [direct]), ...ALWAYS_DIRECT].join(','),
  })
  return undefined
}

function proxyAddress(value: string | undefined, name: string): string {
  const text = nonBlank(value) ?? ''
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new UserError(`${name} is not the address of a proxy. Use an address like http://proxy.example:3128.`)
}
