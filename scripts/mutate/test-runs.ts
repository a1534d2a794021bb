import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'

/** A test file that passes without a change, with the ids of the conditions that it evaluates. */
export type TestFile = { path: string; milliseconds: number; reached: ReadonlySet<number> }

/** A test that hangs for so long has noticed the change. */
const LIMIT_TEST_MS = 60_000

/** Keeps the order of the caller. */
class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files
  }
}

/** Runs all test files below `paths` without a change. `switches` is the folder that `switchSource` describes. */
export async function runBaseline(root: string, switches: string, paths: readonly string[]): Promise<TestFile[]> {
  const reached = join(switches, 'reached')
  mkdirSync(reached, { recursive: true })
  chmodSync(reached, 0o777)
  const vitest = await startVitest(root, switches, { bail: 0, isolate: true })
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications([...paths]))
  await vitest.close()
  rmSync(join(switches, 'test'), { force: true })
  for (const module of testModules.filter((each) => !each.ok()))
    process.stdout.write(
      `# fails without a change, so it does not count: ${module.relativeModuleId}: ${firstError(module)}\n`,
    )
  return testModules
    .filter((module) => module.ok())
    .map((module) => ({
      path: module.moduleId,
      milliseconds: module.diagnostic().duration + module.diagnostic().collectDuration,
      reached: readReached(join(reached, encodeURIComponent(module.moduleId))),
    }))
}

/** Asks which of the test files, in the given order, is the first to fail with a condition changed. */
export async function startComparison(root: string, switches: string) {
  const vitest = await startVitest(root, switches, { bail: 1, isolate: false })
  const specifications = new Map((await vitest.globTestSpecifications()).map((each) => [each.moduleId, each]))
  return async (id: number, paths: readonly string[]): Promise<string | undefined> => {
    writeFileSync(join(switches, 'active'), String(id))
    const files = paths.flatMap((path) => specifications.get(path) ?? [])
    vitest.state.filesMap.clear()
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files)
    rmSync(join(switches, 'active'))
    return testModules.find((module) => !module.ok())?.moduleId ?? (unhandledErrors.length > 0 ? paths[0] : undefined)
  }
}

async function startVitest(
  root: string,
  switches: string,
  options: { bail: number; isolate: boolean },
): Promise<Vitest> {
  const setup = join(root, 'mutate-setup.ts')
  writeFileSync(setup, setupSource(switches))
  return createVitest('test', {
    ...options,
    root,
    watch: false,
    maxWorkers: 1,
    setupFiles: [setup],
    reporters: [{}],
    testTimeout: LIMIT_TEST_MS,
    hookTimeout: LIMIT_TEST_MS,
    sequence: { sequencer: GivenOrder },
  })
}

function firstError(module: TestModule): string {
  const tests = [...module.children.allTests()].flatMap((test) => test.result().errors ?? [])
  return [...module.errors(), ...tests][0]?.message.split('\n')[0] ?? ''
}

function readReached(path: string): Set<number> {
  return new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean).map(Number) : [])
}

/** Before each test file: names it, unless a condition is changed. */
function setupSource(switches: string): string {
  return `import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
const folder = ${JSON.stringify(switches)}
if (!existsSync(folder + '/active')) writeFileSync(folder + '/test', encodeURIComponent(expect.getState().testPath))
globalThis.$mutate?.startTest()
`
}
