/**
 * Something that goes out. Agents propose, plan() decides, perform() does; nothing else writes.
 * `comment`: the result on an issue or pull request; `id` is the comment to replace, when we know it.
 * `patch`: the changed files as a patch. `summary`: the page of the step.
 */
export type Intent =
  | { kind: 'comment'; number: number; body: string; id?: number }
  | { kind: 'patch'; path: string; text: string }
  | { kind: 'summary'; text: string }

/** What became of one intent. `why` says so when it was not posted, `forbidden` that the token lacks a permission. */
export type Receipt = {
  intent: Intent
  state: 'posted' | 'skipped' | 'failed'
  url?: string
  why?: string
  forbidden?: boolean
}

/** A receipt for the transcript and the outputs: everything but the text itself. */
export function briefly({ intent, ...receipt }: Receipt): Record<string, unknown> {
  return { ...outline(intent), ...receipt }
}

export function outline(intent: Intent): Record<string, unknown> {
  switch (intent.kind) {
    case 'comment':
      return { kind: intent.kind, number: intent.number, characters: intent.body.length }
    case 'patch':
      return { kind: intent.kind, path: intent.path, characters: intent.text.length }
    case 'summary':
      return { kind: intent.kind, characters: intent.text.length }
  }
}
