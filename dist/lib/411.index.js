export const id = 411;
export const ids = [411];
export const modules = {

/***/ 6411:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  startGitHub: () => (/* binding */ startGitHub)
});

// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(9448);
;// CONCATENATED MODULE: ./build/standin/github-answer.js
/** An answer that is an error, in GitHub's JSON form. */
class Refusal extends Error {
    status;
    errors;
    constructor(status, message, errors) {
        super(message);
        this.status = status;
        this.errors = errors;
    }
}
const notFound = () => new Refusal(404, 'Not Found');
const invalid = (resource, field, code, message) => new Refusal(422, 'Validation Failed', [{ resource, field, code, ...(message === undefined ? {} : { message }) }]);
const ok = (body) => ({ status: 200, body });
const created = (body) => ({ status: 201, body });
const gone = () => ({ status: 204 });
const github_answer_text = (body, type) => ({ status: 200, body, headers: { 'content-type': type } });
function refusalAnswer(refusal) {
    return {
        status: refusal.status,
        body: {
            message: refusal.message,
            ...(refusal.errors === undefined ? {} : { errors: refusal.errors }),
            documentation_url: 'https://docs.github.com/rest',
            status: String(refusal.status),
        },
    };
}
/** A path parameter that must be a whole number; anything else is an address GitHub does not have. */
function numeric(call, name) {
    const value = call.params[name] ?? '';
    if (!/^\d{1,15}$/.test(value))
        throw notFound();
    return Number(value);
}
/**
 * One page of a list with GitHub's Link header: `per_page` up to 100, 30 by default, pages from 1.
 * Source: GitHub REST docs, "Using pagination".
 */
function paged(call, items, wrap = (page) => page) {
    const size = Math.min(100, Math.max(1, wholeNumber(call.query.get('per_page'), 30)));
    const page = Math.max(1, wholeNumber(call.query.get('page'), 1));
    const last = Math.max(1, Math.ceil(items.length / size));
    const links = [
        page > 1 ? github_answer_link(call, Math.min(page - 1, last), 'prev') : '',
        page < last ? github_answer_link(call, page + 1, 'next') : '',
        page < last ? github_answer_link(call, last, 'last') : '',
        page > 1 ? github_answer_link(call, 1, 'first') : '',
    ].filter((entry) => entry !== '');
    return {
        status: 200,
        body: wrap(items.slice((page - 1) * size, page * size)),
        headers: links.length === 0 ? {} : { link: links.join(', ') },
    };
}
function github_answer_link(call, page, rel) {
    const query = new URLSearchParams(call.query);
    query.set('page', String(page));
    return `<${call.api}${call.path}?${query.toString()}>; rel="${rel}"`;
}
function wholeNumber(text, otherwise) {
    return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}
/** Whether the client asked for one of GitHub's media types: `diff`, `patch`, `raw`, `sha`, `object`. */
const wants = (call, kind) => new RegExp(`application/vnd\\.github\\.(v3\\.)?${kind}\\b`).test(call.accept);

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./build/standin/github-git.js




/** Real git under the stand-in's answers. Whatever the repository's own configuration would start stays off. */
const QUIET = [
    '-c',
    'core.fsmonitor=false',
    '-c',
    `core.hooksPath=${external_node_os_.devNull}`,
    '-c',
    'core.quotePath=false',
    '-c',
    'gc.auto=0',
];
/** Runs git in a repository and gives its standard output; undefined when git ends with an error. */
async function git(gitDir, args, with_ = {}) {
    const { execa } = await __webpack_require__.e(/* import() */ 665).then(__webpack_require__.bind(__webpack_require__, 8665));
    const result = await execa('git', [...QUIET, ...args], {
        cwd: gitDir,
        env: { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: external_node_os_.devNull, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...with_.env },
        input: with_.input ?? '',
        encoding: 'buffer',
        stripFinalNewline: false,
        reject: false,
    });
    return result.failed ? undefined : Buffer.from(result.stdout);
}
const lines = (output) => (output?.toString('utf8') ?? '').split('\n').filter((line) => line !== '');
const words = (output) => (output?.toString('utf8') ?? '').trim();
/**
 * A bare repository that reads another one's objects and has its branches and tags, in a temporary folder.
 * Writing to it leaves the other one alone. The caller deletes the folder.
 */
