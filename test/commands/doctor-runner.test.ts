import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeRunner } from '../../src/commands/doctor/runner-checks.ts'
import { commandLine } from './command-line.ts'

test('doctor --runner opens the isolation of this machine, and says of each part whether it works', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-runner-'))
  try {
    const { exit, out, err } = await commandLine(folder, ['doctor', '--runner'], { PATH: process.env.PATH })
    expect(err).toBe('')
    const states = [...out.matchAll(/^(\w+) +(works|missing) +\S/gm)].map(([, part, state]) => [part, state])
    expect(states.map(([part]) => part)).toEqual(['files', 'network', 'credentials', 'processes'])
    const isComplete = states.every(([, state]) => state === 'works')
    expect(exit).toBe(isComplete ? 0 : 1)
    expect(out).toContain(isComplete ? 'sandbox: required accepts it' : 'An administrator can change this:\n- ')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

const missing = (text: string, isContainer = false) => ({
  rows: [
    { part: 'files', isHeld: false, text: 'files that programs write persist' },
    { part: 'processes', isHeld: true, text: 'they end with their call' },
  ],
  text,
  isContainer,
})

test.each([
  [
    'as root: unshare failed; this system restricts user namespaces (kernel.apparmor_restrict_unprivileged_userns = 1)',
    false,
    /sysctl -w kernel\.apparmor_restrict_unprivileged_userns=0/,
  ],
  ['this system allows no user namespaces', false, /user\.max_user_namespaces=10000/],
  ['setpriv is not installed', false, /packages bash, mount and util-linux/],
  ['isolation is not supported on darwin', false, /Use a Linux runner/],
  ['mount: permission denied', true, /options: --privileged .* securityContext\.privileged: true/],
  ['mount: permission denied', false, /Run the job as root, or give its user passwordless sudo/],
])('what an administrator changes: %s (container: %s)', (text, isContainer, change) => {
  const said = describeRunner(missing(text, isContainer))
  expect(said).toMatch(
    /^files {8}missing files that programs write persist\nprocesses {4}works {3}they end with their call\n/,
  )
  expect(said).toContain(text)
  expect(said.match(change)).not.toBeNull()
  expect(said.match(/^- /gm)).toHaveLength(1)
})
