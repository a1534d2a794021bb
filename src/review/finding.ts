import type { ReviewThread } from '../github/api/reviews.ts'
import { parseCommentMarker, shortHash } from '../github/comment-marker.ts'
import type { OwnTexts } from '../github/own-text.ts'
import {
  CONFIDENCES,
  type Confidence,
  type FindingAnchor,
  type FindingDetails,
  type FindingRecord,
  SEVERITIES,
  type Severity,
} from '../github-tools/proposal.ts'
import { anchorOf } from './anchor.ts'

/**
 * `outdated`: its code is gone and no one has verified a fix. `dismissed`: a person resolved it, deleted it or answered `/dismiss`.
 * `regressed`: it was fixed and is back.
 */
export const FINDING_STATES = ['open', 'moved', 'regressed', 'outdated', 'fixed', 'dismissed'] as const
export type FindingState = (typeof FINDING_STATES)[number]

/** A finding of an earlier run, read from the hidden marker of our own comment. `path` and `line`: where GitHub shows its thread. */
export type EarlierFinding = FindingRecord & {
  /** The workflow and job that wrote it. */
  key: string
  path: string
  line: number | undefined
  /** The commit it was written for. */
  commit: string
  /** The last line it was written for. */
  originalLine: number | undefined
  thread: ReviewThread
  /** Which comments of the thread are ours. */
  ownTexts: Pick<OwnTexts, 'of'>
}

export const DEFAULT_DETAILS: FindingDetails = { severity: 'medium', category: 'other' }

/** A category as it is stored: one word. */
export const normalizeCategory = (category: string): string =>
  category
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30) || DEFAULT_DETAILS.category

/** `ordinal`: several problems of the same lines count from 0. */
const findingId = (path: string, anchor: FindingAnchor, ordinal: number): string =>
  shortHash('finding', path, `${ordinal}`, ...anchor.lines, '', ...anchor.before, '', ...anchor.after).slice(0, 12)

/** The fields of a finding in the marker of its comment. */
export function storedFinding(
  { id, severity, category, confidence, anchor }: FindingRecord,
  { commit, line }: { commit: string; line: number },
): Record<string, string | undefined> {
  return {
    f: id,
    sev: severity,
    cat: category,
    conf: confidence,
    sha: commit,
    ln: String(line),
    code: anchor.lines.join('.'),
    pre: anchor.before.join('.'),
    post: anchor.after.join('.'),
    sym: anchor.symbol,
  }
}

const hashes = (text: string | undefined): string[] =>
  (text ?? '').split('.').filter((part) => /^[0-9a-f]{6}$/.test(part))

/** The finding of a thread that this workflow opened; undefined for any other thread. */
export function earlierFinding(thread: ReviewThread, ownTexts: OwnTexts): EarlierFinding | undefined {
  const [first] = thread.comments
  const text = first && ownTexts.of(first)
  const marker = text && parseCommentMarker(text)
  if (text === undefined || marker?.kind !== 'remark') return undefined
  const finding = findingOfMarker(marker)
  if (finding === undefined) return undefined
  const title = /^\*\*(.{1,200}?)\*\*/m.exec(text.split('\n').slice(1).join('\n'))?.[1]
  return { ...finding, title, path: thread.path, line: thread.line, thread, ownTexts }
}

/** What the fields of a marker say about a finding; undefined when they are those of another comment. */
export function findingOfMarker(
  marker: Readonly<Record<string, string>>,
): Omit<EarlierFinding, 'path' | 'line' | 'thread' | 'ownTexts'> | undefined {
  const { f: id, key = '', sev, cat, conf, sha: commit = '', sym } = marker
  if (id === undefined) return undefined
  const confidence = CONFIDENCES.find((each) => each === conf)
  return {
    id,
    key,
    commit,
    severity: SEVERITIES.find((each) => each === sev) ?? DEFAULT_DETAILS.severity,
    category: normalizeCategory(cat ?? ''),
    confidence,
    anchor: { lines: hashes(marker.code), before: hashes(marker.pre), after: hashes(marker.post), symbol: sym },
    originalLine: /^\d{1,7}$/.test(marker.ln ?? '') ? Number(marker.ln) : undefined,
  }
}

/** The number of findings of each severity, for example `1 high, 3 low`. */
export function countSeverities(findings: readonly { severity: Severity }[]): string {
  const counts = SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  }))
  return counts
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}`)
    .join(', ')
}

/** What the model says about a problem. */
export type DescribedFinding = {
  severity?: Severity
  category?: string
  confidence?: Confidence
  title?: string
}

/** A new finding on lines of a file. `before` and `after`: the lines around them that are known. `isTaken`: whether another problem has an id. */
export function newFinding(
  path: string,
  { severity = DEFAULT_DETAILS.severity, category = '', confidence, title = '' }: DescribedFinding,
  { code, before, after }: { code: readonly string[]; before: readonly string[]; after: readonly string[] },
  isTaken: (id: string) => boolean = () => false,
): FindingRecord {
  const anchor = anchorOf(code, before, after)
  let ordinal = 0
  while (isTaken(findingId(path, anchor, ordinal))) ordinal += 1
  const normalized = normalizeCategory(category)
  const line = title.replace(/\s+/g, ' ').trim()
  return {
    id: findingId(path, anchor, ordinal),
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

/** Words of a text that a stated severity contradicts; undefined without any. Words in code say nothing about the problem. */
export function contradictedSeverity(body: string, severity: Severity | undefined): string | undefined {
  if (severity === undefined || severity === 'medium') return undefined
  const isMild = SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf('low')
  return (isMild ? WORSE_WORDS : MILDER_WORDS).exec(body.replace(/`[^`]*`/g, '`'))?.[0]
}

/** Words of a severity, unless they are denied: "isn't a critical problem", "nothing critical". */
const statedWords = (words: string) =>
  new RegExp(
    String.raw`(?<!(?:\b(?:no|not|never|nothing|neither|nor|without|less|hardly|barely)|n't)\s(?:(?:an?|really|that|so|very)\s){0,2})\b(?:${words})\b`,
    'i',
  )
const WORSE_WORDS = statedWords(
  'blocker|showstopper|blocks? (?:the )?(?:merge|release)|critical(?! (?:path|section)s?)|severe|must not (?:be )?merged?|remote code execution|data loss|high severity',
)
const MILDER_WORDS = statedWords(
  'nit(?:pick)?(?! ?pick)|cosmetic|purely stylistic|low severity|trivial(?= (?:issue|problem|matter|detail|style|change|nit))',
)

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
