import * as z from 'zod'
import type { Tool } from '../tools/tool.ts'
import { optionalNumber } from './mcp-tool.ts'
import { type McpPlan, type McpStep, type McpWriteContext, mcpWriteDefiner, setArgs } from './mcp-write-tool.ts'

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
      description:
        'Proposes a new issue (method create), or a change of an issue (method update). It is done after the run.',
      input: { method: z.enum(['create', 'update']), issue_number: optionalNumber, ...issueFields },
      plan: ({ method, issue_number, ...fields }) =>
        method === 'create' ? planCreation(fields) : planUpdate(issue_number, fields),
    }),
    define({
      name: 'update_issue',
      description: 'Proposes a change of an issue. It is done after the run.',
      input: { issue_number: optionalNumber, ...issueFields },
      plan: ({ issue_number, ...fields }) => planUpdate(issue_number, fields),
    }),
    define({
      name: 'update_pull_request',
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
    const kept = labels?.length
      ? ['Labels that it has already stay; github__remove_labels proposes to remove them.']
      : []
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
