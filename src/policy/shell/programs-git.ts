import type { ProgramSpec } from './program-spec.ts'

const words = (text: string): readonly string[] => text.split(' ')

const RUNS: ProgramSpec = { always: 'runs' }
const WRITES: ProgramSpec = { always: 'writes' }
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
    // Each cancels an option that lists, so that the command creates or changes a branch.
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
