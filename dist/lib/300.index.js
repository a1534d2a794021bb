export const id = 300;
export const ids = [300];
export const modules = {

/***/ 72300:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  doctorCommand: () => (/* binding */ doctorCommand),
  examineFile: () => (/* binding */ examineFile),
  readFilesToCheck: () => (/* binding */ readFilesToCheck),
  toSarif: () => (/* binding */ toSarif)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(57975);
// EXTERNAL MODULE: ./build/platform/redact/secret-shapes.js
var secret_shapes = __webpack_require__(41111);
// EXTERNAL MODULE: ./build/platform/version.js
var platform_version = __webpack_require__(87538);
// EXTERNAL MODULE: ./build/text/text-edit.js
var text_edit = __webpack_require__(44252);
// EXTERNAL MODULE: ./build/commands/command-io.js
var command_io = __webpack_require__(29395);
// EXTERNAL MODULE: ./build/config/workflow-file.js
var workflow_file = __webpack_require__(89009);
// EXTERNAL MODULE: ./build/emulators/github/checkout.js
var checkout = __webpack_require__(33295);
// EXTERNAL MODULE: ./build/commands/workflow-source.js
var workflow_source = __webpack_require__(49034);
// EXTERNAL MODULE: ./build/commands/doctor/doctor-problem.js
var doctor_problem = __webpack_require__(57258);
;// CONCATENATED MODULE: ./build/commands/doctor/checkout-checks.js




const checkoutChecks = (source) => source.jobs
    .filter((job) => (0,workflow_source/* agentSteps */.XD)(job).some(({ step }) => (0,workflow_source/* agentOf */.jk)(step) === 'sluice'))
    .flatMap((job) => [...emptyRefs(source, job), ...editsElsewhere(source, job)]);
const ON_PULL_REQUEST = ['pull_request', 'pull_request_target', 'pull_request_review', 'pull_request_review_comment'];
const VALUES = [
    [/\bgithub\.event\.pull_request\b/, ON_PULL_REQUEST],
    [/\bgithub\.(?:head|base)_ref\b/, ['pull_request', 'pull_request_target']],
    [/\bgithub\.event\.workflow_run\b/, ['workflow_run']],
    [/\bgithub\.event\.issue\b/, ['issues', 'issue_comment']],
    [/\bgithub\.event\.release\b/, ['release']],
    [/\bgithub\.event\.(?:inputs|client_payload)\b/, ['workflow_dispatch', 'repository_dispatch']],
];
const COMMITS = {
    merge: 'the merge of the pull request',
    event: 'the commit of the event',
    default: 'the default branch',
};
function emptyRefs(source, job) {
    return job.steps.filter(workflow_source/* isCheckout */.VI).flatMap((step) => {
        const ref = (0,workflow_file/* mapText */.E0)((0,workflow_file/* mapOf */.A7)(step.step.with), 'ref');
        const [value, events] = VALUES.find(([pattern]) => pattern.test(ref)) ?? [];
        const name = value?.exec(ref)?.[0];
        if (name === undefined || ref.includes('||') || choosesEvent(job, step))
            return [];
        const without = [...source.events.keys()].filter((event) => event !== 'workflow_call' && !events?.includes(event));
        const [first] = without;
        if (first === undefined)
            return [];
        return [
            {
                check: 'unfit-checkout',
                level: 'warning',
                line: source.lineOf([...step.path, 'with', 'ref']),
                problem: `On ${without.join(', ')} there is no ${name}, so this step checks out ${COMMITS[(0,checkout/* runCommit */.fi)(first)]}, or fails.`,
                fix: `Remove ref: a run about a pull request works on its head, whatever is checked out (${(0,doctor_problem/* docsPage */.tu)('workflows')}, Which files a run works on). Or name a value for the other events: \${{ ${name}… || github.sha }}.`,
            },
        ];
    });
}
const choosesEvent = (job, { step }) => /github\.event_name|github\.event\.(?:pull_request|issue\.pull_request)/.test((0,doctor_problem/* conditionsOf */.yb)(job.job, step));
const ELSEWHERE = [...ON_PULL_REQUEST, 'issue_comment', 'workflow_run'];
const USES_EDITS = /^(?:peter-evans\/create-pull-request|stefanzweifel\/git-auto-commit-action|EndBug\/add-and-commit|planetscale\/ghcommit-action)@/i;
const COMMITS_EDITS = /\bgit\s+(?:add|commit|stash|diff\s+--(?:quiet|exit-code))\b/;
function editsElsewhere(source, job) {
    const event = ELSEWHERE.find((name) => source.events.has(name));
    const run = job.steps.findIndex(({ step }) => (0,workflow_source/* agentOf */.jk)(step) === 'sluice');
    const checkout = job.steps.slice(0, run).find(workflow_source/* isCheckout */.VI);
    if (event === undefined || checkout === undefined)
        return [];
    if (/head|refs\/pull\/.*\/head/.test((0,workflow_file/* mapText */.E0)((0,workflow_file/* mapOf */.A7)(checkout.step.with), 'ref')))
        return [];
    return job.steps.slice(run + 1).flatMap((step) => {
        const uses = (0,workflow_file/* mapText */.E0)(step.step, 'uses');
        const text = (0,workflow_file/* mapText */.E0)(step.step, 'run');
        const usesEdits = USES_EDITS.test(uses) || (COMMITS_EDITS.test(text) && !/\bgit\s+apply\b/.test(text));
        if (!usesEdits || choosesEvent(job, step))
            return [];
        return [
            {
                check: 'unfit-checkout',
                level: 'warning',
                line: source.lineOf([...step.path, USES_EDITS.test(uses) ? 'uses' : 'run']),
                problem: `On ${event} about a pull request, the run edits the head of the pull request, which this job did not check out: this step finds no edits.`,
                fix: 'Let Sluice deliver them: remove this step and set changes: commit or changes: pull_request. Or apply the patch first: git apply "$PATCH", with PATCH: ${{ steps.ID.outputs.patch }} in env.',
            },
        ];
    });
}

// EXTERNAL MODULE: ./build/commands/doctor/config-checks.js
var config_checks = __webpack_require__(91711);
// EXTERNAL MODULE: ./build/commands/doctor/conflict-checks.js
var conflict_checks = __webpack_require__(27819);
// EXTERNAL MODULE: ./build/config/inputs.js + 1 modules
var inputs = __webpack_require__(27527);
// EXTERNAL MODULE: ./build/config/output-descriptions.js
var output_descriptions = __webpack_require__(93144);
// EXTERNAL MODULE: ./build/config/own-prompt.js
var own_prompt = __webpack_require__(48478);
// EXTERNAL MODULE: ./build/commands/misspelling.js
var misspelling = __webpack_require__(99630);
// EXTERNAL MODULE: ./build/commands/workflow-events.js
var workflow_events = __webpack_require__(43358);
// EXTERNAL MODULE: ./build/commands/yaml-edits.js
var yaml_edits = __webpack_require__(35028);
;// CONCATENATED MODULE: ./build/commands/doctor/input-checks.js









const inputChecks = (source) => (0,doctor_problem/* eachStep */.cc)(source, (step, job) => (0,workflow_source/* agentOf */.jk)(step.step) === 'sluice'
    ? [
        ...invalidInputs(source, step),
        ...deadInputs(source, step),
        ...powerfulInputs(source, step),
        ...eventTextInPrompt(source, step),
        ...missingCredential(source, step, job),
        ...unknownOutputs(source, step, job),
        ...retiredModels(source, step, job),
    ]
    : []);
function eventTextInPrompt(source, step) {
    const [path] = (0,own_prompt/* eventTextsIn */.uZ)((0,workflow_file/* mapText */.E0)((0,workflow_file/* mapOf */.A7)(step.step.with), 'prompt'));
    if (path === undefined)
        return [];
    return [
        {
            check: 'event-text',
            level: 'warning',
            line: source.lineOf(inputPath(step, 'prompt')),
            problem: `The prompt contains ${path}, which anyone may write. The run gives the model that text as data, not as its task.`,
            fix: 'Remove the expression: the action reads the issue or pull request itself. Write only the task into the prompt.',
        },
    ];
}
const inputPath = ({ path }, name) => [...path, 'with', name];
function invalidInputs(source, step) {
    return Object.entries((0,workflow_file/* mapOf */.A7)(step.step.with)).flatMap(([key, value]) => {
        const name = key.toLowerCase();
        const line = source.lineOf(inputPath(step, key));
        const spec = Object.entries(inputs/* INPUTS */.mc).find(([input]) => input === name)?.[1];
        if (spec === undefined) {
            const foreign = foreignInput(name);
            const near = (0,misspelling/* nearWord */.v)(name, Object.keys(inputs/* INPUTS */.mc));
            const { offset } = source.startOf(inputPath(step, key));
            const isCertain = foreign === undefined && near?.isCertain === true && source.text.startsWith(key, offset);
            return [
                {
                    check: 'unknown-input',
                    level: 'error',
                    line,
                    problem: `${key} is ${foreign === undefined ? 'not an input' : `an input of ${foreign.action}, not`} of this action. The run ends with the outcome config.`,
                    fix: foreign?.fix ??
                        (near === undefined ? `Remove it. ${(0,doctor_problem/* docsPage */.tu)('reference')} lists the inputs.` : `Write ${near.word}.`),
                    edits: isCertain ? [{ start: offset, end: offset + key.length, text: near.word }] : [],
                },
            ];
        }
        const text = String(value ?? '');
        if (text.includes('${{') || text === '' || name === 'settings')
            return [];
        const result = spec.schema.safeParse(text);
        if (result.success)
            return name === 'extensions' ? unpinnedExtensions(text, line) : [];
        return result.error.issues.map(({ message }) => {
            const near = (0,misspelling/* nearWord */.v)(text, choicesIn(message));
            return {
                check: 'invalid-input',
                level: 'error',
                line,
                problem: `${name} ${message}. The run ends with the outcome config.`,
                fix: near === undefined ? `${(0,doctor_problem/* docsPage */.tu)('reference')} says what ${name} takes.` : `Write ${near.word}.`,
                edits: near?.isCertain ? (0,yaml_edits/* replaceInValue */.rR)(source, inputPath(step, key), text, near.word) : [],
            };
        });
    });
}
const choicesIn = (message) => /^must be one of (.*?), not "/.exec(message)?.[1]?.split(', ') ?? [];
const unpinnedExtensions = (text, line) => [...text.matchAll(/https?:\/\/[^\s"',]+/g)]
    .filter(([url]) => !/@[0-9a-f]{40}$|gemini-cli-extensions\/code-review/.test(url))
    .map(([url]) => ({
    check: 'invalid-input',
    level: 'error',
    line,
    problem: `extensions names ${url} without a commit. The run ends with the outcome config.`,
    fix: `Review the code, then write ${url.replace(/@.*$/, '')}@ and the full commit SHA.`,
}));
const hasType = (events, type) => events.has('workflow_call') ||
    [...events].some(([name, { types }]) => (0,workflow_events/* eventsWith */.K)('people').includes(name) && Array.isArray(types) && types.includes(type));
const hasPulls = (events) => ['pull_request', 'pull_request_target', 'workflow_call'].some((name) => events.has(name));
const isSet = (value) => value !== undefined && value !== '' && value !== false && value !== 'false';
const DEAD_INPUTS = [
    ...['gemini_cli_version', 'gemini_cli_package', 'use_pnpm'].map((input) => ({
        input,
        isDead: () => true,
        reason: 'nothing is installed',
    })),
    {
        input: 'label_trigger',
        isDead: (events) => !hasType(events, 'labeled'),
        reason: 'no event of the workflow has the type labeled',
    },
    {
        input: 'assignee_trigger',
        isDead: (events) => !hasType(events, 'assigned'),
        reason: 'no event of the workflow has the type assigned',
    },
    {
        input: 'answer_edits',
        isDead: (events) => !hasType(events, 'edited'),
        reason: 'no event of the workflow has the type edited',
    },
    {
        input: 'skip_drafts',
        isDead: (events) => !hasPulls(events),
        reason: 'the workflow does not start on pull_request',
    },
    { input: 'skip_paths', isDead: (events) => !hasPulls(events), reason: 'the workflow does not start on pull_request' },
    { input: 'allowed_hosts', isDead: (_, { sandbox }) => sandbox === 'off', reason: 'sandbox is off' },
    {
        input: 'branch_prefix',
        isDead: (_, { changes }) => !['commit', 'pull_request'].includes(String(changes)) && !String(changes).includes('${{'),
        reason: 'changes creates no branch',
    },
];
function deadInputs(source, step) {
    const inputs = (0,workflow_file/* mapOf */.A7)(step.step.with);
    return DEAD_INPUTS.filter(({ input, isDead }) => isSet(inputs[input]) && isDead(source.events, inputs)).map(({ input, reason }) => ({
        check: 'dead-setting',
        level: 'warning',
        line: source.lineOf(inputPath(step, input)),
        problem: `${input} has no effect: ${reason}.`,
        fix: `Remove ${input}${/^(?:label|assignee|answer|skip)/.test(input) ? ', or add the event' : ''}.`,
        edits: Object.keys(inputs).length === 1 ? [] : (0,yaml_edits/* removeEntry */.b4)(source, inputPath(step, input)),
    }));
}
const POWERFUL_INPUTS = [
    {
        input: 'approval_mode',
        isPowerful: (value) => value === 'yolo',
        check: 'broad-policy',
        problem: 'approval_mode: yolo allows every call that no rule denies: any command, any edit, any web page.',
        fix: 'Remove it, and allow what the task needs in policies, for example profile:review.',
    },
    {
        input: 'run_pr_code',
        isPowerful: (value) => value === 'true',
        check: 'untrusted-code',
        problem: 'run_pr_code: true lets the agent run code from pull requests by people without write permission.',
        fix: 'Remove it. If you need it, run it in a job without secrets and permissions.',
    },
    {
        input: 'config_source',
        isPowerful: (value) => value === 'head',
        check: 'untrusted-code',
        problem: 'config_source: head lets a pull request change the rules and instructions that judge it.',
        fix: 'Remove it: auto reads them from the base.',
    },
    {
        input: 'sandbox',
        isPowerful: (value) => value === 'off',
        check: 'no-isolation',
        problem: 'sandbox: off gives programs access to the files, the network and the processes of the runner.',
        fix: 'Remove it, or write sandbox: required.',
    },
    {
        input: 'allowed_hosts',
        isPowerful: (value) => /(?:^|[\s,])\*(?:$|[\s,])/.test(value),
        check: 'broad-network',
        problem: 'allowed_hosts: "*" lets programs send what they read to any host.',
        fix: 'Name the hosts, or presets such as npm.',
    },
];
const powerfulInputs = (source, step) => POWERFUL_INPUTS.flatMap(({ input, isPowerful, check, problem, fix }) => {
    const value = (0,workflow_file/* mapOf */.A7)(step.step.with)[input];
    if (value === undefined || !isPowerful(String(value).trim()))
        return [];
    return [{ check, level: 'warning', line: source.lineOf(inputPath(step, input)), problem, fix }];
});
const CREDENTIALS = ['gemini_api_key', 'google_api_key', 'gcp_workload_identity_provider'];
const CREDENTIAL_VARIABLES = /^(?:GEMINI_API_KEY|GOOGLE_API_KEY|GOOGLE_CLOUD_ACCESS_TOKEN|GOOGLE_APPLICATION_CREDENTIALS|GOOGLE_GENAI_USE_GCA)$/;
function missingCredential(source, { step, path }, { job, steps }) {
    const inputs = (0,workflow_file/* mapOf */.A7)(step.with);
    if (inputs.mode === 'plan' || inputs.mode === 'reduce')
        return [];
    const variables = Object.keys({ ...(0,workflow_file/* mapOf */.A7)(source.workflow.env), ...(0,workflow_file/* mapOf */.A7)(job.env), ...(0,workflow_file/* mapOf */.A7)(step.env) });
    const isAuthenticated = steps.some(({ step: each }) => (0,workflow_file/* mapText */.E0)(each, 'uses').startsWith('google-github-actions/auth@'));
    if (CREDENTIALS.some((name) => isSet(inputs[name])) ||
        isAuthenticated ||
        variables.some((name) => CREDENTIAL_VARIABLES.test(name)))
        return [];
    return [
        {
            check: 'missing-credential',
            level: 'error',
            line: source.lineOf(path),
            problem: 'This step has no credential for the model. The run ends with the outcome config.',
            fix: 'Add gemini_api_key: ${{ secrets.GEMINI_API_KEY }}.',
        },
    ];
}
const FOREIGN_OUTPUTS = {
    ...Object.fromEntries(['text', 'response', 'gemini_response', 'result', 'output', 'answer', 'final-message', 'final_message'].map((name) => [name, 'summary'])),
    execution_file: 'transcript',
    branch_name: 'branch',
    conclusion: 'outcome',
    github_token: undefined,
};
function unknownOutputs(source, { step, index }, job) {
    const id = (0,workflow_file/* mapText */.E0)(step, 'id').toLowerCase();
    if (id === '')
        return [];
    const places = [
        ...job.steps.slice(index + 1).map((later) => ({ value: later.step, path: later.path, reader: 'A later step' })),
        ...Object.entries((0,workflow_file/* mapOf */.A7)(job.job.outputs)).map(([name, value]) => ({
            value: { value },
            path: [...job.path, 'outputs', name],
            reader: `The output ${name} of the job`,
        })),
    ];
    return places.flatMap(({ value, path, reader }) => (0,workflow_file/* textsIn */.Ej)(value)
        .flatMap((text) => [...(0,workflow_file/* expressionsIn */.l$)(text), ...(text === (0,workflow_file/* mapOf */.A7)(value).if ? [(0,workflow_file/* normalized */.A9)(text)] : [])])
        .flatMap((expression) => (0,workflow_file/* referencesIn */.ii)(expression, 'steps'))
        .filter((reference) => reference.startsWith(`${id}.outputs.`))
        .map((reference) => reference.split('.')[2] ?? '')
        .filter((name) => !Object.hasOwn(output_descriptions/* OUTPUT_DESCRIPTIONS */.s, name) && Object.hasOwn(FOREIGN_OUTPUTS, name))
        .map((name) => ({
        check: 'unknown-output',
        level: 'error',
        line: source.lineOf(path),
        problem: `${reader} reads outputs.${name}, which Sluice never sets, so it is always empty.`,
        fix: FOREIGN_OUTPUTS[name] === undefined
            ? 'Remove it: no output has a token.'
            : `Read outputs.${FOREIGN_OUTPUTS[name]}${FOREIGN_OUTPUTS[name] === 'summary' ? ', the final answer' : ''}.`,
    })));
}
function retiredModels(source, { step, path }, { job, path: jobPath }) {
    const places = [
        [step.with, 'gemini_model', [...path, 'with', 'gemini_model']],
        [step.env, 'GEMINI_MODEL', [...path, 'env', 'GEMINI_MODEL']],
        [job.env, 'GEMINI_MODEL', [...jobPath, 'env', 'GEMINI_MODEL']],
        [source.workflow.env, 'GEMINI_MODEL', ['env', 'GEMINI_MODEL']],
    ];
    return places.flatMap(([map, name, place]) => (0,doctor_problem/* retiredModel */.Bv)((0,workflow_file/* mapText */.E0)((0,workflow_file/* mapOf */.A7)(map), name), name, source.lineOf(place)));
}
const rename = (input) => `Write ${input}.`;
const PERMISSIONS = 'Write permissions: of the job.';
const NOT_NEEDED = 'Remove it: Sluice does not need it.';
const NOT_AVAILABLE = 'Remove it: Sluice has nothing like it.';
const RULES = 'Write policies: rules name tools and commands, for example commandPrefix = "npm test".';
const MEMORY = 'Write the instructions into GEMINI.md.';
const SERVERS = 'Write settings with mcpServers.';
const CLAUDE = {
    direct_prompt: rename('prompt'),
    override_prompt: rename('prompt'),
    anthropic_api_key: rename('gemini_api_key'),
    claude_code_oauth_token: rename('gemini_api_key'),
    use_vertex: 'Write use_vertex_ai, with the inputs gcp_….',
    use_bedrock: NOT_AVAILABLE,
    use_foundry: NOT_AVAILABLE,
    allowed_non_write_users: rename('allowed_users'),
    base_branch: NOT_AVAILABLE,
    use_sticky_comment: 'Write comment: sticky, or comment: new.',
    track_progress: NOT_NEEDED,
    additional_permissions: PERMISSIONS,
    use_commit_signing: NOT_NEEDED,
    ssh_signing_key: NOT_NEEDED,
    claude_args: 'Write max_turns, gemini_model, policies and settings for its options.',
    model: rename('gemini_model'),
    fallback_model: 'Write gemini_model with a short name, such as pro: it has fallbacks.',
    allowed_tools: RULES,
    disallowed_tools: RULES,
    mcp_config: SERVERS,
    custom_instructions: MEMORY,
    plugins: rename('extensions'),
    plugin_marketplaces: rename('extensions'),
    experimental_allowed_domains: rename('allowed_hosts'),
    claude_env: 'Write the variables into env of an MCP server in settings.',
    show_full_output: NOT_NEEDED,
    display_report: NOT_NEEDED,
    path_to_claude_code_executable: NOT_NEEDED,
    path_to_bun_executable: NOT_NEEDED,
};
const CODEX = {
    'prompt-file': 'Write prompt: a command of .gemini/commands, or @path.',
    'openai-api-key': rename('gemini_api_key'),
    'responses-api-endpoint': 'Write GOOGLE_GEMINI_BASE_URL in env of the step.',
    effort: 'Write settings with modelConfigs.',
    'working-directory': NOT_AVAILABLE,
    'permission-profile': 'Write policies, for example profile:review.',
    'safety-strategy': NOT_NEEDED,
    'codex-user': NOT_NEEDED,
    'output-schema': rename('output_schema'),
    'output-schema-file': rename('output_schema'),
    'output-file': 'Read the output summary.',
    'allow-users': rename('allowed_users'),
    'allow-bots': rename('allowed_bots'),
    'allow-bot-users': rename('allowed_bots'),
    'codex-home': rename('settings'),
    'codex-args': NOT_NEEDED,
    'codex-version': NOT_NEEDED,
};
const GEMINI = { settings_json: rename('settings'), version: NOT_NEEDED };
const ACTIONS = { 'claude-code-action': CLAUDE, 'codex-action': CODEX, 'gemini-cli-action': GEMINI };
function foreignInput(name) {
    for (const [action, inputs] of Object.entries(ACTIONS)) {
        const fix = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
        if (fix !== undefined)
            return { action, fix };
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/commands/doctor/limit-checks.js



const limitChecks = (source) => source.jobs
    .filter((job) => (0,workflow_source/* agentSteps */.XD)(job).length > 0)
    .flatMap((job) => [
    ...missingTimeout(source, job),
    ...missingConcurrency(source, job),
    ...uncountedAttempts(source, job),
]);
function missingTimeout(source, { id, job, path, steps }) {
    if (job['timeout-minutes'] !== undefined)
        return [];
    const everyAgent = (0,workflow_source/* agentSteps */.XD)({ id, job, path, steps }).every(({ step }) => step['timeout-minutes'] !== undefined);
    if (everyAgent)
        return [];
    return [
        {
            check: 'missing-timeout',
            level: 'warning',
            line: source.lineOf(path),
            problem: `The job "${id}" has no time limit: a run that hangs uses six hours of runner time.`,
            fix: 'Add timeout-minutes: 30 to the job.',
            edits: [(0,yaml_edits/* lineBefore */.GO)(source, [...path, 'steps'], 'timeout-minutes: 30')],
        },
    ];
}
const REPEATING = ['pull_request', 'pull_request_target', 'issues', 'schedule', 'push', 'workflow_run'];
function missingConcurrency(source, { id, job, path }) {
    const event = REPEATING.find((name) => source.events.has(name));
    if (event === undefined || source.workflow.concurrency !== undefined || job.concurrency !== undefined)
        return [];
    const name = `\${{ github.workflow }}-\${{ github.event.pull_request.number || github.event.issue.number || github.ref }}`;
    return [
        {
            check: 'missing-concurrency',
            level: 'warning',
            line: source.lineOf(path),
            problem: `Runs of the job "${id}" for the same ${event} can overlap: two pushes start two paid runs, which answer at the same time.`,
            fix: `Add concurrency: ${name} to the job.`,
            edits: [(0,yaml_edits/* lineBefore */.GO)(source, [...path, 'steps'], `concurrency: ${name}`)],
        },
    ];
}
function uncountedAttempts(source, job) {
    const isFix = (0,workflow_source/* agentSteps */.XD)(job).some(({ step }) => (0,workflow_source/* agentOf */.jk)(step) === 'sluice' && ['commit', 'pull_request'].includes((0,workflow_file/* mapText */.E0)((0,workflow_file/* mapOf */.A7)(step.with), 'changes')));
    const runName = String(source.workflow['run-name'] ?? '');
    if (!source.events.has('workflow_run') || !isFix || runName.includes('workflow_run.head_branch'))
        return [];
    return [
        {
            check: 'uncounted-attempts',
            level: 'warning',
            line: source.lineOf(['on', 'workflow_run']),
            problem: `The job "${job.id}" fixes failed CI without a limit: its runs do not name the branch, so no run can count the attempts of earlier ones (sluice.attempts).`,
            fix: `Add to the workflow: run-name: ${source.workflow.name ?? 'Fix CI'} on \${{ github.event.workflow_run.head_branch }}`,
        },
    ];
}

;// CONCATENATED MODULE: ./build/commands/doctor/permission-checks.js





const permissionChecks = (source) => {
    const jobs = source.jobs.filter((job) => (0,workflow_source/* agentSteps */.XD)(job).length > 0);
    return [
        ...missingBlocks(source, jobs),
        ...jobs.flatMap((job) => [...missingScopes(source, job), ...needlessScopes(source, job)]),
        ...writeAll(source),
    ];
};
function missingBlocks(source, jobs) {
    if (source.workflow.permissions !== undefined)
        return [];
    return jobs
        .filter(({ job }) => job.permissions === undefined)
        .map((job) => {
        const needed = neededScopes(source, job);
        const lines = [...new Map([['contents', 'read'], ...needed.map(({ scope, level }) => [scope, level])])];
        const block = lines.map(([scope, level]) => `\n  ${scope}: ${level}`).join('');
        return {
            check: 'missing-permissions',
            level: 'error',
            line: source.lineOf(job.path),
            problem: `The job "${job.id}" has no permissions block: it gets the repository's default, which may be write access to everything.`,
            fix: `Add to the job: permissions: { ${lines.map((pair) => pair.join(': ')).join(', ')} }`,
            edits: firstKeyEdit(source, job, `permissions:${block}`),
        };
    });
}
function firstKeyEdit(source, { path, job }, line) {
    const [first] = Object.keys(job);
    return first === undefined ? [] : [(0,yaml_edits/* lineBefore */.GO)(source, [...path, first], line)];
}
function neededScopes({ events, workflow }, { job, steps }) {
    const needed = [];
    if (steps.some(({ step }) => /^actions\/checkout@/.test((0,workflow_file/* mapText */.E0)(step, 'uses'))))
        needed.push({ scope: 'contents', level: 'read', reason: 'the checkout' });
    for (const { step } of steps.filter((each) => (0,workflow_source/* agentOf */.jk)(each.step) === 'sluice')) {
        const inputs = (0,workflow_file/* mapOf */.A7)(step.with);
        const writes = String(inputs.dry_run ?? '') !== 'true' && isJobToken(inputs.github_token);
        const needs = (scope, level, reason) => needed.push({ scope, level, reason });
        const writesCode = writes && inputs.mode !== 'plan' && inputs.mode !== 'shard';
        if (writes && inputs.mode !== 'plan' && inputs.comment !== 'off')
            needed.push(...commentScopes(events, { workflow, job }));
        if (writesCode && ['commit', 'pull_request'].includes(String(inputs.changes)))
            needs('contents', 'write', `changes: ${String(inputs.changes)}`);
        if (writesCode && inputs.changes === 'pull_request')
            needs('pull-requests', 'write', 'changes: pull_request');
        if (writes && String(inputs.check_run) === 'true')
            needs('checks', 'write', 'check_run: true');
        if (writes && !['undefined', '', 'off'].includes(String(inputs.fail_on_findings)))
            needs('checks', 'write', 'fail_on_findings');
        if ((0,workflow_file/* mapText */.E0)(inputs, 'gcp_workload_identity_provider') !== '' &&
            !isMaybeEmpty(inputs.gcp_workload_identity_provider))
            needs('id-token', 'write', 'gcp_workload_identity_provider');
        if (isJobToken(inputs.github_token)) {
            if (/"perDayUsd"\s*:/.test(String(inputs.settings ?? '')))
                needs('actions', 'read', 'sluice.budget.perDayUsd');
            for (const name of ['runs_per_hour', 'resume'])
                if (!['undefined', '', 'false'].includes(String(inputs[name])))
                    needs('actions', 'read', name);
        }
    }
    return needed;
}
const isJobToken = (token) => token === undefined || token === '' || /github\.token|secrets\.GITHUB_TOKEN/i.test(String(token));
const isMaybeEmpty = (value) => /\$\{\{/.test(String(value));
function commentScopes(events, { workflow, job }) {
    const may = (scope) => (0,doctor_problem/* permissionOf */.Fp)(workflow, job, scope) === 'write';
    const onPulls = (0,workflow_events/* eventsWith */.K)('pulls').some((name) => events.has(name));
    const isPullsOnly = /(?<!!\s*)github\.event\.issue\.pull_request/.test(String(job.if ?? '')) && may('pull-requests');
    const onIssues = events.has('issues') || (events.has('issue_comment') && !isPullsOnly);
    return [
        ...(onPulls && !may('issues')
            ? [{ scope: 'pull-requests', level: 'write', reason: 'the comment on a pull request' }]
            : []),
        ...(onIssues ? [{ scope: 'issues', level: 'write', reason: 'the comment on an issue' }] : []),
    ];
}
const isEnough = (granted, level) => granted === 'write' || granted === level;
function missingScopes(source, job) {
    const { workflow } = source;
    if ((job.job.permissions ?? workflow.permissions) === undefined)
        return [];
    const missing = neededScopes(source, job).filter(({ scope, level }) => !isEnough((0,doctor_problem/* permissionOf */.Fp)(workflow, job.job, scope), level));
    return [...new Map(missing.map((each) => [each.scope, each])).values()].map(({ scope, level, reason }) => ({
        check: 'missing-permission',
        level: 'error',
        line: source.lineOf(permissionsPath(source, job)),
        problem: `The job "${job.id}" may not ${level} ${scope}, but ${reason} needs it: GitHub answers 403.`,
        fix: `Add ${scope}: ${level} to permissions.`,
        edits: scopeEdit(source, job, scope, level),
    }));
}
const permissionsPath = (source, { job, path }) => job.permissions !== undefined
    ? [...path, 'permissions']
    : source.workflow.permissions !== undefined
        ? ['permissions']
        : [...path];
function scopeEdit(source, job, scope, level) {
    const path = permissionsPath(source, job);
    const permissions = (0,workflow_file/* mapOf */.A7)(job.job.permissions ?? source.workflow.permissions);
    const [first] = Object.keys(permissions);
    const isFlow = source.text.slice(source.startOf(path).offset).split('\n', 1)[0]?.includes('{') === true;
    if (first === undefined || isFlow)
        return [];
    if (permissions[scope] === undefined)
        return [(0,yaml_edits/* lineBefore */.GO)(source, [...path, first], `${scope}: ${level}`)];
    const range = source.nodeAt([...path, scope])?.range;
    return range == null ? [] : [{ start: range[0], end: range[1], text: level }];
}
const REASONS = {
    contents: (text, inputs) => ['commit', 'pull_request'].includes(String(inputs.changes)) ||
        /git (?:push|tag)|gh (?:release|pr (?:merge|create))|create-pull-request|auto-commit|action-gh-release|push_files|create_branch|create_or_update_file/.test(text),
    'id-token': (text) => /workload_identity_provider|google-github-actions\/auth|configure-aws-credentials|azure\/login|attest|--provenance|pypi-publish/.test(text),
    statuses: (text) => /\/statuses|createCommitStatus|commit-status/.test(text),
    packages: (text) => /docker|ghcr\.io|npm publish|packages/.test(text),
    deployments: (text) => /deploy/i.test(text),
    'security-events': (text) => /sarif|codeql|code-scanning/i.test(text),
    actions: (text) => /gh (?:workflow|run|cache)|\/actions\/|createWorkflowDispatch/.test(text),
    checks: (text, inputs) => String(inputs.check_run) === 'true' || /check-runs|checks\.create|junit|reporter/.test(text),
    pages: (text) => /pages/.test(text),
    'repository-projects': (text) => /project/.test(text),
    discussions: (text) => /discussion/i.test(text),
    attestations: (text) => /attest/.test(text),
};
function needlessScopes(source, job) {
    const permissions = job.job.permissions ?? source.workflow.permissions;
    const sharing = job.job.permissions === undefined ? source.jobs.filter((each) => each.job.permissions === undefined) : [job];
    const isFirst = sharing.find((each) => (0,workflow_source/* agentSteps */.XD)(each).length > 0) === job;
    if (typeof permissions !== 'object' || permissions === null || !isFirst)
        return [];
    const text = sharing.map(({ job: { permissions: _, ...rest } }) => JSON.stringify(rest)).join('\n');
    const inputs = sharing.flatMap((each) => (0,workflow_source/* agentSteps */.XD)(each).map(({ step }) => (0,workflow_file/* mapOf */.A7)(step.with)));
    return Object.entries((0,workflow_file/* mapOf */.A7)(permissions)).flatMap(([scope, level]) => {
        const isNeeded = REASONS[scope];
        if (level !== 'write' || isNeeded === undefined || inputs.some((each) => isNeeded(text, each)))
            return [];
        const path = [...permissionsPath(source, job), scope];
        const lower = scope === 'contents' || scope === 'actions' || scope === 'checks' ? 'read' : undefined;
        const range = source.nodeAt(path)?.range;
        return [
            {
                check: 'needless-permission',
                level: 'warning',
                line: source.lineOf(path),
                problem: `Nothing in the job "${job.id}" needs ${scope}: write. An attacker who takes over the job could use it.`,
                fix: lower === undefined ? `Remove ${scope}: write.` : `Write ${scope}: ${lower}.`,
                edits: range == null ? undefined : [{ start: range[0], end: range[1], text: lower ?? 'none' }],
            },
        ];
    });
}
function writeAll(source) {
    const places = [
        { value: source.workflow.permissions, path: ['permissions'] },
        ...source.jobs.map(({ job, path }) => ({ value: job.permissions, path: [...path, 'permissions'] })),
    ];
    return places
        .filter(({ value }) => value === 'write-all')
        .map(({ path }) => ({
        check: 'needless-permission',
        level: 'error',
        line: source.lineOf(path),
        problem: 'permissions: write-all lets every step write to everything: code, releases, packages, issues.',
        fix: 'Name the permissions that the job needs, for example contents: read and pull-requests: write.',
    }));
}

// EXTERNAL MODULE: ./node_modules/fastest-levenshtein/mod.js
var mod = __webpack_require__(21916);
// EXTERNAL MODULE: ./build/agent/memory-files.js + 1 modules
var memory_files = __webpack_require__(94179);
// EXTERNAL MODULE: ./build/config/settings/legacy.js
var legacy = __webpack_require__(70286);
// EXTERNAL MODULE: ./build/config/settings/parse-settings.js + 1 modules
var parse_settings = __webpack_require__(19087);
// EXTERNAL MODULE: ./build/config/settings/settings-shape.js
var settings_shape = __webpack_require__(21068);
// EXTERNAL MODULE: ./build/config/worktree-reader.js
var worktree_reader = __webpack_require__(93504);
;// CONCATENATED MODULE: ./build/commands/doctor/repository-checks.js








async function repositoryProblems(root) {
    return [...(await misplacedFiles(root)), ...(await deadImports(root))];
}
const FOLDERS = {
    '.github/workflows': { files: /\.ya?ml$/, isFlat: true },
    '.gemini/policies': { files: /\.toml$/, isFlat: true },
    '.gemini/commands': { files: /\.toml$/, isFlat: false },
    '.gemini/agents': { files: /\.md$/, isFlat: true },
    '.gemini/skills': { files: /SKILL\.md$/, isFlat: false },
};
async function misplacedFiles(root) {
    const lists = await Promise.all(['.github', '.gemini'].map((folder) => filesBelow(root, folder)));
    const files = lists.flat();
    const steering = files.filter((file) => /^\.github\/workflows\/|^\.gemini\/settings\.json$/.test(file));
    const steeringText = (await Promise.all(steering.map((file) => (0,promises_.readFile)((0,external_node_path_.join)(root, file), 'utf8').catch(() => '')))).join('\n');
    const problems = [];
    for (const file of files) {
        const target = await meantPlace(root, file);
        if (target === undefined ||
            steeringText.includes(file) ||
            ((0,external_node_path_.dirname)(file).includes('/') && steeringText.includes((0,external_node_path_.dirname)(file))))
            continue;
        problems.push({
            file,
            check: 'unread-file',
            level: 'error',
            line: 1,
            problem: `Nothing reads ${file}: ${target.startsWith('.github') ? 'GitHub reads workflows' : `a run reads ${target}`} only in ${(0,external_node_path_.dirname)(target)}.`,
            fix: `Move it to ${target}.`,
        });
    }
    return problems;
}
async function meantPlace(root, file) {
    const [parent = '', folder = '', ...rest] = file.split('/');
    if (parent === '.gemini' && rest.length === 0)
        return folder !== 'settings.json' && (0,mod/* distance */.Io)(folder, 'settings.json') <= 2 ? '.gemini/settings.json' : undefined;
    const name = (0,external_node_path_.basename)(file);
    for (const [place, { files, isFlat }] of Object.entries(FOLDERS)) {
        const [placeParent, placeFolder = ''] = place.split('/');
        if (placeParent !== parent || !files.test(name))
            continue;
        const isNear = folder !== placeFolder && (0,mod/* distance */.Io)(folder.toLowerCase(), placeFolder) <= 2;
        if (isNear || (folder === placeFolder && isFlat && rest.length > 1))
            return `${place}/${isFlat ? name : rest.join('/')}`;
    }
    const isPolicy = name.endsWith('.toml') && folder !== 'policies' && folder !== 'extensions';
    const text = isPolicy ? await (0,promises_.readFile)((0,external_node_path_.join)(root, file), 'utf8').catch(() => '') : '';
    return /^\s*\[\[\s*(?:rule|safety_checker)\s*\]\]/m.test(text) ? `.gemini/policies/${name}` : undefined;
}
async function filesBelow(root, folder) {
    const entries = await (0,promises_.readdir)((0,external_node_path_.join)(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    return entries
        .filter((entry) => entry.isFile())
        .map((entry) => (0,external_node_path_.join)(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'))
        .toSorted();
}
async function deadImports(root) {
    const reader = (0,worktree_reader/* worktreeReader */.J)(root);
    const parsed = (0,parse_settings/* parseSettings */.P$)((await reader.read('.gemini/settings.json')) ?? '{}');
    const shape = settings_shape/* SettingsShape */.p8.safeParse(parsed.ok ? (0,legacy/* migrateSettings */.T_)(parsed.settings).settings : {});
    const { notes } = await (0,memory_files/* loadMemory */.ab)(reader, { ...(0,memory_files/* memoryWithFallback */.A9)(shape.data?.context), root });
    const problems = [];
    for (const note of notes) {
        const [, file, spelling = '', reason] = /^(.+?): @(\S+): (.*)$/.exec(note) ?? [];
        if (file === undefined)
            continue;
        const text = (await reader.read(file)) ?? '';
        problems.push({
            file,
            check: 'dead-import',
            level: 'error',
            line: text.slice(0, Math.max(text.indexOf(`@${spelling}`), 0)).split('\n').length,
            problem: `The import @${spelling} leads nowhere (${reason}), so the model gets a comment in its place.`,
            fix: 'Correct the path: it is relative to the folder of this file. Or write it in `backticks` if it is no import.',
        });
    }
    return problems;
}

;// CONCATENATED MODULE: ./build/commands/doctor/step-checks.js





const stepChecks = (source) => [
    ...source.jobs.flatMap((job) => unpinnedWorkflow(source, job)),
    ...(0,doctor_problem/* eachStep */.cc)(source, (step, job) => [
        ...unpinnedAction(source, step),
        ...outdatedVersion(source, step),
        ...persistedCredentials(source, step, job),
        ...expressionsInScripts(source, step, job),
        ...secretsInPrompts(source, step, job),
    ]),
];
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
function unpinnedAction(source, { step, path }) {
    const uses = (0,workflow_file/* mapText */.E0)(step, 'uses');
    return unpinned(source, uses, [...path, 'uses'], (0,workflow_source/* agentOf */.jk)(step) === 'sluice');
}
function unpinnedWorkflow(source, { job, path }) {
    const uses = (0,workflow_file/* mapText */.E0)(job, 'uses');
    return unpinned(source, uses, [...path, 'uses'], (0,workflow_source/* reusableWorkflowOf */.uy)(uses) !== undefined);
}
function unpinned(source, uses, path, isOwn) {
    if (uses === '' || /^\.\.?\//.test(uses))
        return [];
    const line = source.lineOf(path);
    if (uses.startsWith('docker://')) {
        if (/@sha256:[0-9a-f]{64}$/.test(uses))
            return [];
        return [
            {
                ...UNPINNED,
                line,
                problem: `The image ${uses.slice(9)} is not pinned, so it can change without notice.`,
                fix: 'Pin it: docker://IMAGE@sha256:DIGEST.',
            },
        ];
    }
    const [name = '', ref = ''] = uses.split('@');
    if (COMMIT.test(ref) || (isOwn && /^v\d+(?:\.\d+)*$/.test(ref)))
        return [];
    const reason = ref === '' ? `${name} has no version.` : `${name}@${ref} is a tag or a branch, which can move to other code.`;
    return [
        {
            ...UNPINNED,
            line,
            problem: `${reason} That code would run with the token of this job.`,
            fix: `Pin the full commit SHA: uses: ${name}@COMMIT # ${ref || 'version'}`,
        },
    ];
}
const UNPINNED = { check: 'unpinned-action', level: 'warning' };
const versionNumbers = (text) => text.replace(/^v/, '').split('.').map(Number);
function isOlder(version) {
    const current = versionNumbers(platform_version/* VERSION */.xv);
    const difference = versionNumbers(version)
        .map((part, index) => part - (current[index] ?? 0))
        .find((each) => each !== 0);
    return difference !== undefined && difference < 0;
}
function outdatedVersion(source, { step, path }) {
    if ((0,workflow_source/* agentOf */.jk)(step) !== 'sluice')
        return [];
    const line = source.lineOf([...path, 'uses']);
    const text = source.text.split('\n')[line - 1] ?? '';
    const version = /@(v\d+(?:\.\d+)*)\b/.exec(text)?.[1] ?? /#\s*(v\d+(?:\.\d+)*)\b/.exec(text)?.[1];
    if (version === undefined || !isOlder(version))
        return [];
    return [
        {
            check: 'outdated-version',
            level: 'warning',
            line,
            problem: `${version} is older than v${platform_version/* VERSION */.xv}. It lacks later fixes, including security fixes.`,
            fix: `Use the commit of v${platform_version/* VERSION */.xv}. Its release notes list the changes.`,
        },
    ];
}
const PUSHES = /git push|create-pull-request|auto-commit|\bgit tag\b/;
function persistedCredentials(source, step, job) {
    if (!(0,doctor_problem/* keepsCredential */.mG)(step) || (0,workflow_source/* agentSteps */.XD)(job).length === 0)
        return [];
    const laterPush = job.steps.some(({ step: each }) => PUSHES.test(`${(0,workflow_file/* mapText */.E0)(each, 'run')} ${(0,workflow_file/* mapText */.E0)(each, 'uses')}`));
    return [
        {
            check: 'persist-credentials',
            level: 'error',
            line: source.lineOf([...step.path, 'with', 'persist-credentials']),
            problem: "This checkout leaves the job's token on disk, where programs that the agent starts can find it.",
            fix: laterPush
                ? 'Set persist-credentials: false, and give the token only to the step that pushes.'
                : 'Set persist-credentials: false. Sluice needs no credential in the checkout.',
            edits: laterPush ? undefined : persistEdit(source, step),
        },
    ];
}
function persistEdit(source, step) {
    const range = source.nodeAt([...step.path, 'with', 'persist-credentials'])?.range;
    if (range != null)
        return [{ start: range[0], end: range[1], text: 'false' }];
    return (0,yaml_edits/* addInputs */.j$)(source, step, { 'persist-credentials': false }) ?? [];
}
const FREE_TEXT = /github\.(?:head_ref|ref_name)\b|github\.event\.(?:[\w.*]*\.)?(?:title|body|message|name|email|ref|label|default_branch|page_name|head_branch|homepage|description)\b|github\.event\.(?:inputs|client_payload)\b|github(?:\.event(?:\.(?:pull_request|issue|comment|review|discussion|head_commit|commits|workflow_run|release))?)?(?![\w.-])|(?<![\w.])inputs\.[\w-]+/;
const plainInputs = ({ events }) => ['workflow_dispatch', 'workflow_call'].flatMap((event) => Object.entries((0,workflow_file/* mapOf */.A7)(events.get(event)?.inputs)).flatMap(([name, input]) => ['boolean', 'number'].includes((0,workflow_file/* mapText */.E0)((0,workflow_file/* mapOf */.A7)(input), 'type')) ? [`inputs.${name}`] : []));
function expressionsInScripts(source, { step, path }, job) {
    const isScript = /^actions\/github-script@/.test((0,workflow_file/* mapText */.E0)(step, 'uses'));
    const place = isScript ? [...path, 'with', 'script'] : [...path, 'run'];
    const script = isScript ? (0,workflow_file/* mapText */.E0)((0,workflow_file/* mapOf */.A7)(step.with), 'script') : (0,workflow_file/* mapText */.E0)(step, 'run');
    const agents = agentIds(job);
    const answers = source.jobs.flatMap((each) => answerOutputs(each));
    const plain = plainInputs(source);
    const environment = { ...(0,workflow_file/* mapOf */.A7)(source.workflow.env), ...(0,workflow_file/* mapOf */.A7)(job.job.env), ...(0,workflow_file/* mapOf */.A7)(step.env) };
    return script.split('\n').flatMap((text, index) => (0,workflow_file/* expressionsIn */.l$)(text)
        .filter((expression) => !plain.includes(expression.trim()))
        .filter((expression) => isFreeText(expression, agents, environment) ||
        (0,workflow_file/* referencesIn */.ii)(expression, 'needs').some((name) => answers.includes(name)))
        .map((expression) => ({
        check: 'expression-in-shell',
        level: 'error',
        line: source.lineInside(place, index + 1),
        problem: `\${{ ${expression.trim()} }} becomes part of the script before it runs: the author of that text can run commands here.`,
        fix: `Set an environment variable in env: of the step, NAME: \${{ ${expression.trim()} }}, and ${isScript ? 'read the variable NAME' : 'write "$NAME"'} in the script.`,
    })));
}
const agentIds = (job) => (0,workflow_source/* agentSteps */.XD)(job).flatMap(({ step }) => (typeof step.id === 'string' ? [step.id.toLowerCase()] : []));
function answerOutputs(job) {
    const agents = agentIds(job);
    return Object.entries((0,workflow_file/* mapOf */.A7)(job.job.outputs)).flatMap(([name, value]) => (0,workflow_file/* expressionsIn */.l$)(String(value)).some((each) => (0,workflow_file/* referencesIn */.ii)(each, 'steps').some((path) => agents.includes(path.split('.')[0] ?? '')))
        ? [`${job.id}.outputs.${name}`.toLowerCase()]
        : []);
}
function isFreeText(expression, agents, environment) {
    if (FREE_TEXT.test(expression))
        return true;
    if ((0,workflow_file/* referencesIn */.ii)(expression, 'steps').some((path) => agents.includes(path.split('.')[0] ?? '')))
        return true;
    return (0,workflow_file/* referencesIn */.ii)(expression, 'env').some((name) => {
        const value = Object.entries(environment).find(([key]) => key.toLowerCase() === name)?.[1];
        return (0,workflow_file/* expressionsIn */.l$)(String(value ?? '')).some((each) => FREE_TEXT.test(each));
    });
}
const CREDENTIAL_INPUTS = /^(?:gemini_api_key|google_api_key|github_token|gcp_|anthropic_api_key|claude_code_oauth_token|openai-api-key)/;
const PROMPT_INPUTS = ['prompt', 'settings', 'policies', 'admin_policies', 'direct_prompt', 'custom_instructions'];
const SECRET_EXPRESSION = /(?<![\w.-])(?:secrets(?![\w-])|github\.token\b)/i;
function secretsInPrompts(source, { step, path }, job) {
    if ((0,workflow_source/* agentOf */.jk)(step) === undefined)
        return [];
    const inputs = (0,workflow_file/* mapOf */.A7)(step.with);
    const environment = { ...(0,workflow_file/* mapOf */.A7)(source.workflow.env), ...(0,workflow_file/* mapOf */.A7)(job.job.env), ...(0,workflow_file/* mapOf */.A7)(step.env) };
    const secretNames = Object.entries(environment).flatMap(([name, value]) => (0,workflow_file/* expressionsIn */.l$)(String(value ?? '')).some((each) => SECRET_EXPRESSION.test(each)) ? [name] : []);
    return [
        ...PROMPT_INPUTS.flatMap((name) => {
            const text = (0,workflow_file/* mapText */.E0)(inputs, name);
            return text.split('\n').flatMap((each, index) => {
                const inExpression = (0,workflow_file/* expressionsIn */.l$)(each).some((expression) => SECRET_EXPRESSION.test(expression) ||
                    (0,workflow_file/* referencesIn */.ii)(expression, 'env').some((variable) => secretNames.some((secret) => secret.toLowerCase() === variable)));
                const byName = name === 'prompt' && secretNames.some((secret) => new RegExp(`\\$\\{?${secret}\\b`).test(each));
                if (!inExpression && !byName)
                    return [];
                return [
                    {
                        check: 'secret-in-prompt',
                        level: 'error',
                        line: source.lineInside([...path, 'with', name], index + 1),
                        problem: `The input ${name} contains a secret. The model gets it, and its answer or a log may show it.`,
                        fix: name === 'settings'
                            ? 'Put the secret into env: of the step and write "$NAME" in the headers or env of the server.'
                            : 'Remove it: tools get their credentials without the model. For an MCP server, put it into env: of the step.',
                    },
                ];
            });
        }),
        ...Object.entries(inputs).flatMap(([name, value]) => CREDENTIAL_INPUTS.test(name) &&
            !/^gcp_/.test(name) &&
            typeof value === 'string' &&
            value.trim() !== '' &&
            !value.includes('${{')
            ? [
                {
                    check: 'committed-secret',
                    level: 'error',
                    line: source.lineOf([...path, 'with', name]),
                    problem: `${name} contains a key in plain text. Everyone who can read the repository can use it.`,
                    fix: `Revoke the key, store a new one as a secret, and write ${name}: \${{ secrets.${name.toUpperCase().replaceAll('-', '_')} }}.`,
                },
            ]
            : []),
    ];
}

;// CONCATENATED MODULE: ./build/commands/doctor/trigger-checks.js





const triggerChecks = (source) => source.jobs.flatMap((job) => [
    ...strangersWithSecrets(source, job),
    ...workflowRunOfForks(source, job),
    ...commentsOfStrangers(source, job),
    ...otherPhrases(source, job),
    ...checkoutsOfHeads(source, job),
    ...inheritedSecrets(source, job),
]);
function strangersWithSecrets(source, job) {
    const target = source.events.get('pull_request_target');
    if (target === undefined || isByWriters(target.types))
        return [];
    const hasAgent = (0,workflow_source/* agentSteps */.XD)(job).length > 0;
    if (!hasAgent && !usesSecrets(job.job))
        return [];
    const guarded = (0,workflow_source/* agentSteps */.XD)(job).some(({ step }) => (0,doctor_problem/* checksOrigin */.mr)((0,doctor_problem/* conditionsOf */.yb)(job.job, step)));
    if (guarded || (0,doctor_problem/* checksOrigin */.mr)((0,doctor_problem/* conditionsOf */.yb)(job.job)) || job.job.environment !== undefined)
        return [];
    return [
        {
            check: 'stranger-trigger',
            level: 'error',
            line: source.lineOf(['on', 'pull_request_target']),
            problem: `pull_request_target gives the job "${job.id}" secrets and a token that can write, even for pull requests from forks. Anyone can start it.`,
            fix: `Use pull_request. For forks, review in a second workflow on workflow_run behind an environment with required reviewers (${(0,doctor_problem/* docsPage */.tu)('workflows')}, Forks).`,
        },
    ];
}
const BY_WRITERS = ['labeled', 'unlabeled', 'assigned', 'unassigned', 'milestoned'];
const isByWriters = (types) => Array.isArray(types) && types.length > 0 && types.every((type) => BY_WRITERS.includes(String(type)));
const usesSecrets = (job) => (0,workflow_file/* textsIn */.Ej)(job).some((text) => /\$\{\{[^}]*\bsecrets\s*[.[](?!\s*'?GITHUB_TOKEN)/i.test(text));
function workflowRunOfForks(source, job) {
    if (!source.events.has('workflow_run') || (0,workflow_source/* agentSteps */.XD)(job).length === 0)
        return [];
    if ((0,doctor_problem/* checksOrigin */.mr)((0,doctor_problem/* conditionsOf */.yb)(job.job)) || job.job.environment !== undefined)
        return [];
    return [
        {
            check: 'stranger-trigger',
            level: 'error',
            line: source.lineOf(['on', 'workflow_run']),
            problem: `workflow_run starts the job "${job.id}" with secrets even after runs for forks. Anyone can start it with a pull request.`,
            fix: 'Add to the job: if: github.event.workflow_run.head_repository.full_name == github.repository. Or protect it with an environment that has required reviewers.',
        },
    ];
}
function commentsOfStrangers(source, job) {
    const agent = (0,workflow_source/* agentSteps */.XD)(job).find(({ step }) => (0,workflow_source/* agentOf */.jk)(step) === 'gemini');
    const event = (0,workflow_events/* eventsWith */.K)('open').find((name) => source.events.has(name));
    if (agent === undefined || event === undefined || (0,doctor_problem/* checksAuthor */.zY)((0,doctor_problem/* conditionsOf */.yb)(job.job, agent.step)))
        return [];
    return [
        {
            check: 'stranger-trigger',
            level: 'error',
            line: source.lineOf(['on', event]),
            problem: `Anyone can start the job "${job.id}" with ${event}. It has secrets, and nothing checks who wrote the text.`,
            fix: `Add to the job: if: contains(fromJSON('["OWNER", "MEMBER", "COLLABORATOR"]'), github.event.${event === 'issues' ? 'issue' : event === 'pull_request_review' ? 'review' : 'comment'}.author_association). Or run \`sluice import\`: Sluice asks GitHub for write permission.`,
        },
    ];
}
const COMMENTS = ['issue_comment', 'pull_request_review_comment', 'pull_request_review'];
const BODY_TEST = /(!\s*)?\b(?:contains|startsWith|endsWith)\(\s*github\.event\.(?:comment|review)\.body\s*,\s*'((?:[^']|'')*)'\s*\)/gi;
function otherPhrases(source, job) {
    if (!COMMENTS.some((event) => source.events.has(event)))
        return [];
    return (0,workflow_source/* agentSteps */.XD)(job).flatMap(({ step }) => {
        const phrase = String((0,workflow_file/* mapOf */.A7)(step.with).trigger_phrase ?? '@gemini-cli').toLowerCase();
        const asked = [...(0,doctor_problem/* conditionsOf */.yb)(job.job, step).matchAll(BODY_TEST)]
            .filter(([, negation]) => negation === undefined)
            .map(([, , text = '']) => text.trim().replaceAll("''", "'"));
        const fits = (text) => text.toLowerCase().includes(phrase) || phrase.includes(text.toLowerCase());
        const [first] = asked;
        if ((0,workflow_source/* agentOf */.jk)(step) !== 'sluice' || first === undefined || phrase.includes('${{') || asked.some(fits))
            return [];
        return [
            {
                check: 'other-phrase',
                level: 'error',
                line: source.lineOf([...job.path, 'if']),
                problem: `The condition asks for ${first} in a comment, but a run starts only with ${phrase}: a comment with ${first} alone starts a job that does nothing.`,
                fix: `Write trigger_phrase: ${JSON.stringify(first)}, or ask for ${phrase} in the condition.`,
            },
        ];
    });
}
const HEAD_REF = /github\.head_ref|pull_request\.head\.(?:sha|ref)|workflow_run\.(?:head_sha|head_branch|head_commit)|refs\/pull\/|pull_request\.merge_commit_sha/;
const HEAD_COMMAND = /\bgh pr checkout\b|\bgit fetch\b[^\n]*\bpull\/|\bgit checkout\b[^\n]*(?:FETCH_HEAD|head_ref)/;
function checkoutsOfHeads(source, job) {
    const event = (0,workflow_events/* eventsWith */.K)('privileged').find((name) => source.events.has(name));
    if (event === undefined)
        return [];
    return job.steps.flatMap((step) => {
        if (!checksOutHead(step))
            return [];
        const condition = (0,doctor_problem/* conditionsOf */.yb)(job.job, step.step);
        if ((0,doctor_problem/* checksOrigin */.mr)(condition))
            return [];
        const credentials = (0,doctor_problem/* keepsCredential */.mG)(step);
        const anyone = event === 'pull_request_target' || event === 'workflow_run';
        if (!credentials && !anyone && ((0,doctor_problem/* checksAuthor */.zY)(condition) || isReadAsData(job)))
            return [];
        if (anyone && refusesForks(step))
            return [
                {
                    check: 'untrusted-checkout',
                    level: 'error',
                    line: source.lineOf([...step.path, 'with', 'ref']),
                    problem: `On ${event}, actions/checkout refuses the code of a fork: for every pull request from one, the job fails at this step.`,
                    fix: 'Check out the base: remove ref and repository. Sluice reads the diff and files of the pull request from the API.',
                },
            ];
        return [
            {
                check: 'untrusted-checkout',
                level: 'error',
                line: source.lineOf((0,workflow_source/* isCheckout */.VI)(step) ? [...step.path, 'with', 'ref'] : [...step.path, 'run']),
                problem: `${event} runs with secrets, and this step checks out the head of a pull request${credentials ? ', with the token in .git/config' : ''}: any step that runs its code (install, build, test) exposes them.`,
                fix: `Check out the base: remove ref${credentials ? ' and set persist-credentials: false' : ''}. Sluice reads the diff and files of the pull request from the API. Or limit the job to heads of this repository.`,
            },
        ];
    });
}
function checksOutHead(step) {
    const { step: values } = step;
    if (!(0,workflow_source/* isCheckout */.VI)(step))
        return HEAD_COMMAND.test((0,workflow_file/* mapText */.E0)(values, 'run'));
    const options = (0,workflow_file/* mapOf */.A7)(values.with);
    return (HEAD_REF.test(`${(0,workflow_file/* mapText */.E0)(options, 'ref')} ${(0,workflow_file/* mapText */.E0)(options, 'repository')}`) ||
        /head\.repo\.full_name/.test((0,workflow_file/* mapText */.E0)(options, 'repository')));
}
const FORK_REF = /pull_request\.head\.sha|merge_commit_sha|workflow_run\.(?:head_sha|head_commit)|refs\/pull\//;
const FORK_REPOSITORY = /(?:head\.repo|head_repository)\.full_name/;
function refusesForks({ step }) {
    const options = (0,workflow_file/* mapOf */.A7)(step.with);
    const isHead = FORK_REF.test((0,workflow_file/* mapText */.E0)(options, 'ref')) || FORK_REPOSITORY.test((0,workflow_file/* mapText */.E0)(options, 'repository'));
    const isAllowed = String(options['allow-unsafe-pr-checkout'] ?? 'false').toLowerCase() === 'true';
    return isHead && !isAllowed && (0,checkout/* guardsForks */.yW)((0,workflow_file/* mapText */.E0)(step, 'uses')) === true;
}
const isReadAsData = ({ steps }) => steps.every(({ step }) => typeof step.run !== 'string');
function inheritedSecrets(source, { job, path }) {
    const uses = (0,workflow_file/* mapText */.E0)(job, 'uses');
    if (job.secrets !== 'inherit' || uses === '' || uses.startsWith('./'))
        return [];
    return [
        {
            check: 'inherited-secrets',
            level: 'warning',
            line: source.lineOf([...path, 'secrets']),
            problem: `secrets: inherit gives every secret of the repository to ${uses.split('@')[0]}.`,
            fix: 'Name the secrets that the called workflow needs, one per line.',
        },
    ];
}

// EXTERNAL MODULE: ./build/commands/github-rules.js + 2 modules
var github_rules = __webpack_require__(5881);
;// CONCATENATED MODULE: ./build/commands/doctor.js



















const HELP = `sluice doctor [FILE…] [--fix] [--sarif]

Finds mistakes and risks in workflows, settings and policies, and says for each where it is, why it matters and how to fix
it. Runs nothing and fetches nothing. Default FILEs: all of .github/workflows, composite actions that start an agent,
.gemini/settings.json and .gemini/policies.

  --fix      apply the fixes that have no other effect, then check again
  --sarif    print SARIF 2.1.0, for GitHub's code scanning

Exit codes: 0 no problems, 1 problems found, 2 wrong usage, 42 bad input.
`;
async function doctorCommand(argv, io) {
    let options;
    try {
        options = readOptions(argv);
    }
    catch (error) {
        return (0,command_io/* reportUsageError */.gD)(io, 'doctor', error, HELP);
    }
    if (options.help) {
        io.out(HELP);
        return 0;
    }
    const files = await readFilesToCheck(options.paths, io);
    const ofRepository = options.paths.length > 0 ? await problemsOfNamed(files) : await repositoryProblems(io.cwd);
    if (files.length + ofRepository.length === 0) {
        io.err(`Nothing to check in ${io.cwd}: no workflow, settings or policies. Run it in the root of a repository, or name a file.\n`);
        return 1;
    }
    const results = [];
    let fixedCount = 0;
    for (const file of files) {
        const { text, count } = options.fix ? await fixFile(file, io) : { text: file.text, count: 0 };
        fixedCount += count;
        results.push(await examineFile({ ...file, text }, io));
    }
    for (const [file, problems] of Map.groupBy(ofRepository, (problem) => problem.file)) {
        const result = results.find((each) => each.file === file);
        if (result === undefined)
            results.push({ ...(await (0,workflow_source/* readNamedFile */.wh)(file, io.cwd)), problems });
        else
            result.problems = [...problems, ...result.problems];
    }
    await addConflicts(results);
    if (options.sarif)
        io.out(toSarif(results));
    else
        io.out(formatProblems(results, fixedCount));
    return results.some(({ problems }) => problems.length > 0) ? 1 : 0;
}
function readOptions(argv) {
    const flag = { type: 'boolean', default: false };
    const { values, positionals } = (0,external_node_util_.parseArgs)({
        args: argv,
        allowPositionals: true,
        options: { help: { ...flag, short: 'h' }, fix: flag, sarif: flag },
    });
    return { ...values, paths: positionals };
}
async function fixFile(file, io) {
    let { text } = file;
    let { problems } = await examineFile(file, io);
    let count = 0;
    for (let next = await firstFix(file, text, problems, io); next !== undefined;) {
        ;
        ({ text, problems } = next);
        count += 1;
        next = await firstFix(file, text, problems, io);
    }
    if (count > 0)
        await (0,workflow_source/* writeRepositoryFile */.Ms)(file, text);
    return { text, count };
}
async function firstFix(file, text, problems, io) {
    const known = new Set(problems.map(describe));
    for (const problem of problems) {
        const next = (0,text_edit/* applyEdits */.ct)(text, problem.edits ?? []);
        if (next === text)
            continue;
        const after = (await examineFile({ ...file, text: next }, io)).problems;
        const isSmaller = after.length < problems.length && after.every((each) => known.has(describe(each)));
        const isCorrection = isHiding(problem) && after.filter(isHiding).length < problems.filter(isHiding).length;
        if (isSmaller || isCorrection)
            return { text: next, problems: after };
    }
    return undefined;
}
const describe = ({ check, problem }) => `${check}: ${problem}`;
function formatProblems(files, fixedCount) {
    const lines = files.flatMap(({ file, problems }) => problems.map(({ line, level, check, problem, fix }) => `${file}:${line}: ${level}: ${problem} [${check}]\n  Fix: ${fix}\n`));
    const count = lines.length;
    const fixable = files.flatMap(({ problems }) => problems).filter(({ edits = [] }) => edits.length > 0).length;
    const ending = [
        `${files.length} ${files.length === 1 ? 'file' : 'files'} checked, ${count === 0 ? 'no' : count} ${count === 1 ? 'problem' : 'problems'} found`,
        ...(fixedCount > 0 ? [`${fixedCount} fixed`] : []),
        ...(fixable > 0 ? [`--fix can fix ${fixable} of them`] : []),
    ];
    return `${lines.join('')}${ending.join(', ')}.\n`;
}
async function addConflicts(results) {
    const sources = results.flatMap(({ file, text }) => {
        const parsed = /\.ya?ml$/.test(file) ? (0,workflow_source/* parseWorkflow */.hM)(file, text) : undefined;
        return parsed?.ok ? [parsed.source] : [];
    });
    for (const { file, ...conflict } of await (0,conflict_checks/* workflowConflicts */.N)(sources)) {
        const result = results.find((each) => each.file === file);
        if (result !== undefined)
            result.problems = [...result.problems, conflict].toSorted((a, b) => a.line - b.line);
    }
}
async function problemsOfNamed(files) {
    const byRoot = Map.groupBy(files, ({ path }) => repositoryOf(path));
    const problems = [];
    for (const [root, named] of byRoot)
        for (const problem of await repositoryProblems(root)) {
            const file = named.find(({ path }) => path === (0,external_node_path_.join)(root, problem.file));
            if (file !== undefined)
                problems.push({ ...problem, file: file.file });
        }
    return problems;
}
function repositoryOf(path) {
    const [inside] = path.split(/[\\/]\.(?:github|gemini)[\\/]/);
    if (inside !== undefined && inside !== path)
        return inside;
    for (let folder = (0,external_node_path_.dirname)(path);; folder = (0,external_node_path_.dirname)(folder))
        if ((0,external_node_fs_.existsSync)((0,external_node_path_.join)(folder, '.git')) || folder === (0,external_node_path_.dirname)(folder))
            return (0,external_node_fs_.existsSync)((0,external_node_path_.join)(folder, '.git')) ? folder : (0,external_node_path_.dirname)(path);
}
const SETTINGS_PATH = '.gemini/settings.json';
const POLICIES_FOLDER = '.gemini/policies';
async function readFilesToCheck(paths, { cwd }) {
    if (paths.length > 0)
        return (0,workflow_source/* readWorkflowFiles */.BV)(paths, cwd);
    const workflows = await (0,workflow_source/* readWorkflowFiles */.BV)([], cwd).catch(() => []);
    const policies = (await (0,promises_.readdir)((0,external_node_path_.join)(cwd, POLICIES_FOLDER)).catch(() => [])).filter((name) => name.endsWith('.toml'));
    const configs = [
        ...((0,external_node_fs_.existsSync)((0,external_node_path_.join)(cwd, SETTINGS_PATH)) ? [SETTINGS_PATH] : []),
        ...policies.toSorted().map((name) => `${POLICIES_FOLDER}/${name}`),
    ];
    return [
        ...workflows,
        ...(await actionsWithAgents(cwd)),
        ...(await Promise.all(configs.map((file) => (0,workflow_source/* readNamedFile */.wh)(file, cwd)))),
    ];
}
const ACTION_FILE = /^action\.ya?ml$/;
async function actionsWithAgents(cwd) {
    const names = await (0,promises_.readdir)((0,external_node_path_.join)(cwd, '.github/actions'), { recursive: true }).catch(() => []);
    const files = ['action.yml', 'action.yaml', ...names.toSorted().map((name) => (0,external_node_path_.join)('.github/actions', name))].filter((file) => ACTION_FILE.test((0,external_node_path_.basename)(file)) && (0,external_node_fs_.existsSync)((0,external_node_path_.join)(cwd, file)));
    const actions = await Promise.all(files.map((file) => (0,workflow_source/* readNamedFile */.wh)(file, cwd)));
    return actions.filter(({ file, text }) => {
        const parsed = (0,workflow_source/* parseCompositeAction */.t6)(file, text);
        return parsed.ok && parsed.source.jobs.some((job) => (0,workflow_source/* agentSteps */.XD)(job).length > 0);
    });
}
async function examineFile(file, { cwd, dist }) {
    const same = (inner) => inner;
    const problems = (0,external_node_path_.extname)(file.file) === '.toml'
        ? (0,config_checks/* policyProblems */.NP)(file.text, file.file, same)
        : (0,external_node_path_.extname)(file.file) === '.json'
            ? (0,config_checks/* settingsProblems */.KK)(file.text, 'file', same)
            : (0,external_node_path_.extname)(file.file) === '.md'
                ? []
                : ACTION_FILE.test((0,external_node_path_.basename)(file.file))
                    ? actionProblems(file, cwd, dist)
                    : await workflowProblems(file, cwd, dist);
    const lines = new Set(problems.flatMap(({ check, line }) => (check === 'committed-secret' ? [line] : [])));
    const tokens = tokenProblems(file.text).filter(({ line }) => !lines.has(line));
    return { ...file, problems: [...problems, ...tokens].toSorted((a, b) => a.line - b.line) };
}
const tokenProblems = (text) => (0,secret_shapes/* findTokenShapes */.H)(text).map(({ start }) => ({
    check: 'committed-secret',
    level: 'error',
    line: text.slice(0, start).split('\n').length,
    problem: 'This looks like a token. Everyone who can read the repository can use it.',
    fix: 'Revoke it, store a new one as a secret, and pass it as ${{ secrets.NAME }} in env: of the step.',
}));
const HIDING = ['invalid-workflow', 'unknown-input', 'invalid-input'];
const isHiding = ({ check }) => HIDING.includes(check);
async function workflowProblems({ file, text }, cwd, dist) {
    const refused = await schemaProblems(file, text, cwd);
    const parsed = (0,workflow_source/* parseWorkflow */.hM)(file, text);
    if (!parsed.ok)
        return refused;
    const { source } = parsed;
    const problems = [
        ...refused,
        ...[triggerChecks, checkoutChecks, permissionChecks, stepChecks, limitChecks, inputChecks].flatMap((check) => check(source)),
        ...(0,config_checks/* inlineConfigProblems */.GZ)(source, cwd, dist),
    ];
    if (!problems.some(isHiding))
        return problems;
    return problems
        .filter(({ check }) => check !== 'dead-setting' && check !== 'needless-permission')
        .map((problem) => (isHiding(problem) ? problem : { ...problem, edits: undefined }));
}
function actionProblems({ file, text }, cwd, dist) {
    const parsed = (0,workflow_source/* parseCompositeAction */.t6)(file, text);
    if (!parsed.ok)
        return [];
    const { source } = parsed;
    const withoutShell = source.jobs.flatMap(({ steps }) => steps.filter(({ step }) => 'run' in step && !('shell' in step)));
    return [
        ...withoutShell.map(({ path }) => ({
            check: 'invalid-workflow',
            level: 'error',
            line: source.lineOf([...path, 'run']),
            problem: 'GitHub refuses this file: a step of a composite action names its shell.',
            fix: 'Add shell: bash.',
        })),
        ...[stepChecks, inputChecks].flatMap((check) => check(source)),
        ...(0,config_checks/* inlineConfigProblems */.GZ)(source, cwd, dist),
    ];
}
function toSarif(files) {
    const all = files.flatMap(({ file, problems }) => problems.map((problem) => ({ file, ...problem })));
    const ids = [...new Set(all.map(({ check }) => check))].toSorted();
    const log = {
        $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
        version: '2.1.0',
        runs: [
            {
                tool: { driver: { name: 'sluice doctor', version: platform_version/* VERSION */.xv, rules: ids.map((id) => ({ id, name: id })) } },
                results: all.map(({ file, check, level, line, problem, fix }) => ({
                    ruleId: check,
                    level,
                    message: { text: `${problem} Fix: ${fix}` },
                    locations: [
                        {
                            physicalLocation: { artifactLocation: { uri: file.replaceAll('\\', '/') }, region: { startLine: line } },
                        },
                    ],
                })),
            },
        ],
    };
    return `${JSON.stringify(log, null, 2)}\n`;
}
const schemaProblems = async (file, text, root) => (await (0,github_rules/* workflowMistakes */.X)(file, text, root)).map(({ line, isRefused, isIdle, problem, fix, edits }) => ({
    check: isRefused ? 'invalid-workflow' : isIdle ? 'never-runs' : 'unknown-context',
    level: 'error',
    line,
    problem,
    fix,
    edits,
}));


/***/ }),

/***/ 27819:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ workflowConflicts)
/* harmony export */ });
/* harmony import */ var _config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(89009);
/* harmony import */ var _github_events_trigger_rules_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(61936);
/* harmony import */ var _github_result_marker_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(60648);
/* harmony import */ var _text_glob_list_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(50471);
/* harmony import */ var _simulate_expressions_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(21685);
/* harmony import */ var _simulate_situations_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(61845);
/* harmony import */ var _workflow_source_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(49034);







async function workflowConflicts(sources) {
    const agents = sources.flatMap((source) => source.jobs.flatMap((job) => (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_5__/* .agentSteps */ .XD)(job).map((step) => ({ source, job, step }))));
    const conflicts = agentWorkflows(sources).flatMap(groupsBeforeConditions);
    for (const [first, second] of pairsOf(agents)) {
        if (first.source === second.source && first.job === second.job)
            continue;
        conflicts.push(...(await twoAnswers(first, second)), ...sharedReport(first, second), ...sharedLabel(first, second), ...labelChain(first, second));
    }
    for (const agent of agents)
        conflicts.push(...labelLoop(agent));
    const started = sources.filter(({ events }) => [...events.keys()].some((event) => event !== 'workflow_call'));
    for (const [first, second] of pairsOf(started))
        conflicts.push(...sharedGroup(first, second));
    return conflicts;
}
const agentWorkflows = (sources) => sources.filter(({ jobs }) => jobs.some((job) => (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_5__/* .agentSteps */ .XD)(job).length > 0));
const pairsOf = (values) => values.flatMap((first, index) => values.slice(index + 1).map((second) => [first, second]));
const nameOf = ({ file, workflow }) => typeof workflow.name === 'string' ? workflow.name : file;
const COMMENTS = ['issue_comment', 'pull_request_review_comment', 'pull_request_review', 'discussion_comment'];
const COMMANDS = ['/review', '/fix', '/plan', '/triage', '/approve XZ23456789', '/allow once XZ23456789'];
const phraseOf = ({ step }) => (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(step.step.with), 'trigger_phrase') || '@gemini-cli';
const conditionsOfAgent = ({ job, step }) => [job.job.if, step.step.if].map((each) => String(each ?? ''));
function requestsFor(agents) {
    const phrases = new Set(agents.map(phraseOf));
    const literals = agents.flatMap(conditionsOfAgent).flatMap((text) => text.match(/'(?:[^']|'')*'/g) ?? []);
    const words = literals
        .map((literal) => literal.slice(1, -1).replaceAll("''", "'"))
        .filter((word) => /[@/]/.test(word));
    return [...phrases].flatMap((phrase) => [
        `${phrase} why does this fail?`,
        ...[...new Set([...COMMANDS, ...words])].map((word) => (word.startsWith(phrase) ? word : `${phrase} ${word}`)),
    ]);
}
async function twoAnswers(first, second) {
    const shared = [...first.source.events.keys()].filter((event) => second.source.events.has(event));
    const events = new Map(shared.map((event) => [event, (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(first.source.events.get(event))]));
    const situations = (0,_simulate_situations_js__WEBPACK_IMPORTED_MODULE_4__/* .situationsOf */ .NC)(events, first.job, first.step).filter(({ event, type, actor }) => actor === 'writer' && hasType(second.source, event, type));
    const found = [first, second];
    for (const situation of situations) {
        const asked = COMMENTS.includes(situation.event)
            ? requestsFor(found).map((body) => withBody(situation, body))
            : situation.type === 'labeled'
                ? labelsOf(found).map((name) => withLabel(situation, name))
                : [];
        for (const { words, situation: each } of asked) {
            if ((await answers(first, each)) && (await answers(second, each)))
                return [twoAnswersProblem(second, first, each, words)];
        }
    }
    return [];
}
function withBody(situation, body) {
    const { payload } = situation;
    const key = situation.event === 'pull_request_review' ? 'review' : 'comment';
    return {
        words: `"${body}"`,
        situation: { ...situation, payload: { ...payload, [key]: { ...(0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(payload[key]), body } } },
    };
}
const withLabel = (situation, name) => ({
    words: `the label "${name}"`,
    situation: { ...situation, payload: { ...situation.payload, label: { name } } },
});
const labelsOf = (agents) => [...new Set(agents.flatMap(triggerLabels))];
const triggerLabels = (agent) => [
    ...listOf((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(agent.step.step.with), 'label_trigger')),
    ...conditionsOfAgent(agent).flatMap((text) => /label\.name\s*==\s*'([^']+)'/.exec(text)?.[1] ?? []),
];
const listOf = (text) => text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.includes('${{'));
function hasType({ events }, event, type) {
    const { types } = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(events.get(event));
    return (type === undefined || types === undefined || (Array.isArray(types) ? types : [types]).map(String).includes(type));
}
async function answers(agent, situation) {
    if (!conditionsOfAgent(agent).every((condition) => holds(condition, agent.source, situation)))
        return false;
    const { payload, type } = situation;
    if (type === 'labeled') {
        const starting = listOf((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(agent.step.step.with), 'label_trigger'));
        return starting.length === 0 || starting.some((name) => name === (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(payload.label).name);
    }
    if ((0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_5__/* .agentOf */ .jk)(agent.step.step) !== 'sluice')
        return true;
    const { body } = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(payload.comment ?? payload.review);
    return (await (0,_github_events_trigger_rules_js__WEBPACK_IMPORTED_MODULE_1__/* .findRequest */ .Rh)(String(body), phraseOf(agent))) !== undefined;
}
function holds(condition, source, situation) {
    try {
        return (0,_simulate_expressions_js__WEBPACK_IMPORTED_MODULE_3__/* .falsePart */ .Z)(condition, { github: githubOf(source, situation) }) === undefined;
    }
    catch {
        return false;
    }
}
const githubOf = (source, { event, payload }) => ({
    event_name: event,
    event: payload,
    repository: _simulate_situations_js__WEBPACK_IMPORTED_MODULE_4__/* .REPOSITORY */ .Bw,
    workflow: nameOf(source),
    ref: 'refs/heads/main',
    ref_name: 'main',
    actor: (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(payload.sender).login,
    run_id: source.file,
});
function twoAnswersProblem(agent, other, { event }, words) {
    const { source, job } = agent;
    return {
        file: source.file,
        check: 'two-answers',
        level: 'warning',
        line: source.lineOf([...job.path, 'if']),
        problem: `The job "${job.id}" and the job "${other.job.id}" of ${other.source.file} both answer ${words} (${event}): two runs, two costs, two answers.`,
        fix: "Let the if: of one job leave out what the other answers, for example !contains(github.event.comment.body, '@gemini-cli /fix'). Or set another trigger_phrase.",
    };
}
const groupOf = (concurrency) => typeof concurrency === 'string' ? concurrency : (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(concurrency), 'group');
const groupsOf = (source) => [
    { source, group: groupOf(source.workflow.concurrency), path: ['concurrency'] },
    ...source.jobs.map(({ job, path }) => ({
        source,
        group: groupOf(job.concurrency),
        path: [...path, 'concurrency'],
    })),
].filter(({ group }) => group !== '');
function sharedGroup(first, second) {
    if (agentWorkflows([first, second]).length === 0)
        return [];
    const others = groupsOf(first).map((place) => ({ place, names: namesOf(place) }));
    return groupsOf(second).flatMap((place) => {
        const names = namesOf(place);
        const other = others.find((each) => [...each.names].some((name) => names.has(name)));
        if (other === undefined)
            return [];
        return [
            {
                file: second.file,
                check: 'shared-group',
                level: 'warning',
                line: second.lineOf(place.path),
                problem: `The concurrency group ${place.group} is also that of ${first.file}: a run of one workflow cancels a run of the other, or takes its place in the queue.`,
                fix: 'Begin the name of the group with the name of the workflow.',
            },
        ];
    });
}
function namesOf({ source, group }) {
    const [job] = source.jobs;
    const step = { step: {}, index: 0, path: [] };
    const situations = job === undefined || !group.includes('${{') ? [] : (0,_simulate_situations_js__WEBPACK_IMPORTED_MODULE_4__/* .situationsOf */ .NC)(source.events, job, step);
    try {
        const names = situations.map((each) => (0,_simulate_expressions_js__WEBPACK_IMPORTED_MODULE_3__/* .evaluateText */ .p)(group, { github: githubOf(source, each) }).toLowerCase());
        return new Set(names.length === 0 ? [group.toLowerCase()] : names);
    }
    catch {
        return new Set([group.replace(/\$\{\{\s*github\.workflow\s*\}\}/g, () => nameOf(source)).toLowerCase()]);
    }
}
function groupsBeforeConditions(source) {
    const { concurrency } = source.workflow;
    const job = source.jobs.find((each) => (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_5__/* .agentSteps */ .XD)(each).length > 0 && each.job.if !== undefined);
    if (concurrency === undefined || job === undefined || !source.jobs.every((each) => each.job.if !== undefined))
        return [];
    return [
        {
            file: source.file,
            check: 'group-before-condition',
            level: 'warning',
            line: source.lineOf(['concurrency']),
            problem: `GitHub claims the group of a workflow before it looks at the if: of the job "${job.id}": even an event that the job skips cancels a run or takes the place of a waiting one.`,
            fix: 'Move concurrency into the job: a skipped job joins no group.',
        },
    ];
}
function sharedReport(first, second) {
    if (first.source === second.source)
        return [];
    if ([first, second].some(({ step }) => (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_5__/* .agentOf */ .jk)(step.step) !== 'sluice'))
        return [];
    const keys = [first, second].map(({ source, job }) => (0,_github_result_marker_js__WEBPACK_IMPORTED_MODULE_2__/* .jobKey */ .tv)(nameOf(source), job.id));
    if (keys[0] !== keys[1])
        return [];
    const { source, job } = second;
    return [
        {
            file: source.file,
            check: 'shared-report',
            level: 'warning',
            line: source.lineOf(['name']),
            problem: `The workflow "${nameOf(source)}" and its job "${job.id}" have the names of those in ${first.source.file}: each treats the other's comments as its own and overwrites them.`,
            fix: 'Give one of the two workflows another name.',
        },
    ];
}
const LABELED_EVENTS = ['issues', 'pull_request', 'pull_request_target'];
function sharedLabel(first, second) {
    const labels = listOf((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(second.step.step.with), 'allowed_labels')).filter((name) => !/^!|[*?[{]/.test(name));
    const label = labels.find((name) => setsLabel(first, name) && setsLabel(second, name));
    const events = [...first.source.events].filter(([event]) => LABELED_EVENTS.includes(event) && second.source.events.has(event));
    const isStarted = (0,_simulate_situations_js__WEBPACK_IMPORTED_MODULE_4__/* .situationsOf */ .NC)(new Map(events), first.job, first.step)
        .filter(({ actor, event, type }) => actor === 'writer' && hasType(second.source, event, type))
        .flatMap((each) => each.type === 'labeled' ? labelsOf([first, second]).map((name) => withLabel(each, name).situation) : [each])
        .some((each) => [first, second].every((agent) => conditionsOfAgent(agent).every((condition) => holds(condition, agent.source, each))));
    if (label === undefined || !isStarted)
        return [];
    const { source, job, step } = second;
    return [
        {
            file: source.file,
            check: 'shared-label',
            level: 'warning',
            line: source.lineOf([...step.path, 'with', 'allowed_labels']),
            problem: `The job "${job.id}" and the job "${first.job.id}" of ${first.source.file} start on the same event, and both may set the label "${label}".`,
            fix: 'Give each label to one of them in allowed_labels.',
        },
    ];
}
function writesAsApp({ step }) {
    const token = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(step.step.with), 'github_token');
    return (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_5__/* .agentOf */ .jk)(step.step) === 'sluice' && token !== '' && !/github\.token|secrets\.GITHUB_TOKEN/i.test(token);
}
function setsLabel({ step }, name) {
    const allowed = listOf((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(step.step.with), 'allowed_labels'));
    return allowed.length > 0 && (0,_text_glob_list_js__WEBPACK_IMPORTED_MODULE_6__/* .globList */ .Xq)(allowed, { dot: true })(name);
}
const startsOnLabel = ({ source }) => ['issues', 'pull_request', 'pull_request_target'].some((event) => source.events.has(event) &&
    (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(source.events.get(event)).types !== undefined &&
    hasType(source, event, 'labeled'));
function labelChain(first, second) {
    return [[first, second], [second, first]].flatMap(([setter, started]) => {
        const label = startsOnLabel(started) ? triggerLabels(started).find((name) => setsLabel(setter, name)) : undefined;
        if (label === undefined || !writesAsApp(setter))
            return [];
        return [labelProblem(setter, label, `starts the job "${started.job.id}" of ${started.source.file}`)];
    });
}
function labelLoop(agent) {
    const label = startsOnLabel(agent) ? triggerLabels(agent).find((name) => setsLabel(agent, name)) : undefined;
    return label === undefined || !writesAsApp(agent) ? [] : [labelProblem(agent, label, 'starts this job again')];
}
function labelProblem({ source, job, step }, label, effect) {
    return {
        file: source.file,
        check: 'label-chain',
        level: 'warning',
        line: source.lineOf([...step.path, 'with', 'allowed_labels']),
        problem: `The job "${job.id}" may set the label "${label}" with the token of an App, which ${effect}: each run can start another paid one.`,
        fix: `Leave "${label}" out of allowed_labels: write !${label} at its end. Or use the token of the job, whose labels start nothing.`,
    };
}


/***/ })

};
