import type { MessagePart, ToolReply } from '../../model/types.ts'
import { UserError } from '../../platform/errors.ts'
import { wrapUntrusted } from '../../text/untrusted.ts'
import { parseShellReport } from '../../tools/run-shell-command.ts'
import type { CallContext } from '../agent-context.ts'
import { gate } from '../gate.ts'
import { runCalls } from '../scheduler.ts'
import type { SlashCall, SlashCommand } from './command-files.ts'
import { type FileReading, isFileIgnoredByGit, isReadablePath, type PromptContent, readPaths } from './file-mentions.ts'
import { hasArgsPlaceholder, insertArgs, parseTemplate, type TemplatePiece } from './template.ts'

/** What the injections of a command need. */
export type InjectionContext = {
  context: CallContext
  fileReading: FileReading
  /** The value of a variable of the step, as data for the prompt; undefined for every other variable. */
  stepVariable?(name: string): Promise<string | undefined>
  notice(text: string): void
}

type ShellLine = TemplatePiece & { kind: 'shell'; line: string }

/**
 * Expands a command to its task: inserts the arguments, files and shell output into the template. The gate authorizes all shell
 * commands before the first one runs. `template` is the text of the command's author.
 * Throws UserError for an invalid template and for a shell command that policy, a hook or a checker denies.
 */
export async function expandCommand(
  command: SlashCommand,
  call: SlashCall,
  injection: InjectionContext,
  signal: AbortSignal,
): Promise<PromptContent & { template: string }> {
  const pieces = parseTemplate(command.prompt, command)
  const lines = pieces.flatMap((piece): ShellLine[] =>
    piece.kind === 'shell' && piece.command !== ''
      ? [{ ...piece, line: insertArgs(piece.command, call.args, command) }]
      : [],
  )
  const outputs = await runShellLines(lines, command, injection, signal)
  const attached: MessagePart[] = []
  let text = ''
  for (const piece of pieces) {
    if (piece.kind === 'text') text += piece.text
    else if (piece.kind === 'args') text += call.args
    else if (piece.kind === 'shell') text += outputs.get(piece.index) ?? ''
    else {
      const file = await injectedFile(piece, command, injection, signal)
      text += file.text
      attached.push(...file.attached)
    }
  }
  if (!hasArgsPlaceholder(pieces) && call.args !== '') text = `${text.trimEnd()}\n\n${call.raw}`
  const template = pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : [])).join('\n')
  return { text: text.trim(), attached, template }
}

/** The content of the file in `@{path}`. Without a readable file, a notice, and the text as it is. */
export async function injectedFile(
  { path, spelling }: { path: string; spelling: string },
  { file }: Pick<SlashCommand, 'file'>,
  { fileReading, notice }: Pick<InjectionContext, 'fileReading' | 'notice'>,
  signal: AbortSignal,
): Promise<PromptContent> {
  if (!(await isReadablePath(path, fileReading.files))) {
    notice(`${file}: ${spelling} names no readable file in this checkout, so it stays as text.`)
    return { text: spelling, attached: [] }
  }
  const isIgnored = await isFileIgnoredByGit(path, fileReading)
  if (isIgnored)
    notice(`${file}: git ignores the file in ${spelling}. Its content is in the prompt, because the command names it.`)
  return readPaths([path], { ...fileReading, readsIgnored: isIgnored }, signal)
}

/** Runs the shell commands. Returns their output by position in the template. */
async function runShellLines(
  lines: readonly ShellLine[],
  command: SlashCommand,
  { context, stepVariable, notice }: InjectionContext,
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const outputs = new Map<number, string>()
  if (lines.length === 0) return outputs
  /** What the command prints, without starting it, if all it does is to print a variable of the step. */
  const printed = async (line: string) => {
    const [, ...names] = PRINTS_VARIABLE.exec(line.trim()) ?? []
    const name = names.find((each) => each !== undefined)
    return name === undefined ? undefined : await stepVariable?.(name)
  }
  if (!canRunCommands(context)) {
    let isComplete = true
    for (const { index, line } of lines) {
      const value = await printed(line)
      isComplete &&= value !== undefined
      outputs.set(index, value ?? `[Shell command '${line}' was not run: this run has no shell]`)
    }
    if (!isComplete) notice(`${command.file}: this run has no shell, so the commands in /${command.name} were not run.`)
    return outputs
  }
  // Hooks and log receive a command when it runs, not at this check.
  const quiet = { ...context, hooks: undefined, emit: () => {} }
  for (const each of lines) {
    const gated = await gate(callOf(each, command), quiet, signal)
    signal.throwIfAborted()
    if (gated.allowed) continue
    const value = await printed(each.line)
    if (value === undefined) throw refusal(command, each.line, gated.policy?.remedy ?? gated.result.text)
    outputs.set(each.index, value)
  }
  for (const each of lines) {
    if (outputs.has(each.index)) continue
    const [reply] = await runCalls([callOf(each, command)], context, signal)
    signal.throwIfAborted()
    outputs.set(each.index, outputOf(reply, each.line, command))
  }
  return outputs
}

const SHELL = 'run_shell_command'

/** In a run for a visitor, the tool of this name stores results and runs nothing. */
const canRunCommands = ({ toolbox }: CallContext): boolean => toolbox.find(SHELL)?.annotations.destructiveHint === true

/** A command that only prints one variable. Nothing else of the line may need a shell. */
const PRINTS_VARIABLE = /^(?:echo[ \t]+(?:"(?=\$.*"$)|(?=\$.*[^"]$))(?:\$\{(\w+)\}|\$(\w+))"?|printenv[ \t]+(\w+))$/

const callOf = ({ index, line }: ShellLine, { name }: SlashCommand) => ({
  id: `command-${index}`,
  name: SHELL,
  args: { command: line, description: `Part of /${name}` },
})

const refusal = ({ name, file }: SlashCommand, line: string, reason: string) =>
  new UserError(
    `\`/${name}\` (${file}) cannot be run, because \`${line}\` in it is not allowed.\n\n${reason.startsWith('[[') ? `A rule that allows it:\n\n\`\`\`toml\n${reason}\n\`\`\`` : reason}`,
  )

/** The output of a command, marked as untrusted, with its exit status after a failure. */
function outputOf(reply: ToolReply | undefined, line: string, command: SlashCommand): string {
  const { output, error } = reply?.response ?? {}
  if (typeof output !== 'string') throw refusal(command, line, String(error ?? 'It returned no output.'))
  const report = parseShellReport(output)
  if (report === undefined) return output
  const exitNote =
    report.signal !== undefined
      ? `\n[Shell command '${line}' terminated by signal ${report.signal}]`
      : report.code !== 0
        ? `\n[Shell command '${line}' exited with code ${report.code}]`
        : ''
  return `${report.output === '' ? '' : wrapUntrusted(report.output)}${exitNote}`
}
