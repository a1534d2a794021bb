import * as z from 'zod'
import type { Tool } from '../tools/tool.ts'
import { optionalNumber } from './mcp-tool.ts'
import { type McpPlan, type McpStep, type McpWriteContext, mcpWriteDefiner, setArgs } from './mcp-write-tool.ts'
import { refuseProposal } from './proposal-store.ts'

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
            return { refusal: 'This action reopens no threads. Use github__reply in the thread.' }
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
  const count = store.withdraw(
    (each) => (each.kind === 'review_comment' || each.kind === 'review_overview') && each.number === number,
  )
  return { answer: count === 0 ? 'No review was proposed.' : 'The review is taken back: nothing of it is posted.' }
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
