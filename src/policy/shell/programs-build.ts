import { type ProgramSpec, SCRIPT_OPTIONS, wordList } from './program-spec.ts'

const RUNS: ProgramSpec = { always: 'runs' }
const PROJECT: ProgramSpec = { always: 'project' }

/** What follows belongs to a program of the project or its packages. */
const STARTS_PROGRAM: ProgramSpec = { startsProgram: true }

const CARGO_OPTIONS = wordList(
  '-p --package --workspace --all --all-targets --all-features --features -F --no-default-features --release -r --profile --lib --bin ' +
    '--bins --test --tests --example --examples --bench --benches --doc --no-run --no-fail-fast -j --jobs --locked --offline --frozen -v -vv ' +
    '--verbose -q --quiet --message-format --color --target --exclude --keep-going --check --no-deps',
)
const CARGO_BUILD: ProgramSpec = {
  readsArgumentFiles: true,
  // A path names a file that describes a target, linker included.
  values: { '--target': /^[\w-]+$/ },
  only: CARGO_OPTIONS,
  takes: wordList(
    '-p --package --features -F --profile --bin --test --example --bench -j --jobs --message-format --color --target --exclude',
  ),
  after: wordList(
    '--nocapture --no-capture --test-threads --ignored --include-ignored --exact --skip --show-output --list -q --quiet --color --format -D -W -A ' +
      '--check --edition',
  ),
  writes: wordList('--target-dir --artifact-dir --out-dir --timings'),
}

const GO_OPTIONS = wordList(
  '-v -x -n -a -race -short -run -count -timeout -cover -covermode -coverpkg -bench -benchmem -benchtime -failfast -json -list -parallel -p ' +
    '-skip -shuffle -tags -cpu -vet -trimpath -fullpath -asan -msan',
)
const GO_TAKES = wordList(
  '-run -count -timeout -covermode -coverpkg -bench -benchtime -list -parallel -p -skip -shuffle -tags -cpu -vet',
)

/** Formatters that belong to the program; another name is loaded as code. */
const RSPEC_FORMAT = /^(?:p|progress|d|doc|documentation|h|html|j|json|f|failures)$/
const RUBOCOP_FORMAT =
  /^(?:[acdefghijmopqstw]|progress|autogenconf|clang|disabled|emacs|files|fuubar|github|html|json|junit|markdown|offenses|pacman|quiet|simple|tap|worst)$/

