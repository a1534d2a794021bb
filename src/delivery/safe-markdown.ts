import type { Code, Definition, Image, ImageReference, InlineCode, Link, Nodes, Root, Text } from 'mdast'
import { dropInvisible } from '../github/invisible.ts'
import type { Filter } from '../host/secrets.ts'
import { reachesOut } from './drawings.ts'
import { code, cut, fence } from './markdown.ts'
import { markdownParser } from './parse-markdown.ts'
import { isPlainAnswer } from './plain-answer.ts'
import { dangersIn, type Host, mayLink } from './references.ts'
import { type Edit, htmlEdits, type OpenTags } from './safe-html.ts'

/** Markdown that pings nobody, loads nothing from elsewhere, and leaves nothing open for what follows it. */
export type SafeMarkdown = string & { readonly safe: true }

/** Rounds of editing after which a text that still is not safe is shown in a fence. Real ones need two or three. */
const MAX_ROUNDS = 8
/** Markdown's parser is quadratic in these within one paragraph. */
const MARKS = /[*_[\]!<>`&@\\]/g
const MAX_MARKS = 3000

/**
 * Someone else's Markdown made safe to post, still Markdown: mentions, references to other repositories, issues after a
 * closing keyword and other bots' commands become code; links to unknown hosts show their address instead, images their
 * description; HTML stays where it only formats. Cut at `max` UTF-16 units before that.
 */
export async function safeMarkdown(text: string, host: Host, max = Number.POSITIVE_INFINITY): Promise<SafeMarkdown> {
  let source = trimmed(cut(dropInvisible(text.replace(/\r\n?/g, '\n')).text, max))
  if (isPlainAnswer(source)) return safe(source)
  const parse = await markdownParser()
  for (let round = 0; round < MAX_ROUNDS && !isTangled(source); round += 1) {
    // Parsed anew each time: what an edit uncovers is judged like everything else, and the last parse proves the result.
    const edits = editsOf(parse(source), source, host)
    if (edits.length === 0) return safe(source)
    source = trimmed(apply(source, edits))
  }
  return safe(fence(source))
}

/**
 * The same for words that may hold secrets. What is taken out of them can bring together what stood on both sides, and a
 * secret taken out can leave open what it reached over: so both until neither finds anything.
 */
export async function cleanMarkdown(text: string, host: Host, filter: Filter, max?: number): Promise<SafeMarkdown> {
  let source = filter.text(text)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const made = await safeMarkdown(source, host, max)
    source = filter.text(made)
    if (source === made) return made
  }
  return safe('')
}

/** Without blank lines at either end; the indentation of the first line is Markdown. */
const trimmed = (text: string) => text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd()

/** Text of our own or from a fence, which is safe as it stands. */
const safe = (text: string) => text as SafeMarkdown // the only place the brand is given

function isTangled(source: string): boolean {
  // Marks inside a fence cost nothing, but HTML can hide a fence from the parser; then every line counts.
  const fences = !/^ {0,3}</m.test(source)
  let open: string | undefined
  let marks = 0
  for (const line of source.split('\n')) {
    const wall = fences ? /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1] : undefined
    if (open === undefined && wall !== undefined) open = wall
    else if (open !== undefined && wall?.startsWith(open) && line.trim() === wall) open = undefined
    if (open !== undefined) continue
    marks = line.trim() === '' ? 0 : marks + (line.match(MARKS)?.length ?? 0)
    if (marks > MAX_MARKS) return true
  }
  return false
}

function editsOf(tree: Root, source: string, host: Host): Edit[] {
  const edits: Edit[] = []
  const open: OpenTags = []
  const visit = (node: Nodes, inLink: boolean) => {
    const { start, end } = placeOf(node)
    switch (node.type) {
      case 'text':
        if (!inLink) edits.push(...textEdits(node, source, host))
        return
      case 'code':
        edits.push(...drawingEdits(node, source), ...commandEdits(node, source))
        return
      case 'inlineCode':
        edits.push(...commandEdits(node, source))
        return
      case 'html':
        edits.push(...htmlEdits(start, source.slice(start, end), host, open))
        return
      case 'image':
      case 'imageReference':
        edits.push({ start, end, text: describe(node) })
        return
      case 'definition':
        if (node.label?.startsWith('^')) edits.push({ start, end: start, text: '\\' })
        else if (!mayLink(node.url, host)) edits.push({ start, end, text: showDefinition(node) })
        return
      case 'link':
        if (mayLink(node.url, host)) break
        edits.push(...unlink(node, source))
        return
    }
    const links = node.type === 'link' || node.type === 'linkReference'
    if ('children' in node) for (const child of node.children) visit(child, inLink || links)
  }
  visit(tree, false)
  return edits.length > 0 ? edits : endEdits(tree, source, open)
}

/** What would do something becomes inline code. */
function textEdits(node: Text, source: string, host: Host): Edit[] {
  const { start, end } = placeOf(node)
  const slice = source.slice(start, end)
  const line = lineBefore(node, source)
  const before = source.slice(Math.max(0, start - 40), start)
  const dangers = (text: string) => [
    ...dangersIn(text, host, before),
    ...commandsIn(line + text).map((found) => ({ start: found.start - line.length, end: found.end - line.length })),
  ]
  const escaped = /\\[!-/:-@[-`{-~]|&[#a-z]/i.test(slice)
  // Escapes and character references hide what the page will show, so what the page will show is judged.
  const found = dangers(escaped ? node.value : slice)
  if (found.length === 0) return footnoteEdits(slice, line, start)
  if (escaped || slice.includes('`')) return [{ start, end, text: rewritten(escaped ? node.value : slice, found) }]
  return found.map((danger) => ({
    start: start + danger.start,
    end: start + danger.end,
    text: code(slice.slice(danger.start, danger.end)),
  }))
}

/** What stands before a node on its line, if that could be nothing but indentation and marks; else a mere letter. */
function lineBefore(node: Text, source: string): string {
  const { start } = placeOf(node)
  const column = node.position?.start.column ?? 1
  const line = column > 200 ? 'x' : source.slice(start - column + 1, start)
  return /^[\s>*+\d.)-]*$/.test(line) ? line : 'x'
}

