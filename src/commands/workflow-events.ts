import { getWorkflowSchema } from '@actions/workflow-parser/workflows/workflow-schema'
import { wordsOf } from './github-parser.ts'

/**
 * What the commands that read workflows know of an event; a new event gets its line here.
 * - `privileged`: its token and secrets do not shrink for pull requests from forks.
 * - `open`: anybody can start it with a text.
 * - `pulls`: it is about a pull request.
 * - `people`: `label_trigger`, `assignee_trigger` and `answer_edits` look at its types.
 * - `types`: those that GitHub uses when a workflow names none.
 */
type WorkflowEvent = {
  privileged?: true
  open?: true
  pulls?: true
  people?: true
  types?: readonly string[]
}

const OPENED = ['opened', 'synchronize', 'reopened']

const EVENTS: Readonly<Record<string, WorkflowEvent>> = {
  pull_request_target: { privileged: true, pulls: true, people: true, types: OPENED },
  workflow_run: { privileged: true, types: ['completed'] },
  pull_request: { pulls: true, people: true, types: OPENED },
  issues: { open: true, people: true, types: ['opened', 'edited', 'labeled', 'assigned', 'closed'] },
  issue_comment: { privileged: true, open: true, people: true, types: ['created', 'edited'] },
  pull_request_review: { privileged: true, open: true, pulls: true, people: true, types: ['submitted'] },
  pull_request_review_comment: {
    privileged: true,
    open: true,
    pulls: true,
    people: true,
    types: ['created', 'edited'],
  },
  discussion: { open: true },
  discussion_comment: { open: true },
}

/** The events with this trait, in the order in which reports name them. */
export const eventsWith = (trait: Exclude<keyof WorkflowEvent, 'types'>): string[] =>
  Object.keys(EVENTS).filter((name) => EVENTS[name]?.[trait])

export const defaultTypes = (event: string): readonly string[] | undefined =>
  Object.hasOwn(EVENTS, event) ? EVENTS[event]?.types : undefined

/** The events of GitHub's schema. */
export const knownEvents = (): string[] => wordsOf(getWorkflowSchema().definitions['on-mapping-strict'])

/** The types that an event can have; none for an event without any. */
export const activityTypes = (event: string): string[] =>
  wordsOf(getWorkflowSchema().definitions[`${event.replaceAll('_', '-')}-activity-type`])
