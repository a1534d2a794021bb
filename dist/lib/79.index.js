export const id = 79;
export const ids = [79];
export const modules = {

/***/ 70064:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AQ: () => (/* binding */ programCopies),
/* harmony export */   B4: () => (/* binding */ copyPrograms),
/* harmony export */   h2: () => (/* binding */ programsOf),
/* harmony export */   j0: () => (/* binding */ withLoadedFiles),
/* harmony export */   pF: () => (/* binding */ withCommittedProgram)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _platform_paths_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(554);
/* harmony import */ var _policy_shell_shell_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(21960);




const INTERPRETERS = /^(?:ba|da|k|z|fi)?sh$|^(?:node|deno|bun|tsx|ts-node|python[\d.]*|pypy3?|ruby|perl|php|lua|pwsh|source|\.|exec|env|uv|poetry|npx|sudo|timeout|nice)$/;
const CHECKOUT = /"?\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR|GITHUB_WORKSPACE|PWD)\}?"?\//g;
async function programsOf(command, files, hops = 0) {
    const { commands } = await (0,_policy_shell_shell_js__WEBPACK_IMPORTED_MODULE_3__/* .analyzeShellLine */ .D)(command.replace(CHECKOUT, './'));
    const manifest = hops > MAX_HOPS ? {} : await readManifest(files);
    const candidates = [];
    const scripts = [];
    for (const { words: [program, ...rest], } of commands) {
        const name = node_path__WEBPACK_IMPORTED_MODULE_1__.posix.basename(program?.text ?? '').replace(/\.(?:exe|cmd)$/i, '');
        const args = rest.map(({ text }) => text);
        candidates.push(program?.text ?? '');
        if (INTERPRETERS.test(name))
            candidates.push(...interpretedFiles(args));
        const isStarter = STARTS_SCRIPTS.test(name) || args.includes('--run') || (name === 'deno' && args[0] === 'task');
        for (const word of isStarter ? args : []) {
            const { [word]: script } = manifest.scripts ?? {};
            const { [word]: bin } = manifest.bin ?? {};
            if (script !== undefined)
                scripts.push(script);
            if (bin !== undefined)
                candidates.push(bin);
        }
    }
    const named = candidates.filter((text) => /[./]/.test(text)).map(_platform_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .normalizePath */ .Fd);
    const paths = [...new Set(named)].filter((path) => !/^(?:\.\.?$|\.\.\/|\/)/.test(path));
    const texts = await Promise.all(paths.map((path) => files.read(path)));
    const inside = await Promise.all(scripts.map((script) => programsOf(script, files, hops + 1)));
    return [...new Set([...paths.filter((_, index) => texts[index] !== undefined), ...inside.flat()])];
}
const MAX_HOPS = 3;
const STARTS_SCRIPTS = /^(?:npm|pnpm|yarn|bun|npx|pnpx|bunx)$/;
const interpretedFiles = (args) => args.flatMap((arg, index) => {
    const text = arg.replace(/^--?[\w-]+=/, '');
    const before = args[index - 1] ?? '';
    const module = /^-\w*m$/.test(before) ? arg : /^-m([\w.]+)$/.exec(arg)?.[1];
    if (module !== undefined) {
        const path = module.replaceAll('.', '/');
        const parents = path.split('/').map((_, nth, parts) => `${parts.slice(0, nth + 1).join('/')}/__init__.py`);
        return [`${path}.py`, `${path}/__main__.py`, ...parents, text];
    }
    return /^-\w*[ecp]$|^--(?:eval|print)$/.test(before)
        ? [text, ...namedFiles('inline.py', arg), ...namedFiles('inline.js', arg)]
        : [text];
});
async function readManifest(files) {
    const { name, scripts, bin } = readObject(await files.read('package.json'));
    const texts = (value) => Object.fromEntries(Object.entries(value instanceof Object ? value : {}).filter((entry) => typeof entry[1] === 'string'));
    const own = typeof bin === 'string' && typeof name === 'string' ? { [node_path__WEBPACK_IMPORTED_MODULE_1__.posix.basename(name)]: bin } : texts(bin);
    return { scripts: texts(scripts), bin: own };
}
function readObject(text) {
    try {
        const value = JSON.parse(text ?? '{}');
        return value instanceof Object ? { ...value } : {};
    }
    catch {
        return {};
    }
}
async function programCopies(files, { scratch, workspace }) {
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(scratch, 'programs');
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)(folder, { recursive: true, mode: 0o700 });
    return { files, folder, checkout: workspace };
}
async function copyPrograms(paths, { files, folder, checkout }) {
    const texts = await withLoadedFiles(paths, files);
    const folders = new Set([...texts.keys()].flatMap(foldersAbove));
    for (const each of folders) {
        const manifest = node_path__WEBPACK_IMPORTED_MODULE_1__.posix.join(each, 'package.json');
        const text = texts.has(manifest) ? undefined : await files.read(manifest);
        if (text !== undefined)
            texts.set(manifest, text);
    }
    for (const [path, text] of texts) {
        const target = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, path);
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(target), { recursive: true });
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(target, text, { mode: 0o755 });
    }
    for (const each of folders)
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.symlink)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(checkout, each, 'node_modules'), (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, each, 'node_modules'), 'junction').catch(() => undefined);
}
const foldersAbove = (path) => {
    const folder = node_path__WEBPACK_IMPORTED_MODULE_1__.posix.dirname(path);
    return folder === '.' ? ['.'] : [folder, ...foldersAbove(folder)];
};
async function withCommittedProgram(words, copies, cwd = '.') {
    const { files, folder, checkout } = copies;
    const copied = [];
    for (const [index, word] of words.entries()) {
        const isProgram = index === 0;
        if (isProgram && !INTERPRETERS.test(node_path__WEBPACK_IMPORTED_MODULE_1__.posix.basename((0,_platform_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .toForwardSlashes */ .aR)(word))) && !/[\\/]/.test(word))
            break;
        const [, option = '', spelled = word] = /^(--?[\w-]+=)(.+)$/.exec(word) ?? [];
        const inside = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.isAbsolute)(spelled) ? (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(checkout, spelled) : (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(cwd, spelled);
        const path = (0,_platform_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .normalizePath */ .Fd)((0,_platform_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .toForwardSlashes */ .aR)(inside));
        const isCode = /[./]/.test(spelled) &&
            !/^(?:\.\.?$|\.\.\/|\/|[a-z]:)/i.test(path) &&
            (isProgram || (CODE.test(path) && !path.endsWith('.json')));
        const text = isCode ? await files.read(path) : undefined;
        if (text === undefined || /[\0\ufffd]/.test(text))
            continue;
        await copyPrograms([path], copies);
        copied[index] = option + (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, path);
        if (!word.startsWith('-') && !words[index - 1]?.startsWith('-'))
            break;
        if (isProgram)
            break;
    }
    const [program, ...args] = words;
    return [copied[0] ?? program, ...args.map((arg, index) => copied[index + 1] ?? arg)];
}
const CODE = /\.(?:[cm]?[jt]sx?|json|sh|bash|zsh|py|rb|pl|pm|lua|php|jq|awk|sed)$/;
const MAX_FILES = 200;
async function withLoadedFiles(paths, files) {
    const texts = new Map();
    const open = [...paths];
    const seenPaths = new Set(open);
    for (let path = open.pop(); path !== undefined && texts.size < MAX_FILES; path = open.pop()) {
        const text = await files.read(path);
        if (text === undefined)
            continue;
        texts.set(path, text);
        for (const candidate of namedFiles(path, text).filter((each) => !seenPaths.has(each))) {
            seenPaths.add(candidate);
            if (seenPaths.size < 10 * MAX_FILES)
                open.push(candidate);
        }
    }
    return texts;
}
function namedFiles(path, text) {
    const folder = node_path__WEBPACK_IMPORTED_MODULE_1__.posix.dirname(path);
    const modules = path.endsWith('.py')
        ? Array.from(text.matchAll(/^\s*(?:from|import)\s+([\w.]+)/gm), ([, name = '']) => name.replaceAll('.', '/'))
        : [];
    const imports = Array.from(text.matchAll(/(?:from|import|require)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g), ([, name = '']) => name);
    const words = (text.match(/[\w.@+-]*(?:\/[\w.@+-]+)+|[\w@+-][\w.@+-]*\.\w+/g) ?? []).map((word) => word.replace(/^\/+/, ''));
    const candidates = [
        ...words.filter((word) => CODE.test(word)),
        ...modules.flatMap((name) => [`${name}.py`, `${name}/__init__.py`]),
        ...imports.flatMap((name) => ['', '.js', '.ts', '.mjs', '.cjs', '.json', '/index.js', '/index.ts'].map((end) => name + end)),
    ];
    return [...new Set(candidates.flatMap((name) => [node_path__WEBPACK_IMPORTED_MODULE_1__.posix.join(folder, name), node_path__WEBPACK_IMPORTED_MODULE_1__.posix.normalize(name)]))].filter((each) => !each.startsWith('../') && !each.startsWith('/') && CODE.test(each));
}


/***/ }),

