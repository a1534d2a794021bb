import { existsSync } from 'node:fs'
import { basename, delimiter, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path'
import { isInside } from '../../platform/paths.ts'
import { analyzeShellLine } from '../../policy/shell/shell.ts'
import type { SimpleCommand, Word } from '../../policy/shell/shell-types.ts'
import { LOADER_VARIABLES } from '../committed-programs.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Programs that load no code or configuration from the working directory. */
const SAFE_PROGRAMS = new Set(
  words(`
    : [ [[ awk base64 basename break cat cd cksum cmp col colrm column comm continue cp curl cut date declare df diff dirname
    du echo egrep env exit expand export expr false fgrep find fold fmt gawk getconf grep gsed head hostname iconv id install
    jq jo join kill link ln local logger ls mapfile mawk md5sum mkdir mktemp mv nl nproc numfmt od paste pathchk popd pr
    printenv printf ps pushd pwd read readarray readlink readonly realpath return rev rg rm rmdir sed seq set sha1sum
    sha256sum sha512sum shasum shift shopt shuf sleep sort split stat strings sum sync tac tail tee test time timeout touch
    tr trap true truncate tsort tty type typeset umask uname unexpand uniq unlink unset uptime wait wc which whoami xargs
    xxd yes yq zcat zgrep
  `),
)

/** Programs that run the file in their first argument and load nothing else from the working directory. */
const INTERPRETERS = new Set(words('bash dash ksh node perl python python3 ruby sh zsh'))

/**
 * The reason why a hook would run code of the checkout: a script, a program, or a tool that repository files configure.
 * Undefined when it certainly does not; uncertain cases count as running it. `folder` is the checkout.
 */
export async function repositoryCodeReason(
  hook: { command: string; env?: Readonly<Record<string, string>> },
  folder: string,
): Promise<string | undefined> {
  const loading = Object.keys(hook.env ?? {}).find((name) => LOADER_VARIABLES.test(name))
  if (loading !== undefined) return `its variable ${loading} controls which code programs load`
  const { commands, unsure } = await analyzeShellLine(hook.command)
  if (unsure.length > 0) return `its programs cannot be determined: ${unsure.join('; ')}`
  for (const command of commands) {
    const reason = commandReason(command, folder)
    if (reason !== undefined) return reason
  }
  return undefined
}

function commandReason(
  { source, words: [program, ...args], unsure, dangers, isTransparent }: SimpleCommand,
  folder: string,
) {
  if (program === undefined || isTransparent) return undefined
  if (unsure.length > 0) return `the program that \`${source}\` runs cannot be determined`
  const name = basename(program.text)
  const isPath = /[\\/]/.test(program.text)
  if (isPath && !isOutsideWord(program, folder)) return `${program.text} is in the repository`
  if (INTERPRETERS.has(name)) return scriptReason(name, args, folder)
  const danger = dangers.find(({ effect }) => effect === 'runs')
  if (danger !== undefined) return `in \`${source}\`, ${danger.word?.text ?? ''} ${danger.reason}`
  if (SAFE_PROGRAMS.has(name) || (isPath && !RUNNERS.has(name))) return undefined
  return `${name} may run code that the repository configures`
}

/** Programs that run files of the working directory, or read configuration from them, wherever they are installed. */
const RUNNERS = new Set(
  words(`
    ant bazel bun bunx bundle cargo composer corepack deno dotnet eslint git gmake go gradle husky jest just lefthook make
    mise mvn nodemon npm npx nx php phpunit pip pip3 pipx pnpm pnpx poetry pre-commit prettier pytest rake rspec rubocop ruff
    rustc swift task tox ts-node tsc tsx turbo uv uvx vite vitest yarn
  `),
)

function scriptReason(name: string, args: readonly Word[], folder: string): string | undefined {
  const [script] = args
  if (script === undefined) return `${name} runs code from its input`
  if (script.kind !== 'known' || script.option)
    return `${name} ${script.text} runs code that may load files of the repository`
  return isOutsideWord(script, folder) ? undefined : `${script.text} is in the repository`
}

const isOutsideWord = ({ kind, text }: Word, folder: string): boolean =>
  kind === 'known' && normalize(text) === text && isOutsideFolder(text, folder)

/** Whether a path is absolute and certainly outside the folder. */
function isOutsideFolder(path: string, folder: string): boolean {
  const inside = relative(folder, path)
  return isAbsolute(path) && (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
}

/** The environment with only PATH entries outside the checkout. */
export function withoutRepositoryPrograms(
  env: Readonly<Record<string, string>>,
  folder: string,
): Record<string, string> {
  const outside = (path: string) => path.split(delimiter).filter((entry) => isOutsideFolder(entry, folder))
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) =>
      name.toUpperCase() === 'PATH' ? [name, outside(value).join(delimiter)] : [name, value],
    ),
  )
}

const SHELLS = /^(?:ba|da|k|z|fi)?sh$|^(?:cmd|powershell|pwsh)(?:\.exe)?$/i

/** Why the command of an MCP server would run code of the checkout, or undefined. */
export function serverCodeReason(
  {
    command,
    args,
    env,
    cwd,
  }: { command: string; args: readonly string[]; env: Readonly<Record<string, string>>; cwd?: string },
  workspace: string,
): string | undefined {
  const refused = (reason: string) => `this run may not execute programs of the checkout, and ${reason}.`
  const loader = Object.keys(env).find((name) => LOADER_VARIABLES.test(name))
  if (loader !== undefined) return refused(`its variable ${loader} can load code from the checkout`)
  if (cwd !== undefined && isInside(workspace, resolve(workspace, cwd))) return refused('its cwd is in the checkout')
  if (SHELLS.test(basename(command))) return refused(`the shell ${basename(command)} could run any program`)
  const exists = (word: string) => word !== '' && !isAbsolute(word) && existsSync(join(workspace, word))
  const path = [command, ...args].find((word) => word.includes(workspace) || exists(word))
  return path === undefined ? undefined : refused(`${path} is in the checkout`)
}
