import type { Announcement } from '../delivery/post/announce.ts'

/** A run that was to continue another one and may not: it ends with the reason. `noop`: another run answers. */
export class ResumeError extends Error {
  readonly outcome: 'refused' | 'noop'

  constructor(reason: string, outcome: 'refused' | 'noop' = 'refused') {
    super(reason)
    this.outcome = outcome
  }
}

/** GitHub can deliver an event twice at the same time: only the run that posted first answers. Throws ResumeError. */
export async function requireOwnAnswer(announcement: Promise<Announcement>): Promise<void> {
  const { answeredAt } = await announcement
  if (answeredAt !== undefined) throw new ResumeError(`Another run answers this comment, in ${answeredAt}.`, 'noop')
}