/***/ 50318:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ns: () => (/* binding */ readPolicyPaths),
/* harmony export */   i2: () => (/* binding */ REPOSITORY_POLICIES),
/* harmony export */   vi: () => (/* binding */ loadPolicyOptions)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _config_load_policies_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(74613);
/* harmony import */ var _config_protected_steering_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(36441);
/* harmony import */ var _config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(56873);
/* harmony import */ var _github_api_pinned_files_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(46281);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(34779);
/* harmony import */ var _policy_rules_load_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(65507);
/* harmony import */ var _policy_rules_settings_rules_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(21876);
/* harmony import */ var _policy_rules_tool_names_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(81572);
/* harmony import */ var _command_io_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(29395);
/* harmony import */ var _local_config_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(29639);
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












const REPOSITORY_POLICIES = '.gemini/policies';
async function loadPolicyOptions({ policies, adminPolicies, defaults, workflow }, io) {
    if (policies.length === 0 && adminPolicies.length === 0 && defaults)
        return loadRunPolicies(io, workflow);
    const sources = [
        ...(defaults ? await readFolder((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(io.dist, 'policies'), 'policies', 'default') : []),
        ...(await readPolicyPaths(policies, 'user', io)),
        ...(await readPolicyPaths(adminPolicies, 'admin', io)),
    ];
    return { ...(0,_policy_rules_load_js__WEBPACK_IMPORTED_MODULE_7__/* .loadPolicies */ .hd)(sources), mode: 'default' };
}
async function loadRunPolicies(io, workflow) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { cwd, err } = io;
        const config = __addDisposableResource(env_1, await (0,_local_config_js__WEBPACK_IMPORTED_MODULE_11__/* .loadLocalConfig */ .gm)(cwd, { ...io, workflow, notice: (text) => err(`${text}\n`) }), true);
        const { settings, mode, note } = config;
        const loaded = (0,_policy_rules_load_js__WEBPACK_IMPORTED_MODULE_7__/* .loadPolicies */ .hd)(await (0,_config_load_policies_js__WEBPACK_IMPORTED_MODULE_2__/* .readPolicySources */ .Xi)(config.policyLocations, settings, config.steering));
        const memory = await (0,_config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_4__/* .loadRunMemory */ .hc)(config.steering, config, config.runtime);
        const memoryFiles = memory.files.map(({ path }) => path);
        const namedFiles = await (0,_config_protected_steering_js__WEBPACK_IMPORTED_MODULE_3__/* .namedFilesSource */ ._)({ ...config, memoryFiles });
        const ofFiles = namedFiles === undefined ? [] : (0,_policy_rules_load_js__WEBPACK_IMPORTED_MODULE_7__/* .loadPolicies */ .hd)([namedFiles]).rules;
        const rules = [...loaded.rules, ...(0,_policy_rules_settings_rules_js__WEBPACK_IMPORTED_MODULE_8__/* .settingsRules */ .T)(settings), ...ofFiles];
        for (const text of (0,_policy_rules_tool_names_js__WEBPACK_IMPORTED_MODULE_9__/* .toolNameWarnings */ .FU)(rules))
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
async function readPolicyPaths(paths, tier, io) {
    const each = await Promise.all(paths.map((path) => readPolicyPath(path, tier, io)));
    return each.flat();
}
async function readPolicyPath(path, tier, { cwd, dist, env = {} }) {
    if (path.startsWith('profile:'))
        return [await readProfile(path.slice('profile:'.length), tier, dist)];
    if ((0,_github_api_pinned_files_js__WEBPACK_IMPORTED_MODULE_5__/* .looksPinned */ .Xp)(path)) {
        const inputs = { policies: '', admin_policies: path, admin_settings: '' };
        const files = await (0,_local_config_js__WEBPACK_IMPORTED_MODULE_11__/* .localPinned */ .g8)(inputs, env).read(path, `${tier}-tier policy`);
        return files.map(({ path: file, text }) => ({ tier, file, text }));
    }
    const place = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(cwd, path);
    if (await (0,_command_io_js__WEBPACK_IMPORTED_MODULE_10__/* .isFolder */ .lQ)(place))
        return readFolder(place, path.replace(/[\\/]+$/, ''), tier);
    return [await readSource(place, path, tier)];
}
async function readProfile(name, tier, dist) {
    const place = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(dist, 'policies/profiles');
    const names = (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)(place)).map((file) => file.replace(/\.toml$/, '')).sort();
    if (!names.includes(name))
        throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_6__/* .UserError */ .yo(`Cannot read profile:${name}: no such profile exists; the profiles are ${names.join(', ')}`);
    return readSource((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(place, `${name}.toml`), `policies/profiles/${name}.toml`, tier);
}
async function readFolder(path, label, tier) {
    const names = (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)(path)).filter((name) => name.endsWith('.toml')).sort();
    return Promise.all(names.map((name) => readSource((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(path, name), `${label}/${name}`, tier)));
}
async function readSource(path, label, tier) {
    const text = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(path, 'utf8').catch((cause) => {
        throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_6__/* .UserError */ .yo(`Cannot read ${label}: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_6__/* .readErrorReason */ .Dx)(cause)}`, { cause });
    });
    return { tier, file: label, text };
}


/***/ }),

