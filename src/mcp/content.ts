import { takenAs } from '../model/media-types.ts'
import type { Part } from '../model/types.ts'
import { OUTPUT_CHARACTERS, shortened } from '../tools/long-output.ts'
import { untrusted } from '../tools/untrusted.ts'

/** A result as the model gets it, and as people read it in the log. */
export type Content = { parts: Part[]; display: string }

/** Larger ones would crowd out the conversation, or be refused by the API with everything else in the request. */
const MOST_DATA_CHARACTERS = 20 * 1024 * 1024
/** Of all texts of one result together, where there are several. */
const MOST_TEXT_CHARACTERS = 4 * OUTPUT_CHARACTERS

/** By what must not be in it, which needs no memory however long it is; a match of all of it would. */
const isBase64 = (data: string): boolean => data !== '' && !/[^A-Za-z0-9+/]/.test(data.replace(/={1,2}$/, ''))

const text = (value: string): Part => ({ kind: 'text', text: value })
const said = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The content blocks of a tool's result, in order. `tool` is the server's own name for it. */
export function contentOf(blocks: unknown, tool: string): Content {
  if (!Array.isArray(blocks))
    return {
      parts: [text('[Error: Could not parse tool response]')],
      display: ['```json', JSON.stringify(blocks ?? [], null, 2), '```'].join('\n'),
    }
  const room: Room = { isAlone: blocks.length === 1, text: MOST_TEXT_CHARACTERS, data: MOST_DATA_CHARACTERS, left: 0 }
  const content = blocks.map((block) => blockContent(block, tool, room))
  const left = room.left === 0 ? [] : [text(`[${room.left} more texts of this result are left out: it is too long]`)]
  return {
    parts: [...content.flatMap(({ parts }) => parts), ...left],
    display: shortened(content.map(({ display }) => display).join('\n'), undefined),
  }
}

/** What a result may still hold. `left` counts what had no place; a text that is `isAlone` is shortened, and kept whole, by whoever runs calls. */
type Room = { isAlone: boolean; text: number; data: number; left: number }

function blockContent(block: unknown, tool: string, room: Room): Content {
  const { type, ...fields }: Record<string, unknown> = typeof block === 'object' && block !== null ? { ...block } : {}
  switch (type) {
    case 'text':
      return ofText(said(fields.text), room)
    case 'image':
      return ofData(fields, `the following image data`, 'Image', 'image/png', tool, room)
    case 'audio':
      return ofData(fields, `the following audio data`, 'Audio', 'audio/wav', tool, room)
    case 'resource':
      return ofResource(fields.resource, tool, room)
    case 'resource_link': {
      const name = said(fields.title) || said(fields.name)
      const { parts } = ofText(`Resource Link: ${name} at ${said(fields.uri)}`, room)
      return { parts, display: `[Link to ${name}: ${said(fields.uri)}]` }
    }
    default:
      return { parts: [], display: `[Unknown content type: ${said(type)}]` }
  }
}

function ofText(value: string, room: Room): Content {
  if (room.isAlone) return { parts: [text(untrusted(value))], display: value }
  const shown = shortened(value, undefined)
  room.text -= shown.length + MARKS
  if (room.text >= 0) return { parts: [text(untrusted(shown))], display: shown }
  room.left += 1
  return { parts: [], display: '' }
}

/** What marks add to a text; so that empty ones come to an end as well. */
const MARKS = 50

function ofResource(resource: unknown, tool: string, room: Room): Content {
  const {
    text: inText,
    blob,
    ...rest
  }: Record<string, unknown> = typeof resource === 'object' && resource !== null ? { ...resource } : {}
  if (typeof inText === 'string') return ofText(inText, room)
  return ofData(
    { ...rest, data: blob },
    'the following embedded resource',
    'Embedded Resource',
    'application/octet-stream',
    tool,
    room,
  )
}

function ofData(
  { data, mimeType }: Record<string, unknown>,
  what: string,
  label: string,
  usual: string,
  tool: string,
  room: Room,
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
  if (bytes.length > MOST_DATA_CHARACTERS) return not('it is too large')
  if (!isBase64(bytes)) return not('it is not valid base64')
  if (bytes.length > room.data) return not('with the others of this result it is too large')
  room.data -= bytes.length
  return {
    parts: [
      text(`[Tool '${tool}' provided ${what} with mime-type: ${shown}]`),
      { kind: 'data', mimeType: shown, data: bytes },
    ],
    display,
  }
}
