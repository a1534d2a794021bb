import { join } from 'node:path'
import {
  type CommandFile,
  type CommandFolder,
  listCommandFiles,
  readCommandFile,
  type SlashCall,
  type SlashCommand,
} from '../agent/slash-command-files.ts'
import type { Task } from '../github/events/task.ts'
import { parseSlashCommand } from '../github/events/trigger-rules.ts'
import { UserError } from '../platform/errors.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import type { Inputs } from './inputs.ts'
import type { Runtime } from './runtime.ts'
import { trustedHome } from './settings/settings-files.ts'
import { worktreeReader } from './worktree-reader.ts'

/** Whether the workflow or a comment calls a command of ours. */
export const callsBuiltIn = ({ prompt, request }: SlashInvocations): boolean =>
  prompt?.isBuiltIn === true || request?.isBuiltIn === true

/** A called command and the line that calls it. `isBuiltIn`: its text is ours. */
export type SlashInvocation = { slash: SlashCall; command: SlashCommand; isBuiltIn?: true }

/** The commands that the workflow's prompt and the text of a trusted person call. Most runs have neither. */
export type SlashInvocations = {
  prompt?: SlashInvocation
  request?: SlashInvocation
  /** The prompt may call an MCP prompt; `notFoundMessage` is the error when no server has it. */
  serverPrompt?: { slash: SlashCall; notFoundMessage: string }
}

export type CommandSources = Pick<Runtime, 'dist' | 'home' | 'workspace'> & {
  steering: CommitReader
  notice: (text: string) => void
  /** Command folders of extensions. */
  extensionFolders?: readonly CommandFolder[]
  /** Whether the run starts MCP servers, which may have prompts. */
  hasServers: boolean
}

/** Other command names in workflows of run-gemini-cli, and the built-in command for each. */
const COMMAND_ALIASES: Readonly<Record<string, string>> = {
  'code-review': 'pr-code-review',
  'gemini-pr-review': 'gemini-review',
  'gemini-issue-automated-triage': 'gemini-triage',
  'gemini-issue-scheduled-triage': 'gemini-scheduled-triage',
}

/**
 * Reads the commands that the prompt and the request call. The repository's commands win over the user's, and those over the
 * built-in ones; a taken name gives an extension's command another name. Throws UserError when the workflow calls a command that does not exist or is broken; an unknown
 * command in a person's text is the task as text.
 */
export async function readInvocations(
  prompt: string,
  { request = '', command }: Pick<Task, 'request' | 'command'>,
  sources: CommandSources,
): Promise<SlashInvocations> {
  const [byPrompt, byRequest] = [toSlashLine(prompt, parseSlashCommand(prompt)), toSlashLine(request, command)]
  if (byPrompt === undefined && byRequest === undefined) return {}
  const commands = await listCommandFiles(await listCommandFolders(sources))
  const find = (name: string): CommandFile | undefined =>
    reviewExtensionFile(name, commands) ?? commands.get(name) ?? commands.get(COMMAND_ALIASES[name] ?? '')
  const read = async (slash: SlashCall, file: CommandFile): Promise<SlashInvocation> => {
    const { profile, ...command } = await readCommandFile(file)
    if (file.folder.label !== BUILT_IN) return { slash, command }
    return { slash, command: profile === undefined ? command : { ...command, profile }, isBuiltIn: true }
  }
  const invoked: SlashInvocations = {}
  if (byPrompt !== undefined) {
    const file = find(byPrompt.name)
    if (file === undefined || file.folder.label === BUILT_IN) await noticeUnreadFile(byPrompt.name, file, sources)
    if (file !== undefined) invoked.prompt = await read(byPrompt, file)
    else if (!sources.hasServers) throw new UserError(unknownCommandMessage(byPrompt.name, commands))
    else invoked.serverPrompt = { slash: byPrompt, notFoundMessage: unknownCommandMessage(byPrompt.name, commands) }
  }
  if (byRequest !== undefined) {
    const file = find(byRequest.name)
    // Where the workflow calls a built-in command, words such as /review and /approve only chose the workflow.
    const isRouting = invoked.prompt?.isBuiltIn === true && (file === undefined || file.folder.label === BUILT_IN)
    if (file !== undefined && !isRouting) invoked.request = await read(byRequest, file)
    else if (!isRouting) sources.notice(`There is no command /${byRequest.name}, so the text itself is the task.`)
  }
  return invoked
}

/** The code-review extension's own command, when the run loads the extension: it wins over the built-in one of its name. */
function reviewExtensionFile(name: string, commands: ReadonlyMap<string, CommandFile>): CommandFile | undefined {
  if (name !== 'pr-code-review' || commands.get(name)?.folder.label !== BUILT_IN) return undefined
  return [...commands.values()].find(
    ({ folder, path }) => folder.extension !== undefined && path === `commands/${name}.toml`,
  )
}

const UNREAD_FOLDER = '.github/commands'

/** Set-up tools of run-gemini-cli write command files to a folder that no version of it reads. */
async function noticeUnreadFile(
  name: string,
  builtIn: CommandFile | undefined,
  { steering, notice }: Pick<CommandSources, 'steering' | 'notice'>,
): Promise<void> {
  const path = `${UNREAD_FOLDER}/${name.replaceAll(':', '/')}.toml`
  if (!(await steering.list(UNREAD_FOLDER)).includes(path)) return
  const instead = builtIn === undefined ? '' : ` The built-in /${builtIn.name} runs.`
  notice(`${path} is not read: commands are in .gemini/commands.${instead} To use the file, move it there.`)
}

const toSlashLine = (raw: string, command: Task['command']): SlashCall | undefined =>
  command && { ...command, raw: raw.trim() }

const BUILT_IN = 'commands'

/** The folders to search for commands; a later folder wins. */
export async function listCommandFolders({
  dist,
  home,
  workspace,
  steering,
  extensionFolders = [],
}: Omit<CommandSources, 'notice' | 'hasServers'>): Promise<CommandFolder[]> {
  const userFolder = await trustedHome(home, workspace)
  return [
    { files: worktreeReader(join(dist, 'commands')), folder: '', label: BUILT_IN },
    ...(userFolder === undefined
      ? []
      : [
          {
            files: worktreeReader(join(userFolder, '.gemini')),
            folder: 'commands',
            label: '~/.gemini/commands',
          },
        ]),
    { files: steering, folder: '.gemini/commands', label: '.gemini/commands' },
    ...extensionFolders,
  ]
}

const unknownCommandMessage = (name: string, commands: ReadonlyMap<string, CommandFile>): string =>
  `The prompt calls /${name}, but no such command exists. The commands are ${[...commands.keys()]
    .sort()
    .map((each) => `/${each}`)
    .join(
      ', ',
    )}. A repository keeps its commands in .gemini/commands/*.toml at the steering commit. If the prompt is plain text, begin it with another word.`

/**
 * The built-in profile of a built-in command, when the workflow calls it and neither workflow nor repository has policies.
 * A command in a comment never changes the policy.
 */
export async function commandProfile(
  { prompt }: SlashInvocations,
  { policies }: Pick<Inputs, 'policies'>,
  steering: CommitReader,
  notice: (text: string) => void,
): Promise<{ user?: string }> {
  const profile = prompt?.command.profile
  if (profile === undefined || policies !== '') return {}
  if ((await steering.list('.gemini/policies')).some((path) => path.endsWith('.toml'))) return {}
  notice(
    `The input \`policies\` is empty, so the run uses the profile of /${prompt?.command.name}: profile:${profile}.`,
  )
  return { user: `profile:${profile}` }
}