/***/ 83079:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  formatReport: () => (/* binding */ formatReport),
  jsonReport: () => (/* binding */ jsonReport),
  replayCommand: () => (/* binding */ replayCommand)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(57975);
// EXTERNAL MODULE: ./node_modules/diff/libesm/patch/create.js + 1 modules
var create = __webpack_require__(85725);
// EXTERNAL MODULE: ./build/github/context/first-message.js
var first_message = __webpack_require__(33094);
// EXTERNAL MODULE: ./build/record/output-format.js
var output_format = __webpack_require__(51983);
// EXTERNAL MODULE: ./build/commands/command-io.js
var command_io = __webpack_require__(29395);
// EXTERNAL MODULE: ./build/commands/policy-sources.js
var policy_sources = __webpack_require__(50318);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: ./build/agent/subagents/built-in.js
var built_in = __webpack_require__(26325);
// EXTERNAL MODULE: ./build/agent/subagents/subagent-tools.js
var subagent_tools = __webpack_require__(53248);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/record/transcript.js
var transcript = __webpack_require__(68548);
// EXTERNAL MODULE: ./build/record/transcript-line.js
var transcript_line = __webpack_require__(51139);
// EXTERNAL MODULE: ./build/tools/tool.js
var tool = __webpack_require__(10280);
;// CONCATENATED MODULE: ./build/commands/replay/recording.js







async function readRecording(path, sha256) {
    const text = await (0,promises_.readFile)(path, 'utf8').catch((cause) => {
        throw new errors/* UserError */.yo(`The transcript ${path} cannot be read: ${(0,errors/* readErrorReason */.Dx)(cause)}`, { cause });
    });
    return parseRecording(text, path, sha256);
}
function parseRecording(text, path, sha256) {
    const chain = (0,transcript/* checkChain */.uy)(text, sha256);
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
        looks: collectLooks(events),
        replies: collectReplies(events),
        ended,
        chain,
    };
}
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
        return (0,transcript_line/* readTranscript */.lb)(text);
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
    const open = ({ agent, turn }) => {
        const isOpen = ({ reply, failed }) => reply === undefined && failed === undefined;
        return turn === 0 ? exchanges.get(agent)?.find(isOpen) : exchanges.get(agent)?.findLast(isOpen);
    };
    for (const event of events) {
        if (event.type === 'model_request')
            exchanges.set(event.agent, [...(exchanges.get(event.agent) ?? []), { request: event }]);
        if (event.type === 'model_reply')
            Object.assign(open(event) ?? {}, { reply: event.reply });
        if (event.type === 'model_failed' && event.waitMs === undefined && event.next === undefined)
            Object.assign(open(event) ?? {}, { failed: event });
    }
    return exchanges;
}
const SECOND_LOOK = built_in.findingVerifier.name;
function collectDelegations(events) {
    const delegations = new Map();
    let running = '';
    let last;
    for (const event of events) {
        if (event.type === 'call_state' && event.state === 'executing')
            running = event.id;
        if (event.type === 'agent_started' && event.agent !== SECOND_LOOK) {
            last = { started: event, isShortened: false };
            delegations.set(running, last);
        }
        if (event.type === 'agent_finished' && event.agent !== SECOND_LOOK && last !== undefined)
            last.finished = event;
        if (event.type === 'output_truncated') {
            const shortened = delegations.get(event.id);
            if (shortened !== undefined)
                shortened.isShortened = true;
        }
    }
    return delegations;
}
function collectLooks(events) {
    const looks = [];
    for (const event of events) {
        if (event.type === 'agent_started' && event.agent === SECOND_LOOK)
            looks.push({ started: event, isShortened: false });
        const last = looks.at(-1);
        if (event.type === 'agent_finished' && event.agent === SECOND_LOOK && last !== undefined)
            last.finished = event;
    }
    return looks;
}
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
const declaredName = (tool) => typeof tool === 'object' && tool !== null && 'name' in tool ? String(tool.name) : '?';
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
        beyond: async (args) => answers.beyond(tool.name, args),
        run: run ?? (async () => toResult(answers.answer())),
    };
}
const UNKNOWN = (0,tool/* failed */.gz)('execution_failed', 'The recording has no answer to this call.');
const CANCELLED = '[Operation Cancelled] The run was stopped.';
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
function delegationTool(tools) {
    const recorded = tools.find(({ name }) => name === subagent_tools/* DELEGATE_TOOL */.hU);
    if (recorded === undefined)
        return [];
    const { properties } = (recorded.declaration?.parameters ?? {});
    const unavailable = () => Promise.reject(new Error('a replay starts no sub-agent'));
    const agents = (properties?.agent_name?.enum ?? []).map((name) => ({
        name,
        description: '',
        needsTask: false,
        load: unavailable,
    }));
    return [(0,subagent_tools/* delegateTool */.Oo)(agents, unavailable)];
}
function findLaterTools({ snapshot, exchanges }) {
    const recordedNames = new Set(snapshot.tools.map(({ name }) => name));
    const later = new Map();
    for (const { request } of exchanges.get(undefined) ?? [])
        for (const declaration of request.tools) {
            const { name } = declaration;
            const [server = ''] = name.split('__', 1);
            if (!recordedNames.has(name))
                later.set(name, { name, aliases: [], server, annotations: {}, declaration });
        }
    return [...later.values()];
}

// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(48161);
// EXTERNAL MODULE: ./build/agent/hooks/hook-recording.js
var hook_recording = __webpack_require__(6820);
// EXTERNAL MODULE: ./build/agent/loop.js + 4 modules
var loop = __webpack_require__(26032);
// EXTERNAL MODULE: ./build/agent/memory-files.js + 1 modules
var memory_files = __webpack_require__(94179);
// EXTERNAL MODULE: ./build/agent/output-schema.js
var output_schema = __webpack_require__(22917);
// EXTERNAL MODULE: ./build/agent/resolved-paths.js
var resolved_paths = __webpack_require__(95345);
// EXTERNAL MODULE: ./build/agent/subagents/run-agent.js
var run_agent = __webpack_require__(58120);
// EXTERNAL MODULE: ./build/agent/utility-request.js
var utility_request = __webpack_require__(98134);
// EXTERNAL MODULE: ./build/config/inputs.js + 1 modules
var inputs = __webpack_require__(27527);
// EXTERNAL MODULE: ./build/config/load-policies.js + 1 modules
var load_policies = __webpack_require__(74613);
// EXTERNAL MODULE: ./build/platform/files/workspace.js
var workspace = __webpack_require__(36575);
// EXTERNAL MODULE: ./build/policy/rules/decide.js + 1 modules
var decide = __webpack_require__(14345);
// EXTERNAL MODULE: ./build/resume/call-once.js
var call_once = __webpack_require__(63344);
// EXTERNAL MODULE: ./build/review/answer-findings.js
var answer_findings = __webpack_require__(64890);
// EXTERNAL MODULE: ./build/session/run-options.js
var run_options = __webpack_require__(54153);
// EXTERNAL MODULE: ./build/tools/builtins.js + 11 modules
var builtins = __webpack_require__(8226);
// EXTERNAL MODULE: ./build/tools/interactive-tools.js
var interactive_tools = __webpack_require__(49266);
// EXTERNAL MODULE: ./build/tools/long-output.js
var long_output = __webpack_require__(65652);
// EXTERNAL MODULE: ./build/tools/toolbox.js
var tools_toolbox = __webpack_require__(85275);
// EXTERNAL MODULE: ./build/agent/stop-conditions.js
var stop_conditions = __webpack_require__(19091);
// EXTERNAL MODULE: ./build/model/types.js
var types = __webpack_require__(13803);
;// CONCATENATED MODULE: ./build/commands/replay/replay-track.js



