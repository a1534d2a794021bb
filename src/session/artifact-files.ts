import type { Inputs } from '../config/inputs/inputs.ts'
import { githubEndpoints, runLocation } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import { type ArtifactFile, uploadFiles } from '../delivery/post/run-artifact.ts'
import type { Runner } from '../github/runner.ts'
import { collectSecrets, createSecretFilter } from '../platform/redact/redact.ts'

/** The files of a run's artifact. `folder` is empty or ends in a slash. */
export const artifactFiles = (
  folder: string,
  { transcript, patch }: { transcript: string; patch: string },
  answer: string,
): ArtifactFile[] => [
  { name: `${folder}transcript.jsonl`, path: transcript },
  { name: `${folder}changes.patch`, path: patch },
  { name: `${folder}answer.md`, text: answer },
]

/** Uploads the files as an artifact of the run. A failure is only a warning. Never rejects. */
export async function uploadRunArtifact(
  files: readonly ArtifactFile[],
  inputs: Inputs,
  { env, session, sleep }: Runtime,
  runner: Runner,
): Promise<void> {
  const filter = createSecretFilter(
    collectSecrets(env, [inputs.github_token, inputs.gemini_api_key, inputs.google_api_key]),
  )
  const run = { ...runLocation(env), job: env.GITHUB_JOB ?? '', session }
  const { userAgent } = githubEndpoints(env)
  const { ACTIONS_RESULTS_URL: resultsUrl = '', ACTIONS_RUNTIME_TOKEN: token = '' } = env
  const upload = await uploadFiles(files, run, { resultsUrl, token, userAgent, sleep }, filter)
  if (!upload.ok) return runner.annotate('warning', `Could not upload the artifact: ${upload.reason}.`)
  runner.log(upload.text)
  await runner.summary(upload.text)
}
