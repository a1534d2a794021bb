/** Functions and variables by which a program runs another, reads or writes files, or hides what it calls. */
const REACHES_OUT = /system|getline|@|ENVIRON|close|fflush|\bload|include|extension/

/** Longer programs with a `>` or `|` are not looked through, in UTF-16 units. */
const LONGEST = 4000

/** An operand is a string, a number or a regular expression. */
type Token = { kind: 'word' | 'operand' | 'operator' | 'newline'; text: string }

const TOKENS: readonly (readonly [Token['kind'] | 'space', RegExp])[] = [
  ['space', /[ \t\r]+|\\\r?\n|#[^\n]*/y],
  ['newline', /\n/y],
  ['operand', /"(?:[^"\\\n]|\\[\s\S])*"|[\d.]+/y],
  ['word', /[A-Za-z_]\w*/y],
  // What begins with a `>` is told by it.
  ['operator', /&&|\|\||\+\+|--|[-+*/%^<>=!~?:,;(){}[\]$|&]/y],
]
/** Neither brackets in which one awk sees the end of an expression and another does not, nor a line's end. */
const REGEX = /\/(?:[^/[\\\n]|\\[^\n]|\[\^?(?![\]^])(?:\[:\w+:\]|[^/[\]\\\n])+\])*\//y

/**
 * No function that runs, no pipe, no file that is written, nothing called by a name that is worked out. Where it is not
 * clear whether a slash divides, the answer is no.
 */
export function isHarmlessAwk(program: string): boolean {
  if (REACHES_OUT.test(program)) return false
  if (!/[|>]/.test(program)) return true
  if (program.length > LONGEST) return false
  const tokens = tokensOf(program)
  if (tokens === undefined || writes(tokens)) return false
  return tokens.every(({ kind, text }) => kind !== 'operator' || text !== '|')
}

function tokensOf(program: string): Token[] | undefined {
  const tokens: Token[] = []
  let at = 0
  while (at < program.length) {
    if (program[at] === '/') {
      const divides = afterOperand(tokens)
      if (divides === undefined) return undefined
      if (!divides) {
        REGEX.lastIndex = at
        const [text] = REGEX.exec(program) ?? []
        if (text === undefined) return undefined
        tokens.push({ kind: 'operand', text })
        at += text.length
        continue
      }
    }
    const found = TOKENS.map(([kind, pattern]) => {
      pattern.lastIndex = at
      return { kind, text: pattern.exec(program)?.[0] ?? '' }
    }).find(({ text }) => text !== '')
    if (found === undefined) return undefined
    if (found.kind !== 'space') tokens.push({ kind: found.kind, text: found.text })
    at += found.text.length
  }
  return tokens
}

const KEYWORDS = /^(?:print|printf|return|in|else|do|case|exit|delete|while|if|for|BEGIN|END)$/

/** Whether a slash behind these divides; undefined where that is not clear. */
function afterOperand(tokens: readonly Token[]): boolean | undefined {
  const token = tokens.at(-1)
  if (token === undefined || token.kind === 'newline') return false
  if (token.kind === 'word') return !KEYWORDS.test(token.text)
  if (token.kind !== 'operator') return true
  if (token.text === ')') return !/^(?:if|while|for|switch)$/.test(beforeParentheses(tokens)?.text ?? '')
  return /^(?:\+\+|--)$/.test(token.text) ? undefined : token.text === ']'
}

/** What stands before the parentheses that end a list. */
function beforeParentheses(tokens: readonly Token[]): Token | undefined {
  let depth = 0
  for (let at = tokens.length - 1; at >= 0; at--) {
    const { kind, text } = tokens[at] ?? { kind: 'newline', text: '' }
    if (kind !== 'operator') continue
    if (text === ')') depth += 1
    if (text === '(') depth -= 1
    if (depth === 0) return tokens[at - 1]
  }
  return undefined
}

/** Whether a print has a `>` outside of parentheses before its statement ends: that is a file it writes. */
function writes(tokens: readonly Token[]): boolean {
  let printing = false
  let depth = 0
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'word' && /^printf?$/.test(text)) {
      printing = true
      depth = 0
    } else if (kind === 'newline') printing &&= goesOn(tokens[at - 1])
    else if (kind !== 'operator') continue
    else if (/^[([]$/.test(text)) depth += 1
    else if (/^[)\]]$/.test(text)) depth -= 1
    else if (/^[;}]$/.test(text)) printing = false
    else if (printing && depth <= 0 && text === '>') return true
  }
  return false
}

/** Behind these a line's end does not end a statement. */
const goesOn = (token: Token | undefined): boolean => token !== undefined && /^(?:,|&&|\|\||\?|:)$/.test(token.text)
