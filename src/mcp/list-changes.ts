import { setTimeout as sleep } from 'node:timers/promises'
import type { McpConnection } from './connect.ts'

/** How long to wait for the server to confirm the subscription. */
const CONFIRM_MS = 5000
/** How often a broken subscription is renewed, and the pause before that. */
const MAX_RENEWALS = 5
const RENEW_MS = 1000

/**
 * Subscribes to changes of a server's lists. Since revision 2026-07-28 a client must ask for them; older servers send them
 * unasked. A server that refuses keeps its first lists.
 */
export async function listenForListChanges({ client }: McpConnection, signal: AbortSignal): Promise<void> {
  if (client.getProtocolEra() !== 'modern') return
  const { tools, resources } = client.getServerCapabilities() ?? {}
  const filter: { toolsListChanged?: true; resourcesListChanged?: true } = {}
  if (tools?.listChanged === true) filter.toolsListChanged = true
  if (resources?.listChanged === true) filter.resourcesListChanged = true
  if (Object.keys(filter).length === 0) return
  const listen = () => client.listen(filter, { timeout: CONFIRM_MS, signal }).catch(() => undefined)
  const first = await listen()
  void (async () => {
    let subscription = first
    for (let renewal = 0; renewal < MAX_RENEWALS && (await subscription?.closed) === 'remote'; renewal++) {
      await sleep(RENEW_MS, undefined, { signal })
      subscription = await listen()
    }
  })().catch(() => undefined)
}
