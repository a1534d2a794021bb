import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import { mapOf, mapText, type WorkflowMap } from '../config/workflow-file.ts'
import { schemaUrl } from '../platform/version.ts'
import { type CommandIo, reportUsageError, repositoryRoot, resolveWorkspace } from './command-io.ts'
import { workflowConflicts } from './doctor/conflict-checks.ts'
import { askForMeant } from './misspelling.ts'
import {
  findCiName,
  OUR_ACTION,
  parseWorkflow,
  readWorkflowFiles,
  templateNames,
  templateSummary,
  WORKFLOW_FOLDER,
  workflowText,
} from './workflow-source.ts'

const USAGE = `sluice init [TEMPLATE …] [--yes] [--uses OWNER/REPO@REF] [--ci NAME] [--workspace DIR]

Writes workflows, settings, a starting policy and its tests. Default: review. Without --yes it only shows what it would
write. It never changes a file that exists.
`

const OPTIONS_HELP = `
  --yes            write the files
  --uses ACTION    what the workflows use; default: ${OUR_ACTION}
  --ci NAME        the workflow that fix-ci watches; default: the first one on pushes or pull requests, else CI
  --workspace DIR  the repository (default: the current folder)

Exit codes: 0 success, 2 wrong usage, 42 bad input.
`

type PlannedFile = { path: string; text: string }

export async function initCommand(argv: string[], io: CommandIo): Promise<number> {
  const templates = await templateNames(io.dist)
  let options: InitOptions
  try {
    options = readOptions(argv, templates)
  } catch (error) {
    return reportUsageError(io, 'init', error, await helpText(templates, io.dist))
  }
  if (options.help) {
    io.out(await helpText(templates, io.dist))
    return 0
  }
  const workspace =
    options.workspace === undefined ? await repositoryRoot(io) : await resolveWorkspace(io, options.workspace)
  const [files, proof] = await Promise.all([planFiles(options, workspace, io.dist), detectVerify(workspace)])
  const absent = files.filter(({ path }) => !existsSync(join(workspace, path)))
  const present = files.filter((file) => !absent.includes(file))
  if (options.yes) for (const { path, text } of absent) await writeNewFile(join(workspace, path), text)
  else io.out(newFilesDiff(absent))
  for (const { path } of present) io.out(`${path} exists: unchanged.\n`)
  if (proof !== undefined && !absent.some(({ text }) => VERIFY_LINE.test(text))) io.out(verifyText(proof))
  io.out(await conflictsText(absent, workspace))
  io.out(
    options.yes
      ? writtenText(absent)
      : `Nothing is written yet. Add --yes to write ${absent.length} ${absent.length === 1 ? 'file' : 'files'}.\n`,
  )
  return 0
}

async function helpText(templates: readonly string[], dist: string): Promise<string> {
  const lines = templates.map(async (name) => `  ${name.padEnd(17)}${await templateSummary(name, dist)}\n`)
  return `${USAGE}\nTemplates:\n${(await Promise.all(lines)).join('')}${OPTIONS_HELP}`
}

/** What the new workflows and those of the repository do to each other. */
async function conflictsText(files: readonly PlannedFile[], workspace: string): Promise<string> {
  const existing = await readWorkflowFiles([], workspace).catch(() => [])
  const planned = files
    .filter(({ path }) => path.startsWith(WORKFLOW_FOLDER))
    .map(({ path, text }) => ({ file: path, text }))
  const known = planned.map(({ file }) => basename(file))
  const sources = [...existing.filter(({ file }) => !known.includes(basename(file))), ...planned].flatMap(
    ({ file, text }) => {
      const parsed = parseWorkflow(file, text)
      return parsed.ok ? [parsed.source] : []
    },
  )
  const conflicts = await workflowConflicts(sources)
  return conflicts.map(({ file, problem, fix }) => `${file}: ${problem}\n  Fix: ${fix}\n`).join('')
}

type InitOptions = ReturnType<typeof readOptions>

