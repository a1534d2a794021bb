import { apiMimeType } from '../model/models.ts'
import type { MessagePart } from '../model/types.ts'
import { cleanData, wrapUntrusted } from '../text/clean-inbound.ts'
import { MAX_OUTPUT_CHARACTERS, truncateOutput } from '../tools/long-output.ts'

/** A result for the model (`parts`) and for the log (`display`). */
export type McpContent = { parts: MessagePart[]; display: string }

/** Larger data would fill the context window, or the API would reject the whole request. */
const MAX_DATA_CHARACTERS = 20 * 1024 * 1024
/** The limit of all texts together, for a result with several texts. */
const MAX_TEXT_CHARACTERS = 4 * MAX_OUTPUT_CHARACTERS

/** Searches for a forbidden character: a match of the whole text would need memory for a long one. */
const isBase64 = (data: string): boolean => data !== '' && !/[^A-Za-z0-9+/]/.test(data.replace(/={1,2}$/, ''))

const textPart = (value: string): MessagePart => ({ kind: 'text', text: value })
/** A text, or whatever stands in its place, as JSON. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
const asString = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Converts the content blocks of a tool's result, in order. `tool` is the server's name for it. */
export function convertContent(blocks: unknown, tool: string): McpContent {
  if (!Array.isArray(blocks))
    return {
      parts: [textPart('[Error: Could not parse tool response]')],
      display: ['```json', JSON.stringify(blocks ?? [], null, 2), '```'].join('\n'),
    }
  const budget: ContentBudget = {
    isAlone: blocks.length === 1,
    textCharacters: MAX_TEXT_CHARACTERS,
    dataCharacters: MAX_DATA_CHARACTERS,
    omitted: 0,
  }
  const content = blocks.map((block) => blockContent(block, tool, budget))
  const omittedNote =
    budget.omitted === 0
      ? []
      : [textPart(`[${budget.omitted} more texts of this result were omitted: the result is too long]`)]
  return {
    parts: [...content.flatMap(({ parts }) => parts), ...omittedNote],
    display: truncateOutput(content.map(({ display }) => display).join('\n'), undefined),
  }
}

/** The remaining size of a result. `omitted` counts omitted texts. The scheduler truncates and saves a text that `isAlone`. */
type ContentBudget = { isAlone: boolean; textCharacters: number; dataCharacters: number; omitted: number }

function blockContent(block: unknown, tool: string, budget: ContentBudget): McpContent {
  if (typeof block === 'string') return textContent(block, budget)
  const { type, ...fields }: Record<string, unknown> = typeof block === 'object' && block !== null ? { ...block } : {}
  switch (type) {
    case 'text':
      return textContent(textOf(fields.text), budget)
    case 'image':
      return dataContent(fields, IMAGE, tool, budget)
    case 'audio':
      return dataContent(fields, AUDIO, tool, budget)
    case 'resource':
      return resourceContent(fields.resource, tool, budget)
    case 'resource_link': {
      const name = asString(fields.title) || asString(fields.name)
      const { parts } = textContent(`Resource Link: ${name} at ${asString(fields.uri)}`, budget)
      return { parts, display: `[Link to ${name}: ${asString(fields.uri)}]` }
    }
    default: {
      const display = `[Unknown content type: ${asString(type)}]`
      // A text is one, whatever the server calls it.
      return typeof fields.text === 'string'
        ? textContent(fields.text, budget)
        : { parts: budget.isAlone ? [] : [textPart(cleanData(display))], display }
    }
  }
}

function textContent(source: string, budget: ContentBudget): McpContent {
  const value = cleanData(source)
  if (budget.isAlone) return { parts: [textPart(wrapUntrusted(value))], display: value }
  const truncated = truncateOutput(value, undefined)
  budget.textCharacters -= truncated.length + MARKER_CHARACTERS
  if (budget.textCharacters >= 0) return { parts: [textPart(wrapUntrusted(truncated))], display: truncated }
  budget.omitted += 1
  return { parts: [], display: '' }
}

/** What the markers add to a text. It also limits the number of empty texts. */
const MARKER_CHARACTERS = 50

function resourceContent(resource: unknown, tool: string, budget: ContentBudget): McpContent {
  const {
    text: inText,
    blob,
    ...rest
  }: Record<string, unknown> = typeof resource === 'object' && resource !== null ? { ...resource } : {}
  if (typeof inText === 'string') return textContent(inText, budget)
  return dataContent({ ...rest, data: blob }, RESOURCE, tool, budget)
}

type DataKind = { description: string; label: string; defaultType: string }
const IMAGE: DataKind = { description: 'the following image data', label: 'Image', defaultType: 'image/png' }
const AUDIO: DataKind = { description: 'the following audio data', label: 'Audio', defaultType: 'audio/wav' }
const RESOURCE: DataKind = {
  description: 'the following embedded resource',
  label: 'Embedded Resource',
  defaultType: 'application/octet-stream',
}

function dataContent(
  { data, mimeType }: Record<string, unknown>,
  { description, label, defaultType }: DataKind,
  tool: string,
  budget: ContentBudget,
): McpContent {
  const declaredType = (asString(mimeType) || defaultType).toLowerCase()
  const mediaType = /^[\w.+-]+\/[\w.+-]+$/.test(declaredType) ? declaredType : defaultType
  const bytes = asString(data).replace(/\s/g, '')
  const display = `[${label}: ${mediaType}]`
  const omit = (reason: string): McpContent => ({
    parts: [
      textPart(`[Tool '${tool}' provided ${description} with mime-type: ${mediaType}; not shown, because ${reason}]`),
    ],
    display,
  })
  if (apiMimeType(mediaType) === undefined) return omit('the model cannot read that type')
  if (bytes.length > MAX_DATA_CHARACTERS) return omit('it is too large')
  if (!isBase64(bytes)) return omit('it is not valid base64')
  if (bytes.length > budget.dataCharacters) return omit('together with the other data of this result it is too large')
  budget.dataCharacters -= bytes.length
  return {
    parts: [
      textPart(`[Tool '${tool}' provided ${description} with mime-type: ${mediaType}]`),
      { kind: 'data', mimeType: mediaType, data: bytes },
    ],
    display,
  }
}
