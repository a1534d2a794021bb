import type { Paper } from './delivery/run-artifact.ts'
import { githubAddress, runPlace } from './desk.ts'
import type { Runner } from './github/runner.ts'
import { collectSecrets, makeFilter } from './host/secrets.ts'
import type { Inputs } from './inputs.ts'
import type { Machine } from './machine.ts'

/** What a run leaves to read, as files of the artifact; `folder` is empty or ends in a slash. */
export const papersOf = (
  folder: string,
  { transcript, patch }: { transcript: string; patch: string },
  answer: string,
): Paper[] => [
  { name: `${folder}transcript.jsonl`, path: transcript },
  { name: `${folder}changes.patch`, path: patch },
  { name: `${folder}answer.md`, text: answer },
]

/** Keeps the papers as an artifact of the run; what fails is said and changes nothing. Never rejects. */
export async function upload(
  papers: readonly Paper[],
  inputs: Inputs,
  { env, session, sleep }: Machine,
  runner: Runner,
): Promise<void> {
  const { keepPapers } = await import('./delivery/run-artifact.ts')
  const filter = makeFilter(collectSecrets(env, [inputs.github_token, inputs.gemini_api_key, inputs.google_api_key]))
  const place = { ...runPlace(env), job: env.GITHUB_JOB ?? '', session }
  const { userAgent } = githubAddress(env)
  const { ACTIONS_RESULTS_URL: resultsUrl = '', ACTIONS_RUNTIME_TOKEN: token = '' } = env
  const kept = await keepPapers(papers, place, { resultsUrl, token, userAgent, sleep }, filter)
  if (!kept.ok) return runner.annotate('warning', `The artifact could not be uploaded: ${kept.why}.`)
  runner.log(kept.text)
  runner.summary(kept.text)
}
