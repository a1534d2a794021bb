/** Programs that download and run a package, with the subcommands and options that come before its name. */
const RUNNERS: Readonly<
  Record<string, { subcommands?: readonly string[]; packageOptions: readonly string[]; kind: 'npm' | 'python' }>
> = {
  npx: { packageOptions: ['-p', '--package'], kind: 'npm' },
  npm: { subcommands: ['exec', 'x'], packageOptions: ['-p', '--package'], kind: 'npm' },
  bunx: { packageOptions: ['-p', '--package'], kind: 'npm' },
  pnpx: { packageOptions: ['--package'], kind: 'npm' },
  pnpm: { subcommands: ['dlx'], packageOptions: ['--package'], kind: 'npm' },
  yarn: { subcommands: ['dlx'], packageOptions: ['-p', '--package'], kind: 'npm' },
  uvx: { packageOptions: ['--from'], kind: 'python' },
  pipx: { subcommands: ['run'], packageOptions: ['--spec'], kind: 'python' },
}

const EXACT = {
  npm: /^(?:@[^/@\s]+\/)?[^/@\s]+@v?\d+\.\d+\.\d+[\w.+-]*$/,
  python: /^[^@=\s]+(?:@|===?)v?\d+(?:\.\w+)+$/,
}
const PINNED_FORM = { npm: 'PACKAGE@1.2.3', python: 'PACKAGE==1.2.3' }
/** A commit, a local path and a local archive count as pinned. */
const IMMUTABLE = /[#@][0-9a-f]{40}$|^(?:\.{0,2}\/|file:|[A-Za-z]:\\)/

/**
 * Says which package of a command line has no exact version and how to pin it; undefined if there is none. Otherwise the
 * package's publisher decides what runs here.
 */
export function unpinnedProblem(command: string, args: readonly string[]): string | undefined {
  const name = command
    .slice(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1)
    .replace(/\.(?:cmd|bat|exe|ps1)$/i, '')
    .toLowerCase()
  const runner = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined
  if (runner === undefined) return undefined
  const [first = '', ...others] = args
  if (runner.subcommands !== undefined && !runner.subcommands.includes(first)) return undefined
  const words = runner.subcommands === undefined ? args : others
  if (words.some((word) => /^--no(?:-install)?$|^--offline$/.test(word))) return undefined
  const packages = packagesIn(words, runner.packageOptions)
  const unpinned = packages.find((each) => !EXACT[runner.kind].test(each) && !IMMUTABLE.test(each))
  return unpinned === undefined
    ? undefined
    : `${name} would download the newest version of ${unpinned}. Pin it: ${PINNED_FORM[runner.kind]}.`
}

/** The packages that options name, else the first word that is not an option. */
function packagesIn(words: readonly string[], options: readonly string[]): string[] {
  const packages: string[] = []
  let word: string | undefined
  for (let index = 0; index < words.length; index++) {
    const each = words[index] ?? ''
    const [option = '', value] = each.split(/=(.*)/s)
    if (options.includes(option)) packages.push(value ?? words[++index] ?? '')
    else if (each === '--') word ??= words[index + 1]
    else if (!each.startsWith('-')) word ??= each
    if (word !== undefined) break
  }
  return packages.length > 0 ? packages : word === undefined ? [] : [word]
}
