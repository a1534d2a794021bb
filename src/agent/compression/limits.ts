/** Tokens of the newest tool results that are never masked. */
export const PROTECTED_OUTPUT_TOKENS = 50_000
/** Minimum tokens of older tool results to mask at once. */
export const MIN_MASKED_TOKENS = 30_000

/** A smaller conversation has no tool results to mask. */
export const MIN_SHRINKABLE_TOKENS = PROTECTED_OUTPUT_TOKENS + MIN_MASKED_TOKENS

/** The share of the window that an estimated request may fill; the API is likely to reject a larger one. */
export const MAX_WINDOW_SHARE = 0.95
