import { once } from 'node:events'
import { createServer } from 'node:net'

/** A server on every address of the machine that records what anybody sends. */
export async function recordContacts() {
  const contacts: string[] = []
  const server = createServer(
    (socket) => void socket.on('error', () => undefined).on('data', (data) => contacts.push(`${data}`)),
  )
  server.on('connection', () => contacts.push('connected'))
  server.listen({ port: 0, host: '::', ipv6Only: false })
  await once(server, 'listening')
  const { port } = server.address() as { port: number } // it listens on a port
  return {
    port,
    contacts,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}
