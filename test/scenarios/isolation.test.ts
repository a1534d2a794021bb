import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { type Improvisation, improvise } from './improvised.ts'
import { processesNamed } from './processes-named.ts'
import type { StepFile } from './scenario.ts'

/** A model that wants to run these commands, one a turn, under rules that allow everything. */
const played = (
  commands: readonly Command[],
  step: Partial<StepFile>,
  check: (run: Omit<Improvisation, 'said'> & { said: string[] }) => void,
) =>
  improvise({ turns: commands.map((args) => [{ tool: 'run_shell_command', args }]), step }, (run) =>
    check({ ...run, said: run.said.flat() }),
  )
type Command = { command: string; is_background?: boolean }

const isRoot = process.getuid?.() === 0
const namespaces = (options: string[]) =>
  process.platform === 'linux' &&
  spawnSync('unshare', [...options, '--mount', '--pid', '--fork', '--mount-proc', 'true']).status === 0
const there = isRoot
  ? namespaces([])
  : namespaces(['--user', '--map-root-user']) || spawnSync('sudo', ['-n', 'true']).status === 0

test.concurrent('E01, E03, E13, F07, P09, R05: the shell finds no secret and changes nothing outside', async () => {
  const daemon = `daemon-${randomBytes(6).toString('hex')}`
  const commands = [
    {
      command: `env; cat /proc/*/environ | tr '\\0' '\\n'; for p in /proc/[0-9]*; do tr '\\0' ' ' < $p/cmdline; echo; done`,
    },
    {
      command: `cat .git/config .git/modules/*/config; ls -AR ../_temp; echo end`,
    },
    {
      command: `for f in ../_temp/*/* ../_temp/*; do echo EVIL=1 >> "$f"; done; echo EVIL=1 >> "\${GITHUB_ENV:-/nowhere/env}"; echo end`,
    },
    {
      command:
        'sudo -n true && echo got root; gh auth status && echo got in; grep NoNewPrivs /proc/self/status; echo end',
    },
    { command: `setsid env -i /bin/bash -c 'exec -a ${daemon} sleep 9999' > /dev/null 2>&1 & sleep 0.1; echo started` },
    { command: 'kill -TERM $$' },
    { command: 'exit 7' },
    { command: 'echo kept > left.txt; pwd' },
  ]
  await played(commands, { inputs: { sandbox: 'auto' } }, ({ last, said, repository }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(said[4]).toContain('started')
    expect(said[5]).toContain('Signal: SIGTERM')
    expect(said[6]).toContain('Exit Code: 7')
    expect(said[7]).toContain(repository.workspace)
    expect(readFileSync(join(repository.workspace, 'left.txt'), 'utf8')).toBe('kept\n')
    expect(last.leftBehind).toBe('')
    if (!there) {
      for (const pid of processesNamed(daemon)) process.kill(Number(pid), 'SIGKILL')
      return expect(last.log).toMatch(/not isolated from this job/)
    }

    expect(processesNamed(daemon)).toEqual([])

    expect(last.log).toMatch(/Programs that the model starts are isolated/)
    // Redaction would hide a secret that was there to be read.
    for (const text of said) expect(text).not.toMatch(/\[redacted\]|INPUT_|ACTIONS_/)
    expect(said[0]).toContain('PATH=')
    expect(said[0]).not.toMatch(/vitest|dist\/index\.js/)
    expect(said[1]).toContain('[remote "origin"]')
    // In the runner's folder a command sees only the two result files of the run; none is passed on here.
    expect(said[1]).not.toMatch(/extraheader|event\.json|_runner_file_commands|transcript/)
    expect(said[1]).toMatch(/results-\w+:\nenv\noutput\n/)
    expect(said[2]).toMatch(/results-\w+: Is a directory/)
    expect(said[2]).not.toContain('_runner_file_commands')
    expect(said[3]).not.toMatch(/got (root|in)/)
    expect(said[3]).toMatch(/NoNewPrivs:\s+1/)
  })
})

test.concurrent('what runs in the background ends with the run', async () => {
  const server = `server-${randomBytes(6).toString('hex')}`
  const commands = [
    { command: `exec -a ${server} sleep 9999`, is_background: true },
    { command: 'sleep 0.2; echo done' },
  ]
  await played(commands, {}, ({ last, said }) => {
    expect(said[0]).toContain('running in background')
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(processesNamed(server)).toEqual([])
  })
})

