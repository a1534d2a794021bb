import { filesChangedBetween } from '../github/api/compare-commits.ts'
import type { GitHub } from '../github/api/github.ts'
import type { ReviewThread } from '../github/api/reviews.ts'
import { earlierFinding } from './finding.ts'
import { dismissers, type HeadFiles, type PlacedFinding, placeFinding } from './place-finding.ts'
import { deletedFindings } from './recorded-findings.ts'

/** The pull request of a review, at the commits of its event. */
export type ReviewedPull = { number: number; base: string; head: string }
export type FindingsGitHub = Pick<GitHub, 'viewer' | 'reviews' | 'compare' | 'content' | 'permission'>

/** Files in which code that left its own file is looked for, at most. */
const MAX_SEARCHED = 20

/** The findings of earlier reviews, placed in the head. Rejects with GitHubError. */
export async function readFindings(
  threads: readonly ReviewThread[],
  { number, base, head }: ReviewedPull,
  github: FindingsGitHub,
): Promise<PlacedFinding[]> {
  const [viewer, reviews] = await Promise.all([github.viewer(), github.reviews(number)])
  const open = threads.flatMap((thread) => earlierFinding(thread, viewer) ?? [])
  const findings = [...open, ...deletedFindings(reviews, viewer, new Set(open.map(({ id }) => id)))]
  if (findings.length === 0) return []
  const [files, mayDismiss] = await Promise.all([
    filesChangedBetween(base, head, github),
    writersAmong(findings.flatMap(dismissers), github),
  ])
  const renames = new Map(
    (files ?? []).flatMap(({ path, previousPath }) =>
      previousPath === undefined ? [] : [[previousPath, path] as const],
    ),
  )
  const paths = (files ?? []).filter(({ status }) => status !== 'removed').map(({ path }) => path)
  const added = (files ?? []).filter(({ status }) => status === 'added').map(({ path }) => path)
  const toRead = new Set(findings.flatMap(({ path }) => [path, renames.get(path) ?? path]))
  const texts = await readTexts([...toRead], head, github)
  const isMissing = findings.some(({ path }) => texts.get(path) === undefined && !renames.has(path))
  if (isMissing)
    for (const [path, text] of await readTexts(added.slice(0, MAX_SEARCHED), head, github)) texts.set(path, text)
  const headFiles: HeadFiles = {
    text: (path) => texts.get(path),
    renamed: (path) => renames.get(path),
    paths: paths.filter((path) => texts.has(path)),
  }
  return findings.map((finding) => placeFinding(finding, headFiles, mayDismiss))
}

async function readTexts(
  paths: readonly string[],
  head: string,
  github: FindingsGitHub,
): Promise<Map<string, string | undefined>> {
  const read = async (path: string) => {
    const content = await github.content(path, head).catch(() => undefined) // the file may be gone
    return [path, content?.kind === 'file' ? content.bytes?.toString('utf8') : undefined] as const
  }
  return new Map(await Promise.all(paths.map(read)))
}

async function writersAmong(users: readonly string[], github: FindingsGitHub): Promise<Set<string>> {
  const checked = await Promise.all(
    [...new Set(users)].slice(0, 10).map(async (user) => {
      const permission = await github.permission(user).catch(() => 'none' as const) // unknown rights are no rights
      return /^(?:admin|maintain|write)$/.test(permission) ? [user] : []
    }),
  )
  return new Set(checked.flat())
}