async function borrowRepository(workspace) {
    const bare = await mkdtemp(join(tmpdir(), 'sluice-git-'));
    const objects = words(await git(workspace, ['rev-parse', '--path-format=absolute', '--git-path', 'objects']));
    const shallow = words(await git(workspace, ['rev-parse', '--path-format=absolute', '--git-path', 'shallow']));
    await git(bare, ['init', '--quiet', '--bare']);
    await writeFile(join(bare, 'objects', 'info', 'alternates'), `${objects}\n`);
    const grafts = await git(workspace, ['rev-parse', '--is-shallow-repository']);
    if (words(grafts) === 'true') {
        const { copyFile } = await Promise.resolve(/* import() */).then(__webpack_require__.t.bind(__webpack_require__, 1455, 19));
        await copyFile(shallow, join(bare, 'shallow'));
    }
    const refs = lines(await git(workspace, ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/tags', 'refs/pull']));
    const commands = refs.map((line) => `create ${line.slice(41)} ${line.slice(0, 40)}\n`).join('');
    await git(bare, ['update-ref', '--stdin'], { input: commands });
    return bare;
}
/** The commit a SHA, branch, tag or full ref names. */
async function resolveCommit(gitDir, name) {
    for (const candidate of [name, `refs/heads/${name}`, `refs/${name}`]) {
        const sha = words(await git(gitDir, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${candidate}^{commit}`]));
        if (sha !== '')
            return sha;
    }
    return undefined;
}
async function listTree(gitDir, tree, recursive) {
    const output = await git(gitDir, [
        'ls-tree',
        '-z',
        '--long',
        ...(recursive ? ['-r', '-t'] : []),
        '--end-of-options',
        tree,
    ]);
    return output
        ?.toString('utf8')
        .split('\0')
        .filter((line) => line !== '')
        .map((line) => {
        const tab = line.indexOf('\t');
        const [mode = '', type = '', sha = '', size = '-'] = line.slice(0, tab).split(/ +/);
        return { mode, type, sha, size: size === '-' ? undefined : Number(size), path: line.slice(tab + 1) };
    });
}
const FIELDS = ['%H', '%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x00');
/** Commits a range names, newest first. */
async function readCommits(gitDir, range) {
    const output = await git(gitDir, ['log', `--format=${FIELDS}%x00%x01`, '--no-show-signature', ...range, '--']);
    const records = output?.toString('utf8').split('\0\x01\n') ?? [];
    return records
        .filter((record) => record !== '')
        .map((record) => {
        const [sha = '', tree = '', parents = '', an = '', ae = '', ad = '', cn = '', ce = '', cd = '', message = ''] = record.split('\0');
        return {
            sha,
            tree,
            parents: parents.split(' ').filter((parent) => parent !== ''),
            author: { name: an, email: ae, date: inUtc(ad) },
            committer: { name: cn, email: ce, date: inUtc(cd) },
            message: message.replace(/\n+$/, ''),
        };
    });
}
const inUtc = (date) => new Date(date).toISOString().replace(/\.\d+Z$/, 'Z');
const mergeBase = async (gitDir, base, head) => words(await git(gitDir, ['merge-base', base, head])) || undefined;
const countCommits = async (gitDir, range) => Number(words(await git(gitDir, ['rev-list', '--count', range, '--'])) || 0);
const DIFF = [
    'diff',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--find-renames',
    '--src-prefix=a/',
    '--dst-prefix=b/',
];
async function diffText(gitDir, base, head) {
    return (await git(gitDir, [...DIFF, base, head, '--']))?.toString('utf8') ?? '';
}
const STATUS = { A: 'added', D: 'removed', R: 'renamed' };
/** GitHub leaves the patch out above these. Source: GitHub docs, "Limits for viewing content and diffs". */
const PATCH_LIMIT = 500_000;
/** The files that differ between two commits, as `GET pulls/N/files` tells them. */
async function changedFiles(gitDir, base, head) {
    const raw = (await git(gitDir, [...DIFF, '--raw', '-z', '--no-abbrev', base, head, '--']))?.toString('utf8').split('\0') ?? [];
    const patches = (await diffText(gitDir, base, head)).split(/^(?=diff --git )/m);
    const files = [];
    for (let at = 0; at + 1 < raw.length;) {
        const [, , before = '', after = '', letter = 'M'] = (raw[at] ?? '').split(' ');
        const renamed = letter.startsWith('R');
        const previous = raw[at + 1] ?? '';
        const filename = renamed ? (raw[at + 2] ?? '') : previous;
        at += renamed ? 3 : 2;
        const status = STATUS[letter.charAt(0)] ?? 'modified'; // other letters fall through
        const patch = patchOf(patches[files.length] ?? '');
        const body = patch.split('\n');
        files.push({
            filename,
            status,
            additions: body.filter((line) => line.startsWith('+')).length,
            deletions: body.filter((line) => line.startsWith('-')).length,
            sha: status === 'removed' ? before : after,
            ...(patch === '' || patch.length > PATCH_LIMIT ? {} : { patch }),
            ...(renamed ? { previousFilename: previous } : {}),
        });
    }
    return files;
}
/** The hunks of one file's diff, without its headers and the last line end. */
function patchOf(diff) {
    const start = diff.search(/^@@ /m);
    return start === -1 ? '' : diff.slice(start).replace(/\n$/, '');
}
/** Writes a tree: the entries of `base`, if given, with the changes put over them. */
async function writeTree(gitDir, base, changes) {
    const scratch = await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'sluice-index-'));
    const env = { GIT_INDEX_FILE: (0,external_node_path_.join)(scratch, 'index') };
    try {
        await need(git(gitDir, ['read-tree', base ?? '--empty'], { env }), 'base_tree is not a valid tree');
        const info = changes.map(({ path, mode, sha }) => sha === null ? `0 ${'0'.repeat(40)}\t${path}\0` : `${mode} ${sha}\t${path}\0`);
        await need(git(gitDir, ['update-index', '-z', '--index-info'], { env, input: info.join('') }), 'tree.path contains a malformed path component');
        return words(await need(git(gitDir, ['write-tree'], { env }), 'tree.sha is not a valid blob'));
    }
    finally {
        await (0,promises_.rm)(scratch, { recursive: true, force: true });
    }
}
async function writeCommit(gitDir, commit) {
    const { author, committer, parents } = commit;
    const env = {
        GIT_AUTHOR_NAME: author.name,
        GIT_AUTHOR_EMAIL: author.email,
        GIT_AUTHOR_DATE: author.date,
        GIT_COMMITTER_NAME: committer.name,
        GIT_COMMITTER_EMAIL: committer.email,
        GIT_COMMITTER_DATE: committer.date,
    };
    const args = ['commit-tree', commit.tree, ...parents.flatMap((parent) => ['-p', parent])];
    return words(await need(git(gitDir, args, { env, input: commit.message }), 'Tree SHA or parent does not exist'));
}
async function need(output, otherwise) {
    const got = await output;
    if (got === undefined)
        throw new Refusal(422, otherwise);
    return got;
}

// EXTERNAL MODULE: ../../work/main/node_modules/zod/v4/classic/schemas.js + 5 modules
var schemas = __webpack_require__(119);
;// CONCATENATED MODULE: ./build/standin/github-shapes.js
const PAGES = 'https://github.com';
const repoUrl = ({ world, api }) => `${api}/repos/${world.owner}/${world.repo}`;
const repoPage = ({ world }) => `${PAGES}/${world.owner}/${world.repo}`;
const nodeId = (kind, id) => Buffer.from(`${kind}:${id}`).toString('base64');
/** Numbers GitHub really uses for its own bot; everyone else's is made from the name, the same every time. */
function userId(login) {
    if (login === 'github-actions[bot]')
        return 41_898_282;
    let sum = 7;
    for (const letter of login)
        sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 90_000_000;
    return 1_000_000 + sum;
}
function user(place, login) {
    const url = `${place.api}/users/${encodeURIComponent(login)}`;
    const id = userId(login);
    return {
        login,
        id,
        node_id: nodeId('User', id),
        avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
        gravatar_id: '',
        url,
        html_url: `${PAGES}/${encodeURIComponent(login.replace(/\[bot\]$/, ''))}`,
        followers_url: `${url}/followers`,
        following_url: `${url}/following{/other_user}`,
        gists_url: `${url}/gists{/gist_id}`,
        starred_url: `${url}/starred{/owner}{/repo}`,
        subscriptions_url: `${url}/subscriptions`,
        organizations_url: `${url}/orgs`,
        repos_url: `${url}/repos`,
        events_url: `${url}/events{/privacy}`,
        received_events_url: `${url}/received_events`,
        type: login.endsWith('[bot]') ? 'Bot' : 'User',
        site_admin: false,
    };
}
const REPOSITORY_URLS = {
    archive_url: '{archive_format}{/ref}',
    assignees_url: 'assignees{/user}',
    blobs_url: 'git/blobs{/sha}',
    branches_url: 'branches{/branch}',
    collaborators_url: 'collaborators{/collaborator}',
    comments_url: 'comments{/number}',
    commits_url: 'commits{/sha}',
    compare_url: 'compare/{base}...{head}',
    contents_url: 'contents/{+path}',
    contributors_url: 'contributors',
    deployments_url: 'deployments',
    downloads_url: 'downloads',
    events_url: 'events',
    forks_url: 'forks',
    git_commits_url: 'git/commits{/sha}',
    git_refs_url: 'git/refs{/sha}',
    git_tags_url: 'git/tags{/sha}',
    hooks_url: 'hooks',
    issue_comment_url: 'issues/comments{/number}',
    issue_events_url: 'issues/events{/number}',
    issues_url: 'issues{/number}',
    keys_url: 'keys{/key_id}',
    labels_url: 'labels{/name}',
    languages_url: 'languages',
    merges_url: 'merges',
    milestones_url: 'milestones{/number}',
    notifications_url: 'notifications{?since,all,participating}',
    pulls_url: 'pulls{/number}',
    releases_url: 'releases{/id}',
    stargazers_url: 'stargazers',
    statuses_url: 'statuses/{sha}',
    subscribers_url: 'subscribers',
    subscription_url: 'subscription',
    tags_url: 'tags',
    teams_url: 'teams',
    trees_url: 'git/trees{/sha}',
};
/** A repository; `fullName` other than the world's own is a fork of it. */
function repository(place, fullName = `${place.world.owner}/${place.world.repo}`) {
    const { world, api } = place;
    const [owner = '', name = ''] = fullName.split('/');
    const url = `${api}/repos/${fullName}`;
    const page = `${PAGES}/${fullName}`;
    const id = userId(fullName);
    const urls = Object.entries(REPOSITORY_URLS).map(([key, rest]) => [key, `${url}/${rest}`]);
    return {
        id,
        node_id: nodeId('Repository', id),
        name,
        full_name: fullName,
        private: world.visibility === 'private',
        visibility: world.visibility,
        owner: user(place, owner),
        html_url: page,
        description: null,
        fork: fullName !== `${world.owner}/${world.repo}`,
        url,
        ...Object.fromEntries(urls),
        git_url: `git://github.com/${fullName}.git`,
        ssh_url: `git@github.com:${fullName}.git`,
        clone_url: `${page}.git`,
        svn_url: page,
        homepage: null,
        mirror_url: null,
        size: 1,
        stargazers_count: 0,
        watchers_count: 0,
        watchers: 0,
        language: null,
        has_issues: true,
        has_projects: false,
        has_downloads: false,
        has_wiki: false,
        has_pages: false,
        has_discussions: false,
        forks_count: 0,
        forks: 0,
        archived: false,
        disabled: false,
        license: null,
        open_issues_count: world.issues.length,
        open_issues: world.issues.length,
        default_branch: world.defaultBranch,
        network_count: 0,
        subscribers_count: 0,
        pushed_at: '2026-01-05T09:00:00Z',
        created_at: '2025-01-05T09:00:00Z',
        updated_at: '2026-01-05T09:00:00Z',
    };
}
const label = (place, given) => ({
    id: given.id,
    node_id: nodeId('Label', given.id),
    url: `${repoUrl(place)}/labels/${encodeURIComponent(given.name)}`,
    name: given.name,
    description: given.description,
    color: given.color,
    default: false,
});
const reactionJson = (place, reaction) => ({
    id: reaction.id,
    node_id: nodeId('Reaction', reaction.id),
    user: user(place, reaction.user),
    content: reaction.content,
    created_at: '2026-01-05T09:00:00Z',
});
function checkRunJson(place, run) {
    const url = `${repoUrl(place)}/check-runs/${run.id}`;
    return {
        id: run.id,
        node_id: nodeId('CheckRun', run.id),
        name: run.name,
        head_sha: run.headSha,
        external_id: run.externalId,
        url,
        html_url: `${repoPage(place)}/runs/${run.id}`,
        details_url: run.detailsUrl,
        status: run.status,
        conclusion: run.conclusion,
        started_at: run.startedAt,
        completed_at: run.completedAt,
        output: {
            title: run.output.title,
            summary: run.output.summary,
            text: run.output.text,
            annotations_count: run.output.annotations.length,
            annotations_url: `${url}/annotations`,
        },
        check_suite: { id: 5_000_000 },
        app: null,
        pull_requests: [],
    };
}

;// CONCATENATED MODULE: ./build/standin/github-git-shapes.js

/** GitHub's JSON for commits and files. Source: GitHub REST docs. */
const UNSIGNED = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };
/** A commit as `commits/SHA` and `pulls/N/commits` tell it. Authors are not matched to users. */
const commitJson = (place, commit) => ({
    url: `${repoUrl(place)}/commits/${commit.sha}`,
    sha: commit.sha,
    node_id: nodeId('Commit', commit.sha),
    html_url: `${repoPage(place)}/commit/${commit.sha}`,
    comments_url: `${repoUrl(place)}/commits/${commit.sha}/comments`,
    commit: {
        url: `${repoUrl(place)}/git/commits/${commit.sha}`,
        author: commit.author,
        committer: commit.committer,
        message: commit.message,
        tree: { url: `${repoUrl(place)}/git/trees/${commit.tree}`, sha: commit.tree },
        comment_count: 0,
        verification: UNSIGNED,
    },
    author: null,
    committer: null,
    parents: parentsOf(place, commit),
});
/** A commit as the git database tells it. */
const gitCommitJson = (place, commit) => ({
    sha: commit.sha,
    node_id: nodeId('Commit', commit.sha),
    url: `${repoUrl(place)}/git/commits/${commit.sha}`,
    html_url: `${repoPage(place)}/commit/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    tree: { url: `${repoUrl(place)}/git/trees/${commit.tree}`, sha: commit.tree },
    message: commit.message,
    parents: parentsOf(place, commit),
    verification: UNSIGNED,
});
const parentsOf = (place, commit) => commit.parents.map((sha) => ({
    sha,
    url: `${repoUrl(place)}/commits/${sha}`,
    html_url: `${repoPage(place)}/commit/${sha}`,
}));
/** A changed file, as of the commit `ref`. */
const compareFileJson = (place, ref, file) => {
    const path = encodePath(file.filename);
    return {
        sha: file.sha,
        filename: file.filename,
        status: file.status,
        additions: file.additions,
        deletions: file.deletions,
        changes: file.additions + file.deletions,
        blob_url: `${repoPage(place)}/blob/${ref}/${path}`,
        raw_url: `${repoPage(place)}/raw/${ref}/${path}`,
        contents_url: `${repoUrl(place)}/contents/${path}?ref=${ref}`,
        ...(file.patch === undefined ? {} : { patch: file.patch }),
        ...(file.previousFilename === undefined ? {} : { previous_filename: file.previousFilename }),
    };
};
/** What every answer about something in a folder has, without its content. */
function contentFields(place, ref, path, entry) {
    const type = entry.type === 'tree' ? 'dir' : entry.type === 'commit' ? 'submodule' : entry.mode === '120000' ? 'symlink' : 'file';
    const name = path.split('/').at(-1) ?? path;
    const url = `${repoUrl(place)}/contents/${encodePath(path)}?ref=${encodeURIComponent(ref)}`;
    const git = entry.type === 'commit' ? null : `${repoUrl(place)}/git/${entry.type}s/${entry.sha}`;
    const html = `${repoPage(place)}/${type === 'dir' ? 'tree' : 'blob'}/${encodePath(ref)}/${encodePath(path)}`;
    return {
        type,
        size: entry.size ?? 0,
        name,
        path,
        sha: entry.sha,
        url,
        git_url: git,
        html_url: html,
        download_url: type === 'file' || type === 'symlink' ? `${repoPage(place)}/raw/${encodePath(ref)}/${encodePath(path)}` : null,
        _links: { self: url, git, html },
    };
}
const encodePath = (path) => path.split('/').map(encodeURIComponent).join('/');

// EXTERNAL MODULE: ./build/standin/github-world.js
var github_world = __webpack_require__(9033);
;// CONCATENATED MODULE: ./build/standin/github-thread-shapes.js


/** GitHub's JSON for what people talk in: issues, pull requests, comments, reviews. Source: GitHub REST docs. */
/** GitHub's own word for how someone is related to the repository. */
function association(world, login) {
    if (login === world.owner)
        return 'OWNER';
    const permission = world.permissions[login];
    return permission === 'admin' || permission === 'write' ? 'COLLABORATOR' : 'NONE';
}
const labelsOf = (place, subject) => subject.labels.flatMap((name) => {
    const known = place.world.labels.find((candidate) => candidate.name === name);
    return known === undefined ? [] : [label(place, known)];
});
const pageOf = (place, subject) => `${repoPage(place)}/${(0,github_world/* isPull */.CD)(subject) ? 'pull' : 'issues'}/${subject.number}`;
/** What an issue and a pull request have in common. */
function subjectFields(place, subject) {
    const assignees = subject.assignees.map((login) => user(place, login));
    return {
        number: subject.number,
        title: subject.title,
        body: subject.body,
        user: user(place, subject.user),
        state: subject.state,
        locked: subject.locked,
        labels: labelsOf(place, subject),
        assignee: assignees[0] ?? null,
        assignees,
        milestone: null,
        author_association: association(place.world, subject.user),
        active_lock_reason: null,
        created_at: subject.createdAt,
        updated_at: subject.updatedAt,
        closed_at: subject.state === 'closed' ? subject.updatedAt : null,
        html_url: pageOf(place, subject),
    };
}
function issueJson(place, subject) {
    const url = `${repoUrl(place)}/issues/${subject.number}`;
    const pullUrl = `${repoUrl(place)}/pulls/${subject.number}`;
    const page = pageOf(place, subject);
    const id = 2_000_000 + subject.number;
    return {
        id,
        node_id: nodeId('Issue', id),
        url,
        repository_url: repoUrl(place),
        labels_url: `${url}/labels{/name}`,
        comments_url: `${url}/comments`,
        events_url: `${url}/events`,
        ...subjectFields(place, subject),
        comments: place.world.comments.filter((comment) => comment.number === subject.number).length,
        state_reason: subject.stateReason,
        ...((0,github_world/* isPull */.CD)(subject)
            ? {
                draft: subject.draft,
                pull_request: {
                    url: pullUrl,
                    html_url: page,
                    diff_url: `${page}.diff`,
                    patch_url: `${page}.patch`,
                    merged_at: null,
                },
            }
            : {}),
    };
}
/** The short form lists use; `pullJson` adds what only `GET pulls/N` answers. */
function pullSummary(place, pull) {
    const url = `${repoUrl(place)}/pulls/${pull.number}`;
    const issueUrl = `${repoUrl(place)}/issues/${pull.number}`;
    const page = pageOf(place, pull);
    const id = 3_000_000 + pull.number;
    const links = {
        self: url,
        html: page,
        issue: issueUrl,
        comments: `${issueUrl}/comments`,
        review_comments: `${url}/comments`,
        review_comment: `${repoUrl(place)}/pulls/comments{/number}`,
        commits: `${url}/commits`,
        statuses: `${repoUrl(place)}/statuses/${pull.head.sha}`,
    };
    return {
        id,
        node_id: nodeId('PullRequest', id),
        url,
        diff_url: `${page}.diff`,
        patch_url: `${page}.patch`,
        issue_url: issueUrl,
        commits_url: links.commits,
        comments_url: links.comments,
        review_comments_url: links.review_comments,
        review_comment_url: links.review_comment,
        statuses_url: links.statuses,
        _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
        ...subjectFields(place, pull),
        requested_reviewers: [],
        requested_teams: [],
        base: side(place, pull.base),
        head: side(place, pull.head),
        draft: pull.draft,
        auto_merge: null,
        merged_at: pull.merged ? pull.updatedAt : null,
        merge_commit_sha: null,
    };
}
function side(place, given) {
    const owner = given.repo?.split('/')[0] ?? 'unknown';
    return {
        label: `${owner}:${given.ref}`,
        ref: given.ref,
        sha: given.sha,
        user: given.repo === null ? null : user(place, owner),
        repo: given.repo === null ? null : repository(place, given.repo),
    };
}
function pullJson(place, pull, size) {
    const on = (entry) => entry.number === pull.number;
    return {
        ...pullSummary(place, pull),
        merged: pull.merged,
        mergeable: true,
        rebaseable: true,
        mergeable_state: 'clean',
        merged_by: null,
        comments: place.world.comments.filter(on).length,
        review_comments: place.world.reviewComments.filter(on).length,
        maintainer_can_modify: false,
        commits: size.commits,
        additions: size.additions,
        deletions: size.deletions,
        changed_files: size.files,
    };
}
function commentJson(place, comment) {
    const subject = place.world.pulls.find((pull) => pull.number === comment.number);
    const page = `${repoPage(place)}/${subject === undefined ? 'issues' : 'pull'}/${comment.number}`;
    return {
        id: comment.id,
        node_id: nodeId('IssueComment', comment.id),
        url: `${repoUrl(place)}/issues/comments/${comment.id}`,
        html_url: `${page}#issuecomment-${comment.id}`,
        issue_url: `${repoUrl(place)}/issues/${comment.number}`,
        user: user(place, comment.user),
        created_at: comment.createdAt,
        updated_at: comment.updatedAt,
        author_association: association(place.world, comment.user),
        body: comment.body,
        performed_via_github_app: null,
    };
}
function reviewJson(place, review) {
    const html = `${repoPage(place)}/pull/${review.number}#pullrequestreview-${review.id}`;
    const pullUrl = `${repoUrl(place)}/pulls/${review.number}`;
    return {
        id: review.id,
        node_id: nodeId('PullRequestReview', review.id),
        user: user(place, review.user),
        body: review.body,
        state: review.state,
        html_url: html,
        pull_request_url: pullUrl,
        author_association: association(place.world, review.user),
        _links: { html: { href: html }, pull_request: { href: pullUrl } },
        submitted_at: review.submittedAt,
        commit_id: review.commitId,
    };
}
function reviewCommentJson(place, remark) {
    const url = `${repoUrl(place)}/pulls/comments/${remark.id}`;
    const html = `${repoPage(place)}/pull/${remark.number}#discussion_r${remark.id}`;
    const pullUrl = `${repoUrl(place)}/pulls/${remark.number}`;
    return {
        id: remark.id,
        node_id: nodeId('PullRequestReviewComment', remark.id),
        url,
        html_url: html,
        pull_request_url: pullUrl,
        pull_request_review_id: remark.review,
        diff_hunk: '',
        path: remark.path,
        position: remark.line,
        original_position: remark.line ?? 1,
        commit_id: remark.commitId,
        original_commit_id: remark.commitId,
        ...(remark.inReplyTo === null ? {} : { in_reply_to_id: remark.inReplyTo }),
        user: user(place, remark.user),
        body: remark.body,
        created_at: remark.createdAt,
        updated_at: remark.createdAt,
        author_association: association(place.world, remark.user),
        line: remark.line,
        original_line: remark.line,
        start_line: remark.startLine,
        original_start_line: remark.startLine,
        start_side: remark.startLine === null ? null : remark.side,
        side: remark.side,
        subject_type: remark.line === null ? 'file' : 'line',
        _links: { self: { href: url }, html: { href: html }, pull_request: { href: pullUrl } },
    };
}

;// CONCATENATED MODULE: ./build/standin/github-issues.js





/** Issues, their comments, labels, assignees and reactions. Source: GitHub REST docs, "Issues". */
const issueRoutes = [
    { method: 'GET', pattern: '/issues', answer: listIssues },
    { method: 'POST', pattern: '/issues', answer: createIssue },
    { method: 'GET', pattern: '/issues/:number', answer: (call) => ok(issueJson(call, subjectOf(call))) },
    { method: 'PATCH', pattern: '/issues/:number', answer: updateIssue },
    { method: 'GET', pattern: '/issues/:number/comments', answer: listComments },
    { method: 'POST', pattern: '/issues/:number/comments', answer: createComment },
    { method: 'GET', pattern: '/issues/comments/:id', answer: (call) => ok(commentJson(call, commentOf(call))) },
    { method: 'PATCH', pattern: '/issues/comments/:id', answer: updateComment },
    { method: 'DELETE', pattern: '/issues/comments/:id', answer: deleteComment },
    { method: 'GET', pattern: '/issues/:number/labels', answer: (call) => paged(call, github_issues_labelsOf(call, subjectOf(call))) },
    { method: 'POST', pattern: '/issues/:number/labels', answer: addLabels },
    { method: 'DELETE', pattern: '/issues/:number/labels/:name', answer: removeLabel },
    { method: 'POST', pattern: '/issues/:number/assignees', answer: github_issues_assign },
    {
        method: 'GET',
        pattern: '/labels',
        answer: (call) => paged(call, call.world.labels.map((known) => label(call, known))),
    },
    { method: 'GET', pattern: '/labels/:name', answer: (call) => ok(label(call, labelNamed(call))) },
    {
        method: 'POST',
        pattern: '/issues/:number/reactions',
        answer: (call) => react(call, 'issue', subjectOf(call).number),
    },
    {
        method: 'POST',
        pattern: '/issues/comments/:id/reactions',
        answer: (call) => react(call, 'issue_comment', commentOf(call).id),
    },
    { method: 'GET', pattern: '/issues/comments/:id/reactions', answer: listReactions },
    { method: 'DELETE', pattern: '/issues/comments/:id/reactions/:reaction', answer: unreact },
];
const subjectOf = (call) => {
    const found = (0,github_world/* issueOrPull */.qd)(call.world, numeric(call, 'number'));
    if (found === undefined)
        throw notFound();
    return found;
};
const commentOf = (call) => {
    const id = numeric(call, 'id');
    const found = call.world.comments.find((comment) => comment.id === id);
    if (found === undefined)
        throw notFound();
    return found;
};
/** Issues and pull requests alike, newest first, open ones unless asked otherwise. */
function listIssues(call) {
    const state = call.query.get('state') ?? 'open';
    const all = [...call.world.issues, ...call.world.pulls].filter((subject) => state === 'all' || subject.state === state);
    return paged(call, all.toSorted((a, b) => b.number - a.number).map((subject) => issueJson(call, subject)));
}
const NewIssue = schemas/* object */.Ikc({
    title: schemas/* string */.YjP().min(1),
    body: schemas/* string */.YjP().nullish(),
    labels: schemas/* array */.YOg(schemas/* string */.YjP()).default([]),
    assignees: schemas/* array */.YOg(schemas/* string */.YjP()).default([]),
});
function createIssue(call) {
    mayWrite(call, ['issues']);
    const given = NewIssue.safeParse(call.body);
    if (!given.success)
        throw invalid('Issue', 'title', 'missing_field');
    const { title, body, labels, assignees } = given.data;
    const made = (0,github_world/* issue */.sn)({
        number: (0,github_world/* nextNumber */.Pt)(call.world),
        title,
        body: body ?? null,
        user: call.world.viewer,
        labels: labels.map((name) => knownLabel(call.world, name)),
        assignees,
        createdAt: call.now,
        updatedAt: call.now,
    });
    call.world.issues.push(made);
    return created(issueJson(call, made));
}
const IssueChange = schemas/* object */.Ikc({
    title: schemas/* string */.YjP().min(1).optional(),
    body: schemas/* string */.YjP().nullish(),
    state: schemas/* enum */.k5n(['open', 'closed']).optional(),
    state_reason: schemas/* enum */.k5n(['completed', 'not_planned', 'duplicate', 'reopened']).nullish(),
    labels: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
    assignees: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
});
function updateIssue(call) {
    const subject = subjectOf(call);
    mayWrite(call, (0,github_world/* isPull */.CD)(subject) ? ['issues', 'pull_requests'] : ['issues']);
    const given = IssueChange.safeParse(call.body);
    if (!given.success)
        throw invalid('Issue', String(given.error.issues[0]?.path[0] ?? 'data'), 'invalid');
    const { title, body, state, state_reason: reason, labels, assignees } = given.data;
    if (title !== undefined)
        subject.title = title;
    if (body !== undefined)
        subject.body = body;
    if (state !== undefined)
        subject.state = state;
    if (state !== undefined)
        subject.stateReason = reason ?? (state === 'closed' ? 'completed' : 'reopened');
    if (labels !== undefined)
        subject.labels = labels.map((name) => knownLabel(call.world, name));
    if (assignees !== undefined)
        subject.assignees = assignees;
    subject.updatedAt = call.now;
    return ok(issueJson(call, subject));
}
function listComments(call) {
    const subject = subjectOf(call);
    const since = call.query.get('since');
    const comments = call.world.comments
        .filter((comment) => comment.number === subject.number && (since === null || comment.updatedAt >= since))
        .toSorted((a, b) => a.id - b.id);
    return paged(call, comments.map((comment) => commentJson(call, comment)));
}
function createComment(call) {
    const subject = subjectOf(call);
    mayWrite(call, (0,github_world/* isPull */.CD)(subject) ? ['issues', 'pull_requests'] : ['issues']);
    const body = bodyOf(call, 'IssueComment');
    if (subject.locked)
        throw new Refusal(403, 'Unable to create comment because issue is locked.');
    const made = {
        id: (0,github_world/* nextId */.Hn)(call.world.comments, 7_000_000),
        number: subject.number,
        user: call.world.viewer,
        body,
        createdAt: call.now,
        updatedAt: call.now,
    };
    call.world.comments.push(made);
    return created(commentJson(call, made));
}
function updateComment(call) {
    const comment = commentOf(call);
    mayChange(call, comment);
    comment.body = bodyOf(call, 'IssueComment');
    comment.updatedAt = call.now;
    return ok(commentJson(call, comment));
}
function deleteComment(call) {
    const comment = commentOf(call);
    mayChange(call, comment);
    call.world.comments.splice(call.world.comments.indexOf(comment), 1);
    return gone();
}
function mayChange(call, comment) {
    const subject = (0,github_world/* issueOrPull */.qd)(call.world, comment.number);
    mayWrite(call, subject !== undefined && (0,github_world/* isPull */.CD)(subject) ? ['issues', 'pull_requests'] : ['issues']);
}
/** GitHub's documented limit for the text of a comment, review or issue, in characters. */
const BODY_LIMIT = 65_536;
/** The `body` of a request, refused when missing, blank or too long. */
function bodyOf(call, resource) {
    const given = schemas/* object */.Ikc({ body: schemas/* string */.YjP() }).safeParse(call.body);
    if (!given.success)
        throw invalid(resource, 'body', 'missing_field');
    if (given.data.body.trim() === '')
        throw invalid(resource, 'data', 'unprocessable', "Body can't be blank");
    checkLength(resource, given.data.body);
    return given.data.body;
}
function checkLength(resource, body) {
    if (body.length > BODY_LIMIT)
        throw invalid(resource, 'data', 'unprocessable', `Body is too long (maximum is ${BODY_LIMIT} characters)`);
}
/** One of the scopes is enough: a comment on a pull request needs `issues` or `pull-requests`. */
function mayWrite(call, scopes) {
    const may = scopes.some((scope) => (call.world.tokenMay[scope] ?? 'write') === 'write');
    if (!may)
        throw new Refusal(403, 'Resource not accessible by integration');
}
const github_issues_labelsOf = (call, subject) => call.world.labels.filter((known) => subject.labels.includes(known.name)).map((known) => label(call, known));
/** GitHub makes a label that does not exist when it is put on an issue. */
function knownLabel(world, name) {
    const same = world.labels.find((known) => known.name.toLowerCase() === name.toLowerCase());
    if (same !== undefined)
        return same.name;
    world.labels.push({ id: (0,github_world/* nextId */.Hn)(world.labels, 4_000_000), name, color: 'ededed', description: null });
    return name;
}
function labelNamed(call) {
    const name = (call.params.name ?? '').toLowerCase();
    const found = call.world.labels.find((known) => known.name.toLowerCase() === name);
    if (found === undefined)
        throw notFound();
    return found;
}
function addLabels(call) {
    const subject = subjectOf(call);
    mayWrite(call, (0,github_world/* isPull */.CD)(subject) ? ['issues', 'pull_requests'] : ['issues']);
    const given = schemas/* union */.KCZ([schemas/* object */.Ikc({ labels: schemas/* array */.YOg(schemas/* string */.YjP()) }), schemas/* array */.YOg(schemas/* string */.YjP())]).safeParse(call.body);
    if (!given.success)
        throw invalid('Label', 'labels', 'invalid');
    const names = Array.isArray(given.data) ? given.data : given.data.labels;
    subject.labels = [...new Set([...subject.labels, ...names.map((name) => knownLabel(call.world, name))])];
    return ok(github_issues_labelsOf(call, subject));
}
function removeLabel(call) {
    const subject = subjectOf(call);
    mayWrite(call, (0,github_world/* isPull */.CD)(subject) ? ['issues', 'pull_requests'] : ['issues']);
    const name = (call.params.name ?? '').toLowerCase();
    if (!subject.labels.some((known) => known.toLowerCase() === name))
        throw new Refusal(404, 'Label does not exist');
    subject.labels = subject.labels.filter((known) => known.toLowerCase() !== name);
    return ok(github_issues_labelsOf(call, subject));
}
/** Names that cannot be assigned are left out without a word, as GitHub does. */
function github_issues_assign(call) {
    const subject = subjectOf(call);
    mayWrite(call, (0,github_world/* isPull */.CD)(subject) ? ['issues', 'pull_requests'] : ['issues']);
    const given = schemas/* object */.Ikc({ assignees: schemas/* array */.YOg(schemas/* string */.YjP()) }).safeParse(call.body);
    if (!given.success)
        throw invalid('Issue', 'assignees', 'invalid');
    const able = given.data.assignees.filter((login) => ['admin', 'write', 'read'].includes(call.world.permissions[login] ?? ''));
    subject.assignees = [...new Set([...subject.assignees, ...able])].slice(0, 10);
    return created(issueJson(call, subject));
}
const CONTENTS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'];
/** The same reaction twice is answered with the first one and status 200. */
function react(call, on, subject) {
    mayWrite(call, ['issues', 'pull_requests']);
    const given = schemas/* object */.Ikc({ content: schemas/* enum */.k5n(CONTENTS) }).safeParse(call.body);
    if (!given.success)
        throw invalid('Reaction', 'content', 'invalid');
    const { content } = given.data;
    const { world } = call;
    const same = world.reactions.find((old) => old.on === on && old.subject === subject && old.content === content && old.user === world.viewer);
    if (same !== undefined)
        return ok(reactionJson(call, same));
    const made = { id: (0,github_world/* nextId */.Hn)(world.reactions, 8_000_000), on, subject, user: world.viewer, content };
    world.reactions.push(made);
    return created(reactionJson(call, made));
}
function listReactions(call) {
    const { id } = commentOf(call);
    const here = call.world.reactions.filter((reaction) => reaction.on === 'issue_comment' && reaction.subject === id);
    return paged(call, here.map((reaction) => reactionJson(call, reaction)));
}
function unreact(call) {
    commentOf(call);
    const id = numeric(call, 'reaction');
    const at = call.world.reactions.findIndex((reaction) => reaction.id === id);
    if (at === -1)
        throw notFound();
    call.world.reactions.splice(at, 1);
    return gone();
}

;// CONCATENATED MODULE: ./build/standin/github-git-routes.js






/** Commits, trees, blobs, refs and file contents, answered by real git. Source: GitHub REST docs, "Git database". */
const gitRoutes = [
    { method: 'GET', pattern: '/git/trees/:sha', answer: getTree },
    { method: 'POST', pattern: '/git/trees', answer: createTree },
    { method: 'GET', pattern: '/git/blobs/:sha', answer: getBlob },
    { method: 'POST', pattern: '/git/blobs', answer: createBlob },
    {
        method: 'GET',
        pattern: '/git/commits/:sha',
        answer: async (call) => ok(gitCommitJson(call, await commitNamed(call, call.params.sha ?? ''))),
    },
    { method: 'POST', pattern: '/git/commits', answer: createCommit },
    { method: 'GET', pattern: '/git/ref/*ref', answer: getRef },
    { method: 'POST', pattern: '/git/refs', answer: createRef },
    { method: 'PATCH', pattern: '/git/refs/*ref', answer: updateRef },
    { method: 'DELETE', pattern: '/git/refs/*ref', answer: deleteRef },
    { method: 'GET', pattern: '/branches/*branch', answer: getBranch },
];
const SHA = /^[0-9a-f]{40}$/;
/** The repository behind the world; without one GitHub would say that the repository is empty. */
function gitDirOf(call) {
    if (call.world.gitDir === undefined)
        throw new Refusal(409, 'Git Repository is empty.');
    return call.world.gitDir;
}
async function commitNamed(call, name) {
    const gitDir = gitDirOf(call);
    const sha = await resolveCommit(gitDir, name);
    const commit = sha === undefined ? undefined : (await readCommits(gitDir, ['-1', sha]))[0];
    if (commit === undefined) {
        if (SHA.test(name))
            throw new Refusal(422, `No commit found for SHA: ${name}`);
        throw notFound();
    }
    return commit;
}
async function getTree(call) {
    const name = call.params.sha ?? '';
    const gitDir = gitDirOf(call);
    const sha = (await git(gitDir, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{tree}`]))
        ?.toString()
        .trim();
    if (sha === undefined || sha === '')
        throw notFound();
    const entries = (await listTree(gitDir, sha, call.query.has('recursive'))) ?? [];
    return ok(treeJson(call, sha, entries));
}
const treeJson = (call, sha, entries) => ({
    sha,
    url: `${repoUrl(call)}/git/trees/${sha}`,
    tree: entries.map(({ path, mode, type, sha, size }) => ({
        path,
        mode,
        type,
        sha,
        ...(size === undefined ? {} : { size }),
        ...(type === 'commit' ? {} : { url: `${repoUrl(call)}/git/${type}s/${sha}` }),
    })),
    truncated: false,
});
const NewTree = schemas/* object */.Ikc({
    base_tree: schemas/* string */.YjP().optional(),
    tree: schemas/* array */.YOg(schemas/* object */.Ikc({
        path: schemas/* string */.YjP().min(1),
        mode: schemas/* enum */.k5n(['100644', '100755', '040000', '160000', '120000']),
        type: schemas/* enum */.k5n(['blob', 'tree', 'commit']).optional(),
        sha: schemas/* string */.YjP().nullish(),
        content: schemas/* string */.YjP().optional(),
    }))
        .min(1),
});
async function createTree(call) {
    mayWrite(call, ['contents']);
    const gitDir = gitDirOf(call);
    const given = NewTree.safeParse(call.body);
    if (!given.success)
        throw new Refusal(422, `Invalid tree info: ${given.error.issues[0]?.message ?? ''}`);
    const changes = [];
    for (const { path, mode, sha, content } of given.data.tree) {
        const written = content === undefined ? sha : await writeBlob(gitDir, Buffer.from(content, 'utf8'));
        if (written === undefined)
            throw new Refusal(422, 'tree.sha or tree.content must be given');
        changes.push({ path, mode, sha: written });
    }
    const sha = await writeTree(gitDir, given.data.base_tree, changes);
    return created(treeJson(call, sha, (await listTree(gitDir, sha, false)) ?? []));
}
async function getBlob(call) {
    const sha = call.params.sha ?? '';
    const content = SHA.test(sha) ? await git(gitDirOf(call), ['cat-file', 'blob', sha]) : undefined;
    if (content === undefined)
        throw notFound();
    if (wants(call, 'raw'))
        return github_answer_text(content.toString('utf8'), 'application/vnd.github.raw; charset=utf-8');
    return ok({
        sha,
        node_id: Buffer.from(`Blob:${sha}`).toString('base64'),
        size: content.length,
        url: `${repoUrl(call)}/git/blobs/${sha}`,
        content: content.toString('base64').replace(/.{1,60}/g, '$&\n'),
        encoding: 'base64',
    });
}
async function writeBlob(gitDir, content) {
    const output = await git(gitDir, ['hash-object', '-w', '--stdin'], { input: content });
    if (output === undefined)
        throw new Refusal(500, 'Server Error');
    return output.toString().trim();
}
async function createBlob(call) {
    mayWrite(call, ['contents']);
    const given = schemas/* object */.Ikc({ content: schemas/* string */.YjP(), encoding: schemas/* enum */.k5n(['utf-8', 'base64']).default('utf-8') })
        .safeParse(call.body);
    if (!given.success)
        throw invalid('Blob', 'content', 'missing_field');
    const sha = await writeBlob(gitDirOf(call), Buffer.from(given.data.content, given.data.encoding === 'base64' ? 'base64' : 'utf8'));
    return created({ sha, url: `${repoUrl(call)}/git/blobs/${sha}` });
}
const Someone = schemas/* object */.Ikc({ name: schemas/* string */.YjP(), email: schemas/* string */.YjP(), date: schemas/* string */.YjP().optional() });
const NewCommit = schemas/* object */.Ikc({
    message: schemas/* string */.YjP(),
    tree: schemas/* string */.YjP(),
    parents: schemas/* array */.YOg(schemas/* string */.YjP()).default([]),
    author: Someone.optional(),
    committer: Someone.optional(),
});
/** Without an author the commit is the token's own, as on GitHub. */
async function createCommit(call) {
    mayWrite(call, ['contents']);
    const given = NewCommit.safeParse(call.body);
    if (!given.success)
        throw invalid('Commit', String(given.error.issues[0]?.path[0] ?? 'data'), 'missing_field');
    const { message, tree, parents, author, committer } = given.data;
    const self = {
        name: call.world.viewer,
        email: `41898282+${call.world.viewer}@users.noreply.github.com`,
        date: call.now,
    };
    const by = { ...self, ...author, date: author?.date ?? call.now };
    const sha = await writeCommit(gitDirOf(call), {
        message,
        tree,
        parents,
        author: by,
        committer: { ...by, ...committer, date: committer?.date ?? by.date },
    });
    return created(gitCommitJson(call, await commitNamed(call, sha)));
}
const refName = (call) => `refs/${call.params.ref ?? ''}`;
async function getRef(call) {
    const name = refName(call);
    const sha = await refTarget(gitDirOf(call), name);
    if (sha === undefined)
        throw notFound();
    return ok(refJson(call, name, sha));
}
async function refTarget(gitDir, name) {
    const output = await git(gitDir, ['show-ref', '--verify', '--hash', '--', name]);
    return output?.toString().trim();
}
const refJson = (call, ref, sha) => ({
    ref,
    node_id: Buffer.from(`Ref:${ref}`).toString('base64'),
    url: `${repoUrl(call)}/git/${ref}`,
    object: { sha, type: 'commit', url: `${repoUrl(call)}/git/commits/${sha}` },
});
async function createRef(call) {
    mayWrite(call, ['contents']);
    const gitDir = gitDirOf(call);
    const given = schemas/* object */.Ikc({ ref: schemas/* string */.YjP(), sha: schemas/* string */.YjP() }).safeParse(call.body);
    if (!given.success)
        throw invalid('Reference', 'ref', 'missing_field');
    const { ref, sha } = given.data;
    if (!/^refs\/[^/]+\/./.test(ref) || (await git(gitDir, ['check-ref-format', ref])) === undefined)
        throw new Refusal(422, 'Reference name is not valid');
    if ((await refTarget(gitDir, ref)) !== undefined)
        throw new Refusal(422, 'Reference already exists');
    if (!SHA.test(sha) || (await resolveCommit(gitDir, sha)) === undefined)
        throw new Refusal(422, 'Object does not exist');
    await git(gitDir, ['update-ref', ref, sha]);
    return created(refJson(call, ref, sha));
}
async function updateRef(call) {
    mayWrite(call, ['contents']);
    const gitDir = gitDirOf(call);
    const name = refName(call);
    const given = schemas/* object */.Ikc({ sha: schemas/* string */.YjP(), force: schemas/* boolean */.zMY().default(false) }).safeParse(call.body);
    if (!given.success)
        throw invalid('Reference', 'sha', 'missing_field');
    const { sha, force } = given.data;
    const old = await refTarget(gitDir, name);
    if (old === undefined)
        throw new Refusal(422, 'Reference does not exist');
    if (!SHA.test(sha) || (await resolveCommit(gitDir, sha)) === undefined)
        throw new Refusal(422, 'Object does not exist');
    const forward = (await git(gitDir, ['merge-base', '--is-ancestor', old, sha])) !== undefined;
    if (!forward && !force)
        throw new Refusal(422, 'Update is not a fast forward');
    await git(gitDir, ['update-ref', name, sha]);
    followBranch(call, name, sha);
    return ok(refJson(call, name, sha));
}
/** A pull request's head moves with its branch. */
function followBranch(call, name, sha) {
    for (const pull of call.world.pulls)
        if (`refs/heads/${pull.head.ref}` === name && pull.head.repo === `${call.world.owner}/${call.world.repo}`)
            pull.head.sha = sha;
}
async function deleteRef(call) {
    mayWrite(call, ['contents']);
    if ((await refTarget(gitDirOf(call), refName(call))) === undefined)
        throw new Refusal(422, 'Reference does not exist');
    await git(gitDirOf(call), ['update-ref', '-d', refName(call)]);
    return gone();
}
async function getBranch(call) {
    const name = call.params.branch ?? '';
    const sha = await refTarget(gitDirOf(call), `refs/heads/${name}`);
    if (sha === undefined)
        throw new Refusal(404, 'Branch not found');
    const url = `${repoUrl(call)}/branches/${name}`;
    return ok({
        name,
        commit: commitJson(call, await commitNamed(call, sha)),
        _links: { self: url, html: `https://github.com/${call.world.owner}/${call.world.repo}/tree/${name}` },
        protected: false,
        protection: { enabled: false, required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] } },
        protection_url: `${url}/protection`,
    });
}

;// CONCATENATED MODULE: ./build/standin/github-contents.js





/** Files at a commit, commits and comparisons. Source: GitHub REST docs, "Contents", "Commits". */
const contentRoutes = [
    { method: 'GET', pattern: '/contents', answer: getContents },
    { method: 'GET', pattern: '/contents/*path', answer: getContents },
    { method: 'GET', pattern: '/commits/*ref', answer: getCommit },
    { method: 'GET', pattern: '/compare/*range', answer: compare },
];
/** GitHub answers a file's content up to 1 MB as base64, above it with `encoding: "none"`. */
const CONTENT_LIMIT = 1_048_576;
async function getContents(call) {
    const gitDir = gitDirOf(call);
    const ref = call.query.get('ref') ?? call.world.defaultBranch;
    const path = (call.params.path ?? '').replace(/\/$/, '');
    const commit = await resolveCommit(gitDir, ref);
    if (commit === undefined)
        throw new Refusal(404, `No commit found for the ref ${ref}`);
    const parent = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    const found = path === ''
        ? undefined
        : (await listTree(gitDir, `${commit}:${parent}`, false))?.find((entry) => within(parent, entry.path) === path);
    if (path !== '' && found === undefined)
        throw notFound();
    if (found === undefined || found.type === 'tree') {
        const entries = (await listTree(gitDir, `${commit}:${path}`, false)) ?? [];
        return ok(entries.map((entry) => contentFields(call, ref, within(path, entry.path), entry)));
    }
    const blob = found.type === 'blob' ? ((await git(gitDir, ['cat-file', 'blob', found.sha])) ?? Buffer.alloc(0)) : undefined;
    if (blob !== undefined && wants(call, 'raw'))
        return github_answer_text(blob.toString('utf8'), 'application/vnd.github.raw; charset=utf-8');
    const fields = contentFields(call, ref, path, found);
    if (found.mode === '120000')
        return ok({ ...fields, target: blob?.toString('utf8') ?? '' });
    if (blob === undefined)
        return ok({ ...fields, submodule_git_url: null });
    const whole = blob.length <= CONTENT_LIMIT;
    return ok({
        ...fields,
        content: whole ? blob.toString('base64').replace(/.{1,60}/g, '$&\n') : '',
        encoding: whole ? 'base64' : 'none',
    });
}
const within = (folder, name) => (folder === '' ? name : `${folder}/${name}`);
async function getCommit(call) {
    const commit = await commitNamed(call, call.params.ref ?? '');
    const gitDir = gitDirOf(call);
    if (wants(call, 'sha'))
        return github_answer_text(commit.sha, 'application/vnd.github.sha; charset=utf-8');
    const parent = commit.parents[0] ?? (await git(gitDir, ['hash-object', '-t', 'tree', '--stdin']))?.toString().trim() ?? '';
    if (wants(call, 'diff'))
        return github_answer_text(await diffText(gitDir, parent, commit.sha), 'application/vnd.github.diff; charset=utf-8');
    const files = (await changedFiles(gitDir, parent, commit.sha)).map((file) => compareFileJson(call, commit.sha, file));
    const additions = files.reduce((sum, file) => sum + file.additions, 0);
    const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
    return ok({ ...commitJson(call, commit), stats: { additions, deletions, total: additions + deletions }, files });
}
async function compare(call) {
    const gitDir = gitDirOf(call);
    const [base = '', head = ''] = (call.params.range ?? '').split('...').map((side) => side.split(':').at(-1) ?? '');
    const from = await commitNamed(call, base);
    const to = await commitNamed(call, head);
    const common = await mergeBase(gitDir, from.sha, to.sha);
    if (common === undefined)
        throw new Refusal(404, 'No common ancestor between the two commits.');
    if (wants(call, 'diff'))
        return github_answer_text(await diffText(gitDir, common, to.sha), 'application/vnd.github.diff; charset=utf-8');
    const ahead = await countCommits(gitDir, `${from.sha}..${to.sha}`);
    const behind = await countCommits(gitDir, `${to.sha}..${from.sha}`);
    const [mergeBaseCommit] = await readCommits(gitDir, ['-1', common]);
    const commits = (await readCommits(gitDir, [`${from.sha}..${to.sha}`])).toReversed();
    const files = await changedFiles(gitDir, common, to.sha);
    const url = `${repoUrl(call)}/compare/${call.params.range}`;
    const page = `https://github.com/${call.world.owner}/${call.world.repo}/compare/${call.params.range}`;
    return paged(call, commits, (page_) => ({
        url,
        html_url: page,
        permalink_url: page,
        diff_url: `${page}.diff`,
        patch_url: `${page}.patch`,
        base_commit: commitJson(call, from),
        merge_base_commit: commitJson(call, mergeBaseCommit ?? from),
        status: ahead === 0 ? (behind === 0 ? 'identical' : 'behind') : behind === 0 ? 'ahead' : 'diverged',
        ahead_by: ahead,
        behind_by: behind,
        total_commits: commits.length,
        commits: page_.map((commit) => commitJson(call, commit)), // paged() hands back slices of `commits`
        files: files.slice(0, 300).map((file) => compareFileJson(call, to.sha, file)),
    }));
}

;// CONCATENATED MODULE: ./build/standin/github-pulls.js








/** Pull requests, their files, reviews and remarks on lines. Source: GitHub REST docs, "Pull requests". */
const pullRoutes = [
    { method: 'GET', pattern: '/pulls', answer: listPulls },
    { method: 'POST', pattern: '/pulls', answer: createPull },
    { method: 'GET', pattern: '/pulls/:number', answer: getPull },
    { method: 'GET', pattern: '/pulls/:number/files', answer: listFiles },
    { method: 'GET', pattern: '/pulls/:number/commits', answer: listCommits },
    { method: 'GET', pattern: '/pulls/:number/reviews', answer: listReviews },
    { method: 'POST', pattern: '/pulls/:number/reviews', answer: createReview },
    { method: 'GET', pattern: '/pulls/:number/comments', answer: listRemarks },
    { method: 'POST', pattern: '/pulls/:number/comments/:id/replies', answer: reply },
    { method: 'GET', pattern: '/pulls/comments/:id', answer: (call) => ok(reviewCommentJson(call, remarkOf(call))) },
    {
        method: 'POST',
        pattern: '/pulls/comments/:id/reactions',
        answer: (call) => react(call, 'review_comment', remarkOf(call).id),
    },
];
const pullOf = (call) => {
    const number = numeric(call, 'number');
    const found = call.world.pulls.find((pull) => pull.number === number);
    if (found === undefined)
        throw notFound();
    return found;
};
const remarkOf = (call) => {
    const id = numeric(call, 'id');
    const found = call.world.reviewComments.find((remark) => remark.id === id);
    if (found === undefined)
        throw notFound();
    return found;
};
function listPulls(call) {
    const state = call.query.get('state') ?? 'open';
    const head = call.query.get('head');
    const base = call.query.get('base');
    const matching = call.world.pulls.filter((pull) => (state === 'all' || pull.state === state) &&
        (head === null || head === `${pull.head.repo?.split('/')[0]}:${pull.head.ref}`) &&
        (base === null || base === pull.base.ref));
    return paged(call, matching.toSorted((a, b) => b.number - a.number).map((pull) => pullSummary(call, pull)));
}
const NewPull = schemas/* object */.Ikc({
    title: schemas/* string */.YjP().min(1),
    head: schemas/* string */.YjP().min(1),
    base: schemas/* string */.YjP().min(1),
    body: schemas/* string */.YjP().nullish(),
    draft: schemas/* boolean */.zMY().default(false),
});
async function createPull(call) {
    mayWrite(call, ['pull_requests']);
    const { world } = call;
    const given = NewPull.safeParse(call.body);
    if (!given.success)
        throw invalid('PullRequest', String(given.error.issues[0]?.path[0] ?? 'data'), 'missing_field');
    const { title, body, draft, base } = given.data;
    const head = given.data.head.split(':').at(-1) ?? '';
    const repo = `${world.owner}/${world.repo}`;
    const [tip] = await readCommits(gitDirOf(call), ['-1', `refs/heads/${head}`]);
    const [onto] = await readCommits(gitDirOf(call), ['-1', `refs/heads/${base}`]);
    if (tip === undefined)
        throw invalid('PullRequest', 'head', 'invalid');
    if (onto === undefined)
        throw invalid('PullRequest', 'base', 'invalid');
    if ((await countCommits(gitDirOf(call), `${onto.sha}..${tip.sha}`)) === 0)
        throw invalid('PullRequest', 'head', 'custom', `No commits between ${base} and ${head}`);
    if (world.pulls.some((pull) => pull.state === 'open' && pull.head.ref === head && pull.base.ref === base))
        throw invalid('PullRequest', 'head', 'custom', `A pull request already exists for ${world.owner}:${head}.`);
    const made = {
        ...(0,github_world/* issue */.sn)({
            number: (0,github_world/* nextNumber */.Pt)(world),
            title,
            body: body ?? null,
            user: world.viewer,
            createdAt: call.now,
            updatedAt: call.now,
        }),
        draft,
        merged: false,
        base: { ref: base, sha: onto.sha, repo },
        head: { ref: head, sha: tip.sha, repo },
    };
    world.pulls.push(made);
    return created(pullJson(call, made, await sizeOf(call, made)));
}
/** The diff of more than 20,000 lines or 300 files is refused, as GitHub does. */
const DIFF_LIMITS = { lines: 20_000, files: 300 };
async function getPull(call) {
    const pull = pullOf(call);
    if (!wants(call, 'diff') && !wants(call, 'patch'))
        return ok(pullJson(call, pull, await sizeOf(call, pull)));
    const diff = pull.diff ?? (await diffOf(call, pull));
    const files = await filesOf(call, pull);
    if (files.length > DIFF_LIMITS.files || diff.split('\n').length > DIFF_LIMITS.lines)
        throw new Refusal(406, 'Sorry, the diff exceeded the maximum number of lines or files.', [
            { resource: 'PullRequest', field: 'diff', code: 'too_large' },
        ]);
    return github_answer_text(diff, 'application/vnd.github.diff; charset=utf-8');
}
async function diffOf(call, pull) {
    const base = await baseOf(call, pull);
    return diffText(gitDirOf(call), base, pull.head.sha);
}
/** Where the head left the base: a pull request's changes are counted from there. */
async function baseOf(call, pull) {
    return (await mergeBase(gitDirOf(call), pull.base.sha, pull.head.sha)) ?? pull.base.sha;
}
async function filesOf(call, pull) {
    if (pull.files !== undefined)
        return pull.files;
    return changedFiles(gitDirOf(call), await baseOf(call, pull), pull.head.sha);
}
async function sizeOf(call, pull) {
    if (pull.files === undefined && call.world.gitDir === undefined)
        return { commits: 0, additions: 0, deletions: 0, files: 0 };
    const files = await filesOf(call, pull);
    const commits = call.world.gitDir === undefined ? 1 : await countCommits(call.world.gitDir, `${pull.base.sha}..${pull.head.sha}`);
    const sum = (key) => files.reduce((total, file) => total + file[key], 0);
    return { commits, additions: sum('additions'), deletions: sum('deletions'), files: files.length };
}
/** At most 3,000 files, as GitHub lists them. */
async function listFiles(call) {
    const pull = pullOf(call);
    const files = (await filesOf(call, pull)).slice(0, 3000);
    return paged(call, files.map((file) => compareFileJson(call, pull.head.sha, file)));
}
/** At most 250 commits, oldest first, as GitHub lists them. */
async function listCommits(call) {
    const pull = pullOf(call);
    const commits = await readCommits(gitDirOf(call), [`${pull.base.sha}..${pull.head.sha}`]);
    return paged(call, commits
        .toReversed()
        .slice(0, 250)
        .map((commit) => commitJson(call, commit)));
}
function listReviews(call) {
    const { number } = pullOf(call);
    return paged(call, call.world.reviews.filter((review) => review.number === number).map((review) => reviewJson(call, review)));
}
function listRemarks(call) {
    const { number } = pullOf(call);
    const remarks = call.world.reviewComments.filter((remark) => remark.number === number);
    return paged(call, remarks.map((remark) => reviewCommentJson(call, remark)));
}
const NewRemark = schemas/* object */.Ikc({
    path: schemas/* string */.YjP(),
    body: schemas/* string */.YjP().min(1),
    line: schemas/* int */.Whr().positive().optional(),
    start_line: schemas/* int */.Whr().positive().optional(),
    side: schemas/* enum */.k5n(['LEFT', 'RIGHT']).default('RIGHT'),
    start_side: schemas/* enum */.k5n(['LEFT', 'RIGHT']).optional(),
});
const NewReview = schemas/* object */.Ikc({
    commit_id: schemas/* string */.YjP().optional(),
    body: schemas/* string */.YjP().default(''),
    event: schemas/* enum */.k5n(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']).optional(),
    comments: schemas/* array */.YOg(NewRemark).default([]),
});
const STATE = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' };
/** One remark outside the diff refuses the whole review, as on GitHub. */
async function createReview(call) {
    mayWrite(call, ['pull_requests']);
    const pull = pullOf(call);
    const given = NewReview.safeParse(call.body);
    if (!given.success)
        throw new Refusal(422, 'Unprocessable Entity', [given.error.issues[0]?.message ?? '']);
    const { body, event, comments, commit_id: commitId } = given.data;
    checkLength('PullRequestReview', body);
    if (event === 'COMMENT' && body.trim() === '' && comments.length === 0)
        throw new Refusal(422, 'Unprocessable Entity', ['Review body or comments must be given']);
    const files = comments.length === 0 ? [] : await filesOf(call, pull);
    for (const remark of comments) {
        const file = files.find(({ filename }) => filename === remark.path);
        if (file === undefined)
            throw new Refusal(422, 'Unprocessable Entity', ['Path could not be resolved']);
        const shown = linesShown(file.patch ?? '', remark.side);
        const asked = [remark.line, remark.start_line].filter((line) => line !== undefined);
        if (asked.length === 0 || asked.some((line) => !shown.has(line)))
            throw new Refusal(422, 'Unprocessable Entity', ['Line could not be resolved']);
    }
    const review = {
        id: (0,github_world/* nextId */.Hn)(call.world.reviews, 9_000_000),
        number: pull.number,
        user: call.world.viewer,
        body,
        state: event === undefined ? 'PENDING' : STATE[event],
        commitId: commitId ?? pull.head.sha,
        submittedAt: call.now,
    };
    call.world.reviews.push(review);
    for (const remark of comments)
        addRemark(call, pull, { ...remark, review: review.id, inReplyTo: null });
    return ok(reviewJson(call, review));
}
/** Line numbers a patch shows on one side, context included. */
function linesShown(patch, side) {
    const shown = new Set();
    let left = 0;
    let right = 0;
    for (const line of patch.split('\n')) {
        const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
        if (hunk !== null) {
            left = Number(hunk[1]);
            right = Number(hunk[2]);
            continue;
        }
        const sign = line.charAt(0);
        if (sign === '\\')
            continue;
        if (sign !== '+' && side === 'LEFT')
            shown.add(left);
        if (sign !== '-' && side === 'RIGHT')
            shown.add(right);
        if (sign !== '+')
            left++;
        if (sign !== '-')
            right++;
    }
    return shown;
}
function addRemark(call, pull, remark) {
    const made = {
        id: (0,github_world/* nextId */.Hn)(call.world.reviewComments, 9_500_000),
        number: pull.number,
        review: remark.review,
        user: call.world.viewer,
        body: remark.body,
        path: remark.path,
        commitId: pull.head.sha,
        line: remark.line ?? null,
        startLine: remark.start_line ?? null,
        side: remark.side,
        inReplyTo: remark.inReplyTo,
        createdAt: call.now,
    };
    call.world.reviewComments.push(made);
    return made;
}
function reply(call) {
    mayWrite(call, ['pull_requests']);
    const pull = pullOf(call);
    const parent = remarkOf(call);
    const { path, line, startLine, side, review } = parent;
    const made = addRemark(call, pull, {
        path,
        body: bodyOf(call, 'PullRequestReviewComment'),
        line: line ?? undefined,
        start_line: startLine ?? undefined,
        side,
        review,
        inReplyTo: parent.inReplyTo ?? parent.id,
    });
    return created(reviewCommentJson(call, made));
}

;// CONCATENATED MODULE: ./build/standin/github-repository.js





/** The repository itself, who may do what on it, and check runs. Source: GitHub REST docs. */
const repositoryRoutes = [
    { method: 'GET', pattern: '', answer: (call) => ok(repository(call)) },
    { method: 'GET', pattern: '/collaborators/:login/permission', answer: permissionOf },
    { method: 'POST', pattern: '/check-runs', answer: createCheckRun },
    { method: 'GET', pattern: '/check-runs/:id', answer: (call) => ok(checkRunJson(call, checkRunOf(call))) },
    { method: 'PATCH', pattern: '/check-runs/:id', answer: updateCheckRun },
    { method: 'GET', pattern: '/commits/:ref/check-runs', answer: listCheckRuns },
];
/** A stranger to a public repository is answered `read`; a name nobody has is 404. */
function permissionOf(call) {
    const login = Object.keys(call.world.permissions).find((name) => name.toLowerCase() === call.params.login?.toLowerCase());
    if (login === undefined)
        throw notFound();
    const given = call.world.permissions[login] ?? 'none';
    const permission = given === 'none' && call.world.visibility === 'public' ? 'read' : given;
    const has = (...names) => names.includes(permission);
    return ok({
        permission,
        role_name: permission,
        user: {
            ...user(call, login),
            role_name: permission,
            permissions: {
                pull: has('read', 'write', 'admin'),
                triage: has('write', 'admin'),
                push: has('write', 'admin'),
                maintain: has('admin'),
                admin: has('admin'),
            },
        },
    });
}
const Conclusion = schemas/* enum */.k5n(['action_required', 'cancelled', 'failure', 'neutral', 'success', 'skipped', 'timed_out']);
const Annotation = schemas/* object */.Ikc({
    path: schemas/* string */.YjP(),
    start_line: schemas/* int */.Whr(),
    end_line: schemas/* int */.Whr(),
    annotation_level: schemas/* enum */.k5n(['notice', 'warning', 'failure']),
    message: schemas/* string */.YjP(),
    title: schemas/* string */.YjP().optional(),
    raw_details: schemas/* string */.YjP().optional(),
});
/** 65,535 characters and 50 annotations a request are GitHub's limits. */
const CheckRunChange = schemas/* object */.Ikc({
    name: schemas/* string */.YjP().optional(),
    head_sha: schemas/* string */.YjP().optional(),
    status: schemas/* enum */.k5n(['queued', 'in_progress', 'completed']).optional(),
    conclusion: Conclusion.optional(),
    started_at: schemas/* string */.YjP().optional(),
    completed_at: schemas/* string */.YjP().optional(),
    external_id: schemas/* string */.YjP().optional(),
    details_url: schemas/* string */.YjP().optional(),
    output: schemas/* object */.Ikc({
        title: schemas/* string */.YjP().optional(),
        summary: schemas/* string */.YjP().max(65_535),
        text: schemas/* string */.YjP().max(65_535).optional(),
        annotations: schemas/* array */.YOg(Annotation).max(50).optional(),
    })
        .optional(),
});
function createCheckRun(call) {
    const given = parseChange(call);
    if (given.name === undefined)
        throw invalid('CheckRun', 'name', 'missing_field');
    if (given.head_sha === undefined)
        throw invalid('CheckRun', 'head_sha', 'missing_field');
    const made = {
        id: (0,github_world/* nextId */.Hn)(call.world.checkRuns, 6_000_000),
        name: given.name,
        headSha: given.head_sha,
        status: 'queued',
        conclusion: null,
        startedAt: call.now,
        completedAt: null,
        externalId: null,
        detailsUrl: null,
        output: { title: null, summary: null, text: null, annotations: [] },
    };
    change(made, given, call.now);
    call.world.checkRuns.push(made);
    return created(checkRunJson(call, made));
}
function updateCheckRun(call) {
    const run = checkRunOf(call);
    change(run, parseChange(call), call.now);
    return ok(checkRunJson(call, run));
}
function parseChange(call) {
    mayWrite(call, ['checks']);
    const given = CheckRunChange.safeParse(call.body);
    if (given.success)
        return given.data;
    const issue = given.error.issues[0];
    throw invalid('CheckRun', issue?.path.join('.') ?? 'data', 'invalid', issue?.message);
}
function change(run, given, now) {
    if (given.status === 'completed' && given.conclusion === undefined)
        throw invalid('CheckRun', 'conclusion', 'missing_field');
    if (given.name !== undefined)
        run.name = given.name;
    if (given.status !== undefined)
        run.status = given.status;
    if (given.external_id !== undefined)
        run.externalId = given.external_id;
    if (given.details_url !== undefined)
        run.detailsUrl = given.details_url;
    if (given.started_at !== undefined)
        run.startedAt = given.started_at;
    if (given.conclusion !== undefined) {
        run.status = 'completed';
        run.conclusion = given.conclusion;
        run.completedAt = given.completed_at ?? now;
    }
    if (given.output !== undefined) {
        const { title, summary, text, annotations } = given.output;
        run.output = {
            title: title ?? run.output.title,
            summary,
            text: text ?? run.output.text,
            // Every update adds its annotations to those that are there.
            annotations: [...run.output.annotations, ...(annotations ?? [])],
        };
    }
}
function checkRunOf(call) {
    const id = numeric(call, 'id');
    const found = call.world.checkRuns.find((run) => run.id === id);
    if (found === undefined)
        throw notFound();
    return found;
}
function listCheckRuns(call) {
    const ref = call.params.ref ?? '';
    const sha = call.world.pulls.find((pull) => pull.head.ref === ref)?.head.sha ?? ref;
    const runs = call.world.checkRuns.filter((run) => run.headSha === sha);
    return paged(call, runs.map((run) => checkRunJson(call, run)), (page) => ({ total_count: runs.length, check_runs: page }));
}

;// CONCATENATED MODULE: ./build/standin/github-router.js







const outsideRepository = [
    { method: 'GET', pattern: '/rate_limit', answer: (call) => ok(rateLimit(call.now)) },
    { method: 'GET', pattern: '/user', answer: forbidden },
    { method: 'GET', pattern: '/users/:login', answer: getUser },
    {
        method: 'GET',
        pattern: '/search/issues',
        answer: (call) => paged(call, [], (items) => ({ total_count: 0, incomplete_results: false, items })),
    },
];
/** A workflow's token speaks for an app, not for a user. */
function forbidden() {
    throw new Refusal(403, 'Resource not accessible by integration');
}
function getUser(call) {
    const login = call.params.login ?? '';
    if (login !== call.world.viewer && !Object.hasOwn(call.world.permissions, login))
        throw notFound();
    return ok({
        ...user(call, login),
        ...{ name: null, company: null, blog: null, location: null, email: null, hireable: null, bio: null },
        ...{ public_repos: 0, public_gists: 0, followers: 0, following: 0 },
        ...{ created_at: '2020-01-05T09:00:00Z', updated_at: '2026-01-05T09:00:00Z' },
    });
}
const rateLimit = (now) => {
    const core = { limit: 1000, used: 1, remaining: 999, reset: Math.floor(Date.parse(now) / 1000) + 3600 };
    return { resources: { core, search: core, graphql: core }, rate: core };
};
/** The one question of GraphQL that is answered: who the token speaks for. */
function graphql(call, problems) {
    const query = typeof call.body === 'object' && call.body !== null && 'query' in call.body ? String(call.body.query) : '';
    if (/^\s*(?:query(?:\s+\w+)?\s*)?\{\s*viewer\s*\{\s*login\s*\}\s*\}\s*$/.test(query))
        return ok({ data: { viewer: { login: call.world.viewer } } });
    problems.push(`POST /graphql: the stand-in does not answer ${query.slice(0, 120)}`);
    return ok({ errors: [{ type: 'UNSUPPORTED', message: 'The stand-in does not answer this query.' }] });
}
const inRepository = [
    ...repositoryRoutes,
    ...issueRoutes,
    ...pullRoutes,
    ...gitRoutes,
    ...contentRoutes,
];
/** The route of a request, or undefined for an address GitHub may have but the stand-in does not. Throws 404 for other repositories. */
function findRoute(world, method, path) {
    const parts = path.split('/').slice(1);
    const [first, owner = '', repo = ''] = parts;
    const ours = `${owner}/${repo}`.toLowerCase() === `${world.owner}/${world.repo}`.toLowerCase();
    if (first !== 'repos')
        return match(outsideRepository, method, parts);
    const found = match(inRepository, method, parts.slice(3));
    if (found !== undefined && !ours)
        throw notFound();
    return found;
}
/** Patterns as `/issues/:number`; a last part `*name` takes the rest of the path. Literal parts win over parameters. */
function match(routes, method, parts) {
    let best;
    for (const route of routes) {
        if (route.method !== method)
            continue;
        const params = paramsOf(route.pattern, parts);
        const literal = route.pattern.split('/').filter((part) => !/^[:*]/.test(part)).length;
        if (params !== undefined && (best === undefined || literal > best.literal))
            best = { route, params, literal };
    }
    return best;
}
function paramsOf(pattern, parts) {
    const wanted = pattern.split('/').slice(1);
    const params = {};
    for (const [at, part] of wanted.entries()) {
        const given = parts[at];
        if (given === undefined || (given === '' && !part.startsWith('*')))
            return undefined;
        if (part.startsWith('*')) {
            params[part.slice(1)] = parts.slice(at).map(decodeURIComponent).join('/');
            return params;
        }
        if (part.startsWith(':'))
            params[part.slice(1)] = decodeURIComponent(given);
        else if (part !== given)
            return undefined;
    }
    return wanted.length === parts.length ? params : undefined;
}

;// CONCATENATED MODULE: ./build/standin/github.js




/** Starts a GitHub that knows one repository, on a free port of 127.0.0.1. It lives until disposed. */
async function startGitHub(seed, options = {}) {
    const world = (0,github_world/* createWorld */.by)(seed);
    const requests = [];
    const problems = [];
    const prefix = options.prefix ?? '';
    const state = { world, requests, problems, prefix, api: '', options };
    const server = (0,external_node_http_.createServer)((request, response) => {
        serve(state, request, response).catch((error) => {
            problems.push(`${request.method} ${request.url}: the stand-in failed: ${error instanceof Error ? error.stack : error}`);
            response.destroy();
        });
    });
    await new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    state.api = origin + prefix;
    return {
        url: state.api,
        graphqlUrl: prefix === '' ? `${origin}/graphql` : `${origin}/api/graphql`,
        requests,
        world,
        problems,
        async [Symbol.asyncDispose]() {
            server.closeAllConnections();
            await new Promise((resolve) => server.close(resolve));
        },
    };
}
async function serve(state, request, response) {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const method = request.method ?? 'GET';
    const raw = await textOf(request);
    const path = pathBelow(url.pathname, state.prefix);
    const body = parseBody(raw);
    const record = {
        method,
        path,
        query: url.search.replace(/^\?/, ''),
        headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        body: body === UNREADABLE ? raw : body,
        status: 0,
        answer: undefined,
    };
    const nth = state.requests.push(record);
    const fault = state.options.onRequest?.({ nth, method, path, body: record.body });
    const answer = await faultOr(fault, () => settle(state, request, record, body, url.searchParams));
    if (fault === 'lose') {
        request.socket.resetAndDestroy();
        return;
    }
    record.status = answer.status;
    record.answer = answer.body;
    send(state, response, answer);
}
async function faultOr(fault, act) {
    if (fault === undefined || fault === 'lose')
        return act();
    if (fault === 'refuse')
        return { status: 500, body: { message: 'Server Error' } };
    const { status, headers, body } = fault;
    return {
        status,
        headers: headers ?? {},
        body: body ?? { message: `Answered ${status} on purpose`, status: String(status) },
    };
}
async function settle(state, request, record, body, query) {
    const { world, problems } = state;
    const at = `${record.method} ${record.path}`;
    try {
        if (record.headers['user-agent'] === undefined) {
            problems.push(`${at}: no User-Agent header`);
            throw new Refusal(403, 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.');
        }
        const credential = /^(?:token|bearer) (.+)$/i.exec(record.headers.authorization ?? '')?.[1];
        if (credential === undefined)
            throw new Refusal(401, 'Requires authentication');
        if (credential !== world.token)
            throw new Refusal(401, 'Bad credentials');
        if (body === UNREADABLE) {
            problems.push(`${at}: the body is not JSON`);
            throw new Refusal(400, 'Problems parsing JSON');
        }
        const now = new Date((state.options.now ?? Date.now)()).toISOString().replace(/\.\d+Z$/, 'Z');
        const call = {
            world,
            api: state.api,
            method: record.method,
            path: record.path,
            query,
            body,
            now,
            accept: request.headers.accept ?? '',
        };
        if (record.path === '/graphql')
            return graphql(call, problems);
        const found = findRoute(world, record.method, record.path);
        if (found === undefined) {
            problems.push(`${at}: the stand-in knows no such address`);
            throw notFound();
        }
        return await found.route.answer({ ...call, params: found.params });
    }
    catch (error) {
        if (error instanceof Refusal)
            return refusalAnswer(error);
        throw error;
    }
}
/** GraphQL lives at `/graphql`, on Enterprise Server at `/api/graphql` beside `/api/v3`. */
function pathBelow(pathname, prefix) {
    if (pathname === '/api/graphql')
        return '/graphql';
    return prefix !== '' && pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
}
async function textOf(request) {
    const chunks = [];
    for await (const chunk of request)
        chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
}
const UNREADABLE = Symbol('not JSON');
function parseBody(raw) {
    if (raw === '')
        return undefined;
    try {
        return JSON.parse(raw);
    }
    catch {
        return UNREADABLE;
    }
}
/** Headers every answer of GitHub carries. Source: GitHub REST docs, "Rate limits", "API versions". */
function send(state, response, answer) {
    const used = state.requests.length;
    const reset = Math.floor((state.options.now ?? Date.now)() / 1000) + 3600;
    const isText = typeof answer.body === 'string';
    response.writeHead(answer.status, {
        ...(answer.body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
        'x-github-media-type': 'github.v3; format=json',
        'x-github-request-id': `STANDIN:${used}`,
        'x-github-api-version-selected': '2022-11-28',
        'x-ratelimit-limit': '1000',
        'x-ratelimit-remaining': String(Math.max(0, 1000 - used)),
        'x-ratelimit-used': String(used),
        'x-ratelimit-reset': String(reset),
        'x-ratelimit-resource': 'core',
        ...answer.headers,
    });
    response.end(answer.body === undefined ? undefined : isText ? answer.body : JSON.stringify(answer.body));
}


/***/ })

};
