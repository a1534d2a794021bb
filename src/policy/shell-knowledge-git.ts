import type { Program } from './shell-knowledge.ts'

const words = (text: string): readonly string[] => text.split(' ')

const RUNS: Program = { itself: 'runs' }
const WRITES: Program = { itself: 'writes' }
const GIT_DIFF: Program = { runs: words('--ext-diff --textconv'), writes: ['--output'], not: words('--text --out') }
/** git 2.5x, from its manual pages. */
export const GIT: Program = {
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
    log: GIT_DIFF,
    diff: GIT_DIFF,
    show: GIT_DIFF,
    'diff-tree': GIT_DIFF,
    'diff-index': GIT_DIFF,
    'diff-files': GIT_DIFF,
    reflog: GIT_DIFF,
    whatchanged: GIT_DIFF,
    'rev-list': GIT_DIFF,
    stash: GIT_DIFF,
    grep: { runs: words('-O --open-files-in-pager --ext-grep --textconv'), not: ['--text'] },
    blame: GIT_DIFF,
    annotate: GIT_DIFF,
    shortlog: GIT_DIFF,
    'range-diff': GIT_DIFF,
    'cherry-pick': GIT_DIFF,
    revert: GIT_DIFF,
    'cat-file': { runs: words('--textconv --filters') },
    archive: { runs: words('--exec --remote'), writes: words('-o --output') },
    'format-patch': { writes: words('-o --output --output-directory'), runs: words('--ext-diff --textconv') },
    bundle: WRITES,
    fetch: { runs: words('--upload-pack --recurse-submodules') },
    pull: { runs: words('--upload-pack --recurse-submodules --exec') },
    push: { runs: words('--receive-pack --exec') },
    clone: { runs: words('-u --upload-pack -c --config --template --recurse-submodules'), itself: 'writes' },
    'ls-remote': { runs: words('--upload-pack --exec') },
    'fetch-pack': { runs: words('--upload-pack --exec') },
    'send-pack': { runs: words('--receive-pack --exec') },
    remote: { runs: words('add set-url set-branches rename remove rm update prune show set-head') },
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
    config: { runs: words('-e --edit'), itself: 'runs' },
    commit: { runs: words('-e --edit') },
    tag: { runs: words('-e --edit') },
    branch: { runs: ['--edit-description'] },
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
