export const id = 252;
export const ids = [252];
export const modules = {

/***/ 29395:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Eq: () => (/* binding */ parseModeOption),
/* harmony export */   Zx: () => (/* binding */ parseMode),
/* harmony export */   cz: () => (/* binding */ resolveWorkspace),
/* harmony export */   gD: () => (/* binding */ reportUsageError),
/* harmony export */   lQ: () => (/* binding */ isFolder)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(34779);
/* harmony import */ var _policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(35783);




/** Prints the mistake in a command line and the help text. Returns the exit code. */
function reportUsageError(io, command, error, help) {
    // node:util adds an explanation of positional arguments.
    const mistake = (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .messageOf */ .bD)(error).replace(/\. To specify a positional .*$/s, '');
    io.err(`sluice ${command}: ${mistake}\n\n${help}`);
    return 2;
}
/** The mode with this name, in either spelling; undefined when there is none. */
const parseMode = (text) => _policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_3__/* .MODES */ .FN.find((mode) => mode === (text === 'auto_edit' ? 'autoEdit' : text));
/** The value of `--mode`, if set. Throws when it is not a mode. */
function parseModeOption(text) {
    const mode = text === undefined ? undefined : parseMode(text);
    if (mode === undefined && text !== undefined)
        throw new Error(`--mode must be one of ${_policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_3__/* .MODES */ .FN.join(', ')}, not ${JSON.stringify(text)}`);
    return mode;
}
/** The folder a command works on, relative to the current folder. Throws UserError when it is not a folder. */
async function resolveWorkspace({ cwd }, folderOption = '.') {
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(cwd, folderOption);
    if (!(await isFolder(folder)))
        throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .UserError */ .yo(`${folder} is not a folder.`);
    return folder;
}
const isFolder = (path) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)(path).then((stats) => stats.isDirectory(), () => false);


/***/ }),

/***/ 29639:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   g: () => (/* binding */ loadLocalConfig)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(48161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _config_approval_mode_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(94090);
/* harmony import */ var _config_inputs_read_inputs_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(36315);
/* harmony import */ var _config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(56873);
/* harmony import */ var _config_runtime_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(39155);
/* harmony import */ var _config_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(7334);
/* harmony import */ var _config_worktree_reader_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(93504);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(34779);
/* harmony import */ var _platform_process_child_environment_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(64046);
/* harmony import */ var _local_pinned_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(79031);












/** The workflow inputs that configure a run. */
const CONFIG_INPUTS = [
    'settings',
    'policies',
    'admin_policies',
    'admin_settings',
    'extensions',
    'approval_mode',
];
/**
 * Loads the configuration of a run for the repository that contains `folder`, with the functions of a run and the user's
 * home. Starts no program. Throws UserError for a mistake that would end a run.
 */
async function loadLocalConfig(folder, { env, dist, notice }) {
    const workspace = await (0,_config_worktree_reader_js__WEBPACK_IMPORTED_MODULE_8__/* .findProjectRoot */ .p)(folder);
    await refuseLinks(workspace);
    const home = (0,_config_runtime_js__WEBPACK_IMPORTED_MODULE_6__/* .userHome */ .Bc)(env);
    const scratch = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(), 'sluice-local-'));
    const removeScratch = () => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(scratch, { recursive: true, force: true });
    try {
        const variables = CONFIG_INPUTS.map((name) => `INPUT_${name.toUpperCase()}`).filter((name) => (env[name] ?? '') !== '');
        const inputs = (0,_config_inputs_read_inputs_js__WEBPACK_IMPORTED_MODULE_4__/* .readInputs */ .K)(Object.fromEntries(variables.map((name) => [name, env[name]])));
        const pinned = (0,_local_pinned_js__WEBPACK_IMPORTED_MODULE_11__/* .localPinned */ .g)(inputs, env);
        const runtime = { env, home, workspace, scratch, dist, pinned, childEnv: (0,_platform_process_child_environment_js__WEBPACK_IMPORTED_MODULE_10__/* .childEnvironment */ .Qc)(env, []) };
        const steering = (0,_config_worktree_reader_js__WEBPACK_IMPORTED_MODULE_8__/* .worktreeReader */ .J)(workspace);
        const resolved = await (0,_config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_5__/* .resolveSettings */ .Mo)(inputs, steering, runtime, notice);
        const { settings, extensions } = resolved;
        const mode = (0,_config_approval_mode_js__WEBPACK_IMPORTED_MODULE_3__/* .resolveApprovalMode */ .j)(inputs.approval_mode, settings);
        const note = await describeSources(await (0,_config_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_7__/* .trustedHome */ .lH)(home, workspace), variables);
        return {
            inputs,
            runtime,
            steering,
            settings,
            extensions,
            resolved,
            mode,
            note,
            [Symbol.asyncDispose]: removeScratch,
        };
    }
    catch (error) {
        await removeScratch();
        throw error;
    }
}
async function describeSources(home, variables) {
    const hasGeminiFolder = home !== undefined && (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(home, '.gemini')).catch(() => undefined))?.isDirectory();
    return [
        ...(hasGeminiFolder ? ['~/.gemini applies here and on self-hosted runners, not on hosted ones.'] : []),
        ...(variables.length === 0
            ? []
            : [
                `${variables.join(', ')} ${variables.length === 1 ? 'is used as a workflow input' : 'are used as workflow inputs'}.`,
            ]),
        `The workflow's inputs ${CONFIG_INPUTS.join(', ')} are unknown here; set them as INPUT_SETTINGS and so on.`,
    ].join(' ');
}
/** Throws UserError for a settings or policy file that is a symbolic link, as a run does: a rule must not be skipped silently. */
async function refuseLinks(workspace) {
    const names = (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(workspace, '.gemini/policies')).catch(() => [])).filter((name) => /\.toml$/.test(name));
    const policies = names.map((name) => `.gemini/policies/${name}`);
    for (const path of ['.gemini', '.gemini/settings.json', '.gemini/policies', ...policies]) {
        const stats = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(workspace, path)).catch(() => undefined);
        if (stats?.isSymbolicLink())
            throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_9__/* .UserError */ .yo(`${path} is a symbolic link, which a run refuses. Make it a regular file.`);
        if (policies.includes(path) && stats?.isDirectory())
            throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_9__/* .UserError */ .yo(`Cannot read ${path}: it is a folder`);
    }
}


/***/ }),

/***/ 79031:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   g: () => (/* binding */ localPinned)
/* harmony export */ });
/* harmony import */ var _config_pinned_pinned_config_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(13757);
/* harmony import */ var _github_api_github_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(25185);
/* harmony import */ var _session_run_identity_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(26773);



/** Reads `OWNER/REPO@SHA:path` on this machine, with the token in GITHUB_TOKEN or GH_TOKEN; without one every read rejects with UserError. */
function localPinned(inputs, env) {
    const token = env.GITHUB_TOKEN || env.GH_TOKEN || '';
    return (0,_config_pinned_pinned_config_js__WEBPACK_IMPORTED_MODULE_0__/* .openPinnedConfig */ .LT)(inputs, token === '' ? undefined : { pinnedFiles: connected(env, token) });
}
const connected = (env, token) => async (locations) => {
    return (0,_github_api_github_js__WEBPACK_IMPORTED_MODULE_1__/* .connectGitHub */ .U)({
        ...(0,_session_run_identity_js__WEBPACK_IMPORTED_MODULE_2__/* .githubEndpoints */ .QF)(env),
        repository: 'local/local',
        token,
        notice: () => undefined,
    }).pinnedFiles(locations);
};


/***/ }),

/***/ 69909:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ns: () => (/* binding */ readPolicyPaths),
/* harmony export */   i2: () => (/* binding */ REPOSITORY_POLICIES),
/* harmony export */   vi: () => (/* binding */ loadPolicyOptions)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _config_load_policies_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(51322);
/* harmony import */ var _config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(56873);
/* harmony import */ var _github_api_pinned_location_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(38839);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(34779);
/* harmony import */ var _policy_rules_load_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1167);
/* harmony import */ var _policy_rules_settings_rules_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(21876);
/* harmony import */ var _policy_rules_tool_name_suggestions_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(67905);
/* harmony import */ var _command_io_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(29395);
/* harmony import */ var _local_config_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(29639);
/* harmony import */ var _local_pinned_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(79031);
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












/** The policy folder of a repository. */
const REPOSITORY_POLICIES = '.gemini/policies';
/**
 * The rules of the named policies, or all rules of a run here when none is named. Mistakes in policies are in `problems`.
 * Throws UserError for an unreadable path and for other mistakes that would end a run.
 */
async function loadPolicyOptions({ policies, adminPolicies, defaults }, io) {
    if (policies.length === 0 && adminPolicies.length === 0 && defaults)
        return loadRunPolicies(io);
    const sources = [
        ...(defaults ? await readFolder((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(io.dist, 'policies'), 'policies', 'default') : []),
        ...(await readPolicyPaths(policies, 'user', io)),
        ...(await readPolicyPaths(adminPolicies, 'admin', io)),
    ];
    return { ...(0,_policy_rules_load_js__WEBPACK_IMPORTED_MODULE_5__/* .loadPolicies */ .hd)(sources), mode: 'default' };
}
async function loadRunPolicies({ cwd, env, dist, err, }) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const config = __addDisposableResource(env_1, await (0,_local_config_js__WEBPACK_IMPORTED_MODULE_9__/* .loadLocalConfig */ .g)(cwd, { env, dist, notice: (text) => err(`${text}\n`) }), true);
        const { settings, mode, note } = config;
        const loaded = (0,_policy_rules_load_js__WEBPACK_IMPORTED_MODULE_5__/* .loadPolicies */ .hd)(await (0,_config_load_policies_js__WEBPACK_IMPORTED_MODULE_2__/* .readPolicySources */ .Xi)(await (0,_config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_3__/* .policyLocationsFor */ .q6)(config.inputs, config.runtime, config.resolved), settings, config.steering));
        const rules = [...loaded.rules, ...(0,_policy_rules_settings_rules_js__WEBPACK_IMPORTED_MODULE_6__/* .settingsRules */ .T)(settings)];
        for (const text of (0,_policy_rules_tool_name_suggestions_js__WEBPACK_IMPORTED_MODULE_7__/* .toolNameWarnings */ .FU)(rules))
            err(`${text}\n`);
        return { ...loaded, rules, mode, note };
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
/**
 * Reads policy files: a path is a file, a folder with `*.toml`, both relative to the current folder, or `profile:NAME` for a
 * built-in profile. Throws UserError for an unreadable path.
 */
async function readPolicyPaths(paths, tier, io) {
    const each = await Promise.all(paths.map((path) => readPolicyPath(path, tier, io)));
    return each.flat();
}
async function readPolicyPath(path, tier, { cwd, dist, env = {} }) {
    if (path.startsWith('profile:'))
        return [await readProfile(path.slice('profile:'.length), tier, dist)];
    if ((0,_github_api_pinned_location_js__WEBPACK_IMPORTED_MODULE_11__/* .looksPinned */ .Xp)(path)) {
        const inputs = { policies: '', admin_policies: path, admin_settings: '' };
        const files = await (0,_local_pinned_js__WEBPACK_IMPORTED_MODULE_10__/* .localPinned */ .g)(inputs, env).read(path, `${tier}-tier policy`);
        return files.map(({ path: file, text }) => ({ tier, file, text }));
    }
    const place = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(cwd, path);
    if (await (0,_command_io_js__WEBPACK_IMPORTED_MODULE_8__/* .isFolder */ .lQ)(place))
        return readFolder(place, path.replace(/[\\/]+$/, ''), tier);
    return [await readSource(place, path, tier)];
}
async function readProfile(name, tier, dist) {
    const place = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(dist, 'policies/profiles');
    const names = (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)(place)).map((file) => file.replace(/\.toml$/, '')).sort();
    if (!names.includes(name))
        throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .UserError */ .yo(`Cannot read profile:${name}: no such profile exists; the profiles are ${names.join(', ')}`);
    return readSource((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(place, `${name}.toml`), `policies/profiles/${name}.toml`, tier);
}
async function readFolder(path, label, tier) {
    const names = (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)(path)).filter((name) => name.endsWith('.toml')).sort();
    return Promise.all(names.map((name) => readSource((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(path, name), `${label}/${name}`, tier)));
}
async function readSource(path, label, tier) {
    const text = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(path, 'utf8').catch((cause) => {
        throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .UserError */ .yo(`Cannot read ${label}: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .readErrorReason */ .Dx)(cause)}`, { cause });
    });
    return { tier, file: label, text };
}


/***/ }),

