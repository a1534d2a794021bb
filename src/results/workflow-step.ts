import type { Runtime } from '../config/runtime.ts'
import { type ResultNames, resultNames, stepVariableNames } from '../config/workflow/step-names.ts'
import { findWorkflowSteps } from '../config/workflow/workflow-file.ts'
import type { GitHub } from '../github/api/github.ts'
import type { Git } from '../github/git/git.ts'
import { steeringReader } from '../github/git/steering-reader.ts'
import { childEnvironment } from '../platform/process/child-environment.ts'

/** What the trusted workflow file says about the step. Empty when the file is not known. */
export type TrustedStep = { environment: Pick<Runtime, 'childEnv' | 'taskNames'> | undefined; resultNames: ResultNames }

/** Reads the workflow file, or the reusable workflow it calls, at the steering commit. */
export async function readWorkflowStep(
  sha: string,
  { env }: Pick<Runtime, 'env'>,
  { git, github, notice }: { git: Git; github: GitHub; notice(text: string): void },
): Promise<TrustedStep> {
  const nothing = { environment: undefined, resultNames: { env: [], outputs: [] } }
  if (!env.GITHUB_WORKFLOW_REF) return nothing
  const steps = await findWorkflowSteps(steeringReader(sha, { git, github }), env, notice)
  if (steps.length === 0) return nothing
  const taskNames = stepVariableNames(steps)
  return {
    environment: { taskNames, childEnv: childEnvironment(env, [], taskNames) },
    resultNames: resultNames(steps),
  }
}
