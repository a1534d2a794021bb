import {
  type Message,
  ModelError,
  type ModelReply,
  type ModelRequest,
  type ModelUsage,
  type TokenUsage,
  type ToolDeclaration,
} from '../model/types.ts'
import { messageOf } from '../platform/errors.ts'
import type { LoadedFile } from '../platform/files/workspace.ts'

/** The outcomes of a run, in order of precedence when several apply. `refused` and `noop` never combine with others. */
export const OUTCOMES = [
  'security',
  'config',
  'internal',
  'model',
  'quota',
  'budget',
  'denied',
  'refused',
  'noop',
  'ok',
] as const

export type Outcome = (typeof OUTCOMES)[number]

/** Reasons why a conversation stopped before the model finished. */
export const STOP_REASONS = [
  'turns',
  'session_turns',
  'tokens',
  'cost',
  'thread_cost',
  'day_cost',
  'time',
  'length',
  'repeating',
  'hook',
  'cancelled',
] as const

export type StopReason = (typeof STOP_REASONS)[number]

/** Characters of JSON in the output for a structured answer. All outputs together must stay below 1 MB. */
export const MAX_STRUCTURED_CHARACTERS = 120_000

/**
 * How a conversation ended. `text` is for people: the answer, the incomplete answer, or the reason. `structured` is the
 * parsed answer when it matches the requested schema. `github`: the cause is an unexpected response of GitHub.
 */
export type Ending =
  /** `incomplete`: what is not done although there is an answer: `2 of 5 items are not done`. */
  | { end: 'answered'; text: string; structured?: unknown; incomplete?: string }
  | { end: 'skipped'; outcome: 'noop' | 'refused'; text: string }
  | { end: 'stopped'; reason: StopReason; text: string; structured?: unknown }
  | {
      end: 'failed'
      outcome: 'quota' | 'model' | 'config' | 'security' | 'internal'
      text: string
      code?: number
      github?: boolean
    }

export type CallState =
  | 'validating'
  | 'awaiting_approval'
  | 'scheduled'
  | 'executing'
  | 'success'
  | 'error'
  | 'cancelled'

/** The rule that decided: `file` by the name the user knows, `line` from 1. */
export type RuleRef = { file: string; line: number; tier: string; priority: number; verdict: string }

/** One finished call: everything the log, the comment and the outputs report about it. */
export type CallRecord = {
  id: string
  name: string
  args: Record<string, unknown>
  state: 'success' | 'error' | 'cancelled'
  /** Absent when the call ended before policy decided it. */
  verdict?: 'allow' | 'deny'
  rule?: RuleRef
  /** For a denied call: the message of the rule, or why the call is not allowed; can be absent. */
  message?: string
  /** The arguments with resolved paths, where policy used other paths than `args`. */
  resolved?: { args: Record<string, unknown>; linked: boolean; linkNames?: readonly string[] }
  /** Why the call writes more than the run may write by itself. */
  beyond?: string
  /** For a denied call: the smallest TOML rule that allows it, or why none can. */
  remedy?: string
  /** For a denied call: a person could allow it, because a rule asks or no rule decided. */
  askable?: true
  /** One of tools/tool.ts FAILURES when state is not success. */
  reason?: string
  ms: number
  /** Size in bytes of the result for the model. */
  bytes: number
  /** The exit code of a program, or the signal that ended it. */
  exit?: number | string
  /** The result for people; can differ from the result for the model. */
  display?: string
  diff?: { path: string; diff: string; added: number; removed: number }
  /** For an edit: how it found its text. */
  editStrategy?: 'exact' | 'flexible' | 'regex' | 'fuzzy'
  /** The sub-agent that made the call; absent for the main agent. */
  agent?: string
  /** The call of the main agent that started the sub-agent. */
  parentCallId?: string
  /** The shell call whose command made this call through `gh`; absent for a call of the model. */
  parent?: string
}

