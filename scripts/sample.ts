/**
 * `npm run sample [NAME]`: makes pond/, or another folder of samples/, a repository in which the commands of the README and of the pages in
 * docs/ run as they are printed. It has no package.json, so `npx sluice` finds the package in the checkout around it.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { devNull } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

export function makeSample(folder: string, name = 'pond'): void {
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(ROOT, 'samples', name), folder, { recursive: true })
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Wendy', '-c', 'user.email=wendy@example.com', ...args], { cwd: folder, env })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all', '--force')
  git('commit', '--quiet', '--message=A sample for Sluice')
}

if (import.meta.main) {
  const [name = 'pond'] = process.argv.slice(2)
  makeSample(join(ROOT, name), name)
  console.log(`The sample repository is in ${name}/.`)
}
