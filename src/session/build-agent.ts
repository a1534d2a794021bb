import type { AgentContext } from '../agent/agent-context.ts'
import { affordsMore } from '../agent/budget.ts'
import { recordCheck, recordHooks } from '../agent/hooks/hook-recording.ts'
import type { Hooks } from '../agent/hooks/hook-types.ts'
import { createSubdirectoryMemory, placeOptions } from '../agent/memory-files.ts'
import { mayRunCommand, missingToolNotices } from '../agent/offered-tools.ts'
import type { OutputSchema } from '../agent/output-schema.ts'
import type { PlaceInstruction } from '../agent/place-instructions.ts'
import { createPathResolver } from '../agent/resolved-paths.ts'
import { ACTIVATE_SKILL, activateSkill, type Skill, skillSection } from '../agent/skills.ts'
import { runAgent, type SubagentContext } from '../agent/subagents/run-agent.ts'
import type { OfferedSubagent } from '../agent/subagents/subagent.ts'
import { DELEGATE_TOOL, delegateTool, delegationSection } from '../agent/subagents/subagent-tools.ts'
import { systemPrompt } from '../agent/system-prompt.ts'
import { createUtilityRequests } from '../agent/utility-request.ts'
import { toolOutputFolder } from '../config/runtime.ts'
import type { Settings } from '../config/settings/settings.ts'
import type { RenderSystemPrompt } from '../config/steering-files.ts'
import { openRunProof } from '../delivery/last-checks.ts'
import { summarizeProposals } from '../delivery/report/receipt-summary.ts'
import { openPromptData } from '../github/context/prompt-data.ts'
import { filesShown } from '../github/shown-lines.ts'
import { withPlainEdits } from '../github-tools/read-code.ts'
import { recordOutsideTexts } from '../github-tools/write-authority.ts'
import { withoutRefusedTools } from '../model/retry.ts'
import type { Generate } from '../model/types.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import type { SandboxSession } from '../platform/sandbox/sandbox-session.ts'
import { VERSION } from '../platform/version.ts'
import type { SafetyCheck } from '../policy/checkers.ts'
import { hiddenTools, hidingRule } from '../policy/rules/decide.ts'
import type { Mode, Rule } from '../policy/rules/rule.ts'
import type { Emit } from '../record/events.ts'
import { builtins, type Capabilities } from '../tools/builtins.ts'
import { withGrounding } from '../tools/grounding.ts'
import { interactiveTools } from '../tools/interactive-tools.ts'
import { saveText } from '../tools/long-output.ts'
import type { Tool } from '../tools/tool.ts'
import { limitDeclarations, makeToolbox } from '../tools/toolbox.ts'
import type { WebFetchCapability } from '../tools/web-fetch.ts'
import type { ConfiguredRun } from './configure-run.ts'
import type { ExternalTools } from './external-tools.ts'
import type { LoadedTools } from './mcp-servers.ts'
import type { ModelClient } from './model-client.ts'
import { runGithubTools } from './run-github-tools.ts'
import { contextWindowFor, maxOutputCharacters, programLimitsOf, reachesHosts, stopConditions } from './run-options.ts'
import { runSnapshot } from './run-snapshot.ts'
import type { WorkInProgress } from './run-work.ts'

/**
 * Builds the agent of a run: the model with its tools, rules and limits. Records what it was built from. Throws ResumeError when today's
 * rules forbid what the continued conversation did.
 */
