import type { Environment } from '../../platform/environment.ts'
import { UserError } from '../../platform/errors.ts'
import { INPUTS, type InputName, type InputSpec, type Inputs } from './inputs.ts'

/**
 * Reads the inputs, on a runner with @actions/core's `getInput`. A missing variable gets the default of action.yml; a default that is
 * a workflow expression counts as empty. Throws one UserError that lists every mistake.
 */
export function readInputs(
  env: Environment,
  getInput = (name: string) => env[`INPUT_${name.toUpperCase()}`] ?? '',
): Inputs {
  const mistakes: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, spec] of Object.entries<InputSpec>(INPUTS)) {
    const result = spec.schema.safeParse(getInput(name) || literalDefault(spec.default))
    if (result.success) values[name] = result.data
    else mistakes.push(...result.error.issues.map((issue) => `${name} ${issue.message}`))
  }
  mistakes.push(...findUnknownInputs(env), ...findContradictions(values))
  if (mistakes.length > 0)
    throw new UserError(`The workflow's inputs are invalid:\n${mistakes.map((line) => `- ${line}`).join('\n')}`)
  return { ...(values as Omit<Inputs, 'notices'>), notices: noticesFor(env) } // each schema validated its value
}

const literalDefault = (fallback: string) => (fallback.startsWith('${{') ? '' : fallback)

function findUnknownInputs(env: Environment): string[] {
  const known = new Set(Object.keys(INPUTS).map((name) => `INPUT_${name.toUpperCase()}`))
  return Object.keys(env)
    .filter((key) => key.startsWith('INPUT_') && !known.has(key))
    .map((key) => `${key.slice('INPUT_'.length).toLowerCase()} is not an input of this action`)
}

function findContradictions(values: Record<string, unknown>): string[] {
  const mistakes: string[] = []
  if (values.use_vertex_ai === true && values.use_gemini_code_assist === true)
    mistakes.push('use_vertex_ai and use_gemini_code_assist exclude each other; set only one')
  const prs = values.github_pr_number
  if (Array.isArray(prs) && prs.length > 1) mistakes.push('github_pr_number takes one number')
  return mistakes
}

function noticesFor(env: Environment): string[] {
  const changed = (name: InputName) => {
    const given = env[`INPUT_${name.toUpperCase()}`] ?? ''
    return given !== '' && given !== literalDefault(INPUTS[name].default)
  }
  const installInputs: InputName[] = ['gemini_cli_version', 'gemini_cli_package', 'use_pnpm']
  return installInputs
    .filter(changed)
    .map((name) => `The input ${name} has no effect: nothing is installed at run time.`)
}
