import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFull } from '../sample.ts'
import { type Improvisation, improvise } from './improvised.ts'

const canIsolate =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', '--mount-proc', 'true']).status === 0

/** Builtins of bash only. The second number counts the visible processes. */
const COMMAND = 'n=0; for p in /proc/[0-9]*; do n=$((n + 1)); done; echo "hello $((6 * 7))"; echo "$n"'

const scene = (
  { setup, sandbox = 'auto' }: { setup: string; sandbox?: string },
  check: (run: Improvisation) => void,
): Promise<void> =>
  improvise(
    {
      turns: [[{ tool: 'run_shell_command', args: { command: COMMAND } }]],
      step: {
        inputs: { sandbox },
        through: ['unshare', '--mount', '--propagation', 'private', 'bash', '-c', `${setup}\nexec "$@"`, 'setup'],
      },
    },
    check,
  )

/** Either the command ran in its own namespaces, or nothing ran and the run says why. Never a command beside them. */
function expectIsolatedOrRefused({ last, said, gemini }: Improvisation) {
  const wasIsolated = said.flat().some((text) => /hello 42\n\d\b/.test(text))
  if (wasIsolated) expect(last.log).toMatch(/Programs that the model starts are isolated/)
  else {
    expect(JSON.stringify(gemini.requests.map(({ body }) => body))).not.toContain('hello 42')
    expect(last.outputs.outcome, last.log).not.toBe('ok')
    expect(last.exitCode).toBe(1)
  }
  expect(last.log).not.toMatch(/are not isolated from this job/)
  return wasIsolated
}

/** A temporary folder of the runner that is full at once, or after some files. */
const tiny = (options: string) =>
  `mkdir ../_small && mount -t tmpfs -o ${options} tmpfs ../_small && export RUNNER_TEMP="$(cd ../_small && pwd)"`

for (const inodes of isFull ? [4, 8, 12, 16, 24, 32, 48] : [8])
  test.runIf(canIsolate).concurrent(`a temporary folder with room for ${inodes} files`, () =>
    scene({ setup: tiny(`nr_inodes=${inodes},size=1m`) }, (run) => {
      if (!expectIsolatedOrRefused(run)) expect(run.last.outputs.error).toMatch(/no space left|ENOSPC|disk is full/i)
    }),
  )

for (const sandbox of isFull ? ['auto', 'required'] : ['required'])
  test
    .runIf(canIsolate)
    .concurrent(`a full disk ends the run, with sandbox: ${sandbox}`, () =>
      scene(
        { setup: `${tiny('size=64k')}; head -c 40k /dev/zero > "$RUNNER_TEMP/other"`, sandbox },
        (run) => void expectIsolatedOrRefused(run),
      ),
    )

const BROKEN: [name: string, setup: string][] = [
  ['missing', 'PATH="/nowhere/at/all:$PATH"'],
  ['unreadable', 'mkdir -m 0 ../closed; PATH="$(cd .. && pwd)/closed:$PATH"'],
  ['a file', 'echo x > ../file; PATH="$(cd .. && pwd)/file:$PATH"'],
  ['a link loop', 'ln -s loop ../loop; PATH="$(cd .. && pwd)/loop:$PATH"'],
  ['relative', 'PATH="bin:../bin:$PATH"'],
  ['empty', 'PATH=":$PATH:"'],
  [
    'a folder with programs of these names',
    'mkdir ../fake; for n in unshare mount setpriv nsenter env sudo git ip timeout; do printf "#!/bin/sh\\necho fooled > $PWD/fooled\\nexit 0\\n" > ../fake/$n; chmod +x ../fake/$n; done; PATH="$(cd .. && pwd)/fake:$PATH"',
  ],
  ['a name with odd characters', `mkdir "../a'b \\" \\\\ c"; PATH="$(cd .. && pwd)/a'b \\" \\\\ c:$PATH"`],
]
/** `npm test` has them all in one PATH. */
const PATHS = isFull ? BROKEN : [['in many ways broken', BROKEN.map(([, setup]) => setup).join('\n')] as const]
for (const [name, setup] of PATHS)
  test.runIf(canIsolate).concurrent(`an entry of PATH that is ${name}`, () =>
    scene({ setup: `${setup}; export PATH`, sandbox: 'required' }, (run) => {
      expectIsolatedOrRefused(run)
      expect(run.said.flat().join('\n'), run.last.log).toContain('hello 42')
      expect(existsSync(join(run.repository.workspace, 'fooled'))).toBe(false)
    }),
  )
