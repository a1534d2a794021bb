import { expect, test } from 'vitest'
import { readInputs } from '../../src/config/inputs.ts'
import type { Runtime } from '../../src/config/runtime.ts'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { issue } from '../../src/emulators/github/world.ts'
import { connectGitHub } from '../../src/github/api/github.ts'
import type { Task } from '../../src/github/events/task.ts'
import { openGit } from '../../src/github/git.ts'
import { openPrefetch } from '../../src/session/admit-run.ts'
import type { RunSession } from '../../src/session/run-session.ts'
import { childEnv, testRepository } from '../github/repository.ts'

const TOKEN = 'token-of-the-emulator-0123456789'

/** Whether the code of a run is loaded for a new issue of somebody while GitHub is asked who that is. */
async function isRunLoaded(association: string, skipPaths = ''): Promise<boolean> {
  await using repository = await testRepository()
  await using server = await startGitHub({
    owner: 'octo',
    repo: 'pond',
    token: TOKEN,
    permissions: { ada: 'write' },
    issues: [issue({ number: 7 })],
  })
  const github = connectGitHub({
    apiUrl: server.url,
    graphqlUrl: server.graphqlUrl,
    repository: 'octo/pond',
    token: TOKEN,
    userAgent: 'test',
    notice: () => undefined,
  })
  const event = { payload: { issue: { author_association: association } } }
  const runtime = { event } as unknown as Runtime // all that is read of it
  const session = { github, git: openGit(repository.dir, childEnv) } as unknown as RunSession // likewise
  const task = { kind: 'issue', number: 7, sha: 'c'.repeat(40) } as Task // likewise
  let isLoaded = false
  const loadRun = async () => {
    isLoaded = true
  }
  const inputs = readInputs({ INPUT_SKIP_PATHS: skipPaths })
  openPrefetch(task, { inputs, runtime, session, loadRun }).start()
  await github.permission('ada')
  return isLoaded
}

test('the code of a run is loaded while GitHub answers, for a probable member only', async () => {
  expect(await isRunLoaded('MEMBER')).toBe(true)
  expect(await isRunLoaded('NONE')).toBe(false)
  expect(await isRunLoaded('MEMBER', 'docs/**')).toBe(false)
})