class ReplayStopped extends Error {
}
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
    const waiting = new Set();
    let running = '';
    const nextCall = (name, args) => recording.calls.find((call) => call.name === name && calls.get(call.id)?.includes(call) && (0,external_node_util_.isDeepStrictEqual)(call.args, args));
    const stop = (reached) => {
        divergence ??= reached;
        hasStopped = true;
        throw new ReplayStopped();
    };
    const compareCalls = () => {
        if (differing.length > 0)
            stop({ kind: 'calls', turn, calls: differing });
    };
    const cutOff = () => clocks.cutOff(main.length > (requestCounts.get(undefined) ?? 0));
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
        return stop();
    };
    return {
        stop: clocks.stop,
        wrapUp: clocks.wrapUp,
        timeOf: clocks.timeOf,
        setBudget: budget.setBudget,
        generate,
        compareCalls,
        emit(event) {
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
        nextRequest: (agent) => recording.exchanges.get(agent)?.[requestCounts.get(agent) ?? 0]?.request,
        answer(id = running) {
            const [call] = calls.get(id) ?? [];
            if (call?.state === 'cancelled')
                cutOff();
            return { reply: recording.replies.get(id), call };
        },
        beyond: (name, args) => nextCall(name, args)?.beyond,
        argumentError(name, args) {
            const next = nextCall(name, args);
            return next?.reason === 'invalid_tool_params' && next.verdict === undefined ? next.display : undefined;
        },
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
const isFinalAnswer = (next) => next === undefined || (0,external_node_util_.isDeepStrictEqual)(next.request.options?.choice, { mode: 'none' });
const isSameRequest = (recorded, now) => JSON.stringify(requestFields(recorded)) === JSON.stringify(requestFields(now));
const requestFields = ({ model, system, tools, messages, options }) => [
    model,
    system,
    tools,
    messages,
    options,
];
function isSameVerdict(recorded, now, lenient) {
    if (recorded.verdict !== now.verdict || lenient)
        return recorded.verdict === now.verdict;
    return recorded.rule?.file === now.rule?.file && recorded.rule?.line === now.rule?.line;
}
function toModelError({ text, status, failedUsage }, ended) {
    const fault = ended?.outcome === 'quota' ? 'quota' : ended?.outcome === 'config' ? 'auth' : 'unavailable';
    return new types/* ModelError */.me(text, { fault, retry: 'never', status, failedUsage });
}
function replayClocks({ ended }) {
    const stop = new AbortController();
    const wrapUp = new AbortController();
    let delegation;
    let ownTime = new AbortController();
    return {
        stop,
        wrapUp,
        cutOff(hasMoreRequests) {
            if (delegation?.finished !== undefined && delegation.finished.reason !== 'ABORTED')
                return ownTime.abort(new stop_conditions/* Stopped */.C9('time'));
            if (ended?.reason === 'time' || ended?.reason === 'cancelled')
                (hasMoreRequests ? wrapUp : stop).abort(new stop_conditions/* Stopped */.C9(ended.reason));
        },
        throwIfOver() {
            for (const { signal } of [ownTime, wrapUp, stop])
                signal.throwIfAborted();
        },
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
function replayBudget(events, signal) {
    let budget;
    let position = 0;
    const counted = new Set();
    return {
        setBudget(runBudget) {
            budget = runBudget;
        },
        markCounted(reply) {
            counted.add(reply);
        },
        countUntil(call) {
            const end = events.findIndex((event) => event.type === 'call_finished' && event.call === call);
            for (const event of events.slice(position, end))
                if (event.type === 'model_reply' && event.agent !== undefined && !counted.has(event.reply))
                    void budget?.metered(async () => event.reply)({ model: '', system: '', messages: [], tools: [] }, signal);
            position = Math.max(position, end);
        },
    };
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

























async function replaySession(recording, dist, changes = {}) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { snapshot } = recording;
        const settings = snapshot.settings;
        const hasChanges = (changes.policies?.user ?? changes.policies?.admin) !== undefined;
        const { rules } = (0,load_policies/* parseRules */.NR)(replacePolicies(snapshot.policies, changes.policies), settings);
        const track = trackReplay(recording, hasChanges);
        const folder = __addDisposableResource(env_1, await emptyFolder(), true);
        const context = await buildReplayContext(recording, rules, settings, { dist, folder: folder.path, track });
        const [first] = recording.exchanges.get(undefined) ?? [];
        const asked = first?.request.messages[historyOf(recording).length];
        const prompt = asked?.role === 'user' ? asked.parts : [];
        try {
            const followUp = recordedFollowUp(recording, track.stop.signal);
            context.recover = followUp.recover;
            const ending = await (0,loop/* runConversation */.r)(changes.prompt?.(prompt) ?? prompt, context, track.stop.signal);
            track.compareCalls();
            await replaySecondLook(recording, track, context);
            track.compareCalls();
            track.compareEnd((0,answer_findings/* settledEnding */.nP)(followUp.first(), ending));
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
function recordedFollowUp({ events }, signal) {
    const asked = events.find((event) => event.type === 'follow_up');
    let first;
    const recover = (ending) => {
        if (asked === undefined || first !== undefined || ending.end !== 'answered')
            return undefined;
        first = ending;
        return { prompt: [{ kind: 'text', text: asked.text }], signal };
    };
    return { recover, first: () => first };
}
const historyOf = ({ events, exchanges }) => events.some(({ type }) => type === 'run_resumed')
    ? (exchanges.get(undefined)?.[0]?.request.messages.slice(0, -1) ?? [])
    : [];
function admissionOf({ events }) {
    const resumed = events.find((event) => event.type === 'run_resumed');
    return resumed?.admitted && (0,call_once/* admitOnce */.zk)(resumed.admitted);
}
const replacePolicies = (recorded, changed = {}) => [
    ...recorded.filter(({ tier }) => changed[tier] === undefined),
    ...(changed.user ?? []),
    ...(changed.admin ?? []),
];
async function buildReplayContext(recording, rules, settings, { dist, folder, track }) {
    const { snapshot, ended, events } = recording;
    const mode = snapshot.mode;
    const inputs = recordedInputs(snapshot.inputs);
    const builtIns = [
        ...(0,builtins/* builtins */.T)(await replayCapabilities(folder, dist, settings)),
        ...(0,interactive_tools/* interactiveTools */.g)(),
        ...delegationTool(snapshot.tools),
    ];
    const delegate = replayDelegation(recording, track, () => context);
    const budget = (0,run_options/* openRunBudget */.DG)({ inputs, settings, costReason: snapshot.costReason }, snapshot.model, () => undefined);
    const tools = [...snapshot.tools, ...findLaterTools(recording)].map((tool) => {
        const builtIn = builtIns.find(({ name }) => name === tool.name);
        return recordedTool(tool, builtIn, track, tool.name === subagent_tools/* DELEGATE_TOOL */.hU ? delegate : undefined);
    });
    const hidden = (0,decide/* hiddenTools */.G8)(tools, rules, mode);
    const isDeclared = ({ name, undeclared }) => undeclared !== true && !hidden.has(name);
    const generate = budget.metered(track.generate);
    track.setBudget(budget);
    const now = () => recording.startTime;
    const { outputs } = snapshot;
    const { outputSchema } = await (0,output_schema/* loadAnswerSchema */.A$)(String(inputs.output_schema), NO_FILES, () => undefined);
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
            const declared = track.nextRequest()?.tools.map(declaredName) ?? [];
            const now = snapshot.tools.filter(isDeclared).flatMap(({ declaration }) => declaration ?? []);
            const recorded = (track.nextRequest()?.tools ?? []);
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
        contextWindow: outputs !== undefined
            ? (0,run_options/* contextWindowFor */.TW)(settings, snapshot.model, {
                utilityGenerate,
                saveOutput: async (name) => (0,long_output/* savedTextPath */.qA)(outputs, name),
            })
            : undefined,
        model: snapshot.model,
        get system() {
            return track.nextRequest()?.system ?? '';
        },
        stopConditions: (0,run_options/* stopConditions */.Te)(inputs, settings),
        budget,
        detectLoops: settings.model?.disableLoopDetection !== true,
        wrapUpSignal: track.wrapUp.signal,
        fallbackAnswer: () => (ended?.ending === 'answered' ? ended.text : ''),
    };
    return context;
}
const NO_FILES = { read: async () => undefined };
const recordedInputs = (recorded) => ({ ...(0,inputs/* readInputs */.Ko)({}), ...recorded });
const rejectCall = () => Promise.reject(new Error('a replay runs no tool'));
async function replayCapabilities(folder, dist, settings) {
    return {
        files: await (0,workspace/* openWorkspace */.OH)(folder),
        docs: dist,
        contextFiles: (0,memory_files/* memoryOptions */.wh)(settings.context).fileNames,
        fetch: { leaks: () => false, web: rejectCall },
        search: { leaks: () => false, groundedGenerate: rejectCall },
        shell: { env: {}, outputDir: folder, timeoutMs: 0, idleMs: 0 },
    };
}
async function emptyFolder() {
    const path = await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'sluice-replay-'));
    return { path, [Symbol.asyncDispose]: () => (0,promises_.rm)(path, { recursive: true, force: true }) };
}
const replayDelegation = ({ snapshot, started }, track, getContext) => async (_, signal) => {
    const delegated = track.delegated();
    const first = delegated && track.nextRequest(delegated.delegation.started.agent);
    if (delegated === undefined || first === undefined)
        return toResult(track.answer());
    const { id, delegation } = delegated;
    const result = await replayAgent(delegation, { recording: { snapshot, started }, track, context: getContext(), first }, signal);
    return delegation.isShortened ? toResult(track.answer(id)) : result;
};
function replayAgent(delegation, { recording: { snapshot, started }, track, context, first }, signal) {
    const { agent: name, definition } = delegation.started;
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
        startTimeLimit: track.timeOf(delegation),
        startServers: async () => recordedServers(definition, track),
    };
    return (0,run_agent/* runAgent */.JN)(recordedAgent(name, definition), '', situation, signal);
}
async function replaySecondLook(recording, track, context) {
    for (const look of recording.looks) {
        const first = track.nextRequest(look.started.agent);
        if (first === undefined)
            return;
        const turns = look.finished?.reason === 'BUDGET' ? look.finished.turns : look.started.definition.turns;
        const started = { ...look.started, definition: { ...look.started.definition, turns } };
        const budget = context.budget && { ...context.budget, allowanceFor: () => recordedAllowance(look, track) };
        const looking = { recording, track, context: { ...context, budget }, first };
        await replayAgent({ ...look, started }, looking, track.stop.signal);
    }
}
function recordedAllowance({ started }, track) {
    const maxTokens = track.nextRequest(started.agent)?.options?.maxTokens;
    return typeof maxTokens === 'number' ? { kind: 'continue', maxTokens } : { kind: 'continue' };
}
const recordedServers = ({ servers }, track) => servers && {
    tools: servers.tools.map((tool) => recordedTool(tool, undefined, track)),
    rules: servers.rules,
    instructions: '',
    [Symbol.asyncDispose]: async () => undefined,
};
function recordedToolbox({ toolbox }, recordedNames, { tools }) {
    const names = new Set([...recordedNames, ...tools.map(declaredName)]);
    return (0,tools_toolbox/* makeToolbox */.A)(toolbox.all().filter(({ name }) => names.has(name)));
}
function recordedAgent(name, { output, servers: _, ...definition }) {
    const agent = { ...definition, name, description: '', inputName: 'task', systemPrompt: '', query: '' };
    if (output === undefined)
        return agent;
    const builtIn = Object.values(built_in).find((one) => one.name === name);
    const present = builtIn?.output?.present;
    return { ...agent, output: { ...output, present } };
}
async function findDifferingCalls({ calls, events }, context, lenient) {
    const turns = turnsByCall(events);
    const differing = [];
    const admitted = events.find((event) => event.type === 'run_resumed')?.admitted;
    for (const call of calls) {
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
const isCallOf = ({ name, args, verdict }, admitted) => verdict === 'allow' && (0,call_once/* exactCallKey */.LM)(name, args) === (0,call_once/* exactCallKey */.LM)(admitted.name, admitted.args);
const decidedByProgram = ({ verdict, remedy = '' }) => verdict === 'deny' && remedy.startsWith('The rules allow it, but ');
async function reevaluate({ name, args, agent, resolved, beyond }, { rules, mode, toolbox }) {
    const tool = toolbox.find(name);
    const parsed = tool?.parse(args);
    const facts = await (0,decide/* callFacts */.WW)({
        tool: name,
        aliases: tool?.aliases ?? [],
        server: tool?.server,
        annotations: tool?.annotations ?? {},
        args: parsed?.ok === true ? parsed.args : args,
        agent,
        resolved,
        beyond,
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

;// CONCATENATED MODULE: ./build/commands/replay.js









const HELP = `sluice replay TRANSCRIPT [--policies PATH]… [--admin-policies PATH]… [--prompt TEXT]
       [--sha256 DIGEST] [--format text|json] [--output-format FORMAT]

Replays a recorded session offline. Checks that decisions and requests are the same, byte for byte, or reports the first
divergence. Answers of the model, tools and hooks come from the recording; no program runs, and nothing is sent.

  --policies PATH         replace the recorded user-tier rules (of the repository and the workflow) with these: a file, a
                          folder with *.toml, or profile:NAME; repeatable
  --admin-policies PATH   the same for the recorded admin-tier rules (of the organization and the workflow)
  --prompt TEXT           replace the task
  --sha256 DIGEST         the digest that the run published, in its comment or as output transcript_sha256. Without it, the
                          hashes in the transcript reveal a changed line, unless all hashes were computed again
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
        io.out((0,output_format/* formatRun */.TI)(output, recording.events, recording.times));
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
        return { path, policies, adminPolicies, prompt, sha256, format, output: (0,output_format/* parseOutputFormat */.uH)(values['output-format']) };
    }
    catch (error) {
        return (0,command_io/* reportUsageError */.gD)(io, 'replay', error, HELP);
    }
}
function replaceTask(recorded, prompt, { started }) {
    const part = { kind: 'text', text: (0,first_message/* taskText */.HG)(started.task, prompt) };
    const index = recorded.findIndex((each) => each.kind === 'text' && each.text.startsWith(first_message/* TASK_HEADING */.Vw));
    return index < 0 ? [...recorded, part] : recorded.with(index, part);
}
const MAX_LINES = 60;
const MAX_CALLS = 20;
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
        : `\n\nRecorded calls on which the rules now decide differently, each judged on its own:\n${others.join('\n')}`;
    return `${title}\n${chainLine(chain)}\n\n${first}${list}\n`;
}
function chainLine(chain) {
    switch (chain.state) {
        case 'intact':
            return `The transcript is unchanged: ${count(chain.lines, 'line')}, SHA-256 ${chain.sha256}`;
        case 'absent':
            return 'The transcript has no hashes, so replay cannot detect changes to it.';
        case 'changed':
            return changedLineMessage(chain);
    }
}
const isAmong = ({ calls }, call) => calls.some((one) => one.call.id === call.id);
const count = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;
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
const readable = (value) => value === undefined ? '' : JSON.stringify(value, null, 2).replaceAll('\\n', '\n').replaceAll('\\"', '"');
function diffOf(name, recorded, now) {
    const patch = (0,create/* createTwoFilesPatch */.ss)(`${name}, recorded`, `${name}, now`, `${recorded}\n`, `${now}\n`, '', '', {
        context: 2,
    });
    const lines = patch.trimEnd().split('\n').slice(1);
    const more = lines.length - MAX_LINES;
    return [...lines.slice(0, MAX_LINES), ...(more > 0 ? [`… ${count(more, 'more line')}`] : [])].join('\n');
}


/***/ }),

/***/ 36441:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ namedFilesSource)
/* harmony export */ });
/* harmony import */ var _agent_committed_programs_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(70064);
/* harmony import */ var _agent_memory_files_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(94179);
/* harmony import */ var _github_api_pinned_files_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(46281);
/* harmony import */ var _platform_paths_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(554);
/* harmony import */ var _platform_process_shell_words_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(84626);





async function namedFilesSource(sources) {
    const { inputs, settings, memoryFiles, runtime, steering } = sources;
    const { context } = settings;
    const patternsByReason = [
        ['the input policies names it', inputPaths(inputs.policies)],
        ['the input admin_policies names it', inputPaths(inputs.admin_policies)],
        ['the input approve_policies names it', inputPaths(inputs.approve_policies)],
        ['the input admin_settings names it', inputPaths(inputs.admin_settings)],
        ['the setting policyPaths names it', inputPaths((settings.policyPaths ?? []).join('\n'))],
        ['the input extensions names it', inputPaths(inputs.extensions.join('\n'))],
        ['the input output_schema names it', inputs.output_schema.startsWith('{') ? [] : inputPaths(inputs.output_schema)],
        ['the variable GEMINI_SYSTEM_MD names it', systemPromptPaths(runtime)],
        [
            'the setting context.fileName names it',
            (0,_agent_memory_files_js__WEBPACK_IMPORTED_MODULE_1__/* .memoryOptions */ .wh)(context)
                .fileNames.filter(isUnusual)
                .map((name) => `**/${name}`),
        ],
        ['it is part of the memory of each run', memoryFiles.filter(isUnusual).map((path) => `/${path}`)],
        [
            'the setting context.fileFiltering.customIgnoreFilePaths names it',
            inputPaths((context?.fileFiltering?.customIgnoreFilePaths ?? []).join('\n')),
        ],
        [
            'a hook, a discovered tool or an MCP server runs it',
            (await programFiles(settings, steering)).map((path) => `/${path}`),
        ],
    ];
    const tables = patternsByReason.flatMap(([reason, patterns]) => patterns.length === 0
        ? []
        : [`[[protected]]\nreason = ${JSON.stringify(reason)}\npaths = ${JSON.stringify([...new Set(patterns)])}\n`]);
    return tables.length === 0
        ? undefined
        : { tier: 'default', file: 'files that steer this run', text: tables.join('\n') };
}
const isUnusual = (path) => !/(?:^|\/)(?:GEMINI|AGENTS)\.md$/i.test(path);
function inputPaths(input) {
    const lines = input.split('\n').map((line) => line.trim());
    const end = lines.findIndex((line) => /^(?:\[|#|[\w."-]+\s*=)/.test(line));
    return (end < 0 ? lines : lines.slice(0, end))
        .filter((line) => line !== '' && !line.startsWith('profile:') && !(0,_github_api_pinned_files_js__WEBPACK_IMPORTED_MODULE_2__/* .looksPinned */ .Xp)(line) && !line.includes('://'))
        .map((line) => (0,_platform_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .normalizePath */ .Fd)(line).replace(/^\/+|\/+$/g, ''))
        .filter((path) => path !== '' && path !== '.' && !path.startsWith('..'))
        .flatMap((path) => [`/${path}`, `/${path}/**`]);
}
function systemPromptPaths({ env, workspace }) {
    const { GEMINI_SYSTEM_MD: name = '' } = env;
    const path = (0,_platform_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .isInside */ .FK)(workspace, name) ? (0,_platform_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .toForwardSlashes */ .aR)(name).slice((0,_platform_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .toForwardSlashes */ .aR)(workspace).length) : name;
    return /^(?:0|1|true|false)?$/i.test(path) || /^[~]/.test(path) ? [] : inputPaths(path);
}
async function programFiles(settings, steering) {
    const { discoveryCommand = '', callCommand = '' } = settings.tools ?? {};
    const servers = Object.values(settings.mcpServers ?? {}).map(({ command, args }) => [command, ...(Array.isArray(args) ? args : [])]
        .filter((word) => typeof word === 'string')
        .map(_platform_process_shell_words_js__WEBPACK_IMPORTED_MODULE_4__/* .shellQuote */ .ZL)
        .join(' '));
    const commands = [...hookCommands(settings.hooks), discoveryCommand, callCommand, ...servers].filter((each) => each.trim() !== '');
    const programs = await Promise.all(commands.map((command) => (0,_agent_committed_programs_js__WEBPACK_IMPORTED_MODULE_0__/* .programsOf */ .h2)(command, steering)));
    return [...(await (0,_agent_committed_programs_js__WEBPACK_IMPORTED_MODULE_0__/* .withLoadedFiles */ .j0)([...new Set(programs.flat())], steering)).keys()];
}
function hookCommands(value) {
    if (typeof value !== 'object' || value === null)
        return [];
    return Object.entries(value).flatMap(([key, each]) => key === 'command' && typeof each === 'string' ? [each] : hookCommands(each));
}


/***/ }),

/***/ 33094:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ck: () => (/* binding */ firstMessage),
/* harmony export */   HG: () => (/* binding */ taskText),
/* harmony export */   Vw: () => (/* binding */ TASK_HEADING)
/* harmony export */ });
function firstMessage({ task, prompt, context, now, hookContext = '' }) {
    const setting = [
        `Today is ${new Date(now).toISOString().slice(0, 10)}. Repository: ${task.repo.owner}/${task.repo.name}.`,
        `Event: ${task.event}${/^[\w-]{1,40}$/.test(task.action ?? '') ? ` (${task.action})` : ''}${subjectText(task)}.`,
    ].join('\n');
    return [hookContext, setting, taskText(task, prompt), context].filter((text) => text !== '');
}
const taskText = (task, prompt) => `${TASK_HEADING}${instructions(task, prompt)}`;
const TASK_HEADING = '# Task\n\n';
function subjectText({ number, items, kind, place }) {
    if (items !== undefined)
        return `, ${items.map((item) => `#${item.number}`).join(', ')}`;
    if (place !== undefined)
        return place.kind === 'commit' ? `, commit ${place.sha}` : `, discussion #${place.number}`;
    if (number === undefined)
        return '';
    return kind === 'issue' ? `, issue #${number}` : `, pull request #${number}`;
}
function instructions(task, prompt) {
    const request = task.request?.trim() ?? '';
    const requestText = request === '' ? '' : `@${task.actor} asks:\n\n${request}`;
    if (prompt !== '')
        return [prompt, requestText].filter(Boolean).join('\n\n');
    return requestText === '' ? DEFAULT_TASKS[task.kind] : requestText;
}
const DEFAULT_TASKS = {
    pull_request: `Review this pull request, whose change stands below. Read the changed code in its context, then report what would break, leak, mislead or be hard to
maintain, most serious first, each with file, line and a fix. If it closes an issue, name the requirements that it does not meet. Do not praise and do not repeat the diff. If it is fine, say so in one sentence.`,
    issue: `Investigate the issue below. Find the relevant code, state whether the code confirms the issue, the likely cause (files and lines), and the
next step. If information is missing, state exactly what to ask for.`,
    workflow_run: 'A workflow run has ended. If it failed, find the cause in the logs and the change below and in the code, and explain how to fix it.',
    push: 'Review the pushed commits and report problems, most serious first, with file and line.',
    schedule: 'Find the most useful small maintenance task in this repository that you can finish now, and do it.',
    dispatch: 'Find the most useful small maintenance task in this repository that you can finish now, and do it.',
    other: 'Read this event and report what a maintainer should know.',
};


/***/ }),

