/** A change that no test can notice, because the program does the same with it. Reviewed by hand. */
type Equivalent = { file: string; code: string; operator: string; reason: string }

export const EQUIVALENT: readonly Equivalent[] = []
