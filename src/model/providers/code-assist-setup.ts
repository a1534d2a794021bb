import { UserError } from '../../platform/errors.ts'
import { asRecord, parseApiError, reasonsOf } from '../errors/api-error.ts'
import { ModelError } from '../types.ts'

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