/** One part of the isolation of programs. `text`: what holds, or why it does not. */
export type IsolationRecord = { part: string; isHeld: boolean; text: string }

/** The reference's kinds of a loop: of calls, of sentences, or found by a model. */
export const LOOP_KINDS = [
  'consecutive_identical_tool_calls',
  'chanting_identical_sentences',
  'llm_detected_loop',
] as const

export type LoopKind = (typeof LOOP_KINDS)[number]

/** Points at which the answer of a hook or checker can change a run. */
export const INTERVENTION_POINTS = [
  'beforeAgent',
  'afterAgent',
  'beforeModel',
  'afterModel',
  'beforeTool',
  'afterTool',
  'checker',
] as const

export type InterventionPoint = (typeof INTERVENTION_POINTS)[number]

/** An available tool, declared to the model or not. */
export type ToolRecord = {
  name: string
  aliases: string[]
  /** Callable, but not declared to the model. */
  undeclared?: boolean
  server?: string
  /** The name the server gives the tool. */
  shortName?: string
  annotations: Record<string, unknown>
  /** Absent for a tool that is not declared. */
  declaration?: ToolDeclaration
}

/** Everything beside the conversation that decisions and requests depend on, so that a replay works on another machine. */
export type RunSnapshot = {
  mode: string
  model: string
  /** The workflow inputs, without credentials and without inputs that other fields contain. */
  inputs: Record<string, unknown>
  /** The limit that `max_cost_usd` in `inputs` stands for, when it is not that input. */
  costReason?: StopReason
  settings: Record<string, unknown>
  /** Every policy file with its full text. */
  policies: { tier: string; file: string; text: string }[]
  memory: string
  /** The folder for long tool output; the model received paths in it. */
  outputs?: string
  tools: ToolRecord[]
  /** How the run authenticates to the model, in the values of `security.auth.selectedType`. */
  authType?: string
  /** The names of the loaded extensions. */
  extensions?: string[]
  /** The names of the slash commands that the run carries out. */
  slashCommands?: string[]
}

/** How a command ended on one tree. `unstable`: it failed once and passed once. `reason`: why it did not run, or what its reports lack. */
export type ProofSide = {
  state: 'passed' | 'failed' | 'unstable' | 'no result' | 'not run'
  reason?: string
  /** How long it took, where the other side did not end in time. */
  seconds?: number
}

/** The tests of a command by what the change did to them; names are cleaned. */
export const PROVEN_TESTS = [
  'fixed',
  'broken',
  'failing',
  'newFailing',
  'newPassing',
  'newUnknown',
  'unstable',
] as const

/**
 * One command with the change (`after`) and without it (`before`). `altered`: the new and changed tests on the old code, in runs that fix
 * something. `tests`: absent without reports. `unchanged`: tests that pass on both sides.
 */
export type ProvenCommand = {
  command: string
  after: ProofSide
  before: ProofSide
  altered?: ProofSide
  tests?: Record<(typeof PROVEN_TESTS)[number], string[]> & { unchanged: number }
  /** How often it started, on all trees. */
  runs?: number
}

/**
 * What the action saw of a change before its delivery. `tree`: git's id of the tree with it. `base`: the commit below. `isMixed`: the checkout also had changes of
 * earlier steps. `alters`: what decides how it is tested and was changed, where the old version could not be used; `oldFiles`: where it was.
 */
export type ProofRecord = {
  mode: 'report' | 'draft' | 'require'
  tree?: string
  base?: string
  isMixed?: boolean
  isFix: boolean
  /** Whether it changes tests and what belongs to them, and nothing that they test. */
  isTestsOnly?: boolean
  commands: ProvenCommand[]
  alters: string[]
  oldFiles: string[]
  weakened: { path: string; line: number; fault: string }[]
  /** The branch that the model proposed, when its files are the change; they are not in the checkout. */
  branch?: string
  /** How often the change went back to the model, and after which round it was as it is here. */
  rounds?: { count: number; choice: number }
}

