import { type Confidence, type FindingRecord, SEVERITIES, type Severity } from '../github-tools/proposal.ts'
import { anchorOf } from './anchor.ts'
import { DEFAULT_DETAILS, findingId, normalizeCategory } from './finding.ts'

/** What the model says about a problem. */
export type DescribedFinding = {
  severity?: Severity
  category?: string
  confidence?: Confidence
  title?: string
}

/** A new finding on lines of a file. `before` and `after`: the lines around them that are known. */
export function newFinding(
  path: string,
  { severity = DEFAULT_DETAILS.severity, category = '', confidence, title = '' }: DescribedFinding,
  { code, before, after }: { code: readonly string[]; before: readonly string[]; after: readonly string[] },
): FindingRecord {
  const anchor = anchorOf(code, before, after)
  const normalized = normalizeCategory(category)
  const line = title.replace(/\s+/g, ' ').trim()
  return {
    id: findingId(path, normalized, anchor),
    severity,
    category: normalized,
    confidence,
    title: line === '' ? undefined : line,
    anchor,
  }
}

/** How workflows written for run-gemini-cli mark severities, at the start of a comment. */
const SEVERITY_SIGNS: Readonly<Record<string, Severity>> = {
  '🔴': 'critical',
  '🟠': 'high',
  '🟡': 'medium',
  '🟢': 'low',
}
const SIGNS = Object.keys(SEVERITY_SIGNS).join('')
const STATED_SEVERITY = new RegExp(
  String.raw`^[\s*_[(]*(?:(?<sign>[${SIGNS}])|(?<word>critical|high|medium|low|nit)(?:[\])*_]*:|[\])]|\*\*))`,
  'iu',
)
const MARKUP = new RegExp(String.raw`^[#>\s${SIGNS}]+|[*\x60]`, 'gu')

/** The severity that a comment starts with: `🟠`, `**High**`, `[high]` or `high:`. */
export function statedSeverity(body: string): Severity | undefined {
  const { sign = '', word = '' } = STATED_SEVERITY.exec(body)?.groups ?? {}
  return SEVERITY_SIGNS[sign] ?? SEVERITIES.find((severity) => severity === word.toLowerCase())
}

/** The start of an inline comment as plain text on one line, without its marker and heading. */
export function findingText(body: string): string {
  const lines = body.split('\n').map((line) => line.replace(MARKUP, '').trim())
  const isText = (line: string) =>
    line !== '' && !/^(?:<!--.*-->|_[a-z]+(?: · [a-z\d-]+)?_|~~~.*|suggestion)$/.test(line)
  return lines.find(isText) ?? 'Suggested change'
}

/** The first line of a comment that has a title or a severity, as Markdown; empty without both. */
export function findingHeading({ title = '', severity, category = '' }: DescribedFinding): string {
  const line = title.replace(/[\s*]+/g, ' ').trim()
  const facts = [severity === undefined ? '' : severity, category.trim() === '' ? '' : normalizeCategory(category)]
  const shown = severity === undefined ? '' : `_${facts.filter(Boolean).join(' · ')}_`
  return [line === '' ? '' : `**${line}**`, shown].filter(Boolean).join(' ')
}