/***/ 16252:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  replayCommand: () => (/* binding */ replayCommand)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(57975);
// EXTERNAL MODULE: ./build/record/output-format.js
var output_format = __webpack_require__(51983);
// EXTERNAL MODULE: ./build/session/initial-prompt.js
var initial_prompt = __webpack_require__(41570);
// EXTERNAL MODULE: ./build/commands/command-io.js
var command_io = __webpack_require__(29395);
// EXTERNAL MODULE: ./build/commands/policy/policy-sources.js
var policy_sources = __webpack_require__(69909);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/record/read-transcript.js + 1 modules
var read_transcript = __webpack_require__(33355);
// EXTERNAL MODULE: ./build/record/transcript-chain.js
var transcript_chain = __webpack_require__(91856);
;// CONCATENATED MODULE: ./build/commands/replay/recording.js




/** Reads a transcript for replay. `sha256`: the digest that the run published. Throws UserError that names the problem with the file. */
async function readRecording(path, sha256) {
    const text = await (0,promises_.readFile)(path, 'utf8').catch((cause) => {
        throw new errors/* UserError */.yo(`The transcript ${path} cannot be read: ${(0,errors/* readErrorReason */.Dx)(cause)}`, { cause });
    });
    return parseRecording(text, path, sha256);
}
function parseRecording(text, path, sha256) {
    const chain = (0,transcript_chain/* checkChain */.u)(text, sha256);
    const recorded = parseTranscript(text, path, chain);
    const events = recorded.map(({ event }) => event);
    const started = findEvent(events, 'run_started');
    const ended = findEvent(events, 'run_ended');
    if (started === undefined && ended === undefined)
        throw new errors/* UserError */.yo(`${path} is not the transcript of a run: it has no run_started event.`);
    if (started === undefined)
        throw new errors/* UserError */.yo(`${path}: ${noRequestMessage(ended)}`);
    const snapshot = findEvent(events, 'run_snapshot');
    const exchanges = collectExchanges(events);
    if (snapshot === undefined && exchanges.size > 0)
        throw new errors/* UserError */.yo(`${path} was recorded by Sluice ${started.version}, which did not record policies, tools and limits. ` +
            'Record the run again with this version.');
    if (snapshot === undefined || exchanges.get(undefined) === undefined)
        throw new errors/* UserError */.yo(`${path}: ${noRequestMessage(ended)}`);
    // A replay starts no commands, so it makes no calls of their `gh`.
    const calls = events.flatMap((event) => event.type === 'call_finished' && event.call.parent === undefined ? [event.call] : []);
    return {
        events,
        times: recorded.map(({ timeMs }) => timeMs),
        startTime: recorded[0]?.timeMs ?? 0,
        started,
        snapshot,
        exchanges,
        calls,
        delegations: collectDelegations(events),
        replies: collectReplies(events),
        ended,
        chain,
    };
}
/** Where a transcript was changed, as a sentence. */
const changedLineMessage = ({ line, reason }) => `The transcript was changed after it was recorded: line ${line}: ${reason}.`;
const noRequestMessage = (ended) => ended === undefined
    ? 'the recording ends before the first model request, so there is nothing to replay.'
    : `the run ended with ${ended.outcome} before the first model request, so there is nothing to replay.`;
