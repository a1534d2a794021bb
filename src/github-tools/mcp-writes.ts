import * as z from 'zod'
import { GitHubError } from '../github/api/github-error.ts'
import type { Task } from '../github/events/task.ts'
import { defineTool, done, failed, type Tool, type ToolResult } from '../tools/tool.ts'
import { MCP_PARAMETER_NAMES, mcpNames } from './mcp-names.ts'
import { optionalNumber, otherRepositoryProblem, repositoryParameters } from './mcp-tool.ts'
import { type ProposalStore, refuseProposal } from './proposal.ts'

/** Why the rules of the run do not allow a call of this tool; undefined when they do. */
export type JudgeCall = (tool: Tool, args: Record<string, unknown>) => string | undefined

/** What the writing tools under names of GitHub's MCP server share. Each of them calls our own proposal tools. */
export type McpWriteContext = {
  task: Task
  store: ProposalStore
  /** Our tools, by their full names. */
  ownTools: ReadonlyMap<string, Tool>
  judge: JudgeCall
}

/** A call of one of our tools, by its short name. */
export type McpStep = { tool: string; args: Record<string, unknown> }

/** What a call becomes: calls of our tools, with notes for the model. `refusal`: nothing is called, for this reason. */
export type McpPlan =
  | { steps: McpStep[]; notes?: string[] }
  | { refusal: string }
  | { answer: string }
  | { withdraw(): string }

type McpWriteDefinition<Input extends z.ZodRawShape> = {
  name: string
  description: string
  input: Input
  /** Whether the plan changes nothing by itself, so that the rules can judge the targets of its steps before the call. */
  judgesSteps?: true
  plan(args: z.output<z.ZodObject<Input>>): McpPlan | Promise<McpPlan>
}

/**
 * Returns a function that defines a writing tool under a name of GitHub's MCP server. Nothing is written: its steps are calls of our
 * proposal tools, each judged by the rules as if the model had called it.
 */
export const mcpWriteDefiner =
  (context: McpWriteContext) =>
  <Input extends z.ZodRawShape>({ name, description, input, judgesSteps, plan }: McpWriteDefinition<Input>): Tool =>
    defineTool({
      ...mcpNames(name),
      description,
      annotations: { readOnlyHint: false, destructiveHint: false },
      input: z.object({ ...repositoryParameters, ...input }),
      parameterAliases: ({ shape }) => ('issue_number' in shape ? ISSUE_NUMBER_NAMES : WRITE_PARAMETER_NAMES),
      async beyond(args) {
        const planned: McpPlan = judgesSteps === undefined ? { steps: [] } : await plan(ownArgsOf(args))
        const steps: McpStep[] = 'steps' in planned ? planned.steps : []
        for (const { tool, args } of steps) {
          const step = context.ownTools.get(`github__${tool}`)
          const parsed = step?.parse(args)
          const reason = parsed?.ok ? await step?.beyond?.(parsed.args) : undefined
          if (reason !== undefined) return reason
        }
        return undefined
      },
      async run(args, signal) {
        const problem = otherRepositoryProblem(args, context.task)
        if (problem !== undefined) return failed('execution_failed', problem)
        try {
          const planned = await plan(ownArgsOf(args))
          if ('refusal' in planned) return failed('execution_failed', planned.refusal)
          if ('withdraw' in planned) return done(planned.withdraw())
          return 'answer' in planned ? done(planned.answer) : await runSteps(planned, context, signal)
        } catch (error) {
          if (!(error instanceof GitHubError)) throw error
          return failed('execution_failed', `Not accepted, because the proposal could not be checked: ${error.message}`)
        }
      },
    })

/** The schema is the definition's own plus owner and repo, which TypeScript cannot see through the spread. */
function ownArgsOf<Input extends z.ZodRawShape>(args: object): z.output<z.ZodObject<Input>> {
  const { owner: _, repo: __, ...ownArgs } = args as Record<string, unknown>
  return ownArgs as unknown as z.output<z.ZodObject<Input>>
}

