import type { AuthClient } from 'google-auth-library'

/** The library, and what each of its clients is made with. */
export type Google = {
  library: typeof import('google-auth-library')
  transporterOptions: { fetchImplementation: typeof fetch }
  scopes: string[]
}

/** The library's token exchange makes itself a client of its own, past the one it was given. */
export function allThrough<Client extends AuthClient>(client: Client): Client {
  const exchange: unknown = Reflect.get(client, 'stsCredential')
  if (typeof exchange === 'object' && exchange !== null) Reflect.set(exchange, 'transporter', client.transporter)
  return client
}
