import { GIT } from './shell-knowledge-git.ts'

/**
 * What is known of programs, as data: which of them run others, and which options, words and variables make a harmless
 * looking command run a program or write a file. A program that is not here is taken at its word.
 *
 * Options: `--long` also stands for its abbreviations and `--long=value`; `-x` also for `-ax`; `-word` and `word=` are
 * literal. Sources: the manual pages of the programs; GNU coreutils, findutils, git 2.5x, npm 11, POSIX.
 */
export type Program = {
  /** Options that run a program or code of the caller's choosing. */
  runs?: readonly string[]
  /** Options that write a file of the caller's choosing. */
  writes?: readonly string[]
  /** Options whose value is the next word. */
  takes?: readonly string[]
  /** Options before the subcommand that make no difference to what it does. */
  plain?: readonly string[]
  /** Options without a value of the next word: a `--` behind them is the end of the options, not their value. */
  bare?: readonly string[]
  /** What a `--` is: `end` of the options wherever it stands, or `none` at all. Absent: the end, unless it is a value. */
  dashes?: 'end' | 'none'
  /** Options that only look like an abbreviation of one above. */
  not?: readonly string[]
  /** What is known of its subcommands; those of `subcommands` are known to be harmless by themselves. */
  of?: Readonly<Record<string, Program>>
  subcommands?: readonly string[]
  /** It does so whatever its arguments are. */
  itself?: 'runs' | 'writes'
  /** Its own options end at the first word that is none: what follows belongs to a subcommand or another program. */
  leads?: true
  /** Which of its words that are no options names a file it writes, counted from 1. */
  output?: number
  /** It takes code as its first argument, checked by shell-scripts.ts. */
  code?: 'sed' | 'awk'
  /** It runs code from its standard input when no file is named. */
  readsCode?: true
  /** Options with which it does not. */
  asked?: readonly string[]
}

const words = (text: string): readonly string[] => text.split(' ')

const RUNS: Program = { itself: 'runs' }
const WRITES: Program = { itself: 'writes' }

const PYTHON: Program = { runs: words('-c -i -m'), readsCode: true, takes: words('-W -X') }
const RUBY_LIKE: Program = { runs: words('-e -r -I -S -x'), writes: ['-i'], readsCode: true }
const EXEC: Program = { itself: 'runs' }

/** Package managers: installing runs what the packages bring; scripts by name are the repository's own. */
const NPM: Program = {
  runs: words(
    '--script-shell --node-options --prefix --userconfig --globalconfig --shell --git --init-module --dir --cwd -C',
  ),
  subcommands: words(
    'test t run run-script start stop restart ls list ll la view info show outdated audit ping help version -v whoami root bin fund ' +
      'explain why query search docs repo bugs doctor pack prefix completion check format lint build',
  ),
  of: {
    exec: EXEC,
    x: EXEC,
    dlx: EXEC,
    explore: EXEC,
    config: EXEC,
    set: EXEC,
    pkg: EXEC,
    init: EXEC,
    create: EXEC,
    edit: EXEC,
    install: EXEC,
    i: EXEC,
    add: EXEC,
    ci: EXEC,
    update: EXEC,
    rebuild: EXEC,
    link: EXEC,
    publish: EXEC,
    node: EXEC,
  },
}