const WRITE_PARAMETER_NAMES = { ...MCP_PARAMETER_NAMES, commit_id: 'commitID', commitId: 'commitID' }

const ISSUE_NUMBER_NAMES = Object.fromEntries(
  ['number', 'issueNumber', 'pullNumber', 'pull_number'].map((name) => [name, 'issue_number']),
)

/** Runs every step. The call fails when a step failed; the text says what of it is proposed all the same. */
async function runSteps(
  { steps, notes = [] }: { steps: McpStep[]; notes?: string[] },
  context: McpWriteContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const results: ToolResult[] = []
  for (const step of steps) results.push(await runStep(step, context, signal))
  const texts = results.map((result) => (result.ok ? String(result.content) : result.text))
  const text = [...texts, ...notes].join('\n')
  const missing = results.find((result) => !result.ok && result.reason !== 'edit_no_change')
  if (missing?.ok === false) return failed(missing.reason, text)
  const isInPlace = results.length > 0 && results.every(({ ok }) => !ok)
  return isInPlace ? failed('edit_no_change', text) : done(text)
}

async function runStep({ tool: name, args }: McpStep, context: McpWriteContext, signal: AbortSignal) {
  const tool = context.ownTools.get(`github__${name}`)
  if (tool === undefined)
    return failed('execution_failed', `The workflow turned github__${name} off. Put it in the answer instead.`)
  const refusal = context.judge(tool, args)
  if (refusal !== undefined) return failed('policy_violation', refusal)
  const parsed = tool.parse(args)
  return parsed.ok ? tool.run(parsed.args, signal) : failed('invalid_tool_params', parsed.text)
}

/** The arguments that are set. */
export const setArgs = (args: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined))

const issueFields = {
  title: z.string().optional(),
  body: z.string().optional(),
  labels: z.array(z.string()).optional(),
  assignees: z.array(z.string()).optional(),
  state: z.string().optional().describe('open or closed.'),
  state_reason: z.string().optional().describe('completed, not_planned or duplicate.'),
  duplicate_of: optionalNumber,
  milestone: z.unknown().optional(),
  type: z.unknown().optional(),
}

type IssueFields = z.output<z.ZodObject<typeof issueFields>>

/** The tools that write issues, under the names of GitHub's MCP server. */
export function mcpIssueWriteTools(context: McpWriteContext): Tool[] {
  const define = mcpWriteDefiner(context)
  return [
    define({
      name: 'issue_write',
      judgesSteps: true,
      description:
        'Proposes a new issue (method create), or a change of an issue (method update). It is done after the run.',
      input: { method: z.enum(['create', 'update']), issue_number: optionalNumber, ...issueFields },
      plan: ({ method, issue_number, ...fields }) =>
        method === 'create' ? planCreation(fields) : planUpdate(issue_number, fields),
    }),
    define({
      name: 'update_issue',
      judgesSteps: true,
      description: 'Proposes a change of an issue. It is done after the run.',
      input: { issue_number: optionalNumber, ...issueFields },
      plan: ({ issue_number, ...fields }) => planUpdate(issue_number, fields),
    }),
    define({
      name: 'update_pull_request',
      judgesSteps: true,
      description: 'Proposes a new title, text or state of a pull request. It is done after the run.',
      input: {
        pullNumber: optionalNumber,
        title: z.string().optional(),
        body: z.string().optional(),
        state: z.string().optional().describe('open or closed.'),
        base: z.unknown().optional(),
        draft: z.unknown().optional(),
        reviewers: z.unknown().optional(),
        maintainer_can_modify: z.unknown().optional(),
      },
      plan: ({ pullNumber, base, draft, reviewers, maintainer_can_modify: edits, ...fields }) =>
        withIgnored(planUpdate(pullNumber, fields), { base, draft, reviewers, maintainer_can_modify: edits }),
    }),
    define({
      name: 'create_issue',
      judgesSteps: true,
      description: 'Proposes a new issue. It is done after the run.',
      input: issueFields,
      plan: planCreation,
    }),
  ]
}