/***/ 63344:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   LM: () => (/* binding */ exactCallKey),
/* harmony export */   jP: () => (/* binding */ withoutRepeats),
/* harmony export */   zk: () => (/* binding */ admitOnce)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var _tools_tool_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(10280);


function admitOnce(admitted) {
    const key = exactCallKey(admitted.name, admitted.args);
    let isUsed = false;
    return {
        admits: (tool, args) => !isUsed && exactCallKey(tool, args) === key,
        use() {
            isUsed = true;
        },
    };
}
const IGNORED = { run_shell_command: ['description'] };
function exactCallKey(tool, args) {
    const ignored = IGNORED[tool] ?? [];
    const counted = Object.fromEntries(Object.entries(args).filter(([name]) => !ignored.includes(name)));
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256')
        .update(JSON.stringify([tool, sortedKeys(counted)]))
        .digest('hex');
}
function sortedKeys(value) {
    if (Array.isArray(value))
        return value.map(sortedKeys);
    if (typeof value !== 'object' || value === null)
        return value;
    const names = Object.keys(value).toSorted();
    return names.map((name) => [name, sortedKeys(Reflect.get(value, name))]);
}
function withoutRepeats(tools, calls) {
    const successful = calls.filter(({ state }) => state === 'success');
    return tools.map((tool) => {
        if (tool.annotations.readOnlyHint === true)
            return tool;
        const delivered = new Set(successful
            .filter(({ name }) => name === tool.name)
            .map(({ args }) => {
            const parsed = tool.parse(args);
            return exactCallKey(tool.name, parsed.ok ? parsed.args : args);
        }));
        if (delivered.size === 0)
            return tool;
        return {
            ...tool,
            run: async (args, signal) => (delivered.has(exactCallKey(tool.name, args)) ? ALREADY : tool.run(args, signal)),
        };
    });
}
const ALREADY = (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_1__/* .done */ .Vw)('An earlier run already proposed exactly this, so it is not written again. Continue.');


/***/ })

};
