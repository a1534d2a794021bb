import type { AgentContext } from '../agent/agent-context.ts'
import type { PromptContent } from '../agent/slash-commands/file-mentions.ts'
import type { SlashInvocation, SlashInvocations } from '../config/slash-invocations.ts'
import type { Task } from '../github/events/task.ts'
import type { MessagePart } from '../model/types.ts'
import { UserError } from '../platform/errors.ts'
import { isSteeringVariable } from '../platform/process/child-environment.ts'
import { wrapUntrusted } from '../text/untrusted.ts'
import type { Capabilities } from '../tools/builtins.ts'
import type { LoadedTools } from './external-tools.ts'

type TaskTextOptions = {
  context: AgentContext
  capabilities: Capabilities
  externalTools: Pick<LoadedTools, 'prompt'>
  notice(text: string): void
}

/** Everything that expandTask reads. `variables`: those of the step, which are data; `always` also after other text than built-in commands. */
export type TaskSource = {
  prompt: string
  task: Task
  invocations: SlashInvocations
  variables: { values: Readonly<Record<string, string>>; always: boolean }
}

/** The task after expansion. `attached`: mentioned images and other files. */
export type ExpandedTask = { prompt: string; task: Task; attached: MessagePart[] }

/**
 * Expands slash commands (`/review …`) in the workflow's prompt and in the request, and file mentions (`@path`) in text of the
 * workflow and of command files. Other text is never expanded: after `/name` it is an argument.
 */
export async function expandTask(
  { prompt, task, invocations, variables }: TaskSource,
  options: TaskTextOptions,
  signal: AbortSignal,
): Promise<ExpandedTask> {
  const attached: MessagePart[] = []
  const expand = async (text: SourceText): Promise<string> => {
    if (text.invocation === undefined && !(text.isFromWorkflow && text.text.includes('@'))) return text.text
    const content = await expandText(text, variables.values, options, signal)
    attached.push(...content.attached)
    return content.text
  }
  // A server's prompt is used as it is, without file mentions.
  const workflowPrompt =
    (await fetchServerPrompt(invocations, options, signal)) ??
    (await expand({ text: prompt, invocation: invocations.prompt, isFromWorkflow: true }))
  const request =
    task.request === undefined
      ? undefined
      : await expand({ text: task.request, invocation: invocations.request, isFromWorkflow: false })
  const isBuiltIn = invocations.prompt?.isBuiltIn === true || invocations.request?.isBuiltIn === true
  if (isBuiltIn || variables.always) {
    const { variablesText } = await import('./step-variables-text.ts')
    const block = await variablesText(variables.values)
    return {
      prompt: appendBlock(workflowPrompt, block),
      task: request === undefined ? task : { ...task, request },
      attached,
    }
  }
  return { prompt: workflowPrompt, task: request === undefined ? task : { ...task, request }, attached }
}

async function fetchServerPrompt(
  { serverPrompt }: SlashInvocations,
  { externalTools }: Pick<TaskTextOptions, 'externalTools'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (serverPrompt === undefined) return undefined
  const text = await externalTools.prompt(serverPrompt.slash, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error
  })
  if (text === undefined) throw new UserError(serverPrompt.notFoundMessage)
  return text
}

type SourceText = { text: string; invocation: SlashInvocation | undefined; isFromWorkflow: boolean }

async function expandText(
  { text, invocation, isFromWorkflow }: SourceText,
  values: TaskSource['variables']['values'],
  { context, capabilities, notice }: TaskTextOptions,
  signal: AbortSignal,
): Promise<PromptContent> {
  const [{ readMentionedFiles, unescapeMentions }, { readManyFiles }, { createFileVisibility }] = await Promise.all([
    import('../agent/slash-commands/file-mentions.ts'),
    import('../tools/read-many-files.ts'),
    import('../tools/files/file-visibility.ts'),
  ])
  const { files, ignoreText, gitIgnore } = capabilities
  const visibility = createFileVisibility(files, ignoreText, gitIgnore)
  const fileReading = { files, visibility, reader: readManyFiles(files, visibility) }
  if (invocation === undefined) {
    const mentioned = await readMentionedFiles(text, fileReading, signal)
    const content = { text: appendBlock(unescapeMentions(text), mentioned.text), attached: [...mentioned.attached] }
    for (const [spelling, path = ''] of text.matchAll(INJECTED_FILE)) {
      const { injectedFile } = await import('../agent/slash-commands/command-text.ts')
      // An expression in the prompt can put a stranger's text here, so other ignored files stay hidden.
      const reading = /^\.gemini\//.test(path.trim()) ? fileReading : { files, reader: fileReading.reader }
      const injected = { path: path.trim(), spelling }
      const file = await injectedFile(injected, INLINE_PROMPT, { fileReading: reading, notice }, signal)
      if (file.text === spelling) continue
      content.text = appendBlock(content.text, `Content of ${spelling}:\n\n${file.text}`)
      content.attached.push(...file.attached)
    }
    return content
  }
  const { expandCommand } = await import('../agent/slash-commands/command-text.ts')
  const { command, slash } = invocation
  const stepVariable = async (name: string): Promise<string | undefined> => {
    const value = values[name]
    if (value === undefined) return isSteeringVariable(name) ? undefined : '' // as the shell, which does not know it
    const { withoutHiddenText } = await import('./step-variables-text.ts')
    return value.trim() === '' ? '' : wrapUntrusted(await withoutHiddenText(value))
  }
  const expanded = await expandCommand(command, slash, { context, fileReading, stepVariable, notice }, signal)
  const trustedText = isFromWorkflow ? `${expanded.template}\n${slash.args}` : expanded.template
  const mentioned = await readMentionedFiles(trustedText, fileReading, signal)
  return {
    text: appendBlock(expanded.text, mentioned.text),
    attached: [...expanded.attached, ...mentioned.attached],
  }
}

/** Command files write mentions this way, and workflows do so in their prompt, too. */
const INJECTED_FILE = /@\{([^{}\n]+)\}/g
const INLINE_PROMPT = { file: "The workflow's prompt" }

const appendBlock = (text: string, block: string): string => (block === '' ? text : `${text}\n\n${block}`)
