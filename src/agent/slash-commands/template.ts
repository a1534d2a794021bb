import { UserError } from '../../platform/errors.ts'

/** A piece of a command template. `spelling` is its source text, `index` its position from 0. */
export type TemplatePiece =
  | { kind: 'text'; text: string }
  | { kind: 'args' }
  | { kind: 'file'; path: string; spelling: string; index: number }
  | { kind: 'shell'; command: string; spelling: string; index: number }

const ARGS = '{{args}}'

/**
 * Parses a template once: inserted files and output are never parsed. Throws UserError for an unclosed injection.
 */
export function parseTemplate(template: string, owner: { name: string; file: string }): TemplatePiece[] {
  const pieces: TemplatePiece[] = []
  let text = ''
  const add = (piece: TemplatePiece) => {
    if (text !== '') pieces.push({ kind: 'text', text })
    text = ''
    pieces.push(piece)
  }
  for (let index = 0; index < template.length; ) {
    const opening = template.slice(index, index + 2)
    if (template.startsWith(ARGS, index)) {
      add({ kind: 'args' })
      index += ARGS.length
    } else if (opening === '@{' || opening === '!{') {
      const end = closingBrace(template, index + 2)
      if (end === undefined)
        throw new UserError(
          `${owner.file}: the injection that starts at index ${index} ('${opening}') is not closed, so /${owner.name} cannot be used. Balance the braces of its path or command.`,
        )
      const inside = template.slice(index + 2, end).trim()
      const spelling = template.slice(index, end + 1)
      add(
        opening === '@{'
          ? { kind: 'file', path: inside, spelling, index }
          : { kind: 'shell', command: inside, spelling, index },
      )
      index = end + 1
    } else text += template[index++]
  }
  if (text !== '') pieces.push({ kind: 'text', text })
  return pieces
}

/** Index of the brace that closes the injection before `from`. */
function closingBrace(template: string, from: number): number | undefined {
  let open = 1
  for (let index = from; index < template.length; index++) {
    if (template[index] === '{') open++
    if (template[index] === '}' && --open === 0) return index
  }
  return undefined
}

/** Whether the template has a placeholder for the arguments. */
export const hasArgsPlaceholder = (pieces: readonly TemplatePiece[]): boolean =>
  pieces.some((piece) => piece.kind === 'args' || (piece.kind === 'shell' && piece.command.includes(ARGS)))

/**
 * Inserts the arguments into a shell command as one quoted word. Throws UserError where the context of the placeholder would
 * break the quoting.
 */
export function insertArgs(command: string, args: string, owner: { name: string; file: string }): string {
  const [first = '', ...rest] = command.split(ARGS)
  let line = first
  for (const next of rest) {
    const reason =
      unsafeQuotingReason(line) ??
      (isArithmetic(line, next) ? 'in arithmetic, which evaluates its words as code,' : undefined)
    if (reason !== undefined)
      throw new UserError(
        `${owner.file}: {{args}} is ${reason} in !{${command}}. It is quoted automatically: write it as a separate word without quotes.`,
      )
    line += quoted(args) + next
  }
  return line
}

const quoted = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`

/** In arithmetic, Bash ignores quotes and evaluates array subscripts as code. */
function isArithmetic(before: string, after: string): boolean {
  const inside = (open: string, close: string) => before.lastIndexOf(open) > before.lastIndexOf(close)
  if (inside('((', '))') || inside('$[', ']') || /[A-Za-z_]\w*\[[^\]]*$/.test(before)) return true
  if (/(?:^|[;&|\s])let\s[^;&|]*$/.test(before)) return true
  const test = /\[\[(?:(?!\]\])[\s\S])*$/.exec(before)?.[0]
  const end = after.indexOf(']]')
  const expression = `${test} ${end < 0 ? after : after.slice(0, end)}`
  return test !== undefined && /\s-(?:eq|ne|lt|le|gt|ge)\s/.test(expression)
}

/** The reason why a quoted word is unsafe after this text; undefined when it is safe. */
function unsafeQuotingReason(before: string): string | undefined {
  if (/<<(?!<)/.test(before)) return 'in or after a here-document'
  if (/(?:^|\s)#[^\n]*$/.test(before)) return 'in a comment'
  if (before.includes("$'")) return "behind a $' quote"
  let quote = ''
  for (let index = 0; index < before.length; index++) {
    const character = before[index] ?? ''
    if (character === '\\' && quote !== "'") index++
    else if (quote === '' && `'"\``.includes(character)) quote = character
    else if (character === quote) quote = ''
  }
  return quote === '' ? (/\\$/.test(before) ? 'behind a backslash' : undefined) : `between ${quote} quotes`
}
