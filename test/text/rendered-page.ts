import { markdownToHTML } from 'comrak'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { dropInvisible } from '../../src/text/invisible.ts'

type HtmlNode = DefaultTreeAdapterTypes.ChildNode

/** Elements without visible text, in browsers or on GitHub. */
const DROPPED = new Set(
  'audio canvas datalist dialog iframe noembed noframes noscript object plaintext rp script style template textarea title video xmp'.split(
    ' ',
  ),
)

export type RenderedPage = {
  /** Each text between two tags, optionally without code. */
  texts: string[]
  /** The text of each block without its markup; code is a blank character there. */
  blocks: string[]
  /** The same without the texts of links, where GitHub makes no mention and no reference. */
  unlinkedTexts: string[]
  unlinkedBlocks: string[]
  /** Addresses a reader can follow or sees loaded. */
  addresses: string[]
  images: number
  comments: string[]
}

/** A text as an independent GFM renderer and a browser show it, after a sanitizer that drops hidden parts. */
export function renderPage(markdown: string, { keepCode = true }: { keepCode?: boolean } = {}): RenderedPage {
  const page: RenderedPage = {
    texts: [],
    blocks: [''],
    unlinkedTexts: [],
    unlinkedBlocks: [''],
    addresses: [],
    images: 0,
    comments: [],
  }
  const append = (text: string, unlinked = text) => {
    page.blocks[page.blocks.length - 1] += text
    page.unlinkedBlocks[page.unlinkedBlocks.length - 1] += unlinked
  }
  const startBlock = () => {
    page.blocks.push('')
    page.unlinkedBlocks.push('')
  }
  const visit = (node: HtmlNode, inLink: boolean) => {
    if (node.nodeName === '#comment') page.comments.push('data' in node ? node.data : '')
    if (node.nodeName === '#text' && 'value' in node) {
      const shown = dropInvisible(node.value).text
      page.texts.push(shown)
      if (!inLink) page.unlinkedTexts.push(shown)
      append(shown, inLink ? shown.replace(/[@#/]/g, 'x') : shown)
    }
    if (!('attrs' in node)) return
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]))
    if (
      DROPPED.has(node.tagName) ||
      attributes.has('hidden') ||
      /display\s*:\s*none/.test(attributes.get('style') ?? '')
    )
      return
    if (node.tagName === 'img') page.images += 1
    const address = attributes.get(node.tagName === 'img' ? 'src' : 'href') ?? ''
    if (!/\s|%20/.test(address)) page.addresses.push(address)
    const isCode = node.tagName === 'code' || node.tagName === 'pre'
    const isBlock = BLOCKS.has(node.tagName)
    if (isBlock) startBlock()
    if (isCode && !keepCode) append('\uFFFC')
    else for (const child of node.childNodes) visit(child, inLink || node.tagName === 'a')
    if (isBlock) startBlock()
  }
  for (const node of parseFragment(markdownToHTML(markdown, OPTIONS)).childNodes) visit(node, false)
  return page
}

const OPTIONS = {
  extension: { table: true, footnotes: true, strikethrough: true, tasklist: true, autolink: true },
  render: { unsafe: true },
}
const BLOCKS = new Set(
  'p div li ul ol h1 h2 h3 h4 h5 h6 td th tr table tbody thead blockquote section details summary dl dt dd br hr pre'.split(
    ' ',
  ),
)
