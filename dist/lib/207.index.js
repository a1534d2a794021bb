export const id = 207;
export const ids = [207];
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

/***/ 64207:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  lintCommand: () => (/* binding */ lintCommand),
  policyCommand: () => (/* binding */ policyCommand)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(57975);
// EXTERNAL MODULE: ./build/config/worktree-reader.js
var worktree_reader = __webpack_require__(93504);
// EXTERNAL MODULE: ./build/github/api/pinned-files.js
var pinned_files = __webpack_require__(46281);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/policy/rules/decide.js + 1 modules
var decide = __webpack_require__(14345);
// EXTERNAL MODULE: ./build/policy/rules/lint.js
var lint = __webpack_require__(57790);
// EXTERNAL MODULE: ./build/policy/rules/load.js
var load = __webpack_require__(65507);
// EXTERNAL MODULE: ./node_modules/smol-toml/dist/index.js + 8 modules
var dist = __webpack_require__(3292);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
// EXTERNAL MODULE: ./build/policy/rules/remedy.js
var rules_remedy = __webpack_require__(98331);
// EXTERNAL MODULE: ./build/policy/rules/rule.js
var rule = __webpack_require__(95401);
// EXTERNAL MODULE: ./build/policy/rules/tool-names.js
var tool_names = __webpack_require__(81572);
;// CONCATENATED MODULE: ./build/policy/rules/policy-test.js








const mode = schemas/* string */.YjP()
    .transform((value) => (value === 'auto_edit' ? 'autoEdit' : value))
    .pipe(schemas/* enum */.k5n(rule/* MODES */.F, `mode must be one of ${rule/* MODES */.F.join(', ')}`));
const policyCaseSchema = schemas/* strictObject */.rej({
    name: schemas/* string */.YjP().optional(),
    tool: schemas/* string */.YjP().min(1).optional(),
    command: schemas/* string */.YjP().optional(),
    args: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()).default({}),
    server: schemas/* string */.YjP().optional(),
    agent: schemas/* string */.YjP().optional(),
    mode: mode.optional(),
    annotations: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()).default({}),
    interactive: schemas/* boolean */.zMY().default(false),
    targets: schemas/* enum */.k5n(['own', 'any'], 'must be own or any').optional(),
    expect: schemas/* enum */.k5n(['allow', 'deny', 'ask_user'], 'must be allow, deny or ask_user'),
})
    .refine((each) => each.tool !== undefined || each.command !== undefined, 'tool is missing (or command, for the shell)');
