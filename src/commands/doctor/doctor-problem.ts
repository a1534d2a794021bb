import { mapOf, type WorkflowMap } from '../../config/workflow-file.ts'
import { leftCheckout } from '../../emulators/github/checkout.ts'
import { retiredReplacement } from '../../model/models.ts'
import type { TextEdit } from '../../text/text-edit.ts'
import { isCheckout, type JobSource, type StepSource, type WorkflowSource } from '../workflow-source.ts'

/** One thing that is wrong or unsafe. `problem`: what it is and why it matters. `edits`: a fix that changes nothing else. */
export type DoctorProblem = {
  check: string
  level: 'error' | 'warning'
  line: number
  problem: string
  fix: string
  edits?: readonly TextEdit[]
}

/** A problem between workflows, at its place in one of them. */
export type Conflict = DoctorProblem & { file: string }

export type WorkflowCheck = (source: WorkflowSource) => DoctorProblem[]

/** The conditions of a job and of a step, as one text. */
export const conditionsOf = (job: WorkflowMap, step: WorkflowMap = {}): string =>
  [job.if, step.if].map((value) => String(value ?? '')).join('\n')

/** Whether a condition checks which repository the head of a pull request comes from. */
export const checksOrigin = (condition: string): boolean =>
  /head(?:_repository|\.repo)\.(?:full_name|fork|id|owner)|head_repository\.fork/.test(condition)

/** Whether a condition checks who caused the event. */
export const checksAuthor = (condition: string): boolean =>
  /author_association|github\.(?:actor|triggering_actor)\b|\.user\.login|sender\.login/.test(condition)

/** Whether a step checks out the repository and leaves the token on disk. */
export function keepsCredential(step: StepSource): boolean {
  const texts = Object.entries(mapOf(step.step.with)).map(([name, value]) => [name, String(value ?? '')])
  return isCheckout(step) && leftCheckout(Object.fromEntries(texts), { repository: '', ref: '' }).keepsCredential
}

export const eachStep = (
  { jobs }: WorkflowSource,
  check: (step: StepSource, job: JobSource) => readonly DoctorProblem[],
): DoctorProblem[] => jobs.flatMap((job) => job.steps.flatMap((step) => check(step, job)))

/** Whether the job or the workflow has some permission. `undefined`: neither says anything about permissions. */
export function permissionOf(workflow: WorkflowMap, job: WorkflowMap, scope: string): string | undefined {
  const permissions = job.permissions ?? workflow.permissions
  if (permissions === undefined) return undefined
  if (typeof permissions === 'string') return permissions === 'write-all' ? 'write' : 'read'
  if (permissions === null || typeof permissions !== 'object') return 'none'
  const level: unknown = Object.entries(permissions).find(([name]) => name === scope)?.[1]
  return typeof level === 'string' ? level : 'none'
}

/** A page of the documentation. Users have no docs/ folder. */
export const docsPage = (name: string): string => `https://github.com/sluice-agent/sluice/blob/v0/docs/${name}.md`

/** `name`: the input or setting that names the model. */
export function retiredModel(model: string, name: string, line: number): DoctorProblem[] {
  const replacement = retiredReplacement(model)
  if (replacement === undefined) return []
  return [
    {
      check: 'retired-model',
      level: 'error',
      line,
      problem: `${name} names ${model}, which Google has shut down. The run ends as model.`,
      fix: `Write ${replacement}, or a model of https://ai.google.dev/gemini-api/docs/models.`,
    },
  ]
}
