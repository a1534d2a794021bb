import { setFlagsFromString } from 'node:v8'

let isKeptSmall = false

/**
 * From now on memory is given back sooner. A long run makes a large request for every turn, which is garbage when it is
 * sent; V8 would let 100 MiB of that pile up, because it takes a growing heap for one that is needed. Flags V8 does not
 * know are ignored.
 */
export function keepHeapSmall(): void {
  if (isKeptSmall) return
  isKeptSmall = true
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=40')
}
