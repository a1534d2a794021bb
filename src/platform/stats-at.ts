import { type Stats, statSync } from 'node:fs'

/** What is at a path, with links followed; undefined when nothing can be reached there, for example behind a link loop. */
export function statsAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

export const isFolderAt = (path: string): boolean => statsAt(path)?.isDirectory() ?? false
