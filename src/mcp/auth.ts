import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client'
import * as z from 'zod'
import type { Credential } from '../model/credential.ts'
import { resolveName } from '../platform/net/dial.ts'
import { resolvePublicAddresses } from '../platform/net/web.ts'
import { timeoutSignal } from '../platform/time.ts'
import { CREDENTIAL_NAME, type OAuthSettings, type ServerAuth, type ServerTransport } from './config.ts'
import type { HttpAuth } from './connect-server.ts'

export type McpAuthContext = {
  now(): number
  fetch: typeof fetch
  /** The run's Google Cloud identity. Throws UserError if there is none. */
  googleCredential(scopes: readonly string[]): Credential
  /** Adds tokens to the secrets to redact. */
  addSecrets(secrets: readonly string[]): void
}

/** The authentication for a server over HTTP. Loads only the modules that it needs; sends no request. */
export async function httpAuthFor(
  server: string,
  { headers, auth }: Exclude<ServerTransport, { kind: 'stdio' }>,
  context: McpAuthContext,
): Promise<HttpAuth> {
  context.addSecrets(secretsIn(headers))
  if (auth.kind === 'oauth') {
    if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) return {}
    const provider = oauthProvider(server, auth.oauth, context)
    return provider === undefined ? {} : { provider, fetchElsewhere: discoveryFetch(auth.oauth, context.fetch) }
  }
  return { headers: googleHeaders(auth, headers, context) }
}

/**
 * Requests of OAuth to other servers than the MCP server. The settings may name any server; one that only metadata names must be a
 * public one, over https: its certificate also rules out that the name leads elsewhere on the second look-up.
 */
function discoveryFetch(
  { issuer, tokenUrl }: OAuthSettings,
  fetch: typeof globalThis.fetch,
): HttpAuth['fetchElsewhere'] {
  const named = new Set([issuer, tokenUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).origin])))
  return async (url, init) => {
    if (!named.has(url.origin)) {
      if (url.protocol !== 'https:') throw new Error(`${url.origin} not asked: its address is not an https URL`)
      await resolvePublicAddresses(url, { resolve: resolveName })
    }
    return fetch(url, { ...init, redirect: 'manual' })
  }
}

/** The values of headers that carry credentials, with and without their scheme ("Bearer"). */
const secretsIn = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers)
    .filter(([name]) => CREDENTIAL_NAME.test(name))
    .flatMap(([, value]) => {
      const token = value.replace(/^(?:bearer|basic|token)\b|^\w+\s+/i, '').trim()
      return token === '' || UNSET_VARIABLE.test(token) ? [] : [value, token]
    })

/** An unset variable is not expanded. Its name appears in notices, so it must not be redacted. */
const UNSET_VARIABLE = /^\$(?:\w+|\{[^}]*\})$/

/**
 * OAuth without a browser: requests a token with a refresh token or with the client secret, from the authorization server that the
 * settings name, whatever the MCP server says. Undefined without both: then the server's 401 is the result.
 * Source: MCP specification, "Authorization"; the SDK's OAuthClientProvider.
 */
export function oauthProvider(
  server: string,
  oauth: OAuthSettings,
  context: Pick<McpAuthContext, 'addSecrets'>,
): OAuthClientProvider | undefined {
  const { clientId, clientSecret, issuer, scopes, audiences } = oauth
  let { refreshToken } = oauth
  if (clientId === undefined || (clientSecret === undefined && refreshToken === undefined)) return undefined
  const redactSecrets = (...values: (string | undefined)[]) =>
    context.addSecrets(values.filter((each) => each !== undefined))
  redactSecrets(clientSecret, refreshToken)
  const scope = scopes?.join(' ')
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>
  const discovery = discoveryState(oauth)
  if (discovery === undefined) return undefined
  const failWithoutPerson = (): never => {
    throw new Error(consentMessage(server))
  }
  return {
    // There is no browser to redirect.
    redirectUrl: undefined,
    clientMetadata: {
      client_name: 'Sluice',
      redirect_uris: [],
      grant_types: [refreshToken === undefined ? 'client_credentials' : 'refresh_token'],
      token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_basic',
      scope,
    },
    clientInformation: () => ({ client_id: clientId, client_secret: clientSecret, issuer }),
    tokens: () => tokens,
    saveTokens(newTokens) {
      tokens = newTokens
      refreshToken = newTokens.refresh_token ?? refreshToken
      redactSecrets(newTokens.access_token, newTokens.refresh_token)
    },
    prepareTokenRequest(requestedScope) {
      const grant: Record<string, string> =
        refreshToken === undefined
          ? { grant_type: 'client_credentials' }
          : { grant_type: 'refresh_token', refresh_token: refreshToken }
      const params = new URLSearchParams(grant)
      const tokenScope = scope ?? requestedScope
      if (tokenScope) params.set('scope', tokenScope)
      for (const audience of audiences ?? []) params.append('audience', audience)
      return params
    },
    discoveryState: () => discovery,
    redirectToAuthorization: failWithoutPerson,
    saveCodeVerifier: failWithoutPerson,
    codeVerifier: failWithoutPerson,
  }
}

