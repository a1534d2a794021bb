import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { findTokenShapes } from '../../platform/redact/secret-shapes.ts'
import type { CommandIo } from '../command-io.ts'
import { type RepositoryFile, readNamedFile, readWorkflowFiles } from '../workflows/read-workflows.ts'
import { parseWorkflow } from '../workflows/workflow-source.ts'
import { inlineConfigFindings, policyFindings, settingsFindings } from './config-checks.ts'
import type { DoctorFinding } from './finding.ts'
import { inputChecks } from './input-checks.ts'
import { limitChecks } from './limit-checks.ts'
import { permissionChecks } from './permission-checks.ts'
import { stepChecks } from './step-checks.ts'
import { triggerChecks } from './trigger-checks.ts'

export type FileFindings = RepositoryFile & { findings: readonly DoctorFinding[] }

const SETTINGS_PATH = '.gemini/settings.json'
const POLICIES_FOLDER = '.gemini/policies'

/** The files that `sluice doctor` checks without arguments, or the named ones. */
export async function readFilesToCheck(
  paths: readonly string[],
  { cwd }: Pick<CommandIo, 'cwd'>,
): Promise<RepositoryFile[]> {
  if (paths.length > 0) return readWorkflowFiles(paths, cwd)
  const workflows = await readWorkflowFiles([], cwd).catch(() => [])
  const policies = (await readdir(join(cwd, POLICIES_FOLDER)).catch(() => [])).filter((name) => name.endsWith('.toml'))
  const configs = [
    ...(existsSync(join(cwd, SETTINGS_PATH)) ? [SETTINGS_PATH] : []),
    ...policies.toSorted().map((name) => `${POLICIES_FOLDER}/${name}`),
  ]
  return [...workflows, ...(await Promise.all(configs.map((file) => readNamedFile(file, cwd))))]
}

/** What is wrong in one file: a workflow, settings or a policy, by its ending. */
export function examineFile(file: RepositoryFile, { cwd, dist }: Pick<CommandIo, 'cwd' | 'dist'>): FileFindings {
  const same = (inner: number) => inner
  const findings =
    extname(file.file) === '.toml'
      ? policyFindings(file.text, file.file, same)
      : extname(file.file) === '.json'
        ? settingsFindings(file.text, 'file', same)
        : workflowFindings(file, cwd, dist)
  const lines = new Set(findings.flatMap(({ check, line }) => (check === 'committed-secret' ? [line] : [])))
  const tokens = tokenFindings(file.text).filter(({ line }) => !lines.has(line))
  return { ...file, findings: [...findings, ...tokens].toSorted((a, b) => a.line - b.line) }
}

/** Texts in the form of a well-known token, wherever they stand. */
const tokenFindings = (text: string): DoctorFinding[] =>
  findTokenShapes(text).map(({ start }) => ({
    check: 'committed-secret',
    level: 'error',
    line: text.slice(0, start).split('\n').length,
    problem: 'This looks like a token: everybody who can read the repository has it.',
    fix: 'Revoke it, store a new one as a secret, and read it as ${{ secrets.NAME }} in env: of the step.',
  }))

function workflowFindings({ file, text }: RepositoryFile, cwd: string, dist: string): DoctorFinding[] {
  const parsed = parseWorkflow(file, text)
  if (!parsed.ok)
    return [
      {
        check: 'invalid-workflow',
        level: 'error',
        line: parsed.line,
        problem: `The file ${parsed.reason}.`,
        fix: 'Correct the YAML; GitHub skips a file that it cannot read.',
      },
    ]
  const { source } = parsed
  return [
    ...[triggerChecks, permissionChecks, stepChecks, limitChecks, inputChecks].flatMap((check) => check(source)),
    ...inlineConfigFindings(source, cwd, dist),
  ]
}