function planCreation({ title = '', body = '', labels, assignees, milestone, type, ...rest }: IssueFields): McpPlan {
  const { state: _, state_reason: __, duplicate_of: ___, ...unknown } = rest
  return withIgnored(
    { steps: [{ tool: 'create_issue', args: setArgs({ title, body, labels }) }] },
    { ...unknown, assignees: assignees?.length === 0 ? undefined : assignees, milestone, type },
  )
}

function planUpdate(
  number: number | undefined,
  { labels, assignees, milestone, type, ...fields }: IssueFields,
): McpPlan {
  const target = setArgs({ number })
  const update = setArgs({
    ...fields,
    state: fields.state?.toLowerCase(),
    state_reason: fields.state_reason?.toLowerCase(),
  })
  const steps: McpStep[] = [
    ...(labels?.length ? [{ tool: 'add_labels', args: { labels, ...target } }] : []),
    ...(assignees?.length ? [{ tool: 'assign', args: { users: assignees, ...target } }] : []),
    ...(Object.keys(update).length > 0 ? [{ tool: 'update_issue', args: { ...update, ...target } }] : []),
  ]
  const ignored = { milestone, type }
  if (steps.length > 0) {
    const kept = labels?.length ? ['Existing labels stay; github__remove_labels proposes to remove labels.'] : []
    return withIgnored({ steps, notes: kept }, ignored)
  }
  return { refusal: 'Nothing would change. Set title, body, state, labels or assignees.' }
}

/** Names the arguments that have no effect, so that the model does not report them as done. */
function withIgnored(plan: McpPlan, ignored: Record<string, unknown>): McpPlan {
  const names = Object.keys(setArgs(ignored))
  if (names.length === 0 || !('steps' in plan)) return plan
  const note = `Not done, because this action does not set it: ${names.join(', ')}. Say so in the answer.`
  return { ...plan, notes: [...(plan.notes ?? []), note] }
}

/**
 * A review in steps: a pending review is created, gets inline comments, and is submitted. Here all of it becomes one review with the
 * event COMMENT, which delivery posts after the run, submitted or not.
 */
const WHEN = 'All inline comments and this text become one review with the event COMMENT. It is posted after the run.'

const METHODS = ['create', 'submit_pending', 'delete_pending', 'resolve_thread', 'unresolve_thread'] as const

const reviewFields = {
  pullNumber: optionalNumber,
  body: z.string().optional().describe('GitHub Markdown.'),
  event: z.string().optional().describe('Always posted as COMMENT.'),
  commitID: z.string().optional(),
}

type ReviewFields = z.output<z.ZodObject<typeof reviewFields>>

const inlineComment = z.looseObject({ path: z.string(), body: z.string() })

/** The tools that write reviews, under the names of GitHub's MCP server. */
export function mcpReviewWriteTools(context: McpWriteContext): Tool[] {
  const define = mcpWriteDefiner(context)
  return [
    define({
      name: 'pull_request_review_write',
      judgesSteps: true,
      description: `Writes a review, by method: ${METHODS.join(', ')}. ${WHEN}`,
      input: { method: z.enum(METHODS), ...reviewFields, threadId: z.string().optional() },
      plan({ method, threadId, ...fields }) {
        switch (method) {
          case 'create':
            return fields.event === undefined ? planStart(fields) : planReview(fields, context)
          case 'submit_pending':
            return planReview(fields, context)
          case 'delete_pending':
            return withdrawReview(fields, context)
          case 'resolve_thread':
            return { steps: [{ tool: 'resolve_thread', args: setArgs({ thread_id: threadId }) }] }
          case 'unresolve_thread':
            return { refusal: 'This action does not reopen threads. Use github__reply in the thread.' }
        }
      },
    }),
    define({
      name: 'create_pending_pull_request_review',
      description: `Starts a review. ${WHEN}`,
      input: reviewFields,
      plan: planStart,
    }),
    define({
      name: 'submit_pending_pull_request_review',
      description: `Ends a review with its text. ${WHEN}`,
      input: reviewFields,
      plan: (fields) => planReview(fields, context),
    }),
    define({
      name: 'delete_pending_pull_request_review',
      description: 'Takes back the review that this run has proposed so far.',
      input: { pullNumber: optionalNumber },
      plan: (fields) => withdrawReview(fields, context),
    }),
    ...['create_pull_request_review', 'create_and_submit_pull_request_review'].map((name) =>
      define({
        name,
        description: `Proposes a review. ${WHEN}`,
        input: { ...reviewFields, comments: z.array(inlineComment).optional() },
        plan: ({ comments = [], ...fields }) => planReview(fields, context, comments),
      }),
    ),
  ]
}

