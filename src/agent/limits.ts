/** Tokens of the newest answers of tools that stay as they are, and how many older ones have to come together before they go. */
export const PROTECTED = 50_000
export const WORTHWHILE = 30_000

/** Below so many tokens a conversation has no old answers to take out. */
export const LARGE = PROTECTED + WORTHWHILE

/** A request may be estimated to fill this much of the model's window; beyond it the API is likely to refuse it. */
export const FULL = 0.95