/** Builds, tests and linters of other languages. They run the project's own code; with `only`, every other option is refused. */
export const BUILD_PROGRAMS: Readonly<Record<string, ProgramSpec>> = {
  bundle: { of: { exec: STARTS_PROGRAM } },
  make: MAKE(),
  gmake: MAKE(),
  just: { runs: wordList('-f --justfile -d --working-directory --shell --shell-arg -c --command --set') },
  cmake: { runs: wordList('-E -P -C -D --build') },
  go: {
    of: {
      run: PROJECT,
      generate: PROJECT,
      install: PROJECT,
      get: PROJECT,
      tool: RUNS,
      env: { writes: ['-w'] },
      test: {
        runs: wordList('-exec -toolexec -overlay -modfile -C -args --args'),
        exactOptions: true,
        writes: wordList('-o -outputdir -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -c'),
        only: GO_OPTIONS,
        takes: GO_TAKES,
      },
      build: {
        runs: wordList('-toolexec -overlay -modfile -ldflags -gcflags -asmflags -gccgoflags -compiler -C -pgo'),
        exactOptions: true,
        writes: wordList('-o -pkgdir -installsuffix'),
        only: GO_OPTIONS,
        takes: GO_TAKES,
      },
      vet: {
        exactOptions: true,
        runs: wordList('-vettool -toolexec -C -overlay -modfile'),
        only: [...GO_OPTIONS, '-json'],
        takes: GO_TAKES,
      },
    },
    subcommands: wordList('doc fmt list version help mod work'),
  },
  gofmt: { exactOptions: true, writes: wordList('-w -cpuprofile'), only: wordList('-l -d -e -s -r'), takes: ['-r'] },
  cargo: {
    runs: wordList('--config -C -Z --manifest-path'),
    of: {
      run: PROJECT,
      r: PROJECT,
      install: RUNS,
      init: PROJECT,
      new: PROJECT,
      publish: PROJECT,
      rustc: RUNS,
      rustdoc: RUNS,
      login: RUNS,
      add: PROJECT,
      fix: PROJECT,
      ...Object.fromEntries(
        wordList('build b check c test t bench doc d clippy fmt').map((name) => [name, CARGO_BUILD] as const),
      ),
    },
    subcommands: wordList('tree metadata version search update fetch'),
  },
  mvn: MAVEN(),
  mvnw: MAVEN(),
  gradle: GRADLE(),
  gradlew: GRADLE(),
  dotnet: {
    of: {
      test: DOTNET(),
      build: DOTNET(),
      run: PROJECT,
      restore: PROJECT,
      exec: RUNS,
      tool: RUNS,
      msbuild: RUNS,
      vstest: RUNS,
      fsi: RUNS,
      script: RUNS,
    },
    subcommands: wordList('--info --version --list-sdks --list-runtimes list format clean publish pack'),
  },
  rspec: {
    runs: wordList('-r --require -I -O --options --drb --default-path -X --drb-port'),
    writes: wordList('-o --out --failure-exit-code-file'),
    only: wordList(
      '-e --example -t --tag -f --format --fail-fast --no-fail-fast --seed --order --color --no-color --force-color -b --backtrace ' +
        '--only-failures -n --next-failure --dry-run -p --profile --no-profile -w --warnings -P --pattern -v --version',
    ),
    takes: wordList('-e --example -t --tag -f --format --seed --order -P --pattern'),
    values: { '-f': RSPEC_FORMAT, '--format': RSPEC_FORMAT },
  },
  rubocop: {
    runs: wordList('-r --require -c --config --plugin --server --lsp --start-server --restart-server'),
    writes: wordList(
      '-a -A --autocorrect --autocorrect-all --auto-correct -x --fix-layout -o --out --auto-gen-config --cache-root --regenerate-todo --init',
    ),
    only: wordList(
      '-P --parallel -f --format --only --except --fail-level --display-cop-names -D --no-color --color -F --fail-fast -L --list-target-files ' +
        '-E --extra-details -S --display-style-guide --lint -l --force-exclusion --display-only-fail-level-offenses --version -V -v --cache --no-parallel',
    ),
    takes: wordList('-f --format --only --except --fail-level --cache'),
    values: { '-f': RUBOCOP_FORMAT, '--format': RUBOCOP_FORMAT },
  },
  composer: {
    runs: wordList('-d --working-dir --plugins'),
    of: {
      test: {
        only: wordList('-q --quiet -v --verbose -n --no-interaction --ansi --no-ansi --no-dev --dev --timeout'),
        after: SCRIPT_OPTIONS,
      },
      exec: RUNS,
      global: RUNS,
      config: RUNS,
    },
  },
  swift: {
    of: {
      test: {
        only: wordList(
          '--filter --skip --parallel --no-parallel -c --configuration -v --verbose --enable-code-coverage --num-workers -q --quiet --list-tests',
        ),
      },
    },
  },
}

function MAKE(): ProgramSpec {
  return {
    runs: wordList('--eval -f --file --makefile -C --directory -I --include-dir -E -W -o --old-file --what-if'),
    only: wordList(
      '-j --jobs -k --keep-going -s --silent --quiet -n --dry-run --just-print -B --always-make --no-print-directory -l --load-average -r -R ' +
        '--no-builtin-rules -w --print-directory --output-sync -O -q --question -i --ignore-errors -v --version --trace -S',
    ),
    takes: wordList('-j -l'),
    harmlessOperands:
      /^(?:all|clean|test|tests|check|lint|build|format|fmt|typecheck|vet|unit|coverage|help)(?:[-_:](?:all|unit|integration|fast|check|test|lint|ci|py|js|go|rust))*$/,
  }
}