function parseTranscript(text, path, chain) {
    if (text.trim() === '')
        throw new errors/* UserError */.yo(`${path} is empty: there is nothing to replay.`);
    if (/^\s*\{"(chunks|status|fault)"/.test(text))
        throw new errors/* UserError */.yo(`${path} contains model answers, not the transcript of a run. Use this file with \`sluice run --replay\`.`);
    try {
        return (0,read_transcript/* readTranscript */.l)(text);
    }
    catch (cause) {
        if (!(cause instanceof errors/* UserError */.yo))
            throw cause;
        throw new errors/* UserError */.yo(`${path} is not a transcript that this version of Sluice can read. It may be damaged, or come from another version or program. ${cause.message}${chain.state === 'changed' ? ` ${changedLineMessage(chain)}` : ''}`, { cause });
    }
}
function findEvent(events, type) {
    return events.find((event) => event.type === type);
}
function collectExchanges(events) {
    const exchanges = new Map();
    // Tools send requests concurrently (turn 0); in a conversation only the last request can be open.
    const open = ({ agent, turn }) => {
        const isOpen = ({ reply, failed }) => reply === undefined && failed === undefined;
        return turn === 0 ? exchanges.get(agent)?.find(isOpen) : exchanges.get(agent)?.findLast(isOpen);
    };
    for (const event of events) {
        if (event.type === 'model_request')
            exchanges.set(event.agent, [...(exchanges.get(event.agent) ?? []), { request: event }]);
        if (event.type === 'model_reply')
            Object.assign(open(event) ?? {}, { reply: event.reply });
        // A retried attempt does not end its request.
        if (event.type === 'model_failed' && event.waitMs === undefined && event.next === undefined)
            Object.assign(open(event) ?? {}, { failed: event });
    }
    return exchanges;
}
/** Sub-agents have no sub-agents and run one at a time, so the call that executes when one starts is its call. */
function collectDelegations(events) {
    const delegations = new Map();
    let running = '';
    let last;
    for (const event of events) {
        if (event.type === 'call_state' && event.state === 'executing')
            running = event.id;
        if (event.type === 'agent_started') {
            last = { started: event, isShortened: false };
            delegations.set(running, last);
        }
        if (event.type === 'agent_finished' && last !== undefined)
            last.finished = event;
        if (event.type === 'output_truncated') {
            const shortened = delegations.get(event.id);
            if (shortened !== undefined)
                shortened.isShortened = true;
        }
    }
    return delegations;
}
/** Replies from the requests that carry them, which alone hold their data parts; for the last calls, from the call records. */
function collectReplies(events) {
    const replies = new Map();
    const add = (reply) => {
        if (!replies.has(reply.id))
            replies.set(reply.id, reply);
    };
    for (const event of events)
        if (event.type === 'model_request')
            for (const message of event.messages)
                if (message.role === 'tool')
                    message.replies.forEach(add);
    for (const event of events)
        if (event.type === 'call_finished')
            add({ id: event.call.id, name: event.call.name, response: event.reply });
    return replies;
}
/** The name in a recorded tool declaration. */
const declaredName = (tool) => typeof tool === 'object' && tool !== null && 'name' in tool ? String(tool.name) : '?';

// EXTERNAL MODULE: ./node_modules/diff/libesm/patch/create.js + 1 modules
var create = __webpack_require__(85725);
;// CONCATENATED MODULE: ./build/commands/replay/replay-report.js


/** Limit of printed diff lines; a request can have thousands. */
const MAX_LINES = 60;
const MAX_CALLS = 20;
/** The report of a replay as text. */
function formatReport(replayed, { started, startTime, chain }, from) {
    const { requests, calls, divergence, differing, brokeOff } = replayed;
    const when = new Date(startTime).toISOString().slice(0, 16).replace('T', ' ');
    const title = `Session ${started.session}, recorded ${when} UTC by Sluice ${started.version} (${from})`;
    const summary = `${count(requests, 'request')} and ${count(calls, 'call')} match the recording byte for byte`;
    const same = divergence === undefined;
    const end = brokeOff ? ', but the recording is incomplete: it has no end' : ', and so does the end';
    const first = same ? `${summary}${end}.` : `${describe(divergence)}\n\nBefore that, ${summary}.`;
    const shown = same || divergence.kind !== 'calls' ? differing : differing.filter(({ call }) => !isAmong(divergence, call));
    const others = shown.slice(0, MAX_CALLS).map(describeCall);
    if (shown.length > MAX_CALLS)
        others.push(`  … and ${shown.length - MAX_CALLS} more`);
    const list = others.length === 0
        ? ''
        : `\n\nRecorded calls on which the rules now decide differently, each by itself:\n${others.join('\n')}`;
    return `${title}\n${chainLine(chain)}\n\n${first}${list}\n`;
}
function chainLine(chain) {
    switch (chain.state) {
        case 'intact':
            return `The transcript is as it was recorded: ${count(chain.lines, 'line')}, SHA-256 ${chain.sha256}`;
        case 'absent':
            return 'The transcript carries no hashes, so changes to it cannot be seen.';
        case 'changed':
            return changedLineMessage(chain);
    }
}
const isAmong = ({ calls }, call) => calls.some((one) => one.call.id === call.id);
const count = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;
/** The report of a replay as JSON. */
function jsonReport(replayed, { started, chain }) {
    const { divergence, differing, brokeOff, requests, calls } = replayed;
    return {
        session: started.session,
        version: started.version,
        same: divergence === undefined && differing.length === 0,
        complete: !brokeOff,
        transcript: chain,
        requests,
        calls,
        divergence: divergence === undefined ? null : divergenceJson(divergence),
        differing: differing.map(callJson),
    };
}
function divergenceJson(divergence) {
    if (divergence.kind === 'calls')
        return { ...divergence, calls: divergence.calls.map(callJson) };
    return divergence.kind === 'end' ? divergence : { ...divergence, difference: differenceOf(divergence) };
}
const callJson = ({ call, now, turn }) => {
    const { id, name, args, agent, verdict, rule } = call;
    const then = { verdict: verdict ?? null, rule: rule ?? null };
    return {
        id,
        turn,
        agent,
        tool: name,
        args,
        recorded: then,
        now: { verdict: now.verdict ?? null, rule: now.rule ?? null },
    };
};
function describe(divergence) {
    switch (divergence.kind) {
        case 'calls':
            return `Diverges in turn ${divergence.turn}: the policy decides differently.\n\n${divergence.calls.map(describeCall).join('\n')}`;
        case 'end':
            return `Ends differently after turn ${divergence.turn}.\n\n${diffOf('end', divergence.recorded, divergence.now)}`;
        case 'request': {
            const { turn, nth, agent, recorded } = divergence;
            const whose = agent === undefined ? '' : ` of ${agent}`;
            const location = `Diverges in ${turn === 0 ? '' : `turn ${turn}, `}request ${nth}${whose}`;
            return recorded === undefined
                ? `${location}: the recorded session has no such request.`
                : `${location}: ${differenceOf(divergence)}`;
        }
    }
}
function describeCall({ call, now, turn }) {
    const who = call.agent === undefined ? '' : ` (by ${call.agent})`;
    const at = turn === undefined ? '' : `turn ${turn}: `;
    const lines = [
        `  ${at}${call.name} ${JSON.stringify(call.args)}${who}`,
        `    recorded: ${verdictOf(call)}`,
        `    now:      ${verdictOf(now)}${now.message ? ` – ${now.message}` : ''}`,
    ];
    return lines.join('\n');
}
const verdictOf = ({ verdict, rule }) => `${verdict ?? 'not evaluated'}${rule === undefined ? ', by no rule' : `, by ${rule.file}:${rule.line} (${rule.tier} ${rule.priority})`}`;
/** The first thing that differs between two requests, in the order they are sent. */
function differenceOf({ recorded, now }) {
    if (recorded === undefined)
        return 'the request is new';
    if (recorded.model !== now.model)
        return `the model is ${now.model}, not ${recorded.model} as recorded.`;
    const other = toolNamesDifference(recorded.tools, now.tools);
    if (other !== undefined)
        return other;
    if (recorded.system !== now.system)
        return `the system prompt differs.\n\n${diffOf('system', recorded.system, now.system)}`;
    const tools = toolsDifference(recorded.tools, now.tools);
    if (tools !== undefined)
        return tools;
    const index = recorded.messages.findIndex((message, nth) => JSON.stringify(message) !== JSON.stringify(now.messages[nth]));
    if (index >= 0 || now.messages.length > recorded.messages.length) {
        const nth = index >= 0 ? index : recorded.messages.length;
        const role = (recorded.messages[nth] ?? now.messages[nth])?.role;
        const texts = [recorded.messages[nth], now.messages[nth]].map(readable);
        return `message ${nth + 1} (${role}) differs.\n\n${diffOf(`message ${nth + 1}`, texts[0] ?? '', texts[1] ?? '')}`;
    }
    return `the options differ.\n\n${diffOf('options', readable(recorded.options), readable(now.options))}`;
}
/** Compared before the system prompt, which lists the tools. */
function toolNamesDifference(recorded, now) {
    const [was, is] = [recorded.map(declaredName), now.map(declaredName)];
    const removed = was.filter((name) => !is.includes(name));
    const added = is.filter((name) => !was.includes(name));
    if (removed.length + added.length === 0)
        return undefined;
    const missing = removed.length === 0 ? '' : `; removed: ${removed.join(', ')}`;
    return `the tools differ${missing}${added.length === 0 ? '' : `; added: ${added.join(', ')}`}.`;
}
function toolsDifference(recorded, now) {
    if (JSON.stringify(recorded) === JSON.stringify(now))
        return undefined;
    const other = recorded.findIndex((tool, nth) => JSON.stringify(tool) !== JSON.stringify(now[nth]));
    const name = declaredName(recorded[other]);
    return `the declaration of the tool ${name} differs.\n\n${diffOf(name, readable(recorded[other]), readable(now[other]))}`;
}
/** JSON with real line breaks in its texts, for readable line diffs. */
const readable = (value) => value === undefined ? '' : JSON.stringify(value, null, 2).replaceAll('\\n', '\n').replaceAll('\\"', '"');
function diffOf(name, recorded, now) {
    const patch = (0,create/* createTwoFilesPatch */.ss)(`${name}, recorded`, `${name}, now`, `${recorded}\n`, `${now}\n`, '', '', {
        context: 2,
    });
    const lines = patch.trimEnd().split('\n').slice(1);
    const more = lines.length - MAX_LINES;
    return [...lines.slice(0, MAX_LINES), ...(more > 0 ? [`… ${count(more, 'more line')}`] : [])].join('\n');
}

// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(48161);
// EXTERNAL MODULE: ./build/agent/loop.js + 12 modules
var loop = __webpack_require__(52118);
// EXTERNAL MODULE: ./build/agent/memory/memory.js + 2 modules
var memory = __webpack_require__(94389);
// EXTERNAL MODULE: ./build/agent/subagents/delegate.js
var subagents_delegate = __webpack_require__(68162);
// EXTERNAL MODULE: ./build/config/inputs/read-inputs.js
var read_inputs = __webpack_require__(36315);
// EXTERNAL MODULE: ./build/config/load-policies.js
var load_policies = __webpack_require__(51322);
// EXTERNAL MODULE: ./build/platform/files/workspace.js
var workspace = __webpack_require__(36575);
// EXTERNAL MODULE: ./build/policy/rules/decide.js
var decide = __webpack_require__(35783);
// EXTERNAL MODULE: ./build/session/answer-schema.js + 1 modules
var answer_schema = __webpack_require__(15008);
// EXTERNAL MODULE: ./build/session/hook-recording.js
var hook_recording = __webpack_require__(32254);
// EXTERNAL MODULE: ./build/session/resolved-paths.js
var resolved_paths = __webpack_require__(80994);
// EXTERNAL MODULE: ./build/session/resume/admission.js
var admission = __webpack_require__(62230);
// EXTERNAL MODULE: ./build/session/run-limits.js + 1 modules
var run_limits = __webpack_require__(62252);
// EXTERNAL MODULE: ./build/session/utility-request.js
var utility_request = __webpack_require__(29687);
// EXTERNAL MODULE: ./build/tools/builtins.js + 24 modules
var builtins = __webpack_require__(41618);
// EXTERNAL MODULE: ./build/tools/interactive-tools.js
var interactive_tools = __webpack_require__(49266);
// EXTERNAL MODULE: ./build/tools/shell/long-output.js
var long_output = __webpack_require__(79989);
// EXTERNAL MODULE: ./build/tools/toolbox.js
var tools_toolbox = __webpack_require__(85275);
// EXTERNAL MODULE: ./build/tools/tool.js
var tool = __webpack_require__(10280);
;// CONCATENATED MODULE: ./build/commands/replay/recorded-tools.js


/**
 * A tool with its recorded declaration and its recorded answers instead of execution. `builtIn`, this version's tool of that
 * name, parses the arguments; without it, the recording tells whether they were valid. `run` is for a tool that runs again.
 */
function recordedTool(tool, builtIn, answers, run) {
    const as = builtIn?.variant;
    return {
        ...tool,
        declare: () => tool.declaration ?? { name: tool.name, description: '', parameters: { type: 'object' } },
        variantNames: builtIn?.variantNames,
        variant: as === undefined ? undefined : (alias) => recordedTool(tool, as(alias), answers, run),
        parse(args) {
            if (builtIn !== undefined)
                return builtIn.parse(args);
            const text = answers.argumentError(tool.name, args);
            return text === undefined ? { ok: true, args: { ...args } } : { ok: false, text };
        },
        run: run ?? (async () => toResult(answers.answer())),
    };
}
const UNKNOWN = (0,tool/* failed */.gz)('execution_failed', 'The recording has no answer to this call.');
const CANCELLED = '[Operation Cancelled] The run was stopped.';
/** The result from which the scheduler makes the recorded answer. */
function toResult({ reply, call }) {
    if (reply === undefined || call?.verdict === 'deny')
        return UNKNOWN;
    const { error, output } = reply.response;
    if (typeof error === 'string') {
        const reason = tool/* TOOL_FAILURES */.tn.find((failure) => failure === call?.reason) ?? 'execution_failed';
        return (0,tool/* failed */.gz)(reason, reason === 'cancelled' ? error.replace(CANCELLED, '').replace(/^\n/, '') : error);
    }
    const text = typeof output === 'string' ? output : '';
    if (reply.parts === undefined)
        return { ok: true, content: output === undefined ? [] : text };
    const isPlaceholder = text === `Binary content provided (${reply.parts.length} item(s)).`;
    return { ok: true, content: [...(isPlaceholder ? [] : [{ kind: 'text', text }]), ...reply.parts] };
}
/** The recorded delegation tool, which accepts the recorded sub-agent names. */
function delegationTool(tools) {
    const recorded = tools.find(({ name }) => name === subagents_delegate/* DELEGATE_TOOL */.hU);
    if (recorded === undefined)
        return [];
    const { properties } = (recorded.declaration?.parameters ?? {}); // recorded from this type
    const unavailable = () => Promise.reject(new Error('a replay starts no sub-agent'));
    const agents = (properties?.agent_name?.enum ?? []).map((name) => ({
        name,
        description: '',
        needsTask: false,
        load: unavailable,
    }));
    return [(0,subagents_delegate/* delegateTool */.Oo)(agents, unavailable)];
}
/** Tools that servers added during the run. Only their declarations are known. */
function findLaterTools({ snapshot, exchanges }) {
    const recordedNames = new Set(snapshot.tools.map(({ name }) => name));
    const later = new Map();
    for (const { request } of exchanges.get(undefined) ?? [])
        for (const declaration of request.tools) {
            // recorded from this type
            const { name } = declaration;
            const [server = ''] = name.split('__', 1);
            if (!recordedNames.has(name))
                later.set(name, { name, aliases: [], server, annotations: {}, declaration });
        }
    return [...later.values()];
}

// EXTERNAL MODULE: ./build/policy/rules/facts.js
var rules_facts = __webpack_require__(48340);
;// CONCATENATED MODULE: ./build/commands/replay/reevaluate-policy.js



/**
 * The recorded calls on which the rules now decide differently. Each call is evaluated by itself, although the model might not
 * have made it after another decision. `lenient` ignores a different rule with the same verdict.
 */
async function findDifferingCalls({ calls, events }, context, lenient) {
    const turns = turnsByCall(events);
    const differing = [];
    const admitted = events.find((event) => event.type === 'run_resumed')?.admitted;
    for (const call of calls) {
        // A sub-agent may have tools that the main agent lacks.
        // No rule allowed what a person allowed once.
        if (admitted !== undefined && call.rule === undefined && isCallOf(call, admitted))
            continue;
        if (call.verdict === undefined || decidedByProgram(call) || context.toolbox.find(call.name) === undefined)
            continue;
        const now = await reevaluate(call, context);
        const sameRule = lenient || (now.rule?.file === call.rule?.file && now.rule?.line === call.rule?.line);
        const turn = call.agent === undefined ? turns.get(call.id) : undefined;
        if (now.verdict !== call.verdict || !sameRule)
            differing.push({ call, now, turn });
    }
    return differing;
}
const isCallOf = ({ name, args, verdict }, admitted) => verdict === 'allow' && (0,admission/* exactCallKey */.LM)(name, args) === (0,admission/* exactCallKey */.LM)(admitted.name, admitted.args);
/** Decisions of hooks and checkers do not depend on the rules. */
const decidedByProgram = ({ verdict, remedy = '' }) => verdict === 'deny' && remedy.startsWith('The rules allow it, but ');
async function reevaluate({ name, args, agent, resolved }, { rules, mode, toolbox }) {
    const tool = toolbox.find(name);
    const parsed = tool?.parse(args);
    const facts = await (0,rules_facts/* callFacts */.W)({
        tool: name,
        aliases: tool?.aliases ?? [],
        server: tool?.server,
        annotations: tool?.annotations ?? {},
        args: parsed?.ok === true ? parsed.args : args,
        agent,
        resolved,
    }, mode, false);
    const { verdict, rule, message } = (0,decide/* decide */.LD)(rules, facts, 'deny');
    return {
        verdict: verdict === 'allow' ? 'allow' : 'deny',
        rule: rule === undefined ? undefined : (0,decide/* ruleRef */.wT)(rule),
        message,
    };
}
function turnsByCall(events) {
    const turns = new Map();
    for (const event of events)
        if (event.type === 'model_reply' && event.agent === undefined)
            for (const part of event.reply.parts)
                if (part.kind === 'call')
                    turns.set(part.call.id, event.turn);
    return turns;
}

// EXTERNAL MODULE: ./build/agent/subagents/built-in.js
var built_in = __webpack_require__(26325);
// EXTERNAL MODULE: ./build/agent/subagents/run-agent.js + 4 modules
var run_agent = __webpack_require__(71842);
;// CONCATENATED MODULE: ./build/commands/replay/replay-agents.js





/**
 * Replays the conversation of a sub-agent with its recorded answers. Its report is the answer of the call, unless the report
 * was truncated. For older recordings without the sub-agent's definition, the answer is the recorded one.
 */
const replayDelegation = ({ snapshot, started }, track, getContext) => async (_, signal) => {
    const delegated = track.delegated();
    const first = delegated && track.nextRequest(delegated.delegation.started.agent);
    if (delegated === undefined || first === undefined)
        return toResult(track.answer());
    const { id, delegation } = delegated;
    const { agent: name, definition } = delegation.started;
    const context = getContext();
    const known = snapshot.tools.map((tool) => tool.name);
    const situation = {
        context: { ...context, toolbox: recordedToolbox(context, known, first) },
        memory: '',
        subdirectoryMemory: async () => undefined,
        sections: () => [],
        version: started.version,
        recordedPrompts: {
            system: first.system,
            prompt: first.messages[0]?.role === 'user' ? first.messages[0].parts : [],
        },
        startTimer: track.timeOf(delegation),
        startServers: async () => recordedServers(definition, track),
    };
    const result = await (0,run_agent/* runAgent */.J)(recordedAgent(name, definition), '', situation, signal);
    return delegation.isShortened ? toResult(track.answer(id)) : result;
};
/** The recorded tools of the sub-agent's servers; their instructions are part of its system prompt. */
const recordedServers = ({ servers }, track) => servers && {
    tools: servers.tools.map((tool) => recordedTool(tool, undefined, track)),
    rules: servers.rules, // recorded from this type
    instructions: '',
    [Symbol.asyncDispose]: async () => undefined,
};
/** The tools that existed at this request: servers may add others later. */
function recordedToolbox({ toolbox }, recordedNames, { tools }) {
    const names = new Set([...recordedNames, ...tools.map(declaredName)]);
    return (0,tools_toolbox/* makeToolbox */.A)(toolbox.all().filter(({ name }) => names.has(name)));
}
/** The recorded sub-agent. Its prompts come from its requests; only built-in sub-agents format their report. */
function recordedAgent(name, { output, servers: _, ...definition }) {
    const agent = { ...definition, name, description: '', inputName: 'task', systemPrompt: '', query: '' };
    if (output === undefined)
        return agent;
    const builtIn = Object.values(built_in).find((one) => one.name === name);
    const present = builtIn?.output?.present;
    return { ...agent, output: { ...output, present } };
}

// EXTERNAL MODULE: ./build/model/types.js
var types = __webpack_require__(13803);
;// CONCATENATED MODULE: ./build/commands/replay/replay-budget.js
/** Charges the budget for the recorded requests of tools, which a replay does not send again. */
function replayBudget(events, signal) {
    let budget;
    let position = 0;
    const counted = new Set();
    return {
        setBudget(runBudget) {
            budget = runBudget;
        },
        /** Marks a reply that the replay requested, which the budget has counted. */
        markCounted(reply) {
            counted.add(reply);
        },
        /** Charges for the replies recorded before the end of this call. */
        countUntil(call) {
            const end = events.findIndex((event) => event.type === 'call_finished' && event.call === call);
            for (const event of events.slice(position, end))
                if (event.type === 'model_reply' && event.agent !== undefined && !counted.has(event.reply))
                    void budget?.metered(async () => event.reply)({ model: '', system: '', messages: [], tools: [] }, signal);
            position = Math.max(position, end);
        },
    };
}

// EXTERNAL MODULE: ./build/agent/stop-conditions.js
var stop_conditions = __webpack_require__(19091);
;// CONCATENATED MODULE: ./build/commands/replay/replay-clocks.js

/** The time limits of the recording: they expire where they expired in the recording. */
function replayClocks({ ended }) {
    const stop = new AbortController();
    const wrapUp = new AbortController();
    /** The running sub-agent and its time limit. */
    let delegation;
    let ownTime = new AbortController();
    return {
        stop,
        wrapUp,
        /** The recorded run ran out of time or was cancelled here. With more requests, only the final answer is left. */
        cutOff(hasMoreRequests) {
            // A sub-agent that did not end as ABORTED used up its own time.
            if (delegation?.finished !== undefined && delegation.finished.reason !== 'ABORTED')
                return ownTime.abort(new stop_conditions/* Stopped */.C9('time'));
            if (ended?.reason === 'time' || ended?.reason === 'cancelled')
                (hasMoreRequests ? wrapUp : stop).abort(new stop_conditions/* Stopped */.C9(ended.reason));
        },
        throwIfOver() {
            for (const { signal } of [ownTime, wrapUp, stop])
                signal.throwIfAborted();
        },
        /** The time limit of a sub-agent, which expires where it expired in the recording. */
        timeOf(work) {
            return (_ms, signal) => {
                delegation = work;
                let current = signal;
                const again = () => {
                    ownTime = new AbortController();
                    current = AbortSignal.any([signal, ownTime.signal]);
                };
                again();
                return {
                    signal: () => current,
                    restart: again,
                    [Symbol.dispose]() {
                        delegation = undefined;
                        ownTime = new AbortController();
                    },
                };
            };
        },
    };
}

;// CONCATENATED MODULE: ./build/commands/replay/replay-track.js




/** Thrown to leave the conversation: the next recorded answer belongs to another request. */
class ReplayStopped extends Error {
}
/** Follows the recording during a replay and stops at the first divergence. */
function trackReplay(recording, lenient) {
    const { ended } = recording;
    const clocks = replayClocks(recording);
    const budget = replayBudget(recording.events, clocks.stop.signal);
    const main = recording.exchanges.get(undefined) ?? [];
    const mainCalls = recording.calls.filter(({ agent }) => agent === undefined).length;
    const calls = Map.groupBy(recording.calls, ({ id }) => id);
    const requestCounts = new Map();
    const counts = { requests: 0, calls: 0, ofMain: 0 };
    const differing = [];
    let divergence;
    let hasStopped = false;
    let turn = 0;
    let open;
    /** Calls of the current turns that have not finished. */
    const waiting = new Set();
    /** The call that runs: a tool gets only its arguments, so the call comes from the preceding event. */
    let running = '';
    const stop = (reached) => {
        divergence ??= reached;
        hasStopped = true;
        throw new ReplayStopped();
    };
    /** Compares the calls of a turn together, so that the report shows all differences. */
    const compareCalls = () => {
        if (differing.length > 0)
            stop({ kind: 'calls', turn, calls: differing });
    };
    const cutOff = () => clocks.cutOff(main.length > (requestCounts.get(undefined) ?? 0));
    /** A next call that was cancelled before the policy check means that the run was stopped before it. */
    const cutOffIfCancelled = () => {
        const next = recording.calls[counts.calls];
        if (next?.state === 'cancelled' && next.verdict === undefined && waiting.has(next.id))
            cutOff();
    };
    const onCallFinished = (now) => {
        counts.calls += 1;
        waiting.delete(now.id);
        cutOffIfCancelled();
        const recorded = calls.get(now.id)?.shift();
        if (recorded !== undefined && !isSameVerdict(recorded, now, lenient))
            differing.push({ call: recorded, now, turn });
        if (recorded !== undefined)
            budget.countUntil(recorded);
        if (now.agent !== undefined)
            return;
        counts.ofMain += 1;
        if (counts.ofMain === mainCalls && isFinalAnswer(main[requestCounts.get(undefined) ?? 0]))
            cutOff();
    };
    const onRequest = (now) => {
        compareCalls();
        const nth = (requestCounts.get(now.agent) ?? 0) + 1;
        requestCounts.set(now.agent, nth);
        if (now.agent === undefined)
            turn = now.turn;
        open = recording.exchanges.get(now.agent)?.[nth - 1];
        const { request } = open ?? {};
        if (request === undefined && ended === undefined)
            stop();
        if (request === undefined || !isSameRequest(request, now))
            stop({ kind: 'request', turn: now.turn, nth, agent: now.agent, recorded: request, now });
        counts.requests += 1;
    };
    const generate = async () => {
        const { reply, failed } = open ?? {};
        if (reply !== undefined) {
            budget.markCounted(reply);
            return structuredClone(reply);
        }
        if (failed !== undefined)
            throw toModelError(failed, ended);
        cutOff();
        clocks.throwIfOver();
        return stop(); // the recording is incomplete
    };
    return {
        stop: clocks.stop,
        wrapUp: clocks.wrapUp,
        timeOf: clocks.timeOf,
        setBudget: budget.setBudget,
        generate,
        compareCalls,
        emit(event) {
            // Code that catches a tool's error does not know that the replay has stopped.
            if (hasStopped)
                throw new ReplayStopped();
            if (event.type === 'call_state' && event.state === 'executing')
                running = event.id;
            if (event.type === 'call_state' && event.state === 'validating') {
                waiting.add(event.id);
                cutOffIfCancelled();
            }
            if (event.type === 'call_finished')
                onCallFinished(event.call);
            if (event.type === 'model_request')
                onRequest(event);
        },
        /** The next recorded request of a conversation. */
        nextRequest: (agent) => recording.exchanges.get(agent)?.[requestCounts.get(agent) ?? 0]?.request,
        answer(id = running) {
            const [call] = calls.get(id) ?? [];
            if (call?.state === 'cancelled')
                cutOff();
            return { reply: recording.replies.get(id), call };
        },
        argumentError(name, args) {
            // A server may change its input schema, so the next such call counts.
            const next = recording.calls.find((call) => call.name === name && calls.get(call.id)?.includes(call) && (0,external_node_util_.isDeepStrictEqual)(call.args, args));
            // A call with a verdict had parsable arguments; the tool rejected them when it ran.
            return next?.reason === 'invalid_tool_params' && next.verdict === undefined ? next.display : undefined;
        },
        /** The recorded delegation of the running call; undefined when the recording has none. */
        delegated: () => {
            const delegation = recording.delegations.get(running);
            return delegation && { id: running, delegation };
        },
        compareEnd(ending) {
            const now = endOf(ending);
            const recorded = ended && endOf({ ...ended, end: ended.ending });
            if (recorded !== undefined && recorded !== now)
                divergence ??= { kind: 'end', turn, recorded, now };
        },
        result: () => ({
            requests: counts.requests,
            calls: counts.calls,
            divergence,
            brokeOff: ended === undefined || (hasStopped && divergence === undefined),
        }),
    };
}
const endOf = ({ end, reason, text }) => `${end}${reason === undefined ? '' : ` (${reason})`}: ${text}`;
/** Whether no request follows, or only the one for the final answer. */
const isFinalAnswer = (next) => next === undefined || (0,external_node_util_.isDeepStrictEqual)(next.request.options?.choice, { mode: 'none' });
/** Compares requests byte for byte, as JSON. */
const isSameRequest = (recorded, now) => JSON.stringify(requestFields(recorded)) === JSON.stringify(requestFields(now));
const requestFields = ({ model, system, tools, messages, options }) => [
    model,
    system,
    tools,
    messages,
    options,
];
/** `lenient` compares only verdicts: other rules were given, so a different rule is expected. */
function isSameVerdict(recorded, now, lenient) {
    if (recorded.verdict !== now.verdict || lenient)
        return recorded.verdict === now.verdict;
    return recorded.rule?.file === now.rule?.file && recorded.rule?.line === now.rule?.line;
}
function toModelError({ text, status, failedUsage }, ended) {
    const fault = ended?.outcome === 'quota' ? 'quota' : ended?.outcome === 'config' ? 'auth' : 'unavailable';
    return new types/* ModelError */.m(text, { fault, retry: 'never', status, failedUsage });
}

;// CONCATENATED MODULE: ./build/commands/replay/replay-session.js
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

























/**
 * Replays a recorded session: the same loop, policy engine and prompts, with the recorded answers of model, tools, hooks and
 * checkers. Needs nothing but the recording, sends nothing and starts no program.
 */
async function replaySession(recording, dist, changes = {}) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { snapshot } = recording;
        const settings = snapshot.settings; // recorded from this type
        const hasChanges = (changes.policies?.user ?? changes.policies?.admin) !== undefined;
        const { rules } = (0,load_policies/* parseRules */.NR)(replacePolicies(snapshot.policies, changes.policies), settings);
        const track = trackReplay(recording, hasChanges);
        const folder = __addDisposableResource(env_1, await emptyFolder(), true);
        const context = await buildReplayContext(recording, rules, settings, { dist, folder: folder.path, track });
        const [first] = recording.exchanges.get(undefined) ?? [];
        const asked = first?.request.messages[historyOf(recording).length];
        const prompt = asked?.role === 'user' ? asked.parts : [];
        try {
            const ending = await (0,loop/* runConversation */.r)(changes.prompt?.(prompt) ?? prompt, context, track.stop.signal);
            track.compareCalls();
            track.compareEnd(ending);
        }
        catch (error) {
            if (!(error instanceof ReplayStopped))
                throw error;
        }
        return {
            ...track.result(),
            differing: await findDifferingCalls(recording, context, hasChanges),
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
/** The messages of the conversation that the recorded run continued. */
const historyOf = ({ events, exchanges }) => events.some(({ type }) => type === 'run_resumed')
    ? (exchanges.get(undefined)?.[0]?.request.messages.slice(0, -1) ?? [])
    : [];
/** The call that a person allowed in the recorded run. */
function admissionOf({ events }) {
    const resumed = events.find((event) => event.type === 'run_resumed');
    return resumed?.admitted && (0,admission/* admitOnce */.zk)(resumed.admitted);
}
const replacePolicies = (recorded, changed = {}) => [
    ...recorded.filter(({ tier }) => changed[tier] === undefined),
    ...(changed.user ?? []),
    ...(changed.admin ?? []),
];
/** The agent context of the recorded run. Tool declarations and the system prompt come from the recording. */
async function buildReplayContext(recording, rules, settings, { dist, folder, track }) {
    const { snapshot, ended, events } = recording;
    const mode = snapshot.mode; // recorded from this type
    const inputs = recordedInputs(snapshot.inputs);
    const builtIns = [
        ...(0,builtins/* builtins */.T)(await replayCapabilities(folder, dist, settings)),
        ...(0,interactive_tools/* interactiveTools */.g)(),
        ...delegationTool(snapshot.tools),
    ];
    const delegate = replayDelegation(recording, track, () => context);
    const budget = (0,run_limits/* openRunBudget */.DG)({ inputs, settings, costReason: snapshot.costReason }, snapshot.model, () => undefined);
    const tools = [...snapshot.tools, ...findLaterTools(recording)].map((tool) => {
        const builtIn = builtIns.find(({ name }) => name === tool.name);
        return recordedTool(tool, builtIn, track, tool.name === subagents_delegate/* DELEGATE_TOOL */.hU ? delegate : undefined);
    });
    const hidden = (0,decide/* hiddenTools */.G8)(tools, rules, mode);
    const isDeclared = ({ name, undeclared }) => undeclared !== true && !hidden.has(name);
    const generate = budget.metered(track.generate);
    track.setBudget(budget);
    const now = () => recording.startTime;
    const { outputs } = snapshot;
    const { outputSchema } = await (0,answer_schema/* loadAnswerSchema */.A)(String(inputs.output_schema), NO_FILES, () => undefined);
    const utilityGenerate = (0,utility_request/* createUtilityRequests */.J)({
        generate,
        filter: { deep: (value) => value },
        emit: track.emit,
        now,
    });
    const toolbox = (0,tools_toolbox/* makeToolbox */.A)(tools);
    const context = {
        toolbox,
        resolvePaths: (0,resolved_paths/* recordedPaths */.d)(recording.calls, toolbox),
        rules,
        mode,
        hiddenTools: hidden,
        get declarations() {
            // Servers may change their tools during a run.
            const declared = track.nextRequest()?.tools.map(declaredName) ?? [];
            const now = snapshot.tools.filter(isDeclared).flatMap(({ declaration }) => declaration ?? []);
            const recorded = (track.nextRequest()?.tools ?? []); // recorded from this type
            const all = [
                ...recorded.filter(({ name }) => !hidden.has(name)),
                ...now.filter(({ name }) => !declared.includes(name)),
            ];
            return (0,tools_toolbox/* limitDeclarations */.t)(all);
        },
        history: historyOf(recording),
        admission: admissionOf(recording),
        redact: (value) => value,
        emit: track.emit,
        now,
        ...(0,hook_recording/* recordedPrograms */.mw)(events),
        generate,
        outputSchema,
        // Recorded answers are truncated already; only later compression runs again.
        contextWindow: outputs !== undefined
            ? (0,run_limits/* contextWindowFor */.TW)(settings, snapshot.model, {
                utilityGenerate,
                saveOutput: async (name) => (0,long_output/* savedTextPath */.qA)(outputs, name),
            })
            : undefined,
        model: snapshot.model,
        get system() {
            return track.nextRequest()?.system ?? '';
        },
        stopConditions: (0,run_limits/* stopConditions */.Te)(inputs, settings),
        budget,
        detectLoops: settings.model?.disableLoopDetection !== true,
        wrapUpSignal: track.wrapUp.signal,
        fallbackAnswer: () => (ended?.ending === 'answered' ? ended.text : ''),
    };
    return context;
}
/** Recorded schemas need no file. */
const NO_FILES = { read: async () => undefined };
/** This version's defaults, overridden by the recorded inputs. */
const recordedInputs = (recorded) => ({ ...(0,read_inputs/* readInputs */.K)({}), ...recorded }); // recorded from this type
const rejectCall = () => Promise.reject(new Error('a replay runs no tool'));
/** Capabilities for all built-in tools: they only parse arguments. */
async function replayCapabilities(folder, dist, settings) {
    return {
        files: await (0,workspace/* openWorkspace */.O)(folder),
        docs: dist,
        contextFiles: (0,memory/* memoryOptions */.wh)(settings.context).fileNames,
        fetch: { leaks: () => false, web: rejectCall },
        search: { leaks: () => false, groundedGenerate: rejectCall },
        shell: { env: {}, outputDir: folder, timeoutMs: 0, idleMs: 0 },
    };
}
async function emptyFolder() {
    const path = await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'sluice-replay-'));
    return { path, [Symbol.asyncDispose]: () => (0,promises_.rm)(path, { recursive: true, force: true }) };
}

