export const id = 107;
export const ids = [107];
export const modules = {

/***/ 48455:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $D: () => (/* binding */ CommitShape),
/* harmony export */   AI: () => (/* binding */ ReviewShape),
/* harmony export */   Br: () => (/* binding */ CommentShape),
/* harmony export */   Do: () => (/* binding */ PullShape),
/* harmony export */   OZ: () => (/* binding */ LabelShape),
/* harmony export */   SH: () => (/* binding */ BranchShape),
/* harmony export */   _V: () => (/* binding */ SearchShape),
/* harmony export */   bn: () => (/* binding */ IssueShape),
/* harmony export */   cR: () => (/* binding */ FileShape),
/* harmony export */   ce: () => (/* binding */ CommitDetailShape),
/* harmony export */   f0: () => (/* binding */ ReviewCommentShape),
/* harmony export */   mc: () => (/* binding */ StatusShape),
/* harmony export */   ml: () => (/* binding */ CheckRunsShape),
/* harmony export */   zT: () => (/* binding */ CodeSearchShape)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(88343);

// What the reading tools of GitHub's MCP server answer: a part of GitHub's own JSON, under GitHub's own field names.
// Source: GitHub REST API description.
const text = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish();
const count = zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().nullish();
const user = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ login: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish();
const label = zod__WEBPACK_IMPORTED_MODULE_0__/* .union */ .KCZ([zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ name: text, description: text })]);
const milestone = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ number: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), title: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish();
const branch = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ ref: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), sha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), repo: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ full_name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish() });
const issueFields = {
    number: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    title: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    body: text,
    state: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    state_reason: text,
    user,
    author_association: text,
    labels: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(label).nullish(),
    assignees: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ login: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })).nullish(),
    milestone,
    comments: count,
    locked: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().nullish(),
    html_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    created_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    updated_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    closed_at: text,
    pull_request: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ html_url: text }).nullish(),
};
const IssueShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc(issueFields);
const PullShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    number: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    title: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    body: text,
    state: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    draft: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().nullish(),
    merged: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().nullish(),
    mergeable_state: text,
    user,
    labels: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(label).nullish(),
    assignees: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ login: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })).nullish(),
    requested_reviewers: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ login: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })).nullish(),
    milestone,
    base: branch,
    head: branch,
    additions: count,
    deletions: count,
    changed_files: count,
    commits: count,
    comments: count,
    html_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    created_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    updated_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    closed_at: text,
    merged_at: text,
});
const CommentShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    body: text,
    user,
    author_association: text,
    html_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    created_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    updated_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
});
const FileShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    sha: text,
    filename: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    previous_filename: text,
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    additions: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    deletions: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    changes: count,
    patch: text,
});
const ReviewShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    user,
    body: text,
    state: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    commit_id: text,
    html_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    submitted_at: text,
});
const ReviewCommentShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    pull_request_review_id: count,
    in_reply_to_id: count,
    path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    line: count,
    start_line: count,
    side: text,
    diff_hunk: text,
    commit_id: text,
    user,
    body: text,
    html_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    created_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    updated_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
});
const person = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ name: text, date: text }).nullish();
const commitFields = {
    sha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    html_url: text,
    commit: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), author: person, committer: person }),
    author: user,
    committer: user,
};
const CommitShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc(commitFields);
const CommitDetailShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    ...commitFields,
    stats: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ additions: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), deletions: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), total: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig() }).nullish(),
    files: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(FileShape).nullish(),
});
const StatusShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    state: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    total_count: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    sha: text,
    statuses: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ context: text, state: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), description: text, target_url: text })).default([]),
});
const CheckRunsShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    total_count: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    check_runs: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
        id: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
        name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        conclusion: text,
        html_url: text,
        started_at: text,
        completed_at: text,
    })),
});
const BranchShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    commit: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ sha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }),
    protected: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().nullish(),
});
const LabelShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), color: text, description: text });
const SearchShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    total_count: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    incomplete_results: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().default(false),
    items: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ ...issueFields, repository_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })),
});
const CodeSearchShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    total_count: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    incomplete_results: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().default(false),
    items: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
        name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        sha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        html_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        repository: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ full_name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }),
    })),
});


/***/ }),

/***/ 72949:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $0: () => (/* binding */ INCOMPLETE_COMPARISON),
/* harmony export */   oW: () => (/* binding */ fetchContext)
/* harmony export */ });
/* unused harmony exports writeEventFacts, writeCompared, writePlaceComments */
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34779);
/* harmony import */ var _text_format_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(37595);
/* harmony import */ var _api_github_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(45397);
/* harmony import */ var _events_trigger_rules_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(61936);
/* harmony import */ var _changed_files_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(92768);
/* harmony import */ var _context_comments_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(16460);
/* harmony import */ var _diff_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(61583);
/* harmony import */ var _failed_logs_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(17941);
/* harmony import */ var _prompt_data_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(55203);









/** The maximum UTF-16 units of each part. A longer part is truncated with a note. */
const MAX_CHARACTERS = {
    title: 300,
    body: 20_000,
    hunk: 4_000,
};
/**
 * The subject of the event as text for the model: title, body, linked issues, reviews, threads and comments from before the event,
 * the diff by file, the logs of failed jobs. User text is inside data blocks that carry the nonce, which its authors could not
 * know. A note replaces every part that GitHub does not return. Never rejects with GitHubError.
 */
async function fetchContext(task, github, nonce, conversation = (0,_context_comments_js__WEBPACK_IMPORTED_MODULE_5__/* .readConversation */ .Gt)(task, github)) {
    const output = (0,_prompt_data_js__WEBPACK_IMPORTED_MODULE_8__/* .openPromptData */ .J)(nonce);
    if (task.upstream) {
        writeUpstream(task.upstream, output);
        await (0,_failed_logs_js__WEBPACK_IMPORTED_MODULE_7__/* .writeFailedLogs */ .E)(task.upstream, github, output);
    }
    await writeEventFacts(task.facts ?? [], output);
    if (task.place !== undefined)
        await writePlaceComments(task, task.place, github, output);
    if (task.number === undefined || conversation === undefined) {
        if (task.compared !== undefined)
            await writeCompared(task.compared, github, output);
        return output.text('# Material');
    }
    const [read, diff] = await Promise.all([
        tryRead('The conversation', () => conversation),
        task.kind === 'pull_request' ? tryRead('The diff', () => readDiff(task, github)) : undefined,
    ]);
    const overRest = read.ok ? undefined : await readOverRest(task.number, task, github);
    const subject = titleAndBodyOf(task, read.ok ? read.value : overRest?.subject);
    if (subject !== undefined)
        await writeSubject(task, subject, output);
    if (task.reviewedLines)
        writeReviewedLines(task.reviewedLines, output);
    if (read.ok)
        await (0,_context_comments_js__WEBPACK_IMPORTED_MODULE_5__/* .writeConversation */ .j8)(read.value, task, output);
    else
        await writeRestConversation(overRest, task, output, read.reason);
    if (diff?.ok) {
        (0,_diff_js__WEBPACK_IMPORTED_MODULE_6__/* .writeDiff */ .Nh)(diff.value, output);
        (0,_diff_js__WEBPACK_IMPORTED_MODULE_6__/* .recordPromptChanges */ .bU)(task.number, diff.value, github);
    }
    else if (diff)
        output.note(diff.reason);
    return output.text('# Material');
}
async function tryRead(part, read) {
    try {
        return { ok: true, value: await read() };
    }
    catch (error) {
        return { ok: false, reason: `${part} could not be read: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error)}` };
    }
}
/** Without GraphQL: a token may lack access to it, and it needs to know whether the number is an issue or a pull request. */
async function readOverRest(number, task, github) {
    const [subject, comments] = await Promise.all([
        task.title === undefined ? github.issue(number).catch(() => undefined) : undefined,
        github.comments(number).catch(() => undefined),
    ]);
    return { subject, comments: comments?.map(toConversationComment) };
}
/** A comment whose two times are equal was never edited. */
const toConversationComment = ({ id, author, body, url, createdAt, updatedAt }) => ({
    id,
    author,
    body,
    url,
    createdAt,
    editedAt: updatedAt === createdAt ? undefined : updatedAt,
    isHidden: false,
    isOwn: false,
});
async function writeRestConversation(conversation, task, output, reason) {
    if (conversation?.comments === undefined)
        return output.note(reason);
    const emptyParts = {
        title: '',
        body: '',
        author: undefined,
        olderComments: 0,
        reviews: [],
        threads: [],
        threadCount: 0,
        closingIssues: [],
    };
    await (0,_context_comments_js__WEBPACK_IMPORTED_MODULE_5__/* .writeConversation */ .j8)({ ...emptyParts, comments: conversation.comments }, task, output);
    if (task.kind === 'pull_request')
        output.note(`Reviews and review threads are missing here. ${reason}`);
}
/** The text of the event, if it has any: a later edit must not change what the request is about. */
const titleAndBodyOf = (task, fetched) => task.title === undefined ? fetched : { title: task.title, body: task.body ?? '', author: task.openedBy };
/** The diff between the commits of the event, not the current ones of the branch. */
async function readDiff(task, github) {
    const subject = { number: task.number ?? 0, base: task.base?.sha, head: task.head?.sha };
    const { files, missing, isCurrent } = await (0,_changed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .readChangedFiles */ .IM)(subject, github);
    const { base, head, lastReviewed } = task;
    if (base !== undefined && head !== undefined && lastReviewed !== undefined && !isCurrent && missing === undefined) {
        const later = await (0,_diff_js__WEBPACK_IMPORTED_MODULE_6__/* .readChangesSince */ .aM)(files, { base: base.sha, head: head.sha, reviewed: lastReviewed }, github);
        if (later !== undefined)
            return later;
    }
    const current = isCurrent ? ['This is the current diff of the pull request, which may be newer than the event.'] : [];
    const notes = [...current, ...(missing === undefined ? [] : [missing])];
    return { files, notes, missing };
}
async function writeSubject(task, { title, body, author }, output) {
    const noun = task.kind === 'pull_request' ? 'pull request' : 'issue';
    const branches = task.base && task.head
        ? {
            base: `${task.base.ref} ${task.base.sha}`,
            head: `${task.head.ref} ${task.head.sha}`,
            head_repository: task.head.repo ?? 'deleted',
        }
        : {};
    output.data('title', { of: `${noun} #${task.number}`, author, ...branches }, (0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)(await output.prose(title, MAX_CHARACTERS.title)));
    output.data('description', { author }, body.trim() === '' ? '(empty)' : await output.prose(body, MAX_CHARACTERS.body));
}
function writeReviewedLines({ path, line, hunk }, output) {
    output.data('commented-lines', { path, line }, output.code(hunk, MAX_CHARACTERS.hunk));
}
function writeUpstream({ workflow, event, conclusion, branch, sha, runId }, output) {
    output.data('workflow-run', { run_id: runId, event, conclusion: conclusion ?? 'none', branch, sha }, (0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)(workflow));
}
/** The maximum UTF-16 units of each part. */
const MAX_FACT_CHARACTERS = { lines: 40_000, prose: 20_000, comment: 4_000 };
const MAX_COMMENTS = 30;
/** Writes what the event says, as data. */
async function writeEventFacts(facts, output) {
    for (const { kind, attributes = {}, format, text } of facts) {
        const clean = format === 'prose'
            ? await output.prose(text, MAX_FACT_CHARACTERS.prose)
            : output.code(text, MAX_FACT_CHARACTERS.lines);
        output.data(kind, attributes, clean);
    }
}
/** Writes the difference of the two commits of a push or merge group. */
async function writeCompared({ base, head }, github, output) {
    try {
        const { files } = await github.compare(base, head);
        output.note(`The difference between the merge base of ${base} and ${head}, and ${head}:`);
        const isIncomplete = files.length >= _api_github_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_COMPARED_FILES */ .nS;
        const grouped = await (0,_changed_files_js__WEBPACK_IMPORTED_MODULE_4__/* .groupChangedFiles */ .L)(files, base, github);
        (0,_diff_js__WEBPACK_IMPORTED_MODULE_6__/* .writeDiff */ .Nh)({ files: grouped, notes: isIncomplete ? [INCOMPLETE_COMPARISON] : [] }, output);
    }
    catch (error) {
        output.note(`The diff could not be read: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error)}`);
    }
}
const INCOMPLETE_COMPARISON = `GitHub lists at most ${_api_github_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_COMPARED_FILES */ .nS} files of a comparison; there may be more.`;
/** Writes the comments of the discussion thread or commit from before the event. */
async function writePlaceComments({ requestedAt = '' }, place, github, output) {
    try {
        const comments = await (place.kind === 'commit'
            ? github.commitComments(place.sha)
            : github.discussionComments(place));
        const isEarlier = ({ updatedAt, body }) => !_events_trigger_rules_js__WEBPACK_IMPORTED_MODULE_3__/* .SLUICE_MARKER */ .R$.test(body) && !(Date.parse(updatedAt) >= Date.parse(requestedAt));
        const earlier = comments.filter(isEarlier);
        for (const { author, body, createdAt } of earlier.slice(-MAX_COMMENTS))
            output.data('comment', { author: author ?? 'ghost', created: createdAt }, await output.prose(body, MAX_FACT_CHARACTERS.comment));
        const older = earlier.length - MAX_COMMENTS;
        if (older > 0)
            output.note(`${older} older comments were omitted to save space.`);
    }
    catch (error) {
        output.note(`The comments could not be read: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error)}`);
    }
}


/***/ }),

/***/ 17941:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ writeFailedLogs),
/* harmony export */   O: () => (/* binding */ logLines)
/* harmony export */ });
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34779);
/* harmony import */ var _text_invisible_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(34949);


/** The end of a log has the failure. */
const LOG_BYTES = 24_000;
const LIMITS = { jobs: 3, log: 12_000 };
const FAILED_CONCLUSIONS = new Set(['failure', 'timed_out', 'startup_failure']);
/** Writes the ends of the logs of the jobs that failed in the upstream run, and notes about what could not be read. */
async function writeFailedLogs({ runId, conclusion }, github, output) {
    if (conclusion === undefined || !FAILED_CONCLUSIONS.has(conclusion))
        return;
    const jobs = await github.runJobs(runId).catch((error) => {
        output.note(`The jobs of the run could not be read: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .asSentence */ .KG)((0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error))} The job may lack \`actions: read\`.`);
        return [];
    });
    const failed = jobs.filter((job) => FAILED_CONCLUSIONS.has(job.conclusion ?? ''));
    const logs = await Promise.all(failed.slice(0, LIMITS.jobs).map((job) => readLogEnd(job, github)));
    for (const { job, log, reason } of logs) {
        const attributes = {
            job: job.name,
            job_id: job.id,
            conclusion: job.conclusion,
            failed_steps: job.failedSteps.join(', '),
        };
        if (log === undefined)
            output.note(`The log of the job ${job.id} could not be read: ${reason}`);
        else
            output.data('job-log', attributes, output.code(log, LIMITS.log));
    }
    const more = failed.length - logs.length;
    if (more > 0)
        output.note(`${more} more failed jobs were omitted; read their logs with the tools.`);
}
async function readLogEnd(job, github) {
    try {
        const { text, bytes } = await github.jobLog(job.id, LOG_BYTES);
        // The first line of a tail may be incomplete.
        const complete = bytes > LOG_BYTES ? text.slice(text.indexOf('\n') + 1) : text;
        return { job, log: lastLines(logLines(complete), LIMITS.log), reason: '' };
    }
    catch (error) {
        return { job, log: undefined, reason: (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error) };
    }
}
function lastLines(lines, maxCharacters) {
    const last = [];
    let room = maxCharacters;
    for (const line of lines.toReversed()) {
        room -= line.length + 1;
        if (room < 0)
            break;
        last.unshift(line);
    }
    return last.join('\n').trim();
}
const TIMESTAMP = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?/;
/** The lines of a job log, without colors and timestamps. */
const logLines = (log) => (0,_text_invisible_js__WEBPACK_IMPORTED_MODULE_1__/* .dropControlStrings */ .$B)(log)
    .split(/\r?\n/)
    .map((line) => line.replace(TIMESTAMP, ''));


/***/ }),

/***/ 87107:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   TV: () => (/* binding */ createCurrentTools),
/* harmony export */   bB: () => (/* binding */ createAgentTools),
/* harmony export */   mU: () => (/* binding */ buildAgent),
/* harmony export */   zO: () => (/* binding */ webCapabilities)
/* harmony export */ });
/* unused harmony export unusedSkillsNotice */
/* harmony import */ var _agent_hooks_hook_recording_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6820);
/* harmony import */ var _agent_memory_files_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(94179);
/* harmony import */ var _agent_offered_tools_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(64719);
/* harmony import */ var _agent_resolved_paths_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(95345);
/* harmony import */ var _agent_skills_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(96546);
/* harmony import */ var _agent_subagents_run_agent_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(58120);
/* harmony import */ var _agent_subagents_subagent_tools_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(53248);
/* harmony import */ var _agent_system_prompt_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(69584);
/* harmony import */ var _agent_utility_request_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(98134);
/* harmony import */ var _config_runtime_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(39155);
/* harmony import */ var _delivery_report_receipt_summary_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(37485);
/* harmony import */ var _platform_version_js__WEBPACK_IMPORTED_MODULE_20__ = __webpack_require__(87538);
/* harmony import */ var _policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(14345);
/* harmony import */ var _tools_builtins_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(90854);
/* harmony import */ var _tools_grounding_js__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(42713);
/* harmony import */ var _tools_interactive_tools_js__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(49266);
/* harmony import */ var _tools_long_output_js__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(65652);
/* harmony import */ var _tools_toolbox_js__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(85275);
/* harmony import */ var _github_tools_js__WEBPACK_IMPORTED_MODULE_17__ = __webpack_require__(54881);
/* harmony import */ var _run_options_js__WEBPACK_IMPORTED_MODULE_18__ = __webpack_require__(73839);
/* harmony import */ var _run_snapshot_js__WEBPACK_IMPORTED_MODULE_19__ = __webpack_require__(96203);





















/**
 * Builds the agent of a run: the model with its tools, rules and limits. Records what it was built from. Throws ResumeError when today's
 * rules forbid what the continued conversation did.
 */
