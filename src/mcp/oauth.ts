import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client'
import type { McpAuthContext } from './auth.ts'
import type { OAuthSettings } from './config.ts'

/**
 * OAuth without a browser: discovers the authorization server as the protocol says and requests a token with a refresh
 * token or with the client secret. Undefined without both: then the server's 401 is the result.
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
    discoveryState: discovery === undefined ? undefined : () => discovery,
    redirectToAuthorization: failWithoutPerson,
    saveCodeVerifier: failWithoutPerson,
    codeVerifier: failWithoutPerson,
  }
}

const consentMessage = (server: string): string =>
  `The MCP server ${server} requires a person's consent, which is impossible in this run. Get a refresh token once with any OAuth client, store it as a secret, and set mcpServers.${server}.oauth to {"clientId": "…", "refreshToken": "$MY_SECRET"}. Alternatives: a client with a clientSecret, or a token in headers.Authorization.`

/** The token endpoint of the settings; undefined without one, then the SDK discovers it. */
function discoveryState({ issuer, tokenUrl }: OAuthSettings): OAuthDiscoveryState | undefined {
  if (tokenUrl === undefined || !URL.canParse(tokenUrl)) return undefined
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
