import type { ProgramSpec } from './program-spec.ts'
import { BUILD_PROGRAMS } from './programs-build.ts'
import { JAVASCRIPT_PROGRAMS, PYTHON_PROGRAMS } from './programs-scripting.ts'

const words = (text: string): readonly string[] => text.split(' ')

const RUNS: ProgramSpec = { always: 'runs' }

const WRITES: ProgramSpec = { always: 'writes' }

const RUBY_LIKE: ProgramSpec = { runs: words('-e -r -I -S -x'), writes: ['-i'], readsCode: true }

const OTHERS: ProgramSpec = {
  runs: words('--ext-diff --textconv --show-signature'),
  writes: ['--output'],
  not: words('--text --out --show'),
}

/** Subcommands that read revisions look for the `--` first. */
const REVISIONS: ProgramSpec = {
  ...OTHERS,
  dashes: 'end',
  consumes: words('-S -G -L -n --grep --author --committer --since --until --after --before --max-count --skip'),
}

/** git 2.5x, from its manual pages. */
export const GIT: ProgramSpec = {
  leads: true,
  runs: words('-c --config-env --exec-path -p --paginate -C --git-dir --work-tree --bare --namespace --super-prefix'),
  takes: words('-c -C --git-dir --work-tree --namespace --config-env --exec-path --super-prefix --attr-source'),
  plain: words(
    '--no-pager -P --no-optional-locks --literal-pathspecs --no-replace-objects --no-lazy-fetch --no-advice',
  ),
  subcommands: words(
    'add am annotate blame branch cat-file check-attr check-ignore check-mailmap check-ref-format cherry cherry-pick clean commit ' +
      'commit-graph commit-tree count-objects describe diff-pairs for-each-ref fsck gc get-tar-commit-id hash-object help index-pack init ' +
      'interpret-trailers ls-files ls-tree mailinfo merge merge-base merge-file merge-tree mktag mktree mv name-rev notes pack-objects ' +
      'pack-refs patch-id prune range-diff read-tree reflog refs repack replace replay reset restore rev-list rev-parse revert rm ' +
      'shortlog show-branch show-index show-ref sparse-checkout stash status stripspace switch symbolic-ref tag unpack-objects ' +
      'update-index update-ref var verify-commit verify-pack verify-tag version whatchanged worktree write-tree checkout',
  ),
  of: {
    log: REVISIONS,
    // Outside a repository, or for files outside it, `--` is not searched first.
    diff: {
      ...OTHERS,
      consumes: words('-S -G'),
      bare: words(
        '--cached --staged --stat --numstat --shortstat --name-only --name-status --summary --quiet --exit-code --check ' +
          '--no-color --word-diff --no-ext-diff --no-textconv --minimal --patch -p -u -w -b -R -M',
      ),
    },
    show: REVISIONS,
    'diff-tree': REVISIONS,
    'diff-index': REVISIONS,
    'diff-files': REVISIONS,
    reflog: REVISIONS,
    whatchanged: REVISIONS,
    'rev-list': REVISIONS,
    stash: REVISIONS,
    grep: {
      runs: words('-O --open-files-in-pager --ext-grep --textconv'),
      not: ['--text'],
      consumes: words('-e -f -A -B -C -m --max-depth --max-count --threads'),
      bare: words('-n -i -l -w -v -c -F -E -P -G -o -q -h -H -I -p -W -L -r -a -z --cached --untracked --no-index'),
    },
    blame: { ...OTHERS, bare: words('-w -l -t -s -e -f -n -p -b -c -M -C --porcelain --line-porcelain --root') },
    annotate: OTHERS,
    shortlog: { ...OTHERS, bare: words('-s -n -e -c') },
    'range-diff': OTHERS,
    'cherry-pick': OTHERS,
    revert: OTHERS,
    'cat-file': { runs: words('--textconv --filters') },
    archive: { runs: words('--exec --remote'), writes: words('-o --output') },
    'format-patch': { writes: words('-o --output --output-directory'), runs: words('--ext-diff --textconv') },
    bundle: WRITES,
    fetch: { runs: words('--upload-pack --recurse-submodules') },
    pull: { runs: words('--upload-pack --recurse-submodules --exec') },
    push: { runs: words('--receive-pack --exec') },
    clone: { runs: words('-u --upload-pack -c --config --template --recurse-submodules'), always: 'writes' },
    'ls-remote': { runs: words('--upload-pack --exec') },
    'fetch-pack': { runs: words('--upload-pack --exec') },
    'send-pack': { runs: words('--receive-pack --exec') },
    remote: {
      runs: words('add set-url set-branches rename remove rm update prune show set-head'),
      of: { 'get-url': {} },
      subcommands: [],
    },
    init: { runs: ['--template'] },
    rebase: { runs: words('-x --exec -i --interactive -s --strategy') },
    merge: { runs: words('-s --strategy') },
    bisect: {
      runs: ['run'],
      of: { run: RUNS },
      subcommands: words('start bad good new old terms skip next reset visualize view replay log help'),
    },
    submodule: {
      of: { foreach: RUNS, add: RUNS, update: RUNS, init: RUNS, sync: RUNS, 'set-url': RUNS },
      subcommands: words('status summary'),
    },
    config: { runs: words('-e --edit'), always: 'runs' },
    commit: {
      runs: words('-e --edit'),
      consumes: words('-m --message -F --file -C --reuse-message --author --date --trailer'),
      bare: words('-a -q -v -s -n'),
    },
    tag: { runs: words('-e --edit'), consumes: words('-m --message -F --file') },
    // Each of these cancels an option that lists, so the command creates or changes a branch.
    branch: { runs: ['--edit-description'], writes: words('--no-list --no-points-at --no-show-current') },
    apply: { writes: ['--unsafe-paths'] },
    hook: RUNS,
    'filter-branch': RUNS,
    difftool: RUNS,
    mergetool: RUNS,
    'send-email': RUNS,
    maintenance: RUNS,
    shell: RUNS,
    daemon: RUNS,
    instaweb: RUNS,
    gui: RUNS,
    citool: RUNS,
    credential: RUNS,
    'for-each-repo': RUNS,
    'upload-pack': RUNS,
    'receive-pack': RUNS,
    'fast-import': WRITES,
    'fast-export': { writes: words('--output --export-marks') },
    'update-server-info': {},
    bugreport: WRITES,
    diagnose: WRITES,
    'request-pull': {},
    svn: RUNS,
    p4: RUNS,
    cvsserver: RUNS,
    lfs: RUNS,
    'web--browse': RUNS,
  },
}

