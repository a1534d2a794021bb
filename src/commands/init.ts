import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import { type CommandIo, reportUsageError, resolveWorkspace } from './command-io.ts'
import { detectProject, policyTestText, policyText, settingsText } from './init/project-policy.ts'
import { findCiName, OUR_ACTION, TEMPLATES, type TemplateName, workflowText } from './init/templates.ts'
import { readWorkflowFiles, WORKFLOW_FOLDER } from './workflows/read-workflows.ts'

const HELP = `sluice init [${TEMPLATES.join('|')} …] [--yes] [--uses OWNER/REPO@REF] [--ci NAME] [--workspace DIR]

Writes workflows, settings, a starting policy and its tests. Default: review. Without --yes it only shows what it would
write. It never changes a file that exists.

  --yes            write the files
  --uses ACTION    what the workflows use; default: ${OUR_ACTION}
  --ci NAME        the workflow that fix-ci watches; default: the first one on pushes or pull requests, else CI
  --workspace DIR  the repository (default: the current folder)

Exit codes: 0 success, 2 wrong usage, 42 bad input.
`

type PlannedFile = { path: string; text: string }

export async function initCommand(argv: string[], io: CommandIo): Promise<number> {
  let options: InitOptions
  try {
    options = readOptions(argv)
  } catch (error) {
    return reportUsageError(io, 'init', error, HELP)
  }
  if (options.help) {
    io.out(HELP)
    return 0
  }
  const workspace = await resolveWorkspace(io, options.workspace)
  const files = await planFiles(options, workspace, io.dist)
  const absent = files.filter(({ path }) => !existsSync(join(workspace, path)))
  const present = files.filter((file) => !absent.includes(file))
  if (options.yes) for (const { path, text } of absent) await writeNewFile(join(workspace, path), text)
  else io.out(newFilesDiff(absent))
  for (const { path } of present) io.out(`${path} exists: unchanged.\n`)
  io.out(
    options.yes
      ? writtenText(absent)
      : `Nothing is written yet. Add --yes to write ${absent.length} ${absent.length === 1 ? 'file' : 'files'}.\n`,
  )
  return 0
}

type InitOptions = ReturnType<typeof readOptions>

function readOptions(argv: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { help: { ...flag, short: 'h' }, yes: flag, uses: text, ci: text, workspace: text },
  })
  const names = positionals.map((name) => {
    const template = TEMPLATES.find((each) => each === name.replace(/\.ya?ml$/, ''))
    if (template === undefined)
      throw new Error(`there is no template ${JSON.stringify(name)}; the templates are ${TEMPLATES.join(', ')}`)
    return template
  })
  const { uses = OUR_ACTION } = values
  if (!/^[\w.-]+\/[\w./-]+@\S+(?: #.*)?$/.test(uses))
    throw new Error(`--uses must be OWNER/REPO@REF, not ${JSON.stringify(uses)}`)
  const templates: TemplateName[] = names.length === 0 ? ['review'] : [...new Set(names)]
  return { ...values, uses, templates }
}

async function planFiles(options: InitOptions, workspace: string, dist: string): Promise<PlannedFile[]> {
  const existing = await readWorkflowFiles([], workspace).catch(() => [])
  const ci = options.ci ?? findCiName(existing) ?? 'CI'
  const project = await detectProject(workspace)
  const memory = ['GEMINI.md', 'AGENTS.md', 'CLAUDE.md'].filter((name) => existsSync(join(workspace, name)))
  const workflows = options.templates.map(async (name) => ({
    path: `${WORKFLOW_FOLDER}/${name}.yml`,
    text: await workflowText(name, { dist, uses: options.uses, ci }),
  }))
  return [
    ...(await Promise.all(workflows)),
    { path: '.gemini/settings.json', text: settingsText(memory) },
    { path: '.gemini/policies/project.toml', text: policyText(project) },
    { path: '.gemini/policy-tests.toml', text: policyTestText(project) },
  ]
}

function newFilesDiff(files: readonly PlannedFile[]): string {
  return files
    .map(({ path, text }) => createTwoFilesPatch('/dev/null', `b/${path}`, '', text).replace(/^=+\n/, ''))
    .join('')
}

async function writeNewFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text, { flag: 'wx' })
}

function writtenText(files: readonly PlannedFile[]): string {
  const steps = [
    'Store a key from https://aistudio.google.com/apikey as the repository secret GEMINI_API_KEY.',
    'Check: sluice doctor, and sluice policy test .gemini/policy-tests.toml',
    'Commit the files and push them to the default branch.',
  ]
  return `${files.map(({ path }) => `Wrote ${path}\n`).join('')}\nNext:\n${steps.map((step, index) => `${index + 1}. ${step}\n`).join('')}`
}