/**
 * What GitHub would take for the start of a footnote's text stays a plain bracket. Footnotes are read as blocks of their
 * own there and are nothing to this parser, so what stands in one could not be judged.
 */
function footnoteEdits(slice: string, line: string, start: number): Edit[] {
  return Array.from((line + slice).matchAll(/^[\s>*+\d.)-]*(?=\[\^)/gm), ({ index, 0: prefix }) => {
    const at = start - line.length + index + prefix.length
    return { start: at, end: at, text: '\\' }
  }).filter((edit) => edit.start >= start)
}

/** A text with the dangers in it as inline code and everything else escaped. */
function rewritten(text: string, dangers: { start: number; end: number }[]): string {
  let at = 0
  let result = ''
  for (const { start, end } of dangers.sort((left, right) => left.start - right.start)) {
    if (start < at) continue
    result += escapeMarkdown(text.slice(at, start)) + code(text.slice(start, end))
    at = end
  }
  return result + escapeMarkdown(text.slice(at))
}

const escapeMarkdown = (text: string) =>
  text
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[\\`*_{}[\]<>&!|~#]/g, '\\$&')
    .replace(/^(\s*\d*)([-+=.)])/, '$1\\$2')

/** Commands to other bots: a slash and a word at the start of a line. */
function commandsIn(text: string): { start: number; end: number }[] {
  return Array.from(
    text.matchAll(/^([ \t]*)(\/[a-z][\w-]*)(?=\s|$)/gim),
    ({ index, 1: indent = '', 2: command = '' }) => {
      const start = index + indent.length
      return { start, end: start + command.length }
    },
  )
}

/** Bots read comments line by line and know no code; a space before the slash stops them and hurts no reader. */
function commandEdits(node: Code | InlineCode, source: string): Edit[] {
  const { start, end } = placeOf(node)
  return Array.from(source.slice(start, end).matchAll(/(?<=\n)\/(?=[a-z][\w-]*(?:\s|$))/gi), ({ index }) => ({
    start: start + index,
    end: start + index,
    text: ' ',
  }))
}

/** A drawing that could load or link something is shown as text. */
function drawingEdits(node: Code, source: string): Edit[] {
  if (!reachesOut(node.lang ?? '', node.value)) return []
  const { start, end } = placeOf(node)
  const [line = ''] = source.slice(start, end).split('\n', 1)
  const marks = /^(?:`+|~+)/.exec(line)?.[0].length ?? 0
  return [{ start: start + marks, end: start + line.length, text: 'text' }]
}

/** The label stays as text, the address follows as code. */
function unlink(node: Link, source: string): Edit[] {
  const { start, end } = placeOf(node)
  const [first] = node.children
  const last = node.children.at(-1)
  if (first === undefined || last === undefined || source[start] === '<') return [{ start, end, text: code(node.url) }]
  return [
    { start, end: placeOf(first).start, text: '' },
    { start: placeOf(last).end, end, text: ` (${code(node.url)})` },
  ]
}

const describe = (image: Image | ImageReference) =>
  `(image: ${(image.alt ?? '').replace(/[^\p{L}\p{N} .,;'-]+/gu, ' ').trim() || 'no description'})`

const showDefinition = (node: Definition) => `${code(node.label ?? node.identifier)}: ${code(node.url)}`

/** Closes what is still open at the end: a fence, else HTML elements. */
function endEdits(tree: Root, source: string, open: OpenTags): Edit[] {
  const end = source.length
  const last = tree.children.at(-1)
  if (last?.type === 'code') {
    const lines = source.slice(placeOf(last).start).split('\n')
    const wall = /^(`{3,}|~{3,})/.exec(lines[0] ?? '')?.[1]
    const closing = lines.length > 1 ? (/^ {0,3}(`{3,}|~{3,})\s*$/.exec(lines.at(-1) ?? '')?.[1] ?? '') : ''
    const closed = wall !== undefined && closing.startsWith(wall)
    if (wall !== undefined && !closed) return [{ start: end, end, text: `\n${wall}` }]
  }
  const tags = open.toReversed().map((tag) => `</${tag}>`)
  return tags.length === 0 ? [] : [{ start: end, end, text: `\n\n${tags.join('')}` }]
}

function apply(source: string, edits: Edit[]): string {
  let at = 0
  let result = ''
  for (const edit of edits.sort((left, right) => left.start - right.start || left.end - right.end)) {
    if (edit.start < at) continue
    result += source.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return result + source.slice(at)
}

/** The parser gives every node of a text its place. */
const placeOf = (node: Nodes) => ({ start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 })
