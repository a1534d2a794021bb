import type { AuthClient } from 'google-auth-library'

/** The library, and the options of each of its clients. */
export type GoogleLibrary = {
  library: typeof import('google-auth-library')
  transporterOptions: { fetchImplementation: typeof fetch }
  scopes: string[]
}

/** Makes the library's token exchange use the client's transporter; by default it creates a new one. */
export function shareTransporter<Client extends AuthClient>(client: Client): Client {
  const exchange: unknown = Reflect.get(client, 'stsCredential')
  if (typeof exchange === 'object' && exchange !== null) Reflect.set(exchange, 'transporter', client.transporter)
  return client
}
