import { messageOf } from '../host/errors.ts'
import {
  type ApiError,
  apiErrorIn,
  isCodeAssist,
  quotaIds,
  reasonsOf,
  record,
  toldWait,
  verificationLink,
} from './api-error.ts'
import { ModelError, type Spent } from './types.ts'

/** What is known of a failed attempt beside the error itself. */
export type FaultFacts = {
  model: string
  /** Where the credential was set, for people. */
  from?: string
  /** Milliseconds from a Retry-After header. */
  retryAfterMs?: number | undefined
  /** Credentials, kept out of every text. */
  secrets: readonly string[]
  spent?: readonly Spent[]
}

type Fault = Pick<ModelError, 'fault' | 'retry'> & { text: string; waitMs?: number | undefined }

/** A longer wait is not worth it inside one job; the model counts as exhausted instead. */
const LONGEST_WAIT_MS = 300_000
/** A per-minute quota without a told delay is over after at most this long. */
const MINUTE_MS = 60_000

/** Any failure of one attempt as a ModelError whose text a person can act on. Never throws. */
export function faultOf(error: unknown, facts: FaultFacts): ModelError {
  if (error instanceof ModelError) return error
  const answer = apiErrorIn(error)
  const { text, ...fault } = answer === undefined ? networkFault(error) : apiFault(answer, facts)
  // A cause is printed with its stack, so one that may quote a credential does not ride along.
  const cause = answer === undefined && !quotesAny(error, facts.secrets) ? error : undefined
  return new ModelError(without(text, facts.secrets), { ...fault, status: answer?.code, spent: facts.spent, cause })
}

function apiFault(error: ApiError, { model, retryAfterMs, from }: FaultFacts): Fault {
  const { code, message } = error
  const said = `${message.replace(/\.$/, '')} (HTTP ${code})`
  const check = from === undefined ? '' : `. Check ${from}.`
  const waitMs = toldWait(error) ?? retryAfterMs
  if (reasonsOf(error).includes('API_KEY_INVALID') || /API key (?:not valid|expired|not found)/i.test(message))
    return { fault: 'auth', retry: 'never', text: `The API does not accept the key: ${said}${check}` }
  if (code === 401)
    return { fault: 'auth', retry: 'never', text: `The API does not accept the credential: ${said}${check}` }
  if (code === 403) {
    const link = verificationLink(error)
    const text =
      link === undefined
        ? `The credential may not be used for this: ${said}${check}`
        : `The account has to be verified first, at ${link}: ${said}`
    return { fault: 'auth', retry: 'never', text }
  }
  if (code === 404)
    return {
      fault: 'request',
      retry: 'other-model',
      text: `The API has no model "${model}": ${said}. Check gemini_model`,
    }
  if (code === 429) return quotaFault(error, waitMs, model)
  if (code !== 408 && code !== 499 && code < 500)
    return { fault: 'request', retry: 'never', text: `The API refuses the request: ${said}` }
  // Overload answers sometimes hide a quota of nothing.
  if (hasNoQuota(message)) return quotaFault(error, waitMs, model)
  const retry = waitMs !== undefined && waitMs > LONGEST_WAIT_MS ? 'other-model' : 'later'
  return { fault: 'unavailable', retry, waitMs, text: `The API is in trouble: ${said}` }
}

function quotaFault(error: ApiError, waitMs: number | undefined, model: string): Fault {
  const said = `${error.message.replace(/\.$/, '')} (HTTP ${error.code})`
  const quotas = quotaIds(error)
  if (isCrowded(error))
    return { fault: 'unavailable', retry: 'later', waitMs, text: `Too many others use ${model} just now: ${said}` }
  if (hasNoQuota(error.message))
    return { fault: 'quota', retry: 'other-model', text: `This account has no quota at all for ${model}: ${said}` }
  // The delay that comes along is one for the minute's quota; the day's quota is not back by then.
  if (quotas.some((id) => /PerDay|Daily/.test(id)))
    return { fault: 'quota', retry: 'other-model', text: `The daily quota for ${model} is used up: ${said}` }
  if ((waitMs !== undefined && waitMs > LONGEST_WAIT_MS) || isSpentAtCodeAssist(error, waitMs))
    return { fault: 'quota', retry: 'other-model', waitMs, text: `The quota for ${model} is used up: ${said}` }
  const minute = quotas.some((id) => /PerMinute/.test(id)) ? MINUTE_MS : undefined
  const text = `The quota for ${model} is used up for the moment: ${said}`
  return { fault: 'quota', retry: 'later', waitMs: waitMs ?? minute, text }
}