/** A job that may not make namespaces, as in a container: root without the capability, anybody without user namespaces. */
const confined = isRoot
  ? ['setpriv', '--inh-caps=-all', '--bounding-set=-sys_admin,-sys_ptrace', '--']
  : ['setpriv', '--no-new-privs', '--']
const stillThere = process.platform === 'linux' && !isRoot && namespaces(['--user', '--map-root-user'])

test.concurrent('sandbox: required refuses to run without isolation, before any model request', async () => {
  const through = process.platform === 'linux' ? { through: confined } : {}
  await played([{ command: 'echo hello' }], { ...through, inputs: { sandbox: 'required' } }, ({ last, gemini }) => {
    if (stillThere) return expect(last.outputs.outcome, last.log).toBe('ok')
    expect(last.outputs.outcome, last.log).toBe('security')
    expect(last.exitCode).toBe(1)
    expect(gemini.requests).toEqual([])
    expect(last.outputs.error).toMatch(/cannot be isolated on this machine: .*Nothing ran/)
    expect(last.summary).toMatch(/cannot be isolated on this machine/)
  })
})

test.concurrent('sandbox: auto continues with a warning', async () => {
  const through = process.platform === 'linux' ? { through: confined } : {}
  const commands = [{ command: 'echo hello; grep NoNewPrivs /proc/self/status; cat /proc/$PPID/environ | wc -c' }]
  await played(commands, { ...through, inputs: { sandbox: 'auto' } }, ({ last, said }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(said[0]).toContain('hello')
    if (stillThere) return
    expect(last.commands).toContainEqual({
      name: 'warning',
      message: expect.stringMatching(/not isolated from this job/),
    })
    expect(said[0]).toMatch(process.platform === 'linux' ? /NoNewPrivs:\s+1/ : /hello/)
  })
})

test.concurrent('sandbox: off gives a note, not a warning', async () => {
  await played([{ command: 'echo hello' }], { inputs: { sandbox: 'off' } }, ({ last }) => {
    expect(last.log).toMatch(/not isolated from this job because the input sandbox is off/)
    expect(last.commands.filter(({ name }) => name === 'warning')).toEqual([])
  })
})

test
  .runIf(process.platform === 'linux')
  .concurrent('sandbox: off names the processes that outlive the run', async () => {
    const survivor = `survivor-${randomBytes(6).toString('hex')}`
    const leave = `setsid env -i /bin/bash -c 'exec -a ${survivor} sleep 300' > /dev/null 2>&1 < /dev/null & until [ "$(cat /proc/$!/comm)" = sleep ]; do sleep 0.05; done; echo $!`
    await played([{ command: leave }], { inputs: { sandbox: 'off' } }, ({ last, github }) => {
      const pids = processesNamed(survivor)
      for (const pid of pids) process.kill(Number(pid), 'SIGKILL')
      expect(pids, last.log).toHaveLength(1)
      const { comments, viewer } = github.world
      const body = comments.find(({ user }) => user === viewer)?.body ?? ''
      for (const text of [body, last.summary])
        expect(text).toContain(`Programs that this run started are still running: sleep (PID ${pids[0]})`)
    })
  })

test.concurrent('the model ends a command in the background by the process ID that it was told', async () => {
  const script = [
    () => call('run_shell_command', { command: 'exec sleep 600', is_background: true, delay_ms: 0 }),
    (pid: string) => call('run_shell_command', { command: `kill ${pid}; while kill -0 ${pid}; do sleep 0.05; done` }),
    () => call('list_background_processes'),
  ]
  let pid = ''
  let nth = 0
  const turns = ({ body }: { body: unknown }) => {
    pid ||= /PID: (\d+)/.exec(JSON.stringify(body))?.[1] ?? ''
    const wish = script[nth++]?.(pid)
    return wish === undefined ? say('done') : turn([wish])
  }
  await improvise({ turns, step: { inputs: { sandbox: 'auto' } } }, ({ last, transcript }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(transcript).toMatch(new RegExp(`\\[PID ${pid}\\] EXITED: .exec sleep 600. \\(Signal: SIGTERM\\)`))
  })
})
