import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Scenarios come last. They leave the processes of the tests with three times the memory, and to start a program from such a process,
 * which other tests do ten thousand times, takes three times as long. Of them the longest come first, so that none runs alone at the end.
 */
export default class Sequence extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one.moduleId) - placeOf(other.moduleId))
  }
}

/** The build takes a core for as long as hundreds of tests do, so it goes first. */
const FIRST = 'dist'

/** Their size does not show it. */
const LONG = /^(?:scenarios|environments|scale|gate|conversation|gh|isolation-parts|review-threads)$/

function placeOf(file: string): number {
  const [, folder, name = ''] = /([^\\/]+)[\\/]([^\\/]+)\.test\.ts$/.exec(file) ?? []
  if (name === FIRST) return -1
  return folder !== 'scenarios' ? 0 : LONG.test(name) ? 1 : 2
}
