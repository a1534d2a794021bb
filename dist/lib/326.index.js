export const id = 326;
export const ids = [326,501];
export const modules = {

/***/ 78326:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  formatEffects: () => (/* binding */ formatEffects),
  formatSimulation: () => (/* binding */ formatSimulation),
  simulateCommand: () => (/* binding */ simulateCommand)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(48161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(57975);
// EXTERNAL MODULE: ./build/config/workflow-file.js
var workflow_file = __webpack_require__(89009);
// EXTERNAL MODULE: ./build/commands/command-io.js
var command_io = __webpack_require__(29395);
// EXTERNAL MODULE: ./build/commands/github-rules.js + 2 modules
var github_rules = __webpack_require__(5881);
// EXTERNAL MODULE: ./build/config/inputs.js + 1 modules
var config_inputs = __webpack_require__(27527);
// EXTERNAL MODULE: ./build/config/runtime.js
var config_runtime = __webpack_require__(39155);
// EXTERNAL MODULE: ./build/emulators/github/checkout.js
var github_checkout = __webpack_require__(33295);
// EXTERNAL MODULE: ./build/emulators/github/github.js + 13 modules
var github_github = __webpack_require__(43599);
// EXTERNAL MODULE: ./build/emulators/github/world.js
var world = __webpack_require__(63991);
// EXTERNAL MODULE: ./build/github/api/github.js + 15 modules
var api_github = __webpack_require__(14024);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/commands/workflow-source.js
var workflow_source = __webpack_require__(49034);
// EXTERNAL MODULE: ./build/commands/simulate/expressions.js
var expressions = __webpack_require__(21685);
// EXTERNAL MODULE: ./build/agent/skills.js
var skills = __webpack_require__(96546);
// EXTERNAL MODULE: ./build/agent/subagents/load-agents.js + 1 modules
var load_agents = __webpack_require__(49661);
// EXTERNAL MODULE: ./build/config/extensions.js + 1 modules
var config_extensions = __webpack_require__(49944);
// EXTERNAL MODULE: ./build/config/load-policies.js + 1 modules
var load_policies = __webpack_require__(74613);
// EXTERNAL MODULE: ./build/config/own-prompt.js
var own_prompt = __webpack_require__(48478);
// EXTERNAL MODULE: ./build/config/resolve-settings.js
var resolve_settings = __webpack_require__(56873);
// EXTERNAL MODULE: ./build/config/settings/settings.js
var settings_settings = __webpack_require__(47040);
// EXTERNAL MODULE: ./build/config/slash-invocations.js
var slash_invocations = __webpack_require__(85768);
// EXTERNAL MODULE: ./build/config/steering-files.js
var steering_files = __webpack_require__(93970);
// EXTERNAL MODULE: ./build/config/step-names.js
var step_names = __webpack_require__(524);
// EXTERNAL MODULE: ./build/config/worktree-reader.js
var worktree_reader = __webpack_require__(93504);
// EXTERNAL MODULE: ./build/github/events/read-event.js + 2 modules
var read_event = __webpack_require__(49561);
// EXTERNAL MODULE: ./build/github/events/trigger-rules.js
var trigger_rules = __webpack_require__(61936);
// EXTERNAL MODULE: ./build/github/events/trust.js + 3 modules
var events_trust = __webpack_require__(53543);
// EXTERNAL MODULE: ./build/github/run-files.js + 1 modules
var run_files = __webpack_require__(15634);
// EXTERNAL MODULE: ./build/model/provider-kind.js
var provider_kind = __webpack_require__(67396);
// EXTERNAL MODULE: ./build/platform/redact/redact.js + 1 modules
var redact = __webpack_require__(63391);
// EXTERNAL MODULE: ./build/platform/sandbox/sandbox-session.js + 8 modules
var sandbox_session = __webpack_require__(51938);
// EXTERNAL MODULE: ./build/results/visitor-run.js
var visitor_run = __webpack_require__(55243);
// EXTERNAL MODULE: ./build/scale/batch.js + 1 modules
var batch = __webpack_require__(86501);
// EXTERNAL MODULE: ./build/session/build-agent.js
var build_agent = __webpack_require__(87107);
// EXTERNAL MODULE: ./build/session/capabilities.js
var session_capabilities = __webpack_require__(49937);
// EXTERNAL MODULE: ./build/session/run-github-tools.js + 14 modules
var run_github_tools = __webpack_require__(22978);
// EXTERNAL MODULE: ./build/session/run-options.js
var run_options = __webpack_require__(54153);
// EXTERNAL MODULE: ./build/tools/builtins.js + 11 modules
var builtins = __webpack_require__(8226);
// EXTERNAL MODULE: ./build/tools/interactive-tools.js
var interactive_tools = __webpack_require__(49266);
// EXTERNAL MODULE: ./build/commands/local-config.js
var local_config = __webpack_require__(29639);
;// CONCATENATED MODULE: ./build/commands/simulate/simulate-run.js
var __addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var __disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});





























