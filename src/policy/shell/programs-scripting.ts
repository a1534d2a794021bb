import { type ProgramSpec, SCRIPT_OPTIONS, withValues, wordList } from './program-spec.ts'

const RUNS: ProgramSpec = { always: 'runs' }

const PROJECT: ProgramSpec = { always: 'project' }

/** A script that the project declares, with its arguments. */
const SCRIPT: ProgramSpec = {
  only: [
    ...wordList(
      '-s --silent -q --quiet -w --workspace --workspaces --ws --include-workspace-root --if-present --loglevel --offline ' +
        '--prefer-offline --no-audit --no-fund --foreground-scripts --recursive --parallel --stream --bail --no-bail --aggregate-output',
    ),
    ...SCRIPT_OPTIONS,
  ],
  takes: wordList(
    '-w --workspace --loglevel -t --testNamePattern --grep -g -k --filter --maxWorkers --max-warnings --shard --retry',
  ),
  after: SCRIPT_OPTIONS,
}

const LISTING: ProgramSpec = {
  only: wordList(
    '--all -a --json --long -l --parseable -p --depth --omit --include --prod --production --workspace -w --workspaces -g --global',
  ),
}

/** Package managers: installing runs code of the packages; named scripts are the repository's own. */
const NPM: ProgramSpec = {
  runs: wordList(
    '--script-shell --node-options --prefix --userconfig --globalconfig --shell --git --init-module --dir --cwd -C --import-map ' +
      '--config --require-hook --shell-emulator --use-node-version --store-dir --modules-dir --reporter-hook',
  ),
  writes: wordList('--cache --logs-dir --tmp --diagnostics-dir --report-dir'),
  subcommands: wordList(
    'start stop restart list ll la view info show audit ping help version -v whoami root bin fund explain why query search docs repo ' +
      'bugs doctor pack prefix completion check format lint build',
  ),
  of: {
    test: SCRIPT,
    t: SCRIPT,
    run: SCRIPT,
    'run-script': SCRIPT,
    ls: LISTING,
    outdated: LISTING,
    exec: RUNS,
    x: RUNS,
    dlx: RUNS,
    explore: RUNS,
    config: RUNS,
    set: RUNS,
    pkg: RUNS,
    edit: RUNS,
    node: RUNS,
    ...Object.fromEntries(
      wordList(
        'install i add ci clean-install install-test it update up upgrade rebuild link publish init create install-ci-test cit dedupe ' +
          'prune uninstall remove rm import fetch deploy patch',
      ).map((name) => [name, PROJECT] as const),
    ),
  },
}

const ESLINT_FORMAT = /^(?:json|json-with-metadata|stylish|compact|unix|html)$/

/** Names of scripts; bun runs any other name as a program on the machine. */
const SCRIPT_NAME =
  /^(?:test|tests|build|lint|check|format|fmt|typecheck|type-check|types|tsc|ci|coverage|unit|e2e|integration|verify|validate|dev|start|docs|generate)(?:[:.-][\w.:-]+)?$/

