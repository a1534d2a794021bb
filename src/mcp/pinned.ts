/** Programs that fetch a package and run it, by what stands between them and the package's name. */
const RUNNERS: Readonly<
  Record<string, { before?: readonly string[]; package: readonly string[]; kind: 'npm' | 'python' }>
> = {
  npx: { package: ['-p', '--package'], kind: 'npm' },
  npm: { before: ['exec', 'x'], package: ['-p', '--package'], kind: 'npm' },
  bunx: { package: ['-p', '--package'], kind: 'npm' },
  pnpx: { package: ['--package'], kind: 'npm' },
  pnpm: { before: ['dlx'], package: ['--package'], kind: 'npm' },
  yarn: { before: ['dlx'], package: ['-p', '--package'], kind: 'npm' },
  uvx: { package: ['--from'], kind: 'python' },
  pipx: { before: ['run'], package: ['--spec'], kind: 'python' },
}

const EXACT = {
  npm: /^(?:@[^/@\s]+\/)?[^/@\s]+@v?\d+\.\d+\.\d+[\w.+-]*$/,
  python: /^[^@=\s]+(?:@|===?)v?\d+(?:\.\w+)+$/,
}
const HOW = { npm: 'PACKAGE@1.2.3', python: 'PACKAGE==1.2.3' }
/** A commit, a path, or an archive on this machine does not change by itself. */
const FIXED = /[#@][0-9a-f]{40}$|^(?:\.{0,2}\/|file:|[A-Za-z]:\\)/

/**
 * Why what a command line fetches could change by itself, as the end of a sentence; undefined where it fetches nothing or
 * says an exact version. Who publishes a package would otherwise decide what runs here.
 */
export function whyUnpinned(command: string, args: readonly string[]): string | undefined {
  const name = command
    .slice(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1)
    .replace(/\.(?:cmd|bat|exe|ps1)$/i, '')
    .toLowerCase()
  const runner = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined
  if (runner === undefined) return undefined
  const [first = '', ...others] = args
  if (runner.before !== undefined && !runner.before.includes(first)) return undefined
  const words = runner.before === undefined ? args : others
  if (words.some((word) => /^--no(?:-install)?$|^--offline$/.test(word))) return undefined
  const named = packagesIn(words, runner.package)
  const loose = named.find((each) => !EXACT[runner.kind].test(each) && !FIXED.test(each))
  return loose === undefined
    ? undefined
    : `${name} would fetch whatever version of ${loose} is the newest. Pin it: ${HOW[runner.kind]}.`
}

/** The packages that options name, else the first word that is no option. */
function packagesIn(words: readonly string[], options: readonly string[]): string[] {
  const named: string[] = []
  let word: string | undefined
  for (let at = 0; at < words.length; at++) {
    const each = words[at] ?? ''
    const [option = '', value] = each.split(/=(.*)/s)
    if (options.includes(option)) named.push(value ?? words[++at] ?? '')
    else if (each === '--') word ??= words[at + 1]
    else if (!each.startsWith('-')) word ??= each
    if (word !== undefined) break
  }
  return named.length > 0 ? named : word === undefined ? [] : [word]
}
