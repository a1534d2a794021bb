import { takenAs } from '../model/media-types.ts'
import type { Part } from '../model/types.ts'
import { shortened } from '../tools/long-output.ts'
import { untrusted } from '../tools/untrusted.ts'

/** A result as the model gets it, and as people read it in the log. */
export type Content = { parts: Part[]; display: string }

/** Larger ones would crowd out the conversation, or be refused by the API with everything else in the request. */
const MOST_DATA_CHARACTERS = 20 * 1024 * 1024
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

const text = (value: string): Part => ({ kind: 'text', text: value })
const said = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The content blocks of a tool's result, in order. `tool` is the server's own name for it. */
export function contentOf(blocks: unknown, tool: string): Content {
  if (!Array.isArray(blocks))
    return {
      parts: [text('[Error: Could not parse tool response]')],
      display: ['```json', JSON.stringify(blocks ?? [], null, 2), '```'].join('\n'),
    }
  const content = blocks.map((block) => blockContent(block, tool))
  return {
    parts: content.flatMap(({ parts }) => parts),
    display: content.map(({ display }) => display).join('\n'),
  }
}

function blockContent(block: unknown, tool: string): Content {
  const { type, ...fields }: Record<string, unknown> = typeof block === 'object' && block !== null ? { ...block } : {}
  switch (type) {
    case 'text':
      return ofText(said(fields.text))
    case 'image':
      return ofData(fields, `the following image data`, 'Image', 'image/png', tool)
    case 'audio':
      return ofData(fields, `the following audio data`, 'Audio', 'audio/wav', tool)
    case 'resource':
      return ofResource(fields.resource, tool)
    case 'resource_link': {
      const name = said(fields.title) || said(fields.name)
      const link = `${name} at ${said(fields.uri)}`
      return { parts: [text(untrusted(`Resource Link: ${link}`))], display: `[Link to ${name}: ${said(fields.uri)}]` }
    }
    default:
      return { parts: [], display: `[Unknown content type: ${said(type)}]` }
  }
}

function ofText(value: string): Content {
  const shown = shortened(value, undefined)
  return { parts: [text(untrusted(shown))], display: shown }
}

function ofResource(resource: unknown, tool: string): Content {
  const {
    text: inText,
    blob,
    ...rest
  }: Record<string, unknown> = typeof resource === 'object' && resource !== null ? { ...resource } : {}
  if (typeof inText === 'string') return ofText(inText)
  return ofData(
    { ...rest, data: blob },
    'the following embedded resource',
    'Embedded Resource',
    'application/octet-stream',
    tool,
  )
}

function ofData(
  { data, mimeType }: Record<string, unknown>,
  what: string,
  label: string,
  usual: string,
  tool: string,
): Content {
  const type = (said(mimeType) || usual).toLowerCase()
  const shown = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : usual
  const bytes = said(data).replace(/\s/g, '')
  const display = `[${label}: ${shown}]`
  const not = (why: string): Content => ({
    parts: [text(`[Tool '${tool}' provided ${what} with mime-type: ${shown}; not shown, because ${why}]`)],
    display,
  })
  if (takenAs(shown) === undefined) return not('the model cannot read that type')
  if (!BASE64.test(bytes)) return not('it is not valid base64')
  if (bytes.length > MOST_DATA_CHARACTERS) return not('it is too large')
  return {
    parts: [
      text(`[Tool '${tool}' provided ${what} with mime-type: ${shown}]`),
      { kind: 'data', mimeType: shown, data: bytes },
    ],
    display,
  }
}