async function buildAgent(run, offered) {
    const { resumed, config, runtime, session, outputSchema, wrapUpSignal } = run;
    const { filter, transcript } = session;
    const { model, capabilities, servers, externalTools, work } = offered;
    const githubTools = (0,_github_tools_js__WEBPACK_IMPORTED_MODULE_17__/* .runGithubTools */ .OC)({ ...run, ...work, github: session.github, settings: run.declaredSettings });
    const memory = [config.memory, externalTools.instructions].filter(Boolean).join('\n\n');
    const outputFolder = (0,_config_runtime_js__WEBPACK_IMPORTED_MODULE_9__/* .toolOutputFolder */ .Y_)(runtime);
    const agent = agentContext({
        ...config,
        ...model,
        ...resumed.agent,
        memory,
        capabilities,
        externalTools,
        outputSchema,
        outputFolder,
        filter,
        wrapUpSignal,
        emit: transcript.emit,
        now: runtime.now,
        startTimer: runtime.startTimer,
        startServers: servers.startServers,
        githubTools: resumed.tools(githubTools),
        proposalSummary: () => (0,_delivery_report_receipt_summary_js__WEBPACK_IMPORTED_MODULE_10__/* .summarizeProposals */ .D9)(work.proposals.proposals(), run.inputs),
    });
    await resumed.judge(agent);
    const shown = { ...config, ...model, memory };
    transcript.emit({ type: 'run_snapshot', ...(0,_run_snapshot_js__WEBPACK_IMPORTED_MODULE_19__/* .runSnapshot */ .g)(model.inputs, shown, agent, outputFolder) });
    return agent;
}
/** The context of the main conversation: tools, system prompt and limits. */
function agentContext(parts) {
    const { inputs, rules, mode, filter, emit, model } = parts;
    const saveOutput = (name, text) => (0,_tools_long_output_js__WEBPACK_IMPORTED_MODULE_15__/* .saveText */ .L8)(parts.outputFolder, name, filter.text(text));
    const maxCharacters = (0,_run_options_js__WEBPACK_IMPORTED_MODULE_18__/* .maxOutputCharacters */ .Yx)(parts.settings);
    const agentTools = createAgentTools(parts, () => ({
        context,
        memory: parts.memory,
        subdirectoryMemory: memoryOf(),
        sections: (tools) => Object.values(agentTools.promptSections(tools)),
        version: _platform_version_js__WEBPACK_IMPORTED_MODULE_20__/* .VERSION */ .xv,
        startServers: parts.startServers,
    }));
    const fixedTools = [
        ...(0,_tools_builtins_js__WEBPACK_IMPORTED_MODULE_12__/* .builtins */ .T)(withModelRequests(parts)),
        ...agentTools.tools,
        ...parts.githubTools,
        ...(0,_tools_interactive_tools_js__WEBPACK_IMPORTED_MODULE_14__/* .interactiveTools */ .g)(),
    ];
    const currentTools = createCurrentTools(fixedTools, parts);
    const names = currentTools().declarations.map(({ name }) => name);
    const notice = (text) => emit({ type: 'notice', level: 'info', text });
    const unused = unusedSkillsNotice(parts.skills, names);
    if (unused !== undefined)
        notice(unused);
    for (const text of (0,_agent_offered_tools_js__WEBPACK_IMPORTED_MODULE_2__/* .missingToolNotices */ .av)(parts.agents, currentTools().toolbox))
        notice(text);
    const memory = { ...(0,_agent_memory_files_js__WEBPACK_IMPORTED_MODULE_1__/* .memoryOptions */ .wh)(parts.settings.context), root: parts.capabilities.files.root };
    const memoryOf = () => (0,_agent_memory_files_js__WEBPACK_IMPORTED_MODULE_1__/* .createSubdirectoryMemory */ .Pq)(parts.steering, parts.memoryFiles, memory, notice);
    const context = {
        rules,
        mode,
        get toolbox() {
            return currentTools().toolbox;
        },
        get hiddenTools() {
            return currentTools().hiddenTools;
        },
        get declarations() {
            return currentTools().declarations;
        },
        history: parts.history,
        admission: parts.admission,
        redact: filter.deep,
        emit,
        now: parts.now,
        startTimer: parts.startTimer,
        hooks: parts.hooks && (0,_agent_hooks_hook_recording_js__WEBPACK_IMPORTED_MODULE_0__/* .recordHooks */ .Oq)(parts.hooks, emit),
        runCheckers: parts.check && (0,_agent_hooks_hook_recording_js__WEBPACK_IMPORTED_MODULE_0__/* .recordCheck */ .Y$)(parts.check, emit),
        resolvePaths: (0,_agent_resolved_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .createPathResolver */ .u)(parts.capabilities.files),
        subdirectoryMemory: memoryOf(),
        generate: parts.generate,
        model,
        system: filter.text(systemText(parts, names, agentTools.promptSections(names))),
        stopConditions: (0,_run_options_js__WEBPACK_IMPORTED_MODULE_18__/* .stopConditions */ .Te)(inputs, parts.settings),
        outputSchema: parts.outputSchema,
        budget: parts.budget,
        wrapUpSignal: parts.wrapUpSignal,
        outputLimit: { maxCharacters, saveOutput },
        contextWindow: (0,_run_options_js__WEBPACK_IMPORTED_MODULE_18__/* .contextWindowFor */ .TW)(parts.settings, model, {
            utilityGenerate: (0,_agent_utility_request_js__WEBPACK_IMPORTED_MODULE_8__/* .createUtilityRequests */ .J)(parts),
            saveOutput,
            countTokens: parts.countTokens,
        }),
        detectLoops: parts.settings.model?.disableLoopDetection !== true,
        fallbackAnswer: parts.proposalSummary,
    };
    return context;
}
function systemText(parts, tools, sections) {
    return (0,_agent_system_prompt_js__WEBPACK_IMPORTED_MODULE_7__/* .systemPrompt */ .Ao)({
        mode: parts.mode,
        memory: parts.memory,
        tools,
        canPropose: parts.githubTools.some(({ name, annotations }) => tools.includes(name) && !annotations.readOnlyHint),
        override: parts.systemPrompt?.({ tools, ...sections }),
        sections: Object.values(sections),
    });
}
/** Adds model requests outside the conversation to the capabilities that need them. */
function withModelRequests(parts) {
    const { capabilities, settings, budget } = parts;
    const baseRequest = (0,_agent_utility_request_js__WEBPACK_IMPORTED_MODULE_8__/* .createUtilityRequests */ .J)(parts);
    const utilityRequest = (agent) => budget.withReserve(baseRequest(agent));
    const web = capabilities.fetch && webCapabilities(capabilities.fetch, utilityRequest);
    return {
        ...capabilities,
        ...web,
        generateCorrection: settings.tools?.disableLLMCorrection !== true ? utilityRequest('replace') : undefined,
    };
}
/** The model's back end can fetch pages and search. A run that may fetch may use that, too. */
const webCapabilities = (fetch, utilityRequest) => ({
    fetch: {
        ...fetch,
        generate: utilityRequest('web_fetch'),
        generateFromUrls: (0,_tools_grounding_js__WEBPACK_IMPORTED_MODULE_13__/* .withGrounding */ .e)(utilityRequest('web_fetch')),
    },
    search: { groundedGenerate: (0,_tools_grounding_js__WEBPACK_IMPORTED_MODULE_13__/* .withGrounding */ .e)(utilityRequest('google_web_search')), leaks: fetch.leaks },
});
/** `subagentContext` is called when a sub-agent starts; its code is loaded only then. */
function createAgentTools({ agents, skills, rules, mode }, subagentContext) {
    // A rule can name one sub-agent. Sub-agents that no rule allows are not offered.
    const callable = agents.filter(({ name }) => (0,_policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_11__/* .hidingRule */ .E7)(rules, { name: _agent_subagents_subagent_tools_js__WEBPACK_IMPORTED_MODULE_6__/* .DELEGATE_TOOL */ .hU, aliases: [name], annotations: {} }, mode) === undefined);
    const delegate = (0,_agent_subagents_subagent_tools_js__WEBPACK_IMPORTED_MODULE_6__/* .delegateTool */ .Oo)(callable, async (agent, task, signal) => {
        return (0,_agent_subagents_run_agent_js__WEBPACK_IMPORTED_MODULE_5__/* .runAgent */ .JN)(agent, task, subagentContext(), signal);
    });
    return {
        tools: [...(callable.length === 0 ? [] : [delegate]), ...(skills.length === 0 ? [] : [(0,_agent_skills_js__WEBPACK_IMPORTED_MODULE_4__/* .activateSkill */ .VK)(skills)])],
        promptSections: (tools) => ({
            agents: tools.includes(_agent_subagents_subagent_tools_js__WEBPACK_IMPORTED_MODULE_6__/* .DELEGATE_TOOL */ .hU) ? (0,_agent_subagents_subagent_tools_js__WEBPACK_IMPORTED_MODULE_6__/* .delegationSection */ .MK)(callable) : '',
            skills: tools.includes(_agent_skills_js__WEBPACK_IMPORTED_MODULE_4__/* .ACTIVATE_SKILL */ .yl) ? (0,_agent_skills_js__WEBPACK_IMPORTED_MODULE_4__/* .skillSection */ .pA)(skills) : '',
        }),
    };
}
/** A notice about skills that no rule lets the model use, or undefined. */
function unusedSkillsNotice(skills, declared) {
    if (skills.length === 0 || declared.includes(_agent_skills_js__WEBPACK_IMPORTED_MODULE_4__/* .ACTIVATE_SKILL */ .yl))
        return undefined;
    const names = skills.map(({ name }) => name).join(', ');
    return `Unused skills, because no rule allows ${_agent_skills_js__WEBPACK_IMPORTED_MODULE_4__/* .ACTIVATE_SKILL */ .yl}: ${names}. To allow it, add "${_agent_skills_js__WEBPACK_IMPORTED_MODULE_4__/* .ACTIVATE_SKILL */ .yl}" to tools.allowed in the settings or write a policy rule.`;
}
/**
 * The current tools of a run. Tools that no rule allows are not declared, nor are those beyond the size of a request, which is
 * reported once.
 */
function createCurrentTools(fixedTools, { externalTools, rules, mode, emit }) {
    let isReported = false;
    const warn = (text) => {
        if (!isReported)
            emit({ type: 'notice', level: 'warning', text });
        isReported = true;
    };
    return cacheByVersion(externalTools, (tools) => {
        const all = [...fixedTools, ...tools];
        const hidden = (0,_policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_11__/* .hiddenTools */ .G8)(all, rules, mode);
        const toolbox = (0,_tools_toolbox_js__WEBPACK_IMPORTED_MODULE_16__/* .makeToolbox */ .A)(all);
        const visible = toolbox.declarations().filter(({ name }) => !hidden.has(name));
        return { toolbox, hiddenTools: hidden, declarations: (0,_tools_toolbox_js__WEBPACK_IMPORTED_MODULE_16__/* .limitDeclarations */ .t)(visible, warn) };
    });
}
/** Computes a value from the external tools, again only after they changed. */
function cacheByVersion(externalTools, compute) {
    let cached;
    return () => {
        const version = externalTools.version();
        if (cached?.version !== version)
            cached = { version, value: compute(externalTools.tools()) };
        return cached.value;
    };
}


/***/ }),

/***/ 54881:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  CF: () => (/* binding */ openProposalTools),
  OC: () => (/* binding */ runGithubTools)
});

// UNUSED EXPORTS: branchOptions, callJudge, editJudge

// EXTERNAL MODULE: ./build/tools/tool.js
var tools_tool = __webpack_require__(10280);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
// EXTERNAL MODULE: ./build/github/api/github-error.js
var github_error = __webpack_require__(73465);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/coerce.js
var coerce = __webpack_require__(49567);
// EXTERNAL MODULE: ./build/github/context/prompt-data.js
var prompt_data = __webpack_require__(55203);
;// CONCATENATED MODULE: ./build/github-tools/mcp-tool.js




/** The parameters that name the repository. A run can reach only its own. */
const repositoryParameters = { owner: schemas/* string */.YjP().optional(), repo: schemas/* string */.YjP().optional() };
const optionalNumber = coerce/* number */.ai().int().min(1).optional();
const pageParameters = {
    page: coerce/* number */.ai().int().min(1).optional(),
    perPage: coerce/* number */.ai().int().min(1).max(100).optional(),
};
const pageOf = ({ page = 1, perPage = 30 }) => ({ page, per_page: perPage });
/** Why a call is about another repository than the run's; undefined when it is not. */
function otherRepositoryProblem({ owner, repo }, { repo: taskRepo }) {
    const full = typeof repo === 'string' && repo.includes('/') ? repo : `${owner ?? taskRepo.owner}/${repo ?? taskRepo.name}`;
    const isOwn = full.trim().toLowerCase() === `${taskRepo.owner}/${taskRepo.name}`.toLowerCase();
    return isOwn
        ? undefined
        : `This run can reach only the repository ${taskRepo.owner}/${taskRepo.name}, not ${JSON.stringify(full)}. Set owner and repo to it, or omit them.`;
}
/** A problem of the arguments; thrown inside a read, and answered as a failed call. */
class McpArgumentError extends Error {
}
/** Returns a function that defines a reading tool under a name of GitHub's MCP server. It answers JSON in that server's field names. */
const mcpReadDefiner = ({ task, nonce }) => ({ name, description, needs, input, read }) => (0,tools_tool/* defineTool */.uO)({
    ...mcpNames(name),
    description,
    annotations: { readOnlyHint: true },
    input: schemas/* object */.Ikc({ ...repositoryParameters, ...input }),
    parameterAliases: ({ shape }) => ('issue_number' in shape ? ISSUE_PARAMETER_NAMES : MCP_PARAMETER_NAMES),
    async run(args) {
        const problem = otherRepositoryProblem(args, task);
        if (problem !== undefined)
            return (0,tools_tool/* failed */.gz)('execution_failed', problem);
        const output = (0,prompt_data/* openPromptData */.J)(nonce);
        try {
            // The schema is the definition's own plus owner and repo, which TypeScript cannot see through the spread.
            const { owner: _, repo: __, ...ownArgs } = args;
            const value = await read(ownArgs, output);
            return (0,tools_tool/* done */.Vw)(typeof value === 'string' ? value : JSON.stringify(await cleanJson(value, output)));
        }
        catch (error) {
            if (error instanceof McpArgumentError)
                return (0,tools_tool/* failed */.gz)('execution_failed', error.message);
            if (!(error instanceof github_error/* GitHubError */.y_))
                throw error;
            const hint = error.status === 403 || error.status === 404
                ? ` If it exists, the job lacks the permission \`${needs}\`.`
                : '';
            return (0,tools_tool/* failed */.gz)('execution_failed', `${error.message}.${hint}`);
        }
    },
});
/** Models write the spellings of every version of that server. */
const MCP_PARAMETER_NAMES = {
    number: 'pullNumber',
    pull_number: 'pullNumber',
    pr_number: 'pullNumber',
    prNumber: 'pullNumber',
    issueNumber: 'issue_number',
    per_page: 'perPage',
    start_line: 'startLine',
    start_side: 'startSide',
    subject_type: 'subjectType',
    q: 'query',
};
const ISSUE_PARAMETER_NAMES = {
    ...Object.fromEntries(['number', 'issueNumber', 'pullNumber', 'pull_number'].map((name) => [name, 'issue_number'])),
    per_page: 'perPage',
};
const mcpNames = (name) => ({
    name: `github__${name}`,
    aliases: [`mcp_github_${name}`],
    server: 'github',
});
const MAX_CHARACTERS = { prose: 20_000, code: 60_000 };
const PROSE = new Set(['body', 'title', 'description']);
/** The value with its texts cleaned like all text from outside: nothing hidden, nothing endless. */
async function cleanJson(value, output, key = '') {
    if (typeof value === 'string')
        return PROSE.has(key) ? output.prose(value, MAX_CHARACTERS.prose) : output.code(value, MAX_CHARACTERS.code);
    if (Array.isArray(value))
        return Promise.all(value.map((each) => cleanJson(each, output, key)));
    if (typeof value !== 'object' || value === null)
        return value;
    const entries = Object.entries(value).map(async ([name, each]) => [name, await cleanJson(each, output, name)]);
    return Object.fromEntries(await Promise.all(entries));
}

// EXTERNAL MODULE: ./build/github-tools/proposal.js
var github_tools_proposal = __webpack_require__(67296);
;// CONCATENATED MODULE: ./build/github-tools/mcp-writes.js





/**
 * Returns a function that defines a writing tool under a name of GitHub's MCP server. Nothing is written: its steps are calls of our
 * proposal tools, each judged by the rules as if the model had called it.
 */
const mcpWriteDefiner = (context) => ({ name, description, input, judgesSteps, plan }) => (0,tools_tool/* defineTool */.uO)({
    ...mcpNames(name),
    description,
    annotations: { readOnlyHint: false, destructiveHint: false },
    input: schemas/* object */.Ikc({ ...repositoryParameters, ...input }),
    parameterAliases: ({ shape }) => ('issue_number' in shape ? ISSUE_NUMBER_NAMES : WRITE_PARAMETER_NAMES),
    async beyond(args) {
        const planned = judgesSteps === undefined ? { steps: [] } : await plan(ownArgsOf(args));
        const steps = 'steps' in planned ? planned.steps : [];
        for (const { tool, args } of steps) {
            const step = context.ownTools.get(`github__${tool}`);
            const parsed = step?.parse(args);
            const reason = parsed?.ok ? await step?.beyond?.(parsed.args) : undefined;
            if (reason !== undefined)
                return reason;
        }
        return undefined;
    },
    async run(args, signal) {
        const problem = otherRepositoryProblem(args, context.task);
        if (problem !== undefined)
            return (0,tools_tool/* failed */.gz)('execution_failed', problem);
        try {
            const planned = await plan(ownArgsOf(args));
            if ('refusal' in planned)
                return (0,tools_tool/* failed */.gz)('execution_failed', planned.refusal);
            if ('withdraw' in planned)
                return (0,tools_tool/* done */.Vw)(planned.withdraw());
            return 'answer' in planned ? (0,tools_tool/* done */.Vw)(planned.answer) : await runSteps(planned, context, signal);
        }
        catch (error) {
            if (!(error instanceof github_error/* GitHubError */.y_))
                throw error;
            return (0,tools_tool/* failed */.gz)('execution_failed', `Not accepted, because the proposal could not be checked: ${error.message}`);
        }
    },
});
/** The schema is the definition's own plus owner and repo, which TypeScript cannot see through the spread. */
function ownArgsOf(args) {
    const { owner: _, repo: __, ...ownArgs } = args;
    return ownArgs;
}
const WRITE_PARAMETER_NAMES = { ...MCP_PARAMETER_NAMES, commit_id: 'commitID', commitId: 'commitID' };
const ISSUE_NUMBER_NAMES = Object.fromEntries(['number', 'issueNumber', 'pullNumber', 'pull_number'].map((name) => [name, 'issue_number']));
/** Runs every step. The call fails when a step failed; the text says what of it is proposed all the same. */
async function runSteps({ steps, notes = [] }, context, signal) {
    const results = [];
    for (const step of steps)
        results.push(await runStep(step, context, signal));
    const texts = results.map((result) => (result.ok ? String(result.content) : result.text));
    const text = [...texts, ...notes].join('\n');
    const missing = results.find((result) => !result.ok && result.reason !== 'edit_no_change');
    if (missing?.ok === false)
        return (0,tools_tool/* failed */.gz)(missing.reason, text);
    const isInPlace = results.length > 0 && results.every(({ ok }) => !ok);
    return isInPlace ? (0,tools_tool/* failed */.gz)('edit_no_change', text) : (0,tools_tool/* done */.Vw)(text);
}
async function runStep({ tool: name, args }, context, signal) {
    const tool = context.ownTools.get(`github__${name}`);
    if (tool === undefined)
        return (0,tools_tool/* failed */.gz)('execution_failed', `The workflow turned github__${name} off. Put it in the answer instead.`);
    const refusal = context.judge(tool, args);
    if (refusal !== undefined)
        return (0,tools_tool/* failed */.gz)('policy_violation', refusal);
    const parsed = tool.parse(args);
    return parsed.ok ? tool.run(parsed.args, signal) : (0,tools_tool/* failed */.gz)('invalid_tool_params', parsed.text);
}
/** The arguments that are set. */
const setArgs = (args) => Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
const issueFields = {
    title: schemas/* string */.YjP().optional(),
    body: schemas/* string */.YjP().optional(),
    labels: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
    assignees: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
    state: schemas/* string */.YjP().optional().describe('open or closed.'),
    state_reason: schemas/* string */.YjP().optional().describe('completed, not_planned or duplicate.'),
    duplicate_of: optionalNumber,
    milestone: schemas/* unknown */.L5J().optional(),
    type: schemas/* unknown */.L5J().optional(),
};
/** The tools that write issues, under the names of GitHub's MCP server. */
function mcpIssueWriteTools(context) {
    const define = mcpWriteDefiner(context);
    return [
        define({
            name: 'issue_write',
            judgesSteps: true,
            description: 'Proposes a new issue (method create), or a change of an issue (method update). It is done after the run.',
            input: { method: schemas/* enum */.k5n(['create', 'update']), issue_number: optionalNumber, ...issueFields },
            plan: ({ method, issue_number, ...fields }) => method === 'create' ? planCreation(fields) : planUpdate(issue_number, fields),
        }),
        define({
            name: 'update_issue',
            judgesSteps: true,
            description: 'Proposes a change of an issue. It is done after the run.',
            input: { issue_number: optionalNumber, ...issueFields },
            plan: ({ issue_number, ...fields }) => planUpdate(issue_number, fields),
        }),
        define({
            name: 'update_pull_request',
            judgesSteps: true,
            description: 'Proposes a new title, text or state of a pull request. It is done after the run.',
            input: {
                pullNumber: optionalNumber,
                title: schemas/* string */.YjP().optional(),
                body: schemas/* string */.YjP().optional(),
                state: schemas/* string */.YjP().optional().describe('open or closed.'),
                base: schemas/* unknown */.L5J().optional(),
                draft: schemas/* unknown */.L5J().optional(),
                reviewers: schemas/* unknown */.L5J().optional(),
                maintainer_can_modify: schemas/* unknown */.L5J().optional(),
            },
            plan: ({ pullNumber, base, draft, reviewers, maintainer_can_modify: edits, ...fields }) => withIgnored(planUpdate(pullNumber, fields), { base, draft, reviewers, maintainer_can_modify: edits }),
        }),
        define({
            name: 'create_issue',
            judgesSteps: true,
            description: 'Proposes a new issue. It is done after the run.',
            input: issueFields,
            plan: planCreation,
        }),
    ];
}
function planCreation({ title = '', body = '', labels, assignees, milestone, type, ...rest }) {
    const { state: _, state_reason: __, duplicate_of: ___, ...unknown } = rest;
    return withIgnored({ steps: [{ tool: 'create_issue', args: setArgs({ title, body, labels }) }] }, { ...unknown, assignees: assignees?.length === 0 ? undefined : assignees, milestone, type });
}
function planUpdate(number, { labels, assignees, milestone, type, ...fields }) {
    const target = setArgs({ number });
    const update = setArgs({
        ...fields,
        state: fields.state?.toLowerCase(),
        state_reason: fields.state_reason?.toLowerCase(),
    });
    const steps = [
        ...(labels?.length ? [{ tool: 'add_labels', args: { labels, ...target } }] : []),
        ...(assignees?.length ? [{ tool: 'assign', args: { users: assignees, ...target } }] : []),
        ...(Object.keys(update).length > 0 ? [{ tool: 'update_issue', args: { ...update, ...target } }] : []),
    ];
    const ignored = { milestone, type };
    if (steps.length > 0) {
        const kept = labels?.length ? ['Existing labels stay; github__remove_labels proposes to remove labels.'] : [];
        return withIgnored({ steps, notes: kept }, ignored);
    }
    return { refusal: 'Nothing would change. Set title, body, state, labels or assignees.' };
}
/** Names the arguments that have no effect, so that the model does not report them as done. */
function withIgnored(plan, ignored) {
    const names = Object.keys(setArgs(ignored));
    if (names.length === 0 || !('steps' in plan))
        return plan;
    const note = `Not done, because this action does not set it: ${names.join(', ')}. Say so in the answer.`;
    return { ...plan, notes: [...(plan.notes ?? []), note] };
}
/**
 * A review in steps: a pending review is created, gets inline comments, and is submitted. Here all of it becomes one review with the
 * event COMMENT, which delivery posts after the run, submitted or not.
 */
