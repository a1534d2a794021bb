import { type GhCall, GhError, type GhResult, issueNumber, limitWords, parseGhNumber, pullNumber } from './gh-call.ts'

const NO_BODY = 'Give the text with --body, or --body-file with a file in the checkout or - for the input.'

/** Proposes something and says so on stderr, because the write happens only after the agent ends. */
async function propose(call: GhCall, tool: string, args: Record<string, unknown>): Promise<void> {
  call.note(await call.context.callTool(`github__${tool}`, args))
}

function requireBody({ body }: GhCall): string {
  if (body === undefined) throw new GhError(NO_BODY)
  return body
}

/** What gh prints after a change: the address of what was changed. */
const address = ({ context }: GhCall, kind: 'issues' | 'pull', number: number): GhResult => ({
  text: `${context.serverUrl}/${context.task.repo.owner}/${context.task.repo.name}/${kind}/${number}\n`,
})

/** `--edit-last` edits a comment that this run proposed; what an earlier run posted stays. */
const proposeComment = (call: GhCall, number: number, body: string): Promise<void> =>
  propose(call, 'comment', { number, body, edit_last: call.options.has('edit-last') ? true : undefined })

export async function commentOnIssue(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  const number = issueNumber(call)
  await proposeComment(call, number, requireBody(call))
  return address(call, 'issues', number)
}

export async function commentOnPull(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  const body = requireBody(call)
  const number = await pullNumber(call)
  await proposeComment(call, number, body)
  return address(call, 'pull', number)
}

/** A review with the event COMMENT; the run's inline comments belong to it, too. */
export async function reviewPull(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  if (!call.options.has('comment'))
    throw new GhError(
      '--approve, --comment or --request-changes required. Use --comment: this action neither approves nor requests changes.',
    )
  const body = requireBody(call)
  const number = await pullNumber(call)
  await propose(call, 'create_pull_request_review', { pullNumber: number, event: 'COMMENT', body })
  return address(call, 'pull', number)
}

export async function editIssue(call: GhCall): Promise<GhResult> {
  const numbers = call.options.words.map((word) => {
    const number = parseGhNumber(word, call.context)
    if (number === undefined) throw new GhError(`invalid issue format: ${JSON.stringify(word)}. Give a number.`)
    return number
  })
  if (numbers.length === 0)
    throw new GhError('issue number or url is required, for example: gh issue edit 5 --add-label bug')
  return { text: (await editAll(call, numbers, 'issues')).join('') }
}

export async function editPull(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  return { text: (await editAll(call, [await pullNumber(call)], 'pull')).join('') }
}

async function editAll(call: GhCall, numbers: readonly number[], kind: 'issues' | 'pull'): Promise<string[]> {
  const { options } = call
  const [added, removed, users] = [
    options.list('add-label'),
    options.list('remove-label'),
    options.list('add-assignee'),
  ]
  const title = options.text('title')
  if (users.includes('@me')) throw new GhError('--add-assignee @me: this run has no user. Give a login.')
  if (added.length + removed.length + users.length === 0 && title === undefined)
    throw new GhError('Nothing to edit. Use --add-label, --remove-label, --add-assignee or --title.')
  const lines: string[] = []
  const problems: string[] = []
  const attempt = async (tool: string, args: Record<string, unknown>) => {
    try {
      await propose(call, tool, args)
    } catch (error) {
      if (!(error instanceof GhError)) throw error
      problems.push(error.message)
    }
  }
  for (const number of numbers) {
    if (added.length > 0) await attempt('add_labels', { labels: added, number })
    if (removed.length > 0) await attempt('remove_labels', { labels: removed, number })
    if (users.length > 0) await attempt('assign', { users, number })
    if (title !== undefined) await attempt('update_issue', { title, number })
    const result = address(call, kind, number)
    if ('text' in result) lines.push(result.text)
  }
  // What was accepted stays proposed. The call reports the rest and fails.
  if (problems.length > 0) throw new GhError(problems.join('\n'))
  return lines
}

const CLOSE_REASONS: Readonly<Record<string, string>> = {
  completed: 'completed',
  'not planned': 'not_planned',
  not_planned: 'not_planned',
  duplicate: 'duplicate',
}

export async function closeIssue(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  const number = issueNumber(call)
  const reason = call.options.text('reason')
  const stateReason = reason === undefined ? undefined : CLOSE_REASONS[reason.toLowerCase()]
  if (reason !== undefined && stateReason === undefined)
    throw new GhError(
      `invalid argument ${JSON.stringify(reason)} for "-r, --reason" flag: valid values are {completed|not planned|duplicate}`,
    )
  const original = call.options.text('duplicate-of')
  const duplicateOf = original === undefined ? undefined : parseGhNumber(original, call.context)
  if (original !== undefined && duplicateOf === undefined)
    throw new GhError(`invalid issue format: ${JSON.stringify(original)}. Give a number.`)
  return changeState(call, number, { state: 'closed', state_reason: stateReason, duplicate_of: duplicateOf })
}

export async function reopenIssue(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  return changeState(call, issueNumber(call), { state: 'open' })
}

export async function closePull(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  return changeState(call, await pullNumber(call), { state: 'closed' }, 'pull')
}

export async function reopenPull(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  return changeState(call, await pullNumber(call), { state: 'open' }, 'pull')
}

async function changeState(
  call: GhCall,
  number: number,
  change: Record<string, unknown>,
  kind: 'issues' | 'pull' = 'issues',
): Promise<GhResult> {
  const comment = call.options.text('comment')
  await propose(call, 'update_issue', { number, ...change })
  if (comment !== undefined) await propose(call, 'comment', { number, body: comment })
  return address(call, kind, number)
}

export async function createIssue(call: GhCall): Promise<GhResult> {
  limitWords(call, 0)
  const title = requireTitle(call)
  const labels = call.options.list('label')
  const args = { title, body: call.body ?? '', labels: labels.length > 0 ? labels : undefined }
  return { text: `${await call.context.callTool('github__create_issue', args)}\n` }
}

export async function createPull(call: GhCall): Promise<GhResult> {
  limitWords(call, 0)
  const { options, context } = call
  if (!context.hasTool('github__create_pull_request'))
    throw new GhError(
      'This run opens no pull requests. The input `changes: pull_request` (or commit) of the workflow turns that on. Until then the edited files are delivered as a patch.',
    )
  const title = requireTitle(call)
  const [base, expected] = [options.text('base'), context.task.defaultBranch]
  if (base !== undefined && expected !== undefined && base !== expected && base !== context.task.base?.ref)
    throw new GhError(
      `--base ${base}: this action opens pull requests for the branch of the run. Omit --base, or use ${expected}.`,
    )
  if (options.has('head')) call.note('--head: the action names the branch and pushes the edited files itself.')
  const args = { title, body: requireBody(call), draft: options.has('draft') ? true : undefined }
  return { text: `${await context.callTool('github__create_pull_request', args)}\n` }
}

function requireTitle({ options }: GhCall): string {
  const title = options.text('title')
  if (title === undefined || title.trim() === '') throw new GhError('must provide `--title` and `--body`')
  return title
}
