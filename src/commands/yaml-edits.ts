import { isAlias, isMap, stringify } from 'yaml'
import { mapOf } from '../config/workflow-file.ts'
import type { TextEdit } from '../text/text-edit.ts'
import type { StepSource, WorkflowSource, YamlPath } from './workflow-source.ts'

// Edits of a workflow's text. They keep comments and layout, because everything around them stays as it is.

const lineEnd = (text: string, offset: number): number => {
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end
}

/** A value on one line, quoted where YAML needs it. */
const scalarText = (value: string | boolean): string => stringify(value, { lineWidth: 0 }).trimEnd()

/** Adds inputs to a step, on the first lines of `with`. Undefined when `with` is an alias, which other steps share. */
export function addInputs(
  source: WorkflowSource,
  { step, path }: StepSource,
  inputs: Readonly<Record<string, string | boolean>>,
): TextEdit[] | undefined {
  const entries = Object.entries(inputs).map(([name, value]) => `${name}: ${scalarText(value)}`)
  const [first] = Object.keys(mapOf(step.with)).filter((key) => key !== '<<')
  const values = source.nodeAt([...path, 'with'])
  if (entries.length === 0) return []
  if (isAlias(values) || isAlias(source.nodeAt(path))) return undefined
  if (first === undefined) return addWith(source, path, entries)
  const { offset, column } = source.startOf([...path, 'with', first])
  if (isMap(values) && values.flow === true) return [{ start: offset, end: offset, text: `${entries.join(', ')}, ` }]
  const end = lineEnd(source.text, source.startOf([...path, 'with']).offset)
  return [{ start: end, end, text: entries.map((entry) => `\n${' '.repeat(column)}${entry}`).join('') }]
}

function addWith(source: WorkflowSource, path: YamlPath, entries: readonly string[]): TextEdit[] | undefined {
  const step = source.nodeAt(path)
  const uses = source.nodeAt([...path, 'uses'])?.range
  // An empty `with:` would be there twice.
  if (uses == null || source.nodeAt([...path, 'with']) !== undefined) return undefined
  if (isMap(step) && step.flow === true)
    return [{ start: uses[1], end: uses[1], text: `, with: { ${entries.join(', ')} }` }]
  const indent = ' '.repeat(source.startOf([...path, 'uses']).column)
  const end = lineEnd(source.text, uses[1])
  const lines = entries.map((entry) => `\n${indent}  ${entry}`).join('')
  return [{ start: end, end, text: `\n${indent}with:${lines}` }]
}

/** Adds lines before the entry of a map, with its indentation. */
export function lineBefore(source: WorkflowSource, path: YamlPath, line: string): TextEdit {
  const { offset, column } = source.startOf(path)
  const indent = ' '.repeat(column)
  return { start: offset, end: offset, text: `${line.replaceAll('\n', `\n${indent}`)}\n${indent}` }
}

/** The whole lines of an entry that shares none of them; undefined for an entry of a flow map. */
function entryLines(source: WorkflowSource, path: YamlPath): { start: number; end: number } | undefined {
  const { offset, column } = source.startOf(path)
  const range = source.nodeAt(path)?.range
  if (range == null || source.text.slice(offset - column, offset).trim() !== '') return undefined
  const last = Math.max(range[1] - 1, offset)
  const end = source.text[last] === '\n' ? last : lineEnd(source.text, last)
  return { start: offset - column, end }
}

/** Removes an entry of a flow map, with the comma after it, else before it. Other spaces and lines stay. */
function removeFlowEntry(source: WorkflowSource, path: YamlPath): TextEdit[] {
  const map = source.nodeAt(path.slice(0, -1))
  const range = source.nodeAt(path)?.range
  if (!isMap(map) || map.flow !== true || range == null) return []
  const { offset } = source.startOf(path)
  const after = /^[ \t]*,[ \t]*/.exec(source.text.slice(range[1]))
  const before = after === null ? /,\s*$/.exec(source.text.slice(0, offset)) : null
  return [{ start: offset - (before?.[0].length ?? 0), end: range[1] + (after?.[0].length ?? 0), text: '' }]
}

/** Removes an entry, with its lines where it shares none. Gives no edit for an entry with a comment. */
export function removeEntry(source: WorkflowSource, path: YamlPath): TextEdit[] {
  const flow = removeFlowEntry(source, path)
  if (flow.length > 0) return flow
  const lines = entryLines(source, path)
  const range = source.nodeAt(path)?.range
  if (lines === undefined || range == null || source.text.slice(range[1], lines.end).includes('#')) return []
  return [{ start: lines.start, end: Math.min(lines.end + 1, source.text.length), text: '' }]
}

/** Turns the lines of an entry into comments, below a line that says why. */
export function commentOut(source: WorkflowSource, path: YamlPath, reason: string): TextEdit[] {
  const lines = entryLines(source, path)
  if (lines === undefined) return []
  const { column } = source.startOf(path)
  const indent = ' '.repeat(column)
  const text = source.text
    .slice(lines.start, lines.end)
    .split('\n')
    .map((line) => `${indent}# ${line.slice(Math.min(column, line.length - line.trimStart().length))}`.trimEnd())
    .join('\n')
  return [{ ...lines, text: `${indent}# ${reason}\n${text}` }]
}

/** Replaces the text of a value, inside its quotes. */
export function replaceInValue(source: WorkflowSource, path: YamlPath, from: string, to: string): TextEdit[] {
  const range = source.nodeAt(path)?.range
  if (range == null) return []
  const index = source.text.slice(range[0], range[1]).indexOf(from)
  return index < 0 ? [] : [{ start: range[0] + index, end: range[0] + index + from.length, text: to }]
}