function readOptions(argv: string[], allTemplates: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { help: { ...flag, short: 'h' }, yes: flag, uses: text, ci: text, workspace: text },
  })
  const names = positionals.map((name) => {
    const template = name.replace(/\.ya?ml$/, '')
    if (!allTemplates.includes(template))
      throw new Error(
        `there is no template ${JSON.stringify(name)}.${askForMeant(template, allTemplates)} The templates are ${allTemplates.join(', ')}.`,
      )
    return template
  })
  // It starts when a run of review.yml ends.
  if (names.includes('fork-review')) names.push('review')
  const { uses = OUR_ACTION } = values
  if (!/^[\w.-]+\/[\w./-]+@\S+(?: #.*)?$/.test(uses))
    throw new Error(`--uses must be OWNER/REPO@REF, not ${JSON.stringify(uses)}`)
  const templates = names.length === 0 ? ['review'] : [...new Set(names)]
  return { ...values, uses, templates }
}

async function planFiles(options: InitOptions, workspace: string, dist: string): Promise<PlannedFile[]> {
  const existing = await readWorkflowFiles([], workspace).catch(() => [])
  const ci = options.ci ?? findCiName(existing) ?? 'CI'
  const [project, proof] = await Promise.all([detectProject(workspace), detectVerify(workspace)])
  const memory = ['GEMINI.md', 'AGENTS.md', 'CLAUDE.md'].filter((name) => existsSync(join(workspace, name)))
  const hasFix = options.templates.includes('fix') || existing.some(({ file }) => /[\\/]fix\.ya?ml$/.test(file))
  const workflows = options.templates.map(async (name) => ({
    path: `${WORKFLOW_FOLDER}/${name}.yml`,
    text: withVerify(await workflowText(name, { dist, uses: options.uses, ci, hasFix }), proof),
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
    'Check the files: sluice doctor, and sluice policy test .gemini/policy-tests.toml',
    'Commit the files and push them to the default branch.',
  ]
  return `${files.map(({ path }) => `Wrote ${path}\n`).join('')}\nNext:\n${steps.map((step, index) => `${index + 1}. ${step}\n`).join('')}`
}

/** The commands that test a project, as its files tell. */
export type ProjectKind = { name: string; commands: readonly string[] }

const SCRIPTS = ['test', 'lint', 'typecheck', 'check']

const KINDS: readonly { file: string; name: string; commands: readonly string[] }[] = [
  { file: 'Cargo.toml', name: 'Rust', commands: ['cargo test', 'cargo check', 'cargo clippy'] },
  { file: 'go.mod', name: 'Go', commands: ['go test', 'go vet'] },
  { file: 'pyproject.toml', name: 'Python', commands: ['pytest', 'ruff check'] },
  { file: 'requirements.txt', name: 'Python', commands: ['pytest', 'ruff check'] },
  { file: 'pom.xml', name: 'Maven', commands: ['mvn test'] },
  { file: 'Gemfile', name: 'Ruby', commands: ['bundle exec rspec'] },
  { file: 'Makefile', name: 'Make', commands: ['make test'] },
]

export async function detectProject(folder: string): Promise<ProjectKind> {
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined)
  const manifest = await read('package.json')
  if (manifest !== undefined) return nodeProject(manifest, await packageManager(read))
  for (const kind of KINDS) if ((await read(kind.file)) !== undefined) return kind
  return { name: '', commands: [] }
}

async function packageManager(read: (name: string) => Promise<string | undefined>): Promise<string> {
  if ((await read('pnpm-lock.yaml')) !== undefined) return 'pnpm'
  return (await read('yarn.lock')) === undefined ? 'npm' : 'yarn'
}

function nodeProject(manifest: string, manager: string): ProjectKind {
  let scripts: readonly string[] = []
  try {
    scripts = Object.keys(mapOf(mapOf(JSON.parse(manifest)).scripts))
  } catch {
    // A broken manifest gets the usual command.
  }
  const present = SCRIPTS.filter((name) => scripts.includes(name))
  const commands = (present.length === 0 ? ['test'] : present).map((name) =>
    name === 'test' ? `${manager} test` : `${manager} run ${name}`,
  )
  return { name: 'Node', commands }
}

/** The command that shows whether a change works, without network, and what a step before it installs. */
type ProposedVerify = { verify: string; install?: string }

/** Proposes a command for `verify` from the files of a repository. */
export async function detectVerify(folder: string): Promise<ProposedVerify | undefined> {
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined)
  const names = ['package.json', 'Makefile', 'go.mod', 'Cargo.toml', 'pom.xml', 'build.gradle', 'build.gradle.kts']
  const [manifest, makefile, go, cargo, maven, ...gradle] = await Promise.all(names.map(read))
  const ofNode = manifest === undefined ? undefined : nodeVerify(manifest, await packageManager(read), read)
  const wrapped = async (wrapper: string, program: string) =>
    (await read(wrapper)) === undefined ? program : `./${wrapper}`
  if ((await ofNode) !== undefined) return ofNode
  if (/^test[ \t]*:(?!=)/m.test(makefile ?? '')) return { verify: 'make test' }
  const python = await pythonVerify(read)
  if (python !== undefined) return python
  if (go !== undefined) return { verify: 'go test ./...', install: 'go mod download' }
  if (cargo !== undefined) return { verify: 'cargo test --offline', install: 'cargo fetch' }
  if (maven !== undefined) {
    const program = await wrapped('mvnw', 'mvn')
    return { verify: `${program} -o test`, install: `${program} -B dependency:go-offline` }
  }
  if (gradle.every((text) => text === undefined)) return undefined
  const program = await wrapped('gradlew', 'gradle')
  return { verify: `${program} --offline test`, install: `${program} testClasses` }
}

type ReadText = (name: string) => Promise<string | undefined>

/** Dependencies run no scripts of their own. */
const NODE_INSTALLS: Readonly<Record<string, string>> = {
  npm: 'npm ci --ignore-scripts',
  pnpm: 'npx pnpm install --frozen-lockfile --ignore-scripts',
  yarn: 'yarn install --frozen-lockfile --ignore-scripts',
}

async function nodeVerify(manifest: string, manager: string, read: ReadText): Promise<ProposedVerify | undefined> {
  let project: WorkflowMap
  try {
    project = mapOf(JSON.parse(manifest))
  } catch {
    return undefined
  }
  const script = mapText(mapOf(project.scripts), 'test')
  if (script === '' || script.includes('no test specified')) return undefined
  const verify = `${manager} test`
  if (Object.keys({ ...mapOf(project.dependencies), ...mapOf(project.devDependencies) }).length === 0) return { verify }
  const isLocked = manager !== 'npm' || (await read('package-lock.json')) !== undefined
  if (!isLocked) return { verify, install: 'npm install --no-package-lock --ignore-scripts' }
  const isNewYarn = manager === 'yarn' && (await read('.yarnrc.yml')) !== undefined
  return { verify, install: isNewYarn ? 'yarn install --immutable --mode=skip-build' : NODE_INSTALLS[manager] }
}

async function pythonVerify(read: ReadText): Promise<ProposedVerify | undefined> {
  const [project, requirements, ...others] = await Promise.all(
    ['pyproject.toml', 'requirements.txt', 'pytest.ini', 'setup.cfg', 'tox.ini', 'setup.py'].map(read),
  )
  if ([project, requirements, ...others].every((text) => text === undefined)) return undefined
  const listed = requirements === undefined ? '' : ' -r requirements.txt'
  const own =
    /^\[(?:project|build-system|tool\.poetry)\]/m.test(project ?? '') || others[3] !== undefined ? ' -e .' : ''
  return { verify: 'python -m pytest', install: `pip install pytest${listed}${own}` }
}

const INSTALL_STEP = /( +)- if: hashFiles\('package-lock\.json'\) != ''\n +run: .*\n/

const VERIFY_LINE = /( verify: ).*( #.*)/

/** The workflow with the commands of this repository. Without a known one, the template decides when it runs. */
const withVerify = (text: string, proof: ProposedVerify | undefined): string =>
  proof === undefined
    ? text
    : text
        .replace(INSTALL_STEP, (_, indent) => (proof.install === undefined ? '' : `${indent}- run: ${proof.install}\n`))
        .replace(VERIFY_LINE, (_, name, comment) => `${name}${proof.verify}${comment}`)

const verifyText = ({ verify, install }: ProposedVerify): string =>
  `To see whether changes work, set verify: ${verify} in a step of Sluice${install === undefined ? '' : `, after a step with run: ${install}`}.\n`

const list = (values: readonly string[]): string => `[${values.map((value) => JSON.stringify(value)).join(', ')}]`

export function policyText({ name, commands }: ProjectKind): string {
  const rule =
    commands.length === 0
      ? '[[rule]]\ndescription = "Show the history."\n'
      : `[[rule]]\ndescription = "Run the checks of this ${name} project."\n`
  return `#:schema ${schemaUrl('policy')}
# What the agent may do beyond reading and searching. Try a call:
#   sluice policy explain --tool run_shell_command --args '{"command": "${commands[0] ?? 'git log'}"}'

${rule}toolName = "run_shell_command"
commandPrefix = ${list(commands.length === 0 ? ['git log', 'git diff', 'git show'] : commands)}
decision = "allow"
priority = 100

[[rule]]
description = "Leave publishing to people."
toolName = "run_shell_command"
commandPrefix = ["git push", "npm publish"]
decision = "deny"
priority = 900
denyMessage = "The action publishes changes after the run; the agent does not."
`
}

export function policyTestText({ commands }: ProjectKind): string {
  const allowed = commands.length === 0 ? ['git log -5'] : commands
  const cases = [
    ...allowed.map((command) => ({ call: `command = ${JSON.stringify(command)}`, expect: 'allow' })),
    { call: 'command = "git push"', expect: 'deny' },
    { call: 'command = "curl https://example.com"', expect: 'deny' },
    { call: 'tool = "read_file"\nargs = { file_path = "README.md" }', expect: 'allow' },
    { call: 'tool = "write_file"\nargs = { file_path = "README.md", content = "" }', expect: 'deny' },
  ]
  return `#:schema ${schemaUrl('policy-test')}
# Run: sluice policy test .gemini/policy-tests.toml
policies = ["policies"]

${cases.map(({ call, expect }) => `[[case]]\n${call}\nexpect = "${expect}"\n`).join('\n')}`
}

/** Memory files that other agents use are read too, where they exist. */
export function settingsText(memoryFiles: readonly string[]): string {
  const settings = {
    $schema: schemaUrl('settings'),
    context: memoryFiles.length === 0 ? undefined : { fileName: memoryFiles },
  }
  return `${JSON.stringify(settings, null, 2)}\n`
}
