import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callFacts, type Decision, decide, decisionName, type PolicyCall } from '../../src/policy/rules/decide.ts'
import { loadPolicies } from '../../src/policy/rules/load.ts'
import type { CallFacts, Mode, Rule, Tier } from '../../src/policy/rules/rule.ts'
import { canonicalToolName, SHELL_TOOL, serverInName } from '../../src/policy/rules/tool-names.ts'

const POLICIES = join(import.meta.dirname, '../../policies')

/** Rules from TOML, which must be without mistakes. */
export function rulesFrom(text: string, tier: Tier = 'user', file = `${tier}.toml`): Rule[] {
  const { rules, problems } = loadPolicies([{ tier, file, text }])
  if (problems.length > 0) throw new Error(JSON.stringify(problems, null, 2))
  return rules
}

export async function builtinRules(): Promise<Rule[]> {
  const names = (await readdir(POLICIES)).filter((name) => name.endsWith('.toml')).sort()
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(POLICIES, name), 'utf8')] as const),
  )
  return texts.flatMap(([name, text]) => rulesFrom(text, 'default', `policies/${name}`))
}

export async function profileRules(name: string): Promise<Rule[]> {
  const file = `policies/profiles/${name}.toml`
  return rulesFrom(await readFile(join(POLICIES, 'profiles', `${name}.toml`), 'utf8'), 'user', file)
}

/** A call as a string: a tool's name, with a JSON object behind it; or, after `$ `, a shell line. */
export function callFrom(text: string): PolicyCall {
  if (text.startsWith('$ ')) return { tool: SHELL_TOOL, args: { command: text.slice(2) }, annotations: {} }
  const [, tool = '', args = ''] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? []
  const server = serverInName(tool)
  return { tool: canonicalToolName(tool), args: args === '' ? {} : JSON.parse(args), annotations: {}, server }
}

export async function factsFrom(
  call: PolicyCall | string,
  mode: Mode = 'default',
  interactive = false,
): Promise<CallFacts> {
  return callFacts(typeof call === 'string' ? callFrom(call) : call, mode, interactive)
}

export async function decided(
  rules: readonly Rule[],
  call: PolicyCall | string,
  mode: Mode = 'default',
  interactive = false,
): Promise<Decision> {
  return decide(rules, await factsFrom(call, mode, interactive), interactive ? 'ask' : 'deny')
}

export async function verdict(
  rules: readonly Rule[],
  call: PolicyCall | string,
  mode: Mode = 'default',
  interactive = false,
): Promise<string> {
  return decisionName((await decided(rules, call, mode, interactive)).verdict)
}

/** One rule in TOML. */
export function rule(fields: Record<string, unknown>): string {
  const all: Record<string, unknown> = { decision: 'allow', priority: 100, ...fields }
  const written = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
    if (typeof value === 'object' && value !== null)
      return `{ ${Object.entries(value)
        .map(([key, each]) => `${key} = ${written(each)}`)
        .join(', ')} }`
    return JSON.stringify(value)
  }
  return `[[rule]]\n${Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} = ${written(value)}\n`)
    .join('')}`
}

export const prefix = (commandPrefix: string | string[], more: Record<string, unknown> = {}): string =>
  rule({ commandPrefix, ...more })
