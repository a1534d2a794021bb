import * as z from 'zod'
import type { githubEndpoints } from '../../config/run-identity.ts'
import { finishAbandoned } from '../../delivery/post/announce.ts'
import type { AbandonReason } from '../../delivery/post/check-run.ts'
import { connectGitHub } from '../../github/api/github.ts'
import type { Runner } from '../../github/runner.ts'
import type { Environment } from '../../platform/environment.ts'
import { messageOf } from '../../platform/errors.ts'

const Pending = z.object({
  number: z.int().optional(),
  thread: z.int().optional(),
  place: z
    .union([
      z.object({ kind: z.literal('discussion'), number: z.int(), comment: z.int().optional() }),
      z.object({ kind: z.literal('commit'), sha: z.string() }),
    ])
    .optional(),
  key: z.string(),
  run: z.string(),
  runUrl: z.string().optional(),
  check: z.object({ name: z.string(), sha: z.string(), externalId: z.string() }).optional(),
})

type PostStep = { env: Environment; token: string; endpoints: ReturnType<typeof githubEndpoints>; runner: Runner }

/** For the post step: finishes the "working" comment and check run of a run. A failure is only a warning. */
export async function finishAbandonedRun(
  pending: string,
  reason: AbandonReason,
  { env, token, endpoints, runner }: PostStep,
) {
  try {
    const status = Pending.parse(JSON.parse(pending))
    const github = connectGitHub({ ...endpoints, repository: env.GITHUB_REPOSITORY ?? '', token, notice: runner.log })
    if (await finishAbandoned(status, github, reason)) runner.log('Updated the "working" status of the unfinished run.')
  } catch (error) {
    runner.annotate('warning', `Could not update the "working" status: ${messageOf(error)}`)
  }
}
