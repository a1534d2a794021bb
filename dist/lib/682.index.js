export const id = 682;
export const ids = [682];
export const modules = {

/***/ 81682:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runScale: () => (/* binding */ runScale)
});

// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/config/inputs.js + 1 modules
var config_inputs = __webpack_require__(27527);
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
    return startRun((0,config_inputs/* listInputs */.SS)(list), runtime, runner);
}
async function isAnsweredTogether({ prompt, github_issue_number }, steering, { env }) {
    const steps = await (0,workflow_file/* findWorkflowSteps */.kW)(steering, env, () => undefined).catch(() => []);
    return (0,step_names/* hasOneAnswer */.v2)(prompt, github_issue_number, steps);
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
        return batch.run({ number, folder: `issue-${number}`, inputs: (0,config_inputs/* issueInputs */.pi)(inputs, number) });
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

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./build/config/pinned-config.js
var pinned_config = __webpack_require__(55764);
// EXTERNAL MODULE: ./build/config/resolve-settings.js
var resolve_settings = __webpack_require__(56873);
// EXTERNAL MODULE: ./build/model/models.js
var models = __webpack_require__(66934);
// EXTERNAL MODULE: ./build/model/prices.js
var model_prices = __webpack_require__(45922);
// EXTERNAL MODULE: ./build/model/types.js
var types = __webpack_require__(13803);
// EXTERNAL MODULE: ./build/session/admit-run.js
var admit_run = __webpack_require__(31422);
// EXTERNAL MODULE: ./build/session/model-client.js + 6 modules
var model_client = __webpack_require__(85708);
// EXTERNAL MODULE: ./build/text/format-text.js
var format_text = __webpack_require__(37595);
// EXTERNAL MODULE: ./build/text/glob-list.js
var glob_list = __webpack_require__(50471);
// EXTERNAL MODULE: ./node_modules/fflate/esm/index.mjs + 1 modules
var esm = __webpack_require__(91776);
// EXTERNAL MODULE: ./build/delivery/post/run-artifact.js
var run_artifact = __webpack_require__(64008);
// EXTERNAL MODULE: ./build/github/result-marker.js
var result_marker = __webpack_require__(60648);
// EXTERNAL MODULE: ./build/platform/redact/redact.js + 1 modules
var redact = __webpack_require__(63391);
;// CONCATENATED MODULE: ./build/scale/scale-artifact.js






const SCALE_FILES = { results: 'results.jsonl', table: 'results.json', page: 'results.md' };
const MAX_ZIP_BYTES = 256 * 2 ** 20;
const MAX_FILE_BYTES = 256 * 2 ** 20;
const scaleKey = (inputs, runtime) => {
    const { workflow, job } = (0,run_identity/* runIdentity */.yK)(inputs, runtime);
    return (0,result_marker/* jobKey */.tv)(workflow, job);
};
const workflowHash = (key) => (0,external_node_crypto_.createHash)('sha256').update(key).digest('hex').slice(0, 8);
const shardArtifact = (key, plan, shard) => `shard-${workflowHash(key)}-${plan}-${shard}`;
const resultsArtifact = (key, plan) => `results-${workflowHash(key)}-${plan}`;
function readArtifactName(name, key) {
    const [, kind, hash, plan = '', shard = '0', attempt = '', part = '0'] = /^sluice-(shard|results)-([0-9a-f]{8})-([0-9a-f]{8})(?:-(\d{1,3}))?-a(\d{1,4})p(\d{1,4})(?:-\d)?$/.exec(name) ?? [];
    if (hash !== workflowHash(key) || kind === undefined)
        return undefined;
    return {
        kind: kind === 'shard' ? 'shard' : 'results',
        plan,
        shard: Number(shard),
        attempt: Number(attempt),
        part: Number(part),
    };
}
function uploadScaleFiles(label, files, inputs, { env, sleep }) {
    const secrets = (0,redact/* collectSecrets */.qb)(env, [inputs.github_token, inputs.gemini_api_key, inputs.google_api_key]);
    const { ACTIONS_RESULTS_URL: resultsUrl = '', ACTIONS_RUNTIME_TOKEN: token = '', GITHUB_RUN_ATTEMPT: attempt = '1', } = env;
    const { userAgent } = (0,run_identity/* githubEndpoints */.QF)(env);
    const location = { ...(0,run_identity/* runLocation */.d8)(env), job: label.name, session: `a${attempt}p${label.part}` };
    return (0,run_artifact/* uploadFiles */.Zn)(files, location, { resultsUrl, token, userAgent, sleep }, (0,redact/* createSecretFilter */.$6)(secrets));
}
async function readScaleArtifact(artifact, github) {
    if (artifact.isExpired)
        return { ok: false, reason: 'it has expired' };
    if (!artifact.isOwnCode)
        return { ok: false, reason: 'code of another repository uploaded it' };
    if (artifact.digest === undefined)
        return { ok: false, reason: 'GitHub reports no digest for it' };
    const zip = await github.artifactZip(artifact.id, MAX_ZIP_BYTES);
    if (zip === undefined)
        return { ok: false, reason: 'it is too large' };
    const digest = `sha256:${(0,external_node_crypto_.createHash)('sha256').update(zip).digest('hex')}`;
    if (digest !== artifact.digest)
        return { ok: false, reason: 'its content does not match the digest that GitHub gives' };
    try {
        const files = (0,esm/* unzipSync */.AO)(zip, { filter: ({ originalSize }) => originalSize <= MAX_FILE_BYTES });
        return { ok: true, files: new Map(Object.entries(files)) };
    }
    catch {
        return { ok: false, reason: 'it is not a zip file' };
    }
}
const fileText = (files, name) => Buffer.from(files.get(name) ?? []).toString('utf8');

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
// EXTERNAL MODULE: ./build/github/comment-marker.js
var comment_marker = __webpack_require__(9462);
// EXTERNAL MODULE: ./build/github/own-text.js
var own_text = __webpack_require__(90912);
;// CONCATENATED MODULE: ./build/scale/shard-spec.js








const itemName = (item) => (typeof item === 'number' ? `#${item}` : item);
const ITEM_KINDS = ['issue', 'pull_request', 'text'];
const LimitsShape = schemas/* object */.Ikc({
    minutes: schemas/* number */.aig(),
    paced: schemas/* boolean */.zMY(),
    tokens: schemas/* number */.aig().optional(),
    usd: schemas/* number */.aig().optional(),
    modelRequestsPerMinute: schemas/* number */.aig().optional(),
    modelTokensPerMinute: schemas/* number */.aig().optional(),
});
const SpecShape = schemas/* object */.Ikc({
    shard: schemas/* int */.Whr().positive(),
    of: schemas/* int */.Whr().positive(),
    parallel: schemas/* int */.Whr().positive(),
    plan: schemas/* string */.YjP().regex(/^[0-9a-f]{8}$/),
    kind: schemas/* enum */.k5n(ITEM_KINDS),
    itemMinutes: schemas/* number */.aig(),
    limits: LimitsShape,
    skipLabels: schemas/* array */.YOg(schemas/* string */.YjP()),
    unlabeled: schemas/* boolean */.zMY(),
    items: schemas/* array */.YOg(schemas/* union */.KCZ([schemas/* int */.Whr().positive(), schemas/* string */.YjP().min(1)])),
});
const MatrixShape = schemas/* object */.Ikc({ include: schemas/* array */.YOg(SpecShape).min(1) });
const parseShard = (text) => parseInput(text, SpecShape, 'The input shard must be the entry of the plan: `${{ toJSON(matrix) }}`');
const parseMatrix = (text) => parseInput(text, MatrixShape, 'The input items must be the matrix of the plan: `${{ needs.plan.outputs.matrix }}`');
function parseInput(text, schema, problem) {
    let value;
    try {
        value = JSON.parse(text);
    }
    catch {
        throw new errors/* UserError */.yo(`${problem}. It is not JSON.`);
    }
    const parsed = schema.safeParse(value);
    if (parsed.success)
        return parsed.data;
    const [issue] = parsed.error.issues;
    throw new errors/* UserError */.yo(`${problem}. ${issue?.path.join('.') || 'It'}: ${issue?.message}.`);
}
const ResultShape = schemas/* object */.Ikc({
    item: schemas/* union */.KCZ([schemas/* number */.aig(), schemas/* string */.YjP()]),
    state: schemas/* enum */.k5n(['done', 'earlier', 'failed', 'later']),
    outcome: schemas/* enum */.k5n(events/* OUTCOMES */.im).optional(),
    reason: schemas/* string */.YjP().optional(),
    url: schemas/* string */.YjP().optional(),
    note: schemas/* string */.YjP().optional(),
    answer: schemas/* string */.YjP().optional(),
    tokens: schemas/* number */.aig().optional(),
    usd: schemas/* number */.aig().optional(),
    ms: schemas/* number */.aig().optional(),
    version: schemas/* string */.YjP().optional(),
    patch: schemas/* string */.YjP().optional(),
    paths: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
});
const isFinished = ({ state }) => state === 'done' || state === 'earlier';
const formatResults = (results) => results.map((result) => `${JSON.stringify(result)}\n`).join('');
const parseResults = (text) => text.split('\n').flatMap((line) => {
    if (line.trim() === '')
        return [];
    try {
        const parsed = ResultShape.safeParse(JSON.parse(line));
        return parsed.success ? [parsed.data] : [];
    }
    catch {
        return [];
    }
});
function totalResults(results) {
    const count = (state) => results.filter((each) => each.state === state).length;
    const sum = (field) => results.reduce((total, each) => total + (each[field] ?? 0), 0);
    return {
        done: count('done'),
        earlier: count('earlier'),
        failed: count('failed'),
        later: count('later'),
        tokens: sum('tokens'),
        usd: sum('usd'),
    };
}
async function confirmedStates(numbers, github) {
    const states = numbers.length === 0 ? [] : await github.threadStates(numbers);
    const ownTexts = await (0,own_text/* confirmTexts */.$D)(states.flatMap(({ ownComments }) => ownComments), github);
    return states.map(({ number, labels, ownComments }) => ({
        number,
        labels,
        answers: ownComments.flatMap((each) => {
            const text = ownTexts.of(each);
            return text === undefined ? [] : [{ id: each.id, url: each.url, text }];
        }),
    }));
}
function finishedOnGitHub(state, key, labels) {
    const { number: item, answers } = state;
    const answer = answers.find(({ text }) => {
        const marker = (0,result_marker/* parseMarker */.gY)(text);
        return marker?.key === key && marker.state === 'done';
    });
    if (answer !== undefined)
        return { item, state: 'earlier', url: answer.url, note: 'It has an answer.' };
    const skipped = state.labels.find((label) => labels.unlabeled || labels.skipLabels.includes(label.toLowerCase()));
    return skipped === undefined ? undefined : { item, state: 'earlier', note: `It has the label ${skipped}.` };
}
async function fileVersion(workspace, item) {
    if (typeof item === 'number')
        return undefined;
    const text = await (0,promises_.readFile)((0,external_node_path_.join)(workspace, item), 'latin1').catch(() => undefined);
    return text === undefined ? undefined : (0,comment_marker/* shortHash */.BC)(text);
}
const MAX_TOGETHER = 16;
const MAX_CONCURRENCY = 4;
const shardConcurrency = (parallel) => Math.max(1, Math.min(MAX_CONCURRENCY, Math.floor(MAX_TOGETHER / parallel)));

;// CONCATENATED MODULE: ./build/scale/find-items.js







const MAX_RESULTS = 1000;
const MAX_ROUNDS = 50;
const PAGE = 100;
const UNREAD_CHARACTERS = 2_000;
async function findItems(source, reader) {
    switch (source.from) {
        case 'list':
            return { items: source.items.map((item) => ({ item, characters: UNREAD_CHARACTERS })), isComplete: true };
        case 'files': {
            const files = await reader.matchingFiles(source.patterns);
            return { items: files.map(({ path, bytes }) => ({ item: path, characters: bytes })), isComplete: true };
        }
        case 'search':
            return searchItems(source.query, reader.github);
    }
}
async function searchItems(query, github) {
    const byNumber = new Map();
    let since;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const before = byNumber.size;
        let last = '';
        let results = 0;
        for (let page = 1; page <= MAX_RESULTS / PAGE; page += 1) {
            const scoped = since === undefined ? query : `${query} created:>=${since}`;
            const { items, total } = await github.searchOldest(scoped, page);
            for (const { number, title, body, createdAt } of items) {
                byNumber.set(number, { item: number, characters: title.length + body.length });
                last = createdAt;
            }
            results += items.length;
            if (items.length < PAGE || results >= total)
                return { items: [...byNumber.values()], isComplete: true };
        }
        if (byNumber.size === before || last === since)
            break;
        since = last;
    }
    return { items: [...byNumber.values()], isComplete: false };
}
const MAX_PAGES = 3;
const MAX_ARTIFACTS = 10;
async function earlierResults(key, { github, notice }) {
    const all = [];
    const finished = new Map();
    try {
        let read = 0;
        for (let page = 1; page <= MAX_PAGES && read < MAX_ARTIFACTS; page += 1) {
            const artifacts = await github.newestArtifacts(page);
            for (const artifact of artifacts) {
                if (readArtifactName(artifact.name, key)?.kind !== 'results' || read === MAX_ARTIFACTS)
                    continue;
                read += 1;
                const contents = await readScaleArtifact(artifact, github);
                if (!contents.ok)
                    continue;
                const results = parseResults(fileText(contents.files, SCALE_FILES.results));
                all.push(...results);
                for (const result of results)
                    if (isFinished(result) && !finished.has(result.item))
                        finished.set(result.item, result);
            }
            if (artifacts.length < 100)
                break;
        }
    }
    catch (error) {
        notice(`Could not read the results of earlier runs: ${(0,errors/* asSentence */.KG)((0,errors/* messageOf */.bD)(error))} The job needs \`actions: read\`.`);
    }
    return { all, finished };
}
async function leaveOutFinished(items, { github, key, labels, earlier, runtime, notice }) {
    const numbers = items.flatMap(({ item }) => (typeof item === 'number' ? [item] : []));
    const states = await confirmedStates(numbers, github);
    const skipped = states.flatMap((state) => finishedOnGitHub(state, key, labels) ?? []);
    const onGitHub = new Set(skipped.map(({ item }) => item));
    const answered = skipped.flatMap(({ item, url }) => (url === undefined ? [] : [`#${item} (${url})`]));
    if (answered.length > 0) {
        const more = answered.length > MAX_NAMED ? ` and ${answered.length - MAX_NAMED} more` : '';
        notice(`Skipped, because a run of this workflow already answered: ${answered.slice(0, MAX_NAMED).join(', ')}${more}.`);
    }
    const open = [];
    for (const each of items) {
        const { item } = each;
        const result = earlier.finished.get(item);
        const isDone = typeof item === 'number'
            ? onGitHub.has(item) || result !== undefined
            : result !== undefined && result.version === (await fileVersion(runtime.workspace, item));
        if (!isDone)
            open.push(each);
    }
    return { open, finished: items.length - open.length };
}
const MAX_NAMED = 100;
function parseItems(text) {
    if (text === '')
        throw new errors/* UserError */.yo('mode: plan needs items: a search query with is:issue or is:pr, globs of files, or a JSON array.');
    if (text.startsWith('['))
        return listSource(text);
    const kind = /(?:^|\s)(?:is|type):(issue|pr|pull-request)(?=\s|$)/i.exec(text)?.[1]?.toLowerCase();
    if (kind !== undefined)
        return { from: 'search', query: text.replace(/\s+/g, ' '), kind: kind === 'issue' ? 'issue' : 'pull_request' };
    const patterns = text.split('\n').map((line) => line.trim());
    return { from: 'files', patterns: patterns.filter((line) => line !== '' && !line.startsWith('#')), kind: 'text' };
}
function listSource(text) {
    let value;
    try {
        value = JSON.parse(text);
    }
    catch {
        throw new errors/* UserError */.yo('The input items starts with [ but is not a JSON array.');
    }
    const list = Array.isArray(value) ? value : [];
    const items = list.filter(isItem);
    const wrong = list.findIndex((entry) => !isItem(entry));
    if (wrong >= 0)
        throw new errors/* UserError */.yo(`The input items: entry ${wrong + 1} is neither a number above 0 nor text.`);
    const areNumbers = items.every((item) => typeof item === 'number');
    if (!areNumbers && items.some((item) => typeof item === 'number'))
        throw new errors/* UserError */.yo('The input items mixes numbers and texts. Use only numbers (issues) or only texts (files or other things).');
    return { from: 'list', items: [...new Set(items)], kind: areNumbers ? 'issue' : 'text' };
}
const isItem = (entry) => typeof entry === 'number'
    ? Number.isSafeInteger(entry) && entry > 0
    : typeof entry === 'string' && entry.trim() !== '';
