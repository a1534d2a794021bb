import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js'
import type { AuthPlace } from './auth.ts'
import type { OAuth } from './config.ts'

/**
 * OAuth as far as it goes without a browser: the authorization server is found as the protocol says, and asked for a token
 * with a refresh token or with the client's own secret. Undefined where neither was given: then a 401 is the answer.
 * Source: MCP specification, "Authorization"; the SDK's OAuthClientProvider.
 */
export function oauthFor(
  server: string,
  oauth: OAuth,
  place: Pick<AuthPlace, 'learn'>,
): OAuthClientProvider | undefined {
  const { clientId, clientSecret, issuer, scopes, audiences } = oauth
  let { refreshToken } = oauth
  if (clientId === undefined || (clientSecret === undefined && refreshToken === undefined)) return undefined
  const secrets = (...found: (string | undefined)[]) => place.learn(found.filter((each) => each !== undefined))
  secrets(clientSecret, refreshToken)
  const scope = scopes?.join(' ')
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>
  const known = discoveryOf(oauth)
  const person = (): never => {
    throw new Error(needsPerson(server))
  }
  return {
    // No address to come back to: nobody is there to be sent away.
    redirectUrl: undefined,
    clientMetadata: {
      client_name: 'Sluice',
      redirect_uris: [],
      grant_types: [refreshToken === undefined ? 'client_credentials' : 'refresh_token'],
      token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_basic',
      ...(scope === undefined ? {} : { scope }),
    },
    clientInformation: () => ({
      client_id: clientId,
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      ...(issuer === undefined ? {} : { issuer }),
    }),
    tokens: () => tokens,
    saveTokens(given) {
      tokens = given
      refreshToken = given.refresh_token ?? refreshToken
      secrets(given.access_token, given.refresh_token)
    },
    prepareTokenRequest(wanted) {
      const grant: Record<string, string> =
        refreshToken === undefined
          ? { grant_type: 'client_credentials' }
          : { grant_type: 'refresh_token', refresh_token: refreshToken }
      const params = new URLSearchParams(grant)
      const asked = scope ?? wanted
      if (asked) params.set('scope', asked)
      for (const audience of audiences ?? []) params.append('audience', audience)
      return params
    },
    ...(known === undefined ? {} : { discoveryState: () => known }),
    redirectToAuthorization: person,
    saveCodeVerifier: person,
    codeVerifier: person,
  }
}

/** What to do where the server's owner wants a person's consent. */
const needsPerson = (server: string): string =>
  `The MCP server ${server} wants a person's consent, and nobody is there. Get a refresh token once, with any OAuth client, keep it as a secret, and write it in mcpServers.${server}.oauth: {"clientId": "…", "refreshToken": "$MY_SECRET"}; or use a client that has a secret of its own (clientSecret), or a token in headers.Authorization.`

/** Where tokens come from, when the settings say so themselves. */
function discoveryOf({ issuer, tokenUrl }: OAuth): OAuthDiscoveryState | undefined {
  if (tokenUrl === undefined || !URL.canParse(tokenUrl)) return undefined
  const from = issuer ?? new URL(tokenUrl).origin
  return {
    authorizationServerUrl: from,
    authorizationServerMetadata: {
      issuer: from,
      token_endpoint: tokenUrl,
      authorization_endpoint: new URL('/authorize', tokenUrl).href,
      response_types_supported: ['code'],
    },
  }
}
