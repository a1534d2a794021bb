import { win32 } from 'node:path'

/** What to hand to spawn; `verbatim`: the last argument is quoted already. */
export type WindowsCommand = { file: string; args: string[]; verbatim: boolean }

type Env = Readonly<Record<string, string>>

/**
 * How Windows starts a program that may be a batch file, as `npx` and most of what npm installs are there: such files need
 * cmd.exe, and Node.js refuses to start them without (CVE-2024-27980). Only `PATH` is searched for a bare name, never the
 * folder one is in. Throws for arguments that no quoting keeps whole.
 */
export function windowsCommand(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env }: { cwd: string; env: Env },
  isFile: (path: string) => boolean,
): WindowsCommand {
  const found = candidates(program, cwd, env).find(isFile)
  if (found === undefined || !/\.(?:cmd|bat)$/i.test(found)) return { file: found ?? program, args, verbatim: false }
  const broken = [found, ...args].find((text) => /[\0\r\n]/.test(text))
  if (broken !== undefined || found.includes('"'))
    throw new Error(`${program} is a batch file, which cannot be given line breaks: ${JSON.stringify(broken ?? found)}`)
  // Without /d, what somebody left in the registry would run first; /v:OFF leaves exclamation marks alone.
  const line = [`"${found}"`, ...args.map(quoted)].join(' ')
  return { file: shell(env), args: ['/e:ON', '/v:OFF', '/d', '/c', `"${line}"`], verbatim: true }
}

/**
 * An argument as both read it: cmd.exe, for which everything between quotes but `%` is plain, and the program, for which a
 * backslash before a quote escapes it. `%cd:~,%` stands for nothing, and so keeps the percent sign before it from naming a
 * variable. Source: the Rust standard library, which mended the same (CVE-2024-24576).
 */
const quoted = (argument: string): string =>
  `"${argument
    .replace(/(\\*)"/g, '$1$1""')
    .replace(/(\\*)$/, '$1$1')
    .replaceAll('%', '%%cd:~,%')}"`

function candidates(program: string, cwd: string, env: Env): string[] {
  const endings = (setIn(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean)
  const named = endings.some((ending) => program.toLowerCase().endsWith(ending.toLowerCase()))
  const folders = /[\\/:]/.test(program) ? [cwd] : (setIn(env, 'PATH') ?? '').split(';').filter(Boolean)
  return folders.flatMap((folder) => {
    const path = win32.resolve(folder, program)
    return named ? [path] : endings.map((ending) => path + ending.toLowerCase())
  })
}

const shell = (env: Env) =>
  setIn(env, 'COMSPEC') ?? win32.join(setIn(env, 'SYSTEMROOT') ?? 'C:\\Windows', 'System32', 'cmd.exe')

/** Names of variables do not mind the case of letters there. */
const setIn = (env: Env, name: string): string | undefined =>
  Object.entries(env).find(([key, value]) => key.toUpperCase() === name && value !== '')?.[1]
