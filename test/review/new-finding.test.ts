import { expect, test } from 'vitest'
import { findingText, statedSeverity } from '../../src/review/finding.ts'

test.each([
  ['🔴 The loop reads past the end.', 'critical'],
  ['**🟠 High**: it leaks.', 'high'],
  ['🟡', 'medium'],
  ['🟢 Rename it.', 'low'],
  ['**Critical** It leaks.', 'critical'],
  ['[high] It leaks.', 'high'],
  ['Nit: a word.', 'nit'],
  ['**low:** a word.', 'low'],
  ['High load breaks it.', undefined],
  ['Highly wrong: x', undefined],
  ['It is critical: x', undefined],
  ['', undefined],
])('the severity that a comment states: %s', (body, severity) => expect(statedSeverity(body)).toBe(severity))

test.each([
  ['**Title** _high · security_\n\nMore.', 'Title _high · security_'],
  ['_high · security_\n\nThe `loop` reads.\nMore.', 'The loop reads.'],
  ['<!-- sluice:v1 kind=remark key=a -->\n\n🔴 The loop.', 'The loop.'],
  ['### Loop\n\nText', 'Loop'],
  ['```suggestion\n```', 'Suggested change'],
  ['', 'Suggested change'],
])('the start of a comment as plain text: %j', (body, text) => expect(findingText(body)).toBe(text))
