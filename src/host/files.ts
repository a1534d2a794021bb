/**
 * Files as they stand in one commit somebody trusted wrote. The only way a file that steers a run is read.
 * `ref` is the full commit SHA. Paths are relative to the repository root, with forward slashes.
 * Links, submodules and names that differ only in case or Unicode form are refused, not followed.
 */
export type Reader = {
  ref: string
  /** The text of a file, or undefined when the commit has no such regular file. */
  read(path: string): Promise<string | undefined>
  /** Paths of all regular files under a folder ('' is the root), recursive, sorted. */
  list(folder: string): Promise<string[]>
  /** What was read so far, for the report. */
  loaded(): LoadedFile[]
}

export type LoadedFile = { path: string; sha: string; ref: string; bytes: number }
