import type { MessagePart, ToolReply } from '../model/types.ts'
import { UserError } from '../platform/errors.ts'
import type { Workspace } from '../platform/files/workspace.ts'
import { wrapUntrusted } from '../text/clean-inbound.ts'
import type { FileVisibility } from '../tools/files/file-visibility.ts'
import { parseShellReport } from '../tools/run-shell-command.ts'
import type { Tool } from '../tools/tool.ts'
import type { CallContext } from './agent-context.ts'
import { gate } from './gate.ts'
import { runCalls } from './scheduler.ts'
import type { SlashCall, SlashCommand } from './slash-command-files.ts'

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
    notice(`${file}: ${spelling} does not name a readable file in this checkout, so it remains text.`)
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
  /** The output of a command that only prints a variable of the step, without starting it. */
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

/** A command that only prints one variable. Nothing else in the line may need a shell. */
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
  if (report === undefined) return wrapUntrusted(output)
  const exitNote =
    report.signal !== undefined
      ? `\n[Shell command '${line}' terminated by signal ${report.signal}]`
      : report.code !== 0
        ? `\n[Shell command '${line}' exited with code ${report.code}]`
        : ''
  return `${report.output === '' ? '' : wrapUntrusted(report.output)}${exitNote}`
}

/** A piece of a command template. `spelling` is its source text, `index` its position from 0. */
export type TemplatePiece =
  | { kind: 'text'; text: string }
  | { kind: 'args' }
  | { kind: 'file'; path: string; spelling: string; index: number }
  | { kind: 'shell'; command: string; spelling: string; index: number }

const ARGS = '{{args}}'

/**
 * Parses a template once: inserted files and output are never parsed. Throws UserError for an unclosed injection.
 */
export function parseTemplate(template: string, owner: { name: string; file: string }): TemplatePiece[] {
  const pieces: TemplatePiece[] = []
  let text = ''
  const add = (piece: TemplatePiece) => {
    if (text !== '') pieces.push({ kind: 'text', text })
    text = ''
    pieces.push(piece)
  }
  for (let index = 0; index < template.length; ) {
    const opening = template.slice(index, index + 2)
    if (template.startsWith(ARGS, index)) {
      add({ kind: 'args' })
      index += ARGS.length
    } else if (opening === '@{' || opening === '!{') {
      const end = closingBrace(template, index + 2)
      if (end === undefined)
        throw new UserError(
          `${owner.file}: the injection that starts at index ${index} ('${opening}') is not closed, so /${owner.name} cannot be used. Balance the braces of its path or command.`,
        )
      const inside = template.slice(index + 2, end).trim()
      const spelling = template.slice(index, end + 1)
      add(
        opening === '@{'
          ? { kind: 'file', path: inside, spelling, index }
          : { kind: 'shell', command: inside, spelling, index },
      )
      index = end + 1
    } else text += template[index++]
  }
  if (text !== '') pieces.push({ kind: 'text', text })
  return pieces
}

/** Index of the brace that closes the injection before `from`. */
function closingBrace(template: string, from: number): number | undefined {
  let open = 1
  for (let index = from; index < template.length; index++) {
    if (template[index] === '{') open++
    if (template[index] === '}' && --open === 0) return index
  }
  return undefined
}

/** Whether the template has a placeholder for the arguments. */
export const hasArgsPlaceholder = (pieces: readonly TemplatePiece[]): boolean =>
  pieces.some((piece) => piece.kind === 'args' || (piece.kind === 'shell' && piece.command.includes(ARGS)))

/**
 * Inserts the arguments into a shell command as one quoted word. Throws UserError where the context of the placeholder would
 * break the quoting.
 */
export function insertArgs(command: string, args: string, owner: { name: string; file: string }): string {
  const [first = '', ...rest] = command.split(ARGS)
  let line = first
  for (const next of rest) {
    const reason =
      unsafeQuotingReason(line) ??
      (isArithmetic(line, next) ? 'in arithmetic, which evaluates its words as code,' : undefined)
    if (reason !== undefined)
      throw new UserError(
        `${owner.file}: {{args}} is ${reason} in !{${command}}. It is quoted automatically: write it as a separate word without quotes.`,
      )
    line += quoted(args) + next
  }
  return line
}

