/** A run that was to continue another one and may not: it ends as `refused`, with the reason. */
export class ResumeError extends Error {}
