import { relative, sep } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { isFull, SAMPLE_SEED } from './sample.ts'

/** Ends the output with the suites that ran, one for each folder of test/, and the totals in one line. */
export default class Totals implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length
    const count = (state: string) => states.filter((each) => each === state).length
    const lines = [
      `Suites (files): ${suites(modules)}`,
      isFull ? 'Ran all cases.' : `Ran samples of the large tables, seed ${SAMPLE_SEED}; npm run test:full runs all.`,
      `${count('passed')} passed, ${count('failed') + broken} failed`,
    ]
    process.on('exit', () => console.log(`\n${lines.join('\n')}`))
  }
}

function suites(modules: readonly TestModule[]): string {
  const folders = Map.groupBy(modules, ({ moduleId }) => {
    const [folder = '', ...rest] = relative(import.meta.dirname, moduleId).split(sep)
    return rest.length > 0 ? folder : 'the root'
  })
  return [...folders]
    .map(([folder, { length }]) => `${folder} ${length}`)
    .toSorted()
    .join(', ')
}
