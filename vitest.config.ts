import { configDefaults, defineConfig } from 'vitest/config'
import Sequence from './test/sequence.ts'

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    // `npm run test:full` is `--mode full`.
    exclude: [...configDefaults.exclude, ...(mode === 'full' ? [] : ['**/*.full.test.ts'])],
    globalSetup: './test/shared-folder.ts',
    // Loading the same sources anew for each of three hundred files takes longer than many of them do.
    isolate: false,
    // Node.js strips the types of our sources itself: a fifth of the processor time less than a transformation of every module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // For what hangs; nothing that works comes near it. All cases of a table take their time on a busy machine.
    testTimeout: mode === 'full' ? 3_600_000 : 240_000,
    hookTimeout: mode === 'full' ? 3_600_000 : 120_000,
    expect: { poll: { timeout: 60_000 } },
    // One more than the cores of the smallest machine: many tests wait for processes and answers, and each worker loads the sources anew.
    maxWorkers: 3,
    // Tests make much garbage: with room for it, V8 collects less often. With more room, starting programs takes longer.
    execArgv: ['--import', new URL('scripts/json-imports.ts', import.meta.url).href, '--max-semi-space-size=32'],
    sequence: { sequencer: Sequence },
    reporters: ['default', './test/totals.ts'],
  },
}))
