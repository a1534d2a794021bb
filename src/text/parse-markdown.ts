import type { Nodes, Root } from 'mdast'
import { type CompileContext, type Extension, fromMarkdown, type Handle } from 'mdast-util-from-markdown'
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item'
import type { TextRange } from './text-edit.ts'

export type MarkdownParser = (source: string) => Root

/**
 * Parses GitHub's dialect, for both directions: tables, footnotes, strikethrough, task lists and bare links. Each extension changes
 * where code, HTML or hidden text begins: a pipe ends inline code in a table, and a bare link includes a backtick after it.
 */
export const parseMarkdown: MarkdownParser = (source) =>
  fromMarkdown(source, {
    extensions: [gfmTable(), gfmFootnote(), gfmStrikethrough(), gfmTaskListItem(), gfmAutolinkLiteral()],
    mdastExtensions: [githubNodes],
  })

/**
 * Whether the parser could take seconds for an untrusted text: its time is quadratic in the marks of one paragraph, in blank
 * lines and in the depth of containers.
 */
export function isTooIntricate(source: string): boolean {
  if (DEEP_NESTING.test(source)) return true
  // Marks in a fence cost nothing. HTML can hide a fence from the parser, so then every line counts.
  const readsFences = !/^ {0,3}</m.test(source)
  let open: string | undefined
  let marks = 0
  let blankLines = 0
  for (const line of source.split('\n')) {
    const wall = readsFences ? /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1] : undefined
    if (open === undefined && wall !== undefined) open = wall
    else if (open !== undefined && wall?.startsWith(open) && line.trim() === wall) open = undefined
    blankLines = line.trim() === '' ? blankLines + 1 : 0
    if (blankLines > MAX_BLANK_LINES) return true
    if (open !== undefined) continue
    marks = line.trim() === '' ? 0 : marks + (line.match(MARKS)?.length ?? 0)
    if (marks > MAX_MARKS) return true
  }
  return false
}

const MARKS = /[*_[\]!<>`&@\\~]|^ {0,3}[=|-]/g
const MAX_MARKS = 3000
const MAX_BLANK_LINES = 3000
const DEEP_NESTING = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)]|\[\^[^\]\s]+\]:)){40}/m

/**
 * A bare link up to a backtick. Parsers disagree whether the link includes the backtick, for example in brackets, and so
 * which text is code.
 */
export const LINK_BEFORE_BACKTICK =
  /(?<![^\s<`\\])(?=[^\s<`\\]+\\*`)[^\s<`\\]*?(?:https?:\/\/|ftp:\/\/|www\.)[^\s<`\\]*/gi

/** The range of a node in its source, in UTF-16 offsets. */
export const rangeOf = (node: Nodes): TextRange => ({
  start: node.position?.start.offset ?? 0,
  end: node.position?.end.offset ?? 0,
})

const enter = (type: 'table' | 'tableRow' | 'tableCell' | 'delete'): Handle =>
  function (token) {
    // The four types differ only in their children, which the parser decides.
    this.enter({ type, children: [] } as Parameters<CompileContext['enter']>[0], token)
  }

const exit: Handle = function (token) {
  this.exit(token)
}

const bufferLabel: Handle = function () {
  this.buffer()
}

const exitLabel: Handle = function (token) {
  this.resume()
  const node = this.stack.at(-1)
  if (node?.type !== 'footnoteReference' && node?.type !== 'footnoteDefinition') return
  node.label = this.sliceSerialize(token)
  node.identifier = node.label
    .replace(/[\t\n\r ]+/g, ' ')
    .toLowerCase()
    .toUpperCase()
}

const ESCAPED = { lt: '<', gt: '>', quot: '"', amp: '&' }

/** Turns the tokens of the extensions into nodes. A bare link becomes text, because its address is visible text. */
const githubNodes: Extension = {
  canContainEols: ['delete'],
  enter: {
    table: enter('table'),
    tableRow: enter('tableRow'),
    tableHeader: enter('tableCell'),
    tableData: enter('tableCell'),
    strikethrough: enter('delete'),
    gfmFootnoteDefinition(token) {
      this.enter({ type: 'footnoteDefinition', identifier: '', label: '', children: [] }, token)
    },
    gfmFootnoteDefinitionLabelString: bufferLabel,
    gfmFootnoteCall(token) {
      this.enter({ type: 'footnoteReference', identifier: '', label: '' }, token)
    },
    gfmFootnoteCallString: bufferLabel,
    literalAutolink(token) {
      this.config.enter.data?.call(this, token)
    },
  },
  exit: {
    table: exit,
    tableRow: exit,
    tableHeader: exit,
    tableData: exit,
    strikethrough: exit,
    gfmFootnoteDefinitionLabelString: exitLabel,
    gfmFootnoteDefinition: exit,
    gfmFootnoteCallString: exitLabel,
    gfmFootnoteCall: exit,
    literalAutolink(token) {
      const node = this.stack.at(-1)
      this.config.exit.data?.call(this, token)
      // The parser does not decode character references in a bare link; escaped HTML uses these four.
      const raw = this.sliceSerialize(token)
      if (node?.type !== 'text' || !raw.includes('&')) return
      const decoded = raw.replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof ESCAPED) => ESCAPED[name])
      node.value = node.value.slice(0, node.value.length - raw.length) + decoded
    },
  },
}