export async function buildAgent(run: ConfiguredRun, offered: Offered): Promise<AgentContext> {
  const { resumed, config, runtime, session, outputSchema, wrapUpSignal } = run
  const { filter, transcript } = session
  const { model, capabilities, servers, externalTools, work, programs } = offered
  work.rounds = openRunProof(run, work, programs)
  const githubTools = runGithubTools({ ...run, ...work, github: session.github, settings: run.declaredSettings })
  const memory = [config.memory, externalTools.instructions].filter(Boolean).join('\n\n')
  const outputFolder = toolOutputFolder(runtime)
  const withReads = (tools: readonly Tool[]) =>
    withPlainEdits(
      recordOutsideTexts(tools, work.proposals.texts, reachesHosts(programLimitsOf(run))),
      session.github,
      [capabilities.files.root, capabilities.files.shownRoot],
    )
  const agent = agentContext({
    ...config,
    ...model,
    ...resumed.agent,
    memory,
    capabilities,
    externalTools: { ...externalTools, tools: () => withReads(externalTools.tools()) },
    withReads,
    outputSchema,
    outputFolder,
    programLimits: programLimitsOf(run),
    filter,
    wrapUpSignal,
    emit: transcript.emit,
    now: runtime.now,
    startTimer: runtime.startTimer,
    async startServers(subagent, signal) {
      const started = await servers.startServers(subagent, signal)
      return started && { ...started, tools: withReads(started.tools) }
    },
    githubTools: resumed.tools(githubTools),
    shownFiles: () => filesShown(session.github),
    proposalSummary: () => summarizeProposals(work.proposals.proposals(), run.inputs),
  })
  agent.recover = answerFollowUp(run, agent, work)
  await resumed.judge(agent)
  const shown = { ...config, ...model, memory }
  transcript.emit({ type: 'run_snapshot', ...runSnapshot(model.inputs, shown, agent, outputFolder) })
  return agent
}

/** Asks a review once about its answer, and tells what the proof of a change shows, where two more turns fit into the limits. */
const answerFollowUp =
  (
    { signal, session, nonce }: ConfiguredRun,
    agent: AgentContext,
    { proposals, resultNames, rounds }: WorkInProgress,
  ): AgentContext['recover'] =>
  async (ending, turns) => {
    const hasTurns = () =>
      agent.stopConditions.every((stop) => stop({ turns: turns + 2 }) === undefined) &&
      agent.wrapUpSignal?.aborted !== true &&
      !signal.aborted
    if (!hasTurns()) return undefined
    const question = resultNames.isAnswerRead === true ? undefined : await proposals.answers.question(ending)
    const data = openPromptData(nonce)
    const text =
      question ??
      (await rounds?.question(ending, {
        hasRoom: () => hasTurns() && affordsMore(agent.budget, session.transcript.events()),
        mayRun: (command) => mayRunCommand(command, agent),
        quote: (kind, quoted) => data.data(kind, {}, data.code(session.filter.text(quoted), quoted.length)),
      }))
    if (text === undefined) return undefined
    const asked = question === undefined ? `${text}\n\n${data.text()}` : text
    session.transcript.emit({ type: 'follow_up', text: asked, turns, isRound: question === undefined || undefined })
    return { prompt: [{ kind: 'text', text: asked }], signal }
  }

/** What a run offers its agent. */
type Offered = {
  model: ModelClient
  capabilities: Capabilities
  servers: Pick<ExternalTools, 'startServers'>
  externalTools: LoadedTools
  work: WorkInProgress
  /** The programs of the run. */
  programs: Pick<SandboxSession, 'endBackground'>
}

/** Everything an agent is built from. */
type AgentParts = ModelClient & {
  settings: Settings
  mode: Mode
  rules: readonly Rule[]
  memory: string
  memoryFiles: readonly string[]
  learnings: readonly PlaceInstruction[]
  agents: readonly OfferedSubagent[]
  skills: readonly Skill[]
  steering: CommitReader
  hooks: Hooks | undefined
  check: SafetyCheck | undefined
  capabilities: Capabilities
  githubTools: readonly Tool[]
  shownFiles(): readonly string[]
  /** The conversation that this one continues, and the call that a person allowed. */
  history?: AgentContext['history']
  admission?: AgentContext['admission']
  /** Starts the MCP servers of one sub-agent. */
  startServers?: ExternalTools['startServers']
  /** Tools of MCP servers and of the repository; they may change during the run. */
  externalTools: LoadedTools
  /** The tools, so that the run knows that it read texts of unknown people. */
  withReads(tools: readonly Tool[]): Tool[]
  /** The answer when the model only made proposals. */
  proposalSummary: () => string
  /** Replaces the built-in system prompt. */
  systemPrompt: RenderSystemPrompt | undefined
  /** The schema of the answer; undefined: free text. */
  outputSchema: OutputSchema | undefined
  /** Aborts when only time for a final answer remains. */
  wrapUpSignal: AbortSignal | undefined
  /** The folder for tool output that is too long for the conversation. */
  outputFolder: string
  filter: SecretFilter
  emit: Emit
} & Pick<AgentContext, 'now' | 'startTimer' | 'programLimits'>