;// CONCATENATED MODULE: ./build/commands/replay.js









const HELP = `sluice replay TRANSCRIPT [--policies PATH]… [--admin-policies PATH]… [--prompt TEXT]
       [--sha256 DIGEST] [--format text|json] [--output-format FORMAT]

Replays a recorded session offline. Checks that decisions and requests are the same, byte for byte, or reports the first
divergence. Answers of the model, tools and hooks come from the recording; no program runs, and nothing is sent.

  --policies PATH         replace the recorded user-tier rules (of the repository and the workflow) by these. A file, a
                          folder with *.toml, or profile:NAME; repeatable
  --admin-policies PATH   the same for the recorded admin-tier rules (of the organization and the workflow)
  --prompt TEXT           replace the task
  --sha256 DIGEST         the digest that the run published, in its comment or as output transcript_sha256. Without it, the
                          hashes in the transcript show a changed line, but not that somebody computed all of them again
  --format FORMAT         format of the report: text or json
  --output-format FORMAT  print the session in the format of Gemini CLI: text, json or stream-json; the report then goes
                          to standard error

Exit codes: 0 the same, 1 a divergence or an incomplete or changed recording, 2 wrong usage,
42 a transcript that cannot be replayed.
`;
const OPTIONS = {
    policies: { type: 'string', multiple: true },
    'admin-policies': { type: 'string', multiple: true },
    prompt: { type: 'string' },
    sha256: { type: 'string' },
    format: { type: 'string' },
    'output-format': { type: 'string', short: 'o' },
    help: { type: 'boolean', short: 'h' },
};
async function replayCommand(argv, io) {
    const options = parseOptions(argv, io);
    if (typeof options === 'number')
        return options;
    const { path, policies, adminPolicies, prompt, sha256, format, output } = options;
    const recording = await readRecording((0,external_node_path_.resolve)(io.cwd, path), sha256);
    const user = policies && (await (0,policy_sources/* readPolicyPaths */.Ns)(policies, 'user', io));
    const admin = adminPolicies && (await (0,policy_sources/* readPolicyPaths */.Ns)(adminPolicies, 'admin', io));
    const replayed = await replaySession(recording, io.dist, {
        policies: { user, admin },
        prompt: prompt === undefined ? undefined : (recorded) => replaceTask(recorded, prompt, recording),
    });
    const report = format === 'json'
        ? `${JSON.stringify(jsonReport(replayed, recording), null, 2)}\n`
        : formatReport(replayed, recording, (0,external_node_path_.basename)(path));
    if (output === undefined)
        io.out(report);
    else {
        io.out((0,output_format/* formatRun */.T)(output, recording.events, recording.times));
        io.err(report);
    }
    const same = replayed.divergence === undefined && replayed.differing.length === 0;
    return same && !replayed.brokeOff && recording.chain.state !== 'changed' ? 0 : 1;
}
function parseOptions(argv, io) {
    try {
        const { values, positionals } = (0,external_node_util_.parseArgs)({ args: argv, options: OPTIONS, allowPositionals: true });
        if (values.help) {
            io.out(HELP);
            return 0;
        }
        const [path, ...more] = positionals;
        if (path === undefined || more.length > 0)
            throw new Error('give one transcript');
        const { format = 'text', policies, 'admin-policies': adminPolicies, prompt } = values;
        const sha256 = values.sha256?.toLowerCase().replace(/^sha256:/, '');
        if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256))
            throw new Error('--sha256 must be 64 hex digits');
        if (format !== 'text' && format !== 'json')
            throw new Error(`--format must be text or json, not "${format}"`);
        return { path, policies, adminPolicies, prompt, sha256, format, output: (0,output_format/* parseOutputFormat */.u)(values['output-format']) };
    }
    catch (error) {
        return (0,command_io/* reportUsageError */.gD)(io, 'replay', error, HELP);
    }
}
/** The recorded initial prompt with another task; actor and subject stay the same. */
function replaceTask(recorded, prompt, { started }) {
    const part = (0,initial_prompt/* taskPart */.N)(started.task, prompt); // recorded from a task
    const index = recorded.findIndex((each) => each.kind === 'text' && each.text.startsWith(part.text.slice(0, '# Task\n'.length)));
    return index < 0 ? [...recorded, part] : recorded.with(index, part);
}


