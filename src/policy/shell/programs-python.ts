import { type ProgramSpec, SCRIPT_OPTIONS, withValues, wordList } from './program-spec.ts'

const RUNS: ProgramSpec = { always: 'runs' }
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
