import { join } from 'node:path'
import { mapOf } from '../config/workflow-file.ts'
import { UserError } from '../platform/errors.ts'
import { isFolder } from './command-io.ts'
import { agentOf, parseWorkflow, readWorkflowFiles, WORKFLOW_FOLDER } from './workflow-source.ts'

/** What the repository's workflow gives the action, as far as the file says it. `note` says which workflow, or why none. */
export type WorkflowInputs = { inputs: Readonly<Record<string, string>>; note: string }

type UsedStep = { place: string; inputs: Readonly<Record<string, string>> }

/**
 * The inputs of the step that uses the action: in `workflow`, else in the only workflow of the repository in `root` that uses it.
 * Inputs with an expression depend on a run, so they stay unknown. `names`: the inputs to look for.
 */
export async function readWorkflowInputs(
  root: string,
  names: readonly string[],
  { cwd, workflow }: { cwd: string; workflow?: string },
): Promise<WorkflowInputs> {
  const hasFolder = await isFolder(join(root, WORKFLOW_FOLDER))
  const files =
    workflow !== undefined
      ? await readWorkflowFiles([workflow], cwd)
      : hasFolder
        ? await readWorkflowFiles([WORKFLOW_FOLDER], root)
        : []
  const steps = files.flatMap(({ file, text }) => usedSteps(file, text))
  const [first] = steps
  const unknown = `The workflow's inputs ${names.filter((name) => name !== 'prompt').join(', ')} are unknown here; set them as INPUT_SETTINGS and so on.`
  if (first === undefined) {
    if (workflow !== undefined) throw new UserError(`No step of ${workflow} uses the action.`)
    return { inputs: {}, note: unknown }
  }
  const places = steps.map(({ place }) => place).join(', ')
  const given = (step: UsedStep) => names.map((name) => step.inputs[name] ?? '')
  if (workflow === undefined && steps.some((step) => given(step).join('\0') !== given(first).join('\0')))
    return {
      inputs: {},
      note: `Several steps use the action with other inputs: ${places}. Choose one with --workflow FILE. ${unknown}`,
    }
  const set = names.filter((name) => (first.inputs[name] ?? '') !== '')
  const isKnown = (name: string) => first.inputs[name]?.includes('${{') === false
  const left = set.filter((name) => !isKnown(name))
  return {
    inputs: Object.fromEntries(set.filter(isKnown).map((name) => [name, first.inputs[name] ?? ''])),
    note: [
      `The inputs are those of ${first.place}.`,
      ...(left.length === 0 ? [] : [`Unknown, because a run sets them: ${left.join(', ')}.`]),
    ].join(' '),
  }
}

function usedSteps(file: string, text: string): UsedStep[] {
  const parsed = parseWorkflow(file, text)
  if (!parsed.ok) return []
  return parsed.source.jobs.flatMap(({ id, steps }) =>
    steps
      .filter(({ step }) => agentOf(step) === 'sluice')
      .map(({ step }) => ({
        place: `${file}, job ${id}`,
        inputs: Object.fromEntries(
          Object.entries(mapOf(step.with)).map(([name, value]) => [name.toLowerCase(), String(value ?? '')]),
        ),
      })),
  )
}
