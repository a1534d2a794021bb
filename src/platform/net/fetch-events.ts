import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** What fetch publishes before it opens a connection, and when it writes a request. Source: undici docs, "Diagnostics Channel Support". */
const BEFORE_CONNECTION = 'undici:client:beforeConnect'
const REQUEST_SENT = 'undici:client:sendHeaders'

/** Resolves when the next request of this process, and those sent together with it, are on their way. */
export const nextRequestSent = (): Promise<void> =>
  new Promise((resolve) => {
    once(REQUEST_SENT, () => {
      setImmediate(resolve)
    })
  })

/** Calls `act` when fetch, with all that it needs, is loaded, and before it opens the first connection of this process. */
export const beforeFirstConnection = (act: () => void): void => once(BEFORE_CONNECTION, act)

function once(event: string, act: () => void): void {
  const listener = () => {
    unsubscribe(event, listener)
    act()
  }
  subscribe(event, listener)
}
