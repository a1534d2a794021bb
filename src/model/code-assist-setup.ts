import { UserError } from '../host/errors.ts'
import { apiErrorIn, reasonsOf, record } from './api-error.ts'
import { ModelError } from './types.ts'

/** One method of Code Assist: name and body in, JSON out. */
export type Call = (method: string, body: object) => Promise<Record<string, unknown>>

export type Setup = {
  call: Call
  /** State of a long-running operation, by its name. */
  operation: (name: string) => Promise<Record<string, unknown>>
  /** What the workflow names; Code Assist may have another one for this account. */
  project: string | undefined
  sleep: (ms: number) => Promise<void>
}

const POLL_MS = 5_000
/** Enrolling takes seconds; after five minutes something else is wrong. */
const POLLS = 60

/**
 * Makes sure that the account is enrolled, and gives the project its questions belong to. Throws UserError when whoever
 * owns the account has to do something first.
 */
export async function setUp(setup: Setup): Promise<string> {
  const { project } = setup
  if (project !== undefined && /^\d+$/.test(project))
    throw new UserError(
      `gcp_project_id (or GOOGLE_CLOUD_PROJECT) is the number ${project}; Code Assist wants the project's id, such as my-project-123.`,
    )
  const account = await load(setup)
  const known = account.currentTier === undefined ? await enrol(account, setup) : account.cloudaicompanionProject
  const found = typeof known === 'string' && known !== '' ? known : project
  if (found !== undefined) return found
  const reasons = ineligible(account).map((tier) => String(tier.reasonMessage ?? tier.reasonCode))
  throw new UserError(
    reasons.length > 0
      ? `Code Assist does not accept this account: ${reasons.join(', ')}`
      : 'This account needs a Google Cloud project for Code Assist: set gcp_project_id (or GOOGLE_CLOUD_PROJECT).',
  )
}

type Account = Record<string, unknown>

async function load({ call, project }: Setup): Promise<Account> {
  const asked = { ...named(project), metadata: metadata(project) }
  const account = await call('loadCodeAssist', asked).catch((error: unknown): Account => {
    const refusal = apiErrorIn(error)
    // Inside a security perimeter the account cannot be looked up; it works all the same.
    if (refusal !== undefined && reasonsOf(refusal).includes('SECURITY_POLICY_VIOLATED')) return { currentTier: {} }
    throw error
  })
  if (account.currentTier !== undefined) return account
  for (const { reasonCode, reasonMessage, validationUrl } of ineligible(account))
    if (reasonCode === 'VALIDATION_REQUIRED' && typeof validationUrl === 'string')
      throw new UserError(
        `The account has to be verified first, at ${validationUrl}: ${String(reasonMessage ?? 'Code Assist asks for it')}`,
      )
  return account
}

async function enrol(account: Account, { call, operation, project, sleep }: Setup): Promise<unknown> {
  const tiers = list(account.allowedTiers)
  const tierId = String(tiers.find((tier) => tier.isDefault === true)?.id ?? 'legacy-tier')
  // The free tier brings a project of its own and refuses any other.
  const own = tierId === 'free-tier' ? undefined : project
  let state = await call('onboardUser', { tierId, ...named(own), metadata: metadata(own) })
  for (let poll = 0; state.done !== true && typeof state.name === 'string'; poll++) {
    if (poll === POLLS) {
      const text = 'Code Assist has not finished enrolling this account within five minutes.'
      throw new ModelError(text, { fault: 'unavailable', retry: 'never' })
    }
    await sleep(POLL_MS)
    state = await operation(state.name)
  }
  if (state.error !== undefined)
    throw new UserError(`Code Assist could not enrol this account: ${String(record(state.error).message)}`)
  return record(record(state.response).cloudaicompanionProject).id
}

const named = (project: string | undefined) => (project === undefined ? {} : { cloudaicompanionProject: project })

const metadata = (project: string | undefined) => ({
  ideType: 'IDE_UNSPECIFIED',
  platform: 'PLATFORM_UNSPECIFIED',
  pluginType: 'GEMINI',
  ...(project === undefined ? {} : { duetProject: project }),
})

const ineligible = (account: Account) => list(account.ineligibleTiers)

const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(record) : [])
