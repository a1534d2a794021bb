import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** Published by fetch when it writes a request. Source: undici docs, "Diagnostics Channel Support". */
const REQUEST_SENT = 'undici:client:sendHeaders'

/** Resolves when the next request of this process, and those sent together with it, are on their way. */
export const nextRequestSent = (): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      unsubscribe(REQUEST_SENT, done)
      setImmediate(resolve)
    }
    subscribe(REQUEST_SENT, done)
  })