function MAVEN(): ProgramSpec {
  return {
    runs: wordList(
      '-f --file -s --settings -gs --global-settings -D --define -P --activate-profiles -t --toolchains -gt -l --log-file -b --builder -rf',
    ),
    not: wordList(
      '-Dtest -DskipTests -DskipITs -DfailIfNoTests -Dmaven.test.skip -Dsurefire.failIfNoSpecifiedTests -ff -fae -fn -ntp -pl -am -amd -B -T -U',
    ),
    only: wordList(
      '-q --quiet -B --batch-mode -e --errors -o --offline -X --debug -T --threads -pl --projects -am --also-make -amd ' +
        '--also-make-dependents -ntp --no-transfer-progress -ff -fae -fn --fail-fast --fail-at-end --fail-never -U -V -v --version ' +
        '-Dtest -DskipTests -DskipITs -DfailIfNoTests -Dmaven.test.skip -Dsurefire.failIfNoSpecifiedTests',
    ),
    takes: wordList('-T --threads -pl --projects'),
    exactOptions: true,
    readsArgumentFiles: true,
    operandRuns: /:/,
    harmlessOperands: /^(?:clean|validate|compile|test-compile|test|package|integration-test|verify)$/,
  }
}

function GRADLE(): ProgramSpec {
  return {
    runs: wordList(
      '-I --init-script -b --build-file -c --settings-file -p --project-dir -g --gradle-user-home --include-build -D --system-prop -P --project-prop -F --write-locks -M',
    ),
    writes: wordList('--profile --scan --project-cache-dir --write-verification-metadata'),
    not: wordList(
      '--parallel --continue --configure-on-demand --console --configuration-cache --build-cache --info --priority --project-dir-none',
    ),
    only: wordList(
      '--tests --info -i --stacktrace -s --full-stacktrace -S --continue --no-daemon --daemon --parallel --no-parallel --offline --rerun-tasks ' +
        '--rerun -q --quiet -x --exclude-task --console --build-cache --no-build-cache --configuration-cache --no-configuration-cache --warn -w ' +
        '--warning-mode -m --dry-run --max-workers --debug -d --fail-fast -v --version',
    ),
    takes: wordList('--tests -x --exclude-task --console --warning-mode --max-workers'),
    exactOptions: true,
    harmlessOperands:
      /^(?:[\w-]*:)*(?:clean|assemble|build|check|classes|jar|javadoc|help|tasks|dependencies|projects|\w*[tT]ests?|\w*[tT]estClasses|compile\w*|lint\w*|detekt\w*|ktlintCheck|spotlessCheck|checkstyle\w*|pmd\w*|jacoco\w*)$/,
  }
}

function DOTNET(): ProgramSpec {
  return {
    slashOptions: true,
    exactOptions: true,
    readsArgumentFiles: true,
    // Words after a `--` are settings of the test run, for example the host program.
    operandRuns: /^\w+\.\w+=/,
    runs: wordList('--property --test-adapter-path --settings -s --collect -d --diag --environment -e'),
    writes: wordList('-o --output --results-directory --artifacts-path -bl'),
    only: wordList(
      '--no-build --no-restore -c --configuration --filter --verbosity -v -f --framework --nologo -t --list-tests --blame --no-dependencies ' +
        '--force -q --no-incremental -r --runtime --arch -a --tl:off',
    ),
    takes: wordList('-c --configuration --filter --verbosity -v -f --framework -r --runtime'),
    // These are part of the folder in which the build writes.
    values: Object.fromEntries(
      wordList('-c --configuration -f --framework -r --runtime').map((name) => [name, /^(?!\.)[\w.-]+$/]),
    ),
  }
}
