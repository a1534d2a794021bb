export const id = 501;
export const ids = [501];
export const modules = {

/***/ 86501:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  issueInputs: () => (/* binding */ issueInputs),
  itemRunner: () => (/* binding */ itemRunner),
  listInputs: () => (/* binding */ listInputs),
  openBatch: () => (/* binding */ openBatch),
  runBatch: () => (/* binding */ runBatch),
  runConcurrently: () => (/* binding */ runConcurrently)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/config/run-identity.js
var run_identity = __webpack_require__(80341);
// EXTERNAL MODULE: ./build/config/step-names.js
var step_names = __webpack_require__(524);
// EXTERNAL MODULE: ./build/config/workflow-file.js
var workflow_file = __webpack_require__(89009);
// EXTERNAL MODULE: ./build/delivery/attempts.js
var attempts = __webpack_require__(15271);
// EXTERNAL MODULE: ./build/config/output-descriptions.js
var output_descriptions = __webpack_require__(93144);
// EXTERNAL MODULE: ./build/record/events.js
var events = __webpack_require__(55647);
// EXTERNAL MODULE: ./build/text/write-markdown.js
var write_markdown = __webpack_require__(83647);
// EXTERNAL MODULE: ./build/delivery/report/outputs.js
var outputs = __webpack_require__(42242);
;// CONCATENATED MODULE: ./build/delivery/report/batch-report.js




const MAX_CHARACTERS = { list: 60_000, page: 200_000, note: 160, error: 1000 };
function composeBatch(unsorted, session) {
    const entries = unsorted.toSorted((a, b) => a.number - b.number);
    const outcome = worstOutcome(entries);
    const page = batchPage(entries);
    const ran = entries.flatMap((entry) => (entry.state === 'ran' ? [entry] : []));
    const merged = (name) => jsonList(ran.flatMap(({ number, outputs }) => parseList(outputs[name]).map((item) => ({ issue: number, ...item }))));
    const outputs = {
        ...(0,output_descriptions/* emptyOutputs */.q)(),
        summary: (0,write_markdown/* truncateAtLine */.Wi)(page, MAX_CHARACTERS.page),
        error: batchError(entries, outcome),
        outcome,
        stats: JSON.stringify(ran.map(({ outputs }) => parseOutput(outputs.stats)).reduce(addCounts, {})),
        denied: merged('denied'),
        plan: merged('plan'),
        receipts: merged('receipts'),
        session_id: session,
        cost_usd: totalCost(ran.map(({ outputs }) => outputs.cost_usd)),
        batch: jsonList(entries.map(toOutput)),
    };
    return { outcome, outputs, page };
}
const totalCost = (costs) => costs.includes('') ? '' : (0,outputs/* usdOutput */.S)(costs.reduce((sum, cost) => sum + Number(cost), 0));
function worstOutcome(entries) {
    const outcomes = entries.map(outcomeOf);
    const ran = outcomes.filter((outcome) => outcome !== 'noop' && outcome !== 'refused');
    return events/* OUTCOMES */.im.find((outcome) => (ran.length > 0 ? ran : outcomes).includes(outcome)) ?? 'noop';
}
function outcomeOf(entry) {
    switch (entry.state) {
        case 'ran':
        case 'not started':
            return entry.outcome;
        case 'finished earlier':
            return 'ok';
        case 'failed':
            return 'internal';
    }
}
function batchPage(entries) {
    const counts = [...Map.groupBy(entries, stateName)].map(([name, each]) => `${each.length} ${name}`);
    const lines = entries.map((entry) => (0,write_markdown/* tableRow */.jD)([linked(entry), (0,write_markdown/* inlineCode */.ti)(stateName(entry)), (0,write_markdown/* escapedLine */.Ww)(entryNote(entry), MAX_CHARACTERS.note)]));
    return [
        `**${(0,write_markdown/* pluralize */.td)(entries.length, 'issue')}: ${counts.join(', ')}.**`,
        ['| Issue | Outcome | Answer |', '|---|---|---|', ...lines].join('\n'),
    ].join('\n\n');
}
const stateName = (entry) => (entry.state === 'ran' ? entry.outcome : entry.state);
function linked(entry) {
    const url = urlOf(entry);
    return url === '' ? `#${entry.number}` : `[#${entry.number}](<${encodeURI(url)}>)`;
}
const urlOf = (entry) => entry.state === 'ran' ? entry.outputs.comment_url : entry.state === 'finished earlier' ? entry.url : '';
function entryNote(entry) {
    const text = entry.state === 'ran'
        ? errorMessage(entry.outputs.error) || missingWrites(entry.outputs) || entry.outputs.summary
        : entry.state === 'finished earlier'
            ? 'An earlier attempt of this run answered.'
            : entry.reason;
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const line = lines.find((each) => !/^\s*#/.test(each)) ?? lines[0] ?? '';
    return line.replace(/^[\s#>*-]+|\*\*/g, '');
}
function toOutput(entry) {
    const url = urlOf(entry);
    return {
        number: entry.number,
        outcome: stateName(entry),
        comment_url: url === '' ? undefined : url,
        outputs: entry.state === 'ran' ? entry.file : undefined,
    };
}
function batchError(entries, outcome) {
    const same = entries.filter((entry) => outcomeOf(entry) === outcome);
    const [first] = same;
    const error = first?.state === 'ran' ? parseOutput(first.outputs.error) : {};
    const isError = ['security', 'config', 'internal', 'model', 'quota', 'budget'].includes(outcome);
    if (first === undefined || !isError)
        return '';
    const message = `${same.length} of ${entries.length} issues ended as ${outcome}; #${first.number}: ${(0,write_markdown/* ellipsize */.mc)(entryNote(first), MAX_CHARACTERS.error)}`;
    return JSON.stringify({ type: 'InternalError', code: 1, ...error, message });
}
function missingWrites({ receipts }) {
    const failed = parseList(receipts).find(({ state }) => state === 'failed');
    return failed === undefined ? '' : `Not everything could be written to GitHub. ${String(failed.reason ?? '')}`;
}
const errorMessage = (error) => String(parseOutput(error).message ?? '');
function jsonList(items) {
    const texts = [];
    let length = 2;
    for (const item of items) {
        const text = JSON.stringify(item);
        length += text.length + 1;
        if (length > MAX_CHARACTERS.list)
            break;
        texts.push(text);
    }
    return `[${texts.join(',')}]`;
}
const isOutputObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
function parseOutput(output) {
    const value = output === '' ? {} : JSON.parse(output);
    return isOutputObject(value) ? value : {};
}
function parseList(output) {
    const value = output === '' ? [] : JSON.parse(output);
    return Array.isArray(value) ? value.filter(isOutputObject) : [];
}
function addCounts(one, other) {
    const sum = new Map(Object.entries(one));
    for (const [name, value] of Object.entries(other)) {
        const before = sum.get(name);
        if (typeof value === 'number')
            sum.set(name, value + (typeof before === 'number' ? before : 0));
        else if (isOutputObject(value))
            sum.set(name, addCounts(isOutputObject(before) ? before : {}, value));
    }
    return Object.fromEntries(sum);
}

// EXTERNAL MODULE: ./build/delivery/report/delivery-failures.js
var delivery_failures = __webpack_require__(31324);
// EXTERNAL MODULE: ./build/github/api/github.js + 15 modules
var api_github = __webpack_require__(14024);
// EXTERNAL MODULE: ./build/github/cached-client.js
var cached_client = __webpack_require__(644);
// EXTERNAL MODULE: ./build/github/git.js
var github_git = __webpack_require__(15726);
// EXTERNAL MODULE: ./build/github/steering-reader.js
var steering_reader = __webpack_require__(19115);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/session/step-report.js
var step_report = __webpack_require__(46840);
;// CONCATENATED MODULE: ./build/scale/batch.js














const CONCURRENCY = 4;
const RATE_LIMIT_WAIT_MS = 70 * 60_000;
function openBatch({ inputs, runtime, runner, startRun, share }) {
    const options = { ...(0,run_identity/* githubOptions */._y)(inputs, runtime), notice: runner.log, maxWaitMs: RATE_LIMIT_WAIT_MS, share };
    const github = (0,cached_client/* cachedGitHub */.yi)((0,api_github/* connectGitHub */.UY)(options));
    const git = (0,cached_client/* cachedGit */.VE)((0,github_git/* openGit */.zY)(runtime.workspace, runtime.childEnv));
    const masked = new Set();
    let stop;
    return {
        github,
        unchanged: (number) => (0,attempts/* unchangedAnswer */.uU)(number, { inputs, runtime, github, git }).catch(() => undefined),
        stopReason: () => (runtime.signal.aborted ? CANCELLED : stop),
        async run({ number, name = `#${number}`, folder, inputs, mayEdit }) {
            const scratch = (0,external_node_path_.join)(runtime.scratch, folder);
            const itemRuntime = { ...runtime, session: `${runtime.session}-${number}`, scratch };
            const shared = { github, git, mayEdit };
            const result = await startRun(inputs, itemRuntime, itemRunner(name, runner, masked), { shared });
            stop ??= batchStop(result);
            const file = (0,external_node_path_.join)(scratch, 'outputs.json');
            await (0,promises_.mkdir)(scratch, { recursive: true });
            await (0,promises_.writeFile)(file, JSON.stringify(result.outputs), { mode: 0o600 });
            return { number, name, state: 'ran', outcome: result.outcome, outputs: result.outputs, file };
        },
    };
}
const MAX_ITEMS = 100;
async function runBatch(inputs, runtime, runner, startRun) {
    const numbers = [...new Set(inputs.github_issue_number)];
    const list = { ...inputs, github_issue_number: numbers };
    const github = (0,api_github/* connectGitHub */.UY)({ ...(0,run_identity/* githubOptions */._y)(inputs, runtime), notice: runner.log });
    const steering = (0,steering_reader/* steeringReader */.xm)(runtime.event.sha, { git: (0,github_git/* openGit */.zY)(runtime.workspace, runtime.childEnv), github });
    if (!(await isAnsweredTogether(list, steering, runtime)))
        return numbers.length === 1 ? startRun(list, runtime, runner) : runEach(list, runtime, runner, startRun);
    if (numbers.length > MAX_ITEMS)
        throw new errors/* UserError */.yo(`github_issue_number names ${numbers.length} issues. One run answers at most ${MAX_ITEMS}: name fewer of them at a time.`);
    return startRun(listInputs(list), runtime, runner);
}
async function isAnsweredTogether({ prompt, github_issue_number }, steering, { env }) {
    const steps = await (0,workflow_file/* findWorkflowSteps */.kW)(steering, env, () => undefined).catch(() => []);
    return (0,step_names/* hasOneAnswer */.v2)(prompt, github_issue_number, steps);
}
const listInputs = (inputs) => ({
    ...inputs,
    comment: 'off',
    output_schema: inputs.output_schema || JSON.stringify(arraySchema(inputs.github_issue_number)),
});
function arraySchema(numbers) {
    const own = { enum: [...numbers, ...numbers.map(String)] };
    return {
        type: 'array',
        description: 'One array for all issues of this run. Each element is about one issue, with its number in issue_number unless the task names another field.',
        items: { properties: { issue_number: own, number: own, issue: own } },
    };
}
async function runEach(inputs, runtime, runner, startRun) {
    const issues = inputs.github_issue_number;
    const batch = openBatch({ inputs, runtime, runner, startRun });
    const entries = [];
    async function runIssue(number) {
        const stopped = batch.stopReason();
        if (stopped !== undefined)
            return { number, state: 'not started', ...stopped };
        const earlier = (await earlierAnswerUrl(number, batch.github, inputs, runtime)) ?? (await batch.unchanged(number));
        if (earlier !== undefined)
            return { number, state: 'finished earlier', url: earlier };
        return batch.run({ number, folder: `issue-${number}`, inputs: issueInputs(inputs, number) });
    }
    const work = async (number) => {
        const entry = await runIssue(number).catch((error) => ({
            number,
            state: 'failed',
            reason: (0,errors/* messageOf */.bD)(error),
        }));
        entries.push(entry);
        runner.log(`#${number} finished: ${entry.state === 'ran' ? entry.outcome : entry.state} (${entries.length} of ${issues.length})`);
    };
    if (inputs.check_run)
        runner.log('The input check_run has no effect in a batch: a check run belongs to a commit, not to an issue.');
    const [first, ...rest] = issues;
    if (first !== undefined)
        await work(first);
    await runConcurrently(rest, CONCURRENCY, work);
    const composed = composeBatch(entries, runtime.session);
    await runner.summary(composed.page);
    if (inputs.upload_artifacts)
        await uploadBatchArtifact(entries, inputs, runtime, runner);
    return composed;
}
async function uploadBatchArtifact(entries, inputs, runtime, runner) {
    const files = entries.flatMap((entry) => entry.state === 'ran' ? (0,step_report/* artifactFiles */.uN)(`issue-${entry.number}/`, entry.outputs, entry.outputs.summary) : []);
    if (files.length > 0)
        await (0,step_report/* uploadRunArtifact */.n4)(files, inputs, runtime, runner);
}
async function runConcurrently(items, concurrency, work) {
    const queue = [...items];
    const worker = async () => {
        for (let item = queue.shift(); item !== undefined; item = queue.shift())
            await work(item);
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
}
const issueInputs = (inputs, number) => ({
    ...inputs,
    github_issue_number: [number],
    check_run: false,
    upload_artifacts: false,
    resume: false,
    changes: 'off',
});
const itemRunner = (name, runner, masked) => ({
    ...runner,
    log: (text) => runner.log(`${name} ${text}`),
    annotate: (level, text) => runner.log(`${name} ${level}: ${text}`),
    mask(secret) {
        if (!masked.has(secret))
            runner.mask(secret);
        masked.add(secret);
    },
    setOutput() { },
    setResult() { },
    summary: async () => undefined,
    saveState() { },
});
const CANCELLED = { outcome: 'budget', reason: 'The run was cancelled.' };
function batchStop({ outcome, ending, delivery }) {
    const { deliveryError } = delivery;
    if (outcome === 'config' && deliveryError !== undefined && cannotWrite(delivery))
        return { outcome, reason: deliveryError };
    if (ending.end === 'skipped' && outcome === 'refused')
        return { outcome, reason: ending.text };
    if (ending.end === 'failed' && (ending.outcome === 'config' || ending.outcome === 'quota'))
        return { outcome: ending.outcome, reason: ending.text };
    return undefined;
}
const cannotWrite = ({ receipts }) => {
    const failure = (0,delivery_failures/* findDeliveryFailure */.wF)(receipts);
    return failure?.kind === 'forbidden' && failure.nothingWritten && failure.cause !== 'missing';
};
async function earlierAnswerUrl(number, github, inputs, runtime) {
    if (!(0,attempts/* isAnotherAttempt */.pu)({ inputs, runtime }))
        return undefined;
    return (0,attempts/* earlierAnswer */.HP)(await github.comments(number).catch(() => []), { inputs, runtime, github });
}


/***/ })

};