const policyTestFileSchema = schemas/* strictObject */.rej({
    policies: schemas/* array */.YOg(schemas/* string */.YjP()).default([]),
    admin_policies: schemas/* array */.YOg(schemas/* string */.YjP()).default([]),
    defaults: schemas/* boolean */.zMY().default(true),
    mode: mode.optional(),
    case: schemas/* array */.YOg(schemas/* unknown */.L5J()).min(1, 'there is no [[case]]'),
});
function readPolicyTests(text, file) {
    let tables;
    try {
        tables = (0,dist/* parse */.qg)(text);
    }
    catch (error) {
        const position = error instanceof dist/* TomlError */.zx ? `${error.line}:${error.column}` : '1:1';
        throw new errors/* UserError */.yo(`${file}:${position}: ${(0,errors/* messageOf */.bD)(error).split('\n')[0]}`);
    }
    const table = policyTestFileSchema.safeParse(tables);
    if (!table.success)
        throw new errors/* UserError */.yo(table.error.issues.map((issue) => `${file}: ${(0,errors/* zodIssueMessage */.YB)(issue, '')}`).join('\n'));
    const places = (0,load/* tablePositions */.h4)(text).get('case');
    const problems = [];
    const cases = table.data.case.flatMap((each, index) => {
        const line = places?.[index]?.line ?? 1;
        const parsed = policyCaseSchema.safeParse(each);
        if (parsed.success)
            return [{ ...parsed.data, mode: parsed.data.mode ?? table.data.mode, line }];
        problems.push(...parsed.error.issues.map((issue) => `${file}:${line}: ${(0,errors/* zodIssueMessage */.YB)(issue, '')}`));
        return [];
    });
    if (problems.length > 0)
        throw new errors/* UserError */.yo(problems.join('\n'));
    return {
        policies: table.data.policies,
        adminPolicies: table.data.admin_policies,
        defaults: table.data.defaults,
        cases,
    };
}
async function runPolicyTest(rules, testCase, defaultMode = 'default') {
    const tool = testCase.tool ?? tool_names/* SHELL_TOOL */.cF;
    const server = testCase.server ?? (0,tool_names/* serverInName */.Kz)(tool);
    const args = testCase.command === undefined ? testCase.args : { ...testCase.args, command: testCase.command };
    const beyond = (0,tool_names/* beyondAs */.UK)(testCase.targets, tool);
    const call = { tool, args, annotations: testCase.annotations, server, agent: testCase.agent, beyond };
    const facts = await (0,decide/* callFacts */.WW)(call, testCase.mode ?? defaultMode, testCase.interactive);
    const decision = (0,decide/* decide */.LD)(rules, facts, testCase.interactive ? 'ask' : 'deny');
    const actual = (0,decide/* decisionName */.Mt)(decision.verdict);
    const isDenied = actual === 'ask_user' && !testCase.interactive && testCase.expect === 'deny';
    if (actual === testCase.expect || isDenied)
        return { ok: true };
    const rule = decision.rule && (0,decide/* ruleRef */.wT)(decision.rule);
    const decidedBy = rule === undefined
        ? 'no rule matches it'
        : `${rule.file}:${rule.line}, ${rule.tier} tier, priority ${rule.priority}`;
    const remedy = testCase.expect === 'allow' ? `\n${(0,rules_remedy/* remedyFor */.wJ)(decision, facts).replace(/^/gm, '    ')}` : '';
    const description = testCase.name ?? testCase.command ?? `${tool} ${JSON.stringify(args)}`;
    return {
        ok: false,
        text: `${description}: expected ${testCase.expect}, got ${actual} (${decidedBy}) ${decision.message}`.trim() + remedy,
    };
}

// EXTERNAL MODULE: ./build/commands/command-io.js
var command_io = __webpack_require__(29395);
// EXTERNAL MODULE: ./build/commands/local-config.js
var local_config = __webpack_require__(29639);
// EXTERNAL MODULE: ./build/commands/policy-sources.js
var policy_sources = __webpack_require__(50318);
;// CONCATENATED MODULE: ./build/commands/policy.js

















