import type { Reporter, TestModule } from 'vitest/node'

/** Ends the output with the totals in one line. */
export default class Totals implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length
    const count = (state: string) => states.filter((each) => each === state).length
    process.on('exit', () => console.log(`\n${count('passed')} passed, ${count('failed') + broken} failed`))
  }
}
