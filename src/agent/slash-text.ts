import { UserError } from '../host/errors.ts'
import type { Part, ToolReply } from '../model/types.ts'
import { readReport } from '../tools/run-shell-command.ts'
import { untrusted } from '../tools/untrusted.ts'
import { gate } from './gate.ts'
import type { CallKit } from './kit.ts'
import { type Content, type FileReading, isThere, readPaths } from './mentions.ts'
import { runCalls } from './scheduler.ts'
import type { Command, SlashLine } from './slash.ts'
import { type Piece, readTemplate, takesArgs, withArgs } from './slash-template.ts'

/** What a command's injections need. */
export type Injecting = { kit: CallKit; reading: FileReading; notice(text: string): void }

type Line = Piece & { kind: 'shell'; line: string }

/**
 * The task a command stands for: its template with arguments, files and output of commands in their places. All commands are
 * judged by the gate before the first one runs. `own` is the part of it that the command's author wrote.
 * Throws UserError for a broken template and for a command that policy, a hook or a checker refuses.
 */
export async function commandText(
  command: Command,
  slash: SlashLine,
  injecting: Injecting,
  signal: AbortSignal,
): Promise<Content & { own: string }> {
  const pieces = readTemplate(command.prompt, command)
  const lines = pieces.flatMap((piece): Line[] =>
    piece.kind === 'shell' && piece.command !== ''
      ? [{ ...piece, line: withArgs(piece.command, slash.args, command) }]
      : [],
  )
  const outputs = await runAll(lines, command, injecting, signal)
  const attached: Part[] = []
  let text = ''
  for (const piece of pieces) {
    if (piece.kind === 'text') text += piece.text
    else if (piece.kind === 'args') text += slash.args
    else if (piece.kind === 'shell') text += outputs.get(piece.at) ?? ''
    else {
      const found = await fileText(piece, command, injecting, signal)
      text += found.text
      attached.push(...found.attached)
    }
  }
  if (!takesArgs(pieces) && slash.args !== '') text = `${text.trimEnd()}\n\n${slash.raw}`
  const own = pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : [])).join('\n')
  return { text: text.trim(), attached, own }
}

async function fileText(
  { path, written }: Piece & { kind: 'file' },
  { file }: Command,
  { reading, notice }: Injecting,
  signal: AbortSignal,
): Promise<Content> {
  if (!(await isThere(path, reading.files))) {
    notice(`${file}: ${written} names nothing that may be read in this checkout, so it stays as it is.`)
    return { text: written, attached: [] }
  }
  return readPaths([path], reading, signal)
}

/** Output by place in the template. */
async function runAll(
  lines: readonly Line[],
  command: Command,
  { kit, notice }: Injecting,
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const outputs = new Map<number, string>()
  if (lines.length === 0) return outputs
  if (kit.toolbox.find(SHELL) === undefined) {
    notice(`${command.file}: this run has no shell, so the commands in /${command.name} were not run.`)
    for (const { at, line } of lines) outputs.set(at, `[Shell command '${line}' was not run: this run has no shell]`)
    return outputs
  }
  // Hooks and the log hear of a command when it runs, not when it is looked at beforehand.
  const quiet = { ...kit, hooks: undefined, emit: () => {} }
  for (const each of lines) {
    const passage = await gate(callOf(each, command), quiet, signal)
    signal.throwIfAborted()
    if (!passage.pass) throw refusal(command, each.line, passage.ruling?.remedy ?? passage.result.text)
  }
  for (const each of lines) {
    const [reply] = await runCalls([callOf(each, command)], kit, signal)
    signal.throwIfAborted()
    outputs.set(each.at, outputOf(reply, each.line, command))
  }
  return outputs
}

const SHELL = 'run_shell_command'

const callOf = ({ at, line }: Line, { name }: Command) => ({
  id: `command-${at}`,
  name: SHELL,
  args: { command: line, description: `Part of /${name}` },
})

const refusal = ({ name, file }: Command, line: string, why: string) =>
  new UserError(
    `\`/${name}\` (${file}) cannot be run, because \`${line}\` in it is not allowed.\n\n${why.startsWith('[[') ? `A rule that allows it:\n\n\`\`\`toml\n${why}\n\`\`\`` : why}`,
  )

/** What the command printed, as data; how it ended only where it did not end well. */
function outputOf(reply: ToolReply | undefined, line: string, command: Command): string {
  const { output, error } = reply?.response ?? {}
  if (typeof output !== 'string') throw refusal(command, line, String(error ?? 'It gave no answer.'))
  const report = readReport(output)
  if (report === undefined) return output
  const how =
    report.signal !== undefined
      ? `\n[Shell command '${line}' terminated by signal ${report.signal}]`
      : report.code !== 0
        ? `\n[Shell command '${line}' exited with code ${report.code}]`
        : ''
  return `${report.output === '' ? '' : untrusted(report.output)}${how}`
}
