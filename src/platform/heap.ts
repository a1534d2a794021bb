import { setFlagsFromString } from 'node:v8'

const HAS_FLAGS = process.versions.node.startsWith('24.')

/**
 * Spares work that pays off only in a run of minutes. Call it once fetch is loaded: V8 does not use Node's compiled modules after a
 * flag has changed, and compiling those of fetch takes 25 ms. Does nothing on another version of Node, whose V8 may have other flags
 * and writes an error about each that it does not know.
 */
export function favorShortRuns(): void {
  if (!HAS_FLAGS) return
  // V8 would optimize WebAssembly that was called often, fetch's HTTP parser first of all: 20 MiB at the peak, a sixth of the whole.
  setFlagsFromString('--wasm-tiering-budget=1000000000')
  // Percent of the room to V8's limit. By default V8 also marks the heap of a run of half a second, which takes 15 ms.
  setFlagsFromString('--incremental-marking-soft-trigger=90')
  setFlagsFromString('--incremental-marking-hard-trigger=95')
}

let isLimited = false

/**
 * Makes V8 collect garbage sooner. Each turn of a long run builds a large request that is garbage once it is sent. By
 * default V8 grows the heap and keeps about 100 MiB of it.
 */
export function limitHeapGrowth(): void {
  if (isLimited || !HAS_FLAGS) return
  isLimited = true
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=40')
  setFlagsFromString('--incremental-marking-soft-trigger=0')
  setFlagsFromString('--incremental-marking-hard-trigger=0')
}