const POLICY_OPTIONS_HELP = `  --policies PATH          user tier: a file, a folder with *.toml, or profile:NAME; repeatable
  --admin-policies PATH    the same for the admin tier; also OWNER/REPO@SHA:path, read with GITHUB_TOKEN
  --no-defaults            omit the built-in policies
  --workflow FILE          take the inputs of this workflow; default: of the only one that uses the action
Without these options: all rules of a run here, from built-in policies, and from .gemini/policies, settings.json and
extensions of the repository, ~/.gemini and the system. Set workflow inputs as INPUT_POLICIES and so on.
`;
const HELP = {
    explain: `sluice policy explain --tool NAME [--args JSON] [--mode MODE] [--server NAME] [--agent NAME] [--targets own|any]
                      [--interactive] [--all] [--json]

Explains the decision on a call: lists the rules that match, strongest first, and what would allow the call.
  --all                    list the rules that do not match, too, each with the reason
  --mode MODE              ${rule/* MODES */.F.join(', ')}; default: the mode of a run here
  --targets any            the call writes to another issue than that of the run; see the field targets of a rule
  --interactive            decide as if a person could answer
${POLICY_OPTIONS_HELP}`,
    check: `sluice policy check [--mode MODE] [--interactive] < CALLS

Reads JSON objects, one per line, {"tool","args","server"?,"mode"?,"annotations"?,"agent"?,"targets"?}. Prints for each:
{"decision":"allow|deny|ask_user","rule":{"file","line","tier","priority","verdict"}|null}. ask_user becomes deny without
--interactive. With a broken policy, it prints every mistake to stderr and no decision, and exits with 1.
${POLICY_OPTIONS_HELP}`,
    lint: `sluice policy lint [PATH…] [--workflow FILE]

Prints mistakes in policies with file:line:column, and warnings: rules that never decide, slow patterns, allow rules that
are broader than they look. Exit code 1 for a mistake. Without PATH it checks the rules of this repository: .gemini/policies,
settings and extensions, and what the workflow or INPUT_POLICIES names.
  --workflow FILE          take the inputs of this workflow; default: of the only one that uses the action
`,
    test: `sluice policy test FILE…

Runs test files with calls and expected decisions:

  policies = ["../policies"]        # user tier, relative to this file; also admin_policies, defaults, mode
  [[case]]
  command = "git push"              # or tool = "write_file" with args = { file_path = "x" }
  expect = "deny"                  # allow, deny, ask_user; also name, mode, server, agent, annotations, interactive, targets

Exit code 1 when a case fails.
${POLICY_OPTIONS_HELP}`,
};
const OVERVIEW = `sluice policy explain    explain the decision on one call, rule by rule
sluice policy check      decide calls from stdin, as JSON lines
sluice policy lint       find mistakes and questionable rules
sluice policy test       run test files with calls and expected decisions

Each command takes --help. Exit codes: 0 success, 1 the check failed, 2 wrong usage, 42 bad input.
`;
async function policyCommand(argv, io) {
    const [command = '', ...rest] = argv;
    if (command === '' || /^(?:help|--help|-h)$/.test(command)) {
        io.out(OVERVIEW);
        return command === '' ? 2 : 0;
    }
    const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
    if (run === undefined)
        return (0,command_io/* reportUsageError */.gD)(io, 'policy', `there is no policy command ${JSON.stringify(command)}`, OVERVIEW);
    let options;
    try {
        options = readOptions(rest);
    }
    catch (error) {
        return (0,command_io/* reportUsageError */.gD)(io, 'policy', error, HELP[command] ?? OVERVIEW);
    }
    if (options.help) {
        io.out(HELP[command] ?? OVERVIEW);
        return 0;
    }
    return run(options, io);
}
function readOptions(argv) {
    const flag = { type: 'boolean', default: false };
    const text = { type: 'string' };
    const many = { type: 'string', multiple: true, default: [] };
    const { values, positionals } = (0,external_node_util_.parseArgs)({
        args: argv,
        allowPositionals: true,
        options: {
            help: { ...flag, short: 'h' },
            interactive: flag,
            json: flag,
            all: flag,
            'no-defaults': flag,
            policies: many,
            'admin-policies': many,
            tool: text,
            args: text,
            mode: text,
            server: text,
            agent: text,
            targets: text,
            workflow: text,
        },
    });
    const mode = (0,command_io/* parseModeOption */.Eq)(values.mode);
    const { help, interactive, json, all, tool, server, agent, args = '{}' } = values;
    const sources = {
        policies: values.policies,
        adminPolicies: values['admin-policies'],
        defaults: !values['no-defaults'],
        workflow: values.workflow,
    };
    const targets = parseTargets(values.targets);
    if (values.targets !== undefined && targets === undefined)
        throw new errors/* UserError */.yo('--targets must be own or any');
    return { help, interactive, json, all, mode, tool, server, agent, targets, args, paths: positionals, ...sources };
}
const parseTargets = (value) => (value === 'own' || value === 'any' ? value : undefined);
const isConfigured = async ({ cwd, env }, workflow) => (env.INPUT_POLICIES ?? env.INPUT_SETTINGS ?? '').trim() !== '' ||
    (await (0,command_io/* isFolder */.lQ)((0,external_node_path_.resolve)(cwd, policy_sources/* REPOSITORY_POLICIES */.i2))) ||
    (0,external_node_fs_.existsSync)((0,external_node_path_.join)(cwd, '.gemini/settings.json')) ||
    Object.keys((await (0,local_config/* localWorkflowInputs */.wt)(await (0,worktree_reader/* findProjectRoot */.p)(cwd), { cwd, workflow })).inputs).length > 0;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const describeRule = (rule) => `${rule.file}:${rule.line} (${rule.tier} tier, priority ${rule.priority})`;