/** Package managers, linters and test runners of JavaScript. With `only`, every other option is refused. */
export const JAVASCRIPT_PROGRAMS: Readonly<Record<string, ProgramSpec>> = {
  npm: NPM,
  pnpm: NPM,
  yarn: NPM,
  bun: {
    ...NPM,
    runs: wordList('-e --eval -p --print -r --preload --cwd --config --import'),
    writes: wordList('--coverage-dir --reporter-outfile'),
    of: { ...NPM.of, run: { ...SCRIPT, scriptNames: SCRIPT_NAME } },
  },
  npx: {
    leads: true,
    startsProgram: true,
    runs: wordList('-c --call -p --package --node-options --script-shell'),
  },
  bunx: { leads: true, startsProgram: true },
  eslint: {
    runs: wordList(
      '-c --config --rulesdir --plugin --parser --resolve-plugins-relative-to --init --mcp --inspect-config --flag',
    ),
    writes: wordList(
      '-o --output-file --fix --cache-location --cache-file --suppressions-location --suppress-all --suppress-rule',
    ),
    not: wordList('--fix-dry-run --fix-type --cache --format'),
    bare: ['--quiet'],
    only: [
      ...wordList(
        '--ext --max-warnings --quiet --cache --cache-strategy --no-color --color --no-error-on-unmatched-pattern --ignore-pattern --no-ignore ' +
          '--report-unused-disable-directives --fix-dry-run --fix-type --debug --env --global --rule --no-inline-config --no-warn-ignored ' +
          '--pass-on-no-patterns --stats -v --version --exit-on-fatal-error',
      ),
      ...wordList('-f --format'),
    ],
    values: { '-f': ESLINT_FORMAT, '--format': ESLINT_FORMAT },
    takes: wordList(
      '-f --format --ext --max-warnings --ignore-pattern --env --global --rule --fix-type --cache-strategy',
    ),
  },
  tsc: {
    readsArgumentFiles: true,
    runs: wordList('--build -b --watch -w --plugins'),
    writes: wordList(
      '--outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile --out --mapRoot --init',
    ),
    not: wordList('--noEmit --incremental --noEmitOnError --module --moduleResolution'),
    only: wordList(
      '--noEmit -p --project --pretty --skipLibCheck --strict --listFiles --listFilesOnly --showConfig --traceResolution --diagnostics ' +
        '--extendedDiagnostics --noEmitOnError --target -t --module -m --moduleResolution --jsx --lib --esModuleInterop --allowJs --checkJs ' +
        '--noUnusedLocals --noUnusedParameters --resolveJsonModule --types --explainFiles --version -v --help',
    ),
    values: { '--noEmit': /^(?!false$)/i },
  },
  prettier: {
    runs: wordList('--plugin --config'),
    writes: wordList('-w --write --cache-location'),
    not: wordList('--config-precedence'),
    bare: wordList('-c --check -l --list-different'),
    only: wordList(
      '-c --check -l --list-different -u --ignore-unknown --log-level --no-color --no-config --no-editorconfig --no-error-on-unmatched-pattern ' +
        '--with-node-modules --parser --tab-width --print-width --single-quote --trailing-comma --version',
    ),
  },
  biome: {
    writes: wordList('--write --fix --apply --unsafe --apply-unsafe --reporter-file --log-file'),
    runs: wordList('--config-path'),
    only: wordList(
      '--max-diagnostics --diagnostic-level --colors --files-ignore-unknown --no-errors-on-unmatched --changed --since --staged --verbose ' +
        '--error-on-warnings --reporter --only --skip --files-max-size --log-level --json --version --stdin-file-path --linter-enabled ' +
        '--formatter-enabled --assist-enabled --organize-imports-enabled',
    ),
  },
  vitest: {
    runs: wordList(
      '-c --config --root -r --dir --globalSetup --environment --browser --diff --snapshotSerializers --execArgv --typecheck.checker --poolRunner',
    ),
    writes: wordList('--outputFile -u --update --attachmentsDir'),
    only: [
      ...wordList(
        '-t --testNamePattern --coverage --coverage.enabled --bail --silent --no-color --color --maxWorkers --minWorkers --no-file-parallelism ' +
          '--fileParallelism --passWithNoTests --project --changed --shard --retry --hideSkippedTests --run --watch=false --no-watch --typecheck ' +
          '--exclude --allowOnly --logHeapUsage --testTimeout --hookTimeout --no-isolate --globals --disable-console-intercept --inspect=false',
      ),
      ...wordList('--reporter --pool'),
    ],
    takes: wordList('--reporter --pool -t --testNamePattern --project --shard'),
    values: {
      '--reporter': /^(?:default|basic|verbose|dot|json|tap|tap-flat|junit|hanging-process|github-actions)$/,
      '--pool': /^(?:threads|forks|vmThreads|vmForks)$/,
    },
  },
  jest: {
    runs: wordList(
      '-c --config --rootDir --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --testRunner --transform --runner --projects ' +
        '--env --testEnvironment --reporters --resolver --filter --preset --watchPlugins --testSequencer --haste --moduleNameMapper --roots ' +
        '--testResultsProcessor --snapshotSerializers --prettierPath --dependencyExtractor --modulePaths --moduleDirectories --collectCoverageFrom=@',
    ),
    writes: wordList('--outputFile --coverageDirectory --cacheDirectory -u --updateSnapshot'),
    not: wordList('--runInBand --reporter --collectCoverageFrom --runTestsByPath'),
    only: wordList(
      '-t --testNamePattern -i --runInBand --ci --coverage --collectCoverageFrom --bail -b --verbose --silent --no-coverage --passWithNoTests ' +
        '--maxWorkers -w --findRelatedTests --onlyChanged -o --changedSince --testPathPattern --testPathPatterns --testPathIgnorePatterns ' +
        '--listTests --no-cache --forceExit --detectOpenHandles --colors --selectProjects --shard --json --watchAll=false --expand -e ' +
        '--errorOnDeprecated --logHeapUsage --runTestsByPath --testTimeout --randomize --seed --lastCommit --onlyFailures --version',
    ),
  },
}

const WRITES: ProgramSpec = { always: 'writes' }

const PYTHON: ProgramSpec = {
  leads: true,
  runs: wordList('-c -i -m'),
  readsCode: true,
  takes: wordList('-W -X'),
  startsModule: '-m',
}

