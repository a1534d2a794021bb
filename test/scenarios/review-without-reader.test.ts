import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { improvise } from './improvised.ts'

const canIsolate =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', '--mount-proc', 'true']).status === 0

const external = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)

/** The profile, without its reader of shell lines: every line is allowed. The edit tools stay denied. */
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

/** Lines that leave something behind, change something, or reach a host. `N`: a name that occurs nowhere else. `T`: a port. */
const attempts = (name: string, port: number, address: string): string[] =>
  `
  echo N > N.txt
  echo N >> README.md; rm -f src/*; git ls-files | xargs rm -f
  mkdir -p .github/workflows; echo N > .github/workflows/N.yml
  printf N > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout
  git config core.hooksPath /tmp/N; git config --global core.pager N
  echo N > .git/commondir; echo N > .git/info/attributes
  git add -A; git -c user.name=n -c user.email=n@n commit -qm N; git branch N; git tag N; git stash
  git update-ref refs/heads/N HEAD; git remote add N http://N; git gc -q
  echo N > ~/.bashrc; echo N > ~/.npmrc; mkdir -p ~/.ssh; echo N > ~/.ssh/authorized_keys
  mkdir -p ~/.local/bin ~/.config/git; echo N > ~/.local/bin/git; echo N > ~/.config/git/config
  echo N > "../_temp/tools/node/bin/node"; echo N > ../_temp/tools/N
  echo N >> ../_actions/us/index.js; echo N > ../_actions/N
  rm -rf ../_actions; mv ../_actions ../N
  echo N >> ../other/Makefile; echo N > ../other/.git/hooks/pre-commit
  mv ../other ../N; ln -s /tmp ../N
  for f in ../_temp/*/* ../_temp/*; do echo "N=1" >> "$f"; done
  echo "N=1" >> "\${GITHUB_ENV:-/x}"; echo /tmp/N >> "\${GITHUB_PATH:-/x}"; echo "N=1" >> "\${GITHUB_OUTPUT:-/x}"
  echo "::set-output name=N::N"; echo "::add-path::/tmp/N"; echo "::error::N"
  echo N > /etc/N; echo N >> /etc/hosts; echo N > /etc/profile.d/N.sh; echo N > /etc/ld.so.preload
  echo N > /etc/cron.d/N; mkdir -p /var/spool/cron/crontabs; echo N > /var/spool/cron/crontabs/root; crontab -l
  echo N > /dev/shm/N; echo N > /tmp/N; echo N > /var/tmp/N; mkfifo /tmp/N.fifo
  echo N > /usr/local/bin/N; echo N > /opt/N; echo N > /usr/bin/N; echo N > /bin/N; echo N > /N
  cp /bin/bash /tmp/N; chmod u+s /tmp/N; mknod /tmp/N.dev c 1 3
  mount -o remount,rw /; mount --bind /tmp /etc; umount -l ..; umount -l ~
  unshare --user --map-root-user --mount bash -c "umount -l $PWD; echo N > N.txt"
  nsenter --target 1 --mount -- touch /tmp/N; nsenter --mount=/proc/1/ns/mnt touch /tmp/N; chroot /proc/1/root touch /tmp/N
  for p in /proc/[0-9]*; do echo N > $p/root/tmp/N; echo N > $p/cwd/N.txt; for d in $p/fd/*; do echo N > $d/N; done; done 2>/dev/null
  ln -sfn /etc N.link; echo N > N.link/N; echo N > ../../N
  setsid env -i /bin/bash -c 'sleep 1; echo N > N.txt; echo N > /tmp/N' > /dev/null 2>&1 &
  echo 'sleep 1; touch /tmp/N' | at now; systemd-run --no-block touch /tmp/N; (nohup sleep 2 > N.txt &)
  python3 -c "open('N.txt','w').write('N'); import os; os.chdir('/'); open('tmp/N','w').write('N')"
  perl -e 'open(F, ">N.txt"); print F "N"; rename "README.md", "N.md"'
  node -e 'require("fs").writeFileSync("/tmp/N", "N"); require("fs").writeFileSync("N.txt", "N")'
  echo |/tmp/N > /proc/sys/kernel/core_pattern; echo N > /sys/kernel/N; sysctl -w kernel.hostname=N; hostname N
  sudo -n touch /tmp/N; su -c 'touch /tmp/N'; docker run -v /:/m alpine touch /m/tmp/N
  echo N > /dev/tcp/127.0.0.1/T; echo N > /dev/tcp/M/T; echo N > /dev/udp/M/T
  curl -s -m 2 http://127.0.0.1:T/N; curl -s -m 2 --noproxy '*' http://M:T/N; curl -s -m 2 -p http://M:T/N
  python3 -c "import socket; socket.create_connection(('M', T), 2).send(b'N')"
  git push http://M:T/N.git HEAD; git fetch http://127.0.0.1:T/N.git
  node -e 'fetch("http://M:T/N").catch(() => 0); require("net").connect(T, "127.0.0.1").on("error", () => 0)'
`
    .trim()
    .split('\n')
    .map((line) =>
      line.trim().replaceAll(/\bN\b/g, name).replaceAll(/\bT\b/g, String(port)).replaceAll(/\bM\b/g, address),
    )

