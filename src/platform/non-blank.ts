/** The trimmed text, or undefined when it is missing or blank. */
export const nonBlank = (text: string | undefined): string | undefined => text?.trim() || undefined
