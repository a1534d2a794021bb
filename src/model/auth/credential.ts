/** Authenticates requests. headers() is called for every request, because tokens expire in long runs. */
export type Credential = {
  /** The input or variable that contains it, for users. */
  source: string
  /** Rejects with UserError when the credential is wrong, with ModelError when a token is temporarily unavailable. */
  headers(signal: AbortSignal): Promise<Record<string, string>> | Record<string, string>
  /** Makes the next headers() request a new token, after the provider refused the last one. Absent: there is no other. */
  renew?: () => void
  /** All secrets known so far; no text may contain them. */
  secrets(): readonly string[]
}

/** An API key. `bearer`: also sent as a token, for gateways that read it there. */
export function apiKeyCredential(key: string, source: string, bearer: boolean): Credential {
  const headers: Record<string, string> = { 'x-goog-api-key': key }
  if (bearer) headers.authorization = `Bearer ${key}`
  return { source, headers: () => headers, secrets: () => [key] }
}

/** A token from an earlier step. It is valid for an hour and cannot be renewed. */
export const fixedTokenCredential = (token: string, source: string): Credential => ({
  source,
  headers: () => ({ authorization: `Bearer ${token}` }),
  secrets: () => [token],
})