const COMMANDS = {
    explain: explainCommand,
    check: checkCommand,
    lint: lintCommand,
    test: testCommand,
};
async function loadRulesOrReport(options, io) {
    const loaded = await (0,policy_sources/* loadPolicyOptions */.vi)(options, io);
    const { problems, note } = loaded;
    if (note !== undefined)
        io.err(`note: ${note}\n`);
    if (problems.length === 0)
        return loaded;
    io.err(`${problems.map(load/* formatProblem */.Vw).join('\n')}\n`);
    return 1;
}
async function explainCommand(options, io) {
    if (options.tool === undefined)
        return (0,command_io/* reportUsageError */.gD)(io, 'policy', '--tool is missing', HELP.explain ?? '');
    const args = parseObject(options.args);
    if (args === undefined) {
        io.err('--args must be a JSON object, for example \'{"command":"git log"}\'\n');
        return 42;
    }
    const loaded = await loadRulesOrReport(options, io);
    if (typeof loaded === 'number')
        return loaded;
    const { rules } = loaded;
    const { server, agent, targets, mode = loaded.mode } = options;
    const call = toPolicyCall({ tool: options.tool, args, server, agent, targets, annotations: {} });
    const facts = await (0,decide/* callFacts */.WW)(call, mode, options.interactive);
    const decision = (0,decide/* decide */.LD)(rules, facts, options.interactive ? 'ask' : 'deny');
    const considered = (0,decide/* explainRules */.re)(rules, facts);
    const answer = formatDecision(decision.verdict, decision.rule, options.interactive);
    const note = unknownToolNote(call);
    const remedy = decision.verdict === 'allow' ? undefined : (note?.remedy ?? (0,rules_remedy/* remedyFor */.wJ)(decision, facts));
    if (options.json) {
        const each = considered.map(({ rule, matched, reason }) => ({ ...(0,decide/* ruleRef */.wT)(rule), matched, reason }));
        io.out(`${JSON.stringify({ ...answer, message: decision.message, remedy: remedy ?? null, rules: each }, null, 2)}\n`);
        return 0;
    }
    const by = decision.rule === undefined ? 'no rule matches' : describeRule(decision.rule);
    const asked = decision.verdict === 'ask' && !options.interactive ? ' (ask_user, but a run cannot ask a person)' : '';
    const lines = [
        `${call.tool} ${JSON.stringify(args)} in mode ${mode}`,
        `${answer.decision}${asked}: ${by}`,
        ...(note === undefined ? [] : [note.text]),
        ...(decision.message === '' ? [] : [`  ${decision.message}`]),
        ...(facts.shell?.commands ?? []).map(({ quoted, isTransparent }) => `  runs: ${quoted}${isTransparent ? ' (the policy checks only the inner command)' : ''}`),
        ...(facts.shell?.unsure ?? []).map((reason) => `  not parsed: ${reason}`),
        '',
        ...describeConsidered(considered, options.all),
        ...(remedy === undefined ? [] : ['', ...(remedy.includes('[[rule]]') ? ['To allow it:'] : []), remedy]),
    ];
    io.out(`${lines.join('\n')}\n`);
    return 0;
}
function describeConsidered(considered, all) {
    const describe = ({ rule, matched, reason }) => `  ${matched ? '+' : '-'} ${describeRule(rule)}: ${(0,decide/* decisionName */.Mt)(rule.verdict)}; ${reason}`;
    const matching = considered.filter(({ matched }) => matched);
    const others = considered.filter(({ matched }) => !matched);
    return [
        matching.length === 0 ? 'No rule matches.' : 'Rules that match, strongest first:',
        ...matching.map(describe),
        ...(all && others.length > 0 ? ['', 'Rules that do not match, strongest first:', ...others.map(describe)] : []),
        ...(!all && others.length > 0 ? [`  ${others.length} rules do not match; --all lists them.`] : []),
    ];
}
function unknownToolNote({ tool, server }) {
    const name = server === 'github' && !/^(?:github__|mcp_github_)/.test(tool) ? `github__${tool}` : tool;
    const isOfGithub = (0,tool_names/* isUnknownGithubTool */.Up)(name);
    if (!isOfGithub && (server !== undefined || (0,tool_names/* isKnownToolName */.lg)(tool)))
        return undefined;
    const near = (0,tool_names/* nearestTool */.N3)(name);
    const kind = isOfGithub ? 'The server github has no tool' : 'No built-in tool is';
    const meant = near === undefined ? '' : ` Did you mean ${near}?`;
    return {
        text: `  ${kind} called ${name}${near === undefined ? '.' : `; did you mean ${near}?`}`,
        remedy: isOfGithub ? `No tool is named ${name}, so no rule can allow it.${meant}` : undefined,
    };
}
function formatDecision(verdict, rule, interactive) {
    const decision = (0,decide/* decisionName */.Mt)(verdict === 'ask' && !interactive ? 'deny' : verdict);
    return { decision, rule: rule === undefined ? null : (0,decide/* ruleRef */.wT)(rule) };
}
async function checkCommand(options, io) {
    if (options.paths.length > 0)
        return (0,command_io/* reportUsageError */.gD)(io, 'policy', `calls are read from stdin, not from ${options.paths.join(', ')}`, HELP.check ?? '');
    const loaded = await loadRulesOrReport(options, io);
    if (typeof loaded === 'number')
        return loaded;
    const { rules } = loaded;
    let bad = false;
    let count = 0;
    for await (const lines of lineBatches(io.stdin)) {
        let answers = '';
        for (const line of lines) {
            count += 1;
            if (line.trim() === '')
                continue;
            const read = readCall(line, options.mode ?? loaded.mode);
            if ('error' in read) {
                bad = true;
                io.err(`line ${count}: ${read.error}\n`);
                answers += `${JSON.stringify({ decision: 'deny', rule: null, error: read.error })}\n`;
                continue;
            }
            const decision = (0,decide/* decide */.LD)(rules, await (0,decide/* callFacts */.WW)(read.call, read.mode, options.interactive), options.interactive ? 'ask' : 'deny');
            answers += `${JSON.stringify(formatDecision(decision.verdict, decision.rule, options.interactive))}\n`;
        }
        if (answers !== '')
            io.out(answers);
    }
    return bad ? 42 : 0;
}
async function* lineBatches(stdin) {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of stdin) {
        rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
        const lines = rest.split('\n');
        rest = lines.pop() ?? '';
        if (lines.length > 0)
            yield lines;
    }
    rest += decoder.decode();
    if (rest !== '')
        yield [rest];
}
function readCall(line, defaultMode) {
    const input = parseObject(line);
    if (input === undefined)
        return { error: 'is not a JSON object' };
    const { tool, args = {}, server, agent, mode = defaultMode, annotations = {} } = input;
    const targets = parseTargets(input.targets);
    if (input.targets !== undefined && targets === undefined)
        return { error: 'targets must be own or any' };
    if (typeof tool !== 'string' || tool === '')
        return { error: 'tool must be a name' };
    if (!isObject(args))
        return { error: 'args must be an object' };
    if (!isObject(annotations))
        return { error: 'annotations must be an object' };
    if (server !== undefined && (typeof server !== 'string' || server === ''))
        return { error: 'server must be a name' };
    if (agent !== undefined && typeof agent !== 'string')
        return { error: 'agent must be a name' };
    const parsedMode = typeof mode === 'string' ? (0,command_io/* parseMode */.Zx)(mode) : undefined;
    if (parsedMode === undefined)
        return { error: `mode must be one of ${rule/* MODES */.F.join(', ')}` };
    return { call: toPolicyCall({ tool, args, server, agent, targets, annotations }), mode: parsedMode };
}
function toPolicyCall(input) {
    const { tool, args, annotations, agent } = input;
    const annotatedServer = annotations._serverName;
    const server = input.server ?? (typeof annotatedServer === 'string' ? annotatedServer : (0,tool_names/* serverInName */.Kz)(tool));
    const beyond = (0,tool_names/* beyondAs */.UK)(input.targets, tool);
    return { tool: server === undefined ? (0,tool_names/* canonicalToolName */.WI)(tool) : tool, args, annotations, server, agent, beyond };
}
async function testCommand(options, io) {
    if (options.paths.length === 0)
        return (0,command_io/* reportUsageError */.gD)(io, 'policy', 'give a test file', HELP.test ?? '');
    let passed = 0;
    let failed = 0;
    for (const path of options.paths) {
        const file = (0,external_node_path_.resolve)(io.cwd, path);
        const table = readPolicyTests(await readText(file, path), path);
        const besideTable = (paths) => paths.map((each) => (/^profile:/.test(each) || (0,pinned_files/* looksPinned */.Xp)(each) ? each : (0,external_node_path_.resolve)((0,external_node_path_.dirname)(file), each)));
        const testOptions = {
            policies: [...options.policies, ...besideTable(table.policies)],
            adminPolicies: [...options.adminPolicies, ...besideTable(table.adminPolicies)],
            defaults: options.defaults && table.defaults,
            workflow: options.workflow,
        };
        const loaded = await loadRulesOrReport(testOptions, io);
        if (typeof loaded === 'number')
            return loaded;
        for (const each of table.cases) {
            const outcome = await runPolicyTest(loaded.rules, each, options.mode ?? loaded.mode);
            if (outcome.ok)
                passed += 1;
            else {
                failed += 1;
                io.out(`${path}:${each.line}: ${outcome.text}\n`);
            }
        }
    }
    io.out(`${passed} passed, ${failed} failed\n`);
    return failed > 0 ? 1 : 0;
}
async function readText(file, label) {
    return (0,promises_.readFile)(file, 'utf8').catch((cause) => {
        throw new errors/* UserError */.yo(`Cannot read ${label}: ${(0,errors/* readErrorReason */.Dx)(cause)}`, { cause });
    });
}
function parseObject(text) {
    try {
        const value = JSON.parse(text);
        return isObject(value) ? value : undefined;
    }
    catch {
        return undefined;
    }
}
async function lintCommand(options, io) {
    const { adminPolicies, workflow } = options;
    const policies = [...options.paths, ...options.policies];
    const isRepository = policies.length + adminPolicies.length === 0;
    if (isRepository && !(await isConfigured(io, workflow)))
        throw new errors/* UserError */.yo(`There is no folder ${policy_sources/* REPOSITORY_POLICIES */.i2} here: give a file or a folder.`);
    const loaded = await (0,policy_sources/* loadPolicyOptions */.vi)({ policies, adminPolicies, defaults: isRepository, workflow }, io);
    const { problems } = loaded;
    const rules = loaded.rules.filter(({ tier }) => tier !== 'default');
    for (const problem of problems)
        io.out(`${(0,load/* formatProblem */.Vw)(problem).replace(': ', ': error: ')}\n`);
    const warnings = problems.length > 0 ? [] : (0,lint/* lintRules */.x)(rules);
    for (const { file, line, text } of warnings)
        io.out(`${file}:${line}:1: warning: ${text}\n`);
    const count = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;
    io.out(`${count(rules.length, 'rule')}, ${count(problems.length, 'error')}, ${count(warnings.length, 'warning')}\n`);
    return problems.length > 0 ? 1 : 0;
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

/***/ 57790:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ lintRules)
/* harmony export */ });
/* harmony import */ var _decide_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(14345);
/* harmony import */ var _match_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9866);
/* harmony import */ var _risky_allows_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7892);
/* harmony import */ var _tool_names_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(81572);