/** The context of the main conversation: tools, system prompt and limits. */
function agentContext(parts: AgentParts): AgentContext {
  const { inputs, rules, mode, filter, emit, model } = parts
  const saveOutput = (name: string, text: string) => saveText(parts.outputFolder, name, filter.text(text))
  const maxCharacters = maxOutputCharacters(parts.settings)
  const agentTools = createAgentTools(parts, () => ({
    context,
    memory: parts.memory,
    subdirectoryMemory: memoryOf(parts.shownFiles().length),
    sections: (tools) => [...Object.values(agentTools.promptSections(tools)), parts.capabilities.fileNote ?? ''],
    version: VERSION,
    startServers: parts.startServers,
  }))
  const fixedTools = [
    ...parts.withReads(builtins(withModelRequests(parts))),
    ...agentTools.tools,
    ...parts.githubTools,
    ...interactiveTools(),
  ]
  const currentTools = createCurrentTools(fixedTools, parts)
  const names = currentTools().declarations.map(({ name }) => name)
  const notice = (text: string) => emit({ type: 'notice', level: 'info', text })
  const unused = unusedSkillsNotice(parts.skills, names)
  if (unused !== undefined) notice(unused)
  for (const text of missingToolNotices(parts.agents, currentTools().toolbox)) notice(text)
  const { shownFiles, steering, memoryFiles } = parts
  const memory = {
    ...placeOptions(parts.settings, parts.learnings),
    root: parts.capabilities.files.shownRoot,
    shownFiles,
  }
  const memoryOf = (shownBefore = 0) =>
    createSubdirectoryMemory(steering, memoryFiles, { ...memory, shownBefore }, notice)
  const context: AgentContext = {
    rules,
    mode,
    programLimits: parts.programLimits,
    get toolbox() {
      return currentTools().toolbox
    },
    get hiddenTools() {
      return currentTools().hiddenTools
    },
    get declarations() {
      return currentTools().declarations
    },
    history: parts.history,
    admission: parts.admission,
    redact: filter.deep,
    emit,
    now: parts.now,
    startTimer: parts.startTimer,
    hooks: parts.hooks && recordHooks(parts.hooks, emit),
    runCheckers: parts.check && recordCheck(parts.check, emit),
    resolvePaths: createPathResolver(parts.capabilities.files),
    subdirectoryMemory: memoryOf(),
    generate: withoutRefusedTools(
      parts.generate,
      (name) => toolOwner(name, parts.externalTools.tools()),
      ({ text }) => emit({ type: 'notice', level: 'warning', text }),
    ),
    model,
    system: filter.text(systemText(parts, names, agentTools.promptSections(names))),
    stopConditions: stopConditions(inputs, parts.settings),
    outputSchema: parts.outputSchema,
    budget: parts.budget,
    wrapUpSignal: parts.wrapUpSignal,
    outputLimit: { maxCharacters, saveOutput },
    contextWindow: contextWindowFor(parts.settings, model, {
      utilityGenerate: createUtilityRequests(parts),
      saveOutput,
      countTokens: parts.countTokens,
    }),
    detectLoops: parts.settings.model?.disableLoopDetection !== true,
    fallbackAnswer: parts.proposalSummary,
  }
  return context
}

/** Who declared a tool, for people; undefined for a tool of Sluice. A sub-agent's own servers are only in the names of their tools. */
function toolOwner(name: string, externalTools: readonly Tool[]): string | undefined {
  const tool = externalTools.find((each) => each.name === name)
  const server = tool?.server ?? /^(.+?)__./.exec(name)?.[1]
  if (server !== undefined) return `MCP server ${server}`
  return tool && 'tools.discoveryCommand'
}

function systemText(
  parts: AgentParts,
  tools: readonly string[],
  sections: ReturnType<AgentTools['promptSections']>,
): string {
  return systemPrompt({
    mode: parts.mode,
    memory: parts.memory,
    fileNote: parts.capabilities.fileNote,
    tools,
    canPropose: parts.githubTools.some(({ name, annotations }) => tools.includes(name) && !annotations.readOnlyHint),
    override: parts.systemPrompt?.({ tools, ...sections }),
    sections: Object.values(sections),
  })
}