const ignore = () => undefined;
async function simulateRun(stepInputs, runtime, github, steps) {
    try {
        const isList = stepInputs.github_pr_number.length === 0 && stepInputs.github_issue_number.length > 1;
        const isOneRun = isList && (0,step_names/* hasOneAnswer */.v2)(stepInputs.prompt, stepInputs.github_issue_number, steps);
        const inputs = isOneRun
            ? (0,batch.listInputs)(stepInputs)
            : isList
                ? (0,batch.issueInputs)(stepInputs, stepInputs.github_issue_number[0] ?? 0)
                : stepInputs;
        const isInBatch = isList && !isOneRun;
        const trigger = await (0,read_event/* readTask */.g)(runtime.event, (0,config_inputs/* triggerOptions */.R3)(inputs));
        if (!trigger.shouldRun)
            return { result: 'noop', reason: trigger.reason };
        const missingSecret = (0,run_options/* missingSecretReason */.Pe)(inputs, runtime, trigger.task);
        if (missingSecret !== undefined)
            return { result: 'noop', reason: missingSecret };
        const assessment = await (0,events_trust/* assessTrust */.T)(trigger.task, github, (0,config_inputs/* trustOptions */.z5)(inputs, runtime));
        const { trust, task } = assessment;
        if (trust.level === 'refused')
            return { result: 'refused', reason: trust.reason };
        const skippedPaths = await (0,trigger_rules/* skipPathsReason */.qb)(task, github, inputs.skip_paths);
        if (skippedPaths !== undefined)
            return { result: 'noop', reason: skippedPaths };
        if (!(0,provider_kind/* hasCredential */.mB)((0,run_options/* modelOptions */.Og)(inputs, ''), runtime.env))
            return { result: 'config', reason: 'There is no credential for the model.' };
        return await describeRun(assessment, { inputs, runtime, github, steps, task, isInBatch });
    }
    catch (error) {
        if (!(error instanceof errors/* UserError */.yo))
            throw error;
        return { result: 'config', reason: (0,errors/* messageOf */.bD)(error) };
    }
}
async function describeRun(assessment, services) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { inputs, runtime, github, task, steps } = services;
        const { trust } = assessment;
        const { payload } = runtime.event;
        const prompt = await (0,own_prompt/* readOwnPrompt */.lo)(inputs.prompt, { payload, steps, github });
        if (prompt.isEmpty)
            return { result: 'refused', reason: own_prompt/* NO_OWN_PROMPT */.wt };
        const loaded = await loadConfig(services);
        const config = trust.level === 'visitor' ? (0,visitor_run/* visitorConfig */.DI)(loaded) : loaded;
        const { settings, mode, rules } = config;
        const programs = __addDisposableResource(env_1, (0,sandbox_session/* openSandboxSession */.W)(inputs.sandbox, { ...runtime, allowedHosts: (0,run_options/* allowedHostsFor */.Tf)(inputs, trust, ignore) }, ignore), true);
        const granted = services.isInBatch
            ? { ...assessment.capabilities, shell: false, edit: false }
            : assessment.capabilities;
        const capabilities = await (0,session_capabilities/* capabilitiesFor */.Qw)(granted, { runtime, config, programs, filter: (0,redact/* createSecretFilter */.$6)([]) });
        const web = capabilities.fetch && (0,build_agent/* webCapabilities */.zO)(capabilities.fetch, () => rejectCall);
        const agentTools = (0,build_agent/* createAgentTools */.bB)(config, rejectSubagent);
        const proposals = (0,run_options/* proposalOptions */.Tg)(inputs, { task, trust, conversation: undefined }, github);
        const tools = [
            ...(0,builtins/* builtins */.T)({ ...capabilities, ...web }),
            ...agentTools.tools,
            ...(0,run_github_tools/* runGithubTools */.OC)({
                task,
                trust,
                inputs,
                github,
                config,
                nonce: 'simulated',
                settings: loaded.settings,
                proposals: (0,run_github_tools/* openProposalTools */.CF)(task, github, proposals),
                results: { append: ignore },
            }),
            ...(0,interactive_tools/* interactiveTools */.g)(),
        ];
        const externalTools = { tools: () => [], version: () => 1, instructions: '', prompt: async () => undefined };
        const { declarations } = (0,build_agent/* createCurrentTools */.TV)(tools, { externalTools, rules, mode, emit: ignore })();
        return {
            result: 'runs',
            trust: trust.level,
            reason: trust.level === 'trusted' ? '' : trust.reason,
            tools: declarations.map(({ name }) => name),
            servers: Object.keys(settings.mcpServers ?? {}).filter((name) => name !== 'github'),
            policies: [...new Set(config.policies.filter(({ tier }) => tier !== 'default').map(({ file }) => file))],
            writes: await writesText(trust, proposals, config),
            notes: [...prompt.notes, ...(prompt.data === '' ? [] : [STRANGERS_TEXT])],
            limits: limitsText(inputs, config),
            steering: assessment.steering.reason,
            files: (0,run_files/* pullRequestCommit */.O)(task)?.subject,
        };
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = __disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
const rejectCall = () => Promise.reject(new Error('a simulation runs no tool'));
const rejectSubagent = () => {
    throw new Error('a simulation runs no sub-agent');
};
async function loadConfig({ inputs, runtime, task }) {
    const steering = (0,worktree_reader/* worktreeReader */.J)(runtime.workspace);
    const pinned = (0,local_config/* localPinned */.g8)(inputs, runtime.env);
    const resolved = await (0,resolve_settings/* resolveSettings */.Mo)(inputs, steering, { ...runtime, pinned }, ignore);
    const { settings, extensions } = resolved;
    const mode = (0,resolve_settings/* resolveApprovalMode */.jC)(inputs.approval_mode, settings);
    const invocations = await (0,slash_invocations/* readInvocations */.ER)(inputs.prompt, task, {
        ...runtime,
        steering,
        notice: ignore,
        extensionFolders: (0,config_extensions/* extensionCommandFolders */.IF)(extensions),
        hasServers: (0,settings_settings/* hasServers */.L)(settings),
    });
    const profile = await (0,slash_invocations/* commandProfile */.Bl)(invocations, inputs, steering, ignore);
    const locations = { ...(await (0,resolve_settings/* policyLocationsFor */.q6)(inputs, runtime, resolved)), ...profile };
    const { rules, sources: policies } = await (0,load_policies/* loadRules */.A7)(locations, settings, steering);
    const places = await (0,steering_files/* agentLocations */.UO)(steering, extensions, runtime);
    return {
        settings,
        mode,
        extensions,
        invocations,
        rules,
        policies,
        steering,
        env: runtime.env,
        memory: '',
        memoryFiles: [],
        learnings: [],
        systemPrompt: undefined,
        agents: await (0,load_agents/* loadAgents */.L2)(places.agents, settings, ignore),
        skills: await (0,skills/* loadSkills */.l1)(places.skills, settings, ignore),
        hooks: undefined,
        check: undefined,
    };
}
const STRANGERS_TEXT = 'Text of the event by a person without write permission in the prompt becomes data. Leave it out: the run reads the item itself.';
async function writesText({ level }, { authority, allowedLabels }, { rules }) {
    const labels = allowedLabels.length > 0 ? ['allowed labels'] : [];
    if (level === 'visitor')
        return labels.join() || 'nothing';
    const isLimited = level !== 'trusted' || (await authority.byText('')) !== undefined;
    const item = isLimited ? ['comments', ...labels] : ['its own item'];
    const issues = level === 'trusted' && (await authority.newIssue()) === undefined ? ['new issues'] : [];
    const isOpened = level === 'trusted' && rules.some(({ match, verdict }) => verdict === 'allow' && match.targets === 'any');
    return [...item, ...issues, ...(isOpened ? ['more by rule'] : [])].join(', ');
}
function limitsText(inputs, { settings }) {
    const turns = (0,run_options/* stopConditions */.Te)(inputs, settings).length === 0 ? undefined : turnsOf(inputs, settings.model?.maxSessionTurns);
    return [
        ...(turns === undefined ? [] : [`${turns} turns`]),
        ...(inputs.timeout_minutes === undefined ? [] : [`${inputs.timeout_minutes} min`]),
        ...(inputs.max_tokens === undefined ? [] : [`${inputs.max_tokens} tokens`]),
        ...(inputs.max_cost_usd === undefined ? [] : [`$${inputs.max_cost_usd}`]),
    ].join(', ');
}
const turnsOf = ({ max_turns = Number.POSITIVE_INFINITY }, session = -1) => session >= 0 ? Math.min(session, max_turns) : max_turns;

