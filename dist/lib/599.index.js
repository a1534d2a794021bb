export const id = 599;
export const ids = [599];
export const modules = {

/***/ 7993:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CI: () => (/* binding */ textAnswer),
/* harmony export */   Gq: () => (/* binding */ invalid),
/* harmony export */   IO: () => (/* binding */ paged),
/* harmony export */   V$: () => (/* binding */ noContent),
/* harmony export */   WY: () => (/* binding */ toErrorAnswer),
/* harmony export */   YN: () => (/* binding */ wants),
/* harmony export */   mX: () => (/* binding */ notFound),
/* harmony export */   ok: () => (/* binding */ ok),
/* harmony export */   p3: () => (/* binding */ ErrorAnswer),
/* harmony export */   sH: () => (/* binding */ numeric),
/* harmony export */   zu: () => (/* binding */ created)
/* harmony export */ });
class ErrorAnswer extends Error {
    status;
    errors;
    constructor(status, message, errors) {
        super(message);
        this.status = status;
        this.errors = errors;
    }
}
const notFound = () => new ErrorAnswer(404, 'Not Found');
const invalid = (resource, field, code, message) => new ErrorAnswer(422, 'Validation Failed', [{ resource, field, code, message }]);
const ok = (body) => ({ status: 200, body });
const created = (body) => ({ status: 201, body });
const noContent = () => ({ status: 204 });
const textAnswer = (body, type) => ({
    status: 200,
    body,
    headers: { 'content-type': type },
});
function toErrorAnswer(refusal) {
    return {
        status: refusal.status,
        body: {
            message: refusal.message,
            errors: refusal.errors,
            documentation_url: 'https://docs.github.com/rest',
            status: String(refusal.status),
        },
    };
}
function numeric(call, name) {
    const value = call.params[name] ?? '';
    if (!/^\d{1,15}$/.test(value))
        throw notFound();
    return Number(value);
}
function paged(call, items, wrap = (page) => page) {
    const size = Math.min(100, Math.max(1, wholeNumber(call.query.get('per_page'), 30)));
    const page = Math.max(1, wholeNumber(call.query.get('page'), 1));
    const last = Math.max(1, Math.ceil(items.length / size));
    const links = [
        page > 1 ? link(call, Math.min(page - 1, last), 'prev') : '',
        page < last ? link(call, page + 1, 'next') : '',
        page < last ? link(call, last, 'last') : '',
        page > 1 ? link(call, 1, 'first') : '',
    ].filter((entry) => entry !== '');
    return {
        status: 200,
        body: wrap(items.slice((page - 1) * size, page * size)),
        headers: links.length === 0 ? {} : { link: links.join(', ') },
    };
}
function link(call, page, rel) {
    const query = new URLSearchParams(call.query);
    query.set('page', String(page));
    return `<${call.api}${call.path}?${query.toString()}>; rel="${rel}"`;
}
function wholeNumber(text, fallback) {
    return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : fallback;
}
const wants = (call, kind) => new RegExp(`application/vnd\\.github\\.(v3\\.)?${kind}\\b`).test(call.accept);


/***/ }),

