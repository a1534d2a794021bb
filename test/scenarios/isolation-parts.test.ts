import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isFull, sample } from '../sample.ts'
import { type Improvisation, improvise } from './improvised.ts'
import { processesNamed } from './processes-named.ts'

const isRoot = process.getuid?.() === 0
const canIsolate =
  process.platform === 'linux' &&
  isRoot &&
  spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', '--mount-proc', 'true']).status === 0

/** A job whose root user lacks one capability, as in a container: the part that needs it cannot be had. */
const without = (capability: string) => ['setpriv', '--inh-caps=-all', `--bounding-set=-${capability}`, '--']
const LACKING: [part: string, capability: string, consequence: string][] = [
  ['network', 'net_admin', 'programs use the network of this machine'],
  ['files', 'sys_chroot', 'files that programs write persist'],
]
const PARTS = ['files', 'network', 'credentials', 'processes']

const scene = (
  {
    sandbox,
    through,
    commands = ['echo hello'],
  }: { sandbox: string; through?: string[]; commands?: readonly string[] },
  check: (run: Improvisation & { comment: string }) => void,
) =>
  improvise(
    {
      turns: commands.map((command) => [{ tool: 'run_shell_command', args: { command } }]),
      step: { inputs: { sandbox }, through },
    },
    (run) => {
      const { comments, viewer } = run.github.world
      check({ ...run, comment: comments.find(({ user }) => user === viewer)?.body ?? '' })
    },
  )

for (const [part, capability, consequence] of sample(LACKING, 1)) {
  test.runIf(canIsolate).concurrent(`without ${capability}, ${part} is not held and the other parts are`, () =>
    scene({ sandbox: 'auto', through: without(capability) }, ({ last, said, comment }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      expect(said[0]?.[0]).toContain('hello')
      const warnings = last.commands.filter(({ name }) => name === 'warning').map(({ message }) => message)
      expect(warnings).toEqual([
        expect.stringMatching(new RegExp(`^Programs that the model starts have no isolation of ${part}: .+\\.`)),
      ])
      for (const text of [comment, last.summary]) {
        expect(text).toContain('| Isolation of programs |  |  |\n| --- | --- | --- |\n')
        for (const each of PARTS)
          expect(text).toContain(each === part ? `| ${part} | **not held** | ${consequence}: ` : `| ${each} | held | `)
      }
    }),
  )

  if (!isFull) continue
  test.runIf(canIsolate).concurrent(`sandbox: required refuses where only ${part} is not held`, () =>
    scene({ sandbox: 'required', through: without(capability) }, ({ last, gemini }) => {
      expect(last.outputs.outcome, last.log).toBe('security')
      expect(gemini.requests).toEqual([])
      expect(last.outputs.error).toMatch(new RegExp(`cannot be isolated on this machine: ${part}: .+Nothing ran`))
    }),
  )
}

/** A job in which nothing can be mounted, as in a container with a profile of AppArmor. */
const withoutMounts = [
  ...['unshare', '--mount', '--propagation', 'private', 'bash', '-c'],
  `printf '#!/bin/sh\\necho "mount: permission denied" >&2; exit 32\\n' > ../mount; chmod 755 ../mount
mount --bind ../mount "$(realpath "$(command -v mount)")" && exec "$@"`,
  'setup',
]
test.runIf(canIsolate).concurrent('without mounts, processes are held and the other parts are not', async () => {
  const name = `left-${randomBytes(6).toString('hex')}`
  const daemon = `setsid env -i /bin/bash -c 'exec -a ${name} sleep 300' >/dev/null 2>&1 & sleep 0.2; echo started`
  await scene(
    { sandbox: 'auto', through: withoutMounts, commands: [daemon, 'kill -TERM $$'] },
    ({ last, said, comment }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      expect(said[0]?.[0]).toContain('started')
      expect(said[1]?.[0]).toContain('Signal: SIGTERM')
      expect(processesNamed(name)).toEqual([])
      expect(last.log).toMatch(/no isolation of files, network, credentials: .*permission denied/)
      for (const part of PARTS)
        expect(comment).toContain(part === 'processes' ? '| processes | held | ' : `| ${part} | **not held** | `)
    },
  )
})

test.runIf(canIsolate).concurrent('sandbox: required refuses where nothing can be mounted', () =>
  scene({ sandbox: 'required', through: withoutMounts }, ({ last, gemini }) => {
    expect(last.outputs.outcome, last.log).toBe('security')
    expect(gemini.requests).toEqual([])
    expect(last.outputs.error).toMatch(/files: .+network: .+credentials: .+Nothing ran/)
  }),
)

test.runIf(canIsolate)('if all parts of isolation work, one line says so', () =>
  scene({ sandbox: 'auto' }, ({ last, comment }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(last.commands.filter(({ name }) => name === 'warning')).toEqual([])
    for (const text of [comment, last.summary]) {
      expect(text).not.toContain('| Isolation of programs |')
      expect(text.match(/^.*isolat.*$/gim)).toEqual([
        expect.stringMatching(
          /^- Programs were isolated: files \(.*\), network \(.*\), credentials \(.*\), processes \(/,
        ),
      ])
    }
  }),
)

test('if isolation is unavailable, the reason appears once and every part is named', () =>
  scene(
    { sandbox: 'auto', through: process.platform === 'linux' && isRoot ? without('sys_admin') : undefined },
    ({ last, comment }) => {
      if (!isRoot) return
      expect(last.outputs.outcome, last.log).toBe('ok')
      expect(comment.match(/not isolated from this job/g)).toHaveLength(1)
      for (const part of PARTS) expect(comment).toContain(`| ${part} | **not held** | `)
    },
  ))