const planStart = ({ body = '', pullNumber }: ReviewFields): McpPlan =>
  body.trim() === ''
    ? {
        answer:
          'The review is open. Add inline comments with add_comment_to_pending_review, then submit it with its text. Nothing is posted before the run ends.',
      }
    : { steps: [overviewStep(body, pullNumber)] }

const overviewStep = (body: string, number: number | undefined): McpStep => ({
  tool: 'review_overview',
  args: setArgs({ body, number }),
})

function planReview(
  { body = '', event = 'COMMENT', pullNumber: number }: ReviewFields,
  { store }: McpWriteContext,
  comments: readonly z.output<typeof inlineComment>[] = [],
): McpPlan {
  const notes = event.trim().toUpperCase() === 'COMMENT' ? [] : [NO_APPROVAL]
  const steps: McpStep[] = [
    ...comments.map((comment) => ({ tool: 'review_comment', args: { ...comment, ...setArgs({ number }) } })),
    ...(body.trim() === '' ? [] : [overviewStep(body, number)]),
  ]
  if (steps.length > 0) return { steps, notes }
  const count = store.ofKind('review_comment').length + store.ofKind('review_overview').length
  if (count === 0) return { refusal: 'The review is empty. Give its text in body.' }
  return { answer: [`The review is complete. ${WHEN}`, ...notes].join('\n') }
}

const NO_APPROVAL =
  'The event is COMMENT: this action neither approves a pull request nor requests changes. Say in the text what you recommend.'

function withdrawReview({ pullNumber }: Pick<ReviewFields, 'pullNumber'>, { store, task }: McpWriteContext): McpPlan {
  const number = pullNumber ?? task.number
  return {
    withdraw() {
      const count = store.withdraw(
        (each) => (each.kind === 'review_comment' || each.kind === 'review_overview') && each.number === number,
      )
      return count === 0 ? 'No review was proposed.' : 'The review is taken back: nothing of it is posted.'
    },
  }
}

/** Our tool for inline comments, which takes comments on a whole file too: they go into the text of the review. */
export const withFileComments = (reviewComment: Tool, overview: Tool | undefined): Tool => ({
  ...reviewComment,
  parse(args) {
    const { path, body, line, subjectType, subject_type: subject = subjectType } = args
    const number = args.pullNumber ?? args.pull_number ?? args.number
    const isAboutFile = (line === undefined || line === null) && /^file$/i.test(String(subject ?? ''))
    if (!isAboutFile || typeof path !== 'string' || typeof body !== 'string') return reviewComment.parse(args)
    return { ok: true, args: setArgs({ path, body, fileComment: true, number }) }
  },
  run(args, signal) {
    if (args.fileComment !== true) return reviewComment.run(args, signal)
    const { path, body, number } = args
    const parsed = overview?.parse(setArgs({ body: `**\`${path}\`**: ${body}`, number }))
    if (parsed?.ok !== true) return Promise.resolve(refuseProposal(parsed?.text ?? 'Reviews are off in this run.'))
    return overview?.run(parsed.args, signal) ?? Promise.resolve(refuseProposal('Reviews are off in this run.'))
  },
})
