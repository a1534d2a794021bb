import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFull } from '../sample.ts'
import { recordContacts } from './contacts.ts'
import { type Improvisation, improvise } from './improvised.ts'
import { processesNamed } from './processes-named.ts'

/** The built action as an ordinary user: with user namespaces, and through a passwordless sudo as on a hosted runner. */

const SOMEBODY = 41_234
const works = (...argv: string[]) =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync(argv[0] ?? '', argv.slice(1), { uid: SOMEBODY, gid: SOMEBODY }).status === 0
const hasUserNamespaces = works('unshare', '--user', '--map-root-user', '--mount', '--pid', '--net', '--fork', 'true')

/** The job belongs to the user. Its neighbors are what later steps read. */
const OWNED = `chmod 755 ..; mkdir -p ../_actions/us ../other ../tools/node/bin ../home
for f in ../_actions/us/index.js ../other/Makefile ../tools/node/bin/node ../home/.bashrc; do echo code > "$f"; done
chown -R ${SOMEBODY}:${SOMEBODY} . ../_temp ../_actions ../other ../home ../tools
HOME=$(cd .. && pwd)/home; export HOME RUNNER_TOOL_CACHE=\${HOME%home}tools
as_user() { exec setpriv --reuid=${SOMEBODY} --regid=${SOMEBODY} --clear-groups -- "$@"; }
`
/** A setuid program in the place where a system without /usr/bin keeps sudo. It clears the environment, as sudo does. */
const SUDO = `mount -t tmpfs -o mode=755 tmpfs /run && mkdir -p /run/wrappers/bin && cp "$(command -v setpriv)" /run/wrappers/bin/root && chmod 4755 /run/wrappers/bin/root
cat > /run/wrappers/bin/sudo <<'EOF'
#!/bin/bash -p
[[ $1 = -n ]] && shift; [[ $1 = -- ]] && shift
exec /usr/bin/timeout --foreground 0 /run/wrappers/bin/root --reuid=0 --regid=0 --clear-groups -- /usr/bin/env -i PATH=/usr/bin:/bin HOME=/root SUDO_USER=x "$@"
EOF
chmod 755 /run/wrappers/bin/sudo
`
const WAYS: [name: string, setup: string, method: RegExp][] = [
  ['user namespaces', '', /with user namespaces/],
  ['sudo', SUDO, /entered through sudo/],
]

const outside = (name: string, port: number): string[] => [
  `id -u; id -g; grep NoNewPrivs /proc/self/status; sudo -n true && echo got root; env`,
  `for f in ../_actions/us/index.js ../other/Makefile ../tools/node/bin/node ~/.bashrc; do echo ${name} >> "$f"; done; echo ${name} > ~/.npmrc; cat ~/.npmrc`,
  `for f in ../_temp/*/* ../_temp/*; do echo "${name}=1" >> "$f"; done; echo ${name} > .git/commondir; git config core.pager ${name}; echo ${name} > .git/hooks/post-merge; echo end`,
  `echo ${name} > /dev/tcp/127.0.0.1/${port}; curl -s -m 2 --noproxy '*' http://127.0.0.1:${port}/; cat /proc/*/environ | tr '\\0' '\\n'; echo end`,
  `setsid env -i /bin/bash -c 'exec -a ${name} sleep 300' > /dev/null 2>&1 & sleep 0.1; echo started`,
]
const EDIT =
  'echo kept > new.txt; chmod +x new.txt; git add new.txt; git -c user.name=a -c user.email=a@b commit -qm mine; git log --format=%s -1'

const scene = async (
  [setup, mayEdit]: [setup: string, mayEdit: boolean],
  check: (run: Improvisation, facts: { name: string; contacts: string[] }) => void,
) => {
  const name = `left${randomBytes(5).toString('hex')}`
  await using listener = await recordContacts()
  const commands = [EDIT, ...outside(name, listener.port)]
  await improvise(
    {
      turns: commands.map((command) => [{ tool: 'run_shell_command', args: { command } }]),
      policies: mayEdit ? undefined : 'profile:review',
      step: {
        inputs: mayEdit
          ? { sandbox: 'required' }
          : { sandbox: 'required', policies: 'profile:review', admin_policies: EVERY_LINE },
        through: [
          'unshare',
          '--mount',
          '--propagation',
          'private',
          'bash',
          '-c',
          `${OWNED}${setup}as_user "$@"`,
          'setup',
        ],
      },
    },
    (run) => check(run, { name, contacts: listener.contacts }),
  )
}
const EVERY_LINE = `[[rule]]
toolName = "run_shell_command"
decision = "allow"
priority = 999
allowRedirection = true
[[rule]]
toolName = ["write_file", "replace"]
decision = "deny"
priority = 999
`

/** In `npm test` each way once, and each kind of run once. */
for (const [nth, [name, setup, method]] of WAYS.entries())
  for (const mayEdit of isFull ? [true, false] : [nth === 0])
    test
      .runIf(hasUserNamespaces)
      .concurrent(`an ordinary user, with ${name}: ${mayEdit ? 'a run that edits' : 'a review'}`, () =>
        scene([setup, mayEdit], ({ last, said, repository }, facts) => {
          const [edited, ...texts] = said.flat()
          expect(last.log).toMatch(/Programs that the model starts are isolated/)
          expect(last.log).toMatch(method)
          expect(texts[0], last.log).toMatch(new RegExp(`\\b${SOMEBODY}\\n${SOMEBODY}\\nNoNewPrivs:\\s+1$`, 'm'))
          expect(texts[0]).not.toMatch(/got root|INPUT_|ACTIONS_/)
          expect(texts[1]).toContain(facts.name) // a dropped copy, not a refusal
          expect(texts[3]).not.toMatch(/\[redacted\]|INPUT_|ACTIONS_/)
          expect(texts[4]).toContain('started')
          expect(edited).toContain('mine')

          const parent = join(repository.workspace, '..')
          for (const path of ['_actions/us/index.js', 'other/Makefile', 'tools/node/bin/node', 'home/.bashrc'])
            expect(readFileSync(join(parent, path), 'utf8'), path).toBe('code\n')
          expect(readdirSync(join(parent, 'home'))).toEqual(['.bashrc'])
          expect(readdirSync(join(repository.workspace, '.git'))).not.toContain('commondir')
          expect(readFileSync(join(repository.workspace, '.git/config'), 'utf8')).not.toContain(facts.name)
          expect(last.leftBehind).toBe('')
          expect(facts.contacts).toEqual([])
          expect(processesNamed(facts.name)).toEqual([])
          expect(last.outputs.outcome).toBe('ok')
          if (!mayEdit) {
            expect(readdirSync(repository.workspace)).not.toContain('new.txt')
            expect(JSON.parse(last.outputs.changes ?? '[]')).toEqual([])
          } else {
            const { uid, gid } = statSync(join(repository.workspace, 'new.txt'))
            expect([uid, gid]).toEqual([SOMEBODY, SOMEBODY])
            expect(JSON.parse(last.outputs.changes ?? '[]')).toMatchObject([
              { path: 'new.txt', kind: 'created', delivered: true },
            ])
          }
        }),
      )
