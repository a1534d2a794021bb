import { findWorkflowMistakes } from '../github-parser.ts'
import type { DoctorProblem } from './doctor-problem.ts'

/** Finds what GitHub's own parser refuses in a workflow, and expressions that are always empty. `root`: the repository. */
export const schemaProblems = async (file: string, text: string, root: string): Promise<DoctorProblem[]> =>
  (await findWorkflowMistakes(file, text, root)).map(({ line, isRefused, problem, fix }) => ({
    check: isRefused ? 'invalid-workflow' : 'unknown-context',
    level: 'error',
    line,
    problem,
    fix,
  }))