/** Adds model requests outside the conversation to the capabilities that need them. */
function withModelRequests(
  parts: Pick<AgentParts, 'capabilities' | 'settings' | 'generate' | 'budget' | 'filter' | 'emit' | 'now'>,
): Capabilities {
  const { capabilities, settings, budget } = parts
  const baseRequest = createUtilityRequests(parts)
  const utilityRequest = (agent: string) => budget.withReserve(baseRequest(agent))
  const web = capabilities.fetch && webCapabilities(capabilities.fetch, utilityRequest)
  return {
    ...capabilities,
    ...web,
    generateCorrection: settings.tools?.disableLLMCorrection !== true ? utilityRequest('replace') : undefined,
  }
}

/** The model's back end can fetch pages and search. A run that may fetch may use that, too. */
export const webCapabilities = (
  fetch: WebFetchCapability,
  utilityRequest: (agent: string) => Generate,
): Pick<Capabilities, 'fetch' | 'search'> => ({
  fetch: {
    ...fetch,
    generate: utilityRequest('web_fetch'),
    generateFromUrls: withGrounding(utilityRequest('web_fetch')),
  },
  search: { groundedGenerate: withGrounding(utilityRequest('google_web_search')), leaks: fetch.leaks },
})

/** What sub-agents and skills add to a conversation: tools and sections of the system prompt. */
export type AgentTools = {
  tools: Tool[]
  /** The sections for a conversation with these tools; each may be empty. */
  promptSections(tools: readonly string[]): { agents: string; skills: string }
}

type AgentToolsOptions = {
  agents: readonly OfferedSubagent[]
  skills: readonly Skill[]
  rules: readonly Rule[]
  mode: Mode
}

/** `subagentContext` is called when a sub-agent starts; its code is loaded only then. */
export function createAgentTools(
  { agents, skills, rules, mode }: AgentToolsOptions,
  subagentContext: () => SubagentContext,
): AgentTools {
  // A rule can name one sub-agent. Sub-agents that no rule allows are not offered.
  const callable = agents.filter(
    ({ name }) => hidingRule(rules, { name: DELEGATE_TOOL, aliases: [name], annotations: {} }, mode) === undefined,
  )
  const delegate = delegateTool(callable, async (agent, task, signal) => {
    return runAgent(agent, task, subagentContext(), signal)
  })
  return {
    tools: [...(callable.length === 0 ? [] : [delegate]), ...(skills.length === 0 ? [] : [activateSkill(skills)])],
    promptSections: (tools) => ({
      agents: tools.includes(DELEGATE_TOOL) ? delegationSection(callable) : '',
      skills: tools.includes(ACTIVATE_SKILL) ? skillSection(skills) : '',
    }),
  }
}

/** A notice about skills that no rule lets the model use, or undefined. */
export function unusedSkillsNotice(skills: readonly Skill[], declared: readonly string[]): string | undefined {
  if (skills.length === 0 || declared.includes(ACTIVATE_SKILL)) return undefined
  const names = skills.map(({ name }) => name).join(', ')
  return `Unused skills, because no rule allows ${ACTIVATE_SKILL}: ${names}. To allow it, add "${ACTIVATE_SKILL}" to tools.allowed in the settings or write a policy rule.`
}

type CurrentTools = Pick<AgentContext, 'toolbox' | 'hiddenTools' | 'declarations'>

/**
 * The current tools of a run. Tools that no rule allows are not declared, nor are those beyond the size of a request, which is
 * reported once.
 */
export function createCurrentTools(
  fixedTools: readonly Tool[],
  { externalTools, rules, mode, emit }: { externalTools: LoadedTools; rules: readonly Rule[]; mode: Mode; emit: Emit },
): () => CurrentTools {
  let isReported = false
  const warn = (text: string) => {
    if (!isReported) emit({ type: 'notice', level: 'warning', text })
    isReported = true
  }
  return cacheByVersion(externalTools, (tools) => {
    const all = [...fixedTools, ...tools]
    const hidden = hiddenTools(all, rules, mode)
    const toolbox = makeToolbox(all)
    const visible = toolbox.declarations().filter(({ name }) => !hidden.has(name))
    return { toolbox, hiddenTools: hidden, declarations: limitDeclarations(visible, warn) }
  })
}

/** Computes a value from the external tools, again only after they changed. */
function cacheByVersion<Value>(externalTools: LoadedTools, compute: (tools: readonly Tool[]) => Value): () => Value {
  let cached: { version: number; value: Value } | undefined
  return () => {
    const version = externalTools.version()
    if (cached?.version !== version) cached = { version, value: compute(externalTools.tools()) }
    return cached.value
  }
}