const PYTEST: ProgramSpec = {
  readsArgumentFiles: true,
  runs: wordList(
    '-p -c --config-file --rootdir -o --override-ini --confcutdir --pdb --pdbcls --pyargs --trace -W --pythonwarnings',
  ),
  writes: wordList('--junitxml --junit-xml --basetemp --log-file --report-log --html --cov-config --debug'),
  bare: wordList('-q -v -x -s -l --quiet --verbose'),
  takes: wordList(
    '-k -m --maxfail --tb --durations --deselect --ignore --ignore-glob -n --numprocesses --dist --timeout --color -r --capture',
  ),
  only: [
    ...wordList(
      '-q -v -vv -vvv -x -s -l -k -m -r -n --maxfail --tb --durations --lf --ff --nf --sw --last-failed --failed-first --stepwise ' +
        '--collect-only --co --no-header --no-summary --strict-markers --strict-config --color --disable-warnings --deselect --ignore ' +
        '--ignore-glob --verbose --quiet --showlocals --exitfirst --capture --numprocesses --dist --cov --no-cov --cov-branch ' +
        '--cov-fail-under --timeout --doctest-modules --asyncio-mode --reruns --setup-show --fixtures --markers --version --help --forked',
    ),
    ...withValues('--cov-report', 'term term-missing term:skip-covered term-missing:skip-covered'),
  ],
}

/** Installing runs code of the packages, as everyone expects; these options go further. */
const PIP: ProgramSpec = {
  runs: wordList('--python --proxy --config-settings'),
  writes: wordList('--log --report -t --target --prefix --root --src -d --dest --cache-dir'),
  not: wordList('--pre --prefer-binary --require-hashes --require-virtualenv --requirement --progress-bar'),
}

const TOX_NAMES = /^(?!\.)[\w.,-]+$/

const RUN_IN_ENVIRONMENT: ProgramSpec = {
  leads: true,
  startsProgram: true,
  only: wordList('-q --quiet -v --verbose --frozen --locked --offline --no-sync'),
}

/** Python, its linters and test runners. With `only`, every other option is refused. */
export const PYTHON_PROGRAMS: Readonly<Record<string, ProgramSpec>> = {
  python: PYTHON,
  python2: PYTHON,
  python3: PYTHON,
  pypy: PYTHON,
  pypy3: PYTHON,
  pytest: PYTEST,
  'py.test': PYTEST,
  unittest: {
    only: wordList('-v -q -f -b -c -k -s -p -t --verbose --quiet --failfast --buffer --catch --locals --durations'),
    takes: wordList('-k -s -p -t --durations'),
  },
  mypy: {
    readsArgumentFiles: true,
    runs: wordList(
      '--config-file --python-executable --install-types --custom-typeshed-dir --shadow-file -c --command --plugin',
    ),
    writes: wordList(
      '--cache-dir --junit-xml --any-exprs-report --cobertura-xml-report --html-report --linecount-report --lineprecision-report --txt-report --xml-report --xslt-html-report --xslt-txt-report --timing-stats --line-checking-stats',
    ),
    only: wordList(
      '--strict --ignore-missing-imports --no-error-summary --show-error-codes --hide-error-codes --pretty --no-incremental ' +
        '--python-version -p -m --package --module --exclude --follow-imports --no-color-output --show-error-context --check-untyped-defs ' +
        '--disallow-untyped-defs --warn-unused-ignores --warn-return-any --warn-unreachable --explicit-package-bases --namespace-packages -v --version',
    ),
    takes: wordList('--python-version -p -m --package --module --exclude --follow-imports'),
  },
  pip: PIP,
  pip3: PIP,
  uv: { of: { run: RUN_IN_ENVIRONMENT } },
  poetry: { of: { run: RUN_IN_ENVIRONMENT } },
  tox: {
    of: { exec: RUNS, e: RUNS, devenv: WRITES, d: WRITES, quickstart: WRITES, q: WRITES, legacy: RUNS, le: RUNS },
    runs: wordList('-c --conf --root --workdir -x --override --installpkg --develop --devenv --pre'),
    writes: wordList('--result-json --log-file'),
    only: wordList(
      '-e --env -q -qq -v -vv -p --parallel -l --listenvs --skip-missing-interpreters -r --recreate --notest -f --factor',
    ),
    takes: wordList('-e --env -f --factor'),
    // The name of an environment is a folder in which tox writes.
    values: { '-e': TOX_NAMES, '--env': TOX_NAMES },
    after: SCRIPT_OPTIONS,
  },
  ruff: {
    readsArgumentFiles: true,
    runs: ['--config'],
    writes: wordList('--fix --unsafe-fixes -o --output-file --cache-dir --add-noqa'),
    not: wordList('--fixable'),
    only: wordList(
      '--select --ignore --extend-select --extend-ignore --output-format --no-cache -n --quiet -q --statistics --show-fixes --diff ' +
        '--check --preview --no-preview --line-length --target-version --exit-zero -e --exclude --extend-exclude --no-fix --verbose -v --isolated ' +
        '--show-files --show-settings --no-respect-gitignore --force-exclude',
    ),
    takes: wordList(
      '--select --ignore --extend-select --extend-ignore --output-format --line-length --target-version --exclude --extend-exclude',
    ),
  },
}