const WHEN = 'All inline comments and this text become one review with the event COMMENT. It is posted after the run.';
const METHODS = ['create', 'submit_pending', 'delete_pending', 'resolve_thread', 'unresolve_thread'];
const reviewFields = {
    pullNumber: optionalNumber,
    body: schemas/* string */.YjP().optional().describe('GitHub Markdown.'),
    event: schemas/* string */.YjP().optional().describe('Always posted as COMMENT.'),
    commitID: schemas/* string */.YjP().optional(),
};
const inlineComment = schemas/* looseObject */._H3({ path: schemas/* string */.YjP(), body: schemas/* string */.YjP() });
/** The tools that write reviews, under the names of GitHub's MCP server. */
function mcpReviewWriteTools(context) {
    const define = mcpWriteDefiner(context);
    return [
        define({
            name: 'pull_request_review_write',
            judgesSteps: true,
            description: `Writes a review, by method: ${METHODS.join(', ')}. ${WHEN}`,
            input: { method: schemas/* enum */.k5n(METHODS), ...reviewFields, threadId: schemas/* string */.YjP().optional() },
            plan({ method, threadId, ...fields }) {
                switch (method) {
                    case 'create':
                        return fields.event === undefined ? planStart(fields) : planReview(fields, context);
                    case 'submit_pending':
                        return planReview(fields, context);
                    case 'delete_pending':
                        return withdrawReview(fields, context);
                    case 'resolve_thread':
                        return { steps: [{ tool: 'resolve_thread', args: setArgs({ thread_id: threadId }) }] };
                    case 'unresolve_thread':
                        return { refusal: 'This action does not reopen threads. Use github__reply in the thread.' };
                }
            },
        }),
        define({
            name: 'create_pending_pull_request_review',
            description: `Starts a review. ${WHEN}`,
            input: reviewFields,
            plan: planStart,
        }),
        define({
            name: 'submit_pending_pull_request_review',
            description: `Ends a review with its text. ${WHEN}`,
            input: reviewFields,
            plan: (fields) => planReview(fields, context),
        }),
        define({
            name: 'delete_pending_pull_request_review',
            description: 'Takes back the review that this run has proposed so far.',
            input: { pullNumber: optionalNumber },
            plan: (fields) => withdrawReview(fields, context),
        }),
        ...['create_pull_request_review', 'create_and_submit_pull_request_review'].map((name) => define({
            name,
            description: `Proposes a review. ${WHEN}`,
            input: { ...reviewFields, comments: schemas/* array */.YOg(inlineComment).optional() },
            plan: ({ comments = [], ...fields }) => planReview(fields, context, comments),
        })),
    ];
}
const planStart = ({ body = '', pullNumber }) => body.trim() === ''
    ? {
        answer: 'The review is open. Add inline comments with add_comment_to_pending_review, then submit it with its text. Nothing is posted before the run ends.',
    }
    : { steps: [overviewStep(body, pullNumber)] };
const overviewStep = (body, number) => ({
    tool: 'review_overview',
    args: setArgs({ body, number }),
});
function planReview({ body = '', event = 'COMMENT', pullNumber: number }, { store }, comments = []) {
    const notes = event.trim().toUpperCase() === 'COMMENT' ? [] : [NO_APPROVAL];
    const steps = [
        ...comments.map((comment) => ({ tool: 'review_comment', args: { ...comment, ...setArgs({ number }) } })),
        ...(body.trim() === '' ? [] : [overviewStep(body, number)]),
    ];
    if (steps.length > 0)
        return { steps, notes };
    const count = store.ofKind('review_comment').length + store.ofKind('review_overview').length;
    if (count === 0)
        return { refusal: 'The review is empty. Give its text in body.' };
    return { answer: [`The review is complete. ${WHEN}`, ...notes].join('\n') };
}
const NO_APPROVAL = 'The event is COMMENT: this action neither approves a pull request nor requests changes. Say in the text what you recommend.';
function withdrawReview({ pullNumber }, { store, task }) {
    const number = pullNumber ?? task.number;
    return {
        withdraw() {
            const count = store.withdraw((each) => (each.kind === 'review_comment' || each.kind === 'review_overview') && each.number === number);
            return count === 0 ? 'No review was proposed.' : 'The review is taken back: nothing of it is posted.';
        },
    };
}
/** Our tool for inline comments, which takes comments on a whole file too: they go into the text of the review. */
const withFileComments = (reviewComment, overview) => ({
    ...reviewComment,
    parse(args) {
        const { path, body, line, subjectType, subject_type: subject = subjectType } = args;
        const number = args.pullNumber ?? args.pull_number ?? args.number;
        const isAboutFile = (line === undefined || line === null) && /^file$/i.test(String(subject ?? ''));
        if (!isAboutFile || typeof path !== 'string' || typeof body !== 'string')
            return reviewComment.parse(args);
        return { ok: true, args: setArgs({ path, body, fileComment: true, number }) };
    },
    run(args, signal) {
        if (args.fileComment !== true)
            return reviewComment.run(args, signal);
        const { path, body, number } = args;
        const parsed = overview?.parse(setArgs({ body: `**\`${path}\`**: ${body}`, number }));
        if (parsed?.ok !== true)
            return Promise.resolve((0,github_tools_proposal/* refuseProposal */.dp)(parsed?.text ?? 'Reviews are off in this run.'));
        return overview?.run(parsed.args, signal) ?? Promise.resolve((0,github_tools_proposal/* refuseProposal */.dp)('Reviews are off in this run.'));
    },
});

;// CONCATENATED MODULE: ./build/github-tools/mcp-file-writes.js