// EXTERNAL MODULE: ./build/commands/simulate/situations.js
var situations = __webpack_require__(61845);
;// CONCATENATED MODULE: ./build/commands/simulate/simulate-job.js
var simulate_job_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var simulate_job_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});












async function simulateStep(simulated, folders) {
    const { source, job, step, callers } = simulated;
    const rows = [];
    if ((0,workflow_file/* mapOf */.A7)(step.step.with).mode !== undefined)
        return rows;
    for (const situation of (0,situations/* situationsOf */.NC)(source.events, job, step))
        rows.push(await simulateSituation(simulated, situation, folders));
    for (const caller of source.events.has('workflow_call') ? callers : [])
        for (const situation of (0,situations/* situationsOf */.NC)(caller.source.events, job, step))
            rows.push(await simulateSituation(simulated, situation, folders, caller));
    return rows;
}
async function simulateSituation(simulated, situation, folders, caller) {
    const { source, job, step } = simulated;
    const row = { ...situation, file: source.file, job: job.id, checkouts: [] };
    try {
        const callerContexts = caller && contextsOf(caller.source, caller.job, situation);
        const callerReason = caller && callerContexts && conditionReason(caller.source, caller.job, undefined, callerContexts);
        const contexts = contextsOf(source, job, situation, callerContexts && valuesOf(caller.job.job.with, callerContexts));
        const inputs = valuesOf(step.step.with, contexts);
        const reason = callerReason ?? conditionReason(source, job, step.step.if, contexts);
        if (reason !== undefined)
            return { ...row, inputs, result: 'skipped', reason };
        const steps = checkoutsBefore(simulated, contexts, (0,github_checkout/* runRef */.px)(situation.event, situation.payload));
        const checkouts = (0,github_checkout/* leftCheckouts */.l6)(steps.map(({ checkout }) => checkout));
        if (steps.some(({ uses, checkout }) => (0,github_checkout/* guardsForks */.yW)(uses) === true && (0,github_checkout/* isForkRefused */.FD)(checkout, situation)))
            return { ...row, inputs, checkouts, result: 'fails', reason: FORK_REFUSED };
        const run = await simulateInputs(simulated, { situation, contexts, inputs, caller }, folders);
        if (run.result !== 'runs')
            return { ...row, inputs, checkouts, ...run };
        const notes = [...run.notes, ...dependabotNotes(simulated, situation)];
        return { ...row, inputs, checkouts, ...run, notes, files: filesText(run.files, checkouts) };
    }
    catch (error) {
        if (!(error instanceof errors/* UserError */.yo))
            throw error;
        return { ...row, inputs: {}, result: 'config', reason: error.message };
    }
}
async function simulateInputs({ source, job, step }, { situation, contexts, inputs, caller }, { workspace, scratch, dist }) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const api = simulate_job_addDisposableResource(env_1, await (0,github_github/* startGitHub */.y)({ ...worldOf(situation), approvals: approvalsOf(inputs.fork_environment) }), true);
        const connected = (0,api_github/* connectGitHub */.UY)({
            apiUrl: api.url,
            graphqlUrl: api.graphqlUrl,
            repository: situations/* REPOSITORY */.Bw,
            token: SIMULATED_TOKEN,
            userAgent: 'sluice',
            notice: () => undefined,
        });
        const github = {
            ...connected,
            content: async () => ({ kind: 'file', size: 0, blob: situations/* SHA */.hG.base, bytes: undefined }),
        };
        const file = source.file.split(/[\\/]/).at(-1) ?? '';
        const env = {
            ...(0,workflow_file/* mapOf */.A7)(contexts.env),
            ...valuesOf(step.step.env, contexts),
            GITHUB_RUN_ID: String(situations/* RUN_ID */.UC),
            GITHUB_WORKFLOW_REF: `${situations/* REPOSITORY */.Bw}/.github/workflows/${file}@refs/heads/main`,
        };
        const runtime = (0,config_runtime/* createRuntime */.xB)({
            env: { ...env, RUNNER_TEMP: scratch },
            dist,
            workspace,
            event: incomingEventOf(situation),
            session: 'simulated',
            signal: new AbortController().signal,
            log: () => undefined,
        });
        const given = Object.entries({ github_token: SIMULATED_TOKEN, ...inputs });
        const read = (0,config_inputs/* readInputs */.Ko)(Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])));
        const place = {
            workflow: source.workflow,
            job: job.job,
            steps: job.steps.map((each) => each.step),
            index: step.index,
            caller: caller && { workflow: caller.source.workflow, job: caller.job.job },
        };
        return await simulateRun(read, runtime, github, [place]);
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = simulate_job_disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
const approvalsOf = (environment = '') => environment === '' ? [] : [{ run: situations/* RUN_ID */.UC, environment, state: 'approved', user: situations/* LOGINS */.bK.writer }];
const FORK_REFUSED = 'actions/checkout refuses the code of a fork on this event, so the job fails before the run. Remove ref and repository of that step: the run reads the pull request from the API.';
const checkoutsBefore = ({ job, step }, contexts, ref) => job.steps
    .slice(0, step.index)
    .filter((each) => (0,workflow_source/* isCheckout */.VI)(each) && (0,expressions/* falsePart */.Z)(each.step.if, contexts) === undefined)
    .map((each) => ({
    uses: (0,workflow_file/* mapText */.E0)(each.step, 'uses'),
    checkout: (0,github_checkout/* leftCheckout */.y6)(valuesOf(each.step.with, contexts), { repository: situations/* REPOSITORY */.Bw, ref }),
}));
function filesText(head, checkouts) {
    const own = checkouts.filter(({ repository }) => repository.toLowerCase() === situations/* REPOSITORY */.Bw);
    const checkout = own.find(({ folder }) => folder === '') ?? own[0];
    if (checkout === undefined)
        return head ?? 'none: no step before checks out this repository';
    return head ?? checkout.ref.replace(/^refs\/(?:heads|tags)\//, '');
}
const valuesOf = (map, contexts) => Object.fromEntries(Object.entries((0,workflow_file/* mapOf */.A7)(map)).map(([name, value]) => [name, (0,expressions/* evaluateText */.p)(String(value ?? ''), contexts)]));
const worldOf = ({ code, payload }) => {
    const author = (0,workflow_file/* mapOf */.A7)((0,workflow_file/* mapOf */.A7)(payload.pull_request ?? payload.issue).user).login;
    const [owner = '', repo = ''] = situations/* REPOSITORY */.Bw.split('/');
    const head = { ref: 'topic', sha: situations/* SHA */.hG.head, repo: code === 'fork' ? situations/* FORK */.P3 : situations/* REPOSITORY */.Bw };
    const base = { ref: 'main', sha: situations/* SHA */.hG.base, repo: situations/* REPOSITORY */.Bw };
    const opened = (0,world/* pull */.a$)({ number: situations/* PULL_NUMBER */.cg, base, head });
    return {
        owner,
        repo,
        token: SIMULATED_TOKEN,
        visibility: 'public',
        permissions: { writer: 'write', stranger: 'none' },
        pulls: code === undefined ? [] : [typeof author === 'string' ? { ...opened, user: author } : opened],
    };
};
const SIMULATED_TOKEN = 'simulated-token';
const shaOf = (event) => ((0,github_checkout/* runCommit */.fi)(event) === 'merge' ? situations/* SHA */.hG.merge : situations/* SHA */.hG.base);
const incomingEventOf = ({ event, actor, payload }) => ({
    name: event,
    payload,
    repository: situations/* REPOSITORY */.Bw,
    sha: shaOf(event),
    actor: situations/* LOGINS */.bK[actor],
    triggeringActor: situations/* LOGINS */.bK[actor],
});
const hasSecrets = ({ event, code }) => !(['pull_request', 'pull_request_review', 'pull_request_review_comment'].includes(event) && code === 'fork');
function dependabotNotes({ step }, { actor }) {
    const texts = (0,workflow_file/* textsIn */.Ej)({ with: step.step.with, env: step.step.env }).flatMap(workflow_file/* expressionsIn */.l$);
    const names = [...new Set(texts.flatMap((text) => (0,workflow_file/* referencesIn */.ii)(text, 'secrets')))].filter((name) => name !== 'github_token');
    if (actor !== 'dependabot' || names.length === 0)
        return [];
    return [
        `Needs ${names.map((name) => name.toUpperCase()).join(', ')} in the Dependabot secrets (Settings → Secrets and variables → Dependabot): GitHub gives this run no others.`,
    ];
}
function contextsOf(source, job, situation, inputs = {}) {
    const { event, actor, payload, code } = situation;
    const number = code === undefined ? situations/* ISSUE_NUMBER */.Q9 : situations/* PULL_NUMBER */.cg;
    const ref = (0,github_checkout/* runRef */.px)(event, payload);
    const hasBranches = event === 'pull_request' || event === 'pull_request_target';
    const texts = (0,workflow_file/* textsIn */.Ej)(source.workflow).flatMap((text) => [...(0,workflow_file/* expressionsIn */.l$)(text), (0,workflow_file/* normalized */.A9)(text)]);
    const conditions = [job.job.if, ...job.steps.map(({ step }) => step.if)].map((text) => rejoined(String(text ?? '')));
    const unknown = (context) => {
        const paths = [...new Set(texts.flatMap((text) => (0,workflow_file/* referencesIn */.ii)(text, context)))];
        const byId = Map.groupBy(paths, (path) => path.split('.')[0] ?? '');
        return Object.fromEntries([...byId].map(([id, all]) => [
            id,
            {
                result: 'success',
                outcome: 'success',
                conclusion: 'success',
                outputs: Object.fromEntries(all.map((path) => [path.split('.')[2] ?? '', likelyValue(`${context}.${path}`, number, conditions)])),
            },
        ]));
    };
    const secretNames = texts.flatMap((text) => (0,workflow_file/* referencesIn */.ii)(text, 'secrets'));
    const secrets = Object.fromEntries(secretNames.map((name) => [name, hasSecrets(situation) ? 'simulated-secret' : '']));
    const github = {
        event: payload,
        event_name: event,
        actor: situations/* LOGINS */.bK[actor],
        triggering_actor: situations/* LOGINS */.bK[actor],
        repository: situations/* REPOSITORY */.Bw,
        repository_owner: situations/* REPOSITORY */.Bw.split('/')[0],
        ref,
        ref_name: ref.replace(/^refs\/(?:heads|tags|pull)\//, ''),
        ref_type: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
        head_ref: hasBranches ? 'topic' : '',
        base_ref: hasBranches ? 'main' : '',
        sha: shaOf(event),
        workflow: String(source.workflow.name ?? source.file),
        run_id: String(situations/* RUN_ID */.UC),
        token: SIMULATED_TOKEN,
        job: job.id,
        server_url: 'https://github.com',
        workspace: '/workspace',
    };
    const contexts = {
        github,
        secrets: { ...secrets, github_token: SIMULATED_TOKEN },
        steps: unknown('steps'),
        needs: unknown('needs'),
        vars: {},
        inputs: { ...defaultInputs(source), ...inputs },
    };
    const env = Object.entries({ ...(0,workflow_file/* mapOf */.A7)(source.workflow.env), ...(0,workflow_file/* mapOf */.A7)(job.job.env) }).map(([name, value]) => [
        name,
        (0,expressions/* evaluateText */.p)(String(value ?? ''), contexts),
    ]);
    return { ...contexts, env: Object.fromEntries(env) };
}
const defaultInputs = ({ events }) => Object.fromEntries(Object.entries((0,workflow_file/* mapOf */.A7)(events.get('workflow_call')?.inputs)).map(([name, input]) => [
    name,
    String((0,workflow_file/* mapOf */.A7)(input).default ?? ''),
]));
const rejoined = (condition) => condition.replace(/\[\s*'([\w-]+)'\s*\]/g, '.$1');
function likelyValue(path, number, conditions) {
    const asked = new RegExp(`${path.replaceAll('.', '\\.')}\\s*==\\s*'([^']*)'`, 'i');
    const wanted = conditions.flatMap((text) => asked.exec(text)?.[1] ?? [])[0];
    if (wanted !== undefined)
        return wanted;
    return /number|issue|pull|pr$|id$/.test(path) ? String(number) : 'true';
}
function conditionReason(source, job, stepIf, contexts) {
    const ofJob = (0,expressions/* falsePart */.Z)(job.job.if, contexts);
    if (ofJob !== undefined)
        return `the condition of the job is false: ${ofJob}`;
    const skipped = skippedNeed(source, job, contexts);
    if (skipped !== undefined)
        return `the job ${skipped.id}, which it needs, is skipped: ${skipped.part}`;
    const ofStep = (0,expressions/* falsePart */.Z)(stepIf, contexts);
    return ofStep === undefined ? undefined : `the condition of the step is false: ${ofStep}`;
}
function skippedNeed({ jobs }, { job }, contexts) {
    if (/\b(?:always|cancelled|failure)\s*\(/i.test(String(job.if ?? '')))
        return undefined;
    for (const each of jobs.filter(({ id }) => [job.needs ?? []].flat().includes(id))) {
        const part = (0,expressions/* falsePart */.Z)(each.job.if, contexts);
        if (part !== undefined)
            return { id: each.id, part };
        const before = skippedNeed({ jobs: jobs.filter(({ id }) => id !== each.id) }, each, contexts);
        if (before !== undefined)
            return before;
    }
    return undefined;
}
async function eventEffects(steps, rows, folders) {
    const situations = new Map(rows.map((row) => [situationKey(row), row]));
    const ownRows = new Map(rows.map((row) => [`${row.file} ${row.job} ${situationKey(row)}`, row]));
    const effects = [];
    for (const [key, situation] of situations) {
        const started = steps.filter(({ source }) => startsOn(source, situation));
        const results = [];
        for (const step of started)
            results.push(ownRows.get(`${step.source.file} ${step.job.id} ${key}`) ?? (await simulateSituation(step, situation, folders)));
        const namesOf = (some) => [...new Set(some.map(({ file }) => file))];
        const running = results.filter(({ result }) => result === 'runs');
        const hasRunner = results.some(({ result }) => result !== 'skipped');
        const { event, type, detail, actor, code } = situation;
        effects.push({
            event,
            type,
            detail,
            actor,
            code,
            words: wordsOf(situation),
            starts: namesOf(results),
            claims: [...new Set(started.flatMap((step, index) => claimedGroups(step, situation, results[index])))],
            answers: namesOf(running),
            costs: running.length > 0 ? 'the model' : hasRunner ? 'a runner' : 'nothing',
        });
    }
    return effects;
}
const situationKey = (situation) => {
    const { event, type, detail, actor, code } = situation;
    return JSON.stringify([event, type, detail, actor, code, wordsOf(situation)]);
};
function wordsOf({ payload }) {
    const { body } = (0,workflow_file/* mapOf */.A7)(payload.comment ?? payload.review);
    const { name } = (0,workflow_file/* mapOf */.A7)(payload.label);
    return typeof body === 'string' ? body : typeof name === 'string' ? `label ${name}` : '';
}
function startsOn({ events }, { event, type }) {
    const { types } = (0,workflow_file/* mapOf */.A7)(events.get(event));
    const listed = types === undefined ? undefined : (Array.isArray(types) ? types : [types]).map(String);
    return events.has(event) && (type === undefined || listed === undefined || listed.includes(type));
}
function claimedGroups({ source, job }, situation, row) {
    const claims = [source.workflow.concurrency, row?.result === 'skipped' ? undefined : job.job.concurrency];
    return claims.flatMap((claim) => {
        const group = typeof claim === 'string' ? claim : (0,workflow_file/* mapOf */.A7)(claim).group;
        if (typeof group !== 'string')
            return [];
        try {
            return [(0,expressions/* evaluateText */.p)(group, contextsOf(source, job, situation))];
        }
        catch {
            return [group];
        }
    });
}

;// CONCATENATED MODULE: ./build/commands/simulate.js










const HELP = `sluice simulate [FILE…] [--json] [--workspace DIR]

Shows for each event of a workflow, each kind of person and each origin of the code whether a run starts, or why not, and
with which trust, tools, rules and limits. Of all workflows together: which start, which claim a group, who answers. Decides with the code of a real run and the current files of the repository.
Starts no program and asks no model. Assumes likely values for outputs of other steps and jobs. Default FILEs: all of
.github/workflows.

  --json           one JSON object a line, with the payload of the event and all tools
  --workspace DIR  the repository (default: the current folder)

Exit codes: 0 success, 1 no workflow uses Sluice, 2 wrong usage, 42 bad input.
`;
async function simulateCommand(argv, io) {
    let options;
    try {
        options = readOptions(argv);
    }
    catch (error) {
        return (0,command_io/* reportUsageError */.gD)(io, 'simulate', error, HELP);
    }
    if (options.help) {
        io.out(HELP);
        return 0;
    }
    const workspace = await (0,command_io/* resolveWorkspace */.cz)(io, options.workspace);
    const rows = [];
    const refused = [];
    let effects = [];
    const scratch = await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'sluice-simulate-'));
    try {
        const sources = [];
        for (const file of await (0,workflow_source/* readWorkflowFiles */.BV)(options.paths, io.cwd)) {
            const read = await readSource(file, io);
            if (read === undefined)
                refused.push(file.file);
            else
                sources.push(read);
        }
        const reusable = await calledWorkflows(sources, io.dist);
        const steps = stepsToSimulate([...sources, ...reusable]);
        const folders = { workspace, scratch, dist: io.dist };
        for (const simulated of steps)
            rows.push(...(await simulateStep(simulated, folders)));
        const isTogether = new Set(rows.map(({ file }) => file)).size > 1;
        if (isTogether && options.json !== true)
            effects = await eventEffects(steps, rows, folders);
    }
    finally {
        await (0,promises_.rm)(scratch, { recursive: true, force: true });
    }
    io.out(options.json ? rows.map((row) => `${JSON.stringify(row)}\n`).join('') : formatSimulation(rows, refused));
    if (effects.length > 0)
        io.out(`\nTogether\n\n${formatEffects(effects)}`);
    return rows.length === 0 ? 1 : 0;
}
async function readSource({ file, text }, { cwd, err }) {
    const mistakes = (await (0,github_rules/* workflowMistakes */.X)(file, text, cwd)).filter(({ isRefused }) => isRefused);
    for (const { line, column, problem, fix } of mistakes)
        err(`${file}:${line}:${column}: ${problem} Fix: ${fix}\n`);
    if (mistakes.length > 0)
        return undefined;
    const parsed = (0,workflow_source/* parseWorkflow */.hM)(file, text);
    if (!parsed.ok)
        err(`${file}:${parsed.line}:${parsed.column}: ${parsed.reason}\n`);
    return parsed.ok ? parsed.source : undefined;
}
async function calledWorkflows(sources, dist) {
    const called = sources.flatMap(({ jobs }) => jobs.flatMap(({ job }) => (0,workflow_source/* reusableWorkflowOf */.uy)((0,workflow_file/* mapText */.E0)(job, 'uses')) ?? []));
    const known = sources.map(({ file }) => (0,external_node_path_.basename)(file));
    const names = [...new Set(called)].filter((name) => !known.includes(name));
    const texts = await Promise.all(names.map(async (name) => {
        const paths = [(0,external_node_path_.join)(dist, 'workflows', name), (0,external_node_path_.join)(dist, '.github/workflows', name)];
        const path = paths.find((each) => (0,external_node_fs_.existsSync)(each));
        return path === undefined ? [] : [{ name, text: await (0,promises_.readFile)(path, 'utf8') }];
    }));
    return texts.flat().flatMap(({ name, text }) => {
        const parsed = (0,workflow_source/* parseWorkflow */.hM)(name, text);
        return parsed.ok ? [parsed.source] : [];
    });
}
function stepsToSimulate(sources) {
    const jobs = sources.flatMap((source) => source.jobs.map((job) => ({ source, job })));
    return jobs.flatMap(({ source, job }) => {
        const name = source.file.split(/[\\/]/).at(-1) ?? '';
        const callers = jobs.filter((each) => (0,workflow_file/* mapText */.E0)(each.job.job, 'uses').split(/[/@]/).includes(name));
        return job.steps.filter(({ step }) => (0,workflow_source/* agentOf */.jk)(step) === 'sluice').map((step) => ({ source, job, step, callers }));
    });
}
function readOptions(argv) {
    const { values, positionals } = (0,external_node_util_.parseArgs)({
        args: argv,
        allowPositionals: true,
        options: { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' }, workspace: { type: 'string' } },
    });
    return { ...values, paths: positionals };
}
const HEADINGS = ['event', 'actor', 'code', 'result', 'trust', 'files', 'tools', 'writes', 'rules', 'limits'];
function formatSimulation(rows, refused = []) {
    if (rows.length === 0)
        return refused.length === 0
            ? 'No workflow here uses Sluice.\n'
            : `Nothing to simulate: GitHub refuses ${refused.join(', ')}. Correct the mistakes above first.\n`;
    const jobs = Map.groupBy(rows, ({ file, job }) => `${file}, job ${job}`);
    return [...jobs].map(([title, each]) => `${title}\n\n${formatTable(mergedRows(each))}`).join('\n');
}
function mergedRows(rows) {
    const merged = new Map();
    for (const row of rows) {
        const { cells, reason } = cellsOf(row);
        const type = row.detail ?? row.type;
        const key = JSON.stringify([row.event, ...cells, reason]);
        const same = merged.get(key);
        if (same === undefined)
            merged.set(key, { event: row.event, types: type === undefined ? [] : [type], cells, reason });
        else if (type !== undefined && !same.types.includes(type))
            same.types.push(type);
    }
    return [...merged.values()];
}
function cellsOf(row) {
    const code = row.code ?? '-';
    const { reason } = row;
    if (row.result !== 'runs')
        return { cells: [row.actor, code, row.result, '', '', '', '', '', ''], reason };
    const tools = `${row.tools.length}: ${powersOf(row).join(', ')}`;
    return {
        cells: [
            row.actor,
            code,
            'runs',
            row.trust,
            row.files.startsWith('the head') ? 'head' : row.files.replace(/:.*/, ''),
            tools,
            row.writes,
            row.policies.join(', ') || 'built-in',
            row.limits,
        ],
        reason: [reason, ...row.notes].filter(Boolean).join('\n    '),
    };
}
const POWERS = [
    ['read', /^read_file$/],
    ['edit', /^(?:write_file|replace)$/],
    ['shell', /^run_shell_command$/],
    ['web', /^web_fetch$/],
    ['search', /^google_web_search$/],
    ['comments', /^github__(?:comment|review_comment|reply)$/],
    ['labels', /^github__add_labels$/],
    ['issues', /^github__(?:create_issue|update_issue)$/],
    ['pull requests', /^github__create_pull_request$/],
];
const powersOf = ({ tools, servers, trust }) => [
    ...POWERS.flatMap(([name, pattern]) => (tools.some((tool) => pattern.test(tool)) ? [name] : [])).map((name) => name === 'shell' && trust === 'visitor' ? 'results' : name),
    ...servers.map((name) => `server ${name}`),
];
function formatTable(rows) {
    const lines = rows.map(({ event, types, cells }) => [[event, types.join(' ')].filter(Boolean).join(': '), ...cells]);
    const widths = HEADINGS.map((heading, column) => Math.max(heading.length, ...lines.map((line) => line[column]?.length ?? 0)));
    const format = (cells) => cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd();
    const body = lines.map((line, index) => {
        const reason = rows[index]?.reason ?? '';
        return `${format(line)}\n${reason === '' ? '' : `    ${reason}\n`}`;
    });
    return `${format(HEADINGS)}\n${body.join('')}`;
}
function formatEffects(effects) {
    const merged = Map.groupBy(effects, ({ event, type, words, ...effect }) => JSON.stringify([event, effect.detail, words, effect.starts, effect.claims, effect.answers, effect.costs]));
    return [...merged.values()]
        .map((same) => {
        const [{ event, words, starts, claims, answers, costs }] = same;
        const people = [...new Set(same.map(({ actor, code }) => (code === 'fork' ? `${actor} with a fork` : actor)))];
        const types = [...new Set(same.flatMap(({ type, detail }) => detail ?? type ?? []))];
        const list = (names) => names.map((name) => (0,external_node_path_.basename)(name)).join(', ') || 'none';
        return `${event}${types.length === 0 ? '' : ` ${types.join(', ')}`}${words === '' ? '' : ` "${words}"`} by ${people.join(', ')}
  starts ${list(starts)}; claims ${claims.join(', ') || 'no group'}; answers ${list(answers)}; costs ${costs}
`;
    })
        .join('');
}


/***/ }),

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


