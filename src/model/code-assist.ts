import type { GenerateContentConfig, GenerateContentResponse } from '@google/genai/web'
import { UserError } from '../platform/errors.ts'
import { buildConfig } from './gemini.ts'
import { createStreamingGenerate, readSseJson } from './gemini-streaming.ts'
import { toContents } from './gemini-wire.ts'
import { asRecord, parseApiError, reasonsOf } from './model-errors.ts'
import { type ModelTransport, type RequestAttempt, startAttempt } from './request-attempt.ts'
import { type CountTokens, type Generate, ModelError, type ModelRequest } from './types.ts'

export type CodeAssistOptions = ModelTransport & {
  /** Address with version, for example https://cloudcode-pa.googleapis.com/v1internal. */
  baseUrl: string
  /** Google Cloud project, if the workflow sets one. */
  project?: string
  session?: string
  /** Sampling and thinking of one request. */
  generation: (request: ModelRequest) => GenerateContentConfig
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Gemini Code Assist: the Gemini API in an envelope, for enrolled accounts. */
export function codeAssist(options: CodeAssistOptions): { generate: Generate; countTokens: CountTokens } {
  const project = lazyProject(options)
  return {
    generate: createStreamingGenerate(options, async (request, attempt) => {
      const envelope = buildEnvelope(request, await project(attempt), options)
      const response = await post('streamGenerateContent?alt=sse', envelope, attempt, options)
      return unwrapResponses(response)
    }),
    async countTokens({ model, messages }, signal) {
      const attempt = startAttempt(options, model, signal)
      try {
        const request = { model: `models/${codeAssistModel(model)}`, contents: buildContents(messages, model) }
        const response = await post('countTokens', { request }, attempt, options)
        const { totalTokens } = asRecord(await response.json())
        return typeof totalTokens === 'number' ? totalTokens : 0
      } catch (error) {
        throw attempt.toError(error)
      } finally {
        attempt.end()
      }
    },
  }
}

/** Sets up the account on the first call; a failure is not cached. */
function lazyProject(options: CodeAssistOptions): (attempt: RequestAttempt) => Promise<string> {
  let project: Promise<string> | undefined
  return (attempt) => {
    const readJson = async (response: Response) => {
      attempt.dataArrived()
      return asRecord(await response.json())
    }
    project ??= setUpCodeAssist({
      project: options.project,
      call: async (method, body) => readJson(await post(method, body, attempt, options)),
      operation: async (name) =>
        readJson(await requireOk(await attempt.fetch(`${options.baseUrl}/${name}`, { signal: attempt.signal }))),
      sleep: (ms) => options.sleep(ms, attempt.signal),
    }).catch((error: unknown) => {
      project = undefined
      throw error
    })
    return project
  }
}

function buildEnvelope(request: ModelRequest, project: string, { session, generation }: CodeAssistOptions): object {
  const { systemInstruction, tools, toolConfig, safetySettings, ...generationConfig } = buildConfig(
    request,
    generation(request),
  )
  return {
    model: codeAssistModel(request.model),
    project,
    request: {
      systemInstruction:
        systemInstruction === undefined ? undefined : { role: 'user', parts: [{ text: systemInstruction }] },
      tools,
      safetySettings,
      generationConfig,
      session_id: session,
      contents: buildContents(request.messages, request.model),
      toolConfig,
    },
    user_prompt_id: session,
  }
}

/** Code Assist refuses thoughts, signed or not. */
const buildContents = (messages: ModelRequest['messages'], model: string) =>
  toContents(messages, { model, ids: true, thoughts: false })

/** Model ids with another name in Code Assist. Dated data: 2026-08. */
const MODEL_NAMES: Readonly<Record<string, string>> = { 'gemini-3.5-flash': 'gemini-3-flash' }

const codeAssistModel = (model: string): string =>
  Object.hasOwn(MODEL_NAMES, model) ? (MODEL_NAMES[model] ?? model) : model

async function post(
  method: string,
  body: object,
  attempt: RequestAttempt,
  { baseUrl }: CodeAssistOptions,
): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: attempt.signal }
  return requireOk(await attempt.fetch(`${baseUrl}:${method}`, init))
}

/** Throws errors in the SDK's format, so that toModelError() handles both. */
async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response
  throw Object.assign(new Error(await response.text()), { status: response.status })
}

