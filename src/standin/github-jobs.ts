import { type Answer, type Call, notFound, numeric, type Route } from './github-answer.ts'
import type { World } from './github-world.ts'

/** Logs of jobs, which GitHub keeps elsewhere. Source: GitHub REST docs, "Download job logs for a workflow run". */
export const jobRoutes: readonly Route[] = [{ method: 'GET', pattern: '/actions/jobs/:id/logs', answer: sendToLog }]

const STORE = '/stored-logs/'

/** The address is good for a minute and needs no credential; it is another host's, so a client must send none there. */
function sendToLog(call: Call): Answer {
  const id = numeric(call, 'id')
  if (call.world.jobLogs[id] === undefined) throw notFound()
  const { port } = new URL(call.api)
  return { status: 302, headers: { location: `http://localhost:${port}${STORE}${id}` } }
}

/** What the store answers, or undefined for an address that is not its own. */
export function storedLog(world: World, path: string): string | undefined {
  return path.startsWith(STORE) ? (world.jobLogs[Number(path.slice(STORE.length))] ?? '') : undefined
}
