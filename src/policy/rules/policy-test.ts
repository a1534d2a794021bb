import { parse, TomlError } from 'smol-toml'
import * as z from 'zod'
import { messageOf, UserError, zodIssueMessage } from '../../platform/errors.ts'
import { callFacts, decide, decisionName, ruleRef } from './decide.ts'
import { tablePositions } from './load.ts'
import { remedyFor } from './remedy.ts'
import { MODES, type Mode, type Rule } from './rule.ts'
import { beyondAs, SHELL_TOOL, serverInName } from './tool-names.ts'

/** One `[[case]]`: a call and the decision it expects. `line` counts from 1. */
export type PolicyTestCase = z.output<typeof policyCaseSchema> & { line: number }

/** A file of cases. It names its policies, relative to itself; the caller can name others. */
export type PolicyTestFile = { policies: string[]; adminPolicies: string[]; defaults: boolean; cases: PolicyTestCase[] }

export type PolicyTestResult = { ok: true } | { ok: false; text: string }

const mode = z
  .string()
  .transform((value) => (value === 'auto_edit' ? 'autoEdit' : value))
  .pipe(z.enum(MODES, `mode must be one of ${MODES.join(', ')}`))

export const policyCaseSchema = z
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
    targets: z.enum(['own', 'any'], 'must be own or any').optional(),
    expect: z.enum(['allow', 'deny', 'ask_user'], 'must be allow, deny or ask_user'),
  })
  .refine(
    (each) => each.tool !== undefined || each.command !== undefined,
    'tool is missing (or command, for the shell)',
  )

export const policyTestFileSchema = z.strictObject({
  policies: z.array(z.string()).default([]),
  admin_policies: z.array(z.string()).default([]),
  defaults: z.boolean().default(true),
  mode: mode.optional(),
  case: z.array(z.unknown()).min(1, 'there is no [[case]]'),
})

/** Reads a file of cases. Throws one UserError that lists every mistake. */
export function readPolicyTests(text: string, file: string): PolicyTestFile {
  let tables: unknown
  try {
    tables = parse(text)
  } catch (error) {
    const position = error instanceof TomlError ? `${error.line}:${error.column}` : '1:1'
    throw new UserError(`${file}:${position}: ${messageOf(error).split('\n')[0]}`)
  }
  const table = policyTestFileSchema.safeParse(tables)
  if (!table.success)
    throw new UserError(table.error.issues.map((issue) => `${file}: ${zodIssueMessage(issue, '')}`).join('\n'))
  const places = tablePositions(text).get('case')
  const problems: string[] = []
  const cases = table.data.case.flatMap((each, index) => {
    const line = places?.[index]?.line ?? 1
    const parsed = policyCaseSchema.safeParse(each)
    if (parsed.success) return [{ ...parsed.data, mode: parsed.data.mode ?? table.data.mode, line }]
    problems.push(...parsed.error.issues.map((issue) => `${file}:${line}: ${zodIssueMessage(issue, '')}`))
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

/**
 * Whether the rules decide a case as it expects. `defaultMode` applies to a case that names no mode. When no person can
 * confirm a call, a case that matches an ask_user rule may expect ask_user or deny.
 */
export async function runPolicyTest(
  rules: readonly Rule[],
  testCase: PolicyTestCase,
  defaultMode: Mode = 'default',
): Promise<PolicyTestResult> {
  const tool = testCase.tool ?? SHELL_TOOL
  const server = testCase.server ?? serverInName(tool)
  const args = testCase.command === undefined ? testCase.args : { ...testCase.args, command: testCase.command }
  const beyond = beyondAs(testCase.targets, tool)
  const call = { tool, args, annotations: testCase.annotations, server, agent: testCase.agent, beyond }
  const facts = await callFacts(call, testCase.mode ?? defaultMode, testCase.interactive)
  const decision = decide(rules, facts, testCase.interactive ? 'ask' : 'deny')
  const actual = decisionName(decision.verdict)
  const isDenied = actual === 'ask_user' && !testCase.interactive && testCase.expect === 'deny'
  if (actual === testCase.expect || isDenied) return { ok: true }
  const rule = decision.rule && ruleRef(decision.rule)
  const decidedBy =
    rule === undefined
      ? 'no rule matches it'
      : `${rule.file}:${rule.line}, ${rule.tier} tier, priority ${rule.priority}`
  const remedy = testCase.expect === 'allow' ? `\n${remedyFor(decision, facts).replace(/^/gm, '    ')}` : ''
  const description = testCase.name ?? testCase.command ?? `${tool} ${JSON.stringify(args)}`
  return {
    ok: false,
    text:
      `${description}: expected ${testCase.expect}, got ${actual} (${decidedBy}) ${decision.message}`.trim() + remedy,
  }
}