/**
 * Everything that can happen in a run. Transcript, comment, summary, stats and replay are derived from these events. `agent`
 * is the sub-agent of the event; absent for the main conversation.
 */
export type RunEvent =
  | {
      type: 'run_started'
      session: string
      version: string
      event: string
      model: string
      task: Record<string, unknown>
    }
  | { type: 'steering'; files: LoadedFile[]; ignored: string[] }
  | ({ type: 'run_snapshot' } & RunSnapshot)
  /** `isolation`: the notice tells how far the programs of the run are isolated. */
  | { type: 'notice'; level: 'info' | 'warning' | 'error'; text: string; isolation?: IsolationRecord[] }
  | {
      type: 'model_request'
      turn: number
      model: string
      system: string
      tools: unknown[]
      messages: Message[]
      /** The other fields of the request: sampling, choice of tools, answer schema. */
      options?: Record<string, unknown>
      agent?: string
    }
  | { type: 'model_reply'; turn: number; reply: ModelReply; ms: number; agent?: string }
  /**
   * With `waitMs` or `next`, one failed attempt that is retried; otherwise the whole request failed. `next`: the model that
   * is tried instead. `attempt` of `maxAttempts`, from 1. `fault`: the kind of ModelError. `failedUsage`: usage of failed
   * attempts that no reply includes.
   */
  | {
      type: 'model_failed'
      turn: number
      text: string
      model?: string
      status?: number
      waitMs?: number
      next?: string
      attempt?: number
      maxAttempts?: number
      fault?: string
      failedUsage?: ModelUsage[]
      agent?: string
    }
  /**
   * An attempt to shrink the conversation. masked: old tool results moved to files. compressed: its older part became a
   * summary. inflated, empty: the summary was unusable and nothing changed. truncated: only long results were cut. For masked:
   * how many results moved, and their tokens.
   */
  | {
      type: 'chat_compressed'
      status: 'masked' | 'compressed' | 'truncated' | 'inflated' | 'empty'
      tokensBefore: number
      tokensAfter: number
      maskedCount?: number
      prunableTokens?: number
      agent?: string
    }
  /** The model repeats itself; `count` of the conversation, from 1. The second time ends it. */
  | { type: 'loop_detected'; kind: LoopKind; count: number; agent?: string }
  /** A tool result was shortened for the model; lengths and threshold in characters. `file` contains the full text. */
  | {
      type: 'output_truncated'
      id: string
      name: string
      length: number
      keptLength: number
      threshold?: number
      file?: string
    }
  | { type: 'call_state'; id: string; name: string; state: CallState }
  | {
      type: 'tool_confirmation_request'
      correlationId: string
      id: string
      name: string
      args: Record<string, unknown>
      /** What an interactive front end would show: the programs, the change of a file, the URLs. */
      details?: Record<string, unknown>
    }
  | { type: 'tool_confirmation_response'; correlationId: string; confirmed: boolean; reason: string }
  | { type: 'tool_policy_rejection'; correlationId: string; id: string; name: string; message: string }
  /** `event` is the hook event, `exit` the exit code, `failure` the reason why a hook gave no answer. */
  | {
      type: 'hook_finished'
      event: string
      hook: string
      ok: boolean
      ms: number
      exit?: number
      decision?: string
      failure?: string
    }
  /** The answer of a hook or checker that changed something; `key` identifies what it answered. */
  | { type: 'program_answered'; point: InterventionPoint; key: string; answer: Record<string, unknown> }
  | { type: 'call_finished'; call: CallRecord; reply: Record<string, unknown> }
  /** What the run asked the model after its answer. */
  | { type: 'follow_up'; text: string; turns?: number; isRound?: true }
  /** A sub-agent started a task. `definition` contains everything that affects its conversation. */
  | { type: 'agent_started'; agent: string; definition: AgentDefinition }
  /**
   * `reason` is the reference's term; `recovery`: the agent reached a limit (`recoveryReason`) and got one more turn, which
   * took `recoveryMs`.
   */
  | {
      type: 'agent_finished'
      agent: string
      reason: string
      recovery: boolean
      recoveryReason?: string
      recoveryMs?: number
      turns: number
      usage: TokenUsage
      ms: number
    }
  /** The run continues the conversation of another. `admitted`: the one call that a person allowed. `underApproval`: it carries out a plan. */
  | {
      type: 'run_resumed'
      kind: ResumeKind
      from: RecordRef
      by: string
      url?: string
      admitted?: AdmittedCall
      underApproval?: boolean
    }
  /** What a later run needs to continue this one, last before its delivery. `patchSha256`: of the edited files' patch. */
  | { type: 'resume_point'; patchSha256: string; offers: ResumeOffer[] }
  /** What the run's own command showed about the changes, before their delivery. */
  /** `withheld`: why nothing of the change is delivered. */
  | { type: 'proof'; proof: ProofRecord; withheld?: string }
  | { type: 'intent'; intent: Record<string, unknown> }
  | { type: 'receipt'; receipt: Record<string, unknown> }
  /** `ending`, `reason` and `text` come from Ending. */
  | {
      type: 'run_ended'
      outcome: Outcome
      ending: Ending['end']
      reason?: StopReason
      text: string
      usage: TokenUsage
      turns: number
      ms: number
    }

