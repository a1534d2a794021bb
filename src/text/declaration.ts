const hasText = (line: string) => line.trim() !== ''

const indentationOf = (line: string) => line.search(/\S/)

/** Longer lines are data or minified code. */
const MAX_LINE = 400

const DECLARATION =
  /^\s*(?:(?:export|default|public|private|protected|internal|static|abstract|async|final|override|pub(?:\([a-z]+\))?|virtual|inline|unsafe|suspend|open|sealed|data)\s+)*(?:(?:function\*?|class|interface|struct|enum|trait|impl|module|defmodule|namespace|def|defp|func|fun|fn|sub|object|record|extension)\s+(?:\([^)]*\)\s*)?(?<named>[\w$.:<>]+)|(?:const|let|var|val)\s+(?<bound>[\w$]+)\s*(?::[^=]*)?=\s*(?:async\s*)?(?:function\b|\([^)]*\)\s*(?::[^=]+)?=>|\w+\s*=>)|(?!(?:return|new|throw|await|yield|else|case)\b)(?:[\w$<>[\],.?*&:]+\s+)*(?<method>(?!if\b|for\b|while\b|switch\b|catch\b|return\b|else\b|do\b|try\b|with\b)[\w$]+)\s*\([^;]*\)\s*(?::[^={;]+|[\w\s,.]+)?\{\s*$)/

const nameOf = (line: string): string | undefined => {
  const { named, bound, method } = (line.length > MAX_LINE ? undefined : DECLARATION.exec(line)?.groups) ?? {}
  return named ?? bound ?? method
}

/** `name`: undefined where only git knows the declaration. Lines count from 1. */
type Declaration = { name: string | undefined; start: number; end: number }

/**
 * The innermost declaration around a line, by indentation. `heading`: what git wrote after `@@`, for languages whose declarations are not
 * known here.
 */
export function declarationAround(lines: readonly string[], line: number, heading = ''): Declaration | undefined {
  const place = line - 1
  let limit = Number.POSITIVE_INFINITY
  for (let index = place; index >= 0; index -= 1) {
    const text = lines[index] ?? ''
    const indentation = indentationOf(text)
    if (!hasText(text) || indentation >= limit) continue
    const name = nameOf(text)
    const end = name === undefined ? -1 : endOf(lines, index)
    if (end >= place) return { name, start: index + 1, end: end + 1 }
    // What a closing bracket closes is indented like it.
    limit = name === undefined && (indentation === 0 || CLOSING.test(text)) ? indentation + 1 : indentation
  }
  if (!heading.includes('(')) return undefined
  // git cuts a long heading.
  const index = lines.slice(0, place).findLastIndex((each) => each.startsWith(heading.trimEnd()))
  const end = index < 0 ? -1 : endOf(lines, index)
  return end >= place ? { name: undefined, start: index + 1, end: end + 1 } : undefined
}

const CLOSING = /^\s*[)\]}]/

/** Where a declaration ends: at the line that closes it, else before the next line that is indented no more. */
function endOf(lines: readonly string[], start: number): number {
  const indentation = indentationOf(lines[start] ?? '')
  let end = start
  for (const [offset, line] of lines.slice(start + 1).entries()) {
    if (!hasText(line) || /^#\s*(?:if|el|endif|define|undef|pragma)/.test(line)) continue
    const isInside = indentationOf(line) > indentation
    const isBracket = /^\s*(?:[)\]}{]|end\b)/.test(line)
    if (!isInside && !isBracket) break
    end = start + 1 + offset
    // The last line of a signature of several lines opens the body.
    if (!isInside && !/[{([:]\s*$|=>\s*$/.test(line)) break
  }
  return end
}
