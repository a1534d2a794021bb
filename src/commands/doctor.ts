import { parseArgs } from 'node:util'
import { applyEdits } from '../text/text-edit.ts'
import { type CommandIo, reportUsageError } from './command-io.ts'
import { examineFile, type FileFindings, readFilesToCheck } from './doctor/examine.ts'
import { toSarif } from './doctor/sarif.ts'
import { type RepositoryFile, writeRepositoryFile } from './workflows/read-workflows.ts'

const HELP = `sluice doctor [FILE…] [--fix] [--sarif]

Finds what is wrong or unsafe in workflows, settings and policies: file, line, why, and how to fix it. Default FILEs: all of
.github/workflows, .gemini/settings.json and .gemini/policies. Nothing is run and nothing is fetched.

  --fix      write the fixes that change nothing else, then check again
  --sarif    print SARIF 2.1.0, for GitHub's code scanning

Exit codes: 0 nothing found, 1 something found, 2 wrong usage, 42 bad input.
`

export async function doctorCommand(argv: string[], io: CommandIo): Promise<number> {
  let options: ReturnType<typeof readOptions>
  try {
    options = readOptions(argv)
  } catch (error) {
    return reportUsageError(io, 'doctor', error, HELP)
  }
  if (options.help) {
    io.out(HELP)
    return 0
  }
  const files = await readFilesToCheck(options.paths, io)
  const results: FileFindings[] = []
  let fixedCount = 0
  for (const file of files) {
    const { text, count } = options.fix ? await fixFile(file, io) : { text: file.text, count: 0 }
    fixedCount += count
    results.push(examineFile({ ...file, text }, io))
  }
  if (options.sarif) io.out(toSarif(results))
  else io.out(formatFindings(results, fixedCount))
  return results.some(({ findings }) => findings.length > 0) ? 1 : 0
}

function readOptions(argv: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { help: { ...flag, short: 'h' }, fix: flag, sarif: flag },
  })
  return { ...values, paths: positionals }
}

/** Two fixes may concern the same place, so each round applies those that do not overlap. */
const MAX_ROUNDS = 10

async function fixFile(file: RepositoryFile, io: CommandIo): Promise<{ text: string; count: number }> {
  let { text } = file
  let count = 0
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const fixable = examineFile({ ...file, text }, io).findings.find(({ edits = [] }) => edits.length > 0)
    if (fixable?.edits === undefined) break
    const next = applyEdits(text, fixable.edits)
    const remaining = examineFile({ ...file, text: next }, io).findings
    if (next === text || remaining.some(({ check }) => check === 'invalid-workflow')) break
    text = next
    count += 1
  }
  if (count > 0) await writeRepositoryFile(file, text)
  return { text, count }
}

function formatFindings(files: readonly FileFindings[], fixedCount: number): string {
  const lines = files.flatMap(({ file, findings }) =>
    findings.map(
      ({ line, level, check, problem, fix }) => `${file}:${line}: ${level}: ${problem} [${check}]\n  Fix: ${fix}\n`,
    ),
  )
  const count = lines.length
  const fixable = files.flatMap(({ findings }) => findings).filter(({ edits = [] }) => edits.length > 0).length
  const ending = [
    `${files.length} ${files.length === 1 ? 'file' : 'files'} checked, ${count === 0 ? 'nothing' : count} found`,
    ...(fixedCount > 0 ? [`${fixedCount} fixed`] : []),
    ...(fixable > 0 ? [`--fix can fix ${fixable}`] : []),
  ]
  return `${lines.join('')}${ending.join(', ')}.\n`
}
