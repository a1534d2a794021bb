import { readFileSync } from 'node:fs'
import { isFolderAt } from '../stats-at.ts'

/** All folders with a mount, from the kernel's list, which writes white space in octal. */
export function mountPoints(): string[] {
  const points = readFileSync('/proc/self/mountinfo', 'utf8').split('\n').filter(Boolean)
  const paths = points.map((each) =>
    (each.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    ),
  )
  return [...new Set(paths)].filter((path) => isFolderAt(path))
}
