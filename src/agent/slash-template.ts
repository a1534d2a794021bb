import { UserError } from '../host/errors.ts'

/** What a command's text is made of. `written` is how a piece stands there, `at` where, from 0. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'args' }
  | { kind: 'file'; path: string; written: string; at: number }
  | { kind: 'shell'; command: string; written: string; at: number }

const ARGS = '{{args}}'

/**
 * Takes a template apart, once: what files and commands put in its place is never looked through again.
 * Throws UserError for an injection without an end.
 */
export function readTemplate(template: string, owner: { name: string; file: string }): Piece[] {
  const pieces: Piece[] = []
  let text = ''
  const add = (piece: Piece) => {
    if (text !== '') pieces.push({ kind: 'text', text })
    text = ''
    pieces.push(piece)
  }
  for (let at = 0; at < template.length; ) {
    const opening = template.slice(at, at + 2)
    if (template.startsWith(ARGS, at)) {
      add({ kind: 'args' })
      at += ARGS.length
    } else if (opening === '@{' || opening === '!{') {
      const end = closing(template, at + 2)
      if (end === undefined)
        throw new UserError(
          `${owner.file}: the injection that begins at index ${at} ('${opening}') has no end, so /${owner.name} cannot be used. Paths and commands in it need balanced braces.`,
        )
      const inside = template.slice(at + 2, end).trim()
      const written = template.slice(at, end + 1)
      add(
        opening === '@{'
          ? { kind: 'file', path: inside, written, at }
          : { kind: 'shell', command: inside, written, at },
      )
      at = end + 1
    } else text += template[at++]
  }
  if (text !== '') pieces.push({ kind: 'text', text })
  return pieces
}

/** Index of the brace that ends what began before `from`. */
function closing(template: string, from: number): number | undefined {
  let open = 1
  for (let at = from; at < template.length; at++) {
    if (template[at] === '{') open++
    if (template[at] === '}' && --open === 0) return at
  }
  return undefined
}

/** Whether the arguments have a place in the template. */
export const takesArgs = (pieces: readonly Piece[]): boolean =>
  pieces.some((piece) => piece.kind === 'args' || (piece.kind === 'shell' && piece.command.includes(ARGS)))

/**
 * A command with the arguments in it as one word, whatever they hold. Throws UserError where the template's own quotes around
 * them would undo that.
 */
export function withArgs(command: string, args: string, owner: { name: string; file: string }): string {
  const [first = '', ...rest] = command.split(ARGS)
  let line = first
  for (const next of rest) {
    const why =
      whyUnsafe(line) ?? (isArithmetic(line, next) ? 'in arithmetic, which runs what is in its words,' : undefined)
    if (why !== undefined)
      throw new UserError(
        `${owner.file}: {{args}} stands ${why} in !{${command}}. It brings its own quotes: write it bare, as a word of its own.`,
      )
    line += quoted(args) + next
  }
  return line
}

const quoted = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`

/** Bash reads quotes there as nothing, and the subscript of a name as a command line. */
function isArithmetic(before: string, after: string): boolean {
  const inside = (open: string, close: string) => before.lastIndexOf(open) > before.lastIndexOf(close)
  if (inside('((', '))') || inside('$[', ']') || /[A-Za-z_]\w*\[[^\]]*$/.test(before)) return true
  if (/(?:^|[;&|\s])let\s[^;&|]*$/.test(before)) return true
  const test = /\[\[(?:(?!\]\])[\s\S])*$/.exec(before)?.[0]
  const end = after.indexOf(']]')
  const whole = `${test} ${end < 0 ? after : after.slice(0, end)}`
  return test !== undefined && /\s-(?:eq|ne|lt|le|gt|ge)\s/.test(whole)
}

/** Where a word that comes next would stand, when that is no place for a quoted one. */
function whyUnsafe(before: string): string | undefined {
  if (/<<(?!<)/.test(before)) return 'in or after a here-document'
  if (/(?:^|\s)#[^\n]*$/.test(before)) return 'in a comment'
  if (before.includes("$'")) return "behind a $' quote"
  let quote = ''
  for (let at = 0; at < before.length; at++) {
    const character = before[at] ?? ''
    if (character === '\\' && quote !== "'") at++
    else if (quote === '' && `'"\``.includes(character)) quote = character
    else if (character === quote) quote = ''
  }
  return quote === '' ? (/\\$/.test(before) ? 'behind a backslash' : undefined) : `between ${quote} quotes`
}