/***/ }),

/***/ 51983:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ formatRun),
/* harmony export */   u: () => (/* binding */ parseOutputFormat)
/* harmony export */ });
/* harmony import */ var _text_control_strings_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(11004);
/* harmony import */ var _error_names_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(31215);
/* harmony import */ var _stats_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55047);



const OUTPUT_FORMATS = ['text', 'json', 'stream-json'];
/** Parses the value of `--output-format`. Throws an Error with the reference's message. */
function parseOutputFormat(value) {
    const format = OUTPUT_FORMATS.find((one) => one === value);
    if (value === undefined || format !== undefined)
        return format;
    const choices = OUTPUT_FORMATS.map((one) => `"${one}"`).join(', ');
    throw new Error(`Invalid values:\n  Argument: output-format, Given: "${value}", Choices: ${choices}`);
}
/**
 * A run as the reference prints it on standard output. `times` are the times of the events, in milliseconds since 1970.
 * Sources: the reference's headless formats text, json and stream-json.
 */
function formatRun(format, events, times) {
    switch (format) {
        case 'text':
            return formatText(events);
        case 'json':
            return `${JSON.stringify(formatJson(events), null, 2)}\n`;
        case 'stream-json':
            return formatStream(events, times)
                .map((line) => `${JSON.stringify(line)}\n`)
                .join('');
    }
}
/** The model's text, turn by turn, each followed by a line break. */
function formatText(events) {
    const texts = events.flatMap((event) => (isMain(event) ? [replyText(event.reply)] : []));
    return texts
        .filter((text) => text !== '')
        .map((text) => (text.endsWith('\n') ? text : `${text}\n`))
        .join('');
}
const isMain = (event) => event.type === 'model_reply' && event.agent === undefined;
/** The text of a reply without terminal control sequences. */
const replyText = ({ parts }) => (0,_text_control_strings_js__WEBPACK_IMPORTED_MODULE_2__/* .dropControlStrings */ .$)(parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(''));
/** One object: session, last answer, statistics, error and warnings. Keys without a value are absent. */
function formatJson(events) {
    const started = events.find((event) => event.type === 'run_started');
    const last = events.findLast(isMain);
    const ended = events.find((event) => event.type === 'run_ended');
    const response = ended?.ending === 'answered' ? ended.text : last === undefined ? '' : replyText(last.reply);
    const warnings = events.flatMap((event) => event.type === 'notice' && event.level === 'warning' ? [(0,_text_control_strings_js__WEBPACK_IMPORTED_MODULE_2__/* .dropControlStrings */ .$)(event.text)] : []);
    const error = runError(ended);
    return {
        session_id: started?.session ?? '',
        response: (0,_text_control_strings_js__WEBPACK_IMPORTED_MODULE_2__/* .dropControlStrings */ .$)(response),
        stats: (0,_stats_js__WEBPACK_IMPORTED_MODULE_1__/* .computeStats */ .b)(events),
        error,
        warnings: warnings.length === 0 ? undefined : warnings,
    };
}
function runError(ended) {
    if (ended === undefined)
        return { type: 'Error', message: 'The transcript does not contain the end of the run.', code: 1 };
    const { outcome, ending: end, reason, text } = ended;
    if (outcome === 'ok' || outcome === 'noop' || outcome === 'refused' || outcome === 'denied')
        return undefined;
    const ending = end === 'stopped' && reason !== undefined ? { end, reason, text } : end === 'answered' ? { end, text } : undefined;
    return ending === undefined ? { ...(0,_error_names_js__WEBPACK_IMPORTED_MODULE_0__/* .errorFromOutcome */ .J)(outcome), message: text } : (0,_error_names_js__WEBPACK_IMPORTED_MODULE_0__/* .errorFromEnding */ .i)(ending, outcome);
}
/** One object per event. A delta is a whole reply, because a transcript does not record the stream. */
function formatStream(events, times) {
    const lines = [];
    let hasPrompt = false;
    for (const [index, event] of events.entries()) {
        const timestamp = new Date(times[index] ?? 0).toISOString();
        const add = (type, fields) => lines.push({ type, timestamp, ...fields });
        if (event.type === 'run_started')
            add('init', { session_id: event.session, model: event.model || 'auto' });
        if (event.type === 'model_request' && event.agent === undefined && !hasPrompt) {
            const [first] = event.messages;
            const content = first?.role === 'user' ? first.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])) : [];
            add('message', { role: 'user', content: content.join('\n\n') });
            hasPrompt = true;
        }
        if (isMain(event))
            addReply(event.reply, add);
        if (event.type === 'call_finished' && event.call.agent === undefined && event.call.parent === undefined)
            add('tool_result', toolResult(event));
        if (event.type === 'notice' && event.level !== 'info')
            add('error', { severity: event.level, message: event.text });
        if (event.type === 'run_ended') {
            const error = runError(event);
            const status = error === undefined
                ? { status: 'success' }
                : { status: 'error', error: { type: error.type, message: error.message } };
            add('result', { ...status, stats: shortStats((0,_stats_js__WEBPACK_IMPORTED_MODULE_1__/* .computeStats */ .b)(events), event.ms) });
        }
    }
    return lines;
}
function addReply(reply, add) {
    const text = replyText(reply);
    if (text !== '')
        add('message', { role: 'assistant', content: text, delta: true });
    for (const part of reply.parts)
        if (part.kind === 'call')
            add('tool_use', { tool_name: part.call.name, tool_id: part.call.id, parameters: part.call.args });
}
/** A cancelled call counts as a success with an error. */
function toolResult({ call, reply }) {
    const error = typeof reply.error === 'string' ? { type: call.reason ?? 'TOOL_EXECUTION_ERROR', message: reply.error } : undefined;
    const output = call.state === 'success' ? call.display : undefined;
    return { tool_id: call.id, status: call.state === 'error' ? 'error' : 'success', output, error };
}
function shortStats({ models, tools }, ms) {
    const byModel = Object.entries(models).map(([name, { tokens }]) => [
        name,
        {
            total_tokens: tokens.total,
            input_tokens: tokens.prompt,
            output_tokens: tokens.candidates,
            cached: tokens.cached,
            input: tokens.input,
        },
    ]);
    const sum = (key) => byModel.reduce((total, [, one]) => total + one[key], 0);
    return {
        total_tokens: sum('total_tokens'),
        input_tokens: sum('input_tokens'),
        output_tokens: sum('output_tokens'),
        cached: sum('cached'),
        input: sum('input'),
        duration_ms: ms,
        tool_calls: tools.totalCalls,
        models: Object.fromEntries(byModel),
    };
}


