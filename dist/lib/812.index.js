export const id = 812;
export const ids = [812];
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
/* harmony import */ var _policy_rules_rule_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(95401);




/** Prints the mistake in a command line and the help text. Returns the exit code. */
function reportUsageError(io, command, error, help) {
    // node:util adds an explanation of positional arguments.
    const mistake = (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .messageOf */ .bD)(error).replace(/\. To specify a positional .*$/s, '');
    io.err(`sluice ${command}: ${mistake}\n\n${help}`);
    return 2;
}
/** The mode with this name, in either spelling; undefined when there is none. */
const parseMode = (text) => _policy_rules_rule_js__WEBPACK_IMPORTED_MODULE_3__/* .MODES */ .F.find((mode) => mode === (text === 'auto_edit' ? 'autoEdit' : text));
/** The value of `--mode`, if set. Throws when it is not a mode. */
function parseModeOption(text) {
    const mode = text === undefined ? undefined : parseMode(text);
    if (mode === undefined && text !== undefined)
        throw new Error(`--mode must be one of ${_policy_rules_rule_js__WEBPACK_IMPORTED_MODULE_3__/* .MODES */ .F.join(', ')}, not ${JSON.stringify(text)}`);
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
/* harmony export */   P: () => (/* binding */ localPinned),
/* harmony export */   g: () => (/* binding */ loadLocalConfig)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(48161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _config_inputs_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(27527);
/* harmony import */ var _config_pinned_config_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(55764);
/* harmony import */ var _config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(56873);
/* harmony import */ var _config_run_identity_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(80341);
/* harmony import */ var _config_runtime_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(39155);
/* harmony import */ var _config_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(7334);
/* harmony import */ var _config_worktree_reader_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(93504);
/* harmony import */ var _github_api_github_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(45397);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(34779);
/* harmony import */ var _platform_process_child_environment_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(64046);













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
    const workspace = await (0,_config_worktree_reader_js__WEBPACK_IMPORTED_MODULE_9__/* .findProjectRoot */ .p)(folder);
    await refuseLinks(workspace);
    const home = (0,_config_runtime_js__WEBPACK_IMPORTED_MODULE_7__/* .userHome */ .Bc)(env);
    const scratch = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(), 'sluice-local-'));
    const removeScratch = () => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(scratch, { recursive: true, force: true });
    try {
        const variables = CONFIG_INPUTS.map((name) => `INPUT_${name.toUpperCase()}`).filter((name) => (env[name] ?? '') !== '');
        const inputs = (0,_config_inputs_js__WEBPACK_IMPORTED_MODULE_3__/* .readInputs */ .K)(Object.fromEntries(variables.map((name) => [name, env[name]])));
        const pinned = localPinned(inputs, env);
        const runtime = { env, home, workspace, scratch, dist, pinned, childEnv: (0,_platform_process_child_environment_js__WEBPACK_IMPORTED_MODULE_12__/* .childEnvironment */ .Qc)(env, []) };
        const steering = (0,_config_worktree_reader_js__WEBPACK_IMPORTED_MODULE_9__/* .worktreeReader */ .J)(workspace);
        const resolved = await (0,_config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_5__/* .resolveSettings */ .Mo)(inputs, steering, runtime, notice);
        const { settings, extensions } = resolved;
        const mode = (0,_config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_5__/* .resolveApprovalMode */ .jC)(inputs.approval_mode, settings);
        const note = await describeSources(await (0,_config_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_8__/* .trustedHome */ .lH)(home, workspace), variables);
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
            throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_11__/* .UserError */ .yo(`${path} is a symbolic link, which a run refuses. Make it a regular file.`);
        if (policies.includes(path) && stats?.isDirectory())
            throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_11__/* .UserError */ .yo(`Cannot read ${path}: it is a folder`);
    }
}
/** Reads `OWNER/REPO@SHA:path` on this machine, with the token in GITHUB_TOKEN or GH_TOKEN; without one every read rejects with UserError. */
function localPinned(inputs, env) {
    const token = env.GITHUB_TOKEN || env.GH_TOKEN || '';
    return (0,_config_pinned_config_js__WEBPACK_IMPORTED_MODULE_4__/* .openPinnedConfig */ .LT)(inputs, token === '' ? undefined : { pinnedFiles: connected(env, token) });
}
const connected = (env, token) => async (locations) => {
    return (0,_github_api_github_js__WEBPACK_IMPORTED_MODULE_10__/* .connectGitHub */ .UY)({
        ...(0,_config_run_identity_js__WEBPACK_IMPORTED_MODULE_6__/* .githubEndpoints */ .QF)(env),
        repository: 'local/local',
        token,
        notice: () => undefined,
    }).pinnedFiles(locations);
};


