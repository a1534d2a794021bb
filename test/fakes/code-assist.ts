import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { partKey, requestError } from '../../src/emulators/gemini/rules.ts'

type Json = Record<string, unknown>

/** A stream of GenerateContentResponse objects, each in its envelope; `raw` is written as it is; or a refusal. */
export type Step = { chunks: readonly object[] } | { raw: readonly string[] } | { status: number; body: object }

export type CodeAssistWorld = {
  /** Answer of loadCodeAssist; an enrolled account with a project when absent. */
  account?: Json
  /** In place of that answer. */
  refusal?: { status: number; body: object }
  /** Answers of onboardUser and then of each look at its operation. */
  enrolment?: readonly Json[]
  steps?: readonly Step[]
  /** Answer of countTokens. */
  counted?: Json
  /** Thought signatures given out before, with the part's kind. */
  issued?: Readonly<Record<string, string>>
  /** Whether a bearer token is good; all are when absent. */
  accepts?: (token: string) => boolean
}

export type CodeAssist = {
  /** For CODE_ASSIST_ENDPOINT. */
  url: string
  requests: { method: string; path: string; headers: IncomingMessage['headers']; body: Json; raw: string }[]
  problems: string[]
  [Symbol.asyncDispose](): Promise<void>
}

const ENROLLED = { currentTier: { id: 'standard-tier' }, cloudaicompanionProject: 'companion-project' }

/** Code Assist on loopback, which looks at every field of its envelope and gives the inside to the Gemini API's rules. */
export async function startCodeAssist(world: CodeAssistWorld = {}): Promise<CodeAssist> {
  const requests: CodeAssist['requests'] = []
  const problems: string[] = []
  const issued = new Map(Object.entries(world.issued ?? {}))
  const steps = [...(world.steps ?? [])]
  const enrolment = [...(world.enrolment ?? [])]

  function play(step: Step, response: ServerResponse): void {
    if ('status' in step) {
      json(response, step.status, step.body)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const text of 'raw' in step ? step.raw : step.chunks.map(enveloped)) response.write(text)
    response.end()
    if ('raw' in step) return
    for (const part of step.chunks.flatMap(partsOf))
      if (typeof part.thoughtSignature === 'string') issued.set(part.thoughtSignature, partKey(part))
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? ''
    const raw = await textOf(incoming)
    const body: Json = raw === '' ? {} : JSON.parse(raw)
    const method = incoming.method ?? ''
    requests.push({ method, path, headers: incoming.headers, body, raw })
    const token = /^Bearer (.+)$/.exec(incoming.headers.authorization ?? '')?.[1]
    if (token === undefined || world.accepts?.(token) === false)
      return json(response, 401, { error: { code: 401, message: 'Request had invalid authentication credentials.' } })
    const wrong = (text: string) => {
      problems.push(`${path}: ${text}`)
      json(response, 400, { error: { code: 400, message: text, status: 'INVALID_ARGUMENT' } })
    }
    if (incoming.headers['x-goog-api-key'] !== undefined) return wrong('a key')
    if (!/^Sluice\/\S+\/\S+ \(\w+; \w+; [^()]+\)$/.test(incoming.headers['user-agent'] ?? ''))
      return wrong('user agent')
    if (method === 'GET' && raw !== '') return wrong('a body')
    if (method === 'POST' && incoming.headers['content-type'] !== 'application/json') return wrong('no JSON')
    switch (`${method} ${path}`) {
      case 'POST /v1internal:loadCodeAssist': {
        const mistake = setupMistake(body, ['cloudaicompanionProject', 'metadata'])
        if (mistake !== undefined) return wrong(mistake)
        const { refusal, account = ENROLLED } = world
        return refusal === undefined ? json(response, 200, account) : json(response, refusal.status, refusal.body)
      }
      case 'POST /v1internal:onboardUser': {
        const mistake = setupMistake(body, ['tierId', 'cloudaicompanionProject', 'metadata'])
        if (mistake !== undefined) return wrong(mistake)
        if (typeof body.tierId !== 'string') return wrong('no tierId')
        return json(response, 200, enrolment.shift() ?? {})
      }
      case 'GET /v1internal/operations/enrol-1':
        return json(response, 200, enrolment.shift() ?? {})
      case 'POST /v1internal:countTokens': {
        const { contents, model, ...rest } = objectIn(body.request)
        if (typeof model !== 'string' || !model.startsWith('models/')) return wrong('model')
        if (Object.keys({ ...body, ...rest }).join() !== 'request') return wrong(`fields ${raw}`)
        const refusal = requestError({ contents }, 'countTokens', false, issued)
        return refusal === undefined
          ? json(response, 200, world.counted ?? { totalTokens: 31 })
          : wrong(refusal.message)
      }
      case 'POST /v1internal:streamGenerateContent?alt=sse': {
        const mistake =
          envelopeMistake(body) ?? requestError(insideOf(body), 'streamGenerateContent', false, issued)?.message
        if (mistake !== undefined) return wrong(mistake)
        if (raw.includes('"thought"')) return wrong('thoughts are refused')
        return play(steps.shift() ?? SCRIPT_OVER, response)
      }
      default:
        return wrong(`no method ${method} ${path}`)
    }
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      problems.push(String(error))
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    requests,
    problems,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const SCRIPT_OVER: Step = { status: 500, body: { error: { code: 500, message: 'the script is over' } } }

const enveloped = (chunk: object) => `data: ${JSON.stringify({ response: chunk, traceId: 'trace-1' })}\n\n`

const METADATA = { ideType: 'IDE_UNSPECIFIED', platform: 'PLATFORM_UNSPECIFIED', pluginType: 'GEMINI' }

function setupMistake(body: Json, fields: readonly string[]): string | undefined {
  const unknown = Object.keys(body).find((name) => !fields.includes(name))
  if (unknown !== undefined) return `unknown field ${unknown}`
  const { duetProject, ...metadata } = objectIn(body.metadata)
  if (JSON.stringify(metadata) !== JSON.stringify(METADATA)) return 'metadata'
  if (duetProject !== body.cloudaicompanionProject) return 'two projects'
  if (body.tierId === 'free-tier' && duetProject !== undefined) return 'the free tier has its own project'
  return undefined
}

function envelopeMistake({ model, project, user_prompt_id, request, ...rest }: Json): string | undefined {
  const unknown = Object.keys(rest)[0]
  if (unknown !== undefined) return `unknown field ${unknown}`
  if (typeof model !== 'string' || model.startsWith('models/') || model === 'gemini-3.5-flash') return `model ${model}`
  if (typeof project !== 'string' || project === '') return 'project'
  if (user_prompt_id !== objectIn(request).session_id) return 'session'
  return undefined
}

function insideOf(body: Json): Json {
  const { session_id: _, ...request } = objectIn(body.request)
  return request
}

function partsOf(chunk: object): Json[] {
  const candidates = objectIn(chunk).candidates
  const parts = objectIn(objectIn(Array.isArray(candidates) ? candidates[0] : {}).content).parts
  return Array.isArray(parts) ? parts : []
}

const objectIn = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {})

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body))
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
