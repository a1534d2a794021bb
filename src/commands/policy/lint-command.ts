import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UserError } from '../../platform/errors.ts'
import { lintRules } from '../../policy/rules/lint.ts'
import { formatProblem } from '../../policy/rules/load.ts'
import { type CommandIo, isFolder } from '../command-io.ts'
import { loadPolicyOptions, type PolicyOptions, REPOSITORY_POLICIES } from './policy-sources.ts'

type LintOptions = Pick<PolicyOptions, 'policies' | 'adminPolicies'> & { paths: readonly string[] }

/** Whether the repository or the step has rules of its own. */
const isConfigured = async ({ cwd, env }: CommandIo): Promise<boolean> =>
  (env.INPUT_POLICIES ?? env.INPUT_SETTINGS ?? '').trim() !== '' ||
  (await isFolder(resolve(cwd, REPOSITORY_POLICIES))) ||
  existsSync(join(cwd, '.gemini/settings.json'))

/** Prints the mistakes and the warnings about the named policies, or about all rules of this repository. */
export async function lintCommand(options: LintOptions, io: CommandIo): Promise<number> {
  const { adminPolicies } = options
  const policies = [...options.paths, ...options.policies]
  const isRepository = policies.length + adminPolicies.length === 0
  if (isRepository && !(await isConfigured(io)))
    throw new UserError(`There is no folder ${REPOSITORY_POLICIES} here: give a file or a folder.`)
  const loaded = await loadPolicyOptions({ policies, adminPolicies, defaults: isRepository }, io)
  const { problems } = loaded
  const rules = loaded.rules.filter(({ tier }) => tier !== 'default')
  for (const problem of problems) io.out(`${formatProblem(problem).replace(': ', ': error: ')}\n`)
  // A rule that a mistake removes could make other rules look unused.
  const findings = problems.length > 0 ? [] : lintRules(rules)
  for (const { file, line, text } of findings) io.out(`${file}:${line}:1: warning: ${text}\n`)
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
  io.out(`${count(rules.length, 'rule')}, ${count(problems.length, 'error')}, ${count(findings.length, 'warning')}\n`)
  return problems.length > 0 ? 1 : 0
}
