import type { ReviewThread } from '../github/api/reviews.ts'
import { parseCommentMarker, shortHash } from '../github/comment-marker.ts'
import {
  CONFIDENCES,
  type FindingAnchor,
  type FindingDetails,
  type FindingRecord,
  SEVERITIES,
} from '../github-tools/proposal.ts'

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
}

export const DEFAULT_DETAILS: FindingDetails = { severity: 'medium', category: 'other' }

/** How many lines of the code, and of its surroundings on each side, an anchor keeps. */
export const ANCHOR_LINES = 8
export const ANCHOR_NEIGHBORS = 3

/** A category as it is stored: one word. */
export const normalizeCategory = (category: string): string =>
  category
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30) || DEFAULT_DETAILS.category

export const findingId = (path: string, category: string, anchor: FindingAnchor): string =>
  shortHash('finding', path, category, ...anchor.lines, '', ...anchor.before, '', ...anchor.after).slice(0, 12)

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

/**
 * The finding of a thread that this action opened, or only this job with its `key`; undefined for any other thread. `viewer`: the account of the token, which alone can
 * have written the marker. A marker of another author does not count.
 */
export function earlierFinding(thread: ReviewThread, viewer: string, key?: string): EarlierFinding | undefined {
  const [first] = thread.comments
  const marker = first?.author === viewer ? parseCommentMarker(first.body) : undefined
  if (first === undefined || marker?.kind !== 'remark' || (key !== undefined && marker.key !== key)) return undefined
  const finding = findingOfMarker(marker)
  if (finding === undefined) return undefined
  const title = /^\*\*(.{1,200}?)\*\*/m.exec(first.body.split('\n').slice(1).join('\n'))?.[1]
  return { ...finding, title, path: thread.path, line: thread.line, thread }
}

/** What the fields of a marker say about a finding; undefined when they are those of another comment. */
export function findingOfMarker(
  marker: Readonly<Record<string, string>>,
): Omit<EarlierFinding, 'path' | 'line' | 'thread'> | undefined {
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
