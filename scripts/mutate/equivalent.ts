/**
 * A change that no test can notice, because the program does the same with it. Reviewed by hand. `code` is the whole line; `nth`
 * counts the conditions on it with the same operator, from 1.
 */
export type Equivalent = { file: string; code: string; operator: string; nth?: number; reason: string }

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'src/policy/shell/words.ts',
    code: 'while (length < start.length && start[length] === text[length]) length += 1',
    operator: '<',
    reason: 'A length behind the end keeps the same start.',
  },
  {
    file: 'src/policy/shell/simple-command.ts',
    code: 'for (let index = 1; index < words.length; index++) {',
    operator: '<',
    reason: 'The turn behind the end finds no word, so it starts nothing.',
  },
  {
    file: 'src/policy/shell/simple-command.ts',
    code: 'const first = words.findIndex(({ text }, index) => index > 0 && /^[-(!]/.test(text))',
    operator: '>',
    reason: 'The first word is find.',
  },
  {
    file: 'src/policy/shell/scripts.ts',
    code: 'for (let index = tokens.length - 1; index >= 0; index--) {',
    operator: '>=',
    reason: 'Nothing stands before the first token, so the result is the same without it.',
  },
  {
    file: 'src/policy/shell/dangers.ts',
    code: 'const module = words.findIndex(({ text }, each) => each > index && text === program.startsModule)',
    operator: '>',
    reason: 'The name of a program is not the option -m.',
  },
  {
    file: 'src/policy/shell/dangers.ts',
    code: ': program.startsModule !== undefined && module > 0',
    operator: '>',
    reason: 'An option behind a program is never the first word.',
  },
  {
    file: 'src/policy/shell/shell.ts',
    code: 'if (cache.size >= MAX_CACHED) cache.clear()',
    operator: '>=',
    reason: 'The cache holds one analysis more.',
  },
  {
    file: 'src/policy/shell/shell.ts',
    code: "const evaluates = special === ':' || (special === '-' && from > 0)",
    operator: '>',
    reason: 'The first child opens the expansion.',
  },
  {
    file: 'src/text/text-edit.ts',
    code: 'else if (edit.end > last.end) result[result.length - 1] = { ...last, end: edit.end }',
    operator: '>',
    reason: 'An equal end replaces itself.',
  },
  {
    file: 'src/text/invisible.ts',
    code: 'const shows = !isName && !(code <= 0x10ffff && isInvisible(String.fromCodePoint(code)))',
    operator: '<=',
    reason: 'The last code point is not invisible.',
  },
  {
    file: 'src/github/result-marker.ts',
    code: 'if (key === undefined || run === undefined || state === undefined) return undefined',
    operator: '||',
    reason: 'The pattern matches the key and the run together.',
  },
  {
    file: 'src/github/events/task-facts.ts',
    code: 'if (owner === undefined || name === undefined)',
    operator: '||',
    reason: 'The pattern matches both together.',
  },
  {
    file: 'src/github/events/admit-visitor.ts',
    code: 'if (runs.length <= MAX_A_DAY) return undefined',
    operator: '<=',
    reason: 'With as many runs as allowed, no part of them is more. Only the questions for permissions are saved.',
  },
  {
    file: 'src/agent/budget.ts',
    code: 'if (rankA !== rankB) return rankA > rankB ? a : b',
    operator: '>',
    reason: 'The ranks differ.',
  },
  {
    file: 'src/text/clean-inbound.ts',
    code: 'return sorted.some((range) => range.start <= start && end <= range.end)',
    operator: '<=',
    nth: 1,
    reason: 'Only HTML begins with the tag that begins a range, and what is hidden in it lies in the range.',
  },
  {
    file: 'src/text/clean-inbound.ts',
    code: 'return sorted.some((range) => range.start <= start && end <= range.end)',
    operator: '<=',
    nth: 2,
    reason: 'Only a range that stays open ends with the text, and then the footnotes go as well.',
  },
  {
    file: 'src/text/clean-inbound.ts',
    code: 'if (lines.length === 1 || lines.length !== values.length) return text',
    operator: '||',
    reason: 'A piece of one line has no prefix inside it, and the parser keeps the number of lines.',
  },
  {
    file: 'src/text/parse-markdown.ts',
    code: "if (node?.type !== 'text' || !raw.includes('&')) return",
    operator: '||',
    reason: 'A bare link is always a text, and without & it stays as it is.',
  },
  {
    file: 'src/text/hidden-html.ts',
    code: 'while (index < end) {',
    operator: '<',
    reason: 'What begins at the end of a piece is not in it, and the turn ends there.',
  },
  {
    file: 'src/text/clean-inbound.ts',
    code: 'for (let index = 0; index < markdown.length; index++) {',
    operator: '<',
    reason: 'What is behind the end is no bracket.',
  },
]