/***/ 91778:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ag: () => (/* binding */ looseNamed),
/* harmony export */   L7: () => (/* binding */ FOLDER),
/* harmony export */   Mh: () => (/* binding */ writeTreeItems),
/* harmony export */   _H: () => (/* binding */ looseObject),
/* harmony export */   cZ: () => (/* binding */ parseTree),
/* harmony export */   jt: () => (/* binding */ looseTree),
/* harmony export */   nW: () => (/* binding */ gitFolder),
/* harmony export */   p7: () => (/* binding */ writeObject),
/* harmony export */   u2: () => (/* binding */ looseBytes)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(73024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var node_zlib__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(38522);




function looseObject(gitDir, sha) {
    if (!/^[0-9a-f]{40}$/.test(sha))
        return undefined;
    const paths = stores(gitDir).map((store) => (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(store, sha.slice(0, 2), sha.slice(2)));
    const path = paths.find((path) => (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)(path));
    if (path === undefined)
        return undefined;
    const content = (0,node_zlib__WEBPACK_IMPORTED_MODULE_3__.inflateSync)((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(path));
    const end = content.indexOf(0);
    const type = content.toString('latin1', 0, content.indexOf(' '));
    return { type, bytes: content.subarray(end + 1) };
}
function looseBytes(gitDir, type, sha) {
    const object = looseObject(gitDir, sha);
    return object?.type === type ? object.bytes : undefined;
}
function looseTree(gitDir, name) {
    const sha = looseNamed(gitDir, name.includes(':') ? name : `${name}:`)?.sha;
    const bytes = sha === undefined ? undefined : looseBytes(gitDir, 'tree', sha);
    return sha === undefined || bytes === undefined ? undefined : { sha, bytes };
}
function looseNamed(gitDir, name) {
    const [, root, path] = /^([0-9a-f]{40})(?::(.*))?$/s.exec(name) ?? [];
    if (root === undefined || path === undefined)
        return root === undefined ? undefined : { sha: root };
    const commit = looseBytes(gitDir, 'commit', root);
    let sha = commit === undefined ? root : commit.toString('latin1', 'tree '.length, 'tree '.length + 40);
    for (const part of path === '' ? [] : path.split('/')) {
        const folder = looseObject(gitDir, sha);
        if (folder === undefined)
            return undefined;
        const item = folder.type === 'tree' ? parseTree(folder.bytes).find(({ name }) => name === part) : undefined;
        if (item === undefined)
            return {};
        sha = item.sha;
    }
    return { sha };
}
function writeObject(gitDir, type, bytes) {
    const content = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
    const sha = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha1').update(content).digest('hex');
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(objectsOf(gitDir), sha.slice(0, 2), sha.slice(2));
    if (!(0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)(path)) {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)(path), { recursive: true });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(path, (0,node_zlib__WEBPACK_IMPORTED_MODULE_3__.deflateSync)(content), { mode: 0o444 });
    }
    return sha;
}
function parseTree(bytes) {
    const items = [];
    for (let start = 0; start < bytes.length;) {
        const space = bytes.indexOf(' ', start);
        const end = bytes.indexOf(0, space);
        items.push({
            mode: bytes.toString('latin1', start, space).padStart(6, '0'),
            name: bytes.toString('utf8', space + 1, end),
            sha: bytes.toString('hex', end + 1, end + 21),
        });
        start = end + 21;
    }
    return items;
}
function writeTreeItems(gitDir, items) {
    const key = ({ name, mode }) => Buffer.from(mode === FOLDER ? `${name}/` : name);
    const sorted = items.toSorted((one, other) => Buffer.compare(key(one), key(other)));
    const entries = sorted.flatMap(({ mode, name, sha }) => [
        Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`),
        Buffer.from(sha, 'hex'),
    ]);
    return writeObject(gitDir, 'tree', Buffer.concat(entries));
}
const FOLDER = '040000';
const gitFolder = (gitDir) => ((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, '.git')) ? (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, '.git') : gitDir);
const objectsOf = (gitDir) => (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitFolder(gitDir), 'objects');
function stores(gitDir) {
    const own = objectsOf(gitDir);
    const alternates = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(own, 'info', 'alternates');
    const borrowed = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)(alternates) ? (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(alternates, 'utf8').split('\n') : [];
    return [own, ...borrowed.filter((store) => store !== '')];
}


/***/ }),

/***/ 43599:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  y: () => (/* binding */ startGitHub)
});

// UNUSED EXPORTS: openLimits

// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(37067);
// EXTERNAL MODULE: ./build/emulators/github/answer.js
var github_answer = __webpack_require__(7993);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
;// CONCATENATED MODULE: ./build/emulators/github/shapes.js
const repoUrl = ({ world, api }) => `${api}/repos/${world.owner}/${world.repo}`;
const repoPage = ({ world }) => `${world.pages}/${world.owner}/${world.repo}`;
const nodeId = (kind, id) => Buffer.from(`${kind}:${id}`).toString('base64');
function userId(login) {
    if (login === 'github-actions[bot]')
        return 41_898_282;
    let sum = 7;
    for (const letter of login)
        sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 90_000_000;
    return 1_000_000 + sum;
}
function user(context, login) {
    const url = `${context.api}/users/${encodeURIComponent(login)}`;
    const id = userId(login);
    return {
        login,
        id,
        node_id: nodeId('User', id),
        avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
        gravatar_id: '',
        url,
        html_url: `${context.world.pages}/${encodeURIComponent(login.replace(/\[bot\]$/, ''))}`,
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
function repository(context, fullName = `${context.world.owner}/${context.world.repo}`) {
    const { world, api } = context;
    const [owner = '', name = ''] = fullName.split('/');
    const url = `${api}/repos/${fullName}`;
    const page = `${world.pages}/${fullName}`;
    const id = userId(fullName);
    const urls = Object.entries(REPOSITORY_URLS).map(([key, rest]) => [key, `${url}/${rest}`]);
    return {
        id,
        node_id: nodeId('Repository', id),
        name,
        full_name: fullName,
        private: world.visibility === 'private',
        visibility: world.visibility,
        owner: user(context, owner),
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
const label = (context, reaction) => ({
    id: reaction.id,
    node_id: nodeId('Label', reaction.id),
    url: `${repoUrl(context)}/labels/${encodeURIComponent(reaction.name)}`,
    name: reaction.name,
    description: reaction.description,
    color: reaction.color,
    default: false,
});
const reactionJson = (context, reaction) => ({
    id: reaction.id,
    node_id: nodeId('Reaction', reaction.id),
    user: user(context, reaction.user),
    content: reaction.content,
    created_at: '2026-01-05T09:00:00Z',
});
function checkRunJson(context, run) {
    const url = `${repoUrl(context)}/check-runs/${run.id}`;
    return {
        id: run.id,
        node_id: nodeId('CheckRun', run.id),
        name: run.name,
        head_sha: run.headSha,
        external_id: run.externalId,
        url,
        html_url: `${repoPage(context)}/runs/${run.id}`,
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
const UNSIGNED = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };
const commitJson = (context, commit) => ({
    url: `${repoUrl(context)}/commits/${commit.sha}`,
    sha: commit.sha,
    node_id: nodeId('Commit', commit.sha),
    html_url: `${repoPage(context)}/commit/${commit.sha}`,
    comments_url: `${repoUrl(context)}/commits/${commit.sha}/comments`,
    commit: {
        url: `${repoUrl(context)}/git/commits/${commit.sha}`,
        author: commit.author,
        committer: commit.committer,
        message: commit.message,
        tree: { url: `${repoUrl(context)}/git/trees/${commit.tree}`, sha: commit.tree },
        comment_count: 0,
        verification: UNSIGNED,
    },
    author: null,
    committer: null,
    parents: parentsOf(context, commit),
});
const gitCommitJson = (context, commit) => ({
    sha: commit.sha,
    node_id: nodeId('Commit', commit.sha),
    url: `${repoUrl(context)}/git/commits/${commit.sha}`,
    html_url: `${repoPage(context)}/commit/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    tree: { url: `${repoUrl(context)}/git/trees/${commit.tree}`, sha: commit.tree },
    message: commit.message,
    parents: parentsOf(context, commit),
    verification: UNSIGNED,
});
const parentsOf = (context, commit) => commit.parents.map((sha) => ({
    sha,
    url: `${repoUrl(context)}/commits/${sha}`,
    html_url: `${repoPage(context)}/commit/${sha}`,
}));
const compareFileJson = (context, ref, file) => {
    const path = encodePath(file.filename);
    return {
        sha: file.sha,
        filename: file.filename,
        status: file.status,
        additions: file.additions,
        deletions: file.deletions,
        changes: file.additions + file.deletions,
        blob_url: `${repoPage(context)}/blob/${ref}/${path}`,
        raw_url: `${repoPage(context)}/raw/${ref}/${path}`,
        contents_url: `${repoUrl(context)}/contents/${path}?ref=${ref}`,
        patch: file.patch,
        previous_filename: file.previousFilename,
    };
};
function contentFields(context, ref, path, entry) {
    const type = entry.type === 'tree' ? 'dir' : entry.type === 'commit' ? 'submodule' : entry.mode === '120000' ? 'symlink' : 'file';
    const name = path.split('/').at(-1) ?? path;
    const url = `${repoUrl(context)}/contents/${encodePath(path)}?ref=${encodeURIComponent(ref)}`;
    const git = entry.type === 'commit' ? null : `${repoUrl(context)}/git/${entry.type}s/${entry.sha}`;
    const html = `${repoPage(context)}/${type === 'dir' ? 'tree' : 'blob'}/${encodePath(ref)}/${encodePath(path)}`;
    return {
        type,
        size: entry.size ?? 0,
        name,
        path,
        sha: entry.sha,
        url,
        git_url: git,
        html_url: html,
        download_url: type === 'file' || type === 'symlink' ? `${repoPage(context)}/raw/${encodePath(ref)}/${encodePath(path)}` : null,
        _links: { self: url, git, html },
    };
}
const encodePath = (path) => path.split('/').map(encodeURIComponent).join('/');

// EXTERNAL MODULE: ./build/emulators/github/world.js
var github_world = __webpack_require__(63991);
;// CONCATENATED MODULE: ./build/emulators/github/thread-shapes.js



function association(world, login) {
    if (login === world.owner)
        return 'OWNER';
    const permission = world.permissions[login];
    return permission === 'admin' || permission === 'write' ? 'COLLABORATOR' : 'NONE';
}
const labelsOf = (context, subject) => subject.labels.flatMap((name) => {
    const known = context.world.labels.find((candidate) => candidate.name === name);
    return known === undefined ? [] : [label(context, known)];
});
const pageOf = (context, subject) => `${repoPage(context)}/${(0,github_world/* isPull */.CD)(subject) ? 'pull' : 'issues'}/${subject.number}`;
function subjectFields(context, subject) {
    const assignees = subject.assignees.map((login) => user(context, login));
    return {
        number: subject.number,
        title: subject.title,
        body: subject.body,
        user: user(context, subject.user),
        state: subject.state,
        locked: subject.locked,
        labels: labelsOf(context, subject),
        assignee: assignees[0] ?? null,
        assignees,
        milestone: null,
        author_association: association(context.world, subject.user),
        active_lock_reason: null,
        created_at: subject.createdAt,
        updated_at: subject.updatedAt,
        closed_at: subject.state === 'closed' ? subject.updatedAt : null,
        html_url: pageOf(context, subject),
    };
}
const issueId = (number) => 2_000_000 + number;
function issueJson(context, subject) {
    const url = `${repoUrl(context)}/issues/${subject.number}`;
    const pullUrl = `${repoUrl(context)}/pulls/${subject.number}`;
    const page = pageOf(context, subject);
    const id = issueId(subject.number);
    return {
        id,
        node_id: nodeId('Issue', id),
        url,
        repository_url: repoUrl(context),
        labels_url: `${url}/labels{/name}`,
        comments_url: `${url}/comments`,
        events_url: `${url}/events`,
        ...subjectFields(context, subject),
        comments: context.world.comments.filter((comment) => comment.number === subject.number).length,
        state_reason: subject.stateReason,
        draft: (0,github_world/* isPull */.CD)(subject) ? subject.draft : undefined,
        pull_request: (0,github_world/* isPull */.CD)(subject)
            ? { url: pullUrl, html_url: page, diff_url: `${page}.diff`, patch_url: `${page}.patch`, merged_at: null }
            : undefined,
    };
}
function pullSummary(context, pull) {
    const url = `${repoUrl(context)}/pulls/${pull.number}`;
    const issueUrl = `${repoUrl(context)}/issues/${pull.number}`;
    const page = pageOf(context, pull);
    const id = 3_000_000 + pull.number;
    const links = {
        self: url,
        html: page,
        issue: issueUrl,
        comments: `${issueUrl}/comments`,
        review_comments: `${url}/comments`,
        review_comment: `${repoUrl(context)}/pulls/comments{/number}`,
        commits: `${url}/commits`,
        statuses: `${repoUrl(context)}/statuses/${pull.head.sha}`,
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
        ...subjectFields(context, pull),
        requested_reviewers: [],
        requested_teams: [],
        base: side(context, pull.base),
        head: side(context, pull.head),
        draft: pull.draft,
        auto_merge: null,
        merged_at: pull.merged ? pull.updatedAt : null,
        merge_commit_sha: null,
    };
}
function side(context, pullSide) {
    const owner = pullSide.repo?.split('/')[0] ?? 'unknown';
    return {
        label: `${owner}:${pullSide.ref}`,
        ref: pullSide.ref,
        sha: pullSide.sha,
        user: pullSide.repo === null ? null : user(context, owner),
        repo: pullSide.repo === null ? null : repository(context, pullSide.repo),
    };
}
function pullJson(context, pull, size) {
    const on = (entry) => entry.number === pull.number;
    return {
        ...pullSummary(context, pull),
        merged: pull.merged,
        mergeable: true,
        rebaseable: true,
        mergeable_state: 'clean',
        merged_by: null,
        comments: context.world.comments.filter(on).length,
        review_comments: context.world.reviewComments.filter(on).length,
        maintainer_can_modify: false,
        commits: size.commits,
        additions: size.additions,
        deletions: size.deletions,
        changed_files: size.files,
    };
}
function commentJson(context, comment) {
    const subject = context.world.pulls.find((pull) => pull.number === comment.number);
    const page = `${repoPage(context)}/${subject === undefined ? 'issues' : 'pull'}/${comment.number}`;
    return {
        id: comment.id,
        node_id: nodeId('IssueComment', comment.id),
        url: `${repoUrl(context)}/issues/comments/${comment.id}`,
        html_url: `${page}#issuecomment-${comment.id}`,
        issue_url: `${repoUrl(context)}/issues/${comment.number}`,
        user: user(context, comment.user),
        created_at: comment.createdAt,
        updated_at: comment.updatedAt,
        author_association: association(context.world, comment.user),
        body: comment.body,
        performed_via_github_app: null,
    };
}
function reviewJson(context, review) {
    const html = `${repoPage(context)}/pull/${review.number}#pullrequestreview-${review.id}`;
    const pullUrl = `${repoUrl(context)}/pulls/${review.number}`;
    return {
        id: review.id,
        node_id: nodeId('PullRequestReview', review.id),
        user: user(context, review.user),
        body: review.body,
        state: review.state,
        html_url: html,
        pull_request_url: pullUrl,
        author_association: association(context.world, review.user),
        _links: { html: { href: html }, pull_request: { href: pullUrl } },
        submitted_at: review.submittedAt,
        commit_id: review.commitId,
    };
}
function reviewCommentJson(context, comment) {
    const url = `${repoUrl(context)}/pulls/comments/${comment.id}`;
    const html = `${repoPage(context)}/pull/${comment.number}#discussion_r${comment.id}`;
    const pullUrl = `${repoUrl(context)}/pulls/${comment.number}`;
    const { originalLine = comment.line, originalStartLine = comment.startLine } = comment;
    return {
        id: comment.id,
        node_id: nodeId('PullRequestReviewComment', comment.id),
        url,
        html_url: html,
        pull_request_url: pullUrl,
        pull_request_review_id: comment.review,
        diff_hunk: '',
        path: comment.path,
        position: comment.line,
        original_position: comment.line ?? 1,
        commit_id: comment.commitId,
        original_commit_id: comment.commitId,
        in_reply_to_id: comment.inReplyTo ?? undefined,
        user: user(context, comment.user),
        body: comment.body,
        created_at: comment.createdAt,
        updated_at: comment.updatedAt ?? comment.createdAt,
        author_association: association(context.world, comment.user),
        line: comment.line,
        original_line: originalLine,
        start_line: comment.startLine,
        original_start_line: originalStartLine,
        start_side: originalStartLine === null ? null : comment.side,
        side: comment.side,
        subject_type: originalLine === null ? 'file' : 'line',
        _links: { self: { href: url }, html: { href: html }, pull_request: { href: pullUrl } },
    };
}
const author = (login) => ({
    __typename: login.endsWith('[bot]') ? 'Bot' : 'User',
    login: login.replace(/\[bot\]$/, ''),
});
function lastEdit({ user, createdAt, updatedAt = createdAt, editedBy = user }) {
    const isEdited = updatedAt !== createdAt || editedBy !== user;
    return { lastEditedAt: isEdited ? updatedAt : null, editor: isEdited ? author(editedBy) : null };
}
function threadStates({ world, api }, query) {
    const size = Number(/comments\(last: (\d+)\)/.exec(query)?.[1]);
    const aliases = [...query.matchAll(/(\w+): issueOrPullRequest\(number: (\d+)\)/g)];
    const states = aliases.map(([, alias = '', digits]) => {
        const number = Number(digits);
        const thread = (0,github_world/* issueOrPull */.qd)(world, number);
        if (thread === undefined)
            return [alias, null];
        const comments = world.comments.filter((comment) => comment.number === number).slice(-size);
        const nodes = comments.map((comment) => ({
            fullDatabaseId: String(comment.id),
            url: commentJson({ world, api }, comment).html_url,
            body: comment.body,
            author: author(comment.user),
            viewerDidAuthor: comment.user === world.viewer,
            createdAt: comment.createdAt,
            ...lastEdit(comment),
        }));
        return [alias, { number, labels: { nodes: thread.labels.map((name) => ({ name })) }, comments: { nodes } }];
    });
    const errors = states
        .filter(([, state]) => state === null)
        .map(([alias]) => ({
        type: 'NOT_FOUND',
        path: ['repository', alias],
        message: 'Could not resolve to an issue or pull request.',
    }));
    return (0,github_answer.ok)({ data: { repository: Object.fromEntries(states) }, errors: errors.length === 0 ? undefined : errors });
}

;// CONCATENATED MODULE: ./build/emulators/github/discussions.js





const commitCommentRoutes = [
    {
        method: 'GET',
        pattern: '/commits/:sha/comments',
        answer: (call) => (0,github_answer/* paged */.IO)(call, call.world.commitComments
            .filter(({ sha }) => sha === call.params.sha)
            .map((each) => commitCommentJson(call, each))),
    },
    { method: 'POST', pattern: '/commits/:sha/comments', answer: createCommitComment },
    { method: 'GET', pattern: '/comments/:id', answer: (call) => (0,github_answer.ok)(commitCommentJson(call, commitCommentOf(call))) },
    { method: 'PATCH', pattern: '/comments/:id', answer: updateCommitComment },
];
const Body = schemas/* object */.Ikc({ body: schemas/* string */.YjP().min(1) });
function createCommitComment(call) {
    const { commitComments, viewer } = call.world;
    const comment = {
        id: (0,github_world/* nextId */.Hn)(commitComments, 7_000_000),
        sha: call.params.sha ?? '',
        user: viewer,
        body: Body.parse(call.body).body,
        createdAt: call.now,
        updatedAt: call.now,
    };
    commitComments.push(comment);
    return (0,github_answer/* created */.zu)(commitCommentJson(call, comment));
}
function updateCommitComment(call) {
    const comment = commitCommentOf(call);
    Object.assign(comment, { body: Body.parse(call.body).body, updatedAt: call.now });
    return (0,github_answer.ok)(commitCommentJson(call, comment));
}
function commitCommentOf(call) {
    const id = (0,github_answer/* numeric */.sH)(call, 'id');
    const comment = call.world.commitComments.find((each) => each.id === id);
    if (comment === undefined)
        throw (0,github_answer/* notFound */.mX)();
    if (call.method === 'PATCH' && comment.user !== call.world.viewer)
        throw new github_answer/* ErrorAnswer */.p3(403, 'Resource not accessible by integration');
    return comment;
}
const commitCommentJson = (call, comment) => ({
    id: comment.id,
    node_id: nodeId('CommitComment', comment.id),
    url: `${repoUrl(call)}/comments/${comment.id}`,
    html_url: `${repoPage(call)}/commit/${comment.sha}#commitcomment-${comment.id}`,
    user: user(call, comment.user),
    path: null,
    position: null,
    line: null,
    commit_id: comment.sha,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body: comment.body,
    author_association: association(call.world, comment.user),
});
const discussionNode = (context, discussion) => ({
    id: nodeId('Discussion', discussion.number),
    title: discussion.title,
    body: discussion.body,
    comments: {
        nodes: discussion.comments
            .filter(({ replyTo }) => replyTo === undefined)
            .map((comment) => ({
            ...commentNode(context, discussion, comment),
            replies: {
                nodes: discussion.comments
                    .filter(({ replyTo }) => replyTo === comment.id)
                    .map((reply) => commentNode(context, discussion, reply)),
            },
        })),
    },
});
const commentNode = (context, { number }, comment) => ({
    id: nodeId('DiscussionComment', comment.id),
    databaseId: comment.id,
    body: comment.body,
    url: `${repoPage(context)}/discussions/${number}#discussioncomment-${comment.id}`,
    createdAt: comment.createdAt,
    updatedAt: comment.updatedAt,
    author: {
        __typename: comment.user.endsWith('[bot]') ? 'Bot' : 'User',
        login: comment.user.replace(/\[bot\]$/, ''),
    },
});
const missing = (id) => ({
    error: { type: 'NOT_FOUND', message: `Could not resolve to a node with the global id of '${id}'` },
});
const mayNot = (world) => (world.tokenPermissions.discussions ?? 'write') !== 'write';
const FORBIDDEN = { error: { type: 'FORBIDDEN', message: 'Resource not accessible by integration' } };
function addDiscussionComment(context, variables) {
    const { world, now } = context;
    const { discussionId, replyToId, body } = variables;
    const discussion = world.discussions.find(({ number }) => nodeId('Discussion', number) === discussionId);
    if (discussion === undefined)
        return missing(discussionId);
    if (mayNot(world))
        return FORBIDDEN;
    const parent = discussion.comments.find(({ id }) => nodeId('DiscussionComment', id) === replyToId);
    if (replyToId !== null && replyToId !== undefined && parent === undefined)
        return missing(replyToId);
    if (parent?.replyTo !== undefined)
        return { error: { type: 'UNPROCESSABLE', message: 'Parent comment is already in a thread, cannot reply to it' } };
    const all = world.discussions.flatMap(({ comments }) => comments);
    const comment = {
        id: (0,github_world/* nextId */.Hn)(all, 8_000_000),
        replyTo: parent?.id,
        user: world.viewer,
        body: String(body),
        createdAt: now,
        updatedAt: now,
    };
    discussion.comments.push(comment);
    return { value: { comment: commentNode(context, discussion, comment) } };
}
function updateDiscussionComment(context, variables) {
    const { world, now } = context;
    for (const discussion of world.discussions) {
        const comment = discussion.comments.find(({ id }) => nodeId('DiscussionComment', id) === variables.commentId);
        if (comment === undefined)
            continue;
        if (mayNot(world) || comment.user !== world.viewer)
            return FORBIDDEN;
        Object.assign(comment, { body: String(variables.body), updatedAt: now });
        return { value: { comment: commentNode(context, discussion, comment) } };
    }
    return missing(variables.commentId);
}

// EXTERNAL MODULE: ./build/emulators/github/repository-git.js
var repository_git = __webpack_require__(84846);
;// CONCATENATED MODULE: ./build/emulators/github/issues.js





const issueRoutes = [
    { method: 'GET', pattern: '/issues', answer: listIssues },
    { method: 'POST', pattern: '/issues', answer: createIssue },
    { method: 'GET', pattern: '/issues/:number', answer: getIssue },
    { method: 'PATCH', pattern: '/issues/:number', answer: updateIssue },
    { method: 'GET', pattern: '/issues/:number/comments', answer: listComments },
    { method: 'POST', pattern: '/issues/:number/comments', answer: createComment },
    { method: 'GET', pattern: '/issues/comments', answer: listAllComments },
    { method: 'GET', pattern: '/issues/comments/:id', answer: (call) => (0,github_answer.ok)(commentJson(call, commentOf(call))) },
    { method: 'PATCH', pattern: '/issues/comments/:id', answer: updateComment },
    { method: 'DELETE', pattern: '/issues/comments/:id', answer: deleteComment },
    { method: 'GET', pattern: '/issues/:number/labels', answer: (call) => (0,github_answer/* paged */.IO)(call, issues_labelsOf(call, subjectOf(call))) },
    { method: 'POST', pattern: '/issues/:number/labels', answer: addLabels },
    { method: 'DELETE', pattern: '/issues/:number/labels/:name', answer: removeLabel },
    { method: 'POST', pattern: '/issues/:number/assignees', answer: issues_assign },
    { method: 'GET', pattern: '/assignees/:login', answer: isAssignable },
    {
        method: 'GET',
        pattern: '/labels',
        answer: (call) => (0,github_answer/* paged */.IO)(call, call.world.labels.map((each) => label(call, each))),
    },
    { method: 'GET', pattern: '/labels/:name', answer: (call) => (0,github_answer.ok)(label(call, labelNamed(call))) },
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
    const found = (0,github_world/* issueOrPull */.qd)(call.world, (0,github_answer/* numeric */.sH)(call, 'number'));
    const gone = call.world.goneIssues?.[(0,github_answer/* numeric */.sH)(call, 'number')];
    if (gone === 'deleted')
        throw new github_answer/* ErrorAnswer */.p3(410, 'This issue was deleted');
    if (found === undefined)
        throw (0,github_answer/* notFound */.mX)();
    return found;
};
function getIssue(call) {
    const [, repository, number] = /^(.+)#(\d+)$/.exec(call.world.goneIssues?.[(0,github_answer/* numeric */.sH)(call, 'number')] ?? '') ?? [];
    if (repository === undefined)
        return (0,github_answer.ok)(issueJson(call, subjectOf(call)));
    return { status: 301, headers: { location: `${call.api}/transferred/${repository}/${number}` } };
}
function transferredIssue(call) {
    const { owner = '', repo = '' } = call.params;
    const world = { ...call.world, owner, repo };
    return (0,github_answer.ok)(issueJson({ ...call, world }, (0,github_world/* issue */.sn)({ number: (0,github_answer/* numeric */.sH)(call, 'number') })));
}
const commentOf = (call) => {
    const id = (0,github_answer/* numeric */.sH)(call, 'id');
    const found = call.world.comments.find((comment) => comment.id === id);
    if (found === undefined)
        throw (0,github_answer/* notFound */.mX)();
    return found;
};
function listIssues(call) {
    const state = call.query.get('state') ?? 'open';
    const creator = call.query.get('creator');
    const all = [...call.world.issues, ...call.world.pulls].filter((subject) => (state === 'all' || subject.state === state) && (creator === null || subject.user === creator));
    return (0,github_answer/* paged */.IO)(call, all.toSorted((a, b) => b.number - a.number).map((subject) => issueJson(call, subject)));
}
const TITLE_LIMIT = 256;
const Title = schemas/* string */.YjP().min(1).max(TITLE_LIMIT);
const NewIssue = schemas/* object */.Ikc({
    title: Title,
    body: schemas/* string */.YjP().nullish(),
    labels: schemas/* array */.YOg(schemas/* string */.YjP()).default([]),
    assignees: schemas/* array */.YOg(schemas/* string */.YjP()).default([]),
});
function createIssue(call) {
    mayWrite(call, ['issues']);
    const parsed = NewIssue.safeParse(call.body);
    if (!parsed.success)
        throw (0,github_answer/* invalid */.Gq)('Issue', 'title', 'missing_field');
    const { title, body, labels, assignees } = parsed.data;
    checkLength('Issue', body ?? '');
    const newIssue = (0,github_world/* issue */.sn)({
        number: (0,github_world/* nextNumber */.Pt)(call.world),
        title,
        body: body ?? null,
        user: call.world.viewer,
        labels: labels.map((name) => knownLabel(call.world, name)),
        assignees,
        createdAt: call.now,
        updatedAt: call.now,
    });
    call.world.issues.push(newIssue);
    return (0,github_answer/* created */.zu)(issueJson(call, newIssue));
}
const IssueChange = schemas/* object */.Ikc({
    title: Title.optional(),
    body: schemas/* string */.YjP().nullish(),
    state: schemas/* enum */.k5n(['open', 'closed']).optional(),
    state_reason: schemas/* enum */.k5n(['completed', 'not_planned', 'duplicate', 'reopened']).nullish(),
    duplicate_issue_id: schemas/* int */.Whr().optional(),
    labels: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
    assignees: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
});
function updateIssue(call) {
    const subject = subjectOf(call);
    mayWrite(call, (0,github_world/* isPull */.CD)(subject) ? ['issues', 'pull_requests'] : ['issues']);
    const parsed = IssueChange.safeParse(call.body);
    if (!parsed.success)
        throw (0,github_answer/* invalid */.Gq)('Issue', String(parsed.error.issues[0]?.path[0] ?? 'data'), 'invalid');
    const { title, body, state, state_reason: reason, duplicate_issue_id: original, labels, assignees } = parsed.data;
    if (original !== undefined && reason === 'duplicate') {
        const other = call.world.issues.find(({ number }) => issueId(number) === original);
        if (other === undefined)
            throw (0,github_answer/* invalid */.Gq)('Issue', 'duplicate_issue_id', 'invalid');
        subject.duplicateOf = other.number;
    }
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
    return (0,github_answer.ok)(issueJson(call, subject));
}
function listComments(call) {
    const subject = subjectOf(call);
    const since = call.query.get('since');
    const comments = call.world.comments
        .filter((comment) => comment.number === subject.number && (since === null || comment.updatedAt >= since))
        .toSorted((a, b) => a.id - b.id);
    return (0,github_answer/* paged */.IO)(call, comments.map((comment) => commentJson(call, comment)));
}
function listAllComments(call) {
    const sorted = newestFirst(call, call.world.comments);
    return (0,github_answer/* paged */.IO)(call, sorted.map((comment) => commentJson(call, comment)));
}
function newestFirst(call, items) {
    const oldestFirst = items.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id);
    const isReversed = call.query.get('sort') === 'created' && call.query.get('direction') === 'desc';
    return isReversed ? oldestFirst.toReversed() : oldestFirst;
}
function createComment(call) {
    const subject = subjectOf(call);
    mayWrite(call, (0,github_world/* isPull */.CD)(subject) ? ['issues', 'pull_requests'] : ['issues']);
    const body = bodyOf(call, 'IssueComment');
    if (subject.locked)
        throw new github_answer/* ErrorAnswer */.p3(403, 'Unable to create comment because issue is locked.');
    const comment = {
        id: (0,github_world/* nextId */.Hn)(call.world.comments, 7_000_000),
        number: subject.number,
        user: call.world.viewer,
        body,
        createdAt: call.now,
        updatedAt: call.now,
    };
    call.world.comments.push(comment);
    return (0,github_answer/* created */.zu)(commentJson(call, comment));
}
function updateComment(call) {
    const comment = commentOf(call);
    mayChange(call, comment);
    comment.body = bodyOf(call, 'IssueComment');
    comment.updatedAt = call.now;
    return (0,github_answer.ok)(commentJson(call, comment));
}
function deleteComment(call) {
    const comment = commentOf(call);
    mayChange(call, comment);
    call.world.comments.splice(call.world.comments.indexOf(comment), 1);
    return (0,github_answer/* noContent */.V$)();
}
function mayChange(call, comment) {
    const subject = (0,github_world/* issueOrPull */.qd)(call.world, comment.number);
    mayWrite(call, subject !== undefined && (0,github_world/* isPull */.CD)(subject) ? ['issues', 'pull_requests'] : ['issues']);
}
const BODY_LIMIT = 65_536;
function bodyOf(call, resource) {
    const parsed = schemas/* object */.Ikc({ body: schemas/* string */.YjP() }).safeParse(call.body);
    if (!parsed.success)
        throw (0,github_answer/* invalid */.Gq)(resource, 'body', 'missing_field');
    if (parsed.data.body.trim() === '')
        throw (0,github_answer/* invalid */.Gq)(resource, 'data', 'unprocessable', "Body can't be blank");
    checkLength(resource, parsed.data.body);
    return parsed.data.body;
}
function checkLength(resource, body) {
    if (body.length > BODY_LIMIT)
        throw (0,github_answer/* invalid */.Gq)(resource, 'data', 'unprocessable', `Body is too long (maximum is ${BODY_LIMIT} characters)`);
}
function mayWrite(call, scopes) {
    const may = scopes.some((scope) => (call.world.tokenPermissions[scope] ?? 'write') === 'write');
    if (!may)
        throw new github_answer/* ErrorAnswer */.p3(403, 'Resource not accessible by integration');
}
const issues_labelsOf = (call, subject) => call.world.labels.filter((each) => subject.labels.includes(each.name)).map((each) => label(call, each));
function knownLabel(world, name) {
    const same = world.labels.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (same !== undefined)
        return same.name;
    world.labels.push({ id: (0,github_world/* nextId */.Hn)(world.labels, 4_000_000), name, color: 'ededed', description: null });
    return name;
}
function labelNamed(call) {
    const name = (call.params.name ?? '').toLowerCase();
    const found = call.world.labels.find((each) => each.name.toLowerCase() === name);
    if (found === undefined)
        throw (0,github_answer/* notFound */.mX)();
    return found;
}
function addLabels(call) {
    const subject = subjectOf(call);
    mayWrite(call, (0,github_world/* isPull */.CD)(subject) ? ['issues', 'pull_requests'] : ['issues']);
    const parsed = schemas/* union */.KCZ([schemas/* object */.Ikc({ labels: schemas/* array */.YOg(schemas/* string */.YjP()) }), schemas/* array */.YOg(schemas/* string */.YjP())]).safeParse(call.body);
    if (!parsed.success)
        throw (0,github_answer/* invalid */.Gq)('Label', 'labels', 'invalid');
    const names = Array.isArray(parsed.data) ? parsed.data : parsed.data.labels;
    subject.labels = [...new Set([...subject.labels, ...names.map((name) => knownLabel(call.world, name))])];
    return (0,github_answer.ok)(issues_labelsOf(call, subject));
}
function removeLabel(call) {
    const subject = subjectOf(call);
    mayWrite(call, (0,github_world/* isPull */.CD)(subject) ? ['issues', 'pull_requests'] : ['issues']);
    const name = (call.params.name ?? '').toLowerCase();
    if (!subject.labels.some((each) => each.toLowerCase() === name))
        throw new github_answer/* ErrorAnswer */.p3(404, 'Label does not exist');
    subject.labels = subject.labels.filter((each) => each.toLowerCase() !== name);
    return (0,github_answer.ok)(issues_labelsOf(call, subject));
}
const mayBeAssigned = (world, login) => ['admin', 'write', 'read'].includes(world.permissions[login] ?? '');
function isAssignable(call) {
    if (!mayBeAssigned(call.world, call.params.login ?? ''))
        throw (0,github_answer/* notFound */.mX)();
    return (0,github_answer/* noContent */.V$)();
}
function issues_assign(call) {
    const subject = subjectOf(call);
    mayWrite(call, (0,github_world/* isPull */.CD)(subject) ? ['issues', 'pull_requests'] : ['issues']);
    const parsed = schemas/* object */.Ikc({ assignees: schemas/* array */.YOg(schemas/* string */.YjP()) }).safeParse(call.body);
    if (!parsed.success)
        throw (0,github_answer/* invalid */.Gq)('Issue', 'assignees', 'invalid');
    const able = parsed.data.assignees.filter((login) => mayBeAssigned(call.world, login));
    subject.assignees = [...new Set([...subject.assignees, ...able])].slice(0, 10);
    return (0,github_answer/* created */.zu)(issueJson(call, subject));
}
const CONTENTS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'];
function react(call, on, subject) {
    mayWrite(call, ['issues', 'pull_requests']);
    const parsed = schemas/* object */.Ikc({ content: schemas/* enum */.k5n(CONTENTS) }).safeParse(call.body);
    if (!parsed.success)
        throw (0,github_answer/* invalid */.Gq)('Reaction', 'content', 'invalid');
    const { content } = parsed.data;
    const { world } = call;
    const same = world.reactions.find((old) => old.on === on && old.subject === subject && old.content === content && old.user === world.viewer);
    if (same !== undefined)
        return (0,github_answer.ok)(reactionJson(call, same));
    const reaction = { id: (0,github_world/* nextId */.Hn)(world.reactions, 8_000_000), on, subject, user: world.viewer, content };
    world.reactions.push(reaction);
    return (0,github_answer/* created */.zu)(reactionJson(call, reaction));
}
function listReactions(call) {
    const { id } = commentOf(call);
    const reactions = call.world.reactions.filter((reaction) => reaction.on === 'issue_comment' && reaction.subject === id);
    return (0,github_answer/* paged */.IO)(call, reactions.map((reaction) => reactionJson(call, reaction)));
}
function unreact(call) {
    commentOf(call);
    const id = (0,github_answer/* numeric */.sH)(call, 'reaction');
    const index = call.world.reactions.findIndex((reaction) => reaction.id === id);
    if (index === -1)
        throw (0,github_answer/* notFound */.mX)();
    call.world.reactions.splice(index, 1);
    return (0,github_answer/* noContent */.V$)();
}

// EXTERNAL MODULE: ./build/emulators/github/git-objects.js
var git_objects = __webpack_require__(91778);
;// CONCATENATED MODULE: ./build/emulators/github/git-routes.js







const gitRoutes = [
    { method: 'GET', pattern: '/git/trees/:sha', answer: getTree },
    { method: 'POST', pattern: '/git/trees', answer: createTree },
    { method: 'GET', pattern: '/git/blobs/:sha', answer: getBlob },
    { method: 'POST', pattern: '/git/blobs', answer: createBlob },
    {
        method: 'GET',
        pattern: '/git/commits/:sha',
        answer: async (call) => (0,github_answer.ok)(gitCommitJson(call, await commitNamed(call, call.params.sha ?? ''))),
    },
    { method: 'POST', pattern: '/git/commits', answer: createCommit },
    { method: 'GET', pattern: '/git/ref/*ref', answer: getRef },
    { method: 'POST', pattern: '/git/refs', answer: createRef },
    { method: 'PATCH', pattern: '/git/refs/*ref', answer: updateRef },
    { method: 'DELETE', pattern: '/git/refs/*ref', answer: deleteRef },
    { method: 'GET', pattern: '/branches', answer: listBranches },
    { method: 'GET', pattern: '/branches/*branch', answer: getBranch },
];
const SHA = /^[0-9a-f]{40}$/;
function gitDirOf(call) {
    if (call.world.gitDir === undefined)
        throw new github_answer/* ErrorAnswer */.p3(409, 'Git Repository is empty.');
    return call.world.gitDir;
}
async function commitNamed(call, name, status = 404) {
    const gitDir = gitDirOf(call);
    const sha = await (0,repository_git/* resolveCommit */.WL)(gitDir, name);
    const commit = sha === undefined ? undefined : await (0,repository_git/* readCommit */.kN)(gitDir, sha);
    if (commit === undefined) {
        if (status === 422 || SHA.test(name))
            throw new github_answer/* ErrorAnswer */.p3(422, `No commit found for SHA: ${name}`);
        throw (0,github_answer/* notFound */.mX)();
    }
    return commit;
}
async function getTree(call) {
    const name = call.params.sha ?? '';
    const gitDir = gitDirOf(call);
    const sha = await (0,repository_git/* resolveTree */.Vv)(gitDir, name);
    if (sha === undefined)
        throw (0,github_answer/* notFound */.mX)();
    const entries = (await (0,repository_git/* listTree */.nT)(gitDir, sha, call.query.has('recursive'))) ?? [];
    return (0,github_answer.ok)(treeJson(call, sha, entries));
}
const treeJson = (call, sha, entries) => ({
    sha,
    url: `${repoUrl(call)}/git/trees/${sha}`,
    tree: entries.map(({ path, mode, type, sha, size }) => ({
        path,
        mode,
        type,
        sha,
        size,
        url: type === 'commit' ? undefined : `${repoUrl(call)}/git/${type}s/${sha}`,
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
    const parsed = NewTree.safeParse(call.body);
    if (!parsed.success)
        throw new github_answer/* ErrorAnswer */.p3(422, `Invalid tree info: ${parsed.error.issues[0]?.message ?? ''}`);
    if (call.world.viewer === github_world/* BOT */.WN && parsed.data.tree.some(({ path }) => path.startsWith('.github/workflows/')))
        throw new github_answer/* ErrorAnswer */.p3(403, 'Resource not accessible by integration');
    const existing = new Set(parsed.data.base_tree === undefined
        ? []
        : ((await (0,repository_git/* listTree */.nT)(gitDir, parsed.data.base_tree, true)) ?? []).map(({ path }) => path));
    const changes = [];
    for (const { path, mode, sha, content } of parsed.data.tree) {
        if (sha === null && !existing.has(path))
            throw new github_answer/* ErrorAnswer */.p3(422, 'GitRPC::BadObjectState');
        if (sha !== undefined && content !== undefined)
            throw new github_answer/* ErrorAnswer */.p3(422, 'Either tree.sha or tree.content, not both');
        const written = content === undefined ? sha : (0,git_objects/* writeObject */.p7)(gitDir, 'blob', Buffer.from(content));
        if (written === undefined)
            throw new github_answer/* ErrorAnswer */.p3(422, 'tree.sha or tree.content must be given');
        changes.push({ path, mode, sha: written });
    }
    const sha = await (0,repository_git/* writeGitTree */.Sq)(gitDir, parsed.data.base_tree, changes);
    return (0,github_answer/* created */.zu)(treeJson(call, sha, (await (0,repository_git/* listTree */.nT)(gitDir, sha, false)) ?? []));
}
async function getBlob(call) {
    const sha = call.params.sha ?? '';
    const content = SHA.test(sha) ? await (0,repository_git/* readBlob */.gm)(gitDirOf(call), sha) : undefined;
    if (content === undefined)
        throw (0,github_answer/* notFound */.mX)();
    if ((0,github_answer/* wants */.YN)(call, 'raw'))
        return (0,github_answer/* textAnswer */.CI)(content.toString('utf8'), 'application/vnd.github.raw; charset=utf-8');
    return (0,github_answer.ok)({
        sha,
        node_id: Buffer.from(`Blob:${sha}`).toString('base64'),
        size: content.length,
        url: `${repoUrl(call)}/git/blobs/${sha}`,
        content: content.toString('base64').replace(/.{1,60}/g, '$&\n'),
        encoding: 'base64',
    });
}
async function createBlob(call) {
    mayWrite(call, ['contents']);
    const parsed = schemas/* object */.Ikc({ content: schemas/* string */.YjP(), encoding: schemas/* enum */.k5n(['utf-8', 'base64']).default('utf-8') })
        .safeParse(call.body);
    if (!parsed.success)
        throw (0,github_answer/* invalid */.Gq)('Blob', 'content', 'missing_field');
    const bytes = Buffer.from(parsed.data.content, parsed.data.encoding === 'base64' ? 'base64' : 'utf8');
    const sha = (0,git_objects/* writeObject */.p7)(gitDirOf(call), 'blob', bytes);
    return (0,github_answer/* created */.zu)({ sha, url: `${repoUrl(call)}/git/blobs/${sha}` });
}
const CommitAuthor = schemas/* object */.Ikc({ name: schemas/* string */.YjP(), email: schemas/* string */.YjP(), date: schemas/* string */.YjP().optional() });
const NewCommit = schemas/* object */.Ikc({
    message: schemas/* string */.YjP(),
    tree: schemas/* string */.YjP(),
    parents: schemas/* array */.YOg(schemas/* string */.YjP()).default([]),
    author: CommitAuthor.optional(),
    committer: CommitAuthor.optional(),
});
async function createCommit(call) {
    mayWrite(call, ['contents']);
    const parsed = NewCommit.safeParse(call.body);
    if (!parsed.success)
        throw (0,github_answer/* invalid */.Gq)('Commit', String(parsed.error.issues[0]?.path[0] ?? 'data'), 'missing_field');
    const { message, tree, parents, author, committer } = parsed.data;
    const self = {
        name: call.world.viewer,
        email: `41898282+${call.world.viewer}@users.noreply.github.com`,
        date: call.now,
    };
    const by = { ...self, ...author, date: author?.date ?? call.now };
    const sha = await (0,repository_git/* writeCommit */.rV)(gitDirOf(call), {
        message,
        tree,
        parents,
        author: by,
        committer: { ...by, ...committer, date: committer?.date ?? by.date },
    });
    return (0,github_answer/* created */.zu)(gitCommitJson(call, await commitNamed(call, sha)));
}
const refName = (call) => `refs/${call.params.ref ?? ''}`;
async function getRef(call) {
    const name = refName(call);
    const sha = await (0,repository_git/* refTarget */.L2)(gitDirOf(call), name);
    if (sha === undefined)
        throw (0,github_answer/* notFound */.mX)();
    return (0,github_answer.ok)(refJson(call, name, sha));
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
    const parsed = schemas/* object */.Ikc({ ref: schemas/* string */.YjP(), sha: schemas/* string */.YjP() }).safeParse(call.body);
    if (!parsed.success)
        throw (0,github_answer/* invalid */.Gq)('Reference', 'ref', 'missing_field');
    const { ref, sha } = parsed.data;
    if (!/^refs\/[^/]+\/./.test(ref) || (await (0,repository_git/* gitOutput */.oM)(gitDir, ['check-ref-format', ref])) === undefined)
        throw new github_answer/* ErrorAnswer */.p3(422, 'Reference name is not valid');
    if ((await (0,repository_git/* refTarget */.L2)(gitDir, ref)) !== undefined)
        throw new github_answer/* ErrorAnswer */.p3(422, 'Reference already exists');
    if (!SHA.test(sha) || (await (0,repository_git/* resolveCommit */.WL)(gitDir, sha)) === undefined)
        throw new github_answer/* ErrorAnswer */.p3(422, 'Object does not exist');
    await (0,repository_git/* gitOutput */.oM)(gitDir, ['update-ref', ref, sha]);
    return (0,github_answer/* created */.zu)(refJson(call, ref, sha));
}
async function updateRef(call) {
    mayWrite(call, ['contents']);
    const gitDir = gitDirOf(call);
    const name = refName(call);
    const parsed = schemas/* object */.Ikc({ sha: schemas/* string */.YjP(), force: schemas/* boolean */.zMY().default(false) }).safeParse(call.body);
    if (!parsed.success)
        throw (0,github_answer/* invalid */.Gq)('Reference', 'sha', 'missing_field');
    const { sha, force } = parsed.data;
    const old = await (0,repository_git/* refTarget */.L2)(gitDir, name);
    if (old === undefined)
        throw new github_answer/* ErrorAnswer */.p3(422, 'Reference does not exist');
    if (!SHA.test(sha) || (await (0,repository_git/* resolveCommit */.WL)(gitDir, sha)) === undefined)
        throw new github_answer/* ErrorAnswer */.p3(422, 'Object does not exist');
    const forward = (await (0,repository_git/* mergeBase */.wu)(gitDir, old, sha)) === old;
    if (!forward && !force)
        throw new github_answer/* ErrorAnswer */.p3(422, 'Update is not a fast forward');
    await (0,repository_git/* gitOutput */.oM)(gitDir, ['update-ref', name, sha]);
    followBranch(call, name, sha);
    return (0,github_answer.ok)(refJson(call, name, sha));
}
function followBranch(call, name, sha) {
    for (const pull of call.world.pulls)
        if (`refs/heads/${pull.head.ref}` === name && pull.head.repo === `${call.world.owner}/${call.world.repo}`)
            pull.head.sha = sha;
}
async function deleteRef(call) {
    mayWrite(call, ['contents']);
    if ((await (0,repository_git/* refTarget */.L2)(gitDirOf(call), refName(call))) === undefined)
        throw new github_answer/* ErrorAnswer */.p3(422, 'Reference does not exist');
    await (0,repository_git/* gitOutput */.oM)(gitDirOf(call), ['update-ref', '-d', refName(call)]);
    return (0,github_answer/* noContent */.V$)();
}
async function getBranch(call) {
    const name = call.params.branch ?? '';
    const sha = await (0,repository_git/* refTarget */.L2)(gitDirOf(call), `refs/heads/${name}`);
    if (sha === undefined)
        throw new github_answer/* ErrorAnswer */.p3(404, 'Branch not found');
    const url = `${repoUrl(call)}/branches/${name}`;
    return (0,github_answer.ok)({
        name,
        commit: commitJson(call, await commitNamed(call, sha)),
        _links: { self: url, html: `${call.world.pages}/${call.world.owner}/${call.world.repo}/tree/${name}` },
        protected: false,
        protection: { enabled: false, required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] } },
        protection_url: `${url}/protection`,
    });
}
async function listBranches(call) {
    const format = '--format=%(refname:lstrip=2) %(objectname)';
    const lines = (await (0,repository_git/* gitOutput */.oM)(gitDirOf(call), ['for-each-ref', 'refs/heads', format]))?.toString().trim() ?? '';
    const branches = lines.split('\n').filter((line) => line !== '');
    return (0,github_answer/* paged */.IO)(call, branches.map((line) => {
        const [name = '', sha = ''] = line.split(' ');
        return { name, commit: { sha, url: `${repoUrl(call)}/commits/${sha}` }, protected: false };
    }));
}

;// CONCATENATED MODULE: ./build/emulators/github/pulls.js








const pullRoutes = [
    { method: 'GET', pattern: '/pulls', answer: listPulls },
    { method: 'POST', pattern: '/pulls', answer: createPull },
    { method: 'GET', pattern: '/pulls/:number', answer: getPull },
    { method: 'PATCH', pattern: '/pulls/:number', answer: updatePull },
    { method: 'GET', pattern: '/pulls/:number/files', answer: listFiles },
    { method: 'GET', pattern: '/pulls/:number/commits', answer: listCommits },
];
const pullOf = (call) => {
    const number = (0,github_answer/* numeric */.sH)(call, 'number');
    const found = call.world.pulls.find((pull) => pull.number === number);
    if (found === undefined)
        throw (0,github_answer/* notFound */.mX)();
    return found;
};
function listPulls(call) {
    const state = call.query.get('state') ?? 'open';
    const head = call.query.get('head');
    const base = call.query.get('base');
    const matching = call.world.pulls.filter((pull) => (state === 'all' || pull.state === state) &&
        (head === null || head === `${pull.head.repo?.split('/')[0]}:${pull.head.ref}`) &&
        (base === null || base === pull.base.ref));
    return (0,github_answer/* paged */.IO)(call, matching.toSorted((a, b) => b.number - a.number).map((pull) => pullSummary(call, pull)));
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
    const parsed = NewPull.safeParse(call.body);
    if (!parsed.success)
        throw (0,github_answer/* invalid */.Gq)('PullRequest', String(parsed.error.issues[0]?.path[0] ?? 'data'), 'missing_field');
    const { title, body, draft, base } = parsed.data;
    checkLength('PullRequest', body ?? '');
    const head = parsed.data.head.split(':').at(-1) ?? '';
    const repo = `${world.owner}/${world.repo}`;
    const tip = await (0,repository_git/* refTarget */.L2)(gitDirOf(call), `refs/heads/${head}`);
    const onto = await (0,repository_git/* refTarget */.L2)(gitDirOf(call), `refs/heads/${base}`);
    if (tip === undefined)
        throw (0,github_answer/* invalid */.Gq)('PullRequest', 'head', 'invalid');
    if (onto === undefined)
        throw (0,github_answer/* invalid */.Gq)('PullRequest', 'base', 'invalid');
    if ((await (0,repository_git/* countCommits */.Wt)(gitDirOf(call), onto, tip)) === 0)
        throw (0,github_answer/* invalid */.Gq)('PullRequest', 'head', 'custom', `No commits between ${base} and ${head}`);
    if (world.pulls.some((pull) => pull.state === 'open' && pull.head.ref === head && pull.base.ref === base))
        throw (0,github_answer/* invalid */.Gq)('PullRequest', 'head', 'custom', `A pull request already exists for ${world.owner}:${head}.`);
    const newPull = {
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
        base: { ref: base, sha: onto, repo },
        head: { ref: head, sha: tip, repo },
    };
    world.pulls.push(newPull);
    return (0,github_answer/* created */.zu)(pullJson(call, newPull, await sizeOf(call, newPull)));
}
const PullChange = schemas/* object */.Ikc({
    title: schemas/* string */.YjP().min(1).optional(),
    body: schemas/* string */.YjP().optional(),
    state: schemas/* enum */.k5n(['open', 'closed']).optional(),
});
async function updatePull(call) {
    mayWrite(call, ['pull_requests']);
    const pull = pullOf(call);
    const parsed = PullChange.safeParse(call.body);
    if (!parsed.success)
        throw (0,github_answer/* invalid */.Gq)('PullRequest', String(parsed.error.issues[0]?.path[0] ?? 'data'), 'invalid');
    const { title, body, state } = parsed.data;
    checkLength('PullRequest', body ?? '');
    if (title !== undefined)
        pull.title = title;
    if (body !== undefined && body !== pull.body) {
        pull.body = body;
        pull.bodyEdit = { by: call.world.viewer, editedAt: call.now };
    }
    if (state !== undefined)
        pull.state = state;
    pull.updatedAt = call.now;
    return (0,github_answer.ok)(pullJson(call, pull, await sizeOf(call, pull)));
}
const DIFF_LIMITS = { lines: 20_000, files: 300 };
async function getPull(call) {
    const pull = pullOf(call);
    if (!(0,github_answer/* wants */.YN)(call, 'diff') && !(0,github_answer/* wants */.YN)(call, 'patch'))
        return (0,github_answer.ok)(pullJson(call, pull, await sizeOf(call, pull)));
    const diff = pull.diff ?? (await diffOf(call, pull));
    const files = await filesOf(call, pull);
    if (files.length > DIFF_LIMITS.files || diff.split('\n').length > DIFF_LIMITS.lines)
        throw new github_answer/* ErrorAnswer */.p3(406, 'Sorry, the diff exceeded the maximum number of lines or files.', [
            { resource: 'PullRequest', field: 'diff', code: 'too_large' },
        ]);
    return (0,github_answer/* textAnswer */.CI)(diff, 'application/vnd.github.diff; charset=utf-8');
}
async function diffOf(call, pull) {
    const base = await baseOf(call, pull);
    return (0,repository_git/* diffText */.NI)(gitDirOf(call), base, pull.head.sha);
}
async function baseOf(call, pull, commit = pull.head.sha) {
    const gitDir = gitDirOf(call);
    const tip = await (0,repository_git/* refTarget */.L2)(gitDir, `refs/heads/${pull.base.ref}`);
    const live = tip === undefined ? undefined : await (0,repository_git/* mergeBase */.wu)(gitDir, tip, commit);
    if (live !== undefined && live !== commit && !pull.merged)
        return live;
    const before = tip === undefined ? undefined : await (0,repository_git/* beforeMerge */.ki)(gitDir, tip, pull.head.sha);
    return (await (0,repository_git/* mergeBase */.wu)(gitDir, before ?? pull.base.sha, commit)) ?? pull.base.sha;
}
async function filesOf(call, pull, commit = pull.head.sha) {
    if (pull.files !== undefined)
        return pull.files;
    return (0,repository_git/* changedFiles */.Y_)(gitDirOf(call), await baseOf(call, pull, commit), commit);
}
async function sizeOf(call, pull) {
    if (pull.files === undefined && call.world.gitDir === undefined)
        return { commits: 0, additions: 0, deletions: 0, files: 0 };
    const files = await filesOf(call, pull);
    const commits = call.world.gitDir === undefined ? 1 : await (0,repository_git/* countCommits */.Wt)(call.world.gitDir, pull.base.sha, pull.head.sha);
    const sum = (key) => files.reduce((total, file) => total + file[key], 0);
    return { commits, additions: sum('additions'), deletions: sum('deletions'), files: files.length };
}
async function listFiles(call) {
    const pull = pullOf(call);
    const files = (await filesOf(call, pull)).slice(0, 3000);
    return (0,github_answer/* paged */.IO)(call, files.map((file) => compareFileJson(call, pull.head.sha, file)));
}
async function listCommits(call) {
    const pull = pullOf(call);
    if (call.world.gitDir === undefined)
        return (0,github_answer/* paged */.IO)(call, []);
    const commits = await (0,repository_git/* readCommits */.Fe)(gitDirOf(call), [`${pull.base.sha}..${pull.head.sha}`]);
    return (0,github_answer/* paged */.IO)(call, commits
        .toReversed()
        .slice(0, 250)
        .map((commit) => commitJson(call, commit)));
}

;// CONCATENATED MODULE: ./build/emulators/github/reviews.js







const reviewRoutes = [
    { method: 'GET', pattern: '/pulls/:number/reviews', answer: listReviews },
    { method: 'POST', pattern: '/pulls/:number/reviews', answer: createReview },
    { method: 'DELETE', pattern: '/pulls/:number/reviews/:id', answer: deleteReview },
    { method: 'GET', pattern: '/pulls/:number/comments', answer: listReviewComments },
    { method: 'POST', pattern: '/pulls/:number/comments/:id/replies', answer: reply },
    { method: 'GET', pattern: '/pulls/comments', answer: listAllReviewComments },
    {
        method: 'GET',
        pattern: '/pulls/comments/:id',
        answer: (call) => (0,github_answer.ok)(reviewCommentJson(call, reviewCommentOf(call))),
    },
    { method: 'PATCH', pattern: '/pulls/comments/:id', answer: updateReviewComment },
    { method: 'DELETE', pattern: '/pulls/comments/:id', answer: deleteReviewComment },
    {
        method: 'POST',
        pattern: '/pulls/comments/:id/reactions',
        answer: (call) => react(call, 'review_comment', reviewCommentOf(call).id),
    },
];
const reviewCommentOf = (call) => {
    const id = (0,github_answer/* numeric */.sH)(call, 'id');
    const found = submittedComments(call.world).find((comment) => comment.id === id);
    if (found === undefined)
        throw (0,github_answer/* notFound */.mX)();
    return found;
};
const submittedComments = (world) => world.reviewComments.filter((comment) => draftWith(world, comment) === undefined);
const draftWith = (world, comment) => world.reviews.find(({ id, state }) => id === comment.review && state === 'PENDING');
function listReviews(call) {
    const { number } = pullOf(call);
    const shown = call.world.reviews.filter((review) => review.number === number && (review.state !== 'PENDING' || review.user === call.world.viewer));
    return (0,github_answer/* paged */.IO)(call, shown.map((review) => reviewJson(call, review)));
}
function listReviewComments(call) {
    const { number } = pullOf(call);
    const comments = submittedComments(call.world).filter((comment) => comment.number === number);
    return (0,github_answer/* paged */.IO)(call, comments.map((comment) => reviewCommentJson(call, comment)));
}
function listAllReviewComments(call) {
    const sorted = newestFirst(call, submittedComments(call.world));
    return (0,github_answer/* paged */.IO)(call, sorted.map((comment) => reviewCommentJson(call, comment)));
}
const Side = schemas/* enum */.k5n(['LEFT', 'RIGHT']);
const NewReviewComment = schemas/* object */.Ikc({
    path: schemas/* string */.YjP(),
    body: schemas/* string */.YjP().min(1),
    line: schemas/* int */.Whr().positive().optional(),
    start_line: schemas/* int */.Whr().positive().optional(),
    side: Side.default('RIGHT'),
    start_side: Side.optional(),
});
const NewReview = schemas/* object */.Ikc({
    commit_id: schemas/* string */.YjP().optional(),
    body: schemas/* string */.YjP().default(''),
    event: schemas/* enum */.k5n(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']).optional(),
    comments: schemas/* array */.YOg(NewReviewComment).default([]),
});
const STATE = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' };
const unprocessable = (reason) => new github_answer/* ErrorAnswer */.p3(422, 'Unprocessable Entity', [reason]);
async function createReview(call) {
    mayWrite(call, ['pull_requests']);
    const { world } = call;
    const pull = pullOf(call);
    const parsed = NewReview.safeParse(call.body);
    if (!parsed.success)
        throw unprocessable(parsed.error.issues[0]?.message ?? '');
    const { body, event, comments, commit_id: commit = pull.head.sha } = parsed.data;
    checkLength('PullRequestReview', body);
    requireNoDraft(call, pull);
    if (event !== undefined && body.trim() === '' && comments.length === 0)
        throw unprocessable('Review body or comments must be given');
    if (world.gitDir !== undefined && (await (0,repository_git/* resolveCommit */.WL)(world.gitDir, commit)) === undefined)
        throw unprocessable('The commit_id is not part of the pull request');
    const files = comments.length === 0 ? [] : await filesOf(call, pull, commit);
    for (const comment of comments) {
        checkLength('PullRequestReviewComment', comment.body);
        const file = files.find(({ filename }) => filename === comment.path);
        if (file === undefined)
            throw unprocessable('Path could not be resolved');
        const reason = lineProblem(file.patch ?? '', comment);
        if (reason !== undefined)
            throw unprocessable(reason);
    }
    const review = {
        id: (0,github_world/* nextId */.Hn)(world.reviews, 9_000_000),
        number: pull.number,
        user: world.viewer,
        body,
        state: event === undefined ? 'PENDING' : STATE[event],
        commitId: commit,
        submittedAt: call.now,
    };
    world.reviews.push(review);
    for (const comment of comments) {
        const patch = files.find(({ filename }) => filename === comment.path)?.patch ?? '';
        const added = addComment(call, pull, { ...comment, review: review.id, inReplyTo: null, commit });
        added.suggestionRefusal = suggestionRefusal(patch, comment);
    }
    return (0,github_answer.ok)(reviewJson(call, review));
}
function requireNoDraft({ world }, { number }) {
    if (world.reviews.some((review) => review.number === number && review.user === world.viewer && review.state === 'PENDING'))
        throw unprocessable('User can only have one pending review per pull request');
}
function lineProblem(patch, { line, start_line: start, side, start_side: startSide = side }) {
    if (line === undefined)
        return 'Line could not be resolved';
    const hunk = hunksOf(patch).find((lines) => lines[side].has(line));
    if (hunk === undefined)
        return 'Line could not be resolved';
    if (start === undefined)
        return undefined;
    if (!hunksOf(patch).some((lines) => lines[startSide].has(start)))
        return 'Start line could not be resolved';
    if (!hunk[startSide].has(start))
        return 'Start line must be part of the same hunk as the line.';
    return startSide === side && start >= line ? 'Start line must precede the end line.' : undefined;
}
function suggestionRefusal(patch, { body, line = 0, start_line: start = line, side, start_side: startSide = side }) {
    const suggested = /^(`{3,}|~{3,})[ \t]*suggestion[ \t]*\n([\s\S]*?)^\1[ \t]*$/m.exec(body)?.[2];
    if (suggested === undefined)
        return undefined;
    const rows = patch.split('\n');
    let [oldLine, newLine] = [0, 0];
    let from = -1;
    for (const [index, row] of rows.entries()) {
        const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(row);
        if (header !== null) {
            oldLine = Number(header[1]);
            newLine = Number(header[2]);
            continue;
        }
        const [isOld, isNew] = [row.startsWith('-') || row.startsWith(' '), row.startsWith('+') || row.startsWith(' ')];
        if (startSide === 'LEFT' ? isOld && oldLine === start : isNew && newLine === start)
            from = index;
        if (from !== -1 && (side === 'LEFT' ? isOld && oldLine === line : isNew && newLine === line)) {
            const shown = rows.slice(from, index + 1).filter((each) => !each.startsWith('\\'));
            if (shown.some((each) => each.startsWith('-')))
                return 'Applying suggestions on deleted lines is not supported.';
            return shown.map((each) => `${each.slice(1)}\n`).join('') === suggested
                ? 'This suggestion is invalid because no changes were made to the code.'
                : undefined;
        }
        if (isOld)
            oldLine += 1;
        if (isNew)
            newLine += 1;
    }
    return undefined;
}
function hunksOf(patch) {
    const hunks = [];
    let oldLine = 0;
    let newLine = 0;
    for (const line of patch.split('\n')) {
        const start = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
        if (start !== null) {
            oldLine = Number(start[1]);
            newLine = Number(start[2]);
            hunks.push({ LEFT: new Set(), RIGHT: new Set() });
            continue;
        }
        const hunk = hunks.at(-1);
        const sign = line.charAt(0);
        if (hunk === undefined || sign === '\\' || line === '')
            continue;
        if (sign !== '+')
            hunk.LEFT.add(oldLine++);
        if (sign !== '-')
            hunk.RIGHT.add(newLine++);
    }
    return hunks;
}
function deleteReview(call) {
    mayWrite(call, ['pull_requests']);
    const { number } = pullOf(call);
    const { world } = call;
    const id = (0,github_answer/* numeric */.sH)(call, 'id');
    const review = world.reviews.find((each) => each.id === id && each.number === number);
    if (review === undefined)
        throw (0,github_answer/* notFound */.mX)();
    if (review.state !== 'PENDING')
        throw unprocessable('Can not delete a non-pending pull request review');
    world.reviews.splice(world.reviews.indexOf(review), 1);
    world.reviewComments = world.reviewComments.filter((comment) => comment.review !== id);
    return (0,github_answer.ok)(reviewJson(call, review));
}
function addComment(call, pull, fields) {
    const comment = {
        id: (0,github_world/* nextId */.Hn)(call.world.reviewComments, 9_500_000),
        number: pull.number,
        review: fields.review,
        user: call.world.viewer,
        body: fields.body,
        path: fields.path,
        commitId: fields.commit,
        line: fields.line ?? null,
        startLine: fields.start_line ?? null,
        side: fields.side,
        inReplyTo: fields.inReplyTo,
        createdAt: call.now,
    };
    call.world.reviewComments.push(comment);
    return comment;
}
function updateReviewComment(call) {
    mayWrite(call, ['pull_requests']);
    const comment = reviewCommentOf(call);
    comment.body = bodyOf(call, 'PullRequestReviewComment');
    comment.updatedAt = call.now;
    return (0,github_answer.ok)(reviewCommentJson(call, comment));
}
function deleteReviewComment(call) {
    mayWrite(call, ['pull_requests']);
    const { reviewComments } = call.world;
    reviewComments.splice(reviewComments.indexOf(reviewCommentOf(call)), 1);
    return (0,github_answer/* noContent */.V$)();
}
function reply(call) {
    mayWrite(call, ['pull_requests']);
    const pull = pullOf(call);
    const parent = reviewCommentOf(call);
    if (parent.number !== pull.number)
        throw (0,github_answer/* notFound */.mX)();
    const body = bodyOf(call, 'PullRequestReviewComment');
    requireNoDraft(call, pull);
    const { path, line, startLine, side, review, commitId } = parent;
    const comment = addComment(call, pull, {
        path,
        body,
        line: line ?? undefined,
        start_line: startLine ?? undefined,
        side,
        review,
        inReplyTo: parent.inReplyTo ?? parent.id,
        commit: commitId,
    });
    return (0,github_answer/* created */.zu)(reviewCommentJson(call, comment));
}

;// CONCATENATED MODULE: ./build/emulators/github/graphql.js







function graphql(call, problems) {
    const request = schemas/* object */.Ikc({ query: schemas/* string */.YjP(), variables: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()).default({}) })
        .parse(call.body);
    if (/\bobject\(oid:/.test(request.query))
        return blobTexts(call, request.query);
    if (/\bobject\(expression:/.test(request.query))
        return pinnedObjects(call, request);
    if (/\bissueOrPullRequest\(/.test(request.query))
        return threadStates(call, request.query);
    const selection = parseSelection(request.query);
    const answered = answersOf(call, { document: request.query, variables: request.variables });
    const [root, ...others] = Object.keys(selection ?? {});
    const answer = root === undefined || others.length > 0 ? undefined : answered[root]?.();
    if (selection === undefined || root === undefined || answer === undefined) {
        problems.push(`POST /graphql: the emulator does not support ${request.query.slice(0, 120)}`);
        return (0,github_answer.ok)({ errors: [{ type: 'UNSUPPORTED', message: 'The emulator does not support this query.' }] });
    }
    if ('error' in answer)
        return (0,github_answer.ok)({ data: { [root]: null }, errors: [{ ...answer.error, path: [root] }] });
    try {
        const data = selected({ [root]: answer.value }, selection);
        const hidden = (answer.hidden ?? []).filter((field) => new RegExp(`\\b${field}\\b`).test(request.query));
        const errors = hidden.map((field) => ({ type: 'FORBIDDEN', path: [root, field], message: NOT_YOURS }));
        return (0,github_answer.ok)({ data, errors: errors.length === 0 ? undefined : errors });
    }
    catch (error) {
        return (0,github_answer.ok)({ errors: [{ message: error instanceof Error ? error.message : String(error) }] });
    }
}
async function blobTexts({ world }, query) {
    const entries = await Promise.all([...query.matchAll(/(\w+): object\(oid: "([0-9a-f]+)"\)/g)].map(async ([, alias = '', sha = '']) => {
        const bytes = await (0,repository_git/* readBlob */.gm)(world.gitDir ?? '', sha).catch(() => undefined);
        if (bytes === undefined)
            return [alias, null];
        const isBinary = bytes.includes(0);
        return [alias, { text: isBinary ? null : bytes.toString('utf8'), isBinary, isTruncated: false }];
    }));
    return (0,github_answer.ok)({ data: { repository: Object.fromEntries(entries) } });
}
const NOT_YOURS = 'Resource not accessible by integration';
const answersOf = (context, input) => ({
    viewer: () => ({ value: { login: context.world.viewer } }),
    node: () => graphql_commentNode(context.world, input.variables),
    repository: () => graphql_repository(context, input),
    addDiscussionComment: () => addDiscussionComment(context, input.variables),
    updateDiscussionComment: () => updateDiscussionComment(context, input.variables),
    resolveReviewThread: () => resolve(context.world, input.variables, true),
    unresolveReviewThread: () => resolve(context.world, input.variables, false),
});
function graphql_repository(context, input) {
    const { world } = context;
    const { number } = input.variables;
    const isAbout = (subject) => new RegExp(`\\b${subject}\\(`).test(input.document);
    if (isAbout('discussion')) {
        const discussion = world.discussions.find((each) => each.number === number);
        if (discussion !== undefined)
            return { value: { discussion: discussionNode(context, discussion) } };
        return { error: { type: 'NOT_FOUND', message: `Could not resolve to a Discussion with the number of ${number}.` } };
    }
    const issue = world.issues.find((each) => each.number === number);
    const pull = world.pulls.find((each) => each.number === number);
    const missing = isAbout('issue') ? (issue ? '' : 'an Issue') : pull ? '' : 'a PullRequest';
    if (missing !== '')
        return { error: { type: 'NOT_FOUND', message: `Could not resolve to ${missing} with the number of ${number}.` } };
    const mayNot = world.tokenPermissions.issues === 'none';
    return {
        hidden: mayNot ? ['closingIssuesReferences'] : undefined,
        value: {
            issue: issue && subject(context, input, issue),
            pullRequest: pull && {
                ...subject(context, input, pull),
                reviews: connection(input, 'reviews', reviewsOf(context, input, pull.number)),
                reviewThreads: connection(input, 'reviewThreads', submittedComments(world)
                    .filter((comment) => comment.number === number && comment.inReplyTo === null)
                    .map((root) => thread(world, root))),
                closingIssuesReferences: mayNot
                    ? null
                    : connection(input, 'closingIssuesReferences', world.issues
                        .filter((each) => pull.closes?.includes(each.number))
                        .map((each) => ({
                        id: nodeId('Issue', each.number),
                        number: each.number,
                        title: each.title,
                        body: each.body ?? '',
                        state: each.state.toUpperCase(),
                        url: `${world.pages}/${world.owner}/${world.repo}/issues/${each.number}`,
                        author: author(each.user),
                        repository: { nameWithOwner: `${world.owner}/${world.repo}` },
                        comments: texts(context, input, each).comments,
                    }))),
            },
        },
    };
}
function reviewsOf(context, { document }, number) {
    const { world } = context;
    const states = /\breviews\([^)]*\bstates:\s*(\[?[\w\s,]+\]?)/.exec(document)?.[1];
    const isShown = ({ state, user }) => states === undefined
        ? state !== 'PENDING'
        : states.includes(state) && (state !== 'PENDING' || user === world.viewer);
    return world.reviews
        .filter((review) => review.number === number && isShown(review))
        .map((review) => {
        const { id, user, body, state, submittedAt, editedAt = null, minimized = false } = review;
        const comments = world.reviewComments.filter((each) => each.review === id);
        return {
            id: nodeId('PullRequestReview', id),
            fullDatabaseId: String(id),
            author: author(user),
            viewerDidAuthor: user === world.viewer,
            body,
            state,
            url: reviewJson(context, review).html_url,
            createdAt: submittedAt,
            submittedAt: state === 'PENDING' ? null : submittedAt,
            lastEditedAt: editedAt,
            isMinimized: minimized,
            comments: { totalCount: comments.length, nodes: comments.map((comment) => ({ body: comment.body })) },
        };
    });
}
const neverEdited = ({ number, user, createdAt }) => ({
    id: issueId(number),
    user,
    createdAt,
    updatedAt: undefined,
});
const editedPull = ({ number, user, createdAt, bodyEdit }) => ({
    id: 3_000_000 + number,
    user,
    createdAt,
    updatedAt: bodyEdit?.editedAt,
    editedBy: bodyEdit?.by,
});
const editedReview = ({ id, user, submittedAt, editedAt, editedBy }) => ({
    id,
    user,
    createdAt: submittedAt,
    updatedAt: editedAt,
    editedBy,
});
const subject = (context, input, issue) => ({
    ...texts(context, input, issue),
    state: issue.state.toUpperCase(),
    stateReason: issue.stateReason?.toUpperCase() ?? null,
    authorAssociation: association(context.world, issue.user),
    labels: connection(input, 'labels', issue.labels.map((name) => ({ id: name, name }))),
});
const texts = (context, input, { number, title, body, user }) => ({
    title,
    body: body ?? '',
    author: author(user),
    comments: connection(input, 'comments', context.world.comments
        .filter((comment) => comment.number === number)
        .toSorted((a, b) => a.id - b.id)
        .map((comment) => ({
        id: nodeId('IssueComment', comment.id),
        fullDatabaseId: String(comment.id),
        author: author(comment.user),
        body: comment.body,
        url: commentJson(context, comment).html_url,
        createdAt: comment.createdAt,
        ...lastEdit(comment),
        isMinimized: comment.minimized ?? false,
        viewerDidAuthor: comment.user === context.world.viewer,
        authorAssociation: /^(?:admin|write)$/.test(context.world.permissions[comment.user] ?? '')
            ? 'COLLABORATOR'
            : 'NONE',
    }))),
});
function graphql_commentNode(world, { id }) {
    const comment = world.comments.find((each) => nodeId('IssueComment', each.id) === id) ??
        world.reviewComments.find((each) => nodeId('PullRequestReviewComment', each.id) === id) ??
        world.reviews.map(editedReview).find((each) => nodeId('PullRequestReview', each.id) === id) ??
        world.issues.map(neverEdited).find((each) => nodeId('Issue', each.id) === id) ??
        world.pulls.map(editedPull).find((each) => nodeId('PullRequest', each.id) === id);
    if (comment === undefined)
        return { error: { type: 'NOT_FOUND', message: `Could not resolve to a node with the global id of '${id}'.` } };
    const { user } = comment;
    return { value: { viewerDidAuthor: user === world.viewer, author: author(user), ...lastEdit(comment) } };
}
const MAX_NODES = 100;
function connection({ document, variables }, field, all) {
    const args = new RegExp(`\\b${field}\\(([^)]*)\\)`).exec(document)?.[1] ?? '';
    const argument = (name) => {
        const value = new RegExp(`\\b${name}:\\s*(\\$?\\w+)`).exec(args)?.[1];
        return value?.startsWith('$') ? variables[value.slice(1)] : value;
    };
    const first = Number(argument('first') ?? Number.NaN);
    const last = Number(argument('last') ?? Number.NaN);
    const size = Number.isNaN(first) ? last : first;
    const isAsked = new RegExp(`\\b${field}\\b`).test(document);
    if (isAsked && !(size >= 1 && size <= MAX_NODES))
        throw new Error(`${field} wants first or last, from 1 to ${MAX_NODES}.`);
    const indexOf = (cursor) => all.findIndex(({ id }) => id === cursor);
    const from = argument('after') ? indexOf(argument('after')) + 1 : 0;
    const to = argument('before') ? indexOf(argument('before')) : all.length;
    const nodes = Number.isNaN(first)
        ? all.slice(Math.max(from, to - last), to)
        : all.slice(from, Math.min(to, from + first));
    const start = nodes[0] === undefined ? from : all.indexOf(nodes[0]);
    return {
        totalCount: all.length,
        pageInfo: {
            hasNextPage: start + nodes.length < all.length,
            endCursor: nodes.at(-1)?.id ?? null,
            hasPreviousPage: start > 0,
            startCursor: nodes[0]?.id ?? null,
        },
        nodes,
    };
}
const PAGE = 50;
const threadId = (root) => nodeId('PullRequestReviewThread', root);
function thread(world, root) {
    const comments = submittedComments(world).filter(({ id, inReplyTo }) => id === root.id || inReplyTo === root.id);
    return {
        id: threadId(root.id),
        path: root.path,
        line: root.line,
        startLine: root.startLine,
        originalLine: root.originalLine ?? root.line,
        originalStartLine: root.originalStartLine ?? root.startLine,
        diffSide: root.side,
        startDiffSide: (root.originalStartLine ?? root.startLine) === null ? null : root.side,
        isResolved: world.resolved.includes(root.id),
        resolvedBy: world.resolved.includes(root.id) ? resolver(world.resolvedBy[root.id] ?? world.owner) : null,
        isOutdated: root.line === null,
        comments: {
            totalCount: comments.length,
            nodes: comments.slice(0, PAGE).map((comment) => ({
                fullDatabaseId: String(comment.id),
                url: `${world.pages}/${world.owner}/${world.repo}/pull/${comment.number}#discussion_r${comment.id}`,
                author: author(comment.user),
                body: comment.body,
                createdAt: comment.createdAt,
                ...lastEdit(comment),
                isMinimized: comment.minimized ?? false,
            })),
        },
    };
}
const resolver = (login) => (login.endsWith('[bot]') ? null : author(login));
function resolve(world, { threadId: id }, isResolved) {
    const root = world.reviewComments.find((each) => each.inReplyTo === null && threadId(each.id) === id);
    if (root === undefined)
        return { error: { type: 'NOT_FOUND', message: `Could not resolve to a node with the global id of '${id}'.` } };
    if ((world.tokenPermissions.contents ?? 'write') !== 'write' ||
        (world.tokenPermissions.pull_requests ?? 'write') !== 'write')
        return { error: { type: 'FORBIDDEN', message: NOT_YOURS } };
    world.resolved = [...world.resolved.filter((each) => each !== root.id), ...(isResolved ? [root.id] : [])];
    world.resolvedBy[root.id] = world.viewer;
    return { value: { thread: thread(world, root) } };
}
function parseSelection(document) {
    const plain = document
        .replace(/\((?:[^()]|\([^()]*\))*\)/g, ' ')
        .replace(/\.\.\.\s*on\s+\w+\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g, '$1');
    const tokens = plain.match(/[{}]|[A-Za-z_]\w*|\S/g) ?? [];
    const start = tokens.indexOf('{');
    if (start === -1 || !/^(?:query|mutation|\{)$/.test(tokens[0] ?? ''))
        return undefined;
    let position = start + 1;
    const read = () => {
        const fields = {};
        let last = '';
        for (; position < tokens.length; position += 1) {
            const token = tokens[position] ?? '';
            if (token === '}')
                return fields;
            if (token === '{') {
                position += 1;
                const inner = read();
                if (inner === undefined || last === '')
                    return undefined;
                fields[last] = inner;
            }
            else if (/^\w+$/.test(token)) {
                last = token;
                fields[token] = {};
            }
            else
                return undefined;
        }
        return undefined;
    };
    return read();
}
function selected(value, selection) {
    if (Array.isArray(value))
        return value.map((item) => selected(item, selection));
    const names = Object.keys(selection);
    if (typeof value !== 'object' || value === null)
        return value;
    if (names.length === 0)
        throw new Error('Objects must have selections');
    return Object.fromEntries(names.map((name) => {
        if (!Object.hasOwn(value, name) || Reflect.get(value, name) === undefined)
            throw new Error(`Field '${name}' doesn't exist`);
        return [name, selected(Reflect.get(value, name), selection[name] ?? {})];
    }));
}
async function pinnedObjects({ world }, request) {
    const errors = [];
    const value = (name) => String(request.variables[name]);
    const fields = request.query.matchAll(/(\w+): repository\(owner: \$(\w+), name: \$(\w+)\) \{\s*object\(expression: \$(\w+)\)/g);
    const entries = await Promise.all([...fields].map(async ([, alias = '', owner = '', name = '', expression = '']) => {
        const repository = `${value(owner)}/${value(name)}`;
        const isOwn = repository === `${world.owner}/${world.repo}`;
        const gitDir = isOwn ? world.gitDir : world.otherRepositories?.[repository];
        if (gitDir !== undefined)
            return [alias, { object: await objectAt(gitDir, value(expression)) }];
        const message = `Could not resolve to a Repository with the name '${repository}'.`;
        errors.push({ type: 'NOT_FOUND', path: [alias], message });
        return [alias, null];
    }));
    return (0,github_answer.ok)({ data: Object.fromEntries(entries), errors: errors.length === 0 ? undefined : errors });
}
async function objectAt(gitDir, expression) {
    const sha = await (0,repository_git/* resolveObject */.Wm)(gitDir, expression);
    const type = sha === undefined ? undefined : await (0,repository_git/* objectType */.ge)(gitDir, sha);
    if (sha === undefined || type === undefined)
        return null;
    if (type === 'blob')
        return blobAt(gitDir, sha);
    const entries = (await (0,repository_git/* listTree */.nT)(gitDir, sha, false))?.map(async ({ path, mode, type, sha: oid }) => ({
        name: path,
        mode: Number.parseInt(mode, 8),
        object: type === 'blob' ? await blobAt(gitDir, oid) : {},
    }));
    return { entries: await Promise.all(entries ?? []) };
}
async function blobAt(gitDir, oid) {
    const bytes = await (0,repository_git/* readBlob */.gm)(gitDir, oid);
    const isBinary = bytes === undefined || bytes.includes(0);
    return { oid, text: isBinary ? null : bytes.toString('utf8'), isTruncated: false };
}

;// CONCATENATED MODULE: ./build/emulators/github/contents.js




const contentRoutes = [
    { method: 'GET', pattern: '/contents', answer: getContents },
    { method: 'GET', pattern: '/contents/*path', answer: getContents },
    { method: 'GET', pattern: '/commits', answer: contents_listCommits },
    { method: 'GET', pattern: '/commits/*ref', answer: getCommit },
    { method: 'GET', pattern: '/compare/*range', answer: compare },
];
const CONTENT_LIMIT = 1_048_576;
async function getContents(call) {
    const gitDir = gitDirOf(call);
    const ref = call.query.get('ref') ?? call.world.defaultBranch;
    const path = (call.params.path ?? '').replace(/\/$/, '');
    const commit = await (0,repository_git/* resolveCommit */.WL)(gitDir, ref);
    if (commit === undefined)
        throw new github_answer/* ErrorAnswer */.p3(404, `No commit found for the ref ${ref}`);
    const parent = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    const entry = path === ''
        ? undefined
        : (await (0,repository_git/* listTree */.nT)(gitDir, `${commit}:${parent}`, false))?.find((entry) => within(parent, entry.path) === path);
    if (path !== '' && entry === undefined)
        throw (0,github_answer/* notFound */.mX)();
    if (entry === undefined || entry.type === 'tree') {
        const entries = (await (0,repository_git/* listTree */.nT)(gitDir, `${commit}:${path}`, false)) ?? [];
        return (0,github_answer.ok)(entries.map((entry) => contentFields(call, ref, within(path, entry.path), entry)));
    }
    const blob = entry.type === 'blob' ? ((await (0,repository_git/* readBlob */.gm)(gitDir, entry.sha)) ?? Buffer.alloc(0)) : undefined;
    if (blob !== undefined && (0,github_answer/* wants */.YN)(call, 'raw'))
        return (0,github_answer/* textAnswer */.CI)(blob.toString('utf8'), 'application/vnd.github.raw; charset=utf-8');
    const fields = contentFields(call, ref, path, entry);
    if (entry.mode === '120000')
        return (0,github_answer.ok)({ ...fields, target: blob?.toString('utf8') ?? '' });
    if (blob === undefined)
        return (0,github_answer.ok)({ ...fields, submodule_git_url: null });
    const isComplete = blob.length <= CONTENT_LIMIT;
    return (0,github_answer.ok)({
        ...fields,
        content: isComplete ? blob.toString('base64').replace(/.{1,60}/g, '$&\n') : '',
        encoding: isComplete ? 'base64' : 'none',
    });
}
const within = (folder, name) => (folder === '' ? name : `${folder}/${name}`);
async function getCommit(call) {
    const commit = await commitNamed(call, call.params.ref ?? '', 422);
    const gitDir = gitDirOf(call);
    if ((0,github_answer/* wants */.YN)(call, 'sha'))
        return (0,github_answer/* textAnswer */.CI)(commit.sha, 'application/vnd.github.sha; charset=utf-8');
    const parent = commit.parents[0] ?? (await (0,repository_git/* gitOutput */.oM)(gitDir, ['hash-object', '-t', 'tree', '--stdin']))?.toString().trim() ?? '';
    if ((0,github_answer/* wants */.YN)(call, 'diff'))
        return (0,github_answer/* textAnswer */.CI)(await (0,repository_git/* diffText */.NI)(gitDir, parent, commit.sha), 'application/vnd.github.diff; charset=utf-8');
    const files = (await (0,repository_git/* changedFiles */.Y_)(gitDir, parent, commit.sha)).map((file) => compareFileJson(call, commit.sha, file));
    const additions = files.reduce((sum, file) => sum + file.additions, 0);
    const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
    return (0,github_answer.ok)({ ...commitJson(call, commit), stats: { additions, deletions, total: additions + deletions }, files });
}
async function contents_listCommits(call) {
    const start = await commitNamed(call, call.query.get('sha') ?? call.world.defaultBranch);
    const path = call.query.get('path');
    const commits = await (0,repository_git/* readCommits */.Fe)(gitDirOf(call), [start.sha], path === null ? [] : [path]);
    return (0,github_answer/* paged */.IO)(call, commits.map((commit) => commitJson(call, commit)));
}
async function compare(call) {
    const gitDir = gitDirOf(call);
    const [base = '', head = ''] = (call.params.range ?? '').split('...').map((side) => side.split(':').at(-1) ?? '');
    const from = await commitNamed(call, base);
    const to = await commitNamed(call, head);
    const common = await (0,repository_git/* mergeBase */.wu)(gitDir, from.sha, to.sha);
    if (common === undefined)
        throw new github_answer/* ErrorAnswer */.p3(404, 'No common ancestor between the two commits.');
    if ((0,github_answer/* wants */.YN)(call, 'diff'))
        return (0,github_answer/* textAnswer */.CI)(await (0,repository_git/* diffText */.NI)(gitDir, common, to.sha), 'application/vnd.github.diff; charset=utf-8');
    const aheadBy = await (0,repository_git/* countCommits */.Wt)(gitDir, from.sha, to.sha);
    const behind = await (0,repository_git/* countCommits */.Wt)(gitDir, to.sha, from.sha);
    const mergeBaseCommit = await (0,repository_git/* readCommit */.kN)(gitDir, common);
    const commits = (await (0,repository_git/* readCommits */.Fe)(gitDir, [`${from.sha}..${to.sha}`])).toReversed();
    const files = await (0,repository_git/* changedFiles */.Y_)(gitDir, common, to.sha);
    const url = `${repoUrl(call)}/compare/${call.params.range}`;
    const page = `${call.world.pages}/${call.world.owner}/${call.world.repo}/compare/${call.params.range}`;
    return (0,github_answer/* paged */.IO)(call, commits, (page_) => ({
        url,
        html_url: page,
        permalink_url: page,
        diff_url: `${page}.diff`,
        patch_url: `${page}.patch`,
        base_commit: commitJson(call, from),
        merge_base_commit: commitJson(call, mergeBaseCommit ?? from),
        status: aheadBy === 0 ? (behind === 0 ? 'identical' : 'behind') : behind === 0 ? 'ahead' : 'diverged',
        ahead_by: aheadBy,
        behind_by: behind,
        total_commits: commits.length,
        commits: page_.map((commit) => commitJson(call, commit)),
        files: files.slice(0, 300).map((file) => compareFileJson(call, to.sha, file)),
    }));
}

;// CONCATENATED MODULE: ./build/emulators/github/repository.js






const repositoryRoutes = [
    { method: 'GET', pattern: '', answer: (call) => (0,github_answer.ok)(repository(call)) },
    { method: 'GET', pattern: '/collaborators/:login/permission', answer: permissionOf },
    { method: 'POST', pattern: '/check-runs', answer: createCheckRun },
    { method: 'GET', pattern: '/check-runs/:id', answer: (call) => (0,github_answer.ok)(checkRunJson(call, checkRunOf(call))) },
    { method: 'PATCH', pattern: '/check-runs/:id', answer: updateCheckRun },
    { method: 'GET', pattern: '/check-runs/:id/annotations', answer: listAnnotations },
    { method: 'GET', pattern: '/commits/:ref/check-runs', answer: listCheckRuns },
    { method: 'GET', pattern: '/commits/:ref/status', answer: combinedStatus },
];
function permissionOf(call) {
    const login = Object.keys(call.world.permissions).find((name) => name.toLowerCase() === call.params.login?.toLowerCase());
    if (login === undefined)
        throw (0,github_answer/* notFound */.mX)();
    const assigned = call.world.permissions[login] ?? 'none';
    const permission = assigned === 'none' && call.world.visibility === 'public' ? 'read' : assigned;
    const has = (...names) => names.includes(permission);
    return (0,github_answer.ok)({
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
async function createCheckRun(call) {
    const change = parseChange(call);
    if (call.world.tokenApp === undefined)
        throw new github_answer/* ErrorAnswer */.p3(403, 'You must authenticate via a GitHub App.');
    if (change.name === undefined)
        throw (0,github_answer/* invalid */.Gq)('CheckRun', 'name', 'missing_field');
    if (change.head_sha === undefined)
        throw (0,github_answer/* invalid */.Gq)('CheckRun', 'head_sha', 'missing_field');
    const { gitDir } = call.world;
    if (gitDir !== undefined && (await (0,repository_git/* resolveCommit */.WL)(gitDir, change.head_sha)) === undefined)
        throw new github_answer/* ErrorAnswer */.p3(422, `No commit found for SHA: ${change.head_sha}`);
    const run = {
        id: (0,github_world/* nextId */.Hn)(call.world.checkRuns, 6_000_000),
        name: change.name,
        headSha: change.head_sha,
        status: 'queued',
        conclusion: null,
        startedAt: call.now,
        completedAt: null,
        externalId: null,
        detailsUrl: null,
        output: { title: null, summary: null, text: null, annotations: [] },
        appId: call.world.tokenApp,
    };
    applyChange(run, change, call.now);
    call.world.checkRuns.push(run);
    return (0,github_answer/* created */.zu)(checkRunJson(call, run));
}
function updateCheckRun(call) {
    const run = checkRunOf(call);
    const change = parseChange(call);
    const { appId = github_world/* ACTIONS_APP */.WG } = run;
    if (appId !== call.world.tokenApp)
        throw new github_answer/* ErrorAnswer */.p3(403, `Invalid app_id \`${appId}\` - check run can only be modified by the GitHub App that created it.`);
    applyChange(run, change, call.now);
    return (0,github_answer.ok)(checkRunJson(call, run));
}
function parseChange(call) {
    mayWrite(call, ['checks']);
    const parsed = CheckRunChange.safeParse(call.body);
    if (parsed.success)
        return parsed.data;
    const issue = parsed.error.issues[0];
    throw (0,github_answer/* invalid */.Gq)('CheckRun', issue?.path.join('.') ?? 'data', 'invalid', issue?.message);
}
function applyChange(run, fields, now) {
    if (fields.status === 'completed' && fields.conclusion === undefined)
        throw (0,github_answer/* invalid */.Gq)('CheckRun', 'conclusion', 'missing_field');
    if (fields.name !== undefined)
        run.name = fields.name;
    if (fields.status !== undefined)
        run.status = fields.status;
    if (fields.external_id !== undefined)
        run.externalId = fields.external_id;
    if (fields.details_url !== undefined)
        run.detailsUrl = fields.details_url;
    if (fields.started_at !== undefined)
        run.startedAt = fields.started_at;
    if (fields.conclusion !== undefined) {
        run.status = 'completed';
        run.conclusion = fields.conclusion;
        run.completedAt = fields.completed_at ?? now;
    }
    if (fields.output !== undefined) {
        const { title, summary, text, annotations } = fields.output;
        run.output = {
            title: title ?? run.output.title,
            summary,
            text: text ?? run.output.text,
            annotations: [...run.output.annotations, ...(annotations ?? [])],
        };
    }
}
function checkRunOf(call) {
    const id = (0,github_answer/* numeric */.sH)(call, 'id');
    const found = call.world.checkRuns.find((run) => run.id === id);
    if (found === undefined)
        throw (0,github_answer/* notFound */.mX)();
    return found;
}
function listAnnotations(call) {
    const run = checkRunOf(call);
    const blob = `${call.world.pages}/${call.world.owner}/${call.world.repo}/blob/${run.headSha}`;
    return (0,github_answer/* paged */.IO)(call, run.output.annotations.map((annotation) => ({
        start_column: null,
        end_column: null,
        title: null,
        raw_details: null,
        ...annotation,
        blob_href: `${blob}/${String(annotation.path)}`,
    })));
}
async function commitOf({ world, params }) {
    const ref = params.ref ?? '';
    const { gitDir } = world;
    const sides = world.pulls.flatMap(({ base, head }) => [base, head]);
    const named = sides.find((side) => side.ref === ref.replace(/^(?:refs\/)?heads\//, ''))?.sha;
    const resolved = named ?? (gitDir === undefined ? undefined : await (0,repository_git/* resolveCommit */.WL)(gitDir, ref));
    if (resolved !== undefined)
        return resolved;
    const isMentioned = sides.some(({ sha }) => sha === ref) || world.checkRuns.some(({ headSha }) => headSha === ref);
    if (isMentioned || (gitDir === undefined && /^[0-9a-f]{40}$/.test(ref)))
        return ref;
    throw new github_answer/* ErrorAnswer */.p3(422, `No commit found for SHA: ${ref}`);
}
async function listCheckRuns(call) {
    if (call.world.tokenPermissions.checks === 'none')
        throw new github_answer/* ErrorAnswer */.p3(403, 'Resource not accessible by integration');
    const sha = await commitOf(call);
    const name = call.query.get('check_name');
    const every = call.world.checkRuns
        .filter((run) => run.headSha === sha && (name === null || run.name === name))
        .toReversed();
    const runs = call.query.get('filter') === 'all'
        ? every
        : every.filter((run, index) => every.findIndex((other) => other.name === run.name) === index);
    return (0,github_answer/* paged */.IO)(call, runs.map((run) => checkRunJson(call, run)), (page) => ({ total_count: runs.length, check_runs: page }));
}
async function combinedStatus(call) {
    const sha = await commitOf(call);
    const commit_url = `${repoUrl(call)}/commits/${sha}`;
    const page = { state: 'pending', statuses: [], sha, total_count: 0 };
    return (0,github_answer.ok)({ ...page, repository: repository(call), commit_url, url: `${commit_url}/status` });
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/emulators/github/runs.js



const ARTIFACT_STORE = '/stored-artifacts/';
const DEFAULT_EVENT = 'issue_comment';
const runRoutes = [
    { method: 'GET', pattern: '/actions/workflows/:file/runs', answer: listRuns },
    { method: 'GET', pattern: '/actions/runs/:id/attempts/:attempt', answer: getAttempt },
    { method: 'GET', pattern: '/actions/runs/:id/approvals', answer: listApprovals },
    { method: 'GET', pattern: '/environments/:name', answer: getEnvironment },
    { method: 'GET', pattern: '/actions/runs/:id/artifacts', answer: (call) => listArtifacts(call, (0,github_answer/* numeric */.sH)(call, 'id')) },
    { method: 'GET', pattern: '/actions/artifacts', answer: (call) => listArtifacts(call) },
    { method: 'GET', pattern: '/actions/artifacts/:id', answer: (call) => (0,github_answer.ok)(artifactJson(call, artifactOf(call))) },
    { method: 'GET', pattern: '/actions/artifacts/:id/zip', answer: sendToArtifact },
];
function mayReadActions(call) {
    if ((call.world.tokenPermissions.actions ?? 'write') === 'none')
        throw new github_answer/* ErrorAnswer */.p3(403, 'Resource not accessible by integration');
}
function listRuns(call) {
    mayReadActions(call);
    const file = call.params.file ?? '';
    const ofWorkflow = call.world.workflowRuns.filter(({ workflow }) => workflow === file);
    if (ofWorkflow.length === 0)
        throw (0,github_answer/* notFound */.mX)();
    const actor = call.query.get('actor');
    const event = call.query.get('event');
    const branch = call.query.get('branch');
    const status = call.query.get('status');
    const earliest = /^>=(.+)$/.exec(call.query.get('created') ?? '')?.[1];
    const runs = ofWorkflow.filter((run) => (actor === null || run.actor === actor) &&
        (event === null || (run.event ?? DEFAULT_EVENT) === event) &&
        (branch === null || (run.branch ?? 'main') === branch) &&
        (status === null || run.conclusion === status) &&
        (earliest === undefined || Date.parse(run.createdAt) >= Date.parse(earliest)));
    return (0,github_answer/* paged */.IO)(call, runs.toReversed().map((run) => runJson(call, run)), (page) => ({ total_count: runs.length, workflow_runs: page }));
}
function runJson(call, run) {
    const { id, workflow, actor, conclusion, createdAt, endedAt = createdAt, event = DEFAULT_EVENT, attempt = 1, headRepo, headSha = '0'.repeat(40), branch = 'main', title = 'CI', } = run;
    const url = `${repoUrl(call)}/actions/runs/${id}`;
    return {
        id,
        node_id: nodeId('WorkflowRun', id),
        name: 'CI',
        display_title: title,
        run_number: 1,
        event,
        head_branch: branch,
        head_sha: headSha,
        head_commit: null,
        path: `.github/workflows/${workflow}`,
        status: conclusion === null ? 'in_progress' : 'completed',
        conclusion,
        workflow_id: 1,
        created_at: createdAt,
        updated_at: endedAt,
        pull_requests: [],
        actor: user(call, actor),
        repository: repository(call),
        run_attempt: attempt,
        run_started_at: createdAt,
        head_repository: headRepo === null ? null : repository(call, headRepo),
        url,
        html_url: `${repoPage(call)}/actions/runs/${id}`,
        jobs_url: `${url}/jobs`,
        logs_url: `${url}/logs`,
        cancel_url: `${url}/cancel`,
        rerun_url: `${url}/rerun`,
        artifacts_url: `${url}/artifacts`,
        check_suite_url: `${repoUrl(call)}/check-suites/1`,
        workflow_url: `${repoUrl(call)}/actions/workflows/1`,
    };
}
function getAttempt(call) {
    mayReadActions(call);
    const id = (0,github_answer/* numeric */.sH)(call, 'id');
    const attempt = (0,github_answer/* numeric */.sH)(call, 'attempt');
    const { workflowRuns, playedWorkflow } = call.world;
    const run = workflowRuns.find((each) => each.id === id) ?? (playedWorkflow && playedRun(id, attempt, playedWorkflow));
    if (!run || attempt < 1 || attempt > (run.attempt ?? 1))
        throw (0,github_answer/* notFound */.mX)();
    return (0,github_answer.ok)(runJson(call, { ...run, attempt }));
}
const playedRun = (id, attempt, workflow) => ({
    id,
    attempt,
    workflow,
    actor: 'octo',
    conclusion: null,
    createdAt: '2020-01-01T00:00:00Z',
});
function listApprovals(call) {
    mayReadActions(call);
    const run = (0,github_answer/* numeric */.sH)(call, 'id');
    const approvals = call.world.approvals.filter((each) => each.run === run);
    return (0,github_answer.ok)(approvals.map(({ state, environment, user: login }) => ({
        state,
        comment: '',
        environments: [{ id: 1, node_id: nodeId('Environment', 1), name: environment, url: '', html_url: '' }],
        user: user(call, login),
    })));
}
function getEnvironment(call) {
    mayReadActions(call);
    const name = call.params.name ?? '';
    const environment = Object.hasOwn(call.world.environments, name) ? call.world.environments[name] : undefined;
    if (environment === undefined)
        throw (0,github_answer/* notFound */.mX)();
    const rule = { id: 1, node_id: nodeId('GateRule', 1), type: 'required_reviewers', prevent_self_review: false };
    return (0,github_answer.ok)({
        id: 1,
        node_id: nodeId('Environment', 1),
        name,
        url: '',
        html_url: '',
        created_at: '2026-01-05T09:00:00Z',
        updated_at: '2026-01-05T09:00:00Z',
        protection_rules: environment.hasReviewers ? [{ ...rule, reviewers: [] }] : [],
        deployment_branch_policy: null,
    });
}
function artifactOf(call) {
    mayReadActions(call);
    const artifact = call.world.artifacts.find(({ id }) => id === (0,github_answer/* numeric */.sH)(call, 'id'));
    if (artifact === undefined)
        throw (0,github_answer/* notFound */.mX)();
    return artifact;
}
function listArtifacts(call, run) {
    mayReadActions(call);
    const name = call.query.get('name');
    const artifacts = call.world.artifacts.filter((each) => (run === undefined || each.run === run) && (name === null || each.name === name));
    return (0,github_answer/* paged */.IO)(call, artifacts.toReversed().map((each) => artifactJson(call, each)), (page) => ({ total_count: artifacts.length, artifacts: page }));
}
function artifactJson(call, { id, run, name, zip, createdAt, expired = false, digestOf = zip }) {
    const url = `${repoUrl(call)}/actions/artifacts/${id}`;
    const { headRepo } = call.world.workflowRuns.find((each) => each.id === run) ?? {};
    const repositoryId = repository(call).id;
    return {
        id,
        node_id: nodeId('Artifact', id),
        name,
        size_in_bytes: zip.length,
        expired,
        digest: `sha256:${(0,external_node_crypto_.createHash)('sha256').update(digestOf).digest('hex')}`,
        url,
        archive_download_url: `${url}/zip`,
        created_at: createdAt,
        expires_at: null,
        updated_at: createdAt,
        workflow_run: {
            id: run,
            repository_id: repositoryId,
            head_branch: 'main',
            head_sha: '0'.repeat(40),
            head_repository_id: headRepo === null ? undefined : repository(call, headRepo).id,
        },
    };
}
function sendToArtifact(call) {
    const { id, expired } = artifactOf(call);
    if (expired === true)
        throw new github_answer/* ErrorAnswer */.p3(410, 'Artifact has expired');
    const { port } = new URL(call.api);
    return { status: 302, headers: { location: `http://localhost:${port}${ARTIFACT_STORE}${id}` } };
}
function storedArtifact(world, path) {
    if (!path.startsWith(ARTIFACT_STORE))
        return undefined;
    return world.artifacts.find(({ id }) => id === Number(path.slice(ARTIFACT_STORE.length)))?.zip;
}
const jobJson = (call, { id, run, name, conclusion, failedStep, failedTimes, headSha }) => ({
    id,
    run_id: run,
    run_url: `${repoUrl(call)}/actions/runs/${run}`,
    node_id: nodeId('CheckRun', id),
    head_sha: headSha,
    head_branch: 'topic',
    url: `${repoUrl(call)}/actions/jobs/${id}`,
    html_url: `${repoPage(call)}/actions/runs/${run}/job/${id}`,
    status: 'completed',
    conclusion,
    created_at: AT,
    started_at: AT,
    completed_at: AT,
    name,
    workflow_name: 'CI',
    check_run_url: `${repoUrl(call)}/check-runs/${id}`,
    labels: ['ubuntu-latest'],
    runner_id: 1,
    runner_name: 'GitHub Actions 1',
    runner_group_id: 2,
    runner_group_name: 'GitHub Actions',
    steps: [
        { name: 'Set up job', status: 'completed', conclusion: 'success', number: 1 },
        ...(failedStep === undefined
            ? []
            : [
                {
                    name: failedStep,
                    status: 'completed',
                    conclusion: 'failure',
                    number: 2,
                    started_at: failedTimes?.from ?? null,
                    completed_at: failedTimes?.to ?? null,
                },
            ]),
    ],
});
const AT = '2026-01-05T09:00:00Z';
const LOG_STORE = '/stored-logs/';
const jobRoutes = [
    { method: 'GET', pattern: '/actions/jobs/:id/logs', answer: sendToLog },
    { method: 'GET', pattern: '/actions/runs/:id/jobs', answer: listJobs },
];
function listJobs(call) {
    mayReadActions(call);
    const run = (0,github_answer/* numeric */.sH)(call, 'id');
    const jobs = call.world.jobs.filter((job) => job.run === run);
    return (0,github_answer/* paged */.IO)(call, jobs.map((job) => jobJson(call, job)), (page) => ({ total_count: jobs.length, jobs: page }));
}
function sendToLog(call) {
    const id = (0,github_answer/* numeric */.sH)(call, 'id');
    if (call.world.jobLogs[id] === undefined)
        throw (0,github_answer/* notFound */.mX)();
    const { port } = new URL(call.api);
    return { status: 302, headers: { location: `http://localhost:${port}${LOG_STORE}${id}` } };
}
function storedLog(world, path) {
    return path.startsWith(LOG_STORE) ? (world.jobLogs[Number(path.slice(LOG_STORE.length))] ?? '') : undefined;
}

;// CONCATENATED MODULE: ./build/emulators/github/search.js





function searchIssues(call) {
    const query = call.query.get('q') ?? '';
    if (query.trim() === '')
        throw (0,github_answer/* invalid */.Gq)('Search', 'q', 'missing');
    const terms = [...query.matchAll(/(-?)(?:([a-z-]+):)?(?:"([^"]*)"|(\S+))/gi)].map(([, negated, qualifier, quoted, plain]) => ({
        negated: negated === '-',
        qualifier: qualifier?.toLowerCase(),
        value: (quoted ?? plain ?? '').toLowerCase(),
    }));
    const kinds = terms.filter(({ qualifier, value }) => (qualifier === 'is' || qualifier === 'type') && isKind(value));
    if (kinds.length === 0)
        throw (0,github_answer/* invalid */.Gq)('Search', 'q', 'invalid', "Query must include 'is:issue' or 'is:pull-request'");
    const matches = [...call.world.issues, ...call.world.pulls].filter((subject) => terms.every(({ negated, qualifier, value }) => fits(call, subject, qualifier, value) !== negated));
    const isOldestFirst = call.query.get('sort') === 'created' && call.query.get('order') === 'asc';
    const first = (Number(call.query.get('page') ?? 1) - 1) * Number(call.query.get('per_page') ?? 30);
    if (first >= MAX_RESULTS)
        throw new github_answer/* ErrorAnswer */.p3(422, 'Only the first 1000 search results are available');
    return (0,github_answer/* paged */.IO)(call, matches
        .toSorted((a, b) => (isOldestFirst ? byAge(a, b) : b.number - a.number))
        .slice(0, MAX_RESULTS)
        .map((subject) => ({ ...issueJson(call, subject), body: subject.body ?? '', score: 1 })), (items) => ({ total_count: matches.length, incomplete_results: false, search_type: 'lexical', items }));
}
const MAX_RESULTS = 1000;
const byAge = (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.number - b.number;
const isKind = (value) => ['issue', 'pr', 'pull-request'].includes(value);
function fits({ world }, subject, qualifier, value) {
    switch (qualifier) {
        case 'is':
        case 'type':
            if (value === 'issue')
                return !(0,github_world/* isPull */.CD)(subject);
            if (isKind(value))
                return (0,github_world/* isPull */.CD)(subject);
            return subject.state === value;
        case 'state':
            return subject.state === value;
        case 'repo':
            return value === `${world.owner}/${world.repo}`.toLowerCase();
        case 'label':
            return subject.labels.some((name) => name.toLowerCase() === value);
        case 'author':
            return subject.user.toLowerCase() === value;
        case 'no':
            return value === 'label' && subject.labels.length === 0;
        case 'created':
            return value.startsWith('>=') && Date.parse(subject.createdAt) >= Date.parse(value.slice(2));
        case 'in':
            return true;
        case undefined:
            return `${subject.title}\n${subject.body ?? ''}`.toLowerCase().includes(value);
        default:
            return false;
    }
}
async function searchCode(call) {
    const { world, query } = call;
    const words = (query.get('q') ?? '').split(/\s+/).filter((word) => word !== '');
    const terms = words.filter((word) => !/^[a-z]+:/i.test(word)).map((word) => word.replaceAll('"', ''));
    if (terms.length === 0)
        throw (0,github_answer/* invalid */.Gq)('Search', 'q', 'missing');
    const isHere = words.some((word) => word.toLowerCase() === `repo:${world.owner}/${world.repo}`.toLowerCase());
    const commit = world.gitDir === undefined ? undefined : await (0,repository_git/* resolveCommit */.WL)(world.gitDir, world.defaultBranch);
    if (world.gitDir === undefined || commit === undefined || !isHere)
        return (0,github_answer.ok)({ total_count: 0, incomplete_results: false, items: [] });
    const patterns = terms.flatMap((term, index) => [...(index === 0 ? [] : ['--and']), '-e', term]);
    const matches = await (0,repository_git/* gitOutput */.oM)(world.gitDir, [
        'grep',
        '-l',
        '-z',
        '-I',
        '-i',
        '-F',
        '--all-match',
        ...patterns,
        commit,
    ]);
    const paths = new Set((matches?.toString() ?? '').split('\0').map((line) => line.slice(commit.length + 1)));
    const entries = (await (0,repository_git/* listTree */.nT)(world.gitDir, commit, true)) ?? [];
    const items = entries
        .filter(({ path }) => paths.has(path))
        .map(({ path, sha }) => ({
        name: path.slice(path.lastIndexOf('/') + 1),
        path,
        sha,
        url: `${repoUrl(call)}/contents/${encodeURI(path)}?ref=${commit}`,
        git_url: `${repoUrl(call)}/git/blobs/${sha}`,
        html_url: `${world.pages}/${world.owner}/${world.repo}/blob/${commit}/${encodeURI(path)}`,
        repository: repository(call),
        score: 1,
    }));
    return (0,github_answer/* paged */.IO)(call, items, (page) => ({ total_count: items.length, incomplete_results: false, items: page }));
}

;// CONCATENATED MODULE: ./build/emulators/github/router.js











const outsideRepository = [
    { method: 'GET', pattern: '/rate_limit', answer: (call) => (0,github_answer.ok)(rateLimit(call.now)) },
    { method: 'GET', pattern: '/user', answer: forbidden },
    { method: 'GET', pattern: '/users/:login', answer: getUser },
    { method: 'GET', pattern: '/transferred/:owner/:repo/:number', answer: transferredIssue },
    { method: 'GET', pattern: '/search/issues', answer: searchIssues },
    { method: 'GET', pattern: '/search/code', answer: searchCode },
];
function forbidden() {
    throw new github_answer/* ErrorAnswer */.p3(403, 'Resource not accessible by integration');
}
function getUser(call) {
    const login = call.params.login ?? '';
    if (login !== call.world.viewer && !Object.hasOwn(call.world.permissions, login))
        throw (0,github_answer/* notFound */.mX)();
    return (0,github_answer.ok)({
        ...user(call, login),
        name: null,
        company: null,
        blog: null,
        location: null,
        email: null,
        hireable: null,
        bio: null,
        public_repos: 0,
        public_gists: 0,
        followers: 0,
        following: 0,
        created_at: '2020-01-05T09:00:00Z',
        updated_at: '2026-01-05T09:00:00Z',
    });
}
const rateLimit = (now) => {
    const core = { limit: 1000, used: 1, remaining: 999, reset: Math.floor(Date.parse(now) / 1000) + 3600 };
    return { resources: { core, search: core, graphql: core }, rate: core };
};
const inRepository = [
    ...repositoryRoutes,
    ...issueRoutes,
    ...pullRoutes,
    ...reviewRoutes,
    ...jobRoutes,
    ...runRoutes,
    ...gitRoutes,
    ...contentRoutes,
    ...commitCommentRoutes,
];
function findRoute(world, method, path) {
    const parts = path.split('/').slice(1);
    const [first, owner = '', repo = ''] = parts;
    const isWorld = `${owner}/${repo}`.toLowerCase() === `${world.owner}/${world.repo}`.toLowerCase();
    if (first !== 'repos')
        return match(outsideRepository, method, parts);
    const found = match(inRepository, method, parts.slice(3));
    if (found !== undefined && !isWorld)
        throw (0,github_answer/* notFound */.mX)();
    return found;
}
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
    const patternParts = pattern.split('/').slice(1);
    const params = {};
    for (const [index, expected] of patternParts.entries()) {
        const part = parts[index];
        if (part === undefined || (part === '' && !expected.startsWith('*')))
            return undefined;
        if (expected.startsWith('*')) {
            params[expected.slice(1)] = parts.slice(index).map(decodeURIComponent).join('/');
            return params;
        }
        if (expected.startsWith(':'))
            params[expected.slice(1)] = decodeURIComponent(part);
        else if (expected !== part)
            return undefined;
    }
    return patternParts.length === parts.length ? params : undefined;
}

;// CONCATENATED MODULE: ./build/emulators/github/github.js






async function startGitHub(seed, options = {}) {
    const world = (0,github_world/* createWorld */.by)(seed);
    const requests = [];
    const problems = [];
    const prefix = options.prefix ?? '';
    const limits = options.limits === true ? openLimits(options.now ?? Date.now) : undefined;
    const state = { world, requests, problems, prefix, api: '', options, limits };
    const server = (0,external_node_http_.createServer)((request, response) => {
        serve(state, request, response).catch((error) => {
            problems.push(`${request.method} ${request.url}: the emulator failed: ${error instanceof Error ? error.stack : error}`);
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
        violations: limits?.violations ?? [],
        async [Symbol.asyncDispose]() {
            server.closeAllConnections();
            await new Promise((resolve) => server.close(resolve));
        },
    };
}
async function serve(state, request, response) {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const method = request.method ?? 'GET';
    const stored = storedLog(state.world, url.pathname) ?? storedArtifact(state.world, url.pathname);
    if (stored !== undefined)
        return sendStored(state, request, response, stored);
    const raw = await readBody(request);
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
    await state.options.hold?.({ method, path });
    const fault = state.options.onRequest?.({ nth, method, path, body: record.body }) ?? rateLimitFault(state, record);
    const answer = await applyFault(fault, () => answerRequest(state, record, body));
    state.limits?.done();
    if (fault === 'lose') {
        request.socket.resetAndDestroy();
        return;
    }
    record.status = answer.status;
    record.answer = answer.body;
    send(state, response, answer, path);
}
function rateLimitFault({ limits }, { method, path, body }) {
    const refused = limits?.refuse(method, path, body);
    return refused && { status: refused.status, headers: refused.headers, body: { message: refused.message } };
}
function sendStored(state, request, response, stored) {
    if (request.headers.authorization !== undefined)
        state.problems.push(`${request.url}: a credential for another host`);
    const type = typeof stored === 'string' ? 'text/plain; charset=utf-8' : 'application/zip';
    response.writeHead(200, { 'content-type': type });
    response.end(stored);
}
async function applyFault(fault, act) {
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
async function answerRequest(state, record, body) {
    const { world, problems } = state;
    const location = `${record.method} ${record.path}`;
    try {
        if (record.headers['user-agent'] === undefined) {
            problems.push(`${location}: no User-Agent header`);
            throw new github_answer/* ErrorAnswer */.p3(403, 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.');
        }
        const credential = /^(?:token|bearer) (.+)$/i.exec(record.headers.authorization ?? '')?.[1];
        if (credential === undefined)
            throw new github_answer/* ErrorAnswer */.p3(401, 'Requires authentication');
        if (credential !== world.token)
            throw new github_answer/* ErrorAnswer */.p3(401, 'Bad credentials');
        if (body === UNREADABLE) {
            problems.push(`${location}: the body is not JSON`);
            throw new github_answer/* ErrorAnswer */.p3(400, 'Problems parsing JSON');
        }
        const now = new Date((state.options.now ?? Date.now)()).toISOString().replace(/\.\d+Z$/, 'Z');
        const call = {
            world,
            api: state.api,
            method: record.method,
            path: record.path,
            query: new URLSearchParams(record.query),
            body,
            now,
            accept: record.headers.accept ?? '',
        };
        if (record.path === '/graphql')
            return graphql(call, problems);
        const found = findRoute(world, record.method, record.path);
        if (found === undefined) {
            problems.push(`${location}: the emulator does not support this endpoint`);
            throw (0,github_answer/* notFound */.mX)();
        }
        return await found.route.answer({ ...call, params: found.params });
    }
    catch (error) {
        if (error instanceof github_answer/* ErrorAnswer */.p3)
            return (0,github_answer/* toErrorAnswer */.WY)(error);
        throw error;
    }
}
function pathBelow(pathname, prefix) {
    if (pathname === '/api/graphql')
        return '/graphql';
    return prefix !== '' && pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
}
async function readBody(request) {
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
function send(state, response, answer, path) {
    const used = state.requests.length;
    const reset = Math.floor((state.options.now ?? Date.now)() / 1000) + 3600;
    const isText = typeof answer.body === 'string';
    if (answer.body !== undefined)
        response.setHeader('content-type', 'application/json; charset=utf-8');
    response.writeHead(answer.status, {
        'x-github-media-type': 'github.v3; format=json',
        'x-github-request-id': `EMULATOR:${used}`,
        'x-github-api-version-selected': '2022-11-28',
        'x-ratelimit-limit': '1000',
        'x-ratelimit-remaining': String(Math.max(0, 1000 - used)),
        'x-ratelimit-used': String(used),
        'x-ratelimit-reset': String(reset),
        'x-ratelimit-resource': 'core',
        ...state.limits?.headers(path),
        ...answer.headers,
    });
    response.end(answer.body === undefined ? undefined : isText ? answer.body : JSON.stringify(answer.body));
}
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const AN_HOUR_S = 3600;
const MAX = { requests: 1000, together: 100, points: 900, writesMinute: 80, writesHour: 500 };
const WAIT_S = 60;
function openLimits(now) {
    const points = [];
    const writes = [];
    const windows = new Map();
    const violations = [];
    let together = 0;
    let waitUntil = 0;
    const within = (times, ms) => times.filter((time) => time > now() - ms).length;
    const windowOf = (path) => {
        const resource = resourceOf(path);
        const known = windows.get(resource);
        if (known !== undefined && known.resetS * 1000 > now())
            return { resource, window: known };
        const window = { used: 0, resetS: Math.floor(now() / 1000) + AN_HOUR_S };
        windows.set(resource, window);
        return { resource, window };
    };
    const secondary = (limit) => {
        waitUntil = now() + WAIT_S * 1000;
        return {
            status: 403,
            headers: { 'retry-after': String(WAIT_S) },
            message: `You have exceeded a secondary rate limit (${limit}). Please wait a few minutes before you try again.`,
        };
    };
    const limitRefusal = (method, path, isWrite, cost) => {
        if (now() < waitUntil)
            return secondary('request sent before the wait ended');
        const { window } = windowOf(path);
        if (window.used >= MAX.requests)
            return { status: 403, headers: {}, message: `API rate limit exceeded for installation. (${method} ${path})` };
        if (together > MAX.together)
            return secondary('concurrent requests');
        const spent = points.reduce((sum, { time, cost }) => (time > now() - MINUTE ? sum + cost : sum), 0);
        if (spent + cost > MAX.points)
            return secondary('points a minute');
        if (isWrite && within(writes, MINUTE) >= MAX.writesMinute)
            return secondary('content a minute');
        if (isWrite && within(writes, HOUR) >= MAX.writesHour)
            return secondary('content an hour');
        return undefined;
    };
    return {
        violations,
        refuse(method, path, body) {
            together += 1;
            const isWrite = path === '/graphql' ? isMutation(body) : method !== 'GET' && method !== 'HEAD';
            const cost = isWrite ? 5 : 1;
            const refused = limitRefusal(method, path, isWrite, cost);
            if (refused !== undefined) {
                violations.push(`${method} ${path}: ${refused.message}`);
                return refused;
            }
            points.push({ time: now(), cost });
            if (isWrite)
                writes.push(now());
            windowOf(path).window.used += 1;
            return undefined;
        },
        done() {
            together -= 1;
        },
        headers(path) {
            const { resource, window } = windowOf(path);
            return {
                'x-ratelimit-limit': String(MAX.requests),
                'x-ratelimit-remaining': String(Math.max(0, MAX.requests - window.used)),
                'x-ratelimit-used': String(window.used),
                'x-ratelimit-reset': String(window.resetS),
                'x-ratelimit-resource': resource,
            };
        },
    };
}
const resourceOf = (path) => (path === '/graphql' ? 'graphql' : path.startsWith('/search/') ? 'search' : 'core');
const isMutation = (body) => typeof body === 'object' && body !== null && 'query' in body && /^\s*mutation\b/.test(String(body.query));


/***/ }),

/***/ 84846:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Fe: () => (/* binding */ readCommits),
/* harmony export */   L2: () => (/* binding */ refTarget),
/* harmony export */   NI: () => (/* binding */ diffText),
/* harmony export */   Sq: () => (/* binding */ writeGitTree),
/* harmony export */   Vv: () => (/* binding */ resolveTree),
/* harmony export */   WL: () => (/* binding */ resolveCommit),
/* harmony export */   Wm: () => (/* binding */ resolveObject),
/* harmony export */   Wt: () => (/* binding */ countCommits),
/* harmony export */   Y_: () => (/* binding */ changedFiles),
/* harmony export */   eR: () => (/* binding */ currentBranch),
/* harmony export */   ge: () => (/* binding */ objectType),
/* harmony export */   gm: () => (/* binding */ readBlob),
/* harmony export */   kN: () => (/* binding */ readCommit),
/* harmony export */   ki: () => (/* binding */ beforeMerge),
/* harmony export */   nT: () => (/* binding */ listTree),
/* harmony export */   oM: () => (/* binding */ gitOutput),
/* harmony export */   on: () => (/* binding */ borrowRepository),
/* harmony export */   rV: () => (/* binding */ writeCommit),
/* harmony export */   wu: () => (/* binding */ mergeBase)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(48161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(76760);
/* harmony import */ var execa__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(93850);
/* harmony import */ var _platform_process_trusted_programs_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(94441);
/* harmony import */ var _answer_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7993);
/* harmony import */ var _git_objects_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(91778);








const QUIET = [
    '-c',
    'core.fsmonitor=false',
    '-c',
    `core.hooksPath=${node_os__WEBPACK_IMPORTED_MODULE_2__.devNull}`,
    '-c',
    'core.quotePath=false',
    '-c',
    'gc.auto=0',
];
async function gitOutput(gitDir, args, options = {}) {
    if (!readsOnlyObjects(args))
        return execGit(gitDir, args, options);
    const key = [storeOf(gitDir), ...args].join('\0');
    const cached = cache.get(key);
    if (cached !== undefined)
        return cached;
    const output = await execGit(gitDir, args, options);
    if (output !== undefined)
        cache.set(key, output);
    return output;
}
const cache = new Map();
const READS = new Set(['cat-file', 'diff', 'log', 'ls-tree', 'merge-base', 'rev-list', 'rev-parse']);
const OBJECT_ARGUMENT = /^(?:-.*|blob|[0-9a-f]{40}(?:\.\.[0-9a-f]{40}|\^\{\w+\}|:.*)?)$/s;
function readsOnlyObjects([command = '', ...args]) {
    const paths = args.indexOf('--');
    return READS.has(command) && (paths < 0 ? args : args.slice(0, paths)).every((arg) => OBJECT_ARGUMENT.test(arg));
}
const stores = new Map();
function storeOf(gitDir) {
    const known = stores.get(gitDir);
    if (known !== undefined)
        return known;
    const folder = (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .gitFolder */ .nW)(gitDir);
    const alternates = (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(folder, 'objects', 'info', 'alternates');
    const borrows = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(alternates) && !(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(folder, 'shallow'));
    const store = borrows ? (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(alternates, 'utf8') : gitDir;
    stores.set(gitDir, store);
    return store;
}
async function execGit(gitDir, args, { input = '', env = {} }) {
    const { exitCode, stdout } = await (0,execa__WEBPACK_IMPORTED_MODULE_7__/* .execa */ .Ho)((0,_platform_process_trusted_programs_js__WEBPACK_IMPORTED_MODULE_4__/* .trustedProgramPath */ .Fv)('git'), [...QUIET, ...args], {
        cwd: gitDir,
        env: {
            ...(0,_platform_process_trusted_programs_js__WEBPACK_IMPORTED_MODULE_4__/* .minimalEnvironment */ .nr)(),
            GIT_CONFIG_NOSYSTEM: '1',
            GIT_CONFIG_GLOBAL: node_os__WEBPACK_IMPORTED_MODULE_2__.devNull,
            GIT_TERMINAL_PROMPT: '0',
            LC_ALL: 'C',
            ...env,
        },
        extendEnv: false,
        encoding: 'buffer',
        input,
        reject: false,
        stripFinalNewline: false,
        maxBuffer: Number.MAX_SAFE_INTEGER,
    });
    return exitCode === 0 ? Buffer.from(stdout) : undefined;
}
const lines = (output) => (output?.toString('utf8') ?? '').split('\n').filter((line) => line !== '');
const words = (output) => (output?.toString('utf8') ?? '').trim();
async function borrowRepository(workspace) {
    const bare = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)(), 'sluice-git-'));
    const objects = words(await gitOutput(workspace, ['rev-parse', '--path-format=absolute', '--git-path', 'objects']));
    const shallow = words(await gitOutput(workspace, ['rev-parse', '--path-format=absolute', '--git-path', 'shallow']));
    await gitOutput(bare, ['init', '--quiet', '--bare']);
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.writeFile)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(bare, 'objects', 'info', 'alternates'), `${objects}\n`);
    const grafts = await gitOutput(workspace, ['rev-parse', '--is-shallow-repository']);
    if (words(grafts) === 'true')
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.copyFile)(shallow, (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(bare, 'shallow'));
    const refs = lines(await gitOutput(workspace, [
        'for-each-ref',
        '--format=%(objectname) %(refname)',
        'refs/heads',
        'refs/tags',
        'refs/pull',
    ]));
    const commands = refs.map((line) => `create ${line.slice(41)} ${line.slice(0, 40)}\n`).join('');
    await gitOutput(bare, ['update-ref', '--stdin'], { input: commands });
    return bare;
}
const currentBranch = async (workspace) => words(await gitOutput(workspace, ['symbolic-ref', '--quiet', '--short', 'HEAD'])) || undefined;
async function refTarget(gitDir, ref) {
    const output = looseRef(gitDir, ref) ?? words(await gitOutput(gitDir, ['show-ref', '--verify', '--hash', '--', ref]));
    return output === '' ? undefined : output;
}
const LOOSE_REF = /^refs\/(?:[\w-][\w.-]*\/)+[\w-][\w.-]*$/;
function looseRef(gitDir, ref) {
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)((0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .gitFolder */ .nW)(gitDir), ref);
    if (!LOOSE_REF.test(ref) || !(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(file, { throwIfNoEntry: false })?.isFile())
        return undefined;
    const text = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(file, 'utf8').trim();
    return /^[0-9a-f]{40}$/.test(text) ? text : undefined;
}
function looseBranch(gitDir, name) {
    const folder = (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .gitFolder */ .nW)(gitDir);
    const others = ['packed-refs', name, `refs/${name}`, `refs/tags/${name}`];
    return others.some((path) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(folder, path))) ? undefined : looseRef(gitDir, `refs/heads/${name}`);
}
async function resolveCommit(gitDir, name) {
    const known = (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .looseBytes */ .u2)(gitDir, 'commit', name) === undefined ? looseBranch(gitDir, name) : name;
    if (known !== undefined)
        return known;
    for (const candidate of [name, `refs/heads/${name}`, `refs/${name}`]) {
        const sha = words(await gitOutput(gitDir, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${candidate}^{commit}`]));
        if (sha !== '')
            return sha;
    }
    return undefined;
}
const resolveTree = async (gitDir, name) => (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .looseTree */ .jt)(gitDir, name)?.sha ??
    (words(await gitOutput(gitDir, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{tree}`])) ||
        undefined);
async function resolveObject(gitDir, expression) {
    const loose = (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .looseNamed */ .Ag)(gitDir, expression);
    if (loose !== undefined)
        return loose.sha;
    return (words(await gitOutput(gitDir, ['rev-parse', '--verify', '--quiet', '--end-of-options', expression])) || undefined);
}
const objectType = async (gitDir, sha) => (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .looseObject */ ._H)(gitDir, sha)?.type ?? (words(await gitOutput(gitDir, ['cat-file', '-t', sha])) || undefined);
const readBlob = async (gitDir, sha) => (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .looseBytes */ .u2)(gitDir, 'blob', sha) ?? gitOutput(gitDir, ['cat-file', 'blob', sha]);
async function listTree(gitDir, tree, recursive) {
    const loose = (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .looseTree */ .jt)(gitDir, tree);
    const entries = loose === undefined ? undefined : looseEntries(gitDir, loose.bytes, recursive);
    if (entries !== undefined)
        return entries;
    const output = await gitOutput(gitDir, [
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
const sizes = new Map();
function sizeOf(gitDir, blob) {
    const size = sizes.get(blob) ?? (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .looseBytes */ .u2)(gitDir, 'blob', blob)?.length;
    if (size !== undefined)
        sizes.set(blob, size);
    return size;
}
function looseEntries(gitDir, tree, recursive, folder = '') {
    const entries = [];
    for (const { mode, sha, name } of (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .parseTree */ .cZ)(tree)) {
        const type = mode === _git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .FOLDER */ .L7 ? 'tree' : mode === '160000' ? 'commit' : 'blob';
        const size = type === 'blob' ? sizeOf(gitDir, sha) : undefined;
        if (type === 'blob' && size === undefined)
            return undefined;
        entries.push({ mode, type, sha, size, path: `${folder}${name}` });
        if (type !== 'tree' || !recursive)
            continue;
        const inner = (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .looseBytes */ .u2)(gitDir, 'tree', sha);
        const below = inner === undefined ? undefined : looseEntries(gitDir, inner, true, `${folder}${name}/`);
        if (below === undefined)
            return undefined;
        entries.push(...below);
    }
    return entries;
}
const FIELDS = ['%H', '%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x00');
async function readCommits(gitDir, range, paths = []) {
    const format = `--format=${FIELDS}%x00%x01`;
    const output = await gitOutput(gitDir, ['log', format, '--no-show-signature', ...range, '--', ...paths]);
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
async function readCommit(gitDir, sha) {
    return looseCommit(gitDir, sha) ?? (await readCommits(gitDir, ['-1', sha]))[0];
}
function looseCommit(gitDir, sha) {
    const text = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)((0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .gitFolder */ .nW)(gitDir), 'shallow'))
        ? undefined
        : (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .looseBytes */ .u2)(gitDir, 'commit', sha)?.toString();
    const end = text?.indexOf('\n\n') ?? -1;
    if (text === undefined || end === -1)
        return undefined;
    const head = text.slice(0, end);
    const [, tree] = /^tree (.*)$/m.exec(head) ?? [];
    const author = personIn(head, 'author');
    const committer = personIn(head, 'committer');
    if (tree === undefined || author === undefined || committer === undefined || /^encoding /m.test(head))
        return undefined;
    const parents = [...head.matchAll(/^parent (.*)$/gm)].map(([, parent = '']) => parent);
    return { sha, tree, parents, author, committer, message: text.slice(end + 2).replace(/\n+$/, '') };
}
function personIn(head, role) {
    const [, name = '', email = '', seconds] = new RegExp(`^${role} (.*) <(.*)> (\\d+) [+-]\\d{4}$`, 'm').exec(head) ?? [];
    return seconds === undefined ? undefined : { name, email, date: inUtc(Number(seconds) * 1000) };
}
const inUtc = (date) => new Date(date).toISOString().replace(/\.\d+Z$/, 'Z');
async function beforeMerge(gitDir, tip, head) {
    const merges = await gitOutput(gitDir, ['rev-list', '--first-parent', '--ancestry-path', `${head}..${tip}`]);
    const [merge] = lines(merges).slice(-1);
    const commit = merge === undefined ? undefined : await readCommit(gitDir, merge);
    const [before, ...others] = commit?.parents ?? [];
    return others.includes(head) ? before : undefined;
}
async function mergeBase(gitDir, base, head) {
    const [one, other] = [looseHistory(gitDir, base), looseHistory(gitDir, head)];
    const common = [...(one ?? [])].filter((sha) => other?.has(sha) === true);
    const best = common.find((sha) => looseHistory(gitDir, sha)?.size === common.length);
    return best ?? (words(await gitOutput(gitDir, ['merge-base', base, head])) || undefined);
}
async function countCommits(gitDir, base, head) {
    const [one, other] = [looseHistory(gitDir, base), looseHistory(gitDir, head)];
    if (one !== undefined && other !== undefined)
        return [...other].filter((sha) => !one.has(sha)).length;
    return Number(words(await gitOutput(gitDir, ['rev-list', '--count', `${base}..${head}`, '--'])) || 0);
}
function looseHistory(gitDir, start) {
    const reached = new Set([start]);
    for (const sha of reached) {
        const commit = looseCommit(gitDir, sha);
        if (commit === undefined || reached.size > 200)
            return undefined;
        for (const parent of commit.parents)
            reached.add(parent);
    }
    return reached;
}
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
    return (await gitOutput(gitDir, [...DIFF, base, head, '--']))?.toString('utf8') ?? '';
}
const STATUS = { A: 'added', D: 'removed', R: 'renamed', T: 'changed' };
const PATCH_LIMITS = { characters: 500_000, lines: 20_000 };
async function changedFiles(gitDir, base, head) {
    const output = await gitOutput(gitDir, [...DIFF, '--raw', '--patch', '-z', '--no-abbrev', base, head, '--']);
    const [list = '', ...texts] = output?.toString('utf8').split('\0\0') ?? [];
    const raw = list.split('\0');
    const patches = texts.join('\0\0').split(/^(?=diff --git )/m);
    const files = [];
    let next = 0;
    for (let at = 0; at + 1 < raw.length;) {
        const [, , before = '', after = '', letter = 'M'] = (raw[at] ?? '').split(' ');
        const renamed = letter.startsWith('R');
        const previous = raw[at + 1] ?? '';
        const filename = renamed ? (raw[at + 2] ?? '') : previous;
        at += renamed ? 3 : 2;
        const status = STATUS[letter.charAt(0)] ?? 'modified';
        const diffs = patches.slice(next, letter === 'T' ? next + 2 : next + 1).map(patchOf);
        next += letter === 'T' ? 2 : 1;
        const patch = diffs.join('\n');
        const body = patch.split('\n');
        const isShown = letter !== 'T' && patch.length <= PATCH_LIMITS.characters && body.length <= PATCH_LIMITS.lines;
        files.push({
            filename,
            status,
            additions: body.filter((line) => line.startsWith('+')).length,
            deletions: body.filter((line) => line.startsWith('-')).length,
            sha: status === 'removed' ? before : after,
            patch: patch !== '' && isShown ? patch : undefined,
            previousFilename: renamed ? previous : undefined,
        });
    }
    return files;
}
function patchOf(diff) {
    const start = diff.search(/^@@ /m);
    return start === -1 ? '' : diff.slice(start).replace(/\n$/, '');
}
async function writeGitTree(gitDir, base, changes) {
    const start = base === undefined ? undefined : await resolveTree(gitDir, base);
    if (base !== undefined && start === undefined)
        throw new _answer_js__WEBPACK_IMPORTED_MODULE_5__/* .ErrorAnswer */ .p3(422, 'base_tree is not a valid tree');
    for (const { path, mode, sha } of changes) {
        if (path.split('/').some((part) => /^(?:|\.|\.\.|\.git)$/i.test(part)))
            throw new _answer_js__WEBPACK_IMPORTED_MODULE_5__/* .ErrorAnswer */ .p3(422, 'tree.path contains a malformed path component');
        const type = mode === _git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .FOLDER */ .L7 ? 'tree' : 'blob';
        if (sha !== null && mode !== '160000' && (await readTyped(gitDir, type, sha)) === undefined)
            throw new _answer_js__WEBPACK_IMPORTED_MODULE_5__/* .ErrorAnswer */ .p3(422, 'tree.sha is not a valid blob');
    }
    return (await changedTree(gitDir, start, changes)) ?? (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .writeTreeItems */ .Mh)(gitDir, []);
}
async function changedTree(gitDir, base, changes) {
    const before = base === undefined ? undefined : await readTyped(gitDir, 'tree', base);
    const items = new Map(before === undefined ? [] : (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .parseTree */ .cZ)(before).map((item) => [item.name, item]));
    const below = new Map();
    for (const { path, mode, sha } of changes) {
        const [name = '', ...inner] = path.split('/');
        if (inner.length > 0)
            below.set(name, [...(below.get(name) ?? []), { path: inner.join('/'), mode, sha }]);
        else if (sha === null)
            items.delete(name);
        else
            items.set(name, { name, mode, sha });
    }
    for (const [name, inner] of below) {
        const folder = items.get(name);
        const sha = await changedTree(gitDir, folder?.mode === _git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .FOLDER */ .L7 ? folder.sha : undefined, inner);
        if (sha === undefined)
            items.delete(name);
        else
            items.set(name, { name, mode: _git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .FOLDER */ .L7, sha });
    }
    return items.size === 0 ? undefined : (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .writeTreeItems */ .Mh)(gitDir, [...items.values()]);
}
async function readTyped(gitDir, type, sha) {
    const loose = (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .looseObject */ ._H)(gitDir, sha);
    if (loose !== undefined)
        return loose.type === type ? loose.bytes : undefined;
    return /^[0-9a-f]{40}$/.test(sha) ? gitOutput(gitDir, ['cat-file', type, sha]) : undefined;
}
async function writeCommit(gitDir, commit) {
    const { tree, parents, author, committer, message } = commit;
    const found = [
        await readTyped(gitDir, 'tree', tree),
        ...(await Promise.all(parents.map((parent) => readTyped(gitDir, 'commit', parent)))),
    ];
    if (found.includes(undefined))
        throw new _answer_js__WEBPACK_IMPORTED_MODULE_5__/* .ErrorAnswer */ .p3(422, 'Tree SHA or parent does not exist');
    const lines = [
        `tree ${tree}`,
        ...parents.map((parent) => `parent ${parent}`),
        `author ${signature(author)}`,
        `committer ${signature(committer)}`,
        '',
        message,
    ];
    return (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .writeObject */ .p7)(gitDir, 'commit', Buffer.from(lines.join('\n')));
}
function signature({ name, email, date }) {
    const [plainName, plainEmail] = [name, email].map((text) => text.replaceAll(/[\n<>]/g, '').trim());
    return `${plainName} <${plainEmail}> ${Math.floor(Date.parse(date) / 1000)} +0000`;
}


/***/ }),

/***/ 63991:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CD: () => (/* binding */ isPull),
/* harmony export */   Hn: () => (/* binding */ nextId),
/* harmony export */   Im: () => (/* binding */ comment),
/* harmony export */   Pt: () => (/* binding */ nextNumber),
/* harmony export */   WG: () => (/* binding */ ACTIONS_APP),
/* harmony export */   WN: () => (/* binding */ BOT),
/* harmony export */   a$: () => (/* binding */ pull),
/* harmony export */   by: () => (/* binding */ createWorld),
/* harmony export */   qd: () => (/* binding */ issueOrPull),
/* harmony export */   sn: () => (/* binding */ issue)
/* harmony export */ });
const ACTIONS_APP = 15_368;
const BOT = 'github-actions[bot]';
function createWorld(seed) {
    const { owner, repo, token } = seed;
    const defaults = {
        owner,
        repo,
        token,
        pages: 'https://github.com',
        viewer: BOT,
        tokenPermissions: {},
        permissions: {},
        visibility: 'private',
        defaultBranch: 'main',
        labels: [],
        issues: [],
        pulls: [],
        comments: [],
        discussions: [],
        commitComments: [],
        reactions: [],
        reviews: [],
        reviewComments: [],
        resolved: [],
        resolvedBy: {},
        tokenApp: ACTIONS_APP,
        checkRuns: [],
        workflowRuns: [],
        approvals: [],
        environments: {},
        artifacts: [],
        jobs: [],
        jobLogs: {},
    };
    return withGiven(defaults, seed);
}
const withGiven = (defaults, fields) => ({
    ...defaults,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
});
const EPOCH = '2026-01-05T09:00:00Z';
const issue = (fields) => withGiven({
    number: fields.number,
    title: `Issue ${fields.number}`,
    body: null,
    user: 'octocat',
    state: 'open',
    stateReason: null,
    labels: [],
    assignees: [],
    locked: false,
    createdAt: EPOCH,
    updatedAt: EPOCH,
}, fields);
const pull = (fields) => {
    const { number, base, head } = fields;
    const opened = issue({ number, title: `Pull request ${number}` });
    return withGiven({ ...opened, draft: false, merged: false, base, head }, fields);
};
const comment = (fields) => {
    const { id, number } = fields;
    const times = { createdAt: EPOCH, updatedAt: EPOCH };
    return withGiven({ id, number, user: 'octocat', body: `Comment ${id}`, ...times }, fields);
};
const issueOrPull = (world, number) => world.pulls.find((pull) => pull.number === number) ?? world.issues.find((issue) => issue.number === number);
const isPull = (subject) => 'head' in subject;
const nextId = (list, from) => list.reduce((largest, { id }) => Math.max(largest, id), from) + 1;
const nextNumber = (world) => [...world.issues, ...world.pulls].reduce((largest, { number }) => Math.max(largest, number), 0) + 1;


/***/ })

};
