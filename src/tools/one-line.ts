/** A name as one line of a list: it may hold line breaks, and written out they could pass for further entries. */
export const onOneLine = (name: string): string => (/[\p{Cc}\u2028\u2029]/u.test(name) ? JSON.stringify(name) : name)