/***/ }),

/***/ 32254:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Oq: () => (/* binding */ recordHooks),
/* harmony export */   Y$: () => (/* binding */ recordCheck),
/* harmony export */   mw: () => (/* binding */ recordedPrograms)
/* harmony export */ });
/* harmony import */ var node_util__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(57975);
/* harmony import */ var _agent_stop_conditions_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(19091);


/** Hooks whose answers are recorded, so that a replay needs no hook programs. An answer that changes nothing is not recorded. */
function recordHooks(hooks, emit) {
    const record = (point, key, answer) => emit({ type: 'program_answered', point, key, answer });
    /** Also records that the hook stopped the run. */
    const recordStop = (point, key, answer) => answer.catch((error) => {
        if (error instanceof _agent_stop_conditions_js__WEBPACK_IMPORTED_MODULE_1__/* .Stopped */ .C9)
            record(point, key, STOPPED);
        throw error;
    });
    return {
        ...hooks,
        async beforeAgent(prompt, signal) {
            const answer = await hooks.beforeAgent(prompt, signal);
            record('beforeAgent', '', { ...answer });
            return answer;
        },
        async afterAgent(turn, signal) {
            const answer = await hooks.afterAgent(turn, signal);
            record('afterAgent', '', { ...answer });
            return answer;
        },
        async beforeModel(request, signal) {
            const answer = await recordStop('beforeModel', request.scope ?? '', hooks.beforeModel(request, signal));
            if ('reply' in answer)
                record('beforeModel', request.scope ?? '', { ...answer });
            else {
                const edits = Object.entries(answer.request).filter(([name, value]) => Reflect.get(request, name) !== value);
                record('beforeModel', request.scope ?? '', { edits: Object.fromEntries(edits) });
            }
            return answer;
        },
        async afterModel(request, reply, signal) {
            const answer = await recordStop('afterModel', request.scope ?? '', hooks.afterModel(request, reply, signal));
            record('afterModel', request.scope ?? '', (0,node_util__WEBPACK_IMPORTED_MODULE_0__.isDeepStrictEqual)(answer, reply) ? {} : { reply: answer });
            return answer;
        },
        async beforeTool(call, signal) {
            const answer = await hooks.beforeTool(call, signal);
            if (answer.action !== 'continue' || answer.args !== undefined)
                record('beforeTool', exactCallKey(call.tool.name, call.args), answer);
            return answer;
        },
        async afterTool(call, result, signal) {
            const answer = await hooks.afterTool(call, result, signal);
            if (answer.next !== undefined || !(0,node_util__WEBPACK_IMPORTED_MODULE_0__.isDeepStrictEqual)(answer.result, result))
                record('afterTool', exactCallKey(call.tool.name, call.args), { ...answer });
            return answer;
        },
    };
}
function recordCheck(check, emit) {
    return async (facts, history, signal) => {
        const objection = await check(facts, history, signal);
        if (objection === undefined)
            return undefined;
        const { verdict, reason, rule } = objection;
        const { tier, priority, file, line, checker } = rule;
        const answer = { verdict, reason, rule: { tier, priority, file, line, checker: { name: checker.name } } };
        emit({ type: 'program_answered', point: 'checker', key: exactCallKey(facts.tool, facts.args), answer });
        return objection;
    };
}
const STOPPED = { stopped: true };
const exactCallKey = (tool, args) => `${tool} ${JSON.stringify(args)}`;
/**
 * Hooks and checkers that give their recorded answers; absent when none were recorded. The answers must be from this version,
 * which is checked when the transcript is read.
 */