export const PROGRAMS: Readonly<Record<string, ProgramSpec>> = {
  git: GIT,
  ...JAVASCRIPT_PROGRAMS,
  ...PYTHON_PROGRAMS,
  ...BUILD_PROGRAMS,
  // Interpreters.
  node: {
    leads: true,
    only: words(
      '--test --test-only --test-name-pattern --test-skip-pattern --test-concurrency --test-timeout --test-shard --test-force-exit ' +
        '--test-isolation --test-coverage-include --test-coverage-exclude --test-coverage-lines --test-coverage-branches ' +
        '--test-coverage-functions --experimental-test-coverage --experimental-test-isolation --experimental-test-module-mocks --watch ' +
        '--no-warnings --trace-warnings --trace-deprecation --no-deprecation --throw-deprecation --trace-uncaught --enable-source-maps ' +
        '--experimental-strip-types --experimental-transform-types --experimental-vm-modules --max-old-space-size --stack-trace-limit ' +
        '--unhandled-rejections --expose-gc --check -c --version -v --help -h --test-reporter=spec --test-reporter=tap --test-reporter=dot ' +
        '--test-reporter=junit --test-reporter=lcov --use-system-ca --disable-warning --preserve-symlinks --stack-size',
    ),
    runs: words(
      '-e --eval -p --print -i --interactive -r --require --import --loader --experimental-loader --env-file --inspect-brk --inspect ' +
        '--env-file-if-exists --test-reporter --test-global-setup --experimental-config-file --experimental-default-config-file ' +
        '--openssl-config --icu-data-dir --snapshot-blob --experimental-sea-config --watch-path -C --conditions --run',
    ),
    writes: words(
      '--test-reporter-destination --build-snapshot --diagnostic-dir --report-dir --report-directory --report-filename --redirect-warnings ' +
        '--cpu-prof --heap-prof --prof --trace-event-file-pattern --heapsnapshot-signal --heapsnapshot-near-heap-limit --tls-keylog ' +
        '--localstorage-file --disable-warning-file --report-on-signal --report-uncaught-exception --logfile --experimental-test-snapshots --test-update-snapshots',
    ),
    not: [
      '--env',
      '--test',
      '--experimental-test-coverage',
      '--watch',
      ...words('spec tap dot junit lcov').map((name) => `--test-reporter=${name}`),
    ],
    noInputOptions: ['--test', '--check', '-c', '--run', '--version', '-v'],
    bare: ['--test', '--check'],
    readsCode: true,
  },
  deno: {
    of: { eval: RUNS, repl: RUNS, x: RUNS, run: { always: 'project' }, install: { always: 'project' }, compile: RUNS },
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
  // Editors, pagers, databases and debuggers have commands that run any program.
  ...Object.fromEntries(
    words(
      'vi vim nvim view ex ed emacs nano pico less more most man info gdb lldb mysql psql sqlite3 ftp sftp telnet nc ncat netcat socat screen tmux',
    ).map((name) => [name, RUNS] as const),
  ),
  // These run their arguments in ways that are not analyzed here.
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
    scriptLanguage: 'sed',
    runs: words('-f --file'),
    writes: words('-i --in-place'),
    takes: words('-e --expression -l --line-length'),
    not: words('--in'),
  },
  gsed: {
    scriptLanguage: 'sed',
    runs: words('-f --file'),
    writes: words('-i --in-place'),
    takes: words('-e --expression -l --line-length'),
  },
  awk: {
    scriptLanguage: 'awk',
    runs: words('-f --file -i --include -l --load -E --exec -D --debug'),
    writes: words('-d --dump-variables -o --pretty-print -p --profile'),
    takes: words('-F -v'),
  },
  gawk: {
    scriptLanguage: 'awk',
    runs: words('-f --file -i --include -l --load -E --exec -D --debug'),
    writes: words('-d --dump-variables -o --pretty-print -p --profile'),
    takes: words('-F -v'),
  },
  mawk: { scriptLanguage: 'awk', runs: ['-f', '-W'], takes: words('-F -v') },
  nawk: { scriptLanguage: 'awk', runs: ['-f'], takes: words('-F -v') },
  sort: {
    runs: ['--compress-program'],
    writes: words('-o --output -T --temporary-directory'),
    consumes: words('-k -t --key --field-separator'),
    bare: words('-n -u -r -f -b -d -g -h -i -V -z -s -m -c'),
  },
  uniq: { output: 2, takes: words('-f -s -w') },
  tee: WRITES,
  sponge: WRITES,
  split: { runs: ['--filter'], always: 'writes' },
  csplit: WRITES,
  shuf: { writes: words('-o --output') },
  base64: { writes: words('-o --output') },
  xxd: { writes: ['-r'], output: 2, takes: words('-c -g -l -o -s') },
  dd: { writes: ['of='] },
  // -l pages through pr.
  diff: { runs: words('-l --paginate') },
  rg: {
    runs: words('--pre --hostname-bin -z --search-zip'),
    not: ['--pre-glob'],
    consumes: words('-e -g --regexp --glob -t --type -A -B -C -m'),
    bare: words(
      '-n -i -l -w -v -c -F -o -q -I -H -s -x -S -u -U -P -N -a --hidden --no-ignore --line-number --ignore-case',
    ),
  },
  ag: { runs: ['--pager'] },
  ack: { runs: ['--pager'] },
  // With -R it runs itself in every folder and writes a file there.
  tree: { writes: ['-o'], runs: ['-R'], bare: words('-a -d -f -i -s -h -u -g -p -D -F -C -n') },
  jq: {},
  yq: { writes: words('-i --inplace -s --split-exp') },
  date: { writes: words('-s --set') },
  // -z runs programs that unpack.
  file: {
    writes: words('-C --compile'),
    runs: words('-z -Z --uncompress --uncompress-noreport'),
    bare: words('-b -i -L -h -k -n -p -r -s -v -0'),
  },
  column: {},
  pr: {},
  bat: { runs: words('--pager --paging') },
  find: {
    writes: words('-delete -fls -fprint -fprint0 -fprintf'),
    dashes: 'none',
    consumes: words(
      '-name -iname -path -ipath -wholename -regex -iregex -type -maxdepth -mindepth -newer -size -mtime -mmin -user -perm',
    ),
  },
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
      '-o -O --output --remote-name --remote-name-all --output-dir -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --libcurl --etag-save --hsts --alt-svc --ssl-sessions',
    ),
    runs: words('-K --config --unix-socket --abstract-unix-socket --engine'),
    bare: words('-s -S -f -L -i -k -v -g -# --silent --show-error --fail --location'),
  },
  wget: { always: 'writes', runs: words('--use-askpass --config -e --execute') },
  openssl: RUNS,
  gpg: { writes: words('-o --output'), runs: words('--photo-viewer --exec-path --options --homedir') },
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
  // -i evaluates arithmetic, -n makes a reference to another variable. builtins.ts checks the rest.
  declare: { runs: words('-i -n') },
  typeset: { runs: words('-i -n') },
  local: { runs: words('-i -n') },
  mapfile: { runs: ['-C'] },
  readarray: { runs: ['-C'] },
  // -e reads from a terminal, with its key bindings.
  read: { runs: ['-e'], takes: words('-a -d -i -n -N -p -t -u') },
}
