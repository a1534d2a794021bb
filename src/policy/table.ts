import { parse, TomlError } from 'smol-toml'
import { z } from 'zod'
import { fieldMistake, messageOf, UserError } from '../host/errors.ts'
import { decide, MODES, type Mode, type Rule, ruleRef, wordOf } from './decide.ts'
import { factsOf } from './facts.ts'
import { remedyFor } from './remedy.ts'
import { tablePlaces } from './toml-places.ts'
import { SHELL, serverInName } from './tool-names.ts'

/** One `[[case]]`: a call, and what the rules should say of it. `line` counts from 1. */
export type Case = z.output<typeof caseSchema> & { line: number }

/** A table of cases. The policies it is about stand in it, relative to it, or are given by whoever runs it. */
export type Table = { policies: string[]; adminPolicies: string[]; defaults: boolean; cases: Case[] }

export type Outcome = { ok: true } | { ok: false; text: string }

const mode = z
  .string()
  .transform((written) => (written === 'auto_edit' ? 'autoEdit' : written))
  .pipe(z.enum(MODES, `mode must be one of ${MODES.join(', ')}`))

const caseSchema = z
  .strictObject({
    name: z.string().optional(),
    tool: z.string().min(1).optional(),
    command: z.string().optional(),
    args: z.record(z.string(), z.unknown()).default({}),
    server: z.string().optional(),
    agent: z.string().optional(),
    mode: mode.optional(),
    annotations: z.record(z.string(), z.unknown()).default({}),
    interactive: z.boolean().default(false),
    expect: z.enum(['allow', 'deny', 'ask_user'], 'must be allow, deny or ask_user'),
  })
  .refine(
    (each) => each.tool !== undefined || each.command !== undefined,
    'tool (or command, for the shell) is missing',
  )

const tableSchema = z.strictObject({
  policies: z.array(z.string()).default([]),
  admin_policies: z.array(z.string()).default([]),
  defaults: z.boolean().default(true),
  mode: mode.optional(),
  case: z.array(z.unknown()).min(1, 'there is no [[case]]'),
})

/** Reads a table of cases; every mistake is in one UserError. */
export function readTable(text: string, file: string): Table {
  let tables: unknown
  try {
    tables = parse(text)
  } catch (error) {
    const at = error instanceof TomlError ? `${error.line}:${error.column}` : '1:1'
    throw new UserError(`${file}:${at}: ${messageOf(error).split('\n')[0]}`)
  }
  const table = tableSchema.safeParse(tables)
  if (!table.success)
    throw new UserError(table.error.issues.map((issue) => `${file}: ${fieldMistake(issue, '')}`).join('\n'))
  const places = tablePlaces(text).get('case')
  const problems: string[] = []
  const cases = table.data.case.flatMap((each, index) => {
    const line = places?.[index]?.line ?? 1
    const parsed = caseSchema.safeParse(each)
    if (parsed.success) return [{ ...parsed.data, mode: parsed.data.mode ?? table.data.mode, line }]
    problems.push(...parsed.error.issues.map((issue) => `${file}:${line}: ${fieldMistake(issue, '')}`))
    return []
  })
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  return {
    policies: table.data.policies,
    adminPolicies: table.data.admin_policies,
    defaults: table.data.defaults,
    cases,
  }
}

/** Whether the rules say of a case what it expects; `usual` is the mode of one that names none. Where nobody can be asked, ask_user is what its rule says and deny what becomes of it. */
export async function runCase(rules: readonly Rule[], each: Case, usual: Mode = 'default'): Promise<Outcome> {
  const tool = each.tool ?? SHELL
  const server = each.server ?? serverInName(tool)
  const args = each.command === undefined ? each.args : { ...each.args, command: each.command }
  const call = {
    tool,
    args,
    annotations: each.annotations,
    ...(server && { server }),
    ...(each.agent && { agent: each.agent }),
  }
  const facts = await factsOf(call, each.mode ?? usual, each.interactive)
  const decision = decide(rules, facts, each.interactive ? 'ask' : 'deny')
  const word = wordOf(decision.verdict)
  const isDenied = word === 'ask_user' && !each.interactive && each.expect === 'deny'
  if (word === each.expect || isDenied) return { ok: true }
  const rule = decision.rule && ruleRef(decision.rule)
  const by =
    rule === undefined
      ? 'no rule speaks of it'
      : `${rule.file}:${rule.line}, ${rule.tier} tier, priority ${rule.priority}`
  const remedy = each.expect === 'allow' ? `\n${remedyFor(decision, facts).replace(/^/gm, '    ')}` : ''
  const about = each.name ?? each.command ?? `${tool} ${JSON.stringify(args)}`
  return {
    ok: false,
    text: `${about}: expected ${each.expect}, got ${word} (${by}) ${decision.message}`.trim() + remedy,
  }
}
