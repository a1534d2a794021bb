import type { Node } from './shell-tree.ts'
import type { Word } from './shell-types.ts'

/** A word while it is put together from its parts. */
type Draft = { text: string; start: string; known: boolean; many: boolean; dash: boolean; unquoted: string }

const EXPANSIONS = new Set(['simple_expansion', 'expansion', 'command_substitution', 'arithmetic_expansion'])

export const knownWord = (text: string): Word => ({ text, kind: 'known', start: text, option: text.startsWith('-') })

/** What the program will see of a word, as far as that can be told before the line runs. */
export function wordOf(node: Node, line: string): Word {
  const draft: Draft = { text: '', start: '', known: true, many: false, dash: false, unquoted: '' }
  addPart(node, line, draft, true)
  // Braces and brackets may be spread over several parts of a word.
  if (/,|\.\./.test(between(draft.unquoted, '{', '}'))) unknown(draft, true)
  if (/[*?]|[@+!]\(/.test(draft.unquoted) || between(draft.unquoted, '[', ']') !== '') globbed(draft)
  if (draft.known) return knownWord(draft.text)
  const { start, many } = draft
  const option = start === '' ? draft.dash : start.startsWith('-')
  return { text: line.slice(node.start, node.end), kind: many ? 'many' : 'one', start, option }
}

/** What stands between the first `open` and the last `close`, with `close`; a search that looks at each character once. */
function between(text: string, open: string, close: string): string {
  const from = text.indexOf(open)
  return from < 0 ? '' : text.slice(from + 1, text.lastIndexOf(close) + 1)
}

/** Substitutions that give words without spaces, never an option: a commit, a number. One pipeline, not a list. */
const PLAIN_OUTPUT =
  /^\$\( ?(?:git (?:merge-base|rev-parse)(?: [A-Za-z0-9_][\w./@~^-]*){1,2}|nproc|(?:[^()`$|&;\\\n]|\|(?!\|))*\| ?wc -[lcw]) ?\)$/

/** Unless the line gives its own meaning to these names. */
export const isPlainOutput = (text: string, line = ''): boolean =>
  PLAIN_OUTPUT.test(text) && !/\(\s*\)|function|alias/.test(line)

/** In quotes a folder is one word, which begins with a slash. */
const beginsWithDash = (text: string, line: string): boolean =>
  !isPlainOutput(text === '$(pwd)' ? '$(nproc)' : text, line)

function addPart(node: Node, line: string, draft: Draft, first: boolean): void {
  const text = line.slice(node.start, node.end)
  if (node.type === 'raw_string') add(draft, text.slice(1, -1))
  else if (node.type === 'ansi_c_string') addDecoded(text.slice(2, -1), draft)
  else if (node.type === 'string' || node.type === 'translated_string') addQuoted(node, line, draft)
  else if (node.type === 'process_substitution') draft.known = false
  else if (node.type === 'brace_expression') addPlain(text, draft, first)
  else if (node.children.length === 0) addPlain(text, draft, first)
  else if (isPlainOutput(text, line)) unknown(draft, false, false)
  else if (node.type === 'concatenation' || node.type === 'command_name')
    for (const [index, child] of node.children.entries()) {
      addPart(child, line, draft, first && index === 0)
      // `$"…"` is a text to be translated, which the grammar reads as a `$` and a string.
      if (draft.known && line[child.end - 1] === '$' && index + 1 < node.children.length) unknown(draft, false)
    }
  else unknown(draft, true)
}

function add(draft: Draft, text: string): void {
  draft.text += text
  if (draft.known) draft.start += text
}

/** From here on anything may follow; `many` when a shell splits what comes into words, `dash` when it may start with one. */
function unknown(draft: Draft, many: boolean, dash = true): void {
  if (draft.known) draft.dash = dash && draft.start === ''
  draft.known = false
  draft.many ||= many
  // What is split can become words of its own, which begin with anything.
  if (many) {
    draft.start = ''
    draft.dash = true
  }
}

/** File names that match: each starts with what stands before the first special character. */
function globbed(draft: Draft): void {
  if (!draft.known) return
  const plain = /^[^*?[@+!]*/.exec(draft.unquoted)?.[0] ?? ''
  draft.start = draft.text.startsWith(plain) ? plain : ''
  draft.dash = draft.start === ''
  draft.known = false
  draft.many = true
}

function addPlain(text: string, draft: Draft, first: boolean): void {
  // `~` is somebody's home folder: a path that is not known, but never an option.
  if (first && text.startsWith('~')) draft.known = false
  if (/[=:]~/.test(text) || text.includes('$$')) unknown(draft, false)
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '\\') {
      at += 1
      if (text[at] !== '\n') add(draft, text[at] ?? '\\')
    } else {
      draft.unquoted += char
      add(draft, char)
    }
  }
}

function addQuoted(node: Node, line: string, draft: Draft): void {
  const open = line.indexOf('"', node.start) + 1
  let at = open
  for (const child of node.children) {
    if (!EXPANSIONS.has(child.type)) continue
    add(draft, unescaped(line.slice(at, child.start)))
    // "$@" and "${list[@]}" are as many words as there are.
    const text = line.slice(child.start, child.end)
    unknown(draft, /[@*]/.test(text) && child.type !== 'command_substitution', beginsWithDash(text, line))
    at = child.end
  }
  add(draft, unescaped(line.slice(at, node.end - 1)))
}

const unescaped = (text: string): string =>
  text.replace(/\\([$`"\\\n])/g, (_, char: string) => (char === '\n' ? '' : char))

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

function addDecoded(text: string, draft: Draft): void {
  const decoded = decode(text)
  if (decoded === undefined) unknown(draft, false)
  else add(draft, decoded)
}

/** The text between `$'` and `'`; undefined when it depends on the shell and its locale. */
function decode(text: string): string | undefined {
  let decoded = ''
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '\\') {
      decoded += text[at]
      continue
    }
    const [whole, digits, hex, char] =
      /^(?:([0-7]{1,3})|(x[\dA-Fa-f]{1,2}|u[\dA-Fa-f]{1,4}|U[\dA-Fa-f]{1,8})|([abeEfnrtv\\'"?]))/.exec(
        text.slice(at + 1, at + 11),
      ) ?? []
    if (whole === undefined) return undefined
    if (char !== undefined) decoded += ESCAPES[char] ?? char
    else {
      const code = digits === undefined ? Number.parseInt((hex ?? '').slice(1), 16) : Number.parseInt(digits, 8) & 0xff
      if (code === 0 || code > 0x10ffff || (code > 0x7f && !/^[uU]/.test(whole))) return undefined
      decoded += String.fromCodePoint(code)
    }
    at += whole.length
  }
  return decoded
}
