import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readInputs } from '../../../src/config/inputs/read-inputs.ts'
import type { Runtime } from '../../../src/config/runtime.ts'
import { startGitHub } from '../../../src/emulators/github/github.ts'
import { issue } from '../../../src/emulators/github/world.ts'
import { connectGitHub } from '../../../src/github/api/github.ts'
import type { Task } from '../../../src/github/events/task.ts'
import { openGit } from '../../../src/github/git/git.ts'
import type { RunSession } from '../../../src/session/run-session.ts'
import { openPrefetch } from '../../../src/session/start/prefetch.ts'
import { childEnv, testRepository } from '../../github/repository.ts'

const REQUEST_SENT = 'undici:client:sendHeaders'
const TOKEN = 'token-of-the-emulator-0123456789'

/** Starts a prefetch for a new issue of somebody and asks a question. Resolves to what was loaded as it was sent, and after it. */
async function loadedBy(association: string, skipPaths = '') {
  await using repository = await testRepository()
  await using server = await startGitHub({
    ...{ owner: 'octo', repo: 'pond', token: TOKEN, permissions: { ada: 'write' }, issues: [issue({ number: 7 })] },
  })
  const github = connectGitHub({
    ...{ apiUrl: server.url, graphqlUrl: server.graphqlUrl, repository: 'octo/pond', token: TOKEN },
    ...{ userAgent: 'test', notice: () => undefined },
  })
  const event = { payload: { issue: { author_association: association } } }
  const runtime = { event } as unknown as Runtime // all that is read of it
  const session = { github, git: openGit(repository.dir, childEnv) } as unknown as RunSession // likewise
  const task = { kind: 'issue', number: 7, sha: 'c'.repeat(40) } as Task // likewise
  let isLoaded = false
  const loaded = Promise.withResolvers<void>()
  const preload = async () => {
    isLoaded = true
    loaded.resolve()
  }
  const inputs = readInputs({ INPUT_SKIP_PATHS: skipPaths })
  const atRequests: boolean[] = []
  const onRequest = () => atRequests.push(isLoaded)
  subscribe(REQUEST_SENT, onRequest)
  openPrefetch(task, { inputs, runtime, session, preload }).start()
  await github.permission('ada')
  unsubscribe(REQUEST_SENT, onRequest)
  if (association === 'MEMBER' && skipPaths === '') await loaded.promise
  await nextTurn()
  return { before: atRequests[0], after: isLoaded }
}

test('what a run needs is loaded once the first question to GitHub is on its way, for a probable member only', async () => {
  expect(await loadedBy('MEMBER')).toEqual({ before: false, after: true })
  expect(await loadedBy('NONE')).toEqual({ before: false, after: false })
  expect(await loadedBy('MEMBER', 'docs/**')).toEqual({ before: false, after: false })
})
