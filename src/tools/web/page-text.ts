import { TextDecoder } from 'node:util'
import type { WebPage } from '../../platform/net/web.ts'
import { decodeText } from '../files/encoding.ts'

/** The text of a page; undefined if it is not text. A page without a content type counts as HTML. */
export async function pageText({ type, body }: Pick<WebPage, 'type' | 'body'>): Promise<string | undefined> {
  const html = type === '' || /html/i.test(type)
  const text = decodedBody(type, body, html)
  if (text === undefined || !html) return text
  const { convert } = await import('html-to-text')
  return convert(text, {
    wordwrap: false,
    limits: { maxInputLength: 10 * 1024 * 1024, maxDepth: 200 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      ...['img', 'svg', 'noscript', 'template', 'iframe'].map((selector) => ({ selector, format: 'skip' })),
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ],
  })
}

function decodedBody(type: string, body: Buffer, html: boolean): string | undefined {
  const named = charsetIn(type) ?? (html ? charsetIn(body.subarray(0, 2048).toString('latin1')) : undefined)
  const decoder = named === undefined ? undefined : decoderFor(named)
  return decoder === undefined ? decodeText(body)?.text.toWellFormed() : decoder.decode(body)
}

const charsetIn = (text: string): string | undefined => /charset\s*=\s*["']?([\w.:-]+)/i.exec(text)?.[1]

function decoderFor(name: string): TextDecoder | undefined {
  try {
    return new TextDecoder(name)
  } catch {
    return undefined
  }
}
