import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Detects whether a line wrote a file, started a forbidden program, or opened a connection. */
export type BashOracle = AsyncDisposable & {
  /** A loopback port at which connections are counted. */
  port: number
  /** The lines that did any of it. */
  offenders(lines: readonly string[]): Promise<string[]>
}

/** Programs that the profiles allow, and that are on every machine; the real ones. */
const REAL =
  'cat head tail ls stat du wc nl tac rev cut paste fold fmt expand tr sort uniq comm join diff cmp grep egrep fgrep find sed awk xargs ' +
  'expr numfmt nproc sleep nohup stdbuf ionice setsid which md5sum sha1sum cksum base64 od seq basename dirname realpath readlink date uname whoami git env nice timeout true false test echo printf pwd'
/** Programs that no line may start. */
const MARKERS = 'touch evil rm tee cp mv sh bash curl nc dd gpg pr gzip vi less git-evil sudo chmod mkdir ln ssh'
/** Programs of a project. They tell when they are given an option with which the real one writes a file or runs something. */
const RECORDERS =
  'npm npx pytest make cargo go mypy tox tsc node bun yarn pnpm ruff gofmt mvn gradle dotnet rspec bundle composer swift python python3'
/** Programs that may be missing here. They tell when they are given an option with which the real one writes or runs something. */
const READERS = 'rg jq tree file column'
const READER = `#!/bin/bash --norc
for each in "$@"; do
  [ "$each" = -- ] && exit
  case "\${0##*/} $each" in
    'rg --pre'|'rg --pre='*|'rg --hostname-bin'*|'rg -'[nil]'z'|'rg -z'|'rg --search-zip'|'tree -o'*|'tree -R'|'file -C'|'file -z'|'file -Z') : > MARK;;
  esac
done
`
const RECORDER = `#!/bin/bash --norc
mark() { : > MARK; exit; }
# These only print their version.
case "\${0##*/} $1" in 'npm -v'|'npm --version'|'node -v'|'node --version'|'python --version'|'python3 --version') exit;; esac
value=
for each in "$@"; do
  # What follows a test file, or the - of standard input, belongs to it.
  [ "$each" = -- ] && exit
  [ "\${0##*/}" = node ] && case "$each" in -?*) ;; *) exit;; esac
  if [ -n "$value" ]; then case "$each" in planted*|*/planted*|*x.sh*|*evil*) mark;; esac; fi
  value=
  case "$each" in
    -k|-t|-e|-p|-n|-l|-r|-s|-v|-x|-m|-q|-vv|--|-d|-i|-1|-w|-f|-o|--stat|--oneline) ;;
    -oplanted) mark;;
    # The value of this option, or an option in it, but not text in the middle that only looks like one.
    -*=*) case "\${each#*=}" in planted*|*/planted*|./x.sh|*evil*|-*=planted*|-*=*/planted*|-*=./x.sh) mark;; esac;;
    -C|--output|--config|--rulesdir|--require) mark;;
    -exec) [ "\${0##*/}" = go ] && mark;;
    -[a-zA-Z]) value=1;;
  esac
done
`

/** Runs each line of a file in its own bash and prints the numbers of those that leave something behind. */
const DRIVER = `
cd "$1"; lines=$2; mark=$3; bin=$4
shopt -s nullglob dotglob
base() { /bin/rm -rf -- ./*; /bin/mkdir -p src; printf 'f\\nx\\n' > f; printf 'a\\nb\\n' > a; printf 'a\\n' > ./-x; printf 'one\\n' > src/one.ts
  printf '#!/bin/bash --norc\\n: > %s\\n' "$mark" > x.sh; /bin/chmod 755 x.sh; /bin/mkdir -p 0 1; for each in 0 1; do for name in ls cat head git sort; do /bin/cp x.sh $each/$name; done; done; /bin/cp -a ../git .git; /bin/touch -d '1 hour ago' f a ./-x src/one.ts src x.sh; names=(* src/* .git/* .git/*/* .git/*/*/*); }
base
index=0
while IFS= read -r -d '' line; do
  PATH=$bin HOME=$1 TITLE=--output=planted GIT_CONFIG_NOSYSTEM=1 GIT_PAGER=cat GIT_OPTIONAL_LOCKS=0 /usr/bin/timeout -s KILL 4 /bin/bash --norc -c "$line" oracle < /dev/null > /dev/null 2>&1
  now=(* src/* .git/* .git/*/* .git/*/*/*)
  changed=
  [ "\${now[*]}" = "\${names[*]}" ] || changed=1
  [ -e "$mark" ] && changed=1
  for each in f a ./-x src/one.ts x.sh .git/config .git/HEAD .git/packed-refs .git/refs/heads/main .git/logs/HEAD; do [ "$each" -nt ../stamp ] && changed=1; done
  if [ -n "$changed" ]; then echo $index; /bin/rm -f -- "$mark"; base; fi
  index=$((index + 1))
done < "$lines"
`

export async function bashOracle(): Promise<BashOracle> {
  const root = mkdtempSync(join(tmpdir(), 'oracle-'))
  const [bin, folder, mark] = [join(root, 'bin'), join(root, 'work'), join(root, 'mark')]
  mkdirSync(bin)
  mkdirSync(folder)
  const program = (name: string, text: string) => {
    writeFileSync(join(bin, name), text)
    chmodSync(join(bin, name), 0o755)
  }
  for (const name of REAL.split(' ')) symlinkSync(`/usr/bin/${name}`, join(bin, name))
  for (const name of MARKERS.split(' ')) program(name, `#!/bin/bash --norc\n: > ${mark}\n`)
  for (const name of READERS.split(' ')) program(name, READER.replace('MARK', mark))
  for (const name of RECORDERS.split(' ')) program(name, RECORDER.replace('MARK', mark))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, stdio: 'ignore' })
  writeFileSync(join(folder, 'f'), 'f\nx\n')
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-qm', 'one')
  git('commit', '-qm', 'two', '--allow-empty')
  execFileSync('cp', ['-r', join(folder, '.git'), join(root, 'git')])
  execFileSync('find', [join(root, 'git'), '-exec', 'touch', '-d', '1 hour ago', '{}', '+'])
  writeFileSync(join(root, 'stamp'), '')
  execFileSync('touch', ['-d', '10 minutes ago', join(root, 'stamp')])
  writeFileSync(join(root, 'driver'), DRIVER)

  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  const run = async (lines: readonly string[]): Promise<{ changed: number[]; connected: boolean }> => {
    const before = connections
    const file = join(root, 'lines')
    writeFileSync(file, lines.map((line) => `${line}\0`).join(''))
    const child = spawn('/bin/bash', ['--norc', join(root, 'driver'), folder, file, mark, bin], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: '/usr/bin:/bin' },
    })
    let output = ''
    for await (const chunk of child.stdout) output += chunk
    return { changed: output.split('\n').filter(Boolean).map(Number), connected: connections > before }
  }

  const offenders = async (lines: readonly string[]): Promise<string[]> => {
    if (lines.length === 0) return []
    const { changed, connected } = await run(lines)
    const found = new Set(changed.map((index) => lines[index] ?? ''))
    // A connection does not name its line, so a binary search finds it.
    if (connected) {
      if (lines.length === 1) found.add(lines[0] ?? '')
      else
        for (const half of [lines.slice(0, lines.length >> 1), lines.slice(lines.length >> 1)])
          for (const line of await offenders(half)) found.add(line)
    }
    return [...found]
  }
  return {
    port,
    offenders,
    async [Symbol.asyncDispose]() {
      server.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
