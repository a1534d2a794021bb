import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Scenarios come last. They leave the processes of the tests with three times the memory, and to start a program from such a process,
 * which other tests do ten thousand times, takes three times as long.
 */
export default class Sequence extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isScenario = ({ moduleId }: TestSpecification) => /[\\/]test[\\/]scenarios[\\/]/.test(moduleId)
    return [...sorted.filter((file) => !isScenario(file)), ...sorted.filter(isScenario)]
  }
}