function recordedPrograms(events) {
    const answers = events.filter((event) => event.type === 'program_answered');
    if (answers.length === 0)
        return {};
    const remaining = Map.groupBy(answers, ({ point, key }) => `${point} ${key}`);
    // The cast is safe: record() wrote a value of the same type.
    const next = (point, key = '') => {
        const answer = remaining.get(`${point} ${key}`)?.shift()?.answer;
        if (answer?.stopped === true)
            throw new _agent_stop_conditions_js__WEBPACK_IMPORTED_MODULE_1__/* .Stopped */ .C9('hook');
        return answer;
    };
    const check = async ({ tool, args }) => next('checker', exactCallKey(tool, args));
    if (answers.every(({ point }) => point === 'checker'))
        return { runCheckers: check };
    const hooks = {
        sessionStart: async () => '',
        sessionEnd: async () => undefined,
        preCompress: async () => undefined,
        notification: async () => undefined,
        beforeAgent: async (prompt) => next('beforeAgent') ?? { action: 'continue', prompt },
        afterAgent: async () => next('afterAgent') ?? { action: 'continue', clearHistory: false },
        async beforeModel(request) {
            const answer = next('beforeModel') ?? {};
            if ('reply' in answer)
                return answer;
            const edits = 'edits' in answer ? answer.edits : undefined;
            return { request: { ...request, ...edits } };
        },
        afterModel: async (_, reply) => next('afterModel')?.reply ?? reply,
        beforeTool: async ({ tool, args }) => next('beforeTool', exactCallKey(tool.name, args)) ?? { action: 'continue', reason: '' },
        afterTool: async ({ tool, args }, result) => next('afterTool', exactCallKey(tool.name, args)) ?? { result },
    };
    return { hooks, runCheckers: check };
}


/***/ }),

/***/ 80994:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ recordedPaths),
/* harmony export */   u: () => (/* binding */ createPathResolver)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var _platform_files_paths_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(77550);
/* harmony import */ var _policy_rules_folded_paths_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(96848);



/**
 * Resolves the paths in a call's arguments, so that a rule about a folder applies to every spelling: links, absolute paths, and
 * different case on some file systems. A path outside the workspace stays as written; tools reject it.
 */
function createPathResolver(files) {
    const { root } = files;
    async function resolvePath(path) {
        const resolved = path === '' ? undefined : await files.resolve(path, 'read');
        if (resolved === undefined || !resolved.ok || !(0,_platform_files_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .isInside */ .FK)(root, resolved.path))
            return { path, linked: false };
        const written = node_path__WEBPACK_IMPORTED_MODULE_0__.posix.relative((0,_platform_files_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .toForwardSlashes */ .aR)(root), node_path__WEBPACK_IMPORTED_MODULE_0__.posix.resolve((0,_platform_files_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .toForwardSlashes */ .aR)(root), (0,_platform_files_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .toForwardSlashes */ .aR)(path).replace(/^@/, '')));
        return { path: resolved.displayPath, linked: resolved.displayPath !== (written || '.') };
    }
    return async (_, args) => {
        let differs = false;
        let linked = false;
        const resolveValue = async (value) => {
            if (typeof value !== 'string')
                return value;
            const resolved = await resolvePath(value);
            // Rules see the normalized form anyway.
            differs ||= resolved.path !== node_path__WEBPACK_IMPORTED_MODULE_0__.posix.normalize(value).replace(/(?<=.)\/$/, '');
            linked ||= resolved.linked;
            return resolved.path;
        };
        const all = Object.entries(args).map(async ([name, value]) => {
            if (!_policy_rules_folded_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .PATH_ARGUMENT_NAME */ .Qm.test(name))
                return [name, value];
            return [name, Array.isArray(value) ? await Promise.all(value.map(resolveValue)) : await resolveValue(value)];
        });
        const entries = await Promise.all(all);
        return differs ? { args: Object.fromEntries(entries), linked } : undefined;
    };
}
/** A resolver that returns the recorded results. */
function recordedPaths(calls, toolbox) {
    const keyOf = (name, args) => `${name} ${JSON.stringify(args)}`;
    const entries = calls.flatMap(({ name, args, resolved }) => {
        const parsed = toolbox.find(name)?.parse(args);
        return [[keyOf(name, parsed?.ok ? parsed.args : args), resolved]];
    });
    const byCall = new Map(entries);
    return async (name, args) => byCall.get(keyOf(name, args));
}


/***/ }),

/***/ 62252:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  TW: () => (/* binding */ contextWindowFor),
  Yx: () => (/* binding */ maxOutputCharacters),
  DG: () => (/* binding */ openRunBudget),
  Te: () => (/* binding */ stopConditions)
});

// EXTERNAL MODULE: ./build/model/catalog/prices.js
var catalog_prices = __webpack_require__(24226);
// EXTERNAL MODULE: ./build/model/estimate.js
var estimate = __webpack_require__(1598);
// EXTERNAL MODULE: ./build/model/types.js
var types = __webpack_require__(13803);
;// CONCATENATED MODULE: ./build/agent/budget.js



