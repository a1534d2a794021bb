/** A part of a text, in UTF-16 offsets. */
export type TextRange = { start: number; end: number }

/** A part of a source text and what replaces it. */
export type TextEdit = TextRange & { text: string }

/** The edits in order, without those that begin inside another. Of two that begin together, the longer one stays. */
export function outermostEdits<Edit extends TextRange>(edits: readonly Edit[]): Edit[] {
  const result: Edit[] = []
  let end = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < end) continue
    result.push(edit)
    end = edit.end
  }
  return result
}

/** Applies the edits. Skips edits that begin inside another. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  let end = 0
  let result = ''
  for (const edit of outermostEdits(edits)) {
    result += source.slice(end, edit.start) + edit.text
    end = edit.end
  }
  return result + source.slice(end)
}

/** The edits in order. An edit that overlaps the one before extends it: everything they cover is removed. */
export function mergedEdits(edits: readonly TextEdit[]): TextEdit[] {
  const result: TextEdit[] = []
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1)
    if (last === undefined || edit.start >= last.end) result.push(edit)
    else if (edit.end > last.end) result[result.length - 1] = { ...last, end: edit.end }
  }
  return result
}
