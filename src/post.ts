import { z } from 'zod'
import { finishAbandoned } from './delivery/deliver.ts'
import type { githubAddress } from './desk.ts'
import { connectGitHub } from './github/client.ts'
import type { Runner } from './github/runner.ts'
import { messageOf } from './host/errors.ts'
import type { Env } from './machine.ts'

const Pending = z.object({ number: z.int(), key: z.string(), run: z.string(), runUrl: z.string().optional() })

/** Replaces the comment that still says "working". A failure is said in the log; the job has failed already. */
export async function finishPending(
  pending: string,
  env: Env,
  address: ReturnType<typeof githubAddress>,
  runner: Runner,
) {
  try {
    const { runUrl, ...rest } = Pending.parse(JSON.parse(pending))
    const token = env.INPUT_GITHUB_TOKEN ?? ''
    const github = connectGitHub({ ...address, repository: env.GITHUB_REPOSITORY ?? '', token, notice: runner.log })
    const replaced = await finishAbandoned(runUrl === undefined ? rest : { ...rest, runUrl }, github)
    if (replaced) runner.log('The comment that said "working" now says that the run was stopped.')
  } catch (error) {
    runner.annotate('warning', `The comment that says "working" could not be finished: ${messageOf(error)}`)
  }
}