function lintRules(rules) {
    const strongestFirst = (0,_decide_js__WEBPACK_IMPORTED_MODULE_0__/* .rankRules */ .iZ)(rules);
    const problems = rules.flatMap((rule) => {
        const texts = [
            ...unreachableRule(rule, strongestFirst),
            ...shadowedDeny(rule, strongestFirst),
            ...impossiblePatterns(rule),
            ...ineffectiveFields(rule),
            ...slowPatterns(rule),
            ...(0,_risky_allows_js__WEBPACK_IMPORTED_MODULE_2__/* .riskyAllows */ .t)(rule),
            ...(0,_tool_names_js__WEBPACK_IMPORTED_MODULE_3__/* .toolNameProblems */ .Cg)(rule),
        ];
        return texts.map((text) => ({ file: rule.file, line: rule.line, text }));
    });
    return problems.filter(({ file, line, text }, index) => problems.findIndex((each) => each.file === file && each.line === line && each.text === text) === index);
}
function unreachableRule(rule, strongestFirst) {
    if (rule.match.paths !== undefined)
        return [];
    const before = strongestFirst.slice(0, strongestFirst.indexOf(rule)).find((each) => covers(each, rule));
    if (before === undefined)
        return [];
    const stronger = `${before.file}:${before.line}`;
    return before.verdict === rule.verdict
        ? [`never decides: ${stronger} comes first, matches all the same calls and makes the same decision`]
        : [`never decides: ${stronger} (${(0,_decide_js__WEBPACK_IMPORTED_MODULE_0__/* .decisionName */ .Mt)(before.verdict)}) comes first and matches all the same calls`];
}
function shadowedDeny(rule, strongestFirst) {
    if (rule.verdict === 'allow' || !narrowsCommands(rule.match))
        return [];
    const stronger = strongestFirst.slice(0, strongestFirst.indexOf(rule)).filter(({ verdict }) => verdict === 'allow');
    const shadow = stronger.find((each) => covers({ ...each, match: withoutCommands(each.match) }, { ...rule, match: withoutCommands(rule.match) }) &&
        allowsAll(each, rule));
    if (shadow === undefined || strongestFirst.slice(0, strongestFirst.indexOf(rule)).some((each) => covers(each, rule)))
        return [];
    return [
        `does not ${(0,_decide_js__WEBPACK_IMPORTED_MODULE_0__/* .decisionName */ .Mt)(rule.verdict) === 'deny' ? 'deny' : 'ask'}: ${shadow.file}:${shadow.line} (allow, priority ${shadow.priority}) allows the same commands and comes first; give this rule a higher priority`,
    ];
}
const withoutCommands = ({ prefixes: _, regex: __, args: ___, ...rest }) => rest;
function narrowsCommands({ prefixes, regex, args, tools }) {
    const pattern = regex ?? (tools?.includes(_tool_names_js__WEBPACK_IMPORTED_MODULE_3__/* .SHELL_TOOL */ .cF) ? args : undefined);
    return prefixes !== undefined || (pattern !== undefined && !/^\^?\(*\.[*+]\)*\$?$/.test(pattern.source));
}
function commandStarts({ prefixes, regex, args }) {
    if (prefixes !== undefined)
        return prefixes.map(({ words }) => words);
    const start = '"command":"';
    const heads = regex?.heads ?? args?.heads?.filter((head) => head.startsWith(start)).map((head) => head.slice(start.length));
    return heads === undefined || heads.length === 0 ? undefined : heads.map((head) => head.trim().split(/\s+/));
}
function allowsAll(allow, { match }) {
    const heads = commandStarts(match);
    if (heads === undefined)
        return (0,_match_js__WEBPACK_IMPORTED_MODULE_1__/* .isConditional */ .Jz)(allow);
    const { prefixes, regex, args } = allow.match;
    if (args !== undefined)
        return heads.some((words) => new RegExp(args.source, 's').test(JSON.stringify({ command: words.join(' ') })));
    if (regex !== undefined) {
        const { source } = regex;
        return heads.some((words) => new RegExp(`^(?:${source})`, 's').test(words.join(' ')));
    }
    if (prefixes === undefined)
        return true;
    return heads.some((words) => prefixes.some((each) => each.words.every((word, index) => words[index] === word)));
}
function impossiblePatterns({ match, verdict }) {
    const problems = [];
    const { regex, args } = match;
    if (regex !== undefined) {
        const source = JSON.stringify(regex.source);
        if (/\\"|"\)|\|"|"command"/.test(regex.source) && !regex.source.includes('"command"'))
            problems.push(`commandRegex ${source} is written for the JSON text of the arguments; end it with ( |$) instead of ( |")`);
        if (/^\^?\(?"?"command"|^\^?\{/.test(regex.source))
            problems.push(`commandRegex ${source} never matches: it is tried on the command alone; use argsPattern for the arguments`);
        if (/[^\\[(|]\^(?![^[]*\])/.test(regex.source) || /(?<!\\)\$[^)|]/.test(regex.source))
            problems.push(`commandRegex ${source} never matches: it has a ^ or $ in the middle; write \\^ or \\$ to match the character itself`);
        if (/^\^?\s/.test(regex.source))
            problems.push(`commandRegex ${source} never matches: a command does not start with a space`);
        if (verdict !== 'allow' && /^\^?(?:\(\?:)?(?:sudo|env|timeout|nohup) /.test(regex.source))
            problems.push(`commandRegex ${source} only matches with this wrapper; the command it runs is decided separately`);
    }
    if (args !== undefined && /^\^?"(?:command|file_path|dir_path)"\s+:|:\s+"/.test(args.source))
        problems.push(`argsPattern ${JSON.stringify(args.source)} never matches: the JSON text of the arguments has no space after a colon`);
    for (const { text, words } of match.prefixes ?? [])
        if (/[*?]$|\.\*|\(\*?\)$/.test(text) || words.some((word) => word === '*'))
            problems.push(`commandPrefix ${JSON.stringify(text)} is literal text, so ${JSON.stringify('*')} is no wildcard; leave it out, because a prefix already allows more words`);
    return problems;
}
function covers(wide, narrow) {
    const a = wide.match;
    const b = narrow.match;
    if (a.agent !== undefined && a.agent !== b.agent)
        return false;
    if (a.interactive !== undefined && a.interactive !== b.interactive)
        return false;
    if (a.modes !== undefined &&
        !(b.modes ?? ['default', 'autoEdit', 'yolo', 'plan']).every((mode) => a.modes?.includes(mode)))
        return false;
    if (Object.entries(a.annotations ?? {}).some(([key, value]) => b.annotations?.[key] !== value))
        return false;
    return coversTools(a, b) && coversTargets(wide, narrow) && coversArguments(wide, narrow);
}
const coversTargets = ({ verdict, match }, narrow) => verdict !== 'allow' ||
    match.targets === 'any' ||
    (narrow.match.targets !== 'any' &&
        (narrow.verdict === 'allow' ||
            narrow.match.tools?.every((name) => !(0,_tool_names_js__WEBPACK_IMPORTED_MODULE_3__/* .isTargetTool */ .yD)(name, narrow.match.server)) === true ||
            narrow.match.prefixes !== undefined));
function coversTools(a, b) {
    if (a.builtin && !b.builtin)
        return false;
    if (a.server !== undefined && a.server !== b.server && !(a.server === '*' && b.server !== undefined))
        return false;
    if (a.tools === undefined ||
        (a.tools.includes('*') && a.server === undefined) ||
        (a.tools.includes('*') && a.server !== undefined))
        return true;
    if (a.server === undefined && b.server !== undefined)
        return a.tools.includes(`${b.server}__*`);
    return b.tools?.every((tool) => a.tools?.includes(tool)) ?? false;
}
function coversArguments(wide, narrow) {
    const a = wide.match;
    const b = narrow.match;
    if (a.paths !== undefined)
        return false;
    if (a.args === undefined && a.regex === undefined && a.prefixes === undefined)
        return true;
    if (a.args?.source !== b.args?.source || a.regex?.source !== b.regex?.source)
        return false;
    if (a.prefixes === undefined)
        return true;
    if (wide.verdict === 'allow')
        return b.prefixes?.every(({ text }) => a.prefixes?.some((each) => each.text.trim() === text.trim())) ?? false;
    return (b.prefixes?.every(({ words }) => a.prefixes?.some((each) => each.words.every((word, index) => words[index] === word))) ?? false);
}
function ineffectiveFields(rule) {
    const { match, verdict } = rule;
    const problems = [];
    if (rule.allowRedirection && verdict !== 'allow')
        problems.push('allowRedirection has no effect: the rule does not allow');
    if (rule.allowRedirection &&
        match.tools !== undefined &&
        !match.tools.some((tool) => tool === '*' || tool === _tool_names_js__WEBPACK_IMPORTED_MODULE_3__/* .SHELL_TOOL */ .cF))
        problems.push(`allowRedirection has no effect: it only applies to ${_tool_names_js__WEBPACK_IMPORTED_MODULE_3__/* .SHELL_TOOL */ .cF}`);
    if (rule.message !== undefined && verdict === 'allow')
        problems.push('denyMessage has no effect: the rule does not deny');
    if (match.interactive === true)
        problems.push('applies only when a person can confirm calls, so never in a workflow run');
    for (const { text, words } of match.prefixes ?? [])
        if (verdict === 'allow' && words.some((each) => /^(?:&&?|\|\|?|;|[<>]+)$|[;&|]$/.test(each)))
            problems.push(`commandPrefix ${JSON.stringify(text)} never matches: each command of a line is decided separately, so write one rule for each`);
    return problems;
}
function slowPatterns({ match }) {
    const patterns = [['argsPattern', match.args], ['commandRegex', match.regex]];
    return patterns.flatMap(([name, pattern]) => {
        if (pattern === undefined)
            return [];
        if (pattern.cost.explodes)
            return [
                `${name} ${JSON.stringify(pattern.source)} repeats alternatives and can take exponential time; a call on which it times out is not allowed`,
            ];
        if (pattern.cost.steps > 3)
            return [
                `${name} ${JSON.stringify(pattern.source)} has ${pattern.cost.steps} repetitions in a row and can backtrack for a long time`,
            ];
        return [];
    });
}


/***/ })

};