/**
 * A sub-agent: the names of its tools, if not all; its model; its limits; the schema of its report; the tools of its own
 * servers, and the rules that trust these servers.
 */
export type AgentDefinition = {
  tools?: readonly string[]
  model: string
  turns?: number
  minutes: number
  output?: { name: string; description: string; schema: Record<string, unknown> }
  servers?: { tools: ToolRecord[]; rules: Record<string, unknown>[] }
}

/** `follow_up`: somebody asked again. `allow`: a denied call was allowed. `approve`: a plan was approved. */
export const RESUME_KINDS = ['follow_up', 'allow', 'approve'] as const

export type ResumeKind = (typeof RESUME_KINDS)[number]

/** The record of a run: its artifact, and the SHA-256 of the transcript in it. */
export type RecordRef = { run: number; attempt: number; artifact: number; sha256: string }

/** A call that may run once, with exactly these arguments. */
export type AdmittedCall = { name: string; args: Record<string, unknown> }

/** A code in the comment: for a denied call (`id`), or for the plan that the run ended with. */
export type ResumeOffer = { code: string; id?: string }

export type Emit = (event: RunEvent) => void

/** The calls of these events, in the order of their ends. */
export const finishedCalls = (events: readonly RunEvent[]): CallRecord[] =>
  events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))

type ModelRequestEvent = Extract<RunEvent, { type: 'model_request' }>

/** A model request as an event. `agent` is set for requests outside the main conversation, which can have turn 0. */
export function modelRequestEvent(turn: number, request: ModelRequest, agent?: string): ModelRequestEvent {
  const { model, system, tools, messages, watch: _, scope: __, alias: ___, isRetry: ____, ...options } = request
  return {
    type: 'model_request',
    turn,
    model,
    system,
    tools: [...tools],
    messages: [...messages],
    options: Object.values(options).some((value) => value !== undefined) ? options : undefined,
    agent,
  }
}

/** A failed model request as an event, with the usage of its attempts. */
export function modelFailedEvent(
  turn: number,
  error: unknown,
  agent?: string,
): Extract<RunEvent, { type: 'model_failed' }> {
  const { status, fault, failedUsage } = error instanceof ModelError ? error : {}
  return {
    type: 'model_failed',
    turn,
    text: messageOf(error),
    status,
    fault,
    failedUsage: failedUsage === undefined || failedUsage.length === 0 ? undefined : [...failedUsage],
    agent,
  }
}

/** The events of one type. */
export type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>