/***/ }),

/***/ 6812:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   memoryCommand: () => (/* binding */ memoryCommand)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var node_util__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(57975);
/* harmony import */ var _config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(56873);
/* harmony import */ var _config_worktree_reader_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(93504);
/* harmony import */ var _platform_paths_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(554);
/* harmony import */ var _command_io_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(29395);
/* harmony import */ var _local_config_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(29639);
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







const HELP = `sluice memory show [--json] [--workspace DIR]

Shows the memory files that a run would load here, their imports, and the text that the model gets.
Reads the current files, so that you can try an edit before you commit it. Includes extensions and ~/.gemini; ~/.gemini
applies to \`sluice run\` and self-hosted runners, not to hosted ones. Set workflow inputs as INPUT_SETTINGS and
INPUT_EXTENSIONS.

  --json           print {"text", "files": [{"path", "bytes", "imports": [...]}]}
  --workspace DIR  a folder (default: the current folder); inside a git repository, its root applies too
  --help           print this text

Exit codes: 0 success, 2 wrong usage, 42 the folder or its settings cannot be read.
`;
/** `sluice memory …`, with the arguments after `memory`. Resolves to the exit status; rejects with UserError. */
async function memoryCommand(argv, io) {
    let options;
    try {
        options = readOptions(argv);
    }
    catch (error) {
        return (0,_command_io_js__WEBPACK_IMPORTED_MODULE_5__/* .reportUsageError */ .gD)(io, 'memory', error, HELP);
    }
    if (options.help) {
        io.out(HELP);
        return 0;
    }
    const memory = await loadMemoryOf(await (0,_command_io_js__WEBPACK_IMPORTED_MODULE_5__/* .resolveWorkspace */ .cz)(io, options.workspace), io);
    for (const note of memory.notes)
        io.err(`note: ${note}\n`);
    io.out(options.json
        ? `${JSON.stringify({ text: memory.text, files: [...memory.extensionFiles, ...memory.files] })}\n`
        : formatMemory(memory));
    return 0;
}
function readOptions(argv) {
    const { values, positionals } = (0,node_util__WEBPACK_IMPORTED_MODULE_1__.parseArgs)({
        args: argv,
        allowPositionals: true,
        options: {
            help: { type: 'boolean', short: 'h' },
            json: { type: 'boolean' },
            workspace: { type: 'string' },
        },
    });
    if (!values.help && positionals.join(' ') !== 'show')
        throw new Error('the only subcommand is show');
    return values;
}
async function loadMemoryOf(workspace, io) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const config = __addDisposableResource(env_1, await (0,_local_config_js__WEBPACK_IMPORTED_MODULE_6__/* .loadLocalConfig */ .g)(workspace, { ...io, notice: (text) => io.err(`${text}\n`) }), true);
        const { runtime, steering } = config;
        const from = (0,_platform_paths_js__WEBPACK_IMPORTED_MODULE_4__/* .toForwardSlashes */ .aR)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.relative)(runtime.workspace, workspace));
        const memory = await (0,_config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_2__/* .loadRunMemory */ .hc)(steering, config, runtime, from);
        const notes = [...memory.notes, ...(from === '' ? [] : [await rootNote(workspace, runtime.workspace)]), config.note];
        return { ...memory, notes };
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
/** A run works at the root of the repository, which may load other files. */
async function rootNote(workspace, root) {
    const hasSettings = (await (0,_config_worktree_reader_js__WEBPACK_IMPORTED_MODULE_3__/* .worktreeReader */ .J)(workspace).read('.gemini/settings.json')) !== undefined;
    const settings = hasSettings ? ', and it ignores the settings.json of this folder' : '';
    return `A run starts at ${root}: it also loads memory files from other folders below it${settings}.`;
}
function formatMemory({ text, files, extensionFiles }) {
    if (files.length + extensionFiles.length === 0)
        return 'Memory is currently empty.\n';
    const memoryLines = (label, file) => [
        `L ${label}: ${file.path}`,
        ...importLines(file.imports, '  '),
    ];
    const tree = [
        ...extensionFiles.flatMap((file) => memoryLines('extension', file)),
        ...files.flatMap((file) => memoryLines(file.path.startsWith('~/') ? 'global' : 'project', file)),
    ];
    return ['Memory Files', ...tree, '', text, ''].join('\n');
}
const importLines = (imports, indent) => imports.flatMap((file) => [`${indent}L ${file.path}`, ...importLines(file.imports, `${indent}  `)]);


/***/ })

};