const RESERVED_FOR_ANSWER = 'Request not sent: the rest of the budget (max_tokens, max_cost_usd) is reserved for the final answer. Give the final answer now.';
const LIMIT_NAMES = {
    cost: 'max_cost_usd',
    thread_cost: 'sluice.budget.perThreadUsd',
    day_cost: 'sluice.budget.perDayUsd',
};
/** A shorter answer is not useful. */
const MIN_ANSWER_TOKENS = 256;
/** Enough for any final answer. */
const MAX_ANSWER_TOKENS = 8192;
/** The output limit of the models themselves. */
const MODEL_OUTPUT_TOKENS = 65_536;
/** One answer may use this fraction of the budget: 1/8. */
const ANSWERS_PER_BUDGET = 8;
/** Factor by which estimates may be too low. */
const ESTIMATE_MARGIN = 1.15;
/** Opens the budget of one run. Calls `notice` once when the price of a model is unknown; then only tokens are limited. */
function openBudget({ tokens, usd, costReason = 'cost', prices, model }, notice) {
    const spentSoFar = { tokens: 0, usd: 0 };
    let longestAnswer = 512;
    let isPriced = true;
    // An alias may have no price although the model that replies to it has one.
    let lastPricedModel = model;
    const priceOf = (one) => (0,catalog_prices/* usageCost */.Dp)(one.usage, one.model, prices) ??
        (0,catalog_prices/* usageCost */.Dp)(one.usage, model, prices) ??
        (0,catalog_prices/* usageCost */.Dp)(one.usage, lastPricedModel, prices);
    const charge = (one) => {
        spentSoFar.tokens += one.usage.total;
        const cost = priceOf(one);
        if ((0,catalog_prices/* usageCost */.Dp)(one.usage, one.model, prices) !== undefined)
            lastPricedModel = one.model;
        spentSoFar.usd += cost ?? 0;
        if (cost === undefined && one.usage.total > 0)
            noticeMissingPrice(one.model);
    };
    const noticeMissingPrice = (name) => {
        if (usd !== undefined && isPriced)
            notice(`The price of the model ${name} is unknown, so ${LIMIT_NAMES[costReason]} cannot be enforced and only tokens are counted. Set max_tokens, or set the price in the setting model.prices.`);
        isPriced = false;
    };
    const dollars = (input, output) => priceOf({ model, usage: { ...types/* NO_USAGE */.y, input, output } }) ?? 0;
    const accounts = () => [
        ...(tokens === undefined
            ? []
            : [budgetAccount('tokens', tokens, spentSoFar.tokens, (input, output) => input + output)]),
        ...(usd === undefined || !isPriced ? [] : [budgetAccount(costReason, usd, spentSoFar.usd, dollars)]),
    ];
    /** Requests outside the conversation that are under way, and the largest use of one so far. */
    const inFlight = new Set();
    let largest;
    let lastForecast = { input: 0, growth: 0, first: true };
    return {
        withReserve: (generate) => async (request, signal) => {
            const requestTokens = (0,estimate/* estimateRequestTokens */.GL)(request);
            const leavesReserve = (one) => {
                const { input, output } = largest ?? { input: 0, output: MIN_ANSWER_TOKENS };
                return (one.cost(requestTokens + input, output) * (inFlight.size + 1) +
                    finalAnswerCost(one, lastForecast, longestAnswer) <=
                    one.remaining);
            };
            // The cost of such a request is known after the first reply. Others wait for that reply when the budget is limited.
            const canAsk = (all) => all.every(leavesReserve) && (all.length === 0 || inFlight.size === 0 || largest !== undefined);
            while (!canAsk(accounts())) {
                if (inFlight.size === 0)
                    throw new types/* ModelError */.m(RESERVED_FOR_ANSWER, { fault: 'request', retry: 'never' });
                await Promise.race(inFlight);
                signal.throwIfAborted();
            }
            const reply = generate(request, signal);
            const finished = reply
                .then(({ usage }) => {
                const more = { input: usage.input + usage.tool - requestTokens, output: usage.output + usage.thoughts };
                largest = {
                    input: Math.max(largest?.input ?? 0, more.input),
                    output: Math.max(largest?.output ?? 0, more.output),
                };
            })
                .catch(() => { })
                .finally(() => inFlight.delete(finished));
            inFlight.add(finished);
            return reply;
        },
        metered: (generate) => async (request, signal) => {
            try {
                const reply = await generate(request, signal);
                for (const one of [...(reply.failedUsage ?? []), { model: reply.model, usage: reply.usage }])
                    charge(one);
                longestAnswer = Math.max(longestAnswer, reply.usage.output + reply.usage.thoughts);
                return reply;
            }
            catch (error) {
                if (error instanceof types/* ModelError */.m)
                    for (const one of error.failedUsage)
                        charge(one);
                throw error;
            }
        },
        allowanceFor(forecast) {
            lastForecast = forecast;
            return accounts()
                .map((one) => allowanceIn(one, forecast, longestAnswer))
                .reduce(stricterAllowance, { kind: 'continue' });
        },
        spentUsd: () => (isPriced ? spentSoFar.usd : undefined),
        canAfford(attempts) {
            const maxOf = (worth) => Math.max(0, ...attempts.map(worth));
            return accounts().every(({ reason, remaining }) => {
                const worth = (one) => (reason === 'tokens' ? one.usage.total : (priceOf(one) ?? 0));
                return attempts.reduce((sum, one) => sum + worth(one), 0) + maxOf(worth) <= remaining;
            });
        },
    };
}
const budgetAccount = (reason, limit, used, cost) => ({
    reason,
    remaining: limit - used,
    // Constant for the whole run, so that the API can cache the start of each request.
    maxAnswerTokens: Math.min(MODEL_OUTPUT_TOKENS, Math.max(2 * MIN_ANSWER_TOKENS, affordableTokens(limit / ANSWERS_PER_BUDGET, (output) => cost(0, output)))),
    cost,
});
/** The cost of a final answer after the next request. */
const finalAnswerCost = ({ maxAnswerTokens, cost }, { input, growth }, longest) => cost(input * ESTIMATE_MARGIN + Math.min(longest, maxAnswerTokens) + growth, MIN_ANSWER_TOKENS * 2);
function allowanceIn({ reason, remaining, maxAnswerTokens, cost }, { input, growth, first }, longest) {
    const inputTokens = input * ESTIMATE_MARGIN;
    const answer = Math.min(longest, maxAnswerTokens);
    // Before the first answer there is nothing to summarize.
    const reserve = first ? 0 : finalAnswerCost({ maxAnswerTokens, cost }, { input, growth }, longest);
    const needed = Math.max(cost(inputTokens, maxAnswerTokens), cost(inputTokens, answer) + reserve);
    if (needed <= remaining)
        return maxAnswerTokens < MODEL_OUTPUT_TOKENS
            ? { kind: 'continue', maxTokens: maxAnswerTokens }
            : { kind: 'continue' };
    const answerTokens = affordableTokens(remaining - cost(inputTokens, 0), (output) => cost(inputTokens, output) - cost(inputTokens, 0));
    if (answerTokens >= MIN_ANSWER_TOKENS)
        return { kind: 'answer', reason, maxTokens: Math.min(answerTokens, MAX_ANSWER_TOKENS) };
    if (first)
        return { kind: 'stop', reason };
    const shortAnswer = Math.min(affordableTokens(remaining / 2, (output) => cost(0, output)), MIN_ANSWER_TOKENS * 4);
    const digestTokens = affordableTokens(remaining - cost(0, shortAnswer), (tokens) => cost(tokens * ESTIMATE_MARGIN, 0));
    if (shortAnswer < MIN_ANSWER_TOKENS / 2 || digestTokens < MIN_ANSWER_TOKENS)
        return { kind: 'stop', reason };
    return { kind: 'short answer', reason, maxTokens: shortAnswer, inputTokens: Math.min(digestTokens, input) };
}
/** The largest whole number of tokens that costs at most `amount`. */
function affordableTokens(amount, cost) {
    const perToken = cost(1_000_000) / 1_000_000;
    return perToken === 0 ? MODEL_OUTPUT_TOKENS : Math.max(0, Math.floor(amount / perToken));
}
const ALLOWANCE_ORDER = ['continue', 'answer', 'short answer', 'stop'];
/** The allowance that permits less; for equal kinds, the one with the shorter answer. */
function stricterAllowance(a, b) {
    const [rankA, rankB] = [ALLOWANCE_ORDER.indexOf(a.kind), ALLOWANCE_ORDER.indexOf(b.kind)];
    if (rankA !== rankB)
        return rankA > rankB ? a : b;
    const [maxA, maxB] = [a, b].map((one) => ('maxTokens' in one ? one.maxTokens : undefined) ?? Number.POSITIVE_INFINITY);
    return (maxA ?? 0) <= (maxB ?? 0) ? a : b;
}

// EXTERNAL MODULE: ./build/agent/stop-conditions.js
var stop_conditions = __webpack_require__(19091);
// EXTERNAL MODULE: ./build/model/catalog/models.js
var models = __webpack_require__(5110);
// EXTERNAL MODULE: ./build/tools/shell/long-output.js
var long_output = __webpack_require__(79989);
;// CONCATENATED MODULE: ./build/session/run-limits.js





/** The run's budget of tokens and money. Throws UserError for an invalid price. */
const openRunBudget = ({ inputs, settings, costReason }, model, notice) => openBudget({
    tokens: inputs.max_tokens,
    usd: inputs.max_cost_usd,
    costReason,
    prices: (0,catalog_prices/* mergePrices */.r$)(settings.model?.prices, 'settings: model.prices'),
    model: (0,models/* resolveModel */.AX)(model),
}, notice);
/** The fraction of the context window at which the conversation is compressed. */
const DEFAULT_COMPRESSION_THRESHOLD = 0.5;
/** The longest tool output the model sees, in characters; 0 or less: no limit. */
const maxOutputCharacters = (settings) => settings.tools?.truncateToolOutputThreshold ?? long_output/* MAX_OUTPUT_CHARACTERS */.Gm;
/** Limits that keep a conversation within its model's context window. */
const contextWindowFor = (settings, model, services) => ({
    windowTokens: (0,models/* contextWindow */.qq)(model),
    threshold: settings.model?.compressionThreshold ?? DEFAULT_COMPRESSION_THRESHOLD,
    maxOutputCharacters: Math.max(0, maxOutputCharacters(settings)) || long_output/* MAX_OUTPUT_CHARACTERS */.Gm,
    ...services,
});
/** The turn limit. Time and money are limited elsewhere. */
function stopConditions(inputs, settings) {
    const session = settings.model?.maxSessionTurns ?? -1;
    const { max_turns: input } = inputs;
    if (session >= 0 && (input === undefined || session < input))
        return [(0,stop_conditions/* turnLimit */.lO)(session, 'session_turns')];
    return input === undefined ? [] : [(0,stop_conditions/* turnLimit */.lO)(input)];
}


/***/ }),

/***/ 29687:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ createUtilityRequests)
/* harmony export */ });
/* harmony import */ var _record_model_request_event_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(44744);

/**
 * Model requests outside the conversation: without secrets, recorded and counted under the caller's name, and not counted as
 * turns.
 */
const createUtilityRequests = ({ generate, filter, emit, now, }) => (agent) => async (unfiltered, signal) => {
    const request = filter.deep(unfiltered);
    emit((0,_record_model_request_event_js__WEBPACK_IMPORTED_MODULE_0__/* .modelRequestEvent */ .R)(0, request, agent));
    const started = now();
    try {
        const reply = await generate(request, signal);
        emit({ type: 'model_reply', turn: 0, reply, ms: now() - started, agent });
        return reply;
    }
    catch (error) {
        if (!signal.aborted)
            emit((0,_record_model_request_event_js__WEBPACK_IMPORTED_MODULE_0__/* .modelFailedEvent */ .F)(0, error, agent));
        throw error;
    }
};


/***/ }),

/***/ 49266:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   g: () => (/* binding */ interactiveTools)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(88343);
/* harmony import */ var _tool_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(10280);


/**
 * Tools of an interactive session that models sometimes call. They are not declared. The built-in policies deny a call
 * with a reason. A policy that allows one changes nothing, because a run cannot ask a person.
 */
const interactiveTools = () => Object.entries(REASONS).map(([name, reason]) => ({
    ...(0,_tool_js__WEBPACK_IMPORTED_MODULE_0__/* .defineTool */ .uO)({
        name,
        description: reason,
        input: zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({}),
        run: async () => (0,_tool_js__WEBPACK_IMPORTED_MODULE_0__/* .failed */ .gz)('execution_failed', reason),
    }),
    undeclared: true,
}));
const MODE_IS_FIXED = 'The workflow sets the mode of a run (approval_mode). It cannot change during the run.';
const REASONS = {
    enter_plan_mode: MODE_IS_FIXED,
    exit_plan_mode: `${MODE_IS_FIXED} Return the plan as your answer.`,
    ask_user: 'A run is not interactive. Decide yourself and state your assumptions in the answer.',
};


/***/ })

};
