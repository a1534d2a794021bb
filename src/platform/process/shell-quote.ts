/** The text as one word for bash. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
