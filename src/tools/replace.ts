import { z } from 'zod'
import type { Workspace } from '../host/files.ts'
import type { Place } from '../host/place.ts'
import type { Ask } from '../model/types.ts'
import { correctionOf } from './correction.ts'
import { usualEnd } from './line-ends.ts'
import { applyMatches, closest, type Find, findByLines, findExact, type Match } from './matching.ts'
import { findUnescaped } from './matching-escapes.ts'
import { findInOtherForm } from './matching-forms.ts'
import { findByTokens, findSimilar } from './matching-loose.ts'
import { placeholdersIn } from './placeholder.ts'
import { readText, type TextFile, writeText } from './text-file.ts'
import { defineTool, failed, type Tool, type ToolResult } from './tool.ts'

const input = z.object({
  file_path: z
    .string()
    .refine((path) => path.trim() !== '', "The 'file_path' parameter must be non-empty.")
    .describe('Path of the file to change, relative to the repository root.'),
  old_string: z
    .string()
    .describe(
      'The text to replace, exactly as it stands in the file: white space, indentation and line breaks included, nothing escaped. Take enough lines around the change to make it unique. Empty only to create a new file.',
    ),
  new_string: z.string().describe('The text to put there, complete and ready to stand in the file. Empty to delete.'),
  instruction: z.string().optional().describe('What the change is for, in a sentence or two.'),
  allow_multiple: z
    .boolean()
    .optional()
    .describe('true: replace every occurrence. Default: there must be exactly one.'),
  expected_replacements: z
    .int()
    .min(1)
    .optional()
    .describe('Replace every occurrence, and only if there are this many.'),
})

type Input = z.output<typeof input>

/**
 * Changes a stretch of a file, found by its text. Nothing but the matched text changes. With `correcting`, a model is asked
 * what an edit meant whose text stands nowhere, or more often than expected.
 */
export function replace(files: Workspace, correcting?: Ask): Tool {
  const tool = defineTool({
    name: 'replace',
    aliases: ['smart_edit', 'edit', 'Edit', 'EditTool', 'SmartEdit', 'SmartEditTool', 'str_replace'],
    description:
      'Replaces text in a file. By default old_string must occur exactly once; if it is not found as written, lines that differ only in surrounding white space are accepted. Encoding and line ends of the file are kept. With an empty old_string it creates a new file. Read the file first.',
    annotations: { destructiveHint: true },
    renamed: { absolute_path: 'file_path', path: 'file_path' },
    input,
    async run(args, signal) {
      const at = await files.resolve(args.file_path, 'write')
      if (!at.ok) return at
      const omitted = omissions(args)
      if (omitted !== undefined) return failed('invalid_tool_params', omitted)
      const file = await readText(files, at)
      if (file !== undefined && 'ok' in file) return file
      if (file === undefined)
        return args.old_string === ''
          ? writeText(
              files,
              at,
              undefined,
              args.new_string,
              () => `Created new file: ${at.path} with provided content.`,
            )
          : failed(
              'file_not_found',
              `File not found: ${at.shown}. Cannot apply edit. Check the path with glob, or use an empty old_string to create a new file.`,
            )
      const edited = edit(file, args)
      if (!edited.ok)
        return correcting === undefined ? edited : corrected(files, at, file, args, edited, correcting, signal)
      const count = `Successfully modified file: ${at.path} (${edited.count} replacements).${edited.note}`
      return writeText(files, at, file, edited.text, (snippet) => `${count} Here is the updated code:\n${snippet}`)
    },
  })
  // The name promises a reason for every edit.
  const strict: Tool = {
    ...tool,
    parse: (args) =>
      args.instruction === undefined
        ? { ok: false, text: "params must have required property 'instruction'" }
        : tool.parse(args),
  }
  return { ...tool, as: (alias) => (alias === 'smart_edit' ? strict : tool) }
}

/** The ways of finding what a call means, in the order they are tried; the first that finds anything decides. */
const STAGES: readonly Find[] = [findExact, findInOtherForm, findByLines, findUnescaped, findByTokens, findSimilar]

type Edited = { ok: true; text: string; count: number; note: string } | (ToolResult & { ok: false })

function edit(file: TextFile, args: Input): Edited {
  const { old_string: old, new_string: replacement, file_path: path } = args
  if (old === '')
    return failed(
      'attempt_to_create_existing_file',
      `File already exists, cannot create: ${path}. Give the text to replace in old_string, or use write_file to overwrite it.`,
    )
  if (old === replacement)
    return failed('edit_no_change', `No changes to apply. The old_string and new_string are identical in file: ${path}`)
  const { matches, text, stage } = find(file.text, old, replacement)
  if (matches.length === 0) return failed('edit_no_occurrence_found', notFound(path, file.text, old))
  const wrong = wrongCount(path, file.text, matches, args)
  if (wrong !== undefined) return failed('edit_expected_occurrence_mismatch', wrong)
  const edited = text(matches)
  if (edited === file.text)
    return failed(
      'edit_no_change',
      `No changes to apply. The new content is identical to the current content in file: ${path}`,
    )
  return { ok: true, text: edited, count: matches.length, note: noteOf(stage, file.text, matches) }
}

