import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mapOf } from '../../config/workflow/workflow-file.ts'
import { schemaUrl } from '../../platform/version.ts'

/** What a project is tested with, as far as its files say. */
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
description = "Publishing is for people."
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