async function* unwrapResponses(response: Response): AsyncGenerator<GenerateContentResponse> {
  if (response.body === null) return
  for await (const event of readSseJson(response.body)) {
    const { response: inner, error } = asRecord(event)
    if (error !== undefined) {
      const status = Number(asRecord(error).code) || 500
      throw Object.assign(new Error(JSON.stringify({ error })), { status })
    }
    yield asRecord(inner) as unknown as GenerateContentResponse // the same JSON; its getters are not used
  }
}

/** Calls one method of Code Assist and returns its JSON. */
export type CodeAssistCall = (method: string, body: object) => Promise<Record<string, unknown>>

export type CodeAssistSetup = {
  call: CodeAssistCall
  /** The state of a long-running operation. */
  operation: (name: string) => Promise<Record<string, unknown>>
  /** The project from the workflow; Code Assist may use another one for this account. */
  project: string | undefined
  sleep: (ms: number) => Promise<void>
}

const POLL_MS = 5_000

/** Enrollment takes seconds; stop after five minutes. */
const POLLS = 60

/**
 * Enrolls the account if needed and returns the project for its requests. Rejects with UserError when the owner of the
 * account must do something first.
 */
export async function setUpCodeAssist(setup: CodeAssistSetup): Promise<string> {
  const { project } = setup
  if (project !== undefined && /^\d+$/.test(project))
    throw new UserError(
      `gcp_project_id (or GOOGLE_CLOUD_PROJECT) is the number ${project}, but Code Assist needs the project id, for example my-project-123.`,
    )
  const account = await loadAccount(setup)
  const projectOfAccount =
    account.currentTier === undefined ? await enrollAccount(account, setup) : account.cloudaicompanionProject
  const projectId = typeof projectOfAccount === 'string' && projectOfAccount !== '' ? projectOfAccount : project
  if (projectId !== undefined) return projectId
  const reasons = ineligibleTiers(account).map((tier) => String(tier.reasonMessage ?? tier.reasonCode))
  throw new UserError(
    reasons.length > 0
      ? `Code Assist does not accept this account: ${reasons.join(', ')}`
      : 'This account needs a Google Cloud project for Code Assist: set gcp_project_id (or GOOGLE_CLOUD_PROJECT).',
  )
}

type CodeAssistAccount = Record<string, unknown>

async function loadAccount({ call, project }: CodeAssistSetup): Promise<CodeAssistAccount> {
  const body = { cloudaicompanionProject: project, metadata: metadata(project) }
  const account = await call('loadCodeAssist', body).catch((error: unknown): CodeAssistAccount => {
    const apiError = parseApiError(error)
    // Inside a security perimeter the account cannot be looked up, but it works.
    if (apiError !== undefined && reasonsOf(apiError).includes('SECURITY_POLICY_VIOLATED')) return { currentTier: {} }
    throw error
  })
  if (account.currentTier !== undefined) return account
  for (const { reasonCode, reasonMessage, validationUrl } of ineligibleTiers(account))
    if (reasonCode === 'VALIDATION_REQUIRED' && typeof validationUrl === 'string')
      throw new UserError(
        `Verify the account at ${validationUrl} first: ${String(reasonMessage ?? 'Code Assist requires it')}`,
      )
  return account
}

async function enrollAccount(
  account: CodeAssistAccount,
  { call, operation, project, sleep }: CodeAssistSetup,
): Promise<unknown> {
  const tiers = list(account.allowedTiers)
  const tierId = String(tiers.find((tier) => tier.isDefault === true)?.id ?? 'legacy-tier')
  // The free tier uses its own project and refuses any other.
  const tierProject = tierId === 'free-tier' ? undefined : project
  let state = await call('onboardUser', {
    tierId,
    cloudaicompanionProject: tierProject,
    metadata: metadata(tierProject),
  })
  for (let poll = 0; state.done !== true && typeof state.name === 'string'; poll++) {
    if (poll === POLLS) {
      const text = 'Code Assist did not finish the enrollment of this account within five minutes.'
      throw new ModelError(text, { fault: 'unavailable', retry: 'never' })
    }
    await sleep(POLL_MS)
    state = await operation(state.name)
  }
  if (state.error !== undefined)
    throw new UserError(`Code Assist could not enroll this account: ${String(asRecord(state.error).message)}`)
  return asRecord(asRecord(state.response).cloudaicompanionProject).id
}

const metadata = (project: string | undefined) => ({
  ideType: 'IDE_UNSPECIFIED',
  platform: 'PLATFORM_UNSPECIFIED',
  pluginType: 'GEMINI',
  duetProject: project,
})

const ineligibleTiers = (account: CodeAssistAccount) => list(account.ineligibleTiers)

const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(asRecord) : [])