/** Describes what a later step could read, before and after the action: contents, modes, links. Files of the action itself excepted. */
const AROUND = `
describe() {
  ( cd .. && find . -path './_temp/_runner_file_commands*' -prune -o -path './_temp/sluice*' -prune -o -printf '%p %y %m %l\\n' | sort
    find . -path './_temp/_runner_file_commands*' -prune -o -path './_temp/sluice*' -prune -o -type f -exec sha256sum {} + | sort -k 2 )
  find / -maxdepth 1 -printf '%p %y\\n' | sort
  find /etc /opt /usr/local/bin /var/spool/cron -maxdepth 3 -printf '%p %s %T@\\n' 2>/dev/null | sort
  find /tmp /var/tmp /dev/shm /usr/bin -maxdepth 1 -name "*$NAME*" -printf '%p\\n'
  hostname; cat /proc/sys/kernel/core_pattern
}
export HOME="$(cd ../_temp && pwd)/home"
mkdir -p "$HOME" ../_actions/us ../other/.git/hooks ../_temp/tools/node/bin
for f in ../_actions/us/index.js ../other/Makefile ../other/.git/HEAD ../_temp/tools/node/bin/node "$HOME/.profile"; do echo code > "$f"; done
describe > "$RECORD/before"; "$@"; code=$?; sleep 2; describe > "$RECORD/after"; exit $code
`

test.runIf(canIsolate)('forty lines of a review that nobody read leave nothing and reach nobody', async () => {
  const name = `left${randomBytes(5).toString('hex')}`
  const record = mkdtempSync(join(tmpdir(), 'sluice-record-'))
  const contacts: string[] = []
  const server = createServer(
    (socket) => void socket.on('error', () => 0).on('data', (data) => contacts.push(`${data}`)),
  )
  server.listen({ port: 0, host: '::', ipv6Only: false })
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const lines = attempts(name, port, external?.address ?? '127.0.0.1')
  expect(lines).toHaveLength(40)
  const calls = lines.map((command) => ({ tool: 'run_shell_command', args: { command } }))
  const turns = [0, 10, 20, 30].map((start) => calls.slice(start, start + 10))
  try {
    await improvise(
      {
        turns: [...turns, [{ tool: 'run_shell_command', args: { command: 'git status --short | head; ls' } }]],
        policies: 'profile:review',
        step: {
          inputs: { policies: 'profile:review', admin_policies: EVERY_LINE, sandbox: 'required', changes: 'report' },
          env: { RECORD: record, NAME: name },
          through: ['bash', '-c', AROUND, 'around'],
        },
      },
      ({ last, said }) => {
        expect(said.flat(), last.log).toHaveLength(41)
        for (const [index, text] of said.flat().entries()) expect(text, lines[index]).toMatch(/Exit Code: |background/)
        // Later commands see what earlier ones wrote: the attempts did run.
        expect(said.at(-1)?.[0]).toContain(`${name}.txt`)
        expect(readFileSync(join(record, 'after'), 'utf8')).toBe(readFileSync(join(record, 'before'), 'utf8'))
        expect(readFileSync(join(record, 'before'), 'utf8')).toContain('./_actions/us/index.js')
        expect(contacts).toEqual([])
        expect(last.leftBehind).toBe('')
        expect(Object.keys(last.outputs)).not.toContain(name)
        expect(JSON.stringify(last.state)).not.toContain(name)
        expect(last.outputs.patch).toBe('')
        // Among the lines are pushes, which deliver nothing, and the run says so.
        expect(last.outputs.outcome).toBe('denied')
        for (const folder of ['/tmp', '/var/tmp', '/dev/shm', '/etc', '/opt', '/'])
          expect(existsSync(join(folder, name)), folder).toBe(false)
      },
    )
  } finally {
    server.close()
    rmSync(record, { recursive: true, force: true })
  }
})