const mcp_file_writes_WHEN = 'It is done after the run.';
const change = { branch: schemas/* string */.YjP(), message: schemas/* string */.YjP().optional() };
/** The tools that propose a branch, its files and its pull request, under the names of GitHub's MCP server. */
function mcpFileWriteTools(context) {
    const define = mcpWriteDefiner(context);
    const { staged, branches } = context;
    const files = async (tool, { branch: name, message = '' }, changed) => {
        const problem = branches.problem(tool);
        if (problem !== undefined)
            return { refusal: problem };
        const branch = await staged.resolve(name);
        if (typeof branch === 'string')
            return { refusal: branch };
        const refusal = await staged.stage(branch, changed);
        if (refusal !== undefined)
            return { refusal };
        if (message.trim() !== '')
            branch.message = message;
        const paths = changed.slice(0, 20).map(({ path }) => path);
        return { answer: `Proposed on the new branch ${branch.branch}: ${paths.join(', ')}. ${mcp_file_writes_WHEN}` };
    };
    return [
        define({
            name: 'create_branch',
            description: `Proposes a new branch for files. ${mcp_file_writes_WHEN}`,
            input: { branch: schemas/* string */.YjP(), from_branch: schemas/* string */.YjP().optional() },
            async plan({ branch: name, from_branch: from }) {
                const problem = branches.problem('create_branch');
                if (problem !== undefined)
                    return { refusal: problem };
                const branch = await staged.start(name, from);
                if (typeof branch === 'string')
                    return { refusal: branch };
                return { answer: `The branch will be called ${branch.branch} and starts at ${branch.base.branch}. ${mcp_file_writes_WHEN}` };
            },
        }),
        define({
            name: 'create_or_update_file',
            description: `Proposes the full content of one file on a new branch. ${mcp_file_writes_WHEN}`,
            input: { path: schemas/* string */.YjP(), content: schemas/* string */.YjP(), sha: schemas/* string */.YjP().optional(), ...change },
            plan: ({ path, content, ...rest }) => files('create_or_update_file', rest, [{ path, content }]),
        }),
        define({
            name: 'push_files',
            description: `Proposes the full content of files on a new branch. ${mcp_file_writes_WHEN}`,
            input: { files: schemas/* array */.YOg(schemas/* object */.Ikc({ path: schemas/* string */.YjP(), content: schemas/* string */.YjP() })).min(1), ...change },
            plan: ({ files: changed, ...rest }) => files('push_files', rest, changed),
        }),
        define({
            name: 'delete_file',
            description: `Proposes to delete a file on a new branch. ${mcp_file_writes_WHEN}`,
            input: { path: schemas/* string */.YjP(), ...change },
            plan: ({ path, ...rest }) => files('delete_file', rest, [{ path, content: null }]),
        }),
        define({
            name: 'create_pull_request',
            description: `Proposes a pull request from the branch that this run has proposed. ${mcp_file_writes_WHEN}`,
            input: {
                title: schemas/* string */.YjP(),
                body: schemas/* string */.YjP().optional(),
                head: schemas/* string */.YjP().optional(),
                base: schemas/* string */.YjP().optional(),
                draft: schemas/* boolean */.zMY().optional(),
                maintainer_can_modify: schemas/* unknown */.L5J().optional(),
            },
            plan: (args) => planPullRequest(args, context),
        }),
    ];
}
async function planPullRequest(args, context) {
    const { store, task, ownTools, staged, branches } = context;
    const { title, body = '', draft = false, head, base } = args;
    const owner = `${task.repo.owner}:`.toLowerCase();
    const headName = head?.toLowerCase().startsWith(owner) ? head.slice(owner.length) : head;
    const branch = headName === undefined ? store.ofKind('branch')[0] : staged.find(headName);
    const hasFiles = branch !== undefined && branch.files.length > 0;
    const isOwn = ownTools.has('github__create_pull_request');
    if (!hasFiles && isOwn && (headName === undefined || !(await staged.isOnGitHub(headName))))
        return { steps: [{ tool: 'create_pull_request', args: { title, body: body || title, draft } }] };
    const problem = branches.problem('create_pull_request');
    if (problem !== undefined)
        return { refusal: problem };
    const target = hasFiles ? branch.base.branch : (task.base?.ref ?? task.defaultBranch);
    if (!hasFiles && (!branches.mayEditCheckout || (headName !== undefined && (await isTaken(headName, context)))))
        return { refusal: 'This run has proposed no files on that branch. Call create_branch and push_files first.' };
    if (base !== undefined && target !== undefined && base.replace(/^refs\/heads\//, '') !== target)
        return { refusal: `The branch starts at ${target}: set base to it.` };
    const plainTitle = (0,github_tools_proposal/* normalizeTitle */.sA)(title);
    const text = body.trim() === '' ? plainTitle : body;
    const textRefusal = plainTitle === '' ? 'The title is empty.' : (0,github_tools_proposal/* textProblem */.Fy)(text);
    if (textRefusal !== undefined)
        return { refusal: textRefusal };
    if (store.remaining('create_pull_request') === 0)
        return { refusal: 'A run may propose one pull request, and this run has already proposed one.' };
    const proposal = { kind: 'create_pull_request', title: plainTitle, body: text, draft };
    store.add(hasFiles ? { ...proposal, branch: branch.branch } : proposal, 'create_pull_request');
    const origin = hasFiles ? branch.branch : 'the files that this run has edited in the checkout';
    return {
        answer: `Proposed: the pull request "${plainTitle}" from ${origin}${target === undefined ? '' : ` into ${target}`}. ${mcp_file_writes_WHEN}`,
    };
}
/**
 * Whether the name belongs to another repository or to an existing branch. Otherwise it is a local branch, whose name does not matter:
 * the action names the branch of the edits.
 */
const isTaken = async (name, { staged }) => name.includes(':') || (staged.find(name) === undefined && (await staged.isOnGitHub(name)));

// EXTERNAL MODULE: ./build/github-tools/mcp-shapes.js
var mcp_shapes = __webpack_require__(48455);
// EXTERNAL MODULE: ./build/github-tools/read-tool.js
var read_tool = __webpack_require__(29257);
;// CONCATENATED MODULE: ./build/github-tools/mcp-pull-requests.js




/** What can be read of one pull request, by the `method` of pull_request_read. */
function pullReaders({ task, github }) {
    const pull = (pull_number) => github.read(({ pulls }, repository) => pulls.get({ ...repository, pull_number }), mcp_shapes/* PullShape */.Do);
    const commitsOf = async (number) => {
        if (number === task.number && task.base && task.head)
            return { base: task.base, head: task.head };
        return pull(number);
    };
    /** The diff of the event's commits for the run's pull request, the current diff for others. */
    const files = async (number, page) => {
        if (number !== task.number || !task.base || !task.head)
            return github.read(({ pulls }, repository) => pulls.listFiles({ ...repository, pull_number: number, ...pageOf(page) }), mcp_shapes/* FileShape */.cR.array());
        const basehead = `${task.base.sha}...${task.head.sha}`;
        const schema = schemas/* object */.Ikc({ files: mcp_shapes/* FileShape */.cR.array().default([]) });
        const { files: all } = await github.read(({ repos }, repository) => repos.compareCommitsWithBasehead({ ...repository, basehead }), schema);
        const { page: nth, per_page } = pageOf(page);
        return all.slice((nth - 1) * per_page, nth * per_page);
    };
    const readers = {
        get: pull,
        get_files: files,
        async get_diff(number, _, output) {
            const all = await files(number, { perPage: 100 });
            return output.code(all.map(fileDiff).join(''), MAX_DIFF_CHARACTERS);
        },
        get_comments: (number, page) => github.read(({ issues }, repository) => issues.listComments({ ...repository, issue_number: number, ...pageOf(page) }), mcp_shapes/* CommentShape */.Br.array()),
        get_review_comments: (number, page) => github.read(({ pulls }, repository) => pulls.listReviewComments({ ...repository, pull_number: number, ...pageOf(page) }), mcp_shapes/* ReviewCommentShape */.f0.array()),
        get_reviews: (number) => github.read(({ pulls }, repository) => pulls.listReviews({ ...repository, pull_number: number }), mcp_shapes/* ReviewShape */.AI.array()),
        async get_status(number) {
            const { head } = await commitsOf(number);
            return github.read(({ repos }, repository) => repos.getCombinedStatusForRef({ ...repository, ref: head.sha }), mcp_shapes/* StatusShape */.mc);
        },
        async get_check_runs(number, page) {
            const { head } = await commitsOf(number);
            return github.read(({ checks }, repository) => checks.listForRef({ ...repository, ref: head.sha, ...pageOf(page) }), mcp_shapes/* CheckRunsShape */.ml);
        },
        get_commits: (number, page) => github.read(({ pulls }, repository) => pulls.listCommits({ ...repository, pull_number: number, ...pageOf(page) }), mcp_shapes/* CommitShape */.$D.array()),
    };
    return readers;
}
const MAX_DIFF_CHARACTERS = 400_000;
function fileDiff({ filename, previous_filename, status, patch }) {
    const before = status === 'added' ? '/dev/null' : `a/${previous_filename ?? filename}`;
    const after = status === 'removed' ? '/dev/null' : `b/${filename}`;
    const head = `diff --git a/${previous_filename ?? filename} b/${filename}\n`;
    return patch
        ? `${head}--- ${before}\n+++ ${after}\n${patch}\n`
        : `${head}(no diff: binary, renamed only, or too large)\n`;
}
const mcp_pull_requests_METHODS = [
    'get',
    'get_diff',
    'get_files',
    'get_comments',
    'get_review_comments',
    'get_reviews',
    'get_status',
    'get_check_runs',
    'get_commits',
];
/** The tools that read pull requests. */
function mcpPullRequestTools(context) {
    const { task, github } = context;
    const define = mcpReadDefiner(context);
    const readers = pullReaders(context);
    const needs = 'pull-requests: read';
    const input = { pullNumber: optionalNumber, ...pageParameters };
    const numberOf = (requested) => {
        const number = requested ?? task.number;
        if (number === undefined)
            throw new McpArgumentError('This run is not about a pull request: give pullNumber.');
        return number;
    };
    const reader = (name, method, description) => define({
        name,
        description,
        needs,
        input,
        read: ({ pullNumber, ...page }, output) => readers[method](numberOf(pullNumber), page, output),
    });
    return [
        define({
            name: 'pull_request_read',
            description: `Reads a pull request, by method: ${mcp_pull_requests_METHODS.join(', ')}.`,
            needs,
            input: { method: schemas/* enum */.k5n(mcp_pull_requests_METHODS), ...input },
            read: ({ method, pullNumber, ...page }, output) => readers[method](numberOf(pullNumber), page, output),
        }),
        reader('get_pull_request', 'get', 'Reads a pull request.'),
        reader('get_pull_request_diff', 'get_diff', "Reads a pull request's diff."),
        reader('get_pull_request_files', 'get_files', 'Lists the files that a pull request changes, with their patches.'),
        reader('get_pull_request_comments', 'get_comments', 'Lists the comments on a pull request.'),
        reader('get_pull_request_review_comments', 'get_review_comments', 'Lists the inline comments of a pull request.'),
        reader('get_pull_request_reviews', 'get_reviews', 'Lists the reviews of a pull request.'),
        reader('get_pull_request_status', 'get_status', "Reads the combined status of a pull request's head."),
        define({
            name: 'list_pull_requests',
            description: 'Lists pull requests of this repository, newest first.',
            needs,
            input: {
                state: schemas/* enum */.k5n(['open', 'closed', 'all']).optional(),
                head: schemas/* string */.YjP().optional(),
                base: schemas/* string */.YjP().optional(),
                sort: schemas/* enum */.k5n(['created', 'updated', 'popularity', 'long-running']).optional(),
                direction: schemas/* enum */.k5n(['asc', 'desc']).optional(),
                ...pageParameters,
            },
            async read({ page, perPage, ...filters }) {
                const problem = filters.base === undefined ? undefined : (0,read_tool/* refProblem */.Tb)(filters.base);
                if (problem !== undefined)
                    throw new McpArgumentError(problem);
                const parameters = { ...definedOnly(filters), ...pageOf({ page, perPage }) };
                return github.read(({ pulls }, repository) => pulls.list({ ...repository, ...parameters }), mcp_shapes/* PullShape */.Do.array());
            },
        }),
    ];
}
/** The values that are set, as query parameters. */
const definedOnly = (values) => Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
// EXTERNAL MODULE: ./build/github/api/github.js + 14 modules
var api_github = __webpack_require__(45397);
// EXTERNAL MODULE: ./build/github/context/changed-files.js
var changed_files = __webpack_require__(92768);
// EXTERNAL MODULE: ./build/github/context/context.js
var context = __webpack_require__(72949);
// EXTERNAL MODULE: ./build/github/context/diff.js
var diff = __webpack_require__(61583);
// EXTERNAL MODULE: ./build/text/format-text.js
var format_text = __webpack_require__(37595);
;// CONCATENATED MODULE: ./build/github-tools/read-code.js








const FILE_PAGE = 20_000;
/** The number of paths on a page. */
const FILES_PAGE = 50;
/** Larger files are not fetched. */
const MAX_FILE_BYTES = 5_000_000;
const MAX_MESSAGE_CHARACTERS = 2_000;
const numberParameter = schemas/* int */.Whr()
    .min(1)
    .optional()
    .describe("Number of the pull request. Default: the number of this run's pull request.");
/** The tools that read diffs, files and commits. */
function codeReadTools(task, github, defineReadTool) {
    const defineNumberedTool = (0,read_tool/* numberedToolDefiner */.yZ)(task, defineReadTool);
    return [
        defineReadTool({
            name: 'get_diff',
            description: 'Reads the diff of a pull request, or of two branches, tags or commits from their merge base on, page by page or of one file.',
            needs: 'pull-requests: read',
            input: schemas/* object */.Ikc({
                number: numberParameter,
                base: schemas/* string */.YjP().optional().describe('Branch, tag or commit to compare with, instead of a pull request.'),
                head: schemas/* string */.YjP().optional().describe("Branch, tag or commit with the changes. Default: this run's commit."),
                path: schemas/* string */.YjP().optional().describe('Only this file.'),
                page: read_tool/* pageParameter */.rd,
            }),
            async read({ path, page = 1, ...requested }, output) {
                const subject = diffSubject(requested, task);
                if (typeof subject === 'string')
                    return subject;
                const { files: all, note } = await readDiff(subject, task, github);
                if (note !== undefined)
                    output.note(note);
                const files = path === undefined ? all : all.filter((file) => file.path === path || file.previousPath === path);
                if (files.length === 0 && path !== undefined)
                    return `${JSON.stringify(path)} is not part of the diff.${'number' in subject ? ' github__list_files lists its files.' : ''}`;
                if (files.length === 0)
                    output.note('No files are changed.');
                const pages = (0,diff/* diffPages */.yh)(files);
                for (const { file, patch, ...part } of pages[page - 1] ?? []) {
                    output.data('diff', (0,diff/* diffAttributes */.xX)(file), patch === undefined ? `(no diff: ${(0,diff/* missingPatchReason */.$e)(file)})` : output.code(patch, diff/* DIFF_PAGE */.SO));
                    if (patch !== undefined)
                        (0,diff/* markShown */.Lx)(file, part);
                }
                (0,read_tool/* writePageNumbers */.tF)(output, page, pages.length);
            },
        }),
        defineNumberedTool({
            name: 'list_files',
            description: 'Lists the files that a pull request changes, 50 a page, with the number of lines added and removed.',
            needs: 'pull-requests: read',
            input: schemas/* object */.Ikc({ number: numberParameter, page: read_tool/* pageParameter */.rd }),
            async read(number, { page = 1 }, output) {
                const { files, note } = await readDiff({ number }, task, github);
                if (note !== undefined)
                    output.note(note);
                const { items, pages } = (0,read_tool/* listPage */.ks)(files, FILES_PAGE, page);
                if (items.length === 0)
                    return void output.note(page > 1 ? 'There is no such page.' : 'No files are changed.');
                if (page === 1 && pages > 1)
                    output.note(`${files.length} files are changed: ${(0,changed_files/* countGroups */.eq)(files)}.`);
                output.data('changed-files', { files: items.length }, items.map(diff/* describeFile */.CL).join('\n'));
                (0,read_tool/* writePageNumbers */.tF)(output, page, pages);
            },
        }),
        defineReadTool({
            name: 'list_commits',
            description: 'Lists the commits of a pull request, oldest first, or the history of a ref, newest first, 50 a page.',
            needs: 'contents: read',
            input: schemas/* object */.Ikc({
                number: numberParameter,
                ref: schemas/* string */.YjP().optional().describe('Branch, tag or commit, instead of a pull request.'),
                path: schemas/* string */.YjP().optional().describe('Only commits that change this file or folder. Not combined with number.'),
                page: read_tool/* pageParameter */.rd,
            }),
            async read({ number: requestedNumber, ref, path, page = 1 }, output) {
                const problem = ref === undefined ? undefined : (0,read_tool/* refProblem */.Tb)(ref);
                if (problem !== undefined)
                    return problem;
                const taskNumber = task.kind === 'pull_request' ? task.number : undefined;
                const pull = ref === undefined && path === undefined ? (requestedNumber ?? taskNumber) : undefined;
                const { items, pages } = pull === undefined
                    ? await github.commits(ref ?? (0,read_tool/* commitOfTask */.Yx)(task), path, page)
                    : await github.pullCommits(pull, page);
                if (items.length === 0)
                    return void output.note(page > 1 ? 'There is no such page.' : 'There are no commits.');
                for (const { sha, message, author, date } of items)
                    output.data('commit', { sha, author, date }, output.code(message, MAX_MESSAGE_CHARACTERS));
                (0,read_tool/* writePageNumbers */.tF)(output, page, pages);
            },
        }),
        defineReadTool({
            name: 'get_file',
            description: "Reads a file or folder at a commit, branch or tag. Default: the pull request's head. For the working copy, read_file is faster.",
            needs: 'contents: read',
            input: schemas/* object */.Ikc({
                path: schemas/* string */.YjP().describe('Path from the root of the repository.'),
                ref: schemas/* string */.YjP().optional(),
                page: read_tool/* pageParameter */.rd,
            }),
            async read({ path: requestedPath, ref = (0,read_tool/* commitOfTask */.Yx)(task), page = 1 }, output) {
                const path = requestedPath.replace(/^(?:\.?\/)+|\/+$/g, '');
                const problem = (0,read_tool/* refProblem */.Tb)(ref) ?? repositoryPathProblem(path);
                if (problem !== undefined)
                    return problem;
                const content = await github.content(path, ref);
                await writeContent({ path, ref, content, page }, github, output);
            },
        }),
    ];
}
/** What to compare, or the reason why the arguments do not say so. */
function diffSubject({ number, base, head }, task) {
    if (number !== undefined && (base !== undefined || head !== undefined))
        return 'Give either number, or base and head.';
    const { compared } = task;
    if (base === undefined && head === undefined) {
        const subject = number ?? task.number;
        if (subject !== undefined)
            return { number: subject };
        return compared ?? 'This run is not about a pull request: give a number, or base and head.';
    }
    const from = base ?? task.base?.sha ?? compared?.base ?? task.defaultBranch;
    if (from === undefined)
        return 'Give base, too.';
    const refs = { base: from, head: head ?? compared?.head ?? (0,read_tool/* commitOfTask */.Yx)(task) };
    return (0,read_tool/* refProblem */.Tb)(refs.base) ?? (0,read_tool/* refProblem */.Tb)(refs.head) ?? refs;
}
/** The diff of the event's commits for the task's pull request, the current diff for others. */
async function readDiff(subject, { number: taskNumber, base, head }, github) {
    if ('base' in subject) {
        const { mergeBase, files } = await github.compare(subject.base, subject.head);
        const grouped = await (0,changed_files/* groupChangedFiles */.L)(files, mergeBase, github);
        return { files: grouped, note: files.length < api_github/* MAX_COMPARED_FILES */.nS ? undefined : context/* INCOMPLETE_COMPARISON */.$0 };
    }
    const commits = subject.number === taskNumber ? { base: base?.sha, head: head?.sha } : {};
    const { files, missing } = await (0,changed_files/* readChangedFiles */.IM)({ number: subject.number, ...commits }, github);
    return { files, note: missing };
}
/** The path becomes part of a URL, in which `.` and `..` would change the address. */
const repositoryPathProblem = (path) => path.split('/').some((part) => part === '.' || part === '..') || /\p{Cc}/u.test(path)
    ? `${JSON.stringify(path)} is not a valid path from the root of the repository.`
    : undefined;
async function writeContent({ path, ref, content, page }, github, output) {
    switch (content.kind) {
        case 'folder': {
            const lines = content.entries.map(({ name, kind, size }) => kind === 'dir'
                ? `[DIR] ${JSON.stringify(name)}`
                : `${JSON.stringify(name)} (${kind === 'file' ? `${size} bytes` : kind})`);
            return void output.data('folder', { path, ref }, lines.join('\n'));
        }
        case 'other':
            return void output.note(`${path} is a ${content.type}, which has no text.`);
        case 'file': {
            if (content.size > MAX_FILE_BYTES)
                return void output.note(`${path} is too large for this tool (${content.size} bytes).`);
            const bytes = content.bytes ?? Buffer.from(await github.blob(content.blob));
            if (!(0,external_node_buffer_.isUtf8)(bytes) || bytes.includes(0))
                return void output.note(`${path} is binary (${content.size} bytes).`);
            const { text, pages } = (0,format_text/* textPage */.$3)(output.code(bytes.toString('utf8'), MAX_FILE_BYTES), FILE_PAGE, page);
            output.data('file', { path, ref, bytes: content.size }, text);
            (0,read_tool/* writePageNumbers */.tF)(output, page, pages);
        }
    }
}

;// CONCATENATED MODULE: ./build/github-tools/read-issues.js



/** The maximum UTF-16 units of each part. */
const read_issues_MAX_CHARACTERS = { title: 300, body: 20_000, comment: 4_000, threadComment: 2_000 };
const THREADS_A_PAGE = 20;
const read_issues_numberParameter = schemas/* int */.Whr()
    .min(1)
    .optional()
    .describe("Number. Default: the number of this run's issue or pull request.");
/** The tools that read issues, pull requests, comments and review threads. */
function issueReadTools(task, github, defineReadTool) {
    const defineNumberedTool = (0,read_tool/* numberedToolDefiner */.yZ)(task, defineReadTool);
    return [
        defineNumberedTool({
            name: 'get_issue',
            description: 'Reads an issue (or a pull request as an issue): title, body, state, labels, author and assignees.',
            needs: 'issues: read',
            input: schemas/* object */.Ikc({ number: read_issues_numberParameter, page: read_tool/* pageParameter */.rd }),
            async read(number, { page = 1 }, output) {
                const issue = await github.issue(number);
                await writeSubject(issue.isPullRequest ? 'pull request' : 'issue', issue, issueAttributes(issue), {
                    page,
                    output,
                });
            },
        }),
        defineNumberedTool({
            name: 'list_comments',
            description: 'Reads the comments on an issue or pull request, oldest first, 30 a page. Default: the last page.',
            needs: 'issues: read',
            input: schemas/* object */.Ikc({ number: read_issues_numberParameter, page: read_tool/* pageParameter */.rd }),
            async read(number, { page }, output) {
                const first = await github.commentsPage(number, page ?? 1);
                const result = page === undefined && first.pages > 1 ? await github.commentsPage(number, first.pages) : first;
                if (result.items.length === 0)
                    output.note(result.page > 1 ? 'There is no such page.' : 'There are no comments.');
                for (const comment of result.items)
                    await writeComment(comment, task, output);
                if (result.pages > 1)
                    output.note(`Page ${result.page} of ${result.pages}, oldest first.`);
            },
        }),
        defineNumberedTool({
            name: 'get_pull_request',
            description: 'Reads a pull request: title, body, state, branches and their commits.',
            needs: 'pull-requests: read',
            input: schemas/* object */.Ikc({ number: read_issues_numberParameter, page: read_tool/* pageParameter */.rd }),
            async read(number, { page = 1 }, output) {
                const pull = await github.pull(number);
                const { base, head, state, draft, createdAt, updatedAt } = pull;
                const isMoved = number === task.number && task.head !== undefined && task.head.sha !== head.sha;
                const attributes = {
                    state: draft ? `${state} (draft)` : state,
                    base: `${base.ref} ${base.sha}`,
                    head: `${head.ref} ${head.sha}`,
                    head_repository: head.repo ?? 'deleted',
                    head_at_start_of_run: isMoved ? task.head?.sha : undefined,
                    created: createdAt,
                    updated: updatedAt,
                };
                await writeSubject('pull request', pull, attributes, { page, output });
            },
        }),
        defineNumberedTool({
            name: 'list_review_threads',
            description: 'Reads the review threads of a pull request, with their ids for github__reply.',
            needs: 'pull-requests: read',
            input: schemas/* object */.Ikc({ number: read_issues_numberParameter, state: schemas/* enum */.k5n(['open', 'all']).optional(), page: read_tool/* pageParameter */.rd }),
            async read(number, { state = 'open', page = 1 }, output) {
                const [viewer, all] = await Promise.all([github.viewer(), github.threads(number)]);
                const threads = state === 'all' ? all : all.filter(({ isResolved }) => !isResolved);
                if (threads.length === 0)
                    output.note(all.length === 0 ? 'There are no review threads.' : 'No review thread is open.');
                const { items, pages } = (0,read_tool/* listPage */.ks)(threads, THREADS_A_PAGE, page);
                for (const thread of items)
                    await writeThread(thread, viewer, output);
                (0,read_tool/* writePageNumbers */.tF)(output, page, pages);
            },
        }),
        defineReadTool({
            name: 'search_issues',
            description: "Searches this repository's issues or pull requests with GitHub's search syntax, best match first, 20 a page.",
            needs: 'issues: read',
            input: schemas/* object */.Ikc({
                query: schemas/* string */.YjP().describe('Words and qualifiers, for example state:open, label:bug, in:title.'),
                kind: schemas/* enum */.k5n(['issue', 'pull-request']).optional().describe('Default: issue.'),
                page: read_tool/* pageParameter */.rd,
            }),
            async read({ query, kind = 'issue', page = 1 }, output) {
                if (query.trim() === '')
                    return 'The query is empty. Give words or qualifiers, for example state:open or label:bug.';
                const terms = withoutScopeQualifiers(query);
                const { items, total } = await github.search(`${terms} is:${kind}`.trim(), page);
                if (items.length === 0)
                    output.note(page > 1 ? 'There is no such page.' : 'No results.');
                for (const issue of items)
                    output.data('search-result', { number: issue.number, ...issueAttributes(issue) }, (0,format_text/* toOneLine */.GX)(await output.prose(issue.title, read_issues_MAX_CHARACTERS.title)));
                if (total > page * 20)
                    output.note(`More results: page ${page + 1}.`);
            },
        }),
    ];
}
/** Removes the qualifiers that this tool sets, because another repository or type would widen the search. */
const withoutScopeQualifiers = (query) => query
    .replace(/(?<=^|[\s(])-?(?:repo|org|user|owner|is:issue|is:pr|is:pull-request|type:issue|type:pr)\b(?::(?:"[^"]*"|\S+))?/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
function issueAttributes(issue) {
    return {
        state: issue.stateReason === undefined ? issue.state : `${issue.state} (${issue.stateReason})`,
        labels: issue.labels.length === 0 ? undefined : issue.labels.join(', '),
        assignees: issue.assignees.length === 0 ? undefined : issue.assignees.join(', '),
        locked: issue.locked ? 'yes' : undefined,
        comments: issue.comments,
        created: issue.createdAt,
        updated: issue.updatedAt,
    };
}
async function writeSubject(noun, subject, attributes, { page, output }) {
    const { title, body, author } = subject;
    output.data('title', { of: `${noun} #${subject.number}`, author, ...attributes }, (0,format_text/* toOneLine */.GX)(await output.prose(title, read_issues_MAX_CHARACTERS.title)));
    const { text, pages } = (0,format_text/* textPage */.$3)(await output.prose(body, body.length), read_issues_MAX_CHARACTERS.body, page);
    output.data('description', { author }, text.trim() === '' ? '(empty)' : text);
    (0,read_tool/* writePageNumbers */.tF)(output, page, pages);
}
async function writeComment({ id, author, body, createdAt, updatedAt }, task, output) {
    const isAfterEvent = task.requestedAt !== undefined && Date.parse(updatedAt) >= Date.parse(task.requestedAt) && id !== task.comment?.id;
    const attributes = {
        id,
        author: author ?? 'ghost',
        created: createdAt,
        edited: updatedAt === createdAt ? undefined : updatedAt,
        since_the_event: isAfterEvent ? 'yes' : undefined,
    };
    output.data('comment', attributes, await output.prose(body, read_issues_MAX_CHARACTERS.comment));
}
async function writeThread(thread, viewer, output) {
    const comments = [];
    for (const { author, createdAt, body, isHidden } of thread.comments) {
        const text = isHidden ? '(hidden by a maintainer)' : await output.prose(body, read_issues_MAX_CHARACTERS.threadComment);
        comments.push(`${(0,format_text/* toOneLine */.GX)(author ?? 'ghost')} at ${createdAt}:\n${text}`);
    }
    if (thread.commentCount > thread.comments.length)
        comments.push(`(${thread.commentCount - thread.comments.length} more comments)`);
    const attributes = {
        id: thread.id,
        path: thread.path,
        line: thread.startLine === undefined ? thread.line : `${thread.startLine}-${thread.line}`,
        side: thread.side,
        state: thread.isResolved ? 'resolved' : 'open',
        outdated: thread.isOutdated ? 'yes' : undefined,
        opened_by_this_action: thread.comments[0]?.author === viewer ? 'yes' : undefined,
    };
    output.data('thread', attributes, comments.join('\n\n'));
}

;// CONCATENATED MODULE: ./build/github-tools/mcp-repository.js








const ISSUE_METHODS = ['get', 'get_comments', 'get_labels', 'get_sub_issues'];
/** Larger files are not fetched. */
const mcp_repository_MAX_FILE_BYTES = 1_000_000;
/** The tools that read issues, commits, code and files. */
function mcpRepositoryTools(context) {
    return [...issueTools(context), ...searchTools(context), ...codeTools(context)];
}
function issueTools(context) {
    const { task, github } = context;
    const define = mcpReadDefiner(context);
    const needs = 'issues: read';
    const numberOf = (requested) => {
        const number = requested ?? task.number;
        if (number === undefined)
            throw new McpArgumentError('This run is not about an issue: give issue_number.');
        return number;
    };
    const input = { issue_number: optionalNumber, ...pageParameters };
    const issue = (issue_number) => github.read(({ issues }, repository) => issues.get({ ...repository, issue_number }), mcp_shapes/* IssueShape */.bn);
    const comments = (issue_number, page) => github.read(({ issues }, repository) => issues.listComments({ ...repository, issue_number, ...pageOf(page) }), mcp_shapes/* CommentShape */.Br.array());
    return [
        define({
            name: 'issue_read',
            description: `Reads an issue, by method: ${ISSUE_METHODS.join(', ')}.`,
            needs,
            input: { method: schemas/* enum */.k5n(ISSUE_METHODS), ...input },
            async read({ method, issue_number, ...page }) {
                const number = numberOf(issue_number);
                switch (method) {
                    case 'get':
                        return issue(number);
                    case 'get_comments':
                        return comments(number, page);
                    case 'get_labels': {
                        const labels = await github.read(({ issues }, repository) => issues.listLabelsOnIssue({ ...repository, issue_number: number }), mcp_shapes/* LabelShape */.OZ.array());
                        return { labels, totalCount: labels.length };
                    }
                    case 'get_sub_issues':
                        throw new McpArgumentError('This action does not read sub-issues. The body of the issue may name them.');
                }
            },
        }),
        define({
            name: 'get_issue',
            description: 'Reads an issue.',
            needs,
            input,
            read: ({ issue_number }) => issue(numberOf(issue_number)),
        }),
        define({
            name: 'get_issue_comments',
            description: 'Lists the comments on an issue.',
            needs,
            input,
            read: ({ issue_number, ...page }) => comments(numberOf(issue_number), page),
        }),
        define({
            name: 'list_issues',
            description: 'Lists issues of this repository, without pull requests.',
            needs,
            input: {
                state: schemas/* string */.YjP().optional().describe('OPEN, CLOSED or all. Default: open.'),
                labels: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
                orderBy: schemas/* string */.YjP().optional().describe('CREATED_AT, UPDATED_AT or COMMENTS.'),
                direction: schemas/* string */.YjP().optional(),
                since: schemas/* string */.YjP().optional(),
                ...pageParameters,
            },
            async read({ state = 'open', labels = [], orderBy = 'created', direction = 'desc', since, page, perPage }) {
                const sort = orderBy.toLowerCase().replace(/_at$/, '');
                const all = await github.read(({ issues }, repository) => issues.listForRepo({
                    ...repository,
                    state: oneOf(['open', 'closed', 'all'], state),
                    labels: labels.length === 0 ? undefined : labels.join(','),
                    sort: oneOf(['created', 'updated', 'comments'], sort),
                    direction: oneOf(['desc', 'asc'], direction),
                    ...definedOnly({ since }),
                    ...pageOf({ page, perPage }),
                }), mcp_shapes/* IssueShape */.bn.array());
                const issues = all.filter((each) => each.pull_request == null);
                return {
                    issues,
                    pageInfo: { hasNextPage: all.length === pageOf({ perPage }).per_page },
                    totalCount: issues.length,
                };
            },
        }),
        define({
            name: 'list_label',
            description: "Lists this repository's labels.",
            needs,
            input: pageParameters,
            async read(page) {
                const labels = await github.read(({ issues }, repository) => issues.listLabelsForRepo({ ...repository, ...pageOf(page) }), mcp_shapes/* LabelShape */.OZ.array());
                return { labels, totalCount: labels.length };
            },
        }),
        define({
            name: 'get_label',
            description: 'Reads one label of this repository.',
            needs,
            input: { name: schemas/* string */.YjP() },
            read: ({ name }) => github.read(({ issues }, repository) => issues.getLabel({ ...repository, name }), mcp_shapes/* LabelShape */.OZ),
        }),
        define({
            name: 'get_me',
            description: 'The account that this action writes with.',
            needs: 'metadata: read',
            input: {},
            read: async () => ({ login: await github.viewer() }),
        }),
    ];
}
function searchTools(context) {
    const { task, github } = context;
    const define = mcpReadDefiner(context);
    const { owner, name } = task.repo;
    const input = {
        query: schemas/* string */.YjP(),
        sort: schemas/* string */.YjP().optional(),
        order: schemas/* string */.YjP().optional(),
        ...pageParameters,
    };
    const termsOf = (query) => {
        const terms = withoutScopeQualifiers(query);
        if (terms === '')
            throw new McpArgumentError('The query has no words or qualifiers for this repository.');
        return terms;
    };
    const search = (tool, kind) => define({
        name: tool,
        description: `Searches ${kind === 'issue' ? 'issues' : 'pull requests'} of this repository.`,
        needs: kind === 'issue' ? 'issues: read' : 'pull-requests: read',
        input,
        async read({ query, page, perPage }) {
            const q = `${withoutScopeQualifiers(query)} is:${kind} repo:${owner}/${name}`.trim();
            const result = await github.read((rest) => rest.search.issuesAndPullRequests({ q, ...pageOf({ page, perPage }) }), mcp_shapes/* SearchShape */._V);
            const items = result.items.filter(({ repository_url: url }) => url.toLowerCase().endsWith(`/repos/${owner}/${name}`.toLowerCase()));
            return { ...result, items };
        },
    });
    return [
        search('search_issues', 'issue'),
        search('search_pull_requests', 'pull-request'),
        define({
            name: 'search_code',
            description: 'Searches the code of the default branch. For the checked-out files, search_file_content is faster.',
            needs: 'contents: read',
            input,
            async read({ query, page, perPage }) {
                const q = `${termsOf(query)} repo:${owner}/${name}`;
                const result = await github.read((rest) => rest.search.code({ q, ...pageOf({ page, perPage }) }), mcp_shapes/* CodeSearchShape */.zT);
                const isOwn = ({ repository }) => repository.full_name.toLowerCase() === `${owner}/${name}`.toLowerCase();
                return { ...result, items: result.items.filter(isOwn) };
            },
        }),
    ];
}
function codeTools(context) {
    const { task, github } = context;
    const define = mcpReadDefiner(context);
    const needs = 'contents: read';
    const refOf = (requested) => {
        const staged = context.staged?.find(requested);
        if (staged !== undefined)
            return staged.base.sha;
        // That server also takes the full name of a ref.
        const ref = requested === undefined || requested === ''
            ? (0,read_tool/* commitOfTask */.Yx)(task)
            : requested.replace(/^refs\/(?:heads|tags)\//, '');
        const problem = (0,read_tool/* refProblem */.Tb)(ref);
        if (problem !== undefined)
            throw new McpArgumentError(problem);
        return ref;
    };
    return [
        define({
            name: 'get_commit',
            description: 'Reads a commit with its files.',
            needs,
            input: { sha: schemas/* string */.YjP(), include_diff: schemas/* boolean */.zMY().optional(), ...pageParameters },
            async read({ sha, include_diff: includeDiff = true }) {
                const commit = await github.read(({ repos }, repository) => repos.getCommit({ ...repository, ref: refOf(sha) }), mcp_shapes/* CommitDetailShape */.ce);
                return includeDiff ? commit : { ...commit, files: commit.files?.map(({ patch: _, ...file }) => file) };
            },
        }),
        define({
            name: 'list_commits',
            description: 'Lists the commits of a branch, tag or commit, newest first.',
            needs,
            input: {
                sha: schemas/* string */.YjP().optional(),
                path: schemas/* string */.YjP().optional(),
                author: schemas/* string */.YjP().optional(),
                since: schemas/* string */.YjP().optional(),
                until: schemas/* string */.YjP().optional(),
                ...pageParameters,
            },
            read: ({ sha, page, perPage, ...filters }) => github.read(({ repos }, repository) => repos.listCommits({
                ...repository,
                sha: refOf(sha),
                ...definedOnly(filters),
                ...pageOf({ page, perPage }),
            }), mcp_shapes/* CommitShape */.$D.array()),
        }),
        define({
            name: 'list_branches',
            description: 'Lists the branches of this repository.',
            needs,
            input: pageParameters,
            read: (page) => github.read(({ repos }, repository) => repos.listBranches({ ...repository, ...pageOf(page) }), mcp_shapes/* BranchShape */.SH.array()),
        }),
        define({
            name: 'get_file_contents',
            description: "Reads a file or folder at a branch, tag or commit. Default: the pull request's head.",
            needs,
            input: {
                path: schemas/* string */.YjP().optional(),
                ref: schemas/* string */.YjP().optional(),
                sha: schemas/* string */.YjP().optional(),
                branch: schemas/* string */.YjP().optional(),
            },
            async read({ path: requestedPath = '', ref, sha, branch }, output) {
                const path = requestedPath.replace(/^(?:\.?\/)+|\/+$/g, '');
                const problem = repositoryPathProblem(path);
                if (problem !== undefined)
                    throw new McpArgumentError(problem);
                const file = context.staged?.find(sha ?? ref ?? branch)?.files.find((each) => each.path === path);
                if (file?.after === null)
                    throw new McpArgumentError(`${path} is deleted on this branch.`);
                if (file?.after)
                    return output.code(file.after.toString('utf8'), mcp_repository_MAX_FILE_BYTES);
                const content = await github.content(path, refOf(sha ?? ref ?? branch));
                if (content.kind === 'folder')
                    return content.entries.map(({ name, kind, size }) => ({
                        type: kind,
                        name,
                        path: path === '' ? name : `${path}/${name}`,
                        size,
                    }));
                if (content.kind === 'other')
                    throw new McpArgumentError(`${path} is a ${content.type}, which has no text.`);
                if (content.size > mcp_repository_MAX_FILE_BYTES)
                    throw new McpArgumentError(`${path} has ${content.size} bytes. Use github__get_file, which reads page by page.`);
                const bytes = content.bytes ?? Buffer.from(await github.blob(content.blob));
                if (!(0,external_node_buffer_.isUtf8)(bytes) || bytes.includes(0))
                    throw new McpArgumentError(`${path} is binary (${content.size} bytes).`);
                return output.code(bytes.toString('utf8'), mcp_repository_MAX_FILE_BYTES);
            },
        }),
    ];
}
/** The value in lower case when it is one of these, and the first of them otherwise. */
const oneOf = (values, text) => values.find((value) => value === text.toLowerCase()) ?? values[0];

// EXTERNAL MODULE: ./build/platform/paths.js
var paths = __webpack_require__(554);
;// CONCATENATED MODULE: ./build/github-tools/staged-branch.js




const MAX_FILES = 500;
const staged_branch_MAX_FILE_BYTES = 1_000_000;
const MAX_BRANCH_CHARACTERS = 80;
function openStagedBranch(store, github, options) {
    const current = () => store.ofKind('branch')[0];
    const fullName = (name) => (name.startsWith(options.prefix) ? name : `${options.prefix}${name}`);
    const find = (name) => {
        const branch = current();
        return branch !== undefined && name !== undefined && fullName(plainName(name)) === branch.branch
            ? branch
            : undefined;
    };
    async function start(requestedName, from) {
        const name = plainName(requestedName);
        const problem = (0,read_tool/* refProblem */.Tb)(name);
        if (problem !== undefined || !/^(?!refs\/)[\w./-]+$/.test(name) || name.length > MAX_BRANCH_CHARACTERS)
            return `${JSON.stringify(name.slice(0, 200))} is not a valid name for a branch. Use letters, digits, dashes and slashes.`;
        const known = find(name);
        if (known !== undefined)
            return known;
        const other = current();
        if (other !== undefined)
            return `This run has already proposed the branch ${other.branch}, and the limit is one branch.`;
        if ((await github.branchTip(name)) !== undefined)
            return `The branch ${name} exists, and nothing is written to existing branches. Call create_branch with another name first.`;
        const baseName = plainName(from ?? (await github.defaultBranch()));
        const baseProblem = (0,read_tool/* refProblem */.Tb)(baseName);
        const sha = baseProblem === undefined ? await github.branchTip(baseName) : undefined;
        if (sha === undefined)
            return `There is no branch ${JSON.stringify(baseName.slice(0, 200))} to start from.`;
        const branch = {
            kind: 'branch',
            branch: fullName(name),
            base: { branch: baseName, sha },
            message: '',
            files: [],
        };
        store.add(branch, 'branch');
        return branch;
    }
    return {
        start,
        resolve: (name) => start(name, undefined),
        find,
        isOnGitHub: async (name) => (await github.branchTip(plainName(name))) !== undefined,
        async stage(branch, files) {
            const staged = [];
            for (const file of files) {
                const result = await stageFile(file, branch, { github, options });
                if (typeof result === 'string')
                    return result;
                staged.push(result);
            }
            const paths = new Set(staged.map(({ path }) => path));
            const all = [...branch.files.filter(({ path }) => !paths.has(path)), ...staged];
            if (all.length > MAX_FILES)
                return `A branch may change at most ${MAX_FILES} files.`;
            branch.files.splice(0, branch.files.length, ...all);
            return undefined;
        },
    };
}
/** GitHub's tools also take the full name of a ref. */
const plainName = (name) => name.trim().replace(/^refs\/heads\//, '');
/** Why no file of this path can be proposed. */
function stagedPathProblem(path) {
    const isPlain = path !== '' && !/^[/~]|\\|\/\/|\/$/.test(path) && path.length <= 1000;
    const problem = isPlain
        ? repositoryPathProblem(path)
        : `${JSON.stringify(path.slice(0, 200))} is not a valid file path.`;
    if (problem !== undefined)
        return problem;
    const invalid = (0,paths/* pathProblem */.z9)(path, 'linux');
    if (invalid !== undefined)
        return `${path}: ${invalid}`;
    const segment = (0,paths/* findProtectedSegment */.hs)(path);
    return segment === undefined ? undefined : `${path} may not be written: ${segment} is protected.`;
}
async function stageFile({ path, content }, branch, { github, options }) {
    const problem = stagedPathProblem(path) ?? options.judgeEdit(path, content ?? '');
    if (problem !== undefined)
        return problem;
    const after = content === null ? null : Buffer.from(content);
    if (after !== null && after.length > staged_branch_MAX_FILE_BYTES)
        return `${path} has ${after.length} bytes; at most ${staged_branch_MAX_FILE_BYTES} are accepted.`;
    const known = branch.files.find((each) => each.path === path);
    const before = known === undefined ? await contentBefore(path, branch.base.sha, github) : known.before;
    if (typeof before === 'string')
        return before;
    if (after === null && before === null)
        return `${path} does not exist.`;
    return { path, before, after, mode: '100644' };
}
/** The file at the start of the branch, null when there is none, or why it cannot be changed. */
async function contentBefore(path, sha, github) {
    try {
        const content = await github.content(path, sha);
        if (content.kind === 'folder')
            return `${path} is a folder.`;
        if (content.kind === 'other')
            return `${path} is a ${content.type}, which cannot be changed.`;
        return Buffer.from(content.bytes ?? (await github.blob(content.blob)));
    }
    catch (error) {
        if (error instanceof github_error/* GitHubError */.y_ && error.status === 404)
            return null;
        throw error;
    }
}

;// CONCATENATED MODULE: ./build/github-tools/mcp-tools.js








/** The tools of GitHub's MCP server that answer for our tools when a call names `owner` or `repo`, as calls of that server do. */
const JSON_FORMS = {
    github__get_issue: 'get_issue',
    github__get_pull_request: 'get_pull_request',
    github__list_commits: 'list_commits',
    github__search_issues: 'search_issues',
    github__list_comments: 'get_issue_comments',
    github__list_review_threads: 'get_pull_request_review_comments',
    github__get_diff: 'get_pull_request_diff',
    github__list_files: 'get_pull_request_files',
    github__get_check_runs: 'get_pull_request_status',
    github__get_file: 'get_file_contents',
    github__update_issue: 'update_issue',
    github__create_issue: 'create_issue',
    github__create_pull_request: 'create_pull_request',
};
/** Parameters that only the tools of GitHub's MCP server have. */
const MCP_PARAMETERS = ['owner', 'repo', 'assignees', 'milestone'];
const mcpParametersOf = (name) => {
    if (name === 'github__get_diff')
        return MCP_PARAMETERS; // its head and base are our own
    return name === 'github__update_issue' ? [...MCP_PARAMETERS, 'labels'] : [...MCP_PARAMETERS, 'head', 'base'];
};
/**
 * Our tools for GitHub, and the tools under the names of GitHub's MCP server. Only `declaredNames` are declared to the model; the others
 * answer when they are called. No tool reaches another repository than the run's.
 */
function withMcpTools(givenTools, { declaredNames, store, judge, branches, ...options }) {
    const ownByName = new Map(givenTools.map((tool) => [tool.name, tool]));
    const overview = ownByName.get(github_tools_proposal/* REVIEW_OVERVIEW */.tK);
    const githubTools = givenTools
        .filter((tool) => tool !== overview)
        .map((tool) => (tool.name === 'github__review_comment' ? withFileComments(tool, overview) : tool));
    const staged = openStagedBranch(store, options.github, branches);
    const context = { ...options, staged };
    const writing = { task: context.task, store, judge, ownTools: ownByName };
    const reads = [
        ...mcpPullRequestTools(context),
        ...mcpRepositoryTools(context),
        ...mcpReviewWriteTools(writing),
        ...mcpIssueWriteTools(writing),
        ...mcpFileWriteTools({ ...writing, staged, branches }),
    ];
    const nameOf = ({ name }) => name.replace(/^github__/, '');
    const byName = new Map(reads.map((tool) => [nameOf(tool), tool]));
    const usedNames = new Set(githubTools.flatMap(({ name, aliases }) => [name, ...aliases]));
    const ownTools = githubTools.map((tool) => ownTool(tool, byName.get(JSON_FORMS[tool.name] ?? ''), context));
    const others = [...reads, ...UNAVAILABLE.map(unavailableTool)].flatMap((tool) => {
        const isDeclared = declaredNames.has(nameOf(tool)) && !isUnavailable(tool);
        // A name that is an alias of ours is its own tool only where the workflow names it.
        if (usedNames.has(tool.name) && (!isDeclared || githubTools.some(({ name }) => name === tool.name)))
            return [];
        return [isDeclared ? tool : withoutDeclaration(tool)];
    });
    return [...ownTools, ...others];
}
const withoutDeclaration = (tool) => ({ ...tool, undeclared: true });
/** Our tool, which refuses another repository and answers in JSON where a call has the form of GitHub's MCP server. */
const ownTool = (tool, jsonForm, { task }) => ({
    ...tool,
    parse(args) {
        const isPlain = typeof args !== 'object' || args === null || Array.isArray(args);
        if (isPlain || !mcpParametersOf(tool.name).some((name) => Reflect.get(args, name) !== undefined))
            return tool.parse(args);
        const problem = otherRepositoryProblem(args, task);
        if (problem !== undefined)
            return { ok: false, text: problem };
        const { owner: _, repo: __, ...rest } = args;
        const parsed = jsonForm?.parse(rest);
        if (parsed?.ok !== true)
            return tool.parse(rest);
        return { ok: true, args: { ...parsed.args, owner: task.repo.owner, repo: task.repo.name } };
    },
    beyond: async (args) => (jsonForm !== undefined && Object.hasOwn(args, 'owner') ? jsonForm : tool).beyond?.(args),
    run: (args, signal) => jsonForm !== undefined && Object.hasOwn(args, 'owner') ? jsonForm.run(args, signal) : tool.run(args, signal),
});
const isUnavailable = ({ annotations }) => annotations.unavailable === true;
const unavailableTool = ({ name, advice }) => ({
    ...mcpNames(name),
    annotations: { readOnlyHint: false, unavailable: true },
    declare: () => ({ name: `github__${name}`, description: advice, parameters: { type: 'object', properties: {} } }),
    parse: (args) => ({ ok: true, args }),
    run: async () => (0,tools_tool/* failed */.gz)('execution_failed', advice),
});
/** The names of tools of GitHub's MCP server in the settings (`includeTools`) and in the texts of the task. */
function mcpToolNames(settings, ...texts) {
    const server = settings.mcpServers?.github;
    const text = JSON.stringify([server, ...texts]);
    return new Set(text.match(/[a-z]+(?:_[a-z]+)+/g)?.map((word) => word.replace(/^mcp__?github__?/, '')) ?? []);
}
const NO_MERGE = 'This action never merges. Say in the answer that the pull request can be merged; a person does it.';
const OWN_FILES = 'To change files, edit them in the checkout (write_file, replace); the input `changes` delivers them.';
/** Tools of GitHub's MCP server that this action does not have, each with the one that does the same, or the reason. */
const UNAVAILABLE = [
    {
        name: 'fork_repository',
        advice: 'No fork is needed: this run proposes a branch and a pull request in this repository with create_pull_request.',
    },
    { name: 'create_repository', advice: 'This action works only on its own repository.' },
    { name: 'merge_pull_request', advice: NO_MERGE },
    {
        name: 'update_pull_request_branch',
        advice: 'This action does not merge the base into a branch. A person does it.',
    },
    { name: 'request_copilot_review', advice: 'This action does not request reviewers. Name them in the answer.' },
    { name: 'assign_copilot_to_issue', advice: 'Use github__assign with the login of a person.' },
    { name: 'sub_issue_write', advice: 'This action does not link sub-issues. Name them in the answer or in a comment.' },
    { name: 'run_workflow', advice: 'This action does not start workflows.' },
    { name: 'rerun_workflow_run', advice: 'This action does not start workflows.' },
    { name: 'search_repositories', advice: 'This action reads only its own repository.' },
    { name: 'dismiss_notification', advice: 'This action does not handle notifications.' },
    {
        name: 'label_write',
        advice: 'This action creates no labels. Use github__add_labels with a label of this repository.',
    },
    { name: 'create_or_update_label', advice: 'This action creates no labels. Use github__add_labels.' },
    { name: 'lock_issue', advice: 'This action does not lock conversations. A maintainer can.' },
    {
        name: 'search_users',
        advice: 'This action does not search users. github__assign checks the logins that you give it.',
    },
    { name: 'get_job_logs', advice: 'Use github__get_job_log with the job_id from github__get_check_runs.' },
    { name: 'create_gist', advice: `This action creates no gists. ${OWN_FILES}` },
];

// EXTERNAL MODULE: ./build/github/api/issues.js
var issues = __webpack_require__(70317);
// EXTERNAL MODULE: ./build/platform/lazy.js
var lazy = __webpack_require__(21510);
// EXTERNAL MODULE: ./build/text/glob-list.js
var glob_list = __webpack_require__(50471);
;// CONCATENATED MODULE: ./build/github-tools/propose-issues.js







const propose_issues_WHEN = 'It is done after the run.';
const propose_issues_numberParameter = (0,lazy/* lazy */.R)(() => schemas/* int */.Whr()
    .min(1)
    .optional()
    .describe("Number of the issue or pull request. Default: the number of this run's issue or pull request."));
/** The proposal tools about issues, and about pull requests where GitHub treats them as issues. */
function issueProposalTools(task, github, options, store) {
    const issues = new Map();
    const issue = (number) => {
        const fetchIssue = issues.get(number) ?? (0,lazy/* lazyAsync */.z)(() => github.issue(number));
        issues.set(number, fetchIssue);
        return fetchIssue();
    };
    const target = targetResolver(task, issue, options);
    const context = { github, options, store, issue, labels: (0,lazy/* lazyAsync */.z)(github.labels), target, taskNumber: task.number };
    return [comment, addLabels, removeLabels, propose_issues_assign, updateIssue, createIssue].map((tool) => tool(context));
}
const comment = ({ target, store, options: { authority } }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'comment',
    description: `Proposes a comment in addition to the answer, which is always posted. ${propose_issues_WHEN}`,
    input: schemas/* object */.Ikc({
        body: schemas/* string */.YjP().describe('GitHub Markdown.'),
        number: propose_issues_numberParameter(),
        edit_last: schemas/* boolean */.zMY().optional().describe('Replaces the text of the last comment that this run proposed there.'),
    }),
    beyond: async ({ number }) => authority.item(number),
    async run({ body, number: requestedNumber, edit_last: editsLast = false }) {
        const subject = await target(requestedNumber);
        if (!subject.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(subject.reason);
        const problem = (0,github_tools_proposal/* textProblem */.Fy)(body);
        if (problem !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(problem);
        const earlier = store.ofKind('extra_comment').filter((each) => each.number === subject.number);
        if (earlier.some((each) => each.body.trim() === body.trim()))
            return (0,github_tools_proposal/* alreadyInPlace */.XU)(`The same comment on #${subject.number} is already proposed.`);
        const last = editsLast ? earlier.at(-1) : undefined;
        if (last !== undefined) {
            store.withdraw((each) => each === last);
            store.add({ ...last, body }, 'extra_comment', 0);
            return (0,tools_tool/* done */.Vw)(`Proposed: the new text of that comment on #${subject.number}. ${propose_issues_WHEN}`);
        }
        if (store.remaining('extra_comment') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('extra_comment', 'comments');
        store.add({ kind: 'extra_comment', number: subject.number, body, nth: earlier.length + 1 }, 'extra_comment');
        return (0,tools_tool/* done */.Vw)(`Proposed: a comment on #${subject.number}. ${propose_issues_WHEN}`);
    },
});
const addLabels = ({ issue, labels, target, options, store }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'add_labels',
    description: `Proposes labels to add to an issue or pull request. ${propose_issues_WHEN}`,
    input: schemas/* object */.Ikc({ labels: schemas/* array */.YOg(schemas/* string */.YjP()).min(1), number: propose_issues_numberParameter() }),
    beyond: async ({ number }) => labelsBeyond(number, options),
    async run({ labels: requestedLabels, number: requestedNumber }) {
        const limit = labelLimit(options);
        if (limit !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(limit);
        const subject = await target(requestedNumber);
        if (!subject.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(subject.reason);
        const current = (await issue(subject.number)).labels;
        const rules = { existing: await labels(), allowed: options.allowedLabels, current };
        const chosen = await chooseLabels(requestedLabels, rules);
        const room = store.remaining('labels');
        const added = chosen.accepted.slice(0, room);
        if (added.length > 0)
            store.add({ kind: 'add_labels', number: subject.number, labels: added }, 'labels', added.length);
        return partialResult(`for #${subject.number}`, added, [
            ...chosen.refused,
            ...beyondQuota(chosen.accepted.slice(room)),
        ]);
    },
});
const removeLabels = ({ issue, target, options, store }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'remove_labels',
    description: `Proposes labels to remove from an issue or pull request. ${propose_issues_WHEN}`,
    input: schemas/* object */.Ikc({ labels: schemas/* array */.YOg(schemas/* string */.YjP()).min(1), number: propose_issues_numberParameter() }),
    beyond: async ({ number }) => labelsBeyond(number, options),
    async run({ labels: requestedLabels, number: requestedNumber }) {
        const limit = labelLimit(options);
        if (limit !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(limit);
        const subject = await target(requestedNumber);
        if (!subject.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(subject.reason);
        const current = (await issue(subject.number)).labels;
        const chosen = await chooseLabels(requestedLabels, {
            existing: current,
            allowed: options.allowedLabels,
            current: [],
        });
        const removable = chosen.accepted.filter((name) => current.includes(name));
        const missing = chosen.accepted
            .filter((name) => !current.includes(name))
            .map((name) => `${name}: #${subject.number} does not have it`);
        const room = store.remaining('labels');
        const removed = removable.slice(0, room);
        if (removed.length > 0)
            store.add({ kind: 'remove_labels', number: subject.number, labels: removed }, 'labels', removed.length);
        const refused = [...chosen.refused, ...missing, ...beyondQuota(removable.slice(room))];
        return partialResult(`for removal from #${subject.number}`, removed, refused);
    },
});
const ONLY_ALLOWED_LABELS = 'sets and removes only labels that the input allowed_labels names';
const labelLimit = ({ authority, allowedLabels }) => allowedLabels.length > 0 ? undefined : authority.limit(ONLY_ALLOWED_LABELS);
const labelsBeyond = async (number, { authority, allowedLabels }) => authority.item(number) ?? (allowedLabels.length > 0 ? undefined : authority.byText(ONLY_ALLOWED_LABELS));
const beyondQuota = (labels) => labels.map((name) => `${name}: exceeds the number of labels that one run may propose`);
const ASSIGNS_NOBODY = 'assigns nobody';
const propose_issues_assign = ({ issue, target, github, store, options: { authority } }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'assign',
    description: `Proposes users to assign to an issue or pull request. ${propose_issues_WHEN}`,
    input: schemas/* object */.Ikc({ users: schemas/* array */.YOg(schemas/* string */.YjP()).min(1), number: propose_issues_numberParameter() }),
    beyond: async ({ number }) => authority.item(number) ?? authority.byText(ASSIGNS_NOBODY),
    async run({ users, number: requestedNumber }) {
        const limit = authority.limit(ASSIGNS_NOBODY);
        if (limit !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(limit);
        const subject = await target(requestedNumber);
        if (!subject.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(subject.reason);
        const current = (await issue(subject.number)).assignees;
        const accepted = [];
        const refused = [];
        for (const user of new Set(users.map((name) => name.trim().replace(/^@/, '')))) {
            const quota = store.remaining('users') - accepted.length;
            const problem = await assigneeProblem(user, { current, accepted, quota }, github);
            if (problem === undefined)
                accepted.push(user);
            else
                refused.push(`${user}: ${problem}`);
        }
        if (accepted.length > 0)
            store.add({ kind: 'assign', number: subject.number, users: accepted }, 'users', accepted.length);
        return partialResult(`for #${subject.number}`, accepted, refused);
    },
});
const CHANGES_NO_ITEM = 'closes and reopens nothing, and changes no title and no text';
const updateIssue = ({ issue, target, store, options: { authority }, taskNumber }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'update_issue',
    description: `Proposes a new title or text, or to close, reopen or mark an issue as a duplicate. ${propose_issues_WHEN}`,
    input: schemas/* object */.Ikc({
        number: propose_issues_numberParameter(),
        title: schemas/* string */.YjP().optional(),
        body: schemas/* string */.YjP().optional().describe('Replaces the text, in GitHub Markdown.'),
        state: schemas/* enum */.k5n(['open', 'closed']).optional(),
        state_reason: schemas/* enum */.k5n([...issues/* CLOSE_REASONS */.P, 'reopened']).optional(),
        duplicate_of: schemas/* int */.Whr().min(1).optional().describe('Number of the original issue. Closes this issue.'),
    }),
    async beyond({ number = taskNumber, title, body }) {
        const reason = authority.item(number) ?? (await authority.byText(CHANGES_NO_ITEM));
        if (reason !== undefined || number === undefined || (title ?? body) === undefined)
            return reason;
        return authority.rewrite(await issue(number), { title, body });
    },
    async run({ number: requestedNumber, ...args }) {
        const limit = authority.limit(CHANGES_NO_ITEM);
        if (limit !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(limit);
        const subject = await target(requestedNumber);
        if (!subject.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(subject.reason);
        const change = await resolveIssueUpdate(await issue(subject.number), args, issue);
        if (!change.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(change.reason);
        if (store.remaining('update_issue') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('update_issue', 'issue updates');
        store.add({ kind: 'update_issue', number: subject.number, ...change.update }, 'update_issue');
        return (0,tools_tool/* done */.Vw)(`Proposed: an update of #${subject.number}. ${propose_issues_WHEN}`);
    },
});
const OPENS_NO_ISSUE = 'opens no issue';
const createIssue = ({ labels, github, options, store }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'create_issue',
    description: `Proposes a new issue. Search for an existing one first. ${propose_issues_WHEN}`,
    input: schemas/* object */.Ikc({
        title: schemas/* string */.YjP(),
        body: schemas/* string */.YjP().describe('GitHub Markdown.'),
        labels: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
    }),
    beyond: options.authority.newIssue,
    async run({ title: requestedTitle, body, labels: requestedLabels = [] }) {
        const limit = options.authority.limit(OPENS_NO_ISSUE);
        if (limit !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(limit);
        const title = (0,github_tools_proposal/* normalizeTitle */.sA)(requestedTitle);
        const problem = title === '' ? 'The title is empty.' : (0,github_tools_proposal/* textProblem */.Fy)(body);
        if (problem !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(problem);
        const isSameTitle = (other) => other.toLowerCase() === title.toLowerCase();
        if (store.ofKind('create_issue').some((each) => isSameTitle(each.title)))
            return (0,github_tools_proposal/* alreadyInPlace */.XU)('An issue with this title is already proposed.');
        const existing = (await github.issuesOpenedBy(await github.viewer())).find((each) => each.state === 'open' && isSameTitle(each.title));
        if (existing !== undefined)
            return (0,github_tools_proposal/* alreadyInPlace */.XU)(`#${existing.number} is open and has this title. Comment there instead.`);
        if (store.remaining('create_issue') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('create_issue', 'issues');
        const chosen = requestedLabels.length === 0
            ? { accepted: [], refused: [] }
            : await chooseLabels(requestedLabels, {
                existing: await labels(),
                allowed: options.allowedLabels,
                current: [],
            });
        store.add({ kind: 'create_issue', title, body, labels: chosen.accepted }, 'create_issue');
        const refused = chosen.refused.length === 0 ? '' : `\n${refusedList(chosen.refused)}`;
        return (0,tools_tool/* done */.Vw)(`Proposed: the issue "${title}". ${propose_issues_WHEN}${refused}`);
    },
});
/** Resolves the number of a call: by default the task's, otherwise an existing one that the run may write to. */
function targetResolver(task, issue, { authority }) {
    return async (requestedNumber) => {
        const number = requestedNumber ?? task.number;
        if (number === undefined)
            return { ok: false, reason: 'This run is not about an issue or pull request: give a number.' };
        if (number === task.number)
            return { ok: true, number };
        const limit = authority.limit(`may write to ${task.number === undefined ? 'no issue or pull request' : `#${task.number} only`}`);
        if (limit !== undefined)
            return { ok: false, reason: limit };
        try {
            await issue(number);
            return { ok: true, number };
        }
        catch (error) {
            if (error instanceof github_error/* GitHubError */.y_ && (error.status === 404 || error.status === 410))
                return { ok: false, reason: `There is no issue or pull request #${number} in this repository.` };
            throw error;
        }
    };
}
const MAX_ASSIGNEES = 10;
/** The reason why a user cannot be assigned in addition to the current and accepted ones; undefined when the user can. */
async function assigneeProblem(user, { current, accepted, quota }, github) {
    if (current.some((name) => name.toLowerCase() === user.toLowerCase()))
        return 'is already assigned';
    if (current.length + accepted.length >= MAX_ASSIGNEES)
        return `GitHub accepts at most ${MAX_ASSIGNEES} assignees`;
    if (quota <= 0)
        return 'exceeds the number of users that one run may propose';
    if (!/^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(user) || !(await github.assignable(user)))
        return 'cannot be assigned; only users with access to the repository can';
    return undefined;
}
const IN_PLACE = /: (?:is set already|is already assigned|#\d+ does not have it)$/;
/** The result for a list of names of which some were proposed: fails when all were refused. */
function partialResult(target, proposed, refused) {
    const rest = refused.length === 0 ? '' : refusedList(refused);
    if (proposed.length === 0)
        return refused.every((line) => IN_PLACE.test(line)) ? (0,github_tools_proposal/* alreadyInPlace */.XU)(rest) : (0,github_tools_proposal/* refuseProposal */.dp)(rest);
    const names = proposed.map((name) => JSON.stringify(name)).join(', ');
    return (0,tools_tool/* done */.Vw)([`Proposed ${target}: ${names}. ${propose_issues_WHEN}`, rest].filter(Boolean).join('\n'));
}
const refusedList = (lines) => `Not accepted:\n${lines.map((line) => `- ${line}`).join('\n')}`;
/** The changes that the arguments make to an issue, or the reason why they cannot be made. */
async function resolveIssueUpdate(issue, { title, body, state, state_reason: reason, duplicate_of: original }, fetchIssue) {
    const refuse = (reason) => ({ ok: false, reason });
    const update = {};
    const shouldClose = state === 'closed' ||
        original !== undefined ||
        (state === undefined && reason !== undefined && reason !== 'reopened');
    if (title !== undefined) {
        if ((0,github_tools_proposal/* normalizeTitle */.sA)(title) === '')
            return refuse('The title is empty.');
        if ((0,github_tools_proposal/* normalizeTitle */.sA)(title) !== issue.title)
            update.title = (0,github_tools_proposal/* normalizeTitle */.sA)(title);
    }
    if (body !== undefined) {
        const problem = (0,github_tools_proposal/* textProblem */.Fy)(body);
        if (problem !== undefined)
            return refuse(problem);
        update.body = body;
    }
    if (state === 'open' && (original !== undefined || (reason !== undefined && reason !== 'reopened')))
        return refuse('state_reason and duplicate_of close an issue: omit them, or set state to "closed".');
    if (shouldClose && reason === 'reopened')
        return refuse('state_reason "reopened" requires state "open".');
    if (reason === 'duplicate' && original === undefined)
        return refuse('Name the original issue in duplicate_of.');
    if (original !== undefined) {
        if (issue.isPullRequest)
            return refuse('Only issues can be duplicates.');
        if (original === issue.number)
            return refuse('An issue cannot be a duplicate of itself.');
        const other = await fetchIssue(original).catch((error) => {
            if (error instanceof github_error/* GitHubError */.y_ && (error.status === 404 || error.status === 410))
                return undefined;
            throw error;
        });
        if (other === undefined || other.isPullRequest)
            return refuse(`There is no issue #${original} in this repository.`);
        update.duplicateOf = { number: original, id: other.id };
    }
    if (shouldClose && (issue.state !== 'closed' || original !== undefined)) {
        update.state = 'closed';
        if (!issue.isPullRequest)
            update.stateReason = original !== undefined ? 'duplicate' : reason === 'not_planned' ? 'not_planned' : 'completed';
    }
    if ((state === 'open' || reason === 'reopened') && issue.state !== 'open')
        update.state = 'open';
    if (Object.keys(update).length === 0)
        return refuse(`Nothing would change: #${issue.number} is ${issue.state} and has this title. Set another title, body, state or duplicate_of.`);
    return { ok: true, update };
}
/** GitHub's limit for the name of a label, in characters. */
const MAX_NAME_CHARACTERS = 50;
const MAX_LISTED = 40;
/** The requested labels that may be set, in the repository's spelling, and the others with the reason. */
async function chooseLabels(requested, rules) {
    const { existing, allowed, current } = rules;
    const isAllowed = matcher(allowed);
    const accepted = [];
    const refused = [];
    for (const label of new Set(requested.map((name) => name.trim()))) {
        const spelling = existing.find((name) => isSameName(name, label));
        const name = spelling ?? label;
        if (accepted.includes(name))
            continue;
        if (current.some((each) => isSameName(each, name)))
            refused.push(`${name}: is set already`);
        else if (allowed.length > 0 ? !isAllowed(name) : spelling === undefined)
            refused.push(`${label}: ${describeAccepted(rules)}`);
        else if (!isValidName(name))
            refused.push(`${label}: is not a valid label name`);
        else
            accepted.push(name);
    }
    return { accepted, refused };
}
const isSameName = (a, b) => a.toLowerCase() === b.toLowerCase();
const isValidName = (name) => name !== '' && [...name].length <= MAX_NAME_CHARACTERS && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name);
function describeAccepted({ existing, allowed }) {
    const { included, excluded } = (0,glob_list/* sortGlobs */.It)(allowed);
    const names = allowed.length > 0 ? included : existing;
    if (names.length === 0)
        return 'there are no labels to choose from';
    const listed = (list) => {
        const more = list.length > MAX_LISTED ? ` and ${list.length - MAX_LISTED} more` : '';
        return `${list
            .slice(0, MAX_LISTED)
            .map((name) => JSON.stringify(name))
            .join(', ')}${more}`;
    };
    return `is not accepted; accepted are ${listed(names)}${excluded.length > 0 ? `, but not ${listed(excluded)}` : ''}`;
}
/**
 * Matches globs against whole names; a label may also be spelled like a glob. A star matches slashes, too, because labels have no
 * folders. Globs with `!` alone allow nothing.
 */
function matcher(globs) {
    const { included, excluded } = (0,glob_list/* sortGlobs */.It)(globs);
    const matching = (list) => {
        const matches = (0,glob_list/* globList */.Xq)(list, { bash: true, dot: true, nocase: true });
        return (name) => list.some((glob) => isSameName(glob, name)) || matches(name);
    };
    const [isIncluded, isExcluded] = [matching(included), matching(excluded)];
    return (name) => isIncluded(name) && !isExcluded(name);
}

// EXTERNAL MODULE: ./build/github/context/failed-logs.js
var failed_logs = __webpack_require__(17941);
;// CONCATENATED MODULE: ./build/github-tools/read-checks.js




const RUNS_A_PAGE = 50;
/** The number of failed check runs whose annotations are listed, and of annotations listed for each. */
const MAX_ANNOTATED_RUNS = 5;
const MAX_ANNOTATIONS = 15;
const read_checks_MAX_CHARACTERS = { summary: 2_000, message: 600 };
/** Only the end of a log is fetched, because the failure is there. */
const LOG_BYTES = 4_000_000;
const LOG_PAGE = 20_000;
const CONTEXT_LINES = 3;
/** The tools that read check runs and job logs. */
function checkReadTools(task, github, defineReadTool) {
    return [
        defineReadTool({
            name: 'get_check_runs',
            description: 'Lists the check runs of a commit, failed ones first with their annotations, and the job ids for github__get_job_log.',
            needs: 'checks: read',
            input: schemas/* object */.Ikc({
                ref: schemas/* string */.YjP().optional().describe("Commit, branch or tag. Default: the pull request's head."),
                page: read_tool/* pageParameter */.rd,
            }),
            async read({ ref = (0,read_tool/* commitOfTask */.Yx)(task), page = 1 }, output) {
                const problem = (0,read_tool/* refProblem */.Tb)(ref);
                if (problem !== undefined)
                    return problem;
                const { items, total } = await github.checkRuns(ref, page);
                if (items.length === 0)
                    return void output.note(page > 1 ? 'There is no such page.' : `No checks ran on ${ref}.`);
                const sorted = items.toSorted((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)));
                const annotated = sorted.filter((run) => hasFailed(run) && run.annotations > 0).slice(0, MAX_ANNOTATED_RUNS);
                for (const run of sorted)
                    await writeRun(run, annotated.includes(run), github, output);
                if (total > page * RUNS_A_PAGE)
                    output.note(`More results: page ${page + 1}.`);
            },
        }),
        defineReadTool({
            name: 'get_job_log',
            description: 'Reads the log of a job from its end: page 1 is the last part. With `search`, only the lines that contain the text, with context lines.',
            needs: 'actions: read',
            input: schemas/* object */.Ikc({
                job_id: schemas/* int */.Whr().min(1).describe('Job id from github__get_check_runs.'),
                search: schemas/* string */.YjP().optional().describe('Text to search for; case is ignored.'),
                page: read_tool/* pageParameter */.rd,
            }),
            async read({ job_id, search, page = 1 }, output) {
                const { text, bytes } = await github.jobLog(job_id, LOG_BYTES);
                const isTruncated = bytes > LOG_BYTES;
                const lines = (0,failed_logs/* logLines */.O)(isTruncated ? text.slice(text.indexOf('\n') + 1) : text);
                if (isTruncated)
                    output.note(`The log has ${bytes} bytes; only the last ${LOG_BYTES} can be read.`);
                if (search !== undefined && search !== '')
                    return void writeMatches(lines, search, page, output);
                const { pages } = (0,format_text/* textPage */.$3)(lines.join('\n'), LOG_PAGE, 1);
                const part = (0,format_text/* textPage */.$3)(lines.join('\n'), LOG_PAGE, pages - page + 1);
                if (page > pages)
                    return void output.note(`There is no page ${page}; page ${pages} is the start of the log.`);
                output.data('log', { job: job_id }, output.code(part.text, LOG_PAGE));
                if (pages > 1)
                    output.note(`Page ${page} of ${pages}, counted from the end.`);
            },
        }),
    ];
}
const FAILED_CONCLUSIONS = new Set(['failure', 'timed_out', 'cancelled', 'action_required', 'startup_failure']);
const hasFailed = ({ conclusion }) => conclusion !== undefined && FAILED_CONCLUSIONS.has(conclusion);
async function writeRun(run, isAnnotated, github, output) {
    const text = [run.title, run.summary].filter((part) => part.trim() !== '').join('\n');
    const lines = [text === '' ? '' : await output.prose(text, read_checks_MAX_CHARACTERS.summary)];
    if (isAnnotated) {
        const annotations = await github.annotations(run.id);
        for (const { path, line, level, title, message } of annotations.slice(0, MAX_ANNOTATIONS))
            lines.push(`${level} ${(0,format_text/* toOneLine */.GX)(path)}:${line} ${(0,format_text/* toOneLine */.GX)(output.code([title, message].filter(Boolean).join(': '), read_checks_MAX_CHARACTERS.message))}`);
        if (run.annotations > MAX_ANNOTATIONS)
            lines.push(`(${run.annotations - MAX_ANNOTATIONS} more annotations)`);
    }
    const isJob = run.app === 'github-actions';
    const attributes = {
        name: run.name,
        id: run.id,
        job_id: isJob ? run.id : undefined,
        app: run.app,
        state: run.conclusion ?? run.status,
    };
    output.data('check-run', attributes, lines.filter((line) => line !== '').join('\n') || '(no output)');
}
function writeMatches(lines, search, page, output) {
    const lowerSearch = search.toLowerCase();
    const near = new Set();
    let count = 0;
    for (const [index, line] of lines.entries()) {
        if (!line.toLowerCase().includes(lowerSearch))
            continue;
        count += 1;
        for (let each = index - CONTEXT_LINES; each <= index + CONTEXT_LINES; each += 1)
            near.add(each);
    }
    const matches = lines.flatMap((line, index) => near.has(index) ? [`${near.has(index - 1) ? '' : '…\n'}${index + 1}: ${line}`] : []);
    const { text, pages } = (0,format_text/* textPage */.$3)(matches.join('\n'), LOG_PAGE, page);
    if (count === 0)
        output.note('No line contains that text.');
    else
        output.data('log', { lines_found: count }, output.code(text, LOG_PAGE));
    if (pages > 1)
        output.note(`Page ${page} of ${pages}.`);
}

;// CONCATENATED MODULE: ./build/github-tools/read-tools.js




/**
 * The tools that read this repository on GitHub during the run, page by page. User text is returned in data blocks that carry `nonce`,
 * without hidden text.
 */
function readTools(task, github, nonce) {
    const defineReadTool = (0,read_tool/* readToolDefiner */.qb)(nonce);
    return [
        ...issueReadTools(task, github, defineReadTool),
        ...codeReadTools(task, github, defineReadTool),
        ...checkReadTools(task, github, defineReadTool),
    ];
}

// EXTERNAL MODULE: ./build/github-tools/write-authority.js
var write_authority = __webpack_require__(27723);
// EXTERNAL MODULE: ./build/policy/rules/decide.js + 1 modules
var decide = __webpack_require__(14345);
// EXTERNAL MODULE: ./build/policy/rules/reachable.js
var reachable = __webpack_require__(30876);
// EXTERNAL MODULE: ./build/policy/rules/tool-names.js
var tool_names = __webpack_require__(81572);
// EXTERNAL MODULE: ./build/results/visitor-config.js
var visitor_config = __webpack_require__(62818);
// EXTERNAL MODULE: ./build/github/comment-marker.js
var comment_marker = __webpack_require__(9462);
;// CONCATENATED MODULE: ./build/github-tools/diff-lines.js
const HUNK_HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
/**
 * The hunks of a file's patch from GitHub, which starts at the first `@@` and has no file header. Line feeds end a line; a carriage
 * return before one is not part of the text. A truncated patch has fewer lines.
 */
function parsePatch(patch) {
    const hunks = [];
    let hunk = [];
    let oldLine = 0;
    let newLine = 0;
    let oldEnd = 0;
    let newEnd = 0;
    for (const raw of patch.split('\n')) {
        // The counts decide where a hunk ends: inside a hunk a line that looks like a header is text.
        const header = oldLine >= oldEnd && newLine >= newEnd ? HUNK_HEADER.exec(raw) : null;
        if (header !== null) {
            const [, oldStart = '', oldCount = '1', newStart = '', newCount = '1'] = header;
            oldLine = Number(oldStart);
            newLine = Number(newStart);
            oldEnd = oldLine + Number(oldCount);
            newEnd = newLine + Number(newCount);
            hunk = [];
            hunks.push(hunk);
            continue;
        }
        const text = raw.slice(1).replace(/\r$/, '');
        const sign = raw.charAt(0);
        if (sign === '+' && newLine < newEnd)
            hunk.push({ text, newLine: newLine++ });
        else if (sign === '-' && oldLine < oldEnd)
            hunk.push({ text, oldLine: oldLine++ });
        // Some tools strip the space of an empty context line.
        else if ((sign === ' ' || raw.trim() === '') && oldLine < oldEnd && newLine < newEnd)
            hunk.push({ text, oldLine: oldLine++, newLine: newLine++ });
    }
    return hunks.filter((lines) => lines.length > 0);
}
/** Locates the requested lines in the diff. Otherwise says why not, and which lines accept comments. */
function locateLines(hunks, { line, start_line = line, side = 'RIGHT' }) {
    const [first, last] = start_line <= line ? [start_line, line] : [line, start_line];
    const hunk = hunks.find((lines) => indexOf(lines, side, last) >= 0);
    if (hunk === undefined || indexOf(hunk, side, first) < 0)
        return { ok: false, ...explainMissingLines(hunks, side, first, last) };
    const from = indexOf(hunk, side, first);
    const to = indexOf(hunk, side, last);
    const lines = hunk.slice(from, to + 1).filter((each) => numberOf(each, side) !== undefined);
    // GitHub shows unchanged lines on the new side, so a comment on old lines moves there when no changed line is between them.
    const areUnchanged = side === 'LEFT' && lines.every(({ newLine }, index) => newLine === (lines[0]?.newLine ?? Number.NaN) + index);
    return {
        ok: true,
        location: areUnchanged ? locationOf('RIGHT', lines) : locationOf(side, lines),
        code: lines.map(({ text }) => text),
        before: textsOn(side, hunk.slice(0, from)),
        after: textsOn(side, hunk.slice(to + 1)),
        context: distinctiveContext(hunk, from, to),
    };
}
function locationOf(side, lines) {
    const [first, last] = [lines[0], lines.at(-1)].map((line) => (line && numberOf(line, side)) ?? 0);
    return first === last ? { side, line: last ?? 0 } : { side, start: first ?? 0, line: last ?? 0 };
}
const textsOn = (side, lines) => lines.flatMap((line) => (numberOf(line, side) === undefined ? [] : [line.text]));
const numberOf = (line, side) => (side === 'LEFT' ? line.oldLine : line.newLine);
const indexOf = (lines, side, number) => lines.findIndex((line) => numberOf(line, side) === number);
const DISTINCTIVE_CHARACTERS = 16;
/** The lines, with enough neighbors to distinguish them from similar lines: `}` occurs everywhere. */
function distinctiveContext(hunk, from, to) {
    const letters = (lines) => lines.map(({ text }) => text.replace(/[^\p{L}\p{N}]/gu, '')).join('').length;
    let [start, end] = [from, to];
    while (letters(hunk.slice(start, end + 1)) < DISTINCTIVE_CHARACTERS && (start > 0 || end < hunk.length - 1)) {
        start = Math.max(0, start - 1);
        end = Math.min(hunk.length - 1, end + 1);
    }
    return hunk.slice(start, end + 1).map(({ text }) => text.trim());
}
function explainMissingLines(hunks, side, first, last) {
    const name = side === 'LEFT' ? 'old' : 'new';
    const lines = first === last ? `Line ${last}` : `Lines ${first} to ${last}`;
    const other = side === 'LEFT' ? 'RIGHT' : 'LEFT';
    const otherSide = isOnSide(hunks, other, first, last)
        ? ` On side ${other} ${first === last ? 'it is' : 'they are'}.`
        : '';
    const apart = first !== last && isOnSide(hunks, side, first, first) && isOnSide(hunks, side, last, last)
        ? ' All lines of a comment must be in the same hunk.'
        : '';
    return {
        reason: `${lines} of the ${name} file ${first === last ? 'is' : 'are'} not part of the diff.${apart}${otherSide}`,
        accepted: rangesOf(hunks, side, last) || rangesOf(hunks, other, last),
    };
}
const isOnSide = (hunks, side, first, last) => hunks.some((lines) => indexOf(lines, side, first) >= 0 && indexOf(lines, side, last) >= 0);
const MAX_RANGES = 12;
/** The ranges of a side nearest to a line, in order, for example `10-24, 40-41 on side RIGHT`; empty when there are none. */
function rangesOf(hunks, side, near) {
    const ranges = hunks.flatMap((lines) => {
        const numbers = lines.flatMap((line) => numberOf(line, side) ?? []);
        const [first, last] = [numbers[0], numbers.at(-1)];
        return first === undefined || last === undefined ? [] : [{ first, last }];
    });
    if (ranges.length === 0)
        return '';
    const nearest = ranges
        .toSorted((a, b) => distance(a, near) - distance(b, near))
        .slice(0, MAX_RANGES)
        .toSorted((a, b) => a.first - b.first);
    const more = ranges.length > nearest.length ? ` and ${ranges.length - nearest.length} more ranges` : '';
    return `${nearest.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ')}${more} on side ${side}`;
}
const distance = ({ first, last }, line) => line < first ? first - line : Math.max(0, line - last);

// EXTERNAL MODULE: ./build/text/write-markdown.js
var write_markdown = __webpack_require__(83647);
// EXTERNAL MODULE: ./build/review/anchor.js
var review_anchor = __webpack_require__(58432);
// EXTERNAL MODULE: ./build/review/place-finding.js
var place_finding = __webpack_require__(1454);
// EXTERNAL MODULE: ./build/review/read-findings.js
var read_findings = __webpack_require__(28668);
// EXTERNAL MODULE: ./build/review/suggestion.js
var review_suggestion = __webpack_require__(98185);
;// CONCATENATED MODULE: ./build/review/pull-request-tools.js












const pull_request_tools_WHEN = 'It is posted after the run.';
/**
 * The proposal tools about the task's pull request. Without one the same tools exist but refuse every call: an equal tool list in all
 * runs of a repository keeps the start of the prompts equal, so the model's cache works.
 */
function pullRequestProposalTools(task, github, options, store) {
    const mayChangeFiles = options.changes === 'commit' || options.changes === 'pull_request';
    const createTools = mayChangeFiles ? [createPullRequest(store)] : [];
    const isAboutPull = task.kind === 'pull_request' || task.kind === 'workflow_run';
    const number = isAboutPull ? task.number : undefined;
    const taskSubject = openSubject(number ?? 0, task, github);
    const subject = subjectResolver(number, options, (each) => each === number ? taskSubject : openSubject(each, task, github));
    const context = { ...taskSubject, task, options, store, subject };
    const reviews = options.review === 'off' ? [] : [reviewComment(context), reviewOverview(context)];
    const threads = [reply(context), resolveThread(context)];
    const tools = [...reviews, ...(number === undefined ? threads.map(withoutPullRequest) : threads), ...createTools];
    return { tools, earlierFindings: async () => (number === undefined ? [] : taskSubject.findings()) };
}
const NO_PULL_REQUEST = 'This run is not about a pull request. Put your findings in the answer instead.';
const withoutPullRequest = (tool) => ({
    ...tool,
    run: async () => (0,github_tools_proposal/* refuseProposal */.dp)(NO_PULL_REQUEST),
});
/** Finds the pull request that a call is about: the task's, or another one where the run may write to others. */
function subjectResolver(taskNumber, { authority }, open) {
    const subjects = new Map();
    return (requestedNumber) => {
        const number = requestedNumber ?? taskNumber;
        if (number === undefined)
            return { ok: false, reason: NO_PULL_REQUEST };
        if (number !== taskNumber && !authority.isOwn(number)) {
            const limit = authority.limit(`may write to ${taskNumber === undefined ? 'no pull request' : `#${taskNumber} only`}`);
            return { ok: false, reason: limit ?? otherPullReason(number, taskNumber) };
        }
        const subject = subjects.get(number) ?? open(number);
        subjects.set(number, subject);
        return { ok: true, ...subject };
    };
}
const otherPullReason = (number, taskNumber) => `A run reviews its own pull request${taskNumber === undefined ? ', and this run has none' : ` (#${taskNumber})`}. To review #${number}, the workflow gives its number in the input github_pr_number. Until then put the review in the answer.`;
function openSubject(number, task, github) {
    const threads = async () => {
        const [viewer, all] = await Promise.all([github.viewer(), github.threads(number)]);
        return all.map((thread) => ({ ...thread, isOwn: thread.comments[0]?.author === viewer }));
    };
    const diff = (0,lazy/* lazyAsync */.z)(() => pull_request_tools_readDiff(task, number, github));
    const lazyThreads = (0,lazy/* lazyAsync */.z)(threads);
    const findings = async () => {
        const [{ base, commit }, all] = await Promise.all([diff(), lazyThreads()]);
        return (0,read_findings/* readFindings */.RJ)(all, { number, base, head: commit }, github);
    };
    return { number, diff, threads: lazyThreads, findings: (0,lazy/* lazyAsync */.z)(findings) };
}
/** The diff between the commits of the event, not the current ones of the branch. */
async function pull_request_tools_readDiff(task, number, github) {
    const own = number === task.number && task.base && task.head ? { base: task.base, head: task.head } : undefined;
    const { base, head } = own ?? (await github.pull(number));
    const files = (await (0,api_github/* filesChangedBetween */.YJ)(base.sha, head.sha, github)) ?? (await github.files(number));
    return { base: base.sha, commit: head.sha, files };
}
const pullNumber = schemas/* int */.Whr().min(1).optional().describe("Number of the pull request. Default: this run's.");
const reviewComment = ({ subject, store }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'review_comment',
    description: `Proposes an inline comment on lines of the pull request's diff, with a suggestion when a small change fixes the problem. All inline comments become one review. ${pull_request_tools_WHEN}`,
    input: schemas/* object */.Ikc({
        path: schemas/* string */.YjP().describe('Path of the file in the head of the diff.'),
        line: schemas/* int */.Whr().min(1).describe('Line of the comment, the last one of several. Counted in the file.'),
        start_line: schemas/* int */.Whr().min(1).optional().describe('First of several lines, in the same hunk.'),
        end_line: schemas/* int */.Whr().min(1).optional().describe('Last of several lines, when `line` is the first.'),
        side: schemas/* enum */.k5n(['RIGHT', 'LEFT']).optional().describe('LEFT for removed lines, counted in the old file.'),
        body: schemas/* string */.YjP().describe('What is wrong and why, in GitHub Markdown.'),
        suggestion: schemas/* string */.YjP().optional().describe('Exact replacement of the full lines. Empty to delete them.'),
        title: schemas/* string */.YjP().max(200).optional().describe('The problem in one line.'),
        severity: schemas/* enum */.k5n(github_tools_proposal/* SEVERITIES */.oC).optional().describe('Default: the one that body starts with, else medium.'),
        category: schemas/* string */.YjP()
            .max(40)
            .optional()
            .describe('One word, for example correctness, security, performance, tests.'),
        confidence: schemas/* enum */.k5n(github_tools_proposal/* CONFIDENCES */.ix).optional().describe('How sure you are.'),
        same_as: schemas/* string */.YjP().optional().describe('Id of an earlier finding that is the same problem, or "none".'),
        number: pullNumber,
    }),
    async run({ path, body: requestedBody, suggestion: requestedSuggestion, number: requestedNumber, ...rest }) {
        const target = subject(requestedNumber);
        if (!target.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(target.reason);
        const { number, diff, threads, findings } = target;
        const { body: text, suggestion } = (0,review_suggestion/* splitSuggestion */.Z1)(requestedBody, requestedSuggestion);
        const body = [(0,review_anchor/* findingHeading */.Ir)(rest), text].filter((part) => part !== '').join('\n\n');
        const { commit, files } = await diff();
        const file = findFile(files, path);
        if (file === undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(`${JSON.stringify(path)} is not part of the diff. ${describeChangedFiles(files, path)}`);
        if (file.patch === undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(`GitHub shows no diff of ${file.path} (binary, renamed only, or too large). Put the comment in the answer.`);
        const located = locateLines(parsePatch(file.patch), requestedLines(rest));
        if (!located.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(`${located.reason} Lines of ${file.path} that accept comments: ${located.accepted || 'none'}.`);
        const checked = checkText(text, suggestion, located);
        if (!checked.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(checked.reason);
        const comment = {
            path: file.path,
            location: located.location,
            body,
            suggestion: checked.suggestion,
            linesHash: (0,comment_marker/* shortHash */.BC)(file.path, located.location.side, ...located.context),
            finding: (0,review_anchor/* newFinding */.iD)(file.path, { ...rest, severity: rest.severity ?? (0,review_anchor/* statedSeverity */.zp)(text) }, located),
        };
        const isProposed = store
            .ofKind('review_comment')
            .some((each) => each.linesHash === comment.linesHash && each.body.trim() === body.trim());
        if (isProposed)
            return (0,github_tools_proposal/* alreadyInPlace */.XU)('The same comment is already proposed.');
        // A failure here does not refuse the proposal, because delivery checks for earlier comments again.
        const earlier = (await threads().catch(() => [])).find((thread) => thread.isOwn && linesHashOf(thread) === comment.linesHash);
        const { location, finding: record } = comment;
        const { start = location.line, line } = location;
        const proposed = { record, path: comment.path, start, line, sameAs: rest.same_as };
        const repeated = answerRepetition({ proposed, number, commit, body }, await findings().catch(() => []), store);
        if (repeated !== undefined)
            return repeated;
        if (earlier !== undefined)
            return (0,github_tools_proposal/* alreadyInPlace */.XU)(explainRepetition(earlier));
        if (store.remaining('review_comment') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('review_comment', 'inline comments');
        store.add({ kind: 'review_comment', number, commit, ...comment }, 'review_comment');
        return (0,tools_tool/* done */.Vw)(`Proposed: an inline comment on ${file.path}:${lineRange(located.location)}. ${pull_request_tools_WHEN}`);
    },
});
const reviewOverview = ({ subject, store }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'review_overview',
    description: `Proposes the text of the review, above its inline comments. ${pull_request_tools_WHEN}`,
    input: schemas/* object */.Ikc({ body: schemas/* string */.YjP().describe('GitHub Markdown.'), number: pullNumber }),
    async run({ body, number: requestedNumber }) {
        const target = subject(requestedNumber);
        if (!target.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(target.reason);
        const problem = (0,github_tools_proposal/* textProblem */.Fy)(body);
        if (problem !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(problem);
        const { number, diff } = target;
        const isProposed = store
            .ofKind('review_overview')
            .some((each) => each.number === number && each.body.trim() === body.trim());
        if (isProposed)
            return (0,github_tools_proposal/* alreadyInPlace */.XU)('The review has this text already.');
        if (store.remaining('review_overview') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('review_overview', 'texts of reviews');
        const { commit } = await diff();
        store.add({ kind: 'review_overview', number, commit, body }, 'review_overview');
        return (0,tools_tool/* done */.Vw)(`Proposed: the text of the review of #${number}. ${pull_request_tools_WHEN}`);
    },
});
/** By its current path or, because models also use paths of old diffs, by its previous one. */
function findFile(files, path) {
    const plain = path.replace(/^(?:\.\/)+/, '');
    const fileAt = (candidate) => files.find((file) => file.path === candidate);
    return (fileAt(path) ??
        fileAt(plain) ??
        files.find((file) => file.previousPath === plain) ??
        fileAt(plain.replace(/^[ab]\//, '')));
}
function describeChangedFiles(files, path) {
    const name = path.split('/').at(-1) ?? '';
    const sameName = files.filter((file) => file.path.endsWith(name));
    const listed = (sameName.length > 0 ? sameName : files).slice(0, 15).map((file) => JSON.stringify(file.path));
    return listed.length === 0
        ? 'The diff is empty.'
        : `Changed files${sameName.length > 0 ? ' of that name' : ''}: ${listed.join(', ')}${files.length > listed.length ? ', …' : ''}.`;
}
function checkText(body, suggestion, located) {
    const problem = suggestion !== undefined && body.trim() === '' ? undefined : (0,github_tools_proposal/* textProblem */.Fy)(body);
    if (problem !== undefined)
        return { ok: false, reason: problem };
    if (/^\s*[`~]{3,}\s*suggestion\b/m.test(body))
        return { ok: false, reason: 'Put the replacement in `suggestion`, which checks it, and only the reason in `body`.' };
    if (suggestion === undefined)
        return { ok: true };
    const suggestionProblem = suggestion.trim() === '' ? undefined : (0,github_tools_proposal/* textProblem */.Fy)(suggestion);
    if (suggestionProblem !== undefined)
        return { ok: false, reason: suggestionProblem };
    const parsed = (0,review_suggestion/* parseSuggestion */.kL)(suggestion, located.code, located.location.side);
    return parsed.ok ? { ok: true, suggestion: parsed.lines } : parsed;
}
/** The hash in the marker of the first comment. */
const linesHashOf = (thread) => (0,comment_marker/* parseCommentMarker */.Zv)(thread.comments[0]?.body ?? '')?.at;
function explainRepetition({ id, isResolved, commentCount }) {
    if (isResolved)
        return 'An earlier run commented on these lines, and the thread is resolved. Do not comment on them again.';
    const replies = commentCount === 1 ? 'no replies' : (0,write_markdown/* pluralize */.td)(commentCount - 1, 'reply', 'replies');
    return `An earlier run commented on these lines, and the thread is open (thread ${id}, ${replies}). To add something new, use github__reply.`;
}
/** Models also give the first line as `line` and the last one as `end_line`. */
const requestedLines = ({ line, end_line, start_line, side, }) => end_line === undefined ? { line, start_line, side } : { line: end_line, start_line: start_line ?? line, side };
const lineRange = ({ start, line }) => start === undefined ? `${line}` : `${start}-${line}`;
const reply = ({ number, threads, store }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'reply',
    description: `Proposes a reply in a review thread. github__list_review_threads lists the ids. ${pull_request_tools_WHEN}`,
    input: schemas/* object */.Ikc({ thread_id: schemas/* string */.YjP(), body: schemas/* string */.YjP().describe('GitHub Markdown.') }),
    async run({ thread_id, body }) {
        const thread = (await threads()).find(({ id }) => id === thread_id);
        const firstComment = thread?.comments[0];
        if (thread === undefined || firstComment === undefined)
            return unknownThread(thread_id, await threads());
        const problem = (0,github_tools_proposal/* textProblem */.Fy)(body);
        if (problem !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(problem);
        if (store.ofKind('reply').some((each) => each.thread === thread_id))
            return (0,github_tools_proposal/* alreadyInPlace */.XU)('A reply in this thread is already proposed.');
        if (store.remaining('reply') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('reply', 'replies');
        const nth = store.ofKind('reply').length + 1;
        store.add({ kind: 'reply', number, thread: thread_id, to: firstComment.id, body, nth }, 'reply');
        return (0,tools_tool/* done */.Vw)(`Proposed: a reply in the thread on ${thread.path}. ${pull_request_tools_WHEN}`);
    },
});
const RESOLVES_OWN = 'may resolve only threads that this action opened';
const resolveThread = ({ number, threads, findings, diff, task, options, store }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'resolve_thread',
    description: 'Proposes to resolve a review thread whose point is settled. It is done after the run.',
    input: schemas/* object */.Ikc({ thread_id: schemas/* string */.YjP() }),
    async beyond({ thread_id }) {
        const thread = number === 0 ? undefined : (await threads()).find(({ id }) => id === thread_id);
        if (thread === undefined || thread.isOwn)
            return undefined;
        return options.authority.othersThread(thread.path);
    },
    async run({ thread_id }) {
        const thread = (await threads()).find(({ id }) => id === thread_id);
        if (thread === undefined)
            return unknownThread(thread_id, await threads());
        if (thread.isResolved)
            return (0,github_tools_proposal/* alreadyInPlace */.XU)('The thread is already resolved.');
        const limit = thread.isOwn ? undefined : options.authority.limit(RESOLVES_OWN);
        if (limit !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(limit);
        if (store.ofKind('resolve_thread').some((each) => each.thread === thread_id))
            return (0,github_tools_proposal/* alreadyInPlace */.XU)('Resolving this thread is already proposed.');
        if (store.remaining('resolve_thread') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('resolve_thread', 'threads to resolve');
        const isReview = thread.isOwn && /^pull_request(?:_target)?$/.test(task.event);
        const fix = isReview ? findingFix(thread_id, (await diff()).commit, await findings()) : {};
        if ('problem' in fix)
            return (0,github_tools_proposal/* refuseProposal */.dp)(fix.problem);
        store.add({ kind: 'resolve_thread', number, thread: thread_id, path: thread.path, ...fix }, 'resolve_thread');
        return (0,tools_tool/* done */.Vw)(`Proposed: to resolve the thread on ${thread.path}. It is done after the run.`);
    },
});
function unknownThread(id, threads) {
    const open = threads.filter(({ isResolved }) => !isResolved);
    const listed = open
        .slice(0, 10)
        .map((thread) => `${thread.id} (${thread.path}${thread.line === undefined ? '' : `:${thread.line}`})`);
    return (0,github_tools_proposal/* refuseProposal */.dp)(`There is no thread ${JSON.stringify(id)} on this pull request. ${listed.length === 0 ? 'It has no open threads.' : `Open threads: ${listed.join(', ')}${open.length > listed.length ? ', …' : ''}.`}`);
}
const createPullRequest = (store) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'create_pull_request',
    description: 'Proposes a pull request with the files that this run edited, as they are at its end.',
    input: schemas/* object */.Ikc({
        title: schemas/* string */.YjP(),
        body: schemas/* string */.YjP().describe('GitHub Markdown.'),
        draft: schemas/* boolean */.zMY().optional(),
    }),
    async run({ title: requestedTitle, body, draft = false }) {
        const title = (0,github_tools_proposal/* normalizeTitle */.sA)(requestedTitle);
        const problem = title === '' ? 'The title is empty.' : (0,github_tools_proposal/* textProblem */.Fy)(body);
        if (problem !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(problem);
        if (store.remaining('create_pull_request') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('create_pull_request', 'pull request');
        store.add({ kind: 'create_pull_request', title, body, draft }, 'create_pull_request');
        return (0,tools_tool/* done */.Vw)(`Proposed: the pull request "${title}". It is opened after the run, if files were edited.`);
    },
});
/**
 * The result of a proposal that an earlier review has made; undefined when it is new. A fixed finding that is back reopens its own thread.
 * Where code and place do not decide, the model compares the two, once.
 */
function answerRepetition({ proposed, number, commit, body }, earlier, store) {
    const match = (0,place_finding/* earlierOf */.OR)(proposed, earlier);
    if (match === undefined)
        return undefined;
    const { finding, state } = match;
    // A model that does not come back takes it for the same: then nothing is missing.
    if ((0,place_finding/* compareFindings */.Eg)(proposed, match) === 'unsure' && proposed.sameAs === undefined)
        return (0,github_tools_proposal/* alreadyInPlace */.XU)(`This may be the finding ${finding.id} of an earlier review (${describe(match)}). Compare the two and call again with same_as: ${JSON.stringify(finding.id)} if it is the same problem, else with same_as: "none".`);
    if (state === 'dismissed')
        return (0,github_tools_proposal/* alreadyInPlace */.XU)(`A person dismissed this finding (${describe(match)}). Do not propose it again.`);
    if (state !== 'fixed' && !(state === 'regressed' && finding.thread.isResolved))
        return (0,github_tools_proposal/* alreadyInPlace */.XU)(`An earlier review has this finding, and its thread ${finding.thread.id} is open (${describe(match)}). To add something new, use github__reply.`);
    const [first] = finding.thread.comments;
    const isProposed = store.ofKind('reply').some(({ thread }) => thread === finding.thread.id);
    if (first === undefined || isProposed)
        return (0,github_tools_proposal/* alreadyInPlace */.XU)('Reopening the thread of this finding is already proposed.');
    if (store.remaining('reply') === 0)
        return (0,github_tools_proposal/* quotaReached */.pJ)('reply', 'replies');
    const nth = store.ofKind('reply').length + 1;
    const text = `Back in ${commit.slice(0, 10)}.\n\n${body}`;
    const reopening = {
        kind: 'reply',
        number,
        thread: finding.thread.id,
        to: first.id,
        body: text,
        nth,
        reopens: true,
    };
    store.add(reopening, 'reply');
    return (0,tools_tool/* done */.Vw)(`Proposed: to reopen the thread of this finding (${describe(match)}), which was fixed. It is done after the run.`);
}
const describe = ({ finding, path, line }) => `${finding.title === undefined ? finding.category : JSON.stringify(finding.title)}, ${path}${line === undefined ? '' : `:${line}`}`;
/**
 * What resolving the thread of a finding says. `problem`: why it stays open: its code is as it was. A thread that is no finding's needs
 * nothing.
 */
function findingFix(thread, commit, earlier) {
    const placed = earlier.find(({ finding }) => finding.thread.id === thread);
    const [first] = placed?.finding.thread.comments ?? [];
    if (placed === undefined || first === undefined)
        return {};
    // A thread that could not be resolved says already that it is fixed.
    if (placed.state === 'fixed')
        return {};
    if (!placed.isTouched)
        return {
            problem: `The code of this finding is unchanged (${describe(placed)}), so the thread stays open. To say more, use github__reply.`,
        };
    return { fixed: { to: first.id, commit } };
}

;// CONCATENATED MODULE: ./build/session/github-tools.js










/** The tools about GitHub of a run. A visitor's run gets those that read, labels where the workflow names them, and one for results. */
function runGithubTools(options) {
    const { task, trust, inputs, nonce, config, settings, proposals, results } = options;
    const github = (0,write_authority/* recordReadTexts */.S)(options.github, proposals.texts);
    const visitorTools = trust.level === 'visitor' ? [(0,visitor_config/* visitorResultTool */.iz)(results)] : [];
    if (inputs.github_token === '')
        return visitorTools;
    const tools = withMcpTools([...readTools(task, github, nonce), ...proposals.tools], {
        task,
        github,
        nonce,
        store: proposals.store,
        judge: callJudge(config),
        branches: branchOptions({ ...config, settings }, trust, inputs),
        declaredNames: mcpToolNames(settings, inputs.prompt, config.invocations),
    });
    return [...(trust.level === 'visitor' ? (0,visitor_config/* visitorGithubTools */.fX)(tools, inputs.allowed_labels) : tools), ...visitorTools];
}
/** Judges a tool's call of another tool by the rules of the run, as if the model had made it. The gate has judged its target. */
const callJudge = ({ rules, mode }) => ({ name, aliases, server, annotations }, args) => {
    const facts = { tool: name, aliases, server, annotations, args, mode, interactive: false };
    const { verdict, rule, message } = (0,decide/* decide */.LD)(rules, facts, 'deny');
    if (verdict === 'allow')
        return undefined;
    return [`${name} is not allowed by ${rule === undefined ? 'any rule' : `${rule.file}:${rule.line}`}.`, message]
        .join(' ')
        .trim();
};
/**
 * Judges a file that a tool of the server `github` proposes, by the rules about edits. That the tool is allowed replaces the general
 * consent to edits; everything that names files, tools or protected paths applies as for an edit in the checkout.
 */
const editJudge = ({ rules, mode }) => (path, content) => {
    const judgedMode = mode === 'plan' ? 'plan' : 'yolo';
    const args = { file_path: path, content };
    const facts = { tool: 'write_file', annotations: {}, args, mode: judgedMode, interactive: false };
    const { verdict, rule, message } = (0,decide/* decide */.LD)(rules.filter(appliesToServers), facts, 'deny');
    if (verdict === 'allow')
        return undefined;
    const source = rule === undefined ? 'no rule allows it' : `${rule.file}:${rule.line} forbids it`;
    return [`${path} may not be written: ${source}.`, message].join(' ').trim();
};
/** tools.core lists built-in tools only, so what it leaves out says nothing about a file that a server's tool writes. */
const appliesToServers = ({ verdict, match }) => verdict !== 'deny' || match.builtin !== true;
/**
 * Whether settings or policies allow the command `gh pr create` by its name, or the shell as a whole. A rule for all tools names
 * nothing.
 */
const namesCommand = ({ verdict, tier, match }) => {
    const { tools = [], prefixes, regex, args } = match;
    if (verdict !== 'allow' || tier === 'default' || tier === 'extension' || regex !== undefined || args !== undefined)
        return false;
    if (!tools.includes(tool_names/* SHELL_TOOL */.cF))
        return false;
    return (prefixes ?? [{ words: [] }]).some(({ words }) => words.every((word, index) => OPENS_PULL_REQUEST[index] === word));
};
const OPENS_PULL_REQUEST = ['gh', 'pr', 'create'];
/**
 * Who may propose a branch with files through the tools of GitHub's MCP server: a run that a writer started, when the settings or the
 * command name the tool. A prompt counts only if the settings allow every tool of that server, because a prompt can contain other
 * people's text.
 */
function branchOptions(config, { level }, inputs) {
    const { settings, invocations } = config;
    const server = (settings.mcpServers?.github ?? {});
    const isWhole = settings.mcpServers?.github !== undefined && server.includeTools === undefined;
    const toolNames = mcpToolNames({}, server.includeTools, settings.tools, invocations, isWhole ? inputs.prompt : '');
    const excluded = mcpToolNames({}, server.excludeTools);
    return {
        prefix: inputs.branch_prefix,
        judgeEdit: editJudge(config),
        mayEditCheckout: (0,reachable/* mayEditCheckout */.oA)(config.rules, config.mode),
        problem(tool) {
            if (level !== 'trusted')
                return 'This run may propose no branch: a person with write permission did not start it, or its code comes from outside. Put the change in the answer.';
            if (inputs.changes === 'off')
                return 'The workflow sets the input `changes` to "off", so this run may propose no files.';
            if (toolNames.has(tool) && !excluded.has(tool))
                return undefined;
            if (tool === 'create_pull_request' && !excluded.has(tool) && config.rules.some(namesCommand))
                return undefined;
            return `The workflow does not name ${tool}, so this run may not use it. Add it to mcpServers.github.includeTools in the settings, or edit files in the checkout and set the input \`changes\`.`;
        },
    };
}
/**
 * Opens the proposal tools of one run. Each tool checks its proposal against GitHub, so that the model can correct it; delivery checks
 * it again. A tool that the configuration turns off is missing.
 */
function openProposalTools(task, github, options) {
    const store = (0,github_tools_proposal/* openProposalStore */.iM)();
    const pullRequest = pullRequestProposalTools(task, github, options, store);
    return {
        tools: [...issueProposalTools(task, github, options, store), ...pullRequest.tools],
        earlierFindings: pullRequest.earlierFindings,
        proposals: store.all,
        store,
        texts: options.authority.texts,
    };
}


/***/ }),

/***/ 96203:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ runStarted),
/* harmony export */   g: () => (/* binding */ runSnapshot)
/* harmony export */ });
/* harmony import */ var _agent_offered_tools_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(64719);
/* harmony import */ var _model_select_provider_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(71217);
/* harmony import */ var _platform_version_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(87538);
/* harmony import */ var _run_options_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(73839);




/** Credentials, and texts that other events record. */
const OMITTED_INPUTS = [
    'github_token',
    'gemini_api_key',
    'google_api_key',
    'settings',
    'policies',
    'admin_policies',
    'admin_settings',
    'notices',
];
/** Everything a replay needs besides the answers of the model and the tools. */
function runSnapshot(inputs, { settings, policies, memory, extensions, env, invocations, costReason, }, context, outputs) {
    // The input may name a file; a replay needs the schema.
    const recorded = { ...inputs };
    if (context.outputSchema !== undefined)
        recorded.output_schema = JSON.stringify(context.outputSchema.schema);
    for (const name of OMITTED_INPUTS)
        delete recorded[name];
    return {
        mode: context.mode,
        model: context.model,
        inputs: recorded,
        costReason,
        settings: withoutPrograms(settings),
        policies: policies.map(({ tier, file, text }) => ({ tier, file, text })),
        memory,
        outputs,
        tools: context.toolbox.all().map(_agent_offered_tools_js__WEBPACK_IMPORTED_MODULE_0__/* .toolRecord */ .ah),
        authType: (0,_model_select_provider_js__WEBPACK_IMPORTED_MODULE_1__/* .authTypeOf */ .KF)((0,_run_options_js__WEBPACK_IMPORTED_MODULE_2__/* .modelOptions */ .Og)(inputs, context.model, settings), env),
        extensions: extensions.map(({ name }) => name),
        slashCommands: Object.values(invocations).map(({ slash }) => slash.name),
    };
}
/** Omits the commands, URLs and headers of servers and hooks: no decision depends on them, and they may contain secrets. */
function withoutPrograms({ hooks: _, telemetry: __, mcpServers = {}, ...settings }) {
    const servers = Object.entries(mcpServers).map(([name, { trust }]) => [name, { trust }]);
    return { ...settings, mcpServers: servers.length === 0 ? undefined : Object.fromEntries(servers) };
}
/** The first event of a run. */
const runStarted = (inputs, { env, session }, task) => ({
    type: 'run_started',
    session,
    version: _platform_version_js__WEBPACK_IMPORTED_MODULE_3__/* .VERSION */ .xv,
    event: task.event,
    model: inputs.gemini_model || env.GEMINI_MODEL || '',
    task: { ...task, body: undefined, facts: undefined },
});


/***/ })

};
