import type { TextSpan } from './secret-index.ts'

/**
 * Patterns of well-known tokens. Each starts at a word boundary and continues with one run of characters, so matching is
 * fast for every text.
 */
const SHAPES = [
  /(?<![A-Za-z0-9_])(?:gh[pousr]_[A-Za-z0-9_.-]{20,}|github_pat_[A-Za-z0-9_]{20,})/g,
  /(?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{30,}/g,
  /(?<![A-Za-z0-9_-])(?:ya29\.|AQ\.|1\/\/0|GOCSPX-)[A-Za-z0-9_-]{20,}(?:[.][A-Za-z0-9_-]+)?/g,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9_-])(?:xox[abeoprs]-|sk-ant-|sk-proj-|[sr]k_live_|npm_|glpat-|pypi-AgEI|hf_)[A-Za-z0-9_-]{20,}/g,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g,
]
const HINTS = [
  'gh',
  'github_pat_',
  'AI',
  'ya29.',
  'AQ.',
  '1//0',
  'GOCSPX-',
  'AKIA',
  'ASIA',
  'xox',
  'sk',
  'rk_',
  'npm_',
  'glpat-',
  'pypi-',
  'hf_',
  'eyJ',
]

/** The length of an AWS key. All others, and the first line of a private key, are longer. */
const SHORTEST = 20

/** The spans of a text that look like a well-known token or a private key. */
export function findTokenShapes(text: string): TextSpan[] {
  if (text.length < SHORTEST) return []
  const spans = privateKeys(text)
  if (!HINTS.some((hint) => text.includes(hint))) return spans
  for (const shape of SHAPES)
    for (const { index, 0: token } of text.matchAll(shape)) spans.push({ start: index, end: index + token.length })
  return spans
}

/** The body of each private key block, up to its end line or, without one, to the end of the key characters. */
function privateKeys(text: string): TextSpan[] {
  const spans: TextSpan[] = []
  const begins = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
  for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
    const start = begin.index + begin[0].length
    // The body consists of key characters, including a literal \n of JSON, and ends with this block. Search for the first
    // other character: matching a long body would overflow the stack.
    const otherCharacter = /[^A-Za-z0-9+/=\s:,\\-]|-(?=----)/g
    otherCharacter.lastIndex = start
    const end = otherCharacter.exec(text)?.index ?? text.length
    if (end - start >= 16) spans.push({ start, end })
    begins.lastIndex = end
  }
  return spans
}
