/** What proves who asks. A fresh set of headers for every request, because tokens run out in long runs. */
export type Credential = {
  /** The input or variable it was set with, for people. */
  from: string
  /** Rejects with UserError when the credential itself is wrong, with ModelError when it could not be had just now. */
  headers(signal: AbortSignal): Promise<Record<string, string>> | Record<string, string>
  /** Makes the next headers() ask for a new token, after the back end refused the last one. Absent: there is no other. */
  renew?: () => void
  /** Everything that must be in no text, as far as it is known by now. */
  secrets(): readonly string[]
}

/** An API key. `bearer`: also as a token, which is what some gateways read. */
export function apiKey(key: string, from: string, bearer: boolean): Credential {
  const headers = { 'x-goog-api-key': key, ...(bearer ? { authorization: `Bearer ${key}` } : {}) }
  return { from, headers: () => headers, secrets: () => [key] }
}

/** A token somebody else got. It lasts an hour and cannot be renewed here. */
export const givenToken = (token: string, from: string): Credential => ({
  from,
  headers: () => ({ authorization: `Bearer ${token}` }),
  secrets: () => [token],
})