/***/ }),

/***/ 49937:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ep: () => (/* binding */ openSandbox),
/* harmony export */   Qw: () => (/* binding */ capabilitiesFor),
/* harmony export */   jc: () => (/* binding */ grantCapabilities)
/* harmony export */ });
/* unused harmony exports shellTimeouts, readIgnoreText */
/* harmony import */ var _agent_memory_files_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(94179);
/* harmony import */ var _config_runtime_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(39155);
/* harmony import */ var _platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(36575);
/* harmony import */ var _platform_net_web_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(48972);
/* harmony import */ var _platform_sandbox_sandbox_session_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(51938);
/* harmony import */ var _platform_version_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(87538);
/* harmony import */ var _run_options_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(54153);







function openSandbox(run, { accounting, runFiles }) {
    const { inputs, trust, runtime, session } = run;
    const allowedHosts = (0,_run_options_js__WEBPACK_IMPORTED_MODULE_5__/* .allowedHostsFor */ .Tf)(inputs, trust, session.notice);
    const replaced = async () => (await runFiles).view;
    const { recordBegin: beforePrograms, recordSurvivors: onSurvivors } = accounting ?? {};
    const context = { ...runtime, allowedHosts, replaced, beforePrograms, onSurvivors };
    return (0,_platform_sandbox_sandbox_session_js__WEBPACK_IMPORTED_MODULE_4__/* .openSandboxSession */ .W)(inputs.sandbox, context, session.transcript.emit);
}
async function grantCapabilities(run, programs, services, work) {
    const { assessment, session, runtime, config } = run;
    const { mismatch, gap } = run.runFiles;
    const { results, accounting } = work;
    if (mismatch !== undefined)
        session.transcript.emit({ type: 'notice', level: 'warning', text: mismatch.problem });
    if (gap !== undefined)
        session.notice(gap.notice);
    const granted = session.isInBatch ? { ...assessment.capabilities, ...WITHOUT_CHANGES } : assessment.capabilities;
    const capabilities = await capabilitiesFor(granted, {
        runtime,
        config,
        programs,
        services,
        filter: session.filter,
        mismatch,
        commandAccess: [results.access],
        beforeWrites: accounting?.recordBegin,
    });
    work.files = capabilities.files;
    return capabilities;
}
const WITHOUT_CHANGES = { shell: false, edit: false };
async function capabilitiesFor(granted, { runtime, config, programs, filter, services, mismatch, beforeWrites, commandAccess = [] }) {
    const { settings, steering } = config;
    const { env } = runtime;
    const output = (0,_config_runtime_js__WEBPACK_IMPORTED_MODULE_1__/* .toolOutputFolder */ .Y_)(runtime);
    const outside = [env.RUNNER_TEMP, env.GITHUB_EVENT_PATH].filter((path) => path !== undefined && path !== '');
    const readable = [output];
    const { readerView } = programs;
    const writeProblem = mismatch?.editProblem;
    const options = { outside: outside, readable, beforeWrites, readerView, writeProblem };
    const files = await (runtime.view === undefined
        ? (0,_platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_2__/* .openWorkspace */ .OH)(runtime.workspace, options)
        : (0,_platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_2__/* .openWorkspace */ .OH)(runtime.view, { ...options, standsFor: runtime.workspace }));
    const ignoreText = await readIgnoreText(steering, settings.context?.fileFiltering);
    const leaks = (text) => filter.text(text) !== text;
    return {
        files,
        fileNote: mismatch?.note,
        readOnly: granted.edit === false ? true : undefined,
        docs: runtime.dist,
        contextFiles: (0,_agent_memory_files_js__WEBPACK_IMPORTED_MODULE_0__/* .memoryOptions */ .wh)(settings.context).fileNames,
        now: runtime.now,
        fetch: granted.web === false ? undefined : webFetchCapability(env, leaks),
        ignoreText,
        gitIgnore: settings.context?.fileFiltering?.respectGitIgnore ?? true,
        shell: granted.shell
            ? {
                env: (0,_config_runtime_js__WEBPACK_IMPORTED_MODULE_1__/* .childEnvFor */ .vU)(runtime, settings.security?.environmentVariableRedaction),
                commandAccess,
                outputDir: output,
                ...shellTimeouts(settings),
                maxOutputCharacters: (0,_run_options_js__WEBPACK_IMPORTED_MODULE_5__/* .maxOutputCharacters */ .Yx)(settings),
                isolate: programs.isolate,
                openServices: services?.openServices,
                onBackgroundProcess: programs.trackBackground,
            }
            : undefined,
    };
}
const webFetchCapability = (env, leaks) => ({
    leaks,
    web: async () => (0,_platform_net_web_js__WEBPACK_IMPORTED_MODULE_3__/* .openWebAccess */ .RT)({
        env,
        leaks,
        userAgent: `Mozilla/5.0 (compatible; Sluice/${_platform_version_js__WEBPACK_IMPORTED_MODULE_6__/* .VERSION */ .xv})`,
    }),
});
const SHELL_MS = 10 * 60_000;
const SHELL_IDLE_MS = 5 * 60_000;
const MAX_SHELL_MS = 6 * 3_600_000;
function shellTimeouts({ tools }) {
    const seconds = tools?.shell?.inactivityTimeout;
    const idleMs = seconds === undefined ? SHELL_IDLE_MS : seconds <= 0 ? SHELL_MS : Math.min(seconds * 1000, MAX_SHELL_MS);
    return { timeoutMs: Math.max(SHELL_MS, idleMs), idleMs };
}
async function readIgnoreText(steering, filtering) {
    const builtIn = filtering?.respectGeminiIgnore === false ? [] : ['.geminiignore'];
    const texts = await Promise.all([...builtIn, ...(filtering?.customIgnoreFilePaths ?? []).toReversed()].map((path) => steering.read(path)));
    const present = texts.filter((text) => text !== undefined);
    return present.length === 0 ? undefined : present.join('\n');
}


/***/ })

};