export const PROGRAMS: Readonly<Record<string, Program>> = {
  git: GIT,
  npm: NPM,
  pnpm: NPM,
  yarn: NPM,
  bun: { ...NPM, runs: words('-e --eval -p --print -r --preload --cwd --config') },
  npx: { leads: true, runs: words('-c --call -p --package --node-options --script-shell') },
  bunx: {},
  // Interpreters.
  python: PYTHON,
  python2: PYTHON,
  python3: PYTHON,
  pypy: PYTHON,
  pypy3: PYTHON,
  node: {
    runs: words(
      '-e --eval -p --print -i --interactive -r --require --import --loader --experimental-loader --env-file --inspect-brk',
    ),
    not: ['--env'],
    asked: ['--test', '--check', '-c', '--run'],
    bare: ['--test', '--check'],
    readsCode: true,
  },
  deno: {
    of: { eval: RUNS, run: RUNS, repl: RUNS, x: RUNS, install: RUNS, compile: RUNS },
    subcommands: words('test check lint fmt info task doc'),
  },
  tsx: { runs: words('-e --eval -p --print -r --require --import'), readsCode: true },
  'ts-node': { runs: words('-e --eval -p --print -r --require'), readsCode: true },
  perl: { runs: words('-e -E -M -m -d -x -s'), writes: ['-i'], readsCode: true },
  ruby: RUBY_LIKE,
  lua: { runs: words('-e -l -i'), readsCode: true },
  luajit: { runs: words('-e -l -i'), readsCode: true },
  php: { runs: words('-r -B -R -E -F -d -a -c --run'), readsCode: true },
  rscript: { runs: ['-e'], readsCode: true },
  osascript: RUNS,
  tclsh: { readsCode: true },
  expect: { runs: ['-c'], readsCode: true },
  pwsh: RUNS,
  powershell: RUNS,
  cmd: RUNS,
  // Editors, pagers, databases and debuggers have commands of their own that run anything.
  ...Object.fromEntries(
    words(
      'vi vim nvim view ex ed emacs nano pico less more most man info gdb lldb mysql psql sqlite3 ftp sftp telnet nc ncat netcat socat screen tmux',
    ).map((name) => [name, RUNS] as const),
  ),
  // They run what they are given in ways that are not unwrapped here.
  ...Object.fromEntries(
    (
      'ssh scp rsh mosh su runuser chroot unshare nsenter setpriv capsh bwrap firejail docker podman kubectl nerdctl parallel watch script flock entr ' +
      'strace ltrace valgrind perf systemd-run at batch crontab dbus-run-session xvfb-run fakeroot proot taskset chrt numactl prlimit ' +
      'start-stop-daemon runcon coproc alias enable hash bind complete compgen fc let source . job parset sem rlwrap unbuffer faketime ' +
      'setarch linux32 linux64 i386 x86_64 choom cpulimit catchsegv eatmydata proxychains proxychains4 torsocks tsocks nocache hyperfine uftrace ' +
      'chpst envdir setuidgid dtach abduco run-parts m4 dc pipx uvx julia ghci runghc ocaml scala groovy jshell jrunscript ' +
      'pkexec gosu su-exec tini dumb-init direnv nix-shell nix op doppler vault aws gcloud az ansible osqueryi ld.so ld-linux-x86-64.so.2'
    )
      .split(' ')
      .map((name) => [name, RUNS] as const),
  ),
  // Text tools.
  sed: {
    code: 'sed',
    runs: words('-f --file'),
    writes: words('-i --in-place'),
    takes: words('-e --expression -l --line-length'),
    not: words('--in'),
  },
  gsed: {
    code: 'sed',
    runs: words('-f --file'),
    writes: words('-i --in-place'),
    takes: words('-e --expression -l --line-length'),
  },
  awk: {
    code: 'awk',
    runs: words('-f --file -i --include -l --load -E --exec -D --debug'),
    writes: words('-d --dump-variables -o --pretty-print -p --profile'),
    takes: words('-F -v'),
  },
  gawk: {
    code: 'awk',
    runs: words('-f --file -i --include -l --load -E --exec -D --debug'),
    writes: words('-d --dump-variables -o --pretty-print -p --profile'),
    takes: words('-F -v'),
  },
  mawk: { code: 'awk', runs: ['-f', '-W'], takes: words('-F -v') },
  nawk: { code: 'awk', runs: ['-f'], takes: words('-F -v') },
  sort: {
    runs: ['--compress-program'],
    writes: words('-o --output -T --temporary-directory'),
    bare: words('-n -u -r -f -b -d -g -h -i -V -z -s -m -c'),
  },
  uniq: { output: 2, takes: words('-f -s -w') },
  tee: WRITES,
  sponge: WRITES,
  split: { runs: ['--filter'], itself: 'writes' },
  csplit: WRITES,
  shuf: { writes: words('-o --output') },
  base64: { writes: words('-o --output') },
  xxd: { writes: ['-r'], output: 2, takes: words('-c -g -l -o -s') },
  dd: { writes: ['of='] },
  diff: { writes: [] },
  rg: {
    runs: words('--pre --hostname-bin -z --search-zip'),
    not: ['--pre-glob'],
    bare: words(
      '-n -i -l -w -v -c -F -o -q -I -H -s -x -S -u -U -P -N -a --hidden --no-ignore --line-number --ignore-case',
    ),
  },
  ag: { runs: ['--pager'] },
  ack: { runs: ['--pager'] },
  // With -R it runs itself, in every folder, and writes a file there.
  tree: { writes: ['-o'], runs: ['-R'], bare: words('-a -d -f -i -s -h -u -g -p -D -F -C -n') },
  jq: {},
  yq: { writes: words('-i --inplace -s --split-exp') },
  date: { writes: words('-s --set') },
  file: { writes: words('-C --compile') },
  column: {},
  pr: {},
  bat: { runs: words('--pager --paging') },
  find: { writes: words('-delete -fls -fprint -fprint0 -fprintf'), dashes: 'none' },
  fd: { runs: words('-x --exec -X --exec-batch') },
  fdfind: { runs: words('-x --exec -X --exec-batch') },
  locate: {},
  // Archives and transfer.
  tar: {
    runs: words(
      '--checkpoint-action --to-command -I --use-compress-program --rsh-command -F --info-script --new-volume-script --rmt-command',
    ),
    not: ['--checkpoint'],
  },
  bsdtar: { runs: ['--use-compress-program'] },
  zip: { runs: words('-T -TT --unzip-command') },
  cpio: { runs: words('--rsh-command') },
  rsync: { runs: words('-e --rsh --rsync-path'), bare: words('-a -v -z -r -n -h -u --delete') },
  curl: {
    writes: words(
      '-o -O --output --remote-name --remote-name-all --output-dir -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --libcurl --etag-save --hsts --alt-svc',
    ),
    runs: words('-K --config'),
    bare: words('-s -S -f -L -i -k -v -g -# --silent --show-error --fail --location'),
  },
  wget: { itself: 'writes', runs: words('--use-askpass --config -e --execute') },
  openssl: RUNS,
  gpg: { writes: words('-o --output'), runs: words('--photo-viewer --exec-path --options --homedir') },
  // Builds: the repository's own programs run, but not ones of the caller's choosing.
  make: { runs: words('--eval -f --file --makefile -C --directory -I --include-dir -E') },
  gmake: { runs: words('--eval -f --file --makefile -C --directory -I --include-dir -E') },
  just: { runs: words('-f --justfile -d --working-directory --shell --shell-arg -c --command --set') },
  cmake: { runs: words('-E -P -C -D --build') },
  go: {
    of: {
      run: RUNS,
      generate: RUNS,
      tool: RUNS,
      install: RUNS,
      get: RUNS,
      env: { writes: ['-w'] },
      test: {
        runs: words('-exec -toolexec -overlay -modfile'),
        writes: words('-o -outputdir -coverprofile -cpuprofile -memprofile -trace'),
      },
      build: { runs: words('-toolexec -overlay -modfile -ldflags -gcflags'), writes: ['-o'] },
      vet: { runs: words('-vettool -toolexec') },
    },
    subcommands: words('doc fmt list version help mod work'),
  },
  cargo: {
    runs: words('--config -C -Z --manifest-path'),
    of: {
      run: RUNS,
      r: RUNS,
      install: RUNS,
      init: RUNS,
      new: RUNS,
      rustc: RUNS,
      rustdoc: RUNS,
      login: RUNS,
      publish: RUNS,
      add: WRITES,
      fix: WRITES,
    },
    subcommands: words('build b check c test t bench doc d tree metadata fmt clippy version search update fetch'),
  },
  mvn: { runs: words('-f --file -s --settings -gs -D --define -P') },
  gradle: { runs: words('-I --init-script -b --build-file -c --settings-file -p --project-dir -g --include-build -D') },
  pytest: {
    runs: words('-p -c --config-file --rootdir -o --override-ini --confcutdir --pdb --pdbcls --pyargs'),
    writes: words('--junitxml --junit-xml --basetemp --log-file'),
    bare: words('-q -v -x -s -l --quiet --verbose'),
  },
  eslint: {
    runs: words('-c --config --rulesdir --plugin --parser --resolve-plugins-relative-to -f --format'),
    writes: words('-o --output-file --fix --cache-location'),
    not: words('--fix-dry-run --fix-type'),
    bare: ['--quiet'],
  },
  tsc: {
    runs: [],
    writes: words('--outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile'),
  },
  prettier: {
    runs: words('--plugin --config'),
    writes: words('-w --write'),
    bare: words('-c --check -l --list-different'),
  },
  biome: { writes: words('--write --fix --apply --unsafe'), runs: ['--config-path'] },
  vitest: { runs: words('-c --config --root -r --dir --globalSetup --environment'), writes: words('--outputFile') },
  jest: {
    runs: words('-c --config --rootDir --globalSetup --setupFiles --testRunner --transform --runner --projects'),
    writes: words('--outputFile'),
  },
  gh: {
    of: {
      api: RUNS,
      alias: RUNS,
      extension: RUNS,
      gist: RUNS,
      secret: RUNS,
      auth: RUNS,
      config: RUNS,
      codespace: RUNS,
      ssh: RUNS,
    },
    subcommands: words('issue pr run workflow repo release search label status browse cache variable'),
  },
  // Words of the shell itself.
  // -i is arithmetic, -n another name of a variable.
  declare: { runs: words('-i -n') },
  typeset: { runs: words('-i -n') },
  local: { runs: words('-i -n') },
  mapfile: { runs: ['-C'] },
  readarray: { runs: ['-C'] },
  // -k takes assignments from anywhere in a command.
  set: { runs: words('-k keyword') },
}