const quoted = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`

/** In arithmetic, Bash ignores quotes and evaluates array subscripts as code. */
function isArithmetic(before: string, after: string): boolean {
  const inside = (open: string, close: string) => before.lastIndexOf(open) > before.lastIndexOf(close)
  if (inside('((', '))') || inside('$[', ']') || /[A-Za-z_]\w*\[[^\]]*$/.test(before)) return true
  if (/(?:^|[;&|\s])let\s[^;&|]*$/.test(before)) return true
  const test = /\[\[(?:(?!\]\])[\s\S])*$/.exec(before)?.[0]
  const end = after.indexOf(']]')
  const expression = `${test} ${end < 0 ? after : after.slice(0, end)}`
  return test !== undefined && /\s-(?:eq|ne|lt|le|gt|ge)\s/.test(expression)
}

/** The reason why a quoted word is unsafe after this text; undefined when it is safe. */
function unsafeQuotingReason(before: string): string | undefined {
  if (/<<(?!<)/.test(before)) return 'in or after a here-document'
  if (/(?:^|\s)#[^\n]*$/.test(before)) return 'in a comment'
  if (before.includes("$'")) return "behind a $' quote"
  let quote = ''
  for (let index = 0; index < before.length; index++) {
    const character = before[index] ?? ''
    if (character === '\\' && quote !== "'") index++
    else if (quote === '' && `'"\``.includes(character)) quote = character
    else if (character === quote) quote = ''
  }
  return quote === '' ? (/\\$/.test(before) ? 'behind a backslash' : undefined) : `between ${quote} quotes`
}

/** Text with its attached images and other data. */
export type PromptContent = { text: string; attached: MessagePart[] }

/** The workspace, and the tool read_many_files with its limits. */
export type FileReading = {
  files: Workspace
  reader: Pick<Tool, 'parse' | 'run'>
  visibility?: FileVisibility
  /** Whether files that git ignores are read too. */
  readsIgnored?: boolean
}

/** An `@` at the start of a word, followed by quoted text, escaped characters and name characters, which may be an `@`. */
const MENTION = /(?<![\p{L}\p{N}_.@\\/-])@((?:"[^"\n]*"|\\[^\n]|\.(?!\s|$)|[^\s,;!?()[\]{}"\\.])+)/gu

/** The paths of `@path` mentions in a prompt, without quotes and backslashes. */
export const findMentions = (text: string): string[] => [
  ...new Set([...text.matchAll(MENTION)].map(([, spelling = '']) => spelling.replace(/\\(.)|"/g, '$1'))),
]

/** Replaces the escape `\@` by `@`. */
export const unescapeMentions = (text: string): string => text.replaceAll('\\@', '@')

/**
 * Reads the files and folders that a prompt mentions by `@path`, as a block to append. A mention that names no file remains text. The
 * content is marked as untrusted: it can come from a pull request.
 */
export async function readMentionedFiles(
  text: string,
  fileReading: FileReading,
  signal: AbortSignal,
): Promise<PromptContent> {
  const paths: string[] = []
  const mentioned = findMentions(text)
  for (const path of mentioned) if (await isReadablePath(path, fileReading.files)) paths.push(path)
  const homes = mentioned.filter((path) => path.startsWith('~/') && !paths.includes(path))
  const unread = homes.map((path) => `@${path} was not read: a home folder is outside the repository.`)
  if (paths.length === 0) return { text: unread.join('\n'), attached: [] }
  const content = await readPaths(paths, fileReading, signal)
  const read = `Content of the files mentioned with @:\n\n${content.text}`
  return { ...content, text: [read, ...unread].join('\n\n') }
}

/** Whether a path is a readable file or folder of the workspace. */
export async function isReadablePath(path: string, files: Workspace): Promise<boolean> {
  const resolved = await files.resolve(path, 'read')
  const kind = resolved.ok ? await files.kind(resolved) : undefined
  return kind === 'file' || kind === 'directory'
}

/** Whether a path is a file that a tool does not show only because git ignores it. */
export async function isFileIgnoredByGit(path: string, { files, visibility }: FileReading): Promise<boolean> {
  const resolved = await files.resolve(path, 'read')
  if (visibility === undefined || !resolved.ok || (await files.kind(resolved)) !== 'file') return false
  return (await visibility.isHidden(resolved)) && !(await visibility.isHidden(resolved, { git: false }))
}

/** The content of these paths, marked as untrusted. Empty when ignore files hide all of them. */
export async function readPaths(
  paths: readonly string[],
  { reader, readsIgnored }: FileReading,
  signal: AbortSignal,
): Promise<PromptContent> {
  const parsed = reader.parse({
    include: [...paths],
    file_filtering_options: readsIgnored ? { respect_git_ignore: false } : undefined,
  })
  if (!parsed.ok) return { text: '', attached: [] }
  const result = await reader.run(parsed.args, signal)
  if (!result.ok) return { text: wrapUntrusted(result.text), attached: [] }
  if (typeof result.content === 'string') return { text: wrapUntrusted(result.content), attached: [] }
  const text = result.content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  return { text: wrapUntrusted(text), attached: result.content.filter((part) => part.kind === 'data') }
}
