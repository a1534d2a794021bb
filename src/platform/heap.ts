import { setFlagsFromString } from 'node:v8'

let isLimited = false

/**
 * Makes V8 collect garbage sooner. Each turn of a long run builds a large request that is garbage once it is sent. By
 * default V8 grows the heap and keeps about 100 MiB of it. V8 ignores flags that it does not know.
 */
export function limitHeapGrowth(): void {
  if (isLimited) return
  isLimited = true
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=40')
}
