import { join } from 'node:path'
import type { Hooks } from './agent/hooks.ts'
import type { AgentKit } from './agent/kit.ts'
import { memoryOptions } from './agent/memory.ts'
import { systemPrompt } from './agent/prompt.ts'
import { afterTokens, afterTurns, onRepetition, type Stop } from './agent/stops.ts'
import { memoryOnTouch } from './agent/touched.ts'
import { asideFor } from './aside.ts'
import type { Government } from './govern.ts'
import { openWorkspace, type Reader } from './host/files.ts'
import type { Filter } from './host/secrets.ts'
import type { Inputs } from './inputs.ts'
import { childEnvWith, type Env, type Machine } from './machine.ts'
import type { ModelOptions } from './model/connect.ts'
import type { Ask } from './model/types.ts'
import type { Check } from './policy/checkers.ts'
import { hidden, type Rule } from './policy/decide.ts'
import type { StartedPrograms } from './programs.ts'
import type { Emit } from './record/events.ts'
import type { Settings } from './settings.ts'
import { builtins, type Powers } from './tools/builtins.ts'
import type { Tool } from './tools/tool.ts'
import { makeToolbox } from './tools/toolbox.ts'
import { VERSION } from './version.ts'

const DEFAULT_MODEL = 'auto'

/** The one place that decides which model is asked: the input, the environment, the settings, the default. */
export const modelName = (inputs: Inputs, env: Env, settings: Settings): string =>
  inputs.gemini_model || env.GEMINI_MODEL || settings.model?.name || DEFAULT_MODEL

/** Inputs as the model room reads them. Empty strings count as absent there. */
export const modelOptions = (inputs: Inputs, model: string, settings: Settings = {}, session = ''): ModelOptions => ({
  model,
  apiKey: inputs.gemini_api_key,
  googleApiKey: inputs.google_api_key,
  useVertex: inputs.use_vertex_ai || undefined,
  useCodeAssist: inputs.use_gemini_code_assist || undefined,
  project: inputs.gcp_project_id,
  location: inputs.gcp_location,
  workloadIdentityProvider: inputs.gcp_workload_identity_provider,
  serviceAccount: inputs.gcp_service_account,
  tokenFormat: inputs.gcp_token_format,
  tokenScopes: inputs.gcp_access_token_scopes,
  authType: settings.security?.auth?.selectedType,
  enforcedAuthType: settings.security?.auth?.enforcedType,
  modelConfigs: settings.modelConfigs,
  maxAttempts: settings.general?.maxAttempts,
  version: VERSION,
  session,
})

/**
 * What this run may touch. A power that is not handed out has no tool, so no rule has to take it away. Children get an
 * environment without a single credential, and the runner's own files are outside of the workspace even where they lie in it.
 */
export async function powersFor(
  may: { shell: boolean },
  machine: Machine,
  { settings, steering }: Pick<Government, 'settings' | 'steering'>,
  programs: StartedPrograms,
  filter: Filter,
): Promise<Powers> {
  const { env } = machine
  const output = join(machine.scratch, 'tool-output')
  const outside = [env.RUNNER_TEMP, env.GITHUB_EVENT_PATH].filter((path) => path !== undefined && path !== '')
  const files = await openWorkspace(machine.workspace, { outside: outside as string[], readable: [output] }) // just filtered
  const ignoreText = await steering.read('.geminiignore')
  const leaks = (text: string) => filter.text(text) !== text
  return {
    files,
    docs: machine.dist,
    contextFiles: memoryOptions(settings.context).fileNames,
    now: machine.now,
    fetch: {
      leaks,
      web: async () =>
        (await import('./host/web.ts')).openWeb({
          env,
          leaks,
          userAgent: `Mozilla/5.0 (compatible; Sluice/${VERSION})`,
        }),
    },
    ...(ignoreText === undefined ? {} : { ignoreText }),
    ...(may.shell
      ? {
          shell: {
            env: childEnvWith(machine, settings.security?.environmentVariableRedaction?.allowed),
            outputDir: output,
            timeoutMs: SHELL_MS,
            idleMs: SHELL_IDLE_MS,
            isolate: programs.isolate,
            onLeftRunning: programs.leftRunning,
          },
        }
      : {}),
  }
}

const SHELL_MS = 10 * 60_000
const SHELL_IDLE_MS = 5 * 60_000

/** Everything a conversation needs, from what was loaded. */
export function equip(given: {
  inputs: Inputs
  settings: Settings
  rules: readonly Rule[]
  memory: string
  memoryFiles: readonly string[]
  steering: Reader
  hooks: Hooks | undefined
  check: Check | undefined
  powers: Powers
  /** Tools beside the built-in ones. */
  further: readonly Tool[]
  wordless: () => string
  ask: Ask
  model: string
  filter: Filter
  emit: Emit
  now: () => number
}): AgentKit {
  const { inputs, rules, filter } = given
  const mode = inputs.approval_mode
  const tools = [...builtins(withQuestions(given)), ...given.further]
  const unusable = tools.flatMap((tool) => {
    const rule = hidden(rules, tool, mode)
    return rule === undefined ? [] : [[tool.name, rule] as const]
  })
  const shut = new Map(unusable)
  const toolbox = makeToolbox(tools)
  const declarations = toolbox.declarations().filter(({ name }) => !shut.has(name))
  return {
    toolbox,
    rules,
    mode,
    hidden: shut,
    declarations,
    redact: filter.deep,
    emit: given.emit,
    now: given.now,
    hooks: given.hooks,
    check: given.check,
    memoryOf: memoryOnTouch(
      given.steering,
      given.memoryFiles,
      { ...memoryOptions(given.settings.context), root: given.powers.files.root },
      (text) => given.emit({ type: 'notice', level: 'info', text }),
    ),
    ask: given.ask,
    model: given.model,
    system: filter.text(systemPrompt({ mode, memory: given.memory, tools: declarations.map(({ name }) => name) })),
    stops: stopsFor(inputs, given.settings),
    wordless: given.wordless,
  }
}

/** The powers of tools that ask the model something beside the conversation. */
function withQuestions(
  given: Pick<Parameters<typeof equip>[0], 'powers' | 'settings' | 'ask' | 'filter' | 'emit' | 'now'>,
): Powers {
  const { powers, settings } = given
  const aside = asideFor(given)
  return {
    ...powers,
    ...(powers.fetch === undefined ? {} : { fetch: { ...powers.fetch, ask: aside('web_fetch') } }),
    // Off unless settings turn it on, as in the reference: the model's own second try is cheaper.
    ...(settings.tools?.disableLLMCorrection === false ? { correcting: aside('replace') } : {}),
  }
}

function stopsFor(inputs: Inputs, settings: Settings): Stop[] {
  const session = settings.model?.maxSessionTurns ?? -1
  const turns = session >= 0 ? Math.min(session, inputs.max_turns ?? session) : inputs.max_turns
  return [
    ...(turns === undefined ? [] : [afterTurns(turns)]),
    ...(inputs.max_tokens === undefined ? [] : [afterTokens(inputs.max_tokens)]),
    onRepetition,
  ]
}
