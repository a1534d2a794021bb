import { join } from 'node:path'
import type { Command, CommandFile, CommandFolder, SlashLine } from '../agent/slash.ts'
import { readCommand } from '../github/command-line.ts'
import type { Task } from '../github/task.ts'
import { UserError } from '../host/errors.ts'
import type { Reader } from '../host/files.ts'
import type { Inputs } from '../inputs.ts'
import type { Machine } from '../machine.ts'

/** A command somebody called, and how. */
export type Invoked = { slash: SlashLine; command: Command }

/** Those that the workflow's prompt and the text of a trusted person call. Most runs have neither. */
export type Invocations = {
  prompt?: Invoked
  request?: Invoked
  /** The workflow calls what may be a server's prompt; `otherwise` is what is wrong when no server has it. */
  elsewhere?: { slash: SlashLine; otherwise: string }
}

export type CommandPlaces = Pick<Machine, 'dist' | 'home' | 'workspace'> & {
  steering: Reader
  notice: (text: string) => void
  /** Commands of extensions. */
  further?: readonly CommandFolder[]
  /** Whether servers are to be started, which may have prompts. */
  servers: boolean
}

/** What workflows of run-gemini-cli call, and the shipped command that does it here. */
const KNOWN_AS: Readonly<Record<string, string>> = {
  'gemini-review': 'review',
  'gemini-pr-review': 'review',
  'gemini-triage': 'triage',
  'gemini-issue-automated-triage': 'triage',
  'gemini-plan-execute': 'fix',
}

/**
 * Finds and reads the commands that a run's texts call: those of the repository before those of the user and of extensions,
 * and the shipped ones last. A text that begins otherwise calls none, and nothing is loaded for it. Throws UserError where the
 * workflow calls a command that is not there or broken; a person's is taken as text then.
 */
export async function readInvocations(
  prompt: string,
  { request = '', command }: Pick<Task, 'request' | 'command'>,
  places: CommandPlaces,
): Promise<Invocations> {
  const [byPrompt, byRequest] = [slashLine(prompt, readCommand(prompt)), slashLine(request, command)]
  if (byPrompt === undefined && byRequest === undefined) return {}
  const { listCommands, readCommandFile } = await import('../agent/slash.ts')
  const commands = await listCommands(await foldersOf(places))
  const find = (name: string): CommandFile | undefined => commands.get(name) ?? commands.get(KNOWN_AS[name] ?? '')
  const read = async (slash: SlashLine, file: CommandFile): Promise<Invoked> => {
    const { profile, ...command } = await readCommandFile(file)
    return { slash, command: file.from.label === SHIPPED && profile !== undefined ? { ...command, profile } : command }
  }
  const invoked: Invocations = {}
  if (byPrompt !== undefined) {
    const file = find(byPrompt.name)
    if (file !== undefined) invoked.prompt = await read(byPrompt, file)
    else if (!places.servers) throw new UserError(unknown(byPrompt.name, commands))
    else invoked.elsewhere = { slash: byPrompt, otherwise: unknown(byPrompt.name, commands) }
  }
  if (byRequest !== undefined) {
    const file = find(byRequest.name)
    if (file === undefined) places.notice(`There is no command /${byRequest.name}, so the text is the task as it is.`)
    else invoked.request = await read(byRequest, file)
  }
  return invoked
}

const slashLine = (raw: string, command: Task['command']): SlashLine | undefined =>
  command && { ...command, raw: raw.trim() }

const SHIPPED = 'commands'

/** Where commands are looked for, later folders over earlier ones. */
export async function foldersOf({
  dist,
  home,
  workspace,
  steering,
  further = [],
}: Omit<CommandPlaces, 'notice' | 'servers'>): Promise<CommandFolder[]> {
  const { worktreeReader } = await import('./worktree.ts')
  const { ownHome } = await import('./settings-files.ts')
  const own = await ownHome(home, workspace)
  return [
    { files: worktreeReader(join(dist, 'commands')), folder: '', label: SHIPPED },
    ...(own === undefined
      ? []
      : [{ files: worktreeReader(join(own, '.gemini')), folder: 'commands', label: '~/.gemini/commands' }]),
    { files: steering, folder: '.gemini/commands', label: '.gemini/commands' },
    ...further,
  ]
}

const unknown = (name: string, commands: ReadonlyMap<string, CommandFile>): string =>
  `The prompt calls /${name}, and there is no such command. There are ${[...commands.keys()]
    .sort()
    .map((each) => `/${each}`)
    .join(
      ', ',
    )}; a repository's own stand in .gemini/commands/*.toml of the commit that steers the run. If it is meant as text, begin with another word.`

/**
 * The shipped profile that a shipped command was written for, where the workflow calls it and neither workflow nor repository
 * has policies of its own. A comment's command never widens what a run may do.
 */
export async function profileOf(
  { prompt }: Invocations,
  { policies }: Pick<Inputs, 'policies'>,
  steering: Reader,
  notice: (text: string) => void,
): Promise<{ user?: string }> {
  const profile = prompt?.command.profile
  if (profile === undefined || policies !== '') return {}
  if ((await steering.list('.gemini/policies')).some((path) => path.endsWith('.toml'))) return {}
  notice(
    `The input \`policies\` is empty, so the profile holds that /${prompt?.command.name} was written for: profile:${profile}.`,
  )
  return { user: `profile:${profile}` }
}