/** The model is short of machines; our own quota is untouched. */
const isCrowded = (error: ApiError): boolean =>
  reasonsOf(error).some((reason) => /^MODEL_CAPACITY_(?:EXHAUSTED|EXCEEDED)$/.test(reason)) ||
  /exhausted your capacity|capacity exceeded|MODEL_CAPACITY_EXHAUSTED/i.test(error.message)

/** Code Assist says by its reason whether waiting helps; without a delay its limits are those of a day. */
const isSpentAtCodeAssist = (error: ApiError, waitMs: number | undefined): boolean => {
  const reasons = reasonsOf(error)
  if (reasons.includes('INSUFFICIENT_G1_CREDITS_BALANCE')) return true
  if (!isCodeAssist(error)) return false
  return reasons.includes('QUOTA_EXHAUSTED') || (reasons.includes('RATE_LIMIT_EXCEEDED') && waitMs === undefined)
}

/** "limit: 0", but not "limit: 0.5" or "limit: 05". */
const hasNoQuota = (message: string): boolean => /limit:\s*0(?!\d|\.\d)/.test(message)

const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY))/

/** Failures below HTTP: no answer, or one that broke off. */
function networkFault(error: unknown): Fault {
  const chain = causes(error)
  const code = chain.map((one) => record(one).code).find((one) => typeof one === 'string') ?? ''
  const said = [...new Set(chain.map(messageOf))].filter((text) => text !== '').join(': ')
  if (CERTIFICATE.test(code)) {
    const text = `The certificate of the API is not trusted here (${said}). Behind a proxy that inspects TLS, set NODE_EXTRA_CA_CERTS to its certificate.`
    return { fault: 'unavailable', retry: 'never', text }
  }
  const proxy = /Proxy response \((\d+)\)/.exec(said)?.[1]
  if (proxy !== undefined) {
    const refused = proxy === '407' || proxy === '403'
    const text = `The proxy (HTTPS_PROXY) does not let the request through: HTTP ${proxy}.${proxy === '407' ? ' It wants a name and a password in its address.' : ''}`
    return { fault: 'unavailable', retry: refused ? 'never' : 'later', text }
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { fault: 'unavailable', retry: 'later', text: `The API's host name cannot be resolved: ${said}` }
  if (code === 'ERR_INVALID_URL')
    return { fault: 'request', retry: 'never', text: `The address of the API is not a URL: ${said}` }
  if (error instanceof SyntaxError || /incomplete json segment|exception parsing stream chunk/i.test(said))
    return { fault: 'unusable', retry: 'later', text: `The API's answer broke off or is not JSON: ${said}` }
  if (code !== '' || /fetch failed|terminated|body is empty|aborted/i.test(said))
    return { fault: 'unavailable', retry: 'later', text: `The connection to the API failed: ${said}` }
  return { fault: 'request', retry: 'never', text: `The question could not be sent: ${said}` }
}

/** An error and what it was caused by, outermost first. */
function causes(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let one = error; one !== undefined && one !== null && chain.length < 6; one = record(one).cause) chain.push(one)
  return chain
}

const quotesAny = (error: unknown, secrets: readonly string[]): boolean =>
  causes(error).some((one) => {
    const text = one instanceof Error ? `${one.message}${one.stack}` : String(one)
    return without(text, secrets) !== text
  })

/** The text with each secret as ***. */
export const without = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => (secret === '' ? left : left.replaceAll(secret, '***')), text)
