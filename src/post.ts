import { z } from 'zod'
import { finishAbandoned } from './delivery/announce.ts'
import type { LeftBy } from './delivery/check-run.ts'
import type { githubAddress } from './desk.ts'
import { connectGitHub } from './github/client.ts'
import { known } from './github/known.ts'
import type { Runner } from './github/runner.ts'
import { messageOf } from './host/errors.ts'
import type { Env } from './machine.ts'

const Pending = z.object({
  number: z.int().optional(),
  key: z.string(),
  run: z.string(),
  runUrl: z.string().optional(),
  check: z.object({ name: z.string(), sha: z.string(), externalId: z.string() }).optional(),
})

/** Ends the comment and the check run that still say "working". A failure is said in the log. */
export async function finishPending(
  pending: string,
  by: LeftBy,
  env: Env,
  address: ReturnType<typeof githubAddress>,
  runner: Runner,
) {
  try {
    const { number, runUrl, check, ...rest } = Pending.parse(JSON.parse(pending))
    const token = env.INPUT_GITHUB_TOKEN ?? ''
    const github = connectGitHub({ ...address, repository: env.GITHUB_REPOSITORY ?? '', token, notice: runner.log })
    const left = { ...rest, ...known('number', number), ...known('runUrl', runUrl), ...known('check', check) }
    if (await finishAbandoned(left, github, by)) runner.log('What said "working" now says how the run ended.')
  } catch (error) {
    runner.annotate('warning', `What says "working" could not be finished: ${messageOf(error)}`)
  }
}