/** The failed edit as a second look understands it; where that does not help, the failure stands as it was. */
async function corrected(
  files: Workspace,
  at: Place,
  file: TextFile,
  args: Input,
  failure: ToolResult & { ok: false },
  ask: Ask,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (failure.why !== 'edit_no_occurrence_found' && failure.why !== 'edit_expected_occurrence_mismatch') return failure
  const { old_string: old, new_string: replacement, instruction = 'Apply the requested edit.' } = args
  const meant = { path: at.shown, text: file.text, old, replacement, instruction, why: failure.text }
  const correction = await correctionOf(meant, ask, signal)
  if (correction === undefined) return failure
  if (correction.kind === 'unneeded')
    return failed(
      'edit_no_change_llm_judgement',
      `A second look found that no change is needed: ${correction.explanation} The edit as given failed: ${failure.text}`,
    )
  // Something else may have written to the file while the model was thinking.
  const now = await readText(files, at)
  if (now === undefined || 'ok' in now) return failure
  const mended = { ...args, old_string: correction.old, new_string: correction.replacement }
  const edited = omissions({ ...mended, old_string: old }) === undefined ? edit(now, mended) : failure
  if (!edited.ok) return failure
  const count = `Successfully modified file: ${at.path} (${edited.count} replacements).${edited.note}`
  const note = ` The text given was not found as written, so this was done instead: ${correction.explanation}`
  return writeText(files, at, now, edited.text, (snippet) => `${count}${note} Here is the updated code:\n${snippet}`)
}

type Found = { matches: Match[]; text: (matches: Match[]) => string; stage: Find }

/**
 * Where `old` stands, and how matches become the new text. An `old` that spells out `\r\n` is taken by the letter; where it
 * does not stand like that, neither text means its line ends.
 */
function find(raw: string, old: string, replacement: string): Found {
  if (old.includes('\r\n')) {
    const matches = findExact(raw, old, replacement)
    if (matches.length > 0) return { matches, text: (found) => splice(raw, found), stage: findExact }
  }
  const plain = raw.replaceAll('\r\n', '\n')
  const fresh = old.includes('\r\n') ? replacement.replaceAll('\r\n', '\n') : replacement
  for (const stage of STAGES) {
    const matches = stage(plain, old.replaceAll('\r\n', '\n'), fresh)
    if (matches.length > 0) return { matches, text: (found) => applyMatches(raw, found, usualEnd(raw)), stage }
  }
  return { matches: [], text: () => raw, stage: findExact }
}

/** Says what was taken for the text sought, so that a wrong guess is seen. */
function noteOf(stage: Find, raw: string, matches: readonly Match[]): string {
  if (stage === findUnescaped) return ' old_string was escaped once too often; both texts were taken without that.'
  if (stage !== findSimilar) return ''
  const plain = raw.replaceAll('\r\n', '\n')
  const ranges = matches.map(({ start, end }) => {
    const first = lineAt(plain, start)
    const last = lineAt(plain, Math.max(start, end - 1))
    return first === last ? `${first}` : `${first}-${last}`
  })
  return ` Applied fuzzy match at ${matches.length === 1 ? 'line' : 'lines'} ${ranges.join(', ')}.`
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

function splice(text: string, matches: readonly Match[]): string {
  let from = 0
  let result = ''
  for (const match of matches) {
    result += text.slice(from, match.start) + match.text
    from = match.end
  }
  return result + text.slice(from)
}

function wrongCount(path: string, text: string, matches: readonly Match[], args: Input): string | undefined {
  const expected = args.expected_replacements ?? (args.allow_multiple ? undefined : 1)
  if (expected === undefined || matches.length === expected) return undefined
  const plain = text.replaceAll('\r\n', '\n')
  const lines = matches.slice(0, 20).map((match) => lineAt(plain, match.start))
  const all =
    args.expected_replacements === undefined
      ? "set 'allow_multiple' to true to replace them all."
      : `set 'expected_replacements' to ${matches.length} to replace them all.`
  const advice =
    expected === 1 ? `Add lines of context to old_string until it is unique, or ${all}` : `Nothing was changed; ${all}`
  return `Failed to edit, Expected ${expected} ${expected === 1 ? 'occurrence' : 'occurrences'} but found ${matches.length} for old_string in file: ${path}. They start at lines ${lines.join(', ')}${matches.length > lines.length ? '…' : ''}. ${advice}`
}

const MOST_SHOWN = 30

function notFound(path: string, text: string, old: string): string {
  const said = `Failed to edit, 0 occurrences found for old_string in ${path}. No edits made. Ensure you're not escaping content incorrectly and check whitespace, indentation, and context. Use read_file tool to verify.`
  const near = closest(text.replaceAll('\r\n', '\n'), old)
  if (near === undefined) return said
  const shown = near.lines.slice(0, MOST_SHOWN).join('\n')
  return `${said}\nThe closest text starts at line ${near.first}:\n${shown}`
}

/** Placeholders the old text had too are real text of the file. */
function omissions(args: Input): string | undefined {
  const known = placeholdersIn(args.old_string)
  const fresh = placeholdersIn(args.new_string).find((line) => !known.includes(line))
  return fresh === undefined
    ? undefined
    : `\`new_string\` contains an omission placeholder (for example '${fresh}'). Provide exact literal replacement text.`
}
