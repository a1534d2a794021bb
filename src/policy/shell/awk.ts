/** Functions and variables that run programs, read or write files, or hide a call. */
const REACHES_OUT =
  /system|getline|@|ENVIRON|close|fflush|\bload|include|extension|ARG[VC]|SYMTAB|FUNCTAB|PROCINFO|\/inet/

/** Longer programs with a `>` or `|` are not analyzed. In UTF-16 units. */
const MAX_PROGRAM_LENGTH = 4000

/** An operand is a string, a number or a regular expression. */
type Token = { kind: 'word' | 'operand' | 'operator' | 'newline'; text: string }

const TOKENS: readonly (readonly [Token['kind'] | 'space', RegExp])[] = [
  ['space', /[ \t\r]+|\\\r?\n|#[^\n]*/y],
  ['newline', /\n/y],
  ['operand', /"(?:[^"\\\n]|\\[\s\S])*"|[\d.]+/y],
  ['word', /[A-Za-z_]\w*/y],
  // An operator that starts with `>` is tokenized as `>`.
  ['operator', /&&|\|\||\+\+|--|[-+*/%^<>=!~?:,;(){}[\]$|&]/y],
]
/** Excludes line ends, and brackets whose end awk implementations disagree about. */
const REGEX = /\/(?:[^/[\\\n]|\\[^\n]|\[\^?(?![\]^])(?:\[:\w+:\]|[^/[\]\\\n])+\])*\//y

/**
 * Whether an awk program runs no program, uses no pipe, writes no file and makes no indirect call. False when it is unclear
 * whether a slash is a division.
 */
export function isHarmlessAwk(source: string): boolean {
  // A line break after a backslash continues the line.
  const program = source.replaceAll('\\\n', '')
  if (REACHES_OUT.test(program)) return false
  if (!/[|>]/.test(program)) return true
  // But it does not continue a comment, so what is behind could be code.
  if (/#[^\n]*\\\r?\n/.test(source)) return false
  if (program.length > MAX_PROGRAM_LENGTH) return false
  const tokens = tokensOf(program)
  if (tokens === undefined || writes(tokens)) return false
  return tokens.every(({ kind, text }) => kind !== 'operator' || text !== '|')
}

function tokensOf(program: string): Token[] | undefined {
  const tokens: Token[] = []
  let index = 0
  while (index < program.length) {
    if (program[index] === '/') {
      const divides = afterOperand(tokens)
      if (divides === undefined) return undefined
      if (!divides) {
        REGEX.lastIndex = index
        const [text] = REGEX.exec(program) ?? []
        if (text === undefined) return undefined
        tokens.push({ kind: 'operand', text })
        index += text.length
        continue
      }
    }
    const match = TOKENS.map(([kind, pattern]) => {
      pattern.lastIndex = index
      return { kind, text: pattern.exec(program)?.[0] ?? '' }
    }).find(({ text }) => text !== '')
    if (match === undefined) return undefined
    if (match.kind !== 'space') tokens.push({ kind: match.kind, text: match.text })
    index += match.text.length
  }
  return tokens
}

const KEYWORDS = /^(?:print|printf|return|in|else|do|case|exit|delete|while|if|for|BEGIN|END)$/

/** Whether a slash after these tokens is a division; undefined when unclear. */
function afterOperand(tokens: readonly Token[]): boolean | undefined {
  const token = tokens.at(-1)
  if (token === undefined || token.kind === 'newline') return false
  if (token.kind === 'word') return !KEYWORDS.test(token.text)
  if (token.kind !== 'operator') return true
  if (token.text === ')') return !/^(?:if|while|for|switch)$/.test(beforeParentheses(tokens)?.text ?? '')
  return /^(?:\+\+|--)$/.test(token.text) ? undefined : token.text === ']'
}

/** The token before the parentheses at the end of a list. */
function beforeParentheses(tokens: readonly Token[]): Token | undefined {
  let depth = 0
  for (let index = tokens.length - 1; index >= 0; index--) {
    const { kind, text } = tokens[index] ?? { kind: 'newline', text: '' }
    if (kind !== 'operator') continue
    if (text === ')') depth += 1
    if (text === '(') depth -= 1
    if (depth === 0) return tokens[index - 1]
  }
  return undefined
}

/** Whether a print statement has a `>` outside parentheses, which writes a file. */
function writes(tokens: readonly Token[]): boolean {
  let printing = false
  let depth = 0
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'word' && /^printf?$/.test(text)) {
      printing = true
      depth = 0
    } else if (kind === 'newline') printing &&= continuesStatement(tokens[index - 1])
    else if (kind !== 'operator') continue
    else if (/^[([]$/.test(text)) depth += 1
    else if (/^[)\]]$/.test(text)) depth -= 1
    else if (/^[;}]$/.test(text)) printing = false
    else if (printing && depth <= 0 && text === '>') return true
  }
  return false
}

/** Whether a statement continues on the next line after this token. */
const continuesStatement = (token: Token | undefined): boolean =>
  token !== undefined && /^(?:,|&&|\|\||\?|:)$/.test(token.text)