function labelFilter(source) {
    if (source.from !== 'search')
        return { skipLabels: [], unlabeled: false };
    const matches = [...source.query.matchAll(/(?:^|\s)-label:(?:"([^"]+)"|(\S+))/gi)];
    return {
        skipLabels: matches.map(([, quoted, plain]) => (quoted ?? plain ?? '').toLowerCase()),
        unlabeled: /(?:^|\s)no:label(?=\s|$)/i.test(source.query),
    };
}
async function matchingFiles(patterns, { workspace, childEnv }) {
    const git = (0,github_git/* openGit */.zY)(workspace, childEnv);
    const paths = await git.listFiles();
    if (paths === undefined)
        throw new errors/* UserError */.yo('The input items has globs, so mode: plan needs a checkout of the repository. Add actions/checkout.');
    const isMatch = (0,glob_list/* globList */.Xq)(patterns.map(glob_list/* pathGlob */.Qh), { dot: true });
    const files = await Promise.all(paths
        .filter((path) => isMatch(path))
        .toSorted()
        .map(async (path) => ({ path, bytes: await sizeOf((0,external_node_path_.join)(workspace, path)) })));
    return files.flatMap(({ path, bytes }) => (bytes === undefined ? [] : [{ path, bytes }]));
}
const sizeOf = async (path) => {
    const entry = await (0,promises_.stat)(path).catch(() => undefined);
    return entry?.isFile() === true ? entry.size : undefined;
};

;// CONCATENATED MODULE: ./build/scale/plan-shards.js














const REQUESTS_AN_HOUR = 1000;
const runPlan = ({ inputs, runtime, runner, startRun }) => startRun({ ...inputs, comment: 'off', check_run: false, changes: 'off' }, runtime, runner, {
    story: planStory(inputs),
});
const planStory = (stepInputs) => async (inputs, runtime, session) => {
    const source = parseItems(inputs.items);
    const admitted = await (0,admit_run/* admitRun */.Rf)({ ...inputs, prompt: inputs.prompt || inputs.items }, runtime, session);
    if ('ending' in admitted)
        return session.finish(admitted.ending, admitted.work);
    const { github, git, notice } = session;
    const steering = (0,steering_reader/* steeringReader */.xm)(admitted.assessment.steering.sha, { git, github });
    const pinned = (0,pinned_config/* openPinnedConfig */.LT)(inputs, github);
    const { settings } = await (0,resolve_settings/* resolveSettings */.Mo)(inputs, steering, { ...runtime, pinned }, notice);
    const search = await findItems(source, {
        github,
        matchingFiles: (patterns) => matchingFiles(patterns, runtime),
    });
    const key = scaleKey(inputs, runtime);
    const earlier = await earlierResults(key, { github, runtime, notice });
    const labels = labelFilter(source);
    const { open, finished } = await leaveOutFinished(search.items, { github, key, labels, earlier, runtime, notice });
    const prices = (0,model_prices/* mergePrices */.r$)(settings.model?.prices, 'settings: model.prices');
    const model = (0,models/* resolveModel */.AX)((0,model_client/* modelName */.f)(inputs, runtime.env, settings));
    const isThread = source.kind !== 'text';
    const estimate = estimateItem({
        characters: open.reduce((sum, each) => sum + each.characters, 0) / Math.max(1, open.length),
        isThread,
        hasComment: isThread && stepInputs.comment !== 'off',
        cost: (input, output) => (0,model_prices/* usageCost */.Dp)({ ...types/* NO_USAGE */.yJ, input, output }, model, prices),
        earlier: earlier.all,
    });
    const limits = totalLimits(inputs, settings, await hourlyRequests(github));
    const plan = makePlan({
        plan: (0,external_node_crypto_.randomBytes)(4).toString('hex'),
        kind: source.kind,
        items: open.map(({ item }) => item),
        limits,
        estimate,
        labels,
        isSequential: !isThread && stepInputs.changes !== 'off',
    });
    const { matrix, forecast, later, laterReason } = plan;
    const facts = { matches: search.items.length, isComplete: search.isComplete, finished, ...forecast, later };
    const figures = { ...facts, laterReason, shards: matrix?.include.length ?? 0 };
    const result = await session.finish({ end: 'answered', text: planPage(figures) });
    return {
        ...result,
        outputs: {
            ...result.outputs,
            matrix: matrix === undefined ? '' : JSON.stringify(matrix),
            structured_output: JSON.stringify(figures),
        },
    };
};
const hourlyRequests = (github) => github.requestLimit().then(({ limit }) => limit, () => REQUESTS_AN_HOUR);
const MAX_MATRIX_CHARACTERS = 350_000;
function makePlan(input) {
    const { items, limits, estimate } = input;
    const { count, reason } = affordable(input);
    const planned = fitting(items.slice(0, count));
    const laterReason = planned.length < count ? 'the output would be too long' : reason;
    const later = items.length - planned.length;
    const common = { later, laterReason: later === 0 ? undefined : laterReason };
    if (planned.length === 0)
        return { matrix: undefined, forecast: forecastItems(0, estimate, 0), ...common };
    const parallel = Math.min(limits.parallel, planned.length);
    const shards = Math.min(MAX_SHARDS, planned.length, limits.shards ?? parallel);
    const shardLimits = limitsOf(input, planned.length, shards);
    const include = Array.from({ length: shards }, (_, index) => ({
        shard: index + 1,
        of: shards,
        parallel: Math.min(parallel, shards),
        plan: input.plan,
        kind: input.kind,
        itemMinutes: estimate.minutes,
        limits: shardLimits,
        ...input.labels,
        items: planned.filter((_, position) => position % shards === index),
    }));
    const forecast = forecastItems(planned.length, estimate, minutesFor(planned.length, input));
    return { matrix: { include }, forecast, ...common };
}
const togetherIn = ({ limits, isSequential, items }) => {
    const parallel = Math.min(limits.parallel, Math.max(1, items.length));
    return isSequential ? parallel : Math.min(Math.max(MAX_TOGETHER, parallel), parallel * shardConcurrency(parallel));
};
function minutesFor(count, input) {
    const { limits, estimate } = input;
    const isPaced = count * estimate.writes > UNPACED_WRITES;
    const together = togetherIn(input);
    const shards = Math.min(count, limits.shards ?? limits.parallel);
    const even = shards === 0 ? 0 : Math.ceil(count / shards) * shards;
    const unlimited = { ...estimate, writes: isPaced ? estimate.writes : 0 };
    const requests = Math.max(0, count * estimate.requests - limits.requestsPerHour);
    const perHour = itemsPerHour({ ...unlimited, requests: 0 }, limits);
    const waves = Math.ceil(count / together) * estimate.minutes;
    return Math.max((even / perHour) * 60 + estimate.minutes, waves, Math.ceil(requests / limits.requestsPerHour) * 60);
}
function affordable(input) {
    const { items, limits, estimate } = input;
    const limiting = [
        { count: items.length, reason: undefined },
        { count: countWithin(limits.jobMinutes, input), reason: `a job has ${limits.jobMinutes} minutes` },
        { count: whole(limits.tokens, estimate.tokens), reason: 'of max_tokens' },
        { count: whole(limits.usd, estimate.usd), reason: 'of max_cost_usd' },
    ];
    return limiting.reduce((smallest, each) => (each.count < smallest.count ? each : smallest));
}
const whole = (limit, each) => limit === undefined || each === undefined || each === 0 ? Number.POSITIVE_INFINITY : Math.floor(limit / each);
function countWithin(minutes, input) {
    let low = 0;
    let high = input.items.length;
    while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (minutesFor(middle, input) <= minutes)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
function fitting(items) {
    let characters = 0;
    const tooMany = items.findIndex((item) => {
        characters += JSON.stringify(item).length + 1;
        return characters > MAX_MATRIX_CHARACTERS;
    });
    return tooMany === -1 ? [...items] : items.slice(0, tooMany);
}
function limitsOf({ limits, estimate }, count, shards) {
    const { tokens, usd, modelRequestsPerMinute, modelTokensPerMinute, jobMinutes } = limits;
    return {
        minutes: jobMinutes,
        paced: count * estimate.writes > UNPACED_WRITES,
        tokens: tokens === undefined ? undefined : Math.floor(tokens / shards),
        usd: usd === undefined ? undefined : usd / shards,
        modelRequestsPerMinute,
        modelTokensPerMinute,
    };
}
const BASE_TOKENS = 9_000;
const CHARACTERS_A_TOKEN = 4;
const TURNS = 2;
const OUTPUT_TOKENS = 700;
const MINUTES = 0.5;
const ENOUGH_RESULTS = 5;
function estimateItem({ characters, hasComment, isThread, cost, earlier }) {
    const threads = isThread ? { requests: hasComment ? 3 : 2, writes: hasComment ? 2 : 1 } : { requests: 0, writes: 0 };
    const measured = earlier.filter(({ state, tokens, ms }) => state === 'done' && tokens !== undefined && ms !== undefined);
    if (measured.length >= ENOUGH_RESULTS) {
        const tokens = mean(measured.map((each) => each.tokens ?? 0));
        const priced = measured.flatMap(({ usd }) => usd ?? []);
        return {
            minutes: mean(measured.map((each) => each.ms ?? 0)) / 60_000,
            tokens,
            usd: priced.length === measured.length ? mean(priced) : cost(tokens * 0.9, tokens * 0.1),
            modelRequests: TURNS,
            ...threads,
        };
    }
    const input = TURNS * (BASE_TOKENS + characters / CHARACTERS_A_TOKEN);
    return {
        minutes: MINUTES,
        tokens: Math.round(input + OUTPUT_TOKENS),
        usd: cost(input, OUTPUT_TOKENS),
        modelRequests: TURNS,
        ...threads,
    };
}
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
function itemsPerHour(item, limits) {
    const per = (available, needed) => available === undefined || needed === 0 ? Number.POSITIVE_INFINITY : available / needed;
    return Math.min(per(limits.requestsPerHour, item.requests), per(CONTENT_WRITES.perHour, item.writes), per(limits.modelRequestsPerMinute && limits.modelRequestsPerMinute * 60 * PACE, item.modelRequests), per(limits.modelTokensPerMinute && limits.modelTokensPerMinute * 60 * PACE, item.tokens));
}
const PACE = 0.8;
const forecastItems = (count, item, minutes) => ({
    items: count,
    minutes,
    tokens: Math.round(count * item.tokens),
    usd: item.usd === undefined ? undefined : count * item.usd,
    requests: count * item.requests,
    writes: count * item.writes,
});
const MAX_SHARDS = 256;
const DEFAULT_PARALLEL = 8;
const DEFAULT_JOB_MINUTES = 330;
const REQUEST_SHARE = 0.75;
const CONTENT_WRITES = { perMinute: 60, perHour: 400 };
const UNPACED_WRITES = 200;
function totalLimits(inputs, settings, hourlyRequests) {
    const scale = settings.sluice?.scale ?? {};
    return {
        parallel: scale.maxParallel ?? DEFAULT_PARALLEL,
        shards: scale.shards,
        jobMinutes: scale.jobMinutes ?? DEFAULT_JOB_MINUTES,
        requestsPerHour: Math.floor(hourlyRequests * REQUEST_SHARE),
        tokens: inputs.max_tokens,
        usd: inputs.max_cost_usd,
        modelRequestsPerMinute: scale.modelRequestsPerMinute,
        modelTokensPerMinute: scale.modelTokensPerMinute,
    };
}
function planPage(figures) {
    const { matches, isComplete, finished, items, shards, later, laterReason, minutes, tokens, usd, requests } = figures;
    const head = items === 0
        ? `**Nothing to do: ${(0,write_markdown/* pluralize */.td)(matches, 'item')} found, ${finished} finished.**`
        : `**${(0,write_markdown/* pluralize */.td)(items, 'item')} in ${(0,write_markdown/* pluralize */.td)(shards, 'shard')}.** Found ${matches}, ${finished} finished before.`;
    const rest = later === 0 ? '' : `${(0,write_markdown/* pluralize */.td)(later, 'item')} are left for the next run: ${laterReason}.`;
    const partial = isComplete ? '' : 'The search has more results than GitHub lists; the next run finds them.';
    const table = [
        '| Estimate | |',
        '|---|---|',
        `| Time | ${timeText(minutes)} |`,
        `| Tokens | ${tokens} |`,
        `| Cost | ${usd === undefined ? 'unknown: the model has no price' : (0,format_text/* formatUsd */.UK)(usd)} |`,
        `| Requests to GitHub | ${requests} |`,
    ].join('\n');
    return [head, rest, partial, items === 0 ? '' : table].filter((part) => part !== '').join('\n\n');
}
const timeText = (minutes) => minutes < 120 ? (0,write_markdown/* pluralize */.td)(Math.ceil(minutes), 'minute') : `${(minutes / 60).toFixed(1)} hours`;

// EXTERNAL MODULE: ./build/config/load-policies.js + 1 modules
var load_policies = __webpack_require__(74613);
// EXTERNAL MODULE: ./build/delivery/run-changes.js + 4 modules
var run_changes = __webpack_require__(50733);
;// CONCATENATED MODULE: ./build/scale/scale-outputs.js





const MAX_PAGE = 200_000;
const MAX_LIST = 60_000;
const MAX_ROWS = 2_000;
function scaleOutputs(fields) {
    return { ...(0,output_descriptions/* emptyOutputs */.q)(), denied: '[]', plan: '[]', receipts: '[]', ...fields };
}
function outcomeOfItems(results, stopped) {
    const failed = results.flatMap(({ state, outcome }) => (state === 'failed' ? [outcome ?? 'internal'] : []));
    const later = results.some(({ state }) => state === 'later') ? [stopped ?? 'budget'] : [];
    const all = [...failed, ...later];
    return events/* OUTCOMES */.im.find((outcome) => all.includes(outcome)) ?? (results.length === 0 ? 'noop' : 'ok');
}
function shardResult(spec, results, stopped, session) {
    const outcome = outcomeOfItems(results, stopped);
    const page = resultsPage(`Shard ${spec.shard} of ${spec.of}`, results);
    const outputs = scaleOutputs({
        outcome,
        session_id: session,
        summary: (0,write_markdown/* truncateAtLine */.Wi)(page, MAX_PAGE),
        structured_output: JSON.stringify({ plan: spec.plan, shard: spec.shard, ...totalResults(results) }),
        batch: batchList(results),
        error: errorOfItems(results, outcome),
    });
    return { outcome, outputs, page };
}
function unfinishedText(results) {
    const { length } = results.filter(({ state }) => state === 'failed' || state === 'later');
    return length === 0
        ? undefined
        : `${length} of ${(0,write_markdown/* pluralize */.td)(results.length, 'item')} ${length === 1 ? 'is' : 'are'} not done`;
}
function errorOfItems(results, outcome) {
    const unfinished = results.filter(({ state }) => state === 'failed' || state === 'later');
    const [first] = unfinished;
    if (first === undefined || outcome === 'denied')
        return '';
    const message = `${unfinishedText(results)}; ${itemName(first.item)}: ${first.reason ?? first.outcome ?? ''}`;
    return JSON.stringify({ type: outcome === 'budget' ? 'FatalTurnLimitedError' : 'InternalError', message, code: 1 });
}
const STATE_WORDS = {
    done: 'done',
    earlier: 'finished earlier',
    failed: 'failed',
    later: 'left to the next run',
};
const STATE_ORDER = ['failed', 'later', 'done', 'earlier'];
const unfinishedFirst = (results) => results.toSorted((a, b) => STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state));
const countsText = (results) => [...Map.groupBy(unfinishedFirst(results), ({ state }) => STATE_WORDS[state])]
    .map(([word, each]) => `${each.length} ${word}`)
    .join(', ');
function resultsPage(title, results) {
    const rows = unfinishedFirst(results);
    const lines = rows
        .slice(0, MAX_ROWS)
        .map((result) => (0,write_markdown/* tableRow */.jD)([linkedItem(result), (0,write_markdown/* inlineCode */.ti)(STATE_WORDS[result.state]), (0,write_markdown/* escapedLine */.Ww)(noteOf(result), 160)]));
    const more = rows.length > MAX_ROWS ? `\n\n${rows.length - MAX_ROWS} more items are in the artifact.` : '';
    const { tokens, usd } = totalResults(results);
    const cost = tokens === 0 ? '' : ` ${tokens} tokens${usd === 0 ? '' : `, ${(0,format_text/* formatUsd */.UK)(usd)}`}.`;
    const head = `**${title}: ${results.length === 0 ? 'no items' : countsText(results)}.**${cost}`;
    return results.length === 0
        ? head
        : `${head}\n\n${['| Item | Result | Answer |', '|---|---|---|', ...lines].join('\n')}${more}`;
}
const noteOf = ({ state, reason, note }) => (state === 'failed' || state === 'later' ? reason : note) ?? '';
const linkedItem = ({ item, url }) => typeof item === 'string' ? (0,write_markdown/* inlineCode */.ti)(item) : url === undefined ? `#${item}` : `[#${item}](<${encodeURI(url)}>)`;
function batchList(results) {
    const texts = [];
    let length = 2;
    for (const { item, state, outcome, url } of results) {
        const isNumber = typeof item === 'number';
        const entry = {
            number: isNumber ? item : undefined,
            item: isNumber ? undefined : item,
            state,
            outcome,
            comment_url: url,
        };
        const text = JSON.stringify(entry);
        length += text.length + 1;
        if (length > MAX_LIST)
            break;
        texts.push(text);
    }
    return `[${texts.join(',')}]`;
}

;// CONCATENATED MODULE: ./build/scale/run-reduce.js

















const runReduce = (context) => {
    const { inputs, runtime, runner, startRun } = context;
    const tableInputs = { ...inputs, check_run: false, resume: false, changes: 'off', upload_artifacts: false };
    return startRun(tableInputs, runtime, runner, { story: reduceStory(context) });
};
const reduceStory = (context) => async (inputs, runtime, session) => {
    const matrix = parseMatrix(inputs.items);
    const plan = matrix.include[0]?.plan ?? '';
    const admitted = await (0,admit_run/* admitRun */.Rf)({ ...inputs, prompt: inputs.prompt || 'reduce' }, runtime, session);
    if ('ending' in admitted)
        return session.finish(admitted.ending, admitted.work);
    const { github, notice } = session;
    const key = scaleKey(inputs, runtime);
    const run = Number(runtime.env.GITHUB_RUN_ID);
    const reports = await fetchReports(run, { github, key, plan, notice });
    const reduction = reduceShards(matrix, reports);
    const isDelivered = context.inputs.changes === 'commit' || context.inputs.changes === 'pull_request';
    const delivered = isDelivered
        ? await deliverAll(reduction, { admitted, session, context })
        : { results: reduction.results, groups: [] };
    const { results, groups } = delivered;
    await removeDuplicates(results, { github, key, notice });
    const links = groups.flatMap(({ folder, result }) => groupLine(folder, result));
    const page = [resultsPage('All shards', results), ...links].join('\n\n');
    const ending = { end: 'answered', text: page, incomplete: unfinishedText(results) };
    const result = await session.finish(ending, { task: admitted.task });
    await keepTable({ name: resultsArtifact(key, plan), results, page }, { inputs, runtime, runner: context.runner });
    return withTable(result, { plan, results, groups });
};
async function deliverAll({ results, patches }, { admitted, session, context }) {
    const { inputs, runtime } = context;
    const { github, git, notice } = session;
    const steering = (0,steering_reader/* steeringReader */.xm)(admitted.assessment.steering.sha, { git, github });
    const pinned = (0,pinned_config/* openPinnedConfig */.LT)(inputs, github);
    const resolved = await (0,resolve_settings/* resolveSettings */.Mo)(inputs, steering, { ...runtime, pinned }, notice);
    const { settings } = resolved;
    const { rules } = await (0,load_policies/* loadRules */.A7)(await (0,resolve_settings/* policyLocationsFor */.q6)(inputs, runtime, resolved), settings, steering);
    const deliveryRules = { rules, mode: (0,resolve_settings/* resolveApprovalMode */.jC)(inputs.approval_mode, settings) };
    const union = unitePatches(patches);
    const groups = [];
    const undelivered = new Map(union.leftOut);
    for (const [folder, group] of groupPatches(union.patches, settings.sluice?.scale?.pullRequests ?? 'one')) {
        const delivered = await deliverPatches(folder, group, admitted.task, { ...context, deliveryRules });
        groups.push(delivered);
        for (const [item, reason] of delivered.leftOut)
            undelivered.set(item, reason);
        const { outcome, outputs } = delivered.result;
        if (outputs.branch === '' && outcome !== 'ok')
            for (const { item } of group)
                undelivered.set(item, `Its patch was not committed: ${outputs.summary.split('\n')[0]}`);
    }
    return { results: withLeftOutItems(results, undelivered), groups };
}
function groupLine(folder, { outputs }) {
    const { pull_request_url: pull, branch } = outputs;
    const place = folder === '' ? 'The change' : `The change of \`${folder}\``;
    if (pull !== '')
        return [`${place}: ${pull}`];
    return branch === '' ? [] : [`${place} is on the branch \`${branch}\`.`];
}
function withTable(result, { plan, results, groups }) {
    const outcomes = [result.outcome, outcomeOfItems(results), ...groups.map((group) => group.result.outcome)];
    const outcome = events/* OUTCOMES */.im.find((each) => outcomes.includes(each)) ?? result.outcome;
    const first = groups[0]?.result.outputs ?? result.outputs;
    const { commit_sha, branch, pull_request_url, patch, changes, receipts } = first;
    return {
        ...result,
        outcome,
        outputs: {
            ...result.outputs,
            commit_sha,
            branch,
            pull_request_url,
            patch,
            changes,
            receipts,
            outcome,
            error: result.outputs.error || errorOfItems(results, outcome),
            structured_output: JSON.stringify({
                plan,
                ...totalResults(results),
                pull_requests: groups.map((group) => group.result.outputs.pull_request_url),
            }),
            batch: batchList(results),
        },
    };
}
async function keepTable({ name, results, page }, { inputs, runtime, runner }) {
    const files = [
        { name: SCALE_FILES.results, text: formatResults(results) },
        { name: SCALE_FILES.table, text: `${JSON.stringify(results, null, 2)}\n` },
        { name: SCALE_FILES.page, text: page },
    ];
    const uploaded = await uploadScaleFiles({ name, part: 0 }, files, inputs, runtime);
    if (uploaded.ok)
        runner.log(uploaded.text);
    else
        runner.annotate('warning', `Could not upload the table: ${uploaded.reason}.`);
}
async function fetchReports(run, { github, key, plan, notice }) {
    const reports = [];
    for (const artifact of await github.listArtifacts(run)) {
        const label = readArtifactName(artifact.name, key);
        if (label?.kind !== 'shard' || label.plan !== plan || artifact.run !== run)
            continue;
        const contents = await readScaleArtifact(artifact, github);
        if (!contents.ok) {
            notice(`Ignored the artifact ${artifact.name}: ${contents.reason}.`);
            continue;
        }
        const { shard, attempt, part } = label;
        const patches = [...contents.files].flatMap(([name, bytes]) => name.startsWith('patches/')
            ? [[name.slice('patches/'.length), Buffer.from(bytes).toString('utf8')]]
            : []);
        const results = parseResults(fileText(contents.files, SCALE_FILES.results));
        reports.push({ shard, attempt, part, results, patches: new Map(patches) });
    }
    return reports;
}
function unitePatches(patches) {
    const owners = new Map();
    const united = [];
    const leftOut = new Map();
    for (const patch of patches) {
        const shared = patch.paths.find((path) => owners.has(path));
        const owner = shared === undefined ? undefined : owners.get(shared);
        if (owner === undefined) {
            united.push(patch);
            for (const path of patch.paths)
                owners.set(path, patch);
        }
        else
            leftOut.set(patch.item, conflictReason(shared ?? '', owner));
    }
    return { patches: united, leftOut };
}
const conflictReason = (path, { item, shard }) => `Its patch touches ${path}, which ${itemName(item)} of shard ${shard} already changes. The next run tries it again.`;
const withLeftOutItems = (results, leftOut) => results.map((result) => {
    const reason = leftOut.get(result.item);
    return reason === undefined ? result : { ...result, state: 'failed', outcome: 'denied', reason };
});
function groupPatches(patches, by) {
    return Map.groupBy(patches, ({ item }) => (by === 'one' ? '' : folderOf(itemName(item))));
}
const folderOf = (path) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
async function removeDuplicates(results, { github, key, notice }) {
    const numbers = results.flatMap(({ item, state, url }) => typeof item === 'number' && state === 'done' && url !== undefined ? [item] : []);
    if (numbers.length === 0)
        return 0;
    let deleted = 0;
    try {
        for (const { number, answers } of await confirmedStates(numbers, github)) {
            const complete = answers.filter(({ text }) => {
                const marker = (0,result_marker/* parseMarker */.gY)(text);
                return marker?.key === key && marker.state === 'done';
            });
            for (const { id } of complete.slice(1)) {
                await github.deleteComment(id);
                deleted += 1;
                notice(`#${number} had two answers: deleted the later one. Give the workflow a concurrency group.`);
            }
        }
    }
    catch (error) {
        notice(`Could not look for issues with two answers: ${(0,errors/* messageOf */.bD)(error)}`);
    }
    return deleted;
}
const MAX_LISTED = 100;
async function deliverPatches(folder, patches, task, { inputs, runtime, runner, startRun, deliveryRules }) {
    const git = (0,github_git/* openGit */.zY)(runtime.workspace, runtime.childEnv);
    const before = await git.status();
    if (before === undefined)
        throw new errors/* UserError */.yo('mode: reduce needs a checkout of the repository to deliver the patches. Add actions/checkout.');
    const leftOut = new Map();
    const slug = folder.replace(/[^\w-]+/g, '-').replace(/^-|-$/g, '');
    const scratch = (0,external_node_path_.join)(runtime.scratch, `group-${slug || 'all'}`);
    const groupInputs = {
        ...inputs,
        comment: 'off',
        check_run: false,
        upload_artifacts: false,
        resume: false,
        branch_prefix: slug === '' ? inputs.branch_prefix : `${inputs.branch_prefix}${slug.slice(0, 40)}/`,
    };
    const groupRuntime = { ...runtime, scratch };
    const result = await startRun(groupInputs, groupRuntime, itemRunner(folder || 'All', runner, new Set()), {
        async story(_inputs, storyRuntime, session) {
            const accounting = (0,run_changes/* openChangeAccounting */.gh)(task, storyRuntime);
            await accounting.recordBegin();
            for (const { item } of await applyAll(patches, scratch, runtime))
                leftOut.set(item, 'Its patch does not apply to this commit. The next run tries it again.');
            const applied = patches.filter(({ item }) => !leftOut.has(item));
            const work = await accounting.finish([], session.notice);
            return session.finish({ end: 'answered', text: describeGroup(folder, applied) }, { task, ...work, deliveryRules });
        },
    });
    await (0,github_git/* restoreCheckout */.bv)(runtime.workspace, runtime.childEnv, { changes: (await git.status()) ?? [], before });
    return { folder, result, leftOut };
}
async function applyAll(patches, scratch, { workspace, childEnv }) {
    await (0,promises_.mkdir)(scratch, { recursive: true });
    const path = (0,external_node_path_.join)(scratch, 'shards.patch');
    const apply = async (text) => {
        await (0,promises_.writeFile)(path, text, { mode: 0o600 });
        return (0,github_git/* applyGitPatch */.rH)(path, workspace, childEnv);
    };
    if (await apply(patches.map(({ text }) => text).join('')))
        return [];
    const refused = [];
    for (const patch of patches)
        if (!(await apply(patch.text)))
            refused.push(patch);
    return refused;
}
function describeGroup(folder, patches) {
    const rows = patches.slice(0, MAX_LISTED).map(({ item, shard }) => (0,write_markdown/* tableRow */.jD)([`\`${itemName(item)}\``, String(shard)]));
    const more = patches.length > MAX_LISTED ? `\n\n${patches.length - MAX_LISTED} more items are in the diff.` : '';
    const place = folder === '' ? '' : ` in \`${folder}\``;
    return `The patches of ${(0,write_markdown/* pluralize */.td)(patches.length, 'item')}${place}, one conversation each.\n\n| Item | Shard |\n|---|---|\n${rows.join('\n')}${more}`;
}
function reduceShards(matrix, reports) {
    const ordered = reports.toSorted((a, b) => a.attempt - b.attempt || a.part - b.part);
    const results = [];
    const patches = [];
    for (const { shard, items } of matrix.include) {
        const own = ordered.filter((report) => report.shard === shard);
        const lost = own.length === 0 ? 'Its shard uploaded no results.' : 'Its shard ended before this item.';
        for (const item of items) {
            const all = own.flatMap((report) => report.results.filter((result) => result.item === item).map((result) => ({ result, report })));
            const best = all.findLast(({ result }) => result.state === 'done') ??
                all.findLast(({ result }) => isFinished(result)) ??
                all.at(-1);
            results.push(best?.result ?? { item, state: 'later', reason: lost });
            const text = best?.result.patch === undefined ? undefined : best.report.patches.get(best.result.patch);
            if (text !== undefined && text !== '')
                patches.push({ item, shard, text, paths: best?.result.paths ?? [] });
        }
    }
    return { results: results.toSorted(byItem), patches: patches.toSorted(byItem) };
}
const byItem = (a, b) => typeof a.item === 'number' && typeof b.item === 'number' ? a.item - b.item : String(a.item) < String(b.item) ? -1 : 1;

;// CONCATENATED MODULE: ./build/scale/run-shard.js









const PARTS = 10;
async function runShard({ inputs, runtime, runner, startRun }) {
    const spec = parseShard(inputs.shard);
    const pace = openModelPace(runtime, sharedLimits(spec), (spec.shard - 1) / spec.parallel);
    const shardRuntime = { ...runtime, modelPace: pace };
    const share = { parallel: spec.parallel, isPaced: spec.limits.paced };
    const batch = openBatch({ inputs, runtime: shardRuntime, runner, startRun, share });
    const key = scaleKey(inputs, runtime);
    const finished = await finishedItems(spec, key, { github: batch.github, runtime, runner });
    const mayEdit = spec.kind === 'text' && inputs.changes !== 'off';
    const items = await openItems(spec, { inputs, runtime, batch, mayEdit });
    const keeper = openKeeper(spec, key, { inputs, runtime, runner }, items.patches);
    const results = await workShard(spec, {
        clock: runtime,
        signal: runtime.signal,
        concurrency: mayEdit ? 1 : shardConcurrency(spec.parallel),
        finished,
        work: items.work,
        stopReason: () => batch.stopReason()?.reason,
        async keep(soFar) {
            runner.log(`${itemName(soFar.at(-1)?.item ?? '')}: ${soFar.at(-1)?.state} (${soFar.length} of ${spec.items.length})`);
            if (spec.kind === 'text' || inputs.comment === 'off')
                await keeper.keepPart(soFar);
        },
    });
    await keeper.keepAll(results);
    const result = shardResult(spec, results, batch.stopReason()?.outcome, runtime.session);
    await runner.summary(result.page);
    return result;
}
const sharedLimits = ({ limits, parallel }) => ({
    modelRequestsPerMinute: divided(limits.modelRequestsPerMinute, parallel),
    modelTokensPerMinute: divided(limits.modelTokensPerMinute, parallel),
});
const divided = (limit, by) => (limit === undefined ? undefined : limit / by);
async function finishedItems(spec, key, { github, runtime, runner }) {
    const finished = new Map();
    if (Number(runtime.env.GITHUB_RUN_ATTEMPT ?? '1') < 2)
        return finished;
    const numbers = spec.items.filter((item) => typeof item === 'number');
    try {
        for (const state of await confirmedStates(numbers, github)) {
            const result = finishedOnGitHub(state, key, spec);
            if (result !== undefined)
                finished.set(state.number, result);
        }
        const artifacts = await github.listArtifacts(Number(runtime.env.GITHUB_RUN_ID));
        for (const artifact of artifacts) {
            const label = readArtifactName(artifact.name, key);
            if (label?.kind !== 'shard' || label.plan !== spec.plan || label.shard !== spec.shard)
                continue;
            const read = await readScaleArtifact(artifact, github);
            if (!read.ok)
                runner.log(`Ignored the artifact ${artifact.name}: ${read.reason}.`);
            else
                for (const result of parseResults(fileText(read.files, SCALE_FILES.results)))
                    if (isFinished(result))
                        finished.set(result.item, result);
        }
    }
    catch (error) {
        runner.annotate('warning', `Could not read what an earlier attempt finished: ${(0,errors/* messageOf */.bD)(error)}`);
    }
    return finished;
}
async function openItems(spec, { inputs, runtime, batch, mayEdit }) {
    const git = (0,github_git/* openGit */.zY)(runtime.workspace, runtime.childEnv);
    const patches = new Map();
    const before = mayEdit ? await git.status() : [];
    if (before === undefined)
        throw new errors/* UserError */.yo('mode: shard edits files, so it needs a checkout of the repository. Add actions/checkout.');
    const restore = async () => {
        const changes = (await git.status()) ?? [];
        return (0,github_git/* restoreCheckout */.bv)(runtime.workspace, runtime.childEnv, { changes, before });
    };
    return {
        patches,
        async work(item, allowance) {
            const started = runtime.now();
            const index = spec.items.indexOf(item);
            const version = await fileVersion(runtime.workspace, item);
            const number = typeof item === 'number' ? item : index + 1;
            const url = typeof item === 'number' && spec.kind === 'issue' ? await batch.unchanged(item) : undefined;
            if (url !== undefined)
                return { item, state: 'earlier', url, note: 'It has an answer and did not change since.' };
            const { outputs } = await batch.run({
                number,
                name: itemName(item),
                folder: `item-${index + 1}`,
                inputs: itemInputs(spec.kind, item, inputs, allowance),
                mayEdit,
            });
            const result = { ...resultOf(item, outputs, runtime.now() - started), version };
            if (!mayEdit)
                return result;
            const text = outputs.patch === '' ? '' : await (0,promises_.readFile)(outputs.patch, 'utf8');
            if (!(await restore()))
                throw new Error('The checkout could not be restored after this item.');
            if (text === '' || result.state !== 'done')
                return result;
            const name = `${String(index + 1).padStart(4, '0')}.patch`;
            patches.set(name, text);
            return { ...result, patch: name, paths: changedPaths(outputs.changes) };
        },
    };
}
const changedPaths = (changes) => {
    const list = changes === '' ? [] : JSON.parse(changes);
    return list.flatMap(({ path, previous_path: previous }) => (previous === undefined ? [path] : [path, previous]));
};
function openKeeper(spec, key, { inputs, runtime, runner }, patches) {
    const step = Math.max(1, Math.ceil(spec.items.length / PARTS));
    let part = 0;
    let keptItems = 0;
    const upload = async (results) => {
        const files = [
            { name: SCALE_FILES.results, text: formatResults(results) },
            ...[...patches].map(([name, text]) => ({ name: `patches/${name}`, text })),
        ];
        const label = { name: shardArtifact(key, spec.plan, spec.shard), part: part++ };
        const uploaded = await uploadScaleFiles(label, files, inputs, runtime);
        if (uploaded.ok)
            runner.log(uploaded.text);
        else
            runner.annotate('warning', `Could not upload the results of this shard: ${uploaded.reason}.`);
    };
    return {
        async keepPart(results) {
            if (results.length - keptItems < step || results.length === spec.items.length)
                return;
            keptItems = results.length;
            await upload(results);
        },
        keepAll: upload,
    };
}
const MIN_SHARE = 0.5;
const MINUTE = 60_000;
async function workShard(spec, shard) {
    const { clock, signal, concurrency, finished } = shard;
    const { limits } = spec;
    const results = [];
    const endMs = clock.now() + limits.minutes * MINUTE;
    let reserved = 0;
    const used = { tokens: 0, usd: 0, items: 0 };
    const share = (limit, name) => {
        if (limit === undefined)
            return undefined;
        const mean = used.items === 0 ? 0 : used[name] / used.items;
        return Math.max(0, (limit - used[name] - reserved * mean) / Math.max(1, concurrency - reserved));
    };
    const whyLater = (allowance) => {
        if (signal.aborted)
            return 'The run was cancelled.';
        const stopped = shard.stopReason();
        if (stopped !== undefined)
            return stopped;
        if (clock.now() + spec.itemMinutes * MINUTE > endMs)
            return 'The job ran out of time.';
        const lacks = (rest, name) => rest !== undefined && rest <= MIN_SHARE * (used.items === 0 ? 0 : used[name] / used.items);
        if (lacks(allowance.tokens, 'tokens'))
            return "The shard's share of max_tokens is used up.";
        if (lacks(allowance.usd, 'usd'))
            return "The shard's share of max_cost_usd is used up.";
        return undefined;
    };
    async function workOn(item) {
        const earlier = finished.get(item);
        if (earlier !== undefined)
            return void results.push({ ...earlier, state: 'earlier' });
        const allowance = { tokens: share(limits.tokens, 'tokens'), usd: share(limits.usd, 'usd') };
        const reason = whyLater(allowance);
        if (reason !== undefined)
            return void results.push({ item, state: 'later', reason });
        reserved += 1;
        const result = await shard
            .work(item, allowance)
            .catch((error) => ({ item, state: 'failed', reason: (0,errors/* messageOf */.bD)(error) }));
        reserved -= 1;
        used.items += 1;
        used.tokens += result.tokens ?? 0;
        used.usd += result.usd ?? 0;
        results.push(result);
        await shard.keep(results);
    }
    const queue = [...spec.items];
    const worker = async () => {
        for (let item = queue.shift(); item !== undefined; item = queue.shift())
            await workOn(item);
    };
    const first = queue.shift();
    if (first !== undefined)
        await workOn(first);
    await Promise.all(Array.from({ length: concurrency }, worker));
    return results;
}
const MAX_NOTE = 160;
const MAX_ANSWER = 8_000;
const DELIVERED = ['ok', 'noop', 'denied'];
function itemInputs(kind, item, inputs, allowance) {
    const limits = { max_tokens: wholeTokens(allowance.tokens), max_cost_usd: allowance.usd };
    if (typeof item === 'number') {
        const issue = { ...(0,config_inputs/* issueInputs */.pi)(inputs, item), ...limits };
        return kind === 'pull_request' ? { ...issue, github_issue_number: [], github_pr_number: [item] } : issue;
    }
    return {
        ...(0,config_inputs/* issueInputs */.pi)(inputs, 0),
        ...limits,
        github_issue_number: [],
        prompt: promptFor(inputs.prompt, item),
        changes: inputs.changes === 'off' ? 'off' : 'report',
    };
}
const wholeTokens = (tokens) => (tokens === undefined ? undefined : Math.max(1, Math.floor(tokens)));
function promptFor(prompt, item) {
    if (prompt.includes('{{item}}'))
        return prompt.replaceAll('{{item}}', () => item);
    return `${prompt}\n\nWork on this item only: ${item}`.trim();
}
function resultOf(item, outputs, ms) {
    const { outcome, comment_url: url, summary, structured_output } = outputs;
    const isDone = DELIVERED.includes(outcome) && !hasFailedWrite(outputs);
    const answer = structured_output || summary;
    const { tokens, usd } = usageOf(outputs);
    return {
        item,
        state: isDone ? 'done' : 'failed',
        outcome: outcome,
        reason: isDone ? undefined : (0,write_markdown/* ellipsize */.mc)(errorOf(outputs), MAX_NOTE),
        url: url === '' ? undefined : url,
        note: (0,write_markdown/* ellipsize */.mc)(firstLine(summary), MAX_NOTE),
        answer: (0,write_markdown/* ellipsize */.mc)(answer, MAX_ANSWER),
        tokens,
        usd,
        ms,
    };
}
const firstLine = (text) => text.split('\n').find((line) => line.trim() !== '' && !/^\s*#/.test(line)) ?? '';
function errorOf({ error, summary, outcome }) {
    const parsed = error === '' ? {} : JSON.parse(error);
    const message = typeof parsed === 'object' && parsed !== null && 'message' in parsed ? String(parsed.message) : '';
    return message || firstLine(summary) || outcome;
}
const hasFailedWrite = ({ receipts }) => /"state":"failed"/.test(receipts);
function usageOf({ stats, cost_usd }) {
    const parsed = stats === '' ? {} : JSON.parse(stats);
    const tokens = Object.values(parsed.models ?? {}).reduce((sum, model) => sum + model.tokens.total, 0);
    return { tokens, usd: cost_usd === '' ? undefined : Number(cost_usd) };
}
const FIRST_TOKENS = 10_000;
const USABLE = 0.8;
function openModelPace({ now, sleep }, limits, phase) {
    const gapMs = limits.modelRequestsPerMinute === undefined ? 0 : MINUTE / (limits.modelRequestsPerMinute * USABLE);
    const tokensPerMs = limits.modelTokensPerMinute === undefined ? undefined : (limits.modelTokensPerMinute * USABLE) / MINUTE;
    let expected = FIRST_TOKENS;
    const gap = () => Math.max(gapMs, tokensPerMs === undefined ? 0 : expected / tokensPerMs);
    let nextMs = now() + phase * gap();
    const pending = [];
    return {
        async acquire() {
            const startMs = Math.max(now(), nextMs);
            pending.push(expected);
            nextMs = startMs + gap();
            if (startMs > now())
                await sleep(startMs - now());
        },
        release(tokens) {
            const reserved = pending.shift() ?? expected;
            if (tokens === 0)
                return;
            if (tokensPerMs !== undefined)
                nextMs += (tokens - reserved) / tokensPerMs;
            expected = tokens;
        },
    };
}

;// CONCATENATED MODULE: ./build/scale/run-scale.js





async function runScale(context) {
    const { inputs, runtime, runner, startRun } = context;
    switch (inputs.mode) {
        case '':
            return runBatch(inputs, runtime, runner, startRun);
        case 'plan':
            return runPlan(context);
        case 'shard':
            return runShard(context);
        case 'reduce':
            return runReduce(context);
        default:
            throw new errors/* UserError */.yo('The input mode must be plan, shard or reduce.');
    }
}


/***/ })

};
