import { basename, delimiter, isAbsolute, normalize, relative, sep } from 'node:path'
import { readCommand } from '../policy/shell.ts'
import type { SimpleCommand, Word } from '../policy/shell-types.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Programs that do what their arguments say and take nothing of the folder they run in for code or configuration. */
const PLAIN = new Set(
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

/** Programs that run the file in their first argument, and nothing of the folder they run in. */
const INTERPRETERS = new Set(words('bash dash ksh node perl python python3 ruby sh zsh'))

/** Variables that decide what programs run or load. */
export const LOADING =
  /^(PATH|ENV|BASH_ENV|SHELLOPTS|BASHOPTS|IFS|(LD|DYLD|GIT|NODE|NPM|PYTHON|PERL|RUBY|LUA|JAVA)_?\w*)$/i

/**
 * Why a hook would run code of the checked-out repository (a script, a program of it, a tool that its files configure), or
 * undefined when it surely does not. `folder` is the checkout. What cannot be told counts as running it.
 */
export async function runsRepositoryCode(
  hook: { command: string; env?: Readonly<Record<string, string>> },
  folder: string,
): Promise<string | undefined> {
  const loading = Object.keys(hook.env ?? {}).find((name) => LOADING.test(name))
  if (loading !== undefined) return `its variable ${loading} decides what programs load`
  const { commands, unsure } = await readCommand(hook.command)
  if (unsure.length > 0) return `it is not known what it runs: ${unsure.join('; ')}`
  for (const command of commands) {
    const why = whyOf(command, folder)
    if (why !== undefined) return why
  }
  return undefined
}

function whyOf({ source, words: [program, ...args], unsure, dangers, passes }: SimpleCommand, folder: string) {
  if (program === undefined || passes) return undefined
  if (unsure.length > 0) return `it is not known what \`${source}\` runs`
  const name = basename(program.text)
  const isPath = /[\\/]/.test(program.text)
  if (isPath && !isOutside(program, folder)) return `${program.text} lies in the repository`
  if (INTERPRETERS.has(name)) return scriptOf(name, args, folder)
  const danger = dangers.find(({ does }) => does === 'runs')
  if (danger !== undefined) return `in \`${source}\`, ${danger.word?.text ?? ''} ${danger.why}`
  if (PLAIN.has(name) || (isPath && !RUNNERS.has(name))) return undefined
  return `${name} may run what the repository's files say`
}

/** Names that mean the same wherever they are installed: they run or obey files of the folder they are started in. */
const RUNNERS = new Set(
  words(`
    ant bazel bun bunx bundle cargo composer corepack deno dotnet eslint git gmake go gradle husky jest just lefthook make
    mise mvn nodemon npm npx nx php phpunit pip pip3 pipx pnpm pnpx poetry pre-commit prettier pytest rake rspec rubocop ruff
    rustc swift task tox ts-node tsc tsx turbo uv uvx vite vitest yarn
  `),
)

function scriptOf(name: string, args: readonly Word[], folder: string): string | undefined {
  const [script] = args
  if (script === undefined) return `${name} runs what it reads`
  if (script.kind !== 'known' || script.option) return `${name} ${script.text} runs code that may load the repository's`
  return isOutside(script, folder) ? undefined : `${script.text} lies in the repository`
}

const isOutside = ({ kind, text }: Word, folder: string): boolean =>
  kind === 'known' && normalize(text) === text && leadsOut(text, folder)

/** A full path that is sure to lead out of the folder. */
function leadsOut(path: string, folder: string): boolean {
  const inside = relative(folder, path)
  return isAbsolute(path) && (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
}

/** An environment in which no name leads to a program of the repository. */
export function withoutItsPrograms(env: Readonly<Record<string, string>>, folder: string): Record<string, string> {
  const outside = (path: string) => path.split(delimiter).filter((entry) => leadsOut(entry, folder))
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) =>
      name.toUpperCase() === 'PATH' ? [name, outside(value).join(delimiter)] : [name, value],
    ),
  )
}