const consentMessage = (server: string): string =>
  `The MCP server ${server} requires a person's consent, which is impossible in this run. Get a refresh token once with any OAuth client, store it as a secret, and set mcpServers.${server}.oauth to {"clientId": "…", "refreshToken": "$MY_SECRET", "issuer": "https://…"}. Alternatives: a client with a clientSecret, or a token in headers.Authorization.`

/** The authorization server of the settings. Without a token endpoint there, the SDK asks that server for it. */
function discoveryState({ issuer, tokenUrl }: OAuthSettings): OAuthDiscoveryState | undefined {
  if (tokenUrl === undefined) return issuer === undefined ? undefined : { authorizationServerUrl: issuer }
  const issuerUrl = issuer ?? new URL(tokenUrl).origin
  return {
    authorizationServerUrl: issuerUrl,
    authorizationServerMetadata: {
      issuer: issuerUrl,
      token_endpoint: tokenUrl,
      authorization_endpoint: new URL('/authorize', tokenUrl).href,
      response_types_supported: ['code'],
    },
  }
}

type HeaderMap = Record<string, string>

const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform'

/** How long before its expiry a token is replaced, so that no request uses an expired one. */
const REFRESH_EARLY_MS = 5 * 60_000

const TOKEN_MS = 30_000

/** Returns fresh headers for each request to a server that requires a Google Cloud identity. */
export function googleHeaders(
  auth: Exclude<ServerAuth, { kind: 'oauth' }>,
  configured: Readonly<HeaderMap>,
  context: McpAuthContext,
): () => Promise<HeaderMap> {
  if (auth.kind === 'service-account') return idTokenHeaders(auth, context)
  const credential = context.googleCredential(auth.scopes)
  const hasProject = Object.keys(configured).some((name) => name.toLowerCase() === 'x-goog-user-project')
  return async () => {
    const { 'x-goog-user-project': project, ...headers } = await credentialHeaders(credential, context)
    return project === undefined || hasProject ? headers : { ...headers, 'x-goog-user-project': project }
  }
}

async function credentialHeaders(credential: Credential, context: McpAuthContext): Promise<HeaderMap> {
  const headers = await credential.headers(timeoutSignal(TOKEN_MS))
  context.addSecrets(credential.secrets())
  return headers
}

const IdTokenResponse = z.looseObject({ token: z.string().min(1) })

/**
 * A request of ours: google-auth-library also sets `useEmailAzp` in its own, so the token would name another authorized party.
 * Source: Google Cloud docs, IAM Service Account Credentials API, projects.serviceAccounts.generateIdToken.
 */
function idTokenHeaders(
  { audience, account }: Extract<ServerAuth, { kind: 'service-account' }>,
  context: McpAuthContext,
): () => Promise<HeaderMap> {
  const credential = context.googleCredential([CLOUD_PLATFORM])
  let token = ''
  let expiresMs = 0
  return async () => {
    if (context.now() >= expiresMs - REFRESH_EARLY_MS) {
      const url = `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${encodeURIComponent(account)}:generateIdToken`
      const response = await context.fetch(url, {
        method: 'POST',
        headers: { ...(await credentialHeaders(credential, context)), 'content-type': 'application/json' },
        body: JSON.stringify({ audience, includeEmail: true }),
        signal: timeoutSignal(TOKEN_MS),
      })
      const answer = IdTokenResponse.safeParse(response.ok ? await response.json().catch(() => undefined) : undefined)
      if (!answer.success)
        throw new Error(
          `Failed to obtain authentication token: HTTP ${response.status} for ${account}. The identity of this job needs roles/iam.serviceAccountOpenIdTokenCreator on it.`,
        )
      token = answer.data.token
      expiresMs = tokenExpiryMs(token) ?? context.now() + 2 * REFRESH_EARLY_MS
      context.addSecrets([token])
    }
    return { authorization: `Bearer ${token}` }
  }
}

/** Expiry of an ID token in milliseconds since the epoch. The token is not verified. */
function tokenExpiryMs(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    const exp = typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'exp') : undefined
    return typeof exp === 'number' ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}
