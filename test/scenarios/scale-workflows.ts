import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import type { Scope } from '../../src/emulators/github/world.ts'
import type { ActionRun } from './action.ts'
import type { ScaleJobs } from './scale-jobs.ts'

/** Plays a workflow with the jobs plan, shard and reduce as it is written, or one that calls such a workflow. */

const ROOT = resolve(import.meta.dirname, '../../.github')
const SCOPES: readonly Scope[] = ['issues', 'pull_requests', 'contents', 'checks', 'actions']

const Values = z.record(z.string(), z.unknown()).default({})
const Permissions = z.record(z.string(), z.enum(['read', 'write'])).optional()
const Job = z.object({
  permissions: Permissions,
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  uses: z.string().optional(),
  with: Values,
  steps: z.array(z.object({ uses: z.string().default(''), with: Values })).default([]),
})
const Workflow = z.object({
  on: z.object({
    workflow_call: z.object({ inputs: z.record(z.string(), z.object({ default: z.unknown().optional() })) }).optional(),
  }),
  permissions: Permissions,
  jobs: z.record(z.string(), Job),
})

const read = (path: string) => Workflow.parse(parse(readFileSync(join(ROOT, path), 'utf8')))

export type PlayedScale = { plan: ActionRun; shards: ActionRun[]; reduce: ActionRun }

/** `path`: below .github. Throws when a job of the called workflow needs a permission that the caller does not give, as GitHub does. */
export async function playScale(path: string, { job, entries, github }: ScaleJobs): Promise<PlayedScale> {
  const caller = read(path)
  const [call] = Object.values(caller.jobs).filter(({ uses }) => uses !== undefined)
  const file = call?.uses === undefined ? path : call.uses.replace(/^.*\.github\/(.*)@.*$/, '$1')
  const workflow = file === path ? caller : read(file)
  const defaults = Object.entries(workflow.on.workflow_call?.inputs ?? {}).map(([name, input]) => [
    name,
    input.default ?? '',
  ])
  const inputs: Record<string, unknown> = { ...Object.fromEntries(defaults), ...call?.with }

  const run = async (name: string, context: { matrix?: string; shard?: string }): Promise<ActionRun> => {
    const own = workflow.jobs[name]
    const step = own?.steps.find(({ uses }) => uses.startsWith('sluice-agent/sluice@'))
    if (own === undefined || step === undefined) throw new Error(`${file} has no job ${name} with the action`)
    const permissions = own.permissions ?? workflow.permissions ?? {}
    const missing = Object.entries(permissions).filter(
      ([scope, level]) =>
        file !== path && caller.permissions?.[scope] !== 'write' && caller.permissions?.[scope] !== level,
    )
    if (missing.length > 0) throw new Error(`the caller does not give ${missing.join()}`)
    github.world.tokenPermissions = Object.fromEntries(
      SCOPES.map((scope) => [scope, permissions[scope.replace('_', '-')] ?? 'none']),
    )
    const evaluate = (text: string) =>
      text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
        if (expression === 'toJSON(matrix)') return context.shard ?? ''
        if (expression === 'needs.plan.outputs.matrix') return context.matrix ?? ''
        if (expression === 'inputs.name || github.workflow') return String(inputs.name || 'Sluice')
        if (expression.startsWith('inputs.')) return String(inputs[expression.slice('inputs.'.length)])
        if (/^secrets\.gemini_api_key$/i.test(expression)) return ''
        throw new Error(`unknown expression ${expression}`)
      })
    const given = Object.entries(step.with).map(([input, value]) => [input, evaluate(String(value))])
    return job(Object.fromEntries(given.filter(([input]) => input !== 'gemini_api_key')))
  }

  const plan = await run('plan', {})
  const matrix = plan.outputs.matrix ?? ''
  const shards = await Promise.all(entries(plan).map((shard) => run('shard', { shard })))
  return { plan, shards, reduce: await run('reduce', { matrix }) }
}
