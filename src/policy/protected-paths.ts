import { normalizeFileName } from '../platform/paths.ts'

/**
 * Files that control the next run, review or checkout. protected-paths.toml guards them before an edit; this check repeats it
 * on the paths as the commit spells them, because a tool call can spell a path in many ways.
 */
const PROTECTED: readonly RegExp[] = [
  /^\.github\/(?:workflows|actions)\//,
  /^(?:\.github\/|docs\/)?codeowners$/,
  /(?:^|\/)\.(?:gemini|agents)\//,
  /(?:^|\/)\.git(?:modules|attributes)$/,
]

/** Whether a path is one that only a rule of the repository or the workflow may open. */
export const isProtectedPath = (path: string): boolean => PROTECTED.some((pattern) => pattern.test(foldedPath(path)))

/** The path on a file system that ignores letter case, Unicode form and trailing dots. */
const foldedPath = (path: string) => path.split('/').map(normalizeFileName).join('/')

/** Whether GitHub accepts a change of this file only from a token with the permission `workflows: write`. */
export const isWorkflow = (path: string) => /^\.github\/workflows\//.test(foldedPath(path))
