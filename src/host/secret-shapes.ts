import type { Span } from './secret-index.ts'

/**
 * Tokens anybody can tell by their shape. Each starts at a word's edge and has one run of characters after it, so no text
 * makes matching slow. `d` gives the span of the group that is secret.
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

/** Where a text holds something shaped like a well-known token or a private key. */
export function shapesIn(text: string): Span[] {
  const spans = privateKeys(text)
  if (!HINTS.some((hint) => text.includes(hint))) return spans
  for (const shape of SHAPES)
    for (const { index, 0: found } of text.matchAll(shape)) spans.push({ start: index, end: index + found.length })
  return spans
}

/** The body of each private key block, up to its end line or, when that is missing, as far as key-like lines go. */
function privateKeys(text: string): Span[] {
  const spans: Span[] = []
  const begins = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
  for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
    const start = begin.index + begin[0].length
    // As far as characters of a key go, literal \n of JSON included, and no further than this block. Found by what ends it:
    // to match all of a long one would take more stack than there is.
    const beyond = /[^A-Za-z0-9+/=\s:,\\-]|-(?=----)/g
    beyond.lastIndex = start
    const end = beyond.exec(text)?.index ?? text.length
    if (end - start >= 16) spans.push({ start, end })
    begins.lastIndex = end
  }
  return spans
}
